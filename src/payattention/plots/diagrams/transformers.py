"""Diagrams of Transformers, from bottom to top: the whole, the encoder alone, the decoder alone.

All are drawn from the same parts, with letters that a phone shows large enough.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point, Wide, listed
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, VERMILION

BROAD, TALL = 180.0, 40.0  # width and height of a sublayer's box
NORM, GAP = 20.0, 12.0  # height of a normalization, and of an arrow
ALL, BACK = np.ones((4, 4), dtype=bool), np.tri(4, dtype=bool)


class Sublayer(NamedTuple):
    """A box of a layer: its words, what it looks at, and the mask that is drawn in it."""

    words: str
    looks: str
    mask: Bool[np.ndarray, "queries keys"] | None = None


SELF = Sublayer("self-attention", "looks at all", ALL)
CAUSAL = Sublayer("self-attention", "looks back only", BACK)
CROSS = Sublayer("cross-attention", "looks at the source")
NETWORK = Sublayer("feed-forward", "each position alone")


def transformer(
    *,
    layers: str | int = "N",
    d_model: str | int = "d_{model}",
    source: str | int = "n",
    target: str | int = "m",
    vocabulary: str | int = "V",
    pre_norm: bool = False,
) -> Diagram:
    """Draw the Transformer: encoder and decoder, masks, residual connections, and shapes.

    ``source`` and ``target`` are the lengths of the two texts. The small squares show which keys
    (columns) each query (row) may look at. With ``pre_norm``, LayerNorm stands before each sublayer
    instead of behind the addition, and once more at the end.
    """
    description = (
        f"A Transformer. Left, {_stack_in_words('encoder', (SELF, NETWORK), layers)} Right, "
        f"{_stack_in_words('decoder', (CAUSAL, CROSS, NETWORK), layers)} Two arrows lead from the "
        "end of the encoder to cross-attention, as keys and values."
    )
    shapes = [f"(${length}$, ${size}$)" for length, size in
              ((source, d_model), (target, d_model), (target, vocabulary))]  # fmt: skip
    return Diagram(
        description, *(_both_stacks(layers, shapes, pre_norm, phone) for phone in (False, True))
    )


def _both_stacks(layers: str | int, shapes: Sequence[str], pre_norm: bool, phone: bool) -> Drawing:
    draw = Wide(780, phone=phone)
    left = _Column(draw, 116, -1, pre_norm, shapes[0])
    right = _Column(draw, 384, 1, pre_norm, shapes[1])
    encoder, _ = left.stack("encoder", "source tokens", (SELF, NETWORK), layers)
    if pre_norm:
        encoder = left.norm(encoder, encoder.top[1] - 32)
    parts = (CAUSAL, CROSS, NETWORK)
    decoder, (_, cross, _) = right.stack("decoder", "tokens so far", parts, layers)
    right.head(decoder, "next token", shapes[2])
    for gap, colour, letter in ((-7.0, VERMILION, "K"), (7.0, GREEN, "V")):
        over, height = 250 + gap, encoder.y - 34 - gap
        start, end = (116 + gap, encoder.top[1]), (cross.left[0], cross.y + gap)
        draw.arrow(start, (start[0], height), (over, height), (over, end[1]), end, colour=colour)
        draw.text((over + 2.2 * gap, height + 44), f"${letter}$", colour=colour, bold=True)
    draw.text((126, encoder.y - 58), left.shape, small=True, anchor="start")
    draw.text((cross.x - 12, cross.bottom[1] + 9), "$Q$", colour=BLUE, bold=True)
    return draw


def encoder_only(
    *, layers: str | int = "N", d_model: str | int = "d_{model}", pre_norm: bool = False
) -> Diagram:
    """Draw a model like BERT: an encoder alone, which sees both sides and guesses hidden words."""
    ends = ("words, some hidden", "the hidden words")
    return _alone("encoder", SELF, ends, layers, d_model, pre_norm)


def decoder_only(
    *, layers: str | int = "N", d_model: str | int = "d_{model}", pre_norm: bool = True
) -> Diagram:
    """Draw a model like GPT: a decoder alone, which looks back only and predicts the next token."""
    ends = ("tokens so far", "the next token")
    return _alone("decoder", CAUSAL, ends, layers, d_model, pre_norm)


def _alone(
    name: str,
    attention: Sublayer,
    ends: tuple[str, str],
    layers: str | int,
    d_model: str | int,
    pre_norm: bool,
) -> Diagram:
    draw = Drawing(360, 640, size=14)
    column = _Column(draw, 190, 1, pre_norm, f"($n$, ${d_model}$)")
    top, _ = column.stack(name, ends[0], (attention, NETWORK), layers)
    column.head(top, ends[1], "($n$, $V$)")
    description = (
        f"A Transformer's {name} alone: {_stack_in_words(name, (attention, NETWORK), layers)}"
    )
    return Diagram(f"{description} It reads {ends[0]}, and writes {ends[1]}.", draw)


def _stack_in_words(name: str, sublayers: Sequence[Sublayer], layers: str | int) -> str:
    """The layers of a stack in words."""
    parts = listed([f"{part.words} ({part.looks})" for part in sublayers])
    start = f"the {name}, from bottom to top: embedding plus positions,"
    return f"{start} then {layers} layers of {parts}."


class _Column(NamedTuple):
    """One stack of layers around ``x``; residual connections run on its ``side`` (−1: left)."""

    draw: Drawing
    x: Number
    side: int
    pre_norm: bool
    shape: str

    def stack(
        self, name: str, reads: str, sublayers: Sequence[Sublayer], layers: str | int
    ) -> tuple[Box, list[Box]]:
        """Draw input, embedding and one layer; return where it ends, and its sublayers."""
        draw, x, floor = self.draw, self.x, self.draw.height
        draw.text((x, floor - 12), reads, bold=True)
        embedding = draw.box((x, floor - 54), BROAD, 28, "embedding", strong=0.06)
        draw.arrow((x, floor - 22), embedding.bottom)
        plus = draw.circle((x, floor - 94), "+", radius=9)
        draw.arrow(embedding.top, plus.bottom)
        beside = (x + self.side * -74, plus.y)
        draw.text(beside, "positions", small=True)
        draw.arrow((beside[0] + self.side * 36, plus.y), (x - self.side * 9, plus.y))
        foot = plus.y - 26
        last, boxes = plus, []
        y = foot
        for sublayer in sublayers:
            last, box = self.sublayer(last, y, sublayer, name)
            y = last.top[1]
            boxes.append(box)
        edge = x + self.side * (BROAD / 2 + 26)
        far = x - self.side * (BROAD / 2 + 10)
        draw.frame(min(edge, far), last.top[1] - 9, max(edge, far), foot + 5)
        anchor = "end" if self.side > 0 else "start"
        draw.text((edge, foot + 22), f"{name}\n{layers} ×", bold=True, anchor=anchor)
        return last, boxes

    def sublayer(self, below: Box, y: Number, sublayer: Sublayer, name: str) -> tuple[Box, Box]:
        """Draw a sublayer above ``y``, its addition and LayerNorm; return its end and its box."""
        draw, x = self.draw, self.x
        branch: Point = (x, y - 6)
        gap = GAP + (8 if sublayer is CROSS else 0)  # room for its letter Q
        if self.pre_norm:
            norm = self.norm(below, y - GAP - NORM / 2)
            box = self.box(norm, norm.top[1] - gap - TALL / 2, sublayer, name)
        else:
            box = self.box(below, y - gap - TALL / 2, sublayer, name)
        plus = draw.circle((x, box.top[1] - GAP - 9), "+", radius=9, name="addition")
        draw.arrow(box.top, plus.bottom)
        out = x + self.side * (BROAD / 2 + 14)
        draw.arrow(branch, (out, branch[1]), (out, plus.y), (x + self.side * 9, plus.y))
        return (plus if self.pre_norm else self.norm(plus, plus.top[1] - 10 - NORM / 2)), box

    def norm(self, below: Box, y: Number) -> Box:
        box = self.draw.box((self.x, y), BROAD, NORM, "LayerNorm", strong=0.0)
        self.draw.arrow(below.top, box.bottom)
        return box

    def box(self, below: Box, y: Number, sublayer: Sublayer, name: str) -> Box:
        draw, x = self.draw, self.x
        colour = INK if sublayer is NETWORK else OLIVE
        at = (x - (20 if sublayer.mask is not None else 0), y)
        box = draw.box((x, y), BROAD, TALL, "", colour=colour, strong=0.16,
                       name=f"{sublayer.words} of the {name}")  # fmt: skip
        draw.text((at[0], y - 9), sublayer.words, colour=colour, bold=True)
        draw.text((at[0], y + 10), sublayer.looks, small=True)
        if sublayer.mask is not None:
            draw.pixels((x + BROAD / 2 - 38, y - 14), 0.75 * sublayer.mask.astype(float), 7)
        draw.arrow(below.top, box.bottom, colour=BLUE if sublayer is CROSS else INK)
        return box

    def head(self, below: Box, writes: str, shape: str) -> None:
        """Draw what follows the stack, up to what it writes."""
        draw, x = self.draw, self.x
        if self.pre_norm:
            below = self.norm(below, below.top[1] - 32)
        box = draw.box((x, below.top[1] - 54), BROAD, 28, "linear, softmax", strong=0.06)
        draw.arrow(below.top, box.bottom)
        draw.arrow(box.top, (x, box.top[1] - 20))
        draw.text((x, box.top[1] - 30), writes, bold=True)
        for y, words in ((below.top[1] - 26, self.shape), (box.top[1] - 10, shape)):
            draw.text((x - 8, y), words, small=True, anchor="end")
        draw.top = box.top[1] - 42
