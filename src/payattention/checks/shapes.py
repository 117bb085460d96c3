"""Outputs of a wrong shape, which a check may know by name."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from payattention.checks.check import (
    EXPECTED,
    Ask,
    Mistake,
    Mistakes,
    find_fault,
    n_entries,
    shorten,
    show_call,
    significant,
)
from payattention.checks.gives import alike
from payattention.checks.verdict import LABEL, RULE, WIDTH


def judge_shapes(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[np.ndarray],
    expected: Callable[[Any], Any],
    known: Mistakes = (),
    *,
    rule: str,
    given: int | None = None,
) -> None:
    """Raise `Wrong` if an output does not have the shape of ``expected(case)``.

    ``known`` are mistakes whose outputs have other shapes. They are compared by `alike`, since
    arrays of different shapes may broadcast. The feedback shows the smallest of these outputs with
    all its brackets.
    """
    judged = list(zip(outputs, cases, strict=True))
    misshapen = [
        (output, case) for output, case in judged if output.shape != np.shape(expected(case))
    ]
    if not misshapen:
        return
    other = Mistake("wrong-shape", "What came back has a wrong shape.", lambda output, case: True)
    fault = find_fault(judged, lambda output, case: alike(output, expected(case)), [*known, other])
    if fault is None:
        return
    output, case = min(misshapen, key=lambda pair: n_entries(pair[1][:given]))
    wanted = np.asarray(expected(case))
    fault.details = {
        "Called": show_call(ask.task, case[:given]),
        "Returned": bracketed(output),
        EXPECTED: bracketed(wanted),
        "Its shape": f"{output.shape}, but it must be {wanted.shape}",
        RULE: rule,
    }
    raise fault


def bracketed(array: np.ndarray) -> str:
    """An array as nested lists, of which two lines are shown."""
    return shorten(str(significant(array.tolist())), 2 * (WIDTH - LABEL) - 20)
