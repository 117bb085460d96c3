"""Names beside what they name: lines, rows, references. Few figures then need a legend."""

import textwrap
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from sklearn.isotonic import isotonic_regression

from payattention.plots.style import DASHES, INK, SMALL, Figure

LETTERS = {True: 13, False: 26}  # of a line of a label, in a narrow and in a wide figure
APART = 4  # between labels, in points
GAP = 0.03  # between the axes and the labels, as a share of the axes' width


def label_lines(axes: Axes) -> Axes:
    """Write the label of each line at its right end, in the line's colour, instead of a legend.

    Labels that would overlap are moved apart, and a thin line then leads to the line's end. A line
    without a label stays without. Call it when all lines are drawn; calling it again does no harm.
    """
    lines = [line for line in axes.lines if not str(line.get_label()).startswith("_")]
    notes = {line: _note(axes, line) for line in lines if line.get_gid() != "labelled"}
    if notes:
        _arrange(axes, lambda narrow: _move_apart(axes, notes, narrow))
    return axes


def name_rows(axes: Axes, names: Sequence[str]) -> Axes:
    """Write a name at each row, from top to bottom; in a narrow figure, a long one on two lines."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)

    def wrap(narrow: bool) -> None:
        axes.set_yticklabels([textwrap.fill(name, LETTERS[narrow]) for name in names])

    _arrange(axes, wrap)
    return axes


def mark_references(axes: Axes, references: Mapping[str, float]) -> Axes:
    """Draw a named vertical line at each number; its name stands above it.

    Where two names would overlap, the right one stands a line higher.
    """
    up = axes.get_xaxis_transform()
    in_order = sorted(references.items(), key=lambda named: named[1])
    for number, (_, x) in enumerate(in_order):
        axes.axvline(x, color=INK, linestyle=DASHES[1 + number % 4], linewidth=1.3, alpha=0.6)
    names = [
        axes.text(x, 1.02, name, ha="center", fontsize=SMALL, transform=up) for name, x in in_order
    ]

    def stagger(narrow: bool) -> None:
        letter = 1.2 * SMALL / 72 * axes.figure.dpi / axes.get_window_extent().height
        ends: list[float] = []  # of the names on each line
        for name in names:
            box = Text.get_window_extent(name)
            level = next((i for i, end in enumerate(ends) if end < box.x0), len(ends))
            ends[level : level + 1] = [box.x1 + 4]
            name.set_y(1.02 + level * letter)

    _arrange(axes, stagger)
    return axes


def legend_below(axes: Axes) -> Axes:
    """Put a legend below the figure, in as many columns as there is room for."""
    figure = axes.get_figure(root=True)
    handles, labels = axes.get_legend_handles_labels()

    def fill(narrow: bool) -> None:
        if figure:
            for legend in list(figure.legends):
                legend.remove()
            columns = 2 if narrow else 4
            figure.legend(handles, labels, loc="outside lower left", ncols=columns, borderpad=0)

    fill(False)
    _arrange(axes, fill)
    return axes


def _arrange(axes: Axes, arrangement: Callable[[bool], None]) -> None:
    """Call ``arrangement`` each time before the figure is drawn; tell it whether that is narrow."""
    figure = axes.get_figure(root=True)
    if isinstance(figure, Figure):
        figure.arrangements.append(lambda: arrangement(figure.is_narrow))


def _note(axes: Axes, line: Line2D) -> Annotation:
    """The label of a line, which `_place` moves to its place."""
    line.set_gid("labelled")
    return axes.annotate(
        str(line.get_label()),
        xy=(1, 0.5),
        xycoords="axes fraction",
        xytext=(1 + GAP, 0.5),
        textcoords="axes fraction",
        color=line.get_color(),
        fontsize=SMALL,
        va="center",
        linespacing=1.1,
        annotation_clip=False,
        arrowprops={"arrowstyle": "-", "color": line.get_color(), "linewidth": 0.8, "shrinkB": 0,
                    "relpos": (0, 0.5)},
    )  # fmt: skip


def _move_apart(axes: Axes, notes: dict[Line2D, Annotation], narrow: bool) -> None:
    """Put each label beside the end of its line, and move labels apart that would overlap."""
    ends = []
    for line, note in notes.items():
        note.set_text(textwrap.fill(str(line.get_label()), LETTERS[narrow]))
        ends.append(_end(axes, line))
    tall = axes.get_window_extent().height
    heights = [(Text.get_window_extent(note).height + APART) / tall for note in notes.values()]
    wanted = [end[1] for end in ends]
    for note, end, y in zip(notes.values(), ends, apart(wanted, heights), strict=True):
        note.xy = end
        note.set_position((1 + GAP, y))


def _end(axes: Axes, line: Line2D) -> tuple[float, float]:
    """The last point of a line, as shares of the axes' width and height."""
    points = axes.transData.transform(line.get_xydata())
    inside = axes.transAxes.inverted().transform(points[np.isfinite(points).all(axis=1)])
    x, y = inside[-1]
    return float(min(x, 1)), float(np.clip(y, 0, 1))


def apart(wanted: list[float], heights: list[float]) -> list[float]:
    """Heights at which labels do not overlap, as near to the wanted ones as can be (least squares).

    All are shares of the axes' height. Labels keep the order of the wanted heights.
    """
    order = np.argsort(wanted, kind="stable")
    tall = np.asarray(heights)[order]
    below = np.concatenate([[0.0], np.cumsum((tall[:-1] + tall[1:]) / 2)])
    lowest = isotonic_regression(np.asarray(wanted)[order] - below)
    result = np.empty(len(wanted))
    result[order] = lowest + below
    return [float(y) for y in result]
