"""nbgrader's exchange: a folder through which a class on one machine gets and hands in notebooks.

Students write into that folder with their own programs, so anything may be there. These two steps
replace nbgrader's own, which stop the whole class at the first submission that is not as expected,
and which follow a student's links with the instructor's rights. ``nbgrader_config.py`` names them.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch
from glob import escape, glob
from pathlib import Path
from typing import Any

from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback

from classroom.course import CourseError
from classroom.grading.submission_files import EXCHANGE_FILES, TIMESTAMP
from classroom.lms.download import Member, read_folder
from classroom.lms.intake import copy_file
from classroom.lms.roster import student_name
from classroom.printable import printable

UNFETCHED = frozenset("[*?")  # nbgrader's FetchFeedback reads a name with these as a pattern
SLACK = timedelta(minutes=10)  # by which a submission may be written later than it says


class Collect(ExchangeCollect):
    """``nbgrader collect``, in which no submission stops another or reads the instructor's files.

    A folder is left out, with an error that says why, if its name is not one that nbgrader gives,
    or if it belongs to another account than the student's. The time at which it was handed in is
    what the student's program says. A warning says if the folder was written later.
    """

    src_records: list[dict[str, Any]]

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if record["username"]]

    def _path_to_record(self, path: str) -> dict[str, Any]:
        """Whose submission a folder is, and from when; nobody's if it must not be collected."""
        try:
            record = super()._path_to_record(path)
            student_name(record["username"])
            if self.check_owner:
                check_owner(Path(path), record["username"])
        except (CourseError, ExchangeError, OverflowError, ValueError) as error:
            self.log.error("Not collected: %s: %s", printable(path), printable(str(error)))
            return {"username": "", "filename": "", "timestamp": datetime.min}
        return record

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy the plain files of a submission, and write when it was handed in."""
        target = Path(dest)
        target.mkdir(parents=True)
        try:
            for member in self.wanted(Path(src)):
                copy_file(member, target / member.path)
        except (CourseError, OSError) as error:
            self.log.error("Not collected in full: %s: %s", printable(src), error)
        handed_in = super()._path_to_record(src)["timestamp"]
        (target / TIMESTAMP).write_text(f"{handed_in} UTC", encoding="ascii")
        written = datetime.fromtimestamp(os.lstat(src).st_ctime, UTC).replace(tzinfo=None)
        if written - handed_in > SLACK:
            self.log.warning(
                "%s says that it was handed in at %s UTC, but it was written at %s UTC.",
                printable(src), handed_in, written,
            )  # fmt: skip

    def wanted(self, folder: Path) -> Iterator[Member]:
        """The files of a submission that are collected. Each other one is named in the log.

        Raises CourseError if they are too large or too many.
        """
        if folder.is_symlink():
            raise CourseError("It is a link, and links are not followed.")
        found = read_folder(folder)
        for skipped in found.skipped:
            self.log.error("Not collected: %s in %s: %s", skipped.name, folder, skipped.reason)
        most = 1000 * self.coursedir.max_dir_size
        if sum(member.size for member in found.members) > most:
            raise CourseError(f"Its files have more than {most:,} bytes.")
        ignored = (*self.coursedir.ignore, TIMESTAMP)
        for member in found.members:
            if not any(fnmatch(part, one) for part in member.path.parts for one in ignored):
                yield member


def check_owner(folder: Path, student: str) -> None:
    """Raise CourseError if a folder belongs to another account than the student's.

    Somebody else could have put it there, in the student's name.
    """
    owner = account_of(folder)
    if owner != student:
        raise CourseError(
            f"It belongs to the account “{owner}”, so perhaps it is not from {student}. If one "
            "account owns all submissions here, set c.ExchangeCollect.check_owner = False."
        )


def account_of(folder: Path) -> str:
    from pwd import getpwuid  # not on Windows, where nbgrader has no exchange

    number = os.lstat(folder).st_uid
    try:
        return getpwuid(number).pw_name
    except KeyError:
        return str(number)


class ReleaseFeedback(ExchangeReleaseFeedback):
    """``nbgrader release_feedback``, for a class in which some submissions came another way.

    Only a student who handed in through the exchange can fetch feedback there.
    """

    src_path: str

    def copy_files(self) -> None:
        for folder in sorted(map(Path, glob(self.src_path))):
            if all((folder / name).is_file() for name in EXCHANGE_FILES):
                self.src_path = escape(str(folder))
                super().copy_files()
                if UNFETCHED & {*(student := folder.parent.name)}:
                    self.log.warning(
                        "%s cannot fetch this page: nbgrader takes the [, * or ? in the name for a "
                        "pattern. Send it.", student,
                    )  # fmt: skip
            else:
                self.log.warning(
                    "Not released: %s: what was graded did not come through the exchange.", folder
                )
