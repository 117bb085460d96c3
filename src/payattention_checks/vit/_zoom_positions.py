"""Position vectors for the patches of a part of an image, interpolated from old ones.

Promised domain: grids of 1 to 32 rows and columns, old and new; widths from 1 to 64; boxes inside
    the image, at least 0.1 patches high and wide.
Extremes and special cases, alone and together: the whole image, on a finer grid, a coarser one, or
    the same; a part of it on the same grid; boxes at each border and in each corner, so that new
    centres lie beyond the outermost old ones; a box of 0.1 × 0.1; one old row, one old column, one
    old patch; one new row, one new patch; a width of 1; all sizes at their largest.
Certain: in ordinary test cases, vectors and boxes are random and no old grid is square, so all
    mistakes give different vectors. A mistake is named only if the student's vectors fit it in all
    cases.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.compare import alike
from payattention_checks.task import Cases, Edge, Task, Variants

LARGEST_GRID, LARGEST_WIDTH = 32, 64
SMALLEST_SIDE = 0.1


class Case(NamedTuple):
    """The arguments of one call.

    positions              the old vectors, with [CLS] first, (1 + rows · columns, d)
    rows, columns          the size of the old grid
    box                    top, left, bottom and right of the part, in old patches
    new_rows, new_columns  the size of the new grid, which fills the box
    """

    positions: np.ndarray
    rows: int
    columns: int
    box: np.ndarray
    new_rows: int
    new_columns: int


Box = Callable[[Case], Sequence[float] | np.ndarray]
Grid = Callable[[Case], np.ndarray]
# (low, high, n_new, n_old): the new centres from one end of the box to the other; in their unit, a
# step from one old centre to the next, the first old centre is 0
Centres = Callable[[float, float, int, int], np.ndarray]
# (at, n): how much of each of n old rows is in each new row, (new rows, n), whose centre is ``at``
Weights = Callable[[np.ndarray, int], np.ndarray]


def old_grid(case: Case) -> np.ndarray:
    """The old vectors, (rows, columns, d)."""
    return case.positions[1:].reshape(case.rows, case.columns, -1)


def middles(low: float, high: float, n: int, n_old: int) -> np.ndarray:
    return low + (np.arange(n) + 0.5) * (high - low) / n - 0.5


def hats(at: np.ndarray, n: int) -> np.ndarray:
    """Linear weights, which fade to 0 beyond the outermost old centres."""
    return np.maximum(0, 1 - abs(at[:, None] - np.arange(n)))


def linear(at: np.ndarray, n: int) -> np.ndarray:
    return hats(at.clip(0, n - 1), n)


def right(
    case: Case,
    *,
    box: Box = lambda case: case.box,
    centres: Centres = middles,
    weights: Weights = linear,
    old: Grid = old_grid,
    order: tuple[int, int, int] = (0, 1, 2),
    parts: slice = slice(None),
) -> np.ndarray:
    """The new vectors, (1 + new patches, d), or only some of their ``parts``, [CLS] and patches.

    ``order`` is that of the axes of their grid.
    """
    top, left, bottom, right = box(case)
    down = weights(centres(top, bottom, case.new_rows, case.rows), case.rows)
    along = weights(centres(left, right, case.new_columns, case.columns), case.columns)
    new = np.einsum("ir,jc,rcd->ijd", down, along, old(case)).transpose(order)
    return np.vstack([case.positions[:1], new.reshape(-1, new.shape[-1])][parts])


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def whole_image(case: Case) -> tuple[int, int, int, int]:
    return 0, 0, case.rows, case.columns


def borders(low: float, high: float, n: int, n_old: int) -> np.ndarray:
    """The top left corners of the new patches, taken for their centres."""
    return low + np.arange(n) * (high - low) / n - 0.5


def corners(low: float, high: float, n: int, n_old: int) -> np.ndarray:
    return np.linspace(low, high, n) - 0.5


def stretched(centres: Centres) -> Centres:
    """Centres as if the outermost old ones were on the border of the image."""
    return lambda low, high, n, n_old: (centres(low, high, n, n_old) + 0.5) * (n_old - 1) / n_old


def half_a_patch_on(centres: Centres) -> Centres:
    """Centres as if old patches were at their top left corners."""
    return lambda *sizes: centres(*sizes) + 0.5


def bicubic(at: np.ndarray, n: int) -> np.ndarray:
    """The weights of torch's bicubic interpolation."""
    y = torch.tensor(2 * (at + 0.5) / n - 1)
    where = torch.stack([0 * y, y], dim=-1)[None, :, None]  # (1, new rows, 1, 2)
    each_alone = torch.eye(n, dtype=torch.float64)[None, :, :, None]  # (1, n, n, 1)
    found = F.grid_sample(each_alone, where, "bicubic", "border", align_corners=False)
    return found[0, :, :, 0].T.numpy()


