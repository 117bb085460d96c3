"""Which tokens count in a loss of a decoder, and how much."""

from collections.abc import Callable

import numpy as np

from payattention_checks.bahdanau._decoding import EOS, PAD, Case, Decoded

Weigh = Callable[[Case, Decoded], np.ndarray]  # the weight of each token's loss, (n, m)


def evenly(counted: np.ndarray) -> np.ndarray:
    return counted / max(1, counted.sum())


def real(case: Case) -> np.ndarray:
    return case.targets != PAD


def mean_of_real(case: Case, decoded: Decoded) -> np.ndarray:
    return evenly(real(case))


def summed(case: Case, decoded: Decoded) -> np.ndarray:
    return real(case).astype(float)


def with_padding(case: Case, decoded: Decoded) -> np.ndarray:
    return evenly(np.ones_like(real(case)))


def over_all_positions(case: Case, decoded: Decoded) -> np.ndarray:
    return real(case) / real(case).size


def padding_beside_real(case: Case, decoded: Decoded) -> np.ndarray:
    return np.ones_like(case.targets) / real(case).sum()


def over_sentences(case: Case, decoded: Decoded) -> np.ndarray:
    return real(case) / len(case.targets)


def mean_of_means(case: Case, decoded: Decoded) -> np.ndarray:
    return real(case) / real(case).sum(axis=1, keepdims=True) / len(case.targets)


def mean_of_steps(case: Case, decoded: Decoded) -> np.ndarray:
    counts = real(case).sum(axis=0)
    return real(case) / np.maximum(1, counts) / (counts > 0).sum()


def without_end(case: Case, decoded: Decoded) -> np.ndarray:
    return evenly(case.targets > EOS)


def forced_alone(case: Case, decoded: Decoded) -> np.ndarray:
    return evenly(real(case) & decoded.coins)


def first_and_forced(case: Case, decoded: Decoded) -> np.ndarray:
    return evenly(real(case) & (decoded.coins | (np.arange(decoded.coins.shape[1]) == 0)))


def until_own_end(case: Case, decoded: Decoded) -> np.ndarray:
    ends = np.cumsum(decoded.own == EOS, axis=1) - (decoded.own == EOS)
    return evenly(real(case) & (ends == 0))


def until_own_end_is_read(case: Case, decoded: Decoded) -> np.ndarray:
    read = ~decoded.coins[:, 1:] & (decoded.own[:, :-1] == EOS)
    ended = np.pad(np.cumsum(read, axis=1), ((0, 0), (1, 0)))
    return evenly(real(case) & (ended == 0))


def until_first_error(case: Case, decoded: Decoded) -> np.ndarray:
    wrong = decoded.own != case.targets
    return evenly(real(case) & (np.cumsum(wrong, axis=1) - wrong == 0))
