"""A translator has the score and the decoder of its variant, and all start alike."""

import pytest
import torch

from payattention.experiments.scores import STUDY, untrained
from payattention.luong import LuongSeq2Seq
from payattention.seq2seq import SCORES, Seq2Seq
from payattention.tokenize import Vocabulary


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
