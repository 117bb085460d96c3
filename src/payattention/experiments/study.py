"""Studies: a measurement that is repeated with several seeds and training budgets.

A single training is an anecdote: with another seed, or with more steps, it may end differently. A
`Study` repeats it and keeps every value. ``python -m payattention.experiments.NAME`` runs the study
of that module and writes its result file beside the checkpoints; the book reads the file and shows
the spread.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from payattention import checkpoint

SEEDS = (0, 1, 2, 3, 4)

Value = int | float | Sequence[int | float]  # one number, or one for each length, size …
Measure = Callable[[str, int, int], Mapping[str, Value]]


@dataclass(frozen=True)
class Run:
    """One training of a study: its variant, seed and number of steps, and the measured values."""

    variant: str
    seed: int
    steps: int
    values: Mapping[str, Value]


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
    """The results of all trainings of a study."""

    runs: tuple[Run, ...]

    def of(self, quantity: str, variant: str, steps: int) -> Float[Tensor, "seeds *each"]:
        """Return one quantity of a variant after ``steps`` steps of training, a row for each seed.

        ``quantity`` is the name of a measured value, such as "loss".
        Raises: ValueError if no training of the variant with so many steps has measured the
        quantity.
        """
        found = [
            run.values[quantity]
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

    def table(self) -> str:
        """Return the results as text: a line for each variant, number of steps and quantity.

        The line holds the mean over the seeds and each seed's value. A quantity that is a list of
        numbers is left out.
        """
        lines = []
        for variant, steps in dict.fromkeys((run.variant, run.steps) for run in self.runs):
            some = next(r for r in self.runs if (r.variant, r.steps) == (variant, steps))
            for quantity, value in some.values.items():
                if isinstance(value, float | int):
                    values = self.of(quantity, variant, steps).tolist()
                    each = " ".join(f"{value:.4g}" for value in values)
                    mean = sum(values) / len(values)
                    lines.append(f"{variant}, {steps} steps, {quantity}: {mean:.4g} ({each})")
        return "\n".join(lines)


@dataclass(frozen=True)
class Study:
    """A measurement, and the variants, seeds and budgets with which it is repeated.

    ``measure(variant, seed, steps)`` trains once and returns the measured values, by name.
    ``budgets`` are two numbers of training steps, one at least twice as large as the other; or only
    0 for a rival that is not trained in steps.
    """

    name: str
    measure: Measure
    variants: tuple[str, ...]
    budgets: tuple[int, ...]
    seeds: tuple[int, ...] = SEEDS

    @property
    def file(self) -> Path:
        """The path of the study's result file in the package."""
        return checkpoint.FOLDER / f"{self.name}.json"

    @property
    def other_seeds(self) -> Path:
        """The path of a second result file, for additional seeds, which ``--keep`` writes."""
        return checkpoint.FOLDER / f"{self.name}-other-seeds.json"

    def results(self, file: Path | None = None) -> Results:
        """Read a result file (default: the study's result file in the package).

        Raises: ValueError if the file is missing, damaged, or of another study than this one.
        """
        file = file or self.file
        with checkpoint.require_readable(file):
            held = json.loads(file.read_text(encoding="utf-8"))
            study, runs = held["study"], tuple(Run(**run) for run in held["runs"])
        if study != self.name:
            raise ValueError(f"file must hold the study {self.name!r}, but {file} holds {study!r}")
        return Results(runs)

    def run(
        self,
        *,
        seeds: Iterable[int] | None = None,
        budgets: Iterable[int] | None = None,
        variants: Iterable[str] | None = None,
        file: Path | None = None,
        say: Callable[[str], None] = print,
    ) -> Results:
        """Train with each combination of variant, seed and budget; return the results.

        ``seeds``, ``budgets`` and ``variants`` default to the study's. After each training, its
        result is added to ``file``. Combinations that are in ``file`` already are not trained
        again, so an interrupted run can be continued. Without ``file``, nothing is read or written.
        ``say`` is called with a line of text about each new result.
        """
        done = self.results(file).runs if file and file.exists() else ()
        has = {(run.variant, run.seed, run.steps) for run in done}
        wanted = [
            (variant, seed, steps)
            for steps in budgets or self.budgets
            for variant in variants or self.variants
            for seed in seeds or self.seeds
        ]
        for number, (variant, seed, steps) in enumerate(wanted, start=1):
            if (variant, seed, steps) in has:
                continue
            run = Run(variant, seed, steps, dict(self.measure(variant, seed, steps)))
            done = (*done, run)
            if file:
                self._write(done, file)
            numbers = ", ".join(f"{k} {v:.4g}" for k, v in run.values.items() if not _is_list(v))
            say(f"{number} of {len(wanted)}: {variant}, seed {seed}, {steps} steps: {numbers}")
        return Results(tuple(run for run in done if (run.variant, run.seed, run.steps) in wanted))

    def main(self, arguments: Sequence[str] | None = None) -> bool:
        """Run the study as a command; return True if it was run as a whole.

        The options ``--seeds``, ``--budgets`` and ``--variants`` choose other seeds, budgets or
        variants. Without them, the whole study is run and written to the study's result file.
        With any of them, the method returns False, and the caller must not write a checkpoint.
        The results are then printed. They are written, to the file `other_seeds`, only with both
        ``--seeds`` and ``--keep``.
        """
        parser = argparse.ArgumentParser(
            prog=f"python -m payattention.experiments.{self.name}",
            description="Train every variant with every seed at every budget. With no options, "
            f"write what is measured to {self.file.name} in the package; called again, go on "
            "where it was interrupted.",
        )
        parser.add_argument("--seeds", type=int, nargs="+", help="other seeds than the study's")
        parser.add_argument(
            "--keep", action="store_true", help=f"add them to {self.other_seeds.name}"
        )
        parser.add_argument("--budgets", type=int, nargs="+", help="other numbers of steps")
        parser.add_argument("--variants", nargs="+", choices=self.variants)
        parser.add_argument("--fresh", action="store_true", help="forget the results so far")
        options = parser.parse_args(arguments)
        if options.keep and not options.seeds:
            parser.error("--keep only stores other seeds than the study's: name them with --seeds")
        own = not (options.seeds or options.budgets or options.variants)
        if options.fresh and own:
            self.file.unlink(missing_ok=True)
        results = self.run(
            seeds=options.seeds,
            budgets=options.budgets,
            variants=options.variants,
            file=self.file if own else self.other_seeds if options.keep else None,
        )
        print(results.table())
        return own

    def _write(self, runs: Iterable[Run], file: Path) -> None:
        lines = ",\n".join(json.dumps(_rounded(asdict(run))) for run in runs)
        text = (
            f'{{"study": "{self.name}", "torch": "{torch.__version__}", "runs": [\n{lines}\n]}}\n'
        )
        unfinished = file.with_name(file.name + ".part")
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, file)  # a kill leaves the old file or the new one, never half


def _is_list(value: Value) -> bool:
    return isinstance(value, Sequence)


def _rounded(value: object) -> object:
    """Round all floats in a JSON value to six significant digits.

    Further digits would not be the same on another processor.
    """
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value
