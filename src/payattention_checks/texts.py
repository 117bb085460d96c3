"""The texts of a task: what the student reads, from a file beside the task's module."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from payattention_checks.edges import DEFAULT_CREDIT


class MistakeText(NamedTuple):
    """What the student reads about a mistake, and the share of the points that is kept.

    ``joins`` says whether a second mistake may be found beside it; then its sentence must be true
    beside any other. ``name`` is what the verdict calls the mistake, if not by its key in the file:
    two ways of one mistake can differ in their sentences. ``error`` lists exceptions that are the
    same mistake, at an edge or, if it is a mistake of all inputs, at ordinary ones: by their class
    or, where `errors.HINTS` has a hint on them, by its mistake.
    """

    feedback: str
    credit: float = 0.0
    joins: bool = False
    name: str = ""
    error: str = ""


class Stage(NamedTuple):
    """What the student reads before the faults at a stage of edges, if not the usual sentence.

    A fault there that states no share of the points leaves ``credit``.
    """

    opening: str = ""
    credit: float = DEFAULT_CREDIT


@dataclass(frozen=True)
class Texts:
    """The file ``.toml`` of a task."""

    reread: str
    rule: str
    remark: str = ""
    mistakes: Mapping[str, MistakeText] = field(default_factory=dict)
    edges: Mapping[str, MistakeText] = field(default_factory=dict)
    stages: Mapping[str, Stage] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> "Texts":
        content = tomllib.loads(file.read_text("utf-8"))
        if then := content.pop("then", ""):
            shared = tomllib.loads(file.with_name(then).read_text("utf-8"))
            content["mistakes"] |= shared["mistakes"]
        for table, kind in (("mistakes", MistakeText), ("edges", MistakeText), ("stages", Stage)):
            content[table] = {name: kind(**it) for name, it in content.get(table, {}).items()}
        return cls(**content)

    def at_edge(self, names: Iterable[str]) -> dict[str, MistakeText]:
        """The mistakes of an edge; one that shows elsewhere, too, is in ``mistakes``."""
        known = {**self.mistakes, **self.edges}
        return {name: known[name] for name in names}


def of_part(mistakes: Mapping[str, Any], part: str) -> dict[str, Any]:
    """The mistakes of one part, without its name.

    Those without a part's name are of all parts that have none of that name of their own.
    """
    own = {}
    for name, mistake in mistakes.items():
        of, _, short = name.rpartition(".")
        if of == part or (not of and f"{part}.{short}" not in mistakes):
            own[short] = mistake
    return own
