"""Lays out a table of Wibbell for a test, and gives the events that come of what seats say at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.engine.action import OVER, Event, Value, act
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.games.wibbell.referee import Wibbell
from pnp.games.wibbell.referee.lexicon import letters_of
from pnp.games.wibbell.referee.state import Phase, Seat, State

GAME = load_game(find("wibbell"))
MODULE, RULES = refereed(GAME)
KIT = ComponentSet(GAME)
REFEREE = Wibbell(KIT, RULES)

Said = tuple[str, int] | None
"""A word and how long its seat thinks, in milliseconds; None for silence."""


def setup(players: int, **options: str) -> Setup:
    return read_setup(RULES.options, GAME.players, players, options)


def card(pair: str) -> str:
    return f"wibbell/card/{pair.lower()}"


def cards(pairs: str | Iterable[str]) -> tuple[str, ...]:
    return tuple(map(card, pairs.split() if isinstance(pairs, str) else pairs))


class Table:
    """A play at which a test decides everything; `heard` are the events of what was done last."""

    def __init__(self, players: int = 4, referee: Wibbell = REFEREE, **options: str) -> None:
        self.referee = referee
        self.state: State = referee.initial_state(setup(players, **options))
        self.heard: list[Event] = []

    def lay(
        self,
        centre: str,
        deck: str = "",
        fronts: Mapping[int, str] | None = None,
        handicaps: Mapping[int, str] | None = None,
        under: str = "",
    ) -> Table:
        """A turn for those two cards, with that deck left; every other card is out of the play."""
        seats = []
        for number in range(1, self.state.table.players + 1):
            front, kept = ((given or {}).get(number, "") for given in (fronts, handicaps))
            seats.append(Seat(cards(front), cards(kept)))
        first, second = cards(centre)
        known = {first, second, *cards(deck), *cards(under)}.union(*(seat.open_cards for seat in seats))
        everything = [each.id for each in GAME.components if each.kind == "card"]
        self.state = self.state._replace(
            phase=Phase.TURNING_UP,
            pool=tuple(sorted((second, *cards(deck)))),
            under=cards(under),
            fresh=1 + len(cards(deck) + cards(under)),
            out=tuple(each for each in everything if each not in known),
            centre=(first,),
            seats=tuple(seats),
        )
        self.do("turn_up", card=second)
        return self

    def do(self, name: str, **args: Value) -> list[Event]:
        """One action of whoever is to act."""
        step = self.referee.apply(self.state, act(name, **args))
        self.state = step.state
        self.heard = list(step.events)
        return self.heard

    def up(self, *pairs: str) -> list[Event]:
        return [event for pair in pairs for event in self.do("turn_up", card=card(pair))]

    def heat(self, *said: Said) -> list[Event]:
        """What each seat of the race says, in order; then the clock. The events from the first action on."""
        assert len(said) == len(self.state.racing), self.state.racing
        events: list[Event] = []
        for each in said:
            events += self.do("shout", word=each[0]) if each else self.do("pass")
        for seat, each in zip(self.state.racing, said):
            if each:
                events += self.do("finish", seat=seat, ms=each[1] + 100 * len(letters_of(each[0])))
        if not any(said):
            events += self.do("silence", heat=self.state.heat)
        self.heard = events
        return events

    @property
    def actor(self) -> int:
        return self.referee.actor(self.state)

    @property
    def over(self) -> bool:
        return self.actor == OVER


def named(events: Sequence[Event], name: str) -> list[dict[str, Value]]:
    """The arguments of the events of that name, each with its seat as `actor`."""
    return [{"actor": event.actor, **dict(event.args)} for event in events if event.name == name]


def cited(events: Sequence[Event], name: str) -> set[str]:
    """The ids that the events of that name cite."""
    return {ruling for event in events if event.name == name for ruling in event.rulings}


def ending(table: Table) -> str:
    """How the play ended; that the count was told as the outcome has it is checked on the way."""
    outcome = table.referee.outcome(table.state)
    assert outcome is not None and table.over
    assert [each["score"] for each in named(table.heard, "counted")] == list(outcome.scores)
    assert [each["actor"] for each in named(table.heard, "wins")] == list(outcome.winners)
    return outcome.reason
