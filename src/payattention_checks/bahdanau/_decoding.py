"""A decoder that reads, at each step, the right token or its own; and other ways to read."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

PAD, EOS, BOS = 0, 1, 2
FIRST_RIGHT, LAST_IF_FORCED, NO_STEP = -1, -2, -3  # what the first step may read instead of BOS


class Case(NamedTuple):
    """The arguments of one call.

    starts    the state of each sentence before its first step, (n, d)
    targets   the right tokens, with EOS and padding, (n, m)
    coins     whether the right token is read, (rounds, n, m)
    E         what each token adds to the state, (kinds, d)
    U         from state to state, (d, d)
    V         the read-out before the first round, (kinds, d)
    rate      the learning rate
    """

    starts: np.ndarray
    targets: np.ndarray
    coins: np.ndarray
    E: np.ndarray
    U: np.ndarray
    V: np.ndarray
    rate: float


class Decoded(NamedTuple):
    """One round: states (n, m, d), scores (n, m, kinds), and the coins (n, m) that it used."""

    states: np.ndarray
    scores: np.ndarray
    coins: np.ndarray

    @property
    def own(self) -> np.ndarray:
        return self.scores.argmax(axis=-1)


Write = Callable[[np.ndarray, np.ndarray], np.ndarray]  # what is read of it: (scores, E)


def most_likely(scores: np.ndarray, E: np.ndarray) -> np.ndarray:
    return E[scores.argmax(axis=-1)]


def average(scores: np.ndarray, E: np.ndarray) -> np.ndarray:
    return softmax(scores) @ E


def never(*hidden: int) -> Write:
    """These tokens are never chosen."""

    def write(scores: np.ndarray, E: np.ndarray) -> np.ndarray:
        return most_likely(np.where(np.isin(np.arange(len(E)), hidden), -np.inf, scores), E)

    return write


def softmax(scores: np.ndarray) -> np.ndarray:
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


class Reader(NamedTuple):
    """How the decoder reads.

    first       the token before the first step; None: none is read. Below 0: the first right one,
                the last one of the row where the coin is true, or `starts` is the first state
    ahead       how many places the right token that is read stands too far right
    coin        which of the coins (n, m) decides at each step
    write       what is read of its own scores
    of_forced   whether its own scores are those of a run on right tokens alone
    flipped     whether U is transposed
    bend        the function around the new state
    """

    first: int | None = BOS
    ahead: int = 0
    coin: Callable[[np.ndarray], np.ndarray] = lambda coins: coins
    write: Write = most_likely
    of_forced: bool = False
    flipped: bool = False
    bend: Callable[[np.ndarray], np.ndarray] = np.tanh


CORRECT = Reader()


def begin(case: Case, reader: Reader, coins: np.ndarray) -> np.ndarray:
    """What the first step reads, (n, d)."""
    if reader.first is None:
        return np.zeros_like(case.starts)
    if reader.first == FIRST_RIGHT:
        return case.E[case.targets[:, 0]]
    if reader.first == LAST_IF_FORCED:
        return case.E[np.where(coins[:, 0], case.targets[:, -1], BOS)]
    return np.repeat(case.E[[reader.first]], len(case.starts), axis=0)


def decode(
    case: Case, V: np.ndarray, coins: np.ndarray, state: np.ndarray, reader: Reader = CORRECT
) -> Decoded:
    """One round from given states; the coins are (n, m)."""
    coins = np.broadcast_to(reader.coin(coins), case.targets.shape)
    forced = None
    if reader.of_forced:
        always = np.ones_like(coins)
        forced = decode(case, V, always, state, reader._replace(of_forced=False)).scores
    W = case.U.T if reader.flipped else case.U
    states: list[np.ndarray] = []
    scores: list[np.ndarray] = []
    for i in range(case.targets.shape[1]):
        read = begin(case, reader, coins)
        if i > 0:
            right_one = case.E[case.targets[:, i - 1 + reader.ahead]]
            before = scores[-1] if forced is None else forced[:, i - 1]
            read = np.where(coins[:, i, None], right_one, reader.write(before, case.E))
        if i > 0 or reader.first != NO_STEP:
            state = reader.bend(state @ W.T + read)
        states.append(state)
        scores.append(state @ V.T)
    return Decoded(np.stack(states, axis=1), np.stack(scores, axis=1), coins)
