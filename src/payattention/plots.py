"""Every figure style of the course. Figures are vector drawings on a transparent ground.

    use_style           once, at the top of a page or notebook
    figure              an empty figure and its axes; the last line of a cell shows it
    lines               measurements against one variable
    bands               lines for several seeds: each seed a thin line, their mean a thick one
    bars                one number for each of several things, beside reference lines
    spread              a dot for each seed of several things, at several budgets
    sequence            a one-dimensional signal as a line or an area
    arcs                the attention weights of one position of a signal
    lookup              one query among named keys with their values
    chain               a recurrent network, a state for each token
    attention_map       the weights of each query for each key
    name_words          the words of the two texts, beside a map of their letters
    alignment_path      one key for each query, drawn over a map
    attention_lines     weights as lines between the words of two sentences
    attention_on_image  the weights of the regions of an image, drawn over the image
    cut_into_patches    an image with lines between its patches, and its patches as rows
    head_split          how vectors are split among heads and merged again
    encoder_decoder     the Transformer: its sublayers, and the shapes of the tensors between them
    waves               a table of numbers from −1 to 1, such as sinusoids
    shifts              the peak of each head's attention, on a grid of pixels
    live                the data of a live figure, for a script on the book's page

All colours are mid-tones, so that one drawing can be read on light and on dark pages. Each of
COLOURS has a contrast of at least 3.8 : 1 with both pages. Letters need 4.5 : 1, and no grey
reaches that with both pages. INK, the grey of letters and axes, reaches it with light pages. On
dark pages, the book makes its figures brighter by a quarter, and INK then reaches it, too.
"""

import io
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

import matplotlib
import matplotlib.figure
import numpy as np
import torch
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import NullFormatter, NullLocator
from numpy.typing import ArrayLike
from torch import Tensor

# In the hues that Okabe and Ito chose for colour-blind readers. Each line also has a marker and a
# dash pattern of its own, so that colour is never the only difference.
BLUE, VERMILION, GREEN, PURPLE = "#1f7fc4", "#d65a0e", "#0d8f6b", "#b3619a"
OLIVE, INK = "#937d10", "#686f79"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, OLIVE)
MARKERS = ("o", "s", "^", "D", "v")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (1, 1)))

WIDTH = 5.6  # inches; a phone 390 pixels wide shows the smallest letters 10 pixels high
SMALL = 10.7  # points: the size of the smallest letters


class Figure(matplotlib.figure.Figure):
    """A figure that notebooks show as SVG. After `use_style`, every run gives the same bytes."""

    def _repr_svg_(self) -> str:
        drawing = io.StringIO()
        self.savefig(drawing, format="svg", bbox_inches="tight", metadata={"Date": None})
        return drawing.getvalue()


def use_style() -> None:
    """Draw all further figures in the course's style."""
    inked = [
        *("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor"),
        *("xtick.color", "ytick.color", "grid.color"),
    ]
    clear = ["figure.facecolor", "axes.facecolor", "savefig.facecolor"]
    style: dict[Any, Any] = {
        **dict.fromkeys(inked, INK),
        **dict.fromkeys(clear, "none"),
        "svg.fonttype": "none",  # text stays text: small, and it can be searched
        "svg.hashsalt": "payattention",
        "font.size": 11,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.alpha": 0.25,
        "grid.linewidth": 0.8,
        "legend.frameon": False,
        "legend.fontsize": SMALL,
        "legend.handlelength": 2.8,  # otherwise the dash patterns cannot be told apart
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
        "lines.linewidth": 1.8,
        "lines.markersize": 4.5,
    }
    matplotlib.rcParams.update(style)


def figure(
    rows: int = 1, columns: int = 1, *, height: float = 3.0, width: float = WIDTH, **subplots: Any
) -> tuple[Figure, Any]:
    """Make a figure with ``rows`` × ``columns`` axes; return the figure and its axes.

    ``height`` and ``width`` are in inches; ``subplots`` are more arguments of ``Figure.subplots``.
    """
    drawing = Figure(figsize=(width, height), layout="constrained")
    return drawing, drawing.subplots(rows, columns, **subplots)


