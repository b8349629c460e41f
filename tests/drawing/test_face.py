"""Faces and shapes: boxes around what is drawn, digests that change with the look alone, grey in every corner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.face import Face, Look
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import (
    Group,
    Image,
    Path,
    Picture,
    Stroke,
    Symbol,
    Text,
    Use,
    bounds,
    circle,
    line,
    rectangle,
    regular,
)
from pnp.geometry import Box, Size, Transform, Trim

FONTS = built_in_fonts()
RED = Colour.parse("#aa3322")
DOT = Symbol("dot", (Path(circle(0, 0, 5), RED),), Box(-5, -5, 5, 5))
TRIM = Trim(Size(40, 50))
FACE = Face("f", TRIM, (Group((Use(DOT), Text(1, 5, "x", "text", 9, RED)), role="figure", alt="a dot"), Use(DOT)))


def edges(box: Box) -> tuple[float, ...]:
    return box.left, box.top, box.right, box.bottom


def test_bounds_hold_strokes_symbols_and_turned_groups() -> None:
    assert edges(bounds((Path(line(5, 5, 9, 5), None, Stroke(BLACK, 1)),), FONTS)) == (4.5, 4.5, 9.5, 5.5)
    turned = Group((Path(rectangle(Box(0, 0, 4, 2)), RED),), Transform.rotated(90).then(Transform.moved(10, 10)))
    assert edges(bounds((turned,), FONTS)) == (8, 10, 10, 14)
    assert edges(bounds((Use(DOT, Transform.moved(7, 7)),), FONTS)) == (2, 2, 12, 12)


def test_bounds_of_nothing() -> None:
    assert edges(bounds((), FONTS)) == edges(bounds((Path(()), Group(())), FONTS)) == (0, 0, 0, 0)


def test_bounds_follow_the_anchor() -> None:
    boxes = [bounds((Text(50, 50, "Word", "text", 10, BLACK, anchor),), FONTS) for anchor in ("start", "middle", "end")]
    assert boxes[0].left == boxes[2].right == pytest.approx(50)
    assert boxes[1].centre[0] == pytest.approx(50)


def test_a_regular_polygon_stands_on_its_circle() -> None:
    first, *_ = regular(10, 10, 5, 6)
    assert first[1:] == pytest.approx((10, 5))
    assert len(regular(10, 10, 5, 6)) == 7


def test_a_digest_changes_with_the_look_and_not_with_the_name_or_the_object() -> None:
    digest = Look().digest(FACE)
    again = replace(FACE, id="other", shapes=(FACE.shapes[0], Use(replace(DOT))))
    assert Look().digest(again) == digest
    for other in (
        replace(FACE, trim=replace(TRIM, corner=1)),
        replace(FACE, shapes=FACE.shapes[:1]),
        replace(FACE, shapes=(FACE.shapes[0], Use(replace(DOT, shapes=(Path(circle(0, 0, 4), RED),))))),
        FACE.in_grey(),
        replace(FACE, shapes=(*FACE.shapes, Image(Picture(b"one", 1, 1), Box(0, 0, 1, 1)))),
    ):
        assert Look().digest(other) != digest


def test_a_digest_changes_with_the_pixels_of_a_picture() -> None:
    faces = (replace(FACE, shapes=(Image(Picture(data, 1, 1), Box(0, 0, 1, 1)),)) for data in (b"one", b"two", b"one"))
    one, two, again = map(Look().digest, faces)
    assert one == again != two


def test_grey_reaches_symbols_and_groups() -> None:
    grey = FACE.in_grey()
    group, use = grey.shapes
    assert use.symbol is group.shapes[0].symbol
    assert use.symbol.shapes[0].fill == RED.grey
    assert group.shapes[1].colour == RED.grey
    assert (group.alt, group.role) == ("a dot", "figure")
