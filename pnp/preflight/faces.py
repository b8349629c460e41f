"""Faults in the drawings of a PDF: blank faces, short grounds, coarse pictures, text too small or too near the cut."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pnp.errors import Finding, Severity
from pnp.geometry import Box, Trim
from pnp.preflight.examined import NEAR, Examined, ShownFace, listing
from pnp.preflight.found import FoundImage, FoundPage, FoundShape, FoundText

SMALLEST_TEXT = 6.0
SMALLEST_STAMP = 4.0
_ROUNDING = 0.01
FINE, COARSE = 200, 75
_OVERHANG = 0.25
"""Millimetres by which a slanted letter's ink may lean out of its line."""
_LONG = 0.5
_EDGES = ("left", "top", "right", "bottom")  # clockwise, so that a quarter turn puts each where the next one was


Trouble = tuple[Severity, str, str]
"""How bad it is, the finding's code, and its sentence."""


def drawings(examined: Examined) -> Iterator[Finding]:
    """Findings on faces, told once a face at the first page that shows it, and on what is drawn beside the pieces."""
    for of_face, of_page in _CHECKS:
        for shown in examined.faces:
            names = listing([str(piece) for piece in shown.pieces])
            face = f" (face {shown.face.id})" if shown.face.id else ""
            for severity, code, trouble in of_face(examined, shown):
                yield Finding(severity, code, examined.place(shown.pieces[0].page), f"{names}{face}: {trouble}")
        for page in examined.document.pages if of_page else ():
            for severity, code, trouble in of_page(examined, page) if of_page else ():
                yield Finding(severity, code, examined.place(page.number), trouble)


