"""What a translation keeps of its English passage: the names in its braces, and in a book the holes of the template.

A passage is data, whose holes in single braces are those of `pnp.language.messages`. In a book there are besides holes
in double braces, which are read by this grammar:

    hole     = value { "|" name }                       a value, and what it is put through
    value    = ( text | number | name | name "(" [ argument { "," argument } ] ")" ) { "." name | "[" item "]" }
    argument = [ name "=" ] ( list | text | number | name { "." name | "[" item "]" } )
    list     = "[" [ item { "," item } ] "]"
    item     = text | number

A hole is read into a tree and never run: who fills it looks the names up among those that it knows. There is no
arithmetic, no call within a call, no name that begins with a line. The time that it takes grows with the length of the
text, and nothing in the grammar holds itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pnp.frozen import frozen, mutable
from pnp.language.cldr import categories
from pnp.language.grammar import GENDER, GENDERS, GRAMMAR, bare, divided, grammar_fault
from pnp.language.markup import styles_in
from pnp.language.messages import CATEGORIES, CONTROL, NUMBER, Asked, Choice, MessageError, asked, message, walked

MOST_LETTERS, MOST_TOKENS, MOST_HOLES = 1000, 100, 100
# `{{ante, word}` within a case of a plural opens no hole of the template.
_OPENS = re.compile(r"\{(?:%|\{(?!\w[\w.]*\s*(?:,|\}(?!\}))))")
_TOKEN = re.compile(
    r"""\s*+(?:(?P<text>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')|(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![\w.]))"""
    r"""|(?P<name>[A-Za-z][A-Za-z0-9_]*+(?!\w))|(?P<end>\}\})|(?P<sign>[][().,=|]))""",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
_SHOWN = 30
Kind = Literal["text", "number", "name", "call", "argument", "list", "member", "item", "filter"]
BOOK = "book"
"""Where passages of the rules templates stand; their holes are those of the grammar above."""
OWN_BOOK = "rules text"
"""Where passages of the rules text stand that a deck brings; their holes are the same."""
_BOOKS = frozenset({BOOK, OWN_BOOK})
README, SOLD = "readme", "sold"
"""Where the passages of exports' read-mes stand, and what shops sell instead of a piece."""

_NUMBERS = frozenset({"word", "Word", "ordinal", "times"})
_FORMS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("rules", "rulings", "options", *_BOOKS), _NUMBERS),
    **dict.fromkeys(("actions", "endings"), frozenset({"seat"})),
    "stories": _NUMBERS | {"seat"},
    "seen": frozenset({"seat", "least", "most"}),
}
"""How a name may be said, after its comma, by the place where a passage stands."""
_FILLED = re.compile(r"%[sd]|\{\}")
_LONE = re.compile(r"\{[^{}]*\}")
_ID = re.compile(r"[A-Z]+[-.]\d+")
_TIMES, _ROOM = 5, 200  # how much longer than the English a translation may be, and so many letters more
_LONGEST, _MOST = 60, 10


class GrammarError(ValueError):
    """A text whose braces are not in the grammar; its text is a sentence that says what to mend."""


@frozen
class Node:
    """A part of a hole: its kind, what it says (a text without quotes, a number as it is written, a name), and parts.

    `start` and `end` are offsets in the text that the hole stands in.
    """

    kind: Kind
    value: str
    parts: tuple[Node, ...]
    start: int
    end: int

    def walked(self) -> Iterator[Node]:
        """The node and all within it, in the order of the text."""
        yield self
        for part in self.parts:
            yield from part.walked()


@frozen
class Hole:
    """A hole of a text: its tree, how it is written, braces included, and where it begins in the text."""

    node: Node
    source: str
    start: int


@frozen
class _Token:
    kind: str
    value: str
    start: int
    end: int


def read_text(text: str) -> tuple[str | Hole, ...]:
    """The words and holes of a text, in order; GrammarError for braces that hold anything else."""
    parts: list[str | Hole] = []
    at = 0
    while opened := _OPENS.search(text, at):
        if opened[0] == "{%":
            shown = _short(text[opened.start() : opened.start() + MOST_LETTERS])
            raise GrammarError(f"'{shown}' is nothing that a text may hold; take it out")
        if len(parts) > 2 * MOST_HOLES:
            raise GrammarError(f"the text has more than {MOST_HOLES} holes; take out what the English does not have")
        hole = read_hole(text, opened.start())
        parts += [*([text[at : opened.start()]] if opened.start() > at else []), hole]
        at = opened.start() + len(hole.source)
    return (*parts, text[at:]) if at < len(text) else tuple(parts)


