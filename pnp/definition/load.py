"""Loads a Game from its folder: game.toml and its tables, read strictly and checked as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.definition.document import read_document
from pnp.definition.extras import (
    check_totals,
    read_conversion,
    read_documents,
    read_requirements,
    read_sets,
    read_texts,
    read_tuckboxes,
)
from pnp.definition.findings import Findings, quoted, refuse
from pnp.definition.layout_check import check_filling
from pnp.definition.layouts import read_design
from pnp.definition.model import Game
from pnp.definition.pieces import Pieces, read_pieces, read_variants
from pnp.definition.section import DECK, FORMAT, GAME, MOST_PLAYERS, Section
from pnp.definition.tables import read_table_set
from pnp.definition.translation import read_translation
from pnp.errors import Finding
from pnp.language.folder import TAG, wording_of
from pnp.language.wording import Wording
from pnp.sources import Sources

_VERSION = re.compile(r"[\w.+-]{1,30}")


class Draft(NamedTuple):
    """A game as far as it could be read, and everything that is wrong with it.

    `unusable` are the elements, by the id of a piece and their own name, that the piece cannot fill: they must not be
    drawn. With no finding the game is sound.
    """

    game: Game
    findings: tuple[Finding, ...]
    unusable: frozenset[tuple[str, str]]


def load_game(
    folder: Path, data: Mapping[str, Path] | None = None, variants: Mapping[str, str] | None = None,
    totals: bool = True, language: str | Wording = "",
) -> Game:  # fmt: skip
    """The game that a folder defines; `data` puts other CSV files in the place of tables of that name.

    `variants` chooses among what the game leaves open (`{"banners": "cubes"}`); the usual is taken for the rest.
    Without `totals` the sums of [[totals]] are not checked, for callers who count the pieces against the rules.
    `language` is what `--lang` says (see pnp/language/folder.py), or a wording; the game's own unless said.

    Raises InputInvalid with every problem there is, InputMissing where nothing but files that are not there
    or cannot be read is wrong, and UsageError for `data` that names no table.
    """
    draft = draft_game(folder, data or {}, variants or {}, language, totals)
    refuse(draft.findings)
    return draft.game


def draft_game(
    folder: Path, data: Mapping[str, Path], variants: Mapping[str, str], language: str | Wording = "",
    totals: bool = True,
) -> Draft:  # fmt: skip
    """The same for those who look for more mistakes than a definition tells by itself: nothing of what is wrong with
    it is raised, unless nearly all is.
    """
    sources, findings = Sources(folder), Findings()
    document = read_document(sources, findings)
    root = Section(document, (), document.data, (*GAME, *DECK), findings)
    _check_format(root)
    name = root.slug("name", "my-deck")
    table_set = read_table_set(root, sources, data)
    documents, document_files = read_documents(root, sources)
    chosen = read_variants(root.table("variants"), variants)
    design = read_design(root, sources)
    native = _matching(root, "language", "en", TAG, "en")
    wording = wording_of(language, name, native, sources) if isinstance(language, str) else language
    translation = read_translation(root, table_set, documents, design, wording)
    pieces = read_pieces(root, name, table_set, chosen, design.layouts, translation)
    told = "" if wording.is_plain else wording.language
    filling = check_filling(translation.design(design) if told else design, pieces, table_set, sources, root, told)
    tuckboxes = read_tuckboxes(root, sources, design.colours, _names(pieces))
    conversion = read_conversion(root, sources, pieces)
    editions = root.slugs("editions", ("standard",))
    made = [*(own.part for own in pieces.components), *(back.part for back in pieces.backs)]
    facts = root.table("facts").scalars()
    if totals:
        check_totals(root, pieces, facts)
    game = Game(
        name=name,
        title=wording.said("title", root.text("title", "My Deck")),
        version=_matching(root, "version", "1.0", _VERSION),
        players=root.span("players", 1, MOST_PLAYERS),
        summary=wording.said("summary", root.text("summary", "", "")),
        credits=wording.said("credits", root.text("credits", "", "")),
        language=wording.language if language else native,
        editions=editions,
        variants=chosen.values,
        components=pieces.components,
        backs=pieces.backs,
        tables={name: table for name, table in translation.table_set.tables.items() if table is not None},
        sets=read_sets(root, table_set, {*made, *pieces.unsound, *pieces.absent}, editions),
        facts=facts,
        texts=read_texts(root, facts, wording),
        conversion=conversion,
        folder=folder,
        documents=translation.documents(documents),
        sources=(
            document.source, *table_set.files, *document_files, *design.files, *filling.pictures, *tuckboxes.files,
            *wording.sources, *(conversion.decks.values() if conversion else ()),
        ),
        design=translation.design(design),
        requirements=read_requirements(root, table_set),
        wording=wording,
        tuckboxes=tuckboxes,
        remarks=findings.remarks(),
    )  # fmt: skip
    return Draft(game, findings.ordered(document.file), filling.unusable)


def _names(pieces: Pieces) -> Iterator[str]:
    """What boxes may hold: kinds, groups and parts."""
    for component in pieces.components:
        yield from (component.kind, component.group, component.part)


def _check_format(root: Section) -> None:
    given = root.text("format", FORMAT)
    if given and given != FORMAT:
        root.fault("format", f'{quoted(given)} is not read by this pnp; write format = "{FORMAT}"', "format")


def _matching(root: Section, key: str, example: str, pattern: re.Pattern[str], default: str | None = None) -> str:
    text = root.text(key, example, default)
    if text and not pattern.fullmatch(text):
        root.fault("wrong-value", f'{quoted(text)} is no {key}; write one such as "{example}"', key)
    return text
