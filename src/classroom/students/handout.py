"""What students get: a start page, exercises, the book without the instructor's guide, the package.

It is written to a folder and, with the same contents, to a zip. Unpacking the zip makes a folder
with the version in its name, so a newer zip does not overwrite a student's work.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from traitlets.config import Config

from classroom.assignment.release import generated
from classroom.course import Course, CourseError
from payattention_checks.sealed import sealed

PACKAGE = ("src", "pyproject.toml", "README.md", "LICENSE")  # the sources of the wheel
CHECKS = "payattention_checks/*/_[a-z]*.py"  # the module of each task's check
IGNORED = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")
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
        raise CourseError(f"There is no built book in {course.say(book)}: run `make book` first.")
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    names = course.choose([])
    with generated(course, names, self_study_settings(self_study)) as made:
        for name, notebook in made.items():
            place = into / "exercises" / name / notebook.name
            place.parent.mkdir(parents=True)
            shutil.copyfile(notebook, place)
    shutil.copytree(book, into / "book", ignore=shutil.ignore_patterns(".*"))
    wheel = build_wheel(course.root, into)
    lock = (course.root / "requirements.txt").read_text(encoding="utf-8")
    (into / "constraints.txt").write_text(constraints(lock), encoding="utf-8")
    (into / "requirements.txt").write_text(requirements(wheel, torch_index), encoding="utf-8")
    (into / START).write_text(start_page(course, into, wheel), encoding="utf-8")
    kind = "-self-study" if self_study else ""  # so that neither zip replaces the other
    return pack(into, f"{course.directory.course_id}{kind}", version_of(wheel))


def self_study_settings(self_study: bool) -> Config:
    settings = Config()
    if self_study:
        settings.Help.hints = settings.Help.worked_solutions = True
    return settings


def build_wheel(root: Path, into: Path) -> Path:
    """Build the wheel of the package `payattention` into the folder ``into``; return its path.

    The wheel is built from a copy of the sources in ``root``, without files of an earlier build. In
    the copy, the modules of the checks are compressed, so that nobody reads a solution by chance.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in PACKAGE:
            source, copy = root / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, copy, ignore=IGNORED)
            else:
                shutil.copyfile(source, copy)
        for check in Path(folder, "src").glob(CHECKS):
            check.write_text(sealed(check.read_text(encoding="utf-8")), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        pip += ["--no-build-isolation", "--disable-pip-version-check"]
        done = subprocess.run(
            [*pip, "--wheel-dir", str(into), folder], capture_output=True, text=True
        )
    if done.returncode:
        raise CourseError(f"The package cannot be built:\n{done.stderr.strip()}")
    (wheel,) = into.glob("payattention-*.whl")
    return wheel


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def constraints(lock: str) -> str:
    """The lines ``NAME==VERSION`` of the lock file's text, which pip reads as constraints."""
    return "".join(f"{line}\n" for line in lock.splitlines() if re.match(r"[\w.-]+==", line))


def requirements(wheel: Path, torch_index: str) -> str:
    """The text of requirements.txt, which students install with `pip install -r`.

    pip then searches two indexes for PyTorch: PyPI, and ``torch_index``, PyTorch's own index of CPU
    builds. If PyPI has the version ``2.13.0`` and ``torch_index`` has ``2.13.0+cpu``, pip installs
    ``2.13.0+cpu``.
    """
    return "\n".join(
        [
            "# Run in this folder: pip install -r requirements.txt",
            f"--extra-index-url {torch_index}",
            "--constraint constraints.txt",
            f"./{wheel.name}",
            "jupyterlab",
            "",
        ]
    )


def start_page(course: Course, folder: Path, wheel: Path) -> str:
    project = tomllib.loads((course.root / "pyproject.toml").read_text("utf-8"))["project"]
    title = re.search(r'^title: *"?(.*?)"? *$', settings_of_book(course), re.MULTILINE)
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
        title=title[1] if title else course.directory.course_id,
        python=project["requires-python"].removeprefix(">="),
        book=(folder / "book").is_dir(),
        assignments=assignments,
        version=version_of(wheel),
    )


def settings_of_book(course: Course) -> str:
    return (course.root / "_config.yml").read_text(encoding="utf-8")


def pack(folder: Path, course: str, version: str) -> Path:
    """Zip a folder into a file beside it; return the path of the zip.

    In the zip, the folder is called ``course``, a dash, ``version``. Zips of other versions are
    deleted.
    """
    name = f"{course}-{version}"
    for old in folder.parent.glob(f"{course}-[0-9]*.zip"):
        old.unlink()
    place = folder.parent / f"{name}.zip"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            packed.write(file, Path(name, file.relative_to(folder)))
    return place


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
    print(f"Hand out:  {course.say(packed)}   (unpacked: {course.say(given.into.resolve())})")
    print(f"Look at:   {given.into / START}")


if __name__ == "__main__":
    main()