def lines(
    axes: Axes,
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    xlabel: str,
    ylabel: str,
    xlog: bool = False,
    ylog: bool = False,
) -> Axes:
    """Draw one line for each named series, all over the same ``x``, with a marker at each point."""
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
    if len(series) > 1:
        axes.legend()
    return axes


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
) -> Axes:
    """Draw a line through the means of several seeds, and each seed as a thin line behind it.

    Every series has the shape (x, seeds). ``middle`` computes the number that stands for all seeds.
    Choose ``np.median`` if the numbers differ by powers of ten: the largest number alone would
    determine the mean.
    """
    for number, y in enumerate(series.values()):
        axes.plot(np.asarray(x), np.asarray(y), color=COLOURS[number], linewidth=0.6, alpha=0.6)
    middles = {name: middle(np.asarray(y), axis=1) for name, y in series.items()}
    return lines(axes, x, middles, xlabel=xlabel, ylabel=ylabel, xlog=xlog, ylog=ylog)


def spread(
    axes: Axes,
    values: Mapping[str, Mapping[str, ArrayLike]],
    *,
    xlabel: str,
    references: Mapping[str, float] | None = None,
) -> Axes:
    """Draw the numbers of several seeds: a dot for each seed, and a bar at their mean.

    ``values[thing][budget]`` holds a number for each seed; a budget is a number of training steps.
    Each thing has a row, and each budget a colour. Dots of equal numbers are stacked.
    ``references`` are named vertical lines.
    """
    budgets = list(next(iter(values.values())))
    gap = 0.68 / len(budgets)
    half = min(0.14, 0.45 * gap)  # half the height of a bar
    for row, by_budget in enumerate(values.values()):
        for number, budget in enumerate(budgets):
            y = row + gap * (number - (len(budgets) - 1) / 2)
            x = np.asarray(by_budget[budget])
            axes.plot(
                x,
                y + _stacked(x),
                color=COLOURS[number],
                marker=MARKERS[number],
                linestyle="",
                alpha=0.7,
                clip_on=False,  # a dot at 0 is drawn whole
                label=budget if row == 0 else None,
            )
            bar = axes.vlines(x.mean(), y - half, y + half, color=COLOURS[number], linewidth=2)
            bar.set_zorder(2.5)  # in front of a reference at the same place
    for (name, reference), dash in zip((references or {}).items(), DASHES[1:], strict=False):
        axes.axvline(reference, color=INK, linestyle=dash, linewidth=1.4, label=name)
    axes.set_yticks(range(len(values)), list(values))
    axes.set_ylim(len(values) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.tick_params(axis="y", length=0)
    axes.grid(True, axis="x")
    axes.set_xlabel(xlabel)
    _legend_below(axes, columns=3)
    return axes


def _legend_below(axes: Axes, *, columns: int) -> None:
    """Put the legend below the numbers and the label of the x axis, for axes of any height."""
    below = 3.5  # in heights of a letter
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, 0), borderaxespad=below, ncols=columns)


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
    drawn = axes.barh(names, numbers, color=BLUE, height=0.6)
    axes.bar_label(drawn, fmt=f"%.{digits}f", padding=3, fontsize=SMALL)
    axes.invert_yaxis()
    for (name, number), dash in zip((references or {}).items(), DASHES[1:], strict=False):
        axes.axvline(number, color=VERMILION, linestyle=dash, linewidth=1.4, label=name)
    if references:
        _legend_below(axes, columns=1)
    axes.tick_params(axis="y", length=0)
    axes.set(xlabel=xlabel, xlim=(0, 1.12 * max([*numbers, *(references or {}).values()])))
    return axes


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


