"""A card's trim in; where its picture panel and its two corners are, in millimetres, out."""

from __future__ import annotations

from pnp.drawing.shapes import Group, Shape
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim

# A frame nearer to the cut than 4 mm shows every error of it.
_MARGIN = 4.25
_SCENE = Size(55, 80)
_NOTCH = Size(9.4, 29.4)
_CONTOUR = 0.8
_ROUNDING = 4.1


@frozen
class Layout:
    """Measures of one card: the picture's box and scale, and the notches that the corner indices stand in."""

    trim: Trim

    @property
    def scale(self) -> float:
        """Millimetres on the card for one of the scene's own."""
        size = self.trim.size
        return min((size.width - 2 * _MARGIN) / _SCENE.width, (size.height - 2 * _MARGIN) / _SCENE.height)

    @property
    def scene(self) -> Box:
        size = Size(_SCENE.width * self.scale, _SCENE.height * self.scale)
        return Box.around(*self.trim.box.centre, size)

    @property
    def panel(self) -> Box:
        """Where the contour of the picture runs; its outer edge is the scene's."""
        return self.scene.grown(Insets.even(-self.contour / 2))

    @property
    def contour(self) -> float:
        return _CONTOUR * self.scale

    @property
    def notch(self) -> Size:
        inset = self.contour / 2
        return Size(_NOTCH.width * self.scale - inset, _NOTCH.height * self.scale - inset)

    @property
    def rounding(self) -> float:
        return _ROUNDING * self.scale

    @property
    def index(self) -> Box:
        """The upper left corner that must read in a fan."""
        panel = self.panel
        return Box(self.trim.safe, panel.top, panel.left + self.notch.width, panel.top + self.notch.height)

    @property
    def to_scene(self) -> Transform:
        return Transform.scaled(self.scale).then(Transform.moved(self.scene.left, self.scene.top))

    @property
    def half_turn(self) -> Transform:
        """The card turned upside down about its centre."""
        size = self.trim.size
        return Transform.rotated(180).then(Transform.moved(size.width, size.height))

    def twice(self, shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
        """What stands in the upper left corner, and again in the lower right for whoever sits opposite."""
        return Group(shapes), Group(shapes, self.half_turn)
