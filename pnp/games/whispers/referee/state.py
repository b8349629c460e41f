"""What is the case at one moment of a session, as frozen values; and an action being followed, with its events."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Literal, NamedTuple

from pnp.engine.action import Action, Event, Value
from pnp.engine.referee import Step
from pnp.games.whispers.referee.chips import POT, Money
from pnp.games.whispers.referee.table import Table

Phase = Literal["button", "deal", "declare", "poll", "over"]
Standing = Literal["absent", "asked", "in", "split", "out", "knocked-out"]
ACTIVE: tuple[Standing, ...] = ("asked", "in", "split")


class Hand(NamedTuple):
    """One seat's part in the hand: how it stands, its cards, and what they come to.

    `ranks` are those of the face-up cards (W-21), `whispers` counts the printed ones, `turned_down` is the card of
    a pair on the deal, and `pair` the rank that knocked the seat out, 0 for none.
    """

    standing: Standing = "absent"
    cards: tuple[str, ...] = ()
    ranks: frozenset[int] = frozenset()
    whispers: int = 0
    turned_down: str = ""
    pair: int = 0

    @property
    def doublings(self) -> int:
        """How often a penalty doubles: printed whispers and the turned-down card (W-24)."""
        return self.whispers + bool(self.turned_down)

    def standing_as(self, standing: Standing) -> Hand:
        """The same cards with another declaration."""
        return Hand(standing, *self[1:])

    def dealt(self, card: str, rank: int, opening: bool) -> Hand:
        """The hand with one more card; a pair turns down on the opening deal (W-20, W-22) and is noted later."""
        standing, cards, ranks, whispers, turned_down, pair = self
        if not rank:
            whispers += 1
        elif rank not in ranks:
            ranks |= {rank}
        elif opening:
            turned_down = card
        else:
            pair = rank
        return Hand(standing, (*cards, card), ranks, whispers, turned_down, pair)


class State(NamedTuple):
    """A session at one moment. Seats count from 1; `hands` stand in seat order.

    `queue` are the seats still to be dealt to or to declare, `polled` those still to answer an offer. `opened` says
    that somebody had left the hand before this round; `last_winner` took a whole pot last, 0 for nobody.
    """

    table: Table
    money: Money
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    phase: Phase = "button"
    button: int = 0
    number: int = 0
    round: int = 0
    queue: tuple[int, ...] = ()
    polled: tuple[int, ...] = ()
    opened: bool = False
    last_winner: int = 0
    ending: str = ""

    def coins(self, holder: int) -> int:
        """Coins of a seat, or of the pot."""
        return self.table.chips.coins(self.money[holder])

    @property
    def pot(self) -> int:
        return self.coins(POT)


class Course:
    """An action being followed: what a State tells, as it is by now, and the events so far, the action first."""

    __slots__ = (*State._fields, "events")
    table: Table
    money: Money
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    phase: Phase
    button: int
    number: int
    round: int
    queue: tuple[int, ...]
    polled: tuple[int, ...]
    opened: bool
    last_winner: int
    ending: str

    def __init__(self, state: State) -> None:
        (self.table, self.money, self.hands, self.deck, self.discards, self.phase, self.button, self.number,
         self.round, self.queue, self.polled, self.opened, self.last_winner, self.ending) = state  # fmt: skip
        self.events: list[Event] = []

    def step(self) -> Step[State]:
        """What came of the action."""
        return Step(State._make(_ALL_FIELDS(self)), tuple(self.events))

    def happens(self, actor: int, action: Action, *rulings: str) -> None:
        """Tells the action itself, with its own arguments."""
        self.events.append(Event(actor, action.name, action.args, rulings))

    def tell(self, seat: int, name: str, /, *rulings: str, **args: Value) -> None:
        """Tells something that happens to a seat."""
        self.events.append(Event(seat, name, tuple(args.items()), rulings))

    def hand(self, seat: int) -> Hand:
        return self.hands[seat - 1]

    def give(self, seat: int, hand: Hand) -> None:
        """Lets the seat have that hand."""
        self.hands = (*self.hands[: seat - 1], hand, *self.hands[seat:])

    def coins(self, holder: int) -> int:
        """Coins of a seat, or of the pot."""
        chips, paper = self.money[holder]
        return self.table.chips.worth(chips) + paper

    def around(self, first: int) -> tuple[int, ...]:
        """All seats clockwise from that one."""
        return _clockwise(first, len(self.hands))

    def standing(self, *standings: Standing) -> list[int]:
        """The seats that stand so, in turn from the button."""
        hands = self.hands
        return [seat for seat in _clockwise(self.button, len(hands)) if hands[seat - 1].standing in standings]

    def active(self) -> list[int]:
        """The seats neither out nor knocked out, in turn from the button (W-01)."""
        return self.standing(*ACTIVE)


_ALL_FIELDS = attrgetter(*State._fields)


@cache
def _clockwise(first: int, seats: int) -> tuple[int, ...]:
    return (*range(first, seats + 1), *range(1, first))
