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


# ── the attention itself ──────────────────────────────────────────────────────────────────────


def cut(part: np.ndarray, n_heads: int) -> np.ndarray:
    return part.reshape(*part.shape[:2], n_heads, -1).swapaxes(1, 2)


def cut_along_tokens(part: np.ndarray, n_heads: int) -> np.ndarray:
    return part.reshape(part.shape[0], n_heads, part.shape[1], -1)


def every_other(part: np.ndarray, n_heads: int) -> np.ndarray:
    return part.reshape(*part.shape[:2], -1, n_heads).transpose(0, 3, 1, 2)


def whole(part: np.ndarray, n_heads: int) -> np.ndarray:
    return part[:, None]


def in_thirds(qkv: np.ndarray, n_heads: int) -> list[np.ndarray]:
    return np.split(qkv, 3, axis=-1)


def in_thirds_of_heads(qkv: np.ndarray, n_heads: int) -> list[np.ndarray]:
    shape = *qkv.shape[:2], n_heads, 3, -1
    return [qkv.reshape(shape)[:, :, :, i].reshape(*qkv.shape[:2], -1) for i in range(3)]


def softmax(scores: np.ndarray, seen: np.ndarray, hidden: float = -np.inf) -> np.ndarray:
    scores = np.where(seen, scores, hidden)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def hidden_by_0(scores: np.ndarray, seen: np.ndarray) -> np.ndarray:
    return softmax(scores, seen, 0)


def hidden_afterwards(scores: np.ndarray, seen: np.ndarray) -> np.ndarray:
    return softmax(scores, np.ones_like(seen)) * seen


class Form(NamedTuple):
    """How an attention computes: ``order`` is that of queries, keys and values in `W_qkv`."""

    thirds: Callable[[np.ndarray, int], list[np.ndarray]] = in_thirds
    order: tuple[int, int, int] = (0, 1, 2)
    cut: Callable[[np.ndarray, int], np.ndarray] = cut
    divisor: Callable[[int, int], float] = lambda d_head, d: d_head**0.5
    weigh: Callable[[np.ndarray, np.ndarray], np.ndarray] = softmax
    swapped_back: bool = True
    out: bool = True


OF_TASK_2 = Form()


def attended(
    x: np.ndarray,
    kept: Cached,
    *,
    layer: Layer,
    keep: Keep,
    seen: Mask,
    longest: int,
    form: Form = OF_TASK_2,
) -> tuple[np.ndarray, Pair]:
    """What is attended to from new tokens, (texts, new, d), and what is kept for the next ones."""
    thirds = form.thirds(x @ layer.W_qkv.T, layer.n_heads)
    q, k, v = (form.cut(thirds[i], layer.n_heads) for i in form.order)
    (keys, values), kept = keep(kept, (k, v), longest)
    scores = q @ keys.swapaxes(-1, -2) / form.divisor(q.shape[-1], x.shape[-1])
    heads = form.weigh(scores, seen(*scores.shape[-2:])) @ values
    out = (heads.swapaxes(1, 2) if form.swapped_back else heads).reshape(x.shape)
    return (out @ layer.W_out.T if form.out else out), kept


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


def one_too_many(new: int, total: int) -> np.ndarray:
    return np.tri(new, total, total - new + 1, dtype=bool)


def without_itself(new: int, total: int) -> np.ndarray:
    """Without itself, but always with the first token: a row must not be empty."""
    return np.tri(new, total, total - new - 1, dtype=bool) | (np.arange(total) == 0)


def upside_down(new: int, total: int) -> np.ndarray:
    return ~np.tri(new, total, total - new - 1, dtype=bool)


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
