"""The bank: every right answer gets all its points, every wrong one is told its mistake.

In the notebook, and in the engine, where all values of an answer cross the wire.
"""

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.classroom.sandbox.inside.across import across
from tests.payattention_checks.tasks import Task, any_task

from classroom.assignment.bank import Answer
from payattention_checks.layout import LINES
from payattention_checks.verdict import JOINT

pytestmark = pytest.mark.remembered


def faults(
    task: Task, answer: Answer, here: tuple[int, ...], across_the_wire: tuple[int, ...]
) -> Iterator[str]:
    """The verdicts on an answer that are not what the bank says, as a student would read them.

    Judged in the notebook at the seeds ``here``, and in the engine at those ``across_the_wire``.
    """
    expected = (answer.earns(task.points), None if answer.right else answer.name)
    answered = task.function(answer)
    details = {}
    for setting, function, seeds in (
        ("in the notebook", answered, here),
        ("across the wire", across(answered), across_the_wire),
    ):
        for seed in seeds:
            verdict = task.verdict_on(function, seed)
            got = (float(verdict), verdict.mistake)
            if got != expected or len(verdict.explanation.splitlines()) > LINES:
                yield (
                    f"{answer}\nmust get {outcome(*expected)} in at most {LINES} lines, "
                    f"but gets {outcome(*got)} {setting}, at the seed {seed}:\n"
                    f"{verdict.explanation}"
                )
            first = details.setdefault(seed, verdict.details)
            if first != verdict.details and "Where" not in dict(first):
                yield f"{answer}\ngets other details across the wire, at the seed {seed}"


def outcome(points: float, mistake: str | None) -> str:
    return f"{points:g} points for “{mistake}”" if mistake else f"{points:g} points"


def assert_as_expected(
    task: Task, name: str, *here: int, across_the_wire: tuple[int, ...] = ()
) -> None:
    """Judge all answers of the bank, or those with ``name`` in their headers."""
    answers = [answer for answer in task.answers if name in str(answer)]
    if not answers:
        pytest.skip(f"no answer has “{name}” in its header")
    assert_none_misjudged(task, answers, *here, across_the_wire=across_the_wire)


def assert_none_misjudged(
    task: Task, answers: list[Answer], *here: int, across_the_wire: tuple[int, ...] = ()
) -> None:
    """Judge answers, and list all that are misjudged."""
    first = [next(faults(task, answer, here, across_the_wire), None) for answer in answers]
    if wrong := [fault for fault in first if fault]:
        pytest.fail("\n\n".join([f"{len(wrong)} answers are misjudged.", *wrong]), pytrace=False)


@any_task
def test_every_answer_gets_its_points_and_its_own_mistake(task, only_answer):
    assert_as_expected(task, only_answer, 0, across_the_wire=tuple(task.hidden_seeds()))


@any_task
def test_every_answer_does_so_at_the_seed_of_the_day(task, only_answer, seed_of_the_day):
    assert_as_expected(task, only_answer, seed_of_the_day)


@pytest.mark.system
@any_task
def test_the_engine_shows_what_the_notebook_shows(task, only_answer):
    assert_as_expected(task, only_answer, 0, across_the_wire=(0,))


@pytest.mark.system
@any_task
def test_every_answer_of_people_who_had_seen_only_the_notebook_does_so(task):
    assert_none_misjudged(task, task.fresh_answers, 0)


@pytest.mark.slow
@any_task
def test_every_answer_does_so_at_fifty_seeds(task, only_answer):
    assert_as_expected(task, only_answer, *range(2000, 2050))


@any_task
def test_the_bank_holds_enough_answers(task):
    assert sum(answer.right for answer in task.answers) >= 2
    assert sum(not answer.right for answer in task.answers) >= 4


ENGINE = {"ask", "check", "judge", "read", "show", "task", "verdict"}


def sayings_in(file: Path) -> set[str]:
    """The mistakes that the texts of a task name; those of a part without the part's name."""
    texts = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    mistake_texts = {**texts.get("mistakes", {}), **texts.get("edges", {})}
    return {it.get("name", name.rpartition(".")[2]) for name, it in mistake_texts.items()}


def mistakes_named_in(module: ModuleType) -> set[str]:
    """The names of all mistakes that a check can give, found in its source.

    That is its module, and the helpers that it imports: those beside it, and those that several
    assignments share.
    """
    tree = ast.parse(inspect.getsource(module))
    imports = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = sayings_in(Path(module.__file__).with_suffix(".toml")) | {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Wrong"
        and isinstance(call.args[0], ast.Constant)
    }
    for name in imports:
        if name.startswith("payattention_checks.") and name.rpartition(".")[2] not in ENGINE:
            names |= mistakes_named_in(sys.modules[name])
    return names


@any_task
def test_every_mistake_that_a_check_knows_is_in_the_bank(task):
    known = mistakes_named_in(task.module)
    assert len(known) >= 4, f"a check names at least 4 mistakes, but {task} names only {known}"
    assert known <= {name for answer in task.answers for name in answer.name.split(JOINT)}


@any_task
def test_every_mistake_in_a_table_has_a_sentence(task):
    form = task.check.task
    sentences = {*form.texts.mistakes, *form.texts.edges}
    assert {short(name) for name in form.known_mistakes} <= {short(name) for name in sentences}


def short(mistake: str) -> str:
    """Its name, without that of the part of the output where it shows."""
    return mistake.rpartition(".")[2]
