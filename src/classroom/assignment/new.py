"""`classroom new`: a new assignment, or a new task in one, as an example that works.

It writes a notebook that can be released and graded, a check (the function that grades the task)
that recognises six mistakes, a file with the sentences about them, and a bank of right and wrong
answers that tests the check. The new files pass the project's tests before the author changes
anything. The templates are in ``new_assignment/``; CONTRIBUTING says what to do with the files.
"""

import builtins
import json
import keyword
import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from classroom.assignment.notebook import (
    HINTS_TAG,
    SETUP_TAG,
    Role,
    grade_id,
    read_notebook,
    role,
    tasks,
)
from classroom.assignment.notebook_rules import COUNTS, SCHEMA_VERSION, task_count_clause
from classroom.course import Course, CourseError

TEXTS = Path(__file__).resolve().parent / "new_assignment"
FIRST_TASK = "running_mean"  # what the example computes
ASSIGNMENT = re.compile(r"\d\d(-[a-z][a-z0-9]*)+")
TASK = re.compile(r"[a-z][a-z0-9_]*")
HEADING = re.compile(r"^## \d+\. ", re.MULTILINE)
IMPORT = r"^from payattention_checks\.\w+\._\w+ import \w+\n"


@dataclass(frozen=True)
class Names:
    """The names that the files of a new task need.

    Two names are given: ``assignment`` and ``task``. The name of the package with the assignment's
    checks and the titles of the chapter and of the task are made from them.
    """

    assignment: str
    task: str

    @property
    def package(self) -> str:
        return self.assignment.partition("-")[2].replace("-", "_")

    @property
    def chapter(self) -> str:
        return sentence_case(self.package)

    @property
    def title(self) -> str:
        return sentence_case(self.task)

    def text(self, template: str, **more: str) -> str:
        """The text of a template, with the names of the new task in place of the placeholders.

        ``template`` is the name of a file of ``new_assignment/``, without ``.tmpl``. ``more`` maps
        further placeholders to the texts that replace them.
        """
        words = {
            "TASK": self.task,
            "TITLE": self.title,
            "CHAPTER": self.chapter,
            "PACKAGE": self.package,
            **more,
        }
        text = (TEXTS / f"{template}.tmpl").read_text(encoding="utf-8")
        return re.sub(rf"\b({'|'.join(words)})\b", lambda found: words[found[0]], text)


def sentence_case(name: str) -> str:
    return name.replace("_", " ").capitalize()


def new(course: Course, assignment: str, task: str | None) -> list[Path]:
    """Write a new assignment with one task, or add a new task to an assignment that exists.

    ``task`` is the name of the new task. It may be None for a new assignment, which then gets the
    task ``running_mean``. Returns the files that were written. Raises CourseError, before anything
    is written, if a name cannot be used, or if the task's check or its answers exist already.
    """
    notebook = course.solution(assignment)
    exists = notebook.is_file()
    if exists and not task:
        raise CourseError(
            f"The assignment “{assignment}” exists already: to add a task to it, say --task TASK."
        )
    names = Names(assignment, task or FIRST_TASK)
    checks = course.root / "src" / "payattention_checks"
    package = checks / names.package
    require_names(course, names, package)
    check = package / f"_{names.task}.py"
    sentences = check.with_suffix(".toml")
    bank = course.answers / assignment / f"{names.task}.py"
    require_absent(course, check, sentences, bank)

    pages, (title, label) = with_pages(course, names)
    reread = f"Chapter {int(assignment[:2])}, [{title}]({assignment}#{label})"
    written = {
        notebook: with_task(names, notebook) if exists else first_notebook(names),
        package / "__init__.py": with_import(names, package / "__init__.py"),
        check: names.text("check.py"),
        sentences: names.text("check.toml", REREAD=json.dumps(reread, ensure_ascii=False)),
        bank: names.text("bank.py"),
        **pages,
    }
    changed = [file for file, text in written.items() if not file.is_file() or read(file) != text]
    for file in changed:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written[file], encoding="utf-8")
    return changed


