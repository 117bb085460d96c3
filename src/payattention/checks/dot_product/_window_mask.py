"""Who may look at whom."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Slip, check, judge


class Window(NamedTuple):
    """A window on the past: query i sees the ``back`` positions before ``first`` + i, and this."""

    n_q: int
    n_k: int
    window: int
    first: int
    back: int


@check(reread="Chapter 3, [Masks](03-dot-product#masks)")
def window_mask(ask: Ask, rng: np.random.Generator) -> str:
    """The last n_q of n_k positions look at themselves and the window - 1 positions before."""
    asked = [(3, 5, 2), (4, 4, 2), (3, 7, 3), (1, 6, 2), (5, 5, 9), (6, 9, 1)]
    asked += [(int(q), int(q + more), int(w)) for q, more, w in rng.integers(2, 9, size=(4, 3))]
    cases = [Window(n_q, n_k, w, first=n_k - n_q, back=w - 1) for n_q, n_k, w in asked]
    ask.ahead(case[:3] for case in cases)
    masks = [ask.array(*case[:3], shape=case[:2]) for case in cases]

    def sees(mask, start, end):
        """Whether row i is True from position start + i to end + i, and nowhere else."""
        return mask.dtype == bool and all(
            seen == (start + i <= j <= end + i) for (i, j), seen in np.ndenumerate(mask)
        )

    mistakes: Mistakes = [
        Slip(
            "inverted",
            "The mask is inverted: it marks the keys that must not be attended to. "
            "Here `True` means “may be attended to”.",
            lambda mask, case: (~mask, case) if mask.dtype == bool else None,
            credit=0.4,
        ),
        Slip(
            "added-to-scores",
            "This is a mask to add to the scores, 0 and −∞. Return booleans instead: `True` where "
            "a key may be attended to.",
            lambda mask, case: (mask == 0, case) if mask.min() < 0 else None,
            credit=0.7,
        ),
        Slip(
            "not-boolean",
            "The mask holds numbers. Return booleans: a mask of 0 and 1 would be added to the "
            "scores, and 0 and 1 hide nothing.",
            lambda mask, case: (mask == 1, case),
            credit=0.7,
        ),
        Slip(
            "top-left",
            "Row i is treated as position i. But the queries are the last n_q of the n_k "
            "positions: where does the first of them stand?",
            lambda mask, case: (mask, case._replace(first=0)),
            credit=0.4,
        ),
        Slip(
            "no-window",
            "The past is not cut: each row must see at most `window` positions.",
            lambda mask, case: (mask, case._replace(back=case.n_k)),
        ),
        Slip(
            "one-too-many",
            "Each row sees one position too many: `window` counts the query's own position.",
            lambda mask, case: (mask, case._replace(back=case.back + 1)),
            credit=0.5,
        ),
        Slip(
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
                sees(mask, case.first - back, case.first - 1) for back in (case.back, case.window)
            ),
            credit=0.4,
        ),
        Mistake(
            "future",
            "Rows look ahead: they see positions after the query's own. The window lies in the "
            "past.",
            lambda mask, case: any(
                sees(mask, case.first - back, case.first + ahead)
                for back in (0, case.back)
                for ahead in (case.back, case.n_k)
            ),
            credit=0.2,
        ),
    ]
    judge(
        ask,
        cases,
        masks,
        lambda mask, case: sees(mask, case.first - case.back, case.first),
        mistakes,
        given=3,
        rule="Row i stands for position n_k − n_q + i and must be `True` (■) at that position and "
        "at the window − 1 positions before it, as far as there are so many.",
    )
    return "Stacked L times, such layers see L · (window − 1) positions back."
