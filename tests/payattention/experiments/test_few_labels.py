"""The classifiers of few labels are what they are called, and are given what the study says."""

import math

import pytest
import torch

from payattention.experiments import few_labels
from payattention.experiments.few_labels import (
    BAYES,
    EM,
    LABELS,
    PRETRAINED,
    SCRATCH,
    SHARED,
    STUDY,
    VARIANTS,
    accuracy,
    by_bert,
    by_naive_bayes,
    by_shared_words,
    fit,
)
from payattention.experiments.pretraining import (
    LANGUAGES,
    labelled_dates,
    new_dates,
    pretrained_bert,
    unlabelled_dates,
)
from payattention.experiments.study import Training

FR, EN = LANGUAGES.index("fr"), LANGUAGES.index("en")
SOME = ["samedi 21 novembre 2026", "Saturday, March 3, 1999"]


@pytest.fixture
def few_dates(monkeypatch):
    """Only a few of the unlabelled dates, of all languages, so that EM takes no time."""
    monkeypatch.setattr(few_labels, "unlabelled_dates", lambda: unlabelled_dates()[::50])
    few_labels._columns.cache_clear()
    yield
    few_labels._columns.cache_clear()


def test_accuracy_counts_what_is_predicted_correctly():
    new = [("a", 0), ("b", 3), ("c", 2), ("d", 2)]

    def always_the_third(texts):
        assert texts == ["a", "b", "c", "d"]
        return torch.eye(5)[[2, 2, 2, 2]]

    assert accuracy(always_the_third, new) == 0.5


def test_shared_words_share_the_probability_among_the_languages_with_most_of_them():
    labelled = [("samedi 21 novembre 2026", FR), ("Saturday, March 3, 1999", EN)]
    classify = by_shared_words(labelled)
    probability = classify(["samedi 3 mars 1999", "samedi 21 mars 2004", "keskiviikko"])
    assert probability[0].nonzero().tolist() == [[EN]]  # "3", "19" and "99"
    assert probability[1].nonzero().tolist() == [[FR]]
    assert probability[2].tolist() == pytest.approx([1 / len(LANGUAGES)] * len(LANGUAGES))
    both = classify(["samedi Saturday"])[0]
    assert both[[FR, EN]].tolist() == [0.5, 0.5]


@pytest.mark.usefixtures("few_dates")
@pytest.mark.parametrize("unlabelled", [False, True])
def test_naive_bayes_gives_probabilities_and_knows_the_dates_it_was_given(unlabelled):
    labelled = labelled_dates(2, 0)
    classify = by_naive_bayes(labelled, 0.1, unlabelled=unlabelled)
    probability = classify([text for text, _ in labelled])
    assert probability.shape == (len(labelled), len(LANGUAGES))
    assert torch.allclose(probability.sum(dim=1), torch.ones(len(labelled)).double())
    assert accuracy(classify, labelled) > 0.9


@pytest.mark.usefixtures("few_dates")
def test_a_piece_that_no_unlabelled_date_has_says_nothing():
    classify = by_naive_bayes(labelled_dates(1, 0), 0.1, unlabelled=False)
    plain, strange = classify(["samedi 21 novembre 2026", "samedi 21 novembre 2026 Thermidor"])
    assert torch.equal(plain, strange)


def test_counts_are_of_the_pieces_of_a_text():
    columns = {"21": 0, "20": 1, "samedi": 2, ",": 3}
    counts = few_labels._counts(["samedi 21 2021, samedi", "x"], columns)
    assert counts.tolist() == [[2, 1, 2, 1], [0, 0, 0, 0]]


def test_both_berts_have_the_same_vocabulary_and_only_one_a_past():
    start, labelled = pretrained_bert(), list(zip(SOME, (FR, EN), strict=True))
    training = Training(PRETRAINED, 0, 1, 1e-6)
    tuned, scratch = (by_bert(each, labelled, training)(SOME) for each in (start, None))
    assert torch.allclose(tuned.sum(dim=1), torch.ones(2))
    assert torch.allclose(scratch.sum(dim=1), torch.ones(2))
    assert not torch.allclose(tuned, scratch)


def test_a_variant_is_fitted_as_it_is_called(monkeypatch):
    calls = []

    def note(name):
        def by(*given, **more):
            calls.append((name, *given, more))
            return by_shared_words([])

        return by

    for name in ("by_bert", "by_naive_bayes", "by_shared_words"):
        monkeypatch.setattr(few_labels, name, note(name))
    monkeypatch.setattr(few_labels, "_pretrained", lambda seed: f"BERT {seed}")
    trainings = {variant: Training(variant, 7, 200, 0.5) for variant in VARIANTS}
    for training in trainings.values():
        fit([], training)
    assert calls == [
        ("by_bert", "BERT 7", [], trainings[PRETRAINED], {}),
        ("by_bert", None, [], trainings[SCRATCH], {}),
        ("by_naive_bayes", [], {"smoothing": 0.5, "unlabelled": False}),
        ("by_naive_bayes", [], {"smoothing": 0.5, "unlabelled": True}),
        ("by_shared_words", [], {}),
    ]


def test_a_rate_is_chosen_on_validation_dates_and_judged_on_test_dates(monkeypatch):
    asked, labels = [], []

    def classify(texts):
        asked.append(texts)
        return torch.full((len(texts), len(LANGUAGES)), 1 / len(LANGUAGES))

    def fitted(labelled, training):
        labels.append(labelled)
        return classify

    monkeypatch.setattr(few_labels, "fit", fitted)
    training = Training(SCRATCH, 5, 2, 1e-3)
    assert STUDY.tune(training) == pytest.approx(math.log(len(LANGUAGES)), rel=1e-4)
    values = STUDY.measure(training)
    texts = {part: [text for text, _ in new_dates(part)] for part in ("validation", "test")}
    assert asked == [texts["validation"]] * len(LABELS) + [texts["test"]] * len(LABELS)
    assert labels == [labelled_dates(n, 5) for n in LABELS] * 2
    assert values["accuracy"] == [values[f"accuracy, {n} labels"] for n in LABELS]


def test_the_smoothing_is_chosen_as_learning_rates_are_and_a_rule_has_none():
    assert set(STUDY.variants) == {PRETRAINED, SCRATCH, BAYES, EM, SHARED}
    assert all(rate > 0 for variant in VARIANTS for rate in STUDY.rates_of(variant))
    assert STUDY.rates_of(SHARED) == ()
