"""A process that is about to be forked has its memory in large pages."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.fingerprint import package_folder

LARGE = Path("/sys/kernel/mm/transparent_hugepage")
RELEASE = tuple(map(int, re.findall(r"\d+", platform.release())[:2]))
ONE = """
import ctypes
import mmap
from classroom.sandbox.inside.preload import COLLAPSE, PAGE

area = mmap.mmap(-1, 2 * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
area.write(bytes([1]) * len(area))
start = ctypes.addressof(ctypes.c_char.from_buffer(area))
page = -(-start // PAGE) * PAGE
print(ctypes.CDLL(None).madvise(ctypes.c_void_p(page), ctypes.c_size_t(PAGE), COLLAPSE))
"""
JOINS = """
import re
from classroom.sandbox.inside.preload import PAGE, join_pages

def joined():
    text = open("/proc/self/smaps_rollup").read()
    return int(re.search(r"AnonHugePages: +(\\d+)", text)[1]) * 1024

many = [[number] for number in range(300_000)]  # in small blocks, which Python gives no large pages
before = joined()
join_pages()
print((joined() - before) // PAGE)
"""


def printed(program: str) -> int:
    path = str(package_folder("classroom").parent)
    return int(
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )


@pytest.mark.skipif(
    not LARGE.exists() or RELEASE < (6, 1), reason="only Linux 6.1 and later joins pages on request"
)
def test_small_objects_come_into_large_pages():
    if printed(ONE) != 0:
        pytest.skip("the kernel has no large page free")
    assert printed(JOINS) >= 1  # how many more, its free memory decides
