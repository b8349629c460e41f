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
    width, height = trim.size.width, trim.size.height
    if trim.outline == "round":
        return f"{number(width, 1)} mm across ({_inches(width)} in)"
    return f"{number(width, 1)} × {number(height, 1)} mm ({_inches(width)} × {_inches(height)} in)"


def _inches(millimetres: float) -> str:
    return number(millimetres / _MM_PER_INCH, 2)


def percent(chance: Fraction) -> str:
    """A chance in percent, with as many decimals as tell it from its neighbours: `11.7 %`, `0.066 %`."""
    value = float(chance) * 100
    if value and value < 0.001:
        return "under 0.001 %"
    places = 1 if value >= 1 else 2 if value >= 0.1 else 3
    return f"{number(value, places)} %"


def one_in(chance: Fraction) -> str:
    """`1 in 8`, exactly where it is one, rounded to two or three figures otherwise; `always` and `never` at the ends."""
    if chance in (0, 1):
        return "always" if chance else "never"
    exact = 1 / chance
    if exact.denominator == 1:
        return f"exactly 1 in {exact.numerator:,}"
    if exact < 20:
        return f"1 in {number(float(exact), 1)}"
    digits = len(str(int(exact)))
    return f"1 in {round(float(exact), 3 - digits):,.0f}"
