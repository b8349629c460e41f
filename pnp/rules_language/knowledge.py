"""What seats come to know of pieces that lie hidden, and tables as they may be for all that a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pnp.engine.action import Rng
from pnp.rules_language.facts import Known, Pieces
from pnp.rules_language.program import UNKNOWN, Preferred, Raw, Told, Waiting

if TYPE_CHECKING:
    from pnp.rules_language.table import Table

_TRIES = 20
"""Times that hidden pieces are dealt anew by lot before a deal is mended by swaps."""
_SWAPS = 20
"""The most swaps for each hidden piece, where no such deal fits."""
_WORSE = 0.1
"""How often a swap stays that makes a deal fit less."""
_NONE: Pieces = frozenset()


def learn(table: Table, choice: int, told: Told, raw: Raw) -> None:
    """All learn what was picked, and from a pick that is not preferred, what is not there to be picked."""
    for kind, value in zip(told.types, raw[1:]):
        if kind == "piece":
            table.reveal((value,), table.program.everybody)
        elif kind == "pieces":
            table.reveal(value, table.program.everybody)
    found = table.program.preferences.get((choice, raw[0]))
    if found is not None and table.is_learned_from:
        with table.learning():
            _learn_of_preferences(table, raw, found)


def _learn_of_preferences(table: Table, raw: Raw, preferred: Preferred) -> None:
    """All learn what the seat cannot have that picked a piece although others would be preferred."""
    fits, *wishes = preferred.tests(table)
    table.spend(preferred.work)
    unmet = [wish for wish in wishes if not wish(raw[1:])]
    if not unmet:
        return
    every = range(len(table.program.ids))
    table.spend(preferred.work * len(every) * len(unmet))
    left, lacking = fits(every), set[int]()
    for wish in wishes[: wishes.index(unmet[-1]) + 1]:
        if wish in unmet:
            lacking.update(wish(left))
        else:
            left = wish(left)
    base = preferred.base
    table.know(base + table.acts - 1 if table.program.spots[base].seat else base, frozenset(lacking), 0, 0)


def sampled(table: Table, seat: int, rng: Rng) -> Table:
    """A table as it may be for all that the seat knows: what is hidden from it lies anywhere that fits, dice that it
    does not see show anything, and what others chose in secret is any choice of theirs.

    Of what is hidden nothing shows in the new table but how much of it there is where: not even in which order it lay.
    """
    other = table.copy()
    hidden = [
        (place, at)
        for place, lies in enumerate(table.p)
        for at, piece in enumerate(lies)
        if piece != UNKNOWN and not table.seen[piece] >> seat & 1
    ]
    sides = table.program.sides
    for die in sorted(die for place, at in hidden if (die := table.p[place][at]) in sides):
        other.face[die] = rng.one_of(sides[die])
    _deal_anew(other, [(place, at) for place, at in hidden if table.p[place][at] not in sides], seat, rng)
    if table.acts > 0 and (waiting := table.program.waiting.get(table.wait[0])):
        _choose_anew(other, table.wait[0], waiting, seat, rng)
    return other


class _Bound(NamedTuple):
    """How many of these pieces lie in places of the new deal that are next to each other."""

    begins: int
    ends: int
    pieces: Pieces
    least: int
    most: int

    def error(self, dealt: Sequence[int]) -> int:
        """How many a deal has too many, or, below 0, too few."""
        count = len(self.pieces.intersection(dealt[self.begins : self.ends]))
        return max(0, count - self.most) + min(0, count - self.least)


def _deal_anew(table: Table, hidden: Sequence[tuple[int, int]], seat: int, rng: Rng) -> None:
    """Lays other pieces where some lie that a seat does not know, those of shuffled piles among them."""
    old = [table.p[place][at] for place, at in hidden]
    notes = _notes(table, hidden)
    pools = [(place, piece) for place, pieces in table.pools.items() for piece in pieces]
    true = [*old, *(piece for _, piece in pools)]
    bounds = _bounds(table, hidden, frozenset(true), seat)
    new = _new_deal(bounds, sorted(true), rng)
    for piece in true:
        table.seen[piece] = table.by[piece] = 0
    rest = [*zip((place for place, _ in pools), new[len(hidden) :])]
    table.pools = {place: tuple(sorted(piece for at, piece in rest if at == place)) for place in table.pools}
    moved = {place: list(table.p[place]) for place, _ in hidden}
    for (place, at), piece, (mask, by) in zip(hidden, new, notes):
        moved[place][at] = piece
        table.seen[piece], table.by[piece] = mask, by
    for place, lies in moved.items():
        table.p[place] = tuple(lies if table.program.spots[place].is_pile else sorted(lies))
    if table.it in old:
        place, at = hidden[old.index(table.it)]
        known = (place, at) if table.program.spots[place].is_pile else next(each for each in hidden if each[0] == place)
        table.it = new[hidden.index(known)]


def _bounds(table: Table, hidden: Sequence[tuple[int, int]], pool: Pieces, seat: int) -> list[_Bound]:
    """What the seat can tell of hidden pieces that are dealt out of a pool, besides which they are not."""
    found, begins = list[_Bound](), 0
    for place, group in groupby(hidden, key=lambda each: each[0]):
        ends = begins + len([*group])
        known = frozenset(table.p[place]) - pool
        told = table.facts.get(place, Known())
        for fact in (fact for each in told.facts.values() for fact in each):
            (least, most), own, left = told.bounds(fact, seat), len(fact.pieces & known), fact.pieces & pool
            if least > own or most - own < min(len(left), ends - begins):
                found.append(_Bound(begins, ends, left, least - own, most - own))
        begins = ends
    return found


def _notes(table: Table, hidden: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Who knows each of the pieces and who laid it, in an order that tells nothing where there is none on the table."""
    found: list[tuple[int, int]] = []
    for place, group in groupby(hidden, key=lambda each: each[0]):
        pieces = [table.p[place][at] for _, at in group]
        own = [(table.seen[piece], table.by[piece]) for piece in pieces]
        found += own if table.program.spots[place].is_pile else sorted(own)
    return found


