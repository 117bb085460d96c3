"""Judge outputs: are they right, and if not, which mistake explains all of them?

A mistake is named only if *all* outputs fit it. The answer is then a right answer to another
question, and the feedback says which question. Ordinary inputs are judged first and edge cases
afterwards, so a fault at an edge belongs to an answer that is right for ordinary inputs.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from payattention_checks.ask import Ask
from payattention_checks.compare import finite
from payattention_checks.read import part_of
from payattention_checks.show import show_smallest
from payattention_checks.verdict import JOINT, Finding, joint
from payattention_checks.wrong import Wrong

UNNAMED = {"unrecognised", "not-finite"}  # the names `find_fault` gives to unknown mistakes


@dataclass(frozen=True)
class Mistake:
    """A usual mistake, which the function ``fits(output, case)`` recognises in one output.

    The output is what the student's function returned, and the case holds the arguments of that
    call. ``feedback`` is the text about the mistake. ``credit`` is the share of the points, 0 to 1,
    that the student keeps if this is the only mistake.
    """

    name: str
    feedback: str
    fits: Callable[[Any, Any], bool]
    credit: float = 0.0


@dataclass(frozen=True)
class UndoableMistake:
    """A usual mistake that can be undone, so that a second mistake can be recognised, too.

    ``undo(output, case)`` receives an output of the student's function, and the case: the arguments
    of that call. It assumes that the student made this mistake. It returns a new pair (output,
    case) without the mistake, or None if the output rules the mistake out. There are two ways to
    undo a mistake:

    - Correct the output. If the student counted everything twice, return half of the output.
    - Change the case. If the student forgot to transpose U, the output is right for the transposed
      U. So return the output as it is, with a case in which U is transposed.

    If all new outputs are right for their new cases, the student made no other mistake. If a second
    mistake fits all new pairs, the student made both mistakes, and keeps the product of their
    credits as a share of the points. The verdict then contains the ``feedback`` about both. So it
    must stay true whatever the second mistake is.
    """

    name: str
    feedback: str
    undo: Callable[[Any, Any], tuple[Any, Any] | None]
    credit: float = 0.0


Mistakes = Sequence[Mistake | UndoableMistake]


@dataclass(frozen=True)
class Part:
    """One of several values that a student's function returns; each value has its own score."""

    name: str  # the key of a dictionary, or the field of a named tuple
    right: Callable[[Any, Any], bool]
    mistakes: Mistakes
    share: float  # of the points; the shares of all parts add up to 1


def judge(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[Any],
    right: Callable[[Any, Any], bool],
    mistakes: Mistakes,
    *,
    rule: str | Callable[[Any], str],
    details_for: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
    legal: Callable[[Any], bool] = finite,
) -> None:
    """Judge the outputs of a student's function: raise `Wrong` unless all of them are right.

    There is one output for each of ``cases``, and ``right(output, case)`` says whether it is right.
    The first ``n_arguments`` entries of a case are the arguments of the call (default: all
    entries). Only the check itself uses the other entries. If one of ``mistakes`` explains all
    outputs, or two together do, `Wrong` names them.

    The feedback shows the failing case with the smallest arguments: the call, the output, and each
    value of the dictionary ``details_for(output, case)``, with its key as the label. If there is
    a key "Expected", its value is the right output. Then both outputs are shown only by the first
    row in which they differ. The last line is ``rule``, which the output must obey: a text, or a
    function of the case that returns a text.

    ``legal(output)`` says whether an output has only numbers that can be right: no NaN, and no ∞
    unless the task asks for it.
    """
    ask.end_group()
    pairs = list(zip(outputs, cases, strict=True))
    if fault := find_fault(pairs, right, mistakes, legal):
        failing = [(output, case) for output, case in pairs if not right(output, case)]
        fault.details = show_smallest(failing, ask.task, rule, details_for, n_arguments)
        raise fault


def judge_parts(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[Any],
    parts: Sequence[Part],
    *,
    rule: str | Callable[[Any], str],
    details_for: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
    legal: Callable[[Any], bool] = finite,
) -> None:
    """Judge each part of the outputs separately; raise one `Wrong` unless all parts are right.

    Each of ``parts`` has its own test, its own mistakes and its share of the points. A right part
    keeps its share, whatever is wrong with the other parts. For the other arguments, see `judge`.
    """
    ask.end_group()
    pairs = list(zip(outputs, cases, strict=True))
    faults, readable = faults_by_part(pairs, parts, legal)
    if not faults:
        return
    shares = {part.name: part.share for part in parts}

    def wrong_parts(output: Any, case: Any) -> list[Part]:
        return [part for part in readable if not part.right(part_of(output, part.name), case)]

    if failing := [(output, case) for output, case in pairs if wrong_parts(output, case)]:
        details = show_smallest(failing, ask.task, rule, details_for, n_arguments, wrong_parts)
    else:
        details = next(iter(faults.values())).details
    raise joined_faults(shares, faults, details)


