"""Colours, their greys, how they look in three kinds of colour blindness, and perceptual distances between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal

from pnp.frozen import frozen

Sight = Literal["colour", "grey", "deuteranopia", "protanopia", "tritanopia"]
SIGHTS: tuple[Sight, ...] = ("colour", "grey", "deuteranopia", "protanopia", "tritanopia")
LEAST_DIFFERENCE = 10.0
"""In CIEDE2000: below it two patches of print are easily taken for one another."""

_LUMINANCE = (0.2126, 0.7152, 0.0722)
Rows = tuple[tuple[float, float, float], ...]
#: What linear red, green and blue become. Colour blindness: Machado, Oliveira and Fernandes 2009, severity 1.0.
SEEN: Mapping[Sight, Rows] = {
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


@frozen
class Colour:
    """An sRGB colour, each channel from 0 to 1."""

    red: float
    green: float
    blue: float

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> Colour:
        """The colour of `#rrggbb`; ValueError with a sentence for anything else."""
        digits = text.removeprefix("#")
        if len(digits) != 6 or len(text) != 7 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            raise ValueError(f"'{text}' is not a colour; write it as #rrggbb, such as #b5482f")
        return cls(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))

    def __str__(self) -> str:
        return "#" + "".join(f"{round(channel * 255):02x}" for channel in (self.red, self.green, self.blue))

    @property
    def grey(self) -> Colour:
        """The grey of the same luminance, which is what a black-and-white printer makes of it; of a grey, itself."""
        if self.red == self.green == self.blue:
            return self
        level = _encoded(math.fsum(weight * _linear(c) for weight, c in zip(_LUMINANCE, self._channels)))
        return Colour(level, level, level)

    @property
    def _channels(self) -> tuple[float, float, float]:
        return self.red, self.green, self.blue

    def mixed(self, other: Colour, share: float) -> Colour:
        """This colour with that share (0 to 1) of the other."""
        return Colour(*(mine + (theirs - mine) * share for mine, theirs in zip(self._channels, other._channels)))

    def seen(self, sight: Sight) -> Colour:
        """The colour as it appears in grey or to a colour-blind eye."""
        if sight == "colour":
            return self
        if sight == "grey":
            return self.grey
        linear = [_linear(channel) for channel in self._channels]
        rows = SEEN[sight]
        return Colour(*(_encoded(math.fsum(factor * c for factor, c in zip(row, linear))) for row in rows))

    def difference(self, other: Colour) -> float:
        """The CIEDE2000 difference."""
        return _ciede2000(_lab(self), _lab(other))


WHITE = Colour(1, 1, 1)
BLACK = Colour(0, 0, 0)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _encoded(channel: float) -> float:
    level = min(1.0, max(0.0, channel))
    return level * 12.92 if level <= 0.0031308 else 1.055 * level ** (1 / 2.4) - 0.055


@cache
def _lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* under D65."""
    r, g, b = (_linear(channel) for channel in (colour.red, colour.green, colour.blue))
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _hue_mean(first: float, second: float, both_chromatic: bool) -> float:
    if not both_chromatic:
        return first + second
    if abs(first - second) <= 180:
        return (first + second) / 2
    return (first + second + (360 if first + second < 360 else -360)) / 2


def _ciede2000(one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """Sharma, Wu and Dalal 2005, with unit weights."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1 = math.degrees(math.atan2(b1, a1 * stretch)) % 360
    h2 = math.degrees(math.atan2(b2, a2 * stretch)) % 360
    chromatic = c1 * c2 != 0
    turn = (h2 - h1 + 180) % 360 - 180 if chromatic else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lightness, chroma, mean_hue = (l1 + l2) / 2, (c1 + c2) / 2, _hue_mean(h1, h2, chromatic)
    cosine = [math.cos(math.radians(k * mean_hue + shift)) for k, shift in ((1, -30), (2, 0), (3, 6), (4, -63))]
    weight = 1 - 0.17 * cosine[0] + 0.24 * cosine[1] + 0.32 * cosine[2] - 0.20 * cosine[3]
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * weight
    swing = 60 * math.exp(-(((mean_hue - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(swing))
    dl, dc, dh = (l2 - l1) / s_l, (c2 - c1) / s_c, hue / s_h
    return math.sqrt(max(0.0, dl * dl + dc * dc + dh * dh + r_t * dc * dh))
