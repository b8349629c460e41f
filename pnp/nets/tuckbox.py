"""A box for so many cards on their stock and in their sleeves: its measures inside and unfolded, and its net."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from pnp.definition.model import Bottom
from pnp.definition.sizes import Sleeves, Stock, measures
from pnp.drawing.shapes import Command, Commands, moved, points_of, rectangle
from pnp.frozen import frozen
from pnp.geometry import CIRCLE, IDENTITY, Box, Point, Size, Transform, number
from pnp.nets.fold import Fold, Net, Panel

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

TAB = 12.0  # width of the glue tab
_TAPER = math.tan(math.radians(20))  # of its ends, and of flaps that are glued
_TONGUE, _SHORT_TONGUE = 15.0, 9.0  # length of what is tucked in; of shallow boxes less
_ROUNDING = 7.0
_EASE = 0.6  # on either side of a flap that goes inside
_DUST = 0.45  # length of a dust flap, of the width that it closes
_LEAN = 1.5  # millimetres that a dust flap narrows towards its end, where it passes the lid
_NOTCH = 9.5  # radius of the thumb notch
_SLIT = 7.0  # how far the lid is cut in beside its tongue, to catch on the dust flaps
_NOWHERE = 1e-9


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


def in_figures(measured: Measures) -> tuple[str, str]:
    """The same in two lines of figures, for the hidden tab: what goes in, and the room that there is for it."""
    pack = measured.pack
    stock = f"{pack.layers} x {pack.stock.name}" if pack.layers > 1 else pack.stock.name
    sleeves = f" + {pack.sleeves.name}" if pack.sleeves else ""
    stack = f"{pack.count} x {number(pack.each, 3)} = {number(pack.stack, 1)} mm"
    inside = " x ".join(number(side, 1) for side in measured.inside)
    return f"{measures(pack.card)}, {stock}{sleeves}", f"{stack}; {inside} mm"


def _rounded(*lengths: float) -> list[float]:
    return [round(length, 4) for length in lengths]


@frozen
class TuckboxNet(Net):
    """A box laid flat; `glued` are panels that end up hidden. `size` is what it takes, with room for the bleed.

    The printed side is the outside of the box. From left to right: glue tab, left side, back, right side, front. Lid
    and bottom hang on the back.
    """

    measures: Measures
    size: Size
    bleed: float
    glued: tuple[str, ...]


@frozen
class _Plan:
    """Where the columns and rows of panels begin, and how long or deep what is cut beside them is."""

    measures: Measures
    left: float
    back: float
    right: float
    front: float
    end: float
    top: float
    foot: float
    tongue: float
    dust: float

    @property
    def notch(self) -> float:
        return min(_NOTCH, self.measures.width / 5, self.measures.height / 6)

    @property
    def slit(self) -> float:
        return min(_SLIT, self.measures.width / 8)


def net_of(measures: Measures, bleed: float) -> TuckboxNet:
    """The net of a box, with that much room around it for what is printed past the cuts."""
    width, height, depth = measures.width, measures.height, measures.depth
    tongue = min(_TONGUE, max(_SHORT_TONGUE, depth), height / 3)
    # No longer than the lid with its tongue, so that the net grows no taller, nor than half of the opening.
    dust = min(_DUST * width, depth + tongue)
    left, back, right, front, end = accumulate((depth, width, depth, width), initial=bleed + TAB)
    top = bleed + (depth + tongue)
    plan = _Plan(measures, left, back, right, front, end, top, top + height, tongue, dust)
    below = max(depth, dust) if measures.bottom == "glue" else depth + tongue
    size = Size(plan.end + bleed, plan.foot + below + bleed)
    upright, folds = _upright(plan)
    lids, more = _lids(plan)
    panels = (*upright, *lids)
    glued = ("tab", "inner", "dust-bottom-left", "dust-bottom-right") if measures.bottom == "glue" else ("tab",)
    slits = _slits(plan, plan.top - measures.depth)
    if measures.bottom == "tuck":
        slits += _slits(plan, plan.foot + measures.depth)
    return TuckboxNet(panels, (*folds, *more), _around(plan), slits, measures, size, bleed, glued)


def _upright(plan: _Plan) -> tuple[list[Panel], list[Fold]]:
    """The row of panels that is folded around the cards, and its tab."""
    columns = {"left": (plan.left, plan.back), "back": (plan.back, plan.right), "right": (plan.right, plan.front)}
    panels = [Panel(name, rectangle(Box(start, plan.top, end, plan.foot))) for name, (start, end) in columns.items()]
    front = ("M", plan.front, plan.foot), ("L", plan.front, plan.top), *_notched(plan), ("L", plan.end, plan.foot)
    panels.append(Panel("front", (*front, ("Z",))))
    panels.append(Panel("tab", (("M", plan.left, plan.top), ("L", plan.left, plan.foot), *_tab(plan), ("Z",))))
    folds = [
        Fold(parent, child, (x, plan.top), (x, plan.foot))
        for parent, child, x in (
            ("left", "tab", plan.left), ("back", "left", plan.back), ("back", "right", plan.right),
            ("right", "front", plan.front),
        )
    ]  # fmt: skip
    return panels, folds


def _lids(plan: _Plan) -> tuple[list[Panel], list[Fold]]:
    """What closes the box above and below."""
    glue = plan.measures.bottom == "glue"
    panels, folds = [], []
    for name, row, frame in (("top", plan.top, IDENTITY), ("bottom", plan.foot, _flipped(plan))):
        lid = Box(plan.back, plan.top - plan.measures.depth, plan.right, plan.top)
        made = [Panel("lid" if name == "top" else "bottom", moved(rectangle(lid), frame))]
        folds.append(Fold("back", made[0].name, (plan.back, row), (plan.right, row)))
        if name == "top" or not glue:
            start, end = frame.apply(plan.back + plan.slit, lid.top), frame.apply(plan.right - plan.slit, lid.top)
            tongue = (("M", plan.back + _EASE, lid.top), *_tongue(plan, lid.top), ("Z",))
            made.append(Panel(f"tongue-{name}", moved(tongue, frame)))
            folds.append(Fold(made[0].name, made[1].name, start, end))
        for side, (left, right, leans) in _sides(plan).items():
            flap = (("M", left, plan.top), *_dust(plan, left, right, leans), ("Z",))
            made.append(Panel(f"dust-{name}-{side}", moved(flap, frame)))
            folds.append(Fold(side, made[-1].name, (left, row), (right, row)))
        panels += made
    if glue:
        inner = ("M", plan.front + _EASE, plan.top), *_inner(plan), ("L", plan.end - _EASE, plan.top), ("Z",)
        panels.append(Panel("inner", moved(inner, _flipped(plan))))
        folds.append(Fold("front", "inner", (plan.front + _EASE, plan.foot), (plan.end - _EASE, plan.foot)))
    return panels, folds


def _around(plan: _Plan) -> Commands:
    """The outline of the whole net, clockwise from the top of the left side."""
    glue = plan.measures.bottom == "glue"
    sides = _sides(plan)
    y = plan.top - plan.measures.depth
    lid = (("L", plan.back, plan.top), ("L", plan.back, y), ("L", plan.back + _EASE, y))
    above = (
        ("M", plan.left, plan.top), *_dust(plan, *sides["left"]), *lid, *_tongue(plan, y), ("L", plan.right, y),
        ("L", plan.right, plan.top), *_dust(plan, *sides["right"]), ("L", plan.front, plan.top),
    )  # fmt: skip
    plain = (
        ("M", plan.left, plan.top), *_dust(plan, *sides["left"]), ("L", plan.back, y), ("L", plan.right, y),
        ("L", plan.right, plan.top), *_dust(plan, *sides["right"]), ("L", plan.front + _EASE, plan.top),
        *_inner(plan), ("L", plan.end - _EASE, plan.top), ("L", plan.end, plan.top),
    )  # fmt: skip
    below = plain if glue else (*above, ("L", plan.end, plan.top))
    back = _reversed(moved(below, _flipped(plan)))
    return _continuous((*above, *_notched(plan), ("L", plan.end, plan.foot), *back, *_tab(plan), ("Z",)))


def _sides(plan: _Plan) -> dict[str, tuple[float, float, float]]:
    """Either side's left and right edge, and which of them, as -1 or 1, is the one beside the lid."""
    return {"left": (plan.left, plan.back, 1.0), "right": (plan.right, plan.front, -1.0)}


