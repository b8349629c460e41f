"""See-through pictures mixed with their ground: the same look, nothing see-through left, all else untouched."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from PIL import Image as Raster
from PIL import ImageChops

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, built_in_fonts
from pnp.drawing.shapes import Group, Image, Path, Picture, Shape, Symbol, Text, Use, circle, rectangle
from pnp.export.canvas import opaque, pages_of, pictures_of
from pnp.export.pdfx import Boxes, of_inks, print_ready
from pnp.export.presets import read_presets
from pnp.geometry import Box, Size, Transform, Trim
from pnp.renderers.base import DocumentInfo

DOCUMENT = DocumentInfo("Test", "A tester", "A test", "1.0", "en", built_in_fonts())
PRESETS = read_presets(None)
POKER = PRESETS.products["drivethru"][0]
TRIM = Trim(Size(63.5, 88.9), bleed=3.175)
RED, BLUE, YELLOW = Colour(0.8, 0.2, 0.2), Colour(0.2, 0.3, 0.7), Colour(0.95, 0.85, 0.4)


def encoded(picture: Raster.Image, kind: str = "PNG") -> Picture:
    written = BytesIO()
    picture.save(written, kind, quality=95)
    return Picture(written.getvalue(), *picture.size)


def glow() -> Picture:
    """Green that fades away to the right."""
    picture = Raster.new("RGBA", (64, 48), (30, 160, 60, 255))
    picture.putalpha(Raster.linear_gradient("L").rotate(90).resize(picture.size))
    return encoded(picture)


def stripes() -> Picture:
    """An indexed picture of two colours, one of them transparent."""
    picture = Raster.new("P", (32, 32), 0)
    picture.putpalette([250, 250, 250, 40, 40, 160])
    picture.paste(1, (8, 0, 16, 32))
    written = BytesIO()
    picture.save(written, "PNG", transparency=0)
    return Picture(written.getvalue(), *picture.size)


def face(*shapes: Shape) -> Face:
    ground = (Path(rectangle(TRIM.bleed_box), YELLOW), Path(circle(30, 40, 22), RED))
    return Face("test/card", TRIM, (*ground, *shapes, Text(10, 80, "Over all", TEXT, 14, BLUE)))


TURNED = Transform.rotated(25).then(Transform.moved(30, 20))
PIXELS = Box(0, 0, 64, 48)
CASES = {
    "plain": face(Image(glow(), Box(10, 20, 50, 50))),
    "palette": face(Image(stripes(), Box(5, 5, 45, 45))),
    "turned": face(Group((Image(glow(), Box(0, 0, 30, 20)),), TURNED)),
    "symbol": face(Use(Symbol("art", (Image(glow(), PIXELS),), PIXELS), Transform(0.6, 0, 0, 0.6, 8, 12))),
    "clipped": face(Group((Image(glow(), Box(5, 20, 60, 60)),), clip=Path(circle(32, 40, 15)))),
    "one over the other": face(Image(glow(), Box(5, 20, 45, 60)), Image(glow(), Box(25, 30, 60, 70))),
}


def looks(side: Face) -> Raster.Image:
    (picture,) = pictures_of([side], POKER.page, 300, DOCUMENT)
    return Raster.open(BytesIO(picture)).convert("RGB")


def pictures(shapes: tuple[Shape, ...]) -> Iterator[Picture]:
    for shape in shapes:
        match shape:
            case Image():
                yield shape.picture
            case Group():
                yield from pictures(shape.shapes)
            case Use():
                yield from pictures(shape.symbol.shapes)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sample(3)
def test_it_looks_the_same(name: str) -> None:
    before = CASES[name]
    after = opaque(before, DOCUMENT)
    assert after != before
    for picture in pictures(after.shapes):
        with Raster.open(BytesIO(picture.data)) as opened:
            assert opened.mode == "RGB"
    difference = ImageChops.difference(looks(before), looks(after)).convert("L")
    assert difference.resize((66, 90), Raster.Resampling.BOX).getextrema()[1] < 24  # edges may lie a pixel off
    assert sum(difference.histogram()[24:]) < 0.004 * difference.width * difference.height
    assert ImageChops.difference(looks(before), looks(face())).getbbox() is not None  # there was something to see


def test_what_is_opaque_stays_as_it_is() -> None:
    photo = encoded(Raster.new("RGB", (20, 20), (90, 80, 200)), "JPEG")
    grey = encoded(Raster.new("L", (20, 20), 90))
    plain = face(Image(photo, Box(5, 5, 25, 25)), Image(grey, Box(30, 5, 50, 25)))
    assert opaque(plain, DOCUMENT) is plain


@pytest.mark.slow
def test_every_kind_of_picture_becomes_ink() -> None:
    indexed = Raster.new("P", (16, 16), 1)
    indexed.putpalette([255, 255, 255, 200, 30, 40])
    kinds = [
        encoded(Raster.linear_gradient("L").convert("RGB")), encoded(indexed), encoded(Raster.linear_gradient("L")),
        encoded(Raster.radial_gradient("L").convert("RGB"), "JPEG"), glow(), stripes(),
    ]  # fmt: skip
    shapes = [Image(picture, Box(at * 10, 30, at * 10 + 9, 45)) for at, picture in enumerate(kinds)]
    sides = [opaque(face(*shapes), DOCUMENT)]
    data, most = print_ready(
        pages_of(sides, POKER.page, DOCUMENT), Boxes(POKER.page, POKER.page, POKER.trim), of_inks(PRESETS.inks)
    )
    spaces = set()
    with pikepdf.open(BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == pikepdf.Name.Image:
                assert "/SMask" not in thing and "/Mask" not in thing
                space = thing.ColorSpace
                spaces.add(str(space) if isinstance(space, pikepdf.Name) else str(space[1]))
                if space == pikepdf.Name.DeviceCMYK:
                    pixels = thing.read_bytes()
                    assert len(pixels) == 4 * int(thing.Width) * int(thing.Height)
                    assert max(map(sum, zip(*(pixels[at::4] for at in range(4))))) <= 2.4 * 255
    assert spaces == {"/DeviceCMYK", "/DeviceGray"} and 1 < most / 100 <= 2.4
    shown = Raster.open(BytesIO(pictures_of(sides, POKER.page, 100, DOCUMENT)[0]))
    assert shown.size == (275, 375)


def test_a_see_through_picture_never_reaches_the_print_file() -> None:
    with pytest.raises(ValueError, match="see-through"):
        print_ready(
            pages_of([CASES["plain"]], POKER.page, DOCUMENT),
            Boxes(POKER.page, POKER.page, POKER.trim),
            of_inks(PRESETS.inks),
        )
