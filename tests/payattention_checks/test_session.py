"""In a notebook, a check knows that the answer's cell failed, and what it said of each task."""

import subprocess
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from payattention_checks import _session
from payattention_checks.check import check
from payattention_checks.total import total


@check(reread="Arithmetic")
def double(ask, rng):
    """Twice the number."""
    assert ask.array(3.0, shape=()) == 6


RIGHT = "def double(x):\n    return 2 * x"
CHECK = "score = double_check(double, points=10)"


@pytest.fixture
def shell(monkeypatch):
    """IPython with the check in it; its cells are watched, as in a notebook."""
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell(config=config)
    monkeypatch.setattr(_session, "SESSION", _session.Session(shell))
    shell.user_ns.update(double_check=double, total=total)
    return shell


def judged(shell, *cells, call=CHECK):
    for source in cells:
        shell.run_cell(source)
    shell.run_cell(call)
    return shell.user_ns["score"]


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("def double(x):\n    return 2 * * x", "SyntaxError: invalid syntax, in line 2"),
        ("def double(x)\n    return 2 * x", "SyntaxError: expected ':', in line 1"),
        ("def double(x):\nreturn 2 * x", "IndentationError: expected an indented block"),
        ("dfe double(x):\n    return 2 * x", "SyntaxError: invalid syntax, in line 1"),
        ("double = lambda x: 2 *", "SyntaxError: invalid syntax, in line 1"),
        ("import no_such_module\n\n" + RIGHT, "No module named 'no_such_module'"),
        ("LIMIT = 1 / 0\n" + RIGHT, "ZeroDivisionError: division by zero"),
    ],
)
def test_after_a_cell_that_failed_its_old_function_is_not_judged(shell, capsys, broken, says):
    score = judged(shell, RIGHT, broken)
    assert (score, score.mistake) == (0, "cell-failed")
    assert says in score.reason
    assert "an earlier run" in score.reason
    assert judged(shell, RIGHT) == 10


@pytest.mark.parametrize(
    "other",
    [
        "1 / 0",
        "print(",
        "assert double(2) == 5",
        "tripled = double(3) * * 3",
        RIGHT + "\n1 / 0",  # it failed after it had defined the function
        "def triple(x):\n    return 3 * * x",
    ],
)
def test_a_cell_that_failed_and_defines_something_else_changes_nothing(shell, capsys, other):
    assert judged(shell, RIGHT, other) == 10


def test_a_stopped_check_shows_its_verdict_and_counts_nothing_of_before(shell, capsys):
    assert judged(shell, RIGHT) == 10
    shell.run_cell("def double(x):\n    raise KeyboardInterrupt  # as Interrupt Kernel does")
    capsys.readouterr()
    shell.run_cell(CHECK)
    shown = capsys.readouterr().out
    assert "✗ double: 0 of 10 points" in shown
    assert "Where:            line 2: raise KeyboardInterrupt" in shown
    assert "check.py" not in shown
    assert len(shown.splitlines()) <= 12
    assert _session.verdicts()["double"] == 0


def test_the_check_of_another_function_is_not_concerned(shell, capsys):
    score = judged(
        shell, RIGHT, "def double(x) return", call="score = double_check(lambda x: 6, points=10)"
    )
    assert score == 10


def test_the_total_shows_the_last_verdict_on_each_task(shell):
    shown = "score = total({'double': 10, 'triple': 5}, written={'proof': 10})"
    table = judged(shell, call=shown)
    assert "double" in repr(table)
    assert table.summary == "0 of 15 points so far; 10 more are given by a person."
    assert repr(table).count("its check has not been run") == 2

    judged(shell, RIGHT)
    table = judged(shell, call=shown)
    assert table.summary == "10 of 15 points so far; 10 more are given by a person."
    judged(shell, "def double(x):\n    return x")
    judged(shell, call="score = double_check(lambda x: 6, points=10, seed=7)")  # not the task's own
    table = judged(shell, call=shown)
    assert table.rows == [
        ("✗ double", "0", "of 10"),
        ("· triple", "–", "of 5, its check has not been run"),
        ("✎ proof", "–", "of 10, read by a person"),
    ]
    judged(shell, "def double(x):\n    raise NotImplementedError()")
    assert judged(shell, call=shown).rows[0] == ("· double", "0", "of 10, nothing there yet")
    html = table._repr_html_()
    assert html.count("<tr>") == 3
    assert table.summary in html


def test_outside_a_notebook_nothing_is_kept():
    assert _session.SESSION is None
    assert double(lambda x: 6, points=10) == 10
    assert total({"double": 10}).rows == [("· double", "–", "of 10, its check has not been run")]


def test_in_ipython_the_checks_watch_as_soon_as_they_are_imported():
    cells = "from payattention_checks import _session; print(_session.SESSION)"
    for options, says in (["-m", "IPython", "-c"], "Session object"), (["-c"], "None"):
        command = [sys.executable, *options, cells]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert says in done.stdout
