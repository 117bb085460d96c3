"""A diagram of the online softmax: two blocks of scores, and the old sums rescaled."""

import re
from collections.abc import Sequence
from math import exp

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import INK, OLIVE, PURPLE

LINE, TALL, TITLE = 22, 102, 24  # pixels: a line, a box of four lines, and the title above it
ROUNDED = "All numbers are rounded to two decimals."
Part = tuple[str, list[str]]  # a title and its lines


def rescaled(scores: Sequence[int], values: Sequence[int]) -> Diagram:
    """Draw the online softmax of one query in two blocks, of which the second has the maximum.

    Raises: ValueError if the number of scores is odd, or the maximum is in the first half.
    """
    half = len(scores) // 2
    if len(scores) % 2 or max(scores[:half]) >= max(scores[half:]):
        raise ValueError(f"the second half of scores must have the maximum, but it is {scores}")
    parts, output = _parts(scores, values, half)
    steps = " ".join(f"{title}: {'; '.join(lines)}." for title, lines in parts)
    description = f"Three boxes in a row. {steps} Then the output, a / ℓ = {output:.2f}."
    description = re.sub(r"\$e\$\^\{(.*?)\}", r"exp(\1)", description).replace("$", "")
    return Diagram(description, _wide(parts, output), _narrow(parts, output))


def _parts(scores: Sequence[int], values: Sequence[int], half: int) -> tuple[list[Part], float]:
    """What stands in the three boxes, and the output."""
    old, new = max(scores[:half]), max(scores[half:])
    one, two = ([exp(s - top) for s in block] for block, top in ((scores[:half], old),
                                                                 (scores[half:], new)))  # fmt: skip
    total, weighted = sum(one), sum(e * v for e, v in zip(one, values, strict=False))
    factor = exp(old - new)
    small, less = factor * total, factor * weighted
    last = small + sum(two)
    whole = less + sum(e * v for e, v in zip(two, values[half:], strict=True))
    first: Part = (_title(1, scores[:half]), [
        _exponentials(scores[:half], old),
        f"$ℓ$ = {_added(one)} = {total:.2f}",
        f"$a$ = {_products(one, values)} = {weighted:.2f}",
    ])  # fmt: skip
    second: Part = ("rescale the old sums", [
        f"$m$ grows from {old} to {new}",
        f"factor $e$^{{{old}−{new}}} = {factor:.2f}",
        f"$ℓ$: {factor:.2f} · {total:.2f} = {small:.2f}",
        f"$a$: {factor:.2f} · {weighted:.2f} = {less:.2f}",
    ])  # fmt: skip
    third: Part = (_title(2, scores[half:]), [
        _exponentials(scores[half:], new),
        f"$ℓ$ = {small:.2f} + {_added(two)} = {last:.2f}",
        f"$a$ = {less:.2f} + {_products(two, values[half:])}",
        f"= {whole:.2f}",
    ])  # fmt: skip
    first[1].insert(0, f"$m$ = {old}")
    return [first, second, third], whole / last


def _title(number: int, scores: Sequence[int]) -> str:
    return f"block {number}: scores {', '.join(map(str, scores))}"


def _exponentials(scores: Sequence[int], top: int) -> str:
    return ", ".join(f"$e$^{{{score}−{top}}} = {_short(exp(score - top))}" for score in scores)


def _short(number: float) -> str:
    return f"{number:.2f}" if number % 1 else f"{number:.0f}"


def _added(numbers: Sequence[float]) -> str:
    return " + ".join(map(_short, numbers))


def _products(factors: Sequence[float], values: Sequence[int]) -> str:
    return " + ".join(f"{_short(e)} · {value}" for e, value in zip(factors, values, strict=False))


def _wide(parts: Sequence[Part], output: float) -> Drawing:
    draw = Drawing(COLUMN, TITLE + TALL + 60, size=13.5, small=0.96)
    before: Box | None = None
    for x, wide, part in zip((110, 363, 623), (218, 196, 224), parts, strict=True):
        box = _part(draw, (x, TITLE + TALL / 2), wide, part, changed=x == 363)
        if before:
            draw.arrow(before.right, box.left)
        before = box
    _result(draw, 623, TITLE + TALL + 42, 224, output)
    draw.text((2, TITLE + TALL + 42), ROUNDED, anchor="start", small=True)
    draw.arrow((623, TITLE + TALL), (623, TITLE + TALL + 26), colour=PURPLE)
    return draw


def _narrow(parts: Sequence[Part], output: float) -> Drawing:
    step = TITLE + TALL + 22
    draw = Drawing(NARROW, 3 * step + 62, size=14, small=0.96)
    draw.text((20, 3 * step + 52), ROUNDED, anchor="start", small=True)
    for number, part in enumerate(parts):
        top = TITLE + step * number
        box = _part(draw, (180, top + TALL / 2), 320, part, changed=number == 1)
        last = number == 2
        end = box.bottom[1] + (25 if last else TITLE + 20)
        draw.arrow((40, box.bottom[1]), (40, end), colour=PURPLE if last else INK)
    _result(draw, 180, 3 * step + 36 - 17, 320, output)
    return draw


def _part(
    draw: Drawing, at: tuple[Number, Number], wide: Number, part: Part, *, changed: bool
) -> Box:
    title, lines = part
    colour, strong = (OLIVE, 0.16) if changed else (INK, 0.06)
    box = draw.box(at, wide, TALL, "", colour=colour, strong=strong, name=title)
    draw.text((at[0], box.top[1] - 13), title, colour=colour, bold=True)
    for number, line in enumerate(lines):
        y = at[1] + LINE * (number - (len(lines) - 1) / 2)
        draw.text((box.left[0] + 10, y), line, anchor="start", small=True)
    return box


def _result(draw: Drawing, x: Number, y: Number, wide: Number, output: float) -> None:
    draw.box((x, y), wide, 32, f"output: $a$ / $ℓ$ = {output:.2f}", colour=PURPLE, strong=0.12)
