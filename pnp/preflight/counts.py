"""Pieces that are missing, unasked for or there twice, or that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.errors import Finding
from pnp.preflight.examined import Examined
from pnp.preflight.found import FoundPiece, Key
from pnp.preflight.manifest import Manifest

_MOST_TILES = 1_000


def alike(manifest: Manifest) -> Iterator[Finding]:
    """Two components that look the same to the last line: one of them shows the wrong face, or they are one."""
    seen: dict[str, str] = {}
    for promised in manifest.components.values():
        if promised.look is None:
            continue
        if promised.look in seen:
            message = f"looks exactly like '{seen[promised.look]}'; draw it differently, or make them one with a count"
            yield Finding("warning", "faces-alike", promised.id, message)
        seen.setdefault(promised.look, promised.id)


def pieces(files: Sequence[Examined], manifest: Manifest, whole: bool) -> Iterator[Finding]:
    """Pieces of the files of one format that are missing, not as many as placed, unasked for, or there twice."""
    expected, fronts = _expected(files, manifest, whole), list(_pieces(files, "front"))
    found = {piece.key for _, piece in fronts}
    for (component, copy), place in expected.items():
        if (component, copy) not in found:
            message = f"{component}, copy {copy}: is nowhere on a front; build the game again"
            yield Finding("error", "piece-missing", place, message)
    if whole:
        yield from _counts_differ(files[0].path, manifest)
        yield from _missing_tiles(files[0].path, manifest)
    for examined, piece in fronts:
        if piece.key not in expected:
            message = f"{piece}: is printed, but the manifest asks for no such piece; build the game again"
            yield Finding("error", "piece-extra", examined.place(piece.page), message)
    seen: Counter[tuple[str, Key]] = Counter()
    for examined, piece in (*fronts, *_pieces(files, "back")):
        seen[piece.side, piece.key] += 1
        if seen[piece.side, piece.key] == 2:
            message = f"{piece}: its {piece.side} is there more than once; build the game again"
            yield Finding("error", "piece-duplicate", examined.place(piece.page), message)


def _counts_differ(path: str, manifest: Manifest) -> Iterator[Finding]:
    """Components of which the manifest places another number than it counts."""
    placed = Counter(component for component, _, side in manifest.places if side == "front")
    for promised in manifest.components.values() if placed and manifest.part is None else ():
        if placed[promised.id] != (counted := len(manifest.copies(promised))):
            message = f"{promised.id}: {counted} are counted and {placed[promised.id]} placed; build it again"
            yield Finding("error", "count-differs", path, message)


def _missing_tiles(path: str, manifest: Manifest) -> Iterator[Finding]:
    """Larger pieces of which a tile was never promised: they cannot be put together."""
    families: dict[tuple[str, int], set[int]] = {}
    for promised in manifest.components.values():
        if promised.tile:
            number, of = promised.tile
            families.setdefault((promised.id.rpartition("/")[0], of), set()).add(number)
    for (component, of), numbers in families.items():
        for number in sorted(set(range(1, min(of, _MOST_TILES) + 1)) - numbers):
            message = f"{component}: tile {number} of {of} is missing; build the game again"
            yield Finding("error", "tile-missing", path, message)


def _expected(files: Sequence[Examined], manifest: Manifest, whole: bool) -> dict[Key, str]:
    """Every promised piece and where it should be; by the counts too when every file of the format is here."""
    expected = {
        (place.component, place.copy): examined.place(place.page)
        for examined in files
        for place in examined.placed
        if place.side == "front"
    }
    if whole and manifest.part is None and any(examined.placed or examined.pieces for examined in files):
        where = ", ".join(examined.path for examined in files if examined.pieces) or files[0].path
        for promised in manifest.components.values():
            for copy in manifest.copies(promised):
                expected.setdefault((promised.id, copy), where)
    return expected


def partial(files: Sequence[Examined], manifest: Manifest) -> Iterator[Finding]:
    """That this is no whole game, so that nobody takes it for one."""
    if files and (manifest.part is not None or manifest.changed is not None):
        pieces = {piece.key for side in ("front", "back") for _, piece in _pieces(files, side)}
        total = sum(promised.count for promised in manifest.components.values())
        message = f"{_asked(manifest)} printed here: {len(pieces)} of {total} pieces"
        yield Finding("note", "partial-print", manifest.game or files[0].path, message)


def _asked(manifest: Manifest) -> str:
    part, words = manifest.part, ["what changed since an earlier build"] if manifest.changed is not None else []
    if part and part.sheets:
        numbers = " and ".join(f"{low} to {high}" if high > low else f"{low}" for low, high in part.sheets)
        words.append(f"sheet {numbers} of every file")
    if part and part.side:
        words.append(f"{part.side}s")
    return f"only {', '.join(words)} {'are' if part else 'is'}"


def _pieces(files: Sequence[Examined], side: str) -> Iterator[tuple[Examined, FoundPiece]]:
    """The pieces of that side, without those of a book: its pages are no components and the manifest places none."""
    for examined in files:
        components = examined.manifest.components if examined.manifest else {}
        for piece in examined.pieces:
            if piece.side == side and (examined.placed or piece.component in components):
                yield examined, piece
