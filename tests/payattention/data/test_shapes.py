"""What the record says is read back from the bare sequences, with plain loops."""

from itertools import groupby

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from payattention.data import shapes

TRIANGLE, RECTANGLE = 0, 1


def runs(sequence: list[float]) -> list[tuple[int, list[float]]]:
    """Every stretch off the ground: where it starts and its samples."""
    found, position = [], 0
    for standing, group in groupby(sequence, key=lambda sample: sample != 0):
        samples = list(group)
        if standing:
            found.append((position, samples))
        position += len(samples)
    return found


def kind_of(samples: list[float]) -> int:
    return RECTANGLE if max(samples) == min(samples) else TRIANGLE


def expected_partner(kinds: list[int], pairs: str, shape: int) -> int:
    if pairs == "side":
        return {0: 1, 1: 0, 2: 3, 3: 2}[shape]
    return next(other for other in range(4) if other != shape and kinds[other] == kinds[shape])


@pytest.mark.parametrize("pairs", ["kind", "side"])
@pytest.mark.parametrize("length", [65, 100, 163])
def test_the_record_says_what_stands_in_the_sequences(pairs, length):
    data = shapes(200, length=length, pairs=pairs, seed=3)
    assert data.x.shape == data.y.shape == (200, length)
    for row in range(200):
        found = runs(data.x[row].tolist())
        kinds = [kind_of(samples) for _, samples in found]
        heights = [max(samples) for _, samples in found]
        partners = [expected_partner(kinds, pairs, shape) for shape in range(4)]
        assert sorted(kinds) == [TRIANGLE, TRIANGLE, RECTANGLE, RECTANGLE]
        assert data.kind[row].tolist() == kinds
        assert data.width[row].tolist() == [len(samples) for _, samples in found]
        assert data.centre[row].tolist() == [start + len(s) // 2 for start, s in found]
        assert data.partner[row].tolist() == partners
        assert data.height[row].tolist() == pytest.approx(heights)

        target = [0.0] * length
        for shape, (start, samples) in enumerate(found):
            mean = (heights[shape] + heights[partners[shape]]) / 2
            for offset, sample in enumerate(samples):
                target[start + offset] = sample * mean / heights[shape]
        assert data.y[row].tolist() == pytest.approx(target, abs=1e-5)
        assert data.mean_height[row].tolist() == pytest.approx(
            [(heights[shape] + heights[partners[shape]]) / 2 for shape in range(4)]
        )


def test_a_triangle_is_straight_symmetric_and_highest_in_the_middle():
    data = shapes(50, seed=0)
    for row in range(50):
        for _, samples in runs(data.x[row].tolist()):
            if kind_of(samples) == TRIANGLE:
                with_feet = torch.tensor([0.0, *samples, 0.0])
                steps = with_feet.diff().abs()
                assert torch.allclose(steps, steps[0].expand_as(steps), atol=1e-5)
                assert torch.allclose(with_feet, with_feet.flip(0), atol=1e-5)


def test_at_centres_reads_the_height_of_every_shape():
    data = shapes(100, seed=4)
    assert torch.allclose(data.at_centres(data.x), data.height)
    assert torch.allclose(data.at_centres(data.y), data.mean_height, atol=1e-6)


def test_everything_is_drawn_from_its_whole_range():
    data = shapes(4000, seed=0)
    assert set(data.width.flatten().tolist()) == {5, 7, 9, 11, 13, 15}
    assert 1 <= data.height.min() < 1.02
    assert 9.98 < data.height.max() <= 10
    assert data.height.mean() == pytest.approx(5.5, abs=0.1)
    orders = {tuple(kinds) for kinds in data.kind.tolist()}
    assert len(orders) == 6  # all orders of two triangles and two rectangles
    covered = (data.x > 0).float().mean(dim=0)
    assert covered[0] == covered[-1] == 0  # a gap at either end
    assert covered[3:-3].min() > 0.1


@given(seed=st.integers(0, 2**32))
def test_a_seed_means_one_data_set(seed):
    state = torch.get_rng_state()
    first, again, other = shapes(2, seed=seed), shapes(2, seed=seed), shapes(2, seed=seed + 1)
    assert torch.equal(first.x, again.x)
    assert torch.equal(first.y, again.y)
    assert not torch.equal(first.height, other.height)
    assert torch.equal(torch.get_rng_state(), state)


def test_pairs_changes_the_targets_and_nothing_else():
    kind, side = shapes(50, pairs="kind", seed=1), shapes(50, pairs="side", seed=1)
    assert torch.equal(kind.x, side.x)
    assert not torch.equal(kind.y, side.y)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be at least 1, but it is 0"),
        ({"n": 1, "length": 64}, "length must be at least 65, but it is 64"),
    ],
)
def test_bad_input_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        shapes(**arguments, seed=0)
