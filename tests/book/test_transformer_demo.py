"""The demo of chapter 5: what it writes, its maps and its beam are the package's."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from jaxtyping import Bool, Float
from tests.book import demos
from tests.book.demos import ENGLISH, FRENCH
from torch import Tensor

from payattention.decode import beam_search
from payattention.experiments import heads, translation
from payattention.tokenize import BOS, EOS

KINDS = ("encoder", "cross", "decoder")
END = "⊣"
FIRST_WORD = "samedi "  # a game begins after it
NAMED = {" ": "␣", ",": "“,”"}  # letters that a reader could overlook


@pytest.fixture(scope="module")
def translator() -> translation.Translator:
    return translation.trained_translator("transformer")


class Demo(demos.Translating):
    """Chapter 5's, in which letters are chosen, and layers, heads and a beam."""

    name = "transformer"

    def __init__(self, page: Any):
        super().__init__(page)
        demos.unfold(self.root, ".more")
        self.read = self.root.locator(".source [role=radio]")
        self.written = self.root.locator(".target [role=radio]")

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("root => root.transformer")

    def choose(self, **values: str) -> dict[str, Any]:
        """Choose a layer, a head or a beam."""
        for name, value in values.items():
            box = self.root.get_by_role("combobox", name=name)
            demos.after(self.root, lambda box=box, value=value: box.select_option(label=value))
        return self.state

    def drawn(self, kind: str) -> Float[Tensor, "rows columns"]:
        """The weights that a map shows, as far as they can be seen."""
        state = self.state
        rows = len(state["source"] if kind == "encoder" else state["written"])
        columns = len(state["written"] if kind == "decoder" else state["source"])
        weights = torch.zeros(rows, columns)
        cells = self.root.locator(f".{kind} rect[opacity]").evaluate_all(
            "cells => cells.map((c) => ['y', 'x', 'opacity'].map((name) => +c.getAttribute(name)))"
        )
        for row, column, opacity in cells:
            weights[int(row), int(column)] = opacity ** (1 / 0.7)
        return weights


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("transformer"), reduced_motion="reduce"))


def spaced(said: str) -> str:
    """The text with ordinary spaces in place of those that do not break."""
    return said.replace("\u00a0", " ")


def package(
    translator: translation.Translator, source: str, written: list[str]
) -> tuple[Tensor, dict[str, Tensor]]:
    """PyTorch's logits of the last letter, and the maps (layers, heads, queries, keys)."""
    ids = translator.vocabulary.encode
    # `maps_of` reads all but the last letter
    looks = heads.maps_of(translator, source, "".join(written).replace(END, "."))
    with torch.no_grad():
        logits = translator.model(
            torch.tensor([ids(source)]), torch.tensor([ids([BOS, *written[:-1]])])
        )
    maps = {
        kind: torch.stack(
            [
                torch.stack([m for h, m in looks.items() if h.location == f"{kind} {layer}"])
                for layer in (1, 2)
            ]
        )
        for kind in KINDS
    }
    return logits[0, -1], maps


def agrees(state: dict[str, Any], translator: translation.Translator) -> None:
    """Logits and all maps of a translation, complete or not, within 1e-4."""
    logits, maps = package(translator, state["text"], state["written"])
    torch.testing.assert_close(torch.tensor(state["logits"]), logits, rtol=0, atol=1e-4)
    for kind in KINDS:
        shown = torch.tensor(state["maps"][kind]).float()
        torch.testing.assert_close(shown, maps[kind], rtol=0, atol=1e-4)


@pytest.mark.parametrize("text", [ENGLISH, "Friday, May 4, 3000", "a", "hello", "  2026  "])
def test_every_number_is_that_of_pytorch(
    demo: Demo, translator: translation.Translator, text: str
) -> None:
    state = demo.translate(text)
    assert state["target"] == translator.translate([text])[0]
    assert state["done"]
    agrees(state, translator)


@pytest.mark.parametrize("text", [ENGLISH, "hello", "Sunday", "Friday, May 4, 3000"])
def test_the_beam_is_that_of_the_package(
    demo: Demo, translator: translation.Translator, text: str
) -> None:
    source, ids = torch.tensor([translator.vocabulary.encode(text)]), translator.vocabulary.ids
    demo.translate(text)
    for beam in (2, 3, 4, 1):
        state = demo.choose(beginnings=str(beam))
        with torch.no_grad():
            found = beam_search(
                translator.model.step,
                torch.tensor([[ids[BOS]]]),
                beam=beam,
                max_new=translator.max_len - 1,
                eos=ids[EOS],
                cache=translator.model.start(source),
            )
        texts = [
            "".join(translator.vocabulary.decode(row)).split(EOS)[0]
            for row in found.tokens[0].tolist()
        ]
        assert state["target"] == texts[0]
        assert state["score"] == pytest.approx(found.score[0, 0].item(), abs=1e-4)
        lines = demo.root.locator(".beam li").all_inner_texts()
        said = [line.split("log P = ") for line in lines]
        assert [text.strip().removesuffix(END) for text, _ in said] == [t.strip() for t in texts]
        scores = [float(score.replace("−", "-")) for _, score in said]
        assert scores == pytest.approx(found.score[0].tolist(), abs=0.00501)
        agrees(state, translator)


