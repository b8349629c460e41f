"""Reads a manifest's JSON: what it promises as typed frozen data, or one finding for every entry that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pnp.drawing.colour import Colour
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.geometry import Insets, Outline, Size, Trim
from pnp.imposition.plan import DUPLEXINGS, Duplexing

FORMAT = "pnp-manifest/1"
_MOST = 100_000
_ENTRY = TypeVar("_ENTRY")
Json = Mapping[str, object]

_OUTLINES: Mapping[str, Outline] = {"rectangle": "rectangle", "round": "round", "drawn": "drawn"}


@frozen
class Fingerprints:
    """Fingerprints of all that a PDF paints, by page in their order and by the id of each face."""

    pages: tuple[str, ...]
    faces: Mapping[str, str]


@frozen
class Listed:
    """One file that was written; what is None is not told or has no meaning for its kind."""

    path: str
    sha256: str
    pages: int | None
    paper: Size | None
    sides: str | None
    flip: str | None
    contents: Fingerprints | None = None

    @property
    def duplexing(self) -> Duplexing | None:
        """How its backs get behind its fronts, as far as it says so."""
        return DUPLEXINGS.get(self.sides or "")


@frozen
class Promised:
    """One component: how many copies there are to be, their trim, the id of their back, and the size it is drawn at.

    `look` is the digest of its faces; `tile` is the number from 1, out of how many, of a part of a larger piece.
    """

    id: str
    count: int
    trim: Trim
    back: str | None
    scale: float = 1.0
    look: str | None = None
    tile: tuple[int, int] | None = None


@frozen
class PromisedPlace:
    """Where one side of one piece is to lie; `page` counts from 1."""

    file: str
    page: int
    side: str
    component: str
    copy: int
    cx: float
    cy: float
    rotation: float
    bleed: Insets | None


@frozen
class SetMember:
    """One of a set that players must tell apart: its colour, and the shape or hatch that it shows besides."""

    id: str
    colour: Colour
    shape: str | None


@frozen
class UsedPrinter:
    """How backs were moved for one printer: scaled and turned about the page's centre, then shifted.

    `landscape` is what was done on pages that lie, where that was another thing.
    """

    scale_x: float = 1.0
    scale_y: float = 1.0
    shift_x: float = 0.0
    shift_y: float = 0.0
    rotation: float = 0.0
    landscape: UsedPrinter | None = None

    def on(self, page: Size) -> UsedPrinter:
        """What was done on a page of that size."""
        return self.landscape if self.landscape is not None and page.width > page.height else self


@frozen
class PartialPrint:
    """The sheets and the side that alone were printed; no sheets for all of them, no side for both."""

    sheets: tuple[tuple[int, int], ...] = ()
    side: str | None = None


@frozen
class Manifest:
    """What the build promised, by id and by path; `places` finds a placement by component, copy and side.

    A print of some sheets only has a `part`; one of what changed only has the copies `changed` of each component.
    """

    files: Mapping[str, Listed]
    components: Mapping[str, Promised]
    backs: frozenset[str]
    placements: Mapping[str, tuple[PromisedPlace, ...]]
    places: Mapping[tuple[str, int, str], PromisedPlace]
    sets: Mapping[str, tuple[SetMember, ...]]
    margin: float
    printer: UsedPrinter | None
    part: PartialPrint | None = None
    changed: Mapping[str, range] | None = None
    game: str = ""

    def placed_in(self, path: str) -> tuple[PromisedPlace, ...]:
        return self.placements.get(path, ())

    def copies(self, promised: Promised) -> range:
        """The copies of a component that the whole of this print has."""
        return range(1, promised.count + 1) if self.changed is None else self.changed.get(promised.id, range(0))

    def scale(self, component: str) -> float:
        """At what part of its own size a component is printed, on purpose."""
        promised = self.components.get(component)
        return promised.scale if promised else 1.0

    def trim(self, component: str) -> Trim | None:
        promised = self.components.get(component)
        return promised.trim if promised else None


def parse_manifest(document: object, where: str = "manifest.json") -> Manifest:
    """The promises of a manifest; raises InputInvalid with every entry that cannot be understood."""
    reading = _Reading(where)
    if not isinstance(document, Mapping) or document.get("format", FORMAT) != FORMAT:
        raise InputInvalid([_invalid(where, f"is not a manifest of format {FORMAT}; build the game again")])
    files = reading.each(document, "files", _listed)
    components = reading.each(document, "components", _promised)
    backs = reading.each(document, "backs", lambda entry: _text(entry, "id"))
    placements = reading.each(document, "placements", _placed)
    sets = reading.each(document, "sets", _set)
    changed = reading.one(document, "changes", _changed) if document.get("changes") else None
    options = reading.one(document, "options", _options)
    if reading.findings:
        raise InputInvalid(reading.findings)
    margin, printer, part = options or (5.0, None, None)
    by_file: dict[str, list[PromisedPlace]] = {}
    for place in placements:
        by_file.setdefault(place.file, []).append(place)
    return Manifest(
        {entry.path: entry for entry in files}, {entry.id: entry for entry in components}, frozenset(backs),
        {path: tuple(places) for path, places in by_file.items()},
        {(place.component, place.copy, place.side): place for place in placements}, dict(sets),
        margin, printer, part, changed, str(document.get("game", "")),
    )  # fmt: skip


class _Reading:
    """Reads entry by entry and keeps a finding for each that is wrong, so that one run names them all."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.findings: list[Finding] = []

    def each(self, document: Json, key: str, read: Callable[[Json], _ENTRY]) -> list[_ENTRY]:
        entries = document.get(key, ())
        if not isinstance(entries, (list, tuple)):
            self.findings.append(_invalid(self._where, f"'{key}' must be a list"))
            return []
        return [found for at, entry in enumerate(entries) for found in self._read(f"{key}[{at}]", entry, read)]

    def one(self, document: Json, key: str, read: Callable[[Json], _ENTRY]) -> _ENTRY | None:
        return next(self._read(key, document.get(key, {}), read), None)

    def _read(self, place: str, entry: object, read: Callable[[Json], _ENTRY]) -> Iterator[_ENTRY]:
        if not isinstance(entry, Mapping):
            self.findings.append(_invalid(self._where, f"{place} must be an object"))
            return
        try:
            yield read(entry)
        except ValueError as problem:
            self.findings.append(_invalid(self._where, f"{place}: {problem}"))


