"""What a play is made of: all that stands on the board and lies on the table, and the frames that wait for a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from pnp.engine.action import CHANCE, Action, Chance, Event, Value, act
from pnp.engine.rules import Setup
from pnp.engine.values import clockwise, put, replaced_quickly, without
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Army, Board

DONE = act("done")
PASS = act("pass")
KEEP = act("keep")


@frozen
class Table:
    """Board, players and the readings of the rules that a play goes by.

    `deploying` is how many agents go out a round, `order` the empires' (R-03).
    """

    board: Board
    setup: Setup
    deploying: int
    rounds: int
    hand_limit: int
    order: tuple[int, ...]

    @property
    def players(self) -> int:
        return self.setup.players


class Lands:
    """What follows from which empire controls which region; tallies and choices are worked out when first asked for.

    `regions` are those of each empire, in the order of the map.
    """

    __slots__ = ("_board", "_place", "_tallies", "regions")

    def __init__(self, board: Board, control: tuple[int, ...]) -> None:
        self._board = board
        self.regions: list[list[int]] = [[] for _ in board.empires]
        for region, holder in enumerate(control):
            self.regions[holder].append(region)
        self._place: dict[int, tuple[Action, ...]] = {}
        self._tallies: dict[str, list[int]] = {}

    def place(self, empire: int) -> tuple[Action, ...]:
        """The choices of one who may place a banner wherever the empire controls a region."""
        choices = self._place.get(empire)
        if choices is None:
            place = self._board.by_region["place"]
            choices = self._place[empire] = tuple([place[region] for region in self.regions[empire]])
        return choices

    def tally(self, symbol: str) -> list[int]:
        """How many of a symbol stand in the regions of each empire."""
        tally = self._tallies.get(symbol)
        if tally is None:
            counts = self._board.symbols[symbol]
            tally = self._tallies[symbol] = [sum([counts[region] for region in regions]) for regions in self.regions]
        return tally


#: For so many ways to share out the map what follows is kept, since few steps change it.
_MAPS = 1024

_lands = lru_cache(_MAPS)(Lands)


class _Questions:
    """What a table tells of itself, as it stands now or as a State of it keeps."""

    __slots__ = ()
    table: Table
    first: int

    @property
    def board(self) -> Board:
        return self.table.board

    @property
    def lands(self) -> Lands:
        raise NotImplementedError

    def in_order(self) -> tuple[int, ...]:
        """The seats of all players, clockwise from the first player."""
        return clockwise(self.first, self.table.players)

    def controlled(self, empire: int) -> Sequence[int]:
        """The regions that an empire controls, in the order of the map."""
        return self.lands.regions[empire]

    def tally(self, symbol: str, empire: int) -> int:
        """How many of a symbol stand in the regions that an empire controls (R-13: conquered ones too)."""
        return self.lands.tally(symbol)[empire]


class _Fields(NamedTuple):
    table: Table
    control: tuple[int, ...]
    banners: tuple[int, ...]
    reserve: tuple[int, ...]
    council: tuple[int, ...]
    posted: tuple[tuple[int, int], ...]
    agents: tuple[int, ...]
    loyalties: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, ...], ...]
    swaps: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    round: int
    marked: int
    first: int
    pending: tuple[Frame, ...]
    actor: int
    legal: tuple[Action, ...]


@replaced_quickly
class State(_Fields, _Questions):
    """A play at one moment. Seats count from 1; tuples by seat, region, empire or council seat start at 0.

    `control` is the empire that controls each region, its home empire's where no banner stands. `council` has the
    player whose agent sits there, 0 for none; `posted` the agents in regions as (region, player). `loyalties` are
    the empires in the order of the levels, as far as they are dealt; `shown` the levels that lie face up.
    The last frame of `pending` says who chooses what; `actor` and `legal` are what it said.
    """

    __slots__ = ()

    @property
    def lands(self) -> Lands:
        return _lands(self.table.board, self.control)


class Log:
    """What comes of one action: the rules that it applied itself, and an event for every consequence, in order, which
    everybody sees.
    """

    __slots__ = ("_action", "_actor", "_rulings", "_seen_by", "consequences")

    def __init__(self, actor: int, action: Action, seen_by: tuple[int, ...] | None = None) -> None:
        self._actor, self._action, self._seen_by = actor, action, seen_by
        self._rulings: tuple[str, ...] = ()
        self.consequences: list[Event] = []

    def cite(self, rulings: tuple[str, ...]) -> None:
        """Names rules and rulings that the action itself applied."""
        self._rulings += rulings

    def events(self) -> tuple[Event, ...]:
        """The action first."""
        taken = Event(self._actor, self._action.name, self._action.args, self._rulings, self._seen_by)
        return (taken, *self.consequences)


class Course(_Questions):
    """A play that goes on in place: what a State tells, as it is by now.

    `log` is what comes of the action that is followed; None where nobody reads it.
    """

    __slots__ = (*_Fields._fields, "board", "lands", "log")
    board: Board
    lands: Lands
    control: tuple[int, ...]
    banners: list[int]
    reserve: list[int]
    council: tuple[int, ...]
    posted: tuple[tuple[int, int], ...]
    agents: tuple[int, ...]
    loyalties: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, ...], ...]
    swaps: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    round: int
    marked: int
    pending: list[Frame]
    actor: int
    legal: tuple[Action, ...]

    def __init__(self, state: State, log: Log | None) -> None:
        (self.table, self.control, banners, reserve, self.council, self.posted, self.agents, self.loyalties, self.shown,
         self.swaps, self.hands, self.decks, self.round, self.marked, self.first, pending, self.actor,
         self.legal) = state  # fmt: skip
        self.banners, self.reserve, self.pending, self.log = [*banners], [*reserve], [*pending], log
        self.board = self.table.board
        self.lands = _lands(self.board, self.control)

    def state(self) -> State:
        """How it stands now."""
        return State(
            self.table, self.control, tuple(self.banners), tuple(self.reserve), self.council, self.posted, self.agents,
            self.loyalties, self.shown, self.swaps, self.hands, self.decks, self.round, self.marked, self.first,
            tuple(self.pending), self.actor, self.legal,
        )  # fmt: skip

    def seize(self, region: int, empire: int) -> None:
        """That empire controls the region from now on."""
        if self.control[region] != empire:
            self.control = put(self.control, region, empire)
            self.lands = _lands(self.board, self.control)

    def push(self, frame: Frame) -> None:
        """One more frame on top."""
        self.pending.append(frame)

    def pop(self) -> None:
        """The top frame is gone."""
        del self.pending[-1]

    def become(self, frame: Frame) -> None:
        """The top frame is this one from now on."""
        self.pending[-1] = frame

    def hand_down(self, frame: Frame) -> None:
        """The top frame is gone, and the one below it is this one from now on."""
        self.pending[-2:] = (frame,)

    def cite(self, *rulings: str) -> None:
        """Names rules and rulings that the action itself applied."""
        if self.log is not None:
            self.log.cite(rulings)

    def say(self, actor: int, name: str, /, *rulings: str, **args: Value) -> None:
        """A consequence that everybody sees, what it says and the rules that it applied."""
        if self.log is not None:
            self.log.consequences.append(Event(actor, name, tuple(args.items()), rulings))


Sight = State | Course
"""What questions are asked of."""


class Plays:
    """The cards that may be played now; none in a moment that no card belongs to.

    `open` tells whether the backs of the hand let the others think there are any. A player is asked wherever that is
    so, for being asked must not tell what only the faces do.
    """

    __slots__ = ()

    @property
    def open(self) -> bool:
        return False

    @property
    def actions(self) -> Sequence[Action]:
        return ()


Asked = tuple[int, tuple[Action, ...]]
"""Who is to choose, and from what; nothing where chance is."""

TO_CHANCE: Asked = (CHANCE, ())


class Frame:
    """Something unfinished: it asks someone for a choice and follows it, or runs on where there is nothing to choose.

    `windows` are the moments of cards that it opens, `hint` is the objection to anything that is no choice of it, and
    `question` what everybody sees that is asked.
    """

    __slots__ = ()
    windows: ClassVar[tuple[str, ...]] = ()
    hint: ClassVar[str] = "That cannot be done now."
    question: ClassVar[str] = ""

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Who chooses from what, `plays` being the cards that may be played; None to run on."""
        return None

    def take(self, course: Course, action: Action) -> None:
        """What comes of a choice."""
        raise AssertionError(f"{type(self).__name__} offers no choice such as {action.name}")

    def run(self, course: Course) -> None:
        """What comes of there being no choice: the frame goes, unless it says otherwise."""
        course.pop()

    def chance(self, state: Sight) -> Chance:
        """What chance may bring."""
        raise AssertionError(f"{type(self).__name__} leaves nothing to chance")

    def draw(self, course: Course, fraction: float, seat: int) -> Value:
        """Takes what chance brings at that fraction, with nothing told; what that seat sees of it."""
        chance = self.chance(course)
        action = chance.draw(fraction)
        self.take(course, action)
        return action.args[-1][1] if chance.seen_by is None or seat in chance.seen_by else None

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What everybody sees of it."""
        return {"asks": self.question} if self.question else {}


@frozen
class ActorFrame(Frame):
    """A frame of a seat's turn: `player` acts, for `empire`, the active one."""

    player: int
    empire: int

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": self.question, "empire": board.empires[self.empire], **self.details(board)}

    def details(self, board: Board) -> Mapping[str, Value]:
        """What else everybody sees of it."""
        return {}


