"""A GPT that writes character by character, compared with n-gram models, which only count.

    python -m payattention.experiments.characters

trains the GPT with several seeds on Python's help texts, and writes the result file. It also writes
a checkpoint of one trained GPT, which `trained_writer` reads.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from payattention import checkpoint
from payattention.data.download import tinyshakespeare
from payattention.data.text import python_reference, without_repeats
from payattention.decode import sample
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.gpt import GPT, GPTConfig
from payattention.ngram import NGram
from payattention.require import require_one_of
from payattention.tokenize import Vocabulary
from payattention.train import History, train

TEXTS = ("python", "tinyshakespeare")
ORDERS = (3, 5)
TEST_SHARE = 0.1
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
FILE = checkpoint.FOLDER / "characters.pt"


class Writer(NamedTuple):
    """A GPT whose tokens are characters, and its vocabulary.

    A character that is not in the vocabulary becomes UNKNOWN.
    """

    model: GPT
    vocabulary: Vocabulary

    def encode(self, text: str) -> Int[Tensor, " characters"]:
        """Return the token id of each character."""
        return encode(text, self.vocabulary)

    def loss(self, text: str) -> float:
        """Mean cross-entropy, in nats, of each character but the first, given those before it.

        The model reads the text in windows that overlap by at least half. So before each predicted
        character, it sees at least half a window of text, except at the beginning of the text.
        Divide the loss by ln 2 to get bits.
        Raises: ValueError if the text has fewer than two characters.
        """
        tokens, longest = self.encode(text), self.model.config.max_len
        if len(tokens) < 2:
            raise ValueError(f"text must have at least 2 characters, but it has {len(tokens)}")
        length = min(longest + 1, len(tokens))
        ends = [*range(length, len(tokens), max(1, longest // 2)), len(tokens)]
        seen = torch.stack([tokens[end - length : end] for end in ends])  # (windows, length)
        new = torch.tensor(ends).diff(prepend=torch.tensor([1]))  # the first is not predicted
        was_training = self.model.training
        self.model.eval()
        surprise = 0.0
        with torch.no_grad():
            for window, judged in zip(seen.split(64), new.split(64), strict=True):
                logits = self.model(window[:, :-1])
                each = F.cross_entropy(logits.mT, window[:, 1:], reduction="none")
                surprise += each[torch.arange(1, length) >= length - judged[:, None]].sum().item()
        self.model.train(was_training)
        return surprise / (len(tokens) - 1)

    def write(
        self, prompt: str, *, characters: int = 100, temperature: float = 0.8, seed: int = 0
    ) -> str:
        """Continue the prompt by ``characters`` characters, and return only the new characters.

        The model never reads the last new character. The prompt and the other new characters must
        fit into the model's max_len tokens.
        Raises: ValueError if the prompt is empty, or too long together with the new characters; and
        in the same cases as `decode.sample`.
        """
        tokens = sample(
            self.model.step,
            self.encode(prompt)[None],
            max_new=characters,
            temperature=temperature,
            seed=seed,
        )
        return "".join(self.vocabulary.decode(tokens[0].tolist()))


class Characters(NamedTuple):
    """A trained character GPT, its training history, and its loss beside that of n-grams.

    ``loss`` and ``ngrams`` are measured on text that neither the GPT nor the n-grams have seen in
    training.
    """

    writer: Writer
    history: History
    loss: float  # nats per character
    ngrams: dict[int, float]  # nats per character, by the order of the n-gram


def characters(text: str = "python", *, steps: int = 2600, seed: int = 0) -> Characters:
    """Train a character GPT on nine tenths of a text; compare its loss with the loss of n-grams.

    The result holds the GPT, its training history and the losses on the last tenth. ``text`` is the
    name of a text: "python" or "tinyshakespeare". The n-grams are counted in the same nine tenths
    and have the same vocabulary as the GPT.
    Raises: ValueError if ``text`` is none of `TEXTS`; DataError if the text cannot be read or
    fetched.
    """
    known, held_out = known_and_held_out(text)
    writer, history = train_writer(known, steps=steps, seed=seed)
    return Characters(writer, history, writer.loss(held_out), ngram_losses(known, held_out))


def train_writer(
    text: str, *, config: GPTConfig | None = None, steps: int, lr: float = 3e-3, seed: int
) -> tuple[Writer, History]:
    """Train a character GPT on ``text``; return the GPT with its vocabulary, and its history.

    ``text`` is the text itself. Each step trains on 16 windows of the text; a window may begin at
    any character.
    """
    vocabulary = Vocabulary(text, special=(UNKNOWN,))
    torch.manual_seed(seed)
    model = GPT(config or _config(len(vocabulary)))
    windows = encode(text, vocabulary).unfold(0, model.config.max_len + 1, 1)
    history = train(
        model, GPT.loss, windows, steps=steps, batch_size=16, lr=lr, seed=seed, weight_decay=0.1
    )
    return Writer(model, vocabulary), history


def known_and_held_out(text: str = "python") -> tuple[str, str]:
    """Return the first nine tenths of a text, for training, and the last tenth, for testing.

    ``text`` is the name of a text: "python" or "tinyshakespeare".
    Raises: ValueError if ``text`` is none of `TEXTS`; DataError if the text cannot be read or
    fetched.
    """
    require_one_of(TEXTS, text=text)
    full_text = without_repeats(python_reference()) if text == "python" else tinyshakespeare()
    cut = len(full_text) - round(TEST_SHARE * len(full_text))
    return full_text[:cut], full_text[cut:]


def ngram_losses(known: str, held_out: str, orders: tuple[int, ...] = ORDERS) -> dict[int, float]:
    """Count n-grams in the text ``known``; return their loss on the text ``held_out`` for each n.

    ``orders`` holds the values of n, which are the keys of the result. The loss is in nats per
    character.
    """
    vocabulary = Vocabulary(known, special=(UNKNOWN,))
    counted, judged = (encode(text, vocabulary).tolist() for text in (known, held_out))
    return {order: NGram(counted, order, len(vocabulary)).loss(judged) for order in orders}


def encode(text: str, vocabulary: Vocabulary) -> Int[Tensor, " characters"]:
    """Return the token id of each character.

    A character that is not in the vocabulary gets the id of UNKNOWN.
    """
    unknown = vocabulary.ids[UNKNOWN]
    return torch.tensor([vocabulary.ids.get(character, unknown) for character in text])


def trained_writer() -> Writer:
    """Return the writer whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return load(FILE)


