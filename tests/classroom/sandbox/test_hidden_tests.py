"""What a hidden test asks is neither found beforehand nor told afterwards, and honest work earns
what it earns in Jupyter.
"""

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SETUP,
    SOURCE,
    TEST,
    marks,
    notebook_with,
    run,
    run_submission,
    sandbox,
    scores,
    shown,
)

from classroom.limits import Limits
from payattention_checks.verdict import MIME

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
ALL = {"first": 10, "second": 10, "third": 10}
KEY = bytes(range(32))
VISIBLE_CALLS = 3  # of an answer that is right


def told(*extra: str, **answers: str) -> str:
    """What is shown to the student: the outputs and the notes."""
    examined = run(*extra, **answers)
    return shown(examined.notebook) + "\n".join(examined.notes)


# ── found beforehand ──────────────────────────────────────────────────────────────────────────

HIDES_THE_ANSWER = """
import math
import numpy as np

class checks:
    def root(answer, points, seed=0):
        \"\"\"The answer is drawn first, and the question made from it.\"\"\"
        right = int(np.random.default_rng(seed).integers(10**9))
        return float(points * (answer(right**2) == right))
"""
TRIES_ALL_SEEDS = """
import numpy as np
KNOWN = {}
for seed in range(10_000):
    right = int(np.random.default_rng(seed).integers(10**9))
    KNOWN[right**2] = right

def root(square):
    return KNOWN[square] if square in KNOWN else 0
"""


def roots(answer: str):
    test = TEST.format(name="root").replace("31415926", "2017")
    cells = [
        new_code_cell(HIDES_THE_ANSWER, metadata=marks("setup", locked=True) | {"tags": ["setup"]}),
        new_code_cell(answer, metadata=marks("root", solution=True)),
        new_code_cell(test, metadata=marks("test-root", grade=True, locked=True, points=10)),
    ]
    return new_notebook(cells=cells)


def test_an_answer_that_knows_the_cases_of_all_seeds_earns_nothing_from_a_hidden_test():
    source = roots("import math\ndef root(square): return math.isqrt(square)")
    known = roots(TRIES_ALL_SEEDS)
    plain = run_submission(source, known, sandbox())  # as in stock nbgrader
    assert scores(plain.notebook) == {"root": 10}
    for key in (KEY, KEY[::-1]):
        assert scores(run_submission(source, known, sandbox(), key=key).notebook) == {"root": 0}
        assert scores(run_submission(source, source, sandbox(), key=key).notebook) == {"root": 10}


def test_the_same_key_asks_the_same_cases_and_another_asks_others():
    """An answer that is right on every other number earns by chance, and always the same."""
    source = roots("import math\ndef root(square): return math.isqrt(square)")
    odd = "import math\ndef root(square):\n    right = math.isqrt(square)\n"
    odd = roots(odd + f"    return right if square == {visible_square()} or right % 2 else 0")

    def earned(key: bytes) -> float:
        return scores(run_submission(source, odd, sandbox(), key=key).notebook)["root"]

    keys = [bytes([number]) * 32 for number in range(8)]
    first = [earned(key) for key in keys]
    assert first == [earned(key) for key in keys]
    assert set(first) == {0, 10}


def visible_square() -> int:
    import numpy as np

    return int(np.random.default_rng(0).integers(10**9)) ** 2


def test_a_key_stands_in_no_notebook():
    examined = run_submission(SOURCE, SOURCE, sandbox(), key=KEY)
    assert examined.notebook.cells[2].source == SOURCE.cells[2].source


# ── told afterwards ───────────────────────────────────────────────────────────────────────────

KEEPS = {
    "in memory": (
        "seen = []\ndef first(x):\n    seen.append(x)\n    return 3 * x",
        "print('calls:', len(seen))",
    ),
    "in a file": (
        "def first(x):\n    print(x.sum(), file=open('seen', 'a'))\n    return 3 * x",
        "print('calls:', len(open('seen').readlines()))",
    ),
    "in a pipe": (
        "import fcntl, os, termios\nreads, writes = os.pipe()\n"
        "def first(x):\n    os.write(writes, b'.')\n    return 3 * x",
        "print('calls:', fcntl.ioctl(reads, termios.FIONREAD, bytes(4))[0])",
    ),
    "in shared memory": (
        "import mmap\nseen = mmap.mmap(-1, 100)\n"
        "def first(x):\n    seen.write(b'.')\n    return 3 * x",
        "print('calls:', bytes(seen).count(b'.'))",
    ),
}


