"""A diagram of attention rollout: the paths from an output back to one patch, and their sum."""

from collections.abc import Sequence

from payattention.plots.diagrams.drawing import Box, Diagram, Number, Wide
from payattention.plots.style import INK, OLIVE

COLUMNS, ROWS = (98, 190, 282), (18, 104, 190)  # of the tokens, and of the two layers' ends


def rollout_paths(
    names: Sequence[str], last: Sequence[float], first: Sequence[float], *, target: int
) -> Diagram:
    """Draw the paths of two steps from the first token to token ``target``, and add them up.

    ``last`` are the weights with which the first token looks at each token in layer 2, and
    ``first`` those with which each token looks at the target in layer 1.
    """
    products = [one * other for one, other in zip(last, first, strict=True)]
    paths = "; ".join(
        f"over {name} {one} times {other}"
        for name, one, other in zip(names, last, first, strict=True)
    )
    description = (
        f"Paths from {names[0]} after layer 2 over each token after layer 1 to {names[target]} at "
        f"the input: {paths}. Together {sum(products):.2f}."
    )
    return Diagram(
        description, *(_paths(names, last, first, target, phone) for phone in (False, True))
    )


def _paths(
    names: Sequence[str], last: Sequence[float], first: Sequence[float], target: int, phone: bool
) -> Wide:
    draw = Wide(208, phone=phone)
    top = _token(draw, COLUMNS[0], ROWS[0], names[0], OLIVE)
    foot = _token(draw, COLUMNS[target], ROWS[2], names[target], OLIVE)
    for row, words in zip(ROWS[1:], ("layer 2", "layer 1"), strict=True):
        draw.text((0, row - 43), words, anchor="start", small=True)
    products = []
    for x, name, one, other in zip(COLUMNS, names, last, first, strict=True):
        middle = _token(draw, x, ROWS[1], name, INK)
        for above, below, weight in ((top, middle, one), (middle, foot, other)):
            draw.arrow(above.bottom, below.top, colour=OLIVE, thick=1 + 4 * weight)
            _weight(draw, middle, foot if above is middle else top, weight)
        products.append(f"{one} · {other} = {one * other:.2f}")
    for number, words in enumerate(products):
        draw.text((496, 60 + 26 * number), words, anchor="end")
    total = sum(one * other for one, other in zip(last, first, strict=True))
    draw.stroke((360, 60 + 26 * len(products) - 14), (496, 60 + 26 * len(products) - 14))
    draw.text((496, 62 + 26 * len(products)), f"together {total:.2f}", anchor="end", bold=True)
    return draw


def _weight(draw: Wide, middle: Box, end: Box, weight: float) -> None:
    """Write a weight beside its arrow, near the middle row, where the arrows are apart."""
    slope = abs(middle.x - end.x) / (abs(middle.y - end.y) - middle.height)
    away = (17 + 7 * slope) * (-1 if middle.x == COLUMNS[0] else 1)
    at = (middle.x + 0.36 * (end.x - middle.x), middle.y + 0.4 * (end.y - middle.y))
    draw.text((at[0] + away, at[1]), f"{weight}", small=True)


def _token(draw: Wide, x: Number, y: Number, name: str, colour: str) -> Box:
    return draw.box((x, y), 80, 30, name, colour=colour, strong=0.16 if colour == OLIVE else 0.04)
