"""Pieces in the wrong place, the wrong way round or at the wrong size, and backs that are not behind fronts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import ROUND, Box, Size, Trim, regions
from pnp.geometry.paths import Loop, flattened, moved
from pnp.preflight.examined import CONTACT, NEAR, Examined, apart, beyond, grouped, true_scale
from pnp.preflight.found import FoundPiece
from pnp.preflight.manifest import PromisedPlace

_RING = 1e-6
_OVERLAPS = 100  # on one page, after which no further piece of it is looked at


def misplaced(examined: Examined) -> Iterator[Finding]:
    """Pieces as any format tells of them: of no side, at another size, mirrored, elsewhere, turned, in the margin."""
    paired = tuple(_paired(examined))
    for code, troubles in (
        ("piece-side-unknown", (
            (piece, "does not tell whether it is a front or a back; build it again")
            for piece in examined.pieces if piece.side not in ("front", "back")
        )),
        ("piece-scaled", (
            (piece, f"is drawn at {_percent(piece)} of its size; build it again at true scale")
            for piece in examined.pieces if not true_scale(piece)
        )),
        ("piece-mirrored", (
            (piece, "is drawn mirrored; build it again") for piece in examined.pieces if piece.mirrored
        )),
        ("piece-wrong-page", (
            (piece, f"its {piece.side} belongs on page {place.page}; build it again")
            for piece, place in paired if piece.page != place.page
        )),
        ("piece-moved", (
            (piece, f"its {piece.side} {_offset(piece, place.cx, place.cy)} from its place; build it again")
            for piece, place in paired
            if true_scale(piece) and math.hypot(piece.cx - place.cx, piece.cy - place.cy) > NEAR
        )),
        ("piece-turned", (
            (piece, f"its {piece.side} is turned by {piece.rotation:.2f}° instead of {place.rotation:.2f}°; "
             "build it again")
            for piece, place in paired if apart(piece.rotation, place.rotation) > NEAR
        )),
        ("piece-outside-printable", (
            (piece, f"reaches {over:.2f} mm into the margin of {examined.margin:g} mm; take larger paper")
            for page in examined.document.pages for piece in examined.on_page(page.number)
            if (box := examined.trim_box(piece)) and (over := beyond(box, examined.printable(page))) > CONTACT
        )),
    ):  # fmt: skip
        yield from grouped(examined, "error", code, troubles)


def moved_out(examined: Examined) -> Iterator[Finding]:
    """Backs that a printer's correction has drawn where a printer may draw nothing, though they belong further in."""
    for page in examined.document.pages if _corrected(examined) else ():
        boxes = [examined.trim_box(piece) for piece in page.pieces if piece.side == "back"]
        over = max((beyond(box, examined.printable(page)) for box in boxes if box), default=0.0)
        if over > CONTACT:
            message = (
                f"backs are drawn {over:.2f} mm into the margin of {examined.margin:g} mm, since the printer is to put "
                f"them elsewhere; if they come out cut off, give --margin {examined.margin + math.ceil(over):g}mm"
            )
            yield Finding("warning", "back-near-edge", examined.place(page.number), message)


def overlapping(examined: Examined) -> Iterator[Finding]:
    """Trims that lie in one another, found by sweeping each page from left to right until there are many."""
    areas = [area for piece in examined.pieces for area in _area(examined, piece)]
    areas.sort(key=lambda area: (area.piece.page, area.box.left))
    active: list[_TakenSpace] = []
    found: Counter[int] = Counter()
    for area in areas:
        piece = area.piece
        if found[piece.page] >= _OVERLAPS:
            continue
        active = [
            other for other in active if other.piece.page == piece.page and other.box.right > area.box.left + CONTACT
        ]
        for other in active:
            depth = area.depth(other)
            if depth > CONTACT:
                found[piece.page] += 1
                trouble = f"lies {depth:.2f} mm over {other.piece}; build it again"
                yield from grouped(examined, "error", "piece-overlaps", [(piece, trouble)])
        active.append(area)


def overprinted(examined: Examined) -> Iterator[Finding]:
    """Ink beyond the bleed that the manifest gives a placement, where a neighbour may lie.

    Not asked of backs that were turned by a hair for a printer: their clips are no upright boxes any more.
    """
    for piece, place in _paired(examined):
        box = None if piece.side == "back" and _corrected(examined) else examined.trim_box(piece)
        if box is None or place.bleed is None or piece.printed is None or not true_scale(piece):
            continue
        if (over := beyond(piece.printed, box.grown(place.bleed))) > NEAR:
            trouble = f"its {piece.side} is printed {over:.2f} mm past its bleed; build it again"
            yield from grouped(examined, "error", "piece-overprints", [(piece, trouble)])


