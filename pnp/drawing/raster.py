"""Pictures that people bring, PNG, JPEG or WebP: measured before Pillow opens them, then read for every renderer."""

from __future__ import annotations

import re
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.drawing.art import ArtError
from pnp.drawing.shapes import Picture
from pnp.frozen import frozen
from pnp.sources import SourceFile

MOST_PIXELS = 40_000_000
_MOST_PARTS = 50_000  # a PNG of 64 MB has 8,000 parts as most programs write it
_MOST_SCANS = 50  # a progressive JPEG has about ten
_MOST_NOTES = 65_535  # bytes of EXIF data, as in a JPEG
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_SCAN, _END, _EXIF = 0xDA, 0xD9, 0xE1
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_PROFILE = b"Raw profile type "
_PALETTES = range(3, 769, 3)  # bytes of a PNG's palette
_INDEXED = b"\x03"  # PNG's number for colours that are numbers of a palette
_TOO_MUCH = "holds more than its pixels need; open it in a paint program and save it again"
if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "WEBP")
_ORIENTATION = 0x0112
_LYING = range(5, 9)  # EXIF orientations that swap width and height
_AS_JPEG = {"quality": 92, "subsampling": 0}
_PAINTED = 0.8  # bytes a pixel: what takes more is no drawing of plain areas, and JPEG shows no difference in print
_MUCH = 2.0
_AT_A_TIME = 2  # pictures, of which each may need some hundred megabytes; larger ones are read one after the other
_LARGE = 16_000_000  # pixels
_PLAIN_MODES = ("1", "L", "RGB")


class BadPicture(ValueError):
    """A file that no decoder should be given; its text says what is wrong and what to do."""


def check_picture(data: bytes) -> None:
    """BadPicture for a PNG, JPEG or WebP file that costs more than its pixels, or a PNG that lacks its one palette.

    What is no such file is left to the decoder.
    """
    if data.startswith(_PNG):
        notes = _notes_of_png(data)
    elif data.startswith(_JPEG):
        notes = _notes_of_jpeg(data)
    elif data[8:12] == b"WEBP":
        notes = _notes_of_webp(data)
    else:
        return
    if notes > _MOST_NOTES:
        raise BadPicture(_TOO_MUCH)


def _notes_of_png(data: bytes) -> int:
    """How many bytes of EXIF data there are in a PNG, old ways of keeping them included; BadPicture for its palette."""
    at, notes, palettes, is_indexed = len(_PNG), 0, 0, data[25:26] == _INDEXED
    for _ in range(_MOST_PARTS):
        kind, size = data[at + 4 : at + 8], int.from_bytes(data[at : at + 4], "big")
        if kind in (b"", b"IEND"):
            return notes
        if kind == b"PLTE":
            palettes += 1 if size in _PALETTES else 2  # one that is no palette is one too many
        if is_indexed and ((kind == b"IDAT" and not palettes) or palettes > 1):
            raise BadPicture("lacks the palette that its pixels name; open it in a paint program and save it again")
        if kind == b"eXIf":
            notes += size
        elif kind in (b"tEXt", b"zTXt", b"iTXt") and data.startswith(_PROFILE, at + 8):
            notes += _unpacked(data[at + 8 : at + 8 + size])
        at += 12 + size
    raise BadPicture(_TOO_MUCH)


def _unpacked(text: bytes) -> int:
    """What a profile in a text comes to, in bytes: it is written in hexadecimal digits, compressed or not."""
    _, _, body = text.partition(b"\0")
    try:
        digits = len(zlib.decompressobj().decompress(body[1:], 4 * _MOST_NOTES))
    except zlib.error:
        digits = len(body)
    return digits // 2


def _notes_of_jpeg(data: bytes) -> int:
    """How many bytes of EXIF data there are in a JPEG; BadPicture for one of very many scans."""
    at, notes, scans = 2, 0, 0
    for _ in range(_MOST_PARTS):
        found = _MARKER.search(data, at)
        if found is None or found[0][1] == _END:
            return notes
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
        scans += found[0][1] == _SCAN
        if scans > _MOST_SCANS:
            raise BadPicture(f"is a progressive JPEG of over {_MOST_SCANS} scans; save it again as a plain one")
        if found[0][1] == _EXIF and data.startswith(b"Exif", found.end() + 2):
            notes += at - found.end()
    raise BadPicture(_TOO_MUCH)


