"""Vector art: SVG files as symbols of our own shapes, for every renderer, cutter and saver of ink alike.

Elements are walked by us, since no library gives shapes: what there is makes pixels or a finished PDF. The parts that
are rules of others are read by others: XML by expat, style sheets by tinycss2 and cssselect2, paths by fontTools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import FontBook, built_in_fonts
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Image, Picture, Recolouring, Symbol
from pnp.drawing.svg_document import MOST_BYTES, read_document
from pnp.drawing.svg_pixels import PRINTED_DPI, pictures
from pnp.drawing.svg_reader import NeedsPixels, SvgReader
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.sources import SourceFile

__all__ = ["Art", "ArtError", "read_art", "read_symbol"]

PRINTED = 90.0
"""Millimetres of the longer side that a drawing is printed on unless more is known."""


@frozen
class Art:
    """A drawing, and what there is to say of how it was read."""

    symbol: Symbol
    notes: tuple[Finding, ...] = ()


def read_symbol(
    path: FilePath | SourceFile, identifier: str, palette: Mapping[str, Colour] | None = None, file: str | None = None
) -> Symbol:
    """The drawing of an SVG file, its bounds what is seen of it.

    A `class` that the palette names takes its colour from there: that replaces the fill, or the stroke where there is
    no fill. Raises ArtError, which calls the file `file`, for what cannot be read, is too large or takes too long.
    """
    return read_art(path, identifier, palette, file).symbol


def read_art(
    path: FilePath | SourceFile, identifier: str, palette: Mapping[str, Colour] | None = None,
    file: str | None = None, fonts: FontBook | None = None, printed: Callable[[], float] = lambda: PRINTED,
) -> Art:  # fmt: skip
    """The same, with notes; `printed` tells the millimetres of its longer side where it is printed largest."""
    name = file or path.name
    data = path.read_bytes(MOST_BYTES + 1) if isinstance(path, SourceFile) else _our_own(path)

    def book() -> FontBook:
        return fonts or built_in_fonts()

    document = read_document(data, name)
    reader = SvgReader(document, palette or {}, book)
    try:
        shapes, bounds = reader.shapes()
        jobs = tuple(reader.jobs)
    except NeedsPixels as needs:
        reader = SvgReader(document, palette or {}, book)
        jobs = (reader.whole_job(),)
        bounds = jobs[0].region
        shapes = (Image(Picture(b"job 0", 1, 1), bounds),)
        reader.notes = {f"{needs.reason}, and all of the drawing is printed as pixels": needs.element}
    if jobs:
        drawn, dpi = pictures(document, reader.styles, jobs, bounds, printed(), book())
        if round(dpi) < PRINTED_DPI:
            coarse = f"has {dpi:.0f} of its pixels to the inch where it is printed largest; more take too long to draw"
            reader.notes.setdefault(coarse, document.root)
        known = {f"job {number}".encode(): picture for number, picture in enumerate(drawn)}
        shapes = Recolouring(lambda colour: colour, lambda picture: _drawn(picture, known)).shapes(shapes)
    notes = tuple(
        Finding("note", "picture-drawn", f"{name}:{document.line(element)}", sentence)
        for sentence, element in reader.notes.items()
    )
    return Art(Symbol(identifier, shapes, bounds), notes)


def _drawn(picture: Picture, known: Mapping[bytes, Picture]) -> Picture:
    return known.get(picture.source, picture) if isinstance(picture.source, bytes) else picture


def _our_own(path: FilePath) -> bytes:
    """A drawing that comes with a game, by a name that a table of it may have."""
    if ".." in path.parts:
        raise ArtError(f"'{path.name}' is no name of a drawing; drawings are named by letters, digits and hyphens")
    try:
        return path.read_bytes()
    except OSError as failure:
        there = ", ".join(sorted(other.stem for other in path.parent.glob("*.svg"))) or "none"
        raise ArtError(f"there is no drawing '{path.stem}' in {path.parent.name}/; there are {there}") from failure
