"""A GPT around given blocks: its logits with given weights, its parameters, and its first loss.

Promised domain: 1 to 8 texts of 1 to 32 tokens, no longer than the largest length, which is at
    most 64; vocabularies of 2 to 200 tokens; widths from 2 to 64; 1 to 6 blocks. The first loss is
    right within 0.3 of the logarithm of the vocabulary's size. (With few tokens and a great
    width, even right initial vectors prefer the token that was read: such a case is not drawn.)
Extremes and special cases, alone and together: one text; one token; texts of the largest length;
    one block; a vocabulary of 2; a width of 2; equal tokens; all sizes at their largest.
Certain: the weights are random, so every two of the mistakes give different logits or counts. The
    blocks that the model is given here add the tanh of a mean times a gain, which is 1 before the
    weights are set.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.compare import alike, equals
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_TEXTS, MOST_TOKENS, MOST_POSITIONS, LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_BLOCKS = (
    8, 32, 64, 200, 64, 6,
)  # fmt: skip
WITHIN = 0.3  # of the first loss


class Case(NamedTuple):
    """The arguments of one call.

    tokens    the texts, (texts, n)
    token     the vectors of the tokens, (vocabulary, d)
    position  the vectors of the positions, (largest length, d)
    norm      gain and shift of the last norm, (2, d)
    gains     the gain of each block, (blocks, d)
    """

    tokens: np.ndarray
    token: np.ndarray
    position: np.ndarray
    norm: np.ndarray
    gains: np.ndarray


class Model(NamedTuple):
    """What is asked of a model: logits (texts, n, vocabulary), parameters and first loss."""

    logits: np.ndarray
    parameters: int
    first_loss: float


Tensor = torch.Tensor
Arrays = Callable[[Case], np.ndarray]


def mean_so_far(x: Tensor) -> Tensor:
    return x.cumsum(-2) / torch.arange(1, x.shape[-2] + 1)[:, None]


def as_it_is(x: Tensor) -> Tensor:
    return x


def first_positions(case: Case) -> np.ndarray:
    return case.position[: case.tokens.shape[1]]


def last_positions(case: Case) -> np.ndarray:
    return case.position[-case.tokens.shape[1] :]


def positions_from_1(case: Case) -> np.ndarray:
    places = np.arange(1, case.tokens.shape[1] + 1)
    return case.position[np.minimum(places, len(case.position) - 1)]


def without_shift(case: Case) -> np.ndarray:
    return case.norm * [[1], [0]]


def without_both(case: Case) -> np.ndarray:
    return np.ones_like(case.norm) * [[1], [0]]


def count(case: Case) -> int:
    return sum(array.size for array in case[1:])


def right(
    case: Case,
    *,
    positions: Arrays = first_positions,
    gains: Arrays = lambda case: case.gains,
    norms: tuple[bool, bool, bool] = (False, False, True),
    gain_and_shift: Arrays = lambda case: case.norm,
    added_again: bool = False,
    scale: Callable[[Case], float] = lambda case: 1.0,
    divisor: Callable[[Case], float] = lambda case: 1.0,
    behind: Callable[[Tensor], Tensor] = as_it_is,
    more: Callable[[Case], int] = lambda case: 0,
) -> Model:
    """The model; ``more`` parameters than there are, and ``behind`` the logits another function.

    ``norms`` says whether there is one before all blocks, behind each one, and behind all.
    """
    first, each, last = norms

    def norm(x: Tensor, there: bool) -> Tensor:
        given = torch.tensor(gain_and_shift(case))
        return F.layer_norm(x, x.shape[-1:], *given) if there else x

    token = torch.tensor(case.token)
    x = scale(case) * token[torch.tensor(case.tokens)] + torch.tensor(positions(case))
    x = norm(x, first)
    for gain in gains(case):
        x = norm(x * (1 + added_again) + (torch.tensor(gain) * mean_so_far(x)).tanh(), each)
    logits = behind(norm(x, last) @ token.mT / divisor(case)).numpy()
    return Model(logits, count(case) + more(case), math.log(len(case.token)))


def width(case: Case) -> int:
    return case.token.shape[1]


VARIANTS: Variants = {
    "logits.no-positions": {"positions": lambda case: np.zeros(width(case))},
    "logits.one-position": {"positions": lambda case: case.position[case.tokens.shape[1] - 1]},
    "logits.other-positions": [
        {"positions": last_positions},
        {"positions": lambda case: first_positions(case)[::-1].copy()},
    ],
    "logits.positions-from-1": {"positions": positions_from_1},
    "logits.blocks-in-a-list": {"gains": lambda case: np.ones_like(case.gains)},
    "logits.blocks-left-out": [
        {"gains": lambda case: case.gains[:0]},
        {"gains": lambda case: case.gains[:1]},
        {"gains": lambda case: case.gains[-1:]},
        {"gains": lambda case: case.gains[:-1]},
    ],
    "logits.one-block": [
        {"gains": lambda case, i=i: np.tile(case.gains[i], (len(case.gains), 1))} for i in (0, -1)
    ],
    "logits.blocks-reversed": {"gains": lambda case: case.gains[::-1].copy()},
    "logits.added-again": {"added_again": True},
    "logits.no-last-norm": [
        {"norms": (False, False, False)},
        {"gain_and_shift": without_both},
    ],
    "logits.no-shift": {"gain_and_shift": without_shift},
    "logits.norm-elsewhere": [
        {"norms": where}
        for where in (
            (True, False, False),
            (False, True, False),
            (True, False, True),
            (False, True, True),
        )
    ],
    "logits.token-scaled": {"scale": lambda case: width(case) ** 0.5},
    "logits.divided": {"divisor": lambda case: width(case) ** 0.5},
    "logits.probabilities": [
        {"behind": lambda logits: logits.softmax(-1)},
        {"behind": lambda logits: logits.log_softmax(-1)},
    ],
    "logits.last-only": {"behind": lambda logits: logits[:, -1:].expand_as(logits)},
    "parameters.untied": [
        {"more": lambda case, bias=bias: len(case.token) * (width(case) + bias)} for bias in (0, 1)
    ],
    "parameters.output-bias": {"more": lambda case: len(case.token)},
    "parameters.blocks-in-a-list": {"more": lambda case: -case.gains.size},
    "parameters.blocks-left-out": {"more": lambda case: width(case) - case.gains.size},
    "parameters.one-vector-too-few": {"more": lambda case: -width(case)},
    "parameters.no-last-norm": {"more": lambda case: -2 * width(case)},
    "parameters.no-positions": {"more": lambda case: -case.position.size},
}


def too_sure(output: np.ndarray, case: Case) -> bool:
    """Where it is wrong, it is too high, or the token that is preferred is always the right one."""
    chance = len(np.unique(case.tokens)) == 1
    return chance or bool(output > math.log(len(case.token)) - WITHIN)


SIGNS = {"first_loss.too-sure": too_sure}


def same_logits(one: np.ndarray, other: np.ndarray) -> bool:
    return alike(one, other, 1e-4, 1e-5)


def near(one: np.ndarray, other: np.ndarray) -> bool:
    return alike(one, other, 0, WITHIN)


def draw(
    rng: np.random.Generator, texts: int, n: int, vocabulary: int, longest: int, d: int, blocks: int
) -> Case:
    return Case(
        rng.integers(vocabulary, size=(texts, n)),
        rng.normal(size=(vocabulary, d)).round(2),
        rng.normal(size=(longest, d)).round(2),
        np.stack([rng.uniform(0.5, 1.5, size=d), rng.normal(size=d)]).round(2),
        rng.uniform(-2, 3, size=(blocks, d)).round(2),
    )


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [
        draw(rng, 8, 24, 40, 27, 16, 3),
        draw(rng, 7, 27, 60, 32, 12, 2),
        draw(rng, 8, 30, 90, 36, 20, 4),
    ]
    edges = [
        draw(rng, 1, 1, 50, 10, 16, 1),
        draw(rng, 2, 10, 30, 10, 8, 2),
        draw(rng, 8, 8, 2, 9, 2, 2),
        draw(rng, 8, 16, 50, 18, 16, 2)._replace(tokens=np.full((8, 16), 7)),
    ]
    large = draw(
        rng, MOST_TEXTS, MOST_TOKENS, LARGEST_VOCABULARY, MOST_POSITIONS, LARGEST_WIDTH, MOST_BLOCKS
    )
    return Cases(ordinary, (Edge([*edges, large], ("first_loss.too-sure",)),))


run_gpt = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    same={"logits": same_logits, "parameters": equals, "first_loss": near},
    shares={"logits": 0.5, "parameters": 0.25, "first_loss": 0.25},
    details=lambda output, case: {"Parameters": f"there must be {count(case)}"},
).check
