"""The check of `window_decoder`: a decoder layer with windowed causal self-attention."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of, overflows

MOST_POSITIONS, LARGEST_WIDTH, LARGEST_WINDOW = 50, 32, 100
LARGEST_SCORE = 1000
EPS = 1e-5


class Layer(NamedTuple):
    """The arguments of one call of the student's `window_decoder`.

    Y        the target, (n, d)
    M        the source, (m, d)
    W_self   the matrices W_Q, W_K and W_V of the self-attention, (3, d, d)
    W_cross  the matrices W_Q, W_K and W_V of the cross-attention, (3, d, d)
    window   the number of target positions that a position sees, its own among them
    """

    Y: np.ndarray
    M: np.ndarray
    W_self: np.ndarray
    W_cross: np.ndarray
    window: int


@check(
    reread="Chapter 5, [Encoder and decoder](05-transformer#encoder-decoder) and "
    "Chapter 3, [Masks](03-dot-product#masks)"
)
def window_decoder(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's attention sublayers of a decoder layer, the first with a causal window.

    Promised domain: 1 to 50 target and source positions, widths from 2 to 32, windows from 1 to
        100, scores from −1000 to 1000.
    Extremes and special cases, alone and together: a window of 1; a window as long as the target; a
        longer window; one target position; one source position; more source than target positions,
        fewer, and equally many; scores near ±1000 in either attention; a position that sees only
        scores near −1000; small inputs; a position of zeros; 50 target and 49 source positions of
        width 32.
    Usual mistakes: the mask has no window; the window is one position too long; the window is one
        position too short; the mask shows the future; the mask hides the position itself; the mask
        multiplies the weights; the mask multiplies the scores; the second attention has a mask,
        too; the self-attention is missing; the cross-attention is missing; the cross-attention
        comes first; queries are made of the wrong input; matrices are exchanged; matrices are
        transposed; both attentions use the same matrices; the scores are not divided by √d; the
        softmax runs over the queries; a residual connection is missing; a residual connection
        starts at the wrong input; a norm is missing; the norms come before the sublayers; the norms
        run over the positions; the source is normalised, too; an RMSNorm is used for a LayerNorm; a
        norm divides the variance by d − 1. In edge cases: the code skips the attention if the
        window is 1; a long window shows the future; norms have no ε; norms have a wrong ε;
        exponentials overflow; hidden scores are set to a finite number instead of −∞.
    Certain: input and matrices are random, so every two of these mistakes give different
        outputs. A mistake is named only if the student's outputs fit it in all cases.
    """

    def sees(n, m, back, ahead=0):
        """A mask (n, m) in which position i sees positions i − ``back`` to i + ``ahead``."""
        distance = np.arange(m) - np.arange(n)[:, None]
        return (-back <= distance) & (distance <= ahead)

    def draw(n, m, d, window):
        W_self, W_cross = rng.normal(size=(2, 3, d, d)) / d**0.5 * 1.5
        return Layer(rng.normal(size=(n, d)), rng.normal(size=(m, d)), W_self, W_cross, int(window))

    def attend(x, memory, W, mask=None, *, scale=1.0):
        """Attention of ``x`` to ``memory``, computed by torch, with scores times ``scale`` / √d.

        W holds W_Q, W_K and W_V. The mask is true at visible positions.
        """
        q, k, v = (torch.tensor(a @ w)[None] for a, w in zip((x, memory, memory), W, strict=True))
        seen = None if mask is None else torch.tensor(mask)
        scaled = scale / x.shape[1] ** 0.5
        return F.scaled_dot_product_attention(q, k, v, attn_mask=seen, scale=scaled)[0].numpy()

    def softmax(scores, axis=-1):
        return torch.softmax(torch.tensor(scores), dim=axis).numpy()

    def by_hand(x, memory, W, mask, *, weigh):
        """Like `attend`, but the attention weights are ``weigh(scores, mask)``.

        The scores are already divided by √d.
        """
        q, k, v = (a @ w for a, w in zip((x, memory, memory), W, strict=True))
        return weigh(q @ k.T / x.shape[1] ** 0.5, mask) @ v

    def norm(x, axis=-1, correction=0, eps=EPS):
        mean = x.mean(axis=axis, keepdims=True)
        variance = x.var(axis=axis, keepdims=True, ddof=min(correction, x.shape[axis] - 1))
        return (x - mean) / np.sqrt(variance + eps)

    def rms_norm(x):
        return x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + EPS)

    def window_of(case):
        return sees(len(case.Y), len(case.Y), case.window - 1)

    def first(case, mask=None, *, norm=norm, **how):
        mask = window_of(case) if mask is None else mask
        return norm(case.Y + attend(case.Y, case.Y, case.W_self, mask, **how))

    def second(case, a, mask=None, *, norm=norm, **how):
        return norm(a + attend(a, case.M, case.W_cross, mask, **how))

    def layer(case, mask=None, **how):
        return second(case, first(case, mask, **how), **how)

    def with_mask(*bounds):
        """A predicate (output, case): whether the output fits a wrong mask of the self-attention.

        Each of ``bounds`` takes the window size and returns how many positions back and how many
        positions ahead each position sees.
        """
        return equals_one_of(
            *(
                lambda case, of=of: layer(case, sees(len(case.Y), len(case.Y), *of(case.window)))
                for of in bounds
            )
        )

    def fits(output, other):
        return close(output, other, 1e-3, 1e-4)

    def right(output, case):
        return fits(output, layer(case))

    def not_itself(output, case):
        """Whether the output is that of a layer whose window ends just before each position.

        Position 0 is not compared, since its window is empty.
        """
        n = len(case.Y)
        shifted = (sees(n, n, back, -1) for back in (case.window - 1, case.window))
        for mask in shifted:
            if close(output[1:], layer(case, mask | (np.eye(n) * sees(n, 1, 0) > 0))[1:]):
                return True
        return False

    def window_twice(output, case):
        """Whether the output is that of a layer whose cross-attention has a causal mask, too.

        Positions for which the mask hides the whole source are not compared.
        """
        n, m = len(case.Y), len(case.M)
        for mask in (sees(n, m, case.window - 1), sees(n, m, n)):
            some = mask.any(axis=1)
            other = second(case, first(case), mask | ~some[:, None])
            if close(output[some], other[some]):
                return True
        return False

    def weighed(weigh, *, in_first=True, in_second=False):
        """A function (case): the layer's output if ``weigh`` computes the attention weights.

        ``weigh(scores, mask)`` replaces the softmax of the self-attention if ``in_first``, and of
        the cross-attention if ``in_second``. The mask is true at visible positions.
        """

        def layer_of(case):
            x, a = case.Y, first(case)
            if in_first:
                a = norm(x + by_hand(x, x, case.W_self, window_of(case), weigh=weigh))
            if not in_second:
                return second(case, a)
            every = np.ones((len(x), len(case.M)), dtype=bool)
            return norm(a + by_hand(a, case.M, case.W_cross, every, weigh=weigh))

        return layer_of

    def over_queries(scores, mask):
        return softmax(np.where(mask, scores, -np.inf), axis=0)

    def hidden_at(score):
        """A function (case): the layer's output if hidden scores become ``score`` and not −∞."""
        return weighed(lambda scores, mask: softmax(np.where(mask, scores, score)))

    def turned(case, *order):
        return case._replace(W_self=case.W_self[[*order]], W_cross=case.W_cross[[*order]])

    def pre_norm(case):
        x = case.Y
        a = x + attend(norm(x), norm(x), case.W_self, window_of(case))
        return a + attend(norm(a), case.M, case.W_cross)

    def unwired(case, *, residual):
        """The layer's output with only one residual connection, "first" or "second", or "none"."""
        a = attend(case.Y, case.Y, case.W_self, window_of(case))
        a = norm(case.Y + a if residual == "first" else a)
        c = attend(a, case.M, case.W_cross)
        return norm(a + c if residual == "second" else c)

    def unnormed(case, *, which):
        def as_it_is(x):
            return x

        a = first(case, norm=norm if which == "second" else as_it_is)
        return second(case, a, norm=norm if which == "first" else as_it_is)

    def cross_first(case):
        c = second(case, case.Y)
        return norm(c + attend(c, c, case.W_self, window_of(case)))

    def other_queries(case):
        a = first(case)
        return norm(a + attend(case.Y, case.M, case.W_cross))

    mistakes: Mistakes = [
        Mistake(
            "no-window",
            "The past is not cut: this is the causal mask of the chapter. A position sees `window` "
            "positions, its own among them.",
            with_mask(lambda w: (MOST_POSITIONS, 0)),
            credit=0.4,
        ),
        Mistake(
            "one-too-many",
            "The window is one position too long: `window` counts the position itself.",
            with_mask(lambda w: (w, 0)),
            credit=0.7,
        ),
        Mistake(
            "one-too-few",
            "The window is one position too short: `window` positions in all, the position's own "
            "among them.",
            with_mask(lambda w: (max(0, w - 2), 0)),
            credit=0.7,
        ),
        Mistake(
            "future",
            "Positions see what comes after them. A decoder that does so reads what it should "
            "predict.",
            with_mask(
                lambda w: (w - 1, w - 1),
                lambda w: (w, w),
                lambda w: (0, w - 1),
                lambda w: (w - 1, MOST_POSITIONS),
                lambda w: (MOST_POSITIONS, MOST_POSITIONS),
                lambda w: (0, MOST_POSITIONS),
            ),
            credit=0.2,
        ),
        Mistake(
            "not-itself",
            "No position sees itself. The window ends at the position itself.",
            not_itself,
            credit=0.4,
        ),
        Mistake(
            "mask-as-factor",
            "The mask is a factor. Of the weights, it leaves rows that no longer add up to 1; of "
            "the scores, it makes them 0, which is no small score. Hidden scores must be −∞.",
            equals_one_of(
                weighed(lambda scores, mask: softmax(scores) * mask),
                weighed(lambda scores, mask: softmax(scores * mask)),
            ),
            credit=0.4,
        ),
        Mistake(
            "softmax-over-queries",
            "A softmax runs over the queries. The weights of each query, a row, add up to 1.",
            equals_one_of(
                weighed(over_queries),
                weighed(over_queries, in_second=True),
                weighed(over_queries, in_first=False, in_second=True),
            ),
            credit=0.4,
        ),
        Mistake(
            "window-twice",
            "The attention to the source has a mask, too. Every target position may see every "
            "source position.",
            window_twice,
            credit=0.4,
        ),
        Mistake(
            "no-cross-attention",
            "The source has no influence: the attention to `M` is missing.",
            equals_one_of(first),
            credit=0.3,
        ),
        Mistake(
            "no-self-attention",
            "The attention among the target positions is missing.",
            equals_one_of(lambda case: second(case, case.Y)),
            credit=0.3,
        ),
        Mistake(
            "other-order",
            "The attention to the source comes first. It should come second.",
            equals_one_of(cross_first),
            credit=0.5,
        ),
        Mistake(
            "queries-of-the-input",
            "The queries of the second attention are made of `Y`. They are made of a, the result "
            "of the first sublayer.",
            equals_one_of(other_queries),
            credit=0.5,
        ),
        Mistake(
            "matrices-exchanged",
            "Matrices are exchanged. `W_self` and `W_cross` hold W_Q, W_K and W_V in this order.",
            equals_one_of(
                lambda case: layer(case._replace(W_self=case.W_cross, W_cross=case.W_self)),
                *(
                    lambda case, order=order: layer(turned(case, *order))
                    for order in ((1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1))
                ),
            ),
            credit=0.5,
        ),
        Mistake(
            "matrices-used-twice",
            "Both attentions use the same matrices. `W_self` belongs to the first, `W_cross` to "
            "the second.",
            equals_one_of(
                lambda case: layer(case._replace(W_cross=case.W_self)),
                lambda case: layer(case._replace(W_self=case.W_cross)),
            ),
            credit=0.5,
        ),
        Mistake(
            "matrices-transposed",
            "The matrices are transposed: a row y becomes the query `y @ W`, not `W @ y`.",
            equals_one_of(
                lambda case: layer(
                    case._replace(
                        W_self=case.W_self.swapaxes(1, 2), W_cross=case.W_cross.swapaxes(1, 2)
                    )
                )
            ),
            credit=0.5,
        ),
        Mistake(
            "not-scaled",
            "The scores are not divided by √d, or by another number.",
            equals_one_of(
                lambda case: layer(case, scale=case.Y.shape[1] ** 0.5),
                lambda case: layer(case, scale=case.Y.shape[1] ** -0.5),
            ),
            credit=0.6,
        ),
        Mistake(
            "no-residual",
            "A residual connection is missing. Each of the two sublayers adds its input to what "
            "the attention returns.",
            equals_one_of(
                lambda case: unwired(case, residual="none"),
                lambda case: unwired(case, residual="first"),
                lambda case: unwired(case, residual="second"),
            ),
            credit=0.4,
        ),
        Mistake(
            "residual-of-the-input",
            "The second residual connection begins at `Y`. It begins at a, the result of the first "
            "sublayer.",
            equals_one_of(lambda case: norm(case.Y + attend(first(case), case.M, case.W_cross))),
            credit=0.5,
        ),
        Mistake(
            "source-normalised",
            "`M` is normalised. The second attention reads it as it is.",
            equals_one_of(lambda case: layer(case._replace(M=norm(case.M)))),
            credit=0.5,
        ),
        Mistake(
            "pre-norm",
            "This is pre-norm: the inputs of the sublayers are normalised. Here the sums are.",
            equals_one_of(pre_norm, lambda case: norm(pre_norm(case))),
            credit=0.4,
        ),
        Mistake(
            "no-norm",
            "A LayerNorm is missing: there is one behind each of the two sums.",
            equals_one_of(
                lambda case: unnormed(case, which="none"),
                lambda case: unnormed(case, which="first"),
                lambda case: unnormed(case, which="second"),
            ),
            credit=0.4,
        ),
        Mistake(
            "over-the-positions",
            "LayerNorm runs over the positions. Each position is normalised by itself.",
            equals_one_of(lambda case: layer(case, norm=lambda x: norm(x, axis=0))),
            credit=0.3,
        ),
        Mistake(
            "no-mean-subtracted",
            "No mean is subtracted: this is RMSNorm. LayerNorm subtracts the mean of each row, and "
            "divides by the root of its variance.",
            equals_one_of(lambda case: layer(case, norm=rms_norm)),
            credit=0.5,
        ),
        Mistake(
            "unbiased",
            "The variance is divided by d − 1, as torch's `std` and `var` do by default. LayerNorm "
            "divides by d.",
            equals_one_of(lambda case: layer(case, norm=lambda x: norm(x, correction=1))),
            credit=0.7,
        ),
    ]

    def without_eps(x):
        """Five wrong LayerNorms of x: one with ε outside the root, four with too small an ε."""
        centred = x - x.mean(axis=1, keepdims=True)
        deviation = x.std(axis=1, keepdims=True)
        return [centred / (deviation + EPS), *(norm(x, eps=eps) for eps in (0, 1e-6, 1e-8, 1e-12))]

    def eps_forgotten(output, case):
        if (case.Y == 0).all(axis=1).any() and not np.isfinite(output).all():
            return True
        others = (layer(case, norm=lambda x, i=i: without_eps(x)[i]) for i in range(5))
        return right(output, case) or any(close(output, o, 1e-3, 1e-4) for o in others)

    eps_elsewhere = Mistake(
        "eps-forgotten",
        "ε is missing in the norms, has another value, or stands outside of the root. It is added "
        "to the variance.",
        eps_forgotten,
        credit=0.8,
    )

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=case.Y.shape) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": layer(case)},
            rule="a = LN(y + attention to the last `window` positions of the target), and the "
            "output is LN(a + attention of a to `M`).",
        )

    n, m, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [draw(4, 3, 3, 2), draw(n + 1, m, d, 2), draw(n + 3, n + 4, d, 3)]
    judge_at([*ordinary, draw(m + 4, m + 1, 3, 4)], [*mistakes, eps_elsewhere])

    sees_everything = with_mask(lambda w: (MOST_POSITIONS, MOST_POSITIONS))
    unmasked = Mistake(
        "long-window",
        "A window as long as the target, or longer, still hides the future.",
        lambda output, case: (
            right(output, case) or (case.window >= len(case.Y) and sees_everything(output, case))
        ),
        credit=0.7,
    )
    alone_left_out = Mistake(
        "window-of-1",
        "With a window of 1 there is an attention, too: each position attends to itself, and gets "
        "its own value.",
        lambda output, case: (
            right(output, case)
            or (
                case.window == 1
                and any(fits(output, second(case, a)) for a in (case.Y, norm(case.Y)))
            )
        ),
        credit=0.7,
    )
    overflow = Mistake(
        "overflow",
        "The exponentials of scores of ±1000 are too large or too small for a float. Hide first, "
        "then subtract the largest score that each row still has.",
        overflows(right),
        credit=0.7,
    )
    not_hidden = [hidden_at(-float(score)) for score in (50, 99, 100, 200, 500, 999, 1000)]
    finite_mask = Mistake(
        "not-hidden-enough",
        "Hidden scores are set to a number that is not small enough: seen scores go down to −1000, "
        "too. Hidden scores must be −∞.",
        equals_one_of(*not_hidden, same=fits),
        credit=0.7,
    )

    def steep(case, which, sign):
        """A copy of the test case whose largest absolute score in one attention is near 1000.

        ``which`` is "W_self" or "W_cross". If ``sign`` is −1, all scores of this attention are
        negated.
        """
        x, memory = (case.Y, case.Y) if which == "W_self" else (first(case), case.M)
        W_Q, W_K, W_V = getattr(case, which)
        largest = abs((x @ W_Q) @ (memory @ W_K).T).max() / x.shape[1] ** 0.5
        sharp = np.stack([sign * W_Q * (LARGEST_SCORE - 20) / largest, W_K, W_V])
        return case._replace(**{which: sharp})

    def faint(case):
        """A test case in which position 0 sees only itself, with a score near −1000.

        The mask hides scores near 1000 from it. Only the number of source positions comes from
        ``case``.
        """
        Y = np.array([[1.0, -1, 2, 0], [1, 1, 0, 3], [1, 1, -2, 1]])
        W_Q, W_K, W_V = np.zeros((4, 4)), np.zeros((4, 4)), np.diag([0.0, 0, 1, 1])
        W_Q[0, 0] = W_K[1, 0] = (2 * (LARGEST_SCORE - 1)) ** 0.5  # scores of ±999, by √d = 2
        others = draw(3, len(case.M), 4, 2)
        return others._replace(Y=Y, W_self=np.stack([W_Q, W_K, W_V]))

    alone = [draw(n, m, d, 1), draw(1, m, d, 2), draw(n, 1, d, 2), draw(1, 1, 2, 1)]
    alone += [draw(n, n, n, 3), draw(MOST_POSITIONS, MOST_POSITIONS - 1, LARGEST_WIDTH, 7)]
    long = [draw(n, m, d, n), draw(n, m, d, n + 1), draw(5, 2, 3, LARGEST_WINDOW)]
    far = draw(n, m, d, 3)  # one of the two signs makes the largest score positive
    sharp = [steep(far, which, sign) for which in ("W_self", "W_cross") for sign in (1, -1)]
    sharp.append(faint(far))
    quiet = draw(n, m, d, 2)
    silent = quiet._replace(Y=np.where(np.arange(n)[:, None] == 0, 0.0, quiet.Y))
    small = [quiet._replace(Y=0.002 * quiet.Y), silent]
    small += [quiet._replace(Y=0.003 * quiet.Y[:1])]
    judge_edges(
        lambda: judge_at(alone, [eps_elsewhere, alone_left_out]),
        lambda: judge_at(small, [eps_elsewhere]),
        lambda: judge_at(long, [eps_elsewhere, unmasked]),
        lambda: judge_at(sharp, [eps_elsewhere, overflow, finite_mask]),
    )
    return "A stack of L such layers still sees L · (window − 1) positions back."
