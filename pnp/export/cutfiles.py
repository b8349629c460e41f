"""Cut files: what is cut and scored on a sheet as SVG and as DXF (AutoCAD 2000), in true millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from pnp.drawing.cut_paths import Contour, CutLines, Segment
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import number

Corner = tuple[float, float, float]
"""x, y (up) and the bulge of what follows: the tangent of a quarter of the arc's angle, anticlockwise positive."""

Tag = tuple[int, str]
_MILLIMETRES = 4
# Handles: each table and each object that must be there has a fixed one, entities count on from the last.
_ROOT, _GROUPS, _MODEL, _PAPER, _FIRST = 0xC, 0xD, 0x1F, 0x1B, 0x100
_TABLES = {
    "VPORT": 0x8, "LTYPE": 0x5, "LAYER": 0x2, "STYLE": 0x3, "VIEW": 0x6, "UCS": 0x7, "APPID": 0x9, "DIMSTYLE": 0xA,
    "BLOCK_RECORD": 0x1,
}  # fmt: skip
LAYERS = ("score", "inner", "cut")
#: What each layer is drawn in: its colour in SVG, and the number of that colour in DXF.
_COLOURS: Mapping[str, tuple[str, int]] = {"score": ("#00a000", 3), "inner": ("#0000ff", 5), "cut": ("#ff0000", 1)}
_HAIRLINE = "0.1"


@frozen
class Circle:
    layer: str
    centre: tuple[float, float]
    radius: float


@frozen
class Polyline:
    """Lines and arcs from corner to corner, and back to the first where it is closed."""

    layer: str
    corners: tuple[Corner, ...]
    closed: bool


Entity = Circle | Polyline


