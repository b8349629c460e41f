"""Makes a static TrueType font, the one kind that is measured, drawn and embedded, of fonts of every other kind.

HarfBuzz cuts a font down to the characters that are wanted, with all that their scripts need, and fixes a variable one
at a value of each axis; cubic outlines (CFF) become quadratic ones by cu2qu of fontTools, to a two thousandth of an em.
Files that people bring are worked on in a process of its own with limits of time and memory, and what comes of them
still has to pass the gate of `fontfile.py`.
"""

from __future__ import annotations

import json
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from pnp.drawing.fontfile import MOST_BYTES, BadFont, font_file, tables_of
from pnp.errors import not_installed
from pnp.frozen import frozen
from pnp.geometry import Point
from pnp.sources import Failed, TooMuch, limited

_TRUETYPE, _WOFF, _WOFF2 = (b"\0\1\0\0", b"true"), b"wOFF", b"wOF2"
_KNOWN = (*_TRUETYPE, b"OTTO", b"ttcf", _WOFF, _WOFF2)
_SECONDS, _MEGABYTES = 2, 512
_FINE = 2000  # parts of an em by which an outline may change
_LIKE = 4  # fonts of one kind that are kept: the styles of a family
_DROPPED = (
    "STAT",
    "gasp",
    "vhea",
    "vmtx",
    "VORG",
    "BASE",
    "DSIG",
    "kern",
    "hdmx",
    "VDMX",
    "LTSH",
    "COLR",
    "CPAL",
    "SVG ",
)
_X_SHORT, _Y_SHORT, _X_SAME, _Y_SAME, _ON = 0x02, 0x04, 0x10, 0x20, 0x01
_NO_OUTLINES = "has no outlines, as fonts of coloured pictures have none; bring one that is drawn in lines"


@frozen
class Cut:
    """Which font is made of a file: its number in a collection, and where it stands on the axes of a variable font, by
    their tags; on others it stands where the font says.
    """

    index: int = 0
    axes: tuple[tuple[str, float], ...] = ()


def is_static(data: bytes, cut: Cut) -> bool:
    """Whether a file is a static TrueType font as it is, of which no other is to be made."""
    return data[:4] in _TRUETYPE and cut == Cut() and "fvar" not in tables_of(data)


@lru_cache(maxsize=8 * _LIKE)
def made_static(data: bytes, cut: Cut, wanted: str, trusted: bool) -> bytes:
    """The static TrueType font of a file, with those of the wanted characters that it has; BadFont where there is none.

    A file that is `trusted` came with a package that the user installed, and is worked on here.
    """
    if data[:4] not in _KNOWN or len(data) > MOST_BYTES:
        raise BadFont("cannot be read")
    if data[:4] == _WOFF2 and find_spec("brotli") is None:
        raise not_installed("brotli")
    if trusted:
        return _made(data, cut, wanted)
    asked = json.dumps({"index": cut.index, "axes": cut.axes, "wanted": wanted}).encode()
    try:
        told = limited(work, struct.pack(">L", len(asked)) + asked + data, _SECONDS, _MEGABYTES)
    except TooMuch as failure:
        raise BadFont("needs more time or memory than a font may") from failure
    except Failed as failure:  # damaged tables make HarfBuzz and fontTools raise whatever comes
        raise BadFont("cannot be read") from failure
    if "fault" in told:
        raise BadFont(told["fault"])
    return b64decode(told["font"])


def work(given: bytes) -> Mapping[str, str]:
    """What the process of its own does with the length of what is asked, that, and the file."""
    start = 4 + struct.unpack_from(">L", given)[0]
    asked = json.loads(given[4:start])
    cut = Cut(asked["index"], tuple((tag, value) for tag, value in asked["axes"]))
    try:
        return {"font": b64encode(_made(given[start:], cut, asked["wanted"])).decode()}
    except BadFont as fault:
        return {"fault": str(fault)}


