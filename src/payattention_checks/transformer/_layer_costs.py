"""The multiplications of a decoder layer during generation.

Promised domain: all sizes from 1 to 2000.
Extremes and special cases, alone and together: all sizes 1; all sizes 2000, whose products pass
    2³¹; one size 1 beside larger ones; the example of the task; as many source as target positions.
Certain: each of the four numbers is judged separately, and a mistake is named only if it gives the
    student's number in all cases. The check says that a wrong share follows from the student's
    counts only if it is the attention's share in these counts. It earns points only if one of the
    counts is right, or is that of a mistake with a name.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.counts import product, signs_in_32_bits
from payattention_checks.task import Cases, Task, Variants, ways_of
from payattention_checks.wrong import Wrong

LARGEST = 2000
COUNTS = ("projections", "attention", "feed_forward")
SHARES = {"projections": 3 / 9, "attention": 3 / 9, "feed_forward": 2 / 9, "share": 1 / 9}

Numbers = Mapping[str, Any]


class Case(NamedTuple):
    """The arguments of one call, and what it returned.

    n     the number of target tokens
    m     the number of source positions
    d     the width of the model
    d_ff  the width of the hidden layer
    """

    n: int
    m: int
    d: int
    d_ff: int
    returned: Numbers | None = None


@functools.cache
def counted(n: int, m: int, d: int, d_ff: int) -> dict[str, int]:
    """The number of multiplications in all n steps, with cached keys and values."""
    projections = 2 * product(m, d, d)
    attention = feed_forward = 0
    for n_visible in range(1, n + 1):
        projections += 6 * product(1, d, d)
        attention += sum(product(1, d, keys) + product(1, keys, d) for keys in (n_visible, m))
        feed_forward += product(1, d, d_ff) + product(1, d_ff, d)
    return dict(zip(COUNTS, (projections, attention, feed_forward), strict=True))


def measured(case: Case) -> dict[str, int]:
    return counted(*case[:4])


def share_in(counts: Numbers, *, parts: Sequence[str] = ("attention",)) -> float:
    return sum(counts[name] for name in parts) / sum(counts[name] for name in COUNTS)


def right(
    case: Case,
    *,
    counts: Callable[[Case], dict[str, int]] = measured,
    less: Callable[[Case], dict[str, int]] = lambda s: {},
    share: Callable[[float], float] = lambda share: share,
    parts: Sequence[str] = ("attention",),
) -> dict[str, int | float]:
    """The three ``counts``, with some multiplications ``less``, and the ``share`` of ``parts``."""
    missing = less(case)
    found = {name: number - missing.get(name, 0) for name, number in counts(case).items()}
    return found | {"share": share(share_in(found, parts=parts))}


def anew(s: Case, *, with_source: bool) -> dict[str, int]:
    """The counts without a cache: step i computes all i tokens again, and perhaps the source."""
    tokens = s.n * (s.n + 1) // 2
    pairs = s.n * (s.n + 1) * (2 * s.n + 1) // 6
    return {
        "projections": 6 * tokens * s.d**2 + 2 * s.m * s.d**2 * (s.n if with_source else 1),
        "attention": 2 * s.d * (pairs + tokens * s.m),
        "feed_forward": 2 * tokens * s.d * s.d_ff,
    }


def last_step(s: Case) -> dict[str, int]:
    numbers = 6 * s.d**2, 2 * s.d * (s.n + s.m), 2 * s.d * s.d_ff
    return dict(zip(COUNTS, numbers, strict=True))


VARIANTS: Variants = {
    "all-tokens-seen": {"less": lambda s: {"attention": -s.n * (s.n - 1) * s.d}},
    "own-token-forgotten": {"less": lambda s: {"attention": 2 * s.n * s.d}},
    "nothing-kept": [
        {"counts": functools.partial(anew, with_source=True)},
        {"counts": functools.partial(anew, with_source=False)},
        {"less": lambda s: {"projections": -2 * s.n * (s.n - 1) * s.d**2}},
        {"less": lambda s: {"projections": (6 * s.n + 2 * s.m - 4 * s.n * (s.n + 1)) * s.d**2}},
    ],
    "keys-computed-anew": {"less": lambda s: {"projections": -s.n * (s.n - 1) * s.d**2}},
    "source-at-each-step": {"less": lambda s: {"projections": -2 * (s.n - 1) * s.m * s.d**2}},
    "source-not-projected": {"less": lambda s: {"projections": 2 * s.m * s.d**2}},
    "no-cross-attention": {
        "less": lambda s: {
            "projections": 2 * (s.n + s.m) * s.d**2,
            "attention": 2 * s.n * s.m * s.d,
        }
    },
    "lengths-mixed-up": [
        {"counts": lambda s: measured(s._replace(m=s.n))},
        {"counts": lambda s: measured(s._replace(n=s.m))},
        {"counts": lambda s: measured(s._replace(n=s.m, m=s.n))},
        {"less": lambda s: {"projections": -2 * (s.n - s.m) * s.d**2}},
        {"less": lambda s: {"projections": -(s.n - s.m) * s.d**2}},
        {"less": lambda s: {"projections": (s.n - s.m) * s.d**2}},
        {"less": lambda s: {"projections": 2 * (s.n - s.m) * s.d**2}},
        {"less": lambda s: {"attention": 2 * (s.n - s.m) * s.m * s.d}},
    ],
    "no-output": [
        {"less": lambda s: {"projections": 2 * s.n * s.d**2}},
        {"less": lambda s: {"projections": s.n * s.d**2}},
    ],
    "scores-only": {"less": lambda s: {"attention": measured(s)["attention"] // 2}},
    "tokens-half-counted": {
        "less": lambda s: {"attention": s.n * (s.n + 1) // 2 * s.d},
    },
    "source-half-counted": {"less": lambda s: {"attention": s.n * s.m * s.d}},
    "source-grows": [
        {"less": lambda s: {"attention": (2 * s.n - s.n * (s.n + 1)) * s.m * s.d}},
        {"less": lambda s: {"attention": (2 * s.n * s.m - s.n * (s.n + 1)) * s.d}},
    ],
    "source-read-once": {"less": lambda s: {"attention": 2 * (s.n - 1) * s.m * s.d}},
    "other-width": [
        {"less": lambda s: {"attention": measured(s)["attention"] * (1 - s.d)}},
        {"less": lambda s: {"attention": measured(s)["attention"] * (s.d - 1) // s.d}},
    ],
    "source-in-the-network": {"less": lambda s: {"feed_forward": -2 * s.m * s.d * s.d_ff}},
    "one-matrix": {"less": lambda s: {"feed_forward": s.n * s.d * s.d_ff}},
    "hidden-matrix": [
        {"less": lambda s, a=a, b=b: {"feed_forward": s.n * (a * s.d - b * s.d_ff) * s.d_ff}}
        for a, b in ((2, 1), (2, 2), (1, 1), (0, 1))
    ],
    "biases-counted": [
        {
            "less": lambda s, with_output=with_output: {
                "projections": -(6 * s.n + 2 * s.m) * s.d,
                "feed_forward": -s.n * (s.d_ff + with_output * s.d),
            }
        }
        for with_output in (1, 0)
    ],
    "four-times-the-width": {"counts": lambda s: measured(s._replace(d_ff=4 * s.d))},
    "one-step": [{"counts": lambda s: measured(s._replace(n=1))}, {"counts": last_step}],
    "other-steps": [{"counts": lambda s, k=k: measured(s._replace(n=s.n + k))} for k in (-1, 1)],
    "share.divided-whole": {"share": int},
    "share.other-parts": [
        {"parts": parts}
        for parts in (
            ("projections",),
            ("feed_forward",),
            ("projections", "attention"),
            ("attention", "feed_forward"),
        )
    ],
    "share.percent": {"share": lambda share: 100 * share},
    "share.part-to-part": [
        {"share": lambda share: share / (1 - share)},
        {"share": lambda share: (1 - share) / share},
    ],
    "share.the-rest": [{"share": lambda share: 1 - share}, {"share": lambda share: 1 / share}],
}


def same(number: int | float, expected: int | float) -> bool:
    return number == expected if isinstance(expected, int) else close(number, expected)


# ── mistakes that no keywords make ────────────────────────────────────────────────────────────


def share_rounded(share: float, case: Case) -> bool:
    exact = right(case)["share"]
    return any(close(share, round(exact, digits), 1e-9, 1e-12) for digits in range(1, 5))


def follows(share: float, case: Case) -> bool:
    """Whether the share fits the student's own counts."""
    counts = case.returned or {}
    if any(isinstance(counts[name], Wrong) for name in COUNTS):
        return False
    return sum(counts[name] for name in COUNTS) != 0 and close(share, share_in(counts))


