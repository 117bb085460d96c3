"""A diagram of decoding: the tree of beginnings that a beam of two keeps and drops."""

from collections.abc import Sequence
from typing import NamedTuple

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing
from payattention.plots.diagrams.flow import Flow
from payattention.plots.style import INK, OLIVE

LANES = 3


class Beginning(NamedTuple):
    """A box of the tree: what it adds to its text, in which lane, and out of which lane."""

    letters: str
    probability: float  # of the whole text so far
    lane: int  # 0 to 2
    parent: int  # its lane in the step before
    survives: bool = True
    note: str = ""


def beam_tree(steps: Sequence[Sequence[Beginning]]) -> Diagram:
    """Draw the beginnings of a beam search, step by step; the best of the last step is coloured.

    What the search drops has a dashed frame. All steps but the first have a parent.
    """
    beginnings_in_words = "; then ".join(
        ", ".join(
            f"{'' if one.survives else 'dropped: '}{' '.join(one.letters.split())} "
            f"{one.probability:.2f}{f' ({one.note})' * bool(one.note)}"
            for one in step
        )
        for step in steps
    )
    description = f"A tree of beginnings with their probabilities: {beginnings_in_words}."
    return Diagram(description, *(_tree(steps, narrow) for narrow in (False, True)))


def _tree(steps: Sequence[Sequence[Beginning]], narrow: bool) -> Drawing:
    draw = Flow(len(steps), LANES, narrow=narrow, box=(104, 58), gap=24)
    best = max(steps[-1], key=lambda one: one.probability)
    before: dict[int, Box] = {}
    for number, step in enumerate(steps):
        boxes: dict[int, Box] = {}
        for one in step:
            number_of = f"{one.probability:.2f}" + f" {one.note}" * bool(one.note)
            boxes[one.lane] = box = draw.part(
                number, one.lane, one.letters, number_of,
                colour=OLIVE if one is best else INK,
                strong=0.16 if one.survives else 0.0, dashed=not one.survives,
            )  # fmt: skip
            if before:
                draw.flow(before[one.parent], box)
        before = boxes
    return draw
