"""Diagrams of BERT and GPT at work: fine-tuning, and what a KV cache keeps."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide, plain
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, VERMILION

LEFT, RIGHT = 118.0, 382.0  # the middles of the two columns
BROAD = 222.0
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
    """Draw pre-training beside fine-tuning: the same encoder, another output layer."""
    stages = "; ".join(
        f"{stage.name} ({stage.data}): the encoder reads {plain(stage.reads)}, an output layer "
        f"for {stage.classes} reads the vector of {stage.read_at}, and {stage.right} is right"
        for stage in (before, after)
    )
    description = (
        f"Two trainings side by side, from bottom to top. {stages}. An arrow leads from the first "
        "encoder to the second, which begins with its weights. Both output layers begin at random. "
        "All parameters are trained, both times."
    )
    sizes = f"{layers} layers, $d$ = {d_model}"
    return Diagram(description, *(_stages(before, after, sizes, phone) for phone in (False, True)))


def _stages(before: Stage, after: Stage, sizes: str, phone: bool) -> Drawing:
    draw = Wide(392, phone=phone)
    first, second = (
        _stage(draw, x, stage, sizes, begins)
        for x, stage, begins in ((LEFT, before, "begins at random"),
                                 (RIGHT, after, "begins as pre-trained"))
    )  # fmt: skip
    draw.arrow(first.right, second.left, colour=OLIVE, thick=3)
    draw.text((250, 380), "all parameters are trained, both times", small=True)
    return draw


def _stage(draw: Drawing, x: Number, stage: Stage, sizes: str, begins: str) -> Box:
    """Draw a stage of training around ``x``; return its encoder."""
    draw.text((x, 328), stage.name, bold=True)
    draw.text((x, 348), stage.data, small=True)
    draw.text((x, 274), stage.reads, small=True)
    body = draw.box((x, 208), BROAD, 80, "", colour=OLIVE, strong=0.18)
    for line, (words, small) in enumerate((("encoder", False), (sizes, True), (begins, True))):
        colour = INK if words == sizes else OLIVE
        draw.text((x, 186 + 21 * line), words, colour=colour, small=small, bold=not small)
    head = draw.box((x, 78), BROAD, 68, "", strong=0.1)
    draw.text((x, 58), "output layer", bold=True)
    draw.text((x, 78), f"for {stage.classes}\nbegins at random", small=True)
    draw.arrow((x, 264), body.bottom)
    draw.arrow(body.top, head.bottom)
    draw.text((x + 8, 130), f"vector of\n{stage.read_at}", small=True, anchor="start")
    draw.arrow(head.top, (x, 30))
    draw.text((x, 14), stage.right, bold=True)
    return body


def kv_cache(text: str, written: Sequence[str]) -> Diagram:
    """Draw the steps in which a GPT with a KV cache writes letters after a text.

    In each step, the last letter alone is read; the keys and values of the others are kept.
    """
    steps = [(text + "".join(written[:k]), letter) for k, letter in enumerate(written)]
    told = "; then ".join(
        f"the model reads only “{so_far[-1]}”, computes its query, key and value, keeps the keys "
        f"and values of “{so_far[:-1]}”, and writes “{letter}”"
        for so_far, letter in steps
    )
    description = f"{len(steps)} steps, each a table of letters with their keys and values: {told}."
    return Diagram(description, *(_steps(steps, phone) for phone in (False, True)))


def _steps(steps: Sequence[tuple[str, str]], phone: bool) -> Drawing:
    tall, left = 158, 66
    draw = Wide(len(steps) * tall - 14, phone=phone)
    cell = 324 / max(len(so_far) for so_far, _ in steps)
    for number, (so_far, letter) in enumerate(steps):
        y = 14 + number * tall
        for row, (words, colour) in enumerate(
            (("text", INK), ("query", BLUE), ("keys", VERMILION), ("values", GREEN))
        ):
            draw.text((0, y + 30 * row), words, anchor="start", small=True, colour=colour)
        for i, sign in enumerate(so_far):
            last = i == len(so_far) - 1
            x = left + (i + 0.5) * cell
            draw.text(
                (x, y), "␣" if sign == " " else sign, bold=last, colour=OLIVE if last else INK
            )
            if last:
                _cell(draw, x, y + 30, cell, BLUE, NEW)
            for row, colour in ((2, VERMILION), (3, GREEN)):
                _cell(draw, x, y + 30 * row, cell, colour, NEW if last else KEPT)
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
    draw.text(((left + edge) / 2, y + 114), "kept", small=True)
    draw.text((edge + cell / 2, y + 114), "new", small=True, bold=True)
    draw.arrow((edge + cell + 2, y + 75), (edge + cell + 22, y + 75))
    draw.text((edge + cell + 27, y + 66), f"writes\n“{letter}”", anchor="start", small=True)
