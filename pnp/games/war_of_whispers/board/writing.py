"""Sets words letter by letter along the line that they follow, with facts of the game filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum

from pnp.definition.design import filled as in_place
from pnp.definition.design import names_in
from pnp.drawing.art import ArtError
from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.shapes import Group, Shape, Text
from pnp.drawing.text import SMALLEST_TEXT, FitError
from pnp.games.war_of_whispers.board.model import Lettering
from pnp.geometry import Transform
from pnp.units import MM_PER_POINT

_X_HEIGHT = 0.52  # of IBM Plex Serif, in ems: its middle is what is centred on the line
_STEP = 0.25  # points
_LOOSEST, _TIGHTEST = 0.9, -0.02  # space between letters, in ems


def filled(words: str, facts: Mapping[str, object]) -> str:
    """The words with the game's facts in the place of their names in braces; ArtError for a fact that is not there."""
    try:
        return in_place(words, {name: str(facts[name]) for name in names_in(words)})
    except (KeyError, ValueError) as failure:
        raise ArtError(f"the words '{words}' name {failure}, which is no fact of the game") from failure


def along(words: str, lettering: Lettering, font: str, size: float, colour: Colour, style: Style) -> Group:
    """The words spread over the lettering's width, following its bend, smaller than `size` where they are too wide.

    FitError for words that are too wide for it even at the smallest size that can be read.

    The letters stand in their order, with a space's advance where a space is, and the group says the whole word.
    """
    metrics = style.fonts[font]
    widths = [metrics.width(letter, size) for letter in words]
    em = size * MM_PER_POINT
    gap = (lettering.width - fsum(widths)) / max(1, len(words) - 1)
    if gap < _TIGHTEST * em:
        if size <= SMALLEST_TEXT:
            raise FitError(f"the name '{words}' is wider than {lettering.width:.1f} mm at {size:g} pt; widen its line")
        return along(words, lettering, font, max(SMALLEST_TEXT, size - _STEP), colour, style)
    gap = min(gap, _LOOSEST * em)
    start = -(fsum(widths) + gap * (len(words) - 1)) / 2
    letters = tuple(_letters(words, widths, start, gap, lettering, font, size, colour))
    return Group(letters, role="figure", alt=words)


def _letters(
    words: str, widths: list[float], start: float, gap: float, lettering: Lettering, font: str, size: float,
    colour: Colour,
) -> Iterator[Shape]:  # fmt: skip
    drop = _X_HEIGHT * size * MM_PER_POINT / 2
    for letter, width in zip(words, widths):
        (x, y), turn = lettering.place(start + width / 2)
        if letter != " ":
            turned = Transform.rotated(turn).then(Transform.moved(x, y))
            yield Group((Text(-width / 2, drop, letter, font, size, colour),), turned)
        start += width + gap
