"""A command of the instructor's in a process of its own: what it printed, and what it took."""

import os
import subprocess
import sys
from typing import NamedTuple

from classroom.course import Course

# Not ru_maxrss: a process begins with that of the one which started it, here of all the tests.
MEASURED = """\
import re, resource, sys
from pathlib import Path
from classroom.__main__ import main

place = sys.argv.pop(1)
try:
    main()
finally:
    kilobytes = int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
    own = resource.getrusage(resource.RUSAGE_SELF)
    Path(place).write_text(f"{1024 * kilobytes} {own.ru_utime + own.ru_stime}")
"""


class Ran(NamedTuple):
    """How a command ended."""

    output: str
    seconds: float  # of computing, of its own process
    memory: int  # bytes, at most, of its own process


def run(course: Course, *command: str) -> Ran:
    place = course.root / "memory"
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(place), *command],
        cwd=course.root,
        env=os.environ | {"COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=1_800,
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output[-3000:]
    memory, seconds = place.read_text().split()
    return Ran(output, float(seconds), int(memory))
