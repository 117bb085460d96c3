"""A text that ships with Python itself: the chapters of its language reference."""

from pydoc_data.topics import topics

PARAGRAPH = "\n\n"


def python_reference() -> str:
    """Return what ``help("topics")`` offers, one topic after the other in alphabetical order.

    About 450,000 characters of English prose and code. Each version of Python has its own.
    """
    return "\n\n".join(text.strip("\n") for _, text in sorted(topics.items())) + "\n"


def without_repeats(text: str) -> str:
    """Return the text with each paragraph only once, at its first place.

    A fifth of `python_reference` repeats another topic. So if a part is held out for validation,
    much of it also occurs in the training part.
    """
    return PARAGRAPH.join(dict.fromkeys(text.strip("\n").split(PARAGRAPH))) + "\n"
