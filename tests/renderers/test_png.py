"""PNG pictures: exactly the pixels their size asks for, resolution told, round pieces clear outside the circle."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
import scene
from PIL import Image as Raster

from pnp.drawing.colour import BLACK
from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Path, Stroke, line, rectangle
from pnp.errors import UsageError
from pnp.geometry import Size, Transform, Trim
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import _has_hairlines, faces_as_png, sheet_as_png, sheets_as_png


def opened(data: bytes) -> Raster.Image:
    return Raster.open(BytesIO(data))


def filled(trim: Trim) -> Face:
    return Face("test/filled", trim, (Path(rectangle(trim.bleed_box), scene.RED),))


def single(face: Face, dpi: int, with_bleed: bool) -> Raster.Image:
    ((name, data),) = faces_as_png([face], scene.DOCUMENT, dpi, with_bleed)
    assert name == face.id
    return opened(data)


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return render(scene.plan(), scene.FACES, PdfRenderer(scene.DOCUMENT))


def test_sheets(pdf: bytes) -> None:
    sheets = list(sheets_as_png(pdf, 150))
    assert [opened(sheet).size for sheet in sheets] == [(709, 709)] * 2  # 120 / 25.4 * 150 = 708.66
    assert opened(sheets[0]).mode == "RGB"
    assert opened(sheets[0]).info["dpi"] == pytest.approx((150, 150), abs=0.02)
    assert list(sheets_as_png(pdf, 150)) == sheets
    assert [sheet_as_png(pdf, 150, page) for page in (0, 1)] == sheets


@pytest.mark.parametrize(
    ("dpi", "with_bleed", "size"), [(300, False, (750, 1050)), (300, True, (821, 1121)), (96, False, (240, 336))]
)
def test_a_poker_card(dpi: int, with_bleed: bool, size: tuple[int, int]) -> None:
    picture = single(filled(Trim(Size(63.5, 88.9), corner=3)), dpi, with_bleed)
    assert picture.size == size
    red = (170, 51, 34)
    corners = [(x, y) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
    assert {picture.getpixel(corner) for corner in corners} == {red}  # square corners, painted to the last pixel


def test_a_round_token_is_clear_outside_its_circle() -> None:
    picture = single(filled(scene.TOKEN), 300, False)
    assert picture.size == (295, 295)
    assert picture.mode == "RGBA"
    assert picture.getpixel((147, 147)) == (170, 51, 34, 255)
    assert [picture.getpixel((x, y))[3] for x in (0, 294) for y in (0, 294)] == [0, 0, 0, 0]
    smooth = [pixel for pixel in picture.get_flattened_data() if 0 < pixel[3] < 255]
    assert smooth
    # No halo: half-clear pixels have the colour of the token and not of the ground under it.
    assert all(abs(pixel[0] - 170) < 12 and abs(pixel[1] - 51) < 12 for pixel in smooth if pixel[3] > 40)


def test_a_round_token_with_bleed_is_opaque_to_the_corners() -> None:
    picture = single(filled(scene.TOKEN), 300, True)
    assert picture.size == (331, 331)
    assert picture.mode == "RGB"
    assert picture.getpixel((0, 0)) == (170, 51, 34)


def test_all_faces_of_a_scene() -> None:
    made = dict(faces_as_png(scene.FACES.values(), scene.DOCUMENT, 72, False))
    assert list(made) == list(scene.FACES)
    assert list(faces_as_png([], scene.DOCUMENT, 72, False)) == []


@pytest.mark.parametrize("dpi", [0, -300, 29, 1201, 10**9])
def test_a_resolution_beyond_the_limits_is_refused_at_once(pdf: bytes, dpi: int) -> None:
    with pytest.raises(UsageError, match="dpi is not possible; choose from 30 to 1200"):
        sheets_as_png(pdf, dpi)
    with pytest.raises(UsageError, match="dpi is not possible"):
        faces_as_png(scene.FACES.values(), scene.DOCUMENT, dpi, False)


def test_a_picture_too_large_is_refused_before_it_is_drawn() -> None:
    large = replace(filled(scene.CARD), trim=Trim(Size(410, 269)))
    with pytest.raises(UsageError, match=r"410 x 269 mm at 1200 dpi would be 246 megapixels; the most is 200"):
        faces_as_png([large], scene.DOCUMENT, 1200, False)


@pytest.mark.parametrize("width", [0.01, 0.03, 0.07])
def test_a_hairline_is_pale(width: float) -> None:
    """Beside a line of a millimetre: it covers little more than its width, or a quarter of a pixel."""
    lines = (Path(line(5, 10, 35, 10), None, Stroke(BLACK, width)), Path(line(5, 30, 35, 30), None, Stroke(BLACK, 1.0)))
    grouped = (Group(lines, Transform.rotated(3)),)  # no line lies along a row of pixels
    drawn = render(scene.alone(grouped), {}, PdfRenderer(scene.DOCUMENT))
    picture = opened(sheet_as_png(drawn, 100, 0)).convert("L")
    middle = picture.height // 2
    halves = ((0, 0, picture.width, middle), (0, middle, picture.width, picture.height))
    thin, thick = (
        sum((255 - level) * count for level, count in enumerate(picture.crop(half).histogram())) for half in halves
    )
    assert 0.5 * width < thin / thick < 1.4 * max(width, 25.4 / 100 / 4)


def test_no_line_of_our_own_is_a_hairline(pdf: bytes) -> None:
    assert not any(_has_hairlines(page, 72 / 72) for page in pypdfium2.PdfDocument(pdf))
