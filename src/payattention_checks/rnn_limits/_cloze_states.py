"""The states of a bidirectional RNN at each word, where the word itself is not read.

The first half of the output is the state of an RNN that has read the words before, from the left.
The second half is the state of an RNN that has read the words after, from the right.

Promised domain: 1 to 100 positions; sentence lengths from 1 to the number of positions. The padding
    contains any numbers, also NaN.
Extremes and special cases, alone: one position; sentences of one word; one sentence; all sentences
    as long as the batch; items of one number; one unit; NaN at padding; 100 positions. Together: a
    sentence of one word and one without padding in the same batch, with NaN at padding.
Certain: The feedback names a mistake only if the mistake explains all states, compared with those
    of torch's RNN. At edge cases, every wrong entry must be NaN.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch

from payattention_checks.arrays import itself
from payattention_checks.compare import close
from payattention_checks.remember import remembered
from payattention_checks.task import Cases, Edge, Task, Variants

LONGEST = 100


class Case(NamedTuple):
    """The arguments of one call: right-padded sentences and the parameters of two RNNs (readers).

    Reader 0 reads from the left, reader 1 from the right.

    x        the items, (sentences, positions, d_x)
    lengths  how many words each sentence has
    W        for each reader, the matrix for the items, (2, d_h, d_x)
    U        for each reader, the matrix for the state before, (2, d_h, d_h)
    b        for each reader, the bias, (2, d_h)
    """

    x: np.ndarray
    lengths: np.ndarray
    W: np.ndarray
    U: np.ndarray
    b: np.ndarray


Map = Callable[[np.ndarray], np.ndarray]


def right(
    case: Case,
    *,
    readers: Sequence[int] = (0, 1),
    U: Map = itself,
    b: Map = itself,
    own: Sequence[int] = (0, 0),
    from_the_right: bool = True,
    turned_back: bool = True,
    through_padding: bool = False,
    cleaned: bool = False,
    border: float = 0,
    padding: float = 0,
    exchanged: bool = False,
) -> np.ndarray:
    """The output, (sentences, positions, 2 d_h). A NaN in it stands for any number.

    ``readers`` are those of the two halves, with changed parameters ``U`` and ``b``; they have read
    the word itself where ``own`` is 1. The second reads ``from_the_right``, and its states are
    ``turned_back``; it begins at the last word, or reads ``through_padding``, which may be
    ``cleaned``. ``border`` is the state before any word, ``padding`` that at padding.
    """
    steps = np.broadcast_to(np.arange(case.x.shape[1]), case.x.shape[:2])
    real = (steps < case.lengths[:, None])[..., None]
    begins = case.x.shape[1] if through_padding else case.lengths[:, None]
    reverse = (begins - 1 - steps).clip(min=0)  # the word of a step, and the step of a word
    words = (steps, reverse if from_the_right else steps)
    rows = (steps, words[1] if turned_back else steps)
    halves = []
    for side, reader in enumerate(readers):
        parameters = case.W[reader], U(case.U[reader]), b(case.b[reader])
        items = np.where(real, case.x, 0) if cleaned else case.x
        after = states(np.take_along_axis(items, words[side][..., None], axis=1), *parameters)
        known = np.pad(after, ((0, 0), (1, 0), (0, 0)), constant_values=border)
        halves.append(np.take_along_axis(known, (rows[side] + own[side])[..., None], axis=1))
    return np.where(real, np.concatenate(halves[::-1] if exchanged else halves, axis=2), padding)


@remembered
def states(items: np.ndarray, W: np.ndarray, U: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The states of torch's RNN after each item, (sentences, positions, d_h)."""
    rnn = torch.nn.RNN(W.shape[1], len(W), batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        for parameter, value in zip(rnn.parameters(), (W, U, b, 0 * b), strict=True):
            parameter.copy_(torch.tensor(value))
        return rnn(torch.tensor(items))[0].numpy()


VARIANTS: Variants = {
    "padding-not-0": {"padding": np.nan},
    "reads-itself": {"own": (1, 1)},
    "left-reads-itself": {"own": (1, 0)},
    "right-reads-itself": {"own": (0, 1)},
    "from-the-padding": {"through_padding": True},
    "from-cleaned-padding": {"through_padding": True, "cleaned": True},
    "not-turned-back": {"turned_back": False},
    "halves-exchanged": {"exchanged": True},
    "parameters-exchanged": {"readers": (1, 0)},
    "one-set-of-parameters": {"readers": (0, 0)},
    "U-transposed": {"U": np.transpose},
    "U-forgotten": {"U": np.zeros_like},
    "bias-forgotten": {"b": np.zeros_like},
    "never-turned": {"from_the_right": False},
    "border": {"border": np.nan},
}


def same(output: np.ndarray, expected: np.ndarray) -> bool:
    fixed = ~np.isnan(expected)
    return close(np.where(fixed, output, 0), np.where(fixed, expected, 0), atol=1e-5)


def only_nan(output: np.ndarray, case: Case) -> bool:
    """Whether all entries are right or NaN, which only padding can cause."""
    padded = (case.lengths < case.x.shape[1]).any()
    expected = right(case)
    return same(np.where(np.isnan(output) & padded, expected, output), expected)


def begins_elsewhere(output: np.ndarray, case: Case, tanh: Map = np.tanh) -> bool:
    """Whether each state follows from that before it, whatever the first ones are."""
    steps, lengths = np.arange(case.x.shape[1]), case.lengths[:, None]
    halves = []
    for reader, back, first in ((0, 1, steps == 0 * lengths), (1, -1, steps == lengths - 1)):
        before = np.roll(np.split(output, 2, axis=2)[reader], back, axis=1) @ case.U[reader].T
        items = np.roll(case.x, back, axis=1) @ case.W[reader].T
        after = tanh(items + before + case.b[reader])
        halves.append(np.where(first[..., None], np.nan, after))
    real = (steps < lengths)[..., None]
    return same(output, np.where(real, np.concatenate(halves, axis=2), 0))


def row_left_out(output: np.ndarray, case: Case) -> bool:
    """Whether the last row of the left half is 0, or the first of the right half."""
    sentences, d_h = np.arange(len(case.x)), case.b.shape[1]
    for row, side in ((case.lengths - 1, slice(d_h)), (0, slice(d_h, None))):
        expected = right(case)
        expected[sentences, row, side] = 0
        if same(output, expected):
            return True
    return False


SIGNS = {
    "nan-times-0": only_nan,
    "not-reset": begins_elsewhere,
    "tanh-forgotten": lambda output, case: begins_elsewhere(output, case, itself),
    "row-left-out": row_left_out,
}


def draw(
    rng: np.random.Generator,
    lengths: Sequence[int],
    n: int,
    d_x: int,
    d_h: int,
    *,
    fill: float | None = None,
) -> Case:
    x = rng.normal(size=(len(lengths), n, d_x)).round(1)
    W = rng.normal(size=(2, d_h, d_x)).round(1)
    U, b = rng.normal(0, 0.7, size=(2, d_h, d_h)).round(1), rng.uniform(0.2, 0.9, (2, d_h))
    if fill is not None:
        x[np.arange(n) >= np.array(lengths)[:, None]] = fill
    return Case(x, np.array(lengths), W, U, b.round(1))


def cases(rng: np.random.Generator) -> Cases:
    n, d_x, d_h = rng.integers((5, 2, 2), (8, 5, 5)).tolist()
    lengths = rng.integers(2, n, size=3).tolist()
    ordinary = [
        *(draw(rng, [2, 3], 4, 2, 2), draw(rng, [4, 2, 5], 6, 1, 3), draw(rng, [5, 3], 7, 3, 2)),
        *(draw(rng, [3, 4], 5, 3, 3), draw(rng, lengths, n, d_x, d_h)),
    ]
    edges = [
        *(draw(rng, [1], 1, 2, 2), draw(rng, [1, 1], 3, 2, 3), draw(rng, [5], 5, 2, 1)),
        *(draw(rng, [4, 4, 4], 4, 1, 1), draw(rng, [1, 6, 3], 6, 2, 2, fill=np.nan)),
        draw(rng, [int(rng.integers(50, LONGEST)), LONGEST], LONGEST, 2, 2),
        draw(rng, [2, 4], 5, 2, 3, fill=np.nan),
    ]
    return Cases(ordinary, (Edge(edges, ("nan-times-0",)),))


cloze_states = Task(__name__, right, cases, VARIANTS, SIGNS, same=same).check
