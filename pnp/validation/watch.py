"""Where every piece lies at each step of one play in; the pieces lost or made, and the most in use, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pnp.engine.referee import Whereabouts

_NOTHING: Mapping[str, int] = {}


class Watch:
    """Counts the pieces of one play as they move: only places that differ from the step before are counted anew."""

    def __init__(self, bill: Mapping[str, int], supply: frozenset[str]) -> None:
        self.peaks = dict.fromkeys(bill, 0)
        self._supply = supply
        self._before: Whereabouts = {}
        self._astray = {name: count for name, count in bill.items() if count}
        self._used: Counter[str] = Counter()

    def see(self, places: Whereabouts) -> Mapping[str, int]:
        """Notes one step; how many of each component are now missing (over 0) or too many (under 0), if any are."""
        before = self._before
        taken: set[str] = set()
        for place, pieces in places.items():
            was = before.get(place, _NOTHING)
            if was is not pieces and was != pieces:
                self._move(place, was, pieces, taken)
        for place in before.keys() - places.keys():
            self._move(place, before[place], _NOTHING, taken)
        # Only now: on the way from hand to hand a piece may have been counted in both.
        for name in taken:
            if self._used[name] > self.peaks.get(name, 0):
                self.peaks[name] = self._used[name]
        self._before = places
        return self._astray

    def _move(self, place: str, before: Mapping[str, int], now: Mapping[str, int], taken: set[str]) -> None:
        waiting = place in self._supply
        for name, count in now.items():
            had = before.get(name, 0)
            if had != count:
                self._count(name, count - had, waiting, taken)
        for name, had in before.items():
            if name not in now and had:
                self._count(name, -had, waiting, taken)

    def _count(self, name: str, more: int, waiting: bool, taken: set[str]) -> None:
        left = self._astray.get(name, 0) - more
        if left:
            self._astray[name] = left
        else:
            self._astray.pop(name, None)
        if not waiting:
            self._used[name] += more
            taken.add(name)


def recounted(bill: Mapping[str, int], places: Whereabouts) -> Mapping[str, int]:
    """The same count from nothing: what is missing or too many in those places."""
    left = Counter(dict(bill))
    for pieces in places.values():
        left.subtract(dict(pieces))
    return {name: count for name, count in left.items() if count}
