"""Draws the crop marks, fold line, sheet line and check bar of a page of placements, all outside every trim.

What a person reads stands where the printer prints. Marks begin there if they can, and may run on past its margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from unicodedata import category, normalize

from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.cut_paths import FOLD
from pnp.drawing.fonts import TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, around, line
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Transform
from pnp.imposition.assembly import join_marks, picture
from pnp.imposition.grid import CLEAR, LEAST_MARK, LINE, PAPER_EDGE, Grid, SheetOptions, line_height
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.imposition.tile import Tile
from pnp.language.wording import ENGLISH, Wording, passage
from pnp.units import MM_PER_POINT

CHECK_BAR = 50.0
_LONGEST_MARK, _SHORTEST_MARK = 5.0, 1.2
_MARK = Stroke(BLACK, 0.15)
_TICK, _TICK_HALO = Stroke(BLACK, 0.2), Stroke(WHITE, 0.7)
_MOST_LETTERS = (10_000, 40, 20, 10)  # of the title and of the contents, each shorter than the one before
_TEXT_SIZES = (5.5, 5.0, 4.5, 4.0)  # as high as LINE, and down to as high as LEAST_LINE
_FOOT = 0.25  # ems below a line of text, which most letters keep to
_BAR_LABEL = passage("50 mm when printed at 100 %")
SIDES_TOLD = {"front": passage("front"), "back": passage("back"), "both": passage("fronts and backs")}
TURNS_TOLD = {"long": passage("flip on the long edge"), "short": passage("flip on the short edge")}


@frozen
class SheetLabel:
    """What every sheet says of itself: title, version and what is on it (`cards`), and at what size if not its own.

    `wording` is the language that it says the rest in.
    """

    title: str
    version: str
    contents: str
    scale: float = 1.0
    wording: Wording = ENGLISH


@frozen
class DrawnMarks:
    """What was drawn, and the names of what there was no room for."""

    shapes: tuple[Shape, ...]
    left_out: tuple[str, ...]


@frozen
class _Strip:
    """The free paper along one edge of the page, in a frame of its own: x along the edge, y towards the paper's edge.

    `length` and `depth`, from the trims, reach as far as the printer prints, and `reach` as far as marks may.
    `cuts` are where cut lines meet the strip; `frame` maps the strip's frame (origin where its length begins, y = 0
    at the trims) to the page.
    """

    length: float
    depth: float
    reach: float
    bleed: float
    cuts: tuple[float, ...]
    frame: Transform

    @property
    def band(self) -> float:
        """The height of a line of text along the whole edge, with marks inside of it; 0 where there is no room."""
        return line_height(self.depth, self.bleed, bool(self.cuts))

    @property
    def gap(self) -> float:
        """The same between two marks."""
        return line_height(self.depth, self.bleed, False)

    @property
    def end(self) -> float:
        """Where marks must end: before a line of text, or short of the paper's edge."""
        return self.depth - self.band - CLEAR if self.band else self.reach

    def room(self) -> Box:
        """What is left between marks and text, on the page."""
        _, begin = self.mark() or (0.0, 0.0)
        end = self.depth - LINE
        corners = (self.frame.apply(2.0, begin + 1.0), self.frame.apply(self.length - 2.0, end - 1.0))
        (x1, y1), (x2, y2) = corners
        return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) if end - begin > 2 else Box(0, 0, 0, 0)

    def mark(self) -> tuple[float, float] | None:
        """Where marks begin and end: past the bleed where there is room, across it where the margin is tight."""
        begin, printed = self.bleed + 0.5, min(self.end, self.depth)
        if printed - begin < _SHORTEST_MARK:
            begin = max(CLEAR, min(begin, printed - _SHORTEST_MARK))
        if self.end - begin < LEAST_MARK - 1e-6:
            return None
        return begin, min(self.end, begin + _LONGEST_MARK)


@frozen
class _Space:
    """A free stretch of a strip for text: from x to x, up to the line y, and how high."""

    strip: _Strip
    left: float
    right: float
    y: float
    height: float

    def holds(self, size: float) -> bool:
        """Whether it is high enough for text of that size in points."""
        return size * MM_PER_POINT <= self.height + 1e-6


