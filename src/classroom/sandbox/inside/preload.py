"""The imports that a process does before it is forked for the first submission."""

import contextlib
import ctypes
import importlib
import json
import sys

PAGE = 2**21  # bytes of a large page
COLLAPSE = 25  # advice of madvise(), since Linux 6.1


def import_all(names: list[str]) -> None:
    """Import modules. A module that cannot be imported is skipped."""
    for name in names:
        with contextlib.suppress(Exception):  # the notebook's own import will show the error
            importlib.import_module(name)


def join_pages() -> None:
    """Ask the kernel to join this process's pages to large ones, where it can.

    A fork then copies a third of the page tables, and what it computes takes a quarter less time.
    While a fork runs, the kernel must copy each page that it joins: half a second of computing.
    """
    madvise = ctypes.CDLL(None).madvise
    with contextlib.suppress(OSError), open("/proc/self/maps") as areas:  # Linux alone has it
        for line in areas.readlines():
            addresses, rights, _, _, file, *name = line.split()
            if rights == "rw-p" and file == "0" and name in ([], ["[heap]"]):
                start, end = (int(address, 16) for address in addresses.split("-"))
                for page in range(-(-start // PAGE) * PAGE, end - PAGE + 1, PAGE):
                    madvise(ctypes.c_void_p(page), ctypes.c_size_t(PAGE), COLLAPSE)


def imported_since(count: int) -> bytes:
    """The names of all modules imported after the first ``count`` modules, as a JSON list."""
    return json.dumps(list(sys.modules)[count:]).encode()
