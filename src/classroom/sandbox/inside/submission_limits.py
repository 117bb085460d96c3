"""What a submission may use, and how much may cross at a time between it and the examiner."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowed:
    """What one submission may use."""

    memory: int  # bytes, beside what the warm parent had already
    processes: int
    seconds: float  # of CPU
    cell: float  # seconds of CPU in a cell
    disk: int  # bytes in /tmp


@dataclass(frozen=True)
class Bounds:
    """The largest value that crosses: bytes in its arrays, bytes of JSON, lists inside lists."""

    arrays: int = 64 * 2**20
    text: int = 8 * 2**20
    depth: int = 32
    elements: int = 2**26  # of an array, axes of length 0 left out: a loop over it must end
    keys: int = 5_000  # of dicts and sets: each may collide with all others


BOUNDS = Bounds()
LONGEST = BOUNDS.arrays + BOUNDS.text + 100  # bytes of a message
TOGETHER = 2**24  # bytes of calls, or of what they return, in one message
