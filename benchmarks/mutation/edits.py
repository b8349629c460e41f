"""Edits that know nothing of a format, or only that it is text, and the values and strings that all edits put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 3_000_000
"""No mutant is longer: what is looked for is work out of proportion, and not how long a long file takes."""

Edit = Callable[[Random, bytes, Sequence[bytes]], bytes]
"""Randomness, the bytes to change, and other inputs of the same kind to take parts from; the changed bytes."""

NUMBERS = (
    "0", "-0", "-1", "1", "2", "7", "255", "256", "65535", "65536", "-32768", "2147483648", "4294967295",
    "9007199254740993", "18446744073709551616", "1" + "0" * 30, "9" * 400, "9" * 5000, "0.1", "1e-7", "1e-320", "1e5",
    "1e30", "1e308", "-1e308", "1e400", "1e999999999", "nan", "inf", "-inf", "Infinity", "-NaN", "1_000", "0x10", "1,5",
    "+3", "٣", "²", "½", "1.2.3", "1e", "true", "null",
)  # fmt: skip

ESCAPES = (
    "{{ 7*7 }}", "{{'a'*10**9}}", "{% for i in range(10**9) %}x{% endfor %}", "{% include '/etc/passwd' %}", "{# #}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ self.__init__.__globals__ }}", "{{ cycler.__init__ }}",
    '{{ see("M-07\\") }} "[:4] ~ (see.__globals__[\'__builtins__\'][\'__import__\'](\'os\').system(\'touch PWNED\')'
    '|string)[:0] ~ "") }}',
    "{{ see(see(see('M-1'))) }}", "{% set x = 1 %}", "{name!r}", "{0.__class__}", "{name.__class__.__init__}",
    "{name:>999999999}", "{name[0]}", "{", "}", "{}", "{{", "}}", "{a:b|c|d|e}", "{a:word|x|y}", "{count|}", "%s%n%d",
    "%(name)s", "$name", "${7*7}", "$(touch PWNED)", "`touch PWNED`", "; touch PWNED", "| touch PWNED",
    "__import__('os').system('touch PWNED')", "=1+1", "=cmd|' /C calc'!A0", "!!python/object/apply:os.system ['id']",
)  # fmt: skip
PLACES = (
    "../outside/secret.txt", "../outside/secret.svg", "../outside/secret.png", "art/../../outside/secret.png",
    "../outside", "/etc/passwd", "/dev/zero", "/dev/stdin", "/proc/self/environ", "file:///etc/passwd", "~/.profile",
    "..\\..\\outside\\secret.txt", "C:\\secret.txt", "\\\\host\\share", "CON", "NUL.png", ".", "..", "/", "//", "a/b/c",
    "x" * 300, "x/" * 2000 + "x", "a\0b", "http://127.0.0.1:9/x.png", "https://example.invalid/x", "x:alert(1)",
    "data:image/png;base64,AAAA", "data:text/html,<script>alert(1)</script>", "-", "--out", "-h",
)  # fmt: skip
MARKUP = (
    "<script>alert(1)</script>", "<b>bold", "</text>", "&xxe;", "&#0;", "&#x110000;", "&amp;amp;", "]]>", "<!--",
    "<?x?>", "<!DOCTYPE a [<!ENTITY xxe SYSTEM 'file:///etc/passwd'>]>", "<!DOCTYPE a [<!ENTITY b 'bbbb'>]>",
    "<a href='//x'>", "**", "***a*b", "*", "_", "`", "[a](x:alert(1))", "![x](../outside/secret.png)", ":coin:", ":no:",
    ":", "::", "\\:", "\\", "|", "# ", "---", "||||", "\n\n\n", "\t", "'", '"', '"""', "'''", ",", ";", "\r", "\r\n",
)  # fmt: skip
LETTERS = (
    "\u202eabc", "\u200f", "\u2066", "שלום עולם", "مرحبا بالعالم", "e" + "\u0301" * 60, "Z\u0351\u0315\u0321algo", "\0",
    "\ufeff", "\ud800", "\udfff", "\ufffe", "\U0010ffff", "\u2028", "\u00ad" * 50, "\u200b" * 50, "👩‍👩‍👧‍👦", "ﷺ" * 30,
    "ß", "İ", "ı", "Ⅷ", "ǆ", "ﬁ", "한국어", "中文", "हिन्दी", "\u1160" * 20, "\x1b[31m", "\x07", "\x7f",
    "\x85", "e\u0301",
)  # fmt: skip
LONG = (
    "x" * 100_000, "x " * 50_000, "[" * 20_000, "(" * 20_000, "{" * 20_000, "<g>" * 20_000, "**" * 5_000, "*a_" * 2_000,
    ":coin:" * 2_000, "\\" * 999, '"' * 999, "{a" * 5_000, "} {" * 20_000, "&amp;" * 9_000, "-" * 50_000, "\n" * 50_000,
    " " * 100_000, "1," * 40_000, "a.b" * 9_000, "0" * 100_000, "translate(1) " * 4_000, "M0 0" * 9_000, "W" * 3_000,
)  # fmt: skip

