"""A game and options in, the files of its box out: define, draw, impose, render, preflight, record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp import output
from pnp.changes import MANIFEST
from pnp.definition.model import Game
from pnp.drawing.face import Face, Style
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.imposition.plan import SheetPlan
from pnp.manifest import MadeFile, as_bytes, inputs_digest, is_current, manifest, sealed
from pnp.options import BuildOptions
from pnp.prepare import Box, Progress, prepare, sound_game
from pnp.press import stem_of
from pnp.renderers.base import Document
from pnp.workers import Workers

if TYPE_CHECKING:
    from pnp.formats import Sheets


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
    game = sound_game(source, options)
    target, reads = out / game.name, read_by(game, options)
    output.keep_apart(target, game.folder, reads)
    _keep_earlier(target, options)
    inputs = inputs_digest(game, options)
    known = None if force else is_current(target, inputs)
    if known is not None:
        return Built(target, known, ())
    box = prepare(game, options, progress)
    with output.locked(target):
        progress("render", game.title)
        proofs, files = _rendered(box, options, workers)
        book, findings = _rulebook(box, options)
        proofs, files = [*proofs, *book], [*files, *book]
        findings += (*box.notes, *(note for plan in box.plans.values() for note in plan.notes))
        listed = partial(manifest, game, options, inputs, box.printed, box.faces, changes=box.changes)
        record = listed(files)
        if options.preflight:
            progress("preflight", game.title)
            alone = [] if all(proof in files for proof in proofs) else [(proofs, listed(proofs))]
            findings += _checked([*alone, (files, record)])
        record = sealed({**record, "findings": [finding.as_json() for finding in findings]})
        contents = {file.path: file.data for file in files}
        progress("record", str(target / MANIFEST))
        changed = output.write(target, {**contents, MANIFEST: as_bytes(record)}, reads=reads, record=MANIFEST)
        return Built(target, record, changed)


def _keep_earlier(target: Path, options: BuildOptions) -> None:
    """UsageError where the manifest that a build is held against would be lost to the build itself."""
    earlier = options.since and options.since.file
    if earlier and os.path.realpath(earlier) == os.path.realpath(target / MANIFEST):
        raise UsageError(f"--changed-since: {earlier} would be written over; copy it first, or give another --out")


def read_by(game: Game, options: BuildOptions) -> tuple[Path, ...]:
    """The files that a build is made from, none of which it may write over."""
    sources = tuple(source.path for source in game.sources)
    return (*sources, options.since.file) if options.since and options.since.file else sources


def _rendered(box: Box, options: BuildOptions, workers: Workers) -> tuple[list[MadeFile], list[MadeFile]]:
    """The PDF of every plan, asked for or not, and the files that were asked for."""
    from pnp.formats import others, proof, single_faces
    from pnp.leaflets import assembly, texts

    groups = {entry.component.id: entry.component.group for entry in box.printed}
    about = document_of(box.game, box.style, None)
    leaflets = (assembly(box, options, about),) if options.assembly else ()
    proofs, files = [], []
    for sheets in (*_sheets(box, groups, options), *leaflets):
        proofs.append(proof(sheets))
        files += proofs[-1:] if "pdf" in options.formats else []
        files += others(sheets, proofs[-1].data, options, workers)
    if "png" in options.formats:
        files += single_faces(_printed_faces(box), groups, about, options)
    return proofs, [*files, *texts(box)]


def _rulebook(box: Box, options: BuildOptions) -> tuple[tuple[MadeFile, ...], tuple[Finding, ...]]:
    """The book of the game, if it is wanted and somebody wrote one; or a finding on why it cannot be made."""
    if not options.wants_rules:
        return (), ()
    from pnp.rules import printed_rules

    return printed_rules(box, options)


def _sheets(box: Box, groups: Mapping[str, str], options: BuildOptions) -> Iterator[Sheets]:
    from pnp.formats import Sheets

    for name, plan in box.plans.items():
        _, first = next(plan.placements())
        document = document_of(box.game, box.style, None if options.part.side else _duplex(plan))
        yield Sheets(stem_of(name, options), groups[first.item.component], plan, box.faces, document)


def _printed_faces(box: Box) -> Mapping[str, Face]:
    """Of a box of which only some pieces are printed, the faces of those."""
    if box.changes is None:
        return box.faces
    printed = [entry.component for entry in box.printed if box.changes.copies(entry.component.id)]
    shown = {face for component in printed for face in (component.id, component.back)}
    return {identifier: face for identifier, face in box.faces.items() if identifier in shown}


def _duplex(plan: SheetPlan) -> str | None:
    """The edge that a two-sided printer is to flip; stacks that are fed again by hand are printed on one side."""
    return None if plan.backing.apart else plan.backing.flip


def document_of(game: Game, style: Style, flip: str | None) -> Document:
    """What every file of the game says of itself."""
    return Document(
        title=game.title, author=game.credits, subject=game.summary, version=game.version,
        language=game.language, fonts=style.fonts, flip=flip,
    )  # fmt: skip


def _checked(groups: Iterable[tuple[Iterable[MadeFile], Mapping[str, Any]]]) -> tuple[Finding, ...]:
    """What preflight finds in files that go together with their manifest; an error means that nothing is written."""
    from pnp.preflight import check

    findings: dict[Finding, None] = {}
    for files, document in groups:
        findings |= dict.fromkeys(check({file.path: file.data for file in files}, document))
    if any(finding.severity == "error" for finding in findings):
        raise InputInvalid(findings)
    return tuple(findings)
