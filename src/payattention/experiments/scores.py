"""The date translator with different score functions, in Bahdanau's decoder and in Luong's.

    python -m payattention.experiments.scores

trains each of `VARIANTS` and writes the result file. A variant is a score with a decoder.
"""

from functools import partial

import torch

from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.experiments.translation import (
    Trained,
    Translator,
    alignment_errors,
    known_and_new_dates,
    train_on_dates,
    validation_loss,
)
from payattention.luong import LuongSeq2Seq
from payattention.seq2seq import SCORES, Seq2Seq, Seq2SeqConfig
from payattention.tokenize import Vocabulary

LUONG = "luong "  # before the score of a variant with Luong's decoder


def untrained(variant: str, vocabulary: Vocabulary, max_len: int) -> Translator:
    """Return an untrained translator of dates.

    ``variant`` is a score such as "dot" for Bahdanau's decoder, or "luong dot" for Luong's decoder
    with the score "dot".
    """
    size, score = len(vocabulary), variant.removeprefix(LUONG)
    config = Seq2SeqConfig(size, size, d_model=32, d_hidden=64, score=score)
    bahdanau = Seq2Seq(config)
    model = _with_luongs_decoder(bahdanau) if variant.startswith(LUONG) else bahdanau
    return Translator(model, vocabulary, max_len)


def _with_luongs_decoder(bahdanau: Seq2Seq) -> LuongSeq2Seq:
    """Return a model with Luong's decoder and, in all layers that both have, the same weights.

    The weights of the layers that only Luong's decoder has are drawn.
    """
    with torch.random.fork_rng(devices=[]):
        luong = LuongSeq2Seq(bahdanau.config)
    luong.load_state_dict(bahdanau.state_dict(), strict=False)
    for layer in (luong.W_c, luong.W_s):
        layer.reset_parameters()
    return luong


def _train(training: Training) -> tuple[Trained, list[tuple[str, str]]]:
    variant, seed, steps, lr = training
    _, held_out = known_and_new_dates(seed=seed)
    return train_on_dates(partial(untrained, variant), steps=steps, lr=lr, seed=seed), held_out


def _tune(training: Training) -> float:
    trained, held_out = _train(training)
    return validation_loss(trained.translator, held_out)


def _measure(training: Training) -> dict[str, Value]:
    trained, held_out = _train(training)
    errors = alignment_errors(trained.translator, held_out[:200])
    return {
        "exact match": trained.exact_match,
        "wrong word": errors.wrong_word,
        "weight on right word": errors.on_right_word,
    }


# Luong's decoder has only the two scores that differ most in Bahdanau's, because training is slow.
VARIANTS = (*SCORES, *(LUONG + score for score in ("additive", "general")))
STUDY = Study(
    "scores",
    _measure,
    VARIANTS,
    budgets=(500,),
    rates=(2e-3, 5e-3, 1e-2),
    tune=_tune,
    tuning_steps=250,
)

if __name__ == "__main__":
    STUDY.main()
