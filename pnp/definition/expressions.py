"""Reads the expressions in holes of templates and in tests, `power * 2` or `upper(name) & "!"`, into trees of nodes.

    whole    = choice [ "if" choice "else" whole ]
    choice   = both { "or" both }
    both     = test { "and" test }
    test     = "not" test | joined { compare joined } | joined "is" [ "not" ] "empty"
    compare  = "==" | "!=" | "<" | "<=" | ">" | ">=" | [ "not" ] "in"
    joined   = sum { "&" sum }
    sum      = product { ( "+" | "-" ) product }
    product  = sign { ( "*" | "/" | "//" | "%" ) sign }
    sign     = { "-" | "+" } value
    value    = number | text | name | "(" whole ")"
             | function "(" [ whole { "," whole } ] ")" | table "[" whole "]" "." name

A text stands in single or double quotes; a name with other signs than letters, digits and dots in back quotes. Nothing
here is Python's: what a tree means is said in pnp/definition/evaluation.py, and there is no function but those named.
How long an expression is and how deep its brackets stand within each other is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from pnp.definition.findings import between, quoted, suggest
from pnp.frozen import frozen

LONGEST, DEEPEST = 500, 30
"""Letters of an expression, and brackets, signs and choices within each other."""
MOST_ARGUMENTS = 50

FUNCTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "min": (1, MOST_ARGUMENTS), "max": (1, MOST_ARGUMENTS), "sum": (1, MOST_ARGUMENTS), "abs": (1, 1),
        "round": (1, 2), "floor": (1, 1), "ceil": (1, 1), "sqrt": (1, 1), "sin": (1, 1), "cos": (1, 1),
        "len": (1, 1), "upper": (1, 1), "lower": (1, 1), "pad": (2, 2), "join": (1, 2), "split": (1, 2),
        "nth": (2, 2), "range": (2, 3), "if": (3, 3), "lookup": (3, 4), "random": (0, 2), "choose": (1, MOST_ARGUMENTS),
    }
)  # fmt: skip
"""Every function, and how many arguments it takes at least and most."""

Kind = Literal[
    "constant", "name", "call", "row", "not", "empty", "arithmetic", "joined", "compared", "and", "or", "choice",
]  # fmt: skip
_SIGN = r"==|!=|<=|>=|<>|//|\*\*|&&|\|\||[-+*/%<>()\[\],.&=!^;≠≤≥×÷−“”„‘’]"
_TOKEN = re.compile(
    rf"""\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>"[^"]*"|'[^']*')|(?P<quoted>`[^`]*`)"""
    rf"""|(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)|(?P<sign>{_SIGN})|(?P<end>$))""",
    re.DOTALL,
)
_WORDS = frozenset({"and", "or", "not", "if", "else", "in", "is", "empty", "true", "false"})
_COMPARES = ("==", "!=", "<=", ">=", "<", ">")
_MEANT = {
    "=": "==", "!": "not", "**": "x * x", "^": "x * x", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=",
    "&&": "and", "||": "or", "×": "*", "÷": "/", "−": "-", ";": "a comma", **dict.fromkeys("“”„‘’", "straight quotes"),
}  # fmt: skip
"""What to write for the signs of spreadsheets, of other languages and of typography."""
_DIGITS = 15


class ExpressionError(ValueError):
    """What is wrong with an expression: for each mistake the letter at which it stands, from 0, and a sentence."""

    def __init__(self, *mistakes: tuple[int, str]) -> None:
        self.mistakes = mistakes
        super().__init__("; ".join(sentence for _, sentence in mistakes))


@frozen
class Node:
    """A part of an expression: what it is, the letter at which it begins, what it says, and what it is made from."""

    kind: Kind
    at: int
    value: str | int | Fraction | bool = ""
    parts: tuple[Node, ...] = ()

    def walked(self) -> Iterator[Node]:
        """The node and all below it."""
        yield self
        for part in self.parts:
            yield from part.walked()


