"""For The Game Crafter: a ZIP of one PNG a face, with bleed, a folder for each product and back."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.build.job import Printed
from pnp.errors import Finding
from pnp.export.canvas import near_the_cut, pages_of, pictures_of
from pnp.export.fitting import ProductBatch, batches, left_out, slug
from pnp.export.order import Delivery, Exported, Note, Order, note, sizes, zip_delivery


def deliver(order: Order) -> Delivery:
    """One folder for each batch: the faces numbered in the game's order with how often each is needed, and the back."""
    found = batches(order, mixed=False)
    pictures: dict[str, bytes] = {}
    findings: list[Finding] = []
    for batch in found:
        names, product, faces = dict(_names(batch)), batch.product, batch.faces(order.box.faces)
        sides = [None if side is None else faces[side] for side in names.values()]
        pictures |= zip(names, pictures_of(sides, product.page, product.dpi, order.document))
        findings += near_the_cut(pages_of(list(dict.fromkeys(sides)), product.page, order.document), product)
    notes = (note("tgc.how"), *map(_contents, found), sizes(batch.product for batch in found))
    exported = (piece for batch in found for piece in _exported(batch))
    return zip_delivery(order, "The Game Crafter", notes, pictures, exported, left_out(order), findings)


def _names(batch: ProductBatch) -> Iterator[tuple[str, str | None]]:
    """Path and face of every picture of a batch: one back for all, or one beside each front."""
    if len(batch.backs) == 1 and batch.product.sides == 2:
        yield f"{batch.name}/back.png", batch.backs[0]
    for number, printed in enumerate(batch.pieces, 1):
        yield _front(batch, number, printed), printed.component.id
        if len(batch.backs) > 1:
            yield _back(batch, number, printed), printed.component.back


def _front(batch: ProductBatch, number: int, printed: Printed) -> str:
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-x{printed.count}.png"


def _back(batch: ProductBatch, number: int, printed: Printed) -> str:
    if len(batch.backs) == 1:
        return f"{batch.name}/back.png"
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-back.png"


def _exported(batch: ProductBatch) -> Iterator[Exported]:
    for number, printed in enumerate(batch.pieces, 1):
        backs = (_back(batch, number, printed),) if batch.product.sides == 2 else ()
        yield batch.exported(printed, (_front(batch, number, printed),), backs)


def _contents(batch: ProductBatch) -> Note:
    several = [
        f"  {_front(batch, number, printed).split('/')[1]}: {printed.count} times"
        for number, printed in enumerate(batch.pieces, 1)
        if printed.count > 1
    ]
    what = f"{len(batch.pieces)} pictures, {batch.total} pieces."
    has_blank = batch.backs == (None,) and batch.product.sides == 2
    return batch.note(
        f"Folder {batch.name}", what, "The back is blank, as it is at home." if has_blank else "", several
    )  # fmt: skip
