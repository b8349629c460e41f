"""The tools of somebody who alters finished files: small changes of pages, faces and fonts, each on an open PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

import pikepdf
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf, Stream

K = 72 / 25.4
CANDLE, BELL, TWO_CANDLES = "whispers/rank-1/candle", "whispers/rank-1/bell", "whispers/rank-2/candle"
BACK, LIGHT, FARE = "whispers/back", "night-ferry/deed/light", "night-ferry/fare/3"
QUAY, WHARF, BOX = "night-ferry/place/lantern-quay", "night-ferry/wharf", "night-ferry/tuckbox/poker"
TILE = "war-of-whispers/board/tile-1"
#: A rectangle in millimetres over the first card of a page of nine, and over the middle of a face.
PATCH, SPOT = b"1 .5 0 rg 25 40 30 30 re f", b"1 .5 0 rg 12 30 20 20 re f"
UNDER_TEXT = b"0.149 0.133 0.122 rg"
GROUND = b"0.965 0.937 0.875"

Change = Callable[[Pdf], None]


@dataclass(frozen=True)
class Altered:
    """One alteration: of which build, what is done, and what an error has to name, at least one of it.

    `change` takes the open PDF; `rewrite` the bytes of the file and `folder` the whole folder where that will not do.
    `reason` says of a harmless one why nobody could notice it.
    """

    build: str
    change: Change | None = None
    names: tuple[str, ...] = ()
    rewrite: Callable[[bytes], bytes] | None = None
    folder: Callable[[Path], None] | None = None
    reason: str = ""


Table = Mapping[str, Altered]


def on_cards(change: Change, *names: str) -> Altered:
    """An alteration of the sheets of Whispers: the first sheet's front unless other names are given."""
    return Altered("cards", change, names or ("page 1", CANDLE))


def in_card(change: Change, *names: str) -> Altered:
    """An alteration of a card of the sample deck, with texts, icons and a picture."""
    return Altered("pictures", change, names or ("page 1", LIGHT))


def document(change: Change) -> Altered:
    """An alteration of the file rather than of one of its pages; the file is named in any case."""
    return Altered("cards", change)


def content(pdf: Pdf, page: int) -> Stream:
    return pdf.pages[page - 1].Contents


def face(pdf: Pdf, identifier: str) -> Stream:
    """The form of a face, by the component's or the back's id."""
    return form(pdf, "face." + escaped(identifier))


def symbol(pdf: Pdf, owner: str, identifier: str) -> Stream:
    """A symbol within a face."""
    return face(pdf, owner).Resources.XObject[key_of(face(pdf, owner), "symbol." + escaped(identifier))]


def picture(pdf: Pdf) -> Stream:
    """The photograph on cards of the sample deck."""
    return symbol(pdf, LIGHT, "art/quay.jpg").Resources.XObject["/FormXob.picture.1"]


def form(pdf: Pdf, end: str) -> Stream:
    for page in pdf.pages:
        for name, stream in page.Resources.get("/XObject", {}).items():
            if name.endswith(end):
                return stream
    raise AssertionError(f"there is no form {end}")


def key_of(owner: Stream, end: str) -> str:
    return next(name for name in owner.Resources.XObject if name.endswith(end))


def escaped(identifier: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]", lambda found: f"_{ord(found[0]):x}_", identifier)


def swap(stream: Stream, old: bytes, new: bytes, count: int = 1) -> None:
    """Writes one pattern's match in a stream anew; what is not found is a fault of the test."""
    text, made = re.subn(old, new, stream.read_bytes(), count=count, flags=re.DOTALL)
    assert made, f"{old!r} is not in the stream"
    assert text != stream.read_bytes(), f"{old!r} stays the same"
    stream.write(text)


def page_text(page: int, old: bytes, new: bytes, count: int = 1) -> Change:
    return lambda pdf: swap(content(pdf, page), old, new, count)


def face_text(identifier: str, old: bytes, new: bytes, count: int = 1) -> Change:
    return lambda pdf: swap(face(pdf, identifier), old, new, count)


def on_page(drawing: bytes, page: int = 1, first: bool = False) -> Change:
    """Draws on a page in millimetres, before or after all else."""
    if first:
        return page_text(page, rb"(841\.889764 cm\n)", rb"\1q " + drawing + b" Q\n")
    return page_text(page, rb"Q\s*\Z", b"q " + drawing + b" Q\nQ\n")


def in_face(identifier: str, drawing: bytes, first: bool = False) -> Change:
    """Draws on a face in millimetres from its trim's top left, before or after all else."""
    if first:
        return face_text(identifier, rb"(BDC q [^\n]*cm\n)", rb"\g<1>" + drawing + b"\n")
    return face_text(identifier, rb"(Q EMC\s*)\Z", drawing + rb"\n\1")


