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

import json
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

from payattention.checkpoint import read_json, read_text
from payattention.require import (
    require_ids,
    require_numbered,
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
ANGLE_BRACKETS = regex.compile(r"<\|?\w+\|?>")
MOST_KNOWN = 2**16  # words whose tokens a BPE remembers
Pair = tuple[int, int]
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
    words = Counter(tuple(_single_bytes(word)) for word in WORD.findall(text))
    tokens: list[bytes] = list(_BYTES)
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
    tokens = _single_bytes(word)
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
    yourself, for example ``bpe.special["[CLS]"]``.
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
        require_ids("ids", self.special.values(), len(self))
        ordinary = set(range(len(self.tokens))) - set(self.special.values())
        self._byte = {self.tokens[i][0]: i for i in ordinary if len(self.tokens[i]) == 1}
        if len(self._byte) != 256:
            raise ValueError(f"tokens must hold all 256 single bytes, but hold {len(self._byte)}")
        require_ids("merges", (i for pair, new in self.merges for i in (*pair, new)), len(self))
        self._rank = {pair: rank for rank, (pair, _) in enumerate(self.merges)}
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
        tokens += _BYTES
        if vocab_size < len(tokens):
            least = f"{len(tokens)}, the 256 bytes and the special tokens"
            raise ValueError(f"vocab_size must be at least {least}, but it is {vocab_size}")
        number = {token: i for i, token in enumerate(tokens) if i >= len(special)}
        occurs = Counter(WORD.findall(text))
        words = [[number[byte] for byte in _single_bytes(word)] for word in occurs]
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
            whole = tokens[pair[0]] + tokens[pair[1]]
            if whole not in number:
                number[whole] = len(tokens)
                tokens.append(whole)
            new = number[whole]
            merges.append((pair, new))
            changed: set[Pair] = set()
            for i in where.pop(pair):
                for old_pair in pairwise(words[i]):
                    count[old_pair] -= times[i]
                    changed.add(old_pair)
                words[i] = merged(words[i], pair, new)
                for new_pair in pairwise(words[i]):
                    count[new_pair] += times[i]
                    changed.add(new_pair)
                    where[new_pair].add(i)
            for each in changed:
                heappush(queue, (-count[each], each))
        return cls(tokens, merges, {token: i for i, token in enumerate(special)})

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's tokens; special tokens are not recognised in the text.

        Raises: UnicodeEncodeError, a ValueError, for half a surrogate pair, which UTF-8 cannot
        encode.
        """
        ids: list[int] = []
        for word in WORD.findall(text):
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
        """Write ``vocab.json`` and ``merges.txt`` into a folder, in GPT-2's format.

        These two files do not say which tokens are special, so ``added_tokens.json`` is written,
        too.
        Raises: ValueError if a special token would have the same name in ``vocab.json`` as another
        token.
        """
        names = [_visible(token) for token in self.tokens]
        for name, i in self.special.items():
            names[i] = name
        vocab = {name: i for i, name in enumerate(names)}
        if len(vocab) < len(names):
            raise ValueError(
                "special must not have the name of another token in vocab.json, but it is "
                f"{list(self.special)}"
            )
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, numbers in (("vocab.json", vocab), ("added_tokens.json", self.special)):
            (folder / name).write_text(json.dumps(numbers, ensure_ascii=False), encoding="utf-8")
        lines = [f"{names[a]} {names[b]}" for (a, b), _ in self.merges]
        text = "\n".join(["#version: 0.2", *lines, ""])
        (folder / "merges.txt").write_text(text, encoding="utf-8")

    @classmethod
    def from_pretrained(cls, name: Path | str) -> "BPE":
        """The tokenizer of an official model, such as "gpt2", from the hub or a folder.

        Raises: DataError, a ValueError, if the files cannot be reached; ValueError as `load`.
        """
        from payattention.hub import locate, locate_any

        if not locate_any(name, "merges.txt"):
            return cls.load(locate(name, "tokenizer.json").parent)
        return cls.load(locate(name, "vocab.json").parent)

    @classmethod
    def load(cls, folder: Path | str) -> "BPE":
        """Read a tokenizer from ``vocab.json`` and ``merges.txt``, or else from ``tokenizer.json``.

        The files may be those of `save` or GPT-2's own. ``tokenizer.json`` names the special tokens
        itself. For ``vocab.json``, a file ``added_tokens.json`` names them; without it, they are
        the tokens in angle brackets, such as GPT-2's ``<|endoftext|>``.
        Raises: ValueError if a file is missing or cut short, or the files do not match.
        """
        one = Path(folder) / "tokenizer.json"
        in_one = one.is_file() and not (Path(folder) / "merges.txt").is_file()
        vocab, pairs, added = _of_one_file(one) if in_one else _of_two_files(Path(folder))
        where, how, extra = "vocab.json", "merges.txt", "added_tokens.json"
        if in_one:
            where = how = extra = "tokenizer.json"
        require_numbered(where, vocab)
        for pair in pairs:
            if len(pair) != 2 or not {*pair, "".join(pair)} <= vocab.keys():
                merge = " ".join(pair)
                raise ValueError(
                    f"each merge in {how} must join two tokens of {where} to a third token of "
                    f"{where}, but {merge!r} does not"
                )
        made = {*_VISIBLE.values(), *("".join(pair) for pair in pairs)}
        others = {name: i for name, i in vocab.items() if name not in made}
        special = {name: i for name, i in others.items() if ANGLE_BRACKETS.fullmatch(name)}
        special = special if added is None else added
        if missing := others.keys() - special:
            wanted = f"{how} must make every token of {where} that is not special"
            raise ValueError(f"{wanted}, but in {folder} it does not make {min(missing)!r}")
        if unknown := special.items() - others.items():
            wanted = f"{extra} must hold tokens of {where} that no merge makes"
            raise ValueError(f"{wanted}, but in {folder} it holds {min(unknown)}")
        byte = {sign: bytes([b]) for b, sign in _VISIBLE.items()}
        tokens = [b""] * len(vocab)
        for name, i in vocab.items():
            is_special = name in special
            tokens[i] = name.encode() if is_special else b"".join(byte[sign] for sign in name)
        merges = [((vocab[a], vocab[b]), vocab[a + b]) for a, b in pairs]
        return cls(tokens, merges, special)


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


Spelling = tuple[dict[str, int], list[list[str]], dict[str, int] | None]  # tokens, merges, special


def _of_two_files(folder: Path) -> Spelling:
    vocab = _numbers_of_tokens(folder / "vocab.json")
    *lines, last = read_text(folder / "merges.txt").split("\n")
    if last:
        raise ValueError(
            f"merges.txt must end with a line break, but in {folder} it ends with {last!r}"
        )
    pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    added = folder / "added_tokens.json"
    return vocab, pairs, _numbers_of_tokens(added) if added.exists() else None


def _of_one_file(file: Path) -> Spelling:
    """Read ``tokenizer.json``, as the package `tokenizers` writes it.

    Returns the number of each token, the pairs that are merged, and the number of each special
    token.
    Raises: ValueError if the file does not hold byte-level BPE as in GPT-2.
    """
    content = read_json(file)
    model, splits = content.get("model") or {}, content.get("pre_tokenizer") or {}
    is_gpt2s = model.get("type") == "BPE" and splits.get("type") == "ByteLevel"
    is_plain = not (content.get("normalizer") or splits.get("add_prefix_space"))
    if not (is_gpt2s and is_plain and splits.get("use_regex", True)):
        raise ValueError(
            f"tokenizer.json must hold byte-level BPE as in GPT-2, but {file} does not"
        )
    added = {token["content"]: token["id"] for token in content.get("added_tokens", [])}
    pairs = [pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"]]
    return model["vocab"] | added, pairs, added


def _numbers_of_tokens(file: Path) -> dict[str, int]:
    numbers = read_json(file)
    if not all(type(i) is int for i in numbers.values()):
        raise ValueError(f"{file.name} must hold a number for each token, but {file} does not")
    return numbers


def _require_special(special: Sequence[str]) -> None:
    if isinstance(special, str) or len(set(special)) < len(special) or "" in special:
        raise ValueError(f"special must be a list of different tokens, but it is {special!r}")


def _visible_bytes() -> dict[int, str]:
    """Return the visible character that each of the 256 bytes has in GPT-2's files.

    If a byte is the code of a visible Latin-1 character, it is written as this character. The other
    bytes are written as the characters from U+0100 on.
    """
    visible = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)}
    visible |= set(range(ord("®"), ord("ÿ") + 1))
    hidden = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {b: chr(256 + i) for i, b in enumerate(hidden)}


_VISIBLE = _visible_bytes()
_BYTES = [bytes([byte]) for byte in sorted(range(256), key=_VISIBLE.__getitem__)]  # GPT-2's order


def _single_bytes(word: str) -> list[bytes]:
    return [bytes([byte]) for byte in word.encode()]


def _visible(token: bytes) -> str:
    return "".join(_VISIBLE[byte] for byte in token)
