"""A BERT pre-trained by masked language modelling on dates in words, in 16 languages.

In pre-training the model reads 16,000 dates without labels. To fill the blank in "samedi 21 [MASK]
2026", it must tell French from the other languages, even without their names. `few_labels` then
gives it the language of a few dates as labels.

    python -m payattention.experiments.pretraining

pre-trains with ten seeds at the best learning rate, and writes the result file. Then it pre-trains
one more BERT and writes the checkpoint, which `pretrained_bert` reads.
"""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import regex
import torch
import torch.nn.functional as F
from jaxtyping import Bool, Int
from torch import Tensor

from payattention import checkpoint
from payattention.attention import padding_mask
from payattention.bert import BERT, BERTConfig, BERTForPretraining, SequenceClassifier, mask_tokens
from payattention.data.dates import dates
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
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
STEPS = 6000
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


Dated = Sequence[tuple[str, int]]  # a date in words, and the number of its language


def pretrain(*, steps: int = STEPS, lr: float = 2e-3, seed: int = 0) -> tuple[Pretrained, History]:
    """Pre-train a BERT by masked language modelling, on unlabelled dates in 16 languages."""
    texts = unlabelled_dates()
    vocabulary = Vocabulary((w for text in texts for w in PIECE.findall(text)), special=SPECIAL)
    torch.manual_seed(seed)
    model = BERTForPretraining(_config(len(vocabulary)))
    tokens, mask = encode(texts, vocabulary)

    def loss(model: BERTForPretraining, tokens: Tensor, mask: Tensor) -> Tensor:
        return masked_loss(model, vocabulary, tokens, mask)

    history = train(model, loss, tokens, mask, steps=steps, batch_size=64, lr=lr, seed=seed)
    return Pretrained(model.eval(), vocabulary), history


def masked_loss(
    model: BERTForPretraining, vocabulary: Vocabulary, tokens: Tensor, mask: Tensor
) -> Tensor:
    """Mask words at random; return the mean loss, in nats, of the words that the model predicts."""
    blanks = mask_tokens(
        tokens,
        mask_token=vocabulary.ids[MASK],
        vocab_size=len(vocabulary),
        never=tokens < len(SPECIAL),
    )
    return model.loss(blanks.tokens, blanks.labels, mask=mask)


def fine_tune(
    start: BERT | None,
    vocabulary: Vocabulary,
    labelled: Dated,
    *,
    steps: int = 200,
    lr: float = 1e-3,
    seed: int,
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
        lr=lr,
        seed=seed,
    )
    return classifier.eval()


def accuracy(classifier: SequenceClassifier, vocabulary: Vocabulary, new: Dated) -> float:
    """Return the share of the dates ``new`` whose language the classifier predicts correctly."""
    tokens, mask = encode([text for text, _ in new], vocabulary)
    with torch.no_grad():
        named = classifier(tokens, mask=mask).argmax(dim=-1)
    return (named == torch.tensor([language for _, language in new])).float().mean().item()


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


def unlabelled_dates() -> list[str]:
    """Return the 16,000 dates of pre-training, without their languages."""
    return [text for text, _ in _dates(0, N_UNLABELLED)]


def new_dates(part: Literal["test", "validation"] = "test") -> Dated:
    """Return 200 dates of each language that are used in no training.

    A date that another language writes in the same way, and that pre-training has seen in that
    language, is left out.
    """
    begin = N_UNLABELLED + N_TEST * (part == "validation")
    seen = {text for text, _ in _dates(0, N_UNLABELLED)}
    return [date for date in _dates(begin, begin + N_TEST) if date[0] not in seen]


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


def _loss_on(part: Literal["test", "validation"], training: Training) -> float:
    trained, _ = pretrain(steps=training.steps, lr=training.lr, seed=training.seed)
    tokens, mask = encode([text for text, _ in new_dates(part)], trained.vocabulary)
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(0)
        return masked_loss(*trained, tokens, mask).item()


def _tune(training: Training) -> float:
    return _loss_on("validation", training)


def _measure(training: Training) -> dict[str, Value]:
    return {"loss": _loss_on("test", training)}


STUDY = Study(
    "pretraining",
    _measure,
    ("BERT",),
    budgets=(STEPS,),
    rates=(1e-3, 2e-3, 4e-3),
    tune=_tune,
    tuning_steps=STEPS // 4,
)

if __name__ == "__main__":
    if STUDY.main():
        save(pretrain()[0], FILE)
