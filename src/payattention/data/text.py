"""A text that ships with Python itself: the chapters of its language reference."""

from pydoc_data.topics import topics

PARAGRAPH = "\n\n"


def python_reference() -> str:
    """Return what ``help("topics")`` offers, one topic after the other in alphabetical order.

    About 450,000 characters of English prose and code. Each version of Python has its own.
    """
    return "\n\n".join(text.strip("\n") for _, text in sorted(topics.items())) + "\n"


def without_repeats(text: str) -> str:
    """Return each paragraph once, where it stands first.

    A fifth of `python_reference` repeats what another topic has said: hold out a part of it, and
    much of that part has been seen.
    """
    return PARAGRAPH.join(dict.fromkeys(text.strip("\n").split(PARAGRAPH))) + "\n"
