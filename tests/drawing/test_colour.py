"""Colours: CIEDE2000 against the published test pairs, and grey and colour-blind views that stay what they must."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.drawing.colour import BLACK, SIGHTS, WHITE, Colour, _ciede2000

# Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test Data, and
# Mathematical Observations. Color Research and Application 30 (2005), table 1: L, a, b twice and the difference.
SHARMA = """
50 2.6772 -79.7751 50 0 -82.7485 2.0425
50 3.1571 -77.2803 50 0 -82.7485 2.8615
50 2.8361 -74.0200 50 0 -82.7485 3.4412
50 -1.3802 -84.2814 50 0 -82.7485 1.0000
50 -1.1848 -84.8006 50 0 -82.7485 1.0000
50 -0.9009 -85.5211 50 0 -82.7485 1.0000
50 0 0 50 -1 2 2.3669
50 -1 2 50 0 0 2.3669
50 2.4900 -0.0010 50 -2.4900 0.0009 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0010 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0011 7.2195
50 2.4900 -0.0010 50 -2.4900 0.0012 7.2195
50 -0.0010 2.4900 50 0.0009 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0010 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0011 -2.4900 4.7461
50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492
50 2.5 0 61 -5 29 22.8977
50 2.5 0 56 -27 -3 31.9030
50 2.5 0 58 24 15 19.4535
50 2.5 0 50 3.1736 0.5854 1.0000
50 2.5 0 50 3.2972 0 1.0000
50 2.5 0 50 1.8634 0.5757 1.0000
50 2.5 0 50 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
PAIRS = [tuple(float(number) for number in row.split()) for row in SHARMA.strip().splitlines()]
CHANNELS = st.integers(0, 255).map(lambda level: level / 255)
COLOURS = st.builds(Colour, CHANNELS, CHANNELS, CHANNELS)


def test_all_34_pairs_are_here() -> None:
    assert len(PAIRS) == 34


@pytest.mark.parametrize("pair", PAIRS)
def test_difference_of_the_published_pairs(pair: tuple[float, ...]) -> None:
    one, two, expected = pair[:3], pair[3:6], pair[6]
    assert round(_ciede2000(one, two), 4) == expected
    assert round(_ciede2000(two, one), 4) == expected


def test_difference_of_colours() -> None:
    assert BLACK.difference(WHITE) == pytest.approx(100, abs=1e-3)
    assert Colour.parse("#b5482f").difference(Colour.parse("#b5482f")) == 0


@given(COLOURS)
def test_what_is_written_is_read_again(colour: Colour) -> None:
    assert str(Colour.parse(str(colour))) == str(colour)


@pytest.mark.parametrize("text", ["", "red", "#fff", "#12345", "#1234567", "123456", "#12345g", "#+12345", "#12 456"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour; write it as #rrggbb"):
        Colour.parse(text)


@given(COLOURS)
def test_every_view_is_a_colour(colour: Colour) -> None:
    for sight in SIGHTS:
        seen = colour.seen(sight)
        assert all(0 <= channel <= 1 for channel in (seen.red, seen.green, seen.blue))


@given(CHANNELS)
def test_greys_look_the_same_to_everyone(level: float) -> None:
    grey = Colour(level, level, level)
    for sight in SIGHTS:
        assert grey.difference(grey.seen(sight)) < 0.5


@given(COLOURS)
def test_grey_has_no_hue_and_keeps_the_order_of_lightness(colour: Colour) -> None:
    grey = colour.grey
    assert grey.red == grey.green == grey.blue
    assert grey.grey.difference(grey) < 0.01
    assert BLACK.difference(grey) <= BLACK.difference(colour.mixed(WHITE, 0.3).grey) + 1e-9


def test_each_kind_of_blindness_confuses_its_own_colours() -> None:
    red, green = Colour.parse("#b0603a"), Colour.parse("#7d7d3a")
    for sight in ("protanopia", "deuteranopia"):
        assert red.seen(sight).difference(green.seen(sight)) < red.difference(green) / 2
    blue, teal = Colour.parse("#2f6fd0"), Colour.parse("#008a8a")
    assert blue.seen("tritanopia").difference(teal.seen("tritanopia")) < blue.difference(teal) / 2
