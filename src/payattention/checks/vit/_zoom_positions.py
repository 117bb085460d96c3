"""The check of `zoom_positions`: position vectors for the patches of a part of an image."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

LARGEST_GRID, LARGEST_WIDTH = 32, 64
SMALLEST_SIDE = 0.1


class Zoom(NamedTuple):
    """The arguments of one call of the student's `zoom_positions`.

    positions  the old vectors, with [CLS] first, (1 + rows · columns, d)
    ``rows``, ``columns``: the size of the old grid.
    box  top, left, bottom and right of the part of the image; the unit is one old patch
    ``new_rows``, ``new_columns``: the size of the new grid, which fills the box.
    """

    positions: np.ndarray
    rows: int
    columns: int
    box: np.ndarray
    new_rows: int
    new_columns: int


@check(reread="Chapter 7, [Larger images](07-vit#resized-positions)", odd_form=True)
def zoom_positions(ask: Ask, rng: np.random.Generator) -> str:
    """Check position vectors for the patches of a part of an image, interpolated from old ones.

    Promised domain: grids of 1 to 32 rows and columns, old and new; widths from 1 to 64; boxes
        inside the image, at least 0.1 patches high and wide.
    Extremes and special cases, alone and together: the whole image, on a finer grid, a coarser one,
        or the same; boxes at each border and in each corner, so that new centres lie beyond the
        outermost old ones; a box of 0.1 × 0.1; one old row, one old column, one old patch; one new
        row, one new patch; a width of 1; all sizes at their largest.
    Usual mistakes: the box is ignored; the numbers of the box are read in another order; the
        numbers of the box are read as sizes; the top and left of the box are not added; the corner
        of an old patch is taken for its centre; the corner of a new patch is taken for its centre;
        the outermost new centres lie on the border of the box; the box is divided by the number of
        old patches, not of new ones; each new vector is a single old vector; the weights of two
        neighbours are exchanged; the interpolation is bicubic; rows and columns are exchanged;
        [CLS] comes last; the vector of [CLS] is changed. In edge cases, beyond the outermost old
        centres: the vectors are extrapolated; the vectors fade to 0; the vectors wrap around to the
        other side.
    Certain: in ordinary test cases, vectors and boxes are random and no old grid is square, so all
        these mistakes give different vectors. A mistake is named only if the student's vectors fit
        it in all cases.
    """

    def draw(d, rows, columns, new_rows, new_columns, box=None):
        if box is None:  # then every new centre lies between old ones
            high, wide = rng.uniform(0.4, 0.9, size=2) * (rows - 1, columns - 1)
            top = 0.5 + rng.uniform(0.1, 0.9) * (rows - 1 - high)
            left = 0.5 + rng.uniform(0.1, 0.9) * (columns - 1 - wide)
            box = (top, left, top + high, left + wide)
        positions = rng.normal(size=(1 + rows * columns, d))
        return Zoom(positions, rows, columns, np.array(box, dtype=float), new_rows, new_columns)

    def centres(low, high, n, *, shift=0.5):
        return low + (np.arange(n) + shift) * (high - low) / n

    def places(case, **how):
        """The centres of the new patches: y for each new row, x for each new column.

        The unit is one old patch, and 0 is the top left of the image. ``how`` can have ``shift``,
        the place of a centre in its new patch, ½ by default.
        """
        top, left, bottom, right = case.box
        return centres(top, bottom, case.new_rows, **how), centres(
            left, right, case.new_columns, **how
        )

    def sampled(case, *, at=None, mode="bilinear", padding="border", old_shift=0.0):
        """The new vectors by torch's `grid_sample`, (1 + new patches, d): right by default.

        The keywords make mistakes: ``at`` replaces the new centres, and the centre of old row r is
        at r + ½ − ``old_shift``.
        """
        down, along = places(case) if at is None else at
        y = 2 * (torch.tensor(down) + old_shift) / case.rows - 1
        x = 2 * (torch.tensor(along) + old_shift) / case.columns - 1
        where = torch.stack(torch.meshgrid(x, y, indexing="xy"), dim=-1)[None]
        old = torch.tensor(case.positions[1:]).T.reshape(1, -1, case.rows, case.columns)
        new = F.grid_sample(old, where, mode, padding, align_corners=False)
        return np.vstack([case.positions[:1], new[0].flatten(1).T.numpy()])

    def right(output, case):
        return close(output, sampled(case))

    def boxed(case, change):
        return sampled(case._replace(box=np.array(change(*case.box))))

    def borders(case, *, old, new):
        """The wrong result if the top left corners of patches are taken for their centres.

        ``old`` and ``new`` say whether this is done for the old patches and for the new ones.
        """
        at = places(case, shift=0.0) if new else places(case)
        return sampled(case, at=at, old_shift=0.5 if old else 0.0)

    def corner_to_corner(case, margin, **how):
        """The wrong result if the outermost new centres are ``margin`` from the border of the box.

        The unit of ``margin`` is one old patch. ``how`` are keyword arguments of `sampled`.
        """
        top, left, bottom, right = case.box
        return sampled(
            case,
            at=(
                np.linspace(top + margin, bottom - margin, case.new_rows),
                np.linspace(left + margin, right - margin, case.new_columns),
            ),
            **how,
        )

    def old_steps(case):
        """The wrong result if the box is divided by the number of old patches, not of new ones."""
        top, left, bottom, right = case.box
        return sampled(
            case,
            at=(
                top + (np.arange(case.new_rows) + 0.5) * (bottom - top) / case.rows,
                left + (np.arange(case.new_columns) + 0.5) * (right - left) / case.columns,
            ),
        )

    def between(case, change):
        """The wrong result if each new centre is moved between its two old neighbours.

        ``change`` maps the right place to the wrong one: 0 is the first neighbour, 1 the second.
        """
        at = []
        for place in places(case):
            share = (place - 0.5) % 1
            at.append(place - share + change(share))
        return sampled(case, at=at)

    def column_by_column(case):
        found = sampled(case)
        grid = found[1:].reshape(case.new_rows, case.new_columns, -1).swapaxes(0, 1)
        return np.vstack([found[:1], grid.reshape(found[1:].shape)])

    def grid_turned(case):
        """The wrong result if the old vectors are read column by column."""
        old = case.positions[1:].reshape(case.columns, case.rows, -1).swapaxes(0, 1)
        old = old.reshape(case.positions[1:].shape)
        return sampled(case._replace(positions=np.vstack([case.positions[:1], old])))

    def class_moved(output, case):
        if len(output) < 2 or not close(output[-1], case.positions[0]):
            return None
        return np.roll(output, 1, axis=0), case

    mistakes: Mistakes = [
        Mistake(
            "box-ignored",
            "This is the whole image on the new grid. The new patches lie in the box.",
            equals_one_of(
                lambda case: boxed(case, lambda *_: (0, 0, case.rows, case.columns)),
                lambda case: sampled(
                    case._replace(box=np.array([0.0, 0, case.rows, case.columns])), mode="bicubic"
                ),
            ),
            credit=0.3,
        ),
        Mistake(
            "box-misread",
            "The numbers of the box are taken for others. They are top, left, bottom, right: two "
            "corners, and down before along.",
            equals_one_of(
                lambda case: boxed(case, lambda t, l, b, r: (l, t, r, b)),
                lambda case: boxed(case, lambda t, l, b, r: (t, l, t + b, l + r)),
                lambda case: boxed(case, lambda t, l, b, r: (t, b, l, r)),
            ),
            credit=0.5,
        ),
        Mistake(
            "borders-for-centres",
            "A ½ is missing, of the new patches, the old ones, or both. A patch is represented by "
            "its centre: that of old patch 0 is at ½.",
            equals_one_of(
                lambda case: borders(case, old=True, new=False),
                lambda case: borders(case, old=False, new=True),
                lambda case: borders(case, old=True, new=True),
            ),
            credit=0.5,
        ),
        Mistake(
            "corner-to-corner",
            "The outermost new centres lie on the border of the box, or on old centres. They lie "
            "half a new patch inside.",
            equals_one_of(
                lambda case: corner_to_corner(case, 0.0),
                lambda case: corner_to_corner(case, 0.5),
                lambda case: corner_to_corner(case, 0.0, old_shift=0.5),
            ),
            credit=0.4,
        ),
        Mistake(
            "nearest",
            "Each new patch has the vector of a single old one. Mix the four around it.",
            equals_one_of(
                lambda case: sampled(case, mode="nearest"),
                lambda case: between(case, lambda share: 0 * share),
            ),
            credit=0.3,
        ),
        Mistake(
            "weights-exchanged",
            "The weights of the two old centres around a new one are exchanged. The nearer one "
            "counts more.",
            equals_one_of(lambda case: between(case, lambda share: 1 - share)),
            credit=0.6,
        ),
        Mistake(
            "corner-forgotten",
            "The box begins at the top left of the image: `top` and `left` are not added.",
            equals_one_of(lambda case: boxed(case, lambda t, l, b, r: (0, 0, b - t, r - l))),
            credit=0.5,
        ),
        Mistake(
            "old-steps",
            "The box is divided by the number of old patches. It is cut into the new ones.",
            equals_one_of(old_steps),
            credit=0.5,
        ),
        Mistake(
            "bicubic",
            "This is a bicubic interpolation, as in the chapter. Here it is linear in both "
            "directions.",
            equals_one_of(lambda case: sampled(case, mode="bicubic")),
            credit=0.5,
        ),
        Mistake(
            "rows-for-columns",
            "The old or the new patches are read column by column. They stand row by row.",
            equals_one_of(column_by_column, grid_turned),
            credit=0.5,
        ),
        UndoableMistake(
            "class-token-last",
            "[CLS] comes first: its vector is row 0.",
            class_moved,
            credit=0.7,
        ),
        Mistake(
            "class-token-changed",
            "[CLS] has no place in the image: it keeps its vector, row 0, as it is.",
            lambda output, case: close(output[1:], sampled(case)[1:]),
            credit=0.7,
        ),
    ]

    def neighbours_clipped(at, n):
        """The two old rows for each new row, if vectors beyond the old centres are extrapolated.

        Both are arrays of indices. ``at`` has the centre of each new row: 0 is the centre of the
        first old row, n − 1 of the last.
        """
        low = np.clip(np.floor(at), 0, max(n - 2, 0))
        return low, low + 1

    def cut_towards_0(at, n):
        """The two old rows to interpolate, for each new row, if −0.3 is rounded down to 0.

        ``at`` is as in `neighbours_clipped`.
        """
        low = np.trunc(at)
        return low, np.minimum(low + 1, n - 1)

    def neighbours_wrapped(at, n):
        return np.floor(at), np.floor(at) + 1

    def neighbours_upper_clipped(at, n):
        """The two old rows for each new row, if only the upper index is clipped (−1: the last row).

        ``at`` is as in `neighbours_clipped`.
        """
        return np.floor(at), np.minimum(np.floor(at) + 1, n - 1)

    def weights(at, n, neighbours):
        """The weight of each of n old rows in each new row: (new rows, n).

        ``at`` has the centre of each new row: 0 is the border of the image, and ½ is the centre of
        the first old row. ``neighbours`` is a function such as `neighbours_clipped`.
        """
        at = at - 0.5
        share = np.zeros((len(at), n))
        for i, (place, low, high) in enumerate(zip(at, *neighbours(at, n), strict=True)):
            share[i, int(low) % n] += 1 - (place - low)
            share[i, int(high) % n] += place - low
        return share

    def beyond(case, neighbours):
        down, along = places(case)
        old = case.positions[1:].reshape(case.rows, case.columns, -1)
        new = np.einsum(
            "ir,jc,rcd->ijd",
            weights(down, case.rows, neighbours),
            weights(along, case.columns, neighbours),
            old,
        )
        return np.vstack([case.positions[:1], new.reshape(-1, old.shape[-1])])

    def faded(case, *, first=True, last=True):
        """The wrong result if the vectors fade to 0 beyond the outermost old centres.

        ``first``: they fade before the first old centre; ``last``: they fade after the last one.
        """
        down, along = (
            np.clip(at, -1 if first else 0.5, n + 1 if last else n - 0.5)
            for at, n in zip(places(case), (case.rows, case.columns), strict=True)
        )
        return sampled(case, at=(down, along), padding="zeros")

    def or_right(*others):
        return equals_one_of(sampled, *others)

    at_border: Mistakes = [
        Mistake(
            "extrapolated",
            "Beyond the outermost old centres the vectors are extrapolated. There the outermost "
            "vector holds.",
            or_right(
                lambda case: beyond(case, neighbours_clipped),
                lambda case: beyond(case, cut_towards_0),
            ),
            credit=0.7,
        ),
        Mistake(
            "faded",
            "Beyond the outermost old centres the vectors fade to 0. There the outermost vector "
            "holds.",
            or_right(
                faded,
                lambda case: faded(case, first=False),
                lambda case: faded(case, last=False),
            ),
            credit=0.7,
        ),
        Mistake(
            "wrapped",
            "Before the first old centre the index is −1, which is the last row or column, or one "
            "past the end is the first. Cut the place to 0 … rows − 1 first, and likewise for the "
            "columns.",
            or_right(
                lambda case: beyond(case, neighbours_wrapped),
                lambda case: beyond(case, neighbours_upper_clipped),
            ),
            credit=0.7,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=sampled(case).shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": sampled(case)},
            rule="New row i has its centre at top + (i + ½) (bottom − top) / new_rows, old row r "
            "at r + ½; in between, the old vectors are mixed linearly, along the columns as well. "
            "Row 0 is that of [CLS].",
        )

    a, b, c = (int(x) for x in rng.choice(np.arange(3, 7), size=3, replace=False))
    judge_at([draw(1, 3, 4, 2, 3), draw(2, a, b, c, a), draw(3, b, c, a, c + 1)], mistakes)

    def whole(d, rows, columns, new_rows, new_columns):
        return draw(d, rows, columns, new_rows, new_columns, (0, 0, rows, columns))

    corners = [draw(1, 2, 3, 2, 2, (0, 0, 1, 1.2)), draw(2, a, b, c, c, (0, 1, 1.5, b))]
    corners += [draw(2, b, a, 3, c, (b - 1.3, 0, b, 1)), draw(1, a, c, 4, 3, (a - 1, c - 1, a, c))]
    resized = [whole(2, a, b, 2 * a, b + 3), whole(2, b, c, 2, 2), whole(1, a, c, a, c)]
    thin = [draw(2, 1, b, 2, 3, (0.1, 0.3, 0.8, b - 0.2)), whole(1, b, 1, b + 2, 3)]
    thin += [whole(2, 1, 1, 2, 2), draw(1, a, b, 1, 1, (0.2, 0.3, 2.4, 1.9)), whole(3, 4, 3, 1, 5)]
    tiny = draw(2, a, b, 2, 3, (1.45, 0.45, 1.45 + SMALLEST_SIDE, 0.45 + SMALLEST_SIDE))
    n = LARGEST_GRID
    full = [whole(LARGEST_WIDTH, n, n - 1, n - 1, n), draw(1, n - 1, n, n, n, (0, 5, 20.5, n))]
    judge_edges(lambda: judge_at([*corners, *resized, *thin, tiny, *full], at_border))
    return "A ViT that is trained on crops can so be told where in the photograph it looks."
