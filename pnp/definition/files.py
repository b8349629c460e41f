"""Reads the files of a definition, their text as UTF-8, with a finding that says why where one cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.definition.findings import Findings, Place, quoted
from pnp.sources import MOST, NotUtf8, SourceFault, SourceFile, Sources, decoded, source_of

DEFINITIONS = ("game.toml", "deck.toml")
"""What the definition of a game may be called; a folder holds one of them."""

MOST_BYTES = 16 * 1024 * 1024
MOST_ART = MOST
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


def read_text(
    file: Path | SourceFile, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES, how: str = ""
) -> str | None:
    """The text of a UTF-8 file, line ends as `\\n`; None with a finding when it is no such thing.

    `name` is what findings call it, `asked` the place that calls for it, `how` says how such a file is saved as UTF-8.
    """
    data = read_bytes(file, name, asked, findings, most)
    if data is None:
        return None
    try:
        return decoded(data).replace("\r\n", "\n")
    except NotUtf8 as fault:
        findings.error("encoding", Place(name, fault.line), f"{fault}{how}")
        return None


def read_bytes(
    file: Path | SourceFile, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES
) -> bytes | None:
    """The bytes of a plain file, at most so many; None with a finding that says why not."""
    try:
        return source_of(file).read_bytes(most)
    except SourceFault as fault:
        _note(fault, name, asked, findings)
        return None


def is_there(file: SourceFile, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES) -> bool:
    """Whether it is a plain file of at most so many bytes; a finding that says why not."""
    try:
        file.check(most)
    except SourceFault as fault:
        _note(fault, name, asked, findings)
        return False
    return True


def _note(fault: SourceFault, name: str, asked: Place, findings: Findings) -> None:
    if fault.code == "too-large":
        findings.error(fault.code, Place(name, 1), f"the file {fault.problem}")
    else:
        findings.error(fault.code, asked, f"{quoted(name)} {fault.problem}")


def inside(sources: Sources, name: str, asked: Place, findings: Findings) -> SourceFile | None:
    """The file of a plain relative name within the folder; None with a finding for what leads elsewhere."""
    if _BAD_IN_NAME.search(name) or len(name) > 200 or any(part.strip() in ("", ".", "..") for part in name.split("/")):
        message = f"{quoted(name)} is not a plain file name; write one inside the game's folder, such as cards.csv"
        findings.error("file-name", asked, message)
        return None
    file = sources.file(name)
    try:
        file.place()
    except SourceFault as fault:
        _note(fault, name, asked, findings)
        return None
    return file


def control_character(text: str) -> str | None:
    """The first character that no page can hold, as `U+0007`; line breaks and tabs are fine."""
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else None
