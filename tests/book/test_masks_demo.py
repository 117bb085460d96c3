"""The images of the page on SAM to click on: masks, scores and overlaps are the package's."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.experiments import promptable


class Demo:
    """The demo of the page, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="masks"]')
        self.field = self.root.locator(".field")
        self.field.wait_for()

    def click(self, x: int, y: int) -> dict[str, Any]:
        return demos.line(self.root, (x + 0.5, y + 0.5))

    def mean(self, shape: str) -> dict[str, Any]:
        radio = self.root.get_by_role("radio", name=shape)
        return demos.after(self.root, radio.check)

    def new_image(self) -> dict[str, Any]:
        return demos.press(self.root, "New image")

    @property
    def done(self) -> list[bool]:
        return demos.done(self.root)


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("masks"), reduced_motion="reduce"))


@pytest.fixture(scope="module")
def shapes() -> torch.Tensor:
    """Of each image, its stacks' whole, part and innermost."""
    return promptable.new_stacks().shape[: demos.N_IMAGES]


def agrees(state: dict[str, Any], shapes: torch.Tensor) -> None:
    """Masks and scores are PyTorch's for this image and click, and so is what is made of them."""
    image = torch.tensor(state["image"])[None, None]
    (x, y), model = state["click"], promptable.trained_segmenter()
    with torch.no_grad():
        masks, scores = promptable.predict(model, image, torch.tensor([[[x, y]]]).float())
    torch.testing.assert_close(torch.tensor(state["logits"]), masks[0], rtol=0, atol=1e-4)
    torch.testing.assert_close(torch.tensor(state["scores"]), scores[0], rtol=0, atol=1e-4)
    assert state["order"] == scores[0].argsort(descending=True).tolist()

    there = shapes[state["scene"]].flatten(0, 1)  # (6, 24, 24)
    there = there[there[:, y, x]]
    assert state["depth"] == len(there)
    ranked = masks[0, state["order"]] > 0  # (3, 24, 24)
    for mask, fits in zip(ranked, state["fits"], strict=True):
        expected = [promptable.overlap(mask, shape).item() for shape in there]
        assert fits == pytest.approx(expected, abs=1e-6)


def test_every_click_is_answered_with_pytorchs_numbers(demo: Demo, shapes: torch.Tensor) -> None:
    agrees(demo.click(17, 10), shapes)
    agrees(demo.click(4, 14), shapes)  # on the other stack
    agrees(demo.new_image(), shapes)
    state = demo.click(0, 23)
    agrees(state, shapes)
    assert state["depth"] == 0
    assert state["sentence"].startswith("No shape lies under the click")
    assert demo.root.get_by_role("radio", disabled=True).count() == 3


def test_the_best_mask_comes_first_and_is_compared_with_what_is_meant(
    demo: Demo, shapes: torch.Tensor
) -> None:
    demo.click(16, 10)
    state = demo.mean("the part")
    shown = demo.root.locator(".mask").all_inner_texts()
    assert len(shown) == 3
    for rank, text in enumerate(shown):
        assert f"score {state['scores'][state['order'][rank]]:.2f}" in text
        assert f"IoU {state['fits'][rank][1]:.2f}" in text
    depths = shapes[0].sum(dim=1).amax(dim=0)
    (y, x), *_ = (depths == 1).nonzero().tolist()
    assert demo.click(x, y)["meant"] == 0, "no part lies there, so the whole is meant"
    assert demo.click(16, 10)["meant"] == 1, "and the wish is kept"


def test_goals_are_ticked_when_they_are_reached(demo: Demo, shapes: torch.Tensor) -> None:
    def deep(scene: int) -> tuple[int, int]:
        (y, x), *_ = (shapes[scene, 0].sum(dim=0) == 3).nonzero().tolist()
        return x, y

    demo.click(16, 10)
    assert demo.done == [False] * 3
    for _ in range(7):
        demo.new_image()
        state = demo.click(*deep(demo.root.evaluate("root => root.masks.scene")))
        owners = {each["rank"] for each in state["best"]}
        distinct = len(owners) == 3 and min(each["iou"] for each in state["best"]) >= 0.7
        assert demo.done[0] or not distinct
        assert demo.done[2] or state["best"][2]["iou"] >= 0.5
    assert demo.done == [True, False, True]
    state = demo.mean("the part")
    assert state["fits"][1][1] > state["fits"][0][1] + 0.1
    assert demo.done == [True] * 3


def test_the_click_moves_with_the_keyboard_and_is_heard(demo: Demo) -> None:
    demo.click(16, 10)
    state = demos.after(demo.root, lambda: demo.field.press("ArrowDown"))
    assert state["click"] == [16, 11]
    said = "document.querySelector('[data-demo=masks] .spoken').textContent"
    demo.page.wait_for_function(f"{said}.startsWith('Column 17, row 12. ')")
    assert demo.page.evaluate(said).endswith(f"{state['sentence']}")
