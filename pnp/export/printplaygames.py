"""For Print & Play Games: a PDF of large sheets a group, each page of fronts followed by the page of its backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build.files import Sheets, proof
from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.batches import Batch, batches, done, fit_of, left_out
from pnp.export.canvas import near_the_cut, opaque, pages_of
from pnp.export.fitting import fitted
from pnp.export.order import Delivery, Exported, Note, Order, readme, sizes
from pnp.export.presets import Sheet
from pnp.frozen import frozen
from pnp.geometry import Insets
from pnp.imposition.impose import mirrored
from pnp.imposition.plan import Item, Page, Placement, SheetPlan, Sides

_SHOP = "Print & Play Games"


@frozen
class _BatchFile:
    """The sheets of one batch, and the file that they are in."""

    path: str
    batch: Batch
    plan: SheetPlan

    @property
    def free(self) -> int:
        """Places of the last sheet that stay empty."""
        return self.plan.sheets * self.plan.per_sheet - self.batch.total

    def pages(self, printed: Printed, side: str) -> tuple[str, ...]:
        """Where a side of a piece is: each page of the file once."""
        identifier = printed.component.id
        found = (
            f"{self.path}#{number}"
            for number, placed in self.plan.placements()
            if placed.item.component == identifier and placed.side == side
        )
        return tuple(dict.fromkeys(found))


def deliver(order: Order) -> Delivery:
    """A PDF for each group of the game: as many cards as are needed, in the places of the shop's own template."""
    files: dict[str, bytes] = {}
    sheaves: list[_BatchFile] = []
    findings: list[Finding] = []
    for batch in batches(order, mixed=True):
        drawn = fitted(batch.pieces, batch.product, order.presets.limits, order.box.faces)
        faces = {side: opaque(face, order.document) for side, face in drawn.items()}
        sheaf = _BatchFile(f"{order.box.game.name}-{batch.name}-printplaygames.pdf", batch, _plan(order, batch, faces))
        sheaves.append(sheaf)
        files[sheaf.path] = proof(Sheets(batch.name, batch.name, sheaf.plan, faces, order.document)).data
        singly = pages_of(list(faces.values()), batch.product.page, order.document)
        findings += near_the_cut(singly, batch.product)
    missing = left_out(order)
    contents = [_contents(order, sheaf) for sheaf in sheaves]
    notes = (_how(order.presets.sheet), *contents, sizes(sheaf.batch.product for sheaf in sheaves))
    files["README.txt"] = readme(order, _SHOP, notes, missing, findings)
    return Delivery(files, tuple(_exported(order, sheaves)), missing, tuple(findings))


def _plan(order: Order, batch: Batch, faces: Mapping[str, Face]) -> SheetPlan:
    """Fronts in the template's places, row by row, and behind each page of them its backs."""
    sheet = order.presets.sheet
    items = list(_items(batch, faces))
    pages: list[Page] = []
    two_sided = batch.backs != (None,)
    for number, at in enumerate(range(0, len(items), sheet.places), 1):
        chunk = items[at : at + sheet.places]
        fronts = tuple(_front(item, place, sheet) for place, item in enumerate(chunk))
        pages.append(Page(number, "front", fronts))
        if two_sided:
            backs = tuple(mirrored(front, "vertical", sheet.paper) for front in fronts if front.item.back is not None)
            pages.append(Page(number, "back", backs))
    sides: Sides = "duplex-long" if two_sided else "fronts"
    return SheetPlan(sheet.paper, sides, len(pages) // (2 if two_sided else 1), tuple(pages), sheet.places)


def _items(batch: Batch, faces: Mapping[str, Face]) -> Iterator[Item]:
    """One for each card, copies side by side, as large as it is drawn; corners are the shop's to round."""
    for component, count in ((printed.component, printed.count) for printed in batch.pieces):
        trim = replace(faces[component.id].trim, corner=0.0)
        for copy in range(1, count + 1):
            yield Item(component.id, copy, trim, component.id, component.back)


def _front(item: Item, place: int, sheet: Sheet) -> Placement:
    row, column = divmod(place, sheet.columns)
    x, y = sheet.first.width + column * sheet.step.width, sheet.first.height + row * sheet.step.height
    lying = item.trim.size.turned() if sheet.rotation % 180 else item.trim.size
    # Neighbours share what lies between them.
    across, down = (sheet.step.width - lying.width) / 2, (sheet.step.height - lying.height) / 2
    return Placement(item, "front", x, y, sheet.rotation, Insets(across, down, across, down))


def _exported(order: Order, sheaves: Sequence[_BatchFile]) -> Iterator[Exported]:
    for sheaf in sheaves:
        for printed in sheaf.batch.pieces:
            yield Exported(
                printed, sheaf.pages(printed, "front"), sheaf.pages(printed, "back"), fit_of(order, printed)
            )  # fmt: skip


def _how(sheet: Sheet) -> Note:
    paper = f"{sheet.paper.width / 25.4:g} x {sheet.paper.height / 25.4:g} in"
    return Note(
        "How to upload",
        steps=(
            f"Each PDF has sheets of {paper}, as the shop's card template does, {sheet.places} cards on each.",
            "Order as many sheets as are named below, and upload the file. Where the shop asks for fronts and backs "
            "apart, pages 1, 3, 5 ... are the fronts and 2, 4, 6 ... the backs of each.",
            "Lay the file over the shop's template once, before you order: the places of cards are those of a template "
            "that others have used, and the shop may have changed its own since.",
            "Cards come with rounded corners. Say so in the order if you want others, or the cards in a certain order.",
        ),
    )  # fmt: skip


def _contents(order: Order, sheaf: _BatchFile) -> Note:
    batch, plan = sheaf.batch, sheaf.plan
    sheets = "One sheet" if plan.sheets == 1 else f"{plan.sheets} sheets"
    sides = "fronts and backs" if plan.sides != "fronts" else "printed on one side"
    what = (
        f"Product: {batch.product.title}. {sheets}, {sides}: {batch.total} cards, and {sheaf.free} places stay empty."
    )
    several = [
        f"  {printed.component.name}: {printed.count} copies" for printed in batch.pieces if printed.count > 1
    ]  # fmt: skip
    how = done(batch.pieces, batch.product, order.presets.limits)
    return Note(sheaf.path, (what, *how), lines=tuple(several))
