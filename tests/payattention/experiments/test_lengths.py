"""Positions beyond the trained lengths: what each kind sees, and what chooses its rate."""

import math

import pytest
import torch

from payattention.experiments import lengths
from payattention.experiments.lengths import (
    BACK,
    KINDS,
    LONGEST,
    STUDY,
    SYMBOLS,
    TESTED,
    right_by_position,
    train_recaller,
    untrained,
)
from payattention.experiments.study import Training
from payattention.maps import attention_maps


def test_the_share_is_counted_by_position():
    model = untrained("none")

    def cheat(tokens):
        """Right in the first ten positions, and never after."""
        back = tokens.roll(BACK, dims=1)
        back[:, 10:] = (back[:, 10:] + 1) % SYMBOLS
        return torch.nn.functional.one_hot(back, SYMBOLS).float()

    model.forward = cheat
    right = right_by_position(model, 30)
    assert right.shape == (30 - BACK,)
    assert (right[: 10 - BACK] == 1).all()
    assert (right[10 - BACK :] == 0).all()


def test_without_positions_a_model_is_equivariant_and_with_them_it_is_not():
    tokens = torch.arange(8)[None]
    for kind in KINDS:
        model = untrained(kind).eval()
        with torch.no_grad():
            plain, turned = model(tokens), model(tokens.flip(1)).flip(1)
        assert torch.allclose(plain, turned, atol=1e-5) == (kind == "none"), kind


@pytest.mark.parametrize("kind", ["ALiBi, causal", "none, causal"])
def test_a_causal_kind_does_not_see_later_symbols(kind):
    model, tokens = untrained(kind).eval(), torch.arange(8)[None]
    later = tokens.clone()
    later[:, 5:] = 0
    with torch.no_grad():
        same = torch.isclose(model(tokens), model(later)).all(dim=-1)[0]
    assert same.tolist() == [True] * 5 + [False] * 3


def weights_among_equal_symbols(kind):
    """The weights of the two heads, (2, 9, 9), if nothing but positions could make a difference."""
    model = untrained(kind).eval()
    with attention_maps(model) as maps, torch.no_grad():
        model(torch.zeros(1, 9, dtype=torch.long))
    return maps["attention"][0].double()


def test_rotary_scores_of_equal_symbols_depend_on_the_distance_alone():
    scores = weights_among_equal_symbols("RoPE").log()
    scores = scores - scores.diagonal(dim1=1, dim2=2)[..., None]  # (heads, queries, keys)
    for distance in range(-4, 5):
        same = scores.diagonal(distance, 1, 2)
        torch.testing.assert_close(same, same[:, :1].expand_as(same), rtol=0, atol=1e-5)
    assert (scores[:, 4, 1] - scores[:, 4, 7]).abs().min() > 1e-3  # back or ahead


def test_alibi_among_equal_symbols_divides_a_weight_by_e_over_16_positions_or_256():
    first, second = weights_among_equal_symbols("ALiBi, causal")
    for weights, per_position in ((first, math.exp(-1 / 16)), (second, math.exp(-1 / 256))):
        for i in range(9):
            expected = torch.tensor([per_position ** (i - j) for j in range(i + 1)]).double()
            torch.testing.assert_close(
                weights[i, : i + 1], expected / expected.sum(), rtol=1e-5, atol=1e-6
            )


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_trained_and_tested_on_longer_sequences(kind):
    model = train_recaller(kind, steps=2, seed=1)
    assert right_by_position(model, TESTED).shape == (TESTED - BACK,)


def test_no_rate_is_chosen_at_a_length_beyond_the_trained_ones(monkeypatch):
    model, shapes = untrained("none"), []
    model.register_forward_pre_hook(lambda _, tokens: shapes.append(tokens[0].shape[1]))
    monkeypatch.setattr(lengths, "train_recaller", lambda *_, **__: model)
    STUDY.tune(Training("none", 100, 2, 1e-3))
    assert shapes == [LONGEST]


def test_a_random_start_is_used_in_training_only():
    model = untrained("learned, random start")
    table = model.positions.positions.table
    torch.manual_seed(0)
    starts = {(model.positions(5)[0] == table).all(dim=1).nonzero().item() for _ in range(400)}
    assert min(starts) == 0
    assert max(starts) == TESTED - 5
    model.eval()
    assert torch.equal(model.positions(5), table[:5])
