"""Faults of a file and its pages: size, boxes, words in the margin, print preferences, fonts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.errors import Finding
from pnp.geometry import Box, Insets, Size
from pnp.preflight.examined import CONTACT, NEAR, Examined, beyond
from pnp.preflight.found import FoundPage, around, cut, joined, near

_MOST_GLYPHS = 320
"""A simple font's codes reach 255 characters; more glyphs, composites allowed for, are a font that was not subset."""
_NONE = Insets.even(0.0)
_DESCENDER = 0.15
"""Millimetres by which a letter of the small print may hang below its line."""
_EDGES = {"long": "long edge", "short": "short edge", "simplex": "one side"}


def pages(examined: Examined) -> Iterator[Finding]:
    """Pages that cannot be read, of another number, size or turn than listed, cropped, or with wrong boxes."""
    document, listed = examined.document, examined.listed
    if document.encrypted:
        message = "is encrypted, which print shops refuse; save it without a password"
        yield Finding("error", "file-encrypted", examined.path, message)
    for number in document.unreadable:
        yield Finding("error", "page-unreadable", examined.place(number), "cannot be read; build it again")
    if listed and listed.pages is not None and listed.pages != document.page_count:
        message = f"has {document.page_count} pages and the manifest lists {listed.pages}; build it again"
        yield Finding("error", "page-count", examined.path, message)
    for code, troubles in (
        ("page-size", _other_size), ("page-turned", _turned), ("page-cropped", _cropped),
        ("page-boxes-missing", _no_boxes), ("page-boxes-not-nested", _not_nested),
        ("trim-box-differs", _trim_box_differs), ("bleed-box-differs", _bleed_box_differs),
    ):  # fmt: skip
        for page in document.pages:
            for trouble in troubles(examined, page):
                yield Finding("error", code, examined.place(page.number), trouble)


def _other_size(examined: Examined, page: FoundPage) -> Iterator[str]:
    """Every page has the manifest's paper, upright or lying; of a file that stands alone all pages are alike."""
    expected = (examined.listed.paper if examined.listed else None) or examined.document.pages[0].size
    if not _same(page.size, expected) and not _same(page.size, expected.turned()):
        yield f"measures {_mm(page.size)}, not the paper's {_mm(expected)}; build it again"


def _turned(examined: Examined, page: FoundPage) -> Iterator[str]:
    if page.rotation:
        yield f"is shown turned by {page.rotation}°, so that its edges trade places; build it again"


def _cropped(examined: Examined, page: FoundPage) -> Iterator[str]:
    if page.crop and not near(page.crop, page.paper, NEAR):
        yield "is cropped to less than its paper, and printers scale what is left; remove its CropBox"


def _no_boxes(examined: Examined, page: FoundPage) -> Iterator[str]:
    missing = [name for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)) if box is None]
    if missing:
        yield f"has no {' and no '.join(missing)}, which print shops go by; build it again"


def _not_nested(examined: Examined, page: FoundPage) -> Iterator[str]:
    if page.trim and page.bleed and beyond(page.trim, page.bleed) > CONTACT:
        yield "has its TrimBox out of its BleedBox; build it again"
    if page.bleed and beyond(page.bleed, page.paper) > CONTACT:
        yield "has its BleedBox out of its paper; build it again"


def _trim_box_differs(examined: Examined, page: FoundPage) -> Iterator[str]:
    return _box_differs(page, "TrimBox", page.trim, [examined.trim_box(piece) for piece in page.pieces])


def _bleed_box_differs(examined: Examined, page: FoundPage) -> Iterator[str]:
    if examined.tells_bleeds:
        boxes = [
            (box := examined.trim_box(piece))
            and box.grown(examined.bleeds.get((piece.component, piece.copy, piece.side)) or _NONE)
            for piece in page.pieces
        ]
        yield from _box_differs(page, "BleedBox", page.bleed, boxes)


