"""The public half: what is in it, that it has no secret, and that it works."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from nbformat.v4 import new_notebook
from tests.classroom.conftest import TOY, make_course, write
from tests.classroom.students.copies import PROJECT, SECRETS, copy_package

from classroom.assignment.release import release
from classroom.course import Course, CourseError
from classroom.students import public
from classroom.students.package import version_of, wheels_in

INDEX = "https://example.org/cpu"
CONTENTS = {"format": "jb-book", "root": "index", "chapters": [{"file": "more/open"}]}
REPOSITORY = "repository: {url: 'https://github.com/someone/toy', branch: spring}\n"


def write_book(course: Course) -> Path:
    """The book's sources, with a page and a picture for instructors; the folder of the build."""
    book = course.root / "book"
    (book / "more").mkdir(parents=True)
    (book / "images").mkdir()
    (book / "index.md").write_text("# The book\n\n![One](images/one.png)\n")
    (book / "more/open.md").write_text("# Open\n")
    (book / "instructor.md").write_text("# Secret\n\n![Two](images/two.png)\n")
    (book / f"{TOY}.md").write_text("# Not listed\n")
    for name in ("references.bib", "descriptions.toml", "images/one.png", "images/two.png"):
        (book / name).write_text("")
    built = course.root / "_build/handout/_build/html"
    write(new_notebook(), built / "notebooks" / f"{TOY}.ipynb")
    (built / "index.html").write_text("the book")
    (built.parent / "_toc.yml").write_text(yaml.safe_dump(CONTENTS))
    return built


