"""The date translator with one score function or another.

    python -m payattention.experiments.scores

Everything but the score is as in the study `translation`.
"""

from functools import partial

from payattention.experiments.study import Study, Value
from payattention.experiments.translation import (
    Translator,
    alignment_errors,
    known_and_new_dates,
    train_on_dates,
)
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.tokenize import Vocabulary


def untrained(score: str, vocabulary: Vocabulary, max_len: int) -> Translator:
    """Return a translator of dates with this score, not trained yet."""
    size = len(vocabulary)
    config = Seq2SeqConfig(size, size, d_model=32, d_hidden=64, score=score)
    return Translator(Seq2Seq(config), vocabulary, max_len)


def _measure(variant: str, seed: int, steps: int) -> dict[str, Value]:
    trained = train_on_dates(partial(untrained, variant), steps=steps, seed=seed)
    _, held_out = known_and_new_dates(seed=seed)
    errors = alignment_errors(trained.translator, held_out[:200])
    return {
        "exact match": trained.exact_match,
        "wrong word": errors.wrong_word,
        "weight on right word": errors.on_right_word,
    }


STUDY = Study("scores", _measure, ("additive", "general", "dot"), budgets=(250, 500))

if __name__ == "__main__":
    STUDY.main()
