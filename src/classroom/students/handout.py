"""What students get: a start page, exercises, the book without the instructor's guide, the wheels.

It is written to a folder and, with the same contents, to a zip. Unpacking the zip makes a folder
with the version in its name, so a newer zip does not overwrite a student's work.
"""

import argparse
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from traitlets.config import Config

from classroom.assignment.release import generated
from classroom.book_settings import BookSettings
from classroom.course import Course, CourseError
from classroom.students.package import build_wheels, version_of, write_requirements

START = "start.html"


def hand_out(
    course: Course, book: Path, into: Path, *, torch_index: str, self_study: bool = False
) -> Path:
    """Put everything that students get into the folder ``into``, and zip it; return the zip's path.

    Args:
        course: the course; its exercises are generated anew from its solutions.
        book: the folder of the built book. All its pages are copied, so it must be built without
            the pages that are not for students.
        into: the folder; its present contents are deleted.
        torch_index: the address of PyTorch's CPU builds.
        self_study: whether the notebooks show hints and a folded solution after each task.
    """
    if not (book / "index.html").is_file():
        raise CourseError(
            f"There is no built book in {course.display_path(book)}: run `make book` first."
        )
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    write_exercises(course, into / "exercises", self_study_settings(self_study))
    shutil.copytree(book, into / "book", ignore=shutil.ignore_patterns(".*"))
    wheels = build_wheels(course.root, into)
    write_requirements(course.root, into, wheels, torch_index)
    (into / START).write_text(start_page(course, into, wheels), encoding="utf-8")
    kind = "-self-study" if self_study else ""  # so that neither zip replaces the other
    return pack(into, f"{course.directory.course_id}{kind}", version_of(wheels))


def write_exercises(course: Course, into: Path, settings: Config | None = None) -> None:
    """Generate the students' notebooks of all assignments in the folder ``into``."""
    with generated(course, course.choose([]), settings) as made:
        for name, notebook in made.items():
            target = into / name / notebook.name
            target.parent.mkdir(parents=True)
            shutil.copyfile(notebook, target)


def self_study_settings(self_study: bool) -> Config:
    settings = Config()
    if self_study:
        settings.Help.hints = settings.Help.worked_solutions = True
    return settings


def start_page(course: Course, folder: Path, wheels: list[Path]) -> str:
    project = tomllib.loads((course.root / "pyproject.toml").read_text("utf-8"))["project"]
    assignments = []
    for file in sorted(folder.glob("exercises/*/*.ipynb")):
        page = Path("book/exercises", file.stem, f"{file.stem}.html")
        found = page.as_posix() if (folder / page).is_file() else ""
        assignments.append({"name": file.stem, "page": found})
    templates = Environment(
        loader=PackageLoader("classroom.students", "start_page"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    return templates.get_template(f"{START}.j2").render(
        title=BookSettings.read(course.root).title or course.directory.course_id,
        python=project["requires-python"].removeprefix(">="),
        book=(folder / "book").is_dir(),
        assignments=assignments,
        version=version_of(wheels),
    )


def pack(folder: Path, course: str, version: str) -> Path:
    """Zip a folder into a file beside it; return the path of the zip.

    In the zip, the folder is called ``course``, a dash, ``version``. Zips of other versions are
    deleted.
    """
    name = f"{course}-{version}"
    for old in folder.parent.glob(f"{course}-[0-9]*.zip"):
        old.unlink()
    archive = folder.parent / f"{name}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            packed.write(file, Path(name, file.relative_to(folder)))
    return archive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path, help="the built book")
    parser.add_argument("into", type=Path, help="the folder to fill")
    parser.add_argument("--torch-index", required=True, help="the address of PyTorch's CPU builds")
    parser.add_argument("--self-study", action="store_true", help="show hints and solutions")
    given = parser.parse_args()
    try:
        course = Course.find(Path())
        packed = hand_out(
            course,
            given.book.resolve(),
            given.into.resolve(),
            torch_index=given.torch_index,
            self_study=given.self_study,
        )
    except CourseError as error:
        sys.exit(str(error))
    unpacked = course.display_path(given.into.resolve())
    print(f"Hand out:  {course.display_path(packed)}   (unpacked: {unpacked})")
    print(f"Look at:   {given.into / START}")


if __name__ == "__main__":
    main()
