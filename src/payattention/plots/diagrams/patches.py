"""Diagrams of patches: some are hidden and painted again, and some share a window."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point, Wide
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import INK, OLIVE

GRID = 8  # patches a side, in windows
WINDOW = 4


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


def shifted_windows() -> Diagram:
    """Draw the windows of two layers of Swin, and those that one patch can attend to."""
    description = (
        f"Two grids of {GRID} by {GRID} patches. In the first, lines cut it into four windows of "
        f"{WINDOW} by {WINDOW}. One patch, in the corner of its window, is dark, and its window is "
        "coloured; the patch to the right of it, which is framed, belongs to another window. In "
        "the second, the lines are shifted by half a window, and both patches are in the same one."
    )
    return Diagram(description, *(_windows(phone) for phone in (False, True)))


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


def _windows(phone: bool) -> Drawing:
    cell, draw = 16, Wide(188, phone=phone)
    for x, title, start in ((24, "layer 1: windows", 0), (286, "layer 2: shifted", WINDOW // 2)):
        draw.text((x, 14), title, bold=True, anchor="start")
        shade = np.zeros((GRID, GRID))
        shade[start : start + WINDOW, start : start + WINDOW] = 0.25
        shade[WINDOW - 1, WINDOW - 1] = 0.9
        draw.pixels((x, 32), shade, cell, colour=OLIVE)
        for step in range(1, GRID):
            thick = step % WINDOW == start
            for one, other in (((step, 0), (step, GRID)), ((0, step), (GRID, step))):
                _line(draw, [(x + cell * a, 32 + cell * b) for a, b in (one, other)], thick)
        neighbour = (x + cell * (WINDOW + 0.5), 32 + cell * (WINDOW - 0.5))
        draw.box(neighbour, cell - 5, cell - 5, "", strong=0.0, name="neighbour")
        words = "the neighbour is outside" if start == 0 else "the neighbour is inside"
        draw.text((x, 32 + cell * GRID + 16), words, anchor="start", small=True)
    return draw


def _line(draw: Drawing, ends: Sequence[Point], thick: bool) -> None:
    (x0, y0), (x1, y1) = ends
    width, opacity = (2.4, 1) if thick else (0.8, 0.4)
    draw.shapes.append(
        f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{INK}" '
        f'stroke-width="{width}" stroke-opacity="{opacity}"/>'
    )
