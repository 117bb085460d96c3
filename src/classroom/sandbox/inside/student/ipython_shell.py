"""A shell that runs a cell with IPython, without a Jupyter kernel, and returns its outputs.

Magics, rich output, await and tracebacks are IPython's own, as in Jupyter.
"""

import ast
import base64
import io
import sys
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

NO_INPUT = "This notebook is run without anybody at the keyboard, so input() has no answer."


class Outputs:
    """The outputs of the running cell, up to a limit on their total size."""

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, most: int) -> None:
        self.stored: list[dict[str, Any]] = []
        self.left = most
        self.cut = False

    def add(self, output: dict[str, Any], size: int) -> None:
        """Keep an output of ``size`` characters, or drop it if the total would exceed the limit."""
        if size > self.left:
            self.cut = True
            return
        self.left -= size
        self.stored.append(output)

    def write(self, name: str, text: str) -> None:
        if len(text) > self.left:
            self.cut = True
            text = text[: self.left]
        self.left -= len(text)
        if not text:
            return
        if not (self.stored and self.stored[-1].get("name") == name):
            self.stored.append({"output_type": "stream", "name": name, "text": []})
        self.stored[-1]["text"].append(text)

    def show(self, kind: str, data: dict, metadata: dict | None, **others: Any) -> None:
        plain = {
            mime: base64.b64encode(value).decode() if isinstance(value, bytes) else value
            for mime, value in data.items()
        }
        output = {"output_type": kind, "data": plain, "metadata": metadata or {}, **others}
        self.add(output, sum(len(str(value)) for value in plain.values()))

    def end(self) -> list[dict[str, Any]]:
        for output in self.stored:
            if output["output_type"] == "stream":
                output["text"] = "".join(output["text"])
        return self.stored


OUTPUTS = Outputs()


class Stream(io.TextIOBase):
    """Replaces sys.stdout or sys.stderr while a cell runs: adds the text to the cell's outputs."""

    encoding = "utf-8"

    def __init__(self, name: str):
        self.name = name

    def write(self, text: str) -> int:
        OUTPUTS.write(self.name, text)
        return len(text)

    def writable(self) -> bool:
        return True


class Publisher(DisplayPublisher):
    def publish(self, data: dict, metadata: dict | None = None, *_: Any, **__: Any) -> None:
        OUTPUTS.show("display_data", data, metadata)

    def clear_output(self, wait: bool = False) -> None:
        OUTPUTS.stored.clear()


class Results(DisplayHook):
    def start_displayhook(self) -> None: ...

    def write_output_prompt(self) -> None: ...

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        count = self.prompt_count
        OUTPUTS.show("execute_result", format_dict, md_dict, execution_count=count)

    def finish_displayhook(self) -> None: ...


class Shell(InteractiveShell):
    display_pub_class = Type(Publisher)
    displayhook_class = Type(Results)
    system = InteractiveShell.system_piped

    def __init__(self, **others: Any):
        config = Config()
        config.HistoryManager.enabled = False
        config.InteractiveShell.colors = "nocolor"
        super().__init__(config=config, **others)

    def _showtraceback(self, etype: type, evalue: BaseException, stb: Any) -> None:
        lines = [stb] if isinstance(stb, str) else list(stb)
        name, value = etype.__name__, str(evalue)
        error = {"output_type": "error", "ename": name, "evalue": value, "traceback": lines}
        OUTPUTS.add(error, sum(map(len, lines)))

    def transform_cell(self, raw_cell: str) -> str:
        """Convert IPython's syntax, such as magics, to Python.

        A cell that is plain Python only gets a newline at its end, if it has none. This is faster
        than IPython's own method, which tokenizes every cell.
        """
        try:
            ast.parse(raw_cell)
        except (SyntaxError, ValueError):
            return super().transform_cell(raw_cell)
        return raw_cell if raw_cell.endswith("\n") else f"{raw_cell}\n"

    def should_run_async(self, raw_cell: str, **how: Any) -> bool:
        """Whether a cell awaits something. IPython itself would compile every cell to find out."""
        may = "await" in raw_cell or "async" in raw_cell
        return may and super().should_run_async(raw_cell, **how)

    def ask_exit(self) -> None:
        """Ignore `exit` in a cell: the next cells still run, as with Jupyter's “Run all”."""

    def run(self, source: str, most: int) -> tuple[list[dict[str, Any]], bool]:
        """Run a cell. Return its outputs, and whether they were cut.

        At most ``most`` characters of outputs are kept.
        """
        OUTPUTS.begin(most)
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
        try:
            self.run_cell(source, store_history=True)
        finally:
            sys.stdout, sys.stderr = streams
        return OUTPUTS.end(), OUTPUTS.cut
