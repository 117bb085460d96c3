"""Shapes on a line that belong together: a head of attention, beside its rivals.

    python -m payattention.experiments.shapes

trains each of `MIXES` on both tasks of `data.shapes` and writes the result file. An average over
all positions is the simplest rival, dilated convolutions that see the whole line the strongest.
"""

from collections.abc import Callable
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.data.shapes import HEIGHTS, RECTANGLE, Shapes, shapes
from payattention.experiments.study import Study, Value
from payattention.maps import attention_maps
from payattention.position import sinusoidal
from payattention.train import train

D_MODEL = 24
BASE = 100.0  # of the waves that tell positions apart: a line has 100, not 10,000
N_TRAIN, N_TEST = 8192, 500

Lines = Float[Tensor, "batch length"]
Channels = Float[Tensor, "batch d_model length"]


def known_and_new_shapes(pairs: Literal["kind", "side"] = "kind") -> tuple[Shapes, Shapes]:
    """Return the 8,192 sequences to train on and the 500 others to test with."""
    return shapes(N_TRAIN, pairs=pairs, seed=1), shapes(N_TEST, pairs=pairs, seed=2)


class ShapeNet(nn.Module):
    """Convolutions that see a few positions, one layer that mixes all, convolutions again."""

    def __init__(self, mix: nn.Module):
        super().__init__()
        self.before = nn.Sequential(convolution(1), nn.ReLU(), convolution(), nn.ReLU())
        self.mix = mix
        self.after = nn.Sequential(convolution(), nn.ReLU(), convolution(c_out=1))

    def forward(self, x: Lines) -> Lines:
        h = self.before(x.unsqueeze(1))
        return self.after(h + self.mix(h)).squeeze(1)


def convolution(c_in: int = D_MODEL, c_out: int = D_MODEL, *, dilation: int = 1) -> nn.Conv1d:
    """Each output sees five positions, ``dilation`` apart."""
    return nn.Conv1d(c_in, c_out, kernel_size=5, padding="same", dilation=dilation)


class Convolve(nn.Sequential):
    """Three dilated convolutions: every position sees a line of 100 whole."""

    def __init__(self) -> None:
        first, second, third = (convolution(dilation=d) for d in (4, 12, 36))
        super().__init__(first, nn.ReLU(), second, nn.ReLU(), third)


class Attend(nn.Module):
    """A head over the positions of a line."""

    def __init__(self, d_place: int = 0) -> None:
        super().__init__()
        self.head = AttentionHead(D_MODEL + d_place, d_k=D_MODEL, d_v=D_MODEL)

    def tokens(self, h: Channels) -> Float[Tensor, "batch length d_token"]:
        return h.mT

    def forward(self, h: Channels) -> Channels:
        return self.head(self.tokens(h)).mT


class AttendWithPlaces(Attend):
    """The same, with each position written into its token."""

    def __init__(self) -> None:
        super().__init__(d_place=D_MODEL)

    def tokens(self, h: Channels) -> Float[Tensor, "batch length d_token"]:
        places = sinusoidal(h.shape[-1], D_MODEL, base=BASE).to(h)
        return torch.cat([h.mT, places.expand(len(h), -1, -1)], dim=-1)


class Average(nn.Module):
    """Gives every position the same learned function of the average over all positions."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(D_MODEL, D_MODEL)

    def forward(self, h: Channels) -> Channels:
        return self.linear(h.mean(dim=-1)).unsqueeze(-1).expand_as(h)


def without_queries(mix: Attend) -> Attend:
    """Fix every query at 0, so that every weight is 1/n: the head can only average."""
    nn.init.zeros_(mix.head.W_Q.weight).requires_grad_(False)
    return mix


MIXES: dict[str, Callable[[], nn.Module]] = {
    "head": Attend,
    "head without queries": lambda: without_queries(Attend()),
    "head with positions": AttendWithPlaces,
    "head without queries, with positions": lambda: without_queries(AttendWithPlaces()),
    "average": Average,
    "convolution": Convolve,
}


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
    """Return the height errors of three rivals that need no training.

    *Copied* is the input as it is. *Alone* knows a shape's own height, and bets on the mean of all
    for its partner's. *Anyone* knows all four heights, but not whose partner is whose.
    """
    own = data.height
    others = (own.sum(dim=1, keepdim=True) - own) / 3
    return (
        _error(own, data),
        _error((own + sum(HEIGHTS) / 2) / 2, data),
        _error((own + others) / 2, data),
    )


def _error(height: Float[Tensor, "sequences 4"], data: Shapes) -> float:
    return (height - data.mean_height).abs().mean().item()


def look(model: ShapeNet, x: Lines) -> Float[Tensor, "batch queries keys"]:
    """Return the attention weights of the head in the middle of a network."""
    with torch.no_grad(), attention_maps(model) as maps:
        model(x)
    (weights,) = maps.self_attention
    return weights


def weight_on_shapes(model: ShapeNet, data: Shapes) -> Float[Tensor, "sequences 4 4"]:
    """Return how much of its weight the middle of each shape gives to each shape."""
    positions = torch.arange(data.x.shape[1])
    on = (positions - data.centre[..., None]).abs() <= data.width[..., None] // 2
    rows = data.centre[..., None].expand(-1, -1, len(positions))
    return look(model, data.x).gather(1, rows) @ on.float().mT


def two_examples(data: Shapes) -> Int[Tensor, "2"]:
    """Return the first two sequences in which the heights of both pairs differ by more than 3."""
    apart = 2 * (data.height - data.mean_height).abs()
    return (apart > 3).all(dim=1).nonzero()[:2, 0]


def first_rectangle_looks(model: ShapeNet, data: Shapes) -> list[float]:
    """Return the weights of the query at the middle of the first rectangle of the first example."""
    row = two_examples(data)[0]
    middle = data.centre[row][data.kind[row] == RECTANGLE][0]
    return look(model, data.x[row : row + 1])[0, middle].tolist()


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    pairs, _, mix = variant.partition(": ")
    known, new = known_and_new_shapes("kind" if pairs == "kind" else "side")
    model = train_net(MIXES[mix], known, steps=steps, seed=seed)
    values: dict[str, Value] = {"height error": height_error(model, new)}
    if isinstance(model.mix, Attend) and model.mix.head.W_Q.weight.requires_grad:
        weight = weight_on_shapes(model, new)
        alike = new.kind[:, :, None] == new.kind[:, None, :]
        on_own_kind = (weight * alike).sum(dim=-1)
        values |= {
            "triangles on triangles": on_own_kind[new.kind == 0].mean().item(),
            "rectangles on rectangles": on_own_kind[new.kind == 1].mean().item(),
            "on the partner": weight.gather(2, new.partner[..., None]).mean().item(),
            "on itself": weight.diagonal(dim1=1, dim2=2).mean().item(),
        }
        if pairs == "kind":
            values["weights of the first rectangle"] = first_rectangle_looks(model, new)
    return values


STUDY = Study(
    "shapes",
    _measure,
    (
        *(f"kind: {mix}" for mix in ("head", "head without queries", "average", "convolution")),
        *(
            f"side: {mix}"
            for mix in (
                "head",
                "head without queries, with positions",
                "head with positions",
                "convolution",
            )
        ),
    ),
    budgets=(1000, 2000),
)

if __name__ == "__main__":
    STUDY.main()
