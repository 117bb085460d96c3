"""Dates and number names are what the calendar and arithmetic say, drawn without repetition."""

import re
from datetime import datetime

import pytest

from payattention.data.dates import dates
from payattention.data.numbers import number_names
from payattention.data.text import python_reference, without_repeats

MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
WEEK = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]


def test_a_date_is_the_same_day_in_both_languages():
    pairs = dates(500, "en", "fr", seed=0)
    assert len(set(pairs)) == 500
    for english, french in pairs:
        day = datetime.strptime(english, "%A, %B %d, %Y")
        weekday, month = WEEK[day.weekday()], MONTHS[day.month - 1]
        assert french == f"{weekday} {day.day} {month} {day.year}"


def test_other_languages_and_styles():
    for german, english in dates(50, "de", "en", style="long", seed=1):
        day = datetime.strptime(english, "%B %d, %Y")
        assert german.startswith(f"{day.day}. ")
        assert german.endswith(f" {day.year}")


def test_the_same_seed_gives_the_same_dates_and_another_others():
    assert dates(20, seed=3) == dates(20, seed=3) != dates(20, seed=4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n must be from 1 to 146097, but it is 0"),
        ({"n": 146_098}, "n must be from 1 to 146097, but it is 146098"),
        ({"source": "xx"}, "source must be a language that Babel knows, .* 'xx'"),
        ({"target": "no such"}, "target must be a language .* 'no such'"),
        ({"style": "brief"}, "style must be one of full, long, medium, short, .* 'brief'"),
    ],
)
def test_dates_that_do_not_exist_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=message):
        dates(**{"n": 3, "seed": 0, **options})


UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def value_of(name):
    """Read an English number name, by rules of our own."""
    total = part = 0
    for word in re.findall("[a-z]+", name):
        if word in UNITS:
            part += UNITS.index(word)
        elif word in TENS:
            part += 10 * TENS.index(word) + 20
        elif word == "hundred":
            part *= 100
        elif word != "and":
            total += part * {"thousand": 10**3, "million": 10**6, "billion": 10**9}[word]
            part = 0
    return total + part


def test_a_name_is_its_number_and_lengths_are_even():
    pairs = number_names(3000, digits=(3, 9), seed=0)
    assert all(value_of(name) == int(number) for name, number in pairs)
    assert len(set(pairs)) == 3000
    counts = [sum(len(number) == n for _, number in pairs) for n in range(3, 10)]
    assert min(counts[1:]) > 350
    assert sum(counts) == 3000


def test_names_in_two_languages():
    pairs = dict(number_names(100, "en", "de", digits=(1, 2), seed=0))
    assert len(pairs) == 100
    assert pairs["twenty-one"] == "einundzwanzig"
    assert pairs["zero"] == "null"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 11, "digits": (1, 1)}, "n must be from 1 to 10, but it is 11"),
        ({"digits": (3, 2)}, r"digits must be .*\(3, 2\)"),
        ({"digits": (0, 2)}, r"digits must be .*\(0, 2\)"),
        ({"source": "xx"}, "source must be a language that num2words knows, .* 'xx'"),
        ({"target": "xx"}, "target must be a language that num2words knows, .* 'xx'"),
    ],
)
def test_numbers_that_have_no_name_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=message):
        number_names(**{"n": 3, "seed": 0, **options})


def test_the_bundled_text_is_the_language_reference():
    text = python_reference()
    assert len(text) > 200_000
    assert text.startswith('The "assert" statement')
    assert 'The "with" statement' in text


def test_each_paragraph_stands_once_and_first():
    text = "\n\none\n\ntwo\n\none\n\nthree\n\ntwo\n\n"
    assert without_repeats(text) == "one\n\ntwo\n\nthree\n"
    reference = python_reference()
    once = without_repeats(reference)
    assert set(once.split("\n\n")) == set(reference.split("\n\n"))
    assert len(once) < 0.9 * len(reference)  # there is much to leave out
