"""Whole models beside transformers and torch.nn: forward and backward, and cached generation."""

from collections.abc import Callable, Iterator

import torch
import torch.nn.functional as F
from tests.benchmarks.pairs import Row, compare
from torch import Tensor, nn
from transformers import (
    BertConfig,
    BertForPreTraining,
    GPT2Config,
    GPT2LMHeadModel,
    ViTForImageClassification,
)
from transformers import ViTConfig as TheirViTConfig

from payattention.bert import NOT_CHOSEN, BERTConfig, BERTForPretraining
from payattention.decode import greedy
from payattention.gpt import GPT, GPTConfig
from payattention.transformer import Transformer, TransformerConfig
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
    for model in (gpt, bert, vit, transformer):
        yield model()
    small = GPTConfig(**SIZES, vocab_size=VOCAB, max_len=512)
    for name, config, new in (("GPT 4 × 256", small, 64), ("GPT-2 124 M", GPTConfig.gpt2(), 16)):
        for texts in (1, 8):
            yield generation(name, config, texts, new)


def gpt() -> Row:
    ours, theirs = both_gpts(GPTConfig(**SIZES, vocab_size=VOCAB, max_len=512))
    tokens = torch.randint(VOCAB, (8, 128))
    return training(
        "GPT 4 × 256, 8 × 128 tokens",
        ours,
        lambda: ours.loss(tokens),
        "transformers' GPT-2",
        theirs,
        lambda: theirs(tokens, labels=tokens, use_cache=False).loss,
        tokens.numel(),
    )


def generation(name: str, config: GPTConfig, texts: int, new: int) -> Row:
    ours, theirs = (model.eval() for model in both_gpts(config))
    prompt = torch.randint(VOCAB, (texts, 16))
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


def both_gpts(config: GPTConfig) -> tuple[GPT, GPT2LMHeadModel]:
    theirs = GPT2Config(
        n_embd=config.d_model,
        n_head=config.n_heads,
        n_layer=config.n_layers,
        vocab_size=config.vocab_size,
        n_positions=config.max_len,
        resid_pdrop=config.dropout,
        embd_pdrop=config.dropout,
        attn_pdrop=0.0,
    )
    return GPT(config), GPT2LMHeadModel(theirs)


def bert() -> Row:
    ours = BERTForPretraining(BERTConfig(**SIZES, vocab_size=VOCAB, max_len=128))
    theirs = BertForPreTraining(
        BertConfig(**THEIR_SIZES, vocab_size=VOCAB, max_position_embeddings=128)
    )
    tokens, segments = torch.randint(VOCAB, (8, 128)), torch.randint(2, (8, 128))
    real = torch.arange(128) < torch.randint(64, 129, (8, 1))
    labels = tokens.where(real & (torch.rand(8, 128) < 0.15), NOT_CHOSEN)
    follows_not = torch.randint(2, (8,))
    return training(
        "BERT 4 × 256, 8 × 128 tokens",
        ours,
        lambda: ours.loss(tokens, labels, segments, real[:, None], follows_not),
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


def vit() -> Row:
    ours = ViT(ViTConfig(**SIZES, image_size=64, patch_size=8, n_classes=10))
    theirs = ViTForImageClassification(
        TheirViTConfig(**THEIR_SIZES, image_size=64, patch_size=8, num_labels=10)
    )
    image, label = torch.randn(16, 3, 64, 64), torch.randint(10, (16,))
    return training(
        "ViT 4 × 256, 16 images of 64²",
        ours,
        lambda: F.cross_entropy(ours(image), label),
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
    return training(
        "Transformer 2 × 4 × 256, 8 × 96",
        ours,
        lambda: ours.loss(source, target, pad=0),
        "nn.Transformer",
        theirs,
        lambda: theirs.loss(source, target),
        source.numel() + target[:, 1:].numel(),
    )


def training(
    name: str,
    ours: nn.Module,
    our_loss: Callable[[], Tensor],
    peer_name: str,
    peer: nn.Module,
    peer_loss: Callable[[], Tensor],
    amount: int,
    unit: str = "tokens",
) -> Row:
    def step(model: nn.Module, loss: Callable[[], Tensor]) -> None:
        loss().backward()
        model.zero_grad()

    return compare(
        name,
        lambda: step(ours, our_loss),
        peer_name,
        lambda: step(peer, peer_loss),
        amount=amount,
        unit=unit,
    )
