"""Faults of a PDF and its pages: size, boxes, fonts, print preferences, and what no sheet of ours has need of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size
from pnp.preflight.examined import CONTACT, NEAR, Examined, beyond, trim_box
from pnp.preflight.found import FoundPage, FoundPiece, around, cut, joined, near
from pnp.preflight.objects import decoded, entries_of
from pnp.preflight.painted import Extra

# Entries that ISO 32000-1 gives to what our sheets are made of; any other one changes how a file looks or behaves.
CATALOG = {
    "/Type", "/Pages", "/Outlines", "/PageMode", "/PageLayout", "/ViewerPreferences", "/Lang", "/MarkInfo",
    "/StructTreeRoot", "/Metadata", "/Version", "/Dests", "/Extensions",
}  # fmt: skip
PAGE = {
    "/Type", "/Parent", "/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/Rotate", "/Resources", "/Contents",
    "/StructParents", "/Tabs", "/Annots", "/Metadata", "/PieceInfo", "/LastModified",
}  # fmt: skip
FORM = {
    "/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Length", "/Filter", "/DecodeParms",
    "/StructParents", "/StructParent", "/LastModified", "/PieceInfo", "/Metadata", "/Name",
}  # fmt: skip
IMAGE = {
    "/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/SMask", "/Filter", "/DecodeParms",
    "/Length", "/Name", "/Metadata",
}  # fmt: skip
_PREFERENCES = {"/PrintScaling", "/Duplex", "/DisplayDocTitle"}

_STREAM = {"/Length", "/Filter", "/DecodeParms"}
_MOST_ENTRIES = 20_000
_RESOURCES = {"/Font", "/XObject", "/ProcSet", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Properties"}
_SPACES = {"/DefaultGray", "/DefaultRGB", "/DefaultCMYK"}
_MOST_GLYPHS = 320
"""A simple font's codes reach 255 characters; more glyphs, composites allowed for, are a font that was not subset."""
_DESCENDER = 0.15
"""Millimetres by which a letter of the small print may hang below its line."""
_EDGES = {"long": "long edge", "short": "short edge", "simplex": "one side"}


@frozen
class NamedResources:
    """What the names in a stream stand for, and resources that change what it paints without being named in it."""

    fonts: Any
    objects: Any
    extras: tuple[Extra, ...]

    @classmethod
    def of(cls, held: Any) -> NamedResources:
        kinds = dict(entries_of(held).items())
        strange = [Extra("entry-unknown", f"its resources hold {key}") for key in sorted(set(kinds) - _RESOURCES)]
        spaces = _SPACES & set(entries_of(kinds.get("/ColorSpace")))
        strange += [Extra("colour-changed", f"its resources change all its colours ({key})") for key in sorted(spaces)]
        return cls(entries_of(kinds.get("/Font")), entries_of(kinds.get("/XObject")), tuple(strange))


def extras_of_file(root: Mapping[str, Any], preferences: Mapping[str, Any]) -> Iterator[Extra]:
    """What the file does or holds besides its pages."""
    yield from extras_of(root, CATALOG, "the file")
    yield from _extras_of_outline(root)
    names = root.get("/Names")
    if names is not None:
        yield from extras_of(names, {"/Dests"}, "the file's names")
    for key in sorted(set(preferences) - _PREFERENCES):
        yield Extra("file-preference", f"tells the printing program {key}, which our sheets leave open")


_TOLD = {
    "/OpenAction": ("file-action", "does something as soon as it is opened (/OpenAction)"),
    "/AA": ("file-action", "acts by itself (/AA)"),
    "/A": ("file-action", "acts by itself (/A)"),
    "/JavaScript": ("file-script", "holds JavaScript"),
    "/EmbeddedFiles": ("file-attachment", "holds other files"),
    "/AF": ("file-attachment", "holds other files (/AF)"),
    "/AcroForm": ("file-form", "holds a form to fill in (/AcroForm)"),
    "/OCProperties": ("file-layers", "has layers that may be hidden (/OCProperties)"),
    "/OC": ("file-layers", "stands on a layer that may be hidden (/OC)"),
    "/UserUnit": ("page-scaled", "scales its page (/UserUnit)"),
}


