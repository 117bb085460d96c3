"""Whole models beside transformers and torch.nn: a training step, its memory, and generation.

The memory is that of what the forward pass keeps for the backward pass, which is what makes a
training step's peak, counted exactly by autograd's own hooks.
"""

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


def rows() -> Iterator[Row | str]:
    torch.manual_seed(0)
    for model in (gpt, bert, vit, transformer):
        yield from model()
    yield generation()


def gpt() -> Iterator[Row | str]:
    ours, theirs = both_gpts()
    tokens = torch.randint(VOCAB, (8, 128))
    yield from training(
        "GPT, 4 × 256, batch 8 × 128",
        ours,
        lambda: ours.loss(tokens),
        "transformers' GPT-2",
        theirs,
        lambda: theirs(tokens, labels=tokens, use_cache=False).loss,
    )


def generation() -> Row:
    ours, theirs = (model.eval() for model in both_gpts())
    prompt, mask = torch.randint(VOCAB, (1, 16)), torch.ones(1, 16, dtype=torch.long)
    how = {"do_sample": False, "max_new_tokens": 64, "min_new_tokens": 64, "pad_token_id": 0}
    return compare(
        "GPT, 4 × 256, 64 tokens generated",
        lambda: greedy(ours.step, prompt, max_new=64),
        "transformers' generate",
        lambda: theirs.generate(prompt, attention_mask=mask, **how),
    )


def both_gpts() -> tuple[GPT, GPT2LMHeadModel]:
    ours = GPT(GPTConfig(**SIZES, vocab_size=VOCAB, max_len=512))
    theirs = GPT2Config(
        n_embd=256, n_head=4, n_layer=SIZES["n_layers"], vocab_size=VOCAB, n_positions=512,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    return ours, GPT2LMHeadModel(theirs)


def bert() -> Iterator[Row | str]:
    ours = BERTForPretraining(BERTConfig(**SIZES, vocab_size=VOCAB, max_len=128))
    theirs = BertForPreTraining(
        BertConfig(**THEIR_SIZES, vocab_size=VOCAB, max_position_embeddings=128)
    )
    tokens, segments = torch.randint(VOCAB, (8, 128)), torch.randint(2, (8, 128))
    real = torch.arange(128) < torch.randint(64, 129, (8, 1))
    labels = tokens.where(real & (torch.rand(8, 128) < 0.15), NOT_CHOSEN)
    follows_not = torch.randint(2, (8,))
    yield from training(
        "BERT, 4 × 256, batch 8 × 128",
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
    )


def vit() -> Iterator[Row | str]:
    ours = ViT(ViTConfig(**SIZES, image_size=64, patch_size=8, n_classes=10))
    theirs = ViTForImageClassification(
        TheirViTConfig(**THEIR_SIZES, image_size=64, patch_size=8, num_labels=10)
    )
    image, label = torch.randn(16, 3, 64, 64), torch.randint(10, (16,))
    yield from training(
        "ViT, 4 × 256, 16 images of 64²",
        ours,
        lambda: F.cross_entropy(ours(image), label),
        "transformers' ViT",
        theirs,
        lambda: F.cross_entropy(theirs(image).logits, label),
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


def transformer() -> Iterator[Row | str]:
    ours = Transformer(TransformerConfig(**SIZES, vocab_size=VOCAB, max_len=128))
    theirs = TorchsTransformer()
    source, target = torch.randint(1, VOCAB, (8, 96)), torch.randint(1, VOCAB, (8, 97))
    for text in (source, target):
        text[torch.arange(text.shape[1]) >= torch.randint(48, 97, (8, 1))] = 0
    yield from training(
        "Transformer, 2 × 4 × 256, batch 8 × 96",
        ours,
        lambda: ours.loss(source, target, pad=0),
        "nn.Transformer",
        theirs,
        lambda: theirs.loss(source, target),
    )


def training(
    name: str,
    ours: nn.Module,
    our_loss: Callable[[], Tensor],
    peer_name: str,
    peer: nn.Module,
    peer_loss: Callable[[], Tensor],
) -> Iterator[Row | str]:
    def step(model: nn.Module, loss: Callable[[], Tensor]) -> None:
        model.zero_grad()
        loss().backward()

    yield compare(
        f"{name}, training", lambda: step(ours, our_loss), peer_name, lambda: step(peer, peer_loss)
    )
    mine, theirs = kept_bytes(ours, our_loss), kept_bytes(peer, peer_loss)
    name, ratio = f"{name}, memory", theirs / mine
    yield f"{name:<44} {peer_name:<32} {ratio:>6.2f} ×  {mine / 2**20:>24.1f} MiB"


def kept_bytes(model: nn.Module, loss: Callable[[], Tensor]) -> int:
    own = {parameter.data_ptr() for parameter in model.parameters()}
    kept: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        loss()
    return sum(kept.values())
