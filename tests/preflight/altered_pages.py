"""What can be done to a finished page: paint, clips, layers, notes, marks, places of pieces, boxes of the page."""

from __future__ import annotations

import re

import pikepdf
from altering import (
    BACK,
    BELL,
    BOX,
    CANDLE,
    PATCH,
    TILE,
    TWO_CANDLES,
    Altered,
    Change,
    K,
    Table,
    action,
    annotation,
    both,
    clip_of,
    content,
    document,
    form_of,
    in_layer,
    launch,
    layer,
    link,
    moved,
    on_cards,
    on_page,
    only_when,
    page_entry,
    page_text,
    piece,
    raster,
    resource,
    script,
    swap,
    under_state,
    with_state,
)
from pikepdf import Array, Dictionary, Name, Pdf

COVER = b"1 .5 0 rg 0 0 20 20 re f"
PLACED = b"30 0 0 -30 25 70 cm"
FIRST_MARK = rb"(Artifact BMC\n)[^\n]*S\n"
LABEL = rb"BT (\S+ 0 0 \S+ 0\.2000 \S+ Tm /F1\+0 5\.5 Tf <)(\w+)(> Tj ET)"
BAR = rb"0 G 0\.15 w 0 J 0 j \[\] 0 d 128\.265 291 m 178\.265 291 l S\n"


def nested(depth: int) -> Change:
    """Forms in forms, the innermost of which paints."""

    def change(pdf: Pdf) -> None:
        inner = form_of(pdf, COVER)
        for _ in range(depth):
            outer = form_of(pdf, b"/N Do")
            outer.Resources = Dictionary(XObject=Dictionary(N=inner))
            inner = outer
        resource("/XObject", "/N9", lambda _: inner)(pdf)
        on_page(b"1 0 0 1 30 40 cm /N9 Do")(pdf)

    return change


def letters_that_paint(pdf: Pdf) -> None:
    """A font whose one glyph is a drawing of its own."""
    glyph = pdf.make_stream(b"1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f")
    made = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 1000, 1000]),
        Resources=Dictionary(),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        FirstChar=97,
        LastChar=97,
        Widths=Array([1000]),
        CharProcs=Dictionary(a=glyph),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, Name("/a")])),
    )
    resource("/Font", "/T9", lambda _: made)(pdf)
    on_page(b"BT .35 0 0 -.35 30 70 Tm /T9 60 Tf (a) Tj ET")(pdf)


def tiling(pdf: Pdf) -> None:
    def made(pdf: Pdf) -> object:
        return pdf.make_stream(
            b"1 0 0 rg 0 0 5 5 re f",
            Type=Name.Pattern,
            PatternType=1,
            PaintType=1,
            TilingType=1,
            BBox=Array([0, 0, 9, 9]),
            XStep=9,
            YStep=9,
            Resources=Dictionary(),
        )

    both(resource("/Pattern", "/P9", made), on_page(b"/Pattern cs /P9 scn 25 40 30 30 re f"))(pdf)


def shading(pdf: Pdf) -> None:
    def made(pdf: Pdf) -> object:
        slope = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1, 0, 0]), C1=Array([0, 0, 1]), N=1)
        return Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([25, 0, 60, 0]), Function=slope)

    both(resource("/Shading", "/S9", made), on_page(b"25 40 30 30 re W n /S9 sh"))(pdf)


def more_content(drawing: bytes, first: bool = False) -> Change:
    """The page's content becomes an array, and one stream of it is another's."""

    def change(pdf: Pdf) -> None:
        page = pdf.pages[0].obj
        streams = [page.Contents, pdf.make_stream(drawing)]
        page.Contents = Array(streams[::-1] if first else streams)

    return change


def form_field(pdf: Pdf) -> None:
    """A field of a form lies on the card, and shows text."""
    annotation("Widget", b"1 g 0 0 20 20 re f", FT=Name.Tx, T=pikepdf.String("a"), V=pikepdf.String("9"))(pdf)
    pdf.Root.AcroForm = Dictionary(Fields=pdf.pages[0].obj.Annots)


def without_layer(pdf: Pdf) -> None:
    """A policy instead of a layer hides the card."""
    layer(True)(pdf)
    group = pdf.Root.OCProperties.OCGs[0]
    pdf.pages[0].Resources.Properties["/L9"] = Dictionary(Type=Name.OCMD, OCGs=Array([group]), P=Name.AllOn)
    in_layer(CANDLE)(pdf)


