"""Read a download: a zip or a folder with files that are not trusted.

nbgrader's ``ExtractorPlugin`` first unpacks all files, also those of archives inside archives,
whatever their size. This module unpacks nothing in advance: a file is read only when its student is
known. A file is skipped, with a sentence that gives the reason, if it is a link, encrypted,
damaged or too large, or if its path leads out of the download's folder.
"""

import os
import re
import stat
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from classroom.course import CourseError
from classroom.grading.submission_files import DEEPEST, LARGEST_FILE
from classroom.lms.file_names import NOTEBOOK
from classroom.lms.roster import DEVICE, RESERVED

LARGEST_DOWNLOAD = 20_000_000_000  # bytes of all files together
MOST_FILES = 100_000
HIGHEST_RATIO = 200  # of a file's size to its compressed size, …
UNSUSPICIOUS = 10_000_000  # … for files with more bytes than this: short text can compress as well
LONGEST_PART = 200  # bytes of a file's name on disk: most systems allow 255
LONGEST_PATH = 1_000  # bytes of a path in a submission: most systems allow 4,096 for a whole path
UTF8_NAMES = 0x800  # a flag of a zip's entry: its name is UTF-8, not code page 437
ENCRYPTED = 0x1  # another flag of an entry
LITTER = re.compile(
    r"__MACOSX|\._.*|\.DS_Store|Thumbs\.db|desktop\.ini|\.git(hub|ignore|attributes)?"
)


class Damaged(CourseError):
    """A file of a download cannot be read."""


@dataclass(frozen=True)
class Member:
    """A file of a download that can be collected. Its data is read only when it is needed.

    The path is safe: no part of it is ``..`` or has a character that an operating system reserves.
    """

    path: PurePosixPath
    size: int
    written: datetime  # when it was put into the zip, or last changed
    open: Callable[[], IO[bytes]]
    suspicious: str = ""  # why it may be a zip bomb, unless it is a notebook with many outputs

    def blocks(self) -> Iterator[bytes]:
        """Yield the file's data in blocks of at most 1 MiB.

        Raises Damaged if the file cannot be read, or if it has more bytes than ``self.size``.
        """
        read = 0
        try:
            with self.open() as file:
                while block := file.read(2**20):
                    read += len(block)
                    if read > self.size:
                        raise Damaged("It is larger than the zip says.")
                    yield block
        except (BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError):
            raise Damaged("It is damaged in the zip.") from None
        except OSError as error:
            raise Damaged(f"It cannot be read: {error.strerror}.") from None


@dataclass(frozen=True)
class Skipped:
    """A file that is not collected, and the reason."""

    name: str
    reason: str


@dataclass
class Download:
    """The files of a zip or a folder.

    The files in ``members`` can be collected. Those in ``skipped`` cannot, each for a reason.
    """

    name: str
    members: list[Member] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


@contextmanager
def open_download(path: Path, whose: Callable[[PurePosixPath], bool]) -> Iterator[list[Download]]:
    """Open a zip or a folder that was downloaded; yield a list of `Download` objects.

    If ``path`` is a zip, the list has one object. If ``path`` is a folder, the list has one
    object for the folder's files, and one for each zip that is directly in the folder. But a zip
    that a student handed in is not opened: it counts as one of the folder's files. ``whose`` is
    called with a zip's path, and returns whether the zip's name tells which student handed it in.
    """
    with ExitStack() as stack:
        if not path.is_dir():
            yield [stack.enter_context(open_zip(path, path.name))]
            return
        folder = read_folder(path)
        found = [folder]
        for member in list(folder.members):
            is_zip = len(member.path.parts) == 1 and member.path.suffix.lower() == ".zip"
            if is_zip and not whose(member.path):
                folder.members.remove(member)
                try:
                    zipped = open_zip(path / member.path, member.path.name)
                    found.append(stack.enter_context(zipped))
                except CourseError as error:
                    folder.skipped.append(Skipped(str(member.path), str(error)))
        yield found


# ── zips ──────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def open_zip(file: Path, name: str) -> Iterator[Download]:
    """Open a zip and yield its files as a `Download`.

    ``name`` is the name of the zip in error messages. Raises CourseError if the file is no zip, or
    is too large to unpack.
    """
    try:
        archive = ZipFile(file)
    except FileNotFoundError:
        raise CourseError(f"There is no {file}.") from None
    except OSError as error:
        raise CourseError(f"{name} cannot be read: {error.strerror}.") from None
    except (BadZipFile, ValueError, NotImplementedError):
        raise CourseError(f"{name} {why_no_zip(file)}.") from None
    with archive:
        yield list_zip(archive, name)


def why_no_zip(file: Path) -> str:
    with file.open("rb") as start:
        first = start.read(4)
    if not first:
        return "is empty: download it again"
    if first.startswith(b"PK"):
        return "is cut short or damaged: download it again"
    return "is not a zip file"


def list_zip(archive: ZipFile, name: str) -> Download:
    found = Download(name)
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise CourseError(f"{name} holds {len(infos)} files, but at most {MOST_FILES} are read.")
    for info in infos:
        inside = name_of(info).replace("\\", "/")
        try:
            path = safe_path(inside)
            if any(LITTER.fullmatch(part) for part in path.parts):
                continue
            check_entry(info)
            suspicious = why_suspicious(info)
            if suspicious and path.suffix.lower() != NOTEBOOK:
                raise CourseError(suspicious)
        except CourseError as error:
            found.skipped.append(Skipped(clean(inside), str(error)))
            continue
        written = datetime(*info.date_time) if valid(info.date_time) else datetime(1980, 1, 1)

        def read(info: ZipInfo = info) -> IO[bytes]:
            return archive.open(info)

        found.members.append(Member(path, info.file_size, written, read, suspicious))
    total = sum(member.size for member in found.members)
    if total > LARGEST_DOWNLOAD:
        raise CourseError(
            f"{name} would unpack to {total / 1e9:.0f} GB, but at most "
            f"{LARGEST_DOWNLOAD / 1e9:.0f} GB are read: is it a zip bomb?"
        )
    return found


