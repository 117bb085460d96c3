"""The heads of a trained translator: what each attends to, and what happens without it.

    python -m payattention.experiments.heads

trains the Transformer of `translation` with every seed and writes the result file. It has 24 heads:
four in each of the two layers' self-attention of encoder and decoder, and of cross-attention. A
head is switched off by multiplying its output by 0, in the trained model; nothing is trained again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from payattention.attention import MultiHeadAttention
from payattention.experiments.study import Study, Value
from payattention.experiments.translation import (
    FRENCH_TO_ENGLISH,
    Translator,
    known_and_new_dates,
    translate_dates,
    word_weights,
)
from payattention.maps import attention_maps
from payattention.tokenize import BOS

N_DATES = 200  # unseen dates, translated once without each head
N_LOOKED_AT = 50  # of these, the dates whose maps are averaged
OFFSETS = (-2, -1, 0, 1, 2)  # from a position to the one that it attends to


class Head(NamedTuple):
    """One head of a model: its layer's name in ``model.named_modules()``, and its number."""

    layer: str
    number: int

    @property
    def place(self) -> str:
        """The layer in words: "encoder 1", "decoder 1" or "cross 1"."""
        stack, _, layer, kind = self.layer.split(".")
        where = "cross" if "cross" in kind else stack
        return f"{where} {int(layer) + 1}"


def heads(translator: Translator) -> list[Head]:
    """Return all heads of a Transformer, in the order of its layers."""
    layers = [
        (name, module)
        for name, module in translator.model.named_modules()
        if isinstance(module, MultiHeadAttention)
    ]
    return [Head(name, number) for name, module in layers for number in range(module.n_heads)]


@contextmanager
def switched_off(translator: Translator, *off: Head) -> Iterator[None]:
    """Switch off the heads ``off`` inside a ``with`` block: multiply their outputs by 0.

    Only a head's own columns of W_O multiply its output, so these are set to 0.
    """
    before: dict[str, Tensor] = {}
    for name, number in off:
        layer = _attention(translator, name)
        weight = layer.W_O.weight.detach()  # (d_model, heads · d_v), the same memory
        before.setdefault(name, weight.clone())
        weight.unflatten(1, (layer.n_heads, -1))[:, number] = 0  # (d_model, heads, d_v)
    try:
        yield
    finally:
        with torch.no_grad():
            for name, weight in before.items():
                _attention(translator, name).W_O.weight.copy_(weight)


def _attention(translator: Translator, name: str) -> MultiHeadAttention:
    layer = translator.model.get_submodule(name)
    assert isinstance(layer, MultiHeadAttention)
    return layer


def maps_of(
    translator: Translator, source: str, target: str
) -> dict[Head, Float[Tensor, "queries keys"]]:
    """Return the attention weights of each head for one text and its right translation.

    The decoder reads BOS and the target without its last letter, so row i predicts letter i.
    """
    ids = translator.vocabulary.encode
    with torch.no_grad(), attention_maps(translator.model) as maps:
        translator.model(torch.tensor([ids(source)]), torch.tensor([ids([BOS, *target[:-1]])]))
        return {head: maps[head.layer][0, head.number] for head in heads(translator)}


def on_offsets(weights: Float[Tensor, "queries keys"]) -> list[float]:
    """Return, for each offset d in `OFFSETS` (−2 to 2), the mean weight of the key at offset d.

    The key at offset d is d positions after the query. If there is none, it counts as weight 0.
    """
    return [weights.diagonal(offset).sum().item() / len(weights) for offset in OFFSETS]


def on_right_word(
    weights: Float[Tensor, "target source"], english: str, french: str
) -> list[float]:
    """Return, for each French word, the attention weight on its English translation.

    The weight is summed over the letters of the English word, and averaged over the letters of the
    French word.
    """
    words = word_weights(weights, english, french)  # (french, english)
    return words[range(len(FRENCH_TO_ENGLISH)), list(FRENCH_TO_ENGLISH)].tolist()


def without_each(translator: Translator, pairs: list[tuple[str, str]]) -> list[float]:
    """Return, for each head, the share of ``pairs`` translated exactly if the head is off."""
    matches = []
    for head in heads(translator):
        with switched_off(translator, head):
            matches.append(translator.exact_match(pairs))
    return matches


def alone_in_layer(translator: Translator, pairs: list[tuple[str, str]]) -> list[float]:
    """Return the share of ``pairs`` translated exactly if a head is alone in its layer.

    The list has one share for each head. For this, all other heads of its layer are switched off;
    the heads of the other layers stay on.
    """
    every, matches = heads(translator), []
    for head in every:
        others = [other for other in every if other.layer == head.layer and other != head]
        with switched_off(translator, *others):
            matches.append(translator.exact_match(pairs))
    return matches


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    translator = translate_dates(variant, steps=steps, seed=seed).translator
    _, new = known_and_new_dates(seed=seed)
    values: dict[str, Value] = {
        "exact match": translator.exact_match(new[:N_DATES]),
        "without": without_each(translator, new[:N_DATES]),
        "alone": alone_in_layer(translator, new[:N_DATES]),
    }
    looks = [maps_of(translator, *pair) for pair in new[:N_LOOKED_AT]]
    for number, head in enumerate(heads(translator)):
        if head.place.startswith("cross"):
            each = [on_right_word(m[head], *p) for m, p in zip(looks, new, strict=False)]
        else:
            each = [on_offsets(m[head]) for m in looks]
        values[f"looks {number}"] = torch.tensor(each).mean(dim=0).tolist()
    return values


STUDY = Study("heads", _measure, ("transformer",), budgets=(250, 500))

if __name__ == "__main__":
    STUDY.main()
