"""A verdict is a number to nbgrader and a text to a student."""

import json
import re

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter

from payattention_checks.verdict import MIME, Finding, Verdict


def verdict(earned: float, mistake: str | None = None, **more) -> Verdict:
    found = [Finding(mistake, "It is.")] if mistake else []
    usual = {"task": "some_task", "points": 10, "reason": "Because.", "findings": found}
    return Verdict(earned, **(usual | more))


def test_it_is_the_points_that_were_earned():
    assert verdict(4) == 4
    assert isinstance(verdict(4), float)
    assert repr(verdict(4)) == "4.0"
    assert min(verdict(4), verdict(2.5)) == 2.5


def test_nbgrader_reads_a_number_and_jupyter_shows_the_reason():
    """A cell is scored by float() of the plain text that IPython makes of its last line."""
    shown, _ = DisplayFormatter().format(verdict(8.4))
    assert float(shown["text/plain"]) == 8.4
    assert "8.4 of 10 points" in shown["text/html"]
    assert "Because." in shown["text/html"]


def test_a_notebook_holds_it_as_data_beside_the_html():
    shown, _ = DisplayFormatter().format(verdict(8.5, mistake="halved"))
    assert json.loads(json.dumps(shown[MIME])) == {
        "task": "some_task",
        "points": 10,
        "earned": 8.5,
        "reason": "Because.",
        "mistakes": [{"name": "halved", "says": "It is."}],
    }
    right, _ = DisplayFormatter().format(verdict(10))
    assert right[MIME]["mistakes"] == []


def test_printed_it_is_the_reason_and_everywhere_else_the_number():
    score = verdict(8.5)
    assert str(score) == score.explanation
    assert f"{score:.1f}" == "8.5"
    assert json.dumps(score) == "8.5"
    assert np.array([score, 1.0]).sum() == 9.5


def test_of_two_equal_verdicts_min_keeps_the_first():
    """So a hidden test that finds nothing new leaves the visible verdict standing."""
    visible, hidden = verdict(4, reason="visible"), verdict(4, reason="hidden")
    assert min(visible, hidden).reason == "visible"


@pytest.mark.parametrize("earned", [-1, 10.5, float("nan"), float("inf")])
def test_it_cannot_earn_less_than_nothing_or_more_than_all(earned):
    with pytest.raises(ValueError, match="from 0 to points = 10"):
        verdict(earned)


def test_whatever_comes_from_an_answer_is_escaped():
    evil = "<script>alert('&')</script>"
    html = verdict(
        0, task=evil, mistake=evil, reason=evil, details=((evil, evil),), reread=evil
    )._repr_html_()
    assert "<script>" not in html
    assert html.count("&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;") == 5


def test_code_in_the_reason_is_shown_as_code_and_its_lines_as_lines():
    html = verdict(
        4,
        mistake="m",
        reason="Right.\nSee `x[:, <i>]` and `*y*`; one ` is none, *all <i>* of 2 * 3 * 4.",
        details=(("Called", "f(`1`)"), ("What must hold", "`True` there.")),
    )._repr_html_()
    assert "See <code>x[:, &lt;i&gt;]</code> and <code>*y*</code>; one ` is none, " in html
    assert "<em>all &lt;i&gt;</em> of 2 * 3 * 4" in html
    assert "f(`1`)" in html
    assert "<code>True</code> there." in html
    assert 'white-space:pre-line">Right.\nSee' in html


def test_right_partly_right_and_wrong_differ_not_by_colour_alone():
    right, partly, wrong = verdict(10), verdict(4, mistake="m"), verdict(0, mistake="m")
    assert [v.title[0] for v in (right, partly, wrong)] == ["✓", "◐", "✗"]
    colours = {re.search(r"5px solid (#\w+)", v._repr_html_())[1] for v in (right, partly, wrong)}
    assert len(colours) == 3


def test_colours_of_text_are_the_page_s_own():
    """In a dark notebook the text must be light: no colour of ours, and no opaque background."""
    html = verdict(0, mistake="m", details=(("Called", "f(1)"),), reread="Masks")._repr_html_()
    assert set(re.findall(r"[^-]color:([^;\"]+)", html)) <= {"inherit"}
    assert all("rgba" in background for background in re.findall(r"background:([^;\"]+)", html))


def test_the_explanation_says_everything_in_plain_text():
    text = verdict(4, mistake="m", details=(("Returned", "[1\n 2]"),), reread="Masks").explanation
    assert text.splitlines() == [
        "◐ some_task: 4 of 10 points",
        "Because.",
        "Returned:         [1",
        "                   2]",
        "Reread:           Masks",
    ]


def test_the_explanation_is_no_wider_than_a_terminal():
    text = verdict(
        4,
        mistake="m",
        reason="word " * 30,
        details=(("Called", "f(" + "1, " * 60 + ")"), ("A name of many letters", "x" * 150)),
    ).explanation
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("word") == 30
    assert text.count("1,") == 60
    assert text.count("x") == 150
    assert "\nA name of many letters:\n" + " " * 18 + "x" in text
