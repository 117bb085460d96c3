"""Bad input as a user's program meets it: without the shape checks that the tests switch on.

    python -m tests.payattention.bad_input

calls every case and prints as JSON what was raised, or null.
"""

import json
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from payattention import checkpoint
from payattention.attention import (
    KVCache,
    MultiHeadAttention,
    attention,
    masked_softmax,
)
from payattention.bert import (
    BERTConfig,
    BERTForPretraining,
    mask_tokens,
)
from payattention.caption import Captioner
from payattention.data.dates import dates
from payattention.data.numbers import number_names
from payattention.decode import beam_search, distribution, greedy, sample
from payattention.experiments import translation
from payattention.experiments.pretraining import labelled_dates, pretrained_bert
from payattention.experiments.translation import trained_translator
from payattention.gpt import GPT, GPTConfig
from payattention.multihead import ConvolutionAsAttention
from payattention.ngram import NGram
from payattention.position import (
    SinusoidalPositions,
    sinusoidal,
)
from payattention.recurrent import GRUCell, Recurrent, reverse
from payattention.sam import MaskPrediction, PromptEncoder, SAMConfig, mask_loss
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.tokenize import BPE, Vocabulary, pad
from payattention.train import train
from payattention.transformer import (
    DecoderLayer,
    EncoderLayer,
    Transformer,
    TransformerConfig,
)
from payattention.vit import rollout

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


def counted() -> NGram:
    return NGram(torch.tensor([1, 2, 3, 1, 2, 4]), 3, 6)


def two_layers(**more: Any) -> Any:
    return GPT(GPTConfig(**{**LM, "n_layers": 2})).hidden(ONES, **more)


def gpt_steps(rows: int) -> Any:
    model = GPT(GPTConfig(**LM))
    _, cache = model.step(torch.ones(2, 1).long())
    return model.step(torch.ones(rows, 1).long(), cache)


def crossed(rows: int) -> Any:
    """Attend to one context, then from other rows with the same cache."""
    attend, cache = MultiHeadAttention(8, 2), KVCache()
    attend(SEQUENCE, SEQUENCE, cache=cache)
    return attend(SEQUENCE.expand(rows, -1, -1), SEQUENCE, cache=cache)


def trained(**how: Any) -> Any:
    plain: dict[str, Any] = {"steps": 1, "batch_size": 2}
    model = nn.Linear(2, 1)
    return train(model, lambda m, x: m(x).square().mean(), torch.ones(4, 2), **plain | how)


def says(logit: float) -> Callable:
    return lambda tokens, cache: (torch.full((len(tokens), 4), logit), None)


def a_transformer() -> Transformer:
    return Transformer(TransformerConfig(**LM))


def a_seq2seq() -> Seq2Seq:
    return Seq2Seq(Seq2SeqConfig(9, 9, d_model=4, d_hidden=4))


def pair(model: Callable, n_sources: int, n_targets: int, **how: Any) -> Any:
    source, target = (torch.ones(n, 2).long() for n in (n_sources, n_targets))
    return model().loss(source, target, **how)


def masked_image(target: torch.Tensor) -> Any:
    return mask_loss(MaskPrediction(torch.zeros(2, 3, 8, 8), torch.zeros(2, 3)), target)


def prompted(**prompt: Any) -> Any:
    config = SAMConfig(
        d_model=16, n_heads=2, d_ff=16, n_layers=1, image_size=8, patch_size=4, mask_channels=4
    )
    if "labels" in prompt or "points" in prompt:
        prompt = {"points": torch.ones(1, 2, 2), "labels": torch.ones(1, 2).long()} | prompt
    return PromptEncoder(config)(**prompt)


def blanks(tokens: torch.Tensor, **more: Any) -> Any:
    return mask_tokens(tokens, mask_token=3, vocab_size=9, **more)


def read(x: torch.Tensor, **more: Any) -> Any:
    return Recurrent(GRUCell(8, 4))(x, **more)


