"""For Silhouette machines: sheets to print, with registration marks, and their cut files (DXF and SVG)."""

from __future__ import annotations

from pnp.export.cutfiles import CutSheet, as_dxf, as_svg
from pnp.export.cutter import (
    Made,
    exported,
    facts,
    joining,
    marked_sheet,
    notes,
    nothing_fits,
    planned_sheets,
    printed_sheets,
    tiled,
    told,
    too_large,
)  # fmt: skip
from pnp.export.order import Delivery, Note, Order, readme
from pnp.export.pinned import layout_for, paper_name
from pnp.export.sheeting import lines_of, slots_of
from pnp.export.slots import Job, Layout, Marks, jobs, laid_out
from pnp.geometry import Box
from pnp.language.wording import ENGLISH, Wording
from pnp.units import number


def deliver(order: Order) -> Delivery:
    """A PDF for each job, and a DXF and an SVG file for each layout; jobs that are cut alike share these."""
    sheet = marked_sheet(order.cutting, order.presets.silhouette)
    order, one_sided = tiled(order, lambda size: laid_out(size, sheet) is not None)
    found, missing = jobs(order)
    paper = paper_name(sheet.paper)
    files: dict[str, bytes] = {}
    made: list[Made] = []
    contents: list[Note] = []
    gone = list(missing)
    for job in found:
        laid = layout_for(job.trim, job.lines, sheet, paper)
        if laid is None:
            gone += too_large(job, sheet, paper)
            continue
        name, layout = laid
        one, cuts = _made(order, job, name, layout)
        made.append(one)
        files |= {one.path: one.data, **cuts}
        contents.append(_contents(one, name))
    if not made:
        raise nothing_fits(order, gone)
    found_notes = (*one_sided, *notes(made))
    parts = (_how(paper), *joining(order), *contents, _values(order))
    text = readme(order, "Silhouette Studio", parts, gone, found_notes)
    return Delivery({**files, "README.txt": text}, exported(made), tuple(gone), found_notes, facts(made))


def _made(order: Order, job: Job, name: str, layout: Layout) -> tuple[Made, dict[str, bytes]]:
    stem = f"{order.box.game.name}-{job.contents}"
    named = f"{name}, {_settings(layout.marks, order.box.game.wording)}"
    planned = planned_sheets(order, job, layout, lambda number: named)
    plan, data = printed_sheets(order, job, planned, stem)
    cut = CutSheet(name, layout.page, lines_of(slots_of(job, layout), job.lines))
    cuts = {f"{name}.dxf": as_dxf(cut), f"{name}.svg": as_svg(cut)}
    return Made(job, f"{stem}.pdf", plan, data, (f"{name}.dxf",), layout), cuts


def _settings(marks: Marks | None, wording: Wording = ENGLISH) -> str:
    """As Silhouette Studio asks for them."""
    if marks is None:
        raise ValueError("a layout for Silhouette has registration marks")
    return wording(
        "{count} marks, length {length} mm, thickness {line} mm, inset {inset} mm",
        count=marks.count, length=number(marks.arm), line=number(marks.line), inset=number(marks.inset),
    )  # fmt: skip


def _how(paper: str) -> Note:
    return Note(
        "How to cut",
        (
            "Written from the maker's published behaviour and what other tools for these machines report; it was not "
            "tried on a machine here. Cut one sheet of plain paper first, and hold it against a printed one.",
        ),
        steps=(
            f"Print a PDF on {paper} at 100 % (actual size), on both sides where it has backs, turned over on the "
            "long edge. The bar at the foot of each page must measure 50 mm. Marks are on the fronts alone.",
            "Open the DXF file of its layout in Silhouette Studio (the free Basic Edition reads DXF; SVG needs the "
            "Designer Edition). The id of the layout is printed on the sheet and is the name of the file.",
            "Set the page to the paper and the orientation that are named below, and the registration marks to the "
            "type, length, thickness and inset that are named there: the program must look for what is printed.",
            "Select all outlines, group them, and see that they measure what is said below; if not, set it (some "
            "versions take other units). Then centre them on the page, or type in the place of their top left corner.",
            "Set the layer score to score or to perforate where there is one, and all else to cut: holes and slits "
            "(inner) before outlines (cut).",
            "Load a sheet with the printed square at the top left, send, and let the machine find the marks. One "
            "file cuts every sheet of its layout, the last one too, whose empty places are cut in vain.",
            "Where the machine misses a mark, dim the light, or lay a piece of white paper over what is next to it.",
        ),
    )  # fmt: skip


def _contents(made: Made, name: str) -> Note:
    layout = made.layout
    page = layout.page
    lies = "landscape" if page.width > page.height else "portrait"
    box = _cut_box(made.job, layout)
    lines = (
        f"  page: {number(page.width, 2)} x {number(page.height, 2)} mm, {lies}",
        f"  marks: {_settings(layout.marks)}",
        f"  outlines together: {number(box.width, 2)} x {number(box.height, 2)} mm, top left corner at "
        f"X {number(box.left, 2)} mm, Y {number(box.top, 2)} mm",
        f"  cut file: {name}.dxf or {name}.svg",
    )
    return Note(made.path, (told(made),), lines=lines)


def _cut_box(job: Job, layout: Layout) -> Box:
    first, *others = (lines.box for lines in lines_of(slots_of(job, layout), job.lines))
    for other in others:
        first = first.joined(other)
    return first


def _values(order: Order) -> Note:
    machine = order.presets.silhouette
    return Note(
        "The marks",
        (
            f"Lines are {number(machine.line)} mm thick and their middle lies at the inset, so that ink begins "
            f"{number(machine.line / 2)} mm nearer to the paper's edge. The square of a sheet with 3 marks is "
            f"{number(machine.square)} mm with the same line around it: {number(machine.square + machine.line)} mm "
            f"of black. Nothing is printed within {number(machine.clear)} mm of a mark. If your program uses other "
            "numbers, correct the section [silhouette] of the presets in a file of your own and export again with "
            "--presets FILE; the layout is then a custom one.",
            "A layout whose id ends in -v1 never moves: sheets printed today fit the cut file of any later version. "
            "An id with custom and eight digits is of this export alone: keep its cut file with its sheets.",
        ),
    )  # fmt: skip
