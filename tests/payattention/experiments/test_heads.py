"""The heads of the translator: found, looked at, and switched off and on again."""

import pytest
import torch

from payattention.experiments import translation
from payattention.experiments.heads import (
    OFFSETS,
    Head,
    alone_in_layer,
    heads,
    maps_of,
    on_offsets,
    on_right_word,
    switched_off,
    without_each,
)

DATE = ("Saturday, November 21, 2026", "samedi 21 novembre 2026")


@pytest.fixture(scope="module")
def translator():
    return translation.trained_translator("transformer")


def test_all_heads_are_found_in_order(translator):
    every = heads(translator)
    assert len(every) == 24
    assert [head.location for head in every[::4]] == [
        "encoder 1",
        "encoder 2",
        "decoder 1",
        "cross 1",
        "decoder 2",
        "cross 2",
    ]
    assert [head.number for head in every[:5]] == [0, 1, 2, 3, 0]


def test_a_head_that_is_off_says_nothing_and_comes_back(translator):
    head = heads(translator)[1]
    layer = translator.model.get_submodule(head.layer)
    x = torch.randn(1, 5, 64)
    with torch.no_grad():
        before = layer(x)
        weight = layer.W_O.weight.unflatten(1, (4, -1))
        outputs = torch.nn.functional.scaled_dot_product_attention(
            *(
                W(x).unflatten(-1, (4, -1)).transpose(1, 2)
                for W in (layer.W_Q, layer.W_K, layer.W_V)
            )
        )
        share = outputs[:, head.number] @ weight[:, head.number].T
        with switched_off(translator.model, head):
            assert torch.allclose(layer(x), before - share, atol=1e-5)
        assert torch.equal(layer(x), before)


def test_heads_come_back_after_an_error_too(translator):
    head = heads(translator)[20]
    before = translator.model.get_submodule(head.layer).W_O.weight.clone()
    with pytest.raises(KeyError), switched_off(translator.model, head, heads(translator)[21]):
        raise KeyError
    with pytest.raises(AttributeError), switched_off(translator.model, head, Head("nowhere", 0)):
        pass
    assert torch.equal(translator.model.get_submodule(head.layer).W_O.weight, before)


def test_maps_have_a_row_for_each_letter_and_rows_sum_to_one(translator):
    maps = maps_of(translator, *DATE)
    for head, weights in maps.items():
        queries = len(DATE[0]) if head.location.startswith("encoder") else len(DATE[1])
        keys = len(DATE[1]) if head.location.startswith("decoder") else len(DATE[0])
        assert weights.shape == (queries, keys)
        assert torch.allclose(weights.sum(dim=-1), torch.ones(queries), atol=1e-5)


def test_where_a_map_looks_is_measured_by_offset_and_by_word():
    after = torch.eye(6).roll(1, dims=1)  # the last looks at the first
    shares = dict(zip(OFFSETS, on_offsets(after), strict=True))
    assert shares[1] == pytest.approx(5 / 6)
    assert shares[0] == shares[-1] == 0
    english, french = "Sunday, May 4, 1900", "dimanche 4 mai 1900"
    weights = torch.zeros(len(french), len(english))
    weights[:, english.index("May")] = 1
    assert on_right_word(weights, english, french) == [0, 0, 1, 0]


@pytest.mark.system
def test_each_head_in_turn_is_off_or_alone(translator):
    every, new = heads(translator), translation.known_and_new_dates()[1][:20]
    without, alone = without_each(translator, new), alone_in_layer(translator, new)
    assert len(without) == len(alone) == 24
    for number in (0, 13, 23):
        with switched_off(translator.model, every[number]):
            assert without[number] == translator.exact_match(new)
        layer = every[4 * (number // 4) : 4 * (number // 4) + 4]
        with switched_off(translator.model, *(head for head in layer if head != every[number])):
            assert alone[number] == translator.exact_match(new)
    assert min(without) < 0.5 * translator.exact_match(new)  # some head is needed
