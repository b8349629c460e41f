"""Four rounds, phase by phase: the empires' turns, the marker, swaps of loyalties, hands cut down, and the score at the
end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, NamedTuple

from pnp.engine.action import OVER, Action, Chance, Value, act
from pnp.engine.referee import Outcome
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.engine.values import put
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.seat import Acting, Deploying, acting_agent, schedule
from pnp.games.war_of_whispers.referee.state import (
    KEEP,
    NOTHING,
    TO_CHANCE,
    Asked,
    Board,
    Frame,
    Log,
    Plays,
    State,
    Table,
    card_back,
    fact,
    taken_up,
)

POINTS = "points"
SWAPS = "fewest-swaps"
CARDS = "most-cards"
SHARED = "shared"
#: R-03: the order in which the published board seats its councils.
PRINTED = ("bear", "eagle", "elephant", "lion", "horse")


class Line(NamedTuple):
    """What one loyalty is worth: cities, and the player's own agents in regions of that empire, times its value."""

    level: str
    empire: str
    value: int
    cities: int
    agents: int

    @property
    def points(self) -> int:
        return self.value * (self.cities + self.agents)


def lines(state: State, seat: int) -> list[Line]:
    """A line for each loyalty of a seat."""
    board = state.board
    posted = [state.control[region] for region, player in state.posted if player == seat]
    return [
        Line(level.id, board.empires[empire], level.value, state.tally("city", empire), posted.count(empire))
        for level, empire in zip(board.levels, state.loyalties[seat - 1])
    ]


def concealed(state: State, seat: int) -> int:
    """Points for loyalties that still lie face down: none, or one each where the table agreed so (R-37)."""
    hidden = len(state.loyalties[seat - 1]) - len(state.shown[seat - 1])
    return hidden if state.table.setup.reads("concealed", "one-point") else 0


def points(state: State, seat: int) -> int:
    """All that a seat scores."""
    return sum(line.points for line in lines(state, seat)) + concealed(state, seat)


def result(state: State) -> Outcome:
    """The outcome: most points, then fewest swaps, then most cards in hand, then shared (R-33)."""
    seats = range(1, state.table.players + 1)
    scores = tuple(points(state, seat) for seat in seats)
    hands = tuple(len(hand) for hand in state.hands)
    best = [seat for seat in seats if scores[seat - 1] == max(scores)]
    reason, winners = POINTS, best
    if len(best) > 1:
        reason, winners = _broken(state, best, hands)
    board = state.board
    cities = {name: state.tally("city", at) for at, name in enumerate(board.empires)}
    return Outcome(reason, tuple(winners), scores, {"cities": cities, "swaps": state.swaps, "cards": hands})


def _broken(state: State, tied: list[int], hands: Sequence[int]) -> tuple[str, list[int]]:
    if state.table.setup.reads("tie_break", "pairs") and len(tied) > 2:
        return SHARED, tied
    fewest = min(state.swaps[seat - 1] for seat in tied)
    tied = [seat for seat in tied if state.swaps[seat - 1] == fewest]
    if len(tied) == 1:
        return SWAPS, tied
    most = max(hands[seat - 1] for seat in tied)
    tied = [seat for seat in tied if hands[seat - 1] == most]
    return (CARDS, tied) if len(tied) == 1 else (SHARED, tied)


def announced(state: State, log: Log) -> None:
    """Every player's points and the winners, as events."""
    outcome = result(state)
    for seat, score in enumerate(outcome.scores, 1):
        for line in lines(state, seat):
            cited = [*(["R-40"] if line.value < 1 else []), *(["R.47", "R-34"] if line.agents else [])]
            log.say(seat, "loyalty_scored", "R.45", *cited, **line._asdict(), points=line.points)
        if hidden := concealed(state, seat):
            log.say(seat, "concealed_scored", "R-37", points=hidden)
        log.say(seat, "scored", "R.45", "R-37", points=score, swaps=state.swaps[seat - 1],
                cards=len(state.hands[seat - 1]))  # fmt: skip
    tie = () if outcome.reason == POINTS else ("R.46", "R-33")
    for seat in outcome.winners:
        log.say(seat, "won", "R.45", *tie, points=outcome.scores[seat - 1], reason=outcome.reason)


