"""For any other cutting machine: sheets to print, and a plain cut file (SVG or DXF) for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pnp.errors import UsageError
from pnp.export.cutfiles import CutSheet, as_dxf, as_svg
from pnp.export.cutter import CutFile, CutJob, deliver_sheets, describe, paper_name, printed_sheets
from pnp.export.order import Delivery, Note, Order, note
from pnp.imposition.papers import paper_size
from pnp.imposition.registration import MARGIN, MachineSheet, lay_out

_WRITERS: Mapping[str, Callable[[CutSheet], bytes]] = {"svg": as_svg, "dxf": as_dxf}


def deliver(order: Order) -> Delivery:
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

    origin = "top left" if target == "svg" else "bottom left"
    how = note("cutting.how", origin=origin), note("cutting.layers")
    return deliver_sheets(order, sheet, f"cutting, as {target.upper()}", make, _contents, how)


def _contents(made: CutFile) -> Note:
    first, last = made.cuts[0], made.cuts[-1]
    files = first if first == last else f"{first} to {last}"
    return Note(made.path, (f"{describe(made)} Cut files: {files}.",))
