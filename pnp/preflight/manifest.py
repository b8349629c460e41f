"""Reads a manifest's JSON: what it promises as typed frozen data, or one finding for every entry that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NotRequired, TypeVar, cast

from pnp import manifest as shape
from pnp.drawing.colour import Colour
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.geometry import NAMED, ROUNDED, Insets, Outline, Shaped, Size, Trim
from pnp.geometry.path_text import path_commands
from pnp.geometry.shaped import shaped
from pnp.imposition.plan import DUPLEXINGS, Duplexing

_MOST = 100_000
_ENTRY = TypeVar("_ENTRY")
Json = Mapping[str, Any]
_MOST_LETTERS = 200_000  # of the path of an outline


@frozen
class Listed:
    """One file that was written; what is None is not told or has no meaning for its kind."""

    path: str
    sha256: str
    pages: int | None
    paper: Size | None
    sides: str | None
    flip: str | None
    contents: shape.Fingerprints | None = None

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
class RecordedMember:
    """One of a set that players must tell apart: its colour, and the shape or hatch that it shows besides."""

    id: str
    colour: Colour
    shape: str | None


@frozen
class RecordedSet:
    """What players must tell apart, and whether any piece of the build shows it."""

    members: tuple[RecordedMember, ...]
    is_shown: bool = True


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
    sets: Mapping[str, RecordedSet]
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


def parse_manifest(document: object, where: str = shape.MANIFEST) -> Manifest:
    """The promises of a manifest; raises InputInvalid with every entry that cannot be understood."""
    reading = _EntryReader(where)
    if not isinstance(document, Mapping) or document.get("format", shape.FORMAT) != shape.FORMAT:
        raise InputInvalid([_invalid(where, f"is not a manifest of format {shape.FORMAT}; build the game again")])
    files = reading.each(document, "files", _listed)
    components = reading.each(document, "components", _promised)
    backs = reading.each(document, "backs", lambda entry: _text("id", entry.get("id")))
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


class _EntryReader:
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


# What each kind of entry promises


def _listed(entry: Json) -> Listed:
    file = _checked(shape.FilePromise, entry)
    path, sides = file["path"], file["sides"]
    if path.startswith(("/", "\\")) or ".." in path.replace("\\", "/").split("/") or ":" in path:
        raise ValueError(f"path '{path}' leads out of the folder")
    if sides is not None and sides not in DUPLEXINGS:
        raise ValueError(f"sides is '{sides}', and not one of {', '.join(DUPLEXINGS)}")
    paper = None if file["paper_mm"] is None else _size("paper_mm", file["paper_mm"])
    return Listed(path, file["sha256"], file["pages"], paper, sides, file["flip"], _contents(entry.get("contents")))


def _contents(entry: object) -> shape.Fingerprints | None:
    if entry is None:
        return None
    pages, faces = (entry.get("pages"), entry.get("faces")) if isinstance(entry, Mapping) else (None, None)
    if not isinstance(pages, (list, tuple)) or not isinstance(faces, Mapping):
        raise ValueError("'contents' must hold 'pages' and 'faces'")
    if not all(isinstance(each, str) for each in (*pages, *faces, *faces.values())):
        raise ValueError("'contents' must hold texts")
    return shape.Fingerprints(pages=tuple(pages), faces=dict(faces))


def _promised(entry: Json) -> Promised:
    component = _checked(shape.ComponentPromise, entry)
    scale, size = component.get("scale", 1.0), _size("trim_mm", component["trim_mm"])
    outline = _outline(component, size)
    corner = component.get("corner_mm", 0.0) if outline == ROUNDED else 0.0
    trim = Trim(size, outline, corner, component.get("bleed_mm", 0.0), component.get("safe_mm", 0.0))
    if not 0 < scale <= 1:
        raise ValueError(f"scale {scale:g} is not above 0 and at most 1")
    tile = _checked(shape.TilePromise, _object("tile", entry["tile"])) if entry.get("tile") is not None else None
    return Promised(
        component["id"], component["count"], trim, component["back"], scale, component["sha256"],
        (tile["number"], tile["of"]) if tile else None,
    )  # fmt: skip


def _outline(trim: shape.TrimPromise, size: Size) -> Outline:
    """What the component is cut along, a path read as strictly as that of a deck."""
    name, path = trim["shape"] or "rectangle", trim.get("path") or ""
    if name != Shaped.name:
        if name not in NAMED:
            raise ValueError(f"shape '{name}' is none of {', '.join((*NAMED, Shaped.name))}")
        return NAMED[name]
    if len(path) > _MOST_LETTERS:
        raise ValueError(f"path has over {_MOST_LETTERS:,} letters")
    try:
        return shaped(path_commands(path), size)
    except ValueError as problem:
        raise ValueError(f"path: {problem}") from problem


def _placed(entry: Json) -> PromisedPlace:
    place = _checked(shape.PlacementEntry, entry)
    return PromisedPlace(
        place["file"], place["page"], place["side"], place["component"], place["copy"], place["cx_mm"], place["cy_mm"],
        place["rotation"], None if place["bleed_mm"] is None else Insets(*place["bleed_mm"]),
    )  # fmt: skip


def _set(entry: Json) -> tuple[str, RecordedSet]:
    members = [_checked(shape.MemberEntry, each) for each in _objects(entry, "members")]
    shown = tuple(RecordedMember(each["id"], Colour.parse(each["colour"]), each["shape"]) for each in members)
    return _text("name", entry.get("name")), RecordedSet(shown, entry.get("parts") != [])


def _options(entry: Json) -> tuple[float, UsedPrinter | None, PartialPrint | None]:
    return _number("margin_mm", entry.get("margin_mm", 5.0)), _printer(entry, "printer"), _part(entry)


def _part(entry: Json) -> PartialPrint | None:
    sheets, side = entry.get("sheets"), _or_none(_text)("side", entry.get("side"))
    if sheets is None and side is None:
        return None
    if not isinstance(sheets or [], (list, tuple)):
        raise ValueError("'sheets' must be a list")
    ranges = [_numbers(2)("sheets", each) for each in sheets or ()]
    return PartialPrint(tuple((int(low), int(high)) for low, high in ranges), side)


def _changed(entry: Json) -> dict[str, range]:
    changes = [_checked(shape.ChangePromise, each) for each in _objects(entry, "print")]
    copies = {change["id"]: change["copies"] for change in changes}
    if any(not 0 < first <= last <= _MOST for first, last in copies.values()):
        raise ValueError("'copies' must be the first and the last copy")
    return {component: range(int(first), int(last) + 1) for component, (first, last) in copies.items()}


def _printer(entry: Json, key: str) -> UsedPrinter | None:
    if entry.get(key) is None:
        return None
    profile = _object(key, entry[key])
    scale_x, scale_y = (_number(key, profile.get(key, 1.0)) for key in ("scale_x", "scale_y"))
    if min(scale_x, scale_y) <= 0:
        raise ValueError("a printer's scale must be above zero")
    x, y, turn = (_number(key, profile.get(key, 0.0)) for key in ("shift_x_mm", "shift_y_mm", "rotate_deg"))
    return UsedPrinter(scale_x, scale_y, x, y, turn, _printer(profile, "landscape"))


# Values of every type that the shape knows, by the name that they have


def _checked(kind: type[_ENTRY], entry: Json) -> _ENTRY:
    """The fields of that shape, each of its type; ValueError for the first that is not."""
    fields = {}
    for key, hint in kind.__annotations__.items():
        check = _CHECKS.get(hint)
        if check is not None and (key in entry or hint != NotRequired[float]):
            fields[key] = check(key, entry.get(key))
    return cast(_ENTRY, fields)


def _object(key: str, value: object) -> Json:
    if not isinstance(value, Mapping):
        raise ValueError(f"'{key}' must be an object")
    return value


def _objects(entry: Json, key: str) -> list[Json]:
    value = entry.get(key)
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, Mapping) for each in value):
        raise ValueError(f"'{key}' must be a list of objects")
    return list(value)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"'{key}' must be text")
    return value


def _whole(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise ValueError(f"'{key}' must be a whole number from 0 to {_MOST}")
    return value


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
        raise ValueError(f"'{key}' must be a number")
    return float(value)


def _numbers(length: int) -> Callable[[str, object], list[float]]:
    def check(key: str, value: object) -> list[float]:
        if not isinstance(value, (list, tuple)) or len(value) != length:
            raise ValueError(f"'{key}' must be {length} numbers")
        return [_number(key, each) for each in value]

    return check


def _or_none(check: Callable[[str, object], _ENTRY]) -> Callable[[str, object], _ENTRY | None]:
    return lambda key, value: None if value is None else check(key, value)


_CHECKS: Mapping[object, Callable[[str, object], object]] = {
    str: _text, str | None: _or_none(_text), int: _whole, int | None: _or_none(_whole), float: _number,
    NotRequired[float]: _number, NotRequired[str | None]: _or_none(_text),
    shape.Pair: _numbers(2), shape.Pair | None: _or_none(_numbers(2)),
    shape.Edges | None: _or_none(_numbers(4)),
}  # fmt: skip


def _size(key: str, sides: shape.Pair) -> Size:
    width, height = sides
    if min(width, height) <= 0:
        raise ValueError(f"'{key}' must be above zero")
    return Size(width, height)


def _invalid(where: str, message: str) -> Finding:
    return Finding("error", "manifest-invalid", where, message)
