"""A cached oracle computes once, and repeats its result for the same arrays only."""

from typing import NamedTuple

import numpy as np
import pytest

from payattention_checks import remember
from payattention_checks.remember import remembered
from payattention_checks.task import Cases, Edge, Task, draw


@pytest.fixture
def oracle_and_questions():
    """An oracle that doubles, and the questions that it has computed."""
    questions = []

    @remembered
    def double(x, y=None):
        questions.append(x)
        return np.asarray(x) * 2 if y is None else (np.asarray(x) * 2, np.asarray(y) * 2)

    return double, questions


def test_the_same_arrays_are_worked_out_once(oracle_and_questions):
    double, questions = oracle_and_questions
    first = double(np.arange(3.0))
    assert double(np.arange(3.0)) is first
    assert first.tolist() == [0, 2, 4]
    assert len(questions) == 1


@pytest.mark.parametrize(
    "other",
    [[np.zeros(2, int)], [np.zeros(4)], [np.zeros((1, 2))], [np.zeros(2, bool)], [np.zeros(2)] * 2],
    ids=["int", "length", "axes", "bool", "two"],
)
def test_another_question_has_an_answer_of_its_own(oracle_and_questions, other):
    double, questions = oracle_and_questions
    double(np.zeros(2))
    double(*other)
    assert len(questions) == 2


def test_what_was_cached_can_not_be_changed(oracle_and_questions):
    double, _ = oracle_and_questions
    for cached in (double(np.ones(2)), *double(np.ones(2), np.ones(2))):
        with pytest.raises(ValueError, match="read-only"):
            cached += 1


def test_it_does_not_remember_without_end(oracle_and_questions, monkeypatch):
    monkeypatch.setattr(remember, "MOST", 3)
    double, questions = oracle_and_questions
    for x in (1.0, 2.0, 3.0, 3.0, 4.0, 4.0, 1.0):
        double(np.array([x]))
    assert len(questions) == 5


class Case(NamedTuple):
    numbers: np.ndarray
    size: int


@pytest.fixture
def counted():
    """A task with two ordinary cases and an edge, and how often its cases were drawn."""
    drawn = []

    def cases(rng):
        drawn.append(1)
        first, second, third = (Case(rng.normal(size=size), size) for size in (2, 3, 4))
        return Cases([first, second], (Edge([third]),))

    return Task(__name__, lambda case: case.numbers, cases, {}), drawn


def test_the_cases_of_a_seed_are_drawn_once(counted):
    task, drawn = counted
    first, again, other = draw(task, 5), draw(task, 5), draw(task, 6)
    assert again is first
    assert len(drawn) == 2
    assert first.ordinary[0].numbers[0] != other.ordinary[0].numbers[0]


def test_cases_that_were_drawn_can_not_be_changed(counted):
    task, _ = counted
    drawn = draw(task, 5)
    for case in (drawn.ordinary[0], drawn.edges[0].cases[0]):
        with pytest.raises(ValueError, match="read-only"):
            case.numbers[0] = 0
