"""Outlines as decks write them: names, hexagons of both kinds, paths, SVG files; and what nobody could cut out."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import within

from pnp.definition.load import load_game
from pnp.definition.outlines import path_of_file
from pnp.errors import PnpError
from pnp.geometry import HEXAGON, ROUNDED, Box, Insets, Shaped, Size, Trim, regions, winding
from pnp.geometry.path_text import path_commands
from pnp.geometry.paths import flattened, polygon
from pnp.geometry.shaped import shaped

GAME = """
format = "pnp-game/1"
name = "tiles"
title = "Tiles"
version = "1.0"
players = [2, 4]

[[components]]
part = "tile"
kind = "tile"
id = "tile"
name = "Tile"
count = 1
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
SHIELD = "M0 4 Q9 4 18 0 Q27 4 36 4 V22 C36 34 28 41 18 46 C8 41 0 34 0 22 Z"


def trim_of(folder: Path, lines: str, svg: str = "") -> Trim:
    folder.joinpath("deck.toml").write_text(GAME + lines, encoding="utf-8")
    folder.joinpath("shield.svg").write_text(svg, encoding="utf-8")
    (tile,) = load_game(folder).components
    assert (tile.kind, tile.group, tile.stock) == ("tile", "tiles", "board")
    return tile.trim


def fault_of(folder: Path, lines: str, svg: str = "") -> str:
    with pytest.raises(PnpError) as caught:
        trim_of(folder, lines, svg)
    told = str(caught.value)
    assert "\n" not in told, told
    return told


def test_hexagons_point_to_the_sides_or_up(tmp_path: Path) -> None:
    usual = trim_of(tmp_path, 'hexagon = "40mm"')
    sides, up = (trim_of(tmp_path, f'hexagon = "40mm"\npoints = "{points}"') for points in ("sides", "up"))
    assert usual == sides and up.size == sides.size.turned() and sides.size.height == up.size.width == 40
    assert {sides.outline, up.outline} == {HEXAGON}
    assert (up.beyond(0, -up.size.height / 2), sides.beyond(sides.size.width / 2, 0)) == pytest.approx((0, 0))
    assert up.beyond(up.size.width / 2, -up.size.height / 2) > 5


def test_rounded_pieces_have_corners(tmp_path: Path) -> None:
    trim = trim_of(tmp_path, 'size = "50x30mm"\noutline = "rounded"\ncorner = "8mm"')
    assert (trim.outline, trim.corner, trim.bleed, trim.safe) == (ROUNDED, 8, 2, 2)
    assert trim.beyond(25, 15) == pytest.approx(8 * math.sqrt(2) - 8) and trim.beyond(25, 0) == 0
    assert trim_of(tmp_path, 'size = "50x30mm"\noutline = "rounded"').corner == 4


def test_a_path_is_as_large_as_it_is_drawn_or_as_its_size_says(tmp_path: Path) -> None:
    own, scaled = (trim_of(tmp_path, f'outline = "{SHIELD}"\n{size}') for size in ("", 'size = "72x92mm"'))
    assert own.size == Size(36, 46) and scaled.size == Size(72, 92) and own.outline == scaled.outline
    assert isinstance(own.outline, Shaped) and own.outline.turned_over is own.outline
    assert trim_of(tmp_path, 'outline = "M100 100 h40 l-22 10 l22 10 h-40 Z"').size == Size(40, 20)


@pytest.mark.parametrize(
    "drawn",
    [
        f'<path d="{SHIELD}"/>',
        f'<g transform="translate(5 5)"><path transform="scale(.1) rotate(0)" d="{SHIELD}"/></g>',
        f'<defs><path d="M0 0H1V1Z"/></defs><title>A shield</title><g><g><path style="fill:red" d="{SHIELD}"/></g></g>',
        f'<g transform="matrix(-1 0 0 -1 9 9)"><path transform="rotate(180 18 23)" d="{SHIELD}"/></g>',
    ],
)
def test_the_path_of_a_file_is_brought_to_its_size(tmp_path: Path, drawn: str) -> None:
    trim = trim_of(tmp_path, 'outline = "shield.svg"\nsize = "36x46mm"', SVG.format(drawn))
    plain = trim_of(tmp_path, f'outline = "{SHIELD}"')
    (one,), (other,) = flattened(trim.edge, 0.01), flattened(plain.edge, 0.01)
    assert trim.size == plain.size and not regions.differ(one, other, 0.01)


