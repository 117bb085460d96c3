"""Tokens: from a text to whole numbers, and back.

Vocabulary     one number for each symbol, such as a character or a word
learn_merges   byte-pair encoding as in the textbook: the most frequent pair becomes a token
merge_word     split a word into the tokens that learn_merges found
BPE            the same, but fast and for whole texts, with a number for each token. A frequent
               word is one token, a rare word is several. Any text can be encoded, because every
               byte is a token
pad            sequences of several lengths as one tensor

WordPiece, the tokens of BERT, is in `payattention.wordpiece`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import regex
import torch
from jaxtyping import Int
from torch import Tensor

from payattention._bpe_files import Merge, Pair, read_bpe, read_gguf_bpe, write_bpe
from payattention._byte_names import BYTES, RARE, single_bytes
from payattention._gguf import is_gguf
from payattention.hub import locate
from payattention.require import (
    require_ids,
    require_positive,
    whole_numbers,
)

PAD, BOS, EOS = "[PAD]", "[BOS]", "[EOS]"


class Vocabulary:
    """One number for each symbol: the special ones first, then ``symbols`` in sorted order.

    Raises: ValueError if there are no symbols, or ``special`` is not a list of different symbols.
    """

    def __init__(self, symbols: Iterable[str], special: Sequence[str] = (PAD, BOS, EOS)):
        different = set(symbols)
        if not different or not all(isinstance(symbol, str) for symbol in different):
            raise ValueError(f"symbols must be one text or more, but they are {symbols!r:.80}")
        _require_special(special)
        self.symbols = [*special, *sorted(different - set(special))]
        self.ids = {symbol: number for number, symbol in enumerate(self.symbols)}

    def __len__(self) -> int:
        return len(self.symbols)

    def encode(self, text: Iterable[str]) -> list[int]:
        """Return the number of each symbol in ``text``; the symbols of a str are its characters.

        Raises: ValueError if a symbol is not in the vocabulary.
        """
        try:
            return [self.ids[symbol] for symbol in text]
        except KeyError as unknown:
            wanted = f"text must be made of the vocabulary's {len(self)} symbols"
            raise ValueError(f"{wanted}, but it holds {unknown.args[0]!r}") from None

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Return the symbol of each number.

        Raises: ValueError if a number is not one of the vocabulary's.
        """
        numbers = list(ids)
        require_ids("ids", numbers, len(self))
        return [self.symbols[number] for number in numbers]


# GPT-2's words: letters, digits or other signs, each with the space before it. Tokens of two words
# are never merged.
WORD = regex.compile(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", regex.V0
)
# SmolLM2's words: the same, but each digit is a word of its own, without the space before it.
WORD_OR_DIGIT = regex.compile(
    r"\p{N}|'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+", regex.V0
)
MOST_KNOWN = 2**16  # words whose tokens a BPE remembers
BytePair = tuple[bytes, bytes]
Token = TypeVar("Token", bytes, int)  # spelt out, or as its number


def learn_merges(text: str, n_merges: int) -> list[BytePair]:
    """Learn the pairs of tokens to merge: ``n_merges`` times, the most frequent pair in ``text``.

        learn_merges("low low lower", 2) → [(b"l", b"o"), (b"lo", b"w")]

    At first, each byte is a token. Only tokens of the same word are merged. Tokens have an order:
    the bytes in GPT-2's order, then each new token in the order of learning. Among equally frequent
    pairs, the one whose first token is earlier in this order is merged; if the first tokens are
    equal, the second tokens decide. (minBPE decides by the order of the pairs in the text.)
    `BPE.train` with ``min_count=1`` learns the same merges, faster.
    Source: Sennrich et al. (2016), algorithm 1, on bytes in place of characters.
    """
    words = Counter(tuple(single_bytes(word)) for word in WORD.findall(text))
    tokens: list[bytes] = list(BYTES)
    merges: list[BytePair] = []
    while len(merges) < n_merges and (counts := count_pairs(words)):
        pair = min(counts, key=lambda pair: (-counts[pair], *map(tokens.index, pair)))
        new = pair[0] + pair[1]
        words = Counter({tuple(merged(word, pair, new)): n for word, n in words.items()})
        tokens.append(new)
        merges.append(pair)
    return merges


