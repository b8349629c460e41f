"""A council seat in its turn in; the action that its controller chooses, begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pnp.engine.action import Action, Value, act
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.attack import Aftermath, Aiming, can_attack
from pnp.games.war_of_whispers.referee.board import ATTACK, NOTHING, SWAP, Board, Offer
from pnp.games.war_of_whispers.referee.changes import put
from pnp.games.war_of_whispers.referee.placing import Drawing, Placing
from pnp.games.war_of_whispers.referee.state import PASS, ActorFrame, Asked, Log, Plays, State

MUST_CHANGE = "must-change"
FREE = "free"


def acting_agent(state: State, seat: int) -> int:
    """The seat of the agent that acts for a seat: its own, or the next one along the arrows (R-10); NOTHING if none."""
    board, council = state.table.board, state.council
    for other in board.councils[board.seats[seat].empire]:
        if other >= seat and council[other]:
            return other
    return NOTHING


def amount(state: State, empire: int, offer: Offer) -> int:
    """How many banners or cards an offer is worth before the reserve or deck limits it, rounded down (R-13)."""
    return offer.amount * (state.tally(offer.symbol, empire) // offer.each) if offer.each else offer.amount


def works(state: State, empire: int, offer: Offer) -> bool:
    """Whether taking the action changes anything (R-11); a swap is asked for partner by partner."""
    match offer.kind:
        case "add":
            return state.reserve[empire] > 0 and empire in state.control and amount(state, empire, offer) > 0
        case "draw":
            return bool(state.decks[empire]) and amount(state, empire, offer) > 0
        case "attack":
            return can_attack(state, empire)
    return False


def begin(state: State, log: Log, player: int, empire: int, offer: Offer) -> State:
    """The action begins on top of the frame that waits for its end: banners, cards or an attack."""
    board = state.board
    if offer.kind == ATTACK:
        return state.pushed(Aiming(player, empire))
    name, due = board.empires[empire], amount(state, empire, offer)
    if offer.each:
        log.say(player, "symbols_counted", "R.13" if offer.kind == "draw" else "R.12", "R-13", empire=name,
                symbol=offer.symbol, counted=state.tally(offer.symbol, empire))  # fmt: skip
    if offer.kind == "draw":
        log.say(player, "cards_due", "R.13", empire=name, cards=due, deck=len(state.decks[empire]))
        return state.pushed(Drawing(player, empire, due))
    log.say(player, "banners_due", "R.12", "R-12", empire=name, banners=due, reserve=state.reserve[empire])
    return state.pushed(Placing(player, empire, due, ("R.12",)))


@frozen
class Acting(ActorFrame):
    """A seat's turn: `seat` has the action, `agent` is the seat of the agent that takes it.

    After a swap of agents (`moved`) the seat does not swap again.
    """

    player: int
    empire: int
    seat: int
    agent: int
    moved: bool = False

    windows: ClassVar[tuple[str, ...]] = ("any", "instead", "with-attack")
    hint: ClassVar[str] = "Take one of the seat's actions that changes something, or play a card that fits the moment."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """The seat's actions as printed, then the cards."""
        return self.player, (*self._actions(state), *plays.actions)

    def _actions(self, state: State) -> list[Action]:
        board, manner = state.board, state.table.seat_action
        found: list[Action] = []
        for offer, take in zip(board.seats[self.seat].offers, board.takes[self.seat]):
            if offer.kind == SWAP:
                found += [] if self.moved else [self._swap(board, other) for other in partners(state, self.agent)]
            elif manner != MUST_CHANGE or works(state, self.empire, offer):
                found.append(take)
        if manner == FREE or not found:
            found.append(PASS)
        return found

    def _swap(self, board: Board, other: int) -> Action:
        empire = board.empires[self.empire]
        return act("swap_agents", empire=empire, seat=board.seats[self.agent].id, partner=board.seats[other].id)

    def take(self, state: State, action: Action, log: Log) -> State:
        """The action is chosen (R-11) and begins."""
        log.cite("R.10", "R-11")
        if action == PASS:
            return state.popped()
        if action.name == "swap_agents":
            return self._swapped(state, log, state.board.seat_named(action, "partner"))
        named = action.arg("action")
        offer = next(offer for offer in state.board.seats[self.seat].offers if offer.id == named)
        after = state.popped(Aftermath(self.player, self.empire, self.seat, self.agent, offer))
        if not works(state, self.empire, offer):
            log.say(self.player, "nothing_happens", "R-11")
            return after
        return begin(after, log, self.player, self.empire, offer)

    def _swapped(self, state: State, log: Log, other: int) -> State:
        """The two agents change seats for good, and the acting one takes its new seat's action at once (R-25)."""
        board, council = state.board, state.council
        log.cite("R.14", "R-24")
        after = state._replace(council=put(put(council, other, self.player), self.agent, council[other]))
        log.say(self.player, "agents_swapped", "R.14", "R-25", empire=board.empires[self.empire],
                seat=board.seats[other].id, left=board.seats[self.agent].id, owner=council[other] or None)  # fmt: skip
        return after.popped(Acting(self.player, self.empire, other, other, moved=True))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """Which seat acts, and from where its agent does."""
        return {"asks": "act", "empire": board.empires[self.empire], "seat": board.seats[self.seat].id,
                "agent": board.seats[self.agent].id}  # fmt: skip


def partners(state: State, agent: int) -> list[int]:
    """The seats of a council that an agent may change with (R-24): agents', or any where the table agreed so.

    One's own agent is a partner only if its seat has something else to do, for nothing else would change.
    """
    board, council = state.board, state.council
    empire = board.seats[agent].empire
    found = []
    for other in board.councils[empire]:
        if other != agent and (council[other] or state.table.swap_vacant):
            busy = council[other] != council[agent]
            if busy or any(works(state, empire, offer) for offer in board.seats[other].offers):
                found.append(other)
    return found


def can_act(state: State, seat: int, agent: int) -> bool:
    """Whether the agent finds anything to do at that seat."""
    place = state.board.seats[seat]
    return any(
        bool(partners(state, agent)) if offer.kind == SWAP else works(state, place.empire, offer)
        for offer in place.offers
    )
