"""Known routes are measured as such, and what the chapter says of trained ones holds."""

import pytest
import torch
from torch import nn

from payattention.experiments import translation
from payattention.experiments.routes import ROUTES, STUDY, WORDS, effects_by_route
from payattention.experiments.translation import (
    FRENCH_TO_ENGLISH,
    known_and_new_dates,
    trained_translator,
    word_effects,
)

KINDS = ("bahdanau", "luong")
CASES = [(kind, steps) for kind in KINDS for steps in STUDY.budgets]


def measured(route, kind, steps):
    """The shares of all seeds and words: (seeds, words)."""
    results = STUDY.results()
    return torch.stack([results.of(f"{route}, {word}", kind, steps) for word in WORDS], dim=1)


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


@pytest.mark.parametrize(("kind", "steps"), CASES)
def test_the_result_file_holds_five_seeds_of_both_scores_at_both_budgets(kind, steps):
    assert STUDY.budgets[1] >= 2 * STUDY.budgets[0]
    assert STUDY.results().of("exact match", kind, steps).min() > 0.9
    for route in ROUTES:
        assert measured(route, kind, steps).shape == (5, len(WORDS))


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_with_the_additive_score_the_models_are_those_of_the_translation_study(steps):
    assert STUDY.budgets == translation.STUDY.budgets
    for quantity in ("exact match", "wrong word"):
        ours, theirs = (
            study.results().of(quantity, "bahdanau", steps) for study in (STUDY, translation.STUDY)
        )
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-3)


def test_the_committed_additive_translator_is_seed_0_of_the_study():
    shares = effects_by_route(trained_translator("bahdanau"), known_and_new_dates()[1][:200])
    expected = torch.stack([measured(route, "bahdanau", 500)[0] for route in ROUTES])
    torch.testing.assert_close(shares, expected, rtol=0, atol=0.03)


@pytest.mark.parametrize(("kind", "steps"), CASES)
def test_the_first_state_changes_most_weekdays_and_no_other_word(kind, steps):
    first, own, other = (measured(route, kind, steps) for route in ROUTES)  # (seeds, words)
    assert first[:, 0].min() > 0.7
    assert not first[:, 1:].any()
    assert own[:, 0].min() > 0  # so do the annotations of its own letters
    assert not other[:, 0].any()


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_with_the_additive_score_a_word_depends_on_its_own_letters(steps):
    assert measured("own letters", "bahdanau", steps)[:, 1:].min() > 0.95
    assert measured("other letters", "bahdanau", steps).max() < 0.2


def test_with_the_general_score_own_or_other_letters_matter_as_the_seed_says():
    own, other = (
        torch.stack([measured(route, "luong", steps) for steps in STUDY.budgets])
        for route in ("own letters", "other letters")
    )  # (budgets, seeds, words)
    day = 1
    own_alone = (own[..., day] > 0.95) & (other[..., day] == 0)
    others_alone = (own[..., day] == 0) & (other[..., day] > 0.95)
    assert [each.all(dim=0).sum() for each in (own_alone, others_alone)] == [1, 2]


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_words_may_depend_on_their_own_letters_though_the_map_points_at_others(steps):
    wrong = STUDY.results().of("wrong word", "luong", steps)
    own = measured("own letters", "luong", steps)[:, 1:].min(dim=1).values
    assert ((wrong > 0.4) & (own > 0.94)).any()


@pytest.mark.slow
def test_trained_anew_it_is_what_the_study_measured():
    results = STUDY.run(seeds=[0], budgets=[500], variants=["bahdanau"], say=lambda _: None)
    for route in ROUTES:
        for word, known in zip(WORDS, measured(route, "bahdanau", 500)[0], strict=True):
            found = results.of(f"{route}, {word}", "bahdanau", 500).item()
            assert found == pytest.approx(known.item(), abs=0.05)
