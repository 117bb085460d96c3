"""Figures of all runs of a study: a dot or a step for each run, and none is left out."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple, SupportsFloat

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from payattention.plots.labels import label_lines, mark_references
from payattention.plots.style import BLUE, COLOURS, DASHES, INK, SMALL

UNBROKEN = "\N{NO-BREAK SPACE}"
MIDDLE = 0.16  # of a row's dots, below the row's number
Runs = Mapping[str, Iterable[SupportsFloat | None]]  # a number for each run of each variant


def strip(
    axes: Axes,
    values: Runs,
    *,
    xlabel: str,
    xlog: bool = False,
    percent: bool = False,
    references: Mapping[str, float] | None = None,
    beside: bool = False,
) -> Axes:
    """Draw all runs of a study: a row for each variant, a dot for each run, a bar at the median.

    The variant's name stands above its dots, the median at the right; with ``beside``, the name
    stands at the left of the axes, level with the dots, and no median is written. Nearly equal
    numbers are stacked. With ``xlog``, the axis is logarithmic (training steps). With ``percent``,
    numbers are shares from 0 to 1, written in %. None or infinity is a run that never got there: a
    hollow dot at "never". ``references`` are named vertical lines, such as chance. Make the figure
    ``0.8 + 0.55 * len(values)`` inches high:

        drawing, axes = plots.figure(height=0.8 + 0.55 * 2)
        plots.strip(axes, {"GRU": [0.98, 0.97, 0.4], "LSTM": [0.99, 1.0, 0.98]},
                    xlabel="sequences recalled", percent=True, references={"chance": 0.05})

    Raises: ValueError if a variant has no runs, or a number is NaN or, with xlog, not positive.
    """
    runs = {name: _numbers(name, given, positive=xlog) for name, given in values.items()}
    references = references or {}
    marks = list(references.values())
    scale = _Scale.around(np.concatenate([*runs.values(), marks]), xlog, percent)
    for row, (name, numbers) in enumerate(runs.items()):
        _row(axes, scale, row, numbers)
        if not beside:
            _write_above(axes, row, name, f"median {scale.words(numbers)}")
    scale.apply(axes)
    axes.set(xlabel=xlabel, yticks=[], ylim=(len(runs) - 0.4, -0.2 if beside else -0.6))
    if beside:
        _write_beside(axes, list(runs))
    axes.spines["left"].set_visible(False)
    _grid(axes, len(runs))
    return mark_references(axes, references)


def _write_beside(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(np.arange(len(names)) + MIDDLE, names)
    axes.tick_params(axis="y", length=0)


def _write_above(axes: Axes, row: int, name: str, median: str) -> None:
    across = axes.get_yaxis_transform()
    for x, side, text in ((0.0, "left", name), (1.0, "right", median)):
        axes.text(x, row - 0.14, text, ha=side, transform=across, fontsize=SMALL)


def escapes(
    axes: Axes,
    values: Runs,
    *,
    last: int | float,
    xlabel: str = "training steps",
    xlog: bool = False,
) -> Axes:
    """Draw survival curves: the share of runs that have succeeded by each step of training.

    ``values[variant]`` holds for each run the step at which it succeeded; None or infinity if it
    never did. ``last`` is the step at which all runs ended. The label at the end of each line says
    how many runs have succeeded.

        plots.escapes(axes, {"one head": [900, None], "four heads": [300, 350]}, last=5000)

    Raises: ValueError if a variant has no runs, or a step is NaN or not positive.
    """
    runs = {name: _numbers(name, given, positive=True) for name, given in values.items()}
    first = min([last, *(numbers.min() for numbers in runs.values())]) / 2 if xlog else 0.0
    for number, (name, numbers) in enumerate(runs.items()):
        steps = np.sort(numbers[numbers <= last])
        shares = np.arange(len(steps) + 1) / len(numbers)
        axes.step(
            np.concatenate([[first], steps, [last]]),
            np.append(shares, shares[-1]),
            where="post",
            color=COLOURS[number % len(COLOURS)],
            linestyle=DASHES[number % len(DASHES)],
            label=f"{name}: {len(steps)}{UNBROKEN}of{UNBROKEN}{len(numbers)}",
        )
    if xlog:
        _make_log(axes)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: written(x)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: written(y, percent=True)))
    axes.set(xlim=(first, last), ylim=(0, 1.02), xlabel=xlabel, ylabel="runs that succeeded")
    axes.grid(True)
    return label_lines(axes)


def written(number: float, *, percent: bool = False) -> str:
    """A number as an axis writes it: 97 %, 0.035 or 1,300."""
    if not math.isfinite(number):
        return "never"
    if percent:
        return f"{100 * number:.3g} %"
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def _numbers(variant: str, given: Iterable[SupportsFloat | None], positive: bool) -> np.ndarray:
    numbers = np.array([math.inf if number is None else float(number) for number in given])
    if not len(numbers):
        raise ValueError(f"values must hold a number for each run, but {variant!r} has none")
    if np.isnan(numbers).any() or (positive and numbers.min() <= 0):
        wrong = next(n for n in numbers if math.isnan(n) or n <= 0)
        kind = "positive" if positive else "a number"
        raise ValueError(f"values must be {kind} for each run, but {variant!r} holds {wrong:g}")
    return numbers


class _Scale(NamedTuple):
    """The axis of a strip plot: its ends, and the place for runs that never got there, if any."""

    low: float
    high: float
    never: float | None
    log: bool
    percent: bool

    @classmethod
    def around(cls, numbers: np.ndarray, log: bool, percent: bool) -> "_Scale":
        finite = numbers[np.isfinite(numbers)]
        low, high = (finite.min(), finite.max()) if len(finite) else (0.5, 1.0)
        if log:
            low, high = low / 1.3, high * 1.3
            never = high * (high / low) ** 0.08
        else:
            margin = 0.04 * (high - low or abs(high) or 1.0)
            low, high = min(low - margin, 0) if low < high / 2 else low - margin, high + margin
            low, high = (
                (0.0, 1.0) if percent else (max(low, 0.0) if finite.min() >= 0 else low, high)
            )
            never = high + 0.08 * (high - low)
        return cls(low, high, never if len(finite) < len(numbers) else None, log, percent)

    def shares(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers as shares of the axis, as far as it goes."""
        low, high = (math.log(x) if self.log else x for x in (self.low, self.never or self.high))
        return ((np.log(numbers) if self.log else numbers) - low) / (high - low)

    def words(self, numbers: np.ndarray) -> str:
        """The median, written."""
        return written(float(np.median(numbers)), percent=self.percent)

    def apply(self, axes: Axes) -> None:
        """Give the axis its ends and its ticks."""
        if self.log:
            _make_log(axes)
        axes.set_xlim(self.low, self.never or self.high)
        ticks = [tick for tick in axes.get_xticks() if self.low <= tick <= self.high]
        names = [written(tick, percent=self.percent) for tick in ticks]
        if self.never:
            ticks, names = [*ticks, self.never], [*names, "never"]
        axes.set_xticks(ticks, names)


