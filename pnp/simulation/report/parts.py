"""What a report is made of: answers, sections, plots, tables and paragraphs, before any format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.drawing.face import Face


@dataclass(frozen=True)
class Figure:
    """A plot, what it shows for those who cannot see it, and how to read it."""

    face: Face
    alt: str
    caption: str = ""


@dataclass(frozen=True)
class Grid:
    """A table: its head, its rows, and how many of its columns stand to the left."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1


Item = str | Figure | Grid


@dataclass(frozen=True)
class Answer:
    """One of the three questions: the answer in a few words, the plot that shows it, and sentences."""

    question: str
    short: str
    figure: Figure
    sentences: Sequence[str]


@dataclass(frozen=True)
class Section:
    title: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Content:
    """A report: its title, what was played, the answers of the first screen, and the rest."""

    title: str
    under: str
    answers: Sequence[Answer]
    sections: Sequence[Section]
