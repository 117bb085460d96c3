"""The tables of tasks and mistakes are those of the notebooks, the bank and the checks."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from tests.book.chapters import ASSIGNMENTS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tasks(part) -> ModuleType:
    return part("tasks")


def rows(page: BeautifulSoup, table: int) -> Iterator[list[str]]:
    for row in page.select("article table")[table].select("tbody tr"):
        yield [cell.text.strip() for cell in row.select("td")]


def read(book: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


def test_the_table_of_tasks_counts_the_bank_and_the_notebooks(book):
    page = read(book, "tasks")
    *assignments, together = rows(page, 0)
    assert [line[0] for line in assignments] == ASSIGNMENTS
    sums = [0, 0, 0]
    for number, (chapter, coded, right, wrong, *_) in enumerate(assignments, 1):
        bank = [file.read_text("utf-8") for file in ROOT.glob(f"tests/answers/{chapter}/*.py")]
        answers = (sum(text.count(f"# %% {k}:") for text in bank) for k in ("right", "wrong"))
        counted = [len(bank), *answers]
        assert [int(coded), int(right), int(wrong)] == counted, chapter
        sums = [a + b for a, b in zip(sums, counted, strict=True)]
        lines = list(rows(page, number))
        assert sum(int(line[2]) for line in lines) == 100, f"{chapter}: the points"
        assert sum(int(line[4] or 0) for line in lines) == counted[1]
        assert len(lines) == counted[0] + 1  # and the written one
    assert [int(cell) for cell in together[1:4]] == sums


def test_every_mistake_that_a_check_states_is_listed_with_its_sentence(book):
    page = read(book, "tasks").select_one("article")
    folded = " ".join(page.text.split()).replace("’", "'")
    mask = (ROOT / "src/payattention_checks/dot_product/_window_mask.toml").read_text("utf-8")
    mistakes = tomllib.loads(mask)["mistakes"]
    assert len(mistakes) > 5
    for name, mistake in mistakes.items():
        assert name in folded
        assert mistake["feedback"].replace("`", "") in folded, name
    assert not re.search(r"\{\w+\}", folded), "a sentence with an unfilled field"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('Wrong("a", "It is " "b.", details)', {"a": "It is b."}),
        ('Wrong("a", f"It is {n}.")', {"a": "It is …."}),
        ('Wrong(name, "b")', {}),
        ("judge(ask, cases)", {}),
    ],
)
def test_the_sentences_of_a_check_are_read_from_its_code(tasks, tmp_path, code, said):
    file = tmp_path / "check.py"
    file.write_text(code)
    assert tasks.sentences(file) == said


def test_a_sentence_is_no_markdown_but_for_its_code(tasks):
    assert tasks.as_text("`a*b*c` is a*b*c, [x] $y$") == r"`a*b*c` is a\*b\*c, \[x\] \$y\$"


def test_mutants_that_are_as_right_as_the_solution_count_for_nothing(tasks):
    one, other = (12, 2, 9), (10, 0, 10)
    names = ("made", "equivalent", "killed")
    counted = [dict(zip(names, numbers, strict=True)) for numbers in (one, other)]
    assert tasks.share_killed(counted) == "95.0\N{NO-BREAK SPACE}%"


def test_a_learning_goal_stands_behind_every_task(book):
    goals = read(book, "planning").select_one("#learning-goals, #what-a-student-can-do-afterwards")
    named = {code.text for code in goals.select("code")}
    for chapter in ASSIGNMENTS:
        notebook = json.loads((ROOT / f"exercises/{chapter}/{chapter}.ipynb").read_text("utf-8"))
        marks = [cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"]]
        graded = {mark["grade_id"].removeprefix("test-") for mark in marks if mark.get("grade")}
        assert len(graded) > 7
        assert not graded - named, chapter
