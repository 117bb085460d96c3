"""The live demo of attention: mouse, finger and keys move it; its numbers are the package's."""

import gzip
import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from payattention.attention import attention, dot

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "demos" / "attention.js"
PAGE = """<!doctype html>
<html lang="en" data-theme="light"><meta charset="utf-8"><title>Attention</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="attention.css">
<style>
html[data-theme="dark"] { --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af;
  --pst-color-background: #121212; --pst-color-border: #48566b; --pst-color-surface: #29313d }
body { max-width: 43rem; min-height: 200vh; margin: 1rem auto; padding: 0 1rem;
  background: var(--pst-color-background, #fff); font-family: sans-serif }
</style>
<main><h1>Attention</h1>
<div class="demo" data-demo="attention">
<p>This figure needs JavaScript.</p>
</div></main>
<script type="module" src="attention.js"></script>
</html>"""


@pytest.fixture(scope="module")
def own_page(tmp_path_factory: pytest.TempPathFactory, serve: Callable[[Path], str]) -> str:
    folder = tmp_path_factory.mktemp("demo")
    (folder / "index.html").write_text(PAGE)
    for name in ("attention.js", "attention.css"):
        shutil.copy(DEMO.with_name(name), folder)
    return f"{serve(folder)}/index.html"


@pytest.fixture(scope="module", params=["alone", "in the chapter"])
def address(request: pytest.FixtureRequest, own_page: str, serve: Callable[[Path], str]) -> str:
    if request.param == "alone":
        return own_page
    return f"{serve(request.getfixturevalue('book'))}/03-dot-product.html"


def package(
    query: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None, scale: float | None
) -> tuple[Tensor, Tensor]:
    """Output and weights by `payattention`, for scores q·k times `scale`, None for 1/√d_k."""
    score = {} if scale is None else {"score": lambda query, key: dot(query, key) * scale}
    return attention(query, keys, values, mask, **score)


