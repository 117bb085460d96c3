"""Diagrams of several heads, in small numbers: averages, clipped distances, a convolution."""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.style import BLUE, INK, PURPLE, VERMILION

Vector = Sequence[Number]


def two_sentences(nouns: Mapping[str, Vector], places: Mapping[str, Vector]) -> Diagram:
    """Draw what one head and two heads return for two nouns, and for the same nouns exchanged.

    Each noun is added to the position at which it stands. One head returns the average of the two
    sums, so it returns the same for both sentences. Two heads return one sum each. ``nouns`` and
    ``places`` hold the vectors of two nouns and of two positions.
    """
    one, other = nouns
    early, late = places
    rows = [[(one, early), (other, late)], [(other, early), (one, late)]]
    sums = {(noun, place): np.add(nouns[noun], places[place]) for noun in nouns for place in places}
    told = " ".join(
        f"“The {a[0]} bites the {b[0]}”: {_vector(sums[a])} and {_vector(sums[b])}; one head "
        f"returns {_vector((sums[a] + sums[b]) / 2)}, two heads return both."
        for a, b in rows
    )
    description = f"Two sentences, each with two sums of a noun and its position. {told}"
    return Diagram(description, *(_sentences(rows, sums, phone) for phone in (False, True)))


def _sentences(
    rows: Sequence[Sequence[tuple[str, str]]],
    sums: Mapping[tuple[str, str], np.ndarray],
    phone: bool,
) -> Drawing:
    tall, left, wide = (84, -3, 78) if phone else (58, 176, 100)
    size = (NARROW, 212) if phone else (WIDE, 166)
    draw = Drawing(*size, size=13 if phone else 14, small=0.92)
    at = [left + wide * (i + 0.5) + 4 * (i + 1) for i in (0, 1)]
    average, both = draw.width - (138 if phone else 246), draw.width - (43 if phone else 75)
    for x, words in ((average, "one head"), (both, "two heads")):
        draw.text((x, 10), words, colour=PURPLE, bold=True)
    for number, pair in enumerate(rows):
        y = 54 + number * tall + (16 if phone else 0)
        sentence = f"the {pair[0][0]} bites the {pair[1][0]}"
        draw.text((2, y - 36 if phone else y), sentence, anchor="start", bold=True)
        for x, each in zip(at, pair, strict=True):
            words, numbers = f"{each[0]} + ${each[1]}$", _vector(sums[each])
            draw.box((x, y), wide - 6, 44, words, shape=numbers, strong=0.05)
        mean = _vector((sums[pair[0]] + sums[pair[1]]) / 2)
        found = draw.box((average, y), 80 if phone else 92, 44, mean, colour=PURPLE, strong=0.16)
        draw.arrow((at[1] + wide / 2 - 2, y), found.left, colour=PURPLE)
        if not phone:
            draw.text(((at[1] + wide / 2 + found.left[0]) / 2, y - 13), "½ + ½", small=True)
        separate = "\n".join(_vector(sums[each]) for each in pair)
        draw.box((both, y), 72 if phone else 140, 44, separate, colour=PURPLE, strong=0.06)
    end = draw.height - 12
    for x, words in ((average, "the same"), (both, "different")):
        draw.text((x, end), words, bold=True)
    return draw


def _vector(numbers: Vector | np.ndarray) -> str:
    return f"({', '.join(f'{number:g}' for number in numbers)})"


def clipped_distances(words: Sequence[str], *, reach: int) -> Diagram:
    """Draw the distance from each query (row) to each key (column), clipped to ±``reach``.

    Cells of one colour share one learned vector. Where a distance is clipped, both numbers stand in
    the cell.
    """
    first = ", ".join(_clipped(j, reach) for j in range(len(words)))
    description = (
        f"A table of distances from each word of “{' '.join(words)}” to each word. In the first "
        f"row: {first}. Larger distances than {reach} count as {reach}."
    )
    return Diagram(description, *(_distances(words, reach, phone) for phone in (False, True)))


def _clipped(distance: int, reach: int) -> str:
    short = max(-reach, min(reach, distance))
    numbers = [distance] if short == distance else [distance, short]
    return " → ".join(f"{number}".replace("-", "−") for number in numbers)


