"""Tokens: from a text to whole numbers, and back.

Vocabulary   one number a symbol: a character, or a word
BPE          byte-pair encoding: frequent words are one token, rare ones several, and any text
             at all can be written, for every byte is a token
pad          sequences of several lengths as one tensor
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from pathlib import Path

import regex
import torch
from jaxtyping import Int
from torch import Tensor

from payattention.require import require_positive, whole_numbers

PAD, BOS, EOS = "[PAD]", "[BOS]", "[EOS]"


class Vocabulary:
    """One number for each symbol: the special ones first, then ``symbols`` in sorted order.

    Raises: ValueError where there are no symbols, or special ones are no list or not different.
    """

    def __init__(self, symbols: Iterable[str], special: Sequence[str] = (PAD, BOS, EOS)):
        different = set(symbols)
        if not different:
            raise ValueError("symbols must not be empty, but there is none")
        if not all(isinstance(symbol, str) for symbol in different):
            raise ValueError(f"symbols must be texts, but they are {different!r:.80}")
        _require_special(special)
        self.symbols = [*special, *sorted(different - set(special))]
        self.ids = {symbol: number for number, symbol in enumerate(self.symbols)}

    def __len__(self) -> int:
        return len(self.symbols)

    def encode(self, text: Iterable[str]) -> list[int]:
        """Return the number of each symbol; of a str, the number of each character.

        Raises: ValueError where a symbol is not in the vocabulary.
        """
        try:
            return [self.ids[symbol] for symbol in text]
        except KeyError as unknown:
            raise ValueError(
                f"text must be made of the vocabulary's {len(self)} symbols, "
                f"but it holds {unknown.args[0]!r}"
            ) from None

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Return the symbol of each number.

        Raises: ValueError where a number is not one of the vocabulary's.
        """
        numbers = list(ids)
        _require_ids(numbers, len(self))
        return [self.symbols[number] for number in numbers]


# GPT-2's words: a letter run, a number or other signs, each with the space before it. Nothing is
# ever merged across two words.
WORD = regex.compile(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", regex.V0
)
ANGLE_BRACKETS = regex.compile(r"<\|?\w+\|?>")
Pair = tuple[int, int]


