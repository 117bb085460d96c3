"""An image made of patches, with the mean of the patches where they overlap.

Promised domain: images of 1 to 64 pixels a side with 1 to 4 channels; patches of 1 to 16 pixels
    a side; strides from 1 to the patch's size. The patches cover the image up to its borders.
Extremes and special cases, alone and together: grids that are not square; no overlap; strides that
    do not divide the size; a stride of 1; patches of one pixel; one patch, one row or one column of
    patches; one channel; more rows than columns, and fewer; pixels of 0; 256 patches on a pixel;
    all sizes at their largest.
Certain: the pixels are random, and patches differ where they overlap, so all mistakes give
    different images. A mistake is named only if the student's images fit it in all cases.
"""

import functools
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from payattention_checks.task import Cases, Edge, Task, Variants

LARGEST_SIDE, LARGEST_PATCH, MOST_CHANNELS = 64, 16, 4


class Case(NamedTuple):
    """The arguments of one call, with sizes in pixels.

    P              a patch in each row, (patches, channels · size²)
    height, width  the size of the image
    size           the side of a patch
    stride         the step from one patch to the next
    """

    P: np.ndarray
    height: int
    width: int
    size: int
    stride: int


Read = Callable[[Case], np.ndarray]
# (i, rows, columns): the row and the column of patch i in the grid of patches
Position = Callable[[int, int, int], tuple[int, int]]
Join = Callable[[np.ndarray], np.ndarray]
Divisor = Callable[[np.ndarray, Case], np.ndarray | float]


def channels_first(case: Case) -> np.ndarray:
    """The patches, (patches, channels, size, size)."""
    return case.P.reshape(len(case.P), -1, case.size, case.size)


def row_by_row(i: int, rows: int, columns: int) -> tuple[int, int]:
    return divmod(i, columns)


