"""What stands in the built files: nothing from elsewhere, nothing missing, nothing nameless."""

import copy
import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

LOADED = {
    "script": ["src"], "img": ["src", "srcset"], "source": ["src", "srcset"], "iframe": ["src"],
    "video": ["src", "poster"], "audio": ["src"], "embed": ["src"], "object": ["data"],
    "image": ["href", "xlink:href"], "use": ["href", "xlink:href"], "track": ["src"],
}  # fmt: skip
LINKS_THAT_LOAD = {"stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch"}


@functools.cache
def pages(book: Path) -> dict[Path, BeautifulSoup]:
    parsed = {
        path: BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(book.rglob("*.html"))
        if "_static" not in path.parts
    }
    assert len(parsed) > 8
    return parsed


def is_chapter(path: Path) -> bool:
    return bool(re.match(r"0\d-", path.name)) and path.parent.name == "html"


def addresses_in_style(css: str) -> list[str]:
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    named = re.findall(r"url\(\s*['\"]?([^'\")]+)", css)
    return named + re.findall(r"@import\s+['\"]([^'\"]+)", css)


def loaded_by(page: BeautifulSoup) -> Iterator[str]:
    """Every address that a browser fetches by itself on opening a page."""
    for tag in page.find_all(True):
        for attribute in LOADED.get(tag.name, []):
            if attribute in tag.attrs:
                listed = tag[attribute].split(",") if attribute == "srcset" else [tag[attribute]]
                yield from (part.split()[0] for part in listed if part.strip())
        if tag.name == "link" and set(tag.get("rel", [])) & LINKS_THAT_LOAD:
            yield tag["href"]
        if "style" in tag.attrs:
            yield from addresses_in_style(tag["style"])
        if tag.name == "style":
            yield from addresses_in_style(tag.text)


def everything_loaded(book: Path) -> Iterator[tuple[Path, str]]:
    for path, page in pages(book).items():
        yield from ((path, address) for address in loaded_by(page))
    for path in book.rglob("*.css"):
        yield from ((path, address) for address in addresses_in_style(path.read_text("utf-8")))
    for path in book.rglob("*.svg"):
        drawing = path.read_text("utf-8")
        named = re.findall(r"<(?:image|use|script)\b[^>]*\bhref=[\"']([^\"']+)", drawing)
        yield from ((path, address) for address in named + addresses_in_style(drawing))


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_missing(book: Path) -> None:
    seen = 0
    for path, address in everything_loaded(book):
        parts = urlsplit(address)
        if parts.scheme == "data" or address.startswith("#"):
            continue
        assert not parts.scheme, f"{path} fetches {address}"
        assert not parts.netloc, f"{path} fetches {address}"
        assert (path.parent / unquote(parts.path)).exists(), f"{path} needs {address}"
        seen += 1
    assert seen > 100


def test_every_link_within_the_book_leads_somewhere(book: Path) -> None:
    anchors = {
        path: {tag["id"] for tag in page.find_all(id=True)} for path, page in pages(book).items()
    }
    for path, page in pages(book).items():
        for link in page.find_all("a", href=True):
            parts = urlsplit(link["href"])
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name} links to {link['href']}"
            if parts.fragment and target in anchors:
                assert unquote(parts.fragment) in anchors[target], f"{path.name}: {link['href']}"


def test_every_image_says_what_it_shows(book: Path) -> None:
    for path, page in pages(book).items():
        for image in page.find_all("img"):
            alt = image.get("alt", "").strip()
            assert alt, f"{path.name}: an image without alt text: {image}"
            assert alt != image["src"], f"{path.name}: alt text that is a file name: {alt}"
            assert not re.fullmatch(r"\S+\.(png|svg|jpg)", alt), f"{path.name}: {alt}"


def test_every_displayed_equation_of_a_chapter_is_numbered(book: Path) -> None:
    for path, page in pages(book).items():
        if not is_chapter(path):
            continue
        for formula in page.select("article .katex-display"):
            block = formula.parent
            number = block.find("span", class_="eqno") if isinstance(block, Tag) else None
            assert number, f"{path.name}: an equation without a number: {formula.text[:60]}"
            assert re.match(r"\(\d+\.\d+\)", number.text), f"{path.name}: {number.text}"
            # KaTeX numbers `align` and `equation` by itself, from 1 and past the book's numbers.
            assert not formula.select(".eqn-num"), f"{path.name}: write `aligned`, not `align`"


