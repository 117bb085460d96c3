"""Min-p sampling: cut at a share of the largest probability of a row, then a temperature.

Promised domain: 1 to 20 rows of 1 to 1000 logits from −1000 to 1000, or −∞, but at least one in
    each row is finite; a share of 0, or from 0.001 to 1; temperatures from 0.01 to 100. The
    bound of a row is the share times the largest probability of the row. With a share above 0,
    no probability is within rounding of this bound, unless it is the largest of its row.
Extremes and special cases, alone and together: one row; one token; equal logits; shares of 0
    and 1; temperatures of 0.01, 1 and 100; logits of ±1000; logits of −∞, also for most tokens;
    all sizes at their largest.
Certain: cases are drawn until every two mistakes give different probabilities in at least one
    case. A mistake is named only if the student's probabilities fit it in all cases.
"""

import functools
from collections.abc import Callable

import numpy as np

from payattention_checks.bert_gpt._kept import (
    Case,
    Cut,
    above_share,
    above_share_of_max,
    above_share_of_max_but_one,
    above_share_of_max_logit,
    above_share_of_max_of_columns,
    above_share_of_overall_max,
    above_the_rest_of_max,
    below_share_of_max,
    everything,
    nucleus,
    softmax,
    softmax_of_columns,
)
from payattention_checks.compare import alike_where_finite, close, right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_ROWS, MOST_TOKENS = 20, 1000
LARGEST_LOGIT = 1000
SMALLEST_SHARE, SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE = 0.001, 0.01, 100
NEAR = 0.01  # every logit is farther than this from the bound of its row


Heat = Callable[[Case], float]


# ── what becomes of them ──────────────────────────────────────────────────────────────────────


def cold(case: Case) -> float:
    return 1.0


def own(case: Case) -> float:
    return case.temperature


def right(
    case: Case,
    *,
    cut: Cut = above_share_of_max,
    cut_at: Heat = cold,
    temperature: Heat = own,
    lost: float = -np.inf,
    below_max: bool = False,
    impossible: float = -np.inf,
    of: str = "logits",
) -> np.ndarray:
    """The probabilities, (rows, tokens).

    ``cut_at`` is the temperature of the cut, ``lost`` the logit of a cut token, counted from the
    largest of its row with ``below_max``, ``impossible`` that of a token with −∞, and ``of`` what
    the temperature divides: the logits or the probabilities.
    """
    case = case._replace(logits=np.where(np.isinf(case.logits), impossible, case.logits))
    allowed = cut(case, cut_at(case))
    numbers = case.logits if of == "logits" else softmax(case.logits)
    start = numbers.max(axis=1, keepdims=True) if below_max else 0
    return softmax(np.where(allowed, numbers, start + lost), temperature(case))


def powers(case: Case, *, over: int | None, shifted: bool) -> np.ndarray:
    """The kept exp(z / T), divided by their sum over ``over``; not ``shifted``: p to the 1 / T."""
    allowed = above_share_of_max(case, 1)
    shift = case.logits - case.logits.max(axis=1, keepdims=True)
    p = softmax(case.logits)
    grown = np.exp(shift / case.temperature) if shifted else p ** (1 / case.temperature)
    grown = np.where(allowed, grown, 0)
    return grown / grown.sum(axis=over, keepdims=True)


VARIANTS: Variants = {
    "temperature-first": {"cut_at": own},
    "nucleus": [{"cut": nucleus}, {"cut": nucleus, "cut_at": own}],
    "fixed-bound": [{"cut": above_share}, {"cut": above_share, "cut_at": own}],
    "one-bound-for-all": {"cut": above_share_of_overall_max},
    "logit-bound": [
        {"cut": above_share_of_max_logit},
        {"cut": functools.partial(above_share_of_max_logit, or_largest=True)},
    ],
    "bound-of-columns": [
        {"cut": above_share_of_max_of_columns},
        *({"cut": softmax_of_columns(axis)} for axis in (0, 1)),
    ],
    "rest-of-share": {"cut": above_the_rest_of_max},
    "lower-kept": {"cut": below_share_of_max},
    "not-cut": {"cut": everything},
    "zeroed-logits": [{"lost": 0}, {"lost": 0, "below_max": True}],
    "no-temperature": {"temperature": cold},
    "multiplied": {"temperature": lambda case: 1 / case.temperature},
    "probabilities-divided": {"of": "probabilities"},
}


AT_EDGES: Variants = {
    "one-of-equals": [{"cut": above_share_of_max_but_one(index)} for index in (0, -1)],
    "finite-for-infinite": [
        {"impossible": 0},
        *(
            {"lost": lost, "below_max": below_max, "impossible": impossible}
            for lost, impossible in ((-1000, -1000), (-1000, -np.inf), (-np.inf, -1000))
            for below_max in (False, True)
        ),
    ],
    "temperature-clipped": [
        {"temperature": lambda case, least=least: max(case.temperature, least)}
        for least in (0.02, 0.05, 0.1)
    ],
}


# ── mistakes that no keywords make ────────────────────────────────────────────────────────────


