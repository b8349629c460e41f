"""How a file that pnp wrote is told from all others: by how it begins, and by what only pnp writes into it."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.frozen import frozen


@frozen
class Kind:
    """What files of a kind begin with, and things of which each holds at least one."""

    begins: bytes
    holds: tuple[bytes, ...] = (b"",)

    def __contains__(self, data: bytes) -> bool:
        return data.startswith(self.begins) and any(mark in data for mark in self.holds)


PICTURE = Kind(b"\x89PNG\r\n\x1a\n", (b"tEXtSoftware\0pnp",))
RECORD = Kind(b'{"format": "pnp-record/')
# A version that is not plain ASCII makes the name of the program UTF-16.
_PDF = Kind(b"%PDF-", (b"/Creator (pnp ", rb"/Creator (\376\377\000p\000n\000p\000 "))
_REPORT = Kind(b"<!DOCTYPE html>", (b'<div class="answers">',))
REPORTS: Mapping[str, Kind] = {".html": _REPORT, ".pdf": _PDF}
TABLES: Mapping[str, Kind] = {
    ".csv": Kind(b"game,seed,players,"),
    ".json": Kind(b"[", (b'\n{"game": 0, "seed": ',)),
    ".parquet": Kind(b"PAR1", (b"decisions",)),
}
_NONE = Kind(b"", ())
_KINDS = (
    PICTURE,
    RECORD,
    _PDF,
    _REPORT,
    *TABLES.values(),
    Kind(b"<?xml", (b'<g data-sheet="',)),  # a sheet
    Kind(b"<!doctype html>", (b":root{--accent:#",)),  # a rulebook
    Kind(b"# ", (b'\n## <a id="',)),
    Kind(b"document '", (b"\npage 1 ",)),  # a log
    Kind(b"", (b": what changed since the build with the manifest ",)),
    Kind(b"{", (b'"pnp-manifest/', b'"placements"')),
    Kind(b"{", (b'"pnp-export/', b'"left_out"')),
)


def kind_of(data: bytes) -> Kind:
    """The kind that a file of ours is; of what carries no mark, a kind that no file is of."""
    return next((kind for kind in _KINDS if data in kind), _NONE)
