"""The values of expressions: numbers without rounding, texts and lists; how they are read from cells and written.

Numbers are whole or fractions, so that a tenth is a tenth on every machine. How large they are, and how long texts and
lists are, is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from pnp.definition.expressions import Node
from pnp.definition.findings import quoted

MOST = 10**15
"""The largest number, and how finely those fractions are kept that no few digits can write."""
LONGEST_TEXT, LONGEST_LIST = 20_000, 10_000
PLACES = 12
"""Digits that are written of a number that is not whole."""
_FINEST = 10**30
_NUMBER = re.compile(r"\s*[-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?\s*")

Number = int | Fraction
Value = Number | str | bool | Sequence["Value"]


class WrongValue(ValueError):
    """What an expression cannot do with the values that it is given: the letter where it stands, and a sentence."""

    def __init__(self, at: int, sentence: str) -> None:
        self.at = at
        super().__init__(sentence)


def text_of(value: Value, at: int = 0) -> str:
    """The value in writing: numbers without needless zeros, at most 12 digits long where they are no whole numbers."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case int():
            return str(value)
        case Fraction():
            return _decimal(value)
    raise WrongValue(at, "this is a list; write join(...) around it, or nth(..., 1) for one of it")


def _decimal(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    whole = len(str(abs(int(number)))) if abs(number) >= 1 else 0
    places = max(0, PLACES - whole)
    scaled = rounded(number * 10**places)
    return f"{Decimal(scaled).scaleb(-places).normalize():f}" if scaled else "0"


def rounded(number: Number) -> int:
    """The nearest whole number; halves go away from 0."""
    half = Fraction(1, 2)
    return int(number + half) if number >= 0 else -int(half - number)


@lru_cache(maxsize=4096)
def number_in(text: str) -> Number | None:
    """The number that a text is; None for any other text."""
    if not _NUMBER.fullmatch(text):
        return None
    exact = Fraction(text.strip())
    return exact.numerator if exact.denominator == 1 else exact


def truth(value: Value) -> bool:
    """Whether a value holds as a test: the empty text, the empty list, 0 and false do not."""
    if isinstance(value, str):
        return bool(value) and number_in(value) != 0
    return bool(value)


def alike(one: Value, other: Value) -> bool:
    """Whether two values are the same number, or else the same in writing."""
    if isinstance(one, tuple) or isinstance(other, tuple):
        are_lists = isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)
        return are_lists and all(map(alike, listed(one), listed(other)))
    first, second = (number_in(value) if isinstance(value, str) else value for value in (one, other))
    if first is not None and second is not None:
        return first == second
    return text_of(one) == text_of(other)


def listed(value: Value) -> Sequence[Value]:
    """A list, or what a text lists: parted at semicolons, else at commas, else at spaces; without what is empty."""
    if isinstance(value, bool | int | Fraction):
        return (value,)
    if not isinstance(value, str):
        return value
    sign = next((sign for sign in (";", ",") if sign in value), None)
    return tuple(part for each in value.split(sign) if (part := each.strip()))


def named(node: Node, value: Value) -> str:
    """A value as a message tells it, with the name that brings it."""
    shown = quoted(value) if isinstance(value, str) else "a list" if isinstance(value, tuple | list) else text_of(value)
    shown = "empty" if value == "" else shown
    return f"{node.value} is {shown}" if node.kind == "name" else f"this is {shown}"


def number_of(node: Node, value: Value, mend: str = "write one") -> Number:
    """The number that a value is; WrongValue with what to write instead."""
    number = number_in(value) if isinstance(value, str) else value
    if isinstance(number, int | Fraction):
        return number
    if value == "" and node.kind == "name":
        name = node.value if str(node.value).replace(".", "").isidentifier() else f"`{node.value}`"
        mend = f"write one, or ask for {name} or 0 where it may be empty"
    raise WrongValue(node.at, f"{named(node, value)}, which is no number; {mend}")


def whole_of(node: Node, value: Value, least: int, most: int) -> int:
    """The whole number within limits that a value is; WrongValue for any other."""
    number = number_of(node, value)
    if number != int(number) or not least <= number <= most:
        raise WrongValue(node.at, f"{named(node, value)}; a whole number from {least:,} to {most:,} is due")
    return int(number)


def bounded(node: Node, number: Number) -> Number:
    """The number, as a whole one where it is; WrongValue for one that is too large."""
    if not -MOST <= number <= MOST:
        raise WrongValue(node.at, "the number has over 15 digits; compute with smaller ones")
    if isinstance(number, Fraction):
        if number.denominator == 1:
            return number.numerator
        if number.denominator > _FINEST:
            return Fraction(rounded(number * MOST), MOST)
    return number


def checked_text(node: Node, text: str, length: float = 0) -> str:
    """The text, unless it (or one of that length) has more letters than a text may."""
    if max(len(text), length) > LONGEST_TEXT:
        raise WrongValue(node.at, f"the text has over {LONGEST_TEXT:,} letters; shorten it")
    return text


def members(node: Node, values: Sequence[Value]) -> Sequence[Value]:
    """The arguments, or what the only one lists; at least one."""
    found = listed(values[0]) if len(values) == 1 else values
    if not found:
        raise WrongValue(node.at, "the list is empty; give it a value, or test that it is not empty")
    return found
