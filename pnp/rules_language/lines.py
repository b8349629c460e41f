"""Reads the text of rules into lines of tokens, each with the lines that are indented below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from pnp.definition.document import control_character
from pnp.definition.findings import Findings, Place, quoted
from pnp.frozen import frozen

LARGEST = 256 * 1024
"""Letters of the longest text."""
MOST_LINES, DEEPEST, LONGEST = 2000, 16, 400
"""Lines of a text, lines within each other, and letters of a line."""
MOST_TOKENS = 600
_GOES_ON = frozenset(
    {
        "and", "or", "not", ",", "where", "preferring", "if", "else", "when", "is", "in", "of", "with", "for", "from",
        "(", "+", "-", "*", "//", "%", "<", "<=", ">", ">=",
    }
)  # fmt: skip
"""A line that ends with one of these goes on in the next,"""
_BEGINS_AGAIN = frozenset({"and", "or", "where", "preferring", "when", "else", "from"})
"""and one that begins with one of these goes on from the one before; so does an indented `to`."""
_SIGNS_BETWEEN = frozenset({"+", "-", "*", "//", "%", "<", "<=", ">", ">="})
"""Signs with which a line goes on from the one before, since none begins with them."""
MOST_NUMBER = 10**9
"""The largest number that can be written."""

Kind = Literal["name", "number", "text", "sign", "end", "broken"]
_TOKEN = re.compile(
    r"""[ ]*(?:(?P<number>\d+)(?![\w])|(?P<name>[^\W\d_](?:[\w]|-(?=\w))*)|(?P<text>"[^"]*")|"""
    r"""(?P<sign><=|>=|//|[-+*%<>(),:])|(?P<end>$|\#.*))"""
)
_EQUALS = re.compile("==?")
_MEANT = {"=": "is", "==": "is", "!=": "is not", "/": "//", ".": "'of', as in rank of card", "&": "and", "|": "or"}


class Fault(Exception):
    """What is wrong at a token, with what would do."""

    def __init__(self, token: Token, message: str) -> None:
        self.token = token
        super().__init__(message)


class Token(NamedTuple):
    """A word, number, text or sign, or what stands for a line that cannot be read; `line` and `column` count from 1."""

    kind: Kind
    said: str
    line: int
    column: int

    def __str__(self) -> str:
        return "the end of the line" if self.kind == "end" else quoted(self.said)


@frozen
class Line:
    """A line of a text, and those that are indented below it; the last token is the end of the line."""

    tokens: tuple[Token, ...]
    below: tuple[Line, ...]

    @property
    def first(self) -> Token:
        return self.tokens[0]

    def parted(self) -> Line:
        """The line, with what is done behind its colon as if it were indented below it, a line for each comma."""
        at = _top_level(self.tokens, ":")
        if not at or self.tokens[at[0] + 1].kind == "end" or self.is_text:
            return self
        if self.below:
            raise Fault(self.below[0].first, "something is done behind the colon above already; write all of it here")
        end = self.tokens[-1]
        rest = self.tokens[at[0] + 1 : -1]
        commas = [-1, *_top_level(rest, ","), len(rest)]
        parts = [rest[one + 1 : other] for one, other in pairwise(commas)]
        if not all(parts):
            raise Fault(end, "a comma stands before nothing; write what is done, or leave it out")
        return Line((*self.tokens[: at[0]], end), tuple(Line((*part, end), ()) for part in parts))

    @property
    def is_text(self) -> bool:
        """Whether it is a sentence for people alone."""
        return len(self.tokens) == 2 and self.first.kind == "text"


def _top_level(tokens: tuple[Token, ...], sign: str) -> list[int]:
    """Where a sign stands outside of all brackets."""
    found, deep = [], 0
    for at, token in enumerate(tokens):
        if token.kind == "sign":
            deep += (token.said == "(") - (token.said == ")")
            if token.said == sign and not deep:
                found.append(at)
    return found


class Notebook:
    """Where mistakes of a text are noted, with line and column."""

    def __init__(self, file: str, findings: Findings) -> None:
        self.file = file
        self.findings = findings
        self.noted = 0

    def note(self, token: Token, message: str) -> None:
        self.noted += 1
        self.findings.error("rules", Place(self.file, token.line, token.column), message)

    def remark(self, token: Token, message: str) -> None:
        self.findings.remark("warning", "rules", Place(self.file, token.line, token.column), message)


class _Open(NamedTuple):
    """A line that further lines may come below."""

    indent: int
    tokens: tuple[Token, ...]
    below: list[Line]


def read_lines(text: str, notebook: Notebook) -> tuple[Line, ...]:
    """The lines that are not indented, with all that stands below them; mistakes are noted and their lines left out."""
    start = Token("end", "", 1, 1)
    if len(text) > LARGEST:
        notebook.note(start, f"the text has over {LARGEST:,} letters; rules are shorter")
        return ()
    written = written_lines(text)
    if len(written) > MOST_LINES:
        notebook.note(start, f"the text has over {MOST_LINES:,} lines; rules are shorter")
        return ()
    stack = [_Open(-1, (start,), [])]
    for tokens in _joined(written, notebook):
        _hang(stack, tokens, notebook)
    while len(stack) > 1:
        _close(stack)
    return tuple(stack[0].below)