def arcs(
    axes: Axes, signal: Float[Tensor, " length"], start: int, weights: Float[Tensor, " length"]
) -> Axes:
    """Draw an arc from position ``start`` of a signal to each position: thicker for more weight.

    Arcs begin and end on the signal. The thickness of the line depends on the weight's ratio to the
    largest weight; below a ratio of 0.01, nothing is drawn. The weight of ``start`` itself is drawn
    as a dot.
    """
    feet, shares = signal.numpy(), (weights / weights.max()).numpy()
    top = highest = feet.max()
    for end, share in enumerate(shares):
        if share < 0.01:
            continue
        if end == start:
            axes.plot(start, feet[start], "o", color=BLUE, markersize=4 + 6 * share, clip_on=False)
            continue
        rise = max(feet[start], feet[end]) + top * (0.3 + 1.5 * abs(end - start) / len(feet))
        curve = Path(
            [(start, feet[start]), (start, rise), (end, rise), (end, feet[end])],
            [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4],
        )
        axes.add_patch(PathPatch(curve, fill=False, edgecolor=BLUE, linewidth=max(0.3, 5 * share)))
        highest = max(highest, 0.75 * rise + 0.125 * (feet[start] + feet[end]))  # half-way
    axes.set_ylim(top=1.05 * highest)
    return axes


def lookup(
    axes: Axes,
    names: Sequence[str],
    values: Float[np.ndarray, " n"],
    weights: Float[np.ndarray, " n"],
) -> Axes:
    """Draw a row of shapes, each as high as its value, and attention weights as arcs between them.

    The query belongs to the first shape, so all arcs begin there. Under each shape stand its value
    and its weight. A shape named "triangle" is a triangle; with any other name, it is a rectangle.
    """
    positions = [80 + 160 * i for i in range(len(names))]
    length = positions[-1] + 80
    signal, weight_at = torch.zeros(length), torch.zeros(length)
    for position, name, value, weight in zip(positions, names, values, weights, strict=True):
        offset = (torch.arange(length) - position).abs()
        profile = 1 - offset / 50 if name == "triangle" else 1.0
        signal += value * (offset < 50) * profile
        weight_at[position] = weight
        label = f"value {value:.0f}\nweight {weight:.2f}"
        axes.text(position, -0.6, label, ha="center", va="top", fontsize=SMALL)
    sequence(axes, signal, filled=True)
    arcs(axes, signal, positions[0], weight_at)
    axes.set(xlabel="", xticks=[], yticks=[0, 5, 10])
    axes.spines["bottom"].set_visible(False)
    return axes


def chain(axes: Axes, tokens: Sequence[str], *, seen: int) -> Axes:
    """Draw a recurrent network: each state h_t has arrows from its token and the previous state.

    The first ``seen`` steps are drawn in blue: the last blue state has read all blue tokens.
    """
    for step, token in enumerate(tokens):
        colour = BLUE if step < seen else INK
        arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0}
        face = colour if step < seen else "none"
        axes.plot(step, 1, "o", markersize=21, markerfacecolor=face, markeredgecolor=colour)
        axes.annotate("", (step, 0.66), (step, 0.18), arrowprops=arrow)
        if step:
            axes.annotate("", (step - 0.2, 1), (step - 0.8, 1), arrowprops=arrow)
        axes.text(step, 1.42, f"$h_{{{step + 1}}}$", ha="center", va="bottom")
        axes.text(step, 0, token, ha="center", va="center", color=colour)
    axes.set(xlim=(-0.5, len(tokens) - 0.5), ylim=(-0.25, 1.75))
    axes.set_axis_off()
    return axes


NOTHING_TO_BLUE = LinearSegmentedColormap.from_list("weights", [BLUE + "00", BLUE])


