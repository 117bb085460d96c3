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
    assert max(len(notion.name) for notion in notions) <= 22
    assert len({notion.name for notion in notions}) == len(notions)


@pytest.mark.parametrize(
    ("needs", "says"),
    [
        (["no-such"], "masks: needs no-such, which does not exist"),
        (["decoder"], "masks: needs decoder of a later chapter"),
    ],
)
def test_a_need_that_cannot_be_is_refused_with_its_name(picture, every, needs, says):
    every["03-dot-product"]["masks"]["needs"] = needs
    with pytest.raises(ExtensionError, match=says):
        picture.notions_of(every)


def test_notions_that_need_each_other_are_refused(picture, every):
    every["03-dot-product"]["qkv"]["needs"] = ["masks"]
    with pytest.raises(ExtensionError, match="needs itself, through"):
        picture.placed_boxes(picture.notions_of(every), 736)


@pytest.mark.parametrize("width", [736, 350])
def test_on_the_map_nothing_lies_over_another_and_arrows_lead_down(picture, every, width):
    notions = picture.notions_of(every)
    boxes, begins = picture.placed_boxes(notions, width)
    assert set(boxes) == set(notions)
    assert sorted(begins) == begins
    for box in boxes.values():
        half = box.notion.width / 2
        assert 0 <= box.x - half < box.x + half <= width, box.notion.name
        for need in box.notion.needs:
            assert boxes[need].y < box.y, f"{need}, {box.notion.id}"
        for other in boxes.values():
            if other is not box and other.y == box.y:
                assert abs(other.x - box.x) >= half + other.notion.width / 2


def test_the_map_links_every_notion_and_has_an_arrow_for_every_need(every, book):
    page = BeautifulSoup((book / "concepts.html").read_text("utf-8"), "html.parser")
    for svg in page.select(".concept-picture svg"):
        links = {link["class"][0].removeprefix("n-"): link for link in svg.select("a")}
        for chapter, notions in every.items():
            for name, concept in notions.items():
                page_name, _, section = links[name]["href"].partition(".html#")
                assert page_name in [path.stem for path in pages_of(chapter)]
                assert section == concept["section"]
                assert concept["notion"] in links[name]["aria-label"]
                for need in concept.get("needs", ()):
                    assert svg.select(f".from-{need}.to-{name}"), f"{need}, {name}"
    assert len(page.select(".concept-picture svg")) == 2


HIDDEN, SHOWN = "0", "1"


def opacity(page: Any, arrows: str) -> set[str]:
    """The opacity of the arrows that a reader sees, from 0 to 1."""
    return set(
        page.evaluate(
            f"""[...document.querySelectorAll(".concept-picture svg")]
                .filter((svg) => svg.checkVisibility())
                .flatMap((svg) => [...svg.querySelectorAll("{arrows}")])
                .map((arrow) => getComputedStyle(arrow).opacity)"""
        )
    )


def test_arrows_between_chapters_are_shown_at_the_notion_that_a_reader_chooses(
    site: str, visit: Callable[..., Any]
) -> None:
    page = visit(f"{site}/concepts.html")
    chosen, others = ".to-multi-head.across", ".across:not(.to-multi-head, .from-multi-head)"
    assert opacity(page, ".across") == {HIDDEN}
    notion = page.locator(".wide .n-multi-head")
    for choose, leave in (
        (notion.hover, lambda: page.locator("h1").hover()),
        (lambda: (page.keyboard.press("Tab"), notion.focus()), notion.blur),
    ):
        choose()
        assert (opacity(page, chosen), opacity(page, others)) == ({SHOWN}, {HIDDEN})
        leave()
        assert opacity(page, ".across") == {HIDDEN}
    notion.click()
    page.wait_for_url("**/04-multi-head.html#*")


def test_a_first_tap_shows_the_arrows_and_a_second_opens_the_section(
    site: str, visit: Callable[..., Any]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(f"{site}/concepts.html", **phone)
    for name in ("multi-head", "encoder"):
        page.locator(f".narrow .n-{name}").tap()
        assert opacity(page, f".to-{name}.across") == {SHOWN}
    assert opacity(page, ".to-multi-head.across:not(.from-encoder, .to-encoder)") == {HIDDEN}
    page.locator(".narrow .n-encoder").tap()
    page.wait_for_url("**/05-transformer.html#*")
