"""A usual mistake of answers that count multiplications: the additions are counted, too."""

from collections.abc import Callable
from typing import Any

from payattention.checks.check import Mistake


def additions(right: Callable[[Any], int], entries: Callable[[Any], int]) -> Mistake:
    """Additions counted besides: one less than multiplications for each entry of a product."""
    return Mistake(
        "additions",
        "This counts the additions, too: an entry of m terms takes m multiplications and "
        "m − 1 additions. Count the multiplications.",
        lambda number, case: number == 2 * right(case) - entries(case),
        credit=0.5,
    )
