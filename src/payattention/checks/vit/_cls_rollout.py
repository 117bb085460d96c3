"""The check of `cls_rollout`: how much of each patch reaches [CLS], by attention rollout."""

import functools
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of, overflows

MOST_LAYERS, MOST_HEADS, MOST_TOKENS = 12, 16, 65


class Maps(NamedTuple):
    """The arguments of one call of the student's `cls_rollout`.

    ``A`` has the attention weights, (layers, heads, tokens, tokens). ``residual`` has the weight of
    the residual connection in each layer.
    """

    A: np.ndarray
    residual: np.ndarray


@check(reread="Chapter 7, [Where it looks](07-vit#rollout)", odd_form=True)
def cls_rollout(ask: Ask, rng: np.random.Generator) -> str:
    """Check each patch's share in [CLS], by attention rollout with weighted residual connections.

    The heads of a layer are combined by their maximum, and each row is divided by its sum.

    Promised domain: 1 to 12 layers, 1 to 16 heads, 2 to 65 tokens; residual weights from 0 to 1;
        rows of attention weights that add up to 1.
    Extremes and special cases, alone and together: residual weights of 0 and 1, in some layers and
        in all; [CLS] attends to itself alone, so that no patch reaches it; attention weights of 0;
        one layer, one head, one patch; all sizes at their largest.
    Usual mistakes: the residual weights are ½, as in the chapter; the weights of residual
        connection and attention are exchanged; there is no residual connection; all layers get the
        same residual weight; the heads are averaged; the rows are not divided by their sums; the
        rows are divided by their sums only after the residual connection; the layers are multiplied
        in the reverse order; the layers are multiplied entry by entry; only one layer is used; each
        head has its own rollout; only the first head is used; the code returns the column of [CLS];
        the code returns the mean of all rows; the shares are not divided by their sum. In edge
        cases: the code divides 0 by 0.
    Certain: in ordinary test cases, attention weights and residual weights are random, and there
        are at least two layers and two heads, so all these mistakes give different shares. A
        mistake is named only if the student's shares fit it in all cases.
    """

    def draw(layers, heads, tokens):
        A = rng.exponential(size=(layers, heads, tokens, tokens)) ** 2
        weights = rng.uniform(0.05, 0.4, size=layers)
        weights[rng.random(layers) < 0.5] += 0.55
        return Maps(A / A.sum(axis=-1, keepdims=True), weights)

    def unit(rows):
        return rows / rows.sum(axis=-1, keepdims=True)

    def through(case, *, fuse=np.max, normalise=unit, residual=None, late=False, backwards=False):
        """The rollout of all layers, (tokens, tokens): right by default, else with a mistake.

        ``fuse`` combines the heads of a layer, ``normalise`` scales the rows, and ``residual``
        turns the right residual weights into wrong ones. ``late``: rows are divided by their sums
        after the residual connection.
        """
        weight = case.residual if residual is None else residual(case.residual)
        weight = weight[:, None, None]
        layers = weight * np.eye(case.A.shape[-1]) + (1 - weight) * normalise(fuse(case.A, axis=1))
        layers = unit(layers) if late else layers
        return functools.reduce(np.matmul, layers if backwards else layers[::-1])

    def shares(row):
        patches = row[1:]
        total = patches.sum()
        return patches / total if total > 0 else 0 * patches

    def result(case, **how):
        return shares(through(case, **how)[0])

    def right(output, case):
        return close(output, result(case))

    def as_they_are(rows):
        return rows

    def first_head(A, axis):
        return A.take(0, axis)

    def by_head(case, combine):
        """The patches' shares if each head has its own rollout, joined at the end by ``combine``.

        ``combine`` is a function such as `np.mean`.
        """
        apart = [through(case._replace(A=case.A[:, i : i + 1])) for i in range(case.A.shape[1])]
        return shares(combine(apart, axis=0)[0])

    def entry_by_entry(case):
        """The patches' shares if the layers are multiplied entry by entry, not as matrices."""
        layers = [
            through(Maps(case.A[i : i + 1], case.residual[i : i + 1])) for i in range(len(case.A))
        ]
        return shares(np.prod(layers, axis=0)[0])

    mistakes: Mistakes = [
        Mistake(
            "half-and-half",
            "The residual connections count as half, as in the chapter. Here layer l has a weight "
            "of its own, `residual[l]`.",
            equals_one_of(
                lambda case: result(case, residual=lambda w: 0 * w + 0.5),
                lambda case: result(case, residual=lambda w: 0 * w + 0.5, fuse=np.mean),
                lambda case: result(
                    case, residual=lambda w: 0 * w + 0.5, normalise=as_they_are, late=True
                ),
            ),
            credit=0.4,
        ),
        Mistake(
            "weights-exchanged",
            "The weights are exchanged: `residual` is that of the identity, and attention has the "
            "rest.",
            equals_one_of(lambda case: result(case, residual=lambda w: 1 - w)),
            credit=0.6,
        ),
        Mistake(
            "no-residual",
            "The residual connections are missing.",
            equals_one_of(lambda case: result(case, residual=lambda w: 0 * w)),
            credit=0.3,
        ),
        Mistake(
            "one-weight",
            "One residual weight serves all layers, or each layer has that of another. Layer l has "
            "`residual[l]`.",
            equals_one_of(
                lambda case: result(case, residual=lambda w: 0 * w + w[0]),
                lambda case: result(case, residual=lambda w: 0 * w + w[-1]),
                lambda case: result(case, residual=lambda w: 0 * w + w.mean()),
                lambda case: result(case, residual=lambda w: w[::-1]),
            ),
            credit=0.5,
        ),
        Mistake(
            "mean-of-heads",
            "The heads are averaged, as in the chapter, or the smallest weight is taken. Here the "
            "largest counts.",
            equals_one_of(
                lambda case: result(case, fuse=np.mean),
                lambda case: result(case, fuse=np.min),
            ),
            credit=0.5,
        ),
        Mistake(
            "first-head",
            "Only the first head counts. Take the largest weight of all heads.",
            equals_one_of(lambda case: result(case, fuse=first_head)),
            credit=0.3,
        ),
        Mistake(
            "heads-apart",
            "Each head is multiplied with itself through all layers. What one head brought, every "
            "head of the next layer reads: combine the heads of a layer first.",
            equals_one_of(lambda case: by_head(case, np.max), lambda case: by_head(case, np.mean)),
            credit=0.4,
        ),
        Mistake(
            "not-normalised",
            "The largest weights of a row add up to more than 1. Divide each row by its sum before "
            "the residual connection comes in.",
            equals_one_of(
                lambda case: result(case, normalise=as_they_are),
                lambda case: result(case, normalise=as_they_are, late=True),
                lambda case: result(case, normalise=lambda A: A / A.sum(axis=-2, keepdims=True)),
            ),
            credit=0.5,
        ),
        Mistake(
            "other-order",
            "The layers are multiplied in the other order. The first layer reads the patches, so "
            "it stands on the right.",
            equals_one_of(
                lambda case: result(case, backwards=True),
                lambda case: result(case, backwards=True, residual=lambda w: w[::-1]),
            ),
            credit=0.5,
        ),
        Mistake(
            "entry-by-entry",
            "The layers are multiplied entry by entry. It is a product of matrices: `@`.",
            equals_one_of(entry_by_entry),
            credit=0.4,
        ),
        Mistake(
            "mean-of-queries",
            "This is the mean of several rows, of all tokens or of the patches. Row 0, that of "
            "[CLS], says what [CLS] got.",
            equals_one_of(
                lambda case: shares(through(case).mean(axis=0)),
                lambda case: shares(through(case)[1:].mean(axis=0)),
            ),
            credit=0.4,
        ),
        Mistake(
            "one-layer",
            "This is a single layer, the last or the first. Multiply all of them.",
            equals_one_of(
                lambda case: result(Maps(case.A[-1:], case.residual[-1:])),
                lambda case: result(Maps(case.A[:1], case.residual[:1])),
            ),
            credit=0.2,
        ),
        Mistake(
            "column",
            "This is the column of [CLS]: what it gave to the patches. Its row says what it got.",
            equals_one_of(
                lambda case: shares(through(case)[:, 0]),
                lambda case: through(case)[1:, 0],
            ),
            credit=0.4,
        ),
        Mistake(
            "shares-not-shared",
            "The shares of the patches do not add up to 1: what [CLS] kept of itself is missing. "
            "Divide by their sum.",
            equals_one_of(lambda case: through(case)[0, 1:]),
            credit=0.6,
        ),
    ]
    nothing_came = Mistake(
        "zero-by-zero",
        "0/0 came out: where nothing of any patch reached [CLS], all shares are 0.",
        overflows(right),
        credit=0.7,
    )

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(case.A.shape[-1] - 1,)) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": result(case)},
            rule="Row 0 of the product of all layers, without column 0, divided by its sum. A "
            "layer is r · I + (1 − r) · M; M has the largest weight of any head, each row "
            "divided by its sum.",
        )

    layers, heads, tokens = (int(x) for x in rng.choice(np.arange(3, 6), size=3, replace=False))
    cases = [draw(2, 2, 3), draw(layers, heads, tokens), draw(heads, tokens, layers + 2)]
    judge_at([*cases, draw(2, 3, 6)], mistakes)

    def self_alone(case):
        """A copy of the test case in which [CLS] attends to itself alone in all heads."""
        A = case.A.copy()
        A[:, :, 0] = np.eye(A.shape[-1])[0]
        return case._replace(A=A)

    def kept(case, weight):
        return case._replace(residual=np.full(len(case.A), weight))

    cut_off = [self_alone(draw(2, 2, 3)), kept(draw(layers, 2, tokens), 1.0)]
    cut_off += [self_alone(draw(1, 1, 2)), kept(draw(1, heads, 4), 1.0)]
    mixed = draw(4, 2, 5)
    mixed = mixed._replace(residual=np.array([0.0, 1.0, 0.3, 0.0]))
    thin = [draw(1, 1, 2), draw(1, heads, 4), draw(layers, 1, 5), draw(3, 2, 2)]
    still = kept(draw(3, 2, 4), 0.0)
    sparse = draw(3, 2, tokens + 3)
    strong = np.where(sparse.A < np.quantile(sparse.A, 0.4), 0, sparse.A)
    sparse = sparse._replace(A=unit(strong))
    full = draw(MOST_LAYERS, MOST_HEADS, MOST_TOKENS)
    judge_edges(lambda: judge_at([*cut_off, mixed, *thin, still, sparse, full], [nothing_came]))
    return "The more the residual connections carry, the more [CLS] keeps of itself."
