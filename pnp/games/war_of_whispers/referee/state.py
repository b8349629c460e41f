"""What a play is made of: the board and its cards, all that stands on it, and the frames that wait for a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pnp.definition.model import Game
from pnp.engine.action import CHANCE, Action, Chance, Event, Value, act
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Setup
from pnp.engine.values import clockwise, put, replaced_quickly, without
from pnp.errors import UsageError, spoken
from pnp.frozen import frozen

ATTACK = "attack"
SWAP = "swap"
CHOICES = {"add": "add_banners", "draw": "draw_cards", ATTACK: ATTACK, SWAP: SWAP}
"""What the choice of a seat's action is called, by the action's kind."""
NOTHING = -1
"""No region, no empire, no card."""
DONE = act("done")
PASS = act("pass")
KEEP = act("keep")


class Offer(NamedTuple):
    """Something that a seat may do: add banners or draw cards, `amount` for every `each` symbols; attack; swap."""

    id: str
    kind: str
    amount: int
    each: int
    symbol: str


class Seat(NamedTuple):
    """A position of a council; `offers` are what it chooses from."""

    empire: int
    id: str
    offers: tuple[Offer, ...]


class Ability(NamedTuple):
    """One line of a card: what it does, its name, when, and the empire of the card that goes with it, if any."""

    id: str
    name: str
    window: str
    price: int


class Card(NamedTuple):
    """An empire card: its component id and its three abilities."""

    id: str
    empire: int
    abilities: tuple[Ability, ...]


class Level(NamedTuple):
    """A loyalty slot and what it makes of a city."""

    id: str
    value: int


@frozen(eq=False)
class Board:
    """Everything that is printed and does not change; empires, regions, seats and cards are numbered from 0.

    `abilities` are all that the cards of an empire have between them.
    """

    empires: tuple[str, ...]
    regions: tuple[str, ...]
    home: tuple[int, ...]
    start: tuple[int, ...]
    limit: tuple[int, ...]
    symbols: Mapping[str, tuple[int, ...]]
    neighbours: tuple[tuple[int, ...], ...]
    seats: tuple[Seat, ...]
    councils: tuple[tuple[int, ...], ...]
    cards: tuple[Card, ...]
    abilities: tuple[tuple[Ability, ...], ...]
    levels: tuple[Level, ...]
    region_at: Mapping[str, int]
    seat_at: Mapping[tuple[str, str], int]
    card_at: Mapping[str, int]
    place: tuple[Action, ...]
    target: tuple[Action, ...]
    takes: tuple[tuple[Action, ...], ...]

    def seat_named(self, action: Action, key: str = "seat") -> int:
        """The seat that an action names by its empire and, as `key`, by its position."""
        return self.seat_at[str(action.arg("empire")), str(action.arg(key))]

    def region_of(self, action: Action, key: str = "region") -> int:
        """The region that an action names."""
        return self.region_at[str(action.arg(key))]


def fact(game: Game, name: str) -> int:
    """A whole number of the definition's [facts]; UsageError where it is missing."""
    value = game.facts.get(name)
    if not isinstance(value, int):
        raise UsageError(f"game.toml: [facts] has no whole number `{name}`; write it, for the game cannot be played")
    return value


def read_board(components: ComponentSet) -> Board:
    """The board of the map and cards; UsageError with one sentence for a map that nobody can play on."""
    try:
        return _board(components, components.game.documents["map"])
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        raise UsageError(f"the board cannot be played on: {spoken(failure)}; "
                         "compare map.toml and the tables with those that come with the game") from failure  # fmt: skip


def _board(components: ComponentSet, entries: Mapping[str, Any]) -> Board:
    empires = tuple(entries["order"])
    regions = entries["regions"]
    names = tuple(region["id"] for region in regions)
    region_at = {name: at for at, name in enumerate(names)}
    symbols = {kind: tuple(_count(region, kind) for region in regions) for kind in ("farm", "fort", "city")}
    seats = _seats(entries, empires)
    cards = _cards(components, empires)
    levels = components.game.tables["levels"].rows
    return Board(
        empires=empires,
        regions=names,
        home=tuple(empires.index(region["empire"]) for region in regions),
        start=tuple(int(region.get("banners", 0)) for region in regions),
        limit=tuple(fact(components.game, "supply_farm" if farms else "supply") for farms in symbols["farm"]),
        symbols=symbols,
        neighbours=_neighbours(entries["neighbours"], region_at),
        seats=seats,
        councils=tuple(
            tuple(at for at, seat in enumerate(seats) if seat.empire == empire) for empire in range(len(empires))
        ),
        cards=cards,
        abilities=tuple(
            tuple(dict.fromkeys(ability for card in cards if card.empire == empire for ability in card.abilities))
            for empire in range(len(empires))
        ),
        levels=tuple(Level(row["level"], int(row["value"])) for row in levels),
        region_at=region_at,
        seat_at={(empires[seat.empire], seat.id): at for at, seat in enumerate(seats)},
        card_at={card.id: at for at, card in enumerate(cards)},
        place=tuple(act("place", region=name) for name in names),
        target=tuple(act("target", region=name) for name in names),
        takes=tuple(
            tuple(
                act(CHOICES[offer.kind], empire=empires[seat.empire], seat=seat.id, action=offer.id)
                for offer in seat.offers
            )
            for seat in seats
        ),
    )


