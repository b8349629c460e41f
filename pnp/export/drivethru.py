"""For DriveThruCards: one print-ready PDF a deck, backs before fronts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.canvas import near_the_cut, opaque, pages_of
from pnp.export.fitting import ProductBatch, batches, left_out
from pnp.export.order import Delivery, Exported, Note, Order, note, readme, sizes
from pnp.export.pdfx import Boxes, of_inks, print_ready


def deliver(order: Order) -> Delivery:
    """A PDF for each group of the game: page 1 is the back of card 1, page 2 its front, and so on, copies included."""
    files: dict[str, bytes] = {}
    exported: list[Exported] = []
    findings: list[Finding] = []
    contents: list[Note] = []
    most: dict[str, float] = {}
    found, condition = batches(order, mixed=True), of_inks(order.presets.inks)
    for batch in found:
        faces = {side: opaque(face, order.document) for side, face in batch.faces(order.box.faces).items()}
        page, trim = batch.product.page, batch.product.trim
        pdf = pages_of(list(_sides(batch, faces)), page, order.document)
        findings += near_the_cut(pdf, batch.product)
        path = f"{order.box.game.name}-{batch.name}-drivethru.pdf"
        files[path], most[path] = print_ready(pdf, Boxes(page, page, trim), condition)
        exported += _exported(batch, path)
        contents.append(_contents(batch, path, most[path]))
    inks, missing = order.presets.inks, left_out(order)
    prepress = note("drivethru.prepress", condition=inks.condition, about=inks.about, limit=inks.limit * 100)
    notes = (note("drivethru.how"), *contents, prepress, sizes(batch.product for batch in found))
    files["README.txt"] = readme(order, "DriveThruCards", notes, missing, findings)
    return Delivery(files, tuple(exported), missing, tuple(findings), {"most_ink_percent": most})


def _sides(batch: ProductBatch, faces: Mapping[str, Face]) -> Iterator[Face | None]:
    for printed in batch.pieces:
        for _ in range(printed.count):
            yield faces[printed.component.back] if printed.component.back is not None else None
            yield faces[printed.component.id]


def _exported(batch: ProductBatch, path: str) -> Iterator[Exported]:
    page = 1
    for printed in batch.pieces:
        backs = range(page, page + 2 * printed.count, 2)
        yield batch.exported(printed, (f"{path}#{back + 1}" for back in backs), (f"{path}#{back}" for back in backs))
        page += 2 * printed.count


def _contents(batch: ProductBatch, path: str, most: float) -> Note:
    what = f"{batch.total} cards on {2 * batch.total} pages. The most ink on one spot is {most:g} %."
    blank = "Cards without a back have a blank page for it." if None in batch.backs else ""
    return batch.note(path, what, blank)