def count_pairs(words: Mapping[tuple[Token, ...], int]) -> Counter[tuple[Token, Token]]:
    """Count each pair of neighbouring tokens; ``words`` says how often each word occurs."""
    counts: Counter[tuple[Token, Token]] = Counter()
    for word, times in words.items():
        for pair in pairwise(word):
            counts[pair] += times
    return counts


def merged(word: Sequence[Token], pair: tuple[Token, Token], new: Token) -> list[Token]:
    """Replace each occurrence of the pair in the word by the new token, from left to right."""
    tokens, i = [], 0
    while i < len(word):
        is_pair = i + 1 < len(word) and (word[i], word[i + 1]) == pair
        tokens.append(new if is_pair else word[i])
        i += 2 if is_pair else 1
    return tokens


def merge_word(word: str, merges: Sequence[BytePair]) -> list[bytes]:
    """Split a word into its bytes, then merge neighbouring tokens as ``merges`` says.

        merge_word("lower", [(b"l", b"o"), (b"lo", b"w")]) → [b"low", b"e", b"r"]

    ``merges`` are in the order of learning: an earlier pair is merged first. A pair that the word
    holds more than once is merged from left to right.
    `BPE.encode` does the same to each word of a text, faster.
    """
    rank = {pair: i for i, pair in enumerate(merges)}
    tokens = single_bytes(word)
    while found := [(rank[pair], i) for i, pair in enumerate(pairwise(tokens)) if pair in rank]:
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


