"""A PDF of pages with one piece each in; the same pages as PDF/X-1a:2003 in the inks of a printing condition out.

Fills, lines and texts become DeviceCMYK, operator by operator, and so do pictures and palettes; grey pictures stay
DeviceGray, which is black ink. What print files may not hold (links, outlines, viewer's wishes) is taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import BytesIO
from math import fsum

import pikepdf
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Operator, Pdf, PdfImage, Stream, String
from PIL import ImageMath
from PIL.Image import Image

from pnp.export.presets import Inks, Product, Rgb
from pnp.export.separation import Cmyk, Separation
from pnp.units import POINTS_PER_MM

VERSION = "PDF/X-1a:2003"
_TO_CMYK = {"rg": "k", "g": "k", "RG": "K", "G": "K"}
# What could bring in other colours or see-through paint; our PDF renderer writes none of them.
_STRANGE = frozenset({"cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "BI"})
_KEPT = ("/Type", "/Pages")
_PAGE_EXTRAS = ("/Trans", "/Annots", "/Group")
_PALETTE = 4  # parts of an indexed colour space: /Indexed, its base, the last index, the colours


def print_ready(pdf: bytes, product: Product, inks: Inks) -> tuple[bytes, float]:
    """The print file, and the most ink that any colour or pixel in it has, in percent.

    The pages must be those of `canvas.pages_of` with faces that have no see-through pictures.
    """
    with pikepdf.open(BytesIO(pdf)) as document:
        press = _Press(Separation(inks))
        for page in document.pages:
            content = press.content(page)
            page.Contents = document.make_stream(content)
            _set_boxes(page, product)
        for stream in (thing for thing in document.objects if isinstance(thing, Stream)):
            press.stream(stream)
        _describe(document, inks)
        written = BytesIO()
        document.save(
            written, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True
        )
    return written.getvalue(), round(press.most * 100, 1)


class _Press:
    """Turns colours into inks, wherever they stand, and remembers the most ink that came out."""

    def __init__(self, separation: Separation) -> None:
        self._separation = separation
        self.most = 0.0

    def stream(self, stream: Stream) -> None:
        """A form or a picture, in its place; other streams are left as they are."""
        kind = stream.get("/Subtype")
        if kind == Name.Form:
            stream.write(self.content(stream))
        elif kind == Name.Image:
            self._image(stream)

    def content(self, holder: pikepdf.Page | Stream) -> bytes:
        return pikepdf.unparse_content_stream(list(self._instructions(holder)))

    def _instructions(self, holder: pikepdf.Page | Stream) -> Iterator[ContentStreamInstruction]:
        found = list(pikepdf.parse_content_stream(holder))
        for at, instruction in enumerate(found):
            operator = str(instruction.operator)
            if operator in _STRANGE:
                raise ValueError(f"the PDF operator {operator} has no place in a print file")
            if operator not in _TO_CMYK:
                yield instruction  # type: ignore[misc]
                continue
            levels = [float(level) for level in instruction.operands]
            red, green, blue = levels * 3 if len(levels) == 1 else levels
            # The renderer sets a text's colour right before the text.
            is_text = at + 1 < len(found) and str(found[at + 1].operator) == "BT"
            yield _ink_operator(self._inks((red, green, blue), is_text), _TO_CMYK[operator])

    def _inks(self, rgb: Rgb, is_text: bool) -> Cmyk:
        inks = self._separation.text(rgb) if is_text else self._separation.colour(rgb)
        self.most = max(self.most, fsum(inks))
        return inks

    def _image(self, stream: Stream) -> None:
        space = stream.ColorSpace
        if "/SMask" in stream or "/Mask" in stream:
            raise ValueError("a picture is see-through, which a print file may not hold")
        if space == Name.DeviceRGB:
            self._picture(stream)
        elif isinstance(space, Array) and len(space) == _PALETTE:
            stream.ColorSpace = Array([Name.Indexed, Name.DeviceCMYK, space[2], String(self._palette(space[3]))])

    def _palette(self, colours: pikepdf.Object) -> bytes:
        levels = [level / 255 for level in bytes(colours)]
        return bytes(
            round(amount * 255)
            for at in range(0, len(levels), 3)
            for amount in self._inks((levels[at], levels[at + 1], levels[at + 2]), is_text=False)
        )

    def _picture(self, stream: Stream) -> None:
        inked = self._separation.picture(PdfImage(stream).as_pil_image().convert("RGB"))
        self.most = max(self.most, _most_ink(inked))
        stream.write(inked.tobytes())
        stream.ColorSpace = Name.DeviceCMYK
        stream.BitsPerComponent = 8


def _most_ink(picture: Image) -> float:
    cyan, magenta, yellow, black = picture.split()
    total = ImageMath.lambda_eval(
        lambda bands: bands["c"] + bands["m"] + bands["y"] + bands["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) / 255


def _ink_operator(inks: Cmyk, operator: str) -> ContentStreamInstruction:
    return ContentStreamInstruction([Decimal(f"{amount:.3f}") for amount in inks], Operator(operator))


def _set_boxes(page: pikepdf.Page, product: Product) -> None:
    """MediaBox and BleedBox are the page that the shop asks for, TrimBox the cut in its middle."""
    across = (product.page.width - product.trim.width) / 2
    down = (product.page.height - product.trim.height) / 2
    whole = _box(0, 0, product.page.width, product.page.height)
    page.MediaBox = page.BleedBox = whole
    page.TrimBox = _box(across, down, product.page.width - across, product.page.height - down)
    for key in _PAGE_EXTRAS:
        if key in page:
            del page[key]


def _box(*edges: float) -> Array:
    return Array(Decimal(f"{edge * POINTS_PER_MM:.4f}") for edge in edges)


def _describe(document: Pdf, inks: Inks) -> None:
    """The output intent and the keys by which a file says that it is PDF/X-1a:2003 (ISO 15930-4)."""
    for key in _others(document.Root.keys()):
        del document.Root[key]
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(inks.condition),
        RegistryName=String(inks.registry),
        Info=String(inks.about),
    )
    document.Root.OutputIntents = Array([document.make_indirect(intent)])
    document.docinfo[Name.GTS_PDFXVersion] = String(VERSION)
    document.docinfo[Name.Trapped] = Name("/False")


def _others(keys: Iterable[str]) -> list[str]:
    return [key for key in keys if key not in _KEPT]
