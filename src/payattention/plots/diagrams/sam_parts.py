"""SAM in one diagram: an image and a click become three masks, each with a score."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float
from torch import Tensor

from payattention.plots.diagrams.drawing import (
    Box,
    Diagram,
    Drawing,
    Number,
    Point,
    listed,
    shaded,
)
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.style import INK, OLIVE

LEVELS = 5  # of grey
GAP = 8  # between an arrow's tip and a picture


def sam_parts(
    image: Float[Tensor, "height width"],
    click: tuple[float, float],
    masks: Bool[Tensor, "masks height width"],
    scores: Sequence[float],
    names: Sequence[str],
) -> Diagram:
    """Draw the parts of SAM, with what goes in and what comes out.

    The image holds numbers from 0 to 1; the click is a column and a row. ``names`` say what each
    mask covers.
    """
    found = listed(
        [f"{name} (score {score:.2f})" for name, score in zip(names, scores, strict=True)]
    )
    description = (
        "The image goes through the image encoder, a ViT that runs once. The click goes through "
        "the prompt encoder. The mask decoder gets both, and runs for every click. It returns "
        f"{len(masks)} masks, drawn over the image: {found}."
    )
    pixels, areas = (each.detach().cpu().numpy() for each in (image, masks.float()))
    under = [f"{name}\nscore {score:.2f}" for name, score in zip(names, scores, strict=True)]
    return Diagram(description, *(draw(pixels, click, areas, under) for draw in (_wide, _phone)))


def _wide(image: np.ndarray, click: Point, masks: np.ndarray, names: Sequence[str]) -> Drawing:
    draw = Drawing(WIDE, 280, size=14)
    picture, dot = _clicked(draw, (2, 28), 150, image, click)
    draw.text((picture.x, 13), "image and click", bold=True)
    encoder, prompt, decoder = _parts(draw, (258, 76), (258, 236), (440, 140))
    draw.link(picture, encoder, (picture.right[0] + 4, encoder.y), encoder.left)
    draw.link(dot, prompt, (dot.x, dot.y + 7), (dot.x, prompt.y), prompt.left, colour=OLIVE)
    draw.text(((dot.x + prompt.left[0]) / 2, prompt.y - 12), "click ($x$, $y$)", small=True)
    for one, end in ((encoder, decoder.top), (prompt, decoder.bottom)):
        draw.link(one, decoder, one.right, (decoder.x, one.y), end)
    for number, (mask, name) in enumerate(zip(masks, names, strict=True)):
        answer = _masked(draw, (554, 2 + 94 * number), 88, image, mask, name)
        draw.text((answer.right[0] + 8, answer.y - 9), name, anchor="start", small=True)
        bend = (decoder.right[0] + answer.left[0]) / 2
        points = [] if answer.y == decoder.y else [(bend, decoder.y), (bend, answer.y)]
        draw.link(decoder, answer, decoder.right, *points, (answer.left[0] - 3, answer.y))
    return draw


def _phone(image: np.ndarray, click: Point, masks: np.ndarray, names: Sequence[str]) -> Drawing:
    draw = Drawing(NARROW, 476, size=13)
    picture, dot = _clicked(draw, (8, 26), 144, image, click)
    draw.text((picture.x, 12), "image and click", bold=True)
    encoder, prompt, decoder = _parts(draw, (278, 98), (80, 252), (278, 252))
    draw.link(picture, encoder, (picture.right[0] + 4, encoder.y), encoder.left)
    foot = picture.y + 72 + 14
    draw.link(dot, prompt, (dot.x, dot.y + 7), (dot.x, foot), (prompt.x, foot), prompt.top,
              colour=OLIVE)  # fmt: skip
    draw.text((prompt.x + 8, foot + 22), "click ($x$, $y$)", small=True, anchor="start")
    draw.link(encoder, decoder, encoder.bottom, decoder.top)
    draw.link(prompt, decoder, prompt.right, decoder.left)
    for number, (mask, name) in enumerate(zip(masks, names, strict=True)):
        answer = _masked(draw, (4 + 122 * number, 330), 108, image, mask, name)
        draw.text((answer.x, answer.bottom[1] + 12), name, small=True)
        bend = 306
        draw.link(decoder, answer, decoder.bottom, (decoder.x, bend), (answer.x, bend),
                  (answer.x, answer.top[1] - 3))  # fmt: skip
    return draw


def _parts(draw: Drawing, encoder: Point, prompt: Point, decoder: Point) -> tuple[Box, Box, Box]:
    return (
        draw.box(encoder, 140, 62, "image encoder", shape="a ViT, runs once", colour=OLIVE),
        draw.box(prompt, 140, 54, "prompt encoder", shape="for every click"),
        draw.box(decoder, 124, 62, "mask decoder", shape="for every click", colour=OLIVE,
                 strong=0.22),
    )  # fmt: skip


def _clicked(
    draw: Drawing, corner: Point, side: Number, image: np.ndarray, click: Point
) -> tuple[Box, Box]:
    """Draw the image and the dot of the click."""
    picture = _picture(draw, corner, side, image, "image")
    cell = side / len(image)
    x, y = (start + (place + 0.5) * cell for start, place in zip(corner, click, strict=True))
    draw.shapes.append(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{OLIVE}" stroke="#fff" stroke-width="2"/>'
    )
    return picture, Box(x, y, 12, 12, "click")


def _masked(
    draw: Drawing, corner: Point, side: Number, image: np.ndarray, mask: np.ndarray, name: str
) -> Box:
    """Draw a mask over the pale image."""
    box = _picture(draw, corner, side, 0.6 * image, f"mask of {name.split(chr(10))[0]}")
    _runs(draw, corner, mask > 0, side / len(mask), f'fill="{OLIVE}" fill-opacity="0.70"')
    return box


def _picture(draw: Drawing, corner: Point, side: Number, image: np.ndarray, name: str) -> Box:
    levels = np.round(np.clip(image, 0, 1) * LEVELS)
    for level in range(LEVELS + 1):
        _runs(draw, corner, levels == level, side / len(image), shaded(level / LEVELS))
    middle = (corner[0] + side / 2, corner[1] + side / 2)
    draw.shapes.append(
        f'<rect x="{corner[0]}" y="{corner[1]}" width="{side}" height="{side}" fill="none" '
        f'stroke="{INK}"/>'
    )
    return Box(*middle, side, side, name)


def _runs(draw: Drawing, corner: Point, chosen: np.ndarray, cell: Number, fill: str) -> None:
    """Fill the chosen cells, as one path: cells side by side are one rectangle."""
    path = []
    for row, cells in enumerate(np.pad(chosen.astype(int), ((0, 0), (1, 1)))):
        edges = np.flatnonzero(np.diff(cells))
        for start, end in edges.reshape(-1, 2):
            x, y, wide = corner[0] + start * cell, corner[1] + row * cell, (end - start) * cell
            path.append(f"M{x:.1f} {y:.1f}h{wide:.1f}v{cell:.2f}h{-wide:.1f}z")
    if path:
        draw.shapes.append(f'<path d="{"".join(path)}" {fill}/>')
