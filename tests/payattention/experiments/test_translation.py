"""The committed translators translate unseen days, and training and files do what they say."""

import random

import pytest
import torch

from payattention.experiments.translation import (
    MODELS,
    Translator,
    compare_with_truth,
    known_and_new_dates,
    load,
    offsets,
    save,
    trained_translator,
    translate_dates,
    word_effects,
    word_weights,
)
from payattention.maps import attention_maps
from payattention.seq2seq import Seq2Seq, Seq2SeqConfig
from payattention.tokenize import Vocabulary


@pytest.mark.parametrize("kind", ["bahdanau", "luong", "transformer"])
def test_with_attention_98_of_100_unseen_dates_are_translated_exactly(kind):
    assert trained_translator(kind).exact_match(known_and_new_dates()[1]) >= 0.98


def test_a_thought_vector_of_the_same_width_and_training_translates_fewer():
    assert trained_translator("thought vector").exact_match(known_and_new_dates()[1]) < 0.95


@pytest.mark.parametrize("kind", ["bahdanau", "luong"])
def test_a_french_word_changes_with_its_english_word_and_hardly_with_another(kind):
    pairs = known_and_new_dates()[1][:40]
    effects = word_effects(trained_translator(kind), pairs)  # (french, english)
    own = torch.eye(4)[[0, 2, 1, 3]].bool()
    assert effects[own].min() > 0.9
    assert effects[~own].max() < 0.2


def test_a_translator_that_reads_nothing_shows_no_effect():
    translator = trained_translator("bahdanau")
    deaf = Seq2Seq(translator.model.config)
    torch.nn.init.zeros_(deaf.source_embedding.weight)
    pairs = [  # of one length, word by word: a length is read without any embedding
        ("Monday, June 4, 2026", "lundi 4 juin 2026"),
        ("Friday, July 5, 2027", "vendredi 5 juillet 2027"),
    ]
    assert (word_effects(translator._replace(model=deaf), pairs) == 0).all()


def test_the_new_dates_are_new():
    known, new = known_and_new_dates()
    assert (len(known), len(new)) == (8000, 1000)
    assert not set(known) & set(new)


def test_offsets_say_how_far_right_of_its_translation_an_english_word_begins():
    pairs = [
        ("Saturday, November 21, 2026", "samedi 21 novembre 2026"),
        ("Monday, May 4, 2026", "lundi 4 mai 2026"),
    ]
    assert offsets(pairs).tolist() == [[0, 12, 0, 4], [0, 6, 0, 3]]


def test_its_attention_finds_the_month_across_the_day():
    """The month and the day change places between English and French; the alignment crosses."""
    translator = trained_translator("bahdanau")
    english, french = "Saturday, November 21, 2026", "samedi 21 novembre 2026"
    assert translator.translate([english]) == [french]
    ids = translator.vocabulary.encode
    source, target = torch.tensor([ids(english)]), torch.tensor([ids(["[BOS]", *french])])
    with attention_maps(translator.model) as maps:
        translator.model(source, target)
    (weights,) = maps.cross_attention

    def centre(start, word):
        """Where in the source the decoder looked, on average, while it wrote this word."""
        rows = weights[0, start : start + len(word)]
        return (rows * torch.arange(len(english))).sum(-1).mean().item()

    day, month = centre(french.index("21"), "21"), centre(french.index("nov"), "novembre")
    assert month < day  # though the month is written after the day


def test_weights_of_letters_are_added_up_by_words():
    english, french = "ab, c", "x yz"
    weights = torch.tensor(
        [
            [0.1, 0.2, 0.3, 0.0, 0.4],  # x
            [9.0, 9.0, 9.0, 9.0, 9.0],  # the space: no word
            [0.5, 0.5, 0.0, 0.0, 0.0],  # y
            [0.0, 0.0, 0.0, 0.0, 1.0],  # z
        ]
    )
    expected = torch.tensor([[0.3, 0.4], [0.5, 0.5]])
    torch.testing.assert_close(word_weights(weights, english, french), expected)


def test_day_and_month_change_places_in_the_truth():
    right = torch.eye(4)[[0, 2, 1, 3]]
    assert compare_with_truth([right, right]) == (0, 1)
    straight = compare_with_truth([torch.eye(4), 0.5 * right])
    assert straight == pytest.approx((0.25, 0.5))  # 2 words of 8; weights 1, 0, 0, 1 and 4 × 0.5


def small_translator():
    torch.manual_seed(0)
    vocabulary = Vocabulary("abc")
    return Translator(Seq2Seq(Seq2SeqConfig(6, 6, d_model=32, d_hidden=64)), vocabulary, 7)


@pytest.mark.system
def test_training_makes_a_translator_of_texts_of_several_lengths():
    draw = random.Random(0)
    texts = ["".join(draw.choices("abc", k=draw.randint(1, 5))) for _ in range(2000)]
    pairs = [(text, text.translate(str.maketrans("abc", "bca"))) for text in texts]
    translator = small_translator()
    assert translator.exact_match(pairs[:100]) < 0.1
    translator.train(pairs, lr=1e-2, steps=150, seed=0)
    assert translator.exact_match(pairs) > 0.9
    assert translator.translate(["abc", "b"]) == ["bca", "c"]  # as alone, so padded
    assert translator.translate(["b"]) == ["c"]


@pytest.mark.system
def test_a_seed_means_one_training():
    once, again = (translate_dates("thought vector", steps=2, seed=3) for _ in range(2))
    assert torch.equal(once.history.loss, again.history.loss)
    assert 0 <= once.exact_match <= 1


@pytest.mark.parametrize("kind", MODELS)
def test_a_translator_is_saved_whole(kind, tmp_path):
    trained = trained_translator(kind)
    save(trained, kind, tmp_path / "copy.pt")
    texts = [text for text, _ in known_and_new_dates()[1][:5]]
    assert load(tmp_path / "copy.pt").translate(texts) == trained.translate(texts)


@pytest.mark.parametrize("kept", [0, 100, 5000])
def test_a_truncated_checkpoint_is_refused(tmp_path, kept):
    file = tmp_path / "copy.pt"
    save(small_translator(), "bahdanau", file)
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(
        ValueError, match=r"file must be readable and complete, but .*copy.pt is not"
    ):
        load(file)


def test_a_checkpoint_of_another_model_is_refused(tmp_path):
    file = tmp_path / "copy.pt"
    save(small_translator(), "transformer", file)
    with pytest.raises(ValueError, match=r"file must hold the weights of this Transformer, but"):
        load(file)
    torch.save({"weights": {}}, file)
    with pytest.raises(ValueError, match=r"file must hold kind, a str, but"):
        load(file)


@pytest.mark.parametrize("call", [translate_dates, trained_translator])
def test_another_kind_is_refused_by_name(call):
    with pytest.raises(ValueError, match=r"kind must be one of bahdanau, .* but it is 'lstm'"):
        call("lstm")
