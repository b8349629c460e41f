"""Pages drawn to pixels and held against the same pages drawn anew: the last look, as an eye would take it.

The drawing is pdfium's, which prints from most browsers.
"""

# mypy: disable-error-code="import-untyped,no-any-return"

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2
from PIL import Image, ImageChops

from pnp.errors import Finding
from pnp.geometry import Box
from pnp.preflight.examined import Examined, listing, trim_box
from pnp.preflight.found import FoundPiece
from pnp.units import MM_PER_POINT

_SCALE = 1.0  # pixels a point
_NOTICED = 48  # of 255 in any colour; an edge that lies 0.05 mm off changes a pixel by 36
_MOST_PIXELS = 4_000_000


def looks(examined: Examined, data: bytes, again: bytes) -> Iterator[Finding]:
    """Pages of a file that look otherwise than those of the file made anew, or cannot be drawn."""
    try:
        yield from _compared(examined, data, again)
    except (pypdfium2.PdfiumError, ValueError, MemoryError) as failure:
        message = f"cannot be drawn ({failure or 'it takes too much memory'}); build it again"
        yield Finding("error", "looks-different", examined.path, message)


def _compared(examined: Examined, data: bytes, again: bytes) -> Iterator[Finding]:
    with pypdfium2.PdfDocument(data) as found, pypdfium2.PdfDocument(again) as expected:
        for page, (one, other) in enumerate(zip(found, expected), 1):
            box = _difference(_drawn(one), _drawn(other))
            if box is not None:
                pieces = [str(piece) for piece in examined.on_page(page) if _touches(examined, piece, box)]
                what = listing(pieces) or "what stands beside the pieces"
                place = f"from {box.left:.0f} {box.top:.0f} to {box.right:.0f} {box.bottom:.0f} mm"
                message = f"{what}: looks otherwise than drawn anew ({place}); build it again"
                yield Finding("error", "looks-different", examined.place(page), message)


def _touches(examined: Examined, piece: FoundPiece, box: Box) -> bool:
    trim = examined.trim(piece)
    return trim is not None and trim_box(piece, trim).overlap(box) > 0


def _drawn(page: pypdfium2.PdfPage) -> Image.Image:
    width, height = page.get_size()
    scale = min(_SCALE, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    return page.render(scale=scale, may_draw_forms=True).to_pil().convert("RGB")


def _difference(one: Image.Image, other: Image.Image) -> Box | None:
    """The box in millimetres around all that an eye would tell apart; None where there is nothing."""
    if one.size != other.size:
        return Box(0, 0, one.width * MM_PER_POINT, one.height * MM_PER_POINT)
    bands = ImageChops.difference(one, other).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    edges = strongest.point([0] * _NOTICED + [255] * (256 - _NOTICED)).getbbox()
    if edges is None:
        return None
    left, top, right, bottom = (edge / _SCALE * MM_PER_POINT for edge in edges)
    return Box(left, top, right, bottom)