def test_files_of_outlines_belong_to_the_game(tmp_path: Path) -> None:
    trim_of(tmp_path, 'outline = "shield.svg"\nsize = "36x46mm"', SVG.format(f'<path d="{SHIELD}"/>'))
    assert "shield.svg" in {source.name for source in load_game(tmp_path).sources}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('size = "40x40mm"\npoints = "up"', "only a hexagon has points"),
        ('hexagon = "40mm"\npoints = "down"', "'down' is no points"),
        ('size = "40x40mm"\noutline = "oval"', "'oval' is no outline; write M ... Z, the name of an SVG file"),
        ('size = "40x20mm"\noutline = "rounded"\ncorner = "11mm"', "over half of the shorter side"),
        (f'outline = "{SHIELD}"\ncorner = "3mm"', "a path has the corners that it draws; delete 'corner'"),
        (f'outline = "{SHIELD}"\nsafe = "18mm"', "leaves no room inside"),
        (f'outline = "{SHIELD}"\nsize = "40x40mm"', 'write size = "40x51.11mm" or draw it anew'),
        ('outline = "M0 0 H40 V40"', "is not closed; end it with Z"),
        ('outline = "M0 0 H40 V40 H0 Z M5 5 h5 v5 Z"', "draws more than one line"),
        ('outline = "M0 0 L40 40 H0 L40 0 Z"', "meets itself 20 mm from the left and 20 mm from the top"),
        ('outline = "M0 0 H40 V40 H20 V0 H10 V40 H0 Z"', "meets itself"),
        ('outline = "M0 0 H40 V40 H20 L20 0 L19 40 H0 Z"', "meets itself 20 mm from the left and 0 mm from the top"),
        ('outline = "M0 0 H40 V40 L0 40 L0 0 L0 20 Z"', "meets itself"),
        ('outline = "M0 0 H40 V0 Z"', "encloses nothing"),
        ('outline = "M0 0 L40 40 L0 0 Z"', "encloses nothing"),
        ('outline = "M0 0 H40 V1.5 H0 Z"', "out of range"),
        ('outline = "M0 0 L40 39 V40 Z"', "is nowhere 2 mm wide"),
        ('outline = "M0 0 H9000 V9000 Z"', "out of range"),
        ('outline = "M0 0 H1e300 V1e300 Z"', "reaches further than any piece"),
        ('outline = "M0 0 Lx"', "the path cannot be read"),
        ('outline = "M"', "the path cannot be read"),
        ('outline = "M5 5 Z"', "encloses nothing"),
        ('outline = "none.svg"\nsize = "40x40mm"', "none.svg"),
        ('outline = "../shield.svg"\nsize = "40x40mm"', "is not a plain file name"),
        ('outline = "shield.svg"', "needs a size"),
    ],
)
def test_mistakes_are_told_in_a_sentence(tmp_path: Path, lines: str, said: str) -> None:
    told = fault_of(tmp_path, lines)
    assert said in told and told.startswith("deck.toml:")


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ("", "is no SVG"),
        ("<svg><path", "is no SVG"),
        (SVG.format(""), "draws nothing"),
        (SVG.format('<path d="M0 0H9V9Z"/>' * 2), "draws 2 things; an outline is a single path"),
        (SVG.format('<circle r="4"/>'), "draws a <circle>; turn it into a path"),
        (SVG.format('<path d="M0 0H9V9Z" transform="skewX(9)"/>'), "cannot have the transform 'skewX(9)'"),
        (SVG.format('<path d="M0 0H9V9Z" transform="scale(1"/>'), "cannot be read"),
        (SVG.format('<path d="nothing"/>'), "a path begins with M"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format(""), "declares entities"),
        (SVG.format("<g>" * 90 + "</g>" * 90), "is over 50 deep; an outline is a single path"),
        (SVG.format("<g/>" * 6_000), "is over 50 deep; an outline is a single path"),
    ],
)
def test_mistakes_of_files_are_told_in_a_sentence(tmp_path: Path, svg: str, said: str) -> None:
    told = fault_of(tmp_path, 'outline = "shield.svg"\nsize = "40x40mm"', svg)
    assert said in told and "'shield.svg'" in told


def test_a_file_can_reach_nothing_outside_of_itself() -> None:
    outside = '<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + SVG.format(f'<path d="{SHIELD}"/>')
    assert path_of_file(outside.encode())[0][0] == "M"
    with pytest.raises(ValueError, match="draws a <use>"):
        path_of_file(SVG.format('<use href="file:///etc/passwd#a"/>').encode())


