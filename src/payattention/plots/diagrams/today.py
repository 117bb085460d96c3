"""Diagrams of today's language models: a layer of a Llama, FlashAttention's tiles, induction."""

import numpy as np

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION

ROLES = ((BLUE, -74), (VERMILION, 0), (GREEN, 74))  # queries, keys, values: their positions
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
        "of scores, a row of keys and a row of values in as many blocks above it. One tile is "
        "dark, those before it in its row have been used and dropped, the others are still to "
        "come. An arrow leads to the right, fast memory: a block of queries and a block of keys "
        "give a tile of scores. The largest score, the sum and, with a block of values, the "
        "weighted sum are made from it and kept. An arrow leads back to the output in slow memory."
    )
    return Diagram(description, *(_tiles(phone) for phone in (False, True)))


def induction_steps(text: str = "dimanched") -> Diagram:
    """Draw how two layers find what followed the last letter of ``text``, which is also its first.

    Raises: ValueError if the last letter is not the first, or does not fit into the drawing.
    """
    if not 5 <= len(text) <= 9 or text[0] != text[-1]:
        raise ValueError(f"text must be 5 to 9 letters that end as they begin, but it is {text!r}")
    first, after = text[0], text[1]
    description = (
        f"The letters of {text}. In layer 1, the {after} looks one letter back and then says "
        f"{after}, after {first}. In layer 2, the last {first} asks what follows {first}, finds "
        f"this {after}, and gets the value {after}, which is predicted next."
    )
    return Diagram(description, *(_induction(text, phone) for phone in (False, True)))


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
    draw, cell, corner, now = Wide(278, phone=phone), 36, (64, 92), (1, 2)
    draw.text((136, 12), "slow memory", bold=True)
    shades = np.full((TILES, TILES), 0.02)
    shades[: now[0]], shades[now[0], : now[1]], shades[now] = 0.14, 0.14, 0.75
    draw.pixels(corner, shades, cell)
    edge = corner[0] + TILES * cell
    for block in range(TILES):
        here = corner[1] + (block + 0.5) * cell
        strong = 0.55 if block == now[0] else 0.18
        draw.box((42, here), 26, cell - 6, "", colour=BLUE, strong=strong, name="Q")
        draw.box((edge + 20, here), 20, cell - 6, "", colour=PURPLE,
                 strong=0.4 if block < now[0] else 0.02, name="output")  # fmt: skip
        across = corner[0] + (block + 0.5) * cell
        strong = 0.55 if block == now[1] else 0.18
        for y, colour in ((36, VERMILION), (59, GREEN)):
            draw.box((across, y), cell - 6, 18, "", colour=colour, strong=strong, name="K, V")
    for at, letter, colour in (
        ((42, 80), "Q", BLUE), ((50, 36), "K", VERMILION), ((50, 59), "V", GREEN)
    ):  # fmt: skip
        draw.text(at, f"${letter}$", colour=colour, bold=True)
    draw.text((edge + 20, 80), "out", small=True, colour=PURPLE)
    draw.text((136, 254), "dark: now, pale: dropped", small=True)
    draw.frame(288, 26, 498, 264)
    draw.text((393, 12), "fast memory", bold=True)
    _fast(draw)
    draw.arrow((edge + 6, 48), (284, 48), thick=2)
    draw.text((250, 34), "read", small=True)
    row = corner[1] + (now[0] + 0.5) * cell
    draw.arrow((288, row), (edge + 33, row), thick=2)
    draw.text((265, row - 14), "write", small=True)
    return draw


def _fast(draw: Drawing) -> None:
    query = draw.box((320, 94), 34, 40, "$Q$", colour=BLUE, strong=0.4)
    key = draw.box((386, 46), 52, 26, "$K$", colour=VERMILION, strong=0.4)
    value = draw.box((466, 146), 52, 26, "$V$", colour=GREEN, strong=0.4)
    tile = draw.box((386, 94), 52, 40, "", strong=0.6, name="the tile")
    draw.text((417, 94), "scores", anchor="start")
    draw.arrow(query.right, tile.left, colour=BLUE)
    draw.arrow(key.bottom, tile.top, colour=VERMILION)
    for x, words, name, colour in (
        (325, "$m$", "largest", INK),
        (393, "$ℓ$", "sum", INK),
        (461, "$o$", "values", PURPLE),
    ):
        draw.box((x, 210), 62, 46, words, shape=name, colour=colour, strong=0.16)
        draw.arrow((386 + (x - 393) / 6, 115), (393 + 0.8 * (x - 393), 186))
    draw.arrow(value.bottom, (466, 186), colour=GREEN)
    draw.text((393, 249), "kept for each query", small=True)


def _induction(text: str, phone: bool) -> Drawing:
    draw = Wide(226, phone=phone)
    first, after = text[0], text[1]
    positions = [34 + 52 * number for number in range(len(text))]
    for x, letter in zip(positions, text, strict=True):
        draw.box((x, 204), 40, 34, letter, strong=0.06)
    key = draw.box((positions[1], 122), 88, 46, after, shape=f"after {first}", colour=VERMILION)
    query = draw.box((positions[-1], 122), 88, 46, f"{first} …", shape="next?", colour=BLUE)
    out = draw.box((positions[-1], 28), 88, 34, after, colour=PURPLE, strong=0.16)
    draw.arrow((positions[0], 187), (positions[0] + 26, 146))
    draw.arrow((positions[1], 187), key.bottom)
    draw.arrow((positions[-1], 187), query.bottom)
    draw.arrow(query.left, key.right, colour=BLUE)
    draw.arrow(key.top, (positions[1], 28), out.left, colour=GREEN)
    middle = (positions[1] + positions[-1]) / 2
    draw.text(
        (positions[1] + 18, 164), "1  layer 1 looks one letter back", anchor="start", small=True
    )
    draw.text((middle, 108), f"2  layer 2 asks: after {first}?", small=True)
    draw.text((middle, 44), f"3  the value says: I am {after}", small=True)
    return draw
