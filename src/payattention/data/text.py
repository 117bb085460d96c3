"""A text that ships with Python itself: chapters of its documentation."""

from pydoc_data.topics import topics

PARAGRAPH = "\n\n"


def python_reference() -> str:
    """Return the chapters in which Python's ``help()`` explains topics and keywords, as one text.

    The chapters are in the alphabetical order of their names. The text has about 450,000 characters
    of English prose and code, and differs between versions of Python.
    """
    return "\n\n".join(text.strip("\n") for _, text in sorted(topics.items())) + "\n"


def without_repeats(text: str) -> str:
    """Return the text with each paragraph only once, where it occurs first.

    In `python_reference`, a fifth of the text repeats paragraphs of another topic. Without this
    function, much of the validation part would also occur in the training part.
    """
    return PARAGRAPH.join(dict.fromkeys(text.strip("\n").split(PARAGRAPH))) + "\n"
