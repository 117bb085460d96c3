"""Slides of a chapter: what becomes one, a file that needs no other, keys, and a page a slide."""

import io
import re
from pathlib import Path
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

NAME = "03-looking"
PAGE = """<html><body><article class="bd-article"><section id="top">
<h1><span class="section-number">3. </span>Looking<a class="headerlink" href="#top">#</a></h1>
<div class="cell tag_hide-input"><div class="cell_output"><figure><picture>
<source srcset="_images/a-narrow.svg"><img src="_images/a.svg" alt="a drawing"
width="700" height="90">
</picture><figcaption><p><span class="caption-text">It is drawn.</span></p></figcaption></figure>
</div><details class="hide"><summary>source</summary><div class="cell_input">
<div class="highlight-py">
<pre>draw()</pre></div></div></details></div>
<section id="q"><h2>The question</h2><p>There is a word. It is old.</p>
<p><strong>The question:</strong> <em>who looks?</em></p></section>
<section id="b"><span id="c"></span><h2>A head <code>looks</code></h2>
<p>It asks <a href="02-other.html">before</a>:</p><div class="math" id="e">
<span class="eqno">(3.1)</span>
<span class="katex">a &lt; b</span></div><p>Then it adds.</p>
<div class="cell"><div class="cell_input"><div class="highlight-py"><pre>look(4)</pre></div></div>
<div class="cell_output"><pre>0.5</pre></div></div>
<aside class="margin">A margin note.</aside>
<details class="dropdown"><p>A side result.</p></details>
<section id="d"><h3>It costs &lt; 2</h3>
<p>Half of it <em>is free.</em> of <b>a &amp; b &lt; c</b>. The other
half is not.</p></section>
<section id="l"><h3>Live</h3><div class="cell tag_hide-input"><div class="cell_output">
<div class="demo" data-demo="x"><script type="application/json">{}</script><p>needs JavaScript</p>
<noscript><img src="data:image/svg+xml,%3Csvg/%3E" alt="a still"></noscript></div></div></div>
</section></section>
<section id="s"><h2>Summary</h2><ol><li>One head.</li><li>Two heads.</li></ol></section>
<section id="y"><h2>Check yourself</h2><div class="question" id="question-1">
<p class="question-title rubric">Question 1</p><p>Is it?</p>
<details class="choice is-wrong"><summary><span class="choice-letter">A</span>
<span class="choice-text">No</span></summary><div class="explanation">
<p>Not quite. It is.</p></div></details>
<details class="choice is-right"><summary><span class="choice-letter">B</span>
<span class="choice-text">Yes</span></summary><div class="explanation">
<p><strong class="verdict">Right.</strong> Because.</p></div></details></div></section>
<section id="w"><h2>Where this came from</h2><p>Somebody wrote it.</p></section>
</section></article></body></html>"""
TITLES = [
    "Looking", "Looking", "The question", "A head looks", "A head looks", "It costs < 2",
    "Live", "Summary", "Check yourself",
]  # fmt: skip
LONG = "<ol>" + "<li>One more line of a list that is too long for a slide.</li>" * 25 + "</ol>"


@pytest.fixture
def slides(part) -> ModuleType:
    return part("slides")


