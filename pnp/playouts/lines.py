"""Plain text of reports: words wrapped to a width, numbers in words, and tables whose columns are aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 96
_NARROWEST = 12
_INDENT = "  "


def paragraph(text: str, first: str = _INDENT, rest: str | None = None) -> list[str]:
    """Words wrapped to the width; `rest` stands before every line but the first."""
    after = " " * len(first) if rest is None else rest
    return wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=after, break_long_words=False, break_on_hyphens=False
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """Aligned columns: the `left` first of them to the left, the others to the right.

    The first column gives way where a row would be too wide, as far as it can: it goes on in lines of its own.
    """
    every = [tuple(head), *(tuple(row) for row in rows)]
    widths = [max(len(row[at]) for row in every) for at in range(len(head))]
    others = sum(widths[1:]) + 2 * len(widths)
    widths[0] = min(widths[0], max(_NARROWEST, WIDTH - others))
    lines = []
    for row in every:
        *begun, last = wrap(row[0], widths[0]) or [""]
        cells = enumerate(zip((last, *row[1:]), widths))
        aligned = (cell.ljust(width) if at < left else cell.rjust(width) for at, (cell, width) in cells)
        lines += [f"{_INDENT}{part}" for part in begun]
        lines.append((_INDENT + "  ".join(aligned)).rstrip())
    return lines


def columns(entries: Iterable[tuple[str, int]]) -> list[str]:
    """Names and numbers, as many beside each other as fit."""
    cells = [(name, f"{number:,}") for name, number in entries]
    if not cells:
        return []
    name, number = (max(len(cell[at]) for cell in cells) for at in (0, 1))
    across = max(1, WIDTH // (name + number + 5))
    down = -(-len(cells) // across)
    return [
        (_INDENT + "    ".join(f"{cell[0]:<{name}} {cell[1]:>{number}}" for cell in cells[row::down])).rstrip()
        for row in range(down)
    ]


def percent(share: float) -> str:
    """A share as people say it, with about four digits that count."""
    hundred = 100 * share if share > 1e-9 else 0.0
    digits = 0 if hundred in (0, 100) else 1 if hundred >= 99.95 else 2 if hundred >= 10 else 3 if hundred >= 1 else 4
    return f"{hundred:.{digits}f}%"


def some(count: int, one: str, many: str | None = None) -> str:
    """A number and what there is of it: `1 card`, `1,200 cards`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
