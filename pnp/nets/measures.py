"""What a box measures, inside and unfolded, for so many cards of one size, on their stock and in their sleeves."""

from __future__ import annotations

from pnp.definition.model import Bottom
from pnp.definition.sizes import Sleeves, Stock, measures
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import number

# Docs/tuckboxes.md gives the reasons of each; all in millimetres but for AIR.
CLEARANCE = 2.0  # in width and height: OWASP Cornucopia gives 3, Strange Eons 4, The Game Crafter about 1
SPARE = 1.0  # in depth, so that the last card goes in
AIR = 0.05  # share of the stack: domdiv's 60 cards in thick sleeves measure 32 mm where the sum is 30.8
LEAST_DEPTH = 6.0  # a shallower lid cannot be folded by hand
# Walls within the outline that is folded: half of either wall, and what lies inside them.
WALLS_ACROSS = 1  # two half walls
WALLS_DEEP = 3  # and the glue tab, and the tongue, behind the front
WALLS_TALL = 3  # and the dust flaps above and below
FLAP_GLUED = 1  # and below, where the bottom is glued, the flap of the front
GLUE = 0.02  # between the two halves of a card that is folded and glued


@frozen
class Pack:
    """Cards of one size as they go into a box: upright, `layers` of stock each, with or without sleeves.

    `sleeve` is the outer size of the sleeves, None without them; lengths in millimetres.
    """

    card: Size
    count: int
    stock: Stock
    layers: int = 1
    sleeves: Sleeves | None = None
    sleeve: Size | None = None

    @property
    def outer(self) -> Size:
        """What is packed: the card, or the sleeve around it."""
        return self.sleeve or self.card

    @property
    def each(self) -> float:
        """How thick one card is: its stock, the glue between its halves, and the film on either side."""
        glue = GLUE * (self.layers - 1)
        film = 2 * self.sleeves.film if self.sleeves else 0.0
        return self.layers * self.stock.thickness + glue + film

    @property
    def stack(self) -> float:
        """How high all of them lie on one another."""
        return self.count * self.each


@frozen
class Measures:
    """What a box measures in millimetres, for a pack and walls of a stock.

    `inside` is what is left for the cards, `width`, `height` and `depth` are the panels from fold to fold.
    """

    pack: Pack
    wall: float
    bottom: Bottom

    @property
    def inside(self) -> tuple[float, float, float]:
        """Width, height and depth of the room inside."""
        outer = self.pack.outer
        deep = max(LEAST_DEPTH, self.pack.stack * (1 + AIR) + SPARE)
        return outer.width + CLEARANCE, outer.height + CLEARANCE, deep

    @property
    def width(self) -> float:
        return self.inside[0] + WALLS_ACROSS * self.wall

    @property
    def height(self) -> float:
        walls = WALLS_TALL + (FLAP_GLUED if self.bottom == "glue" else 0)
        return self.inside[1] + walls * self.wall

    @property
    def depth(self) -> float:
        return self.inside[2] + WALLS_DEEP * self.wall

    def as_json(self) -> dict[str, object]:
        """What the manifest records of the box."""
        pack = self.pack
        return {
            "cards": pack.count,
            "card_mm": _rounded(pack.card.width, pack.card.height),
            "stock": pack.stock.name,
            "stock_mm": round(pack.stock.thickness, 4),
            "layers": pack.layers,
            "sleeves": pack.sleeves.name if pack.sleeves else None,
            "film_mm": round(pack.sleeves.film, 4) if pack.sleeves else 0.0,
            "sleeve_mm": _rounded(pack.sleeve.width, pack.sleeve.height) if pack.sleeve else None,
            "card_thickness_mm": round(pack.each, 4),
            "stack_mm": round(pack.stack, 4),
            "inside_mm": _rounded(*self.inside),
            "panels_mm": _rounded(self.width, self.height, self.depth),
            "bottom": self.bottom,
        }


def told(measured: Measures) -> tuple[str, str]:
    """The same in two lines of figures, for the hidden tab: what goes in, and the room that there is for it."""
    pack = measured.pack
    stock = f"{pack.layers} x {pack.stock.name}" if pack.layers > 1 else pack.stock.name
    sleeves = f" + {pack.sleeves.name}" if pack.sleeves else ""
    stack = f"{pack.count} x {number(pack.each, 3)} = {number(pack.stack, 1)} mm"
    inside = " x ".join(number(side, 1) for side in measured.inside)
    return f"{measures(pack.card)}, {stock}{sleeves}", f"{stack}; {inside} mm"


def _rounded(*lengths: float) -> list[float]:
    return [round(length, 4) for length in lengths]