def make_half(folder: Path, settings: str = "") -> tuple[Course, Path]:
    """A small course that can be published, and the folder of its built book."""
    folder.mkdir(exist_ok=True)
    course = make_course(folder)
    copy_package(folder)
    (folder / "CITATION.cff").write_text("title: A toy\n")
    for name in (
        "web/bookpage/build.py", "web/node_modules/left/index.js", "web/.npmrc", "web/package.json",
        ".github/ISSUE_TEMPLATE/book.yml", ".github/ISSUE_TEMPLATE/check.yml",
        ".github/ISSUE_TEMPLATE/grader.yml",
    ):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    (folder / "_config.yml").write_text(f"title: A toy\n{settings}")
    release(course, [TOY])
    return course, write_book(course)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, Path]:
    """A course with a public repository on GitHub, and its public half."""
    course, built = make_half(tmp_path_factory.mktemp("course"), REPOSITORY)
    into = tmp_path_factory.mktemp("half")
    public.write_public(course, built, into, torch_index=INDEX)
    return course, into


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.system  # a wheel is built
class TestHalf:
    """The public half of a small course, written once."""

    def test_it_holds_these_files_and_none_else(self, half):
        _, into = half
        found = {name for name in files(into) if not re.match("src/.*/", name)}
        assert found == {
            "README.md", "LICENSE", "CITATION.cff", "_config.yml", "pyproject.toml", ".gitignore",
            "src/pyproject.toml",
            "requirements.txt", "constraints.txt",
            *(f"wheels/{wheel.name}" for wheel in wheels_in(into / "wheels")),
            ".binder/requirements.txt", ".binder/runtime.txt", ".devcontainer/devcontainer.json",
            ".github/workflows/book.yml", ".github/ISSUE_TEMPLATE/book.yml",
            ".github/ISSUE_TEMPLATE/check.yml", "hub/Dockerfile",
            "book/_toc.yml", "book/index.md", "book/more/open.md", "book/images/one.png",
            "book/references.bib", "book/descriptions.toml",
            "web/bookpage/build.py", "web/.npmrc", "web/package.json",
            f"notebooks/{TOY}.ipynb", f"exercises/{TOY}/{TOY}.ipynb",
        }  # fmt: skip

    def test_nothing_secret_is_in_a_file_or_in_a_wheel(self, half):
        course, into = half
        public.require_presentable(course, into)
        for path in into.rglob("*"):
            if path.is_file() and path.suffix not in (".whl", ".onnx"):
                text = path.read_text("utf-8")
                assert not [secret for secret in SECRETS if secret in text], path
        held = set()
        for wheel in wheels_in(into / "wheels"):
            with zipfile.ZipFile(wheel) as opened:
                held |= {name for name in opened.namelist() if name.startswith("classroom/")}
        assert held == {name[4:] for name in files(into) if name.startswith("src/classroom/")}
        assert not [name for name in held if "grad" in name or "sandbox" in name]

    def test_the_sources_in_it_make_the_wheels_in_it(self, half, tmp_path):
        _, into = half
        code = "import sys; from payattention._version import version; print(version())"
        environment = {"PYTHONPATH": str(into / "src")}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
        made = version_of(wheels_in(into / "wheels"))
        assert done.stdout.decode().strip() == made, done.stderr

    def test_pip_finds_what_each_environment_names(self, half):
        """Everything but the course's own wheels is installed here already."""
        _, into = half
        for name in ("requirements.txt", ".binder/requirements.txt"):
            pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-index", "--no-deps"]
            pip += ["--disable-pip-version-check", "--requirement", name]
            done = subprocess.run(pip, cwd=into, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            assert re.search("Would install payattention-.* payattention-checks-", done.stdout)

    def test_the_image_for_a_hub_copies_what_is_there_and_installs_it(self, half, tmp_path):
        """No container is built: its lines run in a folder with only what it copies."""
        _, into = half
        lines = (into / "hub/Dockerfile").read_text().splitlines()
        assert "FROM python:3.11-slim" in lines
        for line in lines:
            match line.split():
                case ["COPY", *sources, target]:
                    for source in sources:
                        copy = shutil.copytree if (into / source).is_dir() else shutil.copyfile
                        copy(into / source, tmp_path / (source if target == "./" else target))
        install = next(line for line in lines if line.startswith("RUN pip install"))
        pip = [sys.executable, "-m", *install.split()[1:]]
        pip += ["--dry-run", "--no-index", "--no-deps", "--disable-pip-version-check"]
        done = subprocess.run(pip, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert re.search("Would install payattention-.* payattention-checks-", done.stdout)

    def test_the_files_for_machines_are_well_formed(self, half):
        _, into = half
        container = json.loads((into / ".devcontainer/devcontainer.json").read_text())
        assert container["name"] == "A toy"
        assert container["image"].endswith(":3.11")
        assert (into / ".binder/runtime.txt").read_text() == "python-3.11\n"
        workflow = yaml.safe_load((into / ".github/workflows/book.yml").read_text())
        assert workflow[True] == {"push": {"branches": ["spring"]}, "workflow_dispatch": None}
        steps = workflow["jobs"]["publish"]["steps"]
        assert [step["uses"].partition("@")[0] for step in steps if "uses" in step] == [
            "actions/checkout", "actions/setup-python", "actions/upload-pages-artifact",
            "actions/deploy-pages",
        ]  # fmt: skip
        commands = " ; ".join(step["run"] for step in steps if "run" in step)
        assert f"--extra-index-url {INDEX}" in commands
        assert "<<" not in commands

    def test_the_readme_says_which_half_it_is_and_links_each_notebook(self, half):
        _, into = half
        text = (into / "README.md").read_text("utf-8")
        assert "public half" in text.splitlines()[2]
        links = re.findall(r"\]\((https?://[^)]+)\)", text)
        for path in (f"notebooks/{TOY}.ipynb", f"exercises/{TOY}/{TOY}.ipynb"):
            assert (
                f"https://colab.research.google.com/github/someone/toy/blob/spring/{path}" in links
            )
            assert f"https://mybinder.org/v2/gh/someone/toy/spring?labpath={path}" in links
        for path in re.findall(r"\]\((?!https?:)([^)]+)\)|\| `([\w/.]+)` \|", text):
            assert (into / "".join(path)).exists(), path

    def test_an_old_release_in_exercises_is_refused(self, half, tmp_path):
        _, into = half
        stale = Course(tmp_path)
        (tmp_path / "nbgrader_config.py").write_bytes((PROJECT / "nbgrader_config.py").read_bytes())
        write(new_notebook(), stale.exercise(TOY))
        write(new_notebook(), stale.solution(TOY))
        with pytest.raises(CourseError, match=r"exercises/01-toy/01-toy\.ipynb is not up to date"):
            public.require_presentable(stale, into)


@pytest.mark.system  # wheels are built
def test_without_a_repository_there_are_no_links_to_colab_and_binder(tmp_path):
    course, built = make_half(tmp_path / "course")
    into = tmp_path / "half"
    into.mkdir()
    public.write_public(course, built, into, torch_index=INDEX)
    text = (into / "README.md").read_text("utf-8")
    assert "public half" in text
    assert "colab" not in text.lower()
    assert re.findall(r"\]\((https?://[^)]+)\)", text) == ["https://mybinder.org"]
    assert "None" not in text


def run(monkeypatch: pytest.MonkeyPatch, course: Course, *arguments: Any) -> None:
    monkeypatch.chdir(course.root)
    words = ["public", *map(str, arguments), "--torch-index", INDEX]
    monkeypatch.setattr(sys, "argv", words)
    public.main()


@pytest.mark.system  # wheels are built
def test_a_version_with_a_secret_is_refused_and_the_earlier_one_stays(
    tmp_path, monkeypatch, capsys
):
    course, built = make_half(tmp_path / "course")
    into = tmp_path / "public"
    run(monkeypatch, course, built, into)
    assert "is committed" in capsys.readouterr().out
    before = {name: (into / name).read_bytes() for name in files(into)}
    page = course.book / "more/open.md"
    page.write_text("# Open\n\n    return x + x\n")
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, course, built, into)
    assert f"book/more/open.md holds the solution of double in {TOY}." in str(caught.value)
    assert {name: (into / name).read_bytes() for name in files(into)} == before
    page.write_text("# Open again\n")
    run(monkeypatch, course, built, into)
    assert (into / "book/more/open.md").read_text() == "# Open again\n"
    run(monkeypatch, course, built, into)
    assert "was there already" in capsys.readouterr().out


def test_without_a_built_book_it_says_what_to_run(course, tmp_path):
    with pytest.raises(CourseError, match="run `make public`"):
        public.write_public(course, tmp_path / "nowhere", tmp_path, torch_index=INDEX)