def _choose_anew(table: Table, choice: int, waiting: Waiting, seat: int, rng: Rng) -> None:
    """Takes back what others chose in secret, and lets them choose anything."""
    chosen, table.v[waiting.chosen] = table.v[waiting.chosen], ()
    kept = table.v[waiting.seat], table.v[waiting.last]
    anew: list[tuple[int, int, Raw]] = []
    for who, group in groupby(chosen, key=lambda each: each[0]):
        own = list(group)
        if who == seat:
            anew += own
            continue
        table.v[waiting.seat] = who
        raws = table.program.choices[choice](table)
        while len(raws) > len(own):
            raws.remove(rng.one_of(raws))
        anew += [(who, raw[0], raw[1:]) for raw in raws]
    table.v[waiting.seat], table.v[waiting.last] = kept
    table.v[waiting.chosen] = tuple(anew)


def _new_deal(bounds: Sequence[_Bound], pool: Sequence[int], rng: Rng) -> list[int]:
    """A piece of the pool for each place, by lot, so that all bounds hold."""
    new = _dealt(bounds, pool, rng)
    for _ in range(_TRIES):
        if not any(bound.error(new) for bound in bounds):
            return new
        new = _dealt(bounds, pool, rng)
    return _mended(bounds, new, rng)


def _dealt(bounds: Sequence[_Bound], pool: Sequence[int], rng: Rng) -> list[int]:
    """A piece of the pool for each place, by lot: first where some are due, then where some cannot be."""
    lacks, only = [_NONE] * len(pool), dict[int, Pieces]()
    for bound in bounds:
        if bound.most <= 0:
            for at in range(bound.begins, bound.ends):
                lacks[at] |= bound.pieces
    for bound in sorted((each for each in bounds if each.least > 0), key=lambda each: len(each.pieces)):
        own = range(bound.begins, bound.ends)
        free = [at for at in own if at not in only]
        for _ in range(min(bound.least - sum(at in only and only[at] <= bound.pieces for at in own), len(free))):
            at = rng.one_of(free)
            free.remove(at)
            only[at] = bound.pieces
    left, new = list(pool), [UNKNOWN] * len(pool)
    for at in sorted(range(len(pool)), key=lambda at: (at not in only, -len(lacks[at]))):
        fits = left
        if lacks[at] or at in only:
            due = only.get(at)
            fits = [piece for piece in left if piece not in lacks[at] and (due is None or piece in due)]
        new[at] = rng.one_of(fits or left)
        left.remove(new[at])
    return new


def _mended(bounds: Sequence[_Bound], new: list[int], rng: Rng) -> list[int]:
    """The same by swaps of pieces that stand against a bound, which make things worse now and then only."""
    wrong = sum(abs(bound.error(new)) for bound in bounds)
    for _ in range(_SWAPS * len(new)):
        if not wrong:
            break
        bound = rng.one_of([each for each in bounds if each.error(new)])
        is_over = bound.error(new) > 0
        own = range(bound.begins, bound.ends)
        ones = [at for at in own if (new[at] in bound.pieces) == is_over]
        others = [at for at in range(len(new)) if at not in own and (new[at] in bound.pieces) != is_over]
        if not ones or not others:
            continue
        one, other = rng.one_of(ones), rng.one_of(others)
        new[one], new[other] = new[other], new[one]
        now = sum(abs(bound.error(new)) for bound in bounds)
        if now > wrong and rng.fraction() > _WORSE:
            new[one], new[other] = new[other], new[one]
        else:
            wrong = now
    return new
