"""Reads the [[backs]] and [[components]] of game.toml, in the variant taken, and checks them against each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from pnp.definition.cells import EntryCells, Filling
from pnp.definition.design import names_in
from pnp.definition.findings import Place, quoted, suggest
from pnp.definition.ids import LONGEST, IdSource, distinct, slug
from pnp.definition.model import KINDS, Back, Component, Kind, Standing, Table
from pnp.definition.outlines import TrimReader, read_folded
from pnp.definition.section import BACK, COMPONENT, HABITS, MOST_COMPONENTS, MOST_PIECES, MOST_PLAYERS, Section
from pnp.definition.templates import STANDING, Filler, Site, columns_in
from pnp.definition.translation import Translation
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import HEXAGON, RECTANGLE, ROUND, Outline, Size, Trim, number
from pnp.language.wording import filled
from pnp.sources import SourceFile, Sources

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)*")
_MOST_TEMPLATE = 300
_COUNT = re.compile(r"[0-9]{1,9}")
_COUNTED = ("count", "each", "seat")
_LIKE_COUNTS = frozenset({"count", "each", "qty", "quantity", "copies", "anzahl"})
_KINDS: Mapping[str, Kind] = {kind: kind for kind in KINDS}
Counts = tuple[int, int, int]
"""How many of a piece there are: fixed, for each player, and from which seat on."""
Layouts = Mapping[str, frozenset[str]]
"""The names that each layout asks for, by its own."""
STAND_IN = Trim(Size(63.5, 88.9))
"""What a piece measures while its own size is wrong, so that the rest can be checked."""


class ComponentEntry:
    """An entry being read; `components` does the work, everything wrong becomes a finding of the section."""

    def __init__(
        self,
        section: Section,
        game: str,
        layouts: Layouts,
        filler: Filler,
        translation: Translation,
        trims: TrimReader,
        most_players: int,
    ) -> None:
        self.section = section
        self._game = game
        self._tables = translation.plain
        self._layouts = layouts
        self._filler = filler
        self._translation = translation
        self._most_players = most_players
        self.part = section.slug("part", "card")
        self.kind: Kind = _KINDS.get(section.choice("kind", KINDS), "card")
        self.trim = trims.trim(section, HABITS[self.kind])
        self._folded = read_folded(section)
        self._sides = self._read_sides()
        self.table = self._read_table()
        self._group = section.slug("group", HABITS[self.kind].group, HABITS[self.kind].group)
        self._stock = section.slug("stock", HABITS[self.kind].stock, HABITS[self.kind].stock)
        self._values = {key: str(value) for key, value in section.table("values").scalars().items()}
        self._counted = {key: section.text(key, "{Copies}") for key in _COUNTED if section.has_template(key)}
        plain = [key for key in _COUNTED if key in section and key not in self._counted]
        self._plain = {key: section.whole(key, 0, MOST_PIECES) for key in plain}

    def components(self) -> list[ReadPiece]:
        """One component a row, or a single one without a table; none where the templates cannot be filled. Where a
        template or a layout asks for the copy, one component a copy.

        Their backs are still as the entry names them, or come with them where they are of that row alone.
        """
        templates = self._templates()
        if "table" in self.section and self.table is None:
            return []
        columns = [] if self.table is None else list(self.table.columns)
        names = self._tables.names([*self._values, *columns])
        sound = [self._fits(key, template, names) for key, template in templates.items()]
        sound += [self._fits(key, template, names, ()) for key, template in self._counted.items()]
        self._check_says_count(columns)
        self._check_references()
        if templates["back"] and templates["back_layout"]:
            self.section.fault("back", "the entry has a back and a back_layout; delete one", "back_layout")
        if not all(sound):
            return []
        cells = EntryCells(self.section, self.part, self._values, self._filler, self._translation)
        fillings = cells.fillings(self.table)
        rows = [(filling, (self._number("count", filling), self._number("each", filling))) for filling in fillings]
        total, number = sum(1 for _, pieces in rows if any(pieces)), 0
        holes = {hole for template in self._said(templates) for hole in names_in(template)}
        of_copy = self._asks_for_copy(templates, names)
        found: list[ReadPiece] = []
        for filling, pieces in rows:
            number += any(pieces)
            standing = Standing(max(1, number), max(1, total), row=filling.name)
            is_plain = holes <= filling.values.keys()
            for copy, counts in self._copies(filling, pieces, standing, of_copy):
                made = filling if is_plain else self._filled(filling, templates, copy)
                if made is not None:
                    found.append(self._component(filling, counts, made, templates, copy))
            if len(found) > MOST_COMPONENTS:
                message = f"the entry makes over {MOST_COMPONENTS:,} components; split the game"
                self.section.fault("too-large", message)
                return []
        return found

    def _said(self, templates: Mapping[str, str]) -> Iterator[str]:
        """The templates, and that of the name in the language."""
        yield from templates.values()
        yield self._translation.wording.said("name", templates["name"])

    def _asks_for_copy(self, templates: Mapping[str, str], names: Sequence[str]) -> bool:
        """Whether copies differ: a template or a layout asks for which of them it is."""
        asked = {name for template in templates.values() for name in columns_in(template, names)}
        for key in ("layout", "back_layout"):
            template = templates[key]
            any_layout = "{" in template
            asked |= {name for layout, own in self._layouts.items() if any_layout or layout == template for name in own}
        return bool(asked & {"copy", "copies"} - set(names))

    def _copies(
        self, filling: Filling, pieces: tuple[int, int], standing: Standing, of_copy: bool
    ) -> Iterator[tuple[Standing, Counts]]:
        """Which copy it is, and how many of that there are: fixed, for each player, and from which seat on."""
        fixed, each = pieces
        seat = max(1, self._number("seat", filling))
        copies = fixed + each * self._most_players
        if not of_copy or copies < 1:
            yield standing, (fixed, each, seat)
            return
        seats = [seat] * fixed + [max(seat, player) for player in range(1, self._most_players + 1) for _ in range(each)]
        for copy, of in enumerate(seats, 1):
            yield standing._replace(copy=copy, copies=copies), (1, 0, of)

    def _filled(self, filling: Filling, templates: Mapping[str, str], standing: Standing) -> Filling | None:
        """The cells with what the expressions in templates come to; None with findings where one comes to nothing."""
        scope = self._filler.scope(filling.values, filling.words, standing)
        values, words = dict(filling.values), dict(filling.words)
        for key, template in (*templates.items(), ("name", self._translation.wording.said("name", templates["name"]))):
            if set(names_in(template)) <= filling.values.keys():
                continue
            answers = self._filler.texts(template, scope, Site(self.section, key, filling.place))
            if answers is None:
                return None
            values |= answers[0]
            words |= answers[1]
        return filling._replace(values=values, words=words)

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

    def _fits(self, key: str, template: str, names: list[str], standing: Sequence[str] = STANDING) -> bool:
        """Whether every name that the template asks for is there; a finding for each that is not."""
        try:
            asked = names_in(template)
        except ValueError as fault:
            self.section.fault("template", f"in '{key}' {fault}", key)
            return False
        known = (*names, *standing, *self._filler.constants)
        site = Site(self.section, key, self.section.place(key))
        are_known = [self._filler.knows(hole, template, known, site) for hole in asked]
        if key == "id" and template and self._game:
            self._check_id(template, asked)
        return bool(template or key not in ("id", "name")) and all(are_known)

    def _check_id(self, template: str, asked: tuple[str, ...]) -> None:
        """An id must be sound whatever is filled in, which is always a slug."""
        example = filled(template, dict.fromkeys(asked, "x"))
        if not _ID.fullmatch(example) or example.startswith(f"{self._game}/"):
            mend = f"use lower-case letters, digits, hyphens and slashes; {self._game}/ is put in front of it"
            self.section.fault("id", f"{quoted(template)} makes no id; {mend}", "id")

    @property
    def says_count(self) -> bool:
        """Whether anything says how many of it there are: the entry, or a column of its table."""
        columns = () if self.table is None else self.table.columns
        return any(key in self.section or key in columns for key in ("count", "each"))

    def _check_says_count(self, columns: list[str]) -> None:
        said = [key for key in ("count", "each") if key in self.section or key in columns]
        if not said:
            near = [column for column in columns if column.casefold() in _LIKE_COUNTS]
            column = f", or a column 'count' to {self.table.file}" if self.table else ""
            mend = f"add count = 1 (or each = 1, for each player){column}"
            mend = f'add count = "{{{near[0]}}}", or rename the column {quoted(near[0])} to count' if near else mend
            self.section.fault("missing-key", f"nothing says how many of it there are; {mend}")
        for key in said:
            if key in self.section and key in columns:
                self.section.fault("count", f"'{key}' stands here and as a column of the table; delete one", key)
        if said and all(self._plain.get(key) == 0 and key not in columns for key in said):
            self.section.fault("count", "there is none of it; write a number over 0 or delete it", said[0])

    def _check_references(self) -> None:
        values = self.section.table("values")
        for column, rows in self._tables.referred.items():
            value = self._values.get(column)
            if value is not None and value not in rows:
                message = f"{column} {quoted(value)} is no row of its table; {suggest(value, rows)}"
                values.fault("reference", message, column)

    def _component(
        self, filling: Filling, counts: Counts, made: Filling, templates: Mapping[str, str], standing: Standing
    ) -> ReadPiece:
        """The component of a row or a copy; `made` are its cells with what templates ask for besides."""
        place, values, words = filling.place, made.values, made.words
        fixed, each, seat = counts
        source = self._id_source(templates["id"], values, place, standing)
        wording = self._translation.wording
        name = self._name(wording.said("name", templates["name"]), words, place)
        component = Component(
            id=source.identifier, name=name, part=self.part, kind=self.kind, group=self._group,
            trim=self.trim or STAND_IN, fixed=fixed, each=each, back=_filled_id(templates["back"], values) or None,
            values=filling.values, where=str(place), seat=seat,
            layout=self._layout("layout", templates, values, place), words=filling.words,
            folded=self._folded, sides=self._sides, stock=self._stock,
            forms=wording.forms(name, templates["name"], **words), standing=standing,
        )  # fmt: skip
        layout = self._layout("back_layout", templates, values, place)
        if not layout:
            return ReadPiece(component, place, self, source)
        trim, part = component.trim, f"{self.part}-back"
        over, identifier = trim.turned_over, f"{source.identifier}/back"
        own = Back(identifier, part, over, filling.values, layout, str(place), filling.words, standing)
        component = replace(component, back=own.id.removeprefix(f"{self._game}/"))
        return ReadPiece(component, place, self, source, own)

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
        name = filled(template, values, self._translation.wording).strip()
        wrong = "is empty" if not name else "holds a line break" if "\n" in name else "is over 200 letters long"
        if not name or "\n" in name or len(name) > 200:
            self.section.findings.error("name", place, f"the name {wrong}; correct the values that 'name' asks for")
        return name[:200]

    def _id_source(self, template: str, values: Mapping[str, str], place: Place, standing: Standing) -> IdSource:
        fills = {name: values[name] for name in names_in(template)}
        copy = f"/{standing.copy}" if standing.copy > 1 and "copy" not in columns_in(template, values) else ""
        source = IdSource(self._game, template, fills, copy)
        blank = next((name for name, value in fills.items() if not slug(value)), None)
        if blank is not None:
            what = f"{blank} {quoted(fills[blank])} holds no letter or digit for the id"
            self.section.findings.error("id", place, f"{what}; ask for another column in 'id'")
        elif len(source.identifier) > LONGEST:
            mend = "ask for a shorter column in 'id'"
            self.section.findings.error("id", place, f"the id is over {LONGEST} letters long; {mend}")
        return source

    def _number(self, key: str, filling: Filling) -> int:
        row = filling.row
        if row is not None and key in row.values:
            cell = row[key]
        elif key in self._counted:
            scope = self._filler.scope(filling.values, filling.values, Standing(row=filling.name))
            template = self._counted[key]
            answers = self._filler.texts(template, scope, Site(self.section, key, filling.place))
            if answers is None:
                return 1  # so that the rest of the row is checked
            cell = filled(template, answers[0]).strip()
        else:
            return self._plain.get(key) or 0
        if not _COUNT.fullmatch(cell) or int(cell) > MOST_PIECES:
            message = f"{key} {quoted(cell)} is no number of pieces; write a whole number from 0 to {MOST_PIECES:,}"
            self.section.findings.error("count", filling.place, message)
            return 1
        return int(cell)


@frozen
class Variants:
    """Each choice that a game leaves to whoever prints it: its values, the first the usual one, and the one taken."""

    values: Mapping[str, tuple[str, ...]]
    taken: Mapping[str, str]

    def includes(self, section: Section) -> bool:
        """Whether an entry is in the box: always, unless it says `variant = "NAME:VALUE"` with another value."""
        said = section.text("variant", "banners:chits", "")
        if not said:
            return True
        name, _, value = said.partition(":")
        if name not in self.values:
            section.fault("unknown-value", f"{quoted(name)} is no variant; {suggest(name, self.values)}", "variant")
        elif value not in self.values[name]:
            options = [f"{name}:{other}" for other in self.values[name]]
            section.fault("unknown-value", f"{quoted(said)} is no variant; {suggest(said, options)}", "variant")
        return self.taken.get(name) == value

    @property
    def disc_shape(self) -> Outline | None:
        """What discs are cut as; None where they stay round."""
        return _DISC_SHAPES.get(self.taken.get(DISCS, ""))


DISCS = "discs"
"""The variant that a game declares to let discs be cut as hexagons or squares, which takes straight cuts alone."""
_OUTLINED = {
    "round": ", round", "hexagon": ", a hexagon", "rounded": ", with rounded corners", "path": ", along a path",
}  # fmt: skip
_DISC_SHAPES: Mapping[str, Outline] = {"hex": HEXAGON, "square": RECTANGLE}


def read_variants(section: Section, asked: Mapping[str, str]) -> Variants:
    """What can be chosen, and what is; UsageError for a value that the game does not have.

    A name that the game does not have at all is left alone, so that one choice can be made for several games.
    """
    values = {name: section.slugs(name, ()) for name in section.names()}
    if unknown := [value for value in values.get(DISCS, ()) if value not in ("round", *_DISC_SHAPES)]:
        section.fault("unknown-value", f"discs can be {suggest(unknown[0], ('round', *_DISC_SHAPES))}", DISCS)
    for name, value in asked.items():
        if name in values and value not in values[name]:
            raise UsageError(f"{name}: {quoted(value)} cannot be had; {suggest(value, values[name])}")
    return Variants(values, {name: asked.get(name, options[0]) for name, options in values.items() if options})


class ReadPiece(NamedTuple):
    """A component, where it stands, the entry that it came from, what its id is made of, and the back of it alone."""

    component: Component
    place: Place
    entry: ComponentEntry
    source: IdSource
    own: Back | None = None

    def renamed(self, identifier: str) -> ReadPiece:
        """The piece and the back that is of it alone, with another id."""
        if identifier == self.component.id:
            return self
        component = replace(self.component, id=identifier)
        if self.own is None:
            return self._replace(component=component)
        own = replace(self.own, id=f"{identifier}/back")
        return self._replace(component=replace(component, back=own.id.partition("/")[2]), own=own)


@frozen
class Pieces:
    """What the box holds.

    `files` are those of outlines.
    Nobody may count on the parts in `unsound`, which have findings, nor on those in `absent`, which belong to a
    variant that was not taken.
    """

    components: tuple[Component, ...]
    backs: tuple[Back, ...]
    unsound: frozenset[str]
    absent: frozenset[str]
    files: tuple[SourceFile, ...]


def read_pieces(
    root: Section, game: str, variants: Variants, layouts: Layouts, filler: Filler, translation: Translation,
    sources: Sources,
) -> Pieces:  # fmt: skip
    """Reads every entry: one component, or one for each row of its table; checks also those of variants not taken."""
    sections, of_backs, findings = root.tables("components", COMPONENT), root.tables("backs", BACK), root.findings
    _, most_players = root.span("players", 1, MOST_PLAYERS)
    trims = TrimReader(sources)
    entries = [ComponentEntry(section, game, layouts, filler, translation, trims, most_players) for section in sections]
    if "components" not in root:
        root.fault("missing-key", "the game has no component; add an entry under a header [[components]]")
    backs = [_read_back(section, game, entries, layouts, translation, trims) for section in of_backs]
    _check_parts([*sections, *of_backs])
    read: list[ReadPiece] = []
    unsound, absent = set(), set()
    for entry in entries:
        before = len(findings)
        if len(read) > MOST_COMPONENTS:
            entry.section.fault("too-large", f"the game has over {MOST_COMPONENTS:,} components; split it")
            break
        found = entry.components()
        if variants.includes(entry.section):
            if entry.says_count:
                _tell_of_none(found, root)
            read += [piece for piece in found if piece.component.fixed or piece.component.each]
        else:
            absent.add(entry.part)
        lost = entry.table is None and "table" in entry.section
        damaged = lost or (entry.table is not None and findings.touches(entry.table.file))
        if len(findings) > before or entry.trim is None or damaged:
            unsound.add(entry.part)
    ids = distinct([piece.source for piece in read])
    read = [piece.renamed(identifier) for piece, identifier in zip(read, ids)]
    single = [piece.own for piece in read if piece.own is not None]
    _check_ids(read, [*backs, *single])
    _check_back_parts(entries, read, backs)
    components, all_backs = _with_backs(read, backs, single), (*backs, *single)
    if shape := variants.disc_shape:
        components = tuple(_reshaped(component, shape) for component in components)
        all_backs = tuple(_reshaped(back, shape) for back in all_backs)
    return Pieces(components, all_backs, frozenset(unsound), frozenset(absent), tuple(trims.files.values()))


_Piece = TypeVar("_Piece", Component, Back)


def _reshaped(piece: _Piece, shape: Outline) -> _Piece:
    """A disc as the hexagon or the square around it; any other piece as it is."""
    return replace(piece, trim=piece.trim.reshaped(shape)) if piece.trim.outline == ROUND else piece


def _tell_of_none(found: Sequence[ReadPiece], root: Section) -> None:
    """A note on each piece that is not printed, however many play."""
    _, most = root.span("players", 1, MOST_PLAYERS)
    for component, place, entry, *_ in found:
        if not component.count(most):
            has_any = component.fixed or component.each
            what = f"is for seat {component.seat} and at most {most} play" if has_any else "has the count 0"
            message = f"{quoted(component.name)} {what}, so it is not printed; write another number, or delete the row"
            entry.section.findings.remark("note", "none-printed", place, message)


def _read_back(
    section: Section, game: str, entries: Sequence[ComponentEntry], layouts: Collection[str], translation: Translation,
    trims: TrimReader,
) -> Back:  # fmt: skip
    """A back, its outline as it is seen; unless it says otherwise the rest is usual for the kind it backs."""
    part = section.slug("part", "back")
    kinds = [entry.kind for entry in entries if entry.section.text("back", "back", "") == part]
    trim = trims.trim(section, HABITS[kinds[0] if kinds else "card"])
    values = {key: str(value) for key, value in section.table("values").scalars().items()}
    layout = section.choice("layout", layouts, "", what="layout") if "layout" in section else ""
    words = translation.values(values)
    return Back(f"{game}/{part}", part, (trim or STAND_IN).turned_over, values, layout, str(section.place()), words)


def _filled_id(template: str, values: Mapping[str, str]) -> str:
    """A template as a part of an id."""
    return filled(template, {name: slug(values[name]) for name in names_in(template)})


def _check_parts(sections: Sequence[Section]) -> None:
    seen: dict[str, Section] = {}
    for section in sections:
        part = section.text("part", "card", "")
        if part and part in seen:
            message = f"{quoted(part)} is also the part of {seen[part].place()}; rename one"
            section.fault("duplicate-part", message, "part")
        seen.setdefault(part, section)


def _check_ids(read: Sequence[ReadPiece], backs: Sequence[Back]) -> None:
    seen = {back.id: f"the back {quoted(back.part)}" for back in backs}
    for component, place, entry, *_ in read:
        if component.id in seen:
            mend = "rename one, or let 'id' ask for a column that tells them apart"
            message = f"{quoted(component.id)} is also the id of {seen[component.id]}; {mend}"
            entry.section.findings.error("duplicate-id", place, message)
        seen.setdefault(component.id, component.where)


def _check_back_parts(entries: Sequence[ComponentEntry], read: Sequence[ReadPiece], backs: Sequence[Back]) -> None:
    """A back named by a plain word must be one of the game's backs, or a component."""
    parts = ["self", *(back.part for back in backs)]
    plain = {"", *parts, *(component.id.partition("/")[2] for component, *_ in read)}
    for entry in entries:
        named = entry.section.text("back", "back", "")
        if named not in plain and "/" not in named and "{" not in named:
            entry.section.fault("unknown-value", f"{quoted(named)} is no back; {suggest(named, parts)}", "back")


