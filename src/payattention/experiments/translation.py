"""Dates in words, from one language to another, by an encoder–decoder.

    python -m payattention.experiments.translation

trains each of `MODELS` with ten seeds and writes the result file. Then it trains
each of `MODELS` once more and writes the checkpoints, which `trained_translator` reads.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention import checkpoint
from payattention.attention import padding_mask
from payattention.data.dates import dates
from payattention.decode import greedy
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.maps import attention_maps
from payattention.require import require_one_of, require_positive
from payattention.seq2seq import EncoderDecoder, Seq2Seq, Seq2SeqConfig
from payattention.tokenize import BOS, EOS, PAD, Vocabulary, pad
from payattention.train import History, train
from payattention.transformer import Transformer, TransformerConfig

MODELS = ("bahdanau", "luong", "thought vector", "transformer")
N_TRAIN, N_TEST = 8000, 1000
LENGTHS = (20, 22, 24, 26, 30)  # of English dates, for the accuracy by length
WORD = re.compile(r"\w+")
FRENCH_TO_ENGLISH = (0, 2, 1, 3)  # weekday, day, month, year; in English the month comes first


class Translator(NamedTuple):
    """A model that translates character by character, with one vocabulary for both languages."""

    model: EncoderDecoder | Transformer
    vocabulary: Vocabulary
    max_len: int  # tokens of the longest target, with BOS and EOS

    def translate(self, texts: list[str]) -> list[str]:
        """Translate texts by greedy decoding.

        Raises: ValueError if ``texts`` is empty or a string, or if a text is empty or has a
        character that is not in the vocabulary.
        """
        if isinstance(texts, str) or not texts or not all(texts):
            raise ValueError(f"texts must be a list of texts, none empty, but it is {texts!r}")
        source, lengths = pad([self.vocabulary.encode(text) for text in texts], self._id(PAD))
        prompt = torch.full((len(texts), 1), self._id(BOS))
        was_training = self.model.training
        self.model.eval()
        cache: Any
        with torch.no_grad():
            if isinstance(self.model, Transformer):
                cache = self.model.start(source, padding_mask(lengths))
            else:
                cache = self.model.start(source, lengths)
        tokens = greedy(
            self.model.step, prompt, max_new=self.max_len - 1, eos=self._id(EOS), cache=cache
        )
        self.model.train(was_training)
        return ["".join(self.vocabulary.decode(row)).split(EOS)[0] for row in tokens.tolist()]

    def exact_match(self, pairs: list[tuple[str, str]]) -> float:
        """Return the share of the pairs whose first text is translated exactly into the second."""
        translations = self.translate([text for text, _ in pairs])
        right = [ours == truth for ours, (_, truth) in zip(translations, pairs, strict=True)]
        return sum(right) / len(right)

    def train(
        self,
        pairs: list[tuple[str, str]],
        *,
        lr: float,
        steps: int,
        seed: int,
        watch: Callable[[int], object] | None = None,
    ) -> History:
        """Train the model to translate each pair's first text into the second, in batches of 64.

        ``watch`` is called after every step, as in `payattention.train.train`.
        """
        source, _ = pad([self.vocabulary.encode(a) for a, _ in pairs], self._id(PAD))
        target, _ = pad([self.vocabulary.encode([BOS, *b, EOS]) for _, b in pairs], self._id(PAD))

        def loss(model: EncoderDecoder | Transformer, source: Tensor, target: Tensor) -> Tensor:
            return model.loss(source, target, pad=self._id(PAD))

        how = {"steps": steps, "batch_size": 64, "lr": lr, "seed": seed}
        return train(self.model, loss, source, target, **how, watch=watch)  # type: ignore[arg-type]

    def _id(self, symbol: str) -> int:
        return self.vocabulary.ids[symbol]


class Trained(NamedTuple):
    """A translator, its training history, and the share of unseen dates it translates exactly.

    ``first_success`` is the number of steps after which it translated 90 % of 100 of them exactly,
    infinite if it never did; it is measured only if asked for.
    """

    translator: Translator
    history: History
    exact_match: float
    first_success: float


def translate_dates(
    kind: str = "bahdanau",
    *,
    source: str = "en",
    target: str = "fr",
    steps: int = 500,
    lr: float | None = None,
    seed: int = 0,
    watched: bool = False,
) -> Trained:
    """Train an encoder–decoder on dates in words, and test it on unseen dates.

    ``kind`` is one of `MODELS`; "thought vector" is the baseline, without attention. ``source`` and
    ``target`` are codes of languages. ``lr`` is by default 0.002 for the Transformer and 0.005 for
    the others.
    Raises: ValueError if ``kind`` is none of `MODELS`, and in the same cases as `dates`.
    """
    require_one_of(MODELS, kind=kind)
    lr = lr or (2e-3 if kind == "transformer" else 5e-3)
    how: dict[str, Any] = {"steps": steps, "seed": seed, "lr": lr, "watched": watched}
    return train_on_dates(partial(_untrained, kind), source=source, target=target, **how)


def train_on_dates(
    build: Callable[[Vocabulary, int], Translator],
    *,
    source: str = "en",
    target: str = "fr",
    steps: int = 500,
    seed: int = 0,
    lr: float = 5e-3,
    watched: bool = False,
) -> Trained:
    """Build a translator, train it on dates in words, and test it on unseen dates.

    ``build(vocabulary, max_len)`` returns the untrained translator. ``source`` and ``target`` are
    codes of languages. With ``watched``, the step of the first success is measured.
    """
    pairs, held_out = known_and_new_dates(source, target, seed=seed)
    symbols = {symbol for pair in pairs + held_out for text in pair for symbol in text}
    longest = max(len(text) for pair in pairs + held_out for text in pair)
    torch.manual_seed(seed)
    translator = build(Vocabulary(symbols), longest + 2)
    first = FirstSuccess(lambda: translator.exact_match(held_out[:100]), every=50)
    watch = first if watched else None
    history = translator.train(pairs, lr=lr, steps=steps, seed=seed, watch=watch)
    return Trained(translator, history, translator.exact_match(held_out), first.steps)


def known_and_new_dates(
    source: str = "en", target: str = "fr", *, seed: int = 0
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return pairs of texts: 8,000 dates in two languages to train on, and 1,000 to test with."""
    pairs = dates(N_TRAIN + N_TEST, source, target, seed=seed)
    return pairs[:N_TRAIN], pairs[N_TRAIN:]


