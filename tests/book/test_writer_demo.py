"""The demo of chapter 6: its numbers, draws and cuts are the package's, also of another GPT."""

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.decode import distribution
from payattention.experiments import characters
from payattention.experiments.characters import UNKNOWN, Writer
from payattention.export.writer import NextCharacter
from payattention.gpt import GPT, GPTConfig
from payattention.tokenize import Vocabulary

EXAMPLE = "If the "
AT_ONCE = 60  # characters that it writes when it is asked to go on


@pytest.fixture(scope="module")
def gpt() -> Writer:
    return characters.trained_writer()


class Demo(demos.Translating):
    """Chapter 6's, in which a text is continued."""

    name = "writer"

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("root => root.writer")

    def read(self, text: str) -> dict[str, Any]:
        return demos.ask(self.root, text)

    def slide(self, name: str, position: int) -> dict[str, Any]:
        """Move a slider to one of its positions, which begin at 1."""
        slider = self.root.get_by_role("slider", name=name)
        return demos.after(self.root, lambda: slider.fill(str(position)))

    def choose(self, layer: int, head: int) -> dict[str, Any]:
        demos.show_heads(self.root)
        radio = self.root.get_by_role("radio", name=f"layer {layer}, head {head}")
        return demos.after(self.root, radio.check)

    def open(self, file: str, content: bytes) -> dict[str, Any]:
        given = {"name": file, "mimeType": "application/octet-stream", "buffer": content}
        if self.root.locator(".own").get_attribute("open") is None:
            self.root.get_by_text("Open a GPT of your own").click()
        choose = self.root.locator("[type=file]").set_input_files
        return demos.after(self.root, lambda: choose(given))

    def rows(self) -> list[tuple[str, str, str, bool]]:
        """The table: character, as it is, drawn from, and whether it is shown as cut away."""
        return self.root.locator("tbody tr, tfoot tr").evaluate_all(
            """rows => rows.map((row) => [...[...row.cells].map((cell) => cell.innerText.trim()),
                row.classList.contains("cut")])"""
        )


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("writer"), reduced_motion="reduce"))


def agrees(state: dict[str, Any], gpt: Writer) -> None:
    """Logits and all maps are PyTorch's, within 1e-4, for the end of the text that fits."""
    window = state["text"][-gpt.model.config.max_len :]
    tokens = gpt.encode(window)
    assert state["letters"] == gpt.vocabulary.decode(tokens.tolist())
    with torch.no_grad():
        logits, weights = NextCharacter(gpt.model)(tokens[None])
    torch.testing.assert_close(torch.tensor(state["logits"]), logits[0], rtol=0, atol=1e-4)
    torch.testing.assert_close(torch.tensor(state["maps"]).float(), weights, rtol=0, atol=1e-4)


def test_the_first_numbers_need_no_model(demo: Demo, gpt: Writer) -> None:
    assert demo.state["text"] == EXAMPLE
    agrees(demo.state, gpt)
    assert demo.slide("temperature", 5)["settings"]["temperature"] == 0.5
    fetched = "performance.getEntries().some(({ name }) => /[.](onnx|wasm)$/.test(name))"
    assert not demo.page.evaluate(fetched)


def test_every_number_is_that_of_pytorch_for_any_text(demo: Demo, gpt: Writer) -> None:
    """What it has not met is read as one sign, and what does not fit into the window not at all."""
    for text, counts, said in [
        ("a", "1 character. The GPT reads at most the last 128", ""),
        ("  \n\n", "4 characters.", ""),
        ("def f(x):\n    return", "20 characters.", ""),
        (
            "May 👩‍👧",
            "7 characters.",
            "never met “\u2068👩\u2069”, “\u2068·\u2069”, “\u2068👧\u2069”",
        ),
        ("שלום ", "5 characters.", "and reads \ufffd in their place"),
        ("<b>é</b>", "8 characters.", "and reads \ufffd in its place"),
        ("The list is sorted. " * 50, "1000 characters. The GPT reads only the last 128", ""),
    ]:
        agrees(demo.read(text), gpt)
        assert counts in demo.root.locator(".count").inner_text()
        assert said in demo.message.inner_text()
        assert ("never met" in demo.message.inner_text()) == bool(said)
    fault = demo.read("")["fault"]
    assert fault == demo.message.inner_text()
    assert fault.startswith("Type at least one character.")
    assert {tuple(row[1:]) for row in demo.rows()} == {("", "", False)}, (
        "nothing of the text before is left"
    )
    demo.press("Write")
    assert demo.message.inner_text() == fault
    agrees(demo.read("If"), gpt)


