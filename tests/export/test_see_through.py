"""What is seen through in print files: mixed with what lies below, so that nothing in them is; gradients in inks."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

sys.path.append(str(Path(__file__).parent.parent / "renderers"))
import scene

from pnp.drawing.face import Face
from pnp.drawing.shapes import Path as Drawn
from pnp.drawing.shapes import rectangle
from pnp.export.canvas import opaque, pages_of
from pnp.export.pdfx import Boxes, of_inks, print_ready
from pnp.export.presets import read_presets

SEEN_THROUGH = (
    "fading gradient", "seen through", "masked by light", "masked by cover", "seen through what is seen through",
)  # fmt: skip


def face(name: str) -> Face:
    ground = Drawn(rectangle(scene.CARD.bleed_box), scene.SAND)
    return Face(name, scene.CARD, (ground, *scene.SHAPES[name]))


def printed(one: Face) -> bytes:
    return pages_of([one], scene.CARD.size, scene.DOCUMENT)


def looks(pdf: bytes) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB").filter(ImageFilter.GaussianBlur(1.5))


@pytest.mark.parametrize("name", SEEN_THROUGH)
def test_a_mixed_face_looks_the_same_and_lets_nothing_through(name: str) -> None:
    plain = printed(face(name))
    mixed = printed(opaque(face(name), scene.DOCUMENT))
    assert b"/SMask" in plain or b"/ca " in plain
    assert b"/SMask" not in mixed and b"/ca " not in mixed and b"/Transparency" not in mixed
    difference = ImageChops.difference(looks(plain), looks(mixed)).convert("L")
    assert sum(difference.histogram()[40:]) < 0.01 * difference.width * difference.height


@pytest.mark.parametrize("name", ["linear gradient", "rings", "line with a gradient", "tiling"])
def test_gradients_and_tiles_are_printed_in_inks(name: str) -> None:
    pdf = printed(opaque(face(name), scene.DOCUMENT))
    size = scene.CARD.size
    data, most = print_ready(pdf, Boxes(size, size, size), of_inks(read_presets(None).inks))
    assert 100 < most < 400
    with pikepdf.open(BytesIO(data)) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/Shading" in thing:
                assert thing.Shading.ColorSpace == pikepdf.Name.DeviceCMYK
    assert b"DeviceRGB" not in data
    difference = ImageChops.difference(looks(pdf), looks(data)).convert("L")
    assert sum(difference.histogram()[90:]) < 0.01 * difference.width * difference.height
