"""Places the elements of layouts on pieces: fills in measures, holds tests, repeats elements, sets layouts into others.

A piece whose layout needs none of that keeps the elements of the layout. What is made for one piece alone is bounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import NamedTuple

from pnp.definition.conditions import hold
from pnp.definition.contents import Tabular
from pnp.definition.design import Area, Element, Layout, Placed, names_in
from pnp.definition.drafts import Draft, Drafts, LayoutDraft
from pnp.definition.evaluation import Scope
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.model import Back, Component, Row, Table
from pnp.definition.repeats import MOST_REPEATED, Stand, hexagon_at, read_ways, stands
from pnp.definition.rows import NamedRow, named_rows, read_choice
from pnp.definition.section import Section
from pnp.definition.templates import Filler, Site
from pnp.definition.translation import Translation
from pnp.definition.values import Value, listed, number_in, text_of
from pnp.frozen import mutable
from pnp.geometry import IDENTITY, Box, Size, Transform, Trim
from pnp.language.wording import filled

_DEEPEST = 10
_HERE = Stand(0, 0)
_RANGE = re.compile(r"\s*(-?\d{1,5})\s*\.\.\s*(-?\d{1,5})\s*")
_EVALUATED_LATER = frozenset({"each", "where", "sort", "at", "table", "as"})


class Item(NamedTuple):
    """One of those that an element is repeated for: what its names stand for, the same as players read them, the row
    that it is, if it is one, and what tells it from the others for chance.
    """

    values: Mapping[str, str]
    words: Mapping[str, str]
    row: Row | None
    name: str


class Copy(NamedTuple):
    """One copy of an element: what names stand for on it, where it stands, the row it is made from, and its name."""

    scope: Scope
    stand: Stand
    row: Place
    name: str


class Ground(NamedTuple):
    """What elements are placed upon: a piece, or the box of an element that shows a layout.

    `map` takes the ground to the piece and turns it by `turn`; `row` is what its values come from, `within` the layouts
    that lie within each other.
    """

    piece: Component | Back
    scope: Scope
    trim: Trim
    row: Place
    within: tuple[str, ...]
    map: Transform = IDENTITY
    turn: float = 0.0
    prefix: str = ""
    twice: bool = False


class _TooMany(Exception):
    """A piece has more elements than it may."""


@mutable
class Placer:
    """Makes the elements of pieces; what cannot be made is told in the findings of the filler."""

    drafts: Drafts
    layouts: Mapping[str, Layout]
    filler: Filler
    translation: Translation
    tested: dict[str, Element] = field(default_factory=dict)
    """Elements that have tests, by where they are written."""
    shown: set[str] = field(default_factory=set)
    """Where those elements are written that are on some piece."""
    _known: dict[str, frozenset[str] | None] = field(default_factory=dict)
    _read: dict[tuple[int, tuple[object, ...]], Element | None] = field(default_factory=dict)
    _rows: dict[tuple[str, str], list[Item]] = field(default_factory=dict)
    _count: int = 0

    def placed(self, piece: Component | Back) -> tuple[Placed, ...] | None:
        """The elements that are made for a piece alone, from the ground up; None where those of its layout will do."""
        asked = self._asked(piece.layout)
        if asked is not None and asked <= piece.values.keys():
            return None
        self._count = 0
        scope = self.filler.scope(piece.values, piece.words, piece.standing)
        trim = self.layouts[piece.layout].canvas(piece.trim)
        ground = Ground(piece, scope, trim, Place.parsed(piece.where), (piece.layout,))
        try:
            return tuple(self._all(self.drafts[piece.layout], ground))
        except _TooMany:
            message = f"the piece has over {MOST_REPEATED:,} elements; repeat fewer"
            self.filler.findings.error("too-large", ground.row, message)
            return ()

    def _asked(self, layout: str) -> frozenset[str] | None:
        """What the templates and tests of a layout's elements ask for; None where these are made for each piece."""
        if layout not in self._known:
            elements = self.layouts[layout].elements
            holes = {hole for each in elements for _, template in each.templates() for hole in names_in(template)}
            tests = {test.column for each in elements for test in each.tests}
            self._known[layout] = frozenset(holes | tests) if self.drafts[layout].is_fixed else None
        return self._known[layout]

    def _all(self, layout: LayoutDraft, ground: Ground) -> Iterator[Placed]:
        if layout.values:
            own = self._with_values(layout, ground)
            if own is None:
                return
            ground = ground._replace(scope=own)
        for draft in layout.elements:
            scope = replace(ground.scope, place=f"{ground.scope.place}\n{draft.name}")
            if draft.repeat is None:
                yield from self._one(draft, ground, Copy(scope, _HERE, ground.row, draft.name))
                continue
            for copy in self._copies(draft, draft.repeat, ground, scope):
                yield from self._one(draft, ground, copy)

    def _with_values(self, layout: LayoutDraft, ground: Ground) -> Scope | None:
        """The scope with the values that a layout makes, each from those before it; None with findings."""
        scope = ground.scope
        for key, (text, section) in layout.values.items():
            found = self.filler.texts(text, scope, Site(section, key, ground.row))
            if found is None:
                return None
            values = {**scope.values, key: filled(text, found[0])}
            words = values if scope.words is scope.values else {**scope.words, key: filled(text, found[1])}
            scope = replace(scope, values=values, words=words)
        return scope

    def _one(self, draft: Draft, ground: Ground, copy: Copy) -> Iterator[Placed]:
        """The element at its place, or all that the layout has which it shows; nothing where a test does not hold."""
        self._count += 1
        if self._count > MOST_REPEATED:
            raise _TooMany
        if draft.conditions:
            if draft.element is not None:
                self.tested[draft.where] = draft.element
            if not hold(draft.conditions, copy.scope, self.filler, Site(draft.section, "when", copy.row)):
                return
        self.shown.add(draft.where)
        values = self._filled(draft.varying, draft.section, copy.scope, copy.row)
        if values is None:
            return
        if draft.element is None:
            yield from self._inset(draft, values, ground, copy)
            return
        element = self._element(draft, values, copy.row)
        if element is not None:
            yield from self._placed(element, draft.section, ground, copy)

    def _filled(
        self, templates: Mapping[str, str], section: Section, scope: Scope, row: Place
    ) -> Mapping[str, object] | None:
        """What templates come to, as TOML has it; None with findings where one comes to nothing."""
        found: dict[str, object] = {}
        for key, template in templates.items():
            value = self.filler.value(template, scope, Site(section, key, row))
            if value is not None:
                found[key] = _as_toml(value)
        return found if len(found) == len(templates) else None

    def _element(self, draft: Draft, values: Mapping[str, object], row: Place) -> Element | None:
        """The element with these values; read once for all pieces that give it the same."""
        if not draft.varying:
            return draft.element
        key = id(draft), tuple(values.values())
        if key not in self._read:
            trial = Findings()
            self._read[key] = draft.read(values, trial)
            self._tell(trial, row)
        return self._read[key]

    def _tell(self, trial: Findings, row: Place) -> bool:
        """Tells at a row what is wrong with what its cells make; whether anything is."""
        for place, code, message in trial.told():
            self.filler.findings.error(code, row, f"{message} (asked for at {place})")
        return len(trial) > 0

    def _placed(self, element: Element, section: Section, ground: Ground, copy: Copy) -> Iterator[Placed]:
        """The element with what fills its templates, where it stands on the piece."""
        element = self.translation.element(element)
        if isinstance(element.content, Tabular) and element.content.source:
            shown = self._with_cells(element.content, section, copy.scope)
            if shown is None:
                return
            element = replace(element, content=shown)
        values: dict[str, str] = {}
        words: dict[str, str] = {}
        for key, template in element.templates():
            found = self.filler.texts(template, copy.scope, Site(section, key, copy.row))
            if found is None:
                return
            values |= found[0]
            words |= found[1]
        name = ground.prefix + copy.name
        if element.tests or element.name != name:
            element = replace(element, name=name, tests=())
        if ground.map is IDENTITY and copy.stand is _HERE:
            yield Placed(element, values, words, str(copy.row))
            return
        own_twice = element.twice and ground.map is not IDENTITY
        for half_turn in (False, True) if own_twice else (False,):
            box, turn = _moved(_box(element.area, ground.trim), element.turn, copy.stand, ground, half_turn)
            twice = ground.twice if own_twice else element.twice or ground.twice
            yield Placed(replace(element, area=box, turn=turn, twice=twice), values, words, str(copy.row))

    def _inset(self, draft: Draft, values: Mapping[str, object], ground: Ground, copy: Copy) -> Iterator[Placed]:
        """The elements of the layout that an element shows, in its box."""
        trial = Findings()
        area = draft.area(values, trial)
        turn = draft.section.filled(values, (), trial).decimal("turn", 0, -360, 360) % 360
        layout = self.filler.value(draft.layout, copy.scope, Site(draft.section, "layout", copy.row))
        if self._tell(trial, copy.row) or area is None or layout is None:
            return
        said = text_of(layout).strip()
        if said not in self.drafts or said in ground.within or len(ground.within) > _DEEPEST:
            self._refuse_layout(said, draft, ground, copy.row)
            return
        box, turned = _moved(_box(area, ground.trim), turn, copy.stand, ground, False)
        turned = (turned + self.layouts[said].turn) % 360
        size = _upright(box, turned)
        middle = Transform.moved(-size.width / 2, -size.height / 2)
        inner = ground._replace(
            scope=replace(copy.scope, place=f"{copy.scope.place}\n{said}"),
            trim=Trim(size, bleed=0, safe=ground.trim.safe if area == "trim" else 0),
            row=copy.row,
            within=(*ground.within, said),
            map=middle.then(Transform.rotated(turned)).then(Transform.moved(*box.centre)),
            turn=turned,
            prefix=f"{ground.prefix}{copy.name} ",
            twice=ground.twice or draft.section.flag("twice"),
        )
        yield from self._all(self.drafts[said], inner)

    def _refuse_layout(self, said: str, draft: Draft, ground: Ground, row: Place) -> None:
        where = row if names_in(draft.layout) else draft.section.place("layout")
        if said not in self.drafts:
            message = f"{quoted(said)} is no layout; {suggest(said, self.drafts)}"
            self.filler.findings.error("unknown-value", where, message)
        elif said in ground.within:
            message = f"the layout {quoted(said)} would show itself in the end; name another"
            self.filler.findings.error("circle", where, message)
        else:
            message = f"over {_DEEPEST} layouts lie within each other; put some into one"
            self.filler.findings.error("too-large", where, message)

    def _copies(self, draft: Draft, repeat: Section, ground: Ground, scope: Scope) -> Iterator[Copy]:
        """Each copy of an element that is repeated."""
        templates = {key: text for key, text in repeat.templates().items() if key not in _EVALUATED_LATER}
        values = self._filled(templates, repeat, scope, ground.row)
        if values is None:
            return
        trial = Findings()
        section = repeat.filled(values, (), trial)
        items = self._items(section, scope, ground.row)
        found = self._stands(draft, section, ground, scope, items)
        if self._tell(trial, ground.row) or found is None:
            return
        last = str(len(found))
        for at, stand in enumerate(found, 1):
            names = {"index": str(at), "last": last, **stand.names}
            item = items[at - 1] if items else None
            row = item.row.place if item and item.row else ground.row
            own = _with(scope, names, item, str(at) if item is None else item.name)
            yield Copy(own, stand, row, f"{draft.name}-{at}")

    def _stands(
        self, draft: Draft, section: Section, ground: Ground, scope: Scope, items: Sequence[Item] | None
    ) -> list[Stand] | None:
        """The place of each copy; the box of the first says where they begin."""
        along, count = read_ways(section), None if items is None else len(items)
        if not along or count == 0:
            if items is None:
                section.fault("missing-key", 'nothing says how many there are; add each = "1..20" or a table')
            return [_HERE] * (count or 0)
        first = _with(scope, {"index": "1", "last": str(count or 1)}, items[0] if items else None, "")
        row = items[0].row.place if items and items[0].row else ground.row
        values = self._filled(draft.varying, draft.section, first, row)
        area = None if values is None else draft.area(values, section.findings)
        if area is None:
            return None
        box = _box(area, ground.trim)
        if "at" not in section or items is None:
            return stands(section, along, box, count)
        found = []
        for item in items:
            site = Site(section, "at", item.row.place if item.row else ground.row)
            at = self.filler.value(section.text("at", "{item.q} {item.r}"), _with(scope, {}, item, ""), site)
            stand = None if at is None else hexagon_at(section, box, text_of(at))
            if stand is None:
                return None
            found.append(stand)
        return found

    def _items(self, section: Section, scope: Scope, row: Place) -> list[Item] | None:
        """What an element is repeated for; None where the places alone say how many there are."""
        called = section.text("as", "item", "item")
        if "table" in section:
            return self._of_table(section, called, scope)
        if "each" not in section:
            return None
        items: list[Item] = []
        met: Counter[str] = Counter()
        for template in section.lines("each"):
            value = self.filler.value(template, scope, Site(section, "each", row))
            said = self.filler.value(template, scope, Site(section, "each", row), said=True)
            if value is None or said is None:
                continue
            values, words = (_members(each) for each in (value, said))
            for one, word in zip(values, words if len(words) == len(values) else values):
                met[one] += 1
                items.append(Item({called: one}, {called: word}, None, f"{one}\n{met[one]}"))
        if len(items) > MOST_REPEATED:
            section.fault("too-large", f"there are over {MOST_REPEATED:,} of it; write fewer", "each")
            return []
        return items

    def _with_cells(self, shown: Tabular, section: Section, scope: Scope) -> Tabular | None:
        """A shown table with what its columns say, row by row, as players read it; None with findings."""
        rows: list[tuple[str, ...]] = []
        places: list[str] = []
        for item in self._of_table(section, "item", scope):
            own = _with(scope, {}, item, item.name)
            place = item.row.place if item.row else section.place()
            site = Site(section, "columns", place)
            said = [self.filler.value(template, own, site, said=True) for template in shown.columns]
            if None in said:
                return None
            rows.append(tuple(text_of(value) for value in said if value is not None))
            places.append(str(place))
        return replace(shown, cells=tuple(rows), places=tuple(places))

    def _of_table(self, section: Section, called: str, scope: Scope) -> list[Item]:
        tables = self.filler.tables
        table = tables.get(name := section.choice("table", tables, what="table"))
        if table is None:
            return []
        key = name, called
        if key not in self._rows:
            self._rows[key] = [self._item(table, row, named, called) for row, named in named_rows(table)]
        choice = read_choice(section)
        if choice.is_all:
            return self._rows[key]
        by_name = {item.name: item for item in self._rows[key]}
        scopes = ((item.row, _with(scope, {}, item, name), name) for name, item in by_name.items())
        rows = [NamedRow(row, own, name) for row, own, name in scopes if row]
        return [by_name[each.name] for each in choice.chosen(rows, self.filler)]

    def _item(self, table: Table, row: Row, named: str, called: str) -> Item:
        plain, said = self.translation.plain, self.translation.table_set
        values = plain.joined(row.values)
        words = values if said is plain else {**said.joined(row.values), **self.translation.row(table, row)}
        return Item(_prefixed(values, called), _prefixed(words, called), row, named)


