"""The check of `rate_masks`: the stability and the IoU of masks, and the mask to show."""

import functools
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, Wrong, check, close, judge
from payattention.checks.edges import UNNAMED, judge_edges, judge_parts_with_edges
from payattention.checks.gives import equals_one_of
from payattention.checks.remember import draw_once

MOST_MASKS, LARGEST_SIDE = 10, 64
LARGEST_LOGIT, LARGEST_MARGIN = 50, 10
SMALLEST_MARGIN = 0.1
RULES = 10  # the number of rules for choosing a mask, with the right one
SHARES = {"stability": 0.3, "iou": 0.3, "chosen": 0.4}  # of the points


class Masks(NamedTuple):
    """The arguments of one call of the student's `rate_masks`.

    logits     (masks, height, width); a pixel is in a mask where its logit is above 0
    predicted  the predicted IoU of each mask
    target     the true mask, boolean, (height, width)
    margin     the stability compares each mask at the thresholds ±``margin``
    least      the smallest stability that is enough for a mask to count as stable
    """

    logits: np.ndarray
    predicted: np.ndarray
    target: np.ndarray
    margin: float | int
    least: float | int


class Rated(NamedTuple):
    """The student's results: each mask's stability and IoU, and the index of the mask to show."""

    stability: np.ndarray
    iou: np.ndarray
    chosen: int


