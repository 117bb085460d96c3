"""Draw a preview picture (card) for each page, shown with shared links: 1200 × 630 pixels.

Other sites fetch such a picture by its full address. So the pictures are drawn only if the book's
address is known (`html: baseurl:` in `_config.yml`), and only for pages that have a sentence in
`descriptions.toml`.
"""

import textwrap
from pathlib import Path
from urllib.parse import urljoin

from sphinx.application import Sphinx

from bookpage.descriptions import read_descriptions

FOLDER = "_static/cards"
WIDTH, HEIGHT = 1200, 630  # pixels
PAPER, INK, QUIET, ACCENT = "#fdfcf9", "#14171b", "#5a6068", "#a83f14"
# Attention weights, as in the book's logo: a row for each query, larger along the diagonal.
WEIGHTS = [[0.9], [0.25, 0.75], [0.1, 0.3, 0.6], [0.05, 0.15, 0.2, 0.6]]


def draw(title: str, sentence: str, book: str, file: Path) -> None:
    """Draw a page's preview picture into a file.

    The picture shows the title of the book, the title of the page, and the sentence that describes
    the page.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # takes half a second
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=PAPER)
    FigureCanvasAgg(figure)
    for row, weights in enumerate(WEIGHTS):
        for column, weight in enumerate(weights):
            corner = (0.80 + 0.036 * column, 0.80 - 0.0686 * row)
            square = Rectangle(corner, 0.033, 0.0629, color=ACCENT, alpha=weight, linewidth=0)
            figure.add_artist(square)
    named = textwrap.fill(title, 24)
    serif = {"family": "DejaVu Serif", "weight": "bold"}  # comes with matplotlib
    figure.text(0.07, 0.86, book, color=ACCENT, fontsize=22)
    figure.text(0.07, 0.74, named, color=INK, fontsize=44, va="top", linespacing=1.15, **serif)
    wrapped = textwrap.fill(sentence, 66)
    figure.text(0.07, 0.10, wrapped, color=QUIET, fontsize=20, va="bottom", linespacing=1.4)
    file.parent.mkdir(parents=True, exist_ok=True)
    whole = figure.bbox_inches  # whatever matplotlib's settings say
    figure.savefig(file, dpi=100, bbox_inches=whole)


def offer_card(app: Sphinx, page: str, template: str, context: dict, doctree: object) -> None:
    """Draw a page's preview picture, and pass its address to the page's template as `card`.

    Nothing is drawn if the page has no sentence in `descriptions.toml`, or if the book's address is
    not known.
    """
    sentence = read_descriptions(Path(app.srcdir)).get(page)
    if not app.config.html_baseurl or not sentence or doctree is None:
        return
    name = f"{FOLDER}/{page.replace('/', '-')}.png"
    book = app.config.html_title.partition(":")[0]
    draw(app.env.titles[page].astext(), sentence, book, Path(app.outdir) / name)
    context["card"] = urljoin(f"{app.config.html_baseurl.rstrip('/')}/", name)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", offer_card)
