"""Prompts ask the image, and the image asks back."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Part, check, close, judge_parts
from payattention.checks.edges import judge_edges

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
        """Padding has vectors or values of zeros, so scores of 0, or weights that are missing."""
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
        """Who may be seen is taken the other way round."""
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

    usual = {
        "old-tokens": (
            "The image attends to the tokens as they came. They have changed in the first half: "
            "take their new vectors.",
            0.5,
            lambda case: [old_tokens(case)],
        ),
        "image-first": (
            "The image attends to the tokens first. The tokens begin.",
            0.4,
            lambda case: [image_first(case)],
        ),
        "padding-seen": (
            "The image sees padding. Hide all tokens that are not `real`.",
            0.5,
            lambda case: [padding_seen(case)],
        ),
        "padding-as-zeros": (
            "Padding is multiplied by 0: it keeps a score of 0 or its part of the softmax. Its "
            "scores must be −∞.",
            0.5,
            padding_as_zeros,
        ),
        "padding-changed": (
            "Tokens that are padding have changed. They stay as they came.",
            0.6,
            padding_changed,
        ),
        "real-inverted": (
            "`real` is taken the other way round: True is a token that counts.",
            0.5,
            lambda case: [padding_elsewhere(case)],
        ),
        "no-positions": (
            "`E` is missing. The positions are added to the image where it is a key or a query.",
            0.4,
            lambda case: [without_positions(case)],
        ),
        "positions-in-values": (
            "The positions are part of the values, or of what the residual connection adds. They "
            "belong to keys and queries alone.",
            0.5,
            lambda case: [with_values(case), start_moved(case), in_sum(case)],
        ),
        "no-residual": (
            "A residual connection is missing: tokens and image each add their own vectors to what "
            "they have found.",
            0.4,
            lambda case: [step(case, residual=False)],
        ),
        "no-norm": (
            "The LayerNorms are missing: there is one behind each of the two sums.",
            0.4,
            lambda case: [step(case, norm=as_it_is)],
        ),
        "pre-norm": (
            "The inputs are normalised. Here the sums are.",
            0.4,
            lambda case: [pre_norm(case)],
        ),
        "not-scaled": (
            "The scores are not divided by √d, or by another number.",
            0.6,
            lambda case: [
                step(case, scale=case.T.shape[1] ** 0.5),
                step(case, scale=case.T.shape[1] ** -0.5),
            ],
        ),
        "matrices-exchanged": (
            "Matrices are exchanged. `W_ask` and `W_back` hold W_Q, W_K and W_V in this order.",
            0.5,
            lambda case: [
                exchanged(case),
                *(step(turned(case, *o)) for o in ((1, 0, 2), (0, 2, 1), (2, 1, 0))),
            ],
        ),
    }

    def fits(name, others):
        return lambda part, case: any(
            close(part, getattr(o, name), 1e-3, 1e-4) for o in others(case)
        )

    def is_step(name):
        return lambda part, case: close(part, getattr(step(case), name), 1e-3, 1e-4)

    def part(name, mistakes):
        known = [
            Mistake(mistake, says, fits(name, others), credit)
            for mistake, (says, credit, others) in mistakes.items()
        ]
        return Part(name, is_step(name), known, share=0.5)

    def judge_at(cases, parts):
        ask.ahead(cases)
        judge_parts(
            ask,
            cases,
            [ask.parts(*case, tokens=case.T.shape, image=case.X.shape) for case in cases],
            parts,
            also=lambda output, case: {"Expected": step(case)},
            rule="a = LN(T + attention of T to X + E, with values of X); image = LN(X + attention "
            "of X + E to those rows of a that are real); tokens = a, and T where they are not "
            "real.",
        )

    t, n, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [draw(3, 4, 2), draw(t, n, d), draw(n, t, d + 1), draw(4, 9, 3)]
    judge_at(ordinary, [part("tokens", usual), part("image", usual)])

    def with_eps(eps):
        return lambda case: step(case, norm=lambda x: norm(x, eps))

    def eps_forgotten(case):
        return [step(case), *(with_eps(eps)(case) for eps in (0.0, 1e-12, 1e-8, 1e-6))]

    at_small = {
        "eps-forgotten": (
            "ε is missing in the norms, or has another value. It is added to the variance.",
            0.8,
            eps_forgotten,
        )
    }

    def overflows(name):
        says = (
            "The exponentials of scores of ±1000 are too large for a float. Subtract the largest "
            "score of each row first."
        )
        good = is_step(name)
        return Part(
            name,
            good,
            [
                Mistake(
                    "overflow",
                    says,
                    lambda part, case: good(part, case) or not np.isfinite(part).all(),
                    credit=0.7,
                )
            ],
            share=0.5,
        )

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
        lambda: judge_at([*thin, full], [part("tokens", {}), part("image", {})]),
        lambda: judge_at(sharp, [overflows("tokens"), overflows("image")]),
        lambda: judge_at(small, [part("tokens", at_small), part("image", at_small)]),
    )
    ask.require_order()
    return "After two such steps, the image's vectors know what was asked."
