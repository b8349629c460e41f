"""What happens at a table, noted as events for those who read them: what is moved, paid and shown, by which rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pnp.engine.action import Action, Args, Event, Seat, Value
from pnp.rules_language.fuel import AT_ONCE, Fuel
from pnp.rules_language.program import Program, Raw, RuleFault, Told

MOVES, MOVES_SOME, PAYS, SHOWS, LOOKS = "moves", "moves-some", "pays", "shows", "looks-at"
MOVES_UNSEEN, GATHERS, CHANGES, CHANGES_ALL = "moves-unseen", "gathers", "changes", "changes-for-all"
WINS, UNWON, SCORES = "wins", "ends-unwon", "scores"

_AN_EVENT = 4
_ONE_PIECE = ("piece",)

Noted = tuple[tuple[int, tuple[int, ...], int], ...]
"""Pieces that are about to be moved: for each place that they come from, which they are and who sees all of them."""


class EventLog(Fuel):
    """Notes events as long as `told` is a list. `early` are the rules that applied before anything could be told.

    `seen` has for each piece a bit for each seat that knows it, `face` what a die shows and None for other pieces.
    `changes` are the slots of what is kept in mind and changed since the last event: what was there, and the rule.
    `drawn` is the piece that chance has just drawn to be moved, which its own event tells of; -1 for none.
    """

    __slots__ = ("changes", "drawn", "early", "told")
    program: Program
    acts: int
    told: list[Event] | None
    early: tuple[str, ...]
    changes: dict[int, tuple[Any, tuple[str, ...]]] | None
    seen: list[int]
    drawn: int
    p: list[tuple[int, ...]]
    v: list[Any]
    pools: dict[int, tuple[int, ...]]
    face: list[Any]

    def named(self, piece: int) -> Value:
        """A piece as it is told: its id, and of a die also what it shows, which tells it from others like it."""
        own = self.program.ids[piece]
        return own if self.face[piece] is None else (own, self.face[piece])

    def action_of(self, told: Told, raw: Raw) -> Action:
        """A choice of the program as an action."""
        if told.types == _ONE_PIECE:
            return Action(told.name, ((told.keys[0], self.named(raw[1])),))
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
        self.spend(len(pieces))
        for piece in pieces:
            self.seen[piece] |= mask

    def in_sight(self, pieces: Sequence[int], seat: int, line: int) -> Sequence[int]:
        """Pieces that a seat is to choose from, which it must know: what can be chosen tells it which they are."""
        if not all(self.seen[piece] >> seat & 1 for piece in pieces):
            told = f"Player {seat} is to choose from pieces that Player {seat} does not see, and the choices would tell"
            raise RuleFault(line, f"{told}; show them first, or let chance pick, as in 'move random of'")
        return pieces

    def hide(self, piece: int, seat: int) -> None:
        """Takes a piece in secret: others no longer know it, nor, once it is gone, what it lay with."""
        self.seen[piece] &= 1 << seat

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
        """What was chosen in secret is shown to all, and told to those who did not choose it."""
        told = self.program.options[choice][raw[0]]
        for kind, value in zip(told.types, raw[1:]):
            if kind in ("piece", "pieces"):
                self.reveal((value,) if kind == "piece" else value, self.program.everybody)
        if self.told is not None:
            others = self.program.everybody & ~(1 << seat)
            self.happen(seat, f"shown-{told.name}", rule, self.action_of(told, raw).args, others)

    def seats_of(self, mask: int) -> tuple[int, ...] | None:
        """The seats that a mask has bits for; None for everybody."""
        return None if mask == self.program.everybody else _seats_of(mask)

    def cite(self, rule: tuple[str, ...], seat: int = 0) -> None:
        """Notes that a rule applies to what happened last; before anything has, to what happens first.

        What a seat has done in secret is noted only where nobody else is told of it.
        """
        if not self.told:
            self.early += () if rule[0] in self.early else rule
        elif seat and self.told[-1].seen_by != (seat,):
            return
        elif rule[0] not in self.read(self.told[-1].rulings):
            last = self.told[-1]
            self.told[-1] = last._replace(rulings=last.rulings + rule)

    def noted(self, pieces: Sequence[int]) -> Noted:
        """Pieces that are about to be moved, by where they lie."""
        self.spend(len(pieces) + (len(self.seen) >> AT_ONCE))
        if len(pieces) == 1:
            (piece,) = pieces
            for place, lies in enumerate(self.p):
                if piece in lies:
                    return ((place, (piece,), self.seen[piece]),)
        left = {piece for piece in pieces if piece >= 0}
        found = []
        for place, lies in enumerate(self.p):
            own = left.intersection(lies).union(left.intersection(self.pools.get(place, ())))
            if own:
                here = tuple(piece for piece in pieces if piece in own)
                found.append((place, here, self._all_see(here)))
                left -= own
            if not left:
                break
        return tuple(found)

    def noted_at(self, place: int, pieces: Sequence[int]) -> Noted:
        """The same of all pieces that lie at a place."""
        return ((place, tuple(pieces), self._all_see(pieces)),) if pieces else ()

    def _all_see(self, pieces: Iterable[int]) -> int:
        """Who sees every one of the pieces."""
        sees = self.program.everybody
        for piece in pieces:
            sees &= self.seen[piece]
        return sees

    def tell_moved(self, noted: Noted, place: int, by: int, rule: tuple[str, ...]) -> None:
        """What was moved: which pieces, to those who knew all of them or do so now; how many, to others."""
        spots = self.program.spots
        target = spots[place]
        for at, pieces, saw in noted if self.told is not None else ():
            if at == place:
                continue
            source, sees = spots[at], saw | self._all_see(pieces)
            actor = by or source.seat or target.seat or 1
            ids = tuple(self.program.ids[piece] for piece in pieces)
            ways: Args = (("from", source.label), ("to", target.label))
            is_some = len(set(ids)) == 1 and len(self.program.instances[ids[0]]) > 1
            name = MOVES_SOME if is_some else MOVES
            what: Args = (("piece", ids[0]),) if name == MOVES_SOME else (("pieces", ids),)
            if source.is_secret and target.is_secret:
                name, what = MOVES_UNSEEN, (("pieces", ids),)
            args: Args = (("count", len(ids)), *what, *ways)
            if not self._goes_on(actor, name, rule, args, sees):
                self.happen(actor, name, rule, args, sees)

    def _goes_on(self, actor: int, name: str, rule: tuple[str, ...], args: Args, mask: int) -> bool:
        """Tells pieces together with those that went the same way right before and were seen by the same, if it can."""
        last = self.told[-1] if self.told else None
        if last is None or name != MOVES or last.name != MOVES or self.changes:
            return False
        if last._replace(args=args) != Event(actor, name, args, rule, self.seats_of(mask)):
            return False
        if last.args[2:] != args[2:]:
            return False
        before: Any = last.arg("pieces")
        pieces: Any = (*self.read(before), *dict(args)["pieces"])  # type: ignore[misc]
        joined: Args = (("count", len(pieces)), ("pieces", pieces), *args[2:])
        self.told[-1] = last._replace(args=joined)  # type: ignore[index]
        return True

    def tell_taken(self, pieces: Sequence[int], place: int, target: int, by: int, rule: tuple[str, ...]) -> None:
        """Tells of pieces that were taken from a place, where no chance had to draw them."""
        self.tell_moved(((place, tuple(pieces), 0),), target, by, rule)

    def is_drawn_now(self, piece: int) -> bool:
        """Whether chance has just drawn it to be moved, which is asked once."""
        is_so, self.drawn = piece == self.drawn, -1
        return is_so

    def tell_dealt(self, known: Mapping[int, Sequence[int]], place: int, base: int, rule: tuple[str, ...]) -> None:
        """The same of pieces that were dealt to seats."""
        for seat, pieces in known.items():
            self.tell_taken(pieces, place, base + seat - 1, seat, rule)

    def tell_paid(self, place: int, target: int, many: int, piece: str, by: int, rule: tuple[str, ...]) -> None:
        """Tells that a player paid, or that pieces of nobody's went; to all, unless nobody sees how many there are."""
        source, spot = self.program.spots[place], self.program.spots[target]
        args: Args = (("count", many), ("piece", piece), ("from", source.label), ("to", spot.label))
        sees = source.mask | spot.mask if source.is_secret and spot.is_secret else self.program.everybody
        self.happen(source.seat or by or spot.seat or 1, PAYS if source.seat else MOVES_SOME, rule, args, sees)

    def tell_gathered(self, what: str, place: int, rule: tuple[str, ...]) -> None:
        """That all of these were brought to a place from wherever they lay."""
        self.happen(max(1, self.acts), GATHERS, rule, (("what", what), ("to", self.program.spots[place].label)))

    def note_change(self, slot: int, before: Any, rule: tuple[str, ...]) -> None:
        """What is kept in mind has changed, which is told together with what changes right after it."""
        if self.changes is None:
            self.changes = {}
        self.changes[slot] = (self.changes[slot][0] if slot in self.changes else before, rule)

    def tell_changes(self) -> None:
        """Tells what is other now than it was."""
        changes, self.changes = self.changes or {}, None
        found = [
            (self.program.kept[slot], self.v[slot], rule)
            for slot, (before, rule) in changes.items() if self.v[slot] != before
        ]  # fmt: skip
        alike = Counter([(kept.name, value) for kept, value, _ in found if not kept.is_goal])
        for kept, value, rule in found:
            now = Seat(value) if kept.type == "player" else value
            many = alike[kept.name, value]
            if many == self.program.players > 1:
                self.happen(max(1, self.acts), CHANGES_ALL, rule, (("what", kept.name), ("value", now)))
                alike[kept.name, value] = -1  # told of all at once
            elif kept.is_goal:
                self.happen(kept.seat, SCORES, rule, (("points", value), ("what", kept.label)))
            elif many >= 0:
                self.happen(kept.seat or max(1, self.acts), CHANGES, rule, (("what", kept.label), ("value", now)))

    def happen(self, actor: int, name: str, rule: tuple[str, ...], args: Args, mask: int | None = None) -> None:
        """Notes an event, where anybody reads them."""
        if self.told is None:
            return
        self.spend(_AN_EVENT)
        if self.changes:
            self.tell_changes()
        seen_by = None if mask is None else self.seats_of(mask)
        self.told.append(Event(actor, name, args, rule, seen_by))


@lru_cache(maxsize=256)
def _seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, mask.bit_length()) if mask >> seat & 1)