TOO_WIDE = """root => [...root.querySelectorAll(":not(svg *)")]
    .filter((part) => getComputedStyle(part).display !== "inline" && part.clientWidth > 1)
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML)"""


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="attention"]')
        self.plane = self.root.locator("svg.keys")
        self.query = self.root.get_by_role("slider", name="Query q")
        self.root.scroll_into_view_if_needed()
        self.query.wait_for()

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("root => root.attention")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where (x, y) of the plane lies on the screen; the drawing spans ±110/34 in each axis."""
        box = self.plane.bounding_box()
        edge = 110 / 34
        to_screen = box["width"] / (2 * edge)
        return box["x"] + (x + edge) * to_screen, box["y"] + (edge - y) * to_screen

    def agrees_with_the_package(self) -> dict[str, Any]:
        """Every number, at full precision and as shown, is that of `payattention.attention`."""
        state = self.state

        def rows(name: str) -> Tensor:
            return torch.tensor(state[name], dtype=torch.float64)

        query, mask = rows("query")[None], torch.tensor(state["mask"])[None]
        scale = state["scale"] / state["temperature"]
        output, weights = package(query, rows("keys"), rows("values"), mask, scale)
        assert state["weights"] == pytest.approx(weights[0].tolist(), abs=1e-6)
        assert state["output"] == pytest.approx(output[0].tolist(), abs=1e-6)
        scores = (query @ rows("keys").mT * scale).masked_fill(~mask, -math.inf)
        assert state["scores"] == pytest.approx(scores[0].tolist(), abs=1e-6)

        def shown(selector: str) -> list[float]:
            texts = self.root.locator(selector).all_text_contents()
            return [float(text.replace("−", "-").replace("∞", "inf")) for text in texts]

        half_a_hundredth = 0.00501
        assert shown("td .weight") == pytest.approx(weights[0].tolist(), abs=half_a_hundredth)
        small = [score if abs(score) < 9.9 else None for score in scores[0].tolist()]
        for score, text in zip(small, shown("td .score"), strict=True):
            assert score is None or text == pytest.approx(score, abs=half_a_hundredth)
        last = self.root.locator(".sentence b").inner_text()
        numbers = [float(n) for n in re.findall(r"-?\d+\.\d+", last.replace("−", "-"))]
        assert numbers == pytest.approx(output[0].tolist(), abs=half_a_hundredth)
        bars = self.root.locator("td .weight + .bar i").evaluate_all(
            "bars => bars.map((bar) => parseFloat(bar.style.width) / 100)"
        )
        assert bars == pytest.approx(weights[0].tolist(), abs=1e-4)
        return state


@pytest.fixture
def demo(address: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(address, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"))


def test_it_starts_with_the_packages_numbers(demo: Demo) -> None:
    state = demo.agrees_with_the_package()
    assert state["scale"] == pytest.approx(1 / math.sqrt(2))
    assert state["temperature"] == 1
    assert state["mask"] == [True] * 5


def test_the_mouse_drags_the_query(demo: Demo) -> None:
    mouse = demo.page.mouse
    before = demo.state["weights"]
    mouse.move(*demo.at(*demo.state["query"]))
    mouse.down()
    for x, y in [(1.0, 0.5), (-1.0, 1.0), (-2.0, 1.5)]:
        mouse.move(*demo.at(x, y), steps=4)
        assert demo.agrees_with_the_package()["query"] == pytest.approx([x, y], abs=0.02)
    mouse.up()
    after = demo.state
    assert after["weights"].index(max(after["weights"])) == 2
    assert before.index(max(before)) == 0
    mouse.move(*demo.at(2, -2))
    assert demo.state["query"] == after["query"], "released, the query no longer follows"


def test_a_drag_beyond_the_edge_stops_at_the_edge(demo: Demo) -> None:
    mouse = demo.page.mouse
    mouse.move(*demo.at(*demo.state["query"]))
    mouse.down()
    mouse.move(*demo.at(4, -5))
    mouse.up()
    assert demo.agrees_with_the_package()["query"] == [3, -3]


def test_a_click_in_the_plane_fetches_the_query(demo: Demo) -> None:
    demo.page.mouse.click(*demo.at(-1, -2))
    assert demo.agrees_with_the_package()["query"] == pytest.approx([-1, -2], abs=0.02)


def test_arrow_keys_move_the_query(demo: Demo) -> None:
    x, y = demo.state["query"]
    demo.query.focus()
    for key, dx, dy in [
        ("ArrowRight", 0.1, 0),
        ("ArrowUp", 0, 0.1),
        ("Shift+ArrowLeft", -0.5, 0),
        ("Shift+ArrowDown", 0, -0.5),
        ("ArrowDown", 0, -0.1),
        ("ArrowLeft", -0.1, 0),
    ]:
        demo.page.keyboard.press(key)
        x, y = x + dx, y + dy
        assert demo.agrees_with_the_package()["query"] == pytest.approx([x, y], abs=1e-9)
    for _ in range(12):
        demo.page.keyboard.press("Shift+ArrowUp")
    assert demo.agrees_with_the_package()["query"][1] == 3
    assert demo.query.get_attribute("aria-valuetext") == f"x {x:.2f}, y 3.00"


def test_tab_goes_through_every_control_in_reading_order(demo: Demo) -> None:
    demo.query.focus()
    names = []
    for _ in range(8):
        demo.page.keyboard.press("Tab")
        names.append(
            demo.page.evaluate(
                "(document.activeElement.labels?.[0] ?? document.activeElement).innerText"
            )
        )
    said = [" ".join(name.split()) for name in names]
    assert said[0] == "Start again"
    assert said[1:6] == [f"{name} may be attended to" for name in "ABCDE"]
    assert said[6].startswith("divide by")
    assert said[7].startswith("temperature")


def test_masks_take_keys_away_until_none_is_left(demo: Demo) -> None:
    boxes = demo.root.get_by_role("checkbox", name="may be attended to")
    assert boxes.count() == 5
    for masked in range(5):
        boxes.nth(masked).focus()
        demo.page.keyboard.press("Space")
        state = demo.agrees_with_the_package()
        assert state["mask"] == [i > masked for i in range(5)]
        assert state["weights"][: masked + 1] == [0] * (masked + 1)
        assert sum(state["weights"]) == pytest.approx(0 if masked == 4 else 1)
    assert state["output"] == [0, 0]
    assert "Nothing may be attended to" in demo.root.locator(".sentence").inner_text()
    boxes.nth(3).check()
    assert demo.agrees_with_the_package()["weights"] == [0, 0, 0, 1, 0]


def test_the_scale_can_be_taken_out(demo: Demo) -> None:
    sharpest = max(demo.state["weights"])
    demo.root.get_by_role("checkbox", name="divide by").uncheck()
    state = demo.agrees_with_the_package()
    assert state["scale"] == 1
    assert max(state["weights"]) > sharpest
    assert demo.root.locator(".formula").inner_text() == "q·k"


@pytest.mark.parametrize(("key", "temperature"), [("Home", 0.1), ("End", 10)])
def test_temperature_sharpens_and_flattens(demo: Demo, key: str, temperature: float) -> None:
    spread = max(demo.state["weights"]) - min(demo.state["weights"])
    slider = demo.root.get_by_role("slider", name="temperature")
    slider.focus()
    demo.page.keyboard.press("ArrowRight")
    one_step = demo.agrees_with_the_package()["temperature"]
    assert one_step == pytest.approx(10**0.05, abs=0.005)
    demo.page.keyboard.press(key)
    state = demo.agrees_with_the_package()
    assert state["temperature"] == temperature
    assert (max(state["weights"]) - min(state["weights"]) > spread) == (temperature < 1)


def test_start_again_restores_everything(demo: Demo) -> None:
    start = demo.state
    demo.page.mouse.click(*demo.at(-1, -2))
    demo.root.get_by_role("checkbox", name="divide by").uncheck()
    demo.root.get_by_role("checkbox", name="may be attended to").nth(1).uncheck()
    demo.root.get_by_role("slider", name="temperature").fill("0.5")
    assert demo.agrees_with_the_package() != start
    demo.root.get_by_role("button", name="Start again").click()
    assert demo.agrees_with_the_package() == start


def test_weights_are_announced_once_the_reader_pauses(demo: Demo) -> None:
    status = demo.root.get_by_role("status")
    assert status.inner_text() == ""
    demo.query.focus()
    demo.page.keyboard.press("ArrowRight")
    demo.page.keyboard.press("ArrowRight")
    assert status.inner_text() == ""
    demo.page.wait_for_function("document.querySelector('.demo [role=status]').textContent")
    percents = [round(100 * weight) for weight in demo.state["weights"]]
    expected = ", ".join(f"{name} {p} %" for name, p in zip("ABCDE", percents, strict=True))
    assert status.inner_text().startswith(f"Weights: {expected}. Output (")


def test_a_finger_drags_the_query_and_elsewhere_scrolls_the_page(
    address: str, visit: Callable[..., Any]
) -> None:
    page = visit(address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    demo = Demo(page)
    demo.plane.evaluate("plane => plane.scrollIntoView({ block: 'center', behavior: 'instant' })")
    finger = page.context.new_cdp_session(page)

    def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
        def touch(kind: str, *points: tuple[float, float]) -> None:
            points_ = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points_})

        touch("touchStart", start)
        for step in range(1, 11):
            touch(
                "touchMove", tuple(a + (b - a) * step / 10 for a, b in zip(start, end, strict=True))
            )
        touch("touchEnd")

    scrolled = page.evaluate("scrollY")
    swipe(demo.at(*demo.state["query"]), demo.at(-0.5, -2))
    assert demo.agrees_with_the_package()["query"] == pytest.approx([-0.5, -2], abs=0.05)
    assert page.evaluate("scrollY") == scrolled

    page.touchscreen.tap(*demo.at(-2.5, 2.5))
    assert demo.agrees_with_the_package()["query"] == pytest.approx([-2.5, 2.5], abs=0.05)

    query = demo.state["query"]
    swipe(demo.at(2.5, 1), demo.at(2.5, 3))
    page.wait_for_function("before => scrollY !== before", arg=scrolled)
    assert demo.state["query"] == query


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_and_nothing_overflows(
    address: str,
    visit: Callable[..., Any],
    violations: Callable[[Any, str], list[str]],
    theme: str,
    width: int,
) -> None:
    page = visit(address, viewport={"width": width, "height": 844}, color_scheme=theme)
    demo = Demo(page)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert violations(page, ".demo") == []
    demo.root.get_by_role("checkbox", name="may be attended to").nth(0).uncheck()
    demo.root.get_by_role("slider", name="temperature").fill("-1")
    assert violations(page, ".demo") == []
    assert demo.root.evaluate(TOO_WIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_moves_by_itself_for_those_who_ask_for_that(
    own_page: str, visit: Callable[..., Any]
) -> None:
    running = "document.getAnimations().filter((a) => a.playState === 'running').length"
    assert visit(own_page, reduced_motion="no-preference").evaluate(running) == 1
    assert visit(own_page, reduced_motion="reduce").evaluate(running) == 0


def test_without_script_a_sentence_stands_in_its_place(
    own_page: str, visit: Callable[..., Any]
) -> None:
    page = visit(own_page, java_script_enabled=False)
    assert page.get_by_text("This figure needs JavaScript.").is_visible()


def test_the_modules_function_is_the_packages(own_page: str, visit: Callable[..., Any]) -> None:
    page = visit(own_page)
    call = """async ({ query, keys, values, options }) =>
        (await import("./attention.js")).attention(query, keys, values, options)"""
    generator = torch.Generator().manual_seed(0)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, dtype=torch.float64, generator=generator)

    for n, d_k, d_v, size in [(5, 2, 2, 1), (1, 3, 1, 1), (7, 64, 4, 30), (3, 1, 2, 1e4)]:
        query, keys, values = normal(d_k) * size, normal(n, d_k) * size, normal(n, d_v)
        mask = torch.rand(n, generator=generator) < 0.7
        given = {"query": query.tolist(), "keys": keys.tolist(), "values": values.tolist()}
        for options, scale, allowed in [
            ({}, None, None),
            ({"scale": 0.3, "mask": mask.tolist()}, 0.3, mask[None]),
            ({"scale": 1, "temperature": 2.5}, 1 / 2.5, None),
            ({"mask": [False] * n}, None, torch.zeros(1, n, dtype=torch.bool)),
        ]:
            output, weights = package(query[None], keys, values, allowed, scale)
            found = page.evaluate(call, given | {"options": options})
            assert found["weights"] == pytest.approx(weights[0].tolist(), abs=1e-9)
            assert found["output"] == pytest.approx(output[0].tolist(), abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("[1, 2], [[1, 2, 3]], [[1]]", "every key must have the query's 2 entries"),
        ("[1, 2], [[1, 2]], [[1], [2]]", "for each of the 1 keys"),
        ("[1, 2], [[1, 2]], [[1]], { mask: [true, false] }", "for each of the 1 keys"),
        ("[1, 2], [[1, 2]], [[1]], { temperature: 0 }", "temperature must be positive, it is 0"),
    ],
)
def test_the_modules_function_names_what_is_wrong(
    own_page: str, visit: Callable[..., Any], arguments: str, message: str
) -> None:
    call = f"""import("./attention.js").then((module) => module.attention({arguments}))
        .then(() => "no error", (error) => `${{error.name}}: ${{error.message}}`)"""
    said = visit(own_page).evaluate(call)
    assert said.startswith("RangeError: ")
    assert message in said


def test_it_stays_small() -> None:
    assert len(gzip.compress(DEMO.read_bytes())) <= 8000
