"""Sequences made by rule keep the rule, and draw evenly what is left to chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from payattention.data.synthetic import BOS, EOS, FIRST, PAD, copy, lookup


@given(st.integers(1, 20), st.integers(1, 6), st.integers(0, 6), st.booleans(), st.integers(0, 99))
def test_a_copy_is_its_source_between_bos_and_eos(n, shortest, more, backwards, seed):
    data = copy(n, lengths=(shortest, shortest + more), symbols=5, backwards=backwards, seed=seed)
    assert data.source.shape == (n, shortest + more)
    for source, length, target in zip(*(field.tolist() for field in data), strict=True):
        assert shortest <= length <= shortest + more
        symbols = source[:length]
        assert all(FIRST <= symbol < FIRST + 5 for symbol in symbols)
        assert source[length:] == [PAD] * (shortest + more - length)
        copied = symbols[::-1] if backwards else symbols
        assert target == [BOS, *copied, EOS] + [PAD] * (shortest + more - length)


@given(st.integers(1, 20), st.integers(1, 8), st.integers(0, 99))
def test_the_answer_is_the_value_that_followed_the_key(n, pairs, seed):
    data = lookup(n, pairs=pairs, symbols=8, seed=seed)
    for sequence, answer, place in zip(*(field.tolist() for field in data), strict=True):
        keys, values, asked = sequence[:-1:2], sequence[1:-1:2], sequence[-1]
        assert len(set(keys)) == pairs
        assert dict(zip(keys, values, strict=True))[asked] == answer == sequence[place]
        assert all(FIRST <= key < FIRST + 8 for key in keys)
        assert all(FIRST + 8 <= value < FIRST + 16 for value in values)


def test_lengths_and_places_are_drawn_evenly():
    lengths = copy(6000, lengths=(4, 9), seed=0).lengths.bincount()[4:]
    places = lookup(6000, pairs=5, seed=0).position.bincount()[1::2]
    assert chisquare(lengths.tolist()).pvalue > 0.001
    assert chisquare(places.tolist()).pvalue > 0.001


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: copy(0, lengths=(1, 2), seed=0), "n must be at least 1, but it is 0"),
        (lambda: copy(1, lengths=(1, 2), symbols=0, seed=0), "symbols must be at least 1"),
        (lambda: copy(1, lengths=(3, 2), seed=0), r"lengths must be .*\(3, 2\)"),
        (lambda: copy(1, lengths=(0, 2), seed=0), r"lengths must be .*\(0, 2\)"),
        (lambda: lookup(1, pairs=0, seed=0), "pairs must be from 1 to 16, but it is 0"),
        (lambda: lookup(1, pairs=9, symbols=8, seed=0), "pairs must be from 1 to 8, but it is 9"),
    ],
)
def test_sequences_that_cannot_be_are_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()
