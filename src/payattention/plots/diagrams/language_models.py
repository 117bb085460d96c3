"""Diagrams of BERT and GPT at work: fine-tuning, and what a KV cache keeps."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import (
    Box,
    Diagram,
    Drawing,
    Number,
    Point,
    Wide,
    plain,
)
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, VERMILION

KEPT = 0.12  # how much of its colour fills a cell that is kept
NEW = 0.75


class Stage(NamedTuple):
    """One training: what the encoder reads, whose vector is classified, and what is right."""

    name: str
    data: str
    reads: str  # on two lines
    read_at: str
    classes: str
    right: str


def fine_tuning(before: Stage, after: Stage, *, layers: int, d_model: int) -> Diagram:
    """Draw pre-training and fine-tuning: the same encoder, another output layer."""
    stages = "; ".join(
        f"{stage.name} ({stage.data}): the encoder reads {plain(stage.reads)}, an output layer "
        f"for {stage.classes} reads the vector of {stage.read_at}, and {stage.right} is right"
        for stage in (before, after)
    )
    description = (
        f"Two trainings. {stages}. An arrow leads from the first encoder to the second, which "
        "begins with its weights. The first output layer is the transposed "
        "embedding. The second output layer begins at random. All parameters are trained, both "
        "times."
    )
    sizes = f"{layers} layers, $d$ = {d_model}"
    return Diagram(description, *(_stages(before, after, sizes, phone) for phone in (False, True)))


def _stages(before: Stage, after: Stage, sizes: str, phone: bool) -> Drawing:
    draw = Drawing(NARROW, 400, size=13, small=0.9) if phone else Drawing(WIDE, 226, small=0.92)
    first, second = (
        (_upwards if phone else _along)(draw, number, stage, sizes)
        for number, stage in enumerate((before, after))
    )
    ends = (first.right, second.left) if phone else (first.bottom, second.top)
    draw.arrow(*ends, colour=OLIVE, thick=3)
    where = (180, 388) if phone else (420, 112)
    draw.text(where, "all parameters are trained, both times", small=True)
    return draw


def _along(draw: Drawing, number: int, stage: Stage, sizes: str) -> Box:
    """Draw a training from left to right; return its encoder."""
    y = 46 + 132 * number
    draw.text((2, y - 34), stage.name, anchor="start", bold=True)
    draw.text((2, y - 12), stage.data, anchor="start", small=True)
    draw.text((2, y + 14), stage.reads, anchor="start", small=True)
    body = _encoder(draw, (268, y), (170, 84), number, sizes)
    draw.arrow((148, y + 22), (body.left[0], y + 22))
    head = _output(draw, (534, y), (168, 84), number, stage)
    draw.arrow(body.right, head.left)
    middle = (body.right[0] + head.left[0]) / 2
    draw.text((middle, y - 34), f"vector of\n{stage.read_at}", small=True)
    draw.arrow(head.right, (head.right[0] + 26, y))
    draw.text((head.right[0] + 32, y), stage.right, anchor="start", bold=True)
    return body


def _upwards(draw: Drawing, number: int, stage: Stage, sizes: str) -> Box:
    """Draw a training from bottom to top, on a phone; return its encoder."""
    x = 82 + 196 * number
    draw.text((x, 342), stage.name, bold=True)
    draw.text((x, 362), stage.data, small=True)
    draw.text((x, 290), stage.reads, small=True)
    body = _encoder(draw, (x, 222), (160, 84), number, sizes)
    head = _output(draw, (x, 80), (160, 84), number, stage)
    draw.arrow((x, 280), body.bottom)
    draw.arrow(body.top, head.bottom)
    draw.text((x + 8, 142), f"vector of\n{stage.read_at}", small=True, anchor="start")
    draw.arrow(head.top, (x, 20))
    draw.text((x, 10), stage.right, bold=True)
    return body


def _encoder(draw: Drawing, at: Point, size: tuple[Number, Number], number: int, sizes: str) -> Box:
    begins = ("begins at random", "begins as pre-trained")[number]
    box = draw.box(at, *size, "", colour=OLIVE, strong=0.18, name="encoder")
    for line, (words, small) in enumerate((("encoder", False), (sizes, True), (begins, True))):
        colour = INK if words == sizes else OLIVE
        draw.text((at[0], at[1] - 22 + 22 * line), words, colour=colour, small=small,
                  bold=not small)  # fmt: skip
    return box


def _output(
    draw: Drawing, at: Point, size: tuple[Number, Number], number: int, stage: Stage
) -> Box:
    begins = ("the embedding,\ntransposed", "begins at random")[number]
    box = draw.box(at, *size, "", name="output layer", dashed=bool(number))
    draw.text((at[0], at[1] - 30 + 8 * number), "output layer", bold=True)
    draw.text((at[0], at[1] - 10 + 10 * number), f"for {stage.classes}\n{begins}", small=True)
    return box


def kv_cache(text: str, written: Sequence[str]) -> Diagram:
    """Draw the steps in which a GPT with a KV cache writes letters after a text.

    In each step, the last letter alone is read; the keys and values of the others are kept. A line
    leads from the new query to each key: a score.
    """
    steps = [(text + "".join(written[:k]), letter) for k, letter in enumerate(written)]
    told = "; then ".join(
        f"the model reads only “{so_far[-1]}”, computes its query, key and value, keeps the keys "
        f"and values of “{so_far[:-1]}”, and writes “{letter}”. Lines lead from the one query to "
        f"all {len(so_far)} keys"
        for so_far, letter in steps
    )
    description = f"A table of letters with their keys and values for each step: {told}."
    return Diagram(description, *(_steps(steps, phone) for phone in (False, True)))


QUERY, KEYS, VALUES = 30, 98, 128  # how far below the text these rows are
ROWS = ((0, "text", INK), (QUERY, "query", BLUE), (KEYS, "keys", VERMILION),
        (VALUES, "values", GREEN))  # fmt: skip


def _steps(steps: Sequence[tuple[str, str]], phone: bool) -> Drawing:
    tall, left = 190, 66
    draw = Wide(len(steps) * tall - 14, phone=phone)
    cell = 324 / max(len(so_far) for so_far, _ in steps)
    for number, (so_far, letter) in enumerate(steps):
        y = 14 + number * tall
        new = left + (len(so_far) - 0.5) * cell
        for down, words, colour in ROWS:
            draw.text((0, y + down), words, anchor="start", small=True, colour=colour)
        for i, sign in enumerate(so_far):
            last = i == len(so_far) - 1
            x = left + (i + 0.5) * cell
            draw.text(
                (x, y), "␣" if sign == " " else sign, bold=last, colour=OLIVE if last else INK
            )
            draw.stroke((new, y + QUERY + 12), (x, y + KEYS - 12), colour=BLUE)
            for down, colour in ((KEYS, VERMILION), (VALUES, GREEN)):
                _cell(draw, x, y + down, cell, colour, NEW if last else KEPT)
        _cell(draw, new, y + QUERY, cell, BLUE, NEW)
        draw.text((new + cell / 2 + 8, y + QUERY + 16), "a score\nfor each key", colour=BLUE,
                  anchor="start", small=True)  # fmt: skip
        _explained(draw, left, y, cell, so_far, letter)
    return draw


def _cell(draw: Drawing, x: Number, y: Number, wide: Number, colour: str, strong: Number) -> None:
    draw.shapes.append(
        f'<rect x="{x - wide / 2 + 2:.1f}" y="{y - 12}" width="{wide - 4:.1f}" height="24" rx="3" '
        f'fill="{colour}" fill-opacity="{strong}" stroke="{colour}"/>'
    )


def _explained(
    draw: Drawing, left: Number, y: Number, cell: Number, so_far: str, letter: str
) -> None:
    """Say below a step what is kept and what is new, and at its right what is written."""
    edge = left + (len(so_far) - 1) * cell
    at, below = y + VALUES, y + VALUES + 24
    draw.text(((left + edge) / 2, below), "kept", small=True)
    draw.text((edge + cell / 2, below), "new", small=True, bold=True)
    draw.arrow((edge + cell + 2, at), (edge + cell + 22, at))
    draw.text((edge + cell + 27, at - 9), f"writes\n“{letter}”", anchor="start", small=True)
