"""Judge a student's function at its edge cases, and report all faults together."""

import math
from collections.abc import Callable, Mapping

from payattention_checks.calls import CALLED
from payattention_checks.judge import UNNAMED, joined_faults
from payattention_checks.verdict import joint
from payattention_checks.wrong import Wrong

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
        feedback = "The call below shows where. The mistake is none of the usual ones."
        first = Wrong(first.name, feedback, first.details)
    if len(reported) == 1:
        opening = opening or "Right for ordinary inputs, but not for all."
        feedback = f"{opening} {first.feedback}"
        return Wrong(first.name, feedback, first.details, credit=credit, findings=first.findings)
    found = {finding.name: finding for fault in reported for finding in fault.findings}
    findings = list(found.values())
    feedback = "\n".join(f"Mistake {i}: {fault.feedback}" for i, fault in enumerate(reported, 1))
    return Wrong(
        joint(findings),
        f"{opening or 'Right for ordinary inputs, but not at the edges.'}\n{feedback}",
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
