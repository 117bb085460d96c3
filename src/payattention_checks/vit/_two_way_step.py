"""Prompt tokens attend to an image, and then the image to the real tokens, all but padding.

Promised domain: 1 to 20 tokens, at least one of them real; 1 to 64 pixels of the image; widths
    from 2 to 32; scores from −1000 to 1000.
Extremes and special cases, alone and together: all tokens real, only one real; padding before,
    between and behind real tokens; one token, one pixel; as many tokens as pixels; scores near
    ±1000 in either attention; small inputs, for which ε counts; all sizes at their largest.
Certain: inputs and matrices are random, and the two results are judged separately. If the
    student's tokens are right or have a usual mistake, the right image is computed from them,
    so that a mistake in the tokens costs nothing in the image. A mistake is named only if it
    explains the wrong result in all test cases.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from payattention_checks.arrays import eps_outside, layer_norm, rms_norm
from payattention_checks.compare import close, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants, ways_of
from payattention_checks.wrong import Wrong

MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH = 20, 64, 32
LARGEST_SCORE = 1000
NUMBERS_FOR_HIDDEN = (20, 50, 99, 100, 500, 999, 1000)  # their negatives often replace −∞


class Case(NamedTuple):
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
    own_tokens: np.ndarray | None = None  # the student's own tokens, if usable


class Step(NamedTuple):
    """The two results: the new tokens, (t, d), and the new image, (n, d)."""

    tokens: np.ndarray
    image: np.ndarray


Change = Callable[[Case], Case]
Part = Callable[[Case], np.ndarray]
Norm = Callable[[np.ndarray], np.ndarray]
Hide = Callable[[torch.Tensor], torch.Tensor]  # the scores of hidden keys, of what they were
Join = Callable[[Norm, np.ndarray, np.ndarray], np.ndarray]  # by a norm, of old and found vectors


# ── the tokens to which the image attends ─────────────────────────────────────────────────────


def new_tokens(case: Case) -> np.ndarray:
    """The new vectors of all tokens, padding as well."""
    found = attend(case.T, case.X + case.E, case.X, case.W_ask)
    return layer_norm(case.T + found)


def tokens(case: Case) -> np.ndarray:
    return new_tokens(case) if case.own_tokens is None else case.own_tokens


def old(case: Case) -> np.ndarray:
    return case.T


def padding_new(case: Case) -> np.ndarray:
    return np.where(case.real[:, None], tokens(case), new_tokens(case))


def padding_old(case: Case) -> np.ndarray:
    return np.where(case.real[:, None], tokens(case), case.T)


def padding_zero(case: Case) -> np.ndarray:
    return tokens(case) * case.real[:, None]


PADDING = (padding_new, padding_old)


# ── what the attentions read ──────────────────────────────────────────────────────────────────


def image_changed(case: Case) -> Case:
    return case._replace(X=right(case, key=old, value=old).image)


def positions_merged(case: Case) -> Case:
    return case._replace(X=case.X + case.E, E=0 * case.E)


def normalised(case: Case) -> Case:
    return case._replace(T=layer_norm(case.T), X=layer_norm(case.X))


def tokens_normalised(case: Case) -> Case:
    return case._replace(T=layer_norm(case.T))


def places_normalised(case: Case) -> Case:
    """The sum of image and positions is normalised."""
    return case._replace(T=layer_norm(case.T), X=layer_norm(case.X + case.E) - case.E)


def normalised_tokens(case: Case) -> np.ndarray:
    return layer_norm(tokens(case))


def scaled(power: float) -> Change:
    def change(case: Case) -> Case:
        factors = np.array([case.T.shape[1] ** power, 1, 1])[:, None, None]
        return case._replace(W_ask=case.W_ask * factors, W_back=case.W_back * factors)

    return change


def reordered(*order: int) -> Change:
    indices = list(order)
    return lambda case: case._replace(W_ask=case.W_ask[indices], W_back=case.W_back[indices])


def transposed(case: Case) -> Case:
    return case._replace(W_ask=case.W_ask.swapaxes(1, 2), W_back=case.W_back.swapaxes(1, 2))


# ── the step ──────────────────────────────────────────────────────────────────────────────────


def attend(
    query: np.ndarray,
    key: np.ndarray,
    value: np.ndarray,
    W: np.ndarray,
    visible: np.ndarray | bool = True,
    hidden: Hide = lambda scores: scores - torch.inf,
    over: int = 1,
) -> np.ndarray:
    """The output of attention: a softmax ``over`` the keys, ``hidden`` where not ``visible``."""
    q, k, v = (torch.tensor(x @ w) for x, w in zip((query, key, value), W, strict=True))
    scores = q @ k.T / query.shape[1] ** 0.5
    scores = scores.where(torch.tensor(visible), hidden(scores))
    return (torch.softmax(scores, dim=over).nan_to_num() @ v).numpy()


def right(
    case: Case,
    *,
    change: Change = lambda case: case,
    first: Change = lambda case: case,
    key: Part = tokens,
    value: Part = tokens,
    visible: Part = lambda case: case.real,
    hidden: Hide = lambda scores: scores - torch.inf,
    over: int = 1,
    start: Part = lambda case: case.X,
    padding: Part = old,
    norm: Norm = layer_norm,
    join: Join = lambda norm, x, found: norm(x + found),
) -> Step:
    """The new tokens and the new image.

    ``change`` changes what both attentions read, ``first`` what that of the tokens does. The image
    attends to ``key`` and ``value``, where ``visible``: see `attend`. ``start`` is what the
    image adds to what it has found, and ``padding`` what becomes of padding.
    """
    read, read_first = change(case), first(change(case))
    there = read_first.X + read_first.E
    found = attend(read_first.T, there, read_first.X, read.W_ask, over=over)
    new = join(norm, case.T, found)
    keys, values, mask = key(case), value(case), visible(read)
    found = attend(read.X + read.E, keys, values, read.W_back, mask, hidden, over)
    image = join(norm, start(case), found)
    return Step(np.where(read.real[:, None], new, padding(case)), image)


def same_tokens(of: Part) -> dict[str, Part]:
    return {"key": of, "value": of}


VARIANTS: Variants = {
    "old-tokens": [same_tokens(old), {"value": old}, {"key": old}],
    "image-first": {"first": image_changed},
    "padding-seen": [{"hidden": torch.clone, **same_tokens(of)} for of in PADDING],
    "padding-as-zeros": [
        {"hidden": torch.clone, **same_tokens(padding_zero)},
        {"hidden": torch.clone, "key": padding_new, "value": padding_zero},
        *({"hidden": torch.zeros_like, **same_tokens(of)} for of in PADDING),
    ],
    "padding-changed": [
        {"padding": of}
        for of in (new_tokens, lambda case: 0 * case.T, lambda case: layer_norm(case.T))
    ],
    "real-inverted": [
        {"change": lambda case: case._replace(real=~case.real)},
        *({"visible": lambda case: ~case.real, **same_tokens(of)} for of in PADDING),
    ],
    "no-positions": {"change": lambda case: case._replace(E=0 * case.E)},
    "positions-in-values": {"change": positions_merged, "start": lambda case: case.X + case.E},
    "no-residual": {"join": lambda norm, x, found: norm(found)},
    "no-norm": {"norm": lambda x: x},
    "mean-kept": {"norm": rms_norm},
    "over-the-queries": {"over": 0},
    "sample-variance": {"norm": functools.partial(layer_norm, ddof=1)},
    "no-root": {"norm": functools.partial(layer_norm, power=1)},
    "norm-elsewhere": [{"norm": functools.partial(layer_norm, axis=axis)} for axis in (0, None)],
    "pre-norm": [
        *(
            {"change": change, "norm": lambda x: x, **same_tokens(of)}
            for change in (normalised, tokens_normalised, places_normalised)
            for of in (normalised_tokens, tokens)
        ),
        {"join": lambda norm, x, found: x + norm(found)},
    ],
    "not-scaled": [{"change": scaled(0.5)}, {"change": scaled(-0.5)}],
    "matrices-exchanged": [
        {"change": lambda case: case._replace(W_ask=case.W_back, W_back=case.W_ask)},
        *({"change": reordered(*order)} for order in ((1, 0, 2), (0, 2, 1), (2, 1, 0))),
    ],
    "matrices-transposed": {"change": transposed},
    "eps-forgotten": [
        {},  # where ε does not count
        *({"norm": functools.partial(layer_norm, eps=eps)} for eps in (0, 1e-12, 1e-8, 1e-6)),
        {"norm": eps_outside},
    ],
    "hidden-by-a-number": [
        {},  # where the scores of real tokens are larger
        *(
            {"hidden": hidden, **same_tokens(of)}
            for number in NUMBERS_FOR_HIDDEN
            for hidden in (lambda s, n=number: 0 * s - n, lambda s, n=number: s - n)
            for of in PADDING
        ),
    ],
}

same = functools.partial(close, rtol=1e-3, atol=1e-4)


def without_a_number(image: np.ndarray, case: Case) -> bool:
    """Whether the image is NaN, and the tokens are right."""
    own = case.own_tokens
    return bool(np.isnan(image).all()) and own is not None and same(own, right(case).tokens)


SIGNS = {
    "image.padding-asks": without_a_number,
    "tokens.overflow": right_or_not_finite(lambda output, case: same(output, right(case).tokens)),
    "image.overflow": right_or_not_finite(lambda output, case: same(output, right(case).image)),
}


def with_output(case: Case, output: Any) -> Case:
    """The case with the student's own tokens, if they are right or have a usual mistake."""
    own = output.tokens
    if isinstance(own, Wrong):
        return case
    ways = [{}, *(way for variant in VARIANTS.values() for way in ways_of(variant))]
    usable = any(same(own, right(case, **way).tokens) for way in ways)
    return case._replace(own_tokens=own) if usable else case