def attention_map(
    axes: Axes,
    weights: Float[Tensor, "queries keys"],
    *,
    queries: Sequence[str] | None = None,
    keys: Sequence[str] | None = None,
    highest: float | None = None,
) -> Axes:
    """Draw weights as a map: a row for each query, a column for each key.

    Up to 144 weights are drawn as squares whose area is the weight. A larger map is drawn as an
    image whose opacity is the weight. ``queries`` and ``keys`` name the rows and columns.
    ``highest`` is the weight that fills its cell (by default the largest), so that several maps can
    share one scale.
    Raises: ValueError if weights is not two-dimensional or the names do not fit it.
    """
    if weights.ndim != 2:
        raise ValueError(
            f"weights must have the shape (queries, keys), but its shape is {tuple(weights.shape)}"
        )
    for argument, names, size in zip(
        ("queries", "keys"), (queries, keys), weights.shape, strict=True
    ):
        if names is not None and len(names) != size:
            raise ValueError(f"{argument} must hold {size} names, but it holds {len(names)}")
    cells = weights.detach().cpu().numpy()
    highest = float(cells.max()) or 1.0 if highest is None else highest
    if cells.size <= 144:
        sides = 0.94 * np.sqrt(cells / highest)
        for (row, column), side in np.ndenumerate(sides):
            corner = (column - side / 2, row - side / 2)
            axes.add_patch(Rectangle(corner, side, side, facecolor=BLUE, linewidth=0))
        axes.set(xlim=(-0.5, cells.shape[1] - 0.5), ylim=(cells.shape[0] - 0.5, -0.5))
        axes.set_aspect("equal")
    else:
        axes.imshow(
            cells, cmap=NOTHING_TO_BLUE, vmin=0, vmax=highest, aspect="auto", interpolation="none"
        )
    if queries is not None:
        axes.set_yticks(range(len(queries)), queries)
    if keys is not None:
        axes.set_xticks(range(len(keys)), keys)
    axes.tick_params(length=0)
    axes.spines[["top", "right"]].set_visible(True)
    axes.set(xlabel="key: looked at", ylabel="query: looks")
    return axes


def name_words(axes: Axes, *, queries: str | None = None, keys: str | None = None) -> Axes:
    """Label an attention map of letters with the words of the texts ``queries`` and ``keys``.

    Each word is written at the middle of its letters. An axis whose text is None gets no labels.
    """
    for text, set_ticks in ((queries, axes.set_yticks), (keys, axes.set_xticks)):
        words = list(re.finditer(r"\w+", text or ""))
        set_ticks([(w.start() + w.end() - 1) / 2 for w in words], [w.group() for w in words])
    axes.tick_params(length=0)
    axes.set(xlabel="", ylabel="")
    return axes


def alignment_path(axes: Axes, key: Int[Tensor, " queries"]) -> Axes:
    """Draw a stepped line over a transposed attention map: columns are queries, rows are keys.

    In the column of query i, the line is at the row ``key[i]``.
    """
    ends = np.append(key.numpy(), key[-1])
    axes.step(np.arange(len(ends)) - 0.5, ends, where="post", color=VERMILION, linewidth=1.2)
    return axes


def attention_lines(
    axes: Axes,
    weights: Float[Tensor, "queries keys"],
    *,
    queries: Sequence[str],
    keys: Sequence[str],
) -> Axes:
    """Draw weights as lines from the words of a lower sentence to the words of an upper one.

    The queries are the lower words, the keys the upper words. The width of a line is its weight;
    weights below 0.02 are not drawn.
    """
    lower, upper = ((np.arange(len(words)) + 0.5) / len(words) for words in (queries, keys))
    for (i, j), weight in np.ndenumerate(weights.detach().cpu().numpy()):
        if weight >= 0.02:
            axes.plot([lower[i], upper[j]], [0.2, 0.8], color=BLUE, linewidth=6 * weight)
    for x, word in zip(upper, keys, strict=True):
        axes.text(x, 0.85, word, ha="center", va="bottom")
    for x, word in zip(lower, queries, strict=True):
        axes.text(x, 0.15, word, ha="center", va="top")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    return axes


INKED = LinearSegmentedColormap.from_list("ink", [INK + "00", INK])


