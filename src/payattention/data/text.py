"""A text that ships with Python itself: the chapters of its language reference."""

from pydoc_data.topics import topics

PARAGRAPH = "\n\n"


def python_reference() -> str:
    """Return the texts of ``help("topics")``, one after the other, in alphabetical order.

    They have about 450,000 characters of English prose and code, and differ between versions of
    Python.
    """
    return "\n\n".join(text.strip("\n") for _, text in sorted(topics.items())) + "\n"


def without_repeats(text: str) -> str:
    """Return the text with each paragraph only once, where it occurs first.

    A fifth of `python_reference` repeats paragraphs of another topic. If they stayed, much of the
    part that is held out for validation would also occur in the training part.
    """
    return PARAGRAPH.join(dict.fromkeys(text.strip("\n").split(PARAGRAPH))) + "\n"