def _sides(entry: Json) -> str | None:
    sides = _maybe_text(entry, "sides")
    if sides is not None and sides not in DUPLEXINGS:
        raise ValueError(f"sides is '{sides}', and not one of {', '.join(DUPLEXINGS)}")
    return sides


def _listed(entry: Json) -> Listed:
    path = _text(entry, "path")
    if path.startswith(("/", "\\")) or ".." in path.replace("\\", "/").split("/") or ":" in path:
        raise ValueError(f"path '{path}' leads out of the folder")
    pages = entry.get("pages")
    return Listed(
        path, _text(entry, "sha256"), None if pages is None else _whole(entry, "pages"),
        None if entry.get("paper_mm") is None else _size(entry, "paper_mm"), _sides(entry),
        _maybe_text(entry, "flip"), _contents(entry.get("contents")),
    )  # fmt: skip


def _contents(entry: object) -> Fingerprints | None:
    if entry is None:
        return None
    pages, faces = (entry.get("pages"), entry.get("faces")) if isinstance(entry, Mapping) else (None, None)
    if not isinstance(pages, (list, tuple)) or not isinstance(faces, Mapping):
        raise ValueError("'contents' must hold 'pages' and 'faces'")
    if not all(isinstance(each, str) for each in (*pages, *faces, *faces.values())):
        raise ValueError("'contents' must hold texts")
    return Fingerprints(tuple(pages), dict(faces))


def _promised(entry: Json) -> Promised:
    outline = _maybe_text(entry, "shape") or "rectangle"
    if outline not in _OUTLINES:
        raise ValueError(f"shape '{outline}' is none of rectangle, round and drawn")
    size = _size(entry, "trim_mm")
    bleed, safe = _number(entry, "bleed_mm", 0.0), _number(entry, "safe_mm", 0.0)
    trim = Trim(size, _OUTLINES[outline], bleed=bleed, safe=safe)
    scale = _number(entry, "scale", 1.0)
    if not 0 < scale <= 1:
        raise ValueError(f"scale {scale:g} is not above 0 and at most 1")
    return Promised(
        _text(entry, "id"), _whole(entry, "count"), trim, _maybe_text(entry, "back"), scale,
        _maybe_text(entry, "sha256"), _tile(entry.get("tile")),
    )  # fmt: skip


