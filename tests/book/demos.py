"""The live demos as the tests meet them: the place of each, and what a reader does there."""

import datetime
import functools
import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import torch

from payattention import checkpoint, plots
from payattention.data.digits import as_digit, stroke
from payattention.experiments import (
    characters,
    digits,
    heads,
    induction,
    promptable,
    translation,
)
from payattention.export import images, translators, writer
from payattention.export import induction as continuer
from payattention.maps import attention_maps
from payattention.saliency import by_rollout
from payattention.tokenize import BOS

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "web" / "demos"
RUNTIME = ROOT / "web" / "node_modules" / "onnxruntime-web" / "dist"
ORT = ("ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm")
ENGLISH, FRENCH = "Saturday, November 21, 2026", "samedi 21 novembre 2026"
SEVEN = ((7, 3), (25, 3), (20, 13), (14, 22), (13, 30))  # the corners of a drawn 7
N_IMAGES = 8  # in which chapter 7's readers click
LAYERS = ["encoder 1", "encoder 2", "decoder 1", "cross 1", "decoder 2", "cross 2"]

PAGE = """<!doctype html>
<html lang="en" data-theme="light"><meta charset="utf-8"><title>A demo</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="colours.css">
<link rel="stylesheet" href="shared/demo.css"><link rel="stylesheet" href="{name}.css">
<style>
body {{ max-width: 43rem; min-height: 200vh; margin: 1rem auto; padding: 0 1rem;
  background: var(--pst-color-background); font-family: sans-serif }}
</style>
<main><h1>A demo</h1>
{body}</main>
<script type="module" src="{name}.js"></script>
</html>"""

# Parts of a demo that hold more than they show. A field for a text may: it scrolls.
TOO_WIDE = """root => [...root.querySelectorAll(":not(svg *, input[type=text])")]
    .filter((part) => getComputedStyle(part).display !== "inline" && part.clientWidth > 1)
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML)"""


def write_page(folder: Path, name: str, body: str, file: str = "index.html") -> None:
    """A page with one demo and the book's colours, and nothing else of the book."""
    (folder / file).write_text(PAGE.format(name=name, body=body))
    shutil.copy(ROOT / "web" / "styles" / "10-colours.css", folder / "colours.css")
    shutil.copytree(SCRIPTS, folder, dirs_exist_ok=True)


def name_of(root: Any) -> str:
    """The name of a demo, given its place in the page."""
    name = root.get_attribute("data-demo")
    assert isinstance(name, str)
    return name


def after(root: Any, change: Callable[[], object]) -> dict[str, Any]:
    """What a demo holds once it has done what a change asked for."""
    name = name_of(root)
    root.evaluate("(root, name) => { delete root[name] }", name)
    change()
    has_settled = """name => {
        const state = document.querySelector(`[data-demo=${name}]`)[name];
        return state && state.settled !== false;
    }"""
    root.page.wait_for_function(has_settled, arg=name)
    return root.evaluate("(root, name) => root[name]", name)


def enter(root: Any, text: str) -> None:
    """Type a text, and press Enter where that is how one asks."""
    field = root.get_by_role("textbox")
    if field.evaluate("field => field.tagName") == "TEXTAREA":
        field.fill(text)  # it begins by itself
        return
    # not `fill`: after it the demo begins by itself too, on a slow machine before Enter comes
    field.evaluate("(field, text) => { field.value = text }", text)
    field.press("Enter")


def ask(root: Any, text: str) -> dict[str, Any]:
    """Type a text, and press Enter where that is how one asks: what the demo then holds."""
    return after(root, lambda: enter(root, text))


def done(root: Any) -> list[bool]:
    """Which goals are ticked."""
    return root.locator(".goal").evaluate_all(
        "goals => goals.map((goal) => goal.classList.contains('done'))"
    )


def lesson(root: Any) -> str:
    """The words of the lesson that is shown, once one is visible."""
    told = root.locator(".lesson.on")
    told.wait_for()
    return told.locator("span").nth(1).inner_text()


