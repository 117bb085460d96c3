"""Insert a measured number from a result file into a text, as a link to where it is measured.

    {measured}`translation; exact match; bahdanau; 500; 1 %`

becomes the median over all seeds, as a link to its row of the evidence page. The parts are the
study, the quantity, the variant, the steps and the format; `bookpage.evidence` has all forms.

    {layer-cost}`recurrent; operations; complexity`

becomes the cost of a layer over 128 positions of width 64, as computed by `payattention.layercost`.
The parts are the layer (a function of that module), the quantity (`operations`, `sequential`,
`path` or `parameters`) and the label of the section. A convolution has a kernel of size 5.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from bookpage import evidence

POSITIONS, WIDTH, KERNEL = 128, 64, 5


class Measured(SphinxRole):
    """The role `measured`: a number from a result file, as a link to a section of the book."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        number, row = evidence.look_up(self.text)
        self.env.note_dependency(str(evidence.RESULTS / f"{self.text.split(';')[0]}.json"))
        return [linked(number, row, self.env.docname)], []


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
