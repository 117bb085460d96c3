"""What an attention may do with new tokens and with what it has kept of earlier ones."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]  # keys and values, each (texts, heads, tokens, d_head)
Cached = Pair | None  # of earlier tokens
Keep = Callable[[Cached, Pair, int], tuple[Pair, Pair]]  # what is attended to, and what is kept
Mask = Callable[[int, int], np.ndarray]  # (new, all): what each new token sees
# Which pair an attention is given, of those kept in the call before and, so far, in this one.
Given = Callable[[Sequence[Cached], Sequence[Cached], int], Cached]


class Layer(NamedTuple):
    """The weights of one attention."""

    W_qkv: np.ndarray
    W_out: np.ndarray
    n_heads: int


def attended(
    x: np.ndarray, kept: Cached, *, layer: Layer, keep: Keep, seen: Mask, longest: int
) -> tuple[np.ndarray, Pair]:
    """What is attended to from new tokens, (texts, new, d), and what is kept for the next ones."""
    cut = (*x.shape[:2], layer.n_heads, -1)
    q, k, v = (part.reshape(cut).swapaxes(1, 2) for part in np.split(x @ layer.W_qkv.T, 3, axis=-1))
    (keys, values), kept = keep(kept, (k, v), longest)
    scores = q @ keys.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    scores = np.where(seen(*scores.shape[-2:]), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    heads = weights / weights.sum(axis=-1, keepdims=True) @ values
    return heads.swapaxes(1, 2).reshape(x.shape) @ layer.W_out.T, kept


# ── what is kept ──────────────────────────────────────────────────────────────────────────────


def joined(*pairs: Cached) -> Pair:
    keys, values = zip(*(pair for pair in pairs if pair is not None), strict=True)
    return np.concatenate(keys, axis=2), np.concatenate(values, axis=2)


def appended(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return (both := joined(kept, new)), both


def latest(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return joined(kept, new), new


def first(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return joined(kept, new), kept or new


def nothing(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return new, new


def after_attending(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return kept or new, joined(kept, new)


def new_twice(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return (both := joined(kept, new, new) if kept else new), both


def kept_twice(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return joined(kept, new), joined(kept, new, new) if kept else new


def all_kept_twice(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    return joined(kept, new), joined(kept, new, new)


def exchanged(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    both = joined(kept[::-1] if kept else None, new)
    return both, both


def keys_for_values(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    both = joined(kept and (kept[0], kept[0]), new)
    return both, both


def values_for_keys(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    both = joined(kept and (kept[1], kept[1]), new)
    return both, both


def slid(kept: Cached, new: Pair, longest: int) -> tuple[Pair, Pair]:
    keys, values = joined(kept, new)
    both = keys[:, :, -longest:], values[:, :, -longest:]
    return both, both


# ── what is seen ──────────────────────────────────────────────────────────────────────────────


def causal(new: int, total: int) -> np.ndarray:
    return np.tri(new, total, total - new, dtype=bool)


def everything(new: int, total: int) -> np.ndarray:
    return np.ones((new, total), dtype=bool)


def in_the_corner(new: int, total: int) -> np.ndarray:
    return np.tri(new, total, dtype=bool)


# ── whose is given ────────────────────────────────────────────────────────────────────────────


def each_its_own(before: Sequence[Cached], now: Sequence[Cached], layer: int) -> Cached:
    return before[layer]


def the_last(before: Sequence[Cached], now: Sequence[Cached], layer: int) -> Cached:
    return before[-1]


def the_first(before: Sequence[Cached], now: Sequence[Cached], layer: int) -> Cached:
    return before[0]


def one_for_all(before: Sequence[Cached], now: Sequence[Cached], layer: int) -> Cached:
    """All attentions append to the same pair, one after the other."""
    return now[-1] if now else before[-1]
