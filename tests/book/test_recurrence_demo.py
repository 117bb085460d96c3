"""The live recurrent unit: its numbers are the package's; mouse, finger and keys move it."""

import gzip
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos
from torch import Tensor

from payattention.recurrent import RNNCell

ROOT = Path(__file__).parents[2]
NAME, CHAPTER = "recurrence", "01-rnn-limits.html"
LAGS, FAR = 60, 50


@pytest.fixture(scope="module")
def own_page(alone: Callable[[str], str]) -> str:
    return alone(NAME)


@pytest.fixture(scope="module", params=["alone", "in the chapter"])
def address(request: pytest.FixtureRequest, own_page: str, serve: Callable[[Path], str]) -> str:
    if request.param == "alone":
        return own_page
    return f"{serve(request.getfixturevalue('book'))}/{CHAPTER}"


def package(w: float, *, squash: bool, steps: int = LAGS) -> tuple[list[float], list[float]]:
    """States and gradients by `RNNCell` and automatic differentiation, in double precision."""
    cell = RNNCell(1, 1).double()
    with torch.no_grad():
        cell.U.weight.fill_(w)
        cell.W.bias.zero_()
    first = torch.ones(1, 1, dtype=torch.float64, requires_grad=True)
    nothing = torch.zeros(1, 1, dtype=torch.float64)
    states: list[Tensor] = [first]
    for _ in range(steps):
        states.append(cell(nothing, states[-1]) if squash else cell.U(states[-1]))
    gradients = [torch.autograd.grad(h, first, retain_graph=True)[0].item() for h in states[1:]]
    return [h.item() for h in states], [1.0, *gradients]


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator(f'.demo[data-demo="{NAME}"]')
        self.root.scroll_into_view_if_needed()
        self.weight = self.root.get_by_role("slider", name="weight")
        self.lag = self.root.get_by_role("slider", name="lag")
        self.squash = self.root.get_by_role("checkbox", name="tanh")
        self.weight.wait_for()

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("root => root.recurrence")

    @property
    def done(self) -> list[bool]:
        return demos.done(self.root)

    def agrees_with_the_package(self) -> dict[str, Any]:
        """Every number at full precision, the curves, and the two numbers in words."""
        state = self.state
        states, gradients = package(state["w"], squash=state["squash"])
        assert state["states"] == pytest.approx(states, rel=1e-9)
        assert state["gradients"] == pytest.approx(gradients, rel=1e-9, abs=1e-30)
        said = self.root.locator(".sentence").inner_text()
        expected = states[state["lag"]], gradients[state["lag"]]
        powers = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
        numbers = re.findall(r"(?:state is|gradient) ([\d.,]+)(?: · 10([⁻⁰-⁹¹²³]+))?", said)
        shown = [
            float(digits.rstrip(".,").replace(",", "")) * 10 ** int(power.translate(powers) or 0)
            for digits, power in numbers
        ]
        assert shown == pytest.approx(expected, rel=0.06)
        curve = self.root.locator(".gradient .curve").get_attribute("d")
        points = [tuple(map(float, point.split())) for point in curve[1:].split("L")]
        assert len(points) == LAGS + 1
        for (_, height), gradient in zip(points, gradients, strict=True):
            decades = max(-99.0, math.log10(gradient) if gradient > 0 else -99.0)
            assert height == pytest.approx(65 * (1 - decades / 9), abs=0.06)
        frame = -9 <= math.log10(expected[1] or 1e-99) <= 9
        assert self.root.locator(".gradient .point").is_visible() == frame
        beyond = self.root.locator(".beyond").text_content()
        assert bool(beyond) != frame, "out of the frame, the number stands at its edge"
        assert beyond[:1] in ("", "↑" if expected[1] > 1 else "↓")
        return state


