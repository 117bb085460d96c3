"""The set-up of `.venv`: what it counts, what it mends, what it says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from classroom import set_up

LOCK = """torch==2.13.0
    # via a-project (pyproject.toml)
Typing_Extensions==4.1
    # via torch
nbformat==5.10
    # via
    #   a-project (pyproject.toml)
    #   nbclient
idna==3.7
    # via requests
"""


def test_the_lock_s_comments_say_who_needs_what():
    assert set_up.lock_parents(LOCK) == {
        "torch": {"a-project"},
        "typing-extensions": {"torch"},
        "nbformat": {"a-project", "nbclient"},
        "idna": {"requests"},
    }


def test_a_larger_extra_needs_more_of_the_lock_and_students_least():
    students = set_up.locked_packages([])
    authors = set_up.locked_packages(["book", "classroom"])
    assert {"torch", "numpy", "typing-extensions"} <= students < authors
    assert "jupyterlab" in authors - students
    assert "pytest" in set_up.locked_packages(["dev"]) - authors


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project, whose environments have no pip: that is quicker."""
    monkeypatch.setattr(set_up, "VENV_OPTIONS", ["--without-pip"])
    monkeypatch.setattr(set_up, "ROOT", tmp_path)
    for name in ("VENV", "UNFINISHED", "LOG", "PYTHON"):
        monkeypatch.setattr(set_up, name, tmp_path / getattr(set_up, name).relative_to(ROOT))
    return tmp_path


ROOT = set_up.ROOT


def test_an_environment_whose_set_up_did_not_end_is_made_anew(project: Path, capsys):
    set_up.make_environment()
    assert set_up.runs()
    (project / ".venv/kept").touch()
    set_up.make_environment()
    assert (project / ".venv/kept").exists()
    set_up.UNFINISHED.touch()
    set_up.make_environment()
    assert not (project / ".venv/kept").exists()
    assert "starting afresh" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="there, Python is copied into the environment")
def test_an_environment_whose_python_vanished_is_made_anew(project: Path):
    set_up.make_environment()
    set_up.PYTHON.unlink()
    set_up.make_environment()
    assert set_up.runs()


def test_a_pip_that_fails_is_told_with_its_log(project: Path, capsys):
    (project / ".venv/bin").mkdir(parents=True)
    set_up.PYTHON.write_text("#!/bin/sh\necho no such package\nexit 1\n")
    set_up.PYTHON.chmod(0o755)
    with pytest.raises(SystemExit, match="pip failed"):
        set_up.run_pip(["install", "nothing"], 1)
    assert "no such package" in capsys.readouterr().out


CPU = ["install", "--no-deps", "torch==2.13.0", "--index-url"]


@pytest.mark.parametrize(
    ("arguments", "reachable", "driver", "expected"),
    [
        ([], True, False, [*CPU, set_up.CPU_INDEX]),
        ([], False, False, None),
        ([], True, True, None),
        (["--torch-index", "https://a.b/c"], False, False, [*CPU, "https://a.b/c"]),
    ],
    ids=["reachable", "unreachable", "nvidia", "own index"],
)
def test_without_a_gpu_the_cpu_build_of_torch_is_tried_first(
    monkeypatch, tmp_path, arguments, reachable, driver, expected
):
    asked: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["set_up.py", *arguments])
    monkeypatch.setattr(set_up, "make_environment", lambda: None)
    monkeypatch.setattr(set_up, "UNFINISHED", tmp_path / "unfinished")
    monkeypatch.setattr(set_up, "run_pip", lambda pip, total: asked.append(pip))
    monkeypatch.setattr(set_up, "answers", lambda address: reachable)
    monkeypatch.setattr(set_up.platform, "system", lambda: "Linux")
    monkeypatch.setattr(set_up, "has_nvidia", lambda: driver)
    set_up.main()
    quiet = {"--progress-bar", "off", "--disable-pip-version-check"}
    *torch, project = ([word for word in pip if word not in quiet] for pip in asked)
    assert torch == ([expected] if expected else [])
    assert project[-1] == ".[book,classroom]"
    assert not (tmp_path / "unfinished").exists()


def test_an_index_that_does_not_answer_is_given_up_soon():
    assert not set_up.answers("http://127.0.0.1:1", seconds=2)


def test_it_needs_nothing_that_is_installed():
    code = f"import runpy; runpy.run_path({str(ROOT / 'src/classroom/set_up.py')!r})"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
