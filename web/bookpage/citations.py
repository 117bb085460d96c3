"""Add a letter to the year where two works would have the same citation.

The papers on GLUE and on SuperGLUE would both be “Wang et al., 2019”. They become 2019a and 2019b,
in the order of the bibliography. The text and the bibliography print the same letters.
"""

from collections import defaultdict
from collections.abc import Iterable
from string import ascii_lowercase

from pybtex.database import Entry
from pybtex.style.sorting.author_year_title import SortingStyle
from sphinx.application import Sphinx
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle


def printed(entry: Entry) -> tuple[str, str]:
    """The names and the year that a citation of the entry prints."""
    style = AuthorYearReferenceStyle()
    names = style.person.author_or_editor_or_title(full=False)
    return str(names.format_data({"entry": entry, "style": style})), entry.fields.get("year", "")


def tell_apart(entries: Iterable[Entry]) -> None:
    """Add a, b, … to the years of the entries whose citations would be equal."""
    alike = defaultdict(list)
    for entry in SortingStyle().sort(entries):
        alike[printed(entry)].append(entry)
    for (_, year), group in alike.items():
        if len(group) > 1:
            for letter, entry in zip(ascii_lowercase, group, strict=False):
                entry.fields["year"] = year + letter


def read(app: Sphinx) -> None:
    tell_apart(app.env.get_domain("cite").bibdata.data.entries.values())


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", read, priority=600)  # when sphinxcontrib.bibtex has read the file
