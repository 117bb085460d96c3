"""Figures with a drawing for pages and one for phones."""

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.util import FilenameUniqDict
from tests.book.test_bookpage import Project

from payattention import plots
from payattention.plots.svg import with_narrow

ROOT = Path(__file__).parents[2]
WIDE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="552pt" height="216pt"><desc>A & B</desc></svg>'
)
WIDE = WIDE.replace("&", "&amp;")
NARROW = '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="300"></svg>'
CELL = """
```{code-cell} ipython3
---
mystnb:
  figure:
    name: fig-two
    caption: Two drawings.
---
from payattention_of_test import Figure
Figure()
```
"""


@pytest.fixture
def pictures(part: Callable[[str], ModuleType]) -> ModuleType:
    return part("pictures")


def split(pictures: ModuleType, folder: Path, drawing: str, **image: str) -> nodes.image:
    """The node of an image after its file has been split, if there is something to split."""
    (folder / "a.svg").write_text(drawing)
    document = new_document("a page")
    document += nodes.image("", uri="a.svg", **image)
    env = SimpleNamespace(docname="page", images=FilenameUniqDict())
    pictures.split(SimpleNamespace(srcdir=folder, env=env), document)
    (node,) = document.findall(nodes.image)
    return node


def test_two_drawings_become_two_files(pictures: ModuleType, tmp_path: Path) -> None:
    for _ in range(2):  # also where a build has split it before
        image = split(pictures, tmp_path, with_narrow(WIDE, NARROW))
        assert image["narrow"] == "a-narrow.svg"
        assert image["alt"] == "A & B"
        assert (tmp_path / "a.svg").read_text().strip() == WIDE
        assert (tmp_path / "a-narrow.svg").read_text() == NARROW


def test_a_drawing_alone_stays_alone(pictures: ModuleType, tmp_path: Path) -> None:
    image = split(pictures, tmp_path, WIDE, alt="What one sees")
    assert "narrow" not in image
    assert image["alt"] == "What one sees"
    assert [file.name for file in tmp_path.iterdir()] == ["a.svg"]


def test_a_size_is_in_pixels_and_none_is_said_where_there_is_none(pictures: ModuleType) -> None:
    assert pictures.size(WIDE) == 'width="736" height="288"'
    assert pictures.size(NARROW) == 'width="360" height="300"'
    assert pictures.size('<svg xmlns="http://www.w3.org/2000/svg"/>') == ""


def test_every_figure_of_the_package_can_be_split(pictures: ModuleType) -> None:
    plots.use_style()
    drawing, axes = plots.figure()
    plots.lines(axes, [1, 2], {"a": [1, 2]}, xlabel="n", ylabel="s")
    for figure in (drawing, plots.gru_cell()):
        svg = figure._repr_svg_()
        narrow = pictures.NARROW.search(svg)[1]
        widths = [int(re.search(r"\d+", pictures.size(one))[0]) for one in (svg, narrow)]
        assert pictures.size(pictures.NARROW.sub("", svg)) == pictures.size(svg)
        assert widths[0] <= 745
        assert widths[1] <= 500


def test_a_page_offers_a_phone_the_narrow_drawing(
    build: Callable[..., object], tmp_path: Path
) -> None:
    project = Project(tmp_path, build)
    text = (project.folder / "book/page.md").read_text("utf-8")
    project.write("book/page.md", text.split("```")[0] + CELL)
    figure = (
        f"class Figure:\n    def _repr_svg_(self):\n        return {with_narrow(WIDE, NARROW)!r}\n"
    )
    project.write("src/payattention_of_test.py", figure)
    assert project.build(strict=False).returncode == 0
    page = project.page()
    (narrow,) = re.findall(
        r'<picture><source media="\(max-width: 600px\)" srcset="(_images/[^"]+)" width="360"', page
    )
    (wide,) = re.findall(r'<img class="" alt="A &amp; B" src="([^"]+)" width="736"', page)
    built = project.folder / "_build" / "html"
    assert (built / narrow).read_text() == NARROW
    assert (built / wide).read_text().strip() == WIDE
