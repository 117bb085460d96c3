"""Insert a measured number from a result file into a text, as a link to a section of the book.

    {measured}`translation; exact match; bahdanau; 500; 1 %; translation`

becomes the mean over all seeds, with the smallest and the largest value if they differ: "99.8 %
(99.6 to 100.0)". The parts are the study, the quantity, the variant, the steps, the format and the
label of the section. If a quantity has several values, an index selects one of them, ``right by
position[5]``, or the mean from an index on, ``right by position[2:]``. The format ``1 %`` is a
percentage with one decimal, ``2`` a number with two decimals.

    {layer-cost}`recurrent; operations; complexity`

becomes the cost of a layer over 128 positions of width 64, as computed by `payattention.layercost`.
The parts are the layer (a function of that module), the quantity (`operations`, `sequential`,
`path` or `parameters`) and the label of the section. A convolution has a kernel of size 5.
"""

import functools
import json
import re
from pathlib import Path
from statistics import fmean
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxRole

from bookpage import evidence
from bookpage.paths import ROOT

POSITIONS, WIDTH, KERNEL = 128, 64, 5
RESULTS = ROOT / "src" / "payattention" / "checkpoints"
QUANTITY = re.compile(r"(?P<name>.+?)(?:\[(?P<place>\d+)(?P<rest>:)?\])?")
FORM = re.compile(r"(?P<decimals>\d)(?P<percent> %)?")


@functools.cache
def read_runs(file: Path, changed: float) -> list[dict[str, Any]]:
    """The training runs in a study's result file.

    ``changed`` is the file's modification time: the cached result is used until this time changes.
    """
    return json.loads(file.read_text(encoding="utf-8"))["runs"]


def values_of(file: Path, quantity: str, variant: str, steps: int) -> list[float]:
    """The values of a quantity for one variant and one number of steps, one value for each seed.

    ``file`` is the study's result file. ``quantity`` is a name, perhaps with an index: ``name[5]``
    is one of several values, ``name[2:]`` the mean of the values from index 2 on.
    """
    asked = QUANTITY.fullmatch(quantity)
    values = [
        run["values"][asked["name"]]
        for run in read_runs(file, file.stat().st_mtime)
        if (run["variant"], run["steps"]) == (variant, steps) and asked["name"] in run["values"]
    ]
    if not values:
        raise ExtensionError(
            f"The result file {file.name} has no “{quantity}” of “{variant}” at {steps} steps."
        )
    if asked["place"] is None:
        return values
    index = int(asked["place"])
    return [fmean(value[index:]) if asked["rest"] else value[index] for value in values]


def written(values: list[float], form: str) -> str:
    """The mean of the values as text, with the smallest and largest value in brackets.

    The brackets are left out if the smallest and the largest value round to the same text. ``form``
    is the format: the number of decimals, followed by “ %” for a percentage.
    """
    asked = FORM.fullmatch(form)
    scale = 100 if asked["percent"] else 1
    mean, low, high = (
        f"{scale * value:.{asked['decimals']}f}"
        for value in (fmean(values), min(values), max(values))
    )
    unit = "\N{NO-BREAK SPACE}%" if asked["percent"] else ""
    return f"{mean}{unit}" if low == high else f"{mean}{unit} ({low} to {high})"


class Measured(SphinxRole):
    """The role `measured`: a number from a result file, as a link to a section of the book."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if self.text.count(";") < 5:
            number, row = evidence.look_up(self.text)
            self.env.note_dependency(str(evidence.RESULTS / f"{self.text.split(';')[0]}.json"))
            return [linked(number, row, self.env.docname)], []
        study, quantity, variant, steps, form, label = re.split(r";\s*", self.text)
        file = RESULTS / f"{study}.json"
        if not file.exists():
            raise ExtensionError(f"{self.env.docname}: there is no result file {file.name}.")
        self.env.note_dependency(str(file))
        text = written(values_of(file, quantity, variant, int(steps)), form)
        return [linked(text, label, self.env.docname)], []


class LayerCost(SphinxRole):
    """The role `layer-cost`: the computed cost of a layer, as a link to a section of the book."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        from payattention import layercost  # imports torch, so only if a page uses the role

        layer, quantity, label = re.split(r";\s*", self.text)
        kernel = [KERNEL] if "convolution" in layer else []
        cost = getattr(layercost, layer)(POSITIONS, WIDTH, *kernel)
        return [linked(f"{getattr(cost, quantity):,}", label, self.env.docname)], []


def linked(text: str, label: str, page: str) -> nodes.Node:
    """A node that shows a text as a link to the section with this label.

    ``page`` is the name of the page that contains the node.
    """
    return addnodes.pending_xref(
        "",
        nodes.inline("", text),
        refdomain="std",
        reftype="ref",
        reftarget=label,
        refexplicit=True,
        refwarn=True,
        refdoc=page,
    )


def setup(app: Sphinx) -> None:
    app.add_role("measured", Measured())
    app.add_role("layer-cost", LayerCost())
