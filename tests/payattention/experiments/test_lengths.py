"""Positions beyond the trained lengths: what chapter 4 says holds in the result file."""

import pytest
import torch

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

BEYOND = slice(LONGEST // 10, None)  # of the groups of ten positions


def beyond(kind, steps):
    return STUDY.results().of("right by position", kind, steps)[:, BEYOND].mean(dim=1)


def test_the_result_file_holds_five_seeds_of_every_kind_at_both_budgets():
    short, long = STUDY.budgets
    assert long >= 2 * short
    for kind in KINDS:
        for steps in STUDY.budgets:
            assert STUDY.results().of("right by position", kind, steps).shape == (5, TESTED // 10)


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_only_relative_positions_stay_right_beyond_the_trained_lengths(steps):
    assert beyond("relative", steps).min() > 0.99
    assert beyond("learned", steps).max() < beyond("sinusoids", steps).min()
    assert beyond("sinusoids", steps).max() < 0.5
    for kind in ("learned", "sinusoids"):
        assert STUDY.results().of("right at 20", kind, steps).min() > 0.85
        assert beyond(f"{kind}, random start", steps).min() > beyond(kind, steps).max()


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


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_trained_and_tested_on_longer_sequences(kind):
    model = train_recaller(kind, steps=2, seed=1)
    assert right_by_position(model, TESTED).shape == (TESTED - BACK,)


def test_a_random_start_is_used_in_training_only():
    model = untrained("learned, random start")
    table = model.positions.positions.table
    torch.manual_seed(0)
    starts = {(model.positions(5)[0] == table).all(dim=1).nonzero().item() for _ in range(400)}
    assert min(starts) == 0
    assert max(starts) == TESTED - 5
    model.eval()
    assert torch.equal(model.positions(5), table[:5])


@pytest.mark.slow
def test_trained_anew_with_another_seed_it_comes_near_the_result_file():
    (run,) = STUDY.run(seeds=[11], budgets=[400], variants=["relative"], say=str).runs
    assert run.values["right at 60"] > 0.95
