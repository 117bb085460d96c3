"""Figures of attention weights: maps, lines and arcs, over words, letters, signals and images."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from torch import Tensor

from payattention.plots.style import BLUE, DASHES, INK, INKED, OLIVE, SMALL, VERMILION

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
    _require_names(weights, queries=queries, keys=keys)
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


def _require_names(weights: Tensor, **names: Sequence[str] | None) -> None:
    """Require a map of weights, and a name for each row and for each column, if any."""
    if weights.ndim != 2:
        raise ValueError(
            f"weights must have the shape (queries, keys), but its shape is {tuple(weights.shape)}"
        )
    for (argument, given), size in zip(names.items(), weights.shape, strict=True):
        if given is not None and len(given) != size:
            raise ValueError(f"{argument} must hold {size} names, but it holds {len(given)}")


def name_words(
    axes: Axes, *, queries: str | None = None, keys: str | None = None, edges: bool = False
) -> Axes:
    """Label an attention map of letters with the words of the texts ``queries`` and ``keys``.

    Each word is written at the middle of its letters. An axis whose text is None gets no labels.
    With ``edges``, thin lines show where the labelled words begin and end.
    """
    sides = ((queries, axes.set_yticks, axes.axhline), (keys, axes.set_xticks, axes.axvline))
    for text, set_ticks, line in sides:
        words = list(re.finditer(r"\w+", text or ""))
        set_ticks([(w.start() + w.end() - 1) / 2 for w in words], [w.group() for w in words])
        for edge in {edge for word in words for edge in word.span() if edges}:
            line(edge - 0.5, color=INK, linewidth=0.6, alpha=0.4)
    axes.tick_params(length=0)
    axes.set(xlabel="", ylabel="")
    return axes


def frame(axes: Axes, *, rows: range, columns: range) -> Axes:
    """Draw a frame around the cells of an attention map in these rows and columns."""
    corner = (columns.start - 0.9, rows.start - 0.9)
    wide, high = len(columns) + 0.8, len(rows) + 0.8
    axes.add_patch(Rectangle(corner, wide, high, fill=False, edgecolor=VERMILION, linewidth=1.6))
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
    names: Mapping[tuple[int, int], str] | None = None,
) -> Axes:
    """Draw weights as lines from the words of a lower sentence to the words of an upper one.

    The queries are the lower words, the keys the upper words. The width of a line is its weight;
    weights below 0.02 are not drawn. ``names`` holds the name of the line from query i to key j, at
    (i, j); each named line has a colour and a dash of its own.
    """
    lower, upper = ((np.arange(len(words)) + 0.5) / len(words) for words in (queries, keys))
    looks = dict(zip(names or {}, zip((BLUE, OLIVE), DASHES, strict=False), strict=False))
    for (i, j), weight in np.ndenumerate(weights.detach().cpu().numpy()):
        if weight >= 0.02:
            colour, dash = looks.get((i, j), (BLUE, "-"))
            axes.plot([lower[i], upper[j]], [0.2, 0.8],
                      color=colour, linestyle=dash, linewidth=6 * weight)  # fmt: skip
    for (i, j), name in (names or {}).items():
        side = 1 if upper[j] > lower[i] else -1
        axes.text((lower[i] + upper[j]) / 2 + 0.03 * side, 0.4, name, color=looks[i, j][0],
                  ha="left" if side > 0 else "right", va="center", fontsize=SMALL)  # fmt: skip
    for x, word in zip(upper, keys, strict=True):
        axes.text(x, 0.85, word, ha="center", va="bottom")
    for x, word in zip(lower, queries, strict=True):
        axes.text(x, 0.15, word, ha="center", va="top")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
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


def attention_on_image(
    axes: Axes,
    image: Float[Tensor, "height width"],
    weights: Float[Tensor, "rows columns"],
    *,
    grid: bool = False,
    colour: str = BLUE,
) -> Axes:
    """Draw an image, dark on white, and over each of its regions a square whose area is the weight.

    The largest weight fills its region. If all weights are 0, only the image is drawn. With
    ``grid``, thin lines show where regions meet.
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
            axes.add_patch(
                Rectangle(corner, reach, reach, facecolor=colour, alpha=0.55, linewidth=0)
            )
    for edge in np.arange(side, max(height, width), side) if grid else ():
        for line, last in ((axes.axhline, height), (axes.axvline, width)):
            if edge < last:
                line(edge - 0.5, color=INK, linewidth=0.7, alpha=0.6)
    axes.set(xticks=[], yticks=[], xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5))
    for spine in axes.spines.values():
        spine.set_visible(True)
    return axes


def shifts(
    axes: Axes,
    centres: Float[Tensor, "heads 2"],
    *,
    starts: Float[Tensor, "heads 2"] | None = None,
    size: int = 3,
) -> Axes:
    """Draw a dot for the peak of each head's attention, over a grid of ``size`` × ``size`` pixels.

    ``centres`` holds the row and column of each dot. ``starts`` holds the centres before training:
    a line leads from each start to its dot.
    """
    grid = np.indices((size, size)).reshape(2, -1)
    axes.plot(grid[1], grid[0], "s", color=INK, markersize=12, fillstyle="none", linewidth=0)
    if starts is not None:
        axes.plot(
            *torch.stack([starts, centres]).permute(2, 0, 1).flip(0), color=INK, linewidth=0.8
        )
    axes.plot(centres[:, 1], centres[:, 0], "o", color=BLUE, markersize=5, alpha=0.8)
    axes.set(xlim=(-0.8, size - 0.2), ylim=(size - 0.2, -0.8), xticks=[], yticks=[])
    axes.set_aspect("equal")
    return axes


def word_lines(
    axes: Axes,
    heads: Mapping[str, Float[Tensor, "words words"]],
    words: Sequence[str],
    *,
    dark: Sequence[str] = (),
) -> Axes:
    """Draw heads side by side: lines from each word (left) to the words that it looks at (right).

    ``heads`` holds the weights of each named head. The width of a line is its weight; weights below
    0.1 are not drawn. The words in ``dark`` and their lines have the colour of queries.
    """
    for number, (name, weights) in enumerate(heads.items()):
        left, right = number + 0.34, number + 0.65
        axes.text(number + 0.5, -1.3, name, ha="center", va="center", weight="bold")
        for row, word in enumerate(words):
            colour, face = (BLUE, "bold") if word in dark else (INK, "normal")
            axes.text(left - 0.03, row, word, ha="right", va="center", fontsize=SMALL,
                      color=colour, weight=face)  # fmt: skip
            axes.text(right + 0.03, row, word, ha="left", va="center", fontsize=SMALL)
        for (i, j), weight in np.ndenumerate(weights.numpy()):
            if weight >= 0.1:
                colour, alpha = (BLUE, 1.0) if words[i] in dark else (INK, 0.45)
                axes.plot([left, right], [i, j], color=colour, alpha=alpha, linewidth=5 * weight,
                          solid_capstyle="butt")  # fmt: skip
    axes.set(xlim=(0, len(heads)), ylim=(len(words) - 0.4, -2))
    axes.set_axis_off()
    return axes
