"""The check of `fill_masked`: the input of a masked autoencoder's decoder."""

import functools
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Wrong, check, close, judge
from payattention.checks.edges import judge_edges, judge_parts_with_edges
from payattention.checks.gives import equals, equals_one_of

MOST_IMAGES, MOST_PATCHES, LARGEST_WIDTH = 16, 196, 64
SHARES = {"tokens": 0.6, "hidden": 0.2, "share": 0.2}  # of the points


class Kept(NamedTuple):
    """The arguments of one call of the student's `fill_masked`, and the order of the patches.

    latent      [CLS] and the kept patches, from the smallest noise on, (images, 1 + kept, d)
    noise       a number for each patch, (images, patches)
    mask_token  the vector that stands for a hidden patch, (d,)
    order       the patches from the smallest noise to the largest, (images, patches)
    """

    latent: np.ndarray
    noise: np.ndarray
    mask_token: np.ndarray
    order: np.ndarray


class Filled(NamedTuple):
    """The student's results: the decoder's tokens, the hidden patches, and a share.

    ``tokens`` is (images, 1 + patches, d); ``hidden`` is boolean, (images, patches); ``share`` is
    the part of the attention scores that the encoder computes.
    """

    tokens: np.ndarray
    hidden: np.ndarray
    share: float


