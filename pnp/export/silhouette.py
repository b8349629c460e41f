"""For Silhouette machines: sheets to print, with registration marks, and their cut files (DXF and SVG)."""

from __future__ import annotations

from functools import reduce

from pnp.build.press import size_word
from pnp.definition.sizes import known_sizes
from pnp.export.cutfiles import CutSheet, as_dxf, as_svg
from pnp.export.cutter import CutFile, CutJob, deliver_sheets, describe, marked_sheet, paper_name, printed_sheets
from pnp.export.order import Delivery, Note, Order, note
from pnp.geometry import Box, Trim, number
from pnp.imposition.published import layout_for
from pnp.imposition.registration import RegistrationMarks
from pnp.language.wording import ENGLISH, Wording


def deliver(order: Order) -> Delivery:
    """A PDF for each job, and a DXF and an SVG file for each layout; jobs that are cut alike share these."""
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
    marks = note(
        "silhouette.marks", line=number(line), half=number(line / 2), square=number(square),
        black=number(square + line), clear=number(machine.clear),
    )  # fmt: skip
    return deliver_sheets(
        order, sheet, "Silhouette Studio", make, _contents, (note("silhouette.how", paper=paper),), (marks,)
    )


def _piece(trim: Trim) -> str:
    if trim.outline == "round":
        return f"{number(trim.size.width, 1)}mm-round"
    name = next((name for name, size in known_sizes().items() if size == trim.size), size_word(trim.size))
    return name if trim.outline == "rectangle" else f"{name}-net"


def _settings(marks: RegistrationMarks | None, wording: Wording = ENGLISH) -> str:
    """As Silhouette Studio asks for them."""
    if marks is None:
        raise ValueError("a layout for Silhouette has registration marks")
    return wording(
        "{count} marks, length {length} mm, thickness {line} mm, inset {inset} mm",
        count=marks.count, length=number(marks.arm), line=number(marks.line), inset=number(marks.inset),
    )  # fmt: skip


def _contents(made: CutFile) -> Note:
    layout, name = made.layout, made.cuts[0].removesuffix(".dxf")
    page = layout.page
    lies = "landscape" if page.width > page.height else "portrait"
    box = reduce(Box.joined, (lines.box for lines in made.job.lines_around(layout.full(made.job.items[0]))))
    lines = (
        f"  page: {number(page.width, 2)} x {number(page.height, 2)} mm, {lies}",
        f"  marks: {_settings(layout.marks)}",
        f"  outlines together: {number(box.width, 2)} x {number(box.height, 2)} mm, top left corner at "
        f"X {number(box.left, 2)} mm, Y {number(box.top, 2)} mm",
        f"  cut file: {name}.dxf or {name}.svg",
    )
    return Note(made.path, (describe(made),), lines=lines)
