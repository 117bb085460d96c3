"""Diagrams of what a network has to remember, and what it can see: symbols, words and letters."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.diagrams.letters import Spelled
from payattention.plots.style import INK, OLIVE


def remembered(tokens: Sequence[str], *, gate: bool = False) -> Diagram:
    """Draw the task to remember the one token that is a letter, until the end of the sequence.

    With ``gate``, draw instead what a gate z and a state can do: the state is renewed there only.
    """
    place = next(i for i, token in enumerate(tokens) if token.isalpha())
    mark, lag = tokens[place], len(tokens) - 1 - place
    description = (
        f"A sequence of {len(tokens)} symbols: {' '.join(tokens)}. One is marked, {mark}, {lag} "
        "steps before the end. "
    ) + (
        f"There the gate z is 0, and the state becomes {mark}. At all others, the gate is 1, and "
        "the state stays what it was."
        if gate
        else f"After the last symbol, the answer is {mark}."
    )
    drawn = _gated if gate else _asked_back
    return Diagram(description, *(drawn(tokens, place, narrow) for narrow in (False, True)))


def _row(narrow: bool) -> tuple[Number, Number, Number]:
    """Width, left end and distance of the symbols."""
    return (NARROW, 44, 31) if narrow else (WIDE, 96, 58)


def _asked_back(tokens: Sequence[str], place: int, narrow: bool) -> Drawing:
    width, left, step = _row(narrow)
    left = 0 if narrow else 4
    draw = Drawing(width, 76, size=13 if narrow else 14)
    boxes = []
    for i, token in enumerate(tokens):
        colour = OLIVE if i == place else INK
        at = (left + step * (i + 0.5), 52)
        boxes.append(draw.box(at, min(step - 5, 40), 34, token, colour=colour,
                              strong=0.25 if i == place else 0.05))  # fmt: skip
    found, last = boxes[place], boxes[-1]
    draw.arrow(found.top, (found.x, 20), (last.x, 20), last.top, colour=OLIVE)
    words = f"{len(tokens) - 1 - place} steps"
    draw.text(((found.x + last.x) / 2, 9), words, colour=OLIVE, small=True)
    draw.text((last.right[0] + (4 if narrow else 24), 52), f"→ {tokens[place]}", anchor="start",
              colour=OLIVE, bold=True)  # fmt: skip
    return draw


def _gated(tokens: Sequence[str], place: int, narrow: bool) -> Drawing:
    width, left, step = _row(narrow)
    draw = Drawing(width, 128, size=13 if narrow else 14)
    for y, name in ((20, "token"), (62, "gate $z$"), (104, "state")):
        draw.text((0, y), name, anchor="start", small=narrow)
    before: Box | None = None
    for i, token in enumerate(tokens):
        x, colour = left + step * (i + 0.5), OLIVE if i == place else INK
        wide = min(step - 5, 40)
        reads = draw.box((x, 20), wide, 30, token, colour=colour, strong=0.25 * (i == place))
        draw.text((x, 62), "0" if i == place else "1", colour=colour, bold=i == place)
        held = tokens[place] if i >= place else "·"
        state = draw.box((x, 104), wide, 30, held, colour=OLIVE if i >= place else INK,
                         strong=0.25 * (i >= place))  # fmt: skip
        if i == place:
            draw.stroke(reads.bottom, (x, 51), colour=OLIVE)
            draw.arrow((x, 72), state.top, colour=OLIVE)
        elif before:
            draw.stroke(before.right, state.left, colour=OLIVE if i > place else INK)
        before = state
    return draw


class Shifted(NamedTuple):
    """Two texts, and where the same word begins in each."""

    source: str
    target: str
    word: str

    @property
    def offset(self) -> int:
        return self.source.index(self.word) - self.target.index(self.word)


def offsets(pairs: Sequence[Shifted], kernel: int) -> Diagram:
    """Draw texts above their translations; a frame shows what a convolution sees at one letter."""
    told = " ".join(
        f"“{each.word}” stands {each.offset} letters further right in “{each.source}” than in "
        f"“{each.target}”."
        for each in pairs
    )
    description = f"{told} Frames of {kernel} letters around the place in the translation miss it."
    return Diagram(description, *(_offsets(pairs, kernel, narrow) for narrow in (False, True)))


def _offsets(pairs: Sequence[Shifted], kernel: int, narrow: bool) -> Drawing:
    tall, step = 112, 10.6
    draw = Spelled(NARROW if narrow else WIDE, tall * (len(pairs) if narrow else 1) - 8, size=15)
    for number, each in enumerate(pairs):
        x, y = (4, tall * number) if narrow else (4 + 400 * number, 0)
        start, end = (text.index(each.word) for text in (each.target, each.source))
        upper, lower, long = y + 22, y + 86, step * len(each.word)
        middle = x + step * (start + 0.5)
        half = kernel / 2 * step
        draw.shapes.append(
            f'<rect x="{max(middle - half, 1):.1f}" y="{upper - 15}" width="{2 * half:.1f}" '
            f'height="30" rx="4" fill="none" stroke="{INK}" stroke-dasharray="4 3"/>'
        )
        for text, at, first in ((each.source, upper, end), (each.target, lower, start)):
            draw.shapes.append(
                f'<rect x="{x + step * first - 2:.1f}" y="{at - 12}" width="{long + 4:.1f}" '
                f'height="24" rx="3" fill="{OLIVE}" fill-opacity="0.25"/>'
            )
            draw.spell((x, at), text, step)
        turn, reached = upper + 34, x + step * end + long / 2
        draw.arrow((middle, lower - 14), (middle, turn), (reached, turn), (reached, upper + 13),
                   colour=OLIVE)  # fmt: skip
        draw.text((reached + 8, turn), f"{each.offset} letters", anchor="start", colour=OLIVE,
                  small=True)  # fmt: skip
        draw.stroke((middle, lower - 14), (middle, upper + 16))
    return draw


def both_ways(words: Sequence[str], at: int) -> Diagram:
    """Draw two chains of states over words; a frame joins the two states of the word ``at``."""
    description = (
        f"Two chains of states over “{' '.join(words)}”. One runs from left to right, the other "
        f"from right to left. A frame joins the two states of “{words[at]}”: its annotation."
    )
    return Diagram(description, *(_both_ways(words, at, phone) for phone in (False, True)))


def _both_ways(words: Sequence[str], at: int, phone: bool) -> Drawing:
    draw, step = Wide(176, phone=phone), 500 / len(words)
    wide = min(0.5 * step, 54)
    chains: dict[str, list[Box]] = {"→": [], "←": []}
    for y, (sign, chain) in zip((92, 36), chains.items(), strict=True):
        for i in range(len(words)):
            seen = i <= at if sign == "→" else i >= at
            colour = OLIVE if seen else INK
            chain.append(draw.box(((i + 0.5) * step, y), wide, 36, sign, strong=0.25 * seen,
                                  colour=colour, name=f"{sign} {words[i]}"))  # fmt: skip
    for one, other in zip(range(len(words) - 1), range(1, len(words)), strict=True):
        right, left = chains["→"], chains["←"]
        draw.link(right[one], right[other], right[one].right, right[other].left,
                  colour=OLIVE if other <= at else INK)  # fmt: skip
        draw.link(left[other], left[one], left[other].left, left[one].right,
                  colour=OLIVE if one >= at else INK)  # fmt: skip
    for i, word in enumerate(words):
        x = (i + 0.5) * step
        draw.text((x, 148), word, bold=i == at, colour=OLIVE if i == at else INK)
        draw.arrow((x, 135), (x, 111))
    x = (at + 0.5) * step
    draw.frame(x - wide / 2 - 9, 10, x + wide / 2 + 9, 118)
    draw.text((x, 168), "annotation: both states", small=True, colour=OLIVE)
    return draw
