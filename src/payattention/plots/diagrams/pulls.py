"""A diagram of a weighted average: how it moves when a score grows."""

from collections.abc import Mapping, Sequence

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number, Point
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.style import GREEN, INK, PURPLE


def pulls(values: Mapping[str, float], weights: Sequence[float]) -> Diagram:
    """Draw values on a line, their average, and for each an arrow: what a larger score does.

    An arrow is as long as the derivative of the average with respect to the score.
    """
    average = sum(value * weight for value, weight in zip(values.values(), weights, strict=True))
    moves = [weight * (value - average)
             for value, weight in zip(values.values(), weights, strict=True)]  # fmt: skip
    told = " ".join(
        f"A larger score of {name}, with the value {value:g} and the weight {weight:.2f}, moves it "
        f"by {move:.2f}."
        for (name, value), weight, move in zip(values.items(), weights, moves, strict=True)
    )
    description = f"Three values on a line, and their average, {average:.2f}. {told}"
    return Diagram(description, *(_pulls(values, weights, average, narrow)
                           for narrow in (False, True)))  # fmt: skip


def _pulls(
    values: Mapping[str, float], weights: Sequence[float], average: float, narrow: bool
) -> Drawing:
    left, step, tall = (14, 55, 46) if narrow else (126, 66, 30)
    draw = Drawing(
        NARROW if narrow else WIDE, 98 + tall * len(values), size=13 if narrow else 14, small=0.9
    )
    line = 64

    def at(value: Number) -> Number:
        return left + step * value

    def mark(top: Number, bottom: Number) -> None:
        draw.shapes.append(
            f'<path d="M{at(average):.1f} {top:.1f}V{bottom:.1f}" stroke="{PURPLE}" '
            'stroke-width="1.6"/>'
        )

    draw.stroke((at(0), line), (at(6), line))
    mark(20, line)
    draw.text((at(average), 10), f"average {average:.2f}", colour=PURPLE, bold=True)
    for tick in range(7):
        draw.text((at(tick), line + 13), str(tick), small=True)
    for number, ((name, value), weight) in enumerate(zip(values.items(), weights, strict=True)):
        _disc(draw, (at(value), line), name, weight)
        move, y = weight * (value - average), line + 44 + tall * number + (14 if narrow else 0)
        how = f"{weight:.2f} · ({value:g} − {average:.2f}) = {move:+.2f}".replace("-", "−")
        words = f"larger score of {name}"
        mark(y - 9, y + 9)
        draw.arrow((at(average), y), (at(average + move), y), thick=2.4, colour=INK)
        if narrow:
            draw.text((0, y - 21), f"{words}: {how}", anchor="start", small=True)
        else:
            draw.text((0, y), words, anchor="start")
            draw.text((at(6) + 18, y), how, anchor="start")
    return draw


def _disc(draw: Drawing, at: Point, name: str, weight: float) -> None:
    """Draw a value as a disc on the line: the larger, the larger its weight."""
    radius = 8 + 12 * weight
    draw.shapes.append(
        f'<circle cx="{at[0]:.1f}" cy="{at[1] - radius:.1f}" r="{radius:.1f}" fill="{GREEN}" '
        f'fill-opacity="0.2" stroke="{GREEN}"/>'
    )
    draw.text((at[0], at[1] - radius), name, colour=GREEN, bold=True)
    end = (at[0] - radius - 6, at[1] - 14)
    draw.text(end, f"{100 * weight:.0f} %", anchor="end", small=True)
