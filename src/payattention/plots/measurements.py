"""Figures of measured numbers: lines, several seeds, bars, and tables of numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import NullFormatter, NullLocator
from numpy.typing import ArrayLike
from torch import Tensor

from payattention.plots.labels import label_lines, legend_below, mark_references, name_rows
from payattention.plots.style import (
    BLUE,
    COLOURS,
    DASHES,
    INK,
    MARKERS,
    SMALL,
    VERMILION,
)

BELOW_TO_ABOVE = LinearSegmentedColormap.from_list(
    "waves", [(0, VERMILION), (0.5, VERMILION + "00"), (0.5, BLUE + "00"), (1, BLUE)]
)


def lines(
    axes: Axes,
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    xlabel: str,
    ylabel: str,
    xlog: bool = False,
    ylog: bool = False,
    labelled: bool = True,
) -> Axes:
    """Draw one line for each named series, all over the same ``x``, with a marker at each point.

    The name of each line stands at its end. In panels that show the same series, leave ``labelled``
    true in one of them only.
    """
    for number, (name, y) in enumerate(series.items()):
        style = number % len(COLOURS)
        axes.plot(
            np.asarray(x),
            np.asarray(y),
            label=name,
            color=COLOURS[style],
            marker=MARKERS[style],
            linestyle=DASHES[style],
        )
    if xlog:
        axes.set_xscale("log", base=2)
        axes.set_xticks(np.asarray(x), [f"{tick:,}" for tick in np.asarray(x)])
        axes.xaxis.set_minor_locator(NullLocator())
    if ylog:
        axes.set_yscale("log")
        axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.grid(True)
    return label_lines(axes) if labelled and len(series) > 1 else axes


def bands(
    axes: Axes,
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    xlabel: str,
    ylabel: str,
    xlog: bool = False,
    ylog: bool = False,
    middle: Callable[..., ArrayLike] = np.mean,
    labelled: bool = True,
) -> Axes:
    """Draw a line through the means of several seeds, and each seed as a thin line behind it.

    Every series has the shape (x, seeds). ``middle`` computes the number that stands for all seeds.
    Choose ``np.median`` if the numbers differ by powers of ten: the largest number alone would
    determine the mean.
    """
    for number, y in enumerate(series.values()):
        axes.plot(np.asarray(x), np.asarray(y), color=COLOURS[number], linewidth=0.6, alpha=0.6)
    middles = {name: middle(np.asarray(y), axis=1) for name, y in series.items()}
    axis = {"xlabel": xlabel, "ylabel": ylabel}
    return lines(axes, x, middles, **axis, xlog=xlog, ylog=ylog, labelled=labelled)


def spread(
    axes: Axes,
    values: Mapping[str, Mapping[str, ArrayLike]],
    *,
    xlabel: str,
    references: Mapping[str, float] | None = None,
    labelled: bool = True,
    by_row: bool = False,
) -> Axes:
    """Draw the numbers of several seeds: a dot for each seed, and a bar at their mean.

    ``values[thing][budget]`` holds a number for each seed; a budget is a number of training steps.
    Each thing has a row, and each budget a colour; with ``by_row``, each row has a colour. Dots of
    equal numbers are stacked.
    ``references`` are named vertical lines. Unless ``labelled``, the budgets' names are left out.
    """
    budgets = list(next(iter(values.values())))
    gap = 0.68 / len(budgets)
    for row, by_budget in enumerate(values.values()):
        for number, budget in enumerate(budgets):
            y = row + gap * (number - (len(budgets) - 1) / 2)
            label = budget if row == 0 else None
            look = row if by_row else number
            _dots_and_mean(axes, np.asarray(by_budget[budget]), y, gap, look, label)
    name_rows(axes, list(values))
    axes.grid(True, axis="x")
    axes.set_xlabel(xlabel)
    mark_references(axes, references or {})
    axes.set_xlim(left=0)
    return legend_below(axes) if labelled and len(budgets) > 1 else axes


def _dots_and_mean(
    axes: Axes, x: np.ndarray, y: float, gap: float, number: int, label: str | None
) -> None:
    """Draw a dot at each number of ``x``, and a bar at their mean, all at the height ``y``.

    ``gap`` is the distance to the next height; ``number`` chooses colour and marker.
    """
    axes.plot(
        x,
        y + _stacked(x),
        color=COLOURS[number],
        marker=MARKERS[number],
        linestyle="",
        alpha=0.7,
        clip_on=False,  # a dot at 0 is drawn whole
        label=label,
    )
    half_height = min(0.14, 0.45 * gap)
    bar = axes.vlines(
        x.mean(), y - half_height, y + half_height, color=COLOURS[number], linewidth=2
    )
    bar.set_zorder(2.5)  # in front of a reference at the same place


def _stacked(x: np.ndarray) -> np.ndarray:
    """Return a vertical offset for the dot of each number of ``x``, so that equal numbers stack."""
    same = x[:, None] == x
    before = np.tril(same, -1).sum(axis=1)
    return 0.07 * (before - (same.sum(axis=1) - 1) / 2)


def bars(
    axes: Axes,
    heights: Mapping[str, float],
    *,
    xlabel: str,
    references: Mapping[str, float] | None = None,
    digits: int = 2,
) -> Axes:
    """Draw a horizontal bar for each named number, and a dashed line for each reference."""
    names, numbers = list(heights), list(heights.values())
    drawn = axes.barh(range(len(names)), numbers, color=BLUE, height=0.6)
    axes.bar_label(drawn, fmt=f"%.{digits}f", padding=3, fontsize=SMALL)
    name_rows(axes, names)
    axes.set(xlabel=xlabel, xlim=(0, 1.12 * max([*numbers, *(references or {}).values()])))
    return mark_references(axes, references or {})


def sequence(
    axes: Axes,
    signal: Float[Tensor, " length"],
    *,
    name: str | None = None,
    colour: str = INK,
    filled: bool = False,
    dash: Any = "-",
) -> Axes:
    """Draw a one-dimensional signal against its positions: an area if ``filled``, else a line."""
    positions, heights = np.arange(len(signal)), signal.numpy()
    if filled:
        axes.fill_between(positions, heights, color=colour, alpha=0.35, linewidth=0, label=name)
    else:
        axes.plot(positions, heights, color=colour, linestyle=dash, label=name)
    axes.set(xlim=(0, len(signal) - 1), xlabel="position", ylabel="height")
    axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    return axes


def number_table(
    axes: Axes,
    numbers: Float[Tensor, "rows columns"],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    largest: int | float | None = None,
    nothing: int | float = 0,
    digits: int = 0,
) -> Axes:
    """Draw a table of numbers: each beside a square whose area is its distance from ``nothing``.

    A square is blue, or vermilion if the number is below ``nothing``. ``largest`` is the number
    with the largest square (by default the largest of the table), so that several tables can share
    one scale. The numbers stand beside the squares because on a square their contrast would not do.
    """
    highest = (float(numbers.max()) if largest is None else largest) - nothing or 1.0
    for (row, column), number in np.ndenumerate(numbers.numpy()):
        side = 16 * (abs(number - nothing) / highest) ** 0.5  # points
        colour = BLUE if number >= nothing else VERMILION
        axes.plot(column - 0.16, row, "s", color=colour, markersize=side, markeredgewidth=0)
        axes.text(column + 0.06, row, f"{number:.{digits}f}".replace("-", "−"), va="center")
    axes.set_xticks(range(len(columns)), columns)
    axes.xaxis.tick_top()
    name_rows(axes, rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    return axes


def waves(axes: Axes, table: Float[Tensor, "positions d_model"]) -> Axes:
    """Draw a table of position vectors as an image: −1 is vermilion, 0 has no colour, 1 is blue."""
    axes.imshow(
        table.numpy(), cmap=BELOW_TO_ABOVE, vmin=-1, vmax=1, aspect="auto", interpolation="none"
    )
    axes.spines[["top", "right"]].set_visible(True)
    axes.set(xlabel="number", ylabel="position")
    return axes
