"""Makes Components of one [[components]] entry of game.toml and the rows of its table."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pnp.definition.design import filled, names_in, slug
from pnp.definition.findings import Place, quoted, suggest
from pnp.definition.model import KINDS, Back, Component, Kind, Row, Table
from pnp.definition.section import HABITS, MOST_COMPONENTS, MOST_PIECES, Section
from pnp.definition.sizes import read_folded, read_trim
from pnp.definition.tables import TableSet
from pnp.definition.translation import Translation
from pnp.geometry import Size, Trim

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)*")
_MOST_TEMPLATE = 300
_COUNT = re.compile(r"[0-9]{1,9}")
_KINDS: Mapping[str, Kind] = {kind: kind for kind in KINDS}
STAND_IN = Trim(Size(63.5, 88.9))
"""What a piece measures while its own size is wrong, so that the rest can be checked."""


class ComponentEntry:
    """An entry being read; `components` does the work, everything wrong becomes a finding of the section."""

    def __init__(
        self, section: Section, game: str, table_set: TableSet, layouts: Collection[str], translation: Translation
    ) -> None:
        self.section = section
        self._game = game
        self._tables = table_set
        self._layouts = layouts
        self._translation = translation
        self._translated = translation.table_set
        self.part = section.slug("part", "card")
        self.kind: Kind = _KINDS.get(section.choice("kind", KINDS), "card")
        self.trim = read_trim(section, HABITS[self.kind])
        self._folded = read_folded(section)
        self._sides = self._read_sides()
        self.table = self._read_table()
        self._group = section.slug("group", HABITS[self.kind].group, HABITS[self.kind].group)
        self._values = {key: str(value) for key, value in section.table("values").scalars().items()}

    def components(self) -> list[tuple[Component, Back | None, Place]]:
        """One component a row, or a single one without a table; none where the templates cannot be filled.

        Their backs are still as the entry names them, or come with them where they are of that row alone.
        """
        templates = self._templates()
        table = self.table
        if "table" in self.section and table is None:
            return []
        columns = [] if table is None else list(table.columns)
        names = self._tables.names([*self._values, *columns])
        sound = [self._fits(key, template, names) for key, template in templates.items()]
        self._check_says_count(columns)
        self._check_references()
        if templates["back"] and templates["back_layout"]:
            self.section.fault("back", "the entry has a back and a back_layout; delete one", "back_layout")
        if not all(sound):
            return []
        asked = {name for template in templates.values() for name in names_in(template)}
        found = []
        for row in [None] if table is None else table.rows:
            values = self._tables.joined(self._values | dict(row.values if row else {}))
            # A row that refers to nothing has its finding already.
            if asked <= values.keys():
                found.append(self._component(row, values, self._words(row, values), templates))
        return found

    def _read_table(self) -> Table | None:
        if "table" not in self.section:
            return None
        table = self._tables.tables.get(self.section.choice("table", self._tables.tables, what="table"))
        if table is not None and len(table.rows) > MOST_COMPONENTS:
            message = f"{quoted(table.file)} makes over {MOST_COMPONENTS:,} components; split the game"
            self.section.fault("too-large", message, "table")
            return None
        return table

    def _read_sides(self) -> tuple[str, ...]:
        """What a die may show: the cells of the column that the entry names."""
        named = self.section.text("sides", "die.number", "")
        if not named:
            return ()
        if self.kind != "die":
            self.section.fault("wrong-value", "only a die has sides; delete 'sides', or write kind = \"die\"", "sides")
            return ()
        tables = [table for table in self._tables.tables.values() if table is not None]
        columns = {f"{table.name}.{column}": (table, column) for table in tables for column in table.columns}
        if named not in columns:
            message = f"{quoted(named)} is no column of a table; {suggest(named, columns)}"
            self.section.fault("unknown-value", message, "sides")
            return ()
        table, column = columns[named]
        return tuple(row[column] for row in table.rows)

    def _templates(self) -> Mapping[str, str]:
        section = self.section
        templates = {"id": section.text("id", "card"), "name": section.text("name", "Card")}
        usual = {"back": "back", "layout": "card", "back_layout": "card-back"}
        templates |= {key: section.text(key, example, "") for key, example in usual.items()}
        for key, template in templates.items():
            if len(template) > _MOST_TEMPLATE:
                section.fault("template", f"'{key}' has over {_MOST_TEMPLATE} letters; shorten it", key)
        return {key: template[:_MOST_TEMPLATE] for key, template in templates.items()}

    def _fits(self, key: str, template: str, names: list[str]) -> bool:
        """Whether every name that the template asks for is there; a finding for each that is not."""
        try:
            asked = names_in(template)
        except ValueError as fault:
            self.section.fault("template", f"in '{key}' {fault}", key)
            return False
        unknown = [name for name in asked if name not in names]
        for name in unknown:
            if name.partition(".")[0] not in self._tables.lost:
                self.section.fault("template", f"'{key}' asks for {quoted(name)}; {suggest(name, names)}", key)
        if key == "id" and template and self._game:
            self._check_id(template, asked)
        return bool(template or key not in ("id", "name")) and not unknown

    def _check_id(self, template: str, asked: tuple[str, ...]) -> None:
        """An id must be sound whatever is filled in, which is always a slug."""
        example = filled(template, dict.fromkeys(asked, "x"))
        if not _ID.fullmatch(example) or example.startswith(f"{self._game}/"):
            mend = f"use lower-case letters, digits, hyphens and slashes; {self._game}/ is put in front of it"
            self.section.fault("id", f"{quoted(template)} makes no id; {mend}", "id")

    def _check_says_count(self, columns: list[str]) -> None:
        said = [key for key in ("count", "each") if key in self.section or key in columns]
        if not said:
            near = [column for column in columns if column.casefold() in ("count", "each", "qty", "quantity")]
            mend = "add count = 1 (or each = 1, for each player)"
            mend = f"rename the column {quoted(near[0])} to count" if near else mend
            self.section.fault("missing-key", f"nothing says how many of it there are; {mend}")
        for key in said:
            if key in self.section and key in columns:
                self.section.fault("count", f"'{key}' stands here and as a column of the table; delete one", key)

    def _check_references(self) -> None:
        values = self.section.table("values")
        for column, rows in self._tables.referred.items():
            value = self._values.get(column)
            if value is not None and value not in rows:
                message = f"{column} {quoted(value)} is no row of its table; {suggest(value, rows)}"
                values.fault("reference", message, column)

    def _component(
        self, row: Row | None, values: Mapping[str, str], words: Mapping[str, str], templates: Mapping[str, str]
    ) -> tuple[Component, Back | None, Place]:
        place = self.section.place() if row is None else row.place
        fixed, each = self._pieces(row, place)
        identifier = self._identifier(templates["id"], values, place)
        name = self._name(self._translation.wording.said("name", templates["name"]), words, place)
        component = Component(
            id=identifier, name=name, part=self.part, kind=self.kind, group=self._group, trim=self.trim or STAND_IN,
            fixed=fixed, each=each, back=self._filled_id(templates["back"], values) or None, values=values,
            where=str(place), seat=max(1, self._number("seat", row, place)),
            layout=self._layout("layout", templates, values, place), words=words, folded=self._folded,
            sides=self._sides,
        )  # fmt: skip
        layout = self._layout("back_layout", templates, values, place)
        if not layout:
            return component, None, place
        own = Back(f"{identifier}/back", f"{self.part}-back", component.trim, values, layout, str(place), words)
        return replace(component, back=own.id.removeprefix(f"{self._game}/")), own, place

    def _words(self, row: Row | None, values: Mapping[str, str]) -> Mapping[str, str]:
        """The values as players read them; what a cell refers to is still told by the cell itself."""
        if self._translated is self._tables:
            return values
        own = self._translation.row(self.table, row) if row and self.table else {}
        joined = {key: said for key, said in self._translated.joined(values).items() if "." in key}
        return {**self._translation.values(self._values), **own, **joined}

    def _layout(self, key: str, templates: Mapping[str, str], values: Mapping[str, str], place: Place) -> str:
        """The layout that a template names; the empty text where it names none."""
        template = templates[key]
        named = filled(template, values).strip()
        mend = suggest(named, self._layouts) if template and named not in self._layouts else ""
        if not named and template:
            self.section.findings.error("unknown-value", place, f"{key} is empty; {mend}")
        elif mend:
            where = place if names_in(template) else self.section.place(key)
            self.section.findings.error("unknown-value", where, f"{quoted(named)} is no layout; {mend}")
            return ""
        return named

    def _name(self, template: str, values: Mapping[str, str], place: Place) -> str:
        name = filled(template, values).strip()
        wrong = "is empty" if not name else "holds a line break" if "\n" in name else "is over 200 letters long"
        if not name or "\n" in name or len(name) > 200:
            self.section.findings.error("name", place, f"the name {wrong}; correct the values that 'name' asks for")
        return name[:200]

    def _identifier(self, template: str, values: Mapping[str, str], place: Place) -> str:
        identifier = f"{self._game}/{self._filled_id(template, values)}"
        blank = next((name for name in names_in(template) if not slug(values[name])), None)
        if blank is not None:
            what = f"{blank} {quoted(values[blank])} holds no Latin letter or digit for the id"
            self.section.findings.error("id", place, f"{what}; ask for another column in 'id'")
        elif len(identifier) > 120:
            mend = "ask for a shorter column in 'id'"
            self.section.findings.error("id", place, f"the id is over 120 letters long; {mend}")
        return identifier

    def _filled_id(self, template: str, values: Mapping[str, str]) -> str:
        return filled(template, {name: slug(values[name]) for name in names_in(template)})

    def _pieces(self, row: Row | None, place: Place) -> tuple[int, int]:
        """How many there are: fixed, and for each player."""
        before = len(self.section.findings)
        fixed, each = (self._number(key, row, place) for key in ("count", "each"))
        said = any(key in self.section or (row is not None and key in row.values) for key in ("count", "each"))
        none = fixed == each == 0 and (row is None or not {"count", "each"} & row.values.keys())
        if said and none and len(self.section.findings) == before:
            self.section.findings.error("count", place, "there is none of it; write a number over 0 or delete it")
        return fixed, each

    def _number(self, key: str, row: Row | None, place: Place) -> int:
        if row is None or key not in row.values:
            return self.section.whole(key, 0, MOST_PIECES) or 0
        cell = row[key]
        if not _COUNT.fullmatch(cell) or int(cell) > MOST_PIECES:
            message = f"{key} {quoted(cell)} is no number of pieces; write a whole number from 0 to {MOST_PIECES:,}"
            self.section.findings.error("count", place, message)
            return 1  # so that the rest of the row is checked
        return int(cell)
