"""One step of speculative decoding: how many drafted tokens are accepted, and what comes next.

Promised domain: 1 to 10 drafted tokens, each possible for the small model; a vocabulary of 2 to
    1000 tokens; a random number u from 0 to 1, without 1, for each drafted token. The large model
    gives a drafted token the probability p, and the small model q. The token passes if u < p / q.
    No u is within rounding of this ratio, unless both are 0.
Extremes and special cases, alone and together: all tokens are accepted; none is accepted; one
    drafted token; a token that is impossible for the large model, with a random number of 0; a
    ratio above 1; equal distributions; a vocabulary of two tokens, of 1000; ten drafted tokens.
Certain: the two results are judged separately. Cases are drawn until every two mistakes give
    different results in at least one case. A mistake is named only if the student's numbers fit it
    in all cases.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import close, equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of

MOST_DRAFTED, MOST_TOKENS = 10, 1000
NEAR = 0.01  # random numbers are farther than this from their bounds
SHARES = {"accepted": 0.4, "following": 0.6}
SAME: dict[str, Fits] = {"accepted": equals, "following": close}


class Case(NamedTuple):
    """The arguments of one call, for k drafted tokens.

    tokens  the drafted tokens, (k,)
    q       the small model's probabilities, (k, vocabulary)
    p       the large model's probabilities, (k + 1, vocabulary)
    u       a random number for each drafted token, (k,)
    """

    tokens: np.ndarray
    q: np.ndarray
    p: np.ndarray
    u: np.ndarray


class Found(NamedTuple):
    """The two results of the student's function.

    ``accepted`` is the number of accepted tokens. ``following`` is the distribution from which the
    next token is drawn, (vocabulary,).
    """

    accepted: np.ndarray
    following: np.ndarray


Of = Callable[[Case], np.ndarray]
Follow = Callable[[Case, int], np.ndarray]


def p_of_draft(case: Case) -> np.ndarray:
    return case.p[np.arange(len(case.tokens)), case.tokens]


def q_of_draft(case: Case) -> np.ndarray:
    return case.q[np.arange(len(case.tokens)), case.tokens]


def ratio(case: Case) -> np.ndarray:
    return p_of_draft(case) / q_of_draft(case)


def below_ratio(case: Case) -> np.ndarray:
    return case.u * q_of_draft(case) < p_of_draft(case)


def first_refused(passed: np.ndarray) -> int:
    return int(np.append(passed, False).argmin())


def after_last_passed(passed: np.ndarray) -> int:
    return int(np.append(-1, np.flatnonzero(passed))[-1]) + 1


def last_refused(passed: np.ndarray) -> int:
    return int(np.append(len(passed), np.flatnonzero(~passed))[-1])


def excess(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    return np.maximum(0, p - q)


def normalised(numbers: np.ndarray) -> np.ndarray:
    return numbers / numbers.sum()


def rest(case: Case, i: int) -> np.ndarray:
    return normalised(excess(case.p[i], case.q[i]))


def right(
    case: Case,
    *,
    accept: Of = below_ratio,
    find: Callable[[np.ndarray], int] = first_refused,
    count: Callable[[int, np.ndarray], int] = lambda first, passed: first,
    follow: Follow = rest,
    last: Of = lambda case: case.p[-1],
) -> Found:
    """The number of accepted tokens, and the next distribution.

    The mask ``accept(case)`` says which drafted tokens pass. In it, ``find`` looks for the first
    refused token, and ``count`` counts the accepted ones. The next distribution is ``follow(case,
    i)`` if token i is the first refused one, and ``last(case)`` if none is refused.
    """
    passed = accept(case)
    first = find(passed)
    following = last(case) if first == len(passed) else follow(case, first)
    return Found(np.array(count(first, passed)), following)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def without_token(case: Case, i: int) -> np.ndarray:
    return normalised(np.where(np.arange(case.p.shape[1]) == case.tokens[i], 0, case.p[i]))


def where_larger(case: Case, i: int) -> np.ndarray:
    return normalised(np.where(case.p[i] > case.q[i], case.p[i], 0))


def rest_of_next_row(case: Case, i: int) -> np.ndarray:
    return normalised(excess(case.p[i + 1], case.q[min(i + 1, len(case.q) - 1)]))


def above_draft_in_next_row(case: Case, i: int) -> np.ndarray:
    return normalised(excess(case.p[i + 1], case.q[i]))


def rest_of_row_before(case: Case, i: int) -> np.ndarray:
    return normalised(excess(case.p[i - 1], case.q[i - 1]))


def below_ratio_of_next_row(case: Case) -> np.ndarray:
    return case.u * q_of_draft(case) < case.p[np.arange(len(case.u)) + 1, case.tokens]


def unchecked(index: int) -> Of:
    return lambda case: below_ratio(case) | (np.arange(len(case.u)) == index % len(case.u))


VARIANTS: Variants = {
    "by-probability": [
        {"accept": lambda case: case.u < p_of_draft(case)},
        {"accept": lambda case: case.u < q_of_draft(case)},
    ],
    "inverse-ratio": {"accept": lambda case: case.u < 1 / ratio(case)},
    "no-chance": [
        {"accept": lambda case: ratio(case) >= 1},
        {"accept": lambda case: case.p[:-1].argmax(axis=1) == case.tokens},
    ],
    "other-way": {"accept": lambda case: ~below_ratio(case)},
    "product": [
        {"accept": lambda case: case.u < np.cumprod(ratio(case))},
        {"accept": lambda case: case.u < np.cumprod(np.minimum(1, ratio(case)))},
    ],
    "no-break": [{"find": after_last_passed}, {"find": last_refused}],
    "ratio-of-next-row": [
        {"accept": below_ratio_of_next_row},
        {"accept": below_ratio_of_next_row, "follow": above_draft_in_next_row},
    ],
    "first-accepted": {"accept": unchecked(0)},
    "last-accepted": {"accept": unchecked(-1)},
    "first-false": {"find": lambda passed: int(passed.argmin())},
    "first-true": {"find": lambda passed: int(passed.argmin()) or len(passed)},
    "accepted.last-index": {"count": lambda first, passed: min(first, len(passed) - 1)},
    "accepted.all-counted": {"count": lambda first, passed: passed.sum()},
    "accepted.one-too-many": [
        {"count": lambda first, passed: first + 1},
        {"count": lambda first, passed: min(first + 1, len(passed))},
    ],
    "accepted.next-counted": {"count": lambda first, passed: first + (first == len(passed))},
    "accepted.one-too-few": {"count": lambda first, passed: first - 1},
    "following.not-corrected": [
        {"follow": follow} for follow in (lambda case, i: case.p[i], without_token, where_larger)
    ],
    "following.not-normalised": {"follow": lambda case, i: excess(case.p[i], case.q[i])},
    "following.absolute": {"follow": lambda case, i: normalised(abs(case.p[i] - case.q[i]))},
    "following.other-way-round": {
        "follow": lambda case, i: normalised(excess(case.q[i], case.p[i]))
    },
    "following.the-draft-s": {"follow": lambda case, i: case.q[i]},
    "following.softmax": [
        {"follow": lambda case, i: normalised(np.exp(excess(case.p[i], case.q[i])))},
        {"follow": lambda case, i: normalised(np.exp(case.p[i] - case.q[i]))},
    ],
    "following.one-row-on": [
        {"follow": rest_of_next_row},
        {"follow": lambda case, i: case.p[i + 1]},
        {"follow": above_draft_in_next_row},
    ],
    "following.earlier-row": [
        {"follow": lambda case, i: rest(case, 0)},
        {"follow": rest_of_row_before},
    ],
    "following.last-row": [
        {"last": lambda case: case.p[-2]},
        {"last": lambda case: case.q[-1]},
        *(
            {"last": lambda case, row=row: normalised(excess(case.p[row], case.q[-1]))}
            for row in (-2, -1)
        ),
    ],
}

AT_EDGES: Variants = {
    "or-equal": [{}, {"accept": lambda case: case.u * q_of_draft(case) <= p_of_draft(case)}]
}


def is_difference(following: np.ndarray, case: Case) -> bool:
    """Whether the output fits code that uses p − q in place of max(0, p − q).

    Such code divides p − q by its sum, which is 0 up to rounding. So any multiple of p − q fits,
    and NaN or ±∞ fit, too.
    """
    i = int(right(case).accepted)
    if i == len(case.tokens):
        return close(following, case.p[-1])
    difference, largest = case.p[i] - case.q[i], np.abs(following).max()
    if not np.isfinite(largest) or largest == 0:  # divided by a sum that is exactly 0
        return not np.isfinite(following).all()
    scaled = following / largest * np.abs(difference).max()
    return close(scaled, difference) or close(-scaled, difference)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, k: int, vocab: int, *, refused: int | None = None) -> Case:
    """A random case with k drafted tokens; token ``refused`` is the first refused one.

    With ``refused=k``, all tokens are accepted; without ``refused``, chance decides.
    """
    while True:
        q, p = (rows_of_probabilities(rng, rows, vocab) for rows in (k, k + 1))
        case = Case(rng.integers(vocab, size=k), q, p, rng.integers(1000, size=k) / 1000)
        bound = ratio(case)
        if refused is not None:
            case.u[:refused] *= np.minimum(bound[:refused], 1)
            if refused < k:
                if bound[refused] > 0.9:
                    continue
                case.u[refused] = (1 + bound[refused]) / 2
        bounds = (bound, 1 / bound, p_of_draft(case), q_of_draft(case))
        if min(abs(case.u - each).min() for each in bounds) > NEAR * min(1, bound.min()):
            return case


def rows_of_probabilities(rng: np.random.Generator, rows: int, vocab: int) -> np.ndarray:
    mixed = rng.dirichlet(np.ones(vocab), size=rows) + 0.1 / vocab
    return mixed / mixed.sum(axis=1, keepdims=True)


def impossible(case: Case, i: int) -> Case:
    """The case with probability 0 in p for drafted token i, whose random number is 0."""
    p, u = case.p.copy(), case.u.copy()
    p[i, case.tokens[i]], u[i] = 0, 0
    return case._replace(p=p / p.sum(axis=1, keepdims=True), u=u)


def cases(rng: np.random.Generator) -> Cases:
    def usual() -> Case:
        k = int(rng.integers(2, 5))
        return draw(rng, k, int(rng.integers(3, 6)), refused=int(rng.integers(k + 1)))

    ordinary = [draw(rng, 2, 3, refused=refused) for refused in (1, 2, 0)]
    for part, same in SAME.items():
        ordinary += distinguishing_cases(usual, outputs_of(right, VARIANTS, part), same)
    k, n = rng.choice(np.arange(3, 8), size=2, replace=False).tolist()
    both = draw(rng, k, n)
    edges = [
        *(impossible(draw(rng, k, n, refused=k), i) for i in (0, k - 1)),
        impossible(draw(rng, 1, 2, refused=1), 0),
        draw(rng, 1, n, refused=0),
        draw(rng, 1, 2, refused=1),
        both._replace(p=np.vstack([both.q, both.p[-1]])),  # the models agree
        *(draw(rng, MOST_DRAFTED, n, refused=refused) for refused in (0, MOST_DRAFTED - 1)),
        draw(rng, k, MOST_TOKENS, refused=k - 1),
        draw(rng, MOST_DRAFTED, 50, refused=MOST_DRAFTED),
    ]
    return Cases(ordinary, (Edge(edges, ("or-equal",)),))


check_draft = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, {"following.without-maximum": is_difference},
    same=SAME, shares=SHARES, edges_as_a_whole=True,
).check  # fmt: skip
