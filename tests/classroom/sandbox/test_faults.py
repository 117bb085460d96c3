"""Whatever a submission does to itself: what it earned before stands, and a sentence says what was.

And the next submission of the same sandbox is graded as if nothing had been.
"""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import nbformat
import pytest
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SETUP,
    SOURCE,
    notebook_with,
    run,
    run_submission,
    sandbox,
    scores,
    shown,
)

from classroom.assignment.notebook import read_notebook
from classroom.grading.submissions import assemble
from classroom.limits import Limits
from classroom.sandbox import run as module
from classroom.sandbox.box import Sandbox

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
ALL = {"first": 10, "second": 10, "third": 10}
ENDS = {
    "loops": ("while True: pass", "It was stopped after 1 s in the cell “second”."),
    "swallows interrupts": (
        "import signal\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n"
        "    except Exception: pass\nwhile True:\n    try:\n        while True: pass\n"
        "    except BaseException: pass",
        "It was stopped after 1 s in the cell “second”.",
    ),
    "sleeps": ("import time; time.sleep(100)", "It was stopped after 1 s in the cell “second”."),
    "awaits for ever": (
        "import asyncio; await asyncio.Event().wait()",
        "It was stopped after 1 s in the cell “second”.",
    ),
    "loops in C": ("sum(range(10**13))", "It was stopped after 1 s in the cell “second”."),
    "exits at once": (
        "import os; os._exit(3)",
        r"It ended Python \(exit 3\) in the cell “second”.",
    ),
    "crashes": (
        "import ctypes; ctypes.string_at(0)",
        r"Python crashed \(SIGSEGV\) in the cell “second”.",
    ),
    "aborts": ("import os; os.abort()", r"Python crashed \(SIG(ABRT|SEGV)\) in the cell “second”."),
    "hangs up": (
        "import os; os.closerange(0, 500)",
        "(It closed its connection to the examiner|It ended Python)",
    ),
    "overflows the C stack": (
        "import sys; sys.setrecursionlimit(10**9)\nf = lambda: [f() for _ in '1']\nf()",
        "(Python crashed|It was stopped|It used)",
    ),
}
LIVES = {
    "exits politely": "import sys; sys.exit(3)",
    "leaves the notebook": "exit()",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "kills itself": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "kills everybody": "import os, signal; os.kill(-1, signal.SIGKILL)",
    "installs": "!pip install --quiet --timeout 1 --retries 0 nothing-of-this-name",
    "asks": "name = input('name?')",
    "asks in secret": "import getpass; getpass.getpass()",
    "leaves children": (
        "import subprocess\nsubprocess.Popen(['sleep', '99'], start_new_session=True)"
    ),
    "leaves threads": (
        "import threading\n"
        "threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()"
    ),
    "exhausts memory": "x = [bytearray(10**8) for _ in range(10**4)]",
    "prints without end": "for _ in range(300): print('x' * 10**6)",
    "prints at the other door": "import os\nfor _ in range(300): os.write(1, b'x' * 10**6)",
    "shows without end": (
        "from IPython.display import HTML, display\nfor _ in range(50): display(HTML('x' * 10**5))"
    ),
    "closes its output": "import sys; sys.stdout.close(); sys.stderr = None",
    "is no Python": "def (:",
    "is no text": "\x00\ud800",
    "raises what cannot be shown": (
        "class E(Exception):\n    def __str__(self): raise self\nraise E"
    ),
    "shows what cannot be shown": "class E:\n    def __repr__(self): raise self\nE()",
    "forgets its names": "%reset -f\nimport numpy as np",
    "collects no more": "import gc; gc.disable(); gc.get_objects()",
    "limits itself": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))",
    "turns off its output": "from IPython import get_ipython; get_ipython().display_pub = None",
    "writes its disk full": "open('/tmp/x', 'wb').write(bytes(10**9))",
}