def test_the_first_maps_are_the_example_and_need_no_model(
    demo: Demo, translator: translation.Translator
) -> None:
    assert demo.state["target"] == FRENCH
    _, maps = package(translator, ENGLISH, [*FRENCH, END])
    for kind in KINDS:
        shown, expected = demo.drawn(kind), maps[kind][1, 0]
        torch.testing.assert_close(shown, expected * (expected >= 0.01), rtol=0, atol=1.1e-2)
    assert demo.page.evaluate(
        "performance.getEntries().every(({ name }) => !name.endsWith('.onnx'))"
    )


@pytest.mark.parametrize(("layer", "head"), [("1", "mean"), ("1", "3"), ("2", "1"), ("2", "4")])
def test_the_layer_and_the_head_on_show_are_those_that_are_chosen(
    demo: Demo, translator: translation.Translator, layer: str, head: str
) -> None:
    demo.choose(layer=layer, head=head)
    _, maps = package(translator, ENGLISH, [*FRENCH, END])
    for kind in KINDS:
        of_layer = maps[kind][int(layer) - 1]
        expected = of_layer.mean(dim=0) if head == "mean" else of_layer[int(head) - 1]
        shown = demo.drawn(kind)
        torch.testing.assert_close(shown, expected * (expected >= 0.01), rtol=0, atol=1.1e-2)
        assert f"layer {layer}" in demo.root.locator(f".{kind} svg").get_attribute("aria-label")


def test_letter_by_letter_two_maps_grow_and_the_encoders_stays(
    demo: Demo, translator: translation.Translator
) -> None:
    state = demo.press("New game")
    assert state["written"] == [*FIRST_WORD]
    first = demo.drawn("encoder")
    assert first.sum() > 20
    for n in range(len(FIRST_WORD) + 1, 15):
        state = demos.guess(demo.root, 0)
        assert state["written"] == [*FRENCH[:n]]
        agrees(state, translator)
        assert demo.drawn("cross").shape == (n, len(ENGLISH))
        assert demo.drawn("cross").sum(dim=1).min() > 0.8
        decoder = demo.drawn("decoder")
        assert decoder.shape == (n, n)
        assert decoder.triu(1).sum() == 0
        assert torch.equal(demo.drawn("encoder"), first)
    state = demo.press("Play")
    assert state["target"] == FRENCH
    assert state["written"][-1] == END
    assert state["done"]
    assert demo.press("New game")["written"] == [*FIRST_WORD], "after the end it begins again"


def test_it_plays_letter_by_letter_and_can_be_paused(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(alone("transformer"), reduced_motion="no-preference"))
    demo.press("New game")
    demo.root.get_by_role("button", name="Play").click()
    demo.page.wait_for_function(
        "document.querySelector('.target').textContent.startsWith('samedi 21 ')"
    )
    demo.root.get_by_role("button", name="Pause").click()
    held = demo.state["target"]
    assert FRENCH.startswith(held)
    assert 10 <= len(held) < len(FRENCH)
    demo.page.wait_for_timeout(500)
    assert demo.state["target"] == held
    assert demo.message.inner_text() == f"Paused. Written so far: \u2068{held}\u2069."
    demo.press("Play")  # goes on, and ends
    assert demo.state["target"] == FRENCH


def test_what_is_typed_begins_by_itself_and_a_newer_text_wins(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(alone("transformer"), reduced_motion="no-preference"))
    demo.root.get_by_role("textbox").fill("Friday, May 4, 1900")  # no Enter
    demo.page.wait_for_function("document.querySelector('.target').textContent.startsWith('ve')")
    assert demo.translate("Sunday, July 14, 1889")["target"] == "dimanche 14 juillet 1889"
    demo.page.wait_for_timeout(500)
    assert demo.state["target"] == "dimanche 14 juillet 1889", "the overtaken one has stopped"


def rows(demo: Demo) -> dict[str, int]:
    """Which row of each map is framed."""
    return {kind: int(demo.root.locator(f".{kind} .row").get_attribute("y")) for kind in KINDS}


def shades(demo: Demo, line: str) -> list[float]:
    return demo.root.locator(f".{line} span").evaluate_all(
        "letters => letters.map((letter) => Number(letter.style.getPropertyValue('--weight')))"
    )


