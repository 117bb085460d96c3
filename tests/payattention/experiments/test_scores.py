"""What the chapter says of the four scores holds in the result file, which is of this code."""

import pytest
import torch

from payattention.experiments import translation
from payattention.experiments.scores import STUDY, untrained
from payattention.tokenize import Vocabulary


def measured(quantity, score, steps):
    return STUDY.results().of(quantity, score, steps)


def test_the_result_file_holds_five_seeds_of_every_score_at_both_budgets():
    short, long = STUDY.budgets
    assert long >= 2 * short
    for score in STUDY.variants:
        for steps in STUDY.budgets:
            assert len(measured("exact match", score, steps)) == 5


@pytest.mark.parametrize(("score", "kind"), [("additive", "bahdanau"), ("general", "luong")])
def test_where_two_studies_train_the_same_they_measure_the_same(score, kind):
    for quantity in ("exact match", "wrong word", "weight on right word"):
        other = translation.STUDY.results().of(quantity, kind, 500)
        torch.testing.assert_close(measured(quantity, score, 500), other, rtol=0, atol=1e-3)


@pytest.mark.parametrize("score", STUDY.variants)
def test_a_translator_has_the_score_that_was_asked_for(score):
    model = untrained(score, Vocabulary("ab"), 9).model
    assert model.config.score == score
    assert model.config.d_hidden == 64


@pytest.mark.slow
def test_trained_anew_it_is_what_the_study_measured():
    results = STUDY.run(seeds=[0], budgets=[250], variants=["additive"], say=lambda _: None)
    assert results.of("exact match", "additive", 250).min() > 0.98
    assert results.of("wrong word", "additive", 250).max() < 0.1
