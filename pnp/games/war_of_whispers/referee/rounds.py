"""Four rounds, phase by phase: the empires' turns, the marker, swaps of loyalties, hands cut down, and the score at the
end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from operator import gt
from typing import ClassVar, NamedTuple

from pnp.engine.action import OVER, Action, Chance, Value, act
from pnp.engine.referee import Outcome
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.engine.values import put
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import NOTHING, Board, fact
from pnp.games.war_of_whispers.referee.seat import Acting, Deploying, acting_agent, schedule
from pnp.games.war_of_whispers.referee.state import (
    KEEP,
    TO_CHANCE,
    Asked,
    Course,
    Frame,
    Plays,
    Sight,
    State,
    Table,
    card_back,
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


def lines(state: Sight, seat: int) -> list[Line]:
    """A line for each loyalty of a seat."""
    board = state.board
    posted = [state.control[region] for region, player in state.posted if player == seat]
    return [
        Line(level.id, board.empires[empire], level.value, state.tally("city", empire), posted.count(empire))
        for level, empire in zip(board.levels, state.loyalties[seat - 1])
    ]


def concealed(state: Sight, seat: int) -> int:
    """Points for loyalties that still lie face down: none, or one each where the table agreed so (R-37)."""
    hidden = len(state.loyalties[seat - 1]) - len(state.shown[seat - 1])
    return hidden if state.table.setup.reads("concealed", "one-point") else 0


def points(state: Sight, seat: int) -> int:
    """All that a seat scores."""
    return sum(line.points for line in lines(state, seat)) + concealed(state, seat)


def result(state: Sight) -> Outcome:
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


def _broken(state: Sight, tied: list[int], hands: Sequence[int]) -> tuple[str, list[int]]:
    if state.table.setup.reads("tie_break", "pairs") and len(tied) > 2:
        return SHARED, tied
    fewest = min(state.swaps[seat - 1] for seat in tied)
    tied = [seat for seat in tied if state.swaps[seat - 1] == fewest]
    if len(tied) == 1:
        return SWAPS, tied
    most = max(hands[seat - 1] for seat in tied)
    tied = [seat for seat in tied if hands[seat - 1] == most]
    return (CARDS, tied) if len(tied) == 1 else (SHARED, tied)


def announce(course: Course) -> None:
    """Every player's points and the winners, as events."""
    outcome = result(course)
    for seat, score in enumerate(outcome.scores, 1):
        for line in lines(course, seat):
            cited = [*(["R-40"] if line.value < 1 else []), *(["R.47", "R-34"] if line.agents else [])]
            course.say(seat, "loyalty_scored", "R.45", *cited, **line._asdict(), points=line.points)
        if hidden := concealed(course, seat):
            course.say(seat, "concealed_scored", "R-37", points=hidden)
        course.say(seat, "scored", "R.45", "R-37", points=score, swaps=course.swaps[seat - 1],
                cards=len(course.hands[seat - 1]))  # fmt: skip
    tie = () if outcome.reason == POINTS else ("R.46", "R-33")
    for seat in outcome.winners:
        course.say(seat, "won", "R.45", *tie, points=outcome.scores[seat - 1], reason=outcome.reason)


