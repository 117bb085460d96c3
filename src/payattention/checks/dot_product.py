"""The checks of assignment 03, dot-product attention: one function a task, in its order."""

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode

from payattention.checks.check import (
    Ask,
    Mistake,
    Wrong,
    check,
    close,
    edge,
    judge,
    show,
    show_call,
)

Weights = tuple[np.ndarray, np.ndarray, np.ndarray]  # W_Q, W_K, W_V of a head


# ── 1. why the scores are scaled ──────────────────────────────────────────────────────────────


@check(reread="Chapter 3, Why divide by √d_k?")
def score_scale(ask: Ask, rng: np.random.Generator) -> str:
    """Divided by it, the scores of such queries and keys have standard deviation 1."""

    def spread(d_k, std_q, std_k):
        """The standard deviation of q·k, measured on keys without any accidental correlation."""
        unit = np.linalg.qr(np.column_stack([np.ones(2 * d_k), rng.normal(size=(2 * d_k, d_k))]))
        keys = unit.Q[:, 1:] * np.sqrt(2 * d_k) * std_k
        return float((keys @ rng.choice([-std_q, std_q], size=d_k)).std())

    asked = [(9, 2.0, 0.5), (16, 1.0, 3.0), (25, 0.3, 1.0)]
    for d_k in rng.integers(5, 40, size=4):
        std_q, std_k = np.round(rng.uniform([0.2, 1.5], [0.8, 4.0]), 2).tolist()
        asked.append((int(d_k), std_q, std_k))
    cases = [(*case, spread(*case)) for case in asked]
    if ask.number(*asked[0]) != ask.number(*asked[0]):
        says = (
            "The same call gave two different numbers: this measures the scale on random vectors. "
            "Compute it from d_k, std_q and std_k; d_k may be a million."
        )
        raise Wrong("measured", says, {"Called": show_call(ask.task, asked[0])})
    # A vector of a million entries is 250² vectors of 16 in a row; their variances add.
    cases.append((1_000_000, 0.4, 3.0, 250 * spread(16, 0.4, 3.0)))
    divisors = [ask.number(*case[:3]) for case in cases]

    def left(divisor, measured):
        """The standard deviation that is left after the division."""
        return measured / divisor

    def right(divisor, d_k, std_q, std_k, measured):
        return close(left(divisor, measured), 1)

    mistakes = [
        Mistake(
            "stds-forgotten",
            "This is the paper's scale. It assumes entries with standard deviation 1; here "
            "queries and keys have their own, and the scores feel both.",
            lambda s, d_k, std_q, std_k, measured: close(left(s, measured), std_q * std_k),
        ),
        Mistake(
            "d_k-itself",
            "This is d_k. The terms of q·k have either sign and partly cancel, so the spread of "
            "their sum grows more slowly than their number; and each term brings its own spread.",
            lambda s, d_k, std_q, std_k, measured: close(s, d_k),
        ),
        Mistake(
            "reciprocal",
            "This is one over the scale: the factor to multiply by. Return the number to divide "
            "the scores by.",
            lambda s, d_k, std_q, std_k, measured: close(s * measured, 1),
            credit=0.5,
        ),
        Mistake(
            "variance",
            "This is the variance of the scores. Dividing by it leaves the variance 1/variance; "
            "which number leaves 1?",
            lambda s, d_k, std_q, std_k, measured: close(left(s, measured) * measured, 1),
            credit=0.5,
        ),
        Mistake(
            "no-root",
            "The two spreads are right, but d_k is too strong. Variances of independent terms "
            "add up, not standard deviations.",
            lambda s, d_k, std_q, std_k, measured: close(left(s, measured) ** 2 * d_k, 1),
            credit=0.3,
        ),
        Mistake(
            "one-std",
            "Only one of the two spreads is in it. Each term of q·k is a product: make the "
            "queries or the keys twice as large, and each score doubles.",
            lambda s, d_k, std_q, std_k, measured: (
                close(left(s, measured), std_q) or close(left(s, measured), std_k)
            ),
            credit=0.3,
        ),
        Mistake(
            "stds-added",
            "The two spreads are added. Each term of q·k is a product of an entry of q and an "
            "entry of k.",
            lambda s, d_k, std_q, std_k, measured: (
                close(left(s, measured) * (std_q + std_k), std_q * std_k)
                or close(left(s, measured) * np.hypot(std_q, std_k), std_q * std_k)
            ),
            credit=0.2,
        ),
        Mistake(
            "stds-rooted",
            "The spreads went under the square root as they are. What stands under a root is a "
            "variance.",
            lambda s, d_k, std_q, std_k, measured: close(left(s, measured) ** 2, std_q * std_k),
            credit=0.3,
        ),
        Mistake(
            "stds-squared",
            "The square root was taken of d_k only: the two spreads are still squared, as they are "
            "in the variance.",
            lambda s, d_k, std_q, std_k, measured: close(left(s, measured) * std_q * std_k, 1),
            credit=0.3,
        ),
    ]
    judge(
        ask,
        cases,
        divisors,
        right,
        mistakes,
        given=3,
        rule=lambda s, d_k, std_q, std_k, measured: (
            f"Scores of such queries and keys, measured: standard deviation {measured:.4g}. "
            f"Divided by your {s:.4g}, {left(s, measured):.4g} is left; it must be 1."
        ),
    )
    return "Also for vectors of a million entries, where nobody can measure any more."


