"""What files paint without their definition at hand: fingerprints of pages, and pages drawn to pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from pnp.errors import Finding
from pnp.geometry import MM_PER_POINT, Box
from pnp.imposition.plan import DrawnPlan
from pnp.manifest import Fingerprints
from pnp.preflight.examined import Examined, listing
from pnp.preflight.found import FoundFile, FoundPage
from pnp.preflight.manifest import Manifest

_DIGITS = 32
_SCALE = 1.0  # pixels a point
_NOTICED = 48  # of 255 in any colour; an edge that lies 0.05 mm off changes a pixel by 36
_MOST_PIXELS = 4_000_000


def fingerprints(document: FoundFile) -> Fingerprints:
    """As a manifest records them: one for each page with all that is on it, and one for each face, by its id."""
    shown = [piece.face for piece in document.pieces]
    faces = {face.id: face.form.digest[:_DIGITS] for face in shown if face.id is not None and face.form is not None}
    return {"pages": list(_of_pages(document)), "faces": dict(sorted(faces.items()))}


def altered(examined: Examined) -> Iterator[Finding]:
    """Pages and faces whose fingerprints are not those of the manifest."""
    recorded = examined.listed.contents if examined.listed else None
    if recorded is None:
        return
    for page, now, then in zip(examined.document.pages, _of_pages(examined.document), recorded["pages"]):
        if now == then:
            continue
        faces = _altered_faces(page, recorded)
        for face, pieces in faces.items():
            message = f"{listing(pieces)} (face {face}): is not drawn as it was when it was built; build it again"
            yield Finding("error", "face-differs", examined.place(page.number), message)
        if not faces:
            message = "does not show what it did when it was built, beside its pieces or of them; build it again"
            yield Finding("error", "content-differs", examined.place(page.number), message)


def compared(
    names: tuple[str, ...], manifest: Manifest, expected: Mapping[str, DrawnPlan], why_not: str
) -> Iterator[Finding]:
    """A note on what the drawings in the files were held against."""
    pdfs = [name for name in names if name in manifest.files and name.lower().endswith(".pdf")]
    where = manifest.game or "manifest.json"
    known = [name for name in pdfs if manifest.files[name].contents is not None]
    if not pdfs:
        return
    if all(name in expected for name in pdfs):
        message = "all that its PDF files paint was held against the same pages drawn anew from the definition"
        yield Finding("note", "compared-anew", where, message)
    elif len(known) == len(pdfs):
        message = f"all that its PDF files paint was held against the fingerprints in the manifest: {why_not}"
        yield Finding("note", "compared-fingerprints", where, message)
    else:
        message = (
            "what its PDF files paint was held against nothing, since the manifest holds no fingerprints and they "
            f"could not be drawn anew: {why_not}"
        )
        yield Finding("warning", "not-compared", where, message)


def _of_pages(document: FoundFile) -> Iterator[str]:
    for page in document.pages:
        told = (page.form.digest, page.links) if page.form and page.links else page.form and page.form.digest
        yield sha256(repr(told).encode()).hexdigest()[:_DIGITS]


def _altered_faces(page: FoundPage, recorded: Fingerprints) -> dict[str, list[str]]:
    """The pieces on a page whose faces have another fingerprint, by face."""
    found: dict[str, list[str]] = {}
    for piece in page.pieces:
        face = piece.face
        if face.id and face.form and face.form.digest[:_DIGITS] != recorded["faces"].get(face.id):
            found.setdefault(face.id, []).append(str(piece))
    return found


def looks(examined: Examined, data: bytes, again: bytes) -> Iterator[Finding]:
    """Pages of a file that look otherwise than those of the file made anew, or cannot be drawn."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as found, pypdfium2.PdfDocument(again) as expected:
            for page, (one, other) in enumerate(zip(found, expected), 1):
                if box := _difference(_raster(one), _raster(other)):
                    message = _looks_otherwise(examined, page, box)
                    yield Finding("error", "looks-different", examined.place(page), message)
    except (pypdfium2.PdfiumError, ValueError, MemoryError) as failure:
        message = f"cannot be drawn ({failure or 'it takes too much memory'}); build it again"
        yield Finding("error", "looks-different", examined.path, message)


def _looks_otherwise(examined: Examined, page: int, box: Box) -> str:
    boxes = [(piece, examined.trim_box(piece)) for piece in examined.on_page(page)]
    what = listing([str(piece) for piece, trim in boxes if trim and trim.overlap(box) > 0])
    place = f"from {box.left:.0f} {box.top:.0f} to {box.right:.0f} {box.bottom:.0f} mm"
    return f"{what or 'what stands beside the pieces'}: looks otherwise than drawn anew ({place}); build it again"


def _raster(page: Any) -> Any:
    """The page as a picture, drawn by pdfium, which prints from most browsers."""
    width, height = page.get_size()
    scale = min(_SCALE, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    return page.render(scale=scale, may_draw_forms=True).to_pil().convert("RGB")


def _difference(one: Any, other: Any) -> Box | None:
    """The box in millimetres around all that an eye would tell apart; None where there is nothing."""
    from PIL import ImageChops

    if one.size != other.size:
        return Box(0, 0, one.width * MM_PER_POINT, one.height * MM_PER_POINT)
    bands = ImageChops.difference(one, other).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    edges = strongest.point([0] * _NOTICED + [255] * (256 - _NOTICED)).getbbox()
    return Box(*(edge / _SCALE * MM_PER_POINT for edge in edges)) if edges else None
