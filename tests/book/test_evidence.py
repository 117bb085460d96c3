"""The evidence of a claim: one number linked to its row, and the tables that hold all rows."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("myst_parser", reason="the extra [book] is not installed")

from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError
from tests.book.small_book import SmallBook, build_small_book

PERCENT = "\N{NO-BREAK SPACE}%"

NAMES = {"success": "steps to 90 %", "by_place": "by place", "validation_loss": "validation loss"}


def run(variant: str, seed: int, steps: int, lr: float | None = 0.005, **values) -> dict:
    return {
        "variant": variant, "seed": seed, "steps": steps, "lr": lr, "seconds": 70.0,
        "values": {NAMES.get(name, name): value for name, value in values.items()},
    }  # fmt: skip


def tried(variant: str, seed: int, lr: float, loss: float | None) -> dict:
    return run(variant, seed, 5, lr, validation_loss=loss) | {"seconds": 10.0}


STUDY = {
    "study": "example",
    "date": "2026-11-28",
    "machines": ["1 thread of a CPU"],
    "versions": {"python": "3.11.7", "torch": "2.13.0"},
    "tuning": [
        tried("1 head", 100, 0.005, 0.5),
        tried("1 head", 101, 0.005, 0.7),
        tried("1 head", 100, 0.01, 0.9),
        tried("1 head", 101, 0.01, None),  # at this rate a training broke
        tried("2 heads", 100, 0.005, 0.4),
        tried("2 heads", 100, 0.02, 0.3),
    ],
    "runs": [
        run("1 head", 2, 1200, right=0.9, success=None, loss=2.25, by_place=[0.1, 0.9]),
        run("1 head", 0, 1200, right=0.5, success=None, loss=1.0, by_place=[0.2, 0.8]),
        run("1 head", 1, 1200, right=0.125, success=1040, loss=1.5, by_place=[0.9, None]),
        run("1 head", 0, 2400, right=0.75, success=1040),
        run("2 heads", 0, 1200, 0.02, right=1.0, success=40),
        run("2 heads", 1, 1200, 0.02, right=0.5, success=80),
        run("rule", 0, 1200, None, right=0.25),
    ],
}


@pytest.fixture
def evidence(part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module, which finds the results of one study, `example`."""
    module = part("evidence")
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(module, "RESULTS", tmp_path / "results")
    (tmp_path / "results" / "example.json").write_text(json.dumps(STUDY), "utf-8")
    yield module
    module.read.cache_clear()


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (0.374, "%", f"37{PERCENT}"),
        (0.374, " %", f"37{PERCENT}"),
        (0.3746, "1 %", f"37.5{PERCENT}"),
        (0.3746, "1%", f"37.5{PERCENT}"),
        (2.718, "2", "2.72"),
        (2.718, "0", "3"),
        (2.718, "", "3"),
        (12345.6, "0", "12,346"),
        (float("inf"), "0", "never"),
        (float("inf"), "%", "never"),
    ],
)
def test_a_value_is_written_in_its_format(evidence, value, form, text):
    assert evidence.written(value, form) == text


