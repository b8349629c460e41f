"""The rulebook's cover: a whisper across the pub table, by the light of one candle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import CoverDesign
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, Symbol, line, moved, placed, rectangle
from pnp.games.whispers.faces.art import AMBER, EMBER, FLAME, INK, OAK, OAK_DARK, PARCHMENT, Art, Suit, star, wedges
from pnp.geometry import Box, Transform

_EDGE = Colour.parse("#7c4a22")
_FLAME_AT, _LIGHT = 0.37, 0.36  # the flame's place of the height; the radius of its light, of the width
_TABLE = 0.7  # where the table begins, of the height
_HANDS = ((0.235, -17.0), (0.37, 7.0), (0.63, -7.0), (0.765, 17.0))  # cards across the width, and their turns
_CARD, _CANDLE, _HEAD = 0.215, 0.37, 0.6  # heights, of the width

# A face in profile that looks to the right, from the shoulder behind it over the hat to the chest; a hundred units to
# the height of the head.
_PROFILE: Commands = (
    ("M", -95, 190), ("C", -92, 150, -70, 128, -34, 118), ("C", -30, 108, -34, 96, -38, 84),
    ("C", -47, 66, -49, 44, -42, 26), ("L", -66, 20), ("C", -60, 12, -46, 6, -36, 4),
    ("C", -34, -18, -20, -34, 4, -34), ("C", 26, -34, 38, -20, 40, 0), ("C", 52, 2, 64, 6, 72, 14),
    ("L", 45, 22), ("C", 46, 30, 45, 35, 43, 40), ("C", 46, 47, 53, 55, 58, 62), ("C", 58, 66, 52, 67, 46, 67),
    ("C", 46, 71, 48, 73, 50, 76), ("C", 49, 78, 46, 79, 44, 80), ("C", 47, 82, 48, 84, 47, 87),
    ("C", 44, 89, 42, 91, 43, 94), ("C", 47, 98, 46, 106, 40, 109), ("C", 30, 113, 18, 110, 8, 106),
    ("C", 6, 114, 8, 122, 14, 128), ("C", 36, 134, 52, 152, 56, 190), ("Z",),
)  # fmt: skip
# A hand held beside the mouth of such a face, fingers up.
_HAND: Commands = (
    ("M", 52, 190), ("C", 58, 160, 60, 140, 60, 124), ("C", 56, 112, 56, 98, 60, 82), ("C", 62, 70, 66, 60, 72, 54),
    ("C", 78, 52, 79, 58, 76, 64), ("L", 72, 80), ("C", 76, 68, 80, 58, 86, 56), ("C", 91, 57, 90, 63, 87, 69),
    ("L", 81, 86), ("C", 86, 77, 91, 70, 96, 70), ("C", 100, 73, 97, 79, 94, 85), ("L", 86, 104),
    ("C", 84, 118, 84, 130, 90, 148), ("L", 104, 190), ("Z",),
)  # fmt: skip


def cover(suit: Suit, cards: Sequence[Symbol], art: Art) -> CoverDesign:
    """The cover in full or in lines: a candle of that suit, and the cards that lie before the players."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        size = min(seen.width, 1.12 * seen.height)
        x, flame, table = seen.centre[0], seen.top + _FLAME_AT * seen.height, seen.top + _TABLE * seen.height
        yield from _light(x, flame, size, seen, reach, art.saver)
        yield from _people(x, flame, size, table, art)
        yield from _table(table, seen, reach, art.saver)
        yield placed(art.emblem(suit), x + 0.02 * size, table - 0.3 * _CANDLE * size, _CANDLE * size)
        for (across, turn), card in zip(_HANDS, cards):
            place = x + (across - 0.5) * size, table + 0.56 * _CARD * size + abs(turn) * 0.0012 * size
            yield placed(card, *place, _CARD * size, turn)

    if art.saver:
        return CoverDesign(picture, INK, INK)
    return CoverDesign(picture, FLAME, PARCHMENT)


def _light(x: float, y: float, size: float, seen: Box, reach: Box, saver: bool) -> Iterator[Shape]:
    radius = _LIGHT * size
    yield Path(rectangle(reach), WHITE if saver else OAK_DARK)
    if saver:
        yield Path(wedges(x, y, radius, radius * 1.5, radius * 0.04, 48), EMBER)
        return
    rays = Path(wedges(x, y, radius * 0.9, 1.5 * max(seen.width, seen.height), radius * 0.2, 48), OAK)
    yield Group((rays,), clip=Path(rectangle(Box(reach.left, reach.top, reach.right, seen.bottom))))
    for share, colour in ((1.0, EMBER), (0.8, AMBER), (0.58, FLAME)):
        yield Path(star(x, y, radius * share, radius * share * 0.9, 40), colour)


def _people(x: float, y: float, size: float, table: float, art: Art) -> Iterator[Shape]:
    """Two of them, who lean towards each other; one whispers behind a hand, and its breath goes over the flame."""
    scale = _HEAD * size / 224
    for side in (-1, 1):
        lean = Transform.rotated(7.0).then(Transform.scaled(scale * -side, scale))
        there = lean.then(Transform.moved(x + side * 0.335 * size, table - 176 * scale))
        shapes = (_PROFILE, _HAND) if side < 0 else (_PROFILE,)
        for outline in shapes:
            yield from _cut(moved(outline, there), art.saver)
    curl = art.dyed("curl", "cover/curl", {"main": INK if art.saver else PARCHMENT})
    yield placed(curl, x - 0.02 * size, y - 0.235 * size, 0.2 * size, 24.0)


def _cut(outline: Commands, saver: bool) -> Iterator[Shape]:
    """A dark shape with the light of the candle on its edge."""
    if saver:
        yield Path(outline, WHITE, Stroke(INK, 0.6, join="round"))
    else:
        yield Path(outline, INK, Stroke(_EDGE, 0.8, join="round"))


def _table(top: float, seen: Box, reach: Box, saver: bool) -> Iterator[Shape]:
    """Boards of oak down to the foot of the page."""
    yield Path(rectangle(Box(reach.left, top, reach.right, reach.bottom)), WHITE if saver else OAK)
    if saver:
        yield Path(line(reach.left, top, reach.right, top), None, Stroke(INK, 0.6))
        return
    thick = 0.02 * seen.height
    yield Path(rectangle(Box(reach.left, top, reach.right, top + thick)), EMBER)
    yield Path(rectangle(Box(reach.left, seen.bottom, reach.right, reach.bottom)), OAK_DARK)
    yield Path(rectangle(Box(reach.left, seen.bottom, reach.right, seen.bottom + thick / 2)), INK)
