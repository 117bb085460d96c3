"""The page about disagreements: no point without a decision, and none without its chapter."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "book/disagreements.md").read_text("utf-8")
CELL = re.compile(r"^```\{code-cell\}.*?^```$", re.MULTILINE | re.DOTALL)
PROSE = CELL.sub("", PAGE)
POINTS = dict(re.findall(r"^\*\*(.+?)\*\* (.+)$", PROSE, re.MULTILINE))
GLUED = re.compile(r"\{glue:text\}`([\w-]+)")
# The two that no program can decide: who was first.
HISTORY = {
    "Attention for captions came after attention for translation.",
    "The two tasks with triangles and rectangles are François Fleuret's.",
}


def labels(chapter: Path) -> set[str]:
    text = chapter.read_text("utf-8")
    sections = re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE)
    equations = re.findall(r"^:label: ([\w-]+)$", text, re.MULTILINE)
    return {*sections, *equations, *re.findall(r"^    name: (fig-[\w-]+)$", text, re.MULTILINE)}


TAUGHT = set().union(*map(labels, (ROOT / "book").glob("0?-*.md")))


@pytest.mark.parametrize("point", POINTS)
def test_every_point_links_to_the_chapter_that_teaches_it(point: str) -> None:
    linked = re.findall(r"\{(?:ref|eq|numref)\}`(?:[^`<]*<)?([\w-]+)>?`", POINTS[point])
    assert linked
    assert set(linked) <= TAUGHT


@pytest.mark.parametrize("point", POINTS)
def test_every_point_is_decided_by_a_number_of_this_page_or_by_papers(point: str) -> None:
    if point in HISTORY:
        assert POINTS[point].count("{cite:") == 2
    else:
        assert GLUED.search(POINTS[point])


def test_the_points_are_those_of_the_page() -> None:
    """No paragraph that begins in bold escapes the two tests above."""
    assert len(POINTS) == len(re.findall(r"^\*\*", PROSE, re.MULTILINE)) > 20
    assert HISTORY <= POINTS.keys()


def test_every_cell_that_keeps_a_number_also_asserts() -> None:
    _, *cells = CELL.findall(PAGE)  # the first defines `note`
    keeping = [cell for cell in cells if re.search(r"^ *note(_spread)?\(", cell, re.M)]
    assert len(keeping) > 15
    assert [cell for cell in keeping if not re.search(r"^ *assert ", cell, re.M)] == []
