"""What is the case at one moment of a session, as frozen values; and an action being followed, with its events."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from pnp.engine.action import Action, Event, Value
from pnp.engine.referee import Step
from pnp.games.whispers.referee.chips import POT, Money
from pnp.games.whispers.referee.table import Table

Phase = Literal["button", "deal", "declare", "poll", "over"]
Standing = Literal["absent", "asked", "in", "split", "out", "knocked-out"]
ACTIVE = ("asked", "in", "split")


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
    def active(self) -> bool:
        """Neither out nor knocked out (W-01)."""
        return self.standing in ACTIVE

    @property
    def doublings(self) -> int:
        """How often a penalty doubles: printed whispers and the turned-down card (W-24)."""
        return self.whispers + bool(self.turned_down)

    def dealt(self, card: str, rank: int, opening: bool) -> Hand:
        """The hand with one more card; a pair turns down on the opening deal (W-20, W-22) and is noted later."""
        held = self._replace(cards=(*self.cards, card))
        if not rank:
            return held._replace(whispers=self.whispers + 1)
        if rank not in self.ranks:
            return held._replace(ranks=self.ranks | {rank})
        return held._replace(turned_down=card) if opening else held._replace(pair=rank)


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

    def around(self, first: int) -> list[int]:
        """All seats clockwise from that one."""
        return [*range(first, len(self.hands) + 1), *range(1, first)]

    def giving(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        """The hands of all, with that one for the seat."""
        return (*self.hands[: seat - 1], hand, *self.hands[seat:])

    def active(self) -> list[int]:
        """The seats still in the hand, in turn from the button (W-01)."""
        return [seat for seat in self.around(self.button) if self.hands[seat - 1].active]

    def standing(self, *standings: Standing) -> list[int]:
        """The seats that stand so, in turn from the button."""
        return [seat for seat in self.around(self.button) if self.hands[seat - 1].standing in standings]


class Course:
    """An action being followed: the state as it is by now, and the events so far, the action first."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happens(self, actor: int, action: Action, *rulings: str) -> None:
        """Tells the action itself, with its own arguments."""
        self.events.append(Event(actor, action.name, action.args, rulings))

    def tell(self, seat: int, name: str, /, *rulings: str, **args: Value) -> None:
        """Tells something that happens to a seat."""
        self.events.append(Event(seat, name, tuple(args.items()), rulings))

    def change(self, **fields: Any) -> None:
        self.state = self.state._replace(**fields)

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self.events))
