"""Gradients, tiles, opacity and masks as parts of the picture model: recoloured, measured, digested."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face, Look
from pnp.drawing.fonts import DISPLAY, TEXT, built_in_fonts
from pnp.drawing.occupancy import Contrast, Occupancy
from pnp.drawing.paint import LinearGradient, RadialGradient, Stop, Tiling, blends, lets_through, padded
from pnp.drawing.shapes import (
    Group,
    Mask,
    Path,
    Recolouring,
    Stroke,
    Text,
    as_readers_paint,
    line,
    rectangle,
    unchanged,
    whole_box,
)
from pnp.geometry import Box, Size, Transform, Trim
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import faces_as_png

RED, BLUE = Colour.parse("#aa3322"), Colour.parse("#223388")
STOPS = (Stop(0.25, RED), Stop(0.5, BLUE), Stop(0.5, WHITE))
ACROSS = LinearGradient((0, 0), (10, 0), STOPS)
BOX = rectangle(Box(0, 0, 20, 20))
FONTS = built_in_fonts()


def test_blends_go_from_0_to_1_without_pieces_of_no_length() -> None:
    pieces = [(piece.start, piece.end, piece.first, piece.last) for piece in blends(ACROSS)]
    assert pieces == [(0, 0.25, RED, RED), (0.25, 0.5, RED, BLUE), (0.5, 1, WHITE, WHITE)]


def level(gradient: LinearGradient, x: float) -> Colour:
    """The colour of a padded gradient along the x axis."""
    share = min(1.0, max(0.0, (x - gradient.start[0]) / (gradient.end[0] - gradient.start[0])))
    piece = next(piece for piece in blends(gradient) if share <= piece.end)
    return piece.first.mixed(piece.last, (share - piece.start) / (piece.end - piece.start))


@pytest.mark.parametrize("x", [-17.3, -4.2, 1.1, 4.0, 8.9, 13.1, 26.6])
def test_what_is_repeated_comes_again_in_every_period(x: float) -> None:
    repeated = padded(replace(ACROSS, spread="repeat"), Box(-20, 0, 30, 5))
    reflected = padded(replace(ACROSS, spread="reflect"), Box(-20, 0, 30, 5))
    assert isinstance(repeated, LinearGradient) and isinstance(reflected, LinearGradient)
    within = x % 20
    assert level(repeated, x).difference(level(ACROSS, x % 10)) < 0.01
    assert level(reflected, x).difference(level(ACROSS, min(within, 20 - within))) < 0.01


def test_rings_grow_about_their_focus() -> None:
    rings = RadialGradient((5, 5), 4, STOPS, (4, 5), "repeat")
    wide = padded(rings, Box(-10, -10, 20, 20))
    assert isinstance(wide, RadialGradient) and wide.spread == "pad" and wide.focus == (4, 5)
    count = wide.radius / 4
    assert wide.centre == pytest.approx((4 + count, 5)) and count == int(count) > 3


def test_endless_periods_come_to_an_end() -> None:
    assert len(padded(LinearGradient((0, 0), (1e-6, 0), STOPS, "repeat"), Box(0, 0, 99, 99)).stops) < 1000


def test_colours_are_changed_everywhere_but_in_masks() -> None:
    tile = Tiling(Box(0, 0, 5, 5), (Path(BOX, ACROSS),))
    group = Group((Path(BOX, tile, Stroke(ACROSS, 1)),), opacity=0.5, mask=Mask((Path(BOX, WHITE),)))
    (changed,) = Recolouring(lambda colour: BLACK, unchanged).shapes((group,))
    assert isinstance(changed, Group) and isinstance(changed.shapes[0], Path)
    path = changed.shapes[0]
    assert isinstance(path.fill, Tiling) and isinstance(path.fill.shapes[0], Path) and path.stroke is not None
    for paint in (path.fill.shapes[0].fill, path.stroke.paint):
        assert isinstance(paint, LinearGradient) and {stop.colour for stop in paint.stops} == {BLACK}
    assert changed.mask == group.mask and changed.opacity == 0.5


def test_what_lets_through_becomes_a_mask() -> None:
    fading = LinearGradient((0, 0), (10, 0), (Stop(0, RED), Stop(1, BLUE, 0.25)))
    path = Path(BOX, fading, Stroke(BLACK, 2))
    area, edge = as_readers_paint(path)
    assert isinstance(area, Group) and area.mask is not None and isinstance(area.shapes[0], Path)
    assert not lets_through(area.shapes[0].fill) and area.shapes[0].stroke is None
    (cover,) = area.mask.shapes
    assert isinstance(cover, Path) and isinstance(cover.fill, LinearGradient)
    assert [stop.colour.red for stop in cover.fill.stops] == [1, 0.25]
    assert edge == Path(BOX, None, path.stroke)
    assert as_readers_paint(Path(BOX, ACROSS)) == (Path(BOX, ACROSS),)


def test_corners_of_lines_are_in_the_box() -> None:
    sharp = Path((("M", 0, 0), ("L", 20, 1), ("L", 0, 2)), None, Stroke(BLACK, 1, mitre=20))
    box = whole_box((Group((sharp,), Transform.scaled(2)),), FONTS)
    assert box.right > 2 * (20 + 9)  # the corner reaches about ten widths on


@pytest.mark.parametrize("font", [TEXT, f"{TEXT}-italic", DISPLAY])
def test_letters_that_are_seen_through_are_printed_whole(font: str) -> None:
    """With opacity a text has its ink where it has it without, accents and overhangs too."""
    inked = []
    for opacity in (1.0, 0.99):
        words = Text(12, 25, "ÅÇfj", font, 48, BLACK)
        face = Face("a", Trim(Size(70, 50)), (Group((words,), opacity=opacity),))
        document = DocumentInfo("A", "", "", "1", "en", FONTS)
        [(_, picture)] = faces_as_png([face], document, 200, with_bleed=False)
        shown = Image.open(BytesIO(picture)).convert("L")
        inked.append([level < 128 for level in shown.tobytes()])
    assert sum(inked[0]) > 6_000 and sum(one != other for one, other in zip(*inked)) < 30


GROUP = Group((Path(BOX, ACROSS, Stroke(BLACK, 1, (2, 1))),), opacity=0.5, mask=Mask((Path(BOX, WHITE),)))
TILED = Path(BOX, Tiling(Box(0, 0, 5, 5), (Path(BOX, RED),)))
OTHERS = {
    "opacity": replace(GROUP, opacity=0.6),
    "no mask": replace(GROUP, mask=None),
    "mask by cover": replace(GROUP, mask=Mask((Path(BOX, WHITE),), "alpha")),
    "other mask": replace(GROUP, mask=Mask((Path(BOX, RED),))),
    "end": Path(BOX, replace(ACROSS, end=(11, 0))),
    "spread": Path(BOX, replace(ACROSS, spread="repeat")),
    "stop": Path(BOX, replace(ACROSS, stops=(*STOPS[:2], Stop(0.6, WHITE)))),
    "cover of a stop": Path(BOX, replace(ACROSS, stops=(*STOPS[:2], Stop(0.5, WHITE, 0.5)))),
    "turn": Path(BOX, replace(ACROSS, transform=Transform.rotated(10))),
    "gradient": Path(BOX, ACROSS),
    "rings": Path(BOX, RadialGradient((0, 0), 10, STOPS)),
    "focus": Path(BOX, RadialGradient((0, 0), 10, STOPS, (1, 0))),
    "tile": TILED,
    "other tile": Path(BOX, Tiling(Box(0, 0, 5, 5), (Path(BOX, BLUE),))),
    "steps": Path(BOX, Tiling(Box(0, 0, 5, 6), (Path(BOX, RED),))),
    "mitre": Path(line(0, 0, 9, 9), None, Stroke(BLACK, 1, mitre=4)),
    "no mitre": Path(line(0, 0, 9, 9), None, Stroke(BLACK, 1)),
    "dashes further on": Path(line(0, 0, 9, 9), None, Stroke(BLACK, 1, offset=0.5)),
    "plain": Path(BOX, RED),
    "group": GROUP,
}


def test_everything_that_shows_is_in_the_digest() -> None:
    trim = Trim(Size(20, 20))
    digests = {name: Look().digest(Face("a", trim, (shape,))) for name, shape in OTHERS.items()}
    assert len(set(digests.values())) == len(digests)


def test_texts_on_what_may_have_any_colour_are_not_called_faint() -> None:
    words = Text(5, 12, "word", "text", 12, RED)
    trim = Trim(Size(20, 20))
    plain, shaded = ((Path(BOX, paint), words) for paint in (RED, ACROSS))
    seen_through = (Group((Path(BOX, RED),), opacity=0.1), words)
    contrast = Contrast(FONTS)
    assert list(contrast.faint(Face("a", trim, plain)))
    assert not list(contrast.faint(Face("b", trim, shaded))) and not list(contrast.faint(Face("c", trim, seen_through)))
    assert Occupancy(Face("a", trim, plain[:1]), FONTS).ground(Box(5, 5, 10, 10)) == RED
    for shapes in (shaded[:1], seen_through[:1]):
        assert Occupancy(Face("b", trim, shapes), FONTS).ground(Box(5, 5, 10, 10)) is None
