"""Answer a question about a date in words: an attention head beside its rivals.

    python -m payattention.experiments.date_numbers

trains each of `READERS` and writes the result file. A sentence holds a date in words, among other
words. It ends with a question, such as "month?", and the answer is a number: 11 for November. The
same number can be a weekday, a month or a day, so the answer depends on which word is asked for.
"""

import random
from collections.abc import Callable
from datetime import date

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.maps import attention_maps
from payattention.recurrent import GRUCell, Recurrent
from payattention.train import train

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAYS = tuple(map(str, range(1, 32)))
YEARS = tuple(map(str, range(2000, 2040)))
FILLERS = ("we", "met", "in", "the", "rain", "on", "a", "bridge", "and", "left", "again", "late")
QUESTIONS = ("weekday?", "month?", "day?")
ASKED = (WEEKDAYS, MONTHS, DAYS)  # what each question asks for
WORDS = (*WEEKDAYS, *MONTHS, *DAYS, *YEARS, *FILLERS, *QUESTIONS)
ORDERS = ((0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (1, 2, 3, 0), (2, 1, 3, 0))
LENGTH, D, D_K = 13, 32, 16
N_TRAIN, N_TEST = 8192, 2000

Words = Int[Tensor, "sentences length"]
Row = Int[Tensor, " sentences"]


def sentences(n: int, *, seed: int) -> tuple[Words, Row]:
    """Return ``n`` random sentences with a question at their end, and its answers minus 1.

    Each sentence has 12 words, of which four in a row are the parts of a date, in one of `ORDERS`.
    The others are fillers. A word is stored as its index in `WORDS`.
    """
    draw = random.Random(seed)
    index = {word: number for number, word in enumerate(WORDS)}
    first, last = date(2000, 1, 1).toordinal(), date(2039, 12, 31).toordinal()
    words, answers = [], []
    for _ in range(n):
        day = date.fromordinal(draw.randint(first, last))
        numbers = (day.weekday(), day.month - 1, day.day - 1)
        parts = (WEEKDAYS[numbers[0]], MONTHS[numbers[1]], DAYS[numbers[2]], str(day.year))
        sentence = draw.choices(FILLERS, k=LENGTH - 5)
        start = draw.randint(0, len(sentence))
        sentence[start:start] = [parts[part] for part in draw.choice(ORDERS)]
        asked = draw.randrange(len(QUESTIONS))
        words.append([index[word] for word in (*sentence, QUESTIONS[asked])])
        answers.append(numbers[asked])
    return torch.tensor(words), torch.tensor(answers)


class HeadReader(nn.Module):
    """Predict the answer from the output of an attention head at the question.

    Its word vectors are small at first. The rivals learn faster from torch's own start.
    """

    def __init__(self) -> None:
        super().__init__()
        self.word = nn.Embedding(len(WORDS), D)
        nn.init.normal_(self.word.weight, std=0.3)
        self.head = AttentionHead(D, D_K, D)
        self.out = nn.Linear(D, len(DAYS))

    def forward(self, words: Words) -> Float[Tensor, "sentences numbers"]:
        return self.out(self.head(self.word(words))[:, -1])


class AverageReader(nn.Module):
    """Predict the answer from the mean of all values; with ``hidden``, and from the question.

    ``hidden`` is the number of units of a hidden layer, which reads the mean and the question.
    """

    def __init__(self, hidden: int | None = None):
        super().__init__()
        self.word = nn.Embedding(len(WORDS), D)
        self.value = nn.Linear(D, D, bias=False)
        self.hidden = None if hidden is None else nn.Linear(2 * D, hidden)
        self.out = nn.Linear(D if hidden is None else hidden, len(DAYS))

    def forward(self, words: Words) -> Float[Tensor, "sentences numbers"]:
        x = self.word(words)
        found = self.value(x).mean(dim=1)
        if self.hidden is not None:
            found = F.relu(self.hidden(torch.cat([found, x[:, -1]], dim=-1)))
        return self.out(found)


class RecurrentReader(nn.Module):
    """Predict the answer from the last state of a GRU."""

    def __init__(self) -> None:
        super().__init__()
        self.word = nn.Embedding(len(WORDS), D)
        self.read = Recurrent(GRUCell(D, D))
        self.out = nn.Linear(D, len(DAYS))

    def forward(self, words: Words) -> Float[Tensor, "sentences numbers"]:
        return self.out(self.read(self.word(words))[1])


READERS: dict[str, Callable[[], nn.Module]] = {
    "head": HeadReader,
    "average": AverageReader,
    "average, hidden layer": lambda: AverageReader(hidden=2 * D),
    "GRU": RecurrentReader,
}


def untrained(variant: str, *, seed: int = 0) -> nn.Module:
    """Return one of `READERS`, untrained; its initial weights are drawn with ``seed``."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return READERS[variant]()


def right(model: nn.Module, words: Words, answers: Row) -> float:
    """Return the share of the sentences whose answer the model predicts correctly."""
    with torch.no_grad():
        return (model(words).argmax(dim=-1) == answers).float().mean().item()


def weight_on_asked(model: nn.Module, words: Words) -> Float[Tensor, " sentences"]:
    """Return the weight that the question of each sentence gives to the word that it asks for."""
    kind = [number for number, words in enumerate(ASKED) for _ in words]
    kinds = torch.tensor([*kind, *[len(ASKED)] * (len(WORDS) - len(kind))])
    asked = words[:, -1:] - WORDS.index(QUESTIONS[0])  # (sentences, 1)
    with torch.no_grad(), attention_maps(model) as maps:
        model(words)
    (weights,) = maps.self_attention  # (sentences, length, length)
    return (weights[:, -1] * (kinds[words] == asked)).sum(dim=-1)


def _loss(model: nn.Module, words: Tensor, answers: Tensor) -> Tensor:
    return F.cross_entropy(model(words), answers)


def _train(training: Training) -> tuple[nn.Module, FirstSuccess]:
    variant, seed, steps, lr = training
    model, some = untrained(variant, seed=seed), sentences(500, seed=2)
    first = FirstSuccess(lambda: right(model, *some))
    known = sentences(N_TRAIN, seed=1000 + seed)
    how = {"steps": steps, "batch_size": 64, "lr": lr, "seed": seed}
    train(model, _loss, *known, **how, watch=first)  # type: ignore[arg-type]
    return model, first


def _tune(training: Training) -> float:
    model, _ = _train(training)
    with torch.no_grad():
        return _loss(model, *sentences(N_TEST, seed=3)).item()


def _measure(training: Training) -> dict[str, Value]:
    (model, first), (words, answers) = _train(training), sentences(N_TEST, seed=1)
    measured: dict[str, Value] = {
        "right": right(model, words, answers),
        "steps to 90 %": first.steps,
    }
    if training.variant == "head":
        weight = weight_on_asked(model, words)
        answer = 31 * (words[:, -1] - WORDS.index(QUESTIONS[0])) + answers  # one for each word
        by_word = [weight[answer == word].mean() for word in answer.unique()]
        measured["weight on the asked word"] = weight.mean().item()
        measured["words not looked at"] = sum(int(mean < 0.5) for mean in by_word)
    return measured


STUDY = Study(
    "date_numbers",
    _measure,
    tuple(READERS),
    budgets=(200, 800),
    rates=(1e-2, 2e-2, 4e-2),
    tune=_tune,
    tuning_steps=800,
)

if __name__ == "__main__":
    STUDY.main()
