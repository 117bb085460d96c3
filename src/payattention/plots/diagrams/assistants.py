"""Diagrams of assistants: the stages of their training, and what a model answers."""

import textwrap
from collections.abc import Mapping

from payattention.plots.diagrams.drawing import Diagram, Drawing
from payattention.plots.diagrams.flow import WIDE, Flow
from payattention.plots.style import INK, OLIVE

LINE = 17.5  # height of a line of a reply
STAGES = (  # what is read, and what the model then does
    ("text of\nall kinds", "base model\ncontinues texts"),
    ("questions\nwith answers", "tuned model\nanswers"),
    ("which answer\nis better?", "assistant\nanswers well"),
)


def assistant() -> Diagram:
    """Draw the three stages that make an assistant: texts, instructions, preferences."""
    description = (
        "Three stages of training, each of which goes on with the model of the stage before."
    )
    return Diagram(description, *(_stages(narrow) for narrow in (False, True)))


def replies(asked: Mapping[str, tuple[str, str]], *, names: tuple[str, str]) -> Diagram:
    """Draw questions, each with two answers side by side; ``names`` stand above the answers.

    An empty answer is drawn as "(nothing)".
    """
    sentences = [
        f"{question} {names[0]}: {one.strip() or '(nothing)'} {names[1]}: "
        f"{' '.join(other.split()) or '(nothing)'}"
        for question, (one, other) in asked.items()
    ]
    description = f"Questions, each with two answers. {' '.join(sentences)}."
    return Diagram(description, *(_asked(asked, names, narrow) for narrow in (False, True)))


def _stages(narrow: bool) -> Drawing:
    draw = Flow(len(STAGES), 2, narrow=narrow, box=(150, 56), gap=44)
    if narrow:
        draw.wide = 130
    before = None
    for step, (reads, becomes) in enumerate(STAGES):
        texts = draw.part(step, 0, reads, strong=0.0, dashed=True)
        model = draw.part(step, 1, becomes, colour=OLIVE, strong=0.16)
        ends = (texts.right, model.left) if narrow else (texts.bottom, model.top)
        draw.link(texts, model, *ends)
        if before:
            draw.flow(before, model)
        before = model
    return draw


def _asked(asked: Mapping[str, tuple[str, str]], names: tuple[str, str], narrow: bool) -> Drawing:
    draw = Drawing(360 if narrow else WIDE, 2000, size=13 if narrow else 14)
    wide = 176.0 if narrow else 300.0
    lefts = (1.0, 183.0) if narrow else (130.0, 435.0)
    letters = int((wide - 16) / (0.54 * draw.size))
    for left, name, colour in zip(lefts, names, (OLIVE, INK), strict=True):
        draw.text((left + 8, 10), name, colour=colour, bold=True, anchor="start")
    top = 24.0
    for question, answers in asked.items():
        lines_of_question = textwrap.wrap(question, 46 if narrow else 15)
        if narrow:
            draw.text((2, top + 14), "\n".join(lines_of_question), bold=True, anchor="start")
            top += 28
        lines = [textwrap.wrap(answer, letters) or ["(nothing)"] for answer in answers]
        tall = LINE * max(len(lines_of_question) if not narrow else 1, *map(len, lines)) + 14
        for left, words, colour in zip(lefts, lines, (OLIVE, INK), strict=True):
            middle = (left + wide / 2, top + tall / 2)
            draw.box(
                middle, wide, tall, "", colour=colour, strong=0.12 if colour == OLIVE else 0.04
            )
            draw.text((left + 8, top + 16), "\n".join(words), anchor="start")
        if not narrow:
            draw.text((2, top + 16), "\n".join(lines_of_question), bold=True, anchor="start")
        top += tall + 10
    draw.height = top
    return draw
