"""The extension that makes the page: what it copies, keys, warns of and refuses."""

import ast
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from classroom.assignment.release_stamp import stamp

ROOT = Path(__file__).parents[2]
CHAPTER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---
# A page

```{{code-cell}} ipython3
from payattention_of_test import answer
print("the answer is", answer)
```

{extra}
"""


class Project:
    """A small book with this book's settings and page, and a package of its own."""

    def __init__(self, folder: Path, build: Callable[..., subprocess.CompletedProcess[str]]):
        self.folder, self.run = folder, build
        shutil.copytree(ROOT / "web", folder / "web",
                        ignore=shutil.ignore_patterns("node_modules", "__pycache__"))  # fmt: skip
        (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
        self.write("_config.yml", (ROOT / "_config.yml").read_text("utf-8"))
        self.write("book/_toc.yml", "format: jb-book\nroot: page\nchapters:\n"
                                    "  - glob: exercises/*/*\n")  # fmt: skip
        self.write("book/references.bib", "")
        self.write("book/page.md", CHAPTER.format(extra=""))
        self.write("src/payattention_of_test.py", "answer = 41\n")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, "utf-8")

    def build(self, *, strict: bool = True, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run(self.folder, strict, PYTHONPATH=str(self.folder / "src"), **variables)

    def page(self, name: str = "page") -> str:
        return (self.folder / "_build/html" / f"{name}.html").read_text("utf-8")


@pytest.fixture
def project(tmp_path: Path, build: Callable[..., subprocess.CompletedProcess[str]]) -> Project:
    return Project(tmp_path, build)


def plain(text: str) -> str:
    """Text without the terminal's colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_change_in_what_a_page_imports_runs_it_again_and_no_other_change(
    project: Project,
) -> None:
    built = project.build()
    assert built.returncode == 0  # and without any exercises
    assert "the answer is 41" in project.page()
    assert "executing 1 page" in built.stdout
    assert "eavesdropping" not in built.stdout + built.stderr
    project.write("src/payattention_of_test.py", "answer = 42\n")
    assert project.build().returncode == 0
    assert "the answer is 42" in project.page()
    project.write("src/imported_by_no_page.py", "answer = 43  # a comment\n")
    built = project.build()
    assert "0 added, 0 changed, 0 removed" in plain(built.stdout)
    assert "executing" not in built.stdout
    project.write("src/payattention_of_test.py", "answer = 41\n")
    built = project.build()
    assert "the answer is 41" in project.page()
    assert "executing" not in built.stdout  # that run was kept


WAIT = """from pathlib import Path
from time import sleep
from payattention_of_test import answer
Path("{mine}").touch()
for _ in range(600):
    if Path("{other}").exists():
        break
    sleep(0.1)
assert Path("{other}").exists()
print("they have met")"""


@pytest.mark.skipif(os.cpu_count() == 1, reason="one core runs one page at a time")
def test_pages_run_side_by_side_and_one_that_fails_is_named(project: Project) -> None:
    cell = 'from payattention_of_test import answer\nprint("the answer is", answer)'
    page = CHAPTER.format(extra="")
    project.write("book/_toc.yml", "format: jb-book\nroot: page\nchapters:\n"
                                   "  - file: second\n  - file: third\n")  # fmt: skip
    for name, mine, other in (("page", "one", "two"), ("second", "two", "one")):
        project.write(f"book/{name}.md", page.replace(cell, WAIT.format(mine=mine, other=other)))
    project.write("book/third.md", page.replace("answer)", "answer / 0)"))
    built = project.build()
    assert built.returncode != 0
    assert re.search(r"third\.md.*ZeroDivisionError", built.stderr, re.DOTALL)
    assert "third: a cell failed" in built.stdout
    assert "executed 3 of 3 pages" in built.stdout
    project.write("book/third.md", page)
    assert project.build().returncode == 0
    assert "they have met" in project.page()
    assert "they have met" in project.page("second")


def test_what_is_wrong_on_a_page_is_named_with_its_place(project: Project) -> None:
    faults = r"$$\frac{1}{$$ (broken)", "Inline $\\sqrt{x$.", '<div data-demo="nowhere"></div>'
    project.write("book/page.md", CHAPTER.format(extra="\n\n".join(faults)))
    built = project.build()
    assert built.returncode != 0
    for fault in (r"\frac{1}{", r"\sqrt{x"):
        assert re.search(r"page\.md:\d+: WARNING: KaTeX parse error.*" + re.escape(fault),
                         built.stderr)  # fmt: skip
    assert re.search(r"page\.md: WARNING: web/demos/nowhere\.js is missing", built.stderr)


def test_without_npms_packages_it_says_what_to_run(project: Project) -> None:
    (project.folder / "web/node_modules").unlink()
    built = project.build()
    assert built.returncode != 0
    assert "npm ci --prefix web" in built.stdout + built.stderr


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "0 minutes"), (44, "44 minutes"), (60, "1 hour"), (90, "1½ hours"), (175, "3 hours")],
)
def test_the_time_of_a_notebook_is_said_as_one_plans_it(
    part: object, minutes: int, said: str
) -> None:
    assert part("exercises").about(minutes) == said


def test_a_demo_becomes_one_script_with_what_it_imports(part: object, tmp_path: Path) -> None:
    (tmp_path / "shared.js").write_text("export const half = (x) => x / 2;")
    demo = tmp_path / "demo.js"
    demo.write_text(
        'import { half } from "./shared.js";\n'
        "globalThis.found = [half(8), new URL('model.onnx', import.meta.url).href];\n"
        "globalThis.load = (name) => import(name);\n"
    )
    part("demos").bundle([demo], tmp_path / "out")
    script = (tmp_path / "out" / "demo.js").read_text("utf-8")
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert "import(name)" in script  # a runtime can still be loaded when it is needed
    run = f"""globalThis.document = {{ currentScript: {{ src: "file:///book/_static/demo.js" }} }};
        {script}
        console.log(JSON.stringify(globalThis.found));"""
    node = [str(part("demos").NODE), "--input-type=commonjs", "--eval", run]
    said = subprocess.run(node, capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == [4, "file:///book/_static/model.onnx"]


def test_a_demo_with_a_mistake_is_named(part: object, tmp_path: Path) -> None:
    demo = tmp_path / "demo.js"
    demo.write_text('import { half } from "./missing.js";')
    with pytest.raises(Exception, match=r"could not be bundled[\s\S]*missing\.js"):
        part("demos").bundle([demo], tmp_path / "out")


def test_exercises_are_mirrored(part: object, tmp_path: Path) -> None:
    mirror = part("exercises").mirror
    source, target = tmp_path / "exercises", tmp_path / "book"
    mirror(source, target)  # neither is there
    assert not target.exists()

    for name in ("one/one.ipynb", "one/data/points.csv", "one/.ipynb_checkpoints/one.ipynb"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(name)
    (source / "one/one.ipynb").write_text(released("Add one."))
    mirror(source, target)
    copied = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert copied == {"one/one.ipynb", "one/data/points.csv"}

    before = (target / "one/one.ipynb").stat().st_mtime_ns
    (source / "one/data/points.csv").write_text("new")
    (target / "one/stray.ipynb").write_text("left over")
    mirror(source, target)
    assert (target / "one/one.ipynb").stat().st_mtime_ns == before
    assert (target / "one/data/points.csv").read_text() == "new"
    assert not (target / "one/stray.ipynb").exists()


def released(text: str) -> str:
    """A notebook with one cell, as a release writes it."""
    notebook = {"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}],
                "metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # fmt: skip
    notebook["metadata"] = {"classroom": {"release": stamp(notebook)}}
    return json.dumps(notebook)


def test_a_solved_notebook_is_not_published(part: object, tmp_path: Path) -> None:
    source, target = tmp_path / "exercises", tmp_path / "book"
    place = source / "one/one.ipynb"
    place.parent.mkdir(parents=True)
    place.write_text(released("Add one.").replace("Add one.", "Add one. My answer: 2"))
    with pytest.raises(Exception, match=r"exercises/one/one\.ipynb is not as it was released"):
        part("exercises").mirror(source, target)
    assert not target.exists()


def test_a_page_that_is_left_out_is_nowhere(project: Project) -> None:
    project.write("book/_toc.yml", "format: jb-book\nroot: page\nparts:\n"
                                   "  - caption: Back matter\n    chapters:\n"
                                   "      - file: secret\n      - file: open\n"
                                   "  - caption: Empty then\n    chapters:\n"
                                   "      - file: other\n")  # fmt: skip
    for name in ("secret", "open", "other"):
        project.write(f"book/{name}.md", f"# The {name} page\n\nWord{name} stands here.\n")
    built = project.build(BOOK_WITHOUT="secret other")
    assert built.returncode == 0, built.stderr
    texts = {file.name: file.read_text("utf-8", "replace")
             for file in (project.folder / "_build/html").rglob("*") if file.is_file()}  # fmt: skip
    assert "wordopen" in texts["searchindex.js"]
    for name in ("secret", "other"):
        assert not [file for file, text in texts.items() if name in file or f"{name} page" in text
                    or f"word{name}" in text.lower()]  # fmt: skip
    project.write("book/open.md", "# The open page\n\nSee {doc}`secret`.\n")
    built = project.build(BOOK_WITHOUT="secret other")
    assert built.returncode != 0
    assert "unknown document: 'secret'" in built.stderr


@pytest.mark.parametrize(
    ("address", "colab", "binder"),
    [
        ("", None, None),
        ("https://gitlab.com/a/course", None, None),
        (
            "https://github.com/a/course/",
            "https://colab.research.google.com/github/a/course/blob/main/exercises/x/x.ipynb",
            "https://mybinder.org/v2/gh/a/course/main?labpath=exercises/x/x.ipynb",
        ),
    ],
)
def test_an_exercise_opens_online_only_where_it_is_on_github(
    part: object, address: str, colab: str | None, binder: str | None
) -> None:
    app = SimpleNamespace(config=SimpleNamespace(html_theme_options={"repository_url": address}))
    context = {"pathto": lambda path, _: path}
    part("exercises").offer_download(app, "exercises/x/x", "page.html", context, None)
    assert context["exercise"] == {
        "name": "x.ipynb", "download": "_sources/exercises/x/x.ipynb",
        "colab": colab, "binder": binder,
    }  # fmt: skip


def test_katex_served_and_katex_rendering_must_be_of_one_version(
    part: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    mathematics: ModuleType = part("mathematics")
    mathematics.check_version(None)
    monkeypatch.setattr(mathematics.katex, "katex_version", "0.1.0")
    with pytest.raises(Exception, match=r"asks for katex .* renders with 0\.1\.0"):
        mathematics.check_version(None)


def test_only_woff2_fonts_are_offered(part: object) -> None:
    css = part("mathematics").style_sheet()
    assert css.count("@font-face") == css.count(".woff2)") > 10
    assert not re.search(r"\.(woff|ttf)\)", css)


def test_names_of_the_four_roles_are_coloured_in_code_and_others_are_not(part: object) -> None:
    code = '<span class="n">query</span> <span class="n">W_K</span> <span class="n">query_2</span>'
    assert part("roles").coloured(code) == (
        '<span class="n query">query</span> <span class="n key">W_K</span> '
        '<span class="n">query_2</span>'
    )


def test_a_listing_is_dedented_and_keeps_the_first_line_of_its_docstrings(part: object) -> None:
    code = '''    def f(x):
        """Double x.

        Raises: nothing.
        """
        text = """not a
        docstring"""
        return 2 * x
'''
    wanted = '''def f(x):
    """Double x."""
    text = """not a
    docstring"""
    return 2 * x
'''
    assert part("listings").shortened(code) == wanted
    assert part("listings").shortened(wanted) == wanted


def test_a_listing_has_names_and_shapes_in_place_of_annotations(part: object) -> None:
    code = '''class Head(nn.Module):
    """A head."""

    width: int = 3

    @property
    def size(self) -> int: return 3

    def forward(
        self,
        x: Float[Tensor, "*#batch queries d_model"],
        mask: Bool[Tensor, " queries"] | None = None,
        *,
        causal: bool = False,
    ) -> tuple[Float[Tensor, "*batch queries d_v"], Tensor]:
        """Attend.

        Raises: nothing.
        """
        return x, x

    def scale(self, scores: Float[Tensor, "queries keys"]):
        return scores
'''
    wanted = '''class Head(nn.Module):
    """A head."""

    width: int = 3

    @property
    def size(self) -> int: return 3

    def forward(self, x, mask=None, *, causal=False):
        """Attend."""
        # x (…, queries, d_model)  mask (queries,)  → (…, queries, d_v)
        return x, x

    def scale(self, scores):
        # scores (queries, keys)
        return scores
'''
    assert part("listings").shortened(code) == wanted
    assert part("listings").shortened(wanted) == wanted


def test_every_function_of_the_package_can_be_listed(part: object) -> None:
    for file in (ROOT / "src" / "payattention").glob("*.py"):
        code = file.read_text("utf-8")
        for node in ast.walk(ast.parse(code)):
            a_protocol = isinstance(node, ast.FunctionDef) and ast.unparse(node.body[0]) == "..."
            if isinstance(node, ast.FunctionDef) and not a_protocol:
                listed = part("listings").shortened(ast.get_source_segment(code, node, padded=True))
                assert ast.parse(listed)
                assert max(map(len, listed.splitlines())) <= 100
                assert "Float[" not in listed.split(":\n")[0]


def test_what_belongs_together_is_not_broken(part: object) -> None:
    document = new_document("a page")
    short = nodes.math("", r"-(\qry{q} - \key{k}_j)^2 / 2\sigma^2")
    long = nodes.math("", " + ".join(rf"\sqrt{{d_{i}}}" for i in range(9)))
    code = nodes.literal("", "7 % 3")
    words = nodes.paragraph()
    words += [nodes.Text("3 % of "), short, nodes.Text(", and "), long, nodes.Text(", not "), code]
    words += [
        nodes.inline("", "41"),
        nodes.Text(" % in all, 8 × 8 of GPT-2 in "),
        nodes.Text("5 ms"),
    ]
    document += words
    part("line_breaks").keep_together(None, document, "a page")
    assert words.astext().replace("\N{NO-BREAK SPACE}", "~") == (
        f"3~% of {short.astext()}, and {long.astext()}, not 7 % 341~% in all, "
        "8~×~8 of GPT-2 in 5~ms"
    )
    kept = (part for part in document.findall(nodes.inline) if part["classes"] == ["unbroken"])
    assert [part.astext() for part in kept] == [f"{short.astext()},", "GPT-2"]
