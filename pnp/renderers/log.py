"""Every drawing call for a sheet plan and its faces, written as text for tests to compare."""

from __future__ import annotations

import re

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.paint import LinearGradient, Paint, Tiling
from pnp.drawing.shapes import Command, Group, Image, Path, Shape, Stroke, Text, Use
from pnp.geometry import IDENTITY, Box, Insets, Size, Transform, number
from pnp.imposition.plan import Page, Placement
from pnp.renderers.base import DocumentInfo, Drawings, draw

# The backslash, and what is not seen: control, space and direction characters, and halves of pairs.
_UNSEEN = re.compile(
    "[\\\\\x00-\x1f\x7f-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff\ud800-\udfff]"
)


class LogRenderer:
    """Writes one line a call; faces and symbols are written in full once, after the pages that place them."""

    def __init__(self, document: DocumentInfo) -> None:
        self._lines = [f"document {_quoted(document.title)} version {document.version} language {document.language}"]
        self._depth = 0
        self._drawings = Drawings()

    def open_page(self, number: int, paper: Size, page: Page) -> None:
        self._write(f"page {number} {_numbers(paper.width, paper.height)} sheet {page.sheet} {page.side}")
        self._depth += 1

    def place(self, placement: Placement, face: Face) -> None:
        self._drawings.add(f"face {face.id}", face)
        item = placement.item
        self._write(
            f"place {item.component} #{item.copy} {placement.side} {face.id} at {_numbers(placement.cx, placement.cy)}"
            f" turned {number(placement.rotation)} bleed {_insets(placement.bleed)}{_correction(placement.correction)}"
        )

    def open_group(self, group: Group) -> None:
        words = [f"at {_transform(group.transform)}"] if group.transform != IDENTITY else []
        words += [f"clip {_commands(group.clip.commands)}"] if group.clip else []
        words += [f"opacity {number(group.opacity)}"] if group.opacity < 1 else []
        told = {"role": group.role, "alt": group.alt, "link": group.link, "name": group.name, "part": group.part}
        words += [
            f"{name} {_quoted(value) if isinstance(value, str) else value}"
            for name, value in told.items()
            if value is not None
        ]
        self._write(" ".join(["group", *words]))
        self._depth += 1
        if group.mask:
            self._hold(f"mask by {group.mask.by}", group.mask.shapes)

    def close(self) -> None:
        self._depth -= 1

    def path(self, path: Path) -> None:
        fill = f" fill {_paint(path.fill)}{' even-odd' if path.even_odd else ''}" if path.fill else ""
        self._write(f"path{fill}{_stroke(path.stroke)} {_commands(path.commands)}")
        for paint in (path.fill, path.stroke and path.stroke.paint):
            if isinstance(paint, Tiling):
                self._hold(f"tile {_box(paint.cell)} at {_transform(paint.transform)}", paint.shapes)

    def text(self, text: Text) -> None:
        place = f"{_numbers(text.x, text.y)} {text.anchor}"
        apart = {"spread": text.spread, "tracking": text.tracking}
        place += "".join(f" {name} {number(value)}" for name, value in apart.items() if value)
        self._write(f"text {_quoted(text.text)} {text.font} {number(text.size)}pt {text.colour} at {place}")

    def image(self, image: Image) -> None:
        self._write(f"image {image.picture.width}x{image.picture.height} in {_box(image.box)}")

    def use(self, use: Use) -> None:
        self._drawings.add(f"symbol {use.symbol.id}", use.symbol)
        self._write(f"use {use.symbol.id} at {_transform(use.transform)}")

    def finish(self) -> bytes:
        for name, drawing in self._drawings.each():
            box = drawing.trim.bleed_box if isinstance(drawing, Face) else drawing.bounds
            self._write(f"{name} {_box(box)}")
            self._depth += 1
            draw(drawing.shapes, self)
            self._depth -= 1
        return ("\n".join(self._lines) + "\n").encode()

    def _hold(self, line: str, shapes: tuple[Shape, ...]) -> None:
        self._depth += 1
        self._write(line)
        self._depth += 1
        draw(shapes, self)
        self._depth -= 2

    def _write(self, line: str) -> None:
        self._lines.append("  " * self._depth + line)


def _quoted(text: str) -> str:
    """As `repr` writes it, but that shows a letter or its number depending on the version of Python."""
    mark = '"' if "'" in text and '"' not in text else "'"
    return mark + _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text).replace(mark, "\\" + mark) + mark


def _numbers(*values: float) -> str:
    return " ".join(number(value) for value in values)


def _commands(commands: tuple[Command, ...]) -> str:
    return " ".join(" ".join((letter, *map(number, numbers))) for letter, *numbers in commands)


def _transform(transform: Transform) -> str:
    turn = " ".join(number(value, 5) for value in (transform.a, transform.b, transform.c, transform.d))
    return f"[{turn} {_numbers(transform.e, transform.f)}]"


def _correction(transform: Transform) -> str:
    return "" if transform == IDENTITY else f" moved {_transform(transform)}"


def _box(box: Box) -> str:
    return f"[{_numbers(box.left, box.top, box.right, box.bottom)}]"


def _insets(insets: Insets) -> str:
    return f"[{_numbers(insets.left, insets.top, insets.right, insets.bottom)}]"


def _stroke(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    dash = f" dash {_numbers(*stroke.dash)}" if stroke.dash else ""
    dash += f" from {number(stroke.offset)}" if stroke.offset else ""
    plain = "" if (stroke.cap, stroke.join) == ("butt", "miter") else f" {stroke.cap}/{stroke.join}"
    plain += "" if stroke.mitre == 10 else f" mitre {number(stroke.mitre)}"
    return f" stroke {_paint(stroke.paint)} {number(stroke.width)}{dash}{plain}"


def _paint(paint: Paint) -> str:
    if isinstance(paint, Colour):
        return str(paint)
    if isinstance(paint, Tiling):
        return "tiled"
    stops = " ".join(f"{number(stop.offset)}:{stop.colour}{_opacity(stop.opacity)}" for stop in paint.stops)
    if isinstance(paint, LinearGradient):
        kind, places = "linear", [*paint.start, *paint.end]
    else:
        kind, places = "radial", [*paint.centre, paint.radius, *(paint.focus or paint.centre)]
    at = "" if paint.transform == IDENTITY else f" at {_transform(paint.transform)}"
    return f"{kind}({_numbers(*places)} {paint.spread} {stops}{at})"


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f"/{number(opacity)}"
