"""A batch of digits, and how each is turned and moved: rightly, or with a usual mistake."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np


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


# ── turn ──────────────────────────────────────────────────────────────────────────────────────

Flips = Mapping[int, tuple[int, ...]]  # the axes that each change reverses
FLIPS: Flips = {0: (), 1: (2,), 2: (1,), 3: (1, 2)}


def safe(case: Case, b: int) -> tuple[int, int]:
    """The change that is made to an image, and its label afterwards."""
    k, label = int(case.changes[b]), int(case.labels[b])
    new = int(case.becomes[k, label])
    return (k, new) if new >= 0 else (0, label)


def label_of(case: Case, b: int) -> int:
    """What the table says, a digit or −1."""
    return int(case.becomes[case.changes[b], case.labels[b]])


def label_kept(case: Case, b: int) -> tuple[int, int]:
    return safe(case, b)[0], int(case.labels[b])


def always(case: Case, b: int) -> tuple[int, int]:
    return int(case.changes[b]), int(case.labels[b])


def always_relabelled(case: Case, b: int) -> tuple[int, int]:
    return int(case.changes[b]), safe(case, b)[1]


def from_the_back(case: Case, b: int) -> tuple[int, int]:
    """A label of −1 is the last kind."""
    return int(case.changes[b]), label_of(case, b) % case.becomes.shape[1]


def same_digit_alone(case: Case, b: int) -> tuple[int, int]:
    k, label = safe(case, b)
    return (k, label) if label == case.labels[b] else (0, int(case.labels[b]))


def zero_is_none(case: Case, b: int) -> tuple[int, int]:
    k, label = safe(case, b)
    return (k, label) if label > 0 else (0, int(case.labels[b]))


def zero_alone_is_none(case: Case, b: int) -> tuple[int, int]:
    k, label = from_the_back(case, b)
    return (k, label) if label_of(case, b) != 0 else (0, int(case.labels[b]))


def unlabelled(case: Case, b: int) -> tuple[int, int]:
    """Where no digit comes out, there is no label either."""
    return safe(case, b)[0], label_of(case, b)


def turned_back(case: Case, b: int) -> tuple[int, int]:
    """The table is read the other way: which digit becomes this one."""
    k, label = int(case.changes[b]), int(case.labels[b])
    found = np.flatnonzero(case.becomes[k] == label)
    return (k, int(found[0])) if len(found) else (0, label)


def quarter_turn(image: np.ndarray, axes: tuple[int, ...], *, times: int = 1) -> np.ndarray:
    return np.rot90(image, times, axes=(1, 2))


def transposed(image: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    return image.swapaxes(1, 2)


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


def not_the_first_colour(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return (image != paper[0]).any(axis=0)


def first_colour(paper: np.ndarray) -> np.ndarray:
    return np.full_like(paper, paper[0])


def above_paper(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return any_channel(np.maximum(image, paper[:, None, None]), paper)


def below_paper(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    return any_channel(np.minimum(image, paper[:, None, None]), paper)


def room(ink: np.ndarray, axis: int) -> tuple[int, int]:
    """How far ink can move towards 0, and away from 0, along an axis."""
    used = np.flatnonzero(ink.any(axis=1 - axis))
    return (int(used[0]), ink.shape[axis] - 1 - int(used[-1])) if len(used) else (0, 0)


def shortened_but(before: int, behind: int) -> Move:
    """The room on the two sides is taken to be smaller than it is by these numbers."""

    def move(ink: np.ndarray, wanted: tuple[int, int]) -> tuple[int, int]:
        rooms = (room(ink, 0), room(ink, 1))
        down, right = (
            int(np.clip(step, -max(0, low - before), max(0, high - behind)))
            for step, (low, high) in zip(wanted, rooms, strict=True)
        )
        return down, right

    return move


shortened = shortened_but(0, 0)
shortened_downwards = shortened_but(-100, 0)  # and to the right: up and left is room for all


not_up_and_left = shortened_but(100, 0)


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


# ── both ──────────────────────────────────────────────────────────────────────────────────────


class Way(NamedTuple):
    """How an image is changed.

    ``move`` says how far some ink moves of what is wanted; ``ground`` is what all that is no ink
    becomes, if anything; ``ink_before`` looks for ink before the turn.
    """

    flips: Flips = FLIPS
    half_turn: Callable[[np.ndarray, tuple[int, ...]], np.ndarray] = np.flip  # reverses axes
    ink: Ink = any_channel
    move: Move = shortened
    fill: Fill = with_paper
    ground: Callable[[np.ndarray], np.ndarray] | None = None
    move_first: bool = False
    ink_before: bool = False

    def turned(self, image: np.ndarray, k: int) -> np.ndarray:
        turn = self.half_turn if k == 3 else np.flip
        return turn(image, self.flips[k])

    def changed(self, case: Case, b: int, k: int, wanted: tuple[int, int]) -> np.ndarray:
        image, paper = case.images[b], case.paper
        if not self.move_first:
            image = self.turned(image, k)
        ink = self.ink(case.images[b] if self.ink_before else image, paper)
        if self.ground:
            image = np.where(ink, image, self.ground(paper)[:, None, None])
        image = self.fill(image, paper, *self.move(ink, wanted))
        return self.turned(image, k) if self.move_first else image
