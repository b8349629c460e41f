"""Which product of a shop a piece goes to, in which batch, and how it is drawn there: never distorted, never cropped.

A product of the piece's own size comes first. Else a piece may be drawn somewhat larger or a little smaller, evenly in
both directions, until one of its sides fills the product; across the other its ground goes on to the cut. How far this
may go is in the presets (`[fit]`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.build.job import Printed
from pnp.definition.model import Component
from pnp.drawing.face import Face
from pnp.export.order import Exported, LeftOut, Note, Order, measures
from pnp.export.presets import Limits, Product
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.language.holes import SOLD
from pnp.language.wording import Wording, passage

SAME = 0.15
"""Millimetres by which a trim and a product's may differ: 63 x 88 mm is 2.48 x 3.46 in to its makers."""

_NET = passage("is a net to cut and fold at home")
_NO_RECTANGLE = passage("is {size}, for which no product is near enough")
_NO_PRODUCT = {
    "round": passage("is {size} and round, for which no product is near enough"),
    "hexagon": passage("is {size} and a hexagon, for which no product is near enough"),
    "rounded": passage("is {size} with rounded corners of its own, for which no product is near enough"),
    "path": passage("is {size} with an outline of its own, for which no product is near enough"),
}
_NOTABLE = 0.3  # mm of ground beyond the face that is worth a word


@frozen
class Fit:
    """A product for a piece, how many times as large as it is drawn there, and whether it is turned on its side."""

    product: Product
    size: Size
    scale: float = 1.0
    turned: bool = False

    @property
    def drawn(self) -> Size:
        """What the face measures on the product, as it lies there."""
        size = Size(self.size.width * self.scale, self.size.height * self.scale)
        return size.turned() if self.turned else size

    @property
    def ground(self) -> Size:
        """How far the ground goes on beyond the face to the cut, on each side."""
        across, down = self.product.trim.width - self.drawn.width, self.product.trim.height - self.drawn.height
        return Size(max(0.0, across / 2), max(0.0, down / 2))

    @property
    def bleed(self) -> float:
        """How far the face must be drawn beyond its own trim to reach the edge of the page, in its own millimetres."""
        across, down = self.product.page.width - self.drawn.width, self.product.page.height - self.drawn.height
        return max(across, down) / 2 / self.scale

    @property
    def cost(self) -> float:
        """The less, the better: how far the piece is from its own size, and the product from the piece's shape."""
        beyond = max(self.ground.width / self.drawn.width, self.ground.height / self.drawn.height)
        return abs(math.log(self.scale)) + 2 * beyond

    def describe(self, wording: Wording) -> str:
        """What was done to such pieces, as the rest of a sentence; empty where they have their own size."""
        parts = []
        if self.scale != 1:
            parts.append(wording("drawn at {percent}% of their size", percent=wording.number(self.scale * 100, 1)))
        if self.turned:
            parts.append(wording("turned on their sides"))
        beside, above = self.ground.width, self.ground.height
        if beside > _NOTABLE:
            said = passage("with {length} mm more of their ground on the left and right")
            parts.append(wording(said, length=wording.number(beside, 1)))
        if above > _NOTABLE:
            said = passage("with {length} mm more of their ground above and below")
            parts.append(wording(said, length=wording.number(above, 1)))
        return ", ".join(parts)

    def as_json(self) -> dict[str, object]:
        """The product, and what was done, for the record."""
        trim = self.product.trim
        return {
            "name": self.product.name,
            "title": self.product.title,
            "trim_mm": [round(trim.width, 3), round(trim.height, 3)],
            "scale": round(self.scale, 4),
            "turned": self.turned,
            "more_ground_mm": [round(self.ground.width, 2), round(self.ground.height, 2)],
        }


def fit_for(component: Component, products: Iterable[Product], limits: Limits) -> Fit | None:
    """How the piece goes to the product that suits it best, the first of those that suit it as well; None for none."""
    fits = (into(component.trim, product, limits) for product in products if takes(product, component))
    return min((fit for fit in fits if fit is not None), key=lambda fit: round(fit.cost, 6), default=None)


