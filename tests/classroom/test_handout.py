"""What students get: pages without dead links, no solution, and a package that can be replaced."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.classroom.conftest import TOY

from classroom.course import Course, CourseError
from classroom.handout import build_wheel, constraints, hand_out, version_of
from classroom.notebook import read_notebook
from classroom.stamp import is_release
from payattention import _version

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = ("src", "pyproject.toml", "README.md", "LICENSE", "requirements.txt", "_config.yml")
SECRETS = ("return x + x", "return values[-1]", "987654321", "Because.")
INDEX = "https://example.org/cpu"


def copy_package(folder: Path) -> None:
    """The package's source, without its trained models: they are large and change nothing here."""
    for name in PACKAGE:
        if (PROJECT / name).is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.pt")
            shutil.copytree(PROJECT / name, folder / name, ignore=left_out)
        else:
            shutil.copyfile(PROJECT / name, folder / name)


@pytest.fixture(scope="module")
def handed_out(shared_course: Course) -> tuple[Path, Path]:
    """The folder that students get, and the zip."""
    copy_package(shared_course.root)
    book = shared_course.root / "_build/handout/_build/html"
    page = book / "exercises" / TOY / f"{TOY}.html"
    page.parent.mkdir(parents=True)
    (book / "index.html").write_text("the book")
    (book / ".buildinfo").write_text("the machine it was built on")
    page.write_text("the exercise")
    into = shared_course.root / "_build/student"
    return into, hand_out(shared_course, book, into, torch_index=INDEX)


def test_every_link_and_every_file_named_on_the_start_page_is_there(handed_out):
    folder, _ = handed_out
    page = (folder / "start.html").read_text("utf-8")
    links = re.findall(r'href="([^"]+)"', page)
    assert links == ["book/index.html", f"book/exercises/{TOY}/{TOY}.html"]
    named = re.findall(r"<code>([\w/.-]+\.ipynb)</code>", page)
    assert named == [f"exercises/{TOY}/{TOY}.ipynb"]
    for name in [*links, *named, "requirements.txt", "constraints.txt"]:
        assert (folder / name).is_file(), name
    assert version_of(next(folder.glob("*.whl"))) in page


def test_it_installs_the_wheel_in_pinned_versions_with_the_cpu_build_of_torch(handed_out):
    folder, _ = handed_out
    (wheel,) = folder.glob("*.whl")
    lines = (folder / "requirements.txt").read_text("utf-8").splitlines()
    assert f"--extra-index-url {INDEX}" in lines
    assert "--constraint constraints.txt" in lines
    assert f"./{wheel.name}" in lines
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", (folder / "constraints.txt").read_text(), re.M))
    assert {"torch", "jupyterlab", "numpy"} <= set(pinned)
    assert "payattention" not in pinned


def test_constraints_are_the_lock_without_its_comments():
    lock = "# a note\na==1 ; x < '3'\n    # via b\nb-c==2.0\n\n# setuptools\n"
    assert constraints(lock) == "a==1 ; x < '3'\nb-c==2.0\n"


def test_it_holds_the_release_and_no_solution(handed_out):
    folder, _ = handed_out
    assert is_release(folder / "exercises" / TOY / f"{TOY}.ipynb")
    names = {path.relative_to(folder).parts[0] for path in folder.rglob("*") if path.is_file()}
    assert {name for name in names if not name.endswith(".whl")} == {
        "start.html", "requirements.txt", "constraints.txt", "exercises", "book",
    }  # fmt: skip
    assert not (folder / "book/.buildinfo").exists()
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".whl":
            text = path.read_text("utf-8")
            assert not [secret for secret in SECRETS if secret in text], path


def test_the_zip_holds_the_same_in_a_folder_named_by_the_version(handed_out):
    folder, packed = handed_out
    (wheel,) = folder.glob("*.whl")
    assert packed.name == f"paying-attention-{version_of(wheel)}.zip"
    with zipfile.ZipFile(packed) as opened:
        names = {name for name in opened.namelist() if not name.endswith("/")}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert names == {f"{packed.stem}/{name}" for name in files}
    assert [path.name for path in folder.parent.glob("*.zip")] == [packed.name]


def test_those_who_learn_alone_get_worked_solutions_and_exercises_stays_as_it_is(course):
    copy_package(course.root)
    book = course.root / "html"
    book.mkdir()
    (book / "index.html").write_text("the book")
    hand_out(course, book, course.root / "out", torch_index=INDEX, self_study=True)
    cells = read_notebook(course.root / "out/exercises" / TOY / f"{TOY}.ipynb").cells
    text = "\n".join(cell.source for cell in cells)
    assert text.count("A worked solution") == 3
    assert "return x + x" in text
    assert "987654321" not in text
    assert not course.exercises.exists()


def test_without_a_built_book_it_says_so(course):
    with pytest.raises(CourseError, match="There is no built book in nowhere"):
        hand_out(course, course.root / "nowhere", course.root / "out", torch_index=INDEX)


# ── the package ───────────────────────────────────────────────────────────────────────────────


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_corrected_wheel_replaces_an_installed_one_without_force(tmp_path):
    source, home = tmp_path / "course", tmp_path / "home"
    source.mkdir()
    copy_package(source)
    run(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    installed = []
    for remark in ("", "# corrected\n"):
        check = source / "src/payattention/checks/verdict.py"
        check.write_text(check.read_text("utf-8") + remark, "utf-8")
        into = tmp_path / f"out{len(installed)}"
        wheel = build_wheel(source, into)
        run(*pip, "install", "--no-deps", "--no-index", wheel)
        code = "import payattention; print(payattention.__version__, payattention.__path__[0])"
        version, place = run(python, "-c", code).split()
        installed.append(version)
        assert version == version_of(wheel) == _version.version(source / "src")
        assert (Path(place) / "checks/verdict.py").read_text("utf-8").endswith(remark)
    assert installed[0] != installed[1]


def test_the_wheel_holds_every_file_of_the_packages(handed_out, shared_course):
    """Its version is a hash of them, before and after it is installed."""
    folder, _ = handed_out
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    source = shared_course.root / "src"
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert held == {name for name in files if "__pycache__" not in name and ".egg-info" not in name}


def test_the_version_follows_contents_and_names_alone(tmp_path):
    module = tmp_path / "payattention/a.py"
    module.parent.mkdir()
    module.write_text("a = 1")
    first = _version.version(tmp_path)
    assert re.fullmatch(r"0\.1\.0\+c[0-9a-f]{8}", first)
    (module.parent / "__pycache__").mkdir()
    (module.parent / "__pycache__/a.pyc").write_text("compiled")
    (tmp_path / "other.py").write_text("not ours")
    assert _version.version(tmp_path) == first
    module.write_text("a = 2")
    second = _version.version(tmp_path)
    module.rename(module.with_name("b.py"))
    assert len({first, second, _version.version(tmp_path)}) == 3
