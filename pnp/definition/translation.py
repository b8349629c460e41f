"""Puts what players read of a game's tables, documents and layouts into the language of a wording.

Ids, counts, colours and whatever else a definition computes with are left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from pnp.definition.contents import ImageFile, Tabular, Words
from pnp.definition.design import Design, Element, names_in
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Row, Table
from pnp.definition.section import Section
from pnp.definition.tables import TableSet
from pnp.frozen import frozen
from pnp.language.wording import Collector, Wording

_NEVER = frozenset({"id", "count", "each", "seat", "colour"})
LAYOUT, VALUES, SUBSTITUTES = "layout", "values", "substitutes"


@frozen(slots=False)
class Translation:
    """A wording, and what it is asked for: columns of tables, places in documents such as `map.regions.name`, and the
    plain values of entries that names and texts ask for.
    """

    wording: Wording
    columns: Mapping[str, frozenset[str]]
    places: tuple[str, ...]
    asked: frozenset[str]
    plain: TableSet

    @cached_property
    def table_set(self) -> TableSet:
        """The tables with those columns in the language, and what cells refer to with them."""
        if self.is_silent:
            return self.plain
        tables = {name: table and self._table(table) for name, table in self.plain.tables.items()}
        rows = {(row.file, row.line): row for table in tables.values() if table for row in table.rows}
        referred = {
            column: {key: rows[row.file, row.line] for key, row in found.items()}
            for column, found in self.plain.referred.items()
        }
        return replace(self.plain, tables=tables, referred=referred)

    @property
    def is_silent(self) -> bool:
        """Whether everything stays as it is."""
        return self.wording.is_plain and not isinstance(self.wording, Collector)

    def _table(self, table: Table) -> Table:
        if not self.columns.get(table.name):
            return table
        return replace(table, rows=tuple(replace(row, values=self.row(table, row)) for row in table.rows))

    def row(self, table: Table, row: Row) -> Mapping[str, str]:
        """The cells of a row of that table, those of such columns in the language."""
        spoken = self.columns.get(table.name, ())
        columns = [column for column in table.columns if column in spoken and row[column]]
        said = {column: self.wording.said(f"{table.name}.{column}", row[column]) for column in columns}
        return {**row.values, **said}

    def values(self, values: Mapping[str, str]) -> Mapping[str, str]:
        """Plain values of an entry, those that texts ask for in the language."""
        if self.is_silent:
            return values
        return {key: self.wording.said(VALUES, value) if key in self.asked else value for key, value in values.items()}

    def documents(self, documents: Mapping[str, Mapping[str, object]]) -> Mapping[str, Mapping[str, object]]:
        """The documents with what stands in those places in the language."""
        if self.is_silent:
            return documents
        found: dict[str, Mapping[str, object]] = dict(documents)
        for place in self.places:
            name, *keys = place.split(".")
            changed = self._within(found.get(name), keys, place)
            if isinstance(changed, Mapping):
                found[name] = changed
        return found

    def _within(self, value: object, keys: list[str], place: str) -> object:
        """What stands at the end of the keys: in every member of a list, and of a table that lacks the key."""
        if isinstance(value, str):
            return value if keys else self.wording.said(place, value)
        if isinstance(value, list):
            return [self._within(member, keys, place) for member in value]
        if isinstance(value, Mapping) and keys and keys[0] in value:
            return {**value, keys[0]: self._within(value[keys[0]], keys[1:], place)}
        if isinstance(value, Mapping) and keys:
            return {key: self._within(member, keys, place) for key, member in value.items()}
        return value

    def design(self, design: Design) -> Design:
        """The layouts with their own words in the language."""
        if self.is_silent:
            return design
        spoken = {name: tuple(map(self.element, layout.elements)) for name, layout in design.layouts.items()}
        layouts = {name: replace(layout, elements=spoken[name]) for name, layout in design.layouts.items()}
        instead = {run: self.wording.said(SUBSTITUTES, text) for run, text in design.substitutes.items()}
        return replace(design, layouts=layouts, substitutes=instead)

    def element(self, element: Element) -> Element:
        """An element with its own words in the language."""
        match element.content:
            case Words(text=text) as words:
                return replace(element, content=replace(words, text=self.wording.said(LAYOUT, text)))
            case Tabular(rows=rows, heads=heads) as shown:
                rows, heads = (self.wording.said(LAYOUT, text) if text else "" for text in (rows, heads))
                return replace(element, content=replace(shown, rows=rows, heads=heads))
            case ImageFile(alt=alt) as picture if alt:
                return replace(element, content=replace(picture, alt=self.wording.said(LAYOUT, alt)))
            case _:
                return element


def read_translation(
    root: Section, table_set: TableSet, documents: Collection[str], design: Design, wording: Wording
) -> Translation:
    """What `translate` names; where there is no such key, the columns that names and layouts ask for."""
    silent = Translation(wording, {}, (), frozenset(), table_set).is_silent
    asked = frozenset() if silent else frozenset(_asked(root, design))
    if "translate" not in root:
        derived = _of_names(table_set, asked) if design.layouts else _all_of(table_set)
        return Translation(wording, derived, (), asked, table_set)
    columns: dict[str, set[str]] = {}
    places = []
    for place in root.lines("translate"):
        name, _, rest = place.partition(".")
        table = table_set.tables.get(name)
        if name in documents and rest:
            places.append(place)
        elif table is not None and rest in table.columns:
            columns.setdefault(name, set()).add(rest)
        elif name not in table_set.tables or table is not None:
            tables = (table for table in table_set.tables.values() if table)
            known = [f"{table.name}.{column}" for table in tables for column in table.columns]
            mend = suggest(place, [*known, *(f"{document}. ..." for document in documents)])
            root.fault("unknown-value", f"{quoted(place)} is no column of a table and no document; {mend}", "translate")
    frozen_columns = {name: frozenset(found) for name, found in columns.items()}
    return Translation(wording, frozen_columns, tuple(places), asked, table_set)


def _asked(root: Section, design: Design) -> Iterator[str]:
    """The names that names of components, and the texts of layouts, ask for."""
    templates = [section.text("name", "Card", "") for section in root.tables("components", None)]
    for content in (element.content for layout in design.layouts.values() for element in layout.elements):
        if isinstance(content, Words | ImageFile):
            templates.append(content.text if isinstance(content, Words) else content.alt)
        elif isinstance(content, Tabular):
            templates += (content.rows, content.heads)
            # A column of the table that it shows is known here by its own name.
            templates += (column.replace("{item.", "{") for column in content.columns)
    for template in templates:
        try:
            yield from names_in(template)
        except ValueError:
            continue  # the entry has its finding already


def _of_names(table_set: TableSet, asked: Collection[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    tables = [table for table in table_set.tables.values() if table is not None]
    for name in asked:
        column, _, other = name.partition(".")
        files = {row.file for row in table_set.referred.get(column, {}).values()} if other else None
        for table in tables:
            if (other or name) in table.columns and (files is None or table.file in files):
                found.setdefault(table.name, set()).add(other or name)
    return {name: frozenset(columns - table_set.referred.keys()) for name, columns in found.items()}


def _all_of(table_set: TableSet) -> Mapping[str, frozenset[str]]:
    """Every column that pieces drawn plainly show."""
    tables = (table for table in table_set.tables.values() if table)
    return {table.name: frozenset(table.columns) - table_set.referred.keys() - _NEVER for table in tables}
