"""Parameter counts of a GPT with grouped-query attention.

Promised domain: 1 to 200 layers; 1 to 128 query heads, a multiple of the number of key heads;
    vocabularies to 300,000; all widths from 1 to 20,000.
Extremes and special cases, alone and together: all sizes 1; the largest models, whose counts pass
    2³¹; as many key heads as query heads; one key head; heads that are together wider or narrower
    than the model; tied and untied embeddings; a gated network and an ordinary one; the examples
    of the task.
Certain: each of the four numbers is judged separately, and a mistake is named only if it gives the
    student's number in all cases.
"""

import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from torch import nn

from payattention_checks.counts import signs_in_32_bits
from payattention_checks.task import Cases, Task, Variants

MOST_LAYERS, MOST_HEADS = 200, 128
LARGEST_VOCABULARY, LARGEST_WIDTH = 300_000, 20_000
SHARES = {"embeddings": 0.2, "attention": 0.3, "feed_forward": 0.2, "total": 0.3}


class Case(NamedTuple):
    """The arguments of one call: the configuration of a GPT.

    vocab_size  the number of tokens in the vocabulary
    d           the width of the model
    n_layers    the number of layers
    n_heads     the number of query heads
    n_kv_heads  the number of key heads, and of value heads
    d_head      the width of a head
    d_ff        the width of the hidden layer in a feed-forward network
    gated       whether the feed-forward networks have a third matrix, the gate
    tied        whether the output matrix is the embedding, so that it is counted only once
    """

    vocab_size: int
    d: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_head: int
    d_ff: int
    gated: bool
    tied: bool


Size = Callable[[Case], int]
Change = Callable[[Case], Case]


@functools.cache
def entries(n_in: int, n_out: int, bias: bool = False) -> int:
    layer = nn.Linear(n_in, n_out, bias=bias, device="meta")
    return sum(parameter.numel() for parameter in layer.parameters())


def right(
    case: Case,
    *,
    change: Change = lambda case: case,
    norms: Size = lambda case: 2 * case.n_layers + 1,
    bias: bool = False,
    gains: Size = lambda case: case.d,
    lost: Size = lambda case: 0,
    lost_in_network: Size = lambda case: 0,
    norm_inside: bool = False,
    not_in_total: str = "",
) -> dict[str, int]:
    """The number of parameters of each part of a model, and the total, by name.

    ``change`` confuses the sizes; ``lost`` parameters are missing in the attention of each layer,
    ``lost_in_network`` in its network. With ``norm_inside``, both have the gains of a norm in them.
    """
    s, linear = change(case), functools.partial(entries, bias=bias)
    queries, keys = s.n_heads * s.d_head, s.n_kv_heads * s.d_head
    attention = linear(s.d, queries) + 2 * linear(s.d, keys) + linear(queries, s.d)
    feed_forward = (1 + s.gated) * linear(s.d, s.d_ff) + linear(s.d_ff, s.d) - lost_in_network(s)
    inside = norm_inside * s.d
    counts = {
        "embeddings": (1 if s.tied else 2) * entries(s.d, s.vocab_size),
        "attention": s.n_layers * (attention - lost(s) + inside),
        "feed_forward": s.n_layers * (feed_forward + inside),
    }
    total = sum(count for name, count in counts.items() if name != not_in_total)
    return counts | {"total": total + norms(s) * gains(s)}


BIASES: list[dict[str, Any]] = [  # of all matrices, or those of the attention, or but for W_O
    {"bias": True},
    {"lost": lambda s: -(s.n_heads + 2 * s.n_kv_heads) * s.d_head - s.d},
    {"lost": lambda s: -(s.n_heads + 2 * s.n_kv_heads) * s.d_head},
]

