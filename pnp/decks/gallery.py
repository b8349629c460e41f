"""The pictures, icons, pips and QR codes of a deck, in the inks that are printed, and where each stands in its box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from pnp.definition.design import ImageFile, Pips, names_in
from pnp.definition.model import Game
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.raster import PictureFile, look_at, part_of, read_pictures
from pnp.drawing.shapes import (
    Command,
    Group,
    Image,
    Path,
    Picture,
    Recolouring,
    Shape,
    Stroke,
    Symbol,
    Use,
    placed,
    rectangle,
    unchanged,
)
from pnp.drawing.text import FitError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.language.wording import filled
from pnp.sources import SourceFile

_PICTURE = 0.35  # how much of a picture's ink is left
_GROUND = 0.06  # and of a filled shape's, which gets an outline instead
_LARGE_ICON = 15.0  # mm from which an icon counts as a picture
_TOO_LIGHT = 0.55  # the grey from which letters on white are hard to read
_OUTLINE = 0.3
SHARES: Mapping[str, float] = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}
"""How much of the room that is left over lies before something that is aligned so."""
_NEAR = 0.01  # mm within which a box counts as ending at the cut
_LAP = 0.1  # mm by which mirrored parts reach under the picture, so that no light shows between

Edge = Callable[[str, Box], Shape]
"""Draws one edge or corner of a picture (`left`, `top-left`, ...) over a box, for bleeds that extend it."""
Kept = TypeVar("Kept")

FINEST = 300
"""Dots an inch that a printer can show."""
_WIDEST_FRONT = 100.0  # mm: no front of a box that fits the usual papers is wider
_QUIET = 4  # modules around a QR code that stay light (ISO/IEC 18004)
_SMALLEST_MODULE = 0.33  # mm that a telephone still reads off a home print, four dots at 300 dpi

# Dice: columns and rows from -1 to 1.
_DICE = {
    0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)),
}  # fmt: skip
_PAIR, _CORNERS = ((-1, 0), (1, 0)), ((-1, -1), (1, -1), (-1, 1), (1, 1))
_RANKS = ((-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (-1, 1 / 3), (1, 1 / 3), (-1, 1), (1, 1))
# The French pips; those in the lower half stand on their heads.
_CARDS = {
    0: (), 1: ((0, 0),), 2: ((0, -1), (0, 1)), 3: ((0, -1), (0, 0), (0, 1)), 4: _CORNERS, 5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, *_PAIR), 7: (*_CORNERS, *_PAIR, (0, -0.5)), 8: (*_CORNERS, *_PAIR, (0, -0.5), (0, 0.5)),
    9: (*_RANKS, (0, 0)), 10: (*_RANKS, (0, -2 / 3), (0, 2 / 3)),
}  # fmt: skip


@frozen
class DeckInks:
    """What becomes of each colour; nothing unless ink is to be saved."""

    saver: bool

    @property
    def strength(self) -> float:
        """How much of a picture is printed, from 0 to 1."""
        return _PICTURE if self.saver else 1.0

    def picture(self, colour: Colour) -> Colour:
        """A colour of a vector picture."""
        return colour.mixed(WHITE, 1 - self.strength)

    def letter(self, colour: Colour) -> Colour:
        """A colour of letters or small signs: light ones stand on grounds that saving ink takes away."""
        return BLACK if self.saver and colour.grey.red > _TOO_LIGHT else colour

    def icon(self, colour: Colour, height: float) -> Colour:
        """A colour of an icon of that height in millimetres."""
        letter = self.letter(colour)
        return self.picture(letter) if self.are_large(height) else letter

    def are_large(self, height: float) -> bool:
        """Whether icons of that height are printed as pictures are."""
        return self.saver and height >= _LARGE_ICON

    def ground(self, colour: Colour) -> Colour:
        return colour.mixed(WHITE, 1 - _GROUND) if self.saver else colour

    def outline(self, fill: Colour) -> Stroke | None:
        """The line around a ground that is no longer to be seen by its colour; a light one never was."""
        return Stroke(fill, _OUTLINE) if self.saver and fill.grey.red <= _TOO_LIGHT else None


@frozen
class PicturePlace:
    """Where the whole picture lies, and the part of the face that it covers, bleed included."""

    whole: Box
    seen: Box


def with_bleed(box: Box, trim: Trim) -> Box:
    """The box with every side that lies on the cut or past it brought to the bleed's edge."""
    return _reaching(box, trim.box, trim.bleed_box)


def _reaching(box: Box, edge: Box, reach: Box) -> Box:
    """The box with every side that lies on that edge, or past it, brought to the reach."""
    return Box(
        reach.left if box.left <= edge.left + _NEAR else box.left,
        reach.top if box.top <= edge.top + _NEAR else box.top,
        reach.right if box.right >= edge.right - _NEAR else box.right,
        reach.bottom if box.bottom >= edge.bottom - _NEAR else box.bottom,
    )


