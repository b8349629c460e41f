"""For DriveThruCards: one print-ready PDF a deck, backs before fronts."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.batches import Batch, batches, done, fit_of, left_out
from pnp.export.canvas import near_the_cut, opaque, pages_of
from pnp.export.fitting import fitted
from pnp.export.order import Delivery, Exported, Note, Order, readme, sizes
from pnp.export.pdfx import Boxes, of_inks, print_ready
from pnp.export.presets import Inks

_SHOP = "DriveThruCards"


def deliver(order: Order) -> Delivery:
    """A PDF for each group of the game: page 1 is the back of card 1, page 2 its front, and so on, copies included."""
    found = batches(order, mixed=True)
    files: dict[str, bytes] = {}
    exported: list[Exported] = []
    findings: list[Finding] = []
    most: dict[str, float] = {}
    condition = of_inks(order.presets.inks)
    for batch in found:
        drawn = fitted(batch.pieces, batch.product, order.presets.limits, order.box.faces)
        faces = {side: opaque(face, order.document) for side, face in drawn.items()}
        pdf = pages_of(list(_sides(batch, faces)), batch.product.page, order.document)
        findings += near_the_cut(pdf, batch.product)
        path = f"{order.box.game.name}-{batch.name}-drivethru.pdf"
        boxes = Boxes(batch.product.page, batch.product.page, batch.product.trim)
        files[path], most[path] = print_ready(pdf, boxes, condition)
        exported += _exported(order, batch, path)
    missing = left_out(order)
    contents = [_contents(order, batch, most) for batch in found]
    notes = (_how(), *contents, _prepress(order.presets.inks), sizes(batch.product for batch in found))
    files["README.txt"] = readme(order, _SHOP, notes, missing, findings)
    return Delivery(files, tuple(exported), missing, tuple(findings), {"most_ink_percent": most})


def _sides(batch: Batch, faces: dict[str, Face]) -> Iterator[Face | None]:
    for printed in batch.pieces:
        for _ in range(printed.count):
            yield faces[printed.component.back] if printed.component.back is not None else None
            yield faces[printed.component.id]


def _exported(order: Order, batch: Batch, path: str) -> Iterator[Exported]:
    page = 1
    for printed in batch.pieces:
        backs = range(page, page + 2 * printed.count, 2)
        fronts, behind = (tuple(f"{path}#{back + step}" for back in backs) for step in (1, 0))
        yield Exported(printed, fronts, behind, fit_of(order, printed))
        page += 2 * printed.count


def _how() -> Note:
    return Note(
        "How to upload",
        steps=(
            "Each PDF is one deck. Upload it as it is; do not print it, open it in a drawing program or save it anew.",
            "Choose the product and the number of cards that are named below for the file.",
            "Page 1 is the back of the first card, page 2 its front, page 3 the back of the second card, and so on.",
            "Order a printed proof before you sell or give away the deck.",
        ),
    )


def _contents(order: Order, batch: Batch, most: dict[str, float]) -> Note:
    path = f"{order.box.game.name}-{batch.name}-drivethru.pdf"
    what = f"Product: {batch.product.title}. {batch.total} cards on {2 * batch.total} pages."
    ink = f"The most ink on one spot is {most[path]:g} %."
    blank = ("Cards without a back have a blank page for it.",) if None in batch.backs else ()
    how = done(batch.pieces, batch.product, order.presets.limits)
    return Note(path, (f"{what} {ink}", *how, *blank))


def _prepress(inks: Inks) -> Note:
    return Note(
        "What the files promise",
        (
            f"They are made as PDF/X-1a:2003 for {inks.condition} ({inks.about}): DeviceCMYK and DeviceGray alone, "
            "fonts embedded, nothing see-through, TrimBox and BleedBox on every page, and at most "
            f"{inks.limit * 100:g} % of ink. "
            "Dark texts are solid black ink. Colours are worked out from the inks' own colours, without a profile of "
            "the press: expect them to be near and not the same as on your screen.",
        ),
    )  # fmt: skip
