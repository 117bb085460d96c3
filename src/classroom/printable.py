"""Make text from a submission safe to print, before a person reads it.

A file's name, the text of an error or a line of code may contain anything: control codes that draw
a table of other scores on the terminal, characters that reverse the reading direction, lone
surrogates that cannot be written to a file, a megabyte of text.
"""

import unicodedata
from collections.abc import Iterable

LONGEST = 400  # characters of a sentence
MOST = 10  # sentences about one submission


def printable(text: str, longest: int = LONGEST) -> str:
    """The text on one line, at most ``longest`` characters; unprintable characters are escaped."""
    line = visible(" ".join(text[: 4 * longest].split()))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def visible(text: str) -> str:
    r"""The text with each unprintable character escaped: an escape character becomes ``\x1b``."""
    return text if text.isprintable() else "".join(map(shown, text))


def shown(sign: str) -> str:
    if unicodedata.category(sign) == "Zs":
        return " "  # a space of any width
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


def sentences(texts: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The sentences about a submission, each made printable and none repeated.

    If there are more than ``most``, only the first ``most`` are kept. One more sentence then says
    how many were left out.
    """
    known = list(dict.fromkeys(texts))
    first = tuple(map(printable, known[:most]))
    return first if len(known) <= most else (*first, f"And {len(known) - most:,} more.")
