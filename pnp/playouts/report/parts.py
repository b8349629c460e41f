"""What a report is made of: answers, sections, plots, tables and paragraphs, before any format."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.drawing.face import Face
from pnp.frozen import frozen


@frozen(slots=False)
class Figure:
    """A plot, what it shows for those who cannot see it, and how to read it."""

    face: Face
    alt: str
    caption: str = ""


@frozen(slots=False)
class Grid:
    """A table: its head, its rows, and how many of its columns stand to the left."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1


Item = str | Figure | Grid


@frozen(slots=False)
class Answer:
    """One of the three questions: the answer in a few words, the plot that shows it, and sentences."""

    question: str
    short: str
    figure: Figure
    sentences: Sequence[str]


@frozen(slots=False)
class Section:
    title: str
    items: Sequence[Item]


@frozen(slots=False)
class Content:
    """A report: its title, what was played, the answers of the first screen, and the rest."""

    title: str
    under: str
    answers: Sequence[Answer]
    sections: Sequence[Section]
