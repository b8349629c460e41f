"""Every finished file is opened again and held against what its manifest promises and what it was meant to paint."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.errors import Finding, InputInvalid, InputMissing
from pnp.frozen import frozen
from pnp.imposition.plan import DrawnPlan
from pnp.manifest import MANIFEST, Fingerprints
from pnp.preflight import account, contents, counts, extras, faces, placing, sets, sheets
from pnp.preflight.examined import Examined, examine
from pnp.preflight.found import FoundFile, FoundPiece, Unreadable
from pnp.preflight.manifest import Manifest, parse_manifest
from pnp.preflight.reader import read_pdf, read_svg
from pnp.sources import SourceFault, SourceFile, parse_json

MOST_BYTES = 1 << 28
_PLACING = (placing.misplaced, placing.moved_out, placing.overlapping)
_PDF = (
    extras.findings, sheets.pages, sheets.printing, *_PLACING, placing.overprinted, placing.backs, placing.wrong_face,
    placing.sides_differ, faces.drawings,
)  # fmt: skip
_READERS: Mapping[str, Callable[[bytes], FoundFile]] = {".pdf": read_pdf, ".svg": read_svg}
_CHECKS: Mapping[str, tuple[Callable[[Examined], Iterable[Finding]], ...]] = {
    ".pdf": _PDF,
    ".svg": (*_PLACING, placing.wrong_face),
}
_PNG = b"\x89PNG\r\n\x1a\n"


@frozen
class Remade:
    """What the files of a build are meant to paint, by path, and their bytes as they are made anew; or why not.

    `findings` are of the drawings themselves.
    """

    expected: Mapping[str, DrawnPlan] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    why_not: str = ""
    findings: tuple[Finding, ...] = ()


Remake = Callable[[Mapping[str, Any]], Remade]
"""Makes the files of a manifest anew."""


@frozen
class Inspection:
    """What was found in files, and fingerprints of all that each PDF paints, as a manifest records them."""

    findings: tuple[Finding, ...]
    contents: Mapping[str, Fingerprints]


def inspect(
    files: Mapping[str, bytes], manifest: Mapping[str, object], expected: Mapping[str, DrawnPlan] | None = None
) -> Inspection:
    """Everything that a build is about to write, held against its manifest and what each PDF is `expected` to paint.

    `files` and `expected` are named by the manifest's paths.
    """
    try:
        promised = parse_manifest(manifest)
    except InputInvalid as invalid:
        return Inspection(invalid.findings, {})
    taken: dict[str, Fingerprints] = {}
    return Inspection(tuple(_check(files, promised, True, Remade(expected or {}), taken)), taken)


def check(files: Mapping[str, bytes], manifest: Mapping[str, object]) -> tuple[Finding, ...]:
    """The findings of `inspect` where it is not known what the files are meant to paint."""
    return inspect(files, manifest).findings


def preflight(paths: Sequence[Path], remake: Remake | None = None) -> tuple[Finding, ...]:
    """Findings on finished files: PDF files, or folders that hold a manifest. Raises InputMissing.

    What they paint is held against what `remake` makes of the manifest, or else against its fingerprints, and a note
    says which; without `remake` against the fingerprints alone, and without a word.
    """
    for path in paths:
        if not os.path.exists(path):  # and not path.exists(), which raises for a name that is too long
            raise InputMissing(f"{path} is not there; name PDF files, or folders that pnp build has written")
    return tuple(
        finding for path in paths for finding in (_folder(path, remake) if path.is_dir() else _lone(path, remake))
    )


def placements(data: bytes) -> tuple[FoundPiece, ...]:
    """Every piece in a PDF, page by page in drawing order; raises Unreadable when it does not open."""
    return read_pdf(data).pieces


def _folder(folder: Path, remake: Remake | None) -> Iterator[Finding]:
    if not (folder / MANIFEST).exists():
        inner = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
        if not inner:
            raise InputMissing(f"{folder} holds no {MANIFEST}; build the game again, or name its PDF files")
        yield from chain.from_iterable(_folder(each, remake) for each in inner)
        return
    try:
        document, manifest = _read_manifest(folder / MANIFEST)
    except InputInvalid as invalid:
        yield from invalid.findings
        return
    yield from _read_and_check(folder, tuple(manifest.files), manifest, True, remake and remake(document))
    for stray in sorted(path.name for path in folder.iterdir() if path.suffix in _CHECKS):
        if stray not in manifest.files and manifest.game and stray.startswith(f"{manifest.game}-"):
            message = "is not part of this build; do not print it together with the sheets that are"
            yield Finding("note", "file-unlisted", stray, message)


def _lone(path: Path, remake: Remake | None) -> Iterator[Finding]:
    """One file: against the manifest beside it when that lists it, else as far as a file alone can be checked."""
    beside = path.parent / MANIFEST
    if beside.exists():
        try:
            document, manifest = _read_manifest(beside)
        except InputInvalid as invalid:
            yield from invalid.findings
        else:
            if path.name in manifest.files:
                yield from _read_and_check(path.parent, (path.name,), manifest, False, remake and remake(document))
                return
    message = (
        f"no {MANIFEST} lists it: its pages, fonts, resolutions and how its pieces lie to one another were checked; "
        "whether all pieces are there, of the right size, and drawn as they should be cannot be told; name its folder"
    )
    yield Finding("note", "no-manifest", path.name, message)
    data = _read(path)
    yield from _alone(path.name, data) if isinstance(data, bytes) else [data]


def _read_and_check(
    folder: Path, names: tuple[str, ...], manifest: Manifest, whole: bool, remade: Remade | None
) -> Iterator[Finding]:
    read = {name: _read(folder / name, name) for name in names if os.path.exists(folder / name)}
    yield from (finding for finding in read.values() if isinstance(finding, Finding))
    files = {name: data for name, data in read.items() if isinstance(data, bytes)}
    promised = {name: listed for name, listed in manifest.files.items() if not isinstance(read.get(name), Finding)}
    yield from _check(files, replace(manifest, files=promised), whole, remade or Remade(), {})
    if remade is not None:
        yield from remade.findings
        yield from contents.compared(names, manifest, remade.expected, remade.why_not)


def _read_manifest(path: Path) -> tuple[Mapping[str, Any], Manifest]:
    """What is in the file, and what it promises; raises InputInvalid."""
    data = _read(path, path.name)
    if isinstance(data, Finding):
        raise InputInvalid([data])
    try:
        document = parse_json(data)
        return document, parse_manifest(document, path.name)
    except (ValueError, RecursionError) as problem:
        message = f"is no readable JSON ({problem}); build the game again"
        raise InputInvalid([Finding("error", "manifest-unreadable", path.name, message)]) from problem


def _read(path: Path, name: str | None = None) -> bytes | Finding:
    """A file's bytes, or the finding that says why there are none."""
    try:
        return SourceFile(path).read_bytes(MOST_BYTES)
    except SourceFault as fault:
        code = "file-huge" if fault.code == "too-large" else "file-unreadable"
        return Finding("error", code, name or path.name, fault.problem)


