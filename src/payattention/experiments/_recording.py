"""Recordings: what a real model did, in a result file, because pages are built without its weights.

Other than a `Study`, a recording trains nothing and has no seeds. Its file names the package and
the SHA-256 of the weights, the command, the date, the machine and the versions.
"""

import argparse
import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from payattention import wheels
from payattention.checkpoint import read_json
from payattention.experiments import results
from payattention.experiments.study import FOLDER


@dataclass(frozen=True)
class Recording:
    """What one real model did, in named parts.

    ``weights()`` returns the file of the weights in the ``package``, such as "name==1.0". Each of
    the ``parts`` is a function that runs the model and returns what JSON can hold. ``versions`` are
    the packages whose version is recorded beside those of Python and torch.
    """

    name: str
    package: str
    weights: Callable[[], Path]
    parts: Mapping[str, Callable[[], object]]
    versions: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        """The path of the result file in the package."""
        return FOLDER / f"{self.name}.json"

    @property
    def command(self) -> str:
        return f"python -m payattention.experiments.{self.name}"

    def read(self, file: Path | None = None) -> dict[str, Any]:
        """Return the parts that were recorded, by name.

        Raises: ValueError if the file is missing or damaged, or lacks a part.
        """
        held = read_json(file or self.file).get("parts", {})
        if missing := [part for part in self.parts if part not in held]:
            raise ValueError(f"file must hold {', '.join(missing)}: {self.command} adds them")
        return held

    def record(self, file: Path | None = None, report: Callable[[str], None] = print) -> None:
        """Record each part that ``file`` does not hold yet, from the same weights."""
        file, facts = file or self.file, self._facts()
        held = read_json(file) if file.exists() else {}
        same = held.get("sha256") == facts["sha256"]
        parts = {name: each for name, each in held.get("parts", {}).items() if same}
        for name, make in self.parts.items():
            if name not in parts:
                report(f"{self.name}: {name}")
                parts[name] = make()
                _write(file, facts, parts)

    def main(self, arguments: Sequence[str] | None = None) -> None:
        """Record as a command, with one thread."""
        parser = argparse.ArgumentParser(
            prog=self.command,
            description=f"Run the model of {self.package}, and write what it does to "
            f"{self.file.name} in the package; called again, add what is missing.",
        )
        parser.add_argument("--fresh", action="store_true", help="forget what is recorded so far")
        if parser.parse_args(arguments).fresh:
            self.file.unlink(missing_ok=True)
        torch.set_num_threads(1)
        self.record()

    def _facts(self) -> dict[str, Any]:
        weights = self.weights()
        others = {package: version(package) for package in self.versions}
        return {
            "recording": self.name,
            "package": self.package,
            "weights": weights.name,
            "sha256": wheels.sha256(weights),
            "command": self.command,
            "date": datetime.now(UTC).date().isoformat(),
            "machine": results.machine(),
            "versions": {"python": platform.python_version(), "torch": torch.__version__, **others},
        }


def _write(file: Path, facts: Mapping[str, Any], parts: Mapping[str, object]) -> None:
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}"
        for name, part in parts.items()
    )
    text = json.dumps(facts, ensure_ascii=False)[:-1] + f', "parts": {{\n{lines}\n}}}}\n'
    unfinished = file.with_name(file.name + ".part")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, file)  # a kill leaves the old file or the new one, never half
