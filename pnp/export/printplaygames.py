"""For Print & Play Games: a PDF of large sheets a group, each page of fronts followed by the page of its backs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.build.files import Sheets, proof
from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.canvas import near_the_cut, opaque, pages_of
from pnp.export.fitting import ProductBatch, batches, left_out
from pnp.export.order import Delivery, Exported, Note, Order, copies, note, pages_with, readme, sizes
from pnp.export.presets import ShopSheet
from pnp.geometry import Insets
from pnp.imposition.impose import backs_behind
from pnp.imposition.plan import Item, Page, Placement, SheetPlan, Sides


def deliver(order: Order) -> Delivery:
    """A PDF for each group of the game: as many cards as are needed, in the places of the shop's own template."""
    files: dict[str, bytes] = {}
    exported: list[Exported] = []
    contents: list[Note] = []
    findings: list[Finding] = []
    found, sheet = batches(order, mixed=True), order.presets.sheet
    for batch in found:
        faces = {side: opaque(face, order.document) for side, face in batch.faces(order.box.faces).items()}
        plan, path = _plan(sheet, batch, faces), f"{order.box.game.name}-{batch.name}-printplaygames.pdf"
        files[path] = proof(Sheets(batch.name, batch.name, plan, faces, order.document)).data
        findings += near_the_cut(pages_of(list(faces.values()), batch.product.page, order.document), batch.product)
        pages = pages_with(plan, path)
        exported += [batch.exported(each, pages(each, "front"), pages(each, "back")) for each in batch.pieces]
        contents.append(_contents(batch, plan, path))
    missing = left_out(order)
    paper = f"{sheet.paper.width / 25.4:g} x {sheet.paper.height / 25.4:g} in"
    how = note("printplaygames.how", paper=paper, places=sheet.places)
    notes = (how, *contents, sizes(batch.product for batch in found))
    files["README.txt"] = readme(order, "Print & Play Games", notes, missing, findings)
    return Delivery(files, tuple(exported), missing, tuple(findings))


def _plan(sheet: ShopSheet, batch: ProductBatch, faces: Mapping[str, Face]) -> SheetPlan:
    """Fronts in the template's places, row by row, and behind each page of them its backs."""
    # As large as they are drawn; corners are the shop's to round.
    trims = {side: replace(face.trim, corner=0.0) for side, face in faces.items()}
    items = [Item(one.id, copy, trims[one.id], one.id, one.back) for one, copy in copies(batch.pieces)]
    pages: list[Page] = []
    two_sided = batch.backs != (None,)
    starts = range(0, len(items), sheet.places)
    for number, at in enumerate(starts, 1):
        fronts = tuple(_front(item, place, sheet) for place, item in enumerate(items[at : at + sheet.places]))
        pages.append(Page(number, "front", fronts))
        if two_sided:
            pages.append(Page(number, "back", backs_behind(fronts, "vertical", sheet.paper)))
    sides: Sides = "duplex-long" if two_sided else "fronts"
    return SheetPlan(sheet.paper, sides, len(starts), tuple(pages), sheet.places)


def _front(item: Item, place: int, sheet: ShopSheet) -> Placement:
    row, column = divmod(place, sheet.columns)
    x, y = sheet.first.width + column * sheet.step.width, sheet.first.height + row * sheet.step.height
    lying = item.trim.size.turned() if sheet.rotation % 180 else item.trim.size
    # Neighbours share what lies between them.
    across, down = (sheet.step.width - lying.width) / 2, (sheet.step.height - lying.height) / 2
    return Placement(item, "front", x, y, sheet.rotation, Insets(across, down, across, down))


def _contents(batch: ProductBatch, plan: SheetPlan, path: str) -> Note:
    sheets = "One sheet" if plan.sheets == 1 else f"{plan.sheets} sheets"
    sides = "fronts and backs" if plan.sides != "fronts" else "printed on one side"
    free = plan.sheets * plan.per_sheet - batch.total
    what = f"{sheets}, {sides}: {batch.total} cards, and {free} places stay empty."
    return batch.note(path, what, lines=(f"  {name}: {count} copies" for name, count in batch.several()))
