"""Execute the pages in parallel, and cache each executed page as a notebook file, called a run.

Before Sphinx reads pages, this module executes those of them that have no cached run, in parallel
on all cores. The cache's key is a hash of the page's code and kernel, and of all files in `src/`
that the code imports, directly or indirectly. So after a change in a module that no page imports,
no page is executed again. (The key of myst-nb's own cache depends only on the page's cells. After a
change in `src/`, that cache would show stale results.)
"""

import hashlib
import json
import os
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

import myst_nb.core.execute
import nbformat
from myst_nb.core.execute import ExecutionError, NotebookClientBase
from myst_nb.core.read import create_nb_reader
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from traitlets.config import Config as Settings

from bookpage.paths import ROOT
from classroom.fingerprint import fingerprint
from classroom.imported_files import files_imported

RUNS_KEPT = 4  # cached runs of each page, so that switching between two branches executes nothing
PATIENCE = 10.0  # seconds between two progress messages about a page that is still running
FAILURES = (CellExecutionError, CellTimeoutError, DeadKernelError)
ENCRYPTED = Settings({"KernelManager": {"transport_encryption": "auto"}})

failures: dict[Path, Exception] = {}  # of the pages executed in this build


def code_of(notebook: NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def state_of(code: list[str]) -> str:
    """A hash of all files of `src/` that the code imports, directly or indirectly."""
    source = ROOT / "src"
    return fingerprint(files_imported(code, source), source)


def kept_run(notebook: NotebookNode, page: Path, folder: Path) -> Path:
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
    whole = json.dumps([kernel, cells, state_of(code_of(notebook))])
    return folder / page.stem / f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}.ipynb"


class Run:
    """The execution of one page; the executed notebook is written to ``file``."""

    def __init__(self, notebook: NotebookNode, page: Path, file: Path, timeout: int):
        self.notebook, self.page, self.file = notebook, page, file
        self.done, self.cells = 0, len(code_of(notebook))
        self.client = NotebookClient(
            notebook,
            timeout=timeout,
            resources={"metadata": {"path": str(page.parent)}},
            on_cell_executed=self.count,
            config=ENCRYPTED,
        )

    def count(self, **_: object) -> None:
        self.done += 1

    def execute(self) -> float:
        """Execute the page and cache the result; return how many seconds the execution took.

        Raises an exception of a type in `FAILURES` if a cell fails or takes too long, or if the
        kernel dies.
        """
        begun = time.monotonic()
        self.client.execute()
        seconds = time.monotonic() - begun
        self.notebook.metadata["execution_seconds"] = seconds
        self.file.parent.mkdir(parents=True, exist_ok=True)
        half = self.file.with_suffix(".half")
        nbformat.write(self.notebook, half)
        os.replace(half, self.file)
        by_age = sorted(self.file.parent.glob("*.ipynb"), key=lambda file: -file.stat().st_mtime)
        for old in by_age[RUNS_KEPT:]:
            old.unlink()
        return seconds

    def stop(self) -> None:
        with suppress(Exception):  # the kernel has not been started, or has ended
            self.client.km.provisioner.process.kill()


def execute_all(runs: list[Run]) -> None:
    """Execute pages in parallel, and print their progress.

    If a page fails, its exception is stored in this module's dictionary `failures`, by the path of
    the page. The other pages are still executed.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    begun = time.monotonic()
    with ThreadPoolExecutor(cores) as threads:
        pending: dict[Future[float], Run] = {threads.submit(run.execute): run for run in runs}
        names = ", ".join(run.page.stem for run in runs)
        print(f"Running {names} (up to a minute each, {cores} at a time)", flush=True)
        try:
            while pending:
                done, _ = wait(pending, PATIENCE, FIRST_COMPLETED)
                for future in done:
                    run = pending.pop(future)
                    try:
                        print(f"  {run.page.stem}: ran in {future.result():.0f} s", flush=True)
                    except FAILURES as error:
                        failures[run.page] = error
                        print(f"  {run.page.stem}: failed", flush=True)
                for run in pending.values() if not done else ():
                    if run.done:
                        seconds = time.monotonic() - begun
                        far = f"{run.done} of {run.cells} cells after {seconds:.0f} s"
                        print(f"  {run.page.stem}: {far}", flush=True)
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            for run in runs:
                run.stop()
            raise


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
        file = kept_run(notebook, page, Path(settings.execution_cache_path))
        if not file.exists():
            runs.append(Run(notebook, page, file, settings.execution_timeout))
    if runs:
        execute_all(runs)


class KeptRun(NotebookClientBase):
    """Fills a page's cells with the outputs of the page's cached run.

    If there is no cached run, the page is executed first.
    """

    def start_client(self) -> None:
        file = kept_run(self.notebook, self.path, Path(self.nb_config.execution_cache_path))
        if not file.exists() and self.path not in failures:  # the page was not in `docnames`
            execute_all([Run(self.notebook, self.path, file, self.nb_config.execution_timeout)])
        if error := failures.pop(self.path, None):
            self.logger.warning(f"Executing notebook failed: {error}", subtype="exec")
            raise ExecutionError(str(self.path)) from error
        os.utime(file)
        run = nbformat.read(file, as_version=4)
        for name in ("kernelspec", "language_info", "widgets"):
            if name in run.metadata:
                self.notebook.metadata[name] = run.metadata[name]
        executed = (cell for cell in run.cells if cell.cell_type == "code")
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                before = next(executed)
                cell.outputs, cell.execution_count = before.outputs, before.execution_count
        self.exec_metadata = {
            "mtime": datetime.now().timestamp(),
            "runtime": run.metadata["execution_seconds"],
            "method": self.nb_config.execution_mode,
            "succeeded": True,
            "error": None,
            "traceback": None,
        }


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
    myst_nb.core.execute.NotebookClientCache = KeptRun
    app.connect("config-inited", choose_folder)
    app.connect("env-get-outdated", outdated_pages)
    app.connect("env-before-read-docs", execute_pages)
