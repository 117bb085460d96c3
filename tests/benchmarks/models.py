"""Whole models beside transformers' and the same models on torch.nn's layers: forward and backward,
and cached generation.
"""

import io
import time
from collections.abc import Callable, Iterator

import onnxruntime
import torch
import torch.nn.functional as F
from tests.benchmarks.pairs import Row, compare
from torch import Tensor, nn
from transformers import (
    BertConfig,
    BertForPreTraining,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaForCausalLM,
    ViTForImageClassification,
)
from transformers import LlamaConfig as TheirLlamaConfig
from transformers import ViTConfig as TheirViTConfig

from payattention.bert import NOT_CHOSEN, BERTConfig, BERTForPretraining
from payattention.decode import greedy
from payattention.gpt import GPT, GPTConfig, gelu_tanh
from payattention.llama import Llama, LlamaConfig
from payattention.transformer import Activation, StackConfig, Transformer, TransformerConfig
from payattention.vit import ViT, ViTConfig

SIZES = {"d_model": 256, "n_heads": 4, "d_ff": 1024, "n_layers": 4, "dropout": 0.0}
THEIR_SIZES = {
    "hidden_size": 256,
    "num_attention_heads": 4,
    "intermediate_size": 1024,
    "num_hidden_layers": 4,
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
}
VOCAB = 4096


def rows() -> Iterator[Row]:
    torch.manual_seed(0)
    for model in (gpt, bert, vit):
        yield from model()
    yield transformer()
    small = GPTConfig(**SIZES, vocab_size=VOCAB, max_len=512)
    for name, config, new in (("GPT 4 × 256", small, 64), ("GPT-2 124 M", GPTConfig.gpt2(), 16)):
        for texts in (1, 8):
            yield generation(name, config, texts, new)
    yield from llama()
    yield compiled(small)
    yield in_onnxruntime(small)


class TorchsStack(nn.Module):
    """`torch.nn`'s encoder layers, to be called as our `Encoder` is."""

    def __init__(self, config: StackConfig, activation: Activation):
        super().__init__()
        layer = nn.TransformerEncoderLayer(
            config.d_model,
            config.n_heads,
            config.d_ff,
            config.dropout,
            activation,
            config.eps,
            batch_first=True,
            norm_first=config.pre_norm,
        )
        norm = nn.LayerNorm(config.d_model, config.eps) if config.pre_norm else None
        self.stack = nn.TransformerEncoder(layer, config.n_layers, norm, False)

    def forward(
        self, x: Tensor, mask: Tensor | None = None, *, causal: bool = False, **_: object
    ) -> Tensor:
        n = x.shape[1]
        future = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else None
        padding = None if mask is None else ~mask[:, 0]
        return self.stack(x, future, src_key_padding_mask=padding, is_causal=causal)


def gpt() -> Iterator[Row]:
    config = GPTConfig(**SIZES, vocab_size=VOCAB, max_len=512)
    ours, theirs = both_gpts(config)
    torchs = GPT(config)
    torchs.stack = TorchsStack(config, gelu_tanh)
    tokens = torch.randint(VOCAB, (8, 128))
    yield from training(
        "GPT 4 × 256, 8 × 128 tokens",
        ours,
        lambda model: model.loss(tokens),
        torchs,
        "transformers' GPT-2",
        theirs,
        lambda: theirs(tokens, labels=tokens, use_cache=False).loss,
        tokens.numel(),
    )


def generation(name: str, config: GPTConfig, texts: int, new: int) -> Row:
    ours, theirs = (model.eval() for model in both_gpts(config))
    return writing(name, ours, theirs, torch.randint(VOCAB, (texts, 16)), new)


def writing(
    name: str,
    ours: GPT | Llama,
    theirs: GPT2LMHeadModel | LlamaForCausalLM,
    prompt: Tensor,
    new: int,
) -> Row:
    texts = len(prompt)
    how = {"do_sample": False, "max_new_tokens": new, "min_new_tokens": new, "pad_token_id": 0}
    return compare(
        f"{name} writes {texts} × {new} tokens",
        lambda: greedy(ours.step, prompt, max_new=new),
        "transformers' generate",
        lambda: theirs.generate(prompt, attention_mask=torch.ones_like(prompt), **how),
        amount=texts * new,
        unit="tokens",
        pairs=5,
    )


