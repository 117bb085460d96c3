"""Cases at which the usual mistakes give different results."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_DRAWS = 500


def apart(
    draw: Callable[[], Any],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """Draw cases until answers of different names differ in at least one of them.

    ``answers`` are functions of a case, by the name of the mistake that they make; those of one
    name may agree everywhere. Only a case that separates two more of them is kept.
    """
    named = [(name, answer) for name, group in answers.items() for answer in group]
    alike = {
        (i, j)
        for (i, (one, _)), (j, (other, _)) in itertools.combinations(enumerate(named), 2)
        if one != other
    }
    cases: list[Any] = []
    for _ in range(MOST_DRAWS):
        case = draw()
        results = [answer(case) for _, answer in named]
        separated = {(i, j) for i, j in alike if not same(results[i], results[j])}
        if separated:
            cases.append(case)
            alike -= separated
        if not alike:
            return cases
    names = sorted({(named[i][0], named[j][0]) for i, j in alike})
    raise ValueError(f"{MOST_DRAWS} cases were drawn, and none tells these apart: {names}")
