"""The text of a table: UTF-8, UTF-16 with its mark, or what [tables] says; and what it may be if it is none of them."""

from __future__ import annotations

import codecs
import re
from functools import cache
from unicodedata import name

from pnp.definition.findings import printable, quoted
from pnp.sources import NotUtf8, decoded

ENCODINGS = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255",
    "cp1256", "cp1257", "cp1258", "cp437", "cp850", "cp852", "cp866", "cp874", "cp932", "cp949", "cp950",
    *(f"iso8859-{part}" for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)), "koi8-r", "koi8-u",
    "mac-roman", "mac-latin2", "mac-cyrillic", "mac-greek", "mac-turkish", "shift_jis", "euc_jp", "iso2022_jp",
    "gb2312", "gbk", "gb18030", "big5", "euc_kr",
)  # fmt: skip
"""What [tables] may say; other names of the same are known too."""
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_USUAL = {
    "cp1252": "äöüßÄÖÜéèêëàâáåãæçñíìîïóòôõøœúùûÉÈÀÂÁÅÆÇÑÍÓÔØÚ¡¿‘’“”„«»–—…•°€£§",
    "cp1250": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűŐŰäöüßÄÖÜțșăâî„”’–…",
}
"""What is usual in the West and the middle of Europe: of texts with few such letters a detector knows little."""
_LATIN = (("cp1252", "cp1252"), ("mac-roman", "cp1252"), ("cp1250", "cp1250"), ("cp850", "cp1252"))
_WIDER = {
    "shift_jis": "cp932", "shift_jis_2004": "cp932", "shift_jisx0213": "cp932", "euc_jis_2004": "euc_jp",
    "euc_jisx0213": "euc_jp", "johab": "cp949", "euc_kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030",
    "big5hkscs": "cp950", "big5": "cp950", "cp1125": "cp866", "kz1048": "cp1251", "mac_cyrillic": "mac-cyrillic",
}  # fmt: skip
_READING = re.compile(", '.*(?= is not UTF-8)")
_LOOKED_AT = 20_000  # bytes
_MOST_SHOWN = 40  # letters
_SAVE = "save the file as CSV UTF-8"


class Undecodable(ValueError):
    """Bytes that are no text of that encoding: the line, from 1, and what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


def is_encoding(name: str) -> bool:
    """Whether tables may be in an encoding of that name."""
    try:
        return codecs.lookup(name).name in _known()
    except (LookupError, ValueError):
        return False


@cache
def _known() -> frozenset[str]:
    return frozenset(codecs.lookup(name).name for name in ENCODINGS)


def table_text(data: bytes, encoding: str, file: str) -> str:
    """The text of a file in that encoding (none: UTF-8, or UTF-16 with a mark at its start), lines ended by `\\n`.

    Raises Undecodable, which says what else the text may be.
    """
    if not encoding and data.startswith(_UTF16) and not data.startswith(_UTF32):
        encoding = "utf-16"
    try:
        text = data.decode(encoding) if encoding else decoded(data)
    except NotUtf8 as fault:
        what = _READING.sub("", str(fault).partition(";")[0])
        raise Undecodable(fault.line, _guess(data, what, file)) from None
    except UnicodeDecodeError as fault:
        sign = f"byte 0x{data[fault.start]:02x}" if fault.start < len(data) else "the end of the file"
        line = data.count(b"\n", 0, fault.start) + 1
        raise Undecodable(line, f"{sign} is nothing in {encoding}; is the encoding right?") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _guess(data: bytes, what: str, file: str) -> str:
    """What is wrong, the encoding that would probably read the file, and how its words would come out."""
    encoding = _probable(data)
    if not encoding:
        return f"{what}; {_SAVE}"
    read = data[: _LOOKED_AT * 2].decode(encoding, "replace")
    words = dict.fromkeys(re.findall(r"\w*[^\W\x00-\x7f]\w*", read))
    while len(" ".join(words)) > _MOST_SHOWN:
        words.popitem()
    shown = f" says {quoted(' '.join(words))}: if that is right," if words else " would be a text;"
    entry = f'{{ file = "{printable(file)}", encoding = "{encoding}" }}'
    return f"{what}, and as {encoding}{shown} write {entry} in [tables], or {_SAVE}"


def _probable(data: bytes) -> str:
    """The encoding that bytes which are no UTF-8 are most likely in; empty where nothing tells."""
    if data.startswith(_UTF32) or data[:4].count(0) > 2:
        return ""
    if 0 in data[:_LOOKED_AT]:
        return max(("utf-16-le", "utf-16-be"), key=lambda name: _plain_signs(data, name))
    from charset_normalizer import from_bytes

    start = data[:_LOOKED_AT]
    found = [_WIDER.get(match.encoding, match.encoding) for match in from_bytes(start)]
    others = [name for name in found if is_encoding(name) and not _is_latin(start.decode(name, "replace"))]
    high = sum(byte >= 0x80 for byte in start)
    if others and high * 5 > 2 * sum(byte >= 0x80 or chr(byte).isalpha() for byte in start):
        return others[0]
    return max(_LATIN, key=lambda pair: _usual(start, *pair))[0]


def _plain_signs(data: bytes, encoding: str) -> int:
    read = data[:_LOOKED_AT].decode(encoding, "replace")
    return sum(sign in "\n,;\t" for sign in read)


def _usual(data: bytes, encoding: str, letters: str) -> int:
    """How many of the signs beyond ASCII are usual in such texts, less those that are not."""
    signs = bytes(byte for byte in data if byte >= 0x80).decode(encoding, "replace")
    return sum(1 if sign in _USUAL[letters] else -1 for sign in signs)


def _is_latin(text: str) -> bool:
    """Whether most letters beyond ASCII are Latin."""
    letters = [letter for letter in text if letter > "\x7f" and letter.isalpha()]
    return sum(name(letter, "").startswith("LATIN") for letter in letters) * 2 >= len(letters)
