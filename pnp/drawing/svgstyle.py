"""An element of an SVG file in; how it is to look, by attributes or a style, and what need not be understood, out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
PAINT = frozenset(
    {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule", "color", "display"}
)
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
_NOTHING = re.compile("none")
_WHOLE = re.compile(r"1(\.0*)?|100%")
_HARMLESS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "opacity": _WHOLE, "fill-opacity": _WHOLE, "stroke-opacity": _WHOLE, "stroke-dasharray": _NOTHING,
        "marker": _NOTHING, "marker-start": _NOTHING, "marker-mid": _NOTHING, "marker-end": _NOTHING,
        "filter": _NOTHING, "mask": _NOTHING, "clip-path": _NOTHING, "vector-effect": _NOTHING,
        "visibility": re.compile("visible"), "mix-blend-mode": re.compile("normal"),
        "paint-order": re.compile("normal|(markers )?fill( markers)?( stroke)?( markers)?"),
    }
)  # fmt: skip
"""What drawing programs write where they leave a thing as it is."""


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
