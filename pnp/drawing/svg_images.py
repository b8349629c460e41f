"""Pictures that an SVG file holds itself, as `data:` addresses: measured, then placed as `preserveAspectRatio` says."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from urllib.parse import unquote_to_bytes

from pnp.drawing.shapes import Group, Image, Path, Picture, Shape, rectangle
from pnp.drawing.svg_values import fitted_into
from pnp.geometry import Box

_DATA = re.compile(r"data:([\w/+.-]*)((?:;[\w=+.-]+)*),", re.IGNORECASE)
DRAWING = "image/svg+xml"
_PIXELS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")  # how PNG, JPEG, GIF and WebP begin


def held(address: str) -> tuple[str, bytes] | None:
    """What kind of thing a `data:` address holds, and its bytes; None for an address of another kind."""
    found = _DATA.match(address)
    if found is None:
        return None
    body = address[found.end() :]
    try:
        data = b64decode("".join(body.split())) if ";base64" in found[2].lower() else unquote_to_bytes(body)
    except (Error, ValueError):
        return None
    return found[1].lower(), data


def holds_pixels(address: str) -> bool:
    """Whether an address holds a picture of pixels itself, whatever kind of thing it says that it holds."""
    found = held(address)
    return found is not None and found[1].startswith(_PIXELS)


def placed_picture(picture: Picture, box: Box, preserve: str | None) -> Shape:
    """A picture in its box."""
    own = Box(0, 0, picture.width, picture.height)
    fit = fitted_into(own, box, preserve)
    left, top = fit.apply(0, 0)
    right, bottom = fit.apply(picture.width, picture.height)
    whole = Image(picture, Box(left, top, right, bottom))
    return Group((whole,), clip=Path(rectangle(box))) if "slice" in (preserve or "") else whole
