"""The inks of a dream between day and night, the game's drawings in them, and words for aids and screens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.lettering import cap_height, centred, column, set_at
from pnp.drawing.shapes import Path, Shape, Stroke, Symbol, regular
from pnp.drawing.text import Lettering
from pnp.frozen import frozen
from pnp.geometry import Box

INK = Colour.parse("#14122b")
NIGHT = Colour.parse("#221e4d")
DUSK = Colour.parse("#43378a")
PLUM = Colour.parse("#83428a")
ROSE = Colour.parse("#cf5c78")
CORAL = Colour.parse("#f2845c")
PEACH = Colour.parse("#f9c48f")
BONE = Colour.parse("#fcf1de")
SEA = Colour.parse("#2b8c86")
STONE = Colour.parse("#8b86a6")

Roles = Mapping[str, Colour]
_AIR = 1.6  # least room between paragraphs, in millimetres


def sky(colour: Colour) -> tuple[Colour, ...]:
    """Six bands of one colour, from the top of the sky down to the light behind the edge of the world."""
    dark = [colour.mixed(INK, share) for share in (0.72, 0.5, 0.26)]
    return (*dark, *(colour.mixed(PEACH, share) for share in (0.16, 0.5, 0.84)))


def tones(colour: Colour) -> tuple[Colour, ...]:
    """Five flat tones of a solid in the evening sun, from its dark side to its bright one."""
    return colour.mixed(INK, 0.62), colour.mixed(INK, 0.34), colour, colour.mixed(PEACH, 0.5), colour.mixed(BONE, 0.86)


def carved(light: Colour, ground: Colour) -> Roles:
    """An emblem of one colour on a ground of another, its shade in between."""
    return {"main": light, "shade": light.mixed(ground, 0.5), "soft": light.mixed(ground, 0.24), "cut": ground}


def printed(colour: Colour) -> Roles:
    """An emblem in colour on white paper."""
    return {"main": colour, "shade": colour.mixed(WHITE, 0.5), "soft": colour.mixed(WHITE, 0.72), "cut": WHITE}


class Art(GameArt):
    """Symbols by file and by the use that gives them their colours (`token`, `die` ...)."""

    def __init__(self, style: Style) -> None:
        super().__init__("whims", style)

    def emblem(self, name: str, use: str, roles: Roles) -> Symbol:
        """A player's emblem."""
        return self.plain(f"emblem/{name}", f"emblem/{name}/{use}", roles)


@frozen
class Owner:
    """Whose screen or die it is."""

    colour: Colour
    emblem: str


@frozen
class Hand:
    """How words are set on one piece: sizes in points from the largest to the smallest, and the colour of marks."""

    style: Style
    sizes: Sequence[float]
    colour: Colour

    @property
    def mark(self) -> Colour:
        return INK if self.style.saver else self.colour


def numbered(words: Sequence[str], box: Box, hand: Hand) -> Iterator[Shape]:
    """Paragraphs spread over the box in the largest size that leaves air between them, each with its number."""
    fonts, saver = hand.style.fonts, hand.style.saver
    room = Box(box.left + 5.6, box.top, box.right, box.bottom)
    too_long = f"a text needs more than {box.height:.1f} mm even at {hand.sizes[-1]:g} pt; shorten it"
    rows = column(words, room, Lettering(1, INK, leading=1.2), hand.sizes, (_AIR, 2.4 * _AIR), fonts, too_long)
    half_cap = cap_height(rows.lettering.size, fonts, rows.lettering.regular) / 2
    for number, (text, top) in enumerate(zip(words, rows.tops(box.top)), 1):
        x, y = box.left + 2.2, top + half_cap
        cell = regular(x, y, 2.5, 6)
        yield Path(cell, WHITE, Stroke(hand.mark, 0.25)) if saver else Path(cell, hand.mark)
        yield centred(str(number), x, y, TEXT_BOLD, 8, hand.mark if saver else WHITE, fonts)
        yield set_at(text, room, top, rows.lettering, fonts)