def exchanged_places(pdf: Pdf) -> None:
    """Two cards change places, marks and all."""
    text = content(pdf, 1).read_bytes()
    pattern = rb"(\(%s\)[^\n]*W n )([^\n]*cm)"
    one, other = (re.search(pattern % name.encode(), text) for name in (CANDLE, BELL))
    assert one and other
    text = text.replace(one[0], one[1] + b"@").replace(other[0], other[1] + one[2]).replace(b"@", other[2])
    content(pdf, 1).write(text)


def marks_alone_exchanged(pdf: Pdf) -> None:
    """Two cards are each called what the other is."""
    text = content(pdf, 1).read_bytes()
    one, other = f"({CANDLE})".encode(), f"({BELL})".encode()
    content(pdf, 1).write(text.replace(one, b"@").replace(other, one).replace(b"@", other))


def other_form(pdf: Pdf) -> None:
    """One page calls another drawing by the name that it has on every other page."""
    forms = pdf.pages[0].Resources.XObject
    names = [next(name for name in forms if name.endswith(end)) for end in ("_2f_candle", "_2f_bell")]
    pdf.pages[0].Resources.XObject[names[0]] = forms[names[1]]


def inherited_other_form(pdf: Pdf) -> None:
    """The page has no resources of its own, and takes others from the tree of pages."""
    other_form(pdf)
    pdf.Root.Pages.Resources = pdf.pages[0].obj.Resources
    del pdf.pages[0].obj.Resources


def box_of_page(name: str, by: float) -> Change:
    def change(pdf: Pdf) -> None:
        edges = [float(edge) for edge in pdf.pages[0].obj[name]]
        pdf.pages[0].obj[name] = Array([edge + by for edge in edges])

    return change


def label_text(pdf: Pdf) -> None:
    """The line at the sheet's foot tells another number."""
    found = re.search(LABEL, content(pdf, 1).read_bytes())
    assert found
    codes = bytes.fromhex(found[2].decode())
    swap(content(pdf, 1), LABEL, rb"BT \g<1>" + codes[::-1].hex().encode() + rb"\3")


def fold(change: Change) -> Altered:
    return Altered("fold", change, ("page 1",))


def for_printer(change: Change) -> Altered:
    return Altered("printer", change, ("page 2",))


def stamped(change: Change) -> Altered:
    return Altered("mats", change, ("page 1",))


def in_tiles(change: Change) -> Altered:
    return Altered("tiles", change, ("page 1", TILE))


