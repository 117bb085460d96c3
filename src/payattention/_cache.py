"""Keys and values already computed, so that a model need not compute them again for each token."""

from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention.require import has_values


class KVCache:
    """The keys and values of the tokens so far, so that generation need not compute them again.

    ``len(cache)`` is the number of tokens in the cache. `append` detaches new keys and values, so
    no gradient flows through them. The result of `MultiHeadAttention.remember`, which is also a
    KVCache, is not detached.
    """

    def __init__(
        self,
        keys: Float[Tensor, "*batch heads length d_k"] | None = None,
        values: Float[Tensor, "*batch heads length d_v"] | None = None,
    ) -> None:
        nothing = torch.empty(0, 0)
        self._keys = nothing if keys is None else keys
        self._values = nothing if values is None else values
        self.length = self._keys.shape[-2]

    def __len__(self) -> int:
        return self.length

    @property
    def keys(self) -> Float[Tensor, "*batch heads length d_k"]:
        return self._keys.narrow(-2, 0, self.length)

    @property
    def values(self) -> Float[Tensor, "*batch heads length d_v"]:
        return self._values.narrow(-2, 0, self.length)

    def append(
        self,
        key: Float[Tensor, "*batch heads new d_k"],
        value: Float[Tensor, "*batch heads new d_v"],
    ) -> None:
        """Append the keys and values of new tokens.

        Raises: ValueError if there are not as many values as keys, or if the new keys differ from
        the keys in the cache in batch size, number of heads or dtype.
        """
        _require_continuation(self, key, value)
        key, value = key.detach(), value.detach()
        new = key.shape[-2]
        if has_values(key):
            self._keys = _appended(self._keys, key, self.length)
            self._values = _appended(self._values, value, self.length)
        elif self.length:  # while a model is traced, no buffer can be written to
            key = torch.cat([self.keys, key], dim=-2)  # (…, heads, length + new, d_k)
            value = torch.cat([self.values, value], dim=-2)  # (…, heads, length + new, d_v)
            self._keys, self._values = key, value
        else:
            self._keys, self._values = key, value
        self.length = self.length + new

    def select(self, rows: Int[Tensor, " rows"]) -> "KVCache":
        """A cache with only the rows ``rows`` of the batch, in that order. Beam search needs it."""
        return KVCache(self.keys[rows], self.values[rows]) if self.length else KVCache()


def _require_continuation(cache: KVCache, key: Tensor, value: Tensor) -> None:
    """Require that the keys and values of new tokens can be appended to ``cache``.

    An empty cache takes any keys.
    """
    if key.shape[-2] != value.shape[-2]:
        counts = f"{key.shape[-2]} keys and {value.shape[-2]} values"
        raise ValueError(f"key and value must have the same length, but there are {counts}")
    held = cache.keys if cache.length else key
    if key.shape[:-2] != held.shape[:-2] or key.dtype != held.dtype:
        kinds = (f"{tuple(x.shape[:-2])} and {x.dtype}" for x in (held, key))
        raise ValueError(
            "key must have the batch axes and the dtype of the cache, {}, but it has {}".format(
                *kinds
            )
        )


def _appended(buffer: Tensor, new: Tensor, used: int) -> Tensor:
    """Write ``new``, keys or values of new tokens, after the first ``used`` tokens of a buffer.

    If the buffer has no room for the new tokens, they are written to a larger copy of it. The copy
    has 16 free positions after them, so that the next 16 tokens need no further copy.
    Returns the buffer or the copy.
    """
    needed = used + new.shape[-2]
    if needed > buffer.shape[-2]:
        larger = new.new_empty(*new.shape[:-2], needed + 16, new.shape[-1])
        if used:
            larger[..., :used, :] = buffer[..., :used, :]
        buffer = larger
    buffer.narrow(-2, used, new.shape[-2]).copy_(new)
    return buffer


# ── methods of MultiHeadAttention ─────────────────────────────────────────────────────────────


def remember_context(
    self: Any,
    context: Float[Tensor, "*batch keys d_context"],
    value: Float[Tensor, "*batch keys d_context"] | None = None,
) -> KVCache:
    """Compute the keys and values of a context once, for many calls of the layer.

    Pass the result to each call in place of the context. ``value`` is the sequence from which the
    values are computed (default: the context).
    """
    return KVCache(*keys_and_values(self, context, None, value, None))


def keys_and_values(
    self: Any,
    x: Tensor,
    context: Tensor | KVCache | None,
    value: Tensor | None,
    cache: KVCache | None,
) -> tuple[Tensor, Tensor]:
    """The keys and values of ``context`` (default: ``x``), after those in ``cache``, if any."""
    if isinstance(context, KVCache):
        return context.keys, context.values
    context = x if context is None else context
    value = context if value is None else value
    keys, values = self._heads(self.W_K(context)), self._heads(self.W_V(value))
    if cache is None:
        return keys, values
    cache.append(keys, values)
    return cache.keys, cache.values


# ── the cache of a decoder ────────────────────────────────────────────────────────────────────


class LayerCache(NamedTuple):
    """The cache of one decoder layer: the keys and values that it keeps between two steps."""

    target: KVCache  # the target tokens so far
    memory: KVCache  # the source