def _prefixed(cells: Mapping[str, str], called: str) -> Mapping[str, str]:
    return {f"{called}.{column}": cell for column, cell in cells.items()}


def _with(scope: Scope, names: Mapping[str, str], item: Item | None, name: str) -> Scope:
    """The scope with what a copy adds to it."""
    values = {**scope.values, **names, **(item.values if item else {})}
    words = values if scope.words is scope.values and (not item or item.words is item.values) else None
    if words is None:
        words = {**scope.words, **names, **(item.words if item else {})}
    return replace(scope, values=values, words=words, place=f"{scope.place}\n{name}")


def _members(value: Value) -> list[str]:
    """What a text, a range such as `1..20` or a list lists."""
    found = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return [text_of(each) for each in listed(value)]
    first, last = int(found[1]), int(found[2])
    return [str(number) for number in range(first, min(last, first + MOST_REPEATED) + 1)]


def _as_toml(value: Value) -> object:
    """A value as it would stand in the definition: a number where it is one, else a text."""
    if isinstance(value, tuple):
        return " ".join(map(text_of, value))
    number = number_in(value) if isinstance(value, str) else value
    if isinstance(number, Fraction):
        return int(number) if number.denominator == 1 else round(float(number), 9)
    return value if number is None else number


def _box(area: Box | Area, trim: Trim) -> Box:
    if isinstance(area, Box):
        return area
    return trim.box if area == "trim" else trim.safe_box


def _upright(box: Box, turn: float) -> Size:
    """The size of what stands in a box turned: a box that is turned by a quarter is that of what is seen."""
    return Size(box.height, box.width) if turn % 180 == 90 else Size(box.width, box.height)


def _moved(box: Box, turn: float, stand: Stand, ground: Ground, half_turn: bool) -> tuple[Box, float]:
    """Where a box of a ground lies on the piece, and how it is turned there."""
    x, y = (stand.x, stand.y) if stand.middle else (box.centre[0] + stand.x, box.centre[1] + stand.y)
    if half_turn:
        x, y = ground.trim.size.width - x, ground.trim.size.height - y
    turned = round(turn + stand.turn + ground.turn + 180 * half_turn, 6) % 360
    size = _upright(box, turn)
    size = Size(size.height, size.width) if turned % 180 == 90 else size
    found = Box.around(*ground.map.apply(x, y), size)
    return Box(*(round(edge, 6) for edge in (found.left, found.top, found.right, found.bottom))), turned
