"""A roster is read however it was made, and one that cannot be used is named."""

import unicodedata

import pytest
from tests.classroom.conftest import TOY
from tests.classroom.lms.downloads import ADA, collect, handed_in, pack

from classroom.course import CourseError
from classroom.lms.roster import read_roster, student_name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a,b\n1,2\n", "is not a roster: it needs a column “student”"),
        ("", "is not a roster"),
        ("student,name\n", "names no student"),
        ("student,name\nada,1\nAda,2\n", "two lines with the student “Ada”: “1” and “2”"),
        ("student,canvas_id\nada,1\nbob,1\n", "two lines with the canvas_id “1”: “ada” and “bob”"),
        ('student,name\nada,"Ada\n', "line 2"),
        ("PK\x03\x04", "is a spreadsheet: save it as CSV."),
    ],
)
def test_a_roster_that_cannot_be_used_is_a_sentence(course, tmp_path, text, says):
    roster = tmp_path / "class.csv"
    roster.write_text(text)
    result = collect(course, pack(tmp_path / "a.zip", {ADA: "1"}), TOY, "--roster", roster)
    assert result.exit_code == 1
    assert says in result.stderr
    assert "class.csv" in result.stderr
    assert handed_in(course) == {}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_roster_is_read_however_a_spreadsheet_saved_it(tmp_path, encoding, separator):
    file = tmp_path / "class.csv"
    lines = [["Student", "Canvas ID", "Name"], ["zoe", "7", "Zoë"], ["", "", ""]]
    text = "\r\n".join(separator.join(line) for line in lines)
    file.write_bytes(text.encode(encoding))
    (person,) = read_roster(file).people
    assert (person.student, person.canvas_id, person.name) == ("zoe", "7", "Zoë")


def test_canvas_with_first_and_last_names_and_a_name_that_it_made_a_formula(tmp_path):
    file = tmp_path / "grades.csv"
    file.write_text('LastName,FirstName,ID,SIS Login ID,Section\n"=""=1+1""",Ada,7,ada,Mon\n')
    (person,) = read_roster(file).people
    assert (person.name, person.student) == ("=1+1, Ada", "ada")


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a\nb", "CON", "nul.txt", "x" * 129,
     "C:", "dot."],
)  # fmt: skip
def test_a_name_that_is_a_path_is_no_students(tmp_path, name):
    with pytest.raises(CourseError):
        student_name(name)
    roster = tmp_path / "class.csv"
    quoted = name.replace('"', '""')
    roster.write_text(f'student,canvas_id\nada,1\n"{quoted}",2\n')
    with pytest.raises(CourseError, match=r"class\.csv, line \d"):
        read_roster(roster)


@pytest.mark.parametrize(
    "name", ["ada", "Ada Lovelace", "ada@example.org", "rósa", "李小龍", "-x", "connor"]
)
def test_other_names_are(name):
    assert student_name(unicodedata.normalize("NFD", f" {name} ")) == name
