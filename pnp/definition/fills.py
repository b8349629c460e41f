"""Colours, fills and shadows in the words of CSS (CSS Color 4, CSS Images 3), read into frozen data.

The names of [colours] go before those of CSS. Every reader raises ValueError with a sentence that names the bad part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from pnp.definition.findings import nearest, quoted, suggest
from pnp.definition.measures import Measure, Spot, measure
from pnp.frozen import frozen

Colours = Mapping[str, str]
"""The [colours] of a deck by their names, each as #rrggbb or #rrggbbaa."""
Figure = Literal["stripes", "dots", "checks", "crosshatch", "icon"]
FIGURES: tuple[Figure, ...] = ("stripes", "dots", "checks", "crosshatch")
Size = Literal["closest-side", "closest-corner", "farthest-side", "farthest-corner"]
SIZES: tuple[Size, ...] = ("closest-side", "closest-corner", "farthest-side", "farthest-corner")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
MOST_STOPS = 32
_LONGEST, _DEEPEST = 1_000, 100
_LEAST_STEP, _MOST_STEP = 0.4, 100.0  # mm between the figures of a pattern
_MOST_SHADOW, _MOST_BLUR = 50.0, 20.0  # mm
_LEAST_OUTLINE, _MOST_OUTLINE = 0.02, 10.0  # mm
_GRADIENTS = ("linear-gradient", "radial-gradient", "repeating-linear-gradient", "repeating-radial-gradient")
_FILLS = (*_GRADIENTS, "pattern")
_SIDES: Mapping[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_HALF = Measure(0.0, 0.5)
_PLACES: Mapping[str, Measure] = {
    "left": Measure(0.0), "top": Measure(0.0), "center": _HALF, "right": Measure(0.0, 1.0), "bottom": Measure(0.0, 1.0),
}  # fmt: skip
_ICON = re.compile(r":([a-z][a-z0-9-]{0,59}):")
_MEND = "write it as #rrggbb, such as #b5482f"


@frozen
class Tint:
    """A colour as #rrggbb, and how much it covers, from 0 to 1."""

    colour: str
    cover: float = 1.0


@frozen
class StopWords:
    """A colour of a gradient, and where along it that stands; None where the others say it."""

    tint: Tint
    at: Measure | None


@frozen
class LinearWords:
    """Colours along a line through the middle of a box: in a direction, clockwise from straight up, or towards a side
    or a corner of it (-1, 0 or 1 across and down).
    """

    degrees: float
    towards: tuple[int, int] | None
    stops: tuple[StopWords, ...]
    repeats: bool


@frozen
class RadialWords:
    """Colours from a point of a box outwards, to an ellipse (or circle) of a size that words or measures give."""

    is_circle: bool
    size: Size | Spot
    centre: Spot
    stops: tuple[StopWords, ...]
    repeats: bool


@frozen
class PatternWords:
    """Figures, or an icon, in one colour on another (or on nothing), so many millimetres apart and turned clockwise."""

    figure: Figure
    icon: str
    ink: Tint
    ground: Tint | None
    step: float
    degrees: float


Fill = Tint | LinearWords | RadialWords | PatternWords


@frozen
class Outline:
    """A line around letters, behind them, of which so many millimetres show."""

    tint: Tint
    width: float


@frozen
class Shadow:
    """A shadow so far to the right and below, in millimetres, its edge `blur` wide on either side."""

    across: float
    down: float
    blur: float
    tint: Tint


def colour(text: str, colours: Colours) -> Tint:
    """A name of [colours], `#rrggbb`, `#rrggbbaa`, `rgb(...)`, `hsl(...)` or a name of CSS."""
    named = colours.get(text, text)
    if COLOUR.fullmatch(named):
        return _digits(named)
    found = _css_colour(named) if named.strip() and len(named) <= _LONGEST and named.count("(") < 2 else None
    if found is None:
        raise ValueError(f"{quoted(text)} is no colour; {_mend(text, colours)}")
    return found


@lru_cache(maxsize=1024)
def _digits(text: str) -> Tint:
    return Tint(text[:7].lower(), int(text[7:], 16) / 255 if len(text) == 9 else 1.0)


def _css_colour(text: str) -> Tint | None:
    from tinycss2.color4 import parse_color

    parsed = parse_color(text)
    if parsed is None or isinstance(parsed, str):  # currentcolor
        return None
    try:
        red, green, blue = (min(1.0, max(0.0, channel or 0.0)) for channel in parsed.to("srgb").coordinates)
    except NotImplementedError:  # a space of colours that screens have and paper does not
        return None
    digits = "".join(f"{round(channel * 255):02x}" for channel in (red, green, blue))
    return Tint(f"#{digits}", round(min(1.0, max(0.0, parsed.alpha)), 4))


def _mend(text: str, colours: Colours) -> str:
    if near := nearest(text, [*colours, *_css_names()]):
        return f"did you mean {quoted(near)}?"
    return suggest(text, colours) if colours and text else _MEND


def _css_names() -> list[str]:
    # Only a mistake pays for this import.
    from PIL.ImageColor import colormap

    return sorted(colormap)


def written(tint: Tint) -> str:
    """The colour as #rrggbb, or #rrggbbaa where it does not cover all."""
    return tint.colour if tint.cover == 1 else f"{tint.colour}{round(tint.cover * 255):02x}"


def fill(text: str, colours: Colours) -> Fill:
    """A colour, a gradient or a pattern."""
    plain = text.strip()
    name, bracket, _ = plain.partition("(")
    if not bracket or plain in colours or not (name in _FILLS or "gradient" in name or name == "pattern"):
        return colour(plain, colours)
    if len(plain) > _LONGEST:
        raise ValueError(f"{quoted(plain)} has over {_LONGEST:,} letters; shorten it")
    if name not in _FILLS:
        raise ValueError(f"{quoted(name)} is no fill; {suggest(name, _FILLS)}")
    parts = _arguments(plain)
    if name == "pattern":
        return _pattern(parts, colours)
    repeats = name.startswith("repeating-")
    return _linear(parts, repeats, colours) if "linear" in name else _radial(parts, repeats, colours)


def _tokens(text: str) -> list[Any]:
    from tinycss2 import parse_component_value_list

    if text.count("(") > _DEEPEST:
        raise ValueError(f"{quoted(text)} has over {_DEEPEST} brackets; write fewer")
    return list(parse_component_value_list(text, skip_comments=True))


def _arguments(text: str) -> list[list[str]]:
    """The words of each part between the commas of `name(...)`."""
    tokens = _tokens(text)
    if len(tokens) != 1 or tokens[0].type != "function" or not text.endswith(")"):
        raise ValueError(f"{quoted(text)} does not end with its bracket; close it")
    parts: list[list[Any]] = [[]]
    for token in tokens[0].arguments:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [list(_words(part)) for part in parts]


def _words(tokens: Sequence[Any]) -> Iterator[str]:
    """The words of a part, `rgb(1 2 3)` being one."""
    word = ""
    for token in tokens:
        if token.type != "whitespace":
            word += token.serialize()
        elif word:
            yield word
            word = ""
    if word:
        yield word


def _linear(parts: list[list[str]], repeats: bool, colours: Colours) -> LinearWords:
    degrees, towards = 180.0, None
    first = parts[0]
    if first[:1] == ["to"]:
        unknown = next((word for word in first[1:] if word not in _SIDES), None)
        if unknown is not None or not 2 <= len(first) <= 3:
            raise ValueError(f"{quoted(' '.join(first))} is no direction; write one such as to right, or to top left")
        ways = [_SIDES[word] for word in first[1:]]
        towards = max(-1, min(1, sum(x for x, _ in ways))), max(-1, min(1, sum(y for _, y in ways)))
        if towards == (0, 0) or (len(ways) == 2 and 0 in towards):
            raise ValueError(f"{quoted(' '.join(first))} is no direction; write one such as to right, or to top left")
        parts = parts[1:]
    elif len(first) == 1 and (turn := _angle(first[0])) is not None:
        degrees, parts = turn, parts[1:]
    return LinearWords(degrees, towards, _stops(parts, colours), repeats)


_ANGLES: Mapping[str, float] = {"deg": 1.0, "turn": 360.0, "grad": 0.9, "rad": 57.29577951308232}


def _angle(text: str) -> float | None:
    found = re.fullmatch(r"([-+]?[0-9]{0,6}\.?[0-9]{1,20})(deg|turn|grad|rad)", text)
    return float(found[1]) * _ANGLES[found[2]] % 360 if found else None


def _radial(parts: list[list[str]], repeats: bool, colours: Colours) -> RadialWords:
    shape, centre = "", (_HALF, _HALF)
    size: Size | list[Measure] | None = None
    if parts[0] and not _is_stop(parts[0], colours):
        words, parts = parts[0], parts[1:]
        if "at" in words:
            at = words.index("at")
            centre, words = _centre(words[at + 1 :]), words[:at]
        shape, size = _extent(words)
    lengths = size if isinstance(size, list) else []
    is_circle = shape == "circle" or (not shape and len(lengths) == 1)
    if lengths and len(lengths) != (1 if is_circle else 2):
        wanted = "one length for a circle" if is_circle else "two lengths for an ellipse"
        raise ValueError(f"the size of the gradient is not understood; write {wanted}")
    extent = "farthest-corner" if size is None else size if isinstance(size, str) else (lengths[0], lengths[-1])
    return RadialWords(is_circle, extent, centre, _stops(parts, colours), repeats)


def _is_stop(words: list[str], colours: Colours) -> bool:
    try:
        colour(words[0], colours)
    except ValueError:
        return False
    return True


def _extent(words: list[str]) -> tuple[str, Size | list[Measure] | None]:
    """The shape of a radial gradient and its size."""
    shape, lengths = "", list[Measure]()
    size: Size | None = None
    for word in words:
        if word in ("circle", "ellipse"):
            shape = word
        elif word in SIZES:
            size = next(known for known in SIZES if known == word)
        elif word[:1].isdigit() or word[:1] == ".":
            lengths.append(measure(word))
        else:
            raise ValueError(f"{quoted(word)} is no colour and no shape of a gradient; write such as circle at 50% 30%")
    if any(length.mm < 0 or length.share < 0 for length in lengths):
        raise ValueError("the size of the gradient is below 0; write a larger one")
    return shape, lengths or size


def _centre(words: list[str]) -> Spot:
    if not 1 <= len(words) <= 2:
        raise ValueError(f"{quoted(' '.join(words))} is no place; write one such as 50% 30%, or top left")
    if words[0] in ("top", "bottom") or words[-1] in ("left", "right"):
        words = words[::-1] if len(words) == 2 else ["center", words[0]] if words[0] in ("top", "bottom") else words
    places = [_PLACES[word] if word in _PLACES else measure(word) for word in words]
    return places[0], places[1] if len(places) == 2 else _HALF


def _stops(parts: list[list[str]], colours: Colours) -> tuple[StopWords, ...]:
    """The stops of a gradient: each a colour with up to two places."""
    if len(parts) > MOST_STOPS:
        raise ValueError(f"there are over {MOST_STOPS} colours in the gradient; write fewer")
    found: list[StopWords] = []
    for words in parts:
        if not words:
            raise ValueError("a colour is missing between two commas; write one, or delete a comma")
        tint = colour(words[0], colours)
        if len(words) > 3:
            raise ValueError(f"{quoted(' '.join(words))} has over two places; write a comma before the next colour")
        found += [StopWords(tint, measure(word)) for word in words[1:]] or [StopWords(tint, None)]
    if len(found) < 2:
        raise ValueError("a gradient has two colours at least; write more, as in linear-gradient(90deg, white, black)")
    return tuple(found)


def _pattern(parts: list[list[str]], colours: Colours) -> PatternWords:
    example = "pattern(stripes, night, #ffffff, 2mm, 45deg)"
    words = [" ".join(part) for part in parts]
    if not 3 <= len(words) <= 5 or not all(words):
        raise ValueError(f"a pattern has a figure, two colours, a length and an angle; write it as in {example}")
    icon = _ICON.fullmatch(words[0].replace(" ", ""))
    figure = next((known for known in FIGURES if known == words[0]), None)
    if icon is None and figure is None:
        raise ValueError(f"{quoted(words[0])} is no pattern; {suggest(words[0], [*FIGURES, ':icon:'])}")
    ground = None if words[2] in ("none", "transparent") else colour(words[2], colours)
    step, degrees = measure(words[3] if len(words) > 3 else "2mm"), _angle(words[4]) if len(words) > 4 else 0.0
    if step.share or not _LEAST_STEP <= step.mm <= _MOST_STEP:
        raise ValueError(f"{quoted(words[3])} is no distance of figures; write {_LEAST_STEP:g}mm to {_MOST_STEP:g}mm")
    if degrees is None:
        raise ValueError(f"{quoted(words[4])} is no angle; write degrees such as 45deg")
    ink = colour(words[1], colours)
    return PatternWords(figure or "icon", icon[1] if icon else "", ink, ground, step.mm, degrees)


def shadow(text: str, colours: Colours) -> Shadow | None:
    """`1mm 1mm 0.8mm #00000066`: to the right, down, the blur if there is any, the colour; None for the empty text."""
    words = list(_words(_tokens(text[:_LONGEST])))
    if not words or words == ["none"]:
        return None
    lengths = [word for word in words if re.match(r"[-+.]?[0-9]", word)]
    others = [word for word in words if word not in lengths]
    if not 2 <= len(lengths) <= 3 or len(others) != 1:
        raise ValueError(f"{quoted(text)} is no shadow; write it as in 1mm 1mm 0.8mm #00000066")
    read = [measure(word) for word in lengths]
    blur = read[2].mm if len(read) > 2 else 0.0
    far = max(abs(read[0].mm), abs(read[1].mm)) > _MOST_SHADOW or not 0 <= blur <= _MOST_BLUR
    if far or any(length.share for length in read):
        most = f"{_MOST_SHADOW:g}mm away and {_MOST_BLUR:g}mm of blur"
        raise ValueError(f"{quoted(text)} is no shadow that can be printed; write lengths up to {most}")
    return Shadow(read[0].mm, read[1].mm, blur, colour(others[0], colours))


def outline(text: str, colours: Colours) -> Outline | None:
    """`white 0.4mm`, in any order; None for the empty text."""
    words = list(_words(_tokens(text[:_LONGEST])))
    if not words or words == ["none"]:
        return None
    lengths = [word for word in words if re.match(r"[-+.]?[0-9]", word)]
    others = [word for word in words if word not in lengths]
    if len(lengths) != 1 or len(others) != 1:
        raise ValueError(f"{quoted(text)} is no outline; write it as in white 0.4mm")
    width = measure(lengths[0])
    if width.share or not _LEAST_OUTLINE <= width.mm <= _MOST_OUTLINE:
        mend = f"write a width of {_LEAST_OUTLINE:g}mm to {_MOST_OUTLINE:g}mm"
        raise ValueError(f"{quoted(text)} is no outline that can be printed; {mend}")
    return Outline(colour(others[0], colours), width.mm)
