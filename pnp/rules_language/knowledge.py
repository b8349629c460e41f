"""What seats come to know of pieces that lie hidden, and tables as they may be for all that a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.engine.action import Rng
from pnp.rules_language.program import UNKNOWN, Raw, Told, Waiting

if TYPE_CHECKING:
    from pnp.rules_language.table import Table

_TRIES = 20
"""Times that hidden pieces are dealt anew by lot before any deal will do that fits."""
_NOTHING: frozenset[int] = frozenset()


def learn(table: Table, choice: int, told: Told, raw: Raw) -> None:
    """All learn what was picked, and from a pick that is not preferred, what is not there to be picked."""
    for kind, value in zip(told.types, raw[1:]):
        if kind == "piece":
            table.seen[value] = table.program.everybody
        elif kind == "pieces":
            table.reveal(value, table.program.everybody)
    found = table.program.preferences.get((choice, raw[0]))
    if found is None:
        return
    base, tests = found
    _, *holds = tests(table, raw[1])
    if all(holds):
        return
    place = base + table.acts - 1 if table.program.spots[base].seat else base
    lacking = set(table.lacking.get(place, ()))
    held: list[int] = []
    for at, holding in enumerate(holds, 1):
        if holding:
            held.append(at)
            continue
        for piece in range(len(table.program.ids)):
            results = tests(table, piece)
            if results[0] and results[at] and all(results[each] for each in held):
                lacking.add(piece)
    table.lacking[place] = frozenset(lacking)


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
    _deal_anew(other, [(place, at) for place, at in hidden if table.p[place][at] not in sides], rng)
    if table.acts > 0 and (waiting := table.program.waiting.get(table.wait[0])):
        _choose_anew(other, table.wait[0], waiting, seat, rng)
    return other


def _deal_anew(table: Table, hidden: Sequence[tuple[int, int]], rng: Rng) -> None:
    """Lays other pieces where some lie that a seat does not know, those of shuffled piles among them."""
    old = [table.p[place][at] for place, at in hidden]
    notes = _notes(table, hidden)
    pools = [place for place, pieces in table.pools.items() for _ in pieces]
    pool = sorted((*old, *(piece for pieces in table.pools.values() for piece in pieces)))
    lacks = [table.lacking.get(place, _NOTHING) for place, _ in hidden] + [_NOTHING] * len(pools)
    new = next(filter(None, (_dealt(lacks, pool, rng) for _ in range(_TRIES))), None) or _fitted(lacks, pool)
    for piece in pool:
        table.seen[piece] = table.by[piece] = 0
    rest = [*zip(pools, new[len(hidden) :])]
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


def _dealt(lacks: Sequence[frozenset[int]], pool: Sequence[int], rng: Rng) -> list[int] | None:
    """A piece of the pool for each place, none that the place lacks; None where those drawn come to nothing."""
    left = list(pool)
    new = [UNKNOWN] * len(lacks)
    for at in sorted(range(len(lacks)), key=lambda at: -len(lacks[at])):
        fits = [piece for piece in left if piece not in lacks[at]] if lacks[at] else left
        if not fits:
            return None
        new[at] = rng.one_of(fits)
        left.remove(new[at])
    return new


def _fitted(lacks: Sequence[frozenset[int]], pool: Sequence[int]) -> list[int]:
    """The same without lots, for places that lack so much that hardly any deal fits: there always is one."""
    owner: dict[int, int] = {}

    def fit(at: int, tried: set[int]) -> bool:
        for piece in pool:
            if piece not in lacks[at] and piece not in tried:
                tried.add(piece)
                if piece not in owner or fit(owner[piece], tried):
                    owner[piece] = at
                    return True
        return False

    for at in range(len(lacks)):
        fit(at, set())
    new = {at: piece for piece, at in owner.items()}
    rest = iter(piece for piece in pool if piece not in owner)
    return [new[at] if at in new else next(rest) for at in range(len(lacks))]
