"""The networks of the shapes experiment: convolutions around a layer that mixes positions.

The networks differ in the mixing layer, and in whether they get sinusoidal positions. A network
with positions gets them twice: with the input of the network, and with the input of the mixing
layer. Networks with positions are meant for the task "side", where the order of the shapes matters:
the heights of the two leftmost shapes are averaged, and the heights of the two rightmost shapes.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.data.shapes import Shapes
from payattention.position import sinusoidal
from payattention.train import train

D_MODEL = 24  # channels
D_POSITION = 24
BASE = 100.0  # of the sinusoids: a line has 100 positions, not 10,000

Lines = Float[Tensor, "batch length"]
Channels = Float[Tensor, "batch channels length"]
Mixed = Float[Tensor, "batch d_model length"]


class ShapeNet(nn.Module):
    """Apply convolutions to a line, then the layer ``mix``, then convolutions again.

    An output of the convolutions depends on near positions only; ``mix`` may use all positions. The
    output of ``mix`` is added to the output of the first convolutions. With ``with_positions``,
    sinusoidal positions are appended to the network's input and to the input of ``mix``.
    """

    def __init__(self, mix: nn.Module, *, with_positions: bool = False):
        super().__init__()
        self.with_positions = with_positions
        first = convolution(1 + D_POSITION * with_positions)
        self.before = nn.Sequential(first, nn.ReLU(), convolution(), nn.ReLU())
        self.mix = mix
        self.after = nn.Sequential(convolution(), nn.ReLU(), convolution(c_out=1))

    def forward(self, x: Lines) -> Lines:
        h = self.before(self._with_positions(x.unsqueeze(1)))  # (batch, d_model, length)
        return self.after(h + self.mix(self._with_positions(h))).squeeze(1)  # (batch, length)

    def _with_positions(self, h: Channels) -> Float[Tensor, "batch more length"]:
        """Append sinusoidal positions to the channels of ``h`` if ``with_positions`` is set.

        Otherwise, return ``h``.
        """
        if not self.with_positions:
            return h
        positions = sinusoidal(h.shape[-1], D_POSITION, base=BASE).to(h).mT
        return torch.cat([h, positions.expand(len(h), -1, -1)], dim=1)


def convolution(c_in: int = D_MODEL, c_out: int = D_MODEL, *, dilation: int = 1) -> nn.Conv1d:
    """Return a convolution along the line; an output sees five positions, ``dilation`` apart."""
    return nn.Conv1d(c_in, c_out, kernel_size=5, padding="same", dilation=dilation)


class Convolve(nn.Sequential):
    """Three dilated convolutions in a row: an output sees every fourth position of the whole line.

    In a `ShapeNet`, other convolutions come first. Their output at every fourth position also
    depends on the positions in between. So an output of the network sees all 100 positions.
    """

    def __init__(self, c_in: int = D_MODEL) -> None:
        near = convolution(c_in, dilation=4)
        middle, far = convolution(dilation=12), convolution(dilation=36)
        super().__init__(near, nn.ReLU(), middle, nn.ReLU(), far)


class Attend(nn.Module):
    """One attention head over the positions of a line, from and to (batch, channels, length)."""

    def __init__(self, c_in: int = D_MODEL) -> None:
        super().__init__()
        self.head = AttentionHead(c_in, d_k=D_MODEL, d_v=D_MODEL)

    def forward(self, h: Channels) -> Mixed:
        return self.head(h.mT).mT


class Average(nn.Module):
    """Average over all positions, apply a linear map, and give every position the same output."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(D_MODEL, D_MODEL)

    def forward(self, h: Channels) -> Mixed:
        return self.linear(h.mean(dim=-1)).unsqueeze(-1).expand_as(h)


def without_queries(mix: Attend) -> Attend:
    """Fix the queries of ``mix`` at 0, and return ``mix``.

    Then all n positions get the same attention weight, 1/n, so the head can only average over them.
    """
    nn.init.zeros_(mix.head.W_Q.weight).requires_grad_(False)
    return mix


def _net_with_positions(mix: Callable[[int], nn.Module]) -> ShapeNet:
    return ShapeNet(mix(D_MODEL + D_POSITION), with_positions=True)


NETWORKS: dict[str, Callable[[], ShapeNet]] = {
    "head": lambda: ShapeNet(Attend()),
    "head without queries": lambda: ShapeNet(without_queries(Attend())),
    "average": lambda: ShapeNet(Average()),
    "convolution": lambda: ShapeNet(Convolve()),
    "head with positions": lambda: _net_with_positions(Attend),
    "head without queries, with positions": lambda: _net_with_positions(
        lambda c_in: without_queries(Attend(c_in))
    ),
    "convolution with positions": lambda: _net_with_positions(Convolve),
}


def train_net(
    network: Callable[[], ShapeNet],
    known: Shapes,
    *,
    steps: int = 1000,
    lr: float = 1e-2,
    seed: int = 0,
) -> ShapeNet:
    """Make a network by ``network()``, train it to turn ``known.x`` into ``known.y``; return it."""
    torch.manual_seed(seed)
    model = network()

    def loss(model: ShapeNet, x: Tensor, y: Tensor) -> Tensor:
        return F.mse_loss(model(x), y)

    train(model, loss, known.x, known.y, steps=steps, batch_size=16, lr=lr, seed=seed)
    return model.eval()
