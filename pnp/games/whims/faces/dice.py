"""Draws the net of a die to cut, fold and glue, with its numbers and in its player's colour."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.cut_paths import CUT
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.lettering import centred
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, line, placed, polygon, polyline
from pnp.drawing.text import FitError
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.dream import BONE, INK, Art, Owner
from pnp.geometry import MM_PER_POINT, Box, Point, Size, Transform, Trim
from pnp.nets import solids
from pnp.nets.solids import SolidNet

TAB = 3.2  # depth in millimetres
_LETTER = 6.5  # points
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SPILL = 0.5  # how far colour reaches past an edge, so that none of it stays white
_MARGIN = 0.6
_BESIDE = 1.75  # from an edge to the middle of its letter
_SHARES = (0.5, 0.75, 0.25, 0.93, 0.07)  # where along the edge a letter may stand, the best place first
_LEAST = 9.0  # of the hundred units of an emblem: 0.3 mm on a kite
_TURNABLE = frozenset("69")
_TILT = 14.0  # degrees by which a die that was rolled leans towards the viewer, so that more of it is seen
_SOLID_EDGE = 0.5  # millimetres of a line


def laid_out(across: float, trim: Trim) -> SolidNet:
    """The net of a die that wide, turned to be as narrow as can be, in the middle of the trim."""
    plain = solids.trapezohedron_net(across / 2)
    turned = (plain.placed(Transform.rotated(degrees)) for degrees in range(180))
    net = min(turned, key=lambda each: Box.over(_outline(each)).width)
    box = _covered(net)
    if box.width > trim.size.width - 2 * _MARGIN or box.height > trim.size.height - 2 * _MARGIN:
        size = f"{box.width:.1f} x {box.height:.1f} mm"
        raise FitError(f"the net of a die {across:g} mm across takes {size}; make the die smaller or its piece larger")
    (x, y), (left, top) = trim.box.centre, box.centre
    return net.placed(Transform.moved(x - left, y - top))


def die(net: SolidNet, numbers: Sequence[str], owner: Owner, art: Art) -> Iterator[Shape]:
    """The net with its numbers, and a letter at each two edges that belong together.

    Folds are where two tones meet, or for the ink saver along the outlines of the kites.
    """
    colours = _colours(net, owner, art.saver)
    for face, (ground, _) in zip(net.faces, colours):
        yield Path(polygon(face), ground, Stroke(ground, 2 * _SPILL, join="round"))
    for seam in net.seams:
        yield Path(polygon(_beyond(net.tab(seam, TAB), _SPILL)), WHITE)
    for face, number, inked in zip(net.faces, numbers, colours):
        yield Path(polygon(face), inked[0], Stroke(owner.colour, 0.2, join="round") if art.saver else None)
        yield _kite(face, number, inked, owner, art)
    yield from _cuts(net)
    for letter, place, partner in _places(net):
        for x, y in (place, partner):
            yield centred(letter, x, y, TEXT_BOLD, _LETTER, INK, art.fonts)


def rolled(name: str, net: SolidNet, numbers: Sequence[str], owner: Owner, size: Size, art: Art) -> Symbol:
    """The folded die on the table, seen from above in a box of that size: one kite looks up, its neighbours away."""
    up = len(net.faces) // 2 - 1  # the last of the upper kites
    plain = solids.trapezohedron(1.0)
    (across, away, above) = solids.normal(plain.face(up))
    turns = -90 - math.degrees(math.atan2(away, across)), math.degrees(math.atan2(above, math.hypot(across, away)))
    solid = solids.turned(plain, (("z", turns[0]), ("x", turns[1] - _TILT)))
    seen = Box.over([(x, -z) for x, _, z in solid.corners])
    scale = min((size.width - _SOLID_EDGE) / seen.width, (size.height - _SOLID_EDGE) / seen.height)
    (x, y), whole = seen.centre, Box(0, 0, size.width, size.height)
    there = Transform.moved(-x, -y).then(Transform.scaled(scale)).then(Transform.moved(*whole.centre))
    edge = Stroke(owner.colour if art.saver else INK, _SOLID_EDGE, join="round")
    shapes: list[Shape] = []
    for face, (number, inked) in enumerate(zip(numbers, _colours(net, owner, art.saver))):
        if solids.normal(solid.face(face))[1] < -1e-9:
            corners = [there.apply(right, -z) for right, _, z in solid.face(face)]
            shapes.append(Path(polygon(corners), inked[0], edge))
            shapes += [_kite(corners, number, inked, owner, art)] if face == up else []
    return Symbol(name, tuple(shapes), whole)


def _colours(net: SolidNet, owner: Owner, saver: bool) -> list[tuple[Colour, Colour]]:
    """Ground and figure of each kite: half the die is the player's night, half day; neighbours differ in tone."""
    if saver:
        return [(WHITE, owner.colour)] * len(net.faces)
    dark = owner.colour.mixed(INK, 0.3)
    night = (dark, BONE), (owner.colour.mixed(INK, 0.1), BONE)
    day = (BONE, dark), (BONE.mixed(owner.colour, 0.2), dark)
    tones = {net.hinges[0].parent: 0}
    for hinge in net.hinges:
        tones[hinge.child] = 1 - tones[hinge.parent]
    return [(night if face < len(net.faces) // 2 else day)[tones[face]] for face in range(len(net.faces))]


def _kite(face: Sequence[Point], number: str, colours: tuple[Colour, Colour], owner: Owner, art: Art) -> Group:
    """A kite upright about its own axis, its sharp corner up; what turns into another number is underlined."""
    apex, _, foot, _ = face
    down = math.degrees(math.atan2(foot[1] - apex[1], foot[0] - apex[0]))
    length = math.dist(apex, foot)
    name = TEXT_BOLD if art.saver else DISPLAY
    font, base = art.fonts[name], length * 0.8
    tall = length * (0.29 if art.saver else 0.36) / (font.cap_height * MM_PER_POINT)
    size = tall * min(1.0, length * 0.5 / font.width(number, tall))
    shapes: list[Shape] = [Text(0, base, number, name, size, colours[1], "middle")]
    if set(number) <= _TURNABLE:
        half = font.width(number, size) * 0.42
        shapes.append(Path(line(-half, base + 0.9, half, base + 0.9), None, Stroke(colours[1], 0.5)))
    emblem = art.emblem(owner.emblem, f"die-{colours[0]}-{colours[1]}", dream.carved(colours[1], colours[0]))
    shapes.append(placed(art.sturdy(emblem, _LEAST), 0, length * 0.265, length * 0.17))
    return Group(tuple(shapes), Transform.rotated(down - 90).then(Transform.moved(*apex)))


def _cuts(net: SolidNet) -> Iterator[Shape]:
    for seam in net.seams:
        yield Path(polyline(net.tab(seam, TAB)), None, CUT)
        yield Path(polyline(net.ends(seam.under, seam.edge)), None, CUT)


def _places(net: SolidNet) -> Iterator[tuple[str, Point, Point]]:
    """Each letter, where it stands on its tab, and where beside the edge that the tab goes under."""
    tabs = [net.tab(seam, TAB) for seam in net.seams]

    def is_free(place: Point) -> bool:
        """Whether a letter there keeps clear of every tab."""
        return all(solids.distance(place, tab) > _BESIDE for tab in tabs)

    for letter, seam, tab in zip(_LETTERS, net.seams, tabs):
        on = solids.outside(tab[0], tab[3], net.faces[seam.tab], _share(tab), TAB * 0.56)
        ends, face = net.ends(seam.under, seam.edge), net.faces[seam.under]
        beside = [solids.outside(*ends, face, share, _BESIDE) for share in _SHARES]
        yield letter, on, next((place for place in beside if is_free(place)), beside[0])


def _share(tab: Sequence[Point]) -> float:
    """Where along its edge the middle of a tab is."""
    x, y = solids.middle(tab[1:3])
    (left, top), (right, bottom) = tab[0], tab[3]
    length = math.dist(tab[0], tab[3])
    return ((x - left) * (right - left) + (y - top) * (bottom - top)) / length**2


def _beyond(tab: Sequence[Point], spill: float) -> tuple[Point, ...]:
    """The tab without the strip along its fold that takes colour."""
    depth = spill / TAB
    first, last = (
        (a[0] + (b[0] - a[0]) * depth, a[1] + (b[1] - a[1]) * depth) for a, b in ((tab[0], tab[1]), (tab[3], tab[2]))
    )
    return first, tab[1], tab[2], last


def _covered(net: SolidNet) -> Box:
    """The box around net, tabs and letters."""
    half = _LETTER * MM_PER_POINT * 0.4
    letters = [(x + dx, y + dy) for _, _, (x, y) in _places(net) for dx in (-half, half) for dy in (-half, half)]
    return Box.over([*_outline(net), *letters])


def _outline(net: SolidNet) -> list[Point]:
    tabs = [point for seam in net.seams for point in net.tab(seam, TAB)]
    return [*tabs, *(point for face in net.faces for point in face)]
