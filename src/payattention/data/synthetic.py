"""Synthetic sequences: the smallest tasks that each test one ability of a model.

copy     write the sequence again, or backwards: how much does the memory hold?
lookup   given keys with values and one of the keys, return its value: what attention does
"""

from typing import NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor

from payattention.recurrent import reverse
from payattention.require import require_between, require_positive

PAD, BOS, EOS = 0, 1, 2
FIRST = 3  # the symbols are numbered from here


class Copy(NamedTuple):
    """Sequences to be copied, their lengths, and the copies, each between BOS and EOS."""

    source: Int[Tensor, "n longest"]
    lengths: Int[Tensor, " n"]
    target: Int[Tensor, "n longest+2"]


def copy(
    n: int, *, lengths: tuple[int, int], symbols: int = 8, backwards: bool = False, seed: int
) -> Copy:
    """Make ``n`` sequences of random symbols, and their copies as targets.

    ``lengths`` is (shortest, longest): each sequence has a random length from this range, and each
    length is equally likely. The sequences are right-padded to the longest possible length. There
    are ``symbols`` different symbols. With ``backwards``, the copies are in reverse order.
    Raises: ValueError if n or symbols is not positive, or lengths is not a range from 1 up.
    """
    shortest, longest = lengths
    require_positive(n=n, symbols=symbols)
    if not 1 <= shortest <= longest:
        raise ValueError(
            f"lengths must be (shortest, longest), 1 ≤ shortest ≤ longest, but it is {lengths}"
        )
    random = torch.Generator().manual_seed(seed)
    length = torch.randint(shortest, longest + 1, (n,), generator=random)
    drawn = torch.randint(FIRST, FIRST + symbols, (n, longest), generator=random)
    source = drawn.masked_fill(torch.arange(longest) >= length[:, None], PAD)
    target = torch.full((n, longest + 2), PAD)
    target[:, 0] = BOS
    target[:, 1:-1] = reverse(source, length) if backwards else source
    target[torch.arange(n), length + 1] = EOS
    return Copy(source, length, target)


class Lookup(NamedTuple):
    """Sequences of the form key, value, key, value, …, key, and the right answer for each.

    The last key repeats one of the earlier keys; the value after that earlier key is the answer.
    """

    sequence: Int[Tensor, "n length"]
    answer: Int[Tensor, " n"]  # the value that followed that key
    position: Int[Tensor, " n"]  # where in the sequence that value stands


def lookup(n: int, *, pairs: int, symbols: int = 16, seed: int) -> Lookup:
    """Make ``n`` sequences: first ``pairs`` pairs (key, value), then one key to look up.

    The pairs of a sequence have different keys. The key to look up is one of them, and its value is
    the answer. There are ``symbols`` keys, numbered from 3, and as many values, numbered from 3 +
    ``symbols``.
    Source: Graves et al. (2014), section 4.3, associative recall, with items of one symbol.
    Raises: ValueError if n is not positive, or pairs is not from 1 to ``symbols``.
    """
    require_positive(n=n)
    require_between(1, symbols, pairs=pairs)  # each pair needs a key of its own
    random = torch.Generator().manual_seed(seed)
    keys = FIRST + torch.rand(n, symbols, generator=random).argsort(dim=1)[:, :pairs]
    values = FIRST + symbols + torch.randint(symbols, (n, pairs), generator=random)
    asked = torch.randint(pairs, (n, 1), generator=random)
    both = torch.stack([keys, values], dim=-1).flatten(1)
    sequence = torch.cat([both, keys.gather(1, asked)], dim=1)
    return Lookup(sequence, values.gather(1, asked).squeeze(1), 2 * asked.squeeze(1) + 1)