@pytest.fixture(autouse=True)
def limit(monkeypatch):
    """Set the sandbox's limits; they are small from the start."""

    def set_limits(**others: float) -> None:
        small = Limits(memory=2**29, disk=10**7, processes=20)
        monkeypatch.setattr(sandbox(), "limits", replace(small, **others))

    set_limits()
    return set_limits


@pytest.fixture(autouse=True)
def the_next_is_graded_as_ever():
    yield
    examined = run()
    assert (scores(examined.notebook), examined.reason, examined.notes) == (ALL, None, ())


@pytest.mark.parametrize(("fault", "says"), ENDS.values(), ids=ENDS.keys())
def test_it_costs_its_own_task_and_that_task_says_why(fault, says, limit):
    limit(cell=1)
    examined = run("kept = 3", second=fault, third="assert kept == 3\n" + RIGHT["third"])
    honest = "closed its connection" not in examined.notes[0]
    assert scores(examined.notebook) == ALL | {"second": 0} | ({} if honest else {"third": 0})
    assert examined.reason is None
    (note,) = examined.notes
    assert re.match(says, note)
    for place in (4, 5):
        assert note in str(examined.notebook.cells[place].outputs)


@pytest.mark.parametrize("fault", LIVES.values(), ids=LIVES.keys())
def test_a_cell_that_misbehaves_costs_nothing_else(fault):
    examined = run(fault)
    assert scores(examined.notebook) == ALL
    assert examined.reason is None


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "import os; os._exit(0)",
        "import ctypes; ctypes.string_at(0)",
    ],
)
def test_an_answer_that_ends_badly_while_it_is_tested(body, limit):
    limit(cell=1)
    examined = run(second=f"def second(x):\n    {body}")
    assert scores(examined.notebook) == ALL | {"second": 0}
    assert examined.reason is None
    assert examined.notes[0].endswith("in the cell “test-second”.")
    assert examined.notes[0] in shown(examined.notebook)


def test_an_answer_that_prints_without_end_costs_nothing():
    loud = "def first(x):\n    for _ in range(100): print('x' * 10**6)\n    return 3 * x"
    assert scores(run(first=loud).notebook) == ALL


@pytest.mark.parametrize(
    "fault", ["get_ipython().__class__.run_cell = None", "import sys; sys.modules.clear()"]
)
def test_who_breaks_the_shell_loses_nothing_that_was_earned(fault):
    examined = run(third=fault)
    assert scores(examined.notebook) == {"first": 10, "second": 10, "third": 0}
    assert examined.reason is None


@pytest.mark.system
def test_a_fork_bomb_ends(limit):
    limit(cell=2)
    examined = run("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass")
    assert len(examined.notes) == 1
    assert scores(examined.notebook) == ALL


@pytest.mark.system
def test_time_in_all_is_bounded(limit):
    limit(submission=1.5)
    examined = run("import time; time.sleep(1)", second="import time; time.sleep(1)")
    assert examined.notes == ("It was stopped after 1.5 s in all, in the cell “second”.",)
    assert scores(examined.notebook) == {"first": 10, "second": 0, "third": 0}


def test_cells_that_were_deleted_copied_edited_or_turned_into_text():
    source = notebook_with(RIGHT)
    for number, cell in enumerate(source.cells):
        cell.id = f"cell-{number}"
    handed_in = notebook_with(RIGHT)
    _, first, test, *rest = handed_in.cells
    test.source = "10"
    rest[0].cell_type, rest[0].outputs = "markdown", []
    handed_in.cells = [first, first, rest[0], rest[2]]  # no set-up, no tests; one answer is text
    submitted, notes = assemble(source, handed_in)
    examined = run_submission(SOURCE, submitted, sandbox())
    assert scores(examined.notebook) == ALL
    assert len(notes) == 5


