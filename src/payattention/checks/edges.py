"""The edges of a task: what still goes wrong for an answer that is right for ordinary inputs."""

from collections.abc import Callable

from payattention.checks.check import Wrong, joined
from payattention.checks.verdict import Finding, joint

UNNAMED = {"unrecognised", "not-finite"}  # what `judge` raises where it knows no mistake
CALLED = "Called"  # the detail that shows a call
DEFAULT_CREDIT = 0.5  # the share that an answer keeps if a fault at one edge states no credit


def judge_edges(*edges: Callable[[], None]) -> None:
    """Judge an answer at all edges, each a function that raises `Wrong`, and report them together.

    An answer comes here only after it was right for ordinary inputs. So a fault at an edge, even an
    error, never costs everything: at least a quarter of the points is kept. A fault found at
    several edges counts once. What a mistake at an edge says must be true beside any other.

    Raises:
        Wrong: the answer is wrong at some edge; several names are joined, their credits multiplied.
    """
    faults: dict[str, Wrong] = {}
    for edge in edges:
        try:
            edge()
        except Wrong as wrong:
            faults.setdefault(wrong.name, wrong)
    if not faults:
        return
    named = {name: fault for name, fault in faults.items() if name not in UNNAMED}
    told = list((named or faults).values())
    if not named and len(told) == 1 and "unrecognised" in faults:
        told[0].says = "The call below shows where. The mistake is none of the usual ones."
    credit = 1.0
    for fault in faults.values():
        credit *= fault.credit or DEFAULT_CREDIT
    credit = max(credit, DEFAULT_CREDIT / 2)
    if len(told) == 1:
        says = f"Right for ordinary inputs, but not for all. {told[0].says}"
        raise Wrong(told[0].name, says, told[0].details, credit=credit)
    findings = [Finding(fault.name, fault.says) for fault in told]
    says = "\n".join(f"Mistake {i}: {fault.says}" for i, fault in enumerate(told, 1))
    raise Wrong(
        joint(findings),
        f"Right for ordinary inputs, but not at the edges.\n{says}",
        numbered(told),
        credit=credit,
        findings=findings,
    )


def numbered(faults: list[Wrong]) -> dict[str, str]:
    """The details of the first of several faults, and the calls that show the others."""
    first, *others = (fault.details for fault in faults)
    details = {f"{CALLED} (1)" if name == CALLED else name: text for name, text in first.items()}
    for i, shown in enumerate(others, 2):
        if CALLED in shown and shown[CALLED] != first.get(CALLED):
            details[f"{CALLED} ({i})"] = getattr(shown[CALLED], "short", shown[CALLED])
    return details


def judge_parts_with_edges(shares: dict[str, float], judge_one: Callable[[str], None]) -> None:
    """Judge several parts of an answer, each with all its edges, and add up what they keep.

    ``shares`` has each part's share of the points; ``judge_one`` raises `Wrong` if the part of this
    name is wrong. So a part that is right everywhere keeps exactly its share.
    """
    faults: dict[str, Wrong] = {}
    for part in shares:
        try:
            judge_one(part)
        except Wrong as wrong:
            faults[part] = wrong
    if faults:
        raise joined(shares, faults, next(iter(faults.values())).details)
