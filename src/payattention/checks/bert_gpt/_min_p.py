"""The check of `min_p`: min-p sampling, with the temperature after the cut."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of, overflows

MOST_ROWS, MOST_TOKENS = 20, 1000
LARGEST_LOGIT = 1000
SMALLEST_SHARE, SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE = 0.001, 0.01, 100
NEAR = 0.01  # every logit is farther than this from the bound of its row
ROUNDING = 1e-9  # a token still reaches its bound if it misses it by less than this


class Logits(NamedTuple):
    """The arguments of one call of the student's `min_p`.

    ``logits`` is (rows, tokens). A token is cut if its probability is below ``share`` times the
    largest of its row. The other tokens' logits are divided by ``temperature``.
    """

    logits: np.ndarray
    share: float
    temperature: float


def softmax(logits: np.ndarray, temperature: float | int = 1) -> np.ndarray:
    """The softmax of each row of logits / temperature, computed by torch in float64."""
    return torch.softmax(torch.tensor(logits, dtype=torch.float64) / temperature, dim=-1).numpy()


def above_share_of_max(p: np.ndarray, share: float | int) -> np.ndarray:
    """A mask of the tokens with p ≥ ``share`` · (largest p of the row), up to rounding."""
    with np.errstate(divide="ignore"):
        return np.log(p) - np.log(p.max(axis=1, keepdims=True)) >= np.log(share) - ROUNDING


def above_share_of_overall_max(p: np.ndarray, share: float | int) -> np.ndarray:
    return p >= share * p.max()


def at_least(p: np.ndarray, share: float | int) -> np.ndarray:
    return p >= share


def nucleus(p: np.ndarray, share: float | int) -> np.ndarray:
    """A mask of each row's nucleus: its likeliest tokens, until they have ``share`` together."""
    order = np.argsort(-p, axis=1)
    ranked = np.take_along_axis(p, order, axis=1)
    kept = np.empty(p.shape, dtype=bool)
    np.put_along_axis(kept, order, ranked.cumsum(axis=1) - ranked < share, axis=1)
    return kept


def of_the_logits(logits: np.ndarray, share: float | int) -> np.ndarray:
    """A mask of the logits that are at least ``share`` times the largest logit of their row."""
    return logits >= share * logits.max(axis=1, keepdims=True)


def everything(p: np.ndarray, share: float | int) -> np.ndarray:
    return np.ones(p.shape, dtype=bool)


def distribution(
    case: Logits,
    *,
    cut: Callable[[np.ndarray, float | int], np.ndarray] = above_share_of_max,
    cut_at: Callable[[Logits], float | int] = lambda case: 1,
    temperature: Callable[[Logits], float | int] = lambda case: case.temperature,
    zeroed: bool = False,
    normalised: bool = True,
) -> np.ndarray:
    """The probabilities of the tokens: the right ones or, with other arguments, those of a mistake.

    ``cut(p, share)`` returns a mask of the kept tokens, from the probabilities p at the temperature
    ``cut_at(case)``. The result has the temperature ``temperature(case)``. If ``zeroed``, cut
    logits are 0, not −∞. If not ``normalised``, tokens are cut after the last softmax.
    """
    kept = cut(softmax(case.logits, cut_at(case)), case.share)
    if normalised:
        logits = np.where(kept, case.logits, 0 if zeroed else -np.inf)
        return softmax(logits, temperature(case))
    return softmax(case.logits, temperature(case)) * kept


def on_probabilities(case: Logits) -> np.ndarray:
    """The probabilities if the cut is right, but the temperature has no effect.

    It also has none if it divides probabilities that are normalised afterwards.
    """
    return distribution(case, temperature=lambda case: 1)


def softmax_twice(case: Logits) -> np.ndarray:
    """The probabilities if the last softmax gets the kept probabilities instead of their logits."""
    p = softmax(case.logits)
    kept = above_share_of_max(p, case.share)
    return softmax(np.where(kept, p, -np.inf), case.temperature)