@pytest.mark.parametrize(("keeps", "prints"), KEEPS.values(), ids=KEEPS)
def test_no_later_cell_can_show_what_a_hidden_test_has_asked(keeps, prints):
    if "mmap" in keeps and not sandbox().group:
        pytest.skip("without a memory cgroup, no process may share memory that belongs to no file")
    later = notebook_with(RIGHT | {"first": keeps, "third": prints + "\n" + RIGHT["third"]})
    later.cells.append(new_code_cell(prints))
    examined = run_submission(SOURCE, later, sandbox())
    assert scores(examined.notebook) == ALL
    assert shown(examined.notebook).count(f"calls: {VISIBLE_CALLS}") == 2
    assert shown(examined.notebook).count("calls:") == 2


TELLS = {
    "an error": "raise ValueError(f'TOLD {x.tolist()}')",
    "the name of an error": "raise type('TOLD', (Exception,), {})",
    "a shape": "return x[:0].repeat(1)",
    "how it ends": "os._exit(77)",
}


@pytest.mark.parametrize("tells", TELLS.values(), ids=TELLS)
def test_a_verdict_on_a_hidden_case_says_points_and_nothing_of_the_case(tells):
    answer = f"""
import os
calls = 0
def first(x):
    global calls
    calls += 1
    if calls > {VISIBLE_CALLS}:
        {tells}
    return 3 * x
"""
    examined = run(first=answer)
    assert scores(examined.notebook) == ALL | {"first": 0}
    said = shown(examined.notebook) + "\n".join(examined.notes)
    assert "TOLD" not in said
    assert "shape" not in said
    assert "77" not in said


SAYS_ZERO = """\
    def _repr_mimebundle_(self):
        made = [{"name": "quite-zero", "says": "TOLD"}]
        said = {"task": "first", "points": 10, "earned": 0, "reason": "TOLD", "mistakes": made}
        return {"application/vnd.payattention.verdict+json": said}

    def _repr_html_"""


def test_a_verdict_on_a_hidden_case_names_the_mistake():
    setup = SETUP.replace("    def _repr_html_", SAYS_ZERO)
    source, wrong = notebook_with(RIGHT), notebook_with(RIGHT)
    source.cells[0].source = setup
    late = "calls = []\ndef first(x):\n    calls.append(1)\n    return x * 3 * (len(calls) <= 3)"
    wrong.cells[1].source = late
    examined = run_submission(source, wrong, sandbox())
    (output,) = examined.notebook.cells[2].outputs
    assert output.data["text/plain"] == "0.0"
    assert [mistake["name"] for mistake in output.data[MIME]["mistakes"]] == ["quite-zero"]
    assert "on other cases: quite zero." in output.data["text/html"]
    assert "TOLD" not in str(output)
    assert "It earned 10 in the test that the notebook shows, and 0 on other cases" in str(output)


# ── honest work ───────────────────────────────────────────────────────────────────────────────


def test_a_hidden_test_finds_what_the_visible_one_found_whatever_later_cells_change():
    answers = {
        "first": "def helper(x): return 3 * x\ndef first(x): return helper(x)",
        "second": "def helper(x): return x - 1\ndef second(x): return helper(x)",
        "third": "import numpy as np\nnp.negative = np.positive = None\n" + RIGHT["third"],
    }
    assert scores(run(**answers).notebook) == ALL


def test_chance_goes_on_as_if_there_were_one_process():
    """Stock nbgrader asks the visible and the hidden part in one process, one after the other."""
    seeded = "import random\nrandom.seed(3)\nexpected = [random.random() for _ in range(6)]\n"
    seeded += "random.seed(3)\ndef first(x):\n    right = random.random() == expected.pop(0)\n"
    assert scores(run(first=seeded + "    return 3 * x * right").notebook) == ALL


