"""The stability and the IoU of masks, and the choice of the mask to show.

The stability is the number of pixels with logits above margin, divided by the number above −margin.
Masks with a stability of at least `least` are stable. The stable mask with the largest predicted
IoU is shown. If no mask is stable, the mask with the largest stability is shown.

Promised domain: 1 to 10 masks of 1 to 64 pixels a side; logits from −50 to 50; margins from 0.1 to
    10; `least` from 0 to 1; predicted IoUs are from 0 to 1, no two are equal, nor two
    stabilities where the choice depends on them.
Extremes and special cases, alone and together: for stability and IoU, logits of exactly 0 and
    ±margin; a mask that is empty at −margin, at 0, or at margin; an empty target, also with an
    empty mask; one mask, one pixel; all sizes at their largest. For the choice, a stability of
    exactly `least`, or a little less; no mask stable enough, or all masks; a `least` of 0, of 1,
    and of 0 with an empty mask; a predicted IoU of 0, of the only mask that is stable.
Certain: stability, IoU and choice are judged separately. The logits are random, and the masks are
    drawn so that each mistake chooses another mask in some case. A mistake is named only if the
    student's numbers fit it in all cases. If the stability has a usual mistake, a choice that
    follows from this stability counts as right.
"""

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from payattention_checks.compare import alike, close, right_or_not_finite
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of
from payattention_checks.vit._mask_ratings import (
    RULES,
    Case,
    Choose,
    Of,
    Rated,
    choose,
    choose_close,
    choose_rounded,
    iou,
    of_both_sides,
    ratio,
    soft_iou,
    stability,
)
from payattention_checks.wrong import Wrong

MOST_MASKS, LARGEST_SIDE = 10, 64
LARGEST_LOGIT, LARGEST_MARGIN = 50, 10
SMALLEST_MARGIN = 0.1


def right(
    case: Case,
    *,
    stability: Of = stability,
    iou: Of = iou,
    choose: Choose = choose,
) -> Rated:
    found, true = stability(case), iou(case)
    return Rated(found, true, choose(case, found, true))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def each(of: str, *ways: Of) -> list[dict[str, Any]]:
    return [{of: way} for way in ways]


def together(case: Case) -> Case:
    return case._replace(logits=case.logits.reshape(1, 1, -1))


def of_rows(case: Case) -> np.ndarray:
    rows = [stability(case._replace(logits=case.logits[:, [y]])) for y in range(len(case.target))]
    return np.mean(rows, axis=0)


ONE_SIDE = each(
    "stability", functools.partial(stability, low=0), functools.partial(stability, high=0)
)

VARIANTS: Variants = {
    "stability.reciprocal": {"stability": lambda case: 1 / stability(case)},
    "stability.one-side": ONE_SIDE,
    "stability.share-of-image": each(
        "stability",
        lambda case: (case.logits > case.margin).mean(axis=(1, 2)),
        lambda case: (abs(case.logits) > case.margin).mean(axis=(1, 2)),
        lambda case: (abs(case.logits) <= case.margin).mean(axis=(1, 2)),
    ),
    "iou.dice": each(
        "iou",
        lambda case: 2 * iou(case) / (1 + iou(case)),
        lambda case: iou(case) / (1 + iou(case)),
    ),
    "iou.accuracy": {"iou": lambda case: ((case.logits > 0) == case.target).mean(axis=(1, 2))},
    "iou.one-of-the-two": each(
        "iou",
        lambda case: ratio((case.logits > 0) & case.target, case.logits > 0, empty=0.0),
        lambda case: ratio((case.logits > 0) & case.target, case.target, empty=0.0),
    ),
    "iou.other-threshold": each(
        "iou",
        functools.partial(iou, threshold=0.5),
        lambda case: iou(case, threshold=case.margin),
        lambda case: iou(case, threshold=-case.margin),
        functools.partial(iou, threshold=-np.inf),  # all probabilities are above 0
    ),
    "stability.smoothed": {"stability": functools.partial(stability, more=1)},
    "iou.smoothed": {"iou": functools.partial(iou, more=1)},
    "iou.soft": {"iou": soft_iou},
    "iou.predicted": {"iou": lambda case: case.predicted},
    "stability.all-together": {
        "stability": lambda case: np.full(len(case.logits), stability(together(case)))
    },
    "stability.by-rows": {"stability": of_rows},
    "stability.below-the-line": {
        "stability": lambda case: (
            (case.logits > case.margin).sum(axis=(1, 2))
            / np.maximum((case.logits < -case.margin).sum(axis=(1, 2)), 1)
        )
    },
    "stability.both-sides": each(
        "stability", *(lambda case, i=i: of_both_sides(case)[i] for i in range(3))
    ),
    "stability.rounded": each(
        "stability", *(lambda case, n=n: np.round(stability(case), n) for n in (1, 2, 3))
    ),
    "stability.other-margin": each(
        "stability",
        *(lambda case, m=m: stability(case._replace(margin=m)) for m in (0.5, 1, 2)),
        *(functools.partial(stability, high=times, low=-times) for times in (0.5, 2)),
    ),
    "chosen.counted-from-1": {"choose": lambda *rated: choose(*rated) + 1},
    "chosen.value": {"choose": lambda case, *rated: case.predicted[choose(case, *rated)]},
    **{f"chosen.{name}": {"choose": rule} for name, rule in RULES.items()},
}