def extras_of(holder: Any, known: set[str], what: str) -> Iterator[Extra]:
    """Entries of a dictionary or stream that our files do not have; empty ones say nothing."""
    entries = entries_of(holder)
    for key in sorted(entries.keys() - known):
        value = entries[key]
        if value in ({}, []) or (key == "/UserUnit" and value == 1):
            continue
        code, told = _TOLD.get(key, ("entry-unknown", f"holds {key}"))
        yield Extra(code, f"{what} {told}")


def extras_of_page(page: Mapping[str, Any]) -> Iterator[Extra]:
    """What lies on the page besides its content: links to other places in the file and to addresses are no harm."""
    for annotation in page.get("/Annots") or ():
        entries = entries_of(annotation)
        yield from _extras_of_action(entries, "an annotation")
        if str(entries.get("/Subtype")) != "/Link" or "/AP" in entries or "/OC" in entries:
            yield Extra("page-annotated", f"an annotation lies on it ({entries.get('/Subtype')})")
        elif any(map(float, list(entries.get("/Border") or [0, 0, 1])[:3])) or "/BS" in entries:
            yield Extra("page-annotated", "a link on it is drawn with a border")


def extras_of_streams(page: Mapping[str, Any]) -> Iterator[Extra]:
    """What the streams of a page say besides how they are packed: one may stand in another file."""
    contents = page.get("/Contents")
    for stream in contents if isinstance(contents, list) else [contents]:
        yield from extras_of(stream, _STREAM, "its content")


def links_of(page: Mapping[str, Any], numbers: Mapping[int, int]) -> Iterator[str]:
    """Where the links of a page lead, in order: to an address, or to `page 3`; `numbers` has those of pages by id."""
    for annotation in page.get("/Annots") or ():
        entries = entries_of(annotation)
        if str(entries.get("/Subtype")) == "/Link":
            address, place = entries_of(entries.get("/A")).get("/URI"), entries.get("/Dest")
            number = numbers.get(id(place[0])) if isinstance(place, list) and place else None
            yield f"page {number or 'nowhere'}" if address is None else decoded(address)


def _extras_of_outline(root: Mapping[str, Any]) -> Iterator[Extra]:
    """What the outline does besides leading to pages."""
    waiting, seen = [entries_of(root.get("/Outlines"))], 0
    while waiting and seen < _MOST_ENTRIES:
        entry, seen = waiting.pop(), seen + 1
        yield from _extras_of_action(entry, "the outline")
        waiting += [entry[key] for key in ("/Next", "/First") if isinstance(entry.get(key), dict)]
    if waiting:
        yield Extra("entry-unknown", "the outline has no end")


def _extras_of_action(entries: Any, what: str) -> Iterator[Extra]:
    """What something does when it is clicked, besides leading to a place or an address."""
    action = entries_of(entries.get("/A"))
    does = str(action.get("/S", "")) if action else ""
    if does not in ("", "/URI", "/GoTo") or "/AA" in entries or "/Next" in action or (does and what == "the outline"):
        code = "file-script" if does == "/JavaScript" else "file-action"
        yield Extra(code, f"{what} acts ({does or '/AA'})")


def encrypted(examined: Examined) -> Iterator[Finding]:
    if examined.document.encrypted:
        message = "is encrypted, which print shops refuse; save it without a password"
        yield Finding("error", "file-encrypted", examined.path, message)


def page_unreadable(examined: Examined) -> Iterator[Finding]:
    for number in examined.document.unreadable:
        yield Finding("error", "page-unreadable", examined.place(number), "cannot be read; build it again")


def page_count(examined: Examined) -> Iterator[Finding]:
    listed, count = examined.listed, examined.document.page_count
    if listed and listed.pages is not None and listed.pages != count:
        message = f"has {count} pages and the manifest lists {listed.pages}; build it again"
        yield Finding("error", "page-count", examined.path, message)


