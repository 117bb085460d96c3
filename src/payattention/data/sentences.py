"""Sentence pairs for BERT's second pre-training task: does the second follow the first?"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from payattention.require import require_positive

Sentence = Any  # whatever can be compared: a text, or a list of tokens


class SentencePair(NamedTuple):
    """Two sentences, and the label that a model must predict."""

    first: Sentence
    second: Sentence
    follows_not: int  # 0: the second follows the first; 1: it does not


def next_sentence_pairs(
    documents: Sequence[Sequence[Sentence]], n: int, *, seed: int
) -> list[SentencePair]:
    """Draw ``n`` sentence pairs; in about half of them, the second sentence follows the first.

    Each of ``documents`` is a list of sentences in their order. In the other half of the pairs, the
    second sentence is drawn from all documents, but never equals the sentence that follows the
    first.
    Source: Devlin et al. (2019), section 3.1, task 2.
    Raises: ValueError if n < 1, no document has two sentences, or all sentences are alike.
    """
    require_positive(n=n)
    firsts = [(d, i) for d, document in enumerate(documents) for i in range(len(document) - 1)]
    if not firsts:
        lengths = [len(document) for document in documents]
        raise ValueError(
            "documents must hold a document of at least two sentences, but their lengths are "
            f"{lengths}"
        )
    corpus = [sentence for document in documents for sentence in document]
    if all(sentence == corpus[0] for sentence in corpus):
        raise ValueError("documents must hold different sentences, but all sentences are equal")
    draw = random.Random(seed)
    pairs = []
    for _ in range(n):
        d, i = draw.choice(firsts)
        first, following = documents[d][i : i + 2]
        second, follows_not = following, draw.randrange(2)
        while follows_not and second == following:
            second = draw.choice(corpus)
        pairs.append(SentencePair(first, second, follows_not))
    return pairs
