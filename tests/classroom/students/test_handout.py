"""What students get: pages without dead links, no solution, and a package that can be replaced."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.classroom.conftest import TOY
from tests.classroom.students.copies import PROJECT, SECRETS, copy_package
from tests.classroom.students.jupyter import jupyter_lab, offline

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release_stamp import is_release
from classroom.course import Course, CourseError
from classroom.students.handout import hand_out
from classroom.students.package import (
    OF_CLASSROOM,
    build_wheels,
    constraints,
    require_import,
    version_of,
    wheels_in,
    write_sources,
)
from payattention import _version

pytestmark = pytest.mark.system  # wheels are built and JupyterLab is started

INDEX = "https://example.org/cpu"
CHAPTER = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A chapter</title>
<link rel="stylesheet" href="_static/page.css"><script defer src="_static/page.js"></script>
<h2 id="masks">Masks</h2><a href="index.html">the cover</a>"""


@pytest.fixture(scope="module")
def handed_out(shared_course: Course) -> tuple[Path, Path]:
    """The folder that students get, and the zip."""
    copy_package(shared_course.root)
    book = shared_course.root / "_build/handout/_build/html"
    page = book / "exercises" / TOY / f"{TOY}.html"
    page.parent.mkdir(parents=True)
    (book / "index.html").write_text("the book")
    (book / "_static").mkdir()
    (book / "01-toy.html").write_text(CHAPTER)
    (book / "_static/page.css").write_text("h2 { color: rgb(1, 2, 3) }")
    (book / "_static/page.js").write_text("document.title = 'The script ran'")
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
    assert version_of(wheels_in(folder)) in page


