"""Number names: sentences whose length grows with the number."""

import random

from num2words import num2words

from payattention.require import require_between


def number_names(
    n: int,
    source: str = "en",
    target: str | None = None,
    *,
    digits: tuple[int, int] = (1, 6),
    seed: int,
) -> list[tuple[str, str]]:
    """Write ``n`` different whole numbers in two languages, or in one language and in digits.

        ("two hundred and thirty-four", "234")       target None
        ("two hundred and thirty-four", "zweihundertvierunddreißig")       target "de"

    ``digits`` is the smallest and the largest number of digits. For each number, its number of
    digits is drawn first, uniformly from this range, then the number itself. A number that has been
    drawn before is left out. So short numbers are about as frequent as long ones at first, and
    become rarer when most of them are used.
    Raises: ValueError if ``digits`` is not a range from 1 up, ``n`` is below 1, fewer than ``n``
    numbers have so many digits, or num2words does not know a language.
    """
    fewest, most = digits
    if not 1 <= fewest <= most:
        raise ValueError(f"digits must be (fewest, most), 1 ≤ fewest ≤ most, but it is {digits}")
    available = 10**most - (10 ** (fewest - 1) if fewest > 1 else 0)
    require_between(1, available, n=n)
    draw = random.Random(seed)
    numbers: dict[int, None] = {}  # in the order drawn
    while len(numbers) < n:
        length = draw.randint(fewest, most)
        lowest = 10 ** (length - 1) if length > 1 else 0
        numbers[draw.randrange(lowest, 10**length)] = None
    return [
        (_name("source", number, source), _name("target", number, target)) for number in numbers
    ]


def _name(argument: str, number: int, language: str | None) -> str:
    if language is None:
        return str(number)
    try:
        return num2words(number, lang=language)
    except NotImplementedError:
        wanted = "a language that num2words knows, like 'en' or 'de'"
        raise ValueError(f"{argument} must be {wanted}, but it is {language!r}") from None