@pytest.mark.parametrize("form", ["x", "percent", "% 1", "12", ".2f"])
def test_another_format_is_refused(evidence, form):
    with pytest.raises(ExtensionError, match=f"“{form}” is no format"):
        evidence.written(0.5, form)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("example; right; 1 head; 1200; %", f"50{PERCENT}"),  # the median of 12.5, 50 and 90 %
        ("example; right; 2 heads; 1200; %", f"75{PERCENT}"),  # between the two in the middle
        ("example; right; 1 head; 2400; 2", "0.75"),
        ("example; smallest right; 1 head; 1200; 1 %", f"12.5{PERCENT}"),
        ("example; largest right; 1 head; 1200; %", f"90{PERCENT}"),
        ("example; loss; 1 head; 1200; 1", "1.5"),
        ("example;loss;1 head;1200;1", "1.5"),
        ("example; how many right >= 0.5; 1 head; 1200", "2 of 3"),
        ("example; how many right > 0.5; 1 head; 1200", "1 of 3"),
        ("example; how many right <= 0.5; 1 head; 1200", "2 of 3"),
        ("example; how many right < 0.5; 1 head; 1200", "1 of 3"),
        ("example; how many right >= 1; 2 heads; 1200; %", "1 of 2"),
        ("example; steps to 90 %; 2 heads; 1200; 0", "60"),
        ("example; steps to 90 %; 1 head; 1200; 0", "never"),  # as two of three
        ("example; smallest steps to 90 %; 1 head; 1200; 0", "1,040"),
        ("example; largest steps to 90 %; 1 head; 1200; 0", "never"),
        ("example; how many steps to 90 % <= 1200; 1 head; 1200", "1 of 3"),
        ("example; by place[0]; 1 head; 1200; 1", "0.2"),
        ("example; smallest by place[1]; 1 head; 1200; 1", "0.8"),
        ("example; largest by place[1]; 1 head; 1200; 1", "never"),
        ("example; how many by place[0] > 0.15; 1 head; 1200", "2 of 3"),
    ],
)
def test_a_number_is_looked_up(evidence, asked, text):
    assert evidence.look_up(asked)[0] == text


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("other; right; 1 head; 1200; %", r"no result file other\.json in results/"),
        ("example; right; 3 heads; 1200; %", "The study example has no “3 heads” with 1200 steps"),
        ("example; right; 2 heads; 2400; %", "has no “2 heads” with 2400 steps"),
        ("example; wrong; 1 head; 1200; %", "“1 head” has no “wrong” after 1200 steps"),
        ("example; loss; 1 head; 2400; 2", "“1 head” has no “loss” after 2400 steps"),
        ("example; right; 1 head; 1200; much", "“much” is no format"),
        ("example; how many right; 1 head; 1200", "“how many right” is no quantity"),
        ("example; right >= 0.5; 1 head; 1200; %", "“right >= 0.5” is no quantity"),
        ("example; ; 1 head; 1200; %", "“” is no quantity"),
        ("example; by place; 1 head; 1200; 1", r"“by place” has several .* by place\[0\]"),
        ("example; by place[2]; 1 head; 1200; 1", r"“1 head” has no “by place\[2\]”"),
        ("example; right[0]; 1 head; 1200; 1", r"“1 head” has no “right\[0\]”"),
        ("example; right; 1 head", "must be: study; quantity; variant; steps; format"),
        ("example; right; 1 head; many; %", "must be: study; quantity; variant; steps; format"),
    ],
)
def test_what_cannot_be_looked_up_is_named(evidence, asked, message):
    with pytest.raises(ExtensionError, match=message):
        evidence.look_up(asked)


def test_a_changed_result_file_is_read_again(evidence):
    file = evidence.RESULTS / "example.json"
    assert evidence.look_up("example; right; rule; 1200; %")[0] == f"25{PERCENT}"
    changed = STUDY | {"runs": [run("rule", 0, 1200, None, right=0.3)]}
    file.write_text(json.dumps(changed), "utf-8")
    os.utime(file, (0, file.stat().st_mtime + 5))
    assert evidence.look_up("example; right; rule; 1200; %")[0] == f"30{PERCENT}"


def test_no_two_rows_of_a_study_have_the_same_anchor(part):
    from payattention.experiments.__main__ import studies

    anchor = part("evidence").anchor
    rows = [
        (study.name, quantity, variant, steps)
        for study in studies().values()
        for quantity in ("right at 20", "right at 60")
        for variant in study.variants
        for steps in study.budgets
    ]
    assert len({anchor(*row) for row in rows}) == len(rows) > 100


TABLES = """# Evidence

```{evidence} example
right: 1 %; Sentences that are right
steps to 90 %: 0
```
"""
TEXT = """# A chapter

{measured}`example; right; 1 head; 1200; %` of one head, in
{measured}`example; how many right >= 0.5; 1 head; 1200` runs, and
{measured}`example; steps to 90 %; 2 heads; 1200; 0` steps of two.

```{toctree}
evidence
```
"""


