"""Figures of positions: clocks for sinusoids, and what an average of words and positions loses."""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from torch import Tensor

from payattention.plots.style import BLUE, DASHES, INK, OLIVE, PURPLE, SMALL

Plane = tuple[int | float, int | float]


def clocks(
    axes: Axes, table: Float[Tensor, "positions d_model"], *, positions: Sequence[int]
) -> Axes:
    """Draw the vectors of some positions as clocks: a column for each, a row for each hand.

    Each pair (sine, cosine) of a vector is the tip of a hand, which is up at position 0 and turns
    clockwise. ``table`` holds the vectors of all positions from 0, as `sinusoidal` gives them.
    """
    tips = table[list(positions)].unflatten(-1, (-1, 2)).numpy()  # (positions, hands, 2)
    for (column, row), _ in np.ndenumerate(tips[..., 0]):
        middle = np.array([column, row])
        axes.add_patch(Circle((column, row), 0.42, fill=False, edgecolor=INK, linewidth=0.9))
        tip = middle + tips[column, row] * (0.4, -0.4)  # rows are counted downwards
        axes.plot(*zip(middle, tip, strict=True), color=BLUE, linewidth=2.6)
        axes.plot(*middle, marker="o", color=BLUE, markersize=3)
    columns, hands = tips.shape[:2]
    axes.set_xticks(range(columns), [f"{position:,}" for position in positions])
    axes.set_yticks(range(hands), [f"hand {hand + 1}" for hand in range(hands)])
    axes.set(xlim=(-0.55, columns - 0.45), ylim=(hands - 0.45, -0.55), xlabel="position")
    axes.set_aspect("equal")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return axes


def two_averages(
    axes: Axes, words: Mapping[str, Plane], positions: Mapping[str, Plane], *, heads: int = 1
) -> Axes:
    """Draw what attention returns for two words at two places, and for the same words exchanged.

    The four sums of a word and a place are the corners of a parallelogram. Each sentence has two
    opposite corners. One head with equal weights returns their middle, a ring; with two heads, each
    head returns one corner. ``words`` and ``positions`` hold two vectors of two numbers each.
    """
    sums = {
        (word, position): np.add(words[word], positions[position])
        for word in words
        for position in positions
    }
    (one, other), (early, late) = words, positions
    sentences = [((one, early), (other, late)), ((other, early), (one, late))]
    middle = np.mean(list(sums.values()), axis=0)
    for corners, colour, dash in zip(sentences, (INK, OLIVE), DASHES, strict=False):
        ends = np.array([sums[corner] for corner in corners])
        axes.plot(*ends.T, color=colour, linestyle=dash, marker="o")
        for (word, position), end in zip(corners, ends, strict=True):
            side = 1 if end[0] > middle[0] else -1
            axes.annotate(f"{word} + {position}\n({end[0]:g}, {end[1]:g})", end, (9 * side, 0),
                          textcoords="offset points", va="center", color=colour,
                          ha="left" if side > 0 else "right", fontsize=SMALL)  # fmt: skip
        rings = ends if heads > 1 else ends.mean(axis=0, keepdims=True)
        axes.plot(*rings.T, linestyle="", marker="o", markersize=13, fillstyle="none",
                  color=PURPLE, markeredgewidth=2.4)  # fmt: skip
    if heads == 1:
        axes.annotate(f"({middle[0]:g}, {middle[1]:g})", middle, (17, 7), color=PURPLE,
                      textcoords="offset points", va="center", fontsize=SMALL)  # fmt: skip
    axes.margins(x=0.5, y=0.2)
    axes.set_axis_off()
    return axes
