"""How digits are mixed: with which shares, and in which order."""

from collections.abc import Callable

import numpy as np

from payattention_checks.vit._turned_digits import Case

Shares = Callable[[Case], np.ndarray]  # of each image itself, (n,)


def own_share(case: Case) -> np.ndarray:
    return case.shares


def all_alone(case: Case) -> np.ndarray:
    return np.ones(len(case.shares))


def partners_share(case: Case) -> np.ndarray:
    return 1 - case.shares


def share_of_partner(case: Case) -> np.ndarray:
    return case.shares[case.partners]


def one_share(case: Case) -> np.ndarray:
    return np.full(len(case.shares), case.shares[0])


def larger_one(case: Case) -> np.ndarray:
    return (case.shares >= 0.5).astype(float)


Mix = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # (own, others, shares)


def mixed(values: np.ndarray, others: np.ndarray, shares: np.ndarray) -> np.ndarray:
    shares = shares.reshape(-1, *[1] * (values.ndim - 1))
    return shares * values + (1 - shares) * others


def own_last(values: np.ndarray, others: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return np.where(values > 0, shares[:, None], mixed(values, others, shares))


def partner_last(values: np.ndarray, others: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return own_last(others, values, 1 - shares)


def one_after_another(values: np.ndarray, case: Case) -> np.ndarray:
    """Mixed in place: a later image meets partners that are mixed already."""
    values = values.copy()
    for b, partner in enumerate(case.partners):
        values[b] = mixed(values[[b]], values[[partner]], case.shares[[b]])[0]
    return values


def with_rest_of_partner(others: np.ndarray, case: Case) -> np.ndarray:
    """Partners that, times 1 − the share of the image, have 1 − the share of the partner."""
    rest = (1 - case.shares[case.partners]) / (1 - case.shares)
    return rest.reshape(-1, *[1] * (others.ndim - 1)) * others