@check(reread="Chapter 7, [Masks on request](07-vit#sam)", odd_form=True)
def rate_masks(ask: Ask, rng: np.random.Generator) -> str:
    """Check the stability and the IoU of masks, and the choice of the mask to show.

    The stability is the number of pixels with logits above margin, divided by the number above
    −margin. Masks with a stability of at least `least` are stable. The stable mask with the largest
    predicted IoU is shown. If no mask is stable, the mask with the largest stability is shown.

    Promised domain: 1 to 10 masks of 1 to 64 pixels a side; logits from −50 to 50; margins from 0.1
        to 10; `least` from 0 to 1; no two predicted IoUs are equal, nor two stabilities where the
        choice depends on them.
    Extremes and special cases, alone and together: for stability and IoU, logits of exactly 0 and
        ±margin; a mask that is empty at −margin, at 0, or at margin; an empty target, also with an
        empty mask; one mask, one pixel; all sizes at their largest. For the choice, a stability of
        exactly `least`; no mask stable enough, or all masks; a `least` of 0 and of 1.
    Usual mistakes: for the stability, the code returns the reciprocal; one of the two thresholds is
        0; the code divides by the size of the whole image. For the IoU, the code returns dice,
        accuracy, recall or precision; the masks are cut at another threshold. For the choice, the
        largest predicted IoU of all masks decides; the true IoU decides; the largest stability
        decides; the product of stability and predicted IoU decides; the smallest predicted IoU of
        the stable masks decides; the first or the last stable mask is taken; the index counts
        stable masks alone. In edge cases: the code divides 0 by 0; empty masks get other values;
        the code has ≥ in place of >, or > in place of ≥; the choice is wrong where no mask is
        stable.
    Certain: stability, IoU and choice are judged separately. The logits are random, and the masks
        are drawn so that each mistake chooses another mask in some case. A mistake is named only if
        the student's numbers fit it in all cases. If the stability has a usual mistake, a choice
        that follows from this stability counts as right.
    """

    def over(a, b, *, empty):
        """For each mask: pixels in ``a`` / pixels in ``b``, or ``empty`` where ``b`` has none."""
        a, b = a.sum(axis=(-2, -1)), b.sum(axis=(-2, -1))
        return np.where(b > 0, a / np.maximum(b, 1), empty)

    def stability(case, high=None, low=None, *, at=np.greater):
        high = case.margin if high is None else high
        low = -case.margin if low is None else low
        return over(at(case.logits, high), at(case.logits, low), empty=0.0)

    def iou(case, *, at=np.greater, threshold=0.0):
        mask = at(case.logits, threshold)
        return over(mask & case.target, mask | case.target, empty=1.0)

    def chosen(case, stable=None):
        stable = stability(case) if stable is None else stable
        enough = stable >= case.least
        by = np.where(enough, case.predicted, -np.inf) if enough.any() else stable
        return int(by.argmax())

    def expected(case):
        return Rated(stability(case), iou(case), chosen(case))

    def some(k, h, w, margin, least):
        """A random test case: k masks of h × w pixels, and a target of at least one pixel."""
        far = rng.uniform(0.6, 4, size=(k, 1, 1)) * margin
        logits = far * (rng.normal(size=(k, h, w)) + 0.3 * rng.normal(size=(k, 1, 1)))
        predicted = rng.permutation((np.arange(k) + rng.uniform(0.2, 0.8, size=k)) / k)
        target = rng.random((h, w)) < 0.5
        target[rng.integers(h), rng.integers(w)] = True
        return Masks(logits, predicted, target, margin, least)

    def draw(k, h, w, margin):
        """A random test case in which no rule in ``never_right`` chooses the right mask to show.

        About half of the masks are stable enough.
        """
        while True:
            case = some(k, h, w, margin, 0.0)
            middle = np.sort(stability(case))[k // 2 - 1 : k // 2 + 1]
            case = case._replace(least=float(middle.mean()))
            if apart(case):
                return case

    def rules(case):
        """For each rule for choosing a mask, right or wrong: the index of the mask it chooses."""
        found, true = stability(case), iou(case)
        enough = found >= case.least
        kept = case.predicted[enough]
        return {
            "right": chosen(case, found),
            "unfiltered": int(case.predicted.argmax()),
            "by-truth": int(true.argmax()),
            "most-stable": int(found.argmax()),
            "smallest": int(np.where(enough, case.predicted, np.inf).argmin()),
            "place-among-some": int(kept.argmax()) if len(kept) else -1,
            "by-truth-of-stable": int(np.where(enough, true, -1).argmax()),
            "product": int((found * case.predicted).argmax()),
            "first": int(enough.argmax()),
            "last": len(enough) - 1 - int(enough[::-1].argmax()),
        }

    never_right = ("unfiltered", "by-truth", "most-stable", "smallest", "place-among-some")

    def apart(case):
        """Whether no rule in ``never_right`` chooses the right mask, and no ratings nearly tie.

        A stability of 0 or an empty target is refused, too.
        """
        found, true = np.sort(stability(case)), np.sort(iou(case))
        distinct = (np.diff(found) > 1e-3).all() and (np.diff(true) > 1e-3).all()
        fractions = found[0] > 0 and case.target.any()  # neither is 0
        decided = abs(found - case.least).min() > 1e-3
        if not (distinct and fractions and decided):
            return False
        rule = rules(case)
        return rule["right"] not in [rule[name] for name in never_right]

    def share_of_image(case, value):
        """For each mask: the share of True pixels in ``value``, boolean, (masks, height, width)."""
        return value.mean(axis=(1, 2))

    one_sided = [
        lambda case: stability(case, low=0.0),
        lambda case: stability(case, high=0.0),
    ]
    about_stability: Mistakes = [
        Mistake(
            "reciprocal",
            "This is the larger mask divided by the smaller one: more than 1. Divide the other way "
            "round.",
            equals_one_of(lambda case: 1 / stability(case)),
            credit=0.5,
        ),
        Mistake(
            "one-side",
            "One of the two masks is cut at 0. Cut one at margin and the other at −margin.",
            equals_one_of(*one_sided),
            credit=0.5,
        ),
        Mistake(
            "share-of-image",
            "This is a share of the whole image. Divide by the pixels of the larger mask.",
            equals_one_of(
                lambda case: share_of_image(case, case.logits > case.margin),
                lambda case: share_of_image(case, abs(case.logits) > case.margin),
                lambda case: share_of_image(case, abs(case.logits) <= case.margin),
            ),
            credit=0.3,
        ),
    ]

    def dice(case):
        mask = case.logits > 0
        both = (mask & case.target).sum(axis=(1, 2))
        return 2 * both / (mask.sum(axis=(1, 2)) + case.target.sum())

    about_iou: Mistakes = [
        Mistake(
            "dice",
            "The intersection is divided by the sum of both sizes, as in dice. IoU divides by the "
            "union, in which it counts once.",
            equals_one_of(dice, lambda case: dice(case) / 2),
            credit=0.5,
        ),
        Mistake(
            "accuracy",
            "This is the share of pixels that agree. Where neither mask nor target is, IoU counts "
            "nothing.",
            equals_one_of(lambda case: ((case.logits > 0) == case.target).mean(axis=(1, 2))),
            credit=0.4,
        ),
        Mistake(
            "one-of-the-two",
            "The intersection is divided by the size of the mask, or of the target. Divide by the "
            "union.",
            equals_one_of(
                lambda case: over((case.logits > 0) & case.target, case.logits > 0, empty=0.0),
                lambda case: over(
                    (case.logits > 0) & case.target, case.target | (case.logits > np.inf), empty=0.0
                ),
            ),
            credit=0.4,
        ),
        Mistake(
            "other-threshold",
            "The masks are not cut at 0. A pixel is in a mask where its logit is above 0.",
            equals_one_of(
                lambda case: iou(case, threshold=0.5),
                lambda case: iou(case, threshold=case.margin),
                lambda case: iou(case, threshold=-case.margin),
                lambda case: iou(case, threshold=-np.inf),  # all probabilities are above 0
            ),
            credit=0.5,
        ),
    ]

    def shows(name):
        return lambda number, case: number == rules(case)[name]

    about_choice: Mistakes = [
        Mistake(
            "unfiltered",
            "The largest predicted IoU of all masks is taken. Only stable masks may be shown.",
            shows("unfiltered"),
            credit=0.3,
        ),
        Mistake(
            "by-truth",
            "The true IoU decides. When masks are chosen, nobody knows the target.",
            shows("by-truth"),
        ),
        Mistake(
            "by-truth",
            "The true IoU decides. When masks are chosen, nobody knows the target.",
            shows("by-truth-of-stable"),
            credit=0.3,
        ),
        Mistake(
            "product",
            "Stability and predicted IoU are multiplied. Of the masks that are stable enough, the "
            "predicted IoU alone decides.",
            shows("product"),
            credit=0.3,
        ),
        *(
            Mistake(
                "first-or-last",
                f"The {which} mask that is stable enough is taken. Among them the predicted IoU "
                "decides.",
                shows(which),
                credit=0.3,
            )
            for which in ("first", "last")
        ),
        Mistake(
            "most-stable",
            "The most stable mask is taken, though others are stable enough: among them the "
            "predicted IoU decides.",
            shows("most-stable"),
            credit=0.3,
        ),
        Mistake(
            "smallest",
            "The smallest predicted IoU is taken.",
            shows("smallest"),
            credit=0.3,
        ),
        Mistake(
            "place-among-some",
            "This is the place among the stable masks. Return the place among all.",
            shows("place-among-some"),
            credit=0.5,
        ),
    ]

    def asked(cases):
        """The student's outputs for the test cases, each with stability, IoU and chosen mask."""
        ask.announce(cases)
        sizes = [(len(case.logits),) for case in cases]
        return [
            ask.parts(*case, stability=k, iou=k, chosen=())
            for case, k in zip(cases, sizes, strict=True)
        ]

    def in_order(outputs):
        """The student's outputs, with stability and IoU exchanged back if they are exchanged."""
        if not exchanged:
            return outputs
        return [output._replace(stability=output.iou, iou=output.stability) for output in outputs]

    def is_exchanged():
        """Whether the student's function returns stability and IoU in the wrong order."""

        def are(part, right):
            found = [getattr(output, part) for output in returned]
            return not any(isinstance(array, Wrong) for array in found) and all(
                close(array, right(case)) for array, case in zip(found, ordinary, strict=True)
            )

        return are("stability", iou) or are("iou", stability)

    def follows(cases, outputs):
        """Whether each mask that the student chose is right for the student's own stabilities."""
        return not any(isinstance(array, Wrong) for output in outputs for array in output) and all(
            output.chosen == chosen(case, output.stability)
            for output, case in zip(outputs, cases, strict=True)
        )

    def judge_at(cases, outputs, part, mistakes):
        """Raise `Wrong` if one part of the student's outputs is wrong for some test case.

        ``part`` is "stability", "iou" or "chosen"; the error can name one of the ``mistakes``. If
        the stability has a usual mistake, a choice that follows from it counts as right.
        """
        if part == "chosen" and own_stability and follows(cases, outputs):
            return
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
            shown_beside=lambda array, case: {"Expected": getattr(expected(case), part)},
            rule="Stability: pixels above margin / pixels above −margin. Of the masks with at "
            "least `least`, the one with the largest predicted IoU; if there is none, the most "
            "stable.",
        )

    h, w = (int(x) for x in rng.choice(np.arange(4, 9), size=2, replace=False))
    margins = [float(m) for m in rng.uniform(0.5, 3, size=4)]
    sizes = [(4, 2, 4), (5, h, w), (6, w, h), (4, h, h)]

    def told_apart(cases):
        """Whether the rules for choosing a mask all choose differently in these test cases.

        No rule may always choose the same index. Besides, the right rule with a wrong stability
        from ``one_sided`` must not choose the same masks as the rule "unfiltered".
        """
        ruled = [rules(case) for case in cases]
        shown = {name: tuple(choice[name] for choice in ruled) for name in ruled[0]}
        follow = [tuple(chosen(case, found(case)) for case in cases) for found in one_sided]
        changes = all(len(set(places)) > 1 for places in shown.values())
        return changes and len(set(shown.values())) == RULES and shown["unfiltered"] not in follow

    def draw_ordinary():
        """Draw four test cases that distinguish all rules for choosing a mask."""
        while True:
            cases = [draw(*size, m) for size, m in zip(sizes, margins, strict=True)]
            if told_apart(cases):
                return cases

    ordinary = draw_once(draw_ordinary, rng)
    returned, exchanged = asked(ordinary), False
    exchanged = is_exchanged()
    returned = in_order(returned)
    own_stability: list[str] = []  # the name of the usual mistake in the stability, if there is one

    def border(*others):
        """Return a predicate (part, case): whether some function in ``others`` returns ``part``.

        ``part`` is the stabilities or the IoUs in one output. The first function is right; the
        others count a logit that is exactly at a threshold as above it.
        """
        return lambda part, case: any(close(part, other(case)) for other in others)

    says = "A logit that is exactly 0, margin or −margin counts as above it. It is not."
    stable_at = Mistake(
        "at-the-border",
        says,
        border(
            stability,
            lambda case: over(case.logits >= case.margin, case.logits > -case.margin, empty=0.0),
            lambda case: over(case.logits > case.margin, case.logits >= -case.margin, empty=0.0),
            lambda case: stability(case, at=np.greater_equal),
        ),
        credit=0.7,
    )
    true_at = Mistake(
        "at-the-border", says, border(iou, lambda case: iou(case, at=np.greater_equal)), credit=0.7
    )

    def nothing(right):
        return Mistake(
            "zero-by-zero",
            "0/0 came out, where a mask is empty. Then the stability is 0, and the IoU of two "
            "empty masks is 1.",
            lambda part, case: close(part, right(case)) or not np.isfinite(part).all(),
            credit=0.7,
        )

    empty_stability = Mistake(
        "empty-mask",
        "A mask that is empty at −margin has a stability of 0.",
        lambda part, case: close(part[stability(case) > 0], stability(case)[stability(case) > 0]),
        credit=0.7,
    )
    empty_iou = Mistake(
        "both-empty",
        "Where mask and target are both empty, they are equal: their IoU is 1. (The chapter's loss "
        "has 0 there.)",
        lambda part, case: close(part[~both_empty(case)], iou(case)[~both_empty(case)]),
        credit=0.7,
    )

    def both_empty(case):
        """For each mask: whether the mask and the target are both empty."""
        return ~((case.logits > 0) | case.target).any(axis=(1, 2))

    def is_stable(case):
        return stability(case) >= case.least

    none_stable = Mistake(
        "none-stable",
        "Where no mask is stable enough, the most stable one is shown.",
        lambda part, case: part == chosen(case) or not is_stable(case).any(),
        credit=0.6,
    )
    just_enough = Mistake(
        "just-enough",
        "A stability of exactly `least` is enough.",
        lambda part, case: part == chosen(case) or bool((stability(case) == case.least).any()),
        credit=0.7,
    )

    def whole(k, h, w):
        """Random masks with integer logits and the margin 2: many logits are at a threshold."""
        case = some(k, h, w, 2, 0)
        return case._replace(logits=np.round(rng.uniform(-4, 4, size=(k, h, w))))

    def emptied(case, *, target):
        """A copy of the test case with a mask that is empty at −margin, and one empty at 0 only.

        ``target`` says whether the target is empty, too.
        """
        first, second = np.argsort(case.predicted)[:2]
        logits = case.logits.copy()
        logits[first] = -4 * case.margin
        logits[second] = -0.5 * case.margin
        return case._replace(logits=logits, target=case.target & (not target))

    def by_chance(case):
        """Whether a rule that ignores stability also shows the most stable mask."""
        places = (0, len(case.logits) - 1, case.predicted.argmax(), case.predicted.argmin())
        return stability(case).argmax() in places

    def unstable(k, h, w, margin):
        """A random test case with k masks of h × w pixels, none of which is stable enough."""
        case = draw(k, h, w, margin)
        while stability(case).max() > 0.95 or by_chance(case):
            case = draw(k, h, w, margin)
        return case._replace(least=float(stability(case).max() + 1) / 2)

    def exactly_least(k):
        """A test case of k masks: the one predicted best has exactly the stability ``least``."""
        case = some(k, 2, 4, 1.0, 0.75)
        logits = np.where(rng.random(case.logits.shape) < 0.6, 2.0, -2.0)
        logits[:, 0, 0] = 2.0
        just = rng.permutation([2.0, 2.0, 2.0, 0.5, -2.0, -2.0, -2.0, -2.0])
        logits[case.predicted.argmax()] = just.reshape(2, 4)
        return case._replace(logits=logits)

    borders = [whole(2, 2, 3), whole(3, h, w)]
    empties = [emptied(some(3, 2, 2, 1.0, 0), target=t) for t in (False, True)]
    empties += [emptied(some(4, h, w, margins[0], 0), target=t) for t in (False, True)]
    small = np.array([[[3, 0.5, 0.5, -3]], [[3, 2, 0.5, -3]], [[3, 0.5, -3, -3]]])
    unsure = [
        Masks(small, np.array([0.9, 0.5, 0.7]), np.array([[True, True, False, False]]), 1.0, 0.9),
        *(unstable(5, h, w, margin=m) for m in margins[:2]),
    ]
    enough = [exactly_least(2), exactly_least(3), exactly_least(4)._replace(least=0.0)]
    enough += [exactly_least(3)._replace(least=1)]
    pixel = Masks(np.array([[[3.0]]]), np.array([0.4]), np.array([[True]]), 1.0, 0.5)
    thin = [pixel, pixel._replace(logits=-pixel.logits), some(1, h, w, LARGEST_MARGIN, 0.0)]
    full = some(MOST_MASKS, LARGEST_SIDE, LARGEST_SIDE, SMALLEST_MARGIN, 0.9)
    full = full._replace(logits=full.logits * LARGEST_LOGIT / abs(full.logits).max())
    usual = {"stability": about_stability, "iou": about_iou, "chosen": about_choice}
    empty = [*empties, *thin, full]
    at_edges = {
        "stability": [(borders, [stable_at]), (empty, [nothing(stability), empty_stability])],
        "iou": [(borders, [true_at]), (empty, [nothing(iou), empty_iou])],
        "chosen": [([*unsure, *enough], [none_stable, just_enough])],
    }
    answers: dict[int, list] = {}

    def asked_once(cases):
        if id(cases) not in answers:
            answers[id(cases)] = in_order(asked(cases))
        return answers[id(cases)]

    def judge_part(part):
        try:
            judge_at(ordinary, returned, part, usual[part])
        except Wrong as fault:
            if part == "stability" and fault.name not in UNNAMED and fault.credit:
                own_stability.append(fault.name)
            raise
        judge_edges(
            *(
                functools.partial(judge_edge, cases, part, mistakes)
                for cases, mistakes in at_edges[part]
            )
        )

    def judge_edge(cases, part, mistakes):
        judge_at(cases, asked_once(cases), part, mistakes)

    judge_parts_with_edges(SHARES, judge_part)
    if exchanged:
        says = "All is right, but in the wrong order: return `stability, iou, chosen`."
        raise Wrong("wrong-order", says, credit=0.8)
    ask.require_order()
    return "A predicted IoU is a promise; stability can be measured without knowing the truth."
