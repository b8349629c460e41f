"""Reads a PDF as a print shop's software would, every stream of it operator by operator.

A form is read once, however often it is placed. A symbol counts as one painted thing, pictures included, unless there
is text in it. Paths beside the pieces (marks, check bar) are not measured, only accounted for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from hashlib import sha256
from typing import Any

from pnp.frozen import frozen, mutable
from pnp.geometry import IDENTITY, MM_PER_POINT, POINTS_PER_MM, Box, Size, Transform
from pnp.preflight import found
from pnp.preflight.content import MOST_TOKENS, Finders, TooMuchContent, interpreted
from pnp.preflight.extras import (
    FORM,
    IMAGE,
    PAGE,
    TILE,
    NamedResources,
    extras_of,
    extras_of_file,
    extras_of_page,
    extras_of_streams,
    links_of,
)
from pnp.preflight.fonts import EmbeddedFont
from pnp.preflight.found import (
    Drawing,
    FormXObject,
    FoundFace,
    FoundFile,
    FoundFont,
    FoundGradient,
    FoundImage,
    FoundPage,
    FoundPiece,
    FoundShape,
    FoundText,
    FoundTiling,
    ImageXObject,
    MarkedContent,
    PaintedPath,
    PaintedText,
    PaintedXObject,
    Setting,
    Unreadable,
    Veil,
)
from pnp.preflight.objects import (
    MOST_DEEP,
    Locked,
    Objects,
    Stream,
    TooManyObjects,
    edges_of,
    entries_of,
    inherited,
    read_objects,
    text_of,
    tokens,
    unjoined,
    whole_of,
)
from pnp.preflight.patterns import frame_of, gradient_of, is_whole, veil_of
from pnp.sources import little_memory

_MOST_SIGNS = 5_000_000
_MATRIX = re.compile(r"\s*matrix\(([^)]*)\)\s*")
_LENGTH = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)mm")
MOST_PAGES = 5000
MOST_THINGS = 400_000
"""What all faces and pages of a file may show together, each placement of a form counted anew."""
_INVISIBLE = 3
_SAME = 0.05
_COVERED = 0.999
_STEP = 1e-5
_DUPLEX = {"/Simplex": "simplex", "/DuplexFlipShortEdge": "short", "/DuplexFlipLongEdge": "long"}
_AS_IT_IS = repr(IDENTITY)  # which most streams are drawn in
# What is raised where a file breaks the rules of its format.
_BROKEN = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError)

_FAULTS = (MemoryError, Locked, TooManyObjects, TooMuchContent, *_BROKEN)
_NO_END = "cannot be examined to its end"
_UNREADABLE: Mapping[type[Exception], tuple[str, str]] = {
    MemoryError: ("file-huge", f"{_NO_END}: it unpacks to more than any sheet of pnp; build it again"),
    Locked: ("file-encrypted", "is locked by a password; save it without one"),
    TooManyObjects: ("file-huge", "holds more objects than any sheet of pnp; build it again"),
    TooMuchContent: ("file-huge", _NO_END + ": {}; build it again"),
    Exception: ("file-unreadable", "does not open as a PDF; build it again"),
}


def read_svg(data: bytes) -> FoundFile:
    """One page with its pieces; what their faces look like is not examined. Raises Unreadable."""
    from xml.parsers import expat

    sizes: list[Size] = []
    pieces: list[FoundPiece] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name.rpartition(":")[2] == "svg" and not sizes:
            sizes.extend(_size(attributes))
        if "data-component" in attributes:
            pieces.append(_piece(attributes))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EntityDeclHandler = _refused  # the files we write declare none, and theirs could grow without end
    try:
        if data.count(b"<") > _MOST_SIGNS:
            raise ValueError("it has millions of elements")
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise Unreadable("svg-unreadable", f"is no well-formed SVG ({problem}); build it again") from problem
    if not sizes:
        raise Unreadable("svg-unreadable", "has no <svg> with a width and height in mm; build it again")
    return FoundFile((FoundPage(1, sizes[0], None, None, None, 0, tuple(pieces), Drawing()),), 1, ())


def _piece(attributes: Mapping[str, str]) -> FoundPiece:
    copy = attributes.get("data-copy", "")
    number = int(copy) if copy.isdecimal() and len(copy) < 10 else 0
    return FoundPiece(
        attributes["data-component"], number, attributes.get("data-side", ""), 1,
        _transform(attributes.get("transform", "")), None, FoundFace(attributes.get("data-face"), Drawing(), None),
    )  # fmt: skip


def _transform(text: str) -> Transform:
    found = _MATRIX.fullmatch(text)
    try:
        values = [float(part) for part in re.split(r"[\s,]+", found[1].strip())] if found else []
        if not all(map(math.isfinite, values)):
            raise ValueError("not finite")
        return Transform(*values)
    except (TypeError, ValueError):
        raise Unreadable("svg-unreadable", f"has a transform that is no matrix: {text[:60]}; build it again") from None


def _size(attributes: Mapping[str, str]) -> Iterator[Size]:
    """The size in millimetres; none where it is given otherwise."""
    sides = [_LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    if width and height:
        yield Size(width, height)


def _refused(*_: object) -> None:
    raise Unreadable("svg-unreadable", "declares entities of its own; build it again")


def read_pdf(data: bytes) -> FoundFile:
    """What the file holds; raises Unreadable, with a finding's code, when it does not open."""
    if b"%PDF-" not in data[:1024]:
        raise Unreadable("file-not-pdf", "is no PDF, whatever its name says; build it again")
    if b"%%EOF" not in data[-1024:]:
        raise Unreadable("file-truncated", "ends in the middle; copy or build it again")
    try:
        with little_memory():
            return _PdfReader(read_objects(data, MOST_PAGES)).document()
    except _FAULTS as failure:
        code, message = next(why for kind, why in _UNREADABLE.items() if isinstance(failure, kind))
        raise Unreadable(code, message.format(failure)) from failure


