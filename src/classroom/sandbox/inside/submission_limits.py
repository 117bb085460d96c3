"""Limits on a submission's resources, and on the data it exchanges with the examiner's process."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowed:
    """The resources that one submission may use."""

    memory: int  # bytes, in addition to the memory of the warm parent
    processes: int
    seconds: float  # of CPU time
    cell: float  # seconds of CPU time in one cell
    disk: int  # bytes in /tmp


@dataclass(frozen=True)
class Bounds:
    """Limits on the size of a value that the student's and the examiner's process exchange."""

    arrays: int = 64 * 2**20  # bytes of all its arrays
    text: int = 8 * 2**20  # bytes of the JSON
    parts: int = 1_000_000  # of the JSON: commas and opening brackets
    texts: int = 2**20  # of an array: each becomes an object of Python's
    depth: int = 32  # levels of nested lists
    elements: int = 2**26  # of an array, not counting axes of length 0: a loop over it must end
    keys: int = 5_000  # of dicts and sets: each key's hash may collide with all others


BOUNDS = Bounds()
LONGEST = BOUNDS.arrays + BOUNDS.text + 100  # bytes of a message
TOGETHER = 2**24  # bytes of several calls, or of their replies, in one message
