"""Where icons, pips and QR codes stand in their boxes."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.decks.pictures import SHARES
from pnp.definition.contents import Pips
from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Command, Path, Symbol, Use, placed, rectangle
from pnp.drawing.text import FitError
from pnp.geometry import Box

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
