"""The first page: a picture that draws itself, three doors, a verdict, a card for each chapter."""

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
from sphinx.errors import ExtensionError
from tests.book.chapters import CHAPTERS

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


def test_a_minute_is_a_hundred_and_fifty_words(reading):
    text = nodes.paragraph("", "word " * 100, nodes.emphasis("", "word " * 50))
    assert reading.seconds_to_read(document(text)) == pytest.approx(60)


def test_equations_images_and_lines_of_code_take_their_time(reading):
    one, two = "a", "a = 1\nb = 2"
    assert reading.seconds_to_read(document(nodes.math_block(one, one))) == 60
    assert reading.seconds_to_read(document(nodes.image(uri="a.svg"))) == 60
    assert reading.seconds_to_read(document(nodes.literal_block(two, two))) == 6


@pytest.mark.parametrize(
    ("hide", "seconds"), [(None, 3 + 60), ("input", 60), ("output", 3), ("all", 0)]
)
def test_what_is_folded_is_not_counted(reading, hide, seconds):
    code = shown("input", nodes.literal_block("a = 1", "a = 1"))
    image = shown("output", nodes.image(uri="a.svg"))
    assert reading.seconds_to_read(document(cell(code, image, hide=hide))) == seconds


def test_a_fold_is_not_counted(reading):
    words = nodes.paragraph("", "word " * 100)
    folded = reading.Fold("", nodes.paragraph("", "word " * 100))
    assert reading.seconds_to_read(document(words, folded)) == pytest.approx(40)


def page_of(book: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((book / f"{name}.html").read_text("utf-8"), "html.parser")


def test_the_first_page_has_a_card_for_every_chapter(book):
    cards = page_of(book, "index").select(".chapter-cards > li")
    assert [card.a["href"] for card in cards] == [f"{chapter}.html" for chapter in CHAPTERS]
    for number, card in enumerate(cards, start=1):
        assert card.select_one(".chapter-number").text == f"Chapter {number}"
        assert card.select("p")[-1].text.endswith("?")
        assert len(card.svg["aria-label"]) > 50


def test_every_chapter_has_a_live_picture_as_the_first_page_says(book):
    assert [name for name in CHAPTERS if not page_of(book, name).select(".demo[data-demo]")] == []


def test_every_chapter_has_a_picture_that_is_drawn(part):
    pictures = part("card_pictures")
    assert sorted(pictures.PICTURES) == CHAPTERS
    for name in pictures.PICTURES:
        drawn = BeautifulSoup(pictures.svg(name), "html.parser").svg
        assert len(drawn.select("rect, polyline, circle")) >= 3, name
        for label in drawn.select("text"):
            assert 0 <= float(label["x"]) <= pictures.WIDTH, name
            assert 0 <= float(label["y"]) <= pictures.HEIGHT, name


def test_the_first_page_says_how_long_the_course_takes(book):
    lead = page_of(book, "index").select_one(".lead").text
    hours = re.search(r"(\d+)½? hours of reading", lead)
    words = 0
    for path in sorted(BOOK.glob("0*.md")):
        article = page_of(book, path.stem).article
        for unread in article.select("pre, details, script, .demo, .katex, .question .explanation"):
            unread.decompose()
        words += len(article.text.split())
    assert words / 150 / 60 < int(hours[1]) < 2.2 * words / 150 / 60


def test_a_wrong_answer_is_shown_with_the_mistake_that_its_check_names(book, part):
    page = page_of(book, "index")
    verdict = page.select_one(".cell_output .verdict")
    answer, test = (cell.text for cell in page.select(".cell_input pre"))
    judged = part("verdicts").judged(answer, "dot_product.score_scale", 8)
    assert judged.mistake == "stds-forgotten"
    assert "checks.score_scale(score_scale, points=8)" in test
    assert judged.reason.replace("\n", " ") in verdict.text.replace("\n", " ")
    assert verdict.a["href"] == "./03-dot-product.html#sqrt-d"


def test_a_right_answer_is_not_shown_as_a_wrong_one(part):
    answer = "def score_scale(d_k, std_q, std_k):\n    return np.sqrt(d_k) * std_q * std_k\n"
    with pytest.raises(ExtensionError, match=r"dot_product\.score_scale: the answer is right"):
        part("verdicts").judged(answer, "dot_product.score_scale", 8)


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
    assert letters.count() == len("samedi 21 novembre 2026")
    letters.first.focus()
    page.keyboard.press("End")
    assert re.search(r"writes \W*6\W+it looks at \W*6\W+99 %", page.inner_text(".demo .looks"))
    assert page.locator(".crossing.chosen .lines g.at path").count() >= 1


def test_the_picture_moves_by_itself_and_stands_still_where_motion_is_reduced(
    site: str, visit: Callable
) -> None:
    moving = "document.getAnimations().filter((one) => /^crossing/.test(one.animationName)).length"
    assert visit(f"{site}/index.html").evaluate(moving) > 20
    calm = visit(f"{site}/index.html", reduced_motion="reduce")
    assert calm.evaluate(moving) == 0
    assert (
        calm.locator(".crossing .target text").last.evaluate("one => getComputedStyle(one).opacity")
        == "1"
    )


@pytest.fixture
def hero(part) -> ModuleType:
    hero = part("hero")
    if not hero.NODE.exists():
        pytest.skip("node is not installed")
    return hero


def test_readme_shows_the_picture_that_the_translator_draws(hero, part):
    """Within two hundredths, so that it holds on every processor."""
    committed, drawn = part("readme_picture").FILE.read_text("utf-8"), hero.drawn(alone=True)
    assert len(committed) < 100_000
    assert "book/images/hero.svg" in (ROOT / "README.md").read_text("utf-8")
    number = re.compile(r"-?\d+(?:\.\d+)?")
    assert number.sub("#", committed.strip()) == number.sub("#", drawn.strip())
    numbers = ([float(one) for one in number.findall(text)] for text in (committed, drawn))
    assert list(next(numbers)) == pytest.approx(list(next(numbers)), abs=0.02)


def test_a_curve_leads_where_a_letter_looks(hero):
    data, drawing = hero.recorded(), BeautifulSoup(hero.drawn(), "html.parser")
    places = [float(one["x"]) for one in drawing.select(".source text")]
    groups = drawing.select(".lines > g")
    assert len(groups) == len(data["target"])
    for row, group in zip(data["weights"], groups, strict=True):
        strongest = max(group.select("path"), key=lambda path: float(path["stroke-width"]))
        end = float(strongest["d"].split()[-2])
        assert places.index(end) == max(range(len(row)), key=row.__getitem__)


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
