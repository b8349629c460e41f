"""A game and options in, the files of its box out: define, draw, impose, render, preflight, record."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp import catalog, output
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.art import ArtError
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import FontError, built_in_fonts
from pnp.drawing.text import FitError
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.geometry import Trim
from pnp.imposition.furniture import Imprint
from pnp.imposition.impose import Job, impose
from pnp.imposition.plan import Item, SheetPlan
from pnp.manifest import MadeFile, Printed, as_bytes, inputs_digest, is_current, manifest
from pnp.options import BuildOptions
from pnp.output import MANIFEST
from pnp.renderers.base import Document
from pnp.units import number
from pnp.workers import Workers

Progress = Callable[[str, str], None]
"""Called with the step's name (define, draw, impose, render, preflight, record) and what it works on."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build left in a folder; `changed` are the files that were written, none when all was current."""

    folder: Path
    manifest: Mapping[str, Any]
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A game made ready to print: what is printed how often, every face, and one sheet plan a file name."""

    game: Game
    printed: tuple[Printed, ...]
    faces: Mapping[str, Face]
    plans: Mapping[str, SheetPlan]
    style: Style


def build(
    source: str, options: BuildOptions, out: Path, workers: Workers, progress: Progress, force: bool = False
) -> Built:
    """Builds one game into `out/<name>`; nothing is written unless every file is finished and passes preflight.

    Raises InputInvalid with every problem of the definition, of texts that do not fit or of preflight, UsageError
    for options that cannot be met, OutputError or OutputBusy when the folder cannot be written.
    """
    folder = catalog.find(source)
    inputs = inputs_digest(folder, options)
    game = load_game(folder, options.data)
    target = out / game.name
    with output.locked(target):
        known = None if force else is_current(target, inputs)
        if known is not None:
            return Built(target, known, ())
        box = prepare(game, options, progress)
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


def prepare(game: Game, options: BuildOptions, progress: Progress) -> Box:
    """The first three steps: what is to be printed, drawn and imposed."""
    progress("define", game.title)
    style = Style(built_in_fonts(), _edition(game, options), options.ink == "saver")
    printed = tuple(_printed(game, options))
    progress("draw", game.title)
    faces = _faces(game, printed, style, options)
    progress("impose", game.title)
    sheet = options.sheet()
    plans = {job.name: impose(job, sheet, style.fonts) for job in _jobs(game, printed, options)}
    return Box(game, printed, faces, plans, style)


def _edition(game: Game, options: BuildOptions) -> str:
    wanted = options.edition or game.editions[0]
    if wanted not in game.editions:
        raise UsageError(f"--edition: {game.title} has no edition '{wanted}'; there are {', '.join(game.editions)}")
    return wanted


def _printed(game: Game, options: BuildOptions) -> Iterator[Printed]:
    low, high = game.players
    players = high if options.players is None else options.players
    if not low <= players <= high:
        raise UsageError(f"--players: {game.title} is for {low} to {high} players, not {players}")
    wanted = _wanted_groups(game, options.only)
    for component in game.components:
        count = component.count(players) * options.copies
        if count and component.group in wanted:
            yield Printed(component, count)


def _wanted_groups(game: Game, only: tuple[str, ...]) -> set[str]:
    """The groups that `--only` names, by the group's name or a component kind."""
    groups = {component.group for component in game.components}
    if not only:
        return groups
    by_kind: dict[str, set[str]] = {group: {group} for group in groups}
    for component in game.components:
        by_kind.setdefault(component.kind, set()).add(component.group)
    unknown = [name for name in only if name not in by_kind]
    if unknown:
        close = difflib.get_close_matches(unknown[0], groups, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(groups))}"
        raise UsageError(f"--only: {game.title} has no '{unknown[0]}'; {hint}")
    return set().union(*(by_kind[name] for name in only))


def _faces(game: Game, printed: Iterable[Printed], style: Style, options: BuildOptions) -> dict[str, Face]:
    """Every face that is printed, by id; texts that do not fit and missing glyphs are all reported at once."""
    artist = catalog.artist_of(game, style)
    wanted = {entry.component.id for entry in printed} | {entry.component.back for entry in printed}
    faces: dict[str, Face] = {}
    findings: list[Finding] = []
    for piece in game.faces():
        if piece.id not in wanted:
            continue
        try:
            face = artist.face(piece)
        except FitError as failure:
            findings.append(Finding("error", "does-not-fit", piece.id, str(failure)))
        except FontError as failure:
            findings.append(Finding("error", "missing-glyph", piece.id, str(failure)))
        except ArtError as failure:
            findings.append(Finding("error", "art", piece.id, str(failure)))
        else:
            faces[piece.id] = face.in_grey() if options.ink == "gray" else face
    if findings:
        raise InputInvalid(findings)
    return faces


def _jobs(game: Game, printed: Iterable[Printed], options: BuildOptions) -> Iterator[Job]:
    """One file for each group of pieces of one trim; the size joins the name where a group has several."""
    groups: dict[str, dict[Trim, list[Item]]] = {}
    for entry in printed:
        component = entry.component
        items = groups.setdefault(component.group, {}).setdefault(component.trim, [])
        items += [
            Item(component.id, copy, component.trim, component.id, component.back) for copy in range(1, entry.count + 1)
        ]
    for group, trims in groups.items():
        for trim, pieces in trims.items():
            contents = group if len(trims) == 1 else f"{group}-{_size_name(trim)}"
            imprint = Imprint(game.title, game.version, contents)
            yield Job(f"{game.name}-{contents}", tuple(pieces), imprint, options.stamp)


def _size_name(trim: Trim) -> str:
    return f"{number(trim.size.width, 1)}x{number(trim.size.height, 1)}mm"


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