def faults_by_part(
    pairs: Sequence[tuple[Any, Any]], parts: Sequence[Part], legal: Callable[[Any], bool]
) -> tuple[dict[str, Wrong], list[Part]]:
    """The fault of each wrong part, by its name, and the parts that could always be read."""
    faults: dict[str, Wrong] = {}
    readable: list[Part] = []
    for part in parts:
        part_pairs = [(part_of(output, part.name), case) for output, case in pairs]
        unread = next((output for output, _ in part_pairs if isinstance(output, Wrong)), None)
        if unread:
            faults[part.name] = unread
            continue
        readable.append(part)
        if fault := find_fault(part_pairs, part.right, part.mistakes, legal):
            faults[part.name] = fault
    return faults, readable


def joined_faults(
    shares: dict[str, float], faults: dict[str, Wrong], details: dict[str, str]
) -> Wrong:
    """Join the faults of an answer's parts into one `Wrong`, which also names the right parts.

    ``shares`` maps each part's name to its share of the points. ``faults`` maps the name of each
    wrong part to its fault. ``details`` are the labelled lines below the text. Parts with the same
    fault share a line.
    """
    fine = [part for part in shares if part not in faults]
    lines = [f"✓ {', '.join(fine)}"] if fine else []
    texts: dict[str, list[str]] = {}  # of each mistake, in each of the parts that have it
    for feedback in dict.fromkeys(fault.feedback for fault in faults.values()):
        names = [part for part, fault in faults.items() if fault.feedback == feedback]
        where = ", ".join(names)
        lines.append(f"✗ {where}: {feedback}")
        for name, text in faults[names[0]].findings:
            texts.setdefault(name, []).append(f"{where}: {text}")
    findings = [Finding(name, " ".join(each)) for name, each in texts.items()]
    return Wrong(
        joint(findings),
        "\n".join(lines),
        details,
        credit=sum(
            share * (faults[part].credit if part in faults else 1) for part, share in shares.items()
        ),
        findings=findings,
    )


def find_fault(
    pairs: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
    mistakes: Mistakes,
    legal: Callable[[Any], bool] = finite,
) -> Wrong | None:
    """Return the fault in the outputs of a student's function as a `Wrong`; None if all are right.

    ``pairs`` are tuples (output, case), and ``right(output, case)`` says whether the output is
    right. The fault is the first of ``mistakes`` that explains all outputs. If no single mistake
    does, the fault is the first pair of mistakes that together explain all outputs. One of the pair
    must be an `UndoableMistake`. If no pair does either, the fault is named "not-finite" (a wrong
    output is not ``legal``) or "unrecognised".
    """
    if all(right(output, case) for output, case in pairs):
        return None
    for mistake in mistakes:
        if explained((mistake,), pairs, right):
            return Wrong(mistake.name, mistake.feedback, credit=mistake.credit)
    undoable = [mistake for mistake in mistakes if isinstance(mistake, UndoableMistake)]
    for first, second in itertools.product(undoable, mistakes):
        if first is not second and explained((first, second), pairs, right):
            return Wrong(
                first.name + JOINT + second.name,
                f"Mistake 1: {first.feedback}\nMistake 2: {second.feedback}",
                credit=first.credit * second.credit,
                findings=[Finding(mistake.name, mistake.feedback) for mistake in (first, second)],
            )
    if not all(legal(output) for output, case in pairs if not right(output, case)):
        return Wrong(
            "not-finite",
            "NaN or ∞ came out. Look for 0/0, ∞ − ∞, 0·∞ or the exponential of a large number.",
        )
    return Wrong("unrecognised", "Not right yet, but this is none of the usual mistakes.")


def explained(
    mistakes: Mistakes,
    pairs: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
) -> bool:
    """Whether ``mistakes`` together explain all outputs of a student's function.

    ``pairs`` are tuples (output, case), and ``right(output, case)`` says whether the output is
    right. All mistakes except the last must be of type `UndoableMistake`: each is undone before the
    next one is tested.
    """
    return all(explains(mistakes, output, case, right) for output, case in pairs)


def explains(mistakes: Mistakes, output: Any, case: Any, right: Callable[[Any, Any], bool]) -> bool:
    """Whether ``mistakes`` together explain one output. For the arguments, see `explained`."""
    for mistake in mistakes:
        if isinstance(mistake, Mistake):
            return mistake.fits(output, case)
        undone = mistake.undo(output, case)
        if undone is None:
            return False
        output, case = undone
    return right(output, case)