VARIANTS: Variants = {
    "tied-ignored": [
        {"change": lambda s: s._replace(tied=True)},
        {"change": lambda s: s._replace(tied=False)},
        {"change": lambda s: s._replace(tied=not s.tied)},
    ],
    "keys-for-each-head": [
        {"change": lambda s: s._replace(n_kv_heads=s.n_heads)},
        {"lost": lambda s: (s.n_kv_heads - s.n_heads) * s.d_head * s.d},
    ],
    "one-key-head": {"change": lambda s: s._replace(n_kv_heads=1)},
    "few-queries": [
        {"change": lambda s: s._replace(n_heads=s.n_kv_heads)},
        {"lost": lambda s: (s.n_heads - s.n_kv_heads) * s.d_head * s.d},
    ],
    "width-divided": [
        {"change": lambda s: s._replace(d_head=s.d // s.n_heads)},
        {"lost": lambda s: 2 * s.d * ((s.n_heads + s.n_kv_heads) * s.d_head - 2 * s.d)},
    ],
    "square-output": [
        {"lost": lambda s, n=n: n * (s.n_heads * s.d_head - s.d) * s.d} for n in (1, 2)
    ],
    "keys-or-values": {"lost": lambda s: s.n_kv_heads * s.d_head * s.d},
    "groups": {"change": lambda s: s._replace(n_kv_heads=s.n_heads // s.n_kv_heads)},
    "no-keys-and-values": {"lost": lambda s: 2 * s.n_kv_heads * s.d_head * s.d},
    "width-forgotten": {"change": lambda s: s._replace(d_head=1)},
    "matrix-missing": {"lost_in_network": lambda s: s.d * s.d_ff},
    "square-gate": [
        {"lost_in_network": lambda s: s.gated * s.d * (s.d_ff - s.d)},
        {"lost_in_network": lambda s: s.gated * s.d_ff * (s.d - s.d_ff)},
    ],
    "attention.norm-inside": {"norm_inside": True},
    "feed_forward.norm-inside": {"norm_inside": True},
    "no-output": {"lost": lambda s: s.n_heads * s.d_head * s.d},
    "gate-ignored": [
        {"change": lambda s: s._replace(gated=False)},
        {"change": lambda s: s._replace(gated=True)},
        {"change": lambda s: s._replace(gated=not s.gated)},
    ],
    "four-times-the-width": {"change": lambda s: s._replace(d_ff=4 * s.d)},
    "one-layer": {"change": lambda s: s._replace(n_layers=1)},
    "biases": {"bias": True},
    "attention.biases": BIASES,
    "total.biases": BIASES,
    "norms": [
        {"norms": lambda s, each=each, more=more: each * s.n_layers + more}
        for each, more in [*itertools.product((0, 1, 2, 3), repeat=2), (4, 2)]
        if (each, more) != (2, 1)
    ]
    + [{"gains": lambda s: s.d_ff}, {"gains": lambda s: 1}],
    "without-embeddings": {"not_in_total": "embeddings"},
    "without-a-part": [{"not_in_total": "attention"}, {"not_in_total": "feed_forward"}],
}


SIGNS = signs_in_32_bits(right, SHARES)


def draw(rng: np.random.Generator, groups: int, *, gated: bool = False, tied: bool = False) -> Case:
    """A random model with ``groups`` query heads for each key head."""
    sizes = rng.choice(np.arange(2, 60), size=5, replace=False).tolist()
    vocab_size, d, n_layers, d_head, d_ff = sizes
    kv = int(rng.integers(2, 9))
    return Case(vocab_size, d, n_layers, kv * groups, kv, d_head, d_ff, gated, tied)


def cases(rng: np.random.Generator) -> Cases:
    largest = (LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_LAYERS, MOST_HEADS, MOST_HEADS)
    return Cases(
        [
            Case(10, 4, 2, 2, 1, 3, 5, True, False),
            Case(10, 4, 2, 2, 1, 3, 5, False, True),
            draw(rng, 3, gated=True),
            draw(rng, 2, tied=True),
            draw(rng, 1, gated=True, tied=True),
            draw(rng, 4),
            draw(rng, 2)._replace(n_layers=1),
            draw(rng, 3, gated=True)._replace(n_kv_heads=1),
            Case(32_001, 4097, 31, 33, 11, 129, 11_007, True, False),
            Case(128_255, 16_383, 127, 128, 8, 127, LARGEST_WIDTH, True, True),
            Case(1, 1, 1, 1, 1, 1, 1, False, True),
            Case(1, 1, 1, 1, 1, 1, 1, True, False),
            Case(*largest, LARGEST_WIDTH, LARGEST_WIDTH, True, False),
        ]
    )


gpt_sizes = Task(__name__, right, cases, VARIANTS, SIGNS, same=operator.eq, shares=SHARES).check