def read_hole(text: str, at: int = 0) -> Hole:
    """The hole whose braces open at that offset; GrammarError where they hold anything else than a hole."""
    tokens = list(_tokens(text, at))
    node = _HoleReader(tokens, text[at : tokens[-1].end]).hole()
    return Hole(node, text[at : tokens[-1].end], at)


def _tokens(text: str, at: int) -> Iterator[_Token]:
    """The tokens of a hole, the braces that close it last."""
    position, limit = at + 2, min(len(text), at + MOST_LETTERS)
    shown = _short(text[at:limit])
    for _ in range(MOST_TOKENS):
        found = _TOKEN.match(text, position, limit)
        if found is None:
            rest = text[position:limit].lstrip()
            what = f"'{_short(rest)}' cannot stand in a hole" if rest else "nothing closes it"
            raise GrammarError(f"the hole '{shown}' is not understood ({what}); write it as in the English")
        kind = str(found.lastgroup)
        value = found[kind]
        yield _Token(kind, _unescaped(value) if kind == "text" else value, found.start(kind), found.end())
        if kind == "end":
            return
        position = found.end()
    raise GrammarError(f"the hole '{shown}' is too long; write it as in the English")


def _unescaped(quoted: str) -> str:
    for sign in _ESCAPE.findall(quoted[1:-1]):
        if sign not in _SIGNS:
            raise GrammarError(f"\\{sign} in the text {_short(quoted)} stands for nothing; write \\\\ for a backslash")
    return _ESCAPE.sub(lambda found: _SIGNS[found[1]], quoted[1:-1])


@mutable
class _HoleReader:
    """Reads the tokens of one hole, one after the other."""

    tokens: list[_Token]
    source: str
    at: int = 0

    def hole(self) -> Node:
        node = self._value()
        while self._is("|"):
            self._take()
            name = self._take("name")
            node = Node("filter", name.value, (node,), node.start, name.end)
        self._expect("}}")
        return node

    def _value(self) -> Node:
        token = self._take("text", "number", "name")
        node = _leaf(token)
        if token.kind == "name" and self._is("("):
            self._take()
            arguments = tuple(self._several(")", self._argument))
            node = Node("call", token.value, arguments, token.start, self._expect(")").end)
        return self._members(node)

    def _argument(self) -> Node:
        first = self.tokens[self.at]
        if first.kind == "name" and self.tokens[self.at + 1].value == "=":
            self.at += 2
            value = self._given()
            return Node("argument", first.value, (value,), first.start, value.end)
        return self._given()

    def _given(self) -> Node:
        if self._is("["):
            start = self._expect("[").start
            items = tuple(self._several("]", self._item))
            return Node("list", "", items, start, self._expect("]").end)
        return self._members(_leaf(self._take("text", "number", "name")))

    def _several(self, closing: str, read: Callable[[], Node]) -> Iterator[Node]:
        while not self._is(closing):
            yield read()
            if not self._is(closing):
                self._expect(",")

    def _members(self, node: Node) -> Node:
        while self._is(".") or self._is("["):
            if self._take().value == ".":
                name = self._take("name")
                node = Node("member", name.value, (node,), node.start, name.end)
            else:
                item = self._item()
                node = Node("item", "", (node, item), node.start, self._expect("]").end)
        return node

    def _item(self) -> Node:
        return _leaf(self._take("text", "number"))

    def _is(self, sign: str) -> bool:
        token = self.tokens[self.at]
        return token.kind in ("sign", "end") and token.value == sign

    def _expect(self, sign: str) -> _Token:
        if not self._is(sign):
            raise self._fault(f"'{sign}' is due")
        return self._take()

    def _take(self, *kinds: str) -> _Token:
        token = self.tokens[self.at]
        if kinds and token.kind not in kinds:
            raise self._fault(f"a {' or '.join(kinds)} is due")
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def _fault(self, due: str) -> GrammarError:
        found = self.tokens[self.at].value
        where = f"the hole '{_short(self.source)}' is not understood ({due} where '{_short(found)}' stands)"
        return GrammarError(f"{where}; write it as in the English")


def _leaf(token: _Token) -> Node:
    kind: Kind = "text" if token.kind == "text" else "number" if token.kind == "number" else "name"
    return Node(kind, token.value, (), token.start, token.end)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 4]} ..."


