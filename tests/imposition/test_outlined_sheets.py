"""Pieces of any outline on sheets: inside the paper, off one another, backs behind fronts, lines to cut along."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.drawing.cut_paths import outline as machine_line
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path
from pnp.errors import UsageError
from pnp.geometry import HEXAGON, ROUND, ROUNDED, Box, Insets, Point, Size, Trim, winding
from pnp.geometry.paths import Loop, flattened, polygon
from pnp.geometry.shaped import shaped
from pnp.imposition.grid import SheetOptions, best_grid
from pnp.imposition.impose import Job, impose, turning_axis
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import DUPLEXINGS, Item, Placement, SheetPlan, Sides

A4 = SheetOptions(PAPERS["a4"])
TRIANGLE = shaped(polygon(((0, 30), (17.32, 0), (34.64, 30))), Size(34.64, 30))
FLAG = shaped(polygon(((0, 0), (40, 0), (18, 10), (40, 20), (0, 20))), Size(40, 20))


def plan(trim: Trim, count: int, options: SheetOptions, back: str | None = "g/back") -> SheetPlan:
    items = tuple(Item(f"g/{at}", 1, trim, f"g/{at}", back) for at in range(count))
    return impose(Job("tiles", items, SheetLabel("G", "1.0", "tiles")), options, built_in_fonts())


@st.composite
def trims(draw: st.DrawFn) -> Trim:
    """Hexagons of both kinds, discs, and stars of uneven rays, whose bays go deep."""
    across, bleed = draw(st.floats(20, 60)), draw(st.sampled_from([0.0, 1.5, 3.0]))
    kind = draw(st.sampled_from(["sides", "up", "round", "path", "path", "path"]))
    disc = Trim(Size(across, across), ROUND, 0, bleed, 1.0)
    if kind in ("sides", "up"):
        trim = disc.reshaped(HEXAGON)
        return trim if kind == "sides" else Trim(trim.size.turned(), HEXAGON, 0, bleed, 1.0)
    if kind == "round":
        return disc
    rays = draw(st.lists(st.floats(0.35, 1.0), min_size=4, max_size=12))
    angles = [2 * math.pi * at / len(rays) for at in range(len(rays))]
    points = [(across * ray * math.sin(angle), -across * ray * math.cos(angle)) for ray, angle in zip(rays, angles)]
    box = Box.over(points)
    size = Size(box.width, box.height)
    return Trim(size, shaped(polygon(points), size), 0, bleed, 1.0)


def edge(placement: Placement, bleed: float = 0.0) -> Loop:
    """The line along which a piece is cut, on the page, or the one so far outside; a point every two millimetres."""
    trim, box = placement.trim, Box.around(placement.cx, placement.cy, placement.size)
    commands = trim.outline.bled(box, trim.reach(bleed, placement.rotation), placement.rotation)
    (loop,) = flattened(commands, 0.005)
    return tuple(point for side in zip(loop, (*loop[1:], loop[0])) for point in along(*side))


def along(one: Point, other: Point) -> Iterator[Point]:
    steps = math.ceil(math.dist(one, other) / 2) or 1
    for at in range(steps):
        yield one[0] + (other[0] - one[0]) * at / steps, one[1] + (other[1] - one[1]) * at / steps


@given(trims(), st.integers(1, 16), st.sampled_from([None, 0.0, 2.0]), st.sampled_from(["duplex-long", "gutterfold"]))
@settings(max_examples=15)
def test_pieces_lie_on_the_paper_and_off_one_another(
    trim: Trim, count: int, bleed: float | None, sides: Sides
) -> None:  # fmt: skip
    options = SheetOptions(PAPERS["a4"], sides=sides, bleed=bleed)
    try:
        made = plan(trim, count, options)
    except UsageError:
        return
    for page in made.pages:
        printed = [
            edge(placement, placement.bleed.top / trim.reach(1.0, placement.rotation).top)
            for placement in page.placements
        ]
        for placement, line in zip(page.placements, printed):
            box = placement.trim_box.grown(Insets.even(-1e-6))
            inside = Box(0, 0, made.paper.width, made.paper.height).grown(Insets.even(-options.margin))
            assert inside.joined(box) == inside
            reach = Box.over(line).grown(Insets.even(-1e-3))
            assert placement.bleed_box.joined(reach) == placement.bleed_box
            assert bleed is None or placement.bleed.left == pytest.approx(trim.reach(bleed, placement.rotation).left)
        for at, one in enumerate(page.placements):
            for number, other in enumerate(page.placements[:at]):
                if one.bleed_box.overlap(other.bleed_box) > 0:
                    assert not any(is_inside(point, printed[number]) for point in printed[at])


def is_inside(point: Point, loop: Loop) -> bool:
    """Whether a point lies inside a line by more than rounding."""
    return winding(loop, *point) % 2 == 1 and distance_to_line(point, loop) > 0.02


@given(trims(), st.integers(1, 12), st.sampled_from(["duplex-long", "duplex-short", "gutterfold"]))
@settings(max_examples=15)
def test_backs_are_cut_along_the_line_of_their_fronts(trim: Trim, count: int, sides: Sides) -> None:
    options = SheetOptions(PAPERS["a4"], sides=sides)
    try:
        made = plan(trim, count, options)
    except UsageError:
        return
    flip = DUPLEXINGS[sides].flip
    fronts = {(p.item, page.sheet): p for page in made.pages for p in page.placements if p.side == "front"}
    backs = {(p.item, page.sheet): p for page in made.pages for p in page.placements if p.side == "back"}
    assert fronts.keys() == backs.keys() and len(fronts) == count
    for key, front in fronts.items():
        back = backs[key]
        if flip:
            upright = turning_axis(flip, made.paper) == "vertical"
        else:
            upright = abs(front.cx - back.cx) > abs(front.cy - back.cy)
        width, height = made.paper.width, made.paper.height
        seen = edge(back)
        for x, y in edge(front)[::5]:
            through = (width - x, y) if upright else (x, height - y)
            assert distance_to_line(through, seen) < 0.02


def distance_to_line(point: Point, loop: Loop) -> float:
    (x, y), found = point, math.inf
    for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0])):
        across, down = x2 - x1, y2 - y1
        whole = across**2 + down**2 or 1.0
        share = max(0.0, min(1.0, ((x - x1) * across + (y - y1) * down) / whole))
        found = min(found, math.hypot(x - x1 - share * across, y - y1 - share * down))
    return found


def test_an_uneven_outline_is_mirrored_on_the_back() -> None:
    trim = Trim(Size(40, 20), FLAG, bleed=1.5)
    made = plan(trim, 2, A4)
    front, back = (page.placements[0] for page in made.pages)
    assert back.trim.outline != front.trim.outline and back.trim.turned_over == front.trim
    assert Trim(Size(34.64, 30), TRIANGLE).turned_over.outline is TRIANGLE


@pytest.mark.parametrize("points", ["sides", "up"])
def test_hexagons_share_their_cuts_where_there_is_no_bleed(points: str) -> None:
    lying = Trim(Size(40, 40), ROUND, bleed=2.0).reshaped(HEXAGON)
    trim = lying if points == "sides" else Trim(lying.size.turned(), HEXAGON, bleed=2.0)
    bare, bled = (best_grid(trim, SheetOptions(PAPERS["a4"], bleed=bleed), "tiles") for bleed in (0.0, 2.0))
    assert bare.nested and bled.nested and bare.slots == 33 and bled.slots == 28
    made = plan(trim, bare.slots, SheetOptions(PAPERS["a4"], bleed=0.0), None)
    corners = [edge(placement)[0::1] for placement in made.pages[0].placements]
    touching = sum(
        sum(distance_to_line(point, other) < 1e-3 for point in corners[0]) > 10 for other in corners[1:]
    )  # fmt: skip
    assert touching >= 2  # whole sides of neighbours are one line


def test_as_few_hexagons_as_straight_cuts_can_part_lie_in_strips() -> None:
    trim = Trim(Size(40, 40), ROUND, bleed=2.0).reshaped(HEXAGON)
    assert not best_grid(trim, A4, "tiles", 12).nested
    assert best_grid(trim, A4, "tiles", 21).nested


def test_every_other_triangle_is_turned_where_that_lets_more_fit() -> None:
    trim = Trim(Size(34.64, 30), TRIANGLE, bleed=1.5)
    most = best_grid(trim, A4, "tiles")
    assert most.turned and most.slots >= 60
    made = plan(trim, most.slots, A4, None)
    assert {placement.rotation for placement in made.pages[0].placements} == {most.rotation, most.rotation + 180}
    plain = Trim(Size(40, 20), FLAG, bleed=1.5)
    assert not best_grid(plain, A4, "flags").turned


@pytest.mark.parametrize("trim", [Trim(Size(34.64, 30), TRIANGLE, bleed=1.5), Trim(Size(40, 20), FLAG, bleed=1.5)])
def test_a_line_goes_round_a_path_just_outside_of_it(trim: Trim) -> None:
    for page in plan(trim, 5, A4).pages:
        (marks,) = page.marks
        assert isinstance(marks, Group)
        rings = [
            next(flattened(shape.commands, 0.01))
            for shape in marks.shapes
            if isinstance(shape, Path) and len(shape.commands) > 3
        ]
        for placement in page.placements:
            cut = edge(placement)
            x, y = placement.cx, placement.cy
            near = [ring for ring in rings if math.dist(Box.over(ring).centre, (x, y)) < 0.01]
            assert len(near) == 2  # pale, and dark on it
            assert all(0.2 < distance_to_line(point, cut) < 0.3 for ring in near for point in ring)
            assert not any(winding(cut, *point) % 2 for ring in near for point in ring)


def test_corners_of_rounded_pieces_are_marked_between_straight_cuts() -> None:
    trim = Trim(Size(50, 30), ROUNDED, 8.0, 2.0, 2.0)
    made = plan(trim, 6, A4, None)
    (marks,) = made.pages[0].marks
    assert isinstance(marks, Group)
    arcs = [shape.commands for shape in marks.shapes if isinstance(shape, Path) and shape.commands[-1][0] == "C"]
    assert len(arcs) == 2 * 4 * 6
    boxes = [placement.trim_box for placement in made.pages[0].placements]
    for arc in arcs:
        (points,) = flattened(arc, 0.01)
        box = next(
            box
            for box in boxes
            if box.grown(Insets.even(0.01)).joined(Box.over(points)) == box.grown(Insets.even(0.01))
        )
        x, y = box.centre
        assert all(0.2 < trim.beyond(u - x, v - y) < 0.3 for u, v in points)


@given(trims())
@settings(max_examples=20)
def test_machines_cut_along_the_trim(trim: Trim) -> None:
    (line,) = flattened(trim.edge, 0.001)
    cut = tuple(point for segment in machine_line(trim).segments for point in segment.points(0.001))
    assert all(distance_to_line(point, line) < 0.05 for point in cut)
    assert all(distance_to_line(point, cut) < 0.05 for point in line)


@given(trims(), st.floats(0.5, 4.0))
@settings(max_examples=20)
def test_bleed_goes_as_far_everywhere(trim: Trim, bleed: float) -> None:
    (line,), (far,) = (
        list(flattened(commands, 0.005)) for commands in (trim.edge, trim.outline.bled(trim.box, trim.reach(bleed)))
    )
    straight = 2 / math.sqrt(3) if trim.outline == HEXAGON else 1.0  # the corners of a hexagon stay corners
    assert all(bleed - 0.02 < distance_to_line(point, line) < bleed * straight + 0.02 for point in far)
    assert all(winding(far, *point) % 2 for point in line)
