"""Recordings of the instructor's own answers: what each test asks them, and what it says of them.

A check is a function of the replies to its calls. It asks every student the same, because its cases
are drawn from a seed. So the rehearsal, in which the instructor's answers are tested, records each
test cell: its calls, in the groups that the check judges at a time, with the replies and the
verdict. If a student's functions then reply to all calls exactly as the instructor's did, the
verdict is known, and no case is drawn or judged again. If they do not, the check itself runs.
Either way, the calls of a group are made in one message.
"""

import ast
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Given = tuple[list[Any], dict[str, Any]]  # the arguments of a call


class Call(NamedTuple):
    """A call of an answer, encoded as ``body``, and the reply to it: its kind and its body."""

    name: str
    given: Given
    body: bytes
    reply: bytes


@dataclass
class Recording:
    """The calls of one test cell in groups, and the outputs of the cell."""

    groups: list[list[Call]] = field(default_factory=lambda: [[]])
    outputs: list[dict[str, Any]] = field(default_factory=list)
    grouped: bool = False  # whether the check said when it judges
    announced: int = 0  # calls still to come that the check makes in any case

    def add(self, call: Call) -> None:
        self.groups[-1].append(call)
        self.announced = max(self.announced - 1, 0)

    def announce(self, count: int) -> None:
        self.announced = count

    def end_group(self) -> None:
        self.grouped = True
        if self.groups[-1] and not self.announced:
            self.groups.append([])

    def finish(self, outputs: list[dict[str, Any]]) -> None:
        """Keep the cell's outputs. If the check did not say when it judges, split all groups.

        Nobody can tell then which calls depend on the replies to others.
        """
        if not self.grouped:
            self.groups = [[call] for group in self.groups for call in group]
        self.groups = [group for group in self.groups if group]
        self.outputs = outputs


def can_be_recorded(source: str) -> bool:
    """Whether a test cell does nothing but to compute a score, and to show it."""
    *first, last = ast.parse(source).body or [ast.Pass()]
    return (
        all(isinstance(one, ast.Assign) and is_score(one.targets[0]) for one in first)
        and isinstance(last, ast.Expr)
        and is_score(last.value)
    )


def is_score(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "score"
