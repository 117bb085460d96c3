"""BLEU equals sacrebleu's."""

import random

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu import corpus_bleu

from payattention.bleu import bleu

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)
CORPUS = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=n, max_size=n)), min_size=1)
)


def sacrebleu_of(hypotheses, references):
    return corpus_bleu(
        [" ".join(words) for words in hypotheses],
        [[" ".join(words) for words in stream] for stream in zip(*references, strict=True)],
        tokenize="none",
        smooth_method="none",
        force=True,
    )


def assert_equal(hypotheses, references):
    ours, theirs = bleu(hypotheses, references), sacrebleu_of(hypotheses, references)
    assert ours.score == pytest.approx(theirs.score, abs=1e-9)
    assert ours.length == theirs.sys_len
    assert ours.reference_length == theirs.ref_len
    assert ours.brevity_penalty == pytest.approx(theirs.bp)
    if ours.length:
        assert [100 * p for p in ours.precisions] == pytest.approx(theirs.precisions)


@given(CORPUS)
def test_equals_sacrebleu_on_any_corpus(corpus):
    assert_equal(*zip(*corpus, strict=True))


@pytest.mark.parametrize("kept", [0.5, 0.9, 1.0])
def test_equals_sacrebleu_on_damaged_sentences(kept):
    draw = random.Random(0)
    vocabulary = [f"w{i}" for i in range(200)]
    references = [[draw.choices(vocabulary, k=draw.randint(1, 40))] for _ in range(200)]
    hypotheses = [
        [w if draw.random() < 0.9 else "other" for w in words if draw.random() < kept]
        for (words,) in references
    ]
    assert_equal(hypotheses, references)
    assert 0 < bleu(hypotheses, references).score < 100


def test_a_perfect_translation_has_100_and_one_without_a_common_4_gram_has_0():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    assert bleu([words], [[words]]).score == pytest.approx(100)
    assert bleu([words[::-1]], [[words]]).score == 0


def test_short_translations_are_penalised_by_exp_and_long_ones_not():
    words = ["a", "b", "c", "d", "e", "f", "g", "h"]
    assert bleu([words[:4]], [[words]]).brevity_penalty == pytest.approx(2.718281828459045**-1)
    assert bleu([words], [[words[:4]]]).brevity_penalty == 1


def test_it_is_no_mean_over_sentences():
    good, bad, other = ["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "x"], ["p", "q", "r", "s"]
    corpus = bleu([good, other], [[good], [bad]])
    mean = (bleu([good], [[good]]).score + bleu([other], [[bad]]).score) / 2
    assert corpus.score == pytest.approx(sacrebleu_of([good, other], [[good], [bad]]).score)
    assert abs(corpus.score - mean) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), "n_hypotheses must be at least 1, but it is 0"),
        (([["a"]], []), "references must hold a list for each hypothesis, but hold 0 for 1"),
        (([["a"]], [[]]), "references must not be empty, but hypothesis 0 has none"),
        ((["a b"], [[["a"]]]), "must be lists of words, but number 0 is a text"),
        (([["a"]], [["a b"]]), "must be lists of words, but number 0 is a text"),
    ],
)
def test_what_is_no_corpus_is_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        bleu(*arguments)


def test_n_grams_of_no_word_are_refused():
    with pytest.raises(ValueError, match="max_n must be at least 1, but it is 0"):
        bleu([["a"]], [[["a"]]], max_n=0)


def test_tensors_of_token_ids_are_compared_by_their_numbers():
    hypotheses = [[5, 6, 7, 8, 1, 2], [1, 2, 3, 4, 5, 6]]
    references = [[[5, 6, 7, 8, 9, 2]], [[1, 2, 3, 4, 6, 5]]]
    expected = sacrebleu_of(
        [[str(word) for word in words] for words in hypotheses],
        [[[str(word) for word in words] for words in each] for each in references],
    ).score
    assert 0 < expected < 100
    tensors = torch.tensor(hypotheses), torch.tensor(references)
    lists_of_scalars = [list(row) for row in tensors[0]], [[list(row[0])] for row in tensors[1]]
    for both in ((hypotheses, references), tensors, lists_of_scalars):
        assert bleu(*both).score == pytest.approx(expected)
