"""The two cards that no rule uses, a title and a joker, which complete the last sheet."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_ITALIC
from pnp.drawing.lettering import centred, display, points_for
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, Use, polygon, rectangle, twice
from pnp.drawing.text import shrunk_size
from pnp.games.whistler.faces.art import GOLD, ICE, INK, NIGHT, PAPER, RED, SHARED, Art
from pnp.games.whistler.faces.cards import Layout
from pnp.geometry import Box, Transform, Trim, polar

_WAVES = 8.0  # where the title's waves run, below the card's middle
_TITLE, _BY, _NOTE = 20.0, 28.0, 35.6  # middles of its lines
_EDGE, _ROUND = 4.0, 2.5  # of the title's panel from the cut, and the radius of its corners
_ROOM = 49.0
_CAP, _SMALL, _SMALLER = 8.0, 10.0, 7.5  # a height in millimetres, and points
_STAR = 3.0
_LETTER, _PITCH = 2.3, 3.1  # heights of the letters in the corner, and of their lines


def title(name: str, by: str, note: str, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The back's lark over the game's name, on a panel so far from the cut that no slip of it shows."""
    layout = Layout(trim)
    half_width, half_height = trim.size.width / 2 / layout.scale - _EDGE, trim.size.height / 2 / layout.scale - _EDGE
    panel = Box(-half_width, -half_height, half_width, half_height)
    paper, ground, letters = (WHITE, WHITE, INK) if art.saver else (PAPER, NIGHT, PAPER)
    place = Transform.moved(0, _WAVES)
    sky = Path(rectangle(Box(panel.left, panel.top, panel.right, _WAVES)))
    lark = Group((Use(art.engraved("back", SHARED), place),), clip=sky)
    band, legs = Use(art.doubled("seam/back", SHARED), place), Use(art.engraved("legs", SHARED), place)
    outline = rectangle(panel, _ROUND)
    picture = Group((Path(outline, ground), lark, band, legs), clip=Path(outline), role="background")
    lines = (
        display(name, 0, _TITLE, _CAP, _ROOM, letters, art.fonts),
        _line(by, _BY, TEXT_ITALIC, _SMALL, letters, art),
        _line(note, _NOTE, TEXT, _SMALLER, INK if art.saver else ICE, art),
    )
    edge = Path(outline, None, Stroke(INK if art.saver else GOLD, 0.4 if art.saver else 0.7))
    return Path(rectangle(trim.bleed_box), paper), layout.centred(picture, edge, *lines)


def joker(index: str, figure: str, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The mockingbird in a fool's cap, which whistles all four suits, and its half turn."""
    layout = Layout(trim)
    ground = Path(rectangle(trim.bleed_box), WHITE if art.saver else PAPER)
    halves = twice((Use(art.engraved("joker", SHARED)),))
    band, legs = Use(art.doubled("seam/back", SHARED)), twice((Use(art.engraved("legs", SHARED)),))
    picture = Group((*halves, band, *legs), role="figure", alt=figure)
    return ground, layout.centred(picture, *twice(_corner(index, layout.corner, art)))


def _line(words: str, y: float, font: str, size: float, colour: Colour, art: Art) -> Text:
    fitting = shrunk_size(words, _ROOM, font, size, art.fonts)
    return centred(words, 0, y, font, fitting, colour, art.fonts)


def _corner(index: str, box: Box, art: Art) -> Iterator[Shape]:
    """A star, and the word below it, letter by letter."""
    x = box.centre[0]
    points = [polar(x, box.top + _STAR, _STAR * (1 if at % 2 == 0 else 0.42), 36 * at) for at in range(10)]
    yield Path(polygon(points), RED)
    size = points_for(_LETTER, art.fonts)
    for at, letter in enumerate(index, 1):
        yield Text(x, box.top + 2 * _STAR + at * _PITCH, letter, DISPLAY, size, INK, "middle")