@pytest.fixture
def book(evidence, tmp_path: Path) -> SmallBook:
    return build(tmp_path)


def build(folder: Path, tables: str = TABLES, text: str = TEXT) -> SmallBook:
    return build_small_book(folder, {"index": text, "evidence": tables}, ["evidence", "measured"])


def page(book: SmallBook, name: str) -> BeautifulSoup:
    return BeautifulSoup((book.folder / f"{name}.html").read_text("utf-8"), "html.parser")


def cells(table: BeautifulSoup) -> list[list[str]]:
    return [[cell.text.strip() for cell in row.select("th, td")] for row in table.select("tr")]


def test_a_number_links_to_its_row(book):
    assert (book.warnings, book.status) == ("", 0)
    links = page(book, "index").select("p a.reference")
    assert [link.text for link in links] == [f"50{PERCENT}", "2 of 3", "60"]
    rows = []
    for link in links:
        name, _, anchor = link["href"].partition("#")
        assert name == "evidence.html"
        rows.append(page(book, "evidence").find(id=anchor))
    assert [row.name for row in rows] == ["tr"] * 3
    assert rows[0] == rows[1] != rows[2]
    first, last = ([cell.text.strip() for cell in row.select("td")] for row in (rows[0], rows[2]))
    assert first[:2] == ["1 head", "1,200"]
    assert first[3] == f"50.0{PERCENT}"
    assert last[:2] == ["2 heads", "1,200"]
    assert "60" in last


def test_a_table_holds_every_seed_of_every_variant(book):
    right, steps, _ = page(book, "evidence").select("table")
    captions = [table.select_one(".caption-text").text for table in (right, steps)]
    assert captions == ["Sentences that are right", "steps to 90 %"]
    assert cells(right) == [
        ["", "steps", "rate", "median", "smallest", "largest", "each seed"],
        ["1 head", "1,200", "0.005", f"50.0{PERCENT}", f"12.5{PERCENT}", f"90.0{PERCENT}",
         "50.0, 12.5, 90.0"],
        ["1 head", "2,400", "0.005", *[f"75.0{PERCENT}"] * 3, "75.0"],
        ["2 heads", "1,200", "0.02", f"75.0{PERCENT}", f"50.0{PERCENT}", f"100.0{PERCENT}",
         "100.0, 50.0"],
        ["rule", "1,200", "", *[f"25.0{PERCENT}"] * 3, "25.0"],
    ]  # fmt: skip
    assert cells(steps)[1:] == [
        ["1 head", "1,200", "0.005", "never", "1,040", "never", "never, 1,040, never"],
        ["1 head", "2,400", "0.005", *["1,040"] * 4],
        ["2 heads", "1,200", "0.02", "60", "40", "80", "40, 80"],
    ]


def test_the_rates_that_were_tried_are_shown_with_the_best(book):
    *_, rates = page(book, "evidence").select("table")
    assert cells(rates) == [
        ["", "0.005", "0.01", "0.02"],
        ["1 head", "0.6 *", "inf", ""],
        ["2 heads", "0.4", "", "0.3 *"],
    ]


def test_how_it_was_measured_is_said(book):
    (facts,) = page(book, "evidence").select(".evidence-facts")
    assert facts.code.text == "python -m payattention.experiments.example"
    said = [part.strip() for part in facts.text.split("·")][1:]
    assert said == [
        "3 seeds, 0 to 2",
        "9 minutes on 1 thread of a CPU",  # 7 runs of 70 s, 6 of 10 s
        "python 3.11.7, torch 2.13.0",
        "2026-11-28",
    ]


@pytest.mark.parametrize(
    ("runs", "seconds", "said"),
    [(1, 20.0, "seed 0 · 1 minute on"), (2, 9000.0, "2 seeds, 0 to 1 · 5.0 hours on")],
)
def test_a_study_of_one_seed_or_of_hours_is_described_so(evidence, runs, seconds, said):
    held = [run("rule", seed, 0, None, right=0.5) | {"seconds": seconds} for seed in range(runs)]
    facts = evidence.facts("example", {key: STUDY[key] for key in STUDY.keys() - {"tuning"}}
                           | {"runs": held})  # fmt: skip
    assert said in facts.astext()


