"""A check and its statement promise the same: the bounds of one are numbers of the other."""

import functools
import re
from typing import Any

import numpy as np
from tests.payattention_checks.tasks import TASKS, Task, any_task

from classroom.assignment.notebook import grade_id, role

BOUND = r"(?:MOST|LARGEST|SMALLEST|HIGHEST|LONGEST|WITHIN)(?:_\w+)?"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def bounds(task: Task) -> dict[str, float]:
    """The bounds of a task's arguments and results, by the names that its check gives them."""
    return {
        name: value
        for name, value in vars(task.module).items()
        if re.fullmatch(BOUND, name) and isinstance(value, int | float)
    }


def numbers_in(text: str) -> set[float]:
    """All numbers of a text, among them ``10,000``, ``$10^{-6}$`` and ``10⁻⁶``."""
    powers = {10.0 ** int(n) for n in re.findall(r"\b10\^\{?(-?\d+)", text)}
    raised = re.findall(r"\b10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
    powers |= {10.0 ** int(n.translate(SUPERSCRIPTS)) for n in raised}
    plain = re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)
    return powers | {float(n.replace(",", "")) for n in plain}


def statement(task: Task) -> str:
    """The question as a student reads it, and the docstring in the cell below it."""
    cells = task.assignment.notebook.solved.cells
    solution = next(i for i, cell in enumerate(cells) if role(cell) and grade_id(cell) == task.name)
    return f"{cells[solution - 1].source}\n{cells[solution].source.partition('### BEGIN')[0]}"


@any_task
def test_each_bound_of_a_check_is_in_the_statement_and_in_the_promised_domain(task):
    promised = re.search(r"Promised domain:(.*?)Extremes", task.check.__doc__, re.DOTALL)
    for name, value in bounds(task).items():
        assert value in numbers_in(statement(task)), name
        assert value in numbers_in(promised[1]) or name == "WITHIN", name


def test_bounds_are_found():
    found = {task.name: set(bounds(task)) for task in TASKS}
    assert found["window_mask"] == {"MOST_KEYS", "LARGEST_WINDOW"}
    assert found["attend_counted"] == {"LARGEST_SCORE", "SMALLEST_COUNT", "LARGEST_COUNT"}
    assert {"HIGHEST", "MOST_KINDS", "MOST_TOKENS"} <= found["same_kind_head"]
    assert all(found[task.name] for task in TASKS if task.assignment.name == "03-dot-product")


def test_numbers_are_read():
    assert numbers_in("from $10^{-6}$ to 10⁴, −10,000 or 0.01") >= {1e-6, 1e4, 0.01}
    assert 5.0 not in numbers_in("from 1 to 50")


def kind(argument: Any) -> str:
    """What an answer may rely on: booleans select entries of an array, integers index it."""
    if isinstance(argument, np.ndarray):
        return f"array of {argument.dtype}"
    if isinstance(argument, int | float) and not isinstance(argument, bool):
        return "number"
    return type(argument).__name__


@any_task
def test_each_argument_is_of_one_kind_in_all_calls(task):
    answered = task.right
    kinds: dict[Any, set[str]] = {}

    @functools.wraps(answered)
    def recorded(*arguments, **named):
        for name, argument in [*enumerate(arguments), *named.items()]:
            kinds.setdefault(name, set()).add(kind(argument))
        return answered(*arguments, **named)

    for seed in range(3):
        task.verdict_on(recorded, seed)
    assert kinds
    assert all(len(found) == 1 for found in kinds.values()), kinds