def _count(region: Mapping[str, Any], kind: str) -> int:
    return sum(building["kind"] == kind for building in region.get("buildings", ()))


def _neighbours(pairs: Sequence[tuple[str, str]], at: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    beside: list[set[int]] = [set() for _ in at]
    for one, two in pairs:
        beside[at[one]].add(at[two])
        beside[at[two]].add(at[one])
    return tuple(tuple(sorted(near)) for near in beside)


def _seats(entries: Mapping[str, Any], empires: tuple[str, ...]) -> tuple[Seat, ...]:
    """Every seat, council by council in the order of the board, and in each in the order that they act."""
    councils = sorted(entries["councils"], key=lambda council: empires.index(council["empire"]))
    return tuple(
        Seat(empires.index(council["empire"]), seat["id"],
             tuple(_offer(name, entries["actions"][name]) for name in seat["actions"]))
        for council in councils
        for seat in council["seats"]
    )  # fmt: skip


def _offer(name: str, entry: Mapping[str, Any]) -> Offer:
    add, cards = int(entry.get("add", 0)), int(entry.get("cards", 0))
    kind = "add" if add else "draw" if cards else name
    if kind not in CHOICES:
        raise ValueError(f"the action {name}")
    return Offer(name, kind, add or cards, int(entry.get("each", 0)), str(entry.get("kind", "")))


def _cards(components: ComponentSet, empires: tuple[str, ...]) -> tuple[Card, ...]:
    pieces = [piece for piece in components.pieces(components.game.players[1]) if piece.part == "card"]
    return tuple(_card(piece, empires) for piece in pieces if piece.values["empire"] in empires)


def _card(piece: Piece, empires: tuple[str, ...]) -> Card:
    """The first ability costs the card itself, the second another of its empire, the third one of its partner's."""
    values = piece.values
    empire = empires.index(values["empire"])
    prices = {"first": NOTHING, "second": empire, "third": empires.index(values["partner"])}
    lines = (
        Ability(values[place], values[f"{place}.name"], values[f"{place}.window"], price)
        for place, price in prices.items()
    )
    return Card(piece.id, empire, tuple(lines))


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


@replaced_quickly
class State(NamedTuple):
    """A play at one moment. Seats count from 1; tuples by seat, region, empire or council seat start at 0.

    `control` is the empire that controls each region, its home empire's where no banner stands. `council` has the
    player whose agent sits there, 0 for none; `posted` the agents in regions as (region, player). `loyalties` are
    the empires in the order of the levels, as far as they are dealt; `shown` the levels that lie face up.
    The last frame of `pending` says who chooses what; `actor` and `legal` are what it said.
    """

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

    @property
    def board(self) -> Board:
        return self.table.board

    def in_order(self) -> tuple[int, ...]:
        """The seats of all players, clockwise from the first player."""
        return clockwise(self.first, self.table.players)

    def controlled(self, empire: int) -> list[int]:
        """The regions that an empire controls, in the order of the map."""
        return [region for region, holder in enumerate(self.control) if holder == empire]

    def tally(self, symbol: str, empire: int) -> int:
        """How many of a symbol stand in the regions that an empire controls (R-13: conquered ones too)."""
        return sum([count for count, holder in zip(self.table.board.symbols[symbol], self.control) if holder == empire])

    def pushed(self, *frames: Frame) -> State:
        """The same with more frames on top, the last of them first in turn."""
        return self._replace(pending=self.pending + frames)

    def popped(self, *frames: Frame) -> State:
        """The same with the top frame gone, or replaced by others."""
        return self._replace(pending=self.pending[:-1] + frames)


class Log:
    """What comes of one action, in order: the rules that it applied itself, then an event for every consequence."""

    __slots__ = ("_action", "_actor", "_events", "_rulings", "_seen_by")

    def __init__(self, actor: int, action: Action, seen_by: tuple[int, ...] | None = None) -> None:
        self._actor, self._action, self._seen_by = actor, action, seen_by
        self._rulings: tuple[str, ...] = ()
        self._events: list[Event] = []

    def cite(self, *rulings: str) -> None:
        """Names rules and rulings that the action itself applied."""
        self._rulings += rulings

    def say(self, actor: int, name: str, /, *rulings: str, **args: Value) -> None:
        """A consequence that everybody sees, what it says and the rules that it applied."""
        self._events.append(Event(actor, name, tuple(args.items()), rulings))

    def events(self) -> tuple[Event, ...]:
        """The action first."""
        taken = Event(self._actor, self._action.name, self._action.args, self._rulings, self._seen_by)
        return (taken, *self._events)


class Plays(NamedTuple):
    """The cards that may be played now; `open` tells whether the backs of the hand let the others think there are any.

    A player is asked wherever that is so, for being asked must not tell what only the faces do.
    """

    open: bool
    actions: tuple[Action, ...]


NO_PLAYS = Plays(False, ())

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

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Who chooses from what, `plays` being the cards that may be played; None to run on."""
        return None

    def take(self, state: State, action: Action, log: Log) -> State:
        """What comes of a choice."""
        raise AssertionError(f"{type(self).__name__} offers no choice such as {action.name}")

    def run(self, state: State, log: Log) -> State:
        """What comes of there being no choice: the frame goes, unless it says otherwise."""
        return state.popped()

    def chance(self, state: State) -> Chance:
        """What chance may bring."""
        raise AssertionError(f"{type(self).__name__} leaves nothing to chance")

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


def name_regions(state: State, name: str, regions: Iterable[int]) -> tuple[Action, ...]:
    """Actions of that name, one a region."""
    names = state.board.regions
    return tuple(act(name, region=names[region]) for region in regions)


def name_banners(state: State, name: str, key: str, armies: Iterable[tuple[int, int]]) -> tuple[Action, ...]:
    """Actions of that name for each region, under that key, and number of its banners, all of them first."""
    names = state.board.regions
    return tuple(
        act(name, **{key: names[region]}, banners=banners) for region, most in armies for banners in range(most, 0, -1)
    )


def on_conquest(state: State, source: int, empire: int) -> tuple[str, ...]:
    """R-16 where banners leave a region that is not its empire's home."""
    return ("R-16",) if state.board.home[source] != empire else ()


def added(values: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The tuple with a number at a place grown by so many."""
    return (*values[:at], values[at] + more, *values[at + 1 :])


def leave(state: State, region: int, empire: int) -> int:
    """How many of an empire's banners may leave a region: on conquered land one stays (R-16)."""
    if state.control[region] != empire:
        return 0
    return state.banners[region] - (state.board.home[region] != empire)


def raised(state: State, log: Log, player: int, region: int, banners: int, *rulings: str) -> State:
    """So many banners come from the reserve to a region, of the empire that controls it."""
    empire = state.control[region]
    there = state.banners[region] + banners
    reserve = added(state.reserve, empire, -banners)
    board = state.table.board
    # more than the supply may stand in a region until the check
    over = ("R-41",) if there > board.limit[region] else ()
    log.say(player, "banners_added", *rulings, *over, empire=board.empires[empire], region=board.regions[region],
            banners=banners, there=there, reserve=reserve[empire])  # fmt: skip
    return state._replace(banners=put(state.banners, region, there), reserve=reserve)


def taken_up(state: State, region: int, banners: int) -> State:
    """So many banners go from a region to their reserve; one left empty falls to its home empire."""
    empire, left = state.control[region], state.banners[region] - banners
    return state._replace(
        banners=put(state.banners, region, left),
        reserve=added(state.reserve, empire, banners),
        control=state.control if left else put(state.control, region, state.board.home[region]),
    )


def killed(state: State, log: Log, player: int, region: int, banners: int, *rulings: str) -> State:
    """So many banners of a region die."""
    board, empire = state.board, state.control[region]
    after = taken_up(state, region, banners)
    log.say(player, "banners_killed", *rulings, empire=board.empires[empire], region=board.regions[region],
            banners=banners, there=after.banners[region], reserve=after.reserve[empire])  # fmt: skip
    return passed_on(state, after, log, player, region)


def passed_on(before: State, after: State, log: Log, player: int, region: int) -> State:
    """Says so if a region has another controller than before."""
    if before.control[region] != after.control[region]:
        board = after.board
        log.say(player, "region_changes", "R.11", region=board.regions[region],
                was=board.empires[before.control[region]], now=board.empires[after.control[region]],
                cities=board.symbols["city"][region])  # fmt: skip
    return after


def moved(state: State, log: Log, player: int, source: int, target: int, banners: int, *rulings: str) -> State:
    """So many banners go from one region to another that the same empire controls."""
    board, empire = state.board, state.control[source]
    left, there = state.banners[source] - banners, state.banners[target] + banners
    over = ("R-41",) if there > board.limit[target] else ()
    log.say(player, "banners_moved", *rulings, *over, empire=board.empires[empire], source=board.regions[source],
            region=board.regions[target], banners=banners, left=left, there=there)  # fmt: skip
    after = state._replace(
        banners=put(put(state.banners, source, left), target, there),
        control=state.control if left else put(state.control, source, board.home[source]),
    )
    return passed_on(state, after, log, player, source)


def card_back(state: State, log: Log, player: int, card: int, *rulings: str) -> State:
    """A card goes from a hand into its empire's deck, which is shuffled."""
    board = state.board
    empire = board.cards[card].empire
    hand = without(state.hands[player - 1], card)
    deck = tuple(sorted((*state.decks[empire], card)))
    log.say(player, "card_returns", *rulings, card=board.cards[card].id, empire=board.empires[empire],
            deck=len(deck), hand=len(hand))  # fmt: skip
    return state._replace(hands=put(state.hands, player - 1, hand), decks=put(state.decks, empire, deck))
