"""Printed pieces held against what the rules call for: a finding for every piece, value and table cell that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from pnp.definition.findings import quoted
from pnp.definition.model import Game, Row
from pnp.engine.requirements import Cell, ComponentSet, Fact, Need, Piece, Requirements
from pnp.errors import Finding
from pnp.playouts.fixed import OF_MAKES

Required = Mapping[int, Requirements]
"""What the rules call for, by number of players."""

#: Codes of the findings about pieces, and of those about numbers and tables.
OF_PIECES = ("missing", "not-called-for", "too-few", "too-many", "part", "value", *OF_MAKES)
OF_NUMBERS = ("fact", "cell", "row", "players")

_LIKENESS = 0.7
_DEFINITION = "game.toml"


@dataclass
class ComponentCount:
    """One component: the pieces of it that are there and that the rules call for, by number of players."""

    id: str
    pieces: dict[int, Piece] = field(default_factory=dict)
    needs: dict[int, Need] = field(default_factory=dict)

    def have(self, players: int) -> int:
        return self.pieces[players].count if players in self.pieces else 0

    def want(self, players: int) -> int:
        return self.needs[players].count if players in self.needs else 0


def lines(kit: ComponentSet, required: Required) -> Mapping[str, ComponentCount]:
    """A line for every component that is there or called for; cards of another deck are pooled by part and value."""
    found: dict[str, ComponentCount] = {}
    match = kit.game.conversion.match if kit.deck is not None and kit.game.conversion is not None else None
    for players, requirements in required.items():
        needs = [need for need in requirements.needs if need.count]
        pieces: Iterable[Piece] = kit.pieces(players)
        if match is not None:
            needs, pieces = _pooled(kit.game, match, needs, pieces)
        for need in needs:
            found.setdefault(need.component, ComponentCount(need.component)).needs[players] = need
        for piece in pieces:
            found.setdefault(piece.id, ComponentCount(piece.id)).pieces[players] = piece
    return found


def _pooled(game: Game, match: str, needs: list[Need], pieces: Iterable[Piece]) -> tuple[list[Need], list[Piece]]:
    """Needs and cards with one of each for a part and value, known by the first component that the rules name there."""
    parts = {piece.part for piece in pieces if piece.kind == "card"}
    parts |= {component.part for component in game.components if component.kind == "card"}
    pools: dict[tuple[str, str], Need] = {}
    for need in needs:
        if need.part in parts:
            key = (need.part, need.values.get(match, ""))
            before = pools.get(key)
            values = {match: key[1]} if key[1] else {}
            name, count = (before.component, before.count + need.count) if before else (need.component, need.count)
            pools[key] = Need(name, need.part, count, need.source, values, need.played)
    pooled: dict[str, Piece] = {}
    for piece in pieces:
        pool = pools.get((piece.part, piece.values.get(match, "")))
        name = piece.id if pool is None else pool.component
        count = piece.count + (pooled[name].count if name in pooled else 0)
        pooled[name] = Piece(name, piece.part, piece.kind, count, piece.values, piece.name)
    others = [need for need in needs if need.part not in parts]
    return [*others, *pools.values()], list(pooled.values())


def numbers_in_words(numbers: Iterable[int]) -> str:
    """Whole numbers in words: `4`, `2 to 8`, `2, 4 and 5`."""
    ordered = sorted(set(numbers))
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    words = [str(number) for number in ordered]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def difference(line: ComponentCount, wrong: list[int], every: list[int]) -> str:
    """Where a count is wrong, what is printed and what the rules call for, in words."""
    if len({(line.have(players), line.want(players)) for players in wrong}) == 1:
        where = "" if wrong == every else f" with {numbers_in_words(wrong)} players"
        return f"{line.have(wrong[0])} printed, {line.want(wrong[0])} called for{where}"
    first, last = wrong[0], wrong[-1]
    return (
        f"with {first} players {line.have(first)} are printed and {line.want(first)} called for, "
        f"with {last} players {line.have(last)} and {line.want(last)}"
    )


def remedy(line: ComponentCount, every: list[int]) -> str:
    """How many of it the definition should say there are."""
    wants = [line.want(players) for players in every]
    if len(set(wants)) == 1:
        return f"make that {wants[0]}"
    share = wants[0] // every[0]
    if all(want == share * players for want, players in zip(wants, every)):
        return f"make that {share} for each player"
    seat = next(players for players, want in zip(every, wants) if want)
    if set(wants[every.index(seat) :]) == {wants[-1]}:
        return f"make that {wants[-1]} from {seat} players on"
    return "make that " + ", ".join(f"{want} with {players} players" for players, want in zip(every, wants))


def counted(kit: ComponentSet, required: Required) -> tuple[Finding, ...]:
    """Holds every piece, printed value, fact and cell against the rules at each number of players."""
    every = sorted(required)
    by_id = lines(kit, required)
    missing = [line for line in by_id.values() if not line.pieces]
    extra = [line for line in by_id.values() if not line.needs]
    found = [*_missing(kit.game, missing, extra, every), *_extra(kit.game, extra, missing)]
    for line in by_id.values():
        if line.pieces and line.needs:
            found += _differences(kit.game, line, every)
    found += _facts(kit.game, dict.fromkeys(fact for each in required.values() for fact in each.facts))
    found += _cells(kit.game, dict.fromkeys(cell for each in required.values() for cell in each.cells))
    return tuple(found)


def _missing(
    game: Game, lines: Sequence[ComponentCount], extra: Sequence[ComponentCount], every: list[int]
) -> Iterator[Finding]:
    for line in lines:
        need = line.needs[min(line.needs)]
        near = _nearest(line.id, extra)
        where = next((own.where.rpartition(":")[0] for own in game.components if own.part == need.part), _DEFINITION)
        mend = f"is {quoted(near)} meant for it? Then rename that" if near else f"add it to {where}"
        players = "" if len(line.needs) == len(every) else f" with {numbers_in_words(line.needs)} players"
        what = f"none is printed, {line.want(max(line.needs))} called for{players}"
        yield Finding("error", "missing", line.id, f"{what} ({need.source}); {mend}")


def _extra(game: Game, lines: Sequence[ComponentCount], missing: Sequence[ComponentCount]) -> Iterator[Finding]:
    for line in lines:
        near = _nearest(line.id, missing)
        mend = f"did you mean {quoted(near)}? Else delete it" if near else "delete it"
        count = line.have(max(line.pieces))
        message = f"{count} printed, but no rule calls for any; {mend}{_at(game, line)}"
        yield Finding("error", "not-called-for", line.id, message)


def _differences(game: Game, line: ComponentCount, every: list[int]) -> Iterator[Finding]:
    need = line.needs[min(line.needs)]
    few = [players for players in every if line.have(players) < line.want(players)]
    many = [players for players in every if line.have(players) > line.want(players)]
    if few or many:
        what = difference(line, sorted(few + many), every)
        code = "too-few" if few else "too-many"
        yield Finding("error", code, line.id, f"{what} ({need.source}); {remedy(line, every)}{_at(game, line)}")
    for code, message in dict.fromkeys(_faults(line)):
        yield Finding("error", code, line.id, f"{message} ({need.source}); correct it{_at(game, line)}")


def _faults(line: ComponentCount) -> Iterator[tuple[str, str]]:
    """Code and words for everything but the count that differs between a piece and its need."""
    for players in line.needs.keys() & line.pieces.keys():
        need, piece = line.needs[players], line.pieces[players]
        if piece.part != need.part:
            yield "part", f"it is of part {quoted(piece.part)}, but the rules know it as {quoted(need.part)}"
        for name, value in need.values.items():
            if name not in piece.values:
                yield "value", f"no {name} is printed, the rules say {quoted(value)}"
            elif piece.values[name] != value:
                yield "value", f"{name} {quoted(piece.values[name])} is printed, the rules say {quoted(value)}"


def _facts(game: Game, facts: Iterable[Fact]) -> Iterator[Finding]:
    for fact in facts:
        own = game.facts.get(fact.name)
        if own != fact.value:
            trouble = "the fact is missing" if own is None else f"it is {quoted(own)}"
            mend = "add it to [facts]" if own is None else "correct it"
            message = f"{trouble}, the rules say {quoted(fact.value)} ({fact.source}); {mend}"
            yield Finding("error", "fact", f"{_DEFINITION}: facts.{fact.name}", message)


def _cells(game: Game, cells: Iterable[Cell]) -> Iterator[Finding]:
    by_row: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_row.setdefault((cell.table, cell.row), []).append(cell)
    for name in dict.fromkeys(table for table, _ in by_row if table not in game.tables):
        yield Finding("error", "cell", _DEFINITION, f"the rules call for a table {quoted(name)}; add it to [tables]")
    for (name, key), wanted in by_row.items():
        if name in game.tables:
            table = game.tables[name]
            rows = [row for row in table.rows if row[table.columns[0]] == key]
            yield from (finding for row in rows for cell in wanted for finding in _cell(cell, row))
            if not rows:
                values = ", ".join(f"{cell.column} {quoted(cell.value)}" for cell in wanted)
                message = f"there is no row {quoted(key)}, the rules say {values} ({wanted[0].source}); add it"
                yield Finding("error", "cell", table.file, message)


def _cell(cell: Cell, row: Row) -> Iterator[Finding]:
    value = row.values.get(cell.column)
    if value != cell.value:
        own = "is missing" if value is None else f"is {quoted(value)}"
        says = f"the rules say {quoted(cell.value)} ({cell.source})"
        message = f"{cell.column} of {quoted(cell.row)} {own}, {says}; correct it"
        yield Finding("error", "cell", f"{row.file}:{row.line}", message)


def _at(game: Game, line: ComponentCount) -> str:
    where = next((own.where for own in game.components if own.id == line.id), "")
    return f" at {where}" if where else ""


def _nearest(word: str, lines: Iterable[ComponentCount]) -> str:
    return next(iter(get_close_matches(word, [line.id for line in lines], n=1, cutoff=_LIKENESS)), "")
