"""Turns what a seat knows into vectors of one length, in which every place keeps its meaning.

A text has a place for each text that it may be; a whole number has one for its amount, and one for each value if it has
few. A tuple that is always of the same length is read member by member, as seats and boards are. Of any other, such as
a hand, the length is told, its members are added up, and the last of them is told once more, since that is what lies on
top of a pile. Every place is divided by the most that was met there, so that all of them lie between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from pnp.engine.action import Value

#: A name with more different texts than this may be anything, such as a word that is called out: none has a place.
MOST_TEXTS = 256
#: A number with more different values than this is nothing but an amount.
MOST_VALUES = 16
#: Of a number with two values or one, the amount says it all.
_TOLD_BY_AMOUNT = 2

Seen = Mapping[str, Value]
Found = dict[int, int]
"""Place to amount, for all places that are not 0."""


class Encoding:
    """How mappings of one kind become vectors: a place for all that was met in the samples, nothing for the rest.

    `names` says in words what stands in each place.
    """

    def __init__(self, samples: Iterable[Seen]) -> None:
        most: Found = {}
        self._fields: dict[str, _Field] = {}
        for sample in samples:
            found: Found = {}
            for name, value in sample.items():
                learning = self._fields.setdefault(name, _Field(most))
                learning.learn(value)
                learning.write(value, found)
            for place, amount in found.items():
                most[place] = max(most[place], abs(amount))
        kept: list[tuple[str, int]] = []
        self._spans: dict[str, slice] = {}
        for name, known in self._fields.items():
            start = len(kept)
            known.settle(name, kept)
            self._spans[name] = slice(start, len(kept))
        self.names = tuple(name for name, _ in kept)
        self.size = len(kept)
        self._shares = [1 / most[place] for _, place in kept]
        self._last: dict[int, tuple[dict[str, Value], Any]] = {}

    def vector(self, seen: Seen, seat: int) -> Any:
        """An array of `size` floats of 32 bits, from -1 to 1; only what has changed for the seat is written anew."""
        if seat not in self._last:
            self._last[seat] = {}, np.zeros(self.size, np.float32)
        known, vector = self._last[seat]
        for name in known.keys() - seen.keys():
            vector[self._spans[name]] = 0
            del known[name]
        for name, value in seen.items():
            if name in self._fields and (name not in known or known[name] != value):
                self._write(name, value, vector)
                known[name] = value
        return vector.copy()

    def _write(self, name: str, value: Value, vector: Any) -> None:
        found: Found = {}
        self._fields[name].write(value, found)
        vector[self._spans[name]] = 0
        for place, amount in found.items():
            vector[place] = min(1.0, max(-1.0, amount * self._shares[place]))


class _Field:
    """What was met under one name, and where it stands: places by value, and fields for what is within it.

    While it learns it has everything; what is not worth a place is dropped when it settles.
    """

    __slots__ = ("_amount", "_any", "_last", "_length", "_lengths", "_members", "_most", "_named", "_values")

    def __init__(self, most: Found) -> None:
        self._most = most
        self._values: dict[str | int, int] = {}
        self._amount: int | None = None
        self._length: int | None = None
        self._lengths: set[int] = set()
        self._named: dict[str, _Field] = {}
        self._members: list[_Field] = []
        self._any: _Field | None = None
        self._last: _Field | None = None

    def _place(self) -> int:
        place = len(self._most)
        self._most[place] = 1
        return place

    def learn(self, value: Value) -> None:
        """Makes room for a value."""
        if isinstance(value, str | int):
            if value not in self._values:
                self._values[value] = self._place()
            if isinstance(value, int) and self._amount is None:
                self._amount = self._place()
        elif isinstance(value, tuple):
            if self._any is None or self._last is None:
                self._length, self._any, self._last = self._place(), _Field(self._most), _Field(self._most)
            self._lengths.add(len(value))
            for at, member in enumerate(value):
                if at == len(self._members):
                    self._members.append(_Field(self._most))
                self._members[at].learn(member)
                self._any.learn(member)
                self._last.learn(member)
        elif isinstance(value, Mapping):
            for name, part in value.items():
                if name not in self._named:
                    self._named[name] = _Field(self._most)
                self._named[name].learn(part)

    def write(self, value: Value, found: Found) -> None:
        """Adds a value to what has been found, as far as there is room for it."""
        if isinstance(value, str | int):
            if (place := self._values.get(value)) is not None:
                found[place] = found.get(place, 0) + 1
            if self._amount is not None and isinstance(value, int):
                found[self._amount] = found.get(self._amount, 0) + value
        elif isinstance(value, tuple):
            if self._length is not None:
                found[self._length] = found.get(self._length, 0) + len(value)
            for member, field in zip(value, self._members):
                field.write(member, found)
            if self._any is not None and self._last is not None and value:
                for member in value:
                    self._any.write(member, found)
                self._last.write(value[-1], found)
        elif isinstance(value, Mapping):
            for name, part in value.items():
                if (named := self._named.get(name)) is not None:
                    named.write(part, found)

    def settle(self, name: str, kept: list[tuple[str, int]]) -> None:
        """Keeps what is worth a place, with a place of its own in the order of `kept`, which gets its name and its old
        place.
        """
        if len(self._lengths) == 1:
            self._length = self._any = self._last = None
        else:
            self._members = []
        texts = sum(isinstance(value, str) for value in self._values)
        has_texts = texts <= MOST_TEXTS
        has_numbers = _TOLD_BY_AMOUNT < len(self._values) - texts <= MOST_VALUES
        for value, place in [*self._values.items()]:
            if has_texts if isinstance(value, str) else has_numbers:
                self._values[value] = _keep(f"{name} = {value}", place, kept)
            else:
                del self._values[value]
        if self._amount is not None:
            self._amount = _keep(name, self._amount, kept)
        if self._length is not None:
            self._length = _keep(f"{name} length", self._length, kept)
        for at, member in enumerate(self._members, 1):
            member.settle(f"{name} {at}", kept)
        for part, named in self._named.items():
            named.settle(f"{name} {part}", kept)
        for which, of_pile in (("any", self._any), ("last", self._last)):
            if of_pile is not None:
                of_pile.settle(f"{name} {which}", kept)


def _keep(name: str, place: int, kept: list[tuple[str, int]]) -> int:
    kept.append((name, place))
    return len(kept) - 1