@pytest.fixture
def html(tmp_path) -> Path:
    folder = tmp_path / "html"
    (folder / "_images").mkdir(parents=True)
    (folder / "_static" / "fonts").mkdir(parents=True)
    (folder / f"{NAME}.html").write_text(PAGE, "utf-8")
    (folder / "_images" / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (folder / "_static" / "fonts" / "K.woff2").write_bytes(b"font")
    (folder / "_static" / "katex.css").write_text("@font-face { src: url(fonts/K.woff2); }")
    (folder / "_static" / "pygments.css").write_text(".highlight .k { color: #000; }")
    return folder


@pytest.fixture
def made(slides, html):
    return slides.slides(slides.chapter(html, NAME))


@pytest.fixture
def deck(slides, html, made) -> str:
    return slides.deck(NAME, made, html)


def test_each_figure_equation_listing_list_and_question_is_a_slide_under_its_heading(made):
    assert [slide.title for slide in made] == TITLES
    shown = [BeautifulSoup(slide.content, "html.parser") for slide in made]
    assert shown[1].select_one("img")["alt"] == "a drawing"
    assert "draw()" not in made[1].content
    assert shown[2].get_text() == "The question: who looks?"
    assert shown[3].select_one(".katex").get_text() == "a < b"
    assert [part.get_text() for part in shown[4].select("pre")] == ["look(4)", "0.5"]
    assert shown[5].get_text() == "Half of it is free. of a & b < c."
    assert shown[6].select_one("img")["alt"] == "a still"
    assert "needs JavaScript" not in made[6].content
    assert [item.get_text() for item in shown[7].select("li")] == ["One head.", "Two heads."]


def test_a_question_shows_its_choices_and_only_the_notes_show_the_answer(made):
    question = BeautifulSoup(made[-1].content, "html.parser")
    assert question.p.get_text() == "Is it?"
    assert [item.get_text() for item in question.select("ol[type=A] > li")] == ["No", "Yes"]
    assert "Because" not in made[-1].content
    assert "B: " in made[-1].notes
    assert "Because." in made[-1].notes


def test_the_text_around_a_slide_is_in_its_notes_and_asides_are_left_to_the_book(made, deck):
    notes = [BeautifulSoup(slide.notes, "html.parser").get_text() for slide in made]
    assert notes[3] == "It asks before:Then it adds."
    assert "The other" in notes[5]
    for aside in ("A margin note", "A side result", "Somebody wrote it"):
        assert aside in PAGE
        assert aside not in deck


def test_the_file_needs_no_other_and_no_network(deck):
    page = BeautifulSoup(deck, "html.parser")
    assert page.select("img")
    assert all(picture["src"].startswith("data:") for picture in page.select("img"))
    assert not page.select("link, script[src], [srcset], a, iframe")
    assert re.findall(r"url\((?!data:)", page.style.string) == []
    assert "url(data:" in page.style.string
    ids = [tag["id"] for tag in page.find_all(id=True)]
    assert sorted(ids) == ["back", "notes", "on"]


def test_every_chapter_gets_its_file(slides, html, tmp_path, monkeypatch, capsys):
    (html / "index.html").write_text("<p>no chapter</p>")
    monkeypatch.setattr("sys.argv", ["slides", str(html), str(tmp_path / "slides")])
    slides.main()
    assert [file.name for file in (tmp_path / "slides").iterdir()] == [f"{NAME}.html"]
    assert f"{NAME}.html: {len(TITLES)} slides" in capsys.readouterr().out


@pytest.mark.system
def test_keys_and_buttons_turn_the_page_and_print_makes_a_page_a_slide(
    slides, html, made, tmp_path, visit, violations
):
    made = [*made, slides.Slide("Too much", LONG)]
    file = tmp_path / "deck.html"
    file.write_text(slides.deck(NAME, made, html), "utf-8")
    page = visit(file.as_uri(), viewport={"width": 1000, "height": 600})

    def seen() -> str:
        visible = [slide for slide in page.locator(".slide").all() if slide.is_visible()]
        assert len(visible) == 1
        return visible[0].get_attribute("aria-label")

    turned = []
    for key in ("ArrowRight", "PageDown", "Space", "ArrowLeft", "End", "ArrowRight", "Home"):
        page.keyboard.press(key)
        turned.append(int(re.search(r"\d+", seen())[0]))
    last = len(made)
    assert turned == [2, 3, 4, 3, last, last, 1]
    page.get_by_role("button", name="Next slide").click()
    assert "Slide 2" in seen()
    assert page.url.endswith("#2")

    page.keyboard.press("End")
    slide, last_line = page.locator(".current"), page.locator(".current li").last
    assert last_line.bounding_box()["y"] < slide.bounding_box()["height"]
    page.keyboard.press("ArrowLeft")
    assert not page.get_by_text("Because.").is_visible()
    page.keyboard.press("n")
    assert page.get_by_text("Because.").is_visible()
    assert violations(page, "body") == []
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == last
    assert "Too much" in printed.pages[-1].extract_text()


@pytest.mark.system
def test_every_slide_of_the_book_fits_and_is_large_enough_to_read(slides, book, tmp_path, visit):
    for name in sorted(page.stem for page in book.glob("0*.html")):
        if name in slides.PROJECTS:
            continue
        made = slides.slides(slides.chapter(book, name))
        assert 20 <= len(made) <= 60
        file = tmp_path / f"{name}.html"
        file.write_text(slides.deck(name, made, book), "utf-8")
        assert file.stat().st_size < 2e6
        page = visit(file.as_uri())
        page.wait_for_function("slides.every(slide => slide.firstChild.style.zoom)")
        assert page.evaluate("Math.min(...slides.map(slide => slide.firstChild.style.zoom))") >= 0.6
