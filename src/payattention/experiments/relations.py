"""Who bites whom? One head or several, on a question with two answers.

    python -m payattention.experiments.relations

trains readers and writes the result file. A sentence has a verb and two nouns, one before the verb
and one after it, among random filler words. At the verb, a reader must name both nouns. A reader is
one attention layer and a linear map of the layer's output, so it knows only what the heads return.

`READERS` differ in their attention layer. The reader "1 head, hidden layer" has one more layer,
with ReLU, between the attention layer and the linear map. `PENALTIES` are strengths of a penalty
for heads that attend to the same words. With each strength, the reader "4 heads" is trained again.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.success import FirstSuccess
from payattention.maps import attention_maps
from payattention.multihead import diversity_penalty
from payattention.train import train

NOUNS = ("dog", "man", "cat", "king", "child", "bird", "fox", "judge", "queen", "horse")
VERBS = ("bites", "sees", "chases", "calls")
FILLERS = ("the", "a", "old", "red", "quiet", "today", "and", "then", "there", "again")
WORDS = (*NOUNS, *VERBS, *FILLERS)
LENGTH, D = 12, 32
N_TRAIN, N_TEST = 8192, 2000

Row = Int[Tensor, " sentences"]


class Sentences(NamedTuple):
    """Sentences of `LENGTH` words, and the positions of their subject, verb and object.

    A word is stored as its index in `WORDS`.
    """

    words: Int[Tensor, "sentences length"]
    subject: Row  # positions
    verb: Row
    object: Row

    def at(self, positions: Row) -> Row:
        """Return the word at one position of each sentence, as an index in `WORDS`.

        ``positions`` holds one position for each sentence.
        """
        return self.words.gather(1, positions[:, None])[:, 0]


def sentences(n: int, *, seed: int) -> Sentences:
    """Return ``n`` random sentences: a subject before the verb, and a different noun after it.

    The noun after the verb is the object. All other words are fillers.
    """
    random = torch.Generator().manual_seed(seed)
    first, count = len(NOUNS) + len(VERBS), len(FILLERS)
    words = first + torch.randint(count, (n, LENGTH), generator=random)
    order = torch.rand(n, LENGTH, generator=random).argsort(dim=1)[:, :3].sort(dim=1).values
    nouns = torch.rand(n, len(NOUNS), generator=random).argsort(dim=1)[:, :2]
    verbs = len(NOUNS) + torch.randint(len(VERBS), (n, 1), generator=random)
    words.scatter_(1, order, torch.stack([nouns[:, 0], verbs[:, 0], nouns[:, 1]], dim=1))
    return Sentences(words, *order.unbind(dim=1))


class Reader(nn.Module):
    """Predict subject and object of a sentence from one attention layer's output at the verb.

    ``width`` is the width of that output. With ``hidden``, a hidden layer of ``hidden`` units
    follows the attention layer.
    """

    def __init__(self, attention: MultiHeadAttention, width: int = D, *, hidden: int | None = None):
        super().__init__()
        self.word = nn.Embedding(len(WORDS), D)
        self.position = nn.Embedding(LENGTH, D)
        self.attention = attention
        self.hidden = None if hidden is None else nn.Linear(width, hidden)
        self.out = nn.Linear(width if hidden is None else hidden, 2 * len(NOUNS))

    def forward(self, words: Tensor, verb: Tensor) -> Float[Tensor, "batch 2 nouns"]:
        x = self.word(words) + self.position.weight  # (batch, length, D)
        asks = x[torch.arange(len(x)), verb, None]  # (batch, 1, D): the verb's row
        found = self.attention(asks, x)[:, 0]  # (batch, width)
        found = found if self.hidden is None else F.relu(self.hidden(found))
        return self.out(found).unflatten(-1, (2, -1))  # (batch, 2, nouns)


def _plain(n_heads: int) -> Callable[[], Reader]:
    return lambda: Reader(MultiHeadAttention(D, n_heads))


def _combined(combine: str, width: int) -> Callable[[], Reader]:
    return lambda: Reader(MultiHeadAttention(D, 4, combine=combine), width)  # type: ignore[arg-type]


READERS: dict[str, Callable[[], Reader]] = {
    "1 head": _plain(1),
    "2 heads": _plain(2),
    "4 heads": _plain(4),
    "8 heads": _plain(8),
    "4 heads, mean": _combined("mean", D // 4),
    "4 heads, concat": _combined("concat", D),
    "1 head, hidden layer": lambda: Reader(MultiHeadAttention(D, 1), hidden=D),
}
PENALTIES = {"penalty 0.1": 0.1, "penalty 1": 1.0}  # strengths; both have 4 heads


def untrained(variant: str, *, seed: int = 0) -> Reader:
    """Return an untrained `Reader`, whose initial weights are drawn with ``seed``.

    ``variant``, a name in `READERS` or `PENALTIES`, says what attention layer it has.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return READERS["4 heads" if variant in PENALTIES else variant]()


