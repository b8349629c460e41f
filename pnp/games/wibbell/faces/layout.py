"""A card's trim in; where its border, its panel and the upper one of its two halves stand, in millimetres, out."""

from __future__ import annotations

from pnp.drawing.shapes import Group, Shape, Symbol, Use
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Transform, Trim

BAND = 5.6  # what of the border is seen inside the cut
_SIDES, _HEAD = 1.5, 1.9  # from the panel to the letters
_FOOT = 4.0  # from the middle of the card to the baseline: half the rule, and the bars
BAR = (1.2, 2.65)  # edges of a bar, from the middle of the card
NUMBER_RADIUS = 2.9
NUMBER_INSET = 6.3  # of its centre, from the cut


@frozen
class Layout:
    """Measures of one card; its lower half is its upper half, turned."""

    trim: Trim

    @property
    def panel(self) -> Box:
        return self.trim.box.grown(Insets.even(-BAND))

    @property
    def middle(self) -> tuple[float, float]:
        return self.trim.box.centre

    @property
    def letters(self) -> Box:
        """What the two letters of the upper half fill, from the tops of capitals to their baseline."""
        panel, middle = self.panel, self.middle[1]
        return Box(panel.left + _SIDES, panel.top + _HEAD, panel.right - _SIDES, middle - _FOOT)

    @property
    def number(self) -> tuple[float, float]:
        """The centre of the number that belongs to the upper half."""
        return self.trim.size.width - NUMBER_INSET, self.middle[1]

    @property
    def half_turn(self) -> Transform:
        """The card turned upside down about its centre."""
        size = self.trim.size
        return Transform.rotated(180).then(Transform.moved(size.width, size.height))

    def twice(self, symbol: Symbol, meaning: str | None = None) -> tuple[Shape, Shape]:
        """What stands in the upper half, and again in the lower one for whoever sits opposite."""
        upper = Group((Use(symbol),), role="figure" if meaning else None, alt=meaning)
        return upper, Use(symbol, self.half_turn)