def place_picture(picture: ImageFile, size: Size, box: Box, reach: Box) -> PicturePlace:
    """Where a picture of that size (in any unit) goes; `reach` is its box with bleed."""
    if picture.bleed == "none" or picture.corner > 0:
        reach = box
    whole = _fitted(picture, size, reach if picture.bleed == "has" else box)
    if picture.bleed != "has":
        # A side on which the picture ends before its box does has no cut to reach across.
        return PicturePlace(whole, _reaching(whole, box, reach))
    left, top = max(whole.left, reach.left), max(whole.top, reach.top)
    return PicturePlace(whole, Box(left, top, min(whole.right, reach.right), min(whole.bottom, reach.bottom)))


def _fitted(picture: ImageFile, size: Size, box: Box) -> Box:
    across, down = box.width / size.width, box.height / size.height
    if picture.fit == "stretch":
        return box
    scale = max(across, down) if picture.fit == "cover" else min(across, down)
    width, height = size.width * scale, size.height * scale
    left = box.left + (box.width - width) * SHARES[picture.align]
    top = box.top + (box.height - height) * SHARES[picture.valign]
    return Box(left, top, left + width, top + height)


def draw_picture(symbol: Symbol, place: PicturePlace, corner: float, extended: Edge | None) -> Shape:
    """The picture cut to what is seen; its bleed mirrored, or made of its edges where `extended` draws them.

    What is made of several parts becomes one symbol, which readers of the file take for one picture.
    """
    main = Use(symbol, onto(symbol.bounds, place.whole))
    short = _short(place)
    clip = Path(rectangle(place.seen, corner))
    if short == Insets.even(0):
        return Group((main,), clip=clip)
    parts = tuple(_mirrored(symbol, place.whole, short)) if extended is None else tuple(_edges(place, short, extended))
    sides = ((box.left, box.top, box.right, box.bottom) for box in (place.whole, place.seen))
    numbers = " ".join(f"{value:.3f}" for four in sides for value in four)
    return Use(Symbol(f"{symbol.id} with bleed {numbers}", (*parts, main), place.seen))


def _short(place: PicturePlace) -> Insets:
    """How far the picture ends before what is to be covered, on each side."""
    whole, seen = place.whole, place.seen
    gaps = (whole.left - seen.left, whole.top - seen.top, seen.right - whole.right, seen.bottom - whole.bottom)
    return Insets(*(gap if gap > _NEAR else 0.0 for gap in gaps))


def onto(bounds: Box, box: Box, flip_x: bool = False, flip_y: bool = False) -> Transform:
    """The map of a symbol's bounds onto a box, mirrored if asked."""
    across = box.width / bounds.width * (-1 if flip_x else 1)
    down = box.height / bounds.height * (-1 if flip_y else 1)
    left = bounds.right if flip_x else bounds.left
    top = bounds.bottom if flip_y else bounds.top
    return Transform(across, 0, 0, down, box.left - left * across, box.top - top * down)


def _mirrored(symbol: Symbol, box: Box, short: Insets) -> Iterator[Use]:
    """Mirror images beside the picture wherever it is short, those across its corners first."""
    across = [shift for shift, gap in ((-1, short.left), (1, short.right)) if gap]
    down = [shift for shift, gap in ((-1, short.top), (1, short.bottom)) if gap]
    beside = [(x, y) for x in across for y in down] + [(x, 0) for x in across] + [(0, y) for y in down]
    for x, y in beside:
        left, top = x * (box.width - _LAP), y * (box.height - _LAP)
        cell = Box(box.left + left, box.top + top, box.right + left, box.bottom + top)
        yield Use(symbol, onto(symbol.bounds, cell, x != 0, y != 0))


def _edges(place: PicturePlace, short: Insets, extended: Edge) -> Iterator[Shape]:
    """The lines of pixels along the edges, stretched over the gaps; the symbol's bounds cut off what is too long."""
    whole, seen = place.whole, place.seen
    columns = {"": (whole.left, whole.right)}
    columns |= {"left": (seen.left, whole.left + _LAP)} if short.left else {}
    columns |= {"right": (whole.right - _LAP, seen.right)} if short.right else {}
    rows = {"": (whole.top, whole.bottom)}
    rows |= {"top": (seen.top, whole.top + _LAP)} if short.top else {}
    rows |= {"bottom": (whole.bottom - _LAP, seen.bottom)} if short.bottom else {}
    for row, (top, bottom) in rows.items():
        for column, (left, right) in columns.items():
            if row or column:
                yield extended("-".join(filter(None, (row, column))), Box(left, top, right, bottom))