def draw_marks(
    page: Page, plan: SheetPlan, grid: Grid, options: SheetOptions, sheet_label: SheetLabel, tiles: Mapping[str, Tile],
    fonts: FontBook,
) -> DrawnMarks:  # fmt: skip
    """Everything a page carries besides its pieces, on the page; `tiles` are by the component that shows one."""
    strips = _strips(page, grid, options)
    shapes: list[Shape] = []
    left_out: list[str] = []
    if _marked(page, options):
        marks = [Path(line(*ends), stroke=_MARK) for strip in strips for ends in _crop_marks(strip)]
        round_ones = [placement for placement in page.placements if placement.item.trim.outline == "round"]
        marks += [Path(line(*ends), stroke=stroke) for stroke, ends in _ticks(round_ones) if _off_edge(ends, plan)]
        shapes += marks
        drawn = all(placement.item.trim.outline == "drawn" for placement in page.placements)
        if not marks and not drawn:
            left_out.append("crop marks")
    if grid.fold != "none":
        shapes += [Path(line(*ends), stroke=FOLD) for ends in _fold_line(page, grid)]
    shown = [tiles[placement.item.component] for placement in page.placements if placement.item.component in tiles]
    if shown:
        shapes += join_marks(page.placements, tiles, min(strip.end for strip in strips))
        drawn_picture = next((found for strip in strips if (found := picture(shown, strip.room(), fonts))), ())
        shapes += drawn_picture
        left_out += [] if drawn_picture else ["the picture of how the tiles join"]
    lettering, missing = _lettering(_spaces(strips), _sheet_line(page, plan, sheet_label, shown), sheet_label, fonts)
    shapes += lettering
    return DrawnMarks((Group(tuple(shapes), role="marks"),), (*left_out, *missing))


def _marked(page: Page, options: SheetOptions) -> bool:
    """Whether cuts are marked on this page: on both sides, on fronts only, or on none."""
    return bool(page.placements) and (options.marks == "crop" or (options.marks == "fronts" and page.side != "back"))


def _strips(page: Page, grid: Grid, options: SheetOptions) -> list[_Strip]:
    """Bottom, top, left and right, the ones with room for a band first."""
    sheet, box, bleed = grid.page, *_occupied(page, grid)
    straight = all(placement.item.trim.outline == "rectangle" for placement in page.placements)
    show = _marked(page, options) and straight
    xs = _cuts(page, 0) if show else ()
    ys = _cuts(page, 1) if show else ()
    keep = options.white

    def strip(length: float, space: float, bleed: float, cuts: Sequence[float], frame: Transform) -> _Strip:
        local = tuple(cut - keep for cut in cuts)
        return _Strip(length - 2 * keep, space - keep, space - PAPER_EDGE, bleed, local, frame)

    found = [
        strip(sheet.width, sheet.height - box.bottom, bleed.bottom, xs, Transform(1, 0, 0, 1, keep, box.bottom)),
        strip(sheet.width, box.top, bleed.top, xs, Transform(1, 0, 0, -1, keep, box.top)),
        strip(sheet.height, box.left, bleed.left, ys, Transform(0, 1, -1, 0, box.left, keep)),
        strip(sheet.height, sheet.width - box.right, bleed.right, ys, Transform(0, 1, 1, 0, box.right, keep)),
    ]
    return sorted(found, key=lambda strip: strip.band < LINE)


def _occupied(page: Page, grid: Grid) -> tuple[Box, Insets]:
    """The box around every trim, or on an empty page around every slot, and how far bleeds reach out of it."""
    if not page.placements:
        return grid.box, grid.outer_bleed
    trims, bleeds = page.trim_box, page.bleed_box
    return trims, Insets(
        trims.left - bleeds.left, trims.top - bleeds.top, bleeds.right - trims.right, bleeds.bottom - trims.bottom
    )


def _cuts(page: Page, axis: int) -> tuple[float, ...]:
    """Where the trims' edges are along an axis (0 for x), each place once."""
    found: set[float] = set()
    for placement in page.placements:
        box = placement.trim_box
        edges = (box.left, box.right) if axis == 0 else (box.top, box.bottom)
        found.update(round(edge, 4) for edge in edges)
    return tuple(sorted(found))


def _crop_marks(strip: _Strip) -> Iterator[tuple[float, float, float, float]]:
    span = strip.mark()
    if span is None:
        return
    for cut in strip.cuts:
        yield (*strip.frame.apply(cut, span[0]), *strip.frame.apply(cut, span[1]))


