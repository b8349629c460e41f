"""What a PDF or SVG file holds of a picture: its own compressed bytes, nothing that a camera noted."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pypdfium2
import pytest
import scene
from PIL import Image as Raster
from PIL import PngImagePlugin

from pnp.drawing.face import Face
from pnp.drawing.shapes import Image, Path, Picture, rectangle
from pnp.geometry import Insets, Size, Trim
from pnp.imposition.plan import Item, Page, Placement
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.pictures import bare, stored

TRIM = Trim(Size(30, 20), corner=0, bleed=0)


def picture(mode: str, kind: str = "PNG", **options: object) -> Picture:
    raster = Raster.new("RGB", (30, 20), (30, 60, 200))
    raster.paste((220, 40, 40), (0, 0, 15, 10))
    raster = raster.convert(mode)
    if "A" in mode:
        alpha = Raster.new("L", (30, 20), 255)
        alpha.paste(0, (15, 10, 30, 20))
        raster.putalpha(alpha)
    written = BytesIO()
    raster.save(written, kind, **options)
    return Picture(written.getvalue(), 30, 20)


def drawn(*pictures: Picture) -> bytes:
    """A PDF with each picture over a whole page, on grey."""
    renderer = PdfRenderer(scene.DOCUMENT)
    for number, each in enumerate(pictures, 1):
        face = Face(f"x/{number}", TRIM, (Path(rectangle(TRIM.box), scene.SAND), Image(each, TRIM.box)))
        item = Item(face.id, 1, TRIM, face.id, None)
        placement = Placement(item, "front", 15, 10, 0, Insets.even(0))
        renderer.open_page(number, TRIM.size, Page(number, "front", (placement,)))
        renderer.place(placement, face)
        renderer.close()
    return renderer.finish()


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("RGB", "PNG"),
        ("L", "PNG"),
        ("P", "PNG"),
        ("1", "PNG"),
        ("RGBA", "PNG"),
        ("LA", "PNG"),
        ("RGB", "JPEG"),
        ("L", "JPEG"),
    ],
)
def test_it_looks_in_the_file_as_it_is(mode: str, kind: str) -> None:
    given = picture(mode, kind)
    page = pypdfium2.PdfDocument(drawn(given))[0].render(scale=10).to_pil().convert("RGB")
    ground = Raster.new("RGBA", (30, 20), (240, 232, 208, 255))
    ground.alpha_composite(Raster.open(BytesIO(given.data)).convert("RGBA"))
    for x, y in ((5, 4), (22, 4), (5, 15), (22, 15)):
        seen = page.getpixel((int((x + 0.5) / 30 * page.width), int((y + 0.5) / 20 * page.height)))
        assert seen == pytest.approx(ground.convert("RGB").getpixel((x, y)), abs=12), (x, y)


def test_compressed_bytes_are_taken_over_and_kept_once() -> None:
    jpeg, png = picture("RGB", "JPEG"), picture("RGB")
    with pikepdf.open(BytesIO(drawn(jpeg, png, jpeg, Picture(jpeg.data, 30, 20)))) as pdf:
        images = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"]
        assert [image.read_raw_bytes() for image in images if image.Filter == "/DCTDecode"] == [jpeg.data]
        (copied,) = [image for image in images if image.Filter == "/FlateDecode"]
        assert copied.read_raw_bytes() in png.data and copied.DecodeParms.Predictor == 15
        assert len(images) == 2


def test_a_picture_can_stay_in_its_file(tmp_path: FilePath) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(picture("RGB", "JPEG").data)
    assert drawn(Picture(path, 30, 20)) == drawn(picture("RGB", "JPEG"))


def test_what_cameras_and_programs_note_is_left_out() -> None:
    exif = Raster.Exif()
    exif[0x010F] = "A camera of mine"
    noted = picture("RGB", "JPEG", exif=exif, comment=b"taken at home")
    plain = bare(noted.data)
    assert b"camera of mine" in noted.data and b"camera of mine" not in plain and b"at home" not in plain
    assert Raster.open(BytesIO(plain)).tobytes() == Raster.open(BytesIO(noted.data)).tobytes()
    assert b"camera" not in drawn(noted)
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "nobody's business")
    png = picture("RGB", "PNG", pnginfo=info)
    assert b"business" in png.data and b"business" not in bare(png.data)
    assert Raster.open(BytesIO(bare(png.data))).tobytes() == Raster.open(BytesIO(png.data)).tobytes()


def test_no_garbage_makes_it_loop_or_pass() -> None:
    for data in (b"", b"\xff\xd8\xff", b"\xff\xd8" + b"\xff" * 9, b"\x89PNG\r\n\x1a\n\0\0"):
        bare(data)
    with pytest.raises(ValueError, match="neither PNG nor JPEG"):
        stored(Picture(b"<svg/>", 1, 1))


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


@pytest.mark.parametrize("interlaced", [0, 1])
def test_lines_that_are_interlaced_are_packed_anew(interlaced: int) -> None:
    """A PDF knows nothing of PNG's seven passes: of this picture the second holds its right pixel."""
    header = (2).to_bytes(4, "big") + (1).to_bytes(4, "big") + bytes((8, 0, 0, 0, interlaced))
    lines = b"\0\x10\0\xf0" if interlaced else b"\0\x10\xf0"
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(lines)), chunk(b"IEND", b""))
    kept = stored(Picture(b"\x89PNG\r\n\x1a\n" + b"".join(parts), 2, 1))
    assert ("DecodeParms" in kept.entries) == (not interlaced)
    assert zlib.decompress(kept.data) == (b"\x10\xf0" if interlaced else b"\0\x10\xf0")
