"""Check of `monotonic_alignment`: the best alignment whose positions never go back."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, judge
from payattention.checks.edges import judge_edges

MOST_POSITIONS = 100
LARGEST_SCORE = 1000


class Table(NamedTuple):
    """A test case: the argument of one call, and the right total.

    ``scores`` is the argument, (target positions, source positions). ``best`` is the largest total
    of any monotonic alignment.
    """

    scores: np.ndarray
    best: float


@check(reread="Chapter 2, [The alignment](02-bahdanau#alignment-map)")
def monotonic_alignment(ask: Ask, rng: np.random.Generator) -> str:
    """Check that an alignment is monotonic, and that no other monotonic one has a larger total.

    An alignment maps each target position (row) to a source position (column). It is monotonic if
    the source positions never decrease. Its total is the sum of the chosen scores, one in each row.

    Promised domain: 1 to 100 target and source positions, scores from −1000 to 1000.
    Extremes and special cases, alone and together: one target position; one source position; one of
        each; more target than source positions, and fewer; all scores equal; all near −1000; all
        near 1000; 100 of each.
    Usual mistakes: each row takes its largest score, so that the positions go back; the positions
        of the rows' largest scores are sorted; a row whose largest score would go back is pushed to
        the position of its neighbour; each row takes the best position that the rows before leave
        to it (a greedy choice); a greedy choice runs from the last row to the first; the code uses
        no position twice; the code skips no position; the code always begins at the first position;
        the code always ends at the last position; a dynamic program lets only the first position be
        used twice; the positions go back; the positions are counted from 1; the positions are
        returned in reverse. At edge cases: the alignment is not the best one if all totals are
        below 0.
    Certain: The feedback names an extra rule only if every output obeys it, and no output could be
        improved under this rule by moving a single position. The largest total of a random table is
        known without a search, because the table is made around the best alignment.
    """

    def draw(m, n, *, level=None):
        """A test case with m × n scores, made around a plan: an alignment with the largest total.

        The total of rows i, i + 1, … is at most ``bound[i, j]`` if none of their positions is below
        j. The plan reaches ``bound[0, 0]``. A positive ``level`` becomes the largest score, a
        negative one the smallest.
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
        if level is not None:
            shift = 4 * level - (scores.max() if level > 0 else scores.min())
        scores = (scores + shift) / 4
        return Table(scores, float(scores[np.arange(m), plan].sum()))

    def is_alignment(path, case):
        whole = np.isfinite(path).all() and (path == np.round(path)).all()
        return bool(
            whole
            and (0 <= path).all()
            and (path < case.scores.shape[1]).all()
            and (np.diff(path) >= 0).all()
        )

    def total(path, case):
        return case.scores[np.arange(len(path)), path.astype(int)].sum()

    def right(path, case):
        return is_alignment(path, case) and total(path, case) >= case.best - 1e-6

    def at_rest(path, case, allowed):
        """Whether moving a single row of the alignment ``path`` cannot increase its total.

        A move counts only if the alignment stays monotonic and ``allowed(path, case)`` is true
        after it.
        """
        for i in range(len(path)):
            for j in range(case.scores.shape[1]):
                other = path.astype(int)
                other[i] = j
                if (
                    (np.diff(other) >= 0).all()
                    and allowed(other, case)
                    and case.scores[i, j] > case.scores[i, int(path[i])]
                ):
                    return False
        return True

    def extra_rule(name, says, credit, allowed):
        """The `Mistake` of an answer that imposes a rule which the task does not have.

        ``allowed(path, case)`` is the rule. ``says`` is the text of the feedback, ``credit`` the
        share of the points that is kept.
        """

        def fits(path, case):
            return is_alignment(path, case) and allowed(path, case) and at_rest(path, case, allowed)

        return Mistake(name, says, fits, credit)

    def rowwise(scores):
        return scores.argmax(axis=1)

    def greedy(scores):
        """A greedy choice: each row takes its best position at or after that of the row before."""
        path, last = [], 0
        for row in scores:
            last += int(row[last:].argmax())
            path.append(last)
        return np.array(path)

    def greedy_from_the_end(scores):
        """A greedy choice: each row takes its best position at or before that of the next row."""
        path, limit = [], scores.shape[1]
        for row in scores[::-1]:
            path.append(int(row[:limit].argmax()))
            limit = path[-1] + 1
        return np.array(path[::-1])

    def strictly_before(scores):
        """The positions from a wrong dynamic program: it uses no position twice except the first.

        For a row at position j, its maximum runs over l < j, where l ≤ j would be right.
        """
        best, came = scores[0], []
        for row in scores[1:]:
            came.append([0, *(int(best[:j].argmax()) for j in range(1, len(row)))])
            best = row + np.where(np.arange(len(row)) > 0, best[came[-1]], 0)
        path = [int(best.argmax())]
        for before in reversed(came):
            path.append(before[path[-1]])
        return np.array(path[::-1])

    def chosen_by(choose):
        return lambda path, case: np.array_equal(path, choose(case.scores))

    mistakes: Mistakes = [
        UndoableMistake(
            "counted-from-1",
            "The positions are counted from 1. They are counted from 0.",
            lambda path, case: (path - 1, case),
            credit=0.7,
        ),
        Mistake(
            "backwards",
            "The positions stand in reverse: the last row's comes first.",
            lambda path, case: right(path[::-1], case),
            credit=0.7,
        ),
        Mistake(
            "row-by-row",
            "These are the positions of each row's largest score. They go back somewhere, which is "
            "not allowed.",
            chosen_by(rowwise),
        ),
        *(
            Mistake(
                "greedy",
                f"Each row takes the largest score that the row {neighbour} leaves to it. A large "
                "score may cost the other rows more than it brings: keep all ways open.",
                chosen_by(choose),
                credit=0.3,
            )
            for neighbour, choose in (("before", greedy), ("behind", greedy_from_the_end))
        ),
        Mistake(
            "sorted",
            "The positions of the largest scores were sorted. But then a row may stand at a score "
            "that is not even good: choose the positions with their scores in view.",
            chosen_by(lambda scores: np.sort(rowwise(scores))),
            credit=0.3,
        ),
        *(
            Mistake(
                "pushed",
                "Each row takes its largest score, and is pushed to the position of its neighbour "
                "where that would cross. What it scores there was not asked.",
                chosen_by(choose),
                credit=0.3,
            )
            for choose in (
                lambda scores: np.maximum.accumulate(rowwise(scores)),
                lambda scores: np.minimum.accumulate(rowwise(scores)[::-1])[::-1],
            )
        ),
        extra_rule(
            "never-twice",
            "No source position is used twice. It may be.",
            0.4,
            lambda path, case: (np.diff(path) > 0).all(),
        ),
        extra_rule(
            "both-ends-forced",
            "The alignment always begins at the first source position and ends at the last. It may "
            "begin and end anywhere.",
            0.4,
            lambda path, case: path[0] == 0 and path[-1] == case.scores.shape[1] - 1,
        ),
        extra_rule(
            "never-skips",
            "No source position is skipped: from row to row the position grows by 1 at most. It "
            "may grow by more.",
            0.4,
            lambda path, case: (np.diff(path) <= 1).all(),
        ),
        extra_rule(
            "begins-at-0",
            "The alignment always begins at the first source position. It may begin anywhere.",
            0.5,
            lambda path, case: path[0] == 0,
        ),
        extra_rule(
            "ends-at-last",
            "The alignment always ends at the last source position. It may end anywhere.",
            0.5,
            lambda path, case: path[-1] == case.scores.shape[1] - 1,
        ),
        Mistake(
            "only-the-first-twice",
            "No source position but the first is used twice. Each may be: the row before may be at "
            "the same position, so the maximum runs over l ≤ j.",
            chosen_by(strictly_before),
            credit=0.4,
        ),
        Mistake(
            "goes-back",
            "The positions go back somewhere. Each row must be at the position of the row before, "
            "or at a later one. (A table of totals does not hold the alignment: from the end, go "
            "back to where each total came from.)",
            lambda path, case: (
                np.isfinite(path).all() and (right(path, case) or (np.diff(path) < 0).any())
            ),
        ),
    ]

    def compared(path, case):
        if not is_alignment(path, case):
            last = case.scores.shape[1] - 1
            return {"Expected": f"whole numbers from 0 to {last}, none below the one before it"}
        came = total(path, case)
        return {"Total": f"{came:g}, but there is an alignment with {case.best:g}"}

    def judge_at(cases, mistakes):
        ask.announce(case[:1] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(case.scores, shape=(len(case.scores),)) for case in cases],
            right,
            mistakes,
            n_arguments=1,
            shown_beside=compared,
            rule="The positions never decrease, and no other such choice has a larger total.",
        )

    m, n = (int(size) for size in rng.integers(4, 8, size=2))
    sizes = [(2, 3), (3, 4), (3, 6), (4, 4), (4, 6), (5, 8), (8, 12), (9, 9), (10, 10), (m, m + n)]
    # Every greedy choice gives another path here. Trying all paths gives the largest total, 11.
    apart = np.array([[0.0, 5, 0, 0], [10, 0, 0, 4], [0, 0, 0, 1]])
    made = [Table(apart, 11.0), Table(apart[::-1, ::-1].copy(), 11.0)]
    judge_at([*(draw(*size) for size in sizes), *made], mistakes)

    below_0 = Mistake(
        "below-0",
        "Where all totals are below 0 the alignment is not the best, or none: does a total or a "
        "maximum begin at 0? Begin with −∞, or with the first score.",
        lambda path, case: right(path, case) or case.best < 0,
        credit=0.6,
    )
    far = [
        draw(*size, level=level)
        for level in (LARGEST_SCORE, -LARGEST_SCORE)
        for size in ((3, 4), (5, 5), (m, n))
    ]
    longer = [draw(*size) for size in ((1, 1), (1, 5), (4, 1), (5, 3), (9, 4), (n + 9, m))]
    equal = [Table(np.full((m, n), value), m * value) for value in (0.0, 2.5, -7.0)]
    large = [draw(MOST_POSITIONS, MOST_POSITIONS), draw(MOST_POSITIONS, 7), draw(6, MOST_POSITIONS)]
    judge_edges(lambda: judge_at([*longer, *equal, *far, *large], [below_0]))
    return "Speech recognisers were trained with alignments like this one long before attention."
