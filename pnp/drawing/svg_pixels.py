"""What no shapes of ours can be (filters, blend modes, text on a path), drawn to pixels by resvg in another process.

The drawing is written anew first, so that nothing in it refers to anything outside: addresses, scripts and style sheets
are left out, each element bears the values that count for it.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path as FilePath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from pnp.drawing.fonts import TEXT, FontBook
from pnp.drawing.picturefile import ArtError
from pnp.drawing.resvg import draw
from pnp.drawing.shapes import Picture
from pnp.drawing.svg_document import HREFS, MOST_BYTES, SVG, Document, href, tag_of
from pnp.drawing.svg_filters import Effort, pixels_a_unit
from pnp.drawing.svg_images import holds_pixels
from pnp.drawing.svg_style import ONLY_STYLES, Style, Styles
from pnp.frozen import frozen
from pnp.geometry import Box, Transform
from pnp.sources import Failed, TooMuch, limited

PRINTED_DPI = 300
_LARGEST_SIDE = 3000  # pixels
_SMALLEST_SIDE = 64
_SECONDS, _MEGABYTES = 10, 768
_FONT_FAMILY = "IBM Plex Serif"
_LEFT_OUT = frozenset({"script", "style", "foreignObject", "animate", "animateMotion", "animateTransform", "set",
                       "metadata", "title", "desc"})  # fmt: skip
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)", re.IGNORECASE)
_NAMED = re.compile(r"#([^\s'\"()]+)")
_VIEW = ("viewBox", "width", "height", "preserveAspectRatio", "x", "y")
_MOST_LETTERS = 4 * MOST_BYTES
_CIRCULAR = "refers to itself, or cannot be drawn for another reason; save it as a PNG"
_TOO_LARGE = "takes too long or too much memory to be drawn; simplify its filters, or save it as a PNG"


@frozen(eq=False)
class Job:
    """An element to be drawn to pixels, None for all: what it inherits, the map from its parent to the root, the part
    of the drawing that it can reach, and what its filters and those within it take.
    """

    element: Element | None
    style: Style
    outer: Transform
    region: Box
    efforts: tuple[Effort, ...] = ()


def pictures(
    document: Document, styles: Styles, jobs: Sequence[Job], bounds: Box, printed: float, fonts: FontBook
) -> tuple[tuple[Picture, ...], float]:
    """A picture of its region for each job, and how many pixels an inch of them has, at most PRINTED_DPI, if the longer
    side of the bounds has so many millimetres. Raises ArtError.
    """
    longer = max(bounds.width, bounds.height)
    wanted = min(max(printed / 25.4 * PRINTED_DPI, _SMALLEST_SIDE), _LARGEST_SIDE) / longer
    efforts = [effort for job in jobs for effort in job.efforts]
    scale = pixels_a_unit(wanted, [job.region for job in jobs], efforts)
    drawings = list(_drawings(document, styles, jobs, scale))
    files = [str(font.path) for font in fonts.fonts.values() if isinstance(font.path, FilePath)]
    asked = {"drawings": drawings, "fonts": files, "family": _FONT_FAMILY if TEXT in fonts.fonts else ""}
    try:
        drawn = limited(draw, json.dumps(asked).encode(), _SECONDS, _MEGABYTES)
    except TooMuch as failure:
        raise ArtError(_TOO_LARGE, document.file) from failure
    except Failed as failure:
        raise ArtError(_CIRCULAR, document.file) from failure
    return tuple(_picture(b64decode(data)) for data in drawn), min(PRINTED_DPI, scale * longer / (printed / 25.4))


def _drawings(
    document: Document, styles: Styles, jobs: Iterable[Job], scale: float
) -> Iterator[Mapping[str, str | int]]:
    """The text of a file for each job, and its width in pixels."""
    writer, letters = _Writer(document, styles), 0
    for job in jobs:
        width, height = (max(1, round(side * scale)) for side in (job.region.width, job.region.height))
        text = writer.written(job, width, height)
        letters += len(text)
        if letters > _MOST_LETTERS:
            raise ArtError(_TOO_LARGE, document.file)
        yield {"text": text, "width": width}


def _picture(data: bytes) -> Picture:
    from PIL import Image

    with Image.open(BytesIO(data), formats=("PNG",)) as image:
        return Picture(data, *image.size)


class _Writer:
    """Writes a document, or one element of it, so that it is sound by itself."""

    def __init__(self, document: Document, styles: Styles) -> None:
        self._document = document
        self._styles = styles

    def written(self, job: Job, width: int, height: int) -> str:
        root = Element(f"{SVG}svg")
        seen = job.region
        root.set("viewBox", f"{seen.left} {seen.top} {seen.width} {seen.height}")
        root.attrib.update(width=str(width), height=str(height), preserveAspectRatio="none")
        if job.element is None:
            whole = self._copy(self._document.root)
            assert whole is not None
            if "viewBox" in self._document.root.attrib:  # the bounds are in its units
                for name in _VIEW:
                    whole.attrib.pop(name, None)
            root.attrib.update(whole.attrib | root.attrib)
            root.extend(whole)
        else:
            kept = SubElement(root, f"{SVG}defs")
            for each in self._referred(job.element):
                self._put(each, SubElement(kept, f"{SVG}g", _told(self._styles.around(each))))
            there = SubElement(root, f"{SVG}g", _told(job.style))
            t = job.outer
            there.set("transform", f"matrix({t.a} {t.b} {t.c} {t.d} {t.e} {t.f})")
            self._put(job.element, there)
        ElementTree.register_namespace("", SVG[1:-1])
        return ElementTree.tostring(root, encoding="unicode")

    def _referred(self, element: Element) -> Iterator[Element]:
        """What an element refers to, with all that this refers to, but for what stands within another of them."""
        found: dict[Element, None] = {}
        waiting = [element]
        while waiting:
            for each in waiting.pop().iter():
                values = " ".join((href(each), *self._styles.own(each).values()))
                targets = (self._document.ids.get(name) for name in _NAMED.findall(values))
                new = [target for target in targets if target is not None and target not in found]
                found |= dict.fromkeys(new)
                waiting += new
        for each in found:
            outer = self._document.parents.get(each)
            while outer is not None and outer not in found:
                outer = self._document.parents.get(outer)
            if outer is None:
                yield each

    def _put(self, element: Element, into: Element) -> None:
        copied = self._copy(element)
        if copied is not None:
            into.append(copied)

    def _copy(self, element: Element) -> Element | None:
        """An element with the values that count for it; None for one that is left out."""
        tag = tag_of(element)
        if tag.startswith("{") or tag in _LEFT_OUT:
            return None
        own = self._styles.own(element)
        copy = Element(element.tag, {**_harmless(element), **_told(own)})
        copy.text, copy.tail = element.text, element.tail
        for child in element:
            inner = self._copy(child)
            if inner is not None:
                copy.append(inner)
            elif child.tail and len(copy):
                copy[-1].tail = (copy[-1].tail or "") + child.tail
        return copy


def _harmless(element: Element) -> dict[str, str]:
    """The attributes but for styles, handlers, and references that lead outside."""
    kept = {
        name: value
        for name, value in element.attrib.items()
        if name not in ("style", "class", *HREFS) and not name.lower().startswith("on")
    }
    target = href(element)
    if target.startswith("#") or holds_pixels(target):
        kept["href"] = target
    return _inside(kept)


def _told(style: Style) -> dict[str, str]:
    """Values as attributes, and as a style where there is no attribute of that name."""
    values = _inside(style)
    styled = ";".join(f"{name}:{value}" for name, value in values.items() if name in ONLY_STYLES)
    told = {name: value for name, value in values.items() if name not in ONLY_STYLES}
    return {**told, "style": styled} if styled else told


def _inside(values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if not _OUTSIDE.search(value)}