def follows_right_tokens(image: np.ndarray, case: Case) -> bool:
    return same(image, right(case._replace(own_tokens=None)).image)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    t: int,
    n: int,
    d: int,
    real: Sequence[bool] | np.ndarray | None = None,
) -> Case:
    """Random arguments for t tokens and n pixels of width d, for which ε hardly matters.

    ``real`` is the mask of the real tokens; by default, about a third of the tokens is padding.
    """
    while True:
        padded = np.ones(t, dtype=bool)
        padded[rng.choice(t, size=max(1, t // 3), replace=False)] = False
        visible = padded if real is None else np.array(real, dtype=bool)
        W_ask, W_back = rng.normal(size=(2, 3, d, d)) / d**0.5 * 1.5
        T, X, E = (rng.normal(size=size) for size in ((t, d), (n, d), (n, d)))
        case = Case(T, X, E, visible, W_ask, W_back)
        if steady(case):
            return case


def steady(case: Case) -> bool:
    """Whether the right results are nearly the same without ε in the norms."""
    pairs = zip(right(case), right(case, norm=functools.partial(layer_norm, eps=0)), strict=True)
    return all(close(a, b, 3e-4, 3e-5) for a, b in pairs)


def scores(case: Case, which: str) -> np.ndarray:
    there = case.X + case.E
    query, key = (case.T, there) if which == "W_ask" else (there, new_tokens(case)[case.real])
    W_Q, W_K, _ = getattr(case, which)
    return (query @ W_Q) @ (key @ W_K).T / case.T.shape[1] ** 0.5


def steep(case: Case, which: str, sign: int) -> Case:
    """The case with a largest absolute score of 999 in the attention by ``which`` matrices."""
    W_Q, W_K, W_V = getattr(case, which)
    largest = abs(scores(case, which)).max()
    W = np.stack([sign * W_Q * (LARGEST_SCORE - 1) / largest, W_K, W_V])
    return case._replace(**{which: W})


def uneven(case: Case) -> bool:
    """Whether real tokens have the largest score and, elsewhere, a row far below it."""
    table = scores(case, "W_ask")
    of_rows = table[case.real].max(axis=1)
    return abs(table).max() == of_rows.max() > 4 * of_rows.min()


def all_steep(rng: np.random.Generator, t: int, n: int, d: int) -> list[Case]:
    while True:
        far = draw(rng, t, n, d)
        while not uneven(far):
            far = draw(rng, t, n, d)
        found = [steep(far, which, sign) for which in ("W_ask", "W_back") for sign in (1, -1)]
        few = draw(rng, t, n, d, np.arange(t) == t - 1)
        # with one of the signs, the only real score is near −1000
        found += [steep(few, "W_back", sign) for sign in (1, -1)]
        if all(map(steady, found)) and all(
            any(shows(case, of) for case in found) for of in PADDING
        ):
            return found


def shows(case: Case, padding: Part) -> bool:
    """Whether a hidden score counts that has only the largest score subtracted."""
    lowered = right(case, hidden=lambda s: s - LARGEST_SCORE, key=padding, value=padding)
    return not same(lowered.image, right(case).image)


def small(case: Case) -> Case:
    """The case with small inputs and values, so that ε counts."""
    faint = case.W_back * np.array([1, 1, 0.002])[:, None, None]
    return case._replace(T=0.002 * case.T, X=0.002 * case.X, W_back=faint)


def cases(rng: np.random.Generator) -> Cases:
    t, n, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [(3, 4, 2), (t, n, d), (n, t, d + 1), (4, 9, 3)]
    last = np.arange(t) == t - 1
    thin: list[tuple[Any, ...]] = [
        (t, n, d, np.ones(t)), (t, n, d, last), (1, n, d, [True]), (t, 1, d, ~last),
        (t, t, t, last[::-1]), (1, 1, 2, [True]), (MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH),
    ]  # fmt: skip
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (
            Edge(
                [*(draw(rng, *sizes) for sizes in thin), small(draw(rng, t, n, d))],
                ("eps-forgotten",),
            ),
            Edge(all_steep(rng, t, n, d), ("overflow", "hidden-by-a-number")),
        ),
    )


two_way_step = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=6,
    same=same,
    with_output=with_output,
    also_right={"image": follows_right_tokens},
    shares={"tokens": 0.5, "image": 0.5},
).check
