"""A search that leaves nothing out."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import apart
from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import gives

MOST_TOKENS, MOST_SOURCE, LARGEST_BEAM, LONGEST = 20, 10, 10, 10
SMALLEST_WEIGHT, LARGEST_BETA = 0.001, 5
END = 0
TIE = 1e-6


class Model(NamedTuple):
    """The arguments of one call."""

    P: np.ndarray
    A: np.ndarray
    beam: int
    max_len: int
    beta: float | int


class Texts(NamedTuple):
    """Beginnings of texts, a row each."""

    tokens: np.ndarray  # (texts, length)
    log_p: np.ndarray  # (texts,)
    cover: np.ndarray  # (texts, source positions): the weights so far

    def take(self, rows: np.ndarray) -> "Texts":
        return Texts(*(array[rows] for array in self))


class Found(NamedTuple):
    """What a search returns, and whether no two scores that decided on it were equal."""

    tokens: np.ndarray
    score: np.ndarray
    clear: bool = True


Score = Callable[[Texts, Model], np.ndarray]


def likelihood(texts: Texts, case: Model) -> np.ndarray:
    return texts.log_p


def penalised(
    texts: Texts,
    case: Model,
    *,
    clipped: Callable[[np.ndarray], np.ndarray] = lambda cover: np.minimum(cover, 1),
    weight: float | int | None = None,
    reduced: Callable[[np.ndarray], np.ndarray] = lambda logs: logs.sum(axis=1),
) -> np.ndarray:
    """The score of the question, or one with another coverage."""
    beta = case.beta if weight is None else weight * case.beta
    return texts.log_p + beta * reduced(np.log(clipped(texts.cover)))


def extended(texts: Texts, case: Model) -> tuple[Texts, np.ndarray]:
    """All beginnings that are one token longer and possible, and from which text each comes."""
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
    apiece: bool = False,
    refill: bool = False,
    first: bool = False,
    unended: bool = True,
    shrink: bool = False,
) -> Found:
    """A beam search whose scores may be others, and whose rules may differ.

    ``apiece`` keeps as many of each beginning, not of all; ``refill`` gives the places of ended
    texts to others; ``first`` stops at the first ended text; without ``unended``, texts that have
    not ended count only where none has; ``shrink`` takes a place away for each ended text.
    """
    m = case.A.shape[1]
    alive = Texts(np.zeros((1, 0), dtype=int), np.zeros(1), np.zeros((1, m)))
    whole: list[tuple[float, float, tuple[int, ...]]] = []
    places, clear = case.beam if beam is None else beam, True

    def set_aside(texts):
        chosen, told = choose(texts, case), (report or choose)(texts, case)
        whole.extend(zip(chosen.tolist(), told.tolist(), map(tuple, texts.tokens), strict=True))

    for _ in range(case.max_len):
        longer, parent = extended(alive, case)
        scores = prune(longer, case)
        order = np.argsort(-scores, kind="stable")
        if len(order) > places:
            clear &= bool(scores[order[places - 1]] - scores[order[places]] > TIE)
        ends = longer.tokens[:, -1] == END
        kept = order[: places - len(whole) if shrink else places]
        if apiece:
            kept = np.concatenate([order[parent[order] == p][:places] for p in np.unique(parent)])
        set_aside(longer.take(kept[ends[kept]]))
        going_on = order[~ends[order]][:places] if refill else kept[~ends[kept]]
        alive = longer.take(going_on)
        if not len(alive.tokens) or (first and whole) or (shrink and len(whole) >= places):
            break
    if (unended and not first) or not whole:
        set_aside(alive)
    (best, score, tokens), *others = sorted(whole, reverse=True)
    clear &= not others or best - others[0][0] > TIE
    filled = tokens + (END,) * (case.max_len - len(tokens))
    return Found(np.array(filled), np.array(score), clear)


def same(one: Any, other: Found) -> bool:
    return np.array_equal(one.tokens, other.tokens) and close(one.score, other.score, 1e-4, 1e-5)


SEARCHES: dict[str, list[dict[str, Any]]] = {
    "right": [{}],
    "no-coverage": [
        {"prune": likelihood, "choose": likelihood},
        {"prune": likelihood, "choose": likelihood, "refill": True},
    ],
    "coverage-at-the-end": [{"prune": likelihood}],
    "coverage-while-searching": [{"choose": likelihood}],
    "score-without-coverage": [{"report": likelihood}],
    "not-clipped": [
        dict.fromkeys(
            ("prune", "choose"), functools.partial(penalised, clipped=lambda cover: cover)
        )
    ],
    "averaged": [
        dict.fromkeys(
            ("prune", "choose"),
            functools.partial(penalised, reduced=lambda logs: logs.mean(axis=1)),
        )
    ],
    "subtracted": [dict.fromkeys(("prune", "choose"), functools.partial(penalised, weight=-1))],
    "greedy": [{"beam": 1}],
    "not-pruned": [{"beam": 10**6}],
    "pruned-apart": [{"apiece": True}],
    "places-refilled": [{"refill": True}],
    "beam-shrinks": [{"shrink": True}],
    "stopped-early": [{"first": True}],
    "unended-dropped": [{"unended": False}],
}


def way(how: dict[str, Any]) -> Callable[[Model], Found]:
    return lambda case: search(case, **how)


@functools.lru_cache(maxsize=64)
def ordinary(seed: int) -> list[Model]:
    """Cases at which each two of these searches differ; the same for every answer."""
    rng = np.random.default_rng(seed)

    def draw():
        tokens, source = int(rng.integers(3, 6)), int(rng.integers(2, 5))
        sharp, beam = float(rng.uniform(0.4, 1.5)), int(rng.integers(2, 4))
        while True:
            length = int(rng.integers(3, 5))
            case = random_model(rng, tokens, source, beam, length, sharp=sharp)
            if all(find(case).clear for ways in answers.values() for find in ways):
                return case

    answers = {name: [way(how) for how in ways] for name, ways in SEARCHES.items()}
    return apart(draw, answers, same)


def random_model(rng, tokens, source, beam, max_len, *, sharp=1.0, beta=None):
    """Random tables; each word attends to few positions."""
    P = 0.02 + rng.dirichlet(np.full(tokens, sharp), size=tokens)
    A = 0.02 + rng.dirichlet(np.full(source, 0.3), size=tokens)
    beta = float(rng.uniform(0.3, 1.5)) if beta is None else beta
    P, A = (table / table.sum(axis=1, keepdims=True) for table in (P, A))
    return Model(P, A, beam, max_len, beta)


@check(reread="Chapter 5, [Length penalty](05-transformer#length-penalty)", odd_form=True)
def coverage_beam(ask: Ask, rng: np.random.Generator) -> str:
    """Beam search over a table of probabilities, by a score that counts coverage.

    Promised domain: 2 to 20 tokens, 1 to 10 source positions, beams and lengths from 1 to 10, beta
        from 0 to 5; attention weights are at least 0.001, and scores that decide
        are never equal.
    Extremes and special cases, alone and together: a beam of 1, one larger than there are texts; a
        length of 1; one source position; beta of 0; probabilities of 0; a text that cannot end, one
        that ends at once; two tokens; all sizes at their largest.
    Usual mistakes: no coverage, or only at the end, or only while searching, or not in the score
        that is returned; coverage not clipped, averaged or subtracted; one beginning kept, all
        kept, or so many of each; places of ended texts given to others, or lost for good; a stop
        at the first ended text; texts without EOS dropped. At the edges: the logarithm of 0, more
        places than texts, only the likeliest tokens.
    Certain: cases are drawn until each two of these searches return something else in one of them,
        and a name needs its own results in all.
    """

    def right(found, case):
        return same(found, search(case))

    def each_of(name):
        """For each of the searches of a name, whether it finds the same."""
        return [gives(way(how), same=same) for how in SEARCHES[name]]

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
        Mistake(
            "places-refilled",
            "The places of texts that have ended are given to others. Here an ended text takes one "
            "of the `beam` places in the step in which it ends.",
            finds("places-refilled"),
            credit=0.6,
        ),
        Mistake(
            "beam-shrinks",
            "The beam gets narrower with each text that has ended. In every step `beam` extensions "
            "are kept.",
            finds("beam-shrinks"),
            credit=0.6,
        ),
        Mistake(
            "stopped-early",
            "The search stops when the first text has ended. A longer one may score higher.",
            finds("stopped-early"),
            credit=0.5,
        ),
        Mistake(
            "unended-dropped",
            "Texts of `max_len` tokens without EOS are dropped. They count as they are.",
            finds("unended-dropped"),
            credit=0.7,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.ahead(cases)
        judge(
            ask,
            cases,
            [ask.arrays(*case, tokens=(case.max_len,), score=()) for case in cases],
            right,
            mistakes,
            also=lambda output, case: {"Expected": search(case)},
            rule="At each step the `beam` best extensions by log P + coverage are kept; those that "
            "end are set aside. The best of all that are whole is returned, filled up with 0.",
        )

    judge_at(ordinary(int(rng.integers(2**31))), mistakes)

    def impossible(case, chance=0.4):
        """The same with probabilities of 0; from each token something still follows."""
        P = np.where(rng.random(case.P.shape) < chance, 0.0, case.P)
        P[np.arange(len(P)), rng.integers(1, len(P), size=len(P))] += 0.1
        return case._replace(P=P / P.sum(axis=1, keepdims=True))

    def endless(case):
        """The same, where no text ends."""
        P = np.where(np.arange(len(case.P)) == END, 0.0, case.P)
        return case._replace(P=P / P.sum(axis=1, keepdims=True))

    def ended(case):
        """The same, where each text ends at once."""
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
    edges = [case for case in [*plain, *zeros, *wide] if search(case).clear]
    judge_edges(lambda: judge_at(edges, []))
    ask.require_order()
    return "With beta = 0 this is the chapter's search; too large a beta writes words twice."
