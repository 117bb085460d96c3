"""The style of all figures: colours, sizes, and figures that notebooks and pages show."""

import io
import json
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

import matplotlib
import matplotlib.figure
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from torch import Tensor

# In the hues that Okabe and Ito chose for colour-blind readers. Each line also has a marker and a
# dash pattern of its own, so that colour is never the only difference.
BLUE, VERMILION, GREEN, PURPLE = "#1f7fc4", "#d65a0e", "#0d8f6b", "#b3619a"
OLIVE, INK = "#937d10", "#686f79"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, OLIVE)
MARKERS = ("o", "s", "^", "D", "v")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (1, 1)))

WIDTH = 5.6  # inches; a phone 390 pixels wide shows the smallest letters 10 pixels high
SMALL = 10.7  # points: the size of the smallest letters
INKED = LinearSegmentedColormap.from_list("ink", [INK + "00", INK])


class Figure(matplotlib.figure.Figure):
    """A figure that notebooks show as SVG. After `use_style`, every run gives the same bytes."""

    def _repr_svg_(self) -> str:
        drawing = io.StringIO()
        self.savefig(drawing, format="svg", bbox_inches="tight", metadata={"Date": None})
        return drawing.getvalue()


def use_style() -> None:
    """Draw all further figures in the course's style."""
    inked = [
        *("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor"),
        *("xtick.color", "ytick.color", "grid.color"),
    ]
    clear = ["figure.facecolor", "axes.facecolor", "savefig.facecolor"]
    style: dict[Any, Any] = {
        **dict.fromkeys(inked, INK),
        **dict.fromkeys(clear, "none"),
        "svg.fonttype": "none",  # text stays text: small, and it can be searched
        "svg.hashsalt": "payattention",
        "font.size": 11,
        "axes.titlesize": 11,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.alpha": 0.25,
        "grid.linewidth": 0.8,
        "legend.frameon": False,
        "legend.fontsize": SMALL,
        "legend.handlelength": 2.8,  # otherwise the dash patterns cannot be told apart
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
        "lines.linewidth": 1.8,
        "lines.markersize": 4.5,
    }
    matplotlib.rcParams.update(style)


def figure(
    rows: int = 1, columns: int = 1, *, height: float = 3.0, width: float = WIDTH, **subplots: Any
) -> tuple[Figure, Any]:
    """Make a figure with ``rows`` × ``columns`` axes; return the figure and its axes.

    ``height`` and ``width`` are in inches; ``subplots`` are more arguments of ``Figure.subplots``.
    """
    drawing = Figure(figsize=(width, height), layout="constrained")
    return drawing, drawing.subplots(rows, columns, **subplots)


def legend_below(axes: Axes, *, columns: int) -> None:
    """Put the legend below the numbers and the label of the x axis, for axes of any height."""
    below = 3.5  # in heights of a letter
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, 0), borderaxespad=below, ncols=columns)


class Live:
    """A live figure: a script on the book's page draws its data and reacts to the reader."""

    def __init__(
        self, demo: str, data: Mapping[str, Any], still: Figure | None = None, alt: str = ""
    ):
        self.demo, self.data, self.still, self.alt = demo, data, still, alt

    def _repr_html_(self) -> str:
        data = json.dumps(self.data).replace("<", "\\u003c")  # no text can end the script
        return (
            f'<div class="demo" data-demo="{self.demo}">'
            f'<script type="application/json">{data}</script>'
            "<p>This live figure could not start here; it needs JavaScript.</p>"
            f"{self._without_script()}</div>"
        )

    def _without_script(self) -> str:
        if self.still is None:
            return ""
        picture = f"data:image/svg+xml,{quote(self.still._repr_svg_())}"
        return f'<noscript><img src="{picture}" alt="{escape(self.alt)}"></noscript>'


def live(demo: str, *, still: Figure | None = None, alt: str = "", **data: Any) -> Live:
    """Return an object that the book shows as the live figure of ``web/demos/<demo>.js``.

    The script draws ``data``: texts, numbers and two-dimensional tensors. If it cannot start, the
    page shows a sentence that says so. Without JavaScript, the page shows the figure ``still``;
    ``alt`` is its description.
    Raises: ValueError if there is a ``still`` without ``alt``.
    """
    if still is not None and not alt:
        raise ValueError("alt must describe the figure `still`, but it is empty")
    plain = {
        name: [[round(x, 4) for x in row] for row in value.tolist()]
        if isinstance(value, Tensor)
        else value
        for name, value in data.items()
    }
    return Live(demo, plain, still, alt)
