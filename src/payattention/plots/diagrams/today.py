"""Diagrams of today's language models: a layer of a Llama in full, and FlashAttention's tiles."""

import numpy as np

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION

ROLES = ((BLUE, -74), (VERMILION, 0), (GREEN, 74))  # queries, keys, values: their places
TILES = 4  # blocks of queries, and of keys


def llama_layer(
    *, d_model: int = 576, heads: int = 9, kv_heads: int = 3, d_k: int = 64, d_ff: int = 1536
) -> Diagram:
    """Draw a layer of a GPT beside one of a Llama, of the same width, with all matrices."""
    description = (
        "Two columns of boxes, from bottom to top. GPT: LayerNorm, queries, keys and values of "
        f"{heads} heads each, attention, output, addition, LayerNorm, a matrix, GELU, a matrix, "
        f"addition. Llama: RMSNorm, queries of {heads} heads, keys and values of {kv_heads}, "
        "queries and keys are rotated, attention, output, addition, RMSNorm, two matrices side by "
        "side, one through SiLU, their product, a matrix, addition."
    )
    then, now = (heads, heads, 4 * d_model), (heads, kv_heads, d_ff)
    return Diagram(
        description, *(_layers(d_model, d_k, then, now, phone) for phone in (False, True))
    )


def flash_tiles() -> Diagram:
    """Draw FlashAttention: the scores in tiles, one tile in fast memory, and what is kept."""
    description = (
        f"Left, slow memory: queries in {TILES} blocks beside a square of {TILES} by {TILES} tiles "
        "of scores, keys and values in as many blocks above it. One tile is dark, those before it "
        "in its row have been used and dropped, the others are still to come. Right, fast memory: "
        "one block of queries, one of keys, one of values, the tile of scores, and three things "
        "that are kept: the largest score, the sum, and the weighted sum."
    )
    return Diagram(description, *(_tiles(phone) for phone in (False, True)))


def _layers(
    d_model: int,
    d_k: int,
    then: tuple[int, int, int],
    now: tuple[int, int, int],
    phone: bool,
) -> Drawing:
    draw = Wide(666, phone=phone)
    for x, title, sizes, new in ((122, "GPT", then, False), (378, "Llama", now, True)):
        _column(draw, x, f"{title}, ($n$, {d_model})", d_k, sizes, new)
    return draw


def _column(
    draw: Drawing, x: Number, title: str, d_k: int, sizes: tuple[int, int, int], new: bool
) -> None:
    heads, kv_heads, d_ff = sizes
    draw.text((x, 656), title, bold=True)
    norm = _wide(draw, x, 604, "RMSNorm" if new else "LayerNorm", new)
    draw.arrow((x, 644), norm.bottom)
    roles = []
    for (colour, shift), letter, count in zip(
        ROLES, "QKV", (heads, kv_heads, kv_heads), strict=True
    ):
        centre = (x + shift, 538)
        box = draw.box(centre, 68, 46, f"$W_{letter}$", shape=f"{count} × {d_k}", colour=colour,
                       strong=0.2 if count < heads else 0.08)  # fmt: skip
        draw.arrow((x + shift, norm.top[1]), box.bottom, colour=colour)
        roles.append(box)
    attention = _wide(draw, x, 426, "attention", False)
    for box, (colour, shift) in zip(roles, ROLES, strict=True):
        below = box
        if new and colour != GREEN:
            below = draw.box((x + shift, 480), 68, 28, "rotate", colour=OLIVE, strong=0.16)
            draw.arrow(box.top, below.bottom, colour=colour)
        draw.arrow(below.top, (x + shift, attention.bottom[1]), colour=colour)
    output = _wide(draw, x, 374, "$W_O$", False)
    draw.arrow(attention.top, output.bottom)
    plus = _plus(draw, x, output, 332, 632)
    second = _wide(draw, x, 280, "RMSNorm" if new else "LayerNorm", new)
    draw.arrow(plus.top, second.bottom)
    network = _gated(draw, x, second, d_ff) if new else _plain(draw, x, second, d_ff)
    last = _plus(draw, x, network, 48, 312)
    draw.arrow(last.top, (x, 12))


def _wide(draw: Drawing, x: Number, y: Number, words: str, new: bool) -> Box:
    colour, strong = (OLIVE, 0.16) if new else (INK, 0.06)
    return draw.box((x, y), 216, 30, words, colour=colour, strong=strong)


