"""Pictures of faces for a page: WebP files small enough to send many, kept as long as they are looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from io import BytesIO
from threading import Lock

from PIL import Image

from pnp import catalog
from pnp.build.live import Sketch
from pnp.drawing.face import CoverDesigner, Face
from pnp.geometry import DRAWN, Box, Size, Trim
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import LARGEST_DPI, SMALLEST_DPI, faces_as_png

MOST_BYTES = 50_000
"""Of one picture: it becomes plainer, and in the end smaller, until it has no more."""
WIDTHS = (160, 320, 480, 960, 1600)
"""Pixels of the longer side that a page may ask for."""
TILES = (4, 3)
"""Of a large face, across and down."""
_MOST_KEPT = 48_000_000
_QUALITIES = (88, 78, 66, 52)
_SMALLER = 0.8
_MM_PER_INCH = 25.4
_COVER, _COVER_WIDTH = (148.0, 118.0), 480  # mm, and pixels


class Pictures:
    """Pictures by the look of a face, its size, and whether its bleed is shown; the last ones asked for are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._whole: tuple[Hashable, Image.Image] | None = None

    def cover(self, sketch: Sketch, key: str) -> bytes:
        """The picture on the box of a game, or its first piece where it has none; kept under the key."""
        return self._get(
            (key, _COVER_WIDTH, False), lambda: as_webp(_cover(sketch), sketch.document, _COVER_WIDTH, False)
        )

    def of(self, sketch: Sketch, face: str, longest: int, with_bleed: bool) -> bytes:
        """A WebP file of that face, its longer side so many pixels long; KeyError for a face that is not there."""
        key = sketch.looks[face], longest, with_bleed
        return self._get(key, lambda: as_webp(sketch.faces[face], sketch.document, longest, with_bleed))

    def tile(self, sketch: Sketch, face: str, longest: int, column: int, row: int) -> bytes:
        """A part of a large face, of `TILES` across and down, so that it is sharp and yet small."""
        key = sketch.looks[face], longest, column, row

        def cut() -> bytes:
            # All the tiles of a face are asked for one after the other: it is drawn once for them.
            if self._whole is None or self._whole[0] != key[:2]:
                self._whole = key[:2], _drawn(sketch.faces[face], sketch.document, longest, False)
            whole = self._whole[1]
            (width, height), (across, down) = whole.size, TILES
            left, top = width * column // across, height * row // down
            right, bottom = width * (column + 1) // across, height * (row + 1) // down
            return packed(whole.crop((left, top, right, bottom)), longest)

        return self._get(key, cut)

    def _get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            made = self._kept[key] = make()
            self._bytes += len(made)
            while self._bytes > _MOST_KEPT:
                self._bytes -= len(self._kept.popitem(last=False)[1])
            return made


def _cover(sketch: Sketch) -> Face:
    artist = catalog.artist_of(sketch.game, sketch.style)
    cover = artist.cover_design() if isinstance(artist, CoverDesigner) else None
    if cover is None:
        return next(iter(sketch.faces.values()))
    box = Box(0, 0, *_COVER)
    return Face("cover", Trim(Size(*_COVER), DRAWN, bleed=0.0, safe=0.0), tuple(cover.picture(box, box)))


def as_webp(face: Face, document: DocumentInfo, longest: int, with_bleed: bool) -> bytes:
    """A face whose longer side has so many pixels; round ones are transparent around their trim."""
    return packed(_drawn(face, document, longest, with_bleed), longest)


def _drawn(face: Face, document: DocumentInfo, longest: int, with_bleed: bool) -> Image.Image:
    box = face.trim.bleed_box if with_bleed else face.trim.box
    dpi = longest * _MM_PER_INCH / max(box.width, box.height)
    [(_, drawn)] = faces_as_png([face], document, round(min(LARGEST_DPI, max(SMALLEST_DPI, dpi))), with_bleed)
    return Image.open(BytesIO(drawn), formats=("PNG",))


def packed(picture: Image.Image, longest: int) -> bytes:
    """The picture as a WebP file of at most `MOST_BYTES`, with no side longer than that."""
    while True:
        if max(picture.size) > longest:
            picture.thumbnail((longest, longest), Image.Resampling.LANCZOS)
        for quality in _QUALITIES:
            written = BytesIO()
            picture.save(written, "WEBP", quality=quality, method=2)
            if written.tell() <= MOST_BYTES:
                return written.getvalue()
        longest = round(max(picture.size) * _SMALLER)
