"""For MakePlayingCards: a ZIP of one PNG a card, fronts and backs numbered alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.batches import done, fit_of, left_out, slug
from pnp.export.canvas import near_the_cut, pages_of, pictures_of
from pnp.export.fitting import fitted
from pnp.export.order import Delivery, Exported, Note, Order, readme, sizes, zipped
from pnp.export.presets import Product
from pnp.frozen import frozen

_SHOP = "MakePlayingCards"


@frozen
class _Deck:
    """Every card of one size: one order in the shop, however many backs there are."""

    product: Product
    pieces: tuple[Printed, ...]

    @property
    def cards(self) -> tuple[Printed, ...]:
        """One entry for each card, copies side by side."""
        return tuple(printed for printed in self.pieces for _ in range(printed.count))

    @property
    def has_one_back(self) -> bool:
        return len({printed.component.back for printed in self.pieces}) == 1

    def front(self, at: int) -> str:
        return f"{self.product.name}/fronts/{at + 1:03d}-{slug(self.cards[at].component.id)}.png"

    def back(self, at: int) -> str:
        if self.has_one_back:
            return f"{self.product.name}/back.png"
        return f"{self.product.name}/backs/{at + 1:03d}-{slug(self.cards[at].component.id)}.png"


def deliver(order: Order) -> Delivery:
    """One folder for each size that the shop prints, with as many fronts as there are cards."""
    decks = list(_decks(order))
    pictures: dict[str, bytes] = {}
    findings: list[Finding] = []
    for deck in decks:
        faces = fitted(deck.pieces, deck.product, order.presets.limits, order.box.faces)
        pictures |= _pictures(order, deck, faces)
        findings += _near_the_cut(order, deck, faces)
    missing = left_out(order)
    notes = (_how(), *(_contents(order, deck) for deck in decks), sizes(deck.product for deck in decks))
    text = readme(order, _SHOP, notes, missing, findings)
    files = {f"{order.box.game.name}-mpc.zip": zipped({"README.txt": text, **pictures}), "README.txt": text}
    return Delivery(files, tuple(one for deck in decks for one in _exported(order, deck)), missing, tuple(findings))


def _decks(order: Order) -> Iterator[_Deck]:
    fits = [(entry, fit_of(order, entry)) for entry in order.box.printed]
    for product in order.presets.products.get(order.target, ()):
        pieces = tuple(entry for entry, fit in fits if fit is not None and fit.product is product)
        if pieces:
            yield _Deck(product, pieces)


def _pictures(order: Order, deck: _Deck, faces: Mapping[str, Face]) -> Iterator[tuple[str, bytes]]:
    cards, product = deck.cards, deck.product
    fronts = pictures_of([faces[card.component.id] for card in cards], product.page, product.dpi, order.document)
    backs = pictures_of(
        [faces[card.component.back] if card.component.back else None for card in cards],
        product.page, product.dpi, order.document,
    )  # fmt: skip
    yield from ((deck.front(at), picture) for at, picture in enumerate(fronts))
    yield from ((deck.back(at), picture) for at, picture in enumerate(backs))


def _near_the_cut(order: Order, deck: _Deck, faces: Mapping[str, Face]) -> Iterator[Finding]:
    if deck.product.safe:
        yield from near_the_cut(pages_of(list(faces.values()), deck.product.page, order.document), deck.product)


def _exported(order: Order, deck: _Deck) -> Iterator[Exported]:
    at = 0
    for printed in deck.pieces:
        places = range(at, at + printed.count)
        backs = tuple(dict.fromkeys(map(deck.back, places)))
        yield Exported(printed, tuple(map(deck.front, places)), backs, fit_of(order, printed))
        at += printed.count


def _how() -> Note:
    return Note(
        "How to upload",
        steps=(
            "Unpack the ZIP file. Each folder in it is one order of custom cards in the shop.",
            "Choose the product that is named below, and the number of cards that is named with it.",
            "For the fronts choose a different picture for each card, and upload all of the folder fronts at once. "
            "There is one picture for each card, copies included; the numbers are their order: fill them in by name.",
            "For the backs choose the same picture for all cards and upload back.png; or, where there is a folder "
            "backs, a different picture for each card, in the same order as the fronts.",
            "Look through the preview: front 001 belongs to back 001.",
        ),
    )  # fmt: skip


def _contents(order: Order, deck: _Deck) -> Note:
    backs = "one back for all" if deck.has_one_back else f"{len(deck.cards)} backs"
    what = f"Product: {deck.product.title}. {len(deck.cards)} cards: as many fronts, {backs}."
    blank = ("A blank back is a white picture, as it is at home.",) if None in _backs(deck) else ()
    several = [
        f"  {printed.component.name}: {printed.count} copies, one picture each"
        for printed in deck.pieces
        if printed.count > 1
    ]
    how = done(deck.pieces, deck.product, order.presets.limits)
    return Note(f"Folder {deck.product.name}", (what, *how, *blank), lines=tuple(several))


def _backs(deck: _Deck) -> set[str | None]:
    return {printed.component.back for printed in deck.pieces}
