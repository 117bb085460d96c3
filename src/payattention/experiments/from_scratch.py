"""Does a BERT without pre-training match a pre-trained one if it is trained for more steps?

    python -m payattention.experiments.from_scratch

trains a BERT from random weights on the labelled dates of `pretraining`, once for each number of
labelled dates, and writes the result file.
"""

from payattention.experiments.pretraining import (
    LABELS,
    accuracy,
    fine_tune,
    labelled_dates,
    new_dates,
    pretrained_bert,
)
from payattention.experiments.study import Study, Value


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    """Train a BERT from random weights to name the language of a date; return its accuracies.

    A new BERT is trained for each number of labelled dates, each for ``steps`` steps, and tested on
    unseen dates.
    """
    vocabulary = pretrained_bert().vocabulary
    shares = []
    for number in LABELS:
        labelled = labelled_dates(number, seed)
        classifier = fine_tune(None, vocabulary, labelled, steps=steps, seed=seed)
        shares.append(accuracy(classifier, vocabulary, new_dates()))
    return {"labels": list(LABELS), "accuracy": shares}


STUDY = Study("from_scratch", _measure, ("from scratch",), budgets=(200, 800))

if __name__ == "__main__":
    STUDY.main()
