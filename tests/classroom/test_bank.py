import pytest

from classroom.bank import parse_answers, read_bank
from classroom.course import CourseError

GOOD = """\
# %% right: two words in torch — with a note — and another
import torch


def f(x):
    # a comment
    return x


# %% wrong: not-scaled, earns 2.5 — because
def f(x):
    return 1


# %% wrong: not-scaled-at-all
def f(x):
    return 2


# %% wrong: not-scaled, earns 2.5 - another way, typed with a short dash
def f(x):
    return 1.0


# %% wrong: not-scaled + wrong-axis, earns 0.5
def f(x):
    return 3
"""


def test_each_cell_is_an_answer():
    right, half, none, again, both = parse_answers(GOOD, task="f", where="f.py")
    assert (right.task, right.right, right.name, right.earns) == (
        "f",
        True,
        "two words in torch",
        None,
    )
    assert right.note == "with a note — and another"
    assert right.code.startswith("import torch")
    assert right.code.endswith("return x")
    assert (half.kind, half.name, half.earns, half.note) == ("wrong", "not-scaled", 2.5, "because")
    assert (none.name, none.earns, none.note) == ("not-scaled-at-all", 0, "")
    assert (again.name, again.earns) == ("not-scaled", 2.5)
    assert again.note == "another way, typed with a short dash"
    assert (both.name, both.earns) == ("not-scaled + wrong-axis", 0.5)


def test_each_answer_has_a_name_of_its_own_to_pick_its_test_by():
    names = [str(answer) for answer in parse_answers(GOOD, task="f", where="f.py")]
    assert names[0] == "f: right: two words in torch — with a note — and another"
    assert names[2] == "f: wrong: not-scaled-at-all"
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "holds no answer"),
        ("def f(): pass\n", "holds no answer"),
        ("import numpy\n" + GOOD, "before its first answer"),
        (GOOD.replace("right:", "Right:"), "line 1: “# %% Right"),
        (GOOD.replace("earns 2.5", "earns half"), "line 10"),
        (GOOD.replace("earns 2.5", "earns -1"), "line 10"),
        (GOOD.replace("in torch", "in torch, earns 3"), "earns everything"),
        (
            GOOD.replace("another way, typed with a short dash", "because"),
            "line 20: “# %% wrong: not-scaled, earns 2.5 - because” is there twice: tell the two",
        ),
        (GOOD.replace(" + wrong-axis, earns 0.5", "-at-all"), "line 25: .* is there twice"),
        (GOOD.replace("return 2", "return (2"), "line 15: the answer is not Python"),
        (GOOD + "# %% wrong: nothing\n# only a comment\n", "line 28: the answer is empty"),
    ],
)
def test_a_bank_file_of_another_form_is_refused_with_its_place(text, says):
    with pytest.raises(CourseError, match=says) as error:
        parse_answers(text, task="f", where="f.py")
    assert str(error.value).startswith("f.py")


def test_a_folder_is_read_by_task(tmp_path):
    (tmp_path / "f.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "g.py").write_text(GOOD, encoding="utf-8")
    assert {task: len(found) for task, found in read_bank(tmp_path).items()} == {"f": 5, "g": 5}
    with pytest.raises(CourseError, match="no bank"):
        read_bank(tmp_path / "elsewhere")