class Gallery:
    """Opens each file when it is first needed; a file that is faulty is faulty every time it is asked for."""

    def __init__(self, game: Game, inks: DeckInks) -> None:
        self._game = game
        self._inks = inks
        self._files = {source.path: source for source in game.sources}
        self._symbols: dict[str, Symbol | ArtError] = {}
        self._looks: dict[str, PictureFile | ArtError] = {}
        self._edges: dict[tuple[str, str], Symbol] = {}
        self._pixels: Mapping[str, Picture | ArtError] | None = None

    def size(self, name: str) -> Size:
        """Width and height of a picture, in pixels or in a drawing's own units; ArtError for one that is none."""
        if not self.is_raster(name):
            bounds = self.picture(name).bounds
            return Size(bounds.width, bounds.height)
        look = self._look(name)
        return Size(look.width, look.height)

    def picture(self, name: str) -> Symbol:
        """The picture of a file of the deck; ArtError for one that cannot be used."""
        return _kept(self._symbols, name, lambda: self._symbol(name))

    def is_raster(self, name: str) -> bool:
        return not name.lower().endswith(".svg")

    def edge(self, name: str, which: str, box: Box) -> Use:
        """A line of pixels along an edge of a picture (`left`), or the pixel in its corner (`top-left`), over a box."""
        if (name, which) not in self._edges:
            pixels, sides = self._picture(name), which.split("-")
            left = pixels.width - 1 if "right" in sides else 0
            top = pixels.height - 1 if "bottom" in sides else 0
            right = left + 1 if {"left", "right"} & set(sides) else pixels.width
            bottom = top + 1 if {"top", "bottom"} & set(sides) else pixels.height
            self._edges[name, which] = _over_pixels(f"{name} {which}", part_of(pixels, left, top, right, bottom))
        return Use(self._edges[name, which], onto(self._edges[name, which].bounds, box))

    def icon(self, name: str, colour: Colour | None, height: float = 0.0) -> Symbol:
        """An icon as it prints at that height, what is black in it in that colour; ArtError if it cannot be used."""
        key = f"icon/{name}{f'/{colour}' if colour else ''}{'/large' if self._inks.are_large(height) else ''}"

        def printed(own: Colour) -> Colour:
            return self._inks.icon(colour if colour and own == BLACK else own, height)

        def read() -> Symbol:
            file = self._game.design.icons[name]
            plain = read_symbol(file, key, file=file.path.relative_to(self._game.folder).as_posix())
            return replace(plain, shapes=Recolouring(printed, unchanged).shapes(plain.shapes))

        return _kept(self._symbols, key, read)

    def _look(self, name: str) -> PictureFile:
        return _kept(self._looks, name, lambda: look_at(self._file(name), name))

    def _symbol(self, name: str) -> Symbol:
        if self.is_raster(name):
            return _over_pixels(name, self._picture(name))
        drawing = read_symbol(self._file(name), name, file=name)
        return replace(drawing, shapes=Recolouring(self._inks.picture, unchanged).shapes(drawing.shapes))

    def _file(self, name: str) -> SourceFile:
        """One of the files that were found sound in name and place when the deck was read."""
        return self._files[self._game.folder / name]

    def _picture(self, name: str) -> Picture:
        """The pixels of a picture; the first that is asked for brings all others of the deck with it."""
        self._look(name)
        if self._pixels is None:
            wanted = ((self._look(each), too_fine) for each, too_fine in self._fineness())
            self._pixels = read_pictures(wanted, self._inks.strength)
        pixels = self._pixels.get(name) or self._alone(name)
        if isinstance(pixels, ArtError):
            raise pixels
        return pixels

    def _alone(self, name: str) -> Picture | ArtError:
        """A picture that no piece shows, such as the front of a box."""
        too_fine = max(1.0, self.size(name).width / _WIDEST_FRONT * 25.4 / FINEST)
        return read_pictures([(self._look(name), too_fine)], self._inks.strength)[name]

    def _fineness(self) -> Iterator[tuple[str, float]]:
        """How many times finer each picture is than a printer shows, where it is printed largest."""
        largest: dict[str, float] = {}
        for piece in self._game.faces():
            layout = self._game.design.layouts.get(piece.layout)
            for element in layout.elements if layout else ():
                if not isinstance(element.content, ImageFile) or not element.shows(piece.values):
                    continue
                template, box = element.content.file, element.box(piece.trim)
                name = filled(template, {key: piece.values.get(key, "") for key in names_in(template)}).strip()
                if not self.is_raster(name) or self._game.folder / name not in self._files:
                    continue
                try:
                    size = self.size(name)
                except ArtError:
                    continue
                whole = place_picture(element.content, size, box, with_bleed(box, piece.trim)).whole
                coarsest = max(whole.width / size.width, whole.height / size.height)
                largest[name] = max(coarsest, largest.get(name, 0.0))
        for name, millimetres in largest.items():
            yield name, max(1.0, 25.4 / millimetres / FINEST)


