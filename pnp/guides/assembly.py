"""Pages that tell how to cut, fold and glue the files of a box, with a list of its pieces to tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, fsum

from pnp.drawing.colour import Colour
from pnp.drawing.cut_paths import FOLD
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, line, placed, rectangle
from pnp.drawing.text import first_fitting, shortened, split_words
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import (
    HEXAGON,
    MM_PER_POINT,
    ROUND,
    Box,
    Outline,
    Rounded,
    Shaped,
    Size,
    Transform,
    Trim,
    number,
)
from pnp.imposition.cuts import Cutting, cut_pages, cutting
from pnp.imposition.plan import Page, SheetPlan, one_a_page
from pnp.imposition.tile import OVERLAP
from pnp.language.wording import ENGLISH, Wording, passage
from pnp.typesetting.leaflet import ACCENT, INK, RULE, SMALLEST, LeafletBlock, LeafletSetter, legible

_MOST_PLACES = 8  # distances that a sentence names one by one
_FRONT, _BACK = Colour.parse("#e9dfcc"), Colour.parse("#f8f4ea")
_NUMBERS, _BESIDE = 6.5, 3.6  # points, and the millimetres that numbers need beside the sheet
_APART = 3.0  # millimetres between two numbers
_TOUCHING = 0.01  # millimetres that boxes of neighbours may lie in one another
_BETWEEN = 4.0  # millimetres between two pictures
_TURNS = {
    "long": passage("{sheets}, two-sided, flipped on the long edge"),
    "short": passage("{sheets}, two-sided, flipped on the short edge"),
}
# The first cuts, and the later ones through all strips at once or through the only one.
_ACROSS = (
    passage("Cut {numbers} across, {places} mm from the top edge of the paper."),
    passage("Lay the {strips} strips on one another and cut {numbers} across, {places} mm from the top edge"),
    passage("Then cut {numbers} across, {places} mm from the top edge"),
)
_DOWN = (
    passage("Cut {numbers} down, {places} mm from the left edge of the paper."),
    passage("Lay the {strips} strips on one another and cut {numbers} down, {places} mm from the left edge"),
    passage("Then cut {numbers} down, {places} mm from the left edge"),
)
_FOOT = 1.0  # millimetres that the last line hangs below its frame
_SIZES = (9.0, 8.0, SMALLEST)
_GAP = 6.0  # between columns, mm
_PICTURE = Size(34.0, 41.0)
_LONGEST = 40  # letters of a word
_LEAST_LIST = 25.0  # millimetres below which a list begins on the next page


@frozen
class SheetFile:
    """One file: its path, what it holds, its plan, and whether its pieces are tiles of larger ones.

    Of boxes that cards go into, `bottom` tells how it is closed: `tuck` or `glue`; `pictures` show one instead of the
    sheet. `folded` are pieces that are cut straight and then folded, `nets` by their names the faces that pictures
    of the sheet show as they are.
    """

    path: str
    contents: str
    plan: SheetPlan
    tiled: bool = False
    bottom: str | None = None
    pictures: tuple[Symbol, ...] = ()
    folded: int = 0
    nets: Mapping[str, Face] = field(default_factory=dict)


def steps(sheets: SheetFile, wording: Wording) -> Iterator[str]:
    """What to do, in order."""
    plan = sheets.plan
    pages = cut_pages(plan)
    cuttings = [cutting(page) for page in pages]
    how = _printing(plan, wording)
    yield wording("Print {file} at 100% (“actual size”): {how}.", file=sheets.path, how=how)
    if plan.duplexing.folded:
        yield wording(
            "Fold each sheet on the dashed line, print outside, glue the halves together and let them dry flat."
        )
    if sheets.folded:
        yield wording(
            "{count, plural, one {Score # piece from tick to tick before you cut, and fold it there once it is cut.} "
            "other {Score # pieces from tick to tick before you cut, and fold them there once they are cut.}}",
            count=sheets.folded,
        )
    full, last = cuttings[0], cuttings[-1]
    if full.blocks:
        yield from _shared(cuttings, wording)
    elif full.straight:
        yield from _straight(full, last, len(pages), wording)
    yield from _cut_out(pages, wording)
    if nets := sum(each.nets for each in cuttings):
        yield from _nets(nets, wording) if sheets.bottom is None else _boxes(nets, sheets.bottom, wording)
    if sheets.tiled:
        yield wording(
            "Lay each tile {overlap} mm over its neighbour, so that the triangles in the margin point at its edge, "
            "and glue it there. The small picture on each sheet shows where it belongs.", overlap=f"{OVERLAP:g}",
        )  # fmt: skip


def _cut_out(pages: Sequence[Page], wording: Wording) -> Iterator[str]:
    """For what is cut out by hand, or where hands finish what straight cuts begin."""
    in_strips = passage(
        "{count, plural, one {Cut out # hexagon, {size} mm from side to side, just inside the line around it.} "
        "other {Cut out # hexagons, {size} mm from side to side, just inside the lines around them: strips first, "
        "from mark to mark, then what is left of each side.}}"
    )
    nested = passage(
        "{count, plural, one {Cut out # hexagon, {size} mm from side to side, just inside the line around it.} "
        "other {Cut out # hexagons, {size} mm from side to side, just inside the lines around them: the lines of one "
        "row lead into the next.}}"
    )
    for size, hexagons in _counted(pages, HEXAGON).items():
        how = nested if any(_has_nested(page) for page in pages) else in_strips
        yield wording(how, count=hexagons, size=wording.number(size, 1))
    for size, discs in _counted(pages, ROUND).items():
        yield wording(
            "{count, plural, "
            "one {Cut out # round piece, {size} mm across, just inside the line around it, or punch it.} "
            "other {Cut out # round pieces, {size} mm across, just inside the lines around them, or punch them.}}",
            count=discs, size=wording.number(size, 1),
        )  # fmt: skip
    if own := sum(isinstance(trim.outline, Shaped) for trim in _trims(pages)):
        yield wording(
            "{count, plural, one {Cut out # piece just inside the line around it.} "
            "other {Cut out # pieces just inside the lines around them.}}", count=own,
        )  # fmt: skip
    if rounded := sum(isinstance(trim.outline, Rounded) for trim in _trims(pages)):
        yield wording(
            "{count, plural, one {Then cut the corners of the piece along their lines.} "
            "other {Then cut the corners of the # pieces along their lines.}}", count=rounded,
        )  # fmt: skip


def _trims(pages: Sequence[Page]) -> Iterator[Trim]:
    """What is cut, each piece once."""
    for placement in (placement for page in pages for placement in page.placements):
        if placement.side == "front" or placement.item.back is None:
            yield placement.item.trim


def _has_nested(page: Page) -> bool:
    """Whether hexagons lie in one another's rows."""
    boxes = [each.trim_box for each in page.placements if each.item.trim.outline == HEXAGON]
    return any(one.overlap(other) > _TOUCHING for at, one in enumerate(boxes) for other in boxes[:at])


