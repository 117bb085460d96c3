"""The `question` directive: what it makes of good authoring, and which bad authoring it refuses."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("myst_parser", reason="the extra [book] is not installed")

from tests.book.small_book import build_small_book

GOOD = """# Check yourself

:::{question}
:name: variance

Entries have variance 1, and $d_k = 64$. What is the variance of `q @ k`?

- [ ] `8`, that is $8$

  That is its *standard deviation*, $\\sqrt{64}$.
- [x] 64

  Variances add.

  ```python
  scores = q @ k.T / 8
  ```
- [ ] 1

  Of each product only.
:::

Words in between, which {ref}`the first question <variance>` precedes.

````{question}
Which are probabilities?

- not a choice: a list within the question
- and its second item

```python
weights = softmax(scores)
```

- [x] rows of the weights

  - They are positive.
  - They sum to 1.
- [X] softmax of anything

  By its definition.
- [ ] the scores

  They may be negative.
````
"""
TASKLISTS = [["colon_fence", "dollarmath"], ["colon_fence", "dollarmath", "tasklist"]]


class Built:
    def __init__(self, folder: Path, warnings: str, status: int):
        self.folder, self.warnings, self.status = folder, warnings, status
        self.page = (folder / "index.html").read_text()

    def questions(self) -> list[str]:
        return re.split(r'<div [^>]*class="question"', self.page)[1:]


def build(folder: Path, text: str, myst: list[str] = TASKLISTS[1]) -> Built:
    """Build a page of this text, and another that has no question."""
    pages = {"index": text, "plain": "---\norphan: true\n---\n# No question here\n"}
    return Built(*build_small_book(folder, pages, ["questions"], myst))


@pytest.fixture(scope="module", params=TASKLISTS, ids=["plain lists", "task lists"])
def good(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("good"), GOOD, request.param)


def test_good_authoring_builds_without_a_warning(good: Built) -> None:
    assert good.warnings == ""
    assert good.status == 0


def test_questions_are_numbered_and_can_be_referred_to(good: Built) -> None:
    titles = re.findall(r'<p class="[^"]*question-title[^"]*" id="([^"]+)">([^<]+)</p>', good.page)
    assert titles == [
        ("question-1-title", "Question 1"),
        ("question-2-title", "Question 2"),
    ]
    groups = re.findall(r'aria-labelledby="([^"]+)" class="question"', good.page)
    assert groups == [label for label, _ in titles]
    assert re.search(r'href="#question-1"><span[^>]*>the first question</span>', good.page)


def test_every_choice_gets_its_verdict_and_explanation(good: Built) -> None:
    made = [
        re.findall(
            r'<details class="choice is-(right|wrong)">\s*<summary>(.*?)</summary>\s*'
            r'<div class="explanation">\s*<p><strong class="verdict">(.*?)</strong>(.*?)</details>',
            question,
            re.DOTALL,
        )
        for question in good.questions()
    ]
    kinds = [[(right, verdict) for right, _, verdict, _ in choices] for choices in made]
    no, yes = ("wrong", "Not quite."), ("right", "Right.")
    assert kinds == [[no, yes, no], [yes, yes, no]]
    labels = [re.sub(r"<.*?>", "", label) for choices in made for _, label, _, _ in choices]
    assert labels[1:] == [
        "B 64",
        "C 1",
        "A rows of the weights",
        "B softmax of anything",
        "C the scores",
    ]
    eight = made[0][0]
    assert '<span class="pre">8</span></code>, that is <span class="math' in eight[1]
    assert "<em>standard deviation</em>" in eight[3]
    assert "highlight-python" in made[0][1][3]
    assert "They sum to 1." in made[1][0][3]


def test_no_mark_of_the_source_is_left(good: Built) -> None:
    assert "[x]" not in good.page.lower()
    assert "[ ]" not in good.page
    assert "checkbox" not in good.page


def test_several_right_choices_are_announced(good: Built) -> None:
    first, second = good.questions()
    assert "Choose all that are right." not in first
    assert "Choose all that are right." in second


def test_the_style_comes_with_the_question_and_only_there(good: Built) -> None:
    assert "_static/questions.css" in good.page
    assert (good.folder / "_static" / "questions.css").exists()
    assert "questions.css" not in (good.folder / "plain.html").read_text()


BAD = {
    "no right choice": (
        "What?\n\n- [ ] a\n\n  Because.\n- [ ] b\n\n  Because.",
        [(3, "it has no right choice; mark one with [x]")],
    ),
    "only right choices": (
        "What?\n\n- [x] a\n\n  Because.\n- [x] b\n\n  Because.",
        [(3, "every choice is right; give a wrong one, marked with [ ]")],
    ),
    "a choice without explanation": (
        "What?\n\n- [x] a\n\n  Because.\n- [ ] b",
        [(9, "choice B has no explanation (a paragraph of its own, after a blank line, ")],
    ),
    "no blank line before the explanation": (
        "What?\n\n- [x] a\n  Because.\n- [ ] b\n\n  Because.",
        [(6, "choice A has no explanation")],
    ),
    "a single choice": (
        "What?\n\n- [x] a\n\n  Because.",
        [(3, "it has a single choice; give at least two"), (3, "every choice is right")],
    ),
    "no choices": (
        "What?",
        [(3, "it has no list of choices ('- [x] right' or '- [ ] wrong')")],
    ),
    "nothing at all": (
        "",
        [(3, "it has no list of choices")],
    ),
    "no question": (
        "- [x] a\n\n  Because.\n- [ ] b\n\n  Because.",
        [(3, "the question itself is missing, above the choices")],
    ),
    "a choice without a mark": (
        "What?\n\n- [x] a\n\n  Because.\n- b\n\n  Because.",
        [(9, "choice B does not begin with '[x] ' (right) or '[ ] ' (wrong)")],
    ),
    "a mark stuck to its choice": (
        "What?\n\n- [x]a\n\n  Because.\n- [ ] b\n\n  Because.",
        [(6, "choice A does not begin with '[x] '"), (3, "it has no right choice")],
    ),
    "a choice without text": (
        "What?\n\n- [x] a\n\n  Because.\n- [ ]\n\n  Because.",
        [(9, "choice B has no text")],
    ),
    "text after the choices": (
        "What?\n\n- [x] a\n\n  Because.\n- [ ] b\n\n  Because.\n\nMore.",
        [(13, "text follows the choices; indent an explanation under its choice")],
    ),
    "an explanation that is not indented": (
        "What?\n\n- [x] a\n\nBecause.\n\n- [ ] b\n\n  Because.\n- [x] c\n\n  Because.",
        [(6, "its choices are several lists instead of one; indent each explanation")],
    ),
}


@pytest.mark.parametrize("myst", TASKLISTS, ids=["plain lists", "task lists"])
@pytest.mark.parametrize("case", BAD)
def test_bad_authoring_is_a_warning_that_names_page_line_and_fault(
    case: str, myst: list[str], tmp_path: Path
) -> None:
    content, faults = BAD[case]
    built = build(tmp_path, f"# Title\n\n:::{{question}}\n{content}\n:::\n", myst)
    warnings = [line for line in built.warnings.splitlines() if "WARNING" in line]
    for line, message in faults:
        start = f"{tmp_path / 'source' / 'index.md'}:{line}: WARNING: Question 1: {message}"
        assert any(warning.startswith(start) for warning in warnings), warnings
    assert len(warnings) == len(faults)
    assert built.status != 0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, serve: Callable[[Path], str]) -> str:
    built = build(tmp_path_factory.mktemp("page"), GOOD.replace("$", "`"))
    return f"{serve(built.folder)}/index.html"


@pytest.mark.parametrize("script", [False, True])
def test_a_choice_opens_by_mouse_and_by_keyboard_with_and_without_script(
    address: str, visit: Callable[..., Any], script: bool
) -> None:
    page = visit(address, java_script_enabled=script)
    first = page.get_by_role("group", name="Question 1")
    explanation = first.get_by_text("Variances add.")
    assert not explanation.is_visible()
    first.locator("summary", has_text="B 64").click()
    assert explanation.is_visible()
    assert first.get_by_text("Right.").is_visible()
    assert not first.get_by_text("Of each product only.").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert first.get_by_text("Of each product only.").is_visible()
    page.keyboard.press("Space")
    assert not first.get_by_text("Of each product only.").is_visible()


def test_print_shows_the_choices_and_no_answer(address: str, visit: Callable[..., Any]) -> None:
    page = visit(address)
    explanation = page.get_by_text("Variances add.")
    choice = page.locator("details").filter(has=explanation)
    choice.locator("summary").click()
    assert explanation.is_visible()
    colour = "node => getComputedStyle(node).backgroundColor"
    shaded = choice.evaluate(colour)
    page.emulate_media(media="print")
    assert not explanation.is_visible()
    assert choice.locator("summary").is_visible()
    assert choice.evaluate(colour) != shaded
    assert choice.evaluate(colour) == page.locator("details").last.evaluate(colour)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_overflows_on_a_phone(
    address: str,
    visit: Callable[..., Any],
    violations: Callable[[Any, str], list[str]],
    theme: str,
) -> None:
    page = visit(address, viewport={"width": 390, "height": 844}, color_scheme=theme)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    if theme == "dark":
        page.add_style_tag(
            content=":root { --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af;"
            "--pst-color-surface: #29313d; --pst-color-border: #48566b }"
            "body, div.body { background: #121212; color: #ced6dd }"
            ".highlight { background: #29313d }"
        )
    for choice in page.locator("details").all()[::2]:
        choice.locator("summary").click()
    assert violations(page, "#question-1") == []
    assert violations(page, "#question-2") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
