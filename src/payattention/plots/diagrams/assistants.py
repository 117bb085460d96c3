"""Diagrams of assistants: the stages of their training, and what a model answers."""

import textwrap
from collections.abc import Mapping, Sequence

from payattention.chatml import END, START
from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.diagrams.letters import Spelled
from payattention.plots.style import INK, OLIVE

LINE = 17.5  # height of a line of a reply
STAGES = (  # the name of a stage, what is read, and the model that comes out
    ("pre-training", "text of all kinds", "base model"),
    ("instruction tuning", "questions with answers", "tuned model"),
    ("preference tuning", "which answer is better?", "assistant"),
)


def assistant(prompt: str, written: Sequence[str]) -> Diagram:
    """Draw the three stages that make an assistant, and what each model writes after ``prompt``."""
    names = [f"{name}, from which comes the {model}" for name, _, model in STAGES]
    said = "; ".join(
        f"the {model} writes “{text}”" for (*_, model), text in zip(STAGES, written, strict=True)
    )
    description = (
        "Three stages of training, each of which goes on with the model of the stage before: "
        f"{'; '.join(names)}. After “{prompt}”, {said}."
    )
    return Diagram(description, _columns(prompt, written), _rows(prompt, written))


def chat_text(messages: Sequence[tuple[str, str]]) -> Diagram:
    """Draw a conversation as one text: the role and the words of each message between marks.

    The last message is the model's, which is coloured from its first word to its mark.
    """
    text = " ".join(f"{START}{role}: {words}{END}" for role, words in messages)
    description = (
        f"A conversation as one text: {text}. The program adds the marks, the roles and the first "
        "message. The user types the second message. The model writes the words of the last one, "
        "and its last mark."
    )
    return Diagram(description, *(_chat(messages, narrow) for narrow in (False, True)))


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


def two_ways_to_prefer() -> Diagram:
    """Draw how a model learns from rated pairs of answers, by RLHF and by DPO."""
    description = (
        "Two ways to learn from pairs of answers of which one is rated better. RLHF: the pairs "
        "train a reward model. It gives a reward to each answer that the model writes, and a "
        "frozen copy of the model gives a penalty for the distance from it. DPO: the model and a "
        "frozen copy of it give each answer of a pair a probability, and the loss compares their "
        "gains. No answer is written, and no reward model is trained."
    )
    return Diagram(description, *(_preferring(phone) for phone in (False, True)))


def _columns(prompt: str, written: Sequence[str]) -> Drawing:
    draw, wide = Drawing(WIDE, 232), 212
    draw.text((2, 164), f"Each model continues “{prompt}”:", anchor="start")
    before: Box | None = None
    for number, ((name, reads, becomes), text) in enumerate(zip(STAGES, written, strict=True)):
        x = 108 + 260 * number
        draw.text((x, 12), f"{number + 1}. {name}", bold=True)
        texts = draw.box((x, 46), wide, 32, reads, strong=0.0, dashed=True)
        model = draw.box((x, 116), wide, 38, becomes, colour=OLIVE, strong=0.16)
        draw.link(texts, model, texts.bottom, model.top)
        if before:
            draw.link(before, model, before.right, model.left)
        _said(draw, (x, 206), wide, text)
        before = model
    return draw


def _rows(prompt: str, written: Sequence[str]) -> Drawing:
    draw, step = Drawing(NARROW, 3 * 172 - 18, size=13), 172
    before: Box | None = None
    for number, ((name, reads, becomes), text) in enumerate(zip(STAGES, written, strict=True)):
        y = 12 + step * number
        draw.text((2, y), f"{number + 1}. {name}", bold=True, anchor="start")
        texts = draw.box((78, y + 40), 150, 44, _halved(reads), strong=0.0, dashed=True)
        model = draw.box((284, y + 40), 120, 44, becomes, colour=OLIVE, strong=0.16)
        draw.link(texts, model, texts.right, model.left)
        if before:
            draw.link(before, model, (model.x + 40, before.bottom[1]), (model.x + 40, model.top[1]))
        draw.text((2, y + 80), f"“{prompt}” →", anchor="start")
        _said(draw, (150, y + 114), 296, text)
        before = model
    return draw


def _said(draw: Drawing, at: tuple[Number, Number], wide: Number, text: str) -> None:
    letters = int((wide - 12) / (0.54 * draw.size))
    lines = textwrap.wrap(text, letters)
    draw.box(at, wide, 46, "", strong=0.05)
    draw.text((at[0], at[1] - 0.62 * draw.size * (len(lines) - 1)), "\n".join(lines))


