"""The subcommands of `classroom`, with which an instructor releases and grades assignments."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from classroom.course import Course, CourseError, first_listed, listed
from classroom.printable import printable
from classroom.terminal import FAILED, counted, err, out, progress, sentences

if TYPE_CHECKING:
    from classroom.lms.roster import Roster, System
    from classroom.pages.anonymous_names import ByName, Unnamed
    from classroom.sandbox.box import Sandbox

# If rfc3987_syntax is installed, jsonschema uses it, which takes a second, to check a format that
# no notebook contains. This line makes the package look as if it were not installed:
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

app = typer.Typer(
    help="Release assignments, grade a class, give feedback and export the scores.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
NO_SANDBOX = (
    "Without a sandbox, the students' code runs as you: it can read, change and send whatever you "
    "can. Grade only what you have read, or on a machine that holds nothing else."
)


class Format(StrEnum):
    csv = "csv"
    canvas = "canvas"
    moodle = "moodle"


class Receiver(StrEnum):
    canvas = "canvas"
    moodle = "moodle"


CourseFolder = Annotated[
    Path,
    typer.Option("--course", help="The course folder, or a folder in it.", show_default="here"),
]
Assignment = Annotated[
    str,
    typer.Argument(
        help="The assignment, as its folder in solutions/ is named.",
        callback=lambda name: name.rstrip("/"),  # a shell completes a folder's name with a slash
        show_default=False,
    ),
]
Brief = Annotated[bool, typer.Option("--brief", help="Print less: a few lines for the class.")]
RosterFile = Annotated[
    Path | None,
    typer.Option(
        "--roster",
        help="Who has which number in Canvas or Moodle: a CSV with a column “student” and one of "
        "“canvas_id”, “moodle_id”, “name”, “email”; or Canvas's gradebook export; or Moodle's "
        "grading worksheet of this assignment.",
        show_default="gradebook/roster.csv, if there is one",
    ),
]
HERE = Path()


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

    A notebook that breaks the rules of an assignment is refused; its faults are listed.
    """
    with sentences():
        from classroom.assignment.release import instructor_notebook, release, stale

        here = Course.find(course)
        names = here.choose(assignments or [])
        if check:
            old = stale(here, names)
            if old:
                raise CourseError(
                    f"{here.display_path(here.exercises)} is out of date for {listed(old)}: "
                    "run `classroom release`."
                )
            changed = {}
        else:
            changed = release(here, names)
        sources = {name: instructor_notebook(here, name) for name in names}
        if len(names) > 1 and not changed and not any(one.is_draft for one in sources.values()):
            out.print(f"{listed(names)}: up to date", soft_wrap=True)
            return
        for name, source in sources.items():
            how = "released" if name in changed else "up to date"
            if source.is_draft:
                how += f", as a draft of {sum(task.points for task in source.tasks):g} points"
            out.print(f"{name}: {how}")
            if moved := changed.get(name):
                out.print(
                    f"{here.display_path(here.exercise(name))} had been changed after its release. "
                    f"The changed file is not lost: it is now {here.display_path(moved)}",
                    markup=False,
                    soft_wrap=True,
                )


@app.command()
def new(
    assignment: Annotated[str, typer.Argument(help="Its name: 08-state-space, for example.")],
    task: Annotated[
        str | None,
        typer.Option(
            help="The task's name, which is also that of the function to write.",
            show_default="running_mean, for a new assignment",
        ),
    ] = None,
    course: CourseFolder = HERE,
) -> None:
    """Begin an assignment, or add a task to one, by writing an example that works.

    The example passes all tests as it is; edit it to write your own task. It consists of the
    notebook in solutions/, the task's check with its sentences, right and wrong answers that test
    the check, and a page or section in the book.

    `classroom new 08-state-space`

    `classroom new 08-state-space --task scan`
    """
    with sentences():
        from classroom.assignment.new import FIRST_TASK, new

        here = Course.find(course)
        for file in new(here, assignment, task):
            out.print(here.display_path(file), markup=False)
        name = task or FIRST_TASK
        tests = "tests/payattention_checks"
        notebook = here.display_path(here.solution(assignment))
        out.print("\nNext:")
        for command, what in [
            (f"jupyter lab {notebook}", "run it; then change it"),
            (f'pytest {tests} -k "every_answer and {name}"', "test the check with the bank"),
            (f"classroom release {assignment}", "make the students' notebook"),
            (f"classroom sample {assignment}", "make a class out of the bank"),
            (f"classroom grade {assignment}", "grade it"),
        ]:
            out.print(f"  {command}  # {what}", markup=False, soft_wrap=True)


