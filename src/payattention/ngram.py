"""The n-gram model: the next symbol depends only on the n − 1 symbols before it.

Language models were n-grams before they were networks, and a network must beat them. An n-gram
counts: nothing is learned by gradient, and it cannot know that two contexts are similar.
Source: Shannon (1948), sections 2 and 3; Kneser and Ney (1995), the smoothing; Chen and Goodman
(1999), section 2.7, its interpolated form, which is used here.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from payattention.require import require_between, require_ids, require_positive, whole_numbers

Context = tuple[int, ...]


class NGram:
    """An n-gram with interpolated Kneser–Ney smoothing, over the symbols 0 to ``vocab_size`` − 1.

        P(w | h) = max(c(h w) − D, 0) / c(h ·)  +  D · n(h ·) / c(h ·) · P(w | h')

    The counts come from the text ``symbols``. w is a symbol, and h is the context before it, of up
    to ``order`` − 1 symbols. h' is h without its oldest symbol.

    The longest contexts have ``order`` − 1 symbols. For them, c(h w) is the number of times that w
    follows h. For shorter contexts, c(h w) is the number of *different* symbols that come before
    h w: "Francisco" may be frequent, but it only ever follows "San", so it is a poor guess
    elsewhere. c(h ·) is the sum of c(h w) over all w. n(h ·) is the number of different symbols
    that follow h. The discount D is subtracted from every count, to leave some probability for
    symbols that never follow h; there is one D for each length of h.

    If no symbol ever follows h, P(w | h) is P(w | h'). If h is empty, P(w | h') is 1 / vocab_size,
    so no symbol is impossible.
    Raises: ValueError if the text has fewer than ``order`` symbols or a symbol out of range, or if
    ``order`` or ``vocab_size`` is below 1.
    """

    def __init__(self, symbols: Sequence[int] | Tensor, order: int, vocab_size: int):
        require_positive(vocab_size=vocab_size)
        symbols = whole_numbers("symbols", symbols)
        require_ids("symbols", symbols, vocab_size)
        require_between(1, len(symbols), order=order)
        self.order, self.vocab_size = order, vocab_size
        grams = Counter(zip(*(symbols[start:] for start in range(order)), strict=False))
        self._followers: list[dict[Context, Counter[int]]] = []  # one for each length of context
        self._discount: list[float] = []
        for _ in range(order):
            self._followers.insert(0, _by_context(grams))
            self._discount.insert(0, _discount(grams.values()))
            grams = Counter(gram[1:] for gram in grams)
        self._total = [
            {context: after.total() for context, after in length.items()}
            for length in self._followers
        ]

    def probability(self, symbol: int, context: Sequence[int] | Tensor = ()) -> float:
        """P(symbol | context). Only the last ``order`` − 1 symbols of the context count.

        Raises: ValueError if the symbol or a symbol of the context is out of range.
        """
        symbols = whole_numbers("symbols", [*context, symbol])
        require_ids("symbols", symbols, self.vocab_size)
        return self._probability(symbols[-1], symbols[:-1])

    def _probability(self, symbol: int, context: Sequence[int]) -> float:
        p = 1 / self.vocab_size
        recent = tuple(context[max(0, len(context) - self.order + 1) :])
        for length in range(len(recent) + 1):
            nearest = recent[len(recent) - length :]
            after = self._followers[length].get(nearest)
            if after is None:
                break  # an unseen context says nothing, and no longer context was seen either
            discount, total = self._discount[length], self._total[length][nearest]
            seen = max(after[symbol] - discount, 0) / total
            p = seen + discount * len(after) / total * p
        return p

    def distribution(self, context: Sequence[int] | Tensor = ()) -> Float[Tensor, " vocab"]:
        """P(symbol | context) for every symbol of the vocabulary."""
        context = whole_numbers("symbols", context)
        require_ids("symbols", context, self.vocab_size)
        every_symbol = range(self.vocab_size)
        return torch.tensor([self._probability(symbol, context) for symbol in every_symbol])

    def loss(self, symbols: Sequence[int] | Tensor) -> float:
        """Mean cross-entropy, in nats, of each symbol but the first, given those before it.

        The loss can be compared with `GPT.loss`, but an n-gram sees only the last ``order`` − 1
        symbols.
        Raises: ValueError if there are fewer than two symbols, or they are out of range.
        """
        symbols = whole_numbers("symbols", symbols)
        if len(symbols) < 2:
            raise ValueError(f"symbols must have a length of at least 2, but it is {len(symbols)}")
        require_ids("symbols", symbols, self.vocab_size)
        back = self.order - 1
        surprise = (
            -math.log(self._probability(symbols[i], symbols[max(0, i - back) : i]))
            for i in range(1, len(symbols))
        )
        return math.fsum(surprise) / (len(symbols) - 1)


def _by_context(grams: Counter[Context]) -> dict[Context, Counter[int]]:
    followers: defaultdict[Context, Counter[int]] = defaultdict(Counter)
    for gram, count in grams.items():
        followers[gram[:-1]][gram[-1]] = count
    return dict(followers)


def _discount(counts: Iterable[int]) -> float:
    """The discount D = n_1 / (n_1 + 2 n_2), from the ``counts`` of all n-grams of one length.

    n_c is the number of n-grams that were counted c times. If n_1 is 0, D is 0.5.
    Source: Ney et al. (1994), as in Chen and Goodman (1999), section 2.6.
    """
    how_many = Counter(counts)
    once, twice = how_many[1], how_many[2]
    return once / (once + 2 * twice) if once else 0.5
