"""Puts a text of rules into the one form of all: spaces, indents and empty lines, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.definition.findings import Findings, printable
from pnp.definition.load import PLAY
from pnp.errors import Finding, InputInvalid, InputMissing
from pnp.rules_language.expressions import RESERVED
from pnp.rules_language.lines import LARGEST, LONGEST, Line, Notebook, Token, read_lines, remark_in, written_lines
from pnp.sources import Sources

_STEP, _GOING_ON = 2, 4
"""Spaces by which a line stands below another, and by which what goes on stands behind its beginning."""
_APART = frozenset({"setup", "play", "to"})
"""What a line begins with that an empty one stands before."""
_CALLED = frozenset({"min", "max"})
_BEFORE_A_VALUE = RESERVED | {"at", "deal", "else", "pay", "repeat"}
"""Names after which a minus makes a number negative, and takes nothing away."""


def put_in_form(text: str, file: str) -> str:
    """The text in the one form; it says the same, and putting it in form again changes nothing.

    Lines stand two spaces below another, four more where they go on; one space parts words, none stands inside of
    brackets; an empty line stands before each part, and never two together. Lines are broken where they were.
    InputInvalid where the lines cannot be read, with all mistakes, or would become too long.
    """
    findings = Findings()
    read = read_lines(text, Notebook(file, findings))
    findings.finish(file)
    written = _written(text, read)
    formed = "".join(f"{line}\n" for line in written)
    for number, line in enumerate(written, 1):
        if len(line) > LONGEST:
            place = Token("end", "", number, LONGEST)
            Notebook(file, findings).note(place, f"in form the line has over {LONGEST} letters; write it in parts")
    findings.finish(file)
    return formed


def _written(text: str, lines: Sequence[Line]) -> list[str]:
    """The lines of the text, put in form."""
    rows = dict(_rows(lines, 0))
    called = _CALLED | {tokens[1].said for _, tokens in rows.values() if tokens[0].said == "define" and len(tokens) > 1}
    written: list[str] = []
    remarks: list[str] = []
    is_apart = opens = False
    for number, line in enumerate(written_lines(text), 1):
        remark = remark_in(line, number)
        if number not in rows:
            if remark:
                remarks.append(remark)
            elif not remarks:
                is_apart = True
            elif remarks[-1]:
                remarks.append("")
            continue
        indent, tokens = rows[number]
        begins_part = not indent and tokens[0].said in _APART
        if written and (begins_part or (is_apart and not opens)):
            written.append("")
        written += [f"{' ' * indent}{each}" if each else "" for each in remarks]
        written.append(f"{' ' * indent}{_spaced(tokens, called)}{f'  {remark}' if remark else ''}")
        remarks, is_apart, opens = [], False, begins_part
    if remarks:
        written += [""] * (is_apart and bool(written)) + remarks
    while written and not written[-1]:
        del written[-1]
    return written


def _rows(lines: Iterable[Line], depth: int) -> Iterator[tuple[int, tuple[int, list[Token]]]]:
    """For each number of a written line its indent and its tokens."""
    for line in lines:
        first = line.first.line
        parts: dict[int, list[Token]] = {}
        for token in line.tokens:
            if token.kind != "end":
                parts.setdefault(token.line, []).append(token)
        for number, tokens in parts.items():
            yield number, (depth + (_GOING_ON if number > first else 0), tokens)
        yield from _rows(line.below, depth + _STEP)


def _spaced(tokens: Sequence[Token], called: frozenset[str]) -> str:
    """The tokens of a line with spaces between them."""
    said = ""
    is_sign = False
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        is_close = (
            before is None or is_sign or (before.said == "(" and before.kind == "sign")
            or (token.kind == "sign" and token.said in (",", ")", ":"))
            or (token.kind == "sign" and token.said == "(" and before.kind == "name" and before.said in called)
        )  # fmt: skip
        said += ("" if is_close else " ") + (f'"{token.said}"' if token.kind == "text" else token.said)
        is_sign = token.kind == "sign" and token.said == "-" and _is_negative(before)
    return said


def _is_negative(before: Token | None) -> bool:
    """Whether a minus behind that token makes what follows negative."""
    if before is None:
        return True
    return before.said in _BEFORE_A_VALUE if before.kind == "name" else before.kind == "sign" and before.said != ")"


def form_of(folder: Path) -> bytes | None:
    """The `rules.play` of a deck put in form; None where it is.

    InputMissing where the folder has no rules, SourceFault where they cannot be read, InputInvalid with every mistake
    in their lines.
    """
    file = Sources(folder).file(PLAY)
    if not os.path.lexists(file.path):
        raise InputMissing(f"{printable(str(folder))} has no {PLAY}; name the folder of a deck with rules as data")
    data = file.read_bytes(LARGEST * 4)
    try:
        formed = put_in_form(data.decode("utf-8"), PLAY).encode()
    except UnicodeDecodeError:
        raise InputInvalid([Finding("error", "encoding", PLAY, "it is no UTF-8; save it as UTF-8")]) from None
    return None if formed == data else formed
