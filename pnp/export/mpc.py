"""For MakePlayingCards: a ZIP of one PNG a card, fronts and backs numbered alike."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.build.job import Printed
from pnp.errors import Finding
from pnp.export.canvas import near_the_cut, pages_of, pictures_of
from pnp.export.fitting import ProductBatch, fit_of, left_out, slug
from pnp.export.order import Delivery, Exported, Note, Order, note, sizes, zip_delivery


def deliver(order: Order) -> Delivery:
    """One folder for each size that the shop prints, with as many fronts as there are cards."""
    decks = list(_decks(order))
    pictures: dict[str, bytes] = {}
    findings: list[Finding] = []
    for deck in decks:
        product, faces = deck.product, deck.faces(order.box.faces)
        for paths, sides in (
            (_fronts(deck), [faces[card.component.id] for card in _cards(deck)]),
            (_backs(deck), [faces[card.component.back] if card.component.back else None for card in _cards(deck)]),
        ):
            pictures |= zip(paths, pictures_of(sides, product.page, product.dpi, order.document))
        if product.safe:
            findings += near_the_cut(pages_of(list(faces.values()), product.page, order.document), product)
    notes = (note("mpc.how"), *map(_contents, decks), sizes(deck.product for deck in decks))
    exported = (piece for deck in decks for piece in _exported(deck))
    return zip_delivery(order, "MakePlayingCards", notes, pictures, exported, left_out(order), findings)


def _decks(order: Order) -> Iterator[ProductBatch]:
    """Every card of one size: one order in the shop, however many backs there are."""
    fits = [(entry, fit_of(order, entry)) for entry in order.box.printed]
    for product in order.presets.products.get(order.target, ()):
        if pieces := tuple(entry for entry, fit in fits if fit is not None and fit.product is product):
            yield ProductBatch(product.name, product, pieces, order.presets.limits)


def _cards(deck: ProductBatch) -> list[Printed]:
    """One entry for each card, copies side by side."""
    return [printed for printed in deck.pieces for _ in range(printed.count)]


def _fronts(deck: ProductBatch) -> list[str]:
    """The path of each card's front."""
    cards = enumerate(_cards(deck), 1)
    return [f"{deck.name}/fronts/{at:03d}-{slug(card.component.id)}.png" for at, card in cards]


def _backs(deck: ProductBatch) -> list[str]:
    """The path of each card's back, which is one for all where they have no other."""
    if len(deck.backs) == 1:
        return [f"{deck.name}/back.png"] * deck.total
    return [path.replace("/fronts/", "/backs/", 1) for path in _fronts(deck)]


def _exported(deck: ProductBatch) -> Iterator[Exported]:
    fronts, backs, at = _fronts(deck), _backs(deck), 0
    for printed in deck.pieces:
        end = at + printed.count
        yield deck.exported(printed, fronts[at:end], dict.fromkeys(backs[at:end]))
        at = end


def _contents(deck: ProductBatch) -> Note:
    backs = "one back for all" if len(deck.backs) == 1 else f"{deck.total} backs"
    blank = "A blank back is a white picture, as it is at home." if None in deck.backs else ""
    several = [f"  {name}: {count} copies, one picture each" for name, count in deck.several()]
    return deck.note(
        f"Folder {deck.name}", f"{deck.total} cards: as many fronts, {backs}.", blank, several
    )  # fmt: skip
