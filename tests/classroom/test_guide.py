"""The instructor's guide shows what its commands print today."""

import re
from pathlib import Path

import pytest
from tests.guide.commands import GUIDE, blocks, comparable, make_course, printed

from classroom import doctor
from classroom.doctor import State, examine_machine
from classroom.sandbox import bubblewrap
from classroom.sandbox.box import Sandbox
from classroom.sandbox.bubblewrap import SandboxError, why_no_sandbox

needs_a_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())


@pytest.mark.system
@needs_a_sandbox
def test_every_printed_block_of_the_guide_is_what_the_command_prints(tmp_path: Path):
    shown = {name: comparable(text) for name, text in blocks(GUIDE.read_text("utf-8")).items()}
    today = {name: comparable(text) for name, text in printed(make_course(tmp_path))}
    assert shown == today, "python -m tests.guide writes what is printed today"


def test_seconds_and_widths_of_columns_are_no_difference():
    assert comparable("a   1.9 s  b") == comparable("a  10.7 s  b")
    assert comparable("3 pages") != comparable("4 pages")


def of_any_machine(sentence: str) -> str:
    """What the doctor says, without the paths, versions and amounts of one machine."""
    without_paths = re.sub(r"[~/][\w./-]+\b", "PATH", sentence)
    return re.sub(r"\d+(\.\d+)*", "N", without_paths)


@needs_a_sandbox
def test_the_doctor_says_what_the_guide_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "grade_trial_notebook", lambda: 0.0)  # it would start a sandbox
    block = re.search(r"^\$ classroom doctor\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    assert block
    *lines, end = block[1].splitlines()
    shown = dict(re.fullmatch(r"ok +([^:]+): (.*)", line).groups() for line in lines)
    found = {one.what: one for one in examine_machine(make_course(tmp_path).root)}
    assert list(shown) == list(found)
    here = {what: one.message for what, one in found.items() if one.state is State.OK}
    assert len(here) > 5
    for what, says in here.items():
        if what != "git":  # a course that is no repository
            assert of_any_machine(shown[what]) == of_any_machine(says)
    assert end == "Grading works here."


def test_the_guide_shows_how_grading_refuses(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bubblewrap, "bwrap", lambda: None)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(SandboxError) as refused:
        Sandbox()
    assert f"$ classroom grade 03-dot-product\n{refused.value}\n```" in GUIDE.read_text("utf-8")
