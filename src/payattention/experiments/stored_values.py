"""How many values can a head of attention find again by their keys: softmax or linear attention?

    python -m payattention.experiments.stored_values

trains one head of softmax attention, and heads of linear attention with more and more numbers in a
key, and writes the result file. A row stores values under different keys; then each of these keys
asks for its value. The head learns its queries and keys, so it may choose keys that are easy to
tell apart. The state of linear attention has a column for each number of a key.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention.attention import attention
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.train import train

KEYS, VALUES, D_MODEL = 32, 32, 32
N_TRAIN, N_TEST = 8192, 500
COUNTS = (2, 4, 8, 16, 32)  # stored values in the test
EMPTY = -100  # where nothing is stored: cross-entropy leaves it out

HEADS = {  # is it a softmax? and the numbers in a key
    "softmax, d_k = 8": (True, 8),
    "linear, d_k = 8": (False, 8),
    "linear, d_k = 16": (False, 16),
    "linear, d_k = 32": (False, 32),
}

Row = Int[Tensor, "batch stored"]


def linear_attention(
    Q: Float[Tensor, "*batch n d_k"],
    K: Float[Tensor, "*batch m d_k"],
    V: Float[Tensor, "*batch m d_v"],
    mask: Bool[Tensor, "*#batch #n m"],
) -> Float[Tensor, "*batch n d_v"]:
    """Return the mean of the values with the weights φ(q) · φ(k), where φ(x) = elu(x) + 1.

    A query attends only to keys where ``mask`` is True.
    Source: Katharopoulos et al. (2020), equations 4 and 7.
    """
    weights = ((F.elu(Q) + 1) @ (F.elu(K) + 1).mT) * mask
    return weights @ V / weights.sum(dim=-1, keepdim=True)


class Store(nn.Module):
    """One head of attention that stores values under keys, and is asked with each of the keys."""

    def __init__(self, head: str):
        super().__init__()
        self.softmax, d_k = HEADS[head]
        self.key = nn.Embedding(KEYS, D_MODEL)
        self.value = nn.Embedding(VALUES, D_MODEL)
        self.W_Q = nn.Linear(D_MODEL, d_k, bias=False)
        self.W_K = nn.Linear(D_MODEL, d_k, bias=False)
        self.W_V = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.out = nn.Linear(D_MODEL, VALUES)

    def forward(self, keys: Row, values: Row) -> Float[Tensor, "batch stored values"]:
        """Return the logits of the value of each key; nothing is stored where ``values`` < 0."""
        stored = self.key(keys) + self.value(values.clamp_min(0))
        Q, K, V = self.W_Q(self.key(keys)), self.W_K(stored), self.W_V(stored)
        mask = (values >= 0)[:, None]  # (batch, 1, stored)
        found = attention(Q, K, V, mask)[0] if self.softmax else linear_attention(Q, K, V, mask)
        return self.out(found)


def rows(n: int, *, seed: int, stored: int | None = None) -> tuple[Row, Row]:
    """Return ``n`` rows of all keys in random order, and the value under each; `EMPTY` for none.

    Under the first keys of a row ``stored`` random values are stored (default: 1 to `KEYS`, drawn
    for each row).
    """
    random = torch.Generator().manual_seed(seed)
    keys = torch.rand(n, KEYS, generator=random).argsort(dim=-1)
    values = torch.randint(VALUES, (n, KEYS), generator=random)
    drawn = torch.randint(1, KEYS + 1, (n, 1), generator=random)
    return keys, values.masked_fill(torch.arange(KEYS) >= (stored or drawn), EMPTY)


def _loss(model: Store, keys: Tensor, values: Tensor) -> Tensor:
    return F.cross_entropy(model(keys, values).mT, values, ignore_index=EMPTY)


def _train(training: Training) -> Store:
    head, seed, steps, lr = training
    torch.manual_seed(seed)
    model = Store(head)
    data = rows(N_TRAIN, seed=1000 + seed)
    train(model, _loss, *data, steps=steps, batch_size=32, lr=lr, seed=seed)
    return model


def _tune(training: Training) -> float:
    model = _train(training)
    with torch.no_grad():
        return _loss(model, *rows(N_TEST, seed=3)).item()


def found(model: Store, stored: int, *, seed: int = 1) -> float:
    """Return the share of ``stored`` values that the model finds again, in `N_TEST` new rows."""
    keys, values = rows(N_TEST, seed=seed, stored=stored)
    with torch.no_grad():
        right = model(keys, values).argmax(dim=-1) == values
    return right[values >= 0].float().mean().item()


def _measure(training: Training) -> dict[str, Value]:
    model = _train(training)
    return {f"found of {stored}": found(model, stored) for stored in COUNTS}


STUDY = Study(
    "stored_values",
    _measure,
    tuple(HEADS),
    budgets=(500, 1500),
    rates=(3e-3, 1e-2, 3e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
