"""Three attention heads that equal a convolution of width 3, with the first and last row repeated.

The answer returns the heads' attention weights A, (3, n, n), and the output projection W_O.

Promised domain: 1 to 50 positions, 1 to 8 channels.
Extremes and special cases, alone and together: one position; two positions; one channel in or out;
    more channels in than out, and fewer; 50 positions with 8 channels.
Certain: a mistake at a short sequence is named only if the border has one of the other usual forms.
    The heads run on random sequences, and the results are compared with torch's convolutions.
    So any attention weights A and any W_O with the right results are accepted. The feedback names a
    mistake only if its results fit all test cases.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.ask import Ask
from payattention_checks.compare import close
from payattention_checks.read import LooseShape
from payattention_checks.show import first_difference, show_difference
from payattention_checks.task import Cases, Edge, Fits, Task, Undo, Variants, ways_of

MOST_POSITIONS, MOST_CHANNELS = 50, 8


class Case(NamedTuple):
    """The arguments ``kernel`` and ``n`` of one call, and a random sequence X, (n, c_in)."""

    kernel: np.ndarray
    n: int
    X: np.ndarray


class Heads(NamedTuple):
    """What the answer returns."""

    A: np.ndarray
    W_O: np.ndarray


class Wanted(NamedTuple):
    """What heads have to give: the output y for X, (n, c_out), perhaps by rows of weights only."""

    case: Case
    y: np.ndarray
    weights: bool


Map = Callable[[np.ndarray], np.ndarray]
Shape = tuple[int, ...]


def padded_by(mode: Any) -> Map:
    return lambda X: np.pad(X, ((1, 1), (0, 0)), mode=mode)


by_its_border = padded_by("edge")


def right(
    case: Case,
    *,
    kernel: Map = lambda kernel: kernel,
    pad: Map = by_its_border,
    weights: bool = True,
) -> Wanted:
    """The convolution by torch; ``weights`` says whether the rows of A have to be weights."""
    X, K = (torch.tensor(part.copy()) for part in (pad(case.X).T[None], kernel(case.kernel)))
    return Wanted(case, F.conv1d(X, K)[0].T.numpy(), weights)


def sizes(case: Case) -> tuple[Shape, Shape]:
    c_out, c_in, _ = case.kernel.shape
    return (3, case.n, case.n), (3 * c_in, c_out)


def has_shapes(found: Heads, case: Case) -> bool:
    return (found.A.shape, found.W_O.shape) == sizes(case)


def is_weights(A: np.ndarray) -> bool:
    return bool((A >= -1e-6).all()) and close(A.sum(axis=-1), 1.0, atol=1e-4)


def run(found: Heads, case: Case) -> np.ndarray:
    return np.concatenate([A @ case.X for A in found.A], axis=1) @ found.W_O


def same(found: Heads, wanted: Wanted) -> bool:
    return (
        has_shapes(found, wanted.case)
        and (not wanted.weights or is_weights(found.A))
        and close(run(found, wanted.case), wanted.y, 1e-3, 1e-4)
    )


def is_right(found: Heads, case: Case) -> bool:
    return same(found, right(case))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def padded(*pads: Map) -> list[dict[str, Any]]:
    return [{"pad": pad, "weights": False} for pad in pads]


def of_kernel(kernel: Map) -> dict[str, Any]:
    return {"kernel": kernel, "weights": False}


VARIANTS: Variants = {
    "border-empty": padded(padded_by("constant")),
    "one-border-empty": padded(
        lambda X: np.vstack([0 * X[:1], X, X[-1:]]), lambda X: np.vstack([X[:1], X, 0 * X[-1:]])
    ),
    "wrapped": padded(padded_by("wrap")),
    "wrapped-once": padded(
        lambda X: np.vstack([X[-1:], X, X[-1:]]), lambda X: np.vstack([X[:1], X, X[:1]])
    ),
    "shifted": padded(
        lambda X: np.vstack([X, X[-1:], X[-1:]]), lambda X: np.vstack([X[:1], X[:1], X])
    ),
    "all-look-here": of_kernel(lambda kernel: kernel.sum(axis=-1, keepdims=True) * [0, 1, 0]),
    "decimals-cut": of_kernel(np.trunc),
    "averaged": of_kernel(lambda kernel: kernel / 3),
    "mirrored": padded(padded_by("reflect")),
    "not-weights": {"weights": False},
}


def reshaped(found: Heads, case: Case) -> bool:
    """Whether the heads are right, but W_O is only a reshape of the kernel."""
    if not has_shapes(found, case):
        return False
    X = by_its_border(case.X)
    neighbours = np.stack([X[s : s + case.n] for s in range(3)])
    kernel = case.kernel.reshape(found.W_O.shape)
    return close(found.W_O, kernel) and close(found.A @ case.X, neighbours)


def heads_along(found: Heads, case: Case, axis: int) -> bool:
    return found.A.ndim == 3 and is_right(found._replace(A=np.moveaxis(found.A, axis, 0)), case)


def weights_transposed(found: Heads, case: Case) -> bool:
    return found.A.ndim == 3 and is_right(found._replace(A=found.A.swapaxes(1, 2)), case)


def refitted(
    shape: Callable[[int, int], Shape], change: Callable[[np.ndarray, int, int], np.ndarray]
) -> Fits:
    """Whether W_O has this ``shape``, and a ``change`` makes it right; both of c_in and c_out."""

    def fits(found: Heads, case: Case) -> bool:
        c_out, c_in, _ = case.kernel.shape
        if found.W_O.shape != shape(c_in, c_out):
            return False
        return is_right(found._replace(W_O=change(found.W_O, c_in, c_out)), case)

    return fits


def blocks_transposed(W_O: np.ndarray, c_in: int, c_out: int) -> np.ndarray:
    return W_O.reshape(3, c_out, c_in).swapaxes(1, 2).reshape(3 * c_in, c_out)


def other_border_if_short(found: Heads, case: Case) -> bool:
    borders = ("border-empty", "one-border-empty", "wrapped", "wrapped-once", "all-look-here")
    ways = [way for name in borders for way in ways_of(VARIANTS[name])] if case.n < 3 else []
    return any(same(found, right(case, **way)) for way in [{}, *ways])


def border_at_the_other_end(found: Heads, case: Case) -> bool:
    """Whether the last position looks at itself to the left, and the first to the right."""
    A = np.stack([np.eye(case.n, k=-1), np.eye(case.n), np.eye(case.n, k=1)])
    A[0, -1, -1] = A[2, 0, 0] = 1
    W_O = np.concatenate(np.moveaxis(case.kernel, (2, 1, 0), (0, 1, 2)))
    y = run(Heads(A, W_O), case)
    return same(found, Wanted(case, y, weights=False))


SIGNS: dict[str, Fits] = {
    "reshaped": reshaped,
    "weights-transposed": weights_transposed,
    "blocks-not-transposed": refitted(lambda c_in, c_out: (3 * c_in, c_out), blocks_transposed),
    "blocks-below": refitted(lambda c_in, c_out: (3 * c_out, c_in), blocks_transposed),
    "W_O-transposed": refitted(
        lambda c_in, c_out: (c_out, 3 * c_in), lambda W_O, c_in, c_out: W_O.T
    ),
    "blocks-side-by-side": refitted(
        lambda c_in, c_out: (c_in, 3 * c_out),
        lambda W_O, c_in, c_out: np.vstack(np.split(W_O, 3, axis=1)),
    ),
    "blocks-not-joined": refitted(
        lambda c_in, c_out: (3, c_in, c_out), lambda W_O, c_in, c_out: np.concatenate(W_O)
    ),
    "heads-not-first": lambda found, case: any(heads_along(found, case, axis) for axis in (1, 2)),
    # as many channels out as in: a wrong order of axes does not change the shape
    "wrong-shape": lambda found, case: (
        not has_shapes(found, case) or case.kernel.shape[0] == case.kernel.shape[1]
    ),
    "misshapen": lambda found, case: not has_shapes(found, case) or is_right(found, case),
    "short-sequence": other_border_if_short,
    "border-at-the-other-end": border_at_the_other_end,
}

SHAPES_AT_EDGES = (
    "blocks-below",
    "W_O-transposed",
    "blocks-side-by-side",
    "blocks-not-joined",
    "heads-not-first",
    "misshapen",
)


def rows_by_head(found: Heads, case: Case) -> tuple[Heads, Case] | None:
    """W_O with its rows by head, not by channel."""
    if not has_shapes(found, case):
        return None
    c_out, c_in, _ = case.kernel.shape
    rows = found.W_O.reshape(c_in, 3, c_out).swapaxes(0, 1).reshape(3 * c_in, c_out)
    return found._replace(W_O=rows), case


UNDO: dict[str, Undo] = {
    "reversed": lambda found, case: (found, case._replace(kernel=case.kernel[..., ::-1])),
    "dealt-out": rows_by_head,
}


# ── reading and showing ───────────────────────────────────────────────────────────────────────


def read(ask: Ask, case: Case) -> Heads:
    A, W_O = map(LooseShape, sizes(case))
    return Heads(*ask.arrays(*case[:2], A=A, W_O=W_O))


def details(found: Heads, case: Case) -> dict[str, Any]:
    """The first thing that is wrong: a shape, sums of weights, a row with the rows of X near it."""
    if not has_shapes(found, case):
        pairs = zip(found._fields, found, sizes(case), strict=True)
        return {
            f"Shape of {name}": f"{part.shape}, but it must be {size}"
            for name, part, size in pairs
            if part.shape != size
        }
    output, wanted = run(found, case), right(case).y
    if close(output, wanted, 1e-3, 1e-4):
        sums = found.A.sum(axis=-1)
        if not close(sums, 1.0, atol=1e-4):
            return {"Sums of the rows": sums}
        return {"Smallest weight": found.A.min()} if not is_weights(found.A) else {}
    t = first_difference(output, wanted)[0]
    near = by_its_border(case.X)[t : t + 3].tolist()
    row, wanted_row = show_difference(output[t], wanted[t])
    return {
        f"x near row {t}": ", ".join(map(str, near)),
        f"Your y_{t}": row,
        f"Right y_{t}": wanted_row,
    }


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, c_in: int, c_out: int) -> Case:
    kernel = rng.normal(size=(c_out, c_in, 3)).round(2)
    kernel[kernel == 0] = 0.5  # an answer may divide by the numbers of the kernel
    return Case(kernel, n, rng.normal(size=(n, c_in)).round(2))


def cases(rng: np.random.Generator) -> Cases:
    n, c, d = rng.choice(np.arange(3, 8), size=3, replace=False).tolist()
    ordinary = [(5, 2, 3), (n + 2, c, d), (c + 3, d, c), (8, 3, 3)]
    short = [(1, 2, 3), (1, 1, 1), (2, c, d), (2, 3, 1), (3, 1, 4)]
    edges = [*short, (MOST_POSITIONS, MOST_CHANNELS, MOST_CHANNELS)]
    return Cases(
        [draw(rng, *size) for size in ordinary],
        (Edge([draw(rng, *size) for size in edges], (*SHAPES_AT_EDGES, "short-sequence")),),
    )


kernel_heads = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    n_arguments=2,
    same=same,
    read=read,
    details=details,
).check
