"""What a terminal shows, as a drawing whose letters stay letters and can be read in both themes."""

from collections.abc import Iterator, Sequence
from html import escape

from rich.style import Style
from rich.text import Text

from payattention.plots import GREEN, INK, OLIVE, VERMILION

MONO = "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SIZE, LETTER, LINE = 13, 7.83, 19  # pixels: of a letter, its width, and from line to line
ANSI = {1: VERMILION, 2: GREEN, 3: OLIVE}  # red, green, yellow


def drawn(lines: Sequence[Text], description: str) -> str:
    """The lines of a terminal as SVG."""
    width = LETTER * max(line.cell_len for line in lines)
    height = LINE * len(lines) + 4
    words = "".join(
        word for number, line in enumerate(lines) for word in runs(line, SIZE + LINE * number)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" font-family="{MONO}" font-size="{SIZE}" '
        f'fill="{INK}"><desc>{escape(description)}</desc>{words}</svg>\n'
    )


def runs(line: Text, y: int) -> Iterator[str]:
    """The words of a line, each run of one style at its column: letters differ in width."""
    styles = [Style() for _ in line.plain]
    for span in line.spans:
        for at in range(span.start, span.end):
            style = Style.parse(span.style) if isinstance(span.style, str) else span.style
            styles[at] = styles[at] + style
    start = 0
    for at in range(1, len(styles) + 1):
        if at < len(styles) and styles[at] == styles[start] and line.plain[at - 2 : at] != "  ":
            continue
        words = line.plain[start:at]
        if words.strip():
            wide = LETTER * len(words.rstrip())
            yield (
                f'<text x="{LETTER * start:.1f}" y="{y}" textLength="{wide:.1f}"'
                f' xml:space="preserve"{look(styles[start])}>{escape(words.rstrip())}</text>'
            )
        start = at


def look(style: Style) -> str:
    """A style as attributes. What is dim is as strong as the rest: letters need contrast."""
    colour = ANSI.get(style.color.number or 0) if style.color else None
    return (f' fill="{colour}"' if colour else "") + (' font-weight="600"' if style.bold else "")
