"""Fonts as ReportLab embeds them in a PDF, each cut down to the characters that the file shows."""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache
from io import BytesIO
from weakref import WeakKeyDictionary
from zlib import crc32

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

from pnp.drawing.fonts import Font, FontFileError

_MEANINGS = "toUnicodeCMap:"
_BEYOND = re.compile(" <([0-9A-F]{5,6})>")


def embedded_font(font: Font, others: tuple[TTFont, ...]) -> TTFont:
    """The font for one document. Two files may share a PostScript name, which ReportLab takes for identity."""
    loaded = parsed(font)
    while any(loaded.face.name == other.face.name for other in others):
        loaded, shared = copy(loaded), loaded
        loaded.face, loaded.state = copy(shared.face), WeakKeyDictionary()
        loaded.face.name += b"-x"
    return loaded


def parsed(font: Font) -> TTFont:
    """The font as ReportLab reads it."""
    try:
        return _loaded(f"pnp-{font.name}-{font.path}-{crc32(font.data)}", font.data)
    except Exception as failure:  # a damaged file makes ReportLab's reader raise whatever comes
        raise FontFileError(f"font '{font.name}': {font.path.name} cannot be embedded: {failure}") from failure


@lru_cache(128)
def _loaded(name: str, data: bytes) -> TTFont:
    """The same for each file once a process: what a document embeds of it is kept by document."""
    loaded = _EmbeddedFont(name, BytesIO(data), asciiReadable=False, shapable=False)
    pdfmetrics.registerFont(loaded)
    return loaded


class _EmbeddedFont(TTFont):  # type: ignore[misc]
    """A font that tells readers what its characters beyond the first plane mean too, such as emoji, in UTF-16."""

    def addObjects(self, document: PDFDocument) -> None:
        known = frozenset(document.idToObject)
        super().addObjects(document)
        for name in document.idToObject.keys() - known:
            if name.startswith(_MEANINGS):
                stream = document.idToObject[name]
                stream.content = _BEYOND.sub(lambda found: f" <{_utf16(int(found[1], 16))}>", stream.content)


def _utf16(point: int) -> str:
    return chr(point).encode("utf-16-be").hex().upper()
