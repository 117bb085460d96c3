"""The layer of SAM's decoder: tokens and image attend to each other."""

import numpy as np

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, VERMILION

LEFT, RIGHT = 122.0, 378.0  # the middles of the two columns
BROAD, TALL = 196.0, 48.0  # a box
TOKENS = (("score", -66, 56), ("3 masks", 0, 72), ("click", 66, 56))  # name, place, width


def two_way() -> Diagram:
    """Draw the layer of SAM's decoder, with attention in both directions."""
    description = (
        "Two columns, from bottom to top. Left, the tokens: one for the scores, one for each of "
        "three masks, one for the click. They go through self-attention, cross-attention to the "
        "image, and a feed-forward network. Right, the image, a vector for each patch. It goes "
        "through cross-attention to the tokens that have come out of the network."
    )
    return Diagram(description, *(_layer(phone) for phone in (False, True)))


def _layer(phone: bool) -> Drawing:
    draw = Wide(470, phone=phone)
    tokens, image = _tokens(draw), _image(draw)
    own = _part(draw, LEFT, 336, "1  self-attention", "among the tokens", OLIVE)
    cross = _part(draw, LEFT, 252, "2  cross-attention", "looks at the image", OLIVE)
    network = _part(draw, LEFT, 168, "3  feed-forward", "each token alone", INK)
    back = _part(draw, RIGHT, 84, "4  cross-attention", "looks at the tokens", OLIVE)
    draw.link(tokens, own, tokens.top, own.bottom)
    draw.link(own, cross, own.top, cross.bottom, colour=BLUE)
    draw.link(cross, network, cross.top, network.bottom)
    draw.link(image, back, image.top, back.bottom, colour=BLUE)
    _keys_and_values(draw, image, cross, RIGHT, 1)
    _keys_and_values(draw, network, back, LEFT, -1)
    for x, y in ((LEFT, 294), (RIGHT, 126)):
        draw.text((x - 14, y), "$Q$", colour=BLUE, bold=True)
    for x, start, words in ((LEFT, network, "tokens"), (RIGHT, back, "image")):
        draw.arrow(start.top, (x, 30))
        draw.text((x, 16), words, bold=True)
    return draw


def _part(draw: Drawing, x: Number, y: Number, words: str, detail: str, colour: str) -> Box:
    return draw.box((x, y), BROAD, TALL, words, shape=detail, colour=colour, strong=0.16)


def _keys_and_values(draw: Drawing, one: Box, other: Box, x: Number, side: int) -> None:
    """Draw two arrows from a column at ``x`` to the box of the other; ``side`` −1: to the right."""
    for gap, colour, letter in ((8, VERMILION, "K"), (-8, GREEN, "V")):
        y = other.y + gap
        end = other.right[0] if side > 0 else other.left[0]
        draw.link(one, other, (x, y), (end, y), colour=colour)
        draw.text(((x + end) / 2, y + (13 if gap > 0 else -12)), f"${letter}$", colour=colour,
                  bold=True)  # fmt: skip


def _tokens(draw: Drawing) -> Box:
    box = draw.box((LEFT, 424), BROAD, 60, "", strong=0.0, name="tokens")
    draw.text((LEFT, 408), "tokens", bold=True)
    for name, x, wide in TOKENS:
        colour = OLIVE if "mask" in name else INK
        draw.box((LEFT + x, 434), wide, 25, "", colour=colour, strong=0.16, name=name)
        draw.text((LEFT + x, 434), name, small=True)
    return box


def _image(draw: Drawing) -> Box:
    box = draw.box((RIGHT, 424), BROAD, 60, "", strong=0.0, name="image")
    shades = 0.12 + 0.1 * (np.indices((4, 4)).sum(axis=0) % 2)
    draw.pixels((RIGHT - 86, 404), shades, 10)
    draw.text((RIGHT + 22, 414), "image", bold=True)
    draw.text((RIGHT + 22, 436), "a vector a patch", small=True)
    return box
