"""Draws the crop marks, fold line, sheet line and check bar of a page of placements, all outside every trim.

What a person reads stands where the printer prints. Marks begin there if they can, and may run on past its margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal
from unicodedata import category, normalize

from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.cut_paths import FOLD
from pnp.drawing.fonts import TEXT, FontBook
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Text, around, line, moved
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Transform
from pnp.imposition.grid import CLEAR, LEAST_MARK, LINE, PAPER_EDGE, SheetOptions, line_height
from pnp.imposition.layout import BETWEEN, Layout
from pnp.imposition.plan import Edge, Page, Placement, SheetPlan, Side
from pnp.imposition.tile import Tile, draw_tiles, join_marks
from pnp.language.wording import ENGLISH, Wording, passage

Towards = Literal["top", "bottom", "left", "right"]
CHECK_BAR = 50.0
_LONGEST_MARK, _SHORTEST_MARK = 5.0, 1.2
MARK = Stroke(BLACK, 0.15)
_RING_HALO, _RING_APART = Stroke(WHITE, 0.35), 0.25  # the line around a disc, and how far it stands off the trim
_TOUCHING, _SAME_BLOCK = 0.01, 1.0  # millimetres that may lie between a cut and a piece, and between bleeds of a block
_MOST_LETTERS = (10_000, 40, 20, 10)  # of the title and of the contents, each shorter than the one before
TEXT_SIZES = (5.5, 5.0, 4.5, 4.0)  # as high as LINE, and down to as high as LEAST_LINE
_FOOT = 0.25  # ems below a line of text, which most letters keep to
_BAR_LABEL = passage("50 mm when printed at 100%")
SIDE_WORDS = {"front": passage("front"), "back": passage("back"), "both": passage("fronts and backs")}
TURN_WORDS = {"long": passage("flip on the long edge"), "short": passage("flip on the short edge")}


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

    def crop_marks(self) -> Iterator[tuple[float, float, float, float]]:
        if span := self.mark():
            for cut in self.cuts:
                yield (*self.frame.apply(cut, span[0]), *self.frame.apply(cut, span[1]))


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
    page: Page, plan: SheetPlan, layout: Layout, options: SheetOptions, sheet_label: SheetLabel,
    tiles: Mapping[str, Tile], fonts: FontBook,
) -> tuple[tuple[Shape, ...], tuple[str, ...]]:  # fmt: skip
    """Everything a page carries besides its pieces, on the page, and the names of what there was no room for.

    `tiles` are by the component that shows one.
    """
    runs = _runs(page) if _marked(page, options) else ()
    strips = _strips(page, layout, options, [run for run in runs if run.reaches_margin])
    shapes: list[Shape] = []
    left_out: list[str] = []
    if _marked(page, options):
        shapes += [Path(line(*ends), stroke=MARK) for strip in strips for ends in strip.crop_marks()]
        shapes += [Path(line(*run.inner_mark()), stroke=MARK) for run in runs if not run.reaches_margin]
        shapes += [ring for placement in page.placements for ring in _rings(placement, plan)]
        if not shapes and any(not placement.item.trim.outline.is_drawn for placement in page.placements):
            left_out.append("crop marks")
    if layout.fold != "none":
        shapes += [Path(line(*ends), stroke=FOLD) for ends in _fold_line(page, layout)]
    if shown := [tiles[placement.item.component] for placement in page.placements if placement.item.component in tiles]:
        shapes += join_marks(page.placements, tiles, min(strip.end for strip in strips))
        how = next((found for strip in strips if (found := draw_tiles(shown, strip.room(), fonts))), ())
        shapes += how
        left_out += [] if how else ["the picture of how the tiles join"]
    parts = sheet_line(sheet_label, page.sheet, plan.sheets, page.side, plan.duplexing.flip, shown)
    spaces = _spaces(strips)
    label = sheet_label.wording(_BAR_LABEL)
    if not (_set_bar(spaces, shapes, fonts, label) or _set_bar(spaces, shapes, fonts, "50 mm")):
        left_out.append("the check bar")
    if not any(_set_texts(spaces, shapes, fonts, texts) for texts in _sheet_lines(parts)):
        left_out.append("the sheet line")
    return (Group(tuple(shapes), role="marks"),), tuple(left_out)


def _marked(page: Page, options: SheetOptions) -> bool:
    """Whether cuts are marked on this page: on both sides, on fronts only, or on none."""
    return bool(page.placements) and (options.marks == "crop" or (options.marks == "fronts" and page.side != "back"))


def _strips(page: Page, layout: Layout, options: SheetOptions, runs: Sequence[_Run]) -> list[_Strip]:
    """Bottom, top, left and right, the ones with room for a band first; `runs` end at the margins."""
    sheet, box, bleed = layout.page, *_occupied(page, layout)
    keep = options.white

    def strip(length: float, space: float, bleed: float, towards: str, frame: Transform) -> _Strip:
        cuts = tuple(sorted({run.at - keep for run in runs if run.towards == towards}))
        return _Strip(length - 2 * keep, space - keep, space - PAPER_EDGE, bleed, cuts, frame)

    found = [
        strip(sheet.width, sheet.height - box.bottom, bleed.bottom, "bottom", Transform(1, 0, 0, 1, keep, box.bottom)),
        strip(sheet.width, box.top, bleed.top, "top", Transform(1, 0, 0, -1, keep, box.top)),
        strip(sheet.height, box.left, bleed.left, "left", Transform(0, 1, -1, 0, box.left, keep)),
        strip(sheet.height, sheet.width - box.right, bleed.right, "right", Transform(0, 1, 1, 0, box.right, keep)),
    ]
    return sorted(found, key=lambda strip: strip.band < LINE)


def _occupied(page: Page, layout: Layout) -> tuple[Box, Insets]:
    """The box around every trim, or on an empty page around every slot, and how far bleeds reach out of it."""
    if not page.placements:
        return layout.box, layout.outer_bleed
    trims, bleeds = page.trim_box, page.bleed_box
    return trims, Insets(
        trims.left - bleeds.left, trims.top - bleeds.top, bleeds.right - trims.right, bleeds.bottom - trims.bottom
    )


@frozen
class _Run:
    """One end of a line along which trims end, which is to be cut: at `at` across the axis, it ends at `end`.

    Beyond it the piece bleeds so far; whether a mark may stand in the margin depends on what lies between.
    """

    towards: Towards
    at: float
    end: float
    bleed: float
    reaches_margin: bool

    def inner_mark(self) -> tuple[float, float, float, float]:
        """A mark between blocks, next to the bleed."""
        away = -1 if self.towards in ("top", "left") else 1
        begin = self.end + away * (self.bleed + CLEAR)
        end = begin + away * (BETWEEN / 2 - CLEAR)
        return (self.at, begin, self.at, end) if self.towards in ("top", "bottom") else (begin, self.at, end, self.at)


def _runs(page: Page) -> list[_Run]:
    """Both ends of every line of cuts, along either axis."""
    straight = [placement for placement in page.placements if placement.item.trim.outline.is_straight]
    obstacles = [placement.trim_box for placement in page.placements]
    runs: dict[_Run, None] = {}
    ways: tuple[tuple[Towards, Towards, bool], ...] = ("top", "bottom", True), ("left", "right", False)
    for before, after, upright in ways:
        # Strips of hexagons are cut along the sides on which they lie, but where these are nested into each other.
        way = "down" if upright else "across"
        level = [each for each in page.placements if each.item.trim.outline.level(each.size) == way]
        unnested = [each for each in level if not _is_nested(each, level, upright)]
        for at, pieces in _along([*straight, *unnested], upright).items():
            for start, end, bleed in _joined(pieces):
                ends: tuple[tuple[Towards, float], ...] = (before, start), (after, end)
                for towards, stop in ends:
                    clear = not any(_in_the_way(box, upright, at, towards, stop) for box in obstacles)
                    runs[_Run(towards, at, stop, bleed, clear)] = None
    return list(runs)


def _along(placements: Iterable[Placement], upright: bool) -> dict[float, list[tuple[float, float, float]]]:
    """By the place of each line of cuts, where the trims along it begin and end, and how far they bleed there."""
    found: dict[float, list[tuple[float, float, float]]] = {}
    for placement in placements:
        box, bleed = placement.trim_box, placement.bleed
        if upright:
            edges, piece = (box.left, box.right), (box.top, box.bottom, max(bleed.top, bleed.bottom))
        else:
            edges, piece = (box.top, box.bottom), (box.left, box.right, max(bleed.left, bleed.right))
        for edge in edges:
            found.setdefault(round(edge, 4), []).append(piece)
    return found


def _is_nested(piece: Placement, others: Iterable[Placement], upright: bool) -> bool:
    """Whether a cut along a side of a piece runs through a neighbour of its kind."""
    box = piece.trim_box
    near = box.grown(Insets.even(piece.item.trim.radius))
    boxes = (each.trim_box for each in others if each.item.trim == piece.item.trim)
    beside = [other for other in boxes if other.overlap(near) > 0]
    cuts = (box.left, box.right) if upright else (box.top, box.bottom)
    spans = [(other.left, other.right) if upright else (other.top, other.bottom) for other in beside]
    return any(low + _TOUCHING < at < high - _TOUCHING for low, high in spans for at in cuts)


def _joined(pieces: Iterable[tuple[float, float, float]]) -> Iterator[tuple[float, float, float]]:
    """The pieces along a line as runs: those are one that are no further apart than their bleeds."""
    start, end, reach = 0.0, -math.inf, 0.0
    for begin, stop, bleed in sorted(pieces):
        if begin - end > reach + bleed + _SAME_BLOCK:
            if end > start:
                yield start, end, reach
            start, reach = begin, 0.0
        end, reach = max(end, stop), max(reach, bleed)
    yield start, end, reach


def _in_the_way(box: Box, upright: bool, at: float, towards: Towards, end: float) -> bool:
    """Whether a line that goes on from its end crosses a piece, rather than passing along its edge."""
    low, high, near, far = (
        (box.left, box.right, box.top, box.bottom) if upright else (box.top, box.bottom, box.left, box.right)
    )
    beyond = far <= end + _TOUCHING if towards in ("top", "left") else near >= end - _TOUCHING
    return beyond and low + _TOUCHING < at < high - _TOUCHING


def _rings(placement: Placement, plan: SheetPlan) -> Iterator[Shape]:
    """A line along what is cut by hand, just outside of it: pale under dark, so that it shows on any ground."""
    trim, box = placement.trim, placement.trim_box
    shares = trim.outline.fills_plane and max(placement.bleed.left, placement.bleed.top) == 0
    apart = trim.reach(0.0 if shares else _RING_APART, placement.rotation)
    reach = Box(PAPER_EDGE, PAPER_EDGE, plan.paper.width - PAPER_EDGE, plan.paper.height - PAPER_EDGE)
    if box.grown(apart).joined(reach) == reach:
        for commands in trim.outline.by_hand(box, apart, placement.rotation, trim.corner):
            for stroke in (_RING_HALO, MARK):
                yield Path(commands, stroke=stroke)


def _fold_line(page: Page, layout: Layout) -> Iterator[tuple[float, float, float, float]]:
    """Along the whole fold where the gutter is clear of the trims, else only beyond them."""
    size, (box, _), upright = layout.page, _occupied(page, layout), layout.fold == "vertical"
    middle, length = (size.width / 2, size.height) if upright else (size.height / 2, size.width)
    begin, end = (box.top, box.bottom) if upright else (box.left, box.right)
    spans = [(PAPER_EDGE, length - PAPER_EDGE)]
    if middle - (layout.box.right if upright else layout.box.bottom) <= 0.3:
        spans = [(PAPER_EDGE, begin - 0.3), (end + 0.3, length - PAPER_EDGE)]
    for start, stop in spans:
        if stop > start:
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


def sheet_line(
    sheet_label: SheetLabel, sheet: int, sheets: int, side: Side | Literal["both"], flip: Edge | None,
    shown: Sequence[Tile], named: str = "",
) -> tuple[str, ...]:  # fmt: skip
    """The parts of the line that says what a page is: title, contents, what it is `named`, the tiles that are `shown`
    on it, sheet, side, and over which edge to turn it.
    """
    wording, contents = sheet_label.wording, sheet_label.contents
    turn = wording("fold on the dashed line") if side == "both" else wording(TURN_WORDS[flip]) if flip else ""
    if sheet_label.scale != 1:
        percent = wording.percent(100 * sheet_label.scale, 0)
        contents = wording("{contents} at {percent} of its size", contents=contents, percent=percent)
    numbers = wording.listed([str(tile.number) for tile in shown])
    tile = wording("tile {numbers} of {count}", numbers=numbers, count=shown[0].of) if shown else ""
    number = wording("sheet {number} of {count}", number=sheet, count=sheets)
    title, where = f"{sheet_label.title} {sheet_label.version}", wording(SIDE_WORDS[side])
    parts = (title, contents, named, tile, number, where, turn)
    return tuple(part for part in parts if part)


def check_bar(left: float, y: float) -> tuple[tuple[Command, ...], ...]:
    """The bar to hold a ruler against, and the ticks on it."""
    ticks = (line(left + x, y - 0.7, left + x, y + 0.7) for x in (0.0, CHECK_BAR / 2, CHECK_BAR))
    return line(left, y, left + CHECK_BAR, y), *ticks


def _sheet_lines(parts: Sequence[str]) -> Iterator[Sequence[str]]:
    """What to try: the parts in one line, in two and each by itself; then so with title and contents shortened."""
    for most in _MOST_LETTERS:
        named = [part if len(part) <= most else part[: most - 1].rstrip() + "…" for part in parts[:2]]
        yield (" · ".join((*named, *parts[2:])),)
        yield " · ".join(named), " · ".join(parts[2:])
        yield *named, *parts[2:]


def _set_bar(spaces: list[_Space], shapes: list[Shape], fonts: FontBook, label: str) -> bool:
    """The check bar and its label in the first space that holds them."""
    for size in TEXT_SIZES[1:]:
        needed = CHECK_BAR + 1.5 + fonts[TEXT].width(label, size)
        if taken := _taken(spaces, needed, size, from_right=True):
            bar = check_bar(taken.left, taken.y - taken.height / 2)
            shapes += [Path(moved(each, taken.strip.frame), stroke=MARK) for each in bar]
            shapes.append(_text(taken, taken.left + CHECK_BAR + 1.5, label, size, fonts))
            return True
    return False


def _set_texts(spaces: list[_Space], shapes: list[Shape], fonts: FontBook, texts: Sequence[str]) -> bool:
    """All of the texts at the largest size at which each finds its space, or none of them."""
    for size in TEXT_SIZES:
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
    if frame.area > 0:
        return Group((Text(x, space.y - max(_FOOT, ink.bottom) * ems, text, TEXT, size, BLACK),), frame)
    foot = min(_FOOT, space.height / ems + ink.top)
    unmirrored = Transform(1, 0, 0, -1, 0, 2 * space.y - space.height).then(frame)
    return Group((Text(x, space.y - foot * ems, text, TEXT, size, BLACK),), unmirrored)


def _ink(text: str, fonts: FontBook) -> Box:
    """How far letters beyond ASCII rise and fall, in ems; the others keep to `_FOOT` and to the height of a line."""
    letters = {char for char in normalize("NFC", text) if not char.isascii() and category(char)[0] in "LM"}
    outline = fonts[TEXT].outline("".join(sorted(letters))) if letters else ()
    return around(outline) if outline else Box(0, 0, 0, 0)
