"""What a translation keeps of its English passage: the names in its braces, and in a book the holes of the template.

A passage is data. In a book its holes are read by `grammar.py`; elsewhere they are names in single braces, which may
say how a number is said and the words for one and for several: `{ante:word|coin|coins}`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import category

from pnp.frozen import frozen
from pnp.language.grammar import GrammarError, Hole, Node, read_text
from pnp.language.po import CONTROL

_RUN = re.compile(r"\\.|\*+", re.DOTALL)
NameParts = tuple[str, str, tuple[str, ...]]
BOOK = "book"
"""Where passages of the rules templates stand; their holes are those of `grammar.py`."""

_NUMBERS = frozenset({"word", "Word", "ordinal", "times"})
_FORMS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("rules", "rulings", "options", BOOK), _NUMBERS),
    **dict.fromkeys(("actions", "endings", "stories"), frozenset({"seat"})),
    "seen": frozenset({"seat", "least", "most"}),
}
"""How a name may be said, after its colon, by the place where a passage stands."""
BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
"""Doubled braces, a name in single ones, or a brace that stands alone."""
_NAME = re.compile(r"([^{}|:]*)(?::([^{}|:]*))?((?:\|[^{}|]*)*)", re.DOTALL)
_FILLED = re.compile(r"%[sd]|\{\}")
_ALONE = ("{", "}")
_ID = re.compile(r"[A-Z]+[-.]\d+")
_TIMES, _ROOM = 5, 200  # how much longer than the English a translation may be, and so many letters more
_SHOWN, _MOST = 60, 10


@frozen
class Sign:
    """One or two stars that open or close italic or bold words."""

    bold: bool
    opens: bool

    @property
    def length(self) -> int:
        return 2 if self.bold else 1


@dataclass(slots=True)
class _Open:
    """A run of stars that may open emphasis: where it ends, and how many of them are left."""

    start: int
    count: int


def emphasis(text: str) -> Mapping[int, Sign]:
    """The signs of emphasis in a text by their offsets, opening and closing in pairs, one pair within another."""
    signs: dict[int, Sign] = {}
    waiting: list[_Open] = []
    for run in _RUN.finditer(text):
        if run[0][0] == "\\":
            continue
        at, count = run.start(), len(run[0])
        before, after = text[at - 1 : at], text[run.end() : run.end() + 1]
        if _may_close(before, after):
            while count and waiting:
                opened = waiting[-1]
                sign = Sign(min(opened.count, count) > 1, True)
                opened.count -= sign.length
                signs[opened.start + opened.count] = sign
                signs[at] = Sign(sign.bold, False)
                at, count = at + sign.length, count - sign.length
                if not opened.count:
                    waiting.pop()
        if count and _may_close(after, before):
            waiting.append(_Open(at, count))
    return signs


def _may_close(before: str, after: str) -> bool:
    """Whether a word ends between the two characters; with them exchanged, whether one begins."""
    if _is_blank(before):
        return False
    return _is_blank(after) or _is_punctuation(after)


def _is_blank(letter: str) -> bool:
    return not letter or letter.isspace()


def _is_punctuation(letter: str) -> bool:
    """Whether a sign parts words; in scripts whose letters have no case many words stand without any space."""
    kind = category(letter)
    return kind[0] in "PS" or kind == "Lo"


def named(text: str, value: Callable[[str, str, tuple[str, ...]], str | None]) -> str:
    """The text with its single braces filled: `value` gets a name, its form and the words behind its bars.

    Where it gives None, the braces stay as they are.
    """

    def fill(found: re.Match[str]) -> str:
        parts = _parts(found[1])
        said = value(*parts) if parts else None
        return found[0] if said is None else said

    return BRACES.sub(fill, text)


def _parts(inside: str | None) -> NameParts | None:
    """What single braces hold: a name, its form and the words behind its bars; None where they hold anything else."""
    found = None if inside is None else _NAME.fullmatch(inside)
    return (found[1].strip(), found[2] or "", tuple(found[3].split("|")[1:])) if found else None


def is_for_readers(text: str) -> bool:
    """Whether a text in quotes is one: of several words, with a capital that begins no id, or `{coins|coin|coins}`."""
    several = any(map(str.isspace, text)) or text[:1].isupper() or (text[:1] == "{" and "|" in text)
    return any(map(str.isalpha, text)) and several and not _ID.fullmatch(text)


def for_readers(hole: Hole) -> Iterator[Node]:
    """The texts of a hole that are translated with the passage that it stands in."""
    return (node for node in hole.node.walked() if node.kind == "text" and is_for_readers(node.value))


def keeps(english: Node, said: Node) -> bool:
    """Whether a hole of a translation is that of the English, but for the words in its texts that are for readers."""
    if english.kind == "text" and is_for_readers(english.value):
        return said.kind == "text" and holes("", english.value) == holes("", said.value)
    alike = (english.kind, english.value, len(english.parts)) == (said.kind, said.value, len(said.parts))
    return alike and all(map(keeps, english.parts, said.parts))


def holes(context: str, text: str) -> frozenset[str]:
    """What a passage asks for: names, or in a book what stands in double braces and every sign that is filled."""
    if context != BOOK:
        return frozenset(name for name, _, _ in _names(text) if name not in _ALONE)
    parts = read_text(text)
    signs = _signs(_bare(parts), text)
    return frozenset(part.source for part in parts if isinstance(part, Hole)) | signs


def fault(context: str, english: str, said: str) -> str:
    """What is wrong with a translation, as a sentence; empty where it is sound."""
    sentences = list(_in_letters(english, said))
    if context == BOOK:
        try:
            whole = read_text(english)
        except GrammarError:
            return "; ".join(sentences)  # no passage of any book: the entry is stale
        try:
            parts = read_text(said)
        except GrammarError as failure:
            return "; ".join([*sentences, str(failure)])
        sentences += _in_holes(whole, parts)
        signs = _signs(_bare(whole), english), _signs(_bare(parts), english)
        sentences += _differing(*signs)
        english, said = _bare(whole), _bare(parts)
        if said.replace("\\`", "").count("`") % 2:
            sentences.append("the translation has a ` without a fellow; add it or take it out")
    return "; ".join([*sentences, *_in_names(context, english, said)])


def _in_letters(english: str, said: str) -> Iterator[str]:
    if len(said) > (most := _ROOM + _TIMES * len(english)):
        yield f"the translation has {len(said):,} letters where {most:,} are the most; shorten it"
    if not said.strip():
        yield "the translation is blank; write it, or leave it empty"
    if control := CONTROL.search(said):
        yield f"the translation holds the control character U+{ord(control[0]):04X}; delete it"


def _in_holes(english: Sequence[str | Hole], said: Sequence[str | Hole]) -> Iterator[str]:
    """What is wrong with the double braces of a book's passage, and with the names in their quotes."""
    wanted = [part for part in english if isinstance(part, Hole)]
    kept: set[str] = set()
    foreign: set[str] = set()
    for part in said:
        if isinstance(part, str):
            continue
        own = matching(part, wanted)
        if own is None:
            foreign.add(part.source)
            continue
        kept |= {hole.source for hole in wanted if keeps(hole.node, part.node)}
        for before, after in zip(own.node.walked(), part.node.walked()):
            if before.value != after.value:
                yield from _in_names(BOOK, before.value, after.value)
    yield from _differing(frozenset(hole.source for hole in wanted) - kept, frozenset(foreign))


