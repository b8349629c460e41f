"""The referee of A War of Whispers: what is legal, what comes of it, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Passages, Value, act
from pnp.engine.odds import Measure
from pnp.engine.referee import Outcome, Piles, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rollout import PileProgress, Rollout
from pnp.engine.rules import Rules, Setup
from pnp.engine.values import counted_each, without
from pnp.games.war_of_whispers.referee import requirements
from pnp.games.war_of_whispers.referee.abilities import EFFECTS
from pnp.games.war_of_whispers.referee.board import NOTHING, SWAP, Ability, Board, Offer, read_board
from pnp.games.war_of_whispers.referee.box import Box, PilesInPlay, boxed, deck_of, piles_of
from pnp.games.war_of_whispers.referee.counting import measures
from pnp.games.war_of_whispers.referee.rounds import laid_out, result
from pnp.games.war_of_whispers.referee.seat import Acting
from pnp.games.war_of_whispers.referee.state import (
    ActorFrame,
    Course,
    Frame,
    Lands,
    Log,
    Plays,
    Sight,
    State,
    card_back,
)

#: What stands in regions, in the order in which it is told.
_BUILDINGS = ("city", "fort", "farm")
_COUNTED = {"city": "cities", "fort": "forts", "farm": "farms"}

#: For so many places what lies there is kept.
_PLACES = 256
#: For so many seats what is known of their loyalties is kept.
_SEATS = 16
#: For so many hands their cards and the ways to play them are kept.
_HANDS = 4096


@lru_cache(_PLACES)
def _controlled(board: Board, lands: Lands, banners: tuple[int, ...]) -> Mapping[str, Mapping[str, Value]]:
    """The regions that each empire controls, with their banners."""
    names = board.regions
    return {empire: {names[at]: banners[at] for at in held} for empire, held in zip(board.empires, lands.regions)}


@lru_cache(_SEATS)
def _loyalties(board: Board, dealt: tuple[int, ...]) -> Mapping[str, Value]:
    """The empire of each slot of a seat."""
    return {level.id: board.empires[empire] for level, empire in zip(board.levels, dealt)}


@lru_cache(_SEATS)
def _shown(
    board: Board, loyalties: tuple[tuple[int, ...], ...], shown: tuple[tuple[int, ...], ...]
) -> tuple[Mapping[str, Value], ...]:
    """The slots of each seat that lie face up, with their empires."""
    return tuple(
        {board.levels[at].id: board.empires[dealt[at]] for at in levels} for dealt, levels in zip(loyalties, shown)
    )


@lru_cache(_HANDS)
def _cards(board: Board, hand: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([board.cards[card].id for card in hand])


@lru_cache(_HANDS)
def _by_empire(board: Board, hand: tuple[int, ...]) -> Mapping[str, Value]:
    """Backs tell whose card it is, so everybody sees how many of each empire a hand holds."""
    counts = dict.fromkeys(board.empires, 0)
    for card in hand:
        counts[board.empires[board.cards[card].empire]] += 1
    return dict(counts)


@lru_cache(_HANDS)
def _backs(board: Board, hands: tuple[tuple[int, ...], ...]) -> tuple[Mapping[str, Value], ...]:
    return tuple([_by_empire(board, hand) for hand in hands])


@lru_cache(_SEATS)
def _posted(board: Board, posted: tuple[tuple[int, int], ...], players: int) -> tuple[tuple[str, ...], ...]:
    """The regions where each seat has agents."""
    seats = range(1, players + 1)
    return tuple(tuple([board.regions[at] for at, player in posted if player == seat]) for seat in seats)


@lru_cache(_PLACES)
def _seated(board: Board, council: tuple[int, ...]) -> Mapping[str, Mapping[str, Value]]:
    """The player on each seat of each council, None for nobody."""
    return {
        board.empires[empire]: {board.seats[at].id: council[at] or None for at in seats}
        for empire, seats in enumerate(board.councils)
    }


def deeds(board: Board, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, str]:
    """What each action of a seat does, by its id, with the numbers that are printed on the board."""
    offers = dict.fromkeys(offer for seat in board.seats for offer in seat.offers)
    return {offer.id: line(_deed(offer), {**offer._asdict(), "buildings": offer.symbol}) for offer in offers}


def _deed(offer: Offer) -> str:
    manner = "" if not offer.each else "_each" if offer.each == 1 else "_every"
    return f"deed_{offer.kind}{manner}"


def _lands(board: Board, view: Mapping[str, Any]) -> Passages:
    """What each empire has, then every region that it controls: what stands there and what it borders on."""
    for empire, held in view["regions"].items():
        sums = {"empire": empire, "regions": len(held), "banners": sum(held.values()), **_sums(board, held)}
        yield "empire", {**sums, "reserve": view["reserve"][empire], "cards": view["decks"][empire]}
    for empire, held in view["regions"].items():
        for region, banners in held.items():
            at = board.region_at[region]
            stands = tuple(kind for kind in _BUILDINGS for _ in range(board.symbols[kind][at]))
            home = board.empires[board.home[at]]
            yield "region" if home == empire else "region_taken", {
                "region": region, "empire": empire, "home": home, "banners": banners, "limit": board.limit[at],
                "stands": stands or ("nothing",), "near": tuple(board.regions[near] for near in board.neighbours[at]),
            }  # fmt: skip


def _sums(board: Board, held: Mapping[str, int]) -> Mapping[str, int]:
    places = [board.region_at[region] for region in held]
    return {name: sum(board.symbols[kind][at] for at in places) for kind, name in _COUNTED.items()}


def _councils(board: Board, view: Mapping[str, Any]) -> Passages:
    """Every seat of every council: who sits there and what it may do."""
    for seat in board.seats:
        empire = board.empires[seat.empire]
        owner = view["seated"][empire][seat.id]
        offers = tuple(offer.id for offer in seat.offers)
        values = {"empire": empire, "seat": seat.id, "owner": owner}
        if len(offers) == 1:
            yield "council", {**values, "action": offers[0]}
        else:
            yield "council_choice", {**values, "actions": offers[:-1], "last": offers[-1]}


def _hand(board: Board, hand: tuple[str, ...]) -> Passages:
    """Each card of the hand once, with all that it can do and what that costs."""
    for card in dict.fromkeys(hand):
        yield "card", {"card": card, "copies": hand.count(card)}
        for ability in board.cards[board.card_at[card]].abilities:
            values = {"card": card, "ability": ability.id, "window": ability.window}
            if ability.price == NOTHING:
                yield "ability", values
            else:
                yield "ability_with", {**values, "empire": board.empires[ability.price]}


class HandPlays(Plays):
    """The cards of a hand that may be played at the moment of a frame: looked for where somebody asks."""

    __slots__ = ("_frame", "_hand", "_possible", "_state")

    def __init__(self, state: Course, frame: ActorFrame, hand: tuple[int, ...]) -> None:
        self._state, self._frame, self._hand = state, frame, hand
        self._possible: dict[str, bool] = {}

    def _changes_something(self, ability: str) -> bool:
        possible = self._possible.get(ability)
        if possible is None:
            possible = self._possible[ability] = EFFECTS[ability].possible(self._state, self._frame)
        return possible

    @property
    def open(self) -> bool:
        board = self._state.board
        return any(map(self._changes_something, _abilities(board, self._hand, self._frame.windows)))

    @property
    def actions(self) -> Sequence[Action]:
        """Which card, for which ability, with which other card as the price."""
        ways = _ways(self._state.board, self._hand, self._frame.windows)
        return [action for ability, action in ways if self._changes_something(ability)]


NO_PLAYS = Plays()


def plays(state: Course, frame: Frame) -> Plays:
    """What cards may be played in that moment."""
    if isinstance(frame, ActorFrame) and (hand := state.hands[frame.player - 1]):
        return HandPlays(state, frame, hand)
    return NO_PLAYS


@lru_cache(_HANDS)
def _abilities(board: Board, hand: tuple[int, ...], windows: tuple[str, ...]) -> tuple[str, ...]:
    """The abilities of those moments that cards with the backs of the hand could have and pay for."""
    backs = [board.cards[card].empire for card in hand]
    return tuple(
        dict.fromkeys(
            ability.id
            for empire in dict.fromkeys(backs)
            for ability in board.abilities[empire]
            if ability.window in windows and ability.id in EFFECTS
            if ability.price == NOTHING or backs.count(ability.price) > (ability.price == empire)
        )
    )


@lru_cache(_HANDS)
def _ways(board: Board, hand: tuple[int, ...], windows: tuple[str, ...]) -> tuple[tuple[str, Action], ...]:
    """Every way to play a card of the hand for an ability of those moments, with the ability."""
    return tuple(
        (ability.id, _play(board, card, ability, other))
        for card in dict.fromkeys(hand)
        for ability in board.cards[card].abilities
        if ability.window in windows and ability.id in EFFECTS
        for other in _payments(board, hand, card, ability)
    )


def _payments(board: Board, hand: tuple[int, ...], card: int, ability: Ability) -> tuple[int, ...]:
    """The cards that can go with it, each once (R-28: the card itself counts); NOTHING where none is asked."""
    if ability.price == NOTHING:
        return (NOTHING,)
    return tuple(dict.fromkeys(other for other in without(hand, card) if board.cards[other].empire == ability.price))


@lru_cache(_HANDS)
def _play(board: Board, card: int, ability: Ability, other: int) -> Action:
    paid = None if other == NOTHING else board.cards[other].id
    return act("play", card=board.cards[card].id, ability=ability.id, called=ability.name, paid_with=paid)


def play(course: Course, action: Action) -> None:
    """Pays, then does what the ability says (R-29: wholly, before anything else)."""
    frame, board = course.pending[-1], course.board
    assert isinstance(frame, ActorFrame)
    effect = EFFECTS[str(action.arg("ability"))]
    course.cite("R.20", "R.21", "R-26", "R-27", "R-28", "R-29", effect.rule)
    for key, card in action.args:
        if key in ("card", "paid_with") and card is not None:
            card_back(course, frame.player, board.card_at[str(card)], "R.21", "R-28")
    effect.play(course, frame)


def against(state: State, action: Action) -> tuple[str, str]:
    """Why a card may not be played so now, and the rule that says so."""
    frame, board = state.pending[-1], state.board
    args = dict(action.args)
    card = board.card_at.get(str(args.get("card")))
    hand = state.hands[state.actor - 1]
    if card is None or card not in hand:
        return "That card is not in the hand.", "R.20"
    ability = next((ability for ability in board.cards[card].abilities if ability.id == args.get("ability")), None)
    if ability is None:
        return "That card has no such ability.", "R.21"
    if ability.window not in frame.windows:
        return "That ability belongs to another moment of a seat's turn.", "R.20"
    paid = board.card_at.get(str(args.get("paid_with")), NOTHING)
    if paid not in _payments(board, hand, card, ability):
        return "The price of that ability is not paid: it takes the cards shown, the card itself included.", "R.21"
    return "That ability would change nothing now, and a card is never played for nothing.", "R.20"


def follow(course: Course, action: Action) -> None:
    """What comes of a legal action or of what chance brings, until somebody is asked again."""
    if action.name == "play":
        play(course, action)
    else:
        course.pending[-1].take(course, action)
    settle(course)


def told(course: Course, action: Action, seen_by: tuple[int, ...] | None) -> tuple[Event, ...]:
    """The events of an action that is followed, which only those seats see."""
    course.log = log = Log(course.actor, action, seen_by)
    follow(course, action)
    return log.events()


def settle(course: Course) -> None:
    """Runs every frame on that has nothing to ask, until one has; the play is over where none is left."""
    pending = course.pending
    while pending:
        frame = pending[-1]
        asked = frame.asks(course, plays(course, frame) if frame.windows else NO_PLAYS)
        if asked is not None:
            course.actor, course.legal = asked
            return
        frame.run(course)
    course.actor, course.legal = OVER, ()


def settled(state: State, log: Log) -> State:
    """The state in which somebody is asked."""
    course = Course(state, log)
    settle(course)
    return course.state()


class WarRollout(Course, Rollout):
    """A play that goes on in place by the same rules, with nothing told."""

    __slots__ = ()

    @property
    def count(self) -> int:
        return len(self.legal)

    def actions(self) -> Sequence[Action]:
        return self.legal

    def choose(self, at: int, seat: int = 0) -> Action:
        action = self.legal[at]
        follow(self, action)
        return action

    def draw(self, fraction: float, seat: int = 0) -> Value:
        seen = self.pending[-1].draw(self, fraction, seat)
        settle(self)
        return seen

    def outcome(self) -> Outcome | None:
        return _outcome(self)

    def standing(self) -> None:
        return None


class WarProgress(PileProgress[State]):
    """A play that goes on in place by the same rules and tells its events."""

    __slots__ = ("_course", "_moving")

    def __init__(self, state: State, box: Box) -> None:
        self._course = Course(state, None)
        self._moving = PilesInPlay(self._course, box)

    @property
    def actor(self) -> int:
        return self._course.actor

    def actions(self) -> Sequence[Action]:
        return self._course.legal

    def take(self, action: Action) -> tuple[Event, ...]:
        return told(self._course, action, None)

    def draw(self, fraction: float) -> tuple[Event, ...]:
        chance = self._course.pending[-1].chance(self._course)
        return told(self._course, chance.draw(fraction), chance.seen_by)

    def piles(self) -> Piles:
        return self._moving.piles(self._course)

    def state(self) -> State:
        return self._course.state()


def _outcome(state: Sight) -> Outcome | None:
    return None if state.pending else result(state)


_PLACED = (
    TablePlace("map", False, "all"),
    TablePlace("councils", False, "all"),
    TablePlace("regions", False, "all"),
    TablePlace("reserve", False, "all"),
    TablePlace("agents", False, "all"),
    TablePlace("round track", False, "all"),
    TablePlace("markers", False, "all"),
    TablePlace("stock", False, "all"),
    TablePlace("table", False, "all"),
    TablePlace("box", False, "all"),
    TablePlace("loyalty tokens", False, "nobody"),
    TablePlace("hand", True, "owner"),
    TablePlace("society board", True, "owner"),
    TablePlace("seat", True, "all"),
)


class WarReferee(Referee[State]):
    """Plays on the map, the councils and the cards of its components."""

    by_seat = frozenset({"shown", "swaps", "hands", "agents_waiting", "agents_in_regions"})
    unsampled = "its referee does not tell which loyalties and cards others may have"

    def __init__(self, components: ComponentSet, rules: Rules) -> None:
        super().__init__(components, rules)
        self.board = read_board(components)
        waiting = {"reserve", "box", "stock", "agents", "loyalty tokens", "markers"}
        self.supply = frozenset(waiting | set(map(deck_of, self.board.empires)))
        least, most = components.game.players
        self.places = (*_PLACED, *(TablePlace(deck_of(empire), False, "nobody") for empire in self.board.empires))
        self._boxes = {players: boxed(components, self.board, players) for players in range(least, most + 1)}

    def requirements(self, setup: Setup) -> Requirements:
        """The box of the rulebook, the numbers of its rules and the moments of the cards."""
        cubes = any(piece.part == requirements.CUBE for piece in self.kit.pieces(setup.players))
        return requirements.requirements(setup, requirements.CUBE if cubes else requirements.CHIT)

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        return measures(self.board)

    def initial_state(self, setup: Setup) -> State:
        state = laid_out(self.board, self.kit, setup)
        return state._replace(actor=CHANCE)

    def actor(self, state: State) -> int:
        return state.actor

    def legal_actions(self, state: State) -> Sequence[Action]:
        return state.legal

    def chance_outcomes(self, state: State) -> Chance:
        return state.pending[-1].chance(state)

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        """All that is open, and of what is hidden the seat's own.

        `regions` has for each empire the regions that it controls with their banners, `seated` the player on each seat
        of its council, None for nobody.
        """
        board, table = state.board, state.table
        names = board.empires
        frame = state.pending[-1] if state.pending else None
        return {
            "you": seat,
            "round": state.round,
            "first_player": state.first or None,
            "order": tuple([names[at] for at in table.order]),
            "loyalties": _loyalties(board, state.loyalties[seat - 1]),
            "shown": _shown(board, state.loyalties, state.shown),
            "swaps": state.swaps,
            "hand": _cards(board, state.hands[seat - 1]),
            "hands": _backs(board, state.hands),
            "decks": dict(zip(names, map(len, state.decks))),
            "regions": _controlled(board, state.lands, state.banners),
            "reserve": dict(zip(names, state.reserve)),
            "seated": _seated(board, state.council),
            "agents_in_regions": _posted(board, state.posted, table.players),
            "agents_waiting": state.agents,
            "acting": frame.player if isinstance(frame, ActorFrame) else None,
            "now": {} if frame is None else frame.shows(board),
        }

    def describe(self, seen: Mapping[str, Value]) -> Passages:
        """All that a seat sees, a text for each region, seat, loyalty and ability."""
        view: Mapping[str, Any] = seen
        board = self.board
        yield "round", view
        yield from _lands(board, view)
        yield from _councils(board, view)
        for key in ("agents_in_regions", "agents_waiting", "swaps", "shown"):
            yield key, view
        held = tuple({empire: count for empire, count in hand.items() if count} for hand in view["hands"])
        yield "hands", {"hands": held}
        cities = {empire: _sums(board, held)["cities"] for empire, held in view["regions"].items()}
        for level in board.levels:
            if empire := view["loyalties"].get(level.id):
                yield "loyalty", {**level._asdict(), "level": level.id, "empire": empire, "cities": cities[empire]}
        yield from _hand(board, view["hand"])
        if "asks" in view["now"]:
            yield f"asks_{view['now']['asks']}", view["now"]

    def called(self, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, Mapping[str, str]]:
        return {"deeds": deeds(self.board, line)}

    def outcome(self, state: State) -> Outcome | None:
        return _outcome(state)

    def components(self, state: State) -> Whereabouts:
        return counted_each(self.piles(state))

    def piles(self, state: State) -> Piles:
        return piles_of(state, self._boxes[state.table.players])

    def follow(self, state: State, action: Action) -> Step[State]:
        seen_by = self.chance_outcomes(state).seen_by if state.actor == CHANCE else None
        course = Course(state, None)
        events = told(course, action, seen_by)
        return Step(course.state(), events)

    def progress(self, state: State, is_sampled: bool = True) -> WarProgress:
        return WarProgress(state, self._boxes[state.table.players])

    def rollout(self, state: State) -> WarRollout:
        return WarRollout(state, None)

    def objection(self, state: State, action: Action) -> str:
        return against(state, action)[0] if action.name == "play" else state.pending[-1].hint

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        """The actions of the seat that acts, and what the cards of the hand can do."""
        if state.actor in (CHANCE, OVER):
            return
        board, frame, hand = state.board, state.pending[-1], state.hands[state.actor - 1]
        if isinstance(frame, Acting):
            for offer, take in zip(board.seats[frame.seat].offers, board.takes[frame.seat]):
                if offer.kind != SWAP:
                    yield take, "R-11"
        for card in dict.fromkeys(hand):
            for ability in board.cards[card].abilities:
                if ability.id in EFFECTS:
                    other = next(iter(_payments(board, hand, card, ability)), NOTHING)
                    action = _play(board, card, ability, other)
                    yield action, against(state, action)[1]
