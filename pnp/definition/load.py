"""Loads a Game from its folder: game.toml, all that it says beside its pieces, and its tables, checked as a whole."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.definition import fills, model
from pnp.definition.design import COLOUR, names_in
from pnp.definition.document import MOST_TEXT, art_file, inside, read_data, read_document, read_text, sound_file
from pnp.definition.drafts import names_asked
from pnp.definition.filling import check_filling
from pnp.definition.findings import Findings, between, quoted, refuse, suggest
from pnp.definition.layouts import read_design
from pnp.definition.model import Component, Conversion, Game, Requirement, SetMember, SetOfMarks, Table
from pnp.definition.pieces import Pieces, read_pieces, read_variants
from pnp.definition.placing import Placer
from pnp.definition.section import (
    CONVERSION,
    DECK,
    FORMAT,
    GAME,
    MOST,
    MOST_PIECES,
    MOST_PLAYERS,
    REQUIRED,
    SET,
    TOTAL,
    TUCKBOX,
    TUCKBOXES,
    Section,
)
from pnp.definition.shared import read_roots
from pnp.definition.sizes import parse_sleeves, parse_stock
from pnp.definition.tables import TableSet, read_table_set, rows_by_key
from pnp.definition.templates import Filler, TableCells
from pnp.definition.translation import Translation, read_translation
from pnp.errors import Finding, Severity
from pnp.geometry import number
from pnp.language.grammar import bare
from pnp.language.po import TAG, wording_of
from pnp.language.wording import Wording, filled
from pnp.sources import PICTURES, SourceFile, Sources, endings, listed

RULES, PLAY = "rules.md", "rules.play"
"""What the text of a folder's own rulebook is called unless it says otherwise."""
ONE_LANGUAGE = "one-language"
"""The note that a game says of what stays as it is in every language."""
_VERSION = re.compile(r"[\w.+-]{1,30}")
Facts = Mapping[str, int | float | str]

_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?")


class Draft(NamedTuple):
    """A game as far as it could be read, and everything that is wrong with it.

    `unusable` are the elements, by the id of a piece and their own name, that the piece cannot fill: they must not be
    drawn. With no finding the game is sound.
    """

    game: Game
    findings: tuple[Finding, ...]
    unusable: frozenset[tuple[str, str]]


def read_tables(folder: Path, data: Mapping[str, Path]) -> Mapping[str, Table | None]:
    """The tables of a game alone, whatever else is wrong with it; None for one that cannot be read."""
    sources, findings = Sources(folder), Findings()
    document = read_document(sources, findings)
    return read_table_set(Section(document, (), document.data, None, findings), sources, data).tables


def load_game(
    folder: Path, data: Mapping[str, Path] | None = None, variants: Mapping[str, str] | None = None,
    totals: bool = True, language: str | Wording = "", workspace: Path | None = None, is_draft: bool = False,
) -> Game:  # fmt: skip
    """The game that a folder defines; `data` puts other CSV files in the place of tables of that name.

    `variants` chooses among what the game leaves open (`{"banners": "cubes"}`); the usual is taken for the rest.
    Without `totals` the sums of [[totals]] are not checked, for callers who count the pieces against the rules.
    `language` is what `--lang` says (see pnp/language/po.py), or a wording; the game's own unless said. `workspace` is
    the folder in which it may extend others. Of a game that `is_draft`, pictures, icons and fonts may be missing.

    Raises InputInvalid with every problem there is, InputMissing where nothing but files that are not there
    or cannot be read is wrong, and UsageError for `data` that names no table.
    """
    sources = Sources(folder, workspace)
    draft = draft_game(folder, data or {}, variants or {}, language, totals, sources, is_draft)
    refuse(draft.findings)
    return draft.game