@pytest.mark.system
def test_the_examiner_ends_with_the_grader():
    """A grader that is killed leaves no process behind: the warm parents hear it hang up."""
    code = (
        "from tests.classroom.sandbox.one_sandbox import *\nimport os\nbox = sandbox()\n"
        "print([w.process.pid for w in box.warm.values()], flush=True)\n"
        "run('while True: pass')"
    )
    grader = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pids = eval(grader.stdout.readline())
    time.sleep(0.5)
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    grader.stdout.close()
    for _ in range(100):
        left = [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
        if not left:
            break
        time.sleep(0.1)
    assert left == []


def test_the_reader_of_notebooks_is_the_one_that_grading_uses(tmp_path):
    nbformat.write(SOURCE, tmp_path / "x.ipynb")
    notebook = read_notebook(tmp_path / "x.ipynb")
    assert scores(run_submission(SOURCE, notebook, sandbox()).notebook) == ALL


def test_each_of_several_endless_answers_costs_its_own_time_and_points(limit, monkeypatch):
    limit(cell=1)
    started: list[str] = []
    enter = Sandbox.enter
    monkeypatch.setattr(Sandbox, "enter", lambda *given: started.append(given[1]) or enter(*given))
    endless = {name: f"def {name}(x):\n    while True: pass" for name in ("first", "third")}
    examined = run("kept = 3", second="assert kept == 3\n" + RIGHT["second"], **endless)
    assert scores(examined.notebook) == {"first": 0, "second": 10, "third": 0}
    assert examined.notes == (
        "It was stopped after 1 s in the cell “test-first”.",
        "It was stopped after 1 s in the cell “test-third”.",
    )
    assert started.count("student") == 3  # neither is tried again


@pytest.mark.system
def test_a_cell_that_ends_the_new_process_too_is_left_out_of_the_next(limit):
    """A new process runs the earlier cells again. Here the first cell ends it when run again."""
    limit(cell=3)
    late = f"import os, time\nif time.monotonic() > {time.monotonic() + 2.5}: os._exit(1)"
    examined = run(late, second="import time; time.sleep(9)")
    assert scores(examined.notebook) == ALL | {"second": 0}
    assert examined.notes == (
        "It was stopped after 3 s in the cell “second”.",
        "It ended Python (exit 1) in a cell of the student's own.",
    )


# ── values that keep the examiner busy ────────────────────────────────────────────────────────

BUSY = "Testing what it returned took more than"
REPLIES = {
    "an error of many lists": "(b'x', b'[' + b'[],' * 20_000_000 + b'1]')",
    "why it cannot be sent": "(b'w', b'x' * 70_000_000)",
    "a list of lists": "(b'v', value(b'[\"list\",[' + b'[\"list\",[]],' * 600_000 + b'1]]'))",
    "empty texts": "(b'v', value(b'[\"array\",\"<U0\",[67108864],[0],true]'))",
    "texts": "(b'v', value(b'[\"array\",\"<U1\",[16000000],[0],true]') + bytes(64_000_000))",
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_a_forged_reply_does_not_keep_the_examiner_busy(reply):
    forge = f"""
import struct
import classroom.sandbox.inside.student.serve as serve

def value(text):
    return struct.pack("<I", len(text)) + text

serve.answers[b"k"] = serve.answers[b"b"] = lambda *_: {reply}  # one call, and several
"""
    examined = run(forge)
    assert examined.reason is None
    assert BUSY not in "".join(examined.notes)
    assert set(scores(examined.notebook).values()) == {0}


@pytest.mark.system
def test_a_value_that_takes_long_to_test_costs_its_own_points(monkeypatch):
    """The instructor's own answer was tested in time. So the student's value takes the time."""
    monkeypatch.setattr(module, "GRACE", 1)
    monkeypatch.setattr(sandbox(), "limits", Limits(cell=2))
    source, slow = notebook_with(RIGHT), notebook_with(RIGHT | {"second": SLOW})
    loops = "        while output.shape == (7,): pass\n        if output.shape"
    source.cells[0].source = SETUP.replace("        if output.shape", loops)
    examined = run_submission(source, slow, sandbox())
    assert examined.reason is None
    assert scores(examined.notebook) == dict.fromkeys(RIGHT, 10) | {"second": 0}
    (note,) = examined.notes
    assert note.startswith(BUSY)


SLOW = "import numpy as np\ndef second(x):\n    return np.zeros(7)"
