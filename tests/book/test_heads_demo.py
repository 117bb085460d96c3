"""The demo of chapter 4: the heads in the browser are the package's, and so are the positions."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book.test_demo import write_page

from payattention import checkpoint, export, plots
from payattention.experiments import heads, translation
from payattention.position import position_kernel
from payattention.tokenize import BOS

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "web" / "node_modules" / "onnxruntime-web" / "dist"
FETCHED = ["ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm", export.HEADS]
SOURCE, TARGET = "Saturday, November 21, 2026", "samedi 21 novembre 2026"
LAYERS = ["encoder 1", "encoder 2", "decoder 1", "cross 1", "decoder 2", "cross 2"]


@pytest.fixture(scope="module")
def translator() -> translation.Translator:
    return translation.trained_translator("transformer")


@pytest.fixture(scope="module")
def own_page(
    tmp_path_factory: pytest.TempPathFactory,
    serve: Callable[[Path], str],
    translator: translation.Translator,
) -> str:
    """A page with the demo alone, as the chapter asks for it."""
    if not RUNTIME.exists():
        pytest.skip("onnxruntime-web is not installed: npm ci --prefix web")
    folder = tmp_path_factory.mktemp("heads")
    looks = heads.maps_of(translator, SOURCE, TARGET)
    still, axis = plots.figure()
    last = [head for head in looks if head.place == "cross 2"]
    plots.attention_map(axis, looks[last[0]])
    place = plots.live(
        "heads",
        still=still,
        alt="The weights of one head",
        symbols=list(translator.vocabulary.symbols),
        max_len=translator.max_len,
        source=SOURCE,
        target=TARGET,
        **{f"head{head.number}": looks[head] for head in last},
    )
    write_page(folder, "heads", place._repr_html_())
    for name in ("translator.js", "alignment.js"):
        shutil.copy(ROOT / "web" / "demos" / name, folder)
    for name in FETCHED[:2]:
        shutil.copy(RUNTIME / name, folder)
    shutil.copy(checkpoint.FOLDER / FETCHED[2], folder)
    return f"{serve(folder)}/index.html"


class Demo:
    """A page with the demo, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="heads"]')
        self.root.scroll_into_view_if_needed()
        self.input = self.root.get_by_role("textbox")
        self.layer = self.root.get_by_role("combobox")
        self.input.wait_for()

    def after(self, change: Callable[[], None]) -> dict[str, Any]:
        """What the demo holds when it has translated again."""
        self.root.evaluate("root => { delete root.heads }")
        change()
        self.page.wait_for_function("document.querySelector('[data-demo=heads]').heads")
        return self.root.evaluate("root => root.heads")

    def switch(self, place: str, number: int) -> dict[str, Any]:
        self.layer.select_option(str(LAYERS.index(place)))
        return self.after(lambda: self.root.get_by_role("checkbox").nth(number).click())

    def translate(self, text: str) -> dict[str, Any]:
        def type_it() -> None:
            self.input.fill(text)
            self.input.press("Enter")

        return self.after(type_it)

    def place(self, name: str, position: int) -> dict[str, Any]:
        self.root.locator(f"input.{name}").fill(str(position))
        return self.root.evaluate("root => root.places")

    @property
    def done(self) -> list[bool]:
        return self.root.locator(".goals li").evaluate_all(
            "goals => goals.map((goal) => goal.classList.contains('done'))"
        )


@pytest.fixture
def demo(own_page: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(own_page, reduced_motion="reduce"))


def agrees(state: dict[str, Any], translator: translation.Translator) -> None:
    """Translation, last logits and all maps are those of PyTorch with the same heads off."""
    every = heads.heads(translator)
    off = [head for head, gate in zip(every, state["gates"], strict=True) if not gate]
    ids = translator.vocabulary.encode
    with heads.switched_off(translator, *off), torch.no_grad():
        assert translator.translate([state["source"]]) == [state["target"]]
        written = torch.tensor([ids([BOS, *state["target"]])])
        logits = translator.model(torch.tensor([ids(state["source"])]), written)[0, -1]
        looks = heads.maps_of(translator, state["source"], state["target"] + ".")
    assert state["logits"] == pytest.approx(logits.tolist(), abs=1e-4)
    for head, weights in looks.items():
        kind, layer = head.place.split()
        shown = torch.tensor(state["maps"][kind][int(layer) - 1][head.number])
        torch.testing.assert_close(shown, weights, rtol=0, atol=1e-4)


def test_nothing_is_fetched_before_the_reader_changes_something(
    own_page: str, visit: Callable[..., Any]
) -> None:
    page, asked = visit("about:blank", reduced_motion="reduce"), []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto(own_page)
    demo = Demo(page)
    page.wait_for_load_state("networkidle")
    demo.place("p", 30)
    assert "heads.js" in asked
    assert not set(FETCHED) & set(asked)
    assert demo.root.locator(".maps rect").count() > 50, "the first maps need no model"
    demo.translate("Friday, May 4, 1900")
    assert set(FETCHED) <= set(asked)


def test_with_all_heads_and_without_some_the_numbers_are_pytorchs(
    demo: Demo, translator: translation.Translator
) -> None:
    agrees(demo.translate("Tuesday, July 14, 1789"), translator)
    agrees(demo.switch("cross 2", 0), translator)
    agrees(demo.switch("decoder 1", 2), translator)
    state = demo.after(lambda: demo.root.get_by_role("button", name="All heads on").click())
    assert all(state["gates"])
    agrees(state, translator)


def test_goals_are_ticked_when_they_are_reached(demo: Demo) -> None:
    assert demo.done == [False] * 3
    state = demo.switch("encoder 2", 0)
    assert state["target"] == TARGET
    assert demo.done == [True, False, False]
    demo.switch("encoder 2", 0)  # on again
    assert demo.switch("encoder 1", 1)["target"] == "samedi 12 novembre 2026"
    assert demo.done == [True, True, False]
    demo.place("p", 10)
    demo.place("q", 15)
    assert not demo.done[2], "at distance 5 they are less alike than at 4"
    demo.place("q", 16)
    assert demo.done == [True] * 3


def test_positions_are_as_alike_as_the_package_says(demo: Demo) -> None:
    for p in (0, 20, 59):
        values = demo.place("p", p)["values"]
        distance = torch.arange(60, dtype=torch.float64) - p
        assert values == pytest.approx((position_kernel(distance, 64) / 32).tolist(), abs=1e-9)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "日本語", "🙂", "مرحبا", "x" * 60],
    ids=["empty", "blank", "far", "emoji", "rtl", "long"],
)
def test_any_text_is_answered_with_a_sentence(demo: Demo, text: str) -> None:
    demo.translate(text)
    said = demo.root.locator(".message").inner_text()
    assert said.endswith(".")
    assert "could not be fetched" not in said


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    own_page: str,
    visit: Callable[..., Any],
    violations: Callable[[Any, str], list[str]],
    width: int,
    theme: str,
) -> None:
    page = visit(own_page, viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    Demo(page).switch("cross 2", 1)
    assert violations(page, ".demo") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_script_a_still_figure_is_shown(own_page: str, visit: Callable[..., Any]) -> None:
    page = visit(own_page, java_script_enabled=False)
    assert page.get_by_role("img", name="The weights of one head").is_visible()


def test_the_chapter_switches_heads_in_the_page(
    book: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(f"{serve(book)}/04-multi-head.html", reduced_motion="reduce"))
    assert demo.switch("encoder 1", 1)["target"] == "samedi 12 novembre 2026"