def _dust(plan: _Plan, left: float, right: float, lid: float) -> Commands:
    """A dust flap from the left end of its fold to the right one; it leans away from the lid, more from the front."""
    far, wide = plan.top - plan.dust, right - left
    beside, away = min(_LEAN, wide / 8), min(2 * _LEAN, wide / 4)
    near_left, near_right = (away, beside) if lid > 0 else (beside, away)
    shoulder = min(_EASE, wide / 10)
    return (
        ("L", left + shoulder, plan.top - shoulder), ("L", left + shoulder + near_left, far),
        ("L", right - shoulder - near_right, far), ("L", right - shoulder, plan.top - shoulder), ("L", right, plan.top),
    )  # fmt: skip


def _tongue(plan: _Plan, y: float) -> Commands:
    """What is tucked in, from the left end of the lid's edge to the right one, its far corners rounded."""
    left, right, far = plan.back + _EASE, plan.right - _EASE, y - plan.tongue
    r = min(_ROUNDING, plan.tongue - 1)
    k = r * (1 - CIRCLE)
    return (
        ("L", left, far + r), ("C", left, far + k, left + k, far, left + r, far), ("L", right - r, far),
        ("C", right - k, far, right, far + k, right, far + r), ("L", right, y),
    )  # fmt: skip


