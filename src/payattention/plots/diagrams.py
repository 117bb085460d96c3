"""Diagrams: how a model is built, and how its tensors are cut and joined."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor

from payattention.plots.style import (
    BLUE,
    DASHES,
    GREEN,
    INK,
    INKED,
    OLIVE,
    PURPLE,
    SMALL,
    VERMILION,
)


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
    drawing = _Boxes(axes, d_model, layers)
    attention, network = "self-attention", "feed-forward network"
    left = _Column(2.35, -1, "encoder", "source letters", source)
    encoder = drawing.column(left, attention, network)
    right = _Column(8.0, 1, "decoder", "letters written so far", target)
    decoder = drawing.column(right, f"causal {attention}", "cross-attention", network)
    drawing.keys_and_values(left, right, encoder)
    drawing.output(right, decoder, symbols)
    axes.set(xlim=(0, right.x + WIDE / 2 + 0.6), ylim=(-0.3, decoder + 3.1))
    axes.set_axis_off()
    return axes


WIDE = 3.6  # width of a column
FIRST, STEP = 2.9, 2.05  # where the first sublayer begins, and how far from it the next one
TALL, ADDED = 0.85, 1.05  # heights of a sublayer and, from its foot, of the addition above it


class _Column(NamedTuple):
    """The encoder or the decoder, at ``x``.

    The residual connections are drawn to the left of the boxes (``side`` = −1) or to the right (1).
    """

    x: float
    side: int
    name: str  # written above the column
    reads: str  # the name of its input, written below
    length: int  # the number of input tokens


class _Boxes(NamedTuple):
    """The axes on which `encoder_decoder` draws, and two of the model's sizes."""

    axes: Axes
    d_model: int
    layers: int

    def write(self, x: float, y: float, text: str, align: str = "left") -> None:
        self.axes.text(x, y, text, ha=align, va="center", fontsize=SMALL)

    def arrow(self, *points: tuple[float, float], colour: str = INK) -> None:
        *_, corner, tip = points
        self.axes.plot(*zip(*points[:-1], strict=True), color=colour, linewidth=1.3)
        style = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0, "linewidth": 1.3}
        self.axes.annotate("", tip, corner, arrowprops=style)

    def box(self, x: float, y: float, height: float, text: str, colour: str) -> None:
        place = ((x - WIDE / 2, y), WIDE, height)
        self.axes.add_patch(Rectangle(*place, facecolor=(colour, 0.16), edgecolor=colour))
        self.write(x, y + height / 2, text, "center")

    def column(self, column: _Column, *sublayers: str) -> float:
        """Draw the encoder or the decoder; return the height at which it ends.

        ``sublayers`` are the texts of the boxes, from bottom to top.
        """
        x, length = column.x, column.length
        self.write(x, 0.0, column.reads, "center")
        self.arrow((x, 0.3), (x, 0.95))
        self.write(x + 0.15, 0.62, f"(1, {length})")
        self.box(x, 0.95, 0.7, "embedding + positions", OLIVE)
        self.arrow((x, 1.65), (x, FIRST))
        self.write(x + 0.15, 2.05, f"(1, {length}, {self.d_model})")
        for number, sublayer in enumerate(sublayers):
            self.sublayer(column, number, sublayer)
        top = FIRST + (len(sublayers) - 1) * STEP + ADDED + 0.6
        place = ((x - WIDE / 2 - 0.5, FIRST - 0.45), WIDE + 1, top - FIRST + 0.7)
        self.axes.add_patch(Rectangle(*place, fill=False, edgecolor=INK, linestyle=DASHES[1]))
        self.write(x - WIDE / 2 - 0.5, top + 0.6, f"{column.name}, {self.layers} ×")
        return top

    def sublayer(self, column: _Column, number: int, text: str) -> None:
        """Draw the box of a sublayer, the addition above it, and the residual connection."""
        x, y = column.x, FIRST + number * STEP
        self.box(x, y, TALL, text, BLUE if "attention" in text else PURPLE)
        self.arrow((x, y + TALL), (x, y + ADDED))
        self.box(x, y + ADDED, 0.6, "add, LayerNorm", INK)
        if number:
            self.arrow((x, y - 0.4), (x, y))
        edge, out = (x + column.side * (WIDE / 2 + gap) for gap in (0, 0.35))
        back = y + ADDED + 0.3
        self.arrow((x, y - 0.25), (out, y - 0.25), (out, back), (edge, back))

    def keys_and_values(self, left: _Column, right: _Column, encoder: float) -> None:
        """Draw the arrows from the encoder, which ends at the height ``encoder``."""
        self.write(left.x, encoder + 1.8, f"(1, {left.length}, {self.d_model})\nas keys and values")
        between, above, entry = (left.x + right.x) / 2, encoder + 1.2, FIRST + STEP + TALL / 2
        for gap, colour in ((0.12, VERMILION), (-0.12, GREEN)):
            up, turn, over = (left.x + gap, encoder), (left.x + gap, above + gap), between + gap
            into = (over, entry + gap), (right.x - WIDE / 2, entry + gap)
            self.arrow(up, turn, (over, above + gap), *into, colour=colour)

    def output(self, right: _Column, decoder: float, symbols: int) -> None:
        """Draw what follows the decoder, which ends at the height ``decoder``."""
        x = right.x
        self.arrow((x, decoder), (x, decoder + 1.2))
        self.write(x + 0.15, decoder + 0.75, f"(1, {right.length}, {self.d_model})")
        self.box(x, decoder + 1.2, 0.7, "linear, softmax", OLIVE)
        self.arrow((x, decoder + 1.9), (x, decoder + 2.55))
        self.write(x + 0.15, decoder + 2.2, f"(1, {right.length}, {symbols})")
        self.write(x, decoder + 2.8, "probabilities of the next letter", "center")