def shows(demo: Demo, at: int, maps: dict[str, Tensor]) -> None:
    """Letter `at` is chosen: its rows are framed, shaded and described in all maps."""
    encoder, cross, decoder = (maps[kind][1, 0] for kind in ("encoder", "cross", "decoder"))
    most = int(cross[at].argmax())
    assert rows(demo) == {"encoder": most, "cross": at, "decoder": at}
    assert shades(demo, "source") == pytest.approx(cross[at].tolist(), abs=1e-3)
    assert shades(demo, "target")[:at] == pytest.approx(decoder[at, 1 : at + 1].tolist(), abs=1e-3)
    checked = demo.written.evaluate_all("all => all.map((e) => e.getAttribute('aria-checked'))")
    assert checked.index("true") == at
    assert checked.count("true") == 1
    before = ["⊢", *FRENCH]
    for name, weights, letters in (
        ("cross", cross[at], ENGLISH),
        ("decoder", decoder[at], before),
        ("encoder", encoder[most], ENGLISH),
    ):
        said = spaced(demo.root.locator(f".{name}-looks").inner_text())
        top = int(weights.argmax())
        letter = NAMED.get(letters[top], letters[top])
        assert f"\u2068{letter}\u2069 ({round(100 * weights[top].item())} %)" in said


def test_a_written_letter_shows_where_it_looked_in_each_map(
    demo: Demo, translator: translation.Translator
) -> None:
    _, maps = package(translator, ENGLISH, [*FRENCH, END])
    for at in (0, 8, 15, len(FRENCH)):
        demo.written.nth(at).hover()
        shows(demo, at, maps)
    demo.written.last.focus()
    for key, at in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowDown", 2),
        ("ArrowLeft", 1),
        ("End", 23),
    ]:
        demo.page.keyboard.press(key)
        shows(demo, at, maps)
    demo.root.locator(".cross svg").scroll_into_view_if_needed()
    box = demo.root.locator(".cross svg").bounding_box()
    cell = box["width"] / (27 + 1.5)
    demo.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + (1.3 + 7.5) * cell)
    shows(demo, 7, maps)


def test_a_letter_read_shows_where_the_encoder_looked(
    demo: Demo, translator: translation.Translator
) -> None:
    _, maps = package(translator, ENGLISH, [*FRENCH, END])
    weights = maps["encoder"][1, 0, 3]
    demo.read.nth(3).click()
    assert rows(demo)["encoder"] == 3
    most = NAMED.get(letter := ENGLISH[int(weights.argmax())], letter)
    said = spaced(demo.root.locator(".encoder-looks").inner_text())
    assert f"its \u2068u\u2069 looks at \u2068{most}\u2069 " in said


def test_a_finger_chooses_a_letter(alone: Callable[[str], str], visit: Callable[..., Any]) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    demo = Demo(visit(alone("transformer"), reduced_motion="reduce", **phone))
    demo.written.nth(9).tap()
    assert rows(demo)["cross"] == 9
    for control in demo.root.locator("button:visible, select, input").all():
        assert control.bounding_box()["height"] >= 44


def test_a_guess_writes_a_letter_and_is_judged_by_its_row(
    demo: Demo, translator: translation.Translator
) -> None:
    """By keyboard: arrows go to an English letter, Space or Enter chooses it."""
    _, maps = package(translator, ENGLISH, [*FRENCH, END])
    cross = maps["cross"][1, 0]
    invites, score = demo.root.locator(".game .nudge"), demo.root.locator(".score")
    begin = demo.root.get_by_role("button", name="New game")
    assert not invites.is_visible()
    demo.press("New game")
    assert invites.is_visible()
    assert not begin.is_visible()
    assert demo.read.first.evaluate("letter => letter === document.activeElement")
    assert score.inner_text() == "Guess 1 of 3, 0 right"
    hits, beginning = 0, len(FIRST_WORD)
    for n, key in enumerate(("Space", "Enter", "Space", "Space"), 1):
        at = beginning + n - 1
        most = int(cross[at].argmax())
        given = most if n != 2 else (most + 1) % len(ENGLISH)
        demo.page.keyboard.press("Home")
        for _ in range(given):
            demo.page.keyboard.press("ArrowRight")
        assert len(demo.state["written"]) == at, "to go there is not to choose"
        state = demos.after(demo.root, lambda key=key: demo.page.keyboard.press(key))
        assert state["written"] == [*FRENCH[: at + 1]]
        hits += given == most
        assert (state["guesses"], state["hits"]) == (n, hits)
        assert score.inner_text() == (
            f"Guess {n + 1} of 3, {hits} right" if n < 3 else f"Guesses: {n}, right: {hits}"
        )
        guess = demo.root.locator(".cross .guess")
        assert (guess.get_attribute("x"), guess.get_attribute("y")) == (str(given), str(at))
        assert demo.root.locator(".cross rect.coming").first.get_attribute("y") == str(at + 1)
        said = demo.message.inner_text()
        assert said.startswith("Right. ") == (given == most)
        assert ("not at" in said) == (given != most)
        assert demo.done[0] == (n >= 3)
    assert demo.press("Play")["target"] == FRENCH
    assert begin.is_visible()
    assert not invites.is_visible()
    assert score.inner_text() == f"Guesses: {n}, right: {hits}"
    assert demo.press("New game")["guesses"] == 0


