"""What a submission says is one line in which every character shows, wherever it is printed."""

import io

import pytest
from rich.table import Table
from rich.text import Text
from tests.classroom.hostile import ESCAPES

from classroom.printable import LONGEST, printable, sentences
from classroom.terminal import Terminal


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("plain “words”, 日本, é, 🙂", "plain “words”, 日本, é, 🙂"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("abc\u202ecba", r"abc\u202ecba"),
        ("half \ud800", r"half \ud800"),
        ("no\u2028break\u00a0here", "no break here"),
        ("x" * 10_000_000, "x" * (LONGEST - 1) + "…"),
    ],
)
def test_every_character_shows(text, shows):
    assert printable(text) == shows
    assert printable(shows) == shows
    printable(text).encode()


def test_of_too_many_sentences_the_first_are_said_and_the_number_of_the_others():
    said = sentences(f"Sentence {n}.\n" for n in [1, 1, *range(20_000)])
    assert said[:2] == ("Sentence 1.", "Sentence 0.")
    assert said[-1] == "And 19,990 more."
    assert len(said) == 11


def test_no_text_acts_on_the_terminal_whatever_it_is_printed_in():
    file = io.StringIO()
    console = Terminal(
        file=file, force_terminal=True, color_system="standard", width=200, highlight=False
    )
    table = Table("student", box=None)
    table.add_row(ESCAPES)
    for what in (ESCAPES, Text(f"a\n{ESCAPES}", style="red"), table):
        console.print(what, markup=False)
    said = file.getvalue()
    assert "\x1b[2J" not in said
    assert "\u202e" not in said
    assert "\x07" not in said
    assert "\x1b[31ma" in said  # our own colours do
    assert said.count(r"\x1b[2J") == 3