@frozen
class Rounds(Frame):
    """Below everything else: begins each round, and ends the game after the last."""

    def run(self, course: Course) -> None:
        """The next round's phases, the first of them on top; after the last round the score."""
        if course.round == course.table.rounds:
            if course.log:
                announce(course)
            course.pop()
            return
        course.round += 1
        course.say(course.first, "round_begins", "R.5", round=course.round, first=course.first)
        for phase in reversed(self._phases(course)):
            course.push(phase)

    def _phases(self, state: Sight) -> tuple[Frame, ...]:
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

    def run(self, course: Course) -> None:
        """The next seat acts (R-10), or the empire's turn ends with a check of the supply."""
        table, board = course.table, course.board
        if self.turn == len(table.order):
            course.pop()
            return
        empire = table.order[self.turn]
        if self.place == 0:
            course.say(course.first, "empire_begins", "R.8", "R-03", empire=board.empires[empire], round=course.round)
        council = course.council
        for place, seat in enumerate(board.councils[empire][self.place :], self.place + 1):
            agent = seat if council[seat] else acting_agent(course, seat)
            if agent != NOTHING:
                if course.log:
                    course.say(council[agent], "seat_acts", "R.9", "R-10", empire=board.empires[empire],
                               seat=board.seats[seat].id, agent=board.seats[agent].id)  # fmt: skip
                course.become(Empires(self.turn, place))
                course.push(Acting(council[agent], empire, seat, agent))
                return
            if course.log:
                course.say(course.first, "seat_rests", "R.9", "R-10", empire=board.empires[empire],
                           seat=board.seats[seat].id)  # fmt: skip
        check(course, empire)
        course.become(Empires(self.turn + 1, 0))


def check(course: Course, active: int) -> None:
    """No region keeps more than its supply (R-22: anywhere on the map, or the active empire's alone)."""
    board, banners = course.board, course.banners
    if not any(map(gt, banners, board.limit)):
        return
    check_all = course.table.setup.reads("supply_check", "all")
    crowded = [region for region, limit in enumerate(board.limit) if banners[region] > limit]
    for region in crowded:
        empire, limit = course.control[region], board.limit[region]
        if check_all or empire == active:
            excess = course.banners[region] - limit
            taken_up(course, region, excess)
            course.say(course.first, "supply_cut", "R.19", "R-22", "R-23", region=board.regions[region], banners=excess,
                    empire=board.empires[empire], there=limit, reserve=course.reserve[empire])  # fmt: skip


@frozen
class Marking(Frame):
    """The round's marker goes on the track and the first-player token to the left (R-05: before any swap)."""

    def run(self, course: Course) -> None:
        table, last = course.table, course.round == course.table.rounds
        first = course.first % table.players + 1
        course.say(course.first, "turn_marked", "R.42", "R-02", *(("R-04", "R-31") if last else ()),
                round=course.round, last=last)  # fmt: skip
        course.say(first, "token_passed", "R.42", "R-05", was=course.first)
        course.marked, course.first = course.round, first
        course.pop()


@frozen
class InTurn(Frame):
    """A phase of one player after the other: whose turn it is, counted from the first player."""

    turn: int

    def run(self, course: Course) -> None:
        if self.turn < course.table.players:
            course.become(type(self)(self.turn + 1))
        else:
            course.pop()


