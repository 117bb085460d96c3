"""A batch of digits for training: turned and moved so that each stays a digit, then mixed.

Promised domain: 1 to 20 images of 1 to 3 channels and 1 to 16 rows and columns; pixels are whole
    numbers from 0 to 16; 2 to 10 kinds; moves from −20 to 20; shares from 0 to 1.
Extremes and special cases, alone and together: one image, mixed with itself; one pixel; images
    of paper alone and without any paper; moves of 0 and far beyond the image; shares of 0 and 1;
    changes that leave no digit; all sizes at their largest.
Certain: cases are drawn until every two of the mistakes give different results in at least one. A
    mistake is named only if it explains the results of all of them.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.several import all_alike, first_difference
from payattention_checks.task import Cases, Edge, Fits, Task, Variants, outputs_of

MOST_IMAGES, MOST_CHANNELS, MOST_ROWS, HIGHEST_PIXEL, MOST_KINDS = 20, 3, 16, 16, 10
LARGEST_MOVE = 20


class Case(NamedTuple):
    """The arguments of one call.

    images    (n, channels, rows, columns)
    labels    the digit of each image, (n,)
    changes   what is done to each: 0 nothing, 1 left–right, 2 top–bottom, 3 half a turn, (n,)
    becomes   which digit a digit becomes by a change, or −1, (4, kinds)
    moves     how far each moves down and right, (n, 2)
    paper     the colour of the background, (channels,)
    partners  the image with which each is mixed, (n,)
    shares    the share of the image itself, (n,)
    """

    images: np.ndarray
    labels: np.ndarray
    changes: np.ndarray
    becomes: np.ndarray
    moves: np.ndarray
    paper: np.ndarray
    partners: np.ndarray
    shares: np.ndarray


class Batch(NamedTuple):
    """Images (n, channels, rows, columns) and targets (n, kinds)."""

    images: np.ndarray
    targets: np.ndarray


# ── turn ──────────────────────────────────────────────────────────────────────────────────────

Flips = Mapping[int, tuple[int, ...]]  # the axes that each change reverses
FLIPS: Flips = {0: (), 1: (2,), 2: (1,), 3: (1, 2)}


def safe(case: Case, b: int) -> tuple[int, int]:
    """The change that is made to an image, and its label afterwards."""
    k, label = int(case.changes[b]), int(case.labels[b])
    new = int(case.becomes[k, label])
    return (k, new) if new >= 0 else (0, label)


def label_kept(case: Case, b: int) -> tuple[int, int]:
    return safe(case, b)[0], int(case.labels[b])


def always(case: Case, b: int) -> tuple[int, int]:
    return int(case.changes[b]), int(case.labels[b])


def always_relabelled(case: Case, b: int) -> tuple[int, int]:
    return int(case.changes[b]), safe(case, b)[1]


def from_the_back(case: Case, b: int) -> tuple[int, int]:
    """A label of −1 is the last kind."""
    return int(case.changes[b]), int(case.becomes[case.changes[b], case.labels[b]])


def same_digit_alone(case: Case, b: int) -> tuple[int, int]:
    k, label = safe(case, b)
    return (k, label) if label == case.labels[b] else (0, int(case.labels[b]))


def turned_back(case: Case, b: int) -> tuple[int, int]:
    """The table is read the other way: which digit becomes this one."""
    k, label = int(case.changes[b]), int(case.labels[b])
    found = np.flatnonzero(case.becomes[k] == label)
    return (k, int(found[0])) if len(found) else (0, label)


# ── move ──────────────────────────────────────────────────────────────────────────────────────

Ink = Callable[[np.ndarray, np.ndarray], np.ndarray]  # (image, paper) → (rows, columns)
Move = Callable[[np.ndarray, tuple[int, int]], tuple[int, int]]  # of some ink: (ink, wanted)
Fill = Callable[[np.ndarray, np.ndarray, int, int], np.ndarray]  # (image, paper, down, right)


def any_channel(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return (image != paper[:, None, None]).any(axis=0)


def first_channel(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return image[0] != paper[0]


def all_channels(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return (image != paper[:, None, None]).all(axis=0)


def not_zero(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return (image != 0).any(axis=0)


def room(ink: np.ndarray, axis: int) -> tuple[int, int]:
    """How far ink can move towards 0, and away from 0, along an axis."""
    used = np.flatnonzero(ink.any(axis=1 - axis))
    return (int(used[0]), ink.shape[axis] - 1 - int(used[-1])) if len(used) else (0, 0)


def shortened(ink: np.ndarray, wanted: tuple[int, int]) -> tuple[int, int]:
    down, right = (
        int(np.clip(step, -room(ink, axis)[0], room(ink, axis)[1]))
        for axis, step in enumerate(wanted)
    )
    return down, right


def not_shortened(ink: np.ndarray, wanted: tuple[int, int]) -> tuple[int, int]:
    return wanted


def whole_or_not(ink: np.ndarray, wanted: tuple[int, int]) -> tuple[int, int]:
    return wanted if shortened(ink, wanted) == wanted else (0, 0)


def each_axis_whole_or_not(ink: np.ndarray, wanted: tuple[int, int]) -> tuple[int, int]:
    (down, right), (far_down, far_right) = shortened(ink, wanted), wanted
    return down * (down == far_down), right * (right == far_right)


def with_paper(image: np.ndarray, paper: np.ndarray, down: int, right: int) -> np.ndarray:
    return moved(image, np.broadcast_to(paper[:, None, None], image.shape), down, right)


def with_zeros(image: np.ndarray, paper: np.ndarray, down: int, right: int) -> np.ndarray:
    return moved(image, np.zeros_like(image), down, right)


def with_first_colour(image: np.ndarray, paper: np.ndarray, down: int, right: int) -> np.ndarray:
    return moved(image, np.full_like(image, paper[0]), down, right)


def left_as_it_was(image: np.ndarray, paper: np.ndarray, down: int, right: int) -> np.ndarray:
    return moved(image, image, down, right)


def round_about(image: np.ndarray, paper: np.ndarray, down: int, right: int) -> np.ndarray:
    return np.roll(image, (down, right), axis=(1, 2))


def moved(image: np.ndarray, below: np.ndarray, down: int, right: int) -> np.ndarray:
    """The image over another, moved; what leaves it is lost."""
    out = np.array(below)
    for row, column in np.ndindex(image.shape[1:]):
        if 0 <= row + down < image.shape[1] and 0 <= column + right < image.shape[2]:
            out[:, row + down, column + right] = image[:, row, column]
    return out


# ── mix ───────────────────────────────────────────────────────────────────────────────────────

Shares = Callable[[Case], np.ndarray]  # of each image itself, (n,)


def own_share(case: Case) -> np.ndarray:
    return case.shares


def all_alone(case: Case) -> np.ndarray:
    return np.ones(len(case.shares))


def partners_share(case: Case) -> np.ndarray:
    return 1 - case.shares


def share_of_partner(case: Case) -> np.ndarray:
    return case.shares[case.partners]


def one_share(case: Case) -> np.ndarray:
    return np.full(len(case.shares), case.shares[0])


def larger_one(case: Case) -> np.ndarray:
    return (case.shares >= 0.5).astype(float)


def mixed(values: np.ndarray, others: np.ndarray, shares: np.ndarray) -> np.ndarray:
    shares = shares.reshape(-1, *[1] * (values.ndim - 1))
    return shares * values + (1 - shares) * others


def one_after_another(values: np.ndarray, case: Case) -> np.ndarray:
    """Mixed in place: a later image meets partners that are mixed already."""
    values = values.copy()
    for b, partner in enumerate(case.partners):
        values[b] = mixed(values[[b]], values[[partner]], case.shares[[b]])[0]
    return values


def right(
    case: Case,
    *,
    rule: Callable[[Case, int], tuple[int, int]] = safe,
    flips: Flips = FLIPS,
    ink: Ink = any_channel,
    move: Move = shortened,
    fill: Fill = with_paper,
    moves: Callable[[np.ndarray], np.ndarray] = lambda moves: moves,
    move_first: bool = False,
    ink_before: bool = False,
    shares: tuple[Shares, Shares] = (own_share, own_share),
    raw_partners: tuple[bool, bool] = (False, False),
    in_place: bool = False,
) -> Batch:
    """The batch. ``shares`` and ``raw_partners`` are those of the images and of the targets."""
    images, labels = [], []
    for b, wanted in enumerate(np.broadcast_to(moves(case.moves), case.moves.shape).tolist()):
        image = case.images[b]
        k, label = rule(case, b)
        if not move_first:
            image = np.flip(image, flips[k])
        seen = case.images[b] if ink_before else image
        image = fill(image, case.paper, *move(ink(seen, case.paper), tuple(wanted)))
        images.append(np.flip(image, flips[k]) if move_first else image)
        labels.append(label)
    kinds = np.eye(case.becomes.shape[1])
    own = np.stack(images), kinds[labels]
    if in_place:
        return Batch(*(one_after_another(values, case) for values in own))
    parts = zip((case.images, kinds[case.labels]), own, raw_partners, shares, strict=True)
    return Batch(
        *(mixed(new, (old if raw else new)[case.partners], of(case)) for old, new, raw, of in parts)
    )


VARIANTS: Variants = {
    "label-kept": {"rule": label_kept},
    "changed-anyway": [{"rule": always}, {"rule": always_relabelled}, {"rule": from_the_back}],
    "same-digit-alone": {"rule": same_digit_alone},
    "table-backwards": {"rule": turned_back},
    "mirrors-exchanged": {"flips": {0: (), 1: (1,), 2: (2,), 3: (1, 2)}},
    "half-turn-is-a-mirror": [{"flips": {**FLIPS, 3: axes}} for axes in ((1,), (2,))],
    "ink-lost": {"move": not_shortened},
    "not-moved": [{"move": whole_or_not}, {"move": each_axis_whole_or_not}],
    "other-ink": [{"ink": ink} for ink in (first_channel, all_channels, not_zero)],
    "ink-before-the-turn": {"ink_before": True},
    "moved-before-the-turn": {"move_first": True},
    "moved-the-other-way": {"moves": np.negative},
    "rows-and-columns-exchanged": {"moves": lambda moves: moves[:, ::-1]},
    "one-move-for-all": {"moves": lambda moves: moves[:1]},
    "wrapped": {"fill": round_about, "move": not_shortened},
    "filled-otherwise": [
        {"fill": fill} for fill in (with_zeros, with_first_colour, left_as_it_was)
    ],
    "not-mixed": {"shares": (all_alone, all_alone)},
    "targets-not-mixed": [{"shares": (own_share, way)} for way in (all_alone, larger_one)],
    "images-not-mixed": {"shares": (all_alone, own_share)},
    "shares-exchanged": [
        {"shares": ways}
        for ways in (
            (partners_share, partners_share),
            (own_share, partners_share),
            (partners_share, own_share),
        )
    ],
    "share-of-another": [
        {"shares": (share_of_partner, share_of_partner)},
        {"shares": (one_share, one_share)},
    ],
    "partner-unchanged": [
        {"raw_partners": raw} for raw in ((True, True), (True, False), (False, True))
    ],
    "partner-mixed-already": {"in_place": True},
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
    kinds: int = 4, far: int = 3, inked: float = 0.3,
) -> Case:  # fmt: skip
    """A random case; the ink of an image lies in a box of its own."""
    paper = rng.integers(1, HIGHEST_PIXEL, size=channels)
    images = np.empty((n, channels, rows, columns))
    images[:] = paper[:, None, None]
    for image in images:
        top, left = rng.integers(0, (rows + 1) // 2), rng.integers(0, (columns + 1) // 2)
        box = image[:, top : top + (rows + 1) // 2, left : left + (columns + 1) // 2]
        drawn = rng.random(box.shape) < inked
        box[drawn] = rng.integers(0, HIGHEST_PIXEL + 1, size=box.shape)[drawn]
        if inked > 0:  # one pixel of ink at least
            box[:, 0, -1] = paper - 1
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
    rows, columns = rng.permutation([4, 5, 6])[:2].tolist()
    return draw(rng, n=int(rng.integers(5, 8)), rows=rows, columns=columns)


def with_pure_shares(case: Case) -> Case:
    return case._replace(shares=(np.arange(len(case.shares)) % 2).astype(float))


def without_a_digit(case: Case) -> Case:
    """The case in which no change leaves a digit."""
    becomes = np.full_like(case.becomes, -1)
    becomes[0] = case.becomes[0]
    return case._replace(becomes=becomes, changes=1 + case.changes % 3)


def cases(rng: np.random.Generator) -> Cases:
    ordinary = [usual(rng) for _ in range(2)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), same)
    alone = draw(rng, n=1, channels=1)
    extremes = [
        draw(rng, inked=0),
        with_pure_shares(draw(rng, inked=0, n=3, far=LARGEST_MOVE)),
        draw(rng, inked=0, n=1, channels=1, rows=1, columns=1),
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
    name: lambda output, case: False for name in ("no-ink", "no-smallest-ink")
}

augment_digits = Task(__name__, right, cases, VARIANTS, SIGNS, same=same, details=details).check
