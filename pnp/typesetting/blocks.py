"""What a book is made of, between Markdown and its pages: frozen blocks of inline runs, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.language.wording import ENGLISH, Wording

_BLANK = re.compile(r"[ \t\r\n]+")
SYMBOL = "symbol/"
"""How the names of faces begin that are icons of the pieces."""


@frozen
class TextRun:
    """Letters of one style. `link` is an address, or `#anchor` of a block in the same book; `code` is to be typed."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str | None = None
    code: bool = False


@frozen
class Break:
    """A forced new line."""


@frozen
class Icon:
    """A piece's face among the words, as tall as so many lines (1: as a capital); `alt` says it in words."""

    face: str
    alt: str
    link: str | None = None
    lines: float = 1.0


Inline = TextRun | Break | Icon
Inlines = tuple[Inline, ...]


@frozen
class Heading:
    """A heading of level 1 (a chapter) to 3; `number` is printed before it, empty for none."""

    level: int
    content: Inlines
    anchor: str
    number: str = ""


Look = Literal["normal", "lead", "small", "ragged"]
"""How a paragraph is set: as large first words, as small print, or in lines that are not justified."""
LOOKS: tuple[Look, ...] = get_args(Look)


@frozen
class Paragraph:
    """Running text. A numbered one states rules: `number` stands before its words, `cites` are their ids."""

    content: Inlines
    anchor: str = ""
    number: str = ""
    cites: tuple[str, ...] = ()
    look: Look = "normal"


@frozen
class ItemList:
    """Items of blocks, with bullets or with numbers."""

    items: tuple[tuple[Block, ...], ...]
    ordered: bool = False


@frozen
class TableBlock:
    """Rows of cells under one row of headings (which may be empty); `aligns` has one entry a column."""

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    aligns: tuple[Literal["start", "middle", "end"], ...]


@frozen
class PlacedFace:
    """One face in a figure: where its trim's top left stands, in millimetres of life size, and its turn in degrees.

    With a `part`, a box in millimetres from the trim's top left, no more of the face is shown than that, turned
    about its own middle.
    """

    face: str
    x: float
    y: float
    turn: float = 0.0
    copies: int = 1
    part: Box | None = None


@frozen
class Label:
    """Words in a figure, centred on a point, in millimetres of life size; printed alike at every scale."""

    text: str
    x: float
    y: float
    bold: bool = False


@frozen
class NumberedDisc:
    """A number of the legend at a point in millimetres of life size; as printed, it lies by `towards` of its radius
    off that point, at every scale.
    """

    number: int
    x: float
    y: float
    towards: tuple[float, float] = (0.0, 0.0)


@frozen
class Figure:
    """Faces laid out as on a table; `width`, `height` in millimetres of life size; at most `share` of the measure wide.

    `alt` says in words what there is to see; the caption is printed below. `beside` lets the text run next to it.
    The `legend` says what each number among the `discs` points at, from 1 on; it is read after the picture, stands
    below it, and with `beside` next to it. A `plate` has a page to itself, after the one where it stands; there it is
    turned by a quarter if that makes it larger.
    """

    placed: tuple[PlacedFace, ...]
    labels: tuple[Label, ...]
    width: float
    height: float
    alt: str
    caption: Inlines = ()
    share: float = 1.0
    beside: bool = False
    discs: tuple[NumberedDisc, ...] = ()
    legend: tuple[Inlines, ...] = ()
    plate: bool = False


@frozen
class Aside:
    """Blocks set apart: a worked example, a summary that fills a page of its own, or a note."""

    blocks: tuple[Block, ...]
    look: Literal["example", "summary", "note"]
    title: Inlines = ()


@frozen
class Columns:
    """Blocks in two columns of small type, balanced on every page; one below the other where there is no room."""

    blocks: tuple[Block, ...]


@frozen
class TableOfContents:
    """The place of the table of contents: headings of level 1 and 2 with their pages."""


@frozen
class NewPage:
    """What follows begins on a new page."""


Block = Heading | Paragraph | ItemList | TableBlock | Figure | Aside | Columns | TableOfContents | NewPage


@frozen(slots=False)
class Book:
    """A whole rulebook; `colour` is the game's own (#rrggbb), `wording` what the pages' own words are taken from."""

    game: str
    title: str
    subtitle: str
    version: str
    language: str
    credits: str
    colour: str
    cover: Figure
    blocks: tuple[Block, ...]
    wording: Wording = ENGLISH


@frozen
class ContentsEntry:
    """A heading as contents and outline list it."""

    level: int
    text: str
    number: str
    anchor: str


def words(content: Iterable[Inline]) -> str:
    """What inline runs say, without any style."""
    said = (" " if isinstance(each, Break) else each.alt if isinstance(each, Icon) else each.text for each in content)
    return fold_spaces("".join(said)).strip()


def fold_spaces(text: str) -> str:
    """A text with one space wherever it has white space; a tied space is none."""
    return _BLANK.sub(" ", text)


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block, those within others included, in reading order."""
    for block in blocks:
        yield block
        match block:
            case Aside() | Columns():
                yield from walk_blocks(block.blocks)
            case ItemList():
                for item in block.items:
                    yield from walk_blocks(item)


def texts_of(block: Block) -> Iterator[Inlines]:
    """The words of a block itself, those of a table cell by cell."""
    match block:
        case Heading() | Paragraph():
            yield block.content
        case TableBlock():
            yield from (cell for row in (block.head, *block.rows) for cell in row)
        case Figure():
            yield from (block.caption, *block.legend)


def contents_entries(blocks: Iterable[Block]) -> Iterator[ContentsEntry]:
    """What the table of contents lists: the headings of level 1 and 2 that follow it."""
    listed = False
    for block in walk_blocks(blocks):
        if isinstance(block, TableOfContents):
            listed = True
        elif isinstance(block, Heading) and listed and block.level <= 2:
            yield ContentsEntry(block.level, words(block.content), block.number, block.anchor)
