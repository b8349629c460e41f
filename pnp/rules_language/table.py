"""The table of a play: where every piece lies and who knows what it is, and the program of the rules that moves them.

A pile that was shuffled has no order: each of its pieces is drawn, as chance, when somebody may see it. What a seat
knows of a piece goes with it, until it is mixed with others where that seat cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.engine.action import CHANCE, OVER, Action, Args, Chance, Value
from pnp.engine.playout import CALLED_OFF, TOO_MUCH
from pnp.rules_language.events import UNWON, WINS
from pnp.rules_language.facts import Facts, Pieces
from pnp.rules_language.fuel import AT_ONCE, FUEL
from pnp.rules_language.knowledge import learn
from pnp.rules_language.program import MOST_WAYS, UNKNOWN, Program, Raw, RuleFault

MOST_CHOICES = 4_000
"""Choices of all seats after which a play is called off: those who never take what ends it may go on for ever."""
MOST_CHANCES = 2_000
"""Draws and rolls in a row, besides one for each piece, after which a play in which nobody chooses is called off."""
MOST_WORK = 1_500_000
"""Fuel of a whole play, about a second, after which it is called off."""
_A_WAY, _PIECES_AT_A_STOP = 2, 4
"""Fuel for each way to choose that is listed; and pieces of the game, by powers of two, that cost one at each stop."""
_NONE, _CHOICE, _DRAW, _PICK, _ROLL, _OVER = range(6)
DEALT, TURNED, PICKED, ROLLED = "is-dealt", "is-turned-up", "is-picked", "is-rolled"
STUCK = "stuck"


class Table(Facts):
    """Where everything lies in a play. `copy` gives a table that changes apart from this one."""

    __slots__ = (
        "acts", "asked", "by", "chances", "face", "it", "kind", "legal_raws", "pc", "pools", "program",
        "reason", "scores", "seen", "shuffles", "v", "wait", "winners", "work",
    )  # fmt: skip
    by: list[int]

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
        self.facts = {}
        self.scores: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()

    def copy(self) -> Table:
        """The same table, which changes apart from this one."""
        other = Table.__new__(Table)
        other.program, other.pc, other.kind, other.acts, other.wait = (
            self.program, self.pc, self.kind, self.acts, self.wait,
        )  # fmt: skip
        other.v, other.p, other.pools = self.v[:], self.p[:], self.pools.copy()
        other.facts = self.facts.copy()
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

    def shuffle(self, place: int) -> None:
        """Mixes what lies at a place, so that nobody knows where any of it is."""
        lies, spot = self.through(self.p[place]), self.program.spots[place]
        known = [piece for piece in lies if piece != UNKNOWN]
        for piece in known:
            self.seen[piece] = 0 if spot.is_pile else spot.mask
        if not spot.is_pile:  # its pieces lie in no order
            return
        self.pools[place] = tuple(sorted((*self.pools.get(place, ()), *known)))
        self.p[place] = (UNKNOWN,) * len(lies)
        self.shuffles += 1

    def put(self, piece: int, place: int, bottom: bool = False, by: int = 0) -> None:
        """Takes a piece from where it lies, by the hand of a seat, to a place."""
        self._pay_for_search()
        source = self._source(piece)
        lies = self.p[source]
        at = lies.index(piece)
        rest = lies[:at] + lies[at + 1 :]
        self.p[source] = rest
        self._lay((piece,), place, bottom, by)
        if source in self.facts:
            self.changed(source, piece, -1)
        spots = self.program.spots
        if rest and not spots[source].is_pile and spots[source].mask & spots[place].mask != self.program.everybody:
            self._blur(rest, self.seen[piece])

    def _source(self, piece: int) -> int:
        """The place where a piece lies; one of a pool is drawn there first."""
        for place, lies in enumerate(self.p):
            if piece in lies:
                return place
        return self._drawn(piece)

    def _blur(self, rest: Sequence[int], sees: int) -> None:
        """Who does not see what was taken no longer knows which of these are left."""
        seen = self.seen
        for other in self.through(rest):
            if seen[other] & ~sees:
                seen[other] &= sees

    def _pay_for_search(self) -> None:
        """Pays for a look at all places for where something lies."""
        self.spend((len(self.p) + len(self.seen)) >> 6)

    def _lay(self, pieces: Sequence[int], place: int, bottom: bool, by: int, among: Pieces | None = None) -> None:
        """Lays pieces, which lie nowhere else any more, one after the other."""
        spot = self.program.spots[place]
        lies = self.read(self.p[place])
        if spot.is_pile:
            self.p[place] = (*reversed(pieces), *lies) if bottom else (*lies, *pieces)
        elif len(pieces) == 1 and (not lies or lies[-1] < pieces[0]):
            self.p[place] = (*lies, *pieces)
        else:
            self.p[place] = tuple(sorted((*lies, *pieces)))
        for piece in pieces:
            self.seen[piece] = self.seen[piece] & spot.keeps | spot.mask
            self.by[piece] = by
            self.it = piece
        for piece in pieces if place in self.facts else ():
            self.changed(place, piece, 1, among)

    def _drawn(self, piece: int) -> int:
        """The place in whose pool a piece is, which now lies on top there."""
        for place, pool in self.pools.items():
            if piece in pool:
                self.pools[place] = _without(pool, piece)
                lies = self.p[place]
                at = len(lies) - 1 - lies[::-1].index(UNKNOWN)
                self.p[place] = (*lies[:at], piece, *lies[at + 1 :])
                return place
        raise AssertionError("a piece lies nowhere")

    def put_all(
        self, pieces: Sequence[int], place: int, by: int, among: Pieces | None = None, bottom: bool = False
    ) -> None:  # fmt: skip
        """Moves several, those of a shuffled pile too; all can tell `among` which they are, if they are all of them.

        At the bottom they lie in the order in which they lay before.
        """
        spots, p = self.program.spots, self.p
        if not pieces:
            return
        self.spend(len(pieces))
        self._pay_for_search()
        wanted = set(pieces)
        wanted.discard(UNKNOWN)
        for source, lies in enumerate(p):
            if source == place or not lies or wanted.isdisjoint(lies):
                continue
            rest = tuple([piece for piece in self.through(lies) if piece not in wanted])
            taken = [piece for piece in lies if piece in wanted]
            p[source] = rest
            self._lay(taken[::-1] if bottom else taken, place, bottom, by, among)
            for piece in taken:
                if source in self.facts:
                    self.changed(source, piece, -1, among)
            if among is None and rest and not spots[source].is_pile and spots[source].mask != self.program.everybody:
                sees = self.program.everybody
                for piece in taken:
                    sees &= self.seen[piece]
                self._blur(rest, sees)

    def gather(self, place: int, pieces: Sequence[int], bottom: bool = False) -> None:
        """Brings pieces to a place from wherever they lie, out of shuffled piles too."""
        self.spend(len(pieces))
        wanted = set(pieces)
        for source, pool in [*self.pools.items()]:
            out = [piece for piece in self.through(pool) if piece in wanted]
            if not out or source == place:
                continue
            if len(out) < len(pool):  # which of the pile these are is not known: the others stay mixed
                self.pools[source] = tuple(piece for piece in pool if piece not in wanted)
                left = [piece for piece in self.p[source] if piece != UNKNOWN or out]
                gone = len(out)
                kept = []
                for piece in reversed(left):
                    if piece == UNKNOWN and gone:
                        gone -= 1
                        continue
                    kept.append(piece)
                self.p[source] = tuple(reversed(kept))
            else:
                del self.pools[source]
                self.p[source] = tuple(piece for piece in self.p[source] if piece != UNKNOWN)
            self._lay(out[::-1] if bottom else out, place, bottom, 0)
        self.put_all(pieces, place, 0, None, bottom)

    def every(self, base: int, line: int) -> tuple[int, ...]:
        """The pieces at the places of all seats."""
        return self.through(
            tuple([piece for at in range(self.program.players) for piece in self.whole(base + at, line)])
        )

    def whole(self, place: int, line: int) -> tuple[int, ...]:
        """The pieces at a place, none of which is still to be drawn."""
        lies = self.p[place]
        self.fuel -= len(lies) >> AT_ONCE
        if self.fuel < 0:
            self.spend(0)
        if UNKNOWN in lies:
            raise RuleFault(
                line, f"{self.program.spots[place].told} is shuffled, and nobody has looked at it; look at it first"
            )
        return lies

    def owner(self, piece: int) -> int:
        """Who moved a piece to where it lies."""
        if piece < 0:
            raise RuleFault(0, "the owner of nothing is asked for here; say what is done where there is no piece")
        return self.by[piece]

    def end(self, place: int, at: int, line: int) -> int:
        """The piece on top (-1) or at the bottom (0), -1 where there is none."""
        lies = self.p[place]
        if lies and lies[at] == UNKNOWN:
            raise RuleFault(
                line, f"nobody has looked at that piece of {self.program.spots[place].told}; look at it first"
            )
        return lies[at] if lies else -1

    def everything(self, place: int) -> tuple[int, ...]:
        """All that lies at a place, what is still to be drawn too."""
        return (*(piece for piece in self.through(self.p[place]) if piece != UNKNOWN), *self.pools.get(place, ()))

    def is_drawn(self, place: int, count: int, here: int, rule: tuple[str, ...], mask: int) -> bool:
        """Whether so many pieces on top are drawn; else waits for chance to draw the first that is not."""
        lies = self.p[place]
        for at in self.through(range(len(lies) - 1, max(-1, len(lies) - 1 - count), -1)):
            if lies[at] == UNKNOWN:
                self.kind, self.acts, self.pc = _DRAW, CHANCE, here
                self.wait = (place, at, place, rule, mask)
                return False
        return True

    def move_top(self, place: int, target: int, slot: int, here: int, rule: tuple[str, ...], by: int) -> bool:
        """Moves pieces from the top until the slot has counted down; False where chance must draw one first."""
        v, spots = self.v, self.program.spots
        known: list[int] | None = [] if self.told else None
        while v[slot] > 0:
            lies = self.read(self.p[place])
            self.spend(1)
            if not lies:
                break
            if lies[-1] == UNKNOWN and (spots[target].mask or not spots[target].is_pile):
                self.tell_taken(known, place, target, by, rule) if known else None
                self.kind, self.acts, self.pc = _DRAW, CHANCE, here
                self.wait = (place, len(lies) - 1, target, rule, spots[target].mask)
                return False
            if lies[-1] == UNKNOWN:
                self.p[place] = lies[:-1]
                self.pools[target], self.pools[place] = self._split(place, target)
                self.p[target] = (*self.p[target], UNKNOWN)
            else:
                self.p[place] = lies[:-1]
                self._lay(lies[-1:], target, False, by)
                if known is not None and not self.is_drawn_now(lies[-1]):
                    known.append(lies[-1])
            v[slot] -= 1
        v[slot] = 0
        self.tell_taken(known, place, target, by, rule) if known else None
        return True

    def _split(self, place: int, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        raise RuleFault(0, "pieces of a shuffled pile cannot be laid face down on another; show them first")

    def deal(self, place: int, base: int, slots: tuple[int, int], here: int, rule: tuple[str, ...], line: int) -> bool:
        """Deals one to each of the seats in the second slot in turn; the first counts the pieces to come."""
        v, spots = self.v, self.program.spots
        left, seats = slots
        known: dict[int, list[int]] | None = {} if self.told else None
        while v[left] > 0:
            lies = self.read(self.p[place])
            self.spend(1 + (len(v[seats]) >> 4))
            if not lies:
                raise RuleFault(line, spots[place].lacks_to_deal(v[left], len(self.p[0])))
            seat, *others = v[seats]
            target = base + seat - 1
            if lies[-1] == UNKNOWN:
                self.tell_dealt(known, place, base, rule) if known else None
                self.kind, self.acts, self.pc = _DRAW, CHANCE, here
                self.wait = (place, len(lies) - 1, target, rule, spots[target].mask)
                return False
            self.p[place] = lies[:-1]
            self._lay(lies[-1:], target, False, seat)
            if place in self.facts:
                self.changed(place, lies[-1], -1)
            if known is not None and not self.is_drawn_now(lies[-1]):
                known.setdefault(seat, []).append(lies[-1])
            v[left] -= 1
            v[seats] = (*others, seat)
        self.tell_dealt(known, place, base, rule) if known else None
        return True

    def hand_out(self, pieces: Sequence[int], many: int | None, base: int, seats: Sequence[int], rule: tuple[str, ...],
                 line: int) -> None:  # fmt: skip
        """Deals pieces that all may see: so many to each seat out of the box, or all of them, one after the other."""
        if many is not None:
            boxed = set(self.p[0])
            self.spend(len(boxed) + len(pieces))
            pieces, total = [piece for piece in pieces if piece in boxed], many * len(seats)
            if len(pieces) < total:
                mend = "make as many as are needed"
                raise RuleFault(line, f"{total} pieces are to be dealt, and the box holds {len(pieces)}; {mend}")
            pieces = pieces[:total]
        for at, seat in enumerate(seats):
            own = tuple(pieces[at :: len(seats)])
            noted = self.noted(own) if self.told is not None else ()
            self.put_all(own, base + seat - 1, seat)
            self.tell_moved(noted, base + seat - 1, seat, rule)

    def pay(self, place: int, target: int, many: int, by: int, rule: tuple[str, ...], line: int) -> None:
        """Moves so many pieces, all alike, from one place to another."""
        lies, spots = self.whole(place, line), self.program.spots
        if many <= 0:
            return
        ids = {self.program.ids[piece] for piece in self.through(lies)}
        if len(lies) < many:
            raise RuleFault(line, spots[place].lacks_to_pay(many, len(lies)))
        if len(ids) > 1:
            raise RuleFault(line, f"not all pieces of {spots[place].told} are alike; move those that are meant")
        self.put_all(lies[:many], target, by)
        if self.told is not None:
            self.tell_paid(place, target, many, ids.pop(), by, rule)

    def pick(self, place: int, target: int, slot: int, here: int, rule: tuple[str, ...], by: int) -> bool:
        """Moves pieces that chance picks, until the slot has counted down."""
        if self.v[slot] <= 0 or not self.p[place]:
            return True
        self.kind, self.acts, self.pc = _PICK, CHANCE, here
        self.wait = (place, target, slot, rule, by)
        return False

    def roll(self, dice: int, slot: int, here: int, rule: tuple[str, ...], mask: int, line: int) -> bool:
        """Rolls the dice in one slot, of which another counts those that are rolled."""
        rolled = self.v[slot]
        if rolled >= len(self.v[dice]):
            return True
        die = self.v[dice][rolled]
        if die not in self.program.sides:
            raise RuleFault(line, self.program.unrolled(die))
        if die in self.p[0]:
            self.put(die, self.program.dice_spot)
        self.kind, self.acts, self.pc = _ROLL, CHANCE, here
        self.wait = (die, slot, rule, mask)
        return False

    def sees(self, dice: Sequence[int], at: int) -> int:
        """Who sees where a die lies, of those that are rolled."""
        if at >= len(dice):
            return 0
        self._pay_for_search()
        place = next((place for place, lies in enumerate(self.p) if dice[at] in lies), 0)
        return self.program.spots[place].mask

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
        if self.kind == _ROLL:
            return Chance(name, key, program.sides[self.wait[0]], given, seen_by=seen_by)
        return Chance(name, key, tuple(map(program.ids.__getitem__, self._may_come())), given, seen_by=seen_by)

    def brought(self, fraction: float) -> Action:
        """What chance brings at a fraction of all that may come."""
        name, key, given = self._asked_of_chance()
        return Action(name, (*given, (key, self._drawn_at(fraction))))

    def _asked_of_chance(self) -> tuple[str, str, Args]:
        """What chance does now, what it is to say, and what is given."""
        spots = self.program.spots
        if self.kind == _ROLL:
            return ROLLED, "side", (("die", self.program.ids[self.wait[0]]),)
        if self.kind == _PICK:
            return PICKED, "piece", (("from", spots[self.wait[0]].label), ("to", spots[self.wait[1]].label))
        spot = spots[self.wait[2]]
        if spot.seat:
            return DEALT, "piece", (("to", spot.name), ("seat", spot.seat))
        return TURNED, "piece", (("to", spot.name),)

    def bring(self, action: Action) -> None:
        """Takes what chance brings, without going on."""
        value = action.args[-1][1]
        self._take(value if self.kind == _ROLL else self._piece(str(value)))
        if self.kind == _DRAW and self.wait[2] != self.wait[0]:  # it is moved at once
            self.drawn = self.p[self.wait[0]][self.wait[1]]
        if self.told is not None:
            rule = self.wait[2] if self.kind == _ROLL else self.wait[3]
            self.told.append(action.by(CHANCE, *rule, seen_by=self.seats_of(self.sees_chance)))

    def draw(self, fraction: float) -> Value:
        """Takes what chance brings at a fraction of all that may come, and gives what it is, without going on."""
        self._pay_for_pick()
        value = self._drawn_at(fraction)
        self._take(value if self.kind == _ROLL else self._piece(str(value)))
        return value

    def _drawn_at(self, fraction: float) -> Value:
        """The side of a die, or the id of a piece, at a fraction of all that may come."""
        if self.kind == _ROLL:
            sides = self.program.sides[self.wait[0]]
            return sides[int(fraction * len(sides))]
        pieces = self._may_come()
        return self.program.ids[pieces[int(fraction * len(pieces))]]

    @property
    def sees_chance(self) -> int:
        """Who sees what chance brings now."""
        if self.kind == _PICK:
            spots = self.program.spots
            mask: int = spots[self.wait[0]].mask | spots[self.wait[1]].mask
        else:
            mask = self.wait[-1]
        return mask

    def _may_come(self) -> tuple[int, ...]:
        """The pieces of which chance brings one."""
        place = self.wait[0]
        if self.kind == _DRAW:
            return self.pools[place]
        return (*(piece for piece in self.p[place] if piece != UNKNOWN), *self.pools.get(place, ()))

    def _pay_for_pick(self) -> None:
        """Pays for a look through all pieces of which chance picks one."""
        if self.kind == _PICK:
            self.through(self.p[self.wait[0]])

    def _piece(self, own: str) -> int:
        """The first piece of that id that chance may bring."""
        self._pay_for_pick()
        pieces = self.program.instances[own]
        return pieces[0] if len(pieces) == 1 else next(piece for piece in self._may_come() if piece in pieces)

    def _take(self, what: Any) -> None:
        """Takes the piece that chance brings, or the side of a die."""
        if self.kind == _ROLL:
            die, slot, _, mask = self.wait
            self.face[die] = what
            self.seen[die] = mask  # who sees it now; who saw it before does not know it any more
            self.v[slot] += 1
            return
        place, at, *_ = self.wait
        lies, pool = self.p[place], self.pools.get(place, ())
        if self.kind == _PICK:
            _, target, slot, _, by = self.wait
            at = lies.index(what if what in lies else UNKNOWN)
        if lies[at] == UNKNOWN:
            self.pools[place] = _without(pool, what)
            self.p[place] = (*lies[:at], what, *lies[at + 1 :])
        if self.kind == _PICK:
            for other in self.p[place]:  # who does not see which it is no longer knows where any of them are
                if other != UNKNOWN:
                    self.seen[other] &= self.sees_chance
            self.put(what, target, by=by)
            self.v[slot] -= 1
        else:
            self.seen[what] = self.wait[-1]


def _without(pool: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """All pieces of a pool, which are in rising order, but one."""
    at = pool.index(piece)
    return pool[:at] + pool[at + 1 :]
