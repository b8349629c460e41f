"""Every operator of a finished PDF held against what its pages were meant to paint; anything else is a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from operator import attrgetter, sub

from pnp.drawing import shapes
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import Font, FontBook
from pnp.drawing.paint import LinearGradient, Paint, Tiling, blends, padded
from pnp.drawing.shapes import Command, Shape, Symbol
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, MM_PER_POINT, Box, Transform
from pnp.imposition.plan import DrawnPlan, EmbeddedPicture, Page, Placement
from pnp.preflight.examined import NEAR, Examined, listing
from pnp.preflight.fonts import EmbeddedFont, Program
from pnp.preflight.found import (
    CLEAR,
    NO_CLIPS,
    Clip,
    Event,
    FormXObject,
    FoundBlend,
    FoundGradient,
    FoundTiling,
    ImageXObject,
    Ink,
    LineStyle,
    Outline,
    PaintedPath,
    PaintedText,
    PaintedXObject,
    Setting,
    SoftMask,
    Spacing,
    Unknown,
    Veil,
)
from pnp.preflight.objects import text_of, value_of, whole_of

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
# What writing numbers with six significant digits, colours with three decimals and widths in whole thousandths loses.
_LENGTH, _PART_OF_LENGTH, _TURN, _COLOUR, _WIDTH, _SPREAD = 2e-4, 1e-5, 1e-5, 0.002, 0.002, 1e-5
_INVISIBLE = 3
_MITRE = 10.0  # what a stream begins with
_edges_of = attrgetter("left", "top", "right", "bottom")
_PLAIN = Spacing()
Drawing = Face | Symbol | shapes.Group | shapes.Mask | Tiling
"""What a form may draw."""


@frozen
class ExpectedText:
    """A line of text, or one `glyph` of a line that is shaped, by its number in the font file.

    Its frame has its origin where it begins on its baseline; `size`, and how its letters and spaces are set apart, are
    in that frame's units.
    """

    setting: Setting
    text: str
    font: Font
    size: float
    ink: Ink
    glyph: int | None = None
    spacing: Spacing = _PLAIN


@frozen
class ExpectedDrawing:
    """A face, a symbol, a picture, or a group that is seen through as a whole; a face for the sake of which piece."""

    setting: Setting
    drawing: Drawing | shapes.Picture
    piece: Placement | None = None


ExpectedEvent = PaintedPath | ExpectedText | ExpectedDrawing


def expected_page(drawn: DrawnPlan, page: Page) -> Sequence[ExpectedEvent]:
    """All that a page paints, in order, in millimetres from its top left."""
    events: list[ExpectedEvent] = []
    for placement in page.placements:
        face, outline = drawn.faces[placement.face], _outline(placement.bleed_outline)
        clips = NO_CLIPS.within(Clip(outline, IDENTITY, False))
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


def expected_drawing(drawing: Drawing, fonts: FontBook) -> tuple[Sequence[ExpectedEvent], Box]:
    """All that a form paints, and the box that it is cut off at; a face's origin is the centre of its trim."""
    if not isinstance(drawing, Face):
        events = list(_events(drawing.shapes, Setting(IDENTITY), fonts))
        if isinstance(drawing, Symbol):
            return events, drawing.bounds
        return events, drawing.cell if isinstance(drawing, Tiling) else shapes.whole_box(drawing.shapes, fonts)
    x, y = drawing.trim.size.width / 2, drawing.trim.size.height / 2
    box = drawing.trim.bleed_box
    centred = Box(box.left - x, box.top - y, box.right - x, box.bottom - y)
    return list(_events(drawing.shapes, Setting(Transform.moved(-x, -y)), fonts)), centred


def _events(shown: Iterable[Shape], setting: Setting, fonts: FontBook) -> Iterator[ExpectedEvent]:
    for shape in shown:
        match shape:
            case shapes.Path():
                parts = shapes.as_readers_paint(shape)
                if parts != (shape,):
                    yield from _events(parts, setting, fonts)
                elif shape.commands and (shape.fill or shape.stroke):
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
                if shape.is_see_through:
                    yield ExpectedDrawing(replace(inner, veil=_veil(shape, inner.frame)), shape)
                else:
                    yield from _events(shape.shapes, inner, fonts)


