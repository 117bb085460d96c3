"""Processes that other processes have started."""

import psutil

from classroom.sandbox.inside.usage import family


def descendants(pid: int) -> set[int]:
    return {process.pid for process in family(pid)[1:]}


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie, which holds nothing."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
