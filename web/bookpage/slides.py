"""Write slides of each chapter, from the headings, figures, equations and listings of its page.

    PYTHONPATH=web python -m bookpage.slides _build/html _build/slides   (or: make slides)

Each figure, equation, listing, list, table and question of a page becomes a slide under the heading
of its section. A section without any of these is shown by its question, or else by its first
sentence. The other sentences of the section are the speaker's notes. A file of slides needs no
other file and no network.
"""

import base64
import mimetypes
import re
import sys
from collections.abc import Iterator
from copy import copy
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from bs4 import BeautifulSoup, NavigableString, Tag

from bookpage.paths import WEB
from bookpage.reading import CHAPTER, PROJECTS

QUESTION, LEFT_OUT = "The question", {"Where this came from"}  # titles of sections
SHOWABLE = {"div", "figure", "ul", "ol", "table"}
UNSHOWN = "script, .headerlink, .section-number, .copybtn, source, .verdict"
SENTENCE_END = re.compile(r"[.?!](?=\s|$)")
LIVE = "This figure is live in the book."


class Slide(NamedTuple):
    """A slide: its title as text, its content and the speaker's notes as HTML."""

    title: str
    content: str
    notes: str = ""


class Section(NamedTuple):
    """A section of a page, without the sections in it: its heading, and the elements below it."""

    heading: Tag
    blocks: list[Tag]


def sections(article: Tag) -> Iterator[Section]:
    """The sections of a page in their order; the first one has the title of the page."""
    for section in article.select("section"):
        heading = section.find(re.compile(r"h[1-6]"), recursive=False)
        blocks = [block for block in section.find_all(True, recursive=False) if block != heading]
        if isinstance(heading, Tag):
            yield Section(heading, [block for block in blocks if block.name != "section"])


def slides(article: Tag) -> list[Slide]:
    """The slides of a chapter, whose page has this ``<article>``."""
    made: list[Slide] = []
    for section in sections(article):
        title = text_of(section.heading)
        if title not in LEFT_OUT:
            made += slides_of(title, section)
    return made


def slides_of(title: str, section: Section) -> Iterator[Slide]:
    """The slides of a section; each has the text around its content as its notes."""
    if section.heading.name == "h1":
        yield Slide(title, "")
    shown: list[tuple[str, list[Tag]]] = []
    before: list[Tag] = []
    for block in section.blocks:
        if block.name == "p":
            (shown[-1][1] if shown else before).append(block)
        elif content := content_of(block):
            shown.append((content, [*answers(block)]))
    if before and (title == QUESTION or not shown) and section.heading.name != "h1":
        yield Slide(title, f'<div class="said">{lead(before)}</div>', joined(before))
        before = []
    for content, after in shown:
        yield Slide(title, content, joined([*before, *after]))
        before = []


def content_of(block: Tag) -> str:
    """What a slide shows of an element of a page, as HTML; empty if it is for readers only."""
    kinds = set(block.get_attribute_list("class"))
    if block.name not in SHOWABLE or {"admonition", "toctree-wrapper"} & kinds:
        return ""
    if "question" in kinds:
        return question(block)
    if block.select_one(".demo"):
        still = block.select_one(".demo noscript img")
        return f"{still}<p>{LIVE}</p>" if still else ""
    parts = block.select(":scope > .cell_output") if "tag_hide-input" in kinds else [block]
    return joined(parts)


def question(block: Tag) -> str:
    """A question of “Check yourself” with its choices, without their explanations."""
    asked = [
        part
        for part in block.find_all(True, recursive=False)
        if part.name != "details" and "question-title" not in part.get_attribute_list("class")
    ]
    choices = "".join(
        f"<li>{choice.decode_contents()}</li>" for choice in block.select(".choice-text")
    )
    return f'{joined(asked)}<ol type="A">{choices}</ol>'


def answers(block: Tag) -> Iterator[Tag]:
    """The explanation of the right choice of a question, for the notes; nothing of other blocks."""
    for choice in block.select(".choice.is-right"):
        letter = choice.select_one(".choice-letter")
        for paragraph in choice.select(".explanation p"):
            answer = copy(paragraph)
            answer.insert(0, f"{text_of(letter) if letter else ''}: ")
            yield answer