@mutable
class _Collected:
    """What has been found so far on one face, symbol or page; on a page `drawn` stays empty.

    `parts` are the pictures and whole drawings among what is drawn, each of which fills its box.
    """

    page: int = 0
    drawn: list[FoundShape] = field(default_factory=list)
    parts: list[Box] = field(default_factory=list)
    texts: list[FoundText] = field(default_factory=list)
    images: list[FoundImage] = field(default_factory=list)
    pieces: list[FoundPiece] = field(default_factory=list)

    def drawing(self) -> Drawing:
        return Drawing(tuple(self.drawn), tuple(self.texts), tuple(self.images))


@frozen
class _Around:
    """Where a stream's drawing stands: the map to the face or page that it is part of, what clips it, its marks."""

    frame: Transform = IDENTITY
    clip: Box | None = None
    marks: frozenset[str] = frozenset()

    def clipped(self, setting: Setting) -> Box | None:
        """What all clips around something leave of the paper; None where there is no clip."""
        inner = setting.clips.box
        if inner is None:
            return self.clip
        if self.frame is not IDENTITY:
            inner = found.mapped(inner, self.frame)
        return inner if self.clip is None else found.cut(inner, self.clip) or _nowhere(inner)

    def within(self, placed: PaintedXObject, form: FormXObject) -> _Around:
        """The same for what stands in a form that is placed here."""
        frame = _frame_of(placed, form).then(self.frame)
        clip, box = self.clipped(placed.setting), found.mapped(form.box, frame)
        inner = box if clip is None else found.cut(box, clip) or _nowhere(box)
        return _Around(frame, inner, self.marks | _tags(placed.setting))


def _nowhere(box: Box) -> Box:
    return Box(box.left, box.top, box.left, box.top)


def _tags(setting: Setting) -> frozenset[str]:
    return frozenset(mark.tag for mark in setting.marks)


def _frame_of(placed: PaintedXObject, form: FormXObject) -> Transform:
    return placed.setting.frame if form.matrix == IDENTITY else form.matrix.then(placed.setting.frame)


@frozen
class _Symbol:
    """A symbol as one painted thing in its own coordinates, and the pictures in it."""

    drawn: FoundShape
    images: tuple[FoundImage, ...]


