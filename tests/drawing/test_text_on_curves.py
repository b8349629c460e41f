"""Text along arcs, circles and paths: where each letter stands, how far it is turned, what is refused."""

from __future__ import annotations

import math

import pytest

from pnp.drawing.colour import BLACK
from pnp.drawing.curves import Curve, Way, arc, circle, fitted_along
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group
from pnp.drawing.text import FitError, Lettering
from pnp.geometry import Box

FONTS = built_in_fonts()
BOX = Box(10, 10, 50, 50)
MIDDLE = Lettering(9, BLACK, align="middle")
WORDS = "The ferry leaves"


def letters(text: str, curve: Curve, lettering: Lettering = MIDDLE) -> list[tuple[float, float, float, float]]:
    """The middle of each letter's foot, the degrees that it is turned clockwise, its size in points."""
    found = []
    for shape in fitted_along(text, curve, lettering, FONTS).shapes:
        assert isinstance(shape, Group)
        there, (own,) = shape.transform, shape.shapes
        middle = own.x + FONTS[own.font].width(own.text, own.size) / 2
        foot = there.a * middle + there.c * own.y + there.e, there.b * middle + there.d * own.y + there.f
        found.append((*foot, math.degrees(math.atan2(there.b, there.a)), own.size))
    return found


@pytest.mark.parametrize(("inward", "turned"), [(False, 0), (True, 180)])
def test_letters_around_a_circle_stand_on_it_and_turn_with_it(inward: bool, turned: float) -> None:
    found = letters(WORDS, lambda cap, _: circle(BOX, cap, inward))
    distances = [math.dist((x, y), BOX.centre) for x, y, *_ in found]
    cap = 20 - distances[0]
    assert max(distances) - min(distances) < 0.03 and (abs(cap) < 0.03 if inward else 1.5 < cap < 3)
    for x, y, degrees, _ in found:
        outward = math.degrees(math.atan2(x - 30, 30 - y))  # clockwise from straight up
        assert math.remainder(degrees - outward - turned, 360) == pytest.approx(0, abs=1)
    assert all((y > 30) == inward for _, y, *_ in found), "at the top, or along the foot"
    assert [x for x, *_ in found] == sorted(x for x, *_ in found), "read from left to right"


@pytest.mark.parametrize("radius", [30, -30])
@pytest.mark.parametrize(("valign", "end"), [("top", 0), ("bottom", 1)])
def test_an_arc_rises_or_sinks_and_lies_where_its_box_says(radius: float, valign: str, end: int) -> None:
    found = letters(WORDS, lambda cap, length: arc(BOX, radius, valign, cap, length))
    feet, middle = [y for _, y, *_ in found], len(found) // 2
    assert (feet[middle] < feet[0]) == (radius > 0)
    assert (found[0][2] < 0 < found[-1][2]) == (radius > 0)
    assert sum(x for x, *_ in (found[0], found[-1])) / 2 == pytest.approx(30, abs=0.5)
    cap = 9 * 0.3528 * 0.7
    edge = min(feet) - cap if not end else max(feet)
    assert edge == pytest.approx(50 if end else 10, abs=0.6)


@pytest.mark.parametrize(("align", "first"), [("start", 0), ("middle", 1), ("end", 2)])
def test_a_text_stands_on_a_path_where_it_is_aligned(align, first: int) -> None:
    way = Way.of((("M", 0.0, 5.0), ("L", 60.0, 5.0), ("L", 60.0, 45.0)))
    found = letters("Up", lambda *_: way, Lettering(9, BLACK, align=align))
    x, y, degrees, _ = found[0]
    assert degrees == pytest.approx((0, 0, 90)[first])
    assert y == pytest.approx((5, 5, 45)[first], abs=4) and x == pytest.approx((0, 48, 60)[first], abs=2)


def test_a_text_shrinks_to_its_curve_and_no_further_than_it_may() -> None:
    short = Way.through([(0.0, 0.0), (20.0, 0.0)])
    sizes = {size for *_, size in letters(WORDS, lambda *_: short)}
    assert len(sizes) == 1 and 6 <= sizes.pop() < 9
    with pytest.raises(FitError, match="is longer than its curve even at 6 pt; shorten it"):
        letters(WORDS, lambda *_: Way.through([(0.0, 0.0), (12.0, 0.0)]))


def test_who_copies_it_gets_the_line() -> None:
    assert fitted_along(WORDS, lambda cap, _: circle(BOX, cap, False), MIDDLE, FONTS).alt == WORDS
