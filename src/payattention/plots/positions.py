"""A figure of positions: clocks for sinusoids."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from torch import Tensor

from payattention.plots.style import BLUE, INK


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