def _blank(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    drawing = shown.face.drawing
    boxes = [*(thing.box for thing in drawing.drawn), *(text.box for text in drawing.texts)]
    middle = Box.around(0, 0, shown.trim.size) if shown.trim else None
    if not shown.pieces[0].is_book_page and not any(middle is None or box.overlap(middle) >= 0 for box in boxes):
        yield "error", "face-blank", "nothing is painted on it; build it again"


def _ground_short(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    """A ground that covers the trim and not the bleed: a cut that is off by a hair shows white paper.

    The bleed is that of the piece, and that which the sheet leaves room for around it.
    """
    trim = shown.trim
    if trim is None:
        return
    room, reaches = _room(examined, shown), [_past_trim(ground.box, trim) for ground in _grounds(shown)]
    for edge in room if reaches else ():
        reach, wanted = max(each[edge] for each in reaches), max(trim.bleed, room[edge])
        if reach < wanted - NEAR:
            ends = f"its ground reaches {max(0.0, reach):.2f} mm past its {edge} edge"
            trouble = f"{ends} where {wanted:g} mm of bleed are promised; draw it to the bleed's edge"
            yield "error", "ground-short", trouble
            break
    if (most := max(room.values())) > max(trim.outline.reaches(trim.size, trim.bleed)) + NEAR:
        trouble = f"is placed with {most:g} mm of bleed and has {trim.bleed:g} mm; build it again"
        yield "error", "bleed-not-drawn", trouble


def _near_cut(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    """A frame, band or picture that ends between the safe line and the bleed's edge shows every error of the cut."""
    trim, grounds = _cut_out(examined, shown), _grounds(shown)
    if trim is None:
        return
    whole = any(min(_past_trim(ground.box, trim).values()) >= trim.bleed - NEAR for ground in grounds)
    things = [thing for thing in shown.face.drawing.drawn if whole or thing not in grounds]
    if edge := next((edge for thing in things if (edge := _ends_near_cut(thing.box, trim))), None):
        mend = f"keep it {trim.safe:g} mm inside the cut or draw it {trim.bleed:g} mm past it"
        trouble = f"something ends at its {edge} edge between the safe line and the bleed; {mend}"
        yield "warning", "content-near-cut", trouble


def _text_small(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    """Text below 6 pt, stamps below 4 pt; what stands outside every trim is free, and so are the pictures in a book."""
    component, in_book = shown.pieces[0].component, shown.pieces[0].is_book_page
    scale = examined.manifest.scale(component) if examined.manifest else 1.0
    texts = (text for text in shown.face.drawing.texts if not (in_book and text.pictured))
    if sizes := [text.points for text in texts if _small(text, scale)]:
        trouble = f"has text of {min(sizes):.1f} pt; print nothing below {SMALLEST_TEXT:g} pt"
        yield "error", "text-small", trouble


def _text_small_beside(examined: Examined, page: FoundPage) -> Iterator[Trouble]:
    for text in page.drawing.texts:
        if _small(text) and (over := _over(examined, page, text)) is not None:
            least = SMALLEST_STAMP if text.stamp else SMALLEST_TEXT
            trouble = f"{over}text of {text.points:.1f} pt is printed; print nothing below {least:g} pt"
            yield "error", "text-small", trouble


def _text_cut(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    trim = _cut_out(examined, shown)
    if trim and (past := _furthest(shown, trim, 0.0)) > _OVERHANG:
        yield "error", "text-cut", f"text reaches {past:.1f} mm past the cut; move it {trim.safe:g} mm inside"


def _text_outside_safe(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    trim = _cut_out(examined, shown)
    if trim and _furthest(shown, trim, 0.0) <= _OVERHANG < (past := _furthest(shown, trim, trim.safe)):
        left = max(0.0, trim.safe - past)
        trouble = f"text comes within {left:.1f} mm of the cut; keep it {trim.safe:g} mm inside"
        yield "warning", "text-outside-safe", trouble


def _coarse(examined: Examined, shown: ShownFace) -> Iterator[Trouble]:
    if images := [image for image in shown.face.drawing.images if image.dpi < FINE]:
        yield _coarse_image(min(images, key=lambda image: (round(image.dpi), image.name)))


def _coarse_beside(examined: Examined, page: FoundPage) -> Iterator[Trouble]:
    yield from (_coarse_image(image) for image in page.drawing.images if image.dpi < FINE)


def _coarse_image(image: FoundImage) -> Trouble:
    across, down = image.pixels
    picture = f"the picture {image.name}" if image.name else "a picture"
    needed = " x ".join(f"{math.ceil(side / 25.4 * 300)}" for side in (image.size.width, image.size.height))
    coarse = f"{picture} of {across} x {down} pixels prints at {image.dpi:.0f} dpi"
    trouble = f"{coarse}; give one of {needed} pixels (300 dpi)"
    return "error" if image.dpi < COARSE else "warning", "image-coarse", trouble


_OfFace = Callable[[Examined, ShownFace], Iterator[Trouble]]
_OfPage = Callable[[Examined, FoundPage], Iterator[Trouble]]
_CHECKS: tuple[tuple[_OfFace, _OfPage | None], ...] = (
    (_blank, None), (_ground_short, None), (_near_cut, None), (_text_small, _text_small_beside), (_text_cut, None),
    (_text_outside_safe, None), (_coarse, _coarse_beside),
)  # fmt: skip


def _room(examined: Examined, shown: ShownFace) -> dict[str, float]:
    """The widest bleed that the sheets keep free at each edge of a face, as the face sees it."""
    room = dict.fromkeys(_EDGES, 0.0)
    for piece in shown.pieces:
        if (bleed := examined.bleeds.get((piece.component, piece.copy, piece.side))) is None:
            continue
        on_page = (bleed.left, bleed.top, bleed.right, bleed.bottom)
        quarters = round(piece.rotation / 90)
        for at, edge in enumerate(_EDGES):
            room[edge] = max(room[edge], on_page[(at + quarters) % 4])
    return room


def _cut_out(examined: Examined, shown: ShownFace) -> Trim | None:
    """The trim, but of a tile None: it is cut through what its neighbours show as well."""
    manifest = examined.manifest
    promised = manifest.components.get(shown.pieces[0].component) if manifest else None
    return None if promised and promised.tile else shown.trim


def _grounds(shown: ShownFace) -> list[FoundShape]:
    """Areas that cover the whole trim."""
    trim = shown.trim
    if trim is None:
        return []
    areas = (thing for thing in shown.face.drawing.drawn if thing.filled)
    return [area for area in areas if min(_past_trim(area.box, trim).values()) >= -NEAR]


def _past_trim(box: Box, trim: Trim) -> dict[str, float]:
    """How far a box reaches past each edge of the trim; negative where it ends inside."""
    half_width, half_height = trim.size.width / 2, trim.size.height / 2
    return {
        "left": -half_width - box.left, "top": -half_height - box.top,
        "right": box.right - half_width, "bottom": box.bottom - half_height,
    }  # fmt: skip


def _ends_near_cut(box: Box, trim: Trim) -> str | None:
    """The edge near which a thing ends that runs along at least half of it.

    A box tells little of what lies around a disc (spots at its rim end anywhere), so there only a ring counts that
    ends inside the cut on all sides.
    """
    past = _past_trim(box, trim)
    if trim.outline.is_cut_out:
        return "outer" if all(NEAR - trim.safe < each < -NEAR for each in past.values()) else None
    tall, wide = box.height >= _LONG * trim.size.height, box.width >= _LONG * trim.size.width
    along = {"left": tall, "right": tall, "top": wide, "bottom": wide}
    near = (edge for edge, each in past.items() if along[edge] and NEAR - trim.safe < each < trim.bleed - NEAR)
    return next(near, None)


def _furthest(shown: ShownFace, trim: Trim, inset: float) -> float:
    """How far the text reaches past the line that lies `inset` inside the cut; decoration and stamps are free."""
    texts = (text for text in shown.face.drawing.texts if not (text.stamp or text.decoration))
    points = (point for text in texts for point in text.corners)
    return max((trim.beyond(x, y) + inset for x, y in points), default=0.0)


def _small(text: FoundText, scale: float = 1.0) -> bool:
    """Whether it is below what can be read; of a piece printed smaller on purpose its own size counts."""
    return text.points < (SMALLEST_STAMP if text.stamp else SMALLEST_TEXT) * scale - _ROUNDING


def _over(examined: Examined, page: FoundPage, text: FoundText) -> str | None:
    """The piece that a page's own text stands on, as the start of a sentence; None outside every trim.

    On a page without pieces all is to be read but the sheet line, which the empty side of a sheet carries too.
    """
    if not page.pieces:
        return None if text.decoration else ""
    x, y = text.box.centre
    for piece in page.pieces:
        box = examined.trim_box(piece) or piece.printed
        if box and box.left <= x <= box.right and box.top <= y <= box.bottom:
            return f"{piece}: "
    return None
