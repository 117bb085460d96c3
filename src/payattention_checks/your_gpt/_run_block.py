"""A pre-norm block around a given attention, as a module with given weights.

Promised domain: 1 to 8 texts of 1 to 64 positions; widths from 2 to 64, and hidden layers up to
    256 wide; entries of the input from −100 to 100.
Extremes and special cases, alone and together: one text; one position; a width of 2; a hidden layer
    of 1; gains of 0; a position with equal entries; entries of ±100; all sizes at their largest.
Certain: inputs, gains, shifts and matrices are random, so every two of the mistakes give different
    outputs. The attention that the block is given here, a mean, has no weights.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.compare import alike
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_TEXTS, MOST_POSITIONS, LARGEST_WIDTH, LARGEST_HIDDEN = 8, 64, 64, 256
LARGEST_ENTRY = 100


class Case(NamedTuple):
    """The arguments of one call.

    x       the input, (texts, positions, d)
    norm_1  gain and shift of the first norm, (2, d)
    norm_2  gain and shift of the second norm, (2, d)
    W_up    the first matrix of the network, (d_ff, d)
    W_down  the second matrix of the network, (d, d_ff)
    """

    x: np.ndarray
    norm_1: np.ndarray
    norm_2: np.ndarray
    W_up: np.ndarray
    W_down: np.ndarray


Tensor = torch.Tensor
Change = Callable[[Tensor], Tensor]
Part = Callable[[Tensor], Tensor]


def layer_norm(x: Tensor, norm: np.ndarray) -> Tensor:
    gain, shift = torch.tensor(norm)
    return F.layer_norm(x, gain.shape, gain, shift)


def by_hand(
    axis: int = -1, *, centred: bool = True, correction: int = 0, least: float = 1e-5
) -> Callable[[Tensor, np.ndarray], Tensor]:
    """A norm as one writes it with a mistake: over another axis, or with another deviation."""

    def norm(x: Tensor, of: np.ndarray) -> Tensor:
        gain, shift = torch.tensor(of)
        centre = x.mean(axis, keepdim=True) if centred else torch.zeros(())
        square = (x - centre).square().sum(axis, keepdim=True) / (x.shape[axis] - correction)
        return (x - centre) / (square + least).sqrt() * gain + shift

    return norm


def mean_so_far(x: Tensor) -> Tensor:
    return x.cumsum(-2) / torch.arange(1, x.shape[-2] + 1)[:, None]


class Parts(NamedTuple):
    """What a block is made of, for one case."""

    norm_1: Part
    norm_2: Part
    attend: Part
    feed: Part


def pre_norm(x: Tensor, of: Parts) -> Tensor:
    x = x + of.attend(of.norm_1(x))
    return x + of.feed(of.norm_2(x))


def post_norm(x: Tensor, of: Parts) -> Tensor:
    x = of.norm_1(x + of.attend(x))
    return of.norm_2(x + of.feed(x))


def normalised_stream(x: Tensor, of: Parts) -> Tensor:
    x = of.norm_1(x)
    x = of.norm_2(x + of.attend(x))
    return x + of.feed(x)


def first_normalised(x: Tensor, of: Parts) -> Tensor:
    x = of.norm_1(x)
    x = x + of.attend(x)
    return x + of.feed(of.norm_2(x))


def second_normalised(x: Tensor, of: Parts) -> Tensor:
    x = of.norm_2(x + of.attend(of.norm_1(x)))
    return x + of.feed(x)


def no_residual(x: Tensor, of: Parts) -> Tensor:
    return of.feed(of.norm_2(of.attend(of.norm_1(x))))


def no_first_residual(x: Tensor, of: Parts) -> Tensor:
    x = of.attend(of.norm_1(x))
    return x + of.feed(of.norm_2(x))


def no_second_residual(x: Tensor, of: Parts) -> Tensor:
    return of.feed(of.norm_2(x + of.attend(of.norm_1(x))))


def side_by_side(x: Tensor, of: Parts) -> Tensor:
    return x + of.attend(of.norm_1(x)) + of.feed(of.norm_2(x))


def from_the_input(x: Tensor, of: Parts) -> Tensor:
    """The second residual connection begins at the block's input."""
    return x + of.feed(of.norm_2(x + of.attend(of.norm_1(x))))


def feed_first(x: Tensor, of: Parts) -> Tensor:
    x = x + of.feed(of.norm_1(x))
    return x + of.attend(of.norm_2(x))


def feed_first_own_norms(x: Tensor, of: Parts) -> Tensor:
    x = x + of.feed(of.norm_2(x))
    return x + of.attend(of.norm_1(x))


def behind_the_parts(x: Tensor, of: Parts) -> Tensor:
    x = x + of.norm_1(of.attend(x))
    return x + of.norm_2(of.feed(x))


def attention_alone(x: Tensor, of: Parts) -> Tensor:
    """The network reads what the attention adds, without what it is added to."""
    found = of.attend(of.norm_1(x))
    return x + found + of.feed(of.norm_2(found))


def norm_at_the_end(x: Tensor, of: Parts) -> Tensor:
    return of.norm_2(pre_norm(x, of))


def no_attention(x: Tensor, of: Parts) -> Tensor:
    return x + of.feed(of.norm_2(x))