def is_for_readers(text: str) -> bool:
    """Whether a text in quotes is one: of several words, or with a capital that begins no id; a lone hole is none."""
    if _LONE.fullmatch(text):
        return False
    several = any(map(str.isspace, text)) or text[:1].isupper()
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
    if context not in _BOOKS:
        try:
            return frozenset(asked(text))
        except MessageError:
            return frozenset()
    parts = read_text(text)
    signs = _signs(_bare(parts), text)
    return frozenset(part.source for part in parts if isinstance(part, Hole)) | signs


def fault(context: str, english: str, said: str) -> str:
    """What is wrong with a translation, as a sentence; empty where it is sound."""
    if context == GRAMMAR:
        wrong = grammar_fault(english, said)
        return f"in the translation {wrong}" if wrong else ""
    sentences = list(_in_letters(english, said))
    if context in _BOOKS:
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
    else:
        sentences += _in_styles(english, said)
    return "; ".join([*sentences, *_in_names(context, english, said)])


def _in_styles(english: str, said: str) -> Iterator[str]:
    """What is wrong with the styles that words of a passage are in."""
    yield from _differing(*(frozenset(f"[...]({name})" for name in styles_in(text)) for text in (english, said)))


def _in_letters(english: str, said: str) -> Iterator[str]:
    if len(said) > (most := _ROOM + _TIMES * len(english)):
        yield f"the translation has {len(said):,} letters where {most:,} are the most; shorten it"
    if not said.strip():
        yield "the translation is blank; write it, or leave it empty"
    if control := re.search(CONTROL, said):
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
    try:
        whole = list(walked(message(english)))
    except MessageError:
        return  # no passage that anything is filled into
    try:
        found = list(walked(message(said)))
    except MessageError as failure:
        yield f"in the translation {failure}"
        return
    unsigned = {""} if context in _BOOKS else set()  # {} is among its signs
    wanted = {hole.name for hole in whole} - unsigned
    given = {bare(hole.name, wanted) for hole in found} - unsigned
    yield from _differing(*(frozenset(f"{{{name}}}" for name in each) for each in (wanted, given)))
    yield from _in_forms(_FORMS.get(context, frozenset()), whole, found)
    yield from _in_choices(whole, found)


def _in_forms(forms: frozenset[str], whole: Sequence[Asked | Choice], found: Sequence[Asked | Choice]) -> Iterator[str]:
    own = {hole.form for hole in whole if isinstance(hole, Asked)} | {"", NUMBER}
    wrong = (hole for hole in found if isinstance(hole, Asked) and hole.form not in own | forms)
    if said := list(dict.fromkeys(f"{{{hole.name}, {hole.form}}}" for hole in wrong)):
        known = f"a form such as {', '.join(sorted(forms))}, or " if forms else ""
        yield f"the translation says {_listed(said)}, which is not understood; write {known}the name alone"


def _in_choices(whole: Sequence[Asked | Choice], found: Sequence[Asked | Choice]) -> Iterator[str]:
    """By what a translation chooses words: numbers as it likes, and else by the words that the English chooses by."""
    words = {hole.name: set(hole.cases) for hole in whole if isinstance(hole, Choice) and hole.kind == "select"}
    for hole in found:
        if isinstance(hole, Choice) and hole.kind == "select":
            known = words.get(hole.name, {*GENDERS} if divided(hole.name)[1] == GENDER else set()) | {"other"}
            if wrong := sorted(set(hole.cases) - known):
                yield f"{{{hole.name}, select}} has the case '{wrong[0]}'; there are {', '.join(sorted(known))}"


def unsaid_kinds(said: str, language: str) -> tuple[str, ...]:
    """The kinds of whole numbers that the language has and that a plural of a translation has no case for."""
    texts = [said]
    try:
        parts = [part for part in read_text(said) if isinstance(part, Hole)]
        texts = [node.value for part in parts for node in for_readers(part)] if parts else texts
        choices = [hole for text in texts for hole in walked(message(text)) if isinstance(hole, Choice)]
    except (GrammarError, MessageError):
        return ()
    kinds: set[str] = set()
    for choice in choices:
        if choice.kind != "select":
            kinds |= categories(language, choice.kind == "selectordinal") - choice.cases.keys()
    return tuple(kind for kind in CATEGORIES if kind in kinds)


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
    shown = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 4]} ..." for name in names[:_MOST]]
    return ", ".join(shown) + (f" and {len(names) - _MOST} more" if len(names) > _MOST else "")