PAINTED: Table = {
    "a rectangle over a card": on_cards(on_page(PATCH)),
    "a white rectangle over a card": on_cards(on_page(b"1 g 25 40 30 30 re f")),
    "a rectangle over a back": on_cards(on_page(b"0 0 .5 rg 150 40 30 30 re f", 2), "page 2", BACK),
    "a ground under the whole sheet": on_cards(on_page(b".9 g 0 0 210 297 re f", first=True), "page 1"),
    "a hairline over a card": on_cards(on_page(b"0 G .05 w 12 20 m 70 90 l S")),
    "a dot of half a millimetre on a card": on_cards(on_page(b"1 0 0 rg 40 60 .5 .5 re f")),
    "a pale veil over a card": on_cards(
        both(resource("/ExtGState", "/G8", with_state(ca=0.15)), on_page(b"/G8 gs 1 g 9 15 64 89 re f"))
    ),
    "a drawing in the margin": on_cards(on_page(b"1 0 0 rg 1 100 3 9 re f"), "page 1"),
    "words over a card": on_cards(on_page(b"0 g BT .35 0 0 -.35 20 60 Tm /F1+0 40 Tf <0e0e0e> Tj ET")),
    "paint clipped to letters": on_cards(
        on_page(b"BT 7 Tr .35 0 0 -.35 20 60 Tm /F1+0 90 Tf <0e0e0e> Tj ET 1 0 0 rg 9 15 60 80 re f")
    ),
    "a rectangle in a piece's own group": on_cards(
        page_text(1, piece(CANDLE), rb"\1\2 0 .6 0 rg -9 -9 18 18 re f\n\3")
    ),
    "a rectangle among the marks": on_cards(page_text(1, FIRST_MARK, rb"\g<0>" + PATCH + b"\n")),
    "a rectangle that says it is a mark": on_cards(on_page(b"/Artifact BMC " + PATCH + b" EMC")),
    "a rectangle that says it is a stamp": on_cards(on_page(b"/PnpStamp BMC " + PATCH + b" EMC")),
    "a rectangle that says it is a piece": on_cards(
        on_page(b"/PnpPiece <</Component (whispers/x) /Copy 1 /Side (front)>> BDC " + PATCH + b" EMC")
    ),
    "another face over a card": on_cards(
        on_page(b"1 0 0 -1 41.5 59.6 cm /FormXob.face.whispers_2f_rank_2d_1_2f_bell Do")
    ),
    "an image over a card": on_cards(both(resource("/XObject", "/I9", raster), on_page(PLACED + b" /I9 Do"))),
    "an inline image over a card": on_cards(on_page(PLACED + b" BI /W 1 /H 1 /BPC 8 /CS /RGB ID \xff\x00\x00 EI")),
    "a stencil over a card": on_cards(on_page(PLACED + b" 1 g BI /W 1 /H 1 /IM true /D [1 0] ID \xff EI")),
    "a form over a card": on_cards(
        both(resource("/XObject", "/X9", lambda pdf: form_of(pdf, COVER)), on_page(b"1 0 0 1 30 40 cm /X9 Do"))
    ),
    "forms ten deep over a card": on_cards(nested(10)),
    "forms a thousand deep over a card": document(nested(1000)),
    "a shading over a card": on_cards(shading),
    "a pattern over a card": on_cards(tiling),
    "a letter that is a drawing over a card": on_cards(letters_that_paint),
    "paint in a stream of its own": on_cards(more_content(b"1 .5 0 rg 100 600 90 90 re f")),
    "a scale in a stream of its own": on_cards(more_content(b".97 0 0 .97 9 12 cm", first=True), "page 1"),
    "a clip in a stream of its own": on_cards(more_content(b"0 0 595 420 re W n", first=True), "page 1"),
    "paint on a layer": on_cards(both(layer(False), on_page(b"/OC /L9 BDC " + PATCH + b" EMC"))),
    "PostScript for the printer": on_cards(
        both(
            resource(
                "/XObject",
                "/E9",
                lambda pdf: pdf.make_stream(b"0 0 99 99 rectfill", Type=Name.XObject, Subtype=Name.PS),
            ),
            on_page(b"/E9 Do"),
        ),
        "page 1",
    ),
    "paint over a tile": in_tiles(on_page(b"1 0 0 rg 90 90 20 20 re f")),
    "paint over a box": Altered("box", on_page(b"1 0 0 rg 90 60 20 20 re f"), ("page 1", BOX)),
}

CLIPPED: Table = {
    "a clip over half a card": on_cards(clip_of(CANDLE, b"6.75 12.15 m 41 12.15 l 41 104.05 l 6.75 104.05 l h")),
    "a clip over all of a card": on_cards(clip_of(CANDLE, b"0 0 m 1 0 l 1 1 l h")),
    "a clip that takes a corner": on_cards(clip_of(CANDLE, b"6.75 12.15 m 73.25 12.15 l 73.25 104.05 l 20 104.05 l h")),
    "no clip at all": on_cards(clip_of(TWO_CANDLES, b"0 0 m 210 0 l 210 297 l 0 297 l h"), "page 1", TWO_CANDLES),
    "a clip over half a sheet": on_cards(page_text(1, rb"(841\.889764 cm\n)", rb"\g<1>0 0 105 297 re W n\n"), "page 1"),
    "a clip that hides the marks": on_cards(
        page_text(1, rb"(q /Artifact BMC\n)", rb"\g<1>60 60 9 9 re W n\n"), "page 1"
    ),
}
STATES: Table = {
    "alpha 0 over the whole sheet": on_cards(under_state(ca=0, CA=0), "page 1"),
    "a blend mode over the whole sheet": on_cards(under_state(BM=Name.Difference), "page 1"),
    "overprint": on_cards(under_state(OP=True, op=True, OPM=1), "page 1"),
    "a transfer function": on_cards(
        under_state(TR=Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1]), C1=Array([0]), N=1)), "page 1"
    ),
    "a halftone": on_cards(
        under_state(HT=Dictionary(Type=Name.Halftone, HalftoneType=1, Frequency=20, Angle=45, SpotFunction=Name.Round)),
        "page 1",
    ),
    "a soft mask": on_cards(
        lambda pdf: under_state(
            SMask=Dictionary(
                Type=Name.Mask,
                S=Name.Luminosity,
                G=form_of(pdf, b"1 g 0 0 300 900 re f", 900, Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray)),
            )
        )(pdf),
        "page 1",
    ),
    "curves made flat": on_cards(page_text(1, rb"(841\.889764 cm\n)", rb"\g<1>100 i\n"), "page 1"),
    "a page that is blended as CMYK": on_cards(
        page_entry("Group", Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceCMYK)), "page 1"
    ),
    "red for what is RGB": on_cards(
        resource(
            "/ColorSpace",
            "/DefaultRGB",
            lambda pdf: Array([Name.CalRGB, Dictionary(WhitePoint=Array([0.95, 1, 1.09]), Gamma=Array([0.2, 4, 4]))]),
        ),
        "page 1",
    ),
}

