"""The demo of chapter 2: the translator in the browser is the package's, and survives any text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.decode import greedy
from payattention.experiments import translation
from payattention.tokenize import BOS, EOS

EXAMPLE = demos.ENGLISH, demos.FRENCH


@pytest.fixture(scope="module")
def translator() -> translation.Translator:
    return translation.trained_translator()


class Demo(demos.Translating):
    name = "translator"


@pytest.fixture(scope="module")
def own_page(alone: Callable[[str], str]) -> str:
    return alone("translator")


@pytest.fixture
def demo(own_page: str, visit: Callable[..., Any]) -> Demo:
    return Demo(visit(own_page, reduced_motion="reduce"))


def test_the_example_needs_no_model(demo: Demo) -> None:
    assert demo.root.locator(".target").inner_text() == EXAMPLE[1]
    assert demo.page.evaluate(
        "performance.getEntries().every(({ name }) => !name.endsWith('.onnx'))"
    )


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE[0],
        "Friday, May 4, 3000",
        "a",
        "hello",
        "  2026  ",
        "Wednesday, September 30, 1888 " * 6,
    ],
)
def test_every_number_is_that_of_pytorch(
    demo: Demo, translator: translation.Translator, text: str
) -> None:
    """Logits and weights of every step, within 1e-4."""
    found = demo.translate(text)
    ids = translator.vocabulary.ids
    expected = translator.translate([text])[0]
    assert found["target"] == expected
    assert found["ended"] == (len(expected) < translator.max_len - 1)
    source = torch.tensor([translator.vocabulary.encode(text)])
    target = torch.tensor([translator.vocabulary.encode([BOS, *expected])])
    with torch.no_grad():
        logits = translator.model(source, target)[0, : len(expected)]
    torch.testing.assert_close(torch.tensor(found["logits"]).float(), logits, rtol=0, atol=1e-4)
    weights = translation.alignment(translator, text, expected)
    torch.testing.assert_close(torch.tensor(found["weights"]).float(), weights, rtol=0, atol=1e-4)
    tokens = greedy(
        translator.model.step,
        torch.tensor([[ids[BOS]]]),
        max_new=translator.max_len - 1,
        eos=ids[EOS],
        cache=translator.model.start(source),
    )
    assert len(expected) == (tokens != ids[EOS]).sum()


def test_what_it_holds_to_be_right_is_what_babel_writes(demo: Demo) -> None:
    pairs = translation.known_and_new_dates()[1][:400]
    call = f"""import("./shared/dates.js").then((module) =>
        {json.dumps([english for english, _ in pairs])}.map((text) => module.truth(text)))"""
    for (_, french), truth in zip(pairs, demo.page.evaluate(call), strict=True):
        assert truth == {"french": french, "exists": True}


@pytest.mark.parametrize(
    ("text", "exists"),
    [
        ("Friday, February 29, 2000", True),
        ("Friday, February 29, 1900", False),
        ("Friday, February 29, 4", True),
        ("Monday, April 31, 2001", False),
        ("Monday, April 32, 2001", None),
        ("Monday, April 0, 2001", None),
        ("monday, April 1, 2001", None),
        ("Monday April 1, 2001", None),
        ("Monday, April 1, 20010", None),
        ("", None),
    ],
)
def test_it_knows_the_calendar_and_what_is_no_date(
    demo: Demo, text: str, exists: bool | None
) -> None:
    call = (
        'text => import("./shared/dates.js").then((module) => module.truth(text)?.exists ?? null)'
    )
    assert demo.page.evaluate(call, text) == exists


def test_goals_are_ticked_when_they_are_reached_and_stay_ticked(
    demo: Demo, translator: translation.Translator
) -> None:
    years = range(2200, 10000, 100)
    wrong = next(
        y for y in years if not translator.translate([f"Friday, May 4, {y}"])[0].endswith(f" {y}")
    )
    assert demo.done == [False] * 3
    demo.translate(EXAMPLE[0])
    assert demo.done == [False] * 3, "a right translation of an ordinary date"
    demo.translate(f"Friday, May 4, {wrong}")
    assert demo.done == [True, False, False]
    assert f"Right would be: \u2068vendredi 4 mai {wrong}\u2069." in demo.message.inner_text()
    assert demos.lesson(demo.root).startswith("It was trained on")
    demo.page.wait_for_function(
        "document.querySelector('.spoken').textContent.startsWith('Goal reached: Find a date')"
    )
    demo.translate("Friday, February 30, 2001")
    assert demo.done == [True, True, False]
    demo.translate("hello")
    assert demo.done == [True, True, True]
    demo.translate(EXAMPLE[0])
    assert demo.done == [True, True, True]


def test_the_examples_are_translated_at_a_press_and_the_last_is_near_failures(
    demo: Demo, translator: translation.Translator
) -> None:
    for text, state in demo.press_examples():
        assert state["target"] == translator.translate([text])[0]
    assert demo.done == [False] * 3, "to find the failure is left to the reader"
    for year in ("2201", "2205", "2400", "2500", "3200"):
        near = text.replace("2200", year)
        assert not translator.translate([near])[0].endswith(f" {year}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type a date, and its translation appears here."),
        (" \t ", "Type a date, and its translation appears here."),
        ("Zoë", "never seen “\u2068Z\u2069” and “\u2068ë\u2069”."),
        ("May 👩‍👧, 👍🏽", "never seen “\u2068👩‍👧\u2069” and “\u2068👍🏽\u2069”."),
        ("יום שבת", "never seen “\u2068י\u2069”, “\u2068ו\u2069”"),
        ("kqwxz!?", "and 2 more."),
        ("[BOS]", "never seen “\u2068[\u2069”"),
        ("<img src=x>", "never seen “\u2068<\u2069”"),
    ],
)
def test_what_it_cannot_read_is_said_in_a_sentence(demo: Demo, text: str, said: str) -> None:
    found = demo.translate(text)
    assert said in found["fault"]
    assert demo.message.inner_text() == found["fault"]
    assert not demo.root.locator(".target").is_visible(), "nothing of the text before is left"
    assert demo.translate(EXAMPLE[0])["target"] == EXAMPLE[1], "and it goes on"


def test_a_very_long_text_is_cut_where_the_field_says(demo: Demo) -> None:
    demo.input.click()
    demo.page.keyboard.press("Control+a")
    demo.page.keyboard.insert_text("May 4, 2026 " * 50)
    assert len(demo.input.input_value()) == 200
    assert len(demo.translate("May 4, 2026 " * 16)["source"]) == 192
    assert demo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_letters_appear_one_after_the_other_and_a_newer_text_wins(
    own_page: str, visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(own_page, reduced_motion="no-preference"))
    demo.translate("Friday, May 4, 1900")
    target = demo.root.locator(".target")
    demo.input.fill(EXAMPLE[0])  # no Enter: it begins by itself
    demo.page.wait_for_function(
        "document.querySelector('[data-demo=translator] .target').textContent.startsWith('sa')"
    )
    assert len(target.inner_text()) < len(EXAMPLE[1])
    found = demo.translate("Sunday, July 14, 1889")
    assert found["target"] == target.inner_text() == "dimanche 14 juillet 1889"
    demo.page.wait_for_timeout(700)
    assert target.inner_text() == "dimanche 14 juillet 1889", "the overtaken one has stopped"


def test_its_letters_show_where_they_looked_by_keyboard(demo: Demo) -> None:
    found = demo.translate(EXAMPLE[0])
    letters = demo.root.get_by_role("radio")
    assert letters.count() == len(EXAMPLE[1])
    assert letters.last.get_attribute("aria-checked") == "true"
    letters.last.focus()
    demo.page.keyboard.press("Home")
    shades = demo.root.locator(".source span").evaluate_all(
        "letters => letters.map((letter) => Number(letter.style.getPropertyValue('--weight')))"
    )
    assert shades == pytest.approx(found["weights"][0], abs=1e-6)


def test_the_chapter_translates_in_the_page(
    book: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(f"{serve(book)}/02-bahdanau.html", reduced_motion="reduce"))
    demo.root.scroll_into_view_if_needed()
    assert demo.root.locator(".target").inner_text() == EXAMPLE[1]
    assert demo.translate("Tuesday, July 14, 1789")["target"] == "mardi 14 juillet 1789"
