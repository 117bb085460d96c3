"""A usual mistake in tasks that count multiplications: the additions are counted, too."""

from collections.abc import Callable
from typing import Any

from payattention.checks.check import Mistake


def additions(right: Callable[[Any], int], entries: Callable[[Any], int]) -> Mistake:
    """The mistake of counting additions, too: m multiplications come with m − 1 additions.

    ``right(case)`` is the right number of multiplications, and ``entries(case)`` the number of
    entries in the results of all matrix products. A case holds the sizes that the student's
    function was called with.
    """
    return Mistake(
        "additions",
        "This counts the additions, too: an entry of m terms takes m multiplications and "
        "m − 1 additions. Count the multiplications.",
        lambda number, case: number == 2 * right(case) - entries(case),
        credit=0.5,
    )