at_high = functools.partial(stability, above_high=np.greater_equal)
AT_EDGES: Variants = {
    "at-the-border": [
        {},  # where no logit is exactly at that threshold
        *each(
            "stability",
            at_high,
            functools.partial(stability, above_low=np.greater_equal),
            functools.partial(at_high, above_low=np.greater_equal),
        ),
        {"iou": functools.partial(iou, above=np.greater_equal)},
    ],
    "overflow": [
        *each("stability", functools.partial(stability, dtype=np.uint8)),
        *each("iou", functools.partial(iou, dtype=np.uint8)),
    ],
    "iou.one-empty": each(
        "iou",
        lambda case: np.where((case.logits > 0).any(axis=(1, 2)), iou(case), 1),
        lambda case: np.where(case.target.any(), iou(case), 1),
        lambda case: np.where(iou(case) > 0, iou(case), 1),
    ),
    "chosen.nearly-enough": [
        *({"choose": functools.partial(choose_rounded, digits=n)} for n in (2, 3, 4, 5)),
        {"choose": choose_close},
    ],
}


def right_but_where(excused: Of, rating: Of) -> Fits:
    """Whether a rating is right for all masks but those that are ``excused``."""

    def fits(output: np.ndarray, case: Case) -> bool:
        rest = ~excused(case)
        return close(output[rest], rating(case)[rest])

    return fits


def both_empty(case: Case) -> np.ndarray:
    return ~((case.logits > 0) | case.target).any(axis=(1, 2))


def right_or(found: Callable[[Case], np.bool_]) -> Fits:
    """Whether the choice is right, or there is something in the case that explains it."""
    return lambda chosen, case: chosen == right(case).chosen or bool(found(case))


SIGNS: dict[str, Fits] = {
    "stability.zero-by-zero": right_or_not_finite(
        lambda output, case: close(output, stability(case))
    ),
    "iou.zero-by-zero": right_or_not_finite(lambda output, case: close(output, iou(case))),
    "stability.empty-mask": right_but_where(lambda case: stability(case) == 0, stability),
    "iou.both-empty": right_but_where(both_empty, iou),
    "chosen.none-stable": right_or(lambda case: (stability(case) < case.least).all()),
    "chosen.just-enough": right_or(lambda case: (stability(case) == case.least).any()),
    "chosen.zero-for-unstable": right_or(lambda case: np.bool_(True)),
}


# ── a choice that follows from a wrong stability ──────────────────────────────────────────────


def with_output(case: Case, output: Any) -> Case:
    own = output.stability
    mistakes = itertools.chain(*outputs_of(right, VARIANTS, "stability").values())
    wrong = not isinstance(own, Wrong) and not alike(own, stability(case))
    usual = wrong and any(alike(own, answer(case)) for answer in mistakes)
    return case._replace(own=own) if usual else case


def follows(chosen: np.ndarray, case: Case) -> bool:
    return case.own is not None and chosen == choose(case, case.own, iou(case))


# ── ordinary cases ────────────────────────────────────────────────────────────────────────────


