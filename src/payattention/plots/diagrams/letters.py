"""Diagrams of translations letter by letter: what went wrong, and one step of attention."""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION

MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SPACE = "·"


class Written(NamedTuple):
    """What a translator made of a text, and what would have been right."""

    source: str
    written: str
    right: str


class Spelled(Drawing):
    """A drawing that writes letters at equal distances, so that each has a place."""

    def spell(
        self,
        at: Point,
        text: str,
        step: Number,
        marked: Sequence[bool] | None = None,
        *,
        colour: str = INK,
    ) -> None:
        """Write a text from its left end ``at``; the marked letters are bold, on a ground."""
        signs = marked or [False] * len(text)
        letters = list(zip(text, signs, range(len(text)), strict=True))
        for (mark, blank), run in groupby(letters, lambda each: (each[1], each[0] == " ")):
            part = list(run)
            word, start = "".join(letter for letter, _, _ in part), at[0] + step * part[0][2]
            if mark:
                self.shapes.append(
                    f'<rect x="{start - 1:.1f}" y="{at[1] - 11:.1f}" rx="3" height="22" '
                    f'width="{step * len(word) + 2:.1f}" fill="{VERMILION}" fill-opacity="0.18"/>'
                )
            if not blank:
                self._letters((start, at[1]), word, step, mark, colour)

    def _letters(self, at: Point, word: str, step: Number, mark: bool, colour: str) -> None:
        look = f'fill="{VERMILION}" font-weight="700"' if mark else f'fill="{colour}"'
        self.shapes.append(
            f'<text x="{at[0]:.1f}" y="{at[1] + 0.35 * self.size:.1f}" text-anchor="start" '
            f'font-size="{self.size}" font-family="{MONO}" textLength="{step * len(word):.1f}" '
            f"{look}>{escape(word)}</text>"
        )


def misread(translations: Sequence[Written], *, order: Sequence[int]) -> Diagram:
    """Draw translations below their sources, with arrows from misread words to the wrong letters.

    Word i of a translation belongs to word ``order[i]`` of its source. A translation that is right
    has no arrow.
    """
    description = (
        f"{len(translations)} dates, each above its translation. An arrow leads from each word "
        "that was misread to the wrong letters in the translation, which are coloured; below them "
        "stands what it should be."
    )
    drawings = [_misread(translations, order, columns) for columns in (2, 1)]
    return Diagram(description, *drawings)


def _misread(translations: Sequence[Written], order: Sequence[int], columns: int) -> Drawing:
    tall, step = 104, 8.6
    rows = -(-len(translations) // columns)
    draw = Spelled(COLUMN if columns == 2 else NARROW, rows * tall - 12)
    for number, each in enumerate(translations):
        x, y = 4 + (number % columns) * 384, 14 + (number // columns) * tall
        draw.spell((x, y), each.source, step)
        _translation(draw, each, order, (x, y), step)
    return draw


def _translation(
    draw: Spelled, each: Written, order: Sequence[int], at: Point, step: Number
) -> None:
    (x, y), lower = at, at[1] + 42
    sources, written, right = (_words(text) for text in each)
    marks = [False] * len(each.written)
    for number, (start, word) in enumerate(written):
        wanted = right[number][1] if number < len(right) else ""
        wrong = _differing(word, wanted)
        marks[start : start + len(word)] = wrong
        if any(wrong):
            begin, source = sources[order[number]]
            span = (x + step * begin, x + step * (begin + len(source.rstrip(","))))
            draw.stroke((span[0], y + 10), (span[1], y + 10), colour=VERMILION)
            middle = x + step * (start + np.flatnonzero(wrong).mean() + 0.5)
            draw.arrow((sum(span) / 2, y + 12), (middle, lower - 13), colour=VERMILION)
    draw.spell((x, lower), each.written, step, marks)
    verdict = "right" if each.written == each.right else f"should be: {each.right}"
    draw.text((x, lower + 24), verdict, anchor="start", small=True)


def _differing(word: str, wanted: str) -> list[bool]:
    """Which letters of a word differ: all of them if it is longer or shorter than the right one."""
    if len(word) != len(wanted):
        return [True] * len(word)
    return [a != b for a, b in zip(word, wanted, strict=True)]


def _words(text: str) -> list[tuple[int, str]]:
    """The words of a text, each with the place at which it begins."""
    starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == " ")]
    return list(zip(starts, text.split(" "), strict=True))


def one_look(
    source: str,
    written: str,
    following: str,
    scores: Float[Tensor, " letters"],
) -> Diagram:
    """Draw one step of a translator with attention, from the query to the average.

    ``scores`` are those of the letters of ``source`` while the letter ``following`` is written
    after ``written``. The weights are their softmax.
    """
    weights = scores.softmax(dim=0).tolist()
    likely = sorted(range(len(weights)), key=lambda i: -weights[i])[:3]
    shares = ", ".join(f"“{source[i]}” {100 * weights[i]:.0f} %" for i in likely)
    description = (
        f"One step of a translator. The state after “{written}” is the query. It is compared with "
        f"the state of each letter of “{source}”: a row of scores. A softmax turns them into "
        f"weights: {shares}, and little for the others. The average with these weights goes to "
        f"the decoder, which writes “{following}”."
    )
    numbers = (scores.tolist(), weights)
    return Diagram(description, *(_look(source, written, following, *numbers, narrow)
                           for narrow in (False, True)))  # fmt: skip


