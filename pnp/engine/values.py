"""Small changes of tuples, and counts of what lies in them, as the frozen states of all games need them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

Item = TypeVar("Item")
Kind = TypeVar("Kind", bound=NamedTuple)


def put(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The tuple with another item at a place, counted from 0."""
    return (*items[:at], item, *items[at + 1 :])


def without(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The tuple less the first of its items that is equal to that one."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def counted(ids: Sequence[str]) -> dict[str, int]:
    """How many there are of each; nearly always one."""
    once = dict.fromkeys(ids, 1)
    return once if len(once) == len(ids) else dict(Counter(ids))


def counted_each(piles: Mapping[str, Mapping[str, int] | Sequence[str]]) -> dict[str, Mapping[str, int]]:
    """What lies at each place, counted where it is told one by one."""
    return {place: lies if isinstance(lies, Mapping) else counted(lies) for place, lies in piles.items()}


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All of so many seats, in turn from that one."""
    return (*range(first, seats + 1), *range(1, first))


def replaced_quickly(kind: type[Kind]) -> type[Kind]:
    """A class decorator. The usual `_replace` asks for every field by name; this one only for those that change.

    A name that is no field is a KeyError.
    """
    places = {name: at for at, name in enumerate(kind._fields)}
    made = tuple.__new__

    def _replace(self: Kind, /, **fields: Any) -> Kind:
        items = [*self]
        for name, value in fields.items():
            items[places[name]] = value
        return made(kind, items)

    kind._replace = _replace  # type: ignore[misc, method-assign, assignment]
    return kind
