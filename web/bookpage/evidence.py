"""The evidence of a claim: one number in a sentence, linked to its row, and the tables of all rows.

    {measured}`relations; both right; 1 head; 2400; %`

becomes the median over all seeds, such as "37 %", as a link to the row of this variant on the page
that shows the study's results. The parts are the study, the quantity, the variant, the steps and
the format:

    %         a percentage; ``1 %`` has one decimal
    2         a number with two decimals; ``0`` has none, and a comma after thousands

Before the quantity's name can stand ``smallest``, ``largest``, or ``how many``. With ``how many``,
a bound follows it, and the number needs no format: "how many both right >= 0.9" becomes "3 of 10".
An index selects one of several values: ``right by position[5]``. A value that was never reached,
such as the step of a success, is written as "never".

    ```{evidence} relations
    both right: %; Sentences with both nouns right
    steps to 90 %: 0; Steps until both nouns are right in 90 % of the sentences
    ```

becomes the study's tables: one for each quantity, with a row for each variant and number of steps,
and below them the learning rates that were tried, the command, the machine and the date. The words
behind the format are the caption: they tell a reader who comes by a link what is counted. A line
with ``#`` and a caption puts the quantities below it into one table; their words name the rows.
"""

import functools
import json
import math
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage.paths import ROOT

RESULTS = ROOT / "src" / "payattention" / "results"
ASKED = re.compile(
    r"(?:(?P<which>smallest|largest|how many) )?(?P<name>.+?)(?:\[(?P<place>\d+)\])?"
    r"(?: (?P<sign>>=|<=|>|<) (?P<bound>[\d.]+))?"
)
FORM = re.compile(r"(?P<decimals>\d)?(?P<percent> ?%)?")
SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
NEVER = "never"
SPACE = "\N{NO-BREAK SPACE}"


@functools.cache
def read(file: Path, changed: float) -> dict[str, Any]:
    """A study's result file; ``changed`` is its modification time, up to which the cache holds."""
    return json.loads(file.read_text(encoding="utf-8"))


def results_of(study: str) -> dict[str, Any]:
    """What the result file of a study holds."""
    file = RESULTS / f"{study}.json"
    if not file.exists():
        raise ExtensionError(f"There is no result file {file.name} in {RESULTS.name}/.")
    return read(file, file.stat().st_mtime)


@dataclass(frozen=True)
class Row:
    """One variant of a study after a number of steps: all of its runs, by seed."""

    variant: str
    steps: int
    lr: float | None
    runs: tuple[dict[str, Any], ...]

    def values(self, quantity: str, index: str | None = None) -> list[float]:
        """A quantity's value for each seed; ``place`` is the index of one of several values."""
        found = [run["values"][quantity] for run in self.runs if quantity in run["values"]]
        if index is not None:
            at = int(index)
            if not all(isinstance(value, list) and at < len(value) for value in found):
                raise ExtensionError(f"“{self.variant}” has no “{quantity}[{index}]”.")
            found = [value[at] for value in found]
        if any(isinstance(value, list) for value in found):
            raise ExtensionError(f"“{quantity}” has several values: choose {quantity}[0], or so.")
        return [math.inf if value is None else value for value in found]


def rows_of(study: str) -> list[Row]:
    """The rows of a study's tables, in the order in which they were measured first."""
    runs = results_of(study)["runs"]
    return [
        Row(
            variant,
            steps,
            next(run["lr"] for run in runs if (run["variant"], run["steps"]) == (variant, steps)),
            tuple(
                sorted(
                    (run for run in runs if (run["variant"], run["steps"]) == (variant, steps)),
                    key=lambda run: run["seed"],
                )
            ),
        )
        for variant, steps in dict.fromkeys((run["variant"], run["steps"]) for run in runs)
    ]


def anchor(study: str, quantity: str, variant: str, steps: int) -> str:
    """The id of a row in the table of a quantity."""
    return nodes.make_id(f"evidence {study} {quantity} {variant} {steps}")


