"""A beam search with a coverage penalty, each rule of which can be replaced by a mistake."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

END = 0
TIE = 1e-6


class Case(NamedTuple):
    """The arguments of one call.

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
    cover: np.ndarray  # (texts, source positions)

    def take(self, rows: np.ndarray) -> "Texts":
        return Texts(*(array[rows] for array in self))


# ── the score of texts ────────────────────────────────────────────────────────────────────────

Score = Callable[[Texts, Case], np.ndarray]


def penalised(
    texts: Texts,
    case: Case,
    *,
    of_p: Callable[[np.ndarray], np.ndarray] = lambda log_p: log_p,
    cover: Score = lambda texts, case: texts.cover,
    clipped: Callable[[np.ndarray], np.ndarray] = lambda cover: np.minimum(cover, 1),
    weight: Callable[[float], float] = lambda beta: beta,
    reduced: Callable[[np.ndarray], np.ndarray] = lambda logs: logs.sum(axis=1),
    length: Callable[[int], float] = lambda size: 1,
) -> np.ndarray:
    """The score of each text, (texts,): log P + beta · Σ log min(coverage, 1).

    Each keyword replaces one step of this formula; ``length(size)`` divides log P, where ``size``
    is the number of tokens in a text.
    """
    with np.errstate(divide="ignore"):
        logs = np.log(clipped(cover(texts, case)))
    return of_p(texts.log_p) / length(texts.tokens.shape[1]) + weight(case.beta) * reduced(logs)


def likelihood(texts: Texts, case: Case) -> np.ndarray:
    return texts.log_p


def logs_added(texts: Texts, case: Case) -> np.ndarray:
    return texts.log_p + case.beta * np.log(case.A[texts.tokens]).sum(axis=(1, 2))


def each_step(texts: Texts, case: Case) -> np.ndarray:
    """The score, with the coverage of each beginning of the text added."""
    cover = np.minimum(np.cumsum(case.A[texts.tokens], axis=1), 1)
    return texts.log_p + case.beta * np.log(cover).sum(axis=(1, 2))


def without_first(texts: Texts, case: Case, *, itself: bool = False) -> np.ndarray:
    """The score without the first token's probability, or with that behind ``itself``."""
    first = texts.tokens[:, 0]
    with np.errstate(divide="ignore"):
        own = np.log(case.P[first, first]) if itself else 0
    return penalised(texts, case) - np.log(case.P[END, first]) + own


def not_empty(texts: Texts, case: Case) -> np.ndarray:
    """The score, if EOS cannot be the first token."""
    return np.where(texts.tokens[:, 0] == END, -np.inf, penalised(texts, case))


def exponential(texts: Texts, case: Case) -> np.ndarray:
    return np.exp(penalised(texts, case))


def rounded(digits: int) -> Score:
    return lambda texts, case: penalised(texts, case).round(digits)


def with_base(base: int) -> Score:
    return lambda texts, case: penalised(texts, case) / np.log(base)


def by_length(texts: Texts, case: Case) -> np.ndarray:
    return penalised(texts, case) / texts.tokens.shape[1]


def averaged(texts: Texts, case: Case) -> np.ndarray:
    return texts.cover / texts.tokens.shape[1]


def without_end(texts: Texts, case: Case) -> np.ndarray:
    return np.where(texts.tokens[..., None] == END, 0, case.A[texts.tokens]).sum(axis=1)


def each_once(texts: Texts, case: Case) -> np.ndarray:
    """The coverage, if a repeated token counts only once."""
    return (np.arange(len(case.A)) == texts.tokens[..., None]).any(axis=1) @ case.A


def one_before(texts: Texts, case: Case) -> np.ndarray:
    """The coverage, if each token adds the weights of the token before; the first adds EOS's."""
    return texts.cover - case.A[texts.tokens[:, -1]] + case.A[END]


# ── the search ────────────────────────────────────────────────────────────────────────────────


class Step(NamedTuple):
    """The texts of one step by their score, the highest first; each array has one entry a text."""

    in_beam: np.ndarray  # whether it is among the ``width`` highest
    ends: np.ndarray  # whether its last token is EOS
    parent: np.ndarray  # the index of the text that it extends
    width: int


Selection = tuple[np.ndarray, np.ndarray]  # masks: texts that end, texts that are extended further


def best(step: Step) -> Selection:
    return step.in_beam & step.ends, step.in_beam & ~step.ends


def first_of(mask: np.ndarray, n: int) -> np.ndarray:
    return mask & (np.cumsum(mask) <= n)


def best_of_each(step: Step) -> Selection:
    siblings = (step.parent == parent for parent in np.unique(step.parent))
    in_beam = np.any([first_of(mask, step.width) for mask in siblings], axis=0)
    return best(step._replace(in_beam=in_beam))


