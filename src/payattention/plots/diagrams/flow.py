"""Diagrams that flow: from left to right on a wide page, from top to bottom on a phone.

A part has a step (how far along) and a lane (how far across); the same description gives both
drawings.
"""

from payattention.plots.diagrams.drawing import Box, Drawing, Number
from payattention.plots.style import INK

WIDE, NARROW = 736.0, 360.0


class Flow(Drawing):
    """A drawing of ``steps`` × ``lanes`` parts; ``box`` is the size of a box on a wide page."""

    def __init__(
        self,
        steps: Number,
        lanes: Number,
        *,
        narrow: bool,
        box: tuple[Number, Number] = (104, 50),
        gap: Number = 26,
    ) -> None:
        self.is_narrow, self.steps, self.lanes = narrow, steps, lanes
        self.wide, self.tall = (min(112.0, (NARROW - 4) / lanes - 10), box[1]) if narrow else box
        self.gap = gap
        if narrow:
            size = (NARROW, steps * (self.tall + gap) - gap + 4)
        else:
            size = (WIDE, lanes * (self.tall + gap) - gap + 4)
        super().__init__(*size, size=13 if narrow else 14)

    def centre(self, step: Number, lane: Number) -> tuple[Number, Number]:
        """The middle of the part at a step and a lane, which may lie between two."""
        across = self.width if self.is_narrow else self.height
        along = self.height if self.is_narrow else self.width
        thick, long = (self.wide, self.tall) if self.is_narrow else (self.tall, self.wide)
        u = long / 2 + 2 + step * (along - long - 4) / max(self.steps - 1, 1)
        v = thick / 2 + 2 + lane * (across - thick - 4) / max(self.lanes - 1, 1)
        return (v, u) if self.is_narrow else (u, v)

    def part(
        self,
        step: Number,
        lane: Number,
        words: str,
        shape: str = "",
        *,
        colour: str = INK,
        strong: Number = 0.1,
        dashed: bool = False,
        name: str = "",
    ) -> Box:
        """Draw a box at a step and a lane."""
        centre = self.centre(step, lane)
        return self.box(
            centre, self.wide, self.tall, words,
            shape=shape, colour=colour, strong=strong, dashed=dashed, name=name,
        )  # fmt: skip

    def flow(
        self, one: Box, other: Box, *, colour: str = INK, late: bool = False, shift: Number = 0
    ) -> None:
        """Draw an arrow from a part to a later one.

        With ``late``, it changes lanes at the end, and enters from the side. ``shift`` moves its
        beginning along the edge of the first part, so that several arrows can begin there.
        """
        if self.is_narrow:
            (x0, y0), (x1, y1) = (one.x + shift, one.bottom[1]), other.top
            bend = (y0 + y1) / 2 if y1 - y0 < 60 else y1 - 13
            between = [] if abs(x0 - x1) < 1 else [(x0, bend), (x1, bend)]
            end, side = (x1, y1), other.left if x0 < x1 else other.right
            corner = (x0, other.y)
        else:
            (x0, y0), (x1, y1) = (one.right[0], one.y + shift), other.left
            bend = (x0 + x1) / 2 if x1 - x0 < 60 else x1 - 13
            between = [] if abs(y0 - y1) < 1 else [(bend, y0), (bend, y1)]
            end, side = (x1, y1), other.top if y0 < y1 else other.bottom
            corner = (other.x, y0)
        path = [(x0, y0), corner, side] if late else [(x0, y0), *between, end]
        self.link(one, other, *path, colour=colour)
