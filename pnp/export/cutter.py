"""What all cutting machines share: pieces that are cut alike, their sheets, and the limits of what may be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build import press
from pnp.build.files import Sheets, proof
from pnp.build.job import TILED_KINDS, Printed, in_tiles, without_back
from pnp.build.manifest import placement_as_json
from pnp.drawing.cut_paths import CutLines, cut_lines
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontError
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.export.cutfiles import length
from pnp.export.order import (
    CutOptions,
    Delivery,
    Exported,
    LeftOut,
    Note,
    Order,
    copies,
    measures,
    note,
    pages_with,
    readme,
)
from pnp.export.presets import Silhouette
from pnp.frozen import frozen
from pnp.geometry import Size, Trim, number
from pnp.imposition.impose import Job, impose_for_cutting
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS, paper_size
from pnp.imposition.plan import Item, Placement, SheetPlan
from pnp.imposition.registration import CutLayout, MachineSheet, RegistrationMarks, lay_out
from pnp.imposition.tile import OVERLAP, fewest_tiles

SILHOUETTE, CRICUT, SVG, DXF = "silhouette", "cricut", "svg", "dxf"
SHEETED = (SILHOUETTE, SVG, DXF)
MACHINES = (*SHEETED, CRICUT)
_COUNTS = ("3", "4")
_NO_LINE = "draws no closed line to cut along"


@frozen
class CutJob:
    """Pieces of one group that are cut along the same lines, which are measured from the trim's top left.

    `contents` is what they are called, `stem` how names of files begin.
    """

    contents: str
    stem: str
    trim: Trim
    lines: CutLines
    pieces: tuple[Printed, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """One for each physical piece, copies side by side."""
        each = copies(self.pieces)
        return tuple(Item(one.id, copy, one.trim, one.id, one.back) for one, copy in each)

    def lines_around(self, placed: Iterable[Placement]) -> tuple[CutLines, ...]:
        """What is cut and scored around placed pieces, on the page."""
        return tuple(self.lines.placed(placement.transform) for placement in placed)


@frozen
class CutFile:
    """The sheets of a job: the PDF and its plan, the files that cut them, and which of these cuts each sheet (the last
    one cuts all that follow).
    """

    job: CutJob
    layout: CutLayout
    plan: SheetPlan
    data: bytes
    cut_files: Mapping[str, bytes]
    cuts: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"{self.job.stem}.pdf"


def check(target: str, asked: CutOptions, has_printer: bool) -> None:
    """UsageError for what does not concern the target, or cannot be."""
    sheeted, unmarked = f"{', '.join(SHEETED[:-1])} or {SHEETED[-1]}", target != SILHOUETTE
    for name, is_wrong, what in (
        ("--printer", has_printer and target not in SHEETED, f"{sheeted} has backs"),
        ("--paper", asked.paper is not None and target not in SHEETED, f"{sheeted} has sheets"),
        ("--marks", asked.marks is not None and unmarked, f"{SILHOUETTE} has registration marks"),
        ("--inset", asked.inset is not None and unmarked, f"{SILHOUETTE} has registration marks"),
    ):
        if is_wrong:
            raise UsageError(f"{name}: only --for {what}; leave it out")
    if asked.marks is not None and asked.marks not in _COUNTS:
        raise UsageError(
            f"--marks: sheets have 3 marks, for most machines, or 4, for the Cameo 5 Alpha, and not '{asked.marks}'"
        )


def marked_sheet(asked: CutOptions, machine: Silhouette) -> MachineSheet:
    """The sheet with its marks; UsageError for an inset or a paper that the machine cannot take."""
    paper = paper_size(asked.paper or "a4")
    inset = machine.inset if asked.inset is None else asked.inset
    if not machine.least_inset <= inset <= machine.most_inset:
        limits = f"{number(machine.least_inset)}mm to {number(machine.most_inset)}mm"
        raise UsageError(f"--inset: marks stand {limits} from the paper's edges, not {number(inset)}mm")
    if paper.width > machine.mat.width or paper.height > machine.mat.height:
        larger = f"{measures(paper)} is larger than the mat of {measures(machine.mat)}"
        raise UsageError(f"--paper: {larger}; give a smaller one")
    count = int(asked.marks or _COUNTS[0])
    marks = RegistrationMarks(count, inset, machine.shortest, machine.line, machine.square, machine.clear)
    return MachineSheet(paper, inset, machine.gap, machine.widest_gap, marks, machine.longest)


def paper_name(size: Size) -> str:
    """What a paper of that size (upright) is called, or its measures."""
    return next((name for name, known in PAPERS.items() if known == size), press.size_word(size))


def cut_jobs(order: Order) -> tuple[tuple[CutJob, ...], list[LeftOut]]:
    """The jobs in the game's order, and what nobody could cut out."""
    groups: dict[tuple[str, Trim, CutLines], list[Printed]] = {}
    missing = []
    for printed in order.box.printed:
        component = printed.component
        lines = cut_lines(order.box.faces[component.id])
        if lines.cut:
            groups.setdefault((component.group, component.trim, lines), []).append(printed)
        else:
            missing.append(LeftOut(printed, _NO_LINE))
    names, game = press.file_names((group, trim) for group, trim, _ in groups), order.box.game.name
    jobs = (
        CutJob(name, f"{game}-{name}", trim, lines, tuple(pieces))
        for name, ((_, trim, lines), pieces) in zip(names, groups.items())
    )
    return tuple(jobs), missing


