"""Draws each grade of opponent as a portrait whose head has as many faces as its rank, and the back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD
from pnp.drawing.lettering import centred
from pnp.drawing.shapes import (
    Path,
    Shape,
    Stroke,
    Text,
    around,
    circle,
    joined,
    line,
    placed,
    rectangle,
    regular,
)
from pnp.drawing.text import shrunk_size
from pnp.frozen import frozen
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.dream import BONE, INK, NIGHT, PEACH, Art
from pnp.geometry import MM_PER_POINT, Box, Trim
from pnp.nets import solids
from pnp.nets.solids import Solid

_PLATE = 64.5  # where the name plate begins, from the top
_HEAD_Y = 33.0
_EYE, _EYE_ROOM = 10.5, 1.85  # its width at most, and as a share of the room around the middle of its facet
# How each head floats: its size in millimetres and its turns.
HEADS: Mapping[str, Callable[[], Solid]] = {
    "tetrahedron": lambda: solids.turned(solids.tetrahedron(18.5), (("z", 20), ("x", -10), ("y", 4))),
    "cube": lambda: solids.turned(solids.cube(17), (("z", 24), ("x", 20))),
    "octahedron": lambda: solids.turned(solids.octahedron(17.5), (("z", -30), ("x", 12))),
    "trapezohedron": lambda: solids.turned(solids.trapezohedron(15.5), (("z", -30), ("x", 16))),
}


@frozen
class Grade:
    """An opponent as the table has it, and the words for its tokens."""

    name: str
    solid: str
    colour: Colour
    fewest: int
    most: int
    tokens: str
    either: str

    @property
    def number(self) -> str:
        return str(self.fewest) if self.fewest == self.most else f"{self.fewest} {self.either} {self.most}"


def grade(which: Grade, limits: Sequence[str], trim: Trim, art: Art) -> Iterator[Shape]:
    """Sky, figure, head, and a plate with the name and as many tokens as it may have, and its limit with each."""
    x = trim.box.centre[0]
    yield from _sky(which, trim, art.saver)
    yield from figure(which, x, art)
    yield from _plate(which, limits, trim, art)


def _sky(which: Grade, trim: Trim, saver: bool) -> Iterator[Shape]:
    x, bleed = trim.box.centre[0], trim.bleed_box
    if saver:
        yield Path(rectangle(bleed), WHITE)
        yield dream.whirl_lines(x, _HEAD_Y, 27.5, 7, Stroke(which.colour.mixed(WHITE, 0.3), 0.2), 6)
        return
    sky = Box(bleed.left, bleed.top, bleed.right, _PLATE)
    yield from dream.bands(sky, (0.24, 0.44, 0.6, 0.74, 0.86), dream.sky(which.colour))
    stars = ((9, 10), (18.5, 6), (47, 6), (55, 11.5), (4.9, 29), (58.6, 33))
    yield Path(joined(dream.star(right, down, 1.6) for right, down in stars), PEACH)
    halo = dream.sky(which.colour)
    yield Path(regular(x, _HEAD_Y, 28.4, 6), PEACH)
    yield from dream.whirl(x, _HEAD_Y, 27.5, 9, (halo[3], halo[1], halo[4], halo[2]), 8)


def figure(which: Grade, x: float, art: Art) -> Iterator[Shape]:
    """The opponent about that line, as high as it sits on its card."""
    solid = HEADS[which.solid]()
    roles = {"cloak": NIGHT, "fold": INK, "lining": which.colour, "clasp": PEACH, "edge": INK, "paper": WHITE}
    file = "figure-line" if art.saver else "figure"
    cloak = art.plain(file, f"{file}/{which.solid}", roles)
    yield placed(cloak, x, cloak.bounds.centre[1], cloak.bounds.height)
    yield from dream.floating(solid, x, _HEAD_Y, which.colour, 0.4, (0.35, 1.3), art.saver)
    tones = (WHITE, dream.STONE.mixed(WHITE, 0.3)) if art.saver else (BONE, which.colour)
    symbol = art.plain("head-eye", f"head-eye/{which.solid}", {"edge": INK, **dict(zip(("main", "shade"), tones))})
    seen = dream.front(solid, x, _HEAD_Y)
    at = solids.middle(seen)
    yield placed(symbol, *at, min(_EYE, _EYE_ROOM * solids.distance(at, seen)))


def _plate(which: Grade, limits: Sequence[str], trim: Trim, art: Art) -> Iterator[Shape]:
    x, bleed = trim.box.centre[0], trim.bleed_box
    if art.saver:
        yield Path(rectangle(Box(bleed.left, _PLATE, bleed.right, bleed.bottom)), WHITE)
        yield Path(line(bleed.left, _PLATE, bleed.right, _PLATE), None, dream.ink(0.5))
    else:
        yield Path(rectangle(Box(bleed.left, _PLATE, bleed.right, bleed.bottom)), BONE)
        yield Path(rectangle(Box(bleed.left, _PLATE, bleed.right, _PLATE + 1.1)), which.colour)
    size = shrunk_size(which.name, trim.size.width - 9, DISPLAY, 17, art.fonts)
    yield Text(x, _PLATE + 8.6, which.name, DISPLAY, size, INK, "middle")
    yield from _slots(which, limits, x, _PLATE + 14.2, art)
    tokens = f"{which.number} {which.tokens}"
    size = shrunk_size(tokens, trim.size.width - 9, TEXT, 9, art.fonts)
    said = centred(tokens, x, _PLATE + 20.2, TEXT, size, INK, art.fonts)
    # Tails of letters stay clear of the cut.
    tails = around(art.fonts[TEXT].outline(tokens)).bottom
    yield replace(said, y=min(said.y, trim.safe_box.bottom - tails * size * MM_PER_POINT))


def _slots(which: Grade, limits: Sequence[str], x: float, y: float, art: Art) -> Iterator[Shape]:
    """Filled for what the grade always has, outlined for what it may have, a dot for the rest.

    In each stands the highest number that the opponent rolls again while it has so many tokens left.
    """
    pitch, radius, dark = 5.7, 2.7, which.colour.mixed(INK, 0.4)
    for slot, limit in enumerate(limits):
        at = x + (slot - (len(limits) - 1) / 2) * pitch
        cell = regular(at, y, radius, 6)
        if slot >= which.most:
            yield Path(circle(at, y, 0.6), dream.STONE.mixed(WHITE if art.saver else BONE, 0.5))
            continue
        always = slot < which.fewest
        yield Path(cell, dark if always else WHITE, Stroke(dark, 0.3))
        yield centred(limit, at, y, TEXT_BOLD, 8, WHITE if always else INK, art.fonts)


def back(trim: Trim, saver: bool) -> Iterator[Shape]:
    """A whirl that half a turn leaves as it is."""
    x, y = trim.box.centre
    yield Path(rectangle(trim.bleed_box), WHITE if saver else NIGHT)
    if saver:
        yield dream.whirl_lines(x, y, 27, 8, Stroke(dream.DUSK, 0.3), 12)
        return
    yield from dream.blades(x, y, 76, 8, (dream.DUSK, NIGHT, dream.PLUM, NIGHT), 18)
    yield from dream.whirl(x, y, 21, 12, (dream.CORAL, INK, PEACH, INK), 12)
