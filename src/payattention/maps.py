"""Look inside a model: the attention weights of each layer, recorded while it runs.

with attention_maps(model) as maps:
    model(tokens)

maps["layers.0.attention"]   the weights of one layer, by the layer's name in the model
maps.self_attention          the weights of all layers in which a sequence attends to itself
maps.cross_attention         the weights of all layers in which it attends to another sequence
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor, nn

Weights = Float[Tensor, "*_axes _queries _keys"]


class Attends(nn.Module):
    """A module that computes attention weights, which `attention_maps` can record."""

    _recorders: tuple["AttentionMaps", ...] = ()

    def record(self, weights: Weights, *, cross: bool) -> None:
        """Pass the weights of one call to every `attention_maps` that is recording this module.

        ``cross`` is True if the keys belong to another sequence than the queries.
        """
        for maps in self._recorders:
            maps.add(self, weights, cross)

    def __getstate__(self) -> dict[str, object]:
        """The module's state for copies and pickles, without the `AttentionMaps` that record it."""
        return {name: value for name, value in self.__dict__.items() if name != "_recorders"}


class _Call(NamedTuple):
    weights: Weights
    cross: bool


class AttentionMaps(Mapping[str, Weights]):
    """What `attention_maps` recorded: the weights of each layer's last call, in layer order.

    A layer has the name that ``model.named_modules()`` gives it. Layers that did not run are left
    out. The weights belong to the autograd graph, so a loss may contain them.
    """

    def __init__(self, model: nn.Module):
        self._names = {
            module: name for name, module in model.named_modules() if isinstance(module, Attends)
        }
        if not self._names:
            kind = type(model).__name__
            raise ValueError(f"model must have an attention layer, but this {kind} has none")
        self._calls: dict[str, list[_Call]] = {name: [] for name in self._names.values()}
        self._depth = 0

    def __getitem__(self, name: str) -> Weights:
        return self._calls[name][-1].weights

    def __iter__(self) -> Iterator[str]:
        return (name for name, calls in self._calls.items() if calls)

    def __len__(self) -> int:
        return sum(bool(calls) for calls in self._calls.values())

    def calls(self, name: str) -> list[Weights]:
        """The weights of every call of the layer ``name``, in order.

        In generation, each step is one call.
        """
        return [call.weights for call in self._calls[name]]

    @property
    def self_attention(self) -> list[Weights]:
        """The weights of the last self-attention call of each layer, in layer order.

        A layer without a self-attention call is left out.
        """
        return self._last(cross=False)

    @property
    def cross_attention(self) -> list[Weights]:
        """The weights of the last cross-attention call of each layer, in layer order.

        A layer without a cross-attention call is left out.
        """
        return self._last(cross=True)

    def add(self, module: Attends, weights: Weights, cross: bool) -> None:
        """Store the attention weights of one call of ``module``."""
        self._calls[self._names[module]].append(_Call(weights, cross))

    def _last(self, *, cross: bool) -> list[Weights]:
        kinds = ([c.weights for c in calls if c.cross == cross] for calls in self._calls.values())
        return [calls[-1] for calls in kinds if calls]

    def __enter__(self) -> "AttentionMaps":
        if self._depth == 0:
            for module in self._names:
                module._recorders = (*module._recorders, self)
        self._depth += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            for module in self._names:
                module._recorders = tuple(r for r in module._recorders if r is not self)


def attention_maps(model: nn.Module) -> AttentionMaps:
    """Record the attention weights of ``model`` inside a ``with`` block.

    ``model`` is a whole model, a stack, or a single layer. While it is recorded, it computes
    attention by `payattention.attention.attention`, because torch's fused kernel never stores the
    weights. Blocks may be nested, also for the same model: each records the calls inside it.
    Raises: ValueError if the model has no attention layer.
    """
    return AttentionMaps(model)
