"""The check of `kernel_heads`: three attention heads that equal a convolution."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    Wrong,
    check,
    close,
    first_difference,
    judge,
    show_call,
    show_difference,
)
from payattention.checks.edges import judge_edges

MOST_POSITIONS, MOST_CHANNELS = 50, 8


class Kernel(NamedTuple):
    """A test case: the arguments of one call, ``kernel`` and ``n``, and a random sequence X.

    X is (n, c_in). The student's function returns heads, and the check applies them to X.
    """

    kernel: np.ndarray
    n: int
    X: np.ndarray


@check(reread="Chapter 4, [Heads that are a convolution](04-multi-head#mhsa-conv)", odd_form=True)
def kernel_heads(ask: Ask, rng: np.random.Generator) -> str:
    """Check three heads that equal a convolution of width 3, with the first and last row repeated.

    The student's function returns the heads' attention weights A, (3, n, n), and the output
    projection W_O.

    Promised domain: 1 to 50 positions, 1 to 8 channels.
    Extremes and special cases, alone and together: one position; two positions; one channel in or
        out; more channels in than out, and fewer; 50 positions with 8 channels.
    Usual mistakes: the kernel is reversed; rows of A are 0 at one border or both; the border wraps
        around or is mirrored; each matrix of A is transposed; the heads are not the first axis of
        A; the heads attend from t to t, t + 1, t + 2, or to t − 2, t − 1, t, or all to t; rows of A
        are not weights, for example because they contain numbers of the kernel; W_O is transposed;
        the rows of W_O are ordered by channel, not by head; W_O is only a reshape of the kernel;
        the three blocks of W_O are not transposed, are put side by side, or are not joined into a
        matrix; the output is divided by 3; decimals of the kernel are cut off; W_O is returned
        before A. In edge cases: the code follows another rule for sequences of one or two
        positions.
    Certain: the heads run on random sequences, and the results are compared with torch's
        convolutions. So any attention weights A and any W_O with the right results are accepted.
        The feedback names a mistake only if its results fit all test cases.
    """

    def draw(n, c_in, c_out):
        kernel = rng.normal(size=(c_out, c_in, 3)).round(2)
        kernel[kernel == 0] = 0.5  # an answer may divide by the numbers of the kernel
        return Kernel(kernel, n, rng.normal(size=(n, c_in)).round(2))

    def convolved(case, kernel=None, border="edge"):
        """The convolution of X, the sequence of the test case, by torch: (n, c_out).

        ``border`` is a mode of `np.pad`: how the sequence continues beyond its ends.
        """
        kernel = case.kernel if kernel is None else kernel
        X = np.pad(case.X, ((1, 1), (0, 0)), mode=border)
        return F.conv1d(torch.tensor(X.T[None].copy()), torch.tensor(kernel.copy()))[0].T.numpy()

    def run(found, case):
        """The output of the student's heads, (n, c_out), for the input X of the test case."""
        return np.concatenate([A @ case.X for A in found.A], axis=1) @ found.W_O

    def is_weights(found):
        return (found.A >= -1e-6).all() and close(found.A.sum(axis=-1), 1.0, atol=1e-4)

    def sizes(case):
        c_out, c_in, _ = case.kernel.shape
        return (3, case.n, case.n), (3 * c_in, c_out)

    def fits_together(found, case):
        return (found.A.shape, found.W_O.shape) == sizes(case)

    def right(found, case):
        return (
            fits_together(found, case)
            and is_weights(found)
            and close(run(found, case), convolved(case), 1e-3, 1e-4)
        )

    def equals(border="edge"):
        """Make a predicate (found, case): whether the student's heads equal a padded convolution.

        ``found`` has the student's A and W_O. ``border`` is a mode of `np.pad`.
        """

        def fits(found, case):
            if border == "reflect" and case.n == 1:
                return right(found, case)
            return close(run(found, case), convolved(case, border=border), 1e-3, 1e-4)

        return fits

    def attends_to(*rules):
        """Make a predicate (found, case): whether the output is that of heads with given rules.

        ``found`` has the student's A and W_O. There is a ``rule(t, last)`` for each head: the one
        position to which it attends from position t. ``last`` is the last position. The heads have
        the right W_O.
        """

        def fits(found, case):
            t, last = np.arange(case.n), case.n - 1
            seen = [case.X[rule(t, last)] for rule in rules]
            expected = sum(x @ case.kernel[:, :, s].T for s, x in enumerate(seen))
            return close(run(found, case), expected, 1e-3, 1e-4)

        return fits

    def any_of(*fits):
        return lambda found, case: any(fit(found, case) for fit in fits)

    def here(t, last):
        return t

    def before(t, last):
        return np.maximum(t - 1, 0)

    def after(t, last):
        return np.minimum(t + 1, last)

    def turned(found, case):
        return right(found._replace(A=found.A.swapaxes(1, 2)), case)

    def blocks_turned(found, case):
        """Whether the student's heads are right once each of the three blocks of W_O is transposed.

        ``found`` has the student's A and W_O. A block to be transposed is (c_out, c_in).
        """
        c_out, c_in, _ = case.kernel.shape
        blocks = found.W_O.reshape(3, c_out, c_in).swapaxes(1, 2)
        return right(found._replace(W_O=blocks.reshape(3 * c_in, c_out)), case)

    def padded(found, case, *, first, last):
        """Whether the student's heads equal a convolution with zeros beyond one border or both.

        ``found`` has the student's A and W_O. ``first`` and ``last`` are 0 if there are zeros
        beyond that border, and 1 if not.
        """
        X = np.vstack([first * case.X[:1], case.X, last * case.X[-1:]])
        y = F.conv1d(torch.tensor(X.T[None].copy()), torch.tensor(case.kernel.copy()))[0].T.numpy()
        return close(run(found, case), y, 1e-3, 1e-4)

    def refitted(*changes):
        """Make a predicate (found, case): whether one of ``changes`` makes A and W_O right.

        ``found`` has the student's A and W_O. ``change(found, c_out, c_in)`` returns changed ones,
        or None if their shapes do not allow the change.
        """

        def fits(found, case):
            changed = (change(found, *case.kernel.shape[:2]) for change in changes)
            return any(right(other, case) for other in changed if other is not None)

        return fits

    def to_blocks(found, c_out, c_in):
        """The student's A and W_O, ``found``, with each of the three blocks of W_O transposed.

        The result is None unless W_O consists of three blocks (c_out, c_in), one below the other.
        """
        if found.W_O.shape != (3 * c_out, c_in):
            return None
        blocks = found.W_O.reshape(3, c_out, c_in).swapaxes(1, 2)
        return found._replace(W_O=blocks.reshape(3 * c_in, c_out))

    def to_columns(found, c_out, c_in):
        if found.W_O.shape != (c_in, 3 * c_out):
            return None
        return found._replace(W_O=np.vstack(np.split(found.W_O, 3, axis=1)))

    def to_joined(found, c_out, c_in):
        if found.W_O.shape != (3, c_in, c_out):
            return None
        return found._replace(W_O=found.W_O.reshape(3 * c_in, c_out))

    def to_transposed(found, c_out, c_in):
        return found._replace(W_O=found.W_O.T) if found.W_O.shape == (c_out, 3 * c_in) else None

    def to_heads_first(axis):
        return lambda found, *_: (
            found._replace(A=np.moveaxis(found.A, axis, 0)) if found.A.ndim == 3 else None
        )

    def reshaped(found, case):
        """Whether the heads attend to the right positions, but W_O is only a reshape of the kernel.

        ``found`` has the student's A and W_O.
        """
        X = np.pad(case.X, ((1, 1), (0, 0)), mode="edge")
        neighbours = np.stack([X[s : s + case.n] for s in range(3)])
        kernel = case.kernel.reshape(found.W_O.shape)
        return close(found.W_O, kernel) and close(found.A @ case.X, neighbours)

    def rows_by_head(found, case):
        """Undo a mistake: return (found, case) with the rows of W_O by head, not by channel.

        ``found`` has the student's A and W_O.
        """
        c_out, c_in, _ = case.kernel.shape
        rows = found.W_O.reshape(c_in, 3, c_out).swapaxes(0, 1).reshape(3 * c_in, c_out)
        return found._replace(W_O=rows), case

    mistakes: Mistakes = [
        Mistake(
            "border-empty",
            "At the border a head looks at nothing: this pads with zeros. The weights of a softmax "
            "add up to 1; a position at the border looks at itself.",
            equals(border="constant"),
            credit=0.6,
        ),
        Mistake(
            "one-border-empty",
            "At one of the two borders a head looks at nothing, as if a zero stood there. A "
            "position at the border looks at itself.",
            any_of(
                lambda found, case: padded(found, case, first=0, last=1),
                lambda found, case: padded(found, case, first=1, last=0),
            ),
            credit=0.7,
        ),
        Mistake(
            "wrapped",
            "The border wraps around: the first position looks at the last. It should look at "
            "itself.",
            equals(border="wrap"),
            credit=0.6,
        ),
        Mistake(
            "wrapped-once",
            "One border wraps around, as an index of −1 does in Python: the position there looks "
            "at the other end. It should look at itself.",
            any_of(
                attends_to(lambda t, last: t - 1, here, after),
                attends_to(before, here, lambda t, last: (t + 1) % (last + 1)),
            ),
            credit=0.7,
        ),
        Mistake(
            "shifted",
            "The heads look at t, t + 1, t + 2, or at t − 2, t − 1, t. They should look at "
            "t − 1, t, t + 1.",
            any_of(
                attends_to(here, after, lambda t, last: np.minimum(t + 2, last)),
                attends_to(lambda t, last: np.maximum(t - 2, 0), before, here),
            ),
            credit=0.5,
        ),
        Mistake(
            "all-look-here",
            "All three heads look at the position itself. The first should look at its left "
            "neighbour, the last at its right one.",
            attends_to(here, here, here),
            credit=0.2,
        ),
        Mistake(
            "reshaped",
            "The heads are right, but `W_O` is the kernel with its numbers in the same order. "
            "Block s is `kernel[:, :, s].T`; no `reshape` alone makes that.",
            reshaped,
            credit=0.5,
        ),
        Mistake(
            "decimals-cut",
            "The numbers of the kernel lose their decimals: the array that they were put into "
            "holds integers.",
            lambda found, case: close(
                run(found, case), convolved(case, np.trunc(case.kernel)), 1e-3, 1e-4
            ),
            credit=0.6,
        ),
        Mistake(
            "weights-transposed",
            "Each `A[s]` is transposed. Row t holds the weights of position t.",
            turned,
            credit=0.5,
        ),
        Mistake(
            "blocks-not-transposed",
            "The blocks of `W_O` hold the matrices `kernel[:, :, s]` as they are. A row of X is "
            "multiplied from the left, so each block is a transposed one, (c_in, c_out).",
            blocks_turned,
            credit=0.5,
        ),
        Mistake(
            "averaged",
            "The result is divided by 3. Concat and projection add up what the heads say.",
            lambda found, case: close(3 * run(found, case), convolved(case), 1e-3, 1e-4),
            credit=0.6,
        ),
        Mistake(
            "mirrored",
            "The border is mirrored: outside of position 0 comes position 1. It should be position "
            "0 itself.",
            equals(border="reflect"),
            credit=0.6,
        ),
        UndoableMistake(
            "reversed",
            "The kernel runs backwards. As in torch, `kernel[:, :, 0]` belongs to the position "
            "*before*.",
            lambda found, case: (found, case._replace(kernel=case.kernel[..., ::-1])),
            credit=0.5,
        ),
        Mistake(
            "not-weights",
            "This is the right convolution, but the rows of `A` are no weights: none may be "
            "negative, and each row adds up to 1. The numbers of the kernel belong into `W_O`.",
            equals(),
            credit=0.3,
        ),
        UndoableMistake(
            "dealt-out",
            "The rows of `W_O` are dealt out: the three of channel 0 come first. Concat puts the "
            "heads behind each other: first all channels of head 0.",
            rows_by_head,
            credit=0.5,
        ),
    ]

    of_other_shapes: Mistakes = [
        Mistake(
            "blocks-not-transposed",
            "`W_O` holds the matrices `kernel[:, :, s]` as they are, one below the other. A row of "
            "X is multiplied from the left, so each block is a transposed one, (c_in, c_out).",
            refitted(to_blocks),
            credit=0.5,
        ),
        Mistake(
            "W_O-transposed",
            "`W_O` is transposed. It is multiplied from the right, so it has a row for each number "
            "of the concatenated heads.",
            refitted(to_transposed),
            credit=0.7,
        ),
        Mistake(
            "blocks-side-by-side",
            "The three blocks of `W_O` stand side by side. They belong one below the other: "
            "`np.vstack`.",
            refitted(to_columns),
            credit=0.6,
        ),
        Mistake(
            "blocks-not-joined",
            "The three blocks of `W_O` are right, but not joined into one matrix. Put them one "
            "below the other: `np.vstack`.",
            refitted(to_joined),
            credit=0.7,
        ),
        Mistake(
            "heads-not-first",
            "The weights are right, but in `A` the axis of the heads must come first, as "
            "`np.stack` makes it.",
            refitted(to_heads_first(1), to_heads_first(2)),
            credit=0.7,
        ),
        Mistake(
            "wrong-shape",
            "`A` or `W_O` has a wrong shape.",
            lambda found, case: True,
        ),
    ]
    swapped: list[Wrong] = []

    def in_order(found, case):
        """The student's A and W_O, exchanged if their shapes show that W_O was returned first.

        In this case, an error about the wrong order is added to ``swapped``.
        """
        if (found.W_O.shape, found.A.shape) != sizes(case):
            return found
        says = "Both are right, but in the wrong order: return `A, W_O`."
        shown = {"Called": show_call(ask.task, case[:2])}
        swapped.append(Wrong("wrong-order", says, shown, credit=0.8))
        return found._replace(A=found.W_O, W_O=found.A)

    def shapes(found, case):
        pairs = zip(("A", "W_O"), found, sizes(case), strict=True)
        return {
            f"Shape of {name}": f"{part.shape}, but it must be {size}"
            for name, part, size in pairs
            if part.shape != size
        }

    def beside(found, case):
        """For the feedback on a wrong A or W_O: the first thing that is wrong.

        That is a shape, a row of the output with the rows of X near it, or the sums of the rows of
        A.
        """
        if wrong := shapes(found, case):
            return wrong
        came, wanted = run(found, case), convolved(case)
        shown = {"Sums of the rows": found.A.sum(axis=-1)} if not is_weights(found) else {}
        if close(came, wanted, 1e-3, 1e-4):
            return shown
        t = first_difference(came, wanted)[0]
        near = ", ".join(
            str(case.X[min(max(s, 0), case.n - 1)].tolist()) for s in (t - 1, t, t + 1)
        )
        came, wanted = show_difference(came[t], wanted[t])
        return {
            f"x near row {t}": near,
            f"Your y_{t}": came,
            f"Right y_{t}": wanted,
        }

    def judge_at(cases, mistakes):
        ask.announce(case[:2] for case in cases)
        outputs = [in_order(ask.arrays(*case[:2], A=None, W_O=None), case) for case in cases]
        if not all(map(fits_together, outputs, cases)):
            mistakes = of_other_shapes
        judge(
            ask,
            cases,
            outputs,
            right,
            mistakes,
            n_arguments=2,
            shown_beside=beside,
            rule="For every X, the heads A[0] X, A[1] X, A[2] X, side by side and times W_O, are "
            "the convolution of X padded with its own first and last row.",
        )

    n, c, d = (int(x) for x in rng.choice(np.arange(3, 8), size=3, replace=False))
    judge_at([draw(5, 2, 3), draw(n + 2, c, d), draw(c + 3, d, c), draw(8, 3, 3)], mistakes)
    short = [draw(1, 2, 3), draw(1, 1, 1), draw(2, c, d), draw(2, 3, 1), draw(3, 1, 4)]
    full = draw(MOST_POSITIONS, MOST_CHANNELS, MOST_CHANNELS)
    too_short = Mistake(
        "short-sequence",
        "Sequences shorter than the kernel need no other rule: a position without neighbour looks "
        "at itself, as at any border.",
        lambda found, case: right(found, case) or case.n < 3,
        credit=0.7,
    )
    judge_edges(lambda: judge_at([*short, full], [too_short]))
    if swapped:
        raise swapped[0]
    return "One head for each place of the kernel: a 3 × 3 convolution of an image needs nine."
