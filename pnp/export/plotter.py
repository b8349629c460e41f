"""For any other cutting machine: sheets to print, and a plain cut file (SVG or DXF) for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pnp.errors import UsageError
from pnp.export.cutfiles import CutSheet, as_dxf, as_svg
from pnp.export.cutter import (
    Made,
    exported,
    facts,
    joining,
    notes,
    nothing_fits,
    planned_sheets,
    printed_sheets,
    tiled,
    told,
    too_large,
)  # fmt: skip
from pnp.export.order import Delivery, Note, Order, readme
from pnp.export.pinned import paper_name
from pnp.export.sheeting import MARGIN, lines_of
from pnp.export.slots import Job, Layout, Sheet, jobs, laid_out
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import SheetPlan

_WRITERS: Mapping[str, Callable[[CutSheet], bytes]] = {"svg": as_svg, "dxf": as_dxf}
_NAMES = {"svg": "cutting, as SVG", "dxf": "cutting, as DXF"}


def deliver(order: Order) -> Delivery:
    """A PDF for each job, and a cut file for each of its sheets that holds the lines of the pieces on it alone."""
    machine = order.presets.silhouette
    paper = paper_size(order.cutting.paper or "a4")
    if min(paper.width, paper.height) <= 2 * MARGIN:
        raise UsageError(f"--paper: {paper_name(paper)} leaves nothing between its margins; give a larger one")
    sheet = Sheet(paper, MARGIN, machine.gap, machine.widest_gap)
    order, one_sided = tiled(order, lambda size: laid_out(size, sheet) is not None)
    found, missing = jobs(order)
    files: dict[str, bytes] = {}
    made: list[Made] = []
    gone = list(missing)
    for job in found:
        # A piece as large as the printer reaches is printed to its cut and no further.
        layout = laid_out(job.trim.size, replace(sheet, bleeds=True)) or laid_out(job.trim.size, sheet)
        if layout is None:
            gone += too_large(job, sheet, paper_name(paper))
            continue
        one, cuts = _made(order, job, layout)
        made.append(one)
        files |= {one.path: one.data, **cuts}
    if not made:
        raise nothing_fits(order, gone)
    parts, findings = (
        (_how(order.target), _layers(), *joining(order), *map(_contents, made)),
        (*one_sided, *notes(made)),
    )
    text = readme(order, _NAMES[order.target], parts, gone, findings)
    return Delivery({**files, "README.txt": text}, exported(made), tuple(gone), findings, facts(made))


def _made(order: Order, job: Job, layout: Layout) -> tuple[Made, dict[str, bytes]]:
    stem = f"{order.box.game.name}-{job.contents}"
    wording = order.box.game.wording
    planned = planned_sheets(
        order, job, layout, lambda number: wording("cut with {file}", file=_cut_file(stem, number, order.target))
    )  # fmt: skip
    plan, data = printed_sheets(order, job, planned, stem)
    cuts = dict(_cuts(order, job, planned, stem))
    return Made(job, f"{stem}.pdf", plan, data, tuple(cuts), layout), cuts


def _cuts(order: Order, job: Job, plan: SheetPlan, stem: str) -> Iterator[tuple[str, bytes]]:
    """A file a sheet, for what is seen on its front."""
    for page in plan.pages:
        if page.side == "front":
            title = f"{stem}, sheet {page.sheet} of {plan.sheets}"
            cut = CutSheet(title, plan.paper, lines_of(page.placements, job.lines))
            yield _cut_file(stem, page.sheet, order.target), _WRITERS[order.target](cut)


def _cut_file(stem: str, sheet: int, target: str) -> str:
    return f"{stem}-{sheet:02d}.{target}"


def _how(target: str) -> Note:
    origin = "top left" if target == "svg" else "bottom left"
    return Note(
        "How to cut",
        steps=(
            "Print a PDF at 100 % (actual size), on both sides where it has backs, turned over on the long edge. The "
            "bar at the foot of each page must measure 50 mm.",
            f"Open the cut file of the sheet. It is as large as the paper, in millimetres, its origin at the paper's "
            f"{origin} corner, as one looks at the front: lines lie on the prints where the paper lies on the origin.",
            "The sheets have no registration marks: lay the paper against a stop, or let your program place its own.",
            "Score, cut what is inside, then cut the outlines: that is the order of the layers.",
        ),
    )


def _layers() -> Note:
    return Note(
        "Layers",
        lines=(
            "  score  to be folded (green, colour 3 in DXF)",
            "  inner  holes and slits inside a piece (blue, 5)",
            "  cut    the outline of each piece, a closed line (red, 1)",
        ),
    )


def _contents(made: Made) -> Note:
    first, last = made.cuts[0], made.cuts[-1]
    files = first if first == last else f"{first} to {last}"
    return Note(made.path, (f"{told(made)} Cut files: {files}.",))
