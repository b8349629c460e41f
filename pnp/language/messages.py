"""Passages with holes, after the syntax of ICU MessageFormat: read into a tree, and filled; nothing in them is run.

    message = { words | "{{" | "}}" | hole | "#" }            `#`, within a plural, is its number
    hole    = "{" name [ "," format ] "}"                     how the name is said: `word`, `ordinal`, `seat`
            | "{" name "," kind "," case { case } "}"
    kind    = "plural" | "selectordinal" | "select"
    case    = key "{" message "}"                             a category, `=3`, or for select a word; one is `other`

An apostrophe is one, and quotes nothing: `l'{card}` is what it looks like. A brace of its own is doubled. A name may be
an expression of whoever fills the text: commas in its brackets and quotes do not end it, as in `{max(power, 2)}`. The
time to read a text grows with its length, and how deep choices stand within each other is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from pnp.frozen import frozen

Kind = Literal["plural", "selectordinal", "select"]
KINDS: tuple[Kind, ...] = ("plural", "selectordinal", "select")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""What CLDR calls the kinds of numbers that languages tell apart."""
NUMBER = "#"
"""The form of a name that `#` stands for: the number of the plural around it."""
CONTROL = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]"
"""What no page and no terminal should be given: all but line breaks and tabs."""
MOST_DEEP, MOST_CASES, MOST_PARTS = 4, 24, 400
_WORDS = re.compile(r"[^{}#]+")
_NAME = re.compile(r"[^{},]*")
_PIECE = re.compile(r"""[^{},()\[\]"'`]+|"[^"{}]*"|'[^'{}]*'|`[^`{}]*`|[,()\[\]"'`]""")
_FORMAT = re.compile(r"\s*([A-Za-z_]\w*)\s*")
_KEY = re.compile(r"\s*(=\d{1,9}|[A-Za-z][\w-]*)\s*")
_SHOWN = 30


class MessageError(ValueError):
    """A text that is no message; its text is a sentence that says what to mend."""


@frozen
class Asked:
    """A name that is to be said, and in what form: `word`, or `#` for the number of a plural; empty for as it is."""

    name: str
    form: str = ""


@frozen
class Choice:
    """Messages of which the value of a name chooses one."""

    name: str
    kind: Kind
    cases: Mapping[str, Message]


Part = str | Asked | Choice
Message = tuple[Part, ...]


@lru_cache(maxsize=4096)
def message(text: str) -> Message:
    """The parts of a text, in order; MessageError where its braces hold anything else."""
    return _Reader(text).whole()


