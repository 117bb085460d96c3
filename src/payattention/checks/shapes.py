"""Judge the shapes of outputs, and name the mistakes that lead to wrong shapes."""

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
    n_arguments: int | None = None,
) -> None:
    """Raise `Wrong` unless every output has the shape of the right output, ``expected(case)``.

    There is one output of the student's function for each of ``cases``. The first ``n_arguments``
    entries of a case are the arguments of the call (default: all entries). ``known`` are mistakes
    that lead to wrong shapes; the feedback names a mistake that explains all outputs. The
    functions that recognise them must compare outputs by `alike`, because arrays of different
    shapes can be equal after broadcasting.

    The feedback shows a call whose output has a wrong shape, the one with the smallest arguments.
    It shows the output with all brackets, and ``rule``, a sentence that says which shape is right.
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
    output, case = min(misshapen, key=lambda pair: n_entries(pair[1][:n_arguments]))
    wanted = np.asarray(expected(case))
    fault.details = {
        "Called": show_call(ask.task, case[:n_arguments]),
        "Returned": bracketed(output),
        EXPECTED: bracketed(wanted),
        "Its shape": f"{output.shape}, but it must be {wanted.shape}",
        RULE: rule,
    }
    raise fault


def bracketed(array: np.ndarray) -> str:
    """An array as text, in nested brackets, cut off after two lines of a verdict."""
    return shorten(str(significant(array.tolist())), 2 * (WIDTH - LABEL) - 20)