# ── 2. who may look at whom ───────────────────────────────────────────────────────────────────


@check(reread="Chapter 3, Masks")
def window_mask(ask: Ask, rng: np.random.Generator) -> str:
    """The last n_q of n_k positions look at themselves and the window - 1 positions before."""
    cases = [(3, 5, 2), (4, 4, 2), (3, 7, 3), (1, 6, 2), (5, 5, 9), (6, 9, 1)]
    cases += [(int(q), int(q + more), int(w)) for q, more, w in rng.integers(2, 9, size=(4, 3))]
    masks = [ask.array(*case, shape=case[:2]) for case in cases]

    def sees(mask, first, last):
        """Whether each row is True from its ``first`` to its ``last`` position and nowhere else."""
        position = range(mask.shape[1])
        return mask.dtype == bool and all(
            seen == (start <= j <= end)
            for row, start, end in zip(mask, first, last, strict=True)
            for j, seen in zip(position, row, strict=True)
        )

    def own(n_q, n_k):
        return np.arange(n_k - n_q, n_k)

    def right(mask, n_q, n_k, window):
        return sees(mask, own(n_q, n_k) + 1 - window, own(n_q, n_k))

    def looks_ahead(mask, n_q, n_k, window):
        return any(
            sees(mask, past, future)
            for place in (own(n_q, n_k), np.arange(n_q))
            for past in (place, place + 1 - window)
            for future in (place + window - 1, place + n_k)
        )

    mistakes = [
        Mistake(
            "inverted",
            "The mask is inverted: it is True where a key must not be attended to. "
            "Here True means “may be attended to”.",
            lambda mask, n_q, n_k, w: mask.dtype == bool and right(~mask, n_q, n_k, w),
            credit=0.4,
        ),
        Mistake(
            "not-boolean",
            "The pattern is right, but the mask holds numbers. Return booleans: a mask of 0 and 1 "
            "would be added to the scores, and 0 and 1 hide nothing.",
            lambda mask, n_q, n_k, w: mask.dtype != bool and right(mask == 1, n_q, n_k, w),
            credit=0.7,
        ),
        Mistake(
            "added-to-scores",
            "This is a mask to add to the scores, 0 and −∞. Return booleans instead: True where a "
            "key may be attended to.",
            lambda mask, n_q, n_k, w: mask.dtype != bool and right(mask == 0, n_q, n_k, w),
            credit=0.7,
        ),
        Mistake(
            "top-left",
            "Row i is treated as position i. But the queries are the last n_q of the n_k "
            "positions: where does the first of them stand?",
            lambda mask, n_q, n_k, w: sees(mask, np.arange(n_q) + 1 - w, np.arange(n_q)),
            credit=0.4,
        ),
        Mistake(
            "no-window",
            "The future is hidden, but the past is not cut: each row must see at most `window` "
            "positions.",
            lambda mask, n_q, n_k, w: sees(mask, own(n_q, n_k) - n_k, own(n_q, n_k)),
        ),
        Mistake(
            "not-itself",
            "No position sees itself. The window ends at the query's own position.",
            lambda mask, n_q, n_k, w: any(
                sees(mask, own(n_q, n_k) - far, own(n_q, n_k) - 1) for far in (w, w - 1)
            ),
            credit=0.4,
        ),
        Mistake(
            "one-too-many",
            "Each row sees one position too many: `window` counts the query's own position.",
            lambda mask, n_q, n_k, w: sees(mask, own(n_q, n_k) - w, own(n_q, n_k)),
            credit=0.5,
        ),
        Mistake(
            "one-too-few",
            "Each row sees one position too few: `window` positions in all, the query's own "
            "among them.",
            lambda mask, n_q, n_k, w: sees(mask, own(n_q, n_k) + 2 - w, own(n_q, n_k)),
            credit=0.5,
        ),
        Mistake(
            "future",
            "Rows look ahead: position i sees positions after its own. The window lies in the "
            "past.",
            looks_ahead,
            credit=0.2,
        ),
    ]
    judge(
        ask,
        cases,
        masks,
        right,
        mistakes,
        rule="Row i stands for position n_k − n_q + i and must be True (■) at that position and "
        "at the window − 1 before it, as far as there are so many.",
    )
    return "Stacked L times, such layers see L · (window − 1) positions back."


# ── 3. weights that need not add up to 1 ──────────────────────────────────────────────────────


NEVER = -1e300  # a score so low that its key is never looked at


