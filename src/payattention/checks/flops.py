"""A usual mistake of answers that count multiplications: operations are counted."""

from payattention.checks.check import Slip

FLOPS = Slip(
    "operations",
    "This counts multiplications and additions: FLOPs, twice as many. Count the multiplications.",
    lambda number, case: (number / 2, case),
    credit=0.5,
)
