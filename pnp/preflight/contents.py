"""Fingerprints of all that a PDF paints, for files whose definition is not at hand when they are examined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from pnp.errors import Finding
from pnp.imposition.plan import DrawnPlan
from pnp.preflight.examined import Examined, listing
from pnp.preflight.found import FoundFile, FoundPage
from pnp.preflight.manifest import Fingerprints, Manifest

_DIGITS = 32


def fingerprints(document: FoundFile) -> Mapping[str, Any]:
    """As a manifest records them: one for each page with all that is on it, and one for each face, by its id."""
    faces = {
        face.id: face.form.digest[:_DIGITS]
        for face in (piece.face for piece in document.pieces)
        if face.id is not None and face.form is not None
    }
    return {"pages": list(_of_pages(document)), "faces": dict(sorted(faces.items()))}


def altered(examined: Examined) -> Iterator[Finding]:
    """Pages and faces whose fingerprints are not those of the manifest."""
    recorded = examined.listed.contents if examined.listed else None
    if recorded is None:
        return
    pages = zip(examined.document.pages, _of_pages(examined.document), recorded.pages)
    for page in (page for page, now, then in pages if now != then):
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
        if face.id and face.form and face.form.digest[:_DIGITS] != recorded.faces.get(face.id):
            found.setdefault(face.id, []).append(str(piece))
    return found
