"""Files by path in, one ZIP file out, the same bytes for the same files on any day and any machine."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_UNIX, _READABLE = 3, 0o644 << 16
_PACKED = (".png", ".pdf")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files in their order; pictures and PDFs, which are compressed already, as they are."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for path, data in files.items():
            entry = ZipInfo(path, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            entry.compress_type = ZIP_STORED if path.endswith(_PACKED) else ZIP_DEFLATED
            archive.writestr(entry, data)
    return written.getvalue()
