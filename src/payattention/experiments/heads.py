"""The heads of a trained translator: what does each attend to, and is each needed?

    python -m payattention.experiments.heads

trains the date translator of `translation` with every seed, and writes the result file. The file
says what each head attends to, and how well the model translates without this head, or with this
head alone in its layer. The translator is a Transformer with 24 heads, four in each of six
attention layers: two of self-attention in the encoder, two of self-attention in the decoder, and
two of cross-attention. To switch a head off, the trained model is changed as if the head's output
were 0; it is not trained again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from payattention.attention import MultiHeadAttention
from payattention.experiments import translation
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.translation import (
    FRENCH_TO_ENGLISH,
    Translator,
    known_and_new_dates,
    translate_dates,
    word_weights,
)
from payattention.maps import attention_maps
from payattention.multihead import GroupedQueryAttention
from payattention.tokenize import BOS

N_DATES = 200  # unseen dates, translated once without each head
N_LOOKED_AT = 50  # of these, the dates whose maps are averaged
OFFSETS = (-2, -1, 0, 1, 2)  # from a position to the one that it attends to


class Head(NamedTuple):
    """One attention head of a model: the name of its layer, and its number in that layer.

    The name is the layer's in ``model.named_modules()``.
    """

    layer: str
    number: int

    @property
    def location(self) -> str:
        """The head's layer in words, such as "encoder 1", "decoder 1" or "cross 1"."""
        stack, _, layer, kind = self.layer.split(".")
        where = "cross" if "cross" in kind else stack
        return f"{where} {int(layer) + 1}"


def heads(translator: Translator) -> list[Head]:
    """Return all attention heads of the translator's Transformer, layer by layer."""
    layers = [
        (name, module)
        for name, module in translator.model.named_modules()
        if isinstance(module, MultiHeadAttention)
    ]
    return [Head(name, number) for name, module in layers for number in range(module.n_heads)]


@contextmanager
def switched_off(model: nn.Module, *off: Head) -> Iterator[None]:
    """Inside a ``with`` block, switch off the heads ``off``, as if their outputs were 0.

    For this, the columns of the output matrix W_O that multiply the output of a head in ``off`` are
    set to 0. At the end of the block, the columns get their values back.
    """
    before: dict[str, Tensor] = {}
    try:
        for name, number in off:
            layer = _attention(model, name)
            weight = layer.W_O.weight.detach()  # (d_model, heads · d_v), the same memory
            before.setdefault(name, weight.clone())
            weight.unflatten(1, (layer.n_heads, -1))[:, number] = 0  # (d_model, heads, d_v)
        yield
    finally:
        with torch.no_grad():
            for name, weight in before.items():
                _attention(model, name).W_O.weight.copy_(weight)


def _attention(model: nn.Module, name: str) -> MultiHeadAttention | GroupedQueryAttention:
    layer = model.get_submodule(name)
    assert isinstance(layer, MultiHeadAttention | GroupedQueryAttention)
    return layer


def maps_of(
    translator: Translator, source: str, target: str
) -> dict[Head, Float[Tensor, "queries keys"]]:
    """Return each head's attention weights for the text ``source`` and its translation ``target``.

    The decoder reads BOS and the target without its last letter. So in a head of the decoder, row i
    of the weights belongs to the prediction of letter i.
    """
    ids = translator.vocabulary.encode
    with torch.no_grad(), attention_maps(translator.model) as maps:
        translator.model(torch.tensor([ids(source)]), torch.tensor([ids([BOS, *target[:-1]])]))
        return {head: maps[head.layer][0, head.number] for head in heads(translator)}


def on_offsets(weights: Float[Tensor, "queries keys"]) -> list[float]:
    """For each distance d in `OFFSETS`, return the mean weight of the key d positions further on.

    The mean is over all queries. `OFFSETS` are −2 to 2; a negative distance means a key before the
    query. If a query has no key at a distance, its weight there counts as 0.
    """
    return [weights.diagonal(offset).sum().item() / len(weights) for offset in OFFSETS]


def on_right_word(
    weights: Float[Tensor, "target source"], english: str, french: str
) -> list[float]:
    """Return, for each French word of a date, the attention weight on its English translation.

    The weight is summed over the letters of the English word, and averaged over the letters of the
    French word.
    """
    words = word_weights(weights, english, french)  # (french, english)
    return words[range(len(FRENCH_TO_ENGLISH)), list(FRENCH_TO_ENGLISH)].tolist()


def without_each(translator: Translator, pairs: list[tuple[str, str]]) -> list[float]:
    """Switch off each head in turn; return the share of ``pairs`` translated exactly each time."""
    matches = []
    for head in heads(translator):
        with switched_off(translator.model, head):
            matches.append(translator.exact_match(pairs))
    return matches


def alone_in_layer(translator: Translator, pairs: list[tuple[str, str]]) -> list[float]:
    """Switch off all heads of a layer but one; return the share of ``pairs`` translated exactly.

    Each head in turn is the one that stays on, so the list has one share for each head. The heads
    of the other layers always stay on.
    """
    every, matches = heads(translator), []
    for head in every:
        others = [other for other in every if other.layer == head.layer and other != head]
        with switched_off(translator.model, *others):
            matches.append(translator.exact_match(pairs))
    return matches


def _measure(training: Training) -> dict[str, Value]:
    variant, seed, steps, _ = training
    lr = translation.STUDY.best_rate(variant)
    translator = translate_dates(variant, steps=steps, lr=lr, seed=seed).translator
    _, new = known_and_new_dates(seed=seed)
    values: dict[str, Value] = {
        "exact match": translator.exact_match(new[:N_DATES]),
        "without": without_each(translator, new[:N_DATES]),
        "alone": alone_in_layer(translator, new[:N_DATES]),
    }
    looks = [maps_of(translator, *pair) for pair in new[:N_LOOKED_AT]]
    for number, head in enumerate(heads(translator)):
        if head.location.startswith("cross"):
            each = [on_right_word(m[head], *p) for m, p in zip(looks, new, strict=False)]
        else:
            each = [on_offsets(m[head]) for m in looks]
        values[f"looks {number}"] = torch.tensor(each).mean(dim=0).tolist()
    return values


STUDY = Study("heads", _measure, ("transformer",), budgets=(500,))

if __name__ == "__main__":
    STUDY.main()
