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


def script(file: Path, *lines: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)


@pytest.fixture
def uv(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the program uv, in the only folder of the PATH besides the shell's."""
    folder = tmp_path_factory.mktemp("bin")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return folder / "uv"


def test_a_pip_that_fails_is_told_with_its_log(project: Path, capsys):
    script(set_up.PYTHON, "echo no such package", "exit 1")
    with pytest.raises(SystemExit, match=r"pip failed \(its log: \.venv/install\.log\)"):
        set_up.install(["nothing"], 1, set_up.installers("pip"))
    assert "no such package" in capsys.readouterr().out


def test_uv_installs_where_it_is_there_into_the_environment(project: Path, uv: Path):
    script(set_up.PYTHON, "exit 1")
    script(uv, 'echo "$@"')
    set_up.install(["--no-deps", "one"], 1, set_up.installers(None))
    said = set_up.LOG.read_text().split()
    assert said == ["pip", "install", "--python", str(set_up.PYTHON), "--compile-bytecode",
                    "--no-deps", "one"]  # fmt: skip


def test_pip_installs_where_uv_fails_and_uv_is_not_tried_again(project: Path, uv: Path, capsys):
    script(set_up.PYTHON, 'echo "$@"')
    script(uv, "echo no such index", "exit 2")
    tools = set_up.installers(None)
    set_up.install(["one"], 1, tools)
    assert list(tools) == ["pip"]
    said = capsys.readouterr().out
    assert "no such index" in said
    assert "uv failed. Trying pip" in said
    assert set_up.LOG.read_text().endswith(" one\n")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("global.timeout='60'", ["uv", "pip"]),
        ("global.index-url='https://a.b'", ["pip"]),
        (":env:.find-links='/wheels'", ["pip"]),
        ("global.constraint='/file'", ["pip"]),
    ],
)
def test_where_pip_has_settings_that_uv_does_not_read_pip_installs(project, uv, settings, expected):
    script(set_up.PYTHON, f'[ "$*" = "-m pip config list" ] && echo "{settings}"')
    script(uv, "exit 0")
    assert list(set_up.installers(None)) == expected
    assert list(set_up.installers("uv")) == ["uv", "pip"]


def test_who_says_pip_gets_pip_and_who_says_uv_must_have_it(project: Path, uv: Path):
    with pytest.raises(SystemExit, match="uv is not on the PATH"):
        set_up.installers("uv")
    assert list(set_up.installers(None)) == ["pip"]
    script(uv, "exit 0")
    assert list(set_up.installers("pip")) == ["pip"]
    assert list(set_up.installers("uv")) == ["uv", "pip"]


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("Collecting a\nProcessing b\n", "fetched 2 of 3 packages"),
        ("Collecting a\nInstalling collected packages: a\n", "installed 1 of 3 packages"),
        ("Resolved 3 packages in 2ms\nDownloading torch (170.0MiB)\n", "fetching 3 packages"),
        ("Resolved 3 packages in 2ms\nPrepared 3 packages in 9s\n", "installed 1 of 3 packages"),
    ],
    ids=["pip fetches", "pip installs", "uv fetches", "uv installs"],
)
def test_progress_is_read_from_the_log(project: Path, log: str, said: str):
    (project / ".venv/lib/python3.11/site-packages/a-1.dist-info").mkdir(parents=True)
    set_up.LOG.write_text(log)
    assert set_up.progress(3) == said


CPU = ["--no-deps", "torch==2.13.0", "--index-url"]


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
    monkeypatch.setattr(set_up, "only_set_up", (tmp_path / "lock").open)
    (tmp_path / "lock").touch()
    monkeypatch.setattr(set_up, "make_environment", lambda: None)
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "UNFINISHED", tmp_path / "unfinished")
    monkeypatch.setattr(set_up, "install", lambda words, total, tools: asked.append(words))
    monkeypatch.setattr(set_up, "answers", lambda address: reachable)
    monkeypatch.setattr(set_up.platform, "system", lambda: "Linux")
    monkeypatch.setattr(set_up, "has_nvidia", lambda: driver)
    set_up.main()
    *torch, project = asked
    assert torch == ([expected] if expected else [])
    assert project[-1] == ".[book,classroom]"
    assert not (tmp_path / "unfinished").exists()
    (tmp_path / "lib/python3.11/site-packages/torch-2.13.0+cpu.dist-info").mkdir(parents=True)
    set_up.main()
    assert asked[len(torch) + 1 :] == [project]  # it has PyTorch already


@pytest.mark.skipif(os.name == "nt", reason="there, files are not locked")
def test_a_second_set_up_does_not_delete_what_the_first_one_installs(project: Path):
    (project / "pyproject.toml").touch()
    with set_up.only_set_up(), pytest.raises(SystemExit, match="Another set-up is running"):
        set_up.only_set_up()
    set_up.only_set_up().close()


def test_an_index_that_does_not_answer_is_given_up_soon():
    assert not set_up.answers("http://127.0.0.1:1", seconds=2)


def test_it_needs_nothing_that_is_installed():
    code = f"import runpy; runpy.run_path({str(ROOT / 'src/classroom/set_up.py')!r})"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