@check(reread="Chapter 3, Masks")
def sink_softmax(ask: Ask, rng: np.random.Generator) -> str:
    """Weights over the keys and one more key of score 0, the sink, whose weight is thrown away."""

    def draw(n_q, n_k):
        """Scores, and a mask that hides at least one key and shows at least two in each row."""
        hidden = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1)
        mask = hidden > rng.integers(0, n_k - 2, size=(n_q, 1), endpoint=False)
        return np.round(rng.normal(0.3, 1.2, size=(n_q, n_k)) * 4) / 4, mask

    def ratios_fit(weights, scores):
        """Whether any two weights are to each other as the exponentials of their scores."""
        gap = scores[:, None] - scores
        return close(weights[:, None] * np.exp(-gap.clip(0)), weights * np.exp(gap.clip(max=0)))

    def fits(weights, scores, mask, sink=0.0):
        """Whether each row's weights, and what they lack to 1 for the sink, fit their scores."""
        rows = zip(weights, scores, mask, np.broadcast_to(sink, len(scores)), strict=True)
        return all(
            close(w[~seen], 0)
            and ratios_fit(np.append(w[seen], 1 - w.sum()), np.append(s[seen], z))
            for w, s, seen, z in rows
        )

    def everything(mask):
        return np.ones_like(mask)

    def masked_afterwards(weights, scores, mask):
        if not close(weights[~mask], 0):
            return False
        seen = mask.argmax(axis=1)[:, None]  # of each row, one key that may be looked at
        ratio = np.exp(scores - np.take_along_axis(scores, seen, axis=1))
        before = np.where(mask, weights, np.take_along_axis(weights, seen, axis=1) * ratio)
        return any(fits(before, scores, everything(mask), sink) for sink in (0, NEVER))

    def masked_as_0(weights, scores, mask):
        zeroed = np.where(mask, scores, 0)
        return masked_afterwards(weights, zeroed, mask) or any(
            fits(weights, zeroed, everything(mask), sink) for sink in (0, NEVER)
        )

    def sink_left_behind(weights, scores, mask):
        tops = (
            np.where(mask, scores, NEVER).max(axis=1),
            np.where(mask, scores, 0).max(axis=1),
            scores.max(axis=1),
            scores.max(),
        )
        return any(fits(weights, scores, mask, sink=top) for top in tops)

    shapes = [(2, 3), (3, 5), (6, 4), (1, 7)]
    cases = [draw(*shape) for shape in shapes]
    weights = [ask.array(*case, shape=case[0].shape) for case in cases]
    mistakes = [
        Mistake(
            "no-sink",
            "Each row of weights adds up to 1, as in plain softmax: there is no room for the sink. "
            "It takes its share like any key, and is then thrown away.",
            lambda w, s, m: (
                any(fits(w, s, seen, NEVER) for seen in (m, everything(m)))
                or fits(w.T, s.T, m.T, NEVER)
            ),
        ),
        Mistake(
            "wrong-axis",
            "The weights compete down each column, over the queries. Each row is one query and "
            "shares its attention among the keys.",
            lambda w, s, m: fits(w.T, s.T, m.T),
            credit=0.3,
        ),
        Mistake(
            "inverted",
            "The mask is inverted: the keys with True got nothing and those with False got it all.",
            lambda w, s, m: fits(w, s, ~m),
            credit=0.4,
        ),
        Mistake(
            "mask-ignored",
            "Hidden keys get weight as if there were no mask.",
            lambda w, s, m: fits(w, s, everything(m)),
            credit=0.1,
        ),
        Mistake(
            "masked-score-0",
            "Hidden keys compete with the score 0. But exp(0) = 1, and 0 is no low score: which "
            "score has an exponential of 0?",
            masked_as_0,
            credit=0.2,
        ),
        Mistake(
            "masked-afterwards",
            "Hidden keys got their share first and lost it afterwards, so it is missing from the "
            "others. They must not compete at all.",
            masked_afterwards,
            credit=0.3,
        ),
        Mistake(
            "sink-left-behind",
            "A number was subtracted from all scores, but not from the sink's: its score is 0 "
            "before the shift, so what is it after?",
            sink_left_behind,
            credit=0.6,
        ),
    ]

    def rule(weights, scores, mask):
        row = next(
            i
            for i in range(len(scores))
            if not fits(*(a[i : i + 1] for a in (weights, scores, mask)))
        )
        seen = mask[row]
        return (
            f"In row {row}, the weights of the visible keys, {show(weights[row][seen])}, and the "
            f"sink's, {1 - weights[row].sum():.4g}, must be to each other as the exponentials of "
            f"{show(np.append(scores[row][seen], 0))}; all other weights must be 0."
        )

    judge(ask, cases, weights, fits, mistakes, rule=rule)

    cases = [draw(*shape) for shape in shapes[:3]]
    for _, mask in cases:
        mask[rng.integers(len(mask))] = False
    judge(
        ask,
        cases,
        [ask.array(*case, shape=case[0].shape) for case in cases],
        fits,
        [
            edge(
                "empty-row",
                "Right, except where a row may look at no key at all. Then the sink takes "
                "everything, and all weights are 0.",
                credit=0.6,
            )
        ],
        rule="Where a row of the mask is all False, the row of weights is all 0.",
    )

    cases = [draw(*shape) for shape in shapes]
    cases = [(scores + shift, mask) for shift in (1e4, -1e4) for scores, mask in cases]
    judge(
        ask,
        cases,
        [ask.array(*case, shape=case[0].shape) for case in cases],
        fits,
        [
            edge(
                "overflow",
                "Right for small scores, but not for scores of ±10,000: exp(10000) is too large "
                "for a float. Subtract something from all scores first, the sink's among them.",
                credit=0.6,
            )
        ],
        rule=rule,
    )

    cases = [draw(*shape) for shape in shapes]
    cases = [(np.where(mask, scores, scores + 1e4), mask) for scores, mask in cases]
    judge(
        ask,
        cases,
        [ask.array(*case, shape=case[0].shape) for case in cases],
        fits,
        [
            edge(
                "hidden-maximum",
                "Right, unless a hidden key has a very large score: it still decides what is "
                "subtracted, and the visible scores vanish beside it.",
                credit=0.7,
            )
        ],
        rule=rule,
    )
    return "This is “softmax₁”; some language models are trained with such a sink in every head."


