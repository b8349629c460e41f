"""Places banners and draws cards, one region or one card at a time, until nothing is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pnp.engine.action import Action, Chance, Value
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.state import (
    TO_CHANCE,
    ActorFrame,
    Asked,
    Log,
    Plays,
    State,
    args_of,
    put,
    raised,
)


@frozen
class Placing(ActorFrame):
    """So many banners of an empire still to be placed, one at a time, wherever it controls a region.

    `only` are the regions left to choose from, where not all are; `once` takes each away as it is chosen;
    `within` keeps to the supply. `rulings` say why the banners come.
    """

    player: int
    empire: int
    left: int
    rulings: tuple[str, ...]
    only: tuple[int, ...] | None = None
    once: bool = False
    within: bool = False

    hint: ClassVar[str] = "Name one of the regions where the next banner may be placed."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """A region for the next banner, while there is one to place and one in the reserve."""
        if self.left < 1 or state.reserve[self.empire] < 1:
            return None
        place = state.table.board.place
        regions = self._regions(state)
        return (self.player, tuple([place[region] for region in regions])) if regions else None

    def _regions(self, state: State) -> Sequence[int]:
        if self.only is None:
            regions = state.controlled(self.empire)
        else:
            regions = [region for region in self.only if state.control[region] == self.empire]
        if self.within:
            limit = state.board.limit
            regions = [region for region in regions if state.banners[region] < limit[region]]
        return regions

    def take(self, state: State, action: Action, log: Log) -> State:
        """The banner comes from the reserve."""
        region = state.table.board.region_of(action)
        log.cite(*self.rulings)
        only = self.only
        if only is not None and self.once:
            only = tuple(other for other in only if other != region)
        after = raised(state, log, self.player, region, 1, *self.rulings)
        rest = Placing(self.player, self.empire, self.left - 1, self.rulings, only, self.once, self.within)
        return after.popped(rest)

    def run(self, state: State, log: Log) -> State:
        """Whatever cannot be placed stays in the reserve (R-12)."""
        if self.left:
            log.say(self.player, "banners_stay", *self.rulings, "R-12", empire=state.board.empires[self.empire],
                    banners=self.left, reserve=state.reserve[self.empire])  # fmt: skip
        return state.popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """How many banners are still to be placed."""
        return {"asks": "place", "empire": board.empires[self.empire], "left": self.left}


@frozen
class Drawing(ActorFrame):
    """So many cards of an empire still to be drawn, one at a time."""

    player: int
    empire: int
    left: int

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Chance, while there is a card to draw."""
        return TO_CHANCE if self.left and state.decks[self.empire] else None

    def chance(self, state: State) -> Chance:
        """Any card of the deck; only the player who draws it sees which."""
        board = state.board
        cards = tuple(board.cards[card].id for card in state.decks[self.empire])
        given = args_of(seat=self.player, empire=board.empires[self.empire])
        return Chance("draw", "card", cards, given, seen_by=(self.player,))

    def take(self, state: State, action: Action, log: Log) -> State:
        """The card goes from the deck into the hand."""
        log.cite("R.13")
        board = state.board
        card = board.card_at[str(action.arg("card"))]
        deck = list(state.decks[self.empire])
        deck.remove(card)
        hand = tuple(sorted((*state.hands[self.player - 1], card)))
        log.say(self.player, "card_drawn", "R.13", empire=board.empires[self.empire], hand=len(hand), deck=len(deck))
        after = state._replace(
            hands=put(state.hands, self.player - 1, hand), decks=put(state.decks, self.empire, tuple(deck))
        )
        return after.popped(Drawing(self.player, self.empire, self.left - 1))

    def run(self, state: State, log: Log) -> State:
        """With the deck empty no more can be drawn (R-30)."""
        if self.left:
            empire = state.board.empires[self.empire]
            log.say(self.player, "deck_empty", "R-30", empire=empire, missing=self.left)
        return state.popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """How many cards are still to be drawn."""
        return {"asks": "draw", "empire": board.empires[self.empire], "left": self.left}
