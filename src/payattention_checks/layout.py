"""The size and the lines of a verdict in a terminal."""

import re
import textwrap

LINES, WIDTH = 12, 100  # the largest size of a verdict
LABEL = 18  # columns for the label of a detail
PRINTED = 3  # the most lines of printed text that are shown
RULE = "What must hold"  # label of the detail that is prose, not code
LINK = re.compile(r"\[([^\[\]]+)\]\(([\w./-]+#[\w-]+)\)")  # written as in Markdown


def without_links(text: str) -> str:
    """The text with only the title of each ``[title](page#label)``."""
    return LINK.sub(r"\1", text)


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, wrapped so that none has more than ``width`` characters."""
    return [
        part
        for line in text.splitlines()
        for part in ([line] if len(line) <= width else textwrap.wrap(line, width))
    ]


def labelled(name: str, text: str) -> list[str]:
    """The lines of a labelled text: the label in a left column, the wrapped text to its right.

    If the label is wider than the column, it is alone on the first line.
    """
    head = f"{name}:".ljust(LABEL)
    first, *others = wrapped(text, WIDTH - LABEL) or [""]
    if len(head) > LABEL:
        head, first, others = "", head, [first, *others]
    return [head + first, *(" " * LABEL + line for line in others)]


def shorten(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]} …"


def first_lines(text: str) -> str:
    """The first few lines of a text; if there are more, a last line says how many more."""
    lines = [shorten(line, 2 * (WIDTH - LABEL) - 2) for line in text.splitlines()]
    if len(lines) <= PRINTED:
        return "\n".join(lines)
    more = len(lines) - PRINTED + 1
    return "\n".join([*lines[: PRINTED - 1], f"… and {more} more lines"])


def shorten_to_fit(reason: str, details: dict[str, str], lines: int) -> tuple[str, dict[str, str]]:
    """The reason and the details of a verdict, shortened to about ``lines`` lines of a terminal.

    ``details`` are the labelled lines below the reason. There are three steps; each is taken only
    if the text is still too long. First, the rule that the output must obey is left out of the
    details, because the reason is more precise. Second, a long call is replaced by its ``short``
    text. Third, if the reason has several lines, only the first sentence of each line is kept.
    """

    def height() -> int:
        return len(wrapped(reason, WIDTH)) + sum(len(labelled(*item)) for item in details.items())

    if height() > lines:
        details = {name: text for name, text in details.items() if name != RULE}
    if height() > lines:
        details = {name: getattr(text, "short", text) for name, text in details.items()}
    if height() > lines and "\n" in reason:
        reason = re.sub(r"(?m)^(.*?[.?!]) .*$", r"\1", reason)
    return reason, details