# ── 4. a bag of keys ──────────────────────────────────────────────────────────────────────────


def attend(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, bias: np.ndarray | None = None
) -> np.ndarray:
    """Attention by torch, the oracle; ``bias`` is added to the scores."""
    q, k, v = (torch.tensor(np.asarray(a, dtype=float)) for a in (query, key, value))
    mask = None if bias is None else torch.tensor(bias).expand(len(q), len(k))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()


@check(reread="Chapter 3, All queries at once")
def attend_counted(ask: Ask, rng: np.random.Generator) -> str:
    """Attention over a bag in which key j occurs counts[j] times."""

    def draw(n_q, n_k, d_k, d_v, *, fewest=1, factor=1.0, stretch=1.0):
        """A case: what the answer gets, then how often to repeat each key, and what torch says."""
        repeats = rng.integers(fewest, 5, size=n_k)
        repeats[:2] = fewest, 3
        shapes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
        query, key, value = (np.round(rng.normal(0, 1.3, size=shape), 1) for shape in shapes)
        query *= stretch
        return query, key, value, repeats * factor, repeats, repeated(query, key, value, repeats)

    def repeated(query, key, value, repeats):
        return attend(query, np.repeat(key, repeats, axis=0), np.repeat(value, repeats, axis=0))

    def ask_all(cases):
        return [ask.array(*c[:4], shape=c[-1].shape) for c in cases]

    def also(output, q, k, v, counts, repeats, truth):
        return {"Expected": truth}

    def right(output, q, k, v, counts, repeats, truth):
        return close(output, truth)

    def is_like(other):
        return lambda output, q, k, v, c, n, truth: close(output, other(q, k, v, c, n))

    def competes_among_queries(output, q, k, v, c, n, truth):
        """Whether the weights of each key, over all queries, add up to 1 (or to its count)."""
        return close(output.sum(axis=0), v.sum(axis=0)) or close(output.sum(axis=0), c @ v)

    def rule(output, q, k, v, counts, repeats, truth):
        return (
            f"The same output as attention over the full list of {repeats.sum()} keys, in which "
            f"they stand {', '.join(map(str, repeats))} times."
        )

    sizes = [(2, 3, 2, 1), (2, 3, 4, 3), (5, 4, 3, 6), (3, 7, 8, 2)]
    cases = [draw(*size) for size in sizes]
    mistakes = [
        Mistake(
            "counts-ignored",
            "This is attention as if every key occurred once.",
            is_like(lambda q, k, v, c, n: attend(q, k, v)),
        ),
        Mistake(
            "counts-times-scores",
            "The scores are multiplied by the counts. But a key that occurs twice does not match "
            "the query twice as well: it has two shares, each as large as before.",
            is_like(lambda q, k, v, c, n: attend(q, k * c[:, None], v)),
            credit=0.2,
        ),
        Mistake(
            "counts-plus-scores",
            "The counts are added to the scores. Adding c to a score multiplies its share by "
            "exp(c): what must be added to multiply it by c?",
            is_like(lambda q, k, v, c, n: attend(q, k, v, bias=c)),
        ),
        Mistake(
            "not-renormalised",
            "The counts are multiplied in after the softmax, so the weights no longer add up to 1: "
            "the output is a sum, not an average.",
            is_like(lambda q, k, v, c, n: attend(q, k, v * c[:, None])),
            credit=0.4,
        ),
        Mistake(
            "count-shares",
            "The values are scaled by their share of the counts, after softmax has already shared "
            "out the attention. The counts must take part in the sharing.",
            is_like(lambda q, k, v, c, n: attend(q, k, v * (c / c.sum())[:, None])),
            credit=0.3,
        ),
        Mistake(
            "one-too-many",
            "Every key counts once more than it should (log(1 + count), perhaps?).",
            is_like(lambda q, k, v, c, n: repeated(q, k, v, n + 1)),
            credit=0.4,
        ),
        Mistake(
            "no-scale",
            "The counts are right, but the scores are not divided by √d_k.",
            is_like(lambda q, k, v, c, n: repeated(q * k.shape[1] ** 0.5, k, v, n)),
            credit=0.5,
        ),
        Mistake(
            "scaled-by-d_k",
            "The counts are right, but the scores are divided by d_k instead of √d_k.",
            is_like(lambda q, k, v, c, n: repeated(q / k.shape[1] ** 0.5, k, v, n)),
            credit=0.5,
        ),
        Mistake(
            "scaled-by-d_v",
            "The counts are right, but the scores are divided by √d_v instead of √d_k: it is "
            "queries and keys that are multiplied.",
            is_like(lambda q, k, v, c, n: repeated(q * (k.shape[1] / v.shape[1]) ** 0.5, k, v, n)),
            credit=0.5,
        ),
        Mistake(
            "wrong-axis",
            "The queries compete for each key: softmax runs over the wrong axis. Each query "
            "shares its attention among the keys.",
            competes_among_queries,
            credit=0.2,
        ),
    ]
    judge(ask, cases, ask_all(cases), right, mistakes, rule=rule, also=also, given=4)

    cases = [draw(*size, fewest=0) for size in sizes]
    absent = edge(
        "absent-key",
        "Right, unless a key occurs 0 times: then it must have no weight at all.",
        credit=0.6,
    )
    judge(ask, cases, ask_all(cases), right, [absent], rule=rule, also=also, given=4)

    cases = [draw(*size, factor=rng.uniform(1.35, 1.45)) for size in sizes]
    whole = edge(
        "whole-counts-only",
        "Right for whole counts only. A count may be 1.4: only the proportions between the counts "
        "matter.",
        credit=0.4,
    )
    judge(ask, cases, ask_all(cases), right, [whole], rule=rule, also=also, given=4)

    cases = [draw(*size, stretch=2000.0) for size in sizes]
    overflow = edge(
        "overflow",
        "Right for small scores, but large ones overflow: exp(1000) is too large for a float. "
        "Subtract each row's maximum first.",
        credit=0.7,
    )
    judge(ask, cases, ask_all(cases), right, [overflow], rule=rule, also=also, given=4)
    return "A text of a million words so needs no more keys than it has different words."


