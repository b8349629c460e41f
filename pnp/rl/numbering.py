"""Whole numbers for the choices of a game, which mean the same choice in every play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic, TypeVar, cast

from pnp.errors import UsageError

Item = TypeVar("Item")


class Numbering(Generic[Item]):
    """Numbers from 0 for things that are told apart by their value: one for each that is known, then spare ones.

    What is known has the same number everywhere. What is not takes spare numbers in the order in which it is listed:
    the same list always has the same numbers, but a spare number says no more than "the second of all others".
    """

    def __init__(self, known: Iterable[Item], spare: int) -> None:
        self.known = tuple(known)
        self.size = len(self.known) + spare
        self._numbers = {item: number for number, item in enumerate(self.known)}

    def number(self, items: Collection[Item]) -> Mapping[int, Item]:
        """Each of the items by its number, in the order of the items; UsageError where the spare numbers run out."""
        try:
            numbers = [*map(self._numbers.get, items)]
        except TypeError:
            numbers = [*map(self._find, items)]
        if None in numbers:
            spare = iter(range(len(self.known), self.size))
            numbers = [next(spare, None) if number is None else number for number in numbers]
        if None in numbers:
            raise UsageError(
                f"{len(self.known)} numbers are taken and {self.size - len(self.known)} are spare, but more things can "
                "be done here; give the survey more steps with survey=N, so that it meets more of them"
            )
        return dict(zip(cast(Collection[int], numbers), items))

    def _find(self, item: Item) -> int | None:
        """The number of an item, which may be one with a table among its arguments, so that it cannot be looked up."""
        try:
            return self._numbers.get(item)
        except TypeError:
            return None