def _moved(setting: Setting, by: Transform) -> Setting:
    return setting if by == IDENTITY else Setting(by.then(setting.frame), setting.clips)


def _veil(group: shapes.Group, frame: Transform) -> Veil:
    by = {"luminance": "Luminosity", "alpha": "Alpha"}
    return Veil(group.opacity, SoftMask(by[group.mask.by], group.mask, frame) if group.mask else None)


def _path(path: shapes.Path, setting: Setting) -> PaintedPath:
    pen = None
    if (stroke := path.stroke) is not None:
        ink, limit = _painted(stroke.paint, path, setting), stroke.mitre if stroke.join == "miter" else _MITRE
        looks = (_CAPS[stroke.cap], _JOINS[stroke.join], stroke.dash, limit, stroke.offset)
        pen = LineStyle(ink, stroke.width, *looks)
    fill = _painted(path.fill, path, setting) if path.fill else None
    return PaintedPath(setting, _outline(path.commands), path.fill is not None, fill, pen, path.even_odd)


def _painted(paint: Paint, path: shapes.Path, setting: Setting) -> Ink:
    """What a path is to be painted with."""
    if isinstance(paint, Colour):
        return _ink(paint)
    frame = paint.transform.then(setting.frame)
    if isinstance(paint, Tiling):
        return FoundTiling(paint, frame)
    reach = shapes.reach(path.stroke) if path.stroke else 0.0
    gradient = padded(paint, shapes.around(path.commands, reach))
    pieces = tuple(FoundBlend(each.start, each.end, _ink(each.first), _ink(each.last)) for each in blends(gradient))
    if isinstance(gradient, LinearGradient):
        return FoundGradient((*gradient.start, *gradient.end), pieces, frame)
    focus = gradient.focus or gradient.centre
    return FoundGradient((*focus, 0.0, *gradient.centre, gradient.radius), pieces, frame)


def _text(text: shapes.Text, setting: Setting, fonts: FontBook) -> Iterator[ExpectedText]:
    for font, part in shapes.laid_out(text, fonts[text.font]):
        yield from _letters(part, setting, font)


def _letters(text: shapes.Text, setting: Setting, font: Font) -> Iterator[ExpectedText]:
    ink = _ink(text.colour)
    x, _ = shapes.extent(text, font)
    composed, em = font.plain(text.text), text.size * MM_PER_POINT
    if composed is None:
        for glyph in font.shaped(text.text).glyphs:
            there = _lettered(setting, x + glyph.x * em, text.y - glyph.y * em)
            yield ExpectedText(there, text.text, font, text.size, ink, glyph.number)
    elif composed:
        spacing = Spacing(text.tracking / MM_PER_POINT, text.spread / MM_PER_POINT)
        yield ExpectedText(_lettered(setting, x, text.y), composed, font, text.size, ink, spacing=spacing)


def _lettered(setting: Setting, x: float, y: float) -> Setting:
    """The same in points, y up, from where a text begins."""
    frame, point = setting.frame, MM_PER_POINT
    x, y = frame.apply(x, y)
    return Setting(Transform(frame.a * point, frame.b * point, -frame.c * point, -frame.d * point, x, y), setting.clips)


@lru_cache(1024)
def _outline(commands: tuple[Command, ...]) -> Outline:
    letters = "".join([command[0] for command in commands])
    return Outline(letters, tuple([value for command in commands for value in command[1:]]))


def _ink(colour: Colour) -> tuple[float, ...]:
    return colour.red, colour.green, colour.blue


