"""What all cutting machines share: jobs of pieces, their sheets, limits of what may be asked, and cut files.

A cut file has what is cut and scored on a sheet as SVG or as DXF (AutoCAD 2000), in true millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from pnp.build import press
from pnp.build.files import Sheets, proof
from pnp.build.job import TILED_KINDS, Printed, in_tiles, without_back
from pnp.build.manifest import placement_as_json
from pnp.drawing.cut_paths import Contour, CutLines, Segment, cut_lines
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontError
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.export.order import (
    CutOptions,
    Delivery,
    Exported,
    LeftOut,
    Note,
    Order,
    copies,
    measures,
    pages_with,
    readme,
)
from pnp.export.presets import Silhouette
from pnp.frozen import frozen
from pnp.geometry import RECTANGLE, Size, Trim, number
from pnp.imposition.impose import Job, impose_for_cutting
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS, paper_size
from pnp.imposition.plan import Item, Placement, SheetPlan
from pnp.imposition.registration import CutLayout, MachineSheet, RegistrationMarks, lay_out
from pnp.imposition.tile import OVERLAP, fewest_tiles
from pnp.language.wording import Wording, passage

SILHOUETTE, CRICUT, SVG, DXF = "silhouette", "cricut", "svg", "dxf"
SHEETED = (SILHOUETTE, SVG, DXF)
MACHINES = (*SHEETED, CRICUT)
_COUNTS = ("3", "4")
_NO_LINE = passage("draws no closed line to cut along")
Tag = tuple[int, object]
"""A group code of DXF and its value."""
_MILLIMETRES = 4
# Handles: each table and each object that must be there has a fixed one, entities count on from the last.
_ROOT, _GROUPS, _MODEL, _PAPER, _FIRST = 0xC, 0xD, 0x1F, 0x1B, 0x100
_TABLES = {
    "VPORT": 0x8, "LTYPE": 0x5, "LAYER": 0x2, "STYLE": 0x3, "VIEW": 0x6, "UCS": 0x7, "APPID": 0x9, "DIMSTYLE": 0xA,
    "BLOCK_RECORD": 0x1,
}  # fmt: skip
#: What each layer is drawn in, in the order of work: its colour in SVG, and the number of that colour in DXF.
_COLOURS: Mapping[str, tuple[str, int]] = {"score": ("#00a000", 3), "inner": ("#0000ff", 5), "cut": ("#ff0000", 1)}
_HAIRLINE = "0.1"


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
            missing.append(LeftOut(printed, order.wording(_NO_LINE)))
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
    return face.trim.outline == RECTANGLE and not lines.inner and not lines.score


def joining(order: Order) -> Iterator[Note]:
    """How tiles are joined, where there are any."""
    if any(printed.tile for printed in order.box.printed):
        yield order.note("cutting.tiles", overlap=number(OVERLAP))


def nothing_fits(order: Order, missing: Sequence[LeftOut]) -> UsageError:
    """For an export that would be empty: each group with the reason, once."""
    why = {each.printed.component.group: each.reason for each in missing}
    named = "; ".join(f"{group} {reason}" for group, reason in why.items())
    return UsageError(f"{order.box.game.title}: --for {order.target} takes none of it: {named}")


def deliver_sheets(
    order: Order, sheet: MachineSheet, program: str, make: Callable[[Order, CutJob], CutFile | None],
    contents: Callable[[CutFile, Wording], Note], how: Sequence[Note], more: Sequence[Note] = (),
) -> Delivery:  # fmt: skip
    """A PDF for each job with the files that cut it; `make` makes them, None where the sheet holds no piece."""
    order, one_sided = tiled(order, sheet)
    jobs, gone = cut_jobs(order)
    made: list[CutFile] = []
    for job in jobs:
        if one := make(order, job):
            made.append(one)
        else:
            gone += _too_large(job, sheet, order.wording)
    if not made:
        raise nothing_fits(order, gone)
    findings = (*one_sided, *(note for one in made for note in one.plan.notes))
    text = readme(
        order, program, (*how, *joining(order), *(contents(one, order.wording) for one in made), *more), gone, findings
    )
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


def describe(made: CutFile, wording: Wording) -> str:
    """What is on a job's sheets, in a sentence for the README."""
    job, layout = made.job, made.layout
    bleeds = (placement.bleed for _, placement in made.plan.placements())
    edges = [min(bleed.left, bleed.top, bleed.right, bleed.bottom) for bleed in bleeds]
    what = wording(
        "{count, plural, one {1 piece} other {# pieces}} of {size}",
        count=sum(printed.count for printed in job.pieces), size=measures(job.trim.size),
    )  # fmt: skip
    if any(edges):
        what = wording("{pieces}, printed {bleed} mm past their cut", pieces=what, bleed=number(min(edges), 2))
    parts = [wording("holes and slits: {count}", count=len(job.lines.inner))] if job.lines.inner else []
    if job.lines.score:
        parts.append(wording("folds to score: {length} mm", length=f"{length(job.lines.score):.0f}"))
    if parts:
        what = wording("{pieces} (in each {lines})", pieces=what, lines=", ".join(parts))
    what = wording("{pieces}; on each sheet: {count}", pieces=what, count=made.plan.per_sheet)
    if layout.free:
        what = wording("{sheet}; places kept free beside marks: {count}", sheet=what, count=len(layout.free))
    return f"{what}."


