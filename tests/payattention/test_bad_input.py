"""Bad input is a ValueError that says the argument, what it was and what it must be."""

import json
import re
import subprocess
import sys

import pytest
from tests.payattention.bad_input import CASES, FINE


@pytest.fixture(scope="module")
def raised():
    """What each case raises in a process of its own, where no shape checks are switched on."""
    command = [sys.executable, "-m", "tests.payattention.bad_input"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


@pytest.mark.xdist_group("bad input")  # which is tried once, by one process
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number][1])
def test_it_is_a_value_error_that_says_what_is_wrong(raised, number):
    assert raised[number] is not None, "nothing was raised"
    kind, said = raised[number]
    assert kind == "ValueError", said
    assert re.search(CASES[number][1], said), said


def test_what_is_unusual_and_right_works(raised):
    assert raised[len(CASES) :] == [None] * len(FINE)
