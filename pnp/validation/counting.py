"""A kit and what the rules call for in; a finding for every piece, value, fact and table cell that differs out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from pnp.definition.findings import shown
from pnp.definition.model import Game, Row
from pnp.engine.kit import Kit
from pnp.engine.requirements import Cell, Fact
from pnp.errors import Finding
from pnp.validation.amounts import Line, Required, difference, lines, remedy, spoken
from pnp.validation.fixed import OF_MAKES

Item = TypeVar("Item")

#: Codes of the findings about pieces, and of those about numbers and tables.
OF_PIECES = ("missing", "not-called-for", "too-few", "too-many", "part", "value", *OF_MAKES)
OF_NUMBERS = ("fact", "cell", "row", "players")

_LIKENESS = 0.7
_DEFINITION = "game.toml"


def counted(kit: Kit, required: Required) -> tuple[Finding, ...]:
    """Holds every piece, printed value, fact and cell against the rules at each number of players."""
    every = sorted(required)
    by_id = lines(kit, required)
    missing = [line for line in by_id.values() if not line.pieces]
    extra = [line for line in by_id.values() if not line.needs]
    found = [*_missing(kit.game, missing, extra, every), *_extra(kit.game, extra, missing)]
    for line in by_id.values():
        if line.pieces and line.needs:
            found += _differences(kit.game, line, every)
    found += _facts(kit.game, _unique(fact for each in required.values() for fact in each.facts))
    found += _cells(kit.game, _unique(cell for each in required.values() for cell in each.cells))
    return tuple(found)


def _missing(game: Game, lines: Sequence[Line], extra: Sequence[Line], every: list[int]) -> Iterator[Finding]:
    for line in lines:
        need = line.needs[min(line.needs)]
        near = _nearest(line.id, [other.id for other in extra])
        where = next((own.where.rpartition(":")[0] for own in game.components if own.part == need.part), _DEFINITION)
        mend = f"is {shown(near)} meant for it? Then rename that" if near else f"add it to {where}"
        players = "" if len(line.needs) == len(every) else f" with {spoken(line.needs)} players"
        what = f"none is printed, {line.want(max(line.needs))} called for{players}"
        yield Finding("error", "missing", line.id, f"{what} ({need.source}); {mend}")


def _extra(game: Game, lines: Sequence[Line], missing: Sequence[Line]) -> Iterator[Finding]:
    for line in lines:
        near = _nearest(line.id, [other.id for other in missing])
        mend = f"did you mean {shown(near)}? Else delete it" if near else "delete it"
        count = line.have(max(line.pieces))
        message = f"{count} printed, but no rule calls for any; {mend}{_at(game, line)}"
        yield Finding("error", "not-called-for", line.id, message)


def _differences(game: Game, line: Line, every: list[int]) -> Iterator[Finding]:
    need = line.needs[min(line.needs)]
    few = [players for players in every if line.have(players) < line.want(players)]
    many = [players for players in every if line.have(players) > line.want(players)]
    if few or many:
        what = difference(line, sorted(few + many), every)
        code = "too-few" if few else "too-many"
        yield Finding("error", code, line.id, f"{what} ({need.source}); {remedy(line, every)}{_at(game, line)}")
    for code, message in _unique(_faults(line)):
        yield Finding("error", code, line.id, f"{message} ({need.source}); correct it{_at(game, line)}")


def _faults(line: Line) -> Iterator[tuple[str, str]]:
    """Code and words for everything but the count that differs between a piece and its need."""
    for players in line.needs.keys() & line.pieces.keys():
        need, piece = line.needs[players], line.pieces[players]
        if piece.part != need.part:
            yield "part", f"it is of part {shown(piece.part)}, but the rules know it as {shown(need.part)}"
        for name, value in need.values.items():
            if name not in piece.values:
                yield "value", f"no {name} is printed, the rules say {shown(value)}"
            elif piece.values[name] != value:
                yield "value", f"{name} {shown(piece.values[name])} is printed, the rules say {shown(value)}"


def _facts(game: Game, facts: Iterable[Fact]) -> Iterator[Finding]:
    for fact in facts:
        where = f"{_DEFINITION}: facts.{fact.name}"
        if fact.name not in game.facts:
            message = f"the fact is missing, the rules say {shown(fact.value)} ({fact.source}); add it to [facts]"
            yield Finding("error", "fact", where, message)
        elif game.facts[fact.name] != fact.value:
            own = shown(game.facts[fact.name])
            message = f"it is {own}, the rules say {shown(fact.value)} ({fact.source}); correct it"
            yield Finding("error", "fact", where, message)


def _cells(game: Game, cells: Iterable[Cell]) -> Iterator[Finding]:
    by_row: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_row.setdefault((cell.table, cell.row), []).append(cell)
    rows = {name: _rows(game, name) for name in dict.fromkeys(table for table, _ in by_row) if name in game.tables}
    for name in dict.fromkeys(table for table, _ in by_row if table not in rows):
        yield Finding("error", "cell", _DEFINITION, f"the rules call for a table {shown(name)}; add it to [tables]")
    for (name, key), wanted in by_row.items():
        if name in rows and key not in rows[name]:
            values = ", ".join(f"{cell.column} {shown(cell.value)}" for cell in wanted)
            message = f"there is no row {shown(key)}, the rules say {values} ({wanted[0].source}); add it"
            yield Finding("error", "cell", game.tables[name].file, message)
        elif name in rows:
            yield from (finding for row in rows[name][key] for cell in wanted for finding in _cell(cell, row))


def _rows(game: Game, name: str) -> Mapping[str, list[Row]]:
    """The rows of a table by what stands in its first column."""
    table = game.tables[name]
    found: dict[str, list[Row]] = {}
    for row in table.rows:
        found.setdefault(row[table.columns[0]], []).append(row)
    return found


def _cell(cell: Cell, row: Row) -> Iterator[Finding]:
    value = row.values.get(cell.column)
    if value != cell.value:
        own = "is missing" if value is None else f"is {shown(value)}"
        says = f"the rules say {shown(cell.value)} ({cell.source})"
        message = f"{cell.column} of {shown(cell.row)} {own}, {says}; correct it"
        yield Finding("error", "cell", f"{row.file}:{row.line}", message)


def _at(game: Game, line: Line) -> str:
    where = next((own.where for own in game.components if own.id == line.id), "")
    return f" at {where}" if where else ""


def _nearest(word: str, options: Sequence[str]) -> str | None:
    near = get_close_matches(word, options, n=1, cutoff=_LIKENESS)
    return near[0] if near else None


def _unique(items: Iterable[Item]) -> list[Item]:
    return list(dict.fromkeys(items))