def drawing(size: Size, layers: Mapping[str, int], entities: Sequence[Entity]) -> bytes:
    """The file; `size` is the sheet's, with its origin bottom left, `layers` are names and numbers of colours."""
    body = [tag for part in _entities(entities) for tag in part]
    tags = [
        *_header(size, _FIRST + sum(code == 5 for code, _ in body)),
        *_section("CLASSES", []),
        *_section("TABLES", list(_tables(layers, size))),
        *_section("BLOCKS", [*_block("*Model_Space", 0x20, _MODEL), *_block("*Paper_Space", 0x1C, _PAPER)]),
        *_section("ENTITIES", body),
        *_section("OBJECTS", list(_objects())),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{value}\n" for code, value in tags).encode("ascii")


def _section(name: str, tags: Sequence[Tag]) -> list[Tag]:
    return [(0, "SECTION"), (2, name), *tags, (0, "ENDSEC")]


def _header(size: Size, seed: int) -> list[Tag]:
    width, height = number(size.width, 4), number(size.height, 4)
    return _section(
        "HEADER",
        [
            (9, "$ACADVER"), (1, "AC1015"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252"), (9, "$HANDSEED"), (5, f"{seed:X}"),
            (9, "$INSUNITS"), (70, str(_MILLIMETRES)), (9, "$MEASUREMENT"), (70, "1"),
            (9, "$EXTMIN"), (10, "0"), (20, "0"), (30, "0"), (9, "$EXTMAX"), (10, width), (20, height), (30, "0"),
            (9, "$LIMMIN"), (10, "0"), (20, "0"), (9, "$LIMMAX"), (10, width), (20, height),
        ],
    )  # fmt: skip


def _tables(layers: Mapping[str, int], size: Size) -> Iterator[Tag]:
    yield from _table("VPORT", [_viewport(size)])
    types = (("ByBlock", 0x14), ("ByLayer", 0x15), ("Continuous", 0x16))
    yield from _table("LTYPE", [_line_type(name, handle) for name, handle in types])
    named = [("0", 7), *layers.items()]
    yield from _table("LAYER", [_layer(name, colour, 0x30 + at) for at, (name, colour) in enumerate(named)])
    style = [(40, "0"), (41, "1"), (50, "0"), (71, "0"), (42, "2.5"), (3, "txt"), (4, "")]
    yield from _table("STYLE", [[*_record("STYLE", 0x11, "TextStyle", "Standard"), *style]])
    yield from _table("VIEW", [])
    yield from _table("UCS", [])
    yield from _table("APPID", [_record("APPID", 0x12, "RegApp", "ACAD")])
    yield from _table("DIMSTYLE", [_record("DIMSTYLE", 0x27, "DimStyle", "Standard", code=105)])
    blocks = (("*Model_Space", _MODEL), ("*Paper_Space", _PAPER))
    yield from _table("BLOCK_RECORD", [_record("BLOCK_RECORD", handle, "Block", name)[:-1] for name, handle in blocks])


def _table(name: str, records: Sequence[Sequence[Tag]]) -> Iterator[Tag]:
    handle = _TABLES[name]
    yield from ((0, "TABLE"), (2, name), (5, f"{handle:X}"), (330, "0"), (100, "AcDbSymbolTable"))
    yield (70, str(len(records)))
    if name == "DIMSTYLE":
        yield (100, "AcDbDimStyleTable")
    for record in records:
        yield from record
    yield (0, "ENDTAB")


def _record(table: str, handle: int, kind: str, name: str, code: int = 5) -> list[Tag]:
    return [
        (0, table), (code, f"{handle:X}"), (330, f"{_TABLES[table]:X}"), (100, "AcDbSymbolTableRecord"),
        (100, f"AcDb{kind}TableRecord"), (2, name), (70, "0"),
    ]  # fmt: skip


def _viewport(size: Size) -> list[Tag]:
    """The view that a program opens the drawing with: the whole sheet."""
    middle = (12, number(size.width / 2, 4)), (22, number(size.height / 2, 4))
    corners = (10, "0"), (20, "0"), (11, "1"), (21, "1")
    ratio = (40, number(size.height, 4)), (41, number(size.width / size.height, 4))
    return [*_record("VPORT", 0x29, "Viewport", "*Active"), *corners, *middle, *ratio]


def _line_type(name: str, handle: int) -> list[Tag]:
    return [*_record("LTYPE", handle, "Linetype", name), (3, ""), (72, "65"), (73, "0"), (40, "0")]


def _layer(name: str, colour: int, handle: int) -> list[Tag]:
    return [*_record("LAYER", handle, "Layer", name), (62, str(colour)), (6, "Continuous")]


def _block(name: str, handle: int, record: int) -> list[Tag]:
    owner = (330, f"{record:X}")
    begin = [(0, "BLOCK"), (5, f"{handle:X}"), owner, (100, "AcDbEntity"), (8, "0"), (100, "AcDbBlockBegin")]
    named = [(2, name), (70, "0"), (10, "0"), (20, "0"), (30, "0"), (3, name), (1, "")]
    end = [(0, "ENDBLK"), (5, f"{handle + 1:X}"), owner, (100, "AcDbEntity"), (8, "0"), (100, "AcDbBlockEnd")]
    return [*begin, *named, *end]


def _objects() -> Iterator[Tag]:
    yield from ((0, "DICTIONARY"), (5, f"{_ROOT:X}"), (330, "0"), (100, "AcDbDictionary"), (281, "1"))
    yield from ((3, "ACAD_GROUP"), (350, f"{_GROUPS:X}"))
    yield from ((0, "DICTIONARY"), (5, f"{_GROUPS:X}"), (330, f"{_ROOT:X}"), (100, "AcDbDictionary"), (281, "1"))


def _entities(entities: Sequence[Entity]) -> Iterator[list[Tag]]:
    handle = _FIRST
    for entity in entities:
        tags = _circle(entity, handle) if isinstance(entity, Circle) else _polyline(entity, handle)
        handle += sum(code == 5 for code, _ in tags)
        yield tags


def _begun(kind: str, handle: int, owner: int, layer: str) -> list[Tag]:
    return [(0, kind), (5, f"{handle:X}"), (330, f"{owner:X}"), (100, "AcDbEntity"), (8, layer)]


def _circle(circle: Circle, handle: int) -> list[Tag]:
    centre = (10, number(circle.centre[0], 4)), (20, number(circle.centre[1], 4)), (30, "0")
    return [
        *_begun("CIRCLE", handle, _MODEL, circle.layer), (100, "AcDbCircle"), *centre, (40, number(circle.radius, 4)),
    ]  # fmt: skip


def _polyline(polyline: Polyline, handle: int) -> list[Tag]:
    """With its corners as entities of their own, which is the oldest and most widely read of its forms."""
    if len(polyline.corners) == 2 and not polyline.closed and not polyline.corners[0][2]:
        (x1, y1, _), (x2, y2, _) = polyline.corners
        ends = (10, number(x1, 4)), (20, number(y1, 4)), (30, "0"), (11, number(x2, 4)), (21, number(y2, 4)), (31, "0")
        return [*_begun("LINE", handle, _MODEL, polyline.layer), (100, "AcDbLine"), *ends]
    closed = (70, "1" if polyline.closed else "0")
    origin = (10, "0"), (20, "0"), (30, "0")
    tags = [
        *_begun("POLYLINE", handle, _MODEL, polyline.layer), (100, "AcDb2dPolyline"), (66, "1"), *origin, closed,
    ]  # fmt: skip
    for at, (x, y, bulge) in enumerate(polyline.corners, handle + 1):
        tags += [*_begun("VERTEX", at, handle, polyline.layer), (100, "AcDbVertex"), (100, "AcDb2dVertex")]
        tags += [(10, number(x, 4)), (20, number(y, 4)), (30, "0"), *(((42, number(bulge, 8)),) if bulge else ())]
    return [*tags, *_begun("SEQEND", handle + len(polyline.corners) + 1, handle, polyline.layer)]


@frozen
class CutSheet:
    """Every line of a sheet, on the sheet; `title` says what it is."""

    title: str
    size: Size
    lines: tuple[CutLines, ...]

    def layers(self) -> Iterator[tuple[str, tuple[Contour, ...]]]:
        """The layers that have any lines, in their order."""
        for layer in LAYERS:
            contours = tuple(contour for lines in self.lines for contour in getattr(lines, layer))
            if contours:
                yield layer, contours


def as_svg(sheet: CutSheet) -> bytes:
    """One group a layer and one element a contour; nothing filled, no text, no transform."""
    width, height = number(sheet.size.width, 4), number(sheet.size.height, 4)
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
        return f'<circle cx="{number(x, 4)}" cy="{number(y, 4)}" r="{number(radius, 4)}"/>'
    first = contour.segments[0].start
    data = [f"M{number(first[0], 4)} {number(first[1], 4)}", *map(_drawn, contour.segments)]
    return f'<path d="{" ".join((*data, *("Z",) * contour.is_closed))}"/>'


def _drawn(segment: Segment) -> str:
    x, y = (number(value, 4) for value in segment.end)
    if not segment.bulge:
        return f"L{x} {y}"
    radius = number(segment.radius, 4)
    return f"A{radius} {radius} 0 {int(abs(segment.bulge) > 1)} {int(segment.bulge > 0)} {x} {y}"


def as_dxf(sheet: CutSheet) -> bytes:
    """AutoCAD 2000: circles, single lines, and polylines with their arcs, each closed where its contour is."""
    entities: list[Entity] = []
    for layer, contours in sheet.layers():
        entities += [_entity(layer, contour, sheet.size.height) for contour in contours]
    return drawing(sheet.size, {layer: colour for layer, (_, colour) in _COLOURS.items()}, entities)


def _entity(layer: str, contour: Contour, height: float) -> Entity:
    """Upside down: what is clockwise to us stays so to the eye, and is then counted as negative."""
    if contour.circle:
        (x, y), radius = contour.circle
        return Circle(layer, (x, height - y), radius)
    corners = [(segment.start[0], height - segment.start[1], -segment.bulge) for segment in contour.segments]
    if not contour.is_closed:
        end = contour.segments[-1].end
        corners.append((end[0], height - end[1], 0.0))
    return Polyline(layer, tuple(corners), contour.is_closed)


def length(lines: Sequence[Contour]) -> float:
    """How far the knife goes, in millimetres."""
    return math.fsum(_length(segment) for contour in lines for segment in contour.segments)


def _length(segment: Segment) -> float:
    chord = math.dist(segment.start, segment.end)
    return segment.radius * 4 * math.atan(abs(segment.bulge)) if segment.bulge else chord