def _notes_of_webp(data: bytes) -> int:
    """How many bytes of EXIF data there are in a WebP file; BadPicture for a canvas that Pillow would not get."""
    at, notes = 12, 0
    for _ in range(_MOST_PARTS):
        kind, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if not kind:
            return notes
        if kind == b"EXIF":
            notes += size
        elif kind == b"VP8X":
            width, height = (int.from_bytes(data[at + first : at + first + 3], "little") + 1 for first in (12, 15))
            if width * height > MOST_PIXELS:
                most = MOST_PIXELS // 1_000_000
                raise BadPicture(f"has {width:,} x {height:,} pixels; scale it down to {most} megapixels")
        at += 8 + size + size % 2
    raise BadPicture(_TOO_MUCH)


@frozen
class PictureFile:
    """A picture that has been looked at and not yet read: its size in pixels as it is to be seen."""

    path: Path | SourceFile
    name: str
    width: int
    height: int


def look_at(path: Path | SourceFile, name: str) -> PictureFile:
    """The size of a picture from its header; ArtError, which names the file, for what is none or too large."""
    data = path.read_bytes()
    try:
        check_picture(data)
    except BadPicture as failure:
        raise ArtError(str(failure), name) from failure
    with quietly(), _opened(data, name) as image:
        width, height = image.size
        if width * height > MOST_PIXELS:
            most = MOST_PIXELS // 1_000_000
            raise ArtError(f"has {width:,} x {height:,} pixels; scale it down to {most} megapixels or fewer", name)
        # Asking a PNG for EXIF data takes as long as reading all its pixels.
        may_lie = image.format != "PNG" or b"eXIf" in data or b"xmp" in data
        lying = may_lie and image.getexif().get(_ORIENTATION) in _LYING
        return PictureFile(path, name, *((height, width) if lying else (width, height)))


def read_pictures(
    files: Iterable[tuple[PictureFile, float]], strength: float = 1.0
) -> Mapping[str, Picture | ArtError]:
    """The whole pictures by name, upright and in sRGB, mixed with white down to `strength`; faults stand among them.

    `too_fine`, beside each, says how many times more pixels a side it has than can be printed. A file that can be
    printed as it is stays as it is, to the byte, after every pixel of it has been read once, unless it is twice too
    fine. What is stored anew has no more pixels than can be printed; photographs and paintings become JPEG files of
    high quality, drawings PNG files.
    """

    def read(wanted: tuple[PictureFile, float]) -> Picture | ArtError:
        try:
            return _read(*wanted, strength)
        except ArtError as fault:
            return fault

    known = list(files)
    small = [(file, too_fine) for file, too_fine in known if file.width * file.height <= _LARGE]
    large = [(file, too_fine) for file, too_fine in known if file.width * file.height > _LARGE]
    with quietly():
        with ThreadPoolExecutor(_AT_A_TIME) as readers:  # decoders let go of Python's lock while they work
            found = {file.name: picture for (file, _), picture in zip(small, readers.map(read, small), strict=True)}
        return found | {wanted[0].name: read(wanted) for wanted in large}


def _read(file: PictureFile, too_fine: float, strength: float) -> Picture:
    data = file.path.read_bytes()
    with _opened(data, file.name) as image:
        painted = _is_painted(image, data)
        as_it_is = too_fine < _MUCH and strength == 1 and _printable(image, data)
        if image.format == "JPEG" and image.mode in ("L", "RGB") and too_fine >= _MUCH:
            image.draft(image.mode, (int(image.width / too_fine), int(image.height / too_fine)))
        image.load()
        if as_it_is and painted is (image.format == "JPEG"):
            return Picture(file.path, image.width, image.height)
        whole = _upright(image)
        if whole.width > 1.2 * file.width / too_fine:
            size = (max(1, round(file.width / too_fine)), max(1, round(file.height / too_fine)))
            whole = whole.resize(size, reducing_gap=2.0)
        return _encoded(_faded(whole, strength), painted)


def _is_painted(image: Image, data: bytes) -> bool:
    """Whether it is a photograph or a painting, not a drawing of plain areas: by its format, or by what it takes."""
    if image.format == "WEBP":
        return b"VP8 " in data[:64]
    # MPO is a JPEG with a second picture behind it, as some telephones write.
    return image.format in ("JPEG", "MPO") or len(data) > _PAINTED * image.width * image.height