@app.command()
def sample(
    assignment: Annotated[str | None, typer.Argument(help="All with a bank by default.")] = None,
    students: Annotated[int, typer.Option(min=1, max=9999, help="How many to make.")] = 12,
    seed: Annotated[int, typer.Option(help="Another number makes another class.")] = 0,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the sample class, and make none.")
    ] = False,
    bank: Annotated[
        Path | None, typer.Option(help="The answers to make them of.", show_default="tests/answers")
    ] = None,
    brief: Brief = False,
    course: CourseFolder = HERE,
) -> None:
    """Make a sample class out of the bank of answers, to see grading at work.

    The submissions are perfect, partly wrong, untouched or broken, by students named sample-01,
    sample-02 and so on. They replace an earlier sample class; no other submission is touched. They
    count in no average, report or export of a real class. Remove them before the term begins:

    `classroom sample --remove`
    """
    with sentences():
        from classroom.sample import all_assignments, remove_samples, write_sample_class

        here = Course.find(course)
        if remove:
            for name in [assignment] if assignment else all_assignments(here):
                removed = remove_samples(here, name)
                what = (
                    f"{counted(removed, 'sample submission')} removed" if removed else "no sample"
                )
                out.print(f"{name}: {what}", markup=False)
            return
        answers = bank or here.answers
        names = here.choose([assignment] if assignment else [])
        if not assignment:
            names = [name for name in names if (answers / name).is_dir()]
            if not names:
                raise CourseError(f"There is no bank of answers in {here.display_path(answers)}.")
        for name in names:
            descriptions = write_sample_class(here, name, answers, students, seed)
            for student, what in () if brief else descriptions.items():
                out.print(f"{student}  {what}", markup=False, soft_wrap=True)
            where = here.display_path(here.submitted)
            out.print(f"{len(descriptions)} sample submissions in {where}; no other was touched.")


@app.command()
def collect(
    download: Annotated[
        Path, typer.Argument(help="A zip from Canvas or Moodle, or the folder it was unpacked to.")
    ],
    assignment: Annotated[
        str | None,
        typer.Argument(
            help="The assignment, as its folder in solutions/ is named.",
            show_default="the one that most notebooks are named after",
        ),
    ] = None,
    roster: RosterFile = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace what is there, even where it is newer.")
    ] = False,
    github: Annotated[
        str | None,
        typer.Option(
            help="The assignment's name in GitHub Classroom, if this is the folder of "
            "`gh classroom clone student-repos`. The students' names are their names on GitHub.",
            show_default=False,
        ),
    ] = None,
    course: CourseFolder = HERE,
) -> None:
    """Collect what a class handed in, from a download of Canvas, Moodle or GitHub Classroom.

    Each submission goes to gradebook/submitted/STUDENT/ASSIGNMENT/. A newer attempt replaces an
    earlier one, which is kept in gradebook/replaced/. A file whose student is unknown, or which
    cannot be collected, is listed with the reason.

    `classroom collect submissions.zip 03-dot-product --roster grades.csv`
    """
    with sentences():
        from classroom.lms.collect import collect, plan, without_submission
        from classroom.lms.file_names import Clones

        here = Course.find(course)
        collector = Clones(slug=github) if github else None
        if assignment:
            here.choose([assignment])
        people = class_roster(here, roster)
        with plan(here, download, assignment, people, collector) as found:
            skipped = list(found.skipped)
            stored, known = 0, list[str]()
            with progress(f"Collecting {found.assignment}", len(found.attempts)) as step:
                for one in collect(here, found.assignment, found.attempts, force):
                    step(f"{one.student}: {one.result}")
                    skipped += one.skipped
                    stored += one.stored
                    known += [one.known] if one.known else []
        many, where = counted(stored, "submission"), here.display_path(here.submitted)
        out.print(f"{many} of {found.assignment} collected to {where}", markup=False)
        if people is None:
            err.print(
                "Without a roster, students are named as the download names them "
                f"({found.attempts[0].student}).",
                markup=False,
                soft_wrap=True,
            )
        for file in skipped:
            message = f"Not collected: {printable(file.name)}: {printable(file.reason)}"
            err.print(message, markup=False, soft_wrap=True)
        if known:
            err.print(
                f"Not collected: {counted(len(known), 'student')} collected under another name "
                f"before. Remove these folders of {where} and collect again, or collect with the "
                f"roster that you used then: {printable(first_listed(known))}.",
                markup=False,
                soft_wrap=True,
            )
        if people:
            tried, absent = without_submission(here, found, people)
            groups = ("Handed in, but not collected,", tried), ("Nothing handed in", absent)
            for what, names in groups:
                if names:
                    who = first_listed(names)
                    message = f"{what} by {len(names)} in {people.file.name}: {who}"
                    err.print(printable(message), markup=False, soft_wrap=True)


