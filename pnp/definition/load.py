"""The folder of a game in, its Game out: game.toml and its CSV files, read strictly, checked as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pnp.definition.document import read_document
from pnp.definition.extras import check_totals, read_conversion, read_documents, read_sets, read_texts
from pnp.definition.findings import Findings, shown
from pnp.definition.model import Game
from pnp.definition.pieces import read_pieces
from pnp.definition.schema import FORMAT, GAME, MOST_PLAYERS
from pnp.definition.section import Section
from pnp.definition.shelf import read_shelf
from pnp.definition.variants import read_variants

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_VERSION = re.compile(r"[\w.+-]{1,30}")


def load_game(
    folder: Path,
    data: Mapping[str, Path] | None = None,
    variants: Mapping[str, str] | None = None,
    totals: bool = True,
) -> Game:
    """The game that a folder defines; `data` puts other CSV files in the place of tables of that name.

    `variants` chooses among what the game leaves open (`{"banners": "cubes"}`); the usual is taken for the rest.
    Without `totals` the sums of [[totals]] are not checked, for callers who count the pieces against the rules.

    Raises InputInvalid with every problem there is, InputMissing where nothing but files that are not there
    or cannot be read is wrong, and UsageError for `data` that names no table.
    """
    findings = Findings()
    document = read_document(folder, findings)
    root = Section(document, (), document.data, GAME, findings)
    _check_format(root)
    name = root.slug("name", "my-deck")
    shelf = read_shelf(root, folder, data or {})
    documents, document_paths = read_documents(root, folder)
    chosen = read_variants(root.table("variants"), variants or {})
    pieces = read_pieces(root, name, shelf, chosen)
    facts = root.table("facts").scalars()
    if totals:
        check_totals(root, pieces, facts)
    game = Game(
        name=name,
        title=root.text("title", "My Deck"),
        version=_matching(root, "version", "1.0", _VERSION),
        players=root.span("players", 1, MOST_PLAYERS),
        summary=root.text("summary", "", ""),
        credits=root.text("credits", "", ""),
        language=_matching(root, "language", "en", _LANGUAGE, "en"),
        editions=root.slugs("editions", ("standard",)),
        variants=chosen.values,
        components=pieces.components,
        backs=pieces.backs,
        tables={name: table for name, table in shelf.tables.items() if table is not None},
        sets=read_sets(root, shelf),
        facts=facts,
        texts=read_texts(root, facts),
        conversion=read_conversion(root, folder, pieces),
        folder=folder,
        documents=documents,
        sources=(document.path, *shelf.paths, *document_paths),
    )
    findings.finish(document.file)
    return game


def _check_format(root: Section) -> None:
    given = root.text("format", FORMAT)
    if given and given != FORMAT:
        root.fault("format", f'{shown(given)} is not read by this pnp; write format = "{FORMAT}"', "format")


def _matching(root: Section, key: str, example: str, pattern: re.Pattern[str], default: str | None = None) -> str:
    text = root.text(key, example, default)
    if text and not pattern.fullmatch(text):
        root.fault("wrong-value", f'{shown(text)} is no {key}; write one such as "{example}"', key)
    return text