def draft_game(
    folder: Path, data: Mapping[str, Path], variants: Mapping[str, str], language: str | Wording = "",
    totals: bool = True, sources: Sources | None = None, is_draft: bool = False, lacking: Severity = "warning",
) -> Draft:  # fmt: skip
    """The same for those who look for more mistakes than a definition tells by itself: nothing of what is wrong is
    raised, unless nearly all is. `sources` are of that folder; what a draft lacks is told as `lacking` says.
    """
    sources, findings = sources or Sources(folder), Findings(is_draft, lacking)
    document = read_document(sources, findings)
    root = Section(document, (), document.data, (*GAME, *DECK), findings)
    roots = read_roots(root, sources)
    if "extends" in roots[-1]:  # without it, little of what is named would be known
        findings.finish(document.file)
    _check_format(root)
    name = root.slug("name", "my-deck")
    table_set = read_table_set(root, sources, data)
    documents, document_files = read_documents(root, sources)
    chosen = read_variants(root.table("variants"), variants)
    design, drafts = read_design(roots, sources, table_set.columns)
    native = _matching(root, "language", "en", TAG, "en")
    wording = wording_of(language, name, native, sources) if isinstance(language, str) else language
    _tell_what_stays(root, native, wording)
    translation = read_translation(root, table_set, documents, design, wording)
    filler = _filler(root, name, wording, translation)
    pieces = read_pieces(root, name, chosen, names_asked(drafts), filler, translation, sources)
    placer = Placer(drafts, design.layouts, filler, translation)
    filling = check_filling(translation.design(design), pieces, placer, sources, roots)
    tuckboxes = read_tuckboxes(root, sources, design.colours, _names(pieces))
    conversion = read_conversion(root, sources, pieces)
    rules, drawn = _rules(root, sources), (*pieces.files, *filling.pictures, *tuckboxes.files)
    texts = filter(None, [rules, _play(sources)])
    others = (*wording.sources, *(conversion.decks.values() if conversion else ()), *texts)
    editions, facts = root.slugs("editions", ("standard",)), root.table("facts").scalars()
    if totals:
        check_totals(root, pieces, facts)
    game = Game(
        name=name,
        title=filler.constants["title"], version=filler.constants["version"],
        players=root.span("players", 1, MOST_PLAYERS),
        summary=wording.said("summary", root.text("summary", "", "")),
        credits=wording.said("credits", root.text("credits", "", "")),
        language=wording.language if language else native,
        editions=editions,
        variants=chosen.values,
        components=pieces.components, backs=pieces.backs,
        tables={name: table for name, table in translation.table_set.tables.items() if table is not None},
        sets=read_sets(root, table_set, _parts(pieces), editions),
        facts=facts,
        texts=read_texts(root, facts, wording),
        conversion=conversion,
        folder=folder,
        documents=translation.documents(documents),
        sources=(*(each.source for each in roots), *table_set.files, *document_files, *design.files, *drawn, *others),
        design=filling.design,
        requirements=read_requirements(root, table_set),
        wording=wording,
        tuckboxes=tuckboxes, rules=rules, is_draft=is_draft,
        remarks=findings.remarks(),
    )  # fmt: skip
    return Draft(game, findings.ordered(document.file), filling.unusable)


def _filler(root: Section, name: str, wording: Wording, translation: Translation) -> Filler:
    """What fills the templates of the game; chance is drawn from its `seed`, or from its name."""
    title = wording.said("title", root.text("title", "My Deck"))
    constants = {"title": title, "version": _matching(root, "version", "1.0", _VERSION)}
    seed = root.whole("seed", 0, MOST)
    cells = TableCells(translation.plain, translation.table_set)
    return Filler(root.findings, cells, name if seed is None else str(seed), translation.plain.lost, constants)


def _parts(pieces: Pieces) -> set[str]:
    """Every part that the definition names, made of sound entries or not."""
    made = {own.part for own in pieces.components} | {back.part for back in pieces.backs}
    return made | pieces.unsound | pieces.absent


def _names(pieces: Pieces) -> Iterator[str]:
    """What boxes may hold: kinds, groups and parts."""
    for component in pieces.components:
        yield from (component.kind, component.group, component.part)


def _tell_what_stays(root: Section, native: str, wording: Wording) -> None:
    """A note on what is in one language whatever is asked for."""
    stays = root.text("one_language", "the letters on the cards", "")
    if stays and wording.language.partition("-")[0] != native.partition("-")[0]:
        root.findings.remark("note", ONE_LANGUAGE, root.place("one_language"), stays)


def _check_format(root: Section) -> None:
    given = root.text("format", FORMAT)
    if given and given != FORMAT:
        root.fault("format", f'{quoted(given)} is not read by this pnp; write format = "{FORMAT}"', "format")


def _matching(root: Section, key: str, example: str, pattern: re.Pattern[str], default: str | None = None) -> str:
    text = root.text(key, example, default)
    if text and not pattern.fullmatch(text):
        root.fault("wrong-value", f'{quoted(text)} is no {key}; write one such as "{example}"', key)
    return text


