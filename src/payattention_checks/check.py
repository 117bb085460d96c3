"""The decorator that makes a check of a function that asks and judges."""

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from payattention_checks import _session, time_limit
from payattention_checks.ask import Ask
from payattention_checks.errors import describe, where
from payattention_checks.layout import (
    LINES,
    first_lines,
    labelled,
    shorten_to_fit,
    without_links,
)
from payattention_checks.verdict import Verdict, points_for
from payattention_checks.wrong import Wrong

INTERRUPTED, TOO_LONG = "interrupted", "too-long"  # names of mistakes


class Interrupted(KeyboardInterrupt):
    """Raised when the student interrupts a check.

    It holds the check's verdict, which Jupyter shows instead of a traceback.
    """

    def __init__(self, verdict: Verdict):
        super().__init__(verdict.reason)
        self.verdict = verdict

    def _render_traceback_(self) -> list[str]:  # IPython calls it
        return self.verdict.explanation.splitlines()


class CheckFailed(Exception):
    """Raised by a check that cannot judge any answer: its own fault, not the student's."""


Body = Callable[[Ask, np.random.Generator], str | None]


def check(*, reread: str) -> Callable[[Body], Callable[..., Verdict]]:
    """Make a decorator that turns a function ``body(ask, rng)`` into the check of a task.

    The check receives the student's function and returns a `Verdict`: the points and the reason. It
    passes an `Ask`, which calls the student's function, and a random generator to the body. The
    body raises `Wrong` if the student's function is wrong. Otherwise, it returns None or a remark
    for the verdict. The verdict also shows what the student's function has printed. The check
    raises an error only if the student interrupts it (`Interrupted`), or if the body raises
    `CheckFailed`. In a notebook, it stops a function that does not come to an end (`TimeLimit`).

    ``reread`` is the section of the book that a wrong answer's verdict recommends, with its page
    and label: ``Chapter 3, [Masks](03-dot-product#masks)``.
    """

    def decorate(body: Body) -> Callable[..., Verdict]:
        def checked(answer: Any, *, points: int | float, seed: int = 0) -> Verdict:
            ask = Ask(body.__name__, answer)
            with silence() as printed:
                result = judged_in_time(body, ask, seed)
            lines = first_lines(printed.getvalue().strip())
            shown = ask.measured | ({"Printed": lines} if lines else {})
            if isinstance(result, Wrong):
                verdict = verdict_on_wrong(result, ask.task, points, reread, shown)
            else:
                verdict = verdict_on_right(result, ask, points, shown)
            verdict.measured = dict(ask.measured)
            if seed == 0:  # the seed of the notebook's visible test
                _session.remember(ask.task, verdict)
            if isinstance(result, Wrong) and result.name == INTERRUPTED:
                raise Interrupted(verdict) from None
            return verdict

        checked.__name__ = checked.__qualname__ = body.__name__
        checked.__doc__, checked.__module__ = body.__doc__, body.__module__
        return checked

    return decorate


def judged_in_time(body: Body, ask: Ask, seed: int) -> Wrong | str:
    """The same as `judge_answer`, within the time limit of a notebook; the grader has its own."""
    if _session.SESSION is None or ask.elsewhere:
        return judge_answer(body, ask, seed)
    limit = time_limit.TimeLimit(time_limit.SECONDS)
    shown: dict[str, str] = {}
    try:
        with limit:
            result = judge_answer(body, ask, seed)
        if not limit.passed:
            return result
    except time_limit.TimeUp as error:
        limit.end()
        shown = where(error, ask.answer)
    feedback = (
        f"Stopped after {limit.seconds:g} seconds, in call {ask.calls} of {ask.task}. The grader "
        "stops it, too. Does every loop in it come to an end?"
    )
    return Wrong(TOO_LONG, feedback, shown)


def judge_answer(body: Body, ask: Ask, seed: int) -> Wrong | str:
    """Why the student's function is wrong, whatever happens while it is judged; else the remark."""
    try:
        if feedback := _session.stale_message(ask.task, ask.answer):
            return Wrong("cell-failed", feedback)
        remark = body(ask, np.random.default_rng(seed))
        ask.require_form()
    except (CheckFailed, time_limit.TimeUp):
        raise
    except Wrong as wrong:
        return wrong
    except KeyboardInterrupt as error:
        feedback = f"Stopped while {ask.task} ran. Does every loop in it come to an end?"
        return Wrong(INTERRUPTED, feedback, where(error, ask.answer))
    except BaseException as error:  # of an output whose own methods fail when it is read
        feedback = f"What {ask.task} returned cannot be read: {describe(error)}"
        return Wrong("unreadable", feedback)
    return remark or ""


def verdict_on_right(remark: str, ask: Ask, points: float, shown: Mapping[str, str]) -> Verdict:
    reason = f"Right, on all {ask.calls} calls. {remark}"
    return Verdict(
        points, task=ask.task, points=points, reason=reason, details=tuple(shown.items())
    )


def verdict_on_wrong(
    wrong: Wrong, task: str, points: float, reread: str, shown: Mapping[str, str]
) -> Verdict:
    rest = 1 + len(labelled("Reread", without_links(reread)))  # plus 1 for the title
    reason, details = shorten_to_fit(wrong.feedback, {**wrong.details, **shown}, LINES - rest)
    return Verdict(
        points_for(wrong.credit, points),
        task=task,
        points=points,
        reason=reason,
        findings=wrong.findings,
        details=tuple(details.items()),
        reread=reread,
    )


@contextlib.contextmanager
def silence() -> Iterator[io.StringIO]:
    """A context in which warnings are ignored, and printed text goes to the yielded buffer."""
    printed = io.StringIO()
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
    ):
        warnings.simplefilter("ignore")
        yield printed
