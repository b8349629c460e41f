"""The empires and the manner of printing in; the colours of sea, land and line on the chart out."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.colour import WHITE, Colour
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.art import Bearer
from pnp.games.war_of_whispers.faces.palette import INK, PAPER, SEPIA, ground_of, line_of

_SEA = Colour.parse("#cddcd6")
_DEEP = Colour.parse("#4f757d")


@frozen
class LandInks:
    """What an empire's ground is painted with: wash, darker rim, hatch, flags, words, and all else."""

    wash: Colour
    rim: Colour
    hatch: Colour
    flag: Colour
    label: Colour
    drawing: Mapping[str, Colour]


@frozen
class Inks:
    """The colours of the chart in full, or in lines for the ink saver."""

    saver: bool
    paper: Colour
    panel: Colour
    sea: Colour
    water: Colour  # lines on the sea
    line: Colour  # coasts, borders, frames
    block: Colour  # every second degree of the frame
    pen: float  # how wide lines are, as a share of their width in full

    def land(self, empire: Bearer) -> LandInks:
        if self.saver:
            line = line_of(empire.colour)
            drawing = {"land": WHITE, "line": line.mixed(WHITE, 0.52), "shade": line.mixed(WHITE, 0.88)}
            return LandInks(WHITE, WHITE, line.mixed(WHITE, 0.72), line, line.mixed(INK, 0.3), drawing)
        wash = empire.colour.mixed(PAPER.mixed(WHITE, 0.25), 0.6)
        drawing = {"land": wash.mixed(PAPER, 0.45), "line": wash.mixed(INK, 0.62), "shade": wash.mixed(INK, 0.34)}
        rim, hatch = empire.colour.mixed(PAPER, 0.38), wash.mixed(empire.colour, 0.4)
        return LandInks(wash, rim, hatch, empire.colour.mixed(INK, 0.2), empire.colour.mixed(INK, 0.45), drawing)


def inks(saver: bool) -> Inks:
    """The chart's colours."""
    if saver:
        return Inks(True, WHITE, WHITE, WHITE, _DEEP.mixed(WHITE, 0.4), INK, SEPIA.mixed(WHITE, 0.45), 0.6)
    return Inks(False, ground_of(False), PAPER.mixed(WHITE, 0.3), _SEA, _DEEP, INK, INK, 1.0)