class Translating:
    """A page with a demo that translates, and what a reader does there."""

    name: ClassVar[str]

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator(f'.demo[data-demo="{self.name}"]')
        self.root.scroll_into_view_if_needed()
        self.input = self.root.get_by_role("textbox")
        self.message = self.root.locator(".message")
        self.input.wait_for()

    def translate(self, text: str) -> dict[str, Any]:
        """Type a text and press Enter: what the demo then holds."""
        return ask(self.root, text)

    def press(self, button: str) -> dict[str, Any]:
        """Press a button: what the demo then holds."""
        return press(self.root, button)

    def press_examples(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Press one date after the other, each of which the calendar has, and see what follows."""
        examples = self.root.locator(".examples button").all_inner_texts()
        assert len(examples) == 3
        for text in examples:
            date = datetime.datetime.strptime(text, "%A, %B %d, %Y")
            assert date.strftime("%A") == text.split(",")[0]
            state = self.press(text)
            assert self.input.input_value() == state["source"] == text
            yield text, state

    @property
    def done(self) -> list[bool]:
        """Which goals are reached."""
        return done(self.root)


# ── the places, as the chapters ask for them ─────────────────────────────────────────────────


def _live(name: str, **data: Any) -> str:
    still, axis = plots.figure()
    plots.attention_map(axis, torch.eye(3))
    return plots.live(name, still=still, alt=f"The weights of {name}", **data)._repr_html_()


def _model(kind: str) -> dict[str, Any]:
    translator = translation.trained_translator(kind)
    symbols = list(translator.vocabulary.symbols)
    return {"symbols": symbols, "max_len": translator.max_len, "source": ENGLISH, "target": FRENCH}


def _alignment() -> str:
    weights = translation.alignment(translation.trained_translator(), ENGLISH, FRENCH)
    return _live("alignment", source=ENGLISH, target=FRENCH, weights=weights)


def _hero() -> str:
    sys.path.insert(0, str(SCRIPTS.parent))
    try:
        return importlib.import_module("bookpage.hero").live_picture()
    finally:
        sys.path.pop(0)


def _translator() -> str:
    weights = translation.alignment(translation.trained_translator(), ENGLISH, FRENCH)
    return _live("translator", weights=weights, **_model("bahdanau"))


def _heads() -> str:
    looks = heads.maps_of(translation.trained_translator("transformer"), ENGLISH, FRENCH)
    last = {f"head{h.number}": looks[h] for h in looks if h.location == "cross 2"}
    return _live("heads", **last, **_model("transformer"))


def _transformer() -> str:
    return _live("transformer", **first_maps(), **_model("transformer"))


def first_maps() -> dict[str, Any]:
    """The maps of head 1 in the Transformer's last layers, for the example."""
    translator = translation.trained_translator("transformer")
    ids = translator.vocabulary.encode
    with torch.no_grad(), attention_maps(translator.model) as maps:
        translator.model(torch.tensor([ids(ENGLISH)]), torch.tensor([ids([BOS, *FRENCH])]))
    return {
        "head": 1,
        "encoder": maps["encoder.layers.1.attention"][0, 0],
        "cross": maps.cross_attention[-1][0, 0],
        "decoder": maps["decoder.layers.1.attention"][0, 0],
    }


def _writer() -> str:
    return _live("writer", **predicted(characters.trained_writer(), "If the "))


def predicted(gpt: characters.Writer, text: str) -> dict[str, Any]:
    """What the page of chapter 6 holds of a text: the logits after it, and all maps."""
    with torch.no_grad():
        logits, weights = writer.NextCharacter(gpt.model)(gpt.encode(text)[None])
    maps = {f"head{number}": map for number, map in enumerate(weights.flatten(0, 1))}
    facts = {"symbols": gpt.vocabulary.symbols, "max_len": gpt.model.config.max_len}
    return {"text": text, "heads": weights.shape[1], "logits": logits, **facts, **maps}


def _digit() -> str:
    dots, reader = stroke(*SEVEN), digits.trained_reader()
    image = as_digit(dots)[None, None]
    with torch.no_grad(), attention_maps(reader) as maps:
        logits = reader(image)
    return _live(
        "digit",
        dots=dots.int(),
        logits=logits,
        rollout=by_rollout(reader, image),
        heads=torch.cat([weights[0, :, 0] for weights in maps.self_attention]),
    )


def _masks() -> str:
    image, shape = (x[:N_IMAGES] for x in promptable.new_stacks())
    click = promptable.known_and_new_clicks()[1].click[:1]
    with torch.no_grad():
        found = promptable.predict(promptable.trained_segmenter(), image[:1], click)
    return _live(
        "masks",
        images=image.round(decimals=2).flatten(0, 2),
        depths=shape.sum(dim=2).flatten(0, 2),
        click=click[0].int(),
        masks=(found.masks[0] > 0).int().flatten(0, 1),
        scores=found.scores,
    )


CONTINUED = "dimanchedi"  # what chapter 8's demo begins with
HEADS_OF_LAYERS = (1, 1)  # that it shows


def continues(letters: str) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits after the last letter, and all maps, of the model of the demo `induction`."""
    with torch.no_grad():
        logits, weights = continuer.NextLetter(induction.trained_reader())(
            torch.tensor([[ord(letter) - ord("a") for letter in letters]])
        )
    return logits[-1], weights


def _induction() -> str:
    logits, weights = continues(CONTINUED)
    one, other = HEADS_OF_LAYERS
    return _live(
        "induction",
        letters=CONTINUED,
        logits=logits[None],
        head1=one,
        head2=other,
        back=weights[0, one],
        behind=weights[1, other],
    )


# ── what a reader does ───────────────────────────────────────────────────────────────────────


def _mask_and_sharpen(root: Any) -> None:
    root.get_by_role("checkbox", name="may be attended to").nth(0).uncheck()
    root.get_by_role("slider", name="temperature").fill("-1")
    root.get_by_role("checkbox", name="divide by").uncheck()
    root.locator("svg.keys").click()  # its middle: the query is 0
    assert any(done(root))


def _widen(root: Any) -> None:
    root.get_by_role("slider").fill("10")
    root.get_by_role("button", name="Draw").click()
    assert any(done(root))


def _remember(root: Any) -> None:
    root.get_by_role("slider", name="weight").fill("1")
    root.get_by_role("checkbox", name="tanh").check()
    root.get_by_role("slider", name="weight").fill("1.5")
    assert any(done(root))


def _sharpen(root: Any) -> None:
    root.get_by_role("slider", name="temperature").fill("-1")
    root.get_by_role("slider", name="score of B").fill("6")
    assert any(done(root))


def _reads(text: str) -> Callable[[Any], None]:
    def scene(root: Any) -> None:
        ask(root, text)

    return scene


def switch(root: Any, place: str, number: int) -> dict[str, Any]:
    """Switch one head of the demo `heads` off or on."""
    root.get_by_role("combobox").select_option(str(LAYERS.index(place)))
    return after(root, lambda: root.get_by_role("checkbox").nth(number).click())


def press(root: Any, button: str) -> dict[str, Any]:
    """Press a button of the demo."""
    return after(root, lambda: root.get_by_role("button", name=button, exact=True).click())


def _guess_a_letter(root: Any) -> None:
    ask(root, ENGLISH)
    press(root, "New game")
    guess(root, 4)
    unfold(root, ".more")
    root.get_by_role("combobox", name="head").select_option("2")


def guess(root: Any, letter: int) -> dict[str, Any]:
    """Guess a letter of the English date in the demo `transformer`."""
    return after(root, lambda: root.locator(".source [role=radio]").nth(letter).click())


def _search(root: Any) -> None:
    after(root, lambda: root.get_by_role("combobox", name="beginnings").select_option("4"))
    root.get_by_role("radio").last.hover()


def unfold(root: Any, part: str) -> None:
    """Open a part of a demo that is folded away."""
    root.locator(part).evaluate("fold => { fold.open = true }")


def show_heads(root: Any) -> None:
    """Open the part of the demo `writer` that shows where each head looks."""
    unfold(root, ".where")


def _write_and_cut(root: Any) -> None:
    ask(root, "If the obj")
    root.get_by_role("slider", name="top-k").fill("3")
    root.get_by_role("slider", name="temperature").fill("15")
    show_heads(root)
    root.get_by_role("radio", name="layer 2, head 3").check()
    press(root, "One character")


def _open_a_file(root: Any) -> None:
    root.get_by_text("Open a GPT of your own").click()
    wrong = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no graph"}
    after(root, lambda: root.locator("[type=file]").set_input_files(wrong))


def line(root: Any, *corners: tuple[float, float]) -> dict[str, Any]:
    """Draw a line through corners (x, y), which are pixels of a demo's field."""
    field = root.locator(".field")
    field.scroll_into_view_if_needed()
    box, size = field.bounding_box(), int(field.locator("svg").get_attribute("viewBox").split()[-1])

    def draw() -> None:
        mouse = root.page.mouse
        for i, (x, y) in enumerate(corners):
            mouse.move(box["x"] + box["width"] * x / size, box["y"] + box["height"] * y / size)
            if i == 0:
                mouse.down()
        mouse.up()

    return after(root, draw)


def blank(root: Any, patch: int) -> dict[str, Any]:
    """Blank a patch of the demo `digit`, or undo it."""
    return after(root, lambda: root.locator(".patches button").nth(patch).click())


def _read_a_date(root: Any) -> None:
    enter(root, "Friday, May 4, 1900")


def _press_space(root: Any) -> None:
    root.locator(".field").press(" ")


def _press_an_arrow(root: Any) -> None:
    root.locator(".field").press("ArrowLeft")


def _mean_a_part(root: Any) -> None:
    line(root, (17, 10))
    after(root, lambda: root.get_by_role("radio", name="the part").check())


class Demo(NamedTuple):
    """A demo of the book."""

    chapter: str | None  # None: only another demo starts it, in its own place
    html: Callable[[], str]  # its place in the page, as HTML
    scenes: tuple[Callable[[Any], object], ...]  # what a reader does there, one after the other
    idle: Callable[[Any], object] = lambda root: None  # what a reader does without its model
    fetches: tuple[str, ...] = ()
    begin: Callable[[Any], None] = _read_a_date  # what makes it fetch them
    has_read: Callable[[dict[str, Any]], bool] = lambda state: (  # what it was asked to
        state.get("target") == "vendredi 4 mai 1900"
    )


DEMOS = {
    "hero": Demo(
        "index",
        _hero,
        (
            _reads(ENGLISH),
            lambda root: root.get_by_role("radio").nth(2).hover(),
            _reads("May 👍🏽"),
        ),
        lambda root: root.get_by_role("radio").first.hover(),
        (*ORT, *translators.NAMES),
    ),
    "recurrence": Demo(
        "01-rnn-limits",
        functools.partial(_live, "recurrence"),
        (_remember,),
    ),
    "translator": Demo(
        "02-bahdanau",
        _translator,
        (_reads(ENGLISH), _reads("May 👍🏽"), _reads("May " * 50)),
        lambda root: root.get_by_role("radio").first.hover(),
        (*ORT, *translators.NAMES),
    ),
    "alignment": Demo(
        None,
        _alignment,
        (lambda root: root.get_by_role("radio").nth(2).hover(),),
    ),
    "softmax": Demo(
        "02-bahdanau",
        functools.partial(_live, "softmax"),
        (_sharpen,),
    ),
    "attention": Demo(
        "03-dot-product",
        functools.partial(_live, "attention"),
        (_mask_and_sharpen,),
    ),
    "scale": Demo("03-dot-product", functools.partial(_live, "scale"), (_widen,)),
    "heads": Demo(
        "04-multi-head",
        _heads,
        (lambda root: switch(root, "cross 2", 1), _reads("May 👍🏽"), _reads("May 4, 2026 " * 4)),
        fetches=(*ORT, translators.HEADS),
    ),
    "transformer": Demo(
        "05-transformer",
        _transformer,
        (_guess_a_letter, _search, _reads("May 👍🏽"), _reads("May 4, 2026 " * 4)),
        lambda root: root.get_by_role("radio", name="s").first.hover(),
        (*ORT, translators.HEADS),
    ),
    "writer": Demo(
        "06-bert-gpt",
        _writer,
        (_write_and_cut, _reads("日本 שלום 👍🏽\n" * 30), _open_a_file, _reads("")),
        lambda root: root.get_by_role("slider", name="temperature").fill("3"),
        (*ORT, writer.NAME),
        has_read=lambda state: "".join(state.get("letters", ())) == "Friday, May 4, 1900",
    ),
    "digit": Demo(
        "07-vit",
        _digit,
        (
            lambda root: line(root, (2, 2), (30, 30)),
            lambda root: blank(root, 5),
            lambda root: press(root, "Clear"),
        ),
        lambda root: root.get_by_role("button", name="Eraser").click(),
        (*ORT, images.DIGITS),
        _press_space,
        lambda state: True,
    ),
    "masks": Demo(
        "sam",
        _masks,
        (_mean_a_part, lambda root: press(root, "New image"), lambda root: line(root, (0, 0))),
        lambda root: root.get_by_role("radio", name="the part").check(),
        (*ORT, *images.PROMPTABLE),
        _press_an_arrow,
        lambda state: True,
    ),
    "induction": Demo(
        "08-since-then",
        _induction,
        (_reads("abcda"), _reads("May 👍🏽"), _reads("123"), _reads("x" * 24)),
        fetches=(*ORT, continuer.NAME),
        has_read=lambda state: state.get("letters") == "fridaymay" and "p" in state,
    ),
}
WITH_MODELS = [name for name, demo in DEMOS.items() if demo.fetches]
TRANSLATORS = ["hero", *(name for name in WITH_MODELS if DEMOS[name].chapter < "06")]


def fetched_files() -> list[Path]:
    """What the demos fetch when they are touched: the models, and what computes them."""
    names = dict.fromkeys(name for demo in DEMOS.values() for name in demo.fetches)
    return [RUNTIME / name if name in ORT else checkpoint.FOLDER / name for name in names]