def read_sets(
    root: Section, table_set: TableSet, parts: Iterable[str], editions: Sequence[str]
) -> tuple[SetOfMarks, ...]:
    """The marks that must stay apart, row by row of their tables."""
    known = {"parts": sorted(parts), "editions": editions}
    found: dict[str, SetOfMarks] = {}
    for section in root.tables("sets", SET):
        marks = _read_set(section, table_set, known)
        if marks.name in found:
            section.fault("wrong-value", f"there is a set {quoted(marks.name)} already; rename one", "name")
        found.setdefault(marks.name, marks)
    return tuple(found.values())


def _read_set(section: Section, table_set: TableSet, known: Mapping[str, Sequence[str]]) -> SetOfMarks:
    name = section.slug("name", "suits")
    listed = {key: section.slugs(key, ()) for key in known}
    for key, named in listed.items():
        for unknown in (each for each in named if each not in known[key]):
            message = f"{quoted(unknown)} is no {key.removesuffix('s')} of the game; {suggest(unknown, known[key])}"
            section.fault("unknown-value", message, key)
    table = table_set.tables.get(section.choice("table", table_set.tables, what="table"))
    colour, shape = (column_of(section, key, table.columns if table else ()) for key in ("colour", "shape"))
    if table is None or not colour or not shape:
        return SetOfMarks(name, ())
    members: dict[tuple[str, str], SetMember] = {}
    for row in rows_by_key(table, section).values():
        member = SetMember(row[table.columns[0]], row[colour], row[shape])
        look = (member.colour.lower(), member.shape)
        for code, message in _wrong_with(member, members.get(look)):
            section.findings.error(code, row.place, message)
        members.setdefault(look, member)
    return SetOfMarks(name, tuple(members.values()), table.name, colour, shape, **listed)


def column_of(section: Section, key: str, columns: Sequence[str]) -> str:
    """A key that names a column; anything where the table could not be read."""
    return section.choice(key, columns, what="column of the table") if columns else section.text(key, key)


def _wrong_with(member: SetMember, twin: SetMember | None) -> Iterator[tuple[str, str]]:
    if not COLOUR.fullmatch(member.colour):
        yield "colour", f"{quoted(member.colour)} is no colour; write it as #rrggbb, such as #b5482f"
    if not member.shape:
        yield "shape", f"{quoted(member.id)} has no shape; name one, colour alone is not enough"
    if twin is not None:
        yield "shape", f"{quoted(member.id)} looks like {quoted(twin.id)}; change its colour or its shape"


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
            section.fault("unknown-value", f"{quoted(column)} is no value; {suggest(column, piece.values)}", "column")
            return
        if not _NUMBER.fullmatch(cell):
            section.fault("total", f"{column} {quoted(cell)} of {piece.id} is no number; write one", "column")
            return
        total += float(cell) * (piece.each if key == "each" else piece.fixed)
    if isinstance(wanted, str):
        section.fault("total", f"the fact {quoted(fact)} is a text; make it a number", key)
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
            unknown = [name for name in names_in(text) if bare(name, values) not in values]
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            continue
        for name in unknown:
            section.fault("template", f"'{key}' asks for the fact {quoted(name)}; {suggest(name, values)}", key)
        if not unknown:
            texts[key] = filled(text, values, wording).strip()
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
    listed = section.table("decks")
    files = {
        name: sound_file(sources, file, listed.place(name), root.findings) for name, file in listed.texts().items()
    }
    return Conversion(match, free, {name: file for name, file in files.items() if file})


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


def read_tuckboxes(
    root: Section, sources: Sources, colours: Mapping[str, str], names: Iterable[str]
) -> model.Tuckboxes:
    """The table, whose `holds` must be among the names of groups, kinds and parts that the game has."""
    section, names = root.table("tuckbox", TUCKBOX), tuple(dict.fromkeys(names))
    front = _front(section, sources)
    return model.Tuckboxes(
        holds=_holds(section, names) or model.HOLDS,
        boxes=_boxes(section, names),
        front=section.text("front", "art/front.png", "") if front else "",
        colour=_colour(section, "colour", colours),
        letters=_colour(section, "letters", colours),
        stock=section.parsed("stock", "300gsm", _if_sound(parse_stock), "wrong-value", "") or "",
        sleeves=section.parsed("sleeves", "standard", _if_sound(parse_sleeves), "wrong-value", "") or "",
        bottom=section.one_of("bottom", model.BOTTOMS, "tuck"),
        files=(front,) if front else (),
    )


