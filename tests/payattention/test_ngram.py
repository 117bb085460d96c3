"""The n-gram's probabilities are those of a calculation by hand, and are probabilities."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payattention.ngram import NGram

A, B, C, NEVER = range(4)


def test_a_bigram_equals_the_calculation_by_hand():
    """Of ABABBAC the bigrams are AB twice, BA twice, BB and AC: so D = 2 / (2 + 2 · 2) = 1/3.

    A has stood behind B alone, B behind A and B, C behind A: of 4 counts, two are 1 and one is 2,
    so D = 2 / (2 + 2 · 1) = 1/2, and 1/2 · 3/4 of the probability is spread over all 4 symbols.
    """
    model = NGram([A, B, A, B, B, A, C], order=2, vocab_size=4)
    spread = 1 / 2 * 3 / 4 * 1 / 4
    alone = {A: 1 / 8 + spread, B: 3 / 8 + spread, C: 1 / 8 + spread, NEVER: spread}
    for symbol, p in alone.items():
        assert model.probability(symbol) == pytest.approx(p)
    after_a = {A: 0, B: (2 - 1 / 3) / 3, C: (1 - 1 / 3) / 3, NEVER: 0}  # A is followed 3 times
    after_b = {A: (2 - 1 / 3) / 3, B: (1 - 1 / 3) / 3, C: 0, NEVER: 0}
    for symbol, p in alone.items():
        given_up = 1 / 3 * 2 / 3  # D for each of two followers, of three
        assert model.probability(symbol, [A]) == pytest.approx(after_a[symbol] + given_up * p)
        assert model.probability(symbol, [B]) == pytest.approx(after_b[symbol] + given_up * p)
        assert model.probability(symbol, [C]) == pytest.approx(p)  # nothing ever followed C


def test_a_symbol_that_follows_one_other_alone_is_a_poor_guess_elsewhere():
    san, francisco, in_, york, the, city = range(6)
    text = [san, francisco] * 9 + [in_, york, the, york, city, york, san, in_, the, city]
    model = NGram(text, order=2, vocab_size=6)
    assert text.count(francisco) > text.count(york)
    assert model.probability(francisco) < model.probability(york)
    assert model.probability(francisco, [san]) > 0.7


SYMBOLS = st.lists(st.integers(0, 4), min_size=5, max_size=60)


@given(SYMBOLS, st.lists(st.integers(0, 5), max_size=7), st.integers(1, 5))
def test_probabilities_sum_to_one_after_any_context_and_none_is_zero(symbols, context, order):
    model = NGram(symbols, order, vocab_size=6)
    p = model.distribution(context)
    assert p.shape == (6,)
    assert p.min() > 0
    assert p.sum().item() == pytest.approx(1, abs=1e-5)


@given(SYMBOLS, SYMBOLS, st.integers(1, 5))
def test_the_loss_is_the_mean_surprise_of_all_but_the_first(symbols, judged, order):
    model = NGram(symbols, order, vocab_size=6)
    surprise = [-math.log(model.probability(judged[i], judged[:i])) for i in range(1, len(judged))]
    assert model.loss(judged) == pytest.approx(sum(surprise) / len(surprise))


@given(SYMBOLS, st.integers(0, 5))
def test_no_more_of_the_context_counts_than_the_order_says(symbols, symbol):
    model = NGram(symbols, order=3, vocab_size=6)
    short = model.probability(symbol, symbols[-2:])
    assert model.probability(symbol, [5, *symbols]) == short
    assert NGram(symbols, 1, 6).probability(symbol, symbols) == NGram(symbols, 1, 6).probability(
        symbol
    )


def test_it_learns_what_the_last_symbols_say():
    """0 0 1 1 0 0 1 1 …: one symbol back says nothing, two say all."""
    text = [0, 0, 1, 1] * 100
    one, two, three = (NGram(text, order, 2).loss(text) for order in (1, 2, 3))
    assert one == pytest.approx(math.log(2), abs=0.01)
    assert two == pytest.approx(math.log(2), abs=0.01)
    assert three < 0.05


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: NGram([0, 1], 0, 2), "order must be from 1 to 2, but it is 0"),
        (lambda: NGram([0, 1], 3, 2), "order must be from 1 to 2, but it is 3"),
        (lambda: NGram([0, 2], 1, 2), r"symbols must be from 0 to 1, but one is 2"),
        (lambda: NGram([0, 1], 1, 2).loss([0, -1]), r"symbols must be from 0 to 1, but one is -1"),
        (
            lambda: NGram([0, 1], 1, 2).loss([0]),
            "symbols must have a length of at least 2, but it is 1",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()
