"""Chapter 8's letters that come back: PyTorch's numbers, the lines that are drawn, the goals."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.experiments import induction


@pytest.fixture
def root(alone: Callable[[str], str], visit: Callable[..., Any]) -> Any:
    root = visit(alone("induction"), reduced_motion="reduce").locator('[data-demo="induction"]')
    root.get_by_role("textbox").wait_for()
    return root


def agrees(state: dict[str, Any]) -> None:
    """The logits and the maps are PyTorch's."""
    logits, weights = demos.continues(state["letters"])
    torch.testing.assert_close(torch.tensor(state["logits"]), logits, rtol=0, atol=1e-4)
    found = torch.tensor(state["maps"], dtype=torch.float32)
    torch.testing.assert_close(found, weights, rtol=0, atol=1e-4)


def test_the_heads_that_are_shown_are_those_that_the_study_finds() -> None:
    looks = induction.find_heads(induction.trained_reader(), induction.texts(200, seed=1))
    found = looks.one_back[0].argmax().item(), looks.continuing[1].argmax().item()
    assert found == demos.HEADS_OF_LAYERS


@pytest.mark.parametrize("text", ["a", "abcda", "zz", "hellohe", "quickbrownfoxquick"])
def test_letters_are_continued_with_pytorchs_numbers(root: Any, text: str) -> None:
    state = demos.ask(root, text)
    assert state["letters"] == text
    agrees(state)
    best = "abcdefghijklmnopqrstuvwxyz"[demos.continues(text)[0].argmax()]
    assert root.locator(".message").inner_text() == f"Predicted: {best}."
    assert not root.locator(".under .hint").is_visible(), "the model has been fetched"
    assert root.locator("svg.looks text.predicted").text_content() == best
    assert root.locator(".next .letter").first.inner_text() == best


def test_a_line_leads_from_the_last_letter_to_what_came_next(root: Any) -> None:
    state = demos.ask(root, "abcda")
    assert (state["found"], state["best"]) == (1, "b")
    assert root.locator("svg.looks text.query").text_content() == "a"
    assert root.locator("svg.looks text.key").text_content() == "b"
    assert root.locator("svg.looks path.second").count() >= 1
    first, second = state["layers"]
    assert re.fullmatch(r"Layer 2: the last a looks at the b in place 2 \(\d+ %\)", second)
    assert re.fullmatch(r"Layer 1: this b has looked at the a in place 1 \(\d+ %\)", first)
    assert root.locator(".layer1").inner_text() == first
    assert root.locator(".layer2").inner_text() == second


def test_what_is_no_letter_is_left_out_and_said(root: Any) -> None:
    state = demos.ask(root, "May 4, 👍🏽 ma")
    assert state["letters"] == "mayma"
    agrees(state)
    assert root.locator(".message").inner_text().startswith("It reads only the letters a to z.")
    assert demos.ask(root, "123")["fault"] == "Type at least one letter from a to z."


def test_goals_are_ticked_when_they_are_reached(root: Any) -> None:
    assert demos.done(root) == [False, False]
    demos.ask(root, "abcd")
    assert demos.done(root) == [False, False]
    demos.ask(root, "abcda")
    assert demos.done(root) == [True, False]
    assert "it has found it in your text" in demos.lesson(root)
    demos.ask(root, "xabyab")
    assert demos.done(root) == [True, False]
    demos.ask(root, "xabyaca")
    assert demos.done(root) == [True, True]