def lead(paragraphs: list[Tag]) -> str:
    """What a section says first: its paragraph that ends with a question, or a first sentence."""
    for paragraph in paragraphs:
        if paragraph.get_text().strip().endswith("?"):
            return str(paragraph)
    return f"<p>{first_sentence(paragraphs[0])}</p>"


def first_sentence(paragraph: Tag) -> str:
    """The first sentence of a paragraph, as HTML."""
    html = ""
    for child in paragraph.children:
        if type(child) is NavigableString and (end := SENTENCE_END.search(child)):
            return f"{html}{escape(child[: end.end()], quote=False)}"
        html += str(child) if isinstance(child, Tag) else escape(str(child), quote=False)
    return html


def joined(tags: list[Tag]) -> str:
    return "".join(map(str, tags))


def text_of(tag: Tag) -> str:
    """The text of a heading, without its number and its link."""
    tag = copy(tag)
    for part in tag.select(UNSHOWN):
        part.decompose()
    return " ".join(tag.get_text().split())


# ── the file ──────────────────────────────────────────────────────────────────────────────────────


def alone(html: str, folder: Path) -> str:
    """HTML of a page that needs no other file: pictures are in it, links and ids are not.

    ``folder`` is the folder of the page.
    """
    soup = BeautifulSoup(html, "html.parser")
    for part in soup.select(UNSHOWN):
        part.decompose()
    for link in soup.select("a"):
        link.unwrap()
    for tag in soup.find_all(id=True):
        del tag["id"]
    for picture in soup.select("img[src]"):
        picture["src"] = data_address(str(picture["src"]), folder)
    return str(soup)


def data_address(address: str, folder: Path) -> str:
    """The address of a file, given relative to ``folder``, as one that holds the file itself."""
    if address.startswith("data:"):
        return address
    file = folder / unquote(address)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


def style(html: Path) -> str:
    """The styles of the slides: for formulas, with their fonts, for code, colours and layout."""
    static = html / "_static"
    formulas = re.sub(
        r"url\(([^)]+)\)",
        lambda found: f"url({data_address(found[1], static)})",
        (static / "katex.css").read_text("utf-8"),
    )
    ours = (WEB / "styles" / "10-colours.css", static / "pygments.css", WEB / "slides/slides.css")
    return "\n".join([formulas, *(file.read_text("utf-8") for file in ours)])


def deck(name: str, made: list[Slide], html: Path) -> str:
    """The file with the slides of the chapter ``name`` of the book that is built in ``html``."""
    shown = "\n".join(
        f'<section class="slide" aria-label="Slide {i} of {len(made)}"><div class="content">'
        f"<{level}>{escape(slide.title)}</{level}>{alone(slide.content, html)}</div>"
        f'<p class="number">{name} · {i}</p>'
        f'<aside class="notes">{alone(slide.notes, html)}</aside></section>'
        for i, slide in enumerate(made, 1)
        for level in ("h1" if i == 1 else "h2",)
    )
    script = (WEB / "slides" / "slides.js").read_text("utf-8")
    return f"""<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(made[0].title)}: slides</title>
<style>{style(html)}</style></head>
<body class="bd-article"><main>
{shown}
</main>
<nav aria-label="Slides"><button id="back" aria-label="Previous slide">‹</button>
<button id="notes" aria-pressed="false">Notes</button>
<button id="on" aria-label="Next slide">›</button></nav>
<script>{script}</script></body></html>
"""


def chapter(html: Path, name: str) -> Tag:
    """The ``<article>`` of a chapter of the book that is built in ``html``."""
    page = BeautifulSoup((html / f"{name}.html").read_text("utf-8"), "html.parser")
    article = page.select_one("article.bd-article")
    if article is None:
        raise ValueError(f"{name}.html must have an <article>, but it has none")
    return article


def main() -> None:
    html, target = (Path(path).resolve() for path in sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    pages = sorted(page.stem for page in html.glob("*.html") if CHAPTER.fullmatch(page.stem))
    for name in pages:
        if name not in PROJECTS:
            made = slides(chapter(html, name))
            (target / f"{name}.html").write_text(deck(name, made, html), "utf-8")
            print(f"{name}.html: {len(made)} slides")
    print(f"They are in {target}. Arrow keys turn the page, N shows notes; print one for a PDF.")


if __name__ == "__main__":
    main()
