"""The table as frozen values, from the whole deck in the middle to the last card taken, and cards as
chance deals them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import IntEnum
from typing import NamedTuple

from pnp.engine.action import CHANCE, Action, Chance, Told, event
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Setup
from pnp.engine.values import put, replaced_quickly, without
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.wibbell.referee.lexicon import Pair

# The rules in numbers (rules: Setup, Start the Round, Ending the Round, Optional).
CENTRE = 2
CARDS_TO_END_A_ROUND = 3
CARDS_IN_THE_SIMPLE_MODE = 4
TAKEN_OUT = {2: 24, 3: 12}
MOST_AT_START = 2

# B-08: how long a seat thinks before it speaks, in steps that are all equally likely, and speaks, in milliseconds.
STEP = 100
THINKING = range(500, 4001, STEP)
PER_LETTER = 100
LATER_PER_SEAT = 200


Phase = IntEnum("Phase", "SETTING_ASIDE DEALING_HANDICAPS TURNING_UP SHOUTING FINISHING JUDGING TAKING KEEPING OVER")
"""What the table waits for."""


@frozen
class Table:
    """What stays the same through a play: the setup, and the pieces that lie still.

    `starting` is how many handicaps each seat begins with, `goal` the card of a round that ends it, `keeps` whether
    its winner keeps a permanent handicap; `letters` are those of every card, `others` the pieces that only people use.
    """

    setup: Setup
    goal: int
    keeps: bool
    taken_out: int
    starting: tuple[int, ...]
    marker: str
    markers: int
    letters: Mapping[str, Pair] = field(hash=False)
    others: Mapping[str, int] = field(hash=False)

    @property
    def players(self) -> int:
        return self.setup.players


@replaced_quickly
class Seat(NamedTuple):
    """What lies before a player: cards of this round, handicaps won, handicaps from the start, cards face down.

    `markers` is how many of the handicaps have one on them.
    """

    front: tuple[str, ...] = ()
    handicaps: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    markers: int = 0

    @property
    def open_cards(self) -> tuple[str, ...]:
        """The face-up cards, each of which a word must serve."""
        return self.front + self.handicaps + self.given

    @property
    def score(self) -> int:
        """A point for every card but the handicaps from the start (rules, Optional: Player Handicaps)."""
        return len(self.front) + len(self.handicaps) + len(self.pile)


class Call(NamedTuple):
    """What a seat means to shout in this heat (None: nothing), and when it has finished saying so (0: not yet)."""

    seat: int
    word: str | None
    ms: int = 0


class Used(NamedTuple):
    """A word that took a card, and the words that betray its kin: those it was made from, and itself."""

    word: str
    kin: frozenset[str]


@replaced_quickly
class State(NamedTuple):
    """The whole table.

    `pool` holds the cards of the deck that nobody has seen, in no order, `under` those put under it, next one first.
    `gone` is all that the used words rule out; `racing` are the seats that may still win this turn, in order;
    `opinions` tell whether a doubtful word was let pass; `fresh` counts the cards of the deck that have not been up
    since one was last taken; `again` tells that the last two cards are raced for once more; `taker` won the last turn
    (0: nobody), without a word where `collected`; `barred` sits out (0: nobody).
    """

    table: Table
    phase: Phase
    pool: tuple[str, ...]
    seats: tuple[Seat, ...]
    under: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    centre: tuple[str, ...] = ()
    used: tuple[Used, ...] = ()
    gone: frozenset[str] = frozenset()
    round: int = 1
    turn: int = 0
    heat: int = 1
    racing: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()
    opinions: tuple[tuple[str, bool], ...] = ()
    fresh: int = 0
    again: bool = False
    taker: int = 0
    collected: bool = False
    barred: int = 0
    ended: str = ""

    @property
    def deck(self) -> int:
        return len(self.pool) + len(self.under)

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def letters(self, cards: Iterable[str]) -> tuple[Pair, ...]:
        """What is printed on those cards."""
        return tuple(map(self.table.letters.__getitem__, cards))

    def with_seat(self, number: int, seat: Seat) -> tuple[Seat, ...]:
        """The seats with that one changed."""
        return put(self.seats, number - 1, seat)


def start(components: ComponentSet, setup: Setup) -> State:
    """The deck in the middle and nothing taken; UsageError where it has too few cards for that many players."""
    table = _table(components, setup)
    pool = tuple(sorted(card.id for card in _cards_of(components.pieces(setup.players)) for _ in range(card.count)))
    handicaps = sum(table.starting)
    needed = table.taken_out + handicaps + CENTRE
    if len(pool) < needed:
        raise UsageError(
            f"the deck has {len(pool)} cards, and {setup.players} players need {needed} or more ({table.taken_out} to "
            f"take out, {handicaps} for handicaps, {CENTRE} to turn up); add cards to the list of letters"
        )
    first = Phase.SETTING_ASIDE if table.taken_out else Phase.DEALING_HANDICAPS if handicaps else Phase.TURNING_UP
    return State(table, first, pool, (Seat(),) * setup.players, fresh=len(pool) - table.taken_out - handicaps)


def _table(components: ComponentSet, setup: Setup) -> Table:
    pieces, mode = components.pieces(setup.players), setup.word("mode")
    markers = [piece for piece in pieces if piece.kind == "marker"]
    return Table(
        setup=setup,
        goal=CARDS_IN_THE_SIMPLE_MODE if mode == "four" else CARDS_TO_END_A_ROUND,
        keeps=mode == "standard",
        taken_out=TAKEN_OUT.get(setup.players, 0),
        starting=tuple(_starting(setup, seat) for seat in range(1, setup.players + 1)),
        marker=markers[0].id if markers else "",
        markers=markers[0].count if markers else 0,
        letters=letters_of_cards(pieces),
        others={piece.id: piece.count for piece in pieces if piece.kind != "card" and piece not in markers[:1]},
    )


def _starting(setup: Setup, seat: int) -> int:
    """B-23: with how many handicaps the seat begins; seats that nobody takes may be named."""
    times = setup.words("handicap").count(f"seat-{seat}")
    if times > MOST_AT_START:
        raise UsageError(
            f"--option handicap: seat-{seat} is named {times} times; {MOST_AT_START} handicaps are the most"
        )
    return times


def letters_of_cards(pieces: Iterable[Piece]) -> dict[str, Pair]:
    """What is printed on each card, in lower case; a card without letters is served by no word."""
    values = {piece.id: (piece.values.get("top", ""), piece.values.get("bottom", "")) for piece in _cards_of(pieces)}
    return {card: tuple(letter.lower() for letter in letters if letter) for card, letters in values.items()}


def _cards_of(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.kind == "card"]


def draw(state: State) -> Chance:
    """Any card of the deck that nobody has seen; those put under it come after all of them, in their order."""
    match state.phase:
        case Phase.SETTING_ASIDE:
            return Chance("set_aside", "card", state.pool, seen_by=())
        case Phase.DEALING_HANDICAPS:
            return Chance("deal_handicap", "card", state.pool, (("seat", _next_to_begin(state)),))
    return Chance("turn_up", "card", state.pool or state.under[:1])


def deal(state: State, action: Action, told: Told) -> State:
    """What comes of a card drawn."""
    card = action.text("card")
    match state.phase:
        case Phase.SETTING_ASIDE:
            return _set_aside(state, action, card, told)
        case Phase.DEALING_HANDICAPS:
            return _deal_handicap(state, action, card, told)
    return _turn_up(state, action, card, told)


def _set_aside(state: State, action: Action, card: str, told: Told) -> State:
    # B-20: out for the whole play; nobody looks at it.
    told.append(action.by(CHANCE, "B.2", "B-20", "B-21", seen_by=()))
    state = state._replace(pool=without(state.pool, card), out=(*state.out, card))
    if len(state.out) < state.table.taken_out:
        return state
    return state._replace(phase=Phase.DEALING_HANDICAPS if any(state.table.starting) else Phase.TURNING_UP)


def _next_to_begin(state: State) -> int:
    """The first seat that still lacks a handicap to begin with; 0 when none does."""
    lacking = (at for at, (seat, due) in enumerate(zip(state.seats, state.table.starting), 1) if len(seat.given) < due)
    return next(lacking, 0)


def _deal_handicap(state: State, action: Action, card: str, told: Told) -> State:
    number = _next_to_begin(state)
    own = state.seat(number)
    seat = with_marker(state, own._replace(given=(*own.given, card)))
    told += [
        action.by(CHANCE, "B-23", "B-21"),
        event(number, "begins_with", "B.24", "B-23", card=card, marker=seat.markers > own.markers),
    ]
    state = state._replace(pool=without(state.pool, card), seats=state.with_seat(number, seat))
    return state if _next_to_begin(state) else state._replace(phase=Phase.TURNING_UP)


def with_marker(state: State, seat: Seat) -> Seat:
    """The seat with a marker on its newest handicap, as long as there are any in the bank."""
    laid = sum(each.markers for each in state.seats)
    return seat._replace(markers=seat.markers + 1) if laid < state.table.markers else seat


def _turn_up(state: State, action: Action, card: str, told: Told) -> State:
    told.append(action.by(CHANCE, *_why_turned_up(state), "B-21"))
    pool, under = (without(state.pool, card), state.under) if state.pool else ((), state.under[1:])
    state = state._replace(pool=pool, under=under, centre=(*state.centre, card), fresh=max(state.fresh - 1, 0))
    return state if len(state.centre) < CENTRE else open_turn(state, told)


def _why_turned_up(state: State) -> tuple[str, ...]:
    """At the start, in a new round, beside the card that is left; what nobody took was told of before."""
    if not state.turn:
        return "B.1", "B.3"
    if not state.taker:
        return ()
    return ("B.10",) if any(seat.front for seat in state.seats) else ("B.3",)


def open_turn(state: State, told: Told) -> State:
    """The race for the two cards in the centre; B-25: whoever is barred sits it out."""
    turn, barred = state.turn + 1, state.barred
    if barred:
        told.append(event(barred, "sits_out", "B.26", "B-25", turn=turn))
    racing = tuple(seat for seat in range(1, state.table.players + 1) if seat != barred)
    return state._replace(phase=Phase.SHOUTING, turn=turn, heat=1, racing=racing, calls=(), opinions=())