def follows_from_known(share: float, case: Case) -> bool:
    """Whether it fits them, and one of them is right or that of a mistake with a name."""
    counts = case.returned or {}
    return follows(share, case) and any(
        any(counts[name] in (one[name], 2 * one[name]) for name in COUNTS)
        for one in known_counts(*case[:4])
    )


@functools.cache
def known_counts(n: int, m: int, d: int, d_ff: int) -> list[dict[str, int | float]]:
    """The right numbers, and those of all mistakes."""
    ways = [{}, *(way for variant in VARIANTS.values() for way in ways_of(variant))]
    return [right(Case(n, m, d, d_ff), **way) for way in ways]


SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    **signs_in_32_bits(measured, COUNTS),
    "share.share-rounded": share_rounded,
    "share.follows-from-the-counts": follows_from_known,
    "share.follows-from-wrong-counts": follows,
}
UNDO = {f"{name}.operations": lambda number, case: (number / 2, case) for name in COUNTS}


def with_returned(case: Case, numbers: Numbers) -> Case:
    return case._replace(returned=numbers)


def cases(rng: np.random.Generator) -> Cases:
    def draw(low: int, high: int) -> list[int]:
        return rng.choice(np.arange(low, high), size=4, replace=False).tolist()

    odd = [2 * size - 1 for size in draw(LARGEST // 2 - 49, LARGEST // 2)]
    sizes = [
        [3, 2, 4, 8],
        [10, 12, 64, 256],
        [9, 9, 5, 7],
        [1, 1, 1, 1],
        [LARGEST] * 4,
        odd,
        *(draw(2, 99) for _ in range(4)),
        *(np.where(np.arange(4) == i, 1, draw(2, 99)).tolist() for i in range(4)),
    ]
    return Cases([Case(n, m, d, d_ff) for n, m, d, d_ff in sizes])


layer_costs = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    n_arguments=4,
    same=same,
    shares=SHARES,
    with_output=with_returned,
).check
