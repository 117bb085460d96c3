"""The alignment error rate of the links that a map of attention weights gives.

In each row, the largest weight gives a link if it reaches the threshold. Below, A are the links
from the map, S the sure links, and P the possible links. The rate is
1 − (|A∩S| + |A∩P|) / (|A| + |S|).

Promised domain: up to 100 rows and columns; weights and a threshold from 0 to 1, which are equal or
    differ by at least 0.000001. Every sure link is also a possible one.
Extremes and special cases, alone and together: a largest weight that equals the threshold, or is
    just below it; several equal largest weights in a row, or nearly equal ones; no link from any
    row, with some sure links or none; no sure link; one row; one column; a threshold of 0 or 1;
    rows of zeros at the threshold 0; 100 rows; 100 columns.
Certain: For ordinary inputs, the feedback names a mistake only if every output is the rate that
    this mistake leads to. At edge cases, the feedback names only mistakes that can explain every
    wrong output.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.task import Cases, Edge, Keywords, Task, Variants

MOST_ROWS, MOST_COLUMNS = 100, 100
NEAREST = 2.0**-19  # two different weights differ by at least 0.000001
KINDS = ("sure", "possible", "wrong")  # the kinds of links


class Case(NamedTuple):
    """The arguments of one call; all tables are (m, n), and each row is a target position."""

    weights: np.ndarray
    sure: np.ndarray
    possible: np.ndarray
    threshold: float


class Counts(NamedTuple):
    """How many links are in A, in A∩S, in A∩P, in S and in P."""

    a: np.float64
    a_s: np.float64
    a_p: np.float64
    s: np.float64
    p: np.float64


Links = Callable[[Case], np.ndarray]
Share = Callable[[Counts], Any]
Count = Callable[[Case, np.ndarray], Counts]


# ── which weights give a link ─────────────────────────────────────────────────────────────────


def first_of_row(case: Case) -> np.ndarray:
    return np.eye(case.weights.shape[1], dtype=bool)[case.weights.argmax(axis=1)]


def last_of_row(case: Case) -> np.ndarray:
    return first_of_row(case._replace(weights=case.weights[:, ::-1]))[:, ::-1]


def all_of_row(case: Case) -> np.ndarray:
    return case.weights == case.weights.max(axis=1, keepdims=True)


def single_of_row(case: Case) -> np.ndarray:
    return all_of_row(case) & (all_of_row(case).sum(axis=1, keepdims=True) == 1)


def first_of_column(case: Case) -> np.ndarray:
    return first_of_row(case._replace(weights=case.weights.T)).T


def first_of_reaching(case: Case) -> np.ndarray:
    """The first column where no weight of the row reaches the threshold."""
    return first_of_row(case._replace(weights=np.where(reaching(case), case.weights, 0)))


def of_rows_with_sure(case: Case) -> np.ndarray:
    return first_of_row(case) & case.sure.any(axis=1, keepdims=True)


def first_near_largest(case: Case) -> np.ndarray:
    near = case.weights > case.weights.max(axis=1, keepdims=True) - 2 * NEAREST
    return first_of_row(case._replace(weights=near))


def every_weight(case: Case) -> np.ndarray:
    return np.ones(case.weights.shape, dtype=bool)


def reaching(case: Case) -> np.ndarray:
    return case.weights >= case.threshold


def above(case: Case) -> np.ndarray:
    return case.weights > case.threshold


def reaching_nearly(case: Case) -> np.ndarray:
    return case.weights > case.threshold - 2 * NEAREST


def reaching_as_shares(case: Case) -> np.ndarray:
    return case.weights / case.weights.sum(axis=1, keepdims=True) >= case.threshold


def reaching_above_0(case: Case) -> np.ndarray:
    return reaching(case) & (case.weights > 0)


# ── the rate ──────────────────────────────────────────────────────────────────────────────────


def counts(case: Case, links: np.ndarray) -> Counts:
    tables = links, links & case.sure, links & case.possible, case.sure, case.possible
    return Counts(*(np.float64(table.sum()) for table in tables))


def rows_counted(case: Case, links: np.ndarray) -> Counts:
    return counts(case, links)._replace(a=np.float64(len(links)))


def sure_rows_counted(case: Case, links: np.ndarray) -> Counts:
    return counts(case, links)._replace(s=np.float64(case.sure.any(axis=1).sum()))


def reaching_sure_counted(case: Case, links: np.ndarray) -> Counts:
    sure = case.sure[links.any(axis=1)]
    return counts(case, links)._replace(s=np.float64(sure.sum()))


def renumbered(case: Case, links: np.ndarray) -> Counts:
    """The rows that give a link are counted 0, 1, …"""
    return counts(case, links[np.argsort(~links.any(axis=1), kind="stable")])


def all_pairs_counted(case: Case, links: np.ndarray) -> Counts:
    """All rows that give a link meet all columns that are linked, as in sure[rows][:, columns]."""
    rows, columns = np.nonzero(links)
    hits = (np.float64(of[rows][:, columns].sum()) for of in (case.sure, case.possible))
    return counts(case, links)._replace(**dict(zip(("a_s", "a_p"), hits, strict=True)))


def share_of_right(n: Counts) -> Any:
    return (n.a_s + n.a_p) / (n.a + n.s) if n.a + n.s else 1.0


def right(
    case: Case,
    *,
    candidates: Links = first_of_row,
    strong: Links = reaching,
    count: Count = counts,
    share: Share = share_of_right,
    inverted: bool = False,
    at_last: Callable[[float], float] = float,
) -> float:
    """The error rate of the links, which are the ``candidates`` that are also ``strong``."""
    with np.errstate(all="ignore"):
        found = share(count(case, candidates(case) & strong(case)))
        return at_last(float(found if inverted else 1 - found))


OR_RIGHT: Keywords = {}  # at an edge: a mistake that does not show in this case

VARIANTS: Variants = {
    "share-of-right": {"inverted": True},
    "percentage": {"at_last": lambda rate: 100 * rate},
    "rounded": [{"at_last": functools.partial(round, ndigits=digits)} for digits in (1, 2, 3)],
    "threshold-ignored": {"strong": every_weight},
    "all-above": {"candidates": every_weight},
    "wrong-axis": [
        {"candidates": first_of_column, "strong": strong} for strong in (every_weight, reaching)
    ],
    "empty-row-links": {"candidates": first_of_reaching, "strong": every_weight},
    "rows-counted": {"count": rows_counted},
    "sure-rows-counted": [{"count": sure_rows_counted}, {"count": reaching_sure_counted}],
    "renumbered": {"count": renumbered},
    "sureless-rows-left-out": {"candidates": of_rows_with_sure},
    "all-pairs": {"count": all_pairs_counted},
    "shares-compared": {"strong": reaching_as_shares},
    "union": {"share": lambda n: (n.a_s + n.a_p) / (n.a + n.s - n.a_s)},
    "possible-in-denominator": {"share": lambda n: (n.a_s + n.a_p) / (n.a + n.p)},
    "counted-once": {"share": lambda n: n.a_p / (n.a + n.s)},
    "possible-ignored": [
        {"share": lambda n: 2 * n.a_s / (n.a + n.s)},
        {"share": lambda n: n.a_s / (n.a + n.s)},
        {"share": lambda n: n.a_s / n.a},
        {"share": lambda n: n.a_s / n.s},
    ],
    "sure-ignored": [
        {"share": lambda n: n.a_p / n.a},
        {"share": lambda n: 2 * n.a_p / (n.a + n.p)},
        {"share": lambda n: n.a_p / n.p},
        {"share": lambda n: n.a_p / (n.a + n.p)},
    ],
    "mean-of-shares": [
        {"share": lambda n: (n.a_s / n.s + n.a_p / n.a) / 2},
        {"share": lambda n: 2 / (n.s / n.a_s + n.a / n.a_p)},
    ],
    "at-threshold": [OR_RIGHT, {"strong": above}],
    "ties": [
        OR_RIGHT, *({"candidates": which} for which in (all_of_row, last_of_row, single_of_row)),
    ],
    "nothing": OR_RIGHT,
    "no-link": {"share": lambda n: share_of_right(n) if n.a else 1.0},
    "no-sure-link": {"share": lambda n: share_of_right(n) if n.s else 1.0},
    "nearly-equal": [
        OR_RIGHT,
        {"strong": reaching_nearly},
        {"candidates": first_near_largest},
        {"strong": reaching_nearly, "candidates": first_near_largest},
    ],
    "row-of-zeros": {"strong": reaching_above_0},
}  # fmt: skip


def nothing(rate: float, case: Case) -> bool:
    return not ((first_of_row(case) & reaching(case)).any() or case.sure.any())


SIGNS = {"nothing": nothing}


def details(rate: float, case: Case) -> dict[str, Any]:
    a, a_s, a_p, s, _ = map(int, counts(case, first_of_row(case) & reaching(case)))
    shown = f"|A| = {a}, |A∩S| = {a_s}, |A∩P| = {a_p}, |S| = {s}"
    return {"Expected": right(case), "The right counts": shown}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, m: int, n: int, *,
    strong: bool | None = None, ties: bool = False, just: bool = False,
    threshold: float | None = None, share_sure: float = 0.12,
) -> Case:  # fmt: skip
    """A random case: an m × n map of weights, and tables of sure and possible links.

    ``strong`` says whether the largest weight of each row reaches the threshold (None: that of row
    0 does, the others at random). With ``just``, the weights that reach it are equal to it. With
    ``ties``, a row may have two equal largest weights. ``share_sure`` is the share of sure links
    among the entries with smaller weights; if it is 0, the table has no sure link at all.
    """
    rows, links = np.arange(m), rng.integers(n, size=m)
    reaches = rng.random(m) < 0.75 if strong is None else np.full(m, strong)
    reaches[0] |= strong is None  # no link at all is for an edge
    threshold = int(rng.integers(24, 48)) / 128 if threshold is None else threshold
    more = 0 if just else rng.integers(8, 24, size=m) / 128
    top = np.where(reaches, threshold + more, threshold - rng.integers(1, 9, size=m) / 128)
    weights = np.floor(rng.random((m, n)) * 128 * top[:, None]) / 128  # all below ``top``
    weights[rows, links] = top
    if ties:
        weights[rows, np.minimum(links + 1 + rng.integers(n, size=m), n - 1)] = top
    kind = rng.permutation(np.resize(KINDS if share_sure else KINDS[1:], m))
    sure, possible = rng.random((2, m, n)) < [[[share_sure]], [[0.3]]]
    sure[rows, links] = kind == "sure"
    possible[rows, links] = kind == "possible"
    return Case(weights, sure, possible | sure, threshold)


def nearly_equal(rng: np.random.Generator, m: int, n: int) -> Case:
    """A case in which the weights of even rows are just below the threshold.

    In odd rows, the last weight is the largest and the first, a sure link, is just below it.
    """
    case = draw(rng, m, n, strong=True, just=True)
    case.weights[::2] -= np.where(case.weights[::2] == case.threshold, NEAREST, 0)
    case.weights[1::2, 0], case.weights[1::2, -1] = case.threshold, case.threshold + NEAREST
    for links in (case.sure, case.possible):
        links[1::2, 0], links[1::2, -1] = True, False
    return case


def with_zeros(rng: np.random.Generator, m: int, n: int) -> Case:
    """A case at the threshold 0, in which even rows have no other weight than 0."""
    case = draw(rng, m, n, strong=True, threshold=0.0)
    case.weights[::2] = 0
    return case


def cases(rng: np.random.Generator) -> Cases:
    sizes = [(5, 4), (6, 6), (4, 9), (9, 3), *rng.integers(5, 13, size=(2, 2)).tolist()]
    ordinary = [draw(rng, 3, 3, strong=True)]  # small enough to show
    ordinary += [draw(rng, *size) for size in [*sizes, (MOST_ROWS, MOST_COLUMNS)]]
    just = [draw(rng, *size, just=True, threshold=t) for size in sizes for t in (None, 0.5, 1.0)]
    just += [draw(rng, *size, strong=True, threshold=0.0) for size in sizes]
    few = [draw(rng, *size, strong=True) for size in ((1, 1), (1, 5), (4, 1))]
    ties = [draw(rng, *size, ties=True) for size in sizes]
    silent = [draw(rng, *size, strong=False, share_sure=p) for size in sizes for p in (0.2, 0)]
    unsure = [draw(rng, *size, share_sure=0) for size in sizes]
    near = [nearly_equal(rng, *size) for size in sizes]
    zeros = [with_zeros(rng, *size) for size in sizes]
    return Cases(
        ordinary,
        (
            Edge(just, ("at-threshold",)),
            Edge([*few, *ties], ("ties",)),
            Edge([*silent, *unsure], ("nothing", "no-link", "no-sure-link")),
            Edge(near, ("nearly-equal",)),
            Edge(zeros, ("row-of-zeros",), stage=2),
        ),
    )


alignment_error = Task(__name__, right, cases, VARIANTS, SIGNS, details=details).check
