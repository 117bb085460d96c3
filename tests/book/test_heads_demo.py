"""The demo of chapter 4: the heads in the browser are the package's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.experiments import heads, translation
from payattention.tokenize import BOS

TARGET = demos.FRENCH


@pytest.fixture(scope="module")
def translator() -> translation.Translator:
    return translation.trained_translator("transformer")


class Demo(demos.Translating):
    """Chapter 4's, in which heads are switched."""

    name = "heads"

    def switch(self, place: str, number: int) -> dict[str, Any]:
        return demos.switch(self.root, place, number)


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("heads"), reduced_motion="reduce"))


def agrees(state: dict[str, Any], translator: translation.Translator) -> None:
    """Translation, last logits and all maps are those of PyTorch with the same heads off."""
    every = heads.heads(translator)
    off = [head for head, gate in zip(every, state["gates"], strict=True) if not gate]
    ids = translator.vocabulary.encode
    with heads.switched_off(translator.model, *off), torch.no_grad():
        assert translator.translate([state["source"]]) == [state["target"]]
        written = torch.tensor([ids([BOS, *state["target"]])])
        logits = translator.model(torch.tensor([ids(state["source"])]), written)[0, -1]
        looks = heads.maps_of(translator, state["source"], state["target"] + ".")
    assert state["logits"] == pytest.approx(logits.tolist(), abs=1e-4)
    for head, weights in looks.items():
        kind, layer = head.location.split()
        shown = torch.tensor(state["maps"][kind][int(layer) - 1][head.number])
        torch.testing.assert_close(shown, weights, rtol=0, atol=1e-4)


def test_the_first_maps_need_no_model(demo: Demo) -> None:
    assert demo.root.locator(".maps rect").count() > 50
    assert demo.page.evaluate(
        "performance.getEntries().every(({ name }) => !name.endsWith('.onnx'))"
    )


def test_with_all_heads_and_without_some_the_numbers_are_pytorchs(
    demo: Demo, translator: translation.Translator
) -> None:
    agrees(demo.translate("Tuesday, July 14, 1789"), translator)
    agrees(demo.switch("cross 2", 0), translator)
    agrees(demo.switch("decoder 1", 2), translator)
    state = demo.press("All heads on")
    assert all(state["gates"])
    agrees(state, translator)


def test_goals_are_ticked_when_they_are_reached(demo: Demo) -> None:
    assert demo.done == [False] * 2
    state = demo.switch("encoder 2", 0)
    assert state["target"] == TARGET
    assert demo.done == [True, False]
    demo.switch("encoder 2", 0)  # on again
    assert demo.switch("encoder 1", 1)["target"] == "samedi 12 novembre 2026"
    assert demo.done == [True] * 2


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_switches_and_what_comes_of_them_are_seen_together(
    alone: Callable[[str], str], visit: Callable[..., Any], size: tuple[int, int]
) -> None:
    width, height = size
    viewport = {"width": width, "height": height}
    demo = Demo(visit(alone("heads"), viewport=viewport, reduced_motion="reduce"))
    demo.switch("encoder 1", 1)
    top = demo.root.locator("select").bounding_box()["y"]
    message = demo.message.bounding_box()
    assert message["y"] + message["height"] - top < height / 2
    switches = [box.bounding_box()["y"] for box in demo.root.get_by_role("checkbox").all()]
    assert len(set(switches)) == 1, "in one row"


def test_the_chapter_switches_heads_in_the_page(
    book: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(f"{serve(book)}/04-multi-head.html", reduced_motion="reduce"))
    assert demo.switch("encoder 1", 1)["target"] == "samedi 12 novembre 2026"
