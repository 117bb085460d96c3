"""Few labels: a BERT with and without pre-training beside rivals that only count words.

    python -m payattention.experiments.few_labels

gives each of `VARIANTS` the language of 1, 2, 4 or 8 dates in each of 16 languages, tests it on
other dates, and writes the result file. The rivals are naive Bayes, with the labelled dates alone
and also with the unlabelled dates that the BERT was pre-trained on, and a rule without training.
For naive Bayes, the smoothing of the counts is chosen as learning rates are.
"""

from collections.abc import Callable
from functools import cache

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from payattention.experiments import pretraining
from payattention.experiments.naive_bayes import naive_bayes
from payattention.experiments.pretraining import (
    LANGUAGES,
    PIECE,
    Dated,
    Pretrained,
    encode,
    fine_tune,
    labelled_dates,
    new_dates,
    pretrain,
    pretrained_bert,
    unlabelled_dates,
)
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training

LABELS = (1, 2, 4, 8)  # labelled dates of each language
PRETRAINED, SCRATCH = "pre-trained BERT", "BERT from scratch"
BAYES, EM, SHARED = "naive Bayes", "naive Bayes with EM", "shared words"
VARIANTS = (PRETRAINED, SCRATCH, BAYES, EM, SHARED)

Probabilities = Float[Tensor, "dates languages"]
Classifier = Callable[[list[str]], Probabilities]


def by_bert(start: Pretrained | None, labelled: Dated, training: Training) -> Classifier:
    """Fine-tune a BERT on labelled dates: a pre-trained one or, if ``start`` is None, a new one."""
    vocabulary = pretrained_bert().vocabulary if start is None else start.vocabulary
    bert = None if start is None else start.model.bert
    how = {"steps": training.steps, "lr": training.lr, "seed": training.seed}
    model = fine_tune(bert, vocabulary, labelled, **how)  # type: ignore[arg-type]

    def classify(texts: list[str]) -> Probabilities:
        tokens, mask = encode(texts, vocabulary)
        with torch.no_grad():
            return model(tokens, mask=mask).softmax(dim=-1)

    return classify


def by_naive_bayes(labelled: Dated, smoothing: float, *, unlabelled: bool) -> Classifier:
    """Fit naive Bayes to the pieces of labelled dates, and of the unlabelled dates if asked to."""
    columns = _columns()
    model = naive_bayes(
        _counts([text for text, _ in labelled], columns),
        torch.tensor([language for _, language in labelled]),
        len(LANGUAGES),
        smoothing=smoothing,
        unlabelled=_counts(unlabelled_dates(), columns) if unlabelled else None,
    )
    return lambda texts: model.probabilities(_counts(texts, columns))


def by_shared_words(labelled: Dated) -> Classifier:
    """Compare pieces without training: a piece is a word, a sign, or one or two digits.

    The most likely language is the one whose labelled dates have most pieces in common with the
    date; languages with equally many are equally likely.
    """
    known: list[set[str]] = [set() for _ in LANGUAGES]
    for text, language in labelled:
        known[language].update(PIECE.findall(text))

    def classify(texts: list[str]) -> Probabilities:
        pieces = [set(PIECE.findall(text)) for text in texts]
        shared = torch.tensor([[len(each & words) for words in known] for each in pieces])
        most = (shared == shared.amax(dim=1, keepdim=True)).double()
        return most / most.sum(dim=1, keepdim=True)

    return classify


def accuracy(classifier: Classifier, new: Dated) -> float:
    """Return the share of the dates ``new`` whose language the classifier predicts correctly."""
    predicted = classifier([text for text, _ in new]).argmax(dim=-1)
    return (predicted == torch.tensor([language for _, language in new])).float().mean().item()


def fit(labelled: Dated, training: Training) -> Classifier:
    """Fit the classifier of the study that ``training`` names to labelled dates."""
    variant, seed, _, rate = training
    if variant == SHARED:
        return by_shared_words(labelled)
    if variant in (BAYES, EM):
        return by_naive_bayes(labelled, smoothing=rate, unlabelled=variant == EM)
    return by_bert(_pretrained(seed) if variant == PRETRAINED else None, labelled, training)


@cache
def _pretrained(seed: int) -> Pretrained:
    return pretrain(lr=pretraining.STUDY.best_rate("BERT"), seed=seed)[0]


@cache
def _columns() -> dict[str, int]:
    pieces = (piece for text in unlabelled_dates() for piece in PIECE.findall(text))
    return {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}


def _counts(texts: list[str], columns: dict[str, int]) -> Float[Tensor, "texts pieces"]:
    found = [
        (row, columns[piece])
        for row, text in enumerate(texts)
        for piece in PIECE.findall(text)
        if piece in columns  # the others say nothing of the language
    ]
    indices = torch.tensor(found, dtype=torch.int64).view(-1, 2).mT
    counts = torch.zeros(len(texts), len(columns))
    return counts.index_put_(tuple(indices), torch.ones(len(found)), accumulate=True)


def _tune(training: Training) -> float:
    new = new_dates("validation")
    texts, truth = [text for text, _ in new], torch.tensor([language for _, language in new])
    losses = []
    for number in LABELS:
        probability = fit(labelled_dates(number, training.seed), training)(texts)
        losses.append(F.nll_loss(probability.clamp(min=1e-9).log(), truth).item())
    return sum(losses) / len(losses)


def _measure(training: Training) -> dict[str, Value]:
    shares = [
        accuracy(fit(labelled_dates(n, training.seed), training), new_dates()) for n in LABELS
    ]
    by_number = {f"accuracy, {n} labels": share for n, share in zip(LABELS, shares, strict=True)}
    return {**by_number, "accuracy": shares}


RATES = {PRETRAINED: (3e-4, 1e-3, 3e-3), SCRATCH: (3e-4, 1e-3, 3e-3)}
SMOOTHING = {BAYES: (0.01, 0.1, 1.0), EM: (0.01, 0.1, 1.0), SHARED: ()}
STUDY = Study(
    "few_labels", _measure, VARIANTS, budgets=(200, 800), rates=RATES | SMOOTHING, tune=_tune
)

if __name__ == "__main__":
    STUDY.main()
