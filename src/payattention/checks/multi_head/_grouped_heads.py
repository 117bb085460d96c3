"""Heads that share their keys."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import gives, overflows

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_SCORE = 1000


class Layer(NamedTuple):
    """The arguments of one call."""

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    group: np.ndarray


@check(reread="Chapter 4, [Splitting and merging](04-multi-head#split-merge)")
def grouped_heads(ask: Ask, rng: np.random.Generator) -> str:
    """Attention of h query heads that share fewer key heads, in any grouping.

    Promised domain: 1 to 16 heads, 1 to 50 positions, scores from −1000 to 1000.
    Extremes and special cases, alone and together: one key head for all; as many as there are
        query heads, in another order; a key head that nobody reads; one number a head; one query;
        one key; scores near 1000 and near −1000.
    Usual mistakes: the groups in order, in turn, or the first for all; grouped keys with ungrouped
        values; √d of the whole width, none, or d; columns dealt out; a wrong split or merge; no
        softmax, or one over the queries, over all, or of which the division is missing. At the
        edges: `group` ignored where each head could have its own, an overflow.
    Certain: the outputs of all these layers are drawn apart in every case by random projections,
        and a name needs its own outputs in all of them.
    """

    def draw(n, m, d, group, *, unread=0):
        """Projections of these many queries and keys; nobody reads the last key heads."""
        group = np.array(group)
        g = int(group.max()) + 1 + unread
        Q, K = rng.normal(size=(n, len(group) * d)), rng.normal(size=(m, g * d))
        return Layer(Q, K, rng.normal(size=(m, g * d)), group)

    def blocks(X, count):
        return np.stack(np.split(X, count, axis=1))

    def dealt(X, count):
        return np.stack([X[:, i::count] for i in range(count)])

    def scrambled(X, count):
        return X.reshape(count, len(X), -1)

    def merged(heads):
        return np.concatenate(list(heads), axis=1)

    def layer(case, *, split=blocks, merge=merged, group=None, values=None, scale=1.0, weigh=None):
        """What torch's attention returns for such a split, grouping, scale, softmax and merge."""
        h, d = len(case.group), case.Q.shape[1] // len(case.group)
        g = case.K.shape[1] // d
        group = case.group if group is None else group(np.arange(h), h, g)
        values = group if values is None else values(np.arange(h), h, g)
        Q, K, V = split(case.Q, h), split(case.K, g)[group], split(case.V, g)[values]
        q, k, v = (torch.tensor(np.ascontiguousarray(x)) for x in (Q, K, V))
        if weigh is None:
            out = F.scaled_dot_product_attention(q, k, v, scale=scale / d**0.5)
        else:
            out = weigh(q @ k.mT * scale / d**0.5) @ v
        return merge(out.numpy())

    def width(case):
        return case.Q.shape[1] / len(case.group)

    def whole(scores):
        return scores.flatten(1).softmax(dim=1).view_as(scores)

    def right(output, case):
        return close(output, layer(case), 1e-3, 1e-4)

    def in_order(i, h, g):
        return i * g // h

    mistakes: Mistakes = [
        Mistake(
            "in-order",
            "The first query heads read the first key head, the next ones the next, as in ordinary "
            "grouped attention. Here `group` says which.",
            gives(lambda case: layer(case, group=in_order)),
            credit=0.4,
        ),
        Mistake(
            "in-turn",
            "The query heads read the key heads in turn: i mod g. Here `group` says which.",
            gives(lambda case: layer(case, group=lambda i, h, g: i % g)),
            credit=0.4,
        ),
        Mistake(
            "one-for-all",
            "All query heads read the first key head.",
            gives(lambda case: layer(case, group=lambda i, h, g: 0 * i)),
            credit=0.2,
        ),
        Mistake(
            "values-elsewhere",
            "The keys follow `group`, the values do not. A query head reads both from the same "
            "key head.",
            gives(
                lambda case: layer(case, values=in_order),
                lambda case: layer(case, values=lambda i, h, g: i % g),
                lambda case: layer(case, values=lambda i, h, g: 0 * i),
            ),
            credit=0.5,
        ),
        Mistake(
            "not-scaled",
            "The scores are not divided by √d, d being the width of one head.",
            gives(lambda case: layer(case, scale=width(case) ** 0.5)),
            credit=0.6,
        ),
        Mistake(
            "divided-by-d",
            "The scores are divided by d, not by its root.",
            gives(lambda case: layer(case, scale=width(case) ** -0.5)),
            credit=0.6,
        ),
        Mistake(
            "wrong-scale",
            "The scores are divided by the root of the width of all heads together. d is the width "
            "of one head.",
            gives(
                lambda case: layer(case, scale=len(case.group) ** -0.5),
                lambda case: layer(case, scale=(width(case) / case.K.shape[1]) ** 0.5),
            ),
            credit=0.6,
        ),
        Mistake(
            "sorted-group",
            "The heads read the right key heads, but in the order of the numbers in `group`. Query "
            "head i reads `group[i]`.",
            gives(lambda case: layer(case._replace(group=np.sort(case.group)))),
            credit=0.4,
        ),
        Mistake(
            "no-softmax",
            "The scores themselves weigh the values: the softmax is missing.",
            gives(lambda case: layer(case, weigh=lambda scores: scores)),
            credit=0.3,
        ),
        Mistake(
            "not-divided",
            "The exponentials weigh the values, but are not divided by their sum in each row.",
            gives(
                lambda case: layer(case, weigh=torch.exp),
                lambda case: layer(
                    case, weigh=lambda scores: (scores - scores.amax(-1, keepdim=True)).exp()
                ),
            ),
            credit=0.4,
        ),
        Mistake(
            "over-the-table",
            "All weights of a head add up to 1 together. Those of each query, a row, should.",
            gives(lambda case: layer(case, weigh=whole)),
            credit=0.4,
        ),
        Mistake(
            "dealt-out",
            "The columns are dealt out to the heads in turn. Head i has a block of d neighbouring "
            "columns.",
            gives(
                lambda case: layer(case, split=dealt),
                lambda case: layer(case, split=dealt, merge=lambda o: dealt_back(o)),
            ),
            credit=0.5,
        ),
        Mistake(
            "scrambled",
            "The split mixes positions: `X.reshape(h, n, d)` cuts through the rows. Split the "
            "columns, `X.reshape(n, h, d)`, and then exchange the axes.",
            gives(
                lambda case: layer(case, split=scrambled),
                lambda case: layer(case, split=scrambled, merge=reshaped),
            ),
            credit=0.2,
        ),
        Mistake(
            "merged-wrong",
            "The heads are right, but merged by a `reshape` that mixes positions. Exchange the "
            "axes of heads and positions first.",
            gives(lambda case: layer(case, merge=reshaped)),
            credit=0.5,
        ),
        Mistake(
            "over-the-queries",
            "The softmax runs over the queries. The weights of each query, over the keys, add up "
            "to 1.",
            gives(lambda case: layer(case, weigh=lambda scores: scores.softmax(dim=-2))),
            credit=0.3,
        ),
    ]

    def dealt_back(heads):
        return np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1)

    def reshaped(heads):
        return heads.reshape(heads.shape[1], -1)

    def judge_at(cases, mistakes):
        ask.ahead(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.Q.shape) for case in cases],
            right,
            mistakes,
            also=lambda output, case: {"Expected": layer(case)},
            rule="Block i of the output is the attention of block i of `Q` to block `group[i]` of "
            "`K` and `V`.",
        )

    n, m, d = (int(x) for x in rng.choice(np.arange(3, 9), size=3, replace=False))
    groups = ([1, 0, 2, 0], [1, 1, 0, 2, 0, 1], rng.permutation([0, 1, 2, 1, 3, 1]))
    cases = [draw(n + i, m, d, group) for i, group in enumerate(groups)]
    cases.append(draw(n + 3, m, d, [2, 0, 1], unread=1))
    judge_at([draw(3, 4, 2, [1, 0, 1]), *cases], mistakes)

    overflow = Mistake(
        "overflow",
        "The exponentials of scores of ±1000 are too large for a float. Subtract the largest score "
        "of each row first.",
        overflows(right),
        credit=0.7,
    )

    def steep(case):
        """The same layer with its largest score near the limit."""
        d = case.Q.shape[1] // len(case.group)
        g = case.K.shape[1] // d
        scores = blocks(case.Q, len(case.group)) @ blocks(case.K, g)[case.group].swapaxes(1, 2)
        return case._replace(Q=case.Q * (LARGEST_SCORE - 20) * d**0.5 / abs(scores).max())

    thin = [draw(4, 3, 2, [0]), draw(1, 3, 2, [1, 0]), draw(3, 1, 4, [0, 1]), draw(3, 4, 1, [1, 0])]
    full = draw(MOST_POSITIONS, MOST_POSITIONS - 1, 3, rng.permutation(MOST_HEADS))
    sharp = [steep(case) for case in cases]
    as_many = Mistake(
        "as-many",
        "Where there are as many key heads as query heads, `group` still says who reads which.",
        lambda output, case: right(output, case) or case.K.shape[1] == case.Q.shape[1],
        credit=0.7,
    )
    judge_edges(lambda: judge_at([*thin, full], [as_many]), lambda: judge_at(sharp, [overflow]))
    return "With one key head for all this is multi-query attention; a cache of keys shrinks so."
