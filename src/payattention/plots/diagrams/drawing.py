"""What diagrams are drawn with: boxes, circles, words and arrows, written as SVG.

Lengths are pixels. Letters stay text. Words may have marks: ``$x$`` is a mathematical letter, and
``_`` and ``^`` lower and raise the next letter, or what stands in braces.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from jaxtyping import Float

from payattention.plots.style import INK, grey
from payattention.plots.svg import FONT, with_narrow

SERIF = "Georgia, 'Times New Roman', serif"
LEAST = 10  # pixels: the smallest lowered and raised letters
MARK = re.compile(r"([_^])(\{[^}]*\}|.)|\$")
Number = int | float
Point = tuple[Number, Number]


class Box(NamedTuple):
    """A part of a diagram: its middle and its size."""

    x: Number
    y: Number
    width: Number
    height: Number
    name: str

    @property
    def left(self) -> Point:
        return self.x - self.width / 2, self.y

    @property
    def right(self) -> Point:
        return self.x + self.width / 2, self.y

    @property
    def top(self) -> Point:
        return self.x, self.y - self.height / 2

    @property
    def bottom(self) -> Point:
        return self.x, self.y + self.height / 2


class Drawing:
    """A drawing of a diagram, ``width`` × ``height`` pixels, with letters of ``size`` pixels.

    ``small`` is the size of small letters as a share of that, ``lowered`` the size of lowered and
    raised ones. What lies above ``top`` is left out.
    """

    def __init__(
        self,
        width: Number,
        height: Number,
        *,
        size: Number = 14,
        small: Number = 0.86,
        lowered: Number = 0.8,
    ) -> None:
        self.width, self.height, self.size, self.small = width, height, size, small
        self.lowered = lowered
        self.top = 0.0
        self.shapes: list[str] = []
        self.links: list[tuple[str, str]] = []  # which part leads to which

    def box(
        self,
        at: Point,
        width: Number,
        height: Number,
        words: str,
        *,
        shape: str = "",
        colour: str = INK,
        strong: Number = 0.1,
        dashed: bool = False,
        name: str = "",
    ) -> Box:
        """Draw a box around its middle ``at``, with ``words`` and below them the tensor's shape.

        ``strong`` is how much of its colour fills it; ``name`` is what the description calls it.
        """
        box = Box(*at, width, height, name or plain(words))
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        self.shapes.append(
            f'<rect x="{at[0] - width / 2:.1f}" y="{at[1] - height / 2:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" rx="6" fill="{colour}" fill-opacity="{strong}" '
            f'stroke="{colour}" stroke-width="1.4"{dash}/>'
        )
        lines = words.split("\n") if words else []
        rise = 0.62 * self.size * (len(lines) - 1) + (0.56 * self.size if shape else 0)
        for number, line in enumerate(lines):
            at_line = (at[0], at[1] - rise + 1.24 * self.size * number)
            self.text(at_line, line, colour=colour if colour != INK else INK, bold=True)
        if shape:
            self.text((at[0], at[1] - rise + 1.24 * self.size * len(lines)), shape, small=True)
        return box

    def circle(self, at: Point, sign: str, *, name: str = "", radius: Number = 12) -> Box:
        """Draw an operation of one sign, such as + or ⊙, or words in an oval such as tanh."""
        wide = max(radius, 0.36 * self.size * len(sign) + 5) if len(sign) > 1 else radius
        self.shapes.append(
            f'<rect x="{at[0] - wide:.1f}" y="{at[1] - radius:.1f}" width="{2 * wide:.1f}" '
            f'height="{2 * radius}" rx="{radius}" fill="none" stroke="{INK}" stroke-width="1.4"/>'
        )
        self.text(at, sign)
        return Box(*at, 2 * wide, 2 * radius, name or sign)

    def frame(self, left: Number, top: Number, right: Number, bottom: Number) -> None:
        """Draw a dashed frame around several parts."""
        self.shapes.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" rx="10" fill="none" '
            f'height="{bottom - top:.1f}" stroke="{INK}" stroke-dasharray="6 4" opacity="0.75"/>'
        )

    def text(
        self,
        at: Point,
        words: str,
        *,
        colour: str = INK,
        anchor: str = "middle",
        small: bool = False,
        bold: bool = False,
    ) -> None:
        """Write words; ``at`` is their middle, or their beginning or end (``anchor``)."""
        size = round((self.small if small else 1) * self.size, 2)
        weight = ' font-weight="600"' if bold else ""
        for number, line in enumerate(words.split("\n")):
            y = at[1] + 0.35 * size + 1.24 * size * number
            self.shapes.append(
                f'<text x="{at[0]:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
                f'fill="{colour}"{weight}>{_marked(line, size, self.lowered)}</text>'
            )

    def arrow(
        self, *points: Point, colour: str = INK, dashed: bool = False, thick: Number = 1.5
    ) -> None:
        """Draw an arrow along points, with round corners; its tip is at the last point."""
        (x0, y0), (x1, y1) = points[-2:]
        length = max(np.hypot(x1 - x0, y1 - y0), 1e-9)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        long, half_width = 5 + 2 * thick, 2.6 + 0.8 * thick
        foot = (x1 - long * dx, y1 - long * dy)
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        self.shapes.append(
            f'<path d="{_rounded([*points[:-1], foot])}" fill="none" stroke="{colour}" '
            f'stroke-width="{thick}"{dash}/><path d="M{x1:.1f} {y1:.1f}'
            f"L{foot[0] - half_width * dy:.1f} {foot[1] + half_width * dx:.1f}"
            f'L{foot[0] + half_width * dy:.1f} {foot[1] - half_width * dx:.1f}Z" fill="{colour}"/>'
        )

    def stroke(self, start: Point, end: Point, *, colour: str = INK) -> None:
        """Draw a straight line without a tip."""
        self.shapes.append(
            f'<path d="M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}" '
            f'stroke="{colour}" stroke-width="1.2"/>'
        )

    def link(self, one: Box, other: Box, *points: Point, colour: str = INK) -> None:
        """Draw an arrow from a part to another along points, and keep it for the description."""
        self.links.append((one.name, other.name))
        self.arrow(*points, colour=colour)

    def pixels(
        self,
        corner: Point,
        values: Float[np.ndarray, "rows columns"],
        cell: Number,
        *,
        colour: str = INK,
    ) -> None:
        """Draw numbers from 0 to 1 as cells: the larger, the darker."""
        (x, y), (rows, columns) = corner, values.shape
        for (row, column), value in np.ndenumerate(values):
            if value > 0.02:
                self.shapes.append(
                    f'<rect x="{x + column * cell:.1f}" y="{y + row * cell:.1f}" fill="{colour}" '
                    f'width="{cell:.1f}" height="{cell:.1f}" fill-opacity="{value:.2f}"/>'
                )
        self.shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{columns * cell:.1f}" fill="none" '
            f'height="{rows * cell:.1f}" stroke="{INK}" stroke-opacity="0.6"/>'
        )

    def image(self, corner: Point, values: Float[np.ndarray, "rows columns"], cell: Number) -> None:
        """Draw an image of numbers from 0 (paper) to 1 (ink), dark on white on every page."""
        for (row, column), value in np.ndenumerate(values):
            self.shapes.append(
                f'<rect x="{corner[0] + column * cell:.1f}" y="{corner[1] + row * cell:.1f}" '
                f'width="{cell:.1f}" height="{cell:.1f}" {shaded(float(value))}/>'
            )
        self.pixels(corner, np.zeros_like(values), cell)  # its frame

    def svg(self, description: str) -> str:
        height = self.height - self.top
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" height="{height:g}" '
            f'viewBox="0 {self.top:g} {self.width:g} {height:g}" font-family="{FONT}">'
            f"<desc>{escape(description)}</desc>{''.join(self.shapes)}</svg>"
        )


def shaded(value: float) -> str:
    """The attributes of a pixel of ink 0 to 1, which touches the next without a seam."""
    level, opacity = grey(value)
    fill = f"#{3 * f'{round(255 * level):02x}'}"
    return f'fill="{fill}" fill-opacity="{opacity:.3f}" shape-rendering="crispEdges"'


class Wide(Drawing):
    """A drawing 500 pixels wide. A phone shows it smaller, with larger letters (``phone``)."""

    def __init__(self, height: Number, *, phone: bool) -> None:
        super().__init__(
            500, height, size=16, small=0.98 if phone else 0.86, lowered=0.92 if phone else 0.8
        )


class Diagram:
    """A diagram that notebooks show as SVG, with a drawing for phones and a description.

    ``alt`` is the text: ``description``, and then which part leads to which. The book takes it
    where a page gives no alternative text of its own.
    """

    def __init__(self, description: str, wide: Drawing, narrow: Drawing | None = None) -> None:
        self.wide, self.narrow = wide, narrow
        self.alt = f"{description} {_led(wide.links)}".strip()

    def _repr_svg_(self) -> str:
        wide = self.wide.svg(self.alt)
        return with_narrow(wide, self.narrow.svg(self.alt)) if self.narrow else wide


def plain(words: str) -> str:
    """Words without their marks."""
    return re.sub(r"[${}_^]", "", words).replace("\n", " ")


def listed(names: Sequence[str]) -> str:
    """Names as a list of English: a, b and c."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _led(links: Sequence[tuple[str, str]]) -> str:
    """Which part leads to which, in words."""
    targets: dict[str, list[str]] = {}
    for one, other in links:
        targets.setdefault(one, []).append(other)
    led = [f"from {one} to {listed(list(dict.fromkeys(all)))}" for one, all in targets.items()]
    return f"Arrows lead {'; '.join(led)}." if led else ""


