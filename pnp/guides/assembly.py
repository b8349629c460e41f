"""Pages that tell how to cut, fold and glue the files of a box, with a list of its pieces to tick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, fsum

from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, rectangle
from pnp.drawing.text import first_fitting, shortened
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Size, Transform, Trim, number
from pnp.guides.steps import SheetFile, draw_pictures, draw_sheet, steps
from pnp.imposition.plan import SheetPlan, one_a_page
from pnp.language.wording import ENGLISH, Wording
from pnp.typesetting.leaflet import ACCENT, INK, SMALLEST, LeafletBlock, LeafletSetter, legible

_FOOT = 1.0  # millimetres that the last line hangs below its frame
_SIZES = (9.0, 8.0, SMALLEST)
_GAP = 6.0  # between columns, mm
_PICTURE = Size(34.0, 41.0)
_LONGEST = 40  # letters of a word
_LEAST_LIST = 25.0  # millimetres below which a list begins on the next page


@frozen
class Tick:
    """A line of a list: how many of a piece."""

    component: str
    name: str
    count: int


@frozen
class Assembly:
    """What there is to tell: the game, its files, the pieces that there must be in the end, and those to throw away.

    `wording` is the language to tell it in, and `margin` what the printer leaves white.
    """

    name: str
    title: str
    version: str
    files: tuple[SheetFile, ...]
    pieces: tuple[Tick, ...]
    discards: tuple[Tick, ...] = ()
    wording: Wording = ENGLISH
    margin: float = 5.0


def assembly_plan(assembly: Assembly, paper: Size, fonts: FontBook) -> tuple[SheetPlan, dict[str, Face]]:
    """Pages of that paper, printed on one side, and their faces, for any renderer.

    They are set at the first of the sizes at which every word fits. Raises UsageError for a paper that is too small for
    the longest word at the smallest type.
    """
    pages = first_fitting(partial(_pages, assembly, paper, fonts, size) for size in _SIZES)
    if pages is None:
        have = f"{number(paper.width)} x {number(paper.height)} mm"
        raise UsageError(f"--assembly: what there is to tell does not fit on {have}; take a larger paper")
    names = [f"{assembly.name}/assembly/page-{at}" for at in range(1, len(pages) + 1)]
    faces = {name: Face(name, Trim(paper, bleed=0.0), shapes) for name, shapes in zip(names, pages)}
    return one_a_page(faces.values(), paper), faces


def _pages(assembly: Assembly, paper: Size, fonts: FontBook, size: float) -> list[tuple[Shape, ...]]:
    """The shapes of each page; FitError where a word is too long for that size."""
    margin = max(8.0, min(16.0, paper.width * 0.075), assembly.margin + _FOOT)
    frame = Box(margin, margin, paper.width - margin, paper.height - margin)
    wording = assembly.wording
    setter = _AssemblySetter(fonts, size, frame.width, wording)
    flow = _Flow(frame, 2.0 * setter.line)
    total = sum(tick.count for tick in assembly.pieces)
    flow.add(setter.title(wording("{game}: assembly", game=assembly.title), _summary(assembly, total)))
    if assembly.discards:
        flow.add_list(setter, wording("Throw away from the earlier print"), assembly.discards)
    for sheets in assembly.files:
        flow.add(setter.file(sheets))
    ticks = wording.many(total, "Tick when it is there: {count} piece", "Tick when it is there: {count} pieces")
    flow.add_list(setter, ticks, assembly.pieces)
    foot = f"{assembly.title} {assembly.version} · {wording('assembly')}"
    return [(*shapes, setter.footer(foot, at, len(flow.pages), frame)) for at, shapes in enumerate(flow.pages, 1)]


def _summary(assembly: Assembly, total: int) -> str:
    return assembly.wording.many(
        sum(sheets.plan.sheets for sheets in assembly.files),
        "how to make {pieces} from {count} sheet of paper", "how to make {pieces} from {count} sheets of paper",
        pieces=assembly.wording.many(total, "its one piece", "its {count} pieces"),
    )  # fmt: skip


@dataclass
class _Flow:
    """Blocks in their order, page after page."""

    frame: Box
    foot: float
    pages: list[list[Shape]] = field(default_factory=lambda: [[]])
    y: float = 0.0

    @property
    def room(self) -> float:
        return self.frame.height - self.foot - self.y

    def add(self, block: LeafletBlock) -> None:
        if block.height > self.room and self.y:
            self._next()
        self.pages[-1].append(block.at(self.frame.left, self.frame.top + self.y))
        self.y += block.height

    def add_list(self, setter: _AssemblySetter, heading: str, ticks: Iterable[Tick]) -> None:
        """Lines in as many columns as have room for every name, read column by column on each page."""
        rows, columns = setter.rows([replace(tick, name=setter.printable(tick)) for tick in ticks])
        head = setter.heading(heading)
        if self.room < _LEAST_LIST + head.height:
            self._next()
        self.add(head)
        while rows:
            deep = self._depth(rows, columns)
            stacks = [rows[at * deep : (at + 1) * deep] for at in range(columns)]
            for at, stack in enumerate(stacks):
                x, y = at * (setter.width + _GAP) / columns, self.y
                for row in stack:
                    self.pages[-1].append(row.at(self.frame.left + x, self.frame.top + y))
                    y += row.height
            rows = rows[deep * columns :]
            self.y += max(map(_height, stacks)) + 2.0
            if rows:
                self._next()

    def _depth(self, rows: Sequence[LeafletBlock], columns: int) -> int:
        """How many rows there are in each column: all of them shared out evenly, or as many as the page holds."""
        most = int(self.room / min(row.height for row in rows)) + 1
        for deep in range(min(most, ceil(len(rows) / columns)), 1, -1):
            if all(_height(rows[at * deep : (at + 1) * deep]) <= self.room for at in range(columns)):
                return deep
        return 1

    def _next(self) -> None:
        self.pages.append([])
        self.y = 0.0


def _height(stack: Sequence[LeafletBlock]) -> float:
    return fsum(block.height for block in stack)


@frozen(slots=False)
class _AssemblySetter(LeafletSetter):
    """Sets the parts of an assembly page."""

    def title(self, title: str, under: str) -> LeafletBlock:
        words, base = self.title_lines(title, under, (2.4, 1.2), self.width)
        rule = self.rule(base + 0.5 * self.line, ACCENT, 0.5)
        return LeafletBlock((*words, rule), base + 1.2 * self.line, "heading")

    def file(self, sheets: SheetFile) -> LeafletBlock:
        """The picture of a sheet, and beside it what to do."""
        alt = self.wording("A sheet of {contents} with its cuts numbered in their order", contents=sheets.contents)
        drawn, tall = draw_sheet(sheets.plan, sheets.nets, _PICTURE, self.fonts)
        if sheets.pictures:
            alt = self.wording("The box laid flat, its folds dashed, and put together")
            drawn, tall = draw_pictures(sheets.pictures, _PICTURE)
        left = _PICTURE.width + 4.0
        column = LeafletSetter(self.fonts, self.size, self.width - left, self.wording)
        words, y = [], 0.0
        for block in column.section(sheets.contents, steps(sheets, self.wording)):
            words.append(block.at(left, y))
            y += block.height + 0.2 * self.line
        figure = Group(drawn, role="figure", alt=alt)
        return LeafletBlock((figure, *words), max(y, tall) + 0.8 * self.line, "paragraph")

    def printable(self, tick: Tick) -> str:
        """Its name; its id where the font cannot print that."""
        font = self.fonts[TEXT]
        return legible(tick.component, font) if font.missing(tick.name) else tick.name

    def rows(self, ticks: Sequence[Tick]) -> tuple[list[LeafletBlock], int]:
        """A block a line, and in how many columns they stand: as many as let every name stand on one or two lines.

        In one column, words that no page is wide enough for are broken in parts.
        """
        fitting = first_fitting(partial(self._rows, ticks, columns) for columns in (3, 2))
        return fitting or self._rows([replace(tick, name=_in_parts(tick.name)) for tick in ticks], 1)

    def _rows(self, ticks: Sequence[Tick], columns: int) -> tuple[list[LeafletBlock], int]:
        width = (self.width + _GAP) / columns - _GAP
        return [self._row(tick, width) for tick in ticks], columns

    def _row(self, tick: Tick, width: float) -> LeafletBlock:
        cap, count = self.first, f"{tick.count} ×"
        box = Path(rectangle(Box(0, 0, cap, cap), 0.3), None, Stroke(INK, 0.2))
        x = cap + 0.35 * self.line
        wide = max(self.measure("88 ×", TEXT_BOLD), self.measure(count, TEXT_BOLD))
        left = x + wide + 0.45 * self.line
        lines = self.wrapped(tick.name.split(), TEXT, width - left)
        words = (Text(x + wide, cap, count, TEXT_BOLD, self.size, INK, "end"), *self.lines(lines, left, TEXT))
        return LeafletBlock((box, *words), (len(lines) + 0.15) * self.line, "paragraph")

    def footer(self, text: str, page: int, pages: int, frame: Box) -> Group:
        size, foot = max(SMALLEST, 0.8 * self.size), frame.height
        of = self.wording("{page} of {pages}", page=page, pages=pages)
        room = self.width - self.fonts[TEXT].width(of, size) - 2 * self.line
        words = Text(0, foot, shortened(text, self.fonts[TEXT], size, room), TEXT, size, INK)
        numbers = Text(self.width, foot, of, TEXT, size, INK, "end")
        shapes = (self.rule(foot - self.line), words, numbers)
        return Group(shapes, Transform.moved(frame.left, frame.top), role="marks")


def _in_parts(name: str) -> str:
    return " ".join(word[at : at + _LONGEST] for word in name.split() for at in range(0, len(word), _LONGEST))
