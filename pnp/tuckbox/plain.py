"""The back of a box's cards in; the livery that a game has unless its artist has a better one, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.drawing.bounds import bounds
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face, Style
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Group, Path, Shape, Symbol, Use, rectangle
from pnp.geometry import IDENTITY, Box, Insets, Transform

INK = Colour.parse("#22262b")
_GROUND = Colour.parse("#35506b")
_ROUNDING = Insets.even(0.01)
_DARK = 45.0  # of CIEDE2000 from white, from which a ground wants light letters


def plain_livery(back: Face | None, style: Style, ground: Colour | None, letters: Colour | None) -> Livery:
    """The colour of the back's own ground all around, and the back itself, as large as it must be, on the front.

    Without a back the front has nothing but the title.
    """
    found = None if back is None else _ground_of(back.shapes, back, style)
    colour = WHITE if style.saver else ground or found or _GROUND
    ink = INK if style.saver else letters or letters_on(colour)
    rule = ink.mixed(WHITE, 0.4) if style.saver else ink.mixed(colour, 0.35)

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        if back is not None:
            yield covering(Symbol(f"{back.id}/front", back.shapes, back.trim.bleed_box), seen, reach)

    return Livery(colour, ink, rule, picture if back else None)


def letters_on(ground: Colour) -> Colour:
    """White or ink, whichever is read on that ground."""
    return WHITE if ground.difference(WHITE) > _DARK else INK


def covering(symbol: Symbol, seen: Box, reach: Box) -> Group:
    """A symbol about the middle of what is seen, never smaller than it is, cut off at the edge of the reach."""
    x, y = seen.centre
    half_width = max(x - reach.left, reach.right - x)
    half_height = max(y - reach.top, reach.bottom - y)
    drawn = symbol.bounds
    scale = max(1.0, 2 * half_width / drawn.width, 2 * half_height / drawn.height)
    middle_x, middle_y = drawn.centre
    place = Transform.moved(-middle_x, -middle_y).then(Transform.scaled(scale)).then(Transform.moved(x, y))
    return Group((Use(symbol, place),), clip=Path(rectangle(reach)))


def _ground_of(shapes: Iterable[Shape], face: Face, style: Style, frame: Transform = IDENTITY) -> Colour | None:
    """The colour of the first area that covers the whole trim."""
    for shape in shapes:
        match shape:
            case Path(fill=Colour() as fill):
                if _covers(bounds((shape,), style.fonts, frame), face.trim.box):
                    return fill
            case Group(shapes=inner, transform=transform):
                if found := _ground_of(inner, face, style, transform.then(frame)):
                    return found
            case Use(symbol=symbol, transform=transform):
                if found := _ground_of(symbol.shapes, face, style, transform.then(frame)):
                    return found
    return None


def _covers(box: Box, trim: Box) -> bool:
    reach = box.grown(_ROUNDING)
    return reach.joined(trim) == reach
