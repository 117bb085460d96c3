"""Two works whose citations would be equal get a letter after the year."""

from pathlib import Path
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from pybtex.database import parse_file, parse_string

ROOT = Path(__file__).parents[2]
ALIKE = """
@misc{b, author = {Wang, Alex and Singh, A. and Hill, F.}, title = {B}, year = {2019}}
@misc{a, author = {Wang, Alex and Zhu, B. and Levy, O.}, title = {A}, year = {2019}}
@misc{later, author = {Wang, Alex and Singh, A. and Hill, F.}, title = {C}, year = {2020}}
@misc{two, author = {Wang, Alex and Singh, A.}, title = {D}, year = {2019}}
@misc{one, author = {Wang, Alex}, title = {E}, year = {2019}}
"""


@pytest.fixture
def citations(part) -> ModuleType:
    return part("citations")


def test_only_works_that_would_be_cited_alike_get_letters_and_only_once(citations):
    works = parse_string(ALIKE, "bibtex").entries
    years = {"b": "2019a", "a": "2019b", "later": "2020", "two": "2019", "one": "2019"}
    for _ in range(2):  # the next build finds what this one has kept
        citations.tell_apart(works.values())
        assert {key: work.fields["year"] for key, work in works.items()} == years


@pytest.mark.system
def test_no_two_works_of_the_course_are_cited_alike(citations):
    works = parse_file(ROOT / "book/references.bib").entries
    citations.tell_apart(works.values())
    printed = [citations.printed(work) for work in works.values()]
    assert len(set(printed)) == len(printed) > 90
    assert printed[list(works).index("wang2019superglue")] == ("Wang et al.", "2019a")


def test_text_bibliography_and_notebook_show_the_same_letter(book: Path):
    def text(name: str) -> str:
        return " ".join(BeautifulSoup((book / name).read_text("utf-8"), "html.parser").text.split())

    chapter, works = text("06-bert-gpt.html"), text("bibliography.html")
    for letter in "ab":
        assert f"[Wang et al., 2019{letter}]" in chapter
        assert f"[Wang 2019{letter}]" in (book / "notebooks/06-bert-gpt.ipynb").read_text("utf-8")
        assert works.count(f"2019{letter}") == 2  # Wang, and Liu
