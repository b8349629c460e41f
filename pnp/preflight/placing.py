"""Pieces of a file that lie in the wrong place, the wrong way round or at the wrong size."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from pnp.errors import Finding
from pnp.geometry import Box, Insets
from pnp.preflight.examined import CONTACT, NEAR, Examined, apart, beyond, told, trim_box, true_scale
from pnp.preflight.found import Piece
from pnp.preflight.manifest import Placed

_RING = 1e-6
_OVERLAPS = 100  # on one page, after which no further piece of it is looked at


def sideless(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-side-unknown",
        (
            (piece, "does not tell whether it is a front or a back; build it again")
            for piece in examined.pieces
            if piece.side not in ("front", "back")
        ),
    )  # fmt: skip


def scaled(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-scaled",
        (
            (piece, f"is drawn at {_percent(piece)} of its size; build it again at true scale")
            for piece in examined.pieces
            if not true_scale(piece)
        ),
    )  # fmt: skip


def reflected(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-mirrored",
        ((piece, "is drawn mirrored; build it again") for piece in examined.pieces if piece.mirrored),
    )  # fmt: skip


def wrong_page(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-wrong-page",
        (
            (piece, f"its {piece.side} belongs on page {place.page}; build it again")
            for piece, place in _paired(examined)
            if piece.page != place.page
        ),
    )  # fmt: skip


def moved(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-moved",
        (
            (piece, f"its {piece.side} {_offset(piece, place.cx, place.cy)} from its place; build it again")
            for piece, place in _paired(examined)
            if true_scale(piece) and math.hypot(piece.cx - place.cx, piece.cy - place.cy) > NEAR
        ),
    )  # fmt: skip


def turned(examined: Examined) -> Iterator[Finding]:
    yield from told(
        examined, "error", "piece-turned",
        (
            (
                piece,
                f"its {piece.side} is turned by {piece.rotation:.2f}° instead of {place.rotation:.2f}°; build it again",
            )
            for piece, place in _paired(examined)
            if apart(piece.rotation, place.rotation) > NEAR
        ),
    )  # fmt: skip


def overprinted(examined: Examined) -> Iterator[Finding]:
    """Ink beyond the bleed that the manifest gives a placement, where a neighbour may lie.

    Not asked of backs that were turned by a hair for a printer: their clips are no upright boxes any more.
    """
    for piece, place in _paired(examined):
        trim = None if piece.side == "back" and _corrected(examined) else examined.trim(piece)
        if trim is None or place.bleed is None or piece.printed is None or not true_scale(piece):
            continue
        room = trim_box(piece, trim).grown(place.bleed)
        if (over := beyond(piece.printed, room)) > NEAR:
            trouble = f"its {piece.side} is printed {over:.2f} mm past its bleed; build it again"
            yield from told(examined, "error", "piece-overprints", [(piece, trouble)])


def outside_printable(examined: Examined) -> Iterator[Finding]:
    for page in examined.document.pages:
        inside = Box(0, 0, page.size.width, page.size.height).grown(Insets.even(-examined.margin))
        pieces = examined.on_page(page.number)
        troubles = [(piece, beyond(box, inside)) for piece in pieces if (box := _box(examined, piece))]
        yield from told(
            examined, "error", "piece-outside-printable",
            (
                (piece, f"reaches {over:.2f} mm into the margin of {examined.margin:g} mm; take larger paper")
                for piece, over in troubles
                if over > CONTACT
            ),
        )  # fmt: skip


def moved_out(examined: Examined) -> Iterator[Finding]:
    """Backs that a printer's correction has drawn where a printer may draw nothing, though they belong further in."""
    for page in examined.document.pages if _corrected(examined) else ():
        inside = Box(0, 0, page.size.width, page.size.height).grown(Insets.even(-examined.margin))
        backs = [piece for piece in page.pieces if piece.side == "back"]
        over = max((beyond(box, inside) for piece in backs if (box := _box(examined, piece))), default=0.0)
        if over > CONTACT:
            message = (
                f"backs are drawn {over:.2f} mm into the margin of {examined.margin:g} mm, since the printer is to put "
                f"them elsewhere; if they come out cut off, give --margin {examined.margin + math.ceil(over):g}mm"
            )
            yield Finding("warning", "back-near-edge", examined.place(page.number), message)


