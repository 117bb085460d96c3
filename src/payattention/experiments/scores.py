"""The date translator with one score function or another, in Bahdanau's decoder and in Luong's.

    python -m payattention.experiments.scores

Everything but the score and the order of the decoder's steps is as in the study `translation`.
"""

import torch

from payattention.experiments.study import Study, Value
from payattention.experiments.translation import (
    Translator,
    alignment,
    compare_with_truth,
    known_and_new_dates,
    train_on_dates,
    word_weights,
)
from payattention.luong import LuongSeq2Seq
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.tokenize import Vocabulary

LUONG = "general, Luong's decoder"
VARIANTS = ("additive", "general", "dot", "scaled", LUONG)


def untrained(variant: str, vocabulary: Vocabulary, max_len: int) -> Translator:
    """Return a translator of dates with this score, not trained yet."""
    size = len(vocabulary)
    score, decoder = ("general", LuongSeq2Seq) if variant == LUONG else (variant, Seq2Seq)
    model = decoder(Seq2SeqConfig(size, size, d_model=32, d_hidden=64, score=score))
    return Translator(model, vocabulary, max_len)


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    trained = train_on_dates(
        lambda vocabulary, max_len: untrained(variant, vocabulary, max_len), steps=steps, seed=seed
    )
    _, held_out = known_and_new_dates(seed=seed)
    looks = [word_weights(alignment(trained.translator, *pair), *pair) for pair in held_out[:200]]
    errors = compare_with_truth(looks)
    return {
        "exact match": trained.exact_match,
        "wrong word": errors.wrong_word,
        "weight on right word": errors.on_right_word,
        "word weights": torch.stack(looks).mean(dim=0).flatten().tolist(),  # 4 French × 4 English
    }


STUDY = Study("scores", _measure, VARIANTS, budgets=(250, 500))

if __name__ == "__main__":
    STUDY.main()
