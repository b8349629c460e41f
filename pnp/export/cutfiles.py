"""Cut files: what is cut and scored on a sheet as SVG and as DXF (AutoCAD 2000), in true millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from pnp.drawing.cut_paths import Contour, CutLines, Segment
from pnp.frozen import frozen
from pnp.geometry import Size, number

Tag = tuple[int, object]
"""A group code of DXF and its value."""
_MILLIMETRES = 4
# Handles: each table and each object that must be there has a fixed one, entities count on from the last.
_ROOT, _GROUPS, _MODEL, _PAPER, _FIRST = 0xC, 0xD, 0x1F, 0x1B, 0x100
_TABLES = {
    "VPORT": 0x8, "LTYPE": 0x5, "LAYER": 0x2, "STYLE": 0x3, "VIEW": 0x6, "UCS": 0x7, "APPID": 0x9, "DIMSTYLE": 0xA,
    "BLOCK_RECORD": 0x1,
}  # fmt: skip
#: What each layer is drawn in, in the order of work: its colour in SVG, and the number of that colour in DXF.
_COLOURS: Mapping[str, tuple[str, int]] = {"score": ("#00a000", 3), "inner": ("#0000ff", 5), "cut": ("#ff0000", 1)}
_HAIRLINE = "0.1"


@frozen
class CutSheet:
    """Every line of a sheet, on the sheet; `title` says what it is."""

    title: str
    size: Size
    lines: tuple[CutLines, ...]

    def layers(self) -> Iterator[tuple[str, tuple[Contour, ...]]]:
        """The layers that have any lines, in their order."""
        for layer in _COLOURS:
            if contours := tuple(contour for lines in self.lines for contour in getattr(lines, layer)):
                yield layer, contours


def length(lines: Iterable[Contour]) -> float:
    """How far the knife goes, in millimetres."""
    return math.fsum(_length(segment) for contour in lines for segment in contour.segments)


def _length(segment: Segment) -> float:
    chord = math.dist(segment.start, segment.end)
    return segment.radius * 4 * math.atan(abs(segment.bulge)) if segment.bulge else chord


def as_svg(sheet: CutSheet) -> bytes:
    """One group a layer and one element a contour; nothing filled, no text, no transform."""
    width, height = _places(sheet.size.width, sheet.size.height)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'version="1.1" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(sheet.title)}</title>",
    ]
    for layer, contours in sheet.layers():
        colour, _ = _COLOURS[layer]
        parts.append(
            f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" fill="none" stroke="{colour}" '
            f'stroke-width="{_HAIRLINE}">'
        )
        parts += map(_element, contours)
        parts.append("</g>")
    return ("\n".join((*parts, "</svg>")) + "\n").encode()


def _element(contour: Contour) -> str:
    if contour.circle:
        (x, y), radius = contour.circle
        return '<circle cx="{}" cy="{}" r="{}"/>'.format(*_places(x, y, radius))
    begin = "M{} {}".format(*_places(*contour.segments[0].start))
    return f'<path d="{" ".join((begin, *map(_command, contour.segments), *("Z",) * contour.is_closed))}"/>'


def _command(segment: Segment) -> str:
    x, y = _places(*segment.end)
    if not segment.bulge:
        return f"L{x} {y}"
    radius = number(segment.radius, 4)
    return f"A{radius} {radius} 0 {int(abs(segment.bulge) > 1)} {int(segment.bulge > 0)} {x} {y}"


def _places(*lengths: float) -> tuple[str, ...]:
    return tuple(number(each, 4) for each in lengths)


def as_dxf(sheet: CutSheet) -> bytes:
    """AutoCAD 2000: circles, single lines, and polylines with their arcs, each closed where its contour is."""
    body: list[Tag] = []
    handle = _FIRST
    for layer, contours in sheet.layers():
        for contour in contours:
            tags = _entity(layer, contour, sheet.size.height, handle)
            handle += sum(code == 5 for code, _ in tags)
            body += tags
    tags = [
        *_header(sheet.size, handle),
        *_section("CLASSES", []),
        *_section("TABLES", _tables(sheet.size)),
        *_section("BLOCKS", [*_block("*Model_Space", 0x20, _MODEL), *_block("*Paper_Space", 0x1C, _PAPER)]),
        *_section("ENTITIES", body),
        *_section("OBJECTS", _objects()),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{value}\n" for code, value in tags).encode("ascii")


def _section(name: str, tags: Iterable[Tag]) -> list[Tag]:
    return [(0, "SECTION"), (2, name), *tags, (0, "ENDSEC")]


def _header(size: Size, seed: int) -> list[Tag]:
    width, height = _places(size.width, size.height)
    variables: Mapping[str, tuple[Tag, ...]] = {
        "$ACADVER": ((1, "AC1015"),), "$DWGCODEPAGE": ((3, "ANSI_1252"),), "$HANDSEED": ((5, f"{seed:X}"),),
        "$INSUNITS": ((70, _MILLIMETRES),), "$MEASUREMENT": ((70, 1),),
        "$EXTMIN": _point(0, 0), "$EXTMAX": _point(size.width, size.height),
        "$LIMMIN": ((10, 0), (20, 0)), "$LIMMAX": ((10, width), (20, height)),
    }  # fmt: skip
    return _section("HEADER", (tag for name, tags in variables.items() for tag in ((9, name), *tags)))


def _point(x: float, y: float, first: int = 10) -> tuple[Tag, ...]:
    across, down = _places(x, y)
    return (first, across), (first + 10, down), (first + 20, 0)


def _tables(size: Size) -> Iterator[Tag]:
    yield from _table("VPORT", [_viewport(size)])
    types = (("ByBlock", 0x14), ("ByLayer", 0x15), ("Continuous", 0x16))
    pattern: list[Tag] = [(3, ""), (72, 65), (73, 0), (40, 0)]
    yield from _table("LTYPE", [[*_record("LTYPE", handle, "Linetype", name), *pattern] for name, handle in types])
    layers = [("0", 7), *((name, colour) for name, (_, colour) in _COLOURS.items())]
    yield from _table("LAYER", [
        [*_record("LAYER", 0x30 + at, "Layer", name), (62, colour), (6, "Continuous")]
        for at, (name, colour) in enumerate(layers)
    ])  # fmt: skip
    style: list[Tag] = [(40, 0), (41, 1), (50, 0), (71, 0), (42, 2.5), (3, "txt"), (4, "")]
    yield from _table("STYLE", [[*_record("STYLE", 0x11, "TextStyle", "Standard"), *style]])
    yield from _table("VIEW", [])
    yield from _table("UCS", [])
    yield from _table("APPID", [_record("APPID", 0x12, "RegApp", "ACAD")])
    yield from _table("DIMSTYLE", [_record("DIMSTYLE", 0x27, "DimStyle", "Standard", code=105)])
    blocks = (("*Model_Space", _MODEL), ("*Paper_Space", _PAPER))
    yield from _table("BLOCK_RECORD", [_record("BLOCK_RECORD", handle, "Block", name)[:-1] for name, handle in blocks])


def _table(name: str, records: Sequence[Sequence[Tag]]) -> Iterator[Tag]:
    yield from ((0, "TABLE"), (2, name), (5, f"{_TABLES[name]:X}"), (330, 0), (100, "AcDbSymbolTable"))
    yield (70, len(records))
    if name == "DIMSTYLE":
        yield (100, "AcDbDimStyleTable")
    for record in records:
        yield from record
    yield (0, "ENDTAB")


def _record(table: str, handle: int, kind: str, name: str, code: int = 5) -> list[Tag]:
    return [
        (0, table), (code, f"{handle:X}"), (330, f"{_TABLES[table]:X}"), (100, "AcDbSymbolTableRecord"),
        (100, f"AcDb{kind}TableRecord"), (2, name), (70, 0),
    ]  # fmt: skip


def _viewport(size: Size) -> list[Tag]:
    """The view that a program opens the drawing with: the whole sheet."""
    x, y, height, ratio = _places(size.width / 2, size.height / 2, size.height, size.width / size.height)
    corners = (10, 0), (20, 0), (11, 1), (21, 1)
    return [*_record("VPORT", 0x29, "Viewport", "*Active"), *corners, (12, x), (22, y), (40, height), (41, ratio)]


def _block(name: str, handle: int, record: int) -> list[Tag]:
    begin = [*_begun("BLOCK", handle, record, "0"), (100, "AcDbBlockBegin"), (2, name), (70, 0), *_point(0, 0)]
    return [*begin, (3, name), (1, ""), *_begun("ENDBLK", handle + 1, record, "0"), (100, "AcDbBlockEnd")]


def _objects() -> Iterator[Tag]:
    yield from ((0, "DICTIONARY"), (5, f"{_ROOT:X}"), (330, 0), (100, "AcDbDictionary"), (281, 1))
    yield from ((3, "ACAD_GROUP"), (350, f"{_GROUPS:X}"))
    yield from ((0, "DICTIONARY"), (5, f"{_GROUPS:X}"), (330, f"{_ROOT:X}"), (100, "AcDbDictionary"), (281, 1))


def _begun(kind: str, handle: int, owner: int, layer: str) -> list[Tag]:
    return [(0, kind), (5, f"{handle:X}"), (330, f"{owner:X}"), (100, "AcDbEntity"), (8, layer)]


def _entity(layer: str, contour: Contour, height: float, handle: int) -> list[Tag]:
    """Upside down: what is clockwise to us stays so to the eye, and is then counted as negative.

    Polylines have their corners as entities of their own, which is the oldest and most widely read of their forms; a
    bulge is the tangent of a quarter of the angle of the arc that follows a corner, anticlockwise positive.
    """
    if contour.circle:
        (x, y), radius = contour.circle
        middle = (100, "AcDbCircle"), *_point(x, height - y), (40, number(radius, 4))
        return [*_begun("CIRCLE", handle, _MODEL, layer), *middle]
    corners = [(*segment.start, -segment.bulge) for segment in contour.segments]
    corners += [] if contour.is_closed else [(*contour.segments[-1].end, 0.0)]
    if len(corners) == 2 and not contour.is_closed and not corners[0][2]:
        (x1, y1, _), (x2, y2, _) = corners
        ends = (100, "AcDbLine"), *_point(x1, height - y1), *_point(x2, height - y2, 11)
        return [*_begun("LINE", handle, _MODEL, layer), *ends]
    tags = [*_begun("POLYLINE", handle, _MODEL, layer), (100, "AcDb2dPolyline"), (66, 1), *_point(0, 0)]
    tags.append((70, int(contour.is_closed)))
    for at, (x, y, bulge) in enumerate(corners, handle + 1):
        tags += [*_begun("VERTEX", at, handle, layer), (100, "AcDbVertex"), (100, "AcDb2dVertex")]
        tags += [*_point(x, height - y), *(((42, number(bulge, 8)),) if bulge else ())]
    return [*tags, *_begun("SEQEND", handle + len(corners) + 1, handle, layer)]
