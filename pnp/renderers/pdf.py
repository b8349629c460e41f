"""Draws a sheet plan and its faces as a PDF with ReportLab, and turns millimetres into points.

Every placed face is a form object between marked-content operators, so that the finished file tells what is on it:

    /PnpPiece <</Component (whispers/rank-4/candle) /Copy 1 /Side (front)>> BDC  q ... cm /Form Do Q  EMC

The matrix in force at `Do` maps the face's millimetres, origin at the centre of its trim, y down, to the page; the
form itself opens with `/PnpFace <</Id (...)>> BDC`. Layout of both: docs/pdf.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from hashlib import sha256
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFObject,
    PDFObjectReference,
    PDFStream,
    PDFString,
    PDFZCompress,
    xObjectName,
)
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, Font
from pnp.drawing.paint import Blend, Paint, Tiling, padded
from pnp.drawing.shapes import (
    Group,
    Image,
    Path,
    Picture,
    Role,
    Shape,
    Symbol,
    Text,
    Use,
    around,
    as_readers_paint,
    bounds,
    extent,
    laid_out,
    reach,
    whole_box,
)
from pnp.frozen import frozen, mutable
from pnp.geometry import IDENTITY, MM_PER_POINT, POINTS_PER_MM, Box, Size, Transform, number
from pnp.imposition.plan import EmbeddedPicture, Page, Placement
from pnp.renderers.base import DocumentInfo, Drawings, draw, safe_name
from pnp.renderers.embedded_fonts import embedded_font
from pnp.renderers.operators import (
    MITRE,
    colour_of,
    has_own_mitre,
    literal,
    matrix_of,
    path_of,
    shaped_line,
    span,
    stroke_of,
)
from pnp.renderers.pictures import StoredPicture, stored
from pnp.renderers.shading import fixed, matrix, shading_pattern, stitched

_PAINT = {(True, False): "f", (False, True): "S", (True, True): "B", (False, False): "n"}
# pdfium lays tiles by whole pixels where their box begins at 0 and is as wide as their step.
_NUDGE = 1e-6
_PRINTED = 4  # the flag of an annotation that is printed too
_CAP_OF_ICON = 0.87  # as pictures among words are a little higher than a capital
# Standard structure types of ISO 32000-1, 14.8.4; None is an artifact, which readers pass over.
KINDS: Mapping[Role, str | None] = {
    "heading": "H1", "heading-1": "H1", "heading-2": "H2", "heading-3": "H3", "paragraph": "P", "list": "L",
    "item": "LI", "label": "Lbl", "body": "LBody", "table": "Table", "row": "TR", "head-cell": "TH", "cell": "TD",
    "figure": "Figure", "caption": "Caption", "contents": "TOC", "entry": "TOCI", "panel": "Div",
    "icon": "Span", "line": "Span", "background": None, "marks": None, "stamp": None,
}  # fmt: skip
_TAGS = {**KINDS, "heading": "H", "stamp": "PnpStamp"}


@frozen
class Reference:
    """An object of the file, by the name it was given."""

    name: str


@frozen
class TextString:
    """A text string."""

    text: str


Value = str | int | float | Reference | TextString | list["Value"] | dict[str, "Value"]
"""What a PDF object is made of; a str is a name or keyword as it is written (`/P`, `true`)."""


@mutable
class _Stream:
    """What is being written: the map from the groups that are open to it, the patterns and states that it names.

    `code` and `placed` are what was being written before, to go on with.
    """

    space: Transform = IDENTITY
    patterns: set[str] = field(default_factory=set)
    states: set[str] = field(default_factory=set)
    code: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        """Of what ReportLab does not know that it is used."""
        return self.patterns | self.states


class PdfRenderer:
    """Draws with ReportLab's canvas; each face and each symbol is one form object however often it is placed."""

    def __init__(self, document: DocumentInfo) -> None:
        _pin_settings()
        self._document = document
        self._fonts: dict[str, TTFont] = {}
        self._drawings = Drawings()
        self._pictures: dict[Picture, str] = {}
        self.pictures: dict[Picture, EmbeddedPicture] = {}
        """What the finished file holds of each picture."""
        self._closers: list[Callable[[], None]] = []
        self._height = 0.0
        self._file = BytesIO()
        self._canvas = Canvas(
            self._file, invariant=1, pageCompression=1, initialFontName=self._font(document.fonts[TEXT]).fontName,
            lang=document.language, pdfVersion=(1, 7),
        )  # fmt: skip
        self._describe()

        self._streams = [_Stream()]
        self._made: dict[object, str] = {}

    def open_page(self, number: int, paper: Size, page: Page) -> None:
        self._height = paper.height
        canvas = self._canvas
        canvas.setPageSize((paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM))
        whole = Box(0, 0, paper.width, paper.height)
        trim, bleed = (page.trim_box, page.bleed_box) if page.placements else (whole, whole)
        # A page's boxes may not reach past the paper, though what is moved for a printer may.
        canvas.setTrimBox(self._points(trim.common(whole)))
        canvas.setBleedBox(self._points(bleed.common(whole)))
        canvas.bookmarkPage(f"page-{number}")
        if not self._document.outline:
            canvas.addOutlineEntry(f"Sheet {page.sheet}, {page.side}", f"page-{number}")
        k = POINTS_PER_MM
        self._write(f"q {k:.8f} 0 0 {-k:.8f} 0 {paper.height * k:.6f} cm")
        self._streams = [_Stream(Transform(k, 0, 0, -k, 0, paper.height * k))]
        self._closers.append(self._close_page)

    def place(self, placement: Placement, face: Face) -> None:
        item = placement.item
        self._write(
            f"/PnpPiece <</Component {literal(item.component)} /Copy {item.copy} /Side ({placement.side})>> BDC q "
            f"{path_of(placement.bleed_outline)} W n {matrix_of(placement.frame)} cm"
        )
        self._do(f"face.{face.id}", face)
        self._write("Q EMC")
        self._link(face.shapes, placement.transform)

    def open_group(self, group: Group) -> None:
        tag = f" /{_TAGS[group.role] or 'Artifact'} {_properties(group)}" if group.role else ""
        if group.role == "icon" and group.alt:
            # Readers that tell words by the gaps between them find none in letters so narrow: they are told.
            self._write(span(group.alt.strip()))
            self._spell(group.alt, bounds(group.shapes, self._document.fonts, group.transform))
            self._write("EMC")
        self._open(group, tag, "EMC Q" if tag else "Q")

    def _open(self, group: Group, tag: str = "", ends: str = "Q") -> None:
        """Enters the frame and the clip of a group, and what is seen through as a whole in a drawing of its own."""
        clip = f" {path_of(group.clip.commands)} {'W*' if group.clip.even_odd else 'W'} n" if group.clip else ""
        matrix = f" {matrix_of(group.transform)} cm" if group.transform != IDENTITY else ""
        self._write(f"q{matrix}{clip}{tag}")
        stream, outer = self._streams[-1], self._streams[-1].space
        stream.space = group.transform.then(outer)

        def close() -> None:
            if group.is_see_through:
                self._place(self._end_layer(group.shapes))
            stream.space = outer
            self._write(ends)

        self._closers.append(close)
        if group.is_see_through:
            self._write(f"/{self._state(group)} gs")
            self._begin_layer()

    def close(self) -> None:
        self._closers.pop()()

    def path(self, path: Path) -> None:
        parts = as_readers_paint(path)
        if parts != (path,):
            draw(parts, self)
            return
        stroke = path.stroke
        written = [self._paint(path.fill, path, False)] if path.fill else []
        written += [self._paint(stroke.paint, path, True), stroke_of(stroke)] if stroke else []
        operator = _PAINT[path.fill is not None, stroke is not None]
        star = "*" if path.even_odd and path.fill else ""
        written += [path_of(path.commands), operator + star]
        written += [f"{MITRE} M"] if stroke and has_own_mitre(stroke) else []
        self._write(" ".join(written))

    def text(self, text: Text) -> None:
        for font, part in laid_out(text, self._document.fonts[text.font]):
            self._letters(part, font)

    def _letters(self, text: Text, metrics: Font) -> None:
        """A text in the one font that prints it."""
        font = self._font(metrics)
        x, _ = extent(text, metrics)
        composed = metrics.plain(text.text)
        if composed is None:
            line = shaped_line(text, x, font, metrics, self._canvas._doc)
            self._write(f"{colour_of(text.colour, 'rg', 'g')} {line}")
            return
        k, document = MM_PER_POINT, self._canvas._doc
        parts = [f"{colour_of(text.colour, 'rg', 'g')} BT {k:.8f} 0 0 {-k:.8f} {x:.4f} {text.y:.4f} Tm"]
        apart = {"Tc": text.tracking, "Tw": text.spread}
        parts += [f"{value / k:.5f} {operator}" for operator, value in apart.items() if value]
        for subset, characters in font.splitString(composed, document):
            parts.append(f"{font.getSubsetInternalName(subset, document)} {text.size:g} Tf <{characters.hex()}> Tj")
        self._write(" ".join((*parts, *(f"0 {operator}" for operator, value in apart.items() if value), "ET")))

    def image(self, image: Image) -> None:
        box = image.box
        name = self._pictures.get(image.picture) or self._keep(image.picture)
        self._write(f"q {matrix_of(Transform(box.width, 0, 0, -box.height, box.left, box.bottom))} cm")
        self._write(f"/{xObjectName(name)} Do Q")
        self._canvas._formsinuse.append(name)

    def use(self, use: Use) -> None:
        self._write(f"q {matrix_of(use.transform)} cm")
        self._do(f"symbol.{use.symbol.id}", use.symbol)
        self._write("Q")

    def finish(self) -> bytes:
        for name, drawing in self._drawings.each():
            self._define(name, drawing)
        self._outline()
        self._check_targets()
        return bytes(self._canvas.getpdfdata())

    def _paint(self, paint: Paint, path: Path, of_line: bool) -> str:
        """The operators that choose what the area or the line of a path is painted with."""
        if isinstance(paint, Colour):
            return colour_of(paint, "RG", "G") if of_line else colour_of(paint, "rg", "g")
        stream = self._streams[-1]
        if isinstance(paint, Tiling):
            name = self._tiling(paint, stream.space)
        else:
            box = around(path.commands, reach(path.stroke) if path.stroke else 0.0)
            entries = shading_pattern(padded(paint, box), stream.space, self._ramp)
            name = self._named("Shading", str(entries), lambda name: self._add(name, entries))
        stream.patterns.add(name)
        return f"/Pattern CS /{name} SCN" if of_line else f"/Pattern cs /{name} scn"

    def _ramp(self, pieces: tuple[Blend, ...]) -> Reference:
        """The function of a gradient's colours, which all shapes share that are painted with them."""
        return Reference(self._named("Ramp", pieces, lambda name: self._add(name, stitched(pieces))))

    def _tiling(self, tiling: Tiling, space: Transform) -> str:
        """The pattern of a tiling in a stream."""
        frame = tiling.transform.then(space)

        def make(name: str) -> None:
            cell, data, resources = tiling.cell, *self._drawn(tiling.shapes)
            entries: dict[str, object] = {
                "Type": "/Pattern", "PatternType": 1, "PaintType": 1, "TilingType": 1, "Resources": resources,
                "BBox": [fixed(edge) for edge in (cell.left - _NUDGE * cell.width, cell.top, cell.right, cell.bottom)],
                "XStep": fixed(cell.width), "YStep": fixed(cell.height), "Matrix": matrix(frame),
            }  # fmt: skip
            self._add_stream(name, entries, data)

        return self._named("Tiling", (tiling, frame), make)

    def _state(self, group: Group) -> str:
        """The graphics state in which a group is seen through."""
        mask = group.mask
        entries: dict[str, object] = {"Type": "/ExtGState", "ca": number(group.opacity), "CA": number(group.opacity)}
        if mask is not None:
            shown = self._named(
                "Mask", mask, lambda name: self._add_layer(name, mask.shapes, *self._drawn(mask.shapes))
            )
            kind = {"luminance": "/Luminosity", "alpha": "/Alpha"}[mask.by]
            entries["SMask"] = {"Type": "/Mask", "S": kind, "G": Reference(shown)}
        name = self._named("State", str(entries), lambda name: self._add(name, entries))
        self._streams[-1].states.add(name)
        return name

    def _named(self, kind: str, key: object, make: Callable[[str], None]) -> str:
        """The name of an object of the file, which is made when it is first asked for."""
        if (kind, key) not in self._made:
            name = self._made[kind, key] = f"Pnp{kind}.{len(self._made) + 1}"
            make(name)
        return self._made[kind, key]

    def _drawn(self, shapes: tuple[Shape, ...]) -> tuple[bytes, dict[str, object]]:
        """Shapes as a stream of their own, and what its names stand for."""
        self._begin_layer()
        draw(shapes, self)
        return self._taken()

    def _begin_layer(self) -> None:
        """From here on all is written to a stream of its own."""
        canvas = self._canvas
        self._streams.append(_Stream(code=canvas._code, placed=canvas._formsinuse))
        canvas._code, canvas._formsinuse = [], []

    def _taken(self) -> tuple[bytes, dict[str, object]]:
        """What was written since, and what its names stand for."""
        canvas, stream = self._canvas, self._streams.pop()
        data, resources = "\n".join(canvas._code).encode("latin-1"), self._resources(stream, canvas._formsinuse)
        canvas._code, canvas._formsinuse = stream.code, stream.placed
        return data, resources

    def _end_layer(self, shapes: tuple[Shape, ...]) -> str:
        data, resources = self._taken()
        key = data, str(resources)
        return self._named("Layer", key, lambda name: self._add_layer(xObjectName(name), shapes, data, resources))

    def _resources(self, stream: _Stream, placed: Iterable[str]) -> dict[str, object]:
        """What the names in a stream stand for."""
        kinds = {"XObject": map(xObjectName, placed), "Pattern": stream.patterns, "ExtGState": stream.states}
        named = {kind: {name: Reference(name) for name in sorted(set(names))} for kind, names in kinds.items()}
        return {"Font": Reference("BasicFonts"), **{kind: names for kind, names in named.items() if names}}

    def _add_layer(self, name: str, shapes: tuple[Shape, ...], data: bytes, resources: dict[str, object]) -> None:
        """A drawing that is put together before it is seen through."""
        box = whole_box(shapes, self._document.fonts)
        entries: dict[str, object] = {
            "Type": "/XObject", "Subtype": "/Form", "FormType": 1, "Resources": resources,
            "BBox": [fixed(edge) for edge in (box.left, box.top, box.right, box.bottom)],
            "Group": {"Type": "/Group", "S": "/Transparency", "CS": "/DeviceRGB"},
        }  # fmt: skip
        self._add_stream(name, entries, data)

    def _describe(self) -> None:
        canvas, document = self._canvas, self._document
        canvas.setTitle(document.title)
        canvas.setAuthor(document.author)
        canvas.setSubject(document.subject)
        canvas.setCreator(f"pnp {document.version}")
        canvas.setViewerPreference("PrintScaling", "None")
        duplex = f"DuplexFlip{document.flip.title()}Edge" if document.flip else "Simplex"
        canvas.setViewerPreference("Duplex", duplex)

    def _spell(self, words: str, box: Box) -> None:
        """Words that show nothing, in the place of a picture that stands for them among others, as high and as wide:
        whoever searches, copies or listens finds them where they belong.
        """
        metrics = self._document.fonts[TEXT]
        cap = box.height * _CAP_OF_ICON
        size = cap / metrics.cap_height * POINTS_PER_MM
        width = metrics.width(words, size)
        left, foot = box.left, box.bottom - (box.height - cap) / 2
        self._write(f"q 3 Tr {100 * box.width / width:.4f} Tz")
        PdfRenderer.text(self, Text(left, foot, words, TEXT, size, BLACK))
        self._write("Q")

    def _outline(self) -> None:
        level = 0
        for entry in self._document.outline:
            level = min(entry.level, level + 1)  # a level may be left out among headings, not in an outline
            self._canvas.addOutlineEntry(entry.title, entry.target, level - 1)
            self._canvas._bookmarkReference(entry.target)
        if self._document.outline:
            self._canvas.showOutline()

    def _check_targets(self) -> None:
        for name, target in self._canvas._destinations.items():
            if target.page is None:
                raise ValueError(f"a link or the outline leads to '{name}', and nothing on any page is called so")

    def _close_page(self) -> None:
        self._write("Q")
        stream, canvas = self._streams[-1], self._canvas
        resources = _object(self._resources(stream, canvas._formsinuse)) if stream.names else None
        canvas.showPage()
        if resources is not None:
            canvas._doc.Pages.pages[-1].Resources = resources

    def _place(self, name: str) -> None:
        """Shows a drawing or a picture of the file."""
        self._write(f"/{xObjectName(name)} Do")
        self._canvas._formsinuse.append(name)

    def _do(self, name: str, drawing: Face | Symbol) -> None:
        self._drawings.add(name, drawing)
        self._canvas.doForm(safe_name(name))

    def _define(self, name: str, drawing: Face | Symbol) -> None:
        if isinstance(drawing, Face):
            half = Size(drawing.trim.size.width / 2, drawing.trim.size.height / 2)
            box = drawing.trim.bleed_box
            box = Box(box.left - half.width, box.top - half.height, box.right - half.width, box.bottom - half.height)
            space = Transform.moved(-half.width, -half.height)
            opening = f"/PnpFace <</Id {literal(drawing.id)}>> BDC q {matrix_of(space)} cm"
            closing = "Q EMC"
        else:
            box, space = drawing.bounds, IDENTITY
            opening, closing = f"/PnpSymbol <</Id {literal(drawing.id)}>> BDC q", "Q EMC"
        self._canvas.beginForm(safe_name(name), box.left, box.top, box.right, box.bottom)
        stream = _Stream(space)
        self._streams = [stream]
        self._write(opening)
        draw(drawing.shapes, self)
        self._write(closing)
        more = {"Resources": _object(self._resources(stream, self._canvas._formsinuse))} if stream.names else {}
        self._canvas.endForm(**more)

    def _keep(self, picture: Picture) -> str:
        """Puts a picture into the file, once; the name it is drawn by."""
        name = self._pictures[picture] = f"picture.{len(self._pictures) + 1}"
        self._canvas._doc.Reference(_ImageObject(lambda: self._stored(picture)), xObjectName(name))
        return name

    def _stored(self, picture: Picture) -> StoredPicture:
        kept = stored(picture)
        self.pictures[picture] = _embedded(kept)
        return kept

    def _font(self, font: Font) -> TTFont:
        if font.name not in self._fonts:
            self._fonts[font.name] = embedded_font(font, tuple(self._fonts.values()))
        return self._fonts[font.name]

    def _link(self, shapes: tuple[Shape, ...], transform: Transform) -> None:
        """Annotations and targets for the groups that have a link or a name; forms cannot hold them, pages can."""
        for group in shapes:
            if not isinstance(group, Group):
                continue
            inner = group.transform.then(transform)
            if group.link or group.name:
                self._annotate(group, bounds(group.shapes, self._document.fonts, inner))
            self._link(group.shapes, inner)

    def _annotate(self, group: Group, box: Box) -> None:
        """Where the group's link is clicked, and where links to the group lead."""
        rect = self._points(box)
        if group.name:
            self._canvas.bookmarkHorizontalAbsolute(group.name, rect[3])
        if group.link:
            words = TextString(" ".join("".join(_words_in(group.shapes)).split()) or group.link)
            entries = {
                "Type": "/Annot", "Subtype": "/Link", "Rect": list(rect), "Border": [0, 0, 0], "Contents": words,
                "F": _PRINTED,
            }  # fmt: skip
            if group.link.startswith("#"):
                entries["Dest"] = self._canvas._bookmarkReference(group.link[1:])
            else:
                entries["A"] = {"Type": "/Action", "S": "/URI", "URI": TextString(group.link)}
            self._put_link(entries)

    def _put_link(self, entries: dict[str, object], name: str | None = None) -> None:
        self._canvas._addAnnotation(_object(entries), name)

    def _add(self, name: str, value: object) -> None:
        """Puts an object into the file, for others to refer to by its name."""
        self._canvas._doc.Reference(_object(value), name)

    def _add_stream(self, name: str, entries: dict[str, object], data: bytes, packed: bool = True) -> None:
        """The same for a stream; for programs that know no PDF it is not packed."""
        filters = [PDFZCompress] if packed else []
        self._canvas._doc.Reference(PDFStream(_object(entries), data, filters), name)

    def _tell(self, **entries: object) -> None:
        """Entries for the file's catalog."""
        for name, value in entries.items():
            setattr(self._canvas._doc.Catalog, name, _object(value))

    def _tell_of_page(self, **entries: object) -> None:
        """Entries for the page that was finished last; ReportLab writes the defaults of a page besides its own."""
        page = self._canvas._doc.Pages.pages[-1]
        page.__Defaults__ = {**page.__Defaults__, **entries}

    def _points(self, box: Box) -> tuple[float, float, float, float]:
        """A box of the page in PDF's own coordinates: points, origin bottom left."""
        edges = (box.left, self._height - box.bottom, box.right, self._height - box.top)
        return tuple(round(edge * POINTS_PER_MM, 4) for edge in edges)  # type: ignore[return-value]

    def _write(self, operators: str) -> None:
        self._canvas._code.append(operators)