def on_logits(case: Logits) -> np.ndarray:
    """The probabilities if logits below ``share`` · (largest logit of the row) are cut.

    A row in which no token is kept becomes NaN.
    """
    kept = of_the_logits(case.logits, case.share)
    return softmax(np.where(kept, case.logits, -np.inf), case.temperature)


def among_all_rows(case: Logits) -> np.ndarray:
    """The probabilities if the last softmax divides by a sum over all rows, not over one row."""
    kept = above_share_of_max(softmax(case.logits), case.share)
    z = (case.logits - case.logits.max(axis=1, keepdims=True)) / case.temperature
    powers = np.where(kept, np.exp(z), 0)
    return powers / powers.sum()


def among_all_probabilities(case: Logits) -> np.ndarray:
    """The kept probabilities to the power 1 / temperature, divided by their sum over all rows."""
    p = softmax(case.logits)
    powers = np.where(above_share_of_max(p, case.share), p ** (1 / case.temperature), 0)
    return powers / powers.sum()


def by_columns(case: Logits, cut_by_columns: bool = True) -> np.ndarray:
    """The probabilities if each softmax runs over a column instead of a row.

    If not ``cut_by_columns``, the tokens are cut by rows, and only the last softmax is wrong.
    """
    across = case._replace(logits=case.logits.T)
    if cut_by_columns:
        return distribution(across).T
    kept = above_share_of_max(softmax(case.logits), case.share)
    return softmax(np.where(kept, case.logits, -np.inf).T, case.temperature).T


def lost_before(case: Logits) -> np.ndarray:
    """The kept probabilities to the power 1 / temperature, normalised in each row.

    This would be right, but very small probabilities have underflowed to 0 in the softmax.
    """
    p = softmax(case.logits)
    powers = np.where(above_share_of_max(p, case.share), p ** (1 / case.temperature), 0)
    return powers / powers.sum(axis=1, keepdims=True)


def way(**how: Any) -> Callable[[Logits], np.ndarray]:
    return functools.partial(distribution, **how)


WAYS: dict[str, list[Callable[[Logits], np.ndarray]]] = {
    "right": [distribution],
    "temperature-first": [way(cut_at=lambda case: case.temperature)],
    "nucleus": [way(cut=nucleus), way(cut=nucleus, cut_at=lambda case: case.temperature)],
    "fixed-bound": [way(cut=at_least), way(cut=at_least, cut_at=lambda case: case.temperature)],
    "one-bound-for-all": [way(cut=above_share_of_overall_max)],
    "logit-bound": [on_logits],
    "all-rows": [among_all_rows, among_all_probabilities],
    "by-columns": [by_columns, functools.partial(by_columns, cut_by_columns=False)],
    "not-cut": [way(cut=everything)],
    "not-normalised": [way(normalised=False)],
    "zeroed-logits": [way(zeroed=True)],
    "no-temperature": [on_probabilities],
    "multiplied": [way(temperature=lambda case: 1 / case.temperature)],
    "probabilities-divided": [softmax_twice],
}


