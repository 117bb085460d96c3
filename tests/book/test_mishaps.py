"""A build that is killed, or that runs out of disk, is mended by the next one, file by file."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.book.conftest import BUILD
from tests.book.test_bookpage import CHAPTER, Project

FIGURE = """```{{code-cell}} ipython3
import matplotlib.pyplot as plt
import numpy as np
plt.imshow(np.eye({size}));
```

![a drawing](drawing.svg)

{filler}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
MOMENTS = 20
CHECKSUM = re.compile(rb"(?<=\.css)\?v=\w+(?=\" />)")


@pytest.fixture
def project(tmp_path: Path, build) -> Project:
    return illustrated(Project(tmp_path / "project", build))


def illustrated(project: Project) -> Project:
    """Three pages with pictures that are drawn, and pictures that are copied."""
    project.write("book/_toc.yml", "format: jb-book\nroot: page\nchapters:\n"
                                   "  - file: second\n  - file: third\n")  # fmt: skip
    for size, name in enumerate(("page", "second", "third"), 3):
        figure = FIGURE.format(size=size, filler="A sentence of this page.\n\n" * 50)
        project.write(f"book/{name}.md", CHAPTER.format(extra=figure))
    project.write("book/drawing.svg", SVG)
    return project


def start(project: Project) -> subprocess.Popen:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(project.folder / "src"),
    }
    return subprocess.Popen(BUILD.split(), cwd=project.folder, env=environment,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)  # fmt: skip


def site_of(project: Project) -> dict[str, bytes]:
    """The files of a built site; only later builds give myst-nb's style sheet a checksum."""
    html = project.folder / "_build/html"
    return {
        file.relative_to(html).as_posix(): CHECKSUM.sub(b"", file.read_bytes())
        for file in html.rglob("*")
        if file.is_file()
    }


def assert_same(site: dict[str, bytes], expected: dict[str, bytes]) -> None:
    assert site.keys() == expected.keys()
    assert [name for name in expected if site[name] != expected[name]] == []


@pytest.mark.parametrize("quarter", range(4))  # side by side they take a quarter of the time
def test_a_build_killed_at_any_moment_is_mended_by_the_next(project: Project, quarter: int) -> None:
    begun = time.monotonic()
    assert project.build().returncode == 0
    seconds = time.monotonic() - begun
    expected = site_of(project)
    assert any(name.startswith("_images/drawing") for name in expected)
    for moment in range(quarter, MOMENTS, 4):
        for page in (project.folder / "book").glob("*.md"):  # so that there is all to do
            os.utime(page)
        cache = project.folder / "_build/.jupyter_cache/second"
        for run in cache.glob("*.ipynb"):
            run.unlink()
        process = start(project)
        time.sleep(seconds * (moment + 0.5) / MOMENTS)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        built = project.build()
        assert built.returncode == 0, built.stderr
        assert_same(site_of(project), expected)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own that is nearly full."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a disk takes root")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_build_on_a_full_disk_is_mended_when_there_is_room(
    project: Project, small_disk: Path, build
) -> None:
    assert project.build().returncode == 0
    full = illustrated(Project(small_disk / "project", build))
    built = full.build()
    assert built.returncode != 0
    assert "No space left on device" in built.stdout + built.stderr
    subprocess.run(["mount", "-o", "remount,size=200m", str(small_disk)], check=True)
    assert full.build().returncode == 0
    site, expected = site_of(full), site_of(project)
    del site[".buildinfo"], expected[".buildinfo"]  # it has a hash of the project's own path
    assert_same(site, expected)


def test_a_picture_that_vanished_a_dead_link_and_a_lost_page_are_found(part, tmp_path) -> None:
    page = '<p id="here"><img src="a.svg"><a href="b.html#there">b</a><a href="#here">c</a></p>'
    (tmp_path / "a.html").write_text(page)
    whole = part("whole")
    assert list(whole.dead_addresses(tmp_path)) == [("a.html", "a.svg"), ("a.html", "b.html#there")]
    (tmp_path / "a.svg").write_text(SVG)
    (tmp_path / "b.html").write_text("<p>no such place</p>")
    assert list(whole.dead_addresses(tmp_path)) == [("a.html", "b.html#there")]
    (tmp_path / "b.html").write_text('<p id="there"></p>')
    assert list(whole.dead_addresses(tmp_path)) == []
    (tmp_path / "searchindex.js").write_text('Search.setIndex({"docnames": ["a"], "terms": {}})')
    assert whole.pages_unknown_to_search(tmp_path, {"a", "b"}) == ["b"]


def test_a_page_with_a_dead_link_fails_in_strict_mode_alone(project: Project) -> None:
    page = (project.folder / "book/page.md").read_text("utf-8")
    project.write("book/page.md", page + '\n<a href="nowhere.html">there</a>\n')
    built = project.build(strict=False)
    assert built.returncode == 0
    assert "page.html: nothing is at nowhere.html" in built.stderr
    assert project.build().returncode != 0  # although no page has changed since
    project.write("book/page.md", page)
    assert project.build().returncode == 0
