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

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention_checks.ask import Ask, Wrong
from payattention_checks.read import close, overflows
from payattention_checks.task import Cases, Edge, Task, Variants, ways_of

MOST_TOKENS, MOST_PIXELS, LARGEST_WIDTH = 20, 64, 32
LARGEST_SCORE = 1000
EPS = 1e-5
NUMBERS_FOR_HIDDEN = (20, 50, 99, 100, 500, 999)  # their negatives often replace −∞


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
    answered: np.ndarray | None = None  # the student's own tokens, if usable


class Step(NamedTuple):
    """The two results: the new tokens, (t, d), and the new image, (n, d)."""

    tokens: np.ndarray
    image: np.ndarray


Change = Callable[[Case], Case]
Part = Callable[[Case], np.ndarray]
Norm = Callable[[np.ndarray], np.ndarray]


# ── norms ─────────────────────────────────────────────────────────────────────────────────────


def norm(x: np.ndarray, eps: float = EPS) -> np.ndarray:
    return F.layer_norm(torch.tensor(x), x.shape[1:], eps=eps).numpy()


def with_eps(eps: float) -> Norm:
    return lambda x: norm(x, eps)


def centred(x: np.ndarray, axis: int = 1) -> np.ndarray:
    return x - x.mean(axis=axis, keepdims=True)


def sample_norm(x: np.ndarray) -> np.ndarray:
    """LayerNorm with torch's default variance, which is divided by d − 1."""
    return centred(x) / np.sqrt(x.var(axis=1, ddof=1, keepdims=True) + EPS)


def norm_of_columns(x: np.ndarray) -> np.ndarray:
    return centred(x, 0) / np.sqrt(x.var(axis=0, keepdims=True) + EPS)


def norm_of_all(x: np.ndarray) -> np.ndarray:
    return (x - x.mean()) / np.sqrt(x.var() + EPS)


def rootless(x: np.ndarray) -> np.ndarray:
    return centred(x) / (x.var(axis=1, keepdims=True) + EPS)


def eps_outside(x: np.ndarray) -> np.ndarray:
    """LayerNorm with ε added to the standard deviation, not to the variance."""
    return centred(x) / (x.std(axis=1, keepdims=True) + EPS)


# ── the tokens to which the image attends ─────────────────────────────────────────────────────


def asked(case: Case) -> np.ndarray:
    """The new vectors of all tokens, padding as well."""
    found = attend(case.T, case.X + case.E, case.X, case.W_ask)
    return norm(case.T + found)


def tokens(case: Case) -> np.ndarray:
    """The student's own tokens if usable, else right ones."""
    return asked(case) if case.answered is None else case.answered


def old(case: Case) -> np.ndarray:
    return case.T


def padding_new(case: Case) -> np.ndarray:
    return np.where(case.real[:, None], tokens(case), asked(case))


def padding_old(case: Case) -> np.ndarray:
    return np.where(case.real[:, None], tokens(case), case.T)


def padding_zero(case: Case) -> np.ndarray:
    return tokens(case) * case.real[:, None]


# ── what the attentions read ──────────────────────────────────────────────────────────────────


def image_changed(case: Case) -> Case:
    return case._replace(X=right(case, key=old, value=old).image)


def positions_merged(case: Case) -> Case:
    return case._replace(X=case.X + case.E, E=0 * case.E)


def normalised(case: Case) -> Case:
    return case._replace(T=norm(case.T), X=norm(case.X))


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
    seen: np.ndarray | bool = True,
    hidden: float = -np.inf,
) -> np.ndarray:
    """The output of attention; the score of a key that is not ``seen`` is ``hidden``."""
    q, k, v = (torch.tensor(x @ w) for x, w in zip((query, key, value), W, strict=True))
    scores = (q @ k.T / query.shape[1] ** 0.5).where(torch.tensor(seen), hidden)
    return (torch.softmax(scores, dim=1) @ v).numpy()


def right(
    case: Case,
    *,
    change: Change = lambda case: case,
    first: Change = lambda case: case,
    key: Part = tokens,
    value: Part = tokens,
    seen: Part = lambda case: case.real,
    hidden: float = -np.inf,
    start: Part = lambda case: case.X,
    padding: Part = old,
    norm: Norm = norm,
    residual: bool = True,
) -> Step:
    """The new tokens and the new image.

    ``change`` changes what both attentions read, ``first`` what that of the tokens does. The image
    attends to ``key`` and ``value``, where ``seen``; other scores are ``hidden``. ``start`` is what
    the image adds to what it has found, and ``padding`` what becomes of padding.
    """
    read, read_first = change(case), first(change(case))
    found = attend(read_first.T, read_first.X + read_first.E, read_first.X, read.W_ask)
    new = norm(case.T + found if residual else found)
    query = read.X + read.E
    found = attend(query, key(case), value(case), read.W_back, seen(read), hidden)
    image = norm(start(case) + found if residual else found)
    return Step(np.where(read.real[:, None], new, padding(case)), image)


def everything(case: Case) -> np.ndarray:
    return np.ones(len(case.T), dtype=bool)


def same_tokens(of: Part) -> dict[str, Part]:
    return {"key": of, "value": of}


