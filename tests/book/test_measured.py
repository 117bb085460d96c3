"""Measured numbers: read from the result files, and linked to where they are measured."""

import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError
from tests.book.chapters import CHAPTERS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def measured(part) -> ModuleType:
    return part("measured")


def read(book: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


RUNS = [
    {"variant": "a", "seed": 0, "steps": 5, "values": {"share": 0.5, "curve": [1.0, 0.0, 0.5]}},
    {"variant": "a", "seed": 1, "steps": 5, "values": {"share": 0.7, "curve": [0.0, 1.0, 0.5]}},
    {"variant": "a", "seed": 0, "steps": 9, "values": {"share": 0.9}},
    {"variant": "b", "seed": 0, "steps": 5, "values": {"share": 0.1}},
]


@pytest.fixture
def results(tmp_path) -> Path:
    file = tmp_path / "study.json"
    file.write_text(json.dumps({"runs": RUNS}))
    return file


@pytest.mark.parametrize(
    ("quantity", "form", "said"),
    [
        ("share", "0 %", "60\N{NO-BREAK SPACE}% (50 to 70)"),
        ("share", "2", "0.60 (0.50 to 0.70)"),
        ("curve[1]", "1", "0.5 (0.0 to 1.0)"),
        ("curve[2]", "1 %", "50.0\N{NO-BREAK SPACE}%"),  # all seeds the same
        ("curve[1:]", "2", "0.50 (0.25 to 0.75)"),
    ],
)
def test_a_number_is_the_mean_of_its_seeds_with_the_spread(measured, results, quantity, form, said):
    assert measured.written(measured.values_of(results, quantity, "a", 5), form) == said


@pytest.mark.parametrize(
    "asked", [("share", "c", 5), ("share", "a", 7), ("loss", "a", 5), ("curve[0]", "b", 5)]
)
def test_a_number_that_was_not_measured_ends_the_build(measured, results, asked):
    with pytest.raises(ExtensionError, match="has no"):
        measured.values_of(results, *asked)


def test_every_entry_of_the_comparisons_leads_to_its_measurement(book):
    page = read(book, "comparisons")
    cells = page.select("article tbody td:not(:first-child)")
    cells = [cell for cell in cells if cell.text.strip()]
    assert len(cells) > 80
    for cell in cells:
        link = cell.select_one("a[href]")
        assert link, cell.text
        assert re.match(r"(evidence/)?0\d-[\w-]+\.html#", link["href"]), cell.text
        assert link.text.strip(), cell


def test_each_idea_of_the_summary_has_a_formula_a_number_and_links(book):
    page = read(book, "summary").select_one("article")
    assert len(page.select(".katex-display")) == len(CHAPTERS)
    for chapter in CHAPTERS:
        assert page.select_one(f'a[href="{chapter}.html"]'), chapter
        links = page.select(f'a[href^="{chapter}.html#"], a[href^="evidence/{chapter}.html#"]')
        assert [link for link in links if re.match(r"\d", link.text)], chapter  # a number
