"""A download may hold anything: what must not be taken is left, with a sentence, and that alone."""

import json
import os
import resource
import stat
import struct
import time
import unicodedata
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.classroom.conftest import TOY
from tests.classroom.lms.downloads import (
    ADA,
    LATE,
    collect,
    entry,
    handed_in,
    left,
    pack,
    record,
    unpack,
)

from classroom.assignment.release import instructor_notebook
from classroom.course import CourseError
from classroom.grading.collection_record import Record
from classroom.grading.submissions import read_handed_in, read_submission
from classroom.lms import download, intake
from classroom.lms.download import UNSUSPICIOUS, clean, list_zip, safe_path, short_path

# ── zips that are not what they seem ──────────────────────────────────────────────────────────


def test_names_that_lead_out_of_the_folder_are_left(course, tmp_path):
    inside = "Ada_1_assignsubmission_file"
    outs = [f"{inside}/../../out", "../a_1_2_01-toy.ipynb", f"/{inside}/abs", f"C:/{inside}/win",
            f"..\\{inside}\\back", f"{inside}/a/../../../b"]  # fmt: skip
    files = dict.fromkeys(outs, "evil") | {f"{inside}/01-toy.ipynb": "good"}
    before = {path for path in tmp_path.rglob("*") if "gradebook" not in path.parts}
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert set(left(result).values()) == {"Its path leads out of the folder of the download."}
    assert len(left(result)) == len(outs)
    assert handed_in(course) == {"ada-1/01-toy/01-toy.ipynb": "good"}
    after = {path for path in tmp_path.rglob("*") if "gradebook" not in path.parts}
    assert after - before == {tmp_path / "a.zip"}


def test_links_are_left_in_a_zip_and_in_a_folder(course, tmp_path):
    zipped = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr(entry(ADA), "good")
        link = entry("lovelaceada_1234_9002_key.txt", mode=stat.S_IFLNK | 0o777)
        archive.writestr(link, "/etc/passwd")
        archive.writestr(entry("lovelaceada_1234_9003_pipe", mode=stat.S_IFIFO | 0o777), "")
    result = collect(course, zipped, TOY)
    assert left(result) == {
        "lovelaceada_1234_9002_key.txt": "It is a link, and links are not followed.",
        "lovelaceada_1234_9003_pipe": "It is not a regular file.",
    }
    secret = tmp_path / "secret"
    unpack(secret, {"in/key.txt": "secret"})
    folder = unpack(tmp_path / "folder", {"Bob_2_assignsubmission_file/01-toy.ipynb": "good"})
    bob = folder / "Bob_2_assignsubmission_file"
    (bob / "key.txt").symlink_to(secret / "in" / "key.txt")
    (bob / "all").symlink_to(secret)
    (bob / "round").symlink_to(folder)
    os.mkfifo(bob / "pipe")
    result = collect(course, folder, TOY)
    reasons = {name.rpartition("/")[2]: why for name, why in left(result).items()}
    link = "It is a link, and links are not followed."
    assert reasons == {
        "key.txt": link,
        "all": link,
        "round": link,
        "pipe": "It is not a regular file.",
    }
    assert handed_in(course) == {
        "bob-2/01-toy/01-toy.ipynb": "good",
        "lovelaceada-1234/01-toy/01-toy.ipynb": "good",
    }


def test_a_zip_bomb_is_left_and_the_others_are_collected(course, tmp_path):
    bomb = bytes(30_000_000)
    files = {"a_1_2_01-toy.ipynb": bomb, "b_2_3_01-toy.ipynb": "good", "a_1_3_x.txt": "good"}
    zipped = pack(tmp_path / "a.zip", files)
    assert zipped.stat().st_size < 50_000
    result = collect(course, zipped, TOY)
    (why,) = left(result).values()
    assert why.startswith("It unpacks to ")
    assert why.endswith(" times its size: is it a zip bomb?")
    assert set(handed_in(course)) == {"a-1/01-toy/x.txt", "b-2/01-toy/01-toy.ipynb"}


def test_a_bomb_in_a_students_own_zip_is_left(course, tmp_path):
    own = pack(tmp_path / "own.zip", {"01-toy.ipynb": "good", "zeros": bytes(30_000_000)})
    result = collect(course, pack(tmp_path / "a.zip", {"a_1_2_own.zip": own.read_bytes()}), TOY)
    assert list(left(result)) == ["a_1_2_own.zip/zeros"]
    assert set(handed_in(course)) == {"a-1/01-toy/01-toy.ipynb"}


