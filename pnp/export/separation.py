"""The four inks that print a colour or a picture: within the ink limit, or as the profile of a press says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from math import fsum
from pathlib import Path
from typing import NoReturn

from PIL import Image, ImageCms
from PIL.ImageFilter import Color3DLUT

from pnp.errors import Finding, InputInvalid
from pnp.export.presets import InkSet, Rgb
from pnp.frozen import frozen
from pnp.sources import Failed, SourceFile, TooMuch, limited

MOST = 16 * 1024 * 1024
"""Bytes of the largest profile that is read; those of the trade have half a megabyte to nine."""

_SIDE = 52  # colours along each edge of the table: every fifth of the 256 levels, so that each is exact
_STEP = 5
_HEADER = (
    128  # bytes, ICC.1:2022 section 7.2: size 0-3, version 8, class 12-15, space 16-19, other side 20-23, sign 36-39
)
_CLASSES = {"scnr": "scanners", "mntr": "screens", "link": "links between two devices", "spac": "colour spaces",
            "abst": "effects", "nmcl": "named colours"}  # fmt: skip
_SPACES = {"RGB ": "red, green and blue", "GRAY": "grey", "Lab ": "Lab", "CMY ": "three inks"}
_MEND = "ask the print shop for the CMYK output profile of its press"
Cmyk = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""

_NAMES = ("cyan", "magenta", "yellow")
_GAMMA = 2.2  # of a screen
_ALL_BUT_BLACK = 0.05
_SWEEPS = 400
_STILL = 1e-5
_NO_MISS = 1e-5  # squared: a third of a percent
_TRACE = 0.004  # less ink than one step of 8 bits
_BLACK_TEXT = 0.25  # texts with no channel above it are solid black: three inks never meet exactly on thin lines
_SLACK = 0.01  # four channels rounded, to 8 bits in a picture, may come out that much higher
_NOTHING = 1e-12
_DARK, _BRIGHT = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
_GRID = 13


@frozen
class Profile:
    """An output profile for cyan, magenta, yellow and black: its own name, its bytes, and the inks of its table."""

    name: str
    data: bytes
    inks: bytes


def read_profile(path: Path) -> Profile:
    """The profile in a file that the user names.

    Raises InputInvalid where it cannot be read or is no output profile for four inks.
    """
    source = SourceFile(path)
    data = _whole(source.name, source.read_bytes(MOST))
    try:
        told = limited(inks_of, data)
        name, inks = " ".join(str(told["name"]).split()), b64decode(told["inks"], validate=True)
    except TooMuch:
        _refuse(source.name, f"takes too much time or memory to read; {_MEND}")
    except Failed:
        _refuse(source.name, f"is damaged, or lacks the tables between colours and inks; {_MEND}")
    if len(inks) != 4 * _SIDE**3:
        _refuse(source.name, f"gives no inks; {_MEND}")
    return Profile(name[:200] or path.stem, data, inks)


def inks_of(data: bytes) -> dict[str, str]:
    """The name of a profile, and the inks of every fifth level of red, green and blue, red changing first.

    Runs in a process of its own, since what reads profiles is written in C and knows no bounds.
    """
    profile, screen = ImageCms.ImageCmsProfile(BytesIO(data)), ImageCms.createProfile("sRGB")
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    to_inks = ImageCms.buildTransform(screen, profile, "RGB", "CMYK", intent, flags)
    ImageCms.buildTransform(profile, screen, "CMYK", "RGB", intent)  # what every proof of the file needs
    levels = range(0, 256, _STEP)
    colours = bytes(level for blue in levels for green in levels for red in levels for level in (red, green, blue))
    every = Image.frombytes("RGB", (_SIDE, _SIDE**2), colours)
    inks = ImageCms.applyTransform(every, to_inks)
    if inks is None:
        raise ValueError("no picture came back")
    return {"name": ImageCms.getProfileDescription(profile), "inks": b64encode(inks.tobytes()).decode()}


def _whole(name: str, data: bytes) -> bytes:
    """The profile without what follows it in the file, if its header says that it can be used."""
    if len(data) <= _HEADER or data[36:40] != b"acsp":
        _refuse(name, f"is no ICC profile; {_MEND}, a file that ends in .icc or .icm")
    size = int.from_bytes(data[:4])
    if not _HEADER < size <= len(data):
        _refuse(name, f"says that it has {size} bytes and has {len(data)}; copy it again")
    kind, space = (data[at : at + 4].decode("latin-1") for at in (12, 16))
    if kind != "prtr":
        _refuse(name, f"is a profile for {_CLASSES.get(kind, 'something else')} and not for a press; {_MEND}")
    if space != "CMYK":
        _refuse(name, f"is a profile for {_SPACES.get(space, 'other inks')}, not for four inks; {_MEND}")
    if data[8] not in (2, 4):
        _refuse(name, f"is of version {data[8]}, and PDF/X-4 takes versions 2 and 4; {_MEND}")
    return data[:size]


def _refuse(name: str, problem: str) -> NoReturn:
    raise InputInvalid([Finding("error", "icc-profile", name, problem)])


class Separation(ABC):
    """What turns the colours of a screen into inks, for one printing condition; each colour is worked out once."""

    def __init__(self) -> None:
        self._known: dict[Rgb, Cmyk] = {}

    def colour(self, rgb: Rgb) -> Cmyk:
        """The inks of a fill or a line, rounded to thousandths."""
        if rgb not in self._known:
            self._known[rgb] = self._separated(rgb)
        return self._known[rgb]

    def text(self, rgb: Rgb) -> Cmyk:
        """The inks of a text: solid black for dark ones."""
        return (0.0, 0.0, 0.0, 1.0) if max(rgb) <= _BLACK_TEXT else self.colour(rgb)

    def picture(self, image: Image.Image) -> Image.Image:
        """An RGB picture in CMYK, by a table of colours and straight lines between them."""
        return image.filter(self._table)

    @cached_property
    @abstractmethod
    def _table(self) -> Color3DLUT: ...

    @abstractmethod
    def _separated(self, rgb: Rgb) -> Cmyk: ...


class ProfileSeparation(Separation):
    """Separates by a profile: relative colorimetric, with the black point compensated."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self._inks = profile.inks

    @cached_property
    def _table(self) -> Color3DLUT:
        levels = array("f", (level / 255 for level in self._inks))
        return Color3DLUT(_SIDE, levels, channels=4, target_mode="CMYK", _copy_table=False)

    def _separated(self, rgb: Rgb) -> Cmyk:
        """As a picture of that colour has them."""
        red, green, blue = (round(level * 255) for level in rgb)
        dot = self.picture(Image.new("RGB", (1, 1), (red, green, blue)))
        cyan, magenta, yellow, black = (round(level / 255, 3) for level in dot.tobytes())
        return cyan, magenta, yellow, black


