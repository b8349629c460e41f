"""A council seat in its turn: agents placed and taken back, the action chosen, banners placed and cards drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from pnp.engine.action import Action, Chance, Value, act
from pnp.engine.values import put, without
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.attack import Aftermath, Aiming, can_attack
from pnp.games.war_of_whispers.referee.board import ATTACK, NOTHING, SWAP, Board, Offer
from pnp.games.war_of_whispers.referee.state import (
    PASS,
    TO_CHANCE,
    ActorFrame,
    Asked,
    Course,
    Frame,
    Plays,
    Sight,
    added,
    name_regions,
    raised,
)

BACK = "back"
OUT = "out"
MOST_POSTED = 2
"""R-34: a player's agents in regions."""

Turn = tuple[int, str]
MUST_CHANGE = "must-change"
FREE = "free"


class Bounds(NamedTuple):
    """Where banners may be placed, if not wherever their empire controls a region: in the regions of `only`, if any are
    given, each taken away `once` it is chosen; and `within` the supply.
    """

    only: tuple[int, ...] | None = None
    once: bool = False
    within: bool = False

    def regions(self, state: Sight, empire: int) -> Sequence[int]:
        """The regions that may be chosen."""
        if self.only is None:
            regions = state.controlled(empire)
        else:
            regions = [region for region in self.only if state.control[region] == empire]
        if self.within:
            limit = state.board.limit
            regions = [region for region in regions if state.banners[region] < limit[region]]
        return regions

    def after(self, region: int) -> Bounds:
        """What they are once a banner is placed there."""
        if self.only is None or not self.once:
            return self
        return self._replace(only=tuple([other for other in self.only if other != region]))


@frozen
class Placing(ActorFrame):
    """So many banners of an empire still to be placed, one at a time; `rulings` say why they come."""

    left: int
    rulings: tuple[str, ...]
    bounds: Bounds | None = None

    question: ClassVar[str] = "place"
    hint: ClassVar[str] = "Name one of the regions where the next banner may be placed."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """A region for the next banner, while there is one to place and one in the reserve."""
        if self.left < 1 or state.reserve[self.empire] < 1:
            return None
        if self.bounds is None:
            places = state.lands.place(self.empire)
        else:
            places = name_regions(state, "place", self.bounds.regions(state, self.empire))
        return (self.player, places) if places else None

    def take(self, course: Course, action: Action) -> None:
        region = course.board.region_of(action)
        if course.log:
            course.cite(*self.rulings)
        raised(course, self.player, region, 1, self.rulings)
        if self.left > 1:
            bounds = self.bounds and self.bounds.after(region)
            course.become(Placing(self.player, self.empire, self.left - 1, self.rulings, bounds))
        else:
            course.pop()

    def run(self, course: Course) -> None:
        """Whatever cannot be placed stays in the reserve (R-12)."""
        if self.left:
            course.say(self.player, "banners_stay", *self.rulings, "R-12", empire=course.board.empires[self.empire],
                    banners=self.left, reserve=course.reserve[self.empire])  # fmt: skip
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"left": self.left}


@frozen
class Drawing(ActorFrame):
    """So many cards of an empire still to be drawn, one at a time."""

    left: int

    question: ClassVar[str] = "draw"

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return TO_CHANCE if self.left and state.decks[self.empire] else None

    def chance(self, state: Sight) -> Chance:
        """Any card of the deck; only the player who draws it sees which."""
        board = state.board
        cards = tuple([board.cards[card].id for card in state.decks[self.empire]])
        given = (("seat", self.player), ("empire", board.empires[self.empire]))
        return Chance("draw", "card", cards, given, seen_by=(self.player,))

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.13")
        self._draw(course, course.board.card_at[action.text("card")])

    def draw(self, course: Course, fraction: float, seat: int) -> Value:
        deck = course.decks[self.empire]
        card = deck[int(fraction * len(deck))]
        self._draw(course, card)
        return course.board.cards[card].id if seat == self.player else None

    def _draw(self, course: Course, card: int) -> None:
        deck = without(course.decks[self.empire], card)
        hand = tuple(sorted((*course.hands[self.player - 1], card)))
        if course.log:
            empire = course.board.empires[self.empire]
            course.say(self.player, "card_drawn", "R.13", empire=empire, hand=len(hand), deck=len(deck))
        course.hands, course.decks = put(course.hands, self.player - 1, hand), put(course.decks, self.empire, deck)
        if self.left > 1:
            course.become(Drawing(self.player, self.empire, self.left - 1))
        else:
            course.pop()

    def run(self, course: Course) -> None:
        """With the deck empty no more can be drawn (R-30)."""
        if self.left:
            empire = course.board.empires[self.empire]
            course.say(self.player, "deck_empty", "R-30", empire=empire, missing=self.left)
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"left": self.left}