def test_the_start_page_says_what_the_set_up_costs_and_what_to_do_in_a_closed_network(handed_out):
    folder, _ = handed_out
    page = " ".join((folder / "start.html").read_text("utf-8").split())
    assert "about 1.5 GB on your disk" in page
    assert "the second line of <code>requirements.txt</code>" in page
    lines = (folder / "requirements.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if "index" in line] == [lines[1]]


def test_it_installs_both_wheels_in_pinned_versions_with_the_cpu_build_of_torch(handed_out):
    folder, _ = handed_out
    lines = (folder / "requirements.txt").read_text("utf-8").splitlines()
    assert f"--extra-index-url {INDEX}" in lines
    assert "--constraint constraints.txt" in lines
    assert {f"./{wheel.name}" for wheel in folder.glob("*.whl")} <= set(lines)
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
    assert packed.name == f"paying-attention-{version_of(wheels_in(folder))}.zip"
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


# ── JupyterLab, started in the folder ─────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def installed(handed_out, tmp_path_factory) -> dict[str, str]:
    """What the wheels bring, where Python and Jupyter look for it; pip needs minutes for all."""
    folder = tmp_path_factory.mktemp("installed")
    unpack(handed_out[0], folder)
    (data,) = folder.glob("*.data/data")
    return {"PYTHONPATH": str(folder), "JUPYTER_CONFIG_PATH": str(data / "etc/jupyter")}


def test_jupyterlab_shows_the_book_as_it_is_and_any_other_page_in_a_sandbox(
    handed_out, installed, browser: Any, tmp_path_factory
):
    folder, _ = handed_out
    started_in = tmp_path_factory.mktemp("unpacked") / "course"
    shutil.copytree(folder, started_in)
    for name in ("mine.html", "exercises/mine.html", "exercises/book/mine.html", "books/mine.html"):
        (started_in / name).parent.mkdir(exist_ok=True)
        (started_in / name).write_text(CHAPTER)
    private = tmp_path_factory.mktemp("lab")
    with jupyter_lab(started_in, private, token="secret", **installed) as lab:
        context = offline(browser, {"width": 800, "height": 600})
        page = context.new_page()
        assert page.goto(f"{lab}files/book/01-toy.html").url.startswith(f"{lab}login")
        page.goto(f"{lab}api/status?token=secret")
        answers: list[Any] = []
        page.on("response", lambda answer: answers.append(answer))
        page.goto(f"{lab}files/book/01-toy.html#masks", referer=f"{lab}lab")  # as a click there
        page.wait_for_function("document.title === 'The script ran'")
        colour = "getComputedStyle(document.querySelector('h2')).color"
        assert page.evaluate(colour) == "rgb(1, 2, 3)"
        with page.expect_navigation():
            page.get_by_role("link", name="the cover").click()
        assert page.inner_text("body") == "the book"
        found = {answer.url.removeprefix(f"{lab}files/book/"): answer.status for answer in answers}
        assert found == {
            "01-toy.html": 200, "_static/page.css": 200, "_static/page.js": 200,
            "index.html": 200,
        }  # fmt: skip
        for answer in answers:
            assert "sandbox" not in answer.headers["content-security-policy"]
            assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
        for mine in ("mine.html", "exercises/mine.html", "exercises/book/mine.html",
                     "books/mine.html", "book/../mine.html", "start.html"):  # fmt: skip
            answer = context.request.get(f"{lab}files/{mine}", headers={"Referer": lab})
            assert answer.status == 200
            assert "sandbox allow-scripts" in answer.headers["content-security-policy"], mine
        context.close()


# ── the packages ──────────────────────────────────────────────────────────────────────────────


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def unpack(wheels: Path, into: Path) -> None:
    for wheel in wheels_in(wheels):
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(into)


def test_each_package_is_a_wheel_of_its_own_and_both_install_and_import(handed_out):
    folder, _ = handed_out
    held = []
    for wheel in wheels_in(folder):
        with zipfile.ZipFile(wheel) as opened:
            held.append({name.partition("/")[0] for name in opened.namelist()})
    version = version_of(wheels_in(folder))
    of_lab = {"classroom", f"payattention-{version}.data"}
    assert held[0] == {"payattention", f"payattention-{version}.dist-info"} | of_lab
    assert held[1] == {"payattention_checks", f"payattention_checks-{version}.dist-info"}
    require_import(wheels_in(folder))


def test_wheels_that_lack_a_module_are_refused(handed_out):
    with pytest.raises(CourseError, match="payattention_checks"):
        require_import(wheels_in(handed_out[0])[:1])


def test_a_corrected_wheel_replaces_an_installed_one_without_force(tmp_path):
    source, home = tmp_path / "course", tmp_path / "home"
    source.mkdir()
    copy_package(source)
    run(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    installed = []
    for remark in ("", "# corrected\n"):
        check = source / "src/payattention_checks/verdict.py"
        check.write_text(check.read_text("utf-8") + remark, "utf-8")
        into = tmp_path / f"out{len(installed)}"
        wheels = build_wheels(source, into)
        run(*pip, "install", "--no-deps", "--no-index", *wheels)
        code = "import payattention; print(payattention.__version__, payattention.__path__[0])"
        version, place = run(python, "-c", code).split()
        installed.append(version)
        assert version == version_of(wheels)
        assert (
            (Path(place).parent / "payattention_checks/verdict.py")
            .read_text("utf-8")
            .endswith(remark)
        )
    assert installed[0] != installed[1]


def test_the_wheels_hold_every_file_of_their_sources(handed_out, shared_course, tmp_path):
    """Their version is a hash of them, before and after they are installed."""
    wheels, held = wheels_in(handed_out[0]), set()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            held |= {name for name in opened.namelist() if ".dist-info/" not in name}
    write_sources(shared_course.root, tmp_path)
    source = tmp_path / "src"
    files = {
        path.relative_to(source).as_posix() for path in source.glob("*/**/*") if path.is_file()
    }
    of_classroom = {name.partition("/")[2] for name in files if name.startswith("classroom/")}
    assert of_classroom == set(OF_CLASSROOM)
    assert _version.version(source) == version_of(wheels)
    of_jupyter = {name.partition(".data/data/")[2] for name in held - files}
    assert of_jupyter == {"etc/jupyter/jupyter_server_config.d/payattention.json"}
    assert files <= held


def test_checks_in_the_wheel_judge_as_ours_and_cannot_be_read_by_chance(handed_out, tmp_path):
    unpack(handed_out[0], tmp_path)
    ours = PROJECT / "src/payattention_checks"
    modules = {path.relative_to(ours) for path in ours.glob("*/_[a-z]*.py")}
    hidden = {module for module in modules if module.name.startswith("_hidden_")}
    tasks = modules - hidden
    assert len(tasks) > 50
    assert hidden
    assert not any((tmp_path / "payattention_checks" / module).exists() for module in hidden)
    for task in tasks:
        theirs = (tmp_path / "payattention_checks" / task).read_text("utf-8")
        assert "Mistake(" not in theirs
        assert "def " not in theirs
    judged = (
        "from payattention_checks import multi_head, vit\n"
        "print(multi_head.__file__)\n"
        "for check in multi_head.gated_merge, vit.join_patches:\n"
        "    print(repr(check(lambda *given: given[0], points=10).explanation))"
    )
    found = {}
    for package in (tmp_path, PROJECT / "src"):
        told = run("env", f"PYTHONPATH={package}", sys.executable, "-c", judged)
        place, found[package] = told.split("\n", 1)
        assert Path(place).is_relative_to(package)
    assert found[tmp_path] == found[PROJECT / "src"]
    assert "0 of 10 points" in found[tmp_path]


def test_the_version_follows_contents_and_names_alone(tmp_path):
    module = tmp_path / "payattention/a.py"
    module.parent.mkdir()
    module.write_text("a = 1")
    first = _version.version(tmp_path)
    assert re.fullmatch(rf"{re.escape(_version.RELEASE)}\+c[0-9a-f]{{8}}", first)
    (module.parent / "__pycache__").mkdir()
    (module.parent / "__pycache__/a.pyc").write_text("compiled")
    (tmp_path / "other.py").write_text("not ours")
    assert _version.version(tmp_path) == first
    module.write_text("a = 2")
    second = _version.version(tmp_path)
    module.rename(module.with_name("b.py"))
    assert len({first, second, _version.version(tmp_path)}) == 3
