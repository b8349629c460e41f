"""Gathers mistakes as they are met, each with its file and line, into one error that lists them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.errors import Finding, InputInvalid, InputMissing, Severity

_ABSENT = frozenset({"missing-file", "unreadable-file"})
_MOST_FINDINGS = 500
_MOST_OPTIONS = 200
_MOST_REMARKS = 50


class Place(NamedTuple):
    """A line of a file, as findings write it: `cards.csv:7`."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{printable(self.file)}:{self.line}"


class Findings:
    """Gathers what is wrong with one input, so that a person can mend it all in one go."""

    def __init__(self) -> None:
        self._found: dict[tuple[Place, str, str], None] = {}
        self._remarks: dict[Finding, Place] = {}

    def __len__(self) -> int:
        return len(self._found)

    def touches(self, file: str) -> bool:
        """Whether anything is wrong in that file."""
        return any(place.file == file for place, _, _ in self._found)

    def error(self, code: str, place: Place, message: str) -> None:
        """Notes one mistake; the message says what is wrong and, after a semicolon, how to mend it.

        Gives up on an input in which nearly everything is wrong: raises what it has.
        """
        self._found[place, code, message] = None
        if len(self._found) >= _MOST_FINDINGS:
            self._found[place, "too-many", f"over {_MOST_FINDINGS} problems; mend these and try again"] = None
            self.finish()

    def remark(self, severity: Severity, code: str, place: Place, message: str) -> None:
        """Notes what is sound and yet may not be what was meant; at most so many of one kind."""
        found = Finding(severity, code, str(place), message)
        if sum(code == other.code for other in self._remarks) < _MOST_REMARKS:
            self._remarks[found] = place

    def remarks(self) -> tuple[Finding, ...]:
        """Every note and warning, in the order of the files and lines."""
        return tuple(sorted(self._remarks, key=lambda found: (self._remarks[found], found)))

    def ordered(self, first: str = "game.toml") -> tuple[Finding, ...]:
        """Everything found, in the file `first` before the others."""
        found = sorted(self._found, key=lambda found: (found[0].file != first, found))
        return tuple(Finding("error", code, str(place), message) for place, code, message in found)

    def finish(self, first: str = "game.toml") -> None:
        """Raises everything found; returns when there is nothing."""
        refuse(self.ordered(first))


def refuse(findings: Sequence[Finding]) -> None:
    """Raises InputInvalid with the findings, InputMissing where nothing but files is missing; returns without any."""
    if findings and all(finding.code in _ABSENT for finding in findings):
        raise InputMissing("\n".join(str(finding) for finding in findings))
    if findings:
        raise InputInvalid(findings)


def printable(text: str) -> str:
    """The text with everything that a terminal would act upon written as an escape."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def quoted(value: object) -> str:
    """A value as a message quotes it: short, on one line, harmless."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"'{printable(value if len(value) <= 60 else value[:57] + '...')}'"
        case int() if abs(value) > 10**18:
            return "a number of more than 18 digits"
        case int() | float():
            return str(value)
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"


def between(low: int, high: int) -> str:
    """`6`, or `2 to 6`."""
    return str(low) if low == high else f"{low} to {high}"


def suggest(word: str, options: Iterable[str]) -> str:
    """How to mend an unknown word: the option that looks most like it, or else what there is."""
    known = list(options)[:_MOST_OPTIONS]
    if not known:
        return "there is none"
    near = _nearest(word, known)
    if near is not None:
        return f"did you mean {quoted(near)}?"
    listed = ", ".join(printable(option) for option in known[:12])
    return f"there is {listed}" + (" and so on" if len(known) > 12 else "")


def did_you_mean(word: str, options: Iterable[str]) -> str:
    """The same for names that were typed at the command line, of which all are told."""
    # Only a mistake pays for this import.
    from difflib import get_close_matches

    near = get_close_matches(word, known := tuple(options), 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def _nearest(word: str, options: list[str]) -> str | None:
    if len(word) > 60:
        return None
    # Only a mistake pays for this import.
    from difflib import get_close_matches

    folded = {option.casefold(): option for option in reversed(options)}
    near = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[near[0]] if near else None
