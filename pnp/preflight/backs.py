"""Backs that are missing, misplaced, turned or wrong when they are seen through the paper."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.preflight.examined import NEAR, Examined, apart, told, true_scale
from pnp.preflight.found import Piece

Key = tuple[str, int]


@frozen
class _Pair:
    """A front, the back found for it, and whether the sheet turns about a vertical line."""

    front: Piece
    back: Piece
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


def back_missing(examined: Examined) -> Iterator[Finding]:
    duplexing = examined.duplexing
    if examined.manifest is None or duplexing is None or not duplexing.two_sided:
        return
    if examined.manifest.part and examined.manifest.part.side:
        return
    backs, components = _side(examined, "back"), examined.manifest.components
    yield from told(
        examined, "error", "back-missing",
        (
            (front, f"has no back, though {components[front.component].back} belongs behind it; build it again")
            for key, front in _side(examined, "front").items()
            if key not in backs and front.component in components and components[front.component].back
        ),
    )  # fmt: skip


def back_extra(examined: Examined) -> Iterator[Finding]:
    fronts = _side(examined, "front")
    yield from told(
        examined, "error", "back-extra",
        (
            (back, f"{reason}; build it again")
            for key, back in _side(examined, "back").items()
            if (reason := _needless(examined, back, key in fronts))
        ),
    )  # fmt: skip


def back_wrong_page(examined: Examined) -> Iterator[Finding]:
    """Behind its front in the order in which the pages are printed."""
    duplexing = examined.duplexing
    if duplexing is None:
        return
    step = 0 if duplexing.folded else examined.document.page_count // 2 if duplexing.apart else 1
    yield from told(
        examined, "error", "back-wrong-page",
        (
            (pair.back, f"its back belongs on page {pair.front.page + step} with sides {duplexing.name}; "
             "build it again")
            for pair in _pairs(examined)
            if pair.back.page != pair.front.page + step
        ),
    )  # fmt: skip


def back_moved(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "back-moved",
        (
            (
                pair.back,
                f"its back lies {pair.distance:.2f} mm away from behind its front ({_at(*pair.behind)}); "
                "build it again, and keep --sides to how the paper is turned over",
            )
            for pair in _pairs(examined)
            if pair.distance > NEAR and true_scale(pair.back) and true_scale(pair.front)
        ),
    )  # fmt: skip


def back_turned(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "back-turned",
        (
            (
                pair.back,
                f"its back is turned by {pair.back.rotation:.2f}° and must be turned by {pair.rotation:.2f}° to stand "
                "as its front does; build it again",
            )
            for pair in _pairs(examined)
            if apart(pair.back.rotation, pair.rotation) > NEAR
        ),
    )  # fmt: skip


def wrong_face(examined: Examined) -> Iterator[Finding]:
    """A back with another back's face, or a front with the face of another component."""
    if examined.manifest is None:
        return
    manifest = examined.manifest
    faces = manifest.backs | manifest.components.keys()
    for piece in examined.pieces:
        promised = manifest.components.get(piece.component)
        if promised is None or piece.face.id is None:
            continue
        expected = promised.back if piece.side == "back" else promised.id
        known = piece.face.id in faces or piece.side == "back"
        if expected and known and piece.face.id != expected:
            trouble = f"its {piece.side} shows {piece.face.id} instead of {expected}; build it again"
            yield from told(examined, "error", "wrong-face", [(piece, trouble)])


def sides_differ(examined: Examined) -> Iterator[Finding]:
    """One page with both sides is a gutterfold and nothing else is; and sides and flip edge must agree."""
    listed, duplexing = examined.listed, examined.duplexing
    if listed is None or duplexing is None:
        return
    if listed.flip != duplexing.flip:
        message = f"the manifest says {duplexing.name} and flip {listed.flip}, which do not agree; build it again"
        yield Finding("error", "sides-differ", examined.path, message)
    for page in examined.document.pages:
        shown = {piece.side for piece in page.pieces}
        if not duplexing.folded and {"front", "back"} <= shown:
            message = f"fronts and backs stand on one page, which is no {duplexing.name}; build it again"
            yield Finding("error", "sides-differ", examined.place(page.number), message)


def _needless(examined: Examined, back: Piece, has_front: bool) -> str | None:
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


def _pairs(examined: Examined) -> list[_Pair]:
    fronts, backs = _side(examined, "front"), _side(examined, "back")
    found = [(front, backs[key]) for key, front in fronts.items() if key in backs]
    folded = [(front, back) for front, back in found if front.page == back.page]
    vertical = _fold(examined, folded)
    return [
        _pair(examined, front, back, vertical if front.page == back.page else _turns_about_vertical(examined, front))
        for front, back in found
    ]


def _pair(examined: Examined, front: Piece, back: Piece, vertical: bool) -> _Pair:
    return _Pair(front, back, vertical, examined.page_size(front.page))


def _turns_about_vertical(examined: Examined, front: Piece) -> bool:
    """The long edge of a page stands upright on a portrait page and lies on a landscape one."""
    flip = examined.listed.flip if examined.listed else examined.document.duplex
    size = examined.page_size(front.page)
    return (flip != "short") == (size.height >= size.width)


def _fold(examined: Examined, folded: list[tuple[Piece, Piece]]) -> bool:
    """Whether the fold of a gutterfold stands upright: the file tells it only by how its pieces lie."""

    def misses(vertical: bool) -> int:
        return sum(_pair(examined, front, back, vertical).distance > NEAR for front, back in folded)

    return misses(True) <= misses(False)


def _side(examined: Examined, side: str) -> dict[Key, Piece]:
    found: dict[Key, Piece] = {}
    for piece in examined.pieces:
        if piece.side == side:
            found.setdefault((piece.component, piece.copy), piece)
    return found


def _at(x: float, y: float) -> str:
    return f"{x:.2f} mm from the left, {y:.2f} mm from the top"