def page_size(examined: Examined) -> Iterator[Finding]:
    """Every page has the manifest's paper, upright or lying; of a file that stands alone all pages are alike."""
    listed = examined.listed
    paper = listed.paper if listed else None
    for page in examined.document.pages:
        expected = paper or examined.document.pages[0].size
        if not _same(page.size, expected) and not _same(page.size, expected.turned()):
            message = f"measures {_mm(page.size)}, not the paper's {_mm(expected)}; build it again"
            yield Finding("error", "page-size", examined.place(page.number), message)


def page_turned(examined: Examined) -> Iterator[Finding]:
    for page in examined.document.pages:
        if page.rotation:
            message = f"is shown turned by {page.rotation}°, so that its edges trade places; build it again"
            yield Finding("error", "page-turned", examined.place(page.number), message)


def page_cropped(examined: Examined) -> Iterator[Finding]:
    for page in examined.document.pages:
        if page.crop and not near(page.crop, _paper(page), NEAR):
            message = "is cropped to less than its paper, and printers scale what is left; remove its CropBox"
            yield Finding("error", "page-cropped", examined.place(page.number), message)


def boxes_missing(examined: Examined) -> Iterator[Finding]:
    for page in examined.document.pages:
        missing = [name for name, box in (("TrimBox", page.trim), ("BleedBox", page.bleed)) if box is None]
        if missing:
            message = f"has no {' and no '.join(missing)}, which print shops go by; build it again"
            yield Finding("error", "page-boxes-missing", examined.place(page.number), message)


def boxes_not_nested(examined: Examined) -> Iterator[Finding]:
    for page in examined.document.pages:
        for inner, outer, names in (
            (page.trim, page.bleed, "TrimBox out of its BleedBox"),
            (page.bleed, _paper(page), "BleedBox out of its paper"),
        ):
            if inner and outer and not _within(inner, outer):
                message = f"has its {names}; build it again"
                yield Finding("error", "page-boxes-not-nested", examined.place(page.number), message)


def trim_box_differs(examined: Examined) -> Iterator[Finding]:
    yield from _box_differs(examined, "TrimBox", "trim-box-differs", lambda page: page.trim, lambda box, _: box)


def bleed_box_differs(examined: Examined) -> Iterator[Finding]:
    bleeds = {(place.page, place.component, place.copy, place.side): place.bleed for place in examined.placed}

    def grown(box: Box, piece: FoundPiece) -> Box:
        bleed = bleeds.get((piece.page, piece.component, piece.copy, piece.side))
        return box.grown(bleed) if bleed else box

    if all(bleeds.values()):
        yield from _box_differs(examined, "BleedBox", "bleed-box-differs", lambda page: page.bleed, grown)


def outside_printable_alone(examined: Examined) -> Iterator[Finding]:
    """Without a manifest no trim is known, but the page's own TrimBox must lie inside the margin."""
    for page in examined.document.pages if examined.manifest is None else ():
        inside = _paper(page).grown(Insets.even(-examined.margin))
        cut = [piece for piece in page.pieces if not piece.is_book_page]
        if cut and page.trim and not _within(page.trim, inside):
            message = f"has trims in the {examined.margin:g} mm at its edge that printers leave white; build it again"
            yield Finding("warning", "trims-outside-printable", examined.place(page.number), message)


def words_outside_printable(examined: Examined) -> Iterator[Finding]:
    """What is to be read beside the pieces: the line that says what a sheet is, the bar's length, tiles' numbers."""
    manifest = examined.manifest
    for page in examined.document.pages if manifest and examined.placed else ():
        inside = _paper(page).grown(Insets.even(-examined.margin))
        boxes = [around(corners) for corners in (examined.on_paper(page, text.corners) for text in page.drawing.texts)]
        over = max((beyond(box, inside) for box in boxes), default=0.0)
        if over > _DESCENDER:
            message = (
                f"words beside its pieces reach {over:.2f} mm into the margin of {examined.margin:g} mm, where a "
                "printer may print nothing; build it again"
            )
            yield Finding("error", "words-outside-printable", examined.place(page.number), message)


