"""The real BERT's recording: its sentences and cosines are of the word, and can be made again."""

import pytest
import torch
from tests.payattention.test_wheels import needs_minilm

from payattention.attention import padding_mask
from payattention.bert import BERT, BERTConfig
from payattention.experiments.minilm import (
    OF_MONEY,
    OF_RIVERS,
    RECORDING,
    WORD,
    cosines_by_layer,
    mean_cosines,
)
from payattention.wordpiece import split_words


def test_every_sentence_has_the_word_once_and_is_another():
    sentences = [*OF_MONEY, *OF_RIVERS]
    assert len(OF_MONEY) == len(OF_RIVERS) == len(set(sentences)) / 2
    assert [split_words(sentence).count(WORD) for sentence in sentences] == [1] * len(sentences)
    assert RECORDING.read()["bank"]["sentences"] == sentences


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    config = BERTConfig(vocab_size=9, max_len=8, d_model=8, n_heads=2, d_ff=16, n_layers=3)
    return BERT(config).eval()


def test_the_last_cosines_are_of_the_models_output_and_the_first_of_the_embedding(model):
    tokens = torch.tensor([[1, 5, 2, 3, 0], [1, 3, 4, 5, 2]])
    mask = padding_mask(torch.tensor([4, 5]))
    layers = cosines_by_layer(model, tokens, mask, 5)
    assert len(layers) == 1 + 3
    torch.testing.assert_close(layers[0], torch.ones(2, 2))
    with torch.no_grad():
        output = model(tokens, mask=mask)
    expected = torch.cosine_similarity(output[0, 1], output[1, 3], dim=0)
    torch.testing.assert_close(layers[-1][0, 1], expected)
    assert not any(layer._forward_hooks for layer in model.encoder.layers)


def test_the_rival_averages_what_is_between_the_marks(model):
    table = model.embedding.weight.detach()
    cosines = mean_cosines(model, [[1, 5, 6, 2], [1, 7, 2]])
    expected = torch.cosine_similarity((table[5] + table[6]) / 2, table[7], dim=0)
    torch.testing.assert_close(cosines[0, 1], expected)


def leaves(value):
    """All numbers and texts of a value as JSON holds it."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return [value]
    return [leaf for each in value for leaf in leaves(each)]


@needs_minilm
@pytest.mark.system
@pytest.mark.parametrize("part", RECORDING.parts)
def test_recorded_anew_it_is_the_same(part):
    for kind, same in ((str, list), (float, lambda values: pytest.approx(values, abs=2e-3))):
        kept, anew = (
            [each for each in leaves(recorded) if isinstance(each, kind)]
            for recorded in (RECORDING.read()[part], RECORDING.parts[part]())
        )
        assert kept
        assert anew == same(kept)
