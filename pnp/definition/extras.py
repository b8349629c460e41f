"""Sets, totals, texts and conversion of game.toml in, the same checked against the pieces out."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from pnp.definition.design import COLOUR
from pnp.definition.document import read_data
from pnp.definition.files import inside, is_there
from pnp.definition.findings import Place, meant, shown
from pnp.definition.model import Component, Conversion, Member, SetOfMarks
from pnp.definition.pieces import Pieces
from pnp.definition.schema import CONVERSION, SET, TOTAL
from pnp.definition.section import Section
from pnp.definition.shelf import Shelf, keyed
from pnp.definition.templates import filled, names_in
from pnp.language.wording import Wording
from pnp.sources import SourceFile, Sources
from pnp.units import number

Facts = Mapping[str, int | float | str]

_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?")


def read_sets(root: Section, shelf: Shelf) -> tuple[SetOfMarks, ...]:
    """The marks that must stay apart, row by row of their tables."""
    return tuple(_read_set(section, shelf) for section in root.tables("sets", SET))


def _read_set(section: Section, shelf: Shelf) -> SetOfMarks:
    name = section.slug("name", "suits")
    table = shelf.tables.get(section.choice("table", shelf.tables, what="table"))
    columns = table.columns if table else ()
    colour, shape = (column_of(section, key, columns) for key in ("colour", "shape"))
    if table is None or not colour or not shape:
        return SetOfMarks(name, ())
    members: dict[tuple[str, str], Member] = {}
    for row in keyed(table, section).values():
        member = Member(row[table.columns[0]], row[colour], row[shape])
        look = (member.colour.lower(), member.shape)
        _check_member(member, members.get(look), Place(row.file, row.line), section)
        members.setdefault(look, member)
    return SetOfMarks(name, tuple(members.values()))


def column_of(section: Section, key: str, columns: Sequence[str]) -> str:
    """A key that names a column; anything where the table could not be read."""
    return section.choice(key, columns, what="column of the table") if columns else section.text(key, key)


def _check_member(member: Member, twin: Member | None, place: Place, section: Section) -> None:
    if not COLOUR.fullmatch(member.colour):
        message = f"{shown(member.colour)} is no colour; write it as #rrggbb, such as #b5482f"
        section.findings.error("colour", place, message)
    if not member.shape:
        section.findings.error("shape", place, f"{shown(member.id)} has no shape; name one, colour alone is not enough")
    if twin is not None:
        message = f"{shown(member.id)} looks like {shown(twin.id)}; change its colour or its shape"
        section.findings.error("shape", place, message)


def check_totals(root: Section, pieces: Pieces, facts: Facts) -> None:
    """Compares each sum over the pieces of a part with the fact that it must equal."""
    uncounted = pieces.unsound | pieces.absent
    parts: dict[str, list[Component]] = {part: [] for part in sorted(uncounted)}
    for component in pieces.components:
        parts.setdefault(component.part, []).append(component)
    for section in root.tables("totals", TOTAL):
        part = section.choice("part", parts, what="part")
        keys = [key for key in ("each", "fixed") if key in section]
        if len(keys) != 1:
            section.fault("missing-key", f"a total {section.title} needs either 'each' or 'fixed'; name the fact there")
            continue
        fact = section.choice(keys[0], facts, what="fact")
        column = section.text("column", "value", "")
        if part and fact and part not in uncounted:
            _check_total(section, parts[part], column, keys[0], fact, facts[fact])


def _check_total(
    section: Section, pieces: Sequence[Component], column: str, key: str, fact: str, wanted: float | str
) -> None:
    total = 0.0
    for piece in pieces:
        cell = piece.values.get(column, "") if column else "1"
        if column and column not in piece.values:
            section.fault("unknown-value", f"{shown(column)} is no value; {meant(column, piece.values)}", "column")
            return
        if not _NUMBER.fullmatch(cell):
            section.fault("total", f"{column} {shown(cell)} of {piece.id} is no number; write one", "column")
            return
        total += float(cell) * (piece.each if key == "each" else piece.fixed)
    if isinstance(wanted, str):
        section.fault("total", f"the fact {shown(fact)} is a text; make it a number", key)
    elif not math.isclose(total, wanted, abs_tol=1e-6):
        pieces_of = "the pieces of each player" if key == "each" else "the pieces"
        what = f"{pieces_of} add up to {number(total)}"
        section.fault("total", f"{what}, but {fact} is {number(wanted)}; correct one of them", key)


def read_texts(root: Section, facts: Facts, wording: Wording) -> Mapping[str, str]:
    """The texts in the language of the wording, every `{fact}` in them written out."""
    section = root.table("texts")
    values = {name: fact if isinstance(fact, str) else number(fact) for name, fact in facts.items()}
    texts = {}
    for key, english in section.texts().items():
        text = wording.said("texts", english)
        try:
            unknown = [name for name in names_in(text) if name not in values]
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            continue
        for name in unknown:
            section.fault("template", f"'{key}' asks for the fact {shown(name)}; {meant(name, values)}", key)
        if not unknown:
            texts[key] = filled(text, values).strip()
    return texts


def read_conversion(root: Section, sources: Sources, pieces: Pieces) -> Conversion | None:
    """How the deck is taken from others; their files are only looked for here."""
    if "conversion" not in root:
        return None
    section = root.table("conversion", CONVERSION)
    values = dict.fromkeys(name for component in pieces.components for name in component.values)
    parts = dict.fromkeys([*(component.part for component in pieces.components), *sorted(pieces.unsound)])
    match = section.choice("match", values, what="value of a component") if not pieces.unsound else ""
    free = section.choice("free", parts, what="part") if parts else ""
    decks = {}
    listed = section.table("decks")
    for name, file in listed.texts().items():
        source = inside(sources, file, listed.place(name), root.findings)
        if source is not None and is_there(source, file, listed.place(name), root.findings):
            decks[name] = source
    return Conversion(match, free, decks)


def read_documents(
    root: Section, sources: Sources
) -> tuple[Mapping[str, Mapping[str, object]], tuple[SourceFile, ...]]:
    """The TOML files of the game's own shape, by name, and where they are."""
    section = root.table("documents")
    found: dict[str, Mapping[str, object]] = {}
    read: list[SourceFile] = []
    for name, file in section.texts().items():
        source = inside(sources, file, section.place(name), root.findings)
        data = None if source is None else read_data(source, file, section.place(name), root.findings)
        if source is not None and data is not None:
            found[name] = data
            read.append(source)
    return found, tuple(read)