def no_pieces(examined: Examined) -> Iterator[Finding]:
    if examined.manifest is None and not examined.pieces and not examined.document.tagged:
        message = "holds no pieces of pnp; only its pages, boxes and fonts were checked"
        yield Finding("warning", "no-pieces", examined.path, message)


def scaling_allowed(examined: Examined) -> Iterator[Finding]:
    if examined.document.scaling:
        message = "lets the viewer scale it to fit; print at 100 %, and build it again for one that says so itself"
        yield Finding("error", "print-scaling", examined.path, message)


def duplex_differs(examined: Examined) -> Iterator[Finding]:
    listed, chosen = examined.listed, examined.document.duplex or "simplex"
    if listed is None:
        return
    if examined.duplexing and examined.duplexing.apart:  # its pages go through the printer twice, one side at a time
        if chosen != "simplex":
            message = "asks a duplex printer for both sides at once, two fronts on one sheet; switch that off to print"
            yield Finding("warning", "duplex-differs", examined.path, message)
    elif chosen != (wanted := (not _one_sided(examined) and listed.flip) or "simplex"):
        message = f"tells the printer {_EDGES[chosen]} where {_EDGES.get(wanted, wanted)} is planned; build it again"
        yield Finding("error", "duplex-differs", examined.path, message)


def _one_sided(examined: Examined) -> bool:
    """Whether only fronts, or only backs, were asked for."""
    part = examined.manifest.part if examined.manifest else None
    return part is not None and part.side is not None


def fonts_not_embedded(examined: Examined) -> Iterator[Finding]:
    for font in examined.document.fonts:
        if not font.embedded:
            users = _users(examined, font.name)
            message = f"font {font.name} is not embedded, and a printer will put another in its place{users}; embed it"
            yield Finding("error", "font-not-embedded", examined.path, message)


def fonts_whole(examined: Examined) -> Iterator[Finding]:
    for font in examined.document.fonts:
        if font.glyphs > _MOST_GLYPHS:
            message = f"font {font.name} is embedded whole ({font.glyphs} glyphs), not as a subset; build it again"
            yield Finding("warning", "font-not-subset", examined.path, message)


def _users(examined: Examined, font: str) -> str:
    """Where a font is first used, for a finding about it."""
    for piece in examined.pieces:
        if any(text.font and text.font.name == font for text in piece.face.drawing.texts):
            return f" (first on page {piece.page}: {piece})"
    return ""


def _box_differs(
    examined: Examined,
    name: str,
    code: str,
    told: Callable[[FoundPage], Box | None],
    grown: Callable[[Box, FoundPiece], Box],
) -> Iterator[Finding]:
    """A page's box against the one around its pieces as they are drawn, as far as that is on the paper."""
    for page in examined.document.pages:
        box, union = told(page), _union(examined, page.pieces, grown)
        union = union and cut(union, _paper(page))
        if box and union and not near(box, union, NEAR):
            message = f"its {name} is {_edges(box)} and its pieces make it {_edges(union)}; build it again"
            yield Finding("error", code, examined.place(page.number), message)


def _union(examined: Examined, pieces: tuple[FoundPiece, ...], grown: Callable[[Box, FoundPiece], Box]) -> Box | None:
    """The box around all pieces; None where the trim of one is not known."""
    boxes = [(trim and grown(trim_box(piece, trim), piece)) for piece in pieces for trim in [examined.trim(piece)]]
    known = [box for box in boxes if box]
    return joined(known) if len(known) == len(boxes) else None


def _paper(page: FoundPage) -> Box:
    return Box(0, 0, page.size.width, page.size.height)


def _same(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= NEAR and abs(one.height - other.height) <= NEAR


def _within(inner: Box, outer: Box) -> bool:
    room = outer.grown(Insets.even(CONTACT))
    return (
        inner.left >= room.left and inner.top >= room.top and inner.right <= room.right and inner.bottom <= room.bottom
    )


def _mm(size: Size) -> str:
    return f"{size.width:.1f} x {size.height:.1f} mm"


def _edges(box: Box) -> str:
    return f"{box.left:.2f} {box.top:.2f} {box.right:.2f} {box.bottom:.2f} mm"