def _alone(path: str, data: bytes) -> Iterator[Finding]:
    """A file without a manifest; one of no known kind is taken for the PDF that it should be."""
    document = _opened(path, data, otherwise=read_pdf)
    if isinstance(document, Finding):
        yield document
    elif document is not None:
        yield from _checked(examine(path, document, None))


def _check(
    files: Mapping[str, bytes], manifest: Manifest, whole: bool, remade: Remade, taken: dict[str, Fingerprints]
) -> Iterator[Finding]:
    """Findings on all files together; the fingerprints of each PDF are put into `taken`."""
    yield from _listed(files, manifest, whole)
    by_format: dict[str, list[Examined]] = {}
    for path, data in files.items():
        document = _opened(path, data)
        if isinstance(document, Finding):
            yield document
        elif document is not None:
            examined = examine(path, document, manifest)
            by_format.setdefault(_suffix(path), []).append(examined)
            yield from _checked(examined)
            if _suffix(path) == ".pdf":
                taken[path] = contents.fingerprints(document)
                yield from _painted(examined, data, remade)
    for group in by_format.values():
        yield from counts.pieces(group, manifest, whole)
    if whole:
        for look in (sets.measured, sets.merging, sets.merging_shapes):
            yield from look(manifest.sets)
        yield from counts.alike(manifest)
        yield from counts.partial([examined for group in by_format.values() for examined in group], manifest)


def _checked(examined: Examined) -> Iterator[Finding]:
    return chain.from_iterable(check(examined) for check in _CHECKS.get(_suffix(examined.path), _PDF))


def _painted(examined: Examined, data: bytes, remade: Remade) -> Iterator[Finding]:
    """What a file paints, held against what it is meant to paint, or else against its fingerprints."""
    expected, again = remade.expected.get(examined.path), remade.files.get(examined.path)
    if expected is None:
        yield from contents.altered(examined)
        return
    differences = tuple(account.unaccounted(examined, expected))
    yield from differences
    # A page that paints nothing but what was meant is no more work to draw than the one that was meant.
    if not differences and not tuple(extras.findings(examined)) and again is not None and again != data:
        yield from contents.looks(examined, data, again)


def _listed(files: Mapping[str, bytes], manifest: Manifest, whole: bool) -> Iterator[Finding]:
    """The list of files itself: what is missing, what is not listed, what is no longer what was written."""
    for path, listed in manifest.files.items():
        if whole and path not in files:
            message = "is listed in the manifest and not there; build the game again"
            yield Finding("error", "file-missing", path, message)
        elif path in files and hashlib.sha256(files[path]).hexdigest() != listed.sha256:
            message = "has changed since it was built, and what was not measured may be wrong; build it again"
            yield Finding("error", "file-changed", path, message)
    for path in sorted(files.keys() - manifest.files.keys()):
        yield Finding("warning", "file-unlisted", path, "is not listed in the manifest; build the game again")


def _opened(
    path: str, data: bytes, otherwise: Callable[[bytes], FoundFile] | None = None
) -> FoundFile | Finding | None:
    """What a file holds, the finding that says why it cannot be told, or None for a kind that has no pieces."""
    suffix = _suffix(path)
    if suffix == ".png":
        message = "is no PNG, whatever its name says; build it again"
        return None if data.startswith(_PNG) else Finding("error", "png-unreadable", path, message)
    read = _READERS.get(suffix, otherwise)
    try:
        return read(data) if read else None
    except Unreadable as problem:
        return Finding("error", problem.code, path, problem.message)


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()
