"""One page of a SheetPlan as an SVG file (svgwrite): the PDF's geometry, in millimetres; and symbols kept for reuse."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import StringIO
from math import isfinite
from typing import Any
from urllib.parse import urlsplit

from svgwrite.drawing import Drawing

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import Font
from pnp.drawing.paint import Gradient, LinearGradient, Paint, Tiling
from pnp.drawing.shapes import (
    Command,
    Group,
    Image,
    Mask,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    bounds,
    extent,
    laid_out,
    moved,
    rectangle,
    whole_box,
)
from pnp.geometry import IDENTITY, MM_PER_POINT, Box, Size, Transform, number
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.renderers.base import DocumentInfo, Drawings, draw, render, safe_name
from pnp.renderers.pictures import bare

_OPEN, _CLOSE = "<defs>", "</defs>"
_OPERATORS = {"M": "M%g %g", "L": "L%g %g", "C": "C%g %g %g %g %g %g", "Z": "Z"}
_TINY = re.compile(r"-?\d(?:\.\d+)?e-(?:09|[1-9]\d)")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# ARIA's names for roles of ours.
_SPOKEN = {
    "heading": "heading", "heading-1": "heading", "heading-2": "heading", "heading-3": "heading",
    "paragraph": "paragraph", "list": "list", "item": "listitem", "table": "table", "row": "row",
    "head-cell": "columnheader", "cell": "cell", "figure": "figure",
}  # fmt: skip
_DECORATION = {"background", "marks"}
_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
_SCHEMES = {"", "http", "https", "mailto"}
_MITRE = 10
_EM = 1000.0  # glyphs are drawn in thousandths of an em

Outlines = dict[tuple[str, str | int], str]
Attributes = Mapping[str, str | float | None]


def sprite(symbols: Iterable[Symbol], document: DocumentInfo) -> str:
    """The `<defs>` of all the symbols, in millimetres; `name_of` says by which id each is used."""
    renderer = SvgRenderer(document)
    renderer.open_page(1, Size(1, 1), Page(1, "front", ()))
    for symbol in symbols:
        renderer.use(Use(symbol))
    renderer.close()
    text = renderer.finish().decode()
    return text[text.index(_OPEN) : text.rindex(_CLOSE) + len(_CLOSE)]


def name_of(symbol: Symbol) -> str:
    """The id of a symbol in the sprite."""
    return safe_name(f"symbol.{symbol.id}")


def pages_as_svg(plan: SheetPlan, faces: Mapping[str, Face], document: DocumentInfo) -> tuple[bytes, ...]:
    """One SVG file a page of the plan, in the order of its pages."""
    outlines: Outlines = {}
    return tuple(render(replace(plan, pages=(page,)), faces, SvgRenderer(document, outlines)) for page in plan.pages)


class SvgRenderer:
    """Draws one page, since an SVG file has no more; `outlines` keeps glyphs that several pages share."""

    def __init__(self, document: DocumentInfo, outlines: Outlines | None = None) -> None:
        self._document = document
        self._outlines = {} if outlines is None else outlines
        self._drawings = Drawings()
        self._root = Drawing(debug=False)
        self._open = [self._root]
        self._shared: dict[object, str] = {}
        self._names: set[str] = set()

    def open_page(self, number: int, paper: Size, page: Page) -> None:
        if len(self._root.elements) > 1:
            raise ValueError("an SVG file holds one page; use pages_as_svg for a plan of several")
        size = {"width": f"{_short(paper.width)}mm", "height": f"{_short(paper.height)}mm"}
        box = f"0 0 {_short(paper.width)} {_short(paper.height)}"
        # SVG cuts mitred corners at 4 line widths, PDF at 10.
        limit = str(_MITRE)
        _write(self._root, {**size, "viewBox": box, "xml:lang": self._document.language, "stroke-miterlimit": limit})
        about = f"{self._document.author}. {self._document.subject}. pnp {self._document.version}"
        title = f"{self._document.title}: sheet {page.sheet}, {page.side}"
        self._root.set_desc(title=_checked(title), desc=_checked(about))
        self._enter(self._root.g(), {"data-sheet": str(page.sheet), "data-side": page.side})

    def place(self, placement: Placement, face: Face) -> None:
        item, piece = placement.item, self._root.g()
        attributes = {
            "data-component": item.component, "data-copy": str(item.copy), "data-side": placement.side,
            "data-face": face.id, "transform": _matrix(placement.frame),
            "clip-path": self._clip(_cut(placement), False),
        }  # fmt: skip
        self._add(piece, attributes)
        corner = {"x": -face.trim.size.width / 2, "y": -face.trim.size.height / 2}
        piece.add(_write(self._root.use(self._reference(f"face.{face.id}", face)), corner))

    def open_group(self, group: Group) -> None:
        element = self._root.g()
        if group.link:
            link = self._root.a(_address(group.link), target=None)
            self._add(link, {})
            link.add(_write(element, self._group(group)))
            self._open.append(element)
        else:
            self._enter(element, self._group(group))
        if group.alt is not None:
            element.set_desc(title=_checked(group.alt))

    def close(self) -> None:
        self._open.pop()

    def path(self, path: Path) -> None:
        rule = "evenodd" if path.even_odd and path.fill else None
        line = _stroke(path.stroke, self._paint(path.stroke.paint)) if path.stroke else {}
        paint = {"fill": self._paint(path.fill) if path.fill else "none", "fill-rule": rule, **line}
        self._add(self._root.path(_data(path.commands)), paint)

    def text(self, text: Text) -> None:
        for font, part in laid_out(text, self._document.fonts[text.font]):
            self._letters(part, font)

    def _letters(self, text: Text, metrics: Font) -> None:
        x, _ = extent(text, metrics)
        scale = text.size * MM_PER_POINT / _EM
        group, advance = self._root.g(), 0.0
        place = _matrix(Transform(scale, 0, 0, scale, x, text.y))
        label = {"role": "img", "aria-label": text.words}
        self._add(group, {**label, "fill": str(text.colour), "transform": place})
        composed = metrics.plain(text.text)
        for glyph in metrics.shaped(text.text).glyphs if composed is None else ():
            if name := self._glyph(metrics, glyph.number):
                there = {"x": glyph.x * _EM or None, "y": -glyph.y * _EM or None}
                group.add(_write(self._root.use(f"#{name}"), there))
        for char in composed or ():
            if name := self._glyph(metrics, char):
                group.add(_write(self._root.use(f"#{name}"), {"x": advance or None}))
            apart = text.tracking + (text.spread if char == " " else 0.0)
            advance += metrics.width(char, _EM / MM_PER_POINT) + apart / scale

    def image(self, image: Image) -> None:
        box, name = image.box, self._picture(image.picture)
        place = Transform(box.width, 0, 0, box.height, box.left, box.top)
        self._add(self._root.use(f"#{name}"), {"transform": _matrix(place)})

    def use(self, use: Use) -> None:
        place = _matrix(use.transform) if use.transform != IDENTITY else None
        reference = self._reference(f"symbol.{use.symbol.id}", use.symbol)
        self._add(self._root.use(reference), {"transform": place})

    def finish(self) -> bytes:
        for name, drawing in self._drawings.each():
            self._define(safe_name(name), drawing)
        written = StringIO()
        self._root.write(written)
        return (written.getvalue() + "\n").encode()

    def _define(self, name: str, drawing: Face | Symbol) -> None:
        """A face is cut off where it is placed; a symbol at its bounds, as a form object in a PDF is."""
        element, clip = self._root.g(), None
        if isinstance(drawing, Symbol):
            reach = drawing.bounds.joined(bounds(drawing.shapes, self._document.fonts))
            if reach != drawing.bounds:  # not <symbol> with a view box: librsvg does not cut it off when it is turned
                clip = self._clip(rectangle(drawing.bounds), False)
        self._root.defs.add(_write(element, {"id": name, "clip-path": clip}))
        self._open.append(element)
        draw(drawing.shapes, self)
        self._open.pop()

    def _group(self, group: Group) -> Attributes:
        return {
            "id": self._name(group.name) if group.name else None,
            "data-role": group.role,
            "role": _SPOKEN.get(group.role or "", None if group.alt is None else "img"),
            "aria-hidden": "true" if group.role in _DECORATION else None,
            "transform": _matrix(group.transform) if group.transform != IDENTITY else None,
            "clip-path": self._clip(group.clip.commands, group.clip.even_odd) if group.clip else None,
            "opacity": group.opacity if group.opacity < 1 else None,
            "mask": self._mask(group.mask) if group.mask else None,
        }  # fmt: skip

    def _name(self, name: str) -> str | None:
        """The id of a named group; the first of that name has it, for an id may stand only once in a file."""
        first = name not in self._names
        self._names.add(name)
        return f"name.{safe_name(name)}" if first else None

    def _clip(self, commands: tuple[Command, ...], even_odd: bool) -> str:
        data, rule = _data(commands), "evenodd" if even_odd else None
        name = self._shared.get((data, rule))
        if name is None:
            name = self._share((data, rule), "clip", self._root.clipPath())
            outline = _write(self._root.path(data), {"clip-rule": rule})
            self._root.defs.elements[-1].add(outline)
        return f"url(#{name})"

    def _mask(self, mask: Mask) -> str:
        if mask not in self._shared:
            box = whole_box(mask.shapes, self._document.fonts)
            element = _write(self._root.mask(), {**_edges(box), "maskUnits": "userSpaceOnUse"})
            style = {"luminance": "mask-type:luminance", "alpha": "mask-type:alpha"}[mask.by]
            self._share(mask, "mask", _write(self._holding(element, mask.shapes), {"style": style}))
        return f"url(#{self._shared[mask]})"

    def _holding(self, element: Any, shapes: tuple[Shape, ...]) -> Any:
        """The element with shapes drawn into it."""
        self._open.append(element)
        draw(shapes, self)
        return self._open.pop()

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, Colour):
            return str(paint)
        if paint not in self._shared:
            self._share(paint, "paint", self._tiling(paint) if isinstance(paint, Tiling) else self._gradient(paint))
        return f"url(#{self._shared[paint]})"

    def _gradient(self, gradient: Gradient) -> Any:
        if isinstance(gradient, LinearGradient):
            element = self._root.linearGradient(gradient.start, gradient.end, gradientUnits="userSpaceOnUse")
        else:
            circle = {"center": gradient.centre, "r": gradient.radius, "focal": gradient.focus}
            element = self._root.radialGradient(**circle, gradientUnits="userSpaceOnUse")
        for stop in gradient.stops:
            element.add_stop_color(stop.offset, str(stop.colour), stop.opacity if stop.opacity < 1 else None)
        spread = None if gradient.spread == "pad" else gradient.spread
        return _write(element, {"spreadMethod": spread, "gradientTransform": _moved(gradient.transform)})

    def _tiling(self, tiling: Tiling) -> Any:
        element = self._root.pattern(patternUnits="userSpaceOnUse")
        # What is drawn in a pattern begins at the corner of its cell.
        home = Group(tiling.shapes, Transform.moved(-tiling.cell.left, -tiling.cell.top))
        where = {**_edges(tiling.cell), "patternTransform": _moved(tiling.transform)}
        return _write(self._holding(element, (home,)), where)

    def _glyph(self, metrics: Font, char: str | int) -> str | None:
        """The id of the glyph of a character, or of that number, in `<defs>`; None for a blank one."""
        key = metrics.name, char
        if key not in self._outlines:
            outline = metrics.outline(char) if isinstance(char, str) else metrics.glyph_outline(char)
            self._outlines[key] = _data(moved(outline, Transform.scaled(_EM)))
        if not self._outlines[key]:
            return None
        return self._shared.get(key) or self._share(key, "glyph", self._root.path(self._outlines[key]))

    def _picture(self, picture: Picture) -> str:
        if picture in self._shared:
            return self._shared[picture]
        kind = next((kind for start, kind in _SIGNATURES.items() if picture.data.startswith(start)), None)
        if kind is None:
            raise ValueError("a picture is neither PNG nor JPEG")
        address = f"data:{kind};base64,{b64encode(bare(picture.data)).decode()}"
        element = self._root.image(address, size=("1", "1"))
        return self._share(picture, "picture", _write(element, {"preserveAspectRatio": "none"}))

    def _share(self, key: object, kind: str, element: Any) -> str:
        """Puts an element into `<defs>` under the next number, which is all that later uses need to know."""
        name = self._shared[key] = f"{kind}.{len(self._shared) + 1}"
        self._root.defs.add(_write(element, {"id": name}))
        return name

    def _reference(self, name: str, drawing: Face | Symbol) -> str:
        self._drawings.add(name, drawing)
        return f"#{safe_name(name)}"

    def _add(self, element: Any, attributes: Attributes) -> None:
        self._open[-1].add(_write(element, attributes))

    def _enter(self, element: Any, attributes: Attributes) -> None:
        self._add(element, attributes)
        self._open.append(element)


def _write(element: Any, attributes: Attributes) -> Any:
    """Sets attributes: the one door to svgwrite, which itself takes NaN and control characters without a word."""
    for name, value in attributes.items():
        if value is not None:
            element[name] = _checked(value) if isinstance(value, str) else _short(value)
    return element


def _checked(text: str) -> str:
    if found := _NOT_XML.search(text):
        point = f"U+{ord(found[0]):04X}"
        raise ValueError(f"the text {text[:40]!a} has the character {point}, which an SVG file cannot hold")
    return text


def _short(value: float) -> str:
    if not isfinite(value):
        raise ValueError(f"a drawing has a number that is not finite: {value}")
    return number(value, 6)


def _data(commands: tuple[Command, ...]) -> str:
    """Path data. %g is three times as fast as rounding, but shows what sines and cosines leave where nothing is."""
    data = "".join([_OPERATORS[command[0]] % command[1:] for command in commands])
    if "n" in data:
        raise ValueError("a path has a number that is not finite")
    return data if "e-" not in data else _TINY.sub("0", data)


def _matrix(transform: Transform) -> str:
    t = transform
    return f"matrix({' '.join([_short(value) for value in (t.a, t.b, t.c, t.d, t.e, t.f)])})"


def _stroke(stroke: Stroke, paint: str) -> Attributes:
    return {
        "stroke": paint,
        "stroke-width": stroke.width,
        "stroke-dasharray": " ".join(map(_short, stroke.dash)) or None,
        "stroke-dashoffset": stroke.offset or None,
        "stroke-linecap": None if stroke.cap == "butt" else stroke.cap,
        "stroke-linejoin": None if stroke.join == "miter" else stroke.join,
        "stroke-miterlimit": None if stroke.join != "miter" or stroke.mitre == _MITRE else stroke.mitre,
    }


def _moved(transform: Transform) -> str | None:
    return None if transform == IDENTITY else _matrix(transform)


def _edges(box: Box) -> Attributes:
    return {"x": box.left, "y": box.top, "width": box.width, "height": box.height}


def _address(link: str) -> str:
    """What a link points to: `#name` of this file or an address that is safe to follow in a browser."""
    if link.startswith("#"):
        return f"#name.{safe_name(link[1:])}"
    if urlsplit(_checked(link)).scheme.lower() not in _SCHEMES:
        raise ValueError(f"the link '{link[:40]}' is neither http, https nor mailto")
    return link


def _cut(placement: Placement) -> tuple[Command, ...]:
    """Where the placed face is cut off, in the coordinates of its matrix."""
    planned = replace(placement, correction=IDENTITY)
    home = Transform.moved(-placement.cx, -placement.cy).then(Transform.rotated(-placement.rotation))
    outline = moved(planned.bleed_outline, home)
    # Rounded, so that the same cut on every place of a sheet is one clip path.
    return tuple((letter, *(round(value, 6) for value in numbers)) for letter, *numbers in outline)