def test_many_files_in_a_students_own_zip_are_a_bomb_together(course, tmp_path):
    """Twelve notebooks, none of which is large enough to be suspicious by itself."""
    notebooks = {f"{n}.ipynb": b"[" + b"{}," * 3_300_000 + b"{}]" for n in range(12)}
    own = pack(tmp_path / "own.zip", notebooks)
    assert own.stat().st_size < 130_000
    files = {"a_1_2_own.zip": own.read_bytes(), "b_2_3_01-toy.ipynb": "good"}
    start = time.monotonic()
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert time.monotonic() - start < 10
    assert "is it a zip bomb?" in left(result)["a_1_2_own.zip"]
    assert set(handed_in(course)) == {"a-1/01-toy/own.zip", "b-2/01-toy/01-toy.ipynb"}


def test_many_such_notebooks_beside_one_another_are_not_parsed(course, tmp_path):
    files = {f"a_1_{n}_{n}.ipynb": b"[" + b"{}," * 3_300_000 + b"{}]" for n in range(12)}
    files |= {"b_2_3_01-toy.ipynb": b"good"}
    start, before = time.monotonic(), largest_memory()
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert time.monotonic() - start < 20
    assert largest_memory() - before < 200e6
    assert (
        "[1/2] a-1: collected (It is not clear which of its notebooks is meant.)" in result.stdout
    )
    assert handed_in(course)["b-2/01-toy/01-toy.ipynb"] == "good"


def largest_memory() -> int:
    """Bytes that this process has ever had at once."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_what_is_packed_by_an_unusual_method_is_left(course, tmp_path, method):
    """LZMA asks for as much memory as its header says, and both end in errors of their own."""
    zipped = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr(entry("a_1_2_01-toy.ipynb"), "text " * 1000, compress_type=method)
        archive.writestr(entry("b_2_3_01-toy.ipynb"), "good")
    data = bytearray(zipped.read_bytes())
    data[60:70] = bytes(10)  # damaged
    zipped.write_bytes(data)
    result = collect(course, zipped, TOY)
    assert result.exit_code == 0, result.output
    assert left(result) == {
        "a_1_2_01-toy.ipynb": "It is compressed by another method than “deflate”."
    }
    assert handed_in(course) == {"b-2/01-toy/01-toy.ipynb": "good"}


def test_a_path_too_long_for_a_disk_is_left(course, tmp_path):
    deep = "Ada_1_assignsubmission_file/" + "/".join(["x" * 199] * 18) + "/d.csv"
    files = {deep: "1", "Ada_1_assignsubmission_file/01-toy.ipynb": "ada's"}
    files |= {"Bob_2_assignsubmission_file/01-toy.ipynb": "bob's"}
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert result.exit_code == 0, result.output
    assert list(left(result).values()) == ["Its path has more than 1,000 bytes."]
    assert sorted(handed_in(course).values()) == ["ada's", "bob's"]


def test_one_student_s_many_files_do_not_flood_the_list(course, tmp_path):
    own = pack(tmp_path / "own.zip", {f"../{n}": "" for n in range(5000)} | {"01-toy.ipynb": "1"})
    result = collect(course, pack(tmp_path / "a.zip", {"a_1_2_own.zip": own.read_bytes()}), TOY)
    assert len(result.stderr.splitlines()) < 30
    assert "Not collected: a-1: 4,980 more files of this student's." in result.stderr
    assert handed_in(course) == {"a-1/01-toy/01-toy.ipynb": "1"}


@pytest.mark.parametrize(
    ("limit", "most", "says"),
    [
        ("LARGEST_DOWNLOAD", 1000, "a.zip would unpack to 0 GB, but at most 0 GB are read"),
        ("MOST_FILES", 2, "a.zip holds 3 files, but at most 2 are read."),
    ],
)
def test_a_download_beyond_all_measure_is_refused_before_anything_is_unpacked(
    course, tmp_path, monkeypatch, limit, most, says
):
    monkeypatch.setattr(download, limit, most)
    files = {f"a_{number}_2_01-toy.ipynb": "x" * 400 for number in range(3)}
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert result.exit_code == 1
    assert says in result.stderr
    assert handed_in(course) == {}


def test_large_files_and_many_files_are_bounded(course, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "LARGEST_FILE", 1000)
    monkeypatch.setattr(intake, "LARGEST_FILE", 1000)
    monkeypatch.setattr(intake, "MOST_BESIDE", 3)
    files = {"a_1_2_01-toy.ipynb": "n" * 500, "a_1_3_big": "x" * 1001, "a_1_4_half": "x" * 501}
    files |= {f"a_1_5_s{number}": "x" for number in range(5)}
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert left(result) == {
        "a_1_3_big": "It has 0 MB, but at most 0 MB are collected.",
        "a_1_4_half": "The submission's files together are larger than 0.001 MB, so this one is "
        "left out.",
        "a_1_5_s3": "At most 3 files beside a notebook are collected.",
        "a_1_5_s4": "At most 3 files beside a notebook are collected.",
    }


def patch_entry(file: Path, name: str, offset: int, value: bytes) -> None:
    """Change a file's entry in the directory at the end of a zip."""
    data = bytearray(file.read_bytes())
    start = data.index(b"PK\x01\x02")
    while name.encode() not in data[start : start + 46 + len(name)]:
        start = data.index(b"PK\x01\x02", start + 1)
    data[start + offset : start + offset + len(value)] = value
    file.write_bytes(data)