@frozen
class Rounds(Frame):
    """Below everything else: begins each round, and ends the game after the last."""

    def run(self, state: State, log: Log) -> State:
        """The next round's phases, the first of them on top; after the last round the score."""
        if state.round == state.table.rounds:
            announced(state, log)
            return state.popped()
        state = state._replace(round=state.round + 1)
        log.say(state.first, "round_begins", "R.5", round=state.round, first=state.first)
        return state.pushed(*reversed(self._phases(state)))

    def _phases(self, state: State) -> tuple[Frame, ...]:
        """R-02 has the order after the marker; in the last round nothing follows it, or a swap alone (R-04)."""
        table = state.table
        begun: tuple[Frame, ...] = (Deploying(schedule(state)), Empires(0, 0), Marking())
        if state.round == table.rounds:
            return (*begun, Swapping(0)) if table.setup.reads("last_swap", "one") else begun
        ending: tuple[Frame, ...] = (Swapping(0), Trimming(0))
        return (*begun, *(ending if table.setup.reads("phase_order", "swap-first") else ending[::-1]))


@frozen
class Empires(Frame):
    """The empires' turns: which of them in their order, and which seat of its council is next."""

    turn: int
    place: int

    def run(self, state: State, log: Log) -> State:
        """The next seat acts (R-10), or the empire's turn ends with a check of the supply."""
        table, board = state.table, state.board
        if self.turn == len(table.order):
            return state.popped()
        empire = table.order[self.turn]
        council = board.councils[empire]
        if self.place == 0:
            log.say(state.first, "empire_begins", "R.8", "R-03", empire=board.empires[empire], round=state.round)
        if self.place == len(council):
            return checked(state, log, empire).popped(Empires(self.turn + 1, 0))
        seat = council[self.place]
        agent = acting_agent(state, seat)
        following = Empires(self.turn, self.place + 1)
        named = {"empire": board.empires[empire], "seat": board.seats[seat].id}
        if agent == NOTHING:
            log.say(state.first, "seat_rests", "R.9", "R-10", **named)
            return state.popped(following)
        log.say(state.council[agent], "seat_acts", "R.9", "R-10", **named, agent=board.seats[agent].id)
        return state.popped(following, Acting(state.council[agent], empire, seat, agent))


def checked(state: State, log: Log, active: int) -> State:
    """No region keeps more than its supply (R-22: anywhere on the map, or the active empire's alone)."""
    board, check_all = state.board, state.table.setup.reads("supply_check", "all")
    for region, limit in enumerate(board.limit):
        excess = state.banners[region] - limit
        empire = state.control[region]
        if excess > 0 and (check_all or empire == active):
            state = taken_up(state, region, excess)
            log.say(state.first, "supply_cut", "R.19", "R-22", "R-23", region=board.regions[region], banners=excess,
                    empire=board.empires[empire], there=limit, reserve=state.reserve[empire])  # fmt: skip
    return state


@frozen
class Marking(Frame):
    """The round's marker goes on the track and the first-player token to the left (R-05: before any swap)."""

    def run(self, state: State, log: Log) -> State:
        table, last = state.table, state.round == state.table.rounds
        first = state.first % table.players + 1
        log.say(state.first, "turn_marked", "R.42", "R-02", *(("R-04", "R-31") if last else ()),
                round=state.round, last=last)  # fmt: skip
        log.say(first, "token_passed", "R.42", "R-05", was=state.first)
        return state._replace(marked=state.round, first=first).popped()


