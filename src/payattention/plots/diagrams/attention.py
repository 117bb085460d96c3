"""Diagrams of attention: one layer, and the split among heads."""

import numpy as np

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Wide
from payattention.plots.diagrams.flow import Flow
from payattention.plots.style import BLUE, GREEN, PURPLE, VERMILION


def attention_layer(*, d_model: str | int = "d_{model}", masked: bool = False) -> Diagram:
    """Draw one self-attention layer from the vectors X to the output, each box with its shape.

    ``d_model`` is a number or the letters that stand for it; ``masked`` adds the mask. The boxes of
    queries, keys, values and output have their four colours.
    """
    says = "One attention layer as boxes, with the shape of each tensor."
    return Diagram(says, *(_layer(str(d_model), masked, narrow) for narrow in (False, True)))


def _layer(d_model: str, masked: bool, narrow: bool) -> Flow:
    flow = Flow(6 if masked else 5.5, 3, narrow=narrow, gap=30 if narrow else 22)
    x = flow.part(0, 1, "$X$", f"($n$, ${d_model}$)")
    q = flow.part(1, 0, "$Q = XW_Q$", "($n$, $d_k$)", colour=BLUE, name="Q")
    k = flow.part(1, 1, "$K = XW_K$", "($n$, $d_k$)", colour=VERMILION, name="K")
    v = flow.part(1, 2, "$V = XW_V$", "($n$, $d_v$)", colour=GREEN, name="V")
    scores = flow.part(2.2, 0.5, "$QK^T$ / √$d_k$", "scores ($n$, $n$)", name="scores")
    for role, colour, shift in ((q, BLUE, -8), (k, VERMILION, 0), (v, GREEN, 8)):
        flow.flow(x, role, colour=colour, shift=shift)
    flow.flow(q, scores, colour=BLUE)
    flow.flow(k, scores, colour=VERMILION)
    last, at = scores, 3.3
    if masked:
        last = flow.part(3.2, 0.5, "mask", "hidden: −∞", dashed=True)
        flow.flow(scores, last)
        at = 4.1
    weights = flow.part(at, 0.5, "softmax", "weights ($n$, $n$)", name="weights")
    flow.flow(last, weights)
    output = flow.part(flow.steps - 1, 1.25, "output", "($n$, $d_v$)", colour=PURPLE, strong=0.2)
    flow.flow(weights, output, late=True)
    flow.flow(v, output, colour=GREEN, late=True)
    return flow


def multi_head(*, heads: int = 8, d_model: int = 512) -> Diagram:
    """Draw multi-head attention: queries, keys and values of each head, its output, the merge."""
    says = f"Multi-head attention with {heads} heads of {d_model // heads} numbers."
    return Diagram(says, *(_heads(heads, d_model, narrow) for narrow in (False, True)))


def _heads(heads: int, d_model: int, narrow: bool) -> Flow:
    d_k = d_model // heads
    flow = Flow(5, 3, narrow=narrow, gap=30)
    x = flow.part(0, 1, "$X$", f"($n$, {d_model})")
    merged = flow.part(3.1, 1, "concatenate", f"($n$, {heads} · {d_k})", colour=PURPLE)
    output = flow.part(
        4, 1, "output $W_O$", f"($n$, {d_model})", colour=PURPLE, strong=0.2, name="output"
    )
    for lane, number in enumerate(("1", "2", str(heads))):
        place = flow.place(1, lane)
        inputs = flow.box(
            place, flow.wide, flow.tall, "", strong=0, name=f"Q, K, V of head {number}"
        )
        for role, colour, side in (("Q", BLUE, -1), ("K", VERMILION, 0), ("V", GREEN, 1)):
            at = (place[0] + side * flow.wide / 3.3, place[1] - 7)
            flow.text(at, f"${role}_{number}$", colour=colour, bold=True)
        flow.text((place[0], place[1] + 13), f"($n$, {d_k}) each", small=True)
        head = flow.part(2, lane, f"head {number}", "attention")
        flow.flow(x, inputs)
        flow.flow(inputs, head)
        flow.flow(head, merged, colour=PURPLE)
    if heads > 3:
        (x0, y0), (x1, y1) = flow.place(2, 1), flow.place(2, 2)
        flow.text(((x0 + x1) / 2, (y0 + y1) / 2), "…", bold=True)
    flow.flow(merged, output, colour=PURPLE)
    return flow


def head_split(*, positions: int = 3, heads: int = 3, width: int = 2) -> Diagram:
    """Draw how the queries are split among heads, and how the heads' outputs are merged.

    Words name the axes, and what happens between the blocks. A row is a position, a cell one
    number of its vector; ``width`` is the width of one head.
    """
    says = (
        f"Left, a block of {positions} rows and {heads * width} columns: the queries of {heads} "
        f"heads side by side. Middle, {heads} blocks of {positions} rows and {width} columns, one "
        "for each head. Right, after attention, the outputs of the heads side by side again."
    )
    sizes = (positions, heads, width)
    return Diagram(says, *(_split(*sizes, phone) for phone in (False, True)))


def _split(positions: int, heads: int, width: int, phone: bool) -> Drawing:
    total = heads * width
    cell = min(24.0, 360 / (2 * total + width))
    apart = positions * cell + 34
    draw = Wide(heads * apart + 24, phone=phone)
    middle = 16 + heads * apart / 2 - positions * cell / 2
    xs = (26.0, 250 - width * cell / 2, 498 - total * cell)

    def block(x: Number, y: Number, head: int, colour: str) -> None:
        strength = 0.75 * (head + 0.35) / heads
        for row, column in np.ndindex(positions, width):
            corner = (x + column * cell, y + row * cell)
            draw.pixels(corner, np.full((1, 1), strength), cell, colour=colour)

    for head in range(heads):
        top = 34 + head * apart
        block(xs[0] + head * width * cell, middle, head, BLUE)
        block(xs[1], top, head, BLUE)
        block(xs[2] + head * width * cell, middle, head, PURPLE)
        draw.text((250, top - 13), f"head {head + 1}", small=True)
    y = middle + positions * cell / 2
    for start, end, *around in (
        (xs[0] + total * cell, xs[1], "split"),
        (xs[1] + width * cell, xs[2], "attention", "with $K$, $V$"),
    ):
        draw.arrow((start + 12, y), (end - 12, y))
        for line, step in zip(around, (-16, 16), strict=False):
            draw.text(((start + end) / 2, y + step), line, small=True)
    for x, words, colour in ((xs[0], "queries $Q$", BLUE), (xs[2], "outputs", PURPLE)):
        draw.text((x + total * cell / 2, middle - 16), words, colour=colour, bold=True)
    draw.text((250, heads * apart + 14), f"({heads} heads, {positions}, {width})", small=True)
    for x in (xs[0], xs[2]):
        place = (x + total * cell / 2, middle + positions * cell + 18)
        draw.text(place, f"({positions} positions,\n{total} numbers)", small=True)
    return draw