def _kept(known: dict[str, Kept | ArtError], key: str, make: Callable[[], Kept]) -> Kept:
    """What was made before under that key, or is made now; a fault is kept as well, and raised each time."""
    if key not in known:
        try:
            known[key] = make()
        except ArtError as fault:
            known[key] = fault
    found = known[key]
    if isinstance(found, ArtError):
        raise found
    return found


def _over_pixels(name: str, pixels: Picture) -> Symbol:
    box = Box(0, 0, pixels.width, pixels.height)
    return Symbol(name, (Image(pixels, box),), box)


def contained(symbol: Symbol, box: Box, across: float, down: float) -> Use:
    """A symbol as large as its box allows, the rest of the room shared out by `across` and `down` (0 to 1)."""
    bounds = symbol.bounds
    height = min(box.height, box.width * bounds.height / bounds.width)
    width = height * bounds.width / bounds.height
    x = box.left + (box.width - width) * across + width / 2
    return placed(symbol, x, box.top + (box.height - height) * down + height / 2, height)


def pips(symbol: Symbol, count: int, signs: Pips, box: Box) -> Iterator[Use]:
    """The signs of a pattern; FitError where they would stand outside their box or over one another."""
    tall = signs.size
    wide = tall * symbol.bounds.width / symbol.bounds.height
    if wide > box.width + 1e-6 or tall > box.height + 1e-6:
        raise FitError(f"a sign {tall:g} mm high is larger than its box; make the box larger or the sign smaller")
    row, column = signs.pattern == "row", signs.pattern == "column"
    xs = _line(count if row else 1, wide, box.left, box.width, SHARES[signs.align])
    ys = _line(count if column else 1, tall, box.top, box.height, SHARES[signs.valign])
    spots = [(x, y, 0.0) for x in xs for y in ys] if row or column else list(_pattern(signs, count, wide, box))
    for x, y, turn in spots:
        yield placed(symbol, x, y, tall, turn)


def _pattern(signs: Pips, count: int, wide: float, box: Box) -> Iterator[tuple[float, float, float]]:
    """Where each sign stands, and how far it is turned."""
    x, y = box.centre
    across, down = (box.width - wide) / 2, (box.height - signs.size) / 2
    french = signs.pattern == "cards"
    for dx, dy in (_CARDS if french else _DICE)[count]:
        yield x + dx * across, y + dy * down, 180.0 if french and dy > 0 else 0.0


def _line(count: int, size: float, start: float, room: float, share: float) -> list[float]:
    """The middles of signs in a line, a fifth of their size apart, or closer where the room is short."""
    step = min(1.2 * size, (room - size) / max(1, count - 1))
    if count > 1 and step < size:
        raise FitError(f"{count} signs of {size:g} mm do not fit into {room:g} mm; make them smaller")
    first = start + (room - size - step * (count - 1)) * share + size / 2
    return [first + at * step for at in range(count)]


def code(text: str, box: Box, dark: Colour, light: Colour) -> tuple[Path, Path]:
    """A QR code with its quiet zone in the largest square of the box; FitError where it could not be read."""
    import segno

    try:
        rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    except segno.DataOverflowError:
        raise FitError(f"a QR code cannot hold the {len(text):,} letters of this text; shorten it") from None
    modules = len(rows) + 2 * _QUIET
    module = min(box.width, box.height) / modules
    if module < _SMALLEST_MODULE:
        needed = modules * _SMALLEST_MODULE
        raise FitError(f"the QR code of '{text[:40]}' needs {needed:.0f} x {needed:.0f} mm to be read; enlarge its box")
    x, y = box.centre
    left, top = x - modules * module / 2, y - modules * module / 2
    ground = Box(left, top, left + modules * module, top + modules * module)
    return Path(rectangle(ground), light), Path(tuple(_dark(rows, left, top, module)), dark)


def _dark(rows: list[list[int]], left: float, top: float, module: float) -> Iterator[Command]:
    """A rectangle for each run of dark modules in a row."""
    for down, row in enumerate(rows, _QUIET):
        across = 0
        while across < len(row):
            if not row[across]:
                across += 1
                continue
            end = across
            while end < len(row) and row[end]:
                end += 1
            edges = (across + _QUIET, down, end + _QUIET, down + 1)
            x1, y1, x2, y2 = (origin + edge * module for origin, edge in zip((left, top, left, top), edges))
            yield from rectangle(Box(x1, y1, x2, y2))
            across = end
