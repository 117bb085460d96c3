"""Writing token by token: methods of models that keep the keys and values of earlier tokens.

A step computes only the new tokens. Its logits are those of the whole text, and are tested to be.
"""

from typing import Any, NamedTuple

import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from payattention._cache import KVCache, LayerCache
from payattention._masks import RealTokens, SourceMask, check_mask
from payattention.require import has_values, require_one_batch

NewTokens = Int[Tensor, "batch new"]
NextLogits = Float[Tensor, "batch vocab"]


# ── encoder–decoder ───────────────────────────────────────────────────────────────────────────


class TransformerCache(NamedTuple):
    """The cache of a Transformer between two steps of its decoder."""

    source_mask: SourceMask | None
    layers: list[LayerCache]


def start_transformer(
    self: Any, source: Int[Tensor, "batch source"], source_mask: SourceMask | None = None
) -> TransformerCache:
    """Encode the source, and return the cache for the first `step`."""
    if source_mask is not None:  # a mask for each row, as a `decode.Step` needs
        source_mask = source_mask.expand(source.shape[0], -1, -1)  # (batch, 1, source)
    memory = self.encode(source, source_mask)  # (batch, source, d_model)
    remembered = [layer.cross_attention.remember(memory) for layer in self.decoder.layers]
    return TransformerCache(source_mask, [LayerCache(KVCache(), each) for each in remembered])


def step_transformer(
    self: Any, tokens: NewTokens, cache: TransformerCache
) -> tuple[NextLogits, TransformerCache]:
    """Return the logits of the next target token, and the cache, as a `decode.Step` does.

    The next token is the one after the last of ``tokens``. The caches are extended in place.
    """
    first = cache.layers[0]
    require_one_batch("tokens", tokens, "cache", first.memory.keys)
    x = self._embed(tokens, "tokens", start=first.target.length)  # (batch, new, d_model)
    mask = check_mask(cache.source_mask, (*x.shape[:-1], first.memory.length))
    for layer, layer_cache in zip(self.decoder.layers, cache.layers, strict=True):
        x = layer(x, layer_cache.memory, None, mask, cache=layer_cache.target)
    x = self.decoder.norm(x)[:, -1]  # (batch, d_model)
    return F.linear(x, self.embedding.weight), cache


# ── decoder alone ─────────────────────────────────────────────────────────────────────────────


class GPTCache(NamedTuple):
    """The cache of a GPT or a Llama between two steps: each layer's, and the padding mask."""

    layers: list[KVCache]
    mask: RealTokens | None  # True at the real tokens so far; None: all are real


def start_gpt(self: Any, mask: RealTokens | None = None) -> GPTCache:
    """Make the cache for the first `step`; ``mask`` is False at the padding of left-padded prompts.

    Raises: ValueError if a row ends in padding, because no token can follow padding.
    """
    if mask is not None and has_values(mask) and not mask[..., -1].all():
        raise ValueError(
            "mask must be True at the last position of each row: pad the prompts on the left"
        )
    return GPTCache([KVCache() for _ in self.stack.layers], mask)


def step_gpt(
    self: Any, tokens: NewTokens, cache: GPTCache | None = None
) -> tuple[NextLogits, GPTCache]:
    """Return the logits of the token after ``tokens``, and the cache for the next call.

    ``tokens`` are those that the model has not seen yet: first the prompt, then one new token at a
    time. In the first call, ``cache`` is None or comes from `start`.
    """
    caches, mask = start_gpt(self) if cache is None else cache
    if mask is not None and caches[0].length:
        mask = F.pad(mask, (0, tokens.shape[1]), value=True)  # (batch, 1, keys)
    x = self.hidden(tokens, mask, caches=caches)  # (batch, new, d_model)
    return F.linear(x[:, -1], self.embedding.weight), GPTCache(caches, mask)
