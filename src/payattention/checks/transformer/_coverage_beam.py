"""The check of `coverage_beam`: beam search with a coverage penalty in its score."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_TOKENS, MOST_SOURCE, LARGEST_BEAM, LONGEST = 20, 10, 10, 10
SMALLEST_WEIGHT, LARGEST_BETA = 0.001, 5
END = 0
TIE = 1e-6


class Model(NamedTuple):
    """A test case: the arguments of one call of the student's `coverage_beam`.

    P        the probability ``P[u, v]`` of token v after token u, (tokens, tokens)
    A        the attention weights of each token, (tokens, source positions)
    beam     the beam width
    max_len  the largest number of tokens in a text
    beta     the factor of the coverage penalty
    """

    P: np.ndarray
    A: np.ndarray
    beam: int
    max_len: int
    beta: float | int


class Texts(NamedTuple):
    """Partial texts, one in each row, with their log-probabilities and their coverage.

    The coverage of a source position is the sum of its attention weights over the text's tokens.
    """

    tokens: np.ndarray  # (texts, length)
    log_p: np.ndarray  # (texts,)
    cover: np.ndarray  # (texts, source positions): the attention weights, summed over the tokens

    def take(self, rows: np.ndarray) -> "Texts":
        return Texts(*(array[rows] for array in self))


class Found(NamedTuple):
    """The result of a beam search: the best text and its score.

    ``no_ties`` is false if the search had to decide between two equal scores.
    """

    tokens: np.ndarray
    score: np.ndarray
    no_ties: bool = True


Score = Callable[[Texts, Model], np.ndarray]


def likelihood(texts: Texts, case: Model) -> np.ndarray:
    return texts.log_p


def penalised(
    texts: Texts,
    case: Model,
    *,
    cover: Score = lambda texts, case: texts.cover,
    clipped: Callable[[np.ndarray], np.ndarray] = lambda cover: np.minimum(cover, 1),
    weight: Callable[[float | int], float | int] = lambda beta: beta,
    reduced: Callable[[np.ndarray], np.ndarray] = lambda logs: logs.sum(axis=1),
    length: Callable[[int], float | int] = lambda size: 1,
) -> np.ndarray:
    """The score of each text, (texts,): log P + beta · Σ log min(coverage, 1).

    Each keyword replaces one step of this formula, to make a mistake there: ``cover`` the coverage,
    ``clipped`` the minimum, ``weight`` the factor beta, ``reduced`` the sum. ``length(size)``
    divides log P, where ``size`` is the number of tokens in a text.
    """
    logs = np.log(clipped(cover(texts, case)))
    log_p = texts.log_p / length(texts.tokens.shape[1])
    return log_p + weight(case.beta) * reduced(logs)


def without_end(texts: Texts, case: Model) -> np.ndarray:
    """The coverage, (texts, source positions), if the weights of EOS do not count."""
    return np.where(texts.tokens[..., None] == END, 0, case.A[texts.tokens]).sum(axis=1)


def each_once(texts: Texts, case: Model) -> np.ndarray:
    """The coverage, (texts, source positions), if a repeated token counts only once."""
    return (np.arange(len(case.A)) == texts.tokens[..., None]).any(axis=1) @ case.A


def one_before(texts: Texts, case: Model) -> np.ndarray:
    """The coverage, (texts, source positions), if each token adds the weights of the one before.

    The first token adds the weights of EOS.
    """
    return texts.cover - case.A[texts.tokens[:, -1]] + case.A[END]


def logs_added(texts: Texts, case: Model) -> np.ndarray:
    """The score of each text, (texts,), with Σ log weight instead of Σ log min(Σ weight, 1)."""
    return texts.log_p + case.beta * np.log(case.A[texts.tokens]).sum(axis=(1, 2))


def exponential(texts: Texts, case: Model) -> np.ndarray:
    return np.exp(penalised(texts, case))


def extended(texts: Texts, case: Model) -> tuple[Texts, np.ndarray]:
    """Extend each text by every token, except those of probability 0.

    Return the longer texts, and for each of them the row of ``texts`` that it extends.
    """
    last = texts.tokens[:, -1] if texts.tokens.shape[1] else np.full(len(texts.tokens), END)
    parent, token = np.nonzero(case.P[last])
    before = texts.take(parent)
    longer = Texts(
        np.column_stack([before.tokens, token]),
        before.log_p + np.log(case.P[last[parent], token]),
        before.cover + case.A[token],
    )
    return longer, parent


def search(
    case: Model,
    *,
    prune: Score = penalised,
    choose: Score = penalised,
    report: Score | None = None,
    beam: int | None = None,
    per_text: bool = False,
    refill: bool = False,
    set_all_ended_aside: bool = False,
    compete: bool = False,
    forget: bool = False,
    first: bool = False,
    stop_when_ended_leads: bool = False,
    stop_when_enough_ended: bool = False,
    unended: bool = True,
    ended: bool = True,
    shrink: bool = False,
    steps: int = 0,
    fill: int = END,
) -> Found:
    """Run the beam search of the task, or a variant that makes a usual mistake.

    Return the best text and its score. In the right search, a text that ends takes one place of the
    beam in that step. Then it is set aside, and takes no place later.

    Args:
        case: the arguments of one call.
        prune: scores the extended texts, to decide which ones the beam keeps.
        choose: scores the texts found at the end, to decide which one is returned.
        report: scores the returned text (default: ``choose``).
        beam: the beam width (default: that of ``case``).
        per_text: keep the best extensions of each text, not of all texts together.
        refill: an ended text gives its place to the next-best text without EOS.
        set_all_ended_aside: every ended text is set aside, however low its score, and takes no
            place of the beam.
        compete: ended texts compete for places in later steps, too.
        forget: an ended text that loses its place is dropped (only with ``compete``).
        first: stop as soon as a text has ended.
        stop_when_ended_leads: stop when an ended text scores higher than all texts in the beam.
        stop_when_enough_ended: stop when the number of ended texts reaches the beam width.
        unended: if False, texts left in the beam can be returned only if no text has ended.
        ended: if False, ended texts can be returned only if no text is left in the beam.
        shrink: each ended text makes the beam narrower by one.
        steps: the number of steps by which the search stops too early.
        fill: the token that fills a short text up to ``max_len``.
    """
    m = case.A.shape[1]
    alive = Texts(np.zeros((1, 0), dtype=int), np.zeros(1), np.zeros((1, m)))
    whole: list[tuple[float, float, tuple[int, ...]]] = []
    places, no_ties = case.beam if beam is None else beam, True

    def read(texts):
        chosen, told = choose(texts, case), (report or choose)(texts, case)
        return zip(chosen.tolist(), told.tolist(), map(tuple, texts.tokens), strict=True)

    for _ in range(max(1, case.max_len - steps)):
        longer, parent = extended(alive, case)
        scores = prune(longer, case)
        order = np.argsort(-scores, kind="stable")
        rivals = np.concatenate([scores, [entry[0] for entry in whole] if compete else []])
        limit = -np.inf
        if len(rivals) > places:
            limit, next_one = np.sort(rivals)[::-1][places - 1 : places + 1]
            no_ties &= bool(limit - next_one > TIE)
        ends = longer.tokens[:, -1] == END
        kept = order[: places - len(whole) if shrink else places]
        if compete:
            kept = order[scores[order] >= limit]
            whole = [entry for entry in whole if entry[0] >= limit or not forget]
        if per_text:
            kept = np.concatenate([order[parent[order] == p][:places] for p in np.unique(parent)])
        aside = order if set_all_ended_aside else kept
        whole.extend(read(longer.take(aside[ends[aside]])))
        going_on = (
            order[~ends[order]][:places] if refill or set_all_ended_aside else kept[~ends[kept]]
        )
        alive = longer.take(going_on)
        done = (first and whole) or (stop_when_enough_ended and len(whole) >= places)
        if stop_when_ended_leads and whole and len(alive.tokens):
            lead = max(whole)[0] - prune(alive, case).max()
            done, no_ties = lead > 0, no_ties and abs(lead) > TIE
        if not len(alive.tokens) or done or (shrink and len(whole) >= places):
            break
    going = [*read(alive)]
    if not ended and going:
        whole = going
    elif unended or not whole:
        whole.extend(going)
    (best, score, tokens), *others = sorted(whole, reverse=True)
    no_ties &= not others or best - others[0][0] > TIE
    filled = tokens + (fill,) * (case.max_len - len(tokens))
    return Found(np.array(filled), np.array(score), no_ties)


def same(one: Any, other: Found) -> bool:
    return np.array_equal(one.tokens, other.tokens) and close(one.score, other.score, 1e-4, 1e-5)


def scored(**how: Any) -> dict[str, Score]:
    """Keywords for `search`: prune and choose by `penalised` with the keywords ``how``."""
    return dict.fromkeys(("prune", "choose"), functools.partial(penalised, **how))


SEARCHES: dict[str, list[dict[str, Any]]] = {
    "right": [{}],
    "no-coverage": [
        {"prune": likelihood, "choose": likelihood},
        {"prune": likelihood, "choose": likelihood, "refill": True},
    ],
    "coverage-at-the-end": [{"prune": likelihood}],
    "coverage-while-searching": [{"choose": likelihood}],
    "score-without-coverage": [{"report": likelihood}],
    "exponential": [{"report": exponential}],
    "not-clipped": [scored(clipped=lambda cover: cover)],
    "averaged": [scored(reduced=lambda logs: logs.mean(axis=1))],
    "subtracted": [scored(weight=lambda beta: -beta)],
    "beta-forgotten": [scored(weight=lambda beta: 1)],
    "end-not-covered": [scored(cover=without_end)],
    "covered-once": [scored(cover=each_once)],
    "token-before": [scored(cover=one_before)],
    "logs-added": [{"prune": logs_added, "choose": logs_added}],
    "length-counted": [
        scored(length=lambda size: size),
        scored(length=lambda size: (5 + size) / 6),
    ],
    "greedy": [{"beam": 1}],
    "not-pruned": [{"beam": 10**6}],
    "pruned-apart": [{"per_text": True}],
    "places-refilled": [{"refill": True}, {"set_all_ended_aside": True}],
    "ended-compete": [{"compete": True, "forget": True}, {"compete": True}],
    "beam-shrinks": [{"shrink": True}],
    "stopped-early": [{"first": True, "unended": False}, {"first": True}],
    "stopped-ahead": [{"stop_when_ended_leads": True}],
    "stopped-with-enough": [
        {"stop_when_enough_ended": True},
        {"stop_when_enough_ended": True, "unended": False},
    ],
    "step-too-few": [{"steps": 1}],
    "unended-dropped": [{"unended": False}],
    "ended-dropped": [{"ended": False}],
    "other-filling": [{"fill": -1}],
}


def search_by(how: dict[str, Any]) -> Callable[[Model], Found]:
    return lambda case: search(case, **how)


# Two rare cases in which a search goes wrong if ended texts compete. In the first they push out the
# best of all texts, in the second a partial text whose score coverage would raise later.
COMPETING = (
    Model(
        np.array([[0.2, 0.1, 0.7], [0.2, 0.45, 0.35], [0.1, 0.5, 0.4]]), np.ones((3, 1)), 2, 3, 1
    ),
    Model(
        np.array([[0.25, 0.75], [0.8, 0.2]]),
        np.array([[0.45, 0.15, 0.3, 0.1], [0.33, 0.03, 0.63, 0.01]]),
        *(2, 3, 4),
    ),
)


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Model]:
    """Draw test cases until every two usual mistakes give different results in one of them.

    With the same seed, all students get the same cases.
    """
    rng = np.random.default_rng(seed)
    fixed = iter(COMPETING)
    found: dict[str, list[Found]] = {}

    def draw():
        """A test case in which no search meets equal scores; ``found`` gets the results of all."""
        tokens, source = int(rng.integers(3, 6)), int(rng.integers(2, 5))
        sharp, beam = float(rng.uniform(0.4, 1.5)), int(rng.integers(2, 4))
        while True:
            length = int(rng.integers(3, 5))
            case = next(fixed, None) or random_model(rng, tokens, source, beam, length, sharp=sharp)
            found.update(
                {name: [search(case, **how) for how in SEARCHES[name]] for name in SEARCHES}
            )
            if all(one.no_ties for several in found.values() for one in several):
                return case

    answers = {
        name: [lambda case, name=name, i=i: found[name][i] for i in range(len(ways))]
        for name, ways in SEARCHES.items()
    }
    return cases_that_tell_apart(draw, answers, same)


def random_model(rng, tokens, source, beam, max_len, *, sharp=1.0, beta=None):
    """Draw a test case with random P, (tokens, tokens), and A, (tokens, source).

    The smaller ``sharp`` is, the fewer next tokens are likely.
    """
    P = 0.02 + rng.dirichlet(np.full(tokens, sharp), size=tokens)
    A = 0.02 + rng.dirichlet(np.full(source, 0.3), size=tokens)
    beta = float(rng.uniform(0.3, 1.5)) if beta is None else beta
    P, A = (table / table.sum(axis=1, keepdims=True) for table in (P, A))
    return Model(P, A, beam, max_len, beta)


@check(
    reread="Chapter 5, [Beam search](05-transformer#beam-search) and "
    "[Length penalty](05-transformer#length-penalty)",
    odd_form=True,
)
def coverage_beam(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's beam search over a table of probabilities, with a coverage penalty.

    Promised domain: 2 to 20 tokens, 1 to 10 source positions, beams and lengths from 1 to 10, beta
        from 0 to 5; attention weights are at least 0.001. The search never has to choose between
        two texts with equal scores.
    Extremes and special cases, alone and together: a beam of 1; a beam wider than the number of
        texts; a length of 1; one source position; beta of 0; probabilities of 0; texts that cannot
        end; texts that end at once; two tokens; all sizes at their largest.
    Usual mistakes: the code forgets the coverage; the coverage counts only at the end; the coverage
        counts only during the search; the returned score lacks the coverage; the coverage is not
        clipped; the logarithms of the coverage are averaged; the penalty is subtracted; the code
        forgets beta; the coverage lacks EOS; each token adds the weights of the token before; a
        repeated token counts only once; the logarithm is taken before the sum; the score has a
        length penalty; the code returns e^s for the score s; each step keeps only one text; each
        step keeps all texts; each step keeps ``beam`` extensions of each text; an ended text takes
        no place in its step; an ended text makes the beam narrower in all later steps; an ended
        text competes with the texts of later steps; the search stops at the first ended text; the
        search stops when an ended text scores higher than all texts in the beam; the search stops
        when ``beam`` texts have ended; the search stops one step early; texts with EOS are dropped;
        texts without EOS are dropped; short texts are padded with another number than 0. In edge
        cases: the code takes the logarithm of 0; the search fails if there are fewer texts than
        ``beam``; the code tries only the likeliest tokens.
    Certain: cases are drawn until every two of these mistakes give different results in at least
        one case. A mistake is named only if the student's results fit it in all cases.
    """

    def right(found, case):
        return same(found, search(case))

    def each_of(name):
        """Predicates (output, case), one for each way to make the mistake ``name``."""
        return [equals_one_of(search_by(how), same=same) for how in SEARCHES[name]]

    def finds(name):
        (only,) = each_of(name)
        return only

    mistakes: Mistakes = [
        *(
            Mistake(
                "no-coverage",
                "This search knows no coverage: it finds the likeliest text, as the "
                "chapter's does.",
                fits,
                credit=0.3,
            )
            for fits in each_of("no-coverage")
        ),
        Mistake(
            "coverage-at-the-end",
            "Coverage decides only among the texts found. It belongs to the score by which "
            "beginnings are kept, too.",
            finds("coverage-at-the-end"),
            credit=0.5,
        ),
        Mistake(
            "coverage-while-searching",
            "Coverage decides which beginnings are kept, but not which of the texts found is "
            "returned.",
            finds("coverage-while-searching"),
            credit=0.5,
        ),
        Mistake(
            "score-without-coverage",
            "The text is right. Its score is the log-probability alone; coverage is missing there.",
            finds("score-without-coverage"),
            credit=0.7,
        ),
        Mistake(
            "not-clipped",
            "A position that is seen more than once counts more. Its coverage is at most 1: "
            "min(…, 1).",
            finds("not-clipped"),
            credit=0.5,
        ),
        Mistake(
            "averaged",
            "The logarithms are averaged over the source positions. They are added up.",
            finds("averaged"),
            credit=0.5,
        ),
        Mistake(
            "subtracted",
            "The coverage term is subtracted. It is at most 0 and is added: so it is a penalty.",
            finds("subtracted"),
            credit=0.5,
        ),
        Mistake(
            "exponential",
            "The text is right. Its score is e^s here: return s itself.",
            finds("exponential"),
            credit=0.8,
        ),
        Mistake(
            "beta-forgotten",
            "The coverage counts `beta` times: here it is not multiplied by `beta`.",
            finds("beta-forgotten"),
            credit=0.5,
        ),
        Mistake(
            "end-not-covered",
            "EOS has weights, too: its row of `A` counts.",
            finds("end-not-covered"),
            credit=0.6,
        ),
        Mistake(
            "covered-once",
            "A token that is written twice looks twice: its row of `A` counts each time.",
            finds("covered-once"),
            credit=0.6,
        ),
        Mistake(
            "token-before",
            "The coverage adds up the weights of the token before each one. Row v of `A` "
            "belongs to token v itself.",
            finds("token-before"),
            credit=0.5,
        ),
        Mistake(
            "logs-added",
            "The logarithm of each single weight is taken. Add up the weights of a position "
            "over all tokens first, then clip, then take the logarithm.",
            finds("logs-added"),
            credit=0.5,
        ),
        *(
            Mistake(
                "length-counted",
                "The log-probability is divided by the length, or by a penalty for it. This score "
                "has no length penalty.",
                fits,
                credit=0.5,
            )
            for fits in each_of("length-counted")
        ),
        Mistake(
            "greedy",
            "Only one beginning is kept: this is greedy decoding. Keep `beam` of them.",
            finds("greedy"),
            credit=0.3,
        ),
        Mistake(
            "not-pruned",
            "All beginnings are kept. So the best of all texts is found, at a cost that grows with "
            "a power of the length; a beam search keeps `beam` of them.",
            finds("not-pruned"),
            credit=0.3,
        ),
        Mistake(
            "pruned-apart",
            "`beam` extensions of *each* beginning are kept. Keep `beam` of all together.",
            finds("pruned-apart"),
            credit=0.5,
        ),
        *(
            Mistake(
                "places-refilled",
                "The places of texts that have ended are given to others. Here an ended text takes "
                "one of the `beam` places in the step in which it ends.",
                fits,
                credit=0.6,
            )
            for fits in each_of("places-refilled")
        ),
        *(
            Mistake(
                "ended-compete",
                "Texts that have ended compete with the extensions of later steps. In each step "
                "the `beam` best *extensions* are kept; what has ended is set aside and never "
                "pushed out.",
                fits,
                credit=0.6,
            )
            for fits in each_of("ended-compete")
        ),
        Mistake(
            "beam-shrinks",
            "The beam gets narrower with each text that has ended. In every step `beam` "
            "extensions are kept.",
            finds("beam-shrinks"),
            credit=0.6,
        ),
        *(
            Mistake(
                "stopped-early",
                "The search stops when the first text has ended. A longer one may score higher.",
                fits,
                credit=0.5,
            )
            for fits in each_of("stopped-early")
        ),
        Mistake(
            "stopped-ahead",
            "The search stops when an ended text is ahead of the beam. A beginning may still "
            "rise, by its coverage.",
            finds("stopped-ahead"),
            credit=0.6,
        ),
        *(
            Mistake(
                "stopped-with-enough",
                "The search stops when `beam` texts have ended. It goes on until `max_len`, or "
                "until nothing is left in the beam.",
                fits,
                credit=0.6,
            )
            for fits in each_of("stopped-with-enough")
        ),
        Mistake(
            "step-too-few",
            "The search stops one step too early: texts may have `max_len` tokens.",
            finds("step-too-few"),
            credit=0.6,
        ),
        Mistake(
            "unended-dropped",
            "Texts of `max_len` tokens without EOS are dropped. They count as they are.",
            finds("unended-dropped"),
            credit=0.7,
        ),
        Mistake(
            "ended-dropped",
            "Texts that have ended are dropped where others are left in the beam at the end. "
            "Both count.",
            finds("ended-dropped"),
            credit=0.5,
        ),
        Mistake(
            "other-filling",
            "Short texts are filled up with another number than 0.",
            finds("other-filling"),
            credit=0.8,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.arrays(*case, tokens=(case.max_len,), score=()) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": search(case)},
            rule="At each step the `beam` best extensions by log P + coverage are kept; those that "
            "end are set aside. The best of those set aside and those left in the beam at the end "
            "is returned, filled up with 0.",
        )

    judge_at(ordinary(int(rng.integers(2**31))), mistakes)

    def impossible(case, chance=0.4):
        """A copy of the test case with many probabilities of 0; each text can still go on."""
        P = np.where(rng.random(case.P.shape) < chance, 0.0, case.P)
        P[np.arange(len(P)), rng.integers(1, len(P), size=len(P))] += 0.1
        return case._replace(P=P / P.sum(axis=1, keepdims=True))

    def endless(case):
        """A copy of the test case in which EOS has probability 0, so that no text ends."""
        P = np.where(np.arange(len(case.P)) == END, 0.0, case.P)
        return case._replace(P=P / P.sum(axis=1, keepdims=True))

    def ended(case):
        """A copy of the test case in which EOS has probability 1, so each text ends at once."""
        return case._replace(P=np.tile(np.arange(len(case.P)) == END, (len(case.P), 1)) * 1.0)

    v, m, b = (int(x) for x in rng.choice(np.arange(3, 7), size=3, replace=False))
    plain = [random_model(rng, v, m, 1, b), random_model(rng, 2, m, 2, 4)]
    plain += [random_model(rng, v, 1, b, 4), random_model(rng, v, m, b, 3, beta=0.0)]
    plain += [random_model(rng, v, m, 2, 1), random_model(rng, 2, 1, 1, 1, beta=0.0)]
    zeros = [impossible(random_model(rng, v, m, b, 4)) for _ in "two"]
    zeros += [endless(random_model(rng, v, m, 2, 3)), ended(random_model(rng, v, m, b, 5))]
    wide = [random_model(rng, 2, m, LARGEST_BEAM, 2), random_model(rng, 3, 2, LARGEST_BEAM, 1)]
    size = (MOST_TOKENS, MOST_SOURCE, LARGEST_BEAM, LONGEST)
    wide += [random_model(rng, *size, beta=float(beta)) for beta in (1, 2, LARGEST_BETA)]
    edges = [case for case in [*plain, *zeros, *wide] if search(case).no_ties]
    judge_edges(lambda: judge_at(edges, []))
    ask.require_order()
    return "With beta = 0 this is the chapter's search; too large a beta writes words twice."
