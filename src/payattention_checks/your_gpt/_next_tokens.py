"""Draw next tokens with a temperature and from a nucleus, with given random numbers.

Promised domain: 1 to 500 logits from −100 to 100; temperatures from 0.05 to 20; a nucleus from 0.05
    to 1; 1 to 200 random numbers from 0 to 1, without 1. No two logits are equal. A sum of
    probabilities other than 0 and 1 is at least 10⁻⁵ away from the nucleus and all random numbers.
Extremes and special cases, alone and together: one token; one random number; a nucleus of 1; a
    nucleus that one token fills; temperatures of 0.05 and 20; logits of ±100; only logits far below
    0; random numbers of 0 and just below 1; all sizes at their largest.
Certain: ordinary cases have 60 random numbers, and are drawn until every two of the mistakes give
    different tokens in at least one.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_LOGIT = 500, 100
SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE, SMALLEST_NUCLEUS = 0.05, 20, 0.05
MOST_NUMBERS = 200
NEAR = 1e-5
OVERFLOWS = 600  # a little less than the largest number whose exponential float64 can hold


class Case(NamedTuple):
    """The arguments of one call: logits, (vocabulary,), temperature, nucleus, numbers, (draws,)."""

    logits: np.ndarray
    temperature: float
    top_p: float
    u: np.ndarray


Keep = Callable[[np.ndarray, Case], np.ndarray]  # of probabilities: which tokens are kept
Order = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of probabilities, and which are kept
# From logits, probabilities and which tokens are kept: the probabilities of what is left.
Left = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


def softmax(logits: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore"):  # all are −∞ if a mistake keeps no token
        p = np.exp(logits - logits.max())
        return p / p.sum()


def ranked(p: np.ndarray) -> np.ndarray:
    """The tokens, the most likely first."""
    return np.argsort(-p, kind="stable")


def nucleus(p: np.ndarray, case: Case) -> np.ndarray:
    order = ranked(p)
    allowed = np.empty(len(p), dtype=bool)
    allowed[order] = p[order].cumsum() - p[order] < case.top_p
    return allowed


def below(p: np.ndarray, case: Case) -> np.ndarray:
    """Without the token that crosses the bound; the first is always kept."""
    order = ranked(p)
    allowed = np.empty(len(p), dtype=bool)
    allowed[order] = p[order].cumsum() <= case.top_p
    allowed[order[0]] = True
    return allowed


def only_below(p: np.ndarray, case: Case) -> np.ndarray:
    """Without the token that crosses the bound, even if it is the first."""
    order = ranked(p)
    allowed = np.empty(len(p), dtype=bool)
    allowed[order] = p[order].cumsum() < case.top_p
    return allowed


def nearest(p: np.ndarray, case: Case) -> np.ndarray:
    order = ranked(p)
    last = abs(p[order].cumsum() - case.top_p).argmin()
    allowed = np.zeros(len(p), dtype=bool)
    allowed[order[: last + 1]] = True
    return allowed


def mask_of_ranks(p: np.ndarray, case: Case) -> np.ndarray:
    """The mask of the sorted tokens, as if it were that of the tokens."""
    return nucleus(p, case)[ranked(p)]


def mask_sorted_again(p: np.ndarray, case: Case) -> np.ndarray:
    return mask_of_ranks(p, case)[ranked(p)]


def without_small(p: np.ndarray, case: Case) -> np.ndarray:
    return nucleus(p, case) & (p >= case.top_p / len(p))


def one_more(p: np.ndarray, case: Case) -> np.ndarray:
    order = ranked(p)
    allowed = np.empty(len(p), dtype=bool)
    allowed[order] = np.append(True, nucleus(p, case)[order][:-1])
    return allowed


def everything(p: np.ndarray, case: Case) -> np.ndarray:
    return np.ones(len(p), dtype=bool)


def above(p: np.ndarray, case: Case) -> np.ndarray:
    """Tokens with at least the probability ``top_p``; if there is none, the most likely."""
    return (p >= case.top_p) | (p == p.max())


def relative(p: np.ndarray, case: Case) -> np.ndarray:
    return p >= case.top_p * p.max()


def rare(p: np.ndarray, case: Case) -> np.ndarray:
    """The nucleus, filled from the least likely token on."""
    order = ranked(p)[::-1]
    allowed = np.empty(len(p), dtype=bool)
    allowed[order] = p[order].cumsum() - p[order] < case.top_p
    return allowed


def in_the_given_order(p: np.ndarray, case: Case) -> np.ndarray:
    return p.cumsum() - p < case.top_p


def by_number(p: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    return np.arange(len(p))


def backwards(p: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    return np.arange(len(p))[::-1]


def by_rank(p: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    return ranked(p)


def kept_alone(p: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    return np.flatnonzero(allowed) if allowed.any() else np.arange(1)


def as_they_are(logits: np.ndarray, p: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    return np.where(allowed, p, 0)


def with_lost(lost: float) -> Left:
    """The logits of cut tokens are set to a number, and the softmax is taken again."""
    return lambda logits, p, allowed: softmax(np.where(allowed, logits, lost))


without_lost = with_lost(-np.inf)


def softmax_again(lost: float) -> Left:
    return lambda logits, p, allowed: softmax(np.where(allowed, p, lost))


def right(
    case: Case,
    *,
    heat: Callable[[Case], float] = lambda case: case.temperature,
    cut_heat: Callable[[Case], float] | None = None,
    keep: Keep = nucleus,
    left: Left = without_lost,
    order: Order = by_number,
    names: bool = True,
    side: Literal["left", "right"] = "right",
    beside: int = 0,
    numbers: Callable[[Case], np.ndarray] = lambda case: case.u,
    greedy: bool = False,
) -> np.ndarray:
    """The drawn tokens, (draws,).

    ``cut_heat`` is the temperature of the cut, if it is another one; ``order`` the order in which
    probabilities are added up. Without ``names``, the place in this order is taken for the token.
    ``beside`` is added to this place; ``numbers`` are the random numbers that are used.
    """
    logits = case.logits / heat(case)
    p = softmax(logits)
    allowed = keep(softmax(case.logits / (cut_heat or heat)(case)), case)
    if greedy:
        return np.full(len(case.u), p.argmax())
    tokens = order(p, allowed)
    sums = left(logits, p, allowed)[tokens].cumsum()
    index = (np.searchsorted(sums, numbers(case), side=side) + beside).clip(0, len(tokens) - 1)
    return tokens[index] if names else index


def cold(case: Case) -> float:
    return 1.0


VARIANTS: Variants = {
    "greedy": {"greedy": True},
    "no-temperature": {"heat": cold},
    "temperature-multiplied": {"heat": lambda case: 1 / case.temperature},
    "cut-before-temperature": {"cut_heat": cold},
    "no-nucleus": {"keep": everything},
    "one-too-few": [{"keep": below}, {"keep": only_below}],
    "one-too-many": {"keep": one_more},
    "nearest-sum": {"keep": nearest},
    "fixed-bound": [{"keep": above}, {"keep": relative}],
    "unlikely-kept": {"keep": rare},
    "not-sorted": {"keep": in_the_given_order},
    "mask-of-ranks": [{"keep": mask_of_ranks}, {"keep": mask_sorted_again}],
    "not-normalised": [
        {"left": as_they_are},
        {"left": as_they_are, "order": by_rank},
        {"left": as_they_are, "order": kept_alone},
    ],
    "zeroed-logits": {"left": with_lost(0.0)},
    "softmax-again": [{"left": softmax_again(lost)} for lost in (0.0, -np.inf)],
    "ranks": {"order": by_rank, "names": False},
    "places-of-kept": {"order": kept_alone, "names": False},
    "by-rank": {"order": by_rank},
    "backwards": {"order": backwards},
    "beside": [{"beside": -1}, {"beside": 1}],
}
AT_EDGES: Variants = {
    "at-least": {"side": "left"},
    "finite-lost": [{"left": with_lost(lost)} for lost in (-1000.0, -100.0, -50.0)],
    "still-likely": [{"left": with_lost(lost)} for lost in (-100.0, -50.0)],
}
UNNAMED: Variants = {  # must show in ordinary cases
    "without-small": {"keep": without_small},
    "not-below-1": {"heat": lambda case: max(case.temperature, 1)},
    "not-above-1": {"heat": lambda case: min(case.temperature, 1)},
    "one-draw": {"numbers": lambda case: np.full(len(case.u), case.u[0])},
}


def not_shifted(output: np.ndarray, case: Case) -> bool:
    """Right, or the exponentials of logits from which nothing is subtracted are all ∞ or 0."""
    z = case.logits / case.temperature
    return bool(abs(z).max() > OVERFLOWS) or equals(output, right(case))


def draw(
    rng: np.random.Generator,
    tokens: int,
    temperature: float,
    top_p: float,
    u: int | np.ndarray,
    change: Callable[[np.ndarray], np.ndarray] = lambda logits: logits,
    near: float = NEAR,
) -> Case:
    """A case without equal logits, and no sum of probabilities near the nucleus or a number.

    ``u`` are the random numbers, or how many there are.
    """
    while True:
        logits = change((1.5 * rng.normal(size=tokens) - 1).round(3 if tokens < 50 else 6))
        numbers = np.floor(1e6 * rng.random(u)) / 1e6 if isinstance(u, int) else u
        case = Case(logits, temperature, top_p, numbers)
        if len(set(case.logits)) == tokens and clear(case, near):
            return case


def clear(case: Case, near: float) -> bool:
    z = case.logits / case.temperature
    margin = near * max(1, abs(z).max() / 20)  # in 32 bits large numbers are rounded by more
    p = softmax(z)
    sums = p[ranked(p)].cumsum()
    allowed = np.where(nucleus(p, case), p, 0)
    drawn = (allowed / allowed.sum()).cumsum()[:-1]
    meets = (abs(drawn[:, None] - case.u) < margin) & (drawn[:, None] > 0)  # 0 is never rounded
    return bool((abs(sums[:-1] - case.top_p) > margin).all()) and not meets.any()


def usual(rng: np.random.Generator, temperature: float) -> Case:
    top_p = round(float(rng.uniform(0.25, 0.9)), 3)
    return draw(rng, int(rng.integers(6, 10)), temperature, top_p, 60, near=1e-3)


def two_near(logits: np.ndarray) -> np.ndarray:
    """Logits of which two stand out, so that both are drawn even at the lowest temperature."""
    high = logits.max() + SMALLEST_TEMPERATURE
    return np.append(logits[:-2], [high, high + 1.2 * SMALLEST_TEMPERATURE]).round(3)


def first_unlikely(logits: np.ndarray) -> np.ndarray:
    return np.append(-8, logits[1:])


def all_low(logits: np.ndarray) -> np.ndarray:
    """Logits far below 0, of which the first is the lowest that there can be."""
    low = (logits - logits[1:].max() - 0.8 * LARGEST_LOGIT).round(3)
    return np.append(-LARGEST_LOGIT, low[1:])


def cases(rng: np.random.Generator) -> Cases:
    temperatures = [0.5, 0.7, 1.5, 2.0]
    ordinary = [usual(rng, temperature) for temperature in temperatures]
    answers = outputs_of(right, {**VARIANTS, **UNNAMED})
    ordinary += distinguishing_cases(
        lambda: usual(rng, float(rng.choice(temperatures))), answers, equals
    )
    ends = np.array([0, 1 - 1e-4, 0.5])
    even = (np.arange(MOST_NUMBERS) + 0.5) / MOST_NUMBERS
    wide = LARGEST_LOGIT * np.array([-1, 0.5, 1, 0.99, -0.5])
    plain = [
        draw(rng, 1, 1.3, 0.7, 2),
        draw(rng, 7, 1.2, 0.8, 1),
        draw(rng, 6, 0.8, 1.0, 60),
        draw(rng, 6, 0.8, SMALLEST_NUCLEUS, 5),
        draw(rng, 6, SMALLEST_TEMPERATURE, 0.9, even, two_near),
        draw(rng, 6, float(LARGEST_TEMPERATURE), 0.85, even),
        draw(rng, 5, 2.0, 0.9, 40, lambda logits: wide),
        draw(rng, MOST_TOKENS, 1.0, 0.9, MOST_NUMBERS),
    ]
    zero = [
        draw(rng, 7, 1.2, 0.8, ends),
        draw(rng, 7, 1.2, 0.8, ends, first_unlikely),
        draw(rng, 6, 0.2, SMALLEST_NUCLEUS, 20, all_low),  # tells a finite logit from u = 0
    ]
    high = draw(rng, 5, 0.1, 0.9, 40, lambda logits: wide)
    low = draw(rng, 6, SMALLEST_TEMPERATURE, SMALLEST_NUCLEUS, 20, all_low)
    return Cases(
        ordinary,
        (
            Edge(plain),
            Edge(zero, ("still-likely", "at-least")),
            Edge([high], ("not-shifted",)),
            Edge([low], ("finite-lost", "not-shifted")),
        ),
    )


next_tokens = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, {"not-shifted": not_shifted}, same=equals
).check