def some(rng: np.random.Generator, k: int, h: int, w: int, margin: float, least: float) -> Case:
    """Random arguments: k masks of h × w pixels, and a target of at least one pixel."""
    far = rng.uniform(0.6, 4, size=(k, 1, 1)) * margin
    logits = far * (rng.normal(size=(k, h, w)) + 0.3 * rng.normal(size=(k, 1, 1)))
    predicted = rng.permutation((np.arange(k) + rng.uniform(0.2, 0.8, size=k)) / k)
    target = rng.random((h, w)) < 0.5
    target[rng.integers(h), rng.integers(w)] = True
    return Case(logits, predicted, target, margin, least)


def by_rules(case: Case) -> dict[str, int]:
    """The index of the mask that each rule chooses, right or wrong."""
    found, true = stability(case), iou(case)
    return {name: rule(case, found, true) for name, rule in {"right": choose, **RULES}.items()}


def apart(case: Case) -> bool:
    """Whether the most usual rules choose wrongly, and no ratings nearly tie.

    Two decimals must tell stabilities apart. No mask may have a stability or an IoU of 0.
    """
    found, true = np.sort(stability(case)), np.sort(iou(case))
    distinct = (np.diff(found) > 0.022).all() and (np.diff(true) > 1e-3).all()
    if not (distinct and found[0] > 0 and true[0] > 0):
        return False
    chosen = by_rules(case)
    never_right = "unfiltered", "by-truth", "most-stable", "smallest", "place-among-some"
    return chosen["right"] not in [chosen[name] for name in never_right]


