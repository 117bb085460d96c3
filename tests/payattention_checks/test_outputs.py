"""Outputs: wrong numbers earn nothing; the right ones earn everything in any form."""

import functools
import inspect
import itertools
import warnings
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
import torch
from tests.classroom.sandbox.inside.across import across
from tests.payattention_checks.tasks import Task, any_task

from payattention_checks.read import as_array
from payattention_checks.verdict import points_for

pytestmark = pytest.mark.remembered

# ── what earns nothing ────────────────────────────────────────────────────────────────────────


def refilled(output: Any, fill: Callable) -> Any:
    """An output of the same form with other numbers."""
    if isinstance(output, dict):
        return {name: refilled(value, fill) for name, value in output.items()}
    if isinstance(output, tuple):
        return tuple(refilled(part, fill) for part in output)
    return fill(np.asarray(output, dtype=None if np.asarray(output).dtype == bool else float))


FILLS: dict[str, Callable] = {
    "zeros": np.zeros_like,
    "ones": np.ones_like,
    "nan": lambda a: np.full(a.shape, np.nan),
    "random": lambda a: np.random.default_rng(0).normal(size=a.shape),
    "chance": lambda a: np.random.default_rng(0).integers(2, size=a.shape).astype(bool),
    "diagonal": lambda a: np.eye(*a.shape) if a.ndim == 2 else a * 0,
    "uniform": lambda a: np.full(a.shape, 1 / (a.shape[-1] if a.ndim else 1)),
}


@any_task
@pytest.mark.parametrize("fill", FILLS)
def test_an_answer_of_the_right_form_without_the_right_numbers_earns_nothing(task, fill):
    right = task.right
    verdict = task.verdict_on(lambda *arguments: refilled(right(*arguments), FILLS[fill]))
    assert verdict == 0, verdict.explanation
    assert fill != "nan" or verdict.mistake == "not-finite", verdict.explanation


@any_task
def test_an_argument_given_back_earns_nothing(task):
    n_arguments = len(inspect.signature(task.right).parameters)
    for i in range(n_arguments):
        for form in (lambda x: x, lambda x: (x, x), lambda x: (x, x, x), np.transpose):
            verdict = task.verdict_on(lambda *arguments, i=i, form=form: form(arguments[i]))
            assert verdict == 0, verdict.explanation


# ── what loses a part ─────────────────────────────────────────────────────────────────────────


def each_array(output: Any, change: Callable[[np.ndarray], Any]) -> Any:
    """The output with a change to each of its arrays and numbers."""
    if isinstance(output, dict):
        return {name: change(np.asarray(number)) for name, number in output.items()}
    if isinstance(output, tuple):
        return tuple(change(np.asarray(part)) for part in output)
    return change(np.asarray(output))


@any_task
def test_an_axis_of_length_1_costs_a_part(task):
    right = task.right
    for change in (lambda array: array[None], lambda array: array[..., None]):
        verdict = task.verdict_on(lambda *given, to=change: each_array(right(*given), to))
        assert (verdict.mistake, verdict) == ("axis-of-length-1", points_for(0.8, task.points))


@any_task
def test_a_missing_axis_of_length_1_costs_as_much(task):
    right, short = task.right, []

    def squeezed(*arguments: Any) -> Any:
        output = right(*arguments)
        each_array(output, lambda array: short.append(1 in array.shape))
        return each_array(output, np.squeeze)

    verdict = task.verdict_on(squeezed)
    slip = ("axis-of-length-1", points_for(0.8, task.points))
    assert (verdict.mistake, verdict) == (slip if any(short) else (None, task.points))


# ── what loses nothing ────────────────────────────────────────────────────────────────────────


def right_answers(task: Task) -> Iterator[Callable]:
    return (task.function(answer) for answer in task.answers if answer.right)


@any_task
def test_an_answer_that_warns_and_prints_loses_nothing(task, capfd):
    for right in right_answers(task):

        def noisy(*arguments, right=right):
            print("here")
            warnings.warn("careful", stacklevel=1)
            np.log(np.zeros(1))
            return right(*arguments)

        assert task.verdict_on(noisy) == task.points
        assert capfd.readouterr() == ("", "")


@any_task
def test_the_smallest_numbers_are_no_obstacle(task):
    """An answer in float32 is as right as one in float64."""

    def narrowed(output: Any) -> Any:
        if isinstance(output, tuple):
            return tuple(narrowed(part) for part in output)
        array = as_array(output)
        wide = array is not None and array.dtype == np.float64
        return array.astype(np.float32) if wide else output

    for right in right_answers(task):
        verdict = task.verdict_on(lambda *arguments, right=right: narrowed(right(*arguments)))
        assert verdict == task.points, verdict.explanation


