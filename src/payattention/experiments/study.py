"""Studies: a measurement that is repeated with several seeds, at each variant's best learning rate.

A single training is an anecdote: with another seed, or at another learning rate, it may end
differently. A `Study` tries at least three learning rates for each variant, judges them by a loss
on validation data, and then trains with ten other seeds at the best rate. It keeps every value.
``python -m payattention.experiments.NAME`` runs the study of that module and writes its result
file; ``make experiments`` runs them all.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import torch

from payattention import checkpoint
from payattention.experiments import results as result_file
from payattention.experiments.results import Results, Run, Value

FOLDER = Path(__file__).parents[1] / "results"
SEEDS = tuple(range(10))
TUNING_SEEDS = (100, 101, 102)
MOST_RATES = 7  # tried for a variant whose best rate is the smallest or the largest so far


class Training(NamedTuple):
    """One training that a study asks for."""

    variant: str
    seed: int
    steps: int
    lr: float  # NaN where the study has no learning rates


Measure = Callable[[Training], Mapping[str, Value]]
Tune = Callable[[Training], float]
LOSS = "validation loss"


@dataclass(frozen=True)
class Study:
    """A measurement, and the variants, seeds, budgets and learning rates of its repetitions.

    ``measure(training)`` trains once and returns the measured values, by name. ``budgets`` are the
    numbers of training steps; only 0 for a rival that is not trained in steps. ``rates`` are the
    learning rates that are tried for every variant, or for each variant its own, from the smallest
    to the largest. ``tune(training)`` trains once and returns a loss on validation data, which the
    measured values do not depend on. The best rate has the smallest mean loss after
    ``tuning_steps`` steps (default: the smallest budget). If it is the first or the last of the
    rates, a further one is tried, as far away as the next. With a single rate, or none, nothing is
    tuned.
    """

    name: str
    measure: Measure
    variants: tuple[str, ...]
    budgets: tuple[int, ...]
    rates: tuple[float, ...] | Mapping[str, tuple[float, ...]] = ()
    tune: Tune | None = None
    tuning_steps: int | None = None
    seeds: tuple[int, ...] = SEEDS

    @property
    def file(self) -> Path:
        """The path of the study's result file in the package."""
        return FOLDER / f"{self.name}.json"

    def results(self, file: Path | None = None) -> Results:
        """Read a result file (default: the study's result file in the package).

        Raises: ValueError if the file is missing, damaged, or of another study than this one.
        """
        return result_file.read(file or self.file, self.name)

    def rates_of(self, variant: str) -> tuple[float, ...]:
        """Return the learning rates that are tried for a variant in any case."""
        return self.rates[variant] if isinstance(self.rates, Mapping) else self.rates

    def best_rate(self, variant: str, results: Results | None = None) -> float:
        """Return the learning rate with the smallest loss on validation data; NaN without rates.

        ``results`` default to the study's result file.
        Raises: ValueError if the variant's learning rates have not been tried.
        """
        rates = self.rates_of(variant)
        if len(rates) < 2:
            return rates[0] if rates else math.nan
        tried = self._losses(variant, (results or self.results()).tuning)
        if not tried:
            raise ValueError(
                f"the learning rates of {variant!r} have not been tried in {self.name}"
            )
        return min(tried, key=lambda rate: tried[rate])

    def run(
        self,
        *,
        seeds: Iterable[int] | None = None,
        budgets: Iterable[int] | None = None,
        variants: Iterable[str] | None = None,
        file: Path | None = None,
        report: Callable[[str], None] = print,
    ) -> Results:
        """Find each variant's learning rate, train with each seed and budget; return the results.

        ``seeds``, ``budgets`` and ``variants`` default to the study's. After each training, its
        result is added to ``file``. Trainings that are in ``file`` already are not made again, so
        an interrupted run can be continued. Without ``file``, nothing is written, and the learning
        rates are those of the study's result file if there is one.
        ``report`` is called with a line of text about each new result.
        """
        before = file or self.file
        results = self.results(before) if before.exists() else Results()
        if file is None:
            results = replace(results, runs=())
        wanted = [
            (variant, seed, steps)
            for steps in budgets or self.budgets
            for variant in variants or self.variants
            for seed in seeds or self.seeds
        ]
        with single_thread():
            for variant in dict.fromkeys(variant for variant, *_ in wanted):
                while trials := self._missing_trials(variant, results.tuning):
                    run = _timed(trials[0], self._validation_loss)
                    results = self._keep(results, file, tuning=run)
                    report(f"tuning: {_line(run)}")
            for number, setting in enumerate(wanted, start=1):
                if setting not in map(_setting, results.runs):
                    rate = self.best_rate(setting[0], results)
                    run = _timed(Training(*setting, rate), self.measure)
                    results = self._keep(results, file, run=run)
                    report(f"{number} of {len(wanted)}: {_line(run)}")
        return replace(results, runs=tuple(run for run in results.runs if _setting(run) in wanted))

    def main(self, arguments: Sequence[str] | None = None) -> bool:
        """Run the study as a command; return True if it was run as a whole.

        The options ``--seeds``, ``--budgets`` and ``--variants`` choose other seeds, budgets or
        variants. Without them, the whole study is run and written to the study's result file. With
        any of them, the results are only printed and the method returns False: the caller must not
        write a checkpoint then.
        """
        parser = argparse.ArgumentParser(
            prog=f"python -m payattention.experiments.{self.name}",
            description="Train every variant with every seed at every budget, at its best learning "
            f"rate. With no options, write what is measured to {self.file.name} in the package; "
            "called again, go on where it was interrupted.",
        )
        parser.add_argument("--seeds", type=int, nargs="+", help="other seeds than the study's")
        parser.add_argument("--budgets", type=int, nargs="+", help="other numbers of steps")
        parser.add_argument("--variants", nargs="+", choices=self.variants)
        parser.add_argument("--fresh", action="store_true", help="forget the results so far")
        options = parser.parse_args(arguments)
        own = not (options.seeds or options.budgets or options.variants)
        if options.fresh and own:
            self.file.unlink(missing_ok=True)
        results = self.run(
            seeds=options.seeds,
            budgets=options.budgets,
            variants=options.variants,
            file=self.file if own else None,
        )
        print(results.table())
        return own

    def _missing_trials(self, variant: str, tuning: tuple[Run, ...]) -> list[Training]:
        """Return the trainings that are still missing to choose a learning rate."""
        rates = self.rates_of(variant)
        if len(rates) < 2:
            return []
        tried = {(run.lr, run.seed) for run in tuning if run.variant == variant}
        rates = tuple(sorted({*rates, *(lr for lr, _ in tried if lr is not None)}))
        steps = self.tuning_steps or min(self.budgets)
        missing = [
            Training(variant, seed, steps, lr)
            for lr in rates
            for seed in TUNING_SEEDS
            if (lr, seed) not in tried
        ]
        if missing:
            return missing
        losses = self._losses(variant, tuning)
        further = _further(sorted(losses), min(losses, key=lambda rate: losses[rate]))
        return [] if further is None else [Training(variant, TUNING_SEEDS[0], steps, further)]

    def _losses(self, variant: str, tuning: Iterable[Run]) -> dict[float, float]:
        """Return the mean validation loss of each learning rate that was tried with all seeds."""
        losses: dict[float, list[float]] = {}
        for run in tuning:
            if run.variant == variant and run.lr is not None:
                value = run.values[LOSS]
                losses.setdefault(run.lr, []).append(
                    value if isinstance(value, int | float) else math.inf
                )
        return {lr: fmean(each) for lr, each in losses.items() if len(each) == len(TUNING_SEEDS)}

    def _validation_loss(self, training: Training) -> dict[str, Value]:
        assert self.tune is not None, (
            f"{self.name} has several learning rates and no way to judge them"
        )
        try:
            return {LOSS: self.tune(training)}
        except FloatingPointError:  # the rate is too large
            return {LOSS: math.inf}

    def _keep(
        self,
        results: Results,
        file: Path | None,
        *,
        run: Run | None = None,
        tuning: Run | None = None,
    ) -> Results:
        results = replace(
            results,
            runs=(*results.runs, run) if run else results.runs,
            tuning=(*results.tuning, tuning) if tuning else results.tuning,
        )
        if file:
            result_file.write(results, file, self.name)
        return results