# ── 5. the order of the tokens ────────────────────────────────────────────────────────────────


@check(reread="Chapter 3, Attention knows no order")
def restore_order(ask: Ask, rng: np.random.Generator) -> str:
    """From self-attention over x[order], the output of self-attention over x."""

    def draw(n, width):
        """A case: the output over x[order], the order, and the output over x."""
        x, W_V = rng.normal(size=(n, width)), rng.normal(size=(width, width))
        W_Q, W_K = rng.normal(0, 0.5, size=(2, width, width))
        order = rng.permutation(n)
        while np.array_equal(order[order], np.arange(n)):  # it would undo itself
            order = rng.permutation(n)
        over, straight = (np.round(run_head((W_Q, W_K, W_V), y), 3) for y in (x[order], x))
        return over, order, straight

    cases = [draw(*size) for size in ((4, 2), (3, 5), (7, 3), (12, 4))]
    outputs = [ask.array(*case[:2], shape=case[0].shape) for case in cases]
    mistakes = [
        Mistake(
            "order-again",
            "The order is applied a second time. Row i of the output belongs to the token "
            "x[order[i]]: where must that row go?",
            lambda output, shuffled, order, whole: close(output, shuffled[order]),
        ),
        Mistake(
            "unchanged",
            "The output came back as it was. One query's output does not feel the order of the "
            "keys; but here the queries are shuffled too, and the outputs with them.",
            lambda output, shuffled, order, whole: close(output, shuffled),
        ),
        Mistake(
            "sorted-by-value",
            "The outputs are sorted by their size. Their place depends on `order` alone.",
            lambda output, shuffled, order, whole: bool(np.all(np.diff(output[:, 0]) >= 0)),
        ),
        Mistake(
            "reversed",
            "The rows are only reversed, whatever the order was.",
            lambda output, shuffled, order, whole: close(output, shuffled[::-1]),
        ),
        Mistake(
            "rows-lost",
            "Some row came back twice, another not at all: the answer must be the same rows in "
            "another order.",
            lambda output, shuffled, order, whole: (
                set(map(tuple, output)) < set(map(tuple, shuffled))
            ),
        ),
    ]
    judge(
        ask,
        cases,
        outputs,
        lambda output, shuffled, order, whole: close(output, whole),
        mistakes,
        given=2,
        also=lambda output, shuffled, order, whole: {"Expected": whole},
        rule="Row i is the output of token i of x, wherever that token stood in x[order].",
    )
    return "Self-attention is equivariant: shuffle what goes in, and what comes out is shuffled."


# ── 6 and 7. heads made by hand ───────────────────────────────────────────────────────────────


def run_head(weights: Weights, tokens: np.ndarray) -> np.ndarray:
    """Self-attention by torch over these tokens, with these weights."""
    W_Q, W_K, W_V = weights
    return attend(tokens @ W_Q, tokens @ W_K, tokens @ W_V)


def ask_head(ask: Ask, size: int) -> Weights:
    """The weights of a head for tokens of [one-hot of this size | height] that returns heights."""
    weights = ask.arrays(size, W_Q=(size + 1, None), W_K=(size + 1, None), W_V=(size + 1, 1))
    if weights.W_Q.shape != weights.W_K.shape:
        says = "W_Q and W_K must have the same shape: queries and keys meet in a dot product."
        came = f"{weights.W_Q.shape} and {weights.W_K.shape}"
        raise Wrong("widths-differ", f"{says} But theirs are {came}.")
    return weights


def tokens_of(which: np.ndarray, heights: np.ndarray, size: int) -> np.ndarray:
    return np.column_stack([np.eye(size)[which], heights])


