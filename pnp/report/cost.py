"""What it costs in paper and ink to print planned sheets and their faces."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image

from pnp.drawing.face import Face
from pnp.frozen import frozen
from pnp.imposition.cuts import cut_pages, cutting
from pnp.imposition.plan import SheetPlan
from pnp.renderers.base import Document
from pnp.renderers.png import faces_as_png

_DPI = 30  # coarse enough to be quick, fine enough for a share of area
_CHANNELS = ("cyan", "magenta", "yellow", "black")


@frozen
class Ink:
    """Square millimetres of solid ink, by channel, after a plain grey-component replacement."""

    cyan: float = 0.0
    magenta: float = 0.0
    yellow: float = 0.0
    black: float = 0.0

    def times(self, factor: float) -> Ink:
        return Ink(*(getattr(self, name) * factor for name in _CHANNELS))

    def plus(self, other: Ink) -> Ink:
        return Ink(*(getattr(self, name) + getattr(other, name) for name in _CHANNELS))


def paper_cost(
    name: str, plans: Mapping[str, SheetPlan], faces: Mapping[str, Face], document: Document
) -> dict[str, Any]:
    """The `paper` part of `pnp show --json`: sheets, pages, cuts and mean ink coverage of a page, file by file.

    `cuts` are straight ones, strips laid on one another; `cut_out` counts the pieces that are cut out one by one.
    """
    pictures = faces_as_png(faces.values(), document, _DPI, with_bleed=False)
    inks = {identifier: ink_of(_pixels(picture), _DPI) for identifier, picture in pictures}
    files = [_file_cost(file, plan, inks) for file, plan in plans.items()]
    totals = {key: sum(file[key] for file in files) for key in ("sheets", "cuts", "cut_out")}
    return {"name": name, **totals, "files": files}


def _pixels(picture: bytes) -> bytes:
    """Red, green and blue of every pixel, on white paper."""
    drawn = Image.open(BytesIO(picture), formats=("PNG",)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    return Image.alpha_composite(paper, drawn).convert("RGB").tobytes()


def _file_cost(name: str, plan: SheetPlan, inks: Mapping[str, Ink]) -> dict[str, Any]:
    total = Ink()
    for _, placement in plan.placements():
        total = total.plus(inks[placement.face])
    cuttings = [cutting(page) for page in cut_pages(plan)]
    share = total.times(100 / (plan.paper.width * plan.paper.height * len(plan.pages)))
    return {
        "name": name,
        "sheets": plan.sheets,
        "pages": len(plan.pages),
        "per_sheet": plan.per_sheet,
        "cuts": sum(each.straight for each in cuttings),
        "cut_out": sum(each.round + each.outlined for each in cuttings),
        "ink_percent": {channel: round(getattr(share, channel), 2) for channel in _CHANNELS},
    }


def ink_of(pixels: bytes, dpi: float) -> Ink:
    """The ink of RGB pixels (three bytes each) at that resolution."""
    area = (25.4 / dpi) ** 2 / 255
    cyan = magenta = yellow = black = 0
    for red, green, blue in zip(pixels[0::3], pixels[1::3], pixels[2::3]):
        dark = 255 - max(red, green, blue)
        black += dark
        cyan += 255 - red - dark
        magenta += 255 - green - dark
        yellow += 255 - blue - dark
    return Ink(cyan * area, magenta * area, yellow * area, black * area)
