"""The shapes that print a broken line, joined so that whoever reads the file gets whole words and spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pnp.drawing.shapes import Group, Shape, Text
from pnp.rulebook.figures import Figures
from pnp.rulebook.lines import Letters, Line


def line_shapes(line: Line, y: float, figures: Figures) -> Iterator[Shape]:
    """The line on its baseline `y`; every word carries the space that follows it, which shows nothing, unless it goes
    on in the next line. Words that lead to the same place are one link.
    """
    words = list(_joined(line))
    ends = [x for x, _ in words[1:]]
    gaps = [end > x + letters.width + 1e-6 for (x, letters), end in zip(words, ends)] + [not line.parted]
    linked = groupby(zip(words, gaps), key=lambda word: word[0][1].link)
    for link, group in linked:
        shapes = tuple(_shape(letters, x, y, " " if gap else "", figures) for (x, letters), gap in group)
        yield from shapes if link is None else (Group(shapes, link=link),)


def _shape(letters: Letters, x: float, y: float, after: str, figures: Figures) -> Shape:
    if letters.face is None:
        return Text(x, y, letters.text + after, letters.font, letters.size, letters.colour)
    icon = (figures.icon(letters, x, y),)
    return Group(icon, role="icon", alt=letters.text + after) if letters.text else Group(icon, role="background")


def _joined(line: Line) -> Iterator[tuple[float, Letters]]:
    """Runs that touch and look alike as one."""
    pending: tuple[float, Letters] | None = None
    for x, letters in line.runs:
        if pending is not None and _continues(*pending, x, letters):
            start, before = pending
            pending = start, _sum(before, letters)
            continue
        if pending is not None:
            yield pending
        pending = x, letters
    if pending is not None:
        yield pending


def _continues(start: float, before: Letters, x: float, letters: Letters) -> bool:
    looks = (letters.font, letters.size, letters.colour, letters.link)
    alike = looks == (before.font, before.size, before.colour, before.link)
    return alike and before.face is None and letters.face is None and abs(start + before.width - x) < 1e-6


def _sum(before: Letters, letters: Letters) -> Letters:
    return Letters(
        before.text + letters.text, before.font, before.size, before.colour, before.width + letters.width, before.link
    )
