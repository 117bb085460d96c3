"""What differs on a machine becomes a box and a line; in strict mode it fails the build."""

from bs4 import BeautifulSoup
from tests.book.test_bookpage import CHAPTER, Project, plain, project  # noqa: F401

CELL = 'from payattention_of_test import answer\nprint("the answer is", answer)'


def page_with(code: str, tags: str = "") -> str:
    return CHAPTER.format(extra="The page goes on.").replace(CELL, f"{tags}{CELL}\n{code}")


def boxes(project: Project) -> list[str]:  # noqa: F811
    page = BeautifulSoup(project.page(), "html.parser")
    return [box.get_text(" ", strip=True) for box in page.select(".differs")]


def test_a_claim_that_fails_is_a_box_with_what_was_measured(project: Project) -> None:  # noqa: F811
    project.write("book/page.md", page_with('assert answer == 40\nprint("after it")',
                                            ":tags: [remove-input]\n"))  # fmt: skip
    built = project.build(strict=False)
    assert built.returncode == 0
    assert (
        "1 claim differs on this machine: page: “answer == 40”, but here answer = 41"
        in built.stdout
    )
    (box,) = boxes(project)
    assert "answer == 40" in box
    assert "answer = 41" in box
    assert "after it" in project.page()  # the cell went on
    assert "Traceback" not in project.page()

    strict = project.build()
    assert strict.returncode != 0
    assert "answer == 40" in plain(strict.stderr)
    project.write("book/page.md", page_with("assert answer == 41"))
    assert project.build().returncode == 0
    assert boxes(project) == []


def test_a_claim_in_a_removed_cell_has_its_box(project: Project) -> None:  # noqa: F811
    project.write("book/page.md", page_with("assert 0.3 < answer / 100 < 0.4, 'about a third'",
                                            ":tags: [remove-cell]\n"))  # fmt: skip
    assert project.build(strict=False).returncode == 0
    (box,) = boxes(project)
    assert "about a third" in box
    assert "answer / 100 = 0.41" in box


def test_a_cell_that_raises_ends_neither_page_nor_build(project: Project) -> None:  # noqa: F811
    project.write(
        "book/page.md",
        page_with("late = answer / 0")
        + "\n```{code-cell} ipython3\nprint(late)\n```\n\nThe end: {glue:text}`gone:.1f`.\n",
    )
    built = project.build(strict=False)
    assert built.returncode == 0
    (box,) = boxes(project)  # the second cell fails because of the first
    assert "ZeroDivisionError" in box
    assert "The end" in project.page()
    project.write("src/payattention_of_test.py", "answer = 41  # a later try\n")
    assert "ZeroDivisionError" in project.build(strict=False).stdout
    assert "executing 1 page" in project.build(strict=False).stdout  # it is not taken for done


def test_a_cell_that_takes_too_long_is_stopped(project: Project) -> None:  # noqa: F811
    settings = (project.folder / "_config.yml").read_text("utf-8")
    project.write("_config.yml", settings.replace("timeout: 300", "timeout: 3"))
    project.write("book/page.md", page_with("import time\ntime.sleep(60)"))
    built = project.build(strict=False)
    assert built.returncode == 0
    (box,) = boxes(project)
    assert "stopped" in box


FIRST_FAILS = """import os, sys
from pathlib import Path
if "ipykernel_launcher" in sys.orig_argv and not Path("started").exists():
    Path("started").touch()
    os._exit(1)
"""


def test_a_kernel_that_does_not_start_at_first_is_started_again(project: Project) -> None:  # noqa: F811
    project.write("src/sitecustomize.py", FIRST_FAILS)
    built = project.build()
    assert built.returncode == 0
    assert (project.folder / "book/started").exists()
    assert "the answer is 41" in project.page()
    assert "Traceback" not in built.stderr


def test_a_kernel_that_never_starts_ends_no_build(project: Project) -> None:  # noqa: F811
    project.write("src/sitecustomize.py", FIRST_FAILS.replace(".touch()", ".exists()"))
    built = project.build(strict=False)
    assert built.returncode == 0
    (box,) = boxes(project)
    assert "kernel" in box
    assert "Traceback" not in built.stderr


def test_a_kernel_that_dies_ends_no_build(project: Project) -> None:  # noqa: F811
    project.write("book/page.md", page_with("import os\nos._exit(1)"))
    built = project.build(strict=False)
    assert built.returncode == 0
    (box,) = boxes(project)
    assert "kernel" in box
