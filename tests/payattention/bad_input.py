"""Bad input as a user's program meets it: without the shape checks that the tests switch on.

    python -m tests.payattention.bad_input

calls every case and prints as JSON what was raised, or null.
"""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from payattention.attention import (
    AttentionHead,
    MultiHeadAttention,
    masked_softmax,
    padding_mask,
)
from payattention.bert import NOT_CHOSEN, BERTConfig, BERTForPretraining
from payattention.data.dates import dates
from payattention.data.numbers import number_names
from payattention.decode import beam_search, greedy, sample
from payattention.experiments.digits import named, trained_reader
from payattention.experiments.pretraining import pretrained_bert
from payattention.experiments.translation import trained_translator
from payattention.gpt import GPT, GPTConfig
from payattention.position import sinusoidal
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.tokenize import BPE, Vocabulary
from payattention.transformer import DecoderLayer, EncoderLayer, Transformer, TransformerConfig

SIZES: dict[str, Any] = {"d_model": 8, "n_heads": 2, "d_ff": 16, "n_layers": 1}
LM: dict[str, Any] = {**SIZES, "vocab_size": 9, "max_len": 6}


def gpt_loss(*rows: list[int], dtype: torch.dtype = torch.int64) -> Any:
    return GPT(GPTConfig(**LM)).loss(torch.tensor(rows, dtype=dtype))


def bert_loss(labels: Any, follows_not: Any = None) -> Any:
    model = BERTForPretraining(BERTConfig(**LM))
    labels = torch.tensor(labels)
    follows_not = None if follows_not is None else torch.tensor(follows_not)
    return model.loss(torch.ones(1, 2).long(), labels, follows_not=follows_not)


def transformer_loss(target: Any) -> Any:
    return Transformer(TransformerConfig(**LM)).loss(torch.ones(1, 2).long(), torch.tensor(target))


def seq2seq_loss(target: Any) -> Any:
    config = Seq2SeqConfig(9, 9, d_model=4, d_hidden=4)
    return Seq2Seq(config).loss(torch.ones(1, 2).long(), torch.tensor(target))


def gpt_writes(decode: Callable, **how: Any) -> Any:
    return decode(GPT(GPTConfig(**LM)).eval().step, torch.tensor([[1]]), **how)


def heads(x: torch.Tensor, **more: Any) -> Any:
    return MultiHeadAttention(8, 2)(x, **more)


def layer(x: torch.Tensor, *memory: torch.Tensor, pre_norm: bool = True) -> Any:
    config = TransformerConfig(**LM, pre_norm=pre_norm)
    return (DecoderLayer if memory else EncoderLayer)(config)(x, *memory)


def bpe_from(change: Callable[[Path], Any], *, special: list[str] | None = None) -> Any:
    """Load what was saved and then damaged."""
    with tempfile.TemporaryDirectory() as folder:
        BPE.train("low lower lowest " * 9, 262, special=special or []).save(folder)
        change(Path(folder))
        return BPE.load(folder)


def cut(file: Path, lines: int) -> None:
    """Take lines off the end of the file, whole ones."""
    kept = file.read_text(encoding="utf-8").splitlines(keepends=True)[:-lines]
    file.write_text("".join(kept), encoding="utf-8")


IMAGE = torch.zeros(1, 1, 8, 8)
SEQUENCE = torch.ones(1, 3, 8)

