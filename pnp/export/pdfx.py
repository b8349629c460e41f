"""A PDF of pages with one piece each, made into a print file for one printing condition: PDF/X-1a:2003 or PDF/X-4.

Fills, lines and texts become DeviceCMYK, operator by operator, and so do pictures and palettes; grey pictures stay
DeviceGray, which is black ink. What print files may not hold (links, outlines, viewer's wishes) is taken out. Nothing
is see-through in either kind of file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from math import fsum
from uuid import UUID
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, ContentStreamInstruction, Dictionary, Name, Operator, Pdf, PdfImage, Stream, String
from PIL import ImageMath
from PIL.Image import Image

from pnp.export.presets import InkSet, Rgb
from pnp.export.separation import Cmyk, InkSeparation, Profile, ProfileSeparation, Separation
from pnp.frozen import frozen
from pnp.geometry import POINTS_PER_MM, Size

X1A, X4 = "PDF/X-1a:2003", "PDF/X-4"
_TO_CMYK = {"rg": "k", "g": "k", "RG": "K", "G": "K"}
# What could bring in other colours or see-through paint; our PDF renderer writes none of them.
_STRANGE = frozenset({"sc", "SC", "sh", "gs", "BI"})
_PATTERNS = frozenset({"cs", "CS", "scn", "SCN"})
_FINER = 8  # pieces of each piece of a gradient, since inks do not mix as light does
_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/", "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/", "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}  # fmt: skip
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEPT = frozenset({"/Type", "/Pages"})
_PAGE_EXTRAS = ("/Trans", "/Annots", "/Group")
_ALL_INKS = "/PnpAllInks"
_MARK_WIDTH = 0.25  # points
_TILED, _SHADED = 1, 2  # kinds of patterns
_PALETTE = 4  # parts of an indexed colour space: /Indexed, its base, the last index, the colours


@frozen
class PrintingCondition:
    """How a file will be printed: what turns its colours into inks, and the words and the profile that tell the shop.

    PDF/X-4 must bring the profile of the press along; PDF/X-1a may name a condition of the registry in its place.
    """

    separation: Separation
    name: str
    about: str
    registry: str = ""
    profile: bytes | None = None

    @property
    def version(self) -> str:
        return X1A if self.profile is None else X4


def of_inks(inks: InkSet) -> PrintingCondition:
    """The condition that presets describe by the colours of its inks; PDF/X-1a:2003."""
    return PrintingCondition(InkSeparation(inks), inks.condition, inks.about, inks.registry)


def of_profile(profile: Profile) -> PrintingCondition:
    """The condition that a profile describes; PDF/X-4."""
    return PrintingCondition(ProfileSeparation(profile), "Custom", profile.name, profile=profile.data)


@frozen
class Boxes:
    """What a page measures, in millimetres, its cut and its bleed in the middle of it; crop marks lie beyond them."""

    page: Size
    bleed: Size
    trim: Size


def print_ready(pdf: bytes, boxes: Boxes, condition: PrintingCondition) -> tuple[bytes, float]:
    """The print file, and the most ink that any colour or pixel in it has, in percent.

    The pages must be those of `canvas.pages_of` with faces that have no see-through pictures.
    """
    with pikepdf.open(BytesIO(pdf)) as document:
        press = _Press(condition.separation)
        marks = _crop_marks(boxes) if boxes.page != boxes.bleed else b""
        all_inks = Dictionary({_ALL_INKS: document.make_indirect(_registration_colour())}) if marks else None
        for page in document.pages:
            content = press.content(page)
            if all_inks is not None:
                content = b"q\n" + content + b"\nQ\n" + marks
                page.Resources.ColorSpace = all_inks
            page.Contents = document.make_stream(content)
            _set_boxes(page, boxes)
        for thing in document.objects:
            if isinstance(thing, Stream):
                press.stream(thing)
            elif isinstance(thing, Dictionary) and thing.get("/PatternType") == _SHADED:
                press.gradient(thing.Shading)
        _describe(document, condition, UUID(hashlib.sha256(pdf).hexdigest()[:32]))
        written = BytesIO()
        document.save(
            written, force_version="1.4" if condition.version == X1A else "1.6",
            object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True,
        )  # fmt: skip
    return written.getvalue(), round(press.most * 100, 1)


class _Press:
    """Turns colours into inks, wherever they stand, and remembers the most ink that came out."""

    def __init__(self, separation: Separation) -> None:
        self._separation = separation
        self.most = 0.0

    def stream(self, stream: Stream) -> None:
        """A form, a tile or a picture, in its place; other streams are left as they are."""
        kind = stream.get("/Subtype")
        if kind == Name.Form or stream.get("/PatternType") == _TILED:
            stream.write(self.content(stream))
        elif kind == Name.Image:
            self._image(stream)

    def gradient(self, shading: pikepdf.Object) -> None:
        """The shading of a gradient, in its place."""
        functions = []
        ends = [0.0]
        for start, end, first, last in _pieces(shading.Function):
            for at in range(_FINER):
                here, there = (
                    [Decimal(f"{amount:.3f}") for amount in self._inks(_mixed(first, last, share / _FINER), False)]
                    for share in (at, at + 1)
                )
                functions.append(Dictionary(FunctionType=2, Domain=[0, 1], C0=here, C1=there, N=1))
                ends.append(start + (end - start) * (at + 1) / _FINER)
        shading.ColorSpace = Name.DeviceCMYK
        bounds = [Decimal(f"{end:.6f}") for end in ends[1:-1]]
        encode = [0, 1] * len(functions)
        shading.Function = Dictionary(
            FunctionType=3, Domain=[0, 1], Functions=Array(functions), Bounds=bounds, Encode=encode
        )

    def content(self, holder: pikepdf.Page | Stream) -> bytes:
        return pikepdf.unparse_content_stream(list(self._instructions(holder)))

    def _instructions(self, holder: pikepdf.Page | Stream) -> Iterator[ContentStreamInstruction]:
        found = list(pikepdf.parse_content_stream(holder))
        for at, instruction in enumerate(found):
            operator = str(instruction.operator)
            of_pattern = operator in _PATTERNS and all(isinstance(each, Name) for each in instruction.operands)
            if operator in _STRANGE or (operator in _PATTERNS and not of_pattern):
                raise ValueError(f"the PDF operator {operator} has no place in a print file")
            if operator not in _TO_CMYK:
                yield instruction  # type: ignore[misc]
                continue
            levels = [float(level) for level in instruction.operands]
            red, green, blue = levels * 3 if len(levels) == 1 else levels
            # The renderer sets a text's colour right before the text.
            is_text = at + 1 < len(found) and str(found[at + 1].operator) == "BT"
            inks = [Decimal(f"{amount:.3f}") for amount in self._inks((red, green, blue), is_text)]
            yield ContentStreamInstruction(inks, Operator(_TO_CMYK[operator]))

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


def _pieces(function: pikepdf.Object) -> Iterator[tuple[float, float, Rgb, Rgb]]:
    """From where to where the pieces of a gradient go, and the colours at both ends."""
    parts = [function] if function.FunctionType == 2 else list(function.Functions)
    ends = [0.0, *map(float, function.get("/Bounds", [])), 1.0]
    for part, start, end in zip(parts, ends[:-1], ends[1:], strict=True):
        yield start, end, _rgb(part.C0), _rgb(part.C1)


def _rgb(levels: pikepdf.Object) -> Rgb:
    red, green, blue = [float(level) for level in levels] * (3 if len(levels) == 1 else 1)
    return red, green, blue


def _mixed(first: Rgb, last: Rgb, share: float) -> Rgb:
    red, green, blue = (one + (other - one) * share for one, other in zip(first, last))
    return red, green, blue


def _most_ink(picture: Image) -> float:
    cyan, magenta, yellow, black = picture.split()
    total = ImageMath.lambda_eval(
        lambda bands: bands["c"] + bands["m"] + bands["y"] + bands["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) / 255


def _set_boxes(page: pikepdf.Page, boxes: Boxes) -> None:
    """MediaBox is the page; BleedBox and TrimBox lie in its middle."""
    page.MediaBox = _box(boxes.page, boxes.page)
    page.BleedBox, page.TrimBox = _box(boxes.page, boxes.bleed), _box(boxes.page, boxes.trim)
    for key in _PAGE_EXTRAS:
        if key in page:
            del page[key]


def _box(page: Size, size: Size) -> Array:
    across, down = (page.width - size.width) / 2, (page.height - size.height) / 2
    return Array(map(_points, (across, down, page.width - across, page.height - down)))


def _points(millimetres: float) -> Decimal:
    return Decimal(f"{millimetres * POINTS_PER_MM:.4f}")


def _crop_marks(boxes: Boxes) -> bytes:
    """A line at each end of every cut, from the edge of the bleed to that of the page, in all four inks."""
    page, bleed, trim = boxes.page, boxes.bleed, boxes.trim
    lines = []
    for x in ((page.width - trim.width) / 2, (page.width + trim.width) / 2):
        room = (page.height - bleed.height) / 2
        lines += [(x, 0.0, x, room), (x, page.height - room, x, page.height)]
    for y in ((page.height - trim.height) / 2, (page.height + trim.height) / 2):
        room = (page.width - bleed.width) / 2
        lines += [(0.0, y, room, y), (page.width - room, y, page.width, y)]
    drawn = (f"{_points(x1)} {_points(y1)} m {_points(x2)} {_points(y2)} l S" for x1, y1, x2, y2 in lines)
    return f"q {_ALL_INKS} CS 1 SCN {_MARK_WIDTH} w\n{chr(10).join(drawn)}\nQ".encode()


def _registration_colour() -> Array:
    """The colour that prints on every plate, so that the shop sees whether its plates lie on one another."""
    solid = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([1] * 4), N=1)
    return Array([Name.Separation, Name.All, Name.DeviceCMYK, solid])


def _describe(document: Pdf, condition: PrintingCondition, digest: UUID) -> None:
    """The output intent and the keys by which a file says what it is (ISO 15930-4 and ISO 15930-7)."""
    for key in sorted(set(document.Root.keys()) - _KEPT):
        del document.Root[key]
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(condition.name),
        Info=String(condition.about),
    )
    if condition.registry:
        intent.RegistryName = String(condition.registry)
    if condition.profile is not None:
        intent.OutputCondition = String(condition.about)
        intent.DestOutputProfile = document.make_stream(condition.profile, N=4, Alternate=Name.DeviceCMYK)
    document.Root.OutputIntents = Array([document.make_indirect(intent)])
    document.docinfo[Name.GTS_PDFXVersion] = String(condition.version)
    document.docinfo[Name.Trapped] = Name("/False")
    if condition.version == X4:
        del document.docinfo["/Keywords"]
        packet = _metadata(document.docinfo, digest).encode()
        document.Root.Metadata = document.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)


def _metadata(told: pikepdf.Dictionary, digest: UUID) -> str:
    """What a PDF/X-4 file says of itself, as XMP: the same as in its Info, and a name of this very file."""

    def text(key: str) -> str:
        return escape(_NO_XML.sub("\ufffd", str(told.get(key, ""))))

    def words(key: str) -> str:
        return f'<rdf:Alt><rdf:li xml:lang="x-default">{text(key)}</rdf:li></rdf:Alt>'

    made = _date(str(told.CreationDate))
    properties = {
        "pdfxid:GTS_PDFXVersion": X4,
        "dc:title": words("/Title"),
        "dc:creator": f"<rdf:Seq><rdf:li>{text('/Author')}</rdf:li></rdf:Seq>",
        "dc:description": words("/Subject"),
        "pdf:Producer": text("/Producer"),
        "pdf:Trapped": "False",
        "xmp:CreatorTool": text("/Creator"),
        "xmp:CreateDate": made,
        "xmp:ModifyDate": made,
        "xmp:MetadataDate": made,
        "xmpMM:DocumentID": f"uuid:{digest}",
        "xmpMM:VersionID": "1",
        "xmpMM:RenditionClass": "default",
    }
    spaces = "".join(f' xmlns:{prefix}="{address}"' for prefix, address in _SPACES.items())
    listed = "\n".join(f"<{name}>{value}</{name}>" for name, value in properties.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about=""{spaces}>\n{listed}\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n'
        '<?xpacket end="r"?>'
    )


def _date(told: str) -> str:
    """`D:20000101000000+00'00'` as XMP writes it."""
    digits, zone = told[2:16], told[16:].replace("'", ":").rstrip(":") or "Z"
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}T{digits[8:10]}:{digits[10:12]}:{digits[12:14]}{zone}"