def _with_backs(read: Sequence[ReadPiece], backs: Sequence[Back], single: Sequence[Back]) -> tuple[Component, ...]:
    """The components, their back given by its id, which must be there and of their size."""
    by_part = {back.part: back for back in backs}
    faces: list[Back | Component] = [*(component for component, *_ in read), *backs, *single]
    by_id = {face.id: face for face in faces}
    components = []
    for component, _, entry, *_ in read:
        named = component.back
        if named == "self" and component.trim.turned_over != component.trim:
            message = (
                "such a piece is not the same turned over, so its face is no back for it; name a back, or delete it"
            )
            entry.section.fault("back", message, "back")
        if named is None or named == "self":
            components.append(replace(component, back=named and component.id))
            continue
        game = component.id.partition("/")[0]
        back = by_part.get(named) or by_id.get(f"{game}/{named}")
        if back is None:
            if "/" in named or "{" in entry.section.text("back", "back", ""):
                ids = [identifier.removeprefix(f"{game}/") for identifier in by_id]
                entry.section.fault("unknown-value", f"there is no back {quoted(named)}; {suggest(named, ids)}", "back")
            continue
        one, two = back.trim, component.trim
        are_known = one is not STAND_IN and two is not STAND_IN
        if are_known and (one.size, one.outline) != (two.size, two.outline.turned_over):
            sizes = f"the back is {_measures(one)}, the front {_measures(two)}"
            mend = "give both the same size" if one.size != two.size else "give both the same outline"
            if one.size == two.size and isinstance(back, Component) and one.outline == two.outline:
                mend = "a back that is a component itself has the mirrored outline of its front"
            entry.section.fault("size", f"{sizes}; {mend}", "back")
        components.append(replace(component, back=back.id))
    return tuple(components)


def _measures(trim: Trim) -> str:
    size = f"{number(trim.size.width)} x {number(trim.size.height)} mm"
    return size + _OUTLINED.get(trim.outline.name, "")
