import pytest

from classroom.assignment.bank import parse_answers, read_bank
from classroom.course import CourseError

GOOD = """\
# %% right: two words in torch — with a note — and another
import torch


def f(x):
    # a comment
    return x


# %% wrong: not-scaled, earns 0.25 — because
def f(x):
    return 1


# %% wrong: not-scaled-at-all
def f(x):
    return 2


# %% wrong: not-scaled, earns 0.25 - another way, typed with a short dash
def f(x):
    return 1.0


# %% wrong: not-scaled + wrong-axis, earns 1/3
def f(x):
    return 3
"""


def test_each_cell_is_an_answer():
    right, half, none, again, both = parse_answers(GOOD, task="f", where="f.py")
    assert (right.task, right.right, right.name, right.share) == (
        "f",
        True,
        "two words in torch",
        1,
    )
    assert right.note == "with a note — and another"
    assert right.code.startswith("import torch")
    assert right.code.endswith("return x")
    assert (half.kind, half.name, half.share, half.note) == ("wrong", "not-scaled", 0.25, "because")
    assert (none.name, none.share, none.note) == ("not-scaled-at-all", 0, "")
    assert (again.name, again.share) == ("not-scaled", 0.25)
    assert again.note == "another way, typed with a short dash"
    assert (both.name, both.share) == ("not-scaled + wrong-axis", 1 / 3)


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
        (GOOD.replace("earns 0.25", "earns half"), "line 10"),
        (GOOD.replace("earns 0.25", "earns -1"), "line 10"),
        (GOOD.replace("earns 0.25", "earns 1/0"), "line 10"),
        (
            GOOD.replace("earns 0.25", "earns 4"),
            "line 10: a wrong answer .* less than 1, .* earns 4",
        ),
        (GOOD.replace("earns 1/3", "earns 3/3"), "line 25: a wrong answer .* earns 3/3"),
        (GOOD.replace("in torch", "in torch, earns 1"), "always earns all points"),
        (
            GOOD.replace("another way, typed with a short dash", "because"),
            "line 20: the line “# %% wrong: not-scaled, earns 0.25 - because” occurs twice: add a",
        ),
        (GOOD.replace(" + wrong-axis, earns 1/3", "-at-all"), "line 25: .* occurs twice"),
        (GOOD.replace("return 2", "return (2"), "line 15: the answer is not Python"),
        (GOOD + "# %% wrong: nothing\n# only a comment\n", "line 28: the answer has no code"),
    ],
)
def test_a_bank_file_of_another_form_is_refused_with_its_place(text, says):
    with pytest.raises(CourseError, match=says) as error:
        parse_answers(text, task="f", where="f.py")
    assert str(error.value).startswith("f.py")


def test_an_answer_earns_its_share_of_whatever_the_points_are():
    right, quarter, none, _, third = parse_answers(GOOD, task="f", where="f.py")
    assert [a.earns(10) for a in (right, quarter, none, third)] == [10, 2.5, 0, 3.3]
    assert [a.earns(7.25) for a in (right, quarter, none, third)] == [7.25, 1.8, 0, 2.4]


def test_a_folder_is_read_by_task(tmp_path):
    (tmp_path / "f.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "g.py").write_text(GOOD, encoding="utf-8")
    assert {task: len(found) for task, found in read_bank(tmp_path).items()} == {"f": 5, "g": 5}
    with pytest.raises(CourseError, match="no bank"):
        read_bank(tmp_path / "elsewhere")
