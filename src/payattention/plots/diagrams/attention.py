"""Diagrams of attention: a head in numbers, and the split among heads."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW, WIDE, Flow
from payattention.plots.style import BLUE, GREEN, INK, PURPLE, VERMILION

CELL = {False: (30, 26), True: (25, 24)}  # width and height of a number, by ``phone``
LONG = {False: 35, True: 33}  # width of one with four signs
HOW = {"X": "vectors",
       "Q": "$XW_Q$", "K": "$XW_K$", "V": "$XW_V$", "scores": "$QK^T$/√$d_k$", "weights": "softmax",
       "output": "average"}  # fmt: skip
ROLES = {"Q": BLUE, "K": VERMILION, "V": GREEN, "output": PURPLE}


class Matrices(NamedTuple):
    """The matrices of a head, by the names Q, K and V, and what each of their rows reads."""

    rows: Sequence[str]
    by_table: Mapping[str, Float[Tensor, "rows _"]]


def worked_head(
    words: Sequence[str],
    tables: Mapping[str, Float[Tensor, "words _"]],
    matrices: Matrices | None = None,
) -> Diagram:
    """Draw a head in numbers: tables with a row for each of ``words``, the last row in bold.

    ``tables`` are X, Q, K, V, scores, weights and output, by these names. Above Q, K and V stand
    the ``matrices`` that make them. On a phone, the scores and what follows stand below the others.
    """
    description = "A self-attention head in numbers. " + " ".join(
        f"In the row of “{words[-1]}”, {name} is {', '.join(map(_short, table[-1].tolist()))}."
        for name, table in tables.items()
    )
    matrices = matrices or Matrices([], {})
    description += "".join(
        f" The rows of the matrix of {name} are "
        + "; ".join(f"{row}: {', '.join(map(_short, numbers))}"
                    for row, numbers in zip(matrices.rows, table.tolist(), strict=True)) + "."
        for name, table in matrices.by_table.items()
    )  # fmt: skip
    return Diagram(
        description, *(_worked(words, tables, matrices, phone) for phone in (False, True))
    )


def _worked(
    words: Sequence[str],
    tables: Mapping[str, Float[Tensor, "words _"]],
    matrices: Matrices,
    phone: bool,
) -> Drawing:
    names = list(tables)
    lines = [names[:4], names[4:]] if phone else [names]
    tall = 56 + CELL[phone][1] * len(words)
    above = CELL[phone][1] * len(matrices.rows) + 30 if matrices.rows else 0
    draw = Drawing(NARROW if phone else WIDE, tall * len(lines) + above, size=12, small=0.93,
                   lowered=0.93)  # fmt: skip
    for number, line in enumerate(lines):
        shown = {name: tables[name] for name in line}
        lefts = _line(draw, words, shown, number * tall + 44 + above, phone)
        if number == 0:
            _matrices(draw, matrices, lefts, phone)
    return draw


def _matrices(draw: Drawing, matrices: Matrices, lefts: Mapping[str, Number], phone: bool) -> None:
    """Draw the matrices at the top, each above the table that it makes."""
    wide, tall = CELL[phone]
    for name, table in matrices.by_table.items():
        middle = lefts[name] + table.shape[1] * wide / 2
        draw.text((middle, 8), f"$W_{name}$", colour=ROLES[name], bold=True)
        _cells(draw, (lefts[name], 20), table, (wide, tall), ROLES[name], last=-1)
    for number, words in enumerate(matrices.rows):
        at = (min(lefts[name] for name in matrices.by_table) - 8, 20 + (number + 0.5) * tall)
        draw.text(at, words, anchor="end", small=True)


def _line(
    draw: Drawing,
    words: Sequence[str],
    tables: Mapping[str, Float[Tensor, "words _"]],
    top: Number,
    phone: bool,
) -> dict[str, Number]:
    """Draw tables side by side; return the left end of each."""
    tall = CELL[phone][1]
    widths = {name: _width(table, phone) for name, table in tables.items()}
    lefts: dict[str, Number] = {}
    for row, word in enumerate(words):
        bold = row == len(words) - 1
        draw.text((0, top + (row + 0.5) * tall), word, anchor="start", bold=bold)
    numbers = sum(table.shape[1] * widths[name] for name, table in tables.items())
    left: Number = 66 if phone else 72
    gap = (draw.width - left - 8 - numbers) / max(len(tables) - 1, 1)
    for name, table in tables.items():
        lefts[name] = left
        colour, wide = ROLES.get(name, INK), widths[name]
        middle = left + table.shape[1] * wide / 2
        draw.text(
            (middle, top - 34), f"${name}$" if len(name) == 1 else name, colour=colour, bold=True
        )
        draw.text((middle, top - 15), HOW[name], small=True)
        _cells(draw, (left, top), table, (wide, tall), colour, last=len(table) - 1)
        left += table.shape[1] * wide + gap
    return lefts


def _width(table: Float[Tensor, "words _"], phone: bool) -> Number:
    """How wide the cells of a table are, for its longest number in bold."""
    signs = max(len(_short(number)) for number in table.flatten().tolist())
    return LONG[phone] if signs > 3 else CELL[phone][0]


def _cells(
    draw: Drawing,
    corner: Point,
    table: Float[Tensor, "words _"],
    cell: tuple[Number, Number],
    colour: str,
    *,
    last: int,
) -> None:
    """Draw numbers in cells; those of the row ``last`` are bold."""
    for (row, column), number in np.ndenumerate(table.numpy()):
        x, y = corner[0] + column * cell[0], corner[1] + row * cell[1]
        bold = row == last
        strong = 0.0 if number == 0 else 0.18 if bold or last < 0 else 0.07
        draw.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{cell[0]}" height="{cell[1]}" fill="{colour}" '
            f'fill-opacity="{strong}" stroke="{colour}" stroke-opacity="0.5"/>'
        )
        middle = (x + cell[0] / 2, y + cell[1] / 2)
        draw.text(middle, _short(float(number)), small=True, bold=bold)


def _short(number: float) -> str:
    """A number in at most four signs, if it is below a hundred."""
    if number == round(number):
        return f"{number:.0f}"
    return f"{number:.2f}" if abs(number) < 1 else f"{number:.1f}"


def multi_head(*, heads: int = 8, d_model: int = 512) -> Diagram:
    """Draw multi-head attention: queries, keys and values of each head, its output, the merge."""
    description = f"Multi-head attention with {heads} heads of {d_model // heads} numbers."
    return Diagram(description, *(_heads(heads, d_model, narrow) for narrow in (False, True)))


def _heads(heads: int, d_model: int, narrow: bool) -> Flow:
    d_k = d_model // heads
    flow = Flow(5, 3, narrow=narrow, gap=30)
    x = flow.part(0, 1, "$X$", f"($n$, {d_model})")
    merged = flow.part(3.1, 1, "concatenate", f"($n$, {heads} · {d_k})", colour=PURPLE)
    output = flow.part(
        4, 1, "output $W_O$", f"($n$, {d_model})", colour=PURPLE, strong=0.16, name="output"
    )
    for lane, number in enumerate(("1", "2", str(heads))):
        centre = flow.centre(1, lane)
        inputs = flow.box(
            centre, flow.wide, flow.tall, "", strong=0, name=f"Q, K, V of head {number}"
        )
        for role, colour, side in (("Q", BLUE, -1), ("K", VERMILION, 0), ("V", GREEN, 1)):
            at = (centre[0] + side * flow.wide / 3.3, centre[1] - 7)
            flow.text(at, f"${role}_{number}$", colour=colour, bold=True)
        flow.text((centre[0], centre[1] + 13), f"($n$, {d_k}) each", small=True)
        head = flow.part(2, lane, f"head {number}", "attention")
        flow.flow(x, inputs)
        flow.flow(inputs, head)
        flow.flow(head, merged, colour=PURPLE)
    if heads > 3:
        (x0, y0), (x1, y1) = flow.centre(2, 1), flow.centre(2, 2)
        flow.text(((x0 + x1) / 2, (y0 + y1) / 2), "…", bold=True)
    flow.flow(merged, output, colour=PURPLE)
    return flow


class _Blocks(NamedTuple):
    """A tensor of all heads: their blocks of numbers, side by side or apart."""

    name: str
    shape: str
    colour: str
    apart: bool = False
    mixed: bool = False  # each number comes from all heads


def head_split(*, positions: int = 3, heads: int = 3, width: int = 2) -> Diagram:
    """Draw how the queries are split among heads, and how the heads' outputs are merged.

    Words name the axes, and what happens between the blocks. A row is a position, a cell one
    number of its vector; ``width`` is the width of one head.
    """
    description = (
        f"A block of {positions} rows and {heads * width} columns: the queries of {heads} heads "
        f"side by side. Split, they are {heads} blocks of {positions} rows and {width} columns, "
        "one for each head. Attention makes a block of outputs from each. Merged, the outputs are "
        "side by side again, and the output matrix mixes them."
    )
    sizes = (positions, heads, width)
    return Diagram(description, *(_split(*sizes, phone) for phone in (False, True)))


SPACES = (56, 84, 92, 52)  # between tensors on a wide page: what their arrows say needs room


def _split(positions: int, heads: int, width: int, phone: bool) -> Drawing:
    whole = f"({positions} positions,\n{heads * width} numbers)"
    apart = f"({heads} heads, {positions}, {width})"
    tensors = (
        _Blocks("queries $Q$", whole, BLUE),
        _Blocks(f"heads 1 to {heads}", apart, BLUE, apart=True),
        _Blocks("their outputs", apart, PURPLE, apart=True),
        _Blocks("merged", whole, PURPLE),
        _Blocks("output", whole, PURPLE, mixed=True),
    )
    cell, gap = 12, 14
    tall, x, y = cell * positions, 18.0, 8.0
    ends: list[tuple[Point, Point]] = []
    high = 5 * tall + 192 if phone else tall + 84
    draw = Drawing(NARROW if phone else WIDE, high, small=0.9, lowered=0.84)
    for each, space in zip(tensors, (*SPACES, 0), strict=True):
        wide = cell * heads * width + gap * (heads - 1) * each.apart
        if phone:
            left, top, words, side = 120 - wide / 2, y, (190.0, y + tall / 2 - 18), "start"
            ends.append(((120, y - 6), (120, y + tall + 6)))
            y += tall + 44
        else:
            left, top, words, side = x, 34.0, (x + wide / 2, 12.0), "middle"
            ends.append(((x - 8, top + tall / 2), (x + wide + 8, top + tall / 2)))
            x += wide + space
        draw.text(words, each.name, colour=each.colour, anchor=side, bold=True)
        below = words[1] + 20 if phone else top + tall + 16
        draw.text((words[0], below), each.shape, anchor=side, small=True)
        for head in range(heads):
            corner = (left + head * (cell * width + gap * each.apart), top)
            strength = 0.4 if each.mixed else 0.75 * (head + 0.35) / heads
            _shaded(draw, corner, (positions, width), cell, each.colour, strength)
    _between(draw, ends, phone)
    return draw


def _shaded(
    draw: Drawing,
    corner: Point,
    shape: tuple[int, int],
    cell: Number,
    colour: str,
    strength: Number,
) -> None:
    """Draw a head's block of numbers in one shade."""
    for row, column in np.ndindex(shape):
        at = (corner[0] + column * cell, corner[1] + row * cell)
        draw.pixels(at, np.full((1, 1), strength), cell, colour=colour)


def _between(draw: Drawing, ends: Sequence[tuple[Point, Point]], phone: bool) -> None:
    """Draw the arrows between the tensors, and say what each does."""
    steps = (("split", ""), ("attention", "with $K$, $V$"), ("merge", "concatenate"),
             ("× $W_O$", "mix"))  # fmt: skip
    for (above, below), (_, start), (stop, _) in zip(steps, ends, ends[1:], strict=False):
        draw.arrow(start, stop)
        middle = ((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2)
        if phone:
            words = f"{above}: {below}" if below and above != "attention" else f"{above} {below}"
            draw.text((middle[0] + 12, middle[1]), words, anchor="start", small=True)
        else:
            draw.text((middle[0], middle[1] - 14), above, small=True, bold=above == "merge")
            if below:
                draw.text((middle[0], middle[1] + 14), below, small=True)