def require_absent(course: Course, *files: Path) -> None:
    for file in files:
        if file.exists():
            raise CourseError(
                f"{course.display_path(file)} exists already: name the task differently."
            )


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def require_names(course: Course, names: Names, package: Path) -> None:
    """Raise CourseError if the name of the assignment, or of its new task, cannot be used.

    ``package`` is the folder in which the assignment's checks will be written. The folder that
    contains it must exist.
    """
    if not ASSIGNMENT.fullmatch(names.assignment) or keyword.iskeyword(names.package):
        raise CourseError(
            f"“{names.assignment}” cannot name an assignment: it needs the number of its chapter, "
            "a hyphen, and words in lowercase letters, as in 08-state-space."
        )
    taken = {*dir(builtins), *keyword.kwlist, "score", "checks", "np"}
    if not TASK.fullmatch(names.task) or names.task in taken:
        raise CourseError(
            f"“{names.task}” cannot name a task: students write a function of that name, and it "
            "must not hide a name of Python or of the notebook. Use lowercase words, as in "
            "window_mask."
        )
    if not package.parent.is_dir():
        raise CourseError(
            f"The folder of the checks is missing: {course.display_path(package.parent)}."
        )
    if package.with_suffix(".py").exists():
        file = course.display_path(package.with_suffix(".py"))
        raise CourseError(
            f"The checks of {names.assignment} would have the same name as the module {file}: "
            "choose another name for the assignment."
        )


# ── the notebook ──────────────────────────────────────────────────────────────────────────────


def first_notebook(names: Names) -> str:
    """The JSON text of a new assignment's notebook, with one task and one written question."""
    setup = nbgrader_metadata("setup", locked=True) | {"tags": [SETUP_TAG]}
    answer = nbgrader_metadata("in_your_own_words", grade=True, solution=True, points=10)
    notebook = new_notebook(
        cells=[
            new_markdown_cell(text(names, "title.md"), id="title"),
            new_code_cell(text(names, "setup.py"), id="setup", metadata=setup),
            *cells_of_task(names, f"{int(names.assignment[:2])}101"),
            new_markdown_cell(text(names, "written_question.md"), id="in_your_own_words-question"),
            new_markdown_cell(text(names, "written.md"), id="in_your_own_words", metadata=answer),
            hints(names, "in_your_own_words", "written_hints.md"),
        ],
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
    )
    return numbered_text(notebook)


def with_task(names: Names, file: Path) -> str:
    """Add a new task to the notebook in ``file``; return the JSON text of the changed notebook.

    The task is put before the first written question. The file itself is not changed. Raises
    CourseError if the notebook already has a task of that name.
    """
    notebook = read_notebook(file)
    if names.task in (task.name for task in tasks(notebook)):
        raise CourseError(
            f"{names.assignment} has a task “{names.task}” already: choose another name."
        )
    written = [number for number, cell in enumerate(notebook.cells) if role(cell) is Role.WRITTEN]
    index = written[0] if written else len(notebook.cells)
    while written and index and not HEADING.search(notebook.cells[index].source):
        index -= 1
    seed = int(names.assignment[:2]) * 1000 + 101
    sources = "\n".join(cell.source for cell in notebook.cells)
    while f"seed={seed})" in sources:
        seed += 101
    notebook.cells[index:index] = cells_of_task(names, str(seed))
    return numbered_text(notebook)


def cells_of_task(names: Names, seed: str) -> list[NotebookNode]:
    """The four cells of a new task: the question, the solution, the test and the hints.

    ``seed`` is the seed of the hidden test.
    """
    test = nbgrader_metadata(f"test-{names.task}", grade=True, locked=True, points=10)
    source = names.text("test.py", SEED=seed).rstrip("\n")
    return [
        new_markdown_cell(text(names, "question.md"), id=f"{names.task}-question"),
        new_code_cell(
            text(names, "solution.py"),
            id=names.task,
            metadata=nbgrader_metadata(names.task, solution=True),
        ),
        new_code_cell(source, id=f"test-{names.task}", metadata=test),
        hints(names, names.task, "hints.md"),
    ]


def hints(names: Names, task: str, template: str) -> NotebookNode:
    """A text cell with the three hints of a task or of a written question, tagged as hints.

    ``template`` is the name of a template: the text of the hints. The values in ``names`` replace
    the template's placeholders. ``task`` is the name of the task or question. It is used only for
    the id of the cell.
    """
    return new_markdown_cell(
        text(names, template), id=f"{task}-hints", metadata={"tags": [HINTS_TAG]}
    )


def text(names: Names, template: str) -> str:
    return names.text(template).rstrip("\n")


def nbgrader_metadata(name: str, **others: object) -> dict:
    """The nbgrader metadata of a cell with the nbgrader id ``name``.

    ``others`` are the flags to set, such as ``grade=True``, and the cell's points.
    """
    plain = dict.fromkeys(("grade", "locked", "solution", "task"), False)
    return {"nbgrader": {"grade_id": name, "schema_version": SCHEMA_VERSION} | plain | others}


def numbered_text(notebook: NotebookNode) -> str:
    """Update the numbers in a notebook's text cells; return the notebook's JSON text.

    The questions are numbered, and the introduction gets the right number of tasks and points.
    """
    clause = task_count_clause(tasks(notebook))
    number = 0
    for cell in notebook.cells:
        if cell.cell_type != "markdown" or grade_id(cell):
            continue
        if HEADING.search(cell.source):
            number += 1
            cell.source = HEADING.sub(f"## {number}. ", cell.source, count=1)
        cell.source = COUNTS.sub(clause, cell.source.replace("COUNTS", clause))
    return nbformat.writes(notebook) + "\n"


