"""The profile counts the CPU time of each process where it arises, and prints all of it."""

import re
import subprocess
import sys
import time

import pytest
from rich.console import Console

from classroom.class_table import print_phases
from classroom.phases import Phases, cpu_seconds

COMPUTES = "print('begins', flush=True)\nsum(range(3 * 10**7))\nprint('ends', flush=True)\ninput()"

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems have no clock of another process"
)


@linux_only
def test_the_time_of_another_process_is_counted_and_waiting_for_it_is_not():
    phases = Phases()
    command = [sys.executable, "-c", COMPUTES]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout
        assert other.stdin
        other.stdout.readline()
        with phases.timed("alone"):
            pass
        with phases.timed("both", other.pid):
            other.stdout.readline()
        other.stdin.close()
    assert phases.computing["both"] > 10 * phases.computing["alone"]
    assert phases.computing["both"] <= phases.real["both"] * 1.05
    assert cpu_seconds(other.pid) == 0  # it has ended
    assert cpu_seconds(0) == 0


def test_the_table_adds_up_to_the_time_of_all_processes():
    phases = Phases(processes={"examiner": 5.0 - time.process_time()})
    phases.add("first", 1.0, 2.0)
    phases.add("second", 4.0, 1.0)
    phases.add("first", 1.0, 0.5)
    console = Console(width=80, no_color=True)
    with console.capture() as captured:
        print_phases(console, phases, graded=10)
    lines = (re.split(r"\s{2,}", line.strip()) for line in captured.get().splitlines())
    found = {name: cells for name, *cells in lines}
    assert found["first"] == ["200.0", "250.0", "50%"]
    assert found["second"] == ["400.0", "100.0", "20%"]
    assert found["in all"][-1] == "100%"
    assert found["all else"][-1] == "30%"
