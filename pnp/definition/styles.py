"""Reads how texts are set: the style of an element, and what the styles of a deck change of words within a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.definition.contents import BULLET, CASES, TEXT_ALIGNS, VALIGNS, SpanStyle, TextStyle
from pnp.definition.fills import Colours, colour, outline, shadow
from pnp.definition.findings import quoted
from pnp.definition.measures import Measure, measure
from pnp.definition.section import Section
from pnp.frozen import frozen

SMALLEST_TEXT, LARGEST_TEXT = 6.0, 300.0
"""Points: what can still be read on a table, and what fills a board."""
BLACK = "#000000"
_MOST_COLUMNS = 12
_LEAST_TRACKED, _MOST_TRACKED = -0.2, 2.0  # ems
_LEAST_SCALE, _MOST_SCALE = 0.1, 10.0
_NO_TRACKING = Measure(0.0)


@frozen
class Resources:
    """What elements may name besides the values of a row."""

    families: tuple[str, ...]
    styles: Mapping[str, Section]
    colours: Mapping[str, str]
    columns: frozenset[str] = frozenset()
    """Those of all tables."""


def read_style(section: Section, resources: Resources, in_cells: bool = False) -> TextStyle:
    """How the text of an element is set: its own keys over those of the style that it names. Cells have no columns."""
    named = section.choice("style", resources.styles, "", what="style of [styles]") if "style" in section else ""
    both = section.over(resources.styles[named]) if named in resources.styles else section
    size = both.points("size", 9, SMALLEST_TEXT, LARGEST_TEXT)
    return TextStyle(
        font=both.choice("font", resources.families, "text"),
        size=size,
        smallest=min(size, both.points("smallest", SMALLEST_TEXT, SMALLEST_TEXT, LARGEST_TEXT)),
        colour=read_colour(both, "colour", BLACK, resources.colours),
        align=both.one_of("align", TEXT_ALIGNS, "left"),
        valign=both.one_of("valign", VALIGNS, "top"),
        bold=both.flag("bold"),
        italic=both.flag("italic"),
        leading=both.decimal("leading", 1.25, 0.8, 3),
        tracking=_tracking(both),
        case=both.one_of("case", CASES, "as-written"),
        underline=both.flag("underline"),
        strike=both.flag("strike"),
        space=both.length("space", 0, 100),
        indent=both.length("indent", 0, 100),
        bullet=both.text("bullet", ":coin:", BULLET),
        columns=1 if in_cells else both.whole("columns", 1, _MOST_COLUMNS) or 1,
        gutter=both.length("gutter", 4, 100),
        outline=read_template(both, "outline", "white 0.4mm", "", lambda text: outline(text, resources.colours)),
        shadow=read_shadow(both, resources.colours),
    )


def read_span(section: Section, resources: Resources) -> SpanStyle:
    """What a style changes of words within a text."""
    scale = _scale(section)

    def said(key: str) -> bool | None:
        return section.flag(key) if key in section else None

    varies = tuple(key for key in section.templates() if key in ("colour", "outline"))
    return SpanStyle(
        font=section.choice("font", resources.families) if "font" in section else None,
        size=section.points("size", 9, SMALLEST_TEXT, LARGEST_TEXT) if "size" in section and scale is None else None,
        scale=scale,
        colour=read_colour(section, "colour", "", resources.colours),
        bold=said("bold"),
        italic=said("italic"),
        tracking=_tracking(section) if "tracking" in section else None,
        case=section.one_of("case", CASES, "as-written") if "case" in section else None,
        underline=said("underline"),
        strike=said("strike"),
        outline=read_template(section, "outline", "white 0.4mm", "", lambda text: outline(text, resources.colours)),
        varies=varies,
    )


def _scale(section: Section) -> float | None:
    """A size that is a share of the letters around it; None for one in points, or none."""
    size = section.text("size", "120%", "") if "size" in section else ""
    if not size.endswith("%"):
        return None
    try:
        share = measure(size).share
    except ValueError:
        share = 0.0
    if _LEAST_SCALE <= share <= _MOST_SCALE:
        return share
    section.fault("wrong-value", f"{quoted(size)} is no size; write {_LEAST_SCALE:.0%} to {_MOST_SCALE:.0%}", "size")
    return 1.0


def _tracking(section: Section) -> Measure:
    """How far letters are set apart: a share of their size, or a length."""
    said = section.text("tracking", "5%", "")
    if not said:
        return _NO_TRACKING
    try:
        found = measure(said)
    except ValueError:
        message = f"{quoted(said)} is no distance of letters; write one such as 5% or 0.2mm"
        section.fault("wrong-value", message, "tracking")
        return _NO_TRACKING
    if not (_LEAST_TRACKED <= found.share <= _MOST_TRACKED and -2 <= found.mm <= 20):
        mend = f"write {_LEAST_TRACKED:.0%} to {_MOST_TRACKED:.0%}, or -2mm to 20mm"
        section.fault("out-of-range", f"'tracking' is {quoted(said)}; {mend}", "tracking")
        return _NO_TRACKING
    return found


def read_colour(section: Section, key: str, default: str, colours: Colours) -> str:
    """A colour template; one without columns must be a colour now."""
    return read_template(section, key, "#b5482f", default, lambda text: colour(text, colours), "colour")


def read_shadow(section: Section, colours: Colours) -> str:
    """A template for a shadow."""
    return read_template(section, "shadow", "1mm 1mm #00000066", "", lambda text: shadow(text, colours))


def read_template(
    section: Section, key: str, example: str, default: str, read: Callable[[str], object], code: str = ""
) -> str:
    """A template; what it says without columns must be readable now."""
    template = section.text(key, example, default)
    if template and "{" not in template and template != default:
        try:
            read(template)
        except ValueError as fault:
            section.fault(code or key, str(fault), key)
    return template
