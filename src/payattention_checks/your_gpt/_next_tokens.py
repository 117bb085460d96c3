"""Draw next tokens with a temperature and from a nucleus, with given random numbers.

Promised domain: 1 to 500 logits from −100 to 100; temperatures from 0.05 to 20; a nucleus from 0.05
    to 1; 1 to 200 random numbers from 0 to 1, without 1. No two logits are equal. No sum of
    probabilities is within rounding of the nucleus or of a random number.
Extremes and special cases, alone and together: one token; a nucleus of 1; a nucleus that one token
    fills; temperatures of 0.05 and 20; logits of ±100; random numbers of 0 and just below 1; all
    sizes at their largest.
Certain: ordinary cases have 60 random numbers, and are drawn until every two of the mistakes give
    different tokens in at least one.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_LOGIT = 500, 100
SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE, SMALLEST_NUCLEUS = 0.05, 20, 0.05
MOST_NUMBERS = 200
NEAR = 1e-5


class Case(NamedTuple):
    """The arguments of one call: logits, (vocabulary,), temperature, nucleus, numbers, (draws,)."""

    logits: np.ndarray
    temperature: float
    top_p: float
    u: np.ndarray


Keep = Callable[[np.ndarray, Case], np.ndarray]  # of probabilities: which tokens are kept


def softmax(logits: np.ndarray) -> np.ndarray:
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


def by_number(p: np.ndarray) -> np.ndarray:
    return np.arange(len(p))


def right(
    case: Case,
    *,
    heat: Callable[[Case], float] = lambda case: case.temperature,
    cut_heat: Callable[[Case], float] | None = None,
    keep: Keep = nucleus,
    normalised: bool = True,
    lost: float = -np.inf,
    order: Callable[[np.ndarray], np.ndarray] = by_number,
    names: bool = True,
    greedy: bool = False,
) -> np.ndarray:
    """The drawn tokens, (draws,).

    ``cut_heat`` is the temperature of the cut, if it is another one; ``lost`` the logit of a cut
    token; ``order`` the order in which probabilities are added up. Without ``names``, the place in
    this order is taken for the token.
    """
    logits = case.logits / heat(case)
    p = softmax(logits)
    allowed = keep(softmax(case.logits / (cut_heat or heat)(case)), case)
    if greedy:
        return np.full(len(case.u), p.argmax())
    tokens = order(p)
    p = softmax(np.where(allowed, logits, lost)) if normalised else np.where(allowed, p, 0)
    index = np.searchsorted(p[tokens].cumsum(), case.u, side="right").clip(max=len(p) - 1)
    return tokens[index] if names else index


def cold(case: Case) -> float:
    return 1.0


VARIANTS: Variants = {
    "greedy": {"greedy": True},
    "no-temperature": {"heat": cold},
    "temperature-multiplied": {"heat": lambda case: 1 / case.temperature},
    "cut-before-temperature": {"cut_heat": cold},
    "no-nucleus": {"keep": everything},
    "one-too-few": {"keep": below},
    "one-too-many": {"keep": one_more},
    "fixed-bound": [{"keep": above}, {"keep": relative}],
    "unlikely-kept": {"keep": rare},
    "not-sorted": {"keep": in_the_given_order},
    "not-normalised": [
        {"normalised": False},
        {"normalised": False, "order": ranked},
    ],
    "zeroed-logits": {"lost": 0.0},
    "ranks": {"order": ranked, "names": False},
    "by-rank": {"order": ranked},
}


def draw(
    rng: np.random.Generator, tokens: int, temperature: float, top_p: float, numbers: int
) -> Case:
    """A case without equal logits, and no sum of probabilities near the nucleus or a number."""
    while True:
        case = Case(
            (1.5 * rng.normal(size=tokens) - 1).round(3 if tokens < 50 else 6),
            temperature,
            top_p,
            rng.random(numbers).round(6),
        )
        if len(set(case.logits)) == tokens and clear(case):
            return case


def clear(case: Case) -> bool:
    p = softmax(case.logits / case.temperature)
    sums = p[ranked(p)].cumsum()
    allowed = np.where(nucleus(p, case), p, 0)
    drawn = (allowed / allowed.sum()).cumsum()[:-1]
    near = (abs(drawn[:, None] - case.u) < NEAR) & (drawn[:, None] > 0)  # 0 is never rounded
    return bool((abs(sums[:-1] - case.top_p) > NEAR).all()) and not near.any()


def usual(rng: np.random.Generator) -> Case:
    temperature = float(rng.choice([0.5, 0.7, 1.5, 2.0]))
    return draw(
        rng, int(rng.integers(6, 10)), temperature, round(float(rng.uniform(0.25, 0.9)), 3), 60
    )


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(4)]
    answers = outputs_of(right, VARIANTS)
    ordinary += distinguishing_cases(lambda: usual(rng), answers, equals)
    ends = np.array([0, 1 - 1e-4, 0.5])
    wide = LARGEST_LOGIT * np.array([-1, 0.5, 1, 0.99, -0.5])
    first_cut = draw(rng, 7, 1.2, 0.8, 3)
    first_cut.logits[0] = -8
    edges = [
        draw(rng, 1, 1.3, 0.7, 2),
        draw(rng, 6, 0.8, 1.0, 60),
        draw(rng, 6, 0.8, SMALLEST_NUCLEUS, 5),
        draw(rng, 7, 1.2, 0.8, 3)._replace(u=ends),
        first_cut._replace(u=ends),
        draw(rng, 6, SMALLEST_TEMPERATURE, 0.9, 20),
        draw(rng, 6, float(LARGEST_TEMPERATURE), 0.85, 60),
        draw(rng, 5, 2.0, 0.9, 40)._replace(logits=wide),
        draw(rng, 5, 0.1, 0.9, 40)._replace(logits=wide),
        draw(rng, MOST_TOKENS, 1.0, 0.9, MOST_NUMBERS),
    ]
    return Cases(ordinary, (Edge(edges),))


next_tokens = Task(__name__, right, cases, VARIANTS, same=equals).check
