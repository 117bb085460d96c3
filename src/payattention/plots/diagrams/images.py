"""Diagrams of models for images: from pixels to tokens, the parts of SAM, and CLIP."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Diagram, Drawing, Wide
from payattention.plots.diagrams.flow import Flow
from payattention.plots.style import INK, OLIVE


def patch_embedding(
    image: Float[Tensor, "height width"], *, patch: int = 2, d_model: int = 64
) -> Diagram:
    """Draw how an image becomes tokens: patches, rows of pixels, a linear layer, positions.

    The image holds numbers from 0 to 1, and its sides are multiples of ``patch``.
    Raises: ValueError if they are not.
    """
    pixels = image.detach().cpu().numpy()
    high, wide = pixels.shape
    if high % patch or wide % patch:
        raise ValueError(f"patch must divide the sides of the image, {high} and {wide}: {patch}")
    cut = pixels.reshape(high // patch, patch, wide // patch, patch)
    rows = cut.transpose(0, 2, 1, 3).reshape(-1, patch * patch)
    description = (
        f"An image of {high} × {wide} pixels is cut into {len(rows)} patches. Each patch is a row "
        f"of {patch * patch} pixels, which a linear layer turns into a token of {d_model} numbers. "
        "A class token is put before them, and each gets its position added."
    )
    return Diagram(
        description, *(_patches(pixels, rows, patch, d_model, phone) for phone in (False, True))
    )


def _patches(
    pixels: np.ndarray, rows: np.ndarray, patch: int, d_model: int, phone: bool
) -> Drawing:
    draw = Wide(238, phone=phone)
    high, wide = pixels.shape
    _image(draw, pixels, patch)
    _rows(draw, rows)
    draw.box((300, 116), 76, 48, "linear", colour=OLIVE, strong=0.2)
    _tokens(draw, len(rows))
    for start, end in ((140, 166), (234, 258), (342, 370)):
        draw.arrow((start, 116), (end, 116))
    for x, words in ((66, f"{high} × {wide} pixels"), (200, f"({len(rows)}, {patch * patch})"),
                     (300, "$E$"), (420, f"({len(rows)} + 1, {d_model})")):  # fmt: skip
        draw.text((x, 226), words, small=True)
    return draw


def _image(draw: Drawing, pixels: np.ndarray, patch: int) -> None:
    cell = 128 / max(pixels.shape)
    top = 116 - cell * pixels.shape[0] / 2
    draw.text((66, 16), "image", bold=True)
    draw.pixels((2, top), pixels, cell)
    high, wide = (cell * side for side in pixels.shape)
    for at in np.arange(patch, max(pixels.shape), patch) * cell:
        for ends in (((2 + at, top), (2 + at, top + high)), ((2, top + at), (2 + wide, top + at))):
            draw.stroke(*ends, colour=OLIVE)


def _rows(draw: Drawing, rows: np.ndarray) -> None:
    draw.text((200, 16), "patches", bold=True)
    step = 176 / len(rows)
    cell = min(0.82 * step, 60 / rows.shape[1])
    for number, row in enumerate(rows):
        corner = (200 - cell * rows.shape[1] / 2, 32 + number * step)
        draw.pixels(corner, row[None], cell, colour=INK)


def _tokens(draw: Drawing, patches: int) -> None:
    draw.text((420, 16), "tokens", bold=True)
    step = 176 / (patches + 1)
    for number in range(patches + 1):
        y = 32 + (number + 0.45) * step
        colour = OLIVE if number else INK
        draw.pixels((376, y - 0.36 * step), np.full((1, 8), 0.35), 0.72 * step, colour=colour)
    draw.text((444, 32 + 0.45 * step), "class", small=True, anchor="start")
    draw.text((444, 120), "+ $E_{pos}$", small=True, anchor="start", colour=OLIVE)


def sam_parts(*, masks: int = 3) -> Diagram:
    """Draw the parts of SAM: image encoder, prompt encoder, mask decoder, and masks with scores."""
    description = (
        "SAM's parts. The image is encoded once; each click is encoded anew. The decoder attends "
        f"from prompt to image and back. It returns {masks} masks, each with a score, "
        "its predicted IoU."
    )
    return Diagram(description, *(_sam(masks, narrow) for narrow in (False, True)))


def _sam(masks: int, narrow: bool) -> Flow:
    flow = Flow(4, 3, narrow=narrow, box=(120, 66), gap=22)
    image = flow.part(0, 0, "image", "(height, width)", strong=0.04)
    click = flow.part(0, 2, "click", "($x$, $y$)", strong=0.04)
    encoder = flow.part(1, 0, "image\nencoder", "a ViT, once", colour=OLIVE, name="image encoder")
    prompt = flow.part(1, 2, "prompt\nencoder", "each click", name="prompt encoder")
    decoder = flow.part(
        2, 1, "mask\ndecoder", "both ways", colour=OLIVE, strong=0.22, name="mask decoder"
    )
    flow.flow(image, encoder)
    flow.flow(click, prompt)
    flow.flow(encoder, decoder, late=True)
    flow.flow(prompt, decoder, late=True)
    names = ("the whole", "a part", "a smaller part")
    for lane in range(min(masks, 3)):
        mask = flow.part(3, lane, f"mask {lane + 1}", f"score {lane + 1}", strong=0.04,
                         name=f"mask {lane + 1} ({names[lane]})")  # fmt: skip
        flow.flow(decoder, mask)
    return flow


def contrast(images: Float[Tensor, "pairs height width"], captions: Sequence[str]) -> Diagram:
    """Draw CLIP: two encoders, and a table that compares each image with each caption.

    The images hold numbers from 0 to 1. A caption is one or two short words.
    Raises: ValueError if there are not as many captions as images.
    """
    pairs = images.detach().cpu().numpy()
    if len(pairs) != len(captions):
        raise ValueError(f"captions must be {len(pairs)}, one an image, but are {len(captions)}")
    description = (
        f"{len(pairs)} images go through an image encoder, and their captions "
        f"({', '.join(captions)}) through a text encoder. A table compares each image (row) with "
        "each caption (column). Its diagonal, where image and caption belong together, is dark."
    )
    return Diagram(description, *(_contrast(pairs, captions, phone) for phone in (False, True)))


def _contrast(images: np.ndarray, captions: Sequence[str], phone: bool) -> Drawing:
    draw = Wide(236, phone=phone)
    image = draw.box((46, 142), 88, 44, "images", strong=0.04)
    caption = draw.box((46, 30), 88, 44, "captions", strong=0.04)
    eyes = draw.box((156, 142), 96, 56, "image\nencoder", colour=OLIVE, strong=0.2)
    reader = draw.box((156, 30), 96, 56, "text\nencoder", strong=0.16)
    cell = 176 / len(images)
    table = draw.box((410, 142), 176, 176, "", strong=0, name="the table")
    draw.pixels((322, 54), 0.08 + 0.72 * np.eye(len(images)), cell)
    draw.link(image, eyes, image.right, eyes.left)
    draw.link(caption, reader, caption.right, reader.left)
    draw.link(eyes, table, eyes.right, (258, 142))
    draw.link(reader, table, reader.right, (314, 30))
    for number, (picture, words) in enumerate(zip(images, captions, strict=True)):
        middle = (number + 0.5) * cell
        pixel = min(50 / picture.shape[1], 0.8 * cell / picture.shape[0])
        draw.pixels((316 - 50, 54 + middle - pixel * picture.shape[0] / 2), picture, pixel)
        draw.text((322 + middle, 12), words.replace(" ", "\n"), small=True)
    return draw
