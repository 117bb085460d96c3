"""Diagrams of CLIP, which compares images with captions, and of DINO, a student and its teacher."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.style import INK, OLIVE

PIECE = 5  # pixels a side of each piece of the image that DINO shows to a network
STUDENT, TEACHER = (0.3, 0.15, 0.45, 0.2, 0.1), (0.1, 0.03, 0.85, 0.06, 0.02)  # a sketch


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


def self_distillation(image: Float[Tensor, "height width"]) -> Diagram:
    """Draw DINO: a student, which is trained, and its teacher read two pieces of one image.

    The image holds numbers from 0 to 1, at least 6 × 6 of them. The probabilities are a sketch.
    Raises: ValueError if the image is smaller.
    """
    pixels = image.detach().cpu().numpy()
    if min(pixels.shape) <= PIECE:
        raise ValueError(
            f"image must be at least 6 × 6, but is {' × '.join(map(str, pixels.shape))}"
        )
    description = (
        "Two pieces of one image. The student reads one of them, and the teacher the other. Each "
        "gives probabilities, the teacher sharper ones. The loss compares the two. A dashed arrow "
        "leads from the student to the teacher: its weights are a moving average."
    )
    return Diagram(description, *(_distillation(pixels, phone) for phone in (False, True)))


def _contrast(images: np.ndarray, captions: Sequence[str], phone: bool) -> Drawing:
    draw = Wide(236, phone=phone)
    image = draw.box((46, 142), 88, 44, "images", strong=0.04)
    caption = draw.box((46, 30), 88, 44, "captions", strong=0.04)
    eyes = draw.box((156, 142), 96, 56, "image\nencoder", colour=OLIVE, strong=0.16)
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
        draw.image((316 - 50, 54 + middle - pixel * picture.shape[0] / 2), picture, pixel)
        draw.text((322 + middle, 12), words.replace(" ", "\n"), small=True)
    return draw


def _distillation(pixels: np.ndarray, phone: bool) -> Drawing:
    draw, cell = Wide(206, phone=phone), 9.5
    whole = Box(2 + cell * pixels.shape[1] / 2, 103, cell * pixels.shape[1], 90, "the image")
    top = 103 - cell * pixels.shape[0] / 2
    draw.image((2, top), pixels, cell)
    pieces = (("student", 40, pixels[:PIECE, :PIECE], STUDENT, OLIVE),
              ("teacher", 166, pixels[-PIECE:, -PIECE:], TEACHER, INK))  # fmt: skip
    loss = draw.circle((468, 103), "loss", radius=13)
    networks = []
    for name, y, piece, answer, colour in pieces:
        side = PIECE * 13
        draw.image((116, y - side / 2), piece, 13)
        seen = Box(116 + side / 2, y, side, side, f"the piece of the {name}")
        network = draw.box((268, y), 96, 44, name, colour=colour, strong=0.16)
        bars = _bars(draw, (346, y), answer, colour, f"the {name}'s probabilities")
        draw.link(whole, seen, (whole.right[0] + 3, 103 + (y - 103) / 4), (seen.left[0] - 4, y))
        draw.link(seen, network, (seen.right[0] + 4, y), network.left)
        draw.link(network, bars, network.right, (bars.left[0] - 4, y))
        to = (loss.x, loss.top[1] if y < 103 else loss.bottom[1])
        draw.link(bars, loss, (bars.right[0] + 4, y), (loss.x, y), to)
        networks.append(network)
    student, teacher = networks
    draw.arrow(student.bottom, teacher.top, dashed=True)
    draw.text((student.x + 8, 103), "moving average", anchor="start")
    return draw


def _bars(
    draw: Drawing, at: tuple[Number, Number], shares: Sequence[Number], colour: str, name: str
) -> Box:
    """Draw probabilities as bars that begin at ``at``, one beside the other."""
    wide, tall = 13, 44
    for number, share in enumerate(shares):
        bar = share * tall
        draw.shapes.append(
            f'<rect x="{at[0] + wide * number:.1f}" y="{at[1] + tall / 2 - bar:.1f}" '
            f'width="{wide - 3}" height="{bar:.1f}" fill="{colour}" fill-opacity="0.8"/>'
        )
    return Box(at[0] + wide * len(shares) / 2, at[1], wide * len(shares), tall, name)
