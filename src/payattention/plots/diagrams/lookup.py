"""Diagrams of attention as a lookup: who asks for what, how it is found, and that order is lost."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.diagrams.letters import Spelled
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION


class Asked(NamedTuple):
    """A sentence that ends in a question, the place of the word that answers it, the answer."""

    words: Sequence[str]
    place: int
    answer: str

    @property
    def back(self) -> int:
        return len(self.words) - 1 - self.place


def asked(sentences: Sequence[Asked]) -> Diagram:
    """Draw sentences with an arrow from each question to the word that answers it."""
    found = " ".join(
        f"“{each.words[-1]}” asks for “{each.words[each.place]}”, {each.back} words to its left: "
        f"{each.answer}."
        for each in sentences
    )
    description = f"{len(sentences)} sentences, each with a question at its end. {found}"
    return Diagram(description, _asked_wide(sentences), _asked_narrow(sentences))


def _asked_wide(sentences: Sequence[Asked]) -> Drawing:
    tall, step = 54, 8.5
    draw = Spelled(WIDE, tall * len(sentences) + 2)
    for number, each in enumerate(sentences):
        y = tall * number + 42
        spans = _spell(draw, (2, y), each, 0, step)
        start, end = (sum(spans[place]) / 2 for place in (len(each.words) - 1, each.place))
        draw.arrow((start, y - 12), (start, y - 29), (end, y - 29), (end, y - 12), colour=OLIVE)
        draw.text(((start + end) / 2, y - 21), f"{each.back} words to the left", small=True)
        draw.text((WIDE - 46, y), f"→ {each.answer}", anchor="start", colour=OLIVE, bold=True)
    return draw


def _asked_narrow(sentences: Sequence[Asked]) -> Drawing:
    tall, step = 82, 7.6
    draw = Spelled(NARROW, tall * len(sentences), size=13)
    for number, each in enumerate(sentences):
        y, half = tall * number + 14, 6
        for line, first in enumerate((0, half)):
            part = each.words[first : half if first == 0 else None]
            _spell(draw, (2, y + 24 * line), each._replace(words=part), first, step)
        words = f"→ {each.answer}, {each.back} words to the left"
        draw.text((2, y + 48), words, anchor="start", colour=OLIVE, bold=True)
    return draw


def _spell(
    draw: Spelled, at: Point, each: Asked, first: int, step: Number
) -> list[tuple[Number, Number]]:
    """Write the words; mark the question and its answer. Return where each word lies."""
    spans, x = [], at[0]
    for place, word in enumerate(each.words, start=first):
        spans.append((x, x + step * len(word)))
        if place == each.place or word.endswith("?"):
            draw.shapes.append(
                f'<rect x="{x - 2:.1f}" y="{at[1] - 11:.1f}" width="{step * len(word) + 4:.1f}" '
                f'height="22" rx="3" fill="{OLIVE}" fill-opacity="0.22"/>'
            )
        draw.spell((x, at[1]), word, step)
        x += step * (len(word) + 1)
    return spans


class Looked(NamedTuple):
    """A word that can be looked up: its key, its score with the query, its weight, its value."""

    word: str
    key: str
    score: float
    weight: float
    value: float


def soft_lookup(query: tuple[str, str], words: Sequence[Looked], output: float) -> Diagram:
    """Draw how one query looks up words: scores, weights, and the average of the values.

    ``query`` is the word that asks, and its vector.
    """
    description = f"The query of “{query[0]}” is {query[1]}. " + " ".join(
        f"“{each.word}” has the key {each.key}, the score {each.score:.1f}, the weight "
        f"{each.weight:.2f} and the value {each.value:.0f}."
        for each in words
    )
    description += f" The weighted average of the values, the output, is {output:.1f}."
    return Diagram(
        description, *(_lookup(query, words, output, narrow) for narrow in (False, True))
    )


def _lookup(
    query: tuple[str, str], words: Sequence[Looked], output: float, narrow: bool
) -> Drawing:
    left, width, rows = (0.0, NARROW, (20, 84, 152, 214, 268)) if narrow else (
        132, WIDE - 96, (20, 88, 134, 184, 226))  # fmt: skip
    cell = (width - left) / len(words)
    draw = Drawing(NARROW if narrow else WIDE, 326 if narrow else 248, size=13 if narrow else 14)
    at = [left + cell * (i + 0.5) for i in range(len(words))]
    asks = draw.box((sum(at) / len(at), rows[0]), 170, 36, f"{query[0]}  {query[1]}", colour=BLUE,
                    strong=0.16, name="the query")  # fmt: skip
    wide = 84 if narrow else 104
    for x, each in zip(at, words, strict=True):
        draw.stroke(asks.bottom, (x, rows[1] - 22), colour=BLUE)
        draw.box((x, rows[1]), wide, 44, each.word, shape=each.key, colour=VERMILION, strong=0.1)
        draw.text((x, rows[2]), f"{each.score:.1f}".removesuffix(".0"), bold=each.weight > 0.5)
        _weight(draw, (x, rows[3]), each, wide)
        draw.text((x - 2, rows[4]), f"{each.weight:.2f} ×", anchor="end", small=narrow)
        draw.box((x + 20, rows[4]), 34, 28, f"{each.value:.0f}", colour=GREEN, strong=0.12)
    for one, other in pairwise(at):
        draw.text(((one + other) / 2 - (2 if narrow else -4), rows[4]), "+")
    end = (width - 60, rows[4] + 38) if narrow else (WIDE - 46, rows[4])
    draw.text((end[0] - 50, end[1]), "=")
    draw.box(end, 76, 34, f"{output:.1f}", colour=PURPLE, strong=0.16, name="the output")
    _names(draw, rows, end, narrow)
    return draw


def _weight(draw: Drawing, at: Point, each: Looked, wide: Number) -> None:
    draw.shapes.append(
        f'<rect x="{at[0] - wide / 2:.1f}" y="{at[1] + 4:.1f}" height="9" fill="{INK}" '
        f'width="{max(wide * each.weight, 1):.1f}" fill-opacity="0.75"/>'
    )
    draw.text((at[0], at[1] - 8), f"{each.weight:.2f}", bold=each.weight > 0.5)


def _names(draw: Drawing, rows: Sequence[Number], end: Point, narrow: bool) -> None:
    """Name the rows: above them on a phone, else at their left."""
    names = (("query", "what is wanted"), ("keys", "what each word is"),
             ("scores", "query · key / √2"), ("weights", "softmax of scores"),
             ("values", "each × its weight"))  # fmt: skip
    if narrow:
        for y, words in ((128, "scores: query · key / √2"), (178, "weights: softmax of the scores"),
                         (244, "values, each times its weight")):  # fmt: skip
            draw.text((0, y), words, anchor="start", small=True)
        draw.text((end[0] - 62, end[1]), "output", anchor="end", colour=PURPLE, bold=True)
        return
    for row, (name, below) in zip(rows, names, strict=True):
        draw.text((0, row - 8), name, anchor="start", bold=True)
        draw.text((0, row + 9), below, anchor="start", small=True)
    draw.text((end[0], end[1] - 28), "output", colour=PURPLE, bold=True)


def shuffled(panels: Mapping[str, Float[Tensor, "words 2"]], marked: str) -> Diagram:
    """Draw what one head returns for each word of sentences, which have the same words.

    The word ``marked`` and its output are coloured.
    """
    told = " ".join(
        f"In “{sentence}”, "
        + ", ".join(f"{word} gets {_pair(row)}" for word, row in _rows(sentence, output)) + "."
        for sentence, output in panels.items()
    )  # fmt: skip
    description = f"One head reads {len(panels)} sentences. {told}"
    return Diagram(description, *(_shuffled(panels, marked, narrow) for narrow in (False, True)))


def _rows(sentence: str, output: Float[Tensor, "words 2"]) -> list[tuple[str, list[float]]]:
    return list(zip(sentence.split(), output.tolist(), strict=True))


def _pair(row: Sequence[float]) -> str:
    return f"({row[0]:.1f}, {row[1]:.1f})"


def _shuffled(panels: Mapping[str, Float[Tensor, "words 2"]], marked: str, narrow: bool) -> Drawing:
    tall = 150
    draw = Drawing(NARROW if narrow else WIDE, tall * len(panels) if narrow else tall - 12, size=14)
    for number, (sentence, output) in enumerate(panels.items()):
        x, y = (4, tall * number) if narrow else (8 + 376 * number, 0)
        head = draw.box((x + 172, y + 69), 344, 30, "the same head")
        for i, (word, row) in enumerate(_rows(sentence, output)):
            colour, middle = OLIVE if word == marked else INK, x + 56 + 116 * i
            asks = draw.box((middle, y + 19), 92, 32, word, colour=colour, strong=0.16)
            gets = draw.box((middle, y + 119), 92, 32, _pair(row), colour=colour, strong=0.16)
            draw.arrow(asks.bottom, (middle, head.top[1]), colour=colour)
            draw.arrow((middle, head.bottom[1]), gets.top, colour=colour)
    return draw
