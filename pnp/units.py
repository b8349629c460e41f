"""Reads lengths as people write them, and returns millimetres."""

from __future__ import annotations

import re

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72
_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_POINT}
_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"
_LENGTH = re.compile(rf"({_NUMBER})\s*(mm|cm|in|pt)")
_PAIR = re.compile(rf"({_NUMBER})\s*x\s*({_NUMBER})\s*(mm|cm|in|pt)")


def parse_length(text: str) -> float:
    """Millimetres of a length such as `63.5mm`, `2.5in` or `180pt`; ValueError with a sentence for anything else."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise ValueError(f"'{text}' is not a length; write a number with its unit, such as 3mm, 2.5in or 180pt")
    # Rounded, so that 2.5in and 63.5mm are the same length whatever binary fractions make of them.
    return round(float(found[1]) * _MM_PER_UNIT[found[2]], 6)


def parse_pair(text: str) -> tuple[float, float]:
    """Millimetres of a width and height such as `63.5x88.9mm`; ValueError with a sentence for anything else."""
    found = _PAIR.fullmatch(text.strip())
    if not found:
        raise ValueError(f"'{text}' is not a width and height; write them such as 63.5x88.9mm or 2.5x3.5in")
    scale = _MM_PER_UNIT[found[3]]
    return round(float(found[1]) * scale, 6), round(float(found[2]) * scale, 6)


def number(value: float, places: int = 3) -> str:
    """A number in its shortest fixed form: at most `places` decimals, no exponent, no negative zero."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
