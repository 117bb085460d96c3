"""Draw the concept map: the notions of each chapter, and arrows from what each of them is built on.

The directive `concept-picture` has no content. It draws the notions of `concepts.toml`, once for
wide pages and once for phones; the page's style shows one of the two. Each notion is a link to its
section. Arrows between chapters are hidden: so many cross each other that none could be followed.
When a reader points at a notion, comes to it with the keyboard or taps it (a script,
`web/scripts/concepts.js`, marks it then), all its arrows are shown.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from bookpage.concepts import FILE, Concepts, read_concepts

WIDTHS = {"wide": 736, "narrow": 350}
LETTER, HEIGHT, GAP = 6.9, 26, 10  # of a box: width of a letter, height, distance to the next
STEP, HEAD = 48, 30  # from a row to the next; height of a chapter's name


class Notion(NamedTuple):
    """A notion of `concepts.toml`; ``needs`` are the ids of those that it is built on."""

    id: str
    chapter: int
    name: str
    sentence: str
    section: str
    needs: tuple[str, ...]

    @property
    def width(self) -> float:
        return LETTER * len(self.name) + 18


class Box(NamedTuple):
    """A notion at its place: ``x`` is its middle, ``y`` its upper edge."""

    notion: Notion
    x: float
    y: float


def notions_of(every: Mapping[str, Concepts]) -> dict[str, Notion]:
    """All notions by their ids.

    Raises: ExtensionError if a notion needs one that does not exist or that a later chapter has.
    """
    found = {}
    for chapter, concepts in enumerate(every.values(), start=1):
        for id, entry in concepts.items():
            words = (entry[key] for key in ("name", "notion", "section"))
            found[id] = Notion(id, chapter, *words, needs=tuple(entry.get("needs", ())))
    for notion in found.values():
        for need in notion.needs:
            if need not in found:
                raise ExtensionError(f"{FILE}, {notion.id}: needs {need}, which does not exist.")
            if found[need].chapter > notion.chapter:
                raise ExtensionError(f"{FILE}, {notion.id}: needs {need} of a later chapter.")
    return found


# ── places ────────────────────────────────────────────────────────────────────────────────────


def levels(notions: Mapping[str, Notion], chapter: int) -> dict[int, list[Notion]]:
    """The notions of a chapter by their level: one more than that of all they need there.

    Raises: ExtensionError if notions need each other.
    """

    def level(notion: Notion, above: tuple[str, ...] = ()) -> int:
        if notion.id in above:
            raise ExtensionError(f"{FILE}: {notion.id} needs itself, through {', '.join(above)}.")
        here = (notions[need] for need in notion.needs if notions[need].chapter == chapter)
        return 1 + max((level(need, (*above, notion.id)) for need in here), default=-1)

    found: dict[int, list[Notion]] = {}
    for notion in notions.values():
        if notion.chapter == chapter:
            found.setdefault(level(notion), []).append(notion)
    return dict(sorted(found.items()))


def rows_of(level: list[Notion], width: float) -> Iterator[list[Notion]]:
    """Break a level into rows that fit into the width."""
    row: list[Notion] = []
    for notion in level:
        if row and sum(one.width + GAP for one in [*row, notion]) - GAP > width:
            yield row
            row = []
        row.append(notion)
    yield row


def placed_boxes(notions: Mapping[str, Notion], width: float) -> tuple[dict[str, Box], list[float]]:
    """The box of each notion, by its id, and the height at which each chapter begins.

    In a row, the notions are in the order of the places of what they need.
    """
    boxes: dict[str, Box] = {}
    begins, y = [], 0.0
    for chapter in sorted({notion.chapter for notion in notions.values()}):
        begins.append(y)
        y += HEAD
        for level in levels(notions, chapter).values():
            level.sort(key=lambda notion: mean_x(notion, boxes, width))
            for row in rows_of(level, width - 4):
                x = (width - sum(one.width + GAP for one in row) + GAP) / 2
                for notion in row:
                    boxes[notion.id] = Box(notion, x + notion.width / 2, y)
                    x += notion.width + GAP
                y += STEP
    return boxes, [*begins, y - STEP + HEIGHT + 2]


def mean_x(notion: Notion, boxes: Mapping[str, Box], width: float) -> float:
    columns = [boxes[need].x for need in notion.needs if need in boxes]
    return sum(columns) / len(columns) if columns else width / 2


# ── the drawing ───────────────────────────────────────────────────────────────────────────────


def arrow(start: Box, end: Box) -> str:
    """A curve from the lower edge of what is needed to the upper edge of what needs it."""
    top, bottom = start.y + HEIGHT, end.y
    bend = max(18.0, min(60.0, (bottom - top) / 2))
    ways = (start.x, top), (start.x, top + bend), (end.x, bottom - bend), (end.x, bottom)
    first, *others = (f"{x:.0f} {y:.0f}" for x, y in ways)
    curve = f"M{first}C{' '.join(others)}"
    across = " across" * (start.notion.chapter != end.notion.chapter)
    return f'<path class="from-{start.notion.id} to-{end.notion.id}{across}" d="{curve}"/>'


def link(box: Box, address: str, notions: Mapping[str, Notion]) -> str:
    """A notion's box as a link to its section."""
    notion = box.notion
    needs = ", ".join(notions[need].name for need in notion.needs)
    description = f"{notion.name}, chapter {notion.chapter}. {notion.sentence}."
    label = f"{description} Built on: {needs}." if needs else description
    frame = f'x="{box.x - notion.width / 2:.1f}" y="{box.y:.0f}" width="{notion.width:.1f}"'
    return (
        f'<a class="n-{notion.id}" href="{escape(address)}" aria-label="{escape(label)}">'
        f'<rect {frame} height="{HEIGHT}" rx="6"/>'
        f'<text x="{box.x:.1f}" y="{box.y + 17:.0f}">{escape(notion.name)}</text></a>'
    )


