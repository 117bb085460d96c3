"""Outputs of a wrong shape: named where the check knows them, and shown with their brackets."""

from typing import NamedTuple

import numpy as np
import pytest

from payattention_checks.ask import Ask
from payattention_checks.compare import alike
from payattention_checks.judge import Mistake
from payattention_checks.layout import LABEL, WIDTH
from payattention_checks.shapes import judge_shapes
from payattention_checks.wrong import Wrong


class Rows(NamedTuple):
    """The argument of one call."""

    X: np.ndarray


CASES = [Rows(np.arange(6.0).reshape(3, 2)), Rows(np.arange(20.0).reshape(4, 5))]
TRANSPOSED = Mistake(
    "transposed", "Transposed.", lambda rows, case: alike(rows, case.X.T), credit=0.5
)


def judge_rows(answer, cases=CASES):
    """What is wrong with an answer that should give back its argument."""
    ask = Ask("rows", answer)
    outputs = [ask.array(*case, shape=None) for case in cases]
    judge_shapes(ask, cases, outputs, lambda case: case.X, [TRANSPOSED], rule="As it came.")


def test_outputs_of_the_right_shape_are_left_to_the_check():
    judge_rows(lambda X: X + 1)


def test_a_shape_that_is_known_has_its_name_and_credit():
    with pytest.raises(Wrong) as wrong:
        judge_rows(lambda X: X.T)
    assert (wrong.value.name, wrong.value.credit) == ("transposed", 0.5)


def test_one_that_is_not_known_has_the_name_of_all_others():
    with pytest.raises(Wrong) as wrong:
        judge_rows(lambda X: X.ravel())
    assert (wrong.value.name, wrong.value.credit) == ("wrong-shape", 0)


def test_a_name_needs_its_outputs_in_all_cases():
    with pytest.raises(Wrong) as wrong:
        judge_rows(lambda X: X.T if len(X) == 3 else X.T + 1)
    assert wrong.value.name == "wrong-shape"


def test_the_smallest_is_shown_with_all_its_brackets():
    with pytest.raises(Wrong) as wrong:
        judge_rows(lambda X: X[None])
    assert wrong.value.details["Returned"] == "[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]]"
    assert wrong.value.details["Expected"] == "[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]"
    assert wrong.value.details["Its shape"] == "(1, 3, 2), but it must be (3, 2)"


def test_of_a_large_one_only_two_lines_are_shown():
    with pytest.raises(Wrong) as wrong:
        judge_rows(lambda X: X.ravel(), [Rows(np.ones((50, 50)))])
    for shown in ("Returned", "Expected"):
        assert 100 < len(wrong.value.details[shown]) <= 2 * (WIDTH - LABEL)
        assert wrong.value.details[shown].endswith(" …")