def judge_head(
    ask: Ask, cases: list[tuple[int, np.ndarray, np.ndarray]], mistakes: list[Mistake], rule: str
) -> None:
    """Judge heads by what they output: a case is (size, tokens, the heights wanted)."""
    heads = [ask_head(ask, size) for size, _, _ in cases]

    def heights_from(weights, tokens):
        return run_head(weights, tokens)[:, 0]

    def right(weights, size, tokens, wanted):
        return close(heights_from(weights, tokens), wanted, rtol=0.0, atol=1e-3)

    def reader(size):
        return np.eye(size + 1)[:, -1:]

    def without_height(W):
        return np.vstack([W[:-1], np.zeros_like(W[-1:])])

    common = [
        Mistake(
            "too-soft",
            "The right keys score highest, but not by enough: the others still get some weight. "
            "Softmax turns a lead of t into a ratio of exp(t), and the scores are divided by √d_k.",
            lambda w, *case: right((1e3 * w[0], *w[1:]), *case),
            credit=0.6,
        ),
        Mistake(
            "height-in-scores",
            "The heights take part in the scores, so that tall tokens attract more attention. Who "
            "looks at whom must not depend on the height.",
            lambda w, *case: right((1e3 * without_height(w[0]), without_height(w[1]), w[2]), *case),
            credit=0.4,
        ),
        Mistake(
            "wrong-values",
            "Every token looks exactly where it should, but what it gets there is not the height: "
            "look at W_V.",
            lambda w, size, *case: right((*w[:2], reader(size)), size, *case),
            credit=0.5,
        ),
        Mistake(
            "uniform",
            "Every token gets the average over all tokens: all scores are the same.",
            lambda w, size, tokens, wanted: close(
                heights_from(w, tokens), tokens[:, -1].mean(), rtol=0.0, atol=0.05
            ),
        ),
    ]

    def also(weights, size, tokens, wanted):
        rows = {
            "one-hot at": tokens[:, :-1].argmax(axis=1),
            "height": tokens[:, -1],
            "your head gives": heights_from(weights, tokens),
            "it must give": wanted,
        }
        table = "\n".join(f"{name:16} {show(row)}" for name, row in rows.items())
        return {"For these tokens": table}

    judge(ask, cases, heads, right, [*mistakes, *common], rule=rule, also=also, given=1)


@check(reread="Chapter 3, Three views of one input")
def same_kind_head(ask: Ask, rng: np.random.Generator) -> str:
    """A head in which each token gets the mean height of all tokens of its own kind."""

    def draw(n_kinds, n):
        kinds = np.append(np.arange(n_kinds), rng.integers(n_kinds, size=n - n_kinds))
        kinds = rng.permutation(np.append(kinds, kinds[0]))
        heights = np.round(rng.uniform(-10, 10, size=len(kinds)), 1)
        wanted = np.array([heights[kinds == kind].mean() for kind in kinds])
        return n_kinds, tokens_of(kinds, heights, n_kinds), wanted

    cases = [draw(*size) for size in ((2, 4), (3, 8), (4, 20), (6, 7), (8, 40))]

    def mean_of_others(weights, n_kinds, tokens, wanted):
        kinds, heights = tokens[:, :-1], tokens[:, -1]
        other = kinds @ kinds.T == 0
        others = np.array([heights[row].mean() for row in other])
        return close(run_head(weights, tokens)[:, 0], others, rtol=0.0, atol=0.05)

    mistakes = [
        Mistake(
            "other-kinds",
            "Every token gets the mean of all the other kinds: look at the sign of the scores.",
            mean_of_others,
            credit=0.3,
        )
    ]
    judge_head(
        ask, cases, mistakes, "Each token gets the mean height of its own kind, up to 0.001."
    )
    return "No training at all: here you can see what the weights of such a head mean."


@check(reread="Chapter 3, When order matters")
def neighbour_head(ask: Ask, rng: np.random.Generator) -> str:
    """A head in which each token gets the height of the token before it."""

    def draw(length):
        heights = np.round(rng.uniform(-10, 10, size=length), 1)
        wanted = np.append(heights[0], heights[:-1])
        return length, tokens_of(np.arange(length), heights, length), wanted

    cases = [draw(length) for length in (4, 5, 9, 24)]

    def heights_out(weights, tokens):
        return run_head(weights, tokens)[:, 0]

    def near(a, b):
        return close(a, b, rtol=0.0, atol=1e-3)

    mistakes = [
        Mistake(
            "next",
            "Tokens get the height of the token after them. The query says where to look, the "
            "key says where one is: have they changed places?",
            lambda w, n, x, _: near(heights_out(w, x)[1:-1], x[2:, -1]),
            credit=0.3,
        ),
        Mistake(
            "itself",
            "Every token gets its own height back: it looks at itself alone.",
            lambda w, n, x, _: close(heights_out(w, x), x[:, -1], rtol=0.0, atol=0.05),
        ),
        Mistake(
            "wraps-around",
            "Right, except that the first token looks at the last. It has no predecessor and must "
            "keep its own height.",
            lambda w, n, x, wanted: near(heights_out(w, x), np.append(x[-1, -1], wanted[1:])),
            credit=0.7,
        ),
        Mistake(
            "first-token",
            "Right, except for the first token: it has no predecessor and must keep its own "
            "height, so some key must match its query.",
            lambda w, n, x, wanted: near(heights_out(w, x)[1:], wanted[1:]),
            credit=0.6,
        ),
    ]
    judge_head(ask, cases, mistakes, "Token i gets the height of token i − 1; the first its own.")
    return "Trained language models grow such heads by themselves: “previous-token heads”."


# ── 8. attention in pieces ────────────────────────────────────────────────────────────────────