def _box_differs(page: FoundPage, name: str, box: Box | None, pieces: Sequence[Box | None]) -> Iterator[str]:
    """A page's box against the one around those of its pieces, all known, as far as that is on the paper."""
    union = joined([piece for piece in pieces if piece]) if all(pieces) else None
    union = union and cut(union, page.paper)
    if box and union and not near(box, union, NEAR):
        yield f"its {name} is {_edges(box)} and its pieces make it {_edges(union)}; build it again"


def printing(examined: Examined) -> Iterator[Finding]:
    """What goes wrong at the printer: what lies in the margin, how the file asks to be printed, its fonts."""
    document = examined.document
    yield from _outside_printable(examined)
    if examined.manifest is None and not examined.pieces and not document.tagged:
        message = "holds no pieces of pnp; only its pages, boxes and fonts were checked"
        yield Finding("warning", "no-pieces", examined.path, message)
    if document.scaling:
        message = "lets the viewer scale it to fit; print at 100%, and build it again for one that says so itself"
        yield Finding("error", "print-scaling", examined.path, message)
    yield from _duplex_differs(examined)
    for font in document.fonts:
        if not font.embedded:
            users = _users(examined, font.name)
            message = f"font {font.name} is not embedded, and a printer will put another in its place{users}; embed it"
            yield Finding("error", "font-not-embedded", examined.path, message)
    for font in document.fonts:
        if font.glyphs > _MOST_GLYPHS:
            message = f"font {font.name} is embedded whole ({font.glyphs} glyphs), not as a subset; build it again"
            yield Finding("warning", "font-not-subset", examined.path, message)


def _outside_printable(examined: Examined) -> Iterator[Finding]:
    """In a file with placements the words beside its pieces: what a sheet is, the bar's length, tiles' numbers.

    Without a manifest no trim is known, but the page's own TrimBox must lie inside the margin.
    """
    for page in examined.document.pages:
        inside = examined.printable(page)
        if examined.manifest is None:
            is_cut = any(not piece.is_book_page for piece in page.pieces)
            if is_cut and page.trim and beyond(page.trim, inside) > CONTACT:
                message = (
                    f"has trims in the {examined.margin:g} mm at its edge that printers leave white; build it again"
                )
                yield Finding("warning", "trims-outside-printable", examined.place(page.number), message)
        elif examined.placed:
            boxes = [around(examined.on_paper(page, text.corners)) for text in page.drawing.texts]
            over = max((beyond(box, inside) for box in boxes), default=0.0)
            if over > _DESCENDER:
                message = (
                    f"words beside its pieces reach {over:.2f} mm into the margin of {examined.margin:g} mm, where a "
                    "printer may print nothing; build it again"
                )
                yield Finding("error", "words-outside-printable", examined.place(page.number), message)


def _duplex_differs(examined: Examined) -> Iterator[Finding]:
    listed, chosen = examined.listed, examined.document.duplex or "simplex"
    if listed is None:
        return
    if examined.duplexing and examined.duplexing.apart:  # its pages go through the printer twice, one side at a time
        if chosen != "simplex":
            message = "asks a duplex printer for both sides at once, two fronts on one sheet; switch that off to print"
            yield Finding("warning", "duplex-differs", examined.path, message)
    elif chosen != (wanted := (not examined.one_sided and listed.flip) or "simplex"):
        message = f"tells the printer {_EDGES[chosen]} where {_EDGES.get(wanted, wanted)} is planned; build it again"
        yield Finding("error", "duplex-differs", examined.path, message)


def _users(examined: Examined, font: str) -> str:
    """Where a font is first used, for a finding about it."""
    for piece in examined.pieces:
        if any(text.font and text.font.name == font for text in piece.face.drawing.texts):
            return f" (first on page {piece.page}: {piece})"
    return ""


def _same(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= NEAR and abs(one.height - other.height) <= NEAR


def _mm(size: Size) -> str:
    return f"{size.width:.1f} x {size.height:.1f} mm"


def _edges(box: Box) -> str:
    return f"{box.left:.2f} {box.top:.2f} {box.right:.2f} {box.bottom:.2f} mm"
