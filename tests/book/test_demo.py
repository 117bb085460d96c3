"""The live demos: mouse, finger and keys move them; their numbers are the package's."""

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

from payattention import plots
from payattention.attention import attention, dot

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "demos" / "attention.js"


@pytest.fixture(scope="module")
def own_page(alone: Callable[[str], str]) -> str:
    return alone("attention")


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


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="attention"]')
        self.plane = self.root.locator("svg.keys")
        self.query = self.handle("Query q")
        self.root.scroll_into_view_if_needed()
        self.query.wait_for()

    def handle(self, name: str) -> Any:
        return self.root.get_by_role("slider", name=name)

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
    demo.page.mouse.click(*demo.at(-2.5, -0.5))
    state = demo.agrees_with_the_package()
    assert state["query"] == pytest.approx([-2.5, -0.5], abs=0.02)


def test_the_mouse_drags_a_key_from_wherever_it_took_hold(demo: Demo) -> None:
    start, mouse = demo.state, demo.page.mouse
    mouse.move(*demo.at(-1.6 + 0.2, 1.2 - 0.1))  # not quite at the key's middle
    mouse.down()
    assert demo.state == start, "pressing alone moves nothing"
    mouse.move(*demo.at(-0.4, 2.4), steps=4)
    state = demo.agrees_with_the_package()
    assert state["keys"][2] == pytest.approx([-0.6, 2.5], abs=0.02)
    mouse.move(*demo.at(-9, 2), steps=4)
    mouse.up()
    state = demo.agrees_with_the_package()
    assert state["keys"][2] == pytest.approx([-3, 2.1], abs=0.02)
    assert demo.root.locator(".key-text").inner_text().startswith("C = (−3.00, 2.1")
    assert state["query"] == start["query"]
    assert [state["keys"][i] for i in (0, 1, 3, 4)] == [start["keys"][i] for i in (0, 1, 3, 4)]


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


def test_arrow_keys_move_a_key(demo: Demo) -> None:
    for i, name in enumerate("ABCDE"):
        x, y = demo.state["keys"][i]
        demo.handle(f"Key {name}").focus()
        demo.page.keyboard.press("ArrowLeft")
        demo.page.keyboard.press("Shift+ArrowUp")
        moved = [x - 0.1, min(y + 0.5, 3)]
        assert demo.agrees_with_the_package()["keys"][i] == pytest.approx(moved)
        said = f"x {moved[0]:.2f}, y {moved[1]:.2f}".replace("-", "−")
        assert demo.handle(f"Key {name}").get_attribute("aria-valuetext") == said


def test_tab_goes_through_every_control_in_reading_order(demo: Demo) -> None:
    focused = "document.activeElement.getAttribute('aria-label')"
    demo.handle("Key A").focus()
    for name in ["Key A", "Key B", "Key C", "Key D", "Key E", "Query q"]:
        assert demo.page.evaluate(focused) == name
        if name != "Query q":
            demo.page.keyboard.press("Tab")
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


def test_goals_are_ticked_when_they_are_reached_and_stay_ticked(demo: Demo) -> None:
    assert demos.done(demo.root) == [False] * 3
    shown = demo.root.locator(".goal p:visible")
    assert shown.count() == 1
    assert shown.locator(".tick").inner_text() == "Try it"
    assert shown.locator(".hint").inner_text().startswith("Any way will do")

    demo.page.mouse.click(*demo.at(0.6, 3))  # the most that a query alone gives B is 0.83
    assert max(demo.state["weights"]) < 0.9
    assert demos.done(demo.root) == [False] * 3
    demo.root.get_by_role("checkbox", name="divide by").uncheck()
    assert demo.agrees_with_the_package()["weights"][1] >= 0.9
    assert demos.done(demo.root) == [True, False, False]
    assert shown.count() == 1
    assert shown.locator(".tick").inner_text() == "✓ goal 1 of 3"
    assert demos.lesson(demo.root).startswith("The softmax sees only")
    demo.page.wait_for_function(  # the status of the click comes first
        "document.querySelector('[data-demo=attention] [role=status]').textContent.includes('Goal')"
    )
    said = demo.root.get_by_role("status").inner_text().replace("\u00a0", " ")
    assert said.startswith("Goal reached: Give B at least 90 % of the weight. The softmax sees ")
    assert re.search(r"Weights: A \d+ %.* Output \(", said)

    demo.root.get_by_role("button", name="Next goal").click()
    assert shown.count() == 1
    assert shown.evaluate("task => task.matches('.task') && task === document.activeElement")
    demo.root.get_by_role("button", name="Start again").click()
    assert demos.done(demo.root) == [True, False, False]
    demo.root.get_by_role("checkbox", name="divide by").check()
    demo.page.mouse.click(*demo.at(0, 0))
    assert demo.agrees_with_the_package()["weights"] == pytest.approx([0.2] * 5, abs=0.02)
    assert demos.done(demo.root) == [True, True, False]

    demo.handle("Key C").focus()
    for _ in range(6):
        demo.page.keyboard.press("Shift+ArrowLeft")
    demo.query.focus()
    for _ in range(6):
        demo.page.keyboard.press("Shift+ArrowLeft")
    state = demo.agrees_with_the_package()
    assert math.dist(state["output"], state["values"][2]) <= 0.15
    assert demos.done(demo.root) == [True, True, True]
    assert shown.locator(".tick").inner_text() == "✓ goal 3 of 3"
    assert not demo.root.get_by_role("button", name="Next goal").is_visible()


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
    demo.page.mouse.click(*demo.at(-2.5, -0.5))
    demo.handle("Key D").press("ArrowUp")
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
    demo.page.wait_for_function(
        "document.querySelector('[data-demo=attention] [role=status]').textContent"
    )
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

    swipe(demo.at(*demo.state["keys"][4]), demo.at(2, -2))
    assert demo.agrees_with_the_package()["keys"][4] == pytest.approx([2, -2], abs=0.05)
    assert page.evaluate("scrollY") == scrolled
    sizes = demo.root.locator(".grip").evaluate_all(
        "grips => grips.map((grip) => grip.getBoundingClientRect().width)"
    )
    assert min(sizes) >= 44

    before = demo.state
    swipe(demo.at(-2.8, -2.8), demo.at(-2.8, -0.5))
    page.wait_for_function("before => scrollY !== before", arg=scrolled)
    assert demo.state == before


