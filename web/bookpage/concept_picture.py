"""Draw the concept map: a tree of the notions of each chapter, from what each of them is built on.

The directive `concept-picture` has no content. A notion of `concepts.toml` hangs on the first
notion of its chapter that it needs; its box names all others. The page's style draws the tree from
left to right, or as an indented list where it is too wide. A click opens the notion's card, which
links its section and every notion that it needs or leads to, and marks the boxes of these.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage.concepts import FILE, Concepts, read_concepts


class Notion(NamedTuple):
    """A notion of `concepts.toml`; ``needs`` are the ids of those that it is built on."""

    id: str
    chapter: int
    name: str
    sentence: str
    section: str
    needs: tuple[str, ...]


Notions = Mapping[str, Notion]  # by their ids
Address = Callable[[Notion], tuple[str, str]]  # of its section: where it is, and its heading


def notions_of(every: Mapping[str, Concepts]) -> Notions:
    """All notions by their ids.

    Raises: ExtensionError if a notion needs one that does not stand above it in the file.
    """
    found: dict[str, Notion] = {}
    for chapter, concepts in enumerate(every.values(), start=1):
        for id, entry in concepts.items():
            needs = tuple(entry.get("needs", ()))
            for need in needs:
                if need not in found:
                    raise ExtensionError(f"{FILE}, {id}: needs {need}, which is not above it.")
            name, sentence, section = (entry[key] for key in ("name", "notion", "section"))
            found[id] = Notion(id, chapter, name, sentence, section, needs)
    return found


def parent(notion: Notion, notions: Notions) -> str | None:
    """The id of the notion on which a notion hangs: the first of its chapter that it needs."""
    return next((id for id in notion.needs if notions[id].chapter == notion.chapter), None)


def branches(of: Iterable[Notion], notions: Notions, address: Address) -> str:
    """A list of notions, each followed by the list of those that hang on it."""
    items = []
    for notion in of:
        below = [one for one in notions.values() if parent(one, notions) == notion.id]
        items.append(f"<li>{box(notion, notions, address)}{branches(below, notions, address)}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""


def box(notion: Notion, notions: Notions, address: Address) -> str:
    leads = [one.id for one in notions.values() if notion.id in one.needs]
    others = [notions[id].name for id in notion.needs if id != parent(notion, notions)]
    also = f"<small>needs {escape(', '.join(others))}</small>" if others else ""
    marks = " ".join([*(f"from-{id}" for id in notion.needs), *(f"to-{id}" for id in leads)])
    target, heading = address(notion)
    return (
        f'<details name="notion" class="n-{notion.id} {marks}">'
        f"<summary>{escape(notion.name)}{also}</summary>"
        f'<div class="about" id="notion-{notion.id}"><p>{escape(notion.sentence)}.</p>'
        f'<p><a href="{escape(target)}">Section “{escape(heading)}”</a></p>'
        f"{links('Needs', notion.needs, notion, notions)}"
        f"{links('Leads to', leads, notion, notions)}</div></details>"
    )


def links(word: str, ids: Iterable[str], at: Notion, notions: Notions) -> str:
    """A line of links to the cards of notions, with the chapter of those of another chapter."""
    parts = [
        f'<a href="#notion-{one.id}">{escape(one.name)}</a>'
        + f" (chapter {one.chapter})" * (one.chapter != at.chapter)
        for one in map(notions.__getitem__, ids)
    ]
    if not parts:
        return ""
    return f'<p class="{word.split()[0].lower()}"><b>{word}</b> {", ".join(parts)}</p>'


def rules(ids: Iterable[str]) -> str:
    """The style that marks what the open notion needs, and what it leads to."""
    return "".join(
        f".concept-picture:has(.n-{id}[open]) .{side}-{id} summary {{ border-color: var(--{side}); "
        f"box-shadow: 0 0 0 1px var(--{side}); }}"
        for id in ids
        for side in ("to", "from")
    )


class concept_picture(nodes.General, nodes.Element):
    """The place of the map, filled when the addresses of all sections are known."""


class ConceptPicture(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(Path(self.env.srcdir) / FILE))
        return [concept_picture()]


def fill_in(app: Sphinx, page: nodes.document, name: str) -> None:
    """Draw the map where a page has a place for it."""
    for node in list(page.findall(concept_picture)):
        node.replace_self(nodes.raw("", drawing(app, name), format="html"))


def drawing(app: Sphinx, page: str) -> str:
    every = read_concepts(Path(app.srcdir) / FILE)
    notions = notions_of(every)
    labels: dict[str, Any] = app.env.domains["std"].data["labels"]

    def address(notion: Notion) -> tuple[str, str]:
        target, anchor, heading = labels.get(notion.section, (None, "", ""))
        if target is None:
            raise ExtensionError(f"{FILE}, {notion.id}: no section {notion.section}.")
        return f"{app.builder.get_relative_uri(page, target)}#{anchor}", heading

    trees = []
    for number, chapter in enumerate(every, start=1):
        here = (one for one in notions.values() if one.chapter == number)
        roots = [one for one in here if parent(one, notions) is None]
        title = escape(app.env.titles[chapter].astext())
        trees.append(f"<p>{number} {title}</p>{branches(roots, notions, address)}")
    return (
        '<nav class="concept-picture" aria-label="Map of the concepts">'
        f"<style>{rules(notions)}</style>{''.join(trees)}</nav>"
    )


def setup(app: Sphinx) -> None:
    app.add_node(concept_picture)
    app.add_directive("concept-picture", ConceptPicture)
    app.connect("doctree-resolved", fill_in)
