"""The files of byte-pair encoding: those of GPT-2, tokenizer.json, and GGUF."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import regex

from payattention._byte_names import VISIBLE, visible_name
from payattention._gguf import read_gguf
from payattention.checkpoint import read_json, read_text
from payattention.require import require_numbered

Pair = tuple[int, int]
Merge = tuple[Pair, int]

ANGLE_BRACKETS = regex.compile(r"<\|?\w+\|?>")
CONTROL, USER_DEFINED = 3, 4  # the types of special tokens in a GGUF file


class Spelling(NamedTuple):
    """A tokenizer as its files spell it, and what error messages call the parts of these files."""

    vocab: dict[str, int]
    pairs: list[list[str]]  # that are merged
    special: dict[str, int] | None  # None: the tokens in angle brackets
    digits_apart: bool
    where: str = "tokenizer.json"  # holds the vocabulary
    how: str = "tokenizer.json"  # holds the merges
    extra: str = "tokenizer.json"  # holds the special tokens


class Parts(NamedTuple):
    """What a `BPE` is made of."""

    tokens: list[bytes]
    merges: list[Merge]
    special: dict[str, int]
    digits_apart: bool


def write_bpe(
    folder: Path, tokens: Sequence[bytes], merges: Sequence[Merge], special: Mapping[str, int]
) -> None:
    """Write ``vocab.json``, ``merges.txt`` and ``added_tokens.json``: see `BPE.save`."""
    names = [visible_name(token) for token in tokens]
    for name, i in special.items():
        names[i] = name
    vocab = {name: i for i, name in enumerate(names)}
    if len(vocab) < len(names):
        raise ValueError(
            "special must not have the name of another token in vocab.json, but it is "
            f"{list(special)}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    for name, numbers in (("vocab.json", vocab), ("added_tokens.json", special)):
        (folder / name).write_text(json.dumps(numbers, ensure_ascii=False), encoding="utf-8")
    lines = [f"{names[a]} {names[b]}" for (a, b), _ in merges]
    text = "\n".join(["#version: 0.2", *lines, ""])
    (folder / "merges.txt").write_text(text, encoding="utf-8")


def read_bpe(folder: Path) -> Parts:
    """Read a tokenizer from a folder: see `BPE.load`."""
    one = folder / "tokenizer.json"
    return _parts(_of_one_file(one) if one.is_file() else _of_two_files(folder), folder)


def read_gguf_bpe(name: Path | str) -> Parts:
    """Read a tokenizer from a GGUF file.

    Raises: ValueError if the file is damaged, or its tokenizer is not byte-level BPE as in GPT-2
    or SmolLM2.
    """
    gguf = read_gguf(name)
    gguf.field("tokenizer.ggml.model", "gpt2")
    digits_apart = gguf.field("tokenizer.ggml.pre", "gpt-2", "smollm") == "smollm"
    tokens, types, merges = (
        gguf.field(f"tokenizer.ggml.{part}") for part in ("tokens", "token_type", "merges")
    )
    vocab = {token: i for i, token in enumerate(tokens)}
    kinds = zip(vocab, types, strict=False)
    special = {token: vocab[token] for token, kind in kinds if kind in (CONTROL, USER_DEFINED)}
    pairs = [merge.split(" ") for merge in merges]
    file = gguf.file.name
    return _parts(Spelling(vocab, pairs, special, digits_apart, file, file, file), gguf.file)


def _parts(spelling: Spelling, source: Path) -> Parts:
    """Require a spelling to be complete and consistent, and return the tokens and merges in it."""
    vocab, pairs, added, digits_apart, where, how, extra = spelling
    require_numbered(where, vocab)
    _require_merges(pairs, vocab, where, how)
    made = {*VISIBLE.values(), *("".join(pair) for pair in pairs)}
    others = {name: i for name, i in vocab.items() if name not in made}
    special = {name: i for name, i in others.items() if ANGLE_BRACKETS.fullmatch(name)}
    special = special if added is None else added
    if missing := others.keys() - special:
        wanted = f"{how} must make every token of {where} that is not special"
        raise ValueError(f"{wanted}, but in {source} it does not make {min(missing)!r}")
    if unknown := special.items() - others.items():
        wanted = f"{extra} must hold tokens of {where} that no merge makes"
        raise ValueError(f"{wanted}, but in {source} it holds {min(unknown)}")
    byte = {sign: bytes([b]) for b, sign in VISIBLE.items()}
    tokens = [b""] * len(vocab)
    for name, i in vocab.items():
        is_special = name in special
        tokens[i] = name.encode() if is_special else b"".join(byte[sign] for sign in name)
    merges = [((vocab[a], vocab[b]), vocab[a + b]) for a, b in pairs]
    return Parts(tokens, merges, special, digits_apart)


def _require_merges(pairs: list[list[str]], vocab: Mapping[str, int], where: str, how: str) -> None:
    """Require that each merge in the file ``how`` joins tokens of the file ``where`` to a token."""
    for pair in pairs:
        if len(pair) != 2 or not {*pair, "".join(pair)} <= vocab.keys():
            merge = " ".join(pair)
            raise ValueError(
                f"each merge in {how} must join two tokens of {where} to a third token of "
                f"{where}, but {merge!r} does not"
            )


def _of_two_files(folder: Path) -> Spelling:
    vocab = _numbers_of_tokens(folder / "vocab.json")
    *lines, last = read_text(folder / "merges.txt").split("\n")
    if last:
        raise ValueError(
            f"merges.txt must end with a line break, but in {folder} it ends with {last!r}"
        )
    pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    added = folder / "added_tokens.json"
    special = _numbers_of_tokens(added) if added.exists() else None
    names = ("vocab.json", "merges.txt", "added_tokens.json")
    return Spelling(vocab, pairs, special, False, *names)


def _of_one_file(file: Path) -> Spelling:
    """Read ``tokenizer.json``, as the package `tokenizers` writes it.

    Raises: ValueError if the file does not hold byte-level BPE as in GPT-2 or SmolLM2.
    """
    content = read_json(file)
    model, splits = content.get("model") or {}, content.get("pre_tokenizer") or {}
    digits_apart = _splits_digits(splits)
    splits = splits["pretokenizers"][-1] if digits_apart else splits
    is_gpt2s = model.get("type", "BPE") == "BPE" and splits.get("type") == "ByteLevel"
    is_plain = not (content.get("normalizer") or splits.get("add_prefix_space"))
    if not (is_gpt2s and is_plain and splits.get("use_regex", True)):
        raise ValueError(
            f"tokenizer.json must hold byte-level BPE as in GPT-2, but {file} does not"
        )
    added = {token["content"]: token["id"] for token in content.get("added_tokens", [])}
    pairs = [pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"]]
    return Spelling(model["vocab"] | added, pairs, added, digits_apart)


def _splits_digits(splits: dict[str, Any]) -> bool:
    """Whether a text is split at each digit, and then by one further rule."""
    rules = splits.get("pretokenizers") or [{}]
    digits = {"type": "Digits", "individual_digits": True}
    return splits.get("type") == "Sequence" and len(rules) == 2 and rules[0] == digits


def _numbers_of_tokens(file: Path) -> dict[str, int]:
    numbers = read_json(file)
    if not all(type(i) is int for i in numbers.values()):
        raise ValueError(f"{file.name} must hold a number for each token, but {file} does not")
    return numbers