def _look(
    source: str,
    written: str,
    following: str,
    scores: Sequence[float],
    weights: Sequence[float],
    narrow: bool,
) -> Drawing:
    left, width = (4, NARROW) if narrow else (150, COLUMN)
    cell = (width - left - 4) / len(source)
    spare = 34 * (1 + min(0, *scores) / max(map(abs, scores)))  # below the scores
    draw = Spelled(width, (420 if narrow else 372) - spare, size=13 if narrow else 14)
    at = [left + cell * (i + 0.5) for i in range(len(source))]
    zero = 182 if narrow else 160
    floor, last = zero + (118 if narrow else 102) - spare, zero + (212 if narrow else 186) - spare
    _asks(draw, at, cell, source, written)
    _stage(draw, 116 if narrow else 84, "keys and values", "the encoder’s states", narrow)
    for x, score in zip(at, scores, strict=True):
        _bar(draw, (x, zero), 0.62 * cell, 34 * score / max(map(abs, scores)))
    _stage(draw, 140 if narrow else zero - 8, "scores", "how well each matches", narrow)
    for x, weight in zip(at, weights, strict=True):
        _bar(draw, (x, floor), 0.62 * cell, 44 * weight)
        if weight >= (0.17 if narrow else 0.1):  # numbers side by side need room
            draw.text((x, floor - 44 * weight - 9), f"{100 * weight:.0f}", small=True)
    _stage(draw, floor - (68 if narrow else 30), "weights", "softmax, in percent", narrow)
    for y in (zero, floor):
        draw.stroke((at[0] - cell / 2, y), (at[-1] + cell / 2, y))
    _average(draw, at, weights, floor, last, following)
    _stage(
        draw, last - (34 if narrow else 10), "average", "" if narrow else "of these states", narrow
    )
    return draw


def _stage(draw: Drawing, y: Number, words: str, below: str, narrow: bool) -> None:
    """Name a row of a step: above it, or to its left."""
    if narrow:
        draw.text((4, y), f"{words}: {below}" if below else words, anchor="start", small=True)
    else:
        draw.text((0, y), words, anchor="start", bold=True)
        draw.text((0, y + 17), below, anchor="start", small=True)


def _asks(draw: Drawing, at: Sequence[Number], cell: Number, source: str, written: str) -> None:
    """Draw the query above, and its comparison with each letter's state."""
    words = f"query: after “…{written[-8:].replace(' ', SPACE)}”"
    asks = draw.box(((at[0] + at[-1]) / 2, 20), 220, 34, words, colour=BLUE, strong=0.16)
    for x, letter in zip(at, source, strict=True):
        draw.shapes.append(
            f'<path d="M{asks.x:.1f} {asks.bottom[1]:.1f}L{x:.1f} 76" fill="none" '
            f'stroke="{BLUE}" stroke-width="0.8" stroke-opacity="0.45"/>'
        )
        letter_box(draw, (x, 90), min(0.9 * cell, 22), letter, VERMILION)


def letter_box(draw: Drawing, at: Point, wide: Number, letter: str, colour: str) -> None:
    """Draw a letter in the box of its state."""
    strong = 0.05 if colour == INK else 0.16
    draw.shapes.append(
        f'<rect x="{at[0] - wide / 2:.1f}" y="{at[1] - 13:.1f}" width="{wide:.1f}" height="26" '
        f'rx="3" fill="{colour}" fill-opacity="{strong}" stroke="{colour}"/>'
    )
    bold = colour == OLIVE
    draw.text(at, SPACE if letter == " " else letter, colour=OLIVE if bold else INK, bold=bold)


def _bar(draw: Drawing, foot: Point, wide: Number, high: Number) -> None:
    if abs(high) >= 0.5:
        draw.shapes.append(
            f'<rect x="{foot[0] - wide / 2:.1f}" y="{foot[1] - max(high, 0):.1f}" '
            f'width="{wide:.1f}" height="{abs(high):.1f}" fill="{INK}" fill-opacity="0.75"/>'
        )


def _average(
    draw: Drawing,
    at: Sequence[Number],
    weights: Sequence[float],
    floor: Number,
    y: Number,
    following: str,
) -> None:
    """Draw the context, the average, and a line to it from each weight, as wide as the weight."""
    context = draw.box(((at[0] + at[-1]) / 2, y), 100, 36, "context", colour=PURPLE, strong=0.16)
    for x, weight in zip(at, weights, strict=True):
        if weight >= 0.005:
            draw.shapes.append(
                f'<path d="M{x:.1f} {floor + 3}L{context.x:.1f} {context.top[1]:.1f}" fill="none" '
                f'stroke="{GREEN}" stroke-width="{max(10 * weight, 0.6):.1f}"/>'
            )
    writes = draw.box((context.x + 123, y), 92, 36, f"writes “{following}”", strong=0.04)
    draw.arrow(context.right, writes.left, colour=PURPLE)