def written(value: float, form: str) -> str:
    """A value as text, in a format of the module's docstring."""
    asked = FORM.fullmatch(form)
    if asked is None:
        raise ExtensionError(f"“{form}” is no format: see web/bookpage/evidence.py.")
    if math.isinf(value):
        return NEVER
    decimals = int(asked["decimals"] or 0)
    if asked["percent"]:
        return f"{100 * value:.{decimals}f}{SPACE}%"
    return f"{value:,.{decimals}f}"


def answer(row: Row, asked: str, form: str) -> tuple[str, str]:
    """The number that a text asks for, as text, and the name of its quantity."""
    found = ASKED.fullmatch(asked)
    if found is None or (found["which"] == "how many") != bool(found["sign"]):
        raise ExtensionError(f"“{asked}” is no quantity: see web/bookpage/evidence.py.")
    values = row.values(found["name"], found["place"])
    name = found["name"] if found["place"] is None else f"{found['name']}[{found['place']}]"
    if not values:
        raise ExtensionError(f"“{row.variant}” has no “{name}” after {row.steps} steps.")
    if found["which"] == "how many":
        holds = SIGNS[found["sign"]]
        count = sum(holds(value, float(found["bound"])) for value in values)
        return f"{count} of {len(values)}", name
    pick: Callable[[Sequence[float]], float] = {"smallest": min, "largest": max}.get(
        found["which"], median
    )
    return written(pick(values), form), name


def look_up(text: str) -> tuple[str, str]:
    """The number that a role's text asks for, and the anchor of its row."""
    parts = re.split(r";\s*", text)
    if len(parts) not in (4, 5) or not parts[3].isdecimal():
        raise ExtensionError(f"“{text}” must be: study; quantity; variant; steps; format.")
    study, asked, variant, steps, *form = parts
    for row in rows_of(study):
        if (row.variant, row.steps) == (variant, int(steps)):
            number, quantity = answer(row, asked, form[0] if form else "")
            return number, anchor(study, quantity, variant, row.steps)
    raise ExtensionError(f"The study {study} has no “{variant}” with {steps} steps.")


class Quantity(NamedTuple):
    """A quantity that a table shows: its name in the study, its format, and what it is in words."""

    name: str
    form: str
    words: str

    @classmethod
    def read(cls, line: str) -> "Quantity":
        asked, _, words = line.partition(";")
        name, colon, form = (part.strip() for part in asked.rpartition(":"))
        if not colon:
            raise ExtensionError(f"“{line}” must be a quantity, a colon and a format.")
        return cls(name, form, words.strip() or name)

    def values(self, row: Row) -> list[float]:
        asked = ASKED.fullmatch(self.name)
        if asked is None or asked["which"] or asked["sign"]:
            raise ExtensionError(f"“{self.name}” is no quantity of a table.")
        return row.values(asked["name"], asked["place"])


def asked_tables(lines: Iterable[str]) -> list[tuple[str, list[Quantity]]]:
    """The captions of the tables that a directive's lines ask for, and the quantities of each."""
    tables: list[tuple[str, list[Quantity]]] = []
    together = False
    for line in filter(None, lines):
        if line.startswith("#"):
            together = True
            tables.append((line[1:].strip(), []))
            continue
        quantity = Quantity.read(line)
        if together:
            tables[-1][1].append(quantity)
        else:
            tables.append((quantity.words, [quantity]))
    return tables


def cells_of(row: Row, values: list[float], form: str) -> list[str]:
    """A table's cells behind the name of the row."""
    marks = [written(pick(values), form) for pick in (median, min, max)]
    each = ", ".join(written(value, form).removesuffix(f"{SPACE}%") for value in values)
    rate = "" if row.lr is None else f"{row.lr:g}"
    return [f"{row.steps:,}" if row.steps else "", rate, *marks, each]


