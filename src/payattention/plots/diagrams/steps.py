"""A diagram of a decoder with attention: what goes where in steps that follow each other."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.style import BLUE, GREEN, INK, PURPLE, VERMILION

ROWS = (20, 86, 152, 218, 290)  # of annotations, weights, context, states and letters
PANEL = 314
NAMES = ("i−1", "i", "i+1", "i+2")


class Step(NamedTuple):
    """A decoder's step: the letter it reads, where it looks most, and the letter it writes."""

    reads: str
    looks: str
    share: float
    writes: str


def decoder_steps(source: str, steps: Sequence[Step]) -> Diagram:
    """Draw steps of a decoder with attention that follow each other, with the inputs of each part.

    All steps look at the annotations of the letters of ``source``. On a phone, the steps stand one
    below the other.
    """
    told = " ".join(
        f"A step reads “{step.reads}”, has {100 * step.share:.0f} % of its weight at "
        f"“{step.looks}”, and writes “{step.writes}”."
        for step in steps
    )
    description = f"{len(steps)} steps of a decoder over “{source}”. {told}"
    return Diagram(description, _wide(source, steps), _narrow(source, steps))


def _wide(source: str, steps: Sequence[Step]) -> Drawing:
    draw = Drawing(WIDE, PANEL)
    memory = _memory(draw, source, (WIDE / 2, ROWS[0]), WIDE - 8)
    state = _state(draw, (36, ROWS[3]), 0)
    letter = _letter(draw, (146, ROWS[4]), steps[0].reads, 0)
    for number, step in enumerate(steps):
        x = 146 + 276 * number
        state, letter = _step(draw, step, number, memory, state, letter, (x, x + 126), 0)
    return draw


def _narrow(source: str, steps: Sequence[Step]) -> Drawing:
    tall = PANEL * len(steps) + 16 * (len(steps) - 1)
    draw = Drawing(NARROW, tall, size=13, small=0.94, lowered=0.88)
    for number, step in enumerate(steps):
        top = number * (PANEL + 16)
        memory = _memory(draw, source, (NARROW / 2, ROWS[0] + top), NARROW - 6)
        state = _state(draw, (32, ROWS[3] + top), number)
        letter = _letter(draw, (130, ROWS[4] + top), step.reads, number)
        _step(draw, step, number, memory, state, letter, (130, 232), top)
    return draw


def _memory(draw: Drawing, source: str, at: Point, wide: Number) -> Box:
    words = f"annotations $h_1$ … $h_{{{len(source)}}}$: keys and values"
    return draw.box(at, wide, 34, words, colour=VERMILION, strong=0.12, name="the annotations")


def _state(draw: Drawing, at: Point, number: int) -> Box:
    return draw.box(at, 58, 38, f"$s_{{{NAMES[number]}}}$", colour=BLUE, strong=0.16)


def _letter(draw: Drawing, at: Point, letter: str, number: int) -> Box:
    words, name = f"“{letter}”", f"$y_{{{NAMES[number]}}}$"
    return draw.box(at, 58, 42, words, shape=name, strong=0.04, name=f"the letter {words}")


def _step(
    draw: Drawing,
    step: Step,
    number: int,
    memory: Box,
    state: Box,
    letter: Box,
    columns: tuple[Number, Number],
    top: Number,
) -> tuple[Box, Box]:
    """Draw a step from its first ``state`` and ``letter``; return the new ones."""
    (x, after), rows = columns, [row + top for row in ROWS]
    index = NAMES[number + 1]
    shape = f"{100 * step.share:.0f} % at “{step.looks}”"
    weights = draw.box((x, rows[1]), 108, 42, f"weights $α_{{{index}}}$", shape=shape, strong=0.06)
    context = draw.box(
        (x, rows[2]), 100, 36, f"context $c_{{{index}}}$", colour=PURPLE, strong=0.16
    )
    cell = draw.box((x, rows[3]), 62, 36, "GRU")
    new = _state(draw, (after, rows[3]), number + 1)
    out = draw.box((after, rows[4]), 56, 36, "out")
    written = _letter(draw, (after + (150 if draw.width == WIDE else 96), rows[4]),
                      step.writes, number + 1)  # fmt: skip
    draw.link(memory, weights, (x, memory.bottom[1]), weights.top, colour=VERMILION)
    draw.link(state, weights, state.top, (state.x, weights.y), weights.left, colour=BLUE)
    draw.link(weights, context, weights.bottom, context.top, colour=PURPLE)
    _values(draw, memory, context)
    draw.link(context, cell, context.bottom, cell.top, colour=PURPLE)
    draw.link(state, cell, state.right, cell.left, colour=BLUE)
    draw.link(letter, cell, letter.top, cell.bottom)
    draw.link(cell, new, cell.right, new.left, colour=BLUE)
    draw.link(new, out, new.bottom, out.top, colour=BLUE)
    aside, (left, middle) = x + 62, out.left
    path = [context.right, (aside, context.y), (aside, middle - 9), (left, middle - 9)]
    draw.link(context, out, *path, colour=PURPLE)
    draw.link(letter, out, (letter.right[0], middle + 9), (left, middle + 9))
    draw.link(out, written, out.right, written.left, colour=INK)
    return new, written


def _values(draw: Drawing, memory: Box, context: Box) -> None:
    """Draw that the context is an average of the annotations, past the weights."""
    x, (right, middle) = context.x + 78, context.right
    y = middle - 8
    draw.link(memory, context, (x, memory.bottom[1]), (x, y), (right, y), colour=GREEN)
