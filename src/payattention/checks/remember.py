"""A cache for the results of oracles: functions of arrays that compute the right output.

A seed draws the same cases for every answer. So when a class is graded, an oracle is called with
the same arrays again and again.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

MOST = 1000  # results in the cache of each oracle; a full cache is emptied


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