@app.command()
def grade(
    assignment: Assignment = "",
    student: Annotated[
        list[str] | None, typer.Option(help="Only this student; may be given several times.")
    ] = None,
    task: Annotated[
        list[str] | None, typer.Option(help="Only this task; may be given several times.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Grade submissions that are up to date, too.")
    ] = False,
    at_a_time: Annotated[
        int | None,
        typer.Option(min=1, help="How many run at a time.", show_default="one per core"),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="The address of a Dask scheduler whose workers run them.")
    ] = None,
    no_sandbox: Annotated[
        bool, typer.Option("--no-sandbox", help="Run the students' code without a sandbox.")
    ] = False,
    brief: Brief = False,
    profile: Annotated[
        bool, typer.Option("--profile", help="Say where the time went, phase by phase.")
    ] = False,
    course: CourseFolder = HERE,
) -> None:
    """Grade what a class has handed in, and show the class's table.

    Each submission ends as graded, or as “needs a person” with the reason in a sentence. Without
    --again, a graded submission is graded again only if the submission, its tests, payattention or
    the limits have changed. So a run that was stopped continues where it stopped.
    """
    with sentences(), ExitStack() as opened:
        if sys.platform == "win32":
            raise CourseError("`classroom grade` needs Linux or macOS: on Windows, grade in WSL 2.")
        here = Course.find(course)
        here.require(assignment)
        open_to_all = no_sandbox
        if not no_sandbox and not scheduler:
            open_to_all = samples_without_sandbox(here, assignment, student or [])
        first = None if scheduler else opened.enter_context(starting_sandbox(here, open_to_all))
        gc.disable()  # imported modules stay, so collections need not scan them
        from classroom.assignment.release import instructor_notebook
        from classroom.class_table import print_changes, print_class, print_phases
        from classroom.grading.grade import GradingOptions, grade, settle_penalties
        from classroom.grading.gradebook import AssignmentGradebook
        from classroom.grading.selection import choose_students, choose_tasks
        from classroom.grading.submissions import misplaced
        from classroom.limits import limits_of
        from classroom.lock import course_lock
        from classroom.phases import Phases
        from classroom.sample import expected_totals
        from classroom.sandbox.pool import cores

        gc.freeze()
        gc.enable()
        chosen = choose_students(here, assignment, student or [])
        if no_sandbox:
            err.print(NO_SANDBOX, style="yellow", soft_wrap=True)
        with (
            course_lock(here),
            AssignmentGradebook.open(
                here, assignment, instructor_notebook(here, assignment)
            ) as book,
        ):
            options = GradingOptions(
                limits=limits_of(here),
                at_a_time=at_a_time or len(cores()),
                scheduler=scheduler,
                no_sandbox=open_to_all,
                again=again,
                tasks=choose_tasks(book, task or []),
                profile=Phases(),
            )
            out.print("Starting. The reference solution is graded first.")
            with progress(f"Grading {assignment}", len(chosen), brief) as step:
                changed, graded = [], 0
                for ended in grade(here, book, chosen, options, first):
                    graded += not ended.up_to_date
                    done = "up to date" if ended.up_to_date else "graded"
                    took = None if ended.up_to_date else ended.seconds
                    step(f"{ended.student}: {ended.reason or done}", took)
                    changed += [(ended.student, change) for change in ended.changes]
            settle_penalties(here, book)
            rows = [row for row in book.rows(chosen) if row.student in chosen]
            print_class(out, rows, book.tasks, expected_totals(here, assignment), brief)
            print_changes(out, changed)
            if profile and options.profile:
                print_phases(out, options.profile, graded)
            for sentence in misplaced(here):
                err.print(sentence, style="yellow", markup=False, soft_wrap=True)