@frozen(slots=False)
class Expression:
    """A whole expression: its text, and its tree."""

    source: str
    tree: Node

    @property
    def names(self) -> tuple[tuple[str, int], ...]:
        """The names that it asks for, and where the first of each stands."""
        found: dict[str, int] = {}
        for node in self.tree.walked():
            if node.kind == "name":
                found.setdefault(str(node.value), node.at)
        return tuple(found.items())

    @property
    def size(self) -> int:
        """How many steps it takes at most, but for those within lists."""
        return sum(1 for _ in self.tree.walked())

    @property
    def is_chance(self) -> bool:
        """Whether chance has a say in it."""
        return any(node.kind == "call" and node.value in ("random", "choose") for node in self.tree.walked())


@lru_cache(maxsize=4096)
def expression(source: str) -> Expression:
    """The expression that a text is; ExpressionError with every mistake that can be told where it is none."""
    if len(source) > LONGEST:
        raise ExpressionError((0, f"the expression has over {LONGEST} letters; write it in parts"))
    return _Parser(source).whole()


class _Token(NamedTuple):
    kind: str
    said: str
    at: int


def _tokens(source: str) -> list[_Token]:
    tokens = []
    at = 0
    while True:
        found = _TOKEN.match(source, at)
        if found is None:
            at = next(place for place in range(at, len(source)) if not source[place].isspace())
            sign = source[at]
            what = "a quote that is never closed; close it" if sign in "\"'`" else f"{quoted(sign)} means nothing here"
            raise ExpressionError((at, what if sign in "\"'`" else f"{what}; put a text in quotes"))
        kind = found.lastgroup or "end"
        tokens.append(_Token(kind, found[kind], found.start(kind)))
        if kind == "end":
            return tokens
        at = found.end()