def test_one_of_several_values_has_a_table_and_links_of_its_own(evidence, tmp_path):
    tables = "# Evidence\n\n```{evidence} example\nby place[1]: 1\n```\n"
    text = "# A page\n\n{measured}`example; by place[1]; 1 head; 1200; 1`\n"
    book = build_small_book(
        tmp_path, {"index": text + tables[10:], "other": "---\norphan: true\n---\n# Other\n"},
        ["evidence", "measured"],
    )  # fmt: skip
    assert (book.warnings, book.status) == ("", 0)
    (link,) = page(book, "index").select("p a.reference")
    row = page(book, "index").find(id=link["href"].removeprefix("#"))
    assert link.text == "0.9"
    assert cells(page(book, "index").table)[1:] == [
        ["1 head", "1,200", "0.005", "0.9", "0.8", "never", "0.8, never, 0.9"]
    ]
    assert row.name == "tr"


def test_quantities_below_a_caption_share_a_table_and_keep_their_links(evidence, tmp_path):
    tables = """# Evidence

```{evidence} example
# What else was measured
by place[0]: 1; at the first place
loss: 2; loss in nats
# Right, again
steps to 90 %: 0; steps to success
right: 1 %; share
```
"""
    text = "# A chapter\n\n{measured}`example; loss; 1 head; 1200; 2`\n"
    text += "\n```{toctree}\nevidence\n```\n"
    book = build(tmp_path, tables, text)
    assert (book.warnings, book.status) == ("", 0)
    one, several, _ = page(book, "evidence").select("table")
    assert one.select_one(".caption-text").text == "What else was measured"
    assert [row[:4] for row in cells(one)[1:]] == [
        ["at the first place", "1,200", "0.005", "0.2"],  # all of one variant: it is not named
        ["loss in nats", "1,200", "0.005", "1.50"],
    ]
    (link,) = page(book, "index").select("p a.reference")
    row = one.find(id=link["href"].partition("#")[2])
    assert row.select_one("td").text.strip() == "loss in nats"
    names = [row[0] for row in cells(several)[1:]]
    assert names[0] == "1 head: steps to success"
    assert names[-1] == "rule: share"


def test_without_tuning_there_is_no_table_of_rates(evidence):
    assert evidence.tuning_table({"runs": []}) == []


def test_a_number_whose_row_is_in_no_table_is_warned_of(evidence, tmp_path):
    book = build(tmp_path, tables="# Evidence\n\n```{evidence} example\nsteps to 90 %: 0\n```\n")
    assert book.status == 1
    assert book.warnings.count("undefined label: 'evidence-example-right-1-head-1200'") == 2
    assert "steps-to-90" not in book.warnings


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ("```{evidence} other\nright: %\n```", r"no result file other\.json"),
        ("```{evidence} example\nwrong: %\n```", "example has not measured “wrong”"),
        ("```{evidence} example\nby place: %\n```", "“by place” has several values"),
        ("```{evidence} example\nlargest right: %\n```", "“largest right” is no quantity of"),
        ("```{evidence} example\nright: much\n```", "“much” is no format"),
        ("```{evidence} example\nright\n```", "“right” must be a quantity, a colon and a format"),
    ],
)
def test_a_table_that_cannot_be_made_ends_the_build(evidence, tmp_path, tables, message):
    with pytest.raises(ExtensionError, match=message):
        build(tmp_path, tables=tables)


def test_a_new_result_changes_all_pages_that_show_it(book, evidence, tmp_path):
    changed = json.loads(json.dumps(STUDY))
    for each in changed["runs"]:
        each["values"]["right"] /= 2
    file = evidence.RESULTS / "example.json"
    file.write_text(json.dumps(changed), "utf-8")
    later = file.stat().st_mtime + 60
    os.utime(file, (later, later))
    again = build(tmp_path)
    assert again.status == 0
    assert f"25{PERCENT}" in page(again, "index").text
    assert f"25.0{PERCENT}" in page(again, "evidence").text