def _made(data: bytes, cut: Cut, wanted: str) -> bytes:
    import uharfbuzz

    if data[:4] == _WOFF:
        data = _unpacked(data)
    elif data[:4] == _WOFF2:
        data = _unpacked_2(data)
    blob = uharfbuzz.Blob(data)
    if cut.index >= (count := uharfbuzz.Face(blob).count):
        raise BadFont(f"has no font {cut.index} in it; its fonts are 0 to {max(1, count) - 1}")
    face = _subset(uharfbuzz.Face(blob, cut.index), cut.axes, wanted)
    tables = {tag: bytes(face.reference_table(tag).data) for tag in face.table_tags}
    if "glyf" not in tables:
        if not {"CFF ", "CFF2"} & tables.keys():
            raise BadFont(_NO_OUTLINES)
        tables |= _quadratic(face, tables)
    return font_file(tables)


def _unpacked(data: bytes) -> bytes:
    """The font in a WOFF file (W3C, WOFF File Format 1.0)."""
    flavour, _, number = struct.unpack_from(">4sLH", data, 4)
    tables: dict[str, bytes] = {}
    room = MOST_BYTES
    for at in range(44, 44 + 20 * number, 20):
        tag, offset, packed, size, _ = struct.unpack_from(">4sLLLL", data, at)
        table = data[offset : offset + packed]
        room -= size
        if len(table) < packed or packed > size or room < 0:
            raise BadFont("is cut off")
        if packed < size:
            table = zlib.decompressobj().decompress(table, size)
        if len(table) != size:
            raise BadFont("is cut off")
        tables[tag.decode("latin-1")] = table
    return font_file(tables, flavour)


def _unpacked_2(data: bytes) -> bytes:
    """The font in a WOFF2 file."""
    from fontTools.ttLib.woff2 import WOFF2Reader

    reader = WOFF2Reader(BytesIO(data))
    first = [tag for tag in ("glyf",) if tag in reader]  # of which the table of places comes
    return font_file({tag: reader[tag] for tag in (*first, *reader.keys())}, reader.sfntVersion.encode("latin-1"))


def _subset(face: Any, axes: Sequence[tuple[str, float]], wanted: str) -> Any:
    """The font of the wanted characters, fixed at its axes."""
    import uharfbuzz

    flags = uharfbuzz.SubsetFlags
    asked = uharfbuzz.SubsetInput()
    asked.flags = flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.DOWNGRADE_CFF2
    asked.unicode_set.update(map(ord, wanted))
    asked.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _DROPPED)
    ranges = {axis.tag: axis for axis in face.axis_infos}
    if ranges:
        asked.pin_all_axes_to_default(face)
    for tag, value in axes:
        axis = ranges.get(tag)
        if axis is None:
            there = ", ".join(f"{each.tag} ({each.min_value:g} to {each.max_value:g})" for each in face.axis_infos)
            raise BadFont(f"has no axis '{tag}'; its axes are {there}" if there else f"has no axes, and so no '{tag}'")
        if not axis.min_value <= value <= axis.max_value:
            raise BadFont(f"has an axis {tag} from {axis.min_value:g} to {axis.max_value:g}, not {value:g}")
        asked.pin_axis_location(face, tag, value)
    try:
        return asked.subset(face)
    except RuntimeError as failure:
        raise BadFont("cannot be read") from failure


