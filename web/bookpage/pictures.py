"""Show a figure's narrow drawing on phones, and give each drawing its size and its description.

A figure of `payattention.plots` holds two drawings: for pages, and for phones. Here they become two
files and a `<picture>`. A figure without alternative text gets the description that it holds.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

PHONE = "(max-width: 600px)"
NARROW = re.compile(r'<metadata id="narrow">(.*)</metadata>\s*', re.DOTALL)
LENGTH = re.compile(r"([\d.]+)(pt|px)?")


def drawings(folder: str | Path, doctree: nodes.document) -> Iterator[tuple[nodes.image, Path]]:
    """Each SVG file that a page shows, and the node that shows it."""
    for image in list(doctree.findall(nodes.image)):
        file = Path(folder, image.get("uri", ""))
        if file.suffix == ".svg" and file.is_file():
            yield image, file


def split(app: Sphinx, doctree: nodes.document) -> None:
    """Write each narrow drawing into a file of its own, beside the wide one."""
    for image, file in drawings(app.srcdir, doctree):
        drawing = file.read_text(encoding="utf-8")
        beside = file.with_name(f"{file.stem}-narrow.svg")
        if narrow := NARROW.search(drawing):
            beside.write_text(narrow[1], encoding="utf-8")
            file.write_text(NARROW.sub("", drawing), encoding="utf-8")
        if beside.is_file():
            image["narrow"] = image["uri"].replace(file.name, beside.name)
            app.env.images.add_file(app.env.docname, image["narrow"])
        if not image.get("alt"):
            image["alt"] = description(drawing)


def description(drawing: str) -> str:
    """What a drawing says of itself, or nothing."""
    return (ET.fromstring(drawing).findtext("{http://www.w3.org/2000/svg}desc") or "").strip()


def size(drawing: str) -> str:
    """The size of a drawing as attributes, in pixels; nothing where the drawing does not say it."""
    root = ET.fromstring(drawing)
    lengths = [LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    if not all(lengths):
        return ""
    width, height = (float(n[1]) * (4 / 3 if n[2] == "pt" else 1) for n in lengths if n)
    return f'width="{width:.0f}" height="{height:.0f}"'


class Pictures(SphinxPostTransform):
    """Write each drawing as an `<img>` with its size; in a `<picture>` if there are two.

    All but the first are fetched when a reader comes near.
    """

    default_priority = 900
    formats = ("html",)

    def run(self, **_: object) -> None:
        for i, (image, _file) in enumerate(drawings(self.app.srcdir, self.document)):
            alt, classes = escape(image.get("alt", "")), " ".join(image["classes"])
            later = 'loading="lazy" ' if i else ""  # the first is on the first screen
            shown = f'<img {later}class="{classes}" alt="{alt}" src={self.file(image["uri"])}>'
            if "narrow" in image:
                source = f'<source media="{PHONE}" srcset={self.file(image["narrow"])}>'
                shown = f"<picture>{source}{shown}</picture>"
            image.replace_self(nodes.raw("", shown, format="html"))

    def file(self, uri: str) -> str:
        """The address of a drawing, quoted, and its size as attributes."""
        builder = self.app.builder
        _, name = self.env.images[uri]
        builder.images[uri] = name  # so that it is copied
        folder = relative_uri(builder.get_target_uri(self.env.docname), builder.imagedir)
        drawing = Path(self.app.srcdir, uri).read_text(encoding="utf-8")
        return f'"{folder}/{name}" {size(drawing)}'


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", split)
    app.add_post_transform(Pictures)
