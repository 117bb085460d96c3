"""The committed BERT needs fewer labels than one from scratch, and no label has leaked."""

import pytest
import torch

from payattention.bert import SequenceClassifier
from payattention.data.dates import dates
from payattention.experiments.pretraining import (
    LANGUAGES,
    MAX_LEN,
    PIECE,
    SPECIAL,
    Pretrained,
    accuracy,
    by_shared_words,
    encode,
    few_labels,
    fine_tune,
    labelled_dates,
    load,
    new_dates,
    pretrain,
    pretrained_bert,
    save,
)


@pytest.mark.system
def test_the_committed_bert_beats_the_same_from_scratch_on_one_label_a_language():
    result = few_labels(pretrained_bert(), labels=(1,), seeds=(0, 1))
    assert result.labels.tolist() == [1]
    assert result.pretrained.min() > result.from_scratch.max() + 0.3


@pytest.mark.slow
def test_pre_trained_anew_it_wins_with_every_number_of_labels():
    result = few_labels()
    assert result.labels.tolist() == [1, 2, 4, 8]
    assert result.pretrained.shape == result.from_scratch.shape == (4, 5)
    margin = result.pretrained - result.from_scratch
    assert (margin.mean(dim=1) > 0.2).all()
    assert (margin > 0.1).all()  # each seed by itself


def test_the_new_dates_are_new_and_the_labelled_are_not():
    known = {text for text, _ in labelled_dates(1000, seed=0)}
    new = [text for text, _ in new_dates()]
    assert (len(known), len(new)) == (16_000, 3200)
    same_in_two_languages = known & set(new)  # Danish and Norwegian, on a day of both
    assert len(same_in_two_languages) < 0.01 * len(new)


@pytest.mark.system
def test_labels_are_as_many_of_each_language_and_true():
    labelled = labelled_dates(3, seed=1)
    assert [language for _, language in labelled] == [i for i in range(16) for _ in range(3)]
    assert labelled_dates(3, seed=1) == labelled != labelled_dates(3, seed=2)
    written = {text for _, text in dates(146_097, target="fi", seed=0)}
    finnish = LANGUAGES.index("fi")
    assert all((text in written) == (language == finnish) for text, language in labelled)


def test_a_date_is_split_into_words_signs_and_pairs_of_digits():
    assert PIECE.findall("lunes, 2 de junio de 1969") == [
        "lunes", ",", "2", "de", "junio", "de", "19", "69",
    ]  # fmt: skip


def test_texts_are_encoded_with_their_padding_masked():
    _, vocabulary = pretrained_bert()
    tokens, mask = encode(["jeudi 29 octobre 1857", "2032. június 3., csütörtök"], vocabulary)
    words = [vocabulary.decode(row) for row in tokens.tolist()]
    assert words[0][:7] == ["[CLS]", "jeudi", "29", "octobre", "18", "57", "[SEP]"]
    assert set(words[0][7:]) == {"[PAD]"}
    assert torch.equal(mask[:, 0], tokens != vocabulary.ids["[PAD]"])
    assert tokens.shape[1] <= MAX_LEN
    with pytest.raises(ValueError, match=r"text must be made of .* 'Thermidor'"):
        encode(["9 Thermidor"], vocabulary)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "samedi 21 [MASK] 2026"),
        ("de", "Montag, 3. [MASK] 1840"),
        ("pl", "środa, 1 [MASK] 2076"),
    ],
)
def test_it_fills_a_blank_with_a_month_of_the_right_language(language, text):
    """What it was pre-trained for: no label says that these words are French, or months."""
    place = PIECE.findall(text).index("[MASK]")
    months = {PIECE.findall(date)[place] for _, date in dates(500, target=language, seed=7)}
    assert len(months) == 12
    [guesses] = pretrained_bert().fill(text, guesses=12)
    assert sum(p for word, p in guesses if word in months) > 0.9
    assert guesses == sorted(guesses, key=lambda guess: -guess[1])


def test_each_blank_is_filled():
    assert len(pretrained_bert().fill("[MASK] 21 novembre [MASK]", guesses=2)) == 2
    assert pretrained_bert().fill("samedi 21 novembre 2026") == []


@pytest.mark.system
def test_a_seed_means_one_training():
    once, again = (pretrain(steps=2, seed=3) for _ in range(2))
    assert torch.equal(once[1].loss, again[1].loss)
    assert once[1].loss.shape == (2,)
    classifiers = [
        fine_tune(
            pretrained.model.bert, pretrained.vocabulary, labelled_dates(1, 0), steps=2, seed=0
        )
        for pretrained, _ in (once, again)
    ]
    for one, other in zip(*(each.state_dict().values() for each in classifiers), strict=True):
        assert torch.equal(one, other)
    assert not classifiers[0].training


def test_fine_tuning_starts_from_the_weights_given_and_leaves_them_alone():
    pretrained = pretrained_bert()
    before = {name: weight.clone() for name, weight in pretrained.model.bert.state_dict().items()}
    labelled = labelled_dates(2, seed=0)
    tuned = fine_tune(pretrained.model.bert, pretrained.vocabulary, labelled, steps=1, seed=0)
    scratch = fine_tune(None, pretrained.vocabulary, labelled, steps=1, seed=0)
    for name, weight in pretrained.model.bert.state_dict().items():
        assert torch.equal(weight, before[name])
    moved = (tuned.bert.embedding.weight - before["embedding.weight"]).abs().max()
    assert moved < 0.01 < (scratch.bert.embedding.weight - before["embedding.weight"]).abs().max()


def test_accuracy_counts_what_is_named_rightly():
    pretrained = pretrained_bert()
    torch.manual_seed(0)
    classifier = SequenceClassifier(pretrained.model.bert, len(LANGUAGES)).eval()
    with torch.no_grad():
        classifier.head.weight.zero_()
        classifier.head.bias.zero_()[5] = 1.0  # says the sixth language, whatever it reads
    assert accuracy(classifier, pretrained.vocabulary, new_dates()) == pytest.approx(1 / 16)


def test_the_baseline_names_the_language_that_shares_most_words():
    labelled = [("samedi 21 novembre 2026", 6), ("Saturday, March 3, 1999", 3)]
    assert by_shared_words(labelled, [("samedi 3 mars 1999", 6)]) == 0.0  # three pieces of English
    assert by_shared_words(labelled, [("samedi 21 mars 2004", 6), ("March 7, 2004", 3)]) == 1.0
    assert by_shared_words(labelled, [("keskiviikko", 0), ("sobota", 11)]) == 0.5  # the first


def test_a_bert_is_saved_whole(tmp_path):
    pretrained = pretrained_bert()
    save(pretrained, tmp_path / "copy.pt")
    copy = load(tmp_path / "copy.pt")
    assert copy.vocabulary.symbols == pretrained.vocabulary.symbols
    tokens, mask = encode([text for text, _ in new_dates()[:9]], pretrained.vocabulary)
    assert torch.equal(copy.model.bert(tokens, mask=mask), pretrained.model.bert(tokens, mask=mask))


def test_a_checkpoint_of_another_vocabulary_is_refused(tmp_path):
    model, vocabulary = pretrained_bert()
    smaller = type(vocabulary)(vocabulary.symbols[len(SPECIAL) + 1 :], special=SPECIAL)
    save(Pretrained(model, smaller), tmp_path / "other.pt")
    with pytest.raises(
        ValueError, match=r"file must hold the weights of this BERTForPretraining, but .*other"
    ):
        load(tmp_path / "other.pt")