def name_of(info: ZipInfo) -> str:
    """The name of a zip's entry; it is read as UTF-8 if possible.

    Many programs write UTF-8 without setting the flag for it.
    """
    if info.flag_bits & UTF8_NAMES:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def valid(moment: tuple[int, int, int, int, int, int]) -> bool:
    """Whether a date and time that was read from a zip is possible.

    The zip format allows impossible values, such as a month 15. ``moment`` is the year, month, day,
    hour, minute and second.
    """
    try:
        datetime(*moment)
    except ValueError:
        return False
    return True


def check_entry(info: ZipInfo) -> None:
    """Raise CourseError if a zip's entry must not be unpacked.

    It must be a regular file, neither encrypted nor too large nor compressed by an unusual method.
    """
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise CourseError("It is a link, and links are not followed.")
    if kind not in (0, stat.S_IFREG):
        raise CourseError("It is not a regular file.")
    if info.flag_bits & ENCRYPTED:
        raise CourseError("It is encrypted.")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # Canvas and Moodle use only these
        raise CourseError("It is compressed by another method than “deflate”.")
    check_size(info.file_size)


def why_suspicious(info: ZipInfo) -> str:
    """A sentence, if a zip's entry may be a zip bomb by its compression ratio; else “”."""
    times = info.file_size / max(info.compress_size, 1)
    if info.file_size <= UNSUSPICIOUS or times <= HIGHEST_RATIO:
        return ""
    return f"It unpacks to {times:.0f} times its size: is it a zip bomb?"


def check_size(size: int) -> None:
    if size > LARGEST_FILE:
        raise CourseError(
            f"It has {size / 1e6:.0f} MB, but at most {LARGEST_FILE / 1e6:.0f} MB are collected."
        )


# ── folders ───────────────────────────────────────────────────────────────────────────────────


def read_folder(top: Path) -> Download:
    """The files of a folder and its subfolders; links are skipped.

    Raises CourseError if there are more than `MOST_FILES` files.
    """
    found = Download(top.name)

    def unreadable(error: OSError) -> None:
        name = os.path.relpath(error.filename, top)
        found.skipped.append(Skipped(clean(name), f"It cannot be read: {error.strerror}."))

    for root, folders, files in os.walk(top, onerror=unreadable):
        folders.sort()
        for name in [*folders, *sorted(files)]:
            file = Path(root, name)
            inside = file.relative_to(top).as_posix()
            state = file.lstat()
            if stat.S_ISDIR(state.st_mode) or any(map(LITTER.fullmatch, inside.split("/"))):
                continue
            try:
                if stat.S_ISLNK(state.st_mode):
                    raise CourseError("It is a link, and links are not followed.")
                if not stat.S_ISREG(state.st_mode):
                    raise CourseError("It is not a regular file.")
                check_size(state.st_size)
                path = safe_path(inside)
            except CourseError as error:
                found.skipped.append(Skipped(clean(inside), str(error)))
                continue

            def read(file: Path = file) -> IO[bytes]:
                return file.open("rb")

            written = datetime.fromtimestamp(state.st_mtime)
            found.members.append(Member(path, state.st_size, written, read))
        if len(found.members) > MOST_FILES:
            raise CourseError(f"{top} holds more than {MOST_FILES} files.")
    return found


# ── names ─────────────────────────────────────────────────────────────────────────────────────


def clean(name: str) -> str:
    """Make the path ``name`` safe to print and write.

    Each character of a file's or folder's name that some operating system reserves is replaced by
    ``_``.
    """
    name = unicodedata.normalize("NFC", name)
    return "/".join(RESERVED.sub("_", part) for part in name.split("/"))


def safe_path(name: str) -> PurePosixPath:
    """Convert ``name``, the path of a file in a download, to a path that is safe on any system.

    Raises CourseError if the path leads out of the download's folder, is too long, or has too many
    nested folders.
    """
    if name.startswith("/") or re.match(r"[A-Za-z]:/", name) or ".." in name.split("/"):
        raise CourseError("Its path leads out of the folder of the download.")
    parts = [part.rstrip(". ") for part in clean(name).split("/") if part not in ("", ".")]
    if not parts or not all(parts):
        raise CourseError("It has no name.")
    if len(parts) > DEEPEST:
        raise CourseError(f"It lies more than {DEEPEST} folders deep.")
    if len("/".join(map(short, parts)).encode()) > LONGEST_PATH:
        raise CourseError(f"Its path has more than {LONGEST_PATH:,} bytes.")
    return PurePosixPath(*(f"_{part}" if DEVICE.fullmatch(part) else part for part in parts))


def short_path(path: PurePosixPath) -> PurePosixPath:
    """Cut each name in the path to at most `LONGEST_PART` bytes; short file extensions are kept."""
    return PurePosixPath(*(short(part) for part in path.parts))


def short(part: str) -> str:
    if len(part.encode()) <= LONGEST_PART:
        return part
    stem, dot, ending = part.rpartition(".")
    if not stem or len(ending.encode()) > 20:
        stem, dot, ending = part, "", ""
    room = LONGEST_PART - len(f"{dot}{ending}".encode())
    return stem.encode()[:room].decode(errors="ignore") + dot + ending
