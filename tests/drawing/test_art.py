"""Art files: what of SVG is read, and that everything else is refused with one sentence that names the file."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest

from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.bounds import bounds
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path
from pnp.geometry import Box
from pnp.paths import assets

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


ENTITY = '<!DOCTYPE svg [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="&a;"/></svg>'
REFUSED = {
    "script": ("<script>alert(1)</script>", "<script> is not allowed"),
    "style": ("<style>g{}</style>", "<style> is not allowed"),
    "style attribute": ('<g style="fill:red"/>', "has the attribute style"),
    "event": ('<g onload="x()"/>', "has the attribute onload"),
    "image": ('<image href="file:///etc/passwd"/>', "<image> is not allowed"),
    "use": ('<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://x/y#z"/>', "<use> is not allowed"),
    "reference": ('<path xmlns:x="http://www.w3.org/1999/xlink" x:href="#a" d="M0 0"/>', "has the attribute"),
    "paint server": ('<path d="M0 0L1 1" fill="url(http://x/y#z)"/>', "is not a colour"),
    "named colour": ('<path d="M0 0L1 1" fill="red"/>', "is not a colour"),
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
    with pytest.raises(ArtError, match="is larger than 1000 kB"):
        read(f"<!--{'x' * 1_000_001}-->")


def test_deep_nesting_is_refused(read) -> None:
    with pytest.raises(ArtError, match="nested"):
        read("<g>" * 5000 + "</g>" * 5000)


@pytest.mark.parametrize("path", sorted(assets().rglob("*.svg")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_own_art_is_read(path: FilePath) -> None:
    assert read_symbol(path, path.stem).shapes
