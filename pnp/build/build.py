"""Makes the files of a game's box: define, draw, impose, render, preflight, record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp import catalog, output
from pnp.build.job import PrintJob, Progress, document_of, prepare, sound_game
from pnp.build.manifest import MadeFile, as_bytes, inputs_digest, is_current, manifest, sealed
from pnp.build.options import PIECES, RULES, BuildOptions
from pnp.build.press import stem_of
from pnp.definition.model import Game
from pnp.drawing.face import Face
from pnp.drawing.raster import Kept
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.imposition.plan import SheetPlan
from pnp.manifest import MANIFEST
from pnp.workers import Workers

if TYPE_CHECKING:
    from pnp.build.files import Sheets


@frozen
class Built:
    """What a build left in a folder; `changed` are the files that were written, none when all was current.

    `removed` are those that the build before made with the same options, and that nothing makes any more; `reads` what
    it was made from.
    """

    folder: Path
    manifest: Mapping[str, Any]
    changed: tuple[str, ...]
    removed: tuple[str, ...] = ()
    reads: tuple[Path, ...] = ()


@frozen
class Made:
    """The files of a build before anything is written; `proofs` has the PDF of every plan and of the book, asked for
    or not, and `findings` what was noticed while they were made.
    """

    proofs: tuple[MadeFile, ...]
    files: tuple[MadeFile, ...]
    findings: tuple[Finding, ...]


def build(
    source: str, options: BuildOptions, out: Path, workers: Workers, progress: Progress, force: bool = False
) -> Built:
    """Builds one game into `out/<name>`; nothing is written unless every file is finished and passes preflight.

    Raises InputInvalid with every problem of the definition, of texts that do not fit or of preflight, UsageError
    for options that cannot be met, OutputError or OutputBusy when the folder cannot be written.
    """
    return build_game(sound_game(source, options), options, out, workers, progress, force)


def build_game(
    game: Game, options: BuildOptions, out: Path, workers: Workers, progress: Progress, force: bool = False,
    kept: Kept | None = None,
) -> Built:  # fmt: skip
    """The same for a game that has been read; pictures that are `kept` from an earlier build are not made again."""
    kept = kept or Kept()
    target, reads = out / game.name, read_by(game, options)
    output.keep_apart(target, game.folder, reads)
    _keep_earlier(target, options)
    inputs = inputs_digest(game, options)
    known = None if force else is_current(target, inputs)
    if known is not None:
        return Built(target, known, (), (), reads)
    box = prepare(game, options, progress, kept=kept)
    with output.locked(target):
        progress("render", game.title)
        made = in_memory(box, options, workers, kept)
        recorded = partial(manifest, game, options, inputs, box.printed, box.faces, changes=box.changes)
        record = recorded(made.files)
        findings = made.findings
        if options.preflight:
            progress("preflight", game.title)
            seen = all(proof in made.files for proof in made.proofs)
            alone = [] if seen else [(made.proofs, recorded(made.proofs))]
            findings += _inspected([*alone, (made.files, record)])
        record = sealed({**record, "findings": [finding.as_json() for finding in findings]})
        contents = {file.path: file.data for file in made.files}
        progress("record", str(target / MANIFEST))
        removed = output.outdated(target, MANIFEST, contents, options.as_json())
        changed = output.write(target, {**contents, MANIFEST: as_bytes(record)}, removed, reads, MANIFEST)
        return Built(target, record, changed, removed, reads)


def _keep_earlier(target: Path, options: BuildOptions) -> None:
    """UsageError where the manifest that a build is held against would be lost to the build itself."""
    earlier = options.since and options.since.file
    if earlier and os.path.realpath(earlier) == os.path.realpath(target / MANIFEST):
        raise UsageError(f"--changed-since: {earlier} would be written over; copy it first, or give another --out")


def read_by(game: Game, options: BuildOptions) -> tuple[Path, ...]:
    """The files that a build is made from, none of which it may write over."""
    sources = tuple(source.path for source in game.sources)
    return (*sources, options.since.file) if options.since and options.since.file else sources


def in_memory(box: PrintJob, options: BuildOptions, workers: Workers, kept: Kept) -> Made:
    """Every file that is asked for of a box, and the PDFs that they are proved on; raises as `build` does."""
    from pnp.build.files import others, single_faces

    proofs, files = [], []
    for sheets, pdf in _proofs(box, options):
        proofs.append(pdf)
        files += [pdf] if "pdf" in options.formats else []
        files += others(sheets, pdf.data, options, workers, kept)
    if "png" in options.formats:
        document = document_of(box.game, box.style, None)
        files += single_faces(_printed_faces(box), _groups(box), document, options, kept)
    book, findings = _rulebook(box, options)
    notes = (*box.game.remarks, *box.notes, *(note for plan in box.plans.values() for note in plan.notes))
    return Made((*proofs, *book), (*files, *_texts(box), *book), (*findings, *notes))


def pdfs(box: PrintJob, options: BuildOptions) -> tuple[MadeFile, ...]:
    """The `proofs` of `in_memory` alone; raises as `build` does."""
    return (*(pdf for _, pdf in _proofs(box, options)), *_rulebook(box, options)[0])


def _proofs(box: PrintJob, options: BuildOptions) -> Iterator[tuple[Sheets, MadeFile]]:
    """Every plan and its PDF, asked for or not."""
    from pnp.build.files import proof

    for sheets in (*_sheets(box, options), *_leaflets(box, options)):
        yield sheets, proof(sheets)


def _leaflets(box: PrintJob, options: BuildOptions) -> Iterator[Sheets]:
    """How to put everything together, where that is asked for."""
    if options.assembly:
        from pnp.build.leaflets import assembly

        yield assembly(box, options, document_of(box.game, box.style, None))


def _texts(box: PrintJob) -> Iterator[MadeFile]:
    """What is told beside the sheets: what changed since an earlier build."""
    if box.changes:
        from pnp.build.leaflets import texts

        yield from texts(box)


def _groups(box: PrintJob) -> Mapping[str, str]:
    return {entry.component.id: entry.component.group for entry in box.printed}


def _rulebook(box: PrintJob, options: BuildOptions) -> tuple[tuple[MadeFile, ...], tuple[Finding, ...]]:
    """The book of the game, if it is wanted and somebody wrote one; or a finding on why it cannot be made."""
    game = box.game
    has_one = game.rules is not None or catalog.has_rules_as_data(game) or catalog.has_referee(game.name)
    if not (options.wants_rules and (RULES in options.only or has_one)):
        return (), ()
    # Only what has a book pays for this import.
    from pnp.build.rulebook import printed_rules

    return printed_rules(box, options)


def _sheets(box: PrintJob, options: BuildOptions) -> Iterator[Sheets]:
    from pnp.build.files import Sheets

    groups = _groups(box)
    for name, plan in box.plans.items():
        held = {groups[placement.item.component] for _, placement in plan.placements()}
        document = document_of(box.game, box.style, None if options.part.side else _duplex(plan))
        yield Sheets(stem_of(name, options), held.pop() if len(held) == 1 else PIECES, plan, box.faces, document)


def _printed_faces(box: PrintJob) -> Mapping[str, Face]:
    """Of a box of which only some pieces are printed, the faces of those."""
    if box.changes is None:
        return box.faces
    printed = [entry.component for entry in box.printed if box.changes.copies(entry.component.id)]
    shown = {face for component in printed for face in (component.id, component.back)}
    return {identifier: face for identifier, face in box.faces.items() if identifier in shown}


def _duplex(plan: SheetPlan) -> str | None:
    """The edge that a two-sided printer is to flip; stacks that are fed again by hand are printed on one side."""
    return None if plan.duplexing.apart else plan.duplexing.flip


def _inspected(groups: Iterable[tuple[Iterable[MadeFile], dict[str, Any]]]) -> tuple[Finding, ...]:
    """What preflight finds in files that go together with their manifest, which then holds their fingerprints.

    An error means that nothing is written.
    """
    from pnp.preflight import inspect

    findings: dict[Finding, None] = {}
    for files, record in groups:
        expected = {file.path: file.expected for file in files if file.expected}
        inspection = inspect({file.path: file.data for file in files}, record, expected)
        findings |= dict.fromkeys(inspection.findings)
        for entry in record["files"]:
            if taken := inspection.contents.get(entry["path"]):
                entry["contents"] = taken
    if any(finding.severity == "error" for finding in findings):
        raise InputInvalid(findings)
    return tuple(findings)