def written_lines(text: str) -> list[str]:
    """The lines of a text as editors number them."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _joined(written: Sequence[str], notebook: Notebook) -> Iterator[tuple[Token, ...]]:
    """The tokens of each line, with those of the lines in which it goes on."""
    begun: tuple[Token, ...] = ()
    for number, line in enumerate(written, 1):
        tokens = tuple(_checked(line, number, notebook))
        if not tokens:
            continue
        last = begun[-2] if len(begun) > 1 else None
        goes_on = last is not None and last.kind != "text" and last.said in _GOES_ON
        first = tokens[0]
        begins_again = (
            first.said in _SIGNS_BETWEEN
            if first.kind == "sign"
            else first.kind == "name" and (first.said in _BEGINS_AGAIN or (first.said == "to" and first.column > 1))
        )
        if begun and (goes_on or begins_again):
            begun = (*begun[:-1], *tokens)
            if len(begun) > MOST_TOKENS:
                notebook.note(tokens[0], f"the line goes on over {MOST_TOKENS} words and signs; write it in parts")
                begun = ()
            continue
        if begun:
            yield begun
        begun = tokens
    if begun:
        yield begun


def _hang(stack: list[_Open], tokens: tuple[Token, ...], notebook: Notebook) -> None:
    """Puts a line below the last one that is indented less."""
    indent = tokens[0].column - 1
    last = stack[-1]
    while stack[-1].indent >= indent:
        last = stack[-1]
        _close(stack)
    steps = {own.first.column - 1 for own in stack[-1].below}
    is_apart = steps and indent not in steps and last.indent != indent
    if is_apart and tokens[0].kind != "broken":
        notebook.note(tokens[0], f"the line begins at column {indent + 1}, between the lines above; align it with one")
    if len(stack) > DEEPEST:
        notebook.note(tokens[0], f"lines stand over {DEEPEST} deep within each other; give a part a name with 'to'")
        return
    stack.append(_Open(indent, tokens, []))


def _close(stack: list[_Open]) -> None:
    done = stack.pop()
    if done.tokens[0].kind == "broken":  # what stands below it would seem to be wrong as well
        return
    stack[-1].below.append(Line(done.tokens, tuple(done.below)))


def _checked(line: str, number: int, notebook: Notebook) -> Iterator[Token]:
    """The tokens of a line, none of one that is empty or only a remark; of one that is wrong where it begins."""
    try:
        tokens = _tokens(line, number)
    except Fault as fault:
        notebook.note(fault.token, str(fault))
        is_change = line[: fault.token.column - 1].endswith(("+", "-"))
        if not is_change and (equals := _EQUALS.match(line, fault.token.column - 1)):
            yield from _checked(f"{line[: equals.start()]} is {line[equals.end() :]}", number, notebook)
        elif (begins := len(line) - len(line.lstrip(" "))) < fault.token.column - 1:
            yield from (Token("broken", "", number, begins + 1), Token("end", "", number, begins + 1))
        return
    if tokens[0].kind != "end":
        yield from tokens


def remark_in(line: str, number: int) -> str:
    """The remark at the end of a line, which may be all of it; nothing where there is none."""
    return line[_tokens(line, number)[-1].column - 1 :].strip()


def _tokens(line: str, number: int) -> list[Token]:
    tokens: list[Token] = []
    if len(line) > LONGEST:
        raise Fault(Token("end", "", number, LONGEST), f"the line has over {LONGEST} letters; write it in parts")
    if control := control_character(line):
        at = next(at for at, sign in enumerate(line) if f"U+{ord(sign):04X}" == control)
        raise Fault(Token("sign", line[at], number, at + 1), f"the control character {control} stands here; delete it")
    at = 0
    while True:
        found = _TOKEN.match(line, at)
        if found is None:
            raise _strange(line, number, at)
        kind: Kind = found.lastgroup or "end"  # type: ignore[assignment]
        said = found[kind]
        token = Token(
            kind, "" if kind == "end" else said[1:-1] if kind == "text" else said, number, found.start(kind) + 1
        )
        if kind == "number" and int(said[:12]) > MOST_NUMBER:
            raise Fault(token, f"the number is over {MOST_NUMBER:,}; write a smaller one")
        tokens.append(token)
        if kind == "end":
            return tokens
        at = found.end()


def _strange(line: str, number: int, at: int) -> Fault:
    at += len(line[at:]) - len(line[at:].lstrip(" "))
    sign = line[at]
    token = Token("sign", sign, number, at + 1)
    if sign == "\t":
        return Fault(token, "a tab stands here; indent with spaces")
    if sign == '"':
        return Fault(token, "the quote is never closed; close it on the same line")
    if sign == "=" and line[:at].endswith(("+", "-")):
        return Fault(token, "a number is changed by 'add 1 to score' or 'take 1 from score'")
    if sign in _MEANT or line[at : at + 2] in _MEANT:
        meant = _MEANT.get(line[at : at + 2]) or _MEANT[sign]
        return Fault(token, f"{quoted(line[at : at + 2].strip())} is not understood; write {meant}")
    if sign.isdigit():
        return Fault(token, "a name begins with a letter; put anything else in quotes")
    return Fault(token, f"{quoted(sign)} means nothing here; put a text in quotes, or # before a remark")