@frozen
class InTurn(Frame):
    """A phase of one player after the other: whose turn it is, counted from the first player."""

    turn: int

    def run(self, state: State, log: Log) -> State:
        return state.popped(replace(self, turn=self.turn + 1)) if self.turn < state.table.players else state.popped()


@frozen
class Swapping(InTurn):
    """The swap phase."""

    question: ClassVar[str] = "swap"
    hint: ClassVar[str] = "Name two slots of yours whose tokens still lie face down, or keep your loyalties."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which two, if any; a player with fewer than two hidden ones is passed over."""
        if self.turn == state.table.players:
            return None
        seat = state.in_order()[self.turn]
        dealt = zip(state.board.levels, state.loyalties[seat - 1])
        hidden = [level.id for at, (level, _) in enumerate(dealt) if at not in state.shown[seat - 1]]
        pairs = tuple(act("swap_loyalties", level=one, other=two) for one, two in combinations(hidden, 2))
        return (seat, (KEEP, *pairs)) if pairs else None

    def take(self, state: State, action: Action, log: Log) -> State:
        """Both tokens change places and turn face up for good (R-32)."""
        log.cite("R.43", "R-32")
        seat, board = state.actor, state.board
        if action == KEEP:
            return state.popped(Swapping(self.turn + 1))
        names = [level.id for level in board.levels]
        one, two = names.index(action.text("level")), names.index(action.text("other"))
        before = state.loyalties[seat - 1]
        after = put(put(before, one, before[two]), two, before[one])
        swaps = state.swaps[seat - 1] + 1
        log.say(seat, "loyalties_shown", "R.43", "R-32", level=names[one], empire=board.empires[after[one]],
                other=names[two], other_empire=board.empires[after[two]], swaps=swaps)  # fmt: skip
        return state._replace(
            loyalties=put(state.loyalties, seat - 1, after),
            shown=put(state.shown, seat - 1, tuple(sorted((*state.shown[seat - 1], one, two)))),
            swaps=put(state.swaps, seat - 1, swaps),
        ).popped(Swapping(self.turn + 1))


@frozen
class Trimming(InTurn):
    """The clean-up: hands are cut down to the limit."""

    question: ClassVar[str] = "discard"
    hint: ClassVar[str] = "Name a card of your hand; hands over the limit are cut down one card at a time."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which card goes; a hand within the limit is passed over (R-31)."""
        if self.turn == state.table.players:
            return None
        seat = state.in_order()[self.turn]
        hand = state.hands[seat - 1]
        if len(hand) <= state.table.hand_limit:
            return None
        cards = state.board.cards
        return seat, tuple(act("discard", card=cards[card].id) for card in dict.fromkeys(hand))

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.44", "R-31")
        return card_back(state, log, state.actor, state.board.card_at[action.text("card")], "R.44", "R-28")


def table_of(board: Board, components: ComponentSet, setup: Setup) -> Table:
    """The readings that the setup chose, beside the facts that the definition has."""
    game = components.game
    order = tuple(range(len(board.empires)))
    if setup.reads("empire_order", "printed"):
        rank = {empire: place for place, empire in enumerate(PRINTED)}
        order = tuple(sorted(order, key=lambda at: rank.get(board.empires[at], len(PRINTED))))
    deploying = fact(game, "agents_deployed_by_two" if setup.players == 2 else "agents_deployed")
    return Table(board, setup, deploying, fact(game, "rounds"), fact(game, "hand_limit"), order)


def societies(components: ComponentSet, players: int) -> tuple[str, ...]:
    """The agents of each seat by their component id; UsageError where there are fewer societies than players."""
    agents = tuple(piece.id for piece in components.pieces(players) if piece.part == "agent")
    if len(agents) < players:
        raise UsageError(f"there are agents of {len(agents)} societies; {players} players need as many")
    return agents[:players]