def _paired(examined: Examined) -> Iterator[tuple[FoundPiece, PromisedPlace]]:
    """Each placement of the manifest with the piece found for it, the nearest where there are several."""
    found: dict[tuple[str, int, str], list[FoundPiece]] = {}
    for piece in examined.pieces:
        found.setdefault((piece.component, piece.copy, piece.side), []).append(piece)
    for place in examined.placed:
        if pieces := found.get((place.component, place.copy, place.side)):
            yield min(pieces, key=lambda piece: _distance(piece, place)), place


def _corrected(examined: Examined) -> bool:
    return examined.manifest is not None and examined.manifest.printer is not None


def _distance(piece: FoundPiece, place: PromisedPlace) -> tuple[bool, float]:
    return piece.page != place.page, math.hypot(piece.cx - place.cx, piece.cy - place.cy)


@frozen
class _TakenSpace:
    """What a piece takes of its page: the box of its trim, and the trim where the manifest tells it."""

    piece: FoundPiece
    box: Box
    trim: Trim | None

    @property
    def is_round(self) -> bool:
        return self.trim is not None and self.trim.outline == ROUND

    @property
    def is_box(self) -> bool:
        return self.trim is None or not self.trim.outline.is_cut_out

    @property
    def loop(self) -> Loop:
        """Its edge on the page."""
        trim, middle = self.trim or Trim(Size(self.box.width, self.box.height)), self.piece.transform
        around = Box.around(0, 0, trim.size) if self.trim else self.box
        edge = trim.outline.edge(around, corner=trim.corner)
        (loop,) = flattened(moved(edge, middle) if self.trim else edge, CONTACT / 2)
        return loop

    def depth(self, other: _TakenSpace) -> float:
        """How deep it lies in another; zero or less when they are apart."""
        one, depth = self, self.box.overlap(other.box)
        if depth <= CONTACT or (one.is_box and other.is_box):
            return depth
        if one.is_round and other.is_round:
            return (one.box.width + other.box.width) / 2 - math.dist(one.box.centre, other.box.centre)
        if not (one.is_round or one.is_box) or not (other.is_round or other.is_box):
            return regions.overlap(one.loop, other.loop)
        disc, box = (one.box, other.box) if one.is_round else (other.box, one.box)
        x, y = disc.centre
        distance = math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))
        return disc.width / 2 - distance if distance > _RING else depth


def _area(examined: Examined, piece: FoundPiece) -> Iterator[_TakenSpace]:
    """The trim; of a file that stands alone what is printed must do."""
    trim, box = examined.trim(piece), examined.trim_box(piece)
    if trim is not None and box is not None:
        yield _TakenSpace(piece, box, trim)
    elif examined.manifest is None and piece.printed is not None:
        yield _TakenSpace(piece, piece.printed, None)


def _offset(piece: FoundPiece, x: float, y: float) -> str:
    parts = [
        f"{abs(distance):.2f} mm {after if distance > 0 else before}"
        for distance, before, after in ((piece.cx - x, "left", "right"), (piece.cy - y, "up", "down"))
        if abs(distance) >= CONTACT
    ]
    return f"lies {' and '.join(parts)}"


def _percent(piece: FoundPiece) -> str:
    across, down = (f"{100 * scale:.1f}%" for scale in piece.scale)
    return across if across == down else f"{across} across and {down} down"


# Backs, as they are seen through the paper


@frozen
class _FrontAndBack:
    """A front, the back found for it, and whether the sheet turns about a vertical line."""

    front: FoundPiece
    back: FoundPiece
    vertical: bool
    page: Size

    @property
    def behind(self) -> tuple[float, float]:
        """Where the back's centre must be to lie behind the front's."""
        if self.vertical:
            return self.page.width - self.front.cx, self.front.cy
        return self.front.cx, self.page.height - self.front.cy

    @property
    def distance(self) -> float:
        x, y = self.behind
        return math.hypot(self.back.cx - x, self.back.cy - y)

    @property
    def rotation(self) -> float:
        """A card's up stays up about a vertical line and points down about a horizontal one."""
        return (-self.front.rotation if self.vertical else 180 - self.front.rotation) % 360


