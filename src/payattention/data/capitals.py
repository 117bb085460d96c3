"""Questions about capitals, each with a short and a long answer: dialogues for a tiny model.

    capital of France ?   Paris .
    capital of France ?   I think it is Paris .

A word is a token. Both answers are right, so which of them a model gives is a matter of training.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

CAPITALS = {
    "Austria": "Vienna", "Belgium": "Brussels", "Chile": "Santiago", "China": "Beijing",
    "Cuba": "Havana", "Denmark": "Copenhagen", "Egypt": "Cairo", "Finland": "Helsinki",
    "France": "Paris", "Germany": "Berlin", "Greece": "Athens", "Hungary": "Budapest",
    "Italy": "Rome", "Japan": "Tokyo", "Kenya": "Nairobi", "Norway": "Oslo",
    "Peru": "Lima", "Poland": "Warsaw", "Portugal": "Lisbon", "Romania": "Bucharest",
    "Russia": "Moscow", "Spain": "Madrid", "Sweden": "Stockholm", "Turkey": "Ankara",
}  # fmt: skip
PAD = ""
FRAME = ("capital", "of", "?", "I", "think", "it", "is", ".")
WORDS = [PAD, *FRAME, *CAPITALS, *CAPITALS.values()]
IDS = {word: token for token, word in enumerate(WORDS)}


class Dialogues(NamedTuple):
    """Questions with their answers, padded at the end; ``answer`` is True at the answers' words."""

    tokens: Int[Tensor, "texts length"]
    answer: Bool[Tensor, "texts length"]


def question(country: str) -> str:
    return f"capital of {country} ?"


def short(country: str) -> str:
    return f"{CAPITALS[country]} ."


def long(country: str) -> str:
    return f"I think it is {CAPITALS[country]} ."


def dialogues(countries: Iterable[str], *answers: Callable[[str], str]) -> Dialogues:
    """Return the question about each of ``countries``, with each of ``answers``, say `short`."""
    texts = [(question(country), answer(country)) for country in countries for answer in answers]
    tokens = [encode(f"{asked} {answered}") for asked, answered in texts]
    begins = torch.tensor([len(asked.split()) for asked, _ in texts])[:, None]  # (texts, 1)
    padded = pad_sequence(tokens, batch_first=True, padding_value=IDS[PAD])  # (texts, length)
    position = torch.arange(padded.shape[1])
    return Dialogues(padded, (position >= begins) & (padded != IDS[PAD]))


def encode(text: str) -> Int[Tensor, " words"]:
    """The tokens of a text whose words, and marks such as "?", have spaces between them."""
    return torch.tensor([IDS[word] for word in text.split()])


def decode(tokens: Int[Tensor, " words"]) -> str:
    """The text of tokens, without padding."""
    return " ".join(WORDS[token] for token in tokens.tolist() if token != IDS[PAD])