def _make_log(axes: Axes) -> None:
    """Make the x axis logarithmic, with ticks at 1, 2 and 5 of each power of ten if it is short."""
    low, high = axes.dataLim.intervalx
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 300 * low else (1,)))
    axes.xaxis.set_minor_locator(NullLocator())


def _row(axes: Axes, scale: _Scale, row: int, numbers: np.ndarray) -> None:
    """Draw a dot for each run, and a bar at the median."""
    finite = np.isfinite(numbers)
    shown = np.where(finite, numbers, scale.never or 0)
    heights = row + MIDDLE + _stacked(scale.shares(shown))
    for there, face in ((finite, BLUE), (~finite, "none")):
        if there.any():  # a line without points would still take room at 0
            axes.plot(shown[there], heights[there], "o", color=BLUE, markerfacecolor=face,
                      alpha=0.8, markersize=5.5, clip_on=False)  # fmt: skip
    middle = min(float(np.median(numbers)), scale.never or math.inf)
    axes.vlines(middle, row - 0.08, row + 0.4, color=INK, linewidth=2.2, zorder=1.5, clip_on=False)


def _grid(axes: Axes, rows: int) -> None:
    """Draw the grid behind the dots of each row, and not through the names above them."""
    colour, width, alpha = (
        rcParams[name] for name in ("grid.color", "grid.linewidth", "grid.alpha")
    )
    for row in range(rows):
        axes.vlines(axes.get_xticks(), row - 0.08, row + 0.4, zorder=0.5,
                    color=colour, linewidth=width, alpha=alpha)  # fmt: skip


def _stacked(shares: np.ndarray) -> np.ndarray:
    """A vertical offset for each dot, so that dots at nearly the same place stack."""
    column = np.round(shares / 0.012)
    same = column[:, None] == column
    before = np.tril(same, -1).sum(axis=1)
    step = np.minimum(0.09, 0.48 / same.sum(axis=1))
    return step * (before - (same.sum(axis=1) - 1) / 2)