def backs(examined: Examined) -> Iterator[Finding]:
    """Backs that are missing, needless, on the wrong page, or not behind their fronts as these stand."""
    fronts, found, pairs = examined.side("front"), examined.side("back"), _pairs(examined)
    duplexing, components = examined.duplexing, examined.manifest.components if examined.manifest else {}
    asked = duplexing is not None and duplexing.two_sided and not examined.one_sided
    pages = examined.document.page_count
    step = 0 if duplexing is None or duplexing.folded else pages // 2 if duplexing.apart else 1
    for code, troubles in (
        ("back-missing", (
            (front, f"has no back, though {promised.back} belongs behind it; build it again")
            for key, front in fronts.items()
            if asked and key not in found and (promised := components.get(front.component)) and promised.back
        )),
        ("back-extra", (
            (back, f"{reason}; build it again")
            for key, back in found.items() if (reason := _needless(examined, back, key in fronts))
        )),
        ("back-wrong-page", (
            (pair.back, f"its back belongs on page {pair.front.page + step} with sides {duplexing.name}; "
             "build it again")
            for pair in pairs if duplexing and pair.back.page != pair.front.page + step
        )),
        ("back-moved", (
            (pair.back, f"its back lies {pair.distance:.2f} mm away from behind its front ({_at(*pair.behind)}); "
             "build it again, and keep --sides to how the paper is turned over")
            for pair in pairs if pair.distance > NEAR and true_scale(pair.back) and true_scale(pair.front)
        )),
        ("back-turned", (
            (pair.back, f"its back is turned by {pair.back.rotation:.2f}° and must be turned by {pair.rotation:.2f}° "
             "to stand as its front does; build it again")
            for pair in pairs if apart(pair.back.rotation, pair.rotation) > NEAR
        )),
    ):  # fmt: skip
        yield from grouped(examined, "error", code, troubles)


def wrong_face(examined: Examined) -> Iterator[Finding]:
    """A back with another back's face, or a front with the face of another component."""
    manifest = examined.manifest
    if manifest is None:
        return
    faces = manifest.backs | manifest.components.keys()
    for piece in examined.pieces:
        promised = manifest.components.get(piece.component)
        if promised is None or piece.face.id is None:
            continue
        expected = promised.back if piece.side == "back" else promised.id
        known = piece.face.id in faces or piece.side == "back"
        if expected and known and piece.face.id != expected:
            trouble = f"its {piece.side} shows {piece.face.id} instead of {expected}; build it again"
            yield from grouped(examined, "error", "wrong-face", [(piece, trouble)])


def sides_differ(examined: Examined) -> Iterator[Finding]:
    """One page with both sides is a gutterfold and nothing else is; and sides and flip edge must agree."""
    listed, duplexing = examined.listed, examined.duplexing
    if listed is None or duplexing is None:
        return
    if listed.flip != duplexing.flip:
        message = f"the manifest says {duplexing.name} and flip {listed.flip}, which do not agree; build it again"
        yield Finding("error", "sides-differ", examined.path, message)
    for page in examined.document.pages:
        if not duplexing.folded and {"front", "back"} <= {piece.side for piece in page.pieces}:
            message = f"fronts and backs stand on one page, which is no {duplexing.name}; build it again"
            yield Finding("error", "sides-differ", examined.place(page.number), message)


def _needless(examined: Examined, back: FoundPiece, has_front: bool) -> str | None:
    """Why a back should not be there; None when it should. A front that is missing is told elsewhere."""
    if examined.manifest is None:
        return None if has_front else "has a back in this file and no front"
    if examined.duplexing and not examined.duplexing.two_sided:
        return "has a back in a file of fronts"
    promised = examined.manifest.components.get(back.component)
    if promised is None:
        return None if examined.listed and not examined.placed else "is a back of no component in the manifest"
    if promised.back is None:
        return "has a back, and the manifest gives it none"
    return None if has_front or back.copy <= promised.count else "is the back of a copy that is not asked for"


def _pairs(examined: Examined) -> list[_FrontAndBack]:
    """Fronts with their backs; of a gutterfold only how its pieces lie tells whether its fold stands upright."""
    fronts, backs = examined.side("front"), examined.side("back")
    found = [(front, backs[key]) for key, front in fronts.items() if key in backs]

    def pair(front: FoundPiece, back: FoundPiece, vertical: bool) -> _FrontAndBack:
        return _FrontAndBack(front, back, vertical, examined.page_size(front.page))

    def misses(vertical: bool) -> int:
        return sum(pair(*both, vertical).distance > NEAR for both in found if both[0].page == both[1].page)

    upright = misses(True) <= misses(False)
    return [
        pair(front, back, upright if front.page == back.page else _turns_about_vertical(examined, front))
        for front, back in found
    ]


def _turns_about_vertical(examined: Examined, front: FoundPiece) -> bool:
    """The long edge of a page stands upright on a portrait page and lies on a landscape one."""
    flip = examined.listed.flip if examined.listed else examined.document.duplex
    size = examined.page_size(front.page)
    return (flip != "short") == (size.height >= size.width)


def _at(x: float, y: float) -> str:
    return f"{x:.2f} mm from the left, {y:.2f} mm from the top"