def fixed_bound(output: np.ndarray, case: Logits) -> bool:
    """Whether the output shows that tokens were cut at the fixed probability ``share``.

    Rows in which such a cut keeps no token are not compared.
    """
    for temperature in (1, case.temperature):
        kept = at_least(softmax(case.logits, temperature), case.share)
        rows = kept.any(axis=1)
        logits = np.where(kept, case.logits, -np.inf)[rows]
        if same(output[rows], softmax(logits, case.temperature)):
            return True
    return False


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays agree up to rounding.

    Entries that are not finite (NaN or ±∞) must be at the same places in both arrays.
    """
    lost = ~np.isfinite(other)
    return (
        one.shape == other.shape
        and np.array_equal(~np.isfinite(one), lost)
        and close(np.where(lost, 0, one), np.where(lost, 0, other), 1e-4, 1e-6)
    )


def draw(rng, rows, tokens, share, temperature, *, spread=2.0):
    """A random test case in which no logit is near the bound below which tokens are cut.

    So rounding decides nothing, for a cut at temperature 1 or at ``temperature``. With a ``share``
    of 1, only the largest logit of a row is at the bound. ``spread`` is the standard deviation of
    the logits.
    """
    logits = (spread * rng.normal(size=(rows, tokens))).round(3)
    bound = -np.log(share) if share else np.inf
    while True:
        below = logits.max(axis=1, keepdims=True) - logits
        away = [abs(below / t - bound) for t in (1, temperature)]
        near = (np.min(away, axis=0) <= NEAR) & (below > 0)
        if not near.any():
            return Logits(logits, float(share), float(temperature))
        logits = np.where(near, logits - 0.05 * max(1, temperature), logits).round(3)


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Logits]:
    """Test cases in which any two mistakes give different results at least once.

    They depend on ``seed`` only, so all students get the same cases.
    """
    rng = np.random.default_rng(seed)

    def random_case():
        share, temperature = rng.uniform(0.05, 0.5), rng.choice([0.4, 0.6, 0.8, 1.5, 2, 3])
        rows, tokens = (int(n) for n in (rng.integers(2, 4), rng.integers(3, 7)))
        while True:
            case = draw(rng, rows, tokens, round(float(share), 2), float(temperature))
            tops = [softmax(case.logits, t).max(axis=1).min() for t in (1, case.temperature)]
            if min(tops) > case.share:  # so that a fixed bound keeps a token in each row
                return case

    def flat_case():
        """A test case in which the nucleus of share 0.5 has at least two tokens in each row.

        So an answer that cuts a nucleus differs from one that keeps only the likeliest token.
        """
        while True:
            case = draw(rng, 2, 6, 0.5, 0.8, spread=0.5)
            if all((nucleus(softmax(case.logits, t), 0.5).sum(axis=1) > 1).all() for t in (1, 0.8)):
                return case

    return [
        draw(rng, 1, 3, 0.3, 0.5),
        *cases_that_tell_apart(random_case, WAYS, same),
        random_case(),
        flat_case(),
    ]


@check(reread="Chapter 6, [Temperature, top-k and nucleus](06-bert-gpt#sampling)")
def min_p(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's min-p: cut at a share of the largest probability, then a temperature.

    Promised domain: 1 to 20 rows of 1 to 1000 logits from −1000 to 1000, or −∞, but at least one in
        each row is finite; a share of 0, or from 0.001 to 1; temperatures from 0.01 to 100. The
        bound of a row is the share times the largest probability of the row. With a share above 0,
        no probability is within rounding of this bound, unless it is the largest of its row.
    Extremes and special cases, alone and together: one row; one token; equal logits; shares of 0
        and 1; temperatures of 0.01, 1 and 100; logits of ±1000; logits of −∞, also for most tokens;
        all sizes at their largest.
    Usual mistakes: the temperature comes before the cut; a nucleus is kept; the bound is the share
        itself, the share times the largest probability of all rows, or the share times the largest
        logit; nothing is cut; the result is not normalised, or is normalised over all rows or over
        columns; cut logits are set to 0; the temperature has no effect, multiplies the logits, or
        divides the probabilities. In edge cases: a token exactly at the bound is cut; exponentials
        overflow; the largest logit of all rows is subtracted from each row; small probabilities
        underflow to 0 before the temperature is applied.
    Certain: cases are drawn until every two of these mistakes give different probabilities in at
        least one case. A mistake is named only if the student's probabilities fit it in all cases.
    """

    def right(output, case):
        return same(output, distribution(case))

    def makes(name):
        return equals_one_of(*WAYS[name], same=same)

    mistakes: Mistakes = [
        Mistake(
            "temperature-first",
            "The temperature comes before the cut, as in the chapter. Here the model's own "
            "probabilities decide what is cut, and the temperature shapes what is left.",
            makes("temperature-first"),
            credit=0.5,
        ),
        Mistake(
            "nucleus",
            "This cuts a nucleus. Kept is each token with at least `share` of the *largest* "
            "probability.",
            makes("nucleus"),
            credit=0.3,
        ),
        Mistake(
            "fixed-bound",
            "The bound is `share` itself. It is `share` times the largest probability of the row.",
            fixed_bound,
            credit=0.4,
        ),
        Mistake(
            "one-bound-for-all",
            "All rows have the same bound, that of the likeliest token of all. Each has its own.",
            makes("one-bound-for-all"),
            credit=0.6,
        ),
        Mistake(
            "logit-bound",
            "The share is taken of the largest *logit*. It is one of the largest probability.",
            makes("logit-bound"),
            credit=0.4,
        ),
        Mistake(
            "all-rows",
            "The rows add up to 1 together. Divide each by its own sum.",
            makes("all-rows"),
            credit=0.5,
        ),
        Mistake(
            "by-columns",
            "The columns add up to 1. Each row is a distribution: `axis=1`.",
            makes("by-columns"),
            credit=0.3,
        ),
        Mistake(
            "not-cut",
            "Nothing is cut: this is the temperature alone.",
            makes("not-cut"),
            credit=0.3,
        ),
        Mistake(
            "not-normalised",
            "The rows do not add up to 1: what is left must be normalised.",
            makes("not-normalised"),
            credit=0.5,
        ),
        Mistake(
            "zeroed-logits",
            "The logits of what is cut are 0, and e⁰ is 1. They must be −∞.",
            makes("zeroed-logits"),
            credit=0.4,
        ),
        Mistake(
            "no-temperature",
            "The temperature has no effect. Divide the logits by it, not the probabilities.",
            makes("no-temperature"),
            credit=0.4,
        ),
        Mistake(
            "multiplied",
            "The logits are multiplied by the temperature. A high one must flatten.",
            makes("multiplied"),
            credit=0.5,
        ),
        Mistake(
            "probabilities-divided",
            "The probabilities are divided by the temperature and go through another softmax. "
            "Divide the logits.",
            makes("probabilities-divided"),
            credit=0.4,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.logits.shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": distribution(case)},
            rule="Kept are tokens with softmax(z) ≥ share · the largest of the row; theirs are "
            "exp(z / T), divided by the sum over what is kept. All others are 0.",
        )

    judge_at(ordinary(int(rng.integers(2**31))), mistakes)

    def kept_above(output, case):
        """Whether only tokens above the bound were kept, for a share of 0 or 1.

        With a share of 0, tokens whose probability underflows to 0 are then lost. With a share of
        1, no token is kept.
        """
        if case.share == 0:
            return same(output, lost_before(case))
        n = case.logits.shape[1]
        none_kept = [np.full(n, np.nan), np.zeros(n), np.full(n, 1 / n)]
        uncut = distribution(case, cut=everything)
        return all(
            any(same(row, other) for other in (*none_kept, uncut_row))
            for row, uncut_row in zip(output, uncut, strict=True)
        )

    strict = Mistake(
        "strict",
        "With a share of 1 the likeliest tokens are kept: *at least* the share, not more than it.",
        lambda output, case: (
            right(output, case) or (case.share in (0, 1) and kept_above(output, case))
        ),
        credit=0.7,
    )

    def too_large(output, case):
        """Whether the output is right, or shows that exponentials have overflowed or underflowed.

        If all exponentials of a row underflow to 0, its bound is 0, too, and no token is cut.
        """
        return overflows(right)(output, case) or same(output, distribution(case, cut=everything))

    overflow = Mistake(
        "overflow",
        "Some exponentials are too large for a float, or all of them too small. Subtract the "
        "largest logit of each row first.",
        too_large,
        credit=0.7,
    )

    def lost_below(output, case):
        """Whether the output is right in the row of the largest logit; other rows are not compared.

        False unless some row is so far below (more than 1000) that its exponentials underflow to 0.
        """
        tops = case.logits.max(axis=1)
        top = [tops.argmax()]
        return tops.max() - tops.min() > LARGEST_LOGIT and same(
            output[top], distribution(case)[top]
        )

    one_maximum = Mistake(
        "one-maximum",
        "The largest logit of *all* rows is subtracted. In a row far below it every exponential is "
        "0: take the largest of each row.",
        lambda output, case: right(output, case) or lost_below(output, case),
        credit=0.7,
    )
    underflow = Mistake(
        "underflow",
        "A softmax comes before the temperature, and very small probabilities are 0 behind it. "
        "Divide the logits, and then take the exponential.",
        lambda output, case: right(output, case) or same(output, lost_before(case)),
        credit=0.7,
    )

    def level(case):
        """A copy of the test case in which each row is shifted so that its largest logit is 0."""
        return case._replace(logits=case.logits - case.logits.max(axis=1, keepdims=True))

    def impossible(case):
        """A copy of the test case in which many logits are −∞, but never the largest of a row."""
        top = case.logits.argmax(axis=1)[:, None] == np.arange(case.logits.shape[1])
        lost = ~top & (rng.random(case.logits.shape) < 0.6)
        return case._replace(logits=np.where(lost, -np.inf, case.logits))

    def ties(case):
        """A copy of the test case whose last logit in each row equals the largest of the others."""
        logits = case.logits.copy()
        logits[:, -1] = logits[:, :-1].max(axis=1)
        return case._replace(logits=logits)

    rows, n = (int(x) for x in rng.integers(3, 8, size=2))
    bounds = [
        draw(rng, rows, n, 1, 0.5),
        ties(draw(rng, rows, n, 1, 2)),
        draw(rng, 1, 1, 1, 1),
        draw(rng, 2, 1, 0.5, 3),
    ]
    bounds += [
        draw(rng, rows, n, 0, 0.7),
        draw(rng, rows, n, SMALLEST_SHARE, 1),
        ties(draw(rng, 1, n, 0.1, 0.3)),
    ]
    bounds += [impossible(draw(rng, rows, n + 3, share, 0.7)) for share in (0, 0.05, 1)]
    steep = [
        level(draw(rng, rows, n, 0.1, SMALLEST_TEMPERATURE)),
        draw(rng, 2, n, 0.01, LARGEST_TEMPERATURE),
    ]
    wide = [level(draw(rng, 2, n, 0, 0.5, spread=LARGEST_LOGIT / 4)) for _ in "two"]
    steep += [case._replace(logits=case.logits.clip(-LARGEST_LOGIT)) for case in wide]
    shift = LARGEST_LOGIT * np.array([[1], [-0.9]])  # one row near 1000, one near −900

    def with_one_to_cut(case):
        """A copy of the test case in which the last token of each row is far below the bound."""
        logits = case.logits.copy()
        logits[:, -1] = logits[:, :-1].max(axis=1) - 20
        return case._replace(logits=logits.round(3))

    near = level(with_one_to_cut(draw(rng, 2, n, 0.02, 2)))
    steep.append(near._replace(logits=(near.logits + shift).round(3)))
    for sign in (-1, 1):
        far = with_one_to_cut(draw(rng, 2, n, 0.02, 2))
        top = far.logits.max() if sign > 0 else far.logits.min()
        steep.append(far._replace(logits=(far.logits - top + sign * LARGEST_LOGIT).round(3)))
    full = draw(rng, MOST_ROWS, 50, 0.05, 1.2)
    others = -rng.uniform(20, LARGEST_LOGIT, size=(MOST_ROWS, MOST_TOKENS - 50))
    full = full._replace(logits=np.hstack([full.logits, others]))
    hot = level(draw(rng, 2, 3, 0, LARGEST_TEMPERATURE))
    lows = hot.logits[:, :1].round() - LARGEST_LOGIT * np.array([[0.8, 0.9]])
    hot = hot._replace(logits=np.hstack([hot.logits, lows + 10]))
    judge_edges(
        lambda: judge_at([*bounds, full, hot], [underflow, strict]),
        lambda: judge_at(steep, [one_maximum, overflow]),
    )
    return "Where the model is sure, the bound is high; where it is not, many tokens are kept."