def _counted(pages: Sequence[Page], outline: Outline) -> Mapping[float, int]:
    """How many pieces of that outline there are of each size from side to side, the largest first."""
    sizes = Counter(2 * trim.radius for trim in _trims(pages) if trim.outline == outline)
    return dict(sorted(sizes.items(), reverse=True))


def _shared(cuttings: Sequence[Cutting], wording: Wording) -> Iterator[str]:
    """For sheets that pieces of several sizes share."""
    blocks, cuts = max(len(each.blocks) for each in cuttings), max(each.straight for each in cuttings)
    yield wording(
        "First part the {blocks} blocks of pieces that share the sheet, by straight cuts along the white between them."
        , blocks=wording.number(blocks),
    )  # fmt: skip
    yield wording(
        "Then cut each block of straight pieces from mark to mark; that makes {cuts} cuts a sheet.",
        cuts=wording.number(cuts),
    )


def _nets(count: int, wording: Wording) -> Iterator[str]:
    """For what is folded from one piece."""
    yield wording(
        "{count, plural, one {Score the folds, from corner to corner or along dashes, cut out # piece along the solid "
        "lines, fold it away from the print, and glue the tabs.} other {Score the folds, from corner to corner or "
        "along dashes, cut out # pieces along the solid lines, fold them away from the print, and glue the tabs.}}",
        count=count,
    )


def _boxes(count: int, bottom: str, wording: Wording) -> Iterator[str]:
    """For boxes that cards go into, whose bottom is tucked in or glued."""
    yield wording(
        "Score the folds with a blunt point, from corner to corner as in the picture, then cut out "
        "{count, plural, one {# box} other {# boxes}} along the solid lines, with the notch for the thumb and the "
        "short slits beside the tongues.",
        count=count,
    )
    yield wording(
        "Fold everything away from the print. Glue the white tab behind the free edge of the front, edge on edge, and "
        "let it dry flat."
    )
    if bottom == "glue":
        yield wording("Below, fold in the two short flaps, glue the flap of the front on them, and the bottom on that.")
    else:
        yield wording("Close the bottom: first the two short flaps, then the tongue behind the front.")
    yield wording("Put the cards in, and close the lid in the same way; the slits catch on the short flaps.")