class BPE:
    """Byte-level byte-pair encoding, as in GPT-2.

    A text is a sequence of bytes (UTF-8); the pairs of tokens that were most frequent in training
    are merged into new tokens. ``tokens[i]`` holds the bytes of token i. ``merges`` are the merges
    in the order of learning: the numbers of two tokens, and the number of the merged token.
    ``special`` holds the numbers of special tokens, which `encode` never returns: add them
    yourself, for example ``bpe.special["[CLS]"]``. With ``digits_apart``, each digit of a number is
    a token, as in SmolLM2. Of the 256 bytes, only those may be missing that no text contains, but
    for control characters; `encode` leaves them out, as the package `tokenizers` does.
    Source: Sennrich et al. (2016), section 3.2; Radford et al. (2019), section 2.2, for bytes.
    """

    def __init__(
        self,
        tokens: Sequence[bytes],
        merges: Sequence[Merge],
        special: dict[str, int] | None = None,
        digits_apart: bool = False,
    ):
        self.tokens = list(tokens)
        self.merges = list(merges)
        self.special = dict(special or {})
        require_ids("ids", self.special.values(), len(self))
        ordinary = set(range(len(self.tokens))) - set(self.special.values())
        self._byte = {self.tokens[i][0]: i for i in ordinary if len(self.tokens[i]) == 1}
        if missing := {*range(256)} - self._byte.keys() - RARE:
            held = f"they lack {len(missing)}, such as {bytes([min(missing)])!r}"
            raise ValueError(f"tokens must hold every single byte of ordinary text, but {held}")
        require_ids("merges", (i for pair, new in self.merges for i in (*pair, new)), len(self))
        self._rank = {pair: rank for rank, (pair, _) in enumerate(self.merges)}
        self.digits_apart = digits_apart
        self._known: dict[str, tuple[int, ...]] = {}  # words that were split before

    def __len__(self) -> int:
        return len(self.tokens)

    @classmethod
    def train(
        cls,
        text: str,
        vocab_size: int,
        *,
        special: Sequence[str] = (),
        min_count: int = 2,
    ) -> "BPE":
        """Learn from ``text``: merge the most frequent pair until there are ``vocab_size`` tokens.

        Training ends earlier if no pair occurs ``min_count`` times. Among equally frequent pairs,
        the one whose first token has the smaller number is merged; if the first tokens are equal,
        the second tokens decide. Special tokens have the first numbers, then come the bytes in
        GPT-2's order.
        Raises: ValueError if vocab_size is smaller than the number of bytes and special tokens, or
        ``special`` is not a list of different tokens.
        """
        _require_special(special)
        require_positive(vocab_size=vocab_size, min_count=min_count)
        tokens = [token.encode() for token in special]
        tokens += BYTES
        if vocab_size < len(tokens):
            least = f"{len(tokens)}, the 256 bytes and the special tokens"
            raise ValueError(f"vocab_size must be at least {least}, but it is {vocab_size}")
        merges = _learn_fast(text, tokens, vocab_size, min_count, first_byte=len(special))
        return cls(tokens, merges, {token: i for i, token in enumerate(special)})

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's tokens; special tokens are not recognised in the text.

        Raises: UnicodeEncodeError, a ValueError, for half a surrogate pair, which UTF-8 cannot
        encode.
        """
        ids: list[int] = []
        words = WORD_OR_DIGIT if self.digits_apart else WORD
        for word in words.findall(text):
            if word not in self._known:
                if len(self._known) == MOST_KNOWN:
                    self._known.clear()
                self._known[word] = self._merge(word)
            ids += self._known[word]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of the tokens ``ids``; bytes that are not valid UTF-8 become �.

        Raises: ValueError if a number is not that of a token.
        """
        numbers = list(ids)
        require_ids("ids", numbers, len(self))
        return b"".join(self.tokens[number] for number in numbers).decode(errors="replace")

    def _merge(self, word: str) -> tuple[int, ...]:
        """Return the numbers of a word's tokens: merges are applied in the order of learning."""
        ids = [self._byte[byte] for byte in word.encode() if byte in self._byte]
        end = len(ids)
        before, after = list(range(-1, end - 1)), list(range(1, end + 1))
        queue: list[tuple[int, int]] = []

        def consider(i: int) -> None:
            if i >= 0 and after[i] < end:
                rank = self._rank.get((ids[i], ids[after[i]]))
                if rank is not None:
                    heappush(queue, (rank, i))

        for i in range(end):
            consider(i)
        while queue:
            rank, i = heappop(queue)
            pair, new = self.merges[rank]
            j = after[i]
            if j >= end or (ids[i], ids[j]) != pair:
                continue  # one of the two has been merged with another since
            ids[i], ids[j] = new, -1
            after[i] = after[j]
            if after[i] < end:
                before[after[i]] = i
            consider(before[i])
            consider(i)
        return tuple(token for token in ids if token >= 0)

    def save(self, folder: Path | str) -> None:
        """Write ``vocab.json`` and ``merges.txt`` into a folder, in GPT-2's format.

        These two files do not say which tokens are special, so ``added_tokens.json`` is written,
        too.
        Raises: ValueError if a special token would have the same name in ``vocab.json`` as another
        token; if digits are apart, which the files cannot say; or if the folder holds a
        ``tokenizer.json``, which `load` would read instead.
        """
        if self.digits_apart:
            raise ValueError("GPT-2's files cannot say that digits are apart, as they are here")
        if (file := Path(folder, "tokenizer.json")).exists():
            raise ValueError(f"folder must hold no tokenizer.json, but there is {file}")
        write_bpe(Path(folder), self.tokens, self.merges, self.special)

    @classmethod
    def from_pretrained(cls, name: Path | str) -> "BPE":
        """The tokenizer of an official model, like "gpt2", from the hub, a folder or a GGUF file.

        Raises: DataError, a ValueError, if the files cannot be reached; ValueError as `load`.
        """
        if is_gguf(name):
            return cls(*read_gguf_bpe(name))
        file = locate(name, "tokenizer.json", "merges.txt")
        if file.name == "merges.txt":
            locate(name, "vocab.json")
        return cls.load(file.parent)

    @classmethod
    def load(cls, folder: Path | str) -> "BPE":
        """Read a tokenizer from ``tokenizer.json``, or else from ``vocab.json`` and ``merges.txt``.

        The files may be those of `save` or those of a model on the hub. ``tokenizer.json`` names
        the special tokens itself, and says whether digits are apart. For ``vocab.json``, a file
        ``added_tokens.json`` names the special tokens; without it, they are the tokens in angle
        brackets, such as GPT-2's ``<|endoftext|>``.
        Raises: ValueError if a file is missing or cut short, or the files do not match.
        """
        return cls(*read_bpe(Path(folder)))


