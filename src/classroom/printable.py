"""What comes from a submission is made printable here, before a person reads it.

A file's name, the text of an error or a line of code may hold anything: control codes that draw a
table of other scores on the terminal, letters that turn the reading direction, halves of
characters that no file takes, a megabyte of text.
"""

import unicodedata
from collections.abc import Iterable

LONGEST = 400  # characters of a sentence
MOST = 10  # sentences about one submission


def printable(text: str, longest: int = LONGEST) -> str:
    """A text as one line, in which every character shows; what does not show is escaped."""
    line = visible(" ".join(text[: 4 * longest].split()))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def visible(text: str) -> str:
    r"""A text in which every character shows: an escape character is ``\x1b``."""
    return text if text.isprintable() else "".join(map(shown, text))


def shown(sign: str) -> str:
    if unicodedata.category(sign) == "Zs":
        return " "  # of whatever width
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


def sentences(said: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """What is said of a submission, printable; of too many sentences, the first and how many."""
    known = list(dict.fromkeys(said))
    first = tuple(map(printable, known[:most]))
    return first if len(known) <= most else (*first, f"And {len(known) - most:,} more.")