def _printing(plan: SheetPlan, wording: Wording) -> str:
    count = wording("{count, plural, one {# sheet} other {# sheets}}", count=len({page.sheet for page in plan.pages}))
    sides = {page.side for page in plan.pages}
    flip = plan.duplexing.flip
    if flip is None or sides <= {"both"}:
        return wording("{sheets}, on one side", sheets=count)
    if len(sides) == 1:
        alone = wording("{sheets}, the fronts alone", sheets=count)
        return alone if sides == {"front"} else wording("{sheets}, the backs alone", sheets=count)
    if plan.duplexing.apart:
        half = len(plan.pages) // 2
        return wording(
            "pages 1 to {last} first, then pages {next} to {end} on their backs, {sheets}",
            last=half, next=half + 1, end=2 * half, sheets=count,
        )  # fmt: skip
    return wording(_TURNS[flip], sheets=count)


def _straight(full: Cutting, last: Cutting, sheets: int, wording: Wording) -> Iterator[str]:
    early, late = (full.across, full.down) if full.first == "across" else (full.down, full.across)
    first, then = (_ACROSS, _DOWN) if full.first == "across" else (_DOWN, _ACROSS)
    numbers, places = _numbers(1, len(early), wording), _places(early, wording)
    yield wording(first[0], numbers=numbers, places=places)
    numbers, places = _numbers(len(early) + 1, full.straight, wording), _places(late, wording)
    begin = wording(then[2], numbers=numbers, places=places)
    if full.strips > 1:
        begin = wording(then[1], strips=full.strips, numbers=numbers, places=places)
    cuts = wording("{count, plural, one {# cut a sheet} other {# cuts a sheet}}", count=full.straight)
    if full.singly > full.straight:
        cuts = wording("{cuts}; strip by strip it would be {more}", cuts=cuts, more=full.singly)
    yield wording("{cutting}: {cuts}.", cutting=begin, cuts=cuts)
    if sheets > 1 and last.straight and last.straight != full.straight:
        yield wording(
            "The last sheet is not full and needs {count, plural, one {# cut} other {# cuts}}.", count=last.straight
        )


def _numbers(first: int, last: int, wording: Wording) -> str:
    if last > first + 1:
        return wording("{first} to {last}", first=first, last=last)
    return wording.listed([str(number) for number in range(first, last + 1)])


def _places(places: Sequence[float], wording: Wording) -> str:
    told = [wording.number(place, 1) for place in places]
    if len(told) > _MOST_PLACES:
        return wording("{places} and so on to {last}", places=_in_a_row(told[:3], wording), last=told[-1])
    return wording.listed([_in_a_row(told[:-1], wording), told[-1]] if any(map(_has_comma, told[:-1])) else told)


def _in_a_row(told: Sequence[str], wording: Wording) -> str:
    """Numbers with commas between them, or with semicolons where their decimals have a comma."""
    return wording.parted(told) if any(map(_has_comma, told)) else ", ".join(told)


def _has_comma(told: str) -> bool:
    return told[-2:-1] == ","


def draw_pictures(pictures: Sequence[Symbol], room: Size) -> tuple[tuple[Shape, ...], float]:
    """The pictures one below the other, each as large as the room lets it be; and how high they are in all."""
    shapes, top = [], 0.0
    for picture in pictures:
        bounds = picture.bounds
        tall = min(room.height, room.width * bounds.height / bounds.width)
        shapes.append(placed(picture, room.width / 2, top + tall / 2, tall))
        top += tall + _BETWEEN
    return tuple(shapes), top - _BETWEEN


