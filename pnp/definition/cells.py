"""What fills the templates of a [[components]] entry, row by row: the cells of its table over its plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.definition.findings import Place
from pnp.definition.model import Row, Standing, Table
from pnp.definition.rows import NamedRow, named_rows, read_choice
from pnp.definition.section import Section
from pnp.definition.templates import Filler, Site
from pnp.definition.translation import Translation
from pnp.language.wording import filled


class Filling(NamedTuple):
    """What fills the templates of an entry: the row, where it stands, what tells it from all others of the part, its
    values, and the same as players read them.
    """

    row: Row | None
    place: Place
    name: str
    values: Mapping[str, str]
    words: Mapping[str, str]


class EntryCells:
    """The cells of an entry's rows over its plain values, which are filled in from what stands before them."""

    def __init__(
        self, section: Section, part: str, values: Mapping[str, str], filler: Filler, translation: Translation
    ) -> None:
        self._section = section
        self._part = part
        self._values = values
        self._said = translation.values(values)
        self._filler = filler
        self._translation = translation
        self._has_templates = any("{" in value for value in values.values())

    def fillings(self, table: Table | None) -> list[Filling]:
        """One for each row that is chosen; without a table, the plain values alone."""
        if table is None:
            alone = self._filling(None, None, f"{self._part}\n")
            return [alone] if alone else []
        found = [self._filling(table, row, f"{self._part}\n{name}") for row, name in named_rows(table)]
        sound = [filling for filling in found if filling is not None]
        choice = read_choice(self._section)
        if choice.is_all:
            return sound
        scopes = ((each, self._filler.scope(each.values, each.words, Standing(row=each.name))) for each in sound)
        rows = [NamedRow(each.row, scope, each.name) for each, scope in scopes if each.row is not None]
        by_name = {each.name: each for each in sound}
        return [by_name[each.name] for each in choice.chosen(rows, self._filler)]

    def _filling(self, table: Table | None, row: Row | None, name: str) -> Filling | None:
        place = row.place if row else self._section.place()
        cells = row.values if row else {}
        own = self._own(table, row, place, name) if self._has_templates else (self._values, self._said)
        if own is None:
            return None
        values = self._translation.plain.joined({**own[0], **cells})
        if self._translation.table_set is self._translation.plain:
            return Filling(row, place, name, values, values)
        return Filling(row, place, name, values, {**own[1], **self._words(table, row, values)})

    def _own(
        self, table: Table | None, row: Row | None, place: Place, name: str
    ) -> tuple[Mapping[str, str], Mapping[str, str]] | None:
        """The plain values, those with holes filled in from what stands before them; None with findings."""
        values: dict[str, str] = {}
        words: dict[str, str] = {}
        section, cells = self._section.table("values"), row.values if row else {}
        for key, text in self._values.items():
            values[key], words[key] = text, self._said[key]
            if "{" not in text or key in cells:
                continue
            known = self._translation.plain.joined({**values, **cells})
            scope = self._filler.scope(known, {**known, **words, **self._words(table, row, known)}, Standing(row=name))
            answers = self._filler.texts(text, scope, Site(section, key, place))
            if answers is None:
                return None
            values[key], words[key] = filled(text, answers[0]), filled(self._said[key], answers[1])
        return values, words

    def _words(self, table: Table | None, row: Row | None, values: Mapping[str, str]) -> Mapping[str, str]:
        """The cells as players read them, and what they refer to, which is told by the cells themselves."""
        own = self._translation.row(table, row) if row and table else {}
        said = self._translation.table_set.joined(values)
        return {**own, **{key: cell for key, cell in said.items() if "." in key}}
