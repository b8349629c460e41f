"""Numbers, sizes, chances and lists in; the words that a book has for them, in its language, out."""

from __future__ import annotations

from fractions import Fraction

from pnp.geometry import Trim
from pnp.language.wording import ENGLISH, Wording, passage

_NUMBER, _ORDINAL = "number", "ordinal"
_WORDS = (
    passage("none", "number"), passage("one", "number"), passage("two", "number"), passage("three", "number"),
    passage("four", "number"), passage("five", "number"), passage("six", "number"), passage("seven", "number"),
    passage("eight", "number"), passage("nine", "number"), passage("ten", "number"), passage("eleven", "number"),
    passage("twelve", "number"),
)  # fmt: skip
_ORDINALS = (
    passage("first", "ordinal"), passage("second", "ordinal"), passage("third", "ordinal"),
    passage("fourth", "ordinal"), passage("fifth", "ordinal"), passage("sixth", "ordinal"),
    passage("seventh", "ordinal"), passage("eighth", "ordinal"), passage("ninth", "ordinal"),
    passage("tenth", "ordinal"),
)  # fmt: skip
_ENDINGS = {
    1: passage("{number}st", "ordinal"), 2: passage("{number}nd", "ordinal"), 3: passage("{number}rd", "ordinal"),
}  # fmt: skip
_OTHERS = passage("{number}th", "ordinal")
_TIMES = {1: passage("once", "number"), 2: passage("twice", "number")}
_MM_PER_INCH = 25.4
_TIED = "\u00a0"


def in_words(value: int, wording: Wording = ENGLISH) -> str:
    """`two`; digits above twelve: `1,000`."""
    return wording(_WORDS[value], _NUMBER) if 0 <= value < len(_WORDS) else wording.number(value)


def ordinal(value: int, wording: Wording = ENGLISH) -> str:
    """`first`; digits above ten: `21st`."""
    if 1 <= value <= len(_ORDINALS):
        return wording(_ORDINALS[value - 1], _ORDINAL)
    ending = _OTHERS if value // 10 % 10 == 1 else _ENDINGS.get(value % 10, _OTHERS)
    return wording(ending, _ORDINAL, number=wording.number(value))


def times(value: int, wording: Wording = ENGLISH) -> str:
    """`once`, `twice`, `three times`."""
    if value in _TIMES:
        return wording(_TIMES[value], _NUMBER)
    return wording("{number} times", number=in_words(value, wording))


def size_of(trim: Trim, wording: Wording = ENGLISH) -> str:
    """A trim in millimetres and inches: `63.5 × 88.9 mm (2.5 × 3.5 in)`; discs by their diameter."""
    said = {"millimetres": measures(trim, wording=wording), "inches": measures(trim, _MM_PER_INCH, 2, wording)}
    if trim.outline == "round":
        return wording("{millimetres} mm across ({inches} in)", **said)
    return wording("{millimetres} mm ({inches} in)", **said)


def measures(trim: Trim, unit: float = 1.0, places: int = 1, wording: Wording = ENGLISH) -> str:
    """Width and height of a trim in a unit of so many millimetres; a disc's diameter alone."""
    width, height = (wording.number(length / unit, places) for length in (trim.size.width, trim.size.height))
    return width if trim.outline == "round" else f"{width} × {height}"


def percent(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """A chance in percent, with as many decimals as tell it from its neighbours: `11.7 %`, `0.066 %`."""
    value = float(chance) * 100
    if value and value < 0.001:
        return wording("under {percent}", percent=f"{wording.number(0.001)}{_TIED}%")
    places = 1 if value >= 1 else 2 if value >= 0.1 else 3
    return f"{wording.number(value, places)}{_TIED}%"


def one_in(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """`1 in 8.5`, `exactly 1 in 8`, rounded to two or three figures; `always` and `never` at the ends."""
    if chance in (0, 1):
        return wording("always") if chance else wording("never")
    exact = 1 / chance
    if exact.denominator == 1:
        return wording("exactly {chance}", chance=_one_in(exact.numerator, 0, wording))
    # Rounded once and as a fraction: a float next to a half would now and then go to the farther side of it.
    if exact < 20:
        return _one_in(float(round(exact, 1)), 1, wording)
    digits = len(str(int(exact)))
    return _one_in(float(round(exact, min(0, 3 - digits))), 0, wording)


def _one_in(value: float, places: int, wording: Wording) -> str:
    return wording("1 in {number}", number=wording.number(value, places)).replace(" ", _TIED)
