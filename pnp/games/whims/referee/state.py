"""One match's table for some components and a setup, which stays the same, and what changes at it, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Setup
from pnp.engine.values import replaced_quickly
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.whims.referee.player import Faces
from pnp.games.whims.referee.requirements import DICE, EFFORT_COSTS, EFFORT_STEP, FACES, GRADES, MOST_TOKENS, TOKENS

Phase = Literal["draw", "effort", "roll", "choose", "over"]
"""What is to happen next: tokens drawn, Effort declared, a die rolled, a token spent or not, nothing."""


class Turn(NamedTuple):
    """What is to happen next, and for which seat."""

    phase: Phase
    seat: int


@frozen
class Seat:
    """Who sits there and with what: `grade` is empty for a person, `tokens` are what a round may begin with.

    `die` and `token` are the ids of the seat's pieces, empty where there is none; it has so many `dice`, and
    `stock` counts its tokens.
    """

    grade: str
    tokens: tuple[int, ...]
    die: str
    dice: int
    token: str
    stock: int

    @property
    def draws(self) -> bool:
        """Whether its tokens are drawn by lot (M-09)."""
        return len(set(self.tokens)) > 1


@frozen
class Table:
    """What stays the same all match. `costs[level]` are Intellect points after Edge, for every level that is allowed.

    `secret` says that nobody sees, before the reveal, what others lay out (M-04).
    `before` lists who draws or declares before the dice of a round, in order. `places` and `box` hold the pieces that
    never move.
    """

    setup: Setup = field(hash=False)
    seats: tuple[Seat, ...]
    faces: Faces
    costs: tuple[int, ...]
    effort: bool
    secret: bool
    before: tuple[Turn, ...] = field(compare=False)
    places: Mapping[str, Mapping[str, int]] = field(compare=False)
    box: Mapping[str, int] = field(compare=False)

    @property
    def players(self) -> int:
        return len(self.seats)

    def declares(self, seat: int) -> bool:
        """Whether that seat may use Effort: only people do (rules § 6)."""
        return self.effort and not self.seats[seat - 1].grade

    def tokens_seen_by(self, seat: int) -> tuple[int, ...] | None:
        """Who sees, before the reveal, what the seat lays out; None is everybody (M-04)."""
        return (seat,) if self.secret else None

    def affordable(self, pool: int) -> int:
        """The highest level of Effort that so many points pay for."""
        return max(level for level, cost in enumerate(self.costs) if cost <= pool)

    def most_tokens(self, seat: int) -> int:
        """The most tokens that the seat can ever begin a round with."""
        levels = self.affordable(self.setup.number("pool")) if self.declares(seat) else 0
        return max(self.seats[seat - 1].tokens) + levels


def set_table(components: ComponentSet, setup: Setup) -> Table:
    """The table of that setup, as far as the components go; see `check_table` for what a match cannot do without."""
    pieces = components.pieces(setup.players)
    words = setup.words("opponents")
    grades = ("",) * (setup.players - len(words)) + words[-setup.players :]
    seats = tuple(_seat(number, grade, pieces, setup) for number, grade in enumerate(grades, 1))
    effort = setup.reads("effort", "on")
    draws = [Turn("draw", number) for number, seat in enumerate(seats, 1) if seat.draws]
    declares = [Turn("effort", number) for number, seat in enumerate(seats, 1) if effort and not seat.grade]
    places, box = _resting(pieces, seats)
    faces, costs, secret = (
        read_faces(components, setup),
        _costs(components, setup),
        setup.reads("secrecy", "everything"),
    )
    return Table(setup, seats, faces, costs, effort, secret, (*draws, *declares), places, box)


def check_table(table: Table) -> None:
    """UsageError where nobody is left to play, or where a seat has too few dice to roll."""
    if table.seats[0].grade:
        raise UsageError(f"--option opponents: they leave no seat for a player; name at most {table.players - 1}")
    for number, seat in enumerate(table.seats, 1):
        if seat.dice < DICE:
            raise UsageError(f"seat {number} needs {DICE} dice and the kit has {seat.dice}; add the missing ones")


def read_faces(components: ComponentSet, setup: Setup) -> Faces:
    """What the faces of a die count, in ascending order; no more of them than a die has."""
    numbers = _column(components, "die", "number")[: len(FACES)] or FACES
    # M-03: where faces count 0 to 9, the face with the 10 is the one that counts nothing.
    return tuple(sorted(0 if number == 10 and setup.reads("faces", "zero-to-nine") else number for number in numbers))


def _seat(number: int, grade: str, pieces: tuple[Piece, ...], setup: Setup) -> Seat:
    own = {piece.part: (piece.id, piece.count) for piece in pieces if piece.values.get("seat") == str(number)}
    tokens = _graded(grade, pieces, setup.word("grade_tokens")) if grade else (TOKENS,)
    return Seat(grade, tokens, *own.get("die", ("", 0)), *own.get("token", ("", 0)))


def _graded(grade: str, pieces: tuple[Piece, ...], reading: str) -> tuple[int, ...]:
    """The tokens printed on the card of a grade, or those of the rules where the card is missing (M-09)."""
    known = next(own for own in GRADES if own.name == grade)
    card = _card(grade, pieces)
    printed = card.values if card else {}
    fewest = _whole(printed.get("fewest", ""), known.fewest)
    most = _whole(printed.get("most", ""), known.most)
    return {"lower": (fewest,), "higher": (most,)}.get(reading, (fewest, most))


def _card(grade: str, pieces: tuple[Piece, ...]) -> Piece | None:
    return next((piece for piece in pieces if piece.part == "grade" and piece.values.get("grade") == grade), None)


def _costs(components: ComponentSet, setup: Setup) -> tuple[int, ...]:
    """Points for 0, 1, 2 ... levels, up to the Effort score and the ceiling (M-07, M-08)."""
    printed = sorted(_column(components, "effort", "cost")) or list(EFFORT_COSTS)
    levels = setup.number("effort_score")
    if setup.reads("ceiling", "nine"):
        levels = min(levels, MOST_TOKENS - TOKENS)
    further = [printed[-1] + EFFORT_STEP * more for more in range(1, levels - len(printed) + 1)]
    return (0, *(max(0, cost - setup.number("edge")) for cost in (*printed, *further)[:levels]))


def _column(components: ComponentSet, table: str, column: str) -> tuple[int, ...]:
    """The whole numbers of a column; none where the definition lacks it, which validation reports."""
    rows = components.game.tables[table].rows if table in components.game.tables else ()
    numbers = (_whole(row.values.get(column, ""), -1) for row in rows)
    return tuple(number for number in numbers if number >= 0)


def _whole(text: str, default: int) -> int:
    """A number of one or two digits, as all are that this game prints; the default for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else default


