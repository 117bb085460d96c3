"""What an answer earns in the notebook, it earns in the engine: all its values cross the wire."""

from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
import torch
from tests.classroom.sandbox.inside.across import across
from tests.payattention.checks.tasks import TASKS, any_answer, any_task
from tests.payattention.checks.test_check import divide, double, flip, halves, not_answers, pair
from tests.payattention.checks.test_check import shop as numbers_by_name


@any_answer()
def test_an_answer_of_the_bank_earns_the_same_in_the_engine(task, answer):
    answered = task.function(answer)
    for seed in (0, *task.hidden_seeds()):
        here, there = task.judged(answered, seed), task.judged(across(answered), seed)
        assert (float(here), here.mistake) == (float(there), there.mistake), there.explanation
        assert here.details == there.details or "Where" in dict(here.details)


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


@any_task
def test_a_right_answer_may_be_returned_in_many_forms(task):
    right = task.right
    outputs: list[Any] = []
    task.judged(lambda *given: outputs.append(right(*given)) or outputs[-1])
    for name, form in forms(outputs[0]).items():

        def answer(*given, form=form):
            return form(right(*given))

        for verdict in (task.judged(answer), task.judged(across(answer))):
            assert verdict == task.points, f"{name}: {verdict.explanation}"


@pytest.mark.parametrize("answer", not_answers.values(), ids=not_answers)
def test_what_is_no_answer_earns_nothing_either_way(answer):
    for toy in (double, flip, pair, numbers_by_name, divide, halves):
        if callable(answer):
            assert toy(answer, points=10) == toy(across(answer), points=10) == 0


def test_there_are_tasks():
    assert TASKS
