"""The tests of the bank can fail: a check that judged less would be found out."""

import functools
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.payattention_checks.tasks import Task, any_task

from classroom.assignment.bank import Answer
from payattention_checks import judge as engine

pytestmark = pytest.mark.remembered


def put_in_front(patch: pytest.MonkeyPatch, change: Callable) -> None:
    """Let ``change(judge, *args, **kwargs)`` be called wherever a check judges."""
    for module in [m for name, m in sys.modules.items() if name.startswith("payattention_checks.")]:
        for judge in (engine.judge, engine.judge_parts):
            if getattr(module, judge.__name__, None) is judge and module is not engine:
                patch.setattr(module, judge.__name__, functools.partial(change, judge))


def judgements(task: Task) -> int:
    """How often a right answer is judged."""
    calls = []
    right = task.right
    with pytest.MonkeyPatch.context() as patch:
        put_in_front(patch, lambda judge, *args, **kwargs: calls.append(args))
        task.verdict_on(right)
    return len(calls)


def decides_on(task: Task, skipped: int, answer: Answer) -> bool:
    """Whether a wrong answer gets another verdict if its n-th judgement is left out."""
    count = iter(range(99))

    def lenient(judge, *args, **kwargs):
        if next(count) != skipped:
            judge(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        put_in_front(patch, lenient)
        verdict = task.verdict_on(task.function(answer))
    return (verdict.mistake, verdict) != (answer.name, answer.earns(task.points))


@pytest.mark.system
@any_task
def test_a_check_that_let_one_judgement_pass_would_be_found_out(task):
    """Each judgement of a check decides on some answer of the bank."""
    wrong = [answer for answer in task.answers if not answer.right]
    for skipped in range(judgements(task)):
        assert any(decides_on(task, skipped, answer) for answer in wrong), (
            f"judgement {skipped + 1} of {task} decides on nothing (the first is of the ordinary "
            "cases, then each edge has one): add a wrong answer that only this judgement finds"
        )


@any_task
def test_a_check_without_its_mistakes_would_be_found_out(task, monkeypatch):
    def unnamed(judge, ask, cases, outputs, *what, **more):
        if judge is engine.judge:
            right, _ = what
            judge(ask, cases, outputs, right, [], **more)
        else:
            (parts,) = what
            judge(ask, cases, outputs, [replace(part, mistakes=[]) for part in parts], **more)

    put_in_front(monkeypatch, unnamed)
    named = {a.name: task.verdict_on(task.function(a)).mistake for a in task.answers if not a.right}
    assert any(mistake == "unrecognised" != name for name, mistake in named.items())