class BPE:
    """Byte-level byte-pair encoding, as in GPT-2.

    A text is bytes (UTF-8), and the pairs of tokens that were most frequent in training are merged
    into new ones. ``tokens[i]`` is what number i stands for, ``merges`` are the pairs of numbers in
    the order they were learnt, each with the number it becomes. ``special`` names the numbers that
    no text becomes: they are put in by hand, `bpe.special["[CLS]"]`.
    Source: Sennrich et al. (2016), section 3.2; Radford et al. (2019), section 2.2, for bytes.
    """

    def __init__(
        self,
        tokens: Sequence[bytes],
        merges: Sequence[tuple[Pair, int]],
        special: dict[str, int] | None = None,
    ):
        self.tokens = list(tokens)
        self.merges = list(merges)
        self.special = dict(special or {})
        _require_ids([*self.special.values()], len(self.tokens))
        ordinary = set(range(len(self.tokens))) - set(self.special.values())
        self._byte = {self.tokens[i][0]: i for i in ordinary if len(self.tokens[i]) == 1}
        if len(self._byte) != 256:
            raise ValueError(
                f"tokens must hold each of the 256 bytes, but they hold {len(self._byte)} of them"
            )
        for pair, new in self.merges:
            if not all(0 <= number < len(self.tokens) for number in (*pair, new)):
                raise ValueError(
                    f"merges must be of the {len(self)} tokens, but one makes {new} of {pair}"
                )
        self._rank = {pair: rank for rank, (pair, _) in enumerate(self.merges)}
        self._merge_word = lru_cache(2**16)(self._merge)

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
        """Learn from ``text``: merge the most frequent pair, again and again.

        Ends at ``vocab_size`` tokens, or when no pair occurs ``min_count`` times. Of pairs equally
        frequent the one with the smaller numbers is merged.
        Raises: ValueError where vocab_size does not hold the 256 bytes and the special tokens, or
        these are no list or not different.
        """
        _require_special(special)
        require_positive(vocab_size=vocab_size, min_count=min_count)
        tokens = [token.encode() for token in special]
        tokens += [bytes([byte]) for byte in sorted(range(256), key=_VISIBLE.__getitem__)]
        if vocab_size < len(tokens):
            raise ValueError(
                f"vocab_size must be at least {len(tokens)}, the 256 bytes and the special tokens, "
                f"but it is {vocab_size}"
            )
        number = {token: i for i, token in enumerate(tokens) if i >= len(special)}
        occurs = Counter(WORD.findall(text))
        words = [[number[bytes([byte])] for byte in word.encode()] for word in occurs]
        times = list(occurs.values())

        count: Counter[Pair] = Counter()
        where: defaultdict[Pair, set[int]] = defaultdict(set)
        for i, word in enumerate(words):
            for pair in pairwise(word):
                count[pair] += times[i]
                where[pair].add(i)
        queue = [(-n, pair) for pair, n in count.items()]
        heapify(queue)
        merges = []
        while queue and len(tokens) < vocab_size:
            minus_n, pair = heappop(queue)
            if -minus_n != count[pair]:
                continue  # an older count: the newer one is in the queue too
            if -minus_n < min_count:
                break
            merged = tokens[pair[0]] + tokens[pair[1]]
            if merged not in number:
                number[merged] = len(tokens)
                tokens.append(merged)
            new = number[merged]
            merges.append((pair, new))
            changed: set[Pair] = set()
            for i in where.pop(pair):
                for old_pair in pairwise(words[i]):
                    count[old_pair] -= times[i]
                    changed.add(old_pair)
                words[i] = _merged(words[i], pair, new)
                for new_pair in pairwise(words[i]):
                    count[new_pair] += times[i]
                    changed.add(new_pair)
                    where[new_pair].add(i)
            for each in changed:
                heappush(queue, (-count[each], each))
        return cls(tokens, merges, {token: i for i, token in enumerate(special)})

    def encode(self, text: str) -> list[int]:
        """Return the tokens of a text; what looks like a special token is text like any other.

        Raises: UnicodeEncodeError, a ValueError, for half a surrogate pair, which UTF-8 has not.
        """
        return [token for word in WORD.findall(text) for token in self._merge_word(word)]

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of the tokens; bytes that are no UTF-8 become �.

        Raises: ValueError where a number is not a token's.
        """
        numbers = list(ids)
        _require_ids(numbers, len(self))
        return b"".join(self.tokens[number] for number in numbers).decode(errors="replace")

    def _merge(self, word: str) -> tuple[int, ...]:
        """Apply the merges to one word, those learnt first before the others, from the left."""
        ids = [self._byte[byte] for byte in word.encode()]
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
        """Write ``vocab.json`` and ``merges.txt`` in GPT-2's format.

        Which tokens are special GPT-2's files do not say: they stand in ``added_tokens.json``.
        Raises: ValueError where a special token is spelt like an ordinary one.
        """
        names = [_visible(token) for token in self.tokens]
        for name, i in self.special.items():
            names[i] = name
        vocab = {name: i for i, name in enumerate(names)}
        if len(vocab) < len(names):
            raise ValueError(
                f"special must not be spelt like other tokens, but it is {list(self.special)}"
            )
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, numbers in (("vocab.json", vocab), ("added_tokens.json", self.special)):
            (folder / name).write_text(json.dumps(numbers, ensure_ascii=False), encoding="utf-8")
        lines = [f"{names[a]} {names[b]}" for (a, b), _ in self.merges]
        text = "\n".join(["#version: 0.2", *lines, ""])
        (folder / "merges.txt").write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, folder: Path | str) -> "BPE":
        """Read ``vocab.json`` and ``merges.txt``, ours or GPT-2's own.

        Without an ``added_tokens.json`` beside them the special tokens are those within angle
        brackets, as GPT-2's ``<|endoftext|>``.
        Raises: ValueError where a file is missing or cut short, or they do not belong together.
        """
        vocab = _numbers_of_tokens(Path(folder) / "vocab.json")
        *lines, last = _text(Path(folder) / "merges.txt").split("\n")
        if last:
            raise ValueError(
                f"merges.txt must end with a whole line, but {folder}'s ends with {last!r}"
            )
        pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
        if sorted(vocab.values()) != list(range(len(vocab))):
            raise ValueError(
                f"vocab.json must number its {len(vocab)} tokens from 0 without a gap, "
                f"but its numbers are {min(vocab.values())} to {max(vocab.values())}"
            )
        merges = []
        for pair in pairs:
            if len(pair) != 2 or not {*pair, "".join(pair)} <= vocab.keys():
                raise ValueError(
                    f"merges.txt must hold pairs whose parts and whole are in vocab.json, "
                    f"but it holds {' '.join(pair)!r}"
                )
            merges.append(((vocab[pair[0]], vocab[pair[1]]), vocab["".join(pair)]))
        made = {*_VISIBLE.values(), *("".join(pair) for pair in pairs)}
        others = {name: i for name, i in vocab.items() if name not in made}
        added = Path(folder) / "added_tokens.json"
        if added.exists():
            special = _numbers_of_tokens(added)
        else:
            special = {name: i for name, i in others.items() if ANGLE_BRACKETS.fullmatch(name)}
        if missing := others.keys() - special:
            raise ValueError(
                f"merges.txt must make every token of vocab.json that is not special, "
                f"but {folder}'s does not make {min(missing)!r}"
            )
        if unknown := special.items() - others.items():
            raise ValueError(
                f"added_tokens.json must hold tokens of vocab.json that no merge makes, "
                f"but {folder}'s holds {min(unknown)}"
            )
        byte = {sign: bytes([b]) for b, sign in _VISIBLE.items()}
        tokens = [b""] * len(vocab)
        for name, i in vocab.items():
            is_special = name in special
            tokens[i] = name.encode() if is_special else b"".join(byte[sign] for sign in name)
        return cls(tokens, merges, special)


def pad(
    sequences: Sequence[Sequence[int]], value: int
) -> tuple[Int[Tensor, "batch longest"], Int[Tensor, " batch"]]:
    """Return the sequences as one tensor, filled up with ``value``, and their lengths.

    Raises: ValueError where there is no sequence, or one holds what is no whole number.
    """
    if len(sequences) == 0:
        raise ValueError("sequences must not be empty, but there is none")
    [value] = whole_numbers("value", [value])
    sequences = [whole_numbers("sequences", sequence) for sequence in sequences]
    lengths = [len(sequence) for sequence in sequences]
    rows = [[*sequence, *[value] * (max(lengths) - len(sequence))] for sequence in sequences]
    return torch.tensor(rows, dtype=torch.long), torch.tensor(lengths)


def _numbers_of_tokens(file: Path) -> dict[str, int]:
    try:
        numbers = json.loads(_text(file))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{file.name} must be whole JSON, but {file} is not: {error}") from None
    if not isinstance(numbers, dict) or not all(type(i) is int for i in numbers.values()):
        raise ValueError(f"{file.name} must hold a number for each token, but {file} does not")
    return numbers


def _text(file: Path) -> str:
    if not file.is_file():
        raise ValueError(f"folder must hold {file.name}, but there is no file {file}")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file.name} must be UTF-8, but {file} is not: {error}") from None


def _require_special(special: Sequence[str]) -> None:
    if isinstance(special, str) or len(set(special)) < len(special) or "" in special:
        raise ValueError(f"special must be a list of different tokens, but it is {special!r}")


def _merged(word: list[int], pair: Pair, new: int) -> list[int]:
    merged, i = [], 0
    while i < len(word):
        is_pair = i + 1 < len(word) and (word[i], word[i + 1]) == pair
        merged.append(new if is_pair else word[i])
        i += 2 if is_pair else 1
    return merged


def _visible_bytes() -> dict[int, str]:
    """GPT-2's files hold text, so every byte has a visible sign there: itself, or the next free."""
    visible = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)}
    visible |= set(range(ord("®"), ord("ÿ") + 1))
    hidden = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {b: chr(256 + i) for i, b in enumerate(hidden)}


_VISIBLE = _visible_bytes()


def _visible(token: bytes) -> str:
    return "".join(_VISIBLE[byte] for byte in token)


def _require_ids(ids: list[int], size: int) -> None:
    for number in ids:
        if not 0 <= number < size:
            raise ValueError(f"ids must be from 0 to {size - 1}, but one is {number}")
