"""A diagram of CLIP: images, captions, and a table that compares them."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Diagram, Drawing, Wide
from payattention.plots.style import OLIVE


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
