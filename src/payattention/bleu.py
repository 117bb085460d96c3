"""BLEU: a score of translations, from the n-grams that they share with references.

    BLEU = 100 · min(1, exp(1 − r / c)) · (p_1 p_2 p_3 p_4)^(1/4)

p_n is the share of the hypotheses' n-grams that match. An n-gram of a hypothesis matches if it also
occurs in a reference of this hypothesis. If it is repeated, it matches at most as often as it
occurs in the reference: for the hypothesis `the the the` and the reference `the cat`, p_1 = 1/3.
With several references, the largest of these counts is used.

c is the number of words in all hypotheses. r is the sum of one reference length for each
hypothesis: the length nearest to the hypothesis's own (if two are equally near, the shorter).

Matches, n-grams and lengths are summed over the corpus before they are divided, so BLEU is not the
mean of the sentences' scores.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from torch import Tensor

from payattention.require import require_positive

Words = Sequence[str | int | Tensor] | Tensor
NGrams = Counter[tuple[object, ...]]


class Bleu(NamedTuple):
    """The BLEU score of a corpus, and the numbers from which it is computed."""

    score: float  # 0 to 100
    precisions: list[float]  # 0 to 1, of 1-grams, 2-grams, …
    brevity_penalty: float
    length: int  # words in the hypotheses
    reference_length: int


def bleu(
    hypotheses: Sequence[Words] | Tensor,
    references: Sequence[Sequence[Words] | Tensor] | Tensor,
    *,
    max_n: int = 4,
) -> Bleu:
    """Compute BLEU: each of the ``hypotheses`` has a list of one or more ``references``.

        BLEU = 100 · min(1, exp(1 − r / c)) · (p_1 p_2 p_3 p_4)^(1/4)

    The module's docstring says what the symbols mean. For another ``max_n``, p_1 to p_max_n are
    multiplied, and the exponent is 1 / max_n. Words are compared as they are: first split and
    normalise hypotheses and references in the same way. Words may be token ids, in lists or
    tensors; remove padding first, because padding would count as words.
    Source: Papineni et al. (2002), section 2.3.
    Raises: ValueError if there is no hypothesis, a hypothesis has no reference, or a text is not
    split into words.
    """
    require_positive(max_n=max_n, n_hypotheses=len(hypotheses))
    if len(references) != len(hypotheses):
        counts = f"{len(references)} for {len(hypotheses)} hypotheses"
        raise ValueError(f"references must hold a list for each hypothesis, but hold {counts}")
    matches, totals, c, r = [0] * max_n, [0] * max_n, 0, 0
    for i, (hypothesis, its_references) in enumerate(zip(hypotheses, references, strict=True)):
        _require_words(i, hypothesis, its_references)
        c += len(hypothesis)
        lengths = [len(words) for words in its_references]
        r += min(lengths, key=lambda length: (abs(length - len(hypothesis)), length))
        for n in range(1, max_n + 1):
            ours = _ngrams(hypothesis, n)
            matches[n - 1] += _matches(ours, its_references, n)
            totals[n - 1] += ours.total()
    precisions = [
        match / total if total else 0.0 for match, total in zip(matches, totals, strict=True)
    ]
    penalty = 1.0 if c >= r else math.exp(1 - r / c) if c else 0.0
    mean = math.prod(precisions) ** (1 / max_n)
    return Bleu(100 * penalty * mean, precisions, penalty, c, r)


def _require_words(number: int, hypothesis: Words, references: Sequence[Words] | Tensor) -> None:
    if isinstance(hypothesis, str) or any(isinstance(words, str) for words in references):
        raise ValueError(
            f"hypotheses and references must be lists of words, but number {number} is a text, not "
            "split into words"
        )
    if len(references) == 0:
        raise ValueError(f"references must not be empty, but hypothesis {number} has none")


def _matches(ours: NGrams, references: Sequence[Words] | Tensor, n: int) -> int:
    most: NGrams = Counter()
    for words in references:
        most |= _ngrams(words, n)
    return (ours & most).total()


def _ngrams(words: Words, n: int) -> NGrams:
    # equal tensors have different hashes, so plain numbers are counted
    plain = [word.item() if isinstance(word, Tensor) else word for word in words]
    return Counter(tuple(plain[i : i + n]) for i in range(len(plain) - n + 1))
