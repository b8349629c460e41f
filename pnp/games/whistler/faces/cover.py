"""The rulebook's cover: three courts at a table by night, above them the lark, before them four aces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import CoverDesign
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, Symbol, Use, rectangle
from pnp.games.whistler.faces.art import GOLD, INK, NIGHT, PAPER, SHARED, Art, Suit
from pnp.geometry import Box, Transform, polar

_BAIZE = Colour.parse("#1f4f46")
_WOOD = Colour.parse("#5b2f1c")
# The place of each figure across, how large it is, and how far it sits behind the edge: shares of the width.
_SEATS = ((0.17, 0.44, -0.016), (0.84, 0.44, -0.016), (0.5, 0.56, -0.004))
_LARK = (0.5, 0.4)  # where its feet are, of what is seen
_REACH = 34.7  # how far the lark's drawing reaches to either side of its feet
_EDGE = 0.71  # where the table begins, of the height
_HAND = (-27.0, -9.0, 9.0, 27.0)


def cover(figures: Sequence[tuple[str, Suit]], hand: Sequence[Symbol], art: Art) -> CoverDesign:
    """The cover in full or in lines: files of courts with their suits, the outer ones first, and the cards that lie
    before them.
    """

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        size = min(seen.width, seen.height * 1.15)
        edge = seen.top + _EDGE * seen.height
        yield Path(rectangle(reach), WHITE if art.saver else NIGHT)
        yield from _lark(seen, reach, edge, art)
        for (file, suit), (across, scale, back) in zip(figures, _SEATS):
            drawing = art.engraved(file, suit.roles)
            wide = scale * size / drawing.bounds.width
            x = seen.centre[0] + (across - 0.5) * size
            yield Use(drawing, Transform.scaled(wide).then(Transform.moved(x, edge - back * size)))
        yield from _table(edge, seen, reach, art)
        yield from _cards(hand, seen.centre[0], edge, size, art)

    if art.saver:
        return CoverDesign(picture, INK, INK)
    return CoverDesign(picture, GOLD, PAPER)


def _lark(seen: Box, reach: Box, edge: float, art: Art) -> Iterator[Shape]:
    """The lark and its rings, which fill the sky."""
    scale = max(reach.width, seen.height) / (2 * _REACH) * 1.04
    place = Transform.scaled(scale).then(Transform.moved(seen.left + _LARK[0] * seen.width, edge))
    sky = Path(rectangle(Box(reach.left, reach.top, reach.right, edge)))
    yield Group((Use(art.engraved("back", SHARED), place),), clip=sky)


def _table(edge: float, seen: Box, reach: Box, art: Art) -> Iterator[Shape]:
    """A table that goes on to the foot of the page, its edge towards those who sit there curved."""
    bend, rim = 0.03 * seen.height, 0.035 * seen.height

    def top(y: float) -> Commands:
        left, right, foot = reach.left - 2, reach.right + 2, reach.bottom + 2
        third = (right - left) / 3
        return (
            ("M", left, foot), ("L", left, y + bend),
            ("C", left + third, y - bend / 3, right - third, y - bend / 3, right, y + bend), ("L", right, foot), ("Z",),
        )  # fmt: skip

    if art.saver:
        yield Path(top(edge), WHITE, Stroke(INK, 0.5))
        yield Path(top(edge + rim), None, Stroke(INK, 0.25))
        return
    yield Path(top(edge), _WOOD)
    yield Path(top(edge + 0.3 * rim), _WOOD.mixed(GOLD, 0.3))
    yield Path(top(edge + rim), _BAIZE)


def _cards(hand: Sequence[Symbol], x: float, edge: float, size: float, art: Art) -> Iterator[Shape]:
    """A hand of cards on the table, and two toothpicks."""
    high = 0.205 * size
    for turn, card in zip(_HAND, hand):
        scale = high / card.bounds.height
        centre = polar(x, edge + 2.16 * high, 1.45 * high, turn * 0.82)
        middle = Transform.moved(-card.bounds.centre[0], -card.bounds.centre[1]).then(Transform.scaled(scale))
        yield Use(card, middle.then(Transform.rotated(turn * 0.82)).then(Transform.moved(*centre)))
    pick = art.engraved("toothpick", SHARED)
    for across, turn in ((-0.38, 14.0), (-0.36, -9.0), (0.37, -20.0)):
        scale = 0.2 * size / pick.bounds.width
        place = Transform.moved(x + across * size, edge + 0.13 * size + 0.002 * turn * size)
        yield Use(pick, Transform.scaled(scale).then(Transform.rotated(turn)).then(place))
