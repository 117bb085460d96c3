"""Print the whole book into one PDF: join all built pages into one, and print it with Chromium.

    PYTHONPATH=web python -m bookpage.paper _build/html _build/paying-attention.pdf   (or: make pdf)

Behind a cover and the contents are the pages in the order of the table of contents, each on a new
sheet. The pages for instructors, the reference and all exercise notebooks are left out. A link to
a printed page leads to the page's place in the PDF. A link to a page of the book that is not
printed becomes plain text. A live figure is replaced by a static picture, and what has the class
“on-screen” is left out. The answers of all questions are at the end.

The book is printed twice, because a page's number is known only when it has been printed.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml
from bs4 import BeautifulSoup, Tag
from pypdf import PdfReader

from bookpage.paper_parts import answers, contents, cover
from bookpage.paths import ROOT

LEFT_OUT = {"instructor", "reference"}
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-pdf-header-footer", "--run-all-compositor-stages-before-draw",
    "--generate-pdf-document-outline",
]  # fmt: skip
UNPRINTED = (
    "script, noscript, .exercise-bar, .copybtn, .letters, .concept-picture, .on-screen, "
    "section:has(> .doors)"
)
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 900  # seconds
ADDRESSES = {"a": "href", "img": "src", "image": "href", "source": "src"}
REFERENCES = ("aria-labelledby", "aria-describedby", "for")


def pages(contents: Any) -> list[str]:
    """The names of the pages to print, in the order of the table of contents.

    ``contents`` is the parsed table of contents or a part of it. Notebooks, the pages of
    `LEFT_OUT`, and the pages below these are not included.
    """
    if isinstance(contents, list):
        return [page for entry in contents for page in pages(entry)]
    if not isinstance(contents, dict) or contents.get("file") in LEFT_OUT:
        return []
    here = [contents[key] for key in ("root", "file") if key in contents]
    below = (contents.get(key, []) for key in ("parts", "chapters", "sections"))
    return [*here, *(page for entries in below for page in pages(entries))]


def joined_pages(html: Path, names: list[str], numbers: Mapping[str, int]) -> str:
    """The HTML of a single page that contains all pages to print.

    Its relative addresses are valid in the parent folder of ``html``.

    Args:
        html: the folder of the built pages.
        names: the names of the pages to print.
        numbers: the number of the sheet of each id in the contents, as far as it is known.
    """
    first = read(html, names[0])
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    drawing = first.select_one(".demo .picture svg")
    articles = [article_of(html, name, names) for name in names]
    if last := answers(articles):
        articles.append(last)
    body = "\n".join([
        cover(*(settings[key] for key in ("title", "author", "copyright")), drawing),
        contents(articles, numbers),
        *map(str, articles),
    ])  # fmt: skip
    head = "\n".join(
        str(moved(link, html.name)) for link in first.select('link[rel="stylesheet"][href]')
    )
    katex = f'<link rel="stylesheet" href="{html.name}/_static/katex.css">'
    title = first.select_one(".book-title strong")
    return f"""<!doctype html>
