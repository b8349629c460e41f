"""Reads an element of a layout: where it stands, when it is there and, by its type, what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.definition import measures
from pnp.definition.conditions import read_conditions
from pnp.definition.contents import (
    ALIGNS,
    BLEEDS,
    CAPS,
    FITS,
    JOINS,
    LINE_ENDS,
    PATTERNS,
    ROUTES,
    RULES,
    VALIGNS,
    Align,
    Arc,
    Code,
    Connector,
    Content,
    Drawing,
    Ellipse,
    Form,
    ImageFile,
    Line,
    Mark,
    Outline,
    Pen,
    Pips,
    Polygon,
    Rectangle,
    RegularPolygon,
    Star,
    Tabular,
    Valign,
    Words,
)
from pnp.definition.design import AREAS, Area, Element, Test, names_in
from pnp.definition.fills import fill
from pnp.definition.findings import quoted, suggest
from pnp.definition.measures import length
from pnp.definition.section import CONTENTS, ELEMENT, Section
from pnp.definition.styles import BLACK, Resources, read_colour, read_shadow, read_style, read_template
from pnp.definition.tabular import read_table
from pnp.geometry import Box

_FURTHEST = 1200.0  # mm, as far as a piece can reach
_ANYWHERE = frozenset({"polygon", "path", "connector"})
"""Types of elements that say themselves where on the piece they are."""


def read_element(called: str, section: Section, boxes: Section, resources: Resources) -> Element | None:
    """The element of that name; None with findings where it cannot be told what it is."""
    kind = section.choice("type", CONTENTS, what="type of element")
    if not kind:
        return None
    section.check_keys((*ELEMENT, *CONTENTS[kind]))
    content = _READERS[kind](section, resources)
    area = read_own_area(section, boxes)
    tests = tuple(test for test in read_conditions(section, "when") if isinstance(test, Test))
    shadow = content.style.shadow if isinstance(content, Words | Tabular) else read_shadow(section, resources.colours)
    element = Element(
        called, content, area or "trim", tests, section.decimal("turn", 0, -360, 360) % 360, section.flag("twice"),
        str(section.place()), {key: str(section.place(key)) for key in section.names()},
        section.figure("opacity", "50%", ""), shadow,
    )  # fmt: skip
    return element if area and _templates_close(element, section) else None


def _words(section: Section, resources: Resources) -> Words:
    along = read_template(section, "along", "arc 30mm", "", measures.along)
    return Words(section.text("text", "{name}"), read_style(section, resources), along)


def _image(section: Section, _: Resources) -> ImageFile:
    file, alt = section.text("file", "art/{name}.png"), section.text("alt", "{name}", "")
    fit, bleed = section.one_of("fit", FITS, "cover"), section.one_of("bleed", BLEEDS, "mirror")
    clip, mask = section.text("clip", "circle", ""), section.text("mask", "art/mask.png", "")
    part, grid = section.text("part", "0 64 32 32", ""), section.text("grid", "8x4", "")
    if part and grid:
        section.fault("wrong-value", "the picture has a part and a grid; delete one", "part")
    cell = section.figure("cell", "{count}") if grid else section.figure("cell", "{count}", "")
    return ImageFile(
        file, fit, bleed, section.length("corner", 0, 600), *_aligned(section), alt, clip, mask,
        section.text("fade", "bottom 8mm", ""), part, grid, cell,
    )  # fmt: skip


def _icon(section: Section, resources: Resources) -> Mark:
    icon, own = section.text("icon", "{suit}"), _colour(section, "colour", "", resources)
    return Mark(icon, own, *_aligned(section))


def _pips(section: Section, resources: Resources) -> Pips:
    icon, count = section.text("icon", "{suit}"), section.text("count", "{value}")
    pattern, size = section.one_of("pattern", PATTERNS, "row"), section.length("size", 6, 600, least=1)
    own = _colour(section, "colour", "", resources)
    return Pips(icon, count, pattern, size, own, *_aligned(section))


def _code(section: Section, resources: Resources) -> Code:
    dark, light = (_colour(section, *usual, resources) for usual in (("colour", BLACK), ("ground", "#ffffff")))
    return Code(section.text("text", "https://example.org"), dark, light)


def _aligned(section: Section) -> tuple[Align, Valign]:
    return section.one_of("align", ALIGNS, "centre"), section.one_of("valign", VALIGNS, "middle")


def _rectangle(section: Section, resources: Resources) -> Form:
    return _form(section, resources, Rectangle(_corner(section)))


def _round(section: Section, resources: Resources) -> Form:
    return _form(section, resources, Ellipse())


def _polygon(section: Section, resources: Resources) -> Form:
    return _form(section, resources, Polygon(section.text("points", "0 0, 20 0, 10 15"), _corner(section)))


def _regular_polygon(section: Section, resources: Resources) -> Form:
    return _form(section, resources, RegularPolygon(section.figure("corners", "6"), _corner(section)))


def _star(section: Section, resources: Resources) -> Form:
    outline = Star(section.figure("corners", "5", "5"), section.figure("inner", "40%", "40%"), _corner(section))
    return _form(section, resources, outline)


def _arc(section: Section, resources: Resources) -> Form:
    start, end = section.figure("start", "0", "0"), section.figure("end", "90")
    return _form(section, resources, Arc(start, end, section.figure("inner", "60%", "0")))


def _path(section: Section, resources: Resources) -> Form:
    path, view = section.text("path", "M0 0 L20 0 L10 15 Z"), section.text("view", "0 0 24 24", "")
    fit, rule = section.one_of("fit", FITS, "contain"), section.one_of("rule", RULES, "nonzero")
    return _form(section, resources, Drawing(path, view, fit, rule))


def _form(section: Section, resources: Resources, outline: Outline) -> Form:
    area, pen = _fill(section, resources), _pen(section, resources)
    if not area and not pen.colour:
        section.fault("missing-key", 'nothing would be seen of it; add fill = "#ffffff" or line = "#000000"')
    return Form(outline, area, pen)


def _line(section: Section, resources: Resources) -> Line:
    return Line(section.text("points", "0 0, 20 5", ""), _corner(section), _drawn(section, resources))


def _connector(section: Section, resources: Resources) -> Connector:
    start, end = section.text("from", "farm"), section.text("to", "mill left")
    route, gap = section.one_of("route", ROUTES, "straight"), section.length("gap", 0, 100)
    return Connector(start, end, route, gap, _corner(section), _drawn(section, resources))


def _drawn(section: Section, resources: Resources) -> Pen:
    """The pen of what is nothing but a line."""
    pen = _pen(section, resources)
    if not pen.colour:
        section.fault("missing-key", 'nothing would be seen of it; add line = "#000000"')
    return pen


def _pen(section: Section, resources: Resources) -> Pen:
    dash = section.lengths("dash", 100, least=0.1)
    return Pen(
        colour=_colour(section, "line", "", resources),
        width=section.length("width", 0.35, 50, least=0.05),
        dash=dash * 2 if len(dash) == 1 else dash,
        cap=section.one_of("cap", CAPS, "butt"),
        join=section.one_of("join", JOINS, "mitre"),
        tail=section.one_of("tail", LINE_ENDS, "none"),
        head=section.one_of("head", LINE_ENDS, "none"),
    )


def _corner(section: Section) -> float:
    return section.length("corner", 0, 600)


def _fill(section: Section, resources: Resources) -> str:
    """A template for a colour, a gradient or a pattern."""
    return read_template(section, "fill", "#b5482f", "", lambda text: fill(text, resources.colours), "colour")


def _colour(section: Section, key: str, default: str, resources: Resources) -> str:
    return read_colour(section, key, default, resources.colours)


def read_own_area(section: Section, boxes: Section) -> Box | Area | None:
    """The box of an element, by its type: some say themselves where they are, and a line may be level or upright."""
    kind = section.text("type", "text", "")
    anywhere = kind in _ANYWHERE or (kind == "line" and "points" in section)
    return read_area(section, boxes, "trim" if anywhere else None, flat=kind == "line")


def read_area(section: Section, boxes: Section, default: str | None = None, flat: bool = False) -> Box | Area | None:
    """The box that an element gives or names."""
    given = section.text("box", "4 4 55 10", default)
    if not given:
        return None
    for area in AREAS:
        if given == area:
            return area
    named = given in boxes
    where, key = (boxes, given) if named else (section, "box")
    lengths = (boxes.text(given, "4 4 55 10") if named else given).split()
    if not named and length(lengths[0]) is None:
        mend = suggest(given, [*boxes.names(), *AREAS])
        section.fault("box", f"{quoted(given)} is no box; write x y width height in mm, or a name: {mend}", "box")
        return None
    sides = [mm for mm in map(length, lengths[:5]) if mm is not None]
    if not len(sides) == len(lengths) == 4:
        where.fault("box", f'{quoted(" ".join(lengths))} is no box; write x y width height in mm: "4 4 55.5 10"', key)
        return None
    x, y, width, height = sides
    least = 0.0 if flat else 0.1
    if max(map(abs, sides)) > _FURTHEST:
        where.fault("box", f"the box reaches further than {_FURTHEST:,.0f} mm; write smaller numbers", key)
        return None
    if min(width, height) < least or width + height < 0.1:
        where.fault("box", "the box has no room inside; write a width and a height above 0", key)
        return None
    return Box(x, y, x + width, y + height)


def _templates_close(element: Element, section: Section) -> bool:
    """Whether every brace of its templates belongs to a name."""
    for key, template in element.templates():
        try:
            names_in(template)
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            return False
    return True


_READERS: Mapping[str, Callable[[Section, Resources], Content]] = {
    "text": _words, "table": read_table, "image": _image, "icon": _icon, "pips": _pips, "qr": _code,
    "rectangle": _rectangle, "round": _round, "polygon": _polygon, "regular-polygon": _regular_polygon, "star": _star,
    "arc": _arc, "path": _path, "line": _line, "connector": _connector,
}  # fmt: skip
