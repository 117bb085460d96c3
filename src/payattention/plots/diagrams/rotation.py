"""A diagram of rotary positions: two arrows turn, and the angle between them stays."""

from collections.abc import Sequence

import numpy as np

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import BLUE, INK, VERMILION

BEFORE = {"q": 40, "k": 10}  # degrees of the arrows that are not rotated
LENGTHS = {"q": 82, "k": 70}
COLOURS = {"q": BLUE, "k": VERMILION}
TALL, MIDDLE = 236, (122, 122)  # of a panel; the origin of its arrows
INNER, TURNS = 30, {"q": 96, "k": 84}  # radii of the arcs
AHEAD = 10  # degrees by which the names stand before their arrows


def turned_arrows(places: Sequence[tuple[int, int]], *, step: int = 25) -> Diagram:
    """Draw a query and a key, rotated by ``step`` degrees a place, at each pair of places."""
    between = BEFORE["q"] - BEFORE["k"]
    sentences = [
        f"At the places {i} and {j}, they have turned by {step * i} and {step * j} degrees, "
        f"and are {between + step * (i - j)} degrees apart."
        for i, j in places
    ]
    description = (
        f"Panels with two dashed arrows, q and k, {between} degrees apart, and with the same "
        f"arrows after a rotation of {step} degrees for each place. {' '.join(sentences)}"
    )
    drawings = []
    for narrow in (False, True):
        draw = Drawing(NARROW if narrow else COLUMN, (len(places) if narrow else 1) * TALL, size=14)
        for number, pair in enumerate(places):
            corner = (0, TALL * number) if narrow else (COLUMN / len(places) * number, 0)
            _panel(draw, corner, pair, step)
        drawings.append(draw)
    return Diagram(description, *drawings)


def _panel(draw: Drawing, corner: Point, places: tuple[int, int], step: int) -> None:
    middle = (corner[0] + MIDDLE[0], corner[1] + MIDDLE[1])
    ends = {name: BEFORE[name] + step * place for name, place in zip("qk", places, strict=True)}
    for name, degrees in BEFORE.items():
        tip = _at(middle, degrees, LENGTHS[name])
        draw.arrow(middle, tip, colour=COLOURS[name], dashed=True, thick=1)
    for name, degrees in ends.items():
        colour = COLOURS[name]
        draw.arrow(middle, _at(middle, degrees, LENGTHS[name]), colour=colour, thick=2.5)
        draw.text(
            _at(middle, degrees + AHEAD, LENGTHS[name]), f"${name}$", colour=colour, bold=True
        )
        _arc(draw, middle, (BEFORE[name], degrees - 5), TURNS[name], colour)
    _arc(draw, middle, (ends["k"], ends["q"]), INNER, INK)
    apart = ends["q"] - ends["k"]
    draw.text(_at(middle, (ends["q"] + ends["k"]) / 2, INNER + 18), f"{apart}°", bold=True)
    left, (i, j) = corner[0] + 226, places
    lines = (
        (f"$q$, place {i}:", BLUE),
        (f"{i} · {step}° = {step * i}°", BLUE),
        (f"$k$, place {j}:", VERMILION),
        (f"{j} · {step}° = {step * j}°", VERMILION),
        (f"{i - j} places apart:", INK),
        (f"{apart - step * (i - j)}° + {step * (i - j)}° = {apart}°", INK),
    )
    for number, (words, colour) in enumerate(lines):
        y = corner[1] + 48 + 22 * number + 12 * (number // 2)
        draw.text((left, y), words, colour=colour, anchor="start", bold=number == 5)


def _at(middle: Point, degrees: Number, radius: Number) -> Point:
    angle = np.radians(degrees)
    return middle[0] + radius * float(np.cos(angle)), middle[1] - radius * float(np.sin(angle))


def _arc(
    draw: Drawing, middle: Point, degrees: tuple[Number, Number], radius: Number, colour: str
) -> None:
    """Draw a part of a circle, against the clock."""
    (x0, y0), (x1, y1) = (_at(middle, each, radius) for each in degrees)
    large = int(degrees[1] - degrees[0] > 180)
    draw.shapes.append(
        f'<path d="M{x0:.1f} {y0:.1f}A{radius} {radius} 0 {large} 0 {x1:.1f} {y1:.1f}" '
        f'fill="none" stroke="{colour}" stroke-width="1.4"/>'
    )
