"""The concept map: each notion of a chapter with its section, its code and its graded tasks.

The directive `concept-map` makes the table of one chapter from `concepts.toml` beside the pages. If
a section does not exist, the build warns of a broken reference. If a function or a task does not
exist, or if a task belongs to no notion, the build fails.
"""

import importlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage.reference import PACKAGE, is_public
from classroom.assignment.release_stamp import read

FILE = "concepts.toml"
HEAD = ["| Concept | Section | In `payattention` | Graded tasks |", "| --- | --- | --- | --- |"]

Concepts = Mapping[str, Mapping[str, Any]]  # of one chapter, by their ids


class ConceptMap(SphinxDirective):
    """The directive `concept-map`: a table with a line for each notion of a chapter."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        chapter, book = self.arguments[0], Path(self.env.srcdir)
        every = read_concepts(book / FILE)
        self.env.note_dependency(str(book / FILE))
        for notebook in book.glob("exercises/*/*.ipynb"):
            self.env.note_dependency(str(notebook))
        require_all_there(every, chapter, book / "exercises")
        lines = [line_of(concept, chapter) for concept in every[chapter].values()]
        holder = nodes.container()
        self.state.nested_parse(StringList([*HEAD, *lines], self.get_source_info()[0]), 0, holder)
        return holder.children


def read_concepts(file: Path) -> Mapping[str, Concepts]:
    """All notions in `concepts.toml`, by chapter and then by id."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def require_all_there(every: Mapping[str, Concepts], chapter: str, exercises: Path) -> None:
    """Raise ExtensionError if a notion of a chapter names code or a task that does not exist.

    Also raise ExtensionError if the chapter has no notions, or if a graded task of the chapter
    belongs to no notion.

    Args:
        every: the notions of all chapters.
        chapter: the chapter to validate.
        exercises: the folder of the released notebooks.
    """
    if chapter not in every:
        raise ExtensionError(f"{FILE} has no notions of the chapter {chapter}.")
    for name, concept in every[chapter].items():
        for path in concept.get("code", ()):
            if not exists(path):
                raise ExtensionError(f"{FILE}, {name}: payattention.{path} does not exist.")
        for assignment, task in tasks_of(concept, chapter):
            if task not in graded(exercises, assignment):
                raise ExtensionError(f"{FILE}, {name}: {assignment} has no graded task {task}.")
    named = {
        task
        for home, concepts in every.items()
        for concept in concepts.values()
        for task in tasks_of(concept, home)
    }
    for task in graded(exercises, chapter):
        if (chapter, task) not in named:
            raise ExtensionError(
                f"{FILE}: no notion names the graded task {task} of {chapter}: add it to one."
            )


def exists(path: str) -> bool:
    """Whether payattention has the object ``path``.

    ``path`` is a module and a name in this module, for example ``attention.AttentionHead``.
    """
    module, _, name = path.rpartition(".")
    try:
        return hasattr(importlib.import_module(f"payattention.{module}"), name)
    except ModuleNotFoundError:
        return False


def tasks_of(concept: Mapping[str, Any], chapter: str) -> list[tuple[str, str]]:
    """The tasks of a notion (``concept``), as pairs of an assignment's name and the task's id.

    The notion lists each task as ``TASK`` or ``ASSIGNMENT:TASK``. In the short form, the assignment
    has the same name as the notion's chapter, ``chapter``.
    """
    pairs = [task.rpartition(":") for task in concept.get("tasks", ())]
    return [(assignment or chapter, task) for assignment, _, task in pairs]


def graded(exercises: Path, assignment: str) -> list[str]:
    """The ids of all graded tasks of an assignment's notebook, including the written question."""
    cells = (read(exercises / assignment / f"{assignment}.ipynb") or {"cells": []})["cells"]
    marks = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    return [mark["grade_id"].removeprefix("test-") for mark in marks if mark.get("grade")]


def line_of(concept: Mapping[str, Any], chapter: str) -> str:
    """The line of the Markdown table that shows a notion (``concept``) of ``chapter``."""
    code = ", ".join(map(linked, concept.get("code", ())))
    tasks = ", ".join(
        f"[`{task}`](exercises/{assignment}/{assignment}.ipynb)"
        for assignment, task in tasks_of(concept, chapter)
    )
    return f"| {concept['notion']} | {{ref}}`{concept['section']}` | {code} | {tasks} |"


def linked(path: str) -> str:
    """The name of a function or class, which leads to its place in the reference if it has one."""
    module, _, name = path.rpartition(".")
    target = f"{PACKAGE}.{path}"
    return (
        f"{{py:obj}}`{path} <{target}>`" if is_public(f"{PACKAGE}.{module}", name) else f"`{path}`"
    )


def setup(app: Sphinx) -> None:
    app.add_directive("concept-map", ConceptMap)
