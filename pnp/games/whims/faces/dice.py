"""Draws the net of a die to cut, fold and glue, with its numbers and in its player's colour."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.cut_paths import CUT, folded
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, line, placed, polygon, polyline
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whims import solids
from pnp.games.whims.faces import palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.palette import BONE, INK
from pnp.games.whims.solids import Net, Point
from pnp.geometry import Box, Transform, Trim
from pnp.units import MM_PER_POINT

TAB = 3.2  # depth in millimetres
_LETTER = 6.5  # points
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SPILL = 0.5  # how far colour reaches past an edge, so that none of it stays white
_MARGIN = 0.6
_BESIDE = 1.75  # from an edge to the middle of its letter
_SHARES = (0.5, 0.75, 0.25, 0.93, 0.07)  # where along the edge a letter may stand, the best place first
_TURNABLE = frozenset("69")


@frozen
class Words:
    """The heading and the line that says how it is done."""

    title: str
    how: str


@frozen
class Owner:
    """Whose die it is."""

    colour: Colour
    emblem: str


def laid_out(across: float, trim: Trim) -> Net:
    """The net of a die that wide, turned to be as narrow as can be, at the foot of the trim."""
    plain = solids.trapezohedron_net(across / 2)
    net = min((plain.turned(degrees) for degrees in range(180)), key=lambda turned: _around(_outline(turned)).width)
    box = _covered(net)
    if box.width > trim.size.width - 2 * _MARGIN or box.height > trim.size.height - 2 * _MARGIN:
        size = f"{box.width:.1f} x {box.height:.1f} mm"
        raise FitError(f"the net of a die {across:g} mm across takes {size}; make the die smaller or its piece larger")
    return net.moved(trim.box.centre[0] - box.centre[0], trim.size.height - _MARGIN - box.bottom)


def die(
    net: Net, numbers: Sequence[str], owner: Owner, words: Words, trim: Trim, art: Art, style: Style
) -> Iterator[Shape]:
    """The net with its numbers, which of its edges belong together, and how to make a die of it."""
    yield from _heading(words, owner, Box(0, 0, trim.size.width, _covered(net).top), art, style)
    colours = _colours(owner.colour, len(numbers), style.saver)
    for number, face in enumerate(net.faces):
        spill = Stroke(colours[number][0], 2 * _SPILL, join="round")
        yield Path(polygon(face), colours[number][0], spill)
    for seam in net.seams:
        yield Path(polygon(_beyond(net.tab(seam, TAB), _SPILL)), WHITE)
    for number, face in enumerate(net.faces):
        yield Path(polygon(face), colours[number][0])
        yield from _kite(face, numbers[number], colours[number], owner, art, style)
    yield from _lines(net)
    yield from _letters(net, style)


def _heading(words: Words, owner: Owner, room: Box, art: Art, style: Style) -> Iterator[Shape]:
    font, largest = (TEXT, 9.0) if style.saver else (DISPLAY, 11.0)
    size = shrunk_size(words.title, room.width - 10, font, largest, style.fonts)
    emblem = art.emblem(owner.emblem, f"die-{owner.colour}", palette.printed(owner.colour))
    yield placed(emblem, 4.4, 3.8, 5.6)
    yield Group((Text(8.6, 5.4, words.title, font, size, owner.colour),), role="heading")
    box = Box(1.4, 8.2, room.right - 1.4, room.bottom)
    yield fitted(words.how, box, Lettering(6.5, INK, leading=1.2), style.fonts)


def _colours(colour: Colour, faces: int, saver: bool) -> list[tuple[Colour, Colour]]:
    """Ground and figure of each kite: one half of the die is the player's night, the other day."""
    night = (WHITE, colour) if saver else (colour.mixed(INK, 0.3), BONE)
    day = (WHITE, colour) if saver else (BONE, colour.mixed(INK, 0.3))
    return [night if number < faces // 2 else day for number in range(faces)]


def _kite(
    face: Sequence[Point], number: str, colours: tuple[Colour, Colour], owner: Owner, art: Art, style: Style
) -> Iterator[Shape]:
    """A kite upright about its own axis, its sharp corner up; what turns into another number is underlined."""
    apex, _, foot, _ = face
    down = math.degrees(math.atan2(foot[1] - apex[1], foot[0] - apex[0]))
    length = math.dist(apex, foot)
    name = TEXT_BOLD if style.saver else DISPLAY
    font, base = style.fonts[name], length * 0.8
    tall = length * (0.29 if style.saver else 0.36) / (font.cap_height * MM_PER_POINT)
    size = tall * min(1.0, length * 0.5 / font.width(number, tall))
    shapes: list[Shape] = [Text(0, base, number, name, size, colours[1], "middle")]
    if set(number) <= _TURNABLE:
        half = font.width(number, size) * 0.42
        shapes.append(Path(line(-half, base + 0.9, half, base + 0.9), None, Stroke(colours[1], 0.5)))
    if not style.saver:
        emblem = art.emblem(owner.emblem, f"die-{colours[0]}-{colours[1]}", palette.carved(colours[1], colours[0]))
        shapes.append(placed(emblem, 0, length * 0.265, length * 0.17))
    yield Group(tuple(shapes), Transform.rotated(down - 90).then(Transform.moved(*apex)))


def _lines(net: Net) -> Iterator[Shape]:
    """What is folded dashed, what is cut solid."""
    folds = [net.ends(hinge.parent, hinge.edge) for hinge in net.hinges]
    folds += [net.ends(seam.tab, seam.edge) for seam in net.seams]
    for start, end in folds:
        yield from folded(start, end)
    for seam in net.seams:
        yield Path(polyline(net.tab(seam, TAB)), None, CUT)
        yield Path(line(*_both(net.ends(seam.under, seam.edge))), None, CUT)


def _both(ends: tuple[Point, Point]) -> tuple[float, float, float, float]:
    return (*ends[0], *ends[1])


def _letters(net: Net, style: Style) -> Iterator[Shape]:
    """The same letter on a tab and beside the edge under which it goes, in the order of gluing."""
    lift = style.fonts[TEXT_BOLD].cap_height * _LETTER * MM_PER_POINT / 2
    for letter, place, partner in _places(net):
        for x, y in (place, partner):
            yield Text(x, y + lift, letter, TEXT_BOLD, _LETTER, INK, "middle")


def _places(net: Net) -> Iterator[tuple[str, Point, Point]]:
    """Each letter, where it stands on its tab, and where beside the edge that the tab goes under."""
    tabs = [net.tab(seam, TAB) for seam in net.seams]
    for letter, seam, tab in zip(_LETTERS, net.seams, tabs):
        on = solids.outside(tab[0], tab[3], net.faces[seam.tab], _share(tab), TAB * 0.56)
        ends, face = net.ends(seam.under, seam.edge), net.faces[seam.under]
        beside = [solids.outside(*ends, face, share, _BESIDE) for share in _SHARES]
        yield letter, on, next((place for place in beside if _free(place, tabs)), beside[0])


def _free(place: Point, tabs: Sequence[Sequence[Point]]) -> bool:
    """Whether a letter there keeps clear of every tab."""
    return all(solids.distance(place, tab) > _BESIDE for tab in tabs)


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


def _covered(net: Net) -> Box:
    """The box around net, tabs and letters."""
    half = _LETTER * MM_PER_POINT * 0.4
    letters = [(x + dx, y + dy) for _, _, (x, y) in _places(net) for dx in (-half, half) for dy in (-half, half)]
    return _around([*_outline(net), *letters])


def _outline(net: Net) -> list[Point]:
    tabs = [point for seam in net.seams for point in net.tab(seam, TAB)]
    return [*tabs, *(point for face in net.faces for point in face)]


def _around(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))
