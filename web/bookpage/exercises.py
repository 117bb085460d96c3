"""Copy `exercises/` into the book, where each notebook becomes a page that can be downloaded.

A symbolic link instead of a copy would not work on Windows. The directive `exercise-list` makes a
table of all notebooks. The numbers of tasks and minutes in this table are read from the notebooks.
The role {repository}`these words` links them to the public repository, if `_config.yml` names one.
"""

import filecmp
import re
import shutil
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

from bookpage.paths import ROOT
from classroom.assignment.release_stamp import is_release, read
from classroom.book_settings import Repository

MINUTES = re.compile(r"· about (\d+) minutes")  # as in “★★ · 10 points · about 15 minutes”


def mirror(source: Path, target: Path) -> None:
    """Copy the exercises in ``source`` to ``target``, and delete all other files in ``target``.

    Identical files are not written again. Raises ExtensionError for a notebook that has changed
    since its release: it may hold answers, which would be published.
    """
    wanted = {
        path.relative_to(source)
        for path in source.glob("*/**/*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    for path in sorted(wanted):
        if path.suffix == ".ipynb" and not is_release(source / path):
            raise ExtensionError(
                f"{source.name}/{path.as_posix()} is not as it was released and may hold answers, "
                "so it is not published. Run `classroom release`, which moves the file to another "
                "place and releases the notebook again."
            )
    present = {path.relative_to(target) for path in target.rglob("*") if path.is_file()}
    for path in present - wanted:
        (target / path).unlink()
    for path in wanted:
        if path in present and filecmp.cmp(source / path, target / path, shallow=False):
            continue
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, target / path)


def offer_download(app: Sphinx, pagename: str, template: str, context: dict, doctree) -> None:
    """Pass a notebook's file name and its addresses to the template of the notebook's page.

    The template gets them as the dictionary `exercise`. Its keys are “name”, “download” (the
    address of the file), “colab” and “binder” (the addresses that open the notebook there, or
    None).
    """
    if not pagename.startswith("exercises/"):
        return
    notebook, repository = Path(pagename).name, repository_of(app.config)
    context["exercise"] = {
        "name": f"{notebook}.ipynb",
        "download": context["pathto"](f"_sources/{pagename}.ipynb", 1),
        "colab": repository.colab(f"{pagename}.ipynb"),
        "binder": repository.binder(f"{pagename}.ipynb"),
    }


def repository_of(config: Config) -> Repository:
    """The public repository that `_config.yml` names."""
    settings = config.html_theme_options
    return Repository(
        settings.get("repository_url") or "", settings.get("repository_branch") or "main"
    )


class ExerciseList(SphinxDirective):
    """The directive `exercise-list`: a table of all notebooks with chapter, tasks and time.

    If the public repository is on GitHub, the table also has links to Colab and Binder.
    """

    def run(self) -> list[nodes.Node]:
        folder = Path(self.env.srcdir) / "exercises"
        # The page also depends on the folder itself, which changes when an assignment is added.
        for path in (folder, *folder.glob("*"), *folder.glob("*/*.ipynb")):
            self.env.note_dependency(str(path))
        notebooks = sorted(folder.glob("*/*.ipynb"))
        if not notebooks:
            return [nodes.paragraph("", "No notebook is finished yet.")]
        repository = repository_of(self.config)
        table = ["| Chapter | Notebook | Tasks | Time |", "| --- | --- | --: | --: |"]
        table += [line_of(notebook) for notebook in notebooks]
        if repository.name:
            online = [" Run it |", " --- |", *(online_of(file, repository) for file in notebooks)]
            table = [line + more for line, more in zip(table, online, strict=True)]
        holder = nodes.container()
        self.state.nested_parse(StringList(table, self.get_source_info()[0]), 0, holder)
        return holder.children


class RepositoryLink(SphinxRole):
    """The role `repository`: words that link to the public repository, if there is one."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        url = repository_of(self.config).url
        return [nodes.reference("", self.text, refuri=url) if url else nodes.Text(self.text)], []


def line_of(notebook: Path) -> str:
    """A notebook's line in the Markdown table of all notebooks."""
    tasks, minutes = tasks_and_minutes(notebook)
    page = notebook.parents[2] / f"{notebook.stem}.md"
    chapter = f"[]({page.name})" if page.exists() else ""
    link = f"[`{notebook.name}`](exercises/{notebook.stem}/{notebook.name})"
    return f"| {chapter} | {link} | {tasks} | {about(minutes)} |"


def online_of(notebook: Path, repository: Repository) -> str:
    """The last cell of a notebook's line: links that open the notebook in Colab and Binder."""
    path = f"exercises/{notebook.stem}/{notebook.name}"
    return f" [Colab]({repository.colab(path)}), [Binder]({repository.binder(path)}) |"


def tasks_and_minutes(notebook: Path) -> tuple[int, int]:
    """The number of graded tasks in a notebook, and how many minutes they take in total.

    The minutes of each task are read from the notebook's text.
    """
    cells = (read(notebook) or {"cells": []})["cells"]
    tasks = sum(bool(cell["metadata"].get("nbgrader", {}).get("grade")) for cell in cells)
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return tasks, sum(int(minutes) for text in texts for minutes in MINUTES.findall(text))


def about(minutes: int) -> str:
    """A duration in words, such as "40 minutes" or "2½ hours".

    From 45 minutes on, it is rounded to half hours.
    """
    half_hours = round(minutes / 30)
    if half_hours < 2:
        return f"{minutes} minutes"
    return f"{half_hours // 2}{'½' * (half_hours % 2)} hour{'s' * (half_hours > 2)}"


def setup(app: Sphinx) -> None:
    # This cannot wait for an event: as soon as Sphinx has read its settings, it looks for the files
    # of the table of contents.
    mirror(ROOT / "exercises", Path(app.srcdir) / "exercises")
    app.add_directive("exercise-list", ExerciseList)
    app.add_role("repository", RepositoryLink())
    app.connect("html-page-context", offer_download)
