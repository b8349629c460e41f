"""Vector art as data: a strict subset of SVG read into our own shapes, and anything it should not hold refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.drawing.colour import Colour
from pnp.drawing.shapes import (
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    ellipse,
    line,
    parts_of,
    path_commands,
    polygon,
    polyline,
    rectangle,
)
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform
from pnp.sources import SourceFile

SVG = "{http://www.w3.org/2000/svg}"
_INHERITED = {
    "fill": "fill", "stroke": "stroke", "color": "colour", "stroke-width": "width", "stroke-linecap": "cap",
    "stroke-linejoin": "join", "fill-rule": "rule",
}  # fmt: skip
PAINT = frozenset({*_INHERITED, "display"})
"""What is read of how an element looks."""

_UNSEEN = frozenset(f"{SVG}{tag}" for tag in ("defs", "title", "desc", "metadata"))
_EDITORS = ("{http://www.inkscape.org/", "{http://sodipodi.sourceforge.net/")
_ALTERING = frozenset({f"{SVG}style", f"{SVG}script"})
_LINKS = "{http://www.w3.org/1999/xlink}"
_OF_TEXTS = (
    r"font|font-.*|text-.*|line-height|letter-spacing|word-spacing|writing-mode|direction|white-space|baseline-shift"
)
_OF_SCREENS = r"(color|shape|image)-rendering|color-interpolation.*|pointer-events|cursor|enable-background|isolation"
_OF_OTHERS = r"stop-.*|solid-.*|clip-rule|overflow|-inkscape-.*|stroke-miterlimit|stroke-dashoffset"
_ANYTHING = re.compile(f"{_OF_TEXTS}|{_OF_SCREENS}|{_OF_OTHERS}")
_OF_PAGES = re.compile(r"aria-.*|data-.*|role|focusable|version|baseProfile|preserveAspectRatio|x|y|width|height")
_HARMLESS: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), re.compile(r"1(\.0*)?|100%")),
    **dict.fromkeys(("stroke-dasharray", "filter", "mask", "clip-path", "vector-effect"), re.compile("none")),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), re.compile("none")),
    "visibility": re.compile("visible"),
    "mix-blend-mode": re.compile("normal"),
    "paint-order": re.compile("normal|(markers )?fill( markers)?( stroke)?( markers)?"),
}
"""What drawing programs write where they leave a thing as it is."""
MOST_BYTES = 8_000_000
_MOST_SIGNS = 100_000  # `<` in the text, two an element
_MOST_NUMBERS = 1_000_000  # and letters of paths
_MOST_NUMBER = 1e6
_LEAST_SIDE = 1e-3
_DEEPEST = 50
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_SHORT = re.compile(r"#[0-9A-Fa-f]{3}")
_CALL = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)")
# A parser writes the name of its namespace before that of each element.
_LONG_NAMESPACE = re.compile(r"""xmlns[^\s=]{0,60}\s*+=\s*+(?:"[^"]{300}|'[^']{300})""")
_GEOMETRY = {
    "svg": {"viewBox", "width", "height", "version"},
    "g": set(),
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polygon": {"points"},
    "polyline": {"points"},
}  # fmt: skip
_ALLOWED = {tag: PAINT | names | {"transform", "class", "id", "style"} for tag, names in _GEOMETRY.items()}


def looks(element: Element) -> dict[str, str]:
    """What is said of PAINT; the style of an element goes before its attributes."""
    attributes = {name: value.strip() for name, value in element.attrib.items() if name in PAINT}
    return attributes | {name: value for name, value in _declared(element) if name in PAINT}


def unknown(element: Element, allowed: frozenset[str]) -> str | None:
    """The first attribute or style that may alter how it looks and is not among the allowed ones; None without one."""
    page = element.tag == f"{SVG}svg"
    for name, value in sorted(element.attrib.items()):
        foreign = name.startswith("{") and not name.startswith(_LINKS)
        if not (name in allowed or foreign or _is_harmless(name, value.strip(), page)):
            return f"the attribute {name}"[:60]
    for name, value in _declared(element):
        if not (name in PAINT or _is_harmless(name, value, page)):
            return f"the style {name}:{value}"[:60]
    return None


def is_unseen(element: Element) -> bool:
    """Whether it draws nothing wherever it stands: titles, what is kept for later use, notes of drawing programs."""
    if str(element.tag).startswith(_EDITORS):
        return True
    return element.tag in _UNSEEN and not any(inner.tag in _ALTERING for inner in element.iter())


def _declared(element: Element) -> Iterator[tuple[str, str]]:
    for declaration in element.get("style", "").split(";"):
        name, _, value = declaration.partition(":")
        if declaration.strip():
            yield name.strip(), value.removesuffix("!important").strip()


def _is_harmless(name: str, value: str, page: bool) -> bool:
    if _ANYTHING.fullmatch(name) or (page and _OF_PAGES.fullmatch(name)):
        return True
    return name in _HARMLESS and _HARMLESS[name].fullmatch(value) is not None


class ArtError(ValueError):
    """Art that cannot be used: a sentence that says what to change, and where, as a file or `file:line`, if known."""

    def __init__(self, sentence: str, file: str = "", line: int | None = None) -> None:
        self.sentence = sentence
        self.where = file if line is None else f"{file}:{line}"
        super().__init__(f"{self.where}: {sentence}" if self.where else sentence)


@frozen
class _Paint:
    """What an element inherits."""

    fill: str = "#000000"
    stroke: str = "none"
    colour: str = "#000000"
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    rule: str = "nonzero"


def read_symbol(
    path: FilePath | SourceFile, identifier: str, palette: Mapping[str, Colour] | None = None, file: str | None = None
) -> Symbol:
    """The drawing of an SVG file, its bounds the view box; an element's `class` takes its colour from the palette.

    A class that the palette names replaces the fill, or the stroke where there is no fill. Raises ArtError, which
    calls the file `file`, for every element, attribute or value outside the subset (no style sheets, scripts, links,
    texts or entities).
    """
    name = file or path.name
    text = _text(path, name)
    root = _parsed(text, name)
    reader = _SvgReader(name, palette or {}, root, text)
    shapes = tuple(reader.children(root, _Paint(), IDENTITY))
    left, top, width, height = reader.numbers(root, "viewBox", 4)
    if min(width, height) < _LEAST_SIDE:
        raise ArtError("the viewBox has no area; give it a width and a height above zero", name, reader.line(root))
    return Symbol(identifier, shapes, Box(left, top, left + width, top + height))


def _text(path: FilePath | SourceFile, file: str) -> str:
    data = path.read_bytes() if isinstance(path, SourceFile) else _our_own(path)
    if len(data) > MOST_BYTES:
        raise ArtError(f"is larger than {MOST_BYTES // 1_000_000} MB; simplify the drawing", file)
    try:
        text = data.decode("utf-8-sig")  # another encoding could hide a document type from the next line
    except UnicodeDecodeError as failure:
        raise ArtError("is not UTF-8 text; save it as plain SVG in UTF-8", file) from failure
    declared = re.search(r"<!(?!--)", text)
    if "\0" in text or declared:
        line = text.count("\n", 0, declared.start()) + 1 if declared else None
        raise ArtError("document types and entities are not allowed; remove the <! ... > part", file, line)
    return text


def _our_own(path: FilePath) -> bytes:
    """A drawing that comes with a game, by a name that a table of it may have."""
    if ".." in path.parts:
        raise ArtError(f"'{path.name}' is no name of a drawing; drawings are named by letters, digits and hyphens")
    try:
        return path.read_bytes()
    except OSError as failure:
        there = ", ".join(sorted(other.stem for other in path.parent.glob("*.svg"))) or "none"
        raise ArtError(f"there is no drawing '{path.stem}' in {path.parent.name}/; there are {there}") from failure


def _parsed(text: str, file: str) -> Element:
    if text.count("<") > _MOST_SIGNS or _LONG_NAMESPACE.search(text):
        raise ArtError(f"has more than {_MOST_SIGNS // 2:,} elements, or endless names; simplify the drawing", file)
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, LookupError) as failure:
        line = failure.position[0] if isinstance(failure, ElementTree.ParseError) else None
        raise ArtError(f"is not well-formed XML: {failure}; save it again as plain SVG", file, line) from failure
    if root.tag != f"{SVG}svg" or "viewBox" not in root.attrib:
        raise ArtError("the root must be <svg> of the SVG namespace, with a viewBox; save it as plain SVG", file, 1)
    level = [root]
    for _ in range(_DEEPEST):
        level = [child for element in level for child in element]
    if level:
        raise ArtError(f"groups are nested more than {_DEEPEST} deep; flatten the drawing", file)
    return root


class _SvgReader:
    def __init__(self, file: str, palette: Mapping[str, Colour], root: Element, text: str) -> None:
        self._file = file
        self._palette = palette
        self._root = root
        self._text = text
        self._numbers = 0

    def line(self, element: Element) -> int:
        """The line on which an element starts: it is looked for only when something is wrong with it."""
        from xml.parsers.expat import ParserCreate

        lines: list[int] = []
        parser = ParserCreate()
        parser.StartElementHandler = lambda name, attributes: lines.append(parser.CurrentLineNumber)
        parser.Parse(self._text, True)
        return next(line for line, each in zip(lines, self._root.iter()) if each is element)

    def children(self, element: Element, paint: _Paint, outer: Transform) -> Iterator[Shape]:
        """The shapes within an element that inherits that paint; `outer` is all that moves it already."""
        self._check(element)
        inherited = self._inherited(element, paint)
        for child in element:
            yield from self._shapes(child, inherited, outer)

    def numbers(self, element: Element, attribute: str, count: int | None = None) -> list[float]:
        text = element.get(attribute, "")
        values = _plain_numbers(text)
        if values is None or count not in (None, len(values)):
            raise self._wrong(element, f'{attribute}="{text[:40]}" is not {count or "a list of"} plain numbers')
        return values

    def _shapes(self, element: Element, paint: _Paint, outer: Transform) -> Iterator[Shape]:
        if is_unseen(element) or looks(element).get("display") == "none":
            return
        self._check(element)
        tag, transform = element.tag.removeprefix(SVG), self._transform(element)
        whole = transform.then(outer)
        if not all(abs(value) <= _MOST_NUMBER for value in (whole.a, whole.b, whole.c, whole.d, whole.e, whole.f)):
            raise self._wrong(element, "has a transform that leads off any page; draw it anew")
        if tag == "g":
            inner = tuple(self.children(element, paint, whole))
        else:
            inner = (self._painted(element, self._commands(element, tag), self._inherited(element, paint)),)
        yield from (Group(inner, transform),) if transform != IDENTITY else inner

    def _check(self, element: Element) -> None:
        tag = str(element.tag).removeprefix(SVG)
        if tag not in _GEOMETRY or (tag == "svg" and element is not self._root):
            raise self._wrong(element, f"is not allowed; use only {', '.join(_GEOMETRY)}")
        strange = unknown(element, _ALLOWED[tag])
        if strange is not None:
            raise self._wrong(element, f"has {strange}, which is not allowed; remove it")

    def _wrong(self, element: Element, what: str) -> ArtError:
        return ArtError(f"<{str(element.tag).removeprefix(SVG)[:40]}> {what}", self._file, self.line(element))

    def _inherited(self, element: Element, paint: _Paint) -> _Paint:
        own: dict[str, Any] = {_INHERITED[name]: value for name, value in looks(element).items() if name != "display"}
        if "width" in own:
            values = _plain_numbers(own["width"].removesuffix("px"))
            if values is None or len(values) != 1:
                raise self._wrong(element, f'stroke-width="{own["width"][:40]}" is not 1 plain number')
            own["width"] = values[0]
        return replace(paint, **own)

    def _painted(self, element: Element, commands: Commands, paint: _Paint) -> Path:
        fill, stroke = (
            self._colour(element, paint.colour if said.lower() == "currentcolor" else said)
            for said in (paint.fill, paint.stroke)
        )
        if role := self._palette.get(element.get("class", "")):
            fill, stroke = (role, stroke) if fill else (fill, role)
        if paint.cap not in ("butt", "round", "square") or paint.join not in ("miter", "round", "bevel"):
            raise self._wrong(element, f"has an unknown line cap or join '{paint.cap}', '{paint.join}'")
        line_style = Stroke(stroke, paint.width, (), paint.cap, paint.join) if stroke else None  # type: ignore[arg-type]
        return Path(commands, fill, line_style, paint.rule == "evenodd")

    def _colour(self, element: Element, text: str) -> Colour | None:
        if text in ("none", "transparent"):
            return None
        if text.isalpha():
            from PIL.ImageColor import colormap  # the names of colours in CSS; few drawings need them

            text = str(colormap.get(text.lower(), text))
        try:
            long = "#" + "".join(digit * 2 for digit in text[1:]) if _SHORT.fullmatch(text) else text
            return Colour.parse(long[:40])
        except ValueError as failure:
            raise self._wrong(element, str(failure)) from failure

    def _commands(self, element: Element, tag: str) -> Commands:
        if tag == "path":
            return self._path(element)
        if tag in ("polygon", "polyline"):
            values = self.numbers(element, "points")
            self._count(element, len(values))
            if len(values) % 2:
                raise self._wrong(element, "has an odd number of coordinates in points")
            points = list(zip(values[0::2], values[1::2]))
            return polygon(points) if tag == "polygon" else polyline(points)

        def value(name: str) -> float:
            return self.numbers(element, name, 1)[0] if name in element.attrib else 0.0

        if tag == "rect":
            box = Box(value("x"), value("y"), value("x") + value("width"), value("y") + value("height"))
            if value("rx") and value("ry") and value("rx") != value("ry"):
                raise self._wrong(element, "has corners that are no quarters of circles; give it one radius, rx")
            return rectangle(box, value("rx") or value("ry"))
        if tag == "line":
            return line(value("x1"), value("y1"), value("x2"), value("y2"))
        return ellipse(value("cx"), value("cy"), value("rx") or value("r"), value("ry") or value("r"))

    def _path(self, element: Element) -> Commands:
        text = element.get("d", "")
        self._count(element, parts_of(text))
        try:
            commands = path_commands(text)
        except ValueError as failure:
            raise self._wrong(element, f'has a path that cannot be read: "{text[:40]}"') from failure
        if not all(abs(value) <= _MOST_NUMBER for command in commands for value in command[1:]):
            raise self._wrong(element, "has a path with a number that is too large for any page; draw it anew")
        return commands

    def _count(self, element: Element, numbers: int) -> None:
        self._numbers += numbers
        if self._numbers > _MOST_NUMBERS:
            raise self._wrong(element, f"brings the drawing to over {_MOST_NUMBERS:,} numbers; simplify it")

    def _transform(self, element: Element) -> Transform:
        text, at = element.get("transform", ""), 0
        result = IDENTITY
        while found := _CALL.match(text, at):
            name, arguments = found.groups()
            values = _plain_numbers(arguments)
            if values is None or len(values) not in _ARGUMENTS.get(name, ()):
                raise self._wrong(element, f"has a transform '{name[:20]}({arguments[:40]})' that is not allowed")
            result, at = _TRANSFORMS[name](*values).then(result), found.end()
        if text[at:].strip(" ,\t\r\n"):
            raise self._wrong(element, f'has a transform that cannot be read: "{text[:40]}"')
        return result


def _plain_numbers(text: str) -> list[float] | None:
    """The numbers of a list; None when there is anything else in it, or a number that is too large for any page."""
    values = [float(match) for match in _NUMBER.findall(text)]
    plain = not _NUMBER.sub("", text).strip(" ,\t\r\n") and all(abs(value) <= _MOST_NUMBER for value in values)
    return values if plain else None


def _turned(degrees: float, x: float = 0.0, y: float = 0.0) -> Transform:
    return Transform.moved(-x, -y).then(Transform.rotated(degrees)).then(Transform.moved(x, y))


_ARGUMENTS = {"translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "matrix": (6,)}
_TRANSFORMS: dict[str, Callable[..., Transform]] = {
    "translate": lambda x, y=0.0: Transform.moved(x, y), "scale": Transform.scaled, "rotate": _turned,
    "matrix": Transform,
}  # fmt: skip
