"""Cases at which the usual mistakes give different results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_DRAWS = 500


def apart(
    draw: Callable[[], Any],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """Draw cases until each answer differs, in at least one of them, from all of another name.

    ``answers`` are functions of a case, by the name of the mistake that they make; those of one
    name may agree everywhere, and a mistake may be made in another way in each case. Only a case
    that tells an answer from one more name is kept.
    """
    named = [(name, answer) for name, group in answers.items() for answer in group]
    alike = {(i, other) for i, (name, _) in enumerate(named) for other in answers if other != name}
    cases: list[Any] = []
    for _ in range(MOST_DRAWS):
        case = draw()
        results = {name: [answer(case) for answer in group] for name, group in answers.items()}
        every = [result for group in results.values() for result in group]
        separated = {
            (i, other)
            for i, other in alike
            if not any(same(every[i], result) for result in results[other])
        }
        if separated:
            cases.append(case)
            alike -= separated
        if not alike:
            return cases
    names = sorted({(named[i][0], other) for i, other in alike})
    raise ValueError(f"{MOST_DRAWS} cases were drawn, and none tells these apart: {names}")
