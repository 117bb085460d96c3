"""Train the read-out of a decoder that reads now the right tokens, now those it has written itself.

Promised domain: 1 to 10 rounds; 1 to 8 sentences of 1 to 12 tokens with their end; 4 to 12 kinds of
    tokens; states of 1 to 8 numbers; rates from 0 to 4; scores from −1000 to 1000. Where the
    decoder chooses a token that it reads, its largest score leads by 0.001 or more.
Extremes and special cases, alone and together: one round, one sentence, one token; a state of one
    number; coins that all show the same; a rate of 0; scores of hundreds, beside padding; an end
    that the decoder writes too early; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give clearly different results in at least
    one. A mistake is named only if it explains the results of all of them.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.bahdanau._counted_tokens import (
    Weigh,
    first_and_forced,
    forced_alone,
    mean_of_means,
    mean_of_real,
    mean_of_steps,
    over_all_positions,
    over_sentences,
    padding_beside_real,
    real,
    summed,
    until_first_error,
    until_own_end,
    until_own_end_is_read,
    with_padding,
    without_end,
)
from payattention_checks.bahdanau._decoding import (
    BOS,
    CORRECT,
    EOS,
    FIRST_RIGHT,
    LAST_IF_FORCED,
    NO_STEP,
    PAD,
    Case,
    Decoded,
    Reader,
    average,
    decode,
    never,
    softmax,
)
from payattention_checks.compare import right_or_not_finite
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_ROUNDS, MOST_SENTENCES, MOST_TOKENS = 10, 8, 12  # of a sentence; and the most kinds of tokens
MOST_NUMBERS = 8  # in a state
LARGEST_RATE, LARGEST_SCORE, SMALLEST_LEAD = 4, 1000, 0.001
MILD_SPAN = 14  # of the scores in a usual case: e^−14 is far above the 1e-12 that one may add


class Run(NamedTuple):
    """The loss of each round, (rounds,), and the read-out after the last one, (kinds, d)."""

    losses: np.ndarray
    V: np.ndarray


# ── the training ──────────────────────────────────────────────────────────────────────────────


def loss_of(case: Case, decoded: Decoded, weigh: Weigh) -> float:
    scores = decoded.scores - decoded.scores.max(axis=-1, keepdims=True)
    log_p = scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))
    of_target = np.take_along_axis(log_p, case.targets[..., None], axis=-1)[..., 0]
    return -float((weigh(case, decoded) * of_target).sum())


def gradient_of(case: Case, decoded: Decoded, weigh: Weigh) -> np.ndarray:
    too_much = softmax(decoded.scores) - np.eye(len(case.V))[case.targets]
    return np.einsum("nm,nmk,nmd->kd", weigh(case, decoded), too_much, decoded.states)


def gradient_of_states_before(case: Case, decoded: Decoded, weigh: Weigh) -> np.ndarray:
    before = np.concatenate([case.starts[:, None], decoded.states[:, :-1]], axis=1)
    return gradient_of(case, decoded._replace(states=before), weigh)


def right(
    case: Case,
    *,
    coins: Callable[[np.ndarray], np.ndarray] = lambda coins: coins,
    reader: Reader = CORRECT,
    reported: Weigh = mean_of_real,
    learned: Weigh = mean_of_real,
    slope: Callable[[Case, Decoded, Weigh], np.ndarray] = gradient_of,
    pace: Callable[[float], float] = lambda rate: rate,
    zeroed: bool = True,
    carried: bool = False,
    over: bool = False,
    losses_after: bool = False,
    returned: int = -1,
    one_by_one: Callable[[Case], tuple[np.ndarray, np.ndarray]] | None = None,
) -> Run:
    """The training. ``coins`` chooses among those of all rounds; see `Reader` for the reading.

    If ``over``, each round starts over with the given read-out.
    """
    if one_by_one:
        return each_sentence_alone(case, *one_by_one(case))
    trail, losses = [case.V], []
    state, gradient = case.starts, np.zeros_like(case.V)
    for flips in coins(case.coins):
        V = trail[0] if over else trail[-1]
        decoded = decode(case, V, flips, state, reader)
        losses.append(loss_of(case, decoded, reported))
        gradient = zeroed_or(gradient, zeroed) + slope(case, decoded, learned)
        trail.append(V - pace(case.rate) * gradient)
        if losses_after:
            losses[-1] = loss_of(case, decode(case, trail[-1], flips, state, reader), reported)
        state = decoded.states[:, -1] if carried else state
    return Run(np.array(losses), trail[returned])


def zeroed_or(gradient: np.ndarray, zeroed: bool) -> np.ndarray:
    return 0 * gradient if zeroed else gradient


def each_sentence_alone(case: Case, weights: np.ndarray, paces: np.ndarray) -> Run:
    """A step for each sentence; both the losses of a round and the rate are weighted."""
    V, losses = case.V, []
    for flips in case.coins:
        of_round = []
        for j in range(len(case.targets)):
            rows = slice(j, j + 1)
            alone = case._replace(
                starts=case.starts[rows], targets=case.targets[rows], coins=flips[None, rows], V=V,
                rate=case.rate * paces[j],
            )  # fmt: skip
            run = right(alone)
            V = run.V
            of_round.append(run.losses[0])
        losses.append(float(weights @ of_round))
    return Run(np.array(losses), V)


def of_sentences(case: Case) -> np.ndarray:
    return np.full(len(case.targets), 1 / len(case.targets))


def of_tokens(case: Case) -> np.ndarray:
    return real(case).sum(axis=1) / real(case).sum()


def all_whole(case: Case) -> np.ndarray:
    return np.ones(len(case.targets))


def reads(**how: Any) -> dict[str, Reader]:
    return {"reader": CORRECT._replace(**how)}


def weighs(*ways: Weigh) -> list[dict[str, Weigh]]:
    return [{"reported": way, "learned": way} for way in ways]


def loss_weighs(*ways: Weigh) -> list[dict[str, Weigh]]:
    return [{"reported": way} for way in ways]


def gradient_weighs(*ways: Weigh) -> list[dict[str, Weigh]]:
    return [{"learned": way} for way in ways]


def until_the_first_own(coins: np.ndarray) -> np.ndarray:
    """After the first false coin, that of step 0 aside, all are false."""
    return np.logical_and.accumulate(coins | (np.arange(coins.shape[1]) == 0), axis=1)


PADDED = (with_padding, over_all_positions, padding_beside_real)
SUMMED = (summed, over_sentences)
MEANS = (mean_of_means, mean_of_steps)

VARIANTS: Variants = {
    "always-forced": {"coins": np.ones_like},
    "never-forced": {"coins": np.zeros_like},
    "coins-inverted": {"coins": np.logical_not},
    "coin-of-the-step-before": reads(coin=lambda coins: np.roll(coins, 1, axis=1)),
    "coins-of-one-sentence": reads(coin=lambda coins: coins[:1]),
    "coins-of-one-step": [
        reads(coin=lambda coins: coins[:, :1]),
        reads(coin=lambda coins: coins[:, 1:2]),
    ],
    "coins-of-one-round": {"coins": lambda coins: np.repeat(coins[:1], len(coins), axis=0)},
    "reads-its-answer": [reads(ahead=1), reads(ahead=1, first=FIRST_RIGHT)],
    "own-ever-after": reads(coin=until_the_first_own),
    "special-never-chosen": [
        reads(write=never(*hidden)) for hidden in ((PAD,), (PAD, BOS), (PAD, EOS, BOS))
    ],
    "begins-otherwise": [
        reads(first=first) for first in (PAD, EOS, None, FIRST_RIGHT, LAST_IF_FORCED, NO_STEP)
    ],
    "own-of-a-forced-run": reads(of_forced=True),
    "reads-an-average": reads(write=average),
    "padding-counted": [*weighs(*PADDED), *loss_weighs(*PADDED)],
    "padding-in-gradient": gradient_weighs(*PADDED),
    "summed": [*weighs(*SUMMED), *loss_weighs(*SUMMED)],
    "gradient-summed": gradient_weighs(*SUMMED),
    "mean-of-means": [*weighs(*MEANS), *loss_weighs(*MEANS), *gradient_weighs(*MEANS)],
    "end-left-out": weighs(without_end),
    "forced-steps-alone": weighs(forced_alone, first_and_forced),
    "stops-at-own-end": weighs(until_own_end, until_own_end_is_read),
    "stops-at-first-error": weighs(until_first_error),
    "sentence-by-sentence": [
        {"one_by_one": lambda case, of=of, pace=pace: (of(case), pace(case))}
        for of in (of_sentences, of_tokens)
        for pace in (all_whole, of_sentences, of_tokens)
    ],
    "starts-over": {"over": True},
    "state-of-the-step-before": {"slope": gradient_of_states_before},
    "ascends": {"pace": lambda rate: -rate},
    "never-learns": {"pace": lambda rate: 0.0},
    "rate-forgotten": {"pace": lambda rate: 1.0},
    "gradients-added-up": {"zeroed": False},
    "state-carried-over": {"carried": True},
    "losses-after-the-step": {"losses_after": True},
    "last-step-missing": {"returned": -2},
    "U-transposed": reads(flipped=True),
    "tanh-forgotten": reads(bend=lambda x: x),
}


def same(one: Run, other: Run) -> bool:
    return all_alike(one, other, 1e-4, 1e-5)


def clearly_same(one: Run, other: Run) -> bool:
    """Whether rounding in float32, which a training may enlarge, could make them the same."""
    return all_alike(one, other, 1e-2, 1e-3)


def details(output: Run, case: Case) -> dict[str, np.ndarray]:
    return first_difference(output, right(case), 1e-5)


SIGNS = {"overflow": right_or_not_finite(lambda output, case: same(output, right(case)))}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def rounds_of(case: Case) -> Iterator[tuple[np.ndarray, Decoded]]:
    """The coins of each round and what the decoder does in it."""
    V = case.V
    for flips in case.coins:
        decoded = decode(case, V, flips, case.starts)
        yield flips, decoded
        V = V - case.rate * gradient_of(case, decoded, mean_of_real)


def leads(case: Case) -> float:
    """The smallest lead of a largest score whose token is read before the end of a sentence."""
    smallest = np.inf
    for flips, decoded in rounds_of(case):
        second, first = np.moveaxis(np.sort(decoded.scores, axis=-1)[..., -2:], -1, 0)
        read = ~flips[:, 1:] & real(case)[:, 1:]
        smallest = min(smallest, *(first - second)[:, :-1][read], np.inf)
    return smallest


def is_mild(case: Case) -> bool:
    """Whether no right token is so improbable that a little added to its probability shows."""
    return all(
        below_largest(case, decoded.scores)[real(case)].max() < MILD_SPAN
        for _, decoded in rounds_of(case)
    )


def draw(
    rng: np.random.Generator, *, rounds: int = 4, n: int = 3, m: int = 5, kinds: int = 6,
    d: int = 3, rate: float = 1.0, forced: float = 0.5, size: float = 1.5, unused: int = 0,
) -> Case:  # fmt: skip
    """A random case whose choices are clear: the first sentence is as long as the array.

    The ``unused`` last kinds are never right.
    """

    def normal(size: float, *shape: int) -> np.ndarray:
        return (size * rng.normal(size=shape)).round(2)

    while True:
        targets = rng.integers(BOS + 1, kinds - unused, size=(n, m))
        last = rng.integers(m, size=n)
        last[0] = m - 1
        position = np.arange(m)
        targets = np.where(
            position < last[:, None], targets, np.where(position > last[:, None], PAD, EOS)
        )
        case = Case(
            normal(1, n, d), targets, rng.random(size=(rounds, n, m)) < forced,
            normal(1, kinds, d), normal(1 / np.sqrt(d), d, d), normal(size, kinds, d), float(rate),
        )  # fmt: skip
        if leads(case) > 2 * SMALLEST_LEAD:
            return case


def usual(rng: np.random.Generator) -> Case:
    sizes = {"n": int(rng.integers(2, 5)), "m": int(rng.integers(4, 7))}
    d, kinds = rng.permutation([3, 4]).tolist()
    rate = round(float(rng.uniform(0.5, 2)), 1)
    while True:
        case = draw(rng, rounds=int(rng.integers(3, 5)), d=d, kinds=kinds + 2, rate=rate, **sizes)
        if is_mild(case):
            return case


def steep(rng: np.random.Generator) -> Case:
    """A gradient that is longer than 1 at first, and a last kind that is never right."""
    while True:
        case = draw(rng, rounds=3, n=3, m=4, d=4, size=2, unused=1)
        decoded = decode(case, case.V, case.coins[0], case.starts)
        if is_mild(case) and np.linalg.norm(gradient_of(case, decoded, mean_of_real)) > 1.1:
            return case


def with_large_scores(
    rng: np.random.Generator, lowest: float, span: Callable[[Case, np.ndarray], np.ndarray]
) -> Case:
    """Scores whose exponentials overflow, and at a real token a span that no exponential has."""
    while True:
        case = draw(rng, rounds=2, m=4, d=1, rate=0.5)
        V = (LARGEST_SCORE * rng.uniform(lowest, 0.9, size=case.V.shape)).round(1)
        large = case._replace(V=V, E=3 * case.E)
        scores = decode(large, V, large.coins[0], large.starts).scores
        spans = span(large, scores)[real(large)].max(), scores[real(large)].max()
        if leads(large) > 2 * SMALLEST_LEAD and min(spans) > 750:  # e^750 overflows
            return large


def below_largest(case: Case, scores: np.ndarray) -> np.ndarray:
    """How far each right token's score is below the largest one of its sentence and step."""
    of_target = np.take_along_axis(scores, case.targets[..., None], axis=-1)[..., 0]
    return scores.max(axis=-1) - of_target


