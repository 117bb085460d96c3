"""A whole Vision Transformer in one diagram, with the numbers of a real image."""

from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import INK, OLIVE

SHOWN = 6  # numbers of each token


class Read(NamedTuple):
    """What a Vision Transformer computes for an image, step by step."""

    tokens: Float[Tensor, "tokens d_model"]  # [CLS] and the embedded patches
    positions: Float[Tensor, "tokens d_model"]
    encoded: Float[Tensor, "tokens d_model"]
    probabilities: Float[Tensor, "classes"]


class _Places(NamedTuple):
    """Left edges of the parts, and the tops of their two rows (one row on a wide page)."""

    size: Point
    tall: Number  # of a column of tokens
    image: Number
    patches: Number
    linear: Number
    tokens: Number
    positions: Number
    encoder: Number
    encoded: Number
    head: Number
    top: Number
    second: Number


WIDE = _Places((COLUMN, 250), 176, 2, 142, 208, 288, 370, 458, 576, 658, 38, 38)
PHONE = _Places((NARROW, 492), 168, 2, 132, 194, 276, 26, 104, 206, 280, 38, 290)


def vision_transformer(
    image: Float[Tensor, "height width"], read: Read, *, patch: int = 2, layers: int = 2
) -> Diagram:
    """Draw how a Vision Transformer reads an image, from its pixels to its answer.

    The image holds numbers from 0 to 1, and its sides are multiples of ``patch``. Of each token
    stand the sizes of its first numbers.
    Raises: ValueError if ``patch`` does not divide the sides.
    """
    pixels = image.detach().cpu().numpy()
    high, wide = pixels.shape
    if high % patch or wide % patch:
        raise ValueError(f"patch must divide the sides of the image, {high} and {wide}: {patch}")
    cut = pixels.reshape(high // patch, patch, wide // patch, patch)
    rows = cut.transpose(0, 2, 1, 3).reshape(-1, patch * patch)
    answer, count = int(read.probabilities.argmax()), len(rows)
    description = (
        f"An image of {high} × {wide} pixels is cut into {count} patches, and each is a row of "
        f"{patch * patch} pixels. The matrix E maps each row to {read.tokens.shape[1]} numbers. A "
        f"class token is put before them, which makes {count + 1} tokens, and to each of them a "
        "position is added, in a second column and a second colour. An encoder "
        f"of {layers} layers returns {count + 1} vectors. The first, that of the class token, "
        f"goes through a linear map and softmax. The largest of {len(read.probabilities)} "
        f"probabilities is that of class {answer}: {_percent(read.probabilities[answer].item())}."
    )
    drawings = (_draw(pixels, rows, read, (patch, layers), at) for at in (WIDE, PHONE))
    return Diagram(description, *drawings)


def _percent(share: float) -> str:
    return "> 99 %" if share > 0.99 else f"{100 * share:.0f} %"


def _draw(
    pixels: np.ndarray, rows: np.ndarray, read: Read, sizes: tuple[int, int], at: _Places
) -> Drawing:
    draw = Drawing(*at.size, size=13)
    width = read.tokens.shape[1]
    parts = (_image(draw, pixels, sizes[0], at), _rows(draw, rows, at))
    linear = draw.box((at.linear + 24, at.top + at.tall / 2), 48, 44, "$E$", strong=0.1)
    draw.text((linear.x, linear.bottom[1] + 14), "linear", small=True)
    tokens = _tokens(draw, (at.tokens, at.top), at.tall, read.tokens, ("tokens", width))
    _mark(draw, tokens, at.top + 0.5 * at.tall / len(read.tokens))
    for one, other in zip((*parts, linear), (parts[1], linear, tokens), strict=False):
        draw.arrow((one.right[0] + 5, one.y), (other.left[0] - 5, one.y))
    positions = _tokens(draw, (at.positions, at.second), at.tall, read.positions,
                        ("positions", width), colour=OLIVE)  # fmt: skip
    _add(draw, tokens, positions, at)
    encoder = draw.box((at.encoder + 42, at.second + at.tall / 2), 84, at.tall,
                       f"encoder\n{sizes[1]} layers", colour=OLIVE, strong=0.16)  # fmt: skip
    encoded = _tokens(draw, (at.encoded, at.second), at.tall, read.encoded, ("vectors", width))
    for one, other in ((positions, encoder), (encoder, encoded)):
        draw.arrow((one.right[0] + 4, one.y), (other.left[0] - 4, one.y))
    _answer(draw, encoded, read, at)
    return draw


def _image(draw: Drawing, pixels: np.ndarray, patch: int, at: _Places) -> Box:
    high, wide = pixels.shape
    cell = (at.patches - at.image - 32) / max(pixels.shape)
    top = at.top + at.tall / 2 - cell * high / 2
    draw.image((at.image, top), pixels, cell)
    for x in np.arange(patch, wide, patch) * cell:
        draw.stroke((at.image + x, top), (at.image + x, top + cell * high), colour=OLIVE)
    for y in np.arange(patch, high, patch) * cell:
        draw.stroke((at.image, top + y), (at.image + cell * wide, top + y), colour=OLIVE)
    box = Box(at.image + cell * wide / 2, at.top + at.tall / 2, cell * wide, at.tall, "image")
    _named(draw, box, "image", f"{high} × {wide}")
    return box


def _rows(draw: Drawing, rows: np.ndarray, at: _Places) -> Box:
    step = at.tall / len(rows)
    cell = min(0.8 * step, 36 / rows.shape[1])
    box = Box(at.patches + 18, at.top + at.tall / 2, 36, at.tall, "patches")
    for number, row in enumerate(rows):
        corner = (box.x - cell * len(row) / 2, at.top + (number + 0.1) * step)
        draw.image(corner, row[None], cell)
    _named(draw, box, "patches", f"({len(rows)}, {rows.shape[1]})")
    return box


def _tokens(
    draw: Drawing,
    corner: Point,
    tall: Number,
    values: Tensor,
    words: tuple[str, int],
    *,
    colour: str = INK,
) -> Box:
    """Draw a row of cells for each token: the sizes of its first numbers."""
    shown = values[:, :SHOWN].detach().abs().cpu().numpy()
    step = tall / len(shown)
    cell = min(0.8 * step, 8)
    box = Box(corner[0] + cell * SHOWN / 2, corner[1] + tall / 2, cell * SHOWN, tall, words[0])
    for number, row in enumerate(0.85 * shown / max(float(shown.max()), 1e-9)):
        draw.pixels((corner[0], corner[1] + (number + 0.1) * step), row[None], cell, colour=colour)
    _named(draw, box, words[0], f"({len(shown)}, {words[1]})", colour=colour)
    return box


def _named(draw: Drawing, box: Box, words: str, shape: str, *, colour: str = INK) -> None:
    draw.text((box.x, box.top[1] - 14), words, bold=True, colour=colour)
    draw.text((box.x, box.bottom[1] + 14), shape, small=True)


def _mark(draw: Drawing, column: Box, y: Number) -> None:
    """Frame the row of [CLS] in a column of tokens."""
    left, wide = column.left[0] - 3, column.width + 6
    draw.shapes.append(
        f'<rect x="{left:.1f}" y="{y - 7:.1f}" width="{wide:.1f}" height="14" rx="3" fill="none" '
        f'stroke="{INK}" stroke-width="2"/>'
    )
    draw.text((left - 4, y), "[CLS]", small=True, anchor="end")


def _add(draw: Drawing, tokens: Box, positions: Box, at: _Places) -> None:
    """Write a plus between two columns, or lead from the first row to it, above the second."""
    if at.second == at.top:
        draw.circle(((tokens.right[0] + positions.left[0]) / 2, tokens.y), "+", radius=10)
        return
    edge, between, y = at.size[0] - 4, at.second - 48, tokens.y
    draw.circle((positions.x, between), "+", radius=10)
    draw.arrow((tokens.right[0] + 4, y), (edge, y), (edge, between), (positions.x + 11, between))


def _answer(draw: Drawing, encoded: Box, read: Read, at: _Places) -> None:
    """Draw the way from the vector of [CLS] to the probabilities."""
    y = at.second + 0.5 * at.tall / len(read.tokens)
    left, wide = encoded.left[0] - 3, encoded.width + 6
    draw.shapes.append(
        f'<rect x="{left:.1f}" y="{y - 7:.1f}" width="{wide:.1f}" height="14" rx="3" fill="none" '
        f'stroke="{OLIVE}" stroke-width="2"/>'
    )
    head = draw.box((at.head + 38, y + 14), 76, 44, "linear,\nsoftmax", strong=0.1)
    draw.arrow((left + wide, y), (head.left[0], y), colour=OLIVE)
    draw.text((head.x, head.top[1] - 10), f"[CLS]: ({read.tokens.shape[1]})", small=True,
              colour=OLIVE)  # fmt: skip
    shares = read.probabilities.tolist()
    best, foot = max(shares), at.second + at.tall
    step = (foot - head.bottom[1] - 14) / len(shares)
    draw.arrow(head.bottom, (head.x, head.bottom[1] + 13))
    for number, share in enumerate(shares):
        middle = foot - (len(shares) - number - 0.5) * step
        sure = share == best
        colour = OLIVE if sure else INK
        draw.text((at.head + 6, middle), str(number), small=True, colour=colour, bold=sure)
        draw.shapes.append(
            f'<rect x="{at.head + 13}" y="{middle - 4:.1f}" height="8" fill="{colour}" '
            f'width="{max(18 * share, 0.6):.1f}"/>'
        )
        if sure:
            draw.text((at.head + 34, middle), _percent(share), small=True, colour=colour,
                      anchor="start")  # fmt: skip
    draw.text((head.x, foot + 14), f"({len(shares)})", small=True)
