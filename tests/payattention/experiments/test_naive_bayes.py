"""Naive Bayes is scikit-learn's, and EM climbs the likelihood of all texts."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from sklearn.naive_bayes import MultinomialNB

from payattention.experiments import naive_bayes as module
from payattention.experiments.naive_bayes import ROUNDS, NaiveBayes, naive_bayes

N_CLASSES, WORDS = 3, 12


def texts(n, *, seed):
    """Texts whose words are drawn with the probabilities of their class; counts and classes."""
    draw = np.random.default_rng(seed)
    of_class = np.random.default_rng(0).dirichlet(np.full(WORDS, 0.5), size=N_CLASSES)
    label = np.concatenate([np.arange(N_CLASSES), draw.integers(N_CLASSES, size=n - N_CLASSES)])
    counts = np.stack([draw.multinomial(7, of_class[each]) for each in label])
    return torch.tensor(counts, dtype=torch.float32), torch.tensor(label)


def sklearns_word_probabilities(counts, weight, smoothing):
    """`MultinomialNB` fitted to every text once for each class, with its weight for the class."""
    n, classes = len(counts), weight.shape[1]
    fitted = MultinomialNB(alpha=smoothing).fit(
        np.tile(counts, (classes, 1)),
        np.repeat(np.arange(classes), n),
        sample_weight=weight.T.flatten(),
    )
    return fitted.feature_log_prob_


@pytest.mark.parametrize("smoothing", [0.01, 1.0])
def test_on_labelled_texts_it_is_scikit_learns(smoothing):
    counts, label = texts(40, seed=1)
    new, _ = texts(30, seed=2)
    ours = naive_bayes(counts, label, N_CLASSES, smoothing=smoothing)
    prior = (label.bincount() + smoothing) / (len(label) + N_CLASSES * smoothing)
    theirs = MultinomialNB(alpha=smoothing, class_prior=prior.numpy()).fit(counts, label)
    np.testing.assert_allclose(ours.log_word, theirs.feature_log_prob_, atol=1e-6)
    np.testing.assert_allclose(ours.probabilities(new), theirs.predict_proba(new), atol=1e-6)


def test_em_does_what_an_implementation_with_scikit_learn_does():
    (counts, label), (unlabelled, _) = texts(6, seed=3), texts(80, seed=4)
    ours = naive_bayes(counts, label, N_CLASSES, smoothing=0.5, unlabelled=unlabelled)
    known, every = np.eye(N_CLASSES)[label], np.concatenate([counts, unlabelled])
    weight, seen = known, counts.numpy()
    for _ in range(ROUNDS + 1):
        log_word = sklearns_word_probabilities(seen, weight, 0.5)
        log_class = np.log((weight.sum(0) + 0.5) / (weight.sum() + 0.5 * N_CLASSES))
        joint = unlabelled.numpy() @ log_word.T + log_class
        guessed = np.exp(joint - np.logaddexp.reduce(joint, axis=1, keepdims=True))
        weight, seen = np.concatenate([known, guessed]), every
    np.testing.assert_allclose(ours.log_word, log_word, atol=1e-5)
    np.testing.assert_allclose(ours.log_class, log_class, atol=1e-5)


def test_no_round_of_em_lowers_the_likelihood(monkeypatch):
    """Of labelled and unlabelled texts, times the prior that the smoothing stands for."""
    (counts, label), (unlabelled, _) = texts(6, seed=5), texts(80, seed=6)
    counts, unlabelled, smoothing = counts.double(), unlabelled.double(), 0.3

    def log_posterior(model):
        known = (counts @ model.log_word.mT + model.log_class).gather(1, label[:, None]).sum()
        others = (unlabelled @ model.log_word.mT + model.log_class).logsumexp(dim=1).sum()
        return (known + others + smoothing * (model.log_word.sum() + model.log_class.sum())).item()

    found = []
    for rounds in range(ROUNDS):
        monkeypatch.setattr(module, "ROUNDS", rounds)
        fitted = naive_bayes(counts, label, N_CLASSES, smoothing=smoothing, unlabelled=unlabelled)
        found.append(log_posterior(fitted))
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(found))
    assert found[-1] > found[0] + 1


def test_unlabelled_texts_help_where_labels_are_few():
    new, truth = texts(400, seed=7)
    unlabelled, _ = texts(600, seed=8)

    def right(**more):
        found = []
        for seed in range(20, 30):
            counts, label = texts(N_CLASSES, seed=seed)
            model = naive_bayes(counts, label, N_CLASSES, smoothing=0.1, **more)
            found.append((model.probabilities(new).argmax(dim=1) == truth).float().mean().item())
        return sum(found) / len(found)

    assert right(unlabelled=unlabelled) > right() + 0.02


def test_without_words_only_the_classes_count():
    counts = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    known = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    model = NaiveBayes(counts.double(), known.double(), 1.0)
    assert model.probabilities(torch.zeros(1, 2)).tolist() == [pytest.approx([3 / 5, 2 / 5])]
    assert model.log_word.exp().tolist() == [
        pytest.approx([3 / 4, 1 / 4]),
        pytest.approx([1 / 3, 2 / 3]),
    ]


@pytest.mark.parametrize("smoothing", [0.0, -1.0])
def test_a_smoothing_that_is_not_positive_is_refused(smoothing):
    counts, label = texts(5, seed=1)
    with pytest.raises(ValueError, match="smoothing must be"):
        naive_bayes(counts, label, N_CLASSES, smoothing=smoothing)
