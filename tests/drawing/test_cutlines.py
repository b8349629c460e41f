"""What a machine cuts and scores: outlines, true arcs, chains without a lift, and no line twice."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.drawing.colour import BLACK
from pnp.drawing.cut_paths import CUT, FOLD, TOLERANCE, Contour, Segment, chained, cut_lines, outline
from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, line, polygon, polyline, rectangle
from pnp.geometry import DRAWN, RECTANGLE, ROUND, Box, Point, Size, Transform, Trim

NET = Trim(Size(100, 80), DRAWN, 0, 0, 0)


def face(*shapes: Shape, trim: Trim = NET) -> Face:
    return Face("net", trim, shapes)


def area(contour: Contour) -> float:
    corners = [point for segment in contour.segments for point in segment.points(0.001)]
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]))) / 2


@given(st.floats(10, 200), st.floats(10, 200), st.just(0.0) | st.floats(0.5, 4.9))
def test_a_rectangle_is_cut_along_its_trim_with_its_corners(width: float, height: float, corner: float) -> None:
    trim = Trim(Size(width, height), RECTANGLE, corner)
    (cut,) = cut_lines(face(trim=trim)).cut
    assert cut.is_closed and all(math.dist(one.end, other.start) < 1e-6 for one, other in pairwise(cut.segments))
    box = cut.box
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((0, 0, width, height), abs=1e-9)
    assert [segment.radius for segment in cut.segments if segment.bulge] == pytest.approx([corner] * 4 * (corner > 0))
    # What rounding takes away of each corner is the square of its radius less a quarter of its circle.
    assert area(cut) == pytest.approx(width * height - (4 - math.pi) * corner**2, rel=1e-3)


def test_a_round_piece_is_cut_along_a_circle() -> None:
    (cut,) = cut_lines(face(trim=Trim(Size(25, 25), ROUND))).cut
    assert cut.circle == ((12.5, 12.5), 12.5)
    assert outline(Trim(Size(25, 20))).circle is None


def test_a_net_is_cut_along_its_outline_and_scored_along_its_folds() -> None:
    outer, slit = polygon(((0, 0), (60, 0), (60, 40), (0, 40))), polyline(((10, 10), (20, 10)))
    shapes = (
        Path(outer, None, CUT), Path(circle(40, 20, 6), None, CUT), Path(slit, None, CUT),
        Path(line(30, 0, 30, 40), None, FOLD), Path(outer, None, Stroke(BLACK, 0.4)),
    )  # fmt: skip
    lines = cut_lines(face(Group(shapes, Transform.moved(5, 7))))
    assert [(c.box.left, c.box.top, c.box.right, c.box.bottom) for c in lines.cut] == [(5, 7, 65, 47)]
    assert sorted(contour.is_closed for contour in lines.inner) == [False, True]
    assert [segment.start for contour in lines.score for segment in contour.segments] == [(35, 7)]
    hole = next(contour for contour in lines.inner if contour.is_closed)
    assert [segment.radius for segment in hole.segments] == pytest.approx([6] * 4, abs=0.005)


def test_cuts_drawn_one_by_one_become_one_outline_and_a_slit_that_begins_on_it_stays_apart() -> None:
    corners = ((0, 0), (60, 0), (60, 40), (0, 40))
    sides = [line(*one, *other) for one, other in pairwise((*corners, corners[0]))]
    shuffled = [sides[2], sides[0], sides[3], tuple(reversed_line(sides[1]))]
    slit = line(60, 40, 50, 30)
    lines = cut_lines(face(*(Path(each, None, CUT) for each in (slit, *shuffled))))
    assert [len(contour.segments) for contour in lines.cut] == [4]
    assert [len(contour.segments) for contour in lines.inner] == [1]


def reversed_line(commands: tuple[tuple[str, *tuple[float, ...]], ...]) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    (_, *start), (_, *end) = commands
    return (("M", *end), ("L", *start))


def test_no_line_is_cut_twice() -> None:
    edge = Path(line(0, 0, 10, 0), None, CUT)
    again = Path(line(10, 0, 0, 0), None, CUT)
    box = Path(rectangle(Box(20, 20, 40, 40), 3), None, CUT)
    lines = cut_lines(face(edge, again, edge, box, box))
    assert len(lines.cut) == 1 and len(lines.inner) == 1
    assert sum(len(contour.segments) for contour in (*lines.cut, *lines.inner)) == 9


def test_a_face_that_draws_no_closed_line_has_nothing_to_cut() -> None:
    assert cut_lines(face(Path(line(0, 0, 10, 0), None, CUT))).cut == ()


POINTS = st.tuples(st.floats(0, 100), st.floats(0, 100))


def bezier(points: tuple[Point, Point, Point, Point], share: float) -> Point:
    a, b, c, d = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
    return tuple(a * p + b * q + c * r + d * s for p, q, r, s in zip(*points))  # type: ignore[return-value]


def off(point: Point, segment: Segment) -> float:
    """How far a point is from a straight segment."""
    (x1, y1), (x2, y2) = segment.start, segment.end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = min(1.0, max(0.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length)) if length else 0.0
    return math.dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))


@given(st.tuples(POINTS, POINTS, POINTS, POINTS))
def test_curves_keep_within_the_tolerance(points: tuple[Point, Point, Point, Point]) -> None:
    start, one, other, end = points
    drawn = Path((("M", *start), ("C", *one, *other, *end)), None, FOLD)
    chains = cut_lines(face(drawn)).score
    assert all(len(contour.segments) == 1 for contour in chains)
    flat = [
        Segment(a, b)
        for contour in chains
        for segment in contour.segments
        for a, b in pairwise((*segment.points(0.0005), segment.end))
    ]
    for at in range(1, 20):
        point = bezier(points, at / 20)
        assert not flat or min(off(point, segment) for segment in flat) < TOLERANCE + 0.006


@given(st.permutations(range(8)), st.lists(st.booleans(), min_size=8, max_size=8))
def test_a_ring_is_one_chain_in_whatever_order_its_parts_are_drawn(order: list[int], turned: list[bool]) -> None:
    corners = [(10 * math.cos(at), 10 * math.sin(at)) for at in range(8)]
    ring = [Segment(one, other, 0.1) for one, other in pairwise((*corners, corners[0]))]
    (chain,) = chained((ring[at].reversed if turn else ring[at],) for at, turn in zip(order, turned))
    assert len(chain) == 8 and all(one.end == other.start for one, other in pairwise((*chain, chain[0])))
    assert len({round(segment.bulge, 6) for segment in chain}) == 1


def test_ends_that_are_one_point_meet_wherever_rounding_turns_over() -> None:
    here, there = 1.0005 - 1e-9, 1.0005 + 1e-9
    (chain,) = chained(((Segment((0, 0), (here, 0)),), (Segment((there, 0), (2, 0)),)))
    assert len(chain) == 2


def test_rings_that_touch_are_cut_one_by_one() -> None:
    """A knife that went on from one into the other would cut neither out as a closed line."""
    corners = ((0.0, 0.0), (4.0, 1.0), (4.0, -1.0)), ((0.0, 0.0), (-4.0, 1.0), (-4.0, -1.0))
    rings = [pairwise((*ring, ring[0])) for ring in corners]
    chains = chained((Segment(one, other),) for ring in rings for one, other in ring)
    assert [(len(chain), chain[0].start, chain[-1].end) for chain in chains] == [(3, (0.0, 0.0), (0.0, 0.0))] * 2


@given(st.floats(0, 360), st.floats(-50, 50), st.booleans())
def test_moving_a_contour_moves_its_arcs(turn: float, across: float, mirrored: bool) -> None:
    frame = Transform.scaled(-1 if mirrored else 1, 1).then(Transform.rotated(turn)).then(Transform.moved(across, 3))
    plain = outline(Trim(Size(60, 40), RECTANGLE, 5))
    placed = plain.placed(frame)
    assert area(placed) == pytest.approx(area(plain), rel=1e-6)
    for segment, moved in zip(plain.segments, placed.segments):
        assert moved.middle == pytest.approx(frame.apply(*segment.middle), abs=1e-6)
