"""The check of `gpt_sizes`: the number of parameters of a modern GPT."""

import functools
from typing import NamedTuple

import numpy as np
from torch import nn

from payattention.checks.check import Ask, Mistake, Part, check, judge_parts
from payattention.checks.counts import too_narrow

MOST_LAYERS, MOST_HEADS = 200, 128
LARGEST_VOCABULARY, LARGEST_WIDTH = 300_000, 20_000
NAMES = ("embeddings", "attention", "feed_forward", "total")


class Sizes(NamedTuple):
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


@functools.cache
def entries(n_in: int, n_out: int, bias: bool = False) -> int:
    """The number of parameters of torch's linear layer from ``n_in`` to ``n_out`` features."""
    layer = nn.Linear(n_in, n_out, bias=bias, device="meta")
    return sum(parameter.numel() for parameter in layer.parameters())


def sizes(s: Sizes, *, norms: int | None = None, bias: bool = False) -> dict[str, int]:
    """The number of parameters of each part of a model, and the total, by name.

    The defaults give the right numbers. For mistakes, ``norms`` sets the number of normalisation
    layers, and ``bias`` gives each matrix of a layer a bias.
    """
    linear = functools.partial(entries, bias=bias)
    queries, keys = s.n_heads * s.d_head, s.n_kv_heads * s.d_head
    attention = linear(s.d, queries) + 2 * linear(s.d, keys) + linear(queries, s.d)
    feed_forward = (1 + s.gated) * linear(s.d, s.d_ff) + linear(s.d_ff, s.d)
    counts = {
        "embeddings": (1 if s.tied else 2) * entries(s.d, s.vocab_size),
        "attention": s.n_layers * attention,
        "feed_forward": s.n_layers * feed_forward,
    }
    norms = 2 * s.n_layers + 1 if norms is None else norms
    return counts | {"total": sum(counts.values()) + norms * s.d}


