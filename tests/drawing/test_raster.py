"""Pictures of every kind of colour and orientation come out upright and printable; what is none is refused safely."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from pnp.drawing.art import ArtError
from pnp.drawing.raster import MOST_PIXELS, PictureFile, greyed, look_at, parts_of, read_pictures
from pnp.drawing.shapes import Picture

SIZE = (60, 40)


def scene(mode: str = "RGB") -> Image.Image:
    """Red above left, green above right, blue below; half of it see-through where the mode allows it."""
    picture = Image.new("RGB", SIZE, (20, 40, 220))
    picture.paste((220, 30, 30), (0, 0, 30, 20))
    picture.paste((30, 200, 40), (30, 0, 60, 20))
    if mode in ("RGBA", "LA"):
        picture = picture.convert(mode)
        alpha = Image.new("L", SIZE, 255)
        alpha.paste(0, (0, 20, 30, 40))
        picture.putalpha(alpha)
        return picture
    return picture.quantize(16) if mode == "P" else picture.convert(mode)


def written(folder: Path, picture: Image.Image, name: str, **options: object) -> Path:
    path = folder / name
    picture.save(path, **options)
    return path


def read_picture(file: PictureFile, too_fine: float = 1.0, strength: float = 1.0) -> Picture:
    (found,) = read_pictures([(file, too_fine)], strength).values()
    if isinstance(found, ArtError):
        raise found
    return found


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data))


def near(picture: Image.Image, x: int, y: int, colour: tuple[int, int, int], by: int = 24) -> bool:
    found = picture.convert("RGB").getpixel((x, y))
    return all(abs(one - other) <= by for one, other in zip(found, colour))


@pytest.mark.parametrize(
    ("mode", "name", "out"),
    [
        ("RGB", "a.png", "RGB"), ("RGBA", "a.png", "RGBA"), ("L", "a.png", "L"), ("LA", "a.png", "RGBA"),
        ("P", "a.png", "P"), ("1", "a.png", "L"), ("I;16", "a.png", "L"), ("RGB", "a.jpg", "RGB"),
        ("L", "a.jpg", "L"), ("CMYK", "a.jpg", "RGB"), ("RGB", "a.webp", "RGB"), ("RGBA", "a.webp", "RGBA"),
        ("RGB", "a.avif", "RGB"), ("RGBA", "a.avif", "RGBA"), ("L", "a.avif", "L"), ("P", "a.gif", "RGB"),
        ("RGBA", "a.gif", "RGBA"), ("RGB", "a.tif", "RGB"), ("RGBA", "a.tif", "RGBA"), ("L", "a.tif", "L"),
        ("P", "a.tif", "RGB"), ("1", "a.tif", "L"), ("CMYK", "a.tif", "RGB"), ("I;16", "a.tif", "L"),
    ],
)  # fmt: skip
def test_every_mode(tmp_path: Path, mode: str, name: str, out: str) -> None:
    drawn = scene("L").convert("I").point(lambda level: level * 257).convert("I;16") if mode == "I;16" else scene(mode)
    path = written(tmp_path, drawn, name, **({"quality": 95} if "jpg" in name else {}))
    picture = read_picture(look_at(path, name))
    shown = opened(picture)
    assert (shown.size, shown.mode) == (SIZE, out) and shown.format in ("PNG", "JPEG")
    if mode in ("RGB", "RGBA", "P", "CMYK"):
        assert near(shown, 10, 10, (220, 30, 30)) and near(shown, 50, 10, (30, 200, 40))
    else:
        assert near(shown, 50, 30, scene("L").convert("RGB").getpixel((50, 30))) or mode == "1"  # type: ignore[arg-type]
    if out == "RGBA":
        assert shown.getpixel((10, 30))[3] == 0


@pytest.mark.parametrize("compression", ["tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg", "group4"])
def test_every_compression_of_a_tiff(tmp_path: Path, compression: str) -> None:
    drawn = scene("1" if compression == "group4" else "RGB")
    path = written(tmp_path, drawn, "a.tif", compression=compression)
    shown = opened(read_picture(look_at(path, "a.tif"))).convert("RGB")
    same = shown.getpixel((45, 30)) == drawn.convert("RGB").getpixel((45, 30))
    assert same or near(shown, 45, 30, (20, 40, 220))


def test_colours_of_16_bits(tmp_path: Path) -> None:
    """A TIFF as a raw converter writes it, which Pillow does not: all in one strip, three channels of 16 bits."""
    pixels = b"".join(struct.pack("<H", level * 257) for level in scene().tobytes())
    told = {256: (4, 60), 257: (4, 40), 259: (3, 1), 262: (3, 2), 273: (4, 128), 277: (3, 3), 279: (4, len(pixels))}
    entries = [struct.pack("<HHLHH", tag, kind, 1, value % 65536, value >> 16) for tag, (kind, value) in told.items()]
    entries.insert(2, struct.pack("<HHLL", 258, 3, 3, 120))
    listed = struct.pack("<H", len(entries)) + b"".join(entries) + b"\0\0\0\0"
    head = (b"II*\0" + struct.pack("<L", 8) + listed).ljust(120, b"\0") + struct.pack("<HHHH", 16, 16, 16, 0)
    (tmp_path / "a.tif").write_bytes(head + pixels)
    shown = opened(read_picture(look_at(tmp_path / "a.tif", "a.tif")))
    assert shown.convert("RGB").tobytes() == scene().tobytes()


@pytest.mark.parametrize("name", ["a.gif", "a.tif", "a.avif"])
def test_the_first_of_many_pictures_is_shown(tmp_path: Path, name: str) -> None:
    others = [Image.new("RGB", SIZE, (200, 200, 20))] * 3
    path = written(tmp_path, scene(), name, save_all=True, append_images=others)
    assert near(opened(read_picture(look_at(path, name))), 10, 10, (220, 30, 30))


@pytest.mark.parametrize("mode", ["I", "F"])
def test_colours_that_nobody_can_print_are_refused(tmp_path: Path, mode: str) -> None:
    path = written(tmp_path, scene("L").convert(mode), "a.tif")
    with pytest.raises(ArtError, match=r"a\.tif: has colours of 32 bits, .*; save it with 8 or 16"):
        look_at(path, "a.tif")


@pytest.mark.parametrize("name", ["a.jpg", "a.tif", "a.avif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation(tmp_path: Path, orientation: int, name: str) -> None:
    """The picture that a camera stored lying is seen upright."""
    stored = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    turned = scene().transpose(stored[orientation]) if orientation > 1 else scene()
    exif = Image.Exif()
    exif[0x0112] = orientation
    told = {"tiffinfo": {0x0112: orientation}} if name == "a.tif" else {"exif": exif, "quality": 95}
    path = written(tmp_path, turned, name, **told)
    file = look_at(path, name)
    assert (file.width, file.height) == SIZE
    shown = opened(read_picture(file))
    assert shown.size == SIZE
    assert (
        near(shown, 10, 8, (220, 30, 30)) and near(shown, 50, 8, (30, 200, 40)) and near(shown, 30, 32, (20, 40, 220))
    )


def test_what_can_be_printed_stays_as_it_is(tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg"):
        path = written(tmp_path, scene(), name)
        assert read_picture(look_at(path, name)).data == path.read_bytes()


def test_a_painting_is_stored_as_jpeg_and_a_drawing_without_loss(tmp_path: Path) -> None:
    noise = Image.effect_noise((200, 200), 80)
    painted = written(tmp_path, Image.merge("RGB", (noise, noise.rotate(90), noise.rotate(180))), "a.png")
    assert opened(read_picture(look_at(painted, "a.png"))).format == "JPEG"
    drawn = written(tmp_path, scene(), "b.webp", lossless=True)
    assert opened(read_picture(look_at(drawn, "b.webp"))).convert("RGB").tobytes() == scene().tobytes()
    for picture, format_ in ((Image.open(painted), "JPEG"), (scene(), "PNG")):
        path = written(tmp_path, picture, "c.tif")
        assert opened(read_picture(look_at(path, "c.tif"))).format == format_


def test_what_no_printer_shows_is_left_out(tmp_path: Path) -> None:
    big = scene().resize((600, 400))
    for name in ("a.jpg", "a.png"):
        file = look_at(written(tmp_path, big, name), name)
        assert opened(read_picture(file, 1.9)).size == (600, 400)
        small = opened(read_picture(file, 4.0))
        assert small.size == (150, 100) and near(small, 20, 20, (220, 30, 30))


def test_another_profile_becomes_srgb(tmp_path: Path) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    known = written(tmp_path, scene(), "srgb.png", icc_profile=srgb)
    assert read_picture(look_at(known, "srgb.png")).data == known.read_bytes()
    odd = written(tmp_path, scene(), "odd.png", icc_profile=lab)  # of another kind of colour: no use, and left out
    assert "icc_profile" not in opened(read_picture(look_at(odd, "odd.png"))).info
    broken = written(tmp_path, scene(), "broken.png", icc_profile=b"no profile at all")
    assert read_picture(look_at(broken, "broken.png")).data == broken.read_bytes()


def test_faded_and_greyed_and_cut(tmp_path: Path) -> None:
    picture = read_picture(look_at(written(tmp_path, scene("RGBA"), "a.png"), "a.png"), strength=0.35)
    faded = opened(picture)
    assert near(faded, 10, 10, (243, 176, 176)) and faded.getpixel((10, 30))[3] == 0
    grey = opened(greyed(picture))
    assert grey.mode == "LA" and grey.getpixel((10, 30))[1] == 0
    corner = opened(parts_of(picture, [(59, 0, 60, 40)])[0])
    assert corner.size == (1, 40)


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_what_is_grey_is_not_made_grey_again(tmp_path: Path, name: str) -> None:
    """The book of a build shows pieces that are grey already beside drawings that are not."""
    once = greyed(read_picture(look_at(written(tmp_path, scene(), name), name)))
    assert greyed(once) == once


def header(width: int, height: int) -> bytes:
    """A PNG that says it is huge and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    ihdr = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", ihdr) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "cannot be read"),
        (b"<svg/>", "cannot be read"),
        (b"GIF89a" + b"\0" * 100, "cannot be read"),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 50, "cannot be read"),
        (header(8000, 6000), "scale it down to 40 megapixels"),
        (header(100_000, 100_000), "scale it down to 40 megapixels"),
        (header(300, 300), "cannot be read"),
    ],
)
def test_what_is_no_picture(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(ArtError, match=sentence) as failure:
        read_picture(look_at(path, "art/a.png"))
    assert str(failure.value).startswith("art/a.png: ") and "\n" not in str(failure.value)
    assert MOST_PIXELS == 40_000_000


def test_many_at_a_time_and_a_fault_among_them(tmp_path: Path) -> None:
    files = [(look_at(written(tmp_path, scene(), f"{at}.png"), f"{at}.png"), 1.0) for at in range(6)]
    (tmp_path / "3.png").write_bytes((tmp_path / "3.png").read_bytes()[:60])
    found = read_pictures(files)
    assert list(found) == [f"{at}.png" for at in range(6)]
    assert [name for name, picture in found.items() if isinstance(picture, ArtError)] == ["3.png"]


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg", "a.webp"):
        path = written(tmp_path, scene().resize((300, 200)), name)
        path.write_bytes(path.read_bytes()[:-60])
        with pytest.raises(ArtError, match="save it again"):
            read_picture(look_at(path, name))
