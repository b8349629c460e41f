"""The table of a play, and the program of the rules that goes on at it until somebody or chance is to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.engine.action import CHANCE, OVER, Action, Args, Chance, Value
from pnp.engine.playout import CALLED_OFF, TOO_MUCH
from pnp.rules_language.events import UNWON, WINS
from pnp.rules_language.facts import MOST_INSIGHT
from pnp.rules_language.fuel import FUEL
from pnp.rules_language.knowledge import learn
from pnp.rules_language.moving import DRAW, PICK, ROLL, PlacedPieces, without
from pnp.rules_language.program import MOST_WAYS, UNKNOWN, Program, Raw, RuleFault

MOST_CHOICES = 4_000
"""Choices of all seats after which a play is called off: those who never take what ends it may go on for ever."""
MOST_CHANCES = 2_000
"""Draws and rolls in a row, besides one for each piece, after which a play in which nobody chooses is called off."""
MOST_WORK = 1_500_000
"""Fuel of a whole play, about a second, after which it is called off."""
_A_WAY, _PIECES_AT_A_STOP = 2, 4
"""Fuel for each way to choose that is listed; and pieces of the game, by powers of two, that cost one at each stop."""
_NONE, _CHOICE, _OVER = 0, 1, 5
DEALT, TURNED, PICKED, ROLLED = "is-dealt", "is-turned-up", "is-picked", "is-rolled"
STUCK = "stuck"


class Table(PlacedPieces):
    """Where everything lies in a play. `copy` gives a table that changes apart from this one."""

    __slots__ = (
        "asked", "chances", "face", "legal_raws", "pools", "program", "reason", "scores", "seen", "v",
        "winners", "work",
    )  # fmt: skip

    def __init__(self, program: Program) -> None:
        self.program = program
        self.pc, self.kind, self.acts = 0, _NONE, CHANCE
        self.wait: tuple[Any, ...] = ()
        self.legal_raws: list[Raw] | None = None
        self.told = self.changes = None
        self.fuel = FUEL
        self.reason = ""
        self.asked = self.chances = self.work = self.shuffles = 0
        self.it = self.drawn = -1
        self.early = ()
        self.facts, self.insight = {}, MOST_INSIGHT
        self.scores: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()

    def copy(self) -> Table:
        """The same table, which changes apart from this one."""
        other = Table.__new__(Table)
        other.program, other.pc, other.kind, other.acts, other.wait = (
            self.program, self.pc, self.kind, self.acts, self.wait,
        )  # fmt: skip
        other.v, other.p, other.pools = self.v[:], self.p[:], self.pools.copy()
        other.facts, other.insight = self.facts.copy(), self.insight
        other.seen, other.by, other.face = self.seen[:], self.by[:], self.face[:]
        other.legal_raws, other.told, other.changes, other.drawn, other.fuel = None, None, None, -1, FUEL
        other.asked, other.it, other.shuffles, other.early = self.asked, self.it, self.shuffles, self.early
        other.reason, other.winners, other.scores = self.reason, self.winners, self.scores
        other.chances, other.work = self.chances, self.work
        return other

    def _all(self) -> tuple[Any, ...]:
        """All in which two tables of one program may differ."""
        pools = tuple(sorted((place, pool) for place, pool in self.pools.items() if pool))
        return (
            self.pc, self.kind, self.acts, self.wait, self.reason, self.winners, tuple(self.v), tuple(self.p), pools,
            tuple(self.seen), tuple(self.by), tuple(self.face), self.it,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.program is other.program and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return f"Table{self._all()}"

    # What the program calls.

    def go_on(self) -> None:
        """Does what the rules say until somebody or chance has to act, or the play is over."""
        blocks, at = self.program.blocks, self.pc
        self.kind, self.legal_raws = _NONE, None
        here = at
        try:
            while at >= 0:
                self.fuel -= 1
                if self.fuel < 0:
                    told = "the rules go round here without an end, and nobody has anything to choose"
                    raise RuleFault(0, f"{told}; say what ends it")
                here = at
                at = blocks[at](self)
            self._take_stock()
        except RuleFault as fault:
            raise fault if fault.line else RuleFault(self.program.lines[here], fault.sentence) from None
        except (TypeError, IndexError, ValueError, LookupError):
            mend = "say what is to be done where there is none"
            raise RuleFault(
                self.program.lines[here], f"something is asked here of a piece that is not there; {mend}"
            ) from None

    def _take_stock(self) -> None:
        """Calls off a play that is stuck, or goes on and on."""
        if self.changes:
            self.tell_changes()
        if self.kind == _CHOICE:
            self.asked, self.chances = self.asked + 1, 0
            if not self.legal:
                self.finish(STUCK, winners=())
            self.work += len(self.legal_raws or ()) * _A_WAY
        elif self.acts == CHANCE:
            self.chances += 1
        self.work += FUEL - self.fuel + (len(self.program.ids) >> _PIECES_AT_A_STOP)
        self.fuel = FUEL
        most = MOST_CHANCES + len(self.program.ids)
        if self.kind != _OVER and (self.asked > MOST_CHOICES or self.chances > most):
            self.finish(CALLED_OFF, winners=())
        elif self.kind != _OVER and self.work > MOST_WORK:
            self.finish(TOO_MUCH, winners=())

    def ask(self, choice: int, seat: int, here: int, secret: bool, rest: int = 0, last: int = -1) -> int:
        """Waits for the choice of a seat: of several picks in a row, those after the last, with enough left."""
        self.kind, self.acts, self.pc = _CHOICE, seat, here
        self.wait = (choice, secret, rest, last)
        return -1

    def next_in(self, seat: int, direction: int, steps: int, fits: Callable[[int], bool] | None) -> int:
        """So many seats further on, counting those alone that fit; of none, the first that does. 0 where none fits."""
        players = self.program.players
        if fits is None:
            return (seat - 1 + direction * steps) % players + 1
        seats = self.through([(seat - 1 + direction * at) % players + 1 for at in range(players)])
        found = [each for each in seats if fits(each)]
        if not found:
            return 0
        return found[0] if not steps else found[(steps - (found[0] != seat)) % len(found)]

    def finish(self, reason: str, rule: tuple[str, ...] = (), winners: Sequence[int] | None = None) -> int:
        """Ends the play; without winners those win who come nearest to the goal, if there is one."""
        program = self.program
        seats = range(1, program.players + 1)
        found = set(winners or ())
        if program.scores is not None:
            self.scores = program.scores(self)
        if winners is None and program.merits is not None:
            merits = program.merits(self)
            found = {seat for seat in seats if merits[seat - 1] == max(merits)}
        if program.partners:
            found |= {(seat - 1 + program.players // 2) % program.players + 1 for seat in found}
        self.winners = tuple(sorted(found))
        for seat in self.winners if rule else ():
            self.happen(seat, WINS, rule, ())
        if rule and not self.winners:
            self.happen(max(1, self.acts), UNWON, rule, ())
        self.kind, self.acts, self.reason, self.wait = _OVER, OVER, reason, ()
        return -1

    # What a referee asks.

    def standing(self) -> tuple[int, ...] | None:
        """What the goal counts for each player now, paid for like what is done next; None without one, and as long as
        nothing lies where it looks.
        """
        scores = self.program.scores
        try:
            return None if scores is None else scores(self)
        except RuleFault:
            return None

    @property
    def legal(self) -> list[Raw]:
        """What may be chosen, in a fixed order."""
        if self.legal_raws is None:
            choice, _, rest, last = self.wait
            raws = self.program.choices[choice](self)
            if len(raws) > MOST_WAYS:
                raise RuleFault(
                    0, f"there are {len(raws):,} ways to choose here; {MOST_WAYS:,} are the most; ask for less"
                )
            if rest or last >= 0:
                fits = [raw for raw in raws if len(raw) < 2 or raw[1] > last]
                raws = fits[: len(fits) - rest] if rest else fits
            self.legal_raws = raws
        return self.legal_raws

    def action(self, raw: Raw) -> Action:
        """A choice as an action."""
        told = self.program.options[self.wait[0]][raw[0]]
        return self.action_of(told, raw)

    def choose(self, raw: Raw) -> None:
        """Takes a choice, without going on."""
        choice, secret, _, _ = self.wait
        told = self.program.options[choice][raw[0]]
        if self.told is not None:
            action = self.action_of(told, raw)
            seen_by = (self.acts,) if secret or told.is_covered else None
            self.told.append(action.by(self.acts, *told.rules, seen_by=seen_by))
        if not (secret or told.is_covered or self.told is None):  # where nobody reads it, nobody learns from it
            learn(self, choice, told, raw)
        at, slots = self.program.bodies[choice][raw[0]]
        for slot, value in zip(slots, raw[1:]):
            self.v[slot] = value
        self.pc = at

    def chance(self) -> Chance:
        """What chance may bring."""
        name, key, given = self._asked_of_chance()
        program, seen_by = self.program, self.seats_of(self.sees_chance)
        if self.kind == ROLL:
            return Chance(name, key, program.sides[self.wait[0]], given, seen_by=seen_by)
        return Chance(name, key, tuple(map(program.ids.__getitem__, self._may_come())), given, seen_by=seen_by)

    def brought(self, fraction: float) -> Action:
        """What chance brings at a fraction of all that may come."""
        name, key, given = self._asked_of_chance()
        return Action(name, (*given, (key, self._drawn_at(fraction))))

    def _asked_of_chance(self) -> tuple[str, str, Args]:
        """What chance does now, what it is to say, and what is given."""
        spots = self.program.spots
        if self.kind == ROLL:
            return ROLLED, "side", (("die", self.program.ids[self.wait[0]]),)
        if self.kind == PICK:
            return PICKED, "piece", (("from", spots[self.wait[0]].label), ("to", spots[self.wait[1]].label))
        spot = spots[self.wait[2]]
        if spot.seat:
            return DEALT, "piece", (("to", spot.name), ("seat", spot.seat))
        return TURNED, "piece", (("to", spot.name),)

    def bring(self, action: Action) -> None:
        """Takes what chance brings, without going on."""
        value = action.args[-1][1]
        self._take(value if self.kind == ROLL else self._piece(str(value)))
        if self.kind == DRAW and self.wait[2] != self.wait[0]:  # it is moved at once
            self.drawn = self.p[self.wait[0]][self.wait[1]]
        if self.told is not None:
            rule = self.wait[2] if self.kind == ROLL else self.wait[3]
            self.told.append(action.by(CHANCE, *rule, seen_by=self.seats_of(self.sees_chance)))

    def draw(self, fraction: float) -> Value:
        """Takes what chance brings at a fraction of all that may come, and gives what it is, without going on."""
        self._pay_for_pick()
        value = self._drawn_at(fraction)
        self._take(value if self.kind == ROLL else self._piece(str(value)))
        return value

    def _drawn_at(self, fraction: float) -> Value:
        """The side of a die, or the id of a piece, at a fraction of all that may come."""
        if self.kind == ROLL:
            sides = self.program.sides[self.wait[0]]
            return sides[int(fraction * len(sides))]
        pieces = self._may_come()
        return self.program.ids[pieces[int(fraction * len(pieces))]]

    @property
    def sees_chance(self) -> int:
        """Who sees what chance brings now."""
        if self.kind == PICK:
            spots = self.program.spots
            mask: int = spots[self.wait[0]].mask | spots[self.wait[1]].mask
        else:
            mask = self.wait[-1]
        return mask

    def _may_come(self) -> tuple[int, ...]:
        """The pieces of which chance brings one."""
        place = self.wait[0]
        if self.kind == DRAW:
            return self.pools[place]
        return (*(piece for piece in self.p[place] if piece != UNKNOWN), *self.pools.get(place, ()))

    def _pay_for_pick(self) -> None:
        """Pays for a look through all pieces of which chance picks one."""
        if self.kind == PICK:
            self.through(self.p[self.wait[0]])

    def _piece(self, own: str) -> int:
        """The first piece of that id that chance may bring."""
        self._pay_for_pick()
        pieces = self.program.instances[own]
        return pieces[0] if len(pieces) == 1 else next(piece for piece in self._may_come() if piece in pieces)

    def _take(self, what: Any) -> None:
        """Takes the piece that chance brings, or the side of a die."""
        if self.kind == ROLL:
            die, slot, _, mask = self.wait
            self.face[die] = what
            self.seen[die] = mask  # who sees it now; who saw it before does not know it any more
            self.v[slot] += 1
            return
        place, at, *_ = self.wait
        lies, pool = self.p[place], self.pools.get(place, ())
        if self.kind == PICK:
            _, target, slot, _, by = self.wait
            at = lies.index(what if what in lies else UNKNOWN)
        if lies[at] == UNKNOWN:
            self.pools[place] = without(pool, what)
            self.p[place] = (*lies[:at], what, *lies[at + 1 :])
        if self.kind == PICK:
            for other in self.p[place]:  # who does not see which it is no longer knows where any of them are
                if other != UNKNOWN:
                    self.seen[other] &= self.sees_chance
            self.put(what, target, by=by)
            self.v[slot] -= 1
        else:
            self.seen[what] = self.wait[-1]