def _tile(entry: object) -> tuple[int, int] | None:
    if entry is None:
        return None
    if not isinstance(entry, Mapping):
        raise ValueError("'tile' must be an object")
    return _whole(entry, "number"), _whole(entry, "of")


def _placed(entry: Json) -> PromisedPlace:
    bleed = None if entry.get("bleed_mm") is None else Insets(*_numbers(entry, "bleed_mm", 4))
    return PromisedPlace(
        _text(entry, "file"), _whole(entry, "page"), _text(entry, "side"), _text(entry, "component"),
        _whole(entry, "copy"), _number(entry, "cx_mm"), _number(entry, "cy_mm"), _number(entry, "rotation"), bleed,
    )  # fmt: skip


def _set(entry: Json) -> tuple[str, tuple[SetMember, ...]]:
    members = entry.get("members")
    if not isinstance(members, (list, tuple)) or not all(isinstance(member, Mapping) for member in members):
        raise ValueError("'members' must be a list of objects")
    return _text(entry, "name"), tuple(
        SetMember(_text(member, "id"), Colour.parse(_text(member, "colour")), _maybe_text(member, "shape"))
        for member in members
    )


def _options(entry: Json) -> tuple[float, UsedPrinter | None, PartialPrint | None]:
    return _number(entry, "margin_mm", 5.0), _printer(entry, "printer"), _part(entry)


def _part(entry: Json) -> PartialPrint | None:
    sheets, side = entry.get("sheets"), _maybe_text(entry, "side")
    if sheets is None and side is None:
        return None
    if not isinstance(sheets or [], (list, tuple)):
        raise ValueError("'sheets' must be a list")
    ranges = [_numbers({"sheets": each}, "sheets", 2) for each in sheets or ()]  # type: ignore[attr-defined]
    return PartialPrint(tuple((int(low), int(high)) for low, high in ranges), side)


def _changed(entry: Json) -> dict[str, range]:
    prints = entry.get("print")
    if not isinstance(prints, (list, tuple)) or not all(isinstance(each, Mapping) for each in prints):
        raise ValueError("'print' must be a list of objects")
    copies = {_text(each, "id"): _numbers(each, "copies", 2) for each in prints}
    if any(not 0 < first <= last <= _MOST for first, last in copies.values()):
        raise ValueError("'copies' must be the first and the last copy")
    return {component: range(int(first), int(last) + 1) for component, (first, last) in copies.items()}


def _printer(entry: Json, key: str) -> UsedPrinter | None:
    profile = entry.get(key)
    if profile is None:
        return None
    if not isinstance(profile, Mapping):
        raise ValueError(f"'{key}' must be an object")
    scale = _number(profile, "scale_x", 1.0), _number(profile, "scale_y", 1.0)
    if min(scale) <= 0:
        raise ValueError("a printer's scale must be above zero")
    return UsedPrinter(
        *scale, _number(profile, "shift_x_mm", 0.0), _number(profile, "shift_y_mm", 0.0),
        _number(profile, "rotate_deg", 0.0), _printer(profile, "landscape"),
    )  # fmt: skip


def _text(entry: Json, key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise ValueError(f"'{key}' must be text")
    return value


def _maybe_text(entry: Json, key: str) -> str | None:
    return None if entry.get(key) is None else _text(entry, key)


def _whole(entry: Json, key: str) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise ValueError(f"'{key}' must be a whole number from 0 to {_MOST}")
    return value


def _number(entry: Json, key: str, otherwise: float | None = None) -> float:
    value = entry.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
        raise ValueError(f"'{key}' must be a number")
    return float(value)


def _numbers(entry: Json, key: str, length: int) -> list[float]:
    value = entry.get(key)
    if not isinstance(value, (list, tuple)) or len(value) != length:
        raise ValueError(f"'{key}' must be {length} numbers")
    return [_number({key: each}, key) for each in value]


def _size(entry: Json, key: str) -> Size:
    width, height = _numbers(entry, key, 2)
    if min(width, height) <= 0:
        raise ValueError(f"'{key}' must be above zero")
    return Size(width, height)


def _invalid(where: str, message: str) -> Finding:
    return Finding("error", "manifest-invalid", where, message)
