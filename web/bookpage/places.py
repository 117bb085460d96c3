"""The places that the search dialog suggests while one types, in a file of their own: `places.js`.

A place is the title of a section, a term of the glossary, or a function of the reference. A term is
also found where a section explains it: the glossary's entry names this section. The file is a
script because a browser that opens a page from the disk (`file://`) refuses to fetch data.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

FILE = "places.js"
# Which places come first if their titles say equally well what was typed.
CHAPTER, EXPLAINED, GLOSSARY, OTHER, REFERENCE, EXERCISES, EVIDENCE = range(7)
FOLDERS = {"reference": REFERENCE, "exercises": EXERCISES, "evidence": EVIDENCE}


class Group(NamedTuple):
    """Where places stand: their kind (`CHAPTER`, …), in words ("Chapter 3"), and their page."""

    kind: int
    where: str
    page: str


class Place(NamedTuple):
    group: Group
    title: str
    anchor: str


def places(env: BuildEnvironment) -> Iterator[Place]:
    """All places of the book, page by page."""
    for page in sorted(env.tocs):
        for title, anchor in titles(env, page):
            yield Place(group_of(env, page), title, anchor)
    for page in sorted(glossaries(env)):
        yield from terms(env, page)


def group_of(env: BuildEnvironment, page: str) -> Group:
    folder, _, name = page.rpartition("/")
    folder = folder.partition("/")[0]
    number = [str(n) for n in env.toc_secnumbers.get(name, {}).get("", ())[:1]]
    if folder in FOLDERS:
        return Group(FOLDERS[folder], " ".join([folder.capitalize(), *number]), page)
    if number:
        return Group(CHAPTER, f"Chapter {number[0]}", page)
    return Group(OTHER, env.titles[page].astext(), page)


def titles(env: BuildEnvironment, page: str) -> Iterator[tuple[str, str]]:
    """The titles of a page and its sections, and the names of its functions; with their anchors."""
    for link in env.tocs[page].findall(nodes.reference):
        title = link.astext()
        if link.get("refuri") == page and not title.endswith(".forward()"):  # its class is found
            yield title, link["anchorname"].removeprefix("#")


def glossaries(env: BuildEnvironment) -> set[str]:
    objects = env.domaindata["std"]["objects"]
    return {page for (kind, _), (page, _) in objects.items() if kind == "term"}


def terms(env: BuildEnvironment, page: str) -> Iterator[Place]:
    """The terms of a glossary: each there, and at the sections that explain it."""
    labels = env.domaindata["std"]["labels"]
    there = Group(GLOSSARY, env.titles[page].astext(), page)
    for item in env.get_doctree(page).findall(nodes.definition_list_item):
        names = [name for name in item.children if isinstance(name, nodes.term) and name["ids"]]
        if not names:
            continue
        title = ", ".join(name.astext() for name in names)
        yield Place(there, title, names[0]["ids"][0])
        for link in item.findall(addnodes.pending_xref):
            if link["reftype"] == "ref" and link["reftarget"] in labels:
                section, anchor, heading = labels[link["reftarget"]]
                where = f"{group_of(env, section).where}: {heading}"
                found = dict(titles(env, section)).get(heading, anchor)
                yield Place(Group(EXPLAINED, where, section), title, found)


def script(env: BuildEnvironment) -> str:
    """The script that defines `PLACES`: of each group, its titles and anchors."""
    groups = [
        [*group, [[place.title, place.anchor] for place in members]]
        for group, members in groupby(places(env), key=lambda place: place.group)
    ]
    return f"const PLACES = {json.dumps(groups, ensure_ascii=False, separators=(',', ':'))};\n"


def write(app: Sphinx, error: Exception | None) -> None:
    if not error and app.builder.format == "html":
        file = Path(app.outdir) / "_static" / FILE
        file.write_text(script(app.env), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write)
