"""An oracle is asked once, and what it said is told again to the same question only."""

from typing import NamedTuple

import numpy as np
import pytest

from payattention.checks import remember
from payattention.checks.remember import draw_once, remembered


@pytest.fixture
def asked():
    """An oracle that doubles, and with how many questions it was bothered."""
    questions = []

    @remembered
    def double(x, y=None):
        questions.append(x)
        return np.asarray(x) * 2 if y is None else (np.asarray(x) * 2, np.asarray(y) * 2)

    return double, questions


def test_the_same_arrays_are_worked_out_once(asked):
    double, questions = asked
    first = double(np.arange(3.0))
    assert double(np.arange(3.0)) is first
    assert first.tolist() == [0, 2, 4]
    assert len(questions) == 1


@pytest.mark.parametrize(
    "other",
    [[np.zeros(2, int)], [np.zeros(4)], [np.zeros((1, 2))], [np.zeros(2, bool)], [np.zeros(2)] * 2],
    ids=["int", "length", "axes", "bool", "two"],
)
def test_another_question_has_an_answer_of_its_own(asked, other):
    double, questions = asked
    double(np.zeros(2))
    double(*other)
    assert len(questions) == 2


def test_what_was_said_can_not_be_changed(asked):
    double, _ = asked
    for said in (double(np.ones(2)), *double(np.ones(2), np.ones(2))):
        with pytest.raises(ValueError, match="read-only"):
            said += 1


def test_it_does_not_remember_without_end(asked, monkeypatch):
    monkeypatch.setattr(remember, "MOST", 3)
    double, questions = asked
    for x in (1.0, 2.0, 3.0, 3.0, 4.0, 4.0, 1.0):
        double(np.array([x]))
    assert len(questions) == 5


class Case(NamedTuple):
    numbers: np.ndarray
    size: int


def cases_of(rng, drawn):
    """Draw two cases by a function that counts in ``drawn`` how often it is called."""

    def draw():
        drawn.append(1)
        return [Case(rng.normal(size=size), size) for size in (2, 3)]

    return draw_once(draw, rng)


def test_the_same_seed_draws_once_and_goes_on_as_if_it_had_drawn():
    drawn, anew = [], np.random.default_rng(5)
    plain = [anew.normal(size=size) for size in (2, 3)]
    then = anew.normal()
    for _ in range(3):
        rng = np.random.default_rng(5)
        cases = cases_of(rng, drawn)
        assert all((a.numbers == b).all() for a, b in zip(cases, plain, strict=True))
        assert rng.normal() == then
    assert len(drawn) == 1


def test_another_seed_or_state_draws_other_cases():
    drawn, rng = [], np.random.default_rng(6)
    first, second = cases_of(rng, drawn), cases_of(rng, drawn)
    third = cases_of(np.random.default_rng(7), drawn)
    assert len(drawn) == 3
    assert len({case[0].numbers[0] for case in (first, second, third)}) == 3


def test_cases_that_were_drawn_can_not_be_changed():
    cases = cases_of(np.random.default_rng(8), [])
    with pytest.raises(ValueError, match="read-only"):
        cases[0].numbers[0] = 0
    cases.clear()
    assert len(cases_of(np.random.default_rng(8), [])) == 2