def draw(rng: np.random.Generator, k: int, h: int, w: int, margin: float) -> Case:
    """Random arguments in which about half of the masks are stable enough, and rules differ."""
    while True:
        case = some(rng, k, h, w, margin, 0.0)
        middle = np.sort(stability(case))[k // 2 - 1 : k // 2 + 1]
        case = case._replace(least=float(middle.mean()))
        if apart(case):
            return case


def distinguishes(cases: list[Case]) -> bool:
    """Whether the rules for choosing a mask all choose differently in these cases.

    No rule may always choose the same index. Besides, the right rule with a one-sided stability
    must not choose the same masks as the rule "unfiltered".
    """
    chosen = [by_rules(case) for case in cases]
    shown = {name: tuple(choice[name] for choice in chosen) for name in chosen[0]}
    follow = [tuple(right(case, **way).chosen for case in cases) for way in ONE_SIDE]
    changes = all(len(set(choices)) > 1 for choices in shown.values())
    return changes and len(set(shown.values())) == len(shown) and shown["unfiltered"] not in follow


# ── edges ─────────────────────────────────────────────────────────────────────────────────────


def with_integers(rng: np.random.Generator, k: int, h: int, w: int) -> Case:
    """Integer logits and the margin 2: many logits are at a threshold."""
    case = some(rng, k, h, w, 2, 0)
    return case._replace(logits=np.round(rng.uniform(-4, 4, size=(k, h, w))))


def emptied(case: Case, *, target: bool) -> Case:
    """The case with a mask that is empty at −margin, and one that is empty at 0 only.

    ``target`` says whether the target is empty, too.
    """
    first, second = np.argsort(case.predicted)[:2]
    logits = case.logits.copy()
    logits[first] = -4 * case.margin
    logits[second] = -0.5 * case.margin
    return case._replace(logits=logits, target=case.target & (not target))


def unstable(rng: np.random.Generator, k: int, h: int, w: int, margin: float) -> Case:
    """Random arguments in which no mask is stable enough, and the most stable has to be found."""
    while True:
        case = draw(rng, k, h, w, margin)
        found, predicted = stability(case), case.predicted
        by_chance = 0, k - 1, predicted.argmax(), predicted.argmin()
        if found.max() <= 0.95 and found.argmax() not in by_chance:
            return case._replace(least=float(found.max() + 1) / 2)


def without_promise(case: Case) -> Case:
    """The case with one stable mask, of a predicted IoU of 0. Index 0 must not be its index."""
    found, predicted = np.sort(stability(case)), case.predicted.copy()
    predicted[stability(case).argmax()] = 0
    return case._replace(predicted=predicted, least=float(found[-2:].mean()))


def exactly_least(rng: np.random.Generator, k: int, high: int = 7, low: int = 10) -> Case:
    """Small masks of stability 1, and one, predicted best, of ``high`` / ``low``, which is enough.

    If ``high`` is 0, that mask is empty. In float32, 0.7 is less than it is in float64.
    """
    case = some(rng, k, 3, 4, 1.0, high / low)
    logits = np.where(rng.random(case.logits.shape) < 0.6, 2.0, -2.0)
    logits[:, 0, 0] = 2.0
    just = rng.permutation(np.repeat([2.0, -0.5, -2.0], [high, low - high, 12 - low]))
    logits[case.predicted.argmax()] = just.reshape(3, 4)
    return case._replace(logits=logits)


def empty_or_thin(rng: np.random.Generator, h: int, w: int, margin: float) -> list[Case]:
    pixel = Case(np.array([[[3.0]]]), np.array([0.4]), np.array([[True]]), 1.0, 0.5)
    return [
        *(emptied(some(rng, 3, 2, 2, 1.0, 0), target=empty) for empty in (False, True)),
        *(emptied(some(rng, 4, h, w, margin, 0), target=empty) for empty in (False, True)),
        pixel,
        pixel._replace(logits=-pixel.logits),
        some(rng, 1, h, w, LARGEST_MARGIN, 0.0),
    ]


def full(rng: np.random.Generator) -> Case:
    """The case in which all is at its largest; no count is a multiple of 256."""
    while True:
        case = some(rng, MOST_MASKS, LARGEST_SIDE, LARGEST_SIDE, SMALLEST_MARGIN, 0.9)
        case = case._replace(logits=case.logits * LARGEST_LOGIT / abs(case.logits).max())
        larger, union = case.logits > -case.margin, (case.logits > 0) | case.target
        if all((pixels.sum(axis=(1, 2)) % 256).all() for pixels in (larger, union)):
            return case


def choices(rng: np.random.Generator, h: int, w: int, margins: list[float]) -> list[Case]:
    """Cases in which no mask is stable enough, and cases in which one is just enough."""
    small = np.array([[[3, 0.5, 0.5, -3]], [[3, 2, 0.5, -3]], [[3, 0.5, -3, -3]]])
    target = np.array([[True, True, False, False]])
    return [
        Case(small, np.array([0.9, 0.5, 0.7]), target, 1.0, 0.9),
        *(unstable(rng, 5, h, w, margin) for margin in margins[:2]),
        exactly_least(rng, 2),
        exactly_least(rng, 3),
        exactly_least(rng, 4, 0),
        exactly_least(rng, 3)._replace(least=1),
    ]


def cases(rng: np.random.Generator) -> Cases:
    h, w = (int(x) for x in rng.choice(np.arange(4, 9), size=2, replace=False))
    sizes = [(4, 2, 4), (5, h, w), (6, w, h), (4, h, h), (6, h, w), (6, w, w)]
    margins = [float(m) for m in rng.uniform(0.5, 3, size=len(sizes))]
    ordinary = [draw(rng, *size, m) for size, m in zip(sizes, margins, strict=True)]
    while not distinguishes(ordinary):
        i = int(rng.integers(len(sizes)))
        ordinary[i] = draw(rng, *sizes[i], margins[i])
    borders = [with_integers(rng, 2, 2, 3), with_integers(rng, 3, h, w)]
    empty = empty_or_thin(rng, h, w, margins[0])
    about_empty = "zero-by-zero", "stability.empty-mask", "iou.both-empty", "iou.one-empty"
    about_choice = "chosen.none-stable", "chosen.just-enough"
    above = (0.67, 0.667, 0.6667, 0.66667)
    nearly = [exactly_least(rng, 3, 2, 3)._replace(least=least) for least in above]
    nothing_promised = [without_promise(unstable(rng, 5, h, w, m)) for m in margins[:2]]
    ratings = "stability", "iou"
    return Cases(
        ordinary,
        (
            Edge(borders, tuple(AT_EDGES), parts=ratings),
            Edge(empty, about_empty, parts=ratings),
            Edge([full(rng)], ("overflow",), parts=ratings),
            Edge(nearly, ("chosen.nearly-enough",), parts=("chosen",)),
            Edge(nothing_promised, ("chosen.zero-for-unstable",), parts=("chosen",)),
            Edge(choices(rng, h, w, margins), about_choice, parts=("chosen",)),
        ),
    )


rate_masks = Task(
    __name__,
    right,
    cases,
    {**VARIANTS, **AT_EDGES},
    SIGNS,
    n_arguments=5,
    with_output=with_output,
    also_right={"chosen": follows},
    shares={"stability": 0.3, "iou": 0.3, "chosen": 0.4},
    each_part_has_edges=True,
    exchangeable=True,
).check
