"""All tasks: what a check and its module must have, and what it says of the plainest answers."""

import importlib
import inspect
import pkgutil
import re
from types import ModuleType

import pytest
from tests.payattention_checks.tasks import ASSIGNMENTS, TASKS, any_task

from payattention_checks.task import Task


def checks_in(module: ModuleType) -> list[str]:
    return [
        name
        for name, thing in vars(module).items()
        if hasattr(thing, "task") and thing.__module__ == module.__name__
    ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda assignment: assignment.name)
def test_each_task_has_a_module_of_its_own_and_all_others_are_helpers(assignment):
    """Importing a task's module does not hide the check of the same name: it is private."""
    package = assignment.checks
    found = [info.name for info in pkgutil.iter_modules(package.__path__)]
    names = {task.name for task in TASKS if task.assignment is assignment}
    assert set(package.__all__) == names
    for name in found:
        module = importlib.import_module(f"{package.__name__}.{name}")
        assert name.startswith("_")
        assert checks_in(module) == ([name[1:]] if name[1:] in names else [])
    for name in names:
        assert f"_{name}" in found
        assert callable(getattr(package, name))


@any_task
def test_a_check_has_the_one_form(task):
    assert isinstance(task.check.task, Task)


@any_task
def test_a_check_says_what_it_promises_and_what_it_tries(task):
    """Its docstring has these paragraphs, in this order, each with something to say."""
    paragraphs = (
        "Promised domain",
        "Extremes and special cases, alone(?: and together)?",
        "Certain",
    )
    form = "".join(rf"\s+{name}: \S.{{10,}}?" for name in paragraphs)
    assert re.fullmatch(rf"[A-Z].*?\.\n{form}", inspect.cleandoc(task.check.__doc__), re.DOTALL)


@any_task
def test_the_notebook_s_own_solution_is_right(task):
    answered = task.run(task.solution)
    for seed in (0, *task.hidden_seeds()):
        assert task.verdict_on(answered, seed) == task.points


@any_task
def test_an_untouched_task_says_so(task):
    def untouched(*arguments):
        # YOUR CODE HERE
        raise NotImplementedError()

    verdict = task.verdict_on(untouched)
    assert (verdict, verdict.mistake) == (0, "not-yet")


@any_task
def test_the_hidden_test_has_other_inputs_than_the_visible_one(task):
    right = task.right

    def inputs(seed: int) -> list[str]:
        calls: list[str] = []
        task.verdict_on(lambda *arguments: calls.append(repr(arguments)) or right(*arguments), seed)
        return calls

    (hidden,) = task.hidden_seeds()
    assert len(inputs(0)) >= 4
    assert inputs(0) != inputs(hidden)
