"""The live softmax average: its numbers are PyTorch's; sliders and keys move them."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos

ROOT = Path(__file__).parents[2]
NAME = "softmax"
VALUES = torch.tensor([1.0, 3, 5], dtype=torch.float64)


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator(f'.demo[data-demo="{NAME}"]')
        self.temperature = self.root.get_by_role("slider", name="temperature")
        self.temperature.wait_for()

    def score(self, name: str) -> Any:
        return self.root.get_by_role("slider", name=f"score of {name}")

    @property
    def done(self) -> list[bool]:
        return demos.done(self.root)

    def agrees_with_pytorch(self) -> dict[str, Any]:
        """Weights and average at full precision, and as the figure shows them."""
        state = self.root.evaluate("root => root.softmax")
        scores = torch.tensor(state["scores"], dtype=torch.float64)
        weights = (scores / state["temperature"]).softmax(dim=0)
        assert state["weights"] == pytest.approx(weights.tolist(), rel=1e-9)
        assert state["mean"] == pytest.approx((weights @ VALUES).item(), rel=1e-9)
        shares = self.root.locator(".share").all_text_contents()
        assert [int(text.removesuffix(" %")) for text in shares] == pytest.approx(
            (100 * weights).tolist(), abs=0.51
        )
        radii = [float(disc.get_attribute("r")) for disc in self.root.locator(".disc").all()]
        assert [(r / 28) ** 2 for r in radii] == pytest.approx(weights.tolist(), rel=1e-6, abs=1e-9)
        place = self.root.locator(".mean").get_attribute("transform")
        x = float(place.removeprefix("translate(").split()[0])
        assert (x - 20) / 320 * 6 == pytest.approx(state["mean"], abs=1e-6)
        assert f"= {state['mean']:.2f}" in self.root.locator(".sentence").inner_text()
        return state


@pytest.fixture(scope="module")
def own_page(alone: Callable[[str], str]) -> str:
    return alone(NAME)


@pytest.fixture
def demo(own_page: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(own_page, reduced_motion="reduce"))


def test_it_starts_with_the_scores_of_the_chapter(demo: Demo) -> None:
    state = demo.agrees_with_pytorch()
    assert (state["scores"], state["temperature"]) == ([2, 1, 0], 1)
    assert demo.done == [False] * 3
    text = (ROOT / "book" / "02-bahdanau.md").read_text("utf-8")
    assert "torch.tensor([2.0, 1.0, 0.0], requires_grad=True)" in text
    assert "torch.tensor([1.0, 3.0, 5.0])" in text


@pytest.mark.parametrize("heat", ["-1", "-0.35", "0.5", "1"])
@pytest.mark.parametrize("score", ["-4", "0.7", "6"])
def test_any_score_and_temperature_give_pytorchs_numbers(demo: Demo, heat: str, score: str) -> None:
    demo.temperature.fill(heat)
    demo.score("C").fill(score)
    state = demo.agrees_with_pytorch()
    assert state["temperature"] == pytest.approx(10 ** float(heat), abs=0.006)
    assert state["scores"] == [2, 1, float(score)]


def test_the_temperature_reaches_two_goals_and_a_score_the_third(demo: Demo) -> None:
    demo.temperature.fill("-0.3")
    assert demo.done == [False] * 3
    demo.temperature.fill("-0.9")
    assert demo.done == [True, False, False]
    demo.temperature.fill("1")
    assert demo.done == [True, True, False]
    demo.score("C").fill("6")
    assert not demo.done[2], "only at the temperature 1"
    demo.temperature.fill("0")
    assert demo.done == [True] * 3
    assert demo.agrees_with_pytorch()["mean"] > 4.5


def test_keys_move_the_sliders_and_the_button_begins_anew(demo: Demo) -> None:
    keyboard = demo.page.keyboard
    demo.score("A").focus()
    keyboard.press("ArrowRight")
    assert demo.agrees_with_pytorch()["scores"] == [2.1, 1, 0]
    for _ in range(3):
        keyboard.press("Tab")
    keyboard.press("ArrowLeft")
    assert demo.agrees_with_pytorch()["temperature"] == 0.89
    assert demo.temperature.get_attribute("aria-valuetext") == "0.89"
    keyboard.press("Tab")
    keyboard.press("Enter")
    assert demo.agrees_with_pytorch()["scores"] == [2, 1, 0]


def test_the_numbers_are_announced_once_the_reader_pauses(demo: Demo) -> None:
    status = demo.root.get_by_role("status")
    assert status.inner_text() == ""
    demo.temperature.fill("-1")
    demo.page.wait_for_function(
        f"document.querySelector('[data-demo={NAME}] [role=status]').textContent"
    )
    said = status.inner_text()
    assert said.startswith("Goal reached: ")
    assert said.endswith("Weights: A 100 %, B 0 %, C 0 %. Average 1.00.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("[1, 2], [1]", "values must have an entry for each of the 2 scores"),
        ("[1], [1], 0", "temperature must be positive, it is 0"),
        ("[1], [1], NaN", "temperature must be positive, it is NaN"),
    ],
)
def test_the_modules_function_names_what_is_wrong(
    own_page: str, visit: Callable[..., Any], arguments: str, message: str
) -> None:
    call = f"""import("./{NAME}.js").then((module) => module.average({arguments}))
        .then(() => "no error", (error) => `${{error.name}}: ${{error.message}}`)"""
    assert visit(own_page).evaluate(call) == f"RangeError: {message}"


def test_it_stays_small() -> None:
    script = ROOT / "web" / "demos" / f"{NAME}.js"
    assert len(gzip.compress(script.read_bytes())) <= 2800