def second_edition(name: str, file: str = "") -> Results:
    """Read what the second edition measured: five seeds, learning rates that were not tuned."""
    return result_file.read(checkpoint.FOLDER / f"{file or name}.json", name)


@contextmanager
def single_thread() -> Iterator[None]:
    """Compute on one thread, so that every machine with a free core measures the same."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _setting(run: Run) -> tuple[str, int, int]:
    return run.variant, run.seed, run.steps


def _timed(training: Training, measure: Measure) -> Run:
    begun = time.monotonic()
    values = dict(measure(training))
    lr = None if math.isnan(training.lr) else training.lr
    seconds = time.monotonic() - begun
    return Run(training.variant, training.seed, training.steps, values, lr, seconds)


def _further(rates: list[float], best: float) -> float | None:
    """Return the rate to try next if the best is at an end of the sorted ``rates``."""
    if len(rates) >= MOST_RATES or best not in (rates[0], rates[-1]):
        return None
    near = rates[1] if best == rates[0] else rates[-2]
    return float(f"{best * best / near:.3g}")


def _line(run: Run) -> str:
    rate = "" if run.lr is None else f", rate {run.lr:g}"
    numbers = ", ".join(
        f"{name} {'never' if value is None else f'{value:.4g}'}"
        for name, value in run.values.items()
        if not isinstance(value, Sequence)
    )
    return f"{run.variant}, seed {run.seed}, {run.steps} steps{rate}: {numbers}"