FLAGS, METHOD, DATE, SIZE = 8, 10, 14, 24


@pytest.mark.parametrize(
    ("offset", "value", "says"),
    [
        (FLAGS, struct.pack("<H", 1), "It is encrypted."),
        (
            METHOD,
            struct.pack("<H", 97),
            "It is compressed by another method than “deflate”.",
        ),
        (SIZE, struct.pack("<I", 3), "It is damaged in the zip."),  # holds more than it says
        (SIZE, struct.pack("<I", 90_000_000), None),
        (DATE, b"\xff\xff", ""),
    ],
    ids=["encrypted", "method", "smaller", "larger", "date"],
)
def test_a_damaged_file_is_left_and_the_others_are_collected(course, tmp_path, offset, value, says):
    bad = "a_1_2_01-toy.ipynb"
    zipped = pack(tmp_path / "a.zip", {bad: "text " * 100_000, "b_2_3_01-toy.ipynb": "good"})
    patch_entry(zipped, bad, offset, value)
    result = collect(course, zipped, TOY)
    assert result.exit_code == 0, result.output
    assert "b-2/01-toy/01-toy.ipynb" in handed_in(course)
    if says == "":
        assert left(result) == {}
    else:
        assert list(left(result)) == [bad]
        assert says in (None, left(result)[bad])
        assert "a-1/01-toy/01-toy.ipynb" not in handed_in(course)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "a.zip is empty: download it again."),
        (b"%PDF-1.7 this is no zip", "a.zip is not a zip file."),
        (b"PK\x03\x04 cut short", "a.zip is cut short or damaged: download it again."),
        (b"PK\x05\x06" + bytes(18), "holds no submission."),
    ],
    ids=["empty file", "no zip", "cut short", "empty zip"],
)
def test_a_file_that_is_no_download_is_answered_with_a_sentence(course, tmp_path, content, says):
    (tmp_path / "a.zip").write_bytes(content)
    result = collect(course, tmp_path / "a.zip", TOY)
    assert result.exit_code == 1
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_download_cut_anywhere_is_a_sentence_or_loses_nothing(course, tmp_path):
    whole = pack(tmp_path / "a.zip", {ADA: "1", LATE: "2"}).read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "a.zip").write_bytes(whole[:length])
        result = collect(course, tmp_path / "a.zip", TOY)
        assert result.exit_code == 1
        assert "a.zip is " in result.stderr
    assert handed_in(course) == {}


@pytest.mark.parametrize("place", ["nowhere.zip", "nowhere", "empty"])
def test_a_place_that_holds_nothing_is_named(course, tmp_path, place):
    (tmp_path / "empty").mkdir()
    result = collect(course, tmp_path / place, TOY)
    assert result.exit_code == 1
    assert place in result.stderr


# ── names ─────────────────────────────────────────────────────────────────────────────────────


