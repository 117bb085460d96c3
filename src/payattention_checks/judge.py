"""Judge outputs: are they right, and if not, which mistake explains all of them?

A mistake is named only if *all* outputs fit it. The answer is then a right answer to another
question, and the feedback says which question. Ordinary inputs are judged first and edge cases
afterwards, so a fault at an edge belongs to an answer that is right for ordinary inputs.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from payattention_checks.ask import Ask, Wrong
from payattention_checks.read import alike, finite, n_entries, part_of
from payattention_checks.show import EXPECTED, bracketed, show_call, show_smallest
from payattention_checks.verdict import JOINT, RULE, Finding, joint


@dataclass(frozen=True)
class Mistake:
    """A usual mistake, which the function ``fits(output, case)`` recognises in one output.

    The output is what the student's function returned, and the case holds the arguments of that
    call. ``says`` is the feedback about the mistake. ``credit`` is the share of the points, 0 to 1,
    that the student keeps if this is the only mistake.
    """

    name: str
    says: str
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
    credits as a share of the points. The feedback then contains ``says``, the text about the first
    mistake. So ``says`` must stay true whatever the second mistake is.
    """

    name: str
    says: str
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
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
) -> None:
    """Judge the outputs of a student's function: raise `Wrong` unless all of them are right.

    There is one output for each of ``cases``, and ``right(output, case)`` says whether it is right.
    The first ``n_arguments`` entries of a case are the arguments of the call (default: all
    entries). Only the check itself uses the other entries. If one of ``mistakes`` explains all
    outputs, or two together do, `Wrong` names them.

    The feedback shows the failing case with the smallest arguments: the call, the output, and each
    value of the dictionary ``shown_beside(output, case)``, with its key as the label. If there is
    a key "Expected", its value is the right output. Then both outputs are shown only by the first
    row in which they differ. The last line is ``rule``, which the output must obey: a text, or a
    function of the case that returns a text.
    """
    ask.judged()
    judged = list(zip(outputs, cases, strict=True))
    if fault := find_fault(judged, right, mistakes):
        failing = [(output, case) for output, case in judged if not right(output, case)]
        fault.details = show_smallest(failing, ask.task, rule, shown_beside, n_arguments)
        raise fault


def judge_parts(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[Any],
    parts: Sequence[Part],
    *,
    rule: str | Callable[[Any], str],
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
) -> None:
    """Judge each part of the outputs separately; raise one `Wrong` unless all parts are right.

    Each of ``parts`` has its own test, its own mistakes and its share of the points. A right part
    keeps its share, whatever is wrong with the other parts. For the other arguments, see `judge`.
    """
    ask.judged()
    judged = list(zip(outputs, cases, strict=True))
    faults: dict[str, Wrong] = {}
    for part in parts:
        seen = [(part_of(output, part.name), case) for output, case in judged]
        unread = next((output for output, _ in seen if isinstance(output, Wrong)), None)
        if unread:
            faults[part.name] = unread
        elif fault := find_fault(seen, part.right, part.mistakes):
            faults[part.name] = fault
    if not faults:
        return
    shares = {part.name: part.share for part in parts}
    readable = [part for part in parts if not faults.get(part.name, Wrong("", "")).details]

    def wrong_parts(output: Any, case: Any) -> list[Part]:
        return [part for part in readable if not part.right(part_of(output, part.name), case)]

    if failing := [(output, case) for output, case in judged if wrong_parts(output, case)]:
        details = show_smallest(failing, ask.task, rule, shown_beside, n_arguments, wrong_parts)
    else:
        details = next(iter(faults.values())).details
    raise joined_faults(shares, faults, details)


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
    found: dict[str, str] = {}
    for says in dict.fromkeys(fault.says for fault in faults.values()):
        names = [part for part, fault in faults.items() if fault.says == says]
        where = ", ".join(names)
        lines.append(f"✗ {where}: {says}")
        for name, said in faults[names[0]].findings:
            found[name] = f"{found[name]} {where}: {said}" if name in found else f"{where}: {said}"
    findings = [Finding(*each) for each in found.items()]
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
    judged: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
    mistakes: Mistakes,
) -> Wrong | None:
    """Return the fault in the outputs of a student's function as a `Wrong`; None if all are right.

    ``judged`` are pairs (output, case), and ``right(output, case)`` says whether the output is
    right. The fault is the first of ``mistakes`` that explains all outputs. If no single mistake
    does, the fault is the first pair of mistakes that together explain all outputs. One of the pair
    must be an `UndoableMistake`. If no pair does either, the fault is named "not-finite" (an output
    has NaN or ∞) or "unrecognised".
    """
    if all(right(output, case) for output, case in judged):
        return None
    for mistake in mistakes:
        if explained((mistake,), judged, right):
            return Wrong(mistake.name, mistake.says, credit=mistake.credit)
    undoable = [mistake for mistake in mistakes if isinstance(mistake, UndoableMistake)]
    for first, second in itertools.product(undoable, mistakes):
        if first is not second and explained((first, second), judged, right):
            return Wrong(
                first.name + JOINT + second.name,
                f"Mistake 1: {first.says}\nMistake 2: {second.says}",
                credit=first.credit * second.credit,
                findings=[Finding(made.name, made.says) for made in (first, second)],
            )
    if not all(finite(output) for output, _ in judged):
        says = "NaN or ∞ came out. Look for 0/0, ∞ − ∞, 0·∞ or the exponential of a large number."
        return Wrong("not-finite", says)
    return Wrong("unrecognised", "Not right yet, but this is none of the usual mistakes.")