def test_formulas_are_set_and_no_tex_is_left(book: Path) -> None:
    for path, page in pages(book).items():
        assert not page.select(".katex-error"), path.name
        page = copy.copy(page)
        for code in page.find_all(["code", "pre", "script", "annotation", "math"]):
            code.decompose()
        for text in page.find_all("article"):
            assert not re.search(r"\\(frac|sqrt|mathbf|operatorname)\b|\$\$", text.text), path.name


@pytest.mark.parametrize("name", ["exercises", "bibliography", "search"])
def test_a_page_carries_no_script_or_style_that_it_does_not_need(book: Path, name: str) -> None:
    page = (book / f"{name}.html").read_text("utf-8")
    for unwanted in ["fontawesome", "bootstrap", "thebe", "togglebutton", "mathjax", "MathJax"]:
        assert unwanted not in re.sub(r'class="[^"]*"', "", page)
    if name != "search":
        assert "searchindex.js" not in page
        assert "clipboard" not in page  # no code, no button to copy it
    assert "data-demo" not in page
    assert "attention.js" not in page


def test_each_demo_comes_with_its_pages_and_with_no_other(book: Path) -> None:
    scripts = list((Path(__file__).parents[2] / "web/demos").glob("*.js"))
    demos = {script.stem for script in scripts}
    imports = (re.findall(r'from "\./([\w-]+)\.js"', one.read_text("utf-8")) for one in scripts)
    parts = {name for names in imports for name in names}  # of other demos
    assert demos - parts
    shown = set()
    for path, page in pages(book).items():
        places = {place["data-demo"] for place in page.select("[data-demo]")}
        for suffix, tag in (("js", '<script defer="defer" src'), ("css", "<link [^>]*href")):
            files = re.findall(rf'{tag}="[^"]*_static/([\w-]+)\.{suffix}', path.read_text("utf-8"))
            assert demos & set(files) == places, path.name
        shared = [style for style in files if style == "demo" or style in demos]  # of the styles
        assert shared[:1] == ["demo"] * bool(places), f"{path.name}: a demo may override its style"
        shown |= places
    assert demos - parts <= shown <= demos


def test_what_a_demo_fetches_lies_beside_it(book: Path) -> None:
    script = (book / "_static" / "translator.js").read_text("utf-8")
    fetched = re.findall(r'"([\w.-]+\.(?:onnx|wasm|mjs))"', script)
    assert len(fetched) == 4
    for name in fetched:
        assert (book / "_static" / name).stat().st_size > 1000, name


def test_every_listing_states_its_file(book: Path) -> None:
    page = pages(book)[book / "03-dot-product.html"]
    captions = [tag.text for tag in page.select(".code-block-caption .caption-text")]
    assert captions
    assert all(re.search(r"src/payattention/[\w/]+\.py", caption) for caption in captions)


def neighbour(book: Path, page: Path, way: str) -> Path:
    return (
        page.parent / pages(book)[page].select_one(f".prev-next a[rel={way}]")["href"]
    ).resolve()


def test_the_contents_mark_evidence_and_number_no_page_below_a_chapter(part) -> None:
    entry = '<li class="toctree-l2"><a class="reference internal" href="x.html">{}</a></li>'
    contents = "".join(map(entry.format, ("7.14. SAM", "7.15. Evidence", "Attention")))
    marked = BeautifulSoup(part("neighbours").marked_children(contents), "html.parser")
    assert [one.text for one in marked.select(".evidence")] == ["Evidence"]
    assert [one.text for one in marked.select("a")] == ["SAM", "Evidence", "Attention"]