SETTINGS = list(
    itertools.product((0.1, 0.5, 1.0, 2.0), (None, 1, 3, 20, 104), (1.0, 0.05, 0.5, 0.95))
)


def test_temperature_and_cuts_are_those_of_the_package(demo: Demo, gpt: Writer) -> None:
    """On real logits, of texts after which the model is sure and unsure, and on ties."""
    with torch.no_grad():
        ends = [
            gpt.model(gpt.encode(text)[None])[0, -1] for text in ("If the ", "If the obj", "\n")
        ]
    ends.append(torch.zeros(104))
    call = """([logits, settings]) => import("./shared/sampling.js").then(({ distribution }) =>
        settings.map(([temperature, topK, topP]) => {
            const p = [];
            distribution(logits, { temperature, topK: topK ?? undefined, topP })
                .forEach(({ id, after }) => { p[id] = after; });
            return p;
        }))"""
    for logits in ends:
        found = demo.page.evaluate(call, [logits.tolist(), SETTINGS])
        for p, (temperature, k, top_p) in zip(found, SETTINGS, strict=True):
            options = {"temperature": temperature, "top_k": k, "top_p": top_p}
            expected = distribution(logits.double(), **options)
            assert [x > 0 for x in p] == (expected > 0).tolist(), options
            assert p == pytest.approx(expected.tolist(), abs=1e-9), options


def test_draws_come_as_often_as_their_probabilities_say(demo: Demo) -> None:
    """At 10,000 places spread evenly; what is cut away is never drawn, at either end neither."""
    call = """() => import("./shared/sampling.js").then(({ distribution, draw }) => {
        const tokens = distribution([0, 2, -1, 1.5, 1], { topK: 3 });
        const times = [0, 0, 0, 0, 0];
        for (let i = 0; i < 10000; i++) times[draw(tokens, (i + 0.5) / 10000).id] += 1;
        return { times, first: draw(tokens, 0).id, last: draw(tokens, 1).id };
    })"""
    drawn = demo.page.evaluate(call)
    expected = distribution(torch.tensor([0, 2, -1, 1.5, 1]), top_k=3)
    assert drawn["times"] == pytest.approx((10000 * expected).tolist(), abs=1)
    assert (drawn["first"], drawn["last"]) == (1, 4)


def shown(p: float) -> str:
    return "< 0.1 %" if 0 < p < 0.0005 else f"{100 * p:.1f} %"


def test_the_table_shows_what_is_drawn_from_and_what_is_cut_away(demo: Demo, gpt: Writer) -> None:
    logits = torch.tensor(demo.state["logits"], dtype=torch.float64)
    before, order = logits.softmax(dim=-1).sort(descending=True, stable=True)
    for moves, options in [
        ({}, {}),
        ({"temperature": 5}, {"temperature": 0.5}),
        ({"top-k": 3}, {"temperature": 0.5, "top_k": 3}),
        ({"top-k": 10, "temperature": 20}, {"temperature": 2.0, "top_k": 20}),
        ({"top-k": 13, "nucleus": 8}, {"temperature": 2.0, "top_p": 0.4}),
    ]:
        for name, position in moves.items():
            demo.slide(name, position)
        expected = distribution(logits, **options)
        torch.testing.assert_close(torch.tensor(demo.state["p"]).double(), expected)
        after = expected[order]
        *rows, others = demo.rows()
        assert len(rows) == 8
        for i, row in enumerate(rows):
            symbol = gpt.vocabulary.symbols[order[i]]
            kept = shown(after[i].item()) if after[i] else "cut"
            assert row == [f"\u2068{symbol}\u2069", shown(before[i].item()), kept, not after[i]]
        rest = after[8:].sum().item()
        assert others[:2] == ["96 others", shown(before[8:].sum().item())]
        assert others[2:] == [shown(rest) if rest else "cut", not rest]
        kept = int((after > 0).sum())
        said = demo.root.locator(".sentence").inner_text()
        assert said.startswith(f"Drawn from {'all 104' if kept == 104 else kept} character")
    cut = demo.root.locator("tr.cut").first
    line = "cell => getComputedStyle(cell).borderTopStyle"
    assert cut.locator("td").first.evaluate(line) == "dashed", "a line where it is cut"
    assert cut.locator(".bar").last.bounding_box()["width"] >= 3, (
        "what would have been is still seen"
    )
    demo.root.get_by_role("button", name="As it is").click()
    assert not demo.root.locator("tr.cut").count()
    assert demo.root.get_by_role("slider", name="top-k").get_attribute("aria-valuetext") == "all"


