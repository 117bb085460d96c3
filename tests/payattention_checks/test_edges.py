"""What goes wrong at the edges: all of it is reported, and none of it costs everything."""

import itertools
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payattention_checks.edges import DEFAULT_CREDIT, judge_edges, judge_parts_with_edges
from payattention_checks.judge import UNNAMED
from payattention_checks.wrong import Wrong


def fails(name: str, credit: float = 0.0) -> Callable[[], None]:
    """An edge at which an answer makes this mistake."""

    def edge() -> None:
        raise Wrong(name, f"It is {name}.", {"Called": name}, credit=credit)

    return edge


def passes() -> None:
    """An edge at which an answer is right."""


def fault(*edges: Callable[[], None]) -> Wrong:
    with pytest.raises(Wrong) as raised:
        judge_edges(*edges)
    return raised.value


def test_all_right_is_no_fault():
    judge_edges(passes, passes)
    judge_parts_with_edges({"a": 0.5, "b": 0.5}, lambda part: None)


def test_all_faults_are_reported():
    both = fault(fails("large", 0.7), passes, fails("empty", 0.6))
    assert both.name == "large + empty"
    assert both.credit == pytest.approx(0.7 * 0.6)
    assert [finding.feedback for finding in both.findings] == ["It is large.", "It is empty."]
    assert both.details == {"Called (1)": "large", "Called (2)": "empty"}


def test_two_mistakes_at_one_edge_stay_two_beside_a_third():
    two = fault(fails("large", 0.7), fails("empty", 0.6))

    def edge() -> None:
        raise two

    three = fault(edge, fails("odd", 0.9))
    assert [finding.name for finding in three.findings] == ["large", "empty", "odd"]
    assert [finding.feedback for finding in fault(edge).findings] == [
        "It is large.",
        "It is empty.",
    ]


def test_a_stage_of_edges_can_have_an_opening_and_a_share_of_its_own():
    with pytest.raises(Wrong) as raised:
        judge_edges(fails("unrecognised"), opening="Right so far.", default_credit=0.3)
    assert raised.value.credit == 0.3
    assert raised.value.feedback.startswith("Right so far. ")


def test_one_fault_at_several_edges_counts_once():
    one = fault(fails("large", 0.7), fails("large", 0.7))
    assert (one.name, one.credit) == ("large", 0.7)
    assert one.feedback.count("It is large.") == 1


@pytest.mark.parametrize("name", [*sorted(UNNAMED), "raised"])
def test_a_fault_without_a_share_of_its_own_leaves_half(name):
    assert fault(fails(name)).credit == DEFAULT_CREDIT


def test_beside_a_named_fault_an_unnamed_one_costs_points_but_is_not_reported():
    both = fault(fails("unrecognised"), fails("large", 0.7))
    assert (both.name, both.credit) == ("large", 0.7 * DEFAULT_CREDIT)
    assert [finding.name for finding in both.findings] == ["large"]


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from([0.0, 0.4, 0.6, 0.9]))))
def test_edges_never_cost_everything_and_a_further_fault_never_pays(found):
    edges = [fails(*one) for one in dict(found).items()]
    credits = [1.0, *(fault(*edges[: n + 1]).credit for n in range(len(edges)))]
    assert all(more >= less >= DEFAULT_CREDIT / 2 for more, less in itertools.pairwise(credits))


@given(st.floats(0.01, 1), st.integers(1, 5))
def test_a_fault_at_one_edge_never_costs_more_than_the_same_at_all(credit, n):
    assert fault(fails("large", credit)).credit >= fault(*[fails("large", credit)] * n).credit


SHARES = {"output": 2 / 3, "lse": 1 / 3}


@pytest.mark.parametrize("wrong", SHARES)
def test_each_part_keeps_its_share_whatever_is_wrong_with_the_other(wrong):
    def judge_one(part: str) -> None:
        if part == wrong:
            judge_edges(fails("large", 0.6))

    with pytest.raises(Wrong) as raised:
        judge_parts_with_edges(SHARES, judge_one)
    assert math.isclose(raised.value.credit, 1 - 0.4 * SHARES[wrong])
    (fine,) = set(SHARES) - {wrong}
    right, other = raised.value.feedback.splitlines()
    assert (right, other.partition(":")[0]) == (f"✓ {fine}", f"✗ {wrong}")


def test_parts_with_the_same_fault_share_a_line():
    with pytest.raises(Wrong) as raised:
        judge_parts_with_edges(SHARES, lambda part: fails("large", 0.5)())
    assert (raised.value.name, raised.value.feedback) == ("large", "✗ output, lse: It is large.")
    assert raised.value.credit == pytest.approx(0.5)