def name_regions(state: Sight, name: str, regions: Iterable[int]) -> tuple[Action, ...]:
    """Actions of that name, one a region."""
    named = state.table.board.by_region[name]
    return tuple([named[region] for region in regions])


def name_banners(state: Sight, name: str, key: str, armies: Iterable[Army]) -> tuple[Action, ...]:
    """Actions of that name for each region, under that key, and number of its banners, all of them first."""
    names = state.board.regions
    return tuple(chain.from_iterable([_up_to(name, key, names[region], most) for region, most in armies]))


@cache
def _up_to(name: str, key: str, region: str, most: int) -> tuple[Action, ...]:
    return tuple(Action(name, ((key, region), ("banners", banners))) for banners in range(most, 0, -1))


def on_conquest(state: Sight, source: int, empire: int) -> tuple[str, ...]:
    """R-16 where banners leave a region that is not its empire's home."""
    return ("R-16",) if state.board.home[source] != empire else ()


def added(values: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The tuple with a number at a place grown by so many."""
    return (*values[:at], values[at] + more, *values[at + 1 :])


def leave(state: Sight, region: int, empire: int) -> int:
    """How many of an empire's banners may leave a region: on conquered land one stays (R-16)."""
    if state.control[region] != empire:
        return 0
    return state.banners[region] - (state.table.board.home[region] != empire)


def raised(course: Course, player: int, region: int, banners: int, rulings: tuple[str, ...]) -> None:
    """So many banners come from the reserve to a region, of the empire that controls it."""
    empire = course.control[region]
    course.banners[region] += banners
    course.reserve[empire] -= banners
    if course.log:
        board, there = course.board, course.banners[region]
        # more than the supply may stand in a region until the check
        over = ("R-41",) if there > board.limit[region] else ()
        course.say(player, "banners_added", *rulings, *over, empire=board.empires[empire], region=board.regions[region],
                   banners=banners, there=there, reserve=course.reserve[empire])  # fmt: skip


def taken_up(course: Course, region: int, banners: int) -> None:
    """So many banners go from a region to their reserve; one left empty falls to its home empire."""
    course.reserve[course.control[region]] += banners
    march_out(course, region, banners)


def march_out(course: Course, region: int, banners: int) -> None:
    """So many banners leave a region; one left empty falls to its home empire."""
    course.banners[region] -= banners
    if not course.banners[region]:
        course.seize(region, course.board.home[region])


def killed(course: Course, player: int, region: int, banners: int, *rulings: str) -> None:
    """So many banners of a region die."""
    _back_to_reserve(course, "banners_killed", player, region, banners, rulings)


def lifted(course: Course, player: int, region: int, banners: int, *rulings: str) -> None:
    """So many banners of a region go back to the reserve for a moment, to be placed anew."""
    _back_to_reserve(course, "banners_lifted", player, region, banners, rulings)


def _back_to_reserve(
    course: Course, name: str, player: int, region: int, banners: int, rulings: tuple[str, ...]
) -> None:
    board, empire = course.board, course.control[region]
    taken_up(course, region, banners)
    course.say(player, name, *rulings, empire=board.empires[empire], region=board.regions[region],
               banners=banners, there=course.banners[region], reserve=course.reserve[empire])  # fmt: skip
    passed_on(course, player, region, empire)


def passed_on(course: Course, player: int, region: int, was: int) -> None:
    """Says so if a region has another controller than it had."""
    now = course.control[region]
    if was != now:
        board = course.board
        course.say(player, "region_changes", "R.11", region=board.regions[region], was=board.empires[was],
                   now=board.empires[now], cities=board.symbols["city"][region])  # fmt: skip


def moved(course: Course, player: int, source: int, target: int, banners: int, *rulings: str) -> None:
    """So many banners go from one region to another that the same empire controls."""
    board, empire = course.board, course.control[source]
    march_out(course, source, banners)
    course.banners[target] += banners
    left, there = course.banners[source], course.banners[target]
    over = ("R-41",) if there > board.limit[target] else ()
    course.say(player, "banners_moved", *rulings, *over, empire=board.empires[empire], source=board.regions[source],
               region=board.regions[target], banners=banners, left=left, there=there)  # fmt: skip
    passed_on(course, player, source, empire)


def card_back(course: Course, player: int, card: int, *rulings: str) -> None:
    """A card goes from a hand into its empire's deck, which is shuffled."""
    board = course.board
    empire = board.cards[card].empire
    hand = without(course.hands[player - 1], card)
    deck = tuple(sorted((*course.decks[empire], card)))
    course.hands, course.decks = put(course.hands, player - 1, hand), put(course.decks, empire, deck)
    course.say(player, "card_returns", *rulings, card=board.cards[card].id, empire=board.empires[empire],
               deck=len(deck), hand=len(hand))  # fmt: skip
