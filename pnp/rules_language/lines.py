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
MOST_FAULTS = 100
"""Mistakes after which the rest of a text is not looked at."""
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
    r"""[ ]*(?:(?P<number>\d+)(?![\w])|(?P<name>[^\W\d_](?:[\w]|-(?=\w)|\.(?=[^\W\d_]))*)|(?P<text>"[^"]*")|"""
    r"""(?P<sign><=|>=|//|[-+*%<>(),:])|(?P<end>$|\#.*))"""
)
_MEANT = {
    "==": "'is'", "!=": "'is not'", "=>": "'>='", "=<": "'<='", "&&": "'and'", "||": "'or'", "=": "'is'", "/": "'//'",
    ".": "'of', as in rank of card", "&": "'and'", "|": "'or'",
}  # fmt: skip
"""Signs of other languages, the longer ones first."""
_ASKS = frozenset(
    {"if", "otherwise", "where", "when", "until", "preferring", "define", "and", "or", "repeat", "becomes"}
)
"""Words of which one stands in a line that compares."""


class Fault(Exception):
    """What is wrong at a token, with what would do."""

    def __init__(self, token: Token, message: str) -> None:
        self.token = token
        super().__init__(message)


class Misnamed(Fault):
    """A word of the language stands where something should be called by a name."""


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
    """Where mistakes of a text are noted, with line and column, as long as there are not very many."""

    def __init__(self, file: str, findings: Findings) -> None:
        self.file = file
        self.findings = findings
        self.noted = self._told = 0
        self._misnamed: set[str] = set()

    def fault(self, fault: Fault) -> None:
        """Notes a fault; of a word of the language that something is called by, and all that follows from it, once."""
        token = fault.token
        if token.kind == "name" and token.said in self._misnamed:
            self.noted += 1
            return
        if isinstance(fault, Misnamed):
            self._misnamed.add(token.said)
        self.note(token, str(fault))

    def note(self, token: Token, message: str) -> None:
        self.noted += 1
        place = Place(self.file, token.line, token.column)
        self.findings.error("rules", place, message)
        self._told += 1
        if self._told == MOST_FAULTS:
            told = f"there are {MOST_FAULTS} mistakes up to here, and no more are looked for; mend these and try again"
            self.findings.error("too-many", place, told)
            self.findings.finish(self.file)

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
        notebook.note(start, too_large(len(text)))
        return ()
    written = written_lines(text)
    if len(written) > MOST_LINES:
        told = f"the text has {len(written):,} lines, and {MOST_LINES:,} are the most"
        notebook.note(start, f"{told}; leave out remarks, and write with 'to' and 'define' once what is said often")
        return ()
    stack = [_Open(-1, (start,), [])]
    for tokens in _joined(written, notebook):
        _hang(stack, tokens, notebook)
    while len(stack) > 1:
        _close(stack)
    return tuple(stack[0].below)


def too_large(letters: int) -> str:
    """What is wrong with a text of so many letters."""
    told = f"the text has {letters:,} letters, and {LARGEST:,} are the most"
    return f"{told}; leave out remarks, and write with 'to' and 'define' once what is said often"


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
        first = tokens[0]
        if _is_else(tokens, begun):  # which is meant for 'otherwise'
            if begun:
                yield begun
            yield (*tokens[:1], tokens[-1])
            begun = ()
            continue
        goes_on = last is not None and last.kind != "text" and last.said in _GOES_ON
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


def _is_else(tokens: Sequence[Token], begun: Sequence[Token]) -> bool:
    """Whether a line is an `else` of other languages, and none that belongs to an `if` of the line before."""
    said = [token.said for token in tokens[:-1] if token.kind != "text"]
    belongs = any(token.said == "if" and token.kind == "name" for token in begun[1:])
    alone = said in (["else"], ["else", ":"]) or (said[:2] == ["else", "if"] and said[-1] == ":")
    return alone and not belongs


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
        notebook.fault(fault)
        at = fault.token.column - 1
        sign = next((sign for sign in _MEANT if line.startswith(sign, at)), "")
        if sign and sign != "." and not (sign == "=" and line[:at].endswith(("+", "-"))):
            yield from _checked(
                f"{line[:at]} {_instead(line, at, sign)[1:-1]} {line[at + len(sign) :]}", number, notebook
            )
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


def _instead(line: str, at: int, sign: str) -> str:
    """What is written here for a sign of other languages; a line that asks nothing changes something."""
    is_change = sign == "=" and not _ASKS & {*line[:at].split()}
    return "'becomes'" if is_change else _MEANT[sign]


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
    if said := next((said for said in _MEANT if line.startswith(said, at)), ""):
        return Fault(token, f"{quoted(said)} is not understood; write {_instead(line, at, said)}")
    if sign.isdigit():
        return Fault(token, "a name begins with a letter; put anything else in quotes")
    return Fault(token, f"{quoted(sign)} means nothing here; put a text in quotes, or # before a remark")
