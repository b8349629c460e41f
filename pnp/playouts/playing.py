"""One play: its events, its end, where its pieces went, and every fault met on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.engine.action import Event
from pnp.engine.players import Player
from pnp.engine.playout import CAP, Seeds, ended, steps
from pnp.engine.referee import Outcome, Referee, Whereabouts
from pnp.errors import PnpError, Severity, spoken
from pnp.playouts.evidence import Fault
from pnp.playouts.specification import Sitting

_NOTHING: Mapping[str, int] = {}
#: A play of more steps is called off; whole sessions take far fewer.
MOST_STEPS = 40_000


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


class Course:
    """A play as it goes on, every piece watched at every step; `faults` are known by code and place."""

    def __init__(self, referee: Referee[Any], sitting: Sitting) -> None:
        self.events: list[Event] = []
        self.steps = 0
        self.outcome: Outcome | None = None
        self.faults: dict[tuple[str, str], Fault] = {}
        self.bill = referee.kit.bill_of_materials(sitting.setup.players)
        self.watch = Watch(self.bill, referee.supply)
        self._referee = referee
        self._sitting = sitting
        self._on_paper = frozenset(
            name for name, telling in referee.rules.actions.items() if "on paper" in telling.tell
        )

    def run(self, seats: Sequence[Player], cap: int = MOST_STEPS) -> None:
        """Plays to the end or to the cap; whatever goes wrong becomes a fault."""
        name = self._referee.kit.game.name
        try:
            self._play(seats, cap)
        except PnpError as refusal:
            self._note("not-playable", name, "error", str(refusal))
        except Exception as trouble:
            # A referee that stumbles is a finding like any other, and must not hide what else was found.
            told = f"the referee stumbled in step {self.steps}: {stumbled(trouble)}"
            self._note("referee", name, "error", told)
        if self.outcome is not None and self.outcome.reason == CAP:
            self._note("cap", name, "warning", f"the play was called off after {cap} steps")

    def _play(self, seats: Sequence[Player], cap: int) -> None:
        referee, setup = self._referee, self._sitting.setup
        broken = False
        state: Any = None
        for state, events in steps(referee, setup, seats, Seeds.of(self._sitting.seed), cap):
            self.events.extend(events)
            astray = self.watch.see(referee.components(state))
            if astray and not broken:
                broken = True
                self._lost(astray, events)
            self.steps += 1
        if not broken:
            self._lost(recounted(self.bill, referee.components(state)), ())
        self._noted()
        self.outcome = ended(referee, state, setup)

    def _lost(self, astray: Mapping[str, int], events: Sequence[Event]) -> None:
        after = f"step {self.steps}" + (f" ({events[0].name})" if events else "")
        for name, count in astray.items():
            have = self.bill.get(name, 0)
            told = f"{have - count} of {have} are somewhere on the table after {after}"
            self._note("conservation", name, "error", told)

    def _noted(self) -> None:
        """What pieces could not express: an error by the usual rules, since what is printed must do for those."""
        for event in self.events:
            if event.name in self._on_paper:
                said = ", ".join(f"{key} {value}" for key, value in event.args)
                told = f"pieces ran out for seat {event.actor}, and the rest was kept on paper: {said}"
                severity: Severity = "error" if self._sitting.usual else "note"
                self._note("on-paper", self._short(event), severity, told)
                return

    def _short(self, event: Event) -> str:
        """The pieces that an event on paper speaks of: chips and tokens, those of its seat where each has its own."""
        pieces = [
            piece for piece in self._referee.kit.pieces(self._sitting.setup.players) if piece.kind in ("chip", "token")
        ]
        own = [piece for piece in pieces if piece.values.get("seat") == str(event.actor)]
        return ", ".join(piece.id for piece in own or pieces) or self._referee.kit.game.name

    def _note(self, code: str, where: str, severity: Severity, told: str) -> None:
        self.faults[code, where] = Fault(severity, f"{told} ({self._sitting})", self._sitting.seed)


def stumbled(trouble: Exception) -> str:
    """What went wrong where nothing should have, on one line."""
    return spoken(trouble)