def spline(at: np.ndarray, n: int, *, mode: Literal["edge", "reflect"]) -> np.ndarray:
    """The weights of a cubic spline through all old rows, and some more that follow from them."""

    def bell(x: np.ndarray) -> np.ndarray:
        near, far = 2 / 3 - x**2 + abs(x) ** 3 / 2, np.maximum(0, 2 - abs(x)) ** 3 / 6
        return np.where(abs(x) < 1, near, far)

    more = 12  # their ends hardly count any more: by a factor of 0.27 less for each
    padded = np.pad(np.eye(n), ((more, more), (0, 0)), mode=mode)
    row = np.arange(len(padded))
    return bell(at[:, None] + more - row) @ np.linalg.solve(bell(row[:, None] - row), padded)


def within(low: float, high: float, n: int, n_old: int) -> np.ndarray:
    """Centres that are cut to those of the old patches that are in the box as a whole."""
    first = np.ceil(low)
    return middles(low, high, n, n_old).clip(first, max(first, np.floor(high) - 1))


def column_by_column(case: Case) -> np.ndarray:
    return case.positions[1:].reshape(case.columns, case.rows, -1).swapaxes(0, 1)


def of_two(low: np.ndarray, high: np.ndarray, at: np.ndarray, n: int) -> np.ndarray:
    """The weights of the old rows ``low`` and ``high``, by the distance from ``low``.

    Of n rows, −1 is the last one here, and n the first.
    """
    one, other = (np.eye(n)[index.astype(int) % n] for index in (low, high))
    return one * (1 - (at - low))[:, None] + other * (at - low)[:, None]


def extrapolated(at: np.ndarray, n: int) -> np.ndarray:
    low = np.floor(at).clip(0, max(n - 2, 0))
    return of_two(low, low + 1, at, n)


def cut_towards_0(at: np.ndarray, n: int) -> np.ndarray:
    return of_two(np.trunc(at), np.minimum(np.trunc(at) + 1, n - 1), at, n)


def wrapped(at: np.ndarray, n: int) -> np.ndarray:
    return of_two(np.floor(at), np.floor(at) + 1, at, n)


def upper_clipped(at: np.ndarray, n: int) -> np.ndarray:
    return of_two(np.floor(at), np.minimum(np.floor(at) + 1, n - 1), at, n)


VARIANTS: Variants = {
    "box-ignored": [{"box": whole_image}, {"box": whole_image, "weights": bicubic}],
    "box-misread": [
        {"box": lambda case: case.box[[1, 0, 3, 2]]},
        {"box": lambda case: case.box + case.box[[0, 1, 0, 1]] * [0, 0, 1, 1]},  # sizes at the end
        {"box": lambda case: case.box[[0, 2, 1, 3]]},
    ],
    "rows-twice": [
        {"box": lambda case: case.box[[0, 0, 2, 2]]},
        {"box": lambda case: case.box[[1, 1, 3, 3]]},
    ],
    "box-rounded": [
        {"box": lambda case: case.box.round()},
        {"box": lambda case: [*np.floor(case.box[:2]), *np.ceil(case.box[2:])]},
    ],
    "borders-for-centres": [
        {"centres": half_a_patch_on(middles)},
        {"centres": borders},
        {"centres": half_a_patch_on(borders)},
    ],
    "corner-to-corner": [
        {"centres": corners},
        {"centres": lambda low, high, n, n_old: corners(low + 0.5, high - 0.5, n, n_old)},
        *(
            {"centres": of}
            for of in (half_a_patch_on(corners), stretched(middles), stretched(corners))
        ),
    ],
    "nearest": [
        {"weights": lambda at, n: linear(np.rint(at), n)},
        {"weights": lambda at, n: linear(np.floor(at), n)},
    ],
    "weights-exchanged": {"weights": lambda at, n: linear(np.floor(at) + 1 - at % 1, n)},
    "corner-forgotten": {"box": lambda case: case.box - case.box[[0, 1, 0, 1]]},
    "old-steps": {
        "centres": lambda low, high, n, n_old: (
            low + (np.arange(n) + 0.5) * (high - low) / n_old - 0.5
        )
    },
    "bicubic": [
        {"weights": bicubic},
        *({"weights": functools.partial(spline, mode=mode)} for mode in ("edge", "reflect")),
    ],
    "patches-of-the-box": {"centres": within},
    "rows-for-columns": [
        {"order": (1, 0, 2)},
        {"old": column_by_column},
    ],
    "class-token-last": {"parts": slice(None, None, -1)},
    "class-token-missing": {"parts": slice(1, None)},
}