def overlapping(examined: Examined) -> Iterator[Finding]:
    """Trims that lie in one another, found by sweeping each page from left to right until there are many."""
    outlines = [
        (box, round_trim, piece)
        for piece in examined.pieces
        for box, round_trim in [_outline(examined, piece)]
        if box is not None
    ]
    outlines.sort(key=lambda outline: (outline[2].page, outline[0].left))
    active: list[tuple[Box, bool, Piece]] = []
    found: Counter[int] = Counter()
    for box, is_round, piece in outlines:
        if found[piece.page] >= _OVERLAPS:
            continue
        active = [other for other in active if other[2].page == piece.page and other[0].right > box.left + CONTACT]
        for other_box, other_round, other in active:
            depth = _depth((box, is_round), (other_box, other_round))
            if depth > CONTACT:
                found[piece.page] += 1
                trouble = f"lies {depth:.2f} mm over {other}; build it again"
                yield from told(examined, "error", "piece-overlaps", [(piece, trouble)])
        active.append((box, is_round, piece))


def _paired(examined: Examined) -> Iterator[tuple[Piece, Placed]]:
    """Each placement of the manifest with the piece found for it, the nearest where there are several."""
    found: dict[tuple[str, int, str], list[Piece]] = {}
    for piece in examined.pieces:
        found.setdefault((piece.component, piece.copy, piece.side), []).append(piece)
    for place in examined.placed:
        pieces = found.get((place.component, place.copy, place.side))
        if pieces:
            yield min(pieces, key=lambda piece: _distance(piece, place)), place


def _corrected(examined: Examined) -> bool:
    return examined.manifest is not None and examined.manifest.printer is not None


def _distance(piece: Piece, place: Placed) -> tuple[bool, float]:
    return piece.page != place.page, math.hypot(piece.cx - place.cx, piece.cy - place.cy)


def _box(examined: Examined, piece: Piece) -> Box | None:
    trim = examined.trim(piece)
    return trim_box(piece, trim) if trim else None


def _outline(examined: Examined, piece: Piece) -> tuple[Box | None, bool]:
    """The trim, and whether it is round; of a file that stands alone what is printed must do."""
    trim = examined.trim(piece)
    if trim is not None:
        return trim_box(piece, trim), trim.outline == "round"
    return (piece.printed if examined.manifest is None else None), False


def _depth(one: tuple[Box, bool], other: tuple[Box, bool]) -> float:
    """How deep two outlines lie in one another; zero or less when they are apart."""
    depth = one[0].overlap(other[0])
    if depth <= CONTACT or not (one[1] or other[1]):
        return depth
    if one[1] and other[1]:
        (x, y), (u, v) = one[0].centre, other[0].centre
        return (one[0].width + other[0].width) / 2 - math.hypot(x - u, y - v)
    disc, box = (one[0], other[0]) if one[1] else (other[0], one[0])
    x, y = disc.centre
    distance = math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))
    return disc.width / 2 - distance if distance > _RING else depth


def _offset(piece: Piece, x: float, y: float) -> str:
    across, down = piece.cx - x, piece.cy - y
    parts = [
        f"{abs(distance):.2f} mm {after if distance > 0 else before}"
        for distance, before, after in ((across, "left", "right"), (down, "up", "down"))
        if abs(distance) >= CONTACT
    ]
    return f"lies {' and '.join(parts)}"


def _percent(piece: Piece) -> str:
    across, down = (f"{100 * scale:.1f} %" for scale in piece.scale)
    return across if across == down else f"{across} across and {down} down"
