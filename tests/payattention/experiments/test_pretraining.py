"""The committed BERT fills blanks, and no date of the test is trained on or chooses a rate."""

import pytest
import torch

from payattention.bert import Blanks, SequenceClassifier
from payattention.data.dates import dates
from payattention.experiments import pretraining
from payattention.experiments.pretraining import (
    LANGUAGES,
    MAX_LEN,
    N_TEST,
    N_UNLABELLED,
    PIECE,
    SPECIAL,
    STUDY,
    Pretrained,
    accuracy,
    encode,
    fine_tune,
    labelled_dates,
    load,
    masked_loss,
    new_dates,
    pretrain,
    pretrained_bert,
    save,
    unlabelled_dates,
)
from payattention.experiments.study import Training


def test_no_date_is_in_two_of_training_validation_and_test():
    known = labelled_dates(N_UNLABELLED, seed=0)
    assert sorted(text for text, _ in known) == sorted(unlabelled_dates())
    assert len(known) == len(LANGUAGES) * N_UNLABELLED
    test, validation = new_dates(), new_dates("validation")
    seen = {text for text, _ in known}
    for part in (test, validation):
        assert not {text for text, _ in part} & seen
        assert len(part) == len(set(part)) > 0.99 * len(LANGUAGES) * N_TEST
        for language in range(len(LANGUAGES)):
            of_language = sum(each == language for _, each in part)
            assert 0.9 * N_TEST < of_language <= N_TEST
    assert not set(test) & set(validation)


def test_new_dates_hold_no_word_that_pre_training_has_not_seen():
    words = {piece for text in unlabelled_dates() for piece in PIECE.findall(text)}
    for part in ("test", "validation"):
        assert {piece for text, _ in new_dates(part) for piece in PIECE.findall(text)} <= words
    assert words <= set(pretrained_bert().vocabulary.symbols)


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
    new = new_dates()
    share = sum(language == 5 for _, language in new) / len(new)
    assert accuracy(classifier, pretrained.vocabulary, new) == pytest.approx(share)


def test_the_masked_loss_is_of_the_masked_words_alone(monkeypatch):
    model, vocabulary = pretrained_bert()
    tokens, mask = encode(["samedi 21 novembre 2026", "Montag, 3. August 1840"], vocabulary)
    asked = []

    def mask_one(tokens, *, mask_token, vocab_size, never):
        asked.append((mask_token, vocab_size, never))
        blank = torch.zeros_like(tokens, dtype=torch.bool)
        blank[:, 1] = True  # the days of the week
        return Blanks(tokens.masked_fill(blank, mask_token), tokens.masked_fill(~blank, -100))

    monkeypatch.setattr(pretraining, "mask_tokens", mask_one)
    with torch.no_grad():
        loss = masked_loss(model, vocabulary, tokens, mask)
        blanked = tokens.clone()
        blanked[:, 1] = vocabulary.ids["[MASK]"]
        logits = model.mlm(model.bert(blanked, mask=mask)[:, 1])
    expected = torch.nn.functional.cross_entropy(logits, tokens[:, 1])
    assert loss.item() == pytest.approx(expected.item(), rel=1e-4)
    ((mask_token, vocab_size, never),) = asked
    assert (mask_token, vocab_size) == (vocabulary.ids["[MASK]"], len(vocabulary))
    special = torch.tensor([vocabulary.ids[symbol] for symbol in SPECIAL])
    assert torch.equal(never, torch.isin(tokens, special))


def test_a_rate_is_chosen_on_validation_dates_and_judged_on_test_dates(monkeypatch):
    asked = []

    def note(part="test"):
        asked.append(part)
        return new_dates(part)[:8]

    monkeypatch.setattr(pretraining, "new_dates", note)
    monkeypatch.setattr(pretraining, "pretrain", lambda **_: (pretrained_bert(), None))
    training = Training("BERT", 0, 2, 1e-3)
    assert STUDY.tune(training) != STUDY.measure(training)["loss"]
    assert asked == ["validation", "test"]


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
