"""The one form of a check. The module of a task defines, at module level:

============  ======================================================================================
``Case``      a named tuple: the arguments of one call, then what else the check knows of it
``right``     ``right(case, **variant)``: the right output; keywords make a usual mistake of it
``VARIANTS``  each mistake's name, with the keywords of `right` that make it: a dictionary, or a
              list of them where it can be made in several ways; ``{}`` in a list is the right
              output: in some cases the mistake does not show
``SIGNS``     mistakes that no keywords make, with a function (output, case) that recognises them
``cases``     ``cases(rng)``: ordinary cases, and edges, which are tried when those came out right
============  ======================================================================================

A file beside it, of the same name and with the ending ``.toml``, holds what the student reads: the
rule, the remark, and for each mistake its sentence and the share of the points that is kept. The
order of the mistakes there is the order in which they are tried. With ``then = "_other.toml"``, the
mistakes of that file, which several tasks share, are tried after its own. ``[stages.2]`` can hold
the sentence before the faults at the edges of stage 2, and the share of the points that is kept if
a fault there states none.

    min_p = Task(__name__, right, cases, VARIANTS).check
"""

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.check import CheckFailed, check
from payattention_checks.compare import Fits
from payattention_checks.declaration import Declaration
from payattention_checks.judging import Judging
from payattention_checks.remember import make_read_only
from payattention_checks.variants import (
    Cases,
    Edge,
    Keywords,
    Undo,
    Variants,
    Varied,
    outputs_of,
    vary,
    ways_of,
)

__all__ = [
    "Cases",
    "Edge",
    "Fits",
    "Keywords",
    "Task",
    "Undo",
    "Variants",
    "Varied",
    "draw",
    "outputs_of",
    "vary",
    "ways_of",
]

DRAWS_CACHED = 200  # of all tasks: the visible seed, the hidden one of a course, a few of a test


class Task(Declaration):
    """A task in the one form."""

    @property
    def check(self) -> Callable[..., Any]:
        """The check, as a notebook calls it: ``check(answer, points=10, seed=0)``."""
        texts, name = self.texts, self.module.rpartition("._")[2]

        def body(ask: Ask, rng: np.random.Generator) -> str:
            try:
                drawn = draw(self, int(rng.integers(2**63)))
            except Exception as error:
                raise CheckFailed(f"{name}: the cases cannot be drawn: {error!r}") from error
            Judging(self, ask).judge_all(drawn)
            return texts.remark

        body.__name__, body.__module__ = name, self.module
        body.__doc__ = sys.modules[self.module].__doc__
        checked = check(reread=texts.reread)(body)
        vars(checked)["task"] = self
        return checked


@functools.lru_cache(DRAWS_CACHED)
def draw(task: Task, seed: int) -> Cases:
    """The cases of a seed: drawn once, however many answers are judged."""
    drawn = task.cases(np.random.default_rng(seed))
    make_read_only([*drawn.ordinary, *(case for edge in drawn.edges for case in edge.cases)])
    return drawn
