"""Cricut's Print Then Cut: pictures of as many pieces as one may hold, see-through where nothing is cut."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO

from PIL import Image, ImageDraw

from pnp.build.files import Sheets, proof
from pnp.build.manifest import placement_as_json
from pnp.drawing.cut_paths import TOLERANCE, Contour, CutLines
from pnp.drawing.face import Face
from pnp.export.cutfiles import CutSheet, as_svg
from pnp.export.cutter import joining, nothing_fits, tiled
from pnp.export.order import Delivery, Exported, LeftOut, Note, Order, readme
from pnp.export.sections import Cricut
from pnp.export.sheeting import lines_of, placements
from pnp.export.slots import Job, Layout, Sheet, jobs, laid_out, largest, measures
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Point, Size, Transform
from pnp.imposition.impose import mirrored
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import sheets_as_pictures
from pnp.units import number

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
class _Picture:
    """One picture of a job: its name without ending, its size, and what lies where on its front."""

    name: str
    job: Job
    page: Size
    placed: tuple[Placement, ...]

    @property
    def backs(self) -> tuple[Placement, ...]:
        """The same pieces seen from behind; none where nothing has a back."""
        return tuple(mirrored(front, "vertical", self.page) for front in self.placed if front.item.back is not None)

    @property
    def files(self) -> Mapping[str, str]:
        sides = {"front": f"{self.name}-front.png", "cut": f"{self.name}-cut.svg"}
        return {**sides, "back": f"{self.name}-back.png"} if self.backs else sides


def deliver(order: Order) -> Delivery:
    """For each picture a PNG of the fronts, one of the backs where there are any, and an SVG of its lines."""
    machine = order.presets.cricut
    sheet = Sheet(machine.area, 0.0, machine.gap, machine.gap)
    order, one_sided = tiled(order, lambda size: laid_out(size, sheet) is not None)
    found, missing = jobs(order)
    pictures: list[_Picture] = []
    gone = list(missing)
    for job in found:
        layout = laid_out(job.trim.size, sheet)
        if layout is None:
            gone += _too_large(job, sheet)
        else:
            pictures += _pictures(f"{order.box.game.name}-{job.contents}", job, layout, machine)
    if not pictures:
        raise nothing_fits(order, gone)
    files = _files(order, pictures, machine)
    notes = (_how(machine), _honest(), *joining(order), *_contents(pictures))
    text = readme(order, "Cricut Design Space", notes, gone, one_sided)
    exported = _exported(found, pictures)
    return Delivery({**files, "README.txt": text}, exported, tuple(gone), one_sided, _facts(pictures))


def _too_large(job: Job, sheet: Sheet) -> Iterator[LeftOut]:
    reason = f"is {measures(job.trim.size)}, and Design Space prints and cuts up to {measures(largest(sheet))}"
    return (LeftOut(printed, reason) for printed in job.pieces)


def _pictures(stem: str, job: Job, layout: Layout, machine: Cricut) -> Iterator[_Picture]:
    """As many as the pieces fill, each as small as the outlines in it."""
    items, slots = job.items(), len(layout.centres())
    for at in range(0, len(items), slots):
        yield _picture(f"{stem}-{at // slots + 1:02d}", job, items[at : at + slots], layout, machine)


def _picture(name: str, job: Job, items: Sequence[Item], layout: Layout, machine: Cricut) -> _Picture:
    placed = placements(items, layout)
    box = reduce(Box.joined, (lines.box for lines in lines_of(placed, job.lines)))
    bleed = min(machine.gap / 2, job.trim.bleed)
    moved = tuple(
        replace(each, cx=each.cx - box.left, cy=each.cy - box.top, bleed=Insets.even(bleed)) for each in placed
    )
    dot = 25.4 / machine.dpi
    # Rounded up to whole dots, so that the picture and the file that cuts it are of one size.
    width, height = (math.ceil(length / dot - 1e-6) * dot for length in (box.width, box.height))
    return _Picture(name, job, Size(width, height), moved)


def _files(order: Order, pictures: Sequence[_Picture], machine: Cricut) -> dict[str, bytes]:
    """Every file by its name; pictures that look alike, as those of backs do, are drawn once."""
    files: dict[str, bytes] = {}
    known: dict[tuple[object, ...], bytes] = {}
    for picture in pictures:
        lines = lines_of(picture.placed, picture.job.lines)
        for side, placed, outlines in _sides(picture, lines):
            look = (picture.page, outlines, *((each.face, each.cx, each.cy, each.rotation) for each in placed))
            if look not in known:
                known[look] = cut_out(
                    placed, outlines, picture.page, machine.dpi, order.box.faces, order.document
                )  # fmt: skip
            files[picture.files[side]] = known[look]
        files[picture.files["cut"]] = as_svg(CutSheet(picture.name, picture.page, lines))
    return files


def _sides(
    picture: _Picture, lines: tuple[CutLines, ...]
) -> Iterator[tuple[str, tuple[Placement, ...], tuple[CutLines, ...]]]:
    """What is seen on each side, and its outlines: behind the fronts they are mirrored."""
    yield "front", picture.placed, lines
    if backs := picture.backs:
        turn = Transform(a=-1.0, e=picture.page.width)
        fronts = zip(lines, picture.placed)
        yield "back", backs, tuple(each.placed(turn) for each, front in fronts if front.item.back is not None)


def _exported(found: Sequence[Job], pictures: Sequence[_Picture]) -> tuple[Exported, ...]:
    places: dict[tuple[str, str], dict[str, None]] = {}
    for picture in pictures:
        for side, placed in (("front", picture.placed), ("back", picture.backs)):
            for each in placed:
                places.setdefault((each.item.component, side), {})[picture.files[side]] = None
    return tuple(
        Exported(printed, tuple(places[front]), tuple(places.get((printed.component.id, "back"), ())))
        for job in found
        for printed in job.pieces
        if (front := (printed.component.id, "front")) in places
    )


def _facts(pictures: Sequence[_Picture]) -> Mapping[str, object]:
    """For the record: every picture with its size, and where each piece lies in it."""
    sheets = [
        {
            **picture.files,
            "width_mm": round(picture.page.width, 4),
            "height_mm": round(picture.page.height, 4),
            "pieces": len(picture.placed),
        }
        for picture in pictures
    ]
    placed = [
        {"file": picture.files[side], **placement_as_json(each)}
        for picture in pictures
        for side, all_placed in (("front", picture.placed), ("back", picture.backs))
        for each in all_placed
    ]
    return {"sheets": sheets, "placements": placed}


def _how(machine: Cricut) -> Note:
    width, height = machine.area.width / 25.4, machine.area.height / 25.4
    return Note(
        "How to cut",
        steps=(
            "In Design Space choose Upload, then Upload Image, and take a picture ...-front.png. Save it as a Print "
            "Then Cut image: everything outside the pieces is see-through, so that each piece is cut along its edge.",
            "On the canvas set the picture to the width and height that are named below, to the last digit (unlock "
            "the shape if need be): programs differ in how large they take a picture to be.",
            f"Keep one picture on a sheet: Design Space prints and cuts at most {width:g} x {height:g} in at once.",
            "Switch on Bleed where it is offered, print at 100 %, and let the machine read the marks that Design "
            "Space prints around the picture.",
            "Where there is a layer score (nets, screens): upload ...-cut.svg as well, set it to the same size, lay it "
            "exactly over the picture (Align, Center), hide its red and blue layers, set the green one to Score, and "
            "attach both.",
            "Backs: Print Then Cut prints one side. Print and cut ...-back.png in the same way, with the same size, "
            "and glue the pieces back to back; or leave the backs out and use sleeves that do not show them.",
            "To cut blank or already printed card, ...-cut.svg alone holds the outlines in red, holes and slits in "
            "blue and scores in green.",
        ),
    )  # fmt: skip


def _honest() -> Note:
    return Note(
        "What is known, and what is not",
        (
            "The largest size is what users and other tools report; the maker's own page could not be seen, and newer "
            "programs allow more on larger paper. If yours does, correct the section [cricut] of the presets in a "
            "file of your own and export again with --presets FILE. That pieces are cut along the edge of what can "
            "be seen is how Print Then Cut is described by its users; nothing was tried on a machine here, so try "
            "one picture on plain paper first. The marks are Design Space's own and are not in these files.",
        ),
    )  # fmt: skip


def _contents(pictures: Sequence[_Picture]) -> Iterator[Note]:
    by_job: dict[int, list[_Picture]] = {}
    for picture in pictures:
        by_job.setdefault(id(picture.job), []).append(picture)
    for group in by_job.values():
        job = group[0].job
        total = sum(len(picture.placed) for picture in group)
        pieces = "1 piece" if total == 1 else f"{total} pieces"
        lines = tuple(f"  {picture.name}: {_both(picture.page)}, {len(picture.placed)} of them" for picture in group)
        yield Note(job.contents, (f"{pieces} of {measures(job.trim.size)}.",), lines=lines)


def _both(size: Size) -> str:
    inches = f"{number(size.width / 25.4)} x {number(size.height / 25.4)} in"
    return f"{number(size.width, 2)} x {number(size.height, 2)} mm ({inches})"
