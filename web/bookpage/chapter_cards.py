"""The directive `chapter-cards`: a card for each chapter, with its picture and its question.

    ```{chapter-cards}
    01-rnn-limits: What is lost when a whole sentence must pass through one vector?
    ```

A card's title is the chapter's, and leads to it. Its picture is drawn by `bookpage.card_pictures`.
"""

from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage import card_pictures, evidence, hero


class ChapterCards(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        for file in (
            *evidence.RESULTS.glob("*.json"),
            Path(card_pictures.__file__),
            Path(hero.__file__),
        ):
            self.env.note_dependency(str(file))
        cards = nodes.bullet_list(classes=["chapter-cards"])
        for number, given in enumerate(self.content, start=1):
            chapter, _, question = given.partition(": ")
            if chapter not in card_pictures.PICTURES:
                raise ExtensionError(f"{self.env.docname}: there is no picture of “{chapter}”.")
            words = nodes.container()
            lines = StringList([f"[]({chapter}.md)", "", question], self.get_source_info()[0])
            self.state.nested_parse(lines, self.content_offset, words)
            picture = nodes.raw("", card_pictures.svg(chapter), format="html")
            label = nodes.paragraph("", f"Chapter {number}", classes=["chapter-number"])
            cards.append(nodes.list_item("", picture, label, *words.children))
        return [cards]


def setup(app: Sphinx) -> None:
    app.add_directive("chapter-cards", ChapterCards)