def _too_large(job: CutJob, sheet: MachineSheet, wording: Wording) -> Iterator[LeftOut]:
    """Why nothing of a job is on a sheet, and which paper would do."""
    size, paper = job.trim.size, paper_name(sheet.paper)
    said = {"size": measures(size), "paper": paper, "most": measures(sheet.largest)}
    reason = wording("is {size}, and {paper} takes pieces up to {most}", **said)
    if sheet.marks:
        inset = number(sheet.inset, 1)
        marked = passage("is {size}, and {paper} with marks {inset} mm from its edges takes pieces up to {most}")
        reason = wording(marked, inset=inset, **said)
    fitting = [name for name, other in PAPERS.items() if lay_out(size, replace(sheet, paper=other))]
    held = wording("--paper {paper} holds it", paper=fitting[0]) if fitting else wording("no paper known here holds it")
    return (LeftOut(printed, f"{reason}; {held}") for printed in job.pieces)


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


@frozen
class CutSheet:
    """Every line of a sheet, on the sheet; `title` says what it is."""

    title: str
    size: Size
    lines: tuple[CutLines, ...]

    def layers(self) -> Iterator[tuple[str, tuple[Contour, ...]]]:
        """The layers that have any lines, in their order."""
        for layer in _COLOURS:
            if contours := tuple(contour for lines in self.lines for contour in getattr(lines, layer)):
                yield layer, contours


def length(lines: Iterable[Contour]) -> float:
    """How far the knife goes, in millimetres."""
    return math.fsum(_length(segment) for contour in lines for segment in contour.segments)


def _length(segment: Segment) -> float:
    chord = math.dist(segment.start, segment.end)
    return segment.radius * 4 * math.atan(abs(segment.bulge)) if segment.bulge else chord


def as_svg(sheet: CutSheet) -> bytes:
    """One group a layer and one element a contour; nothing filled, no text, no transform."""
    width, height = _places(sheet.size.width, sheet.size.height)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'version="1.1" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(sheet.title)}</title>",
    ]
    for layer, contours in sheet.layers():
        colour, _ = _COLOURS[layer]
        parts.append(
            f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" fill="none" stroke="{colour}" '
            f'stroke-width="{_HAIRLINE}">'
        )
        parts += map(_element, contours)
        parts.append("</g>")
    return ("\n".join((*parts, "</svg>")) + "\n").encode()


def _element(contour: Contour) -> str:
    if contour.circle:
        (x, y), radius = contour.circle
        return '<circle cx="{}" cy="{}" r="{}"/>'.format(*_places(x, y, radius))
    begin = "M{} {}".format(*_places(*contour.segments[0].start))
    return f'<path d="{" ".join((begin, *map(_command, contour.segments), *("Z",) * contour.is_closed))}"/>'


