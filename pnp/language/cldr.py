"""What Unicode's CLDR says of languages: kinds of numbers, signs of digits and percent, lists.

English is written down here; everything else is asked of babel, which is imported for that alone. A language that CLDR
does not have is written as English is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

_ORDINALS = {1: "one", 2: "two", 3: "few"}
_ENOUGH = 1000
"""Kinds that no whole number up to this one is of need no words."""


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale | None:
    """What CLDR has for a language; None for English, and where it has nothing."""
    if language.partition("-")[0] == "en":
        return None
    from babel import Locale, UnknownLocaleError

    for tag in (language, language.partition("-")[0]):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def category(language: str, value: int, ordinal: bool = False) -> str:
    """The kind that a whole number is of, counting or as a place in a row: `one`, `few`, `other`."""
    locale = _locale(language)
    if locale is not None:
        return locale.ordinal_form(value) if ordinal else locale.plural_form(value)
    if not ordinal:
        return "one" if value == 1 else "other"
    return "other" if value // 10 % 10 == 1 else _ORDINALS.get(value % 10, "other")


@lru_cache(maxsize=64)
def categories(language: str, ordinal: bool = False) -> frozenset[str]:
    """The kinds of the whole numbers that a game may come to."""
    return frozenset(category(language, value, ordinal) for value in range(_ENOUGH + 1))


@lru_cache(maxsize=4096)
def digits(language: str, text: str) -> str:
    """A number that is written `1,234.50`, as the language writes it, with the same decimals."""
    locale = _locale(language)
    if locale is None:
        return text
    from decimal import Decimal

    from babel.numbers import parse_pattern

    pattern, places = parse_pattern(locale.decimal_formats[None].pattern), len(text.partition(".")[2])
    pattern.frac_prec = (places, places)
    return str(pattern.apply(Decimal(text.replace(",", "")), locale))


def percent(language: str, number: str) -> str:
    """A number, written in the language already, of percent."""
    locale = _locale(language)
    if locale is None:
        return f"{number}%"
    pattern = locale.percent_formats[None]
    return f"{pattern.prefix[0]}{number}{pattern.suffix[0]}"


def listed(language: str, words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    locale = _locale(language)
    if locale is not None:
        from babel.lists import format_list

        return format_list(list(words), locale=locale)
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
