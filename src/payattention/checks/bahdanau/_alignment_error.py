"""Check of `alignment_error`: the alignment error rate of a map of attention weights."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.edges import judge_edges

MOST_ROWS, MOST_COLUMNS = 100, 100
KINDS = ("sure", "possible", "wrong")  # the kinds of links


class Map(NamedTuple):
    """A test case: the arguments of one call, and the links from which the weights were made.

    weights    the map of attention weights, (m, n); each row is a target position
    sure       which entries are sure links, a boolean table (m, n)
    possible   which entries are possible links, a boolean table (m, n)
    threshold  a row's largest weight gives a link if it is at least this large
    links      the column of each row's largest weight, (m,); of equal ones, the first
    strong     whether that weight reaches the threshold, (m,)
    """

    weights: np.ndarray
    sure: np.ndarray
    possible: np.ndarray
    threshold: float
    links: np.ndarray  # (m,), the column with which each row is linked
    strong: np.ndarray  # (m,), whether the row's largest weight reaches the threshold


@check(reread="Chapter 2, [Alignment error](02-bahdanau#alignment-error)")
def alignment_error(ask: Ask, rng: np.random.Generator) -> str:
    """Check the alignment error rate of the links that a map of attention weights gives.

    In each row, the largest weight gives a link if it reaches the threshold. Below, A are the links
    from the map, S the sure links, and P the possible links. The rate is
    1 − (|A∩S| + |A∩P|) / (|A| + |S|).

    Promised domain: up to 100 rows and columns; a threshold from 0 to 1. Every sure link is also a
        possible one.
    Extremes and special cases, alone and together: a largest weight that equals the threshold;
        several equal largest weights in a row; no link from any row, with some sure links or none;
        no sure link; one row; one column; a threshold of 0 or 1; 100 rows; 100 columns.
    Usual mistakes: the threshold is ignored; every weight that reaches the threshold gives a link;
        the largest weights of the columns give the links; sure or possible links are left out; a
        sure link in A counts only once in the numerator; the denominator counts possible links in
        place of sure ones; the shares |A∩S| / |S| and |A∩P| / |A| are averaged; 1 minus the rate is
        returned; a percentage is returned. At edge cases: a largest weight that equals the
        threshold gives no link; all of several equal largest weights give links, or the last of
        them does; the rate is not 0 if there is neither a link in A nor one in S.
    Certain: For ordinary inputs, the feedback names a mistake only if every output is the rate that
        this mistake leads to. At edge cases, the feedback names only mistakes that can explain
        every wrong output.
    """

    def draw(m, n, *, strong=None, ties=False, just=False, threshold=None, share_sure=0.12):
        """A random test case: an m × n map of weights, and tables of sure and possible links.

        ``strong`` says whether the largest weight of each row reaches the threshold (None: at
        random). With ``just``, the weights that reach it are equal to it. With ``ties``, a row may
        have two equal largest weights. ``share_sure`` is the share of sure links among the entries
        with smaller weights; if it is 0, the table has no sure link at all.
        """
        rows, links = np.arange(m), rng.integers(n, size=m)
        strong = rng.random(m) < 0.75 if strong is None else np.full(m, strong)
        threshold = int(rng.integers(24, 48)) / 128 if threshold is None else threshold
        above = 0 if just else rng.integers(8, 24, size=m) / 128
        top = np.where(strong, threshold + above, threshold - rng.integers(1, 9, size=m) / 128)
        weights = np.floor(rng.random((m, n)) * 128 * top[:, None]) / 128  # all below ``top``
        weights[rows, links] = top
        if ties:
            later = np.minimum(links + 1 + rng.integers(n, size=m), n - 1)
            weights[rows, later] = top
        kind = rng.permutation(np.resize(KINDS if share_sure else KINDS[1:], m))
        sure, possible = rng.random((2, m, n)) < [[[share_sure]], [[0.3]]]
        sure[rows, links] = kind == "sure"
        possible[rows, links] = kind == "possible"
        return Map(weights, sure, possible | sure, threshold, links, strong)

    def made(case):
        """The right links of a test case's map, as a boolean table (rows, columns)."""
        linked = np.zeros(case.weights.shape, dtype=bool)
        linked[np.flatnonzero(case.strong), case.links[case.strong]] = True
        return linked

    def counts(case, linked):
        """[|A|, |A∩S|, |A∩P|, |S|, |P|], where A are the links in the boolean table ``linked``."""
        tables = linked, linked & case.sure, linked & case.possible, case.sure, case.possible
        return [int(table.sum()) for table in tables]

    def fits(rate, case, linked):
        """Whether ``rate`` is the error rate of the links in the boolean table ``linked``."""
        links, in_sure, in_possible, sure, _ = counts(case, linked)
        if links + sure == 0:
            return close(rate, 0)
        return close((1 - rate) * (links + sure), in_sure + in_possible)

    def rate_of(case):
        """The correct error rate of a test case, which the feedback shows."""
        links, in_sure, in_possible, sure, _ = counts(case, made(case))
        return 1 - (in_sure + in_possible) / (links + sure) if links + sure else 0.0

    def right(rate, case):
        return fits(rate, case, made(case))

    def by(*formulas):
        """A predicate ``(rate, case)``: whether 1 − rate is what one of ``formulas`` gives.

        A formula is a function of the five numbers that `counts` returns for the right links.
        """

        def found(rate, case):
            numbers = np.array(counts(case, made(case)), dtype=float)
            return any(close(rate, 1 - formula(*numbers)) for formula in formulas)

        return found

    def linking(*tables):
        """A predicate ``(rate, case)``: whether the rate follows from wrong links.

        Each of ``tables`` is a function of the test case that returns wrong links, as a boolean
        table.
        """
        return lambda rate, case: any(fits(rate, case, table(case)) for table in tables)

    def reach(case):
        return case.weights >= case.threshold

    def largest(case):
        return case.weights == case.weights.max(axis=1, keepdims=True)

    def last(case):
        """A boolean table of links: the largest weight of each row, or the last of equal ones."""
        later = case.weights.shape[1] - 1 - case.weights[:, ::-1].argmax(axis=1)
        return np.eye(case.weights.shape[1], dtype=bool)[later]

    def of_columns(case):
        """A boolean table of links: each column's largest weight, or the first of equal ones."""
        return np.eye(len(case.weights), dtype=bool)[:, case.weights.argmax(axis=0)]

    mistakes: Mistakes = [
        UndoableMistake(
            "share-of-right",
            "This is the share of what is right. The rate is what is missing from it to 1.",
            lambda rate, case: (1 - rate, case),
            credit=0.6,
        ),
        UndoableMistake(
            "percentage",
            "This is a percentage. The rate is from 0 to 1.",
            lambda rate, case: (rate / 100, case),
            credit=0.6,
        ),
        Mistake(
            "threshold-ignored",
            "Every row gives a link. A row whose largest weight is below the threshold gives none.",
            linking(largest),
            credit=0.5,
        ),
        Mistake(
            "all-above",
            "Every weight that reaches the threshold gives a link. It must also be the largest of "
            "its row.",
            linking(reach),
            credit=0.5,
        ),
        Mistake(
            "wrong-axis",
            "The links are taken from the columns. Each row is a target position and gives at most "
            "one link.",
            linking(of_columns, lambda case: of_columns(case) & reach(case)),
            credit=0.2,
        ),
        Mistake(
            "possible-in-denominator",
            "The denominator counts the possible links. It must count the sure ones: no model has "
            "to find what is only possible.",
            by(lambda a, a_s, a_p, s, p: (a_s + a_p) / (a + p)),
            credit=0.5,
        ),
        Mistake(
            "counted-once",
            "A sure link in A is counted once. It is also possible, so it counts in both terms of "
            "the numerator.",
            by(lambda a, a_s, a_p, s, p: a_p / (a + s)),
            credit=0.5,
        ),
        Mistake(
            "possible-ignored",
            "The possible links are not in it.",
            by(
                lambda a, a_s, a_p, s, p: 2 * a_s / (a + s),
                lambda a, a_s, a_p, s, p: a_s / (a + s),
                lambda a, a_s, a_p, s, p: a_s / a,
                lambda a, a_s, a_p, s, p: a_s / s,
            ),
            credit=0.3,
        ),
        Mistake(
            "sure-ignored",
            "The sure links are not in it.",
            by(
                lambda a, a_s, a_p, s, p: a_p / a,
                lambda a, a_s, a_p, s, p: 2 * a_p / (a + p),
                lambda a, a_s, a_p, s, p: a_p / p,
                lambda a, a_s, a_p, s, p: a_p / (a + p),
            ),
            credit=0.3,
        ),
        Mistake(
            "mean-of-shares",
            "Two shares are averaged, that of A and that of S. The rate has one fraction: add the "
            "numerators and the denominators first.",
            by(
                lambda a, a_s, a_p, s, p: (a_s / s + a_p / a) / 2,
                lambda a, a_s, a_p, s, p: 2 / (s / a_s + a / a_p),
            ),
            credit=0.4,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:4] for case in cases)
        judge(
            ask,
            cases,
            [ask.number(*case[:4]) for case in cases],
            right,
            mistakes,
            n_arguments=4,
            shown_beside=lambda rate, case: {
                "Expected": rate_of(case),
                "The right counts": "|A| = {}, |A∩S| = {}, |A∩P| = {}, |S| = {}".format(
                    *counts(case, made(case))
                ),
            },
            rule="A has at most one link a row. 1 − rate is the number of its links that are sure, "
            "plus the number that are possible, divided by |A| + |S|.",
        )

    sizes = [(5, 4), (6, 6), (4, 9), (9, 3)] + [tuple(rng.integers(5, 13, size=2)) for _ in "two"]
    sizes = [(int(m), int(n)) for m, n in sizes]
    ordinary = [draw(*size) for size in [*sizes, (MOST_ROWS, MOST_COLUMNS)]]
    judge_at([draw(3, 3, strong=True), *ordinary], mistakes)  # the first is small enough to show

    at_threshold = Mistake(
        "at-threshold",
        "A largest weight that equals the threshold gives no link. It must give one.",
        lambda rate, case: (
            right(rate, case) or fits(rate, case, made(case) & (case.weights > case.threshold))
        ),
        credit=0.7,
    )
    ties = Mistake(
        "ties",
        "Of several equally large weights of a row, only the first gives a link.",
        lambda rate, case: (
            right(rate, case)
            or fits(rate, case, largest(case) & reach(case))
            or fits(rate, case, last(case) & reach(case))
        ),
        credit=0.7,
    )
    nothing = Mistake(
        "nothing",
        "If there is neither a link in A nor one in S, the rate is 0.",
        lambda rate, case: right(rate, case) or not (made(case).any() or case.sure.any()),
        credit=0.7,
    )
    few = [draw(m, n, strong=True) for m, n in ((1, 1), (1, 5), (4, 1))]
    silent = [draw(*size, strong=False, share_sure=share) for size in sizes for share in (0.2, 0)]
    unsure = [draw(*size, share_sure=0) for size in sizes]
    judge_edges(
        lambda: judge_at(
            [draw(*size, just=True, threshold=t) for size in sizes for t in (None, 0.5, 1.0)]
            + [draw(*size, strong=True, threshold=0.0) for size in sizes],
            [at_threshold],
        ),
        lambda: judge_at([*few, *(draw(*size, ties=True) for size in sizes)], [ties]),
        lambda: judge_at([*silent, *unsure], [nothing]),
    )
    return "The truth comes from people who aligned by hand; the dates bring their own."