# ── the checks and the book ───────────────────────────────────────────────────────────────────


def with_import(names: Names, file: Path) -> str:
    """The text of the ``__init__.py`` of the assignment's checks, with an import of the new check.

    ``file`` is the path of the ``__init__.py``. If this file exists, its docstring and its imports
    of checks are kept. The file itself is not changed.
    """
    prefix = f"from payattention_checks.{names.package}._"
    new_line = f"{prefix}{names.task} import {names.task}\n"
    about = f"The checks of assignment {names.assignment}: one private module a task."
    before = read(file) if file.is_file() else f'"""{about}"""\n'
    docstring, *_ = re.split(rf"{IMPORT}|^__all__", before, maxsplit=1, flags=re.MULTILINE)
    lines = sorted({*re.findall(IMPORT, before, re.MULTILINE), new_line})
    exported = "".join(f'    "{line.split()[-1]}",\n' for line in lines)
    return f"{docstring.rstrip()}\n\n{''.join(lines)}\n__all__ = [\n{exported}]\n"


def with_pages(course: Course, names: Names) -> tuple[dict[Path, str], tuple[str, str]]:
    """The book's files with the new chapter; title and label of the section to read again.

    There are no files if the course has no book.
    """
    page, contents = course.book / f"{names.assignment}.md", course.book / "_toc.yml"
    if not contents.is_file():
        return {}, (names.title, anchor(names.title))
    text = with_section(names, page)
    written = {page: text, contents: with_page(names, contents)}
    if (descriptions := course.book / "descriptions.toml").is_file():
        written[descriptions] = with_description(names, descriptions)
    return written, first_section(text)


def first_section(page: str) -> tuple[str, str]:
    """The title and the label of the first section of a chapter.

    ``page`` is the chapter's Markdown text. If the section has no label, the result has the label
    that Sphinx makes from the title.
    """
    label, title = re.findall(r"^(?:\(([\w-]+)\)=\n)?##+ (.*)$", page, re.MULTILINE)[0]
    return title, label or anchor(title)


def anchor(title: str) -> str:
    """The label that Sphinx makes from the title of a section that has no label of its own."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def with_section(names: Names, page: Path) -> str:
    """The text of a chapter with at least one section; a chapter without sections gets a new one.

    ``page`` is the chapter's file. If there is no such file, the text is made from a template. The
    feedback of the new task's check links to the first section, so the chapter must have a section.
    """
    if not page.is_file():
        return names.text("page.md")
    before = read(page)
    if re.search(r"^##+ ", before, re.MULTILINE):
        return before
    return f"{before.rstrip()}\n\n## {names.title}\n\nThis section is still to be written.\n"


def with_page(names: Names, contents: Path) -> str:
    """Add the new chapter to the table of contents in the file ``contents``; return the new text.

    The chapters are in order of their numbers. If the new chapter is listed already, the text is
    not changed. Raises CourseError if the table lists no chapter.
    """
    lines = read(contents).splitlines(keepends=True)
    chapters = [
        (found[2], index, found[1])
        for index, line in enumerate(lines)
        if (found := re.match(r"( *- file: )(\d\d-\S+)$", line.rstrip("\n")))
    ]
    if names.assignment in [chapter for chapter, _, _ in chapters]:
        return "".join(lines)
    if not chapters:
        raise CourseError(
            f"{contents.name} lists no chapter, so the place of the new chapter is not clear: add "
            f"a line “- file: {names.assignment}” to it."
        )
    before = [index for chapter, index, _ in chapters if chapter < names.assignment]
    index = before[-1] + 1 if before else chapters[0][1]
    lines.insert(index, f"{chapters[0][2]}{names.assignment}\n")
    return "".join(lines)


def with_description(names: Names, descriptions: Path) -> str:
    """Add a line for the new chapter to the file ``descriptions``; return the new text.

    The file has a sentence on each page of the book. The line is put after the lines of the
    other chapters. If the chapter has a line already, the text is not changed.
    """
    lines = read(descriptions).splitlines(keepends=True)
    if any(line.startswith(f"{names.assignment} ") for line in lines):
        return "".join(lines)
    before = [index for index, line in enumerate(lines) if re.match(r"\d\d-", line)]
    about = f"{names.chapter}: a draft. Say here in one sentence what the chapter is about."
    lines.insert(before[-1] + 1 if before else 0, f'{names.assignment} = "{about}"\n')
    return "".join(lines)