def attention_on_image(
    axes: Axes, image: Float[Tensor, "height width"], weights: Float[Tensor, "rows columns"]
) -> Axes:
    """Draw an image in grey, and over each of its regions a square whose area is the weight.

    The largest weight fills its region. If all weights are 0, only the image is drawn.
    """
    height, width = image.shape
    axes.imshow(
        image.detach().cpu().numpy(),
        cmap=INKED,
        vmin=0,
        vmax=1,
        interpolation="none",
    )
    cells = weights.detach().cpu().numpy()
    side = height / cells.shape[0]  # the side of a region, in pixels
    for (row, column), weight in np.ndenumerate(cells / (cells.max() or 1)):
        if weight >= 0.01:
            reach = side * np.sqrt(weight)
            corner = ((column + 0.5) * side - 0.5 - reach / 2, (row + 0.5) * side - 0.5 - reach / 2)
            axes.add_patch(Rectangle(corner, reach, reach, facecolor=BLUE, alpha=0.55, linewidth=0))
    axes.set(xticks=[], yticks=[], xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5))
    for spine in axes.spines.values():
        spine.set_visible(True)
    return axes


def cut_into_patches(
    whole: Axes,
    rows: Axes,
    image: Float[Tensor, "height width"],
    patches: Float[Tensor, "patches pixels"],
) -> None:
    """Draw an image with lines between its patches, and each patch as a row of pixels.

    The image is drawn in the axes ``whole``, the rows in the axes ``rows``.
    """
    size = math.isqrt(patches.shape[1])
    for axis, cells in ((whole, image), (rows, patches)):
        axis.imshow(cells.numpy(), cmap=INKED, vmin=0, vmax=1, interpolation="none", aspect="equal")
        axis.spines[["top", "right"]].set_visible(True)
        axis.tick_params(length=0)
    for cut in np.arange(size, image.shape[0], size) - 0.5:
        whole.axhline(cut, color=BLUE, linewidth=1.2)
    for cut in np.arange(size, image.shape[1], size) - 0.5:
        whole.axvline(cut, color=BLUE, linewidth=1.2)
    for cut in np.arange(1, len(patches)) - 0.5:
        rows.axhline(cut, color=BLUE, linewidth=1.2)
    whole.set(xticks=[], yticks=[], xlabel="image")
    rows.set(xticks=[], yticks=[0, len(patches) - 1], xlabel="pixels of a patch")
    rows.set_yticklabels(["patch 1", f"patch {len(patches)}"])


