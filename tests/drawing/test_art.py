"""Art files: what of SVG is read, and that everything else is refused with one sentence that names the file."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest
from collecting import check_all

from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, bounds
from pnp.geometry import Box
from pnp.sources import assets

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
FONTS = built_in_fonts()


@pytest.fixture
def read(tmp_path: FilePath):
    def from_text(body: str | bytes, head: str = HEAD, palette=None):
        path = tmp_path / "art.svg"
        path.write_bytes(body if isinstance(body, bytes) else f"{head}{body}</svg>".encode())
        return read_symbol(path, "art", palette)

    return from_text


def only(symbol) -> Path:
    (shape,) = symbol.shapes
    return shape


def points(path: Path) -> list[tuple[float, ...]]:
    return [tuple(round(number, 3) for number in command[-2:]) for command in path.commands if len(command) > 1]


def test_relative_commands_and_shorthands(read) -> None:
    path = only(read('<path d="m10 10 h20 v5 l-20 5 z"/>'))
    assert path.commands[:3] == (("M", 10, 10), ("L", 30, 10), ("L", 30, 15))
    assert path.commands[-1] == ("Z",)


def test_a_quadratic_curve_becomes_the_same_cubic(read) -> None:
    _, curve = only(read('<path d="M0 0 Q30 60 60 0"/>')).commands
    assert curve == ("C", 20, 40, 40, 40, 60, 0)
    assert len(only(read('<path d="M0 0 q10 10 20 0 t20 0"/>')).commands) == 3


def test_an_arc_follows_its_circle(read) -> None:
    path = only(read('<path d="M50 10 A40 40 0 1 1 10 50"/>'))
    for x, y in points(path):
        assert math.dist((x, y), (50, 50)) == pytest.approx(40, abs=0.05)
    assert points(path)[-1] == (10, 50)


@pytest.mark.parametrize(
    ("element", "box"),
    [
        ('<rect x="10" y="20" width="30" height="40"/>', Box(10, 20, 40, 60)),
        ('<rect width="30" height="40" rx="5"/>', Box(0, 0, 30, 40)),
        ('<circle cx="50" cy="50" r="20"/>', Box(30, 30, 70, 70)),
        ('<ellipse cx="50" cy="50" rx="20" ry="10"/>', Box(30, 40, 70, 60)),
        ('<polygon points="0,0 10,0 10,10"/>', Box(0, 0, 10, 10)),
        ('<polyline points="0 0 10 5" fill="none" stroke="#000" stroke-width="2"/>', Box(-1, -1, 11, 6)),
        ('<line x1="5" y1="5" x2="9" y2="5" stroke="#123456"/>', Box(4.5, 4.5, 9.5, 5.5)),
        ('<g transform="translate(10 5)"><rect width="1" height="2"/></g>', Box(10, 5, 11, 7)),
        ('<rect width="4" height="2" transform="translate(10) scale(2)"/>', Box(10, 0, 18, 4)),
        ('<rect width="4" height="2" transform="rotate(90 0 0)"/>', Box(-2, 0, 0, 4)),
        ('<rect width="4" height="2" transform="matrix(1,0,0,-1,5,6)"/>', Box(5, 4, 9, 6)),
    ],
)
def test_shapes_and_transforms(read, element: str, box: Box) -> None:
    found = bounds(read(element).shapes, FONTS)
    expected = (box.left, box.top, box.right, box.bottom)
    assert (found.left, found.top, found.right, found.bottom) == pytest.approx(expected, abs=1e-6)


def test_paint_is_inherited_and_the_palette_replaces_it(read) -> None:
    body = (
        '<g fill="#ff0000" fill-rule="evenodd"><path class="main" d="M0 0L1 1"/><path d="M0 0L1 1" stroke="#00f"/></g>'
    )
    first, second = read(body, palette={"main": Colour.parse("#123456")}).shapes
    assert str(first.fill) == "#123456"
    assert first.even_odd
    assert (str(second.fill), str(second.stroke.colour)) == ("#ff0000", "#0000ff")
    outlined = only(read('<path class="main" fill="none" d="M0 0L1 1"/>', palette={"main": Colour.parse("#123456")}))
    assert outlined.fill is None
    assert str(outlined.stroke.colour) == "#123456"


def test_bounds_are_the_view_box(read) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -6 20 30">'
    assert read("<g><g/></g>", head).bounds == Box(-5, -6, 15, 24)
    assert isinstance(read('<g transform="scale(2)"><rect width="1" height="1"/></g>').shapes[0], Group)


INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="21mm" height="29.7mm" viewBox="0 0 21 29.7" version="1.1" id="svg5"
  inkscape:version="1.2.2" sodipodi:docname="tree.svg" xml:space="preserve"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:document-units="mm" showgrid="false"/>
  <defs id="defs2"><linearGradient id="unused"><stop style="stop-color:#000000"/></linearGradient></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <title id="title1">A tree</title>
    <rect style="fill:#aa0000;stroke-width:0.264583" id="rect1" width="15" height="12" x="3" y="4" ry="2"/>
    <path style="fill:none;fill-opacity:1;stroke:#000000;stroke-width:3px;stroke-linecap:round;stroke-miterlimit:4;
stroke-dasharray:none;stroke-opacity:1;paint-order:markers fill stroke" d="m 2,20 c 4,-5 9,6 17,1" fill="#00ff00"/>
  </g>
  <g inkscape:label="Sketch" style="display:none"><image href="sketch.png"/></g>
</svg>"""
GAME_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" style="height: 512px; width: 512px;"><defs></defs>'
    '<g class="" transform="translate(0,0)" style=""><path d="M19 20h30v30z" fill="#fff" fill-opacity="1"></path>'
    "</g></svg>"
)


