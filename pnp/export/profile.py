"""The ICC profile of a print shop's press, and the inks that it says print a colour.

A profile comes from somebody else, so it is read in a process of its own; what comes back is a table of colours and
their inks. Nothing else is ever asked of the profile: fills, texts and pictures all go by that table.
"""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import NoReturn

from PIL import Image, ImageCms
from PIL.ImageFilter import Color3DLUT

from pnp.errors import Finding, InputInvalid
from pnp.export.presets import Rgb
from pnp.export.separation import Cmyk, text_inks
from pnp.frozen import frozen
from pnp.limited import Failed, TooMuch, limited
from pnp.sources import SourceFile

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


@frozen
class Profile:
    """An output profile for cyan, magenta, yellow and black: its own name, its bytes, and the inks of its table."""

    name: str
    data: bytes
    inks: bytes


class ProfileSeparation:
    """Separates by a profile: relative colorimetric, with the black point compensated; dark texts are black alone."""

    def __init__(self, profile: Profile) -> None:
        levels = array("f", (level / 255 for level in profile.inks))
        self._table = Color3DLUT(_SIDE, levels, channels=4, target_mode="CMYK", _copy_table=False)
        self._known: dict[Rgb, Cmyk] = {}

    def colour(self, rgb: Rgb) -> Cmyk:
        """The inks of a colour, as a picture of that colour has them."""
        if rgb not in self._known:
            red, green, blue = (round(level * 255) for level in rgb)
            dot = self.picture(Image.new("RGB", (1, 1), (red, green, blue)))
            cyan, magenta, yellow, black = (round(level / 255, 3) for level in dot.tobytes())
            self._known[rgb] = cyan, magenta, yellow, black
        return self._known[rgb]

    def text(self, rgb: Rgb) -> Cmyk:
        """The inks of a text: solid black for dark ones."""
        return text_inks(rgb) or self.colour(rgb)

    def picture(self, image: Image.Image) -> Image.Image:
        """An RGB picture in CMYK."""
        return image.filter(self._table)


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