class _Reader:
    """Reads a text from its beginning to its end, each letter once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._count = 0

    def whole(self) -> Message:
        return self._message(0, "")

    def _message(self, deep: int, number: str) -> Message:
        parts: list[Part] = []
        while self._at < len(self._text):
            sign = self._text[self._at]
            if words := _WORDS.match(self._text, self._at):
                parts.append(words[0])
                self._at = words.end()
            elif sign == "#":
                parts.append(Asked(number, NUMBER) if number else sign)
                self._at += 1
            elif sign == "}" and deep:
                break
            elif not deep and self._text.startswith(sign * 2, self._at):
                parts.append(sign)
                self._at += 2
            elif sign == "}":
                raise MessageError(_ALONE.format("}"))
            else:
                parts.append(self._hole(deep, number))
            self._count += 1
            if self._count > MOST_PARTS:
                raise MessageError(f"the text has more than {MOST_PARTS} parts; shorten it")
        return _joined(parts)

    def _hole(self, deep: int, number: str) -> Part:
        begins = self._at
        self._at = _end_of_name(self._text, begins + 1)
        name = self._text[begins + 1 : self._at].strip()
        if self._is("}"):
            return Asked(name)
        self._expect(",", begins)
        form = self._taken(_FORMAT, begins, "how it is said, or plural, select or selectordinal")
        if self._is("}"):
            return Asked(name, form)
        kind = next((kind for kind in KINDS if kind == form), None)
        if kind is None:
            raise MessageError(f"'{form}' in '{self._shown(begins)}' chooses nothing; write {', '.join(KINDS)}")
        self._expect(",", begins)
        if deep >= MOST_DEEP:
            raise MessageError(f"'{self._shown(begins)}' stands within {deep} others; write whole sentences in cases")
        return Choice(name, kind, self._cases(kind, name if kind != "select" else number, begins, deep))

    def _cases(self, kind: Kind, number: str, begins: int, deep: int) -> Mapping[str, Message]:
        cases: dict[str, Message] = {}
        while not self._closes():
            key = self._taken(_KEY, begins, "a case such as other {...}")
            if kind != "select" and key not in CATEGORIES and key[0] != "=":
                known = ", ".join(CATEGORIES)
                raise MessageError(f"'{key}' in '{self._shown(begins)}' is no kind of number; write {known} or =1")
            if key in cases or len(cases) >= MOST_CASES:
                raise MessageError(f"'{self._shown(begins)}' has '{key}' twice or too many cases; take one out")
            self._expect("{", begins)
            cases[key] = self._message(deep + 1, number)
            self._expect("}", begins)
        if "other" not in cases:
            raise MessageError(f"'{self._shown(begins)}' has no case 'other'; add it, for all that has none of its own")
        return cases

    def _closes(self) -> bool:
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._is("}")

    def _is(self, sign: str) -> bool:
        if self._text.startswith(sign, self._at):
            self._at += 1
            return True
        return False

    def _expect(self, sign: str, begins: int) -> None:
        if not self._is(sign):
            if self._at >= len(self._text) or sign == ",":
                raise MessageError(_ALONE.format("{"))
            raise MessageError(f"'{self._shown(begins)}' is not understood ('{sign}' is due); write it as in the docs")

    def _taken(self, pattern: re.Pattern[str], begins: int, what: str) -> str:
        found = pattern.match(self._text, self._at)
        if found is None and self._at >= len(self._text):
            raise MessageError(_ALONE.format("{"))
        if found is None:
            raise MessageError(f"'{self._shown(begins)}' is not understood; after the comma write {what}")
        self._at = found.end()
        return found[1]

    def _shown(self, begins: int) -> str:
        text = self._text[begins : begins + _SHOWN + 1]
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 4]} ..."


def _end_of_name(text: str, begins: int) -> int:
    """Where a name ends: at a brace, or a comma that is in no quotes and no brackets which close before the brace."""
    at, deep = begins, 0
    while deep >= 0 and (piece := _PIECE.match(text, at)):
        if piece[0] == "," and not deep:
            return at
        deep += (piece[0] in ("(", "[")) - (piece[0] in (")", "]"))
        at = piece.end()
    plain = _NAME.match(text, begins)
    return at if deep == 0 or plain is None else plain.end()


_ALONE = "a '{0}' stands alone; close it, or write {0}{0} for the sign itself"


def _joined(parts: list[Part]) -> Message:
    """The parts with neighbouring words together."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)


def walked(parts: Message) -> Iterator[Asked | Choice]:
    """Every hole of a message, those within its cases after it."""
    for part in parts:
        if isinstance(part, str):
            continue
        yield part
        if isinstance(part, Choice):
            for case in part.cases.values():
                yield from walked(case)


def asked(text: str) -> tuple[str, ...]:
    """The names that a text asks for, each once, in order; MessageError as `message`."""
    return tuple(dict.fromkeys(hole.name for hole in walked(message(text))))


Say = Callable[[Asked], str]
Pick = Callable[[Choice], str]


def fill(parts: Message, say: Say, pick: Pick) -> str:
    """The message in words: `say` gives what stands for a name, `pick` the key of a choice's case."""
    return "".join(_filled(part, say, pick) for part in parts)


def _filled(part: Part, say: Say, pick: Pick) -> str:
    match part:
        case str():
            return part
        case Asked():
            return say(part)
        case Choice():
            return fill(part.cases.get(pick(part), part.cases["other"]), say, pick)
