"""The whole book as one PDF: every page in its order, links hold, nothing clipped, no answers."""

from pathlib import Path
from types import ModuleType

import pytest
import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).parents[2]
PAGE = """<html><head><link rel="stylesheet" href="_static/page.css"></head><body>
<article class="bd-article"><section id="top"><h1>{name}</h1>
<a href="#top">here</a> <a href="two.html#top">there</a> <a href="instructor.html">out</a>
<a href="https://example.org/">away</a> <img src="_images/a.svg" alt="a drawing">
<p>Read it. <span class="on-screen">Touch it.</span></p>
<div class="question" id="question-1"><p class="question-title">Question 1</p>
<details class="choice is-wrong"><summary><b class="choice-letter">A</b> No</summary>
<div class="explanation"><p><b class="verdict">Not quite.</b> It is not.</p></div></details>
<details class="choice is-right"><summary><b class="choice-letter">B</b> Yes</summary>
<div class="explanation"><p><b class="verdict">Right.</b> Because.</p></div></details></div>
<div class="demo" data-demo="x"><script type="application/json">{{}}</script>
<p>needs JavaScript</p><noscript><img src="data:," alt="a still"></noscript></div>
</section></article></body></html>"""


@pytest.fixture
def paper(part) -> ModuleType:
    return part("paper")


@pytest.fixture
def whole(paper, tmp_path) -> BeautifulSoup:
    html = tmp_path / "html"
    html.mkdir()
    for name in ("one", "two"):
        (html / f"{name}.html").write_text(PAGE.format(name=name))
    joined = paper.joined_pages(html, ["one", "two"], {"two--": 7})
    return BeautifulSoup(joined, "html.parser")


def test_the_pages_are_those_of_the_table_of_contents_without_the_instructors(paper):
    names = paper.pages(yaml.safe_load((ROOT / "book/_toc.yml").read_text("utf-8")))
    chapters = sorted(path.stem for path in ROOT.glob("book/0*.md"))
    assert names[0] == "index"
    assert [name for name in names if name in chapters] == chapters
    assert len(names) == len(set(names))
    assert not {"instructor", "planning", "tasks"} & set(names)


def test_no_id_is_there_twice_and_every_link_leads_to_one(whole):
    ids = [tag["id"] for tag in whole.find_all(id=True)]
    assert len(ids) == len(set(ids)) == 7  # two pages with three each, and the answers
    links = [link.get("href") for link in whole.select("article#one-- a")]
    links += [link["href"] for link in whole.select("nav a, #answers-- a")]
    assert links[:4] == ["#one--top", "#two--top", None, "https://example.org/"]
    assert {link[1:] for link in links if link and link.startswith("#")} <= set(ids)


def test_what_a_page_loads_lies_in_the_folder_of_the_book(whole):
    assert whole.select_one("link")["href"].startswith("html/_static/")
    assert [image["src"] for image in whole.select("article#one-- img")] == [
        "html/_images/a.svg", "data:,"
    ]  # fmt: skip


def test_a_live_figure_is_its_still(whole):
    assert not whole.select("script, noscript, .demo")
    assert "needs JavaScript" not in whole.text
    assert whole.select('img[alt="a still"]')


def test_the_contents_have_every_page_with_its_number(whole):
    lines = [[span.text for span in line.select("span")] for line in whole.select("nav li")]
    assert lines == [["one", "0"], ["two", "7"], ["Answers", "0"]]


def test_the_cover_has_the_settings_of_the_course(whole):
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    name, subtitle = settings["title"].split(": ")
    cover = whole.select_one(".cover")
    assert [cover.h1.text, cover.select_one(".subtitle").text] == [name, subtitle]
    assert settings["author"] in cover.text


def test_answers_stand_at_the_end_and_nowhere_else(whole):
    last = whole.select("article")[-1]
    assert last["id"] == "answers--"
    said = [" ".join(one.text.split()) for one in last.select(".answer")]
    assert said == ["B Because."] * 2
    assert [link["href"] for link in last.select("a")] == ["#one--question-1", "#two--question-1"]


def test_what_is_said_of_a_screen_is_not_printed(whole):
    assert "Read it." in whole.text
    assert "Touch it." not in whole.text


def test_a_missing_picture_is_named(paper, whole, tmp_path):
    assert paper.missing_pictures(str(whole), tmp_path) == ["html/_images/a.svg"]
    (tmp_path / "html/_images").mkdir()
    (tmp_path / "html/_images/a.svg").write_text("<svg/>")
    assert paper.missing_pictures(str(whole), tmp_path) == []


CLIPPED = """() => {
  const sheet = document.documentElement.clientWidth;
  return [...document.querySelectorAll("article *")]
    .filter((part) => part.checkVisibility())
    .filter((part) => !part.closest("svg, .katex-mathml, .katex-html > *"))
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.right > sheet + 1)
    .map(({ part, box }) => [part.closest("article").id, part.tagName, part.className,
      Math.round(box.right), part.textContent.slice(0, 60)].join(" "));
}"""


@pytest.mark.slow
def test_nothing_of_the_book_is_wider_than_a_sheet(paper, book, serve, visit):
    contents = yaml.safe_load((ROOT / "book/_toc.yml").read_text("utf-8"))
    page = book.with_name("whole-book.html")
    page.write_text(paper.joined_pages(book, paper.pages(contents), {}), "utf-8")
    sheet = visit("about:blank", viewport={"width": 642, "height": 900})  # A4 less its margins
    sheet.emulate_media(media="print")
    sheet.goto(f"{serve(page.parent)}/{page.name}")
    sheet.wait_for_load_state("networkidle")
    assert sheet.evaluate(CLIPPED) == []
    assert not sheet.locator(".question .explanation:visible").count()
    assert not sheet.evaluate("[...document.images].filter((one) => !one.naturalWidth).length")
