"""What the pages of a file are meant to paint, worked out from the plan and its faces and never from the file.

This is deliberately another way to the same end than the one that the PDF renderer takes: each knows docs/pdf.md, and
neither knows the other, so that a mistake of the renderer shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.drawing import shapes
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import Font, FontBook
from pnp.drawing.shapes import Command, Shape, Symbol
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform
from pnp.imposition.plan import DrawnPlan, Page, Placement
from pnp.preflight.painted import NO_CLIPS, Clip, Ink, Outline, PaintedPath, Pen, Setting
from pnp.units import MM_PER_POINT

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@frozen
class ExpectedText:
    """A line of text, or one `glyph` of a line that is shaped, by its number in the font file.

    Its frame has its origin where it begins on its baseline, and `size` is in that frame's units.
    """

    setting: Setting
    text: str
    font: Font
    size: float
    ink: Ink
    glyph: int | None = None


@frozen
class ExpectedDrawing:
    """A face, a symbol or a picture that is placed; a face for the sake of which piece."""

    setting: Setting
    drawing: Face | Symbol | shapes.Picture
    piece: Placement | None = None


ExpectedEvent = PaintedPath | ExpectedText | ExpectedDrawing


def expected_page(drawn: DrawnPlan, page: Page) -> Sequence[ExpectedEvent]:
    """All that a page paints, in order, in millimetres from its top left."""
    events: list[ExpectedEvent] = []
    for placement in page.placements:
        face, clips = (
            drawn.faces[placement.face],
            NO_CLIPS.within(Clip(_outline(placement.bleed_outline), IDENTITY, False)),
        )
        if drawn.inline:
            events += _events(face.shapes, Setting(placement.transform, clips), drawn.fonts)
        else:
            events.append(ExpectedDrawing(Setting(placement.frame, clips), face, placement))
    events += _events(page.marks + page.stamps, Setting(IDENTITY), drawn.fonts)
    return events


def expected_links(drawn: DrawnPlan) -> Sequence[Sequence[str]]:
    """Where the links on each page lead, in order: to an address, or to `page 3`."""
    groups = [
        [group for at in page.placements for group in _groups(drawn.faces[at.face].shapes)] for page in drawn.plan.pages
    ]
    numbers = {f"#{group.name}": number for number, page in enumerate(groups, 1) for group in page if group.name}
    return [
        [f"page {numbers[group.link]}" if group.link in numbers else group.link for group in page if group.link]
        for page in groups
    ]


def _groups(shown: Iterable[Shape]) -> Iterator[shapes.Group]:
    for group in shown:
        if isinstance(group, shapes.Group):
            yield group
            yield from _groups(group.shapes)


def expected_drawing(drawing: Face | Symbol, fonts: FontBook) -> tuple[Sequence[ExpectedEvent], Box]:
    """All that a form paints, and the box that it is cut off at; a face's origin is the centre of its trim."""
    if isinstance(drawing, Symbol):
        return list(_events(drawing.shapes, Setting(IDENTITY), fonts)), drawing.bounds
    x, y = drawing.trim.size.width / 2, drawing.trim.size.height / 2
    box = drawing.trim.bleed_box
    centred = Box(box.left - x, box.top - y, box.right - x, box.bottom - y)
    return list(_events(drawing.shapes, Setting(Transform.moved(-x, -y)), fonts)), centred


def _events(shown: Iterable[Shape], setting: Setting, fonts: FontBook) -> Iterator[ExpectedEvent]:
    for shape in shown:
        match shape:
            case shapes.Path():
                if shape.commands and (shape.fill or shape.stroke):
                    yield _path(shape, setting)
            case shapes.Text():
                yield from _text(shape, setting, fonts)
            case shapes.Use():
                yield ExpectedDrawing(_moved(setting, shape.transform), shape.symbol)
            case shapes.Image():
                box = shape.box  # pictures stand on their feet in a space of 1 by 1 whose y runs up
                frame = Transform(box.width, 0, 0, -box.height, box.left, box.bottom)
                yield ExpectedDrawing(_moved(setting, frame), shape.picture)
            case shapes.Group():
                inner = _moved(setting, shape.transform)
                if shape.clip:
                    clip = Clip(_outline(shape.clip.commands), inner.frame, shape.clip.even_odd)
                    inner = Setting(inner.frame, inner.clips.within(clip))
                yield from _events(shape.shapes, inner, fonts)


def _moved(setting: Setting, by: Transform) -> Setting:
    return setting if by == IDENTITY else Setting(by.then(setting.frame), setting.clips)


def _path(path: shapes.Path, setting: Setting) -> PaintedPath:
    pen = None
    if (stroke := path.stroke) is not None:
        pen = Pen(_ink(stroke.colour), stroke.width, _CAPS[stroke.cap], _JOINS[stroke.join], stroke.dash)
    fill = _ink(path.fill) if path.fill else None
    return PaintedPath(setting, _outline(path.commands), path.fill is not None, fill, pen, path.even_odd)


def _text(text: shapes.Text, setting: Setting, fonts: FontBook) -> Iterator[ExpectedText]:
    font, ink = fonts[text.font], _ink(text.colour)
    x = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * font.width(text.text, text.size)
    composed, em = font.plain(text.text), text.size * MM_PER_POINT
    if composed is None:
        for glyph in font.shaped(text.text).glyphs:
            there = _lettered(setting, x + glyph.x * em, text.y - glyph.y * em)
            yield ExpectedText(there, text.text, font, text.size, ink, glyph.number)
    elif composed:
        yield ExpectedText(_lettered(setting, x, text.y), composed, font, text.size, ink)


def _lettered(setting: Setting, x: float, y: float) -> Setting:
    """The same in points, y up, from where a text begins."""
    frame, point = setting.frame, MM_PER_POINT
    x, y = frame.apply(x, y)
    return Setting(Transform(frame.a * point, frame.b * point, -frame.c * point, -frame.d * point, x, y), setting.clips)


def _outline(commands: Sequence[Command]) -> Outline:
    letters = "".join([command[0] for command in commands])
    return Outline(letters, tuple([value for command in commands for value in command[1:]]))


def _ink(colour: Colour) -> tuple[float, ...]:
    return colour.red, colour.green, colour.blue