def unaccounted(examined: Examined, expected: DrawnPlan) -> Iterator[Finding]:
    """What the pages of a file paint and should not, and what they do not paint and should."""
    accounts = _Accounts(expected)
    for page, planned, links in zip(examined.document.pages, expected.plan.pages, expected_links(expected)):
        assert page.form is not None
        for trouble in (*accounts.between(page.form, expected_page(expected, planned)), *_of_links(page.links, links)):
            yield Finding("error", "content-differs", examined.place(page.number), f"{trouble}; build it again")
    for (face, trouble), pieces in accounts.faces.items():
        message = f"{listing(pieces)} (face {face}): {trouble}; build it again"
        yield Finding("error", "face-differs", examined.path, message)
    for font, letters in accounts.fonts.items():
        message = f"the font {font} draws something else for {listing(letters)}; build it again"
        yield Finding("error", "font-differs", examined.path, message)


class _Accounts:
    """Compares what was found with what was meant; a form that is placed often is compared once.

    `faces` are the troubles of faces, by face and trouble, with the pieces that show them, and `fonts` by name
    the letters that they draw otherwise.
    """

    def __init__(self, expected: DrawnPlan) -> None:
        self._expected = expected
        self._known: dict[tuple[int, int], str] = {}
        self._drawings: dict[int, tuple[Drawing, Sequence[ExpectedEvent], Box]] = {}
        self._programs: dict[Font, Program] = {}
        self._glyphs: dict[tuple[int, int, int | None], bool] = {}
        self._seen: dict[int, set[tuple[tuple[EmbeddedFont, int], str]]] = {}
        self.faces: dict[tuple[str, str], list[str]] = {}
        self.fonts: dict[str, list[str]] = {}

    def between(self, form: FormXObject, expected: Sequence[ExpectedEvent]) -> Iterator[str]:
        """The first difference between a stream and what it is to paint; the troubles of faces are kept apart."""
        # Words that show nothing stand in the place of a picture among others, for those who search or listen.
        hidden = [isinstance(event, PaintedText) and event.mode == _INVISIBLE for event in form.content.events]
        found = [event for event, is_hidden in zip(form.content.events, hidden) if not is_hidden]
        for at, (event, planned) in enumerate(zip(found, expected)):
            if trouble := self._differs(form, event, planned):
                yield self._describe(form, found[at:], expected[at:], trouble)
                return
        if len(found) != len(expected):
            at = min(len(found), len(expected))
            yield self._describe(form, found[at:], expected[at:], "")

    def _describe(
        self, form: FormXObject, found: Sequence[Event], expected: Sequence[ExpectedEvent], trouble: str
    ) -> str:
        if len(found) < len(expected) and self._is_end(form, found, expected):
            return f"{_named(expected[0])} is missing"
        if len(found) > len(expected) and self._is_end(form, found, expected):
            return f"{_described(found[0])} does not belong there"
        if trouble and _alike(found[0], expected[0]):
            return f"{_named(expected[0])} {trouble}"
        return f"there is {_described(found[0])} where {_named(expected[0])} belongs"

    def _is_end(self, form: FormXObject, found: Sequence[Event], expected: Sequence[ExpectedEvent]) -> bool:
        """Whether the shorter of two rows is how the longer one ends, so that something is missing or too many."""
        shorter = min(len(found), len(expected))
        pairs = zip(found[len(found) - shorter :], expected[len(expected) - shorter :])
        return not any(self._differs(form, event, planned) for event, planned in pairs)

    def _differs(self, form: FormXObject, found: Event, expected: ExpectedEvent) -> str:
        """How something painted differs from what was meant; empty where it does not."""
        if isinstance(found, PaintedPath) and isinstance(expected, PaintedPath):
            return self._of_path(found, expected) or _of_setting(found.setting, expected.setting)
        if isinstance(found, PaintedText) and isinstance(expected, ExpectedText):
            return self._of_text(found, expected) or _of_setting(found.setting, expected.setting)
        if isinstance(found, PaintedXObject) and isinstance(expected, ExpectedDrawing):
            return self._of_drawing(form, found, expected)
        return "is something else"

    def _of_drawing(self, form: FormXObject, found: PaintedXObject, expected: ExpectedDrawing) -> str:
        child = form.children.get(found.name)
        if child is None:
            return "cannot be read"
        if (found.spacing, found.mode) != (_PLAIN, 0):
            return "would have its letters set otherwise"
        if expected.piece and (trouble := _of_mark(found.setting, expected)):
            return trouble
        if trouble := _of_setting(found.setting, expected.setting, NEAR if expected.piece else 0.0):
            return trouble
        if not self._is_veil(found.setting.veil, expected.setting.veil):
            return "is seen through otherwise"
        if isinstance(child, ImageXObject) or isinstance(expected.drawing, shapes.Picture):
            same = isinstance(child, ImageXObject) and isinstance(expected.drawing, shapes.Picture)
            picture = self._expected.pictures.get(expected.drawing)  # type: ignore[arg-type]
            return "" if same and _is_picture(child, picture) else "shows something else"  # type: ignore[arg-type]
        trouble = self._of_form(child, expected.drawing)
        if trouble and expected.piece:  # the same face is on many pieces: told once for all of them
            piece = f"{expected.piece.item.component}, copy {expected.piece.item.copy}"
            assert isinstance(expected.drawing, Face)
            self.faces.setdefault((expected.drawing.id, trouble), []).append(piece)
            return ""
        return trouble and f"is not as it should be: {trouble}"

    def _of_path(self, found: PaintedPath, expected: PaintedPath) -> str:
        if found.outline.letters != expected.outline.letters or not _near_outlines(found.outline, expected.outline):
            return "has another shape"
        if found.filled != expected.filled or (found.filled and not self._is_ink(found.fill, expected.fill)):
            return "has another colour"
        if found.filled and found.even_odd != expected.even_odd:
            return "is filled otherwise"
        one, other = found.pen, expected.pen
        if one is None or other is None:
            return "" if one is other else "is drawn with another line"
        return "" if _near_pens(one, other) and self._is_ink(one.ink, other.ink) else "is drawn with another line"

    def _is_ink(self, found: Ink, expected: Ink) -> bool:
        if not isinstance(found, FoundTiling) or not isinstance(expected, FoundTiling):
            return _near_inks(found, expected)
        return _near_frames(found.frame, expected.frame) and self._is_drawing(found.drawing, expected.drawing)

    def _is_veil(self, found: Veil, expected: Veil) -> bool:
        if abs(found.opacity - expected.opacity) > _COLOUR:
            return False
        one, other = found.mask, expected.mask
        if one is None or other is None:
            return one is other
        same = one.by == other.by and _near_frames(one.frame, other.frame)
        return same and self._is_drawing(one.drawing, other.drawing)

    def _is_drawing(self, found: object, expected: object) -> bool:
        """Whether the drawing of a pattern or a mask is as it should be."""
        assert isinstance(found, FormXObject) and isinstance(expected, Tiling | shapes.Mask)
        return not self._of_form(found, expected)

    def _of_form(self, form: FormXObject, drawing: Drawing) -> str:
        key = id(form), id(drawing)
        if key not in self._known:
            self._known[key] = self._compared(form, drawing)
        return self._known[key]

    def _compared(self, form: FormXObject, drawing: Drawing) -> str:
        if id(drawing) not in self._drawings:
            self._drawings[id(drawing)] = (drawing, *expected_drawing(drawing, self._expected.fonts))
        _, events, box = self._drawings[id(drawing)]
        if not _near_numbers(_edges_of(form.box), _edges_of(box)):
            return "it is cut off at another box"
        if not _near_frames(form.matrix, IDENTITY):
            return "it is turned or scaled as a whole"
        if form.is_whole != isinstance(drawing, shapes.Group | shapes.Mask):
            return "it is put together otherwise"
        return next(self.between(form, events), "")

    # Letters

    def _of_text(self, found: PaintedText, expected: ExpectedText) -> str:
        if expected.glyph is None and found.text != _as_embedded(expected.text):
            return f"reads '{found.text}'"
        if abs(found.size - expected.size) > _LENGTH * 10 or not _near_spacing(found.spacing, expected.spacing):
            return "is set otherwise"
        if found.mode or not _near_inks(found.ink, expected.ink):
            return "has another colour"
        codes = [(font, code) for font, codes in found.runs for code in font.codes(codes)]
        if expected.glyph is not None:
            same = len(codes) == 1 and self._is_glyph(*codes[0], expected.font, expected.glyph)
            return "" if same else "has another letter"
        width = expected.font.width(expected.text, expected.size) / MM_PER_POINT
        width += expected.spacing.words * expected.text.count(" ") + expected.spacing.letters * len(expected.text)
        if abs(found.width - width) > _WIDTH * expected.size * len(expected.text):
            return "has letters of other widths"
        seen = self._seen.setdefault(id(expected.font), set())
        for each in zip(codes, _as_embedded(expected.text)):
            if each not in seen:
                seen.add(each)
                (font, code), letter = each
                if not self._is_glyph(font, code, expected.font, expected.font.glyph(letter)):
                    self.fonts.setdefault(font.name, []).append(f"'{letter}'")
        return ""

    def _is_glyph(self, font: EmbeddedFont, code: int, expected: Font, number: int | None) -> bool:
        """Whether a code draws the glyph of that number in the font file."""
        key = id(font), code, number
        if key not in self._glyphs:
            if expected not in self._programs:
                self._programs[expected] = Program(expected.data)
            look = self._programs[expected].look(number) if font.direct and number is not None else None
            self._glyphs[key] = look is not None and font.look(code) == look
        return self._glyphs[key]


