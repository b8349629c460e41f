"""What every check is given of a file and its manifest, and how pieces are named in findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.errors import Finding, Severity
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.imposition.plan import Duplexing
from pnp.preflight.found import Corners, FoundFace, FoundFile, FoundPage, FoundPiece, Key, mapped
from pnp.preflight.manifest import Listed, Manifest, PromisedPlace, UsedPrinter

NEAR = 0.05
"""Millimetres and degrees by which a piece may miss its place."""
CONTACT = 0.01
"""Millimetres by which trims may touch or margins be entered: rounding in the file, no more."""
SCALE = 0.001
MARGIN = 5.0
_NAMED = 4


@frozen
class ShownFace:
    """One face, its trim where the manifest tells it, and the pieces that show it."""

    face: FoundFace
    trim: Trim | None
    pieces: tuple[FoundPiece, ...]


@frozen
class Examined:
    """One file that was read, the manifest it belongs to, and its pieces with any printer's correction taken back out.

    `manifest` is None for a file that stands alone. `placed` is what the manifest places in this file, `bleeds` the
    bleed that it gives each side of each piece, and `tells_bleeds` whether it gives every one.
    """

    path: str
    document: FoundFile
    manifest: Manifest | None
    pieces: tuple[FoundPiece, ...]
    placed: tuple[PromisedPlace, ...]
    bleeds: Mapping[tuple[str, int, str], Insets | None]
    tells_bleeds: bool
    faces: tuple[ShownFace, ...]
    sizes: Mapping[int, Size]
    by_page: Mapping[int, Sequence[FoundPiece]]

    @property
    def listed(self) -> Listed | None:
        return self.manifest.files.get(self.path) if self.manifest else None

    @property
    def duplexing(self) -> Duplexing | None:
        return self.listed.duplexing if self.listed else None

    @property
    def one_sided(self) -> bool:
        """Whether only fronts, or only backs, were asked for."""
        return self.manifest is not None and self.manifest.part is not None and self.manifest.part.side is not None

    @property
    def margin(self) -> float:
        return self.manifest.margin if self.manifest else MARGIN

    def printable(self, page: FoundPage) -> Box:
        """What lies inside the margin of a page."""
        return page.paper.grown(Insets.even(-self.margin))

    def trim(self, piece: FoundPiece) -> Trim | None:
        return trim_of(piece, self.manifest)

    def trim_box(self, piece: FoundPiece) -> Box | None:
        """The piece's trim as it lies on the page, at the scale at which it is printed; None where it is not known."""
        trim = self.trim(piece)
        return mapped(Box.around(0, 0, trim.size), piece.transform) if trim else None

    def page_size(self, number: int) -> Size:
        return self.sizes[number]

    def on_page(self, number: int) -> Sequence[FoundPiece]:
        """Its pieces, where they are to lie: any printer's correction is taken back out of them."""
        return self.by_page.get(number, ())

    def side(self, side: str) -> Mapping[Key, FoundPiece]:
        """The pieces of one side, the first where there are several of one copy."""
        found: dict[Key, FoundPiece] = {}
        for piece in self.pieces:
            if piece.side == side:
                found.setdefault(piece.key, piece)
        return found

    def on_paper(self, page: FoundPage, points: Corners) -> Corners:
        """Where points of a page will lie: of a page of backs any printer's correction is taken back out."""
        duplexing, printer = self.duplexing, self.manifest.printer if self.manifest else None
        fronts = any(piece.side == "front" for piece in page.pieces)
        if printer is None or fronts or duplexing is None or not duplexing.two_sided:
            return points
        undone = _undone(printer, page.size)
        return tuple(undone.apply(x, y) for x, y in points)

    def place(self, page: int) -> str:
        return f"{self.path}, page {page}"


