"""What is no answer earns nothing in the notebook, and nothing in the engine."""

import pytest
from tests.classroom.sandbox.inside.across import across
from tests.payattention_checks.test_check import divide, double, flip, halves, not_answers, pair
from tests.payattention_checks.test_check import shop as numbers_by_name


@pytest.mark.parametrize("answer", not_answers.values(), ids=not_answers)
def test_what_is_no_answer_earns_nothing_either_way(answer):
    for toy in (double, flip, pair, numbers_by_name, divide, halves):
        if callable(answer):
            assert toy(answer, points=10) == toy(across(answer), points=10) == 0
