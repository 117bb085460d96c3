"""What holds of every live demo: axe, themes, widths, no script, a model that does not come."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.book.demos import DEMOS, TOO_WIDE, TRANSLATORS, WITH_MODELS, after, ask, done, lesson
from tests.browser import COLOUR_RULES, NARROW_RULES

ROOT = Path(__file__).parents[2]


def test_every_demo_is_among_them() -> None:
    assert set(DEMOS) == {script.stem for script in (ROOT / "web" / "demos").glob("*.js")}


@pytest.fixture(params=DEMOS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def address(
    name: str, serve: Callable[[Path], str], book: Path, alone: Callable[[str], str]
) -> str:
    """The address of the chapter with the demo, or of a page of its own."""
    chapter = DEMOS[name].chapter
    return f"{serve(book)}/{chapter}.html" if chapter else alone(name)


def started(page: Any, name: str) -> Any:
    """The place of a demo, when its script has filled it."""
    root = page.locator(f'.demo[data-demo="{name}"]').first
    page.wait_for_function(  # on a phone, what comes near gets its height, and moves the rest
        "demo => { demo.scrollIntoView(); return demo.role === 'group' }", arg=root.element_handle()
    )
    return root


def leave_alone(root: Any) -> None:
    """Take the rest of the chapter's text away: axe would read all of it, again and again.

    The bar at the top goes, too. It stays where it is while the page scrolls, and axe would find
    that its buttons cover whatever control has just been scrolled below them.
    """
    root.evaluate(
        """demo => {
          document.querySelector(".bd-header-article")?.remove()
          for (let place = demo; !place.matches("article, body"); place = place.parentElement)
            for (const other of [...place.parentElement.children])
              if (other !== place) other.remove()
        }"""
    )


@pytest.mark.parametrize(("width", "all_rules"), [(1280, ()), (390, NARROW_RULES)])
def test_axe_finds_nothing_and_nothing_overflows(
    address: str,
    name: str,
    visit: Callable[..., Any],
    violations: Callable[..., list[str]],
    width: int,
    all_rules: tuple[str, ...],
) -> None:
    """As it begins, and after everything that a reader does, in both themes."""
    viewport = {"width": width, "height": 844}
    page = visit(address, viewport=viewport, reduced_motion="reduce")
    root = started(page, name)
    leave_alone(root)
    for scene in (lambda root: None, *DEMOS[name].scenes):
        scene(root)
        assert root.evaluate(TOO_WIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for theme, rules in (("light", all_rules), ("dark", COLOUR_RULES)):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            assert violations(page, f'.demo[data-demo="{name}"]', rules) == [], theme


@pytest.mark.parametrize("width", [1280, 390])
def test_its_place_is_kept_until_it_is_there(
    name: str, alone: Callable[[str], str], visit: Callable[..., Any], width: int
) -> None:
    """The page does not jump when the script fills the place."""
    root = started(visit(alone(name), viewport={"width": width, "height": 844}), name)
    height = "root => root.getBoundingClientRect().height"
    filled = root.evaluate(height)
    root.evaluate("root => root.replaceChildren()")
    assert root.evaluate(height) == pytest.approx(filled, abs=0.12 * filled)


@pytest.mark.parametrize("width", [1366, 390])
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("translator", ("Friday, May 4, 3000", "Friday, February 30, 2001", "hello")),
        ("writer", ("If the obj",)),
        ("induction", ("abcda", "xabyaca")),
    ],
)
def test_nothing_moves_when_a_goal_is_reached(
    name: str,
    alone: Callable[[str], str],
    visit: Callable[..., Any],
    texts: tuple[str, ...],
    width: int,
) -> None:
    viewport = {"width": width, "height": 844}
    root = started(visit(alone(name), viewport=viewport, reduced_motion="reduce"), name)
    form, top = root.locator("form"), "form => form.getBoundingClientRect().top + scrollY"
    place = form.evaluate(top)
    for i, text in enumerate(texts):
        ask(root, text)
        assert done(root).count(True) == i + 1
        lesson(root)
        assert form.evaluate(top) == place


def test_without_script_a_sentence_and_a_still_figure_stand_in_its_place(
    address: str, name: str, visit: Callable[..., Any]
) -> None:
    page = visit(address, java_script_enabled=False)
    root = page.locator(f'.demo[data-demo="{name}"]').first
    assert root.get_by_text("it needs JavaScript").is_visible()
    assert page.evaluate("document.readyState") == "complete"
    still = root.locator("img, .picture svg")
    assert still.is_visible()
    assert still.bounding_box()["height"] > 150
    assert re.search(
        "weight|gradient|attention|mask|look",
        still.get_attribute("alt") or still.get_attribute("aria-label"),
    )
    room = root.bounding_box()["height"] - still.bounding_box()["height"]
    assert room < 150, "no room is kept for what will not come"


# ── demos with a trained model ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", WITH_MODELS)
def test_nothing_is_fetched_before_the_reader_asks_for_something(
    name: str, alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    page, asked = visit("about:blank", reduced_motion="reduce"), []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto(alone(name))
    root = started(page, name)
    page.wait_for_load_state("networkidle")
    assert f"{name}.js" in asked
    root.locator("input[type=text], textarea, .field").first.focus()
    page.keyboard.press("Tab")
    DEMOS[name].idle(root)
    page.wait_for_load_state("networkidle")
    assert not set(DEMOS[name].fetches) & set(asked), "to pass through is not to type"
    after(root, lambda: DEMOS[name].begin(root))
    assert set(DEMOS[name].fetches) <= set(asked)


@pytest.mark.parametrize("name", WITH_MODELS)
def test_a_model_that_cannot_be_fetched_is_said_and_can_be_tried_again(
    name: str, alone: Callable[[str], str], browser: Any
) -> None:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(alone(name))
    root = started(page, name)
    page.route("**/*.onnx", lambda route: route.fulfill(status=404))
    DEMOS[name].begin(root)
    page.wait_for_function(
        "document.querySelector('.message').textContent.includes('could not be')"
    )
    assert ".onnx: 404" in root.locator(".message").inner_text()
    page.unroute("**/*.onnx")
    found = after(root, lambda: DEMOS[name].begin(root))
    assert DEMOS[name].has_read(found)
    assert "could not be" not in root.locator(".message").inner_text()
    page.context.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type a date"),
        ("   ", "Type a date"),
        ("日本語", "never seen “\u2068日\u2069”, “\u2068本\u2069” and “\u2068語\u2069”"),
        ("May 👩‍👧", "never seen “\u2068👩‍👧\u2069”"),
        ("مرحبا", "never seen “\u2068م\u2069”"),
        ("x" * 60, "never seen “\u2068x\u2069”"),
        ("<img src=x>", "never seen “\u2068<\u2069”"),
    ],
    ids=["empty", "blank", "far", "emoji", "rtl", "long", "markup"],
)
@pytest.mark.parametrize("name", TRANSLATORS)
def test_what_it_cannot_read_is_said_in_a_sentence(
    name: str, alone: Callable[[str], str], visit: Callable[..., Any], text: str, said: str
) -> None:
    root = started(visit(alone(name), reduced_motion="reduce"), name)
    found = ask(root, text)
    assert said in found["fault"]
    assert root.locator(".message").inner_text() == found["fault"]
    assert found["fault"].endswith(".")
    assert DEMOS[name].has_read(ask(root, "Friday, May 4, 1900")), "and it goes on"


@pytest.mark.parametrize("name", ["heads", "transformer"])
def test_a_text_that_is_longer_than_the_table_of_positions_is_not_read(
    name: str, alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    root = started(visit(alone(name), reduced_motion="reduce"), name)
    assert "fault" not in ask(root, "May 4, 2026 May 4, 2026 May 4,")  # 30 letters
    assert "positions for 31" in ask(root, "May 4, 2026 " * 4)["fault"]


@pytest.mark.parametrize("name", WITH_MODELS)
def test_on_a_page_that_is_opened_as_a_file_it_says_how_to_serve_the_book(
    name: str, book: Path, visit: Callable[..., Any]
) -> None:
    page = visit((book / f"{DEMOS[name].chapter}.html").as_uri(), reduced_motion="reduce")
    root = started(page, name)
    DEMOS[name].begin(root)
    message = root.locator(".message", has_text="http.server")
    message.wait_for()
    said = message.inner_text()
    assert "run “python3 -m http.server --bind 127.0.0.1”" in said
    assert f"http://127.0.0.1:8000/{DEMOS[name].chapter}.html" in said