def layers(case: Case, read: Read, position: Position, step: int) -> np.ndarray:
    """Each patch alone in an image, NaN around it: (patches, channels, height, width)."""
    patches = read(case)
    alone = np.full((*patches.shape[:2], case.height, case.width), np.nan)
    rows, columns = ((n - case.size) // case.stride + 1 for n in (case.height, case.width))
    for i, patch in enumerate(patches):
        y, x = (step * index for index in position(i, rows, columns))
        inside = alone[i, :, y : y + case.size, x : x + case.size]
        inside[:] = patch[:, : inside.shape[1], : inside.shape[2]]
    return alone


def right(
    case: Case,
    *,
    read: Read = channels_first,
    position: Position = row_by_row,
    step: Callable[[Case], int] = lambda case: case.stride,
    join: Join = lambda alone: np.nansum(alone, axis=0),
    divisor: Divisor = lambda covers, case: covers,
    then: Join = lambda image: image,
) -> np.ndarray:
    """The image, (channels, height, width); where there is no patch, it is NaN.

    The image that ``join`` makes of the patches is divided by a ``divisor``: the right one is how
    many patches cover each pixel. ``then`` is done to the image.
    """
    alone = layers(case, read, position, step(case))
    with np.errstate(invalid="ignore"):
        return then(join(alone) / divisor((~np.isnan(alone)).sum(axis=0), case))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def channels_last(case: Case) -> np.ndarray:
    return np.moveaxis(case.P.reshape(len(case.P), case.size, case.size, -1), -1, 1)


def columns_of_the_height(i: int, rows: int, columns: int) -> tuple[int, int]:
    """The place if there are as many columns as rows, moved into the image."""
    return min(i // rows, rows - 1), min(i % rows, columns - 1)


def covered(below: np.ndarray, above: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(above), below, above)


def running_mean(alone: np.ndarray) -> np.ndarray:
    """The image if each new patch is averaged with the pixels that are already there."""
    return functools.reduce(lambda old, new: covered(covered(old, new), (old + new) / 2), alone)


def last_alone(alone: Iterable[np.ndarray]) -> np.ndarray:
    return functools.reduce(covered, alone)


def divided_by(divisor: Divisor) -> dict[str, Divisor]:
    return {"divisor": divisor}


def undivided(join: Join) -> dict[str, Join | Divisor]:
    return {"join": join, "divisor": lambda covers, case: 1}


COVERED = divided_by(lambda covers, case: np.maximum(covers, 1))

VARIANTS: Variants = {
    "divided-by-rows": [
        {"position": lambda i, rows, columns: (i // rows, i % columns)},
        {"position": lambda i, rows, columns: divmod(i, rows)},
        {"position": lambda i, rows, columns: divmod(i, rows), **COVERED},
        {"position": lambda i, rows, columns: divmod(i, round((rows * columns) ** 0.5)), **COVERED},
    ],
    "stride-forgotten": [{"step": lambda case: 1, **more} for more in ({}, COVERED)],
    "divided-by-all": divided_by(lambda covers, case: len(case.P)),
    "decimals-lost": [
        {"join": lambda alone, cut=cut: cut(np.nansum(alone, axis=0))}
        for cut in (np.floor, np.trunc, np.round)
    ],
    "counted-from-1": divided_by(lambda covers, case: covers + 1),
    "channels-averaged": {
        "read": lambda case: np.broadcast_to(
            channels_first(case).mean(axis=1, keepdims=True), channels_first(case).shape
        )
    },
    "columns-of-the-height": {"position": columns_of_the_height, **COVERED},
    "channels-counted": divided_by(lambda covers, case: len(covers) * covers),
    "column-by-column": {"position": lambda i, rows, columns: (i % rows, i // rows)},
    "channels-last": {"read": channels_last},
    "turned-inside": {"read": lambda case: channels_first(case).swapaxes(2, 3)},
    "axes-otherwise": {"then": lambda image: np.moveaxis(image, 0, -1)},
}

AT_EDGES: Variants = {  # each may be right in this case
    "summed": [{}, divided_by(lambda covers, case: 1)],
    "running-mean": [{}, undivided(running_mean)],
    "one-divisor": [
        {},
        divided_by(lambda covers, case: covers.max()),
        divided_by(lambda covers, case: covers.mean()),
        divided_by(lambda covers, case: (case.size / case.stride) ** 2),
        divided_by(lambda covers, case: (case.size // case.stride) ** 2),
    ],
    "one-patch-alone": [
        {},
        undivided(last_alone),
        undivided(lambda alone: last_alone(alone[::-1])),
        {"join": last_alone},
    ],
    "zeros-not-counted": {
        "join": lambda alone: (
            np.nansum(alone, axis=0) / np.maximum((abs(alone) > 0).sum(axis=0), 1)
        ),
        "divisor": lambda covers, case: 1,
    },
    "overflow": {"divisor": lambda covers, case: np.maximum(covers.astype(np.uint8), 1)},
    "not-the-mean": [
        undivided(lambda alone: np.nanmedian(alone, axis=0)),
        undivided(lambda alone: np.nanmax(alone, axis=0)),
    ],
}

SIGNS = {
    "sticks-out": lambda image, case: False,  # an error
    "strips": lambda image, case: same(image, case.P.reshape(-1, case.height, case.width)),
}


def same(image: np.ndarray, expected: np.ndarray) -> bool:
    return image.shape == expected.shape and np.allclose(
        image, expected, 1e-4, 1e-6, equal_nan=True
    )


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, channels: int, rows: int, columns: int, size: int, stride: int
) -> Case:
    P = rng.normal(size=(rows * columns, channels * size**2))
    return Case(P, (rows - 1) * stride + size, (columns - 1) * stride + size, size, stride)


def cases(rng: np.random.Generator) -> Cases:
    a, b, c = rng.choice(np.arange(2, 6), size=3, replace=False).tolist()
    n = LARGEST_SIDE // LARGEST_PATCH
    square = [(2, 2, 2, 2, 2), (3, a, a, c, c), (2, b, b, 3, 3), (4, 3, 3, c, c)]
    oblong = [(2, 2, 3, 2, 2), (3, a, b, c, c), (2, b, a + 2, 3, 3), (4, 3, 2, c, c)]
    thin = [(1, 1, 1, 1, 1), (2, a, a, 1, 1), (1, 1, 1, max(a, c), min(a, c))]
    full = MOST_CHANNELS, n, n, LARGEST_PATCH, LARGEST_PATCH
    overlapping = [(2, a, b, 3, 2), (3, b, c, 5, 2), (1, c, a, 4, 1)]
    overlapping += [(2, 1, 4, 5, 3), (2, 4, 1, 3, 1), (1, 25, 7, 16, 2)]
    of_the_notebook = Case(np.array([[1.0, 2, 3, 4], [6, 7, 8, 9]]), 2, 3, 2, 1)
    drawn, other_grids, extremes, joined = (
        [draw(rng, *sizes) for sizes in group]
        for group in (square, oblong, [*thin, full], overlapping)
    )
    of_grids = "divided-by-rows", "columns-of-the-height", "sticks-out"
    mistakes = *AT_EDGES, "sticks-out"
    with_zeros = [case._replace(P=np.where(case.P > 0, case.P, 0)) for case in joined[:3]]
    deep = [draw(rng, 1, 17, 16, LARGEST_PATCH, 1)]
    return Cases(
        drawn,
        (
            Edge(other_grids, of_grids),
            Edge(extremes, mistakes),
            Edge([of_the_notebook, *joined], mistakes, 2),
            Edge(with_zeros, ("zeros-not-counted",), 3),
            Edge(deep, ("overflow",), 3),
        ),
    )


join_patches = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, same=same, any_shape=True
).check
