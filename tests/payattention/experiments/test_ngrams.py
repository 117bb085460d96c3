"""The n-grams are counted in the training text and judged on the rest."""

import math

from payattention.experiments import ngrams
from payattention.experiments.characters import ngram_losses
from payattention.experiments.study import Training


def test_the_losses_are_those_of_the_held_out_text(monkeypatch):
    known, held_out = "the cat sat on the mat. " * 9, "the mat sat on the cat."
    monkeypatch.setattr(ngrams, "known_and_held_out", lambda _: (known, held_out))
    values = ngrams.STUDY.measure(Training("python", 0, 0, math.nan))
    losses = ngram_losses(known, held_out, (5, 10))
    assert values == {"5-gram": losses[5], "10-gram": losses[10]}
