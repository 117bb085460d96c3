"""Shapes on a line, whose heights are averaged in pairs: an attention head beside its rivals.

    python -m payattention.experiments.shapes

trains each of `NETWORKS` on its tasks and writes the result file. The simplest rival averages over
all positions; the strongest has dilated convolutions that see the whole line.
"""

from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.data.shapes import HEIGHTS, RECTANGLE, Shapes, shapes
from payattention.experiments.results import Value
from payattention.experiments.shape_net import NETWORKS, Attend, Lines, ShapeNet, train_net
from payattention.experiments.study import Study, Training
from payattention.maps import attention_maps

N_TRAIN, N_TEST = 8192, 500


def known_and_new_shapes(pairs: Literal["kind", "side"] = "kind") -> tuple[Shapes, Shapes]:
    """Return 8,192 sequences of shapes to train on, and 500 others to test with.

    In each sequence, four shapes form two pairs, whose heights are to be averaged. ``pairs``
    "kind": the two triangles are a pair, and so are the two rectangles. "side": the two leftmost
    shapes are a pair, and so are the two rightmost.
    """
    return shapes(N_TRAIN, pairs=pairs, seed=1), shapes(N_TEST, pairs=pairs, seed=2)


def height_error(model: nn.Module, data: Shapes) -> float:
    """Return the mean absolute error of the heights that the model predicts for the shapes.

    The prediction for a shape is the model's output at the middle of the shape.
    """
    with torch.no_grad():
        return _error(data.at_centres(model(data.x)), data)


def baselines(data: Shapes) -> tuple[float, float, float]:
    """Return the mean absolute error of the heights that three simple rules predict.

    A model must predict, for each shape, the mean of two heights: the shape's and its partner's.
    The first rule predicts the shape's own height. The other two rules guess the partner's height:
    as the mean of all possible heights, or as the mean of the other three shapes.
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


def attention_weights(model: ShapeNet, x: Lines) -> Float[Tensor, "batch queries keys"]:
    """Return the attention weights of the network's attention head, for each line of ``x``."""
    with torch.no_grad(), attention_maps(model) as maps:
        model(x)
    (weights,) = maps.self_attention
    return weights


def weight_on_shapes(model: ShapeNet, data: Shapes) -> Float[Tensor, "sequences 4 4"]:
    """Return how much attention each shape (row) pays to each shape (column) of its sequence.

    The query is at the middle of the row's shape. Its weights are summed over the positions of the
    column's shape.
    """
    positions = torch.arange(data.x.shape[1])
    on = (positions - data.centre[..., None]).abs() <= data.width[..., None] // 2
    rows = data.centre[..., None].expand(-1, -1, len(positions))
    return attention_weights(model, data.x).gather(1, rows) @ on.float().mT


def two_examples(data: Shapes) -> Int[Tensor, "2"]:
    """Return the indices of the first two sequences with clearly different heights in both pairs.

    Clearly means that the two heights of a pair differ by more than 3.
    """
    apart = 2 * (data.height - data.mean_height).abs()
    return (apart > 3).all(dim=1).nonzero()[:2, 0]


def first_rectangle_looks(model: ShapeNet, data: Shapes) -> list[float]:
    """Return the attention weights of one query, at the middle of a rectangle.

    The rectangle is the first one in the first sequence of `two_examples`.
    """
    row = two_examples(data)[0]
    middle = data.centre[row][data.kind[row] == RECTANGLE][0]
    return attention_weights(model, data.x[row : row + 1])[0, middle].tolist()


def _train(training: Training) -> ShapeNet:
    variant, seed, steps, lr = training
    known, _ = known_and_new_shapes(_pairs(variant))
    network = NETWORKS[variant.partition(": ")[2]]
    return train_net(network, known, steps=steps, lr=lr, seed=seed)


def _pairs(variant: str) -> Literal["kind", "side"]:
    return "kind" if variant.startswith("kind") else "side"


def _tune(training: Training) -> float:
    model, new = _train(training), shapes(N_TEST, pairs=_pairs(training.variant), seed=3)
    with torch.no_grad():
        return F.mse_loss(model(new.x), new.y).item()


def _measure(training: Training) -> dict[str, Value]:
    model, pairs = _train(training), _pairs(training.variant)
    _, new = known_and_new_shapes(pairs)
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


BY_KIND = ("head", "head without queries", "average", "convolution")
BY_SIDE = (
    "head",
    "head without queries, with positions",
    "head with positions",
    "convolution",
    "convolution with positions",
)
STUDY = Study(
    "shapes",
    _measure,
    (*(f"kind: {network}" for network in BY_KIND), *(f"side: {network}" for network in BY_SIDE)),
    budgets=(1000,),
    rates=(3e-3, 1e-2, 3e-2),
    tune=_tune,
    tuning_steps=500,
)

if __name__ == "__main__":
    STUDY.main()