def test_one_character_is_drawn_and_taken_back(demo: Demo, gpt: Writer) -> None:
    demo.slide("top-k", 1)
    likeliest = gpt.vocabulary.symbols[int(torch.tensor(demo.state["logits"]).argmax())]
    state = demo.press("One character")
    assert state["text"] == EXAMPLE + likeliest == demo.input.input_value()
    agrees(state, gpt)
    assert (
        f"It drew \u2068{likeliest}\u2069, which had 100.0 %, and 20.6 %"
        in demo.message.inner_text()
    )
    assert demo.press("Take back")["text"] == EXAMPLE == demo.input.input_value()
    demo.root.get_by_role("button", name="Take back").click()
    assert "nothing has been written yet" in demo.message.inner_text()


def test_greedy_it_writes_what_the_package_writes(demo: Demo, gpt: Writer) -> None:
    """And with top-k at 1 it does so twice: the second goal. What is not greedy differs."""
    written = demo.press("Write")["text"]
    assert len(written) == len(EXAMPLE) + AT_ONCE
    assert demo.press("Take back")["text"] == EXAMPLE
    assert demo.press("Write")["text"] != written, "one in 10^30"
    assert not demo.done[1]
    demo.press("Take back")
    demo.slide("top-k", 1)
    state = demo.press("Write")
    assert state["text"] == EXAMPLE + gpt.write(EXAMPLE, characters=AT_ONCE, temperature=1e-6)
    agrees(state, gpt)
    assert not demo.done[1], "once is not twice"
    demo.press("Take back")
    demo.press("Write")
    _, second, third = demo.done  # the drawn texts may have reached the first goal
    assert second
    assert not third
    assert f"It wrote: “\u2068{state['text'][7:]}\u2069”." in demo.message.text_content()


def test_the_other_goals_are_reached_by_a_text_and_by_a_head(demo: Demo) -> None:
    state = demo.read("If the object")
    assert max(torch.tensor(state["logits"]).softmax(-1)) < 0.99
    assert demo.done == [False] * 3
    demo.read("If the obj")
    assert demo.done == [True, False, False]
    for layer, head in itertools.product((3, 2, 1), (1, 2, 3, 4)):
        demo.choose(layer, head)
        assert not demo.done[2], "a text of 10 characters is too short"
    maps = torch.tensor(demo.read("The return value of the function is ")["maps"])
    back = (maps[:, :, 1:].argmax(-1) == torch.arange(35)).float().mean(-1)  # (layers, heads)
    assert (back > 0.5).nonzero().tolist() == [[0, 2]]
    for layer, head in [(1, 1), (2, 3), (3, 4)]:
        demo.choose(layer, head)
        said = demo.root.locator(".habit").inner_text()
        assert f"For {round(100 * back[layer - 1, head - 1].item())} % of the characters" in said
        assert not demo.done[2]
    demo.choose(1, 3)
    assert demo.done == [True, False, True]
    assert "63 %" in demo.root.locator(".habit").inner_text()


def test_no_head_always_looks_at_the_character_before(gpt: Writer) -> None:
    """As the lesson of the third goal says: on held-out text, not even from 7 of 10 characters."""
    _, held_out = characters.known_and_held_out()
    with torch.no_grad():
        for start in range(0, 128 * 8, 128):
            _, weights = NextCharacter(gpt.model)(gpt.encode(held_out[start : start + 128])[None])
            back = (weights[:, :, 1:].argmax(-1) == torch.arange(127)).float().mean(-1)
            assert back.max() < 0.7