class _ImageObject(PDFObject):  # type: ignore[misc]
    """An image that is fetched when the file is put together, so that no two need memory at the same time."""

    def __init__(self, fetch: Callable[[], StoredPicture]) -> None:
        self._fetch = fetch

    def format(self, document: PDFDocument) -> bytes:
        kept = self._fetch()
        entries: dict[str, object] = dict(kept.entries)
        if (mask := kept.mask) is not None:
            entries["SMask"] = document.Reference(_ImageObject(lambda: mask))
        return bytes(PDFStream(PDFDictionary(entries), kept.data, []).format(document))


def _embedded(kept: StoredPicture) -> EmbeddedPicture:
    digest = sha256(kept.data).hexdigest()
    return EmbeddedPicture(kept.entries, digest, _embedded(kept.mask) if kept.mask else None)


def _pin_settings() -> None:
    """Every ReportLab setting that could change our bytes; environment and dot files may have changed them."""
    rl_config.useA85 = 0
    rl_config.pageCompression = 1
    rl_config.pdfComments = 0
    rl_config.pdfMultiLine = 0
    rl_config.invariant = 1
    rl_config.canvas_baseColor = None
    rl_config.imageReaderFlags = 0
    rl_config.ttfAsciiReadable = 0
    rl_config.autoGenerateMissingTTFName = 0
    rl_config.allowTTFSubsetting = 1


def _words_in(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """What there is to read in shapes, pictures by their words."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group):
            yield from _words_in(shape.shapes) if shape.alt is None else (f" {shape.alt} ",)


def _properties(group: Group) -> str:
    if group.role == "line" and group.alt:
        return f"<</ActualText {literal(group.alt)}>> BDC"
    return "BMC" if group.alt is None or group.role == "icon" else f"<</Alt {literal(group.alt)}>> BDC"


def _object(value: object) -> object:
    """ReportLab's own objects for a plain one; what is one of them already stays as it is."""
    match value:
        case dict():
            return PDFDictionary({key: _object(each) for key, each in value.items()})
        case list():
            return PDFArray([_object(each) for each in value])
        case TextString():
            return PDFString(value.text)
        case Reference():
            return PDFObjectReference(value.name)
    return value