def checkpoint_of(*, change: bool = False, **parts: Any) -> Any:
    """Load a translator in which some parts were replaced."""
    trained = trained_translator()
    weights = trained.model.state_dict()
    if change:
        parts["weights"] = weights | parts["weights"]
    whole = {"kind": "bahdanau", "symbols": trained.vocabulary.symbols, "max_len": 40}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "copy.pt")
        checkpoint.save({"weights": weights} | whole | parts, file)
        return translation.load(file)


IMAGE = torch.zeros(1, 1, 8, 8)
SEQUENCE = torch.ones(1, 3, 8)
ONES = torch.ones(1, 2).long()
PROMPT = torch.tensor([[1]])
BYTES = [bytes([byte]) for byte in range(256)]

CASES: list[tuple[Callable[[], Any], str]] = [
    # a language model's loss looks at the last token too, though it is only to be said
    (lambda: gpt_loss([1, 2, 99]), "tokens must be from 0 to 8, but one is 99"),
    (lambda: gpt_loss([1, 2, -1]), "tokens must be from 0 to 8, but one is -1"),
    (lambda: gpt_loss([1, 2, -100]), "tokens must be from 0 to 8, but one is -100"),
    (lambda: gpt_loss([1]), r"tokens .* at least 2, but it is \(1, 1\)"),
    (lambda: gpt_loss([1] * 8), "tokens must have a length of at most 7, but it is 8"),
    (lambda: GPT(GPTConfig(**LM)).loss(torch.ones(3).long()), r"tokens .*but it is \(3,\)"),
    (lambda: transformer_loss([[1, 2, 9]]), "target must be from 0 to 8, but one is 9"),
    (lambda: transformer_loss([[1]]), r"target .* at least 2, .*\(1, 1\)"),
    (lambda: seq2seq_loss([[1, 2, -3]]), "target must be from 0 to 8, but one is -3"),
    (lambda: seq2seq_loss([[1]]), r"target .* at least 2, .*\(1, 1\)"),
    # a mask of a whole model
    (
        lambda: a_transformer()(ONES, ONES, torch.ones(1, 1, 2)),
        "mask must be boolean, .* torch.float32",
    ),
    (
        lambda: a_transformer()(ONES, ONES, torch.ones(1, 1, 4).bool()),
        r"mask must .* = \(1, 2, 2\), .* but its shape is \(1, 1, 4\)",
    ),
    (
        lambda: a_transformer()(ONES, ONES, None, torch.ones(3, 1, 2).bool()),
        r"mask must .* = \(1, 2, 2\), .* but its shape is \(3, 1, 2\)",
    ),
    (
        lambda: GPT(GPTConfig(**LM))(ONES, ONES.bool()),
        r"mask must .* = \(1, 1, 2\), .* but its shape is \(1, 2\)",
    ),
    (
        lambda: GPT(GPTConfig(**LM)).start(torch.tensor([[[True, False]]])),
        "mask must be True at the last position of each row",
    ),
    # padding in front of a target
    (
        lambda: a_transformer().loss(ONES, torch.tensor([[0, 1, 2]]), pad=0),
        "target must begin each row with a token, and have padding, pad = 0, only after",
    ),
    (
        lambda: a_seq2seq().loss(ONES, torch.tensor([[1, 0, 0]]), pad=0),
        "target must have a token to predict, but each token after the first is pad = 0",
    ),
    # decoding
    (lambda: gpt_writes(greedy, max_new=2.5), "max_new must be a whole number, but it is 2.5"),
    (lambda: gpt_writes(greedy, max_new="3"), "max_new must be a whole number, but it is '3'"),
    (lambda: gpt_writes(greedy, max_new=3, eos=1.5), "eos must be a whole number, but it is 1.5"),
    (
        lambda: gpt_writes(greedy, max_new=7),
        "tokens must have a length of at most 6, counting the 6 tokens before them, but it is 7",
    ),
    (lambda: gpt_writes(sample, max_new=2, top_k=1.5), "top_k must be a whole number, .* 1.5"),
    (lambda: gpt_writes(beam_search, max_new=2, beam=None), "beam must be a whole number, .* None"),
    # masks
    (lambda: masked_softmax(torch.ones(2, 3), torch.ones(2, 3)), "mask must be boolean.*float32"),
    (
        lambda: masked_softmax(torch.ones(2, 3), torch.ones(3, 2).bool()),
        r"mask must have .* = \(2, 3\), .* but its shape is \(3, 2\)",
    ),
    # sequences of vectors
    # images
    # sizes
    (lambda: GPTConfig(**{**LM, "n_layers": 1.5}), "n_layers must be a whole number, .* 1.5"),
    (lambda: GPTConfig(**{**LM, "d_ff": None}), "d_ff must be a whole number, but it is None"),
    (lambda: GPTConfig(**LM, eps=0), r"eps must be in \(0, inf\), but it is 0"),
    (lambda: MultiHeadAttention(8.0, 2), "d_model must be a whole number, but it is 8.0"),
    (lambda: sinusoidal(2.5, 4), "n must be a whole number, but it is 2.5"),
    (lambda: dates(2.5, seed=0), "n must be a whole number, but it is 2.5"),
    (lambda: number_names(0, seed=0), "n must be from 1 to 1000000, but it is 0"),
    # a language model that counts: a tensor's elements are no numbers to a dictionary
    (lambda: counted().probability(6), "symbols must be from 0 to 5, but one is 6"),
    (lambda: counted().distribution([77]), "symbols must be from 0 to 5, but one is 77"),
    (
        lambda: NGram([1.5, 2, 3], 2, 6),
        "symbols must be whole numbers, but they are .1.5",
    ),
    (lambda: NGram([1, 2, 3], 2, 6.5), "vocab_size must be a whole number, but it is 6.5"),
    # one cache a layer
    (lambda: gpt_steps(rows=3), r"key must have the batch .* of the cache, \(2, 2\) .* \(3, 2\)"),
    # training
    (lambda: trained(max_norm=-1.0), r"max_norm must be in \(0, inf\], but it is -1.0"),
    (lambda: trained(lr=math.nan), r"lr must be in \(0, inf\), but it is nan"),
    (lambda: trained(lr=math.inf), r"lr must be in \(0, inf\), but it is inf"),
    (lambda: trained(warmup=1.5), r"warmup must be in \[0, 1\], but it is 1.5"),
    (lambda: trained(weight_decay=-0.1), r"weight_decay must be in \[0, inf\), but it is -0.1"),
    (lambda: trained(batch_size=1.5), "batch_size must be a whole number, but it is 1.5"),
    # what a model that has diverged says
    (
        lambda: greedy(says(math.nan), PROMPT, max_new=3),
        "step's logits must not be NaN",
    ),
    (lambda: beam_search(says(-math.inf), PROMPT, beam=2, max_new=3), "step's logits must not be"),
    (
        lambda: sample(says(math.inf), PROMPT, max_new=3),
        "step's logits must not be NaN",
    ),
    (
        lambda: distribution(torch.tensor([[1.0, math.nan]])),
        "logits must not be NaN or .∞, and each row must have a logit above",
    ),
    (
        lambda: distribution(torch.tensor([[1, 2]])),
        "logits must be floating-point numbers, but they are torch.int64",
    ),
    # batches that do not belong together, padding that is none
    (
        lambda: pair(a_transformer, 1, 4),
        "source and target must have the same number of .* 1 and 4",
    ),
    (lambda: pair(a_seq2seq, 4, 2), "source and target must have the same number of .* 4 and 2"),
    (
        lambda: Captioner(9)(torch.zeros(2, 1, 8, 8), torch.ones(1, 2).long()),
        "image and caption must have the same number of .* 2 and 1",
    ),
    (lambda: pair(a_transformer, 2, 2, pad=99), "pad must be from 0 to 8, but it is 99"),
    (
        lambda: pair(a_transformer, 2, 2, pad=1),
        "target must begin each row with a token, and have padding, pad = 1, only after",
    ),
    (
        lambda: pair(a_seq2seq, 2, 2, pad=1),
        "target must begin each row with a token, and have padding, pad = 1, only after",
    ),
    (
        lambda: a_seq2seq().loss(torch.tensor([[0, 1, 2]]), torch.tensor([[1, 2]]), pad=0),
        "source must begin each row with a token, and have padding, pad = 0, only after",
    ),
    # masks and prompts of images
    (lambda: masked_image(255 * torch.ones(2, 8, 8)), "target must be from 0 to 1, but one is 255"),
    (lambda: masked_image(torch.ones(1, 8, 8)), r"target must have the shape \(2, 8, 8\), .* 8\)"),
    (lambda: prompted(points=torch.full((1, 2, 2), math.nan)), "points must be finite"),
    (lambda: prompted(mask=torch.full((1, 1, 8, 8), math.inf)), "mask must be finite"),
    (lambda: prompted(boxes=torch.ones(1, 3)), r"boxes must have the shape \(1, 4\), .* \(1, 3\)"),
    (lambda: prompted(mask=torch.ones(1, 1, 9, 8)), r"mask must .* \(1, 1, 8, 8\), .* 9, 8\)"),
    # blanks and padding
    (lambda: blanks(50 + ONES), "tokens must be from 0 to 8, but one is 51"),
    (
        lambda: pad([[1.5]], 0),
        r"sequences must be whole numbers, but they are \[1.5\]",
    ),
    (lambda: pad([[1]], 0.5), r"value must be whole numbers, but they are \[0.5\]"),
    # sizes of what is smaller than a model
    (
        lambda: ConvolutionAsAttention(nn.Conv2d(1, 1, 3), 0.0),
        r"alpha must be in \(0, inf\), but it is 0.0",
    ),
    # where words stand
    (lambda: sinusoidal(3, 4, base=0.0), r"base must be in \(0, inf\), but it is 0.0"),
    (
        lambda: SinusoidalPositions(5, 4)(torch.ones(2, 3, 1)),
        "x must have the width 4 .* the width 1",
    ),
    # reading from left to right
    (lambda: reverse(SEQUENCE, torch.tensor([9])), "lengths must be from 1 to 3, but one is 9"),
    (
        lambda: reverse(SEQUENCE, torch.tensor([1, 2])),
        r"lengths must have the shape \(1\).*\(2,\)",
    ),
    (lambda: read(torch.ones(3, 8)), r"x must have the shape \(batch, length, 8\), .* \(3, 8\)"),
    # kinds of numbers
    (
        lambda: attention(SEQUENCE, SEQUENCE, SEQUENCE, torch.ones(3).bool()),
        r"mask must have .* = \(1, 3, 3\), .* but its shape is \(3,\)",
    ),
    (
        lambda: attention(SEQUENCE, SEQUENCE, SEQUENCE, score=lambda q, k: q.mean(-1)),
        r"score must return \(…, 3, 3\), .* it returned \(1, 3\)",
    ),
    # trained models
    (lambda: checkpoint_of(kind="x"), "kind must be one of bahdanau, .* but it is 'x'"),
    (lambda: checkpoint_of(symbols=None), "file must hold symbols, a list, but .* does not"),
    (lambda: checkpoint_of(weights={}), r"this Seq2Seq, but (.|\n)*Missing key.*first.bias"),
    (
        lambda: checkpoint_of(weights={"first.bias": "x"}, change=True),
        r"weights of this Seq2Seq, but (.|\n)*first.bias.* received <class 'str'>",
    ),
    (lambda: labelled_dates(0, 0), "number must be from 1 to 1000, but it is 0"),
    (lambda: pretrained_bert().fill("[MASK]", guesses=-1), "guesses must be from 1 to .* is -1"),
    (lambda: pretrained_bert().fill("[MASK]", guesses=900), "guesses must be from 1 to .* is 900"),
    (lambda: trained_translator().translate("Monday"), "texts must be a list .* is 'Monday'"),
    (lambda: trained_translator().translate([""]), r"texts must be a list .* is \[''\]"),
    (lambda: trained_translator().translate([]), r"texts must be a list .* is \[\]"),
    # tokens
    (lambda: BPE.train("a", 300, special=["a", "a"]), r"special .* different .* \['a', 'a'\]"),
    (lambda: BPE.train("a", 300, special="[CLS]"), r"special must be a list .* '\[CLS\]'"),
    (lambda: BPE.train("a", 256.5), "vocab_size must be a whole number, but it is 256.5"),
    (lambda: Vocabulary(""), "symbols must be one text or more, but they are ''"),
    (
        lambda: Vocabulary([1, "a"]),
        r"symbols must be one text or more, but they are \[1, \'a\'\]",
    ),
    (lambda: Vocabulary("ab", special="[PAD]"), r"special must be a list .* '\[PAD\]'"),
    (lambda: BPE(BYTES, [((300, 301), 302)]), "merges must be from 0 to 255, but one is 300"),
    (lambda: BPE(BYTES, [], {"x": 999}), "ids must be from 0 to 255, but one is 999"),
    (lambda: BPE.train("a", 300, min_count=0), "min_count must be at least 1, but it is 0"),
    (
        lambda: bpe_from(lambda folder: (folder / "vocab.json").write_bytes(b'{"\xc4": 1}')),
        "vocab.json must be readable and complete, .*'utf-8' codec can't decode byte 0xc4",
    ),
    (
        lambda: bpe_from(lambda folder: (folder / "vocab.json").write_text("[]")),
        "vocab.json must hold a JSON object, but ",
    ),
    (
        lambda: BPE.load("/nowhere"),
        "vocab.json must be readable and complete, but /nowhere/vocab.json is not: .* No such file",
    ),
    (
        lambda: bpe_from(lambda folder: (folder / "merges.txt").unlink()),
        "merges.txt must be readable and complete, but .* No such file",
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


def only(after: dict[int, list[int]]) -> Callable:
    """A step after which only these tokens are possible."""

    def step(tokens: torch.Tensor, cache: Any) -> tuple[torch.Tensor, Any]:
        logits = torch.full((len(tokens), 5), -math.inf)
        for row, last in enumerate(tokens[:, -1].tolist()):
            logits[row, after.get(last, [])] = 0.0
        return logits, cache

    return step


def must_be(found: Any, expected: Any) -> None:
    if found != expected:
        raise AssertionError(f"{found} is not {expected}")


MAP = torch.full((2, 5, 5), 0.2)

# Input that is unusual and right.
FINE: list[Callable[[], Any]] = [
    lambda: must_be(pad([np.array([1, 2]), torch.tensor([3])], np.int64(0))[1].tolist(), [2, 1]),
    lambda: must_be(
        counted().probability(np.int64(2), [np.int64(1)]), counted().probability(2, [1])
    ),
    lambda: must_be(counted().loss(torch.tensor([1, 2, 3])), counted().loss([1, 2, 3])),
    lambda: must_be(
        greedy(only({0: [1], 1: [2], 2: [3]}), torch.tensor([[0], [1]]), max_new=4, eos=3).tolist(),
        [[1, 2, 3], [2, 3, 3]],
    ),
    lambda: must_be(
        beam_search(
            only({0: [1, 4], 1: [2], 2: [3]}), torch.tensor([[0]]), beam=2, max_new=4, eos=3
        )
        .tokens[0, 0]
        .tolist(),
        [1, 2, 3],
    ),
    lambda: must_be(distribution(torch.tensor([1.0, 2.0]), temperature=1e-46).tolist(), [0, 1]),
    lambda: must_be(rollout([MAP, MAP]).shape, (5, 5)),
    lambda: must_be(rollout([MAP[None], MAP[None, :1]]).shape, (1, 5, 5)),
    lambda: blanks(ONES[0]),
    lambda: blanks(ONES, never=torch.ones(2).bool()),
    lambda: prompted(points=torch.ones(1, 0, 2), labels=ONES[:, :0], boxes=torch.ones(1, 4)),
    lambda: trained(batch_size=np.int64(2), lr=np.float64(0.1), max_norm=math.inf),
    lambda: a_transformer().to("meta").loss(ONES.to("meta"), ONES.to("meta"), pad=0),
    lambda: reverse(SEQUENCE[:0], torch.ones(0).long()),
]


def raised(call: Callable[[], Any]) -> list[str] | None:
    """The kind of what the call raises, and what it says."""
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]
    return None


if __name__ == "__main__":
    print(json.dumps([raised(call) for call in (*(call for call, _ in CASES), *FINE)]))