def test_a_chapter_has_one_name(book: Path) -> None:
    for page in sorted(filter(is_chapter, pages(book.resolve()))):
        title = pages(book.resolve())[page].select_one("h1")
        exercises = page.parent / "exercises" / page.stem / page.name
        if exercises not in pages(book.resolve()) or page.stem == "08-your-gpt":
            continue
        name = title.find(string=True, recursive=False)
        other = pages(book.resolve())[exercises].select_one("h1").find(string=True, recursive=False)
        assert other.removeprefix("Exercises: ").lower() == name.lower(), page.name


def test_from_chapter_to_chapter_no_evidence_page_lies_in_between(book: Path) -> None:
    page = book.resolve() / "01-rnn-limits.html"
    way = [page]
    while page.stem != "08-your-gpt":
        page = neighbour(book.resolve(), page, "next")
        way.append(page)
    for before, after in itertools.pairwise(way):
        assert neighbour(book.resolve(), after, "prev") == before
    assert {page.parent for page in way} == {book.resolve()}
    assert [page for page in way if is_chapter(page)] == sorted(filter(is_chapter, way))
    for evidence in (book.resolve() / "evidence").glob("*.html"):
        ends = [neighbour(book.resolve(), evidence, way) for way in ("prev", "next")]
        assert ends[0] in way
        assert is_chapter(ends[1])
        assert evidence.name in (ends[0].name, way[way.index(ends[0]) - 1].name)


def test_without_an_address_there_are_no_launch_and_repository_links(book: Path) -> None:
    config = Path(__file__).parents[2] / "_config.yml"
    if not re.search(r'^  url: ""', config.read_text("utf-8"), re.MULTILINE):
        pytest.skip("the book has a repository address")
    for path, page in pages(book).items():
        links = [link["href"] for link in page.select(".bd-header-article a, .exercise-bar a")]
        assert not [link for link in links if urlsplit(link).netloc], path.name


def test_an_exercise_page_offers_its_notebook_as_it_was_written(book: Path) -> None:
    exercises = Path(__file__).parents[2] / "exercises"
    notebooks = sorted(exercises.glob("*/*.ipynb"))
    if not notebooks:
        pytest.skip("there are no exercises yet: make release")
    for notebook in notebooks:
        path = book / "exercises" / notebook.relative_to(exercises).with_suffix(".html")
        link = pages(book)[path].select_one(".exercise-bar a[download]")
        assert link
        assert link["download"] == notebook.name
        assert (path.parent / link["href"]).read_bytes() == notebook.read_bytes()


def test_the_exercises_are_listed_with_chapter_tasks_and_time(book: Path) -> None:
    rows = {
        line.select("a")[-1]["href"]: [cell.text.strip() for cell in line.select("td")]
        for line in pages(book)[book / "exercises.html"].select("table tbody tr")
    }
    exercises = Path(__file__).parents[2] / "exercises"
    assert set(rows) == {
        f"exercises/{path.stem}/{path.stem}.html" for path in exercises.glob("*/*.ipynb")
    }
    # ten tasks for the machine, one for a person
    assert rows["exercises/03-dot-product/03-dot-product.html"] == [
        "Dot-product attention", "03-dot-product.ipynb", "11", "3½ hours"
    ]  # fmt: skip


def test_the_footer_states_the_licence(book: Path) -> None:
    for path, page in pages(book).items():
        if path.name in ("index.html", "genindex.html"):
            continue
        footer = page.select_one("footer.bd-footer-content").text
        assert "Licence: CC BY 4.0" in footer, path.name
        assert "©" not in footer, path.name


def test_a_side_result_is_closed_until_the_reader_opens_it(book: Path) -> None:
    """An admonition of the class `dropdown` becomes a fold, with its title as the summary."""
    sources = {
        page.stem: page.read_text("utf-8")
        for page in (Path(__file__).parents[2] / "book").glob("0*.md")
    }
    folded = {stem: text.count(":class: note dropdown") for stem, text in sources.items()}
    assert sum(folded.values()) > 3
    for stem, count in folded.items():
        page = BeautifulSoup((book / f"{stem}.html").read_text("utf-8"), "html.parser")
        folds = page.select("details.fold")
        assert len(folds) == count
        for fold in folds:
            assert not fold.has_attr("open")
            assert fold.summary.text
            assert len(fold.text) > len(fold.summary.text) + 50
        assert page.select(".admonition.dropdown") == []