def head_split(axes: Axes, *, positions: int, heads: int, width: int) -> Axes:
    """Draw how the queries are split among heads, and how the heads' outputs are merged.

    From left to right: the queries of all heads side by side, the queries of each head separately,
    and the merged outputs. A row is a position, a column is one number of its vector. Queries and
    outputs have their own colours, and each head its own shade of them. ``width`` is the width of
    one head.
    """
    total = heads * width
    right = total + 3 + width + 3  # where the merged block begins

    def block(x: int | float, y: int | float, head: int, colour: str = BLUE) -> None:
        face = (colour, 0.8 * (head + 0.25) / heads)
        axes.add_patch(Rectangle((x, y), width, positions, facecolor=face, edgecolor="none"))
        for row in range(positions):
            for column in range(width):
                cell = (x + column, y + row)
                axes.add_patch(Rectangle(cell, 1, 1, fill=False, edgecolor=colour, linewidth=0.8))

    spread = heads * (positions + 2) - 2
    middle = (spread - positions) / 2
    for head in range(heads):
        top = head * (positions + 2)
        block(head * width, middle, head)
        block(total + 3, top, head)
        block(right + head * width, middle, head, PURPLE)
        axes.text(total + 3 + width / 2, top - 0.25, f"head {head + 1}", ha="center", va="bottom")
    arrow = {"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0}
    for start in (total, total + 3 + width):
        axes.annotate("", (start + 2.6, spread / 2), (start + 0.4, spread / 2), arrowprops=arrow)
    for x, text in ((total / 2, "side by side"), (right + total / 2, "merged")):
        axes.text(x, middle - 0.25, text, ha="center", va="bottom")
    axes.text(-0.4, spread / 2, "positions", ha="right", va="center", rotation=90)
    axes.set(xlim=(-1.5, right + total + 0.2), ylim=(spread + 0.3, -1.4))
    axes.set_aspect("equal")
    axes.set_axis_off()
    return axes


def encoder_decoder(
    axes: Axes, *, source: int, target: int, d_model: int, symbols: int, layers: int
) -> Axes:
    """Draw a Transformer, from bottom to top: encoder on the left, decoder on the right.

    Each sublayer is a box. An arrow from below the box to the addition above it is the residual
    connection. The tensors' shapes are written beside the arrows. The arrows to cross-attention
    have the colours of keys and values. The batch has one pair of texts, whose lengths are
    ``source`` and ``target``. ``symbols`` is the size of the vocabulary, ``layers`` the number of
    layers of the encoder and of the decoder.
    """
    left, right, width = 2.35, 8.0, 3.6  # middles and width of the two columns
    first, step = 2.9, 2.05  # where the first sublayer begins, and how far from it the next one
    tall, added = 0.85, 1.05  # heights of a sublayer and, from its foot, of the addition above it

    def write(x: float, y: float, text: str, align: str = "left") -> None:
        axes.text(x, y, text, ha=align, va="center", fontsize=SMALL)

    def arrow(*points: tuple[float, float], colour: str = INK) -> None:
        *_, corner, tip = points
        axes.plot(*zip(*points[:-1], strict=True), color=colour, linewidth=1.3)
        style = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0, "linewidth": 1.3}
        axes.annotate("", tip, corner, arrowprops=style)

    def box(x: float, y: float, height: float, text: str, colour: str) -> None:
        place = ((x - width / 2, y), width, height)
        axes.add_patch(Rectangle(*place, facecolor=(colour, 0.16), edgecolor=colour))
        write(x, y + height / 2, text, "center")

    def column(x: float, side: int, name: str, reads: str, length: int, *sublayers: str) -> float:
        """Draw the encoder or the decoder at ``x``; return the height at which it ends.

        ``name`` is written above the column, and ``reads``, the name of its input, below.
        ``length`` is the number of input tokens. ``sublayers`` are the texts of the boxes, from
        bottom to top. The residual connections are drawn to the left of the boxes (``side`` = −1)
        or to the right (1).
        """
        write(x, 0.0, reads, "center")
        arrow((x, 0.3), (x, 0.95))
        write(x + 0.15, 0.62, f"(1, {length})")
        box(x, 0.95, 0.7, "embedding + positions", OLIVE)
        arrow((x, 1.65), (x, first))
        write(x + 0.15, 2.05, f"(1, {length}, {d_model})")
        for number, sublayer in enumerate(sublayers):
            y = first + number * step
            box(x, y, tall, sublayer, BLUE if "attention" in sublayer else PURPLE)
            arrow((x, y + tall), (x, y + added))
            box(x, y + added, 0.6, "add, LayerNorm", INK)
            if number:
                arrow((x, y - 0.4), (x, y))
            edge, out = (x + side * (width / 2 + gap) for gap in (0, 0.35))
            arrow((x, y - 0.25), (out, y - 0.25), (out, y + added + 0.3), (edge, y + added + 0.3))
        top = y + added + 0.6
        place = ((x - width / 2 - 0.5, first - 0.45), width + 1, top - first + 0.7)
        axes.add_patch(Rectangle(*place, fill=False, edgecolor=INK, linestyle=DASHES[1]))
        write(x - width / 2 - 0.5, top + 0.6, f"{name}, {layers} ×")
        return top

    attention, network = "self-attention", "feed-forward network"
    encoder = column(left, -1, "encoder", "source letters", source, attention, network)
    both = (f"causal {attention}", "cross-attention", network)
    decoder = column(right, 1, "decoder", "letters written so far", target, *both)
    write(left, encoder + 1.8, f"(1, {source}, {d_model})\nas keys and values")
    between, above, entry = (left + right) / 2, encoder + 1.2, first + step + tall / 2
    for gap, colour in ((0.12, VERMILION), (-0.12, GREEN)):
        up, turn, over = (left + gap, encoder), (left + gap, above + gap), between + gap
        into = (over, entry + gap), (right - width / 2, entry + gap)
        arrow(up, turn, (over, above + gap), *into, colour=colour)
    arrow((right, decoder), (right, decoder + 1.2))
    write(right + 0.15, decoder + 0.75, f"(1, {target}, {d_model})")
    box(right, decoder + 1.2, 0.7, "linear, softmax", OLIVE)
    arrow((right, decoder + 1.9), (right, decoder + 2.55))
    write(right + 0.15, decoder + 2.2, f"(1, {target}, {symbols})")
    write(right, decoder + 2.8, "probabilities of the next letter", "center")
    axes.set(xlim=(0, right + width / 2 + 0.6), ylim=(-0.3, decoder + 3.1))
    axes.set_axis_off()
    return axes


