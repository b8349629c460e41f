"""A path in, its text out as UTF-8; or a finding that says why not."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from pnp.definition.findings import Findings, Place, shown

DEFINITIONS = ("game.toml", "deck.toml")
"""What the definition of a game may be called; a folder holds one of them."""

MOST_BYTES = 16 * 1024 * 1024
MOST_ART = 64 * 1024 * 1024
"""Bytes of a table, and of a picture or a font."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_BAD_IN_NAME = re.compile(r"[\x00-\x1f\x7f\\:*?\"<>|]")


def definition_file(folder: Path) -> Path | None:
    """The definition in a folder, readable or not; None when it holds none."""
    for name in DEFINITIONS:
        try:
            (folder / name).lstat()
        except (OSError, ValueError):
            continue
        return folder / name
    return None


def read_text(path: Path, file: str, asked: Place, findings: Findings, most: int = MOST_BYTES) -> str | None:
    """The text of a UTF-8 file, line ends as `\\n`; None with a finding when it is no such thing.

    `file` is its name in findings, `asked` the place that calls for it.
    """
    data = _read_bytes(path, file, asked, findings, most)
    if data is None:
        return None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        findings.error("encoding", Place(file, 1), "the file is UTF-16; save it again as UTF-8 (CSV UTF-8)")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        _not_utf8(data[fault.start], Place(file, line), findings)
        return None
    return text.replace("\r\n", "\n")


def _not_utf8(byte: int, place: Place, findings: Findings) -> None:
    guess = bytes([byte]).decode("cp1252", "replace")
    reading = f", {shown(guess)} in Windows-1252" if guess.isprintable() and guess != "\ufffd" else ""
    message = f"byte 0x{byte:02x}{reading} is not UTF-8; save the file again as UTF-8 (CSV UTF-8 in a spreadsheet)"
    findings.error("encoding", place, message)


def _read_bytes(path: Path, file: str, asked: Place, findings: Findings, most: int) -> bytes | None:
    if not is_there(path, file, asked, findings, most):
        return None
    try:
        with path.open("rb") as stream:
            return stream.read(most)
    except OSError as fault:
        _unreadable(fault, file, asked, findings)
        return None


def is_there(path: Path, file: str, asked: Place, findings: Findings, most: int = MOST_BYTES) -> bool:
    """Whether it is a plain file of at most so many bytes; a finding that says why not."""
    try:
        status = path.stat()
    except FileNotFoundError:
        findings.error("missing-file", asked, f"{shown(file)} is not there; add it or correct its name")
        return False
    except (OSError, ValueError) as fault:
        _unreadable(fault, file, asked, findings)
        return False
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no plain file"
        findings.error("unreadable-file", asked, f"{shown(file)} is {what}; name a file")
        return False
    if status.st_size > most:
        megabytes = most // 1024**2
        findings.error("too-large", Place(file, 1), f"the file is over {megabytes} MB; split it or leave art out")
        return False
    return True


def _unreadable(fault: OSError | ValueError, file: str, asked: Place, findings: Findings) -> None:
    reason = getattr(fault, "strerror", None) or "its name cannot be used"
    message = f"{shown(file)} cannot be read ({reason.lower()}); check its name and permissions"
    findings.error("unreadable-file", asked, message)


def inside(folder: Path, name: str, asked: Place, findings: Findings) -> Path | None:
    """The file of a plain relative name within the folder; None with a finding for what leads elsewhere."""
    parts = name.split("/")
    if _BAD_IN_NAME.search(name) or len(name) > 200 or any(part.strip() in ("", ".", "..") for part in parts):
        message = f"{shown(name)} is not a plain file name; write one inside the game's folder, such as cards.csv"
        findings.error("file-name", asked, message)
        return None
    path = folder.joinpath(*parts)
    try:
        kept = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        kept = False
    if not kept:
        findings.error(
            "file-name", asked, f"{shown(name)} is a link out of the game's folder; put the file itself there"
        )
        return None
    return path


def control_character(text: str) -> str | None:
    """The first character that no page can hold, as `U+0007`; line breaks and tabs are fine."""
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else None
