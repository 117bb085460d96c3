"""The picture of the course's parts: its arrows are the imports, and all of them."""

from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import grimp
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def architecture(part) -> ModuleType:
    return part("architecture")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """The imports of the packages, as import-linter sees them."""
    return grimp.build_graph("classroom", "payattention", "payattention_checks", cache_dir=None)


def imports(graph: grimp.ImportGraph, depth: int) -> set[tuple[str, str]]:
    """Which packages (depth 0) or folders of a package (depth 1) import which."""
    found = set()
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            pair = tuple(name.split(".")[depth : depth + 1] for name in (module, other))
            if all(pair) and pair[0] != pair[1]:
                found.add((pair[0][0], pair[1][0]))
    return found


def test_the_arrows_between_packages_are_import_linter_s(architecture, graph):
    packages = {
        (a, b) for a, b in architecture.edges(ROOT) if a in architecture.PACKAGES
    }  # fmt: skip
    assert packages == imports(graph, 0)


def test_the_arrows_between_folders_are_import_linter_s(architecture, graph):
    folders = set(architecture.FOLDERS)
    expected = {(a, b) for a, b in imports(graph, 1) if {a, b} <= folders}
    assert architecture.edges_of_folders(ROOT) == expected


def test_pages_and_notebooks_import_what_the_design_allows(architecture):
    found = architecture.edges(ROOT)
    assert {b for a, b in found if a == "book"} == {"payattention"}
    assert {b for a, b in found if a == "exercises"} <= {"payattention", "payattention_checks"}


def test_every_folder_of_classroom_is_drawn_once_and_every_arrow(architecture):
    there = {path.parent.name for path in (ROOT / "src/classroom").glob("*/__init__.py")}
    assert set(architecture.FOLDERS) == there == set(architecture.layers(ROOT))
    drawn = ElementTree.fromstring(architecture.picture(ROOT))
    names = [text.text for text in drawn.iter("text") if text.get("class") == "name"]
    assert sorted(names) == sorted(
        [*there, "book", "exercises", "web/bookpage", *architecture.PACKAGES]
    )
    arrows = [path for path in drawn if path.tag == "path" and path.get("class") != "open"]
    edges = [*architecture.edges(ROOT), *architecture.edges_of_folders(ROOT)]
    assert len(arrows) == len(edges)
    for a, b in edges:
        assert a in drawn.get("aria-label") and b in drawn.get("aria-label")  # noqa: PT018


def test_no_name_is_wider_than_its_box(architecture):
    """A letter of 11 pixels is 7 wide on average, in a wide bold font."""
    for name, (_, _, width) in architecture.boxes().items():
        assert 7 * len(name) < width
    for name in architecture.FOLDERS:
        assert 7 * len(name) < architecture.FOLDER_WIDTH
