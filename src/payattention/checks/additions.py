"""A usual mistake in tasks that count multiplications: the additions are counted, too."""

from collections.abc import Callable
from typing import Any

from payattention.checks.check import Mistake


def additions(right: Callable[[Any], int], entries: Callable[[Any], int]) -> Mistake:
    """The `Mistake` of counting additions as well as multiplications; it costs half of the points.

    Each entry of a matrix product is a sum of m products, so it takes m multiplications and m − 1
    additions. A case holds the sizes with which the student's function was called. For a case,
    ``right(case)`` is the right number of multiplications, and ``entries(case)`` is how many
    entries all matrix products have together.
    """
    return Mistake(
        "additions",
        "This counts the additions, too: an entry of m terms takes m multiplications and "
        "m − 1 additions. Count the multiplications.",
        lambda number, case: number == 2 * right(case) - entries(case),
        credit=0.5,
    )