def test_nothing_moves_by_itself_for_those_who_ask_for_that(
    own_page: str, visit: Callable[..., Any]
) -> None:
    running = "document.getAnimations().filter((a) => a.playState === 'running').length"
    assert visit(own_page, reduced_motion="no-preference").evaluate(running) == 1
    assert visit(own_page, reduced_motion="reduce").evaluate(running) == 0


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


# ── the alignment of a translation ───────────────────────────────────────────────────────────

TEXTS = {
    "a date": ("May 4, 2026", "4 mai 2026"),
    "beyond the basic plane": ("I 👍🏽 you", "je 👩‍👧 t'aime"),
    "right to left": ("4 نوفمبر", "יום שבת, 21"),
    "very long": ("x" * 150, "long words " * 20),
    "markup": ("</script><b>&amp;", "<img src=x>\n\tend"),
    "nothing to read": ("a", ""),
}


def some_weights(source: str, target: str) -> Tensor:
    """A row for each letter of the target; the third row lies wholly on the first source letter."""
    generator = torch.Generator().manual_seed(0)
    weights = torch.rand(len(target), len(source), generator=generator).pow(6)
    weights[2:3] = torch.eye(1, len(source))
    return weights / weights.sum(dim=1, keepdim=True)


@pytest.fixture
def translation(
    tmp_path: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> Callable[..., tuple[Any, list[list[float]]]]:
    """Open a page with the demo of two texts: its root, and the weights it was given."""

    def show(name: str = "a date", **options: Any) -> tuple[Any, list[list[float]]]:
        source, target = TEXTS[name]
        data = {"source": source, "target": target, "weights": some_weights(source, target)}
        place = plots.live("alignment", **data)
        demos.write_page(tmp_path, "alignment", place._repr_html_())
        page = visit(f"{serve(tmp_path)}/index.html", **options)
        root = page.locator('.demo[data-demo="alignment"]')
        root.locator(".looks").wait_for()
        return root, place.data["weights"]

    return show


def shows(root: Any, at: int, weights: list[list[float]]) -> None:
    """Letter `at` of the target is chosen, and the source is shaded with exactly its weights."""
    assert root.evaluate("root => root.alignment.at") == at
    assert root.evaluate("root => root.alignment.weights") == weights
    shades = root.locator(".source span").evaluate_all(
        "letters => letters.map((letter) => Number(letter.style.getPropertyValue('--weight')))"
    )
    assert shades == weights[at]
    chosen = root.get_by_role("radio").evaluate_all(
        "letters => letters.map((letter) => letter.getAttribute('aria-checked') === 'true')"
    )
    assert [i for i, is_chosen in enumerate(chosen) if is_chosen] == [at]


def test_pointing_at_a_letter_shades_what_it_looks_at(translation: Callable[..., Any]) -> None:
    root, weights = translation()
    shows(root, 5, weights)
    letters = root.get_by_role("radio")
    for at in (0, 2, 9):
        letters.nth(at).hover()
        shows(root, at, weights)
    letters.nth(2).hover()
    assert root.locator(".looks").inner_text() == "“\u2068m\u2069” looks at: \u2068M\u2069 (100 %)"
    deepest, none = (
        root.locator(".source span").nth(j).evaluate("e => getComputedStyle(e).backgroundColor")
        for j in (0, 1)
    )
    assert deepest != none


def test_arrow_keys_go_through_the_letters_by_one_stop(translation: Callable[..., Any]) -> None:
    root, weights = translation()
    keyboard = root.page.keyboard
    keyboard.press("Tab")
    for key, at in [("ArrowRight", 6), ("ArrowDown", 7), ("ArrowLeft", 6), ("ArrowUp", 5),
                    ("End", 9), ("ArrowRight", 9), ("Home", 0), ("ArrowLeft", 0)]:  # fmt: skip
        keyboard.press(key)
        shows(root, at, weights)
        assert root.get_by_role("radio").nth(at).evaluate("e => e === document.activeElement")
    keyboard.press("Tab")
    assert not root.evaluate("root => root.contains(document.activeElement)")


def test_arrow_keys_follow_the_eye_from_right_to_left(translation: Callable[..., Any]) -> None:
    root, weights = translation("right to left")
    root.get_by_role("radio").nth(3).focus()
    before = root.get_by_role("radio").nth(3).bounding_box()["x"]
    root.page.keyboard.press("ArrowLeft")
    shows(root, 4, weights)
    assert root.get_by_role("radio").nth(4).bounding_box()["x"] < before


def test_a_finger_slides_along_the_letters(translation: Callable[..., Any]) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    root, weights = translation(**phone)
    letters = root.get_by_role("radio")
    finger = root.page.context.new_cdp_session(root.page)

    def touch(kind: str, *at: int) -> None:
        boxes = [letters.nth(i).bounding_box() for i in at]
        middles = [
            {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes
        ]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": middles})

    touch("touchStart", 1)
    shows(root, 1, weights)
    for at in range(2, 10):
        touch("touchMove", at)
        root.page.wait_for_function(
            "at => document.querySelector('.demo').alignment.at === at", arg=at
        )
    touch("touchEnd")
    shows(root, 9, weights)


def test_the_looked_at_letters_are_announced_after_a_pause(translation: Callable[..., Any]) -> None:
    root, _ = translation()
    status = root.get_by_role("status")
    letters = root.get_by_role("radio")
    letters.nth(0).hover()
    letters.nth(2).hover()
    assert status.inner_text() == ""
    root.page.wait_for_function(
        "document.querySelector('[data-demo=alignment] [role=status]').textContent"
    )
    assert status.inner_text() == "m looks at: M (100 %)"


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_any_text_is_shown_letter_by_letter(
    translation: Callable[..., Any],
    violations: Callable[[Any, str], list[str]],
    name: str,
    theme: str,
    width: int,
) -> None:
    root, weights = translation(name, viewport={"width": width, "height": 844})
    page, (source, target) = root.page, TEXTS[name]
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert root.locator(".source span").count() == len(source)
    letters = root.get_by_role("radio")
    assert letters.count() == len(target)
    if target:
        letters.nth(2).hover()  # a weight of 1: the deepest shade
        shows(root, 2, weights)
        widths = letters.evaluate_all("all => all.map((e) => e.getBoundingClientRect().width)")
        assert min(widths) > 4, "every letter has a place to point at"
    else:
        assert "no letter" in root.locator(".looks").inner_text()
    assert violations(page, ".demo") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([[1, 0]], "a row for each of the 2 target letters, they have 1"),
        ([[1, 0], [1]], "row 1 of the weights must have 2 entries"),
    ],
)
def test_weights_of_the_wrong_shape_are_named(
    translation: Callable[..., Any], weights: list[list[float]], message: str
) -> None:
    root, _ = translation()
    call = """([source, target, weights]) => import("./alignment.js")
        .then((module) => module.alignment(source, target, weights))
        .then(() => "no error", (error) => `${error.name}: ${error.message}`)"""
    said = root.page.evaluate(call, ["ab", "👍c", weights])
    assert said.startswith("RangeError: ")
    assert message in said


# ── a page that is opened as a file ──────────────────────────────────────────────────────────


def test_every_demo_starts_on_a_page_that_is_opened_as_a_file(
    book: Path, visit: Callable[..., Any]
) -> None:
    """`visit` fails on an error in the console, such as that a module is blocked."""
    chapters = [path for path in book.glob("*.html") if "data-demo=" in path.read_text("utf-8")]
    assert chapters
    for path in chapters:
        page = visit(path.as_uri())
        for place in page.locator("[data-demo]").all():
            place.scroll_into_view_if_needed()
            page.wait_for_function("place => place.role === 'group'", arg=place.element_handle())
            assert place.locator("[role=status]").count()
            assert "could not start" not in place.inner_text()
        page.close()


def test_without_a_script_a_demo_says_only_what_is_true(
    book: Path, visit: Callable[..., Any]
) -> None:
    page = visit((book / "03-dot-product.html").as_uri(), java_script_enabled=False)
    places = page.locator("[data-demo]").all()
    assert len(places) == 2
    for place in places:
        assert "could not start here" in place.inner_text()
        assert "switched off" not in place.inner_text()
