"""Draws the areas, lines and connectors of layouts with their fills, in the inks that are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.decks.bleeds import BEYOND, Frame, Values, past
from pnp.decks.connectors import connecting
from pnp.decks.gallery import Gallery
from pnp.decks.inks import LARGE_ICON, DeckInks, Ink, seen_through
from pnp.decks.outlines import is_open, open_arc, outline_of, way_of
from pnp.decks.paints import gradient, stripes, tiles
from pnp.decks.pens import stroke_of, with_ends
from pnp.definition.contents import Arc, Connector, Drawing, Ellipse, Form, Line, Pen, Rectangle
from pnp.definition.design import Design
from pnp.definition.fills import Fill, PatternWords, Tint
from pnp.drawing.colour import Colour
from pnp.drawing.paint import Paint
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke
from pnp.geometry import Box


class FormArtist:
    """Draws what layouts describe by points, corners, angles and paths."""

    def __init__(self, design: Design, inks: DeckInks, gallery: Gallery) -> None:
        self._design, self._inks, self._gallery = design, inks, gallery

    def form(self, form: Form, frame: Frame) -> Iterator[Shape]:
        """An area; a filled one runs into the bleed, a line alone stays where it is."""
        fill = self._design.fill(form.fill, frame.values)
        if fill is None and isinstance(form.outline, Arc) and is_open(form.outline, frame.values):
            yield from self._lined(open_arc(form.outline, frame.values, frame.box), form.pen, frame.values)
            return
        commands = _outline(form, frame) if fill else outline_of(form.outline, frame.values, frame.box)
        is_even = isinstance(form.outline, Drawing) and form.outline.rule == "evenodd"
        areas = [*self._areas(fill, frame.box, frame.reach)] if fill else []
        stroke, cover = self._edge(form.pen, frame.values)
        if stroke is None and fill and self._inks.saver:
            stroke = self._inks.outline(_darkest(fill))
        last = areas.pop() if areas and areas[-1].paint and areas[-1].cover == cover == 1 else None
        for area in areas:
            shape: Shape = Path(commands, area.paint, None, is_even)
            if area.lines:
                shape = Group(area.lines, clip=Path(commands, even_odd=is_even))
            yield from seen_through((shape,), area.cover)
        if last or stroke:
            yield from seen_through((Path(commands, last.paint if last else None, stroke, is_even),), cover)

    def line(self, line: Line, frame: Frame) -> Iterator[Shape]:
        """A line with its ends."""
        yield from self._lined(way_of(line, frame.values, frame.box), line.pen, frame.values)

    def connector(self, connector: Connector, frame: Frame) -> Iterator[Shape]:
        """A connector, where both of its elements are there."""
        if way := connecting(connector, frame.values, frame.boxes):
            yield from self._lined(way, connector.pen, frame.values)

    def _lined(self, way: Commands, pen: Pen, values: Values) -> Iterator[Shape]:
        if tint := self._design.colour(pen.colour, values):
            ink = Ink.of(tint)
            yield from seen_through(tuple(with_ends(way, pen, self._inks.letter(ink.colour))), ink.cover)

    def _edge(self, pen: Pen, values: Values) -> tuple[Stroke | None, float]:
        """The outline of an area, and how much it covers."""
        tint = self._design.colour(pen.colour, values)
        if tint is None:
            return None, 1.0
        return stroke_of(pen, self._inks.letter(Colour.parse(tint.colour))), tint.cover

    def _areas(self, fill: Fill, box: Box, reach: Box) -> Iterator[_PaintedArea]:
        """What an area is painted with, the ground first; a gradient is laid out in the box without its bleed."""
        match fill:
            case Tint():
                ink = Ink.of(fill)
                yield _PaintedArea(self._inks.ground(ink.colour), ink.cover)
            case PatternWords():
                yield from self._pattern(fill, _around(reach, box))
            case _:
                yield _PaintedArea(self._inks.gradient(gradient(fill, box)), 1.0)

    def _pattern(self, fill: PatternWords, box: Box) -> Iterator[_PaintedArea]:
        """The ground of a pattern, which is left out where ink is saved, and its figures."""
        if fill.ground and not self._inks.saver:
            yield _PaintedArea(Colour.parse(fill.ground.colour), fill.ground.cover)
        own = Colour.parse(fill.ink.colour)
        if fill.figure in ("stripes", "crosshatch"):
            yield _PaintedArea(None, fill.ink.cover, stripes(fill, self._inks.picture(own), box))
        else:
            icon = self._gallery.icon(fill.icon, own, LARGE_ICON) if fill.icon else None
            yield _PaintedArea(tiles(fill, self._inks.picture(own), icon, box), fill.ink.cover)


class _PaintedArea(NamedTuple):
    """What an area is painted with: a paint, or lines that are clipped to it; and how much they cover together."""

    paint: Paint | None
    cover: float
    lines: tuple[Path, ...] = ()


def _around(reach: Box, box: Box) -> Box:
    """A box with the middle of one, as large as to cover another and what lies beyond it."""
    (x, y), wide = box.centre, max(abs(side - box.centre[0]) for side in (reach.left, reach.right)) + BEYOND
    high = max(abs(side - y) for side in (reach.top, reach.bottom)) + BEYOND
    return Box(x - wide, y - high, x + wide, y + high)


def _darkest(fill: Fill) -> Colour:
    """The darkest of its colours, as it is on paper."""
    match fill:
        case Tint():
            tints = [fill]
        case PatternWords():
            tints = [fill.ink, *([fill.ground] if fill.ground else [])]
        case _:
            tints = [stop.tint for stop in fill.stops]
    return min((Ink.of(tint).on_paper for tint in tints), key=lambda colour: (colour.grey.red, str(colour)))


def _outline(form: Form, frame: Frame) -> Commands:
    """The outline of a filled area, with what lies on the cut brought into the bleed."""
    if isinstance(form.outline, Rectangle | Ellipse):
        return outline_of(form.outline, frame.values, past(frame.reach, frame.box))
    is_even = isinstance(form.outline, Drawing) and form.outline.rule == "evenodd"
    return frame.stretched(outline_of(form.outline, frame.values, frame.box), is_even)
