"""Art files: what of SVG is read, what is left out with a note, and what is refused with a sentence."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest
from collecting import check_all

from pnp.drawing.art import ArtError, read_art, read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, bounds, moved
from pnp.geometry import IDENTITY, Box, Transform
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
        '<g fill="#ff0000" fill-rule="evenodd"><path class="main" d="M0 0h9v9"/><path d="M0 0h9v9" stroke="#00f"/></g>'
    )
    first, second = read(body, palette={"main": Colour.parse("#123456")}).shapes
    assert str(first.fill) == "#123456"
    assert first.even_odd
    assert (str(second.fill), str(second.stroke.paint)) == ("#ff0000", "#0000ff")
    outlined = only(read('<path class="main" fill="none" d="M0 0h9v9"/>', palette={"main": Colour.parse("#123456")}))
    assert outlined.fill is None
    assert str(outlined.stroke.paint) == "#123456"


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
    assert (str(curve.stroke.paint), curve.stroke.width, curve.stroke.cap) == ("#000000", 3, "round")


def test_icons_from_the_web_are_read(read) -> None:
    (shape,) = read(GAME_ICON.encode()).shapes
    assert str(shape.fill) == "#ffffff"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" role="img">'
    line, named = read('<path d="M3 3l9 9"/><path color="#b5482f" stroke="currentColor" d="M0 0h2"/>', head).shapes
    assert (line.fill, str(line.stroke.paint), str(named.stroke.paint)) == (None, "#000000", "#b5482f")
    assert str(only(read('<path d="M0 0h2v2" style="fill:DarkRed"/>')).fill) == "#8b0000"


ALIKE = {
    "transform as a style": (
        '<rect width="4" height="3" style="transform: translate(2px, 3px) rotate(30deg) scale(1.5)"/>',
        '<rect width="4" height="3" transform="translate(2 3) rotate(30) scale(1.5)"/>',
    ),
    "transform that cannot be read": (
        '<rect width="4" height="3" transform="scale(2"/>', '<rect width="4" height="3"/>',
    ),
    "number that cannot be read": ('<circle cx="nan" cy="5" r="3"/>', '<circle cy="5" r="3"/>'),
    "colour of an unknown name": ('<path d="M0 0h9v9z" fill="reddish"/>', '<path d="M0 0h9v9z"/>'),
    "odd number of coordinates": ('<polygon points="0 0 9 0 9 9 1"/>', '<polygon points="0 0 9 0 9 9"/>'),
    "variable with a way out": ('<g fill="var(--x, #aa0000)"><path d="M0 0h9v9z"/></g>',
                                '<path d="M0 0h9v9z" fill="#aa0000"/>'),
    "colour by any spelling": ('<path d="M0 0h9v9z" fill="RebeccaPurple"/>', '<path d="M0 0h9v9z" fill="#663399"/>'),
    "current colour by any spelling": ('<path color="#a00" fill="CURRENTCOLOR" d="M0 0h9v9z"/>',
                                       '<path d="M0 0h9v9z" fill="#aa0000"/>'),
    "important style": ('<style>path{fill:#00a!important}</style><path style="fill:#a00" d="M0 0h9v9z"/>',
                        '<path d="M0 0h9v9z" fill="#0000aa"/>'),
    "more specific style": (
        '<style>#a{fill:#00a}path{fill:#0a0}.b{fill:#a00}</style><path id="a" class="b" d="M0 0h9v9z"/>',
        '<path d="M0 0h9v9z" fill="#0000aa"/>',
    ),
    "what is for screens alone": (
        '<style>@media (prefers-color-scheme:dark){path{fill:#fff}}</style><path d="M0 0h9v9z"/>',
        '<path d="M0 0h9v9z"/>',
    ),
    "line without a width": ('<path d="M0 0h9v9z" stroke="#fff" stroke-width="0"/>', '<path d="M0 0h9v9z"/>'),
    "link and unknown elements": (
        '<a href="https://example.org"><g><path d="M0 0h9v9z"/></g></a><strange><path d="M0 0h9"/></strange>',
        '<path d="M0 0h9v9z"/>',
    ),
    "width of a line that keeps it": (
        '<g transform="scale(4)" stroke="#a00"><path d="M0 0h2v2" stroke-width="2" '
        'vector-effect="non-scaling-stroke"/></g>',
        '<g transform="scale(4)"><path d="M0 0h2v2" stroke="#a00" stroke-width="0.5"/></g>',
    ),
    "no area to fill": ('<line x1="1" y1="1" x2="9" y2="1"/><path d="M2 2h5z"/>', '<path d="M2 2h5z" fill="none"/>'),
}  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_two_ways_to_say_the_same(read, name: str) -> None:
    one, other = (read(body) for body in ALIKE[name])
    assert_same_outlines(one.shapes, other.shapes)


def flat(shapes, frame: Transform = IDENTITY):
    """The paths that show something, where they come to lie, and their paints."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, shape.transform.then(frame))
        elif shape.fill or shape.stroke:
            numbers = [value for command in moved(shape.commands, frame) for value in command[1:]]
            yield [round(number, 4) for number in numbers], shape.fill, shape.stroke


