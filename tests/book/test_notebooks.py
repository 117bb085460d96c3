"""A chapter as a notebook: plain Markdown, the page's own cells, links that open it elsewhere."""

import ast
import json
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from nbformat.v4 import new_notebook
from tests.book.chapters import CHAPTERS

ROOT = Path(__file__).parents[2]
LEFT = re.compile(
    r"\{[a-z:-]+\}`|^[`:]{3,}\{|^\([\w-]+\)=|\\(?:qry|key|val|out)\b|\]\{\.", re.MULTILINE
)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)

WORKS = {
    key: SimpleNamespace(fields={"year": year})
    for key, year in (("vaswani2017", "2017"), ("wang2019glue", "2019a"), ("louppe2024", "2024"))
}


@pytest.fixture
def notebooks(part) -> ModuleType:
    return part("notebooks")


@pytest.fixture
def text(notebooks):
    """The text of a page in a book that has one other page, one section, figure and equation."""
    domains = {
        "std": SimpleNamespace(
            labels={"here": ("one", "here", "The section")},
            anonlabels={"fig-a": ("one", "fig-a")},
        ),
        "math": SimpleNamespace(equations={"eq-a": ("one", 1)}),
        "cite": SimpleNamespace(bibdata=SimpleNamespace(data=SimpleNamespace(entries=WORKS))),
    }
    env = SimpleNamespace(
        titles={"one": SimpleNamespace(astext=lambda: "The page")},
        toc_fignumbers={
            "one": {"figure": {"fig-a": (3, 2)}, "displaymath": {"equation-eq-a": (3, 5)}}
        },
        get_domain=domains.get,
        doc2path=lambda page: str(ROOT / "book" / f"{page}.md"),
    )
    return notebooks.Text(env, "one", {"share": 12.345, "word": "three"}).plain


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("(a-label)=\n## A heading", "## A heading"),
        ("in {glue:text}`share:.1f` %, {glue:text}`word` times", "in 12.3 %, three times"),
        ("see {doc}`one` and {doc}`chapter 1 <one>`", "see “The page” and chapter 1"),
        ("see {ref}`here` and {ref}`this\nsection <here>`", "see “The section” and this\nsection"),
        ("{numref}`fig-a` and {eq}`eq-a`", "figure 3.2 and (3.5)"),
        ("{cite:t}`vaswani2017` show it {cite:p}`wang2019glue, louppe2024`",
         "Vaswani (2017) show it [Wang 2019a, Louppe 2024]"),
        ("The [queries]{.query} $\\qry{Q}$ in $\\R^{d}$", "The queries ${Q}$ in $\\mathbb{R}^{d}$"),
        ("```{math}\n:label: eq-a\n\\softmax(\\qry{q}_i)\n```",
         "$$\n\\operatorname{softmax}({q}_i)\n$$"),
        (":::{admonition} Note\n:class: note\nOne.\n\nTwo.\n:::",
         "> **Note**\n> \n> One.\n> \n> Two."),
        ("Before.\n\n:::{question}\nWhat?\n\n- [x] a\n\n  b\n:::\n", "Before."),
        ("a `{` and `x`", "a `{` and `x`"),
    ],
)  # fmt: skip
def test_a_page_becomes_plain_markdown(text, written, said):
    assert text(written) == said


def test_a_listing_is_the_code_that_the_page_shows(notebooks, tmp_path):
    file = tmp_path / "a.py"
    file.write_text("class A:\n    def f(self):\n        x = 1\n        y = 2\n        return x\n")
    shown = notebooks.listing(file, {"pyobject": "A.f", "start-at": "y =", "end-at": "y ="})
    assert shown == "y = 2"
    assert notebooks.listing(file, {"pyobject": "A.f"}).splitlines()[0] == "def f(self):"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_notebook_of_a_chapter_has_its_cells_and_nothing_of_the_book(book, chapter):
    notebook = json.loads((book / "notebooks" / f"{chapter}.ipynb").read_text("utf-8"))
    of_kind = {"code": [], "markdown": []}
    for cell in notebook["cells"]:
        of_kind[cell["cell_type"]].append("".join(cell["source"]))
        assert not cell.get("outputs")
    page = (ROOT / "book" / f"{chapter}.md").read_text("utf-8")
    assert len(of_kind["code"]) == len(CELL.findall(page))
    for code in of_kind["code"]:
        ast.parse(code)
        assert code.strip().splitlines()[-1] in page
    for prose in of_kind["markdown"]:
        assert not LEFT.search(prose), prose
    headings = re.findall(r"^#+ .+$", page, re.MULTILINE)
    assert [line for line in headings if line in "\n".join(of_kind["markdown"])]


@pytest.mark.parametrize(
    ("repository", "branch", "links"),
    [
        ("", "", {"colab": None, "binder": None}),
        ("https://gitlab.com/someone/course", "pages", {"colab": None, "binder": None}),
        (
            "https://github.com/someone/course/",
            "pages",
            {
                "colab": "https://colab.research.google.com/github/someone/course/blob/pages/"
                "notebooks/01-a.ipynb",
                "binder": "https://mybinder.org/v2/gh/someone/course/pages"
                "?labpath=notebooks/01-a.ipynb",
            },
        ),
    ],
)
def test_a_chapter_opens_online_only_where_its_notebook_is_published(
    notebooks, repository, branch, links, tmp_path, monkeypatch
):
    monkeypatch.setattr(notebooks, "as_notebook", lambda app, page: new_notebook())
    app = SimpleNamespace(
        outdir=tmp_path,
        env=SimpleNamespace(found_docs={"01-a"}),
        config=SimpleNamespace(
            html_theme_options={"repository_url": repository, "repository_branch": branch}
        ),
    )
    context = {"pathto": lambda path, _: path}
    notebooks.offer(app, "01-a", "page.html", context, None)
    assert context["notebook"] == {
        "download": "notebooks/01-a.ipynb", "name": "01-a.ipynb", **links
    }  # fmt: skip
