"""The trim of a token in; a toothpick with a frill, the prize of every deal, out."""

from __future__ import annotations

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.shapes import Group, Path, Shape, Use, rectangle
from pnp.games.whistler.faces import palette
from pnp.games.whistler.faces.art import Art
from pnp.geometry import Transform, Trim


def pick(alt: str, trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """A toothpick along the strip, `alt` for those who do not see it; the ground is one for all, so that strips may be
    cut in one go.
    """
    drawing = art.dyed("toothpick", palette.SHARED)
    safe = trim.safe_box
    scale = min(safe.width / drawing.bounds.width, safe.height / drawing.bounds.height)
    middle = Transform.scaled(scale).then(Transform.moved(*trim.box.centre))
    ground = Path(rectangle(trim.bleed_box), WHITE if style.saver else palette.ICE)
    return ground, Group((Use(drawing, middle),), role="figure", alt=alt)