def decoder_step(
    source: str,
    written: str,
    looks: tuple[Float[Tensor, "written"], Float[Tensor, "source"]],
    follows: tuple[str, float],
    *,
    d_model: int = 64,
    d_ff: int = 128,
    vocabulary: int = 48,
) -> Diagram:
    """Draw how the last letter of ``written`` goes through a decoder layer, to the next letter.

    ``looks`` are its weights for the letters written so far and for those of the source;
    ``follows`` is the next letter with its probability.
    """
    back, over = _most(written, looks[0], 1), _most(source, looks[1], 2)
    description = (
        f"The row of the last letter of “{written}”, from box to box. After layer 1, it comes into "
        f"layer 2. In causal self-attention it looks most at {back}; in cross-attention to "
        f"“{source}”, most at {over}. The feed-forward network computes it from itself alone. "
        "Linear map and softmax give the next letter, "
        f"“{follows[0]}”, the probability {follows[1]:.2f}."
    )
    shapes = (
        f"({len(written)}, {d_model})", "", f"weights ({len(written)}, {len(written)})",
        f"weights ({len(written)}, {len(source)})", f"hidden ({len(written)}, {d_ff})",
        f"logits ({len(written)}, {vocabulary})",
    )  # fmt: skip
    return Diagram(
        description,
        *(_decoder_step((written, source), looks, follows, shapes, narrow)
          for narrow in (False, True)),
    )  # fmt: skip


def _most(text: str, weights: Float[Tensor, "letters"], count: int) -> str:
    """The letters with the largest weights, in words."""
    best = weights.topk(count)
    return " and ".join(
        f"“{text[i]}” ({100 * weight:.0f} %)"
        for i, weight in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def _decoder_step(
    texts: tuple[str, str],
    looks: tuple[Tensor, Tensor],
    follows: tuple[str, float],
    shapes: Sequence[str],
    narrow: bool,
) -> Drawing:
    """Draw the boxes, and beside them (below them on a phone) what the row looks at."""
    width, left = (NARROW, 2.0) if narrow else (COLUMN, 212.0)
    cell = (width - left - 4) / len(texts[1])
    high = (56, 40, 124, 124, 56, 46) if narrow else (58, 42, 88, 90, 58, 56)
    draw = Drawing(width, sum(high) - (0 if narrow else 10), size=13 if narrow else 14)
    names = ("embedding + position", "layer 1", "causal self-attention", "cross-attention",
             "feed-forward", "linear, softmax")  # fmt: skip
    asks = "the space" if texts[0][-1] == " " else f"“{texts[0][-1]}”"
    notes = (f"{asks}, at position {len(texts[0]) - 1}", "the same three parts", "", "",
             "from this row alone", "")  # fmt: skip
    below: Box | None = None
    y = 0.0
    for number, (name, shape, note) in enumerate(zip(names, shapes, notes, strict=True)):
        tall, strong = (42, 0.14) if shape else (26, 0.03)
        at = (94, y + (1 + tall / 2 if narrow else high[number] / 2 - 6))
        colour = OLIVE if "attention" in name else INK
        box = draw.box(at, 184, tall, name, shape=shape, colour=colour, strong=strong)
        if below:
            draw.arrow((94, box.top[1] - 11) if narrow else below.bottom, box.top)
        row = at[1] + (72 if narrow else 18)
        if number in (2, 3):
            _looks(draw, (left, row), cell, texts[number - 2], looks[number - 2])
            if number == 2:
                letter_box(draw, (left + (len(texts[0]) - 0.5) * cell, row), min(0.9 * cell, 22),
                       texts[0][-1], BLUE)  # fmt: skip
        elif note:
            draw.text((box.right[0] + 22, at[1]), note, anchor="start", small=narrow)
        below, y = box, y + high[number]
    _followed(draw, below, follows, narrow) if below else None
    return draw


def _looks(
    draw: Drawing, at: Point, cell: Number, text: str, weights: Float[Tensor, "letters"]
) -> None:
    """Draw the letters of a text, each under a bar for its weight, the large ones with numbers."""
    for i, (sign, weight) in enumerate(zip(text, weights.tolist(), strict=True)):
        x = at[0] + (i + 0.5) * cell
        letter_box(draw, (x, at[1]), min(0.9 * cell, 22), sign, OLIVE if weight > 0.2 else INK)
        _bar(draw, (x, at[1] - 14), 0.6 * cell, 28 * weight)
        if weight > 0.2:
            draw.text((x, at[1] - 23 - 28 * weight), f"{100 * weight:.0f}", small=True)


def _followed(draw: Drawing, box: Box, follows: tuple[str, float], narrow: bool) -> None:
    """Draw the letter that is written, beside the last box."""
    x = box.right[0] + 34
    draw.arrow(box.right, (x - 14, box.y))
    letter_box(draw, (x, box.y), 24, follows[0], OLIVE)
    share = f"{100 * follows[1]:.0f} %"
    draw.text((x + 18, box.y), share if narrow else f"is written: {share}", anchor="start",
              small=narrow)  # fmt: skip
