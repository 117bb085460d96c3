"""Execute the pages in parallel, and cache each executed page as a notebook file, called a run.

A cell that fails ends nothing: `bookpage.differences` tells the reader about it. A run in which a
cell raised, took too long or lost its kernel is shown, but not cached: the next build tries again.

Before Sphinx reads pages, this module executes those of them that have no cached run, in parallel
on all cores. The cache's key is a hash of the page's code and kernel, and of all files in `src/`
that the code imports, directly or indirectly. So after a change in a module that no page imports,
no page is executed again. (The key of myst-nb's own cache depends only on the page's cells. After a
change in `src/`, that cache would show stale results.)
"""

import atexit
import copy
import hashlib
import json
import logging
import os
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

import myst_nb.core.execute
import nbformat
from docutils import nodes
from myst_nb.core.execute import NotebookClientBase
from myst_nb.core.read import create_nb_reader
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from traitlets.config import Config as Settings

from bookpage.differences import Difference, differences_of, fill_gaps, insert_boxes, take_out
from bookpage.paths import ROOT
from classroom.fingerprint import fingerprint
from classroom.imported_files import files_imported

CACHED_RUNS = 4  # cached runs of each page, so that switching between two branches executes nothing
STARTS = 3  # times that a page's kernel is started before the page is given up
PATIENCE = 14.0  # seconds between two progress messages
KERNEL = ROOT / "web" / "kernel"  # what a page's kernel loads before the first cell
SILENT = logging.getLogger("payattention.pages")  # a reader is told on the page
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False
ENCRYPTED = Settings({"KernelManager": {"transport_encryption": "auto"}})

failed_runs: dict[Path, NotebookNode] = {}  # runs of this build that are not cached, by their file
differing: dict[Path, list[Difference]] = {}  # what differs on the pages read in this build


