"""What the chapter says of scores and decoders holds in the result file, which is of this code."""

import pytest
import torch

from payattention.experiments import translation
from payattention.experiments.scores import STUDY, untrained
from payattention.luong import LuongSeq2Seq
from payattention.seq2seq import SCORES, Seq2Seq
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


def test_the_scale_alone_makes_the_dot_product_learn_with_every_seed():
    short, long = STUDY.budgets
    assert measured("exact match", "scaled", short).min() > 0.95
    assert measured("exact match", "dot", short).min() < 0.5
    assert (measured("exact match", "scaled", long) == 1).all()
    for steps in STUDY.budgets:
        scaled, plain = (measured("wrong word", score, steps) for score in ("scaled", "dot"))
        assert scaled.mean() < plain.mean() / 2


def test_the_order_of_the_steps_matters_with_the_general_score_alone():
    for steps in STUDY.budgets:
        for decoder in ("", "luong "):
            assert measured("exact match", f"{decoder}additive", steps).min() > 0.99
    long = STUDY.budgets[1]
    assert measured("exact match", "general", long).min() > 0.97
    theirs = measured("exact match", "luong general", long)
    assert [(theirs > 0.99).sum(), (theirs < 0.5).sum()] == [2, 3]


@pytest.mark.parametrize("variant", STUDY.variants)
def test_a_translator_has_the_score_and_the_decoder_that_were_asked_for(variant):
    model = untrained(variant, Vocabulary("ab"), 9).model
    *decoder, score = variant.split()
    assert type(model) is (LuongSeq2Seq if decoder else Seq2Seq)
    assert model.config.score == score
    assert model.config.d_hidden == 64


def test_both_decoders_start_from_the_same_weights():
    weights = []
    for variant in ("general", "luong general"):
        torch.manual_seed(0)
        weights.append(untrained(variant, Vocabulary("ab"), 9).model.state_dict())
    bahdanau, luong = weights
    own = {"deep.weight", "deep.bias", "out.weight", "out.bias"}
    assert bahdanau.keys() - luong.keys() == own
    assert all(torch.equal(bahdanau[name], luong[name]) for name in bahdanau.keys() - own)


def test_every_score_is_compared():
    assert set(SCORES) <= set(STUDY.variants)


@pytest.mark.slow
def test_trained_anew_it_is_what_the_study_measured():
    results = STUDY.run(seeds=[0], budgets=[250], variants=["additive"], say=lambda _: None)
    assert results.of("exact match", "additive", 250).min() > 0.98
    assert results.of("wrong word", "additive", 250).max() < 0.1
