"""The book in a browser: by day, by night, on a phone, on paper, and by keyboard."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.book.chapters import BELOW
from tests.browser import COLOUR_RULES

from payattention import plots

EXERCISE = "exercises/03-dot-product/03-dot-product.html"
PAGES = ["index.html", "03-dot-product.html", "instructor.html", EXERCISE]
LOOKS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1440, "height": 900}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1440, "height": 900}},
    "phone": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}},
}
WIDTHS = [390, 1200, 1280, 1366, 1440, 1536]  # of a phone, and of laptops
KB = 1000
SHOWN = "element => element.checkVisibility({ checkVisibilityCSS: true })"


def at(site: str, book: Path, page: str) -> str:
    if not (book / page).exists():
        pytest.skip(f"{page} is not in the book")
    return f"{site}/{page}"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", [*PAGES, "search.html?q=attention"])
def test_axe_finds_nothing(
    page: str, look: str, site: str, book: Path, visit: Callable, violations: Callable
) -> None:
    opened = visit(at(site, book, page.split("?")[0]) + page[len(page.split("?")[0]) :],
                   **LOOKS[look])  # fmt: skip
    opened.wait_for_load_state("networkidle")
    assert violations(opened, "html", COLOUR_RULES if look == "dark" else ()) == []


@pytest.mark.parametrize("page", ["summary", "comparisons", "prerequisites", "planning", "tasks"])
def test_axe_finds_nothing_on_a_dark_phone(
    page: str, site: str, book: Path, visit: Callable, violations: Callable
) -> None:
    opened = visit(at(site, book, f"{page}.html"), color_scheme="dark",
                   viewport={"width": 390, "height": 844})  # fmt: skip
    opened.wait_for_load_state("networkidle")
    assert violations(opened, "html", COLOUR_RULES) == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_link_that_skips_to_the_text_can_be_read(
    look: str, site: str, visit: Callable, violations: Callable
) -> None:
    page = visit(f"{site}/index.html", **LOOKS[look])
    page.keyboard.press("Tab")
    page.locator("#pst-skip-link a:focus").wait_for()
    page.wait_for_timeout(300)  # it slides in
    assert violations(page, "#pst-skip-link") == []


def test_the_contents_mark_the_section_that_is_read(site: str, visit: Callable) -> None:
    page = visit(f"{site}/03-dot-product.html", viewport={"width": 1366, "height": 768})
    colour = "link => getComputedStyle(link).color"
    other = page.locator(".bd-docs-nav a[href='#summary']").evaluate(colour)
    for section in ("masks", "self-attention"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        marked = page.locator(f".bd-docs-nav a[aria-current][href='#{section}']")
        marked.wait_for()
        assert page.locator(".toc-entry a[aria-current]").count() == 1
        assert marked.evaluate(colour) != other


def test_no_page_scrolls_sideways(site: str, book: Path, visit: Callable) -> None:
    """Also: every page opens without an error, and without a request to another machine."""
    page = visit("about:blank")
    for path in sorted(book.rglob("*.html")):
        if "_static" in path.parts:
            continue
        page.set_viewport_size({"width": WIDTHS[-1], "height": 844})
        page.goto(f"{site}/{path.relative_to(book).as_posix()}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name


def test_a_page_from_disk_has_the_letters_of_the_book(book: Path, visit: Callable) -> None:
    page = visit((book / "03-dot-product.html").as_uri())
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    browser = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        browser.send(f"{domain}.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    for part in ("article p", "article p strong"):
        node = browser.send("DOM.querySelector", {"nodeId": root, "selector": part})["nodeId"]
        fonts = browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert all(font["familyName"].startswith("Source Serif 4") for font in fonts), part


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("look", ["light", "phone"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_moves_while_a_page_loads(
    page: str, look: str, site: str, book: Path, visit: Callable
) -> None:
    opened = visit("about:blank", **LOOKS[look])
    opened.add_init_script(SHIFTS)
    opened.goto(at(site, book, page))
    opened.wait_for_load_state("networkidle")
    opened.wait_for_timeout(500)
    assert opened.evaluate("shifts.reduce((a, b) => a + b, 0)") < 0.05


def test_wide_things_scroll_in_their_own_box_and_by_keyboard(
    site: str, book: Path, visit: Callable
) -> None:
    page = visit(at(site, book, "03-dot-product.html"), **LOOKS["phone"])
    page.wait_for_load_state("load")
    page.wait_for_timeout(400)  # the theme waits 300 ms before it looks at what overflows
    stuck = """() => [...document.querySelectorAll("article :is(pre, .katex-display, .output)")]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .filter((box) => getComputedStyle(box).overflowX !== "visible")
      .filter((box) => box.tabIndex < 0)
      .map((box) => box.className + box.textContent.slice(0, 60))"""
    assert page.evaluate(stuck) == []


def test_nothing_of_a_chapter_is_cut_on_a_desktop(site: str, book: Path, visit: Callable) -> None:
    """Formulas, tables and all code that is not folded away are shown whole."""
    page = visit("about:blank", viewport={"width": 1366, "height": 768})
    cut = """() => [...document.querySelectorAll(
        "article :is(pre, .katex-display, .pst-scrollable-table-container)")]
      .filter((box) => box.checkVisibility() && !box.closest("details"))
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => box.textContent.trim().slice(0, 60))"""
    for path in [*sorted(book.glob("0*.html")), *(book / f"{name}.html" for name in BELOW)]:
        page.goto(f"{site}/{path.name}")
        page.evaluate("document.fonts.ready")
        assert page.evaluate(cut) == [], path.name


def test_a_chapter_weighs_little(
    site: str, book: Path, visit: Callable, record_property: Callable, capsys: Any
) -> None:
    """What a first visit fetches, read to the end, each file gzipped as a server sends it."""
    page = visit("about:blank", **LOOKS["light"])
    responses: list[Any] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(at(site, book, "03-dot-product.html"))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_load_state("networkidle")
    weights: dict[str, int] = {}
    for response in responses:
        kind = response.request.resource_type
        weights[kind] = weights.get(kind, 0) + len(gzip.compress(response.body(), 9))
    total = sum(weights.values())
    listed = ", ".join(f"{kind} {size / KB:.0f}" for kind, size in sorted(weights.items()))
    record_property("gzipped", f"{total / KB:.0f} kB ({listed})")
    with capsys.disabled():
        print(f"\nchapter 3, gzipped: {total / KB:.0f} kB ({listed})")
    assert {"document", "font", "image", "script", "stylesheet"} <= weights.keys()
    assert weights["document"] > 5 * KB
    assert total <= 350 * KB, weights
    assert weights.get("script", 0) <= 150 * KB, weights


def test_lines_of_prose_hold_some_seventy_letters(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", **LOOKS["light"])
    page.evaluate("document.fonts.ready")
    letters = page.evaluate("""() => {
      const paragraph = [...document.querySelectorAll("article p")]
        .reduce((a, b) => (a.textContent.length > b.textContent.length ? a : b));
      const lines = paragraph.clientHeight / parseFloat(getComputedStyle(paragraph).lineHeight);
      return paragraph.textContent.length / Math.round(lines);
    }""")
    assert 58 <= letters <= 80


def test_letters_in_figures_can_be_read_by_night(site: str, book: Path, visit: Callable) -> None:
    page = visit(at(site, book, "03-dot-product.html"), **LOOKS["dark"])
    brightness, paper = page.evaluate("""() => [
      getComputedStyle(document.querySelector("article figure img")).filter,
      getComputedStyle(document.body).backgroundColor,
    ]""")
    factor = float(re.fullmatch(r"brightness\(([\d.]+)\)", brightness)[1])
    ink = [min(255, factor * int(plots.INK[i : i + 2], 16)) for i in (1, 3, 5)]
    assert contrast(ink, [int(channel) for channel in re.findall(r"\d+", paper)]) >= 4.5


def contrast(one: list[float], other: list[float]) -> float:
    """WCAG 2.2, "contrast ratio", of two colours in sRGB, 0 to 255."""

    def luminance(colour: list[float]) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_prints_black_on_white_without_navigation(
    scheme: str, site: str, book: Path, visit: Callable
) -> None:
    page = visit(at(site, book, "03-dot-product.html"), color_scheme=scheme)
    page.emulate_media(media="print")
    furnishing = [".bd-sidebar-primary", ".bd-header-article", ".prev-next", ".copybtn"]
    assert page.query_selector("details.hide > summary")
    for furniture in [*furnishing, "details.hide > summary"]:
        for element in page.query_selector_all(furniture):
            assert not element.evaluate(SHOWN), furniture
    for part in ["h1", "article p", "article .katex-display"]:
        assert page.query_selector(part).evaluate(SHOWN), part
    colours = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor,"
        " getComputedStyle(document.querySelector('article section > p')).color,"
        " getComputedStyle(document.querySelector('article .highlight .kn')).color]"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)", "rgb(0, 0, 0)"]
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 3


def test_the_theme_goes_round_and_is_remembered(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", **LOOKS["light"])
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "light"
    seen = []
    for _ in range(3):
        page.click(".theme-switch-button")
        seen.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(seen) == ["auto", "dark", "light"]
    while page.evaluate(theme) != "dark":
        page.click(".theme-switch-button")
    page.goto(f"{site}/bibliography.html")
    assert page.evaluate(theme) == "dark"


def test_the_keyboard_finds_a_page(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", **LOOKS["light"])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main-content"
    page.keyboard.press("Control+k")
    page.keyboard.type("segment anything")
    page.keyboard.press("Enter")
    page.wait_for_selector("ul.search li")
    assert page.query_selector("ul.search a[href^='sam.html']")
    # A hit is shown with the words around it, not with the page's buttons.
    assert "system" not in page.inner_text("ul.search")


@pytest.mark.parametrize(
    ("sought", "sentence"),
    [
        ("variance", "Let the entries of q and k be independent"),  # a formula once, in letters
        ("weekday", "A key has two numbers: how much the word is a"),  # prose before code
        ("may_look", "may_look = torch.tensor("),  # but code where it must be
        ("dictionary", "A Python dictionary does half"),  # its stem, "dictionari", is nowhere
    ],
)
def test_a_search_quotes_what_a_reader_reads(
    sought: str, sentence: str, site: str, book: Path, visit: Callable
) -> None:
    at(site, book, "03-dot-product.html")
    page = visit(f"{site}/search.html?q={sought}", **LOOKS["light"])
    hit = "ul.search li:has(> a[href^='03-dot-product.html']) .context"
    page.wait_for_selector(hit)
    assert sentence in page.inner_text(hit)
    quotes = " ".join(page.locator("ul.search .context").all_inner_texts())
    assert "\\" not in quotes
    assert not re.search(r"[\u200b\n]", quotes)
    assert "from payattention" not in quotes  # the imports are folded away
    assert "Download" not in quotes


def test_a_search_leads_to_the_section(site: str, visit: Callable) -> None:
    page = visit(f"{site}/search.html?q=nucleus", **LOOKS["light"])
    hit = page.locator("ul.search a[href^='06-bert-gpt.html#']")
    hit.first.wait_for()
    place, words = hit.first.get_attribute("href"), hit.first.inner_text()
    assert "›" in words
    page.goto(f"{site}/{place}")
    section = page.locator(f"section[id='{place.partition('#')[2]}']")
    assert "nucleus" in section.inner_text()
    assert words.rpartition("› ")[2] in section.locator("h2, h3").first.inner_text()


@pytest.mark.parametrize(
    ("sought", "symbol", "section"),
    [
        ("d_k", "d_k", "03-dot-product.html"),
        ("dₖ", "d_k", "03-dot-product.html"),  # as one copies it from a heading
        ("α_ij", r"\alpha_ij", "02-bahdanau.html"),
        ("W_Q", "W_Q", "03-dot-product.html"),
    ],
)
def test_a_symbol_is_found_in_the_notation(
    sought: str, symbol: str, section: str, site: str, visit: Callable
) -> None:
    page = visit(f"{site}/search.html?q={sought}", **LOOKS["light"])
    found = page.locator("ul.named li")
    found.first.wait_for()
    names = page.locator("ul.named b").all_inner_texts()
    assert any(symbol.lstrip("\\") in name for name in names), names
    assert page.locator(f"ul.named a[href^='{section}#']").count()


@pytest.mark.parametrize(
    ("sought", "place"),
    [
        ("why sqrt d_k", "03-dot-product.html#sqrt-d"),
        ("Why divide by √dₖ?", "03-dot-product.html#sqrt-d"),
        ("causal mask", "03-dot-product.html#masks"),
        ("what are causal masks", "03-dot-product.html#masks"),
        ("flash attention", "03-dot-product.html#quadratic-memory"),
        ("RoPE", "04-multi-head.html#relative"),
        ("teacher forcing", "05-transformer.html#label-shift"),
        ("LoRA", "06-bert-gpt.html#transfer"),
        ("top-p", "06-bert-gpt.html#sampling"),
        ("skip connection", "05-transformer.html#residual-norm"),
        ("BPE", "06-bert-gpt.html#tokens"),
    ],
)
def test_what_people_type_is_found_at_its_section(
    sought: str, place: str, site: str, visit: Callable
) -> None:
    page = visit(f"{site}/search.html?q={quote(sought)}", **LOOKS["light"])
    named = page.locator("ul.named a")
    named.first.wait_for()
    places = [link.get_attribute("href") for link in named.all()]
    assert place in places
    assert not [one for one in places if one.startswith("#")], "leads nowhere on this page"
    assert page.locator("ul.named li").count() <= 2


def test_a_whole_word_comes_before_a_part_of_one(site: str, visit: Callable) -> None:
    page = visit(f"{site}/search.html?q=RoPE", **LOOKS["light"])
    page.locator("ul.search .context").first.wait_for()
    assert re.search(r"\bRoPE\b", page.locator("ul.search .context").first.inner_text())


@pytest.mark.parametrize(
    ("sought", "first"),
    [
        ("RoPE", "08-since-then.html#rope-only-the-distance-is-left"),
        ("positional encoding", "04-multi-head.html#"),
        ("vanishing gradient", "01-rnn-limits.html#why-distant-tokens-are-hard-to-learn"),
        ("masks", "03-dot-product.html#masks"),
        ("LoRA", "glossary.html#term-LoRA"),
    ],
)
def test_the_first_result_is_the_section_that_is_about_it(
    sought: str, first: str, site: str, visit: Callable
) -> None:
    page = visit(f"{site}/search.html?q={quote(sought)}", **LOOKS["light"])
    link = page.locator("ul.search a").first
    link.wait_for()
    assert link.get_attribute("href").startswith(first)
    words = page.locator("ul.search .context").first.inner_text().lower()
    assert sought == "LoRA" or any(word[:4].lower() in words for word in sought.split())


def test_the_evidence_comes_last(site: str, visit: Callable) -> None:
    page = visit(f"{site}/search.html?q=dropout", **LOOKS["light"])
    page.wait_for_selector("ul.search li")
    pages = [link.get_attribute("href") for link in page.locator("ul.search a").all()]
    chapters = [i for i, href in enumerate(pages) if re.match(r"\d\d-", href)]
    evidence = [i for i, href in enumerate(pages) if href.startswith("evidence/")]
    assert chapters[0] == 0
    assert not evidence or max(chapters) < min(evidence)


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("why sqrt d_k", "sqrt-d"),
        ("causal mask", "masks"),
        ("flash attention", "flash-attention"),
        ("RoPE", "rope"),
        ("teacher forcing", "train-attention"),
        ("LoRA", "transfer"),
        ("vanishing gradient", "rnn-gradients"),
        ("positional encoding", "naive-positions"),
        ("beam search", "length-penalty"),
        ("layer norm", "residual-norm"),
    ],
)
def test_the_first_place_that_is_listed_while_one_types_explains_it(
    typed: str, label: str, site: str, visit: Callable
) -> None:
    page = visit(f"{site}/index.html", **LOOKS["light"])
    page.keyboard.press("Control+k")
    page.keyboard.type(typed)
    page.locator("[role=option]").last.filter(has_text=f"“{typed}”").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/0.*#"))
    assert page.locator(f"section:target > #{label}, section#{label}:target").count() == 1


def test_the_list_of_places_is_small(book: Path) -> None:
    places = (book / "_static/places.js").read_bytes()
    assert 5 * KB < len(gzip.compress(places, 9)) < 40 * KB


MARKED = "[...(CSS.highlights.get('sought') ?? [])].map((one) => one.startContainer.parentElement)"


def test_what_was_sought_is_marked_on_the_page_of_a_result_only(site: str, visit: Callable) -> None:
    page = visit(f"{site}/search.html?q=masks", **LOOKS["light"])
    page.wait_for_selector("ul.search li")
    page.goto(f"{site}/03-dot-product.html")  # not through a result
    assert page.evaluate(f"{MARKED}.length") == 0
    page.go_back()
    page.locator("ul.search a[href^='03-dot-product.html']").first.click()
    page.wait_for_function(f"{MARKED}.length > 0")
    assert page.evaluate(f"{MARKED}.every((one) => one.closest('article'))")
    page.keyboard.press("Escape")
    assert page.evaluate(f"{MARKED}.length") == 0
    page.reload()
    assert page.evaluate(f"{MARKED}.length") == 0


def test_a_word_is_no_symbol(site: str, visit: Callable) -> None:
    page = visit(f"{site}/search.html?q=translator", **LOOKS["light"])
    page.wait_for_selector("ul.search li")
    page.wait_for_load_state("networkidle")
    assert not page.query_selector("ul.named")


def test_what_was_read_and_answered_is_kept_here_and_can_be_forgotten(
    site: str, visit: Callable, violations: Callable
) -> None:
    page = visit(f"{site}/03-dot-product.html", **LOOKS["light"])
    mark = page.get_by_role("button", name="I have read this chapter")
    assert mark.get_attribute("aria-pressed") == "false"
    mark.focus()
    page.keyboard.press("Enter")
    assert mark.get_attribute("aria-pressed") == "true"
    choices = page.locator("#question-1 .choice")
    right = page.locator("#question-1 .choice.is-right > summary")
    wrong = page.locator("#question-1 .choice.is-wrong > summary").first
    wrong.click()
    right.first.click()  # the second try
    page.wait_for_function("document.querySelector('.tally').textContent.includes('0 of 1 right')")

    page.goto(f"{site}/index.html")
    read = page.locator(".was-read")
    assert {one.get_attribute("aria-label") for one in read.all()} == {"read"}
    assert {link.get_attribute("href") for link in page.locator("a:has(.was-read)").all()} == {
        "03-dot-product.html"
    }
    page.goto(f"{site}/03-dot-product.html")
    assert mark.get_attribute("aria-pressed") == "true"
    assert wrong.is_visible()
    assert page.locator("#question-1 .choice.is-wrong[open]").count() == 1
    assert choices.count() > 1
    assert violations(page, ".progress-bar-of-page") == []

    page.get_by_role("button", name="Forget all marks and answers").click()
    assert page.evaluate("localStorage.getItem('progress')") is None
    assert mark.get_attribute("aria-pressed") == "false"
    assert not page.locator(".was-read").count()
    assert not page.locator(".choice[open]").count()


def test_on_a_phone_the_contents_come_in_a_drawer(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", **LOOKS["phone"])
    assert not page.is_visible("nav[aria-label='Contents of the book']")
    page.click(".primary-toggle")
    page.click("nav[aria-label='Contents of the book'] a[href='05-transformer.html']")
    page.wait_for_url("**/05-transformer.html")
    page.click(".primary-toggle")
    page.wait_for_selector("nav[aria-label='Contents of the book']", state="visible")
    page.keyboard.press("Escape")
    page.wait_for_selector("nav[aria-label='Contents of the book']", state="hidden")


def test_the_book_can_be_read_without_script(site: str, book: Path, visit: Callable) -> None:
    page = visit(at(site, book, "03-dot-product.html"), java_script_enabled=False,
                 viewport={"width": 1440, "height": 900})  # fmt: skip
    assert page.is_visible("h1")
    assert page.is_visible(".katex-display")
    assert page.is_visible("nav[aria-label='Contents of the book'] a[href='05-transformer.html']")
    assert not page.is_visible(".theme-switch-button")


@pytest.mark.parametrize("page", ["index.html", "03-dot-product.html"])
def test_italics_are_asked_for_with_the_other_letters(
    page: str, site: str, visit: Callable
) -> None:
    opened = visit(f"{site}/{page}", **LOOKS["light"])
    opened.evaluate("document.fonts.ready")
    assert opened.locator("link[rel=preload][href*='400-italic']").count() == 1
    assert opened.evaluate("document.fonts.check('italic 16px \"Source Serif 4\"')")


def test_listings_have_letters_of_fourteen_pixels(site: str, book: Path, visit: Callable) -> None:
    page = visit(at(site, book, "03-dot-product.html"), **LOOKS["phone"])
    sizes = page.locator("article pre").evaluate_all(
        "all => all.map((pre) => parseFloat(getComputedStyle(pre).fontSize))"
    )
    assert min(sizes) >= 14


def test_the_contents_do_not_say_exercises_seven_times(site: str, visit: Callable) -> None:
    page = visit(f"{site}/index.html", **LOOKS["light"])
    words = page.locator("nav[aria-label='Contents of the book'] a").all_inner_texts()
    assert [word for word in words if "Exercises" in word] == ["Exercises"]
    assert "Dot-product attention" in words
