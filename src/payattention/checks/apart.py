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

    ``draw()`` returns a random case: the arguments of one call. ``answers`` maps the name of each
    mistake to wrong functions of a case, one for each way to make the mistake. The right function
    is passed, too, under the name "right", and is treated like a mistake. ``same(a, b)`` says
    whether two results are equal.

    The returned cases separate every function from every mistake that the function does not make.
    A case separates a function from a mistake if the function's result differs from the results
    of all functions with that mistake. It must differ from all of them, because a student may make
    a mistake in different ways in different cases. Drawn cases that separate nothing new are left
    out.
    Raises: ValueError if 500 drawn cases are not enough.
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
