"""Print how far reading and writing are, whenever that has taken fourteen more seconds."""

import threading
import time

from docutils import nodes
from sphinx.application import Sphinx

BEAT = 14.0  # seconds


class Progress:
    """Counts pages; a thread prints the count."""

    def __init__(self) -> None:
        self.phase, self.pages, self.shown = "preparing", 0, ("", 0)

    def count(self, phase: str) -> None:
        self.pages = self.pages + 1 if phase == self.phase else 1
        self.phase = phase

    def finish(self) -> None:
        """What follows the last page, too, takes a while on a busy machine; then Python ends."""
        self.phase, self.pages = "finishing", 0

    def report(self) -> None:
        while True:
            time.sleep(BEAT)
            if self.phase == "finishing":
                print("  finishing", flush=True)
            elif self.pages and (self.phase, self.pages) != self.shown:  # not while pages execute
                self.shown = (self.phase, self.pages)
                print(f"  {self.phase}, page {self.pages}", flush=True)


def setup(app: Sphinx) -> None:
    progress = Progress()

    def read(app: Sphinx, page: nodes.document) -> None:
        progress.count("reading")

    def written(app: Sphinx, page: nodes.document, name: str) -> None:
        progress.count("writing")

    app.connect("doctree-read", read)
    app.connect("doctree-resolved", written)
    app.connect("build-finished", lambda app, error: progress.finish(), priority=0)
    threading.Thread(target=progress.report, daemon=True).start()
