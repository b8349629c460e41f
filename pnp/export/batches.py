"""Printed pieces and a shop's products in; batches of one product each, and what no product fits, out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.definition.model import Component
from pnp.export.jobs import measures
from pnp.export.order import LeftOut
from pnp.export.presets import Product
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.prepare import Printed

#: Millimetres by which a trim and a product's may differ: 63 x 88 mm is 2.48 x 3.46 in to its makers.
_SAME = 0.15
_NET = "is a net to cut and fold at home"
_NEAR = 0.12  # share of a product's width or height within which it is worth naming


@frozen
class Batch:
    """Pieces that are ordered together: one product, one group of the game."""

    name: str
    product: Product
    pieces: tuple[Printed, ...]

    @property
    def total(self) -> int:
        return sum(printed.count for printed in self.pieces)

    @property
    def backs(self) -> tuple[str | None, ...]:
        """The ids of the different backs, None for a blank one."""
        return tuple(dict.fromkeys(printed.component.back for printed in self.pieces))


def product_for(trim: Trim, products: Iterable[Product]) -> Product | None:
    """The product that has that shape and size; sizes are never scaled."""
    return next((product for product in products if _fits(trim, product)), None)


def batches(printed: Iterable[Printed], products: Sequence[Product], mixed: bool) -> tuple[Batch, ...]:
    """What the products fit, in the game's order, one batch for each group and product.

    Where backs may not be mixed, a group whose pieces share several backs becomes a batch for each back; pieces
    that each have a back of their own stay together.
    """
    found: dict[tuple[str, str], list[Printed]] = {}
    for entry in printed:
        product = product_for(entry.component.trim, products)
        if product is not None:
            found.setdefault((entry.component.group, product.name), []).append(entry)
    groups = [group for group, _ in found]
    by_name = {product.name: product for product in products}
    made = []
    for (group, name), pieces in found.items():
        title = group if groups.count(group) == 1 else f"{group}-{name}"
        parts = [(title, tuple(pieces))] if mixed else by_back(title, pieces)
        made += [Batch(part, by_name[name], entries) for part, entries in parts]
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


def left_out(printed: Iterable[Printed], products: Sequence[Product]) -> tuple[LeftOut, ...]:
    """The pieces that no product fits, each with the nearest product where there is one."""
    return tuple(
        LeftOut(entry, _reason(entry.component, products))
        for entry in printed
        if product_for(entry.component.trim, products) is None
    )


def slug(identifier: str) -> str:
    """An id without its game, as a part of a file name: `whispers/rank-1/candle` is `rank-1-candle`."""
    return identifier.split("/", 1)[-1].replace("/", "-")


def _fits(trim: Trim, product: Product) -> bool:
    return trim.outline == product.outline and _apart(trim.size, product.trim) <= _SAME


def _apart(one: Size, other: Size) -> float:
    return max(abs(one.width - other.width), abs(one.height - other.height))


def _reason(component: Component, products: Sequence[Product]) -> str:
    trim = component.trim
    if trim.outline == "drawn":
        return _NET
    what = f"is {measures(trim.size)}{' and round' if trim.outline == 'round' else ''}, for which there is no preset"
    alike = [product for product in products if product.outline == trim.outline]
    nearest = min(alike, key=lambda product: _apart(trim.size, product.trim), default=None)
    if nearest is None or not _is_near(trim.size, nearest.trim):
        return what
    return f"{what}; the nearest product is {nearest.title}, {measures(nearest.trim)}, and pieces are not scaled"


def _is_near(size: Size, other: Size) -> bool:
    across, down = abs(size.width / other.width - 1), abs(size.height / other.height - 1)
    return max(across, down) <= _NEAR
