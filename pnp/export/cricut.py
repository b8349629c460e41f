"""Cricut's Print Then Cut: pictures of as many pieces as one may hold, see-through where nothing is cut."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO
from itertools import groupby

from PIL import Image, ImageDraw

from pnp.build.files import Sheets, proof
from pnp.build.manifest import placement_as_json
from pnp.drawing.cut_paths import TOLERANCE, Contour, CutLines
from pnp.drawing.face import Face
from pnp.export.cutfiles import CutSheet, as_svg
from pnp.export.cutter import CutJob, cut_jobs, joining, nothing_fits, tiled
from pnp.export.order import Delivery, Exported, LeftOut, Note, Order, measures, note, readme
from pnp.export.presets import Cricut
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Point, Size, Transform, number
from pnp.imposition.impose import backs_behind
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.imposition.registration import CutLayout, MachineSheet, lay_out
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import sheets_as_pictures

_FINER = 4  # how many times finer than the picture its edge is drawn
_COMPRESSION = 3  # of eight cards: 0.35 s and 1.5 MB; level 6 takes 0.6 s for a tenth less
_VISIBLE = (0, *[255] * 255)


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


def deliver(order: Order) -> Delivery:
    """For each picture a PNG of the fronts, one of the backs where there are any, and an SVG of its lines."""
    machine = order.presets.cricut
    sheet = MachineSheet(machine.area, 0.0, machine.gap, machine.gap)
    order, one_sided = tiled(order, sheet)
    jobs, gone = cut_jobs(order)
    pictures: list[_CutPicture] = []
    for job in jobs:
        if layout := lay_out(job.trim.size, sheet):
            pictures += _pictures(job, layout, machine)
        else:
            reason = f"is {measures(job.trim.size)}, and Design Space prints and cuts up to {measures(sheet.largest)}"
            gone += [LeftOut(printed, reason) for printed in job.pieces]
    if not pictures:
        raise nothing_fits(order, gone)
    files = _files(order, pictures, machine)
    how = note("cricut.how", width=machine.area.width / 25.4, height=machine.area.height / 25.4)
    notes = (how, note("cricut.honest"), *joining(order), *_contents(pictures))
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


def _contents(pictures: Sequence[_CutPicture]) -> Iterator[Note]:
    for _, alike in groupby(pictures, key=lambda picture: picture.job.stem):
        group = tuple(alike)
        job, total = group[0].job, sum(len(picture.placed) for picture in group)
        pieces = "1 piece" if total == 1 else f"{total} pieces"
        lines = tuple(f"  {picture.name}: {_both(picture.page)}, {len(picture.placed)} of them" for picture in group)
        yield Note(job.contents, (f"{pieces} of {measures(job.trim.size)}.",), lines=lines)


def _both(size: Size) -> str:
    inches = f"{number(size.width / 25.4)} x {number(size.height / 25.4)} in"
    return f"{number(size.width, 2)} x {number(size.height, 2)} mm ({inches})"
