"""Dates in words, in two languages: short texts with real reordering and one right answer."""

import random
from datetime import date

from babel import Locale, UnknownLocaleError
from babel.dates import format_date

from payattention.require import require_between, require_one_of

FIRST, LAST = date(1800, 1, 1).toordinal(), date(2199, 12, 31).toordinal()
STYLES = ("full", "long", "medium", "short")


def dates(
    n: int, source: str = "en", target: str = "fr", *, style: str = "full", seed: int
) -> list[tuple[str, str]]:
    """Write ``n`` different days in two languages, as each language writes dates.

        ("Saturday, November 21, 2026", "samedi 21 novembre 2026")

    The days lie between 1800 and 2199 and come in random order. No day occurs twice, so if the list
    is split, the two parts share no day. ``source`` and ``target`` are languages as Babel names
    them: "en", "fr", "de", "ja", "hu", … ``style`` is "full" (with the day of the week), "long",
    "medium" or "short".
    Raises: ValueError if ``n`` is not from 1 to the number of those days, or a language or the
    style is unknown.
    """
    require_between(1, LAST - FIRST + 1, n=n)
    require_one_of(STYLES, style=style)
    locales = [_locale(name, code) for name, code in (("source", source), ("target", target))]
    chosen = random.Random(seed).sample(range(FIRST, LAST + 1), n)
    first, second = (
        [format_date(date.fromordinal(day), style, locale) for day in chosen] for locale in locales
    )
    return list(zip(first, second, strict=True))


def _locale(name: str, code: str) -> Locale:
    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        wanted = "a language that Babel knows, like 'en' or 'fr'"
        raise ValueError(f"{name} must be {wanted}, but it is {code!r}") from None