LAYERS: Table = {
    "a hidden layer": on_cards(both(layer(True), in_layer(CANDLE))),
    "a hidden policy": on_cards(without_layer),
    "a layer that is not printed": on_cards(both(only_when("Print", "OFF"), in_layer(CANDLE))),
    "a layer that is only printed": on_cards(
        both(only_when("View", "OFF"), on_page(b"/OC /L9 BDC " + PATCH + b" EMC"))
    ),
    "marks on a hidden layer": on_cards(
        both(layer(True), page_text(1, rb"(q /Artifact BMC\n.*?EMC Q)", rb"/OC /L9 BDC \1 EMC")), "page 1"
    ),
}

NOTES: Table = {
    "a stamp as a note": on_cards(annotation("Stamp", COVER)),
    "a square as a note": on_cards(annotation("Square", IC=Array([1, 0, 0]), C=Array([1, 0, 0]))),
    "free text as a note": on_cards(
        annotation("FreeText", DA=pikepdf.String("/Helv 12 Tf"), Contents=pikepdf.String("VOID"))
    ),
    "a redaction": on_cards(annotation("Redact", IC=Array([0, 0, 0]))),
    "a highlight": on_cards(
        annotation("Highlight", QuadPoints=Array([60, 700, 160, 700, 60, 600, 160, 600]), C=Array([1, 1, 0]))
    ),
    "a watermark": on_cards(annotation("Watermark", COVER)),
    "ink on the page": on_cards(annotation("Ink", COVER, InkList=Array([Array([60, 600, 160, 700])]))),
    "a popup": on_cards(annotation("Popup", Open=True)),
    "a note to read": on_cards(annotation("Text", Contents=pikepdf.String("read me"))),
    "a field of a form": on_cards(form_field),
    "a link to the web": on_cards(annotation("Link", A=link(), Border=Array([0, 0, 0]))),
    "a link that launches": on_cards(annotation("Link", A=launch())),
    "a link that runs JavaScript": on_cards(annotation("Link", A=script())),
    "a note with a script of its own": on_cards(annotation("Square", AA=Dictionary(E=script()))),
    "a file attached to the page": on_cards(annotation("FileAttachment", Name=Name.PushPin)),
    "a film on the page": on_cards(annotation("Screen", A=action("Rendition", OP=0))),
}

