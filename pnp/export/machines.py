"""The targets that are cutting machines: Silhouette, Cricut's Print Then Cut, and any other by a plain cut file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO
from itertools import groupby

from PIL import Image, ImageDraw

from pnp.build.files import Sheets, proof
from pnp.build.manifest import placement_as_json
from pnp.build.press import size_word
from pnp.definition.sizes import known_sizes
from pnp.drawing.cut_paths import TOLERANCE, Contour, CutLines
from pnp.drawing.face import Face
from pnp.errors import UsageError
from pnp.export.cutter import (
    CutFile,
    CutJob,
    CutSheet,
    as_dxf,
    as_svg,
    cut_jobs,
    deliver_sheets,
    describe,
    joining,
    marked_sheet,
    nothing_fits,
    paper_name,
    printed_sheets,
    tiled,
)
from pnp.export.order import Delivery, Exported, LeftOut, Note, Order, measures, readme
from pnp.export.presets import Cricut
from pnp.frozen import frozen
from pnp.geometry import HEXAGON, RECTANGLE, ROUND, Box, Insets, Point, Size, Transform, Trim, number
from pnp.imposition.impose import backs_behind
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.imposition.published import layout_for
from pnp.imposition.registration import MARGIN, CutLayout, MachineSheet, RegistrationMarks, lay_out
from pnp.language.wording import Wording, passage
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import sheets_as_pictures

_WRITERS: Mapping[str, Callable[[CutSheet], bytes]] = {"svg": as_svg, "dxf": as_dxf}
_FINER = 4  # how many times finer than the picture its edge is drawn
_COMPRESSION = 3  # of eight cards: 0.35 s and 1.5 MB; level 6 takes 0.6 s for a tenth less
_VISIBLE = (0, *[255] * 255)


def for_silhouette(order: Order) -> Delivery:
    """For Silhouette: a PDF for each job, a DXF and an SVG file a layout; jobs that are cut alike share these."""
    machine = order.presets.silhouette
    sheet = marked_sheet(order.cutting, machine)
    paper = paper_name(sheet.paper)

    def make(order: Order, job: CutJob) -> CutFile | None:
        laid = layout_for(job.trim, job.lines, sheet, f"pnp-sil-{paper.lower()}-{_piece(job.trim)}")
        if laid is None:
            return None
        name, layout = laid
        named = f"{name}, {_settings(layout.marks, order.box.game.wording)}"
        plan, data = printed_sheets(order, job, layout, lambda number: named)
        cut = CutSheet(name, layout.page, job.lines_around(layout.full(job.items[0])))
        cut_files = {f"{name}.dxf": as_dxf(cut), f"{name}.svg": as_svg(cut)}
        return CutFile(job, layout, plan, data, cut_files, (f"{name}.dxf",))

    line, square = machine.line, machine.square
    marks = order.note(
        "silhouette.marks", line=number(line), half=number(line / 2), square=number(square),
        black=number(square + line), clear=number(machine.clear),
    )  # fmt: skip
    return deliver_sheets(
        order,
        sheet,
        "Silhouette Studio",
        make,
        _layout_contents,
        (order.note("silhouette.how", paper=paper),),
        (marks,),
    )


def _piece(trim: Trim) -> str:
    if trim.outline in (ROUND, HEXAGON):
        return f"{number(2 * trim.radius, 1)}mm-{trim.outline.name}"
    name = next((name for name, size in known_sizes().items() if size == trim.size), size_word(trim.size))
    return name if trim.outline == RECTANGLE else f"{name}-{'net' if trim.outline.is_drawn else trim.outline.name}"


def _settings(marks: RegistrationMarks | None, wording: Wording) -> str:
    """As Silhouette Studio asks for them."""
    if marks is None:
        raise ValueError("a layout for Silhouette has registration marks")
    return wording(
        "{count} marks, length {length} mm, thickness {line} mm, inset {inset} mm",
        count=marks.count, length=number(marks.arm), line=number(marks.line), inset=number(marks.inset),
    )  # fmt: skip


def _layout_contents(made: CutFile, wording: Wording) -> Note:
    layout, name = made.layout, made.cuts[0].removesuffix(".dxf")
    page = layout.page
    lies = wording("landscape") if page.width > page.height else wording("portrait")
    box = reduce(Box.joined, (lines.box for lines in made.job.lines_around(layout.full(made.job.items[0]))))
    lines = (
        wording("page: {size} mm, {lies}", size=f"{number(page.width, 2)} x {number(page.height, 2)}", lies=lies),
        wording("marks: {settings}", settings=_settings(layout.marks, wording)),
        wording(
            "outlines together: {size} mm, top left corner at X {left} mm, Y {top} mm",
            size=f"{number(box.width, 2)} x {number(box.height, 2)}",
            left=number(box.left, 2),
            top=number(box.top, 2),
        ),
        wording("cut file: {name}.dxf or {name}.svg", name=name),
    )
    return Note(made.path, (describe(made, wording),), lines=tuple(f"  {line}" for line in lines))


def for_plotter(order: Order) -> Delivery:
    """A PDF for each job, and a cut file for each of its sheets that holds the lines of the pieces on it alone."""
    machine, target = order.presets.silhouette, order.target
    paper = paper_size(order.cutting.paper or "a4")
    if min(paper.width, paper.height) <= 2 * MARGIN:
        raise UsageError(f"--paper: {paper_name(paper)} leaves nothing between its margins; give a larger one")
    sheet = MachineSheet(paper, MARGIN, machine.gap, machine.widest_gap)

    def make(order: Order, job: CutJob) -> CutFile | None:
        # A piece as large as the printer reaches is printed to its cut and no further.
        layout = lay_out(job.trim.size, replace(sheet, bleeds=True)) or lay_out(job.trim.size, sheet)
        if layout is None:
            return None
        wording = order.box.game.wording

        def path(number: int) -> str:
            return f"{job.stem}-{number:02d}.{target}"

        plan, data = printed_sheets(order, job, layout, lambda number: wording("cut with {file}", file=path(number)))
        cut_files = {}
        for page in (page for page in plan.pages if page.side == "front"):
            title = f"{job.stem}, sheet {page.sheet} of {plan.sheets}"
            cut = CutSheet(title, plan.paper, job.lines_around(page.placements))
            cut_files[path(page.sheet)] = _WRITERS[target](cut)
        return CutFile(job, layout, plan, data, cut_files, tuple(cut_files))

    wording = order.wording
    origin = wording("top left") if target == "svg" else wording("bottom left")
    how = order.note("cutting.how", origin=origin), order.note("cutting.layers")
    return deliver_sheets(
        order, sheet, wording("cutting, as {format}", format=target.upper()), make, _cut_contents, how
    )


def _cut_contents(made: CutFile, wording: Wording) -> Note:
    first, last = made.cuts[0], made.cuts[-1]
    files = first if first == last else wording("{first} to {last}", first=first, last=last)
    return Note(made.path, (f"{describe(made, wording)} {wording('Cut files: {files}.', files=files)}",))


def cut_out(
    placed: Sequence[Placement], lines: Iterable[CutLines], page: Size, dpi: int, faces: Mapping[str, Face],
    document: DocumentInfo,
) -> bytes:  # fmt: skip
    """A PNG of the page (RGBA) in which each piece ends at its outline; its bleed gives the edge its full colour."""
    plan = SheetPlan(page, "fronts", 1, (Page(1, "front", tuple(placed)),), len(placed))
    pdf = proof(Sheets("pieces", "pieces", plan, faces, document)).data
    (seen,) = sheets_as_pictures(pdf, dpi)
    mask = Image.new("L", seen.size, 0)
    for each in lines:
        _add(mask, each, dpi / 25.4)
    seen.putalpha(mask)
    # What cannot be seen is white: it packs better, and a program that forgets about see-through shows no bleed.
    shown = Image.composite(seen, Image.new("RGBA", seen.size, (255, 255, 255, 0)), mask.point(_VISIBLE))
    written = BytesIO()
    shown.save(written, "PNG", compress_level=_COMPRESSION, dpi=(dpi, dpi))
    return written.getvalue()


def _add(mask: Image.Image, lines: CutLines, scale: float) -> None:
    """One piece, with its holes left out."""
    box = lines.box
    left, top = math.floor(box.left * scale), math.floor(box.top * scale)
    size = math.ceil(box.right * scale) - left, math.ceil(box.bottom * scale) - top
    fine = Image.new("L", (size[0] * _FINER, size[1] * _FINER), 0)
    draw = ImageDraw.Draw(fine)
    holes = [contour for contour in lines.inner if contour.is_closed]
    for contours, level in ((lines.cut, 255), (holes, 0)):
        for contour in contours:
            draw.polygon([_at(point, left, top, scale) for point in _corners(contour)], fill=level)
    piece = fine.reduce(_FINER)
    mask.paste(255, (left, top, left + piece.width, top + piece.height), piece)


def _corners(contour: Contour) -> list[Point]:
    return [point for segment in contour.segments for point in segment.points(TOLERANCE / _FINER)]


def _at(point: Point, left: int, top: int, scale: float) -> Point:
    """In fine pixels, of which a polygon is given the middles."""
    return (point[0] * scale - left) * _FINER - 0.5, (point[1] * scale - top) * _FINER - 0.5


@frozen
class _CutPicture:
    """One picture of a job: its name without ending, its size, and what lies where on its front."""

    name: str
    job: CutJob
    page: Size
    placed: tuple[Placement, ...]

    @property
    def backs(self) -> tuple[Placement, ...]:
        """The same pieces seen from behind; none where nothing has a back."""
        return backs_behind(self.placed, "vertical", self.page)

    @property
    def sides(self) -> Mapping[str, tuple[Placement, ...]]:
        """What lies on each side, by the name of the picture that shows it."""
        shown = {f"{self.name}-front.png": self.placed, f"{self.name}-back.png": self.backs}
        return {path: placed for path, placed in shown.items() if placed}

    @property
    def lines(self) -> tuple[CutLines, ...]:
        return self.job.lines_around(self.placed)


def for_cricut(order: Order) -> Delivery:
    """For Cricut: for each picture a PNG of the fronts, one of the backs where there are any, and an SVG of its lines.

    A picture holds as many pieces as it may, and can be seen through where nothing is cut.
    """
    machine = order.presets.cricut
    sheet = MachineSheet(machine.area, 0.0, machine.gap, machine.gap)
    order, one_sided = tiled(order, sheet)
    jobs, gone = cut_jobs(order)
    pictures: list[_CutPicture] = []
    for job in jobs:
        if layout := lay_out(job.trim.size, sheet):
            pictures += _pictures(job, layout, machine)
        else:
            reason = order.wording(
                "is {size}, and Design Space prints and cuts up to {most}",
                size=measures(job.trim.size), most=measures(sheet.largest),
            )  # fmt: skip
            gone += [LeftOut(printed, reason) for printed in job.pieces]
    if not pictures:
        raise nothing_fits(order, gone)
    files = _files(order, pictures, machine)
    how = order.note("cricut.how", width=machine.area.width / 25.4, height=machine.area.height / 25.4)
    notes = (how, order.note("cricut.honest"), *joining(order), *_picture_contents(pictures, order.wording))
    files["README.txt"] = readme(order, "Cricut Design Space", notes, gone, one_sided)
    return Delivery(files, tuple(_exported(jobs, pictures)), tuple(gone), one_sided, _facts(pictures))


def _pictures(job: CutJob, layout: CutLayout, machine: Cricut) -> Iterator[_CutPicture]:
    """As many as the pieces fill, each as small as the outlines in it."""
    slots, dot = len(layout.centres()), 25.4 / machine.dpi
    bleed = Insets.even(min(machine.gap / 2, job.trim.bleed))
    for at in range(0, len(job.items), slots):
        placed = layout.placements(job.items[at : at + slots])
        box = reduce(Box.joined, (lines.box for lines in job.lines_around(placed)))
        moved = tuple(replace(each, cx=each.cx - box.left, cy=each.cy - box.top, bleed=bleed) for each in placed)
        # Rounded up to whole dots, so that the picture and the file that cuts it are of one size.
        width, height = (math.ceil(length / dot - 1e-6) * dot for length in (box.width, box.height))
        yield _CutPicture(f"{job.stem}-{at // slots + 1:02d}", job, Size(width, height), moved)


def _files(order: Order, pictures: Sequence[_CutPicture], machine: Cricut) -> dict[str, bytes]:
    """Every file by its name; pictures that look alike, as those of backs do, are drawn once."""
    files: dict[str, bytes] = {}
    known: dict[tuple[object, ...], bytes] = {}
    for picture in pictures:
        for path, placed in picture.sides.items():
            outlines = picture.lines if placed[0].side == "front" else _seen_from_behind(picture)
            look = (picture.page, outlines, *((each.face, each.cx, each.cy, each.rotation) for each in placed))
            if look not in known:
                known[look] = cut_out(placed, outlines, picture.page, machine.dpi, order.box.faces, order.document)
            files[path] = known[look]
        files[f"{picture.name}-cut.svg"] = as_svg(CutSheet(picture.name, picture.page, picture.lines))
    return files


def _seen_from_behind(picture: _CutPicture) -> tuple[CutLines, ...]:
    """The outlines of the backs, mirrored."""
    turn, fronts = Transform(a=-1.0, e=picture.page.width), zip(picture.lines, picture.placed)
    return tuple(lines.placed(turn) for lines, front in fronts if front.item.back is not None)


def _exported(jobs: Sequence[CutJob], pictures: Sequence[_CutPicture]) -> Iterator[Exported]:
    places: dict[tuple[str, str], dict[str, None]] = {}
    for path, placed in (side for picture in pictures for side in picture.sides.items()):
        for each in placed:
            places.setdefault((each.item.component, each.side), {})[path] = None
    for printed in (printed for job in jobs for printed in job.pieces):
        fronts, backs = (tuple(places.get((printed.component.id, side), ())) for side in ("front", "back"))
        if fronts:
            yield Exported(printed, fronts, backs)


def _facts(pictures: Sequence[_CutPicture]) -> Mapping[str, object]:
    """For the record: every picture with its size, and where each piece lies in it."""
    sheets = []
    for picture in pictures:
        front, *backs = picture.sides
        sheets.append({
            "front": front, "cut": f"{picture.name}-cut.svg", **({"back": backs[0]} if backs else {}),
            "width_mm": round(picture.page.width, 4), "height_mm": round(picture.page.height, 4),
            "pieces": len(picture.placed),
        })  # fmt: skip
    sides = (side for picture in pictures for side in picture.sides.items())
    placed = [{"file": path, **placement_as_json(each)} for path, placed in sides for each in placed]
    return {"sheets": sheets, "placements": placed}


def _picture_contents(pictures: Sequence[_CutPicture], wording: Wording) -> Iterator[Note]:
    for _, alike in groupby(pictures, key=lambda picture: picture.job.stem):
        group = tuple(alike)
        job, total = group[0].job, sum(len(picture.placed) for picture in group)
        said = passage("{name}: {size}, {count} of them")
        lines = tuple(
            f"  {wording(said, name=each.name, size=_both(each.page), count=len(each.placed))}" for each in group
        )
        what = wording(
            "{count, plural, one {1 piece} other {# pieces}} of {size}.", count=total, size=measures(job.trim.size)
        )
        yield Note(job.contents, (what,), lines=lines)


def _both(size: Size) -> str:
    inches = f"{number(size.width / 25.4)} x {number(size.height / 25.4)} in"
    return f"{number(size.width, 2)} x {number(size.height, 2)} mm ({inches})"