<html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">
<title>{title.get_text() if title else "The book"}</title>
{katex if "katex.css" not in head else ""}
{head}
<link rel="stylesheet" href="{html.name}/_static/questions.css">
</head><body class="whole-book"><main class="bd-main"><div class="bd-content">
<div class="bd-article-container">
{body}
</div></div></main></body></html>
"""


def read(html: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((html / f"{name}.html").read_text("utf-8"), "html.parser")


def article_of(html: Path, name: str, names: list[str]) -> Tag:
    """The `<article>` of the page ``name``, changed to fit into a single page of the whole book.

    The single page contains all pages that are printed; ``names`` are their names. All ids get the
    page's name as a prefix, so that they are unique. Links to a printed page lead to its place in
    the single page. ``html`` is the folder of the built pages.
    """
    article = read(html, name).select_one("article.bd-article")
    if article is None:
        raise ValueError(f"{name}.html must have an <article>, but it has none")
    for demo in article.select(".demo[data-demo]"):
        still = demo.select_one("noscript img")
        demo.replace_with(still.extract() if still else "")
    for unprinted in article.select(UNPRINTED):
        unprinted.decompose()
    for tag in article.find_all(True):
        if "id" in tag.attrs:
            tag["id"] = f"{name}--{tag['id']}"
        for reference in REFERENCES:
            if reference in tag.attrs:
                tag[reference] = " ".join(f"{name}--{one}" for one in tag[reference].split())
        address = ADDRESSES.get(tag.name, "")
        if address in tag.attrs:
            tag[address] = joined_address(str(tag[address]), name, names, html.name)
            if tag.name == "a" and not re.match(r"#|\w+:", str(tag["href"])):
                del tag["href"]  # to a page or file that is not in the PDF
    article["id"] = f"{name}--"
    return article


def joined_address(address: str, name: str, names: list[str], folder: str) -> str:
    """Return an address as it must be on the single page that contains all printed pages.

    A full address, such as ``https://arxiv.org``, is unchanged. A link to the id ``b`` on the
    printed page ``a`` becomes ``#a--b``. Any other address gets the prefix ``folder``: if
    ``folder`` is ``html``, ``c.png`` becomes ``html/c.png``.

    Args:
        address: the address to convert.
        name: the page on which the address is.
        names: the names of all printed pages.
        folder: the name of the folder of the built pages.
    """
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return address
    page = re.sub(r"\.html$", "", unquote(parts.path)) if parts.path else name
    if page in names:
        return f"#{page}--{parts.fragment}"
    return f"{folder}/{address}"


def missing_pictures(page: str, folder: Path) -> list[str]:
    """The addresses of pictures in ``page`` at which ``folder`` has no file."""
    pictures = BeautifulSoup(page, "html.parser").select("img[src], image[href], source[src]")
    addresses = {str(one.get("src") or one.get("href")) for one in pictures}
    local = (one for one in addresses if not urlsplit(one).scheme)
    return sorted(one for one in local if not (folder / unquote(urlsplit(one).path)).is_file())


def moved(link: Tag, folder: str) -> Tag:
    link["href"] = f"{folder}/{link['href']}"
    return link


def print_pdf(page: Path, pdf: Path) -> None:
    """Print an HTML file to a PDF with Chromium."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit(
            "Printing needs Chromium, which is not on this machine: `make system` installs it."
        )
    with tempfile.TemporaryDirectory() as profile:
        command = [program, *FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}"]
        done = subprocess.run(
            [*command, page.as_uri()], capture_output=True, text=True, timeout=PATIENCE
        )
    if done.returncode or not pdf.exists():
        sys.exit(f"Chromium did not print the book: {done.stderr[-500:]}")


def page_numbers(pdf: Path) -> dict[str, int]:
    """The number of the page of each id to which a link of the PDF leads."""
    reader = PdfReader(pdf)
    return {
        name.removeprefix("/"): (reader.get_destination_page_number(destination) or 0) + 1
        for name, destination in reader.named_destinations.items()
    }


def main() -> None:
    html, pdf = (Path(path).resolve() for path in sys.argv[1:3])
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text("utf-8"))
    names = [name for name in pages(toc) if (html / f"{name}.html").exists()]
    page = html.with_name("whole-book.html")
    numbers: dict[str, int] = {}
    for _ in ("to learn the numbers", "to print them"):
        page.write_text(joined_pages(html, names, numbers), "utf-8")
        if missing := missing_pictures(page.read_text("utf-8"), page.parent):
            sys.exit(f"Nothing is printed, for pictures are missing: {', '.join(missing)}")
        print_pdf(page, pdf)
        numbers = page_numbers(pdf)
    print(f"{pdf}: {len(names)} pages of the book, {pdf.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
