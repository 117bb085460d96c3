"""The live figure of the scale: its weights are the package's; keys and a button move it."""

import gzip
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos
from torch import Tensor

from payattention.attention import attention, dot

ROOT = Path(__file__).parents[2]
WIDTHS = [2**power for power in range(1, 11)]


@pytest.fixture(scope="module")
def own_page(alone: Callable[[str], str]) -> str:
    return alone("scale")


@pytest.fixture(scope="module", params=["alone", "in the chapter"])
def address(request: pytest.FixtureRequest, own_page: str, serve: Callable[[Path], str]) -> str:
    if request.param == "alone":
        return own_page
    return f"{serve(request.getfixturevalue('book'))}/03-dot-product.html"


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="scale"]')
        self.root.scroll_into_view_if_needed()
        self.width = self.root.get_by_role("slider", name="numbers in each vector")
        self.width.wait_for()

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("root => root.scale")

    def draw(self) -> None:
        self.root.get_by_role("button", name="Draw new vectors").click()

    def agrees_with_the_package(self) -> dict[str, Any]:
        """The weights at full precision, and as shown in numbers, bars and the sentence."""
        state = self.state

        def rows(name: str) -> Tensor:
            return torch.tensor(state[name], dtype=torch.float64)

        query, keys = rows("query")[None], rows("keys")
        assert keys.shape == (8, state["d_k"])
        _, scaled = attention(query, keys, keys)
        _, plain = attention(query, keys, keys, score=dot)
        said = self.root.locator(".sentence").inner_text()
        for name, weights in (("plain", plain[0]), ("scaled", scaled[0])):
            assert state[name] == pytest.approx(weights.tolist(), abs=1e-9)
            texts = self.root.locator(f"td.{name} .number").all_text_contents()
            percents = [int(text.removesuffix(" %")) for text in texts]
            assert percents == pytest.approx((100 * weights).tolist(), abs=0.501)
            assert f"{max(percents)} %" in said
            bars = self.root.locator(f"td.{name} i").evaluate_all(
                "bars => bars.map((bar) => parseFloat(bar.style.width) / 100)"
            )
            assert bars == pytest.approx(weights.tolist(), abs=1e-4)
        return state


@pytest.fixture
def demo(address: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(address, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"))


def test_keys_widen_the_vectors_and_the_weights_are_the_packages(demo: Demo) -> None:
    state = demo.agrees_with_the_package()
    assert state["d_k"] == WIDTHS[0]
    demo.width.focus()
    for d_k in WIDTHS[1:]:
        narrower = state
        demo.page.keyboard.press("ArrowRight")
        state = demo.agrees_with_the_package()
        assert state["d_k"] == d_k
        assert state["query"][: d_k // 2] == narrower["query"], "the same numbers, and more"
        assert f"{d_k:,}" in demo.root.locator("thead").inner_text()
    assert max(state["plain"]) > 0.95
    assert max(state["scaled"]) < 0.6


def test_the_numbers_are_normal(demo: Demo) -> None:
    demo.width.fill("10")
    numbers = []
    for _ in range(5):
        state = demo.state
        numbers += [*state["query"], *(x for key in state["keys"] for x in key)]
        demo.draw()
    drawn = torch.tensor(numbers, dtype=torch.float64)
    assert len(drawn) == 5 * 9 * 1024
    assert len(drawn.unique()) == len(drawn)
    assert abs(drawn.mean()) < 0.02
    assert drawn.std().item() == pytest.approx(1, abs=0.02)
    assert (drawn.abs() < 1).double().mean().item() == pytest.approx(
        math.erf(math.sqrt(0.5)), abs=0.01
    )


def test_goals_are_reached_by_the_slider_and_by_drawing(demo: Demo) -> None:
    assert demos.done(demo.root) == [False, False]
    while round(100 * max(demo.state["plain"])) < 90:
        assert demos.done(demo.root) == [False, False]
        demo.width.press("ArrowRight")
    assert demos.done(demo.root) == [True, False]
    assert demos.lesson(demo.root).startswith("A score is a sum")
    demo.width.fill("6")
    for _ in range(30):
        if demos.done(demo.root) == [True, True]:
            break
        demo.draw()
        demo.agrees_with_the_package()
    assert demos.done(demo.root) == [True, True]
    assert max(demo.state["plain"]) < 0.7
    assert "64 is the width of many real heads" in demos.lesson(demo.root)


def test_it_says_the_largest_weights_once_the_reader_pauses(demo: Demo) -> None:
    status = demo.root.get_by_role("status")
    assert status.inner_text() == ""
    demo.draw()
    demo.page.wait_for_function(
        "document.querySelector('[data-demo=scale] [role=status]').textContent"
    )
    assert demo.root.locator(".sentence").inner_text() in status.inner_text()


def test_it_stays_small() -> None:
    script = ROOT / "web" / "demos" / "scale.js"
    assert len(gzip.compress(script.read_bytes())) <= 3000
