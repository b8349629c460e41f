"""The expressions of rules, read into trees: `suit of card is suit-in-play and hand is not empty`.

whole     = choice [ "if" choice "else" whole ]
choice    = both { "or" both }
both      = test { "and" test }
test      = "not" test | quantified | sum [ relation ]
relation  = ( "is" [ "not" ] | "<" | "<=" | ">" | ">=" | [ "not" ] "in" ) sum | "is" [ "not" ] "empty"
          | [ "not" ] "in" "(" whole "," whole { "," whole } ")"
quantified = ( "any" | "every" | "no" ) through [ "where" choice ]
sum       = product { ( "+" | "-" ) product }
product   = value { ( "*" | "//" | "%" ) value }
value     = number | text | "(" whole ")" | "-" value | name [ "of" value ] | name "(" whole { "," whole } ")"
          | ( "each" | "every" ) name | ( "top" | "bottom" | "random" ) [ sum ] "of" value
          | "count" through [ "where" choice ]
          | ( "all" | "the" ) through [ "with" ( "highest" | "lowest" ) sum ] [ "where" choice ]
          | ( "sum" | "highest" | "lowest" ) "of" sum "for" [ "each" ] through [ "where" choice ]
through   = name "in" domain | "player" | "players"
domain    = sum | "(" whole "to" whole ")" | "groups" "of" value
"""

from __future__ import annotations

from typing import Literal

from pnp.definition.findings import quoted
from pnp.frozen import frozen
from pnp.rules_language.hints import near
from pnp.rules_language.lines import Fault, Misnamed, Token

DEEPEST = 25
"""Brackets and conditions within each other."""
RESERVED = frozenset(
    {
        "add", "again", "all", "and", "any", "becomes", "bottom", "by", "choose", "chooses", "count", "deal", "each",
        "else", "empty", "every", "everybody", "first", "for", "from", "groups", "highest", "if", "in", "is", "last",
        "lowest", "move", "not", "of", "or", "otherwise", "preferring", "random", "sum", "the", "times", "to", "top",
        "until", "when", "where", "with",
    }
)  # fmt: skip
"""Words that nothing can be called by."""

_MORE, _LESS, _IS = "write '>' or '>='", "write '<' or '<='", "write 'is'"
MEANT = {
    "else": "write 'otherwise' below an 'if'", "more": _MORE, "greater": _MORE, "over": _MORE, "above": _MORE,
    "least": _MORE, "less": _LESS, "fewer": _LESS, "under": _LESS, "below": _LESS, "most": _LESS, "equals": _IS,
    "equal": _IS, "are": "write 'is', or 'count of' and a place", "than": "write '>' or '<'", "then": "write a colon",
    "with": "write 'the' before it, as in 'the card in trick with highest rank of card'",
    "has": "write 'any card in hand where ...'", "contains": "write 'any card in hand where ...'",
}  # fmt: skip
"""What is written here for words with which people go on."""

Form = Literal[
    "number", "text", "name", "of", "call", "not", "and", "or", "if", "compare", "empty", "arithmetic", "range", "each",
    "every-place", "any", "every", "no", "all", "all-highest", "all-lowest", "count", "sum", "highest", "lowest",
    "with-highest", "with-lowest", "groups", "top", "bottom", "first", "last", "random",
]  # fmt: skip


@frozen
class Node:
    """A part of an expression: its form, the token that it begins with, its word, and what it is made from.

    Of the quantified forms, `said` is the name of what is gone through, and the parts are the domain, the condition
    and, where there is one, the value; a condition that is not written is None.
    """

    form: Form
    token: Token
    said: str = ""
    parts: tuple[Node | None, ...] = ()

    def part(self, at: int) -> Node:
        """A part that is there."""
        found = self.parts[at]
        assert found is not None
        return found


