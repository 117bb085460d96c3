"""Which languages a pre-trained BERT confuses after fine-tuning on one label of each.

    python -m payattention.experiments.language_mistakes

fine-tunes the BERT whose checkpoint the package holds, and writes the result file.
"""

import torch

from payattention.experiments.pretraining import (
    LANGUAGES,
    encode,
    fine_tune,
    labelled_dates,
    new_dates,
    pretrained_bert,
)
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training


def _measure(training: Training) -> dict[str, Value]:
    """Return "named": how often the test dates of a language (row) are taken for each (column).

    A flat list, row after row. The seed draws the labelled dates and the new layers.
    """
    seed, bert, vocabulary = training.seed, *pretrained_bert()
    labelled = labelled_dates(1, seed)
    classifier = fine_tune(bert.bert, vocabulary, labelled, steps=training.steps, seed=seed)
    tokens, mask = encode([text for text, _ in new_dates()], vocabulary)
    with torch.no_grad():
        predicted = classifier(tokens, mask=mask).argmax(dim=-1)
    truth = torch.tensor([language for _, language in new_dates()])
    pairs = len(LANGUAGES) * truth + predicted
    return {"named": pairs.bincount(minlength=len(LANGUAGES) ** 2).tolist()}


STUDY = Study("language_mistakes", _measure, ("one label",), budgets=(200,), seeds=(0,))

if __name__ == "__main__":
    STUDY.main()