def tiled(order: Order, sheet: MachineSheet) -> tuple[Order, tuple[Finding, ...]]:
    """The same with boards and mats that the sheet does not hold in one piece as tiles; and notes on them.

    What is to be folded stays whole: a tile shows its folds, and nothing would score them.
    """

    def holds(size: Size) -> bool:
        return lay_out(size, sheet) is not None

    printed: list[Printed] = []
    faces, notes = dict(order.box.faces), []
    for entry in order.box.printed:
        component = entry.component
        is_cut = component.kind in TILED_KINDS and not holds(component.trim.size) and _is_flat(faces[component.id])
        tiles = fewest_tiles(component.trim, holds) if is_cut else ()
        for part, face in in_tiles(entry, faces[component.id], tiles, order.box.game.wording):
            printed.append(part)
            faces[face.id] = face
        notes += [without_back(component)] if tiles and component.back else []
        printed += [] if tiles else [entry]
    return replace(order, box=replace(order.box, printed=tuple(printed), faces=faces)), tuple(notes)


def _is_flat(face: Face) -> bool:
    lines = cut_lines(face)
    return face.trim.outline == "rectangle" and not lines.inner and not lines.score


def joining(order: Order) -> Iterator[Note]:
    """How tiles are joined, where there are any."""
    if any(printed.tile for printed in order.box.printed):
        yield note("cutting.tiles", overlap=number(OVERLAP))


def nothing_fits(order: Order, missing: Sequence[LeftOut]) -> UsageError:
    """For an export that would be empty: each group with the reason, once."""
    why = {each.printed.component.group: each.reason for each in missing}
    named = "; ".join(f"{group} {reason}" for group, reason in why.items())
    return UsageError(f"{order.box.game.title}: --for {order.target} takes none of it: {named}")


def deliver_sheets(
    order: Order, sheet: MachineSheet, program: str, make: Callable[[Order, CutJob], CutFile | None],
    contents: Callable[[CutFile], Note], how: Sequence[Note], more: Sequence[Note] = (),
) -> Delivery:  # fmt: skip
    """A PDF for each job with the files that cut it; `make` makes them, None where the sheet holds no piece."""
    order, one_sided = tiled(order, sheet)
    jobs, gone = cut_jobs(order)
    made: list[CutFile] = []
    for job in jobs:
        if one := make(order, job):
            made.append(one)
        else:
            gone += _too_large(job, sheet)
    if not made:
        raise nothing_fits(order, gone)
    findings = (*one_sided, *(note for one in made for note in one.plan.notes))
    text = readme(order, program, (*how, *joining(order), *map(contents, made), *more), gone, findings)
    files = {path: data for one in made for path, data in {one.path: one.data, **one.cut_files}.items()}
    exported = tuple(
        Exported(printed, pages(printed, "front"), pages(printed, "back"))
        for one in made for pages in (pages_with(one.plan, one.path),) for printed in one.job.pieces
    )  # fmt: skip
    return Delivery({**files, "README.txt": text}, exported, tuple(gone), findings, _facts(made))


