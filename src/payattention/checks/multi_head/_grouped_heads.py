"""The check of `grouped_heads`: attention in which several query heads share a key head."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import alike, equals_one_of, overflows
from payattention.checks.shapes import judge_shapes

MOST_HEADS, MOST_POSITIONS = 16, 50
LARGEST_SCORE = 1000


class Layer(NamedTuple):
    """A test case: the arguments of one call of the student's `grouped_heads`.

    Q      n queries for h query heads of width d, (n, h d)
    K      m keys for g key heads, (m, g d)
    V      m values for g key heads, (m, g d)
    group  ``group[i]`` is the key head that query head i reads
    """

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    group: np.ndarray


@check(reread="Chapter 4, [Splitting and merging](04-multi-head#split-merge)")
def grouped_heads(ask: Ask, rng: np.random.Generator) -> str:
    """Check attention in which query heads share key heads: query head i reads key head group[i].

    Promised domain: 1 to 16 query heads, at most one key head more than query heads, 1 to 50
        positions, scores from −1000 to 1000.
    Extremes and special cases, alone and together: one query head with one key head; as many key
        heads as query heads, in another order; a key head that no query head reads; heads of width
        1; one query; one key; scores near 1000 and near −1000.
    Usual mistakes: the h query heads read the g key heads in blocks (i · g // h), in turn (i mod
        g), or in the order of the sorted `group`; all query heads read the first key head; only the
        keys or only the values follow `group`; the keys are used as values; the scores are
        multiplied by √d; the scores are divided by d, by the root of another number, or not at all;
        the output is divided by √d, not the scores; the columns are dealt out to the heads in turn;
        head i begins at column i, not at column i d; the last column of each head is missing; a
        `reshape` splits or merges the heads and mixes positions; the merge interleaves the heads,
        orders them by their key heads, or adds them up; the merge is missing; the mask is causal;
        the softmax is missing, runs over the queries or over the whole table, does not divide by
        the sum, or subtracts the maximum of a column. In edge cases: `group` is ignored if there
        are as many key heads as query heads; the number of key heads is computed from `group`;
        exponentials overflow; the softmax subtracts the maximum of all scores of a head, not of a
        row.
    Certain: the projections are random, so all these mistakes give different outputs. The feedback
        names a mistake only if its outputs fit all test cases.
    """

    def draw(n, m, d, group, *, unread=0):
        """A random test case, with n queries, m keys, heads of width d and the given ``group``.

        ``unread`` is the number of additional key heads that no query head reads.
        """
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

    def shifted_by_one(X, count):
        """The columns of X in ``count`` overlapping heads, which begin at the columns 0, 1, 2, …"""
        width = X.shape[1] // count
        return np.stack([X[:, i : i + width] for i in range(count)])

    def cut_short(X, count):
        return blocks(X, count)[..., :-1]

    def layer(
        case,
        *,
        split=blocks,
        of_keys=None,
        merge=merged,
        group=None,
        keys=None,
        values=None,
        scale=1.0,
        weigh=None,
    ):
        """The layer's output for a test case, by torch; each keyword makes one step wrong.

        ``split(X, count)``: cuts Q into heads.
        ``of_keys(X, count)``: cuts K and V into heads; by default, this is ``split``.
        ``merge(heads)``: joins the heads.
        ``group(i, h, g)``: the key head that each query head reads. i is the array 0, …, h − 1,
        and h and g are the numbers of query and key heads.
        ``keys(i, h, g)``, ``values(i, h, g)``: like ``group``, but for K alone and for V alone.
        ``scale``: a number by which the scores are multiplied.
        ``weigh(scores)``: replaces the softmax.
        """
        h, d = len(case.group), case.Q.shape[1] // len(case.group)
        g = case.K.shape[1] // d
        group = case.group if group is None else group(np.arange(h), h, g)
        keys = group if keys is None else keys(np.arange(h), h, g)
        values = group if values is None else values(np.arange(h), h, g)
        of_keys = of_keys or split
        Q, K, V = split(case.Q, h), of_keys(case.K, g)[keys], of_keys(case.V, g)[values]
        q, k, v = (torch.tensor(np.ascontiguousarray(x)) for x in (Q, K, V))
        if weigh is None:
            out = F.scaled_dot_product_attention(q, k, v, scale=scale / d**0.5)
        else:
            out = weigh(q @ k.mT * scale / d**0.5) @ v
        return merge(out.numpy())

    def width(case):
        return case.Q.shape[1] / len(case.group)

    def dealt_back(heads):
        return np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1)

    def reshaped(heads):
        return heads.reshape(heads.shape[1], -1)

    def whole(scores):
        return scores.flatten(1).softmax(dim=1).view_as(scores)

    def right(output, case):
        return close(output, layer(case), 1e-3, 1e-4)

    def in_order(i, h, g):
        return i * g // h

    def causal(scores):
        earlier = torch.ones_like(scores, dtype=torch.bool).tril()
        return scores.masked_fill(~earlier, -torch.inf).softmax(dim=-1)

    def lowered(by):
        """Make a softmax that subtracts the maximum over the axes ``by``, not that of each row."""

        def weigh(scores):
            weights = (scores - scores.amax(by, keepdim=True)).exp()
            return weights / weights.sum(-1, keepdim=True)

        return weigh

    mistakes: Mistakes = [
        Mistake(
            "in-order",
            "The first query heads read the first key head, the next ones the next, as in ordinary "
            "grouped attention. Here `group` says which.",
            equals_one_of(lambda case: layer(case, group=in_order)),
            credit=0.4,
        ),
        Mistake(
            "in-turn",
            "The query heads read the key heads in turn: i mod g. Here `group` says which.",
            equals_one_of(lambda case: layer(case, group=lambda i, h, g: i % g)),
            credit=0.4,
        ),
        Mistake(
            "one-for-all",
            "All query heads read the first key head.",
            equals_one_of(lambda case: layer(case, group=lambda i, h, g: 0 * i)),
            credit=0.2,
        ),
        Mistake(
            "values-elsewhere",
            "The keys follow `group`, the values do not. A query head reads both from the same "
            "key head.",
            equals_one_of(
                lambda case: layer(case, values=in_order),
                lambda case: layer(case, values=lambda i, h, g: i % g),
                lambda case: layer(case, values=lambda i, h, g: 0 * i),
            ),
            credit=0.5,
        ),
        Mistake(
            "keys-elsewhere",
            "The values follow `group`, the keys do not. A query head reads both from the same "
            "key head.",
            equals_one_of(
                lambda case: layer(case, keys=in_order),
                lambda case: layer(case, keys=lambda i, h, g: i % g),
                lambda case: layer(case, keys=lambda i, h, g: 0 * i),
            ),
            credit=0.5,
        ),
        Mistake(
            "keys-for-values",
            "The weights average keys. They are for the values.",
            equals_one_of(lambda case: layer(case._replace(V=case.K))),
            credit=0.5,
        ),
        Mistake(
            "by-key-heads",
            "The outputs are right, but stand in the order of the key heads that they read. Head i "
            "has block i of the output.",
            equals_one_of(
                lambda case: merged(
                    blocks(layer(case), len(case.group))[np.argsort(case.group, kind="stable")]
                )
            ),
            credit=0.5,
        ),
        Mistake(
            "multiplied",
            "The scores are multiplied by √d. They are divided by it.",
            equals_one_of(lambda case: layer(case, scale=width(case))),
            credit=0.5,
        ),
        Mistake(
            "other-root",
            "The scores are divided by the root of a number of heads, or of keys. d is the width "
            "of one head.",
            equals_one_of(
                lambda case: layer(case, scale=(width(case) / len(case.group)) ** 0.5),
                lambda case: layer(case, scale=(width(case) / len(case.K)) ** 0.5),
            ),
            credit=0.6,
        ),
        Mistake(
            "scaled-late",
            "The weights or the outputs are divided by √d. The scores are, before the softmax.",
            equals_one_of(lambda case: layer(case, scale=width(case) ** 0.5) / width(case) ** 0.5),
            credit=0.5,
        ),
        Mistake(
            "causal",
            "Each query sees only as many keys as there are up to its own place. Here every query "
            "sees all keys.",
            equals_one_of(lambda case: layer(case, weigh=causal)),
            credit=0.4,
        ),
        Mistake(
            "maximum-of-columns",
            "The largest score of each *column* was subtracted. That changes the weights; that of "
            "a row does not.",
            equals_one_of(lambda case: layer(case, weigh=lowered(-2))),
            credit=0.5,
        ),
        Mistake(
            "one-column-on",
            "Head i begins at column i, so neighbouring heads share columns. It begins at column "
            "i d.",
            equals_one_of(
                lambda case: layer(case, split=shifted_by_one),
                lambda case: layer(case, of_keys=shifted_by_one),
            ),
            credit=0.4,
        ),
        Mistake(
            "merged-in-turn",
            "The heads are right, but merged number by number. Concat puts all numbers of head 0 "
            "first.",
            equals_one_of(lambda case: layer(case, merge=dealt_back)),
            credit=0.5,
        ),
        Mistake(
            "not-scaled",
            "The scores are not divided by √d, d being the width of one head.",
            equals_one_of(lambda case: layer(case, scale=width(case) ** 0.5)),
            credit=0.6,
        ),
        Mistake(
            "divided-by-d",
            "The scores are divided by d, not by its root.",
            equals_one_of(lambda case: layer(case, scale=width(case) ** -0.5)),
            credit=0.6,
        ),
        Mistake(
            "wrong-scale",
            "The scores are divided by the root of the width of all heads together. d is the width "
            "of one head.",
            equals_one_of(
                lambda case: layer(case, scale=len(case.group) ** -0.5),
                lambda case: layer(case, scale=(width(case) / case.K.shape[1]) ** 0.5),
            ),
            credit=0.6,
        ),
        Mistake(
            "sorted-group",
            "The heads read the right key heads, but in the order of the numbers in `group`. Query "
            "head i reads `group[i]`.",
            equals_one_of(lambda case: layer(case._replace(group=np.sort(case.group)))),
            credit=0.4,
        ),
        Mistake(
            "no-softmax",
            "The scores themselves weigh the values: the softmax is missing.",
            equals_one_of(lambda case: layer(case, weigh=lambda scores: scores)),
            credit=0.3,
        ),
        Mistake(
            "not-divided",
            "The exponentials weigh the values, but are not divided by their sum in each row.",
            equals_one_of(
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
            equals_one_of(lambda case: layer(case, weigh=whole)),
            credit=0.4,
        ),
        Mistake(
            "dealt-out",
            "The columns are dealt out to the heads in turn. Head i has a block of d neighbouring "
            "columns.",
            equals_one_of(
                lambda case: layer(case, split=dealt),
                lambda case: layer(case, split=dealt, merge=dealt_back),
            ),
            credit=0.5,
        ),
        Mistake(
            "scrambled",
            "The split mixes positions: `X.reshape(h, n, d)` cuts through the rows. Split the "
            "columns, `X.reshape(n, h, d)`, and then exchange the axes.",
            equals_one_of(
                lambda case: layer(case, split=scrambled),
                lambda case: layer(case, split=scrambled, merge=reshaped),
            ),
            credit=0.2,
        ),
        Mistake(
            "merged-wrong",
            "The heads are right, but merged by a `reshape` that mixes positions. Exchange the "
            "axes of heads and positions first.",
            equals_one_of(lambda case: layer(case, merge=reshaped)),
            credit=0.5,
        ),
        Mistake(
            "over-the-queries",
            "The softmax runs over the queries. The weights of each query, over the keys, add up "
            "to 1.",
            equals_one_of(lambda case: layer(case, weigh=lambda scores: scores.softmax(dim=-2))),
            credit=0.3,
        ),
    ]

    of_other_shapes: Mistakes = [
        Mistake(
            "not-merged",
            "The heads are right, but not side by side. Put them into one row for each position: "
            "`np.hstack` of a list of heads.",
            equals_one_of(
                lambda case: layer(case, merge=np.asarray),
                lambda case: layer(case, merge=lambda heads: heads.swapaxes(0, 1)),
                lambda case: layer(case, merge=lambda heads: np.concatenate(list(heads))),
                same=alike,
            ),
            credit=0.6,
        ),
        Mistake(
            "heads-added",
            "The heads are added up, or averaged. Concat puts them side by side.",
            equals_one_of(
                lambda case: layer(case, merge=lambda heads: heads.sum(0)),
                lambda case: layer(case, merge=lambda heads: heads.mean(0)),
                same=alike,
            ),
            credit=0.4,
        ),
        Mistake(
            "column-too-few",
            "The last column of each head is missing. A slice ends *before* its second number: "
            "`i * d : (i + 1) * d` has the columns i d to (i + 1) d − 1.",
            equals_one_of(
                lambda case: layer(case, split=cut_short),
                lambda case: layer(
                    case, split=cut_short, scale=(width(case) / (width(case) - 1)) ** 0.5
                ),
                same=alike,
            ),
            credit=0.5,
        ),
    ]
    rule = (
        "Block i of the output is the attention of block i of `Q` to block `group[i]` of `K` and "
        "`V`."
    )

    def judge_at(cases, mistakes):
        ask.announce(cases)
        outputs = [ask.array(*case, shape=None) for case in cases]
        judge_shapes(ask, cases, outputs, layer, of_other_shapes, rule=rule)
        judge(
            ask,
            cases,
            outputs,
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": layer(case)},
            rule=rule,
        )

    n, m, d = (int(x) for x in rng.choice(np.arange(3, 9), size=3, replace=False))
    groups = ([1, 0, 2, 0], [1, 1, 0, 2, 0, 1], rng.permutation([0, 1, 2, 1, 3, 1]))
    cases = [draw(n + i, m, d, group) for i, group in enumerate(groups)]
    judge_at([draw(3, 4, 2, [1, 0, 1]), *cases], mistakes)
    unread = [draw(n + 3, m, d, [2, 0, 1], unread=1), draw(n, m, d, [0, 2])]

    unread_missed = Mistake(
        "unread-forgotten",
        "Some key head may be read by nobody, so `group` does not say how many there are, nor how "
        "wide one is. d is the width of `Q` divided by the number of query heads.",
        lambda output, case: True,
        credit=0.7,
    )
    global_maximum = Mistake(
        "global-maximum",
        "The largest score of a head was subtracted from all of its scores: where a row is far "
        "below it, all exponentials are 0. Subtract the largest score of each row.",
        lambda output, case: np.array_equal(
            np.isnan(output), np.isnan(layer(case, weigh=lowered((-1, -2))))
        ),
        credit=0.7,
    )
    overflow = Mistake(
        "overflow",
        "The exponentials of scores of ±1000 are too large for a float, or all those of a row are "
        "0. Subtract the largest score of each row first.",
        overflows(right),
        credit=0.7,
    )

    def steep(case):
        """A copy of the test case, with Q scaled so that the largest absolute score is 980."""
        d = case.Q.shape[1] // len(case.group)
        g = case.K.shape[1] // d
        scores = blocks(case.Q, len(case.group)) @ blocks(case.K, g)[case.group].swapaxes(1, 2)
        return case._replace(Q=case.Q * (LARGEST_SCORE - 20) * d**0.5 / abs(scores).max())

    def ungrouped(case):
        """A copy of the test case in which query head i reads key head i."""
        return case._replace(group=np.arange(len(case.group)))

    thin = [draw(4, 3, 2, [0]), draw(1, 3, 2, [1, 0]), draw(3, 1, 4, [0, 1]), draw(3, 4, 1, [1, 0])]
    full = draw(MOST_POSITIONS, MOST_POSITIONS - 1, 3, rng.permutation(MOST_HEADS))
    far = draw(4, 3, 2, [1, 0, 1])  # half of its scores near the limit, half near its negative
    far = far._replace(Q=(np.abs(far.Q) + 5) * [[1], [-1], [1], [-1]], K=np.abs(far.K) + 5)
    sharp = [steep(case) for case in (*cases, far)]
    as_many = Mistake(
        "as-many",
        "Where there are as many key heads as query heads, `group` still says who reads which.",
        lambda output, case: (
            right(output, case)
            or (case.K.shape[1] == case.Q.shape[1] and alike(output, layer(ungrouped(case))))
        ),
        credit=0.7,
    )
    judge_edges(
        lambda: judge_at([*thin, full], [as_many]),
        lambda: judge_at(unread, [unread_missed]),
        lambda: judge_at(sharp, [global_maximum, overflow]),
    )
    return "With one key head for all this is multi-query attention; a cache of keys shrinks so."