def refilled(step: Step) -> Selection:
    return step.in_beam & step.ends, first_of(~step.ends, step.width)


def all_ended(step: Step) -> Selection:
    return step.ends, first_of(~step.ends, step.width)


def lowest(step: Step) -> Selection:
    return best(
        step._replace(in_beam=np.arange(len(step.in_beam)) >= len(step.in_beam) - step.width)
    )


def ended_go_on(step: Step) -> Selection:
    return step.in_beam & step.ends, step.in_beam


class Entry(NamedTuple):
    """A text that may be returned, with the score that decides and the score that is returned."""

    score: float
    reported: float
    tokens: tuple[int, ...]


class Found(NamedTuple):
    """The best text and its score; ``no_ties``: the search never met two equal scores."""

    tokens: np.ndarray
    score: np.ndarray
    no_ties: bool


@dataclass
class Search:
    """The beam search of the task; each field but the case replaces one of its rules.

    In the right search, a text that ends takes one place of the beam in that step. Then it is set
    aside, and takes no place later.
    """

    case: Case
    prune: Score = penalised  # decides which texts a step keeps
    choose: Score = penalised  # decides which of the texts found is returned
    report: Score | None = None  # scores the returned text (default: ``choose``)
    width: Callable[[Case, int], int] = lambda case, n_ended: case.beam
    select: Callable[[Step], Selection] = best
    compete: bool = False  # ended texts compete for places in later steps, too …
    forget: bool = False  # … and are dropped when they lose theirs
    stop: Callable[["Search"], bool] = lambda search: False
    length: Callable[[Case], int] = lambda case: case.max_len
    returned: Callable[[list, list], list] = lambda ended, alive: ended + alive
    fill: int = END

    def __post_init__(self) -> None:
        nothing = np.zeros((1, 0), dtype=int)
        self.alive = Texts(nothing, np.zeros(1), np.zeros((1, self.case.A.shape[1])))
        self.ended: list[Entry] = []
        self.no_ties = True

    def run(self) -> Found:
        for _ in range(self.length(self.case)):
            self.step()
            if not len(self.alive.tokens) or self.stop(self):
                break
        found = self.returned(self.ended, self.entries(self.alive))
        first, *others = sorted({*found}, reverse=True)
        if others:
            self.exceeds(first.score, others[0].score)
        padding = (self.fill,) * (self.case.max_len - len(first.tokens))
        tokens = np.array((first.tokens + padding)[: self.case.max_len])
        return Found(tokens, np.array(first.reported), self.no_ties)

    def step(self) -> None:
        longer, parent = extended(self.alive, self.case)
        scores = self.prune(longer, self.case)
        order = np.argsort(-scores, kind="stable")
        longer, parent, scores = longer.take(order), parent[order], scores[order]
        width = self.width(self.case, len(self.ended))
        rivals = [entry.score for entry in self.ended] if self.compete else []
        bound = self.bound(np.append(scores, rivals), width)
        if self.forget:
            self.ended = [entry for entry in self.ended if entry.score >= bound]
        ends = longer.tokens[:, -1] == END
        ended, going_on = self.select(Step(scores >= bound, ends, parent, width))
        self.ended += self.entries(longer.take(ended))
        self.alive = longer.take(going_on)

    def bound(self, scores: np.ndarray, width: int) -> float:
        """The lowest of the ``width`` highest scores; −∞ if there are no more than that."""
        if len(scores) <= width:
            return -np.inf
        last, next_one = np.sort(scores)[::-1][width - 1 : width + 1]
        self.exceeds(last, next_one)
        return last

    def exceeds(self, one: float, other: float) -> bool:
        self.no_ties &= bool(abs(one - other) > TIE)
        return one > other

    def entries(self, texts: Texts) -> list[Entry]:
        chosen = self.choose(texts, self.case).tolist()
        reported = (self.report or self.choose)(texts, self.case).tolist()
        return [*map(Entry, chosen, reported, map(tuple, texts.tokens))]


def extended(texts: Texts, case: Case) -> tuple[Texts, np.ndarray]:
    """Extend each text by every token of a probability above 0.

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


def any_ended(search: Search) -> bool:
    return bool(search.ended)


def enough_ended(search: Search) -> bool:
    return len(search.ended) >= search.case.beam


def ended_leads(search: Search) -> bool:
    if not search.ended:
        return False
    return search.exceeds(max(search.ended).score, search.prune(search.alive, search.case).max())


def ended_first(ended: list, alive: list) -> list:
    return ended or alive


def last_lost(ended: list, alive: list) -> list:
    """Those of the texts found that did not end in the last step."""
    longest = len(alive[0].tokens) if alive else np.inf
    return [entry for entry in ended if len(entry.tokens) < longest] + alive