def test_a_text_of_one_word_can_be_guessed_from_its_first_letter(demo: Demo) -> None:
    assert " " not in demo.translate("2026")["target"]
    assert demo.press("New game")["written"] == []
    assert len(demos.guess(demo.root, 0)["written"]) == 1


def copies(
    translator: translation.Translator, english: str, french: str
) -> Bool[Tensor, "layers heads"]:
    """Which heads of cross-attention look most at the right digit, in the row of every digit."""
    _, maps = package(translator, english, [*french, END])
    number = re.compile(r"\d+")
    digits = [
        (at, source)
        for written, read in zip(number.finditer(french), number.finditer(english), strict=True)
        for at, source in zip(range(*written.span()), range(*read.span()), strict=True)
    ]
    return torch.stack([maps["cross"][..., at, :].argmax(dim=-1) == j for at, j in digits]).all(0)


def test_one_head_copies_the_digits_of_the_example(translator: translation.Translator) -> None:
    """The one on show, which the second goal is about."""
    assert copies(translator, ENGLISH, FRENCH).nonzero().tolist() == [[1, 0]]


def test_the_second_goal_is_a_right_date_that_head_1_does_not_copy(
    demo: Demo, translator: translation.Translator
) -> None:
    english, french = next(
        pair
        for pair in translation.known_and_new_dates()[1]
        if translator.translate([pair[0]]) == [pair[1]]
        and "1er" not in pair[1]
        and not copies(translator, *pair)[1, 0]
    )
    demo.translate(ENGLISH)
    assert not demo.done[1], "it copies these digits"
    demo.choose(head="2")
    demo.translate(english)
    assert not demo.done[1], "another head is no answer"
    demo.choose(layer="1", head="1")
    assert not demo.done[1], "another layer is no answer"
    assert demo.choose(layer="2")["target"] == french
    assert demo.done == [False, True, False]


def test_the_third_goal_is_a_likelier_text_that_greedy_decoding_misses(demo: Demo) -> None:
    demo.translate(ENGLISH)
    demo.choose(beginnings="4")
    assert "Greedy decoding writes the same." in demo.message.inner_text()
    assert not demo.done[2]
    assert demo.choose(beginnings="1")["target"] == FRENCH
    demo.translate("hello")
    assert not demo.done[2], "greedy decoding alone reaches nothing"
    one = demo.state
    two = demo.choose(beginnings="2")
    assert two["score"] > one["score"]
    assert two["target"] != one["target"]
    said = " ".join(demo.message.inner_text().split())
    assert f"Greedy decoding writes \u2068{' '.join(one['target'].split())}" in said
    assert demo.done == [False, False, True]


def test_what_is_chosen_is_announced_after_a_pause(demo: Demo) -> None:
    status = demo.root.locator(".spoken")
    assert status.inner_text() == ""
    demo.written.nth(6).hover()
    demo.written.nth(8).hover()
    assert status.inner_text() == ""
    demo.page.wait_for_function("document.querySelector('.spoken').textContent")
    said = status.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("1: cross-attention looks at 1 ")
    assert "; the decoder at " in said
    assert "The encoder, its 1 looks at " in said


def test_nothing_below_moves_while_it_is_used(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    for width in (1280, 390):
        page = visit(
            alone("transformer"), viewport={"width": width, "height": 844}, reduced_motion="reduce"
        )
        demo = Demo(page)
        demo.root.locator(".others").evaluate("fold => { fold.open = true }")
        tops = """root => [".texts", ".stage", ".encoder", ".cross", ".decoder"]
            .map((part) => root.querySelector(part).getBoundingClientRect().top + scrollY)
            .concat(root.getBoundingClientRect().height)"""
        before = demo.root.evaluate(tops)
        for scene in demos.DEMOS["transformer"].scenes:
            scene(demo.root)
            if demo.root.evaluate("root => root.classList.contains('empty')"):
                height = demo.root.bounding_box()["height"]
                assert height < before[-1] / 2, "no blank where there is nothing to show"
            else:
                assert demo.root.evaluate(tops) == pytest.approx(before, abs=0.5), scene


def test_the_chapter_writes_in_the_page(
    book: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(f"{serve(book)}/05-transformer.html", reduced_motion="reduce"))
    assert demo.state["target"] == FRENCH
    assert demo.translate("Tuesday, July 14, 1789")["target"] == "mardi 14 juillet 1789"
