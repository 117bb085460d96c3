"""A diagram of interventions: which states of another date change what a translator writes."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import Diagram, Drawing, Number
from payattention.plots.diagrams.flow import NARROW, WIDE
from payattention.plots.diagrams.letters import letter_box
from payattention.plots.style import INK, OLIVE


class Exchange(NamedTuple):
    """Which letters' states come from the other date, and what each model then writes.

    ``changed`` is the share of many dates in which the word changes in the same way.
    """

    name: str
    letters: range
    writes: dict[str, str]
    changed: dict[str, float]


def exchanges(text: str, other: str, rows: Sequence[Exchange]) -> Diagram:
    """Draw interventions: in each row, the coloured states come from ``other``, not from ``text``.

    Beside each row stands what each model writes: coloured if it is in ``other`` only.
    """
    found = " ".join(
        f"{row.name} of the second: "
        + ", ".join(
            f"the model {model} writes {word} (another word in {100 * row.changed[model]:.0f} % of "
            "many dates)"
            for model, word in row.writes.items()
        )
        + "."
        for row in rows
    )
    description = f"A decoder gets the states of “{text}”, and some of “{other}”. {found}"
    return Diagram(
        description, *(_exchanges((text, other), rows, narrow) for narrow in (False, True))
    )


def _exchanges(texts: tuple[str, str], rows: Sequence[Exchange], narrow: bool) -> Drawing:
    tall, left, cell = (60, 30, 12.3) if narrow else (40, 204, 18)
    draw = Drawing(
        NARROW if narrow else WIDE,
        (len(rows) + 2) * tall + (26 if narrow else 36),
        size=13 if narrow else 14,
    )
    end = left + cell * len(texts[0])
    columns = {model: end + (34 + 58 * number if narrow else 66 + 106 * number)
               for number, model in enumerate(rows[0].writes)}  # fmt: skip
    given = [("one date", range(0)), ("another date", range(len(texts[1])))]
    named = [*given, *((row.name, row.letters) for row in rows)]
    for number, (name, letters) in enumerate(named):
        y = tall * number + (34 if narrow else 24) + 28 * (number > 1)
        draw.text((0, y - 24 if narrow else y), name, anchor="start", bold=number < 2)
        whole = number == 1
        draw.box((left - 16, y), 26, 26, "$s_0$", colour=OLIVE if whole else INK,
                 strong=0.16 if whole else 0.05)  # fmt: skip
        for i, sign in enumerate(texts[0]):
            theirs = i in letters
            letter_box(draw, (left + (i + 0.5) * cell, y), 0.9 * cell,
                       texts[1][i] if theirs else sign, OLIVE if theirs else INK)  # fmt: skip
        if number > 1:
            _written(draw, y, columns, rows[number - 2], texts[0])
    y = 2 * tall + (14 if narrow else 22)
    for model, x in columns.items():
        draw.text((x, y), model, bold=True, small=narrow)
    return draw


def _written(
    draw: Drawing, y: Number, columns: dict[str, Number], row: Exchange, text: str
) -> None:
    for model, x in columns.items():
        word, share = row.writes[model], f"{100 * row.changed[model]:.0f} %"
        colour = INK if word in text else OLIVE
        if draw.width == NARROW:
            draw.box((x, y - 4), 30, 24, word, colour=colour, strong=0.16)
            draw.text((x, y + 18), share, small=True)
        else:
            draw.box((x - 22, y), 36, 28, word, colour=colour, strong=0.16)
            draw.text((x + 4, y), share, anchor="start", small=True)