def _is_filled(whole: Box, collected: _Collected) -> bool:
    """Whether a symbol is an area, as a ground is: one thing in it reaches as far as the whole, or pictures side by
    side (one, and the bleed made from it) cover it between them.
    """
    covered = math.fsum(box.width * box.height for box in collected.parts)
    reaching = any(thing.filled and thing.box == whole for thing in collected.drawn)
    return reaching or covered > _COVERED * whole.width * whole.height


def _placed(images: Iterable[FoundImage], frame: Transform, seen: Box) -> Iterator[FoundImage]:
    """A symbol's pictures where it was placed, as far as they are seen."""
    across, down = math.hypot(frame.a, frame.b), math.hypot(frame.c, frame.d)
    for image in images:
        if box := found.cut(found.mapped(image.box, frame), seen):
            yield FoundImage(box, image.pixels, Size(image.size.width * across, image.size.height * down), image.name)


class _PdfReader:
    """Reads one document. What it has read of the file's objects it keeps by their identities."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._numbers = {id(page): number for number, page in enumerate(objects.pages, 1)}
        self._tokens = self._things = 0
        self._forms: dict[int, FormXObject] = {}
        self._open: set[int] = set()
        self._fonts: dict[int, EmbeddedFont] = {}
        self._pictures: dict[int, ImageXObject] = {}
        self._faces: dict[int, FoundFace] = {}
        self._symbols: dict[int, _Symbol | None] = {}
        self._shown: set[int] = set()
        self._used: dict[EmbeddedFont, FoundFont] = {}

    def document(self) -> FoundFile:
        if len(self._objects.pages) > MOST_PAGES:
            raise Unreadable("file-huge", f"has more than the {MOST_PAGES} pages that are examined; split it")
        pages = [self._page(page, number) for number, page in enumerate(self._objects.pages, 1)]
        root = self._objects.root
        preferences = entries_of(root.get("/ViewerPreferences"))
        return FoundFile(
            tuple(page for page in pages if page), len(pages), tuple(dict.fromkeys(self._used.values())),
            preferences.get("/PrintScaling") != "/None",
            _DUPLEX.get(str(preferences.get("/Duplex"))),
            self._objects.encrypted,
            tuple(at for at, page in enumerate(pages, 1) if page is None),
            bool(entries_of(root.get("/MarkInfo")).get("/Marked")),
            tuple(extras_of_file(root, preferences)),
        )  # fmt: skip

    def _page(self, page: Mapping[str, Any], number: int) -> FoundPage | None:
        try:
            return self._read_page(page, number)
        except TooMuchContent as failure:
            raise TooMuchContent(f"on page {number} {failure}") from failure
        except _BROKEN:
            return None

    def _read_page(self, page: Mapping[str, Any], number: int) -> FoundPage:
        left, bottom, right, top = edges_of(inherited(page, "/MediaBox")) or (0.0, 0.0, 612.0, 792.0)
        frame = Transform(MM_PER_POINT, 0.0, 0.0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
        resources = inherited(page, "/Resources")
        form = self._read_stream(_unpacked(page.get("/Contents")), resources, frame, Box(0, 0, 0, 0), IDENTITY)
        collected = _Collected(number)
        self._measure(form, _Around(), collected)
        size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
        crop, trim, bleed = (
            found.mapped(Box(*edges), frame) if (edges := edges_of(box)) else None
            for box in (inherited(page, "/CropBox"), page.get("/TrimBox"), page.get("/BleedBox"))
        )
        turned = int(inherited(page, "/Rotate") or 0) % 360
        extras = (*extras_of(page, PAGE, "the page"), *extras_of_page(page), *extras_of_streams(page), *form.extras)
        return FoundPage(
            number, size, crop, trim, bleed, turned, tuple(collected.pieces), collected.drawing(),
            replace(form, extras=extras), tuple(links_of(page, self._numbers)),
        )  # fmt: skip

    # Streams and what they name

    def _read_stream(self, data: bytes, held: Any, frame: Transform, box: Box, matrix: Transform) -> FormXObject:
        words, resources = tokens(data), NamedResources.of(held)
        joined = b" ".join(words)
        self._tokens += joined.count(b" ") + 1
        if self._tokens > MOST_TOKENS:
            raise TooMuchContent("there is more in it than in any sheet of pnp")
        named: dict[str, FormXObject] = {}  # what patterns and masks draw
        told: list[str] = []

        def pattern(name: str) -> FoundGradient | FoundTiling | None:
            found = self._pattern(name, resources.patterns.get(f"/{name}"), held, named)
            told.append(repr(found.frame if isinstance(found, FoundTiling) else found))
            return found

        def veil(name: str) -> Veil | None:
            found = self._veil(name, resources.states.get(f"/{name}"), held, named)
            told.append(repr(found and (found.opacity, found.mask and found.mask.by)))
            return found

        find = Finders(lambda name: self._font(resources.fonts.get(f"/{name}")), pattern, veil)
        content = interpreted(words, frame, find)
        names = dict.fromkeys(event.name for event in content.events if isinstance(event, PaintedXObject))
        children = {name: self._object(resources.objects.get(f"/{name}"), held) for name in names} | named
        fonts = {font.digest for event in content.events if isinstance(event, PaintedText) for font, _ in event.runs}
        digest = sha256(joined)
        maps = [_AS_IT_IS if each is IDENTITY else repr(each) for each in (frame, matrix)]
        digest.update(f"({maps[0]}, {box!r}, {maps[1]}, {sorted(fonts)!r})".encode())
        for name, child in children.items():
            digest.update(name.encode() + (child.digest.encode() if child else b"missing"))
        digest.update("".join((*told, repr(resources.extras))).encode())
        return FormXObject(content, box, matrix, children, resources.extras, digest.hexdigest())

    def _object(self, stream: Any, inherited: Any) -> FormXObject | ImageXObject | None:
        """What a name stands for: a form, an image, or None for what is neither or cannot be read."""
        if not isinstance(stream, Stream):
            return None
        key = id(stream)
        if stream.entries.get("/Subtype") == "/Image":
            if key not in self._pictures:
                self._pictures[key] = _picture(stream)
            return self._pictures[key]
        if stream.entries.get("/Subtype") != "/Form":
            return None
        return self._form_of(stream, inherited, FORM)

    def _form_of(self, stream: Stream, inherited: Any, known: set[str]) -> FormXObject:
        """A form or the tile of a pattern, which has these entries; TooMuchContent for one that holds itself."""
        key = id(stream)
        if key in self._open or len(self._open) > MOST_DEEP:
            raise TooMuchContent("its drawings are nested in one another without end")
        if key not in self._forms:
            self._open.add(key)
            try:
                self._forms[key] = self._read_form(stream, inherited, known)
            finally:
                self._open.discard(key)
        return self._forms[key]

    def _read_form(self, stream: Stream, inherited: Any, known: set[str]) -> FormXObject:
        entries = stream.entries
        resources, whole = entries.get("/Resources", inherited), is_whole(entries.get("/Group"))
        matrix = frame_of(entries) if known is FORM else IDENTITY  # a pattern's map is not its tile's
        edges = edges_of(entries.get("/BBox")) or (0.0, 0.0, 0.0, 0.0)
        form = self._read_stream(stream.unpack(), resources, IDENTITY, Box(*edges), matrix)
        extras = (*extras_of(stream, known | {"/Group"} if whole else known, "a drawing"), *form.extras)
        told = repr(extras) + ("whole" if whole else "")
        digest = sha256((form.digest + told).encode()).hexdigest()
        return replace(form, extras=extras, digest=digest, is_whole=whole)

    def _pattern(
        self, name: str, pattern: Any, held: Any, named: dict[str, FormXObject]
    ) -> FoundGradient | FoundTiling | None:
        """What a name among the patterns stands for; what it draws is put among the `named`."""
        if not isinstance(pattern, Stream):
            return gradient_of(pattern)
        entries = pattern.entries
        tile = self._form_of(pattern, held, TILE)
        kinds = [entries.get(key) for key in ("/PatternType", "/PaintType")]
        steps = [float(entries.get(key, 0)) for key in ("/XStep", "/YStep")]
        sides = (tile.box.right - tile.box.left, tile.box.bottom - tile.box.top)
        if kinds != [1, 1] or any(abs(step - side) > _STEP * side for step, side in zip(steps, sides)):
            return None
        named[f"/{name}"] = tile
        return FoundTiling(tile, frame_of(entries))

    def _veil(self, name: str, state: Any, held: Any, named: dict[str, FormXObject]) -> Veil | None:
        def form_of(stream: Any) -> FormXObject | None:
            form = self._object(stream, held)
            if not isinstance(form, FormXObject):
                return None
            named[f"/{name}"] = form
            return form

        return veil_of(state, form_of)

    def _font(self, entry: Any) -> EmbeddedFont | None:
        if not isinstance(entry, dict):
            return None
        if id(entry) not in self._fonts:
            self._fonts[id(entry)] = EmbeddedFont(entry)
        return self._fonts[id(entry)]

    # What is measured of it

    def _measure(self, form: FormXObject, around: _Around, into: _Collected) -> None:
        for event in form.content.events:
            if isinstance(event, PaintedPath):
                if not into.page and (box := self._seen(event.box, event.setting, around)):
                    into.drawn.append(FoundShape(box, event.filled))
            elif isinstance(event, PaintedText):
                self._text(event, around, into)
            elif isinstance(event, PaintedXObject):
                child = form.children.get(event.name)
                if isinstance(child, ImageXObject):
                    self._image(event, child, around, into)
                elif child is not None:
                    self._form(event, child, around, into)
            elif event.operator in ("sh", "BI") and not into.page:
                into.drawn.append(FoundShape(around.clip or Box(0, 0, 0, 0), True))

    def _count(self) -> None:
        self._things += 1
        if self._things > MOST_THINGS:
            raise TooMuchContent("there is more in it than in any sheet of pnp")

    def _seen(self, box: Box, setting: Setting, around: _Around) -> Box | None:
        """The part of a thing's box that no clip takes away."""
        self._count()
        if around.frame is not IDENTITY:
            box = found.mapped(box, around.frame)
        clip = around.clipped(setting)
        return found.cut(box, clip) if clip else box

    def _image(self, placed: PaintedXObject, picture: ImageXObject, around: _Around, into: _Collected) -> None:
        matrix = placed.setting.frame
        box = self._seen(found.mapped(Box(0, 0, 1, 1), matrix), placed.setting, around)
        if not box:
            return
        matrix = matrix.then(around.frame)
        size = Size(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        into.images.append(FoundImage(box, picture.pixels, size))
        into.drawn.append(FoundShape(box, True))
        into.parts.append(box)

    def _text(self, event: PaintedText, around: _Around, into: _Collected) -> None:
        fonts = [self._font_used(font) for font, _ in event.runs]
        matrix, turned = event.setting.frame, event.corners
        if around.frame is not IDENTITY:
            matrix, turned = matrix.then(around.frame), tuple(around.frame.apply(x, y) for x, y in turned)
        whole = found.around(turned)
        clip = around.clipped(event.setting)
        box = found.cut(whole, clip) if clip else whole
        self._count()
        if not box or event.mode == _INVISIBLE:
            return
        points = event.size * math.hypot(matrix.c, matrix.d) * POINTS_PER_MM
        marks = around.marks | _tags(event.setting)
        corners = turned if found.near(whole, box, _SAME) else found.corners(box)
        stamp, decoration, pictured = (mark in marks for mark in ("PnpStamp", "Artifact", "PnpSymbol"))
        into.texts.append(FoundText(corners, points, stamp, decoration, fonts[0], pictured))

    def _font_used(self, font: EmbeddedFont) -> FoundFont:
        if font not in self._used:
            self._used[font] = FoundFont(font.name, font.embedded, font.glyphs)
        return self._used[font]

    def _form(self, placed: PaintedXObject, form: FormXObject, around: _Around, into: _Collected) -> None:
        """A piece where a page says so; else a drawing within this one."""
        self._count()
        if not into.page and (symbol := self._symbol(form)):
            frame = _frame_of(placed, form).then(around.frame)
            clip, box = around.clipped(placed.setting), found.mapped(symbol.drawn.box, frame)
            if seen := (found.cut(box, clip) if clip else box):
                into.drawn.append(FoundShape(seen, symbol.drawn.filled))
                into.parts += [seen] if symbol.drawn.filled else []
                into.images += _placed(symbol.images, frame, seen)
            return
        piece = next((mark for mark in placed.setting.marks if mark.tag == "PnpPiece"), None)
        if into.page and piece is None and _opens_as(form, "PnpSymbol"):
            self._show_in_book(form)
        elif into.page and piece is not None:
            into.pieces.append(self._piece(placed, form, piece, around, into.page))
        else:
            self._measure(form, around.within(placed, form), into)

    def _show_in_book(self, form: FormXObject) -> None:
        """A page shows a drawing there, such as a card in a rulebook: of all in it only the fonts matter."""
        if id(form) not in self._shown:
            self._shown.add(id(form))
            self._measure(form, _Around(), _Collected())

    def _piece(
        self, placed: PaintedXObject, form: FormXObject, mark: MarkedContent, around: _Around, page: int
    ) -> FoundPiece:
        entries = mark.properties
        return FoundPiece(
            text_of(entries.get("Component")), whole_of(entries.get("Copy")), text_of(entries.get("Side")), page,
            _frame_of(placed, form).then(around.frame), around.clipped(placed.setting), self._face(form),
        )  # fmt: skip

    def _face(self, form: FormXObject) -> FoundFace:
        if id(form) not in self._faces:
            collected = _Collected()
            self._measure(form, _Around(clip=form.box), collected)
            drawing, mark = collected.drawing(), _opens_as(form, "PnpFace")
            face = FoundFace((mark and text_of(mark.properties.get("Id"))) or None, drawing, drawing.reach, form)
            self._faces[id(form)] = face
        return self._faces[id(form)]

    def _symbol(self, form: FormXObject) -> _Symbol | None:
        """A form as one painted thing; None where it must be walked, for text has checks of its own."""
        if id(form) not in self._symbols:
            collected, mark = _Collected(), _opens_as(form, "PnpSymbol")
            name = text_of(mark.properties.get("Id")) if mark else ""
            self._measure(form, _Around(clip=form.box), collected)
            whole = found.joined([thing.box for thing in collected.drawn])
            images = tuple(image if image.name else replace(image, name=name) for image in collected.images)
            plain = whole and not collected.texts
            drawn = FoundShape(whole, _is_filled(whole, collected)) if whole and plain else None
            self._symbols[id(form)] = _Symbol(drawn, images) if drawn else None
        return self._symbols[id(form)]


def _opens_as(form: FormXObject, tag: str) -> MarkedContent | None:
    """The mark that all of a form stands in, if it is of that kind."""
    first = form.content.first
    return first if first is not None and first.tag == tag else None


def _unpacked(contents: Any) -> bytes:
    """The bytes of a page's streams, which are read as one."""
    streams = contents if isinstance(contents, list) else [contents]
    return b"\n".join(stream.unpack() for stream in streams if stream is not None)


def _picture(stream: Stream) -> ImageXObject:
    compared = sorted(IMAGE - {"/Length", "/SMask", "/Name", "/Metadata"})
    entries = {key[1:]: unjoined(stream.entries[key], MOST_DEEP) for key in compared if key in stream.entries}
    mask = stream.entries.get("/SMask")
    masked = _picture(mask) if isinstance(mask, Stream) else None
    extras = tuple(extras_of(stream, IMAGE, "a picture"))
    data = sha256(stream.stored).hexdigest()
    digest = sha256(repr((data, entries, masked and masked.digest, extras)).encode()).hexdigest()
    size = int(entries.get("Width", 0)), int(entries.get("Height", 0))
    return ImageXObject(size, entries, data, masked, extras, digest)
