"""The kept losses of the n-grams are those of the text, beside which the GPT was measured."""

import pytest

from payattention.experiments.characters import known_and_held_out, ngram_losses
from payattention.experiments.ngrams import ORDERS, STUDY


@pytest.mark.system
def test_counted_again_the_losses_are_those_kept():
    again = ngram_losses(*known_and_held_out(), ORDERS)
    for order in ORDERS:
        kept = STUDY.results().of(f"{order}-gram", "python", 0).item()
        assert again[order] == pytest.approx(kept, abs=0.06)  # each Python has its own text
