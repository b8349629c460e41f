"""The text of a UTF-8 file; of any other file, where it stops being that and which encoding it looks like."""

from __future__ import annotations

import codecs

# A mark of UTF-32 begins with one of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32", codecs.BOM_UTF32_BE: "UTF-32", codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}  # fmt: skip
_UTF16 = "UTF-16 without a byte-order mark"
_LOOKED_AT = 4096  # bytes
_USUAL = frozenset("äöüßÄÖÜéèêëàâáåãæçñíìîïóòôõøœúùûÉÈÀÂÁÅÆÇÑÍÓÔØÚ¡¿‘’“”„«»–—…•°€£§")
_BYTES = {"Windows-1252": "cp1252", "Mac OS Roman": "mac_roman"}
_MEND = "save the file again as UTF-8"


class NotUtf8(ValueError):
    """Bytes that are no UTF-8: the line, from 1, and a sentence on what they look like and how to mend it."""

    def __init__(self, line: int, sentence: str) -> None:
        self.line = line
        super().__init__(f"{sentence}; {_MEND}")


def decoded(data: bytes) -> str:
    """The text of UTF-8 bytes, with or without a byte-order mark. Raises NotUtf8."""
    wide = _wide(data)
    if wide:
        raise NotUtf8(1, f"the file is {wide}, not UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if _is_utf16(data):
            raise NotUtf8(1, f"the file is {_UTF16}, not UTF-8") from None
        line = data.count(b"\n", 0, fault.start) + 1
        name, sign = _looks_like(data, fault.start)
        reading = f", '{sign}' in {name}" if sign.isprintable() and sign != "\ufffd" else ""
        raise NotUtf8(line, f"byte 0x{data[fault.start]:02x}{reading} is not UTF-8") from None


def _wide(data: bytes) -> str:
    """What bytes of two or four to a character look like: they begin with a mark, or every other one is zero."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    start = data[:_LOOKED_AT]
    zeros = [start[at::4].count(0) / max(1, len(start[at::4])) for at in range(4)]
    if min(zeros[:2]) > 0.9 or min(zeros[2:]) > 0.9:  # no script in use is beyond the first planes
        return "UTF-32 without a byte-order mark"
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) > 0.1 * len(start) and max(even, odd) > 2 and min(even, odd) * 10 <= max(even, odd):
        return _UTF16
    return ""


def _is_utf16(data: bytes) -> bool:
    """Whether bytes that are no UTF-8 are one or the other kind of UTF-16, as some of its signs must be."""
    if 0 not in data:
        return False
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            if "\n" in data.decode(encoding):
                return True
        except UnicodeDecodeError:
            continue
    return False


def _looks_like(data: bytes, at: int) -> tuple[str, str]:
    """The one-byte encoding in which most signs are usual, and what the byte there is in it."""
    high = bytes(byte for byte in data[at : at + _LOOKED_AT] if byte >= 0x80)

    def usual(name: str) -> int:
        return sum(sign in _USUAL for sign in high.decode(_BYTES[name], "replace"))

    name = max(_BYTES, key=usual)
    return name, data[at : at + 1].decode(_BYTES[name], "replace")
