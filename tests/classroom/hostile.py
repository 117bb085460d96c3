"""Submissions made to stop, slow or deceive the commands of the instructor.

Each is a text to put in the place of a notebook, or a change to one of the release.
"""

import json
from collections.abc import Callable

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from tests.classroom.toy_class import DOUBLE, WRITTEN

ESCAPES = "\x1b[2J\x1b[31mada  100 of 100\x1b[0m\u202e\x07"

FILES = {  # whole files
    "a half character for a version": '{"nbformat": "\\ud800", "nbformat_minor": 5, "cells": []}',
    "empty dictionaries": json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {"x": [{}] * 2_600_000}, "cells": []},
        separators=(",", ":"),
    ),
    "deep lists": '{"nbformat": 4, "metadata": ' + "[" * 800 + "]" * 800 + ', "cells": []}',
    "a very long reason": '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": "%s"}'
    % ("x" * 5_000_000),
    "escapes in a reason": json.dumps({"nbformat": ESCAPES + "\n\nada  graded", "cells": []}),
}


def code(source: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells.append(new_code_cell(source))


def before_all(source: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells.insert(DOUBLE, new_code_cell(source))


def answer(source: str) -> Callable[[NotebookNode], None]:
    """In the place of the answer to the written question."""
    return lambda notebook: notebook.cells[WRITTEN].update(source=source)


def double(source: str) -> Callable[[NotebookNode], None]:
    return lambda notebook: notebook.cells[DOUBLE].update(source=source)


def thousands_of_cells(notebook: NotebookNode) -> None:
    notebook.cells += [new_code_cell("1") for _ in range(5_000)]


def same_ids(notebook: NotebookNode) -> None:
    """Nbformat warns of each."""
    cells = [new_code_cell("1") for _ in range(200)]
    for number, cell in enumerate(cells):
        cell.id = f"twice-{number // 2}"
    notebook.cells += cells


def coloured(notebook: NotebookNode) -> None:
    """Eight megabytes of escape codes: each cell's output has as much as is kept."""
    cell = "print('\\x1b[31m\\x1b[1mx' * 100_000)"
    notebook.cells += [new_code_cell(cell) for _ in range(9)]


UNREAD = {  # too much to be read
    "a cell of numbers": code(f"x = [{'1,' * 1_200_000}]"),
    "thousands of cells": thousands_of_cells,
}
GRADED = {  # what may be graded, and tells a person no more than it should
    "a half character in a string": code('x = "/proc\ud800"'),
    "a half character in an output": code("print(chr(0xd800))"),
    "a half character in an error": code("raise type('E\\ud800', (Exception,), {})('\\ud800')"),
    "magics": code("%a\n" * 5_000),
    "a long sum": code("x = " + "+".join(["1"] * 3_000)),
    "suspicions": code("\n".join(f"import gc; gc.x{n} = '/proc/{n}'" for n in range(1_000))),
    "warnings": code("\n".join(rf"x = '\d{n}'" for n in range(3_000))),
    "the same ids": same_ids,
    "forged outputs": before_all(
        "import classroom.sandbox.inside.student.serve as s, json\n"
        "s.answers[b'c'] = lambda *_: (b'r', json.dumps({'cut': False, 'outputs': [\n"
        "    {'output_type': 'display_data', 'data': {'application/json': [{}] * 2_000_000}}]\n"
        "}).encode())"
    ),
    "a nested output": code(
        "def nest(n): return {'a': nest(n - 1)} if n else 1\n"
        "display({'application/json': nest(300)}, raw=True)"
    ),
    "much output": code("for _ in range(30): print('x' * 900_000)"),
    "much colour": coloured,
    "escapes in an error": double(f"raise type({ESCAPES!r}, (Exception,), {{}})({ESCAPES!r})"),
    "an exotic language": answer("```agda\n" + "9" * 600 + "\n```"),
    "digits in another": answer("```perl6\n" + "9" * 600 + "\n```"),
    "empty lines": answer("a" + "\n" * 15_000 + "b"),
    "open environments": answer(r"\begin{a}" * 20_000),
    "open brackets": answer("[" * 20_000),
    "emphasis": answer("*a_" * 20_000),
    "nested elements": code(
        "from IPython.display import HTML\nHTML('<div>' * 120_000)",
    ),
    "a formula": answer(r"$\operatorname{<style>body{display:none}</style>}$"),
}
NEIGHBOURS = {  # made to reach, end, slow or starve those that run beside them, or after them
    "ends its group": code("import os, signal\nos.kill(0, signal.SIGKILL)"),
    "ends all in sight": code("import os, signal\nos.kill(-1, signal.SIGKILL)"),
    "sixty busy processes": code(
        "import os\nfor _ in range(60):\n    if os.fork() == 0:\n        while True: pass"
    ),
    "forks without end": code(
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    ),
    "leaves what holds memory": code(
        "import subprocess, sys\n"
        "held = 'import time; x = bytearray(range(250)) * 4_000_000; time.sleep(999)'\n"
        "subprocess.Popen([sys.executable, '-c', held], start_new_session=True)"
    ),
    "takes all memory": code("held = [bytearray(b'x') * 10**8 for _ in range(10**4)]"),
    "takes all sockets": code(
        "import socket, time\nheld = [socket.socketpair() for _ in range(200)]\ntime.sleep(3)"
    ),
    "fills its disk": code("open('/tmp/x', 'wb').write(bytes(10**9))"),
    "prints without end": code("while True: print('x' * 10**6)"),
    "never ends": double("def double(x):\n    while True: pass"),
}
