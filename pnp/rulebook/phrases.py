"""Numbers, sizes, chances and lists in; the words that a book has for them out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pnp.geometry import Trim
from pnp.units import number

_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_TIMES = {1: "once", 2: "twice"}
_MM_PER_INCH = 25.4
_TIED = "\u00a0"
_ONE_IN = f"1{_TIED}in{_TIED}"


def in_words(value: int) -> str:
    """`two`; digits above twelve: `1,000`."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else f"{value:,}"


def ordinal(value: int) -> str:
    """`first`; digits above ten: `21st`."""
    if 1 <= value <= len(_ORDINALS):
        return _ORDINALS[value - 1]
    ending = "th" if value // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value:,}{ending}"


def times(value: int) -> str:
    """`once`, `twice`, `three times`."""
    return _TIMES.get(value, f"{in_words(value)} times")


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def size_of(trim: Trim) -> str:
    """A trim in millimetres and inches: `63.5 × 88.9 mm (2.5 × 3.5 in)`; discs by their diameter."""
    across = " across" if trim.outline == "round" else ""
    return f"{measures(trim)} mm{across} ({measures(trim, _MM_PER_INCH, 2)} in)"


def measures(trim: Trim, unit: float = 1.0, places: int = 1) -> str:
    """Width and height of a trim in a unit of so many millimetres; a disc's diameter alone."""
    width, height = (number(length / unit, places) for length in (trim.size.width, trim.size.height))
    return width if trim.outline == "round" else f"{width} × {height}"


def percent(chance: Fraction) -> str:
    """A chance in percent, with as many decimals as tell it from its neighbours: `11.7 %`, `0.066 %`."""
    value = float(chance) * 100
    if value and value < 0.001:
        return f"under 0.001{_TIED}%"
    places = 1 if value >= 1 else 2 if value >= 0.1 else 3
    return f"{number(value, places)}{_TIED}%"


def one_in(chance: Fraction) -> str:
    """`1 in 8.5`, `exactly 1 in 8`, rounded to two or three figures; `always` and `never` at the ends."""
    if chance in (0, 1):
        return "always" if chance else "never"
    exact = 1 / chance
    if exact.denominator == 1:
        return f"exactly {_ONE_IN}{exact.numerator:,}"
    if exact < 20:
        return f"{_ONE_IN}{number(float(exact), 1)}"
    digits = len(str(int(exact)))
    return f"{_ONE_IN}{round(float(exact), 3 - digits):,.0f}"