def laid_out(board: Board, components: ComponentSet, setup: Setup) -> State:
    """The table before the first loyalty is dealt; UsageError where loyalty tokens are too few to deal."""
    players, bill = setup.players, components.bill_of_materials(setup.players)
    for empire in board.empires:
        tokens = bill.get(f"{components.game.name}/loyalty/{empire}", 0)
        if tokens < players:
            raise UsageError(f"there are {tokens} loyalty tokens of the {empire}; {players} players need as many")
    banners, reserve = _banners(board, components, bill)
    return State(
        table=table_of(board, components, setup),
        control=board.home,
        banners=banners,
        reserve=reserve,
        council=(0,) * len(board.seats),
        posted=(),
        agents=tuple(bill[society] for society in societies(components, players)),
        loyalties=((),) * players,
        shown=((),) * players,
        swaps=(0,) * players,
        hands=((),) * players,
        decks=_decks(board, bill),
        round=0,
        marked=0,
        first=0,
        pending=(Rounds(), NamingFirst(), Dealing(1)),
        actor=OVER,
        legal=(),
    )


def _banners(
    board: Board, components: ComponentSet, bill: Mapping[str, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What stands on the map as printed, as far as the banners go, and what is left in the reserve."""
    reserve = [bill.get(f"{components.game.name}/banner/{empire}", 0) for empire in board.empires]
    standing = []
    for empire, printed in zip(board.home, board.start):
        standing.append(min(printed, reserve[empire]))
        reserve[empire] -= standing[-1]
    return tuple(standing), tuple(reserve)


def _decks(board: Board, bill: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(at for at, card in enumerate(board.cards) if card.empire == empire for _ in range(bill.get(card.id, 0)))
        for empire in range(len(board.empires))
    )


@frozen
class Dealing(Frame):
    """Loyalty tokens are laid face down on the slots of a seat, one at a time, then on the next seat's."""

    seat: int

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return TO_CHANCE if self.seat <= state.table.players else None

    def chance(self, state: State) -> Chance:
        """Any of the seat's tokens that is left; seen by its owner alone."""
        board, dealt = state.board, state.loyalties[self.seat - 1]
        taken = set(dealt)
        if state.table.setup.reads("first_loyalties", "unique") and not dealt:
            # where first loyalties differ, no token that another seat has there
            taken = {other[0] for other in state.loyalties if other}
        left = tuple(empire for at, empire in enumerate(board.empires) if at not in taken)
        given = (("seat", self.seat), ("level", board.levels[len(dealt)].id))
        return Chance("loyalty", "empire", left, given, seen_by=(self.seat,))

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.4", "R-36", "R-42")
        board = state.board
        dealt = (*state.loyalties[self.seat - 1], board.empires.index(action.text("empire")))
        after = state._replace(loyalties=put(state.loyalties, self.seat - 1, dealt))
        return after.popped(Dealing(self.seat + (len(dealt) == min(len(board.levels), len(board.empires)))))

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": "loyalty", "seat": self.seat}


@frozen
class NamingFirst(Frame):
    """Lots are drawn for the first-player token."""

    question: ClassVar[str] = "first_player"

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return TO_CHANCE

    def chance(self, state: State) -> Chance:
        return Chance("first_player", "seat", tuple(range(1, state.table.players + 1)))

    def take(self, state: State, action: Action, log: Log) -> State:
        """The war begins with the banners that are printed on the map (R-01)."""
        log.cite("R.3")
        first, board = action.number("seat"), state.board
        names = ((region, board.empires[empire]) for region, empire in zip(board.regions, state.control))
        standing = tuple((*name, count) for name, count in zip(names, state.banners) if count)
        log.say(first, "war_begins", "R.1", "R.2", "R-01", "R-03", first=first, banners=standing,
                reserve=tuple(zip(board.empires, state.reserve)),
                order=tuple(board.empires[at] for at in state.table.order))  # fmt: skip
        return state._replace(first=first).popped()
