"""Pairs of sentences: half of them follow each other, and the label says which."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payattention.data.sentences import next_sentence_pairs

DOCUMENTS = [[f"{name}{i}" for i in range(n)] for name, n in (("a", 9), ("b", 1), ("c", 30))]


def test_half_follow_and_the_label_says_which():
    following = {pair for document in DOCUMENTS for pair in pairwise(document)}
    pairs = next_sentence_pairs(DOCUMENTS, 4000, seed=0)
    for first, second, follows_not in pairs:
        assert ((first, second) in following) == (not follows_not)
    # 4 standard deviations of a fair coin thrown 4,000 times are 0.032
    assert sum(pair.follows_not for pair in pairs) / 4000 == pytest.approx(0.5, abs=0.032)
    assert {pair[:2] for pair in pairs if not pair.follows_not} == following
    drawn = {pair.second for pair in pairs if pair.follows_not}
    assert drawn == {sentence for document in DOCUMENTS for sentence in document}


@given(st.lists(st.lists(st.sampled_from("xyz"), max_size=5)), st.integers(0, 2**32 - 1))
def test_a_sentence_that_does_not_follow_is_not_spelt_like_the_one_that_does(documents, seed):
    if max(map(len, documents), default=0) < 2 or len({s for d in documents for s in d}) < 2:
        with pytest.raises(ValueError, match="documents must hold"):
            next_sentence_pairs(documents, 5, seed=seed)
        return
    pairs = next_sentence_pairs(documents, 20, seed=seed)
    assert pairs == next_sentence_pairs(documents, 20, seed=seed)
    for first, second, follows_not in pairs:
        nexts = [b for d in documents for a, b in pairwise(d) if a == first]
        assert any((second == following) != follows_not for following in nexts)


def test_no_pair_is_refused():
    with pytest.raises(ValueError, match="n must be at least 1, but it is 0"):
        next_sentence_pairs(DOCUMENTS, 0, seed=0)
    with pytest.raises(
        ValueError, match=r"a document of at least two sentences.*lengths are \[1, 0\]"
    ):
        next_sentence_pairs([["a"], []], 1, seed=0)
    with pytest.raises(ValueError, match="different sentences, but all sentences are equal"):
        next_sentence_pairs([["a", "a"], ["a"]], 1, seed=0)
