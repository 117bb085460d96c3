"""Put links to the letters A to Z above a glossary."""

import re
from collections.abc import Mapping
from string import ascii_uppercase

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def first_terms(glossary: addnodes.glossary) -> dict[str, str]:
    """The id of the first term of each letter; other signs than letters do not count."""
    found: dict[str, str] = {}
    for item in glossary.findall(nodes.definition_list_item):
        term = item[0]
        if isinstance(term, nodes.term) and (begin := re.search("[a-z]", term.astext(), re.I)):
            found.setdefault(begin[0].upper(), term["ids"][0])
    return found


def links(ids: Mapping[str, str]) -> str:
    letters = (
        f'<a href="#{ids[letter]}">{letter}</a>' if letter in ids else f"<span>{letter}</span>"
        for letter in ascii_uppercase
    )
    return f'<nav class="letters" aria-label="Letters">{"".join(letters)}</nav>'


def add_letters(app: Sphinx, page: nodes.document) -> None:
    for glossary in list(page.findall(addnodes.glossary)):
        above = nodes.raw("", links(first_terms(glossary)), format="html")
        glossary.parent.insert(glossary.parent.index(glossary), above)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", add_letters)
