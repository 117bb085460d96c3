"""Routes that are known are measured as such."""

import pytest
import torch
from torch import nn

from payattention.experiments.routes import WORDS, effects_by_route
from payattention.experiments.translation import (
    FRENCH_TO_ENGLISH,
    known_and_new_dates,
    trained_translator,
    word_effects,
)

KINDS = ("bahdanau", "luong")


def effects_on_all_routes(translator, pairs):
    """How often each French word changes if its English word is replaced in the text itself."""
    return word_effects(translator, pairs)[range(len(WORDS)), FRENCH_TO_ENGLISH]


class NoContext(nn.Module):
    """An encoder whose annotations know their own letter only, and whose last states are zero."""

    def __init__(self, *, reverse=False):
        super().__init__()
        self.reverse = reverse

    def forward(self, x, lengths):
        annotations = torch.cat([x, x], dim=-1)
        annotations = annotations.flip(1) if self.reverse else annotations
        return annotations, torch.zeros_like(annotations[:, 0])


@pytest.mark.parametrize("kind", KINDS)
def test_without_contexts_all_comes_through_the_first_state(kind):
    translator, pairs = trained_translator(kind), known_and_new_dates()[1][:40]
    config = translator.model.config
    with torch.no_grad():  # the decoder ignores its context
        translator.model.cell.W.weight[:, config.d_model :] = 0
        translator.model.deep.weight[:, -config.d_hidden :] = 0
    first, own, other = effects_by_route(translator, pairs)
    assert first.max() > 0.5
    assert first.tolist() == effects_on_all_routes(translator, pairs).tolist()
    assert not own.any()
    assert not other.any()


@pytest.mark.parametrize("kind", KINDS)
def test_if_annotations_know_one_letter_all_comes_through_a_words_own_letters(kind):
    translator, pairs = trained_translator(kind), known_and_new_dates()[1][:40]
    translator.model.encoder = NoContext()
    first, own, other = effects_by_route(translator, pairs)
    assert (own > 0).sum() >= 3
    assert own.tolist() == effects_on_all_routes(translator, pairs).tolist()
    assert not first.any()
    assert not other.any()


def test_if_annotations_know_a_letter_elsewhere_words_come_through_other_letters():
    translator = trained_translator("luong")
    translator.model.encoder = NoContext(reverse=True)
    pairs = [  # read from the right, the month has the same positions, and no other word has
        ("Monday, June 4, 2026", "lundi 4 juin 2026"),
        ("Friday, July 5, 2027", "vendredi 5 juillet 2027"),
    ]
    first, own, other = effects_by_route(translator, pairs)
    weekday, _, month, year = effects_on_all_routes(translator, pairs).tolist()
    assert min(weekday, month, year) > 0
    assert own.tolist() == [0, 0, month, 0]
    assert (other[0], other[2], other[3]) == (weekday, 0, year)
    assert not first.any()


@pytest.mark.parametrize("kind", ["thought vector", "transformer"])
def test_a_translator_without_these_routes_is_refused(kind):
    with pytest.raises(ValueError, match=r"translator must be a recurrent encoder–decoder with at"):
        effects_by_route(trained_translator(kind), known_and_new_dates()[1][:2])