def around_face(identifier: str, drawing: bytes) -> Change:
    return in_face(identifier, drawing, first=True)


def piece(component: str) -> bytes:
    """A pattern of what draws one placed piece: its mark, clip and matrix; then its form; then the end."""
    return rb"(/PnpPiece <</Component \(" + re.escape(component.encode()) + rb"\)[^\n]*\n)(\S+ Do\n)(Q EMC\n)"


def clip_of(component: str, clip: bytes) -> Change:
    return page_text(
        1, rb"(\(" + re.escape(component.encode()) + rb"\)[^\n]*BDC q )[^\n]*?( W n)", rb"\g<1>" + clip + rb"\2"
    )


def moved(component: str, matrix: bytes, page: int = 1) -> Change:
    """Puts another matrix into a piece's own, `%x` and `%y` being where it was."""

    def change(pdf: Pdf) -> None:
        pattern = rb"(\(" + re.escape(component.encode()) + rb"\)[^\n]*W n )1 0 -0 1 (\S+) (\S+) cm"
        found = re.search(pattern, content(pdf, page).read_bytes())
        assert found
        placed = matrix.replace(b"%x", found[2]).replace(b"%y", found[3])
        swap(content(pdf, page), pattern, found[1].replace(b"\\", b"\\\\") + placed + b" cm")

    return change


def resource(kind: str, name: str, value: Callable[[Pdf], object], page: int = 1) -> Change:
    """Gives a page's resources one more."""

    def change(pdf: Pdf) -> None:
        resources = pdf.pages[page - 1].Resources
        if kind not in resources:
            resources[kind] = Dictionary()
        resources[kind][name] = pdf.make_indirect(value(pdf))

    return change


def both(*changes: Change) -> Change:
    def change(pdf: Pdf) -> None:
        for each in changes:
            each(pdf)

    return change


def with_state(**state: object) -> Callable[[Pdf], object]:
    return lambda pdf: Dictionary(Type=Name.ExtGState, **state)


def under_state(**state: object) -> Change:
    """Draws everything on the first page in a graphics state."""
    return both(
        resource("/ExtGState", "/G9", with_state(**state)), page_text(1, rb"(841\.889764 cm\n)", rb"\1/G9 gs\n")
    )


def form_of(pdf: Pdf, drawing: bytes, size: float = 20.0, **entries: object) -> Stream:
    return pdf.make_stream(
        drawing, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, size, size]), Resources=Dictionary(), **entries
    )


def raster(pdf: Pdf, size: int = 400, **entries: object) -> Stream:
    """A reddish square of so many pixels, fine enough for print."""
    return pdf.make_stream(
        b"\xc0\x30\x20" * size * size,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=size,
        Height=size,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceRGB,
        **entries,
    )


def annotation(subtype: str, appearance: bytes | None = None, page: int = 1, **entries: object) -> Change:
    """Lays an annotation over the first card; it is printed with the page."""

    def change(pdf: Pdf) -> None:
        note = Dictionary(Type=Name.Annot, Subtype=Name("/" + subtype), Rect=Array([60, 600, 160, 700]), F=4, **entries)
        if appearance is not None:
            note.AP = Dictionary(N=form_of(pdf, appearance))
        pdf.pages[page - 1].obj.Annots = Array([pdf.make_indirect(note)])

    return change


def layer(hidden: bool, **usage: object) -> Change:
    """Gives the document a layer `/L9` for the first page's marked content."""

    def change(pdf: Pdf) -> None:
        group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=pikepdf.String("layer"), **usage))
        off = Array([group]) if hidden else Array()
        pdf.Root.OCProperties = Dictionary(
            OCGs=Array([group]), D=Dictionary(ON=Array([]) if hidden else Array([group]), OFF=off, Order=Array([group]))
        )
        pdf.pages[0].Resources.Properties = Dictionary(L9=group)

    return change


def only_when(event: str, shown: str) -> Change:
    """A layer that is there on the screen and not in print, or the other way round."""

    def change(pdf: Pdf) -> None:
        layer(False, Usage=Dictionary({f"/{event}": Dictionary({f"/{event}State": Name("/" + shown)})}))(pdf)
        groups = pdf.Root.OCProperties.OCGs
        used = Dictionary(Event=Name("/" + event), OCGs=groups, Category=Array([Name("/" + event)]))
        pdf.Root.OCProperties.D["/AS"] = Array([used])

    return change


