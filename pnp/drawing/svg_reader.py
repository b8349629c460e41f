"""Walks the elements of an SVG file and makes shapes of them, as a browser would show them.

What shapes cannot be is drawn to pixels (`svg_pixels`); what leads outside the file is left out. Both are noted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from xml.etree.ElementTree import Element

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.paint import Tiling
from pnp.drawing.picturefile import ArtError
from pnp.drawing.raster import picture_of
from pnp.drawing.shapes import Commands, Group, Image, Mask, Path, Picture, Shape, Stroke, bounds, mapped, rectangle
from pnp.drawing.svg_clips import clip_of, geometry_box, mask_of, region_of, within
from pnp.drawing.svg_document import Document, href, read_document, tag_of
from pnp.drawing.svg_filters import Effort, effort_of
from pnp.drawing.svg_geometry import commands_of, farthest
from pnp.drawing.svg_images import DRAWING, held, placed_picture
from pnp.drawing.svg_lines import mapped_back, markers
from pnp.drawing.svg_paint_servers import Around, PaintServers, falls_back
from pnp.drawing.svg_painting import Painter, Place
from pnp.drawing.svg_pixels import Job
from pnp.drawing.svg_style import NONE, Style, Styles
from pnp.drawing.svg_text import MOST_LETTERS, NEEDS_PIXELS, TextReader, em_of
from pnp.drawing.svg_values import (
    LEAST_SIDE,
    MOST_NUMBER,
    fitted_into,
    is_bounded,
    length,
    share,
    transform_of,
    view_box,
)
from pnp.geometry import IDENTITY, Box, Size, Transform
from pnp.geometry.path_text import parts_of

_OUTLINED = frozenset({"path", "rect", "circle", "ellipse", "line", "polygon", "polyline"})
_MARKED = frozenset({"path", "line", "polygon", "polyline"})
_DRAWN = _OUTLINED | {"svg", "g", "a", "switch", "use", "text", "image"}
_CLIPPING = _OUTLINED | {"use", "text"}
_MOST_ELEMENTS = 60_000
_MOST_NUMBERS = 1_000_000  # and letters of paths
_MOST_PIXELS = 40_000_000
_NUMBERS_OF_COLOURS = 4
_MOST_JOBS = 200
_MOST_LAYERS = 16  # in one another
_COSTS_OF_RESOURCES, _COSTS_OF_MARKERS = 20, 5  # as many elements
_DEEPEST = 150
_LEAST = 1e-12
_NO_FONTS = FontBook({})  # texts are outlines here
_MOST_MARKED = 10_000
_LONG = 100_000  # letters of an outline
_DEFAULT = Box(0, 0, 300, 150)  # which browsers show of a drawing that has no size at all
_FILTERED = "has a filter"
_HARMLESS_MODES = ("normal", "", "auto")


class NeedsPixels(Exception):
    """A drawing that can only be drawn to pixels as a whole: why, and for the sake of which element."""

    def __init__(self, reason: str, element: Element) -> None:
        self.reason, self.element = reason, element
        super().__init__(reason)


class SvgReader:
    """Reads one document; what it has to say of it is in `notes`, by sentence with the element, and `jobs`."""

    def __init__(
        self, document: Document, palette: Mapping[str, Colour], fonts: Callable[[], FontBook], nested: int = 0
    ) -> None:
        self._document = document
        self._fonts = fonts
        self._nested = nested
        self.styles = Styles(document)
        self._servers = PaintServers(document, self.styles, self._own)
        self._open: set[Element] = set()
        self._painter = Painter(document.ids, palette, self._servers, self._open)
        self._outlines: dict[Element, Commands] = {}
        self._elements = self._numbers = self._pixels = 0
        self.notes: dict[str, Element] = {}
        self.jobs: list[Job] = []
        self._efforts: list[Effort] = []
        self.box = self._box(document.root)

    @cached_property
    def _texts(self) -> TextReader:
        return TextReader(self._fonts(), self.styles)

    # The root

    def shapes(self) -> tuple[tuple[Shape, ...], Box]:
        """All that is drawn, and the box that it is seen in. Raises ArtError and NeedsPixels."""
        root = self._document.root
        view = view_box(root.get("viewBox"))
        inner = view or self.box or _DEFAULT
        place = Place(NONE, IDENTITY, Size(inner.width, inner.height))
        style = self.styles.computed(root, NONE)
        place = place.within(style, IDENTITY)
        drawn = tuple(self._children(root, place))
        if reason := self._pixel_reason("svg", root, style):
            raise NeedsPixels(reason, root)
        drawn = tuple(self._veiled(drawn, IDENTITY, style, root, place))
        if _layers(drawn) > _MOST_LAYERS:
            raise NeedsPixels(f"has more than {_MOST_LAYERS} see-through groups in one another", root)
        if view and (stretched := self._stretched(root, view)):
            return (Group(drawn, stretched[0]),), stretched[1]
        if self.box is not None:
            return drawn, self.box
        whole = bounds(drawn, _NO_FONTS)
        if min(whole.right, whole.bottom) <= 0:
            return drawn, _DEFAULT
        return drawn, Box(0, 0, whole.right, whole.bottom)

    def _sides(self, root: Element) -> tuple[float | None, float | None]:
        """Width and height where they are lengths."""
        width, height = (
            None if "%" in root.get(name, "%") else length(root.get(name, "")) for name in ("width", "height")
        )
        sides = (side if side is not None and side >= LEAST_SIDE else None for side in (width, height))
        return next(sides), next(sides)

    def _box(self, root: Element) -> Box | None:
        """What is seen, in the units of the view box; None where the file does not say."""
        view, (width, height) = view_box(root.get("viewBox")), self._sides(root)
        if view is None:
            if "viewBox" in root.attrib:
                raise self._document.wrong(root, "has a viewBox without area; give it a width and a height above zero")
            return Box(0, 0, width, height) if width and height else None
        if width is None or height is None or self._stretched(root, view):
            return view
        fit = fitted_into(view, Box(0, 0, width, height), root.get("preserveAspectRatio"))
        seen = mapped_back(Box(0, 0, width, height), fit)
        gap = max(abs(seen.left - view.left), abs(seen.top - view.top), abs(seen.right - view.right),
                  abs(seen.bottom - view.bottom))  # fmt: skip
        return view if gap < 1e-3 * max(view.width, view.height) else seen

    def _stretched(self, root: Element, view: Box) -> tuple[Transform, Box] | None:
        """The map of a view box that is not to keep its shape, and what is seen then."""
        width, height = self._sides(root)
        if "none" not in root.get("preserveAspectRatio", "") or not width or not height:
            return None
        port = Box(0, 0, width, height)
        fit = fitted_into(view, port, "none")
        return None if abs(fit.a - fit.d) < 1e-3 * abs(fit.a) else (fit, port)

    # Elements

    def _children(self, element: Element, place: Place) -> Iterator[Shape]:
        for child in element:
            yield from self._element(child, place)

    def _own(self, element: Element, frame: Transform, clipping: bool = False) -> tuple[Shape, ...]:
        """What is within an element that is drawn by others, such as a mask or a pattern; nothing in a circle."""
        if element in self._open:
            return ()
        self._elements += _COSTS_OF_RESOURCES
        with self._opened(element):
            style = self.styles.computed(element, self.styles.around(element))
            place = Place(style, frame, self._port, 1, inner=True, clipping=clipping)
            drawn = tuple(self._children(element, replace(place, em=em_of(style))))
        return (Group(drawn, frame),) if drawn and frame != IDENTITY else drawn

    @property
    def _port(self) -> Size:
        box = view_box(self._document.root.get("viewBox")) or self.box or _DEFAULT
        return Size(box.width, box.height)

    @contextmanager
    def _opened(self, element: Element) -> Iterator[None]:
        self._open.add(element)
        try:
            yield
        finally:
            self._open.discard(element)

    def _element(self, element: Element, place: Place, by: Element | None = None) -> Iterator[Shape]:
        """The shapes of an element; `by` is what refers to it, and may say how large it is."""
        tag = tag_of(element)
        if tag not in _DRAWN and not (tag == "symbol" and by is not None):
            if tag == "foreignObject":
                self._note("holds content that is not SVG, which is left out", element)
            return
        if place.clipping and not place.measured and tag not in _CLIPPING:
            return
        self._count(element, place)
        style = self.styles.computed(element, place.style)
        if style.get("display") == "none":
            return
        if not place.clipping and (reason := self._pixel_reason(tag, element, style)):
            yield from self._as_pixels(element, reason, style, place)
            return
        transform = self._transform(style, place)
        if abs(transform.area) < _LEAST:
            return
        inner = place.within(style, transform)
        if not is_bounded(inner.outer):
            raise self._document.wrong(element, "has a transform that leads off any page; draw it anew")
        drawn = tuple(self._drawn(tag, element, inner, by))
        if not place.measured:
            yield from self._veiled(drawn, transform, style, element, inner)
            return
        if style.get("filter", "none") != "none":
            self._measure(drawn, style, inner)
        yield Group(drawn, transform)

    def _drawn(self, tag: str, element: Element, place: Place, by: Element | None) -> Iterator[Shape]:
        if tag in _OUTLINED:
            yield from self._outlined(tag, element, place)
        elif tag in ("g", "a"):
            yield from self._children(element, place)
        elif tag in ("svg", "symbol"):
            yield from self._viewed(element, place, by)
        elif tag == "use":
            yield from self._used(element, place)
        elif tag == "switch":
            yield from self._switched(element, place)
        elif tag == "text" and place.measured:
            yield self._everything(place)
        elif tag == "text":
            yield from self._lettered(element, place)
        elif tag == "image":
            yield from self._pictured(element, place)

    def _count(self, element: Element, place: Place) -> None:
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            what = f"draws more than {_MOST_ELEMENTS:,} elements, each reference counted anew; simplify the drawing"
            raise self._document.wrong(element, what)
        if place.depth > _DEEPEST:
            raise self._document.wrong(element, f"lies more than {_DEEPEST} groups deep; flatten the drawing")

    def _transform(self, style: Style, place: Place) -> Transform:
        told = style.get("transform", "")
        found = transform_of(told, place.em) if told and told != "none" else None
        if found is None or found == IDENTITY:
            return IDENTITY
        if origin := style.get("transform-origin"):
            x, y = self._origin(origin, place)
            return Transform.moved(-x, -y).then(found).then(Transform.moved(x, y))
        return found

    def _origin(self, text: str, place: Place) -> tuple[float, float]:
        names = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
        parts = [names.get(part, part) for part in text.split()][:2]
        x, y = (*parts, *["50%"] * (2 - len(parts)))
        return length(x, place.port.width, place.em) or 0.0, length(y, place.port.height, place.em) or 0.0

    # What shapes cannot be

    def _pixel_reason(self, tag: str, element: Element, style: Style) -> str:
        """Why an element is drawn to pixels; empty where it need not be."""
        if style.get("mix-blend-mode", "normal") not in _HARMLESS_MODES:
            raise NeedsPixels(f"is blended with what lies below (mix-blend-mode: {style['mix-blend-mode']})", element)
        effect = style.get("filter", "none")
        if effect != "none" and (not effect.startswith("url(") or falls_back(effect)[0] in self._document.ids):
            return _FILTERED
        if tag == "text":
            parts = [tag_of(each) for each in element.iter()]
            if any(part in NEEDS_PIXELS for part in parts):
                return "has a text on a path"
            if "rotate" in element.attrib or "textLength" in element.attrib:
                return "has letters that are turned or stretched"
            if style.get("writing-mode", "").startswith(("tb", "vertical")):
                return "has a text from top to bottom"
        return ""

    def _as_pixels(self, element: Element, reason: str, style: Style, place: Place) -> Iterator[Shape]:
        if abs(place.outer.area) < _LEAST:
            return
        if place.inner or self.box is None or self._nested or len(self.jobs) >= _MOST_JOBS:
            raise NeedsPixels(reason, element)
        found = len(self._efforts)
        if reason == _FILTERED:
            tuple(self._element(element, replace(place, clipping=True, measured=True)))
        efforts = tuple(self._efforts[found:])
        region = efforts[-1].reach if efforts else self.box
        if min(region.width, region.height) <= 0:
            return
        self.jobs.append(Job(element, place.style, place.outer, region, efforts))
        self._note(f"{reason}, which is printed as pixels", element)
        picture = Picture(f"job {len(self.jobs) - 1}".encode(), 1, 1)
        yield Group((Image(picture, region),), place.outer.inverse())

    def _measure(self, drawn: tuple[Shape, ...], style: Style, place: Place) -> None:
        """Keeps what the filter of an element takes, which can reach all of the drawing where nobody knows better."""
        told, whole = style["filter"], self.box or _DEFAULT
        named, region = self._document.ids.get(falls_back(told)[0]), None
        if named is not None and tag_of(named) == "filter":
            region = region_of(named, Around(lambda: geometry_box(drawn), place.port), "filterUnits")
        reach = whole if region is None else mapped(region, place.outer).common(whole)
        self._efforts.append(effort_of(told, reach, place.outer.scale, self._document.ids))

    def whole_job(self) -> Job:
        """All of the drawing, to be drawn to pixels. Raises ArtError."""
        whole = self.box or _DEFAULT
        root, place = self._document.root, Place(NONE, IDENTITY, self._port, clipping=True, measured=True)
        self._efforts.clear()
        tuple(self._children(root, place.within(self.styles.computed(root, NONE), IDENTITY)))
        return Job(None, NONE, IDENTITY, whole, tuple(self._efforts))

    def _everything(self, place: Place) -> Shape:
        """The whole of the drawing as an outline, for what nobody can measure before it is set."""
        return Path(rectangle(mapped(self.box or _DEFAULT, place.outer.inverse())))

    def _note(self, sentence: str, element: Element) -> None:
        self.notes.setdefault(sentence, element)

    # Clips, masks, opacity

    def _veiled(
        self, drawn: tuple[Shape, ...], transform: Transform, style: Style, element: Element, place: Place
    ) -> Iterator[Shape]:
        """Shapes behind what cuts them off, masks them, and is seen through."""
        if not drawn:
            return
        behind: list[Path | Mask] = []
        for name in ("mask", "clip-path"):
            told = style.get(name, "none")
            if told != "none" and not (place.clipping and name == "mask"):
                found = self._cut(told, name, drawn, place)
                if found is None:
                    return
                behind += found
        told = style.get("opacity", "1")
        opacity = 1.0 if place.clipping or (found_share := share(told)) is None else found_share
        if opacity <= 0:
            return
        if not behind and opacity == 1:
            yield from (Group(drawn, transform),) if transform != IDENTITY else drawn
            return
        (whole,) = within(drawn, behind) if behind else (Group(drawn),)
        if isinstance(whole, Group) and opacity == 1 and whole.transform == IDENTITY:
            yield replace(whole, transform=transform)
        else:
            yield Group((whole,) if behind else drawn, transform, opacity=opacity)

    def _cut(self, told: str, name: str, drawn: tuple[Shape, ...], place: Place) -> list[Path | Mask] | None:
        """What a clip path or a mask leaves, the outermost first; None where it leaves nothing."""
        target = self._document.ids.get(falls_back(told)[0]) if told.startswith("url(") else None
        if target is None or tag_of(target) != {"mask": "mask", "clip-path": "clipPath"}[name]:
            return []
        around = Around(lambda: geometry_box(drawn), place.port)
        style = self.styles.computed(target, self.styles.around(target))
        if name == "mask":
            made: Path | Mask | None = mask_of(target, around, self._own, style.get("mask-type") == "alpha")
        else:
            transform = transform_of(style.get("transform", "")) or IDENTITY
            inner = partial(self._clipping, transform)
            made = clip_of(target, around, inner)
        if made is None:
            return None
        again = style.get(name, "none")
        if again == "none" or target in self._open:
            return [made]
        with self._opened(target):
            outer = self._cut(again, name, drawn, place)
        return None if outer is None else [*outer, made]

    def _clipping(self, transform: Transform, element: Element, frame: Transform) -> tuple[Shape, ...]:
        return self._own(element, transform.then(frame), clipping=True)

    # Outlines

    def _outlined(self, tag: str, element: Element, place: Place) -> Iterator[Shape]:
        commands = self._outlines.get(element)
        if commands is None:
            told = element.get("d") or element.get("points") or ""
            # Letters and digits are at least as many as numbers: only long texts are looked at before they are read.
            self._count_numbers(element, parts_of(told) if len(told) > _LONG else len(told) // 4)
            commands = commands_of(tag, lambda name: element.get(name, ""), partial(self._value, element, place))
            if farthest(commands) > MOST_NUMBER:
                raise self._document.wrong(
                    element, "has an outline with a number that is too large for any page; draw it anew"
                )
            self._outlines[element] = commands
        else:
            self._count_numbers(element, 2 * len(commands))
        if len(commands) > (0 if tag in ("rect", "circle", "ellipse") else 1) or place.clipping:
            yield from self._painted(commands, element, place, tag in _MARKED)

    def _value(self, element: Element, place: Place, name: str, way: str) -> float | None:
        text = element.get(name)
        if text is None:
            return None
        port = place.port
        whole = {"x": port.width, "y": port.height}.get(way, math.hypot(port.width, port.height) / math.sqrt(2))
        return length(text, whole, place.em)

    def _count_numbers(self, element: Element, numbers: int) -> None:
        self._numbers += numbers
        if self._numbers > _MOST_NUMBERS:
            what = f"brings the drawing to over {_MOST_NUMBERS:,} numbers; simplify it"
            raise self._document.wrong(element, what)

    def _painted(self, commands: Commands, element: Element, place: Place, marked: bool) -> Iterator[Shape]:
        """An outline filled, drawn along and marked, in the order that is asked for."""
        style = place.style
        if style.get("visibility", "visible") != "visible":
            return
        if place.clipping:
            yield Path(commands, BLACK, even_odd=style.get("clip-rule") == "evenodd")
            return
        brush = self._painter.brush(commands, element, place)
        self._count_numbers(element, _NUMBERS_OF_COLOURS * brush.colours(commands))
        if brush.was_too_fine:
            self._note("has dashes so fine that nobody sees them, and its line is drawn solid", element)
        first = style.get("paint-order", "").startswith("markers")
        if marked and first:
            yield from self._marks(commands, style, brush.stroke, place)
        yield from brush.painted(commands, style)
        if marked and not first:
            yield from self._marks(commands, style, brush.stroke, place)

    def _marks(self, commands: Commands, style: Style, stroke: Stroke | None, place: Place) -> Iterator[Shape]:
        """The markers on an outline."""
        if not any(name.startswith("marker") for name in style):
            return
        if len(commands) > _MOST_MARKED:
            raise self._document.wrong(
                self._document.root, f"has markers on over {_MOST_MARKED:,} corners; simplify it"
            )
        width = stroke.width if stroke else length(style.get("stroke-width", "1")) or 0.0
        context = style.get("fill", "#000000"), style.get("stroke", "none")
        for each in markers(commands, style, width, self._document.ids, place.em):
            if each.element in self._open:
                continue
            self._elements += _COSTS_OF_MARKERS
            with self._opened(each.element):
                own = self.styles.computed(each.element, self.styles.around(each.element))
                inner = replace(place.within(own, each.transform), port=each.port, inner=True, context=context)
                drawn = tuple(self._children(each.element, inner))
            if drawn:
                yield Group(drawn, each.transform, None if _overflows(own) else Path(rectangle(each.clip)))

    # References and viewports

    def _used(self, element: Element, place: Place) -> Iterator[Shape]:
        target = self._document.target(element)
        if target is None:
            if href(element) and not href(element).startswith("#"):
                self._note("refers to something outside of the file, which is left out", element)
            return
        if target in self._open or target is self._document.root:
            return
        x, y = (self._value(element, place, way, way) or 0.0 for way in ("x", "y"))
        moved = Transform.moved(x, y)
        with self._opened(target):
            inner = replace(place, outer=moved.then(place.outer), depth=place.depth + 1)
            drawn = tuple(self._element(target, inner, by=element))
        if drawn:
            yield from (Group(drawn, moved),) if moved != IDENTITY else drawn

    def _viewed(self, element: Element, place: Place, by: Element | None) -> Iterator[Shape]:
        """What a nested drawing or a symbol shows in its viewport."""
        askers = (element,) if by is None else (by, element)
        left, top = (
            0.0 if tag_of(element) == "symbol" else self._value(element, place, way, way) or 0.0 for way in ("x", "y")
        )
        width, height = (
            next(
                (value for each in askers if (value := self._value(each, place, name, way)) is not None),
                whole,
            )
            for name, way, whole in (("width", "x", place.port.width), ("height", "y", place.port.height))
        )
        if min(width, height) <= 0:
            return
        port, view = Box(left, top, left + width, top + height), view_box(element.get("viewBox"))
        fit = fitted_into(view, port, element.get("preserveAspectRatio")) if view else Transform.moved(left, top)
        inner = view or port
        here = replace(place, outer=fit.then(place.outer), port=Size(inner.width, inner.height))
        drawn = tuple(self._children(element, here))
        if not drawn:
            return
        whole = Group(drawn, fit) if fit != IDENTITY else Group(drawn)
        seen = bounds((whole,), _NO_FONTS)
        if _overflows(place.style) or seen.joined(port) == port:
            yield whole
        else:
            yield Group((whole,), clip=Path(rectangle(port)))

    def _switched(self, element: Element, place: Place) -> Iterator[Shape]:
        """The first child that asks for nothing that is not there."""
        for child in element:
            languages = child.get("systemLanguage", "en")
            spoken = any(language.strip().lower().split("-")[0] == "en" for language in languages.split(","))
            if tag_of(child) in _DRAWN and "requiredExtensions" not in child.attrib and spoken:
                yield from self._element(child, place)
                return

    # Texts and pictures

    def _lettered(self, element: Element, place: Place) -> Iterator[Shape]:
        if self._texts.is_too_long(element):
            raise self._document.wrong(element, f"brings the drawing to over {MOST_LETTERS:,} letters; shorten it")
        for part in self._texts.lettered(element, place.style, place.port):
            if part.commands:
                self._count_numbers(element, 2 * len(part.commands))
                yield from self._painted(part.commands, element, replace(place, style=part.style), False)
        for family in sorted(self._texts.missed):
            named = f"in '{family[:40]}'" if family else "in no face that it names"
            self._note(f"has a text {named}, which is set in another; convert texts to paths to keep it", element)
        if self._texts.lost:
            signs = ", ".join(f"'{sign}'" for sign in sorted(self._texts.lost)[:8])
            self._note(f"has letters that no face at hand has, which are left out: {signs}", element)

    def _pictured(self, element: Element, place: Place) -> Iterator[Shape]:
        address = href(element)
        found = held(address)
        if found is None:
            if address:
                self._note("refers to a picture outside of the file, which is left out", element)
            return
        sides = [self._value(element, place, name, name[0]) for name in ("x", "y")]
        left, top = (side or 0.0 for side in sides)
        width, height = self._value(element, place, "width", "x"), self._value(element, place, "height", "y")
        if found[0] == DRAWING:
            yield from self._drawing_in(found[1], element, Box(left, top, left + (width or 0), top + (height or 0)))
            return
        try:
            picture = picture_of(found[1], self._document.file)
        except ArtError as failure:
            self._note(f"holds a picture that is left out: {failure.sentence}", element)
            return
        self._pixels += picture.width * picture.height
        if self._pixels > _MOST_PIXELS:
            raise self._document.wrong(element, f"brings its pictures to over {_MOST_PIXELS // 1_000_000} megapixels")
        ratio = picture.width / picture.height
        width = width if width is not None else height * ratio if height is not None else float(picture.width)
        height = height if height is not None else width / ratio
        if min(width, height) > 0 and place.style.get("visibility", "visible") == "visible":
            box = Box(left, top, left + width, top + height)
            yield placed_picture(picture, box, element.get("preserveAspectRatio"))

    def _drawing_in(self, data: bytes, element: Element, box: Box) -> Iterator[Shape]:
        """A drawing that is held as a picture."""
        if self._nested or min(box.width, box.height) <= 0:
            return
        inner = SvgReader(read_document(data, self._document.file), {}, self._fonts, self._nested + 1)
        try:
            shapes, seen = inner.shapes()
        except (NeedsPixels, ArtError):
            self._note("holds a drawing that cannot be used in a drawing, which is left out", element)
            return
        self._elements += inner._elements
        fit = fitted_into(seen, box, element.get("preserveAspectRatio"))
        yield Group((Group(shapes, fit),), clip=Path(rectangle(box)))


def _overflows(style: Style) -> bool:
    """Whether what lies beyond the box of an element is shown."""
    return style.get("overflow") in ("visible", "auto")


def _layers(shapes: Iterable[Shape]) -> int:
    """How many see-through groups and tiles lie in one another at most."""
    return max((_layers_of(shape) for shape in shapes), default=0)


def _layers_of(shape: Shape) -> int:
    if isinstance(shape, Group):
        inner = max(_layers(shape.shapes), _layers(shape.mask.shapes) if shape.mask else 0)
        return inner + shape.is_see_through
    if isinstance(shape, Path):
        paints = shape.fill, shape.stroke.paint if shape.stroke else None
        return max(1 + _layers(paint.shapes) if isinstance(paint, Tiling) else 0 for paint in paints)
    return 0
