"""A CSV file as its text, so that one cell can be written anew and every other byte stays as it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pnp.frozen import frozen

QUOTE = '"'
_MOST_LINES, _MOST_ALIKE = 6_000, 40_000


class Cell(NamedTuple):
    """A cell: where its text begins and ends in the file, quotes included, and what it says."""

    start: int
    end: int
    value: str


@frozen(slots=False)
class CsvText:
    """The text of a file and what parts its cells; line ends are as the file has them.

    `start` is where the first record begins, behind a line that only names the separator.
    """

    text: str
    separator: str
    start: int = 0

    @cached_property
    def records(self) -> Sequence[tuple[int, Sequence[Cell]]]:
        """Every record, the header first: the line on which it begins, from 1, and its cells.

        Blank ones are passed over, but for one with quotes below the header: that is a new row, still to be filled.
        """
        found: list[tuple[int, list[Cell]]] = []
        cells: list[Cell] = []
        begun = line = 1 + self.text.count("\n", 0, self.start)
        for cell, ends_record in _cells(self.text, self.separator, self.start):
            cells.append(cell)
            line += self.text.count("\n", cell.start, cell.end)
            if ends_record:
                if any(each.value or (found and self.text[each.start : each.start + 1] == QUOTE) for each in cells):
                    found.append((begun, cells))
                line += 1
                begun, cells = line, []
        return found

    def with_cell(self, record: int, column: int, value: str) -> str:
        """The text with another value in a cell; a record that ends before it is filled up. Counted from 0."""
        _, cells = self.records[record]
        if column < len(cells):
            cell = cells[column]
            return self.text[: cell.start] + self._written(value) + self.text[cell.end :]
        more = self.separator * (column - len(cells) + 1) + self._written(value)
        return self.text[: cells[-1].end] + more + self.text[cells[-1].end :]

    def with_record(self, before: int, values: Sequence[str]) -> str:
        """The text with a new record behind the record of that number, from 0."""
        _, cells = self.records[before]
        ending = "\r\n" if "\r\n" in self.text else "\n"
        written = self.separator.join(map(self._written, values))
        if not any(values):
            written = QUOTE * 2 + written  # a line of nothing but separators would be passed over
        at = cells[-1].end
        return self.text[:at] + ending + written + self.text[at:]

    def without_record(self, record: int) -> str:
        """The text without the record of that number."""
        _, cells = self.records[record]
        start, end = cells[0].start, cells[-1].end
        start = max(self.text.rfind("\n", 0, start) + 1, 0)
        after = self.text.find("\n", end)
        return self.text[:start] + (self.text[after + 1 :] if after >= 0 else "")

    def _written(self, value: str) -> str:
        value = value.replace("\r\n", "\n")
        needs = any(sign in value for sign in (self.separator, QUOTE, "\n", "\r")) or value != value.strip()
        return QUOTE + value.replace(QUOTE, QUOTE * 2) + QUOTE if needs else value


def _cells(text: str, separator: str, at: int) -> Iterator[tuple[Cell, bool]]:
    """Every cell from there on, and whether it is the last of its record."""
    length = len(text)
    rest = f"[^{re.escape(separator)}\n\r]*"
    match = re.compile(rf' *("((?:[^"]|"")*+)"?){rest}|{rest}').match
    while at < length:
        found = match(text, at)
        assert found is not None
        quoted = found[2]
        start, end = found.span() if quoted is None else found.span(1)
        value = text[start:end] if quoted is None else quoted.replace(QUOTE * 2, QUOTE)
        at = found.end()
        is_last = at >= length or text[at] != separator
        yield Cell(start, end, value.strip()), is_last
        if at < length and text[at] == "\r" and text[at + 1 : at + 2] == "\n":
            at += 1
        at += 1
        if at >= length and not is_last:
            yield Cell(length, length, ""), True


def _edits(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[int, int, tuple[str, ...]]]:
    """What makes the new lines of the old: from where to where, and what stands there then."""
    most = min(len(old), len(new))
    same = next((at for at in range(most) if old[at] != new[at]), most)
    most -= same
    last = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    was, now = old[same : len(old) - last], new[same : len(new) - last]
    one, other = Counter(was), Counter(now)
    # The time that a comparison takes grows with lines, and faster with those that are alike.
    if len(was) + len(now) > _MOST_LINES or sum(n * other[line] for line, n in one.items()) > _MOST_ALIKE:
        return [(same, same + len(was), tuple(now))]
    return [
        (same + start, same + end, tuple(now[low:high]))
        for kind, start, end, low, high in SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
        if kind != "equal"
    ]


def merged(base: str, mine: str, theirs: str) -> str | None:
    """Both changes of a text, line by line; None where they touch the same lines or lines next to each other.

    What differs in very many lines counts as one change from the first of them to the last.
    """
    lines, one, other = (text.splitlines(keepends=True) for text in (base, mine, theirs))
    edits = sorted({*_edits(lines, one), *_edits(lines, other)})
    for (_, end, _), (start, _, _) in pairwise(edits):
        if start <= end:
            return None
    for start, end, new in reversed(edits):
        lines[start:end] = new
    return "".join(lines)
