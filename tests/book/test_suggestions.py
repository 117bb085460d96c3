"""The search dialog lists places while one types: here in a small book."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.book.test_bookpage import Project
from tests.browser import COLOUR_RULES

PAGES = {
    "page": "# A book\n\nIt has two chapters.\n",
    "first": "# Recurrence\n\n## Summary\n\nIt reads in order.\n",
    "second": "# Dot-product attention\n\n(sqrt-d)=\n## Why divide by √dₖ?\n\nThe variance.\n\n"
              "(masks)=\n## Masks\n\nA mask hides.\n\n## Knows no order\n\nIt is a set.\n",
    "evidence/second": "# Evidence: dot products\n\n## Masks are measured\n\nSeven.\n",
    "glossary": "# Glossary\n\n```{glossary}\nscaled scores\n  Divided: {ref}`sqrt-d`.\n\n"
                "causal mask\nlook-ahead mask\n"
                "  It hides what comes later. Chapter 2: {ref}`masks`.\n```\n",
    "notation": "# Notation\n\nIt has no symbols.\n",
    "reference/masks": "# Masks\n\n```{eval-rst}\n.. py:function:: causal_mask(length)\n\n   True"
                       " below the diagonal.\n\n.. py:class:: MaskedHead\n\n"
                       "   .. py:method:: forward(x)\n\n      Look.\n```\n",
}  # fmt: skip
CONTENTS = """format: jb-book
root: page
parts:
  - caption: Chapters
    numbered: true
    chapters:
      - file: first
      - file: second
        sections:
          - file: evidence/second
  - caption: Look it up
    chapters:
      - file: glossary
      - file: notation
      - file: reference/masks
"""
ROWS = "#pst-search-dialog [role=option]"


@pytest.fixture(scope="module")
def small(
    build: Callable[..., subprocess.CompletedProcess[str]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of a built book of two chapters."""
    project = Project(tmp_path_factory.mktemp("suggestions"), build)
    project.write("book/_toc.yml", CONTENTS)
    for name, text in PAGES.items():
        project.write(f"book/{name}.md", text)
    built = project.build()
    assert built.returncode == 0, built.stderr
    return project.folder / "_build/html"


@pytest.fixture(scope="module")
def address(small: Path, serve: Callable[[Path], str]) -> str:
    return serve(small)


@pytest.fixture
def dialog(address: str, visit: Callable) -> Callable[..., Any]:
    """A page whose search dialog has been opened, and in which something has been typed."""

    def typed(text: str, where: str = f"{address}/first.html", **look: Any) -> Any:
        page = visit(where, **look)
        page.keyboard.press("Control+k")
        page.keyboard.type(text)
        page.locator(ROWS).last.filter(has_text=f"“{text}”").wait_for()
        return page

    return typed


def rows(page: Any) -> list[str]:
    return page.locator(ROWS).all_inner_texts()


def places(page: Any) -> list[str]:
    """The rows without the one that searches the text, each on one line."""
    return [re.sub(r"\s+", " ", row) for row in rows(page)[:-1]]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mas", ["Masks Chapter 2", "causal mask, look-ahead mask Glossary", "Masks Reference",
                 "causal_mask() Reference", "MaskedHead Reference",
                 "Masks are measured Evidence 2"]),
        ("mask", ["Masks Chapter 2", "Masks Reference", "causal mask, look-ahead mask Glossary",
                  "MaskedHead Reference", "causal_mask() Reference",
                  "Masks are measured Evidence 2"]),
        ("why sqrt d_k", ["Why divide by √dₖ? Chapter 2"]),
        ("what are causal masks", ["causal mask, look-ahead mask Chapter 2: Masks",
                                   "causal mask, look-ahead mask Glossary",
                                   "causal_mask() Reference"]),
        ("causal_mask", ["causal_mask() Reference"]),
        ("scaled", ["scaled scores Chapter 2: Why divide by √dₖ?", "scaled scores Glossary"]),
        ("masked head", ["MaskedHead Reference"]),
        ("recur", ["Recurrence Chapter 1"]),
        ("why", ["Why divide by √dₖ? Chapter 2"]),
        ("sks", []),
        ("√", ["Why divide by √dₖ? Chapter 2"]),
        ("?", []),
    ],
)  # fmt: skip
def test_typing_lists_the_places_whose_words_begin_so(
    typed: str, found: list[str], dialog: Callable
) -> None:
    assert places(dialog(typed)) == found


MISTYPED = [
    ("recurrnce", "recurrence"),  # a letter is missing
    ("mask cuasal", "mask causal"),  # two are exchanged
    ("maskedhed", "maskedhead"),
    ("attentoin", "attention"),
]


