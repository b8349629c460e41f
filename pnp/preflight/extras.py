"""What no sheet of ours has need of in a PDF: scripts, actions, layers, notes, entries unheard of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.errors import Finding, Severity
from pnp.frozen import frozen
from pnp.preflight.examined import Examined
from pnp.preflight.found import Extra, FormXObject, ImageXObject, Unknown
from pnp.preflight.objects import decoded, entries_of

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
TILE = {
    "/Type", "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep", "/Resources", "/Matrix",
    "/Length", "/Filter", "/DecodeParms",
}  # fmt: skip
IMAGE = {
    "/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/SMask", "/Filter", "/DecodeParms",
    "/Length", "/Name", "/Metadata",
}  # fmt: skip
_PREFERENCES = {"/PrintScaling", "/Duplex", "/DisplayDocTitle"}

_STREAM = {"/Length", "/Filter", "/DecodeParms"}
_MOST_ENTRIES = 20_000
_RESOURCES = {"/Font", "/XObject", "/ProcSet", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Properties"}
_NAMED = ("/Font", "/XObject", "/Pattern", "/ExtGState")
_SPACES = {"/DefaultGray", "/DefaultRGB", "/DefaultCMYK"}


@frozen
class NamedResources:
    """What the names in a stream stand for, and resources that change what it paints without being named in it."""

    fonts: Any
    objects: Any
    patterns: Any
    states: Any
    extras: tuple[Extra, ...]

    @classmethod
    def of(cls, held: Any) -> NamedResources:
        kinds = dict(entries_of(held).items())
        strange = [Extra("entry-unknown", f"its resources hold {key}") for key in sorted(set(kinds) - _RESOURCES)]
        spaces = _SPACES & set(entries_of(kinds.get("/ColorSpace")))
        strange += [Extra("colour-changed", f"its resources change all its colours ({key})") for key in sorted(spaces)]
        fonts, objects, patterns, states = (entries_of(kinds.get(key)) for key in _NAMED)
        return cls(fonts, objects, patterns, states, tuple(strange))


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


def findings(examined: Examined) -> Iterator[Finding]:
    """What a file holds or does that sheets have no need of: scripts, actions, layers, notes, entries unheard of."""
    severity: Severity = "error" if examined.manifest is not None else "warning"
    for extra in examined.document.extras:
        yield Finding(severity, extra.code, examined.path, f"{extra.message}; build it again")
    for page in examined.document.pages:
        for extra in dict.fromkeys(_extras_of(page.form, set())):
            yield Finding(severity, extra.code, examined.place(page.number), f"{extra.message}; build it again")


def _extras_of(form: FormXObject | None, seen: set[int]) -> Iterator[Extra]:
    """The extras of a page or drawing and of all that it places."""
    if form is None or id(form) in seen:
        return
    seen.add(id(form))
    yield from form.extras
    for event in form.content.events:
        if isinstance(event, Unknown):
            yield Extra("content-unknown", f"paints in a way that our sheets never do: {event}")
    for child in form.children.values():
        if isinstance(child, ImageXObject):
            yield from child.extras
        elif child is not None:
            yield from _extras_of(child, seen)
