"""Put links to the letters A to Z above a glossary, and each letter above its terms."""

import re
from collections.abc import Collection
from itertools import groupby
from string import ascii_uppercase

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def letter(item: nodes.Node) -> str:
    """The first letter of an entry's first term; other signs than letters do not count."""
    begin = re.search("[a-z]", item[0].astext(), re.I)
    return begin[0].upper() if begin else ""


def anchor(letter: str) -> str:
    return f"letter-{letter.lower()}"


def links(letters: Collection[str]) -> str:
    each = (
        f'<a href="#{anchor(letter)}">{letter}</a>'
        if letter in letters
        else f"<span>{letter}</span>"
        for letter in ascii_uppercase
    )
    return f'<nav class="letters" aria-label="Letters">{"".join(each)}</nav>'


def by_letters(entries: nodes.definition_list) -> dict[str, nodes.definition_list]:
    """The entries of each letter, as a list of their own."""
    return {
        first: nodes.definition_list("", *items, classes=entries["classes"])
        for first, items in groupby(entries.children, letter)
    }


def add_letters(app: Sphinx, page: nodes.document) -> None:
    for glossary in list(page.findall(addnodes.glossary)):
        lists = by_letters(glossary[0])
        above = nodes.raw("", links(lists.keys()), format="html")
        glossary.parent.insert(glossary.parent.index(glossary), above)
        glossary[:] = [
            node
            for first, entries in lists.items()
            for node in (nodes.rubric("", first, ids=[anchor(first)], classes=["letter"]), entries)
        ]


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", add_letters)
