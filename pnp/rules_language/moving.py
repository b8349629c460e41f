"""Where the pieces of a play lie, and how they come from place to place; what chance is to draw first is waited for.

A pile that was shuffled has no order: each of its pieces is drawn, as chance, when somebody may see it. What a seat
knows of a piece goes with it, until it is mixed with others where that seat cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.engine.action import CHANCE
from pnp.rules_language.facts import Facts, Pieces
from pnp.rules_language.fuel import AT_ONCE
from pnp.rules_language.program import UNKNOWN, RuleFault

DRAW, PICK, ROLL = 2, 3, 4
"""What a table waits for chance to do."""


class PlacedPieces(Facts):
    """Moves pieces. `it` was moved last, `by` has who moved each; `kind`, `pc` and `wait` say what is waited for."""

    __slots__ = ("acts", "by", "it", "kind", "pc", "shuffles", "wait")
    kind: int
    pc: int
    wait: tuple[Any, ...]
    by: list[int]
    it: int
    shuffles: int

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
                self.pools[place] = without(pool, piece)
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
                self.kind, self.acts, self.pc = DRAW, CHANCE, here
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
                self.kind, self.acts, self.pc = DRAW, CHANCE, here
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
                self.kind, self.acts, self.pc = DRAW, CHANCE, here
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
        self.kind, self.acts, self.pc = PICK, CHANCE, here
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
        self.kind, self.acts, self.pc = ROLL, CHANCE, here
        self.wait = (die, slot, rule, mask)
        return False

    def sees(self, dice: Sequence[int], at: int) -> int:
        """Who sees where a die lies, of those that are rolled."""
        if at >= len(dice):
            return 0
        self._pay_for_search()
        place = next((place for place, lies in enumerate(self.p) if dice[at] in lies), 0)
        return self.program.spots[place].mask


def without(pool: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """All pieces of a pool, which are in rising order, but one."""
    at = pool.index(piece)
    return pool[:at] + pool[at + 1 :]
