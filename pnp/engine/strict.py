"""One line of JSON that anybody may have written in, its object with tuples for lists out; or a sentence."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from pnp.definition.files import control_character
from pnp.definition.findings import printable, shown
from pnp.engine.action import Value

MOST_LETTERS = 200_000
_MOST_DEPTH = 8
_MOST_NUMBER = 2**53 - 1  # beyond it a number is not the same to every reader of JSON


class Refused(ValueError):
    """JSON that a record may not hold; its text says what and how to mend it."""


def strict_object(line: str) -> dict[str, Value]:
    """The object of a line; Refused for anything else, doubled keys, fractions and what is too large."""
    if len(line) > MOST_LETTERS:
        raise Refused(f"the line has over {MOST_LETTERS} characters; a record needs few")
    try:
        found = json.loads(
            line, object_pairs_hook=_once, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused(f"{shown(line) if line else 'an empty line'} is no JSON; write one object on one line") from None
    if not isinstance(found, dict):
        raise Refused(f"{shown(line)} is no object; write one in braces")
    return {key: _value(part, 1) for key, part in found.items()}


def _value(found: Any, depth: int) -> Value:
    if depth > _MOST_DEPTH:
        raise Refused(f"values are nested more than {_MOST_DEPTH} deep; a record needs two or three levels")
    if isinstance(found, list):
        return tuple(_value(part, depth + 1) for part in found)
    if isinstance(found, dict):
        return {key: _value(part, depth + 1) for key, part in found.items()}
    if isinstance(found, str):
        _check(found)
    return found  # type: ignore[no-any-return]


def _check(text: str) -> None:
    bad = control_character(text)
    if bad is not None:
        raise Refused(f"{bad} stands in a text; leave it out")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        _check(key)
        if key in table:
            raise Refused(f"{shown(key)} stands twice in one object; keep one")
        table[key] = value
    return table


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) < 20 else _MOST_NUMBER + 1
    if abs(number) > _MOST_NUMBER:
        raise Refused(f"a number is beyond {_MOST_NUMBER}; write a smaller one")
    return number


def _fraction(text: str) -> NoReturn:
    raise Refused(f"{printable(text[:20])} is no whole number; a record has no others")
