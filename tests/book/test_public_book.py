"""The public half of this course: nothing secret is in it, and its book builds from it alone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from tests.book.chapters import CHAPTERS

from classroom.course import Course
from classroom.students import leaks, public

pytestmark = pytest.mark.system  # the book is built twice

ROOT = Path(__file__).parents[2]
ADDRESS = "https://github.com/someone/course"
LINK = re.compile(r'href="(https://(?:colab\.research\.google\.com|mybinder\.org)/[^"]+)"')


def build(project: Path, into: Path, *arguments: str, **variables: str) -> Path:
    """Build the book of a project with its own code; pages that were executed here are not again.

    Returns the folder of the pages.
    """
    cache = into / "_build/.jupyter_cache"
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.symlink_to(ROOT / "_build/.jupyter_cache")
    path = os.pathsep.join([str(project / "web"), str(project / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "bookpage.build", "--strict", "--into", str(into), *arguments],
        cwd=project,
        env=os.environ | {"PYTHONPATH": path} | variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return into / "_build/html"


@pytest.fixture(scope="module")
def half(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The public half, as `make public` writes it."""
    handout = build(ROOT, tmp_path_factory.mktemp("handout"), BOOK_WITHOUT="instructor")
    into = tmp_path_factory.mktemp("half")
    public.write_public(Course(ROOT), handout, into, torch_index="https://example.org/cpu")
    return into


@pytest.fixture(scope="module")
def pages(half: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book that the public half builds, once it has an address."""
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(half, project, dirs_exist_ok=True)
    (project / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    settings = (project / "_config.yml").read_text("utf-8")
    assert '  url: ""' in settings
    (project / "_config.yml").write_text(settings.replace('  url: ""', f"  url: {ADDRESS}"))
    return build(project, project)


def test_nothing_secret_is_in_it_and_its_wheel_works(half: Path):
    public.require_presentable(Course(ROOT), half)


def test_a_solution_in_it_would_be_found(half: Path, tmp_path: Path):
    shutil.copytree(ROOT / "solutions", tmp_path / "notes")
    found = leaks.leaks(Course(ROOT), tmp_path)
    tasks = {sentence.partition("the solution of ")[2] for sentence in found} - {""}
    assert len(tasks) > 40


def test_it_has_the_chapters_and_exercises_and_no_page_for_instructors(half: Path):
    chapters = {path.stem for path in ROOT.glob("book/0*.md")}
    assert {path.stem for path in half.glob("book/0*.md")} == chapters
    assert {path.stem for path in half.glob("notebooks/*.ipynb")} == set(CHAPTERS)
    ours = {path.relative_to(ROOT) for path in ROOT.glob("exercises/*/*.ipynb")}
    assert {path.relative_to(half) for path in half.glob("exercises/*/*.ipynb")} == ours
    assert not [name for name in ("instructor", "planning", "tasks") if
                (half / "book" / f"{name}.md").exists()]  # fmt: skip


def test_every_button_of_its_book_opens_a_notebook_that_is_in_it(half: Path, pages: Path):
    opened = set()
    for page in pages.rglob("*.html"):
        for link in LINK.findall(page.read_text("utf-8")):
            address = unquote(link)
            path = address.partition("/blob/main/")[2] or address.partition("?labpath=")[2]
            assert "someone/course" in address
            assert (half / path).is_file(), link
            opened.add(path)
    there = {path.relative_to(half).as_posix() for path in half.rglob("*.ipynb")}
    assert opened == there


def test_its_book_lacks_the_instructor_s_guide(pages: Path):
    assert (pages / "03-dot-product.html").exists()
    assert not (pages / "instructor.html").exists()
    assert "instructor.html" not in (pages / "index.html").read_text("utf-8")