@check(reread="Chapter 6, [Parameters and training cost](06-bert-gpt#sizes)", odd_form=True)
def gpt_sizes(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's parameter counts of a GPT with grouped-query attention.

    Promised domain: 1 to 200 layers; 1 to 128 query heads, a multiple of the number of key heads;
        vocabularies to 300,000; all widths from 1 to 20,000.
    Extremes and special cases, alone and together: all sizes 1; the largest models, whose counts
        pass 2³¹; as many key heads as query heads; one key head; heads that are together wider or
        narrower than the model; tied and untied embeddings; a gated network and an ordinary one;
        the examples of the task.
    Usual mistakes: tied and untied embeddings are confused or counted alike; keys and values are
        counted for each query head, for one head, or for n_heads / n_kv_heads heads; the queries or
        W_O are counted for only as many heads as the keys have; a head is counted as d / n_heads
        wide; W_O is missing, or is counted as d × d; keys and values are counted as one matrix;
        gated and ordinary networks are confused or counted alike; the hidden layer is counted as
        4 d wide; only one layer is counted; biases are counted; norms are missing, too few, or
        counted with two numbers for each feature; the total lacks the embeddings; the counts
        overflow or are rounded in 32 bits.
    Certain: each of the four numbers is judged separately, and a mistake is named only if it gives
        the student's number in all cases.
    """

    def mistakes_in(name):
        """A list of the usual mistakes in the count ``name``, for example "attention"."""

        def is_one_of(*others):
            """A predicate ``(number, case)``: whether one of ``others`` gives the number.

            Each of ``others`` is a wrong count: a function of a test case that returns all four
            numbers, by name.
            """
            return lambda number, case: any(number == other(case)[name] for other in others)

        def lacks(**missing):
            """A predicate ``(number, case)``: whether certain parameters are missing in the number.

            With `lacks(attention=f)`, f(case) parameters are missing in "attention" and in the
            total; with `lacks(total=f)`, only in the total.
            """

            def without(case):
                counts = dict(sizes(case))
                for part, lost in missing.items():
                    counts[part] -= lost(case)
                    counts["total"] -= lost(case) if part != "total" else 0
                return counts

            return is_one_of(without)

        return [
            Mistake(
                "tied-ignored",
                "The output matrix is counted where there is none, or left out where there is one. "
                "Only an untied model has one of its own, as large as the embedding.",
                is_one_of(
                    lambda s: sizes(s._replace(tied=True)),
                    lambda s: sizes(s._replace(tied=False)),
                    lambda s: sizes(s._replace(tied=not s.tied)),
                ),
                credit=0.5,
            ),
            Mistake(
                "keys-for-each-head",
                "Keys and values are counted for each of the `n_heads` heads. There are "
                "`n_kv_heads` of them.",
                is_one_of(lambda s: sizes(s._replace(n_kv_heads=s.n_heads))),
                credit=0.5,
            ),
            Mistake(
                "one-key-head",
                "Keys and values are counted for one head. There are `n_kv_heads` of them.",
                is_one_of(lambda s: sizes(s._replace(n_kv_heads=1))),
                credit=0.5,
            ),
            Mistake(
                "few-queries",
                "The queries, or W_O, are counted for `n_kv_heads` heads. They have `n_heads`.",
                is_one_of(
                    lambda s: sizes(s._replace(n_heads=s.n_kv_heads)),
                    lambda s: part_less(s, (s.n_heads - s.n_kv_heads) * s.d_head * s.d),
                ),
                credit=0.5,
            ),
            Mistake(
                "width-divided",
                "A head is counted as d / n_heads numbers wide. Here it has `d_head`.",
                is_one_of(
                    lambda s: sizes(s._replace(d_head=s.d // s.n_heads)),
                    lambda s: part_less(
                        s, 2 * s.d * (s.n_heads * s.d_head + s.n_kv_heads * s.d_head - 2 * s.d)
                    ),
                ),
                credit=0.4,
            ),
            Mistake(
                "square-output",
                "W_O is counted as d × d. It leads from `n_heads · d_head` numbers to d.",
                is_one_of(lambda s: part_less(s, (s.n_heads * s.d_head - s.d) * s.d)),
                credit=0.5,
            ),
            Mistake(
                "keys-or-values",
                "Keys and values are counted together as one matrix. Each have their own.",
                is_one_of(lambda s: part_less(s, s.n_kv_heads * s.d_head * s.d)),
                credit=0.5,
            ),
            Mistake(
                "groups",
                "Keys are counted for `n_heads / n_kv_heads` heads. `n_kv_heads` is their number, "
                "not how many queries share one.",
                is_one_of(lambda s: sizes(s._replace(n_kv_heads=s.n_heads // s.n_kv_heads))),
                credit=0.5,
            ),
            Mistake(
                "no-output",
                "W_O is missing.",
                is_one_of(lambda s: part_less(s, s.n_heads * s.d_head * s.d)),
                credit=0.5,
            ),
            Mistake(
                "gate-ignored",
                "The network is counted with the wrong number of matrices. Only the gated one has "
                "three.",
                is_one_of(
                    lambda s: sizes(s._replace(gated=False)),
                    lambda s: sizes(s._replace(gated=True)),
                    lambda s: sizes(s._replace(gated=not s.gated)),
                ),
                credit=0.5,
            ),
            Mistake(
                "four-times-the-width",
                "The hidden layer is counted with 4 d numbers, as is usual. Here it has `d_ff`.",
                is_one_of(lambda s: sizes(s._replace(d_ff=4 * s.d))),
                credit=0.4,
            ),
            Mistake(
                "one-layer",
                "These are the parameters of one layer. The model has `n_layers`.",
                is_one_of(lambda s: sizes(s._replace(n_layers=1))),
                credit=0.5,
            ),
            Mistake(
                "biases",
                "There are biases in it. No matrix of this model has one.",
                is_one_of(lambda s: sizes(s, bias=True)),
                credit=0.6,
            ),
            Mistake(
                "norms",
                "The norms are not counted right: there are two in each layer and one behind the "
                "last, with d gains each.",
                is_one_of(
                    lambda s: sizes(s, norms=0),
                    lambda s: sizes(s, norms=2 * s.n_layers),
                    lambda s: sizes(s, norms=s.n_layers),
                    lambda s: sizes(s, norms=s.n_layers + 1),
                    lambda s: sizes(s, norms=2),
                    lambda s: sizes(s, norms=3),
                    lambda s: sizes(s, norms=4 * s.n_layers + 2),
                ),
                credit=0.6,
            ),
            Mistake(
                "without-embeddings",
                "The embeddings are missing in the total, as in the scaling laws. Here all "
                "parameters are counted.",
                lacks(total=lambda s: sizes(s)["embeddings"]),
                credit=0.5,
            ),
            *too_narrow(lambda case: sizes(case)[name]),
        ]

    def part_less(s, lost):
        """The four counts for a model ``s`` if each layer's attention lacks ``lost`` parameters."""
        counts = sizes(s)
        lost *= s.n_layers
        missing = {"attention": lost, "total": lost}
        return {name: count - missing.get(name, 0) for name, count in counts.items()}

    def is_right(name):
        return lambda number, case: number == sizes(case)[name]

    def drawn(groups, *, low=2, high=60, gated=False, tied=False):
        """A random model with ``groups`` query heads for each key head.

        Its vocabulary, its number of layers and its widths are from ``low`` to below ``high``.
        """
        pool = np.arange(low, high)
        vocab, d, layers, d_head, d_ff = rng.choice(pool, size=5, replace=False).tolist()
        kv = int(rng.integers(2, 9))
        return Sizes(vocab, d, layers, kv * groups, kv, d_head, d_ff, gated, tied)

    cases = [
        Sizes(10, 4, 2, 2, 1, 3, 5, True, False),
        Sizes(10, 4, 2, 2, 1, 3, 5, False, True),
        drawn(3, gated=True),
        drawn(2, tied=True),
        drawn(1, gated=True, tied=True),
        drawn(4),
    ]
    cases += [drawn(2)._replace(n_layers=1), drawn(3, gated=True)._replace(n_kv_heads=1)]
    cases += [Sizes(32_001, 4097, 31, 33, 11, 129, 11_007, True, False)]
    cases += [Sizes(128_255, 16_383, 127, 129 - 1, 8, 127, LARGEST_WIDTH, True, True)]
    cases += [Sizes(1, 1, 1, 1, 1, 1, 1, False, True), Sizes(1, 1, 1, 1, 1, 1, 1, True, False)]
    largest = (LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_LAYERS, MOST_HEADS, MOST_HEADS)
    cases += [Sizes(*largest, LARGEST_WIDTH, LARGEST_WIDTH, True, False)]
    shares = dict(zip(NAMES, (0.2, 0.3, 0.2, 0.3), strict=True))
    ask.announce(cases)
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=NAMES) for case in cases],
        [Part(name, is_right(name), mistakes_in(name), share=shares[name]) for name in NAMES],
        shown_beside=lambda answer, case: {"Expected": sizes(case)},
        rule="Each count is the number of entries of the matrices and gains in the text.",
    )
    return "Of a large model the feed-forward networks are the largest part."