class Real(float):
    """A number that says of itself what is not true."""

    __eq__ = __lt__ = __gt__ = lambda *_: True
    __hash__ = float.__hash__


class Whole(int):
    """A whole number of one's own."""


ARRAYS: dict[str, Callable[[np.ndarray], Any]] = {
    "lists": lambda a: a.tolist(),
    "a tuple of rows": tuple,
    "a list of rows": list,
    "a deque": deque,
    "Fortran's order": np.asfortranarray,
    "a matrix": lambda a: a.view(np.matrix) if a.ndim == 2 else a,
    "a masked array": np.ma.masked_array,
    "a read-only view": lambda a: np.broadcast_to(a, a.shape),
    "a record array": lambda a: a.view(np.recarray),
    "a tensor": torch.tensor,
    "a tensor of 32 bits": lambda a: torch.tensor(a if a.dtype == bool else a.astype("f4")),
    "a gradient's tensor": lambda a: torch.tensor(a, requires_grad=a.dtype.kind == "f"),
    "a parameter": lambda a: torch.nn.Parameter(torch.tensor(a), requires_grad=False),
    "a list of tensors": lambda a: list(torch.tensor(a)),
    "a list of gradients' tensors": lambda a: list(
        torch.tensor(a, requires_grad=a.dtype.kind == "f")
    ),
    "a memory view": memoryview,
}
NUMBERS: dict[str, Callable[[Any], Any]] = {
    "a subclass": lambda n: Whole(n) if isinstance(n, int) else Real(n),
    "of NumPy": lambda n: n if isinstance(n, int) and n >= 2**63 else np.asarray(n)[()],
    "an array without axes": lambda n: n if isinstance(n, int) and n >= 2**63 else np.array(n),
    "a tensor": lambda n: n if isinstance(n, int) and n >= 2**63 else torch.tensor(n),
    "a gradient's tensor": lambda n: (
        n if isinstance(n, int) else torch.tensor(n, dtype=torch.float64, requires_grad=True)
    ),
}
MAPPINGS: dict[str, Callable[[dict], Any]] = {
    "Counter": Counter,
    "defaultdict": lambda d: defaultdict(int, d),
    "OrderedDict": OrderedDict,
    "MappingProxyType": MappingProxyType,
    "UserDict": UserDict,
    "ChainMap": ChainMap,
    "more keys": lambda d: d | {"remark": "mine"},
    "keys of a subclass": lambda d: {type("Key", (str,), {})(key): n for key, n in d.items()},
}
TUPLES: dict[str, Callable[[tuple], Any]] = {
    "list": list,
    "named tuple": lambda t: namedtuple("Mine", [f"part_{i}" for i in range(len(t))])(*t),
    "tuple subclass": type("Mine", (tuple,), {}),
}


def forms(output: Any) -> dict[str, Callable[[Any], Any]]:
    """In which other forms this may be returned."""
    if isinstance(output, dict):
        inner = NUMBERS.items()
        return MAPPINGS | {
            f"dict of {name}": lambda d, form=form: {key: form(n) for key, n in d.items()}
            for name, form in inner
        }
    if isinstance(output, tuple):
        return TUPLES | {
            f"tuple of {name}": lambda t, form=form: tuple(
                form(np.asarray(part)) if np.ndim(part) else part for part in t
            )
            for name, form in ARRAYS.items()
        }
    return NUMBERS if np.ndim(output) == 0 else ARRAYS


class InTurn:
    """An answer that returns its output in another form at every call."""

    def __init__(self, answer: Callable, turns: Mapping[str, Callable[[Any], Any]]) -> None:
        self.answer, self.turns = answer, itertools.cycle(turns.values())
        self.__signature__ = inspect.signature(answer)

    def __call__(self, *arguments: Any) -> Any:
        return next(self.turns)(self.answer(*arguments))


@any_task
def test_a_right_answer_may_be_returned_in_many_forms(task):
    first = task.right

    @functools.wraps(first)
    def right(*given: Any) -> Any:
        output = first(*given)
        array = as_array(output) if isinstance(output, list) else None
        return output if array is None else array

    outputs: list[Any] = []
    task.verdict_on(lambda *given: outputs.append(right(*given)) or outputs[-1])
    turns = forms(outputs[0])
    answer = InTurn(right, turns)
    for function in (answer, across(answer)):
        for _ in range(1 + len(turns) // len(outputs)):  # so that every form comes
            verdict = task.verdict_on(function)
            assert verdict == task.points, f"{list(turns)} in turn: {verdict.explanation}"