def comb(teeth: int) -> str:
    """A comb whose teeth are as long as a piece and stand close together."""
    step = 300 / teeth
    return (
        "M0 0 H300"
        + "".join(f"V100 H{300 - step * (at + 0.5):.4f} V20 H{300 - step * (at + 1):.4f}" for at in range(teeth))
        + "Z"
    )


@pytest.mark.parametrize(
    "path",
    [
        comb(240),
        comb(120),
        "M0 0 "
        + " ".join(f"L{x % 97 + 0.1 * x:.2f} {x * 31 % 89}" for x in range(480))
        + "Z",  # crosses itself everywhere
        "M0 0 " + "C 90000 90000 -90000 90000 40 40 " * 400 + "Z",
        "M0 0 " + "a40 40 0 1 1 .1 .1 " * 300 + "Z",
        "M0 0" + "h.01v.01" * 1_200 + "H0Z",
        "M" + "0 " * 4_900,
        "M0 0" + "1e5," * 2_400 + "Z",
    ],
)
def test_hostile_paths_are_read_or_refused_in_no_time(tmp_path: Path, path: str) -> None:
    lines = f'outline = "{path}"\nbleed = "5mm"'
    with within(3):
        try:
            trim = trim_of(tmp_path, lines)
        except PnpError as fault:
            assert str(fault).startswith("deck.toml:") and len(str(fault)) < 400
        else:
            assert trim.bleed_edge and trim.outline.nest(trim.size, 10.5, 0.0) is None and trim.outline.inner(trim.box)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=9))
@settings(max_examples=300)
def test_a_line_that_meets_itself_is_found(points: list[tuple[int, int]]) -> None:
    """Against what a line that goes round once is known for: its winding is 1, or -1, inside, and 0 elsewhere."""
    loop = tuple(point for point, after in zip(points, (*points[1:], points[0])) if point != after)
    if len(loop) < 3 or regions.crossing(loop) is not None:
        return
    turns = {winding(loop, x + 0.37, y + 0.41) for x in range(-1, 31) for y in range(-1, 31)}
    assert turns in ({0, 1}, {0, -1}) or (turns == {0} and abs(regions.area(loop)) < 10)


def test_crossings_are_found_wherever_they_are() -> None:
    rng = random.Random(1)
    for _ in range(300):
        points = [(rng.random() * 30, rng.random() * 30) for _ in range(rng.randint(4, 9))]
        sides = list(zip(points, (*points[1:], points[0])))
        apart = [(one, other) for at, one in enumerate(sides) for other in sides[at + 2 :] if one[0] != other[1]]
        assert (regions.crossing(tuple(points)) is not None) == any(cross(*one, *other) for one, other in apart)


def cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    """Whether two straight lines cross, by their equations."""
    below = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    one = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / below
    other = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / below
    return 0 <= one <= 1 and 0 <= other <= 1


def test_words_stand_inside_of_any_outline() -> None:
    for text in (SHIELD, "M0 0 H40 L18 10 L40 20 H0 Z", "M0 30 L17 0 L34 30 Z", "M0 0 H40 V8 H8 V40 H0 Z"):
        commands = path_commands(text)
        box = Box.over(next(flattened(commands, 0.01)))
        size = Size(box.width, box.height)
        trim = Trim(size, shaped(commands, size))
        inner = trim.outline.inner(trim.box)
        assert trim.holds(inner.grown(Insets.even(-0.05)), 0)
        assert inner.width * inner.height > 0.15 * size.width * size.height


def test_regions_are_measured_and_grown_as_geometry_says() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    out, inside = regions.grown(square, 2.0), regions.grown(square, -2.0)
    assert abs(regions.area(out)) == pytest.approx(100 + 4 * 20 + math.pi * 4, abs=0.05)
    assert abs(regions.area(inside)) == pytest.approx(36) and regions.grown(square, -5.1) == ()
    moved = tuple((x + 9, y) for x, y in square)
    assert regions.overlap(square, moved) == pytest.approx(2 * 10 / 22) and regions.length(square) == 40
    sliver = tuple((x + 9.999, y) for x, y in square)
    assert regions.overlap(square, sliver) < 0.0011
    assert regions.beyond(square, 5, 12) == pytest.approx(2) and regions.beyond(square, 5, 9) == pytest.approx(-1)
    assert regions.apart(square, square) == pytest.approx(10)
    triangle, over = ((0, 10), (5, 0), (10, 10)), ((0, 0), (10, 0), (5, 10))
    assert regions.apart(triangle, over) == pytest.approx(5, abs=0.1)
    assert shaped(polygon(triangle), Size(10, 10)).nest(Size(10, 10), 0.0, 0.0)