_NUMBER = re.compile(rb"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(rb"[A-Za-z][A-Za-z0-9_-]*")
_QUOTED = re.compile(rb'"[^"\n]*"|\'[^\'\n]*\'')


def bounded(copies: int, size: int) -> int:
    """So many copies of something of that size, or fewer: what is cut off in the end is not to fill our own memory."""
    return max(1, min(copies, 2 * MOST_BYTES // max(1, size)))


def bad_text(random: Random) -> str:
    """A string that has done harm somewhere; long ones seldom, since they take long themselves."""
    weights = (6, 5, 4, 4, 3, 1)
    return random.choice(random.choices((NUMBERS, ESCAPES, PLACES, MARKUP, LETTERS, LONG), weights)[0])


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def flip(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """One to eight bits."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def overwrite(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A few bytes by the least, the greatest or any others."""
    start, length = random.randrange(len(data)), random.choice((1, 1, 2, 4, 8, 64))
    fill = random.choice((b"\0", b"\xff", b"\x7f", b"\x80", b" ", b"\n", None))
    put = random.randbytes(length) if fill is None else fill * length
    return data[:start] + put + data[start + length :]


def cut(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Only a beginning, or seldom only an end, or nothing."""
    at = random.choice((random.randrange(len(data)), len(data) - 1 - min(len(data) - 1, random.randrange(40)), 0))
    return data[at:] if random.random() < 0.2 else data[:at]


def chunks(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A piece left out, doubled, moved, or said hundreds of times."""
    start = random.randrange(len(data))
    end = min(len(data), start + random.choice((1, 4, 16, 100, 1000)))
    piece, rest = data[start:end], data[:start] + data[end:]
    match random.randrange(4):
        case 0:
            return rest
        case 1:
            return data[:end] + piece + data[end:]
        case 2:
            at = random.randrange(len(rest) + 1)
            return rest[:at] + piece + rest[at:]
    times = min(random.choice((30, 1000, 30_000)), MOST_BYTES // 2 // len(piece))
    return data[:end] + piece * times + data[end:]


def splice(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """The beginning of one input and the end of another, or a piece of another within it."""
    other = random.choice([each for each in others if each] or [data])
    start = random.randrange(len(other))
    if random.random() < 0.5:
        return data[: random.randrange(len(data))] + other[start:]
    at = random.randrange(len(data))
    return data[:at] + other[start : start + random.choice((10, 100, 2000))] + data[at:]


def insert(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A bad string anywhere."""
    at = random.randrange(len(data) + 1)
    return data[:at] + encoded(bad_text(random)) + data[at:]


def _matched(pattern: re.Pattern[bytes], random: Random, data: bytes, put: Callable[[bytes], bytes]) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        raise ValueError("nothing there to replace")
    match = random.choice(found)
    return data[: match.start()] + put(match[0]) + data[match.end() :]


def number(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A number by one that is near, much larger, too much, too little or none."""
    return _matched(_NUMBER, random, data, lambda old: encoded(other_number(random, old.decode())))


def other_number(random: Random, old: str) -> str:
    value = float(old)
    if random.random() < 0.5 or abs(value) > 1e15:
        return random.choice(NUMBERS)
    changed = random.choice((value + 1, value - 1, value * 10, value / 2, value * 1000, -value, value + 0.01))
    return str(int(changed)) if changed == int(changed) else repr(changed)


def word(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A word by another of this input or of others, by a bad string, or by itself in capitals or doubled."""
    known = _WORD.findall(random.choice([data, *others])) or [b"x"]
    puts: tuple[Callable[[bytes], bytes], ...] = (
        lambda old: random.choice(known), lambda old: random.choice(known), lambda old: encoded(bad_text(random)),
        bytes.upper, lambda old: old + old, lambda old: b"",
    )  # fmt: skip
    return _matched(_WORD, random, data, random.choice(puts))


def quoted(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """What stands in quotes by a bad string, by other quoted text, or without its quotes."""
    known = _QUOTED.findall(random.choice([data, *others])) or [b'""']

    def put(old: bytes) -> bytes:
        match random.randrange(4):
            case 0:
                return random.choice(known)
            case 1:
                return old[1:-1]
            case 2:
                return old[:-1] + encoded(bad_text(random)) + old[-1:]
        return old[:1] + encoded(bad_text(random)) + old[-1:]

    return _matched(_QUOTED, random, data, put)


def lines(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Lines left out, doubled, swapped, moved, joined, cut off, of other inputs, or said over and over."""
    parts = data.splitlines(keepends=True)
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    match random.randrange(9):
        case 0:
            del parts[at : at + random.choice((1, 1, 3, 20))]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = parts[at].rstrip(b"\r\n")
        case 4:
            parts[at] = parts[at][: random.randrange(len(parts[at]) + 1)]
        case 5:
            parts.insert(at, random.choice(random.choice([data, *others]).splitlines(keepends=True) or [b"\n"]))
        case 6:
            random.shuffle(parts)
        case 7:
            times = min(random.choice((10, 1000, 50_000)), MOST_BYTES // 2 // (len(parts[at]) + 1))
            parts[at] *= max(1, times)
        case _:
            parts.insert(at, encoded(bad_text(random)) + b"\n")
    return b"".join(parts)


def recoded(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """The same text in another encoding, with other line ends, or with a mark at its start."""
    text = data.decode("utf-8", "replace")
    match random.randrange(7):
        case 0:
            return text.encode("utf-16")
        case 1:
            return text.encode(random.choice(("utf-16-le", "utf-16-be", "utf-32-le", "utf-32")))
        case 2:
            return text.encode(random.choice(("cp1252", "latin-1", "cp037", "utf-7")), "replace")
        case 3:
            return b"\xef\xbb\xbf" * random.choice((1, 1, 2)) + data
        case 4:
            return data.replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b"\x0b", "\u2028".encode(), b"\0")))
        case 5:
            return data.replace(b'"', random.choice((b"'", "”".encode(), b'""', b"", b'\\"')))
    return data.replace(b" ", random.choice((b"\t", "\u00a0".encode(), b"", b"  ", "\u2003".encode())))


BLIND: tuple[Edit, ...] = (flip, overwrite, cut, chunks, splice, insert)
TEXT: tuple[Edit, ...] = (number, number, word, word, quoted, lines, lines, recoded, insert)
