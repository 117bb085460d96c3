"""The public half of a course: a repository with everything but solutions, tests and grader.

    python -m classroom.students.public BOOK INTO --torch-index ADDRESS

It is written from this repository, tested, and committed to a git repository of its own. An earlier
version stays as it is if the new one cannot be made, and remains in the history if it can.
"""

import argparse
import json
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from classroom.assignment.release_stamp import is_release
from classroom.book_settings import BookSettings
from classroom.course import Course, CourseError
from classroom.students import leaks, repository
from classroom.students.handout import write_exercises
from classroom.students.package import (
    build_wheels,
    require_import,
    version_of,
    wheels_in,
    write_requirements,
    write_sources,
)
from classroom.students.templates import rendered

TEMPLATES = {
    "README.md": "README.md.j2",
    ".gitignore": "gitignore.j2",
    ".binder/requirements.txt": "binder_requirements.txt.j2",
    ".binder/runtime.txt": "runtime.txt.j2",
    ".devcontainer/devcontainer.json": "devcontainer.json.j2",
    ".github/workflows/book.yml": "book.yml.j2",
    "hub/Dockerfile": "Dockerfile.j2",
}
COPIED = (
    "_config.yml",
    "CITATION.cff",
    "web",
    ".github/ISSUE_TEMPLATE/book.yml",
    ".github/ISSUE_TEMPLATE/check.yml",
)
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__", ".DS_Store")


def write_public(course: Course, book: Path, into: Path, *, torch_index: str) -> str:
    """Write the public half of a course into the empty folder ``into``; return its version.

    Args:
        course: the course.
        book: the folder of the built book, without the pages that are not for the public.
        into: the folder.
        torch_index: the address of PyTorch's CPU builds.
    """
    if not (book / "index.html").is_file():
        raise CourseError(
            f"There is no built book in {course.display_path(book)}: run `make public`."
        )
    for name in COPIED:
        source = course.root / name
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copyfile if source.is_file() else copy_folder
        copy(source, into / name)
    write_book(course.book, book, into / "book")
    copy_folder(book / "notebooks", into / "notebooks")
    write_exercises(course, into / "exercises")
    write_sources(course.root, into)
    (into / "wheels").mkdir()
    wheels = build_wheels(course.root, into / "wheels")
    write_requirements(course.root, into, wheels, torch_index)
    values = values_of_templates(course, into, version_of(wheels), torch_index)
    for name, template in TEMPLATES.items():
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        (into / name).write_text(rendered(template, **values), encoding="utf-8")
    return version_of(wheels)


def copy_folder(source: Path, copy: Path) -> None:
    shutil.copytree(source, copy, ignore=NOT_COPIED)


def write_book(source: Path, built: Path, into: Path) -> None:
    """Copy the sources of the pages that a built book has.

    ``source`` holds the sources of all pages. The table of contents lies beside the folder
    ``built``, because the build has removed the other pages from it.
    """
    into.mkdir()
    contents = (built.parent / "_toc.yml").read_text(encoding="utf-8")
    (into / "_toc.yml").write_text(contents, encoding="utf-8")
    pages = [f"{name}.md" for name in pages_of(yaml.safe_load(contents))]
    texts = [(source / page).read_text(encoding="utf-8") for page in pages]
    pictures = [
        file.relative_to(source).as_posix()
        for file in source.rglob("images/*")
        if any(file.name in text for text in texts)
    ]
    data = [
        file.relative_to(source).as_posix()
        for kind in ("*.bib", "*.toml")
        for file in source.rglob(kind)
    ]
    for name in [*pages, *pictures, *data]:
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, into / name)


def pages_of(contents: Any) -> Iterator[str]:
    """The pages of a table of contents (or of a part of it), without their file type."""
    if isinstance(contents, list):
        for entry in contents:
            yield from pages_of(entry)
    elif isinstance(contents, dict):
        for key, value in contents.items():
            if key in ("root", "file"):
                yield value
            else:
                yield from pages_of(value)


def values_of_templates(
    course: Course, folder: Path, version: str, torch_index: str
) -> dict[str, object]:
    project = tomllib.loads((course.root / "pyproject.toml").read_text("utf-8"))["project"]
    settings = BookSettings.read(course.root)
    title = settings.title or course.directory.course_id
    found = sorted([*folder.glob("notebooks/*.ipynb"), *folder.glob("exercises/*/*.ipynb")])
    paths = [notebook.relative_to(folder).as_posix() for notebook in found]
    return {
        "title": title,
        "title_as_json": json.dumps(title),
        "address": settings.address,
        "repository": settings.repository,
        "branch": settings.repository.branch,
        "notebooks": [
            {
                "name": path.rpartition("/")[2],
                "path": path,
                "colab": settings.repository.colab(path),
                "binder": settings.repository.binder(path),
            }
            for path in paths
        ],
        "python": project["requires-python"].removeprefix(">="),
        "torch_index": torch_index,
        "version": version,
    }


def require_presentable(course: Course, folder: Path) -> None:
    """Raise CourseError if the public half holds a secret, or does not work.

    Its notebooks must be those of exercises/, nothing of the solutions, the hidden tests, the bank
    of answers and the grader may be in it, and its wheels must install and import.
    """
    for name in course.assignments():
        notebook = folder / "exercises" / name / f"{name}.ipynb"
        ours = course.exercise(name)
        if not ours.is_file() or ours.read_bytes() != notebook.read_bytes():
            raise CourseError(
                f"{course.display_path(ours)} is not up to date: run `classroom release`."
            )
        if not is_release(notebook):
            raise CourseError(f"{course.display_path(ours)} is not as it was released.")
    if found := leaks.leaks(course, folder):
        many = f"\n… and {len(found) - 10} more" if len(found) > 10 else ""
        raise CourseError("\n".join(["Nothing was written, because", *found[:10]]) + many)
    require_import(wheels_in(folder / "wheels"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("book", type=Path, help="the built book")
    parser.add_argument("into", type=Path, help="the folder of the public repository")
    parser.add_argument("--torch-index", required=True, help="the address of PyTorch's CPU builds")
    given = parser.parse_args()
    into = given.into.resolve()
    try:
        course = Course.find(Path())
        public = repository.PublicRepository.open(into, course)
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder)
            version = write_public(
                course, given.book.resolve(), made, torch_index=given.torch_index
            )
            require_presentable(course, made)
            changed = public.replace(made, version)
    except CourseError as error:
        sys.exit(str(error))
    how = "is committed" if changed else "was there already"
    print(f"Public:  {course.display_path(into)}   (version {version} {how})")
    print("Publish: make publish REMOTE=git@github.com:OWNER/REPOSITORY.git")


if __name__ == "__main__":
    main()
