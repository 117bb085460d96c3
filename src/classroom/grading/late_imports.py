"""Find out whether a class needs a module that takes long to import.

Some functions of torch import `torch._dynamo` when they are first called, which takes a second and
70 MB, and tensors on the meta device import `sympy`, which takes a third of that. If a submission
may need such a module, it is imported once, before any submission runs. If none does, it is not
imported at all. A submission that needs the module although nothing in its code says so imports it
itself, in its own time.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from classroom.course import CourseError
from classroom.grading.staleness import content_of

FIRST_CALLS = {  # the modules, and what stands in the text of a notebook that calls for them
    ("torch._dynamo", "torch.utils.flop_counter"): (
        *(b"flop_counter", b"torch_dispatch", b"TorchDispatchMode", b"_dynamo", b"torch.compile"),
        *(b"torch.export", b"torch.optim", b"import optim", b"utils.checkpoint"),
    ),
    ("sympy",): (b'meta\\"', b'meta"', b"meta'", b"vmap", b"vectorize=True"),
}


def late_imports(folders: Iterable[Path]) -> tuple[str, ...]:
    """The modules to import before any submission of these folders runs."""
    needed = dict.fromkeys(module for folder in folders for module in modules_for(folder))
    return tuple(needed)


def modules_for(folder: Path) -> Iterator[str]:
    with suppress(OSError, CourseError):  # reading it again says what is wrong
        for _, data in content_of(folder):
            for modules, words in FIRST_CALLS.items():
                if any(word in data for word in words):
                    yield from modules
