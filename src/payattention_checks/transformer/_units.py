"""The hidden units of several networks as one table, and ways to match them, right and wrong."""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

ARRAYS = ("W_1", "b_1", "W_2")


class Case(NamedTuple):
    """The arguments of one call, and the right matching of units.

    W_1       the incoming weights of the hidden units, (checkpoints, d, units)
    b_1       the biases of the hidden units, (checkpoints, units)
    W_2       the outgoing weights of the hidden units, (checkpoints, units, d)
    index_in  unit i of the first checkpoint matches unit ``index_in[c, i]`` of checkpoint c
    """

    W_1: np.ndarray
    b_1: np.ndarray
    W_2: np.ndarray
    index_in: np.ndarray


Match = Callable[[np.ndarray], np.ndarray]  # from parameters (checkpoints, units, …) to an order


def table(case: Case) -> np.ndarray:
    """The parameters of all hidden units, one row for each: (checkpoints, units, 2 d + 1).

    A row holds the d incoming weights of the unit, its bias and its d outgoing weights.
    """
    return np.concatenate([case.W_1.swapaxes(1, 2), case.b_1[..., None], case.W_2], axis=2)


def split(units: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """W_1, b_1 and W_2 of the rows of `table`, of one checkpoint or of several."""
    d = units.shape[-1] // 2
    return units[..., :d].swapaxes(-1, -2).copy(), units[..., d].copy(), units[..., d + 1 :].copy()


def columns(units: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """A mask of the parameters that come from the arrays ``names``, (2 d + 1,)."""
    d = units.shape[-1] // 2
    return np.isin(["W_1"] * d + ["b_1"] + ["W_2"] * d, names)


def reordered(units: np.ndarray, index_in: np.ndarray) -> np.ndarray:
    """The new unit i of checkpoint c is ``units[c, index_in[c, i]]``."""
    return np.take_along_axis(units, index_in[..., None], axis=1)


def distances(part: np.ndarray) -> np.ndarray:
    """From each unit of the first checkpoint to all of each checkpoint, (k, units, units)."""
    return np.square(part[:, None] - part[0][None, :, None]).sum(axis=-1)


def nearest(part: np.ndarray) -> np.ndarray:
    """For each unit of the first checkpoint, the index of the nearest unit in each checkpoint."""
    return distances(part).argmin(axis=-1)


def nearest_in(*names: str) -> Match:
    return lambda units: nearest(units[..., columns(units, names)])


def nearest_among(some: slice) -> Match:
    return lambda units: nearest(units[..., some])


def centred(part: np.ndarray) -> np.ndarray:
    return part - part.mean(axis=-1, keepdims=True)


def by_product(part: np.ndarray) -> np.ndarray:
    return np.einsum("id,kjd->kij", part[0], part).argmax(axis=-1)


def by_angle(part: np.ndarray) -> np.ndarray:
    return by_product(part / np.linalg.norm(part, axis=-1, keepdims=True))


def by_length(part: np.ndarray) -> np.ndarray:
    return nearest(np.square(part).sum(axis=-1, keepdims=True))


def by_sum(part: np.ndarray) -> np.ndarray:
    return nearest(part.sum(axis=-1, keepdims=True))


def by_largest_sum(part: np.ndarray) -> np.ndarray:
    """The match if the differences are added up as they are."""
    largest = part.sum(axis=-1).argmax(axis=1)
    return np.tile(largest[:, None], part.shape[1])


def without_squares(reduced: Callable[[np.ndarray], np.ndarray]) -> Match:
    """The match if the sizes of the differences are ``reduced``, and not their squares added up."""
    return lambda units: reduced(abs(units[:, None] - units[0][None, :, None])).argmin(axis=-1)


def with_signed_bias(units: np.ndarray) -> np.ndarray:
    """The match if all differences are squared, but not that of the bias."""
    away = units[0][None, :, None] - units[:, None]
    bias = columns(units, ["b_1"])
    return np.where(bias, away, np.square(away)).sum(axis=-1).argmin(axis=-1)


def by_farthest(part: np.ndarray) -> np.ndarray:
    return distances(part).argmax(axis=-1)


def one_by_one_in(*names: str) -> Match:
    """Each unit of the first checkpoint takes the nearest one that no earlier unit has taken."""

    def match(units: np.ndarray) -> np.ndarray:
        away = distances(units[..., columns(units, names)])
        found = np.empty(away.shape[:2], dtype=int)
        for one, table in zip(found, away, strict=True):
            for i, row in enumerate(table):
                one[i] = row.argmin()
                table[:, one[i]] = np.inf
        return found

    return match


def sorted_by(key: Callable[[np.ndarray], np.ndarray]) -> Match:
    """Matches the units of the same rank, by one number ``key(units)`` of each."""

    def match(units: np.ndarray) -> np.ndarray:
        ranked = key(units).argsort(axis=1)
        return ranked[:, ranked[0].argsort()]

    return match


def to_the_sum(units: np.ndarray) -> np.ndarray:
    """Matches the units of each checkpoint with the sum of those before, in its order."""
    total, found = units[0].copy(), [np.arange(units.shape[1])]
    for other in units[1:]:
        found.append(nearest(np.stack([total, other]))[1])
        total += other[found[-1]]
    return np.array(found)


def to_the_one_before(units: np.ndarray) -> np.ndarray:
    pairs = (nearest(units[c : c + 2])[1] for c in range(len(units) - 1))
    return np.array([np.arange(units.shape[1]), *pairs])


# Matches that are wrong where units are alike in part: usual ones, and some that have no name.
SORTED = [
    sorted_by(key)
    for key in (
        lambda units: units[..., units.shape[-1] // 2],
        lambda units: units.sum(axis=-1),
        lambda units: np.square(units).sum(axis=-1),
        lambda units: units[..., 0],
    )
]
IN_PART = [
    *(nearest_in(*names) for n in (1, 2) for names in itertools.combinations(ARRAYS, n)),
    *(nearest_among(slice(*some)) for some in ((0, 1), (1, None), (0, -1))),
    one_by_one_in("W_1"),
    one_by_one_in("W_1", "b_1"),
    by_angle,
    by_length,
]
WITHOUT_SQUARES = [
    without_squares(lambda sizes: sizes.sum(axis=-1)),
    without_squares(lambda sizes: sizes.max(axis=-1)),
]
NOT_NAMED: list[Match] = [
    lambda units: nearest(abs(units)),
    lambda units: nearest(np.square(units)),
    lambda units: nearest(centred(units)),
    lambda units: by_angle(centred(units)),
    lambda units: (distances(units) < 1).argmax(axis=-1),
    with_signed_bias,
]
