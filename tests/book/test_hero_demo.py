"""The first page's demo: dates of the form of the training data, other texts, and a fault."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.book import demos

from payattention.experiments import translation


class Demo(demos.Translating):
    """The first page's, with dates to choose."""

    name = "hero"


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("hero"), reduced_motion="reduce"))


def test_the_examples_are_real_dates_and_are_translated_at_a_press(demo: Demo) -> None:
    translator = translation.trained_translator()
    for text, state in demo.press_examples():
        assert state["target"] == translator.translate([text])[0]
        assert state["isFormed"]
        assert state["target"] in demo.message.inner_text()


@pytest.mark.parametrize(
    "text", ["5 March 1999", "Nov 21, 2026", "4 July 2000", "July 4, 2000", "saturday, May 4, 2026"]
)
def test_a_text_of_another_form_is_answered_and_marked(demo: Demo, text: str) -> None:
    state = demo.translate(text)
    assert state["target"]
    assert not state["isFormed"]
    assert demo.message.inner_text().startswith("Not of the form")
    assert state["target"] in demo.message.inner_text()
    assert demo.translate("Tuesday, July 14, 1789")["isFormed"]
    assert "form" not in demo.message.inner_text()


def test_after_a_fault_the_picture_of_the_text_before_fades(demo: Demo) -> None:
    picture = demo.root.locator(".picture")
    opacity = "picture => Number(getComputedStyle(picture).opacity)"
    hint = demo.root.locator(".under .hint")
    place = demo.message.bounding_box()
    assert hint.is_visible()
    assert demo.translate("Zoë")["fault"]
    assert picture.evaluate(opacity) < 0.5
    assert not hint.is_visible(), "the message stands in its place"
    assert demo.message.bounding_box()["y"] == place["y"]
    demo.translate("Friday, May 4, 1900")
    assert picture.evaluate(opacity) == 1