AT_EDGES: Variants = {  # each may be right in this case
    "extrapolated": [{}, {"weights": extrapolated}, {"weights": cut_towards_0}],
    "faded": [
        {},
        {"weights": hats},
        {"weights": lambda at, n: hats(at, n) * ((at >= 0) & (at <= n - 1))[:, None]},
        {"weights": lambda at, n: hats(np.maximum(at, 0), n)},
        {"weights": lambda at, n: hats(np.minimum(at, n - 1), n)},
    ],
    "wrapped": [{}, {"weights": wrapped}, {"weights": upper_clipped}],
}

SIGNS = {
    "past-the-end": lambda output, case: False,  # an error
    "class-token-changed": lambda output, case: (
        output.ndim == 2 and alike(output[1:], right(case)[1:])
    ),
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    d: int,
    rows: int,
    columns: int,
    new_rows: int,
    new_columns: int,
    box: Sequence[float] | None = None,
) -> Case:
    """A random case; every new centre lies between old ones, unless a ``box`` is given."""
    if box is None:
        high, wide = rng.uniform(0.4, 0.9, size=2) * (rows - 1, columns - 1)
        top = 0.5 + rng.uniform(0.1, 0.9) * (rows - 1 - high)
        left = 0.5 + rng.uniform(0.1, 0.9) * (columns - 1 - wide)
        box = (top, left, top + high, left + wide)
    positions = rng.normal(size=(1 + rows * columns, d))
    return Case(positions, rows, columns, np.array(box, dtype=float), new_rows, new_columns)


def at_edges(rng: np.random.Generator, a: int, b: int, c: int) -> list[Case]:
    n, side = LARGEST_GRID, SMALLEST_SIDE
    boxes = [
        (1, 2, 3, 2, 2, (0, 0, 1, 1.2)), (2, a, b, c, c, (0, 1, 1.5, b)),
        (2, b, a, 3, c, (b - 1.3, 0, b, 1)), (1, a, c, 7, 3, (a - 1, c - 1, a, c)),
        (2, 1, b, 2, 3, (0.1, 0.3, 0.8, b - 0.2)), (1, a, b, 1, 1, (0.2, 0.3, 2.4, 1.9)),
        (2, a, b, 2, 3, (1.45, 0.45, 1.45 + side, 0.45 + side)),
        (2, b, c, 3, 2, (0, 0, side, side)), (1, c, a, 2, 2, (c - side, a - side, c, a)),
        (1, n - 1, n, n, n, (0, 5, 20.5, n)),
    ]  # fmt: skip
    images = [
        (2, a, b, 2 * a, b + 3), (2, b, c, 2, 2), (1, a, c, a, c),
        (1, b, 1, b + 2, 3), (2, 1, 1, 2, 2), (3, 4, 3, 1, 5), (LARGEST_WIDTH, n, n - 1, n - 1, n),
    ]  # fmt: skip
    return [
        *(draw(rng, *arguments) for arguments in boxes),
        *(draw(rng, *sizes, (0, 0, *sizes[1:3])) for sizes in images),
    ]


def cases(rng: np.random.Generator) -> Cases:
    a, b, c = rng.choice(np.arange(3, 7), size=3, replace=False).tolist()
    ordinary = [(1, 3, 4, 2, 3), (2, a, b, c, a), (3, b, c, a, c + 1)]
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (
            Edge(at_edges(rng, a, b, c), (*AT_EDGES, "past-the-end")),
            Edge([draw(rng, 2, a, b, a, b)], ("box-ignored",)),
        ),
    )


zoom_positions = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, any_shape=True).check