def norm_alone(x: Tensor, of: Parts) -> Tensor:
    """What the attention would read is added."""
    x = x + of.norm_1(x)
    return x + of.feed(of.norm_2(x))


def no_feed_forward(x: Tensor, of: Parts) -> Tensor:
    return x + of.attend(of.norm_1(x))


def right(
    case: Case,
    *,
    form: Callable[[Tensor, Parts], Tensor] = pre_norm,
    norms: Callable[[Case], tuple[np.ndarray | None, ...]] = lambda case: case[1:3],
    normalise: Callable[[Tensor, np.ndarray], Tensor] = layer_norm,
    activation: Change = F.gelu,
    behind: Change = lambda x: x,
) -> np.ndarray:
    """The block's output, (texts, positions, d).

    ``norms`` are gains and shifts of the two norms, None for a norm that is left out; ``behind``
    comes behind the second matrix.
    """
    up, down = torch.tensor(case.W_up), torch.tensor(case.W_down)
    first, second = (
        (lambda x, norm=norm: x if norm is None else normalise(x, norm)) for norm in norms(case)
    )
    parts = Parts(first, second, mean_so_far, lambda x: behind(activation(x @ up.mT) @ down.mT))
    return form(torch.tensor(case.x), parts).numpy()


FUNCTIONS: tuple[Change, ...] = (
    F.relu, F.silu, F.leaky_relu, torch.tanh, torch.sigmoid, lambda x: F.relu(x) ** 2,
)  # fmt: skip

VARIANTS: Variants = {
    "post-norm": {"form": post_norm},
    "stream-normalised": [
        {"form": form} for form in (normalised_stream, first_normalised, second_normalised)
    ],
    "no-residual": [
        {"form": form} for form in (no_residual, no_first_residual, no_second_residual)
    ],
    "side-by-side": {"form": side_by_side},
    "from-the-input": {"form": from_the_input},
    "feed-forward-first": [{"form": feed_first}, {"form": feed_first_own_norms}],
    "norms-behind": {"form": behind_the_parts},
    "attention-alone": {"form": attention_alone},
    "norm-at-the-end": {"form": norm_at_the_end},
    "no-attention": [{"form": no_attention}, {"form": norm_alone}],
    "no-feed-forward": {"form": no_feed_forward},
    "one-norm": [
        {"norms": lambda case: (case.norm_1, case.norm_1)},
        {"norms": lambda case: (case.norm_2, case.norm_2)},
    ],
    "norms-exchanged": {"norms": lambda case: (case.norm_2, case.norm_1)},
    "norm-missing": [
        {"norms": lambda case: (None, case.norm_2)},
        {"norms": lambda case: (case.norm_1, None)},
        {"norms": lambda case: (None, None)},
    ],
    "other-norm": [
        {"normalise": by_hand(correction=1)},
        {"normalise": by_hand(centred=False)},
        {"normalise": by_hand(-2)},
    ],
    "no-activation": {"activation": lambda x: x},
    "activation-behind": [
        {"activation": lambda x: x, "behind": F.gelu},
        {"behind": F.gelu},
    ],
    "approximate": [
        {"activation": lambda x: F.gelu(x, approximate="tanh")},
        {"activation": lambda x: x * torch.sigmoid(1.702 * x)},
    ],
    "other-activation": [{"activation": of} for of in FUNCTIONS],
}


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return alike(one, other, 1e-4, 1e-5)


def draw(rng: np.random.Generator, texts: int, positions: int, d: int, d_ff: int) -> Case:
    gains, shifts = rng.uniform(0.5, 1.5, size=(2, d)), 0.5 * rng.normal(size=(2, d))
    norm_1, norm_2 = np.stack([gains, shifts], axis=1).round(2)
    return Case(
        (2 * rng.normal(size=(texts, positions, d))).round(2),
        norm_1,
        norm_2,
        (2 * rng.normal(size=(d_ff, d)) / d**0.5).round(2),
        (2 * rng.normal(size=(d, d_ff)) / d_ff**0.5).round(2),
    )


def usual(rng: np.random.Generator, *size: int) -> Case:
    """A case in which it does not show whether anything is added to the variances."""
    while True:
        case = draw(rng, *size)
        if alike(right(case, normalise=by_hand(least=0)), right(case), 5e-5, 5e-6):
            return case


def cases(rng: np.random.Generator) -> Cases:
    sizes = [(2, 3, 4, 8), (1, 4, 3, 6), (3, 2, 5, 7), (2, 4, 4, 16)]
    small = [(1, 1, 4, 8), (2, 3, 2, 1), (1, 5, 3, 1)]
    large = draw(rng, MOST_TEXTS, MOST_POSITIONS, LARGEST_WIDTH, LARGEST_HIDDEN)
    dead = draw(rng, 2, 3, 4, 8)
    dead.norm_1[0, 1] = dead.norm_2[0, 2] = 0
    flat = draw(rng, 2, 3, 4, 8)
    flat.x[:, 0] = 3
    steep = draw(rng, 2, 3, 4, 8)
    steep = steep._replace(x=LARGEST_ENTRY * np.sign(steep.x))
    return Cases(
        [usual(rng, *size) for size in sizes],
        (Edge([*(draw(rng, *size) for size in small), large, dead, flat, steep]),),
    )


run_block = Task(__name__, right, cases, VARIANTS, same=same).check
