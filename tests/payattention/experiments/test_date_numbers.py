"""A sentence holds one date and asks for one of its words, and readers are as described."""

from datetime import date

import pytest
import torch

from payattention.experiments.date_numbers import (
    ASKED,
    FILLERS,
    LENGTH,
    MONTHS,
    ORDERS,
    QUESTIONS,
    WEEKDAYS,
    WORDS,
    YEARS,
    right,
    sentences,
    untrained,
    weight_on_asked,
)


def dated(sentence: list[str]) -> tuple[date, int]:
    """The date that stands in a sentence, and where its four words begin."""
    start = next(place for place, word in enumerate(sentence) if word not in FILLERS)
    parts = sentence[start : start + 4]
    [weekday], [month], [year] = (
        [word for word in parts if word in kind] for kind in (WEEKDAYS, MONTHS, YEARS)
    )
    [day] = {*parts} - {weekday, month, year}
    found = date(int(year), MONTHS.index(month) + 1, int(day))
    assert WEEKDAYS[found.weekday()] == weekday
    return found, start


def test_a_sentence_holds_a_real_date_and_the_answer_is_the_number_of_what_is_asked():
    words, answers = sentences(400, seed=7)
    assert words.shape == (400, LENGTH)
    starts, orders = set(), set()
    for row, answer in zip(words, answers, strict=True):
        *sentence, question = (WORDS[word] for word in row)
        found, start = dated(sentence)
        assert {*sentence[:start], *sentence[start + 4 :]} <= set(FILLERS)
        number = {"weekday?": found.isoweekday(), "month?": found.month, "day?": found.day}
        assert answer + 1 == number[question]
        starts.add(start)
        orders.add(tuple(sentence[start + at] in YEARS for at in range(4)).index(True))
    assert starts == set(range(LENGTH - 4))
    assert orders == {order.index(3) for order in ORDERS}


def test_every_word_of_the_vocabulary_is_there_once():
    assert len(set(WORDS)) == len(WORDS)
    assert WORDS[: sum(map(len, ASKED))] == tuple(word for kind in ASKED for word in kind)
    assert WORDS[-len(QUESTIONS) :] == QUESTIONS


def test_a_model_that_knows_the_answers_is_always_right():
    words, answers = sentences(200, seed=8)
    model = untrained("head")
    model.forward = lambda _: torch.nn.functional.one_hot(answers, 31).float()
    assert right(model, words, answers) == 1
    assert right(model, words, (answers + 1) % 31) == 0


def test_equal_weights_give_the_asked_word_its_share():
    model = untrained("head")
    torch.nn.init.zeros_(model.head.W_Q.weight)
    weight = weight_on_asked(model, sentences(50, seed=9)[0])
    torch.testing.assert_close(weight, torch.full((50,), 1 / LENGTH))


@pytest.mark.parametrize("variant", ["average", "average, hidden layer"])
def test_an_average_knows_no_order(variant):
    words, _ = sentences(20, seed=10)
    model = untrained(variant)
    order = torch.cat([torch.randperm(LENGTH - 1), torch.tensor([LENGTH - 1])])
    torch.testing.assert_close(model(words[:, order]), model(words))
