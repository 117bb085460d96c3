"""Naive Bayes over words, and the same with unlabelled texts by expectation–maximisation (EM).

A text is a bag of words: given its class c, each word w is drawn with the probability p(w | c). The
probabilities are counted in the labelled texts. EM also counts in the unlabelled texts: it guesses
their classes, counts again with these guesses as weights, and repeats.
Source: Nigam, McCallum, Thrun and Mitchell (2000), sections 4 and 5.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention.require import require_within

ROUNDS = 30  # of EM

Counts = Float[Tensor, "texts words"]


def naive_bayes(
    counts: Counts,
    label: Int[Tensor, " texts"],
    n_classes: int,
    *,
    smoothing: float,
    unlabelled: Float[Tensor, "unlabelled words"] | None = None,
) -> "NaiveBayes":
    """Fit naive Bayes to labelled texts, and to unlabelled texts if there are any.

    ``counts`` says how often each text has each word. ``smoothing`` is added to every count.
    Raises: ValueError if smoothing is not positive.
    """
    require_within("(0, inf)", smoothing=smoothing)
    known = torch.nn.functional.one_hot(label, n_classes).double()  # (texts, classes)
    counts = counts.double()
    model = NaiveBayes(counts, known, smoothing)
    if unlabelled is None:
        return model
    unlabelled = unlabelled.double().to_sparse()  # nearly all counts are 0
    texts = torch.cat([counts.to_sparse(), unlabelled])
    for _ in range(ROUNDS):
        guessed = model.probabilities(unlabelled)
        model = NaiveBayes(texts, torch.cat([known, guessed]), smoothing)
    return model


class NaiveBayes:
    """The log probabilities of classes and of words given a class, from weighted counts.

    ``weight`` says how much each text belongs to each class.
    """

    def __init__(self, counts: Counts, weight: Float[Tensor, "texts classes"], smoothing: float):
        words = (counts.mT @ weight).mT + smoothing  # (classes, words)
        classes = weight.sum(dim=0) + smoothing
        self.log_word = (words / words.sum(dim=1, keepdim=True)).log()
        self.log_class = (classes / classes.sum()).log()

    def probabilities(self, counts: Counts) -> Float[Tensor, "texts classes"]:
        """Return the probability of each class for each text."""
        return (counts.double() @ self.log_word.mT + self.log_class).softmax(dim=1)
