"""Prompts ask the image, and the image asks back."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Part, check, close, judge_parts
from payattention.checks.edges import judge_edges
from payattention.checks.gives import overflows

MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH = 20, 64, 32
LARGEST_SCORE = 1000
EPS = 1e-5


class Step(NamedTuple):
    """The arguments of one call."""

    T: np.ndarray
    X: np.ndarray
    E: np.ndarray
    real: np.ndarray
    W_ask: np.ndarray
    W_back: np.ndarray


class Both(NamedTuple):
    """What an answer returns."""

    tokens: np.ndarray
    image: np.ndarray


@check(reread="Chapter 7, [Two-way attention](07-vit#two-way)", odd_form=True)
def two_way_step(ask: Ask, rng: np.random.Generator) -> str:
    """Prompt tokens attend to an image, which then attends to those that are no padding.

    Promised domain: 1 to 20 tokens, at least one of them real; 1 to 64 places of the image; widths
        from 2 to 32; scores from −1000 to 1000.
    Extremes and special cases, alone and together: all tokens real, one of them; padding before,
        between and behind; one token, one place; as many of both; scores near ±1000 in either
        attention; small inputs, for which ε counts; all sizes at their largest.
    Usual mistakes: the image asks the old tokens, or goes first; padding is seen, multiplied by 0,
        or changed itself; positions missing, among the values, or in the sum; no residual
        connections, no norms, norms before; no √d; matrices exchanged. At the edges: an overflow,
        norms without ε.
    Certain: inputs and matrices are random, and each of the two results is judged by itself; a
        mistake must give it in all cases.
    """

    def draw(t, n, d, real=None):
        """Inputs for which ε does not count."""
        while True:
            padded = np.ones(t, dtype=bool)
            padded[rng.choice(t, size=max(1, t // 3), replace=False)] = False
            seen = padded if real is None else np.array(real, dtype=bool)
            W_ask, W_back = rng.normal(size=(2, 3, d, d)) / d**0.5 * 1.5
            T, X, E = (rng.normal(size=size) for size in ((t, d), (n, d), (n, d)))
            case = Step(T, X, E, seen, W_ask, W_back)
            if steady(case):
                return case

    def steady(case):
        """Whether both results are nearly the same without ε."""
        ours, other = step(case), step(case, norm=lambda x: norm(x, 0.0))
        return all(close(a, b, 3e-4, 3e-5) for a, b in zip(ours, other, strict=True))

    def attend(query, key, value, W, seen=None, scale=1.0):
        """What torch's attention returns."""
        q, k, v = (torch.tensor(x @ w)[None] for x, w in zip((query, key, value), W, strict=True))
        mask = None if seen is None else torch.tensor(np.tile(seen, (len(query), 1)))
        scaled = scale / query.shape[1] ** 0.5
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scaled)[0].numpy()

    def norm(x, eps=EPS):
        return F.layer_norm(torch.tensor(x), x.shape[1:], eps=eps).numpy()

    def as_it_is(x):
        return x

    def asked(case, *, where=None, value=None, norm=norm, residual=True, scale=1.0):
        """The tokens after they have attended to the image, padding among them."""
        key = case.X + (case.E if where is None else where)
        found = attend(case.T, key, case.X if value is None else value, case.W_ask, scale=scale)
        return norm(case.T + found if residual else found)

    def back(
        case,
        a,
        *,
        where=None,
        start=None,
        seen=None,
        norm=norm,
        residual=True,
        scale=1.0,
        value=None,
    ):
        """The image after it has attended to the tokens ``a``."""
        seen = case.real if seen is None else seen
        query = case.X + (case.E if where is None else where)
        found = attend(query, a, a if value is None else value, case.W_back, seen, scale)
        start = case.X if start is None else start
        return norm(start + found if residual else found)

    def kept(case, a):
        """With the padding as it came."""
        return np.where(case.real[:, None], a, case.T)

    def step(case, **how):
        """Both results, where both attentions are computed in the same other way."""
        a = asked(case, **how)
        return Both(kept(case, a), back(case, a, **how))

    def without_positions(case):
        return step(case, where=0 * case.X)

    def with_values(case):
        a = asked(case, value=case.X + case.E)
        return Both(kept(case, a), back(case, a))

    def start_moved(case):
        """The positions are added to the image for good."""
        moved = case._replace(X=case.X + case.E, E=0 * case.E)
        return step(moved)

    def in_sum(case):
        a = asked(case)
        return Both(kept(case, a), back(case, a, start=case.X + case.E))

    def old_tokens(case):
        return Both(kept(case, asked(case)), back(case, case.T))

    def image_first(case):
        image = back(case, case.T)
        return Both(kept(case, asked(case._replace(X=image))), image)

    def padding_seen(case):
        a = asked(case)
        return Both(kept(case, a), back(case, a, seen=np.ones(len(a), dtype=bool)))

    def padding_as_zeros(case):
        """Padding is zeroed, not masked: zero vectors, which score 0, or zero values."""
        a = asked(case)
        everything = np.ones(len(a), dtype=bool)
        nothing = a * case.real[:, None]
        return [
            Both(kept(case, a), back(case, nothing, seen=everything)),
            Both(kept(case, a), back(case, a, value=nothing, seen=everything)),
        ]

    def padding_changed(case):
        a = asked(case)
        return [Both(a, back(case, a)), Both(a * case.real[:, None], back(case, a))]

    def padding_elsewhere(case):
        """The mask is inverted: padding is attended to, and real points are not."""
        if case.real.all():
            return Both(case.T, case.X)
        a = asked(case)
        return Both(np.where(case.real[:, None], case.T, a), back(case, a, seen=~case.real))

    def pre_norm(case):
        a = case.T + attend(norm(case.T), norm(case.X) + case.E, norm(case.X), case.W_ask)
        there = norm(case.X) + case.E
        found = attend(there, norm(a), norm(a), case.W_back, case.real)
        return Both(kept(case, a), case.X + found)

    def turned(case, *order):
        return case._replace(W_ask=case.W_ask[[*order]], W_back=case.W_back[[*order]])

    def exchanged(case):
        return step(case._replace(W_ask=case.W_back, W_back=case.W_ask))

    def mistakes_in(name):
        """The usual mistakes in this one of the results."""

        def of(others):
            return lambda part, case: any(
                close(part, getattr(other, name), 1e-3, 1e-4) for other in others(case)
            )

        return [
            Mistake(
                "old-tokens",
                "The image attends to the tokens as they came. They have changed in the first "
                "half: take their new vectors.",
                of(lambda case: [old_tokens(case)]),
                credit=0.5,
            ),
            Mistake(
                "image-first",
                "The image attends to the tokens first. The tokens begin.",
                of(lambda case: [image_first(case)]),
                credit=0.4,
            ),
            Mistake(
                "padding-seen",
                "The image sees padding. Hide all tokens that are not `real`.",
                of(lambda case: [padding_seen(case)]),
                credit=0.5,
            ),
            Mistake(
                "padding-as-zeros",
                "Padding is multiplied by 0: it keeps a score of 0 or its part of the softmax. Its "
                "scores must be −∞.",
                of(padding_as_zeros),
                credit=0.5,
            ),
            Mistake(
                "padding-changed",
                "Tokens that are padding have changed. They stay as they came.",
                of(padding_changed),
                credit=0.6,
            ),
            Mistake(
                "real-inverted",
                "`real` is taken the other way round: True is a token that counts.",
                of(lambda case: [padding_elsewhere(case)]),
                credit=0.5,
            ),
            Mistake(
                "no-positions",
                "`E` is missing. The positions are added to the image where it is a key or a "
                "query.",
                of(lambda case: [without_positions(case)]),
                credit=0.4,
            ),
            Mistake(
                "positions-in-values",
                "The positions are part of the values, or of what the residual connection adds. "
                "They belong to keys and queries alone.",
                of(lambda case: [with_values(case), start_moved(case), in_sum(case)]),
                credit=0.5,
            ),
            Mistake(
                "no-residual",
                "A residual connection is missing: tokens and image each add their own vectors to "
                "what they have found.",
                of(lambda case: [step(case, residual=False)]),
                credit=0.4,
            ),
            Mistake(
                "no-norm",
                "The LayerNorms are missing: there is one behind each of the two sums.",
                of(lambda case: [step(case, norm=as_it_is)]),
                credit=0.4,
            ),
            Mistake(
                "pre-norm",
                "The inputs are normalised. Here the sums are.",
                of(lambda case: [pre_norm(case)]),
                credit=0.4,
            ),
            Mistake(
                "not-scaled",
                "The scores are not divided by √d, or by another number.",
                of(
                    lambda case: [
                        step(case, scale=case.T.shape[1] ** 0.5),
                        step(case, scale=case.T.shape[1] ** -0.5),
                    ]
                ),
                credit=0.6,
            ),
            Mistake(
                "matrices-exchanged",
                "Matrices are exchanged. `W_ask` and `W_back` hold W_Q, W_K and W_V in this order.",
                of(
                    lambda case: [
                        exchanged(case),
                        *(step(turned(case, *o)) for o in ((1, 0, 2), (0, 2, 1), (2, 1, 0))),
                    ]
                ),
                credit=0.5,
            ),
        ]

    def is_step(name):
        return lambda part, case: close(part, getattr(step(case), name), 1e-3, 1e-4)

    def parts(mistakes):
        """Both results, each with its mistakes."""
        return [Part(name, is_step(name), mistakes(name), share=0.5) for name in Both._fields]

    def judge_at(cases, mistakes):
        ask.ahead(cases)
        judge_parts(
            ask,
            cases,
            [ask.parts(*case, tokens=case.T.shape, image=case.X.shape) for case in cases],
            parts(mistakes),
            also=lambda output, case: {"Expected": step(case)},
            rule="a = LN(T + attention of T to X + E, with values of X); image = LN(X + attention "
            "of X + E to those rows of a that are real); tokens = a, and T where they are not "
            "real.",
        )

    t, n, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [draw(3, 4, 2), draw(t, n, d), draw(n, t, d + 1), draw(4, 9, 3)]
    judge_at(ordinary, mistakes_in)

    def without_eps(name):
        """The ways in which ε is usually forgotten."""

        def fits(part, case):
            others = (
                step(case, norm=lambda x, eps=eps: norm(x, eps))
                for eps in (EPS, 0, 1e-12, 1e-8, 1e-6)
            )
            return any(close(part, getattr(other, name), 1e-3, 1e-4) for other in others)

        says = "ε is missing in the norms, or has another value. It is added to the variance."
        return [Mistake("eps-forgotten", says, fits, credit=0.8)]

    def too_large(name):
        says = (
            "The exponentials of scores of ±1000 are too large for a float. Subtract the largest "
            "score of each row first."
        )
        return [Mistake("overflow", says, overflows(is_step(name)), credit=0.7)]

    def steep(case, which, sign):
        """The same with its largest score near the limit in one of the attentions."""
        there = case.X + case.E
        query, key = (case.T, there) if which == "W_ask" else (there, asked(case)[case.real])
        W_Q, W_K, W_V = getattr(case, which)
        largest = abs((query @ W_Q) @ (key @ W_K).T).max() / case.T.shape[1] ** 0.5
        sharp = np.stack([sign * W_Q * (LARGEST_SCORE - 20) / largest, W_K, W_V])
        return case._replace(**{which: sharp})

    everyone = np.ones(t, dtype=bool)
    lone = np.arange(t) == t - 1
    thin = [draw(t, n, d, everyone), draw(t, n, d, lone), draw(1, n, d, [True])]
    thin += [draw(t, 1, d, ~lone), draw(t, t, t, lone[::-1]), draw(1, 1, 2, [True])]
    full = draw(MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH)
    sharp: list[Step] = []
    while not sharp or not all(map(steady, sharp)):
        far = draw(t, n, d)
        sharp = [steep(far, which, sign) for which in ("W_ask", "W_back") for sign in (1, -1)]
    quiet = draw(t, n, d)
    small = [quiet._replace(T=0.002 * quiet.T, X=0.002 * quiet.X)]
    judge_edges(
        lambda: judge_at([*thin, full, *small], without_eps),
        lambda: judge_at(sharp, too_large),
    )
    ask.require_order()
    return "After two such steps, the image's vectors know what was asked."
