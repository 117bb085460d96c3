"""What commands print: errors as sentences, text without control characters, a progress bar."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.text import Text

from classroom.course import CourseError
from classroom.missing_packages import missing_package_message
from classroom.printable import printable, visible


class Terminal(Console):
    r"""A console that shows control characters, such as ``\x1b``, instead of obeying them."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            shown = text if control else "\n".join(map(visible, text.split("\n")))
            yield Segment(shown, style, control)


out, err = Terminal(highlight=False), Terminal(stderr=True, highlight=False)

FAILED, INTERRUPTED = 1, 130
BEAT = 10.0  # seconds
TRACEBACK = "CLASSROOM_TRACEBACK"


@contextmanager
def sentences() -> Iterator[None]:
    """Turn an exception in the ``with`` block into a printed sentence and an exit code.

    No traceback is printed. But if CLASSROOM_TRACEBACK is set in the environment, an unexpected
    exception is raised unchanged.
    """
    try:
        yield
    except CourseError as error:
        err.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    except ModuleNotFoundError as error:
        err.print(missing_package_message(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        if isinstance(error, OSError) and error.filename and error.strerror:
            message = f"{error.filename} cannot be used: {error.strerror}."
            err.print(message, style="red", markup=False, soft_wrap=True)
            raise typer.Exit(FAILED) from None
        what = f"{type(error).__name__}: {error}"
        err.print(f"Unexpected error: {what}", style="red", markup=False)
        err.print(f"Set {TRACEBACK}=1 in the environment and run the command again to see where.")
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        err.print("Stopped. What was graded before is kept; run the command again for the rest.")
        raise typer.Exit(INTERRUPTED) from None


def counted(number: int, what: str) -> str:
    """A number with a noun, in the plural if needed: ``1 page``, ``2 pages``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class TimeLeft(TimeRemainingColumn):
    """A column of a progress bar: the estimated time left, or ``-:--:--`` without an estimate."""

    def render(self, task: Task) -> Text:
        is_known = task.fields["is_known"]
        return super().render(task) if is_known else Text("-:--:--", style="progress.remaining")


@contextmanager
def progress(what: str, total: int, brief: bool = False) -> Iterator:
    """Show a progress bar on a terminal, or print one line per step if there is no terminal.

    If ``brief``, a line is printed only where `BEAT` seconds have passed since the last one.

    ``what`` is the text beside the bar, ``total`` the number of steps. Yields a function that must
    be called at the end of each step, with the step's text and its duration in seconds. If the
    duration is None, there was nothing to do: the step counts as done, but is ignored in the
    estimate of the time left.
    """
    if not out.is_terminal:
        yield lines_of_steps(total, brief)
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft()
    endless = float("inf")  # rich's default, 30 s, may be too short to estimate the speed
    with Progress(*columns, console=out, transient=True, speed_estimate_period=endless) as bar:
        bar.add_task(what, total=total, is_known=False)
        task = bar.tasks[0]
        first = patience = 0.0

        def advance(text: str, took: float | None = 0) -> None:
            nonlocal first, patience
            if took is None:
                task.completed += 1  # `bar.advance` would count it in the speed
                return
            now = bar.get_time()
            if not patience:  # steps that began together may end together
                first, patience = now, max(took, 2)
            bar.advance(task.id)
            task.fields["is_known"] = now - first >= patience

        yield advance


def lines_of_steps(total: int, brief: bool) -> Callable[..., None]:
    done, last = 0, time.monotonic()

    def step(text: str, took: float | None = 0) -> None:
        nonlocal done, last
        done += 1
        if brief and time.monotonic() - last < BEAT:
            return
        last = time.monotonic()
        out.print(f"[{done}/{total}] {printable(text)}", markup=False, soft_wrap=True)

    return step
