"""A diagram of layers that mix positions: which inputs reach one output, and by which matrices."""

from collections.abc import Callable, Sequence

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION
from payattention.require import require_one_of

N, MIDDLE = 5, 2  # positions, and the one that is looked at
LOW, HIGH = 108, 38  # of the inputs and of the outputs
FACTS = {  # how inputs reach an output; "!" marks a weakness
    "RNN": ("!from the left only", "!step by step", "same matrices for all"),
    "RNN, both ways": ("from everywhere", "!step by step", "same matrices for all"),
    "convolution": ("!from neighbours only", "all at once", "!a matrix for each offset"),
    "dense": ("from everywhere", "all at once", "!a matrix for each pair"),
    "attention": ("from everywhere", "all at once", "same matrices for all"),
}
OWN = (OLIVE, BLUE, VERMILION, GREEN, PURPLE)  # a colour for each matrix


def mixers(*layers: str) -> Diagram:
    """Draw how one output of five depends on five inputs, in each of these ``layers``.

    Lines of one colour are one matrix. The lines to the other outputs are faint. Below stands what
    each layer can do; what it cannot is coloured.
    Raises: ValueError if a layer is not in `FACTS`.
    """
    for name in layers:
        require_one_of(FACTS, layer=name)
    facts = {name: ", ".join(words.strip("!") for words in FACTS[name]) for name in layers}
    description = (
        f"{len(layers)} layers, each with five inputs below and five outputs above. "
        + " ".join(
            f"{name}: the middle output is reached {words}." for name, words in facts.items()
        )
    )
    columns = len(layers)
    return Diagram(description, _mixers(layers, columns, 245 * columns), _mixers(layers, 2, NARROW))


def _mixers(layers: Sequence[str], columns: int, width: Number) -> Drawing:
    tall, rows = 192, -(-len(layers) // columns)
    draw = Drawing(width, rows * tall - 8, size=14)
    for number, name in enumerate(layers):
        wide = width / columns
        corner = (wide * (number % columns), tall * (number // columns))
        panel = _Panel(draw, corner, wide)
        draw.text((corner[0] + wide / 2, corner[1] + 10), name, bold=True)
        LINES[name](panel)
        panel.positions()
        for line, words in enumerate(FACTS[name]):
            colour = VERMILION if words.startswith("!") else INK
            at = (corner[0] + wide / 2, corner[1] + LOW + 26 + 17 * line)
            draw.text(at, words.strip("!"), colour=colour, small=True)
    return draw


class _Panel:
    """One layer: its inputs below, its outputs above."""

    def __init__(self, draw: Drawing, corner: Point, wide: Number) -> None:
        self.draw, self.corner = draw, corner
        self.step = (wide - 28) / N

    def at(self, i: Number, y: Number) -> Point:
        return self.corner[0] + 14 + self.step * (i + 0.5), self.corner[1] + y

    def positions(self) -> None:
        for i in range(N):
            for y in (LOW, HIGH):
                x, height = self.at(i, y)
                strong = 0.9 if (i, y) == (MIDDLE, HIGH) else 0.25
                self.draw.shapes.append(
                    f'<circle cx="{x:.1f}" cy="{height:.1f}" r="7" fill="{INK}" '
                    f'fill-opacity="{strong}" stroke="{INK}"/>'
                )

    def line(self, start: Point, end: Point, colour: str, *, thick: Number = 2.6) -> None:
        look = f'stroke-width="{thick}"' if thick else 'stroke-opacity="0.22" stroke-width="1.2"'
        self.draw.shapes.append(
            f'<path d="M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}" fill="none" '
            f'stroke="{colour}" {look}/>'
        )

    def chain(self, before: range | list[int]) -> None:
        """States in a chain: those ``before`` the middle one lead to it."""
        reached = {*before, MIDDLE}
        for i in range(N):
            self.line(self.at(i, LOW), self.at(i, HIGH), OLIVE, thick=2.6 * (i in reached))
        for i in range(N - 1):
            left, right = i in reached and i < MIDDLE, i + 1 in reached and i >= MIDDLE
            colour = BLUE if i < MIDDLE or not right else VERMILION
            self.line(self.at(i, HIGH), self.at(i + 1, HIGH), colour, thick=2.6 * (left or right))

    def direct(self, *, reach: int) -> None:
        """A matrix for each offset up to ``reach``, or one for each pair if that is all."""
        for i in [*(i for i in range(N) if i != MIDDLE), MIDDLE]:
            for j in range(max(0, i - reach), min(N, i + reach + 1)):
                colour = OWN[(j - i) % N if reach < N else j] if i == MIDDLE or reach < N else INK
                self.line(self.at(j, LOW), self.at(i, HIGH), colour, thick=2.6 * (i == MIDDLE))

    def attention(self) -> None:
        """Lines from everywhere to everywhere, each as wide as a weight."""
        for i in [*(i for i in range(N) if i != MIDDLE), MIDDLE]:
            for j, thick in enumerate((1, 4.6, 2.2, 0.8, 1.6)):
                thick = thick if i == MIDDLE else 0
                self.line(self.at(j, LOW), self.at(i, HIGH), OLIVE, thick=thick)


LINES: dict[str, Callable[[_Panel], None]] = {
    "RNN": lambda panel: panel.chain([0, 1]),
    "RNN, both ways": lambda panel: panel.chain([0, 1, 3, 4]),
    "convolution": lambda panel: panel.direct(reach=1),
    "dense": lambda panel: panel.direct(reach=N),
    "attention": lambda panel: panel.attention(),
}
