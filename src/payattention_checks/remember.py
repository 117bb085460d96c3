"""Caches for what is slow in a check: computing the right outputs of its cases.

A seed draws the same cases for every answer. So when a class is graded, the same outputs are needed
again and again. A function that computes right outputs is called an oracle.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

MOST = 1000  # results in the cache of each function; a full cache is emptied
OUTPUTS_CACHED = 10_000  # of all tasks: right, and with each mistake, for each drawn case


def remembered(oracle: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function of arrays so that its results are cached.

    The function returns an array or a tuple of arrays; the cached arrays are made read-only.
    """
    results: dict[tuple, Any] = {}

    @functools.wraps(oracle)
    def recall(*arrays: np.ndarray) -> Any:
        question = tuple((a.dtype.str, a.shape, a.tobytes()) for a in map(np.asarray, arrays))
        if question not in results:
            if len(results) == MOST:
                results.clear()
            result = oracle(*arrays)
            for array in result if isinstance(result, tuple) else (result,):
                array.flags.writeable = False
            results[question] = result
        return results[question]

    return recall


def make_read_only(cases: Iterable[tuple]) -> None:
    """A check that wrote to an array of a cached case would change it for all answers."""
    for value in (value for case in cases for value in case):
        if isinstance(value, np.ndarray):
            value.flags.writeable = False


class Itself:
    """A value that is equal to itself alone."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.value is other.value


def last_remembered(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function, which computes nothing if it is called twice in a row with the same object."""
    result = functools.lru_cache(1)(lambda argument: function(argument.value))
    return lambda argument: result(Itself(argument))


outputs: dict[tuple, tuple] = {}  # each with what its key knows by the id alone, so that it stays


def output_of(
    right: Callable[..., Any], case: Any, keywords: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """A right output, or one with mistakes: computed once, however many answers are judged."""
    key = (right, id(case), *keywords, *map(id, keywords.values()))
    if (known := outputs.get(key)) is None:
        if len(outputs) == OUTPUTS_CACHED:
            outputs.clear()
        known = outputs[key] = right(case, **keywords), case, *keywords.values()
    return known[0]
