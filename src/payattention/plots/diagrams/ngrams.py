"""A diagram of BLEU: which n-grams of a translation its reference has, too."""

from collections import Counter
from itertools import accumulate

from payattention.plots.diagrams.drawing import Diagram, Wide, listed
from payattention.plots.style import BLUE, INK, VERMILION

NAMES = "words", "pairs", "triples", "fours"
LETTER, MARGIN, SIDE = 9.4, 14, 86  # pixels: of a letter, beside a word, and left of all words
THIN, STEP = 7, 11  # pixels: of an n-gram's bar, and from a bar to the next
TEXTS, GAP = 74, 20  # pixels: of both texts, and below the bars of one n


def shared_ngrams(translation: str, reference: str) -> Diagram:
    """Draw both texts, and below them a bar for each n-gram of the translation, n from 1 to 4.

    A bar is an outline if the reference does not have the n-gram, or not so many times. The texts
    have equally many words, and words of one place are below each other.
    Raises: ValueError if the texts do not have equally many words.
    """
    texts = translation.split(), reference.split()
    if len(texts[0]) != len(texts[1]):
        counts = " and ".join(str(len(words)) for words in texts)
        raise ValueError(f"the texts must have equally many words, but they have {counts}")
    found = [_found(*texts, n) for n in range(1, len(NAMES) + 1)]
    shares = [f"of {len(each)} {name} {sum(each)}" for name, each in zip(NAMES, found, strict=True)]
    description = (
        f"The translation is “{translation}”, the reference “{reference}”. "
        f"The reference has {listed(shares)}."
    )
    return Diagram(description, *(_bars(*texts, found, phone=phone) for phone in (False, True)))


def _found(translation: list[str], reference: list[str], n: int) -> list[bool]:
    """Whether the reference has each n-gram of the translation, each as often as it has it."""
    left = Counter(_grams(reference, n))
    found = []
    for gram in _grams(translation, n):
        found.append(left[gram] > 0)
        left[gram] -= 1
    return found


def _grams(words: list[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def _bars(
    translation: list[str], reference: list[str], found: list[list[bool]], *, phone: bool
) -> Wide:
    widths = [
        LETTER * max(map(len, pair)) + MARGIN for pair in zip(translation, reference, strict=True)
    ]
    ends = list(accumulate(widths, initial=SIDE))
    height = TEXTS + sum(n * STEP + GAP for n in range(1, len(found) + 1))
    draw = Wide(height, phone=phone)
    for y, name, words in ((16, "translation", translation), (46, "reference", reference)):
        draw.text((0, y), name, anchor="start", small=True)
        for place, (word, other) in enumerate(zip(words, reference, strict=True)):
            middle = ends[place] + widths[place] / 2
            colour = INK if word == other else VERMILION
            draw.box((middle, y), widths[place] - 4, 26, word, strong=0.06, colour=colour)
    top = TEXTS
    for n, (name, each) in enumerate(zip(NAMES, found, strict=True), start=1):
        middle = top + n * STEP / 2
        draw.text((0, middle), name, anchor="start", small=True)
        for place, shared in enumerate(each):
            bar = top + (place % n) * STEP + THIN / 2
            left, right = ends[place] + 3, ends[place + n] - 3
            colour, strong = (BLUE, 0.75) if shared else (VERMILION, 0.0)
            draw.box(
                ((left + right) / 2, bar), right - left, THIN, "",
                colour=colour, strong=strong, name=f"{name} {place + 1}",
            )  # fmt: skip
        draw.text((500, middle), f"{sum(each)}/{len(each)}", anchor="end", bold=True)
        top += n * STEP + GAP
    return draw
