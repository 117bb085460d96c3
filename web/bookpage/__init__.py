"""The book's own Sphinx extension; its parts are set up in the order of `PARTS`.

`web/` holds the code and the styles of the pages; `book/` holds their content.
"""

from sphinx.application import Sphinx

from bookpage import (
    architecture,
    cards,
    chapter_cards,
    citations,
    comment_columns,
    concept_picture,
    concepts,
    demos,
    descriptions,
    differences,
    evidence,
    execution,
    exercises,
    folds,
    hero,
    left_out_pages,
    letters,
    line_breaks,
    listings,
    lowered,
    mathematics,
    measured,
    neighbours,
    notebooks,
    page_contents,
    pictures,
    places,
    progress,
    questions,
    reading,
    reference,
    roles,
    sources,
    static,
    tasks,
    theme,
    unfinished,
    verdicts,
    whole,
)

PARTS = (
    unfinished, progress, exercises, citations, folds, concepts, concept_picture, letters,
    left_out_pages, execution, differences, mathematics, line_breaks, listings, comment_columns,
    lowered, roles, sources, static, theme, neighbours, page_contents, places, demos, questions,
    descriptions, reading, tasks, architecture, evidence, measured, pictures, cards, chapter_cards,
    hero, verdicts, notebooks, reference, whole,
)  # fmt: skip


def setup(app: Sphinx) -> dict[str, bool]:
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