BELOW_TO_ABOVE = LinearSegmentedColormap.from_list(
    "waves", [(0, VERMILION), (0.5, VERMILION + "00"), (0.5, BLUE + "00"), (1, BLUE)]
)


def waves(axes: Axes, table: Float[Tensor, "positions d_model"]) -> Axes:
    """Draw a table of position vectors as an image: −1 is vermilion, 0 has no colour, 1 is blue."""
    axes.imshow(
        table.numpy(), cmap=BELOW_TO_ABOVE, vmin=-1, vmax=1, aspect="auto", interpolation="none"
    )
    axes.spines[["top", "right"]].set_visible(True)
    axes.set(xlabel="number", ylabel="position")
    return axes


def shifts(
    axes: Axes,
    places: Float[Tensor, "heads 2"],
    *,
    starts: Float[Tensor, "heads 2"] | None = None,
    size: int = 3,
) -> Axes:
    """Draw a dot for the peak of each head's attention, over a grid of ``size`` × ``size`` pixels.

    ``places`` holds the row and column of each dot. ``starts`` holds the places before training: a
    line leads from each start to its dot.
    """
    grid = np.indices((size, size)).reshape(2, -1)
    axes.plot(grid[1], grid[0], "s", color=INK, markersize=12, fillstyle="none", linewidth=0)
    if starts is not None:
        axes.plot(*torch.stack([starts, places]).permute(2, 0, 1).flip(0), color=INK, linewidth=0.8)
    axes.plot(places[:, 1], places[:, 0], "o", color=BLUE, markersize=5, alpha=0.8)
    axes.set(xlim=(-0.8, size - 0.2), ylim=(size - 0.2, -0.8), xticks=[], yticks=[])
    axes.set_aspect("equal")
    return axes


class Live:
    """A live figure: a script on the book's page draws its data and reacts to the reader."""

    def __init__(
        self, demo: str, data: Mapping[str, Any], still: Figure | None = None, alt: str = ""
    ):
        self.demo, self.data, self.still, self.alt = demo, data, still, alt

    def _repr_html_(self) -> str:
        data = json.dumps(self.data).replace("<", "\\u003c")  # no text can end the script
        return (
            f'<div class="demo" data-demo="{self.demo}">'
            f'<script type="application/json">{data}</script>'
            "<p>This live figure could not start here; it needs JavaScript.</p>"
            f"{self._without_script()}</div>"
        )

    def _without_script(self) -> str:
        if self.still is None:
            return ""
        picture = f"data:image/svg+xml,{quote(self.still._repr_svg_())}"
        return f'<noscript><img src="{picture}" alt="{escape(self.alt)}"></noscript>'


def live(demo: str, *, still: Figure | None = None, alt: str = "", **data: Any) -> Live:
    """Return an object that the book shows as the live figure of ``web/demos/<demo>.js``.

    The script draws ``data``: texts, numbers and two-dimensional tensors. If it cannot start, the
    page shows a sentence that says so. Without JavaScript, the page shows the figure ``still``;
    ``alt`` is its description.
    Raises: ValueError if there is a ``still`` without ``alt``.
    """
    if still is not None and not alt:
        raise ValueError("alt must describe the figure `still`, but it is empty")
    plain = {
        name: [[round(x, 4) for x in row] for row in value.tolist()]
        if isinstance(value, Tensor)
        else value
        for name, value in data.items()
    }
    return Live(demo, plain, still, alt)
