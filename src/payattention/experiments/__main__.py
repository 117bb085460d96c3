"""Run the studies of the book, one after the other; each goes on where it was interrupted.

python -m payattention.experiments         run them all: hours, see --plan
python -m payattention.experiments --plan  say what each takes, and what is still to be done
"""

import argparse
import importlib
import pkgutil

import payattention.experiments
from payattention.experiments.study import Study

# Others learn from these: their learning rates, or what they have counted
FIRST = ("translation", "pretraining")


def studies() -> dict[str, Study]:
    """Return all studies by name, in an order in which each finds the results that it needs."""
    found: dict[str, Study] = {}
    for module in pkgutil.iter_modules(payattention.experiments.__path__):
        if not module.name.startswith("_"):
            loaded = importlib.import_module(f"payattention.experiments.{module.name}")
            if study := getattr(loaded, "STUDY", None):
                found[module.name] = study
    return {name: found[name] for name in dict.fromkeys((*FIRST, *found))}


def plan(every: dict[str, Study]) -> str:
    """Return a table of the studies: trainings to do, done, and the minutes that these took."""
    lines = [f"{'study':16}{'trainings':>10}{'done':>7}{'minutes':>9}"]
    total = 0.0
    for name, study in every.items():
        wanted = len(study.variants) * len(study.budgets) * len(study.seeds)
        results = study.results() if study.file.exists() else None
        done = len(results.runs) if results else 0
        minutes = results.seconds() / 60 if results else 0.0
        total += minutes
        lines.append(f"{name:16}{wanted:10}{done:7}{minutes:9.1f}")
    return "\n".join([*lines, f"together {total / 60:.1f} hours on one core"])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m payattention.experiments",
        description="Run all studies of the book; what is measured already is not measured again.",
    )
    parser.add_argument("--plan", action="store_true", help="say how long they take; run nothing")
    options, every = parser.parse_args(), studies()
    if options.plan:
        print(plan(every))
        return
    for name, study in every.items():
        print(f"── {name} ──")
        study.run(file=study.file)


if __name__ == "__main__":
    main()
