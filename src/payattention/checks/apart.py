"""Draw test cases on which the usual mistakes give different results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_DRAWS = 500


def cases_that_tell_apart(
    draw: Callable[[], Any],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """Draw test cases on which functions with different mistakes return different results.

    ``draw()`` returns a random case (the arguments of one call). ``answers`` maps the name of each
    mistake to wrong functions of a case: one for each way to make the mistake. ``same(a, b)`` says
    whether two of their results are equal.

    Each function is told apart from every mistake that it does not make. This needs a case in which
    its result differs from the results of all functions that make the mistake. It must differ from
    all of them, because a student may make a mistake in one way in one case, and in another way in
    the next. Functions with the same mistake may always agree. A case is returned only if it tells
    a function apart from a mistake from which the cases before it did not.
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
    raise ValueError(
        f"{MOST_DRAWS} cases were drawn, but in none do these pairs of answers differ: {names}"
    )