def _quadratic(face: Any, tables: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tables of a font whose outlines are made TrueType's."""
    import uharfbuzz

    font, head = uharfbuzz.Font(face), bytearray(tables["head"])
    glyphs, places, metrics = [], [0], []
    most = (0, 0)
    for number in range(face.glyph_count):
        pen = _Quadratics(face.upem / _FINE)
        font.draw_glyph_with_pen(number, pen)
        glyph, left = pen.glyph(), min((x for contour in pen.contours for x, _, _ in contour), default=0)
        glyphs.append(glyph + b"\0" * (-len(glyph) % 4))
        places.append(places[-1] + len(glyphs[-1]))
        metrics.append(struct.pack(">Hh", max(0, min(font.get_glyph_h_advance(number), 0xFFFF)), left))
        most = max(most[0], sum(map(len, pen.contours))), max(most[1], len(pen.contours))
    struct.pack_into(">hh", head, 50, 1, 0)
    maxp = struct.pack(">LH", 0x10000, face.glyph_count) + struct.pack(
        ">HH22x", min(most[0], 0xFFFF), min(most[1], 0xFFFF)
    )
    hhea = tables["hhea"][:34] + struct.pack(">H", face.glyph_count)
    return {
        "glyf": b"".join(glyphs) or b"\0", "loca": struct.pack(f">{len(places)}L", *places), "hmtx": b"".join(metrics),
        "head": bytes(head), "maxp": maxp, "hhea": hhea,
    }  # fmt: skip


class _Quadratics:
    """A pen that takes cubic curves and has quadratic ones: contours of points, each on or off its curve."""

    def __init__(self, tolerance: float) -> None:
        self._tolerance = tolerance
        self.contours: list[list[tuple[int, int, bool]]] = []

    def moveTo(self, point: Point) -> None:
        self._last = point
        self.contours.append([_rounded(point, True)])

    def lineTo(self, point: Point) -> None:
        self._last = point
        self.contours[-1].append(_rounded(point, True))

    def curveTo(self, one: Point, other: Point, end: Point) -> None:
        from fontTools.cu2qu import curve_to_quadratic
        from fontTools.cu2qu.errors import ApproxNotFoundError

        try:
            _, *handles, last = curve_to_quadratic((self._last, one, other, end), self._tolerance)
        except ApproxNotFoundError as failure:
            raise BadFont("has a curve that cannot be drawn") from failure
        self.contours[-1] += [*(_rounded(handle, False) for handle in handles), _rounded(last, True)]
        self._last = end

    def qCurveTo(self, *points: Point) -> None:
        self.contours[-1] += [*(_rounded(handle, False) for handle in points[:-1]), _rounded(points[-1], True)]
        self._last = points[-1]

    def closePath(self) -> None:
        contour = self.contours[-1]
        if len(contour) > 1 and contour[-1] == contour[0]:
            contour.pop()
        contour[1:] = contour[:0:-1]  # TrueType's outer contours run clockwise

    endPath = closePath

    def glyph(self) -> bytes:
        """The outline as it stands in the table of glyphs."""
        points = [point for contour in self.contours for point in contour]
        if not points:
            return b""
        xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
        ends, count = [], -1
        for contour in self.contours:
            count += len(contour)
            ends.append(count)
        head = struct.pack(">hhhhh", len(ends), min(xs), min(ys), max(xs), max(ys))
        flags, across, down = zip(*_steps(points))
        told = bytes(flags) + b"".join(across) + b"".join(down)
        return head + struct.pack(f">{len(ends)}HH", *ends, 0) + told


def _rounded(point: Point, on: bool) -> tuple[int, int, bool]:
    return round(point[0]), round(point[1]), on


def _steps(points: Sequence[tuple[int, int, bool]]) -> Iterator[tuple[int, bytes, bytes]]:
    """The flags of each point, and how far it lies from the one before."""
    before = (0, 0)
    for x, y, on in points:
        across_flags, across = _step(x - before[0], _X_SHORT, _X_SAME)
        down_flags, down = _step(y - before[1], _Y_SHORT, _Y_SAME)
        yield on * _ON | across_flags | down_flags, across, down
        before = x, y


def _step(by: int, short: int, same: int) -> tuple[int, bytes]:
    if by == 0:
        return same, b""
    if abs(by) < 256:
        return short | (same if by > 0 else 0), bytes([abs(by)])
    return 0, struct.pack(">h", by)
