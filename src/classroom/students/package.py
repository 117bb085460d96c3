"""The packages that students get: `payattention`, and the checks in compressed form.

Each is a wheel of its own. The grader is no part of them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from classroom.course import CourseError
from classroom.fingerprint import PACKAGES
from classroom.students.templates import rendered
from payattention_checks.sealed import sealed

CHECKS = "payattention_checks/*/_[a-z]*.py"  # the module of each task's check
HIDDEN = "_hidden_*.py"  # what hidden tests alone use
OF_CLASSROOM = (  # what JupyterLab needs to show the book, and what the book's build needs
    "__init__.py",
    "assignment/__init__.py",
    "assignment/bank.py",
    "assignment/release_stamp.py",
    "book_settings.py",
    "course.py",
    "fingerprint.py",
    "imported_files.py",
    "students/__init__.py",
    "students/jupyter_server_config.d/payattention.json",
    "students/lab.py",
)
FIRST_DAY = "315532800"  # 1980-01-01, the first day that a zip can name
NOT_FOR_STUDENTS = {"classroom", "cluster", "dev", "postgres"}  # extras of pyproject.toml


def write_sources(root: Path, into: Path) -> None:
    """Write the sources of the students' packages into the folder ``into``.

    They are made from the course in the folder ``root``. The modules of the tasks' checks are
    compressed, so that nobody reads a solution by chance. What hidden tests alone use is left out.
    """
    source, copy = root / "src", into / "src"
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", ".*", HIDDEN)
        shutil.copytree(source / package, copy / package, ignore=ignored)
    for name in OF_CLASSROOM:
        target = copy / "classroom" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / "classroom" / name, target)
    for check in copy.glob(CHECKS):
        check.write_text(sealed(check.read_text(encoding="utf-8")), encoding="utf-8")
    for name in ("LICENSE", "src/pyproject.toml"):
        shutil.copyfile(root / name, into / name)
    (into / "pyproject.toml").write_text(pyproject(root), encoding="utf-8")


def pyproject(root: Path) -> str:
    """The text of the students' pyproject.toml, made from that of the course."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project, files = settings["project"], settings["tool"]["setuptools"]["package-data"]
    extras = {
        name: as_toml(needs)
        for name, needs in project["optional-dependencies"].items()
        if name not in NOT_FOR_STUDENTS
    }
    return rendered(
        "pyproject.toml.j2",
        project=project,
        dependencies=as_toml(project["dependencies"]),
        extras=extras,
        data=as_toml(files["payattention"]),
    )


def as_toml(texts: list[str]) -> str:
    return json.dumps(texts, indent=2, ensure_ascii=False)


def build_wheels(root: Path, into: Path) -> list[Path]:
    """Build the wheels of the students' packages into the folder ``into``; return their paths.

    The same sources give the same wheels, byte for byte, and both have the same version. Raises
    CourseError if a package cannot be built.
    """
    with tempfile.TemporaryDirectory() as folder:
        write_sources(root, Path(folder))
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        pip += ["--no-build-isolation", "--disable-pip-version-check"]
        done = subprocess.run(
            [*pip, "--wheel-dir", str(into), folder, f"{folder}/src"],
            env=os.environ | {"SOURCE_DATE_EPOCH": FIRST_DAY},
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise CourseError(f"The packages cannot be built:\n{done.stderr.strip()}")
    return wheels_in(into)


def wheels_in(folder: Path) -> list[Path]:
    """The wheels of the students' packages in a folder; raises CourseError if one is missing."""
    wheels = [*folder.glob("payattention-*.whl"), *folder.glob("payattention_checks-*.whl")]
    if len(wheels) != len(PACKAGES):
        raise CourseError(f"{folder} must hold a wheel of each of {', '.join(PACKAGES)}.")
    return wheels


def require_import(wheels: list[Path]) -> None:
    """Raise CourseError if wheels cannot be installed, or a module in them cannot be imported.

    Packages that it needs must be installed already. Those of an extra may be missing.
    """
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    pip += ["--disable-pip-version-check", "--target"]
    with tempfile.TemporaryDirectory() as folder:
        for command in (
            [*pip, folder, *map(str, wheels)],
            [sys.executable, "-c", IMPORT_ALL, folder],
        ):
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
            if done.returncode:
                raise CourseError(f"The wheels do not work:\n{done.stderr.strip()}")


IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys

folder = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(folder))
for name in ("payattention", "payattention_checks"):
    package = importlib.import_module(name)
    assert pathlib.Path(package.__file__).resolve().is_relative_to(folder), package.__file__
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        if module.name.endswith("__main__"):
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name.partition(".")[0] in ("payattention", "payattention_checks", "classroom"):
                raise
"""


def version_of(wheels: list[Path]) -> str:
    return wheels[0].name.split("-")[1]


def write_requirements(root: Path, into: Path, wheels: list[Path], torch_index: str) -> None:
    """Write requirements.txt and constraints.txt, with the tested version of every package.

    Args:
        root: the course's folder.
        into: the folder that gets the two files.
        wheels: the wheels of the packages, in a folder below ``into``.
        torch_index: the address of PyTorch's CPU builds.
    """
    lock = (root / "requirements.txt").read_text(encoding="utf-8")
    (into / "constraints.txt").write_text(constraints(lock), encoding="utf-8")
    paths = [wheel.relative_to(into).as_posix() for wheel in wheels]
    (into / "requirements.txt").write_text(requirements(paths, torch_index), encoding="utf-8")


def constraints(lock: str) -> str:
    """The lines ``NAME==VERSION`` of the lock file's text, which pip reads as constraints."""
    return "".join(f"{line}\n" for line in lock.splitlines() if re.match(r"[\w.-]+==", line))


def requirements(wheels: list[str], torch_index: str) -> str:
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
            *(f"./{wheel}" for wheel in wheels),
            "jupyterlab",
            "",
        ]
    )
