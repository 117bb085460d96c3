"""Diagrams of today's language models: a layer of a Llama, and induction."""

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION

SHIFTS = (-74, 0, 74)  # queries, keys, values
NEW, OLD = (OLIVE, 0.16), (INK, 0.06)  # colour and strength of a part


def llama_layer(
    *, d_model: int = 576, heads: int = 9, kv_heads: int = 3, d_k: int = 64, d_ff: int = 1536
) -> Diagram:
    """Draw a layer of a GPT beside one of a Llama, of the same width, with all matrices."""
    description = (
        "Two columns of boxes, from bottom to top. GPT: LayerNorm, queries, keys and values of "
        f"{heads} heads each, attention, output, addition, LayerNorm, a matrix, GELU, a matrix, "
        f"addition. Llama: RMSNorm, queries of {heads} heads, keys and values of {kv_heads}, "
        "RoPE for queries and keys, attention, output, addition, RMSNorm, two matrices side by "
        "side, one through SiLU, their product, a matrix, addition. What is new is coloured: "
        "RMSNorm, the smaller matrices of keys and values, RoPE, and the gate."
    )
    then, now = (heads, heads, 4 * d_model), (heads, kv_heads, d_ff)
    return Diagram(
        description, *(_layers(d_model, d_k, then, now, phone) for phone in (False, True))
    )


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
    draw = Wide(556, phone=phone)
    for x, title, sizes, new in ((122, "GPT", then, False), (378, "Llama", now, True)):
        _column(draw, x, f"{title}, ($n$, {d_model})", d_k, sizes, new)
    return draw


def _column(
    draw: Drawing, x: Number, title: str, d_k: int, sizes: tuple[int, int, int], new: bool
) -> None:
    heads, kv_heads, d_ff = sizes
    draw.text((x, 545), title, bold=True)
    norm = _wide(draw, x, 498, "RMSNorm" if new else "LayerNorm", new)
    draw.arrow((x, 531), norm.bottom)
    roles = []
    for shift, letter, count in zip(SHIFTS, "QKV", (heads, kv_heads, kv_heads), strict=True):
        colour, strong = NEW if count < heads else OLD
        box = draw.box((x + shift, 447), 68, 46, f"$W_{letter}$", shape=f"{count} × {d_k}",
                       colour=colour, strong=strong)  # fmt: skip
        draw.arrow((x + shift, norm.top[1]), box.bottom)
        roles.append(box)
    attention = _wide(draw, x, 355, "attention", False)
    for box, letter in zip(roles, "QKV", strict=True):
        below = box
        if new and letter != "V":
            below = draw.box((box.x, 397), 68, 28, "RoPE", colour=NEW[0], strong=NEW[1])
            draw.arrow(box.top, below.bottom)
        draw.arrow(below.top, (box.x, attention.bottom[1]))
    output = _wide(draw, x, 312, "$W_O$", False)
    draw.arrow(attention.top, output.bottom)
    plus = _plus(draw, x, output, 274, 522)
    second = _wide(draw, x, 234, "RMSNorm" if new else "LayerNorm", new)
    draw.arrow(plus.top, second.bottom)
    network = _gated(draw, x, second, d_ff) if new else _plain(draw, x, second, d_ff)
    last = _plus(draw, x, network, 34, 257)
    draw.arrow(last.top, (x, 6))


def _wide(draw: Drawing, x: Number, y: Number, words: str, new: bool) -> Box:
    colour, strong = NEW if new else OLD
    return draw.box((x, y), 216, 30, words, colour=colour, strong=strong)


def _plus(draw: Drawing, x: Number, below: Box, y: Number, start: Number) -> Box:
    """Draw an addition above a box, and the connection that leads to it from ``start``."""
    plus, out = draw.circle((x, y), "+", radius=10), x + 119
    draw.arrow(below.top, plus.bottom)
    draw.arrow((x, start), (out, start), (out, y), (x + 10, y))
    return plus


def _plain(draw: Drawing, x: Number, below: Box, d_ff: int) -> Box:
    first = draw.box((x, 179), 216, 46, "$W_1$", shape=f"{d_ff:,} wide", strong=OLD[1])
    gelu = draw.box((x, 124), 72, 26, "GELU", strong=OLD[1])
    draw.arrow(below.top, first.bottom)
    draw.arrow(first.top, gelu.bottom)
    last = _wide(draw, x, 71, "$W_2$", False)
    draw.arrow(gelu.top, last.bottom)
    return last


def _gated(draw: Drawing, x: Number, below: Box, d_ff: int) -> Box:
    """Draw the network of a Llama: the gate of W₁ is new; V does what W₁ did before."""
    sides = []
    for shift, name, (colour, strong) in ((-56, "$W_1$", NEW), (56, "$V$", OLD)):
        box = draw.box((x + shift, 184), 100, 46, name, shape=f"{d_ff:,} wide", colour=colour,
                       strong=strong)  # fmt: skip
        draw.arrow((x + shift, below.top[1]), box.bottom)
        sides.append(box)
    silu = draw.box((x - 56, 136), 72, 26, "SiLU", colour=NEW[0], strong=NEW[1])
    draw.arrow(sides[0].top, silu.bottom)
    times = draw.box((x, 109), 34, 24, "⊙", colour=NEW[0], strong=NEW[1])
    draw.arrow(silu.top, (x - 56, 109), times.left)
    draw.arrow(sides[1].top, (x + 56, 109), times.right)
    draw.text((x + 18, 145), "SwiGLU", colour=OLIVE, small=True)
    last = _wide(draw, x, 71, "$W_2$", False)
    draw.arrow(times.top, last.bottom)
    return last


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
