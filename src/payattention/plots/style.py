"""The style of all figures: colours, sizes, and figures that notebooks and pages show."""

import io
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import matplotlib
import matplotlib.figure
import numpy as np
from matplotlib import _mathtext
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.gridspec import GridSpec
from matplotlib.text import Text

from payattention.plots.svg import FONT, with_narrow

# In the hues that Okabe and Ito chose for colour-blind readers. Each line also has a marker and a
# dash pattern of its own, so that colour is never the only difference.
BLUE, VERMILION, GREEN, PURPLE = "#1468ac", "#a9470a", "#0b7356", "#954b7f"
OLIVE, INK = "#75640c", "#5f656f"
DARK_PAGE, BRIGHTER = 0.09, 1.6  # the tone of a dark page, and how much brighter it makes figures
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, OLIVE)
MARKERS = ("o", "s", "^", "D", "v")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (1, 1)))

WIDTH, NARROW = 7.67, 3.75  # inches: as wide as the page's column, and as a phone's
SMALL = 9.75  # points: the smallest letters, 13 pixels as shown
RAISED = 0.8  # of their size: an exponent, 10 pixels as shown
NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
MATPLOTLIB_FONT = re.compile(r"'DejaVu Sans'[^;\"]*")
SIDE_BY_SIDE = [(1, 2, 0, 0), (1, 2, 1, 1)]  # rows, columns, and the numbers of the cells


def grey(value: float) -> tuple[float, float]:
    """The grey and the opacity of a pixel of ink 0 to 1: dark on white, on dark pages, too.

    They are chosen so that its tone is the same on a white page and, made brighter, on a dark one.
    """
    tone = 1 - 0.88 * value
    opacity = 1 - tone * (BRIGHTER - 1) / (BRIGHTER - DARK_PAGE)
    if BRIGHTER * (opacity - 1 + tone) > opacity:  # it would be brighter than white
        opacity = (tone - DARK_PAGE) / (1 - DARK_PAGE)
    return (opacity - 1 + tone) / opacity, opacity


SHADES = [grey(value) for value in np.linspace(0, 1, 256)]
INKED = ListedColormap([(level, level, level, opacity) for level, opacity in SHADES], "ink")


class Figure(matplotlib.figure.Figure):
    """A figure that notebooks show as SVG. After `use_style`, every run gives the same bytes.

    The SVG also holds the figure as a phone shows it: narrow, with letters of the same size. Two
    charts side by side then stand one below the other.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.arrangements: list[Callable[[], None]] = []  # done before it is drawn
        self.titles: dict[Text, str] = {}  # without line breaks

    @property
    def is_narrow(self) -> bool:
        return bool(self.get_figwidth() <= NARROW)

    def arrange(self) -> None:
        """Put what depends on the layout to its place: it may change the layout, so twice."""
        for _ in range(2 if self.arrangements else 1):
            self.draw_without_rendering()
            for arrangement in self.arrangements:
                arrangement()
            for axes in self.axes:
                _thin_out(axes.get_xticklabels())
                _wrap(axes, self.titles, self.dpi)

    def _repr_svg_(self) -> str:
        wide = self.drawn()
        if self.is_narrow:
            return wide
        width, height = self.get_figwidth(), self.get_figheight()
        with _stacked(self) as rows:
            self.set_size_inches(NARROW, rows * height)
            narrow = self.drawn()
        self.set_size_inches(width, height)
        return with_narrow(wide, narrow)

    def drawn(self) -> str:
        """The figure as SVG, as wide as it is."""
        drawing = io.StringIO()
        self.arrange()
        self.savefig(drawing, format="svg", metadata=NO_METADATA)
        return MATPLOTLIB_FONT.sub(FONT, drawing.getvalue())


def _thin_out(labels: Sequence[Text]) -> None:
    """Hide labels so that none overlaps the next: every second, or every third …"""
    written = [label for label in labels if label.get_text()]
    gap = 3 if all(label.get_rotation() == 0 for label in written) else -5  # letters side by side
    for step in range(1, len(written) + 1):
        shown = [label.get_window_extent() for label in written[::step]]
        if all(one.x1 + gap < other.x0 for one, other in pairwise(shown)):
            break
    for number, label in enumerate(written):
        label.set_visible(number % step == 0)


def _wrap(axes: Axes, titles: dict[Text, str], dpi: float) -> None:
    """Break the title of axes if it is wider than they are; keep it whole in ``titles``."""
    title = axes.get_title(loc="left")
    for text in axes.get_children():
        if isinstance(text, Text) and title and text.get_text() == title:
            titles.setdefault(text, title)
            letter = 0.6 * float(text.get_fontsize()) * dpi / 72
            letters = max(int(axes.get_window_extent().width / letter), 4)
            text.set_text(textwrap.fill(titles[text], letters, break_long_words=False))
            return


@contextmanager
def _stacked(figure: Figure) -> Iterator[int]:
    """Put two charts that stand side by side one below the other; yield the number of rows."""
    panels = figure.axes
    specs = [spec for panel in panels if (spec := panel.get_subplotspec())]
    charts = all(panel.get_aspect() == "auto" for panel in panels)
    if not (charts and [spec.get_geometry() for spec in specs] == SIDE_BY_SIDE):
        yield 1
        return
    labelled = [bool(panel.yaxis.get_tick_params()["labelleft"]) for panel in panels]
    column = GridSpec(2, 1, figure=figure)
    for row, panel in enumerate(panels):
        panel.set_subplotspec(column[row])
        panel.tick_params(labelleft=True)
    yield 2
    for panel, spec, left in zip(panels, specs, labelled, strict=True):
        panel.set_subplotspec(spec)
        panel.tick_params(labelleft=left)


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
        "savefig.bbox": "tight",
        "savefig.pad_inches": 0.03,
        "font.size": 10.5,
        "axes.titlesize": 10.5,
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
    _mathtext.SHRINK_FACTOR = RAISED  # no setting says so


def figure(
    rows: int = 1, columns: int = 1, *, height: float = 3.0, width: float = WIDTH, **subplots: Any
) -> tuple[Figure, Any]:
    """Make a figure with ``rows`` × ``columns`` axes; return the figure and its axes.

    ``height`` and ``width`` are in inches; ``subplots`` are more arguments of ``Figure.subplots``.
    """
    drawing = Figure(figsize=(width, height), layout="compressed")
    return drawing, drawing.subplots(rows, columns, **subplots)