def by_columns(output: np.ndarray, case: Case) -> bool:
    """Whether each column adds up to 1, or was cut completely, in rows or in columns."""
    by_rows, transposed = right(case), right(case._replace(logits=case.logits.T)).T
    allowed = next(
        (p > 0 for p in (by_rows, transposed) if np.array_equal(output > 0, p > 0)), None
    )
    return allowed is not None and close(output.sum(axis=0)[allowed.any(axis=0)], 1)


def not_normalised(output: np.ndarray, case: Case) -> bool:
    with np.errstate(all="ignore"):
        return same(output / output.sum(axis=1, keepdims=True), right(case))


def over_all_rows(output: np.ndarray, case: Case) -> bool:
    return any(same(output, powers(case, over=None, shifted=shifted)) for shifted in (True, False))


def fixed_bound(output: np.ndarray, case: Case) -> bool:
    """Whether tokens were cut at the probability ``share``; rows that lost all do not count."""
    for heat in (1, case.temperature):
        allowed = above_share(case, heat)
        rows = allowed.any(axis=1)
        logits = np.where(allowed, case.logits, -np.inf)[rows]
        if same(output[rows], softmax(logits, case.temperature)):
            return True
    return False


def lower_kept(output: np.ndarray, case: Case) -> bool:
    """Whether what is below the bound was kept; a row that lost all may be NaN or 0."""
    below = right(case, cut=below_share_of_max)
    return same(output, below) or same(output, np.nan_to_num(below))


def strict(output: np.ndarray, case: Case) -> bool:
    """Whether only tokens above the bound were kept, where the share is 0 or 1."""
    if same(output, right(case)):
        return True
    if case.share < 1:
        return case.share == 0 and same(output, powers(case, over=1, shifted=False))
    n = case.logits.shape[1]
    one_or_none = [*np.eye(n), np.full(n, np.nan), np.zeros(n), np.full(n, 1 / n)]
    rows = zip(output, right(case, cut=everything), strict=True)
    return all(any(same(row, other) for other in (*one_or_none, uncut)) for row, uncut in rows)


def overflow(output: np.ndarray, case: Case) -> bool:
    """Whether exponentials overflowed, or all of a row vanished, so that nothing was cut."""
    fits = right_or_not_finite(lambda output, case: same(output, right(case)))
    return fits(output, case) or same(output, right(case, cut=everything))


def one_maximum(output: np.ndarray, case: Case) -> bool:
    """Whether the output is right, or right in the largest row where another is far below it."""
    if same(output, right(case)):
        return True
    tops = case.logits.max(axis=1)
    top = [tops.argmax()]
    far = tops.max() - tops.min() > LARGEST_LOGIT
    return far and same(output[top], right(case)[top])


def underflow(output: np.ndarray, case: Case) -> bool:
    return same(output, right(case)) or same(output, powers(case, over=1, shifted=False))


SIGNS = {
    "by-columns": by_columns,
    "not-normalised": not_normalised,
    "all-rows": over_all_rows,
    "fixed-bound": fixed_bound,
    "lower-kept": lower_kept,
    "strict": strict,
    "overflow": overflow,
    "one-maximum": one_maximum,
    "underflow": underflow,
}


same = alike_where_finite

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, rows: int, tokens: int, share: float, temperature: float, *,
    spread: float = 2.0,
) -> Case:  # fmt: skip
    """A random case in which no logit is near its bound, at temperature 1 or ``temperature``."""
    logits = (spread * rng.normal(size=(rows, tokens))).round(3)
    bound = -np.log(share) if share else np.inf
    while True:
        below = logits.max(axis=1, keepdims=True) - logits
        away = [abs(below / t - bound) for t in (1, temperature)]
        near = (np.min(away, axis=0) <= NEAR) & (below > 0)
        if not near.any():
            return Case(logits, float(share), float(temperature))
        logits = np.where(near, logits - 0.05 * max(1, temperature), logits).round(3)


def usual(rng: np.random.Generator) -> Case:
    """A case in which a fixed bound keeps a token in each row."""
    share, temperature = rng.uniform(0.05, 0.5), rng.choice([0.4, 0.6, 0.8, 1.5, 2, 3])
    rows, tokens = (int(n) for n in (rng.integers(2, 4), rng.integers(3, 7)))
    while True:
        case = draw(rng, rows, tokens, round(float(share), 2), float(temperature))
        tops = [softmax(case.logits, t).max(axis=1).min() for t in (1, case.temperature)]
        if min(tops) > case.share:
            return case


def level(case: Case) -> Case:
    return case._replace(logits=case.logits - case.logits.max(axis=1, keepdims=True))


def ending(case: Case, *below: float) -> Case:
    """The case with each row's last logit ``below`` the largest of the others."""
    logits = case.logits.copy()
    logits[:, -1] = logits[:, :-1].max(axis=1) - below
    return case._replace(logits=logits.round(3))


def nearly_equal(rng: np.random.Generator) -> Case:
    """A case of different logits that are all kept; a nucleus has half of them."""
    rows = np.tile(np.linspace(-0.1, 0.1, 6).round(3), (2, 1))
    return Case(rng.permuted(rows, axis=1), 0.5, 0.8)


