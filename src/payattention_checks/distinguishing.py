"""Draw test cases on which the usual mistakes give different results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_DRAWS = 500


def distinguishing_cases(
    draw: Callable[[], Any],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """Draw test cases on which functions with different mistakes return different results.

    ``draw()`` returns a random case: the arguments of one call. ``answers`` maps the name of each
    mistake to a list of functions that make it: one function for each way to make the mistake.
    Each function takes a case. The name "right" maps to a list with the right function.
    ``same(a, b)`` says whether two results are equal.

    The returned cases tell each function apart from each list that does not contain it. A case does
    this if the function's result differs from the results of all functions in the list. For
    ``{"right": [f], "sign": [g, h]}``, a case tells f apart from "sign" if f's result differs from
    g's result and from h's result. It must differ from both, because a student may make the mistake
    in different ways in different cases. A drawn case that tells nothing new apart is left out.
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
        if separated := separated_by(case, alike, answers, same):
            cases.append(case)
            alike -= separated
        if not alike:
            return cases
    names = sorted({(name, other) for name, _, other in alike})
    raise ValueError(f"{MOST_DRAWS} drawn cases do not tell these answers apart: {names}")


def separated_by(
    case: Any,
    alike: set[tuple[str, int, str]],
    answers: Mapping[str, Sequence[Callable[[Any], Any]]],
    same: Callable[[Any, Any], bool],
) -> set[tuple[str, int, str]]:
    """Those of ``alike`` (a function's name and number, another name) that one case separates."""
    names = {name for pair in alike for name in (pair[0], pair[2])}
    results = {name: [answer(case) for answer in answers[name]] for name in names}
    return {
        (name, i, other)
        for name, i, other in alike
        if not any(same(results[name][i], result) for result in results[other])
    }
