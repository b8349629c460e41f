"""A game's data and where names stand in it in; what players call each thing that a play speaks of by its id out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.definition.model import Game


def named(game: Game, source: str) -> Mapping[str, str]:
    """The names that a source such as `empires.name` or `map.regions.name` gives: a table, or a list or table of a
    document, and last the column or key that holds the name.

    Rows of a table are known by its first column, members of a list by their `id`, those of a document's table by
    their key. Whatever the data does not have gives no name.
    """
    *places, column = source.split(".")
    entries = _rows(game, places) if len(places) == 1 else _members(game, places)
    return {key: name for key, entry in entries if isinstance(name := entry.get(column), str)}


def _rows(game: Game, places: Sequence[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    if table := game.tables.get(places[0]):
        for row in table.rows:
            yield row[table.columns[0]], row.values


def _members(game: Game, places: Sequence[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    found: object = game.documents
    for name in places:
        found = found.get(name) if isinstance(found, Mapping) else None
    entries: list[tuple[object, object]] = []
    match found:
        case Mapping():
            entries = list(found.items())
        case [*members]:
            entries = [(member.get("id"), member) for member in members if isinstance(member, Mapping)]
    for key, entry in entries:
        if isinstance(key, str) and isinstance(entry, Mapping):
            yield key, entry
