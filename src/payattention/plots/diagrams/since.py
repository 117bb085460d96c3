"""Diagrams of language models since 2017: a layer then and now, and the way to an assistant."""

import textwrap
from collections.abc import Mapping

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.diagrams.flow import WIDE, Flow
from payattention.plots.style import INK, OLIVE

BROAD, GAP = 190.0, 18.0  # width of a box, height of an arrow
LINE = 17.5  # height of a line of a reply
STAGES = (  # what is read, and what the model then does
    ("text of\nall kinds", "base model\ncontinues texts"),
    ("questions\nwith answers", "tuned model\nanswers"),
    ("which answer\nis better?", "assistant\nanswers well"),
)


def then_and_now() -> Diagram:
    """Draw a decoder of 2017 beside a language model of today; what is new has a colour."""
    says = (
        "Two columns of boxes, from bottom to top. 2017: embedding, positions are added, "
        "self-attention, addition, LayerNorm, feed-forward network, addition, LayerNorm, linear. "
        "Today: embedding, RMSNorm, self-attention with RoPE and grouped queries, addition, "
        "RMSNorm, SwiGLU, addition, RMSNorm, linear."
    )
    return Diagram(says, *(_both(phone) for phone in (False, True)))


def assistant() -> Diagram:
    """Draw the three stages that make an assistant: texts, instructions, preferences."""
    says = "Three stages of training, each of which goes on with the model of the stage before."
    return Diagram(says, *(_stages(narrow) for narrow in (False, True)))


def replies(asked: Mapping[str, tuple[str, str]], *, names: tuple[str, str]) -> Diagram:
    """Draw questions, each with two answers side by side; ``names`` stand above the answers.

    An empty answer is drawn as "(nothing)".
    """
    told = [
        f"{question} {names[0]}: {one.strip() or '(nothing)'} {names[1]}: "
        f"{' '.join(other.split()) or '(nothing)'}"
        for question, (one, other) in asked.items()
    ]
    says = f"Questions, each with two answers. {' '.join(told)}."
    return Diagram(says, *(_asked(asked, names, narrow) for narrow in (False, True)))


class _Stack:
    """A column of parts around ``x``, drawn from bottom to top; ``y`` is how far it has come."""

    def __init__(self, draw: Drawing, x: Number, title: str) -> None:
        self.draw, self.x = draw, x
        draw.text((x, draw.height - 14), title, bold=True)
        self.y: Number = draw.height - 28
        self.part("embedding", 32)

    def part(self, words: str, height: Number, detail: str = "", *, new: bool = False) -> None:
        at = (self.x, self.y - GAP - height / 2)
        colour, strong = (OLIVE, 0.16) if new else (INK, 0.06)
        box = self.draw.box(at, BROAD, height, words, shape=detail, colour=colour, strong=strong)
        self.draw.arrow((self.x, self.y), box.bottom)
        self.y = box.top[1]

    def plus(self) -> Box:
        plus = self.draw.circle((self.x, self.y - GAP - 10), "+", radius=10)
        self.draw.arrow((self.x, self.y), plus.bottom)
        self.y = plus.top[1]
        return plus

    def residual(self, start: Number) -> None:
        """Draw an addition, and the connection that leads to it from the height ``start``."""
        plus, out = self.plus(), self.x + BROAD / 2 + 14
        self.draw.arrow((self.x, start), (out, start), (out, plus.y), (self.x + 10, plus.y))


def _both(phone: bool) -> Drawing:
    draw = Wide(548, phone=phone)
    then = _Stack(draw, 120, "2017")
    place = then.plus()
    draw.text((120 - 64, place.y), "positions", small=True)
    draw.arrow((120 - 27, place.y), place.left)
    for words, detail in (("self-attention", "each head its own keys"), ("feed-forward", "ReLU")):
        start = then.y - 8
        then.part(words, 48, detail)
        then.residual(start)
        then.part("LayerNorm", 26)
    then.part("linear, softmax", 32)

    now = _Stack(draw, 374, "today")
    for words, detail in (("self-attention", "RoPE, grouped queries"), ("SwiGLU", "a gate")):
        start = now.y - 8
        now.part("RMSNorm", 26, new=True)
        now.part(words, 48, detail, new=True)
        now.residual(start)
    now.part("RMSNorm", 26, new=True)
    now.part("linear, softmax", 32)
    draw.top = min(then.y, now.y) - 8
    return draw


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
        said = textwrap.wrap(question, 46 if narrow else 15)
        if narrow:
            draw.text((2, top + 14), "\n".join(said), bold=True, anchor="start")
            top += 28
        lines = [textwrap.wrap(answer, letters) or ["(nothing)"] for answer in answers]
        tall = LINE * max(len(said) if not narrow else 1, *map(len, lines)) + 14
        for left, words, colour in zip(lefts, lines, (OLIVE, INK), strict=True):
            middle = (left + wide / 2, top + tall / 2)
            draw.box(
                middle, wide, tall, "", colour=colour, strong=0.12 if colour == OLIVE else 0.04
            )
            draw.text((left + 8, top + 16), "\n".join(words), anchor="start")
        if not narrow:
            draw.text((2, top + 16), "\n".join(said), bold=True, anchor="start")
        top += tall + 10
    draw.height = top
    return draw