def _as_embedded(text: str) -> str:
    """The text as ReportLab keeps it: a space that no line ends at is a space like any other."""
    return text.replace("\xa0", " ")


def _of_links(found: Sequence[str], expected: Sequence[str]) -> Iterator[str]:
    """The first link that does not lead where it should, is missing or does not belong there."""
    for one, other in zip_longest(found, expected):
        if one != other:
            yield f"a link leads to {one or 'nothing'} where one to {other or 'nothing'} belongs"
            return


def _of_setting(found: Setting, expected: Setting, room: float = 0.0) -> str:
    """Whether something lies where it should and is cut off as it should be, but for `room` in millimetres."""
    if not _near_frames(found.frame, expected.frame, room):
        return "lies elsewhere"
    if (found.veil is CLEAR) != (expected.veil is CLEAR):
        return "is seen through otherwise"
    if len(found.clips.each) != len(expected.clips.each):
        return "is cut off otherwise"
    near = all(_near_clips(one, other, room) for one, other in zip(found.clips.each, expected.clips.each))
    return "" if near else "is cut off otherwise"


def _is_picture(found: ImageXObject | None, expected: EmbeddedPicture | None) -> bool:
    if found is None or expected is None:
        return found is None and expected is None
    entries = {key: value_of(value.encode()) for key, value in expected.entries.items()}
    return (found.entries, found.sha256) == (entries, expected.sha256) and _is_picture(found.mask, expected.mask)


