"""What a study has measured: every run of every variant, and the result file that holds them."""

import json
import math
import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from payattention import checkpoint

# One number, or one for each length, size …; None: never, such as the step of a success
Value = int | float | None | Sequence[int | float | None]


@dataclass(frozen=True)
class Run:
    """One training of a study: how it was made, and the measured values by their names."""

    variant: str
    seed: int
    steps: int
    values: Mapping[str, Value]
    lr: float | None = None  # None where nothing is trained by steps
    seconds: float = 0.0


class Spread(NamedTuple):
    """A quantity over several seeds: its mean, its smallest and its largest value."""

    mean: float
    smallest: float
    largest: float

    def __format__(self, spec: str) -> str:
        mean, smallest, largest = (format(value, spec) for value in self)
        return f"{mean} ({smallest} to {largest})"


@dataclass(frozen=True)
class Results:
    """The runs of a study, the runs that chose its learning rates, and where all were measured."""

    runs: tuple[Run, ...] = ()
    tuning: tuple[Run, ...] = ()
    machines: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    date: str = ""  # of the last run

    def of(self, quantity: str, variant: str, steps: int) -> Float[Tensor, "seeds *each"]:
        """Return one quantity of a variant after ``steps`` steps of training, a row for each seed.

        ``quantity`` is the name of a measured value, such as "loss". A value that was never reached
        is infinity.
        Raises: ValueError if no training of the variant with so many steps has measured the
        quantity.
        """
        found = [
            _numbers(run.values[quantity])
            for run in sorted(self.runs, key=lambda run: run.seed)
            if (run.variant, run.steps) == (variant, steps) and quantity in run.values
        ]
        if not found:
            raise ValueError(f"no run of {variant!r} with {steps} steps has measured {quantity!r}")
        return torch.tensor(found, dtype=torch.float32)

    def spread(self, quantity: str, variant: str, steps: int) -> Spread:
        """Return the mean, smallest and largest value of a quantity over the seeds.

        ``quantity`` is the name of a measured value that is one number, such as "loss".
        Raises: ValueError if no training of the variant with so many steps has measured the
        quantity.
        """
        values = self.of(quantity, variant, steps)
        return Spread(*(f(values).item() for f in (torch.mean, torch.min, torch.max)))

    def by_variant(self, quantity: str, steps: int) -> dict[str, list[float]]:
        """Return one quantity of every variant that has measured it after so many steps.

        The quantity must be one number. Each variant has a value for each seed; a value that was
        never reached is infinity.
        """
        measured = [
            run.variant for run in self.runs if run.steps == steps and quantity in run.values
        ]
        return {name: self.of(quantity, name, steps).tolist() for name in dict.fromkeys(measured)}

    def seconds(self) -> float:
        """Return how long all runs took, one after the other."""
        return sum(run.seconds for run in (*self.runs, *self.tuning))

    def table(self) -> str:
        """Return the results as text: a line for each variant, number of steps and quantity.

        The line holds the median over the seeds and each seed's value. A quantity that is a list
        of numbers is left out.
        """
        lines = []
        for variant, steps in dict.fromkeys((run.variant, run.steps) for run in self.runs):
            some = next(r for r in self.runs if (r.variant, r.steps) == (variant, steps))
            rate = "" if some.lr is None else f", rate {some.lr:g}"
            for quantity, value in some.values.items():
                if not isinstance(value, Sequence):
                    values = self.of(quantity, variant, steps).tolist()
                    each = " ".join(f"{value:.4g}" for value in values)
                    lines.append(
                        f"{variant}, {steps} steps{rate}, {quantity}: {median(values):.4g} ({each})"
                    )
        return "\n".join(lines)


def read(file: Path, study: str) -> Results:
    """Read a study's result file.

    Raises: ValueError if the file is missing, damaged, or of another study.
    """
    with checkpoint.require_readable(file):
        held = json.loads(file.read_text(encoding="utf-8"))
        named = held.pop("study")
        runs, tuning = (
            tuple(Run(**run) for run in held.pop(part, [])) for part in ("runs", "tuning")
        )
        versions = held.get("versions", {})
        machines, date = tuple(held.get("machines", ())), held.get("date", "")
    if named != study:
        raise ValueError(f"file must hold the study {study!r}, but {file} holds {named!r}")
    return Results(runs, tuning, machines, versions, date)


def write(results: Results, file: Path, study: str) -> None:
    """Write a study's results to a file, with the machine and the versions of today added."""
    facts = {
        "study": study,
        "date": datetime.now(UTC).date().isoformat(),
        "machines": list(dict.fromkeys((*results.machines, machine()))),
        "versions": {"python": platform.python_version(), "torch": str(torch.__version__)},
    }
    parts = (f'"{name}": [\n{_lines(getattr(results, name))}\n]' for name in ("tuning", "runs"))
    text = json.dumps(facts, ensure_ascii=False)[:-1] + ", " + ",\n".join(parts) + "}\n"
    file.parent.mkdir(exist_ok=True)
    unfinished = file.with_name(file.name + ".part")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, file)  # a kill leaves the old file or the new one, never half


def machine() -> str:
    """The GPU's name; without a GPU, the number of threads that compute, and the CPU's name."""
    if torch.cuda.is_available():
        return torch.cuda.get_device_name()
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.+)", info.read_text()) if info.exists() else None
    name = found[1] if found else platform.processor() or platform.machine()
    threads = torch.get_num_threads()
    return f"{threads} thread{'s' * (threads > 1)} of {name}"


def _lines(runs: Iterable[Run]) -> str:
    return ",\n".join(json.dumps(_rounded(asdict(run))) for run in runs)


def _numbers(value: Value) -> float | list[float]:
    if isinstance(value, Sequence):
        return [math.inf if each is None else float(each) for each in value]
    return math.inf if value is None else float(value)


def _rounded(value: object) -> object:
    """Round all floats in a JSON value to six significant digits.

    Further digits would not be the same on another processor. Infinity, which JSON does not have,
    becomes null.
    """
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value