def matching(said: Hole, wanted: Iterable[Hole]) -> Hole | None:
    """The first hole of an English passage that a translation's hole stands for."""
    return next((hole for hole in wanted if keeps(hole.node, said.node)), None)


def _in_names(context: str, english: str, said: str) -> Iterator[str]:
    """What is wrong with the single braces of a text."""
    wanted, found = (dict.fromkeys(_names(text)) for text in (english, said))
    names = [frozenset(f"{{{name}}}" for name, _, _ in each if name not in _ALONE) for each in (wanted, found)]
    yield from _differing(*(each - {"{}"} if context == BOOK else each for each in names))  # {} is among its signs
    for sign in _ALONE:
        if (sign, "", ()) in found and (sign, "", ()) not in wanted:
            yield f"in the translation a '{sign}' stands alone; close it, or take it out"
    forms = _FORMS.get(context, frozenset())
    known = f"a form such as {', '.join(sorted(forms))}, words for one and for several, or " if forms else ""
    wrong = [
        f"{{{name}{f':{form}' if form else ''}{''.join(f'|{word}' for word in words)}}}"
        for name, form, words in found
        if (form or words)
        and (name, form, words) not in wanted
        and not (forms and form in ("", *forms) and len(words) in (0, 2))
    ]
    if wrong:
        yield f"the translation says {_listed(wrong)}, which is not understood; write {known}the name alone"


def _names(text: str) -> Iterator[NameParts]:
    """The names in single braces, each with its form and the words behind its bars; a brace alone is a name, too."""
    for match in BRACES.finditer(text):
        if parts := _parts(match[1]):
            yield parts
        elif match[1] is not None or match[0] in _ALONE:
            yield match[1] or match[0], "", ()


def _bare(parts: Sequence[str | Hole]) -> str:
    """The words of a passage without its holes, a sign that is no word in the place of each."""
    return "".join(part if isinstance(part, str) else "\ufffc" for part in parts)


def _signs(bare: str, whole: str) -> frozenset[str]:
    """The signs that are filled in their order, and the bars of a table's row, each with how many there are."""
    counts = Counter(_FILLED.findall(bare))
    if whole.lstrip().startswith("|"):
        counts["|"] = bare.count("|")
    return frozenset(f"{sign} {count} times" for sign, count in counts.items())


def _differing(wanted: frozenset[str], found: frozenset[str]) -> Iterator[str]:
    for what, names, mend in (
        ("lacks", wanted - found, "put it where it belongs"),
        ("asks for", found - wanted, "the English does not; take it out"),
    ):
        if names:
            yield f"the translation {what} {_listed(sorted(names))}; {mend}"


def _listed(names: Sequence[str]) -> str:
    shown = [name if len(name) <= _SHOWN else f"{name[: _SHOWN - 4]} ..." for name in names[:_MOST]]
    return ", ".join(shown) + (f" and {len(names) - _MOST} more" if len(names) > _MOST else "")
