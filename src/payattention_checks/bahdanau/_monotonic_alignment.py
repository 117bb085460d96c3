"""The best monotonic alignment: no other whose positions never go back has a larger total.

An alignment maps each target position (row) to a source position (column). It is monotonic if the
source positions never decrease. Its total is the sum of the chosen scores, one in each row.

Promised domain: 1 to 100 target and source positions, scores from −1000 to 1000.
Extremes and special cases, alone and together: one target position; one source position; one of
    each; more target than source positions, and fewer; all scores equal; all near −1000; all near
    1000, and nearly equal; totals below 0; steps back that would gain thousands; 100 of each.
Certain: the feedback names an extra rule only if every output is the best that obeys it. No total
    of an ordinary case is below 0. The largest total of a random table is known without a search,
    because the table is made around the best alignment.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.task import Cases, Edge, Fits, Task, Variants

MOST_POSITIONS = 100
LARGEST_SCORE = 1000


class Case(NamedTuple):
    """The argument of one call, (target positions, source positions), and a best alignment."""

    scores: np.ndarray
    plan: np.ndarray


Path = np.ndarray  # the source position of each row
Table = Callable[[np.ndarray], np.ndarray]  # of scores

# ── what is right ─────────────────────────────────────────────────────────────────────────────


def is_choice(path: Path, case: Case) -> bool:
    integers = np.isfinite(path).all() and (path == np.round(path)).all()
    return bool(integers and (0 <= path).all() and (path < case.scores.shape[1]).all())


def is_alignment(path: Path, case: Case) -> bool:
    return is_choice(path, case) and bool((np.diff(path) >= 0).all())


def total(path: Path, case: Case) -> float:
    return float(case.scores[np.arange(len(path)), path.astype(int)].sum())


def is_best(path: Path, case: Case) -> bool:
    return is_alignment(path, case) and total(path, case) >= total(case.plan, case) - 1e-6


# ── how alignments are chosen wrongly ─────────────────────────────────────────────────────────


def rowwise(case: Case) -> Path:
    return case.scores.argmax(axis=1)


def greedy(case: Case) -> Path:
    """Each row takes its best position at or after that of the row before."""
    path, last = [], 0
    for row in case.scores:
        last += int(row[last:].argmax())
        path.append(last)
    return np.array(path)


def greedy_from_the_end(case: Case) -> Path:
    """Each row takes its best position at or before that of the next row."""
    path, limit = [], case.scores.shape[1]
    for row in case.scores[::-1]:
        path.append(int(row[:limit].argmax()))
        limit = path[-1] + 1
    return np.array(path[::-1])


def greedy_from_the_largest(case: Case) -> Path:
    """The largest score of the table comes first, then the rows behind it and before it."""
    row, column = np.unravel_index(case.scores.argmax(), case.scores.shape)
    before, behind = case.scores[:row, : column + 1], case.scores[row:, column:]
    parts = greedy_from_the_end(Case(before, before)), column + greedy(Case(behind, behind))
    return np.concatenate(parts)


def totals(scores: np.ndarray) -> list[np.ndarray]:
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    return tables


def back_through(table: Callable[[np.ndarray], list[np.ndarray]]) -> Callable[[Case], Path]:
    """The way back through a table that may hold scores in place of totals."""
    return lambda case: greedy_from_the_end(case._replace(scores=np.array(table(case.scores))))


def of_two_rows(scores: np.ndarray) -> list[np.ndarray]:
    return [scores[0], *(scores[1:] + np.maximum.accumulate(scores[:-1], axis=1))]


def strictly_before(case: Case, *, notes_alone: bool = False) -> Path:
    """A wrong dynamic program, which uses no position twice except the first.

    For a row at position j, its maximum runs over l < j, where l ≤ j would be right. At the first
    position it forgets the total of the row before. Or only what it notes is wrong, and the totals
    are right.
    """
    best, previous = case.scores[0], []
    for row, right_total in zip(case.scores[1:], totals(case.scores)[1:], strict=True):
        previous.append([0, *(int(best[:j].argmax()) for j in range(1, len(row)))])
        best = row + np.where(np.arange(len(row)) > 0, best[previous[-1]], 0)
        best = right_total if notes_alone else best
    path = [int(best.argmax())]
    for before in reversed(previous):
        path.append(before[path[-1]])
    return np.array(path[::-1])


def right(case: Case, *, choose: Callable[[Case], Path] | None = None) -> Path:
    """A best alignment, or one that is chosen from the scores."""
    return case.plan if choose is None else choose(case)


VARIANTS: Variants = {
    "row-by-row": {"choose": rowwise},
    "greedy": {"choose": greedy},
    "greedy-from-the-end": {"choose": greedy_from_the_end},
    "greedy-from-the-largest": {"choose": greedy_from_the_largest},
    "scores-for-totals": [
        {"choose": back_through(lambda scores: [*scores[:-1], totals(scores)[-1]])},
        {"choose": back_through(lambda scores: [*totals(scores)[:-1], scores[-1]])},
        {"choose": back_through(lambda scores: [scores[0], *totals(scores[1:])])},
        {"choose": back_through(of_two_rows)},
    ],
    "sorted": {"choose": lambda case: np.sort(rowwise(case))},
    "pushed": [
        {"choose": lambda case: np.maximum.accumulate(rowwise(case))},
        {"choose": lambda case: np.minimum.accumulate(rowwise(case)[::-1])[::-1]},
    ],
    "only-the-first-twice": [
        {"choose": functools.partial(strictly_before, notes_alone=alone)} for alone in (False, True)
    ],
}


# ── rules that the task does not have, and other signs ────────────────────────────────────────


class Rule(NamedTuple):
    """What an alignment obeys: from row to row the position grows by ``least`` to ``most``."""

    least: float = 0
    most: float = np.inf
    from_0: bool = False  # the first position is 0
    to_last: bool = False
    square: bool = False  # there are no more source than target positions
    rests_at_0: bool = False  # from 0 the position may also grow by 0


FREE = Rule()


def limited(scores: np.ndarray, rule: Rule) -> np.ndarray:
    """The scores, with −∞ where the rule allows no link."""
    barred = np.zeros(scores.shape, dtype=bool)
    barred[0, 1:] |= rule.from_0
    barred[-1, :-1] |= rule.to_last
    barred[:, len(scores) :] |= rule.square
    return np.where(barred, -np.inf, scores)


def largest_total(scores: np.ndarray, rule: Rule) -> float:
    first, *others = limited(scores, rule)
    position = np.arange(len(first))
    step = position - position[:, None]
    ways = np.where((rule.least <= step) & (step <= rule.most), 0, -np.inf)
    ways[0, 0] = 0 if rule.rests_at_0 else ways[0, 0]
    for row in others:
        first = row + (first[:, None] + ways).max(axis=0)
    return float(first.max())


def obeys(path: Path, case: Case, *, rule: Rule = FREE, of: Table = np.array) -> bool:
    """Whether the path has the largest total that the rule allows, of a table of the scores."""
    if not is_choice(path, case):
        return False
    step, scores = np.diff(path), of(case.scores)
    if rule.rests_at_0:
        step = step[(path[:-1] > 0) | (path[1:] > 0)]
    if (step < rule.least).any() or (step > rule.most).any():
        return False
    reached = total(path, case._replace(scores=limited(scores, rule)))
    return reached >= largest_total(scores, rule) - 1e-6


RULES = {
    "one-position": Rule(most=0),
    "never-twice": Rule(least=1),
    "both-ends-forced": Rule(from_0=True, to_last=True),
    "never-skips": Rule(most=1),
    "begins-at-0": Rule(from_0=True),
    "ends-at-last": Rule(to_last=True),
    "never-increases": Rule(least=-np.inf, most=0),
    "square-only": Rule(square=True),
    "only-the-first-twice": Rule(least=1, rests_at_0=True),
}


def goes_back(path: Path, case: Case) -> bool:
    finite = np.isfinite(path).all()
    return bool(finite and (is_best(path, case) or (np.diff(path) < 0).any()))


def below_0(path: Path, case: Case) -> bool:
    return is_best(path, case) or bool(np.min(totals(case.scores)) < 0)


SIGNS: dict[str, Fits] = {
    **{name: functools.partial(obeys, rule=rule) for name, rule in RULES.items()},
    "smallest-total": functools.partial(obeys, of=np.negative),
    "cut": lambda path, case: any(obeys(path, case, of=of) for of in (np.trunc, np.round)),
    "backwards": lambda path, case: is_best(path[::-1], case),
    "goes-back": goes_back,
    "below-0": below_0,
    "too-coarse": is_alignment,
    "low-number": goes_back,
}

UNDO = {"counted-from-1": lambda path, case: (path - 1, case)}


def details(path: Path, case: Case) -> dict[str, Any]:
    if not is_alignment(path, case):
        last = case.scores.shape[1] - 1
        return {"Expected": f"whole numbers from 0 to {last}, none below the one before it"}
    reached, best = total(path, case), total(case.plan, case)
    return {"Total": f"{reached:g}, but there is an alignment with {best:g}"}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, m: int, n: int, *, level: float | None = None, positive: bool = False
) -> Case:
    """A case with m × n scores, made around a plan: an alignment with the largest total.

    The total of rows i, i + 1, … is at most ``bound[i, j]`` if none of their positions is below j.
    The plan reaches ``bound[0, 0]``. A positive ``level`` becomes the largest score, a negative one
    the smallest. With ``positive``, no score is below 0.
    """
    inner = int(n > 3 and rng.random() < 0.5)  # 1: the plan avoids both ends
    plan = np.sort(rng.integers(inner, n - inner, size=m))
    bound = np.zeros((m + 1, n))
    scores = np.zeros((m, n))
    for i in reversed(range(m)):
        own = rng.integers(-4, 17)  # the score on the plan
        first = plan[i - 1] if i else 0
        down = rng.integers(0, 7, size=n) * rng.choice([0, 1, 3])
        down[first : plan[i] + 1] = 0  # constant between two positions of the plan
        up = np.where(np.arange(n) < first, rng.integers(0, 7, size=n), 0)
        drop = np.where(np.arange(n) > plan[i], down, 0).cumsum()
        rise = rng.choice([0, 1, 3]) * up[::-1].cumsum()[::-1]
        bound[i] = own + bound[i + 1, plan[i]] + rise - drop
        slack = rng.integers(0, rng.choice([4, 24]), size=n)
        slack[plan[i]] = 0
        scores[i] = bound[i] - bound[i + 1] - slack
    shift = rng.integers(-8, 3, size=(m, 1))
    if positive:
        shift = shift + 8 - scores.min(axis=1, keepdims=True)
    if level is not None:
        shift = 4 * level - (scores.max() if level > 0 else scores.min())
    return Case((scores + shift) / 4, plan)


# Tables with their best alignments, found by trying all. In the first two, every greedy choice that
# begins at row 0 gives another one; in the last, the greedy choice from the end does, and the way
# back through the totals does not.
APART = np.array([[0.0, 5, 0, 0], [10, 0, 0, 4], [0, 0, 0, 1]])
HAND_MADE = [
    (APART, [0, 0, 3]),
    (APART[::-1, ::-1], [0, 3, 3]),
    (np.array([[7.0, 3, 8, 4], [4, 7, 0, 1], [8, 1, 9, 7], [0, 9, 8, 1]]), [0, 1, 2, 2]),
    (np.array([[4.0, 5, 7, 9], [0, 1, 8, 9], [2, 3, 8, 4], [2, 8, 2, 4]]), [2, 2, 2, 3]),
    (np.array([[0.0, 9, 0], [5, 0, 0], [0, 0, 7]]), [1, 1, 2]),
]


def nearly_equal(rng: np.random.Generator, m: int, n: int) -> Case:
    """A case with the score 999.75 everywhere but on the plan, where it is 1000."""
    plan = np.sort(rng.integers(1, n, size=m))
    scores = np.full((m, n), LARGEST_SCORE - 0.25)
    scores[np.arange(m), plan] = LARGEST_SCORE
    return Case(scores, plan)


def steep(m: int, n: int) -> Case:
    """A case in which the last position is best for most rows, the first for all rows behind."""
    scores = np.zeros((m, n))
    most = m // 2 + 1
    scores[:most, -1] = scores[most:, 0] = LARGEST_SCORE
    return Case(scores, np.full(m, n - 1))


def cases(rng: np.random.Generator) -> Cases:
    m, n = rng.integers(4, 7, size=2).tolist()
    sizes = [(2, 3), (3, 4), (3, 6), (4, 4), (4, 6), (5, 8), (6, 12), (7, 9), (8, 8), (m, m + n)]
    longer = [
        (1, 1), (1, 5), (4, 1), (5, 3), (9, 4), (n + 9, m),
        (MOST_POSITIONS, MOST_POSITIONS), (MOST_POSITIONS, 7), (6, MOST_POSITIONS),
    ]  # fmt: skip
    far = [
        draw(rng, *size, level=level)
        for level in (LARGEST_SCORE, -LARGEST_SCORE)
        for size in ((3, 4), (5, 5), (m, n))
    ]
    equal = [Case(np.full((m, n), value), np.zeros(m, dtype=int)) for value in (0.0, 2.5, -7.0)]
    hand_made = [Case(scores.copy(), np.array(plan)) for scores, plan in HAND_MADE]
    edges = [*(draw(rng, *size) for size in [*sizes, *longer]), *far, *equal]
    edges += [draw(rng, *size, positive=True) for size in longer]
    leap = np.eye(MOST_POSITIONS)[[0, -1]]
    edges.append(Case(leap, np.array([0, MOST_POSITIONS - 1])))
    close = [nearly_equal(rng, *size) for size in ((3, 4), (m, n))]
    back = [steep(*size) for size in ((5, 2), (5, 4), (MOST_POSITIONS, MOST_POSITIONS))]
    return Cases(
        [*(draw(rng, *size, positive=True) for size in sizes), *hand_made],
        (
            Edge(close, ("too-coarse",)),
            Edge(edges, ("below-0",), stage=2),
            Edge(back, ("low-number",), stage=2),
        ),
    )


monotonic_alignment = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    UNDO,
    n_arguments=1,
    also_right={"": is_best},
    details=details,
).check