def in_layer(component: str) -> Change:
    """Puts a placed piece into the layer `/L9`."""
    return page_text(1, piece(component), rb"/OC /L9 BDC\n\g<0>EMC\n")


def exchanged_faces(one: str, other: str) -> Change:
    """The drawings of two faces change places, and each keeps the other's id and name."""

    def change(pdf: Pdf) -> None:
        first, second = face(pdf, one), face(pdf, other)
        drawings = [stream.read_bytes() for stream in (first, second)]
        resources = [stream.Resources for stream in (first, second)]
        first.write(drawings[1].replace(f"({other})".encode(), f"({one})".encode()))
        second.write(drawings[0].replace(f"({one})".encode(), f"({other})".encode()))
        first.Resources, second.Resources = resources[1], resources[0]

    return change


def font(pdf: Pdf, name: str = "/F1+0") -> Dictionary:
    return face(pdf, LIGHT).Resources.Font[name]


def glyphs(work: Callable[[TTFont], None], name: str = "/F1+0") -> Change:
    """Changes the font program that the texts of a card are set in."""

    def change(pdf: Pdf) -> None:
        program = font(pdf, name).FontDescriptor.FontFile2
        opened = TTFont(BytesIO(program.read_bytes()), recalcBBoxes=False)
        work(opened)
        written = BytesIO()
        opened.save(written)
        assert written.getvalue() != program.read_bytes()
        program.write(written.getvalue())
        program.Length1 = len(written.getvalue())

    return change


def exchanged_outlines(opened: TTFont) -> None:
    """Two glyphs get each other's drawing."""
    order, table = opened.getGlyphOrder(), opened["glyf"]
    table.glyphs[order[5]], table.glyphs[order[7]] = table.glyphs[order[7]], table.glyphs[order[5]]


def exchanged_codes(opened: TTFont) -> None:
    for table in opened["cmap"].tables:
        codes = sorted(table.cmap)
        table.cmap[codes[5]], table.cmap[codes[7]] = table.cmap[codes[7]], table.cmap[codes[5]]


def emptied_glyph(opened: TTFont) -> None:
    order, table = opened.getGlyphOrder(), opened["glyf"]
    blank = next(name for name in order if table[name].numberOfContours == 0)
    table.glyphs[order[10]] = table.glyphs[blank]


def larger_em(opened: TTFont) -> None:
    opened["head"].unitsPerEm = 1250


def action(kind: str, **entries: object) -> Dictionary:
    return Dictionary(Type=Name.Action, S=Name("/" + kind), **entries)


def script() -> Dictionary:
    return action("JavaScript", JS=pikepdf.String("app.alert('hello')"))


def link() -> Dictionary:
    return action("URI", URI=pikepdf.String("https://example.invalid/"))


def launch() -> Dictionary:
    return action("Launch", F=pikepdf.String("calc.exe"))


def root(**entries: object) -> Change:
    def change(pdf: Pdf) -> None:
        for name, value in entries.items():
            pdf.Root["/" + name] = value

    return change


def page_entry(name: str, value: object, page: int = 1) -> Change:
    def change(pdf: Pdf) -> None:
        pdf.pages[page - 1].obj["/" + name] = Array(value) if isinstance(value, list) else value

    return change


def preference(name: str, value: object) -> Change:
    def change(pdf: Pdf) -> None:
        if value is None:
            del pdf.Root.ViewerPreferences["/" + name]
        else:
            pdf.Root.ViewerPreferences["/" + name] = value

    return change


def saved(data: bytes, **how: object) -> bytes:
    """The file written anew by qpdf in another manner."""
    with pikepdf.open(BytesIO(data)) as pdf:
        written = BytesIO()
        pdf.save(written, **how)  # type: ignore[arg-type]
    return written.getvalue()


def updated(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The file with a second revision behind it (ISO 32000-1, 7.5.6), in which the first page's content is another."""
    with pikepdf.open(BytesIO(data)) as pdf:
        number, _ = pdf.pages[0].Contents.objgen
        told = change(pdf.pages[0].Contents.read_bytes())
        size, top = int(pdf.trailer.Size), pdf.Root.objgen[0]
    before = int(data.rstrip().rsplit(b"startxref", 1)[1].split()[0])
    body = b"\n%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (number, len(told), told)
    place = len(data) + len(body)
    table = b"xref\n0 1\n0000000000 65535 f \n%d 1\n%010d 00000 n \n" % (number, len(data) + 1)
    end = b"trailer\n<< /Size %d /Root %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (size, top, before, place)
    return data + body + table + end


def rewritten(build: str, work: Callable[..., bytes], *names: str, **how: object) -> Altered:
    return Altered(build, None, names, rewrite=partial(work, **how))
