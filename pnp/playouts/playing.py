"""One game played step by step, and every piece of it watched on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.engine.action import Event
from pnp.engine.players import Player
from pnp.engine.playout import MOST_STEPS, Seeds, ended, steps
from pnp.engine.referee import Outcome, Referee, Whereabouts
from pnp.engine.rules import Setup

_NOTHING: Mapping[str, int] = {}


class Watch:
    """Counts the pieces of one game as they move: only places that differ from the step before are counted anew.

    `bill` says how many there are of each; without one nobody asks whether any are missing. `peaks` has the most that
    were in use at once, outside the places of `supply`: of each piece, or of what it counts as by `kinds`, where those
    that it does not name are left out.
    """

    def __init__(
        self, bill: Mapping[str, int] | None, supply: frozenset[str], kinds: Mapping[str, str] | None = None
    ) -> None:
        self.peaks = dict.fromkeys((bill or ()) if kinds is None else kinds.values(), 0)
        self._supply = supply
        self._kinds = kinds
        self._before: Whereabouts = {}
        self._is_conserving = bill is not None
        self._astray = {name: count for name, count in (bill or {}).items() if count}
        self._used: Counter[str] = Counter()

    def see(self, places: Whereabouts) -> Mapping[str, int]:
        """Notes one step; how many of each component are now missing (over 0) or too many (under 0), if any are."""
        before = self._before
        taken: set[str] = set()
        for place, pieces in places.items():
            was = before.get(place, _NOTHING)
            if (self._is_conserving or place not in self._supply) and was is not pieces and was != pieces:
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
        astray, used, kinds, is_waiting = self._astray, self._used, self._kinds, place in self._supply
        moves = [(name, count - before.get(name, 0)) for name, count in now.items() if count != before.get(name)]
        moves += [(name, -count) for name, count in before.items() if name not in now]
        for name, more in moves:
            if self._is_conserving:
                astray[name] = astray.get(name, 0) - more
                if not astray[name]:
                    del astray[name]
            kind = name if kinds is None else kinds.get(name)
            if kind is not None and not is_waiting:
                used[kind] += more
                taken.add(kind)


def recounted(bill: Mapping[str, int], places: Whereabouts) -> Mapping[str, int]:
    """The same count from nothing: what is missing or too many in those places."""
    left = Counter(dict(bill))
    for pieces in places.values():
        left.subtract(dict(pieces))
    return {name: count for name, count in left.items() if count}


class Playout:
    """One game as it is played; what is known of it stays known where it breaks off.

    `states` counts all states from the first on, `steps` those that something led to, and `decisions` those to which
    the choice of a seat did. The events are kept of a game that is watched, and so is what was first `astray` in it,
    with the number of the state and the events that led there.
    """

    def __init__(self, referee: Referee[Any], setup: Setup, seed: int, watch: Watch | None = None) -> None:
        self.states = self.steps = self.decisions = 0
        self.events: list[Event] = []
        self.astray: tuple[Mapping[str, int], int, Sequence[Event]] | None = None
        self.state: Any = None
        self._referee, self._setup, self._seed, self._watch = referee, setup, seed, watch

    def run(self, seats: Sequence[Player], cap: int = MOST_STEPS) -> None:
        """Plays to the end or to the cap; raises whatever the referee and the players do."""
        referee, watch = self._referee, self._watch
        for state, events in steps(referee, self._setup, seats, Seeds.of(self._seed), cap):
            self.state = state
            if events:
                self.steps += 1
                self.decisions += events[0].actor > 0
            if watch is not None:
                self.events.extend(events)
                astray = watch.see(referee.components(state))
                if astray and self.astray is None:
                    self.astray = dict(astray), self.states, events
            self.states += 1

    def end(self) -> Outcome:
        """How the game ended."""
        return ended(self._referee, self.state, self._setup)
