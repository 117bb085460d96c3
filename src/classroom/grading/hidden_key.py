"""The secret key from which the seeds of hidden tests are derived when a class is graded.

It is made once for a course and kept in its gradebook folder, which is not visible in any sandbox.
So when a submission is graded again, it meets the same hidden cases as before.
"""

import hmac
import os
import secrets
from pathlib import Path

from classroom.course import Course, CourseError

FILE = "hidden-tests.key"
LENGTH = 32  # bytes


def hidden_key(course: Course, assignment: str) -> bytes:
    """The key of an assignment, derived from the key of the course.

    If the course has no key yet, it is made. Raises CourseError if the course's key cannot be read
    or made.
    """
    path = course.gradebook / FILE
    try:
        if not path.exists():
            write_key(path)
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError as error:
        raise CourseError(
            f"{course.display_path(path)} cannot be used: {error.strerror}."
        ) from None
    except ValueError:
        key = b""
    if len(key) < LENGTH:
        raise CourseError(
            f"{course.display_path(path)} is damaged. Put it back from a backup, or delete it: "
            "then all submissions are graded again, on other hidden cases."
        )
    return hmac.digest(key, assignment.encode(), "sha256")


def write_key(path: Path) -> None:
    """Write a new random key, atomically, to a file that only its owner can read."""
    temporary = path.with_suffix(".half")
    temporary.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(LENGTH))
    os.replace(temporary, path)
