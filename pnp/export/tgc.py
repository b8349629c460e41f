"""An Order in; for The Game Crafter a ZIP of one PNG a face, a folder a product, with bleed, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.archive import zipped
from pnp.export.batches import Batch, batches, left_out, slug
from pnp.export.canvas import near_the_cut, pages_of, pictures_of
from pnp.export.order import Delivery, Exported, Order
from pnp.export.readme import Note, readme, sizes
from pnp.prepare import Printed

_SHOP = "The Game Crafter"


def deliver(order: Order) -> Delivery:
    """One folder for each batch: the faces numbered in the game's order with how often each is needed, and the back."""
    products = order.presets.products.get(order.target, ())
    found = batches(order.box.printed, products, mixed=False)
    pictures: dict[str, bytes] = {}
    exported: list[Exported] = []
    findings: list[Finding] = []
    for batch in found:
        names = dict(_names(batch))
        sides = [_face(order, side) for side in names.values()]
        product = batch.product
        pictures |= zip(names, pictures_of(sides, product.page, product.dpi, order.document))
        findings += near_the_cut(pages_of(list(dict.fromkeys(sides)), product.page, order.document), product)
        exported += _exported(batch)
    missing = left_out(order.box.printed, products)
    notes = (_how(), *map(_contents, found), sizes(batch.product for batch in found))
    text = readme(order, _SHOP, notes, missing, findings)
    archive = zipped({"README.txt": text, **pictures})
    files = {f"{order.box.game.name}-tgc.zip": archive, "README.txt": text}
    return Delivery(files, tuple(exported), missing, tuple(findings))


def _face(order: Order, side: str | None) -> Face | None:
    return None if side is None else order.box.faces[side]


def _names(batch: Batch) -> Iterator[tuple[str, str | None]]:
    """Path and face of every picture of a batch: one back for all, or one beside each front."""
    if len(batch.backs) == 1:
        yield _back(batch), batch.backs[0]
    for number, printed in enumerate(batch.pieces, 1):
        yield _front(batch, number, printed), printed.component.id
        if len(batch.backs) > 1:
            yield _back(batch, number, printed), printed.component.back


def _front(batch: Batch, number: int, printed: Printed) -> str:
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-x{printed.count}.png"


def _back(batch: Batch, number: int = 0, printed: Printed | None = None) -> str:
    if printed is None:
        return f"{batch.name}/back.png"
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-back.png"


def _exported(batch: Batch) -> Iterator[Exported]:
    for number, printed in enumerate(batch.pieces, 1):
        back = _back(batch) if len(batch.backs) == 1 else _back(batch, number, printed)
        yield Exported(printed, (_front(batch, number, printed),), (back,))


def _how() -> Note:
    return Note(
        "How to upload",
        steps=(
            "Unpack the ZIP file. Each folder in it is one product to add to your game in the shop.",
            "Add the product that is named below for the folder, and give it the folder's name.",
            "Upload back.png as its back (where each piece has a back of its own, it lies beside the front).",
            "Upload all other pictures of the folder at once; their numbers keep them in order.",
            "Set how many of each are wanted: a name that ends in -x6 is needed six times. The list below has every "
            "number that is not 1.",
            "Look at the shop's proof of every picture: nothing that matters may lie outside the safe zone.",
        ),
    )  # fmt: skip


def _contents(batch: Batch) -> Note:
    several = [
        f"  {_front(batch, number, printed).split('/')[1]}: {printed.count} times"
        for number, printed in enumerate(batch.pieces, 1)
        if printed.count > 1
    ]
    what = f"Product: {batch.product.title}. {len(batch.pieces)} pictures, {batch.total} pieces."
    blank = ("The back is blank, as it is at home.",) if batch.backs == (None,) else ()
    return Note(f"Folder {batch.name}", (what, *blank), lines=tuple(several))