def with_equal_bounds(case: Case) -> Case:
    """The case with its first row, and the same row turned, so that both have one bound."""
    return case._replace(logits=np.stack([case.logits[0], case.logits[0, ::-1]]))


def impossible(rng: np.random.Generator, case: Case) -> Case:
    """The case with many logits at −∞, but never the largest of a row."""
    top = case.logits.argmax(axis=1)[:, None] == np.arange(case.logits.shape[1])
    lost = ~top & (rng.random(case.logits.shape) < 0.6)
    return case._replace(logits=np.where(lost, -np.inf, case.logits))


def at_bounds(rng: np.random.Generator, rows: int, n: int) -> list[Case]:
    found = [
        draw(rng, rows, n, 1, 0.5),
        ending(draw(rng, rows, n, 1, 2), 0),
        draw(rng, 1, 1, 1, 1),
        draw(rng, 2, 1, 0.5, 3),
        draw(rng, rows, n, 0, 0.7),
        draw(rng, rows, n, SMALLEST_SHARE, 1),
        ending(draw(rng, 1, n, 0.1, 0.3), 0),
    ]
    found += [impossible(rng, draw(rng, rows, n + 3, share, 0.7)) for share in (0, 0.05, 1)]
    full = draw(rng, MOST_ROWS, 50, 0.05, 1.2)
    others = -rng.uniform(20, LARGEST_LOGIT, size=(MOST_ROWS, MOST_TOKENS - 50))
    hot = level(draw(rng, 2, 3, 0, LARGEST_TEMPERATURE))
    lows = hot.logits[:, :1].round() - LARGEST_LOGIT * np.array([[0.8, 0.9]])
    top = ending(draw(rng, 2, n, 0.1, LARGEST_TEMPERATURE), 20)
    return [
        *found,
        top,
        impossible(rng, draw(rng, 2, n, 0, LARGEST_TEMPERATURE)),
        full._replace(logits=np.hstack([full.logits, others])),
        hot._replace(logits=np.hstack([hot.logits, lows + 10])),
    ]


def steep(rng: np.random.Generator, rows: int, n: int) -> list[Case]:
    found = [
        level(ending(draw(rng, rows, n, 0.1, SMALLEST_TEMPERATURE), 2 * SMALLEST_TEMPERATURE)),
        draw(rng, 2, n, 0.01, LARGEST_TEMPERATURE),
    ]
    wide = [level(draw(rng, 2, n, 0, 0.5, spread=LARGEST_LOGIT / 4)) for _ in range(3)]
    found += [case._replace(logits=case.logits.clip(-LARGEST_LOGIT)) for case in wide]
    shift = LARGEST_LOGIT * np.array([[1], [-0.9]])  # one row near 1000, one near −900
    near = level(ending(draw(rng, 2, n, 0.02, 2), 20))
    found.append(near._replace(logits=(near.logits + shift).round(3)))
    for sign in (-1, 1):
        far = ending(draw(rng, 2, n, 0.02, 2), 20)
        top = far.logits.max() if sign > 0 else far.logits.min()
        found.append(far._replace(logits=(far.logits - top + sign * LARGEST_LOGIT).round(3)))
    eighths = (8 * draw(rng, 2, n, 0.1, 0.5).logits).round() / 8  # exact as 32-bit floats
    high = ending(Case(eighths, 0.1, 0.5), 20)
    found.append(level(high)._replace(logits=level(high).logits + LARGEST_LOGIT))
    found.append(Case(LARGEST_LOGIT * (2 * np.eye(2, n) - 1), 0.1, 0.5))
    return found


def cases(rng: np.random.Generator) -> Cases:
    all_rows = [functools.partial(powers, over=None, shifted=shifted) for shifted in (True, False)]
    apart = outputs_of(right, VARIANTS) | {"all-rows": all_rows}
    ordinary = [
        ending(draw(rng, 2, 3, 0.3, 0.5), 1, 1.23),  # 0.37 is kept, 0.292 is cut
        with_equal_bounds(ending(draw(rng, 2, 3, 0.3, 0.5), 1)),  # kept, unless it is cut again
        ending(draw(rng, 2, 3, 0.3, 2), 2.1),  # cut, but a higher temperature would keep it
        ending(draw(rng, 2, 3, 0.4, 2), 0.46),  # 0.631 is kept, also by 1 − 0.4, not by exp(−0.4)
        nearly_equal(rng),
        ending(draw(rng, 2, 4, 0.25, 0.8, spread=0.01), -0.1),  # above a fixed bound is only one
        *distinguishing_cases(lambda: usual(rng), apart, same),
        usual(rng),
    ]
    rows, n = (int(x) for x in rng.integers(3, 8, size=2))
    infinite = "finite-for-infinite"
    return Cases(
        ordinary,
        (
            Edge(at_bounds(rng, rows, n), ("underflow", "one-of-equals", "strict", infinite)),
            Edge(steep(rng, rows, n), ("one-maximum", "temperature-clipped", infinite, "overflow")),
        ),
    )


min_p = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, same=same).check
