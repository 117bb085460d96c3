"""Files that several students handed in are found, and nothing else."""

import io
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tests.classroom.conftest import TOY

from classroom.course import Course
from classroom.grading.same_files import SMALLEST, SameFile, matrices_in, same_files

ONE, TWO, OURS = (bytes([n]) * SMALLEST for n in (1, 2, 3))


def hand_in(course: Course, student: str, **files: bytes) -> None:
    folder = course.submitted / student / TOY
    folder.mkdir(parents=True)
    (folder / f"{TOY}.ipynb").write_bytes(bytes(2 * SMALLEST))
    for name, content in files.items():
        (folder / f"{name}.npz").write_bytes(content)


@pytest.fixture
def found(course: Course):
    def find(*students: str) -> list[SameFile]:
        return same_files(course, TOY, students)

    return find


def test_a_file_that_came_twice_is_found_under_any_name(course, found):
    hand_in(course, "ada", my_gpt=ONE)
    hand_in(course, "ben", my_gpt=TWO)
    hand_in(course, "cem", my_gpt=ONE)
    hand_in(course, "dee", other=ONE, small=ONE[1:])
    hand_in(course, "eli", small=ONE[1:])
    assert found("ada", "ben", "cem", "dee", "eli") == [
        SameFile("my_gpt.npz", ("ada", "cem", "dee"))
    ]
    assert found("ada", "ben", "eli") == []


def test_one_student_who_hands_it_in_twice_is_alone(course, found):
    hand_in(course, "ada", my_gpt=ONE, copy=ONE)
    hand_in(course, "ben", my_gpt=TWO)
    assert found("ada", "ben") == []


def test_what_the_instructor_has_is_no_students(course, found):
    (course.solution(TOY).parent / "my_gpt.npz").write_bytes(OURS)
    for student in ("ada", "ben"):
        hand_in(course, student, my_gpt=OURS)
    assert found("ada", "ben") == []


def test_what_cannot_be_read_is_left_out(course, found):
    hand_in(course, "ada", my_gpt=ONE)
    hand_in(course, "ben")
    os.symlink(
        course.submitted / "ada" / TOY / "my_gpt.npz", course.submitted / "ben" / TOY / "my_gpt.npz"
    )
    deep = course.submitted / "cem" / TOY / "/".join(["d"] * 30)
    deep.mkdir(parents=True)
    (deep / "my_gpt.npz").write_bytes(ONE)
    assert found("ada", "ben", "cem", "nobody") == []


def weights(seed: int, *, scale: float = 1, noise: float = 0, names: str = "ab") -> bytes:
    """Two matrices in a file as `save_my_gpt` writes it."""
    rng, other = np.random.default_rng(seed), np.random.default_rng(1000 + seed)
    arrays = [scale * rng.normal(size=shape) for shape in ((70, 50), (20, 30))]
    arrays = [array * (1 + noise * other.normal(size=array.shape)) for array in arrays]
    file = io.BytesIO()
    np.savez(file, **dict(zip(names, arrays, strict=True)))
    return file.getvalue()


def test_weights_are_the_same_if_they_were_changed_a_little(course, found):
    changed = {
        "ada": weights(1),
        "ben": weights(1, noise=0.02),
        "cem": weights(1, scale=1.3),
        "dee": weights(1, names="yz"),
    }
    for student, content in changed.items():
        hand_in(course, student, my_gpt=content)
    hand_in(course, "eli", my_gpt=weights(2))
    hand_in(course, "fay", my_gpt=weights(1, noise=0.5))
    assert found(*changed, "eli", "fay") == [SameFile("my_gpt.npz", tuple(changed), exact=False)]


def test_a_file_that_is_no_plain_one_is_compared_by_its_bytes_alone(tmp_path: Path):
    header = (
        b"\x93NUMPY\x01\x00v\x00"
        + str({"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**6)}).ljust(117).encode()
        + b"\n"
    )
    objects = io.BytesIO()
    np.save(objects, np.array([[{}]], dtype=object), allow_pickle=True)
    for name, content in {"huge": header, "objects": objects.getvalue(), "text": b"text"}.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("w.npy", content)
        assert matrices_in(tmp_path / name) == []
    with zipfile.ZipFile(tmp_path / "damaged", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("w.npy", ONE)
    damaged = (tmp_path / "damaged").read_bytes()
    (tmp_path / "damaged").write_bytes(damaged[:60] + bytes(40) + damaged[100:])
    assert matrices_in(tmp_path / "damaged") == []
    (tmp_path / "none").write_bytes(b"no archive")
    assert matrices_in(tmp_path / "none") == []
