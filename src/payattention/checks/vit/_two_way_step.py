"""The check of `two_way_step`: prompt tokens attend to an image, and the image to the tokens."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import (
    Ask,
    Mistake,
    Part,
    Wrong,
    check,
    close,
    find_fault,
    judge_parts,
)
from payattention.checks.edges import UNNAMED, judge_edges
from payattention.checks.gives import overflows

MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH = 20, 64, 32
LARGEST_SCORE = 1000
EPS = 1e-5
NUMBERS_FOR_HIDDEN = (20, 50, 99, 100, 500, 999)  # their negatives often replace −∞


class Step(NamedTuple):
    """The arguments of one call: t tokens, n pixels and their positions, all of width d.

    T       the tokens, (t, d)
    X       the pixels of the image, (n, d)
    E       the positions of the pixels, (n, d)
    real    False for tokens that are padding, (t,)
    W_ask   W_Q, W_K and W_V for the attention of the tokens, (3, d, d)
    W_back  W_Q, W_K and W_V for the attention of the image, (3, d, d)
    """

    T: np.ndarray
    X: np.ndarray
    E: np.ndarray
    real: np.ndarray
    W_ask: np.ndarray
    W_back: np.ndarray


class Both(NamedTuple):
    """The two results of a step: the new tokens, (t, d), and the new image, (n, d).

    For a mistake that changes only one of the two results, the other is None.
    """

    tokens: np.ndarray | None
    image: np.ndarray | None


@check(reread="Chapter 7, [Two-way attention](07-vit#two-way)", odd_form=True)
def two_way_step(ask: Ask, rng: np.random.Generator) -> str:
    """Check a step in which prompt tokens attend to an image, and then the image to real tokens.

    Real tokens are all tokens except padding.

    Promised domain: 1 to 20 tokens, at least one of them real; 1 to 64 pixels of the image; widths
        from 2 to 32; scores from −1000 to 1000.
    Extremes and special cases, alone and together: all tokens real, only one real; padding before,
        between and behind real tokens; one token, one pixel; as many tokens as pixels; scores near
        ±1000 in either attention; small inputs, for which ε counts; all sizes at their largest.
    Usual mistakes: the image attends to the old tokens; the image attends before the tokens do; the
        image attends to padding; padding is multiplied by 0, not masked; the vectors of padding
        change; padding is taken for the real tokens; positions are missing; positions are added to
        the values or in the residual connection; residual connections are missing; norms are
        missing; norms come before the attention; norms divide by d − 1 in the variance; norms lack
        the square root; norms run along another axis; the scores are not divided by √d; matrices
        are exchanged; matrices are transposed. In edge cases: the exponentials overflow; norms lack
        ε; the scores of padding are a finite number, not −∞.
    Certain: inputs and matrices are random, and the two results are judged separately. If the
        student's tokens are right or have a usual mistake, the right image is computed from them,
        so that a mistake in the tokens costs nothing in the image. A mistake is named only if it
        explains the wrong result in all test cases.
    """

    def draw(t, n, d, real=None):
        """Random arguments for t tokens and n pixels of width d, for which ε hardly matters.

        ``real`` is the mask of the real tokens; by default, about a third of the tokens is padding.
        """
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
        """Whether the right results are nearly the same without ε in the norms."""
        ours, other = step(case), step(case, norm=lambda x: norm(x, 0.0))
        return all(close(a, b, 3e-4, 3e-5) for a, b in zip(ours, other, strict=True))

    def attend(query, key, value, W, seen=None, scale=1.0, hidden=None):
        """The output of attention, with W_Q, W_K and W_V in ``W``.

        ``seen`` is a mask of the visible keys, by default all. ``hidden`` replaces −∞ as the score
        of the other keys. ``scale`` multiplies the scores, in addition to 1/√d.
        """
        q, k, v = (torch.tensor(x @ w)[None] for x, w in zip((query, key, value), W, strict=True))
        mask = None if seen is None else torch.tensor(np.tile(seen, (len(query), 1)))
        scaled = scale / query.shape[1] ** 0.5
        if hidden is not None:
            scores = (q[0] @ k[0].T * scaled).where(mask, hidden)
            return (torch.softmax(scores, dim=1) @ v[0]).numpy()
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scaled)[0].numpy()

    def norm(x, eps=EPS):
        return F.layer_norm(torch.tensor(x), x.shape[1:], eps=eps).numpy()

    def as_it_is(x):
        return x

    def centred(x, axis=1):
        return x - x.mean(axis=axis, keepdims=True)

    def sample_norm(x):
        """LayerNorm with torch's default variance, which is divided by d − 1."""
        return centred(x) / np.sqrt(x.var(axis=1, ddof=1, keepdims=True) + EPS)

    def norm_of_columns(x):
        return centred(x, 0) / np.sqrt(x.var(axis=0, keepdims=True) + EPS)

    def norm_of_all(x):
        return (x - x.mean()) / np.sqrt(x.var() + EPS)

    def rootless(x):
        return centred(x) / (x.var(axis=1, keepdims=True) + EPS)

    def eps_outside(x):
        """LayerNorm with ε added to the standard deviation, not to the variance."""
        return centred(x) / (x.std(axis=1, keepdims=True) + EPS)

    def asked(case, *, where=None, value=None, norm=norm, residual=True, scale=1.0):
        """The vectors of all tokens, also padding, after attention to the image: (tokens, d).

        The keywords make usual mistakes: ``where`` replaces the positions E, and ``value`` replaces
        X as the input of the values.
        """
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
        key=None,
        value=None,
        hidden=None,
    ):
        """The image after it has attended to the tokens ``a``: (pixels, d).

        The keywords make usual mistakes: ``where`` replaces the positions E, ``start`` replaces X
        in the residual connection, ``seen`` replaces the mask ``real``, ``key`` and ``value``
        replace ``a``, and ``hidden`` replaces −∞ as the score of hidden tokens.
        """
        seen = case.real if seen is None else seen
        query = case.X + (case.E if where is None else where)
        key, value = (a if other is None else other for other in (key, value))
        found = attend(query, key, value, case.W_back, seen, scale, hidden)
        start = case.X if start is None else start
        return norm(start + found if residual else found)

    def kept(case, a):
        """A copy of the new tokens ``a``, in which padding has its vectors from before the step."""
        return np.where(case.real[:, None], a, case.T)

    def step(case, **how):
        """The new tokens and the new image; right ones, unless ``how`` describes a mistake.

        ``how`` are keyword arguments for both `asked` and `back`.
        """
        a = asked(case, **how)
        return Both(kept(case, a), back(case, a, **how))

    taken: dict[int, np.ndarray] = {}  # the tokens that the answer itself returned for a case

    def own(case):
        """The tokens to which the image attends: the student's own if usable, else right ones."""
        tokens = taken.get(id(case))
        return asked(case) if tokens is None else tokens

    def everyone_new(case):
        """The tokens of `own`, but padding, too, has new vectors, from attention to the image."""
        return np.where(case.real[:, None], own(case), asked(case))

    def both_with_own_tokens(case, changed=None, **how):
        """New tokens and new image, if the same mistake is made in both attentions.

        ``how`` are keyword arguments of `asked` and `back`; ``changed`` is a copy of the test case
        with wrong matrices. The image attends to the tokens of `own`, so no mistake counts twice.
        """
        changed = case if changed is None else changed
        return Both(kept(case, asked(changed, **how)), back(changed, own(case), **how))

    def positions_misplaced(case):
        """The new tokens if E is in the values, too; the new image if E is in its residual, too."""
        moved = case.X + case.E
        a, start = asked(case, value=moved), back(case, own(case), start=moved)
        return Both(kept(case, a), start)

    def old_tokens(case):
        """Wrong images: keys, values or both come from the tokens as they were before the step."""
        a = own(case)
        return [
            Both(None, back(case, case.T)),
            Both(None, back(case, a, value=case.T)),
            Both(None, back(case, a, key=case.T)),
        ]

    def image_first(case):
        return Both(kept(case, asked(case._replace(X=back(case, case.T)))), None)

    def padding_seen(case):
        """Two wrong images: padding is not masked, and has its new or its old vectors."""
        everything = np.ones(len(case.T), dtype=bool)
        return [
            Both(None, back(case, a, seen=everything))
            for a in (everyone_new(case), kept(case, own(case)))
        ]

    def padding_as_zeros(case):
        """Four wrong images: padding is not masked, but its vectors, values or scores are 0."""
        a = everyone_new(case)
        everything = np.ones(len(a), dtype=bool)
        nothing = a * case.real[:, None]
        return [
            Both(None, back(case, nothing, seen=everything)),
            Both(None, back(case, a, value=nothing, seen=everything)),
            Both(None, back(case, a, hidden=0.0)),
            Both(None, back(case, kept(case, a), hidden=0.0)),
        ]

    def padding_changed(case):
        a = asked(case)
        return [Both(a, None), Both(a * case.real[:, None], None)]

    def padding_elsewhere(case):
        """New tokens and new image if the mask ``real`` is inverted."""
        if case.real.all():
            return Both(case.T, case.X)
        a = asked(case)
        return Both(np.where(case.real[:, None], case.T, a), back(case, a, seen=~case.real))

    def pre_norm(case):
        a = case.T + attend(norm(case.T), norm(case.X) + case.E, norm(case.X), case.W_ask)
        there, tokens = norm(case.X) + case.E, norm(own(case))
        return Both(kept(case, a), case.X + attend(there, tokens, tokens, case.W_back, case.real))

    def turned(case, *order):
        return case._replace(W_ask=case.W_ask[[*order]], W_back=case.W_back[[*order]])

    def transposed(case):
        return case._replace(W_ask=case.W_ask.swapaxes(1, 2), W_back=case.W_back.swapaxes(1, 2))

    def exchanged(case):
        return case._replace(W_ask=case.W_back, W_back=case.W_ask)

    def mistakes_in(name):
        """The usual mistakes in one of the two results; ``name`` is "tokens" or "image"."""

        def of(others):
            def fits(part, case):
                wanted = (getattr(other, name) for other in others(case))
                return any(one is not None and close(part, one, 1e-3, 1e-4) for one in wanted)

            return fits

        return [
            Mistake(
                "old-tokens",
                "The image attends to the tokens as they came, as keys, as values or as both. They "
                "have changed in the first half: take their new vectors.",
                of(old_tokens),
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
                of(padding_seen),
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
                of(lambda case: [both_with_own_tokens(case, where=0 * case.X)]),
                credit=0.4,
            ),
            Mistake(
                "positions-in-values",
                "The positions are part of the values, or of what the residual connection adds. "
                "They belong to keys and queries alone.",
                of(lambda case: [positions_misplaced(case)]),
                credit=0.5,
            ),
            Mistake(
                "no-residual",
                "A residual connection is missing: tokens and image each add their own vectors to "
                "what they have found.",
                of(lambda case: [both_with_own_tokens(case, residual=False)]),
                credit=0.4,
            ),
            Mistake(
                "no-norm",
                "A LayerNorm is missing: there is one behind each of the two sums.",
                of(lambda case: [both_with_own_tokens(case, norm=as_it_is)]),
                credit=0.4,
            ),
            Mistake(
                "sample-variance",
                "The variance is divided by d − 1, as torch's `var` does without `correction=0`. "
                "Here it is divided by d.",
                of(lambda case: [both_with_own_tokens(case, norm=sample_norm)]),
                credit=0.7,
            ),
            Mistake(
                "no-root",
                "The root is missing in the LayerNorms: divide by √(variance + ε).",
                of(lambda case: [both_with_own_tokens(case, norm=rootless)]),
                credit=0.6,
            ),
            Mistake(
                "norm-elsewhere",
                "The norms are taken of columns, or of all numbers at once. Each row has its own "
                "mean and variance.",
                of(
                    lambda case: [
                        both_with_own_tokens(case, norm=norm_of_columns),
                        both_with_own_tokens(case, norm=norm_of_all),
                    ]
                ),
                credit=0.5,
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
                        both_with_own_tokens(case, scale=case.T.shape[1] ** 0.5),
                        both_with_own_tokens(case, scale=case.T.shape[1] ** -0.5),
                    ]
                ),
                credit=0.6,
            ),
            Mistake(
                "matrices-exchanged",
                "Matrices are exchanged. `W_ask` and `W_back` hold W_Q, W_K and W_V in this order.",
                of(
                    lambda case: [
                        both_with_own_tokens(case, exchanged(case)),
                        *(
                            both_with_own_tokens(case, turned(case, *o))
                            for o in ((1, 0, 2), (0, 2, 1), (2, 1, 0))
                        ),
                    ]
                ),
                credit=0.5,
            ),
            Mistake(
                "matrices-transposed",
                "The matrices are transposed. The vectors are rows: `x @ W`.",
                of(lambda case: [both_with_own_tokens(case, transposed(case))]),
                credit=0.6,
            ),
        ]

    def is_step(name):
        """Return a predicate (part, case): whether ``part``, the result ``name``, is right.

        ``name`` is "tokens" or "image". An image may also follow from the student's own tokens.
        """

        def right(part, case):
            if close(part, getattr(step(case), name), 1e-3, 1e-4):
                return True
            return name == "image" and close(part, back(case, own(case)), 1e-3, 1e-4)

        return right

    def parts(mistakes):
        """Two `Part` objects for `judge_parts`: one for the tokens and one for the image.

        ``mistakes(name)`` returns the mistakes in the result ``name``, "tokens" or "image".
        """
        return [Part(name, is_step(name), mistakes(name), share=0.5) for name in Both._fields]

    def tokens_usable(cases, outputs, mistakes):
        """Whether the student's tokens are right, or their fault is one of the ``mistakes``.

        Only then is the image judged by the student's own tokens.
        """
        tokens = [output.tokens for output in outputs]
        if any(isinstance(array, Wrong) or not np.isfinite(array).all() for array in tokens):
            return False
        pairs = list(zip(tokens, cases, strict=True))
        fault = find_fault(pairs, is_step("tokens"), mistakes)
        return fault is None or fault.name not in UNNAMED

    def judge_at(cases, mistakes):
        ask.announce(cases)
        outputs = [ask.parts(*case, tokens=case.T.shape, image=case.X.shape) for case in cases]
        if tokens_usable(cases, outputs, mistakes("tokens")):
            taken.update((id(c), output.tokens) for c, output in zip(cases, outputs, strict=True))
        judge_parts(
            ask,
            cases,
            outputs,
            parts(mistakes),
            shown_beside=lambda output, case: {"Expected": step(case)},
            rule="a = LN(T + attention of T to X + E, with values of X); image = LN(X + attention "
            "of X + E to those rows of a that are real); tokens = a, and T where they are not "
            "real.",
        )

    t, n, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [draw(3, 4, 2), draw(t, n, d), draw(n, t, d + 1), draw(4, 9, 3)]
    judge_at(ordinary, mistakes_in)

    def without_eps(name):
        """A list of one mistake, a missing or wrong ε, in ``name``: "tokens" or "image"."""

        def fits(part, case):
            others = [
                both_with_own_tokens(case, norm=lambda x, eps=eps: norm(x, eps))
                for eps in (EPS, 0, 1e-12, 1e-8, 1e-6)
            ]
            others += [step(case), both_with_own_tokens(case, norm=eps_outside)]
            return any(close(part, getattr(other, name), 1e-3, 1e-4) for other in others)

        says = (
            "ε is missing in the norms, has another value or stands outside the root. It is added "
            "to the variance."
        )
        return [Mistake("eps-forgotten", says, fits, credit=0.8)]

    def too_large(name):
        says = (
            "The exponentials of scores of ±1000 are too large for a float. Subtract the largest "
            "score of each row first."
        )
        too_small = (
            "Hidden scores are a number, such as −100. The scores of real tokens can be smaller: "
            "hide with −∞."
        )

        def hidden_by_number(part, case):
            others = [
                back(case, a, hidden=float(-number))
                for number in NUMBERS_FOR_HIDDEN
                for a in (everyone_new(case), kept(case, own(case)))
            ]
            return name == "image" and (
                is_step(name)(part, case) or any(close(part, one, 1e-3, 1e-4) for one in others)
            )

        return [
            Mistake("overflow", says, overflows(is_step(name)), credit=0.7),
            Mistake("hidden-by-a-number", too_small, hidden_by_number, credit=0.7),
        ]

    def sizes_of_scores(case, which):
        there = case.X + case.E
        query, key = (case.T, there) if which == "W_ask" else (there, asked(case)[case.real])
        W_Q, W_K, _ = getattr(case, which)
        return abs((query @ W_Q) @ (key @ W_K).T) / case.T.shape[1] ** 0.5

    def steep(case, which, sign):
        """A copy of the test case in which the largest absolute score of one attention is 980.

        ``which`` is "W_ask" or "W_back"; ``sign``, 1 or −1, multiplies the scores.
        """
        W_Q, W_K, W_V = getattr(case, which)
        largest = sizes_of_scores(case, which).max()
        sharp = np.stack([sign * W_Q * (LARGEST_SCORE - 20) / largest, W_K, W_V])
        return case._replace(**{which: sharp})

    def padding_is_steepest(case):
        """Whether the largest absolute score in the tokens' attention belongs to a padding token.

        Such a test case is of no use, because the attention's result for padding is not used.
        """
        return not case.real[sizes_of_scores(case, "W_ask").max(axis=1).argmax()]

    everyone = np.ones(t, dtype=bool)
    lone = np.arange(t) == t - 1
    thin = [draw(t, n, d, everyone), draw(t, n, d, lone), draw(1, n, d, [True])]
    thin += [draw(t, 1, d, ~lone), draw(t, t, t, lone[::-1]), draw(1, 1, 2, [True])]
    full = draw(MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH)
    sharp: list[Step] = []
    while not sharp or not all(map(steady, sharp)):
        far = draw(t, n, d)
        while padding_is_steepest(far):
            far = draw(t, n, d)
        sharp = [steep(far, which, sign) for which in ("W_ask", "W_back") for sign in (1, -1)]
        few = draw(t, n, d, lone)  # with one of the signs, the only real score is near −1000
        sharp += [steep(few, "W_back", sign) for sign in (1, -1)]
    quiet = draw(t, n, d)
    faint = quiet.W_back * np.array([1, 1, 0.002])[:, None, None]
    small = [quiet._replace(T=0.002 * quiet.T, X=0.002 * quiet.X, W_back=faint)]
    judge_edges(
        lambda: judge_at([*thin, full, *small], without_eps),
        lambda: judge_at(sharp, too_large),
    )
    ask.require_order()
    return "After two such steps, the image's vectors know what was asked."
