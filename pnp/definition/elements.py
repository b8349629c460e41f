"""One entry of [[layouts.NAME.elements]] in, its Element out; a finding for whatever it should not say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

from pnp.definition.design import (
    ALIGNS,
    AREAS,
    BLEEDS,
    COLOUR,
    FITS,
    PATTERNS,
    VALIGNS,
    Area,
    Code,
    Content,
    Element,
    Form,
    Mark,
    Picture,
    Pips,
    Test,
    TextStyle,
    Words,
)
from pnp.definition.findings import meant, shown
from pnp.definition.schema import CONTENTS, ELEMENT
from pnp.definition.section import Section
from pnp.definition.templates import names_in
from pnp.frozen import frozen
from pnp.geometry import Box

SMALLEST_TEXT, LARGEST_TEXT = 6.0, 300.0
"""Points: what can still be read on a table, and what fills a board."""
_NUMBER = re.compile(r"-?\d{1,4}(?:\.\d{1,4})?")
_TEST = re.compile(r"(?P<column>.+?)\s*(?:(?P<sign>!?=)\s*(?P<value>.*)|\sis (?P<no>not )?empty)", re.DOTALL)
_LONGEST_TEST = 300
_MOST_TESTS = 20
_FURTHEST = 1200.0  # mm, as far as a piece can reach
_TESTS = '"suit = cups", "suit != cups", "text is empty" or "text is not empty"'


@frozen
class Resources:
    """What elements may name besides the values of a row."""

    families: tuple[str, ...]
    styles: Mapping[str, Section]
    colours: Mapping[str, str]


def read_element(called: str, section: Section, boxes: Section, resources: Resources) -> Element | None:
    """The element of that name; None with findings where it cannot be told what it is."""
    kind = section.choice("type", CONTENTS, what="type of element")
    if not kind:
        return None
    section.check_keys((*ELEMENT, *CONTENTS[kind]))
    content = _content(kind, section, resources)
    area = _area(section, boxes, flat=kind == "line")
    element = Element(
        called, content, area or "trim", _tests(section), section.whole("turn", 0, 359) or 0, section.flag("twice"),
        str(section.place()), {key: str(section.place(key)) for key in section.names()},
    )  # fmt: skip
    return element if area and _templates_close(element, section) else None


def _content(kind: str, section: Section, resources: Resources) -> Content:
    match kind:
        case "text":
            return Words(section.text("text", "{name}"), _style(section, resources))
        case "image":
            return Picture(
                file=section.text("file", "art/{name}.png"),
                fit=section.one_of("fit", FITS, "cover"),
                bleed=section.one_of("bleed", BLEEDS, "mirror"),
                corner=section.length("corner", 0, 600),
                align=section.one_of("align", ALIGNS, "centre"),
                valign=section.one_of("valign", VALIGNS, "middle"),
                alt=section.text("alt", "{name}", ""),
            )
        case "icon":
            return Mark(
                icon=section.text("icon", "{suit}"),
                colour=_colour(section, "colour", "", resources),
                align=section.one_of("align", ALIGNS, "centre"),
                valign=section.one_of("valign", VALIGNS, "middle"),
            )
        case "pips":
            return Pips(
                icon=section.text("icon", "{suit}"),
                count=section.text("count", "{value}"),
                pattern=section.one_of("pattern", PATTERNS, "row"),
                size=section.length("size", 6, 600, least=1),
                colour=_colour(section, "colour", "", resources),
                align=section.one_of("align", ALIGNS, "centre"),
                valign=section.one_of("valign", VALIGNS, "middle"),
            )
        case "qr":
            ground = _colour(section, "ground", "#ffffff", resources)
            return Code(section.text("text", "https://example.org"), _ink(section, resources), ground)
        case _:
            return _form(kind, section, resources)


def _form(kind: str, section: Section, resources: Resources) -> Form:
    fill, line = (_colour(section, key, "", resources) for key in ("fill", "line"))
    if not fill and not line:
        wanted = 'line = "#000000"' if kind == "line" else 'fill = "#ffffff" or line = "#000000"'
        section.fault("missing-key", f"nothing would be seen of it; add {wanted}")
    form = Form(
        "rectangle", fill, line, section.length("width", 0.35, 50, least=0.05), section.length("dash", 0, 100),
        section.length("corner", 0, 600),
    )  # fmt: skip
    return replace(form, form="round" if kind == "round" else "line" if kind == "line" else "rectangle")


def _style(section: Section, resources: Resources) -> TextStyle:
    """The keys of the element itself over those of the style that it names."""
    named = section.choice("style", resources.styles, "", what="style of [styles]") if "style" in section else ""
    both = section.over(resources.styles[named]) if named in resources.styles else section
    size = both.points("size", 9, SMALLEST_TEXT, LARGEST_TEXT)
    return TextStyle(
        font=both.choice("font", resources.families, "text"),
        size=size,
        smallest=min(size, both.points("smallest", SMALLEST_TEXT, SMALLEST_TEXT, LARGEST_TEXT)),
        colour=_ink(both, resources),
        align=both.one_of("align", ALIGNS, "left"),
        valign=both.one_of("valign", VALIGNS, "top"),
        bold=both.flag("bold"),
        italic=both.flag("italic"),
        leading=both.decimal("leading", 1.25, 0.8, 3),
    )


def _ink(section: Section, resources: Resources) -> str:
    return _colour(section, "colour", "#000000", resources)


def _colour(section: Section, key: str, default: str, resources: Resources) -> str:
    """A colour template; one without columns must be a colour now."""
    colour = section.text(key, "#b5482f", default)
    plain = "{" not in colour and colour and colour != default
    if plain and colour not in resources.colours and not COLOUR.fullmatch(colour):
        mend = meant(colour, resources.colours) if resources.colours else "write it as #rrggbb, such as #b5482f"
        section.fault("colour", f"{shown(colour)} is no colour; {mend}", key)
    return colour


def _area(section: Section, boxes: Section, flat: bool) -> Box | Area | None:
    """The box that an element gives or names."""
    given = section.text("box", "4 4 55 10")
    if not given:
        return None
    for area in AREAS:
        if given == area:
            return area
    named = given in boxes
    where, key = (boxes, given) if named else (section, "box")
    numbers = (boxes.text(given, "4 4 55 10") if named else given).split()
    if not named and not _NUMBER.fullmatch(numbers[0]):
        mend = meant(given, [*boxes.names(), *AREAS])
        section.fault("box", f"{shown(given)} is no box; write x y width height in mm, or a name: {mend}", "box")
        return None
    if len(numbers) != 4 or not all(map(_NUMBER.fullmatch, numbers)):
        where.fault("box", f'{shown(" ".join(numbers))} is no box; write x y width height in mm: "4 4 55.5 10"', key)
        return None
    x, y, width, height = map(float, numbers)
    least = 0.0 if flat else 0.1
    if not isfinite(x + y + width + height) or max(map(abs, (x, y, width, height))) > _FURTHEST:
        where.fault("box", f"the box reaches further than {_FURTHEST:,.0f} mm; write smaller numbers", key)
        return None
    if min(width, height) < least or width + height < 0.1:
        where.fault("box", "the box has no room inside; write a width and a height above 0", key)
        return None
    return Box(x, y, x + width, y + height)


def _tests(section: Section) -> tuple[Test, ...]:
    """All that must hold for the element to be there."""
    given = section.lines("when")
    if len(given) > _MOST_TESTS:
        section.fault("too-large", f"there are over {_MOST_TESTS} tests; write fewer", "when")
    given = given[:_MOST_TESTS]
    return tuple(test for text in given if (test := _test(text, section)) is not None)


def _test(text: str, section: Section) -> Test | None:
    found = _TEST.fullmatch(text.strip()) if len(text) <= _LONGEST_TEST else None
    if found is None:
        section.fault("when", f"{shown(text)} is no test; write {_TESTS}", "when")
        return None
    if found["sign"]:
        return Test(found["column"], found["sign"] == "=", found["value"])
    return Test(found["column"], found["no"] is None, "")


def _templates_close(element: Element, section: Section) -> bool:
    """Whether every brace of its templates belongs to a name."""
    for key, template in element.templates():
        try:
            names_in(template)
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            return False
    return True