def _command(segment: Segment) -> str:
    x, y = _places(*segment.end)
    if not segment.bulge:
        return f"L{x} {y}"
    radius = number(segment.radius, 4)
    return f"A{radius} {radius} 0 {int(abs(segment.bulge) > 1)} {int(segment.bulge > 0)} {x} {y}"


def _places(*lengths: float) -> tuple[str, ...]:
    return tuple(number(each, 4) for each in lengths)


def as_dxf(sheet: CutSheet) -> bytes:
    """AutoCAD 2000: circles, single lines, and polylines with their arcs, each closed where its contour is."""
    body: list[Tag] = []
    handle = _FIRST
    for layer, contours in sheet.layers():
        for contour in contours:
            tags = _entity(layer, contour, sheet.size.height, handle)
            handle += sum(code == 5 for code, _ in tags)
            body += tags
    tags = [
        *_header(sheet.size, handle),
        *_section("CLASSES", []),
        *_section("TABLES", _tables(sheet.size)),
        *_section("BLOCKS", [*_block("*Model_Space", 0x20, _MODEL), *_block("*Paper_Space", 0x1C, _PAPER)]),
        *_section("ENTITIES", body),
        *_section("OBJECTS", _objects()),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{value}\n" for code, value in tags).encode("ascii")


def _section(name: str, tags: Iterable[Tag]) -> list[Tag]:
    return [(0, "SECTION"), (2, name), *tags, (0, "ENDSEC")]


def _header(size: Size, seed: int) -> list[Tag]:
    width, height = _places(size.width, size.height)
    variables: Mapping[str, tuple[Tag, ...]] = {
        "$ACADVER": ((1, "AC1015"),), "$DWGCODEPAGE": ((3, "ANSI_1252"),), "$HANDSEED": ((5, f"{seed:X}"),),
        "$INSUNITS": ((70, _MILLIMETRES),), "$MEASUREMENT": ((70, 1),),
        "$EXTMIN": _point(0, 0), "$EXTMAX": _point(size.width, size.height),
        "$LIMMIN": ((10, 0), (20, 0)), "$LIMMAX": ((10, width), (20, height)),
    }  # fmt: skip
    return _section("HEADER", (tag for name, tags in variables.items() for tag in ((9, name), *tags)))


def _point(x: float, y: float, first: int = 10) -> tuple[Tag, ...]:
    across, down = _places(x, y)
    return (first, across), (first + 10, down), (first + 20, 0)


def _tables(size: Size) -> Iterator[Tag]:
    yield from _table("VPORT", [_viewport(size)])
    types = (("ByBlock", 0x14), ("ByLayer", 0x15), ("Continuous", 0x16))
    pattern: list[Tag] = [(3, ""), (72, 65), (73, 0), (40, 0)]
    yield from _table("LTYPE", [[*_record("LTYPE", handle, "Linetype", name), *pattern] for name, handle in types])
    layers = [("0", 7), *((name, colour) for name, (_, colour) in _COLOURS.items())]
    yield from _table("LAYER", [
        [*_record("LAYER", 0x30 + at, "Layer", name), (62, colour), (6, "Continuous")]
        for at, (name, colour) in enumerate(layers)
    ])  # fmt: skip
    style: list[Tag] = [(40, 0), (41, 1), (50, 0), (71, 0), (42, 2.5), (3, "txt"), (4, "")]
    yield from _table("STYLE", [[*_record("STYLE", 0x11, "TextStyle", "Standard"), *style]])
    yield from _table("VIEW", [])
    yield from _table("UCS", [])
    yield from _table("APPID", [_record("APPID", 0x12, "RegApp", "ACAD")])
    yield from _table("DIMSTYLE", [_record("DIMSTYLE", 0x27, "DimStyle", "Standard", code=105)])
    blocks = (("*Model_Space", _MODEL), ("*Paper_Space", _PAPER))
    yield from _table("BLOCK_RECORD", [_record("BLOCK_RECORD", handle, "Block", name)[:-1] for name, handle in blocks])


def _table(name: str, records: Sequence[Sequence[Tag]]) -> Iterator[Tag]:
    yield from ((0, "TABLE"), (2, name), (5, f"{_TABLES[name]:X}"), (330, 0), (100, "AcDbSymbolTable"))
    yield (70, len(records))
    if name == "DIMSTYLE":
        yield (100, "AcDbDimStyleTable")
    for record in records:
        yield from record
    yield (0, "ENDTAB")


def _record(table: str, handle: int, kind: str, name: str, code: int = 5) -> list[Tag]:
    return [
        (0, table), (code, f"{handle:X}"), (330, f"{_TABLES[table]:X}"), (100, "AcDbSymbolTableRecord"),
        (100, f"AcDb{kind}TableRecord"), (2, name), (70, 0),
    ]  # fmt: skip


def _viewport(size: Size) -> list[Tag]:
    """The view that a program opens the drawing with: the whole sheet."""
    x, y, height, ratio = _places(size.width / 2, size.height / 2, size.height, size.width / size.height)
    corners = (10, 0), (20, 0), (11, 1), (21, 1)
    return [*_record("VPORT", 0x29, "Viewport", "*Active"), *corners, (12, x), (22, y), (40, height), (41, ratio)]


def _block(name: str, handle: int, record: int) -> list[Tag]:
    begin = [*_begun("BLOCK", handle, record, "0"), (100, "AcDbBlockBegin"), (2, name), (70, 0), *_point(0, 0)]
    return [*begin, (3, name), (1, ""), *_begun("ENDBLK", handle + 1, record, "0"), (100, "AcDbBlockEnd")]


def _objects() -> Iterator[Tag]:
    yield from ((0, "DICTIONARY"), (5, f"{_ROOT:X}"), (330, 0), (100, "AcDbDictionary"), (281, 1))
    yield from ((3, "ACAD_GROUP"), (350, f"{_GROUPS:X}"))
    yield from ((0, "DICTIONARY"), (5, f"{_GROUPS:X}"), (330, f"{_ROOT:X}"), (100, "AcDbDictionary"), (281, 1))


def _begun(kind: str, handle: int, owner: int, layer: str) -> list[Tag]:
    return [(0, kind), (5, f"{handle:X}"), (330, f"{owner:X}"), (100, "AcDbEntity"), (8, layer)]


def _entity(layer: str, contour: Contour, height: float, handle: int) -> list[Tag]:
    """Upside down: what is clockwise to us stays so to the eye, and is then counted as negative.

    Polylines have their corners as entities of their own, which is the oldest and most widely read of their forms; a
    bulge is the tangent of a quarter of the angle of the arc that follows a corner, anticlockwise positive.
    """
    if contour.circle:
        (x, y), radius = contour.circle
        middle = (100, "AcDbCircle"), *_point(x, height - y), (40, number(radius, 4))
        return [*_begun("CIRCLE", handle, _MODEL, layer), *middle]
    corners = [(*segment.start, -segment.bulge) for segment in contour.segments]
    corners += [] if contour.is_closed else [(*contour.segments[-1].end, 0.0)]
    if len(corners) == 2 and not contour.is_closed and not corners[0][2]:
        (x1, y1, _), (x2, y2, _) = corners
        ends = (100, "AcDbLine"), *_point(x1, height - y1), *_point(x2, height - y2, 11)
        return [*_begun("LINE", handle, _MODEL, layer), *ends]
    tags = [*_begun("POLYLINE", handle, _MODEL, layer), (100, "AcDb2dPolyline"), (66, 1), *_point(0, 0)]
    tags.append((70, int(contour.is_closed)))
    for at, (x, y, bulge) in enumerate(corners, handle + 1):
        tags += [*_begun("VERTEX", at, handle, layer), (100, "AcDbVertex"), (100, "AcDb2dVertex")]
        tags += [*_point(x, height - y), *(((42, number(bulge, 8)),) if bulge else ())]
    return [*tags, *_begun("SEQEND", handle + len(corners) + 1, handle, layer)]
