"""A text that ships with Python itself: the chapters of its language reference."""

from pydoc_data.topics import topics


def python_reference() -> str:
    """Return what ``help("topics")`` offers, one topic after the other in alphabetical order.

    About 450,000 characters of English prose and code. Each version of Python has its own.
    """
    return "\n\n".join(text.strip("\n") for _, text in sorted(topics.items())) + "\n"
