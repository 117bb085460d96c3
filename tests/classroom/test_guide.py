"""The instructor's guide shows what its commands print today."""

from pathlib import Path

import pytest
from tests.guide.commands import GUIDE, blocks, comparable, make_course, printed

from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox())


def test_every_printed_block_of_the_guide_is_what_the_command_prints(tmp_path: Path):
    shown = {name: comparable(text) for name, text in blocks(GUIDE.read_text("utf-8")).items()}
    today = {name: comparable(text) for name, text in printed(make_course(tmp_path))}
    assert shown == today, "python -m tests.guide writes what is printed today"


def test_seconds_and_widths_of_columns_are_no_difference():
    assert comparable("a   1.9 s  b") == comparable("a  10.7 s  b")
    assert comparable("3 pages") != comparable("4 pages")
