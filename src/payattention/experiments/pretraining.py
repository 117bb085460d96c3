"""A BERT pre-trained by masked language modelling needs fewer labels than one from scratch.

The texts are dates in words, in 16 languages. In pre-training the model reads 16,000 of them
without labels. In fine-tuning it gets the language of a few dates as labels, and is then tested on
others. A model trained from scratch knows a language only by the words of the labelled dates. A
pre-trained model has already learnt which words go together: to fill the blank in "samedi 21 [MASK]
2026", it must tell French from the other languages, even without their names.

    python -m payattention.experiments.pretraining

runs the experiment with five seeds and two lengths of pre-training, and writes the result file.
Then it pre-trains one more BERT and writes the checkpoint, which `pretrained_bert` reads.
"""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import regex
import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor

from payattention import checkpoint
from payattention.attention import padding_mask
from payattention.bert import BERT, BERTConfig, BERTForPretraining, SequenceClassifier, mask_tokens
from payattention.data.dates import dates
from payattention.experiments.study import Study, Value
from payattention.require import require_between
from payattention.tokenize import PAD, Vocabulary, pad
from payattention.train import History, train

# fmt: off
LANGUAGES = (
    "cs", "da", "de", "en", "es", "fi", "fr", "hu",
    "it", "nb", "nl", "pl", "pt", "ro", "sv", "tr",
)
# fmt: on
N_UNLABELLED, N_TEST = 1000, 200  # of each language
LABELS, SEEDS = (1, 2, 4, 8), (0, 1, 2, 3, 4)
CLS, SEP, MASK = "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PAD, CLS, SEP, MASK)
# 2026 is 20 and 26; each sign is a piece of its own
PIECE = regex.compile(r"\[MASK\]|\d{1,2}|[^\W\d]+|[^\w\s]")
MAX_LEN = 16
FILE = checkpoint.FOLDER / "pretraining.pt"


class Pretrained(NamedTuple):
    """A pre-trained BERT with its pre-training heads, and its vocabulary."""

    model: BERTForPretraining
    vocabulary: Vocabulary

    def fill(self, text: str, *, guesses: int = 3) -> list[list[tuple[str, float]]]:
        """Return, for each [MASK] in the text, the likeliest words with their probabilities.

        ``guesses`` is the number of words for each [MASK].
        Raises: ValueError if a word of the text is not in the vocabulary, the text is too long for
        the model, or ``guesses`` is below 1 or above the size of the vocabulary.
        """
        require_between(1, len(self.vocabulary), guesses=guesses)
        tokens, mask = encode([text], self.vocabulary)
        with torch.no_grad():
            x = self.model.bert(tokens, mask=mask)[tokens == self.vocabulary.ids[MASK]]
            best = self.model.mlm(x).softmax(dim=-1).topk(guesses)
        words = [self.vocabulary.decode(blank) for blank in best.indices.tolist()]
        return [
            list(zip(*pair, strict=True)) for pair in zip(words, best.values.tolist(), strict=True)
        ]


class FewLabels(NamedTuple):
    """How well two BERTs, pre-trained and from scratch, name the language of unseen dates.

    Each accuracy belongs to a number of labelled dates (row) and a seed (column). The seed draws
    the labelled dates and all weights that are not pre-trained.
    """

    labels: Int[Tensor, " numbers"]  # labelled dates of each language
    pretrained: Float[Tensor, "numbers seeds"]
    from_scratch: Float[Tensor, "numbers seeds"]


def few_labels(
    pretrained: Pretrained | None = None,
    *,
    labels: tuple[int, ...] = LABELS,
    seeds: tuple[int, ...] = SEEDS,
) -> FewLabels:
    """Fine-tune a pre-trained BERT on few labels, train another from scratch, and test both.

    Return the accuracy of both on `new_dates`, for each number in ``labels`` and each seed. Both
    get the same labelled dates, number of steps and learning rate. A number in ``labels`` says how
    many labelled dates of each language they get. Without ``pretrained``, a BERT is pre-trained
    first.
    """
    pretrained = pretrained or pretrain()[0]
    new = new_dates()
    results = torch.zeros(2, len(labels), len(seeds))
    for row, number in enumerate(labels):
        for column, seed in enumerate(seeds):
            labelled = labelled_dates(number, seed)
            for start, results_of in zip((pretrained.model.bert, None), results, strict=True):
                classifier = fine_tune(start, pretrained.vocabulary, labelled, seed=seed)
                share = accuracy(classifier, pretrained.vocabulary, new)
                results_of[row, column] = share
    return FewLabels(torch.tensor(labels), *results)


Dated = Sequence[tuple[str, int]]  # a date in words, and the number of its language


def pretrain(*, steps: int = 6000, seed: int = 0) -> tuple[Pretrained, History]:
    """Pre-train a BERT by masked language modelling, on unlabelled dates in 16 languages."""
    texts = [text for text, _ in _dates(0, N_UNLABELLED)]
    vocabulary = Vocabulary((w for text in texts for w in PIECE.findall(text)), special=SPECIAL)
    torch.manual_seed(seed)
    model = BERTForPretraining(_config(len(vocabulary)))
    tokens, mask = encode(texts, vocabulary)

    def loss(model: BERTForPretraining, tokens: Tensor, mask: Tensor) -> Tensor:
        blanks = mask_tokens(
            tokens,
            mask_token=vocabulary.ids[MASK],
            vocab_size=len(vocabulary),
            never=tokens < len(SPECIAL),
        )
        return model.loss(blanks.tokens, blanks.labels, mask=mask)

    history = train(model, loss, tokens, mask, steps=steps, batch_size=64, lr=2e-3, seed=seed)
    return Pretrained(model.eval(), vocabulary), history