class InkSeparation(Separation):
    """Separates by the colours of the inks, never more of them than the limit in all."""

    def __init__(self, inks: InkSet) -> None:
        super().__init__()
        self._limit = inks.limit
        # Taken as neutral, so that neutral colours stay so.
        self._black = fsum(inks.solids["black"]) / 3
        solids = {name: self._over_black(solid) for name, solid in inks.solids.items()}
        self._pairs = [_InkPair.of(one, other, solids) for one, other in ((1, 2), (0, 2), (0, 1))]

    @cached_property
    def _table(self) -> Color3DLUT:
        def inks(red: float, green: float, blue: float) -> Cmyk:
            return self._separated((red, green, blue))

        return Color3DLUT.generate(_GRID, inks, channels=4, target_mode="CMYK")

    def _separated(self, rgb: Rgb) -> Cmyk:
        return self._within(self._solved(rgb))

    def _solved(self, rgb: Rgb) -> Cmyk:
        """The nearest that any pair of inks and black come, the pair that should do asked first."""
        light = self._black**_GAMMA * (1 - _saturation(rgb))
        goal = self._over_black([(light + (1 - light) * level**_GAMMA) ** (1 / _GAMMA) for level in rgb])
        best, amounts = float("inf"), [0.0] * 4
        for spare in sorted(range(3), key=lambda ink: -rgb[ink]):
            pair = self._pairs[spare]
            miss, a, b, light = pair.nearest(goal)
            if miss < best:
                best, amounts = miss, [0.0, 0.0, 0.0, 1 - light]
                amounts[pair.one], amounts[pair.other] = a, b
            if best < _NO_MISS:
                break
        cyan, magenta, yellow, black = amounts
        return cyan, magenta, yellow, black

    def _over_black(self, colour: Sequence[float]) -> Rgb:
        red, green, blue = ((level - self._black) / (1 - self._black) for level in colour)
        return red, green, blue

    def _within(self, inks: Cmyk) -> Cmyk:
        """Traces dropped, and the coloured inks drawn back together where all four exceed the limit."""
        *coloured, black = (0.0 if amount < _TRACE else amount for amount in inks)
        room, total = self._limit - _SLACK - black, fsum(coloured)
        if total > room:
            coloured = [amount * room / total for amount in coloured]
        cyan, magenta, yellow = (round(amount, 3) for amount in coloured)
        return cyan, magenta, yellow, round(black, 3)


