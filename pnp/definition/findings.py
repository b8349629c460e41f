"""Gathers mistakes as they are met, each with its file and line, into one error that lists them all.

Many of one cause, as of a folder of pictures that is not there, become one that tells how many there are and where the
first of them stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.errors import Finding, InputInvalid, InputMissing, Severity

_ABSENT = frozenset({"missing-file", "unreadable-file"})
_MOST_FINDINGS = 2000
_MOST_OPTIONS = 200
_MOST_LISTED = 12
_MOST_REMARKS = 2000  # of one code
_MOST_ALIKE = 10  # told one by one
_MOST_PLACES = 8
_QUOTED = re.compile(r"'([^']*)'")
_NUMBER = re.compile(r"[0-9]+")
_PAGE = ", page "  # of a finished file


class Place(NamedTuple):
    """A line of a file, as findings write it: `cards.csv:7`; or a letter on it, from 1: `deck.toml:41:18`."""

    file: str
    line: int
    column: int = 0

    @classmethod
    def parsed(cls, place: str) -> Place:
        """The line of a file that `cards.csv:7` names."""
        file, _, line = place.rpartition(":")
        return cls(file, int(line))

    def __str__(self) -> str:
        return f"{printable(self.file)}:{self.line}" + (f":{self.column}" if self.column else "")


def coordinate(row: int, column: int) -> str:
    """A cell as spreadsheets call it: `C7`."""
    letters = ""
    while column:
        column, at = divmod(column - 1, 26)
        letters = chr(ord("A") + at) + letters
    return f"{letters}{row}"


class Findings:
    """Gathers what is wrong with one input, so that a person can mend it all in one go.

    Of a draft, art that is not there yet is no mistake; it is told with the severity that is `lacking`.
    """

    def __init__(self, is_draft: bool = False, lacking: Severity = "warning") -> None:
        self.is_draft = is_draft
        self._lacking: Severity = lacking
        self._found: dict[tuple[Place, str, str], None] = {}
        self._remarks: dict[Finding, Place] = {}
        self._remarked: Counter[str] = Counter()

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

    def told(self) -> tuple[tuple[Place, str, str], ...]:
        """Place, code and message of each mistake, as they were met."""
        return tuple(self._found)

    def lacks(self, code: str, place: Place, message: str) -> bool:
        """Notes art that is not there, which is a mistake but in a draft; whether something may stand in for it."""
        if self.is_draft:
            self.remark(self._lacking, code, place, message)
        else:
            self.error(code, place, message)
        return self.is_draft

    def remark(self, severity: Severity, code: str, place: Place, message: str) -> None:
        """Notes what is sound and yet may not be what was meant; at most so many of one code."""
        self._remarked[code] += 1
        if self._remarked[code] <= _MOST_REMARKS:
            self._remarks[Finding(severity, code, str(place), message)] = place

    def remarks(self) -> tuple[Finding, ...]:
        """Every remark, in the order of the files and lines, one for each cause."""
        return gathered(sorted(self._remarks, key=lambda found: (self._remarks[found], found)))

    def ordered(self, first: str = "game.toml") -> tuple[Finding, ...]:
        """Everything found, in the file `first` before the others, one finding for each cause."""
        found = sorted(self._found, key=lambda found: (found[0].file != first, found))
        return gathered(Finding("error", code, str(place), message) for place, code, message in found)

    def finish(self, first: str = "game.toml") -> None:
        """Raises everything found; returns when there is nothing."""
        refuse(self.ordered(first))


def gathered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in their order, of many that are alike only the first, which tells of them all.

    Alike are those of one file that say the same, or the same of different names. `measured` of the one that stands
    for others says how many "times" there are, and their "places".
    """
    found = tuple(findings)
    for cause in (_sentence, _shape):
        found = _gathered(found, cause)
    return found


