"""A notebook that would take minutes or gigabytes to read is refused in moments."""

import json
import resource
import time
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from tests.classroom import hostile

from classroom.assignment import notebook_size
from classroom.assignment.cell_syntax import parse, syntax_error, without_magics
from classroom.assignment.notebook import read_notebook
from classroom.assignment.notebook_size import checked, depth, outside_of_strings
from classroom.course import CourseError


def notebook_in(folder: Path, text: str) -> Path:
    file = folder / "x.ipynb"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", hostile.FILES)
def test_a_hostile_file_is_refused_quickly_in_one_sentence(tmp_path, name, capfd):
    file = notebook_in(tmp_path, hostile.FILES[name])
    before = resource.getrusage(resource.RUSAGE_SELF)
    with pytest.raises(CourseError) as error:
        read_notebook(file)
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 2
    assert after.ru_maxrss - before.ru_maxrss < 150_000  # kB
    said = str(error.value)
    assert said.isprintable()
    assert len(said) < 300
    assert capfd.readouterr() == ("", "")


def test_more_bytes_than_may_be_read_are_not_read(tmp_path):
    file = tmp_path / "x.ipynb"
    with file.open("wb") as sparse:
        sparse.truncate(5 * 10**9)
    with pytest.raises(
        CourseError, match=r"^x\.ipynb was not read: it has 5000 MB, but at most 20 MB are read; "
    ):
        read_notebook(file)


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (["1"] * (notebook_size.MOST_CELLS + 1), "it has more than 1,000 cells"),
        (["1," * 30_000], "one of its cells has more than 50,000 characters of code"),
        (["1," * 24_000] * 5, "its cells have more than 200,000 characters of code"),
    ],
    ids=["cells", "long", "much"],
)
def test_more_code_than_may_be_read_is_refused(tmp_path, cells, says):
    text = json.dumps(new_notebook(cells=[new_code_cell(source) for source in cells]))
    with pytest.raises(CourseError, match=says):
        read_notebook(notebook_in(tmp_path, text))


def test_an_honest_notebook_with_large_outputs_is_read(tmp_path):
    """A picture of 5 MB, and 100,000 lines of text with brackets and commas in them."""
    picture = new_output("display_data", data={"image/png": "A" * 5_000_000})
    lines = new_output("stream", text=["[[1, 2], {3, 4}]\n"] * 100_000)
    text = json.dumps(new_notebook(cells=[new_code_cell("x = 1", outputs=[picture, lines])]))
    assert read_notebook(notebook_in(tmp_path, text)).cells[0].source == "x = 1"


def test_halves_of_characters_are_replaced_and_whole_ones_are_not(tmp_path):
    cells = [new_code_cell(source) for source in ('x = "/proc\ud800"', 'y = "🙂"')]
    text = json.dumps(new_notebook(cells=cells))
    assert "\\ud83d\\ude42" in text
    sources = [cell.source for cell in read_notebook(notebook_in(tmp_path, text)).cells]
    assert sources == ['x = "/proc?"', 'y = "🙂"']


@pytest.mark.parametrize(
    ("text", "skeleton", "deep"),
    [
        (r'{"a": [1, "]}\"[{", "\\"]}', '{"": [1, "", ""]}'.replace('"', ""), 2),
        ("[[[]], [[]]]", "[[[]], [[]]]", 3),
        ('[{"a": {}}, [], []]', "[{: {}}, [], []]", 3),
        ('"[[[["', "", 0),
    ],
)
def test_what_stands_in_strings_does_not_count(text, skeleton, deep):
    assert outside_of_strings(text) == skeleton
    assert depth(outside_of_strings(text)) == deep
    assert json.loads(checked(text)) == json.loads(text)


# ── cells ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "source",
    ["%a\n" * 10_000, "%time x=1\n" * 3_000, "!" * 30_000, "x?\n" * 10_000, " " * 40_000 + "!x\n)"],
    ids=["percent", "time", "shell", "help", "spaces"],
)
def test_a_cell_of_magics_is_read_in_moments(source):
    start = time.process_time()
    parse(source)
    syntax_error(source)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "+".join(["1"] * 3_000),
        "-" * 20_000 + "1",
        "(" * 20_000,
        "x = '\0'",
        "a" + ".b" * 9000,
    ],
    ids=["sum", "minus", "brackets", "nul", "attributes"],
)
def test_code_that_makes_no_tree_is_no_error_of_the_graders(source):
    parse(source)
    syntax_error(source)


@pytest.mark.parametrize(
    ("source", "python", "magics"),
    [
        ("%%time\nx = 1", "x = 1", ["%%time"]),
        ("x = !ls -l\ny = 2", "x = None\ny = 2", ["!ls -l"]),
        ("if x:\n    %time f()\n", "if x:\n    pass\n", ["%time f()"]),
        ("!echo a \\\n  b\nx = 1", "pass\nx = 1", ["!echo a \\\n  b"]),
        ("print?\nx", "pass\nx", ["print?"]),
        (">>> x = 1\n... y", "x = 1\ny", []),
        ("    x = 1\n    y = 2", "x = 1\ny = 2", []),
    ],
)
def test_a_cell_is_taken_apart_into_python_and_magics(source, python, magics):
    assert without_magics(source) == (python, magics)
