"""The sheets of a finished build, made anew from its definition, to be held against those that lie in its folder."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp import preflight as measured
from pnp.build.build import pdfs
from pnp.build.changes import look_of
from pnp.build.job import PrintJob, nothing_to_tell, prepare, sound_game
from pnp.build.manifest import MadeFile
from pnp.build.options import BuildOptions
from pnp.build.told_apart import undrawn_in
from pnp.catalog import home_of
from pnp.definition.document import definition_file
from pnp.definition.findings import quoted
from pnp.drawing.face import Look
from pnp.errors import Finding, InputInvalid, PnpError
from pnp.frozen import frozen

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST_LETTERS = 60
_CHANGED = "the definition has changed since these sheets were made, or the manifest was altered"
_MEND = "if they were made from a deck of your own, name its folder with --deck"


@frozen
class Anew:
    """The PDF of every plan and book of a build, made again with the options that its manifest records.

    Where that cannot be done there are no `files`, and `why_not` says why, in words that can go on after a colon.
    `findings` are of what the pieces show.
    """

    files: tuple[MadeFile, ...] = ()
    why_not: str = ""
    findings: tuple[Finding, ...] = ()


class _Unknown(Exception):
    """What keeps the sheets from being made anew, in words for the user."""


def preflight(paths: Sequence[Path], deck: str | None = None, workspace: Path | None = None) -> tuple[Finding, ...]:
    """What is wrong with finished files; `deck` is the name or folder of the game that they were made from, `workspace`
    the folder in which it may extend others.
    """

    def remake(manifest: Mapping[str, Any]) -> measured.Remade:
        anew = drawn_anew(manifest, deck, workspace)
        expected = {file.path: file.expected for file in anew.files if file.expected}
        return measured.Remade(expected, {file.path: file.data for file in anew.files}, anew.why_not, anew.findings)

    return measured.preflight(paths, remake)


def drawn_anew(manifest: Mapping[str, Any], source: str | None, workspace: Path | None = None) -> Anew:
    """The sheets that a manifest tells of, made from the game of its name, or from `source`, a folder or a name.

    Without a source that is a game that comes with pnp or with a plug-in, or else the deck in a folder of that name in
    the working folder. A definition that no longer gives the pieces of the manifest is not drawn. Nothing is raised
    for what a manifest or a deck may hold.
    """
    try:
        options = _options(manifest, workspace)
        box = _box(manifest, source, options)
        return Anew(pdfs(box, options), findings=undrawn_in(box))
    except _Unknown as reason:
        return Anew(why_not=str(reason))
    except InputInvalid as invalid:
        return Anew(why_not=f"the definition cannot be used: {invalid.findings[0]}")
    except PnpError as fault:
        return Anew(why_not=f"the definition cannot be used: {str(fault).splitlines()[0]}")


def _options(manifest: Mapping[str, Any], workspace: Path | None) -> BuildOptions:
    told = manifest.get("options")
    if isinstance(told, Mapping) and told.get("workspace") is True and workspace is not None:
        told = {key: value for key, value in told.items() if key != "workspace"}
    try:
        return replace(BuildOptions.from_json(told), workspace=workspace)
    except ValueError as fault:
        raise _Unknown(f"the manifest does not tell how they were made: options: {fault}") from fault


def _box(manifest: Mapping[str, Any], source: str | None, options: BuildOptions) -> PrintJob:
    """The game drawn and imposed with those options, if its pieces are those of the manifest."""
    name = manifest.get("game")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > _MOST_LETTERS:
        raise _Unknown("the manifest names no game")
    game = sound_game(source or _found(name), options)
    if game.name != name:
        raise _Unknown(
            f"{quoted(source or name)} is the deck {quoted(game.name)}, and these sheets are of {quoted(name)}"
        )
    if game.version == manifest.get("version"):
        box = prepare(game, options, nothing_to_tell)
        if _has_pieces(box, manifest.get("components")):
            return box
    raise _Unknown(_CHANGED if source else f"{_CHANGED}; {_MEND}")


def _found(name: str) -> str:
    """The name, if there is a game of it that `catalog.find` would come upon."""
    if home_of(name) is not None:
        return name
    if definition_file(Path(name)) is None:
        raise _Unknown(f"there is no game {quoted(name)} here; {_MEND}")
    return name


def _has_pieces(box: PrintJob, components: object) -> bool:
    """Whether the components of a manifest are those of the box: their ids, their numbers, what they look like."""
    if not isinstance(components, list) or not all(isinstance(entry, Mapping) for entry in components):
        components = []
    look, known = Look(), [(entry.get("id"), entry.get("count"), entry.get("sha256")) for entry in components]
    pieces = ((each.component, each.count) for each in box.printed)
    return known == [(piece.id, count, look_of(piece, box.faces, look)) for piece, count in pieces]
