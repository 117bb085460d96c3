"""The book's own Sphinx extension; its parts are set up in the order of `PARTS`.

`web/` holds the code and the styles of the pages; `book/` holds their content.
"""

from sphinx.application import Sphinx

from bookpage import (
    architecture,
    cards,
    citations,
    concepts,
    demos,
    descriptions,
    differences,
    execution,
    exercises,
    folds,
    left_out_pages,
    line_breaks,
    listings,
    mathematics,
    measured,
    notebooks,
    progress,
    questions,
    reading,
    roles,
    static,
    tasks,
    theme,
    unfinished,
    whole,
)

PARTS = (
    unfinished, progress, exercises, citations, folds, concepts, left_out_pages, execution,
    differences, mathematics, line_breaks, listings, roles, static, theme, demos, questions,
    descriptions, reading, tasks, architecture, measured, cards, notebooks, whole,
)  # fmt: skip


def setup(app: Sphinx) -> dict[str, bool]:
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
