"""The glossary and the notation hold what the chapters introduce, and link to where they do."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup
from tests.book.chapters import pages_of

BOOK = Path(__file__).parents[2] / "book"
PACKAGE = Path(__file__).parents[2] / "src" / "payattention"
CHAPTERS = sorted(BOOK.glob("0*.md"))

# Bold in a chapter, and no term.
EMPHASIS = {
    "a question or a remark": "the question; why three vectors?; no learned parameters; "
    "a small loss alone proves nothing; sinusoids do not extrapolate by themselves",
    "a step of a method, which its section explains": "add; ambiguous",
    "a count in an example": "a\\|t 3; h\\|e 2; t\\|he 2",
}
# What people look for, and no chapter sets in bold.
SOUGHT = {"lora", "scaled dot-product attention"}
# Where the glossary has another form of the word.
ENTRY = {
    "bidirectional": "bidirectional rnn",
    "bytes": "byte",
    "causal": "causal mask; causal language model",
    "clip": "clipping",
    "contextual": "contextual embedding",
    "dense": "dense layer",
    "dilated": "dilated convolution",
    "dpo": "direct preference optimization",
    "explodes": "exploding gradient",
    "general": "general score",
    "heads": "head",
    "in-context": "in-context learning",
    "layernorm": "layer normalization",
    "learned": "learned positions",
    "mean": "mean of heads",
    "monotonic": "monotonic alignment",
    "multitask": "multitask fine-tuning",
    "n-grams": "n-gram",
    "recurrent": "recurrent neural network",
    "rollout": "attention rollout",
    "rope": "rotary positions",
    "rotary": "rotary positions",
    "sft": "instruction tuning",
    "shifted": "label shift",
    "state-space models": "state-space model",
    "static": "static embedding",
    "values": "value",
    "vanishes": "vanishing gradient",
    "weights": "weight",
}


class Section(NamedTuple):
    """What stands between a label and the next one."""

    chapter: int
    text: str


class Entry(NamedTuple):
    """A term of the glossary, its other names, its sentence, and the sections to which it links."""

    term: str
    others: list[str]
    sentence: str
    links: list[tuple[int, str]]


@cache
def sections() -> dict[str, Section]:
    """The chapters' sections by their labels, without code cells and without the exercises."""
    found = {}
    pages = [(n, page) for n, path in enumerate(CHAPTERS, 1) for page in pages_of(path.stem)]
    for number, path in pages:
        text = re.sub(r"^```\{code-cell\}.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
        text = text.replace("\n## Summary\n", f"\n(summary-{number})=\n## Summary\n")
        text = text.partition("\n## Check yourself\n")[0]
        parts = re.split(r"^\(([\w-]+)\)=$", text, flags=re.M)
        for label, part in zip(parts[1::2], parts[2::2], strict=True):
            assert label not in found, f"two sections have the label {label}"
            found[label] = Section(number, part)
    return found


def bold(text: str) -> Iterator[str]:
    """What is bold outside code, in lower case, without a colour and without a final sign."""
    for run in re.findall(r"\*\*(.+?)\*\*", re.sub(r"`[^`\n]+`", "", text)):
        yield re.sub(r"^\[(\w+)\]\{\.\w+\}$", r"\1", run).lower().rstrip(".:")


@cache
def introduced() -> dict[str, list[str]]:
    """The glossary's name of every term that is bold, with the labels where it is."""
    emphasis = {run for runs in EMPHASIS.values() for run in runs.split("; ")}
    terms: dict[str, list[str]] = {}
    for label, section in sections().items():
        for run in bold(section.text):
            if run not in emphasis:
                for term in ENTRY.get(run, run).split("; "):
                    terms.setdefault(term, []).append(label)
    return terms


def entries() -> list[Entry]:
    page = (BOOK / "glossary.md").read_text("utf-8")
    [listed] = re.findall(r"^```\{glossary\}\n(.*?)^```$", page, flags=re.M | re.S)
    found = []
    for block in listed.strip().split("\n\n"):
        term, _, definition = block.partition("\n  ")
        assert "\n" not in definition, term
        sentence, first, links = definition.partition(" Chapter ")
        assert first, f"{term} has no link"
        term, *others = re.sub(r"^\[(\w+)\]\{\.\w+\}$", r"\1", term).split("\n")
        found.append(Entry(term, others, sentence, list(linked(first + links))))
    return found


def linked(text: str) -> Iterator[tuple[int, str]]:
    chapter = 0
    for number, label in re.findall(r"[Cc]hapter (\d)|\{ref\}`([\w-]+)`", text):
        chapter = int(number or chapter)
        if label:
            yield chapter, label


# ── the glossary ──────────────────────────────────────────────────────────────────────────────


def test_the_glossary_holds_every_term_that_a_chapter_introduces_and_no_other():
    terms = {entry.term.lower() for entry in entries()}
    assert sorted(introduced().keys() - terms) == [], "not in the glossary"
    assert terms - introduced().keys() == SOUGHT, "bold in no chapter"


def test_no_exception_is_left_over():
    runs = {run for section in sections().values() for run in bold(section.text)}
    excused = {run for group in EMPHASIS.values() for run in group.split("; ")} | ENTRY.keys()
    assert sorted(excused - runs) == []


def test_entries_are_in_alphabetical_order_and_each_is_there_once():
    keys = [re.sub(r"[^a-z0-9]", "", entry.term.lower()) for entry in entries()]
    assert len(keys) > 100
    assert keys == sorted(set(keys))
    names = [name.lower() for entry in entries() for name in (entry.term, *entry.others)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.term)
def test_an_entry_is_one_short_sentence_that_links_to_where_the_term_is_introduced(entry: Entry):
    assert re.fullmatch(r"[A-Z][^.?!]*\.", entry.sentence)
    assert len(entry.sentence.split()) <= 30
    for chapter, label in entry.links:
        assert label in sections(), f"no chapter has the label {label}"
        assert sections()[label].chapter == chapter, label
    places = [place for place in introduced().get(entry.term.lower(), []) if "summary" not in place]
    assert not places or {label for _, label in entry.links} & set(places), places


def test_letters_lead_to_the_terms_of_each(book):
    page = BeautifulSoup((book / "glossary.html").read_text("utf-8"), "html.parser")
    letters = page.select(".letters > *")
    assert [one.text for one in letters] == list(ascii_uppercase)
    begins = sorted({re.sub("[^a-z]", "", entry.term.lower())[0].upper() for entry in entries()})
    links = [one for one in letters if one.name == "a"]
    assert [one.text for one in links] == begins
    for link in links:
        heading = page.find(id=link["href"][1:])
        assert heading.text == link.text
        for name in heading.find_next_sibling("dl").select("dt:first-child, dd + dt"):
            assert re.search("[a-z]", name.text, re.I)[0].upper() == link.text


# ── the notation ──────────────────────────────────────────────────────────────────────────────

MATH = re.compile(
    r"^```\{math\}\n(?::label:[^\n]*\n)?(.*?)^```$|(?<![\\$])\$([^$\n]+)\$", re.M | re.S
)
WORDS = re.compile(r"\\(?:text|operatorname|begin|end)\{[^}]*\}")
LETTER = re.compile(
    r"\\((?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho"
    r"|sigma|tau|upsilon|phi|chi|psi|omega))(?![a-z])|\\[a-z]+|([a-z])",
    re.I,
)


class Row(NamedTuple):
    """A line of a chapter's table of symbols."""

    chapter: int
    symbols: list[str]
    code: list[str]
    label: str


def rows() -> list[Row]:
    page = (BOOK / "notation.md").read_text("utf-8")
    found = []
    for chapter, table in re.findall(r"^## Chapter (\d)\n(.*?)(?=^## |\Z)", page, re.M | re.S):
        for line in re.findall(r"^\| (.*) \|$", table, flags=re.M)[2:]:
            symbols, meaning, _, code, section = (cell.strip() for cell in line.split("|"))
            assert meaning, line
            [label] = re.findall(r"^\{ref\}`([\w-]+)`$", section)
            names = [name for part in re.findall(r"`([^`]+)`", code) for name in part.split(".")]
            found.append(Row(int(chapter), re.findall(r"\$([^$]+)\$", symbols), names, label))
    return found


def plain(math: str) -> str:
    """A formula without its spaces, so that two ways to write it are equal."""
    return re.sub(r"\s", "", math.replace(r"\lvert", "|").replace(r"\rvert", "|"))


def uses(formula: str, symbol: str) -> bool:
    if len(symbol) == 1:  # not the m of max
        return symbol in letters(formula)
    return plain(symbol) in plain(formula)


def letters(math: str) -> set[str]:
    """The Latin and Greek letters of a formula, without words and names of functions."""
    return {greek or latin for greek, latin in LETTER.findall(WORDS.sub(" ", math))} - {""}


@cache
def formulas(text: str) -> list[str]:
    return [block or inline for block, inline in MATH.findall(text)]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.chapter}: {', '.join(row.symbols)}")