def save(writer: Writer, file: Path) -> None:
    """Write a writer's weights, its vocabulary and the sizes of its model to a checkpoint."""
    sizes = asdict(writer.model.config)
    del sizes["vocab_size"]  # the number of symbols
    checkpoint.save_model(file, writer.model, symbols=writer.vocabulary.symbols, sizes=sizes)


def load(file: Path) -> Writer:
    """Read a writer of any size and vocabulary from a checkpoint that `save` wrote.

    Raises: ValueError if the checkpoint is damaged, or does not hold a writer.
    """

    def build(symbols: list[str], sizes: dict[str, Any]) -> GPT:
        vocabulary = Vocabulary(symbols, special=(UNKNOWN,))
        try:
            return GPT(GPTConfig(**sizes, vocab_size=len(vocabulary)))
        except TypeError as error:
            wanted = f"file must hold the sizes of a GPT, but {file} does not"
            raise ValueError(f"{wanted}: {error}") from error

    model, facts = checkpoint.load_model(file, build, symbols=list, sizes=dict)
    return Writer(model, Vocabulary(facts["symbols"], special=(UNKNOWN,)))


def _config(vocab_size: int) -> GPTConfig:
    return GPTConfig(
        vocab_size=vocab_size, max_len=128, d_model=96, n_heads=4, d_ff=384, n_layers=3
    )


def validation_split(known: str) -> tuple[str, str]:
    """Return a training text without its last tenth, and that tenth, to choose settings on."""
    cut = len(known) - round(TEST_SHARE * len(known))
    return known[:cut], known[cut:]


def _tune(training: Training) -> float:
    known, judged = validation_split(known_and_held_out(training.variant)[0])
    writer, _ = train_writer(known, steps=training.steps, lr=training.lr, seed=training.seed)
    return writer.loss(judged)


def _measure(training: Training) -> dict[str, Value]:
    known, held_out = known_and_held_out(training.variant)
    writer, _ = train_writer(known, steps=training.steps, lr=training.lr, seed=training.seed)
    return {"loss": writer.loss(held_out)}


STUDY = Study(
    "characters",
    _measure,
    ("python",),
    budgets=(1300, 2600),
    rates=(1e-3, 3e-3, 1e-2),
    tune=_tune,
    tuning_steps=650,
)

if __name__ == "__main__":
    if STUDY.main():
        save(characters().writer, FILE)
