"""A usual mistake in tasks that count multiplications: counting FLOPs, which are twice as many."""

from payattention.checks.check import UndoableMistake

FLOPS = UndoableMistake(
    "operations",
    "This counts multiplications and additions: FLOPs, twice as many. Count the multiplications.",
    lambda number, case: (number / 2, case),
    credit=0.5,
)