def below_others(case: Case, scores: np.ndarray) -> np.ndarray:
    """How far the largest score of a sentence is below that of another one, at each step."""
    of_step = np.where(real(case), scores.max(axis=-1), -np.inf)
    return of_step.max(axis=0) - of_step


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng), steep(rng)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), clearly_same)
    others = [
        draw(rng, rounds=1, n=1, m=1, d=1, kinds=4),
        draw(rng, rounds=3, n=1, m=4),
        draw(rng, rounds=2, n=3, m=1),
        draw(rng, rounds=3, n=2, m=4, d=1),
        draw(rng, rounds=3, n=2, m=4, kinds=4),
        draw(rng, forced=1),
        draw(rng, forced=0),
        draw(rng, rate=0),
        draw(rng, rounds=2, rate=LARGEST_RATE),
        draw(rng, rounds=MOST_ROUNDS, n=MOST_SENTENCES, m=MOST_TOKENS, d=MOST_NUMBERS,
             kinds=MOST_TOKENS, forced=0.7, size=3),
    ]  # fmt: skip
    large = [with_large_scores(rng, 0.4, below_others), with_large_scores(rng, -0.9, below_largest)]
    return Cases(ordinary, (Edge(large, ("overflow",)), Edge(others)))


sampled_training = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, details=details).check