@frozen
class Swapping(InTurn):
    """The swap phase."""

    question: ClassVar[str] = "swap"
    hint: ClassVar[str] = "Name two slots of yours whose tokens still lie face down, or keep your loyalties."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Which two, if any; a player with fewer than two hidden ones is passed over."""
        if self.turn == state.table.players:
            return None
        seat = state.in_order()[self.turn]
        dealt = zip(state.board.levels, state.loyalties[seat - 1])
        hidden = [level.id for at, (level, _) in enumerate(dealt) if at not in state.shown[seat - 1]]
        return (seat, _swaps_of(tuple(hidden))) if len(hidden) > 1 else None

    def take(self, course: Course, action: Action) -> None:
        """Both tokens change places and turn face up for good (R-32)."""
        course.cite("R.43", "R-32")
        seat, board = course.actor, course.board
        if action == KEEP:
            course.become(Swapping(self.turn + 1))
            return
        names = [level.id for level in board.levels]
        one, two = names.index(action.text("level")), names.index(action.text("other"))
        before = course.loyalties[seat - 1]
        after = put(put(before, one, before[two]), two, before[one])
        swaps = course.swaps[seat - 1] + 1
        course.say(seat, "loyalties_shown", "R.43", "R-32", level=names[one], empire=board.empires[after[one]],
                other=names[two], other_empire=board.empires[after[two]], swaps=swaps)  # fmt: skip
        course.loyalties = put(course.loyalties, seat - 1, after)
        course.shown = put(course.shown, seat - 1, tuple(sorted((*course.shown[seat - 1], one, two))))
        course.swaps = put(course.swaps, seat - 1, swaps)
        course.become(Swapping(self.turn + 1))


@cache
def _swaps_of(hidden: tuple[str, ...]) -> tuple[Action, ...]:
    return KEEP, *(act("swap_loyalties", level=one, other=two) for one, two in combinations(hidden, 2))


@frozen
class Trimming(InTurn):
    """The clean-up: hands are cut down to the limit."""

    question: ClassVar[str] = "discard"
    hint: ClassVar[str] = "Name a card of your hand; hands over the limit are cut down one card at a time."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Which card goes; a hand within the limit is passed over (R-31)."""
        if self.turn == state.table.players:
            return None
        seat = state.in_order()[self.turn]
        hand = state.hands[seat - 1]
        if len(hand) <= state.table.hand_limit:
            return None
        cards = state.board.cards
        return seat, tuple(act("discard", card=cards[card].id) for card in dict.fromkeys(hand))

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.44", "R-31")
        card_back(course, course.actor, course.board.card_at[action.text("card")], "R.44", "R-28")


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

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return TO_CHANCE if self.seat <= state.table.players else None

    def _left(self, state: Sight) -> list[int]:
        """The empires of the seat's tokens that may come."""
        dealt = state.loyalties[self.seat - 1]
        taken = set(dealt)
        if state.table.setup.reads("first_loyalties", "unique") and not dealt:
            # where first loyalties differ, no token that another seat has there
            taken = {other[0] for other in state.loyalties if other}
        return [empire for empire in range(len(state.board.empires)) if empire not in taken]

    def chance(self, state: Sight) -> Chance:
        """Any of the seat's tokens that is left; seen by its owner alone."""
        board, dealt = state.board, state.loyalties[self.seat - 1]
        left = tuple([board.empires[empire] for empire in self._left(state)])
        given = (("seat", self.seat), ("level", board.levels[len(dealt)].id))
        return Chance("loyalty", "empire", left, given, seen_by=(self.seat,))

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.4", "R-36", "R-42")
        self._deal(course, course.board.empires.index(action.text("empire")))

    def draw(self, course: Course, fraction: float, seat: int) -> Value:
        left = self._left(course)
        empire = left[int(fraction * len(left))]
        self._deal(course, empire)
        return course.board.empires[empire] if seat == self.seat else None

    def _deal(self, course: Course, empire: int) -> None:
        board, dealt = course.board, (*course.loyalties[self.seat - 1], empire)
        course.loyalties = put(course.loyalties, self.seat - 1, dealt)
        full = len(dealt) == min(len(board.levels), len(board.empires))
        course.become(Dealing(self.seat + 1) if full else self)

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": "loyalty", "seat": self.seat}


@frozen
class NamingFirst(Frame):
    """Lots are drawn for the first-player token."""

    question: ClassVar[str] = "first_player"

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return TO_CHANCE

    def chance(self, state: Sight) -> Chance:
        return Chance("first_player", "seat", tuple(range(1, state.table.players + 1)))

    def take(self, course: Course, action: Action) -> None:
        """The war begins with the banners that are printed on the map (R-01)."""
        course.cite("R.3")
        first, board = action.number("seat"), course.board
        names = ((region, board.empires[empire]) for region, empire in zip(board.regions, course.control))
        standing = tuple((*name, count) for name, count in zip(names, course.banners) if count)
        course.say(first, "war_begins", "R.1", "R.2", "R-01", "R-03", first=first, banners=standing,
                reserve=tuple(zip(board.empires, course.reserve)),
                order=tuple(board.empires[at] for at in course.table.order))  # fmt: skip
        course.first = first
        course.pop()