def _off_edge(ends: tuple[float, float, float, float], plan: SheetPlan) -> bool:
    x1, y1, x2, y2 = ends
    far_x, far_y = plan.paper.width - PAPER_EDGE, plan.paper.height - PAPER_EDGE
    return min(x1, x2, y1, y2) >= PAPER_EDGE and max(x1, x2) <= far_x and max(y1, y2) <= far_y


def _ticks(placements: Sequence[Placement]) -> Iterator[tuple[Stroke, tuple[float, float, float, float]]]:
    """Eight short ticks around a round trim, in its bleed, pale under dark so that they show on any ground."""
    for placement in placements:
        radius = placement.size.width / 2
        reach = max(placement.bleed.left, 0.8)
        for eighth in range(8):
            angle = math.radians(45 * eighth + 22.5)
            x, y = math.sin(angle), -math.cos(angle)
            inner, outer = radius + 0.25, radius + reach
            ends = (
                placement.cx + x * inner, placement.cy + y * inner,
                placement.cx + x * outer, placement.cy + y * outer,
            )  # fmt: skip
            yield _TICK_HALO, ends
            yield _TICK, ends


def _fold_line(page: Page, grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """Along the whole fold where the gutter is clear of the trims, else only beyond them."""
    size, (box, _) = grid.page, _occupied(page, grid)
    upright = grid.fold == "vertical"
    length = size.height if upright else size.width
    begin, end = (box.top, box.bottom) if upright else (box.left, box.right)
    clear = (size.width / 2 - grid.box.right if upright else size.height / 2 - grid.box.bottom) > 0.3
    spans = [(PAPER_EDGE, length - PAPER_EDGE)]
    if not clear:
        spans = [(PAPER_EDGE, begin - 0.3), (end + 0.3, length - PAPER_EDGE)]
    for start, stop in spans:
        if stop > start:
            middle = size.width / 2 if upright else size.height / 2
            yield (middle, start, middle, stop) if upright else (start, middle, stop, middle)


def _spaces(strips: Sequence[_Strip]) -> list[_Space]:
    """Where text can stand: bands along whole edges first, then the gaps between marks, the longest first."""
    bands = [_Space(strip, 0.2, strip.length - 0.2, strip.depth, strip.band) for strip in strips if strip.band]
    gaps: list[_Space] = []
    for strip in strips:
        if strip.band or not strip.gap:
            continue
        stops = [-1.0, *strip.cuts, strip.length + 1.0]
        gaps += [_Space(strip, a + 1, b - 1, strip.depth, strip.gap) for a, b in pairwise(stops) if b - a > 4]
    return bands + sorted(gaps, key=lambda gap: gap.left - gap.right)


def _sheet_line(page: Page, plan: SheetPlan, sheet_label: SheetLabel, shown: Sequence[Tile]) -> tuple[str, ...]:
    wording = sheet_label.wording
    turn = wording(TURNS_TOLD[flip]) if (flip := plan.duplexing.flip) else ""
    if page.side == "both":
        turn = wording("fold on the dashed line")
    contents = sheet_label.contents
    if sheet_label.scale != 1:
        contents = wording("{contents} at {percent} of its size", contents=contents, percent=f"{sheet_label.scale:.0%}")
    numbers = wording.listed([str(tile.number) for tile in shown])
    tile = wording("tile {numbers} of {count}", numbers=numbers, count=shown[0].of) if shown else ""
    sheet = wording("sheet {number} of {count}", number=page.sheet, count=plan.sheets)
    parts = (f"{sheet_label.title} {sheet_label.version}", contents, tile, sheet, wording(SIDES_TOLD[page.side]), turn)
    return tuple(part for part in parts if part)


def _lettering(
    spaces: list[_Space], parts: Sequence[str], sheet_label: SheetLabel, fonts: FontBook
) -> tuple[list[Shape], tuple[str, ...]]:
    """The check bar and the sheet line in the first spaces that hold them; the line in two pieces if it must be."""
    shapes: list[Shape] = []
    missing: list[str] = []
    label = sheet_label.wording(_BAR_LABEL)
    if not (_set_bar(spaces, shapes, fonts, label) or _set_bar(spaces, shapes, fonts, "50 mm")):
        missing.append("the check bar")
    if not any(_set_texts(spaces, shapes, fonts, texts) for texts in _sheet_lines(parts)):
        missing.append("the sheet line")
    return shapes, tuple(missing)


def _sheet_lines(parts: Sequence[str]) -> Iterator[Sequence[str]]:
    """What to try: the parts in one line, in two and each by itself; then so with title and contents shortened."""
    for most in _MOST_LETTERS:
        named = [part if len(part) <= most else part[: most - 1].rstrip() + "…" for part in parts[:2]]
        yield (" · ".join((*named, *parts[2:])),)
        yield " · ".join(named), " · ".join(parts[2:])
        yield *named, *parts[2:]


def _set_bar(spaces: list[_Space], shapes: list[Shape], fonts: FontBook, label: str) -> bool:
    for size in _TEXT_SIZES[1:]:
        needed = CHECK_BAR + 1.5 + fonts[TEXT].width(label, size)
        if taken := _taken(spaces, needed, size, from_right=True):
            shapes += _bar(taken, label, size, fonts)
            return True
    return False


def _bar(taken: _Space, label: str, size: float, fonts: FontBook) -> Iterator[Shape]:
    y = taken.y - taken.height / 2
    ticks = [line(taken.left + x, y - 0.7, taken.left + x, y + 0.7) for x in (0.0, 25.0, CHECK_BAR)]
    strokes = [line(taken.left, y, taken.left + CHECK_BAR, y), *ticks]
    yield from (Path(_on_page(taken.strip, ends), stroke=_MARK) for ends in strokes)
    yield _text(taken, taken.left + CHECK_BAR + 1.5, label, size, fonts)


def _on_page(
    strip: _Strip, ends: Sequence[tuple[str, *tuple[float, ...]]]
) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    return tuple((letter, *strip.frame.apply(numbers[0], numbers[1])) for letter, *numbers in ends)


def _set_texts(spaces: list[_Space], shapes: list[Shape], fonts: FontBook, texts: Sequence[str]) -> bool:
    """All of the texts at the largest size at which each finds its space, or none of them."""
    for size in _TEXT_SIZES:
        trial = list(spaces)
        found = [(text, _taken(trial, fonts[TEXT].width(text, size) + 2, size, from_right=False)) for text in texts]
        if all(space is not None for _, space in found):
            spaces[:] = trial
            shapes += [_text(space, space.left, text, size, fonts) for text, space in found if space]
            return True
    return False


def _taken(spaces: list[_Space], length: float, size: float, from_right: bool) -> _Space | None:
    """The first space that holds text of that length and size, cut down by that length; what is taken comes back."""
    for at, space in enumerate(spaces):
        if space.right - space.left < length or not space.holds(size):
            continue
        if from_right:
            spaces[at] = replace(space, right=space.right - length)
            return replace(space, left=space.right - length)
        spaces[at] = replace(space, left=space.left + length)
        return replace(space, right=space.left + length)
    return None


def _text(space: _Space, x: float, text: str, size: float, fonts: FontBook) -> Shape:
    """Text on a strip, its feet towards the paper's edge at the bottom and left, its head elsewhere, never mirrored.

    Whichever is towards the edge keeps off the margin, with what hangs below a line and the accents of capitals.
    """
    frame, ems, ink = space.strip.frame, size * MM_PER_POINT, _ink(text, fonts)
    if frame.a * frame.d - frame.b * frame.c > 0:
        return Group((Text(x, space.y - max(_FOOT, ink.bottom) * ems, text, TEXT, size, BLACK),), frame)
    foot = min(_FOOT, space.height / ems + ink.top)
    unmirrored = Transform(1, 0, 0, -1, 0, 2 * space.y - space.height).then(frame)
    return Group((Text(x, space.y - foot * ems, text, TEXT, size, BLACK),), unmirrored)


def _ink(text: str, fonts: FontBook) -> Box:
    """How far letters beyond ASCII rise and fall, in ems; the others keep to `_FOOT` and to the height of a line."""
    letters = {char for char in normalize("NFC", text) if not char.isascii() and category(char)[0] in "LM"}
    outline = fonts[TEXT].outline("".join(sorted(letters))) if letters else ()
    return around(outline) if outline else Box(0, 0, 0, 0)
