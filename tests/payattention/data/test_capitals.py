"""Dialogues about capitals: each answer is marked, and nothing else."""

import torch

from payattention.data.capitals import CAPITALS, WORDS, decode, dialogues, encode, long, short


def test_the_marked_words_are_the_answer():
    tokens, answer = dialogues(["France", "Peru"], short, long)
    said = [decode(row[marked]) for row, marked in zip(tokens, answer, strict=True)]
    assert said == ["Paris .", "I think it is Paris .", "Lima .", "I think it is Lima ."]


def test_the_other_words_are_the_question():
    tokens, answer = dialogues(["Japan"], short, long)
    asked = [decode(row[~marked]) for row, marked in zip(tokens, answer, strict=True)]
    assert asked == ["capital of Japan ?"] * 2


def test_each_word_has_a_token_of_its_own():
    assert len(set(WORDS)) == len(WORDS)
    text = " ".join(WORDS[1:])
    assert decode(encode(text)) == text


def test_a_country_has_one_capital_and_a_capital_one_country():
    assert len(set(CAPITALS.values())) == len(CAPITALS)
    assert not set(CAPITALS) & set(CAPITALS.values())


def test_short_answers_alone_need_no_padding():
    tokens, answer = dialogues(CAPITALS, short)
    assert tokens.shape == (len(CAPITALS), 6)
    assert torch.equal(answer.sum(dim=1), torch.full((len(CAPITALS),), 2))