def printed_sheets(
    order: Order, job: CutJob, layout: CutLayout, named: Callable[[int], str]
) -> tuple[SheetPlan, bytes]:  # fmt: skip
    """The sheets of a job and their PDF, backs where the printer needs them. Each sheet says what it is `named` by its
    number: its layout, or the file that cuts it. InputInvalid for a title without glyphs.
    """
    game, group = order.box.game, job.pieces[0].component.group
    contents = job.contents.replace(group, game.wording.said("groups", group), 1)
    label = SheetLabel(game.title, game.version, contents, wording=game.wording)
    tiles = {printed.component.id: printed.tile for printed in job.pieces if printed.tile}
    try:
        plan = impose_for_cutting(Job(job.contents, job.items, label, {}, tiles), layout, order.document.fonts, named)
    except FontError as failure:
        raise InputInvalid([Finding("error", "missing-glyph", game.name, f"the title: {failure}")]) from failure
    printed = press.to_print({job.stem: plan}, order.options)[job.stem]
    return printed, proof(Sheets(job.stem, job.contents, printed, order.box.faces, order.document)).data


def describe(made: CutFile) -> str:
    """What is on a job's sheets, in a sentence for the README."""
    job, layout = made.job, made.layout
    total = sum(printed.count for printed in job.pieces)
    bleeds = (placement.bleed for _, placement in made.plan.placements())
    edges = [min(bleed.left, bleed.top, bleed.right, bleed.bottom) for bleed in bleeds]
    bleed = f", printed {number(min(edges), 2)} mm past their cut" if any(edges) else ""
    parts = [f"holes and slits: {len(job.lines.inner)}"] if job.lines.inner else []
    parts += [f"folds to score: {length(job.lines.score):.0f} mm"] if job.lines.score else []
    lines = f" (in each {', '.join(parts)})" if parts else ""
    pieces = "1 piece" if total == 1 else f"{total} pieces"
    free = f"; places kept free beside marks: {len(layout.free)}" if layout.free else ""
    what = f"{pieces} of {measures(job.trim.size)}{bleed}{lines}"
    return f"{what}; on each sheet: {made.plan.per_sheet}{free}."


def _too_large(job: CutJob, sheet: MachineSheet) -> Iterator[LeftOut]:
    """Why nothing of a job is on a sheet, and which paper would do."""
    size, paper = job.trim.size, paper_name(sheet.paper)
    where = f"{paper} with marks {number(sheet.inset, 1)} mm from its edges" if sheet.marks else paper
    fitting = [name for name, other in PAPERS.items() if lay_out(size, replace(sheet, paper=other))]
    mend = f"--paper {fitting[0]} holds it" if fitting else "no paper known here holds it"
    reason = f"is {measures(size)}, and {where} takes pieces up to {measures(sheet.largest)}; {mend}"
    return (LeftOut(printed, reason) for printed in job.pieces)


def _facts(made: Sequence[CutFile]) -> Mapping[str, object]:
    """For the record: every sheet with what cuts it, and every placement, measured as in a build's manifest."""
    sheets = [
        {
            "file": one.path, "page": at, "side": page.side, "pieces": len(page.placements),
            "cut": one.cuts[min(page.sheet, len(one.cuts)) - 1] if page.side == "front" else None,
        }
        for one in made for at, page in enumerate(one.plan.pages, 1)
    ]  # fmt: skip
    placed = [
        {"file": one.path, "page": at, **placement_as_json(each)} for one in made for at, each in one.plan.placements()
    ]
    return {"sheets": sheets, "placements": placed}
