"""Pages that tell how to cut, fold and glue the files of a box, with a list of its pieces to tick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, fsum

from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_ITALIC, Font, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, line, rectangle
from pnp.drawing.text import FitError, shortened
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.guides.setting import ACCENT, INK, RULE, SMALLEST, Block, Setter
from pnp.guides.steps import Sheets, picture, steps
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.language.wording import ENGLISH, Wording
from pnp.units import MM_PER_POINT, number

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
    files: tuple[Sheets, ...]
    pieces: tuple[Tick, ...]
    discards: tuple[Tick, ...] = ()
    wording: Wording = ENGLISH
    margin: float = 5.0


def assembly_plan(told: Assembly, paper: Size, fonts: FontBook) -> tuple[SheetPlan, dict[str, Face]]:
    """Pages of that paper, printed on one side, and their faces, for any renderer.

    Raises UsageError for a paper that is too small for the longest word at the smallest type.
    """
    pages = _pages(told, paper, fonts)
    faces = {
        f"{told.name}/assembly/page-{at}": Face(f"{told.name}/assembly/page-{at}", Trim(paper, bleed=0.0), shapes)
        for at, shapes in enumerate(pages, 1)
    }
    sheets = []
    for at, face in enumerate(faces.values(), 1):
        item = Item(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", paper.width / 2, paper.height / 2, 0.0, Insets.even(0.0))
        sheets.append(Page(at, "front", (placement,)))
    return SheetPlan(paper, "fronts", len(sheets), tuple(sheets), 1), faces


def _pages(told: Assembly, paper: Size, fonts: FontBook) -> list[tuple[Shape, ...]]:
    """At the first of the sizes at which every word fits."""
    for size in _SIZES:
        try:
            return _set(told, paper, fonts, size)
        except FitError:
            continue
    have = f"{number(paper.width)} x {number(paper.height)} mm"
    raise UsageError(f"--assembly: what there is to tell does not fit on {have}; take a larger paper")


def _set(told: Assembly, paper: Size, fonts: FontBook, size: float) -> list[tuple[Shape, ...]]:
    margin = max(8.0, min(16.0, paper.width * 0.075), told.margin + _FOOT)
    frame = Box(margin, margin, paper.width - margin, paper.height - margin)
    setter, wording = _Setter(fonts, size, frame.width, told.wording), told.wording
    flow = _Flow(frame, setter.foot)
    flow.add(setter.title(wording("{game}: assembly", game=told.title), _summary(told)))
    if told.discards:
        flow.add_list(setter, wording("Throw away from the earlier print"), _legible(told.discards, fonts[TEXT]))
    for sheets in told.files:
        flow.add(setter.file(sheets))
    tick = wording("Tick when it is there: {count} pieces", count=_total(told.pieces))
    flow.add_list(setter, tick, _legible(told.pieces, fonts[TEXT]))
    foot = f"{told.title} {told.version} · {wording('assembly')}"
    return [(*shapes, setter.footer(foot, at, len(flow.pages), frame)) for at, shapes in enumerate(flow.pages, 1)]


def _summary(told: Assembly) -> str:
    count = sum(sheets.plan.sheets for sheets in told.files)
    return told.wording.many(
        count, "how to make its {pieces} pieces from {count} sheet of paper",
        "how to make its {pieces} pieces from {count} sheets of paper", pieces=_total(told.pieces),
    )  # fmt: skip


def _total(ticks: Iterable[Tick]) -> int:
    return sum(tick.count for tick in ticks)


def _legible(ticks: Iterable[Tick], font: Font) -> Iterator[Tick]:
    """A name that the font cannot print is told by its id, and what is missing there by a question mark."""
    for tick in ticks:
        name = tick.component if font.missing(tick.name) else tick.name
        for missing in font.missing(name):
            name = name.replace(missing, "?")
        yield Tick(tick.component, name, tick.count)


def _in_parts(name: str) -> str:
    """With words that no page is wide enough for broken in parts."""
    parts = [word[at : at + _LONGEST] for word in name.split() for at in range(0, len(word), _LONGEST)]
    return " ".join(parts)


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

    def add(self, block: Block) -> None:
        if block.height > self.room and self.y:
            self._next()
        self.pages[-1].append(block.at(self.frame.left, self.frame.top + self.y))
        self.y += block.height

    def add_list(self, setter: _Setter, heading: str, ticks: Iterable[Tick]) -> None:
        """Lines in as many columns as have room for every name, read column by column on each page."""
        rows, columns = setter.rows(tuple(ticks))
        head = setter.heading(heading)
        if self.room < _LEAST_LIST + head.height:
            self._next()
        self.add(head)
        while rows:
            deep = self._depth(rows, columns)
            stacks = [rows[at * deep : (at + 1) * deep] for at in range(columns)]
            for at, stack in enumerate(stacks):
                y = self.y
                for row in stack:
                    x = at * (setter.width + _GAP) / columns
                    self.pages[-1].append(row.at(self.frame.left + x, self.frame.top + y))
                    y += row.height
            rows = rows[deep * columns :]
            self.y += max(fsum(row.height for row in stack) for stack in stacks) + 2.0
            if rows:
                self._next()

    def _depth(self, rows: Sequence[Block], columns: int) -> int:
        """How many rows there are in each column: all of them shared out evenly, or as many as the page holds."""
        most = int(self.room / min(row.height for row in rows)) + 1
        for deep in range(min(most, ceil(len(rows) / columns)), 1, -1):
            stacks = [rows[at * deep : (at + 1) * deep] for at in range(columns)]
            if all(fsum(row.height for row in stack) <= self.room for stack in stacks):
                return deep
        return 1

    def _next(self) -> None:
        self.pages.append([])
        self.y = 0.0


@frozen(slots=False)
class _Setter(Setter):
    """Sets the parts of an assembly page."""

    wording: Wording

    @property
    def foot(self) -> float:
        return 2.0 * self._line

    def title(self, title: str, under: str) -> Block:
        title, size = self._fitting(title, DISPLAY, 2.4 * self.size, self.width)
        under, sub = self._fitting(under, TEXT_ITALIC, 1.2 * self.size, self.width)
        top = size * MM_PER_POINT * 0.85
        base = top + sub * MM_PER_POINT * 1.6
        rule = Path(line(0, base + 0.5 * self._line, self.width, base + 0.5 * self._line), stroke=Stroke(ACCENT, 0.5))
        words = Text(0, top, title, DISPLAY, size, INK), Text(0, base, under, TEXT_ITALIC, sub, ACCENT)
        return Block((*words, rule), base + 1.2 * self._line, "heading")

    def file(self, sheets: Sheets) -> Block:
        """The picture of a sheet, and beside it what to do."""
        drawn, tall = picture(sheets.plan, _PICTURE, self.fonts)
        left = _PICTURE.width + 4.0
        column = _Setter(self.fonts, self.size, self.width - left, self.wording)
        blocks = column.section(sheets.contents, steps(sheets, self.wording))
        words, y = [], 0.0
        for block in blocks:
            words.append(block.at(left, y))
            y += block.height + 0.2 * self._line
        alt = self.wording("A sheet of {contents} with its cuts numbered in their order", contents=sheets.contents)
        figure = Group(drawn, role="figure", alt=alt)
        return Block((figure, *words), max(y, tall) + 0.8 * self._line, "paragraph")

    def rows(self, ticks: Sequence[Tick]) -> tuple[list[Block], int]:
        """A block a line, and in how many columns they stand: as many as let every name stand on one or two lines."""
        for columns in (3, 2):
            try:
                return self._rows(ticks, columns), columns
            except FitError:
                continue
        return self._rows([Tick(tick.component, _in_parts(tick.name), tick.count) for tick in ticks], 1), 1

    def _rows(self, ticks: Sequence[Tick], columns: int) -> list[Block]:
        width = (self.width + _GAP) / columns - _GAP
        return [self._row(tick, width) for tick in ticks]

    def _row(self, tick: Tick, width: float) -> Block:
        cap = self._first
        box = Path(rectangle(Box(0, 0, cap, cap), 0.3), None, Stroke(INK, 0.2))
        count = f"{tick.count} ×"
        x = cap + 0.35 * self._line
        wide = max(self._measure("88 ×", TEXT_BOLD), self._measure(count, TEXT_BOLD))
        left = x + wide + 0.45 * self._line
        lines = self._wrapped(tick.name.split(), TEXT, width - left)
        told = Text(x + wide, cap, count, TEXT_BOLD, self.size, INK, "end")
        return Block((box, told, *self._lines(lines, left, TEXT)), (len(lines) + 0.15) * self._line, "paragraph")

    def footer(self, text: str, page: int, pages: int, frame: Box) -> Group:
        size, foot = max(SMALLEST, 0.8 * self.size), frame.height
        rule = Path(line(0, foot - self._line, self.width, foot - self._line), stroke=Stroke(RULE, 0.2))
        of = self.wording("{page} of {pages}", page=page, pages=pages)
        room = self.width - self.fonts[TEXT].width(of, size) - 2 * self._line
        words = Text(0, foot, shortened(text, self.fonts[TEXT], size, room), TEXT, size, INK)
        numbers = Text(self.width, foot, of, TEXT, size, INK, "end")
        return Group((rule, words, numbers), Transform.moved(frame.left, frame.top), role="marks")
