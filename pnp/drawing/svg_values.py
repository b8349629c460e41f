"""Numbers, lengths, colours, maps and view boxes as SVG and CSS write them; None for what browsers pass over.

Source: SVG 2, 8 (coordinate systems); CSS Values and Units 3, 5 and 6; CSS Transforms 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from pnp.drawing.colour import Colour
from pnp.geometry import IDENTITY, Box, Transform

MOST_NUMBER = 1e6
"""Beyond all pages; no number of a drawing is larger."""
LEAST_SIDE = 1e-4
"""Of a drawing, in its own units."""
PX_PER_MM = 96 / 25.4
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+(?![a-zA-Z]))?)\s*([a-zA-Z]*|%)\s*")
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": PX_PER_MM, "cm": 10 * PX_PER_MM, "in": 96.0,
          "q": PX_PER_MM / 4}  # fmt: skip
_EMS = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5}
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_CALL = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)")
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
_ALIGN = {"xMin": 0.0, "xMid": 0.5, "xMax": 1.0, "YMin": 0.0, "YMid": 0.5, "YMax": 1.0}


def plain_numbers(text: str) -> list[float] | None:
    """The numbers of a list; None when there is anything else in it, or a number that is too large for any page."""
    values = [float(match) for match in _NUMBER.findall(text)]
    plain = not _NUMBER.sub("", text).strip(" ,\t\r\n") and all(abs(value) <= MOST_NUMBER for value in values)
    return values if plain else None


def length(text: str, whole: float = 100.0, em: float = 16.0) -> float | None:
    """User units of a length; `whole` is what 100% are."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    value, unit = float(found[1]), found[2].lower()
    if unit == "%":
        value *= whole / 100
    elif unit in _EMS:
        value *= _EMS[unit] * em
    elif unit in _UNITS:
        value *= _UNITS[unit]
    else:
        return None
    return value if abs(value) <= MOST_NUMBER else None


def share(text: str) -> float | None:
    """A number or percentage from 0 to 1."""
    found = _LENGTH.fullmatch(text)
    if found is None or found[2] not in ("", "%"):
        return None
    value = float(found[1]) / (100 if found[2] else 1)
    return min(1.0, max(0.0, value)) if math.isfinite(value) else None


@lru_cache(1024)
def colour_of(text: str) -> tuple[Colour, float] | None:
    """A colour and how much it covers."""
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        opacity = int(digits[6:], 16) / 255 if len(digits) == 8 else 1.0
        return Colour.parse(f"#{digits[:6]}"), opacity
    return _computed(text[:200])


def _computed(text: str) -> tuple[Colour, float] | None:
    from tinycss2.color4 import parse_color  # few drawings need it

    try:
        found = parse_color(text)
        red, green, blue = found.to("srgb").coordinates
    except (AttributeError, ValueError, NotImplementedError, RecursionError, ArithmeticError):
        return None
    channels = [min(1.0, max(0.0, float(level or 0.0))) for level in (red, green, blue)]
    return Colour(*channels), min(1.0, max(0.0, float(found.alpha)))


def transform_of(text: str, em: float = 16.0) -> Transform | None:
    """The map of a list of transforms; None for one that cannot be read, which browsers leave out."""
    result, at = IDENTITY, 0
    while found := _CALL.match(text, at):
        map_ = _map(found[1], found[2], em)
        if map_ is None:
            return None
        result, at = map_.then(result), found.end()
    return None if text[at:].strip(" ,\t\r\n") or not is_bounded(result) else result


def is_bounded(t: Transform) -> bool:
    """Whether it leads to no place beyond all pages."""
    return all(abs(value) <= MOST_NUMBER for value in (t.a, t.b, t.c, t.d, t.e, t.f))


def _map(name: str, arguments: str, em: float) -> Transform | None:
    counts, make = _MAPS.get(name, ((), None))
    values = plain_numbers(arguments)
    if values is None:
        parts = [part for part in re.split(r"[\s,]+", arguments.strip()) if part]
        angles = name in ("rotate", "skewX", "skewY")
        found = [_angle(part) if angles else length(part, em=em) for part in parts]
        if any(value is None for value in found):
            return None
        values = [value for value in found if value is not None]
    return make(*values) if make is not None and len(values) in counts else None


def _angle(text: str) -> float | None:
    found = _LENGTH.fullmatch(text)
    angle = float(found[1]) * _ANGLES[found[2]] if found and found[2] in _ANGLES else None
    return angle if angle is not None and abs(angle) <= MOST_NUMBER else None


def _turned(degrees: float, x: float = 0.0, y: float = 0.0) -> Transform:
    return Transform.moved(-x, -y).then(Transform.rotated(degrees)).then(Transform.moved(x, y))


def _slant(degrees: float) -> float:
    return math.tan(math.radians(degrees))


_Maker = Callable[..., Transform]
_MAPS: Mapping[str, tuple[tuple[int, ...], _Maker | None]] = {
    "translate": ((1, 2), lambda x, y=0.0: Transform.moved(x, y)),
    "translateX": ((1,), lambda x: Transform.moved(x, 0.0)),
    "translateY": ((1,), lambda y: Transform.moved(0.0, y)),
    "scale": ((1, 2), Transform.scaled),
    "scaleX": ((1,), lambda x: Transform.scaled(x, 1.0)),
    "scaleY": ((1,), lambda y: Transform.scaled(1.0, y)),
    "rotate": ((1, 3), _turned),
    "skewX": ((1,), lambda degrees: Transform(c=_slant(degrees))),
    "skewY": ((1,), lambda degrees: Transform(b=_slant(degrees))),
    "matrix": ((6,), Transform),
}


def view_box(text: str | None) -> Box | None:
    """The box of a `viewBox`; None for none, or one that has no area."""
    values = plain_numbers(text) if text else None
    if values is None or len(values) != 4 or min(values[2:]) < LEAST_SIDE:
        return None
    left, top, width, height = values
    return Box(left, top, left + width, top + height)


def fitted_into(view: Box, port: Box, preserve: str | None) -> Transform:
    """The map of a view box into its port, as `preserveAspectRatio` says."""
    words = (preserve or "xMidYMid").replace("defer", "").split()
    align = words[0] if words else "xMidYMid"
    across, down = port.width / view.width, port.height / view.height
    if align != "none":
        scale = max(across, down) if "slice" in words else min(across, down)
        across = down = scale
    x, y = _ALIGN.get(align[:4], 0.5), _ALIGN.get(align[4:], 0.5)
    if align == "none":
        x = y = 0.0
    left = port.left + (port.width - view.width * across) * x - view.left * across
    top = port.top + (port.height - view.height * down) * y - view.top * down
    return Transform(across, 0, 0, down, left, top)
