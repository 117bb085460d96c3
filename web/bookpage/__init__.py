"""The page of the book: a Sphinx extension in the order in which a build meets its parts.

`web/` holds what makes a page; `book/` holds what is on it.
"""

from sphinx.application import Sphinx

from bookpage import (
    cards,
    concepts,
    demos,
    descriptions,
    execution,
    exercises,
    left_out_pages,
    line_breaks,
    listings,
    mathematics,
    measured,
    notebooks,
    questions,
    reading,
    roles,
    static,
    tasks,
    theme,
)

PARTS = (
    exercises, concepts, left_out_pages, execution, mathematics, line_breaks, listings, roles,
    static, theme, demos, questions, descriptions, reading, tasks, measured, cards, notebooks,
)  # fmt: skip


def setup(app: Sphinx) -> dict[str, bool]:
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
