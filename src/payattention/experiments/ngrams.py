"""The rivals of the small GPT, which only count: n-grams of its text.

    python -m payattention.experiments.ngrams

counts on the nine tenths on which `characters` trains, and writes the losses on the last tenth to
the result file. The text differs between versions of Python: measure both with the same one.
"""

from payattention.experiments.characters import known_and_held_out, ngram_losses
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training

ORDERS = (5, 10)


def _measure(training: Training) -> dict[str, Value]:
    """Return the loss, in nats per character, of each order of n-grams."""
    losses = ngram_losses(*known_and_held_out(training.variant), ORDERS)
    return {f"{order}-gram": loss for order, loss in losses.items()}


STUDY = Study("ngrams", _measure, ("python",), budgets=(0,), seeds=(0,))

if __name__ == "__main__":
    STUDY.main()