def greyed(picture: Picture) -> Picture:
    """The same picture without its colours."""
    from PIL import Image

    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        has_alpha = "A" in image.getbands()
        return _encoded(image.convert("LA" if has_alpha else "L"), image.format == "JPEG")


def part_of(picture: Picture, left: int, top: int, right: int, bottom: int) -> Picture:
    """A part of a picture by its pixels, as a picture of its own."""
    from PIL import Image

    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        return _encoded(image.crop((left, top, right, bottom)), painted=False)


@contextmanager
def quietly() -> Iterator[None]:
    """Pillow's warnings are left out, but for the one of a picture that unpacks to too much, which is an error."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


@contextmanager
def _opened(data: bytes, name: str) -> Iterator[Image]:
    """The picture open in Pillow; whatever goes wrong with it, while it is open too, is an ArtError."""
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            yield image
    except ArtError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as failure:
        most = MOST_PIXELS // 1_000_000
        raise ArtError(f"is larger than any printer needs; scale it down to {most} megapixels", name) from failure
    except Exception as failure:  # a damaged file makes Pillow's readers raise whatever comes
        sentence = "cannot be read as a PNG, JPEG or WebP picture; open it in a paint program and save it again"
        raise ArtError(sentence, name) from failure


def _printable(image: Image, data: bytes) -> bool:
    """Whether a file may go into a PDF or SVG file as it is: upright, plain colours, no other profile."""
    if image.getexif().get(_ORIENTATION, 1) != 1 or not _is_srgb(image):
        return False
    if image.format == "JPEG":
        return image.mode in ("L", "RGB")
    deep = image.format == "PNG" and data[24] > 8  # bits a channel, in the header
    indexed = image.mode == "P" and "transparency" not in image.info
    return image.format == "PNG" and not deep and (image.mode in ("L", "RGB", "RGBA") or indexed)


def _is_srgb(image: Image) -> bool:
    """Whether colours mean what they say; a profile that cannot be read counts as none."""
    profile = image.info.get("icc_profile")
    if not profile:
        return True
    from PIL import ImageCms

    try:
        return "srgb" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(profile))).lower()
    except (ImageCms.PyCMSError, OSError):
        return True


def _upright(image: Image) -> Image:
    """The picture turned as its EXIF data say, in 8 bits of grey or sRGB, with an alpha channel only where it shows."""
    from PIL import ImageOps

    profile = None if _is_srgb(image) else image.info["icc_profile"]
    turned = ImageOps.exif_transpose(image)
    if turned.mode.startswith("I"):  # 16 bits a pixel, which convert would clip
        turned = turned.convert("I").point(lambda level: level / 257).convert("L")
    elif turned.mode not in _PLAIN_MODES or "transparency" in turned.info:
        see_through = "A" in turned.getbands() or "a" in turned.getbands() or "transparency" in turned.info
        if profile and turned.mode in ("CMYK", "RGB", "RGBA"):
            turned, profile = _in_srgb(turned, profile), None
        turned = turned.convert("RGBA" if see_through else "RGB")
    if profile and turned.mode == "RGB":
        turned = _in_srgb(turned, profile)
    if turned.mode == "RGBA" and turned.getchannel("A").getextrema() == (255, 255):
        turned = turned.convert("RGB")
    return turned.convert("L") if turned.mode == "1" else turned


def _in_srgb(image: Image, profile: bytes) -> Image:
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        mode = "RGB" if image.mode == "CMYK" else image.mode
        converted = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=mode)
    except (ImageCms.PyCMSError, OSError):
        return image
    return image if converted is None else converted


def _faded(image: Image, strength: float) -> Image:
    """Mixed with white; what is see-through stays so."""
    if strength >= 1:
        return image
    from PIL import Image as Images

    paper = Images.new(image.mode, image.size, (255,) * len(image.getbands()))
    faded = Images.blend(paper, image, strength)
    if image.mode == "RGBA":
        faded.putalpha(image.getchannel("A"))
    return faded


def _encoded(image: Image, painted: bool) -> Picture:
    written = BytesIO()
    if painted and image.mode in ("L", "RGB"):
        image.save(written, "JPEG", **_AS_JPEG)
    else:
        image.save(written, "PNG", compress_level=6, icc_profile=None)
    return Picture(written.getvalue(), image.width, image.height)
