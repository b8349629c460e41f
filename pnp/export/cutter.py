"""Checks what is asked of a cutting machine's sheets against its limits, and holds what all such sheets share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.build import press
from pnp.build.files import Sheets, proof
from pnp.build.job import TILED_KINDS, Printed, in_tiles, without_back
from pnp.build.manifest import placement_as_json
from pnp.drawing.cut_paths import cut_lines
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontError
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.export.cutfiles import length
from pnp.export.order import CutOptions, Exported, LeftOut, Note, Order
from pnp.export.sections import Silhouette
from pnp.export.sheeting import Words, sheets
from pnp.export.slots import Job, Layout, Marks, Sheet, laid_out, largest, measures
from pnp.frozen import frozen
from pnp.geometry import Insets, Size
from pnp.imposition.papers import PAPERS, paper_size
from pnp.imposition.plan import SheetPlan
from pnp.imposition.tile import OVERLAP, Tile, fewest_tiles
from pnp.units import number

SILHOUETTE, CRICUT, SVG, DXF = "silhouette", "cricut", "svg", "dxf"
SHEETED = (SILHOUETTE, SVG, DXF)
MACHINES = (*SHEETED, CRICUT)
_COUNTS = ("3", "4")


@frozen
class Made:
    """The sheets of a job as they are printed: the file, its plan, and the file that cuts each of its sheets."""

    job: Job
    path: str
    plan: SheetPlan
    data: bytes
    cuts: tuple[str, ...]
    layout: Layout


def check(target: str, asked: CutOptions, has_printer: bool) -> None:
    """UsageError for what does not concern the target, or cannot be."""
    if has_printer and target not in SHEETED:
        raise UsageError(f"--printer: only --for {', '.join(SHEETED[:-1])} or {SHEETED[-1]} has backs; leave it out")
    if asked.paper is not None and target not in SHEETED:
        raise UsageError(f"--paper: only --for {', '.join(SHEETED[:-1])} or {SHEETED[-1]} has sheets; leave it out")
    for name, value in (("--marks", asked.marks), ("--inset", asked.inset)):
        if value is not None and target != SILHOUETTE:
            raise UsageError(f"{name}: only --for {SILHOUETTE} has registration marks; leave it out")
    if asked.marks is not None and asked.marks not in _COUNTS:
        raise UsageError(
            f"--marks: sheets have 3 marks, for most machines, or 4, for the Cameo 5 Alpha, and not '{asked.marks}'"
        )


def marked_sheet(asked: CutOptions, machine: Silhouette) -> Sheet:
    """The sheet with its marks; UsageError for an inset or a paper that the machine cannot take."""
    paper = paper_size(asked.paper or "a4")
    inset = machine.inset if asked.inset is None else asked.inset
    if not machine.least_inset <= inset <= machine.most_inset:
        limits = f"{number(machine.least_inset)}mm to {number(machine.most_inset)}mm"
        raise UsageError(f"--inset: marks stand {limits} from the paper's edges, not {number(inset)}mm")
    if paper.width > machine.mat.width or paper.height > machine.mat.height:
        raise UsageError(
            f"--paper: {measures(paper)} is larger than the mat of {measures(machine.mat)}; give a smaller one"
        )
    count = int(asked.marks or _COUNTS[0])
    marks = Marks(count, inset, machine.shortest, machine.line, machine.square, machine.clear)
    return Sheet(paper, inset, machine.gap, machine.widest_gap, marks, machine.longest)


def too_large(job: Job, sheet: Sheet, paper: str) -> Iterator[LeftOut]:
    """Why nothing of a job is on a sheet, and which paper would do."""
    size, most = job.trim.size, largest(sheet)
    where = f"{paper} with marks {number(sheet.inset, 1)} mm from its edges" if sheet.marks else paper
    fitting = [name for name, other in PAPERS.items() if laid_out(size, replace(sheet, paper=other))]
    mend = f"--paper {fitting[0]} holds it" if fitting else "no paper known here holds it"
    reason = f"is {measures(size)}, and {where} takes pieces up to {measures(most)}; {mend}"
    return (LeftOut(printed, reason) for printed in job.pieces)


def tiled(order: Order, holds: Callable[[Size], bool]) -> tuple[Order, tuple[Finding, ...]]:
    """The same with boards and mats that the machine's sheets do not hold in one piece as tiles; and notes on them.

    What is to be folded stays whole: a tile shows its folds, and nothing would score them.
    """
    printed: list[Printed] = []
    faces, notes = dict(order.box.faces), []
    for entry in order.box.printed:
        component = entry.component
        cut: tuple[Tile, ...] = ()
        if component.kind in TILED_KINDS and not holds(component.trim.size) and _is_flat(faces[component.id]):
            cut = fewest_tiles(component.trim, holds)
        for part, face in in_tiles(entry, faces[component.id], cut, order.box.game.wording):
            printed.append(part)
            faces[face.id] = face
        notes += [without_back(component)] if cut and component.back else []
        printed += [] if cut else [entry]
    return replace(order, box=replace(order.box, printed=tuple(printed), faces=faces)), tuple(notes)


def _is_flat(face: Face) -> bool:
    lines = cut_lines(face)
    return face.trim.outline == "rectangle" and not lines.inner and not lines.score


def joining(order: Order) -> Iterator[Note]:
    """How tiles are joined, where there are any."""
    if any(printed.tile for printed in order.box.printed):
        words = (
            f"What is larger than a sheet comes in tiles, numbered row by row. Each shows {number(OVERLAP)} mm of its "
            "neighbours: lay one over the other until their pictures meet, and glue."
        )
        yield Note("Tiles", (words,))


def planned_sheets(order: Order, job: Job, layout: Layout, name: Callable[[int], str]) -> SheetPlan:
    """The sheets of a job, each of which tells a name: that of its layout, or of the file that cuts it.

    InputInvalid for a title without glyphs.
    """
    game = order.box.game
    group = job.pieces[0].component.group
    contents = job.contents.replace(group, game.wording.said("groups", group), 1)
    words = Words(f"{game.title} {game.version}", contents, name, game.wording)
    try:
        return sheets(job, layout, words, order.document.fonts)
    except FontError as failure:
        raise InputInvalid([Finding("error", "missing-glyph", game.name, f"the title: {failure}")]) from failure


def printed_sheets(order: Order, job: Job, plan: SheetPlan, stem: str) -> tuple[SheetPlan, bytes]:
    """The plan with its backs where the printer needs them, and its PDF."""
    printed = press.to_print({stem: plan}, order.options)[stem]
    return printed, proof(Sheets(stem, job.contents, printed, order.box.faces, order.document)).data


def notes(made: Iterable[Made]) -> tuple[Finding, ...]:
    """What there was no room for."""
    return tuple(note for one in made for note in one.plan.notes)


def exported(made: Sequence[Made]) -> tuple[Exported, ...]:
    """Each piece with the pages that it is on, `file#page`."""
    found = []
    for one in made:
        places: dict[tuple[str, str], list[str]] = {}
        for page, placement in one.plan.placements():
            places.setdefault((placement.item.component, placement.side), []).append(f"{one.path}#{page}")
        for printed in one.job.pieces:
            fronts, backs = (places.get((printed.component.id, side), []) for side in ("front", "back"))
            found.append(Exported(printed, tuple(dict.fromkeys(fronts)), tuple(dict.fromkeys(backs))))
    return tuple(found)


def facts(made: Iterable[Made]) -> Mapping[str, object]:
    """For the record: every sheet with what cuts it, and every placement, measured as in a build's manifest."""
    sheets: list[dict[str, Any]] = []
    placed: list[dict[str, Any]] = []
    for one in made:
        for number_, page in enumerate(one.plan.pages, 1):
            pieces = len(page.placements)
            cut = one.cuts[min(page.sheet, len(one.cuts)) - 1] if page.side == "front" else None
            sheets.append({"file": one.path, "page": number_, "side": page.side, "pieces": pieces, "cut": cut})
        placed += [
            {"file": one.path, "page": page_number, **placement_as_json(placement)}
            for page_number, placement in one.plan.placements()
        ]
    return {"sheets": sheets, "placements": placed}


