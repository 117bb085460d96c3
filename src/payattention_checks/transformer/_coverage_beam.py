"""Beam search over a table of probabilities, with a coverage penalty in its score.

Promised domain: 2 to 20 tokens, 1 to 10 source positions, beams and lengths from 1 to 10, beta from
    0 to 5; attention weights are at least 0.001. The search never has to choose between two texts
    with equal scores.
Extremes and special cases, alone and together: a beam of 1; a beam wider than the number of texts;
    a length of 1; one source position; beta of 0; probabilities of 0; texts that cannot end; texts
    that end at once; two tokens; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give different results in at least one
    case. A mistake is named only if the student's results fit it in all cases.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from payattention_checks.apart import cases_that_tell_apart
from payattention_checks.ask import Ask
from payattention_checks.read import close
from payattention_checks.remember import last_remembered
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of
from payattention_checks.transformer._beam_search import (
    END,
    Case,
    Found,
    Score,
    Search,
    all_ended,
    any_ended,
    best_of_each,
    each_once,
    each_step,
    ended_first,
    ended_go_on,
    ended_leads,
    enough_ended,
    exponential,
    last_lost,
    likelihood,
    logs_added,
    lowest,
    not_empty,
    one_before,
    penalised,
    refilled,
    without_end,
    without_first,
)

MOST_TOKENS, MOST_SOURCE, LARGEST_BEAM, LONGEST = 20, 10, 10, 10
SMALLEST_WEIGHT, LARGEST_BETA = 0.001, 5


def right(case: Case, *, seen: Callable[[Case], Case] = lambda case: case, **rules: Any) -> Found:
    """The best text and its score; ``rules`` are fields of `Search`, of the case as it is seen."""
    return Search(seen(case), **rules).run()


def scored(score: Score = penalised, **how: Any) -> dict[str, Any]:
    return dict.fromkeys(("prune", "choose"), functools.partial(score, **how))


VARIANTS: Variants = {
    "no-coverage": [scored(likelihood), scored(likelihood) | {"select": refilled}],
    "coverage-at-the-end": {"prune": likelihood},
    "coverage-while-searching": [
        {"choose": likelihood},
        {"choose": likelihood, "report": penalised},
    ],
    "score-without-coverage": {"report": likelihood},
    "exponential": {"report": exponential},
    "not-clipped": scored(clipped=lambda cover: cover),
    "larger-of-1": scored(clipped=lambda cover: np.maximum(cover, 1)),
    "logarithm-last": [
        scored(reduced=lambda logs: np.log(np.exp(logs).sum(axis=1))),
        scored(reduced=lambda logs: np.log(np.exp(logs).mean(axis=1))),
    ],
    "no-logarithm": scored(reduced=lambda logs: np.exp(logs).sum(axis=1)),
    "averaged": scored(reduced=lambda logs: logs.mean(axis=1)),
    "subtracted": scored(weight=lambda beta: -beta),
    "beta-forgotten": scored(weight=lambda beta: 1),
    "end-not-covered": scored(cover=without_end),
    "covered-once": scored(cover=each_once),
    "token-before": scored(cover=one_before),
    "logs-added": scored(logs_added),
    "each-step": scored(each_step),
    "first-token": [scored(without_first), scored(without_first, itself=True)],
    "empty-excluded": scored(not_empty),
    "P-transposed": {"seen": lambda case: case._replace(P=case.P.T)},
    "length-counted": [
        scored(length=lambda size: size),
        scored(length=lambda size: (5 + size) / 6),
    ],
    "greedy": {"width": lambda case, n_ended: 1},
    "not-pruned": {"width": lambda case, n_ended: 10**6},
    "pruned-apart": {"select": best_of_each},
    "lowest-kept": {"select": lowest},
    "ended-extended": {"select": ended_go_on},
    "places-refilled": [{"select": refilled}, {"select": all_ended}],
    "ended-compete": [{"compete": True, "forget": True}, {"compete": True}],
    "beam-shrinks": {"width": lambda case, n_ended: case.beam - n_ended, "stop": enough_ended},
    "stopped-early": [{"stop": any_ended, "returned": ended_first}, {"stop": any_ended}],
    "stopped-ahead": {"stop": ended_leads},
    "stopped-with-enough": [
        {"stop": enough_ended},
        {"stop": enough_ended, "returned": ended_first},
    ],
    "step-too-few": {"length": lambda case: max(1, case.max_len - 1)},
    "step-too-many": {"length": lambda case: case.max_len + 1},
    "last-lost": {"returned": last_lost},
    "unended-dropped": {"returned": ended_first},
    "ended-dropped": {"returned": lambda ended, alive: alive or ended},
    "other-filling": {"fill": -1},
}


def same(one: Any, other: Found) -> bool:
    return np.array_equal(one.tokens, other.tokens) and close(one.score, other.score, 1e-4, 1e-5)


def read(ask: Ask, case: Case) -> Any:
    return ask.arrays(*case, tokens=(case.max_len,), score=())


# ── cases ─────────────────────────────────────────────────────────────────────────────────────

# Two rare cases in which a search goes wrong if ended texts compete. In the first they push out the
# best of all texts, in the second a partial text whose score coverage would raise later.
COMPETING = (
    Case(np.array([[0.2, 0.1, 0.7], [0.2, 0.45, 0.35], [0.1, 0.5, 0.4]]), np.ones((3, 1)), 2, 3, 1),
    Case(
        np.array([[0.25, 0.75], [0.8, 0.2]]),
        np.array([[0.45, 0.15, 0.3, 0.1], [0.33, 0.03, 0.63, 0.01]]),
        *(2, 3, 4),
    ),
)


def draw(
    rng: np.random.Generator, tokens: int, source: int, beam: int, max_len: int, *,
    sharp: float = 1.0, least: float = 0.02, beta: float | None = None,
) -> Case:  # fmt: skip
    """A case with random P and A; the smaller ``sharp`` is, the fewer next tokens are likely.

    No probability is much below ``least``.
    """
    P = least + rng.dirichlet(np.full(tokens, sharp), size=tokens)
    A = 0.02 + rng.dirichlet(np.full(source, 0.3), size=tokens)
    beta = float(rng.uniform(0.3, 1.5)) if beta is None else beta
    return Case(rows_to_1(P), rows_to_1(A), beam, max_len, beta)


def rows_to_1(table: np.ndarray) -> np.ndarray:
    return table / table.sum(axis=1, keepdims=True)


def ordinary(rng: np.random.Generator) -> list[Case]:
    """Cases in which no two mistakes look alike, and no search meets equal scores."""
    found = outputs_of(right, VARIANTS)
    answers = {name: [last_remembered(way) for way in ways] for name, ways in found.items()}
    searches = [search for ways in answers.values() for search in ways]
    first = iter(COMPETING)

    def usual() -> Case:
        tokens, source = int(rng.integers(3, 6)), int(rng.integers(2, 5))
        sharp, beam = float(rng.uniform(0.4, 1.5)), int(rng.integers(2, 4))
        while True:
            length = int(rng.integers(3, 5))
            case = next(first, None) or draw(
                rng, tokens, source, beam, length, sharp=sharp, least=0.08
            )
            if all(search(case).no_ties for search in searches):
                return case

    return cases_that_tell_apart(usual, answers, same)


def impossible(rng: np.random.Generator, case: Case) -> Case:
    """The case with many probabilities of 0; each text can still go on."""
    P = np.where(rng.random(case.P.shape) < 0.4, 0.0, case.P)
    P[np.arange(len(P)), rng.integers(1, len(P), size=len(P))] += 0.1
    return case._replace(P=rows_to_1(P))


def endless(case: Case) -> Case:
    """The case with probability 0 for EOS, so that no text ends."""
    return case._replace(P=rows_to_1(np.where(np.arange(len(case.P)) == END, 0.0, case.P)))


def ended(case: Case) -> Case:
    """The case with probability 1 for EOS, so that each text ends at once."""
    return case._replace(P=np.tile(np.arange(len(case.P)) == END, (len(case.P), 1)) * 1.0)


def cases(rng: np.random.Generator) -> Cases:
    v, m, b = (int(x) for x in rng.choice(np.arange(3, 7), size=3, replace=False))
    largest = (MOST_TOKENS, MOST_SOURCE, LARGEST_BEAM, LONGEST)
    edges = [
        draw(rng, v, m, 1, b),
        draw(rng, 2, m, 2, 4),
        draw(rng, v, 1, b, 4),
        draw(rng, v, m, b, 3, beta=0.0),
        draw(rng, v, m, 2, 1),
        draw(rng, 2, 1, 1, 1, beta=0.0),
        *(impossible(rng, draw(rng, v, m, b, 4)) for _ in "two"),
        endless(draw(rng, v, m, 2, 3)),
        ended(draw(rng, v, m, b, 5)),
        draw(rng, 2, m, LARGEST_BEAM, 2),
        draw(rng, 3, 2, LARGEST_BEAM, 1),
        *(draw(rng, *largest, beta=float(beta)) for beta in (1, 2, LARGEST_BETA)),
    ]
    return Cases(ordinary(rng), (Edge([case for case in edges if right(case).no_ties]),))


coverage_beam = Task(__name__, right, cases, VARIANTS, same=same, read=read).check
