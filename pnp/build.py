"""A game and options in, the files of its box out: define, draw, impose, render, preflight, record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp import catalog, output
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.face import Style
from pnp.errors import Finding, InputInvalid
from pnp.imposition.plan import SheetPlan
from pnp.manifest import MadeFile, as_bytes, inputs_digest, is_current, manifest
from pnp.options import BuildOptions
from pnp.output import MANIFEST
from pnp.prepare import Box, Progress, prepare
from pnp.renderers.base import Document
from pnp.workers import Workers


@dataclass(frozen=True, slots=True)
class Built:
    """What a build left in a folder; `changed` are the files that were written, none when all was current."""

    folder: Path
    manifest: Mapping[str, Any]
    changed: tuple[str, ...]


def build(
    source: str, options: BuildOptions, out: Path, workers: Workers, progress: Progress, force: bool = False
) -> Built:
    """Builds one game into `out/<name>`; nothing is written unless every file is finished and passes preflight.

    Raises InputInvalid with every problem of the definition, of texts that do not fit or of preflight, UsageError
    for options that cannot be met, OutputError or OutputBusy when the folder cannot be written.
    """
    game = load_game(catalog.find(source), options.data, options.variants)
    inputs = inputs_digest(game, options)
    target = out / game.name
    known = None if force else is_current(target, inputs)
    if known is not None:
        return Built(target, known, ())
    box = prepare(game, options, progress)
    with output.locked(target):
        progress("render", game.title)
        files = tuple(_rendered(box, options, workers))
        notes = tuple(note for plan in box.plans.values() for note in plan.notes)
        record = manifest(game, options, inputs, box.printed, box.faces, files, notes)
        contents = {file.path: file.data for file in files}
        if options.preflight:
            progress("preflight", game.title)
            record = _checked(record, contents, notes)
        progress("record", str(target / MANIFEST))
        changed = output.write(target, {**contents, MANIFEST: as_bytes(record)})
        return Built(target, record, changed)


def _rendered(box: Box, options: BuildOptions, workers: Workers) -> Iterator[MadeFile]:
    from pnp.formats import Sheets, rendered

    groups = {entry.component.id: entry.component.group for entry in box.printed}
    for name, plan in box.plans.items():
        _, first = next(plan.placements())
        stem = f"{name}-{options.paper.lower().replace(' ', '')}"
        sheets = Sheets(
            stem, groups[first.item.component], plan, box.faces, document_of(box.game, box.style, _duplex(plan))
        )
        yield from rendered(sheets, options, workers)


def _duplex(plan: SheetPlan) -> str | None:
    """The edge that a two-sided printer is to flip; stacks that are fed again by hand are printed on one side."""
    return None if plan.sides == "fronts-then-backs" else plan.flip


def document_of(game: Game, style: Style, flip: str | None) -> Document:
    """What every file of the game says of itself."""
    return Document(
        title=game.title, author=game.credits, subject=game.summary, version=game.version,
        language=game.language, fonts=style.fonts, flip=flip,
    )  # fmt: skip


def _checked(record: dict[str, Any], contents: Mapping[str, bytes], notes: tuple[Finding, ...]) -> dict[str, Any]:
    """The record with preflight's findings; an error among them means that nothing is written."""
    from pnp.preflight import check

    findings = (*notes, *check(contents, record))
    if any(finding.severity == "error" for finding in findings):
        raise InputInvalid(findings)
    return {**record, "findings": [finding.as_json() for finding in findings]}