def trained_translator(kind: str = "bahdanau") -> Translator:
    """Return the translator of English dates into French whose checkpoint the package holds.

    Raises: ValueError if ``kind`` is none of `MODELS`, or the checkpoint is damaged.
    """
    require_one_of(MODELS, kind=kind)
    return load(_file(kind))


def save(translator: Translator, kind: str, file: Path) -> None:
    """Write a checkpoint: the weights, the kind of model, the vocabulary and ``max_len``.

    Raises: ValueError if ``kind`` is none of `MODELS`.
    """
    require_one_of(MODELS, kind=kind)
    symbols, max_len = translator.vocabulary.symbols, translator.max_len
    checkpoint.save_model(file, translator.model, kind=kind, symbols=symbols, max_len=max_len)


def load(file: Path) -> Translator:
    """Read a translator from a checkpoint that `save` wrote.

    Raises: ValueError if the checkpoint is damaged, or does not hold a translator.
    """

    def build(kind: str, symbols: list[str], max_len: int) -> EncoderDecoder | Transformer:
        require_one_of(MODELS, kind=kind)
        require_positive(max_len=max_len)
        return _untrained(kind, Vocabulary(symbols), max_len).model

    model, facts = checkpoint.load_model(file, build, kind=str, symbols=list, max_len=int)
    return Translator(model, Vocabulary(facts["symbols"]), facts["max_len"])


def _untrained(kind: str, vocabulary: Vocabulary, max_len: int) -> Translator:
    size = len(vocabulary)
    if kind == "transformer":
        model: Seq2Seq | Transformer = Transformer(
            TransformerConfig(
                vocab_size=size, max_len=max_len, d_model=64, n_heads=4, d_ff=128, n_layers=2
            )
        )
    else:
        score = {"bahdanau": "additive", "luong": "general", "thought vector": None}[kind]
        model = Seq2Seq(Seq2SeqConfig(size, size, d_model=32, d_hidden=64, score=score))
    return Translator(model, vocabulary, max_len)


def _file(kind: str) -> Path:
    return checkpoint.FOLDER / f"dates-{kind.replace(' ', '-')}.pt"


