"""What a printed book has and a site has not: a cover, contents with page numbers, and answers.

Everything is made from the articles of `bookpage.paper`, in which each id begins with the name of
its page.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

CHAPTER = re.compile(r"\d\d-")
ANSWERS = "answers--"


class Entry(NamedTuple):
    """A line of the contents: the id to which it leads, its words, and whether it is a section."""

    id: str
    words: str
    section: bool


def cover(title: str, author: str, licence: str, drawing: Tag | None) -> str:
    """The first sheet. ``title`` may have a subtitle, behind a colon."""
    name, _, subtitle = title.partition(": ")
    if drawing:
        drawing["class"] = "crossing"  # on paper nothing moves
    return (
        f'<section class="cover"><h1>{escape(name)}</h1><p class="subtitle">{escape(subtitle)}</p>'
        f'{drawing or ""}<p class="author">{escape(author)}</p><p>{escape(licence)}</p></section>'
    )


def heading(part: Tag) -> str:
    """The words of the first heading of a part of a page, without its link sign."""
    head = copy.copy(part.find(re.compile("h[12]")))
    if not isinstance(head, Tag):
        return ""
    for unsaid in head.select(".headerlink, .katex-mathml"):
        unsaid.decompose()
    return " ".join(head.get_text().split())


def entries(articles: list[Tag]) -> Iterator[Entry]:
    """The contents: all pages, and the sections of chapters."""
    for article in articles:
        yield Entry(str(article["id"]), heading(article), False)
        if CHAPTER.match(str(article["id"])):
            for section in article.select("section > section"):
                if section.find("h2", recursive=False):
                    yield Entry(str(section["id"]), heading(section), True)


def contents(articles: list[Tag], pages: Mapping[str, int]) -> str:
    """The sheet with the contents. ``pages`` has the number of each id's page."""
    lines = "".join(
        f'<li class="{"section" if entry.section else "page"}"><a href="#{escape(entry.id)}">'
        f"<span>{escape(entry.words)}</span><span>{pages.get(entry.id, 0)}</span></a></li>"
        for entry in entries(articles)
    )
    return f'<nav class="paper-contents"><h1>Contents</h1><ul>{lines}</ul></nav>'


def answers(articles: list[Tag]) -> Tag | None:
    """The last article: the right choices of all questions, with their explanations."""
    parts = []
    for article in articles:
        questions = article.select(".question")
        if questions:
            parts.append(f"<h2>{escape(heading(article))}</h2>")
        parts += map(answer, questions)
    if not parts:
        return None
    html = f'<article class="bd-article" id="{ANSWERS}"><h1>Answers</h1>{"".join(parts)}</article>'
    return BeautifulSoup(html, "html.parser").article


def answer(question: Tag) -> str:
    """What is right in a question, and why."""
    title = question.select_one(".question-title")
    name = title.get_text(strip=True) if title else "Question"
    parts = []
    for choice in question.select(".choice.is-right"):
        letter = choice.select_one(".choice-letter")
        reasons = copy.copy(choice.select_one(".explanation"))
        if not isinstance(reasons, Tag):
            continue
        for tag in reasons.find_all(id=True):
            del tag["id"]  # the id stays with the question
        if verdict := reasons.select_one(".verdict"):
            verdict.decompose()
        mark = f"<b>{letter.get_text(strip=True)}</b> " if letter else ""
        parts.append(f'<div class="answer">{mark}<div>{reasons.decode_contents()}</div></div>')
    return f'<h3><a href="#{escape(str(question["id"]))}">{name}</a></h3>{"".join(parts)}'