def llama() -> Iterator[Row]:
    """SmolLM2's sizes, with random weights: both read a prompt, both write, both are trained."""
    config = LlamaConfig.smollm2_135m()
    ours, theirs = (model.eval() for model in both_llamas(config))
    prompt = torch.randint(VOCAB, (1, 512))
    with torch.no_grad():
        yield compare(
            "SmolLM2 135 M reads 512 tokens",
            lambda: ours.step(prompt),
            "transformers' Llama",
            lambda: theirs(prompt, use_cache=True, logits_to_keep=1),
            amount=prompt.numel(),
            unit="tokens",
            pairs=5,
        )
    for n in (16, 512):
        name = f"SmolLM2 135 M, after {n}"
        yield writing(name, ours, theirs, prompt[:, :n], 32)
    tokens = torch.randint(VOCAB, (1, 128))
    yield compare(
        "SmolLM2 135 M, 1 × 128 tokens",
        lambda: step(ours, lambda: ours.loss(tokens)),
        "transformers' Llama",
        lambda: step(theirs, lambda: theirs(tokens, labels=tokens, use_cache=False).loss),
        amount=tokens.numel(),
        unit="tokens",
        pairs=5,
    )


def both_llamas(config: LlamaConfig) -> tuple[Llama, LlamaForCausalLM]:
    theirs = TheirLlamaConfig(
        vocab_size=config.vocab_size,
        max_position_embeddings=config.max_len,
        hidden_size=config.d_model,
        num_attention_heads=config.n_heads,
        num_key_value_heads=config.n_kv_heads,
        intermediate_size=config.d_ff,
        num_hidden_layers=config.n_layers,
        rms_norm_eps=config.eps,
        rope_parameters={"rope_type": "default", "rope_theta": config.rope_base},
        tie_word_embeddings=True,
    )
    return Llama(config), LlamaForCausalLM(theirs)


@torch.no_grad()
def compiled(config: GPTConfig) -> Row:
    """The same model, compiled in one graph and not."""
    model, tokens = GPT(config).eval(), torch.randint(VOCAB, (8, 128))
    whole = torch.compile(model, fullgraph=True)
    return compare(
        "GPT 4 × 256 compiled, 8 × 128 tokens",
        lambda: whole(tokens),
        "the same, not compiled",
        lambda: model(tokens),
        amount=tokens.numel(),
        unit="tokens",
        countable=lambda: model(tokens),
    )


@torch.no_grad()
def in_onnxruntime(config: GPTConfig) -> Row:
    """The same model exported; the row's name says how long the export took."""
    model, tokens = GPT(config).eval(), torch.randint(VOCAB, (8, 128))
    start, file = time.perf_counter(), io.BytesIO()
    sizes = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}
    program = torch.onnx.export(
        model, (tokens,), dynamo=True, dynamic_shapes=(sizes,), verbose=False
    )
    assert program is not None
    program.save(file)
    taken = time.perf_counter() - start
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    session = onnxruntime.InferenceSession(file.getvalue(), options)
    given = {session.get_inputs()[0].name: tokens.numpy()}
    return compare(
        f"GPT 4 × 256, onnx (export: {taken:.0f} s)",
        lambda: session.run(None, given),
        "the same in torch",
        lambda: model(tokens),
        amount=tokens.numel(),
        unit="tokens",
        countable=lambda: model(tokens),
    )


def both_gpts(config: GPTConfig) -> tuple[GPT, GPT2LMHeadModel]:
    theirs = GPT2Config(
        n_embd=config.d_model,
        n_head=config.n_heads,
        n_layer=config.n_layers,
        vocab_size=config.vocab_size,
        n_positions=config.max_len,
        resid_pdrop=config.dropout,
        embd_pdrop=config.dropout,
        attn_pdrop=config.dropout,
    )
    return GPT(config), GPT2LMHeadModel(theirs)


