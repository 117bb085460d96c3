"""A softmax over the real scores of each padded row, at the row's own temperature.

Promised domain: scores from −100 to 100, also at padding; two scores of a row are equal or differ
    by at least 0.0001; temperatures of 0 and from 0.01 to 100; lengths from 1 to the number of
    columns.
Extremes and special cases, alone: a row without padding; one real score; the temperature 0, with
    several equal largest scores, one of them at padding, with a second score 0.0001 below the
    largest, also near 90, and with maxima that differ between rows; the temperatures 0.01 and 100;
    all scores near 100, all near −90, or near 100 and near −100 in one row. Together: rows with
    scores near 90, 0 or −90, at temperatures from 0 to 100, with scores of ±100 at padding; one row
    with one column.
Certain: for ordinary inputs, the feedback names a mistake only if it explains all weights. At edge
    cases, the feedback names only mistakes that can explain every wrong row.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.compare import alike, close
from payattention_checks.show import show
from payattention_checks.task import Cases, Edge, Fits, Task, Variants

LARGEST_SCORE = 100
SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE = 0.01, 100
NEAREST = 2.0**-13  # two different scores of a row differ by at least 0.0001
FAR = 0.5  # a score this far below the largest has no weight at the smallest temperature


class Case(NamedTuple):
    """The arguments of one call.

    Each row of ``scores`` is a sentence, right-padded. ``lengths`` has the number of real scores of
    each row, ``temperatures`` its temperature.
    """

    scores: np.ndarray
    lengths: np.ndarray
    temperatures: np.ndarray


Table = Callable[[Case], np.ndarray]


def real_of(case: Case) -> np.ndarray:
    return np.arange(case.scores.shape[1]) < case.lengths[:, None]


def everything(case: Case) -> np.ndarray:
    return np.ones(case.scores.shape, dtype=bool)


def softmax(scores: np.ndarray, *, temperature: float) -> np.ndarray:
    if temperature == 0:
        largest = scores == scores.max()
        return largest / largest.sum()
    return torch.softmax(torch.tensor(scores / temperature), dim=0).numpy()


def right(
    case: Case,
    *,
    scores: Table = lambda case: case.scores,
    real: Table = real_of,
    temperatures: Callable[[np.ndarray], Any] = lambda temperatures: temperatures,
    afterwards: Table = everything,
) -> np.ndarray:
    """The weights; each row has a softmax of its ``real`` scores, multiplied by ``afterwards``."""
    weights = np.zeros(case.scores.shape)
    table = scores(case), real(case), np.broadcast_to(temperatures(case.temperatures), len(weights))
    for i, (row, visible, temperature) in enumerate(zip(*table, strict=True)):
        weights[i, visible] = softmax(row[visible], temperature=temperature)
    return weights * afterwards(case)


def longer(by: int) -> Table:
    return lambda case: real_of(case._replace(lengths=case.lengths + by))


def as_the_longest(case: Case) -> np.ndarray:
    return real_of(case._replace(lengths=np.full_like(case.lengths, case.lengths.max())))


def zeroed(case: Case) -> np.ndarray:
    return np.where(real_of(case), case.scores, 0)


def warmer(by: float) -> dict[str, Callable[[np.ndarray], Any]]:
    return {"temperatures": lambda t: t + by}


def below_counts_as_0(bound: float) -> dict[str, Callable[[np.ndarray], Any]]:
    return {"temperatures": lambda t: np.where(t < bound, 0, t)}


def all_hard_if_one(temperatures: np.ndarray) -> np.ndarray:
    return temperatures * (temperatures > 0).all()


VARIANTS: Variants = {
    "temperature-ignored": {"temperatures": lambda t: 1.0},
    "temperature-multiplied": {"temperatures": lambda t: 1 / t},
    "padding-counted": [{"real": everything}, {"real": as_the_longest}],
    "temperature-afterwards": {
        "temperatures": lambda t: 1.0,
        "afterwards": lambda case: 1 / case.temperatures[:, None],
    },
    "one-temperature": [
        {"temperatures": which} for which in (lambda t: t[0], lambda t: t[-1], np.mean, max, min)
    ],
    "padding-score-0": [
        {"real": everything, "scores": zeroed, "afterwards": after}
        for after in (everything, real_of)
    ],
    "masked-afterwards": {"real": everything, "afterwards": real_of},
    "length-off-by-one": [{"real": longer(1)}, {"real": longer(-1)}],
    "wrong-end": {"real": lambda case: real_of(case)[:, ::-1]},
    "inverted": {"real": lambda case: ~real_of(case)},
    "added-to-temperature": [warmer(10.0**-digits) for digits in range(1, 11)],
    "too-coarse": {"scores": lambda case: case.scores.astype("f2").astype(float)},
    "all-hard": {"temperatures": all_hard_if_one},
    "low-counts-as-0": [below_counts_as_0(bound) for bound in (0.0101, 0.02, 0.06, 0.11)],
}


# ── mistakes that no keywords make ────────────────────────────────────────────────────────────


def normalised(weights: np.ndarray, case: Case) -> tuple[np.ndarray, Case] | None:
    sums = weights.sum(axis=1, keepdims=True)
    return (weights / sums, case) if (np.isfinite(sums) & (sums > 0)).all() else None


def each_normalised(weights: np.ndarray, case: Case) -> tuple[np.ndarray, Case] | None:
    return normalised(weights, case) if close(weights.sum(), 1) else None


UNDO = {"one-denominator": each_normalised, "not-normalised": normalised}


def wrong_axis(weights: np.ndarray, case: Case) -> bool:
    """Whether the weights of each column with a real score add up to 1, and none is negative."""
    visible = weights[:, real_of(case).any(axis=0)]
    return bool((visible >= 0).all()) and close(visible.sum(axis=0), 1)


def wrong_rows(weights: np.ndarray, case: Case) -> list[int]:
    expected = right(case)
    return [i for i, row in enumerate(weights) if not alike(row, expected[i])]


class Row(NamedTuple):
    """A wrong row of the weights, with its scores, ``n`` of them real, and its temperature.

    ``largest`` is the largest real score of all rows, ``largest_of_all`` that of padding, too.
    """

    weights: np.ndarray
    scores: np.ndarray
    n: int
    temperature: float
    largest: float
    largest_of_all: float

    @property
    def top(self) -> float:
        return self.scores[: self.n].max()

    @property
    def padding(self) -> np.ndarray:
        return self.weights[self.n :]

    @property
    def finite(self) -> bool:
        return bool(np.isfinite(self.weights).all())

    @property
    def lost(self) -> bool:
        """Whether there is NaN or ∞, or only zeros, as after overflow or underflow."""
        return not self.finite or close(self.weights, 0)


def in_wrong_rows(found: Callable[[Row], Any]) -> Fits:
    def fits(weights: np.ndarray, case: Case) -> bool:
        largest = case.scores[real_of(case)].max(), case.scores.max()
        rows = zip(weights, *case, strict=True)
        wrong = set(wrong_rows(weights, case))
        return all(found(Row(*row, *largest)) for i, row in enumerate(rows) if i in wrong)

    return fits


def one_of_equals(row: Row) -> bool:
    one_has_all = close(np.sort(row.weights)[::-1], np.eye(len(row.weights))[0])
    return one_has_all and row.scores[row.weights.argmax()] == row.top


def padding_wins(row: Row) -> bool:
    beaten = row.lost and row.scores.max() > row.top
    return beaten or close(row.weights, softmax(row.scores, temperature=0))


def shared(row: Row) -> bool:
    return row.finite and close(row.weights.sum(), 1) and close(row.padding, 0)


def at_0(found: Callable[[Row], Any]) -> Fits:
    return in_wrong_rows(lambda row: row.temperature == 0 and found(row))


AT_0 = {
    "ties": at_0(one_of_equals),
    "padding-maximum-at-0": at_0(padding_wins),
    "global-maximum-at-0": at_0(lambda row: row.lost and row.largest > row.top),
    "not-quite-0": at_0(shared),
    "temperature-0": at_0(lambda row: True),
}
MAXIMA = {
    "padding-maximum": in_wrong_rows(lambda row: row.lost and row.scores.max() > row.top + FAR),
    "global-maximum": in_wrong_rows(lambda row: row.lost and row.largest_of_all > row.top + FAR),
}
SIGNS: dict[str, Fits] = {
    "wrong-axis": wrong_axis,
    "full-row": in_wrong_rows(lambda row: row.n == len(row.scores)),
    **AT_0,
    "overflow": in_wrong_rows(lambda row: row.lost and 0 < row.temperature < 1),
    "soft-mask": in_wrong_rows(lambda row: row.finite and not close(row.padding, 0)),
    **MAXIMA,
}


def details(weights: np.ndarray, case: Case) -> dict[str, str]:
    row = wrong_rows(weights, case)[0]
    n, temperature = case.lengths[row], case.temperatures[row]
    of_it = f"{show(case.scores[row])}, the length {n}, the temperature {temperature:.4g}"
    return {"Returned": f"row {row}: {show(weights[row])}", "Its scores": of_it}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, batch: int, n: int) -> Case:
    """A random case: ``batch`` rows of n scores, each with padding."""
    scores = np.round(rng.normal(0.4, 1.3, size=(batch, n)) * 8) / 8
    lengths = rng.integers(2, n, size=batch)
    temperatures = rng.permutation(np.geomspace(0.4, 3.1, batch + 1)[:batch]).round(2)
    return Case(scores, lengths, temperatures)


def draw_all(rng: np.random.Generator) -> list[Case]:
    return [draw(rng, *shape) for shape in ((2, 3), (3, 5), (4, 4), (5, 7), (2, 12))]


def filled(rng: np.random.Generator, case: Case) -> Case:
    """The case, changed in place: a row has no padding, and one has all but one."""
    case.lengths[:2] = rng.permutation([1, case.scores.shape[1]])
    return case


def cooled(rng: np.random.Generator, case: Case) -> Case:
    """The case, changed in place: the first two rows and the last have the temperature 0.

    The two largest real scores are equal in even rows, and differ by ``NEAREST`` in odd ones. The
    padding has an equal score, too, and in the last row the largest of all.
    """
    rows, n = np.arange(len(case.scores)), case.scores.shape[1]
    peaks = case.scores.max() + 1 + rng.permutation(len(rows)) / 4
    case.scores[:, 0] = peaks
    case.scores[rows, case.lengths - 1] = peaks - NEAREST * (rows % 2)
    case.scores[:, n - 1] = peaks + 3 * (rows == rows[-1])
    case.temperatures[[0, 1, -1]] = 0
    return case


def high(case: Case) -> Case:
    """The case with scores near 90, which 16 bits round where the temperature is not 0."""
    fine = np.arange(case.scores.shape[1]) / 64 * (case.temperatures[:, None] > 0)
    return case._replace(scores=case.scores + 85 + fine)


def exact(scores: np.ndarray) -> np.ndarray:
    """The scores, rounded to multiples of 2⁻¹⁶, which float32 represents exactly."""
    return np.round(scores * 2**16) / 2**16


def level(case: Case, to: float, temperature: float) -> Case:
    """The case at one temperature, with ``to`` as the largest real score of each row.

    The differences of scores are multiplied by the temperature, but no score is below −100.
    """
    peaks = np.where(real_of(case), case.scores, -np.inf).max(axis=1, keepdims=True)
    scores = np.minimum(case.scores * temperature - peaks * temperature, 0) + to
    return case._replace(
        scores=exact(scores).clip(-LARGEST_SCORE, LARGEST_SCORE),
        temperatures=np.full_like(case.temperatures, temperature),
    )


def wide(rng: np.random.Generator, case: Case) -> Case:
    """The case with scores near 100 and near −100, at the temperature 0.1."""
    sign = rng.choice([-1, 1], size=case.scores.shape)
    sign[:, 0] = 1
    scores = sign * (LARGEST_SCORE - abs(case.scores))
    return case._replace(scores=scores, temperatures=np.full_like(case.temperatures, 0.1))


def together(rng: np.random.Generator, n: int) -> Case:
    """A case with nine rows of n scores of all kinds, and ±100 at padding."""
    case = filled(rng, draw(rng, 9, n))
    height = np.array([1, -1, 0, 1, -1, 0, 1, -1, 0])[:, None] * 90.0
    temperatures = np.array([0.01, 0.01, 0.01, 0, 0, 0.05, 100, 100, 0.5])
    scores = exact(case.scores * np.minimum(temperatures, 1)[:, None] + height)
    ends = rng.choice([-LARGEST_SCORE, LARGEST_SCORE], size=scores.shape)
    scores = np.where(real_of(case), scores, ends)
    case.lengths[1] = min(case.lengths[1], n - 1)
    scores[1, case.lengths[1] :] = -LARGEST_SCORE  # row 1 has no large score at padding
    return Case(scores, case.lengths, temperatures)


def cases(rng: np.random.Generator) -> Cases:
    ends = [
        level(case, to, temperature)
        for to in (LARGEST_SCORE, -90)
        for temperature in (SMALLEST_TEMPERATURE, LARGEST_TEMPERATURE)
        for case in draw_all(rng)
    ]
    cold = [cooled(rng, case) for case in draw_all(rng)]
    cold += [high(cooled(rng, case)) for case in draw_all(rng)]
    single = Case(np.array([[-100.0]]), np.array([1]), np.array([SMALLEST_TEMPERATURE]))
    extremes = [*ends, *(wide(rng, case) for case in draw_all(rng)), single]
    mixed = [together(rng, n) for n in (3, 6, 9)]
    return Cases(
        draw_all(rng),
        (
            Edge([filled(rng, case) for case in draw_all(rng)], ("full-row",)),
            Edge(cold, ("too-coarse", "all-hard", *AT_0)),
            Edge(
                extremes,
                ("overflow", "soft-mask", "added-to-temperature", "low-counts-as-0"),
                stage=2,
            ),
            Edge(mixed, (*MAXIMA, "soft-mask"), stage=3),
        ),
    )


length_softmax = Task(__name__, right, cases, VARIANTS, SIGNS, UNDO, details=details).check
