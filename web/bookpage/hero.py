"""Draw the first page's picture: a date that a network has translated, letter by letter.

The directive `hero` has no content. The weights are those of the trained translator. The page has
the whole picture, so it needs no script; `web/demos/hero.js` lets a reader type another date.
"""

import functools
import json
import subprocess
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage.paths import NODE

SCRIPT = Path(__file__).with_name("crossing.mjs")
ENGLISH, FRENCH = "Saturday, November 21, 2026", "samedi 21 novembre 2026"
LABEL = (
    f"“{ENGLISH}” above, its translation “{FRENCH}” below. Curves lead from each French letter to "
    "the English letters that the network looked at while it wrote it: from each word to the word "
    "with its meaning. The curves of the day and of the month cross."
)


@functools.cache
def recorded() -> dict[str, Any]:
    """The translation with its weights, and what the live translator must know.

    The keys are “source”, “target”, “weights” (a row for each French letter), “symbols” (the
    translator's characters) and “max_len” (tokens).
    """
    from payattention.experiments import translation  # imports torch, so only if a page asks

    translator = translation.trained_translator()
    weights = translation.alignment(translator, ENGLISH, FRENCH)
    return {
        "source": ENGLISH,
        "target": FRENCH,
        "weights": [[round(weight, 3) for weight in row] for row in weights.tolist()],
        "symbols": list(translator.vocabulary.symbols),
        "max_len": translator.max_len,
    }


def drawn(**options: bool) -> str:
    """The picture as SVG. ``alone=True`` draws it as a file of its own, which no page colours."""
    given = json.dumps([recorded(), {"label": LABEL, "writes": True, **options}])
    done = subprocess.run([NODE, SCRIPT], input=given, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise ExtensionError(f"the first page's picture could not be drawn: {done.stderr}")
    return done.stdout


def live_picture() -> str:
    """The live picture with its place on a page, as HTML."""
    data = json.dumps(recorded()).replace("<", "\\u003c")  # no text can end the script
    return (
        f'<div class="demo" data-demo="hero"><script type="application/json">{data}</script>'
        f'<div class="picture">{drawn()}</div><div class="controls">'
        "<p>To type a date of your own, it needs JavaScript.</p></div></div>"
    )


class Hero(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(SCRIPT.parents[1] / "demos" / "shared" / "crossing.js"))
        return [nodes.raw("", live_picture(), format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("hero", Hero)
