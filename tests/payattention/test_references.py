"""Models and tokenizers against references that are written here, from the papers' formulas.

They are slow and plain: loops over heads, positions, pixels and pairs, in the manner of nanoGPT
and minBPE, and nothing of the package but the weights and the order of the bytes.
"""

import math
from collections import Counter
from itertools import pairwise

import pytest
import regex
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from payattention.gpt import GPT, GPTConfig
from payattention.tokenize import BPE
from payattention.vit import ViT, ViTConfig

SIZES = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 2}
CLOSE = {"rtol": 1e-9, "atol": 1e-9}  # in float64
Weights = dict[str, Tensor]


# ── Transformers ──────────────────────────────────────────────────────────────────────────────


def linear(x: Tensor, weights: Weights, name: str) -> Tensor:
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def norm(x: Tensor, weights: Weights, name: str, eps: float) -> Tensor:
    mean = x.mean(dim=-1, keepdim=True)
    variance = (x - mean).pow(2).mean(dim=-1, keepdim=True)
    x = (x - mean) / (variance + eps).sqrt()
    return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def attend(x: Tensor, weights: Weights, name: str, n_heads: int, causal: bool) -> Tensor:
    """One sequence at a time, one head at a time, one query at a time."""
    d_head = x.shape[-1] // n_heads
    queries, keys, values = (linear(x, weights, f"{name}.W_{part}") for part in "QKV")
    rows = []
    for i in range(len(x)):
        seen = i + 1 if causal else len(x)
        heads = []
        for head in range(n_heads):
            own = slice(head * d_head, (head + 1) * d_head)
            scores = [
                (queries[i, own] * keys[j, own]).sum() / math.sqrt(d_head) for j in range(seen)
            ]
            largest = max(scores)
            shares = [(score - largest).exp() for score in scores]
            total = sum(shares)
            heads.append(sum(shares[j] / total * values[j, own] for j in range(seen)))
        rows.append(torch.cat(heads))
    return linear(torch.stack(rows), weights, f"{name}.W_O")


def layer(x: Tensor, weights: Weights, name: str, config, gelu, causal: bool) -> Tensor:
    """A pre-norm layer, in nanoGPT's words: x + attn(ln_1(x)), then x + mlp(ln_2(x))."""
    normed = norm(x, weights, f"{name}.norm_1", config.eps)
    x = x + attend(normed, weights, f"{name}.attention", config.n_heads, causal)
    normed = norm(x, weights, f"{name}.norm_2", config.eps)
    hidden = gelu(linear(normed, weights, f"{name}.feed_forward.W_1"))
    return x + linear(hidden, weights, f"{name}.feed_forward.W_2")


def tanh_gelu(x: Tensor) -> Tensor:
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def exact_gelu(x: Tensor) -> Tensor:
    return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))


def plain_gpt(weights: Weights, config: GPTConfig, tokens: Tensor) -> Tensor:
    every = []
    for row in tokens.tolist():
        x = torch.stack(
            [
                weights["embedding.weight"][t] + weights["positions.weight"][i]
                for i, t in enumerate(row)
            ]
        )
        for number in range(config.n_layers):
            x = layer(x, weights, f"stack.layers.{number}", config, tanh_gelu, causal=True)
        x = norm(x, weights, "stack.norm", config.eps)
        every.append(x @ weights["embedding.weight"].T)
    return torch.stack(every)


def plain_vit(weights: Weights, config: ViTConfig, images: Tensor) -> Tensor:
    p = config.patch_size
    every = []
    for image in images:
        rows = [weights["cls"]]
        for top in range(0, image.shape[1], p):
            for left in range(0, image.shape[2], p):
                square = image[:, top : top + p, left : left + p]
                rows.append(linear(square.reshape(-1), weights, "embedding"))
        x = torch.stack(rows) + weights["positions"]
        for number in range(config.n_layers):
            x = layer(x, weights, f"encoder.layers.{number}", config, exact_gelu, causal=False)
        x = norm(x, weights, "encoder.norm", config.eps)
        every.append(linear(x[0], weights, "head"))
    return torch.stack(every)


def weights_of(model: torch.nn.Module) -> Weights:
    """The model's weights, made random, so that each of them matters."""
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, 0.1, 0.3)
    return dict(model.named_parameters())


