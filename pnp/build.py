"""A game and options in, the files of its box out: define, draw, impose, render, preflight, record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
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
        proofs, files = _rendered(box, options, workers)
        findings = tuple(note for plan in box.plans.values() for note in plan.notes)
        made = partial(manifest, game, options, inputs, box.printed, box.faces)
        if options.preflight:
            progress("preflight", game.title)
            findings += _checked(proofs, files, made)
        record = made(files, findings)
        contents = {file.path: file.data for file in files}
        progress("record", str(target / MANIFEST))
        changed = output.write(target, {**contents, MANIFEST: as_bytes(record)})
        return Built(target, record, changed)


def _rendered(box: Box, options: BuildOptions, workers: Workers) -> tuple[list[MadeFile], list[MadeFile]]:
    """The PDF of every plan, asked for or not, and the files that were asked for."""
    from pnp.formats import Sheets, others, proof, single_faces

    groups = {entry.component.id: entry.component.group for entry in box.printed}
    proofs, files = [], []
    for name, plan in box.plans.items():
        _, first = next(plan.placements())
        stem = f"{name}-{options.paper.lower().replace(' ', '')}"
        document = document_of(box.game, box.style, _duplex(plan))
        sheets = Sheets(stem, groups[first.item.component], plan, box.faces, document)
        proofs.append(proof(sheets))
        files += proofs[-1:] if "pdf" in options.formats else []
        files += others(sheets, proofs[-1].data, options, workers)
    if "png" in options.formats:
        files += single_faces(box.faces, groups, document_of(box.game, box.style, None), options)
    return proofs, files


def _duplex(plan: SheetPlan) -> str | None:
    """The edge that a two-sided printer is to flip; stacks that are fed again by hand are printed on one side."""
    return None if plan.sides == "fronts-then-backs" else plan.flip


def document_of(game: Game, style: Style, flip: str | None) -> Document:
    """What every file of the game says of itself."""
    return Document(
        title=game.title, author=game.credits, subject=game.summary, version=game.version,
        language=game.language, fonts=style.fonts, flip=flip,
    )  # fmt: skip


def _checked(
    proofs: list[MadeFile],
    files: list[MadeFile],
    made: Callable[[Iterable[MadeFile], Iterable[Finding]], dict[str, Any]],
) -> tuple[Finding, ...]:
    """What preflight finds in the PDFs, and in the files asked for; an error means that nothing is written."""
    from pnp.preflight import check

    findings: dict[Finding, None] = {}
    for group in (proofs,) if files == proofs else (proofs, files):
        findings |= dict.fromkeys(check({file.path: file.data for file in group}, made(group, ())))
    if any(finding.severity == "error" for finding in findings):
        raise InputInvalid(findings)
    return tuple(findings)
