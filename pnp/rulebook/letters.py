"""A broken line in; the shapes that print it, so joined that a reader of the file gets whole words and spaces, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.shapes import Group, Shape, Text
from pnp.rulebook.figures import Figures
from pnp.rulebook.lines import Letters, Line


def line_shapes(line: Line, y: float, figures: Figures) -> Iterator[Shape]:
    """The line on its baseline `y`; every word but the last carries the space that follows it, which shows nothing."""
    words = list(_joined(line))
    for at, (x, letters) in enumerate(words):
        gap = at + 1 < len(words) and words[at + 1][0] > x + letters.width + 1e-6
        if letters.face is not None:
            shape: Shape = figures.icon(letters, x, y)
        else:
            text = letters.text + " " if gap or line.ends else letters.text
            shape = Text(x, y, text, letters.font, letters.size, letters.colour)
        yield shape if letters.link is None else Group((shape,), link=letters.link)


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