@pytest.fixture
def demo(address: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(address, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"))


def test_it_starts_with_the_packages_numbers(demo: Demo) -> None:
    state = demo.agrees_with_the_package()
    assert (state["w"], state["lag"], state["squash"]) == (0.8, FAR, True)
    assert demo.done == [False] * 3


@pytest.mark.parametrize("squash", [False, True])
@pytest.mark.parametrize("weight", ["0", "0.5", "1", "1.07", "1.5"])
def test_any_weight_gives_the_packages_numbers(demo: Demo, weight: str, squash: bool) -> None:
    demo.squash.set_checked(squash)
    demo.weight.fill(weight)
    for lag in ("1", "30", "60"):
        demo.lag.fill(lag)
        state = demo.agrees_with_the_package()
        assert (state["w"], state["lag"]) == (float(weight), int(lag))


def test_the_first_goal_shows_the_dilemma(demo: Demo) -> None:
    assert not demo.done[0]
    demo.weight.fill("1")
    assert not demo.done[0]
    demo.squash.uncheck()
    demo.weight.fill("1.3")
    assert not demo.done[0], "without tanh it does not count"
    demo.weight.fill("0.8")
    demo.squash.check()
    demo.weight.fill("1.2")
    state = demo.agrees_with_the_package()
    assert demo.done[0]
    assert state["states"][FAR] > 0.5
    assert state["gradients"][FAR] < 1e-3
    assert "it vanishes" in demo.root.locator(".sentence").inner_text()


def test_the_second_goal_needs_a_weight_of_one(demo: Demo) -> None:
    demo.weight.fill("1")
    assert not demo.done[1], "with tanh it does not count"
    demo.weight.fill("0.95")
    demo.squash.uncheck()
    for weight in ("0.95", "0.98", "1.02", "1.05"):
        demo.weight.fill(weight)
        assert not demo.done[1], weight
    demo.weight.fill("1")
    assert demo.done == [False, True, False]
    assert demos.lesson(demo.root).startswith("Only 0.99, 1.00 and 1.01")


@pytest.mark.parametrize("weight", ["0.99", "1", "1.01"])
def test_the_second_lesson_names_the_weights_that_reach_it(
    own_page: str, visit: Any, weight: str
) -> None:
    demo = Demo(visit(own_page))
    demo.squash.uncheck()
    demo.weight.fill(weight)
    assert demo.done[1]


def test_the_third_goal_is_the_lag_of_a_hundredth(demo: Demo) -> None:
    demo.squash.uncheck()
    demo.weight.fill("0.9")
    for lag in ("10", "43", "45", "60"):
        demo.lag.fill(lag)
        assert not demo.done[2], lag
    demo.lag.fill("44")
    assert demo.done[2]
    assert 0.9**44 < 0.01 <= 0.9**43


def test_arrow_keys_move_the_sliders_and_the_space_bar_the_switch(demo: Demo) -> None:
    keyboard = demo.page.keyboard
    demo.weight.focus()
    keyboard.press("ArrowRight")
    assert demo.agrees_with_the_package()["w"] == 0.81
    assert demo.weight.get_attribute("aria-valuetext") == "0.81"
    keyboard.press("Tab")
    keyboard.press("ArrowLeft")
    assert demo.agrees_with_the_package()["lag"] == FAR - 1
    keyboard.press("Tab")
    keyboard.press("Space")
    assert not demo.agrees_with_the_package()["squash"]
    keyboard.press("Tab")
    keyboard.press("Enter")
    state = demo.agrees_with_the_package()
    assert (state["w"], state["lag"], state["squash"]) == (0.8, FAR, True)


def test_a_finger_moves_the_weight(address: str, visit: Callable[..., Any]) -> None:
    demo = Demo(
        visit(address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    )
    box = demo.weight.bounding_box()
    assert box["height"] >= 44
    demo.page.touchscreen.tap(box["x"] + box["width"] * 2 / 3, box["y"] + box["height"] / 2)
    assert demo.agrees_with_the_package()["w"] == pytest.approx(1, abs=0.03)


def test_the_numbers_are_announced_once_the_reader_pauses(demo: Demo) -> None:
    status = demo.root.get_by_role("status")
    assert status.inner_text() == ""
    demo.squash.uncheck()
    demo.weight.fill("1")
    demo.lag.fill("10")
    assert status.inner_text() == ""
    demo.page.wait_for_function(
        f"document.querySelector('[data-demo={NAME}] [role=status]').textContent"
    )
    said = status.inner_text()
    assert said.startswith("Goal reached: ")
    assert said.endswith("After 10 steps the state is 1.0 and the gradient 1.0: it stays.")
    assert "·" not in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("'much'", "w must be a number, it is much"),
        ("NaN", "w must be a number, it is NaN"),
        ("1, { steps: 2.5 }", "steps must be 0 or more, it is 2.5"),
        ("1, { steps: -1 }", "steps must be 0 or more, it is -1"),
    ],
)
def test_the_modules_function_names_what_is_wrong(
    own_page: str, visit: Callable[..., Any], arguments: str, message: str
) -> None:
    call = f"""import("./{NAME}.js").then((module) => module.unit({arguments}))
        .then(() => "no error", (error) => `${{error.name}}: ${{error.message}}`)"""
    said = visit(own_page).evaluate(call)
    assert said == f"RangeError: {message}"


@pytest.mark.parametrize(("w", "squash"), [(-0.9, True), (-1.1, False), (0.3, True), (2.5, True)])
def test_the_modules_function_is_the_packages(
    own_page: str, visit: Any, w: float, squash: bool
) -> None:
    call = f"""async ({{ w, squash }}) =>
        (await import("./{NAME}.js")).unit(w, {{ squash, steps: 25 }})"""
    found = visit(own_page).evaluate(call, {"w": w, "squash": squash})
    states, gradients = package(w, squash=squash, steps=25)
    assert found["states"] == pytest.approx(states, rel=1e-9)
    assert found["gradients"] == pytest.approx(gradients, rel=1e-9, abs=1e-30)


def test_it_stays_small() -> None:
    script = ROOT / "web" / "demos" / f"{NAME}.js"
    assert len(gzip.compress(script.read_bytes())) <= 5000