def _chat(messages: Sequence[tuple[str, str]], narrow: bool) -> Drawing:
    step, line = (7.0, 19) if narrow else (7.8, 21)
    draw = Spelled(NARROW if narrow else WIDE, 2000, size=12 if narrow else 13, small=1)
    y: Number = 14
    writers = (
        "↓ added by the program",
        "↓ typed by the user",
        "↓ written by the model",
    )
    for (role, words), writer in zip(messages, writers, strict=True):
        colour = OLIVE if role == messages[-1][0] else INK
        _mark(draw, 6, y, START, step)
        draw.spell((14 + len(START) * step, y), role, step)
        draw.text((draw.width - 4, y), writer, anchor="end", bold=True, small=True, colour=colour)
        lines = textwrap.wrap(words, 36 if narrow else 74)
        for each in lines:
            y += line
            draw.spell((6, y), each, step, colour=colour)
        _mark(draw, 14 + len(lines[-1]) * step, y, END, step, colour=colour)
        y += line + 13
    draw.height = y - line
    return draw


def _mark(
    draw: Spelled, x: Number, y: Number, mark: str, step: Number, *, colour: str = INK
) -> None:
    """Write a mark in a frame, because it is one token."""
    draw.spell((x, y), mark, step, colour=colour)
    wide = len(mark) * step
    draw.box((x + wide / 2, y), wide + 6, 19, "", colour=colour, strong=0.1)


def _halved(words: str) -> str:
    """Words on two lines."""
    first, second, *rest = words.split(" ")
    return f"{first} {second}\n{' '.join(rest)}"


def _asked(asked: Mapping[str, tuple[str, str]], names: tuple[str, str], narrow: bool) -> Drawing:
    draw = Drawing(360 if narrow else WIDE, 2000, size=13 if narrow else 14)
    wide = 176.0 if narrow else 292.0
    lefts = (1.0, 183.0) if narrow else (142.0, 441.0)
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


def _preferring(phone: bool) -> Drawing:
    draw = Wide(336, phone=phone)
    _by_reward(draw, 62)
    _by_loss(draw, 274)
    return draw


def _by_reward(draw: Drawing, y: Number) -> None:
    draw.text(
        (2, y - 50), "RLHF: a reward model, then reinforcement learning", bold=True, anchor="start"
    )
    pairs = draw.box((60, y), 116, 44, "rated pairs", strong=0.0, dashed=True)
    judge = draw.box((246, y), 124, 50, "reward\nmodel", strong=0.16)
    model = draw.box((446, y), 104, 44, "model", colour=OLIVE, strong=0.16)
    draw.link(pairs, judge, pairs.right, judge.left)
    draw.text(((pairs.right[0] + judge.left[0]) / 2, y - 13), "train", small=True)
    between = (judge.right[0] + model.left[0]) / 2
    draw.link(model, judge, (model.left[0], y - 9), (judge.right[0], y - 9))
    draw.text((between, y - 22), "its answers", small=True)
    draw.link(judge, model, (judge.right[0], y + 9), (model.left[0], y + 9))
    draw.text((between, y + 23), "rewards", small=True)
    copy = draw.box((446, y + 82), 104, 44, "frozen copy", strong=0.16)
    draw.link(copy, model, copy.top, model.bottom)
    draw.text((copy.left[0] - 8, y + 42), "penalty for distance", small=True, anchor="end")


def _by_loss(draw: Drawing, y: Number) -> None:
    draw.text((2, y - 70), "DPO: one training, on the pairs themselves", bold=True, anchor="start")
    pairs = draw.box((60, y), 116, 44, "rated pairs", strong=0.0, dashed=True)
    model = draw.box((246, y - 30), 124, 44, "model", colour=OLIVE, strong=0.16)
    copy = draw.box((246, y + 30), 124, 44, "frozen copy", strong=0.16)
    loss = draw.circle((446, y), "loss", radius=13)
    for reader in (model, copy):
        draw.link(pairs, reader, (pairs.right[0], y + (reader.y - y) / 4), reader.left)
        draw.link(reader, loss, reader.right, (loss.left[0], y + (reader.y - y) / 6))
    draw.text((386, y - 40), "log probabilities", small=True)