def exact_by_length(
    translator: Translator, pairs: list[tuple[str, str]], lengths: tuple[int, ...] = LENGTHS
) -> list[float]:
    """Group texts by their length; return the share of each group that is translated exactly.

    ``lengths`` holds the largest length of each group, in letters of the source, in increasing
    order. With lengths (20, 22), the first group has texts of up to 20 letters, the second of 21
    and 22.
    """
    groups: list[list[tuple[str, str]]] = [[] for _ in lengths]
    for pair in pairs:
        groups[bisect_left(lengths, len(pair[0]))].append(pair)
    return [translator.exact_match(group) for group in groups]


def offsets(pairs: list[tuple[str, str]]) -> Int[Tensor, "dates words"]:
    """Return, for each French word of a date, how much later its English translation begins.

    ``pairs`` are dates in English and French; the French words are weekday, day, month and year. A
    word's beginning is counted in letters from the beginning of the date. A negative number means
    that the English word begins earlier than the French word.
    """
    rows = []
    for english, french in pairs:
        sources, targets = ([m.start() for m in WORD.finditer(text)] for text in (english, french))
        rows.append(
            [
                sources[truth] - start
                for truth, start in zip(FRENCH_TO_ENGLISH, targets, strict=True)
            ]
        )
    return torch.tensor(rows)


def alignment(translator: Translator, source: str, target: str) -> Float[Tensor, "target source"]:
    """Return the cross-attention weights with which ``target`` is predicted from ``source``.

    A row belongs to a letter of the target, a column to a letter of the source. The translator must
    be a recurrent encoder–decoder with attention.
    Raises: ValueError if a text has a character that is not in the translator's vocabulary.
    """
    encode = translator.vocabulary.encode
    with torch.no_grad(), attention_maps(translator.model) as maps:
        translator.model(torch.tensor([encode(source)]), torch.tensor([encode([BOS, *target])]))
    (weights,) = maps.cross_attention  # (1, target + 1, source)
    return weights[0, :-1]  # the last row writes EOS


class AlignmentErrors(NamedTuple):
    """How often attention misses the right word, and how much weight it gives the right word.

    The attention is that of a translator from English to French. The right word for a French word
    of a date is the English word with the same meaning.
    """

    wrong_word: float  # share of the French words with most weight on another word than theirs
    on_right_word: float  # share of the weight that lies on the right word


def word_weights(
    weights: Float[Tensor, "target source"], english: str, french: str
) -> Float[Tensor, "french english"]:
    """Return the attention weight between each French and each English word of a date.

    ``weights`` has a row for each French letter and a column for each English letter. The weights
    are averaged over the letters of the French word, and summed over the letters of the English
    word. Spaces and commas are left out.
    """
    english_words, french_words = ([m.span() for m in WORD.finditer(t)] for t in (english, french))
    rows = torch.stack([weights[a:b].mean(dim=0) for a, b in french_words])  # (french, source)
    return torch.stack([rows[:, a:b].sum(dim=1) for a, b in english_words], dim=1)


def alignment_errors(translator: Translator, pairs: list[tuple[str, str]]) -> AlignmentErrors:
    """Return how often a translator's attention misses the right word, and the right word's weight.

    ``pairs`` are dates in English and French. The attention weights are those with which the
    translator predicts the true French text.
    """
    return compare_with_truth([word_weights(alignment(translator, *pair), *pair) for pair in pairs])


def compare_with_truth(looks: list[Float[Tensor, "french english"]]) -> AlignmentErrors:
    """Return how often attention weights miss the right word, and the weight of the right word.

    ``looks`` holds the `word_weights` of each date. The right words are known: English and French
    both write the weekday first and the year last. In between, English writes month and day, French
    day and month.
    """
    words = torch.stack(looks)  # (dates, 4, 4)
    truth = torch.tensor(FRENCH_TO_ENGLISH)  # (4,)
    wrong = words.argmax(dim=-1) != truth  # (dates, 4)
    on_right = words.gather(-1, truth.expand(len(words), -1)[..., None])
    return AlignmentErrors(wrong.float().mean().item(), on_right.mean().item())