def takes(product: Product, component: Component) -> bool:
    """Whether a product is for pieces of that kind, and has a back if the piece has one; extras go with the cards."""
    kind = "card" if component.kind == "extra" else component.kind
    return (not product.kinds or kind in product.kinds) and (product.sides == 2 or component.back is None)


def into(trim: Trim, product: Product, limits: Limits) -> Fit | None:
    """The piece on the product, if its shape is the same and its size near enough."""
    if trim.outline != product.outline:
        return None
    fits = (_laid(trim.size, product, turned) for turned in (False, True))
    return min((fit for fit in fits if _is_near(fit, limits)), key=lambda fit: round(fit.cost, 6), default=None)


def nearest(component: Component, products: Iterable[Product]) -> Fit | None:
    """What comes nearest to the piece however far it is, of its own shape if there is any."""
    ours = tuple(products)
    alike = [product for product in ours if product.outline == component.trim.outline]
    fits = [_laid(component.trim.size, product, turned) for product in alike or ours for turned in (False, True)]
    return min(fits, key=lambda fit: round(fit.cost, 6), default=None)


def _laid(size: Size, product: Product, turned: bool) -> Fit:
    lying, trim = size.turned() if turned else size, product.trim
    is_same = max(abs(lying.width - trim.width), abs(lying.height - trim.height)) <= SAME
    scale = 1.0 if is_same else min(trim.width / lying.width, trim.height / lying.height)
    return Fit(product, size, scale, turned)


def _is_near(fit: Fit, limits: Limits) -> bool:
    beyond = max(fit.ground.width / fit.drawn.width, fit.ground.height / fit.drawn.height)
    is_same = fit.scale == 1 and max(fit.ground.width, fit.ground.height) <= SAME / 2
    return is_same or (limits.smallest <= fit.scale <= limits.largest and beyond <= limits.ground)


def _drawn(face: Face, fit: Fit, rotation: int) -> Face:
    if fit.scale != 1:
        face = face.scaled(fit.scale)
    return face.turned(rotation) if fit.turned else face


@frozen
class ProductBatch:
    """Pieces that are ordered together: one product, and, where a shop has it so, one group of the game or one back."""

    name: str
    product: Product
    pieces: tuple[Printed, ...]
    limits: Limits

    @property
    def total(self) -> int:
        return sum(printed.count for printed in self.pieces)

    @property
    def backs(self) -> tuple[str | None, ...]:
        """The ids of the different backs, None for a blank one."""
        return tuple(dict.fromkeys(printed.component.back for printed in self.pieces))

    def several(self) -> Iterator[tuple[str, int]]:
        """Name and count of what is in the box more than once."""
        return ((printed.component.name, printed.count) for printed in self.pieces if printed.count > 1)

    def faces(self, faces: Mapping[str, Face]) -> dict[str, Face]:
        """The faces of pieces and of their backs as they are drawn on the product, by id."""
        drawn: dict[str, Face] = {}
        for component in (printed.component for printed in self.pieces):
            fit = into(component.trim, self.product, self.limits)
            if fit is None:
                raise ValueError(f"{component.id} does not fit {self.product.name}")
            drawn[component.id] = _drawn(faces[component.id], fit, 90)
            if component.back is not None:
                # Turned over sideways as it lies, the piece shows its back upright when held upright.
                drawn[component.back] = _drawn(faces[component.back], fit, 270)
        return drawn

    def note(self, order: Order, heading: str, what: str, blank: str = "", lines: Iterable[str] = ()) -> Note:
        """The README's part on it: the product and what is to be said of it, sentences on what was done to pieces that
        are not of the product's own size, one for each size, and what is said of blank backs.
        """
        fits = dict.fromkeys(into(printed.component.trim, self.product, self.limits) for printed in self.pieces)
        wording, title, trim = order.wording, self.product.title, measures(self.product.trim)
        altered = passage("Pieces of {size} are {how}; cut to {trim}.")
        done = (
            wording(altered, size=measures(fit.size), how=how, trim=trim)
            for fit in fits if fit is not None and (how := fit.describe(wording))
        )  # fmt: skip
        blanks = (blank,) if blank else ()
        about = wording("Product: {product}. {contents}", product=title, contents=what)
        return Note(heading, (about, *done, *blanks), lines=tuple(lines))

    def exported(self, printed: Printed, fronts: Iterable[str], backs: Iterable[str]) -> Exported:
        """A piece of it, and where it is in the export."""
        fit = into(printed.component.trim, self.product, self.limits)
        return Exported(printed, tuple(fronts), tuple(backs), fit.as_json() if fit else None)


