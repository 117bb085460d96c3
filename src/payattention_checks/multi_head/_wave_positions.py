"""Sinusoidal vectors of positions that need not be integers, and the similarities of positions.

The similarity of two positions is the dot product of their rows in the table, divided by
d_model / 2.

Promised domain: 1 to 50 positions from −100 to 100, an even width from 2 to 64, a base from 2 to
    10,000.
Extremes and special cases, alone and together: one position; the position 0; the same position
    twice; negative positions; ±100; integer positions; a width of 2, of 64.
Certain: ordinary test cases have at least two positions, all different, and a width of at least 4.
    Most of them have random positions, which are not integers, so all mistakes give
    different numbers. The feedback names a mistake only if its numbers fit all test cases. The two
    arrays are judged separately. Wrong similarities are also compared with those of the student's
    own table.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.ask import Ask
from payattention_checks.compare import close, finite
from payattention_checks.task import Cases, Edge, Fits, Task, Variants
from payattention_checks.wrong import Wrong

MOST_POSITIONS, LARGEST_WIDTH, LARGEST_POSITION = 50, 64, 100
SHARES = {"table": 0.6, "similarity": 0.4}


class Case(NamedTuple):
    """The arguments of one call, and the table that it returned.

    x         the positions
    d_model   the width of the table
    base      the base of the frequencies, ω_k = base^(−2k / d_model)
    returned  the student's own table, if it can be read
    """

    x: np.ndarray
    d_model: int
    base: float
    returned: np.ndarray | None = None

    @property
    def n_waves(self) -> int:
        return self.d_model // 2


Of = Callable[[Case], np.ndarray]
Map = Callable[[np.ndarray], np.ndarray]
Exponent = Callable[[np.ndarray, int], np.ndarray]  # of 1 / base, from k and d_model / 2
Arrange = Callable[[np.ndarray, np.ndarray], np.ndarray]


def exponent_of(k: np.ndarray, n_waves: int) -> np.ndarray:
    return k / n_waves


def frequencies(case: Case, exponent: Exponent = exponent_of) -> np.ndarray:
    return float(case.base) ** -exponent(np.arange(case.n_waves), case.n_waves)


def waves(case: Case, frequencies: Of = frequencies) -> np.ndarray:
    """The complex numbers exp(i x ω_k), of which the sines are the imaginary parts."""
    angle = torch.tensor(np.outer(case.x, frequencies(case)))
    return torch.polar(torch.ones_like(angle), angle).numpy()


def similarities(case: Case) -> np.ndarray:
    """The mean over k of cos ω_k (x_i − x_j), for each i and j."""
    z = waves(case)
    return (z @ z.conj().T).real / case.n_waves


def of_sums(case: Case) -> np.ndarray:
    """The mean over k of cos ω_k (x_i + x_j), for each i and j."""
    z = waves(case)
    return (z @ z.T).real / case.n_waves


def side_by_side(sines: np.ndarray, cosines: np.ndarray) -> np.ndarray:
    return np.hstack([sines, cosines])


def right(
    case: Case,
    *,
    change: Callable[[Case], Case] = lambda case: case,
    of_sines: Of = frequencies,
    of_cosines: Of | None = None,
    arrange: Arrange = side_by_side,
    similarity: Of = similarities,
) -> dict[str, np.ndarray]:
    """The table, (positions, d_model), and the similarities, (positions, positions).

    The table is that of the ``change``d case, with the frequencies ``of_sines`` and ``of_cosines``
    (default: the same).
    """
    read = change(case)
    sines, cosines = waves(read, of_sines).imag, waves(read, of_cosines or of_sines).real
    return {"table": arrange(sines, cosines), "similarity": similarity(case)}


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def at(x: Map) -> dict[str, Any]:
    return {"change": lambda case: case._replace(x=x(case.x))}


def exponents(sines: Exponent, cosines: Exponent | None = None) -> dict[str, Any]:
    return {
        "of_sines": lambda case: frequencies(case, sines),
        "of_cosines": lambda case: frequencies(case, cosines or sines),
    }


def of_products(similarity: Callable[[np.ndarray, Case], np.ndarray]) -> dict[str, Any]:
    """Similarities that follow from the dot products of the rows."""
    return {"similarity": lambda case: similarity(similarities(case) * case.n_waves, case)}


def of_half(part: Map, factor: int) -> dict[str, Any]:
    def similarity(case: Case) -> np.ndarray:
        coordinates = part(waves(case))
        return factor * coordinates @ coordinates.T / case.d_model

    return {"similarity": similarity}


VARIANTS: Variants = {
    "in-turn": {
        "arrange": lambda sines, cosines: np.stack([sines, cosines], -1).reshape(len(sines), -1)
    },
    "cosines-first": {"arrange": lambda sines, cosines: np.hstack([cosines, sines])},
    "whole-positions": [at(np.round), at(np.trunc), at(np.floor)],
    "counted": at(lambda x: np.arange(len(x))),
    "other-exponents": [
        exponents(lambda k, n_waves: (k + 1) / n_waves),
        exponents(lambda k, n_waves: k / (2 * n_waves)),
        exponents(lambda k, n_waves: k / max(1, n_waves - 1)),
        exponents(lambda k, n_waves: 2 * k / n_waves),
        exponents(lambda k, n_waves: -k / n_waves),
    ],
    "other-base": [
        {"change": lambda case: case._replace(base=10000.0)},
        {"change": lambda case: case._replace(base=np.e)},
    ],
    "whole-turns": at(lambda x: 2 * np.pi * x),
    "other-cosines": [
        exponents(exponent_of, lambda k, n_waves: (2 * k + 1) / (2 * n_waves)),
        exponents(exponent_of, lambda k, n_waves: (k + n_waves) / n_waves),
        exponents(
            lambda k, n_waves: k // 2 / n_waves, lambda k, n_waves: (k + n_waves) // 2 / n_waves
        ),
        exponents(
            lambda k, n_waves: k / (2 * n_waves), lambda k, n_waves: (k + n_waves) / (2 * n_waves)
        ),
    ],
    "parentheses": [
        {"of_sines": lambda case: float(case.base) ** -2 * np.arange(case.n_waves) / case.d_model},
        {
            "of_sines": lambda case: (
                float(case.base) ** (-2 * np.arange(case.n_waves)) / case.d_model
            )
        },
    ],
    "integer-division": [
        exponents(lambda k, n_waves: np.ceil(k / n_waves)),
        exponents(lambda k, n_waves: np.floor(k / n_waves)),
    ],
    "backwards": exponents(lambda k, n_waves: (n_waves - 1 - k) / n_waves),
    "unsigned": at(abs),
    "sorted": at(np.sort),
    "shifted": [at(lambda x: x - x.min()), at(lambda x: x - x[0])],
    "modulo-2π": at(lambda x: x % (2 * np.pi)),
    "sines-negated": at(np.negative),
    "sines-twice": {"arrange": lambda sines, cosines: np.hstack([sines, sines])},
    "degrees": at(np.deg2rad),
    "shortened": {
        "arrange": lambda sines, cosines: np.hstack([sines, cosines]) / sines.shape[1] ** 0.5
    },
    "other-divisor": [
        of_products(lambda products, case: products / case.d_model**0.5),
        of_products(lambda products, case: products / case.n_waves**0.5),
        of_products(lambda products, case: products / (2 * case.d_model)),
        of_products(lambda products, case: products * case.n_waves),
        of_products(lambda products, case: products * case.d_model),
        of_products(lambda products, case: products / len(case.x)),
    ],
    "not-divided": of_products(lambda products, case: products),
    "divided-by-width": of_products(lambda products, case: products / case.d_model),
    "distance": [
        {"similarity": lambda case: 1 - similarities(case)},
        {"similarity": lambda case: case.d_model * (1 - similarities(case))},
        {"similarity": lambda case: (case.d_model * (1 - similarities(case)).clip(0)) ** 0.5},
    ],
    "of-the-sum": [
        {"similarity": of_sums},
        {"similarity": lambda case: -of_sums(case)},
    ],
    "half-the-waves": [
        of_half(part, factor) for part in (np.real, np.imag) for factor in (1, 2, 4)
    ],
}


same = functools.partial(close, rtol=1e-3, atol=1e-4)


def of_returned_table(similarity: np.ndarray, case: Case) -> bool:
    if case.returned is None or close(similarity, 0.0):
        return False
    return same(similarity, case.returned @ case.returned.T / case.n_waves)


def zero_by_zero(part: str) -> Fits:
    """Whether the output is right, or not finite where the width is 2."""

    def fits(output: np.ndarray, case: Case) -> bool:
        return same(output, right(case)[part]) or (case.n_waves == 1 and not finite(output))

    return fits


SIGNS = {
    "similarity.of-the-table": of_returned_table,
    **{f"{part}.narrowest": zero_by_zero(part) for part in SHARES},
}


def read(ask: Ask, case: Case) -> Any:
    n = len(case.x)
    return ask.parts(*case[:3], table=(n, case.d_model), similarity=(n, n))


def with_output(case: Case, output: Any) -> Case:
    table = output.table
    return case._replace(returned=None if isinstance(table, Wrong) else table)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, d_model: int, base: float, size: float = 20) -> Case:
    return Case(rng.uniform(-size, size, size=n), d_model, base)


def cases(rng: np.random.Generator) -> Cases:
    n, m = rng.choice(np.arange(3, 9), size=2, replace=False).tolist()
    ordinary = [
        *(draw(rng, 3, 4, 100.0), draw(rng, n, 8, 10000.0), draw(rng, m, 16, 50.0)),
        *(draw(rng, n + 1, 6, 1000.0), draw(rng, 5, LARGEST_WIDTH, 10000.0, LARGEST_POSITION)),
        Case(np.array([0.0, -2.5, 7.25, 3.0]), 4, 10.0),
        Case(np.array([-100.0, 100.0, 0.5]), 8, 2.0),
        draw(rng, 4, 10, 2.0),
        draw(rng, MOST_POSITIONS, 12, 300.0, LARGEST_POSITION),
    ]
    thin = [
        *(draw(rng, 4, 2, 100.0), draw(rng, 1, 2, 10000.0)),
        draw(rng, 6, 2, 3.0, LARGEST_POSITION),
    ]
    equal = [
        Case(np.array([0.0, -2.5, 7.25, 7.25]), 4, 10.0),
        draw(rng, 1, 6, 20.0),
    ]
    return Cases(ordinary, (Edge([*thin, *equal], ("narrowest",)),))


wave_positions = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=3,
    same=same,
    read=read,
    shares=SHARES,
    with_output=with_output,
).check