def test_each_head_is_drawn_and_told(demo: Demo, gpt: Writer) -> None:
    """In the small pictures as bars, in the large one as shades of the text."""
    text = "The return value of the function is a list"
    maps = torch.tensor(demo.read(text)["maps"]).float()
    pictures = demo.root.locator(".layer path").evaluate_all(
        "paths => paths.map((path) => path.getAttribute('d'))"
    )
    assert len(pictures) == 12
    for drawn, weights in zip(pictures, maps[:, :, -1].flatten(0, 1), strict=True):
        heights = [-float(height) for height in re.findall(r"1v([-\d.]+)h", drawn)]
        nearest = [weights[:-31].sum().item(), *weights[-31:].tolist()]
        assert heights == pytest.approx([weight**0.6 for weight in nearest], abs=0.0006)
    letters = demo.root.locator(".read [role=radio]")
    for layer, head, at in [(2, 3, 41), (1, 4, 12), (3, 1, 0)]:
        demo.choose(layer, head)
        letters.nth(at).hover()
        state, row = demo.state, maps[layer - 1, head - 1, at]
        assert (state["head"], state["at"]) == (4 * (layer - 1) + head - 1, at)
        shades = letters.evaluate_all(
            "letters => letters.map((letter) => Number(letter.style.getPropertyValue('--weight')))"
        )
        assert shades == pytest.approx((row**0.6).tolist(), abs=1e-3)
        top = {" ": "␣"}.get(letter := text[int(row.argmax())], letter)
        assert f"it looks at \u2068{top}\u2069 " in demo.root.locator(".looks").inner_text()


def test_heads_and_characters_are_chosen_by_keyboard(demo: Demo) -> None:
    demos.show_heads(demo.root)
    demo.root.get_by_role("radio", name="layer 1, head 1").focus()
    for key, head in [("ArrowRight", 1), ("ArrowDown", 2), ("ArrowLeft", 1)]:
        demo.page.keyboard.press(key)
        assert demo.state["head"] == head
    demo.page.keyboard.press("Tab")
    for key, at in [("ArrowLeft", 5), ("Home", 0), ("ArrowRight", 1), ("End", 6)]:
        demo.page.keyboard.press(key)
        assert demo.state["at"] == at
    status = demo.root.locator(".spoken")
    demo.page.wait_for_function("document.querySelector('.spoken').textContent")
    assert status.inner_text().startswith("layer 1, head 2. From space it looks at ")


def test_it_can_be_watched_and_stopped_by_a_button_or_by_going_into_the_text(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(alone("writer"), reduced_motion="no-preference"))
    demo.read("If the")
    grown = "document.querySelector('textarea').value.length > 9"
    demo.root.get_by_role("button", name="Write").click()
    demo.page.wait_for_function(grown)
    state = demo.press("Stop")
    assert 9 < len(state["text"]) < 6 + AT_ONCE
    assert state["text"].startswith("If the")
    assert "Stopped. It wrote: " in demo.message.inner_text()
    demo.root.get_by_role("button", name="Write").click()
    demo.page.wait_for_function("document.querySelector('.play').textContent === 'Stop'")
    demo.input.focus()
    assert demo.root.get_by_role("button", name="Write").is_visible()
    written = demo.input.input_value()
    demo.page.wait_for_timeout(300)
    assert demo.input.input_value() == written, "nothing is written into what a reader edits"
    assert demo.read("If the obj")["text"] == "If the obj" == demo.input.input_value()


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> tuple[Writer, bytes]:
    """A GPT as a reader may have trained it, unlike the course's, and its exported file."""
    folder = tmp_path_factory.mktemp("mine")
    torch.manual_seed(1)
    vocabulary = Vocabulary("ab🙂ש\n", special=(UNKNOWN,))
    config = GPTConfig(
        vocab_size=len(vocabulary), max_len=20, d_model=12, n_heads=3, d_ff=16, n_layers=4
    )
    writer = Writer(GPT(config).eval(), vocabulary)
    characters.save(writer, folder / "mine.pt")
    command = [sys.executable, "-m", "payattention.export", "gpt", "mine.pt", "--to", "."]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return writer, (folder / "mine.onnx").read_bytes()