MARKED: Table = {
    "a cut mark missing": on_cards(page_text(1, FIRST_MARK, rb"\1"), "page 1"),
    "a cut mark of a back missing": on_cards(page_text(2, FIRST_MARK, rb"\1"), "page 2"),
    "all cut marks missing": on_cards(page_text(1, rb"0 G 0\.15 w[^\n]*S\n", b"", 16), "page 1"),
    "a cut mark a millimetre off": on_cards(
        page_text(1, rb"73\.25 285\.35 m 73\.25 289\.8 l", b"74.25 285.35 m 74.25 289.8 l"), "page 1"
    ),
    "a cut mark shorter": on_cards(
        page_text(1, rb"73\.25 285\.35 m 73\.25 289\.8 l", b"73.25 285.35 m 73.25 287.0 l"), "page 1"
    ),
    "one cut mark more": on_cards(
        page_text(1, FIRST_MARK, rb"\g<0>0 G 0.15 w 0 J 0 j [] 0 d 30 285.35 m 30 289.8 l S\n"), "page 1"
    ),
    "cut marks in white": on_cards(page_text(1, rb"0 G 0\.15 w", b"1 G 0.15 w", 16), "page 1"),
    "cut marks of no width": on_cards(page_text(1, rb"0 G 0\.15 w", b"0 G 0 w", 16), "page 1"),
    "cut marks in dashes": on_cards(page_text(1, rb"\[\] 0 d", b"[.2 2] 0 d", 16), "page 1"),
    "cut marks that only clip": on_cards(page_text(1, rb"l S\n", b"l n\n", 16), "page 1"),
    "no check bar": on_cards(page_text(1, BAR, b""), "page 1"),
    "a check bar of 49 mm": on_cards(page_text(1, rb"178\.265", b"177.265", 9), "page 1"),
    "no sheet label": on_cards(page_text(1, LABEL, b""), "page 1"),
    "another sheet label": on_cards(label_text, "page 1"),
    "a sheet label in white": on_cards(page_text(1, rb"0 g BT (\S+ 0 0 \S+ 0\.2)", rb"1 g BT \1"), "page 1"),
    "a sheet label elsewhere": on_cards(page_text(1, rb"0\.2000 9\.6649 Tm", b"40.0000 9.6649 Tm"), "page 1"),
    "no fold": fold(page_text(1, rb"0\.35 G 0\.2 w[^\n]*S\n", b"")),
    "a fold two millimetres off": fold(page_text(1, rb"148\.5 3 m 148\.5 207 l", b"150.5 3 m 150.5 207 l")),
    "no stamp on a mat": stamped(page_text(1, rb"q [^\n]*/PnpStamp BMC\n.*?EMC Q\n", b"")),
    "another stamp on a mat": stamped(page_text(1, rb"(/PnpStamp BMC\n.*?Tf <\w*?)(\w\w)(\w\w)(> Tj)", rb"\1\3\2\4")),
    "a stamp over a mat's words": stamped(page_text(1, rb"/PnpStamp BMC\n", b"/PnpStamp BMC\n1 0 0 1 0 -8 cm\n")),
    "a tile's arrows missing": in_tiles(page_text(1, rb"0 g 166\.667[^\n]*f\n", b"", 2)),
    "a tile's number another": in_tiles(page_text(1, rb"/F1\+0 6 Tf <01>", b"/F1+0 6 Tf <02>")),
    "marks of a back unmoved for the printer": for_printer(
        page_text(
            2, rb"Q EMC\nq 1\.0039939 \S+ \S+ \S+ \S+ \S+ cm\nq /Artifact", b"Q EMC\nq 1 0 0 1 0 0 cm\nq /Artifact"
        )
    ),
}

PLACED_ELSEWHERE: Table = {
    "a card moved by 0.3 mm": on_cards(moved(CANDLE, b"1 0 -0 1 41.8 59.6")),
    "a card at 101%": on_cards(moved(CANDLE, b"1.01 0 -0 1.01 %x %y")),
    "a card stretched by 2%": on_cards(moved(CANDLE, b"1.02 0 -0 1 %x %y")),
    "a card mirrored": on_cards(moved(CANDLE, b"-1 0 -0 1 %x %y")),
    "a card on its head": on_cards(moved(CANDLE, b"-1 0 -0 -1 %x %y")),
    "a card turned by half a degree": on_cards(moved(CANDLE, b"0.99996 0.00873 -0.00873 0.99996 %x %y")),
    "a card slanted": on_cards(moved(CANDLE, b"1 0 0.02 1 %x %y")),
    "a card squeezed to nothing": on_cards(moved(CANDLE, b"0 0 -0 0 %x %y")),
    "a back moved by 0.3 mm": on_cards(moved(CANDLE, b"1 0 -0 1 168.8 59.6", 2), "page 2", CANDLE),
    "a sheet moved by a millimetre": on_cards(
        page_text(1, rb"-2\.83464567 0 841\.889764 cm", b"-2.83464567 2.83 841.889764 cm"), "page 1"
    ),
    "a sheet at 97%": on_cards(page_text(1, rb"2\.83464567 0 0 -2\.83464567 0", b"2.7496 0 0 -2.7496 9"), "page 1"),
    "a sheet mirrored": on_cards(
        page_text(1, rb"2\.83464567 0 0 -2\.83464567 0", b"-2.83464567 0 0 -2.83464567 595.2756"), "page 1"
    ),
    "two cards exchanged": on_cards(exchanged_places),
    "the names of two cards exchanged": on_cards(marks_alone_exchanged),
    "a card missing": on_cards(page_text(1, piece(CANDLE), b"")),
    "a card that is only named": on_cards(page_text(1, piece(CANDLE), rb"\1\3")),
    "a card twice": on_cards(page_text(1, piece(CANDLE), rb"\g<0>\g<0>")),
    "a card drawn twice in its group": on_cards(
        page_text(1, piece(CANDLE), rb"\1\2/FormXob.face.whispers_2f_rank_2d_1_2f_bell Do\n\3")
    ),
    "an empty sheet": on_cards(lambda pdf: content(pdf, 1).write(b"q Q"), "page 1"),
    "another form under the name": on_cards(other_form),
    "another form under the name, inherited": on_cards(inherited_other_form),
    "no form under the name": on_cards(
        lambda pdf: pdf.pages[0].Resources.XObject.__delitem__(
            next(name for name in pdf.pages[0].Resources.XObject if name.endswith("_2f_candle"))
        )
    ),
    "a back moved further for the printer": for_printer(
        page_text(2, rb"169\.86455 59\.345286 cm", b"170.16455 59.345286 cm")
    ),
    "a back not moved for the printer": for_printer(
        page_text(
            2, rb"1\.0039939 0\.003504614 -0\.0034976327 1\.0019939 169\.86455 59\.345286 cm", b"1 0 -0 1 168.5 59.6 cm"
        )
    ),
    "a folded back moved": fold(
        page_text(1, rb"(candle\) /Copy 1 /Side \(back\)[^\n]*) 246\.75 60\.55 cm", rb"\1 247.35 60.55 cm")
    ),
}


