"""Any deck's box: it holds the stack, lies flat without overlap, and folds into a box whose panels meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.model import Bottom
from pnp.definition.sizes import Sleeves, Stock
from pnp.drawing.shapes import Command, loops
from pnp.geometry import Size
from pnp.nets.tuckbox import CLEARANCE, LEAST_DEPTH, SPARE, TAB, Measures, Pack, TuckboxNet, net_of

Point = tuple[float, float]
Vector = tuple[float, float, float]
NEAR = 1e-6
BLEED = 2.0


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    """From a dozen micro cards to 300 jumbo cards, on copy paper or thick board, bare or in any sleeves."""
    card = Size(draw(st.floats(25, 90)), draw(st.floats(35, 145)))
    sleeves = draw(st.sampled_from([None, Sleeves("thin", 0.04), Sleeves("thick", 0.12)]))
    outer = Size(card.width + draw(st.floats(1, 8)), card.height + draw(st.floats(1, 8))) if sleeves else None
    stock = Stock("some", draw(st.floats(0.08, 0.6)))
    return Pack(card, draw(st.integers(1, 300)), stock, draw(st.sampled_from([1, 2])), sleeves, outer)


@st.composite
def nets(draw: st.DrawFn) -> TuckboxNet:
    pack, bottom = draw(packs()), draw(st.sampled_from(["tuck", "glue"]))
    return net_of(Measures(pack, pack.stock.thickness, bottom), BLEED)


def area(points: Sequence[Point]) -> float:
    pairs = zip(points, (*points[1:], points[0]))
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def points(commands: Sequence[Command]) -> tuple[Point, ...]:
    return next(loops(commands, 16))


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether a line parts two convex polygons, which may touch."""
    for polygon in (one, other):
        for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0])):
            across = y1 - y2, x2 - x1
            length = math.hypot(*across)
            if length < NEAR:
                continue
            ends = [[(across[0] * x + across[1] * y) / length for x, y in each] for each in (one, other)]
            if max(ends[0]) <= min(ends[1]) + NEAR or max(ends[1]) <= min(ends[0]) + NEAR:
                return True
    return False


@given(packs(), st.sampled_from(["tuck", "glue"]))
def test_the_cards_go_in_with_room_to_spare(pack: Pack, bottom: Bottom) -> None:
    made = Measures(pack, pack.stock.thickness, bottom)
    film = 2 * pack.sleeves.film if pack.sleeves else 0.0
    glue = 0.02 if pack.layers == 2 else 0.0
    stack = pack.count * (pack.layers * pack.stock.thickness + glue + film)
    width, height, depth = made.inside
    assert depth >= stack + SPARE - NEAR
    assert depth >= LEAST_DEPTH
    outer = pack.sleeve or pack.card
    assert (width, height) == (outer.width + CLEARANCE, outer.height + CLEARANCE)
    # What paper takes: both walls; tab and tongue behind the front; dust flaps (and a glued flap) above and below.
    wall = pack.stock.thickness
    assert made.width - wall == pytest.approx(width)
    assert made.depth - 3 * wall == pytest.approx(depth)
    assert made.height - (4 if bottom == "glue" else 3) * wall == pytest.approx(height)


def test_the_box_of_a_bought_deck() -> None:
    # A deck of Bicycle cards, 54 of 63.5 x 88.9 mm, measures 16.0 mm (bszonye/game-box); The Game Crafter's box for 54
    # poker cards has sides of 164 px and 37.5 px at either edge at 300 dpi: 20.2 mm (squib, tuck_box.yml).
    made = Measures(Pack(Size(63.5, 88.9), 54, Stock("playing-card", 0.296)), 0.3, "tuck")
    assert made.pack.stack == pytest.approx(16.0, abs=0.05)
    assert made.inside == pytest.approx((65.5, 90.9, 17.78), abs=0.01)
    assert 17.0 < made.depth < (164 + 2 * 37.5) / 300 * 25.4