def _inner(plan: _Plan) -> Commands:
    """The flap of the front under a glued bottom, drawn as if it were above."""
    left, right, far = plan.front + _EASE, plan.end - _EASE, plan.top - plan.measures.depth + 2 * _EASE
    lean = min(_TAPER * (plan.top - far), plan.measures.width / 6)
    return ("L", left + lean, far), ("L", right - lean, far)


def _tab(plan: _Plan) -> Commands:
    """The glue tab, from the foot of its fold to the top."""
    x, lean = plan.left - TAB, min(_TAPER * TAB, plan.measures.height / 6)
    return ("L", x, plan.foot - lean), ("L", x, plan.top + lean), ("L", plan.left, plan.top)


def _notched(plan: _Plan) -> Commands:
    """The upper edge of the front with the notch for the thumb, from left to right."""
    x, y, r = (plan.front + plan.end) / 2, plan.top, plan.notch
    k = r * CIRCLE
    return (
        ("L", x - r, y), ("C", x - r, y + k, x - k, y + r, x, y + r), ("C", x + k, y + r, x + r, y + k, x + r, y),
        ("L", plan.end, y),
    )  # fmt: skip


def _flipped(plan: _Plan) -> Transform:
    """What is above the panels, mirrored to below them."""
    return Transform(1, 0, 0, -1, 0, plan.top + plan.foot)


def _slits(plan: _Plan, y: float) -> tuple[tuple[Point, Point], ...]:
    """Cuts along the fold of the tongue, from either end of it."""
    return ((plan.back + _EASE, y), (plan.back + plan.slit, y)), ((plan.right - plan.slit, y), (plan.right - _EASE, y))


def _reversed(commands: Sequence[Command]) -> Commands:
    """An open line drawn from its end, without the move to it."""
    found: list[Command] = []
    for before, command in reversed(list(pairwise(commands))):
        turned = (*reversed(points_of(command)[:-1]), points_of(before)[-1])
        found.append((command[0], *(number for point in turned for number in point)))
    return tuple(found)


def _continuous(commands: Iterable[Command]) -> Commands:
    """The same without lines that lead to where they begin."""
    found: list[Command] = []
    here: Point | None = None
    for command in commands:
        ends = points_of(command)
        if command[0] != "L" or here is None or math.dist(here, ends[-1]) >= _NOWHERE:
            found.append(command)
            here = ends[-1] if ends else here
    return tuple(found)
