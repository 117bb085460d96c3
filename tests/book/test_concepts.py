"""The concept map names every notion that the course teaches, and nothing that does not exist."""

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError
from tests.book.chapters import pages_of

ROOT = Path(__file__).parents[2]
# What the course teaches, by the chapter whose part it is.
TAUGHT = {
    "01-rnn-limits": "seq-tasks rnn-cell rnn-gradients rnn-sequential birnn future-context crf-hmm "
    "cnn-fixed seq2seq bottleneck",
    "02-bahdanau": "cues bahdanau alignment-map score-functions captioning",
    "03-dot-product": "qkv sdpa sqrt-d masks self-attention cross-attention permutation "
    "toy-shapes-1 toy-shapes-2 complexity parameters quadratic-memory",
    "04-multi-head": "multi-head head-aggregation head-diversity mhsa-conv position-naive "
    "position-sine position-kernel position-relative",
    "05-transformer": "residual-norm ffn encoder decoder translation decoding bleu",
    "06-bert-gpt": "static-embeddings tokens bert-mlm bert-nsp gpt transfer glue sizes "
    "scaling-laws",
    "07-vit": "vit sam",
    "08-since-then": "rope llama grouped-queries flash-attention linear-attention induction-heads "
    "assistant",
}
# Those that no task practises.
UNGRADED = (
    "seq-tasks rnn-sequential future-context crf-hmm cues qkv position-naive ffn translation glue"
)


@pytest.fixture
def concepts(part) -> ModuleType:
    return part("concepts")


@pytest.fixture
def every(concepts) -> Any:
    return concepts.read_concepts(ROOT / "book" / concepts.FILE)


@pytest.mark.parametrize("chapter", TAUGHT)
def test_every_notion_is_there_with_a_section_and_its_tasks(every, chapter):
    text = "".join(page.read_text("utf-8") for page in pages_of(chapter))
    for name in TAUGHT[chapter].split():
        concept = every[chapter][name]
        label = re.escape(f"({concept['section']})=")
        assert re.search(f"^{label}$", text, re.M), name
        if name not in UNGRADED.split() and (ROOT / "exercises" / chapter).exists():
            assert concept["tasks"], name


@pytest.mark.parametrize("chapter", TAUGHT)
def test_all_that_it_names_exists_and_every_task_is_named(concepts, every, chapter):
    concepts.require_all_there(every, chapter, ROOT / "exercises")


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("code", ["attention.attend_twice"], "payattention.attention.attend_twice does not exist"),
        ("code", ["attentive.attention"], "payattention.attentive.attention does not exist"),
        ("tasks", ["no_task"], "03-dot-product has no graded task no_task"),
        ("tasks", ["01-rnn-limits:merge"], "01-rnn-limits has no graded task merge"),
    ],
)
def test_what_does_not_exist_is_refused_with_its_name(concepts, every, key, value, says):
    every["03-dot-product"]["masks"][key] = value
    with pytest.raises(ExtensionError, match=re.escape(f"masks: {says}")):
        concepts.require_all_there(every, "03-dot-product", ROOT / "exercises")


def test_a_task_that_no_notion_names_is_refused(concepts, every):
    del every["03-dot-product"]["permutation"]
    with pytest.raises(ExtensionError, match="no notion names the graded task restore_order"):
        concepts.require_all_there(every, "03-dot-product", ROOT / "exercises")


def test_the_page_has_a_line_for_each_notion_and_links_to_its_section(every, book):
    page = (book / "concepts.html").read_text("utf-8")
    assert page.count("<tr") == sum(map(len, every.values())) + len(every)  # and the heads
    for chapter, notions in every.items():
        for concept in notions.values():
            addresses = [
                f'href="{path.stem}.html#{concept["section"]}"' for path in pages_of(chapter)
            ]
            assert any(address in page for address in addresses)


# ── the map ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def picture(part) -> ModuleType:
    return part("concept_picture")


def test_every_notion_has_a_short_name_of_its_own(picture, every):
    notions = picture.notions_of(every).values()
    assert max(len(notion.name) for notion in notions) <= 28
    assert len({notion.name for notion in notions}) == len(notions)


@pytest.mark.parametrize("need", ["no-such", "decoder", "masks"])
def test_a_need_that_does_not_stand_above_is_refused_with_its_name(picture, every, need):
    every["03-dot-product"]["masks"]["needs"] = [need]
    with pytest.raises(ExtensionError, match=f"masks: needs {need}, which is not above it"):
        picture.notions_of(every)


def test_each_notion_hangs_on_one_of_its_chapter_and_names_what_else_it_needs(every, book):
    page = BeautifulSoup((book / "concepts.html").read_text("utf-8"), "html.parser")
    boxes = {box["class"][0].removeprefix("n-"): box for box in page.select("nav details")}
    names = {id: one["name"] for notions in every.values() for id, one in notions.items()}
    assert set(boxes) == set(names)
    for chapter, notions in every.items():
        for id, concept in notions.items():
            card = boxes[id].select_one(".about")
            others = "".join(small.get_text() for small in boxes[id].select("summary small"))
            above = boxes[id].find_parent("li").find_parent("li")
            on = above and above.details["class"][0].removeprefix("n-")
            assert on in (None, *concept.get("needs", ())), id
            for need in concept.get("needs", ()):
                assert (names[need] in others) == (need != on), f"{need}, {id}"
                assert card.select(f'.needs a[href="#notion-{need}"]'), f"{need}, {id}"
                assert boxes[need].select(f'.leads a[href="#notion-{id}"]'), f"{need}, {id}"
            page_name, _, section = card.a["href"].partition(".html#")
            assert page_name in [path.stem for path in pages_of(chapter)]
            assert section == concept["section"]


@pytest.mark.parametrize("width", [1440, 1100, 390])
def test_a_click_opens_a_card_whose_links_lead_on_and_no_box_hides_an_arrow(
    site: str, visit: Callable[..., Any], width: int
) -> None:
    page = visit(f"{site}/concepts.html", viewport={"width": width, "height": 844})
    boxes = [one.bounding_box() for one in page.locator(".concept-picture summary").all()]
    edges = [
        (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in boxes
    ]
    for i, (left, top, right, _) in enumerate(edges):
        assert right <= width
        assert all(left >= r or right <= x or top >= bottom for x, _, r, bottom in edges[:i])
    page.locator(".n-averaging summary").click()
    card = page.locator(".n-averaging .about").bounding_box()
    assert card["x"] + card["width"] <= width
    page.locator(".n-averaging .needs a").click()
    shown = page.locator(".concept-picture details[open]")
    assert shown.evaluate_all("all => all.map((one) => one.classList[0])") == ["n-translation"]
    shadow = "(box) => getComputedStyle(box).boxShadow"
    assert page.locator(".n-averaging summary").evaluate(shadow) != "none"
    page.locator(".n-translation .about p:nth-child(2) a").click()
    page.wait_for_url("**/05-transformer.html#*")
