"""Pictures that people bring: measured before Pillow opens them, then read for every renderer as PNG or JPEG."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.drawing.picturefile import MOST_PIXELS, ArtError, BadPicture, check_picture
from pnp.drawing.shapes import Picture
from pnp.frozen import frozen
from pnp.sources import PICTURES, SourceFile, listed

if TYPE_CHECKING:
    from PIL.Image import Image

_KINDS = tuple(kind for kind in PICTURES if kind != "SVG")
_FORMATS = tuple(kind.upper() for kind in _KINDS)
_ORIENTATION = 0x0112
_LYING = range(5, 9)  # EXIF orientations that swap width and height
_AS_JPEG = {"quality": 92, "subsampling": 0}
_PAINTED = 0.8  # bytes a pixel: what takes more is no drawing of plain areas, and JPEG shows no difference in print
_MUCH = 2.0
_AT_A_TIME = 2  # pictures, of which each may need some hundred megabytes; larger ones are read one after the other
_LARGE = 16_000_000  # pixels
_PLAIN_MODES = ("1", "L", "RGB")
_TOO_DEEP = ("I", "F")


class Kept:
    """What was made once and is made again only for another key; `sweep` forgets what nobody asked for since the last.

    For those who draw the same game again and again. A key holds all that the thing is made from.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, Any] = {}
        self._now: dict[Hashable, Any] = {}

    def get(self, key: Hashable) -> Any:
        """What was kept under the key; None where there is nothing."""
        if key in self._before:
            self._now[key] = self._before[key]
        return self._now.get(key)

    def put(self, key: Hashable, thing: Any) -> None:
        self._now[key] = thing

    def sweep(self) -> None:
        self._before, self._now = self._now, {}


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
        if image.format == "TIFF" and image.mode in _TOO_DEEP:
            raise ArtError("has colours of 32 bits, which nobody can print; save it with 8 or 16 bits", name)
        # Asking a PNG for EXIF data takes as long as reading all its pixels; a TIFF has the size that is seen.
        may_lie = image.format != "TIFF" if image.format != "PNG" else b"eXIf" in data or b"xmp" in data
        lying = may_lie and image.getexif().get(_ORIENTATION) in _LYING
        return PictureFile(path, name, *((height, width) if lying else (width, height)))


def read_pictures(
    files: Iterable[tuple[PictureFile, float]], strength: float = 1.0, kept: Kept | None = None
) -> Mapping[str, Picture | ArtError]:
    """The whole pictures by name, upright and in sRGB, mixed with white down to `strength`; faults stand among them.

    `too_fine`, beside each, says how many times more pixels a side it has than can be printed. A file that can be
    printed as it is stays as it is, to the byte, after every pixel of it has been read once, unless it is twice too
    fine. What is stored anew has no more pixels than can be printed; photographs and paintings become JPEG files of
    high quality, drawings PNG files. What is `kept` of the same bytes is not read again.
    """

    def read(wanted: tuple[PictureFile, float]) -> Picture | ArtError:
        try:
            return _read_or_kept(*wanted, strength, kept or Kept())
        except ArtError as fault:
            return fault

    # Only pictures pay for this import.
    from concurrent.futures import ThreadPoolExecutor

    known = list(files)
    small = [(file, too_fine) for file, too_fine in known if file.width * file.height <= _LARGE]
    large = [(file, too_fine) for file, too_fine in known if file.width * file.height > _LARGE]
    with quietly():
        with ThreadPoolExecutor(_AT_A_TIME) as readers:  # decoders let go of Python's lock while they work
            found = {file.name: picture for (file, _), picture in zip(small, readers.map(read, small), strict=True)}
        return found | {wanted[0].name: read(wanted) for wanted in large}


def _read_or_kept(file: PictureFile, too_fine: float, strength: float, kept: Kept) -> Picture:
    if not isinstance(file.path, SourceFile):
        return _read(file, too_fine, strength)
    key = file.path.digest, too_fine, strength
    picture: Picture | None = kept.get(key)
    if picture is None:
        picture = _read(file, too_fine, strength)
        kept.put(key, picture)
    # What may stay as it is stays the file that was named this time.
    return picture if isinstance(picture.source, bytes) else replace(picture, source=file.path)


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


def picture_of(data: bytes, name: str) -> Picture:
    """A picture that something else holds, such as a drawing; ArtError, which names that, for none that can be used."""
    try:
        check_picture(data)
    except BadPicture as failure:
        raise ArtError(str(failure), name) from failure
    with quietly(), _opened(data, name) as image:
        if image.width * image.height > MOST_PIXELS:
            raise ArtError(f"has more than {MOST_PIXELS // 1_000_000} megapixels; scale it down", name)
        painted = _is_painted(image, data)
        as_it_is = _printable(image, data)
        image.load()
        return Picture(data, image.width, image.height) if as_it_is else _encoded(_upright(image), painted)


def _is_painted(image: Image, data: bytes) -> bool | None:
    """Whether it is a photograph or a painting, not a drawing of plain areas: by its format, or by what it takes; None
    where neither tells.
    """
    match image.format:
        case "WEBP":
            return b"VP8 " in data[:64]
        case "PNG":
            return len(data) > _PAINTED * image.width * image.height
        case "TIFF":
            return None
        case _:  # JPEG, AVIF, and MPO: a JPEG with a second picture behind it, as some telephones write
            return image.format != "GIF"


def greyed(picture: Picture) -> Picture:
    """The same picture without its colours; one that has none stays as it is, to the last byte."""
    from PIL import Image

    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        if image.getbands()[0] == "L":
            return picture
        has_alpha = "A" in image.getbands()
        return _encoded(image.convert("LA" if has_alpha else "L"), image.format == "JPEG")


def paler(picture: Picture, strength: float) -> Picture:
    """The same picture mixed with white, down to its strength."""
    from PIL import Image

    if strength >= 1:
        return picture
    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        whole = image.convert("RGBA" if "A" in image.getbands() or "transparency" in image.info else "RGB")
        return _encoded(_faded(whole, strength), image.format == "JPEG")


def parts_of(picture: Picture, boxes: Iterable[tuple[int, int, int, int]]) -> list[Picture]:
    """Parts of a picture by their pixels (left, top, right, bottom), as pictures of their own."""
    from PIL import Image

    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        return [_encoded(image.crop(box), painted=False) for box in boxes]


def has_alpha(picture: Picture) -> bool:
    """Whether any of it lets through what is below."""
    from PIL import Image

    with quietly(), Image.open(BytesIO(picture.data), formats=_FORMATS) as image:
        return "A" in image.getbands() or "transparency" in image.info


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
        sentence = f"cannot be read as a {listed(_KINDS)} picture; open it in a paint program and save it again"
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


def _encoded(image: Image, painted: bool | None) -> Picture:
    """The picture as a file; where nobody knows whether it is painted, what it takes as a PNG tells."""
    written = BytesIO()
    if painted and image.mode in ("L", "RGB"):
        image.save(written, "JPEG", **_AS_JPEG)
    else:
        image.save(written, "PNG", compress_level=6, icc_profile=None)
        if painted is None and image.mode in ("L", "RGB") and written.tell() > _PAINTED * image.width * image.height:
            return _encoded(image, True)
    return Picture(written.getvalue(), image.width, image.height)