def inherits(name: str, value: object) -> Change:
    """The tree of pages says for all of them what each had said for itself, or nobody had."""

    def change(pdf: Pdf) -> None:
        for page in pdf.pages:
            if name in page.obj:
                del page.obj[name]
        pdf.Root.Pages[name] = Array(value) if isinstance(value, list) else value

    return change


def elsewhere(pdf: Pdf) -> None:
    """The content of a page is to be read from another file (ISO 32000-1, 7.3.8.2)."""
    content(pdf, 1).F = pikepdf.String("other.txt")


PAGES: Table = {
    "pages on their heads, inherited": on_cards(inherits("/Rotate", 180), "page 1"),
    "pages cropped, inherited": on_cards(inherits("/CropBox", [30, 30, 560, 800]), "page 1"),
    "content in another file": on_cards(elsewhere, "page 1"),
    "an operator that nobody knows": on_cards(page_text(1, rb"(841\.889764 cm\n)", rb"\g<1>1 2 paint\n"), "page 1"),
    "a larger unit": on_cards(page_entry("UserUnit", 2), "page 1"),
    "a unit 2% larger": on_cards(page_entry("UserUnit", 1.02), "page 1"),
    "a page on its head": on_cards(page_entry("Rotate", 180), "page 1"),
    "a page on its side": on_cards(page_entry("Rotate", 90), "page 1"),
    "a page cropped": on_cards(page_entry("CropBox", [30, 30, 560, 800]), "page 1"),
    "a page cropped by a millimetre": on_cards(page_entry("CropBox", [K, K, 595.2756, 841.8898]), "page 1"),
    "a page on other paper": on_cards(page_entry("MediaBox", [0, 49.89, 612, 841.89]), "page 1"),
    "a page shifted on its paper": on_cards(box_of_page("/MediaBox", 9), "page 1"),
    "a page's paper and all boxes shifted": on_cards(
        both(*(box_of_page(name, 9) for name in ("/MediaBox", "/TrimBox", "/BleedBox"))), "page 1"
    ),
    "another TrimBox": on_cards(page_entry("TrimBox", [100, 100, 400, 400]), "page 1"),
    "a TrimBox a millimetre off": on_cards(box_of_page("/TrimBox", K), "page 1"),
    "another BleedBox": on_cards(page_entry("BleedBox", [0, 0, 595, 841]), "page 1"),
    "a page that runs JavaScript": on_cards(page_entry("AA", Dictionary(O=script())), "page 1"),
    "a page that opens a link": on_cards(page_entry("AA", Dictionary(C=link())), "page 1"),
}

TABLE: Table = {
    **PAINTED,
    **CLIPPED,
    **STATES,
    **LAYERS,
    **NOTES,
    **MARKED,
    **PLACED_ELSEWHERE,
    **PAGES,
}
