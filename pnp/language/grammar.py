"""The one grammar of holes: what may stand in `{{ ... }}` in a text that is data, such as a translation.

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from pnp.frozen import frozen

MOST_LETTERS, MOST_TOKENS, MOST_HOLES = 1000, 100, 100
_OPENS = re.compile(r"\{[{%#]")
_TOKEN = re.compile(
    r"""\s*+(?:(?P<text>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')|(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![\w.]))"""
    r"""|(?P<name>[A-Za-z][A-Za-z0-9_]*+(?!\w))|(?P<end>\}\})|(?P<sign>[][().,=|]))""",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
_SHOWN = 30
Kind = Literal["text", "number", "name", "call", "argument", "list", "member", "item", "filter"]


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
        if opened[0] != "{{":
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


@dataclass
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