def _plus(draw: Drawing, x: Number, below: Box, y: Number, start: Number) -> Box:
    """Draw an addition above a box, and the connection that leads to it from ``start``."""
    plus, out = draw.circle((x, y), "+", radius=10), x + 119
    draw.arrow(below.top, plus.bottom)
    draw.arrow((x, start), (out, start), (out, y), (x + 10, y))
    return plus


def _plain(draw: Drawing, x: Number, below: Box, d_ff: int) -> Box:
    first = draw.box((x, 214), 216, 46, "$W_1$", shape=f"{d_ff:,} wide", strong=0.06)
    gelu = draw.circle((x, 158), "GELU")
    draw.arrow(below.top, first.bottom)
    draw.arrow(first.top, gelu.bottom)
    last = _wide(draw, x, 96, "$W_2$", False)
    draw.arrow(gelu.top, last.bottom)
    return last


def _gated(draw: Drawing, x: Number, below: Box, d_ff: int) -> Box:
    sides = []
    for shift, name in ((-56, "$W_1$"), (56, "$V$")):
        box = draw.box((x + shift, 222), 100, 46, name, shape=f"{d_ff:,} wide", colour=OLIVE,
                       strong=0.16)  # fmt: skip
        draw.arrow((x + shift, below.top[1]), box.bottom)
        sides.append(box)
    silu = draw.circle((x - 56, 170), "SiLU")
    draw.arrow(sides[0].top, silu.bottom)
    times = draw.circle((x, 140), "⊙", radius=11)
    draw.arrow(silu.top, (x - 56, 140), times.left)
    draw.arrow(sides[1].top, (x + 56, 140), times.right)
    last = _wide(draw, x, 96, "$W_2$", False)
    draw.arrow(times.top, last.bottom)
    return last


def _tiles(phone: bool) -> Drawing:
    draw, cell, corner, now = Wide(270, phone=phone), 36, (44, 78), (1, 2)
    draw.text((116, 12), "slow memory", bold=True)
    shades = np.full((TILES, TILES), 0.02)
    shades[: now[0]], shades[now[0], : now[1]], shades[now] = 0.14, 0.14, 0.75
    draw.pixels(corner, shades, cell)
    edge = corner[0] + TILES * cell
    for block in range(TILES):
        here = corner[1] + block * cell
        strong = 0.55 if block == now[0] else 0.18
        draw.box((22, here + cell / 2), 26, cell - 6, "", colour=BLUE, strong=strong, name="Q")
        draw.box((edge + 18, here + cell / 2), 20, cell - 6, "", colour=PURPLE,
                 strong=0.4 if block < now[0] else 0.02, name="output")  # fmt: skip
        across = corner[0] + (block + 0.5) * cell
        strong = 0.55 if block == now[1] else 0.18
        for y, colour in ((42, VERMILION), (62, GREEN)):
            draw.box((across, y), cell - 6, 16, "", colour=colour, strong=strong, name="K, V")
    for at, letter, colour in (((22, 62), "Q", BLUE), ((22, 40), "K, V", VERMILION)):
        draw.text(at, f"${letter}$", colour=colour, bold=True)
    draw.text((edge + 18, 62), "out", small=True, colour=PURPLE)
    draw.text((116, 242), "dark: now, pale: dropped", small=True)
    draw.frame(284, 26, 498, 254)
    draw.text((391, 12), "fast memory", bold=True)
    _fast(draw)
    draw.arrow((edge + 36, 132), (280, 132), thick=2)
    return draw


def _fast(draw: Drawing) -> None:
    query = draw.box((312, 94), 34, 44, "$Q$", colour=BLUE, strong=0.4)
    for y, letter, colour in ((46, "K", VERMILION), (142, "V", GREEN)):
        draw.box((380, y), 52, 26, f"${letter}$", colour=colour, strong=0.4)
    tile = draw.box((380, 94), 52, 44, "", strong=0.6, name="the tile")
    draw.text((416, 94), "scores", anchor="start")
    draw.arrow(query.right, tile.left, colour=BLUE)
    draw.arrow((380, 59), tile.top, colour=VERMILION)
    draw.text((296, 176), "kept for each query:", small=True, anchor="start")
    for x, words, name, colour in (
        (318, "$m$", "largest", INK),
        (391, "$ℓ$", "sum", INK),
        (464, "$o$", "values", PURPLE),
    ):
        draw.box((x, 216), 62, 50, words, shape=name, colour=colour, strong=0.16)
