"""Printed pieces and the definition held against what the rules call for: a finding for all that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from operator import ne

from pnp.definition.findings import quoted
from pnp.definition.model import Component, Game, Row, Table
from pnp.definition.pieces import DISCS
from pnp.definition.sizes import parse_diameter, parse_size
from pnp.engine.requirements import Cell, ComponentSet, Fact, Fixed, Listing, Make, Need, Piece, Requirements
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.geometry import DRAWN, RECTANGLE, ROUND, Outline, Size, Trim

#: Codes of the findings about how pieces are made.
OF_MAKES = ("kind", "size", "back")
_DEFINITION = "game.toml"
_RULINGS = "rulings.toml"
Cells = tuple[str, ...]
Required = Mapping[int, Requirements]
"""What the rules call for, by number of players."""

#: Codes of the findings about pieces, and of those about numbers and tables.
OF_PIECES = ("missing", "not-called-for", "too-few", "too-many", "part", "value", *OF_MAKES)
OF_NUMBERS = ("fact", "cell", "row", "players")

_LIKENESS = 0.7


def held(game: Game, rules: Rules, fixed: Fixed) -> Iterator[Finding]:
    """A finding for everything that the definition or its rulings.toml says otherwise than the rules do."""
    yield from _named(game, fixed)
    for make in fixed.makes:
        yield from _made(game, make)
    for listing in fixed.listings:
        yield from _listed(game, listing)
    for table in game.tables.values():
        yield from _called(table)
    yield from _check_marks(game, fixed.shapes)
    yield from _chosen(rules, fixed)


def _named(game: Game, fixed: Fixed) -> Iterator[Finding]:
    if game.title != fixed.title:
        yield _error("title", f"the game is called {quoted(game.title)}", quoted(fixed.title), fixed.source)
    if game.language != fixed.language:
        yield _error("language", f"it is in {quoted(game.language)}", quoted(fixed.language), fixed.source)
    if fixed.designer not in game.credits:
        message = f"nothing says that {fixed.designer} designed the game; say so in 'credits'"
        yield Finding("error", "credits", _DEFINITION, message)
    if game.players != fixed.players:
        own, wanted = (f"{low} to {high}" for low, high in (game.players, fixed.players))
        yield _error("players", f"it is for {own} players", f"{wanted} players", fixed.source)
    yield from _words("edition", _DEFINITION, game.editions, fixed.editions)
    known = tuple(name for name in game.variants if name != DISCS)  # how discs are cut is no matter of rules
    yield from _words("variant", _DEFINITION, known, tuple(fixed.variants))
    for name in game.variants.keys() & fixed.variants.keys():
        what = f"value of the variant {quoted(name)}"
        yield from _words(what, _DEFINITION, game.variants[name], fixed.variants[name])
    decks = () if game.conversion is None else tuple(game.conversion.decks)
    yield from _words("deck to take cards from", _DEFINITION, decks, fixed.decks)


def _error(code: str, own: str, wanted: str, source: str) -> Finding:
    return Finding("error", code, _DEFINITION, f"{own}, the rules say {wanted} ({source}); correct it")


def _words(what: str, where: str, own: Sequence[str], wanted: Sequence[str]) -> Iterator[Finding]:
    """Words that are to be there and are not, and those that nobody knows."""
    for word in wanted:
        if word not in own:
            yield Finding("error", "choice", where, f"the {what} {quoted(word)} is missing; add it")
    for word in own:
        if word not in wanted:
            known = ", ".join(wanted) or "none"
            yield Finding("error", "choice", where, f"no rule knows the {what} {quoted(word)}; there is {known}")
    if set(own) == set(wanted) and tuple(own) != tuple(wanted):
        listed = ", ".join(map(quoted, wanted))
        message = f"the first {what} is the usual one; write them in this order: {listed}"
        yield Finding("error", "choice", where, message)


# Pieces.


def _made(game: Game, make: Make) -> Iterator[Finding]:
    """The pieces of a part that are of another kind or size, or that show what they are to hide."""
    parts = {back.id: back.part for back in game.backs}
    size, outline = _trim(make)
    for piece in (each for each in game.components if each.part == make.part):
        if piece.kind != make.kind:
            yield _differs("kind", piece, f"it is a {piece.kind}", f"a {make.kind}")
        if not _is_cut_as(piece.trim, size, outline, DISCS in game.variants):
            own = f"{piece.trim.size.width:g} x {piece.trim.size.height:g} mm, {piece.trim.outline.name}"
            yield _differs("size", piece, f"it is {own}", f"{size.width:g} x {size.height:g} mm, {outline.name}")
        if piece.folded != (parse_size(make.folded) if make.folded else None):
            own = f"{piece.folded.width:g} x {piece.folded.height:g} mm" if piece.folded else "of no size that is told"
            yield _differs("size", piece, f"it is {own} once folded", make.folded or "no size of its own")
        wanted = make.back.format_map(piece.values)
        own = "self" if piece.back == piece.id else parts.get(piece.back or "", piece.back or "")
        if own != wanted:
            own, wanted = ({"": "blank", "self": "its own face"}.get(name, quoted(name)) for name in (own, wanted))
            yield _differs("back", piece, f"its back is {own}", wanted)
        if sorted(piece.sides) != sorted(make.sides):
            own, wanted = (", ".join(sides) or "none" for sides in (piece.sides, make.sides))
            yield _differs("sides", piece, f"its sides are {own}", wanted)


def _is_cut_as(trim: Trim, size: Size, outline: Outline, may_be_reshaped: bool) -> bool:
    """Whether a piece has that size and outline; a disc may be cut as the square or the hexagon around it."""
    if (trim.size, trim.outline) == (size, outline):
        return True
    return outline == ROUND and may_be_reshaped and not trim.outline.is_drawn and trim.size.height == size.height


def _trim(make: Make) -> tuple[Size, Outline]:
    if make.drawn:
        return parse_size(make.size), DRAWN
    round_one = make.size[0].isdigit() and "x" not in make.size
    return (parse_diameter(make.size), ROUND) if round_one else (parse_size(make.size), RECTANGLE)


def _differs(code: str, piece: Component, own: str, wanted: str) -> Finding:
    return Finding("error", code, piece.id, f"{own}, and it must be {wanted}; correct it at {piece.where}")


# Tables and sets.


def _listed(game: Game, listing: Listing) -> Iterator[Finding]:
    table = game.tables.get(listing.table) or _in_document(game, listing)
    if table is None:
        message = f"the rules call for a table {quoted(listing.table)} ({listing.source}); add it to [tables]"
        yield Finding("error", "cell", _DEFINITION, message)
        return
    lost = [column for column in listing.columns if column not in table.columns]
    for column in lost:
        yield Finding("error", "cell", table.file, f"the column {quoted(column)} is missing; add it ({listing.source})")
    if not lost:
        yield from _rows(table, listing)


def _in_document(game: Game, listing: Listing) -> Table | None:
    """The entries of a list or table in a document, `map.phases`, as rows; None where there is no such thing.

    Those of a table are known by their key, in the column `id`.
    """
    document, _, key = listing.table.partition(".")
    entries = game.documents.get(document, {}).get(key)
    if isinstance(entries, dict):
        entries = [{**entry, "id": name} if isinstance(entry, dict) else entry for name, entry in entries.items()]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return None
    file = f"{listing.table}, entry"
    cells = ({column: str(entry.get(column, "")) for column in listing.columns} for entry in entries)
    rows = tuple(Row(each, file, at) for at, each in enumerate(cells, 1))
    return Table(listing.table, listing.table, listing.columns, rows)


def _rows(table: Table, listing: Listing) -> Iterator[Finding]:
    """Cells that say otherwise than the rules, rows that no rule knows, each at its line, and rows that are missing."""
    left = Counter(listing.rows)
    strange: list[tuple[Row, Cells]] = []
    for row in table.rows:
        own = tuple(row[column] for column in listing.columns)
        if left[own] > 0:
            left[own] -= 1
        else:
            strange.append((row, own))
    for row, own in strange:
        # The missing row that it is most like: one of the same key, or one that differs in a single cell.
        missing = [wanted for wanted, count in left.items() if count]
        near = [wanted for wanted in missing if wanted[0] == own[0] or sum(map(ne, wanted, own)) == 1]
        meant = min(near, key=lambda wanted: sum(map(ne, wanted, own)), default=())
        if meant:
            left[meant] -= 1
        yield Finding("error", "cell" if meant else "row", f"{row.file}:{row.line}", _wrong(listing, own, meant))
    for wanted, count in left.items():
        if count:
            message = f"there is no row {_describe(listing, wanted)}, the rules say there is ({listing.source}); add it"
            yield Finding("error", "row", table.file, message)


def _wrong(listing: Listing, own: Cells, meant: Cells) -> str:
    if not meant:
        again = "stands once too often by" if own in listing.rows else "is in none of"
        return f"the row {_describe(listing, own)} {again} the rules ({listing.source}); correct or delete it"
    wrong = [at for at, (cell, wanted) in enumerate(zip(own, meant)) if cell != wanted]
    cells = ", ".join(f"{listing.columns[at]} of {quoted(own[0])} is {quoted(own[at])}" for at in wrong)
    wanted = ", ".join(quoted(meant[at]) for at in wrong)
    return f"{cells}, the rules say {wanted} ({listing.source}); correct it"


def _describe(listing: Listing, row: Sequence[str]) -> str:
    return ", ".join(f"{column} {quoted(cell)}" for column, cell in zip(listing.columns, row))


def _called(table: Table) -> Iterator[Finding]:
    """Two rows of one name, so that nobody could say at the table which is meant, and one that alone lacks a cell."""
    for column in table.columns:
        blank = [row for row in table.rows if not row[column]]
        if len(blank) == 1 < len(table.rows) - 1:
            where, key = f"{blank[0].file}:{blank[0].line}", blank[0][table.columns[0]]
            message = f"{column} of {quoted(key)} is empty, and no other row's is; fill it in"
            yield Finding("error", "cell", where, message)
    seen: dict[str, int] = {}
    for row in table.rows if "name" in table.columns else ():
        name = row["name"].casefold()
        if name and name in seen:
            message = f"{quoted(row['name'])} is the name of the row at line {seen[name]} as well; rename one"
            yield Finding("error", "name", f"{row.file}:{row.line}", message)
        seen.setdefault(name, row.line)


def _check_marks(game: Game, shapes: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """Sets that are gone, and members whose shape is another than the one that players know them by."""
    sets = {marks.name: {member.id: member.shape for member in marks.members} for marks in game.sets}
    yield from _words("set of marks", _DEFINITION, tuple(sets), tuple(shapes))
    for name in sets.keys() & shapes.keys():
        for member, shape in shapes[name].items():
            own = sets[name].get(member)
            if own != shape:
                said = "is not there" if own is None else f"has the shape {quoted(own)}"
                message = f"{quoted(member)} {said}, and its shape is {quoted(shape)}; correct it"
                yield Finding("error", "shape", f"{_DEFINITION}: sets.{name}", message)


# What the rules leave open, and how a play ends.


def _chosen(rules: Rules, fixed: Fixed) -> Iterator[Finding]:
    yield from _words("option", _RULINGS, tuple(rules.options), tuple(fixed.choices))
    for name, words in fixed.choices.items():
        if name in rules.options:
            yield from _words(f"choice of {quoted(name)}", _RULINGS, tuple(rules.options[name].choices), words)
    yield from _words("ending", _RULINGS, tuple(rules.endings), fixed.endings)


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
        pooled[name] = Piece(name, piece.part, piece.kind, count, piece.values, piece.name, piece.forms)
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