def examine(path: str, document: FoundFile, manifest: Manifest | None) -> Examined:
    """The file as checks see it; a back that was moved for a printer is moved back first, and so is its placement."""
    listed = manifest.files.get(path) if manifest else None
    duplexing = listed.duplexing if listed else None
    folded = duplexing is not None and duplexing.folded  # printed on one side, where nothing was moved
    printer = manifest.printer if manifest and not folded else None
    sizes = {page.number: page.size for page in document.pages}
    pieces = tuple(_moved_back(piece, sizes[piece.page], printer) for piece in document.pieces)
    placed = tuple(_expected(place, sizes, printer) for place in _placed(path, pieces, manifest))
    by_page: dict[int, list[FoundPiece]] = {}
    groups: dict[tuple[int, Trim | None], list[FoundPiece]] = {}
    for piece in pieces:
        by_page.setdefault(piece.page, []).append(piece)
        trim = trim_of(piece, manifest)
        groups.setdefault((id(piece.face), trim), []).append(piece)
    faces = tuple(ShownFace(alike[0].face, trim, tuple(alike)) for (_, trim), alike in groups.items())
    bleeds = {(place.component, place.copy, place.side): place.bleed for place in placed}
    tells_bleeds = all(bleed is not None for bleed in bleeds.values())
    return Examined(path, document, manifest, pieces, placed, bleeds, tells_bleeds, faces, sizes, by_page)


def trim_of(piece: FoundPiece, manifest: Manifest | None) -> Trim | None:
    """What the manifest says of a piece, as it is seen from the side that is printed."""
    trim = manifest.trim(piece.component) if manifest else None
    return trim.turned_over if trim and piece.side == "back" else trim


def _placed(path: str, pieces: tuple[FoundPiece, ...], manifest: Manifest | None) -> Iterator[PromisedPlace]:
    """The manifest's placements in a file. Of a sheet in several formats it lists the first only: a file without
    any is held to those of its pieces, wherever they are listed."""
    own = manifest.placed_in(path) if manifest else ()
    yield from own
    if manifest and not own:
        for piece in pieces:
            if place := manifest.places.get((piece.component, piece.copy, piece.side)):
                yield replace(place, file=path, page=piece.page)


def _expected(place: PromisedPlace, sizes: Mapping[int, Size], printer: UsedPrinter | None) -> PromisedPlace:
    """Where the piece of a placement will lie on paper."""
    size = sizes.get(place.page)
    if printer is None or size is None or place.side != "back":
        return place
    turn = Transform.rotated(place.rotation)
    drawn = Transform(turn.a, turn.b, turn.c, turn.d, place.cx, place.cy)
    there = drawn.then(_undone(printer, size))
    return replace(place, cx=there.e, cy=there.f, rotation=there.rotation)


def _moved_back(piece: FoundPiece, page: Size, printer: UsedPrinter | None) -> FoundPiece:
    """The piece where it will lie on paper: a printer's correction moves backs by just what the printer moves them."""
    if printer is None or piece.side != "back":
        return piece
    undone = _undone(printer, page)
    clip = mapped(piece.clip, undone) if piece.clip else None
    return replace(piece, transform=piece.transform.then(undone), clip=clip)


def _undone(printer: UsedPrinter, page: Size) -> Transform:
    """What takes the printer's correction back out of a page of that size."""
    if printer.landscape is not None and page.width > page.height:
        printer = printer.landscape
    x, y = page.width / 2, page.height / 2
    return (
        Transform.moved(-x - printer.shift_x, -y - printer.shift_y)
        .then(Transform.rotated(-printer.rotation))
        .then(Transform.scaled(1 / printer.scale_x, 1 / printer.scale_y))
        .then(Transform.moved(x, y))
    )


def beyond(box: Box, inside: Box) -> float:
    """How far a box reaches out of another, in millimetres; below zero when it is well inside."""
    return max(inside.left - box.left, inside.top - box.top, box.right - inside.right, box.bottom - inside.bottom)


def true_scale(piece: FoundPiece) -> bool:
    return all(abs(scale - 1) <= SCALE for scale in piece.scale)


def apart(one: float, other: float) -> float:
    """The angle between two rotations in degrees, from 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def grouped(
    examined: Examined, severity: Severity, code: str, troubles: Iterable[tuple[FoundPiece, str]]
) -> Iterator[Finding]:
    """One finding for all pieces of a page that have the same trouble, so that one cause is told once."""
    groups: dict[tuple[int, str], list[str]] = {}
    for piece, trouble in troubles:
        groups.setdefault((piece.page, trouble), []).append(str(piece))
    for (page, trouble), names in groups.items():
        yield Finding(severity, code, examined.place(page), f"{listing(names)}: {trouble}")


def listing(names: list[str]) -> str:
    """The first few names, and how many more there are."""
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - _NAMED} more" if len(unique) > _NAMED else ""
    return "; ".join(unique[:_NAMED]) + more