@check(reread="Chapter 3, What it costs")
def merge(ask: Ask, rng: np.random.Generator) -> str:
    """From attention over two chunks of the keys, attention over all of them."""

    def over(query, key, value):
        """The output and the log-sum-exp of the scores, over these keys."""
        scores = torch.tensor(query @ key.T / key.shape[1] ** 0.5)
        return attend(query, key, value), torch.logsumexp(scores, dim=1).numpy()

    def draw(n_q, n_a, n_b, d_k, d_v):
        n_k = n_a + n_b
        query, key, value = (rng.normal(size=s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
        return (
            *over(query, key[:n_a], value[:n_a]),
            *over(query, key[n_a:], value[n_a:]),
            *over(query, key, value),
        )

    def ask_all(cases):
        return [ask.arrays(*c[:4], output=c[0].shape, lse=c[1].shape) for c in cases]

    def right(answer, a, lse_a, b, lse_b, whole, lse):
        return close(answer[0], whole) and close(answer[1], lse)

    def output_is(other):
        return lambda answer, *case: close(answer[0], other(*case))

    def rows(lse):
        return lse[:, None]

    mistakes = [
        Mistake(
            "plain-average",
            "The two outputs are averaged half and half. But the chunk whose keys match the query "
            "better must weigh more.",
            output_is(lambda a, lse_a, b, lse_b, whole, lse: (a + b) / 2),
        ),
        Mistake(
            "swapped",
            "The weights of the two chunks are swapped: each output got the other's.",
            output_is(lambda a, lse_a, b, lse_b, whole, lse: a + b - whole),
            credit=0.4,
        ),
        Mistake(
            "lse-as-weight",
            "The lse themselves are the weights. They are logarithms: what are they logarithms of?",
            output_is(
                lambda a, lse_a, b, lse_b, whole, lse: (
                    (rows(lse_a) * a + rows(lse_b) * b) / rows(lse_a + lse_b)
                )
            ),
            credit=0.2,
        ),
        Mistake(
            "not-normalised",
            "The weights of the two chunks do not add up to 1: the output is no average.",
            lambda answer, a, lse_a, b, lse_b, whole, lse: (
                any(
                    close(answer[0], whole * np.exp(rows(lse - shift)))
                    for shift in (0 * lse, np.maximum(lse_a, lse_b))
                )
                or close(answer[0], a + b)
            ),
            credit=0.3,
        ),
        Mistake(
            "winner-takes-all",
            "Each row comes from the chunk with the larger lse alone. The other has a share too.",
            output_is(
                lambda a, lse_a, b, lse_b, whole, lse: (
                    rows(lse_a > lse_b) * a + rows(lse_a <= lse_b) * b
                )
            ),
            credit=0.1,
        ),
        Mistake(
            "lse-max",
            "The output is right. But the new lse is only the larger of the two; it must count "
            "the keys of both chunks.",
            lambda answer, a, lse_a, b, lse_b, whole, lse: (
                close(answer[0], whole) and close(answer[1], np.maximum(lse_a, lse_b))
            ),
            credit=0.5,
        ),
        Mistake(
            "lse-added",
            "The output is right. But the two lse are added or averaged: it is the sums inside "
            "the logarithms that add up.",
            lambda answer, a, lse_a, b, lse_b, whole, lse: (
                close(answer[0], whole) and any(close(answer[1] * n, lse_a + lse_b) for n in (1, 2))
            ),
            credit=0.5,
        ),
        Mistake(
            "lse-without-log",
            "The output is right. But of the new lse the logarithm is missing.",
            lambda answer, a, lse_a, b, lse_b, whole, lse: (
                close(answer[0], whole) and close(answer[1], np.exp(lse))
            ),
            credit=0.5,
        ),
        Mistake(
            "lse-wrong",
            "The output is right, the new lse is not. It is the logarithm of the sum of exp(score) "
            "over the keys of both chunks.",
            lambda answer, a, lse_a, b, lse_b, whole, lse: close(answer[0], whole),
            credit=0.5,
        ),
    ]
    rule = "The output and the lse of attention over all the keys at once."
    sizes = [(1, 2, 1, 2, 2), (3, 4, 2, 4, 5), (5, 1, 7, 3, 2), (2, 12, 9, 8, 3)]

    def also(answer, a, lse_a, b, lse_b, whole, lse):
        return {"Expected": answer._make([whole, lse])}

    cases = [draw(*size) for size in sizes]
    judge(ask, cases, ask_all(cases), right, mistakes, rule=rule, also=also, given=4)

    def shifted(shift, a, lse_a, b, lse_b, whole, lse):
        """The same with this number added to every score."""
        return a, lse_a + shift, b, lse_b + shift, whole, lse + shift

    def right_enough(answer, a, lse_a, b, lse_b, whole, lse):
        """With the rounding of float32 at 1000."""
        return close(answer[0], whole, 1e-3, 1e-3) and close(answer[1], lse, 1e-3, 1e-3)

    cases = [shifted(shift, *draw(*size)) for size in sizes for shift in (1000, -1000)]
    overflow = edge(
        "overflow",
        "Right for small scores. But with an lse of ±1000, exp(lse) is too large or too small for "
        "a float. Which number can be taken from both lse without changing the weights?",
        credit=0.6,
    )
    outputs = ask_all(cases)
    judge(ask, cases, outputs, right_enough, [overflow], rule=rule, also=also, given=4)
    return "Merge one key at a time, and the whole matrix of weights is never needed."


# ── 9. what a head costs ──────────────────────────────────────────────────────────────────────


@check(reread="Chapter 3, What it costs")
def cost(ask: Ask, rng: np.random.Generator) -> str:
    """Parameters and multiplications of one head of cross-attention."""
    names = ("parameters", "projections", "scores", "weighted_sum")

    def empty(*shape):
        return torch.empty(shape, device="meta")  # a tensor with a shape and no numbers

    def counted(*products):
        """What torch counts, two operations for each multiplication."""
        with FlopCounterMode(display=False) as counter:
            for a, b in products:
                a @ b
        return counter.get_total_flops() // 2

    def measured(n_q, n_k, d_model, d_k, d_v):
        x, context = empty(n_q, d_model), empty(n_k, d_model)
        W_Q, W_K, W_V = empty(d_model, d_k), empty(d_model, d_k), empty(d_model, d_v)
        return {
            "parameters": sum(W.numel() for W in (W_Q, W_K, W_V)),
            "projections": counted((x, W_Q), (context, W_K), (context, W_V)),
            "scores": counted((empty(n_q, d_k), empty(d_k, n_k))),
            "weighted_sum": counted((empty(n_q, n_k), empty(n_k, d_v))),
        }

    def right(answer, *sizes):
        return answer == measured(*sizes)

    def is_partly(other):
        """Each number is right, or that of this ``other`` count."""

        def fits(answer, *sizes):
            true, false = measured(*sizes), other(*sizes)
            return all(answer[name] in (true[name], false[name]) for name in names)

        return fits

    def more(sizes, **extra):
        return {name: number + extra.get(name, 0) for name, number in measured(*sizes).items()}

    cases = [(2, 3, 5, 4, 1), (10, 7, 64, 16, 24)]
    cases += [tuple(rng.choice(np.arange(2, 99), size=5, replace=False).tolist()) for _ in "four"]
    answers = [ask.numbers(*case, names=names) for case in cases]
    mistakes = [
        Mistake(
            "operations",
            "These count multiplications and additions: FLOPs, twice as many. Count the "
            "multiplications.",
            is_partly(lambda *s: {n: 2 * number for n, number in measured(*s).items()}),
            credit=0.5,
        ),
        Mistake(
            "n_k-forgotten",
            "Somewhere n_q stands for n_k. This is cross-attention: the keys and values come from "
            "the context, which has n_k tokens.",
            is_partly(lambda n_q, n_k, *d: measured(n_q, n_q, *d)),
            credit=0.4,
        ),
        Mistake(
            "sides-swapped",
            "The two sequences changed places: the queries come from the n_q tokens, keys and "
            "values from the n_k.",
            is_partly(lambda n_q, n_k, *d: measured(n_k, n_q, *d)),
            credit=0.4,
        ),
        Mistake(
            "d_model-everywhere",
            "Somewhere d_model stands for d_k or d_v. A head works at its own, smaller widths.",
            is_partly(lambda n_q, n_k, d, d_k, d_v: measured(n_q, n_k, d, d, d)),
            credit=0.3,
        ),
        Mistake(
            "d_v-forgotten",
            "Somewhere d_k stands for d_v: values have a width of their own.",
            is_partly(lambda n_q, n_k, d, d_k, d_v: measured(n_q, n_k, d, d_k, d_k)),
            credit=0.5,
        ),
        Mistake(
            "biases",
            "The parameters of biases are counted too. These projections have none.",
            is_partly(lambda *s: more(s, parameters=2 * s[3] + s[4])),
            credit=0.6,
        ),
        Mistake(
            "output-projection",
            "The output projection W_O is counted too. It belongs to the layer that joins several "
            "heads, not to one head.",
            is_partly(lambda *s: more(s, parameters=s[4] * s[2], projections=s[0] * s[4] * s[2])),
            credit=0.5,
        ),
        Mistake(
            "values-forgotten",
            "The values are not counted: they are projected by a third matrix, W_V.",
            is_partly(lambda n_q, n_k, d, d_k, d_v: measured(n_q, n_k, d, d_k, 0)),
            credit=0.4,
        ),
        Mistake(
            "no-projections",
            "The projections are counted as if each token were one multiplication wide: a row of "
            "d_model numbers meets each column of a matrix.",
            is_partly(
                lambda n_q, n_k, d, d_k, d_v: more(
                    (n_q, n_k, d, d_k, d_v),
                    projections=n_q * d_k
                    + n_k * (d_k + d_v)
                    - measured(n_q, n_k, d, d_k, d_v)["projections"],
                )
            ),
            credit=0.3,
        ),
    ]
    judge(
        ask,
        cases,
        answers,
        right,
        mistakes,
        also=lambda answer, *sizes: {"Expected": measured(*sizes)},
        rule="What torch counts in the products of one head (FlopCounterMode: FLOPs / 2).",
    )

    huge = 2**40

    def at_large(n_q, n_k, d_model, d_k, d_v):
        """Sizes that no one can measure: the parameters grow with d_model, the rest twice."""
        small = measured(n_q // huge, n_k // huge, d_model // huge, d_k, d_v)
        return {n: k * (huge if n == "parameters" else huge**2) for n, k in small.items()}

    cases = [(n_q * huge, n_k * huge, d * huge, d_k, d_v) for n_q, n_k, d, d_k, d_v in cases]
    wraps = edge(
        "integer-overflow",
        "Right for small sizes. For large ones the numbers pass 2⁶³, where NumPy's integers wrap "
        "around; Python's own do not.",
        credit=0.7,
    )
    judge(
        ask,
        cases,
        [ask.numbers(*case, names=names) for case in cases],
        lambda answer, *sizes: answer == at_large(*sizes),
        [wraps],
        also=lambda answer, *sizes: {"Expected": at_large(*sizes)},
        rule="The same count, for sizes beyond any machine.",
    )
    return "Only the last two grow with the product of the lengths: that is the famous n²."