def pad(
    sequences: Sequence[Sequence[int]], value: int
) -> tuple[Int[Tensor, "batch longest"], Int[Tensor, " batch"]]:
    """Return the sequences as one tensor, right-padded with ``value``, and their lengths.

    Raises: ValueError if there is no sequence, or a sequence holds anything but whole numbers.
    """
    require_positive(n_sequences=len(sequences))
    [value] = whole_numbers("value", [value])
    sequences = [whole_numbers("sequences", sequence) for sequence in sequences]
    lengths = [len(sequence) for sequence in sequences]
    rows = [[*sequence, *[value] * (max(lengths) - len(sequence))] for sequence in sequences]
    return torch.tensor(rows, dtype=torch.long), torch.tensor(lengths)


class _Pairs:
    """The pairs of neighbouring tokens in all words, with their counts, while pairs are merged.

    ``words`` holds each word as the numbers of its tokens, ``times`` how often it occurs.
    """

    def __init__(self, words: list[list[int]], times: list[int]):
        self.words, self.times = words, times
        self.count: Counter[Pair] = Counter()
        self.where: defaultdict[Pair, set[int]] = defaultdict(set)
        for i, word in enumerate(words):
            for pair in pairwise(word):
                self.count[pair] += times[i]
                self.where[pair].add(i)
        self.queue = [(-n, pair) for pair, n in self.count.items()]
        heapify(self.queue)

    def most_frequent(self, min_count: int) -> Pair | None:
        """Return the most frequent pair, or None if no pair occurs ``min_count`` times."""
        while self.queue:
            minus_n, pair = heappop(self.queue)
            if -minus_n == self.count[pair]:  # else an older count: the newer one is there, too
                return pair if -minus_n >= min_count else None
        return None

    def merge(self, pair: Pair, new: int) -> None:
        """Replace the pair by the token ``new`` in all words."""
        changed: set[Pair] = set()
        for i in self.where.pop(pair):
            for old_pair in pairwise(self.words[i]):
                self.count[old_pair] -= self.times[i]
                changed.add(old_pair)
            self.words[i] = merged(self.words[i], pair, new)
            for new_pair in pairwise(self.words[i]):
                self.count[new_pair] += self.times[i]
                changed.add(new_pair)
                self.where[new_pair].add(i)
        for each in changed:
            heappush(self.queue, (-self.count[each], each))


def _learn_fast(
    text: str, tokens: list[bytes], vocab_size: int, min_count: int, *, first_byte: int
) -> list[Merge]:
    """Learn merges; append the new tokens to ``tokens``, whose bytes begin at ``first_byte``."""
    number = {token: i for i, token in enumerate(tokens) if i >= first_byte}
    occurs = Counter(WORD.findall(text))
    words = [[number[byte] for byte in single_bytes(word)] for word in occurs]
    pairs = _Pairs(words, list(occurs.values()))
    merges: list[Merge] = []
    while len(tokens) < vocab_size and (pair := pairs.most_frequent(min_count)):
        merged = tokens[pair[0]] + tokens[pair[1]]
        if merged not in number:
            number[merged] = len(tokens)
            tokens.append(merged)
        merges.append((pair, number[merged]))
        pairs.merge(pair, number[merged])
    return merges


def _require_special(special: Sequence[str]) -> None:
    if isinstance(special, str) or len(set(special)) < len(special) or "" in special:
        raise ValueError(f"special must be a list of different tokens, but it is {special!r}")
