"""Diagrams of stacked layers: which operations wait, and where LayerNorm stands.

Both are 500 pixels wide with large letters, so that a phone shows the same drawing.
"""

import itertools

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import OLIVE

POSITIONS = (("1", 46), ("2", 136), ("3", 226), ("…", 306), ("512", 446))  # positions, and where
LEFT, RIGHT = 12, 488  # of the longer bar
SIDE = 102  # from the residual path to the sublayers


def waiting(*, recurrent: int, layer: int) -> Diagram:
    """Draw 512 positions in a recurrent network, and in a Transformer layer.

    ``recurrent`` and ``layer`` are the longest chains of operations that wait for each other. Below
    each drawing, a bar shows its number, both to the same scale.
    """
    description = (
        f"Above, a recurrent network over 512 positions: each state waits for the state before it, "
        f"and a bar as wide as the figure stands for {recurrent:,} operations, one after the "
        f"other. Below, a Transformer layer over 512 positions: lines lead from every input to "
        f"every output, and a bar of the same scale for {layer} operations is almost a point."
    )
    return Diagram(description, *(_waiting(recurrent, layer, phone) for phone in (False, True)))


def norms() -> Diagram:
    """Draw a layer with post-norm beside one with pre-norm: the residual path is straight."""
    description = (
        "Two layers, from bottom to top, with the residual path as a straight line. Left, "
        "post-norm: the path goes through an addition and a LayerNorm after self-attention, and "
        "again after the feed-forward network. Right, pre-norm: the path goes through the two "
        "additions alone; each LayerNorm stands beside it, before a sublayer, and one more stands "
        "at the very end of the stack."
    )
    return Diagram(description, *(_norms(phone) for phone in (False, True)))


def _waiting(recurrent: int, layer: int, phone: bool) -> Drawing:
    draw = Wide(284, phone=phone)
    scale = (RIGHT - LEFT) / recurrent
    draw.text((LEFT, 14), "recurrent network", bold=True, anchor="start")
    before: Box | None = None
    for name, x in POSITIONS:
        cell = _position(draw, name, x, 46)
        if before:
            draw.arrow(before.right, cell.left)
        before = cell
    _bar(draw, 72, recurrent * scale, f"{recurrent:,} operations, each waits for the one before")
    draw.text((LEFT, 136), "Transformer layer", bold=True, anchor="start")
    ends = [x for name, x in POSITIONS if name != "…"]
    for above, below in itertools.product(ends, ends):
        draw.stroke((below, 213), (above, 183))
    for name, x in POSITIONS:
        for y in (168, 228):
            _position(draw, name, x, y)
    _bar(draw, 262, layer * scale, f"{layer} operations")
    return draw


def _position(draw: Drawing, name: str, x: Number, y: Number) -> Box:
    if name == "…":
        draw.text((x, y), name, bold=True)
        return Box(x, y, 26, 0, name)
    return draw.box((x, y), 56, 34, name)


def _bar(draw: Drawing, y: Number, width: Number, words: str) -> None:
    """Draw a bar that begins at the left, and what it stands for."""
    draw.shapes.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="10" fill="{OLIVE}"/>')
    at = (LEFT + width + 8, y + 5) if width < 100 else (LEFT, y + 24)
    draw.text(at, words, colour=OLIVE, anchor="start")


def _norms(phone: bool) -> Drawing:
    draw = Wide(346, phone=phone)
    for x, name, pre_norm in ((76, "post-norm", False), (326, "pre-norm", True)):
        draw.text((x + 52, 334), name, bold=True)
        on_path: list[Box] = []
        for floor, words in ((306, "self-attention"), (172, "feed-forward")):
            on_path += _beside(draw, x, floor, words, pre_norm)
        if pre_norm:
            on_path.append(draw.box((x, 34), 104, 26, "LayerNorm", strong=0.0))
            draw.text((x + 58, 34), "at the end", small=True, anchor="start")
        y: Number = 318
        for box in on_path:
            _path(draw, x, y, box.bottom[1])
            y = box.top[1]
        draw.arrow((x, y), (x, 6), colour=OLIVE, thick=4)
    return draw


def _beside(draw: Drawing, x: Number, floor: Number, words: str, pre_norm: bool) -> list[Box]:
    """Draw a sublayer beside the path, which leaves it at ``floor``; return what is on the path."""
    side = x + SIDE
    box = draw.box((side, floor - (70 if pre_norm else 42)), 130, 34, words, strong=0.16)
    if pre_norm:
        norm = draw.box((side, floor - 28), 104, 26, "LayerNorm", strong=0.0)
        draw.arrow((x, floor), (side, floor), norm.bottom)
        draw.arrow(norm.top, box.bottom)
    else:
        draw.arrow((x, floor), (side, floor), box.bottom)
    plus = draw.circle((x, floor - (104 if pre_norm else 74)), "+", radius=11)
    draw.arrow(box.top, (side, plus.y), plus.right)
    if pre_norm:
        return [plus]
    return [plus, draw.box((x, plus.y - 34), 104, 26, "LayerNorm", strong=0.0)]


def _path(draw: Drawing, x: Number, start: Number, end: Number) -> None:
    draw.shapes.append(
        f'<path d="M{x:.1f} {start:.1f}V{end:.1f}" stroke="{OLIVE}" stroke-width="4"/>'
    )