@frozen
class _InkPair:
    """Two coloured inks by their number, and what they show solid, first, second and both, bare and under black.

    Paper shows 1 in every channel, black 0.
    """

    one: int
    other: int
    bare: tuple[Rgb, Rgb, Rgb]
    under: tuple[Rgb, Rgb, Rgb]

    @classmethod
    def of(cls, one: int, other: int, solids: Mapping[str, Rgb]) -> _InkPair:
        names = (_NAMES[one], _NAMES[other], f"{_NAMES[one]}-{_NAMES[other]}")
        first, second, both = (solids[name] for name in names)
        dark_first, dark_second, dark_both = (solids[f"{name}-black"] for name in names)
        return cls(one, other, (first, second, both), (dark_first, dark_second, dark_both))

    def nearest(self, goal: Rgb) -> tuple[float, float, float, float]:
        """The squared miss, the shares of the two inks, and the light that black leaves, nearest to the goal.

        What is shown is linear in each of the three while the others rest, so each in turn is set to its best.
        """
        a = b = 0.0
        light = max(goal)
        for _ in range(_SWEEPS):
            before = a, b, light
            first, second, both = (_mixed(under, bare, light) for under, bare in zip(self.under, self.bare))
            paper = (light, light, light)
            a = _best(goal, _mixed(paper, second, b), _mixed(first, both, b))
            b = _best(goal, _mixed(paper, first, a), _mixed(second, both, a))
            light = _best(goal, _shown(a, b, _DARK, self.under), _shown(a, b, _BRIGHT, self.bare))
            if max(abs(new - old) for new, old in zip((a, b, light), before)) < _STILL:
                break
        shown = _mixed(_shown(a, b, _DARK, self.under), _shown(a, b, _BRIGHT, self.bare), light)
        return fsum((g - s) ** 2 for g, s in zip(goal, shown)), a, b, light


def _saturation(rgb: Rgb) -> float:
    """From 0 for a grey to nearly 1 for a brilliant colour that lacks one channel; low for what is all but black."""
    return (max(rgb) - min(rgb)) / (max(rgb) + _ALL_BUT_BLACK)


def _mixed(without: Rgb, full: Rgb, share: float) -> Rgb:
    red, green, blue = (w + share * (f - w) for w, f in zip(without, full))
    return red, green, blue


def _shown(a: float, b: float, ground: Rgb, solids: tuple[Rgb, Rgb, Rgb]) -> Rgb:
    first, second, both = solids
    return _mixed(_mixed(ground, first, a), _mixed(second, both, a), b)


def _best(goal: Rgb, without: Rgb, full: Rgb) -> float:
    """The share, from 0 to 1, of the way from `without` to `full` that comes nearest to the goal."""
    steps = [f - w for f, w in zip(full, without)]
    length = fsum(step * step for step in steps)
    if length < _NOTHING:
        return 0.0
    return min(1.0, max(0.0, fsum(step * (g - w) for step, g, w in zip(steps, goal, without)) / length))
