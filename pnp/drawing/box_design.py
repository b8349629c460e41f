"""What a box of a game looks like: its colours, the picture on its front and the emblem on its other sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Shape, Symbol
from pnp.frozen import frozen
from pnp.geometry import Box

Paint = Callable[[Box, Box], Iterable[Shape]]
"""What fills a box with a picture: the box that is seen, and the one around it that it must reach to at cut edges."""


@frozen
class BoxDesign:
    """`ground` is all around the box, `letters` stand on it, `accent` is for rules.

    `picture` is on the front, above the title; with `titled` it has the title itself and takes the whole front, and
    without one the title does.
    `emblem` stands on the other panels, on the ground.
    """

    ground: Colour
    letters: Colour
    accent: Colour
    picture: Paint | None
    emblem: Symbol | None = None
    titled: bool = False


@runtime_checkable
class BoxDesigner(Protocol):
    """An artist that has a look of its own for boxes."""

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The box design of the game's boxes; `plain` is what they would have without, made from the cards' back."""
        ...