class _Parser:
    """Reads the tokens of an expression from the first to the last."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tokens = _tokens(source)
        self._next = 0
        self._deep = 0
        self._mistakes: list[tuple[int, str]] = []

    def whole(self) -> Expression:
        if self._token.kind == "end":
            raise ExpressionError((0, "nothing stands in the braces; write a name or an expression"))
        tree = self._choice()
        if self._token.kind != "end":
            raise self._unexpected()
        if self._mistakes:
            raise ExpressionError(*self._mistakes)
        return Expression(self._source, tree)

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _takes(self, *said: str) -> _Token | None:
        """The token that comes next, gone past, where it is one of these words or signs."""
        token = self._token
        if token.kind in ("name", "sign") and token.said in said:
            self._next += 1
            return token
        return None

    def _expect(self, said: str, why: str) -> None:
        if not self._takes(said):
            raise ExpressionError((self._token.at, f"{quoted(said)} is due {why}; {self._found()}"))

    def _found(self) -> str:
        return "the expression ends" if self._token.kind == "end" else f"here is {quoted(self._token.said)}"

    def _unexpected(self) -> ExpressionError:
        token = self._token
        if token.kind == "end":
            return ExpressionError((token.at, "the expression ends too early; write what comes next"))
        if token.said in _MEANT:
            return ExpressionError((token.at, f"{quoted(token.said)} is not understood; write {_MEANT[token.said]}"))
        mend = "write a sign such as & or + before it, and names with spaces in back quotes: `power icon`"
        return ExpressionError((token.at, f"{quoted(token.said)} is not expected here; {mend}"))

    def _below(self, at: int) -> None:
        self._deep += 1
        if self._deep > DEEPEST:
            raise ExpressionError((at, f"it is nested over {DEEPEST} deep; write it in parts"))

    def _choice(self) -> Node:
        self._below(self._token.at)
        yes = self._logic(("or", "and"))
        if begins := self._takes("if"):
            test = self._logic(("or", "and"))
            self._expect("else", "after 'if'")
            yes = Node("choice", begins.at, "", (test, yes, self._choice()))
        self._deep -= 1
        return yes

    def _logic(self, words: Sequence[Literal["or", "and"]]) -> Node:
        if not words:
            return self._test()
        node = self._logic(words[1:])
        while token := self._takes(words[0]):
            node = Node(words[0], token.at, "", (node, self._logic(words[1:])))
        return node

    def _test(self) -> Node:
        if token := self._takes("not"):
            self._below(token.at)
            node = Node("not", token.at, "", (self._test(),))
            self._deep -= 1
            return node
        first = self._joined()
        if token := self._takes("is"):
            negated = self._takes("not")
            self._expect("empty", "after 'is'")
            node = Node("empty", token.at, "", (first,))
            return Node("not", token.at, "", (node,)) if negated else node
        parts, signs, begins = [first], [], self._token.at
        while sign := self._compare():
            signs.append(sign)
            parts.append(self._joined())
        return Node("compared", begins, " ".join(signs), tuple(parts)) if signs else first

    def _compare(self) -> str:
        if token := self._takes(*_COMPARES, "in"):
            return token.said
        follows = self._tokens[self._next + 1] if self._token.kind != "end" else self._token
        if self._token.said == "not" and self._token.kind == "name" and follows.said == "in":
            self._next += 2
            return "not-in"
        return ""

    def _joined(self) -> Node:
        node = self._sum()
        while token := self._takes("&"):
            node = Node("joined", token.at, "", (node, self._sum()))
        return node

    def _sum(self) -> Node:
        node = self._product()
        while token := self._takes("+", "-"):
            node = Node("arithmetic", token.at, token.said, (node, self._product()))
        return node

    def _product(self) -> Node:
        node = self._signed()
        while token := self._takes("*", "//", "/", "%"):
            node = Node("arithmetic", token.at, token.said, (node, self._signed()))
        return node

    def _signed(self) -> Node:
        if token := self._takes("-", "+"):
            self._below(token.at)
            node = self._signed()
            self._deep -= 1
            return Node("arithmetic", token.at, token.said, (Node("constant", token.at, 0), node))
        return self._value()

    def _value(self) -> Node:
        token = self._token
        if token.kind == "number":
            self._next += 1
            return Node("constant", token.at, self._number(token))
        if token.kind == "text":
            self._next += 1
            return Node("constant", token.at, token.said[1:-1])
        if token.kind in ("name", "quoted"):
            return self._named(token)
        if self._takes("("):
            node = self._choice()
            self._expect(")", "to close the bracket")
            return node
        raise self._unexpected()

    def _number(self, token: _Token) -> int | Fraction:
        if len(token.said.replace(".", "")) > _DIGITS:
            self._mistakes.append((token.at, f"the number has over {_DIGITS} digits; write a smaller one"))
            return 0
        exact = Fraction(token.said)
        return exact.numerator if exact.denominator == 1 else exact

    def _named(self, token: _Token) -> Node:
        """A name, a constant, a call, or a cell of a row of a table."""
        name = token.said.strip("`")
        self._next += 1
        plain = token.kind == "name"
        if plain and name in ("true", "false"):
            return Node("constant", token.at, name == "true")
        if self._takes("("):
            return self._call(name, token.at)
        if plain and name in _WORDS:
            self._next -= 1
            raise self._unexpected()
        if self._takes("["):
            key = self._choice()
            self._expect("]", "to close the bracket")
            self._expect(".", f"and a column, as in {name}[...].price")
            column = self._token
            if column.kind not in ("name", "quoted"):
                raise ExpressionError((column.at, f"a column is due after '.'; {self._found()}"))
            self._next += 1
            table = Node("constant", token.at, name)
            return Node("row", token.at, "", (table, key, Node("constant", column.at, column.said.strip("`"))))
        return Node("name", token.at, name)

    def _call(self, name: str, at: int) -> Node:
        arguments: list[Node] = []
        while not self._takes(")"):
            if arguments:
                self._expect(",", "between arguments, or ')' after the last")
            arguments.append(self._choice())
            if len(arguments) > MOST_ARGUMENTS:
                raise ExpressionError((at, f"{name} has over {MOST_ARGUMENTS} arguments; write fewer"))
        if name not in FUNCTIONS:
            self._mistakes.append((at, f"{quoted(name)} is no function; {suggest(name, FUNCTIONS)}"))
            return Node("constant", at, 0)
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            takes = f"{least} or more" if most == MOST_ARGUMENTS else between(least, most)
            self._mistakes.append((at, f"{name} takes {takes} arguments, here are {len(arguments)}; correct them"))
            return Node("constant", at, 0)
        if name == "if":
            return Node("choice", at, "", tuple(arguments))
        if name == "lookup":
            return Node("row", at, "", tuple(arguments))
        return Node("call", at, name, tuple(arguments))