class Reader:
    """Goes through the tokens of a line, from the first to the last."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._tokens = tokens
        self._next = 0
        self._deep = 0

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._next]

    def takes(self, *said: str) -> Token | None:
        """The next token, gone past, where it is one of these words or signs."""
        token = self.token
        if token.kind in ("name", "sign") and token.said in said:
            self._next += 1
            return token
        return None

    def sees(self, *said: str) -> bool:
        """Whether the next tokens are these words."""
        coming = self._tokens[self._next : self._next + len(said)]
        return all(token.kind in ("name", "sign") for token in coming) and [token.said for token in coming] == [*said]

    def ahead(self, many: int) -> Token:
        """The token that comes so many after the next one."""
        return self._tokens[min(self._next + many, len(self._tokens) - 1)]

    def rest(self) -> tuple[Token, ...]:
        """All tokens that are left but the end."""
        return self._tokens[self._next : -1]

    def take(self) -> Token:
        """The next token, gone past, whatever it is."""
        token = self.token
        self._next += token.kind != "end"
        return token

    def expect(self, *said: str, why: str = "") -> Token:
        """One of these words, which is due here."""
        found = self.takes(*said)
        if found is None:
            due = " or ".join(map(quoted, said))
            meant = near(self.token.said, said) if self.token.kind == "name" else None
            mend = f"; did you mean {quoted(meant)}?" if meant and len(said) > 1 else ""
            raise Fault(self.token, f"{due} is due here{why and f' {why}'}, not {self.token}{mend}")
        return found

    def name(self, what: str) -> Token:
        """A name that something is called by."""
        token = self.token
        if token.kind != "name":
            raise Fault(token, f"{what} is due here, not {token}")
        if token.said in RESERVED:
            raise Misnamed(token, f"{quoted(token.said)} is a word of the language; call it something else")
        self._next += 1
        return token

    def values(self) -> tuple[Node, ...]:
        """`(7, low)`: what is given in brackets, if anything is."""
        if not self.takes("("):
            return ()
        found = [self.whole()]
        while self.takes(","):
            found.append(self.whole())
        self.expect(")", why="to close the bracket")
        return tuple(found)

    def text(self, what: str) -> Token:
        """A text in quotes."""
        token = self.token
        if token.kind != "text":
            raise Fault(token, f"{what} is due here in quotes, not {token}")
        self._next += 1
        return token

    def ends(self) -> bool:
        """Whether nothing is left of the line."""
        return self.token.kind == "end"

    def finish(self) -> None:
        """The end of the line, which is due."""
        if not self.ends():
            mend = MEANT.get(self.token.said, "end the line before it, or correct it")
            raise Fault(self.token, f"{self.token} is not expected here; {mend}")

    def whole(self) -> Node:
        """An expression, with all that belongs to it."""
        self._deep += 1
        if self._deep > DEEPEST:
            raise Fault(self.token, f"it is nested over {DEEPEST} deep; give a part a name with 'define'")
        node = self.condition()
        if token := self.takes("if"):
            test = self.condition()
            self.expect("else", why="after 'if'")
            node = Node("if", token, "", (test, node, self.whole()))
        self._deep -= 1
        return node

    def condition(self) -> Node:
        """An expression without 'if'."""
        node = self._both()
        while token := self.takes("or"):
            node = Node("or", token, "", (node, self._both()))
        return node

    def _both(self) -> Node:
        node = self._test()
        while token := self.takes("and"):
            node = Node("and", token, "", (node, self._test()))
        return node

    def _test(self) -> Node:
        if token := self.takes("not"):
            self._deep += 1
            if self._deep > DEEPEST:
                raise Fault(token, f"it is nested over {DEEPEST} deep; write it in parts")
            node = Node("not", token, "", (self._test(),))
            self._deep -= 1
            return node
        if (token := self.token).said in ("any", "every", "no") and self._goes_through(1):
            return self._gone_through(self.take(), token.said)
        first = self.sum()
        if token := self.takes("is"):
            negated = self.takes("not") is not None
            if self.takes("empty"):
                node = Node("empty", token, "", (first,))
            else:
                node = Node("compare", token, "is", (first, self.sum()))
            return Node("not", token, "", (node,)) if negated else node
        if token := self.takes("<", "<=", ">", ">="):
            if token.said == "<" and self.sees(">"):
                raise Fault(token, "'<>' is not understood; write 'is not'")
            return Node("compare", token, token.said, (first, self.sum()))
        if self.sees("not", "in"):
            token = self.expect("not")
            self.expect("in")
            return Node("not", token, "", (self._member(first, token),))
        if token := self.takes("in"):
            return self._member(first, token)
        return first

    def _member(self, value: Node, token: Token) -> Node:
        """What follows `in`: what is gone through, or values in brackets with commas between them."""
        if not self._begins_list():
            return Node("compare", token, "in", (value, self.sum()))
        self.expect("(")
        values = [self.whole()]
        while self.takes(","):
            values.append(self.whole())
        self.expect(")", why="to close the bracket")
        return Node("compare", token, "among", (value, *values))

    def _begins_list(self) -> bool:
        """Whether a bracket opens that has a comma of its own."""
        deep = 0
        for token in self._tokens[self._next :]:
            if token.kind == "sign":
                deep += (token.said == "(") - (token.said == ")")
                if deep == 1 and token.said == ",":
                    return True
            if not deep:
                break
        return False

    def _gone_through(self, token: Token, form: str) -> Node:
        """What begins with `any card in hand`, and the condition."""
        name, domain = self._through()
        test = self.condition() if self.takes("where") else None
        return Node(form, token, name, (domain, test))  # type: ignore[arg-type]

    def _goes_through(self, many: int) -> bool:
        """Whether the token so far ahead is a name for what is gone through."""
        name, follows = self.ahead(many), self.ahead(many + 1).said
        return follows == "in" or (name.said in ("player", "players") and follows in ("where", "with"))

    def _through(self) -> tuple[str, Node]:
        """`card in hand`: a name, and what is gone through; `player` and `players` go through all players."""
        token = self.name("a name for what is gone through, such as 'card',")
        if token.said in ("player", "players") and not self.sees("in"):
            return "player", Node("name", token, "players")
        self.expect("in", why="and then what is gone through")
        return token.said, self.domain()

    def domain(self, bare: bool = False) -> Node:
        """What is gone through: pieces, players, words, groups of pieces, or numbers from one to another, which stand
        in brackets unless they are `bare`.
        """
        if token := self.takes("groups"):
            self.expect("of")
            return Node("groups", token, "", (self._value(),))
        first = self.sum()
        if bare and (token := self.takes("to")):
            return Node("range", token, "", (first, self.sum()))
        return first

    def sum(self) -> Node:
        """Numbers added up, or any value alone."""
        node = self._product()
        while token := self.takes("+", "-"):
            node = Node("arithmetic", token, token.said, (node, self._product()))
        return node

    def _product(self) -> Node:
        node = self._value()
        while token := self.takes("*", "//", "%"):
            node = Node("arithmetic", token, token.said, (node, self._value()))
        return node

    def _value(self) -> Node:
        self._deep += 1
        if self._deep > DEEPEST:
            raise Fault(self.token, f"it is nested over {DEEPEST} deep; give a part a name with 'define'")
        node = self._inner_value()
        self._deep -= 1
        return node

    def _inner_value(self) -> Node:
        token = self.token
        if token.kind in ("number", "text"):
            self._next += 1
            return Node("number" if token.kind == "number" else "text", token, token.said)
        if self.takes("("):
            node = self.whole()
            if to := self.takes("to"):
                node = Node("range", to, "", (node, self.whole()))
            self.expect(")", why="to close the bracket")
            return node
        if self.takes("-"):
            return Node("arithmetic", token, "-", (Node("number", token, "0"), self._value()))
        if self.takes("each"):
            return Node("each", token, self.name("the name of a column").said)
        if self.takes("every"):
            return Node("every-place", token, self.name("the name of a place of each player").said)
        if token.said in ("top", "bottom", "first", "last", "random") and self.ahead(1).kind in (
            "name",
            "number",
            "sign",
        ):
            self.take()
            many = None if self.sees("of") else self._many()
            self._expect_of(token)
            return Node(token.said, token, "", (self._value(), many))  # type: ignore[arg-type]
        if self.takes("all"):
            return self._all(token)
        if self.takes("count"):
            if self.takes("of"):
                return Node("count", token, "", (self._value(), None))
            return self._gone_through(token, "count")
        if self.takes("sum", "highest", "lowest"):
            self.takes("of")
            value = self.sum()
            self.expect("for", why="and then a name")
            self.takes("each")
            node = self._gone_through(token, token.said)
            return Node(node.form, token, node.said, (*node.parts, value))
        if self.takes("the"):
            name, domain = self._through()
            self.expect("with", why="and then 'highest' or 'lowest'")
            return self._best(token, "with", name, domain)
        return self._named()

    def _expect_of(self, token: Token) -> None:
        """`of`, which is due after `top` or `first` and how many."""
        if self.token.kind == "name" and self.ahead(1).said == "of":
            raise Fault(self.token, f"leave out {self.token}, as in '{token.said} 3 of {self.ahead(2).said}'")
        if self.sees("in"):
            mend = f"write '{token.said} 1 of all card in', or '{token.said} of' and a place"
            raise Fault(self.token, f"'of' is due here after '{token.said}', not 'in'; {mend}")
        self.expect("of", why=f"after '{token.said}'")

    def _many(self) -> Node:
        """How many: a number, a name, or anything in brackets."""
        token = self.token
        if token.kind == "name" and self.ahead(1).said == "of":
            return Node("name", token, self.name("how many").said)
        return self._value()

    def _all(self, token: Token) -> Node:
        """`all hand`, `all card in hand where ...`, `all players with highest ...`"""
        if not self._goes_through(0):
            return self._value()
        name, domain = self._through()
        if self.takes("with"):
            return self._best(token, "all", name, domain)
        test = self.condition() if self.takes("where") else None
        return Node("all", token, name, (domain, test))

    def _best(self, token: Token, form: str, name: str, domain: Node) -> Node:
        """What stands behind `the card in trick with`."""
        which = self.expect("highest", "lowest")
        value = self.sum()
        test = self.condition() if self.takes("where") else None
        return Node(f"{form}-{which.said}", token, name, (domain, test, value))  # type: ignore[arg-type]

    def _named(self) -> Node:
        if self.token.kind == "name" and self.token.said in RESERVED:
            raise Fault(self.token, f"a value is due here, not {self.token}, which is a word of the language")
        token = self.name("a value")
        if parts := self.values():
            return Node("call", token, token.said, parts)
        if self.takes("of"):
            return Node("of", token, token.said, (self._value(),))
        return Node("name", token, token.said)