def test_sixty_cards_in_sleeves_as_others_measured_them() -> None:
    # domdiv: 60 cards measure 20 mm bare, 24 mm in thin sleeves and 32 mm in thick ones (40 and 90 um of film).
    for film, measured in ((0.0, 20.0), (0.04, 24.0), (0.09, 32.0)):
        sleeves = Sleeves("any", film) if film else None
        pack = Pack(Size(59, 91), 60, Stock("card", 20 / 60), 1, sleeves, Size(61.5, 94) if film else None)
        depth = Measures(pack, 0.3, "tuck").inside[2]
        assert measured < depth < measured + 3.5


@pytest.mark.slow
@given(nets())
def test_panels_lie_flat_beside_one_another(net: TuckboxNet) -> None:
    outlines = {panel.name: points(panel.outline) for panel in net.panels}
    # Only the front is not convex, by its notch.
    box = net.panel("front").box
    outlines["front"] = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    for (name, one), (other_name, other) in combinations(outlines.items(), 2):
        assert apart(one, other), f"{name} and {other_name} overlap"


@pytest.mark.slow
@given(nets())
def test_what_is_cut_out_is_all_panels_and_nothing_else(net: TuckboxNet) -> None:
    panels = sum(area(points(panel.outline)) for panel in net.panels)
    assert area(points(net.outline)) == pytest.approx(panels, rel=1e-9)


@pytest.mark.slow
@given(nets())
def test_every_panel_keeps_the_bleed_from_the_edge(net: TuckboxNet) -> None:
    xs, ys = zip(*points(net.outline))
    assert (min(xs), min(ys)) == pytest.approx((BLEED, BLEED))
    assert max(xs) == pytest.approx(net.size.width - BLEED)
    assert max(ys) <= net.size.height - BLEED + NEAR
    panels = [point for panel in net.panels for point in points(panel.outline)]
    assert all(min(xs) - NEAR <= x <= max(xs) + NEAR and min(ys) - NEAR <= y <= max(ys) + NEAR for x, y in panels)


@pytest.mark.slow
@given(nets())
def test_folds_are_edges_of_both_their_panels(net: TuckboxNet) -> None:
    for fold in net.folds:
        for name in (fold.parent, fold.child):
            outline = points(net.panel(name).outline)
            for end in (fold.start, fold.end):
                assert min(_from(end, *edge) for edge in zip(outline, (*outline[1:], outline[0]))) < NEAR, name
    assert {fold.child for fold in net.folds} == {panel.name for panel in net.panels} - {"back"}
    for start, end in net.slits:
        assert start[1] == end[1] and start[0] < end[0]
        ends = [end for fold in net.folds if "tongue" in fold.child for end in (fold.start, fold.end)]
        assert min(math.dist(end, tip) for end in (start, end) for tip in ends) < NEAR


def _from(point: Point, start: Point, end: Point) -> float:
    length = math.dist(start, end)
    if length == 0:
        return math.dist(point, start)
    share = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


class Folded:
    """The net folded by right angles away from the print: where each panel's points come to lie, the back at z = 0."""

    def __init__(self, net: TuckboxNet) -> None:
        self.net = net
        self._maps: dict[str, tuple[Vector, Vector, Vector, Vector]] = {
            "back": ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        }
        waiting = list(net.folds)
        while waiting:
            fold = waiting.pop(0)
            known, new = fold.parent, fold.child
            if known not in self._maps and new in self._maps:
                known, new = new, known
            if known not in self._maps:
                waiting.append(fold)
                continue
            self._maps[new] = self._beyond(known, new, fold.start, fold.end)

    def _beyond(self, known: str, new: str, start: Point, end: Point) -> tuple[Vector, Vector, Vector, Vector]:
        """Along the fold everything stays; what led away from the panel now leads away from who looks at it."""
        _, u, v, outward = self._maps[known]
        length = math.dist(start, end)
        along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        middle = self.net.panel(new).box.centre
        away = along[1], -along[0]
        if (middle[0] - start[0]) * away[0] + (middle[1] - start[1]) * away[1] < 0:
            away = -away[0], -away[1]
        flat_along, flat_away = _mix(u, v, along), _mix(u, v, away)
        inward = tuple(-part for part in outward)
        # x = (x . along) along + (x . away) away, of which `away` has turned inwards.
        new_u = tuple(along[0] * a + away[0] * i for a, i in zip(flat_along, inward))
        new_v = tuple(along[1] * a + away[1] * i for a, i in zip(flat_along, inward))
        here = self.place(known, start)
        origin = tuple(h - start[0] * a - start[1] * b for h, a, b in zip(here, new_u, new_v))
        return origin, new_u, new_v, flat_away  # type: ignore[return-value]

    def place(self, panel: str, point: Point) -> Vector:
        origin, u, v, _ = self._maps[panel]
        return tuple(o + point[0] * a + point[1] * b for o, a, b in zip(origin, u, v))  # type: ignore[return-value]

    def corners(self, panel: str) -> list[Vector]:
        return [self.place(panel, point) for point in points(self.net.panel(panel).outline)]