def _of_mark(found: Setting, expected: ExpectedDrawing) -> str:
    """Whether a piece's marks tell which it is."""
    mark = next((mark for mark in found.marks if mark.tag == "PnpPiece"), None)
    told = mark.properties if mark else {}
    piece = expected.piece
    assert piece is not None
    asked = piece.item.component, piece.item.copy, piece.side
    named = text_of(told.get("Component")), whole_of(told.get("Copy")), text_of(told.get("Side"))
    return "" if named == asked else f"is said to be {named[0] or 'nothing'}, copy {named[1]}, {named[2]}"


def _near_numbers(one: Sequence[float], other: Sequence[float], more: float = 0.0) -> bool:
    if len(one) != len(other):
        return False
    if not one:
        return True
    worst: float = max(map(abs, map(sub, one, other)))
    room = more + _LENGTH
    return worst <= room or worst <= room + _PART_OF_LENGTH * max(*other, -min(other))


@lru_cache(1024)
def _near_outlines(one: Outline, other: Outline, room: float = 0.0) -> bool:
    return one.letters == other.letters and _near_numbers(one.numbers, other.numbers, room)


def _near_spacing(found: Spacing, expected: Spacing) -> bool:
    apart = max(abs(found.letters - expected.letters), abs(found.words - expected.words))
    return apart <= _SPREAD and (found.width, found.rise) == (expected.width, expected.rise)