def fit_of(order: Order, printed: Printed) -> Fit | None:
    """How a piece goes to the product of the order's shop that suits it best; None where none does."""
    presets = order.presets
    return fit_for(printed.component, presets.products.get(order.target, ()), presets.limits)


def batches(order: Order, mixed: bool) -> tuple[ProductBatch, ...]:
    """What the shop's products suit, in the game's order, one batch for each group and product.

    Where backs may not be mixed, a group whose pieces share several backs becomes a batch for each back; pieces
    that each have a back of their own stay together.
    """
    found: dict[tuple[str, str], list[Printed]] = {}
    for entry in order.box.printed:
        fit = fit_of(order, entry)
        if fit is not None:
            found.setdefault((entry.component.group, fit.product.name), []).append(entry)
    groups = [group for group, _ in found]
    by_name = {product.name: product for product in order.presets.products.get(order.target, ())}
    made = []
    for (group, name), pieces in found.items():
        title = group if groups.count(group) == 1 else f"{group}-{name}"
        parts = [(title, tuple(pieces))] if mixed else by_back(title, pieces)
        made += [ProductBatch(part, by_name[name], entries, order.presets.limits) for part, entries in parts]
    return tuple(made)


def by_back(name: str, pieces: Sequence[Printed]) -> list[tuple[str, tuple[Printed, ...]]]:
    """The pieces under their name, or a part for each back where there are several and they are shared."""
    backs = list(dict.fromkeys(entry.component.back for entry in pieces))
    if len(backs) in (1, len(pieces)):
        return [(name, tuple(pieces))]
    return [
        (f"{name}-{slug(back) if back else 'blank'}", tuple(entry for entry in pieces if entry.component.back == back))
        for back in backs
    ]


def left_out(order: Order) -> tuple[LeftOut, ...]:
    """The pieces that no product suits, each with what comes nearest to it."""
    return tuple(
        LeftOut(entry, _reason(entry.component, order)) for entry in order.box.printed if fit_of(order, entry) is None
    )


def slug(identifier: str) -> str:
    """An id without its game, as a part of a file name: `whispers/rank-1/candle` is `rank-1-candle`."""
    return identifier.split("/", 1)[-1].replace("/", "-")


def _reason(component: Component, order: Order) -> str:
    trim, products = component.trim, order.presets.products.get(order.target, ())
    wording, instead = order.wording, order.presets.instead.get(order.target, {}).get(component.kind, "")
    sold = (wording("the shop sells {instead}", instead=wording.said(SOLD, instead)),) if instead else ()
    if trim.outline.is_drawn:
        return wording.parted((wording(_NET), *sold))
    what = wording(_NO_PRODUCT.get(trim.outline.name, _NO_RECTANGLE), size=measures(trim.size))
    fit = nearest(component, products)
    if fit is None:
        return wording.parted((what, *sold))
    said = {"product": fit.product.title, "size": measures(fit.product.trim)}
    near = wording("the nearest is {product}, {size}, of another shape", **said)
    if fit.product.outline == trim.outline:
        scaled = passage("the nearest is {product}, {size}, where it would be {percent}% of its size")
        near = wording(scaled, percent=wording.number(fit.scale * 100, 0), **said)
    return wording.parted((what, near, *sold))
