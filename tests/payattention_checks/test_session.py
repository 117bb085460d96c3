"""In a notebook, a check knows that the answer's cell failed, and what it said of each task."""

import subprocess
import sys
import threading
import time
from importlib.metadata import version
from types import SimpleNamespace

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from classroom.limits import Limits
from payattention_checks import _session, time_limit
from payattention_checks.check import check
from payattention_checks.ready import ready
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


def run_and_check(shell, *cells, call=CHECK):
    for source in cells:
        shell.run_cell(source)
    shell.run_cell(call)
    return shell.user_ns["score"]


@pytest.mark.parametrize(
    ("broken", "reason"),
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
def test_after_a_cell_that_failed_its_old_function_is_not_judged(shell, capsys, broken, reason):
    score = run_and_check(shell, RIGHT, broken)
    assert (score, score.mistake) == (0, "cell-failed")
    assert reason in score.reason
    assert run_and_check(shell, RIGHT) == 10


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
    assert run_and_check(shell, RIGHT, other) == 10


def test_a_stopped_check_shows_its_verdict_and_counts_nothing_of_before(shell, capsys):
    assert run_and_check(shell, RIGHT) == 10
    shell.run_cell("def double(x):\n    raise KeyboardInterrupt  # as Interrupt Kernel does")
    capsys.readouterr()
    shell.run_cell(CHECK)
    shown = capsys.readouterr().out
    assert "✗ double: 0 of 10 points" in shown
    assert "Where:            line 2: raise KeyboardInterrupt" in shown
    assert "check.py" not in shown
    assert len(shown.splitlines()) <= 12
    assert _session.verdicts()["double"] == 0


# Each of them is stopped, however it resists.
ENDLESS = {
    "a loop": "    while True:\n        x += 1",
    "a recursion of loops": "    while True:\n        [double(y) for y in range(9) if y < 0]",
    "a loop in a comprehension": "    return sum(y for y in itertools.count() if y < 0)",
    "it catches the exception": "    while True:\n        try:\n            while True:\n"
    "                x += 1\n        except:\n            pass",
    "it makes a number of it": "    try:\n        while True:\n            x += 1\n"
    "    except BaseException:\n        return 6.0",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_an_answer_without_an_end_is_stopped_and_the_session_goes_on(
    shell, capsys, monkeypatch, body
):
    monkeypatch.setattr(time_limit, "SECONDS", 0.3)
    monkeypatch.setattr(time_limit, "AGAIN", 0.1)
    if "except:" in body:  # so that the test itself ends: it gives in at the third exception
        body = body.replace("pass", "caught.append(1)\n            if len(caught) > 2: raise")
    began = time.monotonic()
    score = run_and_check(shell, f"import itertools\ncaught = []\ndef double(x):\n{body}")
    assert (score, score.mistake) == (0, "too-long")
    assert time.monotonic() - began < 5
    assert _session.verdicts()["double"] == 0
    shell.run_cell("print('on it goes')")
    assert "on it goes" in capsys.readouterr().out
    assert run_and_check(shell, RIGHT) == 10


def test_an_answer_cannot_stop_itself_and_be_paid(shell):
    source = "from payattention_checks.time_limit import TimeUp\ndef double(x):\n    raise TimeUp"
    score = run_and_check(shell, source)
    assert (score, score.mistake) == (0, "too-long")


def test_the_verdict_shows_the_line_that_ran_too_long(shell, capsys, monkeypatch):
    monkeypatch.setattr(time_limit, "SECONDS", 0.2)
    score = run_and_check(shell, "def double(x):\n    while True:\n        pass")
    assert "while True" in dict(score.details)["Where"] or "pass" in dict(score.details)["Where"]


def test_nothing_is_raised_after_a_check_that_ended_just_in_time(shell, monkeypatch):
    monkeypatch.setattr(time_limit, "SECONDS", 0.05)
    shell.run_cell("import time\ndef double(x):\n    time.sleep(wait)\n    return 2 * x")
    mistakes = set()
    for wait in (*[0] * 5, *np.linspace(0.045, 0.055, 31), 0.2):
        shell.user_ns["wait"] = wait
        mistakes.add(run_and_check(shell).mistake)
        for _ in range(1000):  # an exception that was raised too late would come here
            pass
    assert mistakes == {None, "too-long"}


def test_a_cell_in_another_thread_is_stopped_too(shell, monkeypatch):
    monkeypatch.setattr(time_limit, "SECONDS", 0.2)
    source = "def double(x):\n    while True:\n        pass"
    scores = []
    thread = threading.Thread(target=lambda: scores.append(run_and_check(shell, source)))
    thread.start()
    thread.join(10)
    assert [score.mistake for score in scores] == ["too-long"]


def test_the_grader_keeps_its_own_limit(monkeypatch):
    monkeypatch.setattr(_session, "SESSION", None)
    monkeypatch.setattr(time_limit, "SECONDS", 0.01)

    def slow(x):
        time.sleep(0.1)
        return 2 * x

    assert double(slow, points=10) == 10


def test_a_function_in_another_process_keeps_the_limit_of_its_sandbox(shell, monkeypatch):
    monkeypatch.setattr(time_limit, "SECONDS", 0.01)

    class Proxy:
        @staticmethod
        def call_elsewhere(answer, arguments):
            time.sleep(0.1)
            return 2 * arguments[0], arguments

        def __call__(self, x):
            raise AssertionError("it is called elsewhere")

    assert double(Proxy(), points=10) == 10


def test_the_notebook_and_the_grader_have_the_same_limit():
    assert Limits().cell == time_limit.SECONDS


def test_a_line_below_the_setup_cell_says_that_all_is_well(monkeypatch):
    checks = SimpleNamespace(__all__=["double", "last"])
    assert ready(checks) == f"Ready: checks for 2 tasks, version {version('payattention')}."
    monkeypatch.setattr("payattention_checks.ready.DISTRIBUTIONS", ("no-such-package",))
    assert ready(checks) == "Ready: checks for 2 tasks, version unknown."


def test_the_check_of_another_function_is_not_concerned(shell, capsys):
    score = run_and_check(
        shell, RIGHT, "def double(x) return", call="score = double_check(lambda x: 6, points=10)"
    )
    assert score == 10


def test_the_total_shows_the_last_verdict_on_each_task(shell):
    shown = "score = total({'double': 10, 'triple': 5}, written={'proof': 10})"
    table = run_and_check(shell, call=shown)
    assert "double" in repr(table)
    assert table.summary == "0 of 15 points so far; 10 more are given by a person."
    assert repr(table).count("its check has not been run") == 2

    run_and_check(shell, RIGHT)
    table = run_and_check(shell, call=shown)
    assert table.summary == "10 of 15 points so far; 10 more are given by a person."
    run_and_check(shell, "def double(x):\n    return x")
    run_and_check(shell, call="score = double_check(lambda x: 6, points=10, seed=7)")
    table = run_and_check(shell, call=shown)
    assert table.rows == [
        ("✗ double", "0", "of 10"),
        ("· triple", "–", "of 5, its check has not been run"),
        ("✎ proof", "–", "of 10, read by a person"),
    ]
    run_and_check(shell, "def double(x):\n    raise NotImplementedError()")
    assert run_and_check(shell, call=shown).rows[0] == ("· double", "0", "of 10, nothing there yet")
    html = table._repr_html_()
    assert html.count("<tr>") == 3
    assert table.summary in html


def test_outside_a_notebook_nothing_is_kept():
    assert _session.SESSION is None
    assert double(lambda x: 6, points=10) == 10
    assert total({"double": 10}).rows == [("· double", "–", "of 10, its check has not been run")]


def test_in_ipython_the_checks_watch_as_soon_as_they_are_imported():
    cells = "from payattention_checks import _session; print(_session.SESSION)"
    for options, reason in (["-m", "IPython", "-c"], "Session object"), (["-c"], "None"):
        command = [sys.executable, *options, cells]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert reason in done.stdout