def assert_equal_with_every_gradient(ours: Tensor, plain: Tensor, weights: Weights) -> None:
    torch.testing.assert_close(ours, plain, **CLOSE)
    direction = torch.linspace(-1, 1, ours.numel(), dtype=ours.dtype).reshape(ours.shape)
    mine, theirs = (
        torch.autograd.grad((output * direction).sum(), list(weights.values()))
        for output in (ours, plain)
    )
    torch.testing.assert_close(mine, theirs, **CLOSE)


@pytest.mark.parametrize(("batch", "length"), [(1, 1), (2, 5), (3, 8)])
def test_gpt_equals_a_plain_one(batch, length):
    torch.manual_seed(0)
    config = GPTConfig(**SIZES, vocab_size=17, max_len=8)
    model = GPT(config).double().eval()
    weights = weights_of(model)
    tokens = torch.randint(17, (batch, length))
    assert_equal_with_every_gradient(model(tokens), plain_gpt(weights, config, tokens), weights)


def test_gpts_loss_is_the_mean_surprise_of_a_plain_one():
    torch.manual_seed(1)
    config = GPTConfig(**SIZES, vocab_size=17, max_len=8)
    model = GPT(config).double().eval()
    weights = weights_of(model)
    tokens = torch.randint(17, (2, 7))
    p = plain_gpt(weights, config, tokens[:, :-1]).exp()
    p = p / p.sum(dim=-1, keepdim=True)
    surprise = [-math.log(p[b, i, tokens[b, i + 1]].item()) for b in range(2) for i in range(6)]
    assert model.loss(tokens).item() == pytest.approx(sum(surprise) / len(surprise), rel=1e-9)


@pytest.mark.parametrize("channels", [1, 3])
def test_vit_equals_a_plain_one(channels):
    torch.manual_seed(0)
    config = ViTConfig(**SIZES, image_size=8, patch_size=4, n_classes=5, n_channels=channels)
    model = ViT(config).double().eval()
    weights = weights_of(model)
    images = torch.randn(2, channels, 8, 8, dtype=torch.float64)
    assert_equal_with_every_gradient(model(images), plain_vit(weights, config, images), weights)


# ── byte-pair encoding ────────────────────────────────────────────────────────────────────────

GPT2_WORD = regex.compile(
    r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
)
GPT2_BYTES = [
    *range(33, 127),
    *range(161, 173),
    *range(174, 256),
    *range(33),
    *range(127, 161),
    173,
]


def brute_force_bpe(text: str, vocab_size: int) -> tuple[list[bytes], list[tuple[int, int]]]:
    """As minBPE: count every pair in all chunks, replace the most frequent, begin anew.

    Of pairs equally frequent, that with the smaller numbers; a pair that occurs once is left.
    """
    tokens = [bytes([byte]) for byte in GPT2_BYTES]
    merges = []
    chunks = [[GPT2_BYTES.index(b) for b in part.encode()] for part in GPT2_WORD.findall(text)]
    while len(tokens) < vocab_size:
        counts = Counter(pair for chunk in chunks for pair in pairwise(chunk))
        if not counts or max(counts.values()) < 2:
            break
        pair = min(pair for pair, count in counts.items() if count == max(counts.values()))
        whole = tokens[pair[0]] + tokens[pair[1]]
        new = tokens.index(whole) if whole in tokens else len(tokens)
        if new == len(tokens):
            tokens.append(whole)
        chunks = [brute_force_merge(chunk, pair, new) for chunk in chunks]
        merges.append((pair, new))
    return tokens, merges


def brute_force_merge(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
    for i in range(len(ids) - 1):
        if (ids[i], ids[i + 1]) == pair:
            return [*ids[:i], new, *brute_force_merge(ids[i + 2 :], pair, new)]
    return ids


def brute_force_encode(text: str, merges: list[tuple[tuple[int, int], int]]) -> list[int]:
    ids = []
    for part in GPT2_WORD.findall(text):
        chunk = [GPT2_BYTES.index(b) for b in part.encode()]
        for pair, new in merges:
            chunk = brute_force_merge(chunk, pair, new)
        ids += chunk
    return ids


TEXTS = st.text(st.sampled_from("aab bcd 1'és\n"), max_size=60) | st.text(max_size=20)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_bpe_equals_brute_force(learnt_from, text):
    ours = BPE.train(learnt_from, 270)
    tokens, merges = brute_force_bpe(learnt_from, 270)
    assert ours.tokens == tokens
    assert ours.merges == merges
    assert ours.encode(text) == brute_force_encode(text, merges)
