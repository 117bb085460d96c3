"""SVG text: the letters of a page, and two drawings in one file."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def with_narrow(wide: str, narrow: str) -> str:
    """Put the drawing for phones into that for wide pages, as data that no program draws.

    The book's build takes it out again (`web/bookpage/pictures.py`) and shows one of the two.
    """
    start, end = narrow.index("<svg"), wide.rindex("</svg>")
    return f'{wide[:end]}<metadata id="narrow">{narrow[start:].strip()}</metadata>\n{wide[end:]}'
