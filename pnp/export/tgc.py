"""For The Game Crafter: a ZIP of one PNG a face, with bleed, a folder for each product and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.build.job import Printed
from pnp.errors import Finding
from pnp.export.batches import Batch, batches, done, fit_of, left_out, slug
from pnp.export.canvas import near_the_cut, pages_of, pictures_of
from pnp.export.fitting import fitted
from pnp.export.order import Delivery, Exported, Note, Order, readme, sizes, zipped

_SHOP = "The Game Crafter"


def deliver(order: Order) -> Delivery:
    """One folder for each batch: the faces numbered in the game's order with how often each is needed, and the back."""
    found = batches(order, mixed=False)
    pictures: dict[str, bytes] = {}
    exported: list[Exported] = []
    findings: list[Finding] = []
    for batch in found:
        names, product = dict(_names(batch)), batch.product
        faces = fitted(batch.pieces, product, order.presets.limits, order.box.faces)
        sides = [None if side is None else faces[side] for side in names.values()]
        pictures |= zip(names, pictures_of(sides, product.page, product.dpi, order.document))
        findings += near_the_cut(pages_of(list(dict.fromkeys(sides)), product.page, order.document), product)
        exported += _exported(order, batch)
    missing = left_out(order)
    contents = [_contents(batch, done(batch.pieces, batch.product, order.presets.limits)) for batch in found]
    notes = (_how(), *contents, sizes(batch.product for batch in found))
    text = readme(order, _SHOP, notes, missing, findings)
    archive = zipped({"README.txt": text, **pictures})
    files = {f"{order.box.game.name}-tgc.zip": archive, "README.txt": text}
    return Delivery(files, tuple(exported), missing, tuple(findings))


def _names(batch: Batch) -> Iterator[tuple[str, str | None]]:
    """Path and face of every picture of a batch: one back for all, or one beside each front."""
    if len(batch.backs) == 1 and batch.product.sides == 2:
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


def _exported(order: Order, batch: Batch) -> Iterator[Exported]:
    for number, printed in enumerate(batch.pieces, 1):
        back = _back(batch) if len(batch.backs) == 1 else _back(batch, number, printed)
        backs = (back,) if batch.product.sides == 2 else ()
        yield Exported(printed, (_front(batch, number, printed),), backs, fit_of(order, printed))


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


def _contents(batch: Batch, fitted_how: Sequence[str]) -> Note:
    several = [
        f"  {_front(batch, number, printed).split('/')[1]}: {printed.count} times"
        for number, printed in enumerate(batch.pieces, 1)
        if printed.count > 1
    ]
    what = f"Product: {batch.product.title}. {len(batch.pieces)} pictures, {batch.total} pieces."
    blank = ("The back is blank, as it is at home.",) if batch.backs == (None,) and batch.product.sides == 2 else ()
    return Note(f"Folder {batch.name}", (what, *fitted_how, *blank), lines=tuple(several))