VARIANTS: Variants = {
    "old-tokens": [same_tokens(old), {"value": old}, {"key": old}],
    "image-first": {"first": image_changed},
    "padding-seen": [{"seen": everything, **same_tokens(of)} for of in (padding_new, padding_old)],
    "padding-as-zeros": [
        {"seen": everything, **same_tokens(padding_zero)},
        {"seen": everything, "key": padding_new, "value": padding_zero},
        *({"hidden": 0.0, **same_tokens(of)} for of in (padding_new, padding_old)),
    ],
    "padding-changed": [{"padding": asked}, {"padding": lambda case: 0 * case.T}],
    "real-inverted": {"change": lambda case: case._replace(real=~case.real)},
    "no-positions": {"change": lambda case: case._replace(E=0 * case.E)},
    "positions-in-values": {"change": positions_merged, "start": lambda case: case.X + case.E},
    "no-residual": {"residual": False},
    "no-norm": {"norm": lambda x: x},
    "sample-variance": {"norm": sample_norm},
    "no-root": {"norm": rootless},
    "norm-elsewhere": [{"norm": norm_of_columns}, {"norm": norm_of_all}],
    "pre-norm": {
        "change": normalised,
        "norm": lambda x: x,
        **same_tokens(lambda case: norm(tokens(case))),
    },
    "not-scaled": [{"change": scaled(0.5)}, {"change": scaled(-0.5)}],
    "matrices-exchanged": [
        {"change": lambda case: case._replace(W_ask=case.W_back, W_back=case.W_ask)},
        *({"change": reordered(*order)} for order in ((1, 0, 2), (0, 2, 1), (2, 1, 0))),
    ],
    "matrices-transposed": {"change": transposed},
    "eps-forgotten": [
        {},  # where ε does not count
        *({"norm": with_eps(eps)} for eps in (0, 1e-12, 1e-8, 1e-6)),
        {"norm": eps_outside},
    ],
    "hidden-by-a-number": [
        {},  # where the scores of real tokens are larger
        *(
            {"hidden": float(-number), **same_tokens(of)}
            for number in NUMBERS_FOR_HIDDEN
            for of in (padding_new, padding_old)
        ),
    ],
}

SIGNS = {
    "tokens.overflow": overflows(lambda output, case: same(output, right(case).tokens)),
    "image.overflow": overflows(lambda output, case: same(output, right(case).image)),
}


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return close(one, other, 1e-3, 1e-4)


def read(ask: Ask, case: Case) -> Any:
    return ask.parts(*case[:6], tokens=case.T.shape, image=case.X.shape)


def given(case: Case, output: Any) -> Case:
    """The case with the student's own tokens, if they are right or have a usual mistake."""
    own = output.tokens
    if isinstance(own, Wrong):
        return case
    ways = [{}, *(way for variant in VARIANTS.values() for way in ways_of(variant))]
    usable = any(same(own, right(case, **way).tokens) for way in ways)
    return case._replace(answered=own) if usable else case


def follows_right_tokens(image: np.ndarray, case: Case) -> bool:
    return same(image, right(case._replace(answered=None)).image)


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
        seen = padded if real is None else np.array(real, dtype=bool)
        W_ask, W_back = rng.normal(size=(2, 3, d, d)) / d**0.5 * 1.5
        T, X, E = (rng.normal(size=size) for size in ((t, d), (n, d), (n, d)))
        case = Case(T, X, E, seen, W_ask, W_back)
        if steady(case):
            return case


def steady(case: Case) -> bool:
    """Whether the right results are nearly the same without ε in the norms."""
    pairs = zip(right(case), right(case, norm=with_eps(0)), strict=True)
    return all(close(a, b, 3e-4, 3e-5) for a, b in pairs)


def sizes_of_scores(case: Case, which: str) -> np.ndarray:
    there = case.X + case.E
    query, key = (case.T, there) if which == "W_ask" else (there, asked(case)[case.real])
    W_Q, W_K, _ = getattr(case, which)
    return abs((query @ W_Q) @ (key @ W_K).T) / case.T.shape[1] ** 0.5


def steep(case: Case, which: str, sign: int) -> Case:
    """The case with a largest absolute score of 980 in the attention by ``which`` matrices."""
    W_Q, W_K, W_V = getattr(case, which)
    largest = sizes_of_scores(case, which).max()
    W = np.stack([sign * W_Q * (LARGEST_SCORE - 20) / largest, W_K, W_V])
    return case._replace(**{which: W})


def padding_is_steepest(case: Case) -> bool:
    """Whether the largest score of the tokens' attention is padding's, which is not used."""
    return not case.real[sizes_of_scores(case, "W_ask").max(axis=1).argmax()]


def all_steep(rng: np.random.Generator, t: int, n: int, d: int) -> list[Case]:
    while True:
        far = draw(rng, t, n, d)
        while padding_is_steepest(far):
            far = draw(rng, t, n, d)
        found = [steep(far, which, sign) for which in ("W_ask", "W_back") for sign in (1, -1)]
        few = draw(rng, t, n, d, np.arange(t) == t - 1)
        # with one of the signs, the only real score is near −1000
        found += [steep(few, "W_back", sign) for sign in (1, -1)]
        if all(map(steady, found)):
            return found


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
    read=read,
    given=given,
    also={"image": follows_right_tokens},
    shares={"tokens": 0.5, "image": 0.5},
).check
