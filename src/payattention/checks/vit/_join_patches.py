"""The check of `join_patches`: an image from patches that may overlap."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, Wrong, check, close, judge
from payattention.checks.edges import UNNAMED, judge_edges
from payattention.checks.gives import equals_one_of

LARGEST_SIDE, LARGEST_PATCH, MOST_CHANNELS = 64, 16, 4
OVERLAP_MISSED = 0.3  # share of the points if overlaps are wrong in an unknown way


class Cut(NamedTuple):
    """The arguments of one call of the student's `join_patches`, with sizes in pixels.

    P  a patch in each row, (patches, channels · size²)
    ``height``, ``width``: the size of the image.
    size    the side of a patch
    stride  the step from one patch to the next
    """

    P: np.ndarray
    height: int
    width: int
    size: int
    stride: int


@check(reread="Chapter 7, [Patches](07-vit#patches)", odd_form=True)
def join_patches(ask: Ask, rng: np.random.Generator) -> str:
    """Check an image made of patches, with the mean of the patches where they overlap.

    Promised domain: images of 1 to 64 pixels a side with 1 to 4 channels; patches of 1 to 16 pixels
        a side; strides from 1 to the patch's size. The patches cover the image up to its borders.
    Extremes and special cases, alone and together: no overlap; strides that do not divide the size;
        a stride of 1; patches of one pixel; one patch, one row or one column of patches; one
        channel; more rows than columns, and fewer; all sizes at their largest.
    Usual mistakes: the patches are only reshaped; the patches are read column by column; the
        patches are laid out in rows of a wrong length; the channels are read last; the patches that
        cover a pixel are counted once for each channel; rows and columns of a patch are exchanged.
        Where patches overlap: the patches are added up; only the last or the first patch counts;
        the code takes a running mean; all pixels have one divisor.
    Certain: the pixels are random, and patches differ where they overlap, so all these mistakes
        give different images. A mistake is named only if the student's images fit it in all cases.
    """

    def draw(channels, rows, columns, size, stride):
        P = rng.normal(size=(rows * columns, channels * size**2))
        return Cut(P, (rows - 1) * stride + size, (columns - 1) * stride + size, size, stride)

    def grid(case):
        """The number of rows and the number of columns of patches."""
        rows, columns = (
            (side - case.size) // case.stride + 1 for side in (case.height, case.width)
        )
        return rows, columns

    def summed(case, P=None):
        """The image in which overlapping patches are added up: (channels, height, width).

        ``P`` replaces the patches of the test case.
        """
        cut = torch.tensor(case.P if P is None else P).T[None]
        sides = (case.height, case.width)
        return F.fold(cut, sides, case.size, stride=case.stride)[0].numpy()

    def covers(case):
        """The number of patches that cover each pixel: (channels, height, width)."""
        return summed(case, np.ones_like(case.P))

    def image(case, P=None):
        return summed(case, P) / covers(case)

    def right(output, case):
        return close(output, image(case))

    def pixels(case):
        return case.P.reshape(len(case.P), -1, case.size, case.size)

    def column_by_column(case):
        rows, columns = grid(case)
        turned = case.P.reshape(columns, rows, -1).swapaxes(0, 1)
        return image(case, np.ascontiguousarray(turned).reshape(case.P.shape))

    def channels_last(case):
        last = case.P.reshape(len(case.P), case.size, case.size, -1)
        return image(case, np.moveaxis(last, -1, 1).reshape(case.P.shape))

    def turned_inside(case):
        return image(case, pixels(case).swapaxes(2, 3).reshape(case.P.shape))

    def without_averaging(case, *, last):
        """The wrong image in which, of patches that overlap, only the last or the first counts."""
        found = np.zeros_like(summed(case))
        order = range(len(case.P)) if last else reversed(range(len(case.P)))
        for i in order:
            y, x = (case.stride * step for step in divmod(i, grid(case)[1]))
            found[:, y : y + case.size, x : x + case.size] = pixels(case)[i]
        return found

    def laid(case, place):
        """The image if patch i is in the row and column ``place(i)`` of the grid.

        Where there is no patch, the image is NaN.
        """
        found, count = np.zeros((2, *summed(case).shape))
        for i, patch in enumerate(pixels(case)):
            y, x = (case.stride * step for step in place(i))
            inside = found[:, y : y + case.size, x : x + case.size]
            inside += patch[:, : inside.shape[1], : inside.shape[2]]
            count[:, y : y + case.size, x : x + case.size] += 1
        with np.errstate(invalid="ignore"):
            return found / count

    def by_rows(output, case):
        """Whether patch i was put in row i // rows of the grid, not in row i // columns."""
        rows, columns = grid(case)
        return any(
            np.allclose(output, laid(case, place), 1e-4, 1e-6, equal_nan=True)
            for place in (lambda i: (i // rows, i % columns), lambda i: divmod(i, rows))
        )

    mistakes: Mistakes = [
        Mistake(
            "divided-by-rows",
            "Patch i is in row i // columns, where `columns` is the number of patches in a row.",
            by_rows,
            credit=0.4,
        ),
        Mistake(
            "channels-counted",
            "How many patches cover a pixel is added up over all channels. Each channel has its "
            "own mean.",
            equals_one_of(lambda case: image(case) / len(image(case))),
            credit=0.5,
        ),
        Mistake(
            "strips",
            "This is a plain reshape: each patch becomes a strip of whole rows of the image. Split "
            "the axes first, then exchange them.",
            equals_one_of(lambda case: case.P.reshape(-1, case.height, case.width)),
        ),
        Mistake(
            "column-by-column",
            "The patches are laid out column by column. They come row by row.",
            equals_one_of(column_by_column),
            credit=0.4,
        ),
        Mistake(
            "channels-last",
            "A patch is read with its channels last. They come first: all pixels of channel 0, "
            "then all of channel 1.",
            equals_one_of(channels_last),
            credit=0.4,
        ),
        Mistake(
            "turned-inside",
            "Each patch stands at its place, but its rows and columns are exchanged.",
            equals_one_of(turned_inside),
            credit=0.4,
        ),
    ]

    def running(case):
        """The image if each new patch is averaged with the pixels that are already there."""
        found, covered = np.zeros_like(summed(case)), np.zeros((case.height, case.width), bool)
        for i, patch in enumerate(pixels(case)):
            y, x = (case.stride * step for step in divmod(i, grid(case)[1]))
            here = np.s_[y : y + case.size, x : x + case.size]
            old = found[:, *here]
            found[:, *here] = np.where(covered[here], (old + patch) / 2, patch)
            covered[here] = True
        return found

    about_overlap: Mistakes = [
        Mistake(
            "summed",
            "Where patches overlap, they are added up. Divide each pixel by the number of patches "
            "that cover it.",
            lambda output, case: right(output, case) or close(output, summed(case)),
            credit=0.6,
        ),
        Mistake(
            "running-mean",
            "Each new patch counts as half of a pixel. Of three patches the last then counts half, "
            "the others a quarter: add all up first, and divide by their number.",
            lambda output, case: right(output, case) or close(output, running(case)),
            credit=0.5,
        ),
        Mistake(
            "one-divisor",
            "All pixels are divided by one number. At the border fewer patches lie above each "
            "other than in the middle.",
            lambda output, case: (
                right(output, case)
                or close(output, summed(case) / covers(case).max())
                or close(output, summed(case) / covers(case).mean())
                or close(output, summed(case) * (case.stride / case.size) ** 2)
            ),
            credit=0.6,
        ),
        Mistake(
            "one-patch-alone",
            "Where patches overlap, the last one or the first one stands alone. Take the mean.",
            lambda output, case: (
                right(output, case)
                or close(output, without_averaging(case, last=True))
                or close(output, without_averaging(case, last=False))
            ),
            credit=0.5,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=image(case).shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": image(case)},
            rule="Pixel (channel, y, x) is the mean of all patches that cover it; patch i begins "
            "`stride` times (its row, its column) from the top left.",
        )

    a, b, c = (int(x) for x in rng.choice(np.arange(2, 6), size=3, replace=False))
    judge_at(
        [draw(2, 2, 3, 2, 2), draw(3, a, b, c, c), draw(2, b, a + 2, 3, 3), draw(4, 3, 2, c, c)],
        mistakes,
    )
    thin = [draw(1, 1, 1, 1, 1), draw(2, a, b, 1, 1), draw(1, 1, 1, c, a)]
    n = LARGEST_SIDE // LARGEST_PATCH
    full = draw(MOST_CHANNELS, n, n, LARGEST_PATCH, LARGEST_PATCH)
    judge_edges(lambda: judge_at([*thin, full], about_overlap))
    example = Cut(np.array([[1.0, 2, 3, 4], [6, 7, 8, 9]]), 2, 3, 2, 1)  # the notebook's
    overlapping = [example, draw(2, a, b, 3, 2), draw(3, b, c, 5, 2), draw(1, c, a, 4, 1)]
    overlapping += [draw(2, 1, 4, 5, 3), draw(2, 4, 1, 3, 1), draw(1, 25, 7, 16, 2)]
    try:
        judge_at(overlapping, about_overlap)
    except Wrong as fault:
        says = "See the call below." if fault.name in UNNAMED else fault.says
        says = f"Right where patches do not overlap, but not where they do. {says}"
        credit = fault.credit or OVERLAP_MISSED
        raise Wrong(fault.name, says, fault.details, credit=credit) from None
    return "Where patches overlap, their mean leaves no hard seams."