def attention_weights(model: Reader, known: Sentences) -> Float[Tensor, "sentences heads length"]:
    """Return the attention weights of the query at the verb, for each sentence and each head."""
    with attention_maps(model) as maps:
        model(known.words, known.verb)
    (weights,) = maps.cross_attention  # (sentences, heads, 1, length)
    return weights.squeeze(-2)


def train_reader(
    model: Reader,
    *,
    penalty: float = 0.0,
    steps: int,
    lr: float = 5e-3,
    seed: int = 0,
    watch: Callable[[int], object] | None = None,
) -> Reader:
    """Train a `Reader` to predict subject and object, on 8,192 sentences, and return it.

    A `diversity_penalty` of the strength ``penalty`` is added to the loss. ``watch`` is called
    after every step, as in `train`.
    """
    known = sentences(N_TRAIN, seed=1000 + seed)
    nouns = torch.stack([known.at(known.subject), known.at(known.object)], dim=1)

    def loss(model: Reader, words: Tensor, verb: Tensor, nouns: Tensor) -> Tensor:
        if not penalty:
            return F.cross_entropy(model(words, verb).flatten(0, 1), nouns.flatten())
        with attention_maps(model) as maps:
            wrong = F.cross_entropy(model(words, verb).flatten(0, 1), nouns.flatten())
        (weights,) = maps.cross_attention
        return wrong + penalty * diversity_penalty(weights.squeeze(-2)).mean()

    data = (known.words, known.verb, nouns)
    train(model, loss, *data, steps=steps, batch_size=32, lr=lr, seed=seed, watch=watch)
    return model


def right_nouns(model: Reader, new: Sentences) -> Bool[Tensor, "sentences 2"]:
    """Return whether the model predicts the subject and the object of each sentence correctly."""
    with torch.no_grad():
        predicted = model(new.words, new.verb).argmax(dim=-1)  # (sentences, 2)
    return predicted == torch.stack([new.at(new.subject), new.at(new.object)], dim=1)


def _share(model: Reader, new: Sentences) -> float:
    return right_nouns(model, new).all(dim=1).float().mean().item()


def _train(training: Training) -> tuple[Reader, FirstSuccess]:
    variant, seed, steps, lr = training
    model, some = untrained(variant, seed=seed), sentences(500, seed=2)
    first = FirstSuccess(lambda: _share(model, some))
    penalty = PENALTIES.get(variant, 0.0)
    train_reader(model, penalty=penalty, steps=steps, lr=lr, seed=seed, watch=first)
    return model, first


def _tune(training: Training) -> float:
    model, new = _train(training)[0], sentences(N_TEST, seed=3)
    nouns = torch.stack([new.at(new.subject), new.at(new.object)], dim=1)
    with torch.no_grad():
        return F.cross_entropy(model(new.words, new.verb).flatten(0, 1), nouns.flatten()).item()


def _measure(training: Training) -> dict[str, Value]:
    (model, first), new = _train(training), sentences(N_TEST, seed=1)
    weights = attention_weights(model, new)  # (sentences, heads, length)
    subject, right = new.at(new.subject), right_nouns(model, new)
    overlap = weights @ weights.mT  # (sentences, heads, heads)
    n_heads = weights.shape[1]
    others = overlap.sum(dim=(1, 2)) - overlap.diagonal(dim1=1, dim2=2).sum(dim=1)

    def on(positions: Tensor) -> Float[Tensor, "sentences heads"]:
        index = positions[:, None, None].expand(-1, n_heads, 1)
        return weights.gather(2, index).squeeze(2)

    values: dict[str, Value] = {
        "both right": right.all(dim=1).float().mean().item(),
        "one right": right.any(dim=1).float().mean().item(),
        "steps to 90 %": first.steps,
        "on the subject": on(new.subject).mean(dim=0).tolist(),  # by head
        "on the object": on(new.object).mean(dim=0).tolist(),
        "overlap": (others / max(1, n_heads * (n_heads - 1))).mean().item(),
        "sharpness": overlap.diagonal(dim1=1, dim2=2).mean().item(),
        "penalty": diversity_penalty(weights).mean().item(),
    }
    if training.variant == "2 heads":
        values["head 0 on the subject, by noun"] = [
            on(new.subject)[subject == noun, 0].mean().item() for noun in range(len(NOUNS))
        ]
    return values


STUDY = Study(
    "relations",
    _measure,
    (*READERS, *PENALTIES),
    budgets=(600, 2400),
    rates=(2e-3, 5e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