def gathered_pieces(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The same of findings on pieces, in a finished file or by their ids; all others stay as they are."""
    return _gathered(tuple(findings), _trouble)


def _gathered(findings: Sequence[Finding], cause: Callable[[Finding], str]) -> tuple[Finding, ...]:
    alike: dict[Hashable, list[int]] = {}
    for at, finding in enumerate(findings):
        key = (finding.severity, finding.code, _file(finding), cause(finding))
        alike.setdefault(at if finding.measured else key, []).append(at)
    told: dict[int, Finding] = {}
    for group in alike.values():
        if len(group) > _MOST_ALIKE:
            told[group[0]] = _for_all([findings[at] for at in group])
        else:
            told |= {at: findings[at] for at in group}
    return tuple(finding for _, finding in sorted(told.items()))


def _file(finding: Finding) -> str:
    """The file in which something is wrong, `cards.csv` of `cards.csv:7`, or a finished one; empty for a piece."""
    printed, page, _ = finding.where.partition(_PAGE)
    file, _, line = finding.where.rpartition(":")
    return printed if page else file if line.isdigit() else ""


def _sentence(finding: Finding) -> str:
    return finding.message


def _shape(finding: Finding) -> str:
    """What a message says, whatever the names and numbers in it; of a file its folder counts."""
    what = finding.message.partition(";")[0]
    return _NUMBER.sub("0", _QUOTED.sub(lambda name: name[1].rpartition("/")[0], what))


def _trouble(finding: Finding) -> str:
    """What is wrong with a piece, whichever it is; of what is no piece, what is wrong and where."""
    if _PAGE in finding.where:
        return _NUMBER.sub("0", finding.message.partition(": ")[2] or finding.message)
    return f"{finding.where}: {finding.message}" if ":" in finding.where else _shape(finding)


def _for_all(alike: Sequence[Finding]) -> Finding:
    """The first of findings that are alike, with how many there are and where the next ones stand."""
    first, *others = alike
    names, file = _QUOTED.findall(first.message), _file(first)
    shown = []
    for other in others[:_MOST_PLACES]:
        if _PAGE in other.where:
            shown.append(other.message.partition(": ")[0].partition(",")[0])
            continue
        place = other.where.removeprefix(f"{file}:")
        new = next((name for name, old in zip(_QUOTED.findall(other.message), names) if name != old), "")
        shown.append(f"{place} {quoted(new)}" if new else place)
    more = " and so on" if len(others) > _MOST_PLACES else ""
    where = f" in {file}" if file else ""
    told = f"{first.message} ({len(others):,} more like it{where}: {', '.join(shown)}{more})"
    return replace(first, message=told, measured={"times": len(alike), "places": [other.where for other in alike]})


def refuse(findings: Sequence[Finding]) -> None:
    """Raises InputInvalid with the findings, InputMissing where nothing but files is missing; returns without any."""
    if findings and all(finding.code in _ABSENT for finding in findings):
        missing = InputMissing("\n".join(str(finding) for finding in findings))
        missing.findings = tuple(findings)
        raise missing
    if findings:
        raise InputInvalid(findings)


def printable(text: str) -> str:
    """The text with everything that a terminal would act upon written as an escape."""
    if text.isprintable():
        return text
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
    near = nearest(word, known)
    return f"did you mean {quoted(near)}?" if near is not None else _listed(known)


def suggest_file(name: str, files: Sequence[str]) -> str:
    """The same for a file that is not there, and those in its place."""
    near = nearest_file(name, files)
    if near is not None:
        return f"did you mean {quoted(near)}?"
    return _listed(files) if files else "add it or correct its name"


def nearest_file(name: str, files: Sequence[str]) -> str | None:
    """The file whose name looks most like that, if any does; a common ending makes none alike."""
    known = [file for file in files if "." in file][:_MOST_OPTIONS]
    stems = {file.rpartition(".")[0] or file: file for file in reversed(known)}
    near = nearest(name.rpartition(".")[0] or name, list(stems))
    return stems[near] if near is not None else None


def _listed(options: Sequence[str]) -> str:
    more = " and so on" if len(options) > _MOST_LISTED else ""
    return f"there is {', '.join(map(printable, options[:_MOST_LISTED]))}{more}"


def did_you_mean(word: str, options: Iterable[str]) -> str:
    """The same for names that were typed at the command line, of which all are told."""
    # Only a mistake pays for this import.
    from difflib import get_close_matches

    near = get_close_matches(word, known := tuple(options), 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def nearest(word: str, options: Sequence[str]) -> str | None:
    """The option that looks most like an unknown word, or the only one that begins so, if there is any."""
    if len(word) > 60:
        return None
    # Only a mistake pays for this import.
    from difflib import get_close_matches

    folded = {option.casefold(): option for option in reversed(options)}
    typed = word.casefold()
    near = get_close_matches(typed, folded, n=1, cutoff=0.6)
    if not near and len(typed) > 2:
        longer = [option for option in folded if option.startswith(typed)]
        near = longer if len(longer) == 1 else []
    return folded[near[0]] if near else None
