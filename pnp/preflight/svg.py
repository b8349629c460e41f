"""Reads the pieces placed in an SVG: every `<g data-component data-copy data-side data-face transform>`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from xml.parsers import expat

from pnp.geometry import Size, Transform
from pnp.preflight.found import Drawing, FoundFace, FoundFile, FoundPage, FoundPiece, Unreadable

_MOST_SIGNS = 5_000_000
_MATRIX = re.compile(r"\s*matrix\(([^)]*)\)\s*")
_LENGTH = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)mm")


def read_svg(data: bytes) -> FoundFile:
    """One page with its pieces; what their faces look like is not examined. Raises Unreadable."""
    reading = _Reading()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reading.start
    parser.EntityDeclHandler = _refused  # the files we write declare none, and theirs could grow without end
    try:
        if data.count(b"<") > _MOST_SIGNS:
            raise ValueError("it has millions of elements")
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise Unreadable("svg-unreadable", f"is no well-formed SVG ({problem}); build it again") from problem
    if reading.size is None:
        raise Unreadable("svg-unreadable", "has no <svg> with a width and height in mm; build it again")
    page = FoundPage(1, reading.size, None, None, None, 0, tuple(reading.pieces), Drawing())
    return FoundFile((page,), 1, ())


class _Reading:
    def __init__(self) -> None:
        self.size: Size | None = None
        self.pieces: list[FoundPiece] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name.rpartition(":")[2] == "svg" and self.size is None:
            self.size = _size(attributes)
        if "data-component" in attributes:
            self.pieces.append(_piece(attributes))


def _piece(attributes: Mapping[str, str]) -> FoundPiece:
    copy = attributes.get("data-copy", "")
    number = int(copy) if copy.isdecimal() and len(copy) < 10 else 0
    return FoundPiece(
        attributes["data-component"], number, attributes.get("data-side", ""), 1,
        _transform(attributes.get("transform", "")), None, FoundFace(attributes.get("data-face"), Drawing(), None),
    )  # fmt: skip


def _transform(text: str) -> Transform:
    found = _MATRIX.fullmatch(text)
    try:
        values = [float(part) for part in re.split(r"[\s,]+", found[1].strip())] if found else []
        if not all(map(math.isfinite, values)):
            raise ValueError("not finite")
        return Transform(*values)
    except (TypeError, ValueError):
        raise Unreadable("svg-unreadable", f"has a transform that is no matrix: {text[:60]}; build it again") from None


def _size(attributes: Mapping[str, str]) -> Size | None:
    sides = [_LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    return Size(width, height) if width and height else None


def _refused(*_: object) -> None:
    raise Unreadable("svg-unreadable", "declares entities of its own; build it again")