def test_a_gpt_of_the_readers_own_is_opened(
    demo: Demo, gpt: Writer, mine: tuple[Writer, bytes]
) -> None:
    """Of other sizes and another vocabulary, smaller than the table; and the course's again."""
    writer, content = mine
    state = demo.open("my.onnx", content)
    assert state["text"] == EXAMPLE
    agrees(state, writer)
    said = demo.message.inner_text()
    assert "“\u2068my.onnx\u2069” is open. It knows 6 characters." in said
    assert "never met “\u2068I\u2069”" in said
    demos.show_heads(demo.root)
    last = demo.root.get_by_role("radio", name="layer ").last
    assert last.get_attribute("aria-label") == "layer 4, head 3", "12 as well, in another grid"
    assert [row[0] for row in demo.rows()].count("–") == 3
    for text in ("🙂", "ab" * 20, "שa\nb"):
        agrees(demo.read(text), writer)
    assert "reads at most the last 20" in demo.root.locator(".count").inner_text()
    assert len(demo.press("Write")["text"]) == 4 + AT_ONCE
    demo.read(EXAMPLE)
    agrees(demo.press("The course’s GPT again"), gpt)
    assert last.get_attribute("aria-label") == "layer 3, head 4"


def test_what_is_wrong_with_a_file_is_said_and_the_gpt_stays(
    demo: Demo, gpt: Writer, mine: tuple[Writer, bytes]
) -> None:
    writer, content = mine
    heads = (demos.checkpoint.FOLDER / demos.translators.HEADS).read_bytes()
    symbols = json.dumps(writer.vocabulary.symbols).encode()
    other = content.replace(symbols, symbols.replace(b'"a"', b'"c"').replace(b', "b"', b',"bb"'))
    assert demo.open("fine.onnx", other)["text"] == EXAMPLE, "as long, so it can be read"
    demo.press("The course’s GPT again")
    for name, given, said in [
        ("empty.onnx", b"", "holds no GPT that writes character by character"),
        ("notes.txt", b"Dear diary, today", "is no ONNX file, or one that is cut short"),
        ("half.onnx", content[: len(content) // 2], "is no ONNX file, or one that is cut short"),
        ("my.pt", characters.FILE.read_bytes(), "is a zip archive, as PyTorch’s checkpoints are"),
        ("heads.onnx", heads, "holds no GPT that writes character by character"),
        ("wrong.onnx", content.replace(b"logits", b"digits"), "cannot be run"),
    ]:
        fault = demo.open(name, given)["fault"]
        assert fault == demo.message.text_content()
        assert f"“\u2068{name}\u2069” {said}" in fault
        if "run" not in said:
            assert "python -m payattention.export gpt" in fault
    agrees(demo.read("And it goes on"), gpt)


def test_nothing_below_moves_while_it_is_used(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    for width in (1280, 390):
        page = visit(
            alone("writer"), viewport={"width": width, "height": 844}, reduced_motion="reduce"
        )
        demo = Demo(page)
        demos.show_heads(demo.root)
        tops = """root => ["table", ".heads", ".read", ".own"]
            .map((part) => root.querySelector(part).getBoundingClientRect().top + scrollY)"""
        before = demo.root.evaluate(tops)
        for scene in demos.DEMOS["writer"].scenes:
            scene(demo.root)
            assert demo.root.evaluate(tops) == pytest.approx(before, abs=0.5), scene
        demo.read("If the ")
        demo.press("Write")
        assert demo.root.evaluate(tops) == pytest.approx(before, abs=0.5)


def test_a_finger_finds_every_control(
    alone: Callable[[str], str], visit: Callable[..., Any]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    demo = Demo(visit(alone("writer"), reduced_motion="reduce", **phone))
    demo.root.get_by_text("Open a GPT of your own").tap()
    demo.root.get_by_text("Where each head looks").last.tap()
    for control in demo.root.locator("button, textarea, input, summary").all():
        assert control.bounding_box()["height"] >= 44
    demo.root.get_by_role("radio", name="layer 3, head 2").tap()
    demo.root.locator(".read [role=radio]").nth(2).tap()
    assert (demo.state["head"], demo.state["at"]) == (9, 2)


def test_the_chapter_writes_in_the_page(
    book: Path, serve: Callable[[Path], str], visit: Callable[..., Any]
) -> None:
    demo = Demo(visit(f"{serve(book)}/06-bert-gpt.html", reduced_motion="reduce"))
    assert demo.state["text"] == EXAMPLE
    demo.slide("top-k", 1)
    assert demo.press("Write")["text"].count("string") >= 3, "it repeats itself, as the page says"
