"""A diagram of patches: some are hidden and painted again."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import INK, OLIVE


def masked_autoencoder(
    image: Float[Tensor, "height width"], visible: Sequence[int], *, patch: int = 2
) -> Diagram:
    """Draw how an MAE sees the ``visible`` patches of an image and has to paint the others.

    The image holds numbers from 0 to 1. Patches are counted row by row.
    """
    pixels = image.detach().cpu().numpy()
    seen = np.zeros((pixels.shape[0] // patch, pixels.shape[1] // patch))
    seen.flat[list(visible)] = 1
    description = (
        f"Of the {seen.size} patches of an image, {len(visible)} are visible. The encoder makes "
        f"{len(visible)} vectors of them. With a mask token at each of the "
        f"{seen.size - len(visible)} other places, they go into the decoder, which predicts the "
        "pixels of the hidden patches. The loss compares what it painted with the true pixels."
    )
    return Diagram(description, *(_autoencoder(pixels, seen, narrow) for narrow in (False, True)))


def _autoencoder(pixels: np.ndarray, seen: np.ndarray, narrow: bool) -> Drawing:
    side: Number = 88 if narrow else 96
    draw = Drawing(NARROW, 276, size=13.5) if narrow else Drawing(COLUMN, 130, size=14)
    middle, hidden = 26 + side / 2, int(seen.size - seen.sum())
    many = np.kron(seen, np.ones((pixels.shape[0] // seen.shape[0],) * 2))
    shown = int(seen.sum())
    left = 8 if narrow else 2
    first = _picture(draw, (left, 26), side, pixels, many, f"{shown} of {seen.size} seen")
    _hide(draw, (left, 26), side, seen)
    x = left + 2 + side + (20 if narrow else 24)
    encoder = draw.box((x + 39, middle), 78, 44, "encoder", colour=OLIVE, strong=0.16)
    x += 78 + (22 if narrow else 24)
    tokens = _tokens(draw, (x, 26), side, seen, f"+ {hidden} mask tokens")
    y = 210 if narrow else middle
    at = (NARROW - 41, y) if narrow else (x + side + 24 + 39, middle)
    decoder = draw.box(at, 78, 44, "decoder", strong=0.16)
    paint = decoder.left[0] - 25 - side if narrow else decoder.right[0] + 24
    painted = _picture(draw, (paint, y - side / 2), side, _blurred(pixels), 1 - many, "painted")
    true = left if narrow else paint + side + 76
    target = _picture(draw, (true, y - side / 2), side, pixels, 1 - many, "hidden pixels")
    loss = draw.circle(((painted.x + target.x) / 2, y), "loss", radius=13)
    gap = 4
    draw.link(first, encoder, (first.right[0] + gap, middle), encoder.left)
    draw.link(encoder, tokens, encoder.right, (tokens.left[0] - gap, middle))
    if narrow:
        down = (decoder.x - 22, tokens.bottom[1] + gap)
        draw.link(tokens, decoder, down, (down[0], decoder.top[1]))
        draw.link(decoder, painted, decoder.left, (painted.right[0] + gap, y))
        draw.link(painted, loss, (painted.left[0] - gap, y), loss.right)
        draw.link(target, loss, (target.right[0] + gap, y), loss.left)
    else:
        draw.link(tokens, decoder, (tokens.right[0] + gap, middle), decoder.left)
        draw.link(decoder, painted, decoder.right, (painted.left[0] - gap, y))
        draw.link(painted, loss, (painted.right[0] + gap, y), loss.left)
        draw.link(target, loss, (target.left[0] - gap, y), loss.right)
    return draw


def _blurred(pixels: np.ndarray) -> np.ndarray:
    """The mean of each pixel and its neighbours, as a sketch of what a decoder paints."""
    wide = np.pad(pixels, 1)
    shifts = [np.roll(wide, (down, right), (0, 1)) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return np.mean(shifts, axis=0)[1:-1, 1:-1]


def _picture(
    draw: Drawing, corner: Point, side: Number, pixels: np.ndarray, kept: np.ndarray, name: str
) -> Box:
    """Draw the pixels that are kept; the others stay empty."""
    cell = side / pixels.shape[0]
    box = Box(corner[0] + side / 2, corner[1] + side / 2, side, side, name)
    draw.image(corner, pixels * kept, cell)
    draw.text((box.x, corner[1] - 13), name, bold=True)
    return box


def _hide(draw: Drawing, corner: Point, side: Number, seen: np.ndarray) -> None:
    """Draw a dashed cell at each patch that is not seen."""
    cell = side / len(seen)
    for row, column in np.argwhere(seen == 0):
        at = (corner[0] + (column + 0.5) * cell, corner[1] + (row + 0.5) * cell)
        draw.box(at, cell - 3, cell - 3, "", strong=0.0, dashed=True, name="hidden")


def _tokens(draw: Drawing, corner: Point, side: Number, seen: np.ndarray, name: str) -> Box:
    """Draw a vector for each visible patch, and a mask token, m, for each hidden one."""
    cell = side / len(seen)
    for (row, column), is_seen in np.ndenumerate(seen):
        at = (corner[0] + (column + 0.5) * cell, corner[1] + (row + 0.5) * cell)
        draw.box(at, cell - 4, cell - 4, "", colour=OLIVE if is_seen else INK,
                 strong=0.6 if is_seen else 0.06, name="token")  # fmt: skip
    draw.text((corner[0] + side / 2, corner[1] - 13), name, bold=True)
    return Box(corner[0] + side / 2, corner[1] + side / 2, side, side, "vectors and mask tokens")
