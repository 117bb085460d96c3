"""The check of `window_mask`: a causal mask with a sliding window."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, judge
from payattention.checks.edges import judge_edges

MOST_KEYS = 1000
LARGEST_WINDOW = 2000


class Window(NamedTuple):
    """A test case: the arguments of one call, and the positions that each query may attend to.

    n_q     the number of queries
    n_k     the number of keys
    window  how many positions a query sees at most, its own included
    first   the position of query 0; query i stands at position ``first`` + i
    back    how many positions before its own a query sees at most
    """

    n_q: int
    n_k: int
    window: int
    first: int
    back: int


def window_of(n_q: int, n_k: int, window: int) -> Window:
    return Window(int(n_q), int(n_k), int(window), first=int(n_k - n_q), back=int(window - 1))


@check(reread="Chapter 3, [Masks](03-dot-product#masks)")
def window_mask(ask: Ask, rng: np.random.Generator) -> str:
    """Check a mask that lets each query see its own position and the window − 1 positions before.

    The n_q queries are the last n_q of the n_k positions.

    Promised domain: 1 ≤ n_q ≤ n_k ≤ 1000, window from 1 to 2000.
    Extremes and special cases, alone and together: n_q = n_k; one query; one key; a window of 1, of
        n_k, and longer than the text; a row whose window begins before the text; 1000 keys; a
        window of 2000, with one query and with as many queries as keys.
    Usual mistakes: row i is taken for position i; the offset n_k − n_q has the wrong sign; one
        position too many or too few is visible; there is no window; the future is visible; the
        query's own position is hidden; a slice or an index becomes negative, so that Python counts
        it from the end; all rows begin at the same key; key 0 is hidden; the mask is inverted,
        holds numbers, or is meant to be added to the scores.
    Certain: each mistake gives a different mask for the ordinary inputs. Long texts, windows longer
        than the text and other extremes are tried only if the answer is right for the ordinary
        inputs. For extremes, the feedback names no mistake.
    """

    def shows(mask: np.ndarray, case: Window, seen: Callable[[int, int], Iterable[int]]) -> bool:
        """Whether row i of the mask is True at the keys ``seen(i, p)``, and False at all others.

        p is the position of query i. Negative keys are ignored.
        """
        return mask.dtype == bool and all(
            np.flatnonzero(row).tolist() == sorted({j for j in seen(i, case.first + i) if j >= 0})
            for i, row in enumerate(mask)
        )

    def sees(mask, case, start, end):
        """Whether each row i of the mask is True exactly from key start + i to key end + i."""
        return shows(
            mask,
            case,
            lambda i, p: range(max(0, start + i), min(case.n_k - 1, end + i) + 1),
        )

    def from_key(start):
        """Make a function ``seen(i, p)`` for `shows`: it returns the keys from ``start`` to p."""
        return lambda i, p: range(max(0, start), p + 1)

    mistakes: Mistakes = [
        UndoableMistake(
            "inverted",
            "The mask is inverted: it marks the keys that must not be attended to. "
            "Here `True` means “may be attended to”.",
            lambda mask, case: (~mask, case) if mask.dtype == bool else None,
            credit=0.4,
        ),
        UndoableMistake(
            "added-to-scores",
            "This is a mask to add to the scores, 0 and −∞. Return booleans instead: `True` where "
            "a key may be attended to.",
            lambda mask, case: (mask == 0, case) if mask.min() < 0 else None,
            credit=0.7,
        ),
        UndoableMistake(
            "not-boolean",
            "The mask holds numbers. Return booleans: a mask of 0 and 1 would be added to the "
            "scores, and 0 and 1 hide nothing.",
            lambda mask, case: (mask == 1, case) if mask.dtype != bool else None,
            credit=0.7,
        ),
        UndoableMistake(
            "top-left",
            "Row i is treated as position i. But the queries are the last n_q of the n_k "
            "positions: where does the first of them stand?",
            lambda mask, case: (mask, case._replace(first=0)),
            credit=0.4,
        ),
        UndoableMistake(
            "wrong-sign",
            "The queries' offset has the wrong sign, n_q − n_k for n_k − n_q.",
            lambda mask, case: (mask, case._replace(first=-case.first)),
            credit=0.5,
        ),
        UndoableMistake(
            "no-window",
            "The past is not cut: each row must see at most `window` positions.",
            lambda mask, case: (mask, case._replace(back=case.n_k)),
        ),
        UndoableMistake(
            "one-too-many",
            "Each row sees one position too many: `window` counts the query's own position.",
            lambda mask, case: (mask, case._replace(back=case.back + 1)),
            credit=0.5,
        ),
        UndoableMistake(
            "one-too-few",
            "Each row sees one position too few: `window` positions in all, the query's own "
            "among them.",
            lambda mask, case: (mask, case._replace(back=case.back - 1)),
            credit=0.5,
        ),
        Mistake(
            "not-itself",
            "No position sees itself. The window ends at the query's own position.",
            lambda mask, case: any(
                sees(mask, case, case.first - back, case.first - 1)
                for back in (case.back, case.window)
            ),
            credit=0.4,
        ),
        Mistake(
            "future",
            "Rows look ahead: they see positions after the query's own. The window lies in the "
            "past.",
            lambda mask, case: any(
                sees(mask, case, case.first - back, case.first + ahead)
                for back in (0, case.back - 1, case.back)
                for ahead in (1, case.back, case.n_k)
            ),
            credit=0.2,
        ),
        Mistake(
            "negative-start",
            "Where the window begins before position 0, the start of your slice is negative, and "
            "Python counts it from the end: `x[-1:1]` is empty. Start at 0 at the earliest.",
            lambda mask, case: shows(
                mask, case, lambda i, p: range(case.n_k)[p - case.back : p + 1]
            ),
            credit=0.6,
        ),
        Mistake(
            "wraps-around",
            "Where the window begins before position 0, it goes on at the last keys: Python counts "
            "a negative index from the end.",
            lambda mask, case: shows(
                mask, case, lambda i, p: [(p - t) % case.n_k for t in range(case.back + 1)]
            ),
            credit=0.6,
        ),
        Mistake(
            "short-window-filled",
            "Rows at the beginning see `window` positions though there are fewer behind them: they "
            "are filled up with the future.",
            lambda mask, case: shows(
                mask, case, lambda i, p: range(case.n_k)[max(0, p - case.back) :][: case.window]
            ),
            credit=0.5,
        ),
        Mistake(
            "fixed-start",
            "All rows begin at the same key. The window moves along with the query.",
            lambda mask, case: any(
                shows(mask, case, from_key(start))
                for start in (case.first - case.back, case.n_k - case.window)
            ),
            credit=0.3,
        ),
        Mistake(
            "start-without-offset",
            "A row ends at its own position but begins as if row i stood for position i: both ends "
            "of the window belong to position n_k − n_q + i.",
            lambda mask, case: shows(mask, case, lambda i, p: range(max(0, i - case.back), p + 1)),
            credit=0.4,
        ),
        Mistake(
            "first-key",
            "Right, except that no row sees key 0.",
            lambda mask, case: shows(mask, case, lambda i, p: range(max(1, p - case.back), p + 1)),
            credit=0.6,
        ),
    ]

    def judge_at(sizes, mistakes):
        cases = [window_of(*size) for size in sizes]
        ask.announce(case[:3] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:3], shape=case[:2]) for case in cases],
            lambda mask, case: sees(mask, case, case.first - case.back, case.first),
            mistakes,
            n_arguments=3,
            rule="Row i stands for position n_k − n_q + i and must be `True` (■) at that position "
            "and at the window − 1 positions before it, as far as there are so many.",
        )

    def draw(n_q, more, window):
        return int(n_q), int(n_q + more), int(window)

    ordinary = [(3, 5, 2), (4, 4, 2), (3, 7, 3), (1, 6, 2), (5, 5, 4), (6, 9, 1)]
    ordinary += [
        draw(q, more, min(w, q + more - 1)) for q, more, w in rng.integers(2, 9, size=(4, 3))
    ]
    judge_at(ordinary, mistakes)

    n_q, more = rng.integers(2, 12, size=2).tolist()
    n_k = n_q + more
    small = [(1, 1, 1), (n_k, n_k, n_k), (n_q, n_k, n_k), (1, n_k, 1), (1, n_k, n_k), (n_k, n_k, 1)]
    far = [(n_q, n_k, n_k + more), (n_k, n_k, LARGEST_WINDOW), (1, 1, 2), (1, n_k, LARGEST_WINDOW)]
    long = int(rng.integers(300, MOST_KEYS))
    texts = [(3, long, int(rng.integers(2, long))), (2, MOST_KEYS, 3)]
    judge_edges(lambda: judge_at([*small, *far, *texts], []))
    return "Stacked L times, such layers see L · (window − 1) positions back."
