"""What happens at a table, noted as events for those who read them: what is moved, paid and shown, by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pnp.engine.action import Action, Args, Event, Seat, Value, event
from pnp.rules_language.program import Program, Raw, Told

MOVES, MOVES_SOME, PAYS, SHOWS, LOOKS = "moves", "moves-some", "pays", "shows", "looks-at"
WINS, UNWON, SCORES = "wins", "ends-unwon", "scores"


class EventLog:
    """Notes events as long as `told` is a list. `early` are the rules that applied before anything could be told.

    `seen` has for each piece a bit for each seat that knows it, `face` what a die shows and None for other pieces.
    """

    __slots__ = ("early", "fuel", "told")
    program: Program
    acts: int
    told: list[Event] | None
    early: tuple[str, ...]
    seen: list[int]
    fuel: int
    face: list[Any]

    def named(self, piece: int) -> Value:
        """A piece as it is told: its id, and of a die also what it shows, which tells it from others like it."""
        own = self.program.ids[piece]
        return own if self.face[piece] is None else (own, self.face[piece])

    def action_of(self, told: Told, raw: Raw) -> Action:
        """A choice of the program as an action."""
        args = []
        for key, kind, value in zip(told.keys, told.types, raw[1:]):
            if kind == "piece":
                args.append((key, self.named(value)))
            elif kind == "pieces":
                args.append((key, tuple(map(self.named, value))))
            else:
                args.append((key, Seat(value) if kind == "player" else value))
        return Action(told.name, tuple(args))

    def reveal(self, pieces: Sequence[int], mask: int) -> None:
        """Lets seats know pieces."""
        self.fuel -= len(pieces)
        for piece in pieces:
            self.seen[piece] |= mask

    def show(self, pieces: Sequence[int], mask: int, by: int, rule: tuple[str, ...], is_look: bool) -> None:
        """Lets seats see pieces, and of dice what they show, which is told to all: who sees none of it learns that
        others do.
        """
        pieces = [piece for piece in pieces if piece >= 0]
        self.reveal(pieces, mask)
        if self.told is None or not pieces:
            return
        ids = tuple(self.program.ids[piece] for piece in pieces)
        faces = tuple(self.face[piece] for piece in pieces)
        args: Args = (("pieces", ids),) if None in faces else (("dice", ids), ("values", faces))
        name = f"{LOOKS if is_look else SHOWS}{'' if None in faces else '-dice'}"
        self.happen(by or max(1, self.acts), name, rule, args, mask)

    def tell_shown(self, choice: int, raw: Raw, seat: int, rule: tuple[str, ...]) -> None:
        """What was chosen in secret is shown to all."""
        told = self.program.options[choice][raw[0]]
        for kind, value in zip(told.types, raw[1:]):
            if kind in ("piece", "pieces"):
                self.reveal((value,) if kind == "piece" else value, self.program.everybody)
        if self.told is not None:
            self.happen(seat, f"shown-{told.name}", rule, self.action_of(told, raw).args)

    def seats_of(self, mask: int) -> tuple[int, ...] | None:
        """The seats that a mask has bits for; None for everybody."""
        return None if mask == self.program.everybody else _seats_of(mask)

    def cite(self, rule: tuple[str, ...]) -> None:
        """Notes that a rule applies to what happened last; before anything has, to what happens first."""
        if not self.told:
            self.early += () if rule[0] in self.early else rule
        elif rule[0] not in self.told[-1].rulings:
            last = self.told[-1]
            self.told[-1] = last._replace(rulings=last.rulings + rule)

    def tell_moved(self, pieces: Sequence[int], place: int, by: int, rule: tuple[str, ...]) -> None:
        """What was moved, which those see who know all of it now."""
        if self.told is None or not pieces:
            return
        sees = self.program.everybody
        for piece in pieces:
            sees &= self.seen[piece]
        spot = self.program.spots[place]
        told = tuple(self.program.ids[piece] for piece in pieces)
        if len(told) > 1 and len(set(told)) == 1:
            args: Args = (("count", len(told)), ("piece", told[0]), ("to", spot.label))
            self.happen(by or spot.seat or 1, MOVES_SOME, rule, args, sees)
        else:
            self.happen(by or spot.seat or 1, MOVES, rule, (("pieces", told), ("to", spot.label)), sees)

    def happen(self, actor: int, name: str, rule: tuple[str, ...], args: Args, mask: int | None = None) -> None:
        """Notes an event, where anybody reads them."""
        if self.told is not None:
            seen_by = None if mask is None else self.seats_of(mask)
            self.told.append(event(actor, name, *rule, seen_by=seen_by, **dict(args)))


@lru_cache(maxsize=256)
def _seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, mask.bit_length()) if mask >> seat & 1)
