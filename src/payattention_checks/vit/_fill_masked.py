"""The input of a masked autoencoder's decoder, and two results about its encoder.

The encoder sees the k patches of an image with the smallest noise. The two results are a mask of
the hidden patches, and the share of the attention scores that the encoder still computes.

Promised domain: 1 to 16 images of 1 to 196 patches, at least one of which is kept; widths from
    1 to 64; two numbers of a row of noise differ by at least 10⁻⁹.
Extremes and special cases, alone and together: all patches kept, one kept; one patch, one image,
    a width of 1; noise in ascending order, so that no patch has moved; a kept patch with the
    numbers of the mask token; noise of 0, below 0 and above 1; noise that differs by 10⁻⁹; all
    sizes at their largest.
Certain: each result is judged separately. In ordinary test cases, vectors and noise are random, no
    argsort of the noise is its own inverse, and the threshold k / n never keeps exactly k patches,
    so all mistakes give different results. A mistake is named only if the student's results fit it
    in all cases.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Task, Variants

MOST_IMAGES, MOST_PATCHES, LARGEST_WIDTH = 16, 196, 64
SMALLEST_DIFFERENCE = 1e-9


class Case(NamedTuple):
    """The arguments of one call.

    latent      [CLS] and the kept patches, from the smallest noise on, (images, 1 + kept, d)
    noise       a number for each patch, (images, patches)
    mask_token  the vector that stands for a hidden patch, (d,)
    """

    latent: np.ndarray
    noise: np.ndarray
    mask_token: np.ndarray


class Filled(NamedTuple):
    """The results.

    tokens  the input of the decoder, (images, 1 + patches, d)
    hidden  whether a patch is hidden, (images, patches)
    share   the part of the attention scores that the encoder computes
    """

    tokens: np.ndarray
    hidden: np.ndarray
    share: float


Of = Callable[[Case], np.ndarray]


def n_kept(case: Case) -> int:
    return case.latent.shape[1] - 1


def order(case: Case) -> np.ndarray:
    return case.noise.argsort(axis=1)


def ranks(case: Case) -> np.ndarray:
    return order(case).argsort(axis=1)


def smallest(case: Case) -> np.ndarray:
    return order(case)[:, : n_kept(case)]


def largest(case: Case) -> np.ndarray:
    return order(case)[:, ::-1][:, : n_kept(case)]


def right(
    case: Case,
    *,
    indices: Of = smallest,
    first_row: int = 1,
    class_last: bool = False,
    mask_token: Of = lambda case: case.mask_token,
    hidden: Of | None = None,
    share: Callable[[int, int], float] = lambda k, n: ((1 + k) / (1 + n)) ** 2,
) -> Filled:
    """The three results. The kept patches, in the order of ``latent``, belong to ``indices``.

    Patch 0 is in ``first_row`` of the tokens; [CLS] is written to row 0 before the patches or, if
    ``class_last``, after them. ``share`` is a function of the numbers of kept and of all patches.
    """
    images, n = case.noise.shape
    tokens, unseen = np.tile(mask_token(case), (images, 1 + n, 1)), np.ones((images, n), bool)
    tokens[:, 0] = case.latent[:, 0]
    for image, where in enumerate(indices(case)):
        tokens[image, first_row + where] = case.latent[image, 1:]
        unseen[image, where] = False
    if class_last:
        tokens[:, 0] = case.latent[:, 0]
    return Filled(tokens, hidden(case) if hidden else unseen, share(n_kept(case), n))


def shares(*ways: Callable[[int, int], float]) -> list[dict[str, Any]]:
    return [{"share": way} for way in ways]


VARIANTS: Variants = {
    "not-restored": {"indices": lambda case: np.tile(range(n_kept(case)), (len(case.noise), 1))},
    "wrong-way": {"indices": lambda case: ranks(case)[:, : n_kept(case)]},
    "largest-noise": [{"indices": largest}, {"indices": lambda case: largest(case)[:, ::-1]}],
    "one-order": {"indices": lambda case: np.tile(smallest(case)[:1], (len(case.noise), 1))},
    "tokens.in-image-order": {"indices": lambda case: np.sort(smallest(case))},
    "tokens.falling-noise": {"indices": lambda case: smallest(case)[:, ::-1]},
    "tokens.one-row-up": [{"first_row": 0}, {"first_row": 0, "class_last": True}],
    "tokens.zeros": {"mask_token": lambda case: 0 * case.mask_token},
    "hidden.threshold": {"hidden": lambda case: case.noise > n_kept(case) / case.noise.shape[1]},
    "hidden.one-too-many": [
        {"hidden": lambda case: ranks(case) >= n_kept(case) + 1},
        {"hidden": lambda case: ranks(case) >= n_kept(case) - 1},
    ],
    "hidden.exchanged": {"hidden": lambda case: ranks(case) < n_kept(case)},
    "share.not-squared": shares(lambda k, n: (1 + k) / (1 + n), lambda k, n: k / n),
    "share.without-class-token": shares(lambda k, n: (k / n) ** 2),
    "share.whole": shares(lambda k, n: ((1 + k) // (1 + n)) ** 2),
    "share.one-too-many": shares(lambda k, n: ((2 + k) / (1 + n)) ** 2),
    "share.self-left-out": shares(lambda k, n: (1 + k) * k / ((1 + n) * n)),
    "share.saved": shares(
        lambda k, n: 1 - ((1 + k) / (1 + n)) ** 2, lambda k, n: ((1 + n) / (1 + k)) ** 2
    ),
}

AT_EDGES: Variants = {
    "hidden.told-by-value": {
        "hidden": lambda case: (right(case).tokens[:, 1:] == case.mask_token).all(axis=2)
    },
}


def class_token_wrong(tokens: np.ndarray, case: Case) -> bool:
    expected = right(case).tokens
    return close(tokens[:, 1:], expected[:, 1:]) or close(tokens, np.roll(expected, -1, axis=1))


SIGNS = {
    "class-token-counted": lambda output, case: False,  # an error
    "tokens.class-token-wrong": class_token_wrong,
    "nearly-equal": lambda output, case: True,  # asked only where noise differs by little
}


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, images: int, n: int, n_shown: int, d: int, *, ascending: bool = False
) -> Case:
    """Random arguments for images of n patches, ``n_shown`` of which are kept, and the width d.

    Noise for which a usual mistake would be right by chance is drawn again, where possible.
    """
    rows: list[np.ndarray] = []
    while len(rows) < images:
        noise = rng.choice(np.arange(1, 1000), size=n, replace=False) / 1000
        noise = np.sort(noise) if ascending else noise
        in_order = noise.argsort()
        own_inverse = np.array_equal(in_order[in_order], np.arange(n))
        by_threshold = (noise < n_shown / n).sum() == n_shown
        if (ascending or n < 3 or not own_inverse) and (n_shown == n or not by_threshold):
            rows.append(noise)
    return Case(rng.normal(size=(images, 1 + n_shown, d)), np.array(rows), rng.normal(size=d))


def cases(rng: np.random.Generator) -> Cases:
    n, k, d = (int(x) for x in rng.choice(np.arange(2, 6), size=3, replace=False))
    example = Case(  # the example of the notebook, and a second image
        np.array([[[5.0], [1.0], [2.0]], [[6.0], [3.0], [4.0]]]),
        np.array([[0.7, 0.9, 0.2], [0.3, 0.1, 0.2]]),
        np.array([0.0]),
    )
    sizes = [(2, 4, 2, 1), (3, n + 5, k, d), (2, 9, 4, 3)]
    thin = [(1, 5, 2, d), (3, n + 1, n + 1, d), (2, 6, 1, 2), (1, 1, 1, 1), (2, 7, 3, 1)]
    beyond, close_by = (draw(rng, *size) for size in ((2, 6, 3, 2), (2, 8, 5, 3)))
    beyond = beyond._replace(noise=6 * beyond.noise - 3.001)
    beyond.noise[0, 0] = 0
    close_by = close_by._replace(noise=0.5 + ranks(close_by) * SMALLEST_DIFFERENCE)
    equal = draw(rng, 2, 5, 3, 2)
    equal.latent[0, 2] = equal.mask_token  # a kept patch that equals the mask token
    edges = [
        *(draw(rng, *size) for size in thin),
        draw(rng, 2, 5, 3, 2, ascending=True),
        draw(rng, MOST_IMAGES, MOST_PATCHES, MOST_PATCHES // 4, LARGEST_WIDTH),
        equal,
        beyond,
    ]
    both = ("tokens", "hidden")
    return Cases(
        [example, *(draw(rng, *size) for size in sizes)],
        (
            Edge(edges, ("tokens.class-token-wrong", *AT_EDGES), parts=both),
            Edge([close_by], ("nearly-equal",), parts=both),
        ),
    )


fill_masked = Task(
    __name__,
    right,
    cases,
    {**VARIANTS, **AT_EDGES},
    SIGNS,
    shares={"tokens": 0.6, "hidden": 0.2, "share": 0.2},
    each_part_has_edges=True,
).check