def _marked(line: str, size: Number, lowered: Number) -> str:
    """The spans of a line: mathematical letters, lowered and raised ones."""
    spans, end, mathematical, back = [], 0, False, 0.0

    def span(text: str, shift: Number, small: bool) -> None:
        nonlocal back
        if not text:
            return
        move = f' dy="{shift - back:.1f}"' if shift != back else ""
        letters = mathematical and any(sign.isalpha() for sign in text)
        face = f' font-style="italic" font-family="{SERIF}"' if letters else ""
        scale = f' font-size="{max(lowered * size, LEAST):.1f}"' if small else ""
        back = shift
        spans.append(f"<tspan{move}{face}{scale}>{escape(text)}</tspan>" if move or face or scale
                     else escape(text))  # fmt: skip

    for mark in MARK.finditer(line):
        span(line[end : mark.start()], 0, small=False)
        end = mark.end()
        if mark[0] == "$":
            mathematical = not mathematical
        else:
            span(mark[2].strip("{}"), (0.26 if mark[1] == "_" else -0.36) * size, small=True)
    span(line[end:], 0, small=False)
    return "".join(spans)


def _rounded(points: Sequence[Point], radius: Number = 8) -> str:
    """The outline of a line through points, with round corners."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near, far = (_towards(corner, other, radius) for other in (before, after))
        path.append(f"L{near[0]:.1f} {near[1]:.1f}Q{corner[0]:.1f} {corner[1]:.1f} "
                    f"{far[0]:.1f} {far[1]:.1f}")  # fmt: skip
    path.append(f"L{points[-1][0]:.1f} {points[-1][1]:.1f}")
    return "".join(path)


def _towards(start: Point, goal: Point, distance: Number) -> Point:
    length = max(float(np.hypot(goal[0] - start[0], goal[1] - start[1])), 1e-9)
    share = min(distance / length, 0.5)
    return start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1])