def told(made: Made) -> str:
    """What is on a job's sheets, in a sentence for the README."""
    job, layout = made.job, made.layout
    total = sum(printed.count for printed in job.pieces)
    edges = [min(bleed.left, bleed.top, bleed.right, bleed.bottom) for bleed in _bleeds(made.plan)]
    bleed = f", printed {number(min(edges), 2)} mm past their cut" if any(edges) else ""
    parts = [f"holes and slits: {len(job.lines.inner)}"] if job.lines.inner else []
    parts += [f"folds to score: {length(job.lines.score):.0f} mm"] if job.lines.score else []
    lines = f" (in each {', '.join(parts)})" if parts else ""
    pieces = "1 piece" if total == 1 else f"{total} pieces"
    free = f"; places kept free beside marks: {len(layout.free)}" if layout.free else ""
    what = f"{pieces} of {measures(job.trim.size)}{bleed}{lines}"
    return f"{what}; on each sheet: {made.plan.per_sheet}{free}."


def _bleeds(plan: SheetPlan) -> Iterator[Insets]:
    return (placement.bleed for _, placement in plan.placements())


def nothing_fits(order: Order, missing: Sequence[LeftOut]) -> UsageError:
    """For an export that would be empty: each group with the reason, once."""
    why = {each.printed.component.group: each.reason for each in missing}
    named = "; ".join(f"{group} {reason}" for group, reason in why.items())
    return UsageError(f"{order.box.game.title}: --for {order.target} takes none of it: {named}")
