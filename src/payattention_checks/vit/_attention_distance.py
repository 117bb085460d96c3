"""Each head's mean distance, in pixels, between a patch and the patches it attends to.

Promised domain: 1 to 16 heads; grids of 1 to 14 rows and columns; patches of 1 to 32 pixels; rows
    of weights that add up to 1, those on patches to 0 or to at least 10⁻¹⁰.
Extremes and special cases, alone and together: some or all queries of a head have all their weight
    on [CLS], or nearly all; such queries in one head only; one row, one column, one patch; some
    patches, or all, that attend to themselves alone; more rows than columns, and fewer; one head;
    all sizes at their largest.
Certain: in ordinary test cases, the weights are random and the grids are not square, so all
    mistakes give different distances. A mistake is named only if the distances fit it in all cases.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.arrays import itself
from payattention_checks.compare import alike, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_HEADS, LARGEST_GRID, LARGEST_PATCH = 16, 14, 32
SMALLEST_SUM = 1e-10  # of a query's weights on patches, if it has any


class Case(NamedTuple):
    """The arguments of one call.

    A              the attention weights, (heads, tokens, tokens); token 0 is [CLS]
    rows, columns  the size of the grid of patches
    patch          the side of a patch, in pixels
    """

    A: np.ndarray
    rows: int
    columns: int
    patch: int


Part = Callable[[Case], np.ndarray]
Change = Callable[[np.ndarray], np.ndarray]


def of_patches(case: Case) -> np.ndarray:
    """The weights of patches on patches, (heads, queries, keys)."""
    return case.A[:, 1:, 1:]


def apart(case: Case, p: float = 2.0) -> np.ndarray:
    """The distances between all patches, (patches, patches), in pixels and in the p-norm."""
    steps = torch.arange(case.rows), torch.arange(case.columns)
    centres = case.patch * torch.cartesian_prod(*steps).double()
    return torch.cdist(centres, centres, p=p).numpy()


def of_each_query(among: np.ndarray) -> np.ndarray:
    """The weights on patches, divided by their sum."""
    total = among.sum(axis=2, keepdims=True)
    return np.where(total > 0, among / np.where(total > 0, total, 1), 0)


def right(
    case: Case,
    *,
    weights: Part = of_patches,
    share: Change = of_each_query,
    distance: Part = apart,
    of_query: Change = lambda far: far,
    count: Callable[[np.ndarray], np.ndarray | int] = lambda attending: attending.sum(axis=1),
    finish: Change = lambda means: means,
    unit: Callable[[Case], float] = lambda case: 1,
) -> np.ndarray:
    """The mean distances, (heads,).

    ``count`` says how many queries they are means of, if ``attending`` are those that
    attend to a patch.
    """
    among = weights(case)
    far = of_query((share(among) * distance(case)).sum(axis=2))
    means = far.sum(axis=1) / np.maximum(count(among.sum(axis=2) > 0), 1)
    return finish(means) / unit(case)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def of_the_head(among: np.ndarray) -> np.ndarray:
    """The weights divided by the sum of all, so that the mean over the queries is one fraction."""
    return among.shape[1] * among / among.sum(axis=(1, 2), keepdims=True)


def without_last(case: Case) -> np.ndarray:
    return case.A[:, :-1, :-1]


def along(case: Case) -> np.ndarray:
    """The distances if all patches were in one row."""
    i = case.patch * np.arange(case.rows * case.columns)
    return abs(i[:, None] - i)


def class_as_patch_0(case: Case) -> np.ndarray:
    """The distances of all patches from [CLS] at the place of patch 0, and from all patches."""
    return np.hstack([apart(case)[:, :1], apart(case)])


def mean_head(case: Case) -> np.ndarray:
    """The mean of all heads, for each head."""
    among = of_patches(case)
    return np.broadcast_to(among.mean(axis=0), among.shape)


def seen_by_all_heads(case: Case) -> np.ndarray:
    """The weights of the queries that attend to a patch in every head, and 0 for the others."""
    attending = (of_patches(case).sum(axis=2) > 0).all(axis=0)
    return of_patches(case) * attending[:, None]


def of_others(among: np.ndarray) -> np.ndarray:
    """The weights, divided by the sum without that of a patch on itself."""
    others = among * (1 - np.eye(among.shape[1]))
    return of_each_query(others)


def cut_at(smallest: float) -> Change:
    return lambda among: among / np.maximum(among.sum(axis=2, keepdims=True), smallest)


def widened_by(eps: float) -> Change:
    return lambda among: among / (among.sum(axis=2, keepdims=True) + eps)


def without_small(case: Case) -> np.ndarray:
    """The weights, but 0 for queries whose weights on patches nearly vanish."""
    among = of_patches(case)
    return np.where(among.sum(axis=2, keepdims=True) > 10 * SMALLEST_SUM, among, 0)


def squared(case: Case) -> np.ndarray:
    return apart(case) ** 2


VARIANTS: Variants = {
    "weights-not-shared": {"share": itself},
    "class-token-last": [
        {"weights": without_last},
        {"weights": without_last, "share": itself},
    ],
    "class-token-asks": [
        {"weights": lambda case: case.A[:, :-1, 1:]},  # [CLS] for patch 0, patch 0 for patch 1, …
        {
            "weights": lambda case: case.A[:, :, 1:],  # [CLS] is one more patch 0
            "distance": lambda case: np.vstack([apart(case)[:1], apart(case)]),
        },
    ],
    "class-token-alone": {
        "weights": lambda case: np.broadcast_to(case.A[:, :1, 1:], of_patches(case).shape)
    },
    "class-token-key": {"weights": lambda case: case.A[:, 1:], "distance": class_as_patch_0},
    "softmax-again": {"share": lambda among: of_each_query(np.exp(among))},
    "one-fraction": {"share": of_the_head},
    "keys-for-queries": {"weights": lambda case: of_patches(case).swapaxes(1, 2)},
    "along-the-sequence": {"distance": along},
    "grid-turned": {
        "distance": lambda case: apart(case._replace(rows=case.columns, columns=case.rows))
    },
    "steps-added": [
        {"distance": lambda case: apart(case, p=1)},
        {"distance": lambda case: apart(case, p=np.inf)},
    ],
    "not-rooted": [
        {"distance": squared},
        {"distance": squared, "finish": np.sqrt},
        {"distance": squared, "of_query": np.sqrt},
        {"distance": lambda case: squared(case) / case.patch},
    ],
    "strongest-alone": {"share": lambda among: np.eye(among.shape[2])[among.argmax(axis=2)]},
    "not-weighted": {"share": lambda among: np.full(among.shape, 1 / among.shape[2])},
    "summed": {"count": lambda attending: 1},
    "all-heads-counted": {"count": lambda attending: attending.sum()},
    "one-query-too-many": {"count": lambda attending: attending.sum(axis=1) + 1},
    "one-query-too-few": {"count": lambda attending: attending.sum(axis=1) - 1},
    "own-weight-left-out": {"share": of_others},
    "heads-averaged": [
        {"finish": np.mean},
        {"finish": lambda means: np.full(len(means), means.mean())},
        {"weights": mean_head},
        {"weights": mean_head, "finish": np.mean},
    ],
    "in-patches": {"unit": lambda case: case.patch},
    "patch-twice": {"unit": lambda case: 1 / case.patch},
}

SMALL = [10.0**-n for n in range(4, 10)]
AT_EDGES: Variants = {
    "counted-as-0": [
        {"count": lambda attending: attending.shape[1]},
        {"count": lambda attending: attending.any(axis=0).sum()},
    ],
    "zero-by-zero": {
        "count": lambda attending: np.where(attending.all(axis=1), attending.shape[1], np.inf)
    },
    "left-out-everywhere": {"weights": seen_by_all_heads},
    "near-0-is-0": [
        {"weights": without_small},
        *({"share": way(eps)} for way in (cut_at, widened_by) for eps in SMALL),
    ],
}


def none_at_0(output: np.ndarray, case: Case) -> bool:
    """Whether the output is right but for queries at a distance of 0, which are left out."""
    far = (of_each_query(of_patches(case)) * apart(case)).sum(axis=2)
    return alike(output, far.sum(axis=1) / np.maximum((far > 0).sum(axis=1), 1))


SIGNS = {
    "itself-left-out": none_at_0,
    "zero-by-zero": right_or_not_finite(lambda output, case: alike(output, right(case))),
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, heads: int, rows: int, columns: int, patch: int) -> Case:
    n = 1 + rows * columns
    scores = torch.tensor(1.5 * rng.normal(size=(heads, n, n)))
    return Case(torch.softmax(scores, dim=-1).numpy(), rows, columns, patch)


Index = int | slice | Sequence[int]
EVERY = slice(None)


def blind(case: Case, patches: Index, head: Index = EVERY, left: float | np.ndarray = 0) -> Case:
    """The case in which some patches attend to [CLS] alone, but for a share of what is ``left``."""
    A = case.A.copy()
    tokens = np.arange(A.shape[1])[1:][patches]
    A[head, tokens] = left * A[head, tokens] + (1 - left) * np.eye(A.shape[1])[0]
    return case._replace(A=A)


def still(case: Case, patches: Index = EVERY) -> Case:
    """The case in which some patches attend to themselves alone."""
    A, tokens = case.A.copy(), np.arange(case.A.shape[1])[1:][patches]
    A[:, tokens] = np.eye(A.shape[1])[tokens]
    return case._replace(A=A)


def nearly_blind(case: Case, patches: Sequence[int]) -> Case:
    """The case in which the weights of some patches on patches add up to little."""
    left = 2 * SMALLEST_SUM / of_patches(case)[:, patches].sum(axis=2, keepdims=True)
    return blind(case, patches, left=left)


def cases(rng: np.random.Generator) -> Cases:
    a, b, c = rng.choice(np.arange(2, 6), size=3, replace=False).tolist()
    ordinary = [(2, 1, 3, 4), (2, a, b, 8), (3, b, c, a + b), (4, 4, 2, 16)]
    full = MOST_HEADS, LARGEST_GRID, LARGEST_GRID, LARGEST_PATCH
    edges = [
        blind(draw(rng, 2, 1, 3, 4), [1]),
        blind(draw(rng, 2, 1, 3, 4), [1, 2]),
        blind(draw(rng, 3, a, b, 8), [0, 2]),
        blind(draw(rng, 1, 1, 1, 3), [0]),
        blind(draw(rng, 2, 1, 3, 4), [1], 0),
        blind(draw(rng, 3, b, a, 8), [0, 2], 1),
        blind(draw(rng, 2, b, c, 5), EVERY, 0),
        *(draw(rng, *sizes) for sizes in ((1, 1, 1, 2), (1, 5, 1, 1), (2, 1, 6, 3), full)),
        still(draw(rng, 2, b, a, 7)),
    ]
    with_still = [still(draw(rng, 2, 1, 3, 4), [1]), still(draw(rng, 3, a, b, 8), [0, 3])]
    nearly = [nearly_blind(draw(rng, *sizes), [0, 2]) for sizes in ((2, 1, 3, 4), (3, b, c, 6))]
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (
            Edge(edges, ("zero-by-zero", "counted-as-0", "left-out-everywhere")),
            Edge(with_still, ("itself-left-out",)),
            Edge(nearly, ("near-0-is-0",)),
        ),
    )


attention_distance = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, any_shape=True
).check
