"""Judge the shapes of outputs, where a mistake may change them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.calls import called
from payattention_checks.compare import alike
from payattention_checks.judge import UNNAMED, Mistakes, find_fault
from payattention_checks.layout import RULE
from payattention_checks.read import n_entries
from payattention_checks.show import EXPECTED, bracketed
from payattention_checks.wrong import Wrong


def judge_shapes(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[np.ndarray],
    expected: Callable[[Any], Any],
    known: Mistakes = (),
    *,
    rule: str | Callable[[Any], str],
    n_arguments: int | None = None,
) -> None:
    """Raise `Wrong` unless every output has the shape of the right output, ``expected(case)``.

    There is one output of the student's function for each of ``cases``. The first ``n_arguments``
    entries of a case are the arguments of the call (default: all entries). ``known`` are mistakes
    that lead to wrong shapes; the feedback names a mistake that explains all outputs. The
    functions that recognise them must compare outputs by `alike`, because arrays of different
    shapes can be equal after broadcasting.

    The feedback shows a call whose output has a wrong shape, the one with the smallest arguments.
    It shows the output with all brackets, and ``rule``, which the output must obey: a text, or a
    function of the case that returns a text.
    """
    ask.end_group()
    pairs = list(zip(outputs, cases, strict=True))
    misshapen = [
        (output, case) for output, case in pairs if output.shape != np.shape(expected(case))
    ]
    if not misshapen:
        return
    fault = find_fault(pairs, lambda output, case: alike(output, expected(case)), known)
    assert fault is not None  # a misshapen output is never right
    if fault.name in UNNAMED:
        fault = Wrong("wrong-shape", "What came back has a wrong shape.")
    output, case = min(misshapen, key=lambda pair: n_entries(pair[1][:n_arguments]))
    fault.details = called(ask.task, case[:n_arguments])
    fault.details |= shapes_shown(output, np.asarray(expected(case)))
    fault.details[RULE] = rule if isinstance(rule, str) else rule(case)
    raise fault


def shapes_shown(output: np.ndarray, expected: np.ndarray) -> dict[str, str]:
    return {
        "Returned": bracketed(output),
        EXPECTED: bracketed(expected),
        "Its shape": f"{output.shape}, but it must be {expected.shape}",
    }