@check(reread="Chapter 7, [The Vision Transformer](07-vit#vit-model)", odd_form=True)
def fill_masked(ask: Ask, rng: np.random.Generator) -> str:
    """Check the input of a masked autoencoder's decoder, and two results about its encoder.

    The encoder sees the k patches of an image with the smallest noise. The two results are a mask
    of the hidden patches, and the share of the attention scores that the encoder still computes.

    Promised domain: 1 to 16 images of 1 to 196 patches, at least one of which is kept; widths from
        1 to 64; no two numbers of a row of noise are equal.
    Extremes and special cases, alone and together: all patches kept, one kept; one patch, one
        image, a width of 1; noise in ascending order, so that no patch has moved; a kept patch with
        the numbers of the mask token; all sizes at their largest.
    Usual mistakes: in the tokens, the kept patches come first, and all mask tokens after them; the
        inverse of the noise's argsort replaces the argsort; the patches with the largest noise
        count as kept; the kept patches are read in the order of the image; the kept patches are
        read from the largest noise to the smallest; all images have the order of the first; [CLS]
        is last; the vector of [CLS] is wrong; patch i is in row i, not in row 1 + i; zeros replace
        the mask token. In the mask of hidden patches, hidden and kept are exchanged; the first k
        patches count as kept; the inverse of the argsort replaces the argsort; the patches with the
        largest noise count as kept; all images have the order of the first; the code hides the
        patches with noise above k / n, where k of n are kept; one patch too many or too few is
        kept. In the share, the square is missing; [CLS] is missing; the scores of tokens with
        themselves are missing; one token too many is counted; the code returns the share that is
        saved; the code returns the reciprocal. In edge cases: a kept patch counts as hidden because
        it equals the mask token.
    Certain: each result is judged separately. In ordinary test cases, vectors and noise are random,
        no argsort of the noise is its own inverse, and the threshold k / n never keeps exactly k
        patches, so all these mistakes give different results. A mistake is named only if the
        student's results fit it in all cases.
    """

    def draw(images, n, kept, d, *, ascending=False):
        """Random inputs: images of n patches, ``kept`` of which are kept, with vectors of width d.

        Noise for which a usual mistake would be right by chance is drawn again, where possible.
        """
        rows: list[np.ndarray] = []
        while len(rows) < images:
            noise = rng.choice(np.arange(1, 1000), size=n, replace=False) / 1000
            noise = np.sort(noise) if ascending else noise
            order = noise.argsort()
            turned = ascending or n < 3 or not np.array_equal(order[order], np.arange(n))
            if turned and (kept == n or (noise < kept / n).sum() != kept):
                rows.append(noise)
        noise = np.array(rows)
        latent = rng.normal(size=(images, 1 + kept, d))
        return Kept(latent, noise, rng.normal(size=d), noise.argsort(axis=1))

    def n_kept(case):
        return case.latent.shape[1] - 1

    def laid_out(case, place):
        """The decoder's tokens if kept patch j of image b is put in row 1 + ``place[b, j]``."""
        images, n = case.noise.shape
        tokens = np.tile(case.mask_token, (images, 1 + n, 1))
        tokens[:, 0] = case.latent[:, 0]
        for row, latent, where in zip(tokens, case.latent, place, strict=True):
            row[1 + where] = latent[1:]
        return tokens

    def one_row_up(case, *, class_last):
        """The wrong tokens in which patch i is in row i, not in row 1 + i.

        [CLS] and patch 0, if kept, are both written to row 0, [CLS] last if ``class_last`` is true.
        """
        tokens = laid_out(case, places(case))
        moved = np.concatenate([tokens[:, 1:], 0 * tokens[:, :1] + case.mask_token], axis=1)
        free = expected(case).hidden[:, 0] | class_last
        moved[free, 0] = case.latent[free, 0]
        return moved

    def zeroed(case):
        return laid_out(case._replace(mask_token=0 * case.mask_token), places(case))

    def hidden_from(case, place):
        hidden = np.ones(case.noise.shape, dtype=bool)
        for row, where in zip(hidden, place, strict=True):
            row[where] = False
        return hidden

    def places(case):
        return case.order[:, : n_kept(case)]

    def share(case):
        return float((case.latent.shape[1] / (1 + case.noise.shape[1])) ** 2)

    def expected(case):
        place = places(case)
        return Filled(laid_out(case, place), hidden_from(case, place), share(case))

    def largest(case):
        return case.order[:, ::-1][:, : n_kept(case)]

    def first_order(case):
        return np.tile(places(case)[:1], (len(case.noise), 1))

    def first_places(case):
        return np.tile(np.arange(n_kept(case)), (len(case.noise), 1))

    def wrong_way(case):
        """Wrong positions of the kept patches, from the inverse of the order: (images, kept)."""
        return np.argsort(case.order, axis=1)[:, : n_kept(case)]

    def class_wrong(tokens, case):
        return close(tokens[:, 1:], expected(case).tokens[:, 1:]) or close(
            tokens, np.roll(expected(case).tokens, -1, axis=1)
        )

    about_tokens: Mistakes = [
        Mistake(
            "not-restored",
            "The kept patches stand first, then all mask tokens. Each belongs where its patch is "
            "in the image.",
            equals_one_of(lambda case: laid_out(case, first_places(case))),
            credit=0.2,
        ),
        Mistake(
            "wrong-way",
            "The order is undone the wrong way round: if the patch with the smallest noise is "
            "patch 5, then row 1 of `latent` goes to patch 5.",
            equals_one_of(lambda case: laid_out(case, wrong_way(case))),
            credit=0.4,
        ),
        Mistake(
            "largest-noise",
            "The patches with the largest noise are taken for the kept ones. Those with the "
            "smallest were kept.",
            equals_one_of(
                lambda case: laid_out(case, largest(case)),
                lambda case: laid_out(case, largest(case)[:, ::-1]),
            ),
            credit=0.5,
        ),
        Mistake(
            "in-image-order",
            "The right places, but the kept patches are read in the order of the image. They come "
            "in the order of their noise.",
            equals_one_of(lambda case: laid_out(case, np.sort(places(case), axis=1))),
            credit=0.5,
        ),
        Mistake(
            "falling-noise",
            "The right places, but the kept patches are read from the largest noise to the "
            "smallest. The smallest comes first.",
            equals_one_of(lambda case: laid_out(case, places(case)[:, ::-1])),
            credit=0.5,
        ),
        Mistake(
            "one-row-up",
            "Row 0 is [CLS]: patch i stands in row 1 + i.",
            equals_one_of(
                lambda case: one_row_up(case, class_last=False),
                lambda case: one_row_up(case, class_last=True),
            ),
            credit=0.5,
        ),
        Mistake(
            "zeros",
            "A hidden place holds zeros. It holds the mask token.",
            equals_one_of(zeroed),
            credit=0.6,
        ),
        Mistake(
            "one-order",
            "All images have the order of the first. Each row of `noise` has its own.",
            equals_one_of(lambda case: laid_out(case, first_order(case))),
            credit=0.4,
        ),
        Mistake(
            "class-token-wrong",
            "The patches are right, but not [CLS]. It stays as it came, in row 0.",
            class_wrong,
            credit=0.7,
        ),
    ]

    def below(case):
        """A wrong mask: it hides the patches whose noise is above k / n, where k of n are kept."""
        return case.noise > n_kept(case) / case.noise.shape[1]

    def hidden_if_kept(case, kept):
        """The mask of hidden patches if the ``kept`` patches with the smallest noise are kept."""
        return hidden_from(case, case.order[:, :kept])

    about_hidden: Mistakes = [
        Mistake(
            "threshold",
            "Hidden is what has a noise above k / n. Noise is random: sort it, and the k smallest "
            "are kept.",
            equals_one_of(below, same=equals),
            credit=0.4,
        ),
        Mistake(
            "one-too-many",
            "One patch too many is kept, or one too few: k are kept. `latent` has 1 + k rows for "
            "each image, as [CLS] is among them.",
            equals_one_of(
                lambda case: hidden_if_kept(case, n_kept(case) + 1),
                lambda case: hidden_if_kept(case, n_kept(case) - 1),
                same=equals,
            ),
            credit=0.6,
        ),
        Mistake(
            "exchanged",
            "Hidden and kept are exchanged: True is what the encoder did not see.",
            lambda hidden, case: equals(hidden, ~expected(case).hidden),
            credit=0.5,
        ),
        Mistake(
            "not-restored",
            "What is hidden is given in the order of the noise. Each row should be in the order of "
            "the image.",
            equals_one_of(lambda case: hidden_from(case, first_places(case)), same=equals),
            credit=0.2,
        ),
        Mistake(
            "wrong-way",
            "The order is undone the wrong way round.",
            equals_one_of(lambda case: hidden_from(case, wrong_way(case)), same=equals),
            credit=0.4,
        ),
        Mistake(
            "largest-noise",
            "The patches with the largest noise are taken for the kept ones. Those with the "
            "smallest were kept.",
            equals_one_of(lambda case: hidden_from(case, largest(case)), same=equals),
            credit=0.5,
        ),
        Mistake(
            "one-order",
            "All images have the order of the first. Each row of `noise` has its own.",
            equals_one_of(lambda case: hidden_from(case, first_order(case)), same=equals),
            credit=0.4,
        ),
    ]

    def shares(case):
        """Two wrong shares, of tokens and not of scores: with [CLS], and without [CLS]."""
        n, k = case.noise.shape[1], n_kept(case)
        return (1 + k) / (1 + n), k / n

    def itself_left_out(case):
        n, k = case.noise.shape[1], n_kept(case)
        return (1 + k) * k / ((1 + n) * n)

    about_share: Mistakes = [
        Mistake(
            "not-squared",
            "This is the share of the tokens. Each query has a score with each key: square it.",
            equals_one_of(lambda case: shares(case)[0], lambda case: shares(case)[1]),
            credit=0.3,
        ),
        Mistake(
            "without-class-token",
            "[CLS] is not counted. It is in the encoder, too, as a query and as a key.",
            equals_one_of(lambda case: shares(case)[1] ** 2),
            credit=0.5,
        ),
        Mistake(
            "one-too-many",
            "One token too many is counted in the encoder. `latent` has 1 + k rows for each image, "
            "and [CLS] is among them.",
            equals_one_of(lambda case: ((2 + n_kept(case)) / (1 + case.noise.shape[1])) ** 2),
            credit=0.5,
        ),
        Mistake(
            "self-left-out",
            "The scores of tokens with themselves are left out. Each token has a score with every "
            "token, itself among them.",
            equals_one_of(itself_left_out),
            credit=0.5,
        ),
        Mistake(
            "saved",
            "This is what was saved, or how many times less it is. Return the part that is left.",
            equals_one_of(lambda case: 1 - share(case), lambda case: 1 / share(case)),
            credit=0.5,
        ),
    ]

    def asked(cases):
        """The student's outputs for the test cases, each with tokens, hidden patches and share."""
        ask.announce(case[:3] for case in cases)
        outputs = []
        for case in cases:
            images, n = case.noise.shape
            shapes = {"tokens": (images, 1 + n, len(case.mask_token)), "hidden": (images, n)}
            outputs.append(ask.parts(*case[:3], **shapes, share=()))
        return outputs

    def judge_at(cases, outputs, part, mistakes):
        """Raise `Wrong` if one part of the student's outputs is wrong for some test case.

        ``part`` is "tokens", "hidden" or "share"; the error can name one of the ``mistakes``.
        """
        found = [getattr(output, part) for output in outputs]
        for array in found:
            if isinstance(array, Wrong):
                raise array
        judge(
            ask,
            cases,
            found,
            lambda array, case: close(array, getattr(expected(case), part)),
            mistakes,
            n_arguments=3,
            shown_beside=lambda array, case: {"Expected": getattr(expected(case), part)},
            rule="The kept patches are those with the smallest noise; row 1 + j of `latent` is the "
            "one with the j-th smallest, counted from 0. All others are the mask token.",
        )

    told_by_value = Mistake(
        "told-by-value",
        "What is hidden is told by its vector. A kept patch may have the numbers of the mask "
        "token, too: the noise says what was hidden.",
        equals_one_of(
            lambda case: (expected(case).tokens[:, 1:] == case.mask_token).all(axis=2), same=equals
        ),
        credit=0.7,
    )
    usual = {"tokens": about_tokens, "hidden": about_hidden, "share": about_share}
    at_edge = {"tokens": about_tokens, "hidden": [*about_hidden, told_by_value]}
    n, k, d = (int(x) for x in rng.choice(np.arange(2, 6), size=3, replace=False))
    example = Kept(  # the example of the notebook, and a second image
        np.array([[[5.0], [1.0], [2.0]], [[6.0], [3.0], [4.0]]]),
        np.array([[0.7, 0.9, 0.2], [0.3, 0.1, 0.2]]),
        np.array([0.0]),
        np.array([[2, 0, 1], [1, 2, 0]]),
    )
    ordinary = [example, draw(2, 4, 2, 1), draw(3, n + 5, k, d), draw(2, 9, 4, 3)]
    returned = asked(ordinary)
    thin = [draw(1, 5, 2, d), draw(3, n + 1, n + 1, d), draw(2, 6, 1, 2), draw(1, 1, 1, 1)]
    thin += [draw(2, 7, 3, 1), draw(2, 5, 3, 2, ascending=True)]
    full = draw(MOST_IMAGES, MOST_PATCHES, MOST_PATCHES // 4, LARGEST_WIDTH)
    alike = draw(2, 5, 3, 2)
    alike.latent[0, 2] = alike.mask_token  # a kept patch that equals the mask token
    edges = [*thin, full, alike]
    at_edges = functools.cache(lambda: asked(edges))

    def judge_part(part):
        judge_at(ordinary, returned, part, usual[part])
        if part != "share":  # it has no edge cases
            judge_edges(lambda: judge_at(edges, at_edges(), part, at_edge[part]))

    judge_parts_with_edges(SHARES, judge_part)
    ask.require_order()
    return "With a quarter of the patches, attention has about a sixteenth of the scores."