def word_effects(
    translator: Translator, pairs: list[tuple[str, str]]
) -> Float[Tensor, "french english"]:
    """Return how often a French word changes if an English word is replaced: a share of the dates.

    In each date, one English word at a time is replaced by the word of another date. The decoder
    always gets the true previous letters. A French word counts as changed if the model's likeliest
    letter changes at any position of the word.
    """
    before = _likeliest(translator, pairs)
    columns = []
    for word in range(len(FRENCH_TO_ENGLISH)):
        after = _likeliest(translator, exchanged(pairs, word))
        changed = [
            [bool(letters[m.start() : m.end()].any()) for m in WORD.finditer(french)]
            for letters, (_, french) in zip(before != after, pairs, strict=True)
        ]  # (dates, french words)
        columns.append(torch.tensor(changed, dtype=torch.float32).mean(dim=0))
    return torch.stack(columns, dim=1)


def exchanged(pairs: list[tuple[str, str]], word: int) -> list[tuple[str, str]]:
    """Replace one English word in every date, such as the month, by that of another date.

    ``word`` is the index of the word in the English date. The new word comes from the next date in
    which the word with this index is different; after the last date comes the first. The French
    texts stay as they are.
    """
    spans = [list(WORD.finditer(english))[word] for english, _ in pairs]
    swapped = []
    for i, ((english, french), span) in enumerate(zip(pairs, spans, strict=True)):
        others = (other.group() for other in (*spans[i:], *spans[:i]))
        other = next(each for each in others if each != span.group())
        swapped.append((english[: span.start()] + other + english[span.end() :], french))
    return swapped


def _likeliest(
    translator: Translator, pairs: list[tuple[str, str]]
) -> Int[Tensor, "dates letters"]:
    """Return the letter that a translator thinks likeliest at each position of each target.

    The translator gets the whole source, and the true letters before each position.
    """
    encode, padding = translator.vocabulary.encode, translator.vocabulary.ids[PAD]
    source, lengths = pad([encode(english) for english, _ in pairs], padding)
    target, _ = pad([encode([BOS, *french]) for _, french in pairs], padding)
    with torch.no_grad():
        return translator.model(source, target, lengths).argmax(dim=-1)


def validation_loss(translator: Translator, pairs: list[tuple[str, str]]) -> float:
    """Return the mean cross-entropy, in nats per character, of the second texts given the first."""
    encode, padding = translator.vocabulary.encode, translator.vocabulary.ids[PAD]
    source, _ = pad([encode(a) for a, _ in pairs], padding)
    target, _ = pad([encode([BOS, *b, EOS]) for _, b in pairs], padding)
    with torch.no_grad():
        return translator.model.loss(source, target, pad=padding).item()


def _tune(training: Training) -> float:
    kind, seed, steps, lr = training
    _, held_out = known_and_new_dates(seed=seed)
    trained = translate_dates(kind, steps=steps, lr=lr, seed=seed)
    return validation_loss(trained.translator, held_out)


def _measure(training: Training) -> dict[str, Value]:
    kind, seed, steps, lr = training
    trained = translate_dates(kind, steps=steps, lr=lr, seed=seed, watched=True)
    _, held_out = known_and_new_dates(seed=seed)
    values: dict[str, Value] = {
        "exact match": trained.exact_match,
        "steps to 90 %": trained.first_success,
        "exact match by length": exact_by_length(trained.translator, held_out),
    }
    if kind in ("bahdanau", "luong"):
        errors = alignment_errors(trained.translator, held_out[:200])
        values["wrong word"], values["weight on right word"] = errors
        effects = word_effects(trained.translator, held_out[:200])  # (french, english)
        own = torch.zeros_like(effects, dtype=torch.bool)
        own[range(len(own)), FRENCH_TO_ENGLISH] = True
        values["effect of the right word"] = effects[own].tolist()
        values["effect of the others"] = effects[~own].tolist()
    return values


RATES = dict.fromkeys(MODELS, (0.002, 0.005, 0.01)) | {"transformer": (1e-3, 2e-3, 5e-3)}
STUDY = Study(
    "translation",
    _measure,
    MODELS,
    budgets=(1000,),
    rates=RATES,
    tune=_tune,
    tuning_steps=300,
)

if __name__ == "__main__":
    if STUDY.main():
        for kind in MODELS:
            save(translate_dates(kind).translator, kind, _file(kind))
