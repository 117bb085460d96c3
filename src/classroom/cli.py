"""The command `classroom`: what an instructor does with an assignment and a class."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from classroom.course import Course, CourseError, listed

app = typer.Typer(
    help="Release assignments, grade a class, give feedback and export the scores.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
out, err = Console(highlight=False), Console(stderr=True, highlight=False)

FAILED, INTERRUPTED = 1, 130
TRACEBACK = "CLASSROOM_TRACEBACK"
ANSWERS = Path("tests/answers")


class Format(StrEnum):
    csv = "csv"


CourseFolder = Annotated[
    Path,
    typer.Option("--course", help="The course folder, or a folder in it.", show_default="here"),
]
Assignment = Annotated[
    str, typer.Argument(help="The assignment, as its folder in solutions/ is named.")
]
HERE = Path()


@contextmanager
def sentences() -> Iterator[None]:
    """Say what went wrong in a sentence, never in a traceback."""
    try:
        yield
    except CourseError as error:
        err.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        what = f"{type(error).__name__}: {error}"
        err.print(f"This should not have happened: {what}", style="red", markup=False)
        err.print(f"With {TRACEBACK}=1 in the environment it tells where.")
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        err.print("Stopped. What was graded before is kept; run it again for the rest.")
        raise typer.Exit(INTERRUPTED) from None


@app.command()
def release(
    assignments: Annotated[
        list[str] | None, typer.Argument(help="All in solutions/ by default.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail where exercises/ is out of date.")
    ] = False,
    course: CourseFolder = HERE,
) -> None:
    """Make the students' notebooks in exercises/ out of solutions/.

    Refuses a notebook that has not the form of an assignment, and says what is wrong with it.
    """
    with sentences():
        from classroom.release import release, stale

        here = Course.find(course)
        names = here.choose(assignments or [])
        if check:
            old = stale(here, names)
            if old:
                raise CourseError(
                    f"{here.say(here.exercises)} is out of date for {listed(old)}: "
                    "run `classroom release`."
                )
            changed = []
        else:
            changed = release(here, names)
        for name in names:
            out.print(f"{name}: {'released' if name in changed else 'up to date'}")


@app.command()
def sample(
    assignment: Annotated[str | None, typer.Argument(help="All with a bank by default.")] = None,
    students: Annotated[int, typer.Option(min=1, max=9999, help="How many to make.")] = 12,
    seed: Annotated[int, typer.Option(help="Another number makes another class.")] = 0,
    bank: Annotated[
        Path | None, typer.Option(help="The answers to make them of.", show_default=str(ANSWERS))
    ] = None,
    course: CourseFolder = HERE,
) -> None:
    """Make a sample class out of the bank of answers, to see grading at work.

    Perfect, partly wrong, untouched and broken submissions, by students named sample-01, sample-02
    and so on. They take the place of an earlier sample class; no other submission is touched.
    """
    with sentences():
        from classroom.sample import sample

        here = Course.find(course)
        answers = bank or here.root / ANSWERS
        names = here.choose([assignment] if assignment else [])
        if not assignment:
            names = [name for name in names if (answers / name).is_dir()]
            if not names:
                raise CourseError(f"There is no bank of answers in {here.say(answers)}.")
        for name in names:
            told = sample(here, name, answers, students, seed)
            for student, what in told.items():
                out.print(f"{student}  {what}", markup=False, soft_wrap=True)
            where = here.say(here.submitted)
            out.print(f"{len(told)} sample submissions in {where}; no other was touched.")


@app.command()
def grade(
    assignment: Assignment,
    student: Annotated[
        list[str] | None, typer.Option(help="Only this student; may be given several times.")
    ] = None,
    cell_limit: Annotated[float, typer.Option(min=1, help="Seconds that a cell may run.")] = 30,
    limit: Annotated[float, typer.Option(min=1, help="Seconds that a submission may run.")] = 120,
    at_a_time: Annotated[int, typer.Option(min=1, help="Submissions that run at a time.")] = 2,
    course: CourseFolder = HERE,
) -> None:
    """Grade what a class has handed in, and show the class's table.

    Each submission ends as graded, or as “needs a person” with the reason in a sentence.
    """
    with sentences():
        from classroom.execute import Limits
        from classroom.grade import choose_students, grade
        from classroom.gradebook import Book
        from classroom.release import master
        from classroom.report import show
        from classroom.sample import expected_totals

        here = Course.find(course)
        here.choose([assignment])
        chosen = choose_students(here, assignment, student or [])
        limits = Limits(cell_limit, limit, at_a_time)
        with Book.open(here, assignment, master(here, assignment)) as book:
            with progress(f"Grading {assignment}", len(chosen)) as step:
                for ended in grade(here, book, chosen, limits):
                    step(f"{ended.student}: {ended.reason or 'graded'}")
            rows = [row for row in book.rows(chosen) if row.student in chosen]
            show(out, rows, book.tasks, expected_totals(here, assignment))


@app.command()
def feedback(assignment: Assignment, course: CourseFolder = HERE) -> None:
    """Write each student's feedback page, in gradebook/feedback/.

    It shows the score and the reason for each task, and no hidden test.
    """
    with sentences():
        from classroom.feedback import feedback

        here = Course.find(course)
        rows, _ = class_rows(here, assignment)
        without = []
        with progress(f"Feedback for {assignment}", len(rows)) as step:
            for page in feedback(here, assignment, rows):
                step(f"{page.student}: {here.say(page.file) if page.file else 'none'}")
                if page.file is None:
                    without.append(page)
        where = here.say(here.feedback)
        out.print(f"{len(rows) - len(without)} pages in {where}<student>/{assignment}/")
        for page in without:
            out.print(f"None for {page.student}: {page.reason}", markup=False, soft_wrap=True)


@app.command()
def export(
    assignment: Assignment,
    format: Annotated[Format, typer.Option(help="The kind of table.")] = Format.csv,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The file to write; “-” is the terminal.", show_default="gradebook/ASSIGNMENT.csv"
        ),
    ] = None,
    course: CourseFolder = HERE,
) -> None:
    """Write the scores of a class as a table: a row a student, a column a task."""
    with sentences():
        from classroom.export import write_csv

        here = Course.find(course)
        rows, tasks = class_rows(here, assignment)
        if output == Path("-"):
            write_csv(rows, tasks, sys.stdout)
            return
        place = output or here.gradebook / f"{assignment}.{format}"
        try:
            with place.open("w", encoding="utf-8", newline="") as file:
                write_csv(rows, tasks, file)
        except OSError as error:
            raise CourseError(f"{place} cannot be written: {error.strerror}.") from None
        out.print(f"{len(rows)} rows in {here.say(place)}", markup=False)


def class_rows(course: Course, assignment: str) -> tuple[list, list]:
    """The class's rows and the assignment's tasks, as the gradebook has them."""
    from classroom.gradebook import Book
    from classroom.release import master
    from classroom.submission import students

    course.choose([assignment])
    with Book.open(course, assignment, master(course, assignment)) as book:
        rows = book.rows(students(course, assignment))
        if not rows:
            raise CourseError(f"Nobody has handed in {assignment}.")
        return rows, book.tasks


@contextmanager
def progress(what: str, total: int) -> Iterator:
    """A bar on a terminal, a line for each step elsewhere. Yields what to call at each step."""
    if not out.is_terminal:
        done = 0

        def say(text: str) -> None:
            nonlocal done
            done += 1
            out.print(f"[{done}/{total}] {text}", markup=False, soft_wrap=True)

        yield say
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda text: bar.advance(task)


if __name__ == "__main__":
    app()
