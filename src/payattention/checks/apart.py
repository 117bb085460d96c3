"""Cases at which the usual mistakes give different results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_DRAWS = 500


def apart(
    draw: Callable[[], Any],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """Draw cases until each answer differs, in one of them, from all answers of another name.

    ``answers`` are functions of a case, by the name of the mistake that they make. Those of one
    name may agree everywhere, and a student may make the same mistake in another of its ways in
    each case. Only a case that tells an answer from one more name is kept.
    """
    alike = {
        (name, i, other)
        for name, group in answers.items()
        for i in range(len(group))
        for other in answers
        if other != name
    }
    cases: list[Any] = []
    for _ in range(MOST_DRAWS):
        case = draw()
        results = {name: [answer(case) for answer in group] for name, group in answers.items()}
        separated = {
            (name, i, other)
            for name, i, other in alike
            if not any(same(results[name][i], result) for result in results[other])
        }
        if separated:
            cases.append(case)
            alike -= separated
        if not alike:
            return cases
    names = sorted({(name, other) for name, _, other in alike})
    raise ValueError(f"{MOST_DRAWS} cases were drawn, and none tells these apart: {names}")