CASES: list[tuple[Callable[[], Any], str]] = [
    # a language model's loss looks at the last token too, though it is only to be said
    (lambda: gpt_loss([1, 2, 99]), r"tokens must be in \[0, 9\), but one is 99"),
    (lambda: gpt_loss([1, 2, -1]), r"tokens must be in \[0, 9\), but one is -1"),
    (lambda: gpt_loss([1, 2, -100]), r"tokens must be in \[0, 9\), but one is -100"),
    (lambda: gpt_loss([1]), r"tokens .* at least \(1, 2\), but their shape is \(1, 1\)"),
    (lambda: gpt_loss([1] * 8), r"tokens .* at most max_len \+ 1 = 7 .* but they are 8"),
    (lambda: GPT(GPTConfig(**LM)).loss(torch.ones(3).long()), r"tokens .*their shape is \(3,\)"),
    (
        lambda: gpt_loss([1, 2], dtype=torch.int16),
        "tokens must be .* int64 or int32, but their dtype is torch.int16",
    ),
    (lambda: transformer_loss([[1, 2, 9]]), r"target must be in \[0, 9\), but one is 9"),
    (lambda: transformer_loss([[1]]), r"target .* at least \(1, 2\), .*\(1, 1\)"),
    (lambda: seq2seq_loss([[1, 2, -3]]), r"target must be in \[0, 9\), but one is -3"),
    (lambda: seq2seq_loss([[1]]), r"target .* at least \(1, 2\), .*\(1, 1\)"),
    (lambda: bert_loss([[1, 9]]), r"labels must be in \[0, 9\), but one is 9"),
    (lambda: bert_loss([[1, NOT_CHOSEN, 2]]), r"labels .* \(1, 2\), but their shape is \(1, 3\)"),
    (lambda: bert_loss([[1, 2]], [2]), r"follows_not must be in \[0, 2\), but one is 2"),
    (lambda: bert_loss([[1, 2]], [1, 0]), r"follows_not .* the 1 pairs, .* shape is \(2,\)"),
    # decoding
    (lambda: gpt_writes(greedy, max_new=2.5), "max_new must be a whole number, but it is 2.5"),
    (lambda: gpt_writes(greedy, max_new="3"), "max_new must be a whole number, but it is '3'"),
    (lambda: gpt_writes(greedy, max_new=3, eos=1.5), "eos must be a whole number, but it is 1.5"),
    (lambda: gpt_writes(greedy, max_new=7), "tokens must be at most max_len = 6 long, .* are 7"),
    (lambda: gpt_writes(sample, max_new=2, top_k=1.5), "top_k must be a whole number, .* 1.5"),
    (lambda: gpt_writes(beam_search, max_new=2, beam=None), "beam must be a whole number, .* None"),
    # masks
    (lambda: masked_softmax(torch.ones(2, 3), torch.ones(2, 3)), "mask must be boolean.*float32"),
    (
        lambda: masked_softmax(torch.ones(2, 3), torch.ones(3, 2).bool()),
        r"mask must broadcast to .* = \(2, 3\), but its shape is \(3, 2\)",
    ),
    (lambda: padding_mask(torch.ones(0).long()), r"lengths .* their shape is \(0,\)"),
    (lambda: padding_mask(torch.tensor([2.5])), "lengths must be whole numbers, .* torch.float32"),
    (lambda: padding_mask(torch.tensor(3)), r"lengths .* their shape is \(\)"),
    # sequences of vectors
    (lambda: heads(torch.ones(1, 3, 7)), r"x .* \(…, length, 8\), .* shape is \(1, 3, 7\)"),
    (lambda: heads(torch.ones(1, 0, 8)), r"x .* none of them 0, but its shape is \(1, 0, 8\)"),
    (lambda: heads(torch.ones(8)), r"x .* but its shape is \(8,\)"),
    (lambda: heads(SEQUENCE, context=torch.ones(1, 3, 5)), r"context .*\(…, length, 8\).* 5\)"),
    (lambda: heads(SEQUENCE, value=torch.ones(1, 3, 5)), r"value .* \(…, length, 8\).* 5\)"),
    (lambda: AttentionHead(8, 2, 2)(torch.ones(3, 7)), r"x .* \(…, length, 8\), .* \(3, 7\)"),
    (lambda: AttentionHead(8, 2, 2)(SEQUENCE, torch.ones(3, 4)), r"context .*, 8\), .* \(3, 4\)"),
    (lambda: layer(torch.ones(1, 3, 7)), r"x .* \(…, length, 8\), .* \(1, 3, 7\)"),
    (lambda: layer(torch.ones(1, 0, 8), pre_norm=False), r"x .* \(1, 0, 8\)"),
    (lambda: layer(SEQUENCE, torch.ones(1, 3, 7)), r"memory .* \(…, length, 8\), .* \(1, 3, 7\)"),
    # images
    (lambda: named(trained_reader(), IMAGE.long()), "image must hold floats, .* torch.int64"),
    (lambda: named(trained_reader(), IMAGE[:0]), r"image .* at least one, .* \(0, 1, 8, 8\)"),
    # sizes
    (lambda: GPTConfig(**{**LM, "n_layers": 1.5}), "n_layers must be a whole number, .* 1.5"),
    (lambda: GPTConfig(**{**LM, "d_ff": None}), "d_ff must be a whole number, but it is None"),
    (lambda: GPTConfig(**LM, eps=0), "eps must be a positive number, but it is 0"),
    (lambda: MultiHeadAttention(8.0, 2), "d_model must be a whole number, but it is 8.0"),
    (lambda: sinusoidal(2.5, 4), "n must be a whole number, but it is 2.5"),
    (lambda: dates(2.5, seed=0), "n must be a whole number, but it is 2.5"),
    (lambda: number_names(0, seed=0), "n must be from 1 to 1000000, but it is 0"),
    # trained models
    (lambda: pretrained_bert().fill("[MASK]", guesses=-1), "guesses must be from 1 to .* is -1"),
    (lambda: pretrained_bert().fill("[MASK]", guesses=900), "guesses must be from 1 to .* is 900"),
    (lambda: trained_translator().translate("Monday"), "texts must be a list .* is 'Monday'"),
    (lambda: trained_translator().translate([""]), r"texts must be a list .* is \[''\]"),
    (lambda: trained_translator().translate([]), r"texts must be a list .* is \[\]"),
    # tokens
    (lambda: BPE.train("a", 300, special=["a", "a"]), r"special .* different .* \['a', 'a'\]"),
    (lambda: BPE.train("a", 300, special="[CLS]"), r"special must be a list .* '\[CLS\]'"),
    (lambda: BPE.train("a", 256.5), "vocab_size must be a whole number, but it is 256.5"),
    (lambda: Vocabulary(""), "symbols must not be empty"),
    (lambda: Vocabulary("ab", special="[PAD]"), r"special must be a list .* '\[PAD\]'"),
    (lambda: BPE.load("/nowhere"), "folder must hold vocab.json, but there is no file /nowhere"),
    (
        lambda: bpe_from(lambda folder: (folder / "merges.txt").unlink()),
        "folder must hold merges.txt, but there is no file",
    ),
    (
        lambda: bpe_from(lambda folder: cut(folder / "merges.txt", lines=1)),
        "merges.txt must make every token .* does not make 'Ġlower'",
    ),
    (
        lambda: bpe_from(lambda folder: (folder / "merges.txt").write_text("")),
        "merges.txt must make every token of vocab.json",
    ),
    (
        lambda: bpe_from(
            lambda folder: [
                cut(folder / "merges.txt", lines=1),
                (folder / "added_tokens.json").unlink(),  # as GPT-2's own files come
            ],
        ),
        "merges.txt must make every token .* does not make 'Ġlower'",
    ),
    (
        lambda: bpe_from(
            lambda folder: (folder / "added_tokens.json").write_text("{}"), special=["[CLS]"]
        ),
        r"merges.txt must make every token .* does not make '\[CLS\]'",
    ),
    (
        lambda: bpe_from(lambda folder: (folder / "added_tokens.json").write_text('{"a": 3}')),
        r"added_tokens.json must hold tokens .* that no merge makes, .* \('a', 3\)",
    ),
]


def raised(call: Callable[[], Any]) -> list[str] | None:
    """The kind of what the call raises, and what it says."""
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]
    return None


if __name__ == "__main__":
    print(json.dumps([raised(call) for call, _ in CASES]))