def fine_tune(
    start: BERT | None, vocabulary: Vocabulary, labelled: Dated, *, steps: int = 200, seed: int
) -> SequenceClassifier:
    """Train a classifier of languages on the dates ``labelled``, from the weights of ``start``.

    If ``start`` is None, the classifier is trained from random weights.
    """
    torch.manual_seed(seed)
    bert = BERT(_config(len(vocabulary)))
    if start is not None:
        bert.load_state_dict(start.state_dict())
    classifier = SequenceClassifier(bert, len(LANGUAGES))
    tokens, mask = encode([text for text, _ in labelled], vocabulary)
    language = torch.tensor([language for _, language in labelled])

    def loss(model: SequenceClassifier, tokens: Tensor, mask: Tensor, language: Tensor) -> Tensor:
        return F.cross_entropy(model(tokens, mask=mask), language)

    train(
        classifier,
        loss,
        tokens,
        mask,
        language,
        steps=steps,
        batch_size=min(32, len(labelled)),
        lr=1e-3,
        seed=seed,
    )
    return classifier.eval()


def accuracy(classifier: SequenceClassifier, vocabulary: Vocabulary, new: Dated) -> float:
    """Return the share of the dates ``new`` whose language the classifier predicts correctly."""
    tokens, mask = encode([text for text, _ in new], vocabulary)
    with torch.no_grad():
        named = classifier(tokens, mask=mask).argmax(dim=-1)
    return (named == torch.tensor([language for _, language in new])).float().mean().item()


def by_shared_words(labelled: Dated, new: Dated) -> float:
    """Return the accuracy of a baseline without training, which classifies dates by shared words.

    The baseline cuts the dates in ``labelled`` into pieces and collects the pieces of each
    language. A piece is a word, a sign, or one or two digits. For each date in ``new``, the
    baseline names the language whose collection has the most pieces in common with the date. In a
    tie, it names the language with the smallest index.
    """
    known: list[set[str]] = [set() for _ in LANGUAGES]
    for text, language in labelled:
        known[language].update(PIECE.findall(text))
    right = 0
    for text, language in new:
        pieces = set(PIECE.findall(text))
        shared = [len(pieces & words) for words in known]
        right += shared.index(max(shared)) == language
    return right / len(new)


def labelled_dates(number: int, seed: int) -> Dated:
    """Return ``number`` labelled dates of each language, drawn from the dates of pre-training.

    A label is the index of the date's language.
    Raises: ValueError if ``number`` is below 1, or above the number of dates of a language.
    """
    require_between(1, N_UNLABELLED, number=number)
    known = _dates(0, N_UNLABELLED)
    draw = random.Random(seed)
    return [
        text
        for language in range(len(LANGUAGES))
        for text in draw.sample([each for each in known if each[1] == language], number)
    ]


def new_dates() -> Dated:
    """Return 200 test dates of each language, used neither in pre-training nor in fine-tuning."""
    return _dates(N_UNLABELLED, N_UNLABELLED + N_TEST)


def encode(
    texts: list[str], vocabulary: Vocabulary
) -> tuple[Int[Tensor, "texts longest"], Bool[Tensor, "texts 1 longest"]]:
    """Encode each text as [CLS] text [SEP], right-padded; return token ids and the padding mask.

    Raises: ValueError if there is no text, or a text holds a word that is not in the vocabulary.
    """
    rows = [vocabulary.encode([CLS, *PIECE.findall(text), SEP]) for text in texts]
    tokens, lengths = pad(rows, vocabulary.ids[PAD])
    return tokens, padding_mask(lengths)


def pretrained_bert() -> Pretrained:
    """Return the BERT whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return load(FILE)


def save(pretrained: Pretrained, file: Path) -> None:
    """Write the BERT's weights and its vocabulary to a checkpoint."""
    checkpoint.save_model(file, pretrained.model, symbols=pretrained.vocabulary.symbols)


def load(file: Path) -> Pretrained:
    """Read a pre-trained BERT and its vocabulary from a checkpoint that `save` wrote.

    Raises: ValueError if the file is damaged, or its weights do not fit the BERT of this module.
    """

    def build(symbols: list[str]) -> BERTForPretraining:
        return BERTForPretraining(_config(len(Vocabulary(symbols, special=SPECIAL))))

    model, facts = checkpoint.load_model(file, build, symbols=list)
    return Pretrained(model, Vocabulary(facts["symbols"], special=SPECIAL))


def _config(vocab_size: int) -> BERTConfig:
    return BERTConfig(
        vocab_size=vocab_size,
        max_len=MAX_LEN,
        d_model=64,
        n_heads=4,
        d_ff=128,
        n_layers=2,
        dropout=0.0,
    )


@cache
def _dates(start: int, end: int) -> Dated:
    """Return the items ``start`` to ``end`` − 1 of each language's list of dates, with labels.

    No day occurs twice in a language's list, which is in random order; two lists may have days in
    common. A date is written in words, and its label is the language's index in `LANGUAGES`.
    """
    return tuple(
        (text, number)
        for number, language in enumerate(LANGUAGES)
        for _, text in dates(end, target=language, seed=100 + number)[start:]
    )


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    """Pre-train a BERT with ``seed``, then return the results of `few_labels` with the same seed.

    ``steps`` is the length of the pre-training.
    """
    pretrained = pretrain(steps=steps, seed=seed)[0]
    result = few_labels(pretrained, seeds=(seed,))
    return {
        "labels": result.labels.tolist(),
        "pre-trained": result.pretrained[:, 0].tolist(),
        "from scratch": result.from_scratch[:, 0].tolist(),
    }


STUDY = Study("pretraining", _measure, ("dates",), budgets=(3000, 6000))

if __name__ == "__main__":
    if STUDY.main():
        save(pretrain()[0], FILE)