def draw_sheet(
    plan: SheetPlan, nets: Mapping[str, Face], room: Size, fonts: FontBook
) -> tuple[tuple[Shape, ...], float]:
    """The first sheet, as large as the room lets it be, with its pieces and its cuts in their order; and its height."""
    page = cut_pages(plan)[0]
    scale = min((room.width - _BESIDE) / plan.paper.width, (room.height - _BESIDE) / plan.paper.height)

    def there(box: Box) -> Box:
        left, top, right, bottom = (edge * scale + _BESIDE for edge in (box.left, box.top, box.right, box.bottom))
        return Box(left, top, right, bottom)

    sheet = there(Box(0, 0, plan.paper.width, plan.paper.height))
    shapes: list[Shape] = [Path(rectangle(sheet), None, Stroke(RULE, 0.3))]
    for placement in page.placements:
        box = there(placement.trim_box)
        if net := nets.get(placement.face):
            picture = Symbol(net.id, net.shapes, net.trim.box)
            shapes.append(placed(picture, *box.centre, net.trim.size.height * scale, placement.rotation))
            continue
        trim = placement.trim
        outline = trim.outline.edge(box, placement.rotation, trim.corner * scale)
        behind = page.side == "both" and placement.side == "back"
        shapes.append(Path(outline, _BACK if behind else _FRONT, Stroke(RULE, 0.15)))
    shapes += _cuts(cutting(page), sheet, scale, fonts)
    if plan.duplexing.folded:
        shapes += [Path(ends, stroke=FOLD) for ends in _fold(plan, sheet)]
    return tuple(shapes), sheet.bottom


def _fold(plan: SheetPlan, sheet: Box) -> Iterator[tuple[tuple[str, *tuple[float, ...]], ...]]:
    """The middle line that parts fronts and backs; none where nothing on the sheets has a back."""
    back = next((placement for _, placement in plan.placements() if placement.side == "back"), None)
    fronts = (placement for _, placement in plan.placements() if back and placement.item == back.item)
    if (front := next(fronts, None)) and back:
        x, y = sheet.centre
        upright = abs(front.cx - back.cx) >= abs(front.cy - back.cy)
        yield line(x, sheet.top, x, sheet.bottom) if upright else line(sheet.left, y, sheet.right, y)


def _cuts(cuts: Cutting, sheet: Box, scale: float, fonts: FontBook) -> Iterator[Shape]:
    stroke = Stroke(ACCENT, 0.2)
    for block in cuts.blocks:
        left, top, right, bottom = (
            scale * edge for edge in (block.box.left, block.box.top, block.box.right, block.box.bottom)
        )
        for place in block.cutting.across:
            y = sheet.top + place * scale
            yield Path(line(sheet.left + left - 0.8, y, sheet.left + right + 0.8, y), stroke=stroke)
        for place in block.cutting.down:
            x = sheet.left + place * scale
            yield Path(line(x, sheet.top + top - 0.8, x, sheet.top + bottom + 0.8), stroke=stroke)
    cap = fonts[TEXT_BOLD].cap_height * _NUMBERS * MM_PER_POINT
    first_across, first_down = (1, len(cuts.across) + 1) if cuts.first == "across" else (len(cuts.down) + 1, 1)
    shown = _legible(cuts.across, first_across, scale)
    for at, place in enumerate(cuts.across, first_across):
        y = sheet.top + place * scale
        yield Path(line(sheet.left - 0.8, y, sheet.right, y), stroke=stroke)
        if at in shown:
            yield Text(sheet.left - 1.2, y + cap / 2, str(at), TEXT_BOLD, _NUMBERS, INK, "end")
    shown = _legible(cuts.down, first_down, scale)
    for at, place in enumerate(cuts.down, first_down):
        x = sheet.left + place * scale
        yield Path(line(x, sheet.top - 0.8, x, sheet.bottom), stroke=stroke)
        if at in shown:
            yield Text(x, sheet.top - 1.2, str(at), TEXT_BOLD, _NUMBERS, INK, "middle")


def _legible(places: Sequence[float], first: int, scale: float) -> frozenset[int]:
    """The numbers that stand clear of one another."""
    numbers, free = set(), float("-inf")
    for at, place in enumerate(places, first):
        if place * scale >= free:
            numbers.add(at)
            free = place * scale + _APART
    return frozenset(numbers)


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
    ticks = wording("Tick when it is there: {count, plural, one {# piece} other {# pieces}}", count=total)
    flow.add_list(setter, ticks, assembly.pieces)
    foot = f"{assembly.title} {assembly.version} · {wording('assembly')}"
    return [(*shapes, setter.footer(foot, at, len(flow.pages), frame)) for at, shapes in enumerate(flow.pages, 1)]


def _summary(assembly: Assembly, total: int) -> str:
    return assembly.wording(
        "how to make {pieces, plural, one {its one piece} other {its # pieces}} from "
        "{sheets, plural, one {# sheet} other {# sheets}} of paper",
        pieces=total,
        sheets=sum(sheets.plan.sheets for sheets in assembly.files),
    )


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
        lines = self.wrapped(split_words(tick.name), TEXT, width - left)
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
    return " ".join(word[at : at + _LONGEST] for word in split_words(name) for at in range(0, len(word), _LONGEST))