def bert() -> Iterator[Row]:
    config = BERTConfig(**SIZES, vocab_size=VOCAB, max_len=128)
    ours, torchs = BERTForPretraining(config), BERTForPretraining(config)
    torchs.bert.encoder = TorchsStack(config, F.gelu)
    theirs = BertForPreTraining(
        BertConfig(**THEIR_SIZES, vocab_size=VOCAB, max_position_embeddings=128)
    )
    tokens, segments = torch.randint(VOCAB, (8, 128)), torch.randint(2, (8, 128))
    real = torch.arange(128) < torch.randint(64, 129, (8, 1))
    labels = tokens.where(real & (torch.rand(8, 128) < 0.15), NOT_CHOSEN)
    follows_not = torch.randint(2, (8,))
    yield from training(
        "BERT 4 × 256, 8 × 128 tokens",
        ours,
        lambda model: model.loss(tokens, labels, segments, real[:, None], follows_not),
        torchs,
        "transformers' BERT",
        theirs,
        lambda: (
            theirs(
                tokens,
                token_type_ids=segments,
                attention_mask=real.long(),
                labels=labels,
                next_sentence_label=follows_not,
            ).loss
        ),
        tokens.numel(),
    )


def vit() -> Iterator[Row]:
    config = ViTConfig(**SIZES, image_size=64, patch_size=8, n_classes=10)
    ours, torchs = ViT(config), ViT(config)
    torchs.encoder = TorchsStack(config, F.gelu)
    theirs = ViTForImageClassification(
        TheirViTConfig(**THEIR_SIZES, image_size=64, patch_size=8, num_labels=10)
    )
    image, label = torch.randn(16, 3, 64, 64), torch.randint(10, (16,))
    yield from training(
        "ViT 4 × 256, 16 images of 64²",
        ours,
        lambda model: F.cross_entropy(model(image), label),
        torchs,
        "transformers' ViT",
        theirs,
        lambda: F.cross_entropy(theirs(image).logits, label),
        len(image),
        "images",
    )


class TorchsTransformer(nn.Module):
    """`torch.nn.Transformer` with the same embedding on both sides and at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, 256)
        self.positions = nn.Parameter(torch.randn(128, 256), requires_grad=False)
        self.stacks = nn.Transformer(
            256, 4, SIZES["n_layers"], SIZES["n_layers"], 1024, 0.0, batch_first=True
        )
        future = nn.Transformer.generate_square_subsequent_mask(128, dtype=torch.bool)
        self.register_buffer("future", future)

    def loss(self, source: Tensor, target: Tensor) -> Tensor:
        before = target[:, :-1]
        n = before.shape[1]
        padding = source == 0
        hidden = self.stacks(
            self._embed(source),
            self._embed(before),
            tgt_mask=self.future[:n, :n],
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )
        logits = F.linear(hidden, self.embedding.weight)
        return F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=0)

    def _embed(self, tokens: Tensor) -> Tensor:
        return self.embedding(tokens) * 256**0.5 + self.positions[: tokens.shape[1]]


def transformer() -> Row:
    ours = Transformer(TransformerConfig(**SIZES, vocab_size=VOCAB, max_len=128))
    theirs = TorchsTransformer()
    source, target = torch.randint(1, VOCAB, (8, 96)), torch.randint(1, VOCAB, (8, 97))
    for text in (source, target):
        text[torch.arange(text.shape[1]) >= torch.randint(48, 97, (8, 1))] = 0
    return compare(
        "Transformer 2 × 4 × 256, 8 × 96",
        lambda: step(ours, lambda: ours.loss(source, target, pad=0)),
        "nn.Transformer",
        lambda: step(theirs, lambda: theirs.loss(source, target)),
        amount=source.numel() + target[:, 1:].numel(),
        unit="tokens",
    )


def training(
    name: str,
    ours: nn.Module,
    loss: Callable[[nn.Module], Tensor],
    torchs: nn.Module,
    peer_name: str,
    peer: nn.Module,
    peer_loss: Callable[[], Tensor],
    amount: int,
    unit: str = "tokens",
) -> Iterator[Row]:
    """Ours beside transformers', and beside ours on torch.nn's layers."""
    for beside, work in (
        (peer_name, lambda: step(peer, peer_loss)),
        ("… on nn.TransformerEncoder", lambda: step(torchs, lambda: loss(torchs))),
    ):
        yield compare(
            name, lambda: step(ours, lambda: loss(ours)), beside, work, amount=amount, unit=unit
        )


def step(model: nn.Module, loss: Callable[[], Tensor]) -> None:
    """Forward and backward."""
    loss().backward()
    model.zero_grad()