def test_what_drawing_programs_write_is_read(read) -> None:
    drawing = read(INKSCAPE.encode())
    assert drawing.bounds == Box(0, 0, 21, 29.7)
    box, curve = drawing.shapes
    assert (str(box.fill), box.stroke) == ("#aa0000", None) and any(command[0] == "C" for command in box.commands)
    assert curve.fill is None, "a style goes before an attribute"
    assert (str(curve.stroke.colour), curve.stroke.width, curve.stroke.cap) == ("#000000", 3, "round")


def test_icons_from_the_web_are_read(read) -> None:
    (shape,) = read(GAME_ICON.encode()).shapes
    assert str(shape.fill) == "#ffffff"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" role="img">'
    line, named = read('<path d="M3 3l9 9"/><path color="#b5482f" stroke="currentColor" d="M0 0h2"/>', head).shapes
    assert (line.fill, str(line.stroke.colour), str(named.stroke.colour)) == (None, "#000000", "#b5482f")
    assert str(only(read('<path d="M0 0h2" style="fill:DarkRed"/>')).fill) == "#8b0000"


ENTITY = '<!DOCTYPE svg [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="&a;"/></svg>'
REFUSED = {
    "script": ("<script>alert(1)</script>", "<script> is not allowed"),
    "style": ("<style>g{}</style>", "<style> is not allowed"),
    "style of filters": ('<g style="fill:red;filter:url(http://x/y#z)"/>', "has the style filter:url"),
    "style of paint servers": ('<path d="M0 0L1 1" style="fill:url(#a)"/>', "is not a colour"),
    "see-through style": ('<g style="opacity:0.5"/>', "has the style opacity:0.5"),
    "see-through attribute": ('<g fill-opacity=".5"/>', "has the attribute fill-opacity"),
    "dashes": ('<path d="M0 0L1 1" style="stroke-dasharray:1,2"/>', "has the style stroke-dasharray"),
    "styles for later use": ("<defs><style>g{}</style></defs>", "<defs> is not allowed"),
    "drawing in a drawing": ("<svg/>", "<svg> is not allowed"),
    "two radii": ('<rect width="9" height="9" rx="1" ry="2"/>', "give it one radius"),
    "width of a style": ('<rect width="9" height="9" style="width:5px"/>', "has the style width"),
    "event": ('<g onload="x()"/>', "has the attribute onload"),
    "image": ('<image href="file:///etc/passwd"/>', "<image> is not allowed"),
    "use": ('<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://x/y#z"/>', "<use> is not allowed"),
    "reference": ('<path xmlns:x="http://www.w3.org/1999/xlink" x:href="#a" d="M0 0"/>', "has the attribute"),
    "paint server": ('<path d="M0 0L1 1" fill="url(http://x/y#z)"/>', "is not a colour"),
    "unknown colour": ('<path d="M0 0L1 1" fill="reddish"/>', "'reddish' is not a colour"),
    "a name of four letters": ('<path d="M0 0L1 1" fill="blau"/>', "'blau' is not a colour"),
    "four letters of hexadecimal": ('<path d="M0 0L1 1" fill="cafe"/>', "'cafe' is not a colour"),
    "unknown element": ("<foreignObject/>", "<foreignObject> is not allowed"),
    "other namespace": ('<path xmlns="urn:other" d="M0 0"/>', "is not allowed"),
    "text": ("<text>hello</text>", "<text> is not allowed"),
    "nan": ('<circle cx="nan" cy="0" r="1"/>', "is not 1 plain numbers"),
    "infinite": ('<circle cx="1e999" cy="0" r="1"/>', "is not 1 plain numbers"),
    "unit": ('<circle cx="1mm" cy="0" r="1"/>', "is not 1 plain numbers"),
    "percent": ('<rect width="50%" height="1"/>', "is not 1 plain numbers"),
    "odd points": ('<polygon points="0 0 1"/>', "odd number of coordinates"),
    "path of words": ('<path d="hello"/>', "a path that cannot be read"),
    "path with nan": ('<path d="M0 0 L nan 1"/>', "a path that cannot be read"),
    "path without a start": ('<path d="L 1 1"/>', "a path that cannot be read"),
    "path without end": ('<path d="M1e999 0 L 1 1"/>', "too large for any page"),
    "unknown transform": ('<g transform="skewX(3)"/>', "has a transform 'skewX"),
    "short rotation": ('<g transform="rotate(3 4)"/>', "has a transform 'rotate"),
    "short matrix": ('<g transform="matrix(1 0 0 1 5)"/>', "has a transform 'matrix"),
    "nan in a transform": ('<g transform="translate(5 nan)"/>', "has a transform 'translate"),
    "endless scale": ('<g transform="scale(1e999)"/>', "has a transform 'scale"),
    "half a transform": ('<g transform="scale(2"/>', "a transform that cannot be read"),
    "unknown cap": ('<path d="M0 0L1 1" stroke-linecap="fancy"/>', "unknown line cap"),
    "not well-formed": ("<g>", "is not well-formed XML"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_belong_into_art_is_refused(read, name: str) -> None:
    body, reason = REFUSED[name]
    with pytest.raises(ArtError) as failure:
        read(body)
    assert str(failure.value).startswith("art.svg:1: ")
    assert reason in str(failure.value)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "cp037"])
def test_entities_are_refused_in_every_encoding(read, encoding: str) -> None:
    with pytest.raises(ArtError, match=r"document types and entities are not allowed|is not UTF-8|not well-formed"):
        read(ENTITY.encode(encoding))


@pytest.mark.parametrize("box", ["0 0 0 5", "0 0 5 -1", "0 0 5", "a b c d"])
def test_a_view_box_without_area_is_refused(read, box: str) -> None:
    with pytest.raises(ArtError, match="viewBox"):
        read("", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">')


def test_a_file_too_large_is_refused(read) -> None:
    with pytest.raises(ArtError, match="is larger than 8 MB"):
        read(f"<!--{'x' * 8_000_001}-->")


def test_deep_nesting_is_refused(read) -> None:
    with pytest.raises(ArtError, match="nested"):
        read("<g>" * 5000 + "</g>" * 5000)


def test_our_own_art_is_read() -> None:
    def is_read(path: FilePath) -> None:
        assert read_symbol(path, path.stem).shapes

    check_all(is_read, sorted(assets().rglob("*.svg")))