def _if_sound(parse: Callable[[str], object]) -> Callable[[str], str]:
    """Takes a text for itself, once it is known that it can be read; ValueError where it cannot."""

    def check(text: str) -> str:
        parse(text)
        return text

    return check


def _boxes(section: Section, names: tuple[str, ...]) -> tuple[model.BoxEntry, ...]:
    found: dict[str, model.BoxEntry] = {}
    for entry in section.tables("boxes", TUCKBOXES):
        name = entry.slug("name", "places")
        if name and name in found:
            entry.fault("duplicate-part", f"{quoted(name)} is also the name of {found[name].where}; rename one", "name")
        if "holds" not in entry:
            entry.fault("missing-key", 'nothing says what goes into the box; add holds = ["cards"]')
        title, holds = entry.text("title", "Title", ""), _holds(entry, names)
        found.setdefault(name, model.BoxEntry(name, title, holds, str(entry.place())))
    return tuple(found.values())


def _holds(section: Section, names: tuple[str, ...]) -> tuple[str, ...]:
    wanted = section.slugs("holds", ())
    for name in wanted:
        if name not in names:
            section.fault("unknown-value", f"{quoted(name)} is no part, group or kind; {suggest(name, names)}", "holds")
    return wanted


def _colour(section: Section, key: str, colours: Mapping[str, str]) -> str:
    text = section.text(key, "#24415c", "")
    try:
        tint = fills.colour(text, colours) if text else None
    except ValueError as fault:
        section.fault("colour", f"{key} {fault}", key)
        return ""
    if tint is not None and tint.cover < 1:
        section.fault("colour", f"{key} {quoted(text)} lets through what is below it; write one that covers", key)
    return tint.colour if tint else ""


def _front(section: Section, sources: Sources) -> SourceFile | None:
    name = section.text("front", "art/front.png", "")
    if name and not name.lower().endswith(endings(PICTURES)):
        section.fault("file-name", f"{quoted(name)} is no picture; name a {listed(PICTURES)} file", "front")
        return None
    return art_file(sources, name, section.place("front"), section.findings) if name else None


def _rules(root: Section, sources: Sources) -> SourceFile | None:
    """The text of the folder's own rulebook: the file that is named, or `rules.md` if there is one."""
    name = root.text("rules", RULES, "")
    if name and not name.lower().endswith(".md"):
        root.fault("file-name", f'{quoted(name)} is no Markdown; name a file such as "{RULES}"', "rules")
        return None
    if not name and not os.path.lexists(sources.folder / RULES):
        return None
    name, asked = name or RULES, root.place("rules")
    file = inside(sources, name, asked, root.findings)
    return file if file and read_text(file, name, asked, root.findings, MOST_TEXT) is not None else None


def _play(sources: Sources) -> SourceFile | None:
    """The rules that are data, which the definition does not read: others do, and make files of them."""
    file = sources.file(PLAY)
    return file if file.path.is_file() and not file.path.is_symlink() else None


def read_requirements(root: Section, table_set: TableSet) -> tuple[Requirement, ...]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("requires", REQUIRED):
        name = section.choice("table", table_set.tables, what="table")
        table = table_set.tables.get(name)
        column = column_of(section, "column", table.columns if table else ())
        value = section.text("value", "cups", "" if "value" in section else None)
        if "count" not in section:
            section.fault("missing-key", "nothing says how many there must be; add count = 13 (or count = [12, 14])")
        count = section.limits("count", 0, MOST_PIECES)
        if table and column and count:
            found.append(Requirement(table.file, column, value, *count, where=str(section.place())))
    return tuple(found)


def requires(game: Game) -> tuple[Finding, ...]:
    """What the deck itself says that its rules need, held against the pieces in the box, for the most players."""
    return tuple(finding for required in game.requirements if (finding := _short(game, required)) is not None)


def _short(game: Game, required: Requirement) -> Finding | None:
    count = sum(component.count(game.players[1]) for component in game.components if _is_meant(component, required))
    if required.least <= count <= required.most:
        return None
    message = (
        f"the rules need {between(required.least, required.most)} pieces of {required.table} with {required.column} "
        f"{quoted(required.value)}, and there are {count}; correct the counts, or what is required"
    )
    return Finding("error", "required", required.where, message)


def _is_meant(component: Component, required: Requirement) -> bool:
    file = component.where.rpartition(":")[0]
    return file == required.table and component.values.get(required.column) == required.value