class Evidence(SphinxDirective):
    """The directive `evidence`: the tables of a study's results."""

    required_arguments = 1
    final_argument_whitespace = False
    has_content = True

    def run(self) -> list[nodes.Node]:
        study = self.arguments[0]
        self.env.note_dependency(str(RESULTS / f"{study}.json"))
        rows, held = rows_of(study), results_of(study)
        tables = [self.table(study, *asked, rows) for asked in asked_tables(self.content)]
        return [*tables, *tuning_table(held), facts(study, held)]

    def table(
        self, study: str, title: str, quantities: Sequence[Quantity], rows: list[Row]
    ) -> nodes.Node:
        """A table of quantities: a row for each, each variant and number of steps."""
        head = ["", "steps", "rate", "median", "smallest", "largest", "each seed"]
        body: list[tuple[str, list[str]]] = []
        for quantity in quantities:
            measured = [(row, values) for row in rows if (values := quantity.values(row))]
            if not measured:
                raise ExtensionError(f"The study {study} has not measured “{quantity.name}”.")
            alone = len({row.variant for row, _ in measured}) == 1
            for row, values in measured:
                words = [] if alone and len(quantities) > 1 else [row.variant]
                words += [quantity.words] if len(quantities) > 1 else []
                cells = [": ".join(words), *cells_of(row, values, quantity.form)]
                body.append((anchor(study, quantity.name, row.variant, row.steps), cells))
                self.register(body[-1][0])
        return table_of(head, body, title, classes=["evidence"])

    def register(self, label: str) -> None:
        """Let a role of any page link to a row."""
        domain = cast(StandardDomain, self.env.get_domain("std"))
        domain.anonlabels[label] = (self.env.docname, label)


def tuning_table(held: dict[str, Any]) -> list[nodes.Node]:
    """The learning rates that were tried for each variant, with their mean validation losses."""
    losses: dict[str, dict[float, list[float]]] = {}
    for run in held.get("tuning", ()):
        loss = run["values"]["validation loss"]
        rates = losses.setdefault(run["variant"], {})
        rates.setdefault(run["lr"], []).append(math.inf if loss is None else loss)
    if not losses:
        return []
    every = sorted({rate for rates in losses.values() for rate in rates})
    body = []
    for variant, rates in losses.items():
        means = {rate: fmean(values) for rate, values in rates.items()}
        best = min(means, key=lambda rate: means[rate])
        cells = [
            "" if rate not in means else f"{means[rate]:.4g}" + " *" * (rate == best)
            for rate in every
        ]
        body.append(("", [variant, *cells]))
    title = "Learning rates that were tried: mean validation loss of three seeds (*: the best)"
    return [table_of(["", *(f"{rate:g}" for rate in every)], body, title, ["evidence", "rates"])]


def facts(study: str, held: dict[str, Any]) -> nodes.Node:
    """How a study's results were made: command, seeds, machines, versions, date and time."""
    seeds = sorted({run["seed"] for run in held["runs"]})
    spent = sum(run["seconds"] for run in (*held["runs"], *held.get("tuning", ())))
    versions = ", ".join(f"{name} {number}" for name, number in held["versions"].items())
    minutes = max(1, round(spent / 60))
    took = f"{spent / 3600:.1f} hours" if minutes > 90 else f"{minutes} minute{'s' * (minutes > 1)}"
    several = f"{len(seeds)} seeds, {seeds[0]} to {seeds[-1]}"
    text = nodes.paragraph(classes=["evidence-facts"])
    text += nodes.literal(text=f"python -m payattention.experiments.{study}")
    text += nodes.Text(
        f" · {several if len(seeds) > 1 else f'seed {seeds[0]}'}"
        f" · {took} on {' and '.join(held['machines'])} · {versions} · {held['date']}"
    )
    return text


def table_of(
    head: Sequence[str], body: Sequence[tuple[str, list[str]]], title: str, classes: list[str]
) -> nodes.table:
    """A table with a title; each row has an id, or "" for none, and the texts of its cells."""
    table = nodes.table(classes=classes)
    table += nodes.title(text=title)
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=1) for _ in head]
    heading = nodes.thead()
    heading += _row("", head)
    rows = nodes.tbody()
    rows += [_row(identity, cells) for identity, cells in body]
    group += [heading, rows]
    table += group
    return table


def _row(identity: str, cells: Sequence[str]) -> nodes.row:
    row = nodes.row(ids=[identity] if identity else [])
    for cell in cells:
        entry = nodes.entry()
        entry += nodes.paragraph(text=cell)
        row += entry
    return row


def setup(app: Sphinx) -> None:
    app.add_directive("evidence", Evidence)
