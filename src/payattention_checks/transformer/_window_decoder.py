"""The attention sublayers of a decoder layer, the first with a causal window.

Promised domain: 1 to 50 target and source positions, widths from 2 to 32, windows from 1 to 100,
    scores from −1000 to 1000.
Extremes and special cases, alone and together: a window of 1; a window as long as the target; a
    longer window; one target position; one source position; more source than target positions,
    fewer, and equally many; scores near ±1000 in either attention; a position that sees only scores
    near −1000; small inputs; a position of zeros; 50 target and 49 source positions of width 32.
Certain: input and matrices are random, so every two of the mistakes give different outputs. A
    mistake is named only if the student's outputs fit it in all cases. Ordinary cases have as many
    source as target positions, so that exchanged roles raise no error, and have a name.
"""

import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import EPS, eps_outside, layer_norm, rms_norm, softmax
from payattention_checks.compare import close, right_or_not_finite
from payattention_checks.task import Cases, Edge, Task, Variants
from payattention_checks.transformer._decoder_weights import (
    Weigh,
    hidden_at,
    lowered_by,
    summed_over_queries,
    visible,
)

MOST_POSITIONS, LARGEST_WIDTH, LARGEST_WINDOW = 50, 32, 100
LARGEST_SCORE = 1000


class Case(NamedTuple):
    """The arguments of one call.

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


Change = Callable[[np.ndarray], np.ndarray]
Mask = Callable[[Case, int], np.ndarray]  # (case, number of keys): the keys that each position sees
Reach = Callable[[int], int]  # of the window: how many positions are visible on one side
Attended = Callable[[np.ndarray, Case], tuple[np.ndarray, np.ndarray, np.ndarray]]


# ── masks ───────────────────────────────────────────────────────────────────────────────────


def past(window: int) -> int:
    return window - 1


def whole_window(window: int) -> int:
    return window


def nothing(window: int) -> int:
    return 0


def everything(window: int) -> int:
    return MOST_POSITIONS


def band(back: Reach, ahead: Reach = nothing) -> Mask:
    """A mask in which position i sees positions i − ``back`` to i + ``ahead``."""

    def mask(case: Case, n_keys: int) -> np.ndarray:
        distance = np.arange(n_keys) - np.arange(len(case.Y))[:, None]
        return (-back(case.window) <= distance) & (distance <= ahead(case.window))

    return mask


causal_window = band(past)
all_visible = band(everything, everything)


def first_positions(case: Case, n_keys: int) -> np.ndarray:
    return np.tile(np.arange(n_keys) < case.window, (len(case.Y), 1))


def unmasked_where_long(case: Case, n_keys: int) -> np.ndarray:
    return (all_visible if case.window >= n_keys else causal_window)(case, n_keys)


# ── the layer ─────────────────────────────────────────────────────────────────────────────────

BOTH = ("self", "cross")
Scale = Callable[[np.ndarray], float]


def by_width(power: float) -> Scale:
    return lambda q: q.shape[1] ** power


def right(
    case: Case,
    *,
    order: tuple[str, ...] = BOTH,
    mask: Mask = causal_window,
    cross_mask: Mask = all_visible,
    weigh: Weigh = visible,
    cross_weigh: Weigh = visible,
    scale: Scale = lambda q: q.shape[1] ** 0.5,
    roles: Attended = lambda x, case: (x, case.M, case.M),
    residual: Callable[[np.ndarray, Case], np.ndarray] = lambda x, case: x,
    residuals: tuple[str, ...] = BOTH,
    norm_input: Change = lambda x: x,
    attended: Change = lambda x: x,
    norm: Change = layer_norm,
    norms: tuple[str, ...] = BOTH,
    change: Callable[[Case], Case] = lambda case: case,
) -> np.ndarray:
    """The output, (n, d).

    ``order`` names the sublayers, ``residuals`` and ``norms`` those that have one. ``scale``
    divides the scores. In the second attention, queries, keys and values are made of ``roles``, and
    ``residual`` is added. ``norm_input`` comes before a sublayer, ``attended`` behind an attention,
    ``change`` changes the arguments.
    """
    x = (case := change(case)).Y
    for name in order:
        inputs = norm_input(x)
        if name == "self":
            start, visible_to = x, mask(case, len(x))
            found = attend((inputs,) * 3, case.W_self, visible_to, weigh, scale)
        else:
            start, visible_to = residual(x, case), cross_mask(case, len(case.M))
            found = attend(roles(inputs, case), case.W_cross, visible_to, cross_weigh, scale)
        found = attended(found)
        x = start + found if name in residuals else found
        x = norm(x) if name in norms else x
    return x


def attend(
    of: Sequence[np.ndarray], W: np.ndarray, mask: np.ndarray, weigh: Weigh, scale: Scale
) -> np.ndarray:
    q, k, v = (a @ w for a, w in zip(of, W, strict=True))
    return weigh(q @ k.T / scale(q), mask) @ v


WEIGHTS = ("W_self", "W_cross")
HIDDEN = "not-hidden-enough"


def changed(of: Change) -> list[dict[str, Any]]:
    """Keywords of `right` if the matrices of both attentions, or those of one, are changed."""

    def changed_in(*names: str) -> dict[str, Any]:
        return {"change": lambda case: case._replace(**{n: of(getattr(case, n)) for n in names})}

    return [changed_in(*WEIGHTS), *map(changed_in, WEIGHTS)]


VARIANTS: Variants = {
    "no-window": {"mask": band(everything)},
    "one-too-many": {"mask": band(whole_window)},
    "one-too-few": {"mask": band(lambda window: max(0, window - 2))},
    "future": [
        *(
            {"mask": band(back, ahead)}
            for back, ahead in (
                *itertools.product((past, nothing, everything), (past, everything)),
                (whole_window, whole_window),
                (past, lambda window: 1),
                (lambda window: window - 2, lambda window: 1),
                (lambda window: window // 2, lambda window: (window - 1) // 2),
            )
        ),
        {"weigh": lambda scores, mask: visible(scores, ~mask)},
    ],
    "first-positions": {"mask": first_positions},
    "mask-as-factor": [
        {"weigh": lambda scores, mask: softmax(scores, axis=-1) * mask},
        {"weigh": lambda scores, mask: softmax(scores * mask, axis=-1)},
    ],
    "softmax-over-queries": [
        dict.fromkeys(where, over_queries)
        for where in (("weigh",), ("weigh", "cross_weigh"), ("cross_weigh",))
        for over_queries in (hidden_at(-np.inf, axis=0), summed_over_queries())
    ],
    "no-cross-attention": {"order": ("self",)},
    "no-self-attention": {"order": ("cross",)},
    "other-order": {"order": ("cross", "self")},
    "roles-exchanged": [
        {"roles": lambda x, case: (case.M, x, x)},
        {"roles": lambda x, case: (case.M, x, x), "residual": lambda x, case: case.M},
        {"roles": lambda x, case: (x, x, case.M)},
        {"roles": lambda x, case: (x, case.M, x)},
        {"roles": lambda x, case: (case.M, case.M, case.M)},
    ],
    "source-unread": {"roles": lambda x, case: (x, x, x)},
    "queries-of-the-input": {"roles": lambda x, case: (case.Y, case.M, case.M)},
    "matrices-exchanged": [
        {"change": lambda case: case._replace(W_self=case.W_cross, W_cross=case.W_self)},
        *(
            way
            for order in [*itertools.permutations(range(3))][1:]
            for way in changed(operator.itemgetter([*order]))
        ),
    ],
    "matrices-used-twice": [
        {"change": lambda case: case._replace(W_cross=case.W_self)},
        {"change": lambda case: case._replace(W_self=case.W_cross)},
    ],
    "matrices-transposed": changed(lambda W: W.swapaxes(1, 2)),
    "scaled-by-length": {"scale": lambda q: len(q) ** 0.5},
    "not-scaled": [{"scale": by_width(power)} for power in (0, 1, -0.5)],
    "no-residual": [{"residuals": ()}, {"residuals": ("self",)}, {"residuals": ("cross",)}],
    "residual-of-the-input": {"residual": lambda x, case: case.Y},
    "values-not-projected": changed(lambda W: np.stack([*W[:2], np.eye(W.shape[1])])),
    "source-normalised": {"change": lambda case: case._replace(M=layer_norm(case.M))},
    "input-normalised": [
        {"change": lambda case: case._replace(Y=layer_norm(case.Y))},
        {"norm_input": layer_norm},
    ],
    "pre-norm": [
        {"norm_input": layer_norm, "norms": ()},
        {"norm_input": layer_norm, "norms": ("cross",)},
    ],
    "no-norm": [{"norms": ()}, {"norms": ("self",)}, {"norms": ("cross",)}],
    "attention-normalised": {"attended": layer_norm, "norms": ()},
    "not-rooted": {"norm": lambda x: layer_norm(x) / np.sqrt(x.var(axis=1, keepdims=True) + EPS)},
    "over-the-positions": [{"norm": lambda x, a=a: layer_norm(x, axis=a)} for a in (0, None)],
    "no-mean-subtracted": [
        {"norm": rms_norm},
        {"norm": lambda x: x / np.sqrt(x.var(axis=1, keepdims=True) + EPS)},
    ],
    "unbiased": {"norm": lambda x: layer_norm(x, ddof=1)},
    "eps-forgotten": [
        {},
        {"norm": eps_outside},
        *({"norm": functools.partial(layer_norm, eps=eps)} for eps in (0, 1e-6, 1e-8, 1e-12)),
    ],
    "long-window": [{}, {"mask": unmasked_where_long}],
    HIDDEN: [
        {"weigh": hide(score)}
        for score in (10.0, 50.0, 99.0, 100.0, 200.0, 500.0, 999.0, 1000.0)
        for hide in (lambda score: hidden_at(-score), lowered_by)
    ],
}


same = functools.partial(close, rtol=1e-3, atol=1e-4)


def is_right(output: np.ndarray, case: Case) -> bool:
    return same(output, right(case))


# ── mistakes that no keywords make ────────────────────────────────────────────────────────────


def not_itself(output: np.ndarray, case: Case) -> bool:
    """Whether the window ends before the position; position 0, which sees none, is left out."""
    shifted = (right(case, mask=band(back, lambda window: -1)) for back in (past, whole_window))
    return any(close(output[1:], other[1:]) for other in shifted)


def window_twice(output: np.ndarray, case: Case) -> bool:
    """Whether the cross-attention has a mask, too; positions that see nothing are left out."""
    for back in (past, everything):
        other = right(case, cross_mask=band(back))
        finite = np.isfinite(other).all(axis=1)
        if close(output[finite], other[finite]):
            return True
    return False


def not_finite_at_zeros(output: np.ndarray, case: Case) -> bool:
    return bool((case.Y == 0).all(axis=1).any()) and not np.isfinite(output).all()


def skipped_for_1(output: np.ndarray, case: Case) -> bool:
    """Whether the self-attention is left out, or all of it but the norm, where the window is 1."""
    if case.window > 1:
        return is_right(output, case)
    unattended = right(case, order=("cross",))
    only_normed = right(case, weigh=lambda scores, mask: 0 * scores)
    return any(same(output, other) for other in (right(case), unattended, only_normed))


SIGNS = {
    "not-itself": not_itself,
    "window-twice": window_twice,
    "eps-forgotten": not_finite_at_zeros,
    "window-of-1": skipped_for_1,
    "overflow": right_or_not_finite(is_right),
}

# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, m: int, d: int, window: int) -> Case:
    """A case in which ε makes no difference, neither in both norms nor in one alone."""
    while True:
        W_self, W_cross = rng.normal(size=(2, 3, d, d)) / d**0.5 * 1.5
        Y, M = rng.normal(size=(n, d)), rng.normal(size=(m, d))
        case = Case(Y, M, W_self, W_cross, window)
        if all(is_right(output, case) for output in without_eps(case)):
            return case


def without_eps(case: Case) -> Iterator[np.ndarray]:
    """The outputs if ε is missing, or outside the root, in both norms, or in one of them."""
    for wrong in (functools.partial(layer_norm, eps=0), eps_outside):
        for first, second in ((wrong, layer_norm), (layer_norm, wrong), (wrong, wrong)):
            a = right(case, order=("self",), norm=first)
            yield right(case._replace(Y=a), order=("cross",), norm=second)


def sharpened(W: np.ndarray, x: np.ndarray, memory: np.ndarray, sign: int) -> np.ndarray:
    """The matrices with a largest absolute score near 1000, and all scores times ``sign``."""
    W_Q, W_K, W_V = W
    largest = abs((x @ W_Q) @ (memory @ W_K).T).max() / x.shape[1] ** 0.5
    return np.stack([sign * W_Q * (LARGEST_SCORE - 20) / largest, W_K, W_V])


def steep(rng: np.random.Generator, n: int, m: int, d: int) -> list[Case]:
    """Cases with scores near 1000 and −1000 in the self-attention, and in the cross-attention."""
    far = draw(rng, n, m, d, 3)
    a = right(far, order=("self",))
    found = []
    for sign in (1, -1):  # one of the signs makes the largest score positive
        found.append(far._replace(W_self=sharpened(far.W_self, far.Y, far.Y, sign)))
        found.append(far._replace(W_cross=sharpened(far.W_cross, a, far.M, sign)))
    return found if all(map(overflow_shows, found)) else steep(rng, n, m, d)


def overflow_shows(case: Case) -> bool:
    """Whether exponentials overflow or vanish, or are exact, whatever is subtracted from scores."""
    shows = []

    def weigh(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
        largest = np.where(mask, scores, -np.inf).max(axis=1)
        for subtracted in (0, scores.max(), largest.max(), scores.max(axis=1)):
            away = abs(subtracted - largest)
            shows.append((away > 746).any() or (away < 690).all())  # beyond or within a float
        return visible(scores, mask)

    right(case, weigh=weigh, cross_weigh=weigh)
    return all(shows)


def faint(rng: np.random.Generator, m: int) -> Case:
    """A case in which position 0 sees only itself, with a score near −1000.

    The mask hides scores near 1000 from it.
    """
    Y = np.array([[1.0, -1, 2, 0], [1, 1, 0, 3], [1, 1, -2, 1]])
    W_Q, W_K, W_V = np.zeros((4, 4)), np.zeros((4, 4)), np.diag([0.0, 0, 1, 1])
    W_Q[0, 0] = W_K[1, 0] = (2 * (LARGEST_SCORE - 1)) ** 0.5  # scores of ±999, by √d = 2
    return draw(rng, 3, m, 4, 2)._replace(Y=Y, W_self=np.stack([W_Q, W_K, W_V]))


def cases(rng: np.random.Generator) -> Cases:
    n, m, d = (int(x) for x in rng.choice(np.arange(4, 9), size=3, replace=False))
    ordinary = [(4, 4, 3, 2), (n, n, d, 2), (n + 3, n + 3, d, 3), (m + 4, m + 4, 3, 4)]
    unequal = [(4, 3, 3, 2), (n, m, d, 2), (n + 3, n + 4, d, 3), (m + 4, m + 1, 3, 4)]
    alone = [
        (n, m, d, 1), (1, m, d, 2), (n, 1, d, 2), (1, 1, 2, 1), (n, n, n, 3),
        (MOST_POSITIONS, MOST_POSITIONS - 1, LARGEST_WIDTH, 33),
    ]  # fmt: skip
    long = [(n, m, d, n), (n, m, d, n + 1), (5, 2, 3, LARGEST_WINDOW)]
    quiet = draw(rng, n, m, d, 2)
    small = [
        quiet._replace(Y=0.002 * quiet.Y),
        quiet._replace(Y=np.where(np.arange(n)[:, None] == 0, 0.0, quiet.Y)),
        quiet._replace(Y=0.003 * quiet.Y[:1]),
        quiet._replace(Y=1e-5 * quiet.Y, M=1e-3 * quiet.M),  # the second norm sees small sums, too
    ]
    return Cases(
        [draw(rng, *sizes) for sizes in ordinary],
        (
            Edge([draw(rng, *sizes) for sizes in unequal], ("lengths-differ",)),
            Edge([draw(rng, *sizes) for sizes in alone], ("window-of-1", HIDDEN), 2),
            Edge(small, ("eps-forgotten", HIDDEN), 2),
            Edge([draw(rng, *sizes) for sizes in long], ("long-window", HIDDEN), 2),
            Edge([*steep(rng, n, m, d), faint(rng, m)], ("eps-forgotten", "overflow", HIDDEN), 2),
        ),
    )


window_decoder = Task(__name__, right, cases, VARIANTS, SIGNS, same=same).check