def test_threads_of_its_own_cost_nothing():
    pool = "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
    pool += "def first(x):\n    return pool.submit(lambda: 3 * x).result()"
    assert scores(run(first=pool).notebook) == ALL


def test_whoever_ends_all_its_processes_loses_nothing_that_was_earned():
    ends = "import os, signal, subprocess\nsubprocess.Popen(['sleep', '60'])\n"
    ends += "os.kill(-1, signal.SIGKILL)\n"
    examined = run(third=ends + RIGHT["third"])
    assert (scores(examined.notebook), examined.notes) == (ALL, ())


def test_an_answer_that_ends_badly_on_a_hidden_case_costs_its_own_points():
    bad = "calls = []\ndef second(x):\n    calls.append(1)\n    if len(calls) > 3: os._exit(1)\n"
    examined = run("import os", second=bad + "    return x - 1")
    assert scores(examined.notebook) == ALL | {"second": 0}
    assert examined.notes == ()


# Whatever a hidden case makes the answer do, a student sees the same.
WAYS = {
    "exit": "os._exit(1)",
    "crash": "ctypes.string_at(0)",
    "loop": "while True: pass",
    "memory": "for _ in range(5):\n            if os.fork() == 0:\n"
    "                x = bytearray(b'x') * 150_000_000\n                time.sleep(60)\n"
    "        time.sleep(60)",
    "forged": "serve.answers[b'k'] = serve.answers[b'b'] = lambda *_: (b'z', b'')",
    "too large": "serve.answers[b'k'] = serve.answers[b'b'] = lambda *_: (b'v', bytes(10**8))",
    "sockets": "held = [socket.socketpair() for _ in range(200)]\n        time.sleep(60)",
    "processes": "try:\n            for _ in range(80): os.fork() or time.sleep(60)\n"
    "        except OSError: time.sleep(60)",
    "locks": "file = open('/tmp/x', 'w')\n        for n in range(2000): "
    "fcntl.lockf(file, 2, 1, 2 * n)\n        time.sleep(60)",
}


@pytest.mark.system
def test_no_way_to_fail_on_a_hidden_case_differs_from_another(monkeypatch):
    limits = Limits(cell=3, memory=300 * 2**20)
    monkeypatch.setattr(sandbox(), "limits", limits)
    found = {}
    for name, way in WAYS.items():
        answer = f"""
import ctypes, fcntl, os, socket, time
import classroom.sandbox.inside.student.serve as serve
calls = []
def second(x):
    calls.append(1)
    if len(calls) > {VISIBLE_CALLS}:
        {way}
    return x - 1
"""
        examined = run(second=answer)
        (output,) = examined.notebook.cells[4].outputs
        found[name] = str(output), examined.notes, tuple(scores(examined.notebook).values())
    assert len(set(found.values())) == 1, found
    assert found["exit"][2] == (10, 0, 10)


def test_no_process_knows_what_another_was_asked():
    """The process that is asked first could leave what it learned where another finds it."""
    twice = f"""
import os
calls = []
def second(x):
    calls.append(1)
    if len(calls) > {VISIBLE_CALLS} and not os.path.exists("/tmp/asked"):
        open("/tmp/asked", "w").write(str(x))
        os._exit(1)
    return x - 1
"""
    assert scores(run(second=twice).notebook) == ALL | {"second": 0}


def test_a_helper_that_a_later_cell_defines_anew_costs_nothing_even_if_it_would_not_end():
    answers = {
        "first": "def helper(x): return 3 * x\ndef first(x): return helper(x)",
        "third": "import os\ndef helper(x): os._exit(1)\n" + RIGHT["third"],
    }
    assert scores(run(**answers).notebook) == ALL


def test_a_hidden_test_that_fails_is_judged_at_its_place_and_costs_the_other_tasks_nothing():
    late = f"""
calls = []
def first(x):
    calls.append(1)
    return 3 * x * (len(calls) <= {VISIBLE_CALLS})
"""
    assert scores(run(first=late).notebook) == ALL | {"first": 0}