def _distances(words: Sequence[str], reach: int, phone: bool) -> Drawing:
    left, top, tall = (48, 30, 30) if phone else (90, 32, 30)
    width = NARROW if phone else WIDE
    cell = (width - left - 2) / len(words)
    draw = Drawing(width, top + tall * len(words) + 2, size=12 if phone else 14, small=0.95)
    for i, word in enumerate(words):
        draw.text((2, top + (i + 0.5) * tall), word, anchor="start", colour=BLUE, bold=True)
        draw.text((left + (i + 0.5) * cell, 14), word, colour=VERMILION, bold=True)
        for j in range(len(words)):
            short = max(-reach, min(reach, j - i))
            strong = 0.03 + 0.33 * (short + reach) / (2 * reach)
            corner = (left + j * cell, top + i * tall)
            _cell(draw, corner, (cell, tall), _clipped(j - i, reach), strong=strong)
    return draw


def _cell(
    draw: Drawing,
    corner: Point,
    size: tuple[Number, Number],
    words: str,
    *,
    colour: str = VERMILION,
    strong: Number = 0.1,
) -> None:
    draw.shapes.append(
        f'<rect x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{size[0]:.1f}" fill="{colour}" '
        f'height="{size[1]:.1f}" fill-opacity="{strong:.2f}" stroke="{colour}" '
        'stroke-opacity="0.5"/>'
    )
    if words:
        draw.text((corner[0] + size[0] / 2, corner[1] + size[1] / 2), words)


def convolution_heads(
    pixels: Float[Tensor, "rows columns"], kernel: Float[Tensor, "rows columns"]
) -> Diagram:
    """Draw a convolution as heads: each copies one pixel of the window, times its own number.

    ``pixels`` are those of the window, and ``kernel`` the numbers by which they are multiplied.
    """
    terms = [f"{_signed(p)} times {_signed(k)}" for p, k in _pairs(pixels, kernel)]
    total = _signed(float((pixels * kernel).sum()))
    description = (
        f"{len(terms)} heads, each with all its weight on another pixel of a window. The heads "
        f"copy their pixels and multiply them: {', '.join(terms)}. The sum is {total}."
    )
    return Diagram(
        description, *(_convolution(pixels, kernel, total, phone) for phone in (False, True))
    )


def _pairs(pixels: Tensor, kernel: Tensor) -> list[tuple[float, float]]:
    return list(zip(pixels.flatten().tolist(), kernel.flatten().tolist(), strict=True))


def _signed(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def _convolution(pixels: Tensor, kernel: Tensor, total: str, phone: bool) -> Drawing:
    rows, columns = pixels.shape
    wide, tall = (118, 48) if phone else (126, 48)
    left, top = ((NARROW - wide * columns) / 2, 156) if phone else (180, 26)
    height = top + tall * rows + (48 if phone else 4)
    draw = Drawing(NARROW if phone else WIDE, height, size=13 if phone else 14, small=0.92)
    window = (NARROW / 2 - 45, 26) if phone else (14, top + tall * rows / 2 - 45)
    draw.text((window[0] + 45, window[1] - 14), "pixels", bold=True)
    for (row, column), value in np.ndenumerate(pixels.numpy()):
        corner = (window[0] + 30 * column, window[1] + 30 * row)
        _cell(draw, corner, (30, 30), _signed(float(value)), colour=INK, strong=0.06)
    heads = left + wide * columns / 2
    draw.text((heads, top - 14), "one head for each pixel: pixel × its number", bold=True)
    for number, (pixel, factor) in enumerate(_pairs(pixels, kernel)):
        corner = (left + wide * (number % columns), top + tall * (number // columns) + 6)
        looks = np.zeros((rows, columns))
        looks.flat[number] = 1
        draw.pixels(corner, looks, 12, colour=BLUE)
        words = f"{_signed(pixel)} × {_signed(factor)}"
        draw.text((corner[0] + 44, corner[1] + 18), words, anchor="start")
    if not phone:
        middle = top + tall * rows / 2
        draw.arrow((114, middle), (left - 14, middle))
        draw.arrow((left + wide * columns - 18, middle), (WIDE - 122, middle), colour=PURPLE)
    end = (NARROW / 2, height - 20) if phone else (WIDE - 62, top + tall * rows / 2)
    draw.box(end, 116, 36, f"sum: {total}", colour=PURPLE, strong=0.16)
    return draw