def drawing(
    notions: Mapping[str, Notion], titles: list[str], addresses: Mapping[str, str], kind: str
) -> str:
    """The map as an SVG of one of the `WIDTHS`.

    ``titles`` are those of the chapters; ``addresses`` those of the notions, by their ids.
    """
    width = WIDTHS[kind]
    boxes, (*begins, height) = placed_boxes(notions, width)
    arrows = [arrow(boxes[need], box) for box in boxes.values() for need in box.notion.needs]
    heads = [
        f'<path class="rule" d="M0 {y + 2:.0f}H{width}"/>'
        f'<text class="chapter" x="0" y="{y + 18:.0f}">{number} {escape(title)}</text>'
        for number, (title, y) in enumerate(zip(titles, begins, strict=True), start=1)
    ]
    links = [link(box, addresses[id], notions) for id, box in boxes.items()]
    return (
        f'<svg class="{kind}" viewBox="0 -4 {width} {height + 8:.0f}" role="group" '
        'aria-label="Notions, by chapter">'
        f'<marker id="tip-{kind}" viewBox="-5 -3 5 6" markerWidth="8" markerHeight="8" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L-5 -3V3Z"/></marker>'
        f'<g marker-end="url(#tip-{kind})">{"".join(arrows)}</g>'
        f"{''.join(heads)}{''.join(links)}</svg>"
    )


def rules(ids: Iterable[str]) -> str:
    """The style that shows the arrows of the notion that a reader chooses."""
    at = ".concept-picture:has(.n-{0}:is(:hover, :focus-visible, .tapped))"
    every = ((f"{at} .to-{{0}}", "needed"), (f"{at} .from-{{0}}", "needing"))
    return "".join(
        f"{selector.format(id)} {{ opacity: 1; stroke: var(--{kind}); stroke-opacity: 1; "
        "stroke-width: 2.5; }"
        for id in ids
        for selector, kind in every
    )


class concept_picture(nodes.General, nodes.Element):
    """The place of the map, filled when the addresses of all sections are known."""


class ConceptPicture(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(Path(self.env.srcdir) / FILE))
        return [concept_picture()]


def fill_in(app: Sphinx, page: nodes.document, name: str) -> None:
    """Draw the map where a page has a place for it."""
    for node in list(page.findall(concept_picture)):
        every = read_concepts(Path(app.srcdir) / FILE)
        notions = notions_of(every)
        labels: dict[str, Any] = app.env.domains["std"].data["labels"]
        addresses = {}
        for notion in notions.values():
            target, anchor, _ = labels.get(notion.section, (None, "", ""))
            if target is None:
                raise ExtensionError(f"{FILE}, {notion.id}: no section {notion.section}.")
            addresses[notion.id] = f"{app.builder.get_relative_uri(name, target)}#{anchor}"
        titles = [app.env.titles[chapter].astext() for chapter in every]
        svgs = "".join(drawing(notions, titles, addresses, kind) for kind in WIDTHS)
        html = (
            '<nav class="concept-picture" aria-label="Map of the notions">'
            f"<style>{rules(notions)}</style>{svgs}</nav>"
        )
        node.replace_self(nodes.raw("", html, format="html"))


def setup(app: Sphinx) -> None:
    app.add_node(concept_picture)
    app.add_directive("concept-picture", ConceptPicture)
    app.connect("doctree-resolved", fill_in)