def test_a_symbol_links_to_a_section_of_its_chapter_that_uses_it(row: Row):
    assert row.symbols
    assert row.label in sections(), f"no chapter has the label {row.label}"
    section = sections()[row.label]
    assert section.chapter == row.chapter
    for symbol in row.symbols:
        assert any(uses(formula, symbol) for formula in formulas(section.text)), symbol


def test_every_name_in_the_code_is_a_name_in_the_package():
    modules = list(PACKAGE.glob("*.py"))
    code = "\n".join(module.stem + "\n" + module.read_text("utf-8") for module in modules)
    names = {name for row in rows() for name in row.code}
    assert len(names) > 80
    missing = [name for name in names if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code)]
    assert sorted(missing) == []


@pytest.mark.parametrize("chapter", range(1, len(CHAPTERS) + 1))
def test_every_letter_of_a_chapters_formulas_has_been_introduced(chapter: int):
    known = {x for row in rows() if row.chapter <= chapter for s in row.symbols for x in letters(s)}
    used = {
        letter
        for section in sections().values()
        if section.chapter == chapter
        for formula in formulas(section.text)
        for letter in letters(formula)
    }
    assert sorted(used - known) == []


def test_the_meanings_of_a_letter_are_those_of_the_chapters_tables():
    page = (BOOK / "notation.md").read_text("utf-8")
    [table] = re.findall(r"^\| Letter \| Meanings \|\n(.*?)\n\n", page, flags=re.M | re.S)
    lines = re.findall(r"^\| \$\\?(\w+)\$ \| (.*) \|$", table, flags=re.M)
    assert len(lines) > 20
    for letter, meanings in lines:
        for chapter in re.findall(r"(?<=chapter )\d|(?<=chapters )\d|(?<= and )\d", meanings):
            here = {x for row in rows() if row.chapter == int(chapter) for x in bases(row)}
            assert letter in here, f"{letter} in chapter {chapter}"


def bases(row: Row) -> set[str]:
    return {letter for symbol in row.symbols for letter in letters(symbol)}