@app.command()
def mark(
    assignment: Assignment = "",
    task: Annotated[
        str | None, typer.Option(help="The written question.", show_default="the only one")
    ] = None,
    without_names: Annotated[
        bool,
        typer.Option("--without-names", help="Call the students “Student 1” and so on, at random."),
    ] = False,
    port: Annotated[int, typer.Option(help="The port of the page.", show_default="a free one")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    course: CourseFolder = HERE,
) -> None:
    """Read one written question of the whole class, beside its marking scheme.

    The page shows all answers below each other. Points and comments are saved at once, in the
    gradebook, where Formgrader has them, too. The page lives until you press Ctrl+C here.

    `classroom mark 03-dot-product --without-names`
    """
    with sentences():
        import webbrowser

        from classroom.assignment.release import instructor_notebook
        from classroom.pages.mark import MarkPage, written_task
        from classroom.pages.mark_server import MarkServer

        here = Course.find(course)
        rows, _ = class_rows(here, assignment, samples=False)
        source = instructor_notebook(here, assignment)
        called = names_on_page(here, assignment, [row.student for row in rows], without_names)
        page = MarkPage(here, assignment, source, written_task(source, assignment, task), called)
        with MarkServer(page, port) as server:
            message = f"{counted(len(page.order), 'answer')}, {page.left()} wait: {server.address}"
            out.print(message, markup=False, soft_wrap=True)
            out.print("Press Ctrl+C here when you have read them.")
            if browser:
                webbrowser.open(server.address)
            with suppress(KeyboardInterrupt):
                server.serve_forever()
        out.print(f"{page.left()} of {counted(len(page.order), 'answer')} still wait.")


@app.command()
def autograder(assignment: Assignment = "", course: CourseFolder = HERE) -> None:
    """Write the zip with which Gradescope grades: gradebook/ASSIGNMENT-gradescope.zip.

    It holds the assignment's solutions. Upload it in Gradescope, and give it to nobody.
    """
    with sentences():
        from classroom.lms.gradescope import write_autograder

        here = Course.find(course)
        here.require(assignment)
        archive = write_autograder(here, assignment)
        out.print(
            f"{here.display_path(archive)}: upload it in “Configure Autograder”.", markup=False
        )


@app.command()
def feedback(
    assignment: Assignment = "",
    student: Annotated[
        list[str] | None, typer.Option(help="Only this student; may be given several times.")
    ] = None,
    receiver: Annotated[
        Receiver | None,
        typer.Option(
            "--for", help="Also write the one zip with which Canvas or Moodle gives out all pages."
        ),
    ] = None,
    course: CourseFolder = HERE,
) -> None:
    """Write each student's feedback page, in gradebook/feedback/.

    A page shows the score and the reason for each task, and no hidden test.

    With --for, all pages are also put into one zip, gradebook/ASSIGNMENT-feedback-canvas.zip or
    -moodle.zip. In Canvas, upload it with “Re-Upload Submissions”; in Moodle, with “Upload multiple
    feedback files in a zip”. The submissions must have been collected from there.

    `classroom feedback 03-dot-product --for canvas`
    """
    with sentences():
        from classroom.grading.selection import choose_students
        from classroom.lms.feedback_zip import given_names
        from classroom.lms.roster import System, is_sample
        from classroom.pages.feedback import feedback

        here = Course.find(course)
        rows, _ = class_rows(here, assignment)
        if student:
            chosen = choose_students(here, assignment, student)
            rows = [row for row in rows if row.student in chosen]
        students = [row.student for row in rows]
        system = System[receiver] if receiver else None
        names = given_names(here, assignment, students, system) if system else {}
        without = []
        with progress(f"Feedback for {assignment}", len(rows)) as step:
            for page in feedback(here, assignment, rows):
                step(f"{page.student}: {here.display_path(page.file) if page.file else 'none'}")
                if page.file is None:
                    without.append(page)
        where = here.display_path(here.feedback / "STUDENT" / assignment)
        written = [row.student for row in rows if row.student not in {p.student for p in without}]
        samples = sum(map(is_sample, written))
        and_samples = f", and {samples} for the sample class" if samples else ""
        real = counted(len(written) - samples, "page")
        out.print(f"{real} in {where}/{and_samples}", markup=False)
        for page in without:
            out.print(f"No page for {page.student}: {page.reason}", markup=False, soft_wrap=True)
        if system:
            zip_feedback(here, assignment, system, names, written)
            if waiting := sum(len(row.unread) for row in rows):
                err.print(
                    f"Do not upload it yet: {counted(waiting, 'written answer')} must still be "
                    "read (classroom mark). Then write the feedback again.",
                    markup=False,
                    soft_wrap=True,
                )
    if any(page.failed for page in without):
        raise typer.Exit(FAILED)


@app.command()
def export(
    assignment: Assignment = "",
    format: Annotated[
        Format, typer.Option(help="The kind of table: all scores, or what an LMS imports.")
    ] = Format.csv,
    roster: RosterFile = None,
    column: Annotated[
        str | None,
        typer.Option(
            help="The assignment's column in Canvas's gradebook export, with its number or "
            "without: “Homework 3 (88123)”. Canvas puts the scores back there.",
            show_default="the assignment's own name",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The file to write; “-” is the terminal.",
            show_default="gradebook/ASSIGNMENT.csv, ASSIGNMENT-canvas.csv, ASSIGNMENT-moodle.csv",
        ),
    ] = None,
    partial: Annotated[
        bool,
        typer.Option("--partial", help="Export the points so far, though written answers wait."),
    ] = False,
    course: CourseFolder = HERE,
) -> None:
    """Write the scores of a class as a table, with one row per student.

    If a written answer waits to be read, nothing is written: the command says whose answers wait.
    With --partial, the points so far are written.

    A student without a score has an empty cell, never a 0. The command lists these students. It
    also lists the students whom it had to leave out of the table.

    `classroom export 03-dot-product --format canvas --roster grades.csv`
    """
    with sentences():
        from classroom.grading.scores import require_complete_scores
        from classroom.lms.export import canvas_table, csv_table, moodle_table
        from classroom.lms.roster import is_sample

        here = Course.find(course)
        if column and format is not Format.canvas:
            raise CourseError(
                "--column works only with --format canvas: Moodle's worksheet is for one "
                "assignment, and a plain CSV has a column for each task."
            )
        rows, tasks = class_rows(here, assignment, samples=False, report_missing=True)
        if format is Format.csv:
            table = csv_table(rows, tasks)
        elif all(is_sample(row.student) for row in rows):
            raise CourseError(f"There is no score to export to {format.capitalize()}.")
        elif format is Format.canvas:
            people = class_roster(here, roster)
            table = canvas_table(here, assignment, rows, tasks, people, column)
        else:
            table = moodle_table(here, assignment, rows, tasks, class_roster(here, roster))
        if not partial:
            require_complete_scores(table.rows)
        for sentence in table.sentences:
            err.print(sentence, markup=False, soft_wrap=True)
        if output == Path("-"):
            sys.stdout.write(table.text())
            return
        ending = "" if format is Format.csv else f"-{format}"
        file = output or here.gradebook / f"{assignment}{ending}.csv"
        write_text(file, table.text())
        out.print(f"{counted(len(table.rows), 'row')} in {here.display_path(file)}", markup=False)


@app.command()
def report(
    assignment: Assignment = "",
    output: Annotated[
        Path | None,
        typer.Option(
            help="The file of the first page; “-alike” is added to its name for the second.",
            show_default="gradebook/ASSIGNMENT.html",
        ),
    ] = None,
    without_names: Annotated[
        bool,
        typer.Option("--without-names", help="Call the students “Student 1” and so on, at random."),
    ] = False,
    course: CourseFolder = HERE,
) -> None:
    """Write a page about the class: scores, tasks, mistakes, and what needs a person.

    The page is one file that can be read offline, printed or passed on. Its contents come from the
    gradebook, so grade first.

    A second page, gradebook/ASSIGNMENT-alike.html, lists pairs of notebooks whose code is the same
    over long passages but for names, comments and spacing, with the answers side by side.
    """
    with sentences():
        from classroom.grading.same_files import same_files
        from classroom.pages.alike import alike_page
        from classroom.pages.report import report

        here = Course.find(course)
        rows, tasks = class_rows(here, assignment, samples=False)
        students = [row.student for row in rows]
        called = names_on_page(here, assignment, students, without_names)
        file = output or here.gradebook / f"{assignment}.html"
        same = same_files(here, assignment, students)
        write_text(file, report(here.autograded, assignment, rows, tasks, called, same))
        out.print(f"{counted(len(rows), 'submission')} in {here.display_path(file)}", markup=False)
        alike = alike_page(here, assignment, students, tasks, called)
        beside = file.with_name(f"{file.stem}-alike{file.suffix}")
        write_text(beside, alike.html)
        many = {0: "No two notebooks are", 1: "1 pair of notebooks is"}
        how_many = many.get(alike.pairs, f"{alike.pairs} pairs of notebooks are")
        out.print(f"{how_many} alike: {here.display_path(beside)}", markup=False)


@app.command()
def doctor(course: CourseFolder = HERE) -> None:
    """Say what this machine has for grading, what is missing, and how to install it.

    The exit code is 0 if grading works, and 1 if it does not.
    """
    with sentences():
        from classroom.doctor import State, examine_machine

        colours = {State.OK: "green", State.MISSING: "bold red", State.OPTIONAL: "yellow"}
        works, here = True, False
        for finding in examine_machine(course):
            works = works and finding.state is not State.MISSING
            here = here or (finding.what == "course" and finding.state is State.OK)
            out.print(f"{finding.state:<9}", style=colours[finding.state], end="")
            out.print(f"{finding.what}: {finding.message}", markup=False, soft_wrap=True)
            if finding.get:
                out.print(f"         → {finding.get}", markup=False, soft_wrap=True)
    if not works:
        err.print("Grading does not work here yet.", style="red")
        raise typer.Exit(FAILED)
    out.print("Grading works here." if here else "Grading works on this machine, in a course.")


def zip_feedback(
    course: Course, assignment: str, system: "System", names: dict[str, str], written: list[str]
) -> None:
    """Put the feedback pages of the students ``written`` into one zip; print where it is.

    ``names`` has the names by which Canvas or Moodle, ``system``, knows the submissions.
    """
    from classroom.lms.feedback_zip import HOW_TO_UPLOAD, write_zip
    from classroom.lms.roster import is_sample

    known = [student for student in written if student in names]
    if not known:
        raise CourseError(f"There is no page to give back in {system}, so no zip was written.")
    archive = course.feedback_zip(assignment, system.name)
    pages = {names[student]: course.feedback_page(student, assignment) for student in known}
    write_zip(archive, assignment, system, pages)
    out.print(f"{counted(len(pages), 'page')} in {course.display_path(archive)}", markup=False)
    out.print(HOW_TO_UPLOAD[system], soft_wrap=True)
    others = [one for one in written if one not in names and not is_sample(one)]
    if others:
        why = f"Not in the zip, because not collected from {system}: {first_listed(others)}."
        err.print(why, markup=False, soft_wrap=True)


def write_text(path: Path, text: str) -> None:
    temporary = path.with_name(f"{path.name}.half")
    try:
        temporary.write_text(text, encoding="utf-8", newline="")
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise CourseError(f"{path} cannot be written: {error.strerror}.") from None


def class_roster(course: Course, file: Path | None) -> "Roster | None":
    """The roster (each student's number in Canvas or Moodle) in ``file``.

    If ``file`` is None, gradebook/roster.csv is read; if that file does not exist, the result is
    None.
    """
    from classroom.lms.roster import read_roster

    usual = course.gradebook / "roster.csv"
    if file is None and not usual.is_file():
        return None
    return read_roster(file or usual)


def names_on_page(
    course: Course, assignment: str, students: list[str], without_names: bool
) -> "ByName | Unnamed":
    """The students' names on a page: their own, or numbers in a new random order."""
    from classroom.pages.anonymous_names import ByName, Unnamed, file_names, other_names

    if not without_names:
        return ByName(students)
    names = other_names(course, assignment, students, class_roster(course, None))
    files = file_names(course, assignment, students)
    return Unnamed(names, files, unchanged=[f"{assignment}.ipynb"])


def class_rows(
    course: Course, assignment: str, *, samples: bool = True, report_missing: bool = False
) -> tuple[list, list]:
    """The rows of a class (each student's scores), and the assignment's tasks.

    A student whose submission is no longer in submitted/ has no row. Late penalties are updated
    first. Raises CourseError if nobody has handed in the assignment.

    Args:
        course: the course.
        assignment: the name of the assignment.
        samples: False leaves out sample students, if there are real ones, and prints how many.
        report_missing: True prints which students are left out because their submission is gone.
    """
    from classroom.assignment.release import instructor_notebook
    from classroom.grading.grade import settle_penalties
    from classroom.grading.gradebook import AssignmentGradebook
    from classroom.grading.submissions import misplaced, students
    from classroom.lms.export import handed_in, without_samples
    from classroom.lock import course_lock

    course.require(assignment)
    with (
        course_lock(course),
        AssignmentGradebook.open(
            course, assignment, instructor_notebook(course, assignment)
        ) as book,
    ):
        settle_penalties(course, book)
        rows, messages = handed_in(course, assignment, book.rows(students(course, assignment)))
        messages = messages if report_missing else []
        if not samples:
            rows, more = without_samples(rows)
            messages += more
        for sentence in [*messages, *misplaced(course)]:
            err.print(sentence, markup=False, soft_wrap=True)
        if not rows:
            raise CourseError(f"Nobody has handed in {assignment}.")
        return rows, book.tasks


def samples_without_sandbox(course: Course, assignment: str, names: list[str]) -> bool:
    """Whether this machine has no sandbox, but the submissions to grade are safe without one.

    They are safe if all of them are exactly as `classroom sample` wrote them. If the result is
    True, a note is printed. ``names`` are the students to grade; an empty list means all of them.
    """
    from classroom.sandbox.bubblewrap import why_no_sandbox

    why = why_no_sandbox()
    if not why:
        return False
    from classroom.grading.submissions import students
    from classroom.sample import only_samples

    if not only_samples(course, assignment, names or students(course, assignment)):
        return False
    err.print(
        f"{why} These are the course's own samples: they are graded without a sandbox.",
        style="yellow",
        markup=False,
        soft_wrap=True,
    )
    return True


@contextmanager
def starting_sandbox(course: Course, no_sandbox: bool) -> Iterator["Sandbox"]:
    """Start the sandbox and yield it at once; it is closed at the end of the ``with`` block.

    The sandbox's two processes take seconds to import their modules. Meanwhile, the caller can do
    other work.

    With ``no_sandbox``, the two processes run as ordinary programs, and nothing is hidden. Without
    ``no_sandbox``, CourseError is raised if this machine cannot run a sandbox.
    """
    from classroom.sandbox.box import Sandbox
    from classroom.sandbox.bubblewrap import SandboxError

    with ExitStack() as opened:
        try:
            sandbox = Sandbox(hidden=course.secret_folders, no_sandbox=no_sandbox)
            opened.callback(sandbox.close)
            sandbox.start()
        except SandboxError as error:
            raise CourseError(str(error)) from None
        yield sandbox


if __name__ == "__main__":  # python -m classroom.cli, as one would guess
    app(prog_name="classroom")
