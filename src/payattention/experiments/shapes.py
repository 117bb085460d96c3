"""Shapes on a line that belong together: a head of attention, beside a convolution.

    python -m payattention.experiments.shapes

trains both on both tasks of `data.shapes`, in less than a minute; hence no checkpoint.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.data.shapes import HEIGHTS, Shapes, shapes
from payattention.position import sinusoidal
from payattention.train import train

D_MODEL = 24
BASE = 100.0  # of the waves that tell places apart: a line has 100, not 10,000
N_TRAIN, N_TEST = 8192, 500

Lines = Float[Tensor, "batch length"]
Channels = Float[Tensor, "batch d_model length"]


class HeightErrors(NamedTuple):
    """How far the output is from the target at the middle of a shape, on average.

    Two networks that differ in the layer in their middle, and three that need no training: the last
    knows most, and so is the hardest to beat.
    """

    attention: float
    convolution: float  # every output sees the whole line, and at fixed offsets
    copied: float  # the input, as it is
    alone: float  # knows a shape's own height, and bets on the mean of all for its partner's
    anyone: float  # knows all four heights, not whose partner is whose: the mean of the other three


def average_heights(
    pairs: Literal["kind", "side"] = "kind", *, steps: int = 1000, seed: int = 0
) -> HeightErrors:
    """Train two networks to give each shape the mean height of its pair, and test them on others.

    ``pairs`` is that of `data.shapes`. The networks see the same sequences in the same order.
    Raises: ValueError where pairs is neither "kind" nor "side".
    """
    known, new = known_and_new_shapes(pairs)
    attention, convolution = (
        height_error(train_net(mix, known, steps=steps, seed=seed), new)
        for mix in (AttendWithPlaces, Convolve)
    )
    return HeightErrors(attention, convolution, *baselines(new))


def known_and_new_shapes(pairs: Literal["kind", "side"] = "kind") -> tuple[Shapes, Shapes]:
    """Return the 8,192 sequences to train on and the 500 others to test with."""
    return shapes(N_TRAIN, pairs=pairs, seed=1), shapes(N_TEST, pairs=pairs, seed=2)


class ShapeNet(nn.Module):
    """Convolutions that see a few samples, one layer that mixes places, and convolutions again."""

    def __init__(self, mix: nn.Module):
        super().__init__()
        self.before = nn.Sequential(convolution(1), nn.ReLU(), convolution(), nn.ReLU())
        self.mix = mix
        self.after = nn.Sequential(convolution(), nn.ReLU(), convolution(c_out=1))

    def forward(self, x: Lines) -> Lines:
        h = self.before(x.unsqueeze(1))
        return self.after(h + self.mix(h)).squeeze(1)


def convolution(c_in: int = D_MODEL, c_out: int = D_MODEL, *, dilation: int = 1) -> nn.Conv1d:
    """Each output sees five samples, ``dilation`` places apart."""
    return nn.Conv1d(c_in, c_out, kernel_size=5, padding="same", dilation=dilation)


class Convolve(nn.Sequential):
    """Three dilated convolutions: with those around them each place sees a line of 100 whole."""

    def __init__(self) -> None:
        first, second, third = (convolution(dilation=dilation) for dilation in (4, 12, 36))
        super().__init__(first, nn.ReLU(), second, nn.ReLU(), third)


class Attend(nn.Module):
    """A head over the places of a line."""

    def __init__(self, d_place: int = 0) -> None:
        super().__init__()
        self.head = AttentionHead(D_MODEL + d_place, d_k=D_MODEL, d_v=D_MODEL)

    def tokens(self, h: Channels) -> Float[Tensor, "batch length d_token"]:
        return h.mT

    def forward(self, h: Channels) -> Channels:
        return self.head(self.tokens(h)).mT


class AttendWithPlaces(Attend):
    """The same, with each place written into its token."""

    def __init__(self) -> None:
        super().__init__(d_place=D_MODEL)

    def tokens(self, h: Channels) -> Float[Tensor, "batch length d_token"]:
        places = sinusoidal(h.shape[-1], D_MODEL, base=BASE).to(h)
        return torch.cat([h.mT, places.expand(len(h), -1, -1)], dim=-1)


def train_net(
    mix: Callable[[], nn.Module], known: Shapes, *, steps: int = 1000, seed: int = 0
) -> ShapeNet:
    """Train a network with the layer that ``mix`` makes in its middle."""
    torch.manual_seed(seed)
    model = ShapeNet(mix())

    def loss(model: ShapeNet, x: Tensor, y: Tensor) -> Tensor:
        return F.mse_loss(model(x), y)

    train(model, loss, known.x, known.y, steps=steps, batch_size=16, lr=1e-2, seed=seed)
    return model.eval()


def height_error(model: nn.Module, data: Shapes) -> float:
    """Mean distance of the model's output from the target, at the middle of each shape."""
    with torch.no_grad():
        return _error(data.at_centres(model(data.x)), data)


def baselines(data: Shapes) -> tuple[float, float, float]:
    """Return the errors of *copied*, *alone* and *anyone*, as in `HeightErrors`."""
    own = data.height
    others = (own.sum(dim=1, keepdim=True) - own) / 3
    return (
        _error(own, data),
        _error((own + sum(HEIGHTS) / 2) / 2, data),
        _error((own + others) / 2, data),
    )


def _error(height: Float[Tensor, "sequences 4"], data: Shapes) -> float:
    return (height - data.mean_height).abs().mean().item()


if __name__ == "__main__":
    for pairs in ("kind", "side"):
        print(f"pairs by {pairs}, height error:")
        for name, error in average_heights(pairs)._asdict().items():
            print(f"  {name:11} {error:.2f}")
