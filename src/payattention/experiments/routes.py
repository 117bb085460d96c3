"""By which route does a French word depend on its English word: the first state or annotations?

    python -m payattention.experiments.routes

trains the date translators "bahdanau" and "luong" as in the study `translation`, with the same
seeds and budgets, and writes the result file. The annotations are the encoder's outputs, one for
each letter; the first state is the decoder's. In each date, one English word is replaced by
another. The decoder gets the new word on one route only, and the old word on all other routes.

The translators "bahdanau" (additive score) are the same as in `translation`. The translators
"luong" (general score) are not, because their training depends on how sums are rounded: the same
seed leads to another translator with another number of threads or on another processor. The result
file was measured with one thread.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from payattention.experiments import translation
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.translation import (
    FRENCH_TO_ENGLISH,
    WORD,
    Translator,
    alignment_errors,
    exchanged,
    known_and_new_dates,
    translate_dates,
)
from payattention.seq2seq import EncoderDecoder, Memory
from payattention.tokenize import BOS, PAD, pad

ROUTES = ("first state", "own letters", "other letters")
WORDS = ("weekday", "day", "month", "year")  # of a French date
State = Float[Tensor, "dates width"]
Mask = Bool[Tensor, "dates letters"]


def effects_by_route(
    translator: Translator, pairs: list[tuple[str, str]]
) -> Float[Tensor, "routes words"]:
    """Return how often a French word changes if its English word is replaced on one route only.

    ``pairs`` are dates in English and French. For each pair, two English dates are encoded:
    the old one, and the new one, in which `exchanged` has replaced one word. Each of `ROUTES` says
    what the decoder gets from the new date; it gets everything else from the old one:
    - "first state": the first state s_0, but no annotation.
    - "own letters": the annotations of the letters of the new word.
    - "other letters": all other annotations.
    The result is a share of the dates, with a row for each of `ROUTES` and a column for each of
    `WORDS`. As in `translation.word_effects`, the decoder gets the true previous letters, and a
    word counts as changed if the likeliest letter changes anywhere in it.
    Raises: ValueError if the translator is a Transformer or has no attention.
    """
    model = _with_attention(translator)
    encode, padding = translator.vocabulary.encode, translator.vocabulary.ids[PAD]
    target, _ = pad([encode([BOS, *french[:-1]]) for _, french in pairs], padding)

    def read(pairs: list[tuple[str, str]]) -> tuple[State, Memory]:
        source, lengths = pad([encode(english) for english, _ in pairs], padding)
        return model.start(source, lengths)

    columns = []
    for word, english_word in enumerate(FRENCH_TO_ENGLISH):
        changed = exchanged(pairs, english_word)
        own, own_new = (_letters([a for a, _ in each], english_word) for each in (pairs, changed))
        written = _letters([french for _, french in pairs], word)  # (dates, letters)
        with torch.no_grad():
            (s, memory), (s_new, memory_new) = read(pairs), read(changed)
            before = _likeliest(model, target, s, memory)
            after = [
                _likeliest(model, target, s_new, memory),
                _likeliest(model, target, s, _joined(memory, ~own, memory_new, own_new)),
                _likeliest(model, target, s, _joined(memory, own, memory_new, ~own_new)),
            ]
        differ = torch.stack([((each != before) & written).any(dim=1) for each in after])
        columns.append(differ.float().mean(dim=1))  # (routes,)
    return torch.stack(columns, dim=1)


def _with_attention(translator: Translator) -> EncoderDecoder:
    model = translator.model
    if not isinstance(model, EncoderDecoder) or model.config.score is None:
        raise ValueError(
            "translator must be a recurrent encoder–decoder with attention, "
            f"but its model is a {type(model).__name__}"
            f"{' without attention' if isinstance(model, EncoderDecoder) else ''}"
        )
    return model


def _letters(texts: list[str], word: int) -> Mask:
    """Return which letters of each text belong to its word with the index ``word``."""
    spans = torch.tensor([list(WORD.finditer(text))[word].span() for text in texts])
    position = torch.arange(max(map(len, texts)))
    return (spans[:, :1] <= position) & (position < spans[:, 1:])


def _joined(
    old: Memory,
    of_old: Bool[Tensor, "dates old_letters"],
    new: Memory,
    of_new: Bool[Tensor, "dates new_letters"],
) -> Memory:
    """Return a memory with the annotations of ``old`` and ``new`` that the two masks select.

    The annotations of ``old`` come first, then the annotations of ``new``: a decoder does not see
    their order. The annotations that are not selected are masked.
    """
    chosen = torch.cat([of_old, of_new], dim=-1)[:, None]  # (dates, 1, letters of both)
    return Memory(
        annotations=torch.cat([old.annotations, new.annotations], dim=1),
        keys=torch.cat([old.keys, new.keys], dim=1),
        mask=torch.cat([old.mask, new.mask], dim=-1) & chosen,
        thought=old.thought,  # is not used by a model with attention
    )


def _likeliest(
    model: EncoderDecoder, target: Int[Tensor, "dates letters"], s: State, memory: Memory
) -> Int[Tensor, "dates letters"]:
    """Return the likeliest letter at each position of the target, given the true letters before."""
    cache, letters = (s, memory), []
    for tokens in target.split(1, dim=1):  # (dates, 1)
        logits, cache = model.step(tokens, cache)
        letters.append(logits.argmax(dim=-1))
    return torch.stack(letters, dim=1)


def _measure(training: Training) -> dict[str, Value]:
    variant, seed, steps, _ = training
    lr = translation.STUDY.best_rate(variant)
    trained = translate_dates(variant, steps=steps, lr=lr, seed=seed)
    dates = known_and_new_dates(seed=seed)[1][:200]
    shares = effects_by_route(trained.translator, dates).tolist()
    return {
        "exact match": trained.exact_match,
        "wrong word": alignment_errors(trained.translator, dates).wrong_word,
        **{
            f"{route}, {word}": share
            for route, row in zip(ROUTES, shares, strict=True)
            for word, share in zip(WORDS, row, strict=True)
        },
    }


STUDY = Study("routes", _measure, ("bahdanau", "luong"), budgets=(500,))

if __name__ == "__main__":
    STUDY.main()