def assert_same_outlines(one, other) -> None:
    first, second = list(flat(one)), list(flat(other))
    assert first == second


OUTSIDE = {
    "picture": ('<image href="file:///etc/passwd" width="9" height="9"/>', "refers to a picture outside"),
    "picture of the web": ('<image href="http://x/y.png" width="9" height="9"/>', "refers to a picture outside"),
    "use": ('<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://x/y#z"/>', "refers to something outside"),
    "no picture": ('<image href="data:image/png;base64,aGVsbG8=" width="9" height="9"/>', "cannot be read as a"),
    "foreign content": ("<foreignObject><p>x</p></foreignObject>", "not SVG"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_leads_outside_is_left_out_with_a_note(tmp_path: FilePath, name: str) -> None:
    body, sentence = OUTSIDE[name]
    path = tmp_path / "art.svg"
    path.write_text(f'{HEAD}\n<path d="M0 0h9v9z"/>\n{body}\n{body}</svg>', encoding="utf-8")
    art = read_art(path, "art")
    assert len(art.symbol.shapes) == 1
    (note,) = art.notes
    assert (note.severity, note.where) == ("note", "art.svg:3") and sentence in note.message


@pytest.mark.parametrize(
    "body",
    [
        '<script>alert(1)</script><path onclick="x()" d="M0 0h9v9z"/>',
        '<style>@import url("http://x/y.css"); @font-face{font-family:a;src:url(http://x/y)}</style>'
        '<path d="M0 0h9v9z"/>',
        '<path d="M0 0h9v9z" fill="url(http://x/y#z) #000"/>',
        '<path d="M0 0h9v9z" style="filter:url(http://x/y#z);mask:url(y.svg#m);clip-path:url(#none)"/>',
        '<use href="#a"/><g id="a" display="none"/><path d="M0 0h9v9z"/>',
    ],
)
def test_addresses_and_scripts_say_nothing(read, body: str) -> None:
    assert_same_outlines(read(body).shapes, read('<path d="M0 0h9v9z"/>').shapes)


REFUSED = {
    "path without end": ('<path d="M1e999 0 L 1 1"/>', "too large for any page"),
    "off any page": ('<g transform="scale(1e5)"><g transform="scale(1e5)"/></g>', "leads off any page"),
    "not well-formed": ("<g>", "is not well-formed XML"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_drawn_is_refused(read, name: str) -> None:
    body, reason = REFUSED[name]
    with pytest.raises(ArtError) as failure:
        read(body)
    assert str(failure.value).startswith("art.svg:1: ")
    assert reason in str(failure.value)
    assert "\n" not in str(failure.value)


PLAIN = f'<!DOCTYPE svg [<!ENTITY a "#a00">]>{HEAD}<path fill="&a;" d="M0 0h9v9z"/></svg>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_entities_that_are_plain_words_are_read(read, encoding: str) -> None:
    assert str(only(read(PLAIN.encode(encoding))).fill) == "#aa0000"


def test_a_declared_encoding_is_read(read) -> None:
    text = f'<?xml version="1.0" encoding="ISO-8859-1"?>{HEAD}<g id="é"/></svg>'
    assert read(text.encode("latin-1")).bounds == Box(0, 0, 100, 100)


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a "x">',
        '<!ENTITY a "&b;"><!ENTITY b "x">',
        '<!ENTITY a "<path/>">',
        "<!ENTITY a 'x'> %remote;",
        "<![INCLUDE[<!ENTITY a 'x'>]]>",
        "<!ENTITY a 'x'",
    ],
)
def test_other_entities_are_refused(read, declared: str) -> None:
    with pytest.raises(ArtError, match="document type"):
        read(f"<!DOCTYPE svg [{declared}]>{HEAD}<g id='&a;'/></svg>".encode())


def test_entities_do_not_grow_without_end(read) -> None:
    declared = f"<!ENTITY a '{'x' * 10_000}'>"
    with pytest.raises(ArtError, match="endlessly long"):
        read(f"<!DOCTYPE svg [{declared}]>{HEAD}<g id='{'&a;' * 1000}'/></svg>".encode())


@pytest.mark.parametrize("encoding", ["utf-16-le", "cp037", "utf-32"])
def test_other_encodings_are_refused(read, encoding: str) -> None:
    with pytest.raises(ArtError, match=r"is not UTF-8|not well-formed"):
        read(PLAIN.encode(encoding))


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
