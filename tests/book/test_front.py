"""The first page: a live picture, three doors, and what each chapter is about and takes."""

import re
import struct
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import yaml
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"


@pytest.fixture
def reading(part) -> ModuleType:
    return part("reading")


def pages(entries: object) -> list[str]:
    """The files of a table of contents."""
    if isinstance(entries, list):
        return [page for entry in entries for page in pages(entry)]
    if not isinstance(entries, dict):
        return []
    below = [page for value in entries.values() for page in pages(value)]
    return [entries[key] for key in ("root", "file") if key in entries] + below


def test_every_page_is_described_in_a_sentence():
    described = tomllib.loads((BOOK / "descriptions.toml").read_text("utf-8"))
    assert set(described) == set(pages(yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))))
    for page, sentence in described.items():
        assert 50 <= len(sentence) <= 160, page
        assert sentence.endswith("."), page
        assert not re.search(r"[$`*<>]", sentence), page


def cell(*parts: nodes.Node, hide: str | None = None) -> nodes.container:
    """A code cell as myst-nb makes it."""
    made = nodes.container("", *parts, nb_element="cell_code")
    if hide:
        made["hide_mode"] = hide
    return made


def document(*parts: nodes.Node) -> nodes.document:
    made = new_document("a page")
    made.extend(parts)
    return made


def shown(kind: str, *parts: nodes.Node) -> nodes.container:
    return nodes.container("", *parts, classes=[f"cell_{kind}"])


def test_a_minute_is_two_hundred_words(reading):
    text = nodes.paragraph("", "word " * 150, nodes.emphasis("", "word " * 50))
    assert reading.seconds_to_read(document(text)) == pytest.approx(60)


def test_equations_images_and_lines_of_code_take_their_time(reading):
    one, two = "a", "a = 1\nb = 2"
    assert reading.seconds_to_read(document(nodes.math_block(one, one))) == 15
    assert reading.seconds_to_read(document(nodes.image(uri="a.svg"))) == 15
    assert reading.seconds_to_read(document(nodes.literal_block(two, two))) == 6


@pytest.mark.parametrize(
    ("hide", "seconds"), [(None, 3 + 15), ("input", 15), ("output", 3), ("all", 0)]
)
def test_what_is_folded_is_not_counted(reading, hide, seconds):
    code = shown("input", nodes.literal_block("a = 1", "a = 1"))
    image = shown("output", nodes.image(uri="a.svg"))
    assert reading.seconds_to_read(document(cell(code, image, hide=hide))) == seconds


def test_a_fold_is_not_counted(reading):
    words = nodes.paragraph("", "word " * 100)
    folded = reading.Fold("", nodes.paragraph("", "word " * 100))
    assert reading.seconds_to_read(document(words, folded)) == pytest.approx(30)


def page_of(book: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


def test_the_first_page_lists_every_chapter_with_what_it_takes(book):
    lines = page_of(book, "index").select(".chapter-list > ol > li")
    assert [line.a["href"] for line in lines] == [
        f"{path.stem}.html" for path in sorted(BOOK.glob("0*.md"))
    ]
    described = tomllib.loads((BOOK / "descriptions.toml").read_text("utf-8"))
    for line in lines:
        chapter = Path(line.a["href"]).stem
        assert described[chapter] in line.text
        said = re.search(r"(\d+) minutes to read · (\d+) tasks in", line.text)
        article = BeautifulSoup(
            (book / f"{chapter}.html").read_text("utf-8"), "html.parser"
        ).article
        for part in article.select("pre, details, script, .demo, .katex, .question .explanation"):
            part.decompose()
        of_words = len(article.text.split()) / 200
        assert of_words < int(said[1]) < 2.2 * of_words, chapter
        notebook = (ROOT / "exercises" / chapter / f"{chapter}.ipynb").read_text("utf-8")
        assert int(said[2]) == notebook.count('"grade": true'), chapter


def test_three_doors_lead_into_the_course(book):
    doors = page_of(book, "index").select(".doors li")
    assert [door.p.text for door in doors] == ["Read", "Solve", "Teach"]
    links = [door.a["href"] for door in doors]
    assert links == ["01-rnn-limits.html", "exercises.html", "instructor.html"]


def test_the_picture_of_the_first_page_costs_nothing_and_works_by_keyboard(
    site: str, visit: Callable
) -> None:
    page = visit("about:blank", viewport={"width": 390, "height": 844})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{site}/index.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if re.search(r"\.(onnx|wasm|mjs)$", url)]
    letters = page.locator('.demo [role="radio"]')
    rows = letters.evaluate_all("all => new Set(all.map((one) => one.offsetTop)).size")
    assert rows == 1, "the date does not fit on a line of a phone"
    letters.first.focus()
    page.keyboard.press("End")
    assert re.search(r"While it writes \W*6\W+6\W+99 %", page.inner_text(".demo .looks"))


def test_without_script_the_picture_is_a_still(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", java_script_enabled=False)
    assert page.is_visible(".demo noscript img") or page.is_visible(".demo img")


def test_every_wrong_answer_of_the_self_test_says_where_to_read(book):
    page = page_of(book, "prerequisites")
    questions = page.select(".question")
    assert len(questions) >= 8
    for wrong in page.select(".choice.is-wrong"):
        assert wrong.select_one(".explanation a[href]"), wrong.summary.text
    places = [
        next(i for i, one in enumerate(question.select(".choice")) if "is-right" in one["class"])
        for question in questions
    ]
    assert len(set(places)) > 2, "the right answer always stands at the same place"


def test_each_page_says_what_it_is_about(book):
    described = tomllib.loads((BOOK / "descriptions.toml").read_text("utf-8"))
    for name, sentence in described.items():
        page = page_of(book, name)
        for mark in ({"name": "description"}, {"property": "og:description"}):
            assert page.find("meta", mark)["content"] == sentence, name
        assert page.find("meta", {"property": "og:title"})["content"] in page.title.text
        assert not page.find("meta", {"property": "og:image"}), "the book has no address"


def test_a_book_with_an_address_has_a_picture_for_each_described_page(part, tmp_path):
    cards = part("cards")
    (tmp_path / "descriptions.toml").write_text('one = "What it is about."')
    title = SimpleNamespace(astext=lambda: "A page with a title that takes more than one line")
    app = SimpleNamespace(
        srcdir=tmp_path,
        outdir=tmp_path,
        config=SimpleNamespace(
            html_baseurl="https://example.org/book", html_title="A book: of pages"
        ),
        env=SimpleNamespace(titles={"one": title, "two": title}),
    )
    one, two = {}, {}
    cards.offer_card(app, "one", "page.html", one, nodes.section())
    cards.offer_card(app, "two", "page.html", two, nodes.section())
    assert one["card"] == "https://example.org/book/_static/cards/one.png"
    assert "card" not in two
    picture = (tmp_path / "_static/cards/one.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) < 100_000
