"""What the rules fix for any number of players, held against the definition: range, makes, tables, sets, choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import ne

from pnp.definition.findings import quoted
from pnp.definition.model import Component, Game, Row, Table
from pnp.definition.sizes import parse_diameter, parse_size
from pnp.engine.requirements import Fixed, Listing, Make
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.geometry import Outline, Size

#: Codes of the findings about how pieces are made.
OF_MAKES = ("kind", "size", "back")
_DEFINITION = "game.toml"
_RULINGS = "rulings.toml"
Cells = tuple[str, ...]


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
    yield from _words("variant", _DEFINITION, tuple(game.variants), tuple(fixed.variants))
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
        if (piece.trim.size, piece.trim.outline) != (size, outline):
            own = f"{piece.trim.size.width:g} x {piece.trim.size.height:g} mm, {piece.trim.outline}"
            yield _differs("size", piece, f"it is {own}", f"{size.width:g} x {size.height:g} mm, {outline}")
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


def _trim(make: Make) -> tuple[Size, Outline]:
    if make.drawn:
        return parse_size(make.size), "drawn"
    round_one = make.size[0].isdigit() and "x" not in make.size
    return (parse_diameter(make.size), "round") if round_one else (parse_size(make.size), "rectangle")


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
