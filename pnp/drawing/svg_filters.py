"""What filters of SVG take to be drawn to pixels, so that there are as many pixels as can be had in bounded time.

Source: Filter Effects 1, and measurements of resvg 0.48, whose time grows with the pixels of each step.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from pnp.drawing.svg_document import tag_of
from pnp.drawing.svg_values import plain_numbers
from pnp.frozen import frozen
from pnp.geometry import Box

# Seconds: a megapixel of a picture, one of a step, a pixel that is looked at.
_A_PICTURE, _A_STEP, _A_LOOK = 0.1, 0.12, 5e-9
_OCTAVES, _MOST_OCTAVES = 2.5, 10  # steps of each octave of a noise; further ones are not drawn
_STEPS_OF_FUNCTION = 3
_BYTES = 4  # a pixel
_MOST_SECONDS = 5.0
_MOST_MEGABYTES = 400
_LESS = 0.95
_NAMED = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)|([a-z-]+)\(")


@frozen
class Effort:
    """What a filter takes: the part of the drawing that it can reach, the steps through all pixels of it, the pixels
    looked at from each of them (in square units of the drawing), and the pictures that are held meanwhile.
    """

    reach: Box
    steps: float = 0.0
    looks: float = 0.0
    held: float = 0.0

    @property
    def area(self) -> float:
        return self.reach.width * self.reach.height


def effort_of(told: str, reach: Box, scale: float, ids: Mapping[str, Element]) -> Effort:
    """The effort of a `filter` where a unit is so large in the drawing."""
    steps = looks = held = 0.0
    for name, function in _NAMED.findall(told):
        server = ids.get(name)
        if server is not None and tag_of(server) == "filter":
            more, further = _steps_of(server)
            steps, looks, held = steps + more, looks + further * scale * scale, held + len(server) + 3
        elif function:
            steps, held = steps + _STEPS_OF_FUNCTION, held + _STEPS_OF_FUNCTION
    return Effort(reach, steps, looks, held)


def _steps_of(element: Element) -> tuple[float, float]:
    steps, looks = 1.0, 0.0
    for step in element:
        tag = tag_of(step)
        first, *others = plain_numbers(step.get({"feMorphology": "radius"}.get(tag, "order"), "")) or [0.0]
        area = abs(first * (others[0] if others else first))
        if tag == "feMorphology":
            looks += 4 * area
        elif tag == "feConvolveMatrix":
            steps += area * _A_LOOK * 1e6 / _A_STEP
        elif tag == "feTurbulence":
            octaves = plain_numbers(step.get("numOctaves", "1")) or [1.0]
            steps += _OCTAVES * min(octaves[0], _MOST_OCTAVES)
        steps += 1 + len(step) / 2
    return steps, looks


def pixels_a_unit(wanted: float, pictures: Iterable[Box], efforts: Sequence[Effort]) -> float:
    """So many pixels to a unit of a drawing as are wanted, or fewer where that takes too long or too much memory."""
    area = math.fsum(picture.width * picture.height for picture in pictures)
    scale = wanted
    while _seconds(scale, area, efforts) > _MOST_SECONDS or _megabytes(scale, efforts) > _MOST_MEGABYTES:
        scale *= _LESS
    return scale


def _seconds(scale: float, area: float, efforts: Iterable[Effort]) -> float:
    seconds = (each.area * (_A_STEP * each.steps / 1e6 + _A_LOOK * each.looks * scale**2) for each in efforts)
    return (area * _A_PICTURE / 1e6 + math.fsum(seconds)) * scale**2


def _megabytes(scale: float, efforts: Iterable[Effort]) -> float:
    return max((each.area * each.held for each in efforts), default=0.0) * scale**2 * _BYTES / 1e6
