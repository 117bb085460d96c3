"""“Reread” links to a section that is there, in the book that is there."""

import re
from pathlib import Path

import pytest
from tests.book.chapters import BELOW, PROJECT
from tests.payattention_checks.tasks import TASKS

from payattention_checks import _session, book
from payattention_checks.layout import LINK
from payattention_checks.verdict import Finding, Verdict

ROOT = Path(__file__).resolve().parents[2]
NOT_IN_THE_BOOK = {"check_draft"}
MASKS = "Chapter 3, [Masks](03-dot-product#masks)"


def verdict(reread: str = MASKS) -> Verdict:
    return Verdict(
        0, task="t", points=10, reason="No.", findings=[Finding("m", "No.")], reread=reread
    )


def chapter_of(page: str) -> str:
    """The page itself, or the chapter below which it lies."""
    return BELOW.get(page, page)


def title_of(page: str) -> str:
    """How a verdict calls a page: a chapter by its number, and the project, which has none."""
    return "Project" if page == PROJECT else f"Chapter {int(chapter_of(page).partition('-')[0])}"


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_every_task_names_a_section_of_the_book(task):
    reread = task.verdict_on(None).reread
    if not reread:
        assert task.name in NOT_IN_THE_BOOK
        return
    found = LINK.findall(reread)
    own, *earlier = [target.partition("#")[0] for _, target in found]
    assert chapter_of(own) == task.assignment.name
    assert reread.startswith(f"{title_of(own)}, [")
    assert all(page <= own for page in earlier)
    for title, target in found:
        page, _, label = target.partition("#")
        assert f"{title_of(page)}, [" in reread
        text = (ROOT / "book" / f"{page}.md").read_text("utf-8")
        section = re.search(rf"^((?:\([\w-]+\)=\n)*)#+ {re.escape(title)}$", text, re.MULTILINE)
        assert section, f"{page}.md has no section “{title}”"
        labels = re.findall(r"\(([\w-]+)\)=", section[1])
        assert label in (*labels, re.sub(r"[^a-z]+", "-", title.lower()))


def test_a_public_book_is_linked_to(monkeypatch):
    monkeypatch.setenv("PAYATTENTION_BOOK", "https://example.org/course/")
    assert 'href="https://example.org/course/03-dot-product.html#masks"' in verdict()._repr_html_()
    assert ">Masks</a></em>" in verdict()._repr_html_()


def test_in_a_notebook_the_book_beside_it_is_linked_to(monkeypatch, tmp_path):
    folder = tmp_path / "exercises/03-dot-product"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PAYATTENTION_BOOK", raising=False)
    monkeypatch.setattr(_session, "SESSION", object())
    assert "<a " not in verdict()._repr_html_()
    assert "Reread: <em>Chapter 3, Masks</em>" in verdict()._repr_html_()

    (tmp_path / "book").mkdir()
    (tmp_path / "book/index.html").write_text("the book")
    assert 'href="../../book/03-dot-product.html#masks"' in verdict()._repr_html_()
    monkeypatch.setattr(_session, "SESSION", None)  # as in the grader
    assert "<a " not in verdict()._repr_html_()


def test_in_a_terminal_it_is_the_section_s_name():
    assert verdict().explanation.splitlines()[-1].split(maxsplit=1) == [
        "Reread:", "Chapter 3, Masks"
    ]  # fmt: skip


def test_nothing_but_a_section_becomes_a_link(monkeypatch):
    monkeypatch.setenv("PAYATTENTION_BOOK", "https://example.org")
    for text in ("[a](javascript:alert#b)", '[a](b"c#d)', "[a](b)", "[<i>](x y#z)"):
        assert "<a " not in verdict(text)._repr_html_()
    assert book.address("a#b") == "https://example.org/a.html#b"