def test_one_file_twice_under_names_that_look_alike(course, tmp_path):
    inside = "Ada_1_assignsubmission_file"
    composed, parts = unicodedata.normalize("NFC", "é.txt"), unicodedata.normalize("NFD", "é.txt")
    zipped = tmp_path / "a.zip"
    files = [
        ("01-toy.ipynb", "first"), ("01-toy.ipynb", "last"), (composed, "1"), (parts, "2"),
        ("Data.csv", "3"), ("data.CSV", "4"), ("timestamp.txt", "1999-01-01"),
        ("Collected.json", "{}"), ("01-TOY.ipynb/x", "5"), ("file", "6"), ("file/inside", "7"),
    ]  # fmt: skip
    with zipfile.ZipFile(zipped, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # “Duplicate name”
        for name, content in files:
            archive.writestr(entry(f"{inside}/{name}"), content)
    result = collect(course, zipped, TOY)
    found = handed_in(course)
    assert {name.removeprefix("ada-1/01-toy/"): text for name, text in found.items()} == {
        "01-toy.ipynb": "first", "é.txt": "1", "Data.csv": "3", "file": "6",
        "Collected.json": "{}",
    }  # fmt: skip
    assert set(left(result).values()) == {"Another file of the submission has the same path."}
    assert record(course, "ada-1").id == "1"


def test_very_long_odd_and_device_names_are_made_writable(course, tmp_path):
    inside = "Ada_1_assignsubmission_file"
    names = ["x" * 400 + ".csv", "CON", "aux.txt", "a:b?.csv", "new\nline\x1b[31m.txt", "dot. ",
             "日" * 300 + ".txt"]  # fmt: skip
    files = {f"{inside}/{name}": name for name in names} | {f"{inside}/01-toy.ipynb": "n"}
    result = collect(course, pack(tmp_path / "a.zip", files), TOY)
    assert left(result) == {}
    found = {name.removeprefix("ada-1/01-toy/"): text for name, text in handed_in(course).items()}
    assert len(found) == len(files)
    assert all(len(name.encode()) <= 200 for name in found)
    assert {"_CON", "_aux.txt", "a_b_.csv", "new_line_[31m.txt", "dot"} <= set(found)


def test_names_in_a_folder_that_are_no_text(course, tmp_path):
    folder = unpack(tmp_path / "d", {"Ada_1_assignsubmission_file/01-toy.ipynb": "good"})
    odd = os.fsencode(folder / "Ada_1_assignsubmission_file") + b"/\xff\xfe.txt"
    with open(odd, "w") as file:
        file.write("odd")
    result = collect(course, folder, TOY)
    assert result.exit_code == 0, result.output
    assert handed_in(course)["ada-1/01-toy/__.txt"] == "odd"


def test_utf_8_that_does_not_say_so_is_read_as_utf_8(course, tmp_path, moodle):
    name = "Zoë_4242_assignsubmission_file/café.txt"
    zipped = pack(tmp_path / "a.zip", {name: "1"})
    with zipfile.ZipFile(zipped) as archive:
        assert archive.infolist()[0].flag_bits & 0x800
    data = zipped.read_bytes()
    for start, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(start) + flags
        data = data[:place] + b"\0\0" + data[place + 2 :]
    zipped.write_bytes(data)
    collect(course, zipped, TOY)
    assert set(handed_in(course)) == {"zoë-4242/01-toy/café.txt"}


@given(st.text(max_size=300))
def test_no_name_leads_anywhere(name):
    try:
        path = short_path(safe_path(name))
    except CourseError:
        return
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert path.parts
    for part in path.parts:
        assert len(part.encode()) <= 200
        assert not set(part) & set('\x00\n\x1b/\\:*?"<>|')
    clean(name).encode()


@given(st.binary(max_size=200))
@example(b"\0\0\0\0 ")  # a flag for a form of zip that Python does not read
def test_any_bytes_in_a_zips_directory_are_read_or_refused(tmp_path_factory, noise):
    folder = tmp_path_factory.mktemp("noise")
    data = bytearray(pack(folder / "a.zip", {ADA: "text" * 50, LATE: "2"}).read_bytes())
    start = data.index(b"PK\x01\x02")
    data[start + 4 : start + 4 + len(noise)] = noise
    (folder / "b.zip").write_bytes(data)
    try:
        with download.open_zip(folder / "b.zip", "b.zip") as found:
            for member in found.members:
                assert len(b"".join(member.blocks())) <= member.size
    except CourseError:
        pass


def test_a_student_whose_folder_another_has_but_for_letter_case_is_left(course, tmp_path):
    unpack(course.submitted, {"ADA-1/01-toy/01-toy.ipynb": "another's"})
    result = collect(course, pack(tmp_path / "a.zip", {"ada_1_2_01-toy.ipynb": "mine"}), TOY)
    assert list(left(result).values()) == [
        "There is a student “ADA-1” already, with nearly the same name: are they the same?"
    ]
    assert handed_in(course) == {"ADA-1/01-toy/01-toy.ipynb": "another's"}


def test_a_zips_folders_are_no_files(tmp_path):
    place = pack(tmp_path / "a.zip", {"Ada_1_assignsubmission_file/": "", ADA: "1"})
    with zipfile.ZipFile(place) as archive:
        assert [str(member.path) for member in list_zip(archive, "a.zip").members] == [ADA]


# ── a loop that prints ────────────────────────────────────────────────────────────────────────


def printed(much: str | list[str]) -> bytes:
    """A notebook of one answer whose cell has printed much."""
    output = {"output_type": "stream", "name": "stdout", "text": much}
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": "x = '\"outputs\": [{'"}
    cell |= {"execution_count": 1, "outputs": [output, output]}
    other = cell | {"id": "b", "outputs": []}
    notebook = {"cells": [cell, other], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook).encode()


LOOPS = {
    "one text": "training…\n" * 1_300_000,
    "lines": ["training…\n"] * 900_000,
    "brackets in it": '[{(\\"' * 2_000_000,
}


@pytest.mark.parametrize("much", LOOPS.values(), ids=LOOPS)
def test_a_notebook_in_which_a_loop_has_printed_is_collected_without_its_outputs(
    course, tmp_path, canvas, much
):
    data = printed(much)
    zipped = pack(tmp_path / "a.zip", {ADA: data})
    assert len(data) > UNSUSPICIOUS
    result = collect(course, zipped, TOY, "--roster", canvas)
    assert left(result) == {}
    file = course.submitted / "ada" / TOY / f"{TOY}.ipynb"
    assert file.stat().st_size < 1_000
    (cell, other) = json.loads(file.read_text())["cells"]
    assert cell["source"] == other["source"] == "x = '\"outputs\": [{'"
    assert cell["outputs"] == []
    (note,) = Record.read(course, "ada", TOY).notes
    assert f"{len(data) / 1e6:.0f} MB" in note


def test_a_large_one_in_a_students_own_zip_and_one_put_there_by_hand_are_cut_too(course, tmp_path):
    data = printed(LOOPS["one text"])
    own = pack(tmp_path / "own.zip", {"01-toy.ipynb": data})
    collect(course, pack(tmp_path / "a.zip", {"a_1_2_own.zip": own.read_bytes()}), TOY)
    file = course.submitted / "a-1" / TOY / f"{TOY}.ipynb"
    assert file.stat().st_size < 1_000
    file.write_bytes(data)
    notebook, (note,) = read_handed_in(file)
    assert [cell.outputs for cell in notebook.cells] == [[], []]
    assert f"{len(data) / 1e6:.0f} MB" in note


@pytest.mark.parametrize("rest", [b"", b'"', b"[]" * 3_000_000 + b"]}]}"])
def test_outputs_without_an_end_or_of_too_many_lists_are_a_bomb(course, tmp_path, rest):
    data = b'{"nbformat": 4, "cells": [{"outputs": [' + b" " * 20_000_000 + rest
    result = collect(course, pack(tmp_path / "a.zip", {ADA: data, LATE: "good"}), TOY)
    assert list(left(result)) == [ADA]
    assert len(handed_in(course)) == 1


def test_nobody_who_handed_in_something_is_said_to_have_handed_in_nothing(course, tmp_path, canvas):
    zipped = pack(tmp_path / "a.zip", {ADA: bytes(30_000_000)})
    with zipfile.ZipFile(zipped, "a") as archive:
        archive.writestr(entry(LATE, mode=stat.S_IFLNK | 0o777), "/etc/passwd")
    result = collect(course, zipped, TOY, "--roster", canvas)
    assert "Nothing handed in" not in result.stderr
    assert "not collected, by 1 in grades.csv: grace" in result.stderr
    (note,) = Record.read(course, "ada", TOY).notes
    assert "zip bomb" in note
    with pytest.raises(CourseError) as error:
        read_submission(course, TOY, "ada", instructor_notebook(course, TOY).master)
    assert str(error.value) == note