def _resting(pieces: tuple[Piece, ...], seats: tuple[Seat, ...]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Where the pieces lie that never move, and what always stays in the box; the seats' tokens do neither."""
    places: dict[str, dict[str, int]] = {"table": {}}
    box: dict[str, int] = {}
    for piece in pieces:
        apart = piece.part in ("die", "token", "grade")
        (box if apart else places["table"])[piece.id] = piece.count
    for number, seat in enumerate(seats, 1):
        if seat.die:
            rolled = min(seat.dice, DICE)
            places[f"dice {number}"] = {seat.die: rolled}
            box[seat.die] -= rolled
        box.pop(seat.token, None)
        card = _card(seat.grade, pieces)
        # One card speaks for every opponent of its grade; it lies before the first of them.
        if card and box[card.id]:
            places[f"opponent {number}"] = {card.id: 1}
            box[card.id] -= 1
    return places, {identifier: count for identifier, count in box.items() if count}


@replaced_quickly
class Hand(NamedTuple):
    """One seat in one round. `dice` stand in the order in which they were first rolled; `tokens` are all laid out.

    While Effort is being declared, `tokens` are still those without its `level`, and `pool` has already paid for it.
    """

    dice: tuple[int, ...]
    tokens: int
    spent: int
    level: int
    pool: int
    done: bool

    @property
    def left(self) -> int:
        return self.tokens - self.spent


class Shown(NamedTuple):
    """What a seat revealed at the end of a round."""

    dice: tuple[int, ...]
    total: int
    tokens: int
    spent: int


@replaced_quickly
class State(NamedTuple):
    """A match between two steps. `seat` is whose turn it is, `die` the one to be rolled in a phase that rolls.

    `won` counts each seat's rounds; `last` is what the round before revealed, empty in the first; `reason` is one of
    the endings once `phase` is "over".
    """

    table: Table
    phase: Phase
    seat: int
    die: int
    round: int
    hands: tuple[Hand, ...]
    won: tuple[int, ...]
    last: tuple[Shown, ...]
    reason: str

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat - 1]

    def with_hand(self, hand: Hand) -> tuple[Hand, ...]:
        """All hands, with that one for the seat whose turn it is."""
        return (*self.hands[: self.seat - 1], hand, *self.hands[self.seat :])


def fresh(table: Table, pools: tuple[int, ...]) -> tuple[Hand, ...]:
    """Every seat's hand before a round: no dice yet, and the fewest tokens that it may have (M-06)."""
    return tuple(Hand((), seat.tokens[0], 0, 0, pool, False) for seat, pool in zip(table.seats, pools))
