"""A batch of digits for training: turned and moved so that each stays a digit, then mixed.

Promised domain: 1 to 20 images of 1 to 3 channels and 1 to 16 rows and columns; pixels are whole
    numbers from 0 to 16; 2 to 10 kinds; moves from −20 to 20; shares from 0 to 1.
Extremes and special cases, alone and together: one image, mixed with itself; one pixel; images
    of paper alone and without any paper; moves of 0 and far beyond the image; shares of 0 and 1;
    changes that leave no digit; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give different results in at least one. A
    mistake is named only if it explains the results of all of them.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of
from payattention_checks.vit._mixed_digits import (
    Mix,
    Shares,
    all_alone,
    larger_one,
    mixed,
    one_after_another,
    one_share,
    own_last,
    own_share,
    partner_last,
    partners_share,
    share_of_partner,
    with_rest_of_partner,
)
from payattention_checks.vit._turned_digits import (
    FLIPS,
    Case,
    Way,
    above_paper,
    all_channels,
    always,
    always_relabelled,
    any_channel,
    below_paper,
    each_axis_whole_or_not,
    first_channel,
    first_colour,
    from_the_back,
    label_kept,
    left_as_it_was,
    not_shortened,
    not_the_first_colour,
    not_up_and_left,
    not_zero,
    quarter_turn,
    round_about,
    safe,
    same_digit_alone,
    shortened,
    shortened_but,
    shortened_downwards,
    transposed,
    turned_back,
    unlabelled,
    whole_or_not,
    with_first_colour,
    with_paper,
    with_zeros,
    zero_alone_is_none,
    zero_is_none,
)

MOST_IMAGES, MOST_CHANNELS, MOST_ROWS, HIGHEST_PIXEL, MOST_KINDS = 20, 3, 16, 16, 10
LARGEST_MOVE = 20


class Batch(NamedTuple):
    """Images (n, channels, rows, columns) and targets (n, kinds)."""

    images: np.ndarray
    targets: np.ndarray


def moved_when_mixed(images: np.ndarray, case: Case) -> np.ndarray:
    return np.stack(
        [
            with_paper(image, case.paper, *shortened(any_channel(image, case.paper), tuple(wanted)))
            for image, wanted in zip(images, case.moves.tolist(), strict=True)
        ]
    )


def mix_both(
    own: tuple[np.ndarray, np.ndarray],
    others: tuple[np.ndarray, np.ndarray],
    case: Case,
    shares: tuple[Shares, Shares],
    mixes: tuple[Mix, Mix],
    rest_of_partner: tuple[bool, bool],
    in_place: tuple[bool, bool],
) -> Batch:
    results = []
    for i, (new, other, mix) in enumerate(zip(own, others, mixes, strict=True)):
        partners = with_rest_of_partner(other, case) if rest_of_partner[i] else other
        together = mix(new, partners, shares[i](case))
        results.append(one_after_another(new, case) if in_place[i] else together)
    return Batch(*results)


def right(
    case: Case,
    *,
    rule: Callable[[Case, int], tuple[int, int]] = safe,
    moves: Callable[[Case], np.ndarray] = lambda case: case.moves,
    shares: tuple[Shares, Shares] = (own_share, own_share),
    partners: Callable[[np.ndarray], np.ndarray] = lambda partners: partners,
    partner: tuple[bool, bool] = (True, True),
    partner_labelled: bool = True,
    mix: Mix = mixed,
    rest_of_partner: tuple[bool, bool] = (False, False),
    move_last: bool = False,
    in_place: tuple[bool, bool] = (False, False),
    **way: Any,
) -> Batch:
    """The batch. ``partner`` says whether partners are turned, and whether they are moved.

    ``shares``, ``rest_of_partner`` and ``in_place`` are those of the images and of the targets; for
    others see `Way`.
    """
    rules = [rule(case, b) for b in range(len(case.labels))]
    wanted = np.broadcast_to(moves(case), case.moves.shape)
    of_kinds = np.eye(case.becomes.shape[1] + 1)[:, :-1]  # a label of −1 has no 1

    def images(turn: bool, move: bool) -> np.ndarray:
        far = [tuple(step) if move else (0, 0) for step in wanted.tolist()]
        return np.stack(
            [Way(**way).changed(case, b, turn * k, far[b]) for b, (k, _) in enumerate(rules)]
        )

    own = images(True, not move_last), of_kinds[[label for _, label in rules]]
    chosen = partners(case.partners)
    others = (
        (own[0] if partner == (True, True) else images(*partner))[chosen],
        (own[1] if partner_labelled else of_kinds[case.labels])[chosen],
    )
    batch = mix_both(own, others, case, shares, (mixed, mix), rest_of_partner, in_place)
    return batch._replace(images=moved_when_mixed(batch.images, case)) if move_last else batch


def paper_itself(paper: np.ndarray) -> np.ndarray:
    return paper


def unmoved_without_a_digit(case: Case) -> np.ndarray:
    return case.moves * (case.becomes[case.changes, case.labels] >= 0)[:, None]


VARIANTS: Variants = {
    "label-kept": {"rule": label_kept},
    "not-turned": {"flips": dict.fromkeys(FLIPS, ())},
    "changed-anyway": [{"rule": always}, {"rule": always_relabelled}, {"rule": from_the_back}],
    "same-digit-alone": {"rule": same_digit_alone},
    "zero-is-none": [{"rule": zero_is_none}, {"rule": zero_alone_is_none}],
    "no-label": {"rule": unlabelled},
    "table-backwards": {"rule": turned_back},
    "mirrors-exchanged": {"flips": {0: (), 1: (1,), 2: (2,), 3: (1, 2)}},
    "half-turn-is-a-mirror": [{"flips": {**FLIPS, 3: axes}} for axes in ((1,), (2,), ())],
    "quarter-turn": [
        *({"half_turn": functools.partial(quarter_turn, times=times)} for times in (1, 3)),
        {"half_turn": transposed},
    ],
    "mirror-missing": [{"flips": {**FLIPS, k: ()}} for k in (1, 2)],
    "channels-reversed": [
        {"flips": {**FLIPS, 3: (0, 1, 2)}},
        {"flips": {0: (), 1: (1,), 2: (0,), 3: (0, 1)}},
    ],
    "ink-lost": [{"move": move} for move in (not_shortened, shortened_downwards)],
    "not-moved": [{"move": move} for move in (whole_or_not, each_axis_whole_or_not)],
    "never-up-and-left": {"move": not_up_and_left},
    "moved-when-mixed": {"move_last": True},
    "room-off-by-one": [
        *({"move": shortened_but(*less)} for less in ((0, 1), (1, 0), (1, 1), (0, -1))),
        {"move": shortened_but(0, -1), "fill": round_about},
    ],
    "other-ink": [
        {"ink": ink, "ground": ground, "fill": fill}
        for ink in (first_channel, all_channels, above_paper, below_paper)
        for ground, fill in ((None, with_paper), (paper_itself, with_paper), (None, round_about))
    ],
    "paper-is-ink": [
        {"ink": ink, "ground": ground}
        for ink in (not_zero, not_the_first_colour)
        for ground in (None, paper_itself)
    ],
    "ink-before-the-turn": [
        {"ink_before": True, "fill": fill} for fill in (with_paper, round_about)
    ],
    "moved-before-the-turn": {"move_first": True},
    "moved-the-other-way": {"moves": lambda case: -case.moves},
    "rows-and-columns-exchanged": {"moves": lambda case: case.moves[:, ::-1]},
    "one-move-for-all": {"moves": lambda case: case.moves[:1]},
    "never-moved": {"moves": lambda case: 0 * case.moves},
    "left-in-place": {"moves": unmoved_without_a_digit},
    "wrapped": [
        {"fill": round_about, "move": move} for move in (not_shortened, shortened_downwards)
    ],
    "filled-otherwise": [
        *({"fill": fill} for fill in (with_zeros, with_first_colour, left_as_it_was)),
        {"fill": with_zeros, "ground": np.zeros_like},
        {"fill": with_first_colour, "ground": first_colour},
    ],
    "not-mixed": {"shares": (all_alone, all_alone)},
    "targets-not-mixed": [{"shares": (own_share, way)} for way in (all_alone, larger_one)],
    "images-not-mixed": {"shares": (all_alone, own_share)},
    "shares-exchanged": [
        {"shares": of}
        for of in (
            (partners_share, partners_share),
            (own_share, partners_share),
            (partners_share, own_share),
        )
    ],
    "share-of-another": [
        {"shares": (share_of_partner, share_of_partner)},
        {"shares": (one_share, one_share)},
    ],
    "rest-of-partner": [
        {"rest_of_partner": which} for which in ((True, True), (True, False), (False, True))
    ],
    "partners-inverted": {"partners": np.argsort},
    "partner-unchanged": [
        {"partner": (False, False), "partner_labelled": False},
        {"partner_labelled": False},
        *({"partner": done} for done in ((False, False), (True, False), (False, True))),
    ],
    "partner-mixed-already": [
        {"in_place": which} for which in ((True, True), (True, False), (False, True))
    ],
    "target-overwritten": [{"mix": mix} for mix in (own_last, partner_last)],
}


def same(one: Batch, other: Batch) -> bool:
    return all_alike(one, other, 1e-4, 1e-5)


def details(output: Batch, case: Case) -> dict[str, np.ndarray]:
    """The first row of pixels, or the first target, that differs."""

    def flat(batch: Batch) -> Batch:
        rows = np.reshape(batch.images, (-1, case.images.shape[-1]))
        return Batch(rows, np.asarray(batch.targets))

    return first_difference(flat(output), flat(right(case)), 1e-5)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, *, n: int = 6, channels: int = 2, rows: int = 5, columns: int = 6,
    kinds: int = 4, far: int = 3, inked: float = 0.3, black: bool = False,
) -> Case:  # fmt: skip
    """A random case; the ink of an image lies in a box of its own. If ``black``, paper is 0."""
    paper = 0 if black else rng.integers(1, HIGHEST_PIXEL, size=channels)
    paper = np.broadcast_to(paper, channels)
    images = np.empty((n, channels, rows, columns))
    images[:] = paper[:, None, None]
    for image in images:
        top, left = rng.integers(0, (rows + 1) // 2), rng.integers(0, (columns + 1) // 2)
        box = image[:, top : top + (rows + 1) // 2, left : left + (columns + 1) // 2]
        drawn = rng.random(box.shape) < inked
        box[drawn] = rng.integers(0, HIGHEST_PIXEL + 1, size=box.shape)[drawn]
        if inked > 0:  # one pixel of ink at least
            box[:, 0, -1] = abs(paper - 1)
    becomes = rng.integers(-1, kinds, size=(4, kinds))
    becomes[0] = np.arange(kinds)
    return Case(
        images,
        rng.integers(kinds, size=n),
        rng.integers(4, size=n),
        becomes,
        rng.integers(-far, far + 1, size=(n, 2)),
        paper.astype(float),
        rng.permutation(n),
        rng.uniform(0.1, 0.9, size=n).round(2),
    )


def usual(rng: np.random.Generator) -> Case:
    """A random case of square images: a quarter of a turn is no error there."""
    n, side, black = int(rng.integers(5, 8)), int(rng.integers(4, 7)), rng.random() < 0.3
    return draw(rng, n=n, rows=side, columns=side, black=black)


def with_pure_shares(case: Case) -> Case:
    return case._replace(shares=(np.arange(len(case.shares)) % 2).astype(float))


def without_a_digit(case: Case) -> Case:
    """The case in which no change leaves a digit."""
    becomes = np.full_like(case.becomes, -1)
    becomes[0] = case.becomes[0]
    return case._replace(becomes=becomes, changes=1 + case.changes % 3)


def with_room(rng: np.random.Generator) -> Case:
    """Square images, of which the first moves far; the last kind is not there.

    Between the ink of the first one are free lines, and its channels differ from paper by 1 and −1.
    The second one has its ink in a corner.
    """
    case = draw(rng, rows=7, columns=7, far=5)
    case.images[0] = case.paper[:, None, None]
    case.images[0][:, [1, 3], [0, 2]] += [[1], [-1]]
    case.images[1] = case.paper[:, None, None]
    case.images[1][:, 0, 0] -= 1
    case.changes[:2], case.moves[:2] = 0, 5
    becomes = np.pad(case.becomes, ((0, 0), (0, 1)), constant_values=-1)
    becomes[0, -1] = becomes.shape[1] - 1
    return case._replace(becomes=becomes)


def half_blank(rng: np.random.Generator) -> Case:
    """Images without ink get other labels, and partners with ink."""
    case = draw(rng)
    case.images[::2] = case.paper[:, None, None]
    case.becomes[1:] = np.roll(case.becomes[0], 1)
    return case._replace(changes=1 + case.changes % 3, partners=np.roll(np.arange(6), 1))


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng), with_room(rng)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), same)
    alone = draw(rng, n=1, channels=1)
    extremes = [
        draw(rng, inked=0),
        with_pure_shares(draw(rng, inked=0, n=3, far=LARGEST_MOVE)),
        draw(rng, inked=0, n=1, channels=1, rows=1, columns=1),
        half_blank(rng),
    ]
    others = [
        alone,
        with_pure_shares(draw(rng, n=5)),
        draw(rng, n=4, far=LARGEST_MOVE),
        draw(rng, far=0),
        draw(rng, inked=1, rows=2, columns=2, far=2),
        draw(rng, n=2, rows=1, columns=1, inked=1, kinds=2),
        draw(rng, rows=1),
        draw(rng, columns=1, channels=1),
        without_a_digit(draw(rng)),
        draw(rng, n=MOST_IMAGES, channels=MOST_CHANNELS, rows=MOST_ROWS, columns=MOST_ROWS,
             kinds=MOST_KINDS, far=8),
    ]  # fmt: skip
    return Cases(ordinary, (Edge(extremes, ("no-ink", "no-smallest-ink")), Edge(others)))


# Without ink the image is paper, however far it moves: only an error can be wrong there.
SIGNS: dict[str, Fits] = {
    name: lambda output, case: False for name in ("no-ink", "no-smallest-ink", "past-the-border")
}

augment_digits = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, details=details).check