def _mix(u: Vector, v: Vector, by: Point) -> Vector:
    return tuple(by[0] * a + by[1] * b for a, b in zip(u, v))  # type: ignore[return-value]


def close(one: Vector, other: Vector) -> bool:
    return math.dist(one, other) < NEAR


@given(nets())
def test_folded_the_panels_make_a_closed_box(net: TuckboxNet) -> None:
    made, box = Folded(net), {panel.name: panel.box for panel in net.panels}
    back, front, lid, bottom = (box[name] for name in ("back", "front", "lid", "bottom"))
    deep = net.measures.depth
    # The free edge of the front comes to lie on the fold between left side and tab, end to end.
    for y in (back.top, back.bottom):
        assert close(made.place("front", (front.right, y)), made.place("left", (box["left"].left, y)))
    # The front lies behind the back, as far as the box is deep, turned round.
    assert close(made.place("front", (front.left, back.top)), (back.right, back.top, -deep))
    # The far edges of lid and bottom meet the upper and lower edge of the front: corner on corner.
    for x, opposite in ((lid.left, front.right), (lid.right, front.left)):
        assert close(made.place("lid", (x, lid.top)), made.place("front", (opposite, front.top)))
        assert close(made.place("bottom", (x, bottom.bottom)), made.place("front", (opposite, front.bottom)))


@given(nets())
def test_folded_the_tab_is_covered_and_flaps_stay_inside(net: TuckboxNet) -> None:
    made, back = Folded(net), net.panel("back").box
    deep = net.measures.depth
    within = (back.left - NEAR, back.right + NEAR), (back.top - NEAR, back.bottom + NEAR), (-deep - NEAR, NEAR)

    def inside(panel: str) -> bool:
        return all(low <= part <= high for corner in made.corners(panel) for part, (low, high) in zip(corner, within))

    def flat(panel: str, axis: int, level: float) -> bool:
        return all(abs(corner[axis] - level) < NEAR for corner in made.corners(panel))

    assert flat("tab", 2, -deep) and inside("tab")  # behind the front, wholly under it
    assert max(abs(corner[0] - back.left) for corner in made.corners("tab")) == pytest.approx(TAB)
    assert flat("tongue-top", 2, -deep) and inside("tongue-top")
    for which, level in (("top", back.top), ("bottom", back.bottom)):
        flaps = {side: made.corners(f"dust-{which}-{side}") for side in ("left", "right")}
        assert all(flat(f"dust-{which}-{side}", 1, level) and inside(f"dust-{which}-{side}") for side in flaps)
        assert max(x for x, _, _ in flaps["left"]) < min(x for x, _, _ in flaps["right"])  # beside one another
    if net.measures.bottom == "tuck":
        assert flat("tongue-bottom", 2, -deep) and inside("tongue-bottom")
        assert net.glued == ("tab",) and len(net.slits) == 4
    else:
        assert flat("inner", 1, back.bottom) and inside("inner")
        assert len(net.slits) == 2


@given(nets())
def test_tongues_leave_most_of_the_front_free(net: TuckboxNet) -> None:
    front, tongue = net.panel("front").box, net.panel("tongue-top").box
    assert 0 < tongue.height <= front.height / 3 + NEAR
    notch = max(y for x, y in points(net.panel("front").outline) if front.left + NEAR < x < front.right - NEAR)
    assert 0 < notch - front.top < front.height / 4