def code_of(notebook: NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def state_of(code: list[str]) -> str:
    """A hash of all files of `src/` that the code imports, directly or indirectly."""
    source = ROOT / "src"
    return fingerprint(files_imported(code, source), source)


def cached_run(notebook: NotebookNode, page: Path, folder: Path) -> Path:
    """The path of a page's cached run; the file may not exist yet.

    The file's name is the cache's key: a hash of the page's code and kernel, and of the files in
    `src/` that the code imports.

    Args:
        notebook: the page's cells.
        page: the page's file.
        folder: the folder of the cache.
    """
    cells = [
        [cell.source, cell.metadata.get("tags", [])]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    around = [fingerprint(set(KERNEL.glob("*.py")), KERNEL), os.environ.get("BOOK_PERTURB")]
    key = json.dumps([kernel, cells, state_of(code_of(notebook)), around])
    return folder / page.stem / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.ipynb"


class Run:
    """The execution of one page; the executed notebook is written to ``file``."""

    def __init__(self, notebook: NotebookNode, page: Path, file: Path, timeout: int):
        self.notebook, self.page, self.file = notebook, page, file
        self.done, self.cells = 0, len(code_of(notebook))
        self.client = NotebookClient(
            notebook,
            timeout=timeout,
            interrupt_on_timeout=True,
            allow_errors=True,
            resources={"metadata": {"path": str(page.parent)}},
            extra_arguments=["--ext=page_claims"],
            on_cell_executed=self.count,
            log=SILENT,
            config=ENCRYPTED,
        )

    def count(self, **_: object) -> None:
        self.done += 1

    def execute(self) -> str:
        """Execute the page; return "failed" if a cell did, else cache the result."""
        begun = time.monotonic()
        try:
            self.execute_cells()
        except RuntimeError:  # DeadKernelError is one
            self.notebook.metadata["died"] = True
        self.notebook.metadata["execution_seconds"] = time.monotonic() - begun
        if self.notebook.metadata.get("died") or any(map(has_raised, self.notebook.cells)):
            failed_runs[self.file] = self.notebook
            return "failed"
        self.keep()
        return "ran"

    def execute_cells(self) -> None:
        """Execute the cells in a kernel; try again if the kernel does not start.

        A kernel's ports are chosen before it opens them, so another program may be quicker.
        """
        search = os.pathsep.join(filter(None, [str(KERNEL), os.environ.get("PYTHONPATH")]))
        for tries_left in reversed(range(STARTS)):
            try:
                self.client.execute(env=os.environ | {"PYTHONPATH": search})
                return
            except DeadKernelError:
                raise
            except RuntimeError:
                atexit.unregister(self.client._cleanup_kernel)  # it would fail: nothing runs
                if not tries_left:
                    raise

    def keep(self) -> None:
        """Write the executed notebook to the cache, and delete the oldest ones of its page."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.file.with_suffix(".half")
        nbformat.write(self.notebook, temporary)
        os.replace(temporary, self.file)
        by_age = sorted(self.file.parent.glob("*.ipynb"), key=lambda file: -file.stat().st_mtime)
        for old in by_age[CACHED_RUNS:]:
            old.unlink()

    def stop(self) -> None:
        with suppress(Exception):  # the kernel has not been started, or has ended
            self.client.km.provisioner.process.kill()


def has_raised(cell: NotebookNode) -> bool:
    return any(output.output_type == "error" for output in cell.get("outputs", []))


def execute_all(runs: list[Run]) -> None:
    """Execute pages in parallel, and print their progress."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    begun = time.monotonic()
    with ThreadPoolExecutor(cores) as threads:
        pending: dict[Future[str], Run] = {threads.submit(run.execute): run for run in runs}
        print(f"  executing {counted(runs)}, {cores} at a time", flush=True)
        try:
            while pending:
                last = time.monotonic()
                while pending and time.monotonic() - last < PATIENCE:
                    left = PATIENCE - (time.monotonic() - last)
                    for future in wait(pending, max(0, left), FIRST_COMPLETED).done:
                        run = pending.pop(future)
                        if future.result() == "failed":
                            print(f"  {run.page.stem}: a cell failed", flush=True)
                print(f"  {how_far(runs, pending.values())}, {elapsed(begun)}", flush=True)
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            for run in runs:
                run.stop()
            raise


def counted(runs: list[Run]) -> str:
    return f"{len(runs)} page{'s' * (len(runs) > 1)}"


def elapsed(begun: float) -> str:
    return f"{time.monotonic() - begun:.0f} s"


def how_far(runs: list[Run], pending: Iterable[Run]) -> str:
    """How many pages have been executed, and at which cell the others are."""
    at = [f"{run.page.stem} at cell {run.done} of {run.cells}" for run in pending if run.done]
    done = f"executed {len(runs) - len(list(pending))} of {counted(runs)}"
    return f"{done} ({', '.join(at)})" if at else done


def execute_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Execute all pages that Sphinx is about to read and that have no cached run.

    Also store each page's code and the hash of its imports, for `outdated_pages`.
    """
    settings = env.mystnb_config
    runs = []
    for name in docnames:
        page = Path(env.doc2path(name))
        if any(PurePosixPath(page).match(one) for one in settings.execution_excludepatterns):
            continue
        text = page.read_text("utf-8")
        reader = create_nb_reader(str(page), env.myst_config, settings, text)
        if reader is None:
            continue
        notebook = reader.read(text)
        code = code_of(notebook)
        env.bookpage_states[name] = (code, state_of(code))
        file = cached_run(notebook, page, Path(settings.execution_cache_path))
        if not file.exists():
            runs.append(Run(notebook, page, file, settings.execution_timeout))
    if runs:
        execute_all(runs)


class CachedRun(NotebookClientBase):
    """Fills a page's cells with the outputs of the page's run.

    If there is none, the page is executed first.
    """

    def start_client(self) -> None:
        run = self.find_run()
        for name in ("kernelspec", "language_info", "widgets"):
            if name in run.metadata:
                self.notebook.metadata[name] = run.metadata[name]
        executed = (cell for cell in run.cells if cell.cell_type == "code")
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                before = next(executed)
                cell.outputs = copy.deepcopy(before.outputs)
                cell.execution_count = before.execution_count
        lines = [self.cell_line(index) for index in range(len(self.notebook.cells))]
        differences = take_out(self.notebook, lines)
        if run.metadata.get("died"):
            differences.insert(0, Difference(lines[0], "died", "The kernel ended by itself"))
        if any(one.kind != "claim" for one in differences):
            fill_gaps(self.notebook, self.path.read_text("utf-8"))
        differing[self.path] = differences
        self.exec_metadata = {
            "mtime": datetime.now().timestamp(),
            "runtime": run.metadata["execution_seconds"],
            "method": self.nb_config.execution_mode,
            "succeeded": True,
            "error": None,
            "traceback": None,
        }

    def find_run(self) -> NotebookNode:
        file = cached_run(self.notebook, self.path, Path(self.nb_config.execution_cache_path))
        if not file.exists() and file not in failed_runs:  # the page was not in `docnames`
            notebook = copy.deepcopy(self.notebook)
            execute_all([Run(notebook, self.path, file, self.nb_config.execution_timeout)])
        if file in failed_runs:
            return failed_runs[file]
        os.utime(file)
        return nbformat.read(file, as_version=4)


def show_differences(app: Sphinx, page: nodes.document) -> None:
    """Insert the boxes into a page that has just been read, and keep what they say."""
    env = app.env
    found = differing.pop(Path(env.doc2path(env.docname)), [])
    if found:
        differences_of(env)[env.docname] = found
        insert_boxes(page, found)
    if any(one.kind != "claim" for one in found):
        env.bookpage_states[env.docname] = (env.bookpage_states[env.docname][0], "to be run again")


def outdated_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The names of the pages that Sphinx must read again because an imported file has changed.

    This is a handler of Sphinx's event `env-get-outdated`.
    """
    if not hasattr(env, "bookpage_states"):
        env.bookpage_states = {}
    states = env.bookpage_states
    return [
        name
        for name in env.found_docs & states.keys()
        if state_of(states[name][0]) != states[name][1]
    ]


def choose_folder(app: Sphinx, config: Config) -> None:
    config.nb_execution_cache_path = str(Path(app.outdir).parent / ".jupyter_cache")


def setup(app: Sphinx) -> None:
    myst_nb.core.execute.NotebookClientCache = CachedRun
    app.connect("config-inited", choose_folder)
    app.connect("env-get-outdated", outdated_pages)
    app.connect("env-before-read-docs", execute_pages)
    app.connect("doctree-read", show_differences)