def schedule(state: Sight) -> tuple[Turn, ...]:
    """Who takes back (from round 2, R-06) and who places (R-09), in order; R-07 has the two ways to mix them."""
    order = state.in_order()
    back = tuple((seat, BACK) for seat in order) if state.round > 1 else ()
    out = tuple((seat, OUT) for seat in order)
    if back and state.table.setup.reads("retrieval", "in-turn"):
        return tuple(turn for pair in zip(back, out) for turn in pair) + out * (state.table.deploying - 1)
    return back + out * state.table.deploying


@frozen
class Deploying(Frame):
    """The deploy phase: the turns still to come, and the seats vacated in this round (R-08)."""

    turns: tuple[Turn, ...]
    vacated: tuple[int, ...] = ()

    hint: ClassVar[str] = "Take back one of your own agents, or place one on a vacant seat, whichever is asked."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Which agent, or where to; a turn with nothing to do is passed over."""
        if not self.turns:
            return None
        seat, what = self.turns[0]
        actions = _back(state, seat) if what == BACK else _out(state, seat)
        return (seat, actions) if actions else None

    def run(self, course: Course) -> None:
        if self.turns:
            course.become(Deploying(self.turns[1:], self.vacated))
        else:
            course.pop()

    def take(self, course: Course, action: Action) -> None:
        seat, what = self.turns[0]
        vacated = self.vacated
        if what == BACK:
            course.cite("R.6", "R-06", "R-07")
            vacated += _taken_back(course, seat, action)
        else:
            course.cite("R.7", "R-09")
            _placed(course, seat, action, vacated)
        course.become(Deploying(self.turns[1:], vacated))

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": f"agent_{self.turns[0][1]}"} if self.turns else {}


def _seats(state: Sight, name: str, player: int) -> list[Action]:
    """An action for every seat of the councils that this player's agent has (0: nobody's)."""
    return [action for action, holder in zip(state.board.by_seat[name], state.council) if holder == player]


def _back(state: Sight, seat: int) -> tuple[Action, ...]:
    posted = name_regions(state, "recall", [region for region, player in state.posted if player == seat])
    return (*_seats(state, "take_back", seat), *posted)


def _out(state: Sight, seat: int) -> tuple[Action, ...]:
    if not state.agents[seat - 1]:
        return ()
    seats = _seats(state, "deploy", 0)
    if state.table.setup.reads("region_agents", "yes"):
        own = {at for at, player in state.posted if player == seat}
        if len(own) < MOST_POSTED:
            seats += [post for at, post in enumerate(state.board.by_region["post"]) if at not in own]
    return tuple(seats)


def _on_board(state: Sight, seat: int) -> int:
    return state.council.count(seat) + sum([player == seat for _, player in state.posted])


def _taken_back(course: Course, seat: int, action: Action) -> tuple[int, ...]:
    """An agent comes back to its player; the seat of a council that it leaves vacant, if any."""
    board = course.board
    vacated: tuple[int, ...] = ()
    course.agents = added(course.agents, seat - 1, 1)
    if action.name == "take_back":
        place = board.by_seat["take_back"].index(action)
        course.council, vacated = put(course.council, place, 0), (place,)
    else:
        course.cite("R.47", "R-34")
        course.posted = without(course.posted, (board.region_of(action), seat))
    if course.log:
        course.say(seat, "agent_back", "R.6", on_board=_on_board(course, seat), waiting=course.agents[seat - 1])
    return vacated


def _placed(course: Course, seat: int, action: Action, vacated: tuple[int, ...]) -> None:
    board = course.board
    course.agents = added(course.agents, seat - 1, -1)
    if action.name == "deploy":
        place = board.by_seat["deploy"].index(action)
        if place in vacated:
            course.cite("R-08")
        course.council = put(course.council, place, seat)
    else:
        course.cite("R.47", "R-34")
        course.posted = tuple(sorted((*course.posted, (board.region_of(action), seat))))
    if course.log:
        course.say(seat, "agent_out", "R.7", on_board=_on_board(course, seat), waiting=course.agents[seat - 1],
                   seats_taken=len(board.seats) - course.council.count(0))  # fmt: skip


def acting_agent(state: Sight, seat: int) -> int:
    """The seat of the agent that acts for a seat: its own, or the next one along the arrows (R-10); NOTHING if none."""
    council = state.council
    for other in state.board.arrows[seat]:
        if council[other]:
            return other
    return NOTHING


def amount(state: Sight, empire: int, offer: Offer) -> int:
    """How many banners or cards an offer is worth before the reserve or deck limits it, rounded down (R-13)."""
    _, _, most, each, symbol = offer
    return most * (state.lands.tally(symbol)[empire] // each) if each else most


def works(state: Sight, empire: int, offer: Offer) -> bool:
    """Whether taking the action changes anything (R-11); a swap is asked for partner by partner."""
    kind = offer.kind
    if kind == "add":
        return state.reserve[empire] > 0 and bool(state.lands.regions[empire]) and amount(state, empire, offer) > 0
    if kind == "draw":
        return bool(state.decks[empire]) and amount(state, empire, offer) > 0
    return kind == "attack" and can_attack(state, empire)


_PLACED = ("R.12",)


def begin(course: Course, player: int, empire: int, offer: Offer) -> None:
    """The action begins on top of the frame that waits for its end: banners, cards or an attack."""
    board = course.board
    if offer.kind == ATTACK:
        course.push(Aiming(player, empire))
        return
    name, due = board.empires[empire], amount(course, empire, offer)
    if offer.each and course.log:
        course.say(player, "symbols_counted", "R.13" if offer.kind == "draw" else "R.12", "R-13", empire=name,
                symbol=offer.symbol, counted=course.tally(offer.symbol, empire))  # fmt: skip
    if offer.kind == "draw":
        if course.log:
            course.say(player, "cards_due", "R.13", empire=name, cards=due, deck=len(course.decks[empire]))
        course.push(Drawing(player, empire, due))
    else:
        if course.log:
            course.say(player, "banners_due", "R.12", "R-12", empire=name, banners=due, reserve=course.reserve[empire])
        course.push(Placing(player, empire, due, _PLACED))


@frozen
class Acting(ActorFrame):
    """A seat's turn: `seat` has the action, `agent` is the seat of the agent that takes it.

    After a swap of agents (`moved`) the seat does not swap again.
    """

    seat: int
    agent: int
    moved: bool = False

    question: ClassVar[str] = "act"
    windows: ClassVar[tuple[str, ...]] = ("any", "instead", "with-attack")
    hint: ClassVar[str] = "Take one of the seat's actions that changes something, or play a card that fits the moment."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        actions = self._actions(state)
        actions += plays.actions
        return self.player, tuple(actions)

    def _actions(self, state: Sight) -> list[Action]:
        board, manner, seat = state.board, state.table.setup.options["seat_action"], self.seat
        found: list[Action] = []
        for offer, take in zip(board.seats[seat].offers, board.takes[seat]):
            if offer.kind == SWAP:
                if not self.moved and (others := partners(state, self.agent)):
                    empire, own = board.empires[self.empire], board.seats[self.agent].id
                    found += [_swap_of(empire, own, board.seats[other].id) for other in others]
            elif manner != MUST_CHANGE or works(state, self.empire, offer):
                found.append(take)
        if manner == FREE or not found:
            found.append(PASS)
        return found

    def take(self, course: Course, action: Action) -> None:
        """The action is chosen (R-11) and begins."""
        if course.log:
            course.cite("R.10", "R-11")
        if action is PASS or action == PASS:
            course.pop()
        elif action.name == "swap_agents":
            self._swap(course, course.board.seat_named(action, "partner"))
        else:
            taken = course.board.takes[self.seat].index(action)
            self._begin(course, course.board.seats[self.seat].offers[taken])

    def _begin(self, course: Course, offer: Offer) -> None:
        course.become(Aftermath(self.player, self.empire, self.seat, self.agent, offer))
        # an action that changes nothing is offered only where the table agreed so
        if course.table.setup.options["seat_action"] == MUST_CHANGE or works(course, self.empire, offer):
            begin(course, self.player, self.empire, offer)
        else:
            course.say(self.player, "nothing_happens", "R-11")

    def _swap(self, course: Course, other: int) -> None:
        """The two agents change seats for good, and the acting one takes its new seat's action at once (R-25)."""
        board, council = course.board, course.council
        course.cite("R.14", "R-24")
        course.council = put(put(council, other, self.player), self.agent, council[other])
        course.say(self.player, "agents_swapped", "R.14", "R-25", empire=board.empires[self.empire],
                seat=board.seats[other].id, left=board.seats[self.agent].id, owner=council[other] or None)  # fmt: skip
        course.become(Acting(self.player, self.empire, other, other, moved=True))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"seat": board.seats[self.seat].id, "agent": board.seats[self.agent].id}


@cache
def _swap_of(empire: str, seat: str, partner: str) -> Action:
    return act("swap_agents", empire=empire, seat=seat, partner=partner)


def partners(state: Sight, agent: int) -> list[int]:
    """The seats of a council that an agent may change with (R-24): agents', or any where the table agreed so.

    One's own agent is a partner only if its seat has something else to do, for nothing else would change.
    """
    board, council = state.board, state.council
    empire = board.seats[agent].empire
    found = []
    for other in board.councils[empire]:
        if other != agent and (council[other] or state.table.setup.reads("swap_agents", "seat")):
            busy = council[other] != council[agent]
            if busy or any(works(state, empire, offer) for offer in board.seats[other].offers):
                found.append(other)
    return found


def can_act(state: Sight, seat: int, agent: int) -> bool:
    """Whether the agent finds anything to do at that seat."""
    place = state.board.seats[seat]
    return any(
        bool(partners(state, agent)) if offer.kind == SWAP else works(state, place.empire, offer)
        for offer in place.offers
    )