def _near_frames(one: Transform, other: Transform, more: float = 0.0) -> bool:
    turn = max(abs(one.a - other.a), abs(one.b - other.b), abs(one.c - other.c), abs(one.d - other.d))
    if turn > _TURN and turn > _TURN * max(abs(other.a), abs(other.b), abs(other.c), abs(other.d)):
        return False
    return abs(one.e - other.e) <= more + 0.001 and abs(one.f - other.f) <= more + 0.001


def _near_clips(one: Clip, other: Clip, room: float) -> bool:
    return (
        one.even_odd == other.even_odd
        and _near_outlines(one.outline, other.outline, room)
        and _near_frames(one.frame, other.frame, room)
    )


def _near_gradients(one: FoundGradient, other: FoundGradient) -> bool:
    pairs = zip(one.blends, other.blends)
    return (
        len(one.blends) == len(other.blends)
        and _near_numbers(one.places, other.places)
        and _near_frames(one.frame, other.frame)
        and all(
            abs(piece.start - meant.start) <= _COLOUR
            and _near_inks(piece.first, meant.first)
            and _near_inks(piece.last, meant.last)
            for piece, meant in pairs
        )
    )


def _near_inks(one: Ink, other: Ink) -> bool:
    if isinstance(one, FoundGradient) and isinstance(other, FoundGradient):
        return _near_gradients(one, other)
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return one is other
    first, second = (ink * 3 if len(ink) == 1 else ink for ink in (one, other))
    return len(first) == len(second) and max(map(abs, map(sub, first, second))) <= _COLOUR


def _near_pens(one: LineStyle, other: LineStyle) -> bool:
    """Whether two lines are alike but for their inks."""
    return (
        (one.cap, one.join) == (other.cap, other.join)
        and abs(one.width - other.width) <= 2e-3
        and abs(one.mitre - other.mitre) <= 2e-3
        and _near_numbers((*one.dash, one.offset), (*other.dash, other.offset))
    )


def _alike(found: Event, expected: ExpectedEvent) -> bool:
    pairs = ((PaintedPath, PaintedPath), (PaintedText, ExpectedText), (PaintedXObject, ExpectedDrawing))
    return any(isinstance(found, one) and isinstance(expected, other) for one, other in pairs)


def _described(event: Event) -> str:
    match event:
        case PaintedPath():
            return f"{_kind(event)} at {_place(event.box)}"
        case PaintedText():
            return f"the text '{event.text[:40]}'"
        case PaintedXObject():
            mark = next((mark for mark in event.setting.marks if mark.tag == "PnpPiece"), None)
            piece = mark and text_of(mark.properties.get("Component"))
            return piece or f"the drawing {event.name}"
        case Unknown():
            return f"an operator that our sheets never have, {event},"


def _named(event: ExpectedEvent) -> str:
    match event:
        case PaintedPath():
            return f"{_kind(event)} at {_place(event.box)}"
        case ExpectedText():
            return f"the text '{event.text[:40]}'"
        case ExpectedDrawing():
            if event.piece:
                return f"{event.piece.item.component}, copy {event.piece.item.copy}"
            if isinstance(event.drawing, Face | Symbol):
                return f"the drawing {event.drawing.id}"
            return "a picture" if isinstance(event.drawing, shapes.Picture) else "what is seen through"


def _kind(path: PaintedPath) -> str:
    return "a filled shape" if path.filled else "a line"


def _place(box: Box) -> str:
    return f"{box.left:.1f} {box.top:.1f} to {box.right:.1f} {box.bottom:.1f} mm"