@pytest.mark.parametrize(("typed", "meant"), MISTYPED)
def test_a_typing_error_is_mended(typed: str, meant: str, dialog: Callable) -> None:
    page = dialog(typed)
    assert places(page) == [f"Did you mean “{meant}”?"]
    status = page.locator("#pst-search-dialog [role=status]").text_content()
    assert status == f"No places. Did you mean “{meant}”?"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/search.html?q={meant.replace(' ', '+')}")


@pytest.mark.parametrize("typed", ["msk", "zebra", "causal", "reads"])
def test_what_is_right_short_or_far_from_all_words_is_not_mended(
    typed: str, dialog: Callable
) -> None:
    assert "Did you mean" not in " ".join(places(dialog(typed)))


@pytest.mark.parametrize(("typed", "meant"), MISTYPED)
def test_the_search_page_asks_what_was_meant(
    typed: str, meant: str, address: str, visit: Callable
) -> None:
    page = visit(f"{address}/search.html?q={typed}")
    page.locator(".meant a").click()
    page.wait_for_url(f"**/search.html?q={meant.replace(' ', '+')}")
    page.locator("ul.search a").first.wait_for()
    assert not page.locator(".meant").count()


def test_a_hit_inside_of_a_word_is_one_only_if_it_can_be_marked(
    address: str, visit: Callable
) -> None:
    found = {}
    for sought in (
        "arian",
        "chaptered",
        "hapting",
        "varianc",
    ):  # stems: arian, chapter, hapt, varianc
        page = visit(f"{address}/search.html?q={sought}")
        page.wait_for_function("Search.status.textContent.match(/page|Nothing/)")
        found[sought] = page.locator("ul.search > li").count() > 0
    assert found == {"arian": True, "chaptered": True, "hapting": False, "varianc": True}


def test_the_keyboard_opens_a_place(dialog: Callable) -> None:
    page = dialog("order")
    field = page.locator("#pst-search-dialog input")
    assert field.get_attribute("aria-expanded") == "true"
    status = page.locator("#pst-search-dialog [role=status]")
    assert status.text_content() == "1 place"
    assert status.bounding_box()["height"] <= 1  # for screen readers
    for key, place in [("ArrowUp", 1), ("ArrowUp", 0), ("ArrowUp", None), ("ArrowDown", 0)]:
        page.keyboard.press(key)
        active = field.get_attribute("aria-activedescendant")
        assert active == ("" if place is None else f"suggestion-{place}")
        marked = page.locator(f"{ROWS}[aria-selected=true]")
        assert marked.count() == (place is not None)
    page.keyboard.press("Enter")
    page.wait_for_url("**/second.html#knows-no-order")


def test_a_place_on_the_open_page_closes_the_dialog(dialog: Callable, address: str) -> None:
    page = dialog("summary")
    page.locator(ROWS).first.click()
    page.wait_for_url("**/first.html#summary")
    assert not page.locator("#pst-search-dialog").is_visible()


def test_escape_closes_the_dialog_and_it_opens_again(dialog: Callable) -> None:
    page = dialog("mask")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert not page.locator("#pst-search-dialog").is_visible()
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+a")
    page.keyboard.type("summary")
    assert places(page) == ["Summary Chapter 1"]
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    assert not page.locator("#suggestions").is_visible()


@pytest.mark.parametrize(
    "keys", [["Enter"], ["ArrowUp", "Enter"], ["ArrowDown", "ArrowUp", "Enter"]]
)
def test_enter_without_a_place_searches_the_text(keys: list[str], dialog: Callable) -> None:
    page = dialog("variance")
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_url("**/search.html?q=variance")
    assert page.locator("ul.search a[href^='second.html']").first.text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_in_the_dialog(
    scheme: str, width: int, dialog: Callable, violations: Callable
) -> None:
    page = dialog("mask", color_scheme=scheme, viewport={"width": width, "height": 844})
    page.keyboard.press("ArrowDown")
    rules = COLOUR_RULES if scheme == "dark" else ()
    assert violations(page, "#pst-search-dialog", rules) == []
    assert page.locator(ROWS).first.bounding_box()["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_works_in_a_page_that_is_opened_as_a_file(small: Path, dialog: Callable) -> None:
    page = dialog("causal", where=(small / "reference/masks.html").as_uri())
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("file://**/second.html#masks")


def test_nothing_is_loaded_before_the_dialog_opens(address: str, visit: Callable) -> None:
    page = visit("about:blank")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    page.goto(f"{address}/first.html")
    page.wait_for_load_state("networkidle")
    assert not {"places.js", "suggest.js", "language_data.js"} & set(fetched)


def test_each_address_leads_to_a_place(small: Path) -> None:
    text = (small / "_static/places.js").read_text("utf-8")
    groups = json.loads(text.removeprefix("const PLACES = ").rstrip(";\n"))
    assert len(groups) > len(PAGES)
    for _, _, page, titles in groups:
        html = (small / f"{page}.html").read_text("utf-8")
        assert all(f'id="{anchor}"' in html for _, anchor in titles if anchor)
