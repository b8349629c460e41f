"""Reads the [[backs]] and [[components]] of game.toml, in the variant taken, and checks them against each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.definition.entry import STAND_IN, ComponentEntry
from pnp.definition.findings import Place, quoted, suggest
from pnp.definition.model import Back, Component
from pnp.definition.section import BACK, COMPONENT, HABITS, MOST_COMPONENTS, MOST_PLAYERS, Section
from pnp.definition.sizes import read_trim
from pnp.definition.tables import TableSet
from pnp.definition.translation import Translation
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Trim, number


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


def read_variants(section: Section, asked: Mapping[str, str]) -> Variants:
    """What can be chosen, and what is; UsageError for a value that the game does not have.

    A name that the game does not have at all is left alone, so that one choice can be made for several games.
    """
    values = {name: section.slugs(name, ()) for name in section.names()}
    for name, value in asked.items():
        if name in values and value not in values[name]:
            raise UsageError(f"{name}: {quoted(value)} cannot be had; {suggest(value, values[name])}")
    return Variants(values, {name: asked.get(name, options[0]) for name, options in values.items() if options})


class ReadPiece(NamedTuple):
    """A component, where it stands, and the entry it came from."""

    component: Component
    place: Place
    entry: ComponentEntry


@frozen
class Pieces:
    """What the box holds.

    Nobody may count on the parts in `unsound`, which have findings, nor on those in `absent`, which belong to a
    variant that was not taken.
    """

    components: tuple[Component, ...]
    backs: tuple[Back, ...]
    unsound: frozenset[str]
    absent: frozenset[str]


def read_pieces(
    root: Section, game: str, table_set: TableSet, variants: Variants, layouts: Collection[str],
    translation: Translation,
) -> Pieces:  # fmt: skip
    """Reads every entry: one component, or one for each row of its table; checks also those of variants not taken."""
    sections, of_backs, findings = root.tables("components", COMPONENT), root.tables("backs", BACK), root.findings
    entries = [ComponentEntry(section, game, table_set, layouts, translation) for section in sections]
    if "components" not in root:
        root.fault("missing-key", "the game has no component; add an entry under a header [[components]]")
    backs = [_read_back(section, game, entries, layouts, translation) for section in of_backs]
    _check_parts([*sections, *of_backs])
    read: list[ReadPiece] = []
    single: list[Back] = []  # those that back one component only
    unsound, absent = set(), set()
    for entry in entries:
        before = len(findings)
        if len(read) > MOST_COMPONENTS:
            entry.section.fault("too-large", f"the game has over {MOST_COMPONENTS:,} components; split it")
            break
        found = [(ReadPiece(component, place, entry), own) for component, own, place in entry.components()]
        if variants.includes(entry.section):
            _tell_of_none([piece for piece, _ in found], root)
            needed = [(piece, own) for piece, own in found if piece.component.fixed or piece.component.each]
            read += [piece for piece, _ in needed]
            single += [own for _, own in needed if own is not None]
        else:
            absent.add(entry.part)
        lost = entry.table is None and "table" in entry.section
        damaged = lost or (entry.table is not None and findings.touches(entry.table.file))
        if len(findings) > before or entry.trim is None or damaged:
            unsound.add(entry.part)
    _check_ids(read, [*backs, *single])
    _check_back_parts(entries, read, backs)
    components = _with_backs(read, backs, single)
    return Pieces(components, (*backs, *single), frozenset(unsound), frozenset(absent))


def _tell_of_none(found: Sequence[ReadPiece], root: Section) -> None:
    """A note on each piece that is not printed, however many play."""
    _, most = root.span("players", 1, MOST_PLAYERS)
    for component, place, entry in found:
        if not component.count(most):
            has_any = component.fixed or component.each
            what = f"is for seat {component.seat} and at most {most} play" if has_any else "has the count 0"
            message = f"{quoted(component.name)} {what}, so it is not printed; write another number, or delete the row"
            entry.section.findings.remark("note", "none-printed", place, message)


def _read_back(
    section: Section, game: str, entries: Sequence[ComponentEntry], layouts: Collection[str], translation: Translation
) -> Back:
    """A back; unless it says otherwise, its corner, bleed and safe are usual for the kind it backs."""
    part = section.slug("part", "back")
    kinds = [entry.kind for entry in entries if entry.section.text("back", "back", "") == part]
    trim = read_trim(section, HABITS[kinds[0] if kinds else "card"])
    values = {key: str(value) for key, value in section.table("values").scalars().items()}
    layout = section.choice("layout", layouts, "", what="layout") if "layout" in section else ""
    words = translation.values(values)
    return Back(f"{game}/{part}", part, trim or STAND_IN, values, layout, str(section.place()), words)


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
    for component, place, entry in read:
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
    for component, _, entry in read:
        named = component.back
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
        if are_known and (one.size, one.outline) != (two.size, two.outline):
            sizes = f"the back is {_measures(one)}, the front {_measures(two)}"
            entry.section.fault("size", f"{sizes}; give both the same size", "back")
        components.append(replace(component, back=back.id))
    return tuple(components)


def _measures(trim: Trim) -> str:
    size = f"{number(trim.size.width)} x {number(trim.size.height)} mm"
    return size + (", round" if trim.outline == "round" else "")
