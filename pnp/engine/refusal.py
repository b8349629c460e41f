"""Why chance cannot bring something now: what is due instead, or where the piece lies that was to come."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from pnp.definition.findings import printable, quoted
from pnp.engine.action import Action, Args, Chance, Value, plain

Places = Mapping[str, Mapping[str, int]]
"""Place to component id to how many of it lie there (`referee.Whereabouts`)."""

_FEW = 12
_SHOWN = 40


def short(value: Value) -> str:
    """A value as a record writes it, cut off where it is long."""
    text = printable(json.dumps(plain(value), ensure_ascii=False, sort_keys=True))
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def named(chance: Chance) -> str:
    """What chance is to bring, and to whom: `'deal' (seat 3)`."""
    given = ", ".join(f"{key} {short(value)}" for key, value in chance.given)
    return f"{quoted(chance.name)} ({given})" if given else quoted(chance.name)


def refusal(chance: Chance, action: Action, places: Places, supply: Collection[str]) -> str:
    """One sentence on why that is none of the outcomes; `supply` are the places whose pieces wait for use."""
    if action.name != chance.name:
        return f"Chance is to bring {named(chance)}, not {quoted(action.name)}."
    said = dict(action.args)
    wanted = [key for key, _ in chance.given] + [chance.key]
    for key in wanted:
        if key not in said:
            return f"The argument {quoted(key)} of {quoted(chance.name)} is missing."
    for key in said:
        if key not in wanted:
            return f"{quoted(chance.name)} has no argument {quoted(key)}."
    return _due(chance.given, said) or _value(chance, said[chance.key], places, supply)


def _due(given: Args, said: Mapping[str, Value]) -> str:
    for key, value in given:
        if said[key] != value or type(said[key]) is not type(value):
            return f"{printable(key)} is {short(said[key])}, but {printable(key)} {short(value)} is due."
    return ""


def _value(chance: Chance, value: Value, places: Places, supply: Collection[str]) -> str:
    """Why chance cannot bring that value: a piece that is out, or lies elsewhere, or something that there is not."""
    key = printable(chance.key)
    pieces = frozenset(piece for held in places.values() for piece in held)
    from_pieces = any(known in pieces for known in chance.values)
    if not from_pieces:
        return f"{key} is {short(value)}, and may be {_listed(chance.values)}."
    if not isinstance(value, str) or value not in pieces:
        return f"{key} is {short(value)}, which is no piece of this play."
    lie = [place for place, held in places.items() if held.get(value)]
    where = " and ".join(map(quoted, lie[:2])) + (" and elsewhere" if len(lie) > 2 else "")
    if frozenset(supply).isdisjoint(lie):
        return f"{short(value)} is out already; it lies at {where}."
    return f"{short(value)} cannot come now; it lies at {where}."


def _listed(values: Sequence[Value]) -> str:
    """What may come, in short: a range of numbers, a few values, or how many there are."""
    different = list(dict.fromkeys(map(short, values)))
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values) > 2 and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return f"from {min(numbers)} to {max(numbers)}"
    if len(different) <= _FEW:
        return " or ".join(different)
    return f"any of {len(different)} from {different[0]} to {different[-1]}"
