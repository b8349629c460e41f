"""Printed pieces sorted into batches of one product each, and what no product of a shop suits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.build.job import Printed
from pnp.definition.model import Component
from pnp.export.fitting import Fit, fit_for, nearest
from pnp.export.order import LeftOut, Order
from pnp.export.presets import Limits, Product
from pnp.export.slots import measures
from pnp.frozen import frozen
from pnp.units import number

_NET = "is a net to cut and fold at home"


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


def fit_of(order: Order, printed: Printed) -> Fit | None:
    """How a piece goes to the product of the order's shop that suits it best; None where none does."""
    presets = order.presets
    return fit_for(printed.component, presets.products.get(order.target, ()), presets.limits)


def batches(order: Order, mixed: bool) -> tuple[Batch, ...]:
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


def left_out(order: Order) -> tuple[LeftOut, ...]:
    """The pieces that no product suits, each with what comes nearest to it."""
    return tuple(
        LeftOut(entry, _reason(entry.component, order)) for entry in order.box.printed if fit_of(order, entry) is None
    )


def slug(identifier: str) -> str:
    """An id without its game, as a part of a file name: `whispers/rank-1/candle` is `rank-1-candle`."""
    return identifier.split("/", 1)[-1].replace("/", "-")


def done(pieces: Iterable[Printed], product: Product, limits: Limits) -> tuple[str, ...]:
    """Sentences on what was done to pieces that are not of the product's own size, one for each size."""
    fits = dict.fromkeys(fit_for(printed.component, (product,), limits) for printed in pieces)
    return tuple(
        f"Pieces of {measures(fit.size)} are {told}; cut to {measures(product.trim)}."
        for fit in fits
        if fit is not None and (told := fit.told())
    )


def _reason(component: Component, order: Order) -> str:
    trim, products = component.trim, order.presets.products.get(order.target, ())
    instead = order.presets.instead.get(order.target, {}).get(component.kind, "")
    sold = (f"the shop sells {instead}",) if instead else ()
    if trim.outline == "drawn":
        return "; ".join((_NET, *sold))
    shape = " and round" if trim.outline == "round" else ""
    what = f"is {measures(trim.size)}{shape}, for which no product is near enough"
    fit = nearest(component, products)
    if fit is None:
        return "; ".join((what, *sold))
    same = fit.product.outline == trim.outline
    how = f"where it would be {number(fit.scale * 100, 0)} % of its size" if same else "of another shape"
    return "; ".join((what, f"the nearest is {fit.product.title}, {measures(fit.product.trim)}, {how}", *sold))