def explained(
    made: Mistakes,
    judged: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
) -> bool:
    """Whether the mistakes ``made`` together explain all outputs of a student's function.

    ``judged`` are pairs (output, case), and ``right(output, case)`` says whether the output is
    right. All mistakes except the last must be of type `UndoableMistake`: each is undone before the
    next one is tested.
    """
    for output, case in judged:
        fits = right
        for mistake in made:
            if isinstance(mistake, Mistake):
                fits = mistake.fits
            elif (seen := mistake.undo(output, case)) is None:
                return False
            else:
                output, case = seen
        if not fits(output, case):
            return False
    return True


# ── at the edges ──────────────────────────────────────────────────────────────────────────────────

UNNAMED = {"unrecognised", "not-finite"}  # the names `judge` gives to unknown mistakes
CALLED = "Called"  # the label of the verdict's line that shows a call
DEFAULT_CREDIT = 0.5  # the share of points that is kept if a fault states none


def judge_edges(
    *edges: Callable[[], None], opening: str = "", default_credit: float = DEFAULT_CREDIT
) -> None:
    """Judge a student's function at all edge cases, and report all faults together.

    Each of ``edges`` judges one kind of edge case, and raises `Wrong` if the student's function
    fails there. Call `judge_edges` only if the student's function was right for ordinary inputs.
    Then a fault at an edge case, even an error, never costs everything: at least a quarter of the
    points is kept. A fault found at several edge cases counts once. The faults "unrecognised" and
    "not-finite" are reported only if there is no other fault, but they always cost points. All
    other faults are reported together, so the sentence about a fault must stay true if there are
    further faults. ``opening`` is the sentence before them; it says what was right.

    Raises:
        Wrong: the function fails at some edge case. If several faults are reported, their names are
            joined. The shares of the points that the faults leave are multiplied; a share of 0
            counts as ``default_credit``.
    """
    faults: dict[str, Wrong] = {}
    for edge in edges:
        try:
            edge()
        except Wrong as wrong:
            faults.setdefault(wrong.name, wrong)
    if not faults:
        return
    credit = math.prod(fault.credit or default_credit for fault in faults.values())
    raise joined_edges(faults, opening, max(credit, DEFAULT_CREDIT / 2))


def joined_edges(faults: Mapping[str, Wrong], opening: str, credit: float) -> Wrong:
    """One `Wrong` with all faults that were found at edge cases."""
    named = [fault for name, fault in faults.items() if name not in UNNAMED]
    reported = named or list(faults.values())
    first = reported[0]
    if not named and len(reported) == 1 and "unrecognised" in faults:
        first.says = "The call below shows where. The mistake is none of the usual ones."
    if len(reported) == 1:
        opening = opening or "Right for ordinary inputs, but not for all."
        return Wrong(first.name, f"{opening} {first.says}", first.details, credit=credit)
    findings = [Finding(fault.name, fault.says) for fault in reported]
    says = "\n".join(f"Mistake {i}: {fault.says}" for i, fault in enumerate(reported, 1))
    return Wrong(
        joint(findings),
        f"{opening or 'Right for ordinary inputs, but not at the edges.'}\n{says}",
        joined_details(reported),
        credit=credit,
        findings=findings,
    )


def joined_details(faults: list[Wrong]) -> dict[str, str]:
    """Join the labelled lines of several faults; return the lines of one verdict, by label.

    The first fault keeps all its lines. Every other fault keeps only the line that shows its call,
    and only if this call differs from the first fault's call. The lines with calls are numbered:
    “Called (1)” for the first fault, “Called (2)” for the second.
    """
    first, *others = (fault.details for fault in faults)
    details = {f"{CALLED} (1)" if name == CALLED else name: text for name, text in first.items()}
    for i, shown in enumerate(others, 2):
        if CALLED in shown and shown[CALLED] != first.get(CALLED):
            details[f"{CALLED} ({i})"] = getattr(shown[CALLED], "short", shown[CALLED])
    return details


def judge_parts_with_edges(shares: dict[str, float], judge_one: Callable[[str], None]) -> None:
    """Judge the parts of an answer separately, each with its edge cases, and add up their points.

    ``shares`` maps each part's name to its share of the task's points. ``judge_one(name)`` judges
    the part with that name at ordinary inputs and edge cases, and raises `Wrong` if the part is
    wrong. If any part is wrong, one `Wrong` with all faults is raised. A part that is right
    everywhere keeps its whole share.
    """
    faults: dict[str, Wrong] = {}
    for part in shares:
        try:
            judge_one(part)
        except Wrong as wrong:
            faults[part] = wrong
    if faults:
        raise joined_faults(shares, faults, next(iter(faults.values())).details)


# ── shapes ────────────────────────────────────────────────────────────────────────────────────────


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
    ask.judged()
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
    shown = shapes_shown(output, np.asarray(expected(case)))
    fault.details = {"Called": show_call(ask.task, case[:n_arguments]), **shown, RULE: rule}
    raise fault


def shapes_shown(output: np.ndarray, expected: np.ndarray) -> dict[str, str]:
    return {
        "Returned": bracketed(output),
        EXPECTED: bracketed(expected),
        "Its shape": f"{output.shape}, but it must be {expected.shape}",
    }
